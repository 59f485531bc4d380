"""Loops on a page: wires from a NextIteration back to the Merge at the start of the loop."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from blocks.base.errors import DiagramError
from blocks.document.data import Wire
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.loops import components
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec

HINT = "a loop goes from a Merge through a Switch and a NextIteration back to the Merge"


def back_wires(
    wires_into: Mapping[str, Sequence[Wire]], specs: Mapping[str, BlockSpec], sources: Mapping[str, Sequence[str]]
) -> tuple[set[Wire], set[str]]:
    """Return the wires from NextIterations that close loops, and the Merge blocks of loops without end."""
    ends = {block for block, spec in specs.items() if spec.loop == "next"}
    if not ends:
        return set(), set()
    merges = [block for block, spec in specs.items() if spec.control == "merge"]
    round_: dict[str, int] = {}  # blocks that depend on each other have the same number
    left: set[int] = set()  # those that a Switch is among or before, which may stop what comes round
    for number, blocks in enumerate(components(merges, lambda block: sources.get(block, ()))):
        round_.update(dict.fromkeys(blocks, number))
        before = {round_[source] for block in blocks for source in sources.get(block, ())}
        switches = any((spec := specs.get(block)) is not None and spec.control == "switch" for block in blocks)
        if switches or not left.isdisjoint(before):
            left.add(number)
    wires = [wire for merge in merges for wire in wires_into.get(merge, ()) if wire.source.block in ends]
    back = {wire for wire in wires if round_[wire.source.block] == round_[wire.target.block]}
    return back, {wire.target.block for wire in back if round_[wire.target.block] not in left}


def still_open(ends: Collection[int], gradients: Collection[int], users: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return how many loops are open when each gradient is made, since closing them depends on it."""
    if not ends or not gradients:
        return {}
    waiting = [len(each) for each in users]
    sources: list[list[int]] = [[] for _ in users]
    for block, each in enumerate(users):
        for user in each:
            sources[user].append(block)
    bits = {end: 1 << number for number, end in enumerate(ends)}
    behind: dict[int, int] = {}  # which of the ends depend on a block, as bits
    result: dict[int, int] = dict.fromkeys(gradients, 0)
    ready = [block for block, count in enumerate(waiting) if not count]
    while ready:
        block = ready.pop()
        reached = behind.pop(block, 0) | bits.get(block, 0)
        if block in result:
            result[block] = reached.bit_count()
        for source in sources[block]:
            behind[source] = behind.get(source, 0) | reached
            waiting[source] -= 1
            if not waiting[source]:
                ready.append(source)
    return result


def open_loop(scope: Scope, values: list[Any], back: Mapping[int, Wire], *, endless: bool) -> list[tuple[Node, Wire]]:
    """Insert placeholders for the loop values into the inputs of a Merge; `close_loop` connects them.

    Args:
        values: the inputs of the Merge; None at the indices of wires that lead back.
    """
    first = next((value for value in values if isinstance(value, Output)), None)
    if first is None:
        text = "the loop has no initial value: only the value of the last iteration is wired to the Merge"
        raise DiagramError(text, pin="inputs", hint=HINT)
    if endless:
        text = "the loop has no end: it has no Switch through which a value could leave it"
        raise DiagramError(text, pin="inputs", hint=HINT)
    from blocks.library.control_flow.loops import LoopValue  # only who has a loop pays for it

    result: list[tuple[Node, Wire]] = []
    for index, wire in back.items():
        node: Node = LoopValue(scope.with_op_name(f"{scope.op_name}.round"), dtype=first.dtype)
        values[index] = node.outputs[0]
        result.append((node, wire))
    return result


def close_loop(graph: Graph, begin: Node, end: Output) -> None:
    dtype = begin.outputs[0].dtype
    if end.dtype is not dtype:
        text = f"the loop starts with {dtype.short}, but an iteration returns {end.dtype.short}"
        raise DiagramError(text, pin="inputs", hint="add a Cast block to change the dtype")
    graph.loops[begin.number] = end.op.number
