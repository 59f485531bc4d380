"""Expansion of a page with instances into one flat page.

The ids of the flat page are paths: ``hidden/mm`` is the block ``mm`` in the instance ``hidden``. No id contains a
slash, so paths are unambiguous. Each pin of an instance remains as a block that passes its input through
(``hidden/x``), and the instance itself remains as a block that returns the values of its output pins (``hidden``). So
the flat page is a single graph of blocks.

The parts that instances with the same values have in common are built once, with ids relative to the instance.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Generator, Iterable, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.literals import to_array
from blocks.base.shapes import compatible, shape_text
from blocks.document.data import LOOP_BODIES, Block, Endpoint, Json, Page, Wire, uses_of
from blocks.document.definitions import INPUT_PIN as INPUT
from blocks.document.definitions import OUTPUT_PIN as OUTPUT
from blocks.document.definitions import SHARES
from blocks.elaborate.definitions import COUNTED, CanvasAnalysis, Definitions, Size, names_of
from blocks.elaborate.instance_types import (
    LIST_INPUT,
    MUTED,
    OUTLINE_INPUT,
    SCOPE,
    SHARED,
    CompositePins,
    declared,
    keeps,
    promoted_in,
    with_kinds,
)
from blocks.elaborate.model import SESSION, SILENT, DefinitionLayout, ExpandedPage, Fault, Instance, InstancePlacement
from blocks.elaborate.promotion import Find
from blocks.graph.spec import BlockSpec
from blocks.library.control_flow.composite_loops import Repeat
from blocks.library.core.constants import Const

MOST = 1_000_000
"""Blocks that a page may expand to."""

INNER, VARIABLES = "/inner", "/variables"
"""What a block that runs a composite has beside values and pins of the user's: values of blocks inside, by paths, and
the variables that it was given."""

_TOLD = 10
"""Names that a message lists."""
_End = tuple[str, str, int | None]
LOOP, GIVEN = "loop/", "given/"
"""What stands before the type of a block that runs composites, and of a variable that such a composite is given."""
CUSTOM, INNER_RESULT, VALUES = "gradient/", "/", "/values"
"""For instances with a custom gradient: the prefixes of their types and of inputs for results, and the value that has
the promoted values and the literals of inputs."""

DEEPEST = 450
"""How deeply instances may lie in each other: names of scopes, which are their paths, have at most 1,000 characters."""
MOST_PINS = 400_000
"""How many pins the instances of a page may have."""
DEEPEST_LOOPS = 50
"""How deeply blocks that run composites may: what makes, plans and runs them calls itself for each."""

Inner = Mapping[str, Mapping[str, Json]]
"""Values of blocks inside of instances, by path."""
_NO_VALUES: Inner = {}


class Hoisted(NamedTuple):
    """The variables of a definition that a block runs, placed beside that block so that the session keeps them.

    Attributes:
        blocks, wires: the variables and their initial values.
        variables: the variables, as blocks and output pins.
        entries: the wires into these blocks from input pins of the definition.
    """

    blocks: list[Block]
    wires: list[Wire]
    variables: list[tuple[str, str]]
    entries: list[tuple[str, Endpoint]]


def inner_part(value: str) -> str:
    """Return the path component between a block and the blocks that it runs: ``""`` for a body."""
    return "" if value == "body" else f"{value}/"


class InstanceArguments(NamedTuple):
    """The properties that distinguish an instance from others of its definition.

    Attributes:
        sharing: it uses the state of another instance.
        inner: other values for blocks inside in this run, by relative path.
    """

    values: dict[str, Json]
    literals: dict[str, Json]
    wired: frozenset[str]
    scoped: bool
    sharing: bool
    inner: Inner


class Expander(Definitions):
    """The expansion of pages, with cached layouts of the composites."""

    def __init__(self, pages: Iterable[Page], find: Find) -> None:
        super().__init__(pages, find)
        self._layouts: dict[Any, DefinitionLayout] = {}
        self._hoisted: dict[Any, Hoisted] = {}
        self._open: list[str] = []

    def expand(
        self, page: Page, inner: Inner = _NO_VALUES, literals: Mapping[str, Json] | None = None
    ) -> ExpandedPage | None:
        """Return a page with its instances expanded; None if it has none.

        A definition is expanded as a page whose pins have given values, the declared types, or unknown ones.
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
            given = InstanceArguments({}, {**(literals or {})}, frozenset(), scoped=False, sharing=False, inner=inner)
            return _PageLayout(self, self.read(page), given).expanded_page(fault)

    def layout(self, definition: Page, given: InstanceArguments) -> DefinitionLayout:
        key = definition.name, repr(given)
        layout = self._layouts.get(key)
        if layout is None:
            layout = self._layouts[key] = CanvasLayout(self, self.canvas(definition), given).layout()
        return layout

    def hoisted(self, page: Page, values: Mapping[str, Any], inner: Inner) -> Hoisted:
        key = page.name, repr(values), repr(inner)
        entry = self._hoisted.get(key)
        if entry is None:
            with self.within(page):
                entry = self._hoisted[key] = self._hoist(page, values, inner)
        return entry

    def _hoist(self, page: Page, values: Mapping[str, Any], inner: Inner) -> Hoisted:
        expansion = self.expand(with_kinds(page, {}, values), inner)
        assert expansion is not None
        flat = expansion.page
        into: dict[str, list[Wire]] = {}
        for wire in flat.wires:
            into.setdefault(wire.target.block, []).append(wire)
        variables = [(each.id, spec.outputs[0].name) for each in flat.blocks if (spec := self._variable(each))]
        needed = {block for block, _ in variables}
        pending = list(needed)
        while pending:
            for wire in into.get(pending.pop(), ()):
                if wire.source.block not in needed:
                    needed.add(wire.source.block)
                    pending.append(wire.source.block)
        pins = {pin.id for pin in self.pins(page).inputs.values()}
        blocks = [each for each in flat.blocks if each.id in needed and each.id not in pins]
        wires = [wire for each in blocks for wire in into.get(each.id, ())]
        inside = [wire for wire in wires if wire.source.block not in pins]
        entries = [(wire.source.block, wire.target) for wire in wires if wire.source.block in pins]
        return Hoisted(blocks, inside, variables, entries)

    def _variable(self, block: Block) -> BlockSpec | None:
        spec = None if block.muted else self.type_of(block.type)
        return spec if spec is not None and spec.variable and keeps(spec) else None

    def is_open(self, page: Page) -> bool:
        """Return whether a definition is being compiled."""
        return page.name in self._open

    @contextmanager
    def within(self, page: Page) -> Generator[None]:
        """Mark a definition as open; raise DiagramError if it is already."""
        if page.name in self._open:
            cycle = [*self._open[self._open.index(page.name) :], page.name]
            names = " -> ".join(each[1:] for each in cycle)
            raise DiagramError(f"{page.name[1:]} contains itself: {names}")
        self._open.append(page.name)
        try:
            yield
        finally:
            self._open.pop()


