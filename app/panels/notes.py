"""The Notes panel: the notes of the current page, readable at any zoom; a click shows one on the canvas."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QListWidgetItem

from app.language import tr
from app.panels.look import Text, named, scaled, vertical
from app.panels.panel import PagePanel
from app.panels.rows import ClickedList
from blocks.document.data import Note


class NotesPanel(PagePanel):
    """The notes of the page in file order, below the title of the diagram."""

    note_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Note, ...] = ()
        self.title = Text("", wrap=True, parent=self)
        self.title.setFont(scaled(self.title.font(), 1.1, bold=True))
        self.title.setContentsMargins(12, 8, 12, 2)
        self.list = named(ClickedList(self), tr("Notes"))
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(3)
        self.list.itemClicked.connect(self._chosen)
        self.nothing = Text("", "dim", wrap=True, parent=self)
        self.nothing.setContentsMargins(14, 12, 14, 12)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        vertical(self.title, (self.list, 1), (self.nothing, 1), to=self, margins=(0, 0, 0, 0), spacing=0)
        self.setFocusProxy(self.list)
        self.refresh()

    def refresh(self) -> None:
        page = self.page()
        notes = () if page is None else page.notes
        title = "" if self.document is None else self.document.diagram.title
        self.title.setText(title)
        self.title.setVisible(bool(title and notes))
        self.list.setVisible(bool(notes))
        self.nothing.setVisible(not notes)
        self.nothing.setText(
            tr("No diagram is open.")
            if page is None
            else tr("This page has no notes. Add a note with Edit > Add note.")
        )
        if not self.isVisible() or notes is self._shown:
            return
        self._shown = notes
        here, scrolled = self.list.currentRow(), self.list.verticalScrollBar().value()
        self.list.clear()
        for note in notes:
            self.list.addItem(QListWidgetItem(note.text))
        self.list.setCurrentRow(here)
        self.list.verticalScrollBar().setValue(scrolled)

    def _chosen(self, item: QListWidgetItem) -> None:
        self.note_chosen.emit(self.list.row(item))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
