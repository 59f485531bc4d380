"""Values edited outside the Inspector: on their block, and in the Controls panel."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QMenu, QSizePolicy, QSlider, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.canvas.value_rows import BlockValueRow, is_subset
from app.canvas.view import CanvasView
from app.core import verbs
from app.core.document import Document
from app.core.verbs import Edit, set_value
from app.panels.editors.choice import ChoiceEdit
from app.panels.editors.grid import UNSET, EditorState, attribute_codec, show_tensor
from app.panels.editors.value_edit import Editor, ValueEdit, attribute_editor, choices_of, input_editor
from app.panels.look import EmptyState, PagePanel, ScrollArea, Text, horizontal, named, scaled, vertical
from app.panels.properties.fields import Link, name_width
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.document.data import Block, Json, Page, is_list, same
from blocks.library.core.constants import Control

_NARROWEST = 230
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class BlockValue(QFrame):
    """The editor of one value, over its row in the block.

    Enter accepts, Tab continues with the block's next value, Escape reverts the typing. A click elsewhere ends the
    editor; an invalid text stays, with the reason.

    Signals:
        went_on: another value to edit (block id, name).
    """

    went_on = Signal(str, str)

    def __init__(self, view: CanvasView, document: Document, block: str, name: str) -> None:
        super().__init__(view.viewport())
        self._view, self._document = view, document
        self._block, self.name = block, name
        self.setObjectName("blockValue")
        sheet = "#blockValue { background: palette(base); border: 1px solid palette(highlight); border-radius: 4px; }"
        self.setStyleSheet(sheet)
        self.label = Text(name, "dim", parent=self)
        self.fault = Text("", "error", wrap=True, parent=self)
        self.fault.setFont(scaled(self.fault.font(), 0.92))
        self.fault.hide()
        self.editor: Editor = self._make()
        self.editor.setAccessibleName(f"{block}.{name}")
        layout = self._layout = QGridLayout(self)
        layout.setContentsMargins(6, 3, 6, 3)
        layout.setHorizontalSpacing(8)
        layout.addWidget(self.label, 0, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.editor, 0, 1)
        layout.addWidget(self.fault, 1, 0, 1, 2)
        layout.setColumnStretch(1, 1)
        self.editor.edited.connect(self._set)
        self.editor.cleared.connect(self._unset)
        self.editor.finished.connect(document.end_gesture)
        self.editor.faulted.connect(self._say)
        self.editor.installEventFilter(self)
        view.view_changed.connect(self._move)
        document.changed.connect(self._follow)
        self.show()
        self._follow()
        self.editor.setFocus(Qt.FocusReason.TabFocusReason)

    def _make(self) -> Editor:
        spec = self._view.page_scene.mirror.type_of(self._block)
        assert spec is not None
        attribute, pin = spec.attribute(self.name), spec.input(self.name)
        if attribute is not None:
            return attribute_editor(spec, attribute, self)
        assert pin is not None
        return input_editor(pin, self)

    def is_about(self, view: CanvasView, block: str, name: str) -> bool:
        return not self.isHidden() and (self._view, self._block, self.name) == (view, block, name)

    def commit(self) -> bool:
        """Put the typed value into the document; return whether it is valid."""
        self.editor.commit()
        return not (isinstance(self.editor, ValueEdit) and self.editor.is_draft())

    def close_editor(self, *, focus: bool = False) -> None:
        if self.isHidden():
            return
        self._view.view_changed.disconnect(self._move)
        self._document.changed.disconnect(self._follow)
        self.editor.removeEventFilter(self)
        if focus:
            self._view.setFocus()
        self.hide()
        self.deleteLater()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and not self.isHidden():
            self._move()
        return done

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
            if (not held and event.key() < Qt.Key.Key_F1) or event.key() in _ENTER:
                event.accept()
                return True
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(event)
        elif event.type() == QEvent.Type.FocusOut and isinstance(event, QFocusEvent):
            self._left(event.reason())
        return False

    def _left(self, reason: Qt.FocusReason) -> None:
        if reason != Qt.FocusReason.PopupFocusReason and self.commit():
            self.close_editor()

    def _key(self, event: QKeyEvent) -> bool:
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() == Qt.Key.Key_Escape:
            if isinstance(self.editor, ValueEdit):
                self.editor.revert()
            self.close_editor(focus=True)
        elif event.key() in _ENTER and not shifted:
            if self.commit():
                self.close_editor(focus=True)
        elif event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            if self.commit():
                self._go_on(-1 if event.key() == Qt.Key.Key_Backtab else 1)
        else:
            return False
        return True

    def _go_on(self, step: int) -> None:
        names = [row.name for row in self._view.page_scene.value_rows(self._block)]
        if self.name in names and len(names) > 1:
            name = names[(names.index(self.name) + step) % len(names)]
            self.close_editor(focus=True)
            self.went_on.emit(self._block, name)

    def _row(self) -> BlockValueRow | None:
        return next((row for row in self._view.page_scene.value_rows(self._block) if row.name == self.name), None)

    def _follow(self) -> None:
        row = self._row()
        item = self._view.page_scene.block_item(self._block)
        if row is None or item is None:
            self.close_editor(focus=self.editor.hasFocus())
            return
        shown = self._view.page_scene.mirror.faces.as_given(item.block)
        self.editor.show_value(shown.values.get(self.name, UNSET))
        self._move()

    def _move(self) -> None:
        row = self._row()
        if row is None:
            return
        where = self._view.viewportTransform().mapRect(row.area).toRect()
        room = self._view.viewport().rect()
        width = min(max(where.width(), _NARROWEST), room.width())
        self.setFixedWidth(width)
        wraps = self._layout.hasHeightForWidth()
        height = self._layout.totalHeightForWidth(width) if wraps else self._layout.totalSizeHint().height()
        self.setFixedHeight(height)
        left = max(0, min(where.left(), room.width() - width))
        self.move(left, max(0, min(where.center().y() - 14, room.height() - self.height())))

    def _set(self, value: Json) -> None:
        self._do(lambda page, block, name: verbs.set_value(page, block, name, value))

    def _unset(self) -> None:
        self._do(verbs.unset_value)

    def _do(self, verb: Callable[[Page, str, str], Edit | None]) -> None:
        try:
            canvas, block, name = self._view.page_scene.setter_of(self._block, self.name)
            edit: Edit | None = verb(self._document.page(canvas), block, name)
            if edit is not None:
                self._document.do(*edit, merge=("in block", id(self)))
        except DiagramError as error:
            self._say(sentence_of(error))

    def _say(self, text: str) -> None:
        if isValid(self.fault):
            self.fault.say(text)
            self._move()


def choices_menu(view: CanvasView, document: Document, block: str, name: str) -> QMenu | None:
    """Open the list of a value's choices below it; None if the value is typed."""
    scene = view.page_scene
    spec, item = scene.mirror.type_of(block), scene.block_item(block)
    attribute = None if spec is None else spec.attribute(name)
    row = next((row for row in scene.value_rows(block) if row.name == name), None)
    subset = attribute is not None and is_subset(attribute)
    choices = None if spec is None or attribute is None or subset else choices_of(spec, attribute)
    if (choices is None and not subset) or attribute is None or item is None or row is None:
        return None

    def put(edit: Edit | None) -> None:
        if edit is not None:
            document.do(*edit)

    def choose(value: Json | EditorState) -> None:
        unset = isinstance(value, EditorState)
        put(verbs.unset_value(page, owner, called) if unset else verbs.set_value(page, owner, called, value))

    def turn(value: str, on: bool) -> None:
        put(verbs.turn_choice(page, owner, called, value, on=on))

    menu = QMenu(view)
    menu.setObjectName("choices")
    given: Json | EditorState = scene.mirror.faces.as_given(item.block).values.get(name, UNSET)
    canvas, owner, called = scene.setter_of(block, name)
    page = document.page(canvas)
    entries: list[tuple[str, bool, Callable[[], None]]] = []
    for text, value in choices or ():
        on = value is given or (not isinstance(value, EditorState) and value == given)
        entries.append((text, on, partial(choose, value)))
    for each in attribute.allowed or () if subset else ():
        on = is_list(given) and each in given
        entries.append((each, on, partial(turn, each, not on)))
    for text, on, act in entries:
        action = menu.addAction(text.replace("&", "&&"), act)
        action.setCheckable(True)
        action.setChecked(on)
    menu.aboutToHide.connect(menu.deleteLater)
    corner = row.value.bottomLeft() if row.text else row.area.bottomLeft()
    menu.popup(view.viewport().mapToGlobal(view.viewportTransform().map(corner).toPoint()))
    return menu


