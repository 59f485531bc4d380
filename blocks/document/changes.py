"""The types of diagram edits: immutable objects, each with an inverse.

``change.apply(state)`` changes the state and returns the change that restores it byte for byte. A change that does not
fit raises an error and leaves the state unchanged. Undo, journal, clipboard and tests use only these types. Each change
is small. An edit of the user is a `Group` of changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from blocks.base.errors import DiagramError
from blocks.document.data import (
    BLOCK_FIELDS,
    ITEM_DEPTH,
    MAX_DEPTH,
    PAGE_DEPTH,
    VALUES_DEPTH,
    Block,
    Json,
    Page,
    PromotedValue,
    Promotes,
    Route,
    Wire,
    json_fault,
    naming_values,
    position,
)
from blocks.document.earlier_names import TODAY
from blocks.document.state import DiagramState, Kind, PageState, check_indices
from blocks.document.validation import (
    Item,
    canvas_fields,
    check_block,
    check_canvas_name,
    check_definition,
    check_extra,
    check_id,
    check_items,
    check_object,
    check_page,
    check_room,
    check_second,
    document_fields,
)

BlockField = Literal["type", "at", "size", "collapsed", "muted", "color", "source", "note"]
DefinitionField = Literal["doc", "values", "origin", "gradient"]


class AddPage(NamedTuple):
    place: int
    content: Page

    def apply(self, state: DiagramState) -> Change:
        siblings = state.siblings(self.content)
        check_indices([self.place], len(siblings), inserting=True)
        check_canvas_name(state, self.content.name, composite=self.content.composite is not None)
        check_page(self.content)
        check_room(state, len(self.content.blocks), len(self.content.wires))
        if self.content.composite is not None:
            check_second(state)
        if self.place == len(siblings):
            siblings[self.content.name] = PageState(TODAY.page(self.content))
        else:
            pages = list(siblings.values())
            pages.insert(self.place, PageState(TODAY.page(self.content)))
            _arrange(siblings, pages)
        return RemovePage(self.content.name)


class RemovePage(NamedTuple):
    """The removal of a page or a composite. Instances remain, with an unknown type."""

    page: str

    def apply(self, state: DiagramState) -> Change:
        siblings = state.siblings(_page(state, self.page))
        last = len(siblings) - 1
        index = last if next(reversed(siblings)) == self.page else list(siblings).index(self.page)
        return AddPage(index, siblings.pop(self.page).snapshot())


class ReplacePage(NamedTuple):
    content: Page

    def apply(self, state: DiagramState) -> Change:
        old = _page(state, self.content.name)
        check_page(self.content)
        if (self.content.composite is None) != (old.composite is None):
            raise DiagramError(f"{old.name!r}: a page and a composite cannot replace each other")
        check_room(state, len(self.content.blocks) - len(old.blocks), len(self.content.wires) - len(old.wires))
        state.siblings(old)[old.name] = PageState(TODAY.page(self.content))
        return ReplacePage(old.snapshot())


class RenamePage(NamedTuple):
    """A new name for a page or a composite's canvas; its instances and the blocks that run it follow."""

    page: str
    name: str

    def apply(self, state: DiagramState) -> Change:
        page = _page(state, self.page)
        if self.name == self.page:
            return self
        check_canvas_name(state, self.name, composite=page.composite is not None)
        back = RenamePage(self.name, self.page)
        if page.composite is not None:
            # Blocks whose type was not known, and is just this, become instances; the inverse must know them.
            strays: list[Change] = [
                SetField(c.name, b, "type", self.name) for c in state.canvases() for b in c.of_type(self.name)
            ]
            strays += _rename_values(state, self.page, self.name)
            for canvas in state.canvases():
                for block in canvas.of_type(self.page):
                    canvas.replace_block(canvas.blocks[block]._replace(type=self.name))
            back = Group((back, *strays)) if strays else back
        page.name = self.name
        page.touch()
        siblings = state.siblings(page)
        _arrange(siblings, list(siblings.values()))
        return back


