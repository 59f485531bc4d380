"""The value and the gradient at an output pin, side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QButtonGroup, QGridLayout, QStackedWidget, QToolButton, QWidget

from app.canvas.drawing.signs import color_of
from app.core.runs.gradient import Sample
from app.core.runs.results import Result, summarise
from app.face.gradient import FLOWS
from app.panels.gradients.state import GradientState, PanelPart, fill_names
from app.panels.look import (
    Elided,
    ElidedBox,
    FlowLayout,
    Text,
    color,
    color_axes,
    horizontal,
    mixed,
    named,
    pyqtgraph,
    theme_now,
    vertical,
)
from app.panels.views.plots import HeatMap, Histogram
from app.panels.views.table import TableView
from app.panels.views.view import ShownResult, View
from blocks.base.dtypes import FLOAT, dtype_of
from blocks.base.language import mark, tr
from blocks.base.shapes import shape_text
from blocks.base.types import Array
from blocks.document.data import Endpoint
from blocks.run.monitoring.previews import is_numeric
from blocks.run.monitoring.statistics import Measured, Statistics, sampled, statistics_of

_ROWS = (mark("shape"), mark("norm"), "min", "max", mark("zeros"), "NaN", mark("infinite"))
_SIDE_BY_SIDE = 460
"""Pixels from which on the two views stand side by side."""
_NUMBER = 122
_STEPS = mark("Steps")


class _SideView(QWidget):
    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self.head = Text(tr(name), "dim")
        self.views: dict[str, View] = {}
        self.stack = QStackedWidget(self)
        self.nothing = Text("", "faint", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack.addWidget(self.nothing)
        vertical(self.head, (self.stack, 1), to=self, margins=(6, 2, 6, 0), spacing=1)

    def show_result(self, kind: type[View], shown: ShownResult | None, why: str) -> None:
        if shown is None or not kind.fits(shown.result):
            self.nothing.setText(why if shown is None else tr("This view cannot show this value"))
            self.stack.setCurrentWidget(self.nothing)
            return
        view = self.views.get(kind.title)
        if view is None:
            view = self.views[kind.title] = kind(self)
            self.stack.addWidget(view)
            if isinstance(view, TableView):  # the type is the same all the way down, and room is short
                view.list_table.hideColumn(0)
                view.grid_table.horizontalHeader().setDefaultSectionSize(_NUMBER)  # small numbers have long texts
        self.stack.setCurrentWidget(view)
        view.show_result(shown)


class PinPart(PanelPart):
    title = mark("Pin")

    def __init__(self) -> None:
        super().__init__()
        self._state: GradientState | None = None
        self._kept: tuple[object, Result | None] = (None, None)
        self.pins = named(ElidedBox(self), tr("Output pin"))
        self.pins.currentTextChanged.connect(self._show)
        self.numbers = {(row, column): Text("") for row in _ROWS for column in ("value", "gradient")}
        grid = QGridLayout()
        grid.setContentsMargins(10, 4, 10, 4)
        grid.setVerticalSpacing(1)
        grid.setHorizontalSpacing(14)
        for index, title in enumerate(("", tr("Value"), tr("Gradient"))):
            grid.addWidget(Text(title, "dim"), 0, index)
        self.rows = {row: Text(tr(row), "dim") for row in _ROWS}
        for index, row in enumerate(_ROWS, 1):
            grid.addWidget(self.rows[row], index, 0)
            for column, name in enumerate(("value", "gradient"), 1):
                label = self.numbers[row, name]
                label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                grid.addWidget(label, index, column)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(2, 1)
        self.kinds = QButtonGroup(self)
        self._kind: str = TableView.title
        for kind in (*_KINDS, _STEPS):
            button = QToolButton(self)
            button.setText(tr(kind))
            button.setCheckable(True)
            button.setChecked(kind == self._kind)
            self.kinds.addButton(button)
        self.kinds.buttonClicked.connect(self._want)
        bar = FlowLayout(*self.kinds.buttons(), margins=(4, 2, 4, 2), spacing=1)  # it wraps in a narrow dock
        self.value, self.gradient = _SideView(mark("Value"), self), _SideView(mark("Gradient"), self)
        self.steps = StepsView(self)
        self.steps.scrubbed.connect(self._scrubbed)
        self._both = QWidget(self)
        self._box = vertical((self.value, 1), (self.gradient, 1), to=self._both, margins=(0, 0, 0, 0), spacing=2)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self._both)
        self.stack.addWidget(self.steps)
        line = horizontal(self.pins, margins=(8, 0, 8, 0))
        vertical(line, grid, bar, (self.stack, 1), to=self, margins=(0, 6, 0, 0), spacing=2)

    def show_state(self, state: GradientState | None) -> None:
        self._state = state
        names = [str(each) for each in state.outputs()] if state is not None else []
        fill_names(self.pins, names, self.pins.currentText())
        self.pins.setPlaceholderText(tr("Select a block"))
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = event.size().width() >= _SIDE_BY_SIDE
        self._box.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    def _want(self, button: QToolButton) -> None:
        self._kind = button.text()
        self._show()

    def _output(self) -> Endpoint | None:
        if self._state is None:
            return None
        return next((each for each in self._state.outputs() if str(each) == self.pins.currentText()), None)

    def _show(self) -> None:
        state, output = self._state, self._output()
        if state is None or output is None:
            self._fill("value", None)
            self._fill("gradient", None)
            self._show_views(None, None, tr("Select a block"), tr("Select a block"))
            return
        moment, last = state.moment, state.is_last
        result = state.value_of(output) if last else None
        gradient = state.gradients.statistics(state.page).get(str(output))
        value = moment.values.get(state.result_of(output)) if moment is not None else None
        if last:
            value = statistics_of(result.value) if result is not None and is_numeric(result.value) else None
        scalar = any(each is not None and each.single is not None for each in (value, gradient))
        self.rows["norm"].setText(tr("value") if scalar else tr("norm"))
        self._fill("value", value)
        self._fill("gradient", gradient)
        if self._kind == _STEPS:
            self._show_steps(state, output, moment)
        elif last:
            array = state.gradients.array(state.page, str(output))
            reached = state.info.flow is not None and output in state.info.flow.outputs
            why = tr("Run the page to see the values") if reached else tr("No gradient reaches this pin")
            self._show_views(result, self._made(array), why)
        else:
            self._show_earlier(value, gradient)

    def _made(self, array: Array | None) -> Result | None:
        """Return a gradient as a result; cached for the last array."""
        if array is None:
            return None
        if self._kept[0] is not array:
            self._kept = (array, summarise(array, dtype_of(array)))
        return self._kept[1]

    def _show_views(
        self,
        value: Result | None,
        gradient: Result | None,
        why: str,
        no_value: str = tr("Run the page to see the values"),
    ) -> None:
        kind = _KINDS.get(self._kind, TableView)
        self.stack.setCurrentWidget(self._both)
        name = self.pins.currentText()
        self.value.show_result(kind, None if value is None else ShownResult(name, value), no_value)
        name = tr("gradient of {name}", name=name)
        self.gradient.show_result(kind, None if gradient is None else ShownResult(name, gradient), why)
        self.value.head.setText(tr(self.value.name))
        self.gradient.head.setText(tr(self.gradient.name))

    def _show_earlier(self, value: Statistics | None, gradient: Statistics | None) -> None:
        """Show the elements kept of an earlier step: all of small tensors, a sample of large ones."""
        is_histogram = self._kind == Histogram.title
        why = tr("Nothing was measured at this pin in this step")
        if not is_histogram and any(each is not None and each.elements is None for each in (value, gradient)):
            why = tr("Large tensors are kept in full only for the last step. For this step, the histogram shows a "
                     "sample of the elements.")  # fmt: skip
        self._show_views(_left(value, some=is_histogram), _left(gradient, some=is_histogram), why, why)
        for side, each in ((self.value, value), (self.gradient, gradient)):
            if is_histogram and each is not None and each.elements is None:
                side.head.setText(tr("{name} (a sample of the elements in this step)", name=tr(side.name)))

    def _show_steps(self, state: GradientState, output: Endpoint, moment: Measured | None) -> None:
        gradient, value = state.gradients.samples(state.page, str(output), state.result_of(output))
        norms = state.gradients.history(state.page, str(output))
        if not (norms or gradient or value):
            self._show_views(None, None, tr("Run the page to see the values"))
            return
        self.stack.setCurrentWidget(self.steps)
        self.steps.show_steps(norms, value, gradient, None if moment is None else moment.step)

    def _scrubbed(self, step: int) -> None:
        if self._state is not None:
            steps = self._state.gradients.steps(self._state.page)
            self._state.gradients.look_at(self._state.page, None if steps and step >= steps[-1] else step)

    def _fill(self, column: str, statistics: Statistics | None) -> None:
        texts = dict.fromkeys(_ROWS, "")
        if statistics is not None:
            texts = {
                "shape": shape_text(statistics.shape),
                "norm": _text(statistics.number) or "NaN",
                "min": _text(statistics.minimum),
                "max": _text(statistics.maximum),
                "zeros": f"{statistics.zeros:,}",
                "NaN": f"{statistics.nans:,}",
                "infinite": f"{statistics.infinities:,}",
            }
        for row, text in texts.items():
            label = self.numbers[row, column]
            label.setText(text)
            label.set_tone("error" if row in ("NaN", "infinite") and text not in ("", "0") else "text")


_KINDS: dict[str, type[View]] = {each.title: each for each in (TableView, HeatMap, Histogram)}


def _left(statistics: Statistics | None, *, some: bool) -> Result | None:
    """Return the kept elements of a tensor; None if they are only a sample, unless ``some`` allows that."""
    if statistics is None:
        return None
    array = statistics.elements
    if array is None and some:
        array = sampled(statistics.sample)
    return None if array is None else summarise(array, FLOAT)


def _text(number: float) -> str:
    return "" if math.isnan(number) else f"{number:.6g}"


_COLUMNS, _BINS = 240, 48
_FAR = 6.0
"""So many times as wide as the range of most elements the range of all may be, for all of it to be shown."""
_DECADES = 30.0
"""So many times as large as a common element large ones must be for heights to be logarithmic."""
_MOST_ORDERED = 4096
_MOST_TICKS = 5
_WIDE = 460


class Distribution(NamedTuple):
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


def picture(samples: Sequence[Sample]) -> Distribution | None:
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
    image = Distribution(first, last, *_range(some), np.zeros((_BINS, columns), np.float32))
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
    """The gradient norm over the steps, and the distributions of value and gradient."""

    scrubbed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Value and gradient over steps"))
        self.readout = Elided("", "dim")
        self.pictures: dict[str, Distribution | None] = {"Value": None, "Gradient": None}
        self.norms: list[tuple[int, float]] = []
        self.step: int | None = None
        self._scalar = False
        self._widget: Any = None
        self._plots: dict[str, Any] = {}
        self._images: dict[str, Any] = {}
        self._lines: dict[str, Any] = {}
        self._curve: Any = None
        self._is_wide: bool | None = None
        self._layout = vertical(self.readout, to=self, margins=(4, 2, 4, 0), spacing=0)

    def show_steps(
        self, norms: Sequence[tuple[int, float]], value: Sequence[Sample], gradient: Sequence[Sample], step: int | None
    ) -> None:
        self._need_plots()
        scalar = len(gradient) > 0 and len(gradient[-1].sample) == np.float32().nbytes
        if scalar != self._scalar:
            self._scalar = scalar
            self._dress(pyqtgraph())
        self.norms, self.step = list(norms), step
        self.pictures = {"Value": picture(value), "Gradient": picture(gradient)}
        points = np.abs(np.array(self.norms, np.float64)).reshape(-1, 2)
        drawn = np.where(np.isfinite(points[:, 1]) & (points[:, 1] > 0), points[:, 1], np.nan)
        heights = np.log10(drawn)
        self._curve.setData(points[:, 0], heights, connect="finite", symbol="o" if len(drawn) < 48 else None)
        seen = heights[np.isfinite(heights)]
        ticks = norm_ticks(float(seen.min()), float(seen.max())) if seen.size else []
        self._plots["Norm"].getAxis("left").setTicks([ticks])
        for name, each in self.pictures.items():
            self._draw(name, each)
        self._show_step(points)

    def _draw(self, name: str, drawn: Distribution | None) -> None:
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
                with QSignalBlocker(line):
                    line.setValue(self.step)
        self.readout.set_full(self._said(self.step))

    def _said(self, step: int | None) -> str:
        norms = [norm for number, norm in self.norms if number == step]
        if not norms:
            return ""
        text = mark("step {step:,}: gradient norm {found:.6g}")
        return tr(mark("step {step:,}: gradient {found:.6g}") if self._scalar else text, step=step, found=norms[0])

    def _need_plots(self) -> None:
        if self._widget is not None:
            return
        pg = pyqtgraph()
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
            color_axes(plot, ground, ink)
            title = tr("Absolute value of the gradient") if self._scalar and name == "Norm" else tr(_TITLES[name])
            plot.setTitle(title, color=ink, size="9pt")
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
        text = mark("step {round:,}: {shares:.0%} of the elements are close to {number:.3g}")
        return tr(text, round=round(x), shares=drawn.shares[row, column], number=drawn.number(y))

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
            self._dress(pyqtgraph())


_TITLES = {"Norm": mark("Gradient norm"), "Value": mark("Value"), "Gradient": mark("Gradient")}
