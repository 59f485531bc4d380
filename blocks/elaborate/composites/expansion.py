"""Expansion of a page with instances into one flat page.

The ids of the flat page are paths: ``hidden/mm`` is the block ``mm`` in the instance ``hidden``. No id contains a
slash, so paths are unambiguous. Each pin of an instance remains as a block that passes its input through
(``hidden/x``), and the instance itself remains as a block that returns the values of its output pins (``hidden``). So
the flat page is a single graph of blocks.

The parts that instances with the same values have in common are built once, with ids relative to the instance, and
copied.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.document.data import LOOP_BODIES, Block, Endpoint, Json, Page, Wire, uses_of
from blocks.document.definitions import INPUT_PIN as INPUT
from blocks.document.definitions import SHARES, is_instance
from blocks.elaborate.composites.bodies import GIVEN, LOOP, Bodies
from blocks.elaborate.composites.definitions import COUNTED, Canvas, Fault, Size, measure, names_of
from blocks.elaborate.composites.instance_layout import MOST, VARIABLES, Given, Hoisted, Inner, Layout, Template
from blocks.elaborate.composites.instance_types import (
    MUTED,
    OUTLINE_INPUT,
    PIN_TYPES,
    SHARED,
    Pins,
    declared,
    instance_spec,
    keeps,
    pins_of,
    results_spec,
    shared_spec,
)
from blocks.elaborate.composites.parts import Boundary, Kin, Part
from blocks.elaborate.composites.path_table import PathTable, Shifted
from blocks.elaborate.composites.promotion import Find, Promotion
from blocks.elaborate.composites.stamping import Stamp
from blocks.elaborate.elaboration import SESSION, SILENT, Elaboration, FileReader
from blocks.graph.spec import BlockSpec
from blocks.library.similar import Suggestions

_NO_VALUES: Inner = {}

DEEPEST = 450
"""How deeply instances may lie in each other: names of scopes, which are their paths, have at most 1,000 characters."""
MOST_PINS = 400_000
"""How many pins the instances of a page may have."""
MOST_TEMPLATES = 1000
"""Templates that are kept from one elaboration to the next: of each value that a slider had there is one."""
DEEPEST_LOOPS = 50
"""How deeply blocks that run composites may: what makes, plans and runs them calls itself for each."""


class Instance(NamedTuple):
    definition: Page
    inputs: Mapping[str, str]
    outputs: Mapping[str, str]


class Expansion(NamedTuple):
    """A page with expanded instances.

    Attributes:
        shares: the instances that use the variables of another one, with that one's path.
        stamps: the instances on the page itself, in file order.
        faults: errors, whose blocks are paths.
    """

    page: Page
    source: Page
    composites: Composites
    instances: dict[str, Instance]
    shares: dict[str, str]
    stamps: list[Stamp]
    output_pins: frozenset[str]
    faults: list[Fault]

    def positions(self) -> Mapping[str, int]:
        blocks, table, done = self.page.blocks, PathTable[int](), 0
        for path, part, start, _, _ in self.stamps:
            table.own.update([(blocks[i].id, i) for i in range(done, start)])
            table.add_part(path, Shifted(part.template.indices, start))
            done = start + len(part.blocks)
        table.own.update([(blocks[i].id, i) for i in range(done, len(blocks))])
        return table

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
            source = Endpoint(begin.outputs[source.pin], "output", source.index)
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


class Composites:
    """The composites of a diagram with cached analyses, valid until a definition changes.

    Args:
        build: compiles a page whose instances were expanded into a graph: `blocks.elaborate.elaborate`.

    Attributes:
        known_faults: the errors of definitions that were analyzed by themselves.
        adopted: the instance parts of an earlier elaboration whose definitions are unchanged.
    """

    def __init__(self, pages: Iterable[Page], find: Find, build: Callable[[Expansion], Elaboration]) -> None:
        self.pages = {page.name: page for page in pages}
        self.find_type = find
        self.promotion = Promotion(find, self.pages.get)
        self.known_faults: dict[str, list[DiagramError]] = {}
        self._canvases: dict[str, Canvas] = {}
        self._specs: dict[str, BlockSpec | None] = dict(PIN_TYPES)
        self._pins: dict[str, Pins] = {}
        self._templates: dict[Any, Template] = {}
        self.adopted: set[Template] = set()
        self._cycles, self.sizes = measure(self.pages)
        self.read_file: FileReader | None = None
        self.suggest = Suggestions()
        self.bodies = Bodies(self)
        self.build = build

    def elaborate(self, definition: Page) -> Elaboration:
        expansion = self.expand(definition)
        assert expansion is not None
        return self.build(expansion)

    def faults_of(self, definition: Page) -> list[DiagramError]:
        errors = self.known_faults.get(definition.name)
        if errors is None:
            errors = self.known_faults[definition.name] = list(self.elaborate(definition).problems)
        return errors

    def find(self, name: str) -> BlockSpec | None:
        spec = self._specs.get(name)
        if spec is None and name not in self._specs:
            spec = self._specs[name] = self._find_spec(name)
        return spec

    def _find_spec(self, name: str) -> BlockSpec | None:
        if name.startswith(SHARED):
            spec = self.find_type(name.removeprefix(SHARED))
            return None if spec is None else shared_spec(spec)
        if name.startswith((LOOP, GIVEN)):
            from blocks.elaborate.composites.loops import spec_of  # few diagrams have any

            return spec_of(self.bodies, name)
        page = self.pages.get(name.removesuffix(MUTED))
        if page is None:
            return self.find_type(name)
        return instance_spec(page, self.promotion, name=page.name) if name.endswith(MUTED) else results_spec(page)

    def pins(self, page: Page) -> Pins:
        pins = self._pins.get(page.name)
        if pins is None:
            pins = self._pins[page.name] = pins_of(page)
        return pins

    def read(self, page: Page) -> Canvas:
        return Canvas(page, self.pages, self._cycles, self.find_type)

    def size(self, page: Page) -> Size:
        inner = [self.sizes[block.type] for block in page.blocks if block.type in self.sizes]
        blocks = len(page.blocks) - len(inner) + sum(each.blocks for each in inner)
        runs = [(block, self.sizes[name]) for block in page.blocks for name in uses_of(block) if name in self.sizes]
        depth = max((each.depth for _, each in runs), default=0)
        loops = max((each.loops + (block.type in LOOP_BODIES) for block, each in runs), default=0)
        return Size(blocks, sum(each.instances for each in inner), sum(each.pins for each in inner), depth, loops)

    def adopt(self, old: Composites) -> None:
        """Reuse the cached analyses of definitions that are unchanged together with all that they use."""
        users: dict[str, list[str]] = {}
        for name, page in self.pages.items():
            for block in page.blocks:
                for used in uses_of(block):
                    users.setdefault(used, []).append(name)
        pending = [name for name in {**self.pages, **old.pages} if self.pages.get(name) is not old.pages.get(name)]
        changed = set(pending)
        while pending:
            for user in users.get(pending.pop(), ()):
                if user not in changed:
                    changed.add(user)
                    pending.append(user)
        is_known = self.find_type is old.find_type and self.pages.keys() == old.pages.keys()  # which messages name
        if is_known and len(old._templates) <= MOST_TEMPLATES:
            self._templates = {key: each for key, each in old._templates.items() if key[0] not in changed}
            self.adopted = set(self._templates.values())
            self._specs |= {
                name: spec
                for name, spec in old._specs.items()
                if name in self.pages and name not in changed  # what others are called may hold any definition
            }

    def expand(
        self, page: Page, inner: Inner = _NO_VALUES, parts: Mapping[str, Part] | None = None
    ) -> Expansion | None:
        """Return a page with its instances expanded; None if it has none.

        A definition is expanded as a page whose pins have the declared types, or unknown ones.
        """
        if page.composite is None and not any(b.type[:1] == ":" or b.type in LOOP_BODIES for b in page.blocks):
            return None
        size = self.size(page)
        fault = None
        counts = (size.blocks, "blocks", MOST), (size.instances, "instances", MOST), (size.pins, "pins", MOST_PINS)
        for count, what, most in counts:
            if count > most and fault is None:
                known = f"{count:,}" if count < COUNTED else f"more than {COUNTED:.0e}"
                fault = f"it expands to {known} {what}; the limit is {most:,}"
        levels = ("instances", size.depth, DEEPEST), ("blocks that run composites", size.loops, DEEPEST_LOOPS)
        for what, depth, most in levels:
            if depth > most and fault is None:
                fault = f"{what} are nested {depth:,} levels deep; the limit is {most}"
        with _deep(0 if fault else size.depth):
            return _Stamped(self, page, inner, parts or {}).expansion(fault)

    def canvas(self, page: Page) -> Canvas:
        canvas = self._canvases.get(page.name)
        if canvas is None or canvas.page is not page:
            canvas = self._canvases[page.name] = self.read(page)
        return canvas

    def template(self, definition: Page, given: Given) -> Template:
        key = definition.name, repr(given)
        template = self._templates.get(key)
        if template is None:
            template = self._templates[key] = Layout(self, self.canvas(definition), given).template()
        return template

    def body(self, name: Json) -> Page | None:
        return self.pages.get(name) if isinstance(name, str) else None

    def names(self) -> str:
        return names_of(self.pages)

    def hoisted(self, body: Page, values: Mapping[str, Json], inner: Inner) -> Hoisted:
        return self.bodies.hoisted(body, values, inner)

    def is_kept(self, name: str) -> bool:
        spec = self.find_type(name)
        return spec is not None and keeps(spec)

    def type_of(self, name: str) -> BlockSpec | None:
        return None if name.startswith(":") else self.find_type(name)


class _Stamped(Layout):
    def __init__(self, composites: Composites, page: Page, inner: Inner, parts: Mapping[str, Part]) -> None:
        canvas = composites.read(page)
        super().__init__(composites, canvas, Given({}, {}, frozenset(), scoped=False, sharing=False, inner=inner))
        self.known = composites
        self.flat: list[Block] = []
        self.flat_wires: list[Wire] = []
        self.stamps: list[Stamp] = []
        self._parts = parts
        self._part: Part | None = None
        self._kin: dict[tuple[int, int], Kin] = {}
        self._expanded: dict[str, Instance] = {}

    def expansion(self, fault: str | None) -> Expansion:
        canvas = self.canvas
        if fault is not None:
            largest = max((*canvas.instances, *canvas.loops), key=self._size, default="")
            self.faults.append(Fault(largest, None, fault))
            canvas.instances.clear()
            canvas.loops.clear()
        self.lay_out()
        page = canvas.page
        flat = Page(page.name, tuple(self.flat), tuple(self.flat_wires), extra=page.extra)
        ends = frozenset([pin for instance in self._expanded.values() for pin in instance.outputs.values()])
        return Expansion(flat, page, self.known, self._expanded, dict(self.shares), self.stamps, ends, self.faults)

    def _size(self, block: str) -> Size:
        sizes = self.known.sizes
        result = [sizes[name] for name in uses_of(self.canvas.blocks[block]) if name in sizes]
        return max(result, default=Size(0, 0, 0, 0, 0))

    def pin(self, name: str, block: Block) -> None:
        dtype, _ = declared(block)
        known = dtype is not None and block.values.get("list") is not True
        self.pins[block.id] = Block(block.id, OUTLINE_INPUT if known else SILENT, values=block.values)

    def block(self, block: Block) -> None:
        """Add a block; an unchanged block of the page stays the same object."""
        if (
            is_instance(block)
            or block.type in LOOP_BODIES
            or (self.canvas.is_definition and block.type in (INPUT, SESSION))
        ):
            super().block(block)
        else:
            more = self.values.get(block.id)
            self.flat.append(block if more is None else block._replace(values={**block.values, **more}))

    def add(self, block_id: str, kind: str, block: Block, values: Mapping[str, Json]) -> None:
        self.flat.append(Block(block_id, kind, block.at, values, block.size, block.collapsed, block.muted))

    def instance(self, block: Block, definition: Page, values: Mapping[str, Json]) -> None:
        start, wires, faults = len(self.flat), len(self.flat_wires), len(self.faults)
        wired = [wire.target.pin for wire in self.canvas.into.get(block.id, ())]
        part = self._parts.get(f"{block.id}/")
        boundary = None if part is None or part.template not in self.known.adopted else part.boundary
        is_plain = values is block.values and SHARES not in values and not self.given.inner
        if (
            part is not None
            and boundary is not None
            and boundary.block is block
            and boundary.wired == wired
            and is_plain
        ):
            self.expanded[block.id] = definition, self.known.pins(definition)
            self._add(part, f"{block.id}/")
            self.flat.append(boundary.given)
            self.flat_wires += boundary.outputs
        else:
            super().instance(block, definition, values)
            self._make_wires()
            part, outputs = self._part, self.flat_wires[wires:]
            assert part is not None
            instances = {path: self._instance(path, each) for path, each in self.instances}
            boundary = Boundary(block, wired, self.flat[-1], tuple(outputs[len(part.wires) :]), instances)
            part.boundary = boundary if is_plain and len(self.faults) == faults else None
        self.instances.clear()
        self._expanded |= boundary.instances
        self.stamps.append(Stamp(block.id, part, start, len(self.flat), wires))

    def _instance(self, path: str, definition: Page) -> Instance:
        pins = self.known.pins(definition)
        inputs = {name: f"{path}/{pin.id}" for name, pin in pins.inputs.items()}
        return Instance(definition, inputs, {name: f"{path}/{pin.id}" for name, pin in pins.outputs.items()})

    def loop(self, block: Block, values: Mapping[str, Json]) -> None:
        super().loop(block, values)
        self._make_wires()

    def _make_wires(self) -> None:
        self.flat_wires += [Wire(Endpoint(*source), Endpoint(*target)) for source, target in self.wires]
        self.wires = []

    def wire(self, wire: Wire) -> None:
        ends = wire.source.block in self.expanded or wire.target.block in self.expanded
        if ends or wire.target.pin == VARIABLES:
            super().wire(wire)
            self._make_wires()
        else:
            self.flat_wires.append(wire)

    def stamp(self, template: Template, prefix: str, other: str | None) -> None:
        part = self._parts.get(prefix)
        if part is None or part.template is not template:
            part = Part(template, prefix, part, None if part is None else self._kin_of(part.template, template))
        self._part = part
        self._add(part, prefix)
        self.instances += [(prefix + path, definition) for path, definition in template.instances]
        self._stamp_rest(template, prefix, other)

    def _add(self, part: Part, prefix: str) -> None:
        self.flat += part.blocks
        self.flat_wires += part.wires
        self.shares += [(prefix + path, prefix + shared) for path, shared in part.template.shares]

    def _kin_of(self, old: Template, new: Template) -> Kin:
        key = id(old), id(new)
        entry = self._kin.get(key)
        if entry is None:
            entry = self._kin[key] = Kin(old, new)
        return entry


@contextmanager
def _deep(levels: int) -> Generator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 1000 + 10 * levels))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