def _rename_values(state: DiagramState, old: str, new: str) -> list[Change]:
    """Rename a composite in the values that name it, and return the changes for the inverse."""
    strays: list[Change] = []
    canvases = list(state.canvases())
    kinds = [(c, {b.id: b.type for b in c.blocks.values()} if c.composite else {}) for c in canvases]
    names = naming_values(Promotes(c.name, types, c.composite.values) for c, types in kinds if c.composite is not None)
    for canvas in canvases:
        for block in list(canvas.blocks.values()):
            values = {name: block.values.get(name) for name in names.get(block.type, ())}
            strays += [SetValue(canvas.name, block.id, name, new) for name, value in values.items() if value == new]
            more = {name: new for name, value in values.items() if value == old}
            if more:
                canvas.replace_block(block._replace(values={**block.values, **more}))
        if canvas.composite is not None:
            before, named = canvas.composite.values, names.get(canvas.name, ())
            if any(value.default == new and value.name in named for value in before):
                strays.append(SetDefinition(canvas.name, "values", before))
            if any(value.default == old and value.name in named for value in before):
                after = [
                    value._replace(default=new) if value.default == old and value.name in named else value
                    for value in before
                ]
                canvas.composite = canvas.composite._replace(values=tuple(after))
                canvas.touch()
            if canvas.composite.gradient == new:
                strays.append(SetDefinition(canvas.name, "gradient", new))
            if canvas.composite.gradient == old:
                canvas.composite = canvas.composite._replace(gradient=new)
                canvas.touch()
    return strays


class SetDefinition(NamedTuple):
    page: str
    field: DefinitionField
    value: Any

    def apply(self, state: DiagramState) -> Change:
        page = _page(state, self.page)
        old = page.composite
        if old is None:
            raise DiagramError("this is not a composite", page=page.name)
        if self.field == "values" and not _are_values(self.value):
            raise DiagramError("the promoted values of the composite are invalid", page=page.name)
        value = TODAY.values(self.value, page.blocks) if self.field == "values" else self.value
        new = old._replace(**{self.field: value})
        check_definition(new, page.name)
        page.composite = new
        page.touch()
        return SetDefinition(self.page, self.field, getattr(old, self.field))


class AddBlocks(NamedTuple):
    """The insertion of blocks at their indices in file order (ascending, counting the blocks of this change too)."""

    page: str
    items: tuple[tuple[int, Block], ...]

    def apply(self, state: DiagramState) -> Change:
        page = _page(state, self.page)
        check_indices([index for index, _ in self.items], len(page.blocks), inserting=True)
        new: set[str] = set()
        for _, block in self.items:
            check_block(block, page)
            if block.id in page.blocks or block.id in new:
                raise DiagramError(f"there is already a block {block.id!r}", page=page.name, block=block.id)
            new.add(block.id)
        check_room(state, len(self.items), 0)
        page.insert_blocks([(index, TODAY.block(block)) for index, block in self.items])
        return RemoveBlocks(self.page, tuple(block.id for _, block in self.items))


class RemoveBlocks(NamedTuple):
    """The removal of blocks. Their wires stay and become dangling; remove the wires first."""

    page: str
    blocks: tuple[str, ...]

    def apply(self, state: DiagramState) -> Change:
        page = _page(state, self.page)
        for block in self.blocks:
            _block(page, block)
        return AddBlocks(self.page, page.remove_blocks(self.blocks))


