"""A text field for a name or a sentence."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

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
        self.fit_height()

    def _height(self) -> int:
        count = round(self.document().size().height()) if self._lines else 1
        margins = self.contentsMargins()
        return max(1, min(count, MAX_LINES)) * self.fontMetrics().lineSpacing() + margins.top() + margins.bottom() + 1

    def fit_height(self) -> None:
        height = self._height()
        if height != self.minimumHeight() or height != self.maximumHeight():
            self.setFixedHeight(height)
        many = self._lines and self.document().size().height() > MAX_LINES
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if many else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if policy != self.verticalScrollBarPolicy():
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
