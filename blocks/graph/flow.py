"""Gradient flow through a graph, and the places and reasons where it stops, without building the gradient."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from blocks.graph.graph import Graph, Node, Output

CutKind = Literal["stop_gradient", "prevent_gradient", "not_differentiable", "dtype", "no_rule", "disconnected"]
"""Why a gradient ends: where somebody wants it to, by nature, for want of a rule, or for want of a path."""


class Cut(NamedTuple):
    """A point where a gradient stops although data continues.

    Attributes:
        pin: the input pin of the node; empty if the differentiated tensor has no gradient itself.
        path: for a cut in a body, the path prefix of its block's name.
        within: the node that runs that body.
        inputs: the inputs of that node that lead to it.
        value: the tensor of a custom gradient's cut, whose pin is that of its block, or empty for a variable.
    """

    node: Node
    pin: str
    reason: str
    kind: CutKind
    path: str = ""
    within: Node | None = None
    inputs: Sequence[Output] = ()
    value: Output | None = None

    @property
    def block(self) -> str:
        return (self.path + self.node.block_name).rstrip("/")

    @property
    def stopped(self) -> Sequence[Output]:
        """The tensors whose data continues without the gradient."""
        node = self.node
        if self.value is not None:
            return (self.value,)
        if not self.pin:
            return node.outputs
        if whole_cut(node) is not None:
            return node.inputs  # it stops all of them, though it is shown at one
        arg = node.argument(self.pin)
        return arg if isinstance(arg, tuple) else () if arg is None else (arg,)

    @property
    def sources(self) -> Sequence[Output]:
        """The tensors of the page, or of the body outside, whose data continues without the gradient."""
        return self.stopped if self.within is None else self.inputs


class Flow(NamedTuple):
    """The flow of a gradient: the reached outputs, last first, and the cuts.

    Attributes:
        passed: the tensors to which each node passes the gradient.
    """

    reached: list[Output]
    cuts: list[Cut]
    passed: dict[Node, Sequence[Output]]


class Changes(NamedTuple):
    """Changes to a gradient's flow: ignored stops, and tensors at which it stops.

    Attributes:
        uses: node numbers with input indices through which the gradient does not continue.
        inside: the changes in bodies, by path prefix: ``loop/``, ``choice/then/``.
    """

    lifted: frozenset[str] = frozenset()
    cut: frozenset[Output] = frozenset()
    uses: frozenset[tuple[int, int]] = frozenset()
    inside: tuple[tuple[str, Changes], ...] = ()

    def within(self, begin: str) -> Changes:
        return next((each for name, each in self.inside if name == begin), AS_IT_IS)


AS_IT_IS = Changes()


def gradient_flow(graph: Graph, ys: Iterable[Output], changes: Changes = AS_IT_IS) -> Flow:
    """Follow the gradient of ``ys`` back through the graph and its loops, by declarations alone."""
    return _Following(graph, changes).flow(ys)


class _Following:
    def __init__(self, graph: Graph, changes: Changes) -> None:
        self._graph = graph
        self._changes = changes
        self._reached: dict[Output, None] = {}
        self._cuts: list[Cut] = []
        self._passed: dict[Node, Sequence[Output]] = {}
        self._seen: set[int] = set()
        self._pending: list[int] = []

    def flow(self, ys: Iterable[Output]) -> Flow:
        pending, nodes = self._pending, self._graph.nodes
        for y in ys:
            if y.dtype.is_differentiable:
                self._reach(y)
            else:
                self._cuts.append(Cut(y.op, "", f"{y.dtype.short} values have no gradient", "dtype"))
        while pending:
            self._visit(nodes[-heapq.heappop(pending)])
        return Flow(list(self._reached), self._cuts, self._passed)

    def _reach(self, output: Output) -> bool:
        if output in self._changes.cut:
            return False
        if output not in self._reached:
            self._reached[output] = None
            number = output.op.number
            if number not in self._seen:
                self._seen.add(number)
                heapq.heappush(self._pending, -number)
        return True

    def _visit(self, node: Node) -> None:
        changes, loops = self._changes, self._graph.loops
        values: Sequence[Output]
        inside = node.type.flows
        if changes.lifted and is_lifted(node, changes):
            pairs = zip(forwarded(node), node.outputs, strict=True)
            values, ends = [value for value, output in pairs if output in self._reached], ()
        else:
            values, ends = onward(node) if inside is None else inside(node, self._reached, changes)
        if node.number in loops:
            values = (self._graph.nodes[loops[node.number]].outputs[0], *values)
        self._cuts += ends
        if changes.uses:
            goes = set(values)
            values = [x for i, x in enumerate(node.inputs) if x in goes and (node.number, i) not in changes.uses]
        self._passed[node] = [value for value in values if self._reach(value)]


def is_stop(node: Node) -> bool:
    """Return whether a node passes tensors without their gradient, or with another one, on the user's request."""
    whole = whole_cut(node) if node.type.forwards else None
    return node.type.custom_gradient or (whole is not None and whole.kind in ("stop_gradient", "prevent_gradient"))


