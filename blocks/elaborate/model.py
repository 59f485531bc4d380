"""The result of elaboration: the graph of a page, the values of its blocks, and its errors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any

from blocks.base.errors import DiagramError
from blocks.base.types import Array, is_list
from blocks.document.data import Block, Page, Wire
from blocks.graph.binding import Trained
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.spec import BlockSpec
from blocks.library.core.values import SessionRequest

if TYPE_CHECKING:
    from blocks.elaborate.expand import Expansion

GRADIENTS = "AddSymbolicGradients"
SESSION = "ClientSession"
RAN = "/ran"
"""Where, among what a block gives that runs composites, its node is found."""
SILENT = "Composite/silent"
"""The type of a block that cannot be made for a reason that is told elsewhere."""

FileReader = Callable[[str], Array]

Given = tuple[str, str, int | None, Output]

Wires = tuple[Wire, ...]

_NOTHING: dict[str, Any] = {}


def trains(spec: BlockSpec | None) -> bool:
    """Return whether blocks of a type train: they take a loss and return an operation."""
    return spec is not None and spec.input("loss") is not None and spec.output("operation") is not None


def index_of(position: Mapping[str, int], error: DiagramError) -> int:
    return position.get(error.paths[0] if error.paths else error.block or "", -1)


def index_in(position: Mapping[str, int], path: str) -> int:
    while path not in position and "/" in path:
        path = path.rpartition("/")[0]
    return position.get(path, -1)


class Wiring:
    """The wires that lead to the blocks of a page.

    Attributes:
        position: the indices of the blocks in the file, by id.
        allowed: the valid wires into each block, by its index.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.position: Mapping[str, int] = {block.id: i for i, block in enumerate(page.blocks)}
        self.allowed: list[Wires] = []
        self.refused = 0

    # A page that is only run, or checked, needs none of these, and is as large again with them.

    def all_to(self, block: str) -> Wires:
        """Return all wires into a block, including invalid ones."""
        if self.refused:
            return self.all_into.get(block, ())
        return self.allowed[self.position[block]]

    @cached_property
    def into(self) -> Mapping[str, Wires]:
        return {block: wires for block, wires in zip(self.position, self.allowed, strict=True) if wires}

    @cached_property
    def all_into(self) -> Mapping[str, Wires]:
        if not self.refused:
            return self.into
        result: dict[str, list[Wire]] = {}
        for wire in self.page.wires:
            result.setdefault(wire.target.block, []).append(wire)
        return {block: tuple(wires) for block, wires in result.items()}

    @cached_property
    def sources(self) -> Mapping[str, Sequence[str]]:
        position, wires = self.position, self.all_into
        return {block: [wire[0][0] for wire in wires.get(block, ()) if wire[0][0] in position] for block in position}


@dataclass(frozen=True, eq=False)
class Elaboration:
    """The graph of a page, immutable except that its graph may grow.

    Attributes:
        graph: its graph, without failed blocks.
        values: the outputs of each block without errors by pin, in the order in which they were made.
        expansion: the page's expansion if it has instances; block ids are then paths.
        inner: the paths of objects that blocks added to the graph, such as the variables of an optimizer.
        trained: the trained losses, by block.
        trainers: training blocks that no ClientSession block runs: each step runs them.
    """

    page: Page
    graph: Graph
    values: Mapping[str, Mapping[str, Any]]
    problems: Sequence[DiagramError]
    requests: Sequence[tuple[str, SessionRequest]]
    specs: Mapping[str, BlockSpec]
    gradients: AbstractSet[str]
    sessions: AbstractSet[str]
    back: AbstractSet[Wire]
    reads_files: bool
    wiring: Wiring
    in_file_order: bool
    expansion: Expansion | None = None
    inner: tuple[str, ...] = ()
    running: tuple[str, ...] = ()
    trained: Mapping[str, Trained] = field(default_factory=dict[str, Trained])
    trainers: list[str] = field(default_factory=list[str])

    def index_of(self, error: DiagramError) -> int:
        return index_of(self.position, error)

    @property
    def position(self) -> Mapping[str, int]:
        return self.wiring.position

    @property
    def wires_into(self) -> Mapping[str, Wires]:
        return self.wiring.into

    @property
    def sources(self) -> Mapping[str, Sequence[str]]:
        return self.wiring.sources

    def outputs(self, blocks: Iterable[str] | None = None) -> Iterator[Given]:
        """Yield all output tensors as (block, output pin, index in its list, output), in file order.

        Temporary variables are left out, since they are empty when a step begins.
        """
        given: Iterable[tuple[str, Mapping[str, Any]]] = self.values.items()
        if blocks is not None:
            given = [(block, self.values.get(block, _NOTHING)) for block in blocks]
        elif not self.in_file_order:
            ids = [*(block.id for block in self.page.blocks), *self.inner]
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
        results: list[Given] = []
        for pin, value in self.values.get(block, _NOTHING).items():
            if type(value) is Output:
                results.append((block, pin, None, value))
            elif is_list(value):
                results += [(block, pin, i, each) for i, each in enumerate(value) if isinstance(each, Output)]
        return results

    def blocks_of(self, kind: str) -> Iterator[Block]:
        return (block for block in self.page.blocks if block.type == kind)

    def is_block(self, node: Node) -> bool:
        """Return whether a node was made from a block of the page, and not added by a gradient."""
        spec = self.specs.get(node.block_name) if node.owner is not None else None
        return spec is node.type

    def upstream(self, blocks: Collection[str]) -> set[str]:
        results = set(blocks)
        pending = list(blocks)
        while pending:
            for source in self.sources.get(pending.pop(), ()):
                if source not in results:
                    results.add(source)
                    pending.append(source)
        return results
