"""The hint on an empty page: how to add the first block."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.face.theme import Theme
from app.language import mark, tr
from blocks.document.data import Page

_TEXT = mark("Double-click or press Tab to add a block.\nOr drag one here from the Blocks panel.")


class EmptyHint(QLabel):
    """A hint in the middle of the canvas while the page is empty. Mouse events pass through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr(_TEXT), parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_page(self, page: Page, theme: Theme) -> None:
        empty = not (page.blocks or page.notes or page.frames)
        if empty:
            self.setStyleSheet(f"color: {theme.label_dim}; background: transparent")
            self.place()
        self.setVisible(empty)

    def place(self) -> None:
        parent = self.parentWidget()
        if parent is not None:
            self.setWordWrap(False)
            width = min(self.sizeHint().width(), parent.width() - 24)
            self.setWordWrap(True)
            self.resize(width, self.heightForWidth(width))
            self.move((parent.width() - self.width()) // 2, (parent.height() - self.height()) // 2)
