"""Editing a value on its block, and the list of its choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QMenu
from shiboken6 import isValid

from app.canvas.value_rows import BlockValueRow, is_subset
from app.canvas.view import CanvasView
from app.core import verbs
from app.core.document import Document
from app.core.verbs import Edit
from app.engine_texts import sentence_of
from app.panels.editors.codecs import UNSET, EditorState
from app.panels.editors.value_edit import Editor, ValueEdit, attribute_editor, choices_of, input_editor
from app.panels.look import Text, scaled
from blocks.base.errors import DiagramError
from blocks.document.data import Json, Page, is_list

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
        self.setStyleSheet(
            "#blockValue { background: palette(base); border: 1px solid palette(highlight); border-radius: 4px; }"
        )
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
            self.fault.setText(text)
            self.fault.setVisible(bool(text))
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
            document.end_gesture()

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
    entries: list[tuple[str, bool, Callable[[], None]]] = [
        (text, value is given or (not isinstance(value, EditorState) and value == given), partial(choose, value))
        for text, value in choices or ()
    ]
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
