"""Every edit of a diagram, as plain frozen data that knows its inverse.

``change.apply(state)`` changes the state and returns the change that takes it back, byte for byte; a change that does
not fit raises and leaves the state as it was. Undo, journal, clipboard and tests use these and nothing else.
A change is small and does one thing; what a person calls one edit is a `Group`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from blocks.base.errors import DiagramError
from blocks.diagram.data import (
    BLOCK_FIELDS,
    DOCUMENT_FIELDS,
    FRAME_FIELDS,
    ITEM_DEPTH,
    MAX_BLOCKS,
    MAX_DEPTH,
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
from blocks.diagram.state import DiagramState, Kind, PageState, check_places

BlockField = Literal["type", "at", "size", "collapsed", "muted"]
Item = Wire | Note | Frame


class AddPage(NamedTuple):
    """Put a page, with all that is on it, at a place among the pages."""

    place: int
    content: Page

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        check_places([self.place], len(state.pages), inserting=True)
        _check_page_name(state, self.content.name)
        _check_page(self.content)
        _check_room(state, len(self.content.blocks), len(self.content.wires))
        pages = list(state.pages.values())
        pages.insert(self.place, PageState(self.content))
        state.pages = {page.name: page for page in pages}
        return RemovePage(self.content.name)


class RemovePage(NamedTuple):
    """Take a page out."""

    page: str

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        place = list(state.pages).index(_page(state, self.page).name)
        return AddPage(place, state.pages.pop(self.page).snapshot())


class RenamePage(NamedTuple):
    """Give a page another name."""

    page: str
    name: str

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        page = _page(state, self.page)
        if self.name != self.page:
            _check_page_name(state, self.name)
        page.name = self.name
        page.touch()
        state.pages = {page.name: page for page in state.pages.values()}
        return RenamePage(self.name, self.page)


class AddBlocks(NamedTuple):
    """Put blocks at their places in file order (places ascend, and count the blocks of this change too)."""

    page: str
    items: tuple[tuple[int, Block], ...]

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        page = _page(state, self.page)
        check_places([place for place, _ in self.items], len(page.blocks), inserting=True)
        new: set[str] = set()
        for _, block in self.items:
            _check_block(block, page)
            if block.id in page.blocks or block.id in new:
                raise DiagramError(f"there is already a block {block.id!r}", page=page.name, block=block.id)
            new.add(block.id)
        _check_room(state, len(self.items), 0)
        page.insert_blocks(self.items)
        return RemoveBlocks(self.page, tuple(block.id for _, block in self.items))


class RemoveBlocks(NamedTuple):
    """Take blocks out. Their wires stay, and lead nowhere: whoever deletes blocks removes the wires first."""

    page: str
    blocks: tuple[str, ...]

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        page = _page(state, self.page)
        for block in self.blocks:
            _block(page, block)
        return AddBlocks(self.page, page.remove_blocks(self.blocks))


class RenameBlock(NamedTuple):
    """Give a block another id; its wires follow."""

    page: str
    block: str
    id: str

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        page = _page(state, self.page)
        _block(page, self.block)
        _check_id(self.id, page)
        if self.id == self.block:
            return self
        if self.id in page.blocks:
            raise DiagramError(f"there is already a block {self.id!r}", page=page.name, block=self.block)
        # Wires that led nowhere, to just this id, become the block's; the way back must know them.
        strays = [(i, w) for i, w in enumerate(page.wires) if self.id in (w.source.block, w.target.block)]
        page.rename_block(self.block, self.id)
        back = RenameBlock(self.page, self.id, self.block)
        return Group((back, ReplaceItems(self.page, "wires", tuple(strays)))) if strays else back


class SetField(NamedTuple):
    """Set what a block has beside its values: ``type``, ``at``, ``size``, ``collapsed``, ``muted``."""

    page: str
    block: str
    field: BlockField
    value: Any

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        page = _page(state, self.page)
        old = _block(page, self.block)
        if self.field in ("collapsed", "muted"):
            fitting = type(self.value) is bool
        elif self.field == "type":
            fitting = bool(self.value) and type(self.value) is str and json_fault(self.value, 0) is None
        else:
            fitting = position(self.value) is not None or (self.field == "size" and self.value is None)
        if not fitting:
            raise DiagramError(f"that is no {self.field!r} of a block", page=page.name, block=old.id)
        page.replace_block(old._replace(**{self.field: self.value}))
        return SetField(self.page, self.block, self.field, getattr(old, self.field))


class SetValue(NamedTuple):
    """Set one attribute or literal of a block."""

    page: str
    block: str
    name: str
    value: Json

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        page = _page(state, self.page)
        old = _block(page, self.block)
        fault = json_fault({self.name: self.value}, VALUES_DEPTH)
        if fault:
            raise DiagramError(f"the value {fault}", page=page.name, block=self.block, pin=self.name)
        page.replace_block(old._replace(values={**old.values, self.name: self.value}))
        return _value_back(self.page, old, self.name)


class UnsetValue(NamedTuple):
    """Take one attribute or literal of a block away; the default holds again."""

    page: str
    block: str
    name: str

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        page = _page(state, self.page)
        old = _block(page, self.block)
        page.replace_block(old._replace(values={k: v for k, v in old.values.items() if k != self.name}))
        return _value_back(self.page, old, self.name)


class AddItems(NamedTuple):
    """Put wires, notes or frames at their places (as in `AddBlocks`)."""

    page: str
    kind: Kind
    items: tuple[tuple[int, Item], ...]

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        page = _page(state, self.page)
        places = [place for place, _ in self.items]
        check_places(places, len(page.items(self.kind)), inserting=True)
        _check_items(self.kind, (item for _, item in self.items), page.name)
        if self.kind == "wires":
            _check_room(state, 0, len(self.items))
        page.insert(self.kind, self.items)
        return RemoveItems(self.page, self.kind, tuple(places))


class RemoveItems(NamedTuple):
    """Take out the wires, notes or frames at these places (ascending)."""

    page: str
    kind: Kind
    places: tuple[int, ...]

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        page = _page(state, self.page)
        check_places(self.places, len(page.items(self.kind)), inserting=False)
        return AddItems(self.page, self.kind, page.remove(self.kind, self.places))


class ReplaceItems(NamedTuple):
    """Put other wires, notes or frames in the place of those at these places (ascending)."""

    page: str
    kind: Kind
    items: tuple[tuple[int, Item], ...]

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        page = _page(state, self.page)
        check_places([place for place, _ in self.items], len(page.items(self.kind)), inserting=False)
        _check_items(self.kind, (item for _, item in self.items), page.name)
        return ReplaceItems(self.page, self.kind, page.replace(self.kind, self.items))


class SetTitle(NamedTuple):
    """Set the title of the diagram."""

    title: str

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        fault = json_fault(self.title, 0)
        if fault:
            raise DiagramError(f"the title {fault}")
        back = SetTitle(state.title)
        state.title = self.title
        return back


class SetExtra(NamedTuple):
    """Set the keys we do not know: of the diagram, of a page, or of a block (all of them, in their order)."""

    page: str | None
    block: str | None
    extra: Mapping[str, Json]

    def apply(self, state: DiagramState) -> Change:
        """Do it; returns the inverse."""
        if self.page is None:
            _check_extra(self.extra, DOCUMENT_FIELDS, MAX_DEPTH)
            old, state.extra = state.extra, self.extra
            return SetExtra(None, None, old)
        page = _page(state, self.page)
        if self.block is None:
            _check_extra(self.extra, PAGE_FIELDS, PAGE_DEPTH, page=page.name)
            old, page.extra = page.extra, self.extra
            page.touch()
            return SetExtra(self.page, None, old)
        block = _block(page, self.block)
        _check_extra(self.extra, BLOCK_FIELDS, ITEM_DEPTH, page=page.name, block=block.id)
        page.replace_block(block._replace(extra=self.extra))
        return SetExtra(self.page, self.block, block.extra)


class Group(NamedTuple):
    """Changes that are one edit, done in this order, all or none."""

    changes: tuple[Change, ...]

    def apply(self, state: DiagramState) -> Change:
        """Do them; returns the inverse."""
        inverses: list[Change] = []
        try:
            # One by one, so that `inverses` holds what was done when one does not fit.
            inverses.extend(change.apply(state) for change in self.changes)
        except DiagramError:
            for inverse in reversed(inverses):
                inverse.apply(state)
            raise
        return Group(tuple(reversed(inverses)))


Change: TypeAlias = (
    AddPage | RemovePage | RenamePage
    | AddBlocks | RemoveBlocks | RenameBlock | SetField | SetValue | UnsetValue
    | AddItems | RemoveItems | ReplaceItems
    | SetTitle | SetExtra | Group
)  # fmt: skip


def _page(state: DiagramState, name: str) -> PageState:
    page = state.pages.get(name)
    if page is None:
        raise DiagramError(f"there is no page {name!r}")
    return page


def _block(page: PageState, block_id: str) -> Block:
    block = page.blocks.get(block_id)
    if block is None:
        raise DiagramError(f"there is no block {block_id!r}", page=page.name)
    return block


def _value_back(page: str, old: Block, name: str) -> Change:
    if name in old.values:
        return SetValue(page, old.id, name, old.values[name])
    return UnsetValue(page, old.id, name)


def _check_page_name(state: DiagramState, name: str) -> None:
    fault = name_fault(name)
    if fault:
        raise DiagramError(f"the name {name!r} of a page {fault}")
    if name in state.pages:
        raise DiagramError(f"there is already a page {name!r}")


def _check_page(content: Page) -> None:
    page = PageState(content)
    if len(page.blocks) < len(content.blocks):
        raise DiagramError("two blocks have the same id", page=content.name)
    for block in content.blocks:
        _check_block(block, page)
    _check_items("wires", content.wires, content.name)
    _check_items("notes", content.notes, content.name)
    _check_items("frames", content.frames, content.name)
    _check_extra(content.extra, PAGE_FIELDS, PAGE_DEPTH, page=content.name)


def _check_room(state: DiagramState, blocks: int, wires: int) -> None:
    if sum(len(page.blocks) for page in state.pages.values()) + blocks > MAX_BLOCKS:
        raise DiagramError(f"a diagram has at most {MAX_BLOCKS:,} blocks")
    if sum(len(page.wires) for page in state.pages.values()) + wires > MAX_WIRES:
        raise DiagramError(f"a diagram has at most {MAX_WIRES:,} wires")


def _check_id(block_id: str, page: PageState) -> None:
    fault = id_fault(block_id)
    if fault:
        raise DiagramError(f"the id {block_id!r} of a block {fault}", page=page.name)


def _check_block(block: Block, page: PageState) -> None:
    _check_id(block.id, page)
    fault = json_fault(block.type, 0)
    if fault or not block.type:
        raise DiagramError(f"the type {fault or 'is empty'}", page=page.name, block=block.id)
    fault = json_fault(block.values, VALUES_DEPTH)
    if fault:
        raise DiagramError(f"a value {fault}", page=page.name, block=block.id)
    _check_place(block.at, block.size, page=page.name, block=block.id)
    _check_extra(block.extra, BLOCK_FIELDS, ITEM_DEPTH, page=page.name, block=block.id)


def _check_items(kind: Kind, items: Iterable[Item], page: str) -> None:
    for item in items:
        if isinstance(item, Wire):
            texts = [str(item.source), str(item.target)]
            fitting = kind == "wires" and item == (parse_endpoint(str(item.source)), parse_endpoint(str(item.target)))
        elif isinstance(item, Note):
            fitting, texts = kind == "notes", [item.text]
            _check_place(item.at, item.size, page=page)
            _check_extra(item.extra, NOTE_FIELDS, ITEM_DEPTH, page=page)
        else:
            fitting, texts = kind == "frames", [item.title, item.color or ""]
            _check_place(item.at, item.size, page=page)
            _check_extra(item.extra, FRAME_FIELDS, ITEM_DEPTH, page=page)
        fault = json_fault(texts, 1)
        if fault or not fitting:
            raise DiagramError(f"a text among the {kind} {fault}" if fault else f"something else among the {kind}",
                               page=page)  # fmt: skip


def _check_place(at: Json, size: Json, *, page: str, block: str | None = None) -> None:
    if position(at) is None:
        raise DiagramError("'at' must be two finite numbers", page=page, block=block)
    if size is not None and position(size) is None:
        raise DiagramError("'size' must be two finite numbers", page=page, block=block)


def _check_extra(
    extra: Mapping[str, Json],
    known: tuple[str, ...],
    depth: int,
    *,
    page: str | None = None,
    block: str | None = None,
) -> None:
    fault = json_fault(extra, depth)
    if fault:
        raise DiagramError(f"an unknown key {fault}", page=page, block=block)
    for key in known:
        if key in extra:
            raise DiagramError(f"the key {key!r} is not an unknown one", page=page, block=block)
