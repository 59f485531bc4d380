"""The value and the gradient at a pin over the steps of a run: norms as curves, elements as histograms over time.

Each column of a histogram image is a step; the further a position's color is from the background, the more elements it
holds. A line marks the selected step; a click or a drag moves it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.canvas.drawing.gradient_strips import color_of
from app.core.runs.gradient import Sample
from app.face.gradient import FLOWS
from app.language import mark, tr
from app.panels.look import Elided, color, mixed, theme_now
from blocks.base.types import Array

_COLUMNS, _BINS = 240, 48
_FAR = 6.0
"""So many times as wide as the range of most elements the range of all may be, for all of it to be shown."""
_DECADES = 30.0
"""So many times as large as a common element large ones must be for heights to be logarithmic."""
_MOST_ORDERED = 4096
_MOST_TICKS = 5
_WIDE = 460


class Picture(NamedTuple):
    """The distribution of elements, step by step.

    Attributes:
        first, last: the steps at its sides.
        low, high: the lower and upper edge; values beyond count as on the edge.
        unit: the median magnitude, if magnitudes span decades: heights are then `asinh(number / unit)`, which is linear
            for small numbers and logarithmic for large ones. Otherwise None.
        shares: the share of elements [bins from the lowest, spans of steps].
    """

    first: int
    last: int
    low: float
    high: float
    unit: float | None
    shares: Array

    def height(self, number: Any) -> Any:
        return number if self.unit is None else np.arcsinh(number / self.unit)

    def number(self, height: float) -> float:
        return height if self.unit is None else math.sinh(height) * self.unit

    def ticks(self) -> list[tuple[float, str]] | None:
        """Return heights labeled with zero and powers of ten; None if the plot chooses them."""
        if self.unit is None:
            return None
        largest = max(abs(self.number(self.low)), abs(self.number(self.high)))
        powers = range(math.ceil(math.log10(self.unit)), math.floor(math.log10(largest)) + 1)
        shown = powers[:: -(-len(powers) // 3) or 1]
        numbers = [0.0, *(sign * 10.0**power for power in shown for sign in (-1, 1))]
        marks = [(float(self.height(number)), f"{number:g}".replace("e-0", "e-")) for number in numbers]
        apart = (self.high - self.low) * 0.12
        return [each for each in marks if self.low <= each[0] <= self.high and not 0 < abs(each[0]) < apart]


def picture(samples: Sequence[Sample]) -> Picture | None:
    """Return the distribution of samples; None if no element can be drawn."""
    if not samples:
        return None
    steps = np.array([each.step for each in samples])
    first, last = int(steps[0]), int(steps[-1])
    columns = min(_COLUMNS, last - first + 1)
    middles = first + (np.arange(columns) + 0.5) * (last - first + 1) / columns - 0.5
    indices: list[int] = (np.searchsorted(steps, middles + 1e-9, "right") - 1).tolist()
    drawn = {index: samples[index].elements for index in dict.fromkeys(indices)}
    some = [each for each in drawn.values() if each.size]
    if not some:
        return None
    image = Picture(first, last, *_range(some), np.zeros((_BINS, columns), np.float32))
    edges = np.linspace(image.low, image.high, _BINS + 1)[1:-1]
    shares = {index: _shares(image.height(each), edges) for index, each in drawn.items()}
    return image._replace(shares=np.stack([shares[index] for index in indices], axis=1))


def norm_ticks(low: float, high: float) -> list[tuple[float, str]]:
    exponents = range(math.floor(low), math.ceil(high) + 1)
    for digits in (range(1, 10), (1, 2, 5), (1, 3), (1,)):
        marks = [(exponent + math.log10(digit), digit, exponent) for exponent in exponents for digit in digits]
        ticks = [(height, _number(digit, exponent)) for height, digit, exponent in marks if low <= height <= high]
        if len(ticks) <= _MOST_TICKS:
            break
    else:
        ticks = ticks[:: -(-len(ticks) // _MOST_TICKS)]
    return ticks if len(ticks) > 1 else [(height, f"{10.0**height:.3g}") for height in dict.fromkeys((low, high))]


def _number(digit: int, exponent: int) -> str:
    return f"{digit * 10.0**exponent:g}" if abs(exponent) <= 3 else f"{digit}e{exponent}"


def _shares(heights: Array, edges: Array) -> Array:
    """Return the share of the sorted heights in each bin between edges."""
    counts = np.diff(np.searchsorted(heights, edges), prepend=0, append=heights.size)
    return (counts / max(1, heights.size)).astype(np.float32)


def _range(some: Sequence[Array]) -> tuple[float, float, float | None]:
    """Return the edges and the unit of a picture; only outliers may be outside the edges."""
    elements = np.concatenate(some).astype(np.float64)
    few = elements[:: -(-elements.size // _MOST_ORDERED)]
    sizes = np.abs(few[few != 0])
    common, large = np.quantile(sizes, [0.5, 0.99]).tolist() if sizes.size else (0.0, 0.0)
    unit = common if large > _DECADES * common > 0 else None
    if unit is not None:
        elements, few = np.arcsinh(elements / unit), np.arcsinh(few / unit)
    low, high = float(elements.min()), float(elements.max())
    most = np.quantile(few, [0.01, 0.99])
    around = _FAR * float(most[1] - most[0])
    if around > 0:
        low, high = max(low, float(most[0]) - around), min(high, float(most[1]) + around)
    margin = (high - low) * 0.03 or abs(high) * 0.1 or 1.0
    return low - margin, high + margin, unit


class StepsView(QWidget):
    """The gradient norm over the steps, and the distributions of value and gradient.

    Signals:
        scrubbed: the step to show.
    """

    scrubbed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Value and gradient over steps"))
        self.readout = Elided("", "dim")
        self.pictures: dict[str, Picture | None] = {"Value": None, "Gradient": None}
        self.norms: list[tuple[int, float]] = []
        self.step: int | None = None
        self._widget: Any = None
        self._plots: dict[str, Any] = {}
        self._images: dict[str, Any] = {}
        self._lines: dict[str, Any] = {}
        self._curve: Any = None
        self._is_wide: bool | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(4, 2, 4, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self.readout)

    def show_steps(
        self, norms: Sequence[tuple[int, float]], value: Sequence[Sample], gradient: Sequence[Sample], step: int | None
    ) -> None:
        self._need_plots()
        self.norms, self.step = list(norms), step
        self.pictures = {"Value": picture(value), "Gradient": picture(gradient)}
        points = np.array(self.norms, np.float64).reshape(-1, 2)
        drawn = np.where(np.isfinite(points[:, 1]) & (points[:, 1] > 0), points[:, 1], np.nan)
        heights = np.log10(drawn)
        self._curve.setData(points[:, 0], heights, connect="finite", symbol="o" if len(drawn) < 48 else None)
        seen = heights[np.isfinite(heights)]
        ticks = norm_ticks(float(seen.min()), float(seen.max())) if seen.size else []
        self._plots["Norm"].getAxis("left").setTicks([ticks])
        for name, each in self.pictures.items():
            self._draw(name, each)
        self._show_step(points)

    def _draw(self, name: str, drawn: Picture | None) -> None:
        image = self._images[name]
        image.setVisible(drawn is not None)
        if drawn is None:
            return
        strongest = np.maximum(drawn.shares.max(axis=0, keepdims=True), 1e-9)
        image.setImage(np.sqrt(drawn.shares / strongest), autoLevels=False, levels=(0.0, 1.0))
        image.setRect(QRectF(drawn.first - 0.5, drawn.low, drawn.last - drawn.first + 1, drawn.high - drawn.low))
        self._plots[name].setYRange(drawn.low, drawn.high, padding=0.0)
        ticks = drawn.ticks()
        self._plots[name].getAxis("left").setTicks(None if ticks is None else [ticks])

    def _show_step(self, points: Array) -> None:
        steps = [*points[:, 0].tolist(), *(s for p in self.pictures.values() if p is not None for s in p[:2])]
        for plot in self._plots.values():
            if steps:
                plot.setXRange(min(steps) - 0.5, max(steps) + 0.5, padding=0.0)
        for line in self._lines.values():
            line.setVisible(self.step is not None and len(points) > 1)
            if self.step is not None:
                line.blockSignals(True)
                line.setValue(self.step)
                line.blockSignals(False)
        self.readout.set_full(self._said(self.step))

    def _said(self, step: int | None) -> str:
        norms = [norm for number, norm in self.norms if number == step]
        return tr("step {step:,}: gradient norm {found:.6g}", step=step, found=norms[0]) if norms else ""

    def _need_plots(self) -> None:
        if self._widget is not None:
            return
        pg = _pyqtgraph()
        self._widget = pg.GraphicsLayoutWidget()
        self._widget.ci.setContentsMargins(2, 2, 8, 2)
        self._widget.ci.layout.setSpacing(4)
        for name in ("Norm", *self.pictures):
            plot = self._plots[name] = pg.PlotItem()
            plot.setMenuEnabled(False)
            plot.hideButtons()
            plot.setMouseEnabled(False, False)
            line = self._lines[name] = pg.InfiniteLine(angle=90, movable=True)
            line.setZValue(10)
            line.sigDragged.connect(self._dragged)
            plot.addItem(line, ignoreBounds=True)
            plot.getAxis("left").setWidth(52)
        self._curve = pg.PlotDataItem(symbolSize=5, symbolPen=None)
        self._plots["Norm"].addItem(self._curve)
        self._plots["Norm"].showGrid(x=False, y=True, alpha=0.18)
        for name in self.pictures:
            self._images[name] = pg.ImageItem(axisOrder="row-major")
            self._plots[name].addItem(self._images[name])
        self._widget.scene().sigMouseClicked.connect(self._clicked)
        self._widget.scene().sigMouseMoved.connect(self._moved)
        self._layout.addWidget(self._widget, 1)
        self._arrange(self.width() >= _WIDE)
        self._dress(pg)

    def _arrange(self, wide: bool) -> None:
        if self._widget is None or wide == self._is_wide:
            return
        if self._is_wide is not None:
            for plot in self._plots.values():
                self._widget.removeItem(plot)
        self._is_wide = wide
        self._widget.addItem(self._plots["Norm"], 0, 0, 1, 2 if wide else 1)
        for index, name in enumerate(self.pictures):
            self._widget.addItem(self._plots[name], 1 if wide else 1 + index, index if wide else 0)
        bottom = set(self.pictures) if wide else {"Gradient"}
        for name, plot in self._plots.items():
            plot.getAxis("bottom").setStyle(showValues=name in bottom)

    def _dress(self, pg: Any) -> None:
        theme, ground, ink = theme_now(), self.palette().color(self.backgroundRole()), color("dim")
        self._widget.setBackground(ground)
        hues = {"Value": QColor(theme.value), "Gradient": color_of(FLOWS, theme.dark)}
        for name, plot in self._plots.items():
            for side in ("left", "bottom"):
                plot.getAxis(side).setPen(pg.mkPen(mixed(ink, ground, 0.5)))
                plot.getAxis(side).setTextPen(pg.mkPen(ink))
            plot.setTitle(tr(_TITLES[name]), color=ink, size="9pt")
            self._lines[name].setPen(pg.mkPen(color("text"), width=1.4))
            self._lines[name].setHoverPen(pg.mkPen(color("accent"), width=3))
            if name in self._images:
                stops = [mixed(hues[name], ground, share) for share in (0.0, 0.35, 0.8, 1.0)]
                self._images[name].setColorMap(pg.ColorMap(np.linspace(0.0, 1.0, len(stops)), stops))
        self._curve.setPen(pg.mkPen(hues["Gradient"], width=1.8))
        self._curve.setSymbolBrush(pg.mkBrush(hues["Gradient"]))

    def _dragged(self, line: Any) -> None:
        self.scrubbed.emit(round(line.value()))

    def _clicked(self, event: Any) -> None:
        at = self._at(event.scenePos())
        if at is not None:
            self.scrubbed.emit(round(at[1]))

    def _moved(self, at: QPointF) -> None:
        spot = self._at(at)
        self.readout.set_full(self._said(self.step) if spot is None else self._point(*spot))

    def _point(self, name: str, x: float, y: float) -> str:
        if name == "Norm":
            nearest = min((number for number, _ in self.norms), key=lambda number: abs(number - x), default=None)
            return self._said(nearest)
        drawn = self.pictures[name]
        if drawn is None or not (drawn.low <= y <= drawn.high and drawn.first - 0.5 <= x <= drawn.last + 0.5):
            return ""
        rows, columns = drawn.shares.shape
        row = min(rows - 1, int((y - drawn.low) / (drawn.high - drawn.low) * rows))
        column = min(columns - 1, int((x - drawn.first + 0.5) / (drawn.last - drawn.first + 1) * columns))
        return tr(
            "step {round:,}: {shares:.0%} of the elements are about {number:.3g}",
            round=round(x),
            shares=drawn.shares[row, column],
            number=drawn.number(y),
        )

    def _at(self, position: QPointF) -> tuple[str, float, float] | None:
        for name, plot in self._plots.items():
            box = plot.getViewBox()
            if box.sceneBoundingRect().contains(position):
                spot = box.mapSceneToView(position)
                return (name, spot.x(), spot.y()) if math.isfinite(spot.x()) else None
        return None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(event.size().width() >= _WIDE)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._widget is not None:
            self._dress(_pyqtgraph())


def _pyqtgraph() -> Any:
    import pyqtgraph  # pyright: ignore[reportMissingTypeStubs]  # only who looks at a plot pays for the import

    return pyqtgraph


_TITLES = {"Norm": mark("Gradient norm"), "Value": mark("Value"), "Gradient": mark("Gradient")}
