"""Value and gradient side by side at an output pin."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.results import Result, summarise
from app.panels.gradients.state import Part, State, fill_names
from app.panels.look import Text
from app.panels.views.plots import Curve, HeatMap, Histogram
from app.panels.views.table import TableView
from app.panels.views.values import numeric
from app.panels.views.view import Shown, View
from blocks.base.dtypes import DOUBLE, dtype_of
from blocks.base.shapes import shape_text
from blocks.base.types import Array
from blocks.diagram.gradient_flow import OutputName
from blocks.run.watching import GradientSummary
from blocks.run.watching import summarise as norms_of

_ROWS = ("shape", "norm", "min", "max", "zeros", "NaN", "infinite")
_SIDE_BY_SIDE = 460
"""Pixels from which on the two views stand side by side."""
_STEPS = "Steps"


class _Side(QWidget):
    """One of the two: a heading, and a view."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self.head = Text(name, "dim")
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
        """Show a tensor in one of the ways; why there is none."""
        if shown is None or not kind.fits(shown.result):
            self.nothing.setText(why if shown is None else "It cannot be shown so")
            self.stack.setCurrentWidget(self.nothing)
            return
        view = self.views.get(kind.title)
        if view is None:
            view = self.views[kind.title] = kind(self)
            self.stack.addWidget(view)
            if isinstance(view, TableView):  # the type is the same all the way down, and room is short
                view.list_table.hideColumn(0)
        self.stack.setCurrentWidget(view)
        view.show_result(shown)


class PinPart(Part):
    """What an output pin of the selected block carries, and the gradient there."""

    title = "Pin"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state: State | None = None
        self._kept: tuple[object, Result | None] = (None, None)
        self.pins = QComboBox(self)
        self.pins.setAccessibleName("Output pin")
        self.pins.currentTextChanged.connect(self._show)
        self.numbers = {(row, column): Text("") for row in _ROWS for column in ("value", "gradient")}
        grid = QGridLayout()
        grid.setContentsMargins(10, 4, 10, 4)
        grid.setVerticalSpacing(1)
        grid.setHorizontalSpacing(14)
        for place, title in enumerate(("", "Value", "Gradient")):
            grid.addWidget(Text(title, "dim"), 0, place)
        for place, row in enumerate(_ROWS, 1):
            grid.addWidget(Text(row, "dim"), place, 0)
            for column, name in enumerate(("value", "gradient"), 1):
                label = self.numbers[row, name]
                label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                grid.addWidget(label, place, column)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(2, 1)
        self.kinds = QButtonGroup(self)
        self._kind: str = TableView.title
        bar = QHBoxLayout()
        bar.setContentsMargins(8, 2, 8, 2)
        bar.setSpacing(4)
        for kind in (*_KINDS, _STEPS):
            button = QToolButton(self)
            button.setText(kind)
            button.setCheckable(True)
            button.setChecked(kind == self._kind)
            self.kinds.addButton(button)
            bar.addWidget(button)
        bar.addStretch()
        self.kinds.buttonClicked.connect(self._want)
        self.value, self.gradient = _Side("Value", self), _Side("Gradient", self)
        self.curve = Curve(self)
        self.curve.log.setChecked(True)
        self._both = QWidget(self)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._both)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(2)
        self._box.addWidget(self.value, 1)
        self._box.addWidget(self.gradient, 1)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self._both)
        self.stack.addWidget(self.curve)
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
        """Show the selected block."""
        self._state = state
        names = [str(each) for each in state.outputs()] if state is not None else []
        fill_names(self.pins, names, self.pins.currentText())
        self.pins.setPlaceholderText("Select a block")
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side where there is room, one above the other where there is not."""
        super().resizeEvent(event)
        wide = event.size().width() >= _SIDE_BY_SIDE
        self._box.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    def _want(self, button: QToolButton) -> None:
        self._kind = button.text()
        self._show()

    def _output(self) -> OutputName | None:
        if self._state is None:
            return None
        return next((each for each in self._state.outputs() if str(each) == self.pins.currentText()), None)

    def _show(self) -> None:
        state, output = self._state, self._output()
        if state is None or output is None:
            self._fill("value", None)
            self._fill("gradient", None)
            self._show_views(None, None, "Select a block")
            return
        gradients, page = state.gradients, state.page
        moment = gradients.moment(page)
        steps = gradients.steps(page)
        last = moment is None or moment.step == steps[-1]
        result = state.store.get(page, state.result_of(output)) if last else None
        norms = moment.norms.get(str(output)) if moment is not None else None
        self._fill("value", norms_of(result.value) if result is not None and numeric(result.value) else None)
        self._fill("gradient", norms)
        array = gradients.array(page, str(output)) if last else None
        why = "Only the last step keeps all elements" if not last else "Run the page to see it"
        if output not in (state.info.flow.outputs if state.info.flow is not None else ()):
            why = "No gradient reaches this pin"
        if self._kind == _STEPS:
            self._show_steps(gradients.history(page, str(output)))
        else:
            self._show_views(result, self._made(array), why)

    def _made(self, array: Array | None) -> Result | None:
        """A gradient as the views take it; made once."""
        if array is None:
            return None
        if self._kept[0] is not array:
            self._kept = (array, summarise(array, dtype_of(array)))
        return self._kept[1]

    def _show_views(self, value: Result | None, gradient: Result | None, why: str) -> None:
        kind = _KINDS.get(self._kind, TableView)
        self.stack.setCurrentWidget(self._both)
        name = self.pins.currentText()
        self.value.show_result(kind, None if value is None else Shown(name, value), "Run the page to see it")
        self.gradient.show_result(kind, None if gradient is None else Shown(f"gradient of {name}", gradient), why)

    def _show_steps(self, history: list[tuple[int, float]]) -> None:
        self.stack.setCurrentWidget(self.curve)
        last = history[-1][1] if history else math.nan
        result = summarise(np.array(last), DOUBLE)
        self.curve.show_result(Shown("norm of the gradient", result, (), [(float(s), v) for s, v in history]))

    def _fill(self, column: str, found: GradientSummary | None) -> None:
        texts = dict.fromkeys(_ROWS, "")
        if found is not None:
            texts = {
                "shape": shape_text(found.shape),
                "norm": _text(found.norm),
                "min": _text(found.minimum),
                "max": _text(found.maximum),
                "zeros": f"{found.zeros:,}",
                "NaN": f"{found.nans:,}",
                "infinite": f"{found.infinities:,}",
            }
        for row, text in texts.items():
            label = self.numbers[row, column]
            label.setText(text)
            label.set_tone("error" if row in ("NaN", "infinite") and text not in ("", "0") else "text")


_KINDS: dict[str, type[View]] = {each.title: each for each in (TableView, HeatMap, Histogram)}


def _text(number: float) -> str:
    return "" if math.isnan(number) else f"{number:.6g}"
