"""The selection on a page."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

from blocks.document.data import Page, Wire


class Selection(NamedTuple):
    """Selected blocks by id and selected wires, in selection order; notes and frames by index."""

    ids: tuple[str, ...] = ()
    wires: tuple[Wire, ...] = ()
    notes: frozenset[int] = frozenset()
    frames: frozenset[int] = frozenset()

    def with_more(
        self, ids: Iterable[str], wires: Iterable[Wire], notes: Iterable[int], frames: Iterable[int]
    ) -> Selection:
        return Selection(
            tuple(dict.fromkeys((*self.ids, *ids))),
            tuple(dict.fromkeys((*self.wires, *wires))),
            self.notes | set(notes),
            self.frames | set(frames),
        )

    def renamed(self, old: str, new: str) -> Selection:
        return self._replace(ids=tuple(new if block == old else block for block in self.ids))

    def on(self, page: Page, blocks: Container[str]) -> Selection:
        present = set(page.wires) if self.wires else set[Wire]()
        kept = Selection(
            tuple(block for block in self.ids if block in blocks),
            tuple(wire for wire in self.wires if wire in present),
            frozenset(i for i in self.notes if 0 <= i < len(page.notes)),
            frozenset(i for i in self.frames if 0 <= i < len(page.frames)),
        )
        return self if kept == self else kept
