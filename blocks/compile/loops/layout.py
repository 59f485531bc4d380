"""The positions of a loop's values among the inputs and outputs of its node, computed once for all runs."""

from __future__ import annotations

from blocks.compile.loops.invariants import Ahead
from blocks.compile.plan import Plan
from blocks.graph.graph import Output
from blocks.library.control_flow.bodies import Loop, Port

_AT_ONCE = {"constant", "over", "carried", "count"}, {"stacked", "carried", "rounds"}
"""Inputs and outputs of loops whose rounds may run as batches."""


class Layout:
    """The positions of a loop's values.

    A round has a value for each input of the loop, and makes one for each output but ``rounds``.

    Attributes:
        begins: the node's inputs that are carried values of the first round.
        still: which value of a round is which of the node's inputs, until a round changes it.
        over, each: which values are elements of an input, or one of as many inputs as there are rounds.
        carried: the values that are carried from round to round.
        count: the input that says how many rounds there are.
        fed, ports: the values that the body is given, and as what.
        same: which of them are the same in each round.
        wanted: what the body makes.
        pairs: which value takes what a round makes of it.
        collected: the outputs that are collected.
        asked: what the condition makes, not the body, and for which of the collectors.
        apart: what a round makes that is an output by itself.
        stored, kept, seen: what a round makes, and for which of the collectors: all rounds, every n-th, recorded.
        results: each output of the loop, its first output of the node, and the collector that has it.
        at_once: whether rounds may run as batches.
        ready: the plan of a round, what is computed ahead, and which of ``apart`` are copied, by memory and the shapes
            that the body is given.
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
        self.same = tuple([loop.inputs[i].kind == "constant" for i in self.fed])
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
        self.ready: dict[tuple[object, ...], tuple[Plan, Ahead | None, list[int]]] = {}


def layout_of(loop: Loop) -> Layout:
    """The layout of a loop, made when it is first asked for."""
    layout: Layout | None = loop.plans.get(loop)  # loops may share their plans
    if layout is None:
        layout = loop.plans[loop] = Layout(loop)
    return layout
