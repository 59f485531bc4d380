"""Heat map, histogram and curve, drawn by pyqtgraph, which is imported on first use."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from app.canvas.display_blocks.charts import CONSTANT
from app.canvas.display_blocks.pens import SMALL
from app.canvas.text import draw_text, static_text
from app.core.runs.results import Result
from app.face.theme import text_on
from app.panels.look import Elided, color, color_axes, horizontal, named, pyqtgraph, theme_now, vertical
from app.panels.views.values import (
    Bins,
    Plane,
    ValueLine,
    as_real,
    cursor_text,
    element_text,
    heat_plane,
    histogram,
    index_text,
    lines_of,
)
from app.panels.views.view import Background, ShownResult, View
from blocks.base.language import mark, plural, tr
from blocks.base.literal_show import text_of
from blocks.base.types import Array
from blocks.run.monitoring.previews import is_numeric

_SMALL = 1 << 14
"""Elements: with fewer, another thread costs more than it gives."""

PALETTES: dict[str, tuple[str, ...]] = {
    mark("Blue to red"): ("#2166ac", "#67a9cf", "#d1e5f0", "#f7f7f7", "#fddbc7", "#ef8a62", "#b2182b"),
    mark("Viridis"): ("#440154", "#443983", "#31688e", "#21918c", "#35b779", "#90d743", "#fde725"),
    mark("Jet"): ("#00007f", "#0000ff", "#007fff", "#00ffff", "#7fff7f", "#ffff00", "#ff7f00", "#ff0000", "#7f0000"),
    mark("Gray"): ("#000000", "#ffffff"),
}
"""The first is the original's for pictures, the third its for weights."""


