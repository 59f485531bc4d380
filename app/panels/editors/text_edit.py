"""A text field for a name or a sentence."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from app.panels.editors.fitted import FittedEdit


class TextEdit(FittedEdit):
    """A plain text field with one line, or several with ``lines``.

    Enter or leaving the field accepts; Escape restores the old text.

    Signals:
        edited(str): another text was accepted.
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
        """Replace a rejected text by the one in effect."""
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

    def focusInEvent(self, e: QFocusEvent) -> None:
        super().focusInEvent(e)
        if e.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()

    def focusOutEvent(self, e: QFocusEvent) -> None:
        super().focusOutEvent(e)
        if e.reason() != Qt.FocusReason.PopupFocusReason:
            self.commit()
