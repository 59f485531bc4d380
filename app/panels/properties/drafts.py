"""Invalid input in fields, kept for the session so that it can be corrected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol
from weakref import WeakKeyDictionary

from app.core.document import Document
from blocks.document.changes import RenameBlock, RenamePage

_Key = tuple[str, tuple[tuple[str, str], ...], str]
"""Page, blocks, and the name of the value; that of the block itself has none."""


class Row(Protocol):
    def draft(self) -> str | None:
        """Return the invalid text that was typed; None if there is none."""
        ...

    def show_draft(self, text: str) -> None: ...


class Subject(NamedTuple):
    document: Document
    page: str
    blocks: tuple[tuple[str, str], ...]

    def renamed(self, change: RenameBlock | RenamePage) -> Subject:
        if change.page != self.page:
            return self
        if isinstance(change, RenamePage):
            return self._replace(page=change.name)
        blocks = [(change.id if name == change.block else name, kind) for name, kind in self.blocks]
        return self._replace(blocks=tuple(blocks))


class Drafts:
    """Invalid input, by the field that it was typed into."""

    def __init__(self) -> None:
        self._texts: WeakKeyDictionary[Document, dict[_Key, str]] = WeakKeyDictionary()

    def keep(self, subject: Subject, rows: Mapping[str, Row]) -> list[str]:
        """Keep invalid input of rows; drop input that is valid now or was reverted. Return the names of kept values."""
        texts = self._texts.setdefault(subject.document, {})
        for name, row in rows.items():
            draft = row.draft()
            if draft is None:
                texts.pop((*subject[1:], name), None)
            else:
                texts[*subject[1:], name] = draft
        return [name for name in rows if (*subject[1:], name) in texts]

    def rename(self, document: Document, change: RenameBlock | RenamePage) -> None:
        texts = self._texts.get(document, {})
        for page, blocks, name in list(texts):
            subject = Subject(document, page, blocks)
            texts[*subject.renamed(change)[1:], name] = texts.pop((page, blocks, name))

    def drop(self, subject: Subject, name: str) -> None:
        self._texts.get(subject.document, {}).pop((*subject[1:], name), None)

    def show(self, subject: Subject, rows: Mapping[str, Row]) -> None:
        texts = self._texts.get(subject.document, {})
        for name, row in rows.items():
            draft = texts.get((*subject[1:], name))
            if draft is not None:
                row.show_draft(draft)
