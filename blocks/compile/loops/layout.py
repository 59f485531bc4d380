"""Where the values of a loop lie among what its node is given and gives: worked out once, for all runs."""

from __future__ import annotations

from blocks.compile.loops.invariants import Ahead
from blocks.compile.plan import Plan
from blocks.graph.graph import Output
from blocks.library.control_flow.bodies import Loop, Port

_APART = ("carried", "kept", "seen")
"""Outputs of a body that are not stored round by round as they are."""


class Layout:
    """The places of a loop's values.

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
        stored, kept, seen: what a round makes, and by which of the collectors: all rounds, every n-th, recorded.
        results: each output of the loop, its first output of the node, and the collector that has it.
        ready: the plan of a round, and what is computed ahead, by the shapes that the body is given and by memory.
    """

    def __init__(self, loop: Loop) -> None:
        inputs = list(zip(range(len(loop.inputs)), loop.inputs, loop.places(loop.inputs), strict=True))
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
        made = [port for port in loop.outputs if port.value is not None]
        self.wanted = [port.value for port in made if port.value is not None]
        returns = [i for i, port in enumerate(made) if port.kind == "carried"]
        self.pairs = list(zip(self.carried, returns, strict=True))
        self.collected = [port for port in made if port.kind != "carried"]
        to = {i: k for k, i in enumerate(i for i, port in enumerate(made) if port.kind != "carried")}
        self.stored = [(i, to[i]) for i, port in enumerate(made) if port.kind not in _APART]
        self.kept = [(i, to[i]) for i, port in enumerate(made) if port.kind == "kept"]
        self.seen = [(i, to[i]) for i, port in enumerate(made) if port.kind == "seen"]
        left = iter(range(len(self.collected)))
        self.results: list[tuple[Port, int, int | None]] = [
            (port, at, None if port.value is None or port.kind == "carried" else next(left))
            for port, at in zip(loop.outputs, loop.places(loop.outputs), strict=True)
        ]
        self.ready: dict[tuple[object, ...], tuple[Plan, Ahead | None]] = {}


def layout_of(loop: Loop) -> Layout:
    """The layout of a loop, made when it is first asked for."""
    found: Layout | None = loop.plans.get(loop)  # loops may share their plans
    if found is None:
        found = loop.plans[loop] = Layout(loop)
    return found
