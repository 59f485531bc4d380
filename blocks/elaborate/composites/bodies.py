"""Graphs of composites for blocks that run them as loop bodies or branches.

On the flat page, such a block has a type of its own, ``loop/Scan/:Cell``, with the pins of its composites. The
variables of the composites are separate blocks of the flat page and inputs of that block.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from blocks.base.dtypes import BOOL, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Shape
from blocks.compile.loops.written import without_writes
from blocks.document.data import Block, Page, Wire
from blocks.elaborate.composites.instance_layout import Hoisted, Inner
from blocks.elaborate.composites.instance_types import (
    OUTLINE_INPUT,
    Kind,
    declared,
    instance_spec,
    keeps,
    with_kinds,
    with_pins,
)
from blocks.elaborate.composites.promotion import Promotion
from blocks.elaborate.elaboration import Elaboration
from blocks.graph.build import construct, declare
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec, InputPin, OutputPin
from blocks.library.array.identity import Placeholder
from blocks.library.control_flow.bodies import Body
from blocks.library.control_flow.composite_loops import Cond, While
from blocks.library.core.constants import Const

if TYPE_CHECKING:
    from blocks.elaborate.composites.expansion import Composites

LOOP, GIVEN = "loop/", "given/"
"""What stands before the type of a block that runs composites, and of a variable that such a composite is given."""


class BodyGraph(NamedTuple):
    """A composite as the graph that a block runs.

    Attributes:
        variables: the placeholders of variables.
        written: the value at the end of an iteration of each variable that is written, by its placeholder.
    """

    body: Body
    inputs: dict[str, Output]
    outputs: dict[str, Output]
    variables: list[Output]
    written: dict[Output, Output]
    writers: dict[str, str]
    errors: list[DiagramError]


class Bodies:
    def __init__(self, composites: Composites) -> None:
        self.composites = composites
        self._bodies: dict[Any, BodyGraph] = {}
        self._hoisted: dict[Any, Hoisted] = {}
        self._open: list[str] = []

    def hoisted(self, page: Page, values: Mapping[str, Any], inner: Inner) -> Hoisted:
        key = page.name, repr(values), repr(inner)
        entry = self._hoisted.get(key)
        if entry is None:
            with self._within(page):
                entry = self._hoisted[key] = self._hoist(page, values, inner)
        return entry

    def _hoist(self, page: Page, values: Mapping[str, Any], inner: Inner) -> Hoisted:
        expansion = self.composites.expand(with_kinds(page, {}, values), inner)
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
        pins = {pin.id for pin in self.composites.pins(page).inputs.values()}
        blocks = [each for each in flat.blocks if each.id in needed and each.id not in pins]
        wires = [wire for each in blocks for wire in into.get(each.id, ())]
        inside = [wire for wire in wires if wire.source.block not in pins]
        entries = [(wire.source.block, wire.target) for wire in wires if wire.source.block in pins]
        return Hoisted(blocks, inside, variables, entries)

    def _variable(self, block: Block) -> BlockSpec | None:
        spec = None if block.muted or block.type.startswith((LOOP, GIVEN)) else self.composites.find(block.type)
        return spec if spec is not None and spec.variable and keeps(spec) else None

    def make(
        self,
        page: Page,
        kinds: Mapping[str, Kind],
        literals: Mapping[str, Any],
        values: Mapping[str, Any],
        inner: Inner,
        variables: Sequence[Kind],
        cells: Sequence[int],
    ) -> BodyGraph:
        """Return a composite as a graph.

        Args:
            cells: for each pin and then each variable, the number of the first one with the same variable; -1 for a pin
                without a variable.
        """
        key = page.name, repr([kinds, literals, values, inner, list(variables), list(cells)])
        entry = self._bodies.get(key)
        if entry is None:
            with self._within(page):
                entry = self._bodies[key] = self._build(page, kinds, literals, values, inner, variables, cells)
        return entry

    def _build(
        self,
        page: Page,
        kinds: Mapping[str, Kind],
        literals: Mapping[str, Any],
        values: Mapping[str, Any],
        inner: Inner,
        variables: Sequence[Kind],
        cells: Sequence[int],
    ) -> BodyGraph:
        composites = self.composites
        names = self.hoisted_names(page, values, inner)
        expansion = composites.expand(with_kinds(page, kinds, values), inner)
        assert expansion is not None
        pins = composites.pins(page)
        instead: dict[str, Block] = {}
        for name, pin in pins.inputs.items():
            if name in kinds:
                instead[pin.id] = Block(pin.id, OUTLINE_INPUT, values=_form(kinds[name]))
            elif name in literals:
                dtype, _ = declared(pin)
                form = {} if dtype is None else {"dtype": dtype.name}
                instead[pin.id] = Block(pin.id, Const.name, values={"val": literals[name], **form})
        kinds_of = dict(zip(names, variables, strict=True))
        flat = expansion.page
        blocks = [
            Block(each.id, GIVEN + each.type, values=_form(kinds_of[each.id]))
            if each.id in kinds_of
            else instead.get(each.id, each)
            for each in flat.blocks
        ]
        wires = [wire for wire in flat.wires if wire.target.block not in kinds_of]
        expansion = expansion._replace(page=flat._replace(blocks=tuple(blocks), wires=tuple(wires)), stamps=[])
        result = composites.build(expansion)
        given = {name: results for name, pin in pins.inputs.items() if (results := _tensor(result, pin.id)) is not None}
        outputs = {
            name: results for name, pin in pins.outputs.items() if (results := _tensor(result, pin.id)) is not None
        }
        given = {name: given[name] for name in kinds if name in given}
        held = [next(iter(result.values[name].values())) for name in names if name in result.values]
        errors = self._errors(page, result)
        writers = {node.block_name: node.called for node in result.graph.nodes if node.type.writes}
        written: dict[Output, Output] = {}
        if writers and not errors:
            firsts: dict[int, Output] = {}
            pairs = sorted(zip([*given.values(), *held], cells, strict=True), key=lambda pair: pair[0].op.number)
            stand_ins = {each: firsts.setdefault(cell, each) for each, cell in pairs if cell >= 0}
            try:
                written = without_writes(result.graph, stand_ins)
            except DiagramError as error:
                errors.append(error)
        body = Body(result.graph, tuple([node for node in result.graph.nodes if node.type.context]), result)
        return BodyGraph(body, given, outputs, held, written, writers, errors)

    def hoisted_names(self, page: Page, values: Mapping[str, Any], inner: Inner) -> list[str]:
        key = page.name, repr(values), repr(inner)
        entry = self._hoisted.get(key)
        if entry is None:
            entry = self._hoisted[key] = self._hoist(page, values, inner)
        return [block for block, _ in entry.variables]

    def _errors(self, page: Page, elaboration: Elaboration) -> list[DiagramError]:
        """Return the errors of a definition in general and of its use by a block; each names a block inside."""
        if not elaboration.problems:
            return []
        known = {(each.composite, each.block, each.pin, each.message) for each in self.composites.faults_of(page)}
        errors: list[DiagramError] = []
        for each in elaboration.problems:
            if (each.composite, each.block, each.pin, each.message) in known:
                errors.append(each)
            else:
                inside = each.paths[0] if each.composite != page.name[1:] and each.paths else each.block
                errors.append(DiagramError(each.message, pin=each.pin, hint=each.hint, block=inside))
        return errors

    def _within(self, page: Page) -> _Within:
        return _Within(self._open, page.name)


def pins_of_loop(name: str, promotion: Promotion) -> BlockSpec | None:
    """Return the type of blocks that run composites as users see it: with the composites' pins and promoted values."""
    _, kind, *bodies = name.split("/")
    spec, pages = promotion.find(kind), [promotion.page(each) for each in bodies]
    if spec is None or None in pages:
        return spec
    specs = [instance_spec(page, promotion) for page in pages if page is not None]
    inputs = {pin.name: pin for each in specs for pin in each.inputs}
    outputs = {pin.name: pin for pin in specs[-1].outputs}
    if kind == Cond.name:
        inputs = {"predicate": InputPin("predicate", None, (BOOL,)), **inputs}
    if kind == While.name:
        outputs.setdefault("rounds", OutputPin("rounds", None, None, kind="output"))
    own = set(spec.attribute_names)
    promoted = {a.name: a for each in specs for a in each.attributes[:-1] if a.name not in own | inputs.keys()}
    result = with_pins(declare(kind, spec.page, "->", spec.kernel, helper=True), inputs.values(), outputs.values())
    result.doc = result.__doc__ = spec.doc
    result.attributes = (*spec.attributes, *promoted.values())
    result.attribute_names = {each.name: each for each in result.attributes}
    result.rule = spec.rule
    return result


