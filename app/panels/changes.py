"""The Changes panel: the differences between the current diagram and its saved version, or another file."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListWidgetItem, QPushButton, QWidget

from app.panels.look import Text, acting, horizontal, symbol, vertical
from app.panels.rows import FADED, KEY, RIGHT, RowList
from blocks.base.language import plural, tr
from blocks.document.merging.diff import Entry

MOST_SHOWN = 1000


def entry_text(entry: Entry) -> str:
    return entry.text if entry.block is None else f"{entry.block}: {entry.text}"


class ChangesPanel(QWidget):
    """The list of differences. Those that do not change the meaning are faded."""

    chosen = Signal(object)
    file_wanted = Signal()
    saved_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._entries: Sequence[Entry] = ()
        self.head = Text("", "dim", wrap=True, parent=self)
        self.file = acting(QPushButton(tr("Compare with..."), self), self.file_wanted)
        self.saved = acting(QPushButton(tr("Since last save"), self), self.saved_wanted)
        self.list = RowList(tr("Changes"), self)
        self.list.itemClicked.connect(self._choose)
        line = horizontal((self.head, 1), self.saved, self.file, margins=(12, 6, 8, 4))
        vertical(line, (self.list, 1), to=self, margins=(0, 0, 0, 0), spacing=0)
        self.setFocusProxy(self.list)
        self.show_changes(None, "")

    def show_changes(self, entries: Sequence[Entry] | None, than: str, *, other: bool = False) -> None:
        """Show differences from the version ``than``. None: there is nothing to compare."""
        self.file.setEnabled(bool(than))
        self.saved.setVisible(other)
        if entries is None:
            words = than or tr("No diagram is open.")
        else:
            count = sum(not entry.layout for entry in entries)
            words = f"{than}: {plural(count, '{n} change', '{n:,} changes') if count else tr('no changes')}"
            if count < len(entries):
                words += tr(" (layout-only changes: {count:,})", count=len(entries) - count)
        self.head.setText(words)
        ordered = sorted(entries or (), key=lambda entry: entry.layout)
        if ordered != self._entries:
            self._entries = ordered
            self._fill()

    def _fill(self) -> None:
        here = self.list.currentRow()
        self.list.clear()
        several = len({entry.page for entry in self._entries}) > 1
        for index, entry in enumerate(self._entries[:MOST_SHOWN]):
            text, right = entry_text(entry), (entry.page if several else None) or ""
            self.list.add(text, {KEY: index, FADED: entry.layout, RIGHT: right}, text, symbol(entry.kind))
        self.list.add_rest(len(self._entries) - MOST_SHOWN)
        self.list.setCurrentRow(min(here, self.list.count() - 1))

    def _choose(self, item: QListWidgetItem) -> None:
        index = item.data(KEY)
        if isinstance(index, int):
            self.chosen.emit(self._entries[index])
