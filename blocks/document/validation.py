"""Validation of changes, so that every diagram can be saved and opened again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from blocks.base.errors import DiagramError
from blocks.document.canonical import wire_json
from blocks.document.data import (
    BLOCK_FIELDS,
    DEFINITION_FIELDS,
    DOCUMENT_FIELDS,
    FIRST_FIELDS,
    FRAME_FIELDS,
    INSTANCE,
    ITEM_DEPTH,
    MAX_BLOCKS,
    MAX_WIRES,
    NOTE_FIELDS,
    PAGE_DEPTH,
    PAGE_FIELDS,
    ROUTE_FIELDS,
    VALUE_FIELDS,
    VALUES_DEPTH,
    Block,
    Definition,
    Frame,
    Json,
    Note,
    Page,
    PromotedValue,
    Route,
    Wire,
    composite_fault,
    gradient_fault,
    id_fault,
    json_fault,
    name_fault,
    parse_endpoint,
    position,
)
from blocks.document.migrations import FIRST
from blocks.document.state import KINDS, DiagramState, Kind, PageState

Item = Wire | Note | Frame | Route


def check_canvas_name(state: DiagramState, name: str, *, composite: bool) -> None:
    if composite and not name.startswith(INSTANCE):
        raise DiagramError(f"the name {name!r} of the canvas of a composite must begin with {INSTANCE!r}")
    what, own = ("composite", name[1:]) if composite else ("page", name)
    fault = composite_fault(own) if composite else name_fault(own)
    if fault:
        raise DiagramError(f"the name {own!r} of a {what} {fault}")
    if name in state.composites:
        raise DiagramError(f"there is already a composite {name[1:]!r}")
    if name in state.pages:
        raise DiagramError(f"there is already a page {name!r}")


def check_page(content: Page) -> None:
    try:
        _check_content(content)
    except DiagramError as error:
        if content.composite is not None:
            error.within([content.name])
        raise


def _check_content(content: Page) -> None:
    page = PageState(content)
    if len(page.blocks) < len(content.blocks):
        raise DiagramError("two blocks have the same id", page=content.name)
    for block in content.blocks:
        check_block(block, page)
    for kind in KINDS:
        check_items(kind, getattr(content, kind), content.name)
    check_extra(content.extra, canvas_fields(content), PAGE_DEPTH, page=content.name)
    if content.composite is not None:
        check_definition(content.composite, content.name)


def canvas_fields(canvas: Page | PageState) -> tuple[str, ...]:
    return PAGE_FIELDS if canvas.composite is None else DEFINITION_FIELDS


def check_definition(definition: Definition, page: str) -> None:
    if type(definition.doc) is not str:
        raise DiagramError("'doc' must be a string", page=page)
    fault = json_fault(definition.doc, 0)
    if fault:
        raise DiagramError(f"'doc' {fault}", page=page)
    if definition.gradient != "" and (fault := gradient_fault(definition.gradient)):
        raise DiagramError(f"'gradient' {fault}", page=page)
    check_object(definition.origin, "from", PAGE_DEPTH - 1, page=page)
    names: set[str] = set()
    for value in definition.values:
        _check_value(value, page)
        if value.name in names:
            raise DiagramError(f"there is already a promoted value {value.name!r}", page=page)
        names.add(value.name)


def _check_value(value: PromotedValue, page: str) -> None:
    fault = id_fault(value.name) if type(value.name) is str else "is not a string"
    if fault:
        raise DiagramError(f"the name {value.name!r} of a promoted value {fault}", page=page)
    fault = json_fault(value.default, VALUES_DEPTH)
    if fault:
        raise DiagramError(f"the default of the promoted value {value.name!r} {fault}", page=page)
    texts = [value.doc, *value.sets]
    if not all(type(text) is str for text in texts):
        raise DiagramError(f"'doc' and 'sets' of the promoted value {value.name!r} must be strings", page=page)
    fault = json_fault(texts, 1)
    if fault:
        raise DiagramError(f"a string of the promoted value {value.name!r} {fault}", page=page)
    check_extra(value.extra, VALUE_FIELDS, ITEM_DEPTH, page=page)


def check_object(value: Json, key: str, depth: int, *, page: str | None = None) -> None:
    fault = json_fault(value, depth)
    if fault or (value is not None and type(value) is not dict):
        raise DiagramError(f"{key!r} {fault or 'must be an object'}", page=page)


def check_second(state: DiagramState) -> None:
    """Raise if a gradblocks/1 file that becomes gradblocks/2 or 3 has unknown keys that the latter defines."""
    for key in state.extra:
        if key in DOCUMENT_FIELDS:
            raise DiagramError(
                f"the diagram has a key {key!r} that does not exist in {FIRST}", hint="remove the key first"
            )


def document_fields(state: DiagramState) -> tuple[str, ...]:
    return DOCUMENT_FIELDS if state.composites or state.package is not None else FIRST_FIELDS


def check_room(state: DiagramState, blocks: int, wires: int) -> None:
    """Raise if the diagram would become larger than a file may be.

    The counts in the state include everything ever added, so an exact count is needed only if they exceed the limits.
    """
    state.blocks += blocks
    state.wires += wires
    if state.blocks <= MAX_BLOCKS and state.wires <= MAX_WIRES:
        return
    state.blocks = sum(len(page.blocks) for page in state.canvases()) + blocks
    state.wires = sum(len(page.wires) for page in state.canvases()) + wires
    if state.blocks > MAX_BLOCKS:
        raise DiagramError(f"a diagram can have at most {MAX_BLOCKS:,} blocks")
    if state.wires > MAX_WIRES:
        raise DiagramError(f"a diagram can have at most {MAX_WIRES:,} wires")


def check_id(block_id: str, page: PageState) -> None:
    fault = id_fault(block_id)
    if fault:
        raise DiagramError(f"the id {block_id!r} of a block {fault}", page=page.name)


def check_block(block: Block, page: PageState) -> None:
    check_id(block.id, page)
    fault = json_fault(block.type, 0)
    if fault or not block.type:
        raise DiagramError(f"the type {fault or 'is empty'}", page=page.name, block=block.id)
    fault = json_fault(block.values, VALUES_DEPTH)
    if fault:
        raise DiagramError(f"a value {fault}", page=page.name, block=block.id)
    _check_position(block.at, block.size, page=page.name, block=block.id)
    fault = json_fault(block.color, 0)
    if fault or (block.color is not None and type(block.color) is not str):
        raise DiagramError(f"'color' {fault or 'must be a string'}", page=page.name, block=block.id)
    for key, text in (("source", block.source), ("note", block.note)):
        if type(text) is not str or (fault := json_fault(text, 0)):
            raise DiagramError(f"{key!r} {fault or 'must be a string'}", page=page.name, block=block.id)
    check_extra(block.extra, BLOCK_FIELDS, ITEM_DEPTH, page=page.name, block=block.id)


def check_items(kind: Kind, items: Iterable[Item], page: str) -> None:
    for item in items:
        if isinstance(item, Wire):
            texts, fitting = wire_json(item), kind == "wires" and _is_wire(item)
        elif isinstance(item, Route):
            texts, fitting = wire_json(item.wire), kind == "routes" and _is_wire(item.wire)
            if not all(position(point) is not None for point in item.points):
                raise DiagramError("each point of a route must be two finite numbers", page=page)
            check_extra(item.extra, ROUTE_FIELDS, ITEM_DEPTH, page=page)
        elif isinstance(item, Note):
            fitting, texts = kind == "notes", [item.text]
            _check_position(item.at, item.size, page=page)
            check_extra(item.extra, NOTE_FIELDS, ITEM_DEPTH, page=page)
        else:
            fitting, texts = kind == "frames", [item.title, item.color or ""]
            _check_position(item.at, item.size, page=page)
            check_extra(item.extra, FRAME_FIELDS, ITEM_DEPTH, page=page)
        fault = json_fault(texts, 1)
        if fault:
            raise DiagramError(f"a string in the {kind} {fault}", page=page)
        if not fitting:
            raise DiagramError(f"the {kind} contain an item of a different kind", page=page)


def _is_wire(wire: Wire) -> bool:
    return wire == tuple(map(parse_endpoint, wire_json(wire)))


def _check_position(at: Json, size: Json, *, page: str, block: str | None = None) -> None:
    if position(at) is None:
        raise DiagramError("'at' must be two finite numbers", page=page, block=block)
    if size is not None and position(size) is None:
        raise DiagramError("'size' must be two finite numbers", page=page, block=block)


def check_extra(
    extra: Mapping[str, Json], known: tuple[str, ...], depth: int, *, page: str | None = None, block: str | None = None
) -> None:
    fault = json_fault(extra, depth)
    if fault:
        raise DiagramError(f"the value of an unknown key {fault}", page=page, block=block)
    for key in known:
        if key in extra:
            raise DiagramError(f"the file format already defines the key {key!r}", page=page, block=block)
