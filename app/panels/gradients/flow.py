"""Which variables get a gradient and which do not, and where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from app.canvas.text import tip
from app.face.gradient import FLOWS
from app.panels.gradients.state import Part, State
from app.panels.look import Text, symbol
from app.panels.rows import KEY, RIGHT, SECOND, RowDelegate

MOST_SHOWN = 500


class Row(NamedTuple):
    """A row: the block that it stands for, what it says, whether it is one that gets none."""

    block: str
    name: str
    second: str
    right: str = ""
    missed: bool = False


class Rows(QListWidget):
    """A list of places on the page.

    Signals:
        chosen: a row was clicked, or Enter was pressed on it.
    """

    chosen = Signal(object)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setItemDelegate(RowDelegate(self, 40, below=True))
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)
        self.setAccessibleName(name)
        self.itemClicked.connect(self._chosen)
        self._rows: list[Row] = []

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these; the row that is current stays so."""
        shown = list(rows[:MOST_SHOWN])
        if shown == self._rows:
            return
        before = self.current()
        self._rows = shown
        self.clear()
        for place, row in enumerate(shown):
            item = QListWidgetItem(row.name)
            if row.missed:
                item.setIcon(symbol("warning"))
            item.setData(SECOND, row.second)
            item.setData(RIGHT, row.right)
            item.setData(KEY, place)
            item.setToolTip(tip(f"{row.name}\n{row.second}"))
            self.addItem(item)
            if before is not None and row.block == before.block:
                self.setCurrentItem(item)
        if len(rows) > MOST_SHOWN:
            self.addItem(QListWidgetItem(f"and {len(rows) - MOST_SHOWN:,} more"))

    def current(self) -> Row | None:
        """The current row."""
        return self._rows[self.currentRow()] if 0 <= self.currentRow() < len(self._rows) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter chooses."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentRow() >= 0:
            self._chosen(self.currentItem())
        else:
            super().keyPressEvent(event)

    def _chosen(self, item: QListWidgetItem) -> None:
        place = item.data(KEY)
        if isinstance(place, int) and place < len(self._rows):
            self.chosen.emit(self._rows[place])


class FlowPart(Part):
    """The lists of variables and of places where the gradient ends.

    Signals:
        end_wanted: a block at which the gradient ends was chosen.
    """

    title = "Flow"
    end_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.variables = Rows("Variables", self)
        self.variables.chosen.connect(self._variable_chosen)
        self.variables.currentRowChanged.connect(self._current_changed)
        self.why = QPushButton("Why?", self)
        self.why.setToolTip("Select the way from this variable to the place where the gradient ends")
        self.why.clicked.connect(self._ask_why)
        self.ends = Rows("Where the gradient ends", self)
        self.ends.chosen.connect(self._end_chosen)
        self.heads = (Text("", "dim"), Text("", "dim"))
        line = QHBoxLayout()
        line.setContentsMargins(10, 6, 8, 2)
        line.addWidget(self.heads[0], 1)
        line.addWidget(self.why)
        self.heads[1].setContentsMargins(10, 8, 8, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(line)
        layout.addWidget(self.variables, 1)
        layout.addWidget(self.heads[1])
        layout.addWidget(self.ends, 1)

    def show_state(self, state: State | None) -> None:
        """Show the lists."""
        flow = state.info.flow if state is not None else None
        if state is None or state.face is None or flow is None:
            self.variables.show_rows(())
            self.ends.show_rows(())
            self.heads[0].setText("")
            self.heads[1].setText("")
            self._current_changed()
            return
        face, rows = state.face, list[Row]()
        for fate in flow.variables.values():
            if fate.reached:
                rows.append(Row(fate.block, fate.block, face.blocks.get(fate.block, FLOWS).text))
            else:
                rows.append(Row(fate.block, fate.block, f"no gradient: {fate.reason}", "why?", missed=True))
        lost = sum(row.missed for row in rows)
        words = f"Variables: {lost} of {len(rows)} without gradient" if lost else f"Variables: all {len(rows)} get one"
        self.heads[0].setText(words if rows else "No variables or placeholders")
        self.heads[0].set_tone("warning" if lost else "dim")
        self.variables.show_rows(sorted(rows, key=lambda row: not row.missed))
        ends = [
            Row(cut.block, ".".join(filter(None, (cut.block, cut.pin))), cut.reason, label) for cut, label in face.cuts
        ]
        self.heads[1].setText(f"Ends: {len(ends)}" if ends else "It ends nowhere before the data")
        self.ends.show_rows(ends)
        self._current_changed()

    def _current_changed(self) -> None:
        row = self.variables.current()
        self.why.setEnabled(row is not None and row.missed)

    def _end_chosen(self, row: Row) -> None:
        self.end_wanted.emit(row.block)

    def _variable_chosen(self, row: Row) -> None:
        (self.why_wanted if row.missed else self.go_to).emit(row.block)

    def _ask_why(self) -> None:
        row = self.variables.current()
        if row is not None:
            self.why_wanted.emit(row.block)
