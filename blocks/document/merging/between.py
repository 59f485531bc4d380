"""The smallest changes that turn one diagram, or one canvas, into another; blocks are matched by id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast, get_args

from blocks.document import changes as c
from blocks.document.canonical import Defaults
from blocks.document.data import Block, Document, Page, same
from blocks.document.state import KINDS


def changes_between(old: Document, new: Document) -> list[c.Change]:
    """Return changes that turn a diagram into another. Values that equal their default do not count as given."""
    defaults = Defaults(old.composites), Defaults(new.composites)
    sides = ((old.composites, new.composites), (old.pages, new.pages))
    orders = [_differences([page.name for page in before], [page.name for page in after]) for before, after in sides]
    changes: list[c.Change] = [
        c.RemovePage(before[i].name) for (before, _), (gone, _) in zip(sides, orders, strict=True) for i in gone
    ]
    changes += [c.SetTitle(new.title)] if new.title != old.title else []
    # A file without composites and package may have these keys as unknown ones.
    changes += [c.SetPackage(None)] if old.package is not None and new.package is None else []
    changes += [] if _alike(old.extra, new.extra) else [c.SetExtra(None, None, new.extra)]
    changes += [] if new.package is None or _alike(old.package, new.package) else [c.SetPackage(new.package)]
    for (before, after), (_, added) in zip(sides, orders, strict=True):
        changes += [c.AddPage(i, page) for i, page in enumerate(after) if i in added]
        known = {page.name: page for page in before}
        for page in [page for i, page in enumerate(after) if i not in added]:
            changes += page_changes(known[page.name], page, defaults)
    return changes


def page_changes(old: Page, new: Page, defaults: tuple[Defaults, Defaults]) -> Iterator[c.Change]:
    """Yield changes that turn a canvas into another one of the same name; ``defaults`` are those of both diagrams."""
    name = new.name
    for part in cast("tuple[c.DefinitionField, ...]", get_args(c.DefinitionField)) if new.composite else ():
        value = getattr(new.composite, part)
        if repr(value) != repr(getattr(old.composite, part)):
            yield c.SetDefinition(name, part, value)
    lost, wired = _differences(old.wires, new.wires)
    gone, added = _differences([block.id for block in old.blocks], [block.id for block in new.blocks])
    if lost:
        yield c.RemoveItems(name, "wires", lost)
    if gone:
        yield c.RemoveBlocks(name, tuple(old.blocks[i].id for i in gone))
    if added:
        yield c.AddBlocks(name, tuple((i, new.blocks[i]) for i in added))
    blocks, fresh = {block.id: block for block in old.blocks}, {new.blocks[i].id for i in added}
    for block in new.blocks:
        if block.id not in fresh and block is not blocks[block.id]:
            yield from _block_changes(name, blocks[block.id], block, defaults)
    if wired:
        yield c.AddItems(name, "wires", tuple((i, new.wires[i]) for i in wired))
    for kind in KINDS[1:]:
        before, after = getattr(old, kind), getattr(new, kind)
        pairs = [(i, item) for i, (was, item) in enumerate(zip(before, after, strict=False)) if repr(was) != repr(item)]
        if pairs and len(before) == len(after):
            yield c.ReplaceItems(name, kind, tuple(pairs))
        elif len(before) != len(after):
            lost, put = _differences(list(map(repr, before)), list(map(repr, after)))
            yield c.RemoveItems(name, kind, lost)
            yield c.AddItems(name, kind, tuple((i, after[i]) for i in put))
    if not _alike(old.extra, new.extra):
        yield c.SetExtra(name, None, new.extra)


def _block_changes(page: str, old: Block, new: Block, defaults: tuple[Defaults, Defaults]) -> Iterator[c.Change]:
    for part in cast("tuple[c.BlockField, ...]", get_args(c.BlockField)):
        if getattr(old, part) != getattr(new, part):
            yield c.SetField(page, new.id, part, getattr(new, part))
    before, after = defaults[0].kept(old), defaults[1].kept(new)
    yield from (c.UnsetValue(page, new.id, key) for key in before if key not in after)
    for key, value in after.items():
        if key not in before or not same(before[key], value):
            yield c.SetValue(page, new.id, key, value)
    if not _alike(old.extra, new.extra):
        yield c.SetExtra(page, new.id, new.extra)


def _differences(old: Sequence[Any], new: Sequence[Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the indices of old items to remove, and those of new items to insert."""
    start, end, shortest = 0, 0, min(len(old), len(new))
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
    gone, added = ([start + i for i, each in enumerate(side) if each not in kept] for side in (before, after))
    return tuple(gone), tuple(added)


def _alike(old: Any, new: Any) -> bool:
    """Return whether two mappings are the same with their keys in the same order."""
    return same(old, new) and list(old or ()) == list(new or ())
