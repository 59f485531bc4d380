"""The verb for a bundle: all wires at a pin move to another pin together."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.verbs.blocks import Find
from app.core.verbs.edit import Edit, counted
from app.core.verbs.fitting import compatible
from app.core.verbs.paths import cycle, cycle_text
from app.core.verbs.wires import takes_many, types
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.document.changes import ReplaceItems
from blocks.document.data import Endpoint, Page, Wire


def move_bundle(page: Page, indices: Sequence[int], to: Endpoint, find: Find, *, sources: bool) -> Edit | None:
    """Move the sources or targets of wires to another pin; None if they are there already.

    Raises:
        DiagramError: a wire is gone, does not fit, or would close a cycle.
    """
    if not all(0 <= each < len(page.wires) for each in indices):
        raise DiagramError(tr("a wire no longer exists"), page=page.name)
    kinds = types(page)
    moved: list[tuple[int, Wire]] = []
    for index in indices:
        old = page.wires[index]
        new = old._replace(source=to) if sources else old._replace(target=to)
        if new != old:
            _check(page, new, kinds, find)
            moved.append((index, new))
    spec = find(kinds.get(to.block, ""))
    gone = set(indices)
    others = [w for i, w in enumerate(page.wires) if not sources and w.target == to and i not in gone]
    if not sources and len(indices) + len(others) > 1 and not takes_many(spec, to.pin):
        raise DiagramError(tr("{to} takes only one wire", to=to), page=page.name, block=to.block, pin=to.pin)
    if not moved:
        return None
    return Edit(
        ReplaceItems(page.name, "wires", tuple(moved)),
        tr("Move {count} to {to}", count=counted(len(moved), "wire"), to=to),
    )


def _check(page: Page, wire: Wire, kinds: dict[str, str], find: Find) -> None:
    before, after = find(kinds.get(wire.source.block, "")), find(kinds.get(wire.target.block, ""))
    if before is None or after is None:
        raise DiagramError(tr("a block of the wire is missing"), page=page.name)
    reason = compatible(before, wire.source.pin, after, wire.target.pin, index=wire.source.index)
    if reason is not None:
        raise DiagramError(f"{wire}: {reason}", page=page.name)
    loop = cycle(page, wire.source.block, wire.target.block)
    if loop is not None:
        raise DiagramError(cycle_text(loop), page=page.name, block=wire.target.block, pin=wire.target.pin)
