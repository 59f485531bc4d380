"""The History panel: all edits in order; a click undoes or redoes up to a state."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QListWidgetItem, QWidget

from app.core.document import Document
from app.panels.look import PagePanel, Text, vertical
from app.panels.rows import FADED, KEY, RIGHT, RowList
from blocks.base.language import tr

MOST_SHOWN = 500


class HistoryPanel(PagePanel):
    """The edits of the current diagram. Undone edits are faded."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = RowList(tr("History"), self)
        self.list.itemClicked.connect(self._go)
        self.nothing = Text(tr("No diagram is open."), "dim", parent=self)
        self.nothing.setContentsMargins(14, 12, 14, 12)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        vertical(self.list, self.nothing, to=self, margins=(0, 0, 0, 0))
        self.setFocusProxy(self.list)
        self._shown: object = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        self._fill()

    def refresh(self) -> None:
        self._soon.stop()
        if self.isVisible() or self.document is None:
            self._fill()

    def history_moved(self) -> None:
        if self.isVisible():
            self._soon.start()

    def _fill(self) -> None:
        document = self.document
        self.list.setVisible(document is not None)
        self.nothing.setVisible(document is None)
        if document is None:
            self.list.clear()
            self._shown = None
            return
        history = document.history
        shown = (document, len(history.entries), history.position, document.modified, tuple(history.entries[-1:]))
        if shown == self._shown:
            return
        self._shown = shown
        first = max(0, len(history.entries) - MOST_SHOWN)
        self.list.clear()
        self._add(document, 0, tr("New diagram") if document.path is None else tr("Opened"))
        if first:
            note = QListWidgetItem(tr("{first:,} older edits", first=first))
            note.setFlags(Qt.ItemFlag.NoItemFlags)
            note.setData(FADED, True)
            self.list.addItem(note)
        for number, entry in enumerate(history.entries[first:], first + 1):
            self._add(document, number, entry.text)
        rows = range(self.list.count())
        current = next((i for i in rows if self.list.item(i).data(KEY) == history.position), -1)
        self.list.setCurrentRow(current)

    def _add(self, document: Document, index: int, text: str) -> None:
        item = self.list.add(text, {KEY: index, FADED: index > document.history.position}, text)
        if index == document.history.position and not document.modified:
            item.setData(RIGHT, tr("saved"))

    def _go(self, item: QListWidgetItem) -> None:
        document, index = self.document, item.data(KEY)
        if document is None or not isinstance(index, int):
            return
        document.go(index)
        self.refresh()
