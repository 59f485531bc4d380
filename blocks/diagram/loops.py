"""Loops on a page: wires that lead back from a NextIteration to the Merge at the head of its loop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from blocks.base.errors import DiagramError
from blocks.diagram.data import Wire
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.index import find

HINT = "a loop goes from a Merge through a Switch and a NextIteration back to the Merge"


def back_wires(
    wires_into: Mapping[str, Sequence[Wire]], specs: Mapping[str, BlockSpec], sources: Mapping[str, Sequence[str]]
) -> set[Wire]:
    """The wires that close a loop: from a NextIteration to a Merge that it depends on.

    Args:
        wires_into: the wires of a page, by the block that they lead to.
        specs: the block types of its blocks.
        sources: for each block, those that are wired into it.
    """
    found: set[Wire] = set()
    for target in [block for block, spec in specs.items() if spec.name == "Merge"]:
        for wire in wires_into.get(target, ()):
            spec = specs.get(wire.source.block)
            carries = spec is not None and spec.name in ("NextIteration", "RefNextIteration")
            if carries and _depends(wire.source.block, target, sources):
                found.add(wire)
    return found


def gradients_after(
    specs: Mapping[str, BlockSpec], sources: Mapping[str, Sequence[str]], back: Iterable[Wire]
) -> dict[str, list[str]]:
    """The blocks that must be made before a gradient is: loops must be closed by then.

    Args:
        specs: the block types of a page's blocks.
        sources: for each block, those that are wired into it, wires that lead back left out.
        back: the wires that lead back.
    """
    ends = {wire.source.block for wire in back}
    gradients = [block for block, spec in specs.items() if spec.name == "AddSymbolicGradients"] if ends else []
    return {block: [end for end in ends if not _depends(end, block, sources)] for block in gradients}


def _depends(block: str, other: str, sources: Mapping[str, Sequence[str]]) -> bool:
    seen = {block}
    pending = [block]
    while pending:
        for source in sources[pending.pop()]:
            if source == other:
                return True
            if source not in seen and source in sources:
                seen.add(source)
                pending.append(source)
    return False


def open_loop(scope: Scope, values: list[Any], back: Mapping[int, Wire]) -> list[tuple[Node, Wire]]:
    """Stand-ins for what comes round, put into the inputs of a Merge; `close_loop` says what they stand for.

    Args:
        scope: where the Merge goes.
        values: its inputs; None at the places of wires that lead back.
        back: those wires, by their places.

    Raises:
        DiagramError: nothing comes to the Merge from outside of the loop.
    """
    first = next((value for value in values if isinstance(value, Output)), None)
    if first is None:
        text = "the loop has no beginning: nothing is wired to its Merge but what comes round"
        raise DiagramError(text, pin="inputs", hint=HINT)
    maker = find("LoopValue")
    assert maker is not None
    made: list[tuple[Node, Wire]] = []
    for place, wire in back.items():
        node: Node = maker(scope.with_op_name(f"{scope.op_name}.round"), dtype=first.dtype)
        values[place] = node.outputs[0]
        made.append((node, wire))
    return made


def close_loop(graph: Graph, begin: Node, end: Output) -> None:
    """Say what comes round.

    Raises:
        DiagramError: it is of another dtype than what the loop begins with.
    """
    dtype = begin.outputs[0].dtype
    if end.dtype is not dtype:
        text = f"the loop begins with {dtype.short}, but {end.dtype.short} comes round"
        raise DiagramError(text, pin="inputs", hint="a Cast block changes the dtype")
    graph.loops[begin.number] = end.op.number
