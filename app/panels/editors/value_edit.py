"""Text fields: for a name or a sentence, and for a value, in which dragging over a number changes the number."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from app.canvas.value_rows import has_choices
from app.core.numbers import Number, number_at, numbers_in, stepped
from app.panels.editors.choice import BoolEdit, ChoiceEdit
from app.panels.editors.grid import (
    MAX_INLINE,
    UNSET,
    Codec,
    EditorState,
    attribute_codec,
    elements,
    input_codec,
    show_rows,
    show_type,
    type_choices,
)
from app.panels.look import fixed_width
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.document.data import Json
from blocks.document.python_values import file_value
from blocks.graph.spec import REQUIRED, Attribute, BlockSpec, InputPin

MAX_LINES = 9
"""Longer texts are scrolled."""


class FittedEdit(QPlainTextEdit):
    """A field without a frame, one line high; with ``lines``, it wraps long lines and is as high as its text."""

    def __init__(self, lines: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = lines
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        wrap = QTextOption.WrapMode
        self.setWordWrapMode(wrap.WrapAtWordBoundaryOrAnywhere if lines else wrap.NoWrap)

    def sizeHint(self) -> QSize:
        return QSize(80, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit(resized=True)

    def focusInEvent(self, e: QFocusEvent) -> None:
        super().focusInEvent(e)
        if e.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()

    def _height(self) -> int:
        count = round(self.document().size().height()) if self._lines else 1
        margins = self.contentsMargins()
        return max(1, min(count, MAX_LINES)) * self.fontMetrics().lineSpacing() + margins.top() + margins.bottom() + 1

    def fit_height(self) -> None:
        self._fit(resized=False)

    def _fit(self, *, resized: bool) -> None:
        height = self._height()
        if height != self.minimumHeight() or height != self.maximumHeight():
            self.setFixedHeight(height)
        many = self._lines and self.document().size().height() > MAX_LINES
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if many else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        # Without the bar lines are longer, so a resized field would show and hide it in turn without end.
        if policy != self.verticalScrollBarPolicy() and (many or not resized):
            self.setVerticalScrollBarPolicy(policy)


class TextEdit(FittedEdit):
    """A plain text field with one line, or several with ``lines``.

    Enter or leaving the field accepts; Escape restores the old text.
    """

    edited = Signal(str)

    def __init__(self, about: str, sample: str, parent: QWidget, *, lines: bool = False) -> None:
        super().__init__(lines, parent)
        self._shown = ""
        self.setAccessibleName(about)
        self.setPlaceholderText(sample)
        self.setTabChangesFocus(True)
        self.textChanged.connect(self.fit_height)
        self.fit_height()

    def show_text(self, text: str) -> None:
        """Show the document's text, unless the user is typing."""
        if self.toPlainText() == self._shown and text != self._shown:
            self._shown = text
            self.setPlainText(text)

    def commit(self) -> None:
        text = self.toPlainText() if self._lines else " ".join(self.toPlainText().split("\n"))
        if text != self._shown:
            self._shown = text
            self.edited.emit(text)

    def refuse(self, text: str) -> None:
        self._shown = text
        self.setPlainText(text)

    def event(self, e: QEvent) -> bool:
        if e.type() == QEvent.Type.ShortcutOverride and isinstance(e, QKeyEvent) and e.key() == Qt.Key.Key_Escape:
            e.accept()
            return True
        return super().event(e)

    def keyPressEvent(self, e: QKeyEvent) -> None:
        more = self._lines and e.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if e.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not more:
            self.commit()
        elif e.key() == Qt.Key.Key_Escape and self.toPlainText() != self._shown:
            self.setPlainText(self._shown)
        elif e.key() == Qt.Key.Key_Escape:
            e.ignore()
        else:
            super().keyPressEvent(e)

    def focusOutEvent(self, e: QFocusEvent) -> None:
        super().focusOutEvent(e)
        if e.reason() != Qt.FocusReason.PopupFocusReason:
            self.commit()


PIXELS_PER_STEP = 4
_MAX_CHECKED = 200_000


