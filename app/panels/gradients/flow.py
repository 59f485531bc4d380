"""Variables with and without a gradient, and the points where the gradient ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QWidget

from app.canvas.text import tip
from app.face.gradient import BROKEN_HERE, FLOWS
from app.language import mark, plural, tr
from app.panels.gradients.state import GradientState, PanelPart
from app.panels.look import Text, horizontal, symbol, vertical
from app.panels.rows import KEY, RIGHT, SECOND, RowDelegate

MOST_SHOWN = 500


class FlowRow(NamedTuple):
    """A row: its block, its text, whether the block lacks a gradient, a warning, and whether it offers the reason."""

    block: str
    name: str
    second: str
    right: str = ""
    missed: bool = False
    warns: bool = False
    asks: bool = False


class FlowRows(QListWidget):
    """A list of points on the page."""

    chosen = Signal(object)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setItemDelegate(RowDelegate(self, 40, below=True))
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)
        self.setAccessibleName(name)
        self.itemClicked.connect(self._chosen)
        self._rows: list[FlowRow] = []

    def show_rows(self, rows: Sequence[FlowRow]) -> None:
        """Show other rows; the current row stays current."""
        shown = list(rows[:MOST_SHOWN])
        if shown == self._rows:
            return
        before = self.current()
        self._rows = shown
        self.clear()
        for index, row in enumerate(shown):
            item = QListWidgetItem(row.name)
            if row.warns:
                item.setIcon(symbol("warning"))
            item.setData(SECOND, row.second)
            item.setData(RIGHT, row.right)
            item.setData(KEY, index)
            item.setToolTip(tip(f"{row.name}\n{row.second}"))
            self.addItem(item)
            if before is not None and row.block == before.block:
                self.setCurrentItem(item)
        if len(rows) > MOST_SHOWN:
            self.addItem(QListWidgetItem(tr("and {count:,} more", count=len(rows) - MOST_SHOWN)))
        # A list asks to be painted only once it has laid out its rows, a round of events later than its neighbours.
        self.viewport().update()

    def current(self) -> FlowRow | None:
        return self._rows[self.currentRow()] if 0 <= self.currentRow() < len(self._rows) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentRow() >= 0:
            self._chosen(self.currentItem())
        else:
            super().keyPressEvent(event)

    def _chosen(self, item: QListWidgetItem) -> None:
        index = item.data(KEY)
        if isinstance(index, int) and index < len(self._rows):
            self.chosen.emit(self._rows[index])


class FlowPart(PanelPart):
    title = mark("Flow")
    end_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.variables = FlowRows(tr("Variables"), self)
        self.variables.chosen.connect(self._variable_chosen)
        self.variables.currentRowChanged.connect(self._current_changed)
        self.why = QPushButton(tr("Why?"), self)
        self.why.setToolTip(tr("Select the path from this variable to where the gradient ends"))
        self.why.clicked.connect(self._ask_why)
        self.ends = FlowRows(tr("Gradient stops"), self)
        self.ends.chosen.connect(self._end_chosen)
        self.heads = (Text("", "dim", wrap=True), Text("", "dim"))
        line = horizontal((self.heads[0], 1), self.why, margins=(10, 6, 8, 2))
        self.heads[1].setContentsMargins(10, 8, 8, 4)
        vertical(line, (self.variables, 1), self.heads[1], (self.ends, 1), to=self, margins=(0, 0, 0, 0), spacing=0)

    def show_state(self, state: GradientState | None) -> None:
        flow = state.info.flow if state is not None else None
        if state is None or state.face is None or flow is None:
            self.variables.show_rows(())
            self.ends.show_rows(())
            self.heads[0].setText(tr(state.face.note) if state is not None and state.face is not None else "")
            self.heads[0].set_tone("dim")
            self.heads[1].setText("")
            self.why.hide()
            return
        face, rows = state.face, list[FlowRow]()
        for fate in flow.variables.values():
            if fate.reached:
                strength = face.blocks.get(fate.block, FLOWS)
                odd = strength.state == "not_finite"
                rows.append(FlowRow(fate.block, fate.block, strength.text, tr("why?") if odd else "", asks=odd))
            else:
                cut = fate.block not in face.aside
                where = tr("ends at {path}, ", path=fate.path[-1]) if cut else ""
                words = tr("no gradient: {where}{reason}", where=where, reason=fate.reason)
                rows.append(FlowRow(fate.block, fate.block, words, tr("why?"), missed=True, warns=cut, asks=True))
        self.heads[0].setText(_counted(rows))
        self.heads[0].set_tone("warning" if any(row.warns for row in rows) else "dim")
        self.why.setVisible(any(row.asks for row in rows))
        self.variables.show_rows(sorted(rows, key=lambda row: (not row.warns, row.missed, not row.asks)))
        ends = [
            FlowRow(inside or cut.block, inside or ".".join(filter(None, (cut.block, cut.pin))), cut.reason, label)
            for cut, label, inside in face.cuts
        ]
        counts = ((face.broken, tr("NaN or infinity starts")), (ends, tr("Gradient stops")))
        words = ", ".join([f"{word}: {len(some)}" for some, word in counts if some])
        self.heads[1].setText(words or tr("No gradient stops"))
        broken = [FlowRow(block, block, tr(BROKEN_HERE), "NaN", warns=True) for block in face.broken]
        self.ends.show_rows([*broken, *ends])
        self._current_changed()

    def _current_changed(self) -> None:
        row = self.variables.current()
        self.why.setEnabled(row is not None and row.asks)

    def _end_chosen(self, row: FlowRow) -> None:
        self.end_wanted.emit(row.block)

    def _variable_chosen(self, row: FlowRow) -> None:
        (self.why_wanted if row.asks else self.go_to).emit(row.block)

    def _ask_why(self) -> None:
        row = self.variables.current()
        if row is not None:
            self.why_wanted.emit(row.block)


def _counted(rows: Sequence[FlowRow]) -> str:
    """Return how many variables get a gradient; those that are not on its path are counted separately."""
    if not rows:
        return tr("No variables or placeholders")
    cut = sum(row.warns for row in rows)
    beside = sum(row.missed for row in rows) - cut
    on_path = len(rows) - beside
    words = (
        tr("{cut} of {on_path} without a gradient", cut=cut, on_path=on_path)
        if cut
        else plural(on_path, "{n} has a gradient", "all {n:,} have a gradient")
        if on_path
        else ""
    )
    return tr("Variables: ") + ", ".join(
        filter(None, (words, tr("{beside} not on the gradient path", beside=beside) if beside else ""))
    )