class CanvasLayout:
    """The blocks and wires of a canvas with its own ids; `pin` decides what an input pin becomes."""

    def __init__(self, expander: Expander, canvas: CanvasAnalysis, given: InstanceArguments) -> None:
        self.expander = expander
        self.canvas = canvas
        self.given = given
        self.faults: list[Fault] = list(canvas.faults)
        self.blocks: list[Block] = []
        self.wires: list[Wire] = []
        self.shared: list[tuple[str, str]] = []
        self.instances: list[tuple[str, Page]] = []
        self.shares: list[tuple[str, str]] = []
        self.placements: list[InstancePlacement] = []
        self.values: dict[str, dict[str, Json]] = {}
        self.pins: dict[str, Block] = {}  # what stands for the input pins
        self.dropped: set[tuple[str, str, str]] = set()  # wires from pins that literals were typed into
        self.expanded: dict[str, tuple[Page, CompositePins, bool]] = {}  # and whether it has a custom gradient

    def layout(self) -> DefinitionLayout:
        self.lay_out()
        indices = {block.id: i for i, block in enumerate(self.blocks)}
        ends: dict[Endpoint, int] = {}
        wires = [
            (ends.setdefault(source, len(ends)), ends.setdefault(target, len(ends))) for source, target in self.wires
        ]
        return DefinitionLayout(
            [block.id for block in self.blocks],
            [block[1:] for block in self.blocks],
            [i for i, block in enumerate(self.blocks) if block.type == INPUT and "/" not in block.id],
            [(indices.get(block, -1), block, pin, index) for block, pin, index in ends],
            wires,
            self.shared,
            self.instances,
            self.shares,
            self.faults,
        )

    def lay_out(self) -> None:
        canvas, given = self.canvas, self.given
        if given.scoped:
            self.add("", SCOPE, Block("", ""), {})
        for name, (value, sets) in canvas.promoted.items():
            entry = given.values.get(name, value.default)
            if entry is not None or name in given.values:
                for block, inner in sets:
                    self.values.setdefault(block, {})[inner] = entry
        for path, values in given.inner.items():
            if "/" not in path:
                self.values.setdefault(path, {}).update(values)
        for name, block in canvas.pins.inputs.items():
            self.pin(name, block)
        for block in canvas.page.blocks:
            self.block(block)
        for wire in canvas.page.wires:
            self.wire(wire)

    def add(self, block_id: str, kind: str, block: Block, values: Mapping[str, Json]) -> None:
        self.blocks.append(block._replace(id=block_id, type=kind, values=values))

    def add_own(self, block: Block, kind: str, values: Mapping[str, Json]) -> None:
        self.add(block.id, kind, block, values)

    def add_wire(self, source: _End, target: _End) -> None:
        self.wires.append(Wire(Endpoint(*source), Endpoint(*target)))

    def block(self, block: Block) -> None:
        kind, canvas = block.type, self.canvas
        more = self.values.get(block.id)
        values = block.values if more is None else {**block.values, **more}
        if kind in LOOP_BODIES and block.id in canvas.loops:
            self.loop(block, values)
            return
        if kind in LOOP_BODIES:
            self.add(block.id, SILENT, block, {})
            return
        if kind.startswith(":"):
            definition = canvas.instances.get(block.id)
            if definition is None:
                self.add(block.id, SILENT, block, {})
            elif block.muted:
                self.add(block.id, kind + MUTED, block, values)
                self.expanded.pop(block.id, None)
            else:
                self.instance(block, definition, values)
            return
        if canvas.is_definition:
            if kind == INPUT:
                stands = self.pins.get(block.id)
                if stands is not None:
                    self.add(block.id, stands.type, block._replace(muted=False), stands.values)
                elif any(block.id == each for each, _ in canvas.pins.faults):  # wires from it are not at fault, too
                    self.add(block.id, SILENT, block, {})
                return
            if kind == SESSION:
                self.add(block.id, SILENT, block, {})
                return
            if kind == OUTPUT:
                block = block._replace(muted=False)
        if self.given.sharing and not block.muted and self.expander.is_kept(kind):
            spec = self.expander.type_of(kind)
            assert spec is not None
            self.shared.append((block.id, spec.outputs[0].name))
            kind = SHARED + kind
        self.add_own(block, kind, values)
        if self.given.scoped and block.id not in canvas.scoped and kind != OUTPUT:
            self.add_wire(("", "scope", None), (block.id, "scope", None))

    # -- Input pins

    def pin(self, name: str, block: Block) -> None:
        kind = LIST_INPUT if block.values.get("list") is True else INPUT
        if name in self.given.wired:
            self.pins[block.id] = Block(block.id, kind, values=block.values)
            return
        literal = self.given.literals.get(name)
        if literal is None:
            literal = block.values.get("default")
        wires = self.canvas.out.get(block.id, ())
        if literal is None:
            if all(map(self._optional, wires)):
                self.dropped.update((block.id, wire.target.block, wire.target.pin) for wire in wires)
            else:
                self.pins[block.id] = Block(block.id, kind, values=block.values)
            return
        dtype, _ = declared(block)
        fault = _unfit(name, block, literal)
        if fault is not None:
            self.faults.append(fault)
            self.pins[block.id] = Block(block.id, SILENT)
            return
        left = list(wires) if dtype is not None else [w for w in wires if not self._typed(w, literal)]
        if left:
            form = {} if dtype is None else {"dtype": dtype.name}
            self.pins[block.id] = Block(block.id, Const.name, values={"val": literal, **form})

    def _typed(self, wire: Wire, literal: Json) -> bool:
        block, pin, index = wire.target
        inner = self.canvas.blocks.get(block)
        if inner is None or index is not None or wire.source.index is not None:
            return False
        definition = self.canvas.instances.get(block)
        if definition is not None:
            target = self.expander.pins(definition).inputs.get(pin)
            fits = target is not None and target.values.get("list") is not True
        else:
            spec = self.expander.type_of(inner.type)
            result = None if spec is None or inner.type in (INPUT, OUTPUT) else spec.input(pin)
            fits = result is not None and result.literal and pin not in spec.attribute_names  # pyright: ignore[reportOptionalMemberAccess]
        if fits:
            self.values.setdefault(block, {})[pin] = literal
            self.dropped.add((wire.source.block, block, pin))
        return fits

    def _optional(self, wire: Wire) -> bool:
        block, pin, _ = wire.target
        inner = self.canvas.blocks.get(block)
        if inner is None or pin == "scope":
            return inner is not None
        typed = {**inner.values, **self.values.get(block, {})}.get(pin) is not None
        definition = self.canvas.instances.get(block)
        if definition is not None:
            target = self.expander.pins(definition).inputs.get(pin)
            return target is not None and (typed or target.values.get("default") is not None)
        spec = self.expander.type_of(inner.type)
        result = None if spec is None or inner.type in (INPUT, OUTPUT) else spec.input(pin)
        return result is not None and (result.optional or (typed and result.literal))

    # -- Instances

    def instance(self, block: Block, definition: Page, values: Mapping[str, Json]) -> None:
        expander, path = self.expander, block.id
        pins = expander.pins(definition)
        custom = bool(definition.gradient)
        self.expanded[path] = definition, pins, custom
        wires = [w for w in self.canvas.into.get(path, ()) if (w.source.block, path, w.target.pin) not in self.dropped]
        wired = {wire.target.pin for wire in wires}
        scoped = "scope" in wired or self.given.scoped
        given = self._given(block, definition, pins, values, wired, scoped)
        other = self._shared_with(block, values)
        if other is not None or self.given.sharing:
            given = given._replace(sharing=True)
        layout, start = expander.layout(definition, given), len(self.blocks)
        self.place(layout, path + "/", None if other is None else other + "/")
        if scoped and "scope" not in wired:
            self.add_wire(("", "scope", None), (path + "/", "scope", None))
        self.instances.append((path, definition))
        if other is not None:
            self.shares.append((path, other))
        if custom:
            self._custom(block, definition, given)
        else:
            self.add(path, definition.name, block, {})
        for name, pin in pins.outputs.items():
            self.add_wire((f"{path}/{pin.id}", "output", None), (path, INNER_RESULT + name if custom else name, None))
        self.placements.append(InstancePlacement(path, layout, start, len(self.blocks)))

    def _custom(self, block: Block, definition: Page, given: InstanceArguments) -> None:
        """Add the block of an instance with a custom gradient, and the wires to it from the input pins.

        If the gradient composite does not fit, the block fails: the gradient of its blocks would be wrong.
        """
        if self.expander.canvas(definition).gradient is None:
            self.add(block.id, SILENT, block, {})
            return
        literals: dict[str, Json] = {}
        for name, pin in self.expander.pins(definition).inputs.items():
            if name in given.wired:
                self.add_wire((f"{block.id}/{pin.id}", "output", None), (block.id, name, None))
            else:
                literals[name] = given.literals.get(name, pin.values.get("default"))
        self.add(block.id, CUSTOM + definition.name, block, {VALUES: (given.values, literals)})

    def _given(
        self,
        block: Block,
        definition: Page,
        pins: CompositePins,
        values: Mapping[str, Json],
        wired: set[str],
        scoped: bool,
    ) -> InstanceArguments:
        promoted: dict[str, Json] = {}
        literals: dict[str, Json] = {}
        own = self.expander.canvas(definition).promoted
        for name, value in values.items():
            if name in own:
                promoted[name] = value
            elif name in pins.inputs:
                if name not in wired:
                    literals[name] = value
            elif name != SHARES:
                known = _some({**own, **pins.inputs})
                text = f"{definition.name[1:]} has no value or input {name!r}"
                self.faults.append(Fault(block.id, name, text, f"the attributes and inputs are: {known}"))
        begin = f"{block.id}/"
        inner = {path.removeprefix(begin): more for path, more in self.given.inner.items() if path.startswith(begin)}
        return InstanceArguments(
            promoted, literals, frozenset(wired & pins.inputs.keys()), scoped, sharing=False, inner=inner
        )

    def _shared_with(self, block: Block, values: Mapping[str, Json]) -> str | None:
        name = values.get(SHARES)
        if name is None or name == "":
            return None
        canvas = self.canvas
        other = canvas.blocks.get(name) if isinstance(name, str) else None
        if other is None:
            why = f"there is no block {name!r} to share with"
        elif other is block:
            why = "an instance cannot share with itself"
        elif canvas.instances.get(other.id) is not canvas.instances[block.id]:
            why = f"{name} is not an instance of {block.type[1:]}"
        elif (other.values.get(SHARES) or self.values.get(other.id, {}).get(SHARES)) is not None:
            why = f"{name} itself shares the variables of another instance: name that instance"
        elif other.muted:
            why = f"{name} is muted and has no variables"
        else:
            return other.id
        self.faults.append(Fault(block.id, SHARES, why))
        return None

    def place(self, layout: DefinitionLayout, prefix: str, other: str | None) -> None:
        """Add the contents of an instance."""
        blocks, wires = layout.at(prefix)
        self.blocks += blocks
        self.wires += wires
        self.instances += [(prefix + path, definition) for path, definition in layout.instances]
        self.shares += [(prefix + path, prefix + shared) for path, shared in layout.shares]
        self.faults += [fault._replace(block=(prefix + fault.block).removesuffix("/")) for fault in layout.faults]
        for block, pin in layout.shared:
            if other is None:
                self.shared.append((prefix + block, pin))
            else:
                self.add_wire((other + block, pin, None), (prefix + block, SHARES, None))

    # -- Loops

    def loop(self, block: Block, values: Mapping[str, Json]) -> None:
        if INNER in values:
            self.faults.append(Fault(block.id, INNER, f"{block.type} has no attribute or input {INNER!r}"))
        names = [values.get(value) for value in LOOP_BODIES[block.type]]
        bodies = [self.expander.body(name) for name in names]
        for value, name, body in zip(LOOP_BODIES[block.type], names, bodies, strict=True):
            if body is None and name is not None:
                known = names_of(self.expander.pages)
                shown = repr(name.removeprefix(":")) if isinstance(name, str) else repr(name)
                text = f"there is no composite {shown}"
                self.faults.append(Fault(block.id, value, text, f"the composites are, each with a colon: {known}"))
        begin = f"{block.id}/"
        inner = {path.removeprefix(begin): more for path, more in self.given.inner.items() if path.startswith(begin)}
        if None in bodies:
            self.add(block.id, SILENT if None not in names else block.type, block, {} if None not in names else values)
            return
        kind = "/".join(["loop", block.type, *map(str, names)])
        inside: dict[str, Any] = {}
        for value, body in zip(LOOP_BODIES[block.type], bodies, strict=True):
            assert body is not None
            part = inner_part(value)
            here = {path.removeprefix(part): more for path, more in inner.items() if path.startswith(part)}
            inside[part] = promoted_in(body, values), here
            try:
                hoisted = self.expander.hoisted(body, *inside[part])
            except DiagramError as error:
                self.faults.append(Fault(block.id, value, error.message, error.hint))
                self.add(block.id, SILENT, block, {})
                return
            self._hoist(block, values, body, hoisted, part)
        self.add(block.id, kind, block, {**values, INNER: inside})
        if self.given.scoped and block.id not in self.canvas.scoped:
            self.add_wire(("", "scope", None), (block.id, "scope", None))

    def _hoist(self, block: Block, values: Mapping[str, Json], body: Page, hoisted: Hoisted, part: str) -> None:
        times = values.get("times")
        rounds = times if block.type == Repeat.name and values.get("share") is not True else None
        if not hoisted.variables:
            return
        count = 1 if type(rounds) is not int else max(rounds, 1)
        if count * len(hoisted.blocks) + len(self.blocks) > MOST:
            text = f"it expands to {count * len(hoisted.blocks):,} blocks; the limit is {MOST:,}"
            self.faults.append(Fault(block.id, "times", text))
            count = 1
        within = [f"{block.id}/{part}"] if rounds is None else [f"{block.id}/{i}/" for i in range(count)]
        wired: dict[str, list[Wire]] = {}
        for wire in self.canvas.into.get(block.id, ()):
            wired.setdefault(wire.target.pin, []).append(wire)
        names = {pin.id: name for name, pin in self.expander.pins(body).inputs.items()}
        over = values.get("over")
        literals: dict[str, Json] = {}
        for pin in dict.fromkeys(pin for pin, _ in hoisted.entries):
            name = names[pin]
            if isinstance(over, list) and name in over:
                text = f"the initial value of a variable cannot depend on {name}, which differs between iterations"
                self.faults.append(Fault(block.id, name, text))
            literal = values.get(name)
            literal = self.expander.canvas(body).blocks[pin].values.get("default") if literal is None else literal
            if name not in wired and literal is not None:
                literals[pin] = literal
        for prefix in within:
            for each in hoisted.blocks:
                kind = each.type
                if self.given.sharing and self.expander.is_kept(kind):
                    spec = self.expander.type_of(kind)
                    assert spec is not None
                    self.shared.append((prefix + each.id, spec.outputs[0].name))
                    kind = SHARED + kind
                self.add(prefix + each.id, kind, each, each.values)
            for source, target in hoisted.wires:
                self.add_wire((prefix + source.block, *source[1:]), (prefix + target.block, *target[1:]))
            for pin, literal in literals.items():
                dtype, _ = declared(self.expander.canvas(body).blocks[pin])
                form = {} if dtype is None else {"dtype": dtype.name}
                self.add(prefix + pin, Const.name, Block("", ""), {"val": literal, **form})
            for pin, target in hoisted.entries:
                end = (prefix + target.block, *target[1:])
                if pin in literals:
                    self.add_wire((prefix + pin, "output", None), end)
                for wire in wired.get(names[pin], ()):
                    begin = self._begin(wire.source, wire.target)
                    if begin is not None:
                        self.add_wire(begin, end)
        for variable, pin in hoisted.variables:
            for prefix in within:
                self.add_wire((prefix + variable, pin, None), (block.id, VARIABLES, None))

    # -- Wires

    def wire(self, wire: Wire) -> None:
        source, target = wire
        to_input, from_output = self.canvas.wrong
        if (source.block, target.block, target.pin) in self.dropped:
            return
        if target.block in to_input or source.block in from_output:
            return
        begin = self._begin(source, target)
        end = self._end(wire)
        if begin is source and end is target:
            self.wires.append(wire)
        elif begin is not None and end is not None:
            self.add_wire(begin, end)

    def _begin(self, source: Endpoint, target: Endpoint) -> _End | None:
        entry = self.expanded.get(source.block)
        if entry is None:
            return source
        definition, pins, custom = entry
        name = source.pin if source.pin in pins.outputs else source.pin.removeprefix("result_")
        if name in pins.outputs:
            block, pin = (source.block, name) if custom else (f"{source.block}/{pins.outputs[name].id}", "output")
            return block, pin, source.index
        names = _some(pins.outputs)
        text = f"a wire comes from {source}, but {definition.name[1:]} has no output pin {source.pin!r}"
        self.faults.append(Fault(target.block, target.pin, text, f"the output pins are: {names}"))
        return None

    def _end(self, wire: Wire) -> _End | None:
        target = wire.target
        entry = self.expanded.get(target.block)
        if entry is None:
            if target.pin == VARIABLES and target.block in self.canvas.loops:
                text = f"{self.canvas.blocks[target.block].type} has no input pin {target.pin!r}"
                self.faults.append(Fault(target.block, target.pin, text))
                return None
            return target
        if target.pin == "scope":
            return f"{target.block}/", "scope", target.index
        definition, pins, _ = entry
        pin = pins.inputs.get(target.pin)
        if pin is None:
            names = _some(pins.inputs)
            text = f"{definition.name[1:]} has no input pin {target.pin!r}; its input pins are: {names}"
            self.faults.append(Fault(target.block, target.pin, text))
            return None
        if pin.values.get("list") is not True and self.canvas.first[target.block, target.pin] is not wire:
            text = f"{target.pin} takes one wire, but there are several"
            self.faults.append(Fault(target.block, target.pin, text))
            return None
        return f"{target.block}/{pin.id}", "input", target.index


