"""The smallest changes that turn one diagram, or one canvas, into another; blocks are matched by id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast, get_args

from blocks.document.canonical import Defaults
from blocks.document.changes import (
    AddBlocks,
    AddItems,
    AddPage,
    BlockField,
    Change,
    DefinitionField,
    RemoveBlocks,
    RemoveItems,
    RemovePage,
    ReplaceItems,
    SetDefinition,
    SetExtra,
    SetField,
    SetPackage,
    SetTitle,
    SetValue,
    UnsetValue,
)
from blocks.document.data import Block, Document, Page, same
from blocks.document.state import KINDS, Kind

Indexed = tuple[tuple[int, Any], ...]


def changes_between(old: Document, new: Document) -> list[Change]:
    """Return changes that turn a diagram into another. Values that equal their default do not count as given."""
    defaults = Defaults(old.composites), Defaults(new.composites)
    sides = ((old.composites, new.composites), (old.pages, new.pages))
    orders = [_differences([page.name for page in before], [page.name for page in after]) for before, after in sides]
    removed = [before[i].name for (before, _), (gone, _) in zip(sides, orders, strict=True) for i in gone]
    changes: list[Change] = [*map(RemovePage, removed), *([SetTitle(new.title)] if new.title != old.title else [])]
    # A file without composites and package may have these keys as unknown ones.
    changes += [SetPackage(None)] if old.package is not None and new.package is None else []
    changes += [] if _alike(old.extra, new.extra) else [SetExtra(None, None, new.extra)]
    changes += [] if new.package is None or _alike(old.package, new.package) else [SetPackage(new.package)]
    for (before, after), (_, added) in zip(sides, orders, strict=True):
        changes += [AddPage(i, after[i]) for i, _ in added]
        known, put = {page.name: page for page in before}, {name for _, name in added}
        for page in after:
            changes += () if page.name in put else page_changes(known[page.name], page, defaults)
    return changes


def page_changes(old: Page, new: Page, defaults: tuple[Defaults, Defaults]) -> Iterator[Change]:
    """Yield changes that turn a canvas into another one of the same name.

    Args:
        defaults: those of both diagrams.
    """
    name = new.name
    if old.composite is not None and new.composite is not None:
        for part in cast("tuple[DefinitionField, ...]", get_args(DefinitionField)):
            value = getattr(new.composite, part)
            if repr(value) != repr(getattr(old.composite, part)):
                yield SetDefinition(name, part, value)
    lost, items = _differences(old.wires, new.wires)
    if lost:
        yield RemoveItems(name, "wires", tuple(lost))
    gone, added = _differences([block.id for block in old.blocks], [block.id for block in new.blocks])
    blocks = {block.id: block for block in old.blocks}
    if gone:
        yield RemoveBlocks(name, tuple(old.blocks[i].id for i in gone))
    if added:
        yield AddBlocks(name, tuple((i, new.blocks[i]) for i, _ in added))
    fresh = {block for _, block in added}
    for block in new.blocks:
        if block is not blocks.get(block.id) and block.id not in fresh:
            yield from _block_changes(name, blocks[block.id], block, defaults)
    if items:
        yield AddItems(name, "wires", items)
    for kind in KINDS[1:]:
        yield from _item_changes(name, kind, getattr(old, kind), getattr(new, kind))
    if not _alike(old.extra, new.extra):
        yield SetExtra(name, None, new.extra)


def _block_changes(page: str, old: Block, new: Block, defaults: tuple[Defaults, Defaults]) -> Iterator[Change]:
    for part in cast("tuple[BlockField, ...]", get_args(BlockField)):
        if getattr(old, part) != getattr(new, part):
            yield SetField(page, new.id, part, getattr(new, part))
    before, after = defaults[0].kept(old), defaults[1].kept(new)
    yield from (UnsetValue(page, new.id, key) for key in before if key not in after)
    for key, value in after.items():
        if key not in before or not same(before[key], value):
            yield SetValue(page, new.id, key, value)
    if not _alike(old.extra, new.extra):
        yield SetExtra(page, new.id, new.extra)


def _item_changes(page: str, kind: Kind, old: Sequence[Any], new: Sequence[Any]) -> Iterator[Change]:
    """Yield changes of notes, frames or routes, which have no names: those at the same place are the same."""
    pairs = [(i, b) for i, (a, b) in enumerate(zip(old, new, strict=False)) if repr(a) != repr(b)]
    if len(old) != len(new):
        gone, added = _differences(list(map(repr, old)), list(map(repr, new)))
        pairs = []
        if gone:
            yield RemoveItems(page, kind, tuple(gone))
        if added:
            yield AddItems(page, kind, tuple((i, new[i]) for i, _ in added))
    if pairs:
        yield ReplaceItems(page, kind, tuple(pairs))


def _differences(old: Sequence[Any], new: Sequence[Any]) -> tuple[list[int], Indexed]:
    """Return the indices of items to remove, and the items to insert at their new indices."""
    start, end = 0, 0
    shortest = min(len(old), len(new))
    while start < shortest and old[start] == new[start]:
        start += 1
    while end < shortest - start and old[-1 - end] == new[-1 - end]:
        end += 1
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    wanted = set(after)
    common = [each for each in before if each in wanted]
    kept = set(common)
    if len(kept) < len(common) or common != [each for each in after if each in kept]:
        kept = set[Any]()  # another order, or equal items: all are put again
    gone = [start + i for i, each in enumerate(before) if each not in kept]
    return gone, tuple((start + i, each) for i, each in enumerate(after) if each not in kept)


def _alike(old: Any, new: Any) -> bool:
    """Return whether two mappings are the same with their keys in the same order."""
    return same(old, new) and list(old or ()) == list(new or ())
