"""A text field that grows with its text."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent, QTextOption
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