class RenameBlock(NamedTuple):
    page: str
    block: str
    id: str

    def apply(self, state: DiagramState) -> Change:
        page = _page(state, self.page)
        _block(page, self.block)
        check_id(self.id, page)
        if self.id == self.block:
            return self
        if self.id in page.blocks:
            raise DiagramError(f"there is already a block {self.id!r}", page=page.name, block=self.block)
        # Wires that led nowhere, to just this id, become the block's, and routes; the inverse must know them.
        strays = [(i, w) for i, w in enumerate(page.wires) if self.id in (w.source.block, w.target.block)]
        routes = [(i, r) for i, r in enumerate(page.routes) if self.id in (r.wire.source.block, r.wire.target.block)]
        page.rename_block(self.block, self.id)
        back: list[Change] = [RenameBlock(self.page, self.id, self.block)]
        back += [ReplaceItems(self.page, "wires", tuple(strays))] if strays else []
        back += [ReplaceItems(self.page, "routes", tuple(routes))] if routes else []
        return back[0] if len(back) == 1 else Group(tuple(back))


class SetField(NamedTuple):
    """A new value of a block's field, except its id and its values."""

    page: str
    block: str
    field: BlockField
    value: Any

    def apply(self, state: DiagramState) -> Change:
        page = _page(state, self.page)
        old = _block(page, self.block)
        if self.field in ("collapsed", "muted"):
            fitting = type(self.value) is bool
        elif self.field == "type":
            fitting = bool(self.value) and type(self.value) is str and json_fault(self.value, 0) is None
        elif self.field == "color":
            fitting = self.value is None or (type(self.value) is str and json_fault(self.value, 0) is None)
        elif self.field in ("source", "note"):
            fitting = type(self.value) is str and json_fault(self.value, 0) is None
        else:
            fitting = position(self.value) is not None or (self.field == "size" and self.value is None)
        if not fitting:
            raise DiagramError(f"invalid value for {self.field!r} of a block", page=page.name, block=old.id)
        value = TODAY.type(str(self.value)) if self.field == "type" else self.value
        page.replace_block(old._replace(**{self.field: value}))
        return SetField(self.page, self.block, self.field, getattr(old, self.field))


class SetValue(NamedTuple):
    page: str
    block: str
    name: str
    value: Json

    def apply(self, state: DiagramState) -> Change:
        page = _page(state, self.page)
        old = _block(page, self.block)
        fault = json_fault({self.name: self.value}, VALUES_DEPTH)
        if fault:
            raise DiagramError(f"the value {fault}", page=page.name, block=self.block, pin=self.name)
        name = _value_name(old, self.name)
        page.replace_block(old._replace(values={**old.values, name: self.value}))
        return _value_back(self.page, old, name)


class UnsetValue(NamedTuple):
    page: str
    block: str
    name: str

    def apply(self, state: DiagramState) -> Change:
        page = _page(state, self.page)
        old = _block(page, self.block)
        name = _value_name(old, self.name)
        page.replace_block(old._replace(values={k: v for k, v in old.values.items() if k != name}))
        return _value_back(self.page, old, name)


class AddItems(NamedTuple):
    """The insertion of wires, notes, frames or routes at their indices (as in `AddBlocks`)."""

    page: str
    kind: Kind
    items: tuple[tuple[int, Item], ...]

    def apply(self, state: DiagramState) -> Change:
        page = _page(state, self.page)
        indices = [index for index, _ in self.items]
        check_indices(indices, len(page.items(self.kind)), inserting=True)
        check_items(self.kind, (item for _, item in self.items), page.name)
        if self.kind == "wires":
            check_room(state, 0, len(self.items))
        page.insert(self.kind, _of_today(self.items, page))
        return RemoveItems(self.page, self.kind, tuple(indices))


class RemoveItems(NamedTuple):
    page: str
    kind: Kind
    places: tuple[int, ...]

    def apply(self, state: DiagramState) -> Change:
        page = _page(state, self.page)
        check_indices(self.places, len(page.items(self.kind)), inserting=False)
        return AddItems(self.page, self.kind, page.remove(self.kind, self.places))


