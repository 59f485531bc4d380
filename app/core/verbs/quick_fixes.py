"""Quick fixes for incompatible wires: a block in between, one element of a list, a literal written with floats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from app.core.verbs.blocks import Find
from app.face.face import value_text
from app.language import tr
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.document.changes import Change, SetValue, UnsetValue
from blocks.document.data import Endpoint, Json, Page, Wire, is_list, pins_type
from blocks.elaborate.instance_types import PAGE as COMPOSITES
from blocks.graph.build import construct
from blocks.graph.graph import Graph, Node
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec

_MOST_NUMBERS = 10_000


class QuickFix(NamedTuple):
    """A quick fix for an incompatible wire.

    Attributes:
        type: the block type to insert, or None.
        index: the element of the source that is wired.
        sets: values to set: block, name, value; None removes the value.
        wires: the wires to insert the block into, if not the new one.
    """

    text: str
    type: str | None = None
    values: Mapping[str, Json] = {}
    input: str = ""
    output: str = ""
    index: int | None = None  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups
    sets: tuple[tuple[str, str, Json], ...] = ()
    wires: tuple[Wire, ...] = ()


def changes_of(page: Page, mend: QuickFix) -> list[Change]:
    values = {block.id: block.values for block in page.blocks}
    return [
        SetValue(page.name, block, key, value) if value is not None else UnsetValue(page.name, block, key)
        for block, key, value in mend.sets
        if value is not None or key in values.get(block, {})
    ]


def cast_to(wanted: DType, wires: Sequence[Wire] = (), *, cuts: bool = False) -> QuickFix:
    """Return the fix that inserts a Cast into new or given wires; ``cuts``: the Cast stops the gradient."""
    text = tr("Insert Cast to {short}", short=wanted.short)
    if wires:
        text = tr("{text} before {pins}", text=text, pins=", ".join(dict.fromkeys(str(each.target) for each in wires)))
    text = tr("{text} (blocks the gradient)", text=text) if cuts else text
    return QuickFix(text, "Cast", {"DstT": wanted.name}, "x", "y", wires=tuple(wires))


def as_float(page: Page, find: Find, source: Endpoint) -> tuple[QuickFix, DType] | None:
    """Return the fix that writes a block's integers as floats, and the resulting output dtype.

    For a variable whose initial value comes from another block, that block is changed. None if no value of the block
    makes its output an integer.
    """
    block = next((each for each in page.blocks if each.id == source.block), None)
    spec = None if block is None else find(pins_type(block))
    output = None if spec is None else spec.output(source.pin)
    if block is None or spec is None or output is None or spec.page == COMPOSITES:  # there what is inside decides
        return None
    kept = {name: value for name, value in block.values.items() if name != output.var}
    unset = [(block.id, name, None) for name in block.values.keys() - kept.keys()]  # the dtype that it was given
    typed = {n: f for n, v in kept.items() if _is_typed(spec, n) and (f := floats_of(v)) is not None}
    for floats in (typed, *({name: value} for name, value in typed.items())):
        given = _gives(spec, {**kept, **floats}, source) if floats else None
        if given is not None and given.is_floating:
            text = tr(
                "Write as {dtype}: {values}", dtype=given.short, values=", ".join(map(value_text, floats.values()))
            )
            return QuickFix(text, sets=(*[(block.id, *each) for each in floats.items()], *unset)), given
    before = [wire.source for wire in page.wires if wire.target.block == block.id] if spec.variable else []
    begins = as_float(page, find, before[0]) if len(before) == 1 else None
    return None if begins is None else (begins[0]._replace(sets=(*begins[0].sets, *unset)), begins[1])


def _is_typed(spec: BlockSpec, name: str) -> bool:
    kind = next((attribute.type for attribute in spec.attributes if attribute.name == name), None)
    return kind == "tensor" if kind is not None else spec.input(name) is not None


def floats_of(value: Json) -> Json | None:
    left = _MOST_NUMBERS

    def turned(item: Json) -> Iterator[Json]:
        nonlocal left
        left -= 1
        if is_list(item):
            yield [each for inner in item for each in turned(inner)]
        elif type(item) is int and left > 0 and int(float(item)) == item:
            yield float(item)
        else:
            raise ValueError

    try:
        return next(turned(value))
    except (ValueError, OverflowError):
        return None


def _gives(spec: BlockSpec, values: Mapping[str, Any], source: Endpoint) -> DType | None:
    """Return an output's dtype for a block with these values and no wires; None if the block cannot be built."""
    attributes = {name: value for name, value in values.items() if name in spec.attribute_names}
    given = [values.get(pin.name) for pin in spec.inputs]
    try:
        node = construct(spec, Scope(Graph()), given, attributes)
    except DiagramError:
        return None
    index = [pin.name for pin in spec.outputs].index(source.pin)
    outputs = node.outputs if isinstance(node, Node) else ()
    return outputs[index].dtype if len(outputs) == len(spec.outputs) else None
