"""Random graphs with branches and loops, for property tests: as they are meant, and as they come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from blocks.base.dtypes import BOOL, FLOAT, INT32
from blocks.compile.rewrite import output_key
from blocks.graph.graph import Node, Output, Owner
from blocks.graph.scope import Scope
from blocks.testing.agreement import Program, frozen
from tests.compile.random_graphs import Builder


class FlowBuilder(Builder):
    """A graph that grows by random calls, among them branches and loops.

    Attributes:
        truths: single truth values made so far.
        deep: how many loops and branches lie around what is made now.
        prints: whether blocks print, which they must do in their order.
        neat: whether branches come together again and loops lie in each other, as people draw them.
        gate: in a loop or on a side of a branch, the outputs that are alive when that runs.
    """

    def __init__(self, seed: int, neat: bool = False, prints: bool = False) -> None:
        super().__init__(seed)
        self.truths: list[Output] = []
        self.deep = 0
        self.prints = prints
        self.neat = neat
        self.gate: list[Output] = []

    def start(self) -> None:
        """A few sources, and truth values that may be others in each step."""
        super().start()
        for _ in range(2):
            node = self.make("Placeholder", dtype=BOOL, shape=[] if self.chance(80) else None)
            assert node is not None
            self.placeholders.append((node.outputs[0], ()))
            self.truths.append(node.outputs[0])

    def try_to_grow(self) -> None:
        """One more call, if it is legal."""
        kinds: list[tuple[int, Callable[[], object]]] = [
            (50, super().try_to_grow),
            (0 if self.neat else 8, self.fork),
            (0 if self.neat else 8, self.join),
            (4, self.test),
            (3, self.change),
            (12 if self.neat else 3, self.diamond),
            ((16 if self.neat else 5) if self.deep < 3 else 0, self.loop),
            (0 if self.neat else 2, lambda: self.make(self.some(("NoOp", "ControlTrigger")))),
            (3 if self.prints else 0, self.say),
        ]
        left = self.number(0, sum(weight for weight, _ in kinds) - 1)
        for weight, call in kinds:
            left -= weight
            if left < 0:
                call()
                return

    def scope(self) -> Scope:
        """Where the next node goes; who draws neatly waits for nothing that may be dead."""
        return (
            super().scope()
            if not self.neat
            else Scope(self.root.graph, owner=Owner(f"b{len(self.nodes)}", len(self.nodes)))
        )

    def say(self) -> None:
        """Print a value."""
        self.make("Print", self.real(), [self.some(self.pool)], message=f"{len(self.nodes)}: ")

    def test(self) -> None:
        """Another truth value."""
        total = self.make("L2Loss", self.real())
        if total is not None:
            node = self.make("Greater", total.outputs[0], 0.5 * self.number(0, 8))
            self.truths += node.outputs if node is not None else ()

    def fork(self, name: str = "Switch") -> Node | None:
        """A Switch; who draws neatly uses its sides only to bring them together again."""
        before = self.pool[:], self.references[:]
        node = self.make(name, self.some(self.references if name == "RefSwitch" else self.pool), self.some(self.truths))
        if self.neat:
            self.pool, self.references = before
        return node

    def change(self) -> None:
        """A variable that is changed on one side only."""
        if self.references:
            fork = self.fork("RefSwitch")
            before = self.pool[:], self.references[:]
            if fork is not None:
                self.make("AssignAdd", fork.outputs[self.number(0, 1)], self.some(self.pool))
            if self.neat:
                self.pool, self.references = before

    def join(self) -> None:
        """A Merge of whatever there is."""
        x = self.some(self.pool)
        others = [each for each in self.pool if each.dtype is x.dtype]
        self.make("Merge", [x, *(self.some(others) for _ in range(self.number(0, 2)))])

    def diamond(self) -> None:
        """Two sides that come together again, each with something on it."""
        fork = self.fork()
        if fork is not None:
            sides = [self.within([output], self.number(0, 3)) for output in fork.outputs]
            ends = [self.some([each for each in side if each.dtype is fork.outputs[0].dtype]) for side in sides]
            self.make("Merge", ends)

    def within(self, pool: list[Output], count: int) -> list[Output]:
        """What grows out of some values, most often; all may look at it afterwards, unless they are neat."""
        before = self.pool, self.gate, self.truths, self.references
        if self.neat and self.chance(75):  # what a loop changes, only the interpreter can show to others
            self.references = []
        self.pool, self.gate = [*pool, *([self.some(self.pool)] if self.chance(30) else ())], pool
        self.truths = self.truths[:]
        self.deep += 1
        for _ in range(count):
            self.grow()
        self.deep -= 1
        outputs = self.pool
        self.pool, self.gate, truths, self.references = before
        if self.neat:
            self.truths = truths
        else:
            self.pool.extend(each for each in outputs if each not in self.pool)
        return outputs

    def loop(self) -> None:
        """A loop of a few rounds; other values go round with its counter."""
        before = self.pool[:]
        begin = self._beginning()
        if begin is None:
            return
        limit: Any = self.number(0, 3)
        gated = self._gated({output_key(each) for each in self.gate})
        inside = [each for each in self.pool if output_key(each) in gated or not (self.gate and self.neat)]
        starts = [begin, *(self.some(inside) for _ in range(self.number(0, 3)))]
        heads: list[tuple[Node, Node]] = []
        for start in starts:
            comes = self.make("LoopValue", dtype=start.dtype)
            self.pool.pop()  # nobody but the head of the loop takes it, or waits for it
            self.nodes.pop()
            head = comes and self.make("Merge", [start, comes.outputs[0]])
            if comes is None or head is None:
                return
            heads.append((comes, head))
        less = self.make("Less", heads[0][1].outputs[0], limit)
        goes = less and self.make("LoopCond", less.outputs[0])
        forks = [goes and self.make("Switch", head.outputs[0], goes.outputs[0]) for _, head in heads]
        more = forks[0] and self.make("Add", forks[0].outputs[1], 1)
        if more is None or None in forks:
            return
        inside = [fork.outputs[1] for fork in forks if fork is not None]
        candidates = self.within([*inside, *inside, more.outputs[0]], self.number(0, 6))
        gated = self._gated(set(map(output_key, inside)))
        for i, (comes, head) in enumerate(heads):
            fitting = [x for x in candidates if x.dtype is head.outputs[0].dtype and output_key(x) in gated]
            end = self.make("NextIteration", more.outputs[0] if i == 0 else self.some([*fitting, *[inside[i]] * 3]))
            if end is not None:
                self.root.graph.loops[comes.number] = end.number
        if self.neat or self.chance(80):  # else somebody outside looks at what is in a round
            self.pool = [*before, *(fork.outputs[0] for fork in forks if fork is not None)]

    def _gated(self, gated: set[tuple[int, int]]) -> set[tuple[int, int]]:
        """All outputs that are dead where some are; a loop that another one goes round with would never end."""
        for node in self.root.graph.nodes:
            before = [output_key(x) in gated for x in node.inputs if x.op.type.name != "LoopValue"]
            if all(before) if node.type.name == "Merge" else any(before):
                gated.update(map(output_key, node.outputs))
        return gated

    def _beginning(self) -> Output | None:
        """What a counter begins with: 0; within a loop or branch a 0 that comes from there."""
        if self.gate:
            total = self.make("Cast", self.some(self.gate), DstT=FLOAT)
            total = total and self.make("L2Loss", total.outputs[0])
            zero = total and self.make("ZerosLike", total.outputs[0])
            zero = zero and self.make("Cast", zero.outputs[0], DstT=INT32)
        else:
            zero = self.make("Const", val=0, dtype=INT32)
        return zero.outputs[0] if zero is not None else None


def flow(seed: int, count: int, steps: int = 3, neat: bool = False, prints: bool = False) -> Program:
    """A random program with branches and loops, which turn out otherwise from step to step."""
    builder = FlowBuilder(seed, neat, prints)
    builder.start()
    for _ in range(count):
        builder.grow()
    program = builder.finish(steps, builder.chance(70))
    values: list[dict[Any, Any]] = []
    for given in program.feeds:
        turned = {output_key(each): frozen(builder.chance(50), each) for each in builder.truths[:2]}
        values.append({at: turned.get(at, value) for at, value in given.items()})
    return program._replace(feeds=values)


@st.composite
def flows(draw: Callable[[Any], Any], steps: int = 3, prints: bool = False) -> Program:
    """Random programs with branches and loops."""
    return flow(draw(st.integers(0, 2**32)), draw(st.integers(3, 25)), steps, draw(st.booleans()), prints)
