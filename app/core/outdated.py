"""Which results an edit has made old: those of the blocks that it changed, and of all that depends on these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache

from blocks.document.data import Block, Page, Wire
from blocks.library.registry import find


def same_computation(a: Page, b: Page) -> bool:
    """Whether two states of a page compute the same: only places, notes and the like differ."""
    if a is b:
        return True
    if len(a.blocks) != len(b.blocks) or (a.wires is not b.wires and a.wires != b.wires):
        return False
    return all(_same(x, y) for x, y in zip(a.blocks, b.blocks, strict=True))


def changed_composites(before: Sequence[Page], now: Sequence[Page]) -> frozenset[str]:
    """The composites that compute something else than before, or hold such a one."""
    if before is now:
        return frozenset()
    known = {page.name: page for page in before}
    found = {
        page.name
        for page in now
        if (old := known.get(page.name)) is None or old.composite != page.composite or not same_computation(old, page)
    }
    users: defaultdict[str, set[str]] = defaultdict(set)
    for page in now if found else ():
        for block in page.blocks:
            users[block.type].add(page.name)
    pending = list(found)
    while pending:
        for user in users[pending.pop()] - found:
            found.add(user)
            pending.append(user)
    return frozenset(found)


def outdated(before: Page, now: Page, types: Collection[str] = ()) -> frozenset[str]:
    """The blocks of a page whose results may be others than an earlier state of it gave.

    Args:
        before: the page that was run.
        now: the page as it is.
        types: types whose blocks compute something else than before.
    """
    if not types and same_computation(before, now):
        return frozenset()
    known = {block.id: block for block in before.blocks}
    changed = {b.id for b in now.blocks if (a := known.get(b.id)) is None or not _same(a, b) or b.type in types}
    if before.wires is not now.wires:
        old, new = _incoming(before.wires), _incoming(now.wires)
        changed |= {block.id for block in now.blocks if old.get(block.id) != new.get(block.id)}
    follows: defaultdict[str, list[str]] = defaultdict(list)
    types = {block.id: block.type for block in now.blocks}
    for source, target in now.wires:
        follows[source.block].append(target.block)
        if _writes(types.get(target.block, ""), target.pin):
            follows[target.block].append(source.block)
    found, pending = set(changed), list(changed)
    while pending:
        for block in follows.get(pending.pop(), ()):
            if block not in found:
                found.add(block)
                pending.append(block)
    return frozenset(found)


def _same(a: Block, b: Block) -> bool:
    return a is b or (a.id == b.id and a.type == b.type and a.muted == b.muted and a.values == b.values)


def _incoming(wires: Sequence[Wire]) -> dict[str, list[Wire]]:
    found: defaultdict[str, list[Wire]] = defaultdict(list)
    for wire in wires:
        found[wire.target.block].append(wire)
    return found


@lru_cache(maxsize=1024)
def _writes(name: str, pin: str) -> bool:
    """Whether a block of a type changes what is wired into a pin, as an update does with a variable."""
    spec = find(name)
    return spec is not None and any(each.name == pin and each.is_ref for each in spec.inputs)