class ValueEdit(FittedEdit):
    """A field with one line, or one line per row of a tensor.

    Enter or leaving the field puts the value into the document; Escape reverts the typing. Up and Down step the number
    at the cursor (Shift: small steps, Ctrl: large ones), as does a drag over a number.

    Args:
        default: the placeholder: the value in effect if the field is empty.
        keeps_empty: an empty string is a value; otherwise it removes the value.
    """

    edited = Signal(object)
    cleared = Signal()
    finished = Signal()
    faulted = Signal(str)

    def __init__(
        self,
        codec: Codec,
        default: str = "",
        *,
        lines: bool = False,
        keeps_empty: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(lines, parent)
        self._codec = codec
        self._keeps_empty = keeps_empty
        self._default = default
        self._shown = ""
        self._drag: tuple[QPoint, Number, str, int] | None = None
        self._pressed_at: int | None = None
        self._scrubbing = False
        self._quiet = False
        if lines:
            self.setFont(fixed_width(self.font()))
        self.setTabChangesFocus(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.viewport().setMouseTracking(True)
        self.setPlaceholderText(default or codec.sample)
        self.textChanged.connect(self._changed)
        self.fit_height()

    @property
    def sheet_codec(self) -> Codec | None:
        """Return the codec if the value may be a tensor, which can be edited as a sheet; otherwise None."""
        return self._codec if self._lines else None

    # What it shows

    def show_value(self, value: Json | EditorState) -> None:
        """Show the document's value, unless the user is typing."""
        if self._scrubbing or self.is_draft():
            return
        if isinstance(value, EditorState):
            text = ""
            hint = self._default or self._codec.sample
            self.setPlaceholderText(hint if value is EditorState.UNSET else tr("several values"))
        elif elements(value) > MAX_INLINE:
            text = ""
            self.setPlaceholderText(tr("{caption}: too long to show", caption=self._codec.caption(value)))
        else:
            text = show_rows(value) if self._lines else self._codec.show(value)
        if text != self._shown or text != self.toPlainText():
            number = self._number_of_cursor() if self.hasFocus() else -1
            self._set_text(text)
            self._shown = text
            self._select_number(number)
            self.faulted.emit("")

    def is_draft(self) -> bool:
        """Return whether the typed text is not in the document yet."""
        return self.toPlainText() != self._shown

    def show_draft(self, text: str) -> None:
        """Show an invalid text as if it had just been typed, with its error."""
        self._set_text(text)
        self.faulted.emit(self._fault(text))

    def commit(self) -> None:
        """Put the typed value into the document; an invalid text stays and is marked."""
        if self._scrubbing or not self.is_draft():
            return
        text = self.toPlainText()
        if not text.strip() and not self._keeps_empty:
            self._shown = text
            self.faulted.emit("")
            self.cleared.emit()
            self.finished.emit()
            return
        try:
            value = self._codec.parse(text)
        except DiagramError as error:
            self.faulted.emit(sentence_of(error))
            return
        self._shown = text
        self.faulted.emit("")
        self.finished.emit()
        self.edited.emit(value)
        self.finished.emit()
        self._tidy(value)

    def revert(self) -> None:
        self._set_text(self._shown)
        self.faulted.emit("")

    def _tidy(self, value: Json) -> None:
        if elements(value) <= MAX_INLINE and not self.is_draft():
            self._shown = show_rows(value) if self._lines else self._codec.show(value)
            self._set_text(self._shown)

    def _tidy_text(self) -> None:
        try:
            value = self._codec.parse(self.toPlainText())
        except DiagramError:
            return
        self._tidy(value)

    def _number_of_cursor(self) -> int:
        """Return how many numbers precede the selected one; -1 if none is selected."""
        text, cursor = self.toPlainText(), self.textCursor()
        selected = cursor.selectedText()
        if not selected or number_at(text, cursor.selectionStart()) is None or selected == text:
            return -1
        return sum(1 for number in numbers_in(text) if number.end <= cursor.selectionStart())

    def _select_number(self, index: int) -> None:
        numbers = numbers_in(self.toPlainText())[index : index + 1] if index >= 0 else []
        for number in numbers:
            self._select(number.start, number.end)

    def _select(self, start: int, end: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def _set_text(self, text: str) -> None:
        self._quiet = True
        self.setPlainText(text)
        self._quiet = False
        self.fit_height()

    def _changed(self) -> None:
        self.fit_height()
        if self._quiet or self._scrubbing:
            return
        text = self.toPlainText()
        if not self._lines and "\n" in text:
            self._set_text(text.replace("\n", " "))
            return
        self.faulted.emit(self._fault(text) if self.is_draft() else "")

    def _fault(self, text: str) -> str:
        if not text.strip() or len(text) > _MAX_CHECKED:
            return ""
        try:
            self._codec.parse(text)
        except DiagramError as error:
            return sentence_of(error)
        return ""

    # Keys

    def event(self, event: QEvent) -> bool:
        """Commit the typed value before a shortcut acts on the document."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undoing = event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
            if undoing and not self.is_draft():
                event.ignore()
                return False
            if event.key() == Qt.Key.Key_Escape and self.hasFocus():
                event.accept()
                return True
            done = super().event(event)
            if not event.isAccepted():
                self.commit()
            return done
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._lines and modifiers & Qt.KeyboardModifier.ShiftModifier:
                self.insertPlainText("\n")
            else:
                self.commit()
                if not self.is_draft():
                    self.selectAll()
        elif key == Qt.Key.Key_Escape:
            if self.is_draft():
                self.revert()
                self.selectAll()
            else:
                event.ignore()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._steps(modifiers):
            self._step(1 if key == Qt.Key.Key_Up else -1, modifiers)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus() and event.angleDelta().y() and not self._lines and self.toPlainText().strip():
            self._step(1 if event.angleDelta().y() > 0 else -1, event.modifiers())
            event.accept()
        elif self.hasFocus() and self.verticalScrollBar().maximum():
            super().wheelEvent(event)
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.commit()
            self._select(0, 0)
            self.finished.emit()

    def _steps(self, modifiers: Qt.KeyboardModifier) -> bool:
        return not self._lines or bool(modifiers & Qt.KeyboardModifier.AltModifier) or self.blockCount() == 1

    def _step(self, steps: int, modifiers: Qt.KeyboardModifier) -> None:
        text = self.toPlainText()
        cursor = self.textCursor()
        number = number_at(text, cursor.selectionStart()) or number_at(text, cursor.position())
        if number is not None:
            self._replace(number, text, steps, modifiers)

    def _replace(self, number: Number, text: str, steps: int, modifiers: Qt.KeyboardModifier) -> None:
        new = stepped(
            number.text,
            steps,
            fine=bool(modifiers & Qt.KeyboardModifier.ShiftModifier),
            coarse=bool(modifiers & Qt.KeyboardModifier.ControlModifier),
            minimum=self._codec.minimum,
        )
        changed = text[: number.start] + new + text[number.end :]
        if changed == self.toPlainText():
            return
        try:
            value = self._codec.parse(changed)
        except DiagramError:
            return
        self._set_text(changed)
        self._shown = changed
        self._select(number.start, number.start + len(new))
        self.faulted.emit("")
        self.edited.emit(value)

    # The mouse

    def _offset_at(self, at: QPoint) -> int:
        return self.cursorForPosition(at).position()

    def _number_under(self, at: QPoint) -> Number | None:
        number = number_at(self.toPlainText(), self._offset_at(at))
        if number is None:
            return None
        cursor = QTextCursor(self.document())
        cursor.setPosition(number.start)
        left = self.cursorRect(cursor)
        cursor.setPosition(number.end)
        right = self.cursorRect(cursor).right()
        return number if left.left() - 3 <= at.x() <= max(right, left.left()) + 3 else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.hasFocus() or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        at = event.position().toPoint()
        number = self._number_under(at)
        self._pressed_at = self._offset_at(at)
        self._drag = None if number is None else (at, number, self.toPlainText(), 0)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self._drag is not None and event.buttons() & Qt.MouseButton.LeftButton:
            start, number, text, before = self._drag
            steps = int((at.x() - start.x()) / PIXELS_PER_STEP)
            if steps == before and not self._scrubbing:
                return
            if steps != before:
                self._scrubbing = True
                self._drag = (start, number, text, steps)
                self._replace(number, text, steps, event.modifiers())
            return
        if self.hasFocus():
            super().mouseMoveEvent(event)
            self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
            return
        over = self._number_under(at) is not None
        self.viewport().setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.IBeamCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is None:
            super().mouseReleaseEvent(event)
            return
        offset, self._pressed_at, self._drag = self._pressed_at, None, None
        if self._scrubbing:
            self._scrubbing = False
            cursor = self.textCursor()
            cursor.clearSelection()
            self.setTextCursor(cursor)
            self.finished.emit()
            self._tidy_text()
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        text = self.toPlainText()
        self._select(min(offset, len(text)), min(offset, len(text)))
        if not self._lines or number_at(text, 0) == Number(0, len(text), text):
            self.selectAll()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.hasFocus():
            super().mouseDoubleClickEvent(event)
        else:
            self.mousePressEvent(event)


Editor = BoolEdit | ChoiceEdit | ValueEdit


def attribute_editor(spec: BlockSpec, attribute: Attribute, parent: QWidget | None = None) -> Editor:
    default = None if attribute.required else attribute.default
    if attribute.type == "bool":
        return BoolEdit(default, parent)
    choices = choices_of(spec, attribute)
    if choices is not None:
        named = [(text, value) for text, value in choices if not isinstance(value, EditorState)]
        automatic = next((text for text, value in choices if isinstance(value, EditorState)), None)
        return ChoiceEdit(named, default, automatic, parent)
    codec = attribute_codec(attribute)
    tensor = attribute.type == "tensor"
    shown = _default_text(attribute, codec.show)
    keeps = attribute.type == "string" and attribute.default != ""
    return ValueEdit(codec, shown, lines=tensor, keeps_empty=keeps, parent=parent)


def choices_of(spec: BlockSpec, attribute: Attribute) -> list[tuple[str, Json | EditorState]] | None:
    """Return the labels and values of an attribute's choices, `UNSET` for automatic; None if it is typed."""
    if not has_choices(attribute):
        return None
    names = type_choices(spec, attribute) if attribute.type == "type" else attribute.allowed or ()
    shown = show_type if attribute.type == "type" else str
    choices: list[tuple[str, Json | EditorState]] = [(shown(value), value) for value in names]
    open_ended = not attribute.required and attribute.default is None
    return [(tr("automatic"), UNSET), *choices] if open_ended else choices


def _default_text(attribute: Attribute, show: Callable[[Json], str]) -> str:
    if attribute.default is REQUIRED:
        return ""
    if attribute.default is None:
        return tr("any shape") if attribute.type == "shape" else tr("automatic")
    return show(file_value(attribute.default)) or tr("empty")


def input_editor(pin: InputPin, parent: QWidget | None = None) -> ValueEdit:
    return ValueEdit(input_codec(pin), lines=True, parent=parent)
