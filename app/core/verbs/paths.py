"""Paths between blocks: cycles, and the blocks upstream and downstream."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.language import tr
from blocks.document.data import Page
from blocks.document.definitions import closure, shortest_path


def cycle(page: Page, source: str, target: str) -> list[str] | None:
    """Return the cycle that a wire from ``source`` to ``target`` would close, or None.

    The list begins with ``target`` and ends with ``source``.
    """
    users: dict[str, list[str]] = {}
    for a, b in page.wires:
        users.setdefault(a.block, []).append(b.block)
    return shortest_path(users, target, source)


def cycle_text(loop: Sequence[str]) -> str:
    if len(loop) == 1:
        return tr("{loop} cannot be wired to itself", loop=loop[0])
    names = list(loop) if len(loop) <= 8 else [*loop[:4], "...", *loop[-3:]]
    return tr("the blocks would form a cycle: {names}", names=" -> ".join([*names, loop[0]]))


def reachable(page: Page, blocks: Iterable[str], *, upstream: bool) -> set[str]:
    beside: dict[str, list[str]] = {}
    for source, target in page.wires:
        a, b = (target.block, source.block) if upstream else (source.block, target.block)
        beside.setdefault(a, []).append(b)
    starts = set(blocks)
    return starts | closure(beside, starts)
