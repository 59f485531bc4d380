"""The data of elaboration: a page that is expanded, resolved, and a graph with the values of its blocks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import repeat
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.types import Array, is_list
from blocks.document.data import Block, Endpoint, Page, Wire
from blocks.document.definitions import is_instance
from blocks.graph.binding import Trained
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.spec import BlockSpec
from blocks.library.core.values import SessionRequest

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


class BodyFaults(DiagramError):
    def __init__(self, errors: list[DiagramError]) -> None:
        super().__init__(errors[0].message)
        self.errors = errors


class Fault(NamedTuple):
    """An error of a canvas.

    Attributes:
        block: the block that fails because of the error; "" is the instance itself.
        composite: the definition with the error, in all its uses; None reports the error at the block.
    """

    block: str
    pin: str | None
    message: str
    hint: str | None = None
    composite: str | None = None
    inner: str | None = None

    def error(self) -> DiagramError:
        """Return this as an error; if it is reported at the block, the caller must add the block."""
        error = DiagramError(self.message, pin=self.pin, hint=self.hint, block=self.inner, composite=self.composite)
        if self.composite is not None:
            error.paths = (self.block,)
        return error


class DefinitionLayout(NamedTuple):
    """The shared contents of instances with the same values; ids are relative to the instance.

    Attributes:
        fields: what each block is beside its id.
        pins: the indices of the blocks that represent input pins of the instance itself.
        ends: the ends of wires: the indices of their blocks (-1 if missing), ids, pins and list indices.
        shared: the blocks that return the state of another instance, as ids and pins.
    """

    ids: Sequence[str]
    fields: Sequence[tuple[Any, ...]]
    pins: Sequence[int]
    ends: Sequence[tuple[int, str, str, int | None]]
    wires: Sequence[tuple[int, int]]
    shared: Sequence[tuple[str, str]]
    instances: Sequence[tuple[str, Page]]
    shares: Sequence[tuple[str, str]]
    faults: Sequence[Fault]

    def at(self, prefix: str) -> tuple[list[Block], list[Wire]]:
        """Return the blocks and wires of an instance."""
        new: Any = getattr(tuple, "__new__")  # noqa: B009
        ids = [prefix + each for each in self.ids]
        ends = [
            new(Endpoint, (ids[position] if position >= 0 else prefix + block, pin, index))
            for position, block, pin, index in self.ends
        ]
        blocks: list[Block] = [new(Block, (block, *fields)) for block, fields in zip(ids, self.fields, strict=True)]
        return blocks, [new(Wire, (ends[source], ends[target])) for source, target in self.wires]


class InstancePlacement(NamedTuple):
    """An instance among the blocks of a page: blocks ``start`` to ``end``, of which the last is its own."""

    path: str
    layout: DefinitionLayout
    start: int
    end: int


class Instance(NamedTuple):
    """An instance on a flat page, with the blocks of its pins: for a custom gradient, its own block has the outputs."""

    definition: Page
    inputs: Mapping[str, str]
    outputs: Mapping[str, str]


class ExpandedPage(NamedTuple):
    """A page with expanded instances.

    Attributes:
        shares: the instances that use the variables of another one, with that one's path.
        placements: the instances on the page itself, in file order.
        output_pins: the blocks of the instances' output pins.
        faults: errors, whose blocks are paths.
    """

    page: Page
    source: Page
    instances: dict[str, Instance]
    shares: dict[str, str]
    placements: Sequence[InstancePlacement]
    output_pins: frozenset[str]
    faults: Sequence[Fault]

    def innermost(self, block: str) -> Iterator[tuple[str, Instance]]:
        path = block.rpartition("/")[0]
        while path:
            entry = self.instances.get(path)
            if entry is not None:
                yield path, entry
            path = path.rpartition("/")[0]

    def flat(self, wire: Wire) -> Wire:
        """Return the flat page's wire for a wire of the page; the same object if no end is an instance."""
        source, target = wire
        begin, end = self.instances.get(source.block), self.instances.get(target.block)
        if begin is None and end is None:
            return wire
        if begin is not None and source.pin in begin.outputs:
            block = begin.outputs[source.pin]
            source = source if block == source.block else Endpoint(block, "output", source.index)
        if end is not None and target.pin in end.inputs:
            target = Endpoint(end.inputs[target.pin], "input", target.index)
        return Wire(source, target)

    def wires_at_instances(self) -> Iterator[tuple[Wire, Wire]]:
        """Yield the wires at instances, on the page and inside instances, with their wires on the flat page.

        The blocks of wires inside instances are paths, as on the flat page.
        """
        canvases = [("", self.source), *((f"{path}/", each.definition) for path, each in self.instances.items())]
        holding: dict[str, list[Wire]] = {}
        for prefix, page in canvases:
            wires = holding.get(page.name)
            if wires is None:
                inner = {block.id for block in page.blocks if is_instance(block)}
                result = [w for w in page.wires if w.source.block in inner or w.target.block in inner] if inner else []
                wires = holding[page.name] = result
            for source, target in wires:
                here = Wire(source._replace(block=prefix + source.block), target._replace(block=prefix + target.block))
                yield here, self.flat(here)

    def keeper(self, block: str) -> str:
        """Return the path for a block's random streams and state: its own, or one in the shared instance."""
        path = self.sharing(block.rpartition("/")[0]) if self.shares else None
        return block if path is None else self.shares[path] + block[len(path) :]

    def sharing(self, path: str) -> str | None:
        while path and path not in self.shares:
            path = path.rpartition("/")[0]
        return path or None


class PageWires:
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
        return self.all_into.get(block, ()) if self.refused else self.allowed[self.position[block]]

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


class ResolvedPage(NamedTuple):
    """A page with the types of its blocks, its valid wires, and the order of its blocks.

    Attributes:
        types: the type of each block, by its index.
        gradients, sessions: the gradient blocks and the session blocks.
        order: the indices of the blocks, sources first.
        back: the wires that close loops.
        endless: the Merge blocks of loops without end.
        failed: the blocks that cannot be built.
    """

    page: Page
    expansion: ExpandedPage | None
    types: Sequence[BlockSpec | None]
    specs: Mapping[str, BlockSpec]
    gradients: AbstractSet[str]
    sessions: AbstractSet[str]
    wiring: PageWires
    in_file_order: bool
    order: Sequence[int]
    back: AbstractSet[Wire]
    endless: AbstractSet[str]
    errors: Sequence[DiagramError]
    failed: AbstractSet[str]


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
    wiring: PageWires
    in_file_order: bool
    expansion: ExpandedPage | None = None
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

    def wires_to(self, block: str, pin: str) -> list[Wire]:
        return [wire for wire in self.wires_into.get(block, ()) if wire.target.pin == pin]

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
        return spec is node.type or (spec is not None and node.type.custom_gradient and node.source is None)

    def upstream(self, blocks: Collection[str]) -> set[str]:
        results = set(blocks)
        pending = list(blocks)
        while pending:
            for source in self.sources.get(pending.pop(), ()):
                if source not in results:
                    results.add(source)
                    pending.append(source)
        return results
