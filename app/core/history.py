"""Undo and redo: a list of edits, each a change and its inverse."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from blocks.document.changes import Change, Group, SetDefinition, SetField, SetValue, UnsetValue


class HistoryEntry(NamedTuple):
    """One edit as the user sees it.

    Attributes:
        text: the edit in words: ``Move 3 blocks``.
        merge: consecutive edits with the same key become one (a drag, typing a number); None never merges.
    """

    text: str
    forward: Change
    back: Change
    merge: Hashable | None


class History:
    """The edits of a document in order, and the number of those currently applied.

    Attributes:
        entries: all edits; undone ones come last.
        position: the number of applied edits.
    """

    def __init__(self) -> None:
        self.entries: list[HistoryEntry] = []
        self.position = 0
        self._clean: int | None = 0
        self._open = False

    def add(self, text: str, forward: Change, back: Change, merge: Hashable | None = None) -> None:
        if self._clean is not None and self._clean > self.position:
            self._clean = None
        del self.entries[self.position :]
        last = self.entries[-1] if self.entries else None
        if (
            merge is not None
            and self._open
            and last is not None
            and last.merge == merge
            and self._clean != self.position
        ):
            joined = HistoryEntry(text, joined_change(last.forward, forward), joined_change(back, last.back), merge)
            self.entries[-1] = joined
        else:
            self.entries.append(HistoryEntry(text, forward, back, merge))
            self.position += 1
        self._open = True

    def close(self) -> None:
        """End the gesture: the next edit is separate, whatever its key."""
        self._open = False

    def goes_on(self, merge: Hashable) -> bool:
        return self._open and self.position == len(self.entries) > 0 and self.entries[-1].merge == merge

    def forget_undone(self) -> None:
        if self._clean is not None and self._clean > self.position:
            self._clean = None
        del self.entries[self.position :]

    def undo(self) -> Change | None:
        self._open = False
        if not self.position:
            return None
        self.position -= 1
        return self.entries[self.position].back

    def redo(self) -> Change | None:
        self._open = False
        if self.position == len(self.entries):
            return None
        self.position += 1
        return self.entries[self.position - 1].forward

    def mark_clean(self) -> None:
        self._clean = self.position
        self._open = False

    def mark_changed(self) -> None:
        self._clean = None
        self._open = False

    @property
    def is_clean(self) -> bool:
        return self._clean == self.position

    @property
    def undo_text(self) -> str:
        return self.entries[self.position - 1].text if self.position else ""

    @property
    def redo_text(self) -> str:
        return self.entries[self.position].text if self.position < len(self.entries) else ""


def joined_change(first: Change, second: Change) -> Change:
    """Return one change for two consecutive ones; of values set repeatedly (a drag) only the last stays."""
    parts = [*parts_of(first), *parts_of(second)]
    last: dict[Hashable, Change] = {}
    for part in parts:
        if isinstance(part, SetField):
            key: Hashable = (part.page, part.block, "field", part.field)
        elif isinstance(part, SetValue | UnsetValue):
            key = (part.page, part.block, "value", part.name)
        elif isinstance(part, SetDefinition):
            key = (part.page, "definition", part.field)
        else:
            return Group(tuple(parts))
        last.pop(key, None)
        last[key] = part
    return Group(tuple(last.values()))


def parts_of(change: Change) -> tuple[Change, ...]:
    if not isinstance(change, Group):
        return (change,)
    return tuple(part for each in change.changes for part in parts_of(each))
