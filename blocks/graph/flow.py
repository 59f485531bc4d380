"""Gradient flow through a graph, and the places and reasons where it stops, without building the gradient."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Literal, NamedTuple

from blocks.graph.graph import Graph, Node, Output

CutKind = Literal["stop_gradient", "prevent_gradient", "not_differentiable", "dtype", "no_rule", "disconnected"]
"""Why a gradient ends: where somebody wants it to, by nature, for want of a rule, or for want of a path."""


class Cut(NamedTuple):
    """A point where a gradient stops although data continues.

    Attributes:
        node: the node that it does not pass.
        pin: its input pin; empty if what is differentiated has no gradient itself.
        reason, kind: why.
        path: for one inside of what a node runs, what stands before the name of its block.
        within: that node.
    """

    node: Node
    pin: str
    reason: str
    kind: CutKind
    path: str = ""
    within: Node | None = None

    @property
    def block(self) -> str:
        """The block, by its path."""
        return self.path + self.node.block_name


class Flow(NamedTuple):
    """The flow of a gradient: the reached outputs, last first, and the cuts."""

    reached: list[Output]
    cuts: list[Cut]


class Repeat(NamedTuple):
    """A part of a graph that other parts repeat with the same types, attributes and wiring.

    Attributes:
        first, last: the number of its first node, and that behind its last one.
        pattern: what those have in common that are alike.
        inputs: what comes to it from outside, in the same order in each of them.
    """

    first: int
    last: int
    pattern: Hashable
    inputs: Sequence[Output]


class Changes(NamedTuple):
    """Changes to a gradient's flow: ignored stops, and tensors at which it stops.

    Attributes:
        lifted: blocks that hand a tensor on without its gradient; it goes on from them.
        cut: tensors that get no gradient.
        uses: numbers of nodes with indices of their inputs, by which no gradient goes on.
        inside: the same of graphs that nodes run, by what paths into these begin with: ``loop/``, ``choice/then/``.
    """

    lifted: frozenset[str] = frozenset()
    cut: frozenset[Output] = frozenset()
    uses: frozenset[tuple[int, int]] = frozenset()
    inside: tuple[tuple[str, Changes], ...] = ()

    def within(self, begin: str) -> Changes:
        """The changes of a graph that a node runs."""
        return next((each for name, each in self.inside if name == begin), AS_IT_IS)


AS_IT_IS = Changes()


def gradient_flow(
    graph: Graph, ys: Iterable[Output], changes: Changes = AS_IT_IS, repeats: Sequence[Repeat] = ()
) -> Flow:
    """Follow the gradient of ``ys`` back through the graph, and round its loops, by the declarations alone.

    Args:
        graph: the graph.
        ys: what is differentiated.
        changes: stops that are lifted, and tensors at which it ends.
        repeats: parts of the graph that are alike: the way through one is that through another.
    """
    return _Following(graph, changes, () if graph.loops or changes is not AS_IT_IS else repeats).flow(ys)


class _Through(NamedTuple):
    """The path of a gradient through a part of a graph; nodes are counted from its first.

    Attributes:
        outputs: what it reaches, by node and index there.
        inputs: the indices of the inputs by which it leaves.
        cuts: where it ends.
    """

    outputs: Sequence[tuple[int, int]]
    inputs: Sequence[int]
    cuts: Sequence[tuple[int, str, str, CutKind]]


class _Following:
    """The traversal of a gradient through a graph, last node first."""

    def __init__(self, graph: Graph, changes: Changes, repeats: Sequence[Repeat]) -> None:
        self._graph = graph
        self._changes = changes
        self._repeats = [*repeats]
        self._known: dict[Hashable, _Through] = {}
        self._reached: dict[Output, None] = {}
        self._cuts: list[Cut] = []
        self._seen: set[int] = set()
        self._pending: list[int] = []

    def flow(self, ys: Iterable[Output]) -> Flow:
        """Where that of some tensors goes."""
        repeats, pending, nodes = self._repeats, self._pending, self._graph.nodes
        for y in ys:
            if y.dtype.is_differentiable:
                self._reach(y)
            else:
                self._cuts.append(Cut(y.op, "", f"{y.dtype.short} values have no gradient", "dtype"))
        while pending:
            while repeats and repeats[-1].first > -pending[0]:
                repeats.pop()
            if repeats and repeats[-1].last > -pending[0]:
                self._pass(repeats.pop())
            else:
                self._visit(nodes[-heapq.heappop(pending)])
        return Flow(list(self._reached), self._cuts)

    def _reach(self, output: Output) -> None:
        if output in self._changes.cut:
            return
        self._reached[output] = None
        number = output.op.number
        if number not in self._seen:
            self._seen.add(number)
            heapq.heappush(self._pending, -number)

    def _visit(self, node: Node) -> Sequence[Output]:
        """Go on from a node; the values to which it goes."""
        changes, loops = self._changes, self._graph.loops
        if node.number in loops:
            self._reach(self._graph.nodes[loops[node.number]].outputs[0])
        inside = node.type.flows
        lifted = node.inputs if changes.lifted and is_lifted(node, changes) else None
        if lifted is not None:
            values, ends = lifted, ()
        else:
            values, ends = onward(node) if inside is None else inside(node, self._reached, changes)
        self._cuts += ends
        if changes.uses:
            goes = set(values)
            values = [x for i, x in enumerate(node.inputs) if x in goes and (node.number, i) not in changes.uses]
        for value in values:
            if value not in self._reached:
                self._reach(value)
        return values

    def _pass(self, repeat: Repeat) -> None:
        """Go on through a part: by now all is known that comes to it, since what takes its tensors is made later."""
        first, nodes, pending, reached = repeat.first, self._graph.nodes, self._pending, self._reached
        entered: list[int] = []
        while pending and -pending[0] >= first:
            entered.append(-heapq.heappop(pending))
        asked = [(number - first, i) for number in entered for i, y in enumerate(nodes[number].outputs) if y in reached]
        key = repeat.pattern, tuple(asked)
        through = self._known.get(key)
        if through is not None:
            reached.update(dict.fromkeys([nodes[first + at].outputs[i] for at, i in through.outputs]))
            self._cuts += [Cut(nodes[first + at], pin, reason, kind) for at, pin, reason, kind in through.cuts]
            for value in [repeat.inputs[i] for i in through.inputs]:
                if value not in reached:
                    self._reach(value)
            return
        for number in entered:
            heapq.heappush(pending, -number)
        passed: dict[Output, None] = {}
        cuts = len(self._cuts)
        is_plain = True
        while pending and -pending[0] >= first:
            node = nodes[-heapq.heappop(pending)]
            is_plain = is_plain and node.type.flows is None
            passed.update(dict.fromkeys(self._visit(node)))
        if is_plain:
            self._known[key] = _Through(
                [(each.op.number - first, each.index) for each in passed if each.op.number >= first],
                [i for i, each in enumerate(repeat.inputs) if each in passed],
                [(cut.node.number - first, *cut[1:4]) for cut in self._cuts[cuts:]],
            )


def is_stop(node: Node) -> bool:
    """Whether a node hands a tensor on without its gradient because somebody wants it to."""
    whole = whole_cut(node) if node.type.forwards else None
    return whole is not None and whole.kind in ("stop_gradient", "prevent_gradient")


def is_lifted(node: Node, changes: Changes) -> bool:
    """Whether a gradient goes on from a node that would stop it."""
    return node.block_name in changes.lifted and is_stop(node) and node.inputs[0].dtype.is_differentiable


def onward(node: Node) -> tuple[Sequence[Output], Sequence[Cut]]:
    """The values that a gradient goes on to from a node that it reaches, and where it is cut there."""
    if not node.inputs or node.type.variable:
        return (), ()
    whole = whole_cut(node)
    if whole is not None:
        return (), (whole,)
    values = passing(node)
    if len(values) == len(node.inputs):
        return values, ()
    cuts: list[Cut] = []
    for pin, arg in zip(node.type.inputs, node.args, strict=True):
        for value in arg if isinstance(arg, tuple) else (arg,):
            cut = pin_cut(node, pin.name, value) if value is not None else None
            if cut is not None:
                cuts.append(cut)
    return values, cuts


def whole_cut(node: Node) -> Cut | None:
    """Where and why no gradient passes a node at all; None if one does."""
    spec = node.type
    kind: CutKind
    if spec.not_differentiable:
        reason, kind = spec.not_differentiable, "stop_gradient" if spec.forwards else "not_differentiable"
    elif spec.rule is None:
        reason, kind = f"{spec.name} has no gradient rule", "no_rule"
    elif spec.prevents_gradient:
        message = node.attrs.get("message")
        reason, kind = f"{spec.name}: {message}" if message else spec.name, "prevent_gradient"
    else:
        return None
    return Cut(node, spec.inputs[0].name, reason, kind)


def pin_cut(node: Node, pin: str, value: Output) -> Cut | None:
    """Where and why no gradient passes from a node to a value at one of its pins; None if one does.

    Asked only of nodes that a gradient passes (`whole_cut`).
    """
    if not value.dtype.is_differentiable:
        return Cut(node, pin, f"{value.dtype.short} values have no gradient", "dtype")
    if node.type.rule is not None and pin not in node.type.rule.inputs:
        return Cut(node, pin, f"{node.type.name} is not differentiable with respect to {pin}", "not_differentiable")
    return None


def passing(node: Node) -> list[Output]:
    """The values that a gradient goes on to from a node that it passes."""
    spec = node.type
    by = spec.rule.inputs if spec.rule is not None else ()
    if len(by) == len(spec.inputs):
        values = node.inputs
    else:
        args = [arg for pin, arg in zip(spec.inputs, node.args, strict=True) if pin.name in by]
        values = [each for arg in args for each in (arg if isinstance(arg, tuple) else (arg,)) if each is not None]
    return [value for value in values if value.dtype.is_differentiable]


def cuts_between(graph: Graph, ys: list[Output], x: Output) -> list[Cut]:
    """The cuts that lie on a path from ``x`` to one of ``ys``; empty if there is no path."""
    flow = gradient_flow(graph, ys)
    depends = depends_on(graph, x.op)
    cuts: list[Cut] = []
    for cut in flow.cuts:
        if cut.within is not None:
            cuts += [cut] if depends[cut.within.number] else []
            continue
        arg = cut.node.argument(cut.pin) if cut.pin else cut.node.outputs
        if cut.pin and whole_cut(cut.node) is not None:
            arg = cut.node.inputs  # it stops all of them, though it is shown at one
        values = arg if isinstance(arg, tuple) else (arg,)
        if any(v is not None and depends[v.op.number] for v in values):
            cuts.append(cut)
    return cuts


def depends_on(graph: Graph, node: Node) -> bytearray:
    """For each node of the graph, whether it is ``node`` or takes (indirectly) a value from it."""
    marked = bytearray(len(graph.nodes))
    marked[node.number] = 1
    for other in graph.nodes[node.number + 1 :]:
        for i in other.inputs:
            if marked[i.op.number]:
                marked[other.number] = 1
                break
    return marked


def without_path(of: str, *, depends: bool) -> str:
    """Why there is no gradient by a tensor from which no path leads to a cut.

    Args:
        of: what is differentiated, in words.
        depends: whether it follows from the tensor all the same.
    """
    if depends:
        return f"{of} depends on it only through the branch taken or the number of iterations"
    return f"{of} does not depend on it"


def describe(x: Output, ys: list[Output], cuts: list[Cut]) -> str:
    """Why ``x`` gets no gradient, as a sentence."""
    of = ", ".join(sorted({y.op.block_name for y in ys}))
    start = f"no gradient of {of} reaches {x.op.block_name}"
    if not x.dtype.is_differentiable:
        return f"{start}: {x.dtype.short} values have no gradient"
    if not cuts:
        depends = depends_on(x.graph, x.op)
        return f"{start}: {without_path(of, depends=any(depends[y.op.number] for y in ys))}"
    indices = "; ".join(dict.fromkeys(f"{c.block} ({c.reason})" for c in cuts))
    return f"{start}: it stops at {indices}"


def marked(graph: Graph, repeats: Sequence[Repeat], mark: Callable[[Node, bytearray], int]) -> bytearray:
    """A number for each node of a graph, which follows from it and from those of what it takes.

    Args:
        graph: the graph.
        repeats: parts of it that are alike, in its order.
        mark: gives that of a node, by those of all before it.
    """
    marks = bytearray(len(graph.nodes))
    known: dict[Hashable, bytearray] = {}

    def go(first: int, last: int) -> None:
        for number in range(first, last):
            marks[number] = mark(graph.nodes[number], marks)

    done = 0
    for first, last, pattern, inputs in repeats:
        go(done, first)
        key = pattern, bytes([marks[each.op.number] for each in inputs])
        if key in known:
            marks[first:last] = known[key]
        else:
            go(first, last)
            known[key] = marks[first:last]
        done = last
    go(done, len(graph.nodes))
    return marks


def could_have_gradient(graph: Graph, repeats: Sequence[Repeat] = ()) -> bytearray:
    """For each node, whether it depends on a floating-point variable, placeholder or constant, or is one.

    Args:
        graph: the graph.
        repeats: parts of it that are alike.
    """

    def mark(node: Node, marks: bytearray) -> int:
        if node.inputs and not node.type.variable:
            return any(marks[value.op.number] for value in node.inputs)
        return any(output.dtype.is_differentiable for output in node.outputs)

    return marked(graph, repeats, mark)


def is_cut_inside(cut: Cut) -> bool:
    """Whether a cut inside of what a block runs matters: what comes in there, at the pin that is cut or, where all of
    the node is, at any, depends on something that could have a gradient.
    """
    node = cut.node
    matters = could_have_gradient(node.graph)
    arg = node.inputs if not cut.pin or whole_cut(node) is not None else node.argument(cut.pin)
    values = arg if isinstance(arg, tuple) else (arg,)
    return node.owner is not None and any(matters[value.op.number] for value in values if value is not None)
