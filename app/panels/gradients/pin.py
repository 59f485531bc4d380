"""The value and the gradient at an output pin, side by side."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.runs.results import Result, summarise
from app.language import mark, tr
from app.panels.gradients.state import Part, State, fill_names
from app.panels.gradients.steps import StepsView
from app.panels.look import ElidedBox, Text
from app.panels.views.plots import HeatMap, Histogram
from app.panels.views.table import TableView
from app.panels.views.values import numeric
from app.panels.views.view import Shown, View
from blocks.base.dtypes import FLOAT, dtype_of
from blocks.base.shapes import shape_text
from blocks.base.types import Array
from blocks.document.data import Endpoint
from blocks.run.monitoring.statistics import Measured, Statistics, sampled, statistics_of

_ROWS = (mark("shape"), mark("norm"), "min", "max", mark("zeros"), "NaN", mark("infinite"))
_SIDE_BY_SIDE = 460
"""Pixels from which on the two views stand side by side."""
_NUMBER = 122
_STEPS = mark("Steps")


class _Side(QWidget):
    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self.head = Text(tr(name), "dim")
        self.views: dict[str, View] = {}
        self.stack = QStackedWidget(self)
        self.nothing = Text("", "faint", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack.addWidget(self.nothing)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 2, 6, 0)
        layout.setSpacing(1)
        layout.addWidget(self.head)
        layout.addWidget(self.stack, 1)

    def show_result(self, kind: type[View], shown: Shown | None, why: str) -> None:
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


class PinPart(Part):
    title = mark("Pin")

    def __init__(self) -> None:
        super().__init__()
        self._state: State | None = None
        self._kept: tuple[object, Result | None] = (None, None)
        self.pins = ElidedBox(self)
        self.pins.setAccessibleName(tr("Output pin"))
        self.pins.currentTextChanged.connect(self._show)
        self.numbers = {(row, column): Text("") for row in _ROWS for column in ("value", "gradient")}
        grid = QGridLayout()
        grid.setContentsMargins(10, 4, 10, 4)
        grid.setVerticalSpacing(1)
        grid.setHorizontalSpacing(14)
        for index, title in enumerate(("", tr("Value"), tr("Gradient"))):
            grid.addWidget(Text(title, "dim"), 0, index)
        for index, row in enumerate(_ROWS, 1):
            grid.addWidget(Text(tr(row), "dim"), index, 0)
            for column, name in enumerate(("value", "gradient"), 1):
                label = self.numbers[row, name]
                label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                grid.addWidget(label, index, column)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(2, 1)
        self.kinds = QButtonGroup(self)
        self._kind: str = TableView.title
        bar = QHBoxLayout()
        bar.setContentsMargins(8, 2, 8, 2)
        bar.setSpacing(4)
        for kind in (*_KINDS, _STEPS):
            button = QToolButton(self)
            button.setText(tr(kind))
            button.setCheckable(True)
            button.setChecked(kind == self._kind)
            self.kinds.addButton(button)
            bar.addWidget(button)
        bar.addStretch()
        self.kinds.buttonClicked.connect(self._want)
        self.value, self.gradient = _Side(mark("Value"), self), _Side(mark("Gradient"), self)
        self.steps = StepsView(self)
        self.steps.scrubbed.connect(self._scrubbed)
        self._both = QWidget(self)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._both)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(2)
        self._box.addWidget(self.value, 1)
        self._box.addWidget(self.gradient, 1)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self._both)
        self.stack.addWidget(self.steps)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(2)
        line = QHBoxLayout()
        line.setContentsMargins(8, 0, 8, 0)
        line.addWidget(self.pins)
        layout.addLayout(line)
        layout.addLayout(grid)
        layout.addLayout(bar)
        layout.addWidget(self.stack, 1)

    def show_state(self, state: State | None) -> None:
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
        self._fill("value", _of_result(result) if last else value)
        self._fill("gradient", gradient)
        if self._kind == _STEPS:
            self._show_steps(state, output, moment)
        elif last:
            array = state.gradients.array(state.page, str(output))
            reached = state.info.flow is not None and output in state.info.flow.outputs
            self._show_views(
                result,
                self._made(array),
                tr("Run the page to see it") if reached else tr("No gradient reaches this pin"),
            )
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
        self, value: Result | None, gradient: Result | None, why: str, no_value: str = tr("Run the page to see it")
    ) -> None:
        kind = _KINDS.get(self._kind, TableView)
        self.stack.setCurrentWidget(self._both)
        name = self.pins.currentText()
        self.value.show_result(kind, None if value is None else Shown(name, value), no_value)
        self.gradient.show_result(
            kind, None if gradient is None else Shown(tr("gradient of {name}", name=name), gradient), why
        )
        self.value.head.setText(tr(self.value.name))
        self.gradient.head.setText(tr(self.gradient.name))

    def _show_earlier(self, value: Statistics | None, gradient: Statistics | None) -> None:
        """Show the elements kept of an earlier step: all of small tensors, a sample of large ones."""
        is_histogram = self._kind == Histogram.title
        why = tr("Nothing was measured here in this step")
        if not is_histogram and any(each is not None and each.elements is None for each in (value, gradient)):
            why = tr(
                "Large tensors are kept completely only for the last step. The histogram shows some elements of "
                "this step."
            )
        self._show_views(_left(value, some=is_histogram), _left(gradient, some=is_histogram), why, why)
        for side, each in ((self.value, value), (self.gradient, gradient)):
            if is_histogram and each is not None and each.elements is None:
                side.head.setText(tr("{name}, some elements of this step", name=tr(side.name)))

    def _show_steps(self, state: State, output: Endpoint, moment: Measured | None) -> None:
        gradient, value = state.gradients.samples(state.page, str(output), state.result_of(output))
        norms = state.gradients.history(state.page, str(output))
        if not (norms or gradient or value):
            self._show_views(None, None, tr("Run the page to see it"))
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
                "norm": _text(statistics.norm) or "NaN",
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


def _of_result(result: Result | None) -> Statistics | None:
    return statistics_of(result.value) if result is not None and numeric(result.value) else None


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
