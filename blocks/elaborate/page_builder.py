"""The state of a page under elaboration, shared by the steps of `blocks.elaborate.elaborate`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from blocks.base.errors import DiagramError
from blocks.document.data import Page, Wire
from blocks.elaborate.model import Elaboration, FileReader, Wiring, index_of
from blocks.graph.binding import Trained
from blocks.graph.graph import Graph, Node
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.core.values import SessionRequest
from blocks.library.similar import Suggestions

if TYPE_CHECKING:
    from blocks.elaborate.expand import Expansion

Kind = tuple[BlockSpec | None, str, BlockSpec | None, str, int | None]


class BodyFaults(DiagramError):
    def __init__(self, errors: list[DiagramError]) -> None:
        super().__init__(errors[0].message)
        self.errors = errors


class PageBuilder:
    """A page during elaboration.

    Attributes:
        root: the scope of blocks without a wired scope.
        fitting: valid wires, as block types and pins at their ends, with the target pin if it takes only one wire (or
            None).
        open_loops: the loops that are not closed yet, by the blocks that close them.
        faulty: the blocks without values.
        mute: the reasons why muted blocks cannot pass their inputs.
        reported: the pins of blocks with a reported error; None for a block as a whole.
    """

    def __init__(
        self,
        page: Page,
        find: Callable[[str], BlockSpec | None],
        read_file: FileReader | None,
        suggest: Suggestions,
        expansion: Expansion | None = None,
    ) -> None:
        self.page = page
        self.find = find
        self.read_file = read_file
        self.suggest = suggest
        self.expansion = expansion
        self.graph = Graph()
        self.root = Scope(self.graph)
        self.scopes: dict[str, Scope] = {"": self.root}
        self.values: dict[str, dict[str, Any]] = {}
        self.problems: list[DiagramError] = []
        self.requests: list[tuple[str, SessionRequest]] = []
        self.specs: dict[str, BlockSpec] = {}
        self.gradients: set[str] = set()
        self.sessions: set[str] = set()
        self.wiring = Wiring(page)
        self.position = self.wiring.position
        self.fitting: dict[Kind, str | None] = {}
        self.in_file_order = True
        self.back: set[Wire] = set()
        self.endless: set[str] = set()
        self.open_loops: dict[str, list[tuple[Node, Wire]]] = {}
        self.faulty: set[str] = set()
        self.mute: dict[str, DiagramError] = {}
        self.reported: dict[str | None, set[str | None]] = {}
        self.reads_files = False
        self.inner: list[str] = []
        self.running: list[str] = []
        self.trained: dict[str, Trained] = {}

    def note(self, error: DiagramError) -> None:
        """Record an error of a block that still has values."""
        self.problems.append(error.located(page=self.page.name).without_frames())

    def add_inner(self, path: str, spec: BlockSpec, values: dict[str, Any]) -> None:
        """Record an object that a block added to the graph, with a path inside the block."""
        self.specs[path] = spec
        self.values[path] = values
        self.inner.append(path)

    def scope_in(self, instance: str) -> Scope:
        scope = self.scopes.get(instance)
        if scope is None:
            outer, _, own = instance.rpartition("/")
            within = self.scope_in(outer) if outer else self.root
            scope = self.scopes[instance] = within.new_sub_scope(own)
        return scope

    def report(self, block: str, error: DiagramError, pin: str | None = None) -> None:
        """Record an error of a block, which then has no values."""
        self.note(error.located(block=block, page=self.page.name, pin=pin))
        self.reported.setdefault(error.block, set()).add(error.pin)
        self.faulty.add(block)

    def result(self) -> Elaboration:
        self.problems.sort(key=lambda error: index_of(self.position, error))
        return Elaboration(
            self.page,
            self.graph,
            self.values,
            self.problems,
            self.requests,
            self.specs,
            self.gradients,
            self.sessions,
            self.back,
            self.reads_files,
            self.wiring,
            self.in_file_order,
            self.expansion,
            tuple(self.inner),
            tuple(self.running),
            self.trained,
        )
