"""The sweep window: varied values, seeds and recorded results; finished runs, and their means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.experiments.sweep import Mean, PageSweep, Point
from app.face.timings import time_text, wait_text
from app.panels.experiments.plot import CurvePlot, PlotLine
from app.panels.experiments.table import STATES, Cell, RunRow, RunTable, number_cell, value_cell
from app.panels.look import Text, acting, first_size, horizontal, named, pair, symbol, text_share, vertical
from blocks.base.language import plural, tr

_QUIET = 150
"""Milliseconds without a key before what was typed is looked at."""
_MOST_STEPS = 10_000_000


class SweepFields(NamedTuple):
    """The content of the window's fields. ``settings`` are names and their comma-separated values, as typed."""

    settings: Sequence[tuple[str, str]]
    seeds: str
    steps: int
    record: Sequence[str]
    jobs: int


class _Setting(QWidget):
    """A line of the window: one value that is varied."""

    changed = Signal()
    removed = Signal()

    def __init__(self, names: Mapping[str, str], name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._now = names
        self.name = QComboBox(self, editable=True, insertPolicy=QComboBox.InsertPolicy.NoInsert)
        self.name.addItems(list(names))
        self.name.setCurrentText(name)
        self.name.setMinimumContentsLength(12)
        field = self.name.lineEdit()
        assert field is not None
        field.setCursorPosition(0)  # the block is to be read, too
        self.name.setAccessibleName(tr("Value to vary"))
        self.name.setToolTip(tr("Attribute or input to vary between runs, as block.name"))
        self.values = named(QLineEdit(self), tr("Values to try"))
        self.values.setMinimumWidth(self.values.fontMetrics().averageCharWidth() * 14)
        self.values.setToolTip(tr("Separate values with commas. Commas inside brackets belong to a value"))
        self.remove = named(QToolButton(self), tr("Stop varying this value"), tip=tr("Stop varying this value"))
        self.remove.setIcon(symbol("close"))
        self.remove.clicked.connect(self.removed)
        horizontal((self.name, 1), (self.values, 1), self.remove, to=self, margins=(0, 0, 0, 0))
        self.name.currentTextChanged.connect(self._renamed)
        self.values.textChanged.connect(self.changed)
        self._hint()

    def _renamed(self) -> None:
        self._hint()
        self.changed.emit()

    def _hint(self) -> None:
        now = self._now.get(self.name.currentText().strip(), "")
        self.values.setPlaceholderText(tr("currently {value}", value=now) if now else "0.1, 0.03, 0.01")


class SweepWindow(QDialog):
    """The sweep window. It stays open during edits; closing it stops the sweep.

    Args:
        names: the values that can be varied, with their current values.
        chosen: the scalars selected at first.
        cores: the largest number of processes.

    Signals:
        checked(object): the fields changed (a `Wanted`).
        start_wanted(object): start a sweep (a `Wanted`).
    """

    checked = Signal(object)
    start_wanted = Signal(object)
    stop_wanted = Signal()

    def __init__(
        self,
        title: str,
        names: Mapping[str, str],
        scalars: Sequence[str],
        chosen: Sequence[str],
        cores: int,
        steps: int,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Sweep of {page}", page=title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(first_size(self, 1060, 640))
        self._names = names
        self.settings: list[_Setting] = []
        self.seeds = named(QLineEdit("3", self), tr("Seeds"))
        self.seeds.setToolTip(tr("Number of seeds, such as 5 for seeds 1 to 5, or a list, such as 3,7"))
        self.steps, self.jobs = QSpinBox(self), QSpinBox(self)
        self.steps.setRange(1, _MOST_STEPS)
        self.steps.setGroupSeparatorShown(True)
        self.steps.setValue(steps)
        self.jobs.setRange(1, cores)
        self.jobs.setValue(cores)
        self.jobs.setToolTip(tr("Number of parallel runs. One run per core is fastest"))
        self.record = named(QListWidget(self), tr("Values to record in each step"))
        for name in scalars:
            item = QListWidgetItem(name, self.record)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if name in chosen else Qt.CheckState.Unchecked)
        self.add = acting(QPushButton(tr("Vary another value"), self, autoDefault=False), self._add_another)
        self.told = Text("", "dim", wrap=True, parent=self)
        self.start, self.stop = QPushButton(tr("Start"), self), QPushButton(tr("Stop"), self)
        self.start.setDefault(True)
        self.stop.setAutoDefault(False)
        self.start.clicked.connect(lambda: self.start_wanted.emit(self.wanted()))
        self.stop.clicked.connect(self.stop_wanted)
        self.progress = named(QProgressBar(self, textVisible=False), tr("Progress of the sweep"))
        self.state = QLabel(self)
        self.table = RunTable(tr("Runs of the sweep"), self)
        self.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.scalar = named(QComboBox(self, minimumContentsLength=14), tr("Plotted scalar"))
        self.plot = CurvePlot(self)
        self.plot.bar.insertWidget(0, self.scalar)
        self._sweep: PageSweep | None = None
        self._soon = QTimer(self, singleShot=True, interval=_QUIET)
        self._soon.timeout.connect(lambda: self.checked.emit(self.wanted()))
        self.scalar.activated.connect(self._show)
        self._lines = QVBoxLayout()
        self._build()
        for field in (self.seeds.textChanged, self.steps.valueChanged, self.jobs.valueChanged, self.record.itemChanged):
            field.connect(self._check)
        self.add_setting(next(iter(names), ""))
        self.show_sweep(None)

    def _build(self) -> None:
        form = QFormLayout(fieldGrowthPolicy=QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("Vary"), vertical(self._lines, (self.add, 0, Qt.AlignmentFlag.AlignLeft)))
        form.addRow(tr("Seeds"), self.seeds)
        form.addRow(tr("Steps"), self.steps)
        form.addRow(tr("Processes"), self.jobs)
        left = QWidget(self)
        line = horizontal(self.start, self.stop, None)
        to_record = QLabel(tr("Values to record"), self)
        vertical(form, to_record, (self.record, 1), self.told, line, to=left, margins=(6, 6, 6, 6))
        right = QWidget(self)
        head = horizontal(self.state, (self.progress, 1), margins=(8, 6, 8, 2))
        split = QSplitter(Qt.Orientation.Vertical, right)
        split.addWidget(self.table)
        split.addWidget(self.plot)
        vertical(head, (split, 1), to=right, margins=(0, 0, 0, 0))
        split.setSizes([280, 280])
        vertical(pair(self, left, right, (round(430 * text_share()), 630)), to=self, margins=(0, 0, 0, 0))

    def add_setting(self, name: str = "") -> _Setting:
        taken = {each.name.currentText() for each in self.settings}
        line = _Setting(self._names, name or next((each for each in self._names if each not in taken), ""), self)
        line.changed.connect(self._check)
        once = Qt.ConnectionType.SingleShotConnection  # the line stays for a moment
        line.removed.connect(lambda: self._remove(line), once)
        self.settings.append(line)
        self._lines.addWidget(line)
        line.values.setFocus()
        self._check()
        return line

    def _add_another(self) -> None:
        self.add_setting()

    def _remove(self, line: _Setting) -> None:
        self.settings.remove(line)
        line.hide()
        line.deleteLater()
        self._check()

    def wanted(self) -> SweepFields:
        settings = [(each.name.currentText().strip(), each.values.text().strip()) for each in self.settings]
        items = [self.record.item(index) for index in range(self.record.count())]
        record = [item.text() for item in items if item.checkState() == Qt.CheckState.Checked]
        return SweepFields(settings, self.seeds.text().strip(), self.steps.value(), record, self.jobs.value())

    def _check(self) -> None:
        """Request a check of the fields once they have stopped changing."""
        self.start.setEnabled(False)
        self._soon.start()

    def tell(self, text: str, fault: bool) -> None:
        self.told.setText(text)
        self.told.set_tone("error" if fault and all(values for _, values in self.wanted().settings) else "dim")
        self.start.setEnabled(not fault and (self._sweep is None or not self._sweep.running))

    def show_sweep(self, sweep: PageSweep | None) -> None:
        new, self._sweep = sweep is not self._sweep, sweep
        running = sweep is not None and sweep.running
        self.stop.setEnabled(running)
        self.progress.setVisible(running)
        if new:
            with QSignalBlocker(self.scalar):
                self.scalar.clear()
                self.scalar.addItems([] if sweep is None else list(sweep.plan.record))
            self._check()
        if not running:
            self._check()
        self._show()

    def retranslate(self) -> None:
        self._show()
        self._check()

    def _show(self) -> None:
        sweep = self._sweep
        if sweep is None:
            self.state.setText(tr("The runs will appear here and in the Runs panel."))
            self.table.show_rows([], [])
            self.plot.show_lines([])
            return
        self.progress.setRange(0, len(sweep.points))
        self.progress.setValue(sweep.finished)
        self.state.setText(state_text(sweep))
        heads = [tr("Name"), *sweep.names, tr("Seed"), tr("State"), *sweep.plan.record, tr("Duration")]
        colors = {texts: i for i, texts in enumerate(dict.fromkeys(map(_texts, sweep.points)))}
        record = sweep.plan.record
        rows = [_row(i, point, record, colors[_texts(point)]) for i, point in enumerate(sweep.points)]
        self.table.show_rows(heads, rows)
        means = sweep.means(self.scalar.currentText())
        self.plot.show_lines([PlotLine(_said(mean), i, mean.points, mean.spread) for i, mean in enumerate(means)])

    def done(self, arg__1: int) -> None:
        self.stop_wanted.emit()
        super().done(arg__1)


def state_text(sweep: PageSweep) -> str:
    done = sweep.finished
    text = tr("{done:,} of {count:,} runs", done=done, count=len(sweep.points))
    if sweep.failed:
        text += tr(", {count:,} failed", count=sweep.failed)
    left = sweep.seconds_left
    if left is not None:
        text += tr(", {time} left", time=wait_text(left))
    return text if sweep.running or done == len(sweep.points) else text + tr(", stopped")


def _said(mean: Mean) -> str:
    count = plural(mean.runs, "{n} run", "{n:,} runs")
    return f"{mean.name} ({count})"


def _texts(point: Point) -> tuple[str, ...]:
    return tuple(point.settings.values())


def _row(index: int, point: Point, record: Sequence[str], hue: int) -> RunRow:
    text, tone = STATES[point.state]
    lasts = [float(point.curves[name][-1, 1]) if len(point.curves.get(name, ())) else None for name in record]
    seconds = point.run.seconds if point.run is not None else 0.0
    cells = [
        Cell(f"{index + 1:,}", float(index)),
        *[value_cell(value) for value in point.settings.values()],
        Cell(str(point.seed), float(point.seed)),
        Cell(f"{tr(text)}: {point.error}" if point.error else tr(text), text, tone, point.error),
        *map(number_cell, lasts),
        Cell(time_text(seconds) if seconds else "", seconds),
    ]
    return RunRow(str(index), cells, None, hue)
