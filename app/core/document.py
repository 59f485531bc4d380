"""An open diagram: its state, its history, and the signals that mirrors listen to."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.core.history import History
from blocks.diagram.changes import Change
from blocks.diagram.data import Page
from blocks.diagram.file import load
from blocks.diagram.model import Diagram, PageView


class Document(QObject):
    """A diagram that is being edited. All edits go through `do`; widgets show what the signals tell.

    Signals:
        changed: something of the diagram is different; mirrors compare snapshots (`page`) with what they show.
        history_changed: what undo and redo would do is different, or whether the document is modified.
        path_changed: it has another file.
    """

    changed = Signal()
    history_changed = Signal()
    path_changed = Signal()

    def __init__(self, diagram: Diagram, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.diagram = diagram
        self.history = History()

    @classmethod
    def new(cls) -> Document:
        """An empty document with one page."""
        diagram = Diagram()
        diagram.add_page("main")
        return cls(diagram)

    @classmethod
    def open(cls, path: Path) -> Document:
        """The document in a file.

        Raises:
            DiagramError: it cannot be opened.
        """
        return cls(load(path))

    @property
    def path(self) -> Path | None:
        """The file, None for one that was never saved."""
        return None if self.diagram.path is None else Path(self.diagram.path)

    @property
    def name(self) -> str:
        """What the tab says."""
        return self.path.stem if self.path is not None else "untitled"

    @property
    def modified(self) -> bool:
        """True if it differs from its file."""
        return not self.history.is_clean

    @property
    def pages(self) -> tuple[PageView, ...]:
        """The pages in order."""
        return self.diagram.pages

    def page(self, name: str) -> Page:
        """A page as it is now, frozen; the same object as long as nothing of it changes."""
        return self.diagram.page(name).snapshot()

    def do(self, change: Change, text: str, merge: Hashable | None = None) -> None:
        """Make an edit.

        Args:
            change: what is done.
            text: what the history calls it.
            merge: edits in a row with the same key become one.

        Raises:
            DiagramError: it does not fit; nothing is changed.
        """
        back = self.diagram.apply(change)
        self.history.add(text, change, back, merge)
        self._tell()

    def end_gesture(self) -> None:
        """The mouse was let go, the field was left: what comes next does not merge with what was."""
        self.history.close()

    def undo(self) -> None:
        """Take the last edit back."""
        self._apply(self.history.undo())

    def redo(self) -> None:
        """Do the last undone edit again."""
        self._apply(self.history.redo())

    def save(self, path: Path) -> None:
        """Write it into a file.

        Raises:
            FileError: it cannot be written; the document stays modified.
        """
        moved = path != self.path
        self.diagram.save(path)
        self.history.mark_clean()
        self.history_changed.emit()
        if moved:
            self.path_changed.emit()

    def _apply(self, change: Change | None) -> None:
        if change is not None:
            self.diagram.apply(change)
            self._tell()

    def _tell(self) -> None:
        self.changed.emit()
        self.history_changed.emit()
