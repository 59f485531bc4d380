"""Undo and redo: a list of edits, each a change and its inverse."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from blocks.document.changes import Change, Group, SetDefinition, SetField, SetValue, UnsetValue


class Entry(NamedTuple):
    """One edit as the user sees it.

    Attributes:
        text: what was done, in words: ``Move 3 blocks``.
        forward: the change that does it again.
        back: the change that takes it back.
        merge: edits in a row with the same key are one (a drag, the typing of a number); None never merges.
    """

    text: str
    forward: Change
    back: Change
    merge: Hashable | None


class History:
    """The edits of a document in order, and the number of those currently applied.

    Attributes:
        entries: all edits, those that were undone last.
        position: how many of them are done.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.position = 0
        self._clean: int | None = 0
        self._open = False

    def add(self, text: str, forward: Change, back: Change, merge: Hashable | None = None) -> None:
        """Note an edit that was just done; what had been undone is gone."""
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
            joined = Entry(text, joined_change(last.forward, forward), joined_change(back, last.back), merge)
            self.entries[-1] = joined
        else:
            self.entries.append(Entry(text, forward, back, merge))
            self.position += 1
        self._open = True

    def close(self) -> None:
        """End the gesture: the next edit is one of its own, whatever its key."""
        self._open = False

    def goes_on(self, merge: Hashable) -> bool:
        """Whether the last edit is of a gesture, which is not over."""
        return self._open and self.position == len(self.entries) > 0 and self.entries[-1].merge == merge

    def forget_undone(self) -> None:
        """What was undone cannot be done again."""
        if self._clean is not None and self._clean > self.position:
            self._clean = None
        del self.entries[self.position :]

    def undo(self) -> Change | None:
        """The change that takes the last edit back; None if there is none."""
        self._open = False
        if not self.position:
            return None
        self.position -= 1
        return self.entries[self.position].back

    def redo(self) -> Change | None:
        """The change that does the next undone edit again; None if there is none."""
        self._open = False
        if self.position == len(self.entries):
            return None
        self.position += 1
        return self.entries[self.position - 1].forward

    def mark_clean(self) -> None:
        """The document is now as it is in its file."""
        self._clean = self.position
        self._open = False

    def mark_changed(self) -> None:
        """The document is in no file as it is at any point of this history."""
        self._clean = None
        self._open = False

    @property
    def is_clean(self) -> bool:
        """True if the document is as it was when it was last saved."""
        return self._clean == self.position

    @property
    def undo_text(self) -> str:
        """What undo would take back, empty if nothing."""
        return self.entries[self.position - 1].text if self.position else ""

    @property
    def redo_text(self) -> str:
        """What redo would do again, empty if nothing."""
        return self.entries[self.position].text if self.position < len(self.entries) else ""


def joined_change(first: Change, second: Change) -> Change:
    """One change that does two in a row; of what is set again and again (a drag, scrubbing) only the last stays."""
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
    """The single changes that a change consists of."""
    if not isinstance(change, Group):
        return (change,)
    return tuple(part for each in change.changes for part in parts_of(each))