class _PageLayout(CanvasLayout):
    def expanded_page(self, fault: str | None) -> ExpandedPage:
        canvas = self.canvas
        if fault is not None:
            largest = max((*canvas.instances, *canvas.loops), key=self._size, default="")
            self.faults.append(Fault(largest, None, fault))
            canvas.instances.clear()
            canvas.loops.clear()
        self.lay_out()
        page = canvas.page
        flat = Page(page.name, tuple(self.blocks), tuple(self.wires), extra=page.extra)
        instances = {path: self._instance(path, definition) for path, definition in self.instances}
        ends = frozenset([f"{p}/{pin.id}" for p, d in self.instances for pin in self.expander.pins(d).outputs.values()])
        shares = dict(self.shares)
        return ExpandedPage(flat, page, instances, shares, self.placements, ends, self.faults)

    def _size(self, block: str) -> Size:
        sizes = self.expander.sizes
        result = [sizes[name] for name in uses_of(self.canvas.blocks[block]) if name in sizes]
        return max(result, default=Size(0, 0, 0, 0, 0))

    def pin(self, name: str, block: Block) -> None:
        if name in self.given.literals:
            super().pin(name, block)
            return
        dtype, _ = declared(block)
        known = dtype is not None and block.values.get("list") is not True
        self.pins[block.id] = Block(block.id, OUTLINE_INPUT if known else SILENT, values=block.values)

    def add_own(self, block: Block, kind: str, values: Mapping[str, Json]) -> None:
        """Add a block; an unchanged block of the page stays the same object."""
        self.blocks.append(block if values is block.values else block._replace(values=values))

    def _instance(self, path: str, definition: Page) -> Instance:
        pins, custom = self.expander.pins(definition), bool(definition.gradient)
        inputs = {name: f"{path}/{pin.id}" for name, pin in pins.inputs.items()}
        outputs = {name: path if custom else f"{path}/{pin.id}" for name, pin in pins.outputs.items()}
        return Instance(definition, inputs, outputs)


def _some(names: Collection[str]) -> str:
    more = f" and {len(names) - _TOLD:,} more" if len(names) > _TOLD else ""
    return ", ".join(islice(names, _TOLD)) + more or "none"


def _unfit(name: str, pin: Block, literal: Json) -> Fault | None:
    dtype, shape = declared(pin)
    if (dtype is None and shape is None) or (isinstance(literal, dict) and "file" in literal):
        return None
    try:
        array, _ = to_array(literal, dtype)
    except DiagramError as error:
        return Fault("", name, error.message, error.hint)
    if not compatible(shape, array.shape):
        text = f"{name} must have the shape {shape_text(shape)}, got {shape_text(array.shape)}"
        return Fault("", name, text)
    return None


@contextmanager
def _deep(levels: int) -> Generator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 1000 + 10 * levels))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