class _Within:
    def __init__(self, opened: list[str], name: str) -> None:
        self._opened, self._name = opened, name

    def __enter__(self) -> None:
        if self._name in self._opened:
            cycle = [*self._opened[self._opened.index(self._name) :], self._name]
            names = " -> ".join(each[1:] for each in cycle)
            raise DiagramError(f"{self._name[1:]} contains itself: {names}")
        self._opened.append(self._name)

    def __exit__(self, *_error: object) -> None:
        self._opened.pop()


def _form(kind: Kind) -> dict[str, Any]:
    dtype, shape = kind
    return {"dtype": dtype.name, "shape": None if shape is None else list(shape)}


def _tensor(elaboration: Elaboration, block: str) -> Output | None:
    entry = elaboration.values.get(block, {}).get("output")
    return entry if isinstance(entry, Output) else None


def given_spec(kept: BlockSpec) -> BlockSpec:
    def stands(scope: Scope, *, dtype: DType | None, shape: Shape) -> dict[str, Any]:
        output = construct(Placeholder, scope, (), {"dtype": dtype, "shape": shape}).outputs[0]
        output.is_ref = True
        return {kept.outputs[0].name: output}

    result = declare(kept.name, kept.page, "->", stands, helper=True, parameters=_parameters)
    return with_pins(result, [], kept.outputs)


def _parameters(*, dtype: DType | None = None, shape: Shape | None = None) -> None: ...
