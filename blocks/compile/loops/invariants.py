"""Loop-invariant code motion: values that are equal in all iterations are computed once, before the loop.

Matrices that every iteration multiplies with ``transpose_b`` are also transposed before the loop. BLAS is a third
faster if the rows that it adds are contiguous, so one transposition pays off after two iterations.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from blocks.base.budget import Memory
from blocks.compile.memory import WORTH_FREEING, bytes_of
from blocks.compile.passes import FEED, Fed, is_pure
from blocks.compile.plan import Plan, make_plan
from blocks.compile.rewrite import Goal, output_key
from blocks.graph.graph import Graph, Node, Output
from blocks.library.math.matrices import MatMul

WORTH_TURNING = 8
"""Rounds, from which on matrices are turned for them."""


class Ahead(NamedTuple):
    """A plan of iterations divided into an invariant part and the rest.

    Attributes:
        rounds: the rest, which takes the invariant values after the others.
        turned: the indices of the values of the rest that should be stored column by column.
    """

    slots: list[int]
    before: Plan | None
    rounds: Plan
    turned: list[int]


def ahead(plan: Plan, same: Sequence[bool], memory: Memory) -> Ahead:
    """Divide the plan of an iteration into an invariant part and the rest."""
    graph, goal = plan.graph, plan.goal
    given = sorted((node.attrs["slot"], node.outputs[0]) for node in graph.nodes if node.type is FEED)
    slots = [slot for slot, _ in given]
    constant = {slot for slot in slots if same[slot]}
    moved = _invariants(graph, goal.outputs, constant)
    if not moved:
        return Ahead([*range(len(same))], None, plan, [slot for slot in _turned(graph) if slot in constant])
    feeds = {output_key(each): Fed(each.dtype, each.shape) for _, each in given}
    passes = plan.passes
    before = make_plan(graph, Goal(moved), feeds, {}, memory=memory, passes=passes)
    rounds = make_plan(graph, goal, feeds | {output_key(each): Fed(each.dtype, each.shape) for each in moved}, {},
                       memory=memory, passes=passes)  # fmt: skip
    turned = [i for i in _turned(rounds.graph) if i >= len(slots) or same[slots[i]]]
    return Ahead(slots, before, rounds, turned)


def _invariants(graph: Graph, outputs: Sequence[Output], slots: Collection[int]) -> list[Output]:
    same: set[int] = set()
    computed: set[int] = set()
    for node in graph.nodes:
        if node.type is FEED:
            if node.attrs["slot"] in slots:
                same.add(node.number)
        elif not node.inputs:
            if node.type.constant and not node.controls:
                same.add(node.number)
        elif _moves(node) and all(each.op.number in same for each in node.inputs):
            same.add(node.number)
            computed.add(node.number)
    if not computed:
        return []
    read = [each for node in graph.nodes if node.number not in same for each in node.inputs]
    return list(dict.fromkeys(each for each in (*read, *outputs) if each.op.number in computed))


def _moves(node: Node) -> bool:
    return is_pure(node.type) and not node.type.nested and not node.controls


def _turned(graph: Graph) -> list[int]:
    """Return the slots of feeds that are large matrices used only as transposed right factors."""
    users: dict[Output, list[Node]] = {node.outputs[0]: [] for node in graph.nodes if node.type is FEED}
    for node in graph.nodes:
        for each in node.inputs:
            if each in users:
                users[each].append(node)
    large = [output for output, nodes in users.items() if nodes and bytes_of(output) >= WORTH_FREEING]
    return [each.op.attrs["slot"] for each in large if all(_by_transposed(node, each) for node in users[each])]


def _by_transposed(node: Node, matrix: Output) -> bool:
    return node.type is MatMul and node.attrs["transpose_b"] and node.inputs[0] is not matrix
