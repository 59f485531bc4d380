"""Verbs for composites as definitions: copy, rename, delete, and take over from another diagram."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from app.core.verbs.blocks import rename
from app.core.verbs.edit import Edit, Names, counted, group
from blocks.base.errors import DiagramError
from blocks.document.changes import (
    AddPage,
    Change,
    RemovePage,
    RenamePage,
    ReplaceItems,
    SetDefinition,
    SetField,
    SetValue,
    UnsetValue,
)
from blocks.document.data import INSTANCE, Block, Document, Page, Wire, composite_fault
from blocks.elaborate.instance_types import INPUT, OUTPUT, SHARES, pin_name


def free_composite(document: Document, name: str) -> str:
    """The name if no composite has it, else one that resembles it."""
    return Names(each.name.removeprefix(INSTANCE) for each in document.composites).like(name)


def composite_of(document: Document, block: Block | None) -> Page | None:
    """The composite that a block is an instance of; None if it is none, or there is no such composite."""
    kind = "" if block is None else block.type
    return next((each for each in document.composites if each.name == kind), None)


def _used(pages: Iterable[Page]) -> dict[str, int]:
    """How many blocks there are of each instance type."""
    found: dict[str, int] = {}
    for page in pages:
        for block in page.blocks:
            if block.type.startswith(INSTANCE):
                found[block.type] = found.get(block.type, 0) + 1
    return found


def make_unique(document: Document, page: Page, instance: str) -> Edit | None:
    """Give an instance a definition of its own, a copy; None if it is none.

    Raises:
        DiagramError: it is the only instance already, or shares variables with others.
    """
    block = next((each for each in page.blocks if each.id == instance), None)
    definition = composite_of(document, block)
    if block is None or definition is None:
        return None
    if _used((*document.pages, *document.composites)).get(block.type, 0) < 2:
        text = f"it is the only instance of {block.type[1:]} already"
        raise DiagramError(text, page=page.name, block=instance)
    if block.values.get(SHARES) or any(each.values.get(SHARES) == instance for each in page.blocks):
        text = "it shares variables with another instance, which must be one of the same composite"
        raise DiagramError(text, page=page.name, block=instance)
    copy, name = _copy(document, definition)
    return Edit(
        group((copy, SetField(page.name, instance, "type", INSTANCE + name))), f"Make {instance} unique: {name}"
    )


def duplicate_composite(document: Document, name: str) -> tuple[Edit, str]:
    """Put a copy of a composite behind it; gives the type of its instances too."""
    definition = next(each for each in document.composites if each.name == name)
    copy, new = _copy(document, definition)
    return Edit(copy, f"Duplicate {name[1:]}: {new}"), INSTANCE + new


def _copy(document: Document, definition: Page) -> tuple[AddPage, str]:
    name = free_composite(document, definition.name[1:])
    place = next(i for i, each in enumerate(document.composites) if each.name == definition.name)
    return AddPage(place + 1, definition._replace(name=INSTANCE + name)), name


def unused_composites(document: Document) -> list[str]:
    """The composites that no page uses, neither by itself nor inside of others, by the types of their instances."""
    inside = {page.name: _used([page]) for page in document.composites}
    todo = list(_used(document.pages))
    used: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in used:
            used.add(name)
            todo += inside.get(name, ())
    return [name for name in inside if name not in used]


def delete_composites(names: Sequence[str]) -> Edit | None:
    """Delete composites; instances stay, of a type that is not known. None if there are none."""
    if not names:
        return None
    what = names[0][1:] if len(names) == 1 else counted(len(names), "composite")
    return Edit(group(RemovePage(name) for name in names), f"Delete {what}")


def rename_composite(document: Document, name: str, new: str) -> Edit | None:
    """Give a composite another name; its instances follow. None if it has this name already.

    Args:
        document: the diagram.
        name: the type of its instances.
        new: the name.

    Raises:
        DiagramError: the name is taken, or cannot be one.
    """
    if new == name.removeprefix(INSTANCE):
        return None
    fault = composite_fault(new)
    if fault:
        raise DiagramError(f"the name {new!r} of a composite {fault}")
    if any(each.name == INSTANCE + new for each in document.composites):
        raise DiagramError(f"there is already a composite {new!r}")
    return Edit(RenamePage(name, INSTANCE + new), f"Rename {name[1:]} to {new}")


def rename_block(document: Document, page: Page, block: str, name: str) -> Edit | None:
    """Give a block another id, as `rename` does; in a composite its promoted values and its pins at instances follow.

    Raises:
        DiagramError: the id is taken, or cannot be one.
    """
    edit = rename(page, block, name)
    old = next((each for each in page.blocks if each.id == block), None)
    if edit is None or old is None:
        return edit
    changes: list[Change] = [edit.change]
    for each in page.blocks:
        if each.type.startswith(INSTANCE) and each.values.get(SHARES) == block:
            changes.append(SetValue(page.name, each.id if each.id != block else name, SHARES, name))
    if page.composite is not None:
        values = page.composite.values
        moved = tuple([each._replace(sets=tuple([_moved(it, block, name) for it in each.sets])) for each in values])
        if moved != values:
            changes.append(SetDefinition(page.name, "values", moved))
        if old.type in (INPUT, OUTPUT) and pin_name(old) == block:
            changes += _renamed_pin(document, page.name, old.type, block, name)
    return Edit(group(changes), edit.text)


def _moved(text: str, block: str, name: str) -> str:
    begin, dot, rest = text.partition(".")
    return f"{name}{dot}{rest}" if begin == block else text


def _renamed_pin(document: Document, composite: str, kind: str, old: str, new: str) -> list[Change]:
    """What is wired to a pin at the instances of a composite, or typed into it, follows its new name."""
    changes: list[Change] = []
    for page in (*document.composites, *document.pages):
        instances = {block.id: block for block in page.blocks if block.type == composite}
        if not instances:
            continue
        wires: list[tuple[int, Wire]] = []
        for i, (source, target) in enumerate(page.wires):
            if kind == INPUT and target.block in instances and target.pin == old:
                wires.append((i, Wire(source, target._replace(pin=new))))
            elif kind == OUTPUT and source.block in instances and source.pin in (old, f"result_{old}"):
                pin = new if source.pin == old else f"result_{new}"
                wires.append((i, Wire(source._replace(pin=pin), target)))
        if wires:
            changes.append(ReplaceItems(page.name, "wires", tuple(wires)))
        for block in instances.values() if kind == INPUT else ():
            if old in block.values:
                changes.append(UnsetValue(page.name, block.id, old))
                changes.append(SetValue(page.name, block.id, new, block.values[old]))
    return changes


class Adopted(NamedTuple):
    """What a diagram needs to take over blocks from another one.

    Attributes:
        changes: the composites that it gets.
        page: the blocks, as instances of the composites that it has then.
    """

    changes: tuple[Change, ...]
    page: Page


def needed_by(document: Document, blocks: Iterable[Block]) -> tuple[Page, ...]:
    """The composites that blocks are instances of, with those that these use, in the order of the diagram."""
    known = {page.name: page for page in document.composites}
    todo, found = [block.type for block in blocks if block.type in known], set[str]()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += [block.type for block in known[name].blocks if block.type in known]
    return tuple([page for page in document.composites if page.name in found])


def adopt(document: Document, page: Page, composites: Collection[Page]) -> Adopted:
    """Take over blocks from another diagram, with the composites that they are instances of.

    A composite that is here already, with the same content, is used; one of the same name with other content comes
    under another name.
    """
    here = {each.name: each for each in document.composites}
    taken = Names(name.removeprefix(INSTANCE) for name in {*here, *(each.name for each in composites)})
    names: dict[str, str] = {}
    # What is different inside makes all different that hold it.
    for each in composites:
        if each.name in here and not _same(each, here[each.name]):
            names[each.name] = INSTANCE + taken.like(each.name.removeprefix(INSTANCE))
    by_type: dict[str, list[Page]] = {}
    for each in composites:
        for kind in {block.type for block in each.blocks}:
            by_type.setdefault(kind, []).append(each)
    todo = list(names)
    while todo:
        for user in by_type.get(todo.pop(), ()):
            if user.name in here and user.name not in names:
                names[user.name] = INSTANCE + taken.like(user.name.removeprefix(INSTANCE))
                todo.append(user.name)
    new = [each for each in composites if each.name in names or each.name not in here]
    place = len(document.composites)
    changes = tuple([AddPage(place + i, _retyped(each, names)) for i, each in enumerate(new)])
    return Adopted(changes, _retyped(page, names)._replace(name=page.name))


def _same(a: Page, b: Page) -> bool:
    """Whether two definitions are written alike."""
    from blocks.document.canonical import page_json
    from blocks.document.data import same

    return a is b or same(page_json(a), page_json(b))


def _retyped(page: Page, names: Mapping[str, str]) -> Page:
    blocks = tuple([b._replace(type=names[b.type]) if b.type in names else b for b in page.blocks])
    return page._replace(name=names.get(page.name, page.name), blocks=blocks)


def check_no_cycle(document: Document, page: Page, types: Iterable[str]) -> None:
    """Refuse instances on the canvas of a composite that would hold itself then.

    Raises:
        DiagramError: one would; the whole cycle is named.
    """
    if page.composite is None:
        return
    inside = {each.name: list(dict.fromkeys(_used([each]))) for each in document.composites}
    for begin in dict.fromkeys(types):
        way = _way(inside, begin, page.name)
        if way is not None:
            names = " > ".join(each[1:] for each in (page.name, *way))
            raise DiagramError(f"a composite cannot hold itself: {names}", page=page.name)


def _way(inside: Mapping[str, Sequence[str]], begin: str, end: str) -> list[str] | None:
    """How one composite holds another, from the outer to the inner; None if it does not."""
    before: dict[str, str] = {begin: ""}
    todo = [begin]
    while todo:
        name = todo.pop()
        if name == end:
            way = [name]
            while before[way[0]]:
                way.insert(0, before[way[0]])
            return way
        for each in inside.get(name, ()):
            if each not in before:
                before[each] = name
                todo.append(each)
    return None
