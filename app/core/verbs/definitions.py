"""Verbs for definitions of composites: copy, rename, delete, and import from another diagram."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from app.core.history import parts_of
from app.core.verbs.blocks import Find, rename
from app.core.verbs.edit import Edit, Names, counted, group
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.document.canonical import page_json
from blocks.document.changes import (
    AddBlocks,
    AddPage,
    Change,
    RemoveBlocks,
    RemovePage,
    RenamePage,
    SetDefinition,
    SetField,
    SetValue,
    UnsetValue,
)
from blocks.document.data import (
    INSTANCE,
    LOOP_BODIES,
    Block,
    Document,
    Json,
    Page,
    PromotedValue,
    composite_fault,
    pins_type,
    same,
    uses_of,
)
from blocks.document.definitions import (
    SHARES,
    following,
    instances,
    is_instance,
    move_value,
    naming,
    needed,
    pins,
    references,
    remove_value,
    rename_pin,
    rename_value,
    with_names,
)
from blocks.document.packages.description import origin_of


def free_composite(document: Document, name: str) -> str:
    return Names(each.name.removeprefix(INSTANCE) for each in document.composites).like(name)


def composite_of(document: Document, block: Block | None) -> Page | None:
    kind = "" if block is None else block.type
    return next((each for each in document.composites if each.name == kind), None)


def make_unique(document: Document, page: Page, instance: str) -> Edit | None:
    """Give an instance or loop block its own copies of definitions; None for other blocks.

    Raises:
        DiagramError: it is the only instance already, or shares variables with others.
    """
    block = next((each for each in page.blocks if each.id == instance), None)
    known = {each.name: each for each in document.composites}
    used = [] if block is None else [known[name] for name in dict.fromkeys(uses_of(block)) if name in known]
    if block is None or not used:
        return None
    others = [each for each in used if len(instances(document, each.name)) > 1]
    if not others:
        text = tr(
            "the block is already the only instance of {used}", used=tr(" and ").join([each.name[1:] for each in used])
        )
        raise DiagramError(text, page=page.name, block=instance)
    if block.values.get(SHARES) or any(each.values.get(SHARES) == instance for each in page.blocks):
        text = tr(
            "the instance shares variables with another instance, and both must be instances of the same composite"
        )
        raise DiagramError(text, page=page.name, block=instance)
    changes: list[Change] = []
    names: list[str] = []
    for each in others:
        copy, name = _copy(document, each)
        before, after = document.composites[: copy.place], document.composites[copy.place :]
        document = document._replace(composites=(*before, copy.content, *after))
        names.append(name)
        if is_instance(block):
            changes += [copy, SetField(page.name, instance, "type", INSTANCE + name)]
        else:
            named = [value for value in LOOP_BODIES[block.type] if block.values.get(value) == each.name]
            changes += [copy, *[SetValue(page.name, instance, value, INSTANCE + name) for value in named]]
    return Edit(group(changes), tr("Make {instance} unique: {made}", instance=instance, made=", ".join(names)))


def duplicate_composite(document: Document, name: str) -> tuple[Edit, str]:
    definition = next(each for each in document.composites if each.name == name)
    copy, new = _copy(document, definition)
    return Edit(copy, tr("Duplicate {name}: {new}", name=name[1:], new=new)), INSTANCE + new


def _copy(document: Document, definition: Page) -> tuple[AddPage, str]:
    name = free_composite(document, definition.name[1:])
    index = next(i for i, each in enumerate(document.composites) if each.name == definition.name)
    return AddPage(index + 1, definition._replace(name=INSTANCE + name)), name


def delete_composites(names: Sequence[str]) -> Edit | None:
    if not names:
        return None
    what = names[0][1:] if len(names) == 1 else counted(len(names), "composite")
    return Edit(group(RemovePage(name) for name in names), tr("Delete {what}", what=what))


def rename_composite(document: Document, name: str, new: str) -> Edit | None:
    """Rename a composite and its instances; None if unchanged. Raises DiagramError for a bad name."""
    if new == name.removeprefix(INSTANCE):
        return None
    fault = composite_fault(new)
    if fault:
        raise DiagramError(tr("the composite name {new!r} {fault}", new=new, fault=fault))
    if any(each.name == INSTANCE + new for each in document.composites):
        raise DiagramError(tr("there is already a composite {new!r}", new=new))
    renaming = RenamePage(name, INSTANCE + new)
    origin = next((origin_of(page) for page in document.composites if page.name == name), None)
    follow = () if origin is None else (SetDefinition(name, "origin", origin.as_json(INSTANCE + new)),)
    return Edit(group((*follow, renaming)), tr("Rename {name} to {new}", name=name[1:], new=new))


def rename_block(document: Document, page: Page, block: str, name: str) -> Edit | None:
    edit = rename(page, block, name)
    return None if edit is None else edit._replace(change=following(document, edit.change))


class Adopted(NamedTuple):
    """The definitions that pasted blocks need; ``page`` has the blocks with their new type names."""

    changes: tuple[AddPage, ...]
    page: Page


def needed_by(document: Document, page: Page) -> tuple[Page, ...]:
    names = set(needed(document._replace(pages=(page,)), page.name))
    return tuple([each for each in document.composites if each.name in names])


def adopt(document: Document, page: Page, composites: Collection[Page]) -> Adopted:
    """Import blocks from another diagram with their composites.

    A composite that exists with the same content is reused. One whose name exists with other content, or that contains
    such a composite, gets another name.
    """
    here = {each.name: each for each in document.composites}
    taken = Names(name.removeprefix(INSTANCE) for name in {*here, *(each.name for each in composites)})
    known = naming(Document(composites=tuple(composites)))
    users: dict[str, list[str]] = {}
    for each in composites:
        for name in references(each, known):
            users.setdefault(name, []).append(each.name)
    other = [each.name for each in composites if each.name in here and not _is_same(each, here[each.name])]
    names: dict[str, str] = {}
    while other:
        name = other.pop()
        if name in here and name not in names:
            names[name] = INSTANCE + taken.like(name.removeprefix(INSTANCE))
        other += [user for user in users.get(name, ()) if user in here and user not in names]
    new = [each for each in composites if each.name in names or each.name not in here]
    index = len(document.composites)
    changes = tuple([AddPage(index + i, with_names(each, names, known)) for i, each in enumerate(new)])
    return Adopted(changes, with_names(page, names, known)._replace(name=page.name))


def _is_same(a: Page, b: Page) -> bool:
    return a is b or same(page_json(a), page_json(b))


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
