"""What makes a wire fit that does not: a block put between, one element of a list, a literal written with floats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from app.face.face import value_text
from app.language import tr
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.document.data import Block, Endpoint, Json, is_list
from blocks.elaborate.composites.instance_types import PAGE as COMPOSITES
from blocks.graph.build import construct
from blocks.graph.graph import Graph, Node
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec

_MOST_NUMBERS = 10_000


class Mend(NamedTuple):
    """What makes a wire fit that does not.

    Attributes:
        text: what a person reads: ``Insert Cast to float``.
        type: the block type to put between, None if nothing is put between.
        values: its values.
        input, output: its pins.
        index: which element of the source is wired.
        literal: the name of a value of the source block, and what it becomes.
    """

    text: str
    type: str | None = None
    values: Mapping[str, Json] = {}
    input: str = ""
    output: str = ""
    index: int | None = None  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups
    literal: tuple[str, Json] | None = None


def cast_to(wanted: DType) -> Mend:
    """A Cast put between."""
    return Mend(tr("Insert Cast to {short}", short=wanted.short), "Cast", {"DstT": wanted.name}, "x", "y")


def as_float(block: Block, spec: BlockSpec, source: Endpoint) -> tuple[Mend, DType] | None:
    """Write the whole numbers that were typed into a block with a point, and which dtype that gives at a pin.

    None if no value of the block makes its output an integer.
    """
    if spec.output(source.pin) is None or spec.page == COMPOSITES:  # what is inside an instance decides
        return None
    for name, value in block.values.items():
        if not _is_typed(spec, name):
            continue
        floats = floats_of(value)
        if floats is None:
            continue
        given = _gives(spec, {**block.values, name: floats}, source)
        if given is not None and given.is_floating:
            return Mend(f"As {given.short}: {value_text(floats)}", literal=(name, floats)), given
    return None


def _is_typed(spec: BlockSpec, name: str) -> bool:
    """Whether a value is a tensor that a person typed."""
    kind = next((attribute.type for attribute in spec.attributes if attribute.name == name), None)
    return kind == "tensor" if kind is not None else spec.input(name) is not None


def floats_of(value: Json) -> Json | None:
    """The same numbers as floats; None if they are not all whole numbers, or very many."""
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
    """The dtype at an output of a block with these values and no wires; None if it cannot be made so."""
    attributes = {name: value for name, value in values.items() if name in spec.attribute_names}
    given = [values.get(pin.name) for pin in spec.inputs]
    try:
        node = construct(spec, Scope(Graph()), given, attributes)
    except DiagramError:
        return None
    index = [pin.name for pin in spec.outputs].index(source.pin)
    outputs = node.outputs if isinstance(node, Node) else ()
    return outputs[index].dtype if len(outputs) == len(spec.outputs) else None
