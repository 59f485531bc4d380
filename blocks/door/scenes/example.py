"""Examples of block types that run as they are: a page to paste, and a whole diagram."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from blocks.base.dtypes import ANY, COMPLEX, STRING, DType
from blocks.base.literals import natural_dtype
from blocks.document.data import (
    Block,
    Definition,
    Document,
    Endpoint,
    Json,
    Page,
    Wire,
    is_list,
    is_object,
    parse_endpoint,
)
from blocks.document.definitions import needed
from blocks.document.layout.page_layout import positions, rows_by_type
from blocks.document.python_values import file_value
from blocks.door.scenes import kept, page
from blocks.door.scenes.page import Scene
from blocks.graph.spec import BlockSpec, InputPin


def _all() -> Mapping[str, Scene]:
    families = (
        page.core, page.displays, kept.queues, kept.staging, kept.barriers, kept.tensor_arrays, kept.accumulators,
        kept.kept, kept.readers, kept.files, kept.datasets, kept.tables,
    )  # fmt: skip
    return {name: scene for family in families for names, scene in family().items() for name in names.split()}


SCENES = _all()


def example_page(spec: BlockSpec) -> Page | None:
    """Return a page that runs and has no composites, or None."""
    scene = SCENES.get(spec.name)
    if scene is not None:
        return _page("example", scene)
    return None if spec.example is None else _placed("example", *_of_declaration(spec, spec.example))


def example_diagram(spec: BlockSpec) -> Document | None:
    """Return a diagram that runs, or None."""
    scene, own = page.running().get(spec.name), example_page(spec)
    if scene is None:
        return None if own is None else Document("", (own,))
    composites = tuple(
        _page(f":{name}", each)._replace(composite=Definition()) for name, each in page.composites().items()
    )
    whole = Document("", (_page("example", scene, composites),), {}, composites)
    used = needed(whole, "example")
    return whole._replace(composites=tuple(each for each in composites if each.name in used))


def _page(name: str, scene: Scene, composites: Sequence[Page] = ()) -> Page:
    blocks = [Block(name, type_name, (0, 0), values) for name, (type_name, values) in scene.blocks.items()]
    ends = [wire.split(">") for wire in scene.wires.split()]
    wires = [Wire(parse_endpoint(source), parse_endpoint(target)) for source, target in ends]
    return _placed(name, blocks, wires, composites)


def _placed(name: str, blocks: Sequence[Block], wires: Sequence[Wire], composites: Sequence[Page] = ()) -> Page:
    result = Page(name, tuple(blocks), tuple(wires))
    at = positions(result, rows_of=rows_by_type(composites))
    return result._replace(blocks=tuple(block._replace(at=at[block.id]) for block in blocks))


def _of_declaration(spec: BlockSpec, example: dict[str, Any]) -> tuple[list[Block], list[Wire]]:
    """Build blocks and wires from a declared example: inputs become blocks, attributes stay values."""
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
    return blocks, wires


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
