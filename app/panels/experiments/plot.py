"""A plot of several runs' curves, with a band for the spread of runs that differ only in their seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from app.canvas.display_blocks.charts import thin_line
from app.canvas.display_blocks.pens import line_colors, number_text
from app.canvas.display_blocks.trend import run_color
from app.panels.look import Elided, color, color_axes, horizontal, is_dark, pyqtgraph, vertical
from blocks.base.language import tr
from blocks.base.types import Array

_COLUMNS = 600
_MOST_NAMES = 12
_LONGEST = 48


class PlotLine(NamedTuple):
    """A curve of the plot: steps and values [n, 2], and half the width of its band [n]. ``is_front``: stronger."""

    name: str
    color: int
    points: Array
    spread: Array | None = None
    is_front: bool = False


def run_hue(number: int) -> QColor:
    """Return the color of a recorded run: the same in tables, plots and displays."""
    return run_color(number, line_colors(is_dark()))


class CurvePlot(QWidget):
    """The plot. Hovering shows the values at a step; the wheel zooms, a drag pans, a double-click fits all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: Sequence[PlotLine] = ()
        self.log = QCheckBox(tr("Log scale"), self)
        self.log.setToolTip(tr("Use a logarithmic scale, which shows only values above zero"))
        self.log.toggled.connect(self._draw)
        self.readout = Elided("", "dim")
        self.bar = horizontal((self.readout, 1), self.log, margins=(6, 2, 6, 2))
        self._empty = QLabel(tr("No curves yet. Run a few steps of a page with a scalar result."), self, wordWrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._layout = vertical(self.bar, (self._empty, 1), to=self, margins=(0, 0, 0, 0), spacing=0)
        self._widget: Any = None
        self._plot: Any = None
        self._legend: Any = None
        self._dark: bool | None = None

    def show_lines(self, lines: Sequence[PlotLine]) -> None:
        same = len(lines) == len(self.lines) and all(
            a[:2] == b[:2] and a.is_front == b.is_front and _alike(a, b) for a, b in zip(lines, self.lines, strict=True)
        )
        if not same:
            self.lines = list(lines)
            self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._plot is not None and self._dark is not is_dark():
            self._dress()
            self._draw()

    def _draw(self) -> None:
        drawn = [each for each in self.lines if len(each.points)]
        self._empty.setVisible(not drawn)
        if self._widget is None and not drawn:
            return
        widget = self._make()
        widget.setVisible(bool(drawn))
        self._plot.clear()
        pg = pyqtgraph()
        self._legend.setVisible(1 < len(drawn) <= _MOST_NAMES)
        for line in drawn:
            self._draw_line(pg, line)

    def _draw_line(self, pg: Any, line: PlotLine) -> None:
        keep = np.isfinite(line.points[:, 1])
        log = self.log.isChecked()
        if log:
            keep &= line.points[:, 1] > 0
        steps, values = line.points[keep, 0], line.points[keep, 1]
        if not len(steps):
            return
        hue = run_hue(line.color)
        if line.spread is not None:
            spread = np.nan_to_num(line.spread[keep])
            low, high = values - spread, values + spread
            if log:
                low, high = np.log10(np.maximum(low, values * 1e-3)), np.log10(high)
            shade = QColor(hue)
            shade.setAlpha(48)
            edges = [pg.PlotDataItem(steps, each, pen=pg.mkPen(None)) for each in (low, high)]
            self._plot.addItem(pg.FillBetweenItem(*edges, brush=pg.mkBrush(shade)))
        heights = np.log10(values) if log else values
        if len(steps) > 1:
            steps, heights = thin_line(steps, heights, _COLUMNS)
        pen = pg.mkPen(hue, width=2.2 if line.is_front else 1.3)
        item = pg.PlotDataItem(steps, heights, pen=pen, antialias=True, name=_cut(line.name))
        if len(steps) == 1:
            item.setSymbol("o")
            item.setSymbolSize(6)
            item.setSymbolBrush(hue)
        self._plot.addItem(item)

    def _make(self) -> Any:
        if self._widget is not None:
            return self._widget
        pg = pyqtgraph()
        self._widget = pg.GraphicsLayoutWidget()
        self._widget.setAccessibleName(tr("Run curves"))
        self._widget.ci.setContentsMargins(4, 2, 8, 4)
        self._plot = self._widget.addPlot()
        self._plot.setMenuEnabled(False)
        self._plot.hideButtons()
        self._plot.showGrid(x=True, y=True, alpha=0.18)
        self._legend = self._plot.addLegend(offset=(-12, 8), labelTextSize="8pt", verSpacing=-6)
        self._layout.addWidget(self._widget, 1)
        scene = self._widget.scene()
        scene.sigMouseMoved.connect(self._moved)
        scene.sigMouseClicked.connect(self._clicked)
        self._dress()
        return self._widget

    def _clicked(self, event: Any) -> None:
        if event.double():
            self._plot.enableAutoRange()

    def _dress(self) -> None:
        self._dark = is_dark()
        ground = self.palette().color(self.backgroundRole())
        self._widget.setBackground(ground)
        self._legend.setLabelTextColor(color("text"))
        shade = QColor(ground)
        shade.setAlpha(190)
        self._legend.setBrush(pyqtgraph().mkBrush(shade))
        self._plot.getAxis("left").tickStrings = self._texts
        color_axes(self._plot, ground, color("dim"))

    def _texts(self, values: Sequence[float], _scale: float, _spacing: float) -> list[str]:
        return [number_text(10.0**each if self.log.isChecked() else each, 4) for each in values]

    def _moved(self, at: QPointF) -> None:
        box = self._plot.getViewBox()
        self.readout.set_full(self.text_at(box.mapSceneToView(at).x()) if box.sceneBoundingRect().contains(at) else "")

    def text_at(self, step: float) -> str:
        texts: list[str] = []
        near: float | None = None
        for line in self.lines:
            if not len(line.points):
                continue
            index = int(np.abs(line.points[:, 0] - step).argmin())
            if near is None:
                near = float(line.points[index, 0])
            value = number_text(float(line.points[index, 1]), 5)
            spread = "" if line.spread is None else f" \N{PLUS-MINUS SIGN} {number_text(float(line.spread[index]), 3)}"
            texts.append(f"{line.name} {value}{spread}")
        return "" if near is None else tr("Step {step:,.0f}: {values}", step=near, values=", ".join(texts))


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 3]}..."


def _alike(a: PlotLine, b: PlotLine) -> bool:
    if a.points is b.points:
        return a.spread is b.spread
    return (
        len(a.points) == len(b.points)
        and a.spread is None
        and b.spread is None
        and bool(np.array_equal(a.points[-1:], b.points[-1:], equal_nan=True))
    )