_POSITIONS = 1000
"""The number of slider positions for a number that is not an integer."""


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
        self.fault = Text("", "error", wrap=True, parent=self)
        self.fault.hide()
        self.editor.faulted.connect(self.fault.say)
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

    def _slid(self, position: int) -> None:
        assert self.range is not None and self.slider is not None
        self.edited.emit(self.range.at(position))
        if not self.slider.isSliderDown():  # by keys or a click
            self.finished.emit()


class ControlsPanel(PagePanel):
    go_to = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[ParameterRow] = []
        self.nothing = EmptyState("edit.add", parent=self)
        self._body = QWidget(self)
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(12, 8, 12, 8)
        self._column.setSpacing(6)
        self._column.addStretch(1)
        self.area = named(ScrollArea(self), tr("Controls"))
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self._body)
        vertical(self.nothing, (self.area, 1), to=self, margins=(0, 0, 0, 0))
        self.refresh()

    def refresh(self) -> None:
        page = self.page()
        parameters = [] if page is None else [block for block in page.blocks if block.type == Control.name]
        nothing = mark("This page has no controls. Add a Control block to give one value to many blocks and adjust "
                       "that value here.")  # fmt: skip
        self.nothing.setText(tr("No diagram is open.") if page is None else tr(nothing))
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
            row.fault.say("")
        except DiagramError as error:
            row.fault.say(sentence_of(error))

    def _finish(self) -> None:
        if self.document is not None:
            self.document.end_gesture()
