"""Renamed blocks and pages: data stored under their old names moves to the new ones."""

from __future__ import annotations

from typing import TypeVar

from blocks.document.changes import Change, RenameBlock
from blocks.document.data import INSTANCE, Page
from blocks.run.state import NO_RENAMES, Renames

_Kept = TypeVar("_Kept")
_MOST_TOLD = 100


def rename_key(kept: dict[str, _Kept], old: str, new: str) -> None:
    if old in kept:
        kept[new] = kept.pop(old)


class RenameLog:
    """A log of block renamings, with the position at which each version of a page was run."""

    def __init__(self) -> None:
        self._log: list[tuple[str, str, str]] = []
        self._told: list[tuple[Page, int]] = []

    def add(self, change: Change) -> None:
        if isinstance(change, RenameBlock):
            self._log.append((change.page, change.block, change.id))

    def rename_page(self, old: str, new: str) -> None:
        self._log = [(new if page == old else page, before, id) for page, before, id in self._log]

    def tell(self, page: Page) -> None:
        self._told = [*self._told[-_MOST_TOLD:], (page, len(self._log))]

    def since(self, page: Page | None, name: str) -> Renames:
        start = next((count for told, count in reversed(self._told) if told is page), len(self._log))
        own: dict[str, str] = {}
        inner: dict[str, str] = {}
        for canvas, old, new in self._log[start:]:
            if canvas == name or canvas.startswith(INSTANCE):
                ids = own if canvas == name else inner
                ids[new] = ids.pop(old, old)
        before = [{new: old for new, old in ids.items() if new != old} for ids in (own, inner)]
        return Renames(*before) if any(before) else NO_RENAMES