class Plot(View):
    """A view with axes. The plot itself is created when it first becomes visible."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: ShownResult | None = None
        self.readout = Elided("", "dim")
        self.bar = horizontal((self.readout, 1), margins=(4, 2, 4, 2))
        self._layout = vertical(self.bar, to=self, margins=(0, 0, 0, 0), spacing=0)
        self.widget: Any = None
        self.plot: Any = None
        self.background = Background(self)
        self.background.done.connect(self._worked)

    @staticmethod
    def fits(result: Result) -> bool:
        return is_numeric(result.value) and result.value.size > 0

    def show_result(self, shown: ShownResult) -> None:
        self.shown = shown
        self._need_plot()
        if shown.array.size <= _SMALL:
            self.draw(shown, self.work(shown))
        else:
            self.background.ask(lambda: (shown, self.work(shown)))

    def picture(self) -> QImage:
        return (self.widget if self.widget is not None else self).grab().toImage()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.widget is not None:
            self.dress()
            if self.shown is not None:
                self.show_result(self.shown)

    def work(self, shown: ShownResult) -> Any:
        """Compute the data to draw; runs in any thread."""
        raise NotImplementedError

    def draw(self, shown: ShownResult, data: Any) -> None:
        raise NotImplementedError

    def make(self, pg: Any) -> None:
        raise NotImplementedError

    def point_at(self, x: float, y: float) -> str:
        raise NotImplementedError

    def dress(self) -> None:
        ground = self.palette().color(self.backgroundRole())
        self.widget.setBackground(ground)
        color_axes(self.plot, ground, color("dim"))

    def _need_plot(self) -> None:
        if self.widget is not None:
            return
        pg = pyqtgraph()
        self.widget = pg.GraphicsLayoutWidget()
        self.widget.ci.setContentsMargins(4, 2, 8, 4)
        self.plot = self.widget.addPlot()
        self.plot.setMenuEnabled(False)
        self.plot.hideButtons()
        self._layout.addWidget(self.widget, 1)
        self.make(pg)
        self.dress()
        scene = self.widget.scene()
        scene.sigMouseMoved.connect(self._moved)
        scene.sigMouseClicked.connect(self._clicked)

    def _moved(self, at: QPointF) -> None:
        box = self.plot.getViewBox()
        text = ""
        if self.shown is not None and box.sceneBoundingRect().contains(at):
            position = box.mapSceneToView(at)
            if math.isfinite(position.x()) and math.isfinite(position.y()):
                text = self.point_at(position.x(), position.y())
        self.readout.set_full(text)

    def _clicked(self, event: Any) -> None:
        if event.double():
            self.plot.enableAutoRange()

    def _worked(self, outcome: object) -> None:
        if isinstance(outcome, Exception):
            self.readout.set_full(tr("The plot could not be drawn: {found}", found=outcome))
        elif isinstance(outcome, tuple) and self.shown is not None:
            shown, drawn = outcome  # pyright: ignore[reportUnknownVariableType]
            self.draw(shown, drawn)  # pyright: ignore[reportUnknownArgumentType]


class HeatMap(Plot):
    """A matrix as colors, with a color scale. The first row is at the top."""

    title = mark("Heat map")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colours = named(QComboBox(self), tr("Colors"), tip=tr("Colors"))
        for each in PALETTES:
            self.colours.addItem(tr(each), each)
        self.colours.currentTextChanged.connect(self._again)
        self.about_zero = QCheckBox(tr("Center at zero"), self)
        self.about_zero.setToolTip(tr("If there are values of both signs, center the color scale at zero"))
        self.about_zero.setChecked(True)
        self.about_zero.toggled.connect(self._again)
        self.bar.addWidget(self.about_zero)
        self.bar.addWidget(self.colours)
        self._image: Any = None
        self._scale: Any = None
        self._cells: Any = None
        self.plane: Plane | None = None
        self._form: tuple[object, ...] = ()
        self._said = ""

    @staticmethod
    def fits(result: Result) -> bool:
        return is_numeric(result.value) and result.value.size > 1

    def make(self, pg: Any) -> None:
        self._image = pg.ImageItem(axisOrder="row-major")
        self.plot.addItem(self._image)
        self.plot.getViewBox().invertY(True)
        self.plot.getViewBox().setDefaultPadding(0.02)
        for side in ("left", "bottom"):
            _count(self.plot.getAxis(side))
        self._scale = pg.ColorBarItem(values=(0, 1), width=14, interactive=False, colorMap=self._colour_map(pg))
        self._scale.setImageItem(self._image, insert_in=self.plot)
        self._cells = make_cells(pg)
        self.plot.addItem(self._cells)

    def dress(self) -> None:
        super().dress()
        self._scale.axis.setTextPen(pyqtgraph().mkPen(color("dim")))

    def work(self, shown: ShownResult) -> Plane:
        return heat_plane(shown.array, shown.lead)

    def draw(self, shown: ShownResult, data: Plane) -> None:
        self.plane = data
        low, high = data.low, data.high
        if self.about_zero.isChecked() and low < 0 < high:
            high = max(-low, high)
            low = -high
        constant = not low < high
        if constant:  # neither low nor high: no palette has a colour for it
            low, high = low - 0.5, low + 0.5
        rows, columns = data.full.shape
        values = data.values if data.values.dtype.kind in "fiu" else data.values.astype(np.float64)
        self._image.setImage(values, autoLevels=False)
        self._scale.setLevels((low, high))
        self._scale.setVisible(not constant)
        pg = pyqtgraph()
        colours = pg.ColorMap([0.0, 1.0], [QColor(*CONSTANT)] * 2) if constant else self._colour_map(pg)
        self._scale.setColorMap(colours)
        self._image.setRect(QRectF(-0.5, -0.5, columns, rows))
        shades = colours.map(np.clip((as_real(values) - low) / (high - low), 0.0, 1.0), mode="byte")
        self._cells.show(data.full, shades if values.shape == data.full.shape else None)
        said = tr("all elements are {element}", element=element_text(data.full.flat[0])) if constant else ""
        if said or self._said:
            self.readout.set_full(said)
        self._said = said
        form = (shown.name, rows, columns)
        if form != self._form:
            self._form = form
            square = max(rows, columns) <= 6 * min(rows, columns)
            self.plot.getViewBox().setAspectLocked(square)
            self.plot.enableAutoRange()

    def point_at(self, x: float, y: float) -> str:
        plane, shown = self.plane, self.shown
        if plane is None or shown is None:
            return ""
        row, column = math.floor(y + 0.5), math.floor(x + 0.5)
        if not (0 <= row < plane.full.shape[0] and 0 <= column < plane.full.shape[1]):
            return ""
        ndim = shown.array.ndim
        index = (*shown.lead, row, column) if ndim > 1 else (column,) * ndim
        return cursor_text(plane.full, (row, column), _pin(shown.name) + index_text(index))

    def _colour_map(self, pg: Any) -> Any:
        colours = PALETTES[str(self.colours.currentData())]
        return pg.ColorMap(np.linspace(0.0, 1.0, len(colours)), [QColor(each) for each in colours])

    def _again(self) -> None:
        if self._scale is not None and self.shown is not None:
            self.show_result(self.shown)


def _count(axis: Any) -> None:
    spacing = axis.tickSpacing

    def whole(*given: float) -> list[tuple[float, float]]:
        return [(max(1.0, step), start) for step, start in spacing(*given)]

    axis.tickSpacing = whole


class Histogram(Plot):
    title = mark("Histogram")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: Any = None
        self.bins: Bins | None = None

    @staticmethod
    def fits(result: Result) -> bool:
        return is_numeric(result.value) and result.value.size > 1

    def make(self, pg: Any) -> None:
        self._bars = pg.PlotCurveItem([0.0, 1.0], [0.0], stepMode="center", fillLevel=0.0)
        self.plot.addItem(self._bars)
        self.plot.showGrid(y=True, alpha=0.15)

    def dress(self) -> None:
        super().dress()
        pg = pyqtgraph()
        hue = QColor(theme_now().title)
        self._bars.setPen(pg.mkPen(hue, width=1))
        hue.setAlphaF(0.55)
        self._bars.setBrush(pg.mkBrush(hue))

    def work(self, shown: ShownResult) -> Bins:
        return histogram(shown.array)

    def draw(self, shown: ShownResult, data: Bins) -> None:
        self.bins = data
        self._bars.setData(data.edges, data.counts.astype(np.float64))
        if data.left_out:
            self.readout.set_full(
                plural(data.left_out, "{n} NaN or infinite element left out", "{n:,} NaN or infinite elements left out")
            )

    def point_at(self, x: float, y: float) -> str:
        del y
        bins = self.bins
        if bins is None or not bins.edges[0] <= x <= bins.edges[-1]:
            return ""
        i = min(int(np.searchsorted(bins.edges, x, "right")) - 1, bins.counts.size - 1)
        return f"{bins.edges[i]:.6g} to {bins.edges[i + 1]:.6g}: {int(bins.counts[i]):,}"


class Curve(Plot):
    """A vector as a line, the rows of a matrix as lines, or a scalar over the steps of the run."""

    title = mark("Curve")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: list[ValueLine] = []
        self._items: list[Any] = []
        self._dot: Any = None
        self.log = QCheckBox(tr("Logarithmic"), self)
        self.log.toggled.connect(self._set_log)
        self.bar.addWidget(self.log)

    def make(self, pg: Any) -> None:
        self.plot.showGrid(x=True, y=True, alpha=0.18)
        self._dot = pg.ScatterPlotItem(size=7, pen=None)
        self._dot.setZValue(10)
        self.plot.addItem(self._dot, ignoreBounds=True)

    def dress(self) -> None:
        super().dress()
        self._dot.setBrush(pyqtgraph().mkBrush(color("text")))

    def work(self, shown: ShownResult) -> list[ValueLine]:
        if shown.array.size == 1:
            if not shown.history:
                return [ValueLine("", np.zeros(1), as_real(shown.array.reshape(1)))]
            points = np.array(shown.history, np.float64)
            return [ValueLine("", points[:, 0], points[:, 1])]
        return lines_of(shown.array, shown.lead)

    def draw(self, shown: ShownResult, data: list[ValueLine]) -> None:
        pg = pyqtgraph()
        self.lines = data
        self.plot.setLabel("bottom", tr("step") if shown.history else tr("index"))
        while len(self._items) > len(data):
            self.plot.removeItem(self._items.pop())
        while len(self._items) < len(data):
            item = pg.PlotDataItem(autoDownsample=True, downsampleMethod="peak", clipToView=False)
            self._items.append(item)
            self.plot.addItem(item)
        hues = _hues(len(data))
        for item, line, hue in zip(self._items, data, hues, strict=True):
            item.setPen(pg.mkPen(hue, width=1.6))
            few = line.y.size <= 48
            item.setSymbol("o" if few else None)
            item.setSymbolSize(5)
            item.setSymbolBrush(pg.mkBrush(hue))
            item.setSymbolPen(None)
            item.setData(line.x, np.asarray(line.y, np.float64), connect="finite")
        self._dot.clear()

    def point_at(self, x: float, y: float) -> str:
        best: tuple[float, ValueLine, int] | None = None
        for line in self.lines:
            if line.x.size:
                i = int(np.clip(np.searchsorted(line.x, x), 0, line.x.size - 1))
                i = i - 1 if i and x - line.x[i - 1] < line.x[i] - x else i
                value = float(line.y[i])
                value = math.log10(value) if self.log.isChecked() and value > 0 else value
                far = abs(value - y)
                if math.isfinite(far) and (best is None or far < best[0]):
                    best = far, line, i
        if best is None or self.shown is None:
            self._dot.clear()
            return ""
        _, line, i = best
        value = float(line.y[i])
        self._dot.setData([line.x[i]], [math.log10(value) if self.log.isChecked() and value > 0 else value])
        at = tr("step {x:,.0f}", x=line.x[i]) if self.shown.history else f"{line.name}[{line.x[i]:.0f}]"
        return f"{at}: {value:.8g}"

    def _set_log(self, on: bool) -> None:
        if self.plot is not None:
            self.plot.setLogMode(y=on)


def _hues(count: int) -> list[QColor]:
    theme = theme_now()
    if count == 1:
        return [QColor(theme.value)]
    base = [theme.value, *(theme.wire_kinds[f"net{i}"] for i in range(6)), theme.pin_roles["output"]]
    return [QColor(base[i % len(base)]) for i in range(count)]


def _pin(name: str) -> str:
    return name.partition(".")[2] or name


_MOST = 2000
"""Cells in sight: more have no room for a text on any screen."""
_HIGH, _AROUND = 13.0, 6.0
_TEXT = SMALL + 3


def make_cells(pg: Any) -> Any:
    """Return a plot item that writes elements into cells; pyqtgraph is imported on first use."""

    class Cells(pg.GraphicsObject):  # pyright: ignore[reportUntypedBaseClass]
        """The elements of a plane, row by row from the top; each cell is one unit wide and high."""

        def __init__(self) -> None:
            super().__init__()  # pyright: ignore[reportUnknownMemberType]
            self._plane: Array | None = None
            self._shades: Array | None = None

        def show(self, plane: Array, shades: Array | None) -> None:
            """Show elements over cell colors; nothing if the plane was thinned out (``shades`` None)."""
            self.prepareGeometryChange()
            self._plane, self._shades = (plane, shades) if shades is not None else (None, None)
            self.update()

        def boundingRect(self) -> QRectF:
            if self._plane is None:
                return QRectF()
            rows, columns = self._plane.shape
            return QRectF(-0.5, -0.5, columns, rows)

        def paint(self, painter: QPainter, _option: object, _widget: QWidget | None = None) -> None:
            plane, shades = self._plane, self._shades
            if plane is None or shades is None:
                return
            transform = painter.worldTransform()
            wide, high = abs(transform.m11()), abs(transform.m22())
            seen = self.viewRect().intersected(self.boundingRect())
            rows = range(max(0, int(seen.top() + 0.5)), min(plane.shape[0], int(seen.bottom() + 0.5) + 1))
            columns = range(max(0, int(seen.left() + 0.5)), min(plane.shape[1], int(seen.right() + 0.5) + 1))
            if high < _HIGH or len(rows) * len(columns) > _MOST:
                return
            texts = {(i, k): text_of(plane[i, k], 24) for i in rows for k in columns}
            if max((static_text(text, _TEXT).size().width() for text in texts.values()), default=0.0) > wide - _AROUND:
                return
            painter.save()
            painter.resetTransform()
            for (i, k), text in texts.items():
                red, green, blue, *_ = shades[i, k].tolist()
                ink = text_on(QColor(red, green, blue).name())
                at = transform.map(QPointF(k, i))
                draw_text(painter, at.x(), at.y() + 4, text, _TEXT, QColor(ink), align="center")
            painter.restore()

    return Cells()
