"""The Runs panel: a table of recorded runs, the curves of one scalar, and commands; and the comparison of two runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QHeaderView,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QSpinBox,
    QTabWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.canvas.display_blocks.pens import number_text
from app.core.experiments.columns import MOST_VALUES, other_versions, scalars_of, spoken
from app.core.experiments.rerun import NOTHING, SAME
from app.core.recording.kept_run import KeptRun
from app.face.timings import share_text, time_text, wait_text
from app.panels.changes import entry_text
from app.panels.experiments.plot import CurvePlot, PlotLine
from app.panels.experiments.table import STATES, Cell, RunRow, RunTable, number_cell, value_cell
from app.panels.look import EmptyState, FlowLayout, acting, color, first_size, horizontal, named, pair, symbol, vertical
from blocks.base.language import mark, tr
from blocks.document.merging.diff import differences

MOST_SEED = 2**31 - 1
MOST_STEPS = 1_000_000_000
ACTS = {
    "rerun": (
        mark("Rerun"),
        mark("Repeat the selected run with the same pages, seed and steps, and compare the results bit by bit"),
    ),
    "go_on": (mark("Continue"), mark("Restore the variables from the end of the selected run and continue from there")),
    "stop": (mark("Stop"), mark("Stop the selected run and keep its steps so far")),
    "compare": (mark("Compare"), mark("Compare the values, results and diagrams of two selected or plotted runs")),
    "sweep": (mark("Sweep..."), mark("Run the page with each combination of chosen values and seeds, in parallel")),
    "open": (mark("Open diagram"), mark("Open the page of the selected run as a new diagram")),
    "on_canvas": (mark("Compare on the canvas"), mark("On the canvas, mark all changes since the selected run")),
    "delete": (mark("Delete"), mark("Delete the selected runs and their files")),
}
"""What can be done with runs: the text of the button, and its tooltip."""


class RunsState(NamedTuple):
    """The content of the panel.

    Attributes:
        runs: the page's, oldest first.
        shown: the keys of the plotted runs.
        front: the key of the current run; empty without one.
        values: the values that differ between the runs.
        columns: the scalars that have a column.
        steps: the number of steps of a new run; 0 without a page.
        beside: whether runs are stored next to the diagram; None: the diagram has no file yet.
        busy, elsewhere: the keys of the runs in other processes, and of those that belong to other pages.
        all: whether all columns are shown, not only those that differ.
    """

    runs: Sequence[KeptRun] = ()
    shown: AbstractSet[str] = frozenset()
    front: str = ""
    running: bool = False
    values: Sequence[str] = ()
    scalars: Sequence[str] = ()
    columns: Sequence[str] = ()
    plotted: str = ""
    seed: int = 0
    steps: int = 0
    beside: bool | None = None
    busy: AbstractSet[str] = frozenset()
    elsewhere: AbstractSet[str] = frozenset()
    all: bool = False

    def is_running(self, run: KeptRun) -> bool:
        return run.state == "running" and (run.key in self.busy or (self.running and run.key == self.front))


class RunsPanel(QWidget):
    """The Runs panel. `new_wanted`: steps and seed. `act_wanted`: one of `ACTS` for runs. `tick_wanted`: plot runs."""

    new_wanted = Signal(int, int)
    act_wanted = Signal(str, list)
    tick_wanted = Signal(list, bool)
    scalar_chosen = Signal(str)
    columns_chosen = Signal(list)
    beside_wanted = Signal(bool)
    stop_wanted = Signal(list)
    all_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = RunsState()
        self.seed = named(QSpinBox(self), tr("Seed of the next run"))
        self.seed.setRange(0, MOST_SEED)
        self.seed.setToolTip(tr("Random seed of the next run"))
        self.steps = named(QSpinBox(self), tr("Number of steps of a new run"))
        self.steps.setRange(1, MOST_STEPS)
        self.steps.setGroupSeparatorShown(True)
        self.new = QPushButton(tr("New run"), self)
        self.new.setToolTip(tr("Reset the variables and run the chosen number of steps with the chosen seed"))
        self.new.clicked.connect(lambda: self.new_wanted.emit(self.steps.value(), self.seed.value()))
        self.buttons = {name: self._button(name) for name in ("rerun", "go_on", "stop", "compare", "sweep")}
        self.more = QToolButton(self, popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setText(tr("More"))
        self.menu = QMenu(self.more)
        self.menu.aboutToShow.connect(lambda: self._fill(self.menu))
        self.more.setMenu(self.menu)
        self.table = RunTable(tr("Runs"), self)
        self.table.chosen.connect(self._enable)
        self.table.tick_wanted.connect(self.tick_wanted)
        self.table.delete_wanted.connect(lambda: self._act("delete"))
        self.table.opened.connect(self._opened)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._popup)
        self._context = QMenu(self)
        self.scalar = named(QComboBox(self), tr("Plotted scalar"))
        self.scalar.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.scalar.setToolTip(tr("Choose the scalar to plot"))
        self.scalar.setMinimumContentsLength(6)
        self.scalar.activated.connect(lambda: self.scalar_chosen.emit(self.scalar.currentData()))
        self.plot = CurvePlot(self)
        self.plot.bar.insertWidget(0, self.scalar, 1)
        self.empty = EmptyState("run.run", tr("The runs of this page appear here, with their values and curves."), self)
        left = QWidget(self)
        vertical((self.table, 1), (self.empty, 1), to=left, margins=(0, 0, 0, 0))
        self.splitter = pair(self, left, self.plot, (300, 200), (3, 2))
        self.bar = QWidget(self)
        self._fill_bar()
        vertical(self.bar, (self.splitter, 1), to=self, margins=(0, 0, 0, 0), spacing=0)
        self.setFocusProxy(self.table)
        self.show_state(self._state)

    def _fill_bar(self) -> None:
        """Fill the bar; it wraps, so that the panel does not widen the window."""
        self.bar.setObjectName("panelBar")
        fields: list[QWidget] = []
        for text, field in ((tr("Seed"), self.seed), (tr("Steps"), self.steps)):
            both = QWidget(self)
            label = QLabel(text, self)
            label.setBuddy(field)
            field.setMinimumWidth(field.fontMetrics().horizontalAdvance("0,000,000") + 40)
            horizontal(label, field, to=both, margins=(0, 0, 4, 0))
            fields.append(both)
        FlowLayout(*fields, self.new, *self.buttons.values(), self.more, to=self.bar, margins=(6, 3, 6, 3))

    def _button(self, name: str) -> QPushButton:
        return acting(QPushButton(tr(ACTS[name][0]), self), lambda: self._act(name), tr(ACTS[name][1]))

    def show_state(self, state: RunsState) -> None:
        before, self._state = self._state, state
        for field, value, old in ((self.seed, state.seed, before.seed), (self.steps, state.steps, before.steps)):
            if state.steps and (value != old or state is before) and not field.hasFocus():
                field.setValue(value)
        self.table.setVisible(bool(state.runs))
        self.empty.setVisible(not state.runs)
        heads, rows = rows_of(state)
        self.table.show_rows(heads, rows)
        self._show_scalars(state)
        self.plot.show_lines(lines_of(state))
        self._enable()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        em = self.fontMetrics().height()
        is_narrow = self.width() < 26 * em  # in large text the plot is below the table, and the panel scrolls
        self.splitter.setOrientation(Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal)
        self.splitter.setMinimumHeight((14 if is_narrow else 7) * em)

    def retranslate(self) -> None:
        self.show_state(self._state)

    def _show_scalars(self, state: RunsState) -> None:
        names = [self.scalar.itemData(index) for index in range(self.scalar.count())]
        with QSignalBlocker(self.scalar):
            if names != list(state.scalars):
                self.scalar.clear()
                for name in state.scalars:
                    self.scalar.addItem(spoken(name), name)
            self.scalar.setCurrentIndex(self.scalar.findData(state.plotted))
        self.scalar.setEnabled(bool(state.scalars))

    def _enable(self) -> None:
        for name, button in self.buttons.items():
            button.setEnabled(self._can(name))
        ready = bool(self._state.steps) and not self._state.running
        self.new.setEnabled(ready)
        self.more.setEnabled(ready or bool(self._state.runs))

    def _can(self, name: str) -> bool:
        keys, state = self.table.keys(), self._state
        one, ready = len(keys) == 1, self.new.isEnabled()
        chosen = [run for run in state.runs if run.key in keys]
        can = {"compare": len(self._pair()) == 2, "sweep": ready, "stop": bool(self._to_stop())}
        can["rerun"] = one and not any(run.origin and state.is_running(run) for run in state.runs)
        is_kept = any((run.kept is not None or run.saved) and not state.is_running(run) for run in chosen)
        can["go_on"] = one and is_kept and ready and keys[0] != state.front
        return can.get(name, bool(keys) if name == "delete" else one)

    def _pair(self) -> list[str]:
        """Return the keys of two selected runs; otherwise of the plotted ones."""
        keys, state = self.table.keys(), self._state
        plotted = [run.key for run in state.runs if run.key in state.shown or run.key == state.front]
        return keys if len(keys) == 2 else plotted

    def _to_stop(self) -> list[str]:
        """Return the keys of the selected runs in progress; without a selection, of the only one."""
        running = [run.key for run in self._state.runs if self._state.is_running(run)]
        chosen = self.table.keys()
        return [key for key in running if key in chosen] or (running if len(running) == 1 and not chosen else [])

    def _act(self, name: str) -> None:
        if name == "stop":
            self.stop_wanted.emit(self._to_stop())
        elif self._can(name):
            self.act_wanted.emit(name, self._pair() if name == "compare" else self.table.keys())

    def _opened(self) -> None:
        self._act("compare" if len(self.table.keys()) == 2 else "on_canvas")

    def _popup(self, at: QPoint) -> None:
        self._context.clear()
        for name in ("stop", "rerun", "go_on", "compare", "on_canvas", "open", "delete"):
            self._add(self._context, name)
        self._context.popup(self.table.viewport().mapToGlobal(at))

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        for name in ("on_canvas", "open", "delete"):
            self._add(menu, name)
        menu.addSeparator()
        columns = menu.addMenu(tr("Columns"))
        for name in self._state.scalars:
            is_shown = name in self._state.columns
            _switch(columns, spoken(name).replace("&", "&&"), is_shown, partial(self._flip_column, name))
        columns.setEnabled(bool(self._state.scalars))
        every = _switch(menu, tr("All columns"), self._state.all, self.all_wanted.emit)
        every.setToolTip(tr("Also show the columns in which the runs do not differ, with duration and start"))
        is_beside = self._state.beside
        nearby = _switch(menu, tr("Keep runs next to the diagram"), bool(is_beside), self.beside_wanted.emit)
        about = tr("Keep runs in a folder next to the diagram file, not in your data folder, so that you can move both "
                   "together")  # fmt: skip
        nearby.setToolTip(about)
        nearby.setEnabled(is_beside is not None)

    def _add(self, menu: QMenu, name: str) -> QAction:
        action = menu.addAction(tr(ACTS[name][0]))
        action.setToolTip(tr(ACTS[name][1]))
        action.setEnabled(self._can(name))
        action.triggered.connect(lambda: self._act(name))
        return action

    def _flip_column(self, name: str, on: bool) -> None:
        left = [each for each in self._state.columns if each != name]
        self.columns_chosen.emit([*left, name] if on else left)


def _switch(menu: QMenu, text: str, on: bool, flip: Callable[[bool], object]) -> QAction:
    action = menu.addAction(text)
    action.setCheckable(True)
    action.setChecked(on)
    action.toggled.connect(flip)
    return action


def rows_of(state: RunsState) -> tuple[list[str], list[RunRow]]:
    values, runs = state.values, state.runs
    shown = values[:MOST_VALUES]
    many = len(values) > len(shown)
    heads = [tr("Name"), tr("State"), *map(spoken, state.columns), *shown]
    heads += [tr("{count:,} more values", count=len(values) - len(shown))] if many else []
    rest = {
        tr("Seed"): [Cell(str(run.seed), float(run.seed)) for run in runs],
        tr("Steps"): [Cell(f"{run.steps:,}", float(run.steps)) for run in runs],
        **{name: [Cell(text := run.versions.get(name, ""), text) for run in runs] for name in other_versions(runs)},
        tr("Origin"): [_origin(run) for run in runs],
    }
    if state.all:
        rest[tr("Duration")] = [Cell(time_text(run.seconds) if run.seconds else "", run.seconds) for run in runs]
        rest[tr("Started")] = [Cell(_moment(run.began), run.began, "dim") for run in runs]
    else:
        rest = {head: cells for head, cells in rest.items() if len({cell.text for cell in cells}) > 1}
    rows: list[RunRow] = []
    for run, *more in zip(runs, *rest.values(), strict=True):
        finals = run.curves.last() if run.key == state.front and run.read is None else run.finals
        own = run.key not in state.elsewhere
        name = run.name if own else f"{run.diagram}, {run.name}"
        cells = [
            Cell(name, float(run.number), about=tr("Select the check box to plot this run's curves")),
            _state(run, running=state.is_running(run)),
            *[number_cell(finals.get(name)) for name in state.columns],
            *[value_cell(run.values.get(name, "")) for name in shown],
        ]
        if many:
            cells.append(Cell(tr("differ") if any(run.values.get(name) for name in values[len(shown) :]) else "", ""))
        is_shown = run.key in state.shown or run.key == state.front
        rows.append(RunRow(run.key, [*cells, *more], is_shown if own else None, run.number))
    return [*heads, *rest], rows


def _state(run: KeptRun, *, running: bool) -> Cell:
    """Return the state of a run; if it is in progress, with its share and the time left."""
    word, tone = STATES[run.state if running or run.state != "running" else "stopped"]
    text, about = tr(word), "\n".join(filter(None, (run.error, *map(tr, run.caveats))))
    if running and run.last:
        text += f" {share_text(run.steps / run.last)}"
        text += tr(", {time} left", time=wait_text((run.last - run.steps) / run.rate)) if run.rate else ""
    return Cell(text, word, tone, about)


def lines_of(state: RunsState) -> list[PlotLine]:
    runs = [run for run in state.runs if run.key in state.shown or run.key == state.front]
    curves = [(run, run.curves.curve(state.plotted)) for run in runs]
    return [PlotLine(run.name, run.number, each, None, run.key == state.front) for run, each in curves if len(each)]


def _moment(seconds: float) -> str:
    now, then = time.localtime(), time.localtime(seconds)
    return time.strftime("%H:%M:%S" if now[:3] == then[:3] else "%Y-%m-%d %H:%M", then)


def _origin(run: KeptRun) -> Cell:
    origin = run.origin_text
    if not run.verdict:
        return Cell(origin, origin, "dim")
    text = f"{origin}: {tr(run.verdict)}"
    return Cell(text, text, "good" if run.verdict == SAME else "dim" if run.verdict == NOTHING else "error")


_DIFFERS = Qt.ItemDataRole.UserRole


class CompareWindow(QDialog):
    def __init__(self, first: KeptRun, second: KeptRun, scalar: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Compare {first} and {second}", first=first.name, second=second.name))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(first_size(self, 980, 620))
        self.runs = (first, second)
        self.only = QCheckBox(tr("Differences only"), self)
        self.only.setChecked(True)
        self.only.toggled.connect(self._filter)
        self.table = named(QTreeWidget(self), tr("Comparison of the runs"))
        self.table.setHeaderLabels(["", first.name, second.name])
        self.table.setAlternatingRowColors(True)
        self.table.setUniformRowHeights(True)
        self.table.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for title, rows in _groups(first, second):
            self._add(title, rows)
        self.table.expandAll()
        self.diagram = named(QListWidget(self), tr("Differences in the diagram"))
        self._fill_diagram()
        self.scalar = named(QComboBox(self), tr("Plotted scalar"))
        for name in scalars_of(self.runs):
            self.scalar.addItem(spoken(name), name)
        self.scalar.setCurrentIndex(max(0, self.scalar.findData(scalar)))
        self.scalar.activated.connect(self._draw)
        self.plot = CurvePlot(self)
        self.plot.bar.insertWidget(0, self.scalar)
        values = QWidget(self)
        line = horizontal(self.only, None, margins=(8, 4, 8, 0))
        vertical(line, (self.table, 1), to=values, margins=(0, 0, 0, 0))
        self.tabs = QTabWidget(self)
        self.tabs.addTab(values, tr("Values"))
        self.tabs.addTab(self.diagram, tr("Diagram ({count:,})", count=len(self._entries)))
        split = pair(self, self.tabs, self.plot, (520, 460))
        split.setChildrenCollapsible(True)
        vertical(split, to=self, margins=(6, 6, 6, 6))
        self._filter()
        self._draw()
        self.table.setFocus()

    def _add(self, title: str, rows: Sequence[tuple[str, str, str]]) -> None:
        if not rows:
            return
        group = QTreeWidgetItem(self.table, [title])
        group.setFirstColumnSpanned(True)
        group.setForeground(0, color("dim"))
        for name, a, b in rows:
            item = QTreeWidgetItem(group, [name, a, b])
            item.setData(0, _DIFFERS, a != b)
            for index, text in enumerate((name, a, b)):
                item.setToolTip(index, text)
                if index and a != b:
                    item.setForeground(index, color("warning"))

    def _filter(self) -> None:
        for index in range(self.table.topLevelItemCount()):
            group = self.table.topLevelItem(index)
            assert group is not None
            children = [group.child(i) for i in range(group.childCount())]
            rows = [row for row in children if row is not None]
            for row in rows:
                row.setHidden(self.only.isChecked() and not row.data(0, _DIFFERS))
            group.setHidden(all(row.isHidden() for row in rows))

    def _fill_diagram(self) -> None:
        first, second = (run.document for run in self.runs)
        self._entries = differences(first, second) if first is not None and second is not None else []
        for entry in self._entries:
            self.diagram.addItem(QListWidgetItem(symbol(entry.kind), entry_text(entry)))
        if first is None or second is None:
            self.diagram.addItem(tr("The diagram of one of the runs was not kept"))
        elif not self._entries:
            self.diagram.addItem(tr("Both runs used the same diagram"))

    def _draw(self) -> None:
        name = self.scalar.currentData()
        curves = [(run, run.curves.curve(name)) for run in self.runs] if name else []
        self.plot.show_lines([PlotLine(run.name, run.number, curve) for run, curve in curves])


def _groups(first: KeptRun, second: KeptRun) -> list[tuple[str, list[tuple[str, str, str]]]]:
    runs = (first, second)

    def row(name: str, *texts: str) -> tuple[str, str, str]:
        return name, texts[0], texts[1]

    about = [
        row(tr("seed"), *(str(run.seed) for run in runs)),
        row(tr("steps"), *(f"{run.steps:,}" for run in runs)),
        row(tr("duration"), *(time_text(run.seconds) if run.seconds else "" for run in runs)),
        row(tr("state"), *(tr(run.state) for run in runs)),
        row(tr("origin"), *(run.origin_text for run in runs)),
    ]
    names = dict.fromkeys((*first.values, *second.values))
    values = [row(name, *(run.values.get(name, "") for run in runs)) for name in names]
    scalars = scalars_of(runs)
    finals = [row(spoken(name), *(_text(run.finals.get(name)) for run in runs)) for name in scalars]
    names = dict.fromkeys((*first.versions, *second.versions))
    versions = [row(name, *(run.versions.get(name, "") for run in runs)) for name in names]
    titles = (tr("Runs"), tr("Values"), tr("Final scalar values"), tr("Versions"))
    return list(zip(titles, (about, values, finals, versions), strict=True))


def _text(value: float | None) -> str:
    return "" if value is None else number_text(value, 9)
