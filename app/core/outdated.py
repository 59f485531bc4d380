"""Which results an edit has made old: those of the blocks that it changed, and of all that depends on these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from app.core.gradient import same_computation
from blocks.diagram.data import Block, Endpoint, Page, Wire
from blocks.library.index import find


def outdated(before: Page, now: Page) -> frozenset[str]:
    """The blocks of a page whose results may be others than an earlier state of it gave.

    Args:
        before: the page that was run.
        now: the page as it is.
    """
    if same_computation(before, now):
        return frozenset()
    known = {block.id: block for block in before.blocks}
    changed = {block.id for block in now.blocks if not _same(known.get(block.id), block)}
    if before.wires is not now.wires:
        old, new = _incoming(before.wires), _incoming(now.wires)
        changed |= {block.id for block in now.blocks if old.get(block.id) != new.get(block.id)}
    follows: defaultdict[str, list[str]] = defaultdict(list)
    types = {block.id: block.type for block in now.blocks}
    for source, target in now.wires:
        follows[source.block].append(target.block)
        if _writes(types.get(target.block, ""), target):
            follows[target.block].append(source.block)
    found, pending = set(changed), list(changed)
    while pending:
        for block in follows.get(pending.pop(), ()):
            if block not in found:
                found.add(block)
                pending.append(block)
    return frozenset(found)


def _same(a: Block | None, b: Block) -> bool:
    return a is b or (a is not None and a.type == b.type and a.muted == b.muted and a.values == b.values)


def _incoming(wires: Sequence[Wire]) -> dict[str, list[Wire]]:
    found: defaultdict[str, list[Wire]] = defaultdict(list)
    for wire in wires:
        found[wire.target.block].append(wire)
    return found


def _writes(name: str, pin: Endpoint) -> bool:
    """Whether a block changes what is wired into its pin, as an update does with a variable."""
    spec = find(name)
    return spec is not None and any(each.name == pin.pin and each.is_ref for each in spec.inputs)