class ReplaceItems(NamedTuple):
    page: str
    kind: Kind
    items: tuple[tuple[int, Item], ...]

    def apply(self, state: DiagramState) -> Change:
        page = _page(state, self.page)
        check_indices([index for index, _ in self.items], len(page.items(self.kind)), inserting=False)
        check_items(self.kind, (item for _, item in self.items), page.name)
        return ReplaceItems(self.page, self.kind, page.replace(self.kind, _of_today(self.items, page)))


class SetTitle(NamedTuple):
    title: str

    def apply(self, state: DiagramState) -> Change:
        fault = json_fault(self.title, 0)
        if fault:
            raise DiagramError(f"the title {fault}")
        back = SetTitle(state.title)
        state.title = self.title
        return back


class SetPackage(NamedTuple):
    package: Mapping[str, Json] | None

    def apply(self, state: DiagramState) -> Change:
        check_object(self.package, "package", MAX_DEPTH - 1)
        if self.package is not None:
            check_second(state)
        back = SetPackage(state.package)
        state.package = self.package
        return back


class SetExtra(NamedTuple):
    """All unknown keys of the diagram, a page or a block, in their order."""

    page: str | None
    block: str | None
    extra: Mapping[str, Json]

    def apply(self, state: DiagramState) -> Change:
        if self.page is None:
            check_extra(self.extra, document_fields(state), MAX_DEPTH)
            old, state.extra = state.extra, self.extra
            return SetExtra(None, None, old)
        page = _page(state, self.page)
        if self.block is None:
            check_extra(self.extra, canvas_fields(page), PAGE_DEPTH, page=page.name)
            old, page.extra = page.extra, self.extra
            page.touch()
            return SetExtra(self.page, None, old)
        block = _block(page, self.block)
        check_extra(self.extra, BLOCK_FIELDS, ITEM_DEPTH, page=page.name, block=block.id)
        page.replace_block(block._replace(extra=self.extra))
        return SetExtra(self.page, self.block, block.extra)


class Group(NamedTuple):
    changes: tuple[Change, ...]

    def apply(self, state: DiagramState) -> Change:
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
    AddPage | RemovePage | ReplacePage | RenamePage | SetDefinition
    | AddBlocks | RemoveBlocks | RenameBlock | SetField | SetValue | UnsetValue
    | AddItems | RemoveItems | ReplaceItems
    | SetTitle | SetPackage | SetExtra | Group
)  # fmt: skip


def _page(state: DiagramState, name: str) -> PageState:
    page = state.canvas(name)
    if page is None:
        raise DiagramError(f"there is no page {name!r}")
    return page


def _are_values(value: Any) -> bool:
    return type(value) is tuple and all(isinstance(each, PromotedValue) for each in cast("tuple[Any, ...]", value))


def _arrange(siblings: dict[str, PageState], pages: list[PageState]) -> None:
    siblings.clear()
    siblings.update((page.name, page) for page in pages)


def _block(page: PageState, block_id: str) -> Block:
    block = page.blocks.get(block_id)
    if block is None:
        raise DiagramError(f"there is no block {block_id!r}", page=page.name)
    return block


def _value_name(block: Block, name: str) -> str:
    return name if name in block.values else TODAY.name(block.type, name)


def _of_today(items: Sequence[tuple[int, Item]], page: PageState) -> Sequence[tuple[int, Item]]:
    return [(index, _item_of_today(item, page.blocks)) for index, item in items]


def _item_of_today(item: Item, blocks: Mapping[str, Block]) -> Item:
    if isinstance(item, Wire):
        return TODAY.wire(item, blocks)
    return item._replace(wire=TODAY.wire(item.wire, blocks)) if isinstance(item, Route) else item


def _value_back(page: str, old: Block, name: str) -> Change:
    if name in old.values:
        return SetValue(page, old.id, name, old.values[name])
    return UnsetValue(page, old.id, name)


def parts_of(change: Change) -> tuple[Change, ...]:
    if not isinstance(change, Group):
        return (change,)
    return tuple(part for each in change.changes for part in parts_of(each))
