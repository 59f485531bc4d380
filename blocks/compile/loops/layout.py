"""The positions of a loop's values among the inputs and outputs of its node, computed once for all runs."""

from __future__ import annotations

from blocks.graph.graph import Output
from blocks.library.control_flow.bodies import Loop, Port

_AT_ONCE = {"constant", "over", "carried", "count"}, {"stacked", "carried", "rounds"}
"""Inputs and outputs of loops whose rounds may run as batches."""


class LoopLayout:
    """The positions of a loop's values.

    An iteration has a value for each input of the loop, and makes one for each output except ``rounds``.

    Attributes:
        still: pairs of an iteration's value and the node's input that sets it, until an iteration changes it.
        over, each: the values that are elements of one input, or of one input per iteration.
        pairs: carried values, each with the index of its next value in ``wanted``.
        asked: results of the condition instead of the body, with the indices of their collectors.
        apart: results of an iteration that are outputs by themselves.
        stored, kept, seen: pairs of a result and its collector: all iterations, every n-th, recorded.
        at_once: whether iterations may run as batches.
        ready: the plan of an iteration, its invariant part, and the copied results of ``apart``, by memory and shapes.
    """

    def __init__(self, loop: Loop) -> None:
        inputs = list(zip(range(len(loop.inputs)), loop.inputs, loop.indices(loop.inputs), strict=True))
        self.begins = [at for _, port, at in inputs if port.kind == "carried"]
        self.still = [(i, at) for i, port, at in inputs if port.kind not in ("each", "over")]
        self.over = [(i, at) for i, port, at in inputs if port.kind == "over"]
        self.each = [(i, at) for i, port, at in inputs if port.kind == "each"]
        self.carried = [i for i, port, _ in inputs if port.kind == "carried"]
        self.count = next((at for _, port, at in inputs if port.kind == "count"), None)
        self.fed: list[int] = []
        self.ports: list[Output] = []
        for i, port, _ in inputs:
            if port.value is not None:
                self.fed.append(i)
                self.ports.append(port.value)
        self.collected: list[Port] = []
        self.asked: list[tuple[int, Output]] = []
        self.wanted: list[Output] = []
        self.apart: list[int] = []
        self.stored: list[tuple[int, int]] = []
        self.kept: list[tuple[int, int]] = []
        self.seen: list[tuple[int, int]] = []
        self.results: list[tuple[Port, int, int | None]] = []
        returns: list[int] = []
        for port, at in zip(loop.outputs, loop.indices(loop.outputs), strict=True):
            i, k = len(self.wanted), None if port.value is None or port.kind == "carried" else len(self.collected)
            self.results.append((port, at, k))
            if port.value is None:
                continue
            if k is None:
                returns.append(i)
            else:
                self.collected.append(port)
                if port.asked:
                    self.asked.append((k, port.value))
                    continue
                (self.kept if port.kind == "kept" else self.seen if port.kind == "seen" else self.stored).append((i, k))
                self.apart += [i] if port.kind == "each" else []
            self.wanted.append(port.value)
        self.pairs = list(zip(self.carried, returns, strict=True))
        kinds = {port.kind for port in loop.inputs}, {port.kind for port in loop.outputs}
        self.at_once = all(map(set[str].issubset, kinds, _AT_ONCE)) and bool(self.over) and not loop.body.targets
        self.at_once = self.at_once and not (loop.varying or loop.own or loop.test is not None)


def layout_of(loop: Loop) -> LoopLayout:
    layout: LoopLayout | None = loop.plans.get(loop)  # loops may share their plans
    if layout is None:
        layout = loop.plans[loop] = LoopLayout(loop)
    return layout
