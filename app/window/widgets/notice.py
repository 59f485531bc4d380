"""A notice above the canvas that offers an action without blocking the user."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.language import tr
from app.panels.look import horizontal


def _nothing() -> None:
    """Do nothing: the action of a button that only closes the notification."""


class Notice(QWidget):
    """The notice, hidden while it has no text."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._act: Callable[[], object] = _nothing
        self._dismiss: Callable[[], object] = _nothing
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Highlight)
        self.label = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.act = QPushButton(self)
        self.act.clicked.connect(self._do)
        self.dismiss = QPushButton(self)
        self.dismiss.clicked.connect(self._close)
        horizontal((self.label, 1), self.act, self.dismiss, to=self, margins=(12, 5, 8, 5))
        self.hide()

    def say(
        self,
        text: str,
        act: str = "",
        do: Callable[[], object] = _nothing,
        dismiss: str = "",
        on_dismiss: Callable[[], object] = _nothing,
    ) -> None:
        """Show a sentence, or hide the notification if the text is empty.

        Args:
            act: the label of the action button; empty: no button.
            dismiss: the label of the close button; empty: "Close".
        """
        self._act, self._dismiss = do, on_dismiss
        self.label.setText(text)
        self.act.setText(act)
        self.act.setVisible(bool(act))
        self.dismiss.setText(dismiss or tr("Close"))
        self.setVisible(bool(text))

    def _do(self) -> None:
        self._act()

    def _close(self) -> None:
        self.hide()
        self._dismiss()
