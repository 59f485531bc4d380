"""The Timeline panel: going back to any step of the last run, and the breakpoints of the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPushButton,
    QSlider,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QWidget,
)

from app.core.runs.breakpoints import PageBreakpoint
from app.core.runs.worker import ReachableSteps
from app.panels.look import Elided, Text, acting, horizontal, named, vertical
from blocks.base.language import tr

_PATIENCE = 120
"""Milliseconds for which the slider stands still before its step is run again."""


class StepsState(NamedTuple):
    """The content of the panel. ``reach`` is None before a run. ``halted``: where a run is paused within a step."""

    reach: ReachableSteps | None = None
    busy: bool = False
    halted: str = ""
    breakpoints: Sequence[PageBreakpoint] = ()


class _BreakpointTable(QTableWidget):
    removed = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.item(self.currentRow(), 0)
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and item is not None:
            self.removed.emit(item.text())
        else:
            super().keyPressEvent(event)


class StepsPanel(QWidget):
    """The Timeline panel. Its signals name a breakpoint; `condition_typed` adds the new condition."""

    back_wanted = Signal(int)
    first_bad_wanted = Signal()
    condition_typed = Signal(str, str)
    flipped = Signal(str, bool)
    removed = Signal(str)
    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = StepsState()
        self._quiet = False
        self._soon = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._soon.timeout.connect(self._go)
        self.before, self.behind = (QToolButton(self) for _ in range(2))
        for button, sign, by, words in (
            (self.before, "◀", -1, tr("Previous step")),
            (self.behind, "▶", 1, tr("Next step")),
        ):
            button.setText(sign)
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.clicked.connect(lambda _on=False, by=by: self.slider.setValue(self.slider.value() + by))
        self.slider = named(QSlider(Qt.Orientation.Horizontal, self), tr("Step of the run"))
        self.slider.setToolTip(tr("Go back to an earlier step and compute its values and gradients again"))
        self.slider.valueChanged.connect(self._moved)
        self.words, self.caveats = Elided("", "dim"), Text("", "warning", wrap=True)
        self.first_bad = acting(QPushButton(tr("Go to first bad step"), self), self.first_bad_wanted)
        self.first_bad.setToolTip(tr("Find the first step with a NaN, a jump in the loss or a vanished gradient"))
        self.table = named(_BreakpointTable(0, 2, self), tr("Breakpoints"))
        self.table.setHorizontalHeaderLabels([tr("Breakpoint"), tr("Condition")])
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.itemChanged.connect(self._changed)
        self.table.itemClicked.connect(self._clicked)
        self.table.removed.connect(self.removed)
        parts = (self.before, (self.slider, 2), self.behind, (self.words, 3), self.first_bad)
        line = horizontal(*parts, margins=(10, 6, 8, 2))
        vertical(line, self.caveats, (self.table, 1), to=self, margins=(0, 0, 0, 0))
        self.show_state(StepsState())

    def show_state(self, state: StepsState) -> None:
        reach, self._quiet = state.reach, True
        can = reach is not None and not state.busy and reach.last > reach.first
        for widget in (self.slider, self.before, self.behind, self.first_bad):
            widget.setEnabled(can)
        if reach is not None and not self._soon.isActive():
            self.slider.setRange(reach.first, reach.last)
            self.slider.setValue(reach.step)
        self.words.set_full(state.halted or _words(reach, busy=state.busy))
        self.caveats.say("" if reach is None else "; ".join(reach.caveats))
        if state.breakpoints != self._state.breakpoints or self.table.rowCount() != len(state.breakpoints):
            self._fill(state.breakpoints)
        self._state, self._quiet = state, False

    def _fill(self, breakpoints: Sequence[PageBreakpoint]) -> None:
        self.table.setRowCount(len(breakpoints))
        for row, each in enumerate(breakpoints):
            name = QTableWidgetItem(each.at)
            name.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            name.setCheckState(Qt.CheckState.Checked if each.on else Qt.CheckState.Unchecked)
            condition = QTableWidgetItem(each.condition)
            about = tr("Condition: nonfinite, rises, or an expression such as norm > 10 and step > 3. Without a "
                       "condition, the run stops in every step")  # fmt: skip
            condition.setToolTip(about)
            self.table.setItem(row, 0, name)
            self.table.setItem(row, 1, condition)

    def _moved(self, _step: int) -> None:
        if not self._quiet:
            self._soon.start()

    def _go(self) -> None:
        self.back_wanted.emit(self.slider.value())

    def _changed(self, item: QTableWidgetItem) -> None:
        name = self.table.item(item.row(), 0)
        if self._quiet or name is None:
            return
        if item.column() == 0:
            self.flipped.emit(name.text(), item.checkState() == Qt.CheckState.Checked)
        else:
            self.condition_typed.emit(name.text(), item.text())

    def refill(self) -> None:
        """Restore the breakpoints after an input was rejected."""
        self._quiet = True
        self._fill(self._state.breakpoints)
        self._quiet = False

    def _clicked(self, item: QTableWidgetItem) -> None:
        name = self.table.item(item.row(), 0)
        if name is not None and item.column() == 0:
            self.chosen.emit(name.text())


def _words(reach: ReachableSteps | None, *, busy: bool) -> str:
    if reach is None:
        return tr("Stop the run to go back to an earlier step") if busy else tr("No steps yet")
    used = tr("saved states use {size} of {size2}", size=_size(reach.used), size2=_size(reach.memory))
    return tr("Step {step:,} of {last:,}; {used}", step=reach.step, last=reach.last, used=used)


def _size(count: int) -> str:
    return f"{count / (1 << 20):,.1f} MiB" if count >= 1 << 20 else f"{count / 1024:,.1f} KiB"
