"""Verbs for the interface of a composite: the order of its pins, and its promoted values."""

from __future__ import annotations

from collections.abc import Callable

from app.core.history import parts_of
from app.core.verbs.blocks import Find
from app.core.verbs.edit import Edit, Names, group
from app.language import tr
from blocks.document.changes import AddBlocks, Change, RemoveBlocks, SetDefinition, SetValue, UnsetValue
from blocks.document.data import Document, Json, Page, PromotedValue, pins_type, same
from blocks.document.definitions import SHARES, move_value, pins, remove_value, rename_pin, rename_value


def move_pin(page: Page, block: str, index: int) -> Edit | None:
    """Move a composite's pin by moving its block in the file order; None if there is nothing to do."""
    for side in pins(page):
        order = [pin.block for pin in side]
        if block in order and 0 <= index < len(order) and order[index] != block:
            ids = [each.id for each in page.blocks]
            moved = page.blocks[ids.index(block)]
            to = ids.index(order[index])
            change = group((RemoveBlocks(page.name, (block,)), AddBlocks(page.name, ((to, moved),))))
            return Edit(change, tr("Move pin {name}", name=side[order.index(block)].name))
    return None


def name_pin(document: Document, composite: str, block: str, name: str) -> Edit:
    return Edit(rename_pin(document, composite, block, name), tr("Rename pin to {name}", name=name))


def name_value(document: Document, composite: str, old: str, new: str) -> Edit:
    return Edit(rename_value(document, composite, old, new), tr("Rename {old} to {new}", old=old, new=new))


def shift_value(document: Document, composite: str, name: str, index: int) -> Edit:
    return Edit(move_value(document, composite, name, index), tr("Move {name}", name=name))


def drop_value(document: Document, composite: str, name: str) -> Edit:
    return Edit(remove_value(document, composite, name), tr("Unpromote {name}", name=name))


def set_default(page: Page, name: str, default: Json) -> Edit | None:
    """Set an instance's default for a promoted value; None: the inner value."""
    old = next((each for each in _values(page) if each.name == name), None)
    if old is None or same(old.default, default):
        return None
    return _replaced(page, old, old._replace(default=default))


def document_value(page: Page, name: str, doc: str) -> Edit | None:
    old = next((each for each in _values(page) if each.name == name), None)
    return None if old is None or old.doc == doc else _replaced(page, old, old._replace(doc=doc))


def _replaced(page: Page, old: PromotedValue, new: PromotedValue) -> Edit:
    values = tuple(new if each is old else each for each in _values(page))
    return Edit(SetDefinition(page.name, "values", values), tr("Set {name}", name=old.name))


def describe(page: Page, doc: str) -> Edit | None:
    if page.composite is None or page.composite.doc == doc:
        return None
    return Edit(SetDefinition(page.name, "doc", doc), tr("Describe {name}", name=page.name[1:]))


def promoted_as(page: Page, block: str, name: str) -> str | None:
    return next((value.name for value in _values(page) if f"{block}.{name}" in value.sets), None)


def with_defaults(change: Change, page_of: Callable[[str], Page | None]) -> Change:
    """Extend a change of values by the defaults of the promoted values that set them.

    Otherwise an instance without a value of its own would keep the old default.

    Args:
        page_of: returns the definition of a composite before the change, or None for other names.
    """
    parts = parts_of(change)
    said = {part.page for part in parts if isinstance(part, SetDefinition) and part.field == "values"}
    old: dict[str, tuple[PromotedValue, ...]] = {}
    new: dict[str, tuple[PromotedValue, ...]] = {}
    for part in parts:
        page = page_of(part.page) if isinstance(part, SetValue | UnsetValue) and part.page not in said else None
        if isinstance(part, SetValue | UnsetValue) and page is not None:
            key, given = f"{part.block}.{part.name}", part.value if isinstance(part, SetValue) else None
            before = old.setdefault(page.name, _values(page))
            new[page.name] = tuple(
                value._replace(default=given) if value.default is not None and key in value.sets else value
                for value in new.get(page.name, before)
            )
    sets = [SetDefinition(name, "values", values) for name, values in new.items() if values != old[name]]
    return group((change, *sets)) if sets else change


def promote(page: Page, block: str, name: str, find: Find) -> Edit | None:
    """Promote a value of an inner block; None if it is promoted already or cannot be.

    It keeps its name (with a number if that is taken), and its current value becomes the default.
    """
    inner = next((each for each in page.blocks if each.id == block), None)
    if page.composite is None or inner is None or name == SHARES or promoted_as(page, block, name) is not None:
        return None
    old = _values(page)
    taken = [*(pin.name for pin in pins(page).inputs), *(value.name for value in old), SHARES, "scope"]
    spec = find(pins_type(inner))
    attribute = None if spec is None else spec.attribute(name)
    doc = "" if attribute is None else attribute.doc
    value = PromotedValue(Names(taken).like(name), inner.values.get(name), (f"{block}.{name}",), doc)
    return Edit(
        SetDefinition(page.name, "values", (*old, value)),
        tr("Promote {block}.{name}", block=block, name=name),
    )


def demote(document: Document, page: Page, block: str, name: str) -> Edit | None:
    """Stop promoting an inner value; None if it is not promoted. Other values that it sets stay promoted."""
    value = next((each for each in _values(page) if f"{block}.{name}" in each.sets), None)
    if value is None:
        return None
    left = tuple(each for each in value.sets if each != f"{block}.{name}")
    if not left:
        return drop_value(document, page.name, value.name)
    values = tuple(each._replace(sets=left) if each is value else each for each in _values(page))
    return Edit(SetDefinition(page.name, "values", values), tr("Unpromote {block}.{name}", block=block, name=name))


def _values(page: Page) -> tuple[PromotedValue, ...]:
    return () if page.composite is None else page.composite.values
