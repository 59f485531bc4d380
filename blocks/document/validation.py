"""What a change may put into a diagram: only what a file can hold, so that every diagram can be saved and opened again.

Each function raises a DiagramError if that is not so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from blocks.base.errors import DiagramError
from blocks.document.data import (
    BLOCK_FIELDS,
    FRAME_FIELDS,
    ITEM_DEPTH,
    MAX_BLOCKS,
    MAX_WIRES,
    NOTE_FIELDS,
    PAGE_DEPTH,
    PAGE_FIELDS,
    VALUES_DEPTH,
    Block,
    Frame,
    Json,
    Note,
    Page,
    Wire,
    id_fault,
    json_fault,
    name_fault,
    parse_endpoint,
    position,
)
from blocks.document.state import DiagramState, Kind, PageState

Item = Wire | Note | Frame


def check_page_name(state: DiagramState, name: str) -> None:
    """Refuse a name for a page that is taken or cannot be one."""
    fault = name_fault(name)
    if fault:
        raise DiagramError(f"the name {name!r} of a page {fault}")
    if name in state.pages:
        raise DiagramError(f"there is already a page {name!r}")


def check_page(content: Page) -> None:
    """Refuse a page with something on it that a file cannot hold."""
    page = PageState(content)
    if len(page.blocks) < len(content.blocks):
        raise DiagramError("two blocks have the same id", page=content.name)
    for block in content.blocks:
        check_block(block, page)
    check_items("wires", content.wires, content.name)
    check_items("notes", content.notes, content.name)
    check_items("frames", content.frames, content.name)
    check_extra(content.extra, PAGE_FIELDS, PAGE_DEPTH, page=content.name)


def check_room(state: DiagramState, blocks: int, wires: int) -> None:
    """Refuse what would make the diagram larger than a file may be."""
    if sum(len(page.blocks) for page in state.pages.values()) + blocks > MAX_BLOCKS:
        raise DiagramError(f"a diagram has at most {MAX_BLOCKS:,} blocks")
    if sum(len(page.wires) for page in state.pages.values()) + wires > MAX_WIRES:
        raise DiagramError(f"a diagram has at most {MAX_WIRES:,} wires")


def check_id(block_id: str, page: PageState) -> None:
    """Refuse what cannot be the id of a block."""
    fault = id_fault(block_id)
    if fault:
        raise DiagramError(f"the id {block_id!r} of a block {fault}", page=page.name)


def check_block(block: Block, page: PageState) -> None:
    """Refuse a block that a file cannot hold."""
    check_id(block.id, page)
    fault = json_fault(block.type, 0)
    if fault or not block.type:
        raise DiagramError(f"the type {fault or 'is empty'}", page=page.name, block=block.id)
    fault = json_fault(block.values, VALUES_DEPTH)
    if fault:
        raise DiagramError(f"a value {fault}", page=page.name, block=block.id)
    _check_place(block.at, block.size, page=page.name, block=block.id)
    check_extra(block.extra, BLOCK_FIELDS, ITEM_DEPTH, page=page.name, block=block.id)


def check_items(kind: Kind, items: Iterable[Item], page: str) -> None:
    """Refuse wires, notes or frames that a file cannot hold, or that are of another kind."""
    for item in items:
        if isinstance(item, Wire):
            texts = [str(item.source), str(item.target)]
            fitting = kind == "wires" and item == (parse_endpoint(str(item.source)), parse_endpoint(str(item.target)))
        elif isinstance(item, Note):
            fitting, texts = kind == "notes", [item.text]
            _check_place(item.at, item.size, page=page)
            check_extra(item.extra, NOTE_FIELDS, ITEM_DEPTH, page=page)
        else:
            fitting, texts = kind == "frames", [item.title, item.color or ""]
            _check_place(item.at, item.size, page=page)
            check_extra(item.extra, FRAME_FIELDS, ITEM_DEPTH, page=page)
        fault = json_fault(texts, 1)
        if fault:
            raise DiagramError(f"a text among the {kind} {fault}", page=page)
        if not fitting:
            raise DiagramError(f"something else stands among the {kind}", page=page)


def _check_place(at: Json, size: Json, *, page: str, block: str | None = None) -> None:
    if position(at) is None:
        raise DiagramError("'at' must be two finite numbers", page=page, block=block)
    if size is not None and position(size) is None:
        raise DiagramError("'size' must be two finite numbers", page=page, block=block)


def check_extra(
    extra: Mapping[str, Json],
    known: tuple[str, ...],
    depth: int,
    *,
    page: str | None = None,
    block: str | None = None,
) -> None:
    """Refuse unknown keys that a file cannot hold, or that are known."""
    fault = json_fault(extra, depth)
    if fault:
        raise DiagramError(f"an unknown key {fault}", page=page, block=block)
    for key in known:
        if key in extra:
            raise DiagramError(f"the key {key!r} is not an unknown one", page=page, block=block)
