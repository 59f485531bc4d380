"""The comparison of two recorded runs: seed, versions, values, results, diagram and curves side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.canvas.display_blocks.pens import number_text
from app.core.experiments.columns import scalars_of, spoken
from app.core.recording.kept_run import KeptRun
from app.face.timings import time_text
from app.language import tr
from app.panels.experiments.plot import CurvePlot, PlotLine
from app.panels.look import color, first_size, horizontal, named, symbol, vertical
from blocks.document.merging.diff import differences

_DIFFERS = Qt.ItemDataRole.UserRole


class CompareWindow(QDialog):
    """The comparison window. Esc closes it."""

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
        line = horizontal(self.only, margins=(8, 4, 8, 0))
        line.addStretch(1)
        vertical(line, (self.table, 1), to=values, margins=(0, 0, 0, 0))
        self.tabs = QTabWidget(self)
        self.tabs.addTab(values, tr("Values"))
        self.tabs.addTab(self.diagram, tr("Diagram ({count:,})", count=len(self._entries)))
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(self.tabs)
        split.addWidget(self.plot)
        split.setSizes([520, 460])
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
            text = entry.text if entry.block is None else f"{entry.block}: {entry.text}"
            self.diagram.addItem(QListWidgetItem(symbol(entry.kind), text))
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
    return [
        (tr("Run"), about),
        (tr("Values"), values),
        (tr("Final scalar values"), finals),
        (tr("Versions"), versions),
    ]


def _text(value: float | None) -> str:
    return "" if value is None else number_text(value, 9)
