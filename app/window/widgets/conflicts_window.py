"""The window that resolves merge conflicts, with both sides next to each other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTextEdit,
    QWidget,
)

from app.canvas.text import MONO_FAMILIES, tip
from app.panels.look import Text, color, first_size, named, vertical
from blocks.base.language import mark, tr
from blocks.document.merging.conflicts import SIDES, Conflict, Side

_FIRST_SIZE = (980, 560)
_WORDS: dict[Side, str] = {"ours": mark("Ours"), "theirs": mark("Theirs"), "base": mark("Base")}
_COLUMNS = (mark("Location"), mark("Item"), *_WORDS.values())
_MOST_TEXT = 100_000


class ConflictsWindow(QDialog):
    """A row for each conflict, and below it both sides of the selected one. `settled`: conflicts, and a `Choice`."""

    settled = Signal(object, str)
    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._conflicts: tuple[Conflict, ...] = ()
        self.setWindowTitle(tr("Merge conflicts"))
        self.resize(first_size(self, *_FIRST_SIZE))
        self.head = Text("", wrap=True, parent=self)
        self.table = named(QTableWidget(0, len(_COLUMNS), self), tr("Conflicts"))
        self.table.setHorizontalHeaderLabels([tr(each) for each in _COLUMNS])
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        self.table.itemSelectionChanged.connect(self._show)
        self.texts: dict[Side, QPlainTextEdit] = {}
        self.takes: dict[Side, QPushButton] = {}
        self.alls: dict[Side, QPushButton] = {}
        sides = QGridLayout()
        every = QHBoxLayout()
        for column, side in enumerate(SIDES):
            word = tr(_WORDS[side]).lower()
            text = self.texts[side] = named(QPlainTextEdit(self, readOnly=True), tr(_WORDS[side]))
            fixed = text.font()
            fixed.setFamilies(MONO_FAMILIES)
            text.setFont(fixed)
            take = self.takes[side] = QPushButton(tr("Take {word}", word=word), self, autoDefault=False)
            take.clicked.connect(lambda _=False, side=side: self.settled.emit(self._selected(), side))
            sides.addWidget(Text(tr(_WORDS[side]), "dim", parent=self), 0, column)
            sides.addWidget(text, 1, column)
            sides.addWidget(take, 2, column)
            all_of = self.alls[side] = QPushButton(tr("Take all {word}", word=word), self, autoDefault=False)
            all_of.clicked.connect(lambda _=False, side=side: self.settled.emit(list(self._conflicts), side))
            every.addWidget(all_of)
        self.kept = QPushButton(tr("Keep current"), self, autoDefault=False)
        self.kept.setToolTip(tr("Keep the current diagram and mark the conflict as resolved"))
        self.kept.clicked.connect(lambda: self.settled.emit(self._selected(), "kept"))
        every.addStretch()
        every.addWidget(self.kept)
        vertical(self.head, (self.table, 3), (sides, 2), every, to=self)
        self.show_conflicts(())

    def show_conflicts(self, conflicts: Sequence[Conflict]) -> None:
        """Show conflicts; select the first one if the selected one is resolved."""
        if self.table.rowCount() and tuple(conflicts) == self._conflicts:
            return
        row = max(0, self.table.currentRow())
        self._conflicts = tuple(conflicts)
        count = len(conflicts)
        words = tr("Both sides of the merge changed the same item differently.")
        if count > 1:
            words = tr("Both sides of the merge changed {count:,} items differently.", count=count)
        words = tr("{words} For now, the diagram contains the version labeled Ours.", words=words)
        self.head.setText(words if count else tr("There are no conflicts."))
        self.table.setRowCount(0)
        self.table.setRowCount(count)
        for number, conflict in enumerate(conflicts):
            page = conflict.canvas or "diagram"
            where = page if conflict.block is None else f"{page}: {conflict.block}"
            for column, text in enumerate((where, conflict.subject, *(conflict.shown(side) for side in SIDES))):
                item = QTableWidgetItem(text)
                item.setToolTip(tip(text))
                self.table.setItem(number, column, item)
        if count:
            self.table.selectRow(min(row, count - 1))
        for button in self.alls.values():
            button.setEnabled(bool(count))
        self._show()

    def _selected(self) -> list[Conflict]:
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        return [self._conflicts[row] for row in rows if row < len(self._conflicts)]

    def _show(self) -> None:
        selected = self._selected()
        for button in (*self.takes.values(), self.kept):
            button.setEnabled(bool(selected))
        alone = selected[0] if len(selected) == 1 else None
        lines = {side: [""] if alone is None else alone.lines(side) for side in SIDES}
        for side, text in self.texts.items():
            text.setPlainText("\n".join(lines[side])[:_MOST_TEXT])
            text.setExtraSelections(_marked(text, lines[side], lines["base"]) if side != "base" else [])
        if alone is not None:
            self.chosen.emit(alone)


def _marked(text: QPlainTextEdit, lines: Sequence[str], base: Sequence[str]) -> list[QTextEdit.ExtraSelection]:
    known = set(base)
    marks: list[QTextEdit.ExtraSelection] = []
    shade = QColor(color("accent"))
    shade.setAlphaF(0.25)
    for number, line in enumerate(lines):
        block = text.document().findBlockByNumber(number)
        if line in known or not block.isValid():
            continue
        mark = QTextEdit.ExtraSelection()
        mark.cursor = QTextCursor(block)  # pyright: ignore[reportAttributeAccessIssue]  # the stubs lack them
        mark.format = QTextCharFormat()  # pyright: ignore[reportAttributeAccessIssue]
        mark.format.setBackground(shade)
        mark.format.setProperty(QTextCharFormat.Property.FullWidthSelection, True)
        marks.append(mark)
    return marks