def is_lifted(node: Node, changes: Changes) -> bool:
    return node.block_name in changes.lifted and is_stop(node) and node.outputs[0].dtype.is_differentiable


def forwarded(node: Node) -> Sequence[Output]:
    """Return the inputs that the outputs of a node equal; only for types that forward some."""
    value = node.argument(node.type.forwards or "")
    return value if isinstance(value, tuple) else (node.input(node.type.forwards or ""),)


def onward(node: Node) -> tuple[Sequence[Output], Sequence[Cut]]:
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
    """Return the cut at one of a node's pins, or None; only for nodes that a gradient passes (`whole_cut`)."""
    if not value.dtype.is_differentiable:
        return Cut(node, pin, f"{value.dtype.short} values have no gradient", "dtype")
    if node.type.rule is not None and pin not in node.type.rule.inputs:
        return Cut(node, pin, f"{node.type.name} is not differentiable with respect to {pin}", "not_differentiable")
    return None


def passing(node: Node) -> list[Output]:
    spec = node.type
    if spec.custom_gradient:
        passes = node.attrs["program"].passes
        return [x for i, x in enumerate(node.inputs) if passes(i) and x.dtype.is_differentiable]
    by = spec.rule.inputs if spec.rule is not None else ()
    if len(by) == len(spec.inputs):
        values = node.inputs
    else:
        args = [arg for pin, arg in zip(spec.inputs, node.args, strict=True) if pin.name in by]
        values = [each for arg in args for each in (arg if isinstance(arg, tuple) else (arg,)) if each is not None]
    return [value for value in values if value.dtype.is_differentiable]


def cuts_between(graph: Graph, ys: list[Output], x: Output) -> list[Cut]:
    flow = gradient_flow(graph, ys)
    depends = depends_on(graph, x.op)
    return [cut for cut in flow.cuts if any(depends[value.op.number] for value in cut.sources)] or [
        Cut(node, "", f"custom gradient {node.attrs['program'].title}", "stop_gradient")
        for node in flow.passed
        if node.type.custom_gradient and any(depends[value.op.number] for value in forwarded(node))
    ]


def depends_on(graph: Graph, node: Node) -> bytearray:
    marked = bytearray(len(graph.nodes))
    marked[node.number] = 1
    for other in graph.nodes[node.number + 1 :]:
        for i in other.inputs:
            if marked[i.op.number]:
                marked[other.number] = 1
                break
    return marked


def without_path(of: str, *, depends: bool) -> str:
    """Return the reason why a tensor without a path to a cut has no gradient."""
    if depends:
        return f"{of} depends on it only through the branch taken or the number of iterations"
    return f"{of} does not depend on it"


def describe(x: Output, ys: list[Output], cuts: list[Cut]) -> str:
    of = ", ".join(sorted({y.op.block_name for y in ys}))
    start = f"no gradient of {of} reaches {x.op.block_name}"
    if not x.dtype.is_differentiable:
        return f"{start}: {x.dtype.short} values have no gradient"
    if not cuts:
        depends = depends_on(x.graph, x.op)
        return f"{start}: {without_path(of, depends=any(depends[y.op.number] for y in ys))}"
    indices = "; ".join(dict.fromkeys(f"{c.block} ({c.reason})" for c in cuts))
    return f"{start}: it stops at {indices}"


def marked(graph: Graph, mark: Callable[[Node, bytearray], int]) -> bytearray:
    """Return a number for each node of a graph that depends on the node and on the numbers of its inputs."""
    marks = bytearray(len(graph.nodes))
    for node in graph.nodes:
        marks[node.number] = mark(node, marks)
    return marks


def could_have_gradient(graph: Graph) -> bytearray:
    def mark(node: Node, marks: bytearray) -> int:
        if node.inputs and not node.type.variable:
            return any(marks[value.op.number] for value in node.inputs)
        return any(output.dtype.is_differentiable for output in node.outputs)

    return marked(graph, mark)


def outside_custom_gradients(graph: Graph) -> bytearray:
    """Mark the nodes whose own gradient rules may matter: not only custom gradients use their results."""
    outside, used = bytearray(len(graph.nodes)), bytearray(len(graph.nodes))
    for node in reversed(graph.nodes):
        outside[node.number] |= not used[node.number]
        for value in passing(node) if node.type.custom_gradient else node.inputs:
            outside[value.op.number] |= outside[node.number]
        for value in node.inputs:
            used[value.op.number] = True
    return outside


def is_cut_inside(cut: Cut) -> bool:
    """Return whether data at a cut in a body could have a gradient."""
    matters = could_have_gradient(cut.node.graph)
    return cut.node.owner is not None and any(matters[value.op.number] for value in cut.stopped)
