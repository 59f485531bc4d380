"""The Controls panel: the current page's controls, each with a slider, a list of choices, or a field."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QSlider, QVBoxLayout, QWidget

from app.core.verbs import set_value
from app.engine_texts import sentence_of
from app.language import tr
from app.panels.editors.choice import ChoiceEdit
from app.panels.editors.codecs import attribute_codec, show_tensor
from app.panels.editors.value_edit import ValueEdit
from app.panels.look import Text, horizontal, named, vertical
from app.panels.panel import PagePanel
from app.panels.properties.fields import Link, name_width
from blocks.base.errors import DiagramError
from blocks.document.data import Block, Json, is_list, same
from blocks.library.core.constants import Control

_POSITIONS = 1000
"""Positions of a slider for a number that is no integer."""


class SliderRange:
    """The values between a minimum and a maximum, as slider positions from 0 to ``last``."""

    def __init__(self, low: float, high: float, *, whole: bool) -> None:
        self._low, self._high = (math.ceil(low), math.floor(high)) if whole else (low, high)
        self._whole = whole
        self.last = min(int(self._high - self._low), _POSITIONS) if whole else _POSITIONS

    def at(self, position: int) -> int | float:
        """Return the value at a position, with no more digits than there are positions."""
        if position >= self.last:
            return int(self._high) if self._whole else self._high
        value = self._low + (self._high - self._low) * position / max(self.last, 1)
        if self._whole:
            return round(value)
        digits = 1 + math.ceil(math.log10(_POSITIONS)) - math.ceil(math.log10(self._high - self._low))
        return float(round(value, digits))

    def position(self, value: float) -> int:
        if not self._high > self._low:
            return 0
        return round(min(max((value - self._low) / (self._high - self._low), 0.0), 1.0) * self.last)


def range_of(block: Block) -> SliderRange | None:
    """Return the slider range of a control; None if it has no slider."""
    value, low, high = (block.values.get(name) for name in ("val", "minimum", "maximum"))
    numbers = [each for each in (value, low, high) if isinstance(each, (int, float)) and not isinstance(each, bool)]
    if len(numbers) < 3 or not all(map(math.isfinite, numbers)) or not numbers[1] < numbers[2]:
        return None
    return SliderRange(numbers[1], numbers[2], whole=isinstance(value, int))


class ParameterRow(QWidget):
    edited = Signal(object)
    finished = Signal()
    chosen = Signal()

    def __init__(self, block: Block, parent: QWidget) -> None:
        super().__init__(parent)
        self.block = block
        self.name = Link(block.id, tr("Go to {id}", id=block.id), self)
        self.name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.name.setFixedWidth(name_width())
        self.name.clicked.connect(self.chosen)
        self.range = range_of(block)
        choices = block.values.get("choices")
        value = Control.attribute("val")
        assert value is not None
        self.editor: ChoiceEdit | ValueEdit
        if is_list(choices) and choices:
            self.editor = ChoiceEdit([(show_tensor(each), each) for each in choices], parent=self)
        else:
            self.editor = ValueEdit(attribute_codec(value), parent=self)
        self.editor.setAccessibleName(block.id)
        self.editor.edited.connect(self.edited)
        self.editor.finished.connect(self.finished)
        self.editor.faulted.connect(self._typed_wrong)
        self.fault = Text("", "error", wrap=True, parent=self)
        self.fault.hide()
        line = horizontal(self.name, spacing=8)
        self.slider: QSlider | None = None
        if self.range is not None and not isinstance(self.editor, ChoiceEdit):
            self.slider = named(QSlider(Qt.Orientation.Horizontal, self), tr("{id}, slider", id=block.id))
            self.slider.setRange(0, self.range.last)
            self.slider.setPageStep(max(self.range.last // 10, 1))
            self.slider.valueChanged.connect(self._slid)
            self.slider.sliderReleased.connect(self.finished)
            line.addWidget(self.slider, 2)
        line.addWidget(self.editor, 1)
        vertical(line, self.fault, to=self, margins=(0, 0, 0, 0), spacing=1)
        self.show_block(block)

    def fits(self, block: Block) -> bool:
        old = self.block.values
        alike = all(same(old.get(name), block.values.get(name)) for name in ("minimum", "maximum", "choices"))
        return alike and block.id == self.block.id and (range_of(block) is None) == (self.range is None)

    def show_block(self, block: Block) -> None:
        self.block = block
        value = block.values.get("val")
        self.editor.show_value(value)
        if self.slider is not None and isinstance(value, (int, float)):
            self.range = range_of(block) or self.range
            assert self.range is not None
            with QSignalBlocker(self.slider):
                self.slider.setValue(self.range.position(value))

    def refuse(self, text: str) -> None:
        self._typed_wrong(text)

    def _slid(self, position: int) -> None:
        assert self.range is not None and self.slider is not None
        self.edited.emit(self.range.at(position))
        if not self.slider.isSliderDown():  # by keys or a click
            self.finished.emit()

    def _typed_wrong(self, text: str) -> None:
        self.fault.setText(text)
        self.fault.setVisible(bool(text))


class ControlsPanel(PagePanel):
    go_to = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[ParameterRow] = []
        self.nothing = Text("", "dim", wrap=True, parent=self)
        self.nothing.setContentsMargins(14, 12, 14, 12)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._body = QWidget(self)
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(12, 8, 12, 8)
        self._column.setSpacing(6)
        self._column.addStretch(1)
        self.area = named(QScrollArea(self, widgetResizable=True), tr("Controls"))
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self._body)
        vertical(self.nothing, (self.area, 1), to=self, margins=(0, 0, 0, 0))
        self.refresh()

    def refresh(self) -> None:
        page = self.page()
        parameters = [] if page is None else [block for block in page.blocks if block.type == Control.name]
        self.nothing.setText(
            tr("No diagram is open.")
            if page is None
            else tr(
                "This page has no controls. Add a Control block to give one value to many blocks and "
                "adjust that value here."
            )
        )
        self.nothing.setVisible(not parameters)
        self.area.setVisible(bool(parameters))
        if not self.isVisible():
            return
        if len(parameters) == len(self.rows) and all(map(ParameterRow.fits, self.rows, parameters)):
            for row, block in zip(self.rows, parameters, strict=True):
                row.show_block(block)
            return
        self._make_rows(parameters)

    def _make_rows(self, blocks: Sequence[Block]) -> None:
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = [ParameterRow(block, self._body) for block in blocks]
        for index, row in enumerate(self.rows):
            row.edited.connect(partial(self._set, row))
            row.finished.connect(self._finish)
            row.chosen.connect(lambda row=row: self.go_to.emit(self.page_name, row.block.id))
            self._column.insertWidget(index, row)
            row.show()

    def _set(self, row: ParameterRow, value: Json) -> None:
        page, document = self.page(), self.document
        if page is None or document is None:
            return
        try:
            edit = set_value(page, row.block.id, "val", value)
            if edit is not None:
                document.do(*edit, ("parameter", row.block.id))
            row.refuse("")
        except DiagramError as error:
            row.refuse(sentence_of(error))

    def _finish(self) -> None:
        if self.document is not None:
            self.document.end_gesture()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
