"""Examples of block types that run as they are: a page to paste, and a whole diagram."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any, cast

from blocks.base.dtypes import ANY, COMPLEX, STRING, DType
from blocks.base.literals import natural_dtype
from blocks.document.data import Block, Document, Endpoint, Json, Page, Wire, is_list, is_object
from blocks.document.definitions import needed
from blocks.document.layout.page_layout import positions, rows_by_type
from blocks.document.python_values import file_value
from blocks.document.reading import read_text
from blocks.graph.spec import BlockSpec, InputPin

_ENDS_THE_RUN = "Abort"
"""The type whose example is not to be pasted: it runs only as long as nothing fetches the block."""


@cache
def _kept() -> tuple[dict[str, Page], tuple[Page, ...]]:
    """Return examples of types that a declaration cannot express, by type, and the composites that they run.

    They are the pages of a diagram; the name of a page lists its types.
    """
    document = read_text((resources.files("assets") / "block_examples.gradblocks").read_bytes())
    pages = {name: page._replace(name="example") for page in document.pages for name in page.name.split()}
    return pages, document.composites


def example_page(spec: BlockSpec) -> Page | None:
    """Return a page to paste, which runs and has no composites, or None."""
    whole = None if spec.name == _ENDS_THE_RUN else example_diagram(spec)
    return None if whole is None or whole.composites else whole.pages[0]


def example_diagram(spec: BlockSpec) -> Document | None:
    """Return a diagram that runs, or None."""
    pages, composites = _kept()
    page = pages.get(spec.name) or (None if spec.example is None else _of_declaration(spec, spec.example))
    if page is None:
        return None
    used = needed(Document("", (page,), {}, composites), page.name)
    return Document("", (page,), {}, tuple(each for each in composites if each.name in used))


def _of_declaration(spec: BlockSpec, example: dict[str, Any]) -> Page:
    """Build a page from a declared example: inputs become blocks, attributes stay values."""
    plain = spec.plain_name
    name = plain.lower() if plain.lower() != plain else f"{plain}1"
    values: dict[str, Json] = {}
    blocks: list[Block] = []
    wires: list[Wire] = []
    bound = _bound(spec, example)
    for key, given in example.items():
        value = file_value(given)
        pin = spec.input(key)
        if key in spec.attribute_names:
            values[key] = value
        elif pin is not None:
            several = pin.is_list and is_list(value)
            for i, each in enumerate(cast("list[Json]", value) if several else [value]):
                source = _source(f"{key}{i + 1}" if several else key, each, pin, bound)
                blocks.append(source)
                output = "ref" if source.type == "Variable" else "output"
                wires.append(Wire(Endpoint(source.id, output), Endpoint(name, pin.name)))
    blocks.append(Block(name, spec.name, (0, 0), values))
    page = Page("example", tuple(blocks), tuple(wires))
    at = positions(page, rows_of=rows_by_type(()))
    return page._replace(blocks=tuple(block._replace(at=at[block.id]) for block in blocks))


def _source(name: str, value: Json, pin: InputPin, bound: dict[str, DType]) -> Block:
    if is_object(value) and "variable" in value:
        own = natural_dtype(value["variable"])
        other = None if own in pin.allowed or pin.allowed is ANY else _other(own, pin)
        dtype = value.get("dtype") or (None if other is None else other.name)
        given = {} if dtype is None else {"dtype": dtype}
        return Block(name, "Variable", (0, 0), {"initvalues": value["variable"], **given})
    if is_object(value) and "val" in value:
        return Block(name, "Const", (0, 0), value)
    values: dict[str, Json] = {"val": value}
    own = natural_dtype(value)
    wanted = bound.get(pin.var or "")
    if wanted is None and own not in pin.allowed and pin.allowed is not ANY:
        wanted = _other(own, pin)
    if wanted is not None and wanted is not own:
        values["dtype"] = wanted.name
    return Block(name, "Const", (0, 0), values)


def _other(own: DType, pin: InputPin) -> DType:
    return next((each for each in pin.allowed if _near(own, each)), pin.allowed[0])


def _near(own: DType, other: DType) -> bool:
    return other in COMPLEX if own is STRING else own.kind == other.kind


def _bound(spec: BlockSpec, example: dict[str, Any]) -> dict[str, DType]:
    """Return the dtypes that inputs with a shared type variable get: one float makes all of them floats."""
    bound: dict[str, DType] = {}
    for pin in spec.inputs:
        if pin.var is None or pin.name not in example or pin.is_list:
            continue
        value = file_value(example[pin.name])
        if is_object(value):
            if value.get("dtype"):
                continue
            value = value.get("variable", value.get("val", 0.0))
        own = natural_dtype(value)
        if own in pin.allowed and (pin.var not in bound or own.kind == "float"):
            bound[pin.var] = own
    return bound
