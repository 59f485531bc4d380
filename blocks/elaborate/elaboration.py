"""A page as a graph: what its blocks give, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.types import Array, is_list
from blocks.document.data import Block, Page, Wire
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.core.values import SessionRequest
from blocks.library.similar import Suggestions

if TYPE_CHECKING:
    from blocks.elaborate.expansion import Expansion

FileReader = Callable[[str], Array]
Kind = tuple[BlockSpec | None, str, BlockSpec | None, str, int | None]

Given = tuple[str, str, int | None, Output]

SESSION = "ClientSession"
SILENT = "Composite/silent"
"""The type of a block that cannot be made for a reason that is told elsewhere."""

LOOKED_UP, WIRED, ORDERED, MADE, FED = range(5)
"""When a fault was found: faults of one block are listed in this order."""

Wires = tuple[Wire, ...]

_NOTHING: dict[str, Any] = {}

Carried = tuple[Wire, tuple[Output, ...]]
"""A wire and the tensors that go through it."""


class OutputName(NamedTuple):
    """A tensor of a page: block, output pin, and place in its list (None if it is no list)."""

    block: str
    pin: str
    place: int | None = None

    def __str__(self) -> str:
        return f"{self.block}.{self.pin}" + ("" if self.place is None else f"[{self.place}]")


class Ties(NamedTuple):
    """What a gradient finds at a block.

    Attributes:
        names: the tensors that the block gives, with their names there.
        plain: the wires at pins that a gradient passes, from blocks that do not only hand on, with the one tensor that
            goes through each.
        others: the rest of the wires at such pins.
    """

    names: dict[Output, list[OutputName]]
    plain: list[tuple[Wire, Output]]
    others: list[Carried]


class PageGraph(Graph):
    """A graph whose names are watched.

    Attributes:
        own: the names that the block that is being made has taken; None where that does not matter.
        entangled: a name depends on which of two blocks was made first.
    """

    def __init__(self) -> None:
        super().__init__()
        self.own: set[str] | None = None
        self.entangled = False

    def unique_name(self, wanted: str) -> str:
        """As in every graph."""
        own = self.own
        if own is None:
            return Graph.unique_name(self, wanted)
        if wanted not in self.names:  # mostly
            self.names[wanted] = 0
            own.add(wanted)
            return wanted
        name = Graph.unique_name(self, wanted)
        if wanted not in own:
            self.entangled = True
        own.add(name)
        return name


class Part:
    """A block that was made, and what it was made from.

    Attributes:
        block: the block as it was then.
        wires: the wires into it.
        given: what each of their sources gave.
        values: what it gives; None if it failed.
        nodes: what it added to the graph, in order.
        names: the names that it took there, each with what the graph counts by it.
        faults: what was found that keeps it from nothing.
        stamp: another number whenever it computes something else.
        way: for a gradient, the blocks that it may go through, with their stamps.
        ties: what a gradient finds at it, once that was looked up.
    """

    __slots__ = ("block", "faults", "given", "names", "nodes", "stamp", "ties", "values", "way", "wires")

    def __init__(self, block: Block, wires: Wires, given: Sequence[Any]) -> None:
        self.block = block
        self.wires = wires
        self.given = given
        self.values: dict[str, Any] | None = None
        self.nodes: Sequence[Node] = ()
        self.names: tuple[tuple[str, int], ...] = ()
        self.faults: list[DiagramError] | None = None
        self.stamp = 0
        self.way: list[tuple[str, int]] | None = None
        self.ties: Ties | None = None


class Elaboration:
    """A page as a graph.

    Attributes:
        page: the page.
        suggest: says what an unknown block type was perhaps meant to be.
        graph: its graph; blocks that failed are not in it.
        values: for each block that could be made, what its output pins give.
        problems: all faults of the page, in file order.
        requests: what the ClientSession blocks ask for, in file order.
        specs: the block type of each block that has a known one.
        joined: for each block, by its place, the wires that may lead to it; until somebody goes on from here.
        users: for each block, those that it is wired into, where somebody goes on from here after an edit.
        order: the blocks in the order in which they were made.
        parts: how each was made, where somebody goes on from here after an edit.
        gradients, sessions: the AddSymbolicGradients blocks, and the ClientSession blocks.
        fitting: wires that may be, as the block types and pins at their ends, and the pin that takes no other beside it
            (None: one that takes several).
        found: the faults by when they were found, and the block that was looked at then.
        reading: the blocks that have a file among their values.
        tangled: some blocks wait for each other.
        back, endless: the wires that close loops, and the Merge blocks of loops that cannot end.
        expansion: what the page was expanded from, if it has instances of composites; its blocks have paths as ids.
        in_file_order: the blocks were made in that order; until somebody goes on from here.
    """

    def __init__(self, page: Page, find: Callable[[str], BlockSpec | None], read_file: FileReader | None) -> None:
        self.page = page
        self.find = find
        self.read_file = read_file
        self.suggest = Suggestions()
        self.graph = PageGraph()
        self.root = Scope(self.graph)
        self.values: dict[str, dict[str, Any]] = {}
        self.problems: list[DiagramError] = []
        self.requests: list[tuple[str, SessionRequest]] = []
        self.position = {block.id: i for i, block in enumerate(page.blocks)}
        self.specs: dict[str, BlockSpec] = {}
        self.joined: list[Wires] = []
        self.fitting: dict[Kind, str | None] = {}
        self.users: dict[str, list[str]] = {}
        self.order: list[str] = []
        self.parts: dict[str, Part] = {}
        self.gradients: set[str] = set()
        self.sessions: set[str] = set()
        self.faulty: set[str] = set()
        self.mute: dict[str, DiagramError] = {}
        self.reported: dict[str | None, set[str | None]] = {}
        self.found: tuple[dict[str, list[DiagramError]], ...] = ({}, {}, {}, {}, {})
        self._stage, self._block = LOOKED_UP, ""
        self._listed = False
        self.back: set[Wire] = set()
        self.endless: set[str] = set()
        self.open_loops: dict[str, list[tuple[Node, Wire]]] = {}
        self.reading: set[str] = set()
        self.tangled = False
        self.in_file_order = False
        self.expansion: Expansion | None = None
        self._scopes: dict[str, Scope] = {"": self.root}

    # A page that is only run, or checked, needs none of these, and is as large again with them.

    @cached_property
    def wires(self) -> dict[str, Wires]:
        """For each block, all wires that lead to it."""
        if sum(map(len, self.joined)) == len(self.page.wires):
            return self.wires_into.copy()
        found: dict[str, list[Wire]] = {}
        for wire in self.page.wires:
            found.setdefault(wire.target.block, []).append(wire)
        return {block: tuple(wires) for block, wires in found.items()}

    @cached_property
    def wires_into(self) -> dict[str, Wires]:
        """For each block, those of them that may."""
        return {block: wires for block, wires in zip(self.position, self.joined, strict=True) if wires}

    @cached_property
    def sources(self) -> dict[str, list[str]]:
        """For each block, the blocks that are wired into it."""
        position, wires = self.position, self.wires
        return {block: [wire[0][0] for wire in wires.get(block, ()) if wire[0][0] in position] for block in position}

    @cached_property
    def rank(self) -> dict[str, int]:
        """Where a block stands in the order."""
        return dict(zip(self.order, range(len(self.order)), strict=True))

    def list_all(self) -> None:
        """List by name what is known by place, for who goes on from here after an edit."""
        _ = self.wires, self.wires_into, self.sources, self.rank
        self.joined = []
        self.in_file_order = False

    def scope_in(self, instance: str) -> Scope:
        """The scope of an instance, by its path: where its blocks are made that are wired to no other.

        Raises:
            DiagramError: its name is too long with those around it.
        """
        found = self._scopes.get(instance)
        if found is None:
            outer, _, own = instance.rpartition("/")
            found = self._scopes[instance] = self.scope_in(outer).new_sub_scope(own)
        return found

    def look_at(self, stage: int, block: str) -> None:
        """From now on faults are those of this block at this stage."""
        self._stage, self._block = stage, block
        self._listed = False

    def note(self, error: DiagramError) -> None:
        """Note a fault that keeps no block from giving values."""
        error.located(page=self.page.name).without_frames()
        if self._listed:
            self.problems.append(error)
        else:
            self.found[self._stage].setdefault(self._block, []).append(error)

    def report(self, block: str | None, error: DiagramError, pin: str | None = None) -> None:
        """Note a fault; its block gives no values."""
        self.note(error.located(block=block, page=self.page.name, pin=pin))
        self.reported.setdefault(error.block, set()).add(error.pin)
        if block is not None:
            self.faulty.add(block)

    def forget(self, stage: int, block: str) -> None:
        """Forget the faults of a block that were found at a stage or later."""
        self.faulty.discard(block)
        self.reported.pop(block, None)
        for when, found in enumerate(self.found):
            if block not in found:  # mostly
                continue
            if when >= stage:
                del found[block]
                continue
            for error in found[block]:
                self.faulty.add(block)
                self.reported.setdefault(error.block, set()).add(error.pin)

    def place_of(self, error: DiagramError) -> int:
        """The place of the block that a fault is of, by which faults are listed."""
        return self.position.get(error.paths[0] if error.paths else error.block or "", -1)

    def list_problems(self) -> None:
        """Put all faults in order; what is found from now on comes behind them."""
        stages = [list(stage.values()) for stage in self.found]
        made = self.found[MADE]
        if len(made) > 1:
            stages[MADE] = [made[block] for block in self.order if block in made]
        self.problems = [error for stage in stages for errors in stage for error in errors]
        self.problems.sort(key=self.place_of)
        self._listed = True

    def outputs(self) -> Iterator[Given]:
        """All tensors that blocks give, as (block, output pin, place in its list, output), in file order.

        A temporary variable gives none: it is empty when the step begins.
        """
        given: Iterable[tuple[str, dict[str, Any]]] = self.values.items()
        if not self.in_file_order:
            ids = [block.id for block in self.page.blocks]
            given = zip(ids, list(map(self.values.get, ids, repeat(_NOTHING))), strict=True)
        if self.expansion is not None:  # an instance gives what its output pins are given
            given = [each for each in given if each[0] not in self.expansion.output_pins]
        for block, pins in given:
            for pin, value in pins.items():
                if type(value) is Output:
                    if not value.op.type.temporary:
                        yield block, pin, None, value
                elif is_list(value):
                    for i, each in enumerate(value):
                        if isinstance(each, Output) and not each.op.type.temporary:
                            yield block, pin, i, each

    def outputs_of(self, block: str) -> list[Given]:
        """The tensors that one block gives."""
        found: list[Given] = []
        for pin, value in self.values.get(block, _NOTHING).items():
            if type(value) is Output:
                found.append((block, pin, None, value))
            elif is_list(value):
                found += [(block, pin, i, each) for i, each in enumerate(value) if isinstance(each, Output)]
        return found

    def is_block(self, node: Node) -> bool:
        """Whether a node is what a block of the page became, and not something that a gradient added."""
        spec = self.specs.get(node.block_name) if node.owner is not None else None
        return spec is node.type

    def upstream(self, blocks: set[str]) -> set[str]:
        """These blocks and all that are wired into them, directly or not."""
        found = set(blocks)
        pending = list(blocks)
        while pending:
            for source in self.sources.get(pending.pop(), ()):
                if source not in found:
                    found.add(source)
                    pending.append(source)
        return found
