"""The result of a verb: a change and its name in the undo history."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from blocks.base.language import plural
from blocks.base.names import free_number
from blocks.document.changes import AddBlocks, AddItems, Change, Group, RemoveItems, ReplaceItems
from blocks.document.data import Block, Page, Position
from blocks.document.state import Kind
from blocks.document.validation import Item


class Edit(NamedTuple):
    """An edit to apply: ``document.do(*edit)``."""

    change: Change
    text: str


class Made(NamedTuple):
    """An edit that creates items: ``document.do(*made[:2])``; ``ids``, ``notes`` and ``frames`` identify them."""

    change: Change
    text: str
    ids: tuple[str, ...]
    notes: tuple[int, ...] = ()
    frames: tuple[int, ...] = ()


def additions(page: Page, items: Mapping[Kind, Sequence[Item]], blocks: Sequence[Block] = ()) -> list[Change]:
    """Return the changes that append blocks and items to a page."""
    changes: list[Change] = [AddBlocks(page.name, tuple(enumerate(blocks, len(page.blocks))))] if blocks else []
    for kind, some in items.items():
        if some:
            changes.append(AddItems(page.name, kind, tuple(enumerate(some, len(getattr(page, kind))))))
    return changes


def replacements(page: Page, items: Mapping[Kind, Collection[tuple[int, Item]]]) -> list[Change]:
    """Return the changes that replace items of a page, given with their indices."""
    changes: list[Change] = []
    for kind, some in items.items():
        if some:
            changes.append(ReplaceItems(page.name, kind, tuple(sorted(some, key=itemgetter(0)))))
    return changes


def removals(page: Page, indices: Mapping[Kind, Collection[int]]) -> list[Change]:
    return [RemoveItems(page.name, kind, tuple(sorted(some))) for kind, some in indices.items() if some]


def group(changes: Iterable[Change]) -> Change:
    parts = tuple(changes)
    return parts[0] if len(parts) == 1 else Group(parts)


_COUNTED: Mapping[str, Callable[[int], str]] = {
    "block": lambda n: plural(n, "{n} block", "{n:,} blocks"),
    "composite": lambda n: plural(n, "{n} composite", "{n:,} composites"),
    "constant": lambda n: plural(n, "{n} constant", "{n:,} constants"),
    "frame": lambda n: plural(n, "{n} frame", "{n:,} frames"),
    "input": lambda n: plural(n, "{n} input", "{n:,} inputs"),
    "instance": lambda n: plural(n, "{n} instance", "{n:,} instances"),
    "note": lambda n: plural(n, "{n} note", "{n:,} notes"),
    "output": lambda n: plural(n, "{n} output", "{n:,} outputs"),
    "problem": lambda n: plural(n, "{n} problem", "{n:,} problems"),
    "wire": lambda n: plural(n, "{n} wire", "{n:,} wires"),
}
"""A number of things, in words."""


def counted(number: int, word: str) -> str:
    return _COUNTED[word](number)


def counts(*parts: tuple[int, str]) -> str:
    return ", ".join(counted(number, word) for number, word in parts if number)


def named(ids: Collection[str]) -> str:
    return next(iter(ids)) if len(ids) == 1 else counted(len(ids), "block")


def present(page: Page, ids: Iterable[str]) -> list[str]:
    wanted = set(ids)
    return [block.id for block in page.blocks if block.id in wanted]


_ENDING = re.compile(r"^(.*?)([0-9]*)$", re.DOTALL)
_NOT_IN_IDS = re.compile(r"[^\w]+")


class Names:
    """Unused ids on a page, or beside a set of used ones. Each id is given out only once."""

    def __init__(self, taken: Page | Iterable[str]) -> None:
        self._taken = {block.id for block in taken.blocks} if isinstance(taken, Page) else set(taken)
        self._next: dict[str, int] = {}

    def for_type(self, type_name: str) -> str:
        """Return an id for a new block: the type with a number, ``MatMul1``."""
        return self._numbered(_NOT_IN_IDS.sub("", type_name.rpartition(":")[2]) or "Block", 1)

    def like(self, old: str) -> str:
        """Return the id itself if it is free, else with the next number: ``w1`` gives ``w2``."""
        if old not in self._taken:
            self._taken.add(old)
            return old
        match = _ENDING.match(old)
        base, digits = match.groups() if match else (old, "")
        # More digits than anybody counts to are part of the name.
        if len(digits) > 9 or not base:
            base, digits = f"{old}_", "1"
        return self._numbered(base, int(digits or 1) + 1)

    def _numbered(self, base: str, first: int) -> str:
        name = free_number(base, self._taken, max(first, self._next.get(base, 0)))
        self._next[base] = int(name[len(base) :]) + 1
        self._taken.add(name)
        return name


def tidy(x: float, y: float) -> Position:
    """Round a position to whole units, so that files do not contain fractions from mouse moves."""
    return (round(x), round(y))
