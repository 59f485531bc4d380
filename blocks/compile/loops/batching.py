"""Vectorized loops: independent iterations run as one batch along a new first axis.

This requires a rule for each block type in the body (`blocks.library.control_flow.vmap_rules`). Other bodies run
iteration by iteration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.budget import Memory
from blocks.base.errors import DiagramError
from blocks.base.shapes import element_count, is_known
from blocks.compile.passes import FEED, Fed, is_pure
from blocks.compile.plan import Plan, make_plan
from blocks.compile.rewrite import Goal, output_key
from blocks.graph.graph import Node, Output
from blocks.library.control_flow.batch_bodies import may_run_at_once
from blocks.library.control_flow.bodies import Loop, leaf
from blocks.library.control_flow.vmap_rules import BatchTracer, MissingRuleError, sums_itself
from blocks.library.math.arithmetic import Add
from blocks.library.math.sums import AddN

LEAST = 8
"""Rounds, from which on a batch is worth a plan of its own."""
BUDGET = 4 << 20
"""Bytes that all tensors of a batch may take: about what a core's cache holds."""


class Batch(NamedTuple):
    """A plan for many iterations at once.

    Attributes:
        plan: takes the values of an iteration in the same order; those that differ between iterations are stacked.
    """

    plan: Plan
    slots: list[int]


_FEW_SIZES = 6
"""Numbers of rounds for which there are plans; for others there are powers of two, however they vary."""


def _size(left: int, known: Collection[int]) -> int:
    return left if left in known or len(known) < _FEW_SIZES else 1 << (left.bit_length() - 1)


class Batches:
    def __init__(self, loop: Loop, plan: Plan, memory: Memory) -> None:
        self._loop, self._plan, self._memory = loop, plan, memory
        self._ports = [port for port in loop.inputs if port.value is not None]
        self._carried = [i for i, port in enumerate(self._ports) if port.kind == "carried"]
        outputs = [port for port in loop.outputs if port.value is not None]
        self._sums = [i for i, port in enumerate(outputs) if port.kind == "carried"]
        self._count = len(outputs)

    def run(
        self, values: Sequence[Any], count: int, call: Callable[[int, Plan, Sequence[Any]], list[Any]]
    ) -> list[Any] | None:
        """Return the results of all iterations; None if they cannot run at once."""
        kinds = [port.kind for port in self._ports]
        key = "batches", self._plan
        if key not in self._loop.plans:
            self._loop.plans[key] = rounds_at_once(self._plan, [kind == "constant" for kind in kinds]), {}
        most, known = self._loop.plans[key]
        most = min(most, count)
        if most < LEAST:
            return None
        state = [values[i] for i in self._carried]
        rows: list[Any] = [None] * self._count
        number = 0
        while number < count:
            size = _size(min(most, count - number), known)
            if size not in known:
                known[size] = self._batch(size)
            batch = known[size]
            if batch is None:
                return None
            given = dict(zip(self._carried, state, strict=True))
            for i, kind in enumerate(kinds):
                if kind != "carried":
                    given[i] = values[i][number : number + size] if kind == "over" else values[i]
            result = call(number, batch.plan, [given[slot] for slot in batch.slots])
            state = [result[i] for i in self._sums]
            for i, value in enumerate(result):
                if i in self._sums or size == count:
                    rows[i] = value
                    continue
                if number == 0:
                    rows[i] = np.empty((count, *value.shape[1:]), value.dtype)
                rows[i][number : number + size] = value
            number += size
        return rows

    def _batch(self, size: int) -> Batch | None:
        same = [port.kind == "constant" for port in self._ports]
        sums = dict(zip(self._sums, self._carried, strict=True))
        return batch_of(self._plan, same, sums, size, self._memory)


def rounds_at_once(plan: Plan, same: Sequence[bool]) -> int:
    """Return a batch size whose tensors fit in the cache; 0 if iterations cannot be batched."""
    size = 0
    for node in plan.graph.nodes:
        spec = node.type
        if spec is FEED and same[node.attrs["slot"]]:
            continue
        alone = not spec.nested or may_run_at_once(node)
        pure = spec is FEED or spec.constant or (is_pure(spec) and alone and not spec.random)
        if not pure or node.controls or not all(is_known(each.shape) for each in node.outputs):
            return 0
        if any(each.dtype.kind == "string" for each in node.outputs):
            return 0
        if not spec.constant:
            size += sum([(element_count(each.shape) or 0) * each.dtype.size for each in node.outputs])
    return max(BUDGET // max(size, 1), 0)


def batch_of(plan: Plan, same: Sequence[bool], sums: Mapping[int, int], count: int, memory: Memory) -> Batch | None:
    """Return the plan for ``count`` iterations; None if a block has no batching rule."""
    tracer = BatchTracer(count)
    given: list[tuple[int, Output]] = sorted(
        (node.attrs["slot"], node.outputs[0]) for node in plan.graph.nodes if node.type is FEED
    )
    adds: dict[int, list[Output]] = {}
    try:
        for i, slot in sums.items():
            adds[i] = _added(plan, plan.goal.outputs[i], next((each for at, each in given if at == slot), None))
        feeds: dict[Any, Fed] = {}
        for slot, each in given:
            alike = same[slot] or slot in sums.values()
            shape = each.shape if alike or each.shape is None else (count, *each.shape)
            result = leaf(tracer.graph, each.name, each.dtype, shape)
            tracer.take(each, result, alike=alike)
            feeds[output_key(result)] = Fed(each.dtype, shape)
        at_once = _sums_at_once(plan, [each for terms in adds.values() for each in terms])
        summed = {plan.goal.outputs[i].op for i in sums} | at_once
        for node in plan.graph.nodes:
            if node.type is not FEED and node not in summed:
                tracer.run(node)
        outputs: list[Output] = []
        for i, output in enumerate(plan.goal.outputs):
            if i in sums:
                before = next(each for at, each in given if at == sums[i])
                outputs.append(tracer.sum_of(tracer.batched[before], adds[i], at_once))
            else:
                outputs.append(tracer.stacked(output))
        results = make_plan(tracer.graph, Goal(outputs), feeds, {}, memory=memory, passes=plan.passes)
    except (MissingRuleError, DiagramError):
        return None
    return Batch(results, [slot for slot, _ in given])


def _sums_at_once(plan: Plan, terms: Sequence[Output]) -> set[Node]:
    """Return the nodes of summands that can compute the sum of all iterations and have no other use."""
    nodes = {each.op for each in terms if sums_itself(each.op)}
    if nodes:
        uses = Counter(each.op for node in plan.graph.nodes for each in node.inputs)
        uses.update(each.op for each in plan.goal.outputs)
        nodes = {node for node in nodes if uses[node] == 1}
    return nodes


def _added(plan: Plan, after: Output, before: Output | None) -> list[Output]:
    users = [node for node in plan.graph.nodes if before in node.inputs]
    if before is None or users != [after.op] or after.op.type not in (Add, AddN) or plan.goal.outputs.count(before):
        raise MissingRuleError
    if plan.goal.outputs.count(after) > 1:
        raise MissingRuleError  # a round gives the sum so far to others too
    rest = [each for each in after.op.inputs if each is not before]
    used = any(after in node.inputs for node in plan.graph.nodes)
    if used or len(rest) != len(after.op.inputs) - 1 or any(each.shape != after.shape for each in rest):
        raise MissingRuleError
    return rest
