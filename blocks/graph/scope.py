"""Scopes: the source of names and control dependencies for new nodes, as in TensorFlow's C++ API."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from blocks.base.errors import DiagramError
from blocks.graph.graph import Graph, Home, Node, Operand, Output, Owner

MOST_CONTROLS = 32
"""Operations that each node of a scope waits for by itself."""
traced_scope: ContextVar[Scope | None] = ContextVar("traced_scope", default=None)
"""While a function is traced, where the nodes go that have no inputs and for which no scope is named."""
LONGEST = 1000
"""Characters of a scope's name with those of the scopes around it."""


class Scope:
    """A scope that adds nodes to a graph, with a name prefix, a device and control dependencies.

    Scopes are immutable: each ``with_...`` method returns a new scope of the same graph. The names follow TensorFlow's
    C++ API in Python's spelling: ``NewSubScope`` is `new_sub_scope`.

    Attributes:
        graph: the graph that nodes are added to.
        name: the prefix of names: ``""`` for the root, ``"a/b"`` for nested scopes.
        op_name: the name for the next node, or None.
        controls: the nodes that new nodes wait for.
        owner: the block that new nodes belong to, or None outside of pages.
        device: the device name, which has no effect.

    Example:
        root = blocks.Scope.new_root_scope()
        layer = root.new_sub_scope("layer")
        w = blocks.ops.Variable(layer.with_op_name("w"), [[1.0, 2.0]])  # is called "layer/w"
    """

    __slots__ = ("_home", "controls", "device", "graph", "name", "op_name", "owner")

    def __init__(
        self,
        graph: Graph,
        name: str = "",
        op_name: str | None = None,
        controls: tuple[Node, ...] = (),
        owner: Owner | None = None,
        device: str = "",
    ) -> None:
        self.graph = graph
        self.name = name
        self.op_name = op_name
        self.controls = controls
        self.owner = owner
        self.device = device
        self._home: Home | None = None

    @classmethod
    def new_root_scope(cls) -> Scope:
        """Return the root scope of a new graph."""
        return cls(Graph())

    def new_sub_scope(self, child: str) -> Scope:
        """Return a scope inside this one. If the name is taken, it gets a number, as in TensorFlow.

        Raises:
            DiagramError: the name is not valid, or too long together with the names of the enclosing scopes.
        """
        if len(self.name) + len(child) >= LONGEST:  # all that is made in it has a name that begins with it
            text = f"the combined names of the nested scopes exceed {LONGEST:,} characters"
            raise DiagramError(text, hint="use shorter names or fewer nested scopes")
        name = f"{self.name}/{check_name(child)}" if self.name else check_name(child)
        return Scope(self.graph, self.graph.unique_name(name), None, self.controls, self.owner, self.device)

    def with_op_name(self, name: str) -> Scope:
        """Return a scope whose next node gets this name, with a number if the name is taken."""
        return Scope(self.graph, self.name, check_name(name), self.controls, self.owner, self.device)

    def with_control_dependencies(self, dependencies: Sequence[Operand] | Operand) -> Scope:
        """Return a scope whose nodes run only after these operations, in addition to the scope's other dependencies.

        If there are many dependencies, new nodes wait for one node that waits for all of them. Otherwise, the number of
        edges would be the product of nodes and dependencies.
        """
        wanted = [dependencies] if isinstance(dependencies, Operand) else dependencies
        nodes = [d if isinstance(d, Node) else d.as_output().op for d in wanted]
        for node in nodes:
            if node.graph is not self.graph:
                raise DiagramError(f"control dependency {node.name!r} belongs to another graph")
        merged = tuple(dict.fromkeys((*self.controls, *nodes)))
        if len(merged) > MOST_CONTROLS:
            maker: Any = merged[0].type.basic("barrier")
            merged = (maker(Scope(self.graph, self.name, "all before", merged, self.owner, self.device)),)
        return Scope(self.graph, self.name, self.op_name, merged, self.owner, self.device)

    def with_no_control_dependencies(self) -> Scope:
        """Return a scope whose nodes have no control dependencies."""
        return Scope(self.graph, self.name, self.op_name, (), self.owner, self.device)

    def with_device(self, device: str) -> Scope:
        """Return a scope with a device name. The name is stored, but has no effect."""
        return Scope(self.graph, self.name, self.op_name, self.controls, self.owner, device)

    def get_unique_name_for_op(self, default: str, end: str = "") -> str:
        """Reserve and return a unique name for the next node. ``end`` is a suffix for helper nodes."""
        name = (self.op_name or default) + end
        return self.graph.unique_name(f"{self.name}/{name}" if self.name else name)

    def to_diagram(self) -> Any:
        """Return a `blocks.Diagram` with one page, whose blocks are all nodes of the graph, with their gradients.

        A block has the name of its node, in which ``_`` replaces ``/``.

        Raises:
            DiagramError: a node cannot be written as a block, such as the gradient of a loop. The error names it.

        Example:
            root = blocks.Scope.new_root_scope()
            x = blocks.ops.Variable(root, [3.0, 4.0], name="x")
            loss = blocks.ops.L2Loss(root, x, name="loss")
            page = root.to_diagram().page("main")
            page.minimize("loss", learning_rate=0.1)
        """
        import importlib  # a graph does not know of diagrams

        return importlib.import_module("blocks.interchange.tracing.diagram").of_graph(self.graph)

    def __repr__(self) -> str:
        return f"<Scope {self.name or '(root)'}>"


@contextmanager
def body_scope(graph: Graph) -> Generator[Scope]:
    """Yield the scope of a body's graph, which is traced if the outer graph is."""
    scope, outer = Scope(graph), traced_scope.get()
    if outer is None:
        yield scope
        return
    graph.array_calls = outer.graph.array_calls
    token = traced_scope.set(scope)
    try:
        yield scope
    finally:
        traced_scope.reset(token)


def scope_of(operand: Operand) -> Scope:
    """Return the scope of an operand; while a gradient is being built, that of the gradient."""
    node = operand.op if type(operand) is Output else operand if isinstance(operand, Node) else operand.as_output().op
    graph = node.graph
    home = graph.active or node.home
    last: Scope | None = graph.last_scope
    if last is None or home_of(last) is not home:  # mostly it is the one that was asked for before
        last = graph.last_scope = Scope(graph, home.name, None, home.controls, home.owner)
        last._home = home  # pyright: ignore[reportPrivateUsage]
    return last


def home_of(scope: Scope) -> Home:
    """Return the name prefix, owner block and control dependencies of a scope's new nodes."""
    home = scope._home  # pyright: ignore[reportPrivateUsage]  # not for users
    if home is None:
        home = scope._home = Home(scope.name, scope.owner, scope.controls)  # pyright: ignore[reportPrivateUsage]
    return home


def check_name(name: str) -> str:
    if not name or "/" in name or (not name.isprintable() and any(ord(c) < 32 for c in name)):
        raise DiagramError(f"{name!r} is not a valid name: it must not be empty or contain '/' or control characters")
    return name
