"""The tabs of the window: one for each open diagram, and those that stand for something else."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QTabBar, QTabWidget, QToolButton, QWidget

from app.window.style import DARK, Chrome, icon
from app.window.tabs import DiagramTab


class Tabs(QTabWidget):
    """The open diagrams, and the welcome page.

    Signals:
        close_wanted: the tab with this widget is to be closed.
    """

    close_wanted = Signal(QWidget)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDocumentMode(True)
        self.setMovable(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self._chrome = DARK

    def tabInserted(self, index: int) -> None:
        """Give a new tab a cross of our own."""
        super().tabInserted(index)
        widget = self.widget(index)
        button = QToolButton(self)
        button.setIconSize(QSize(11, 11))
        button.setAutoRaise(True)
        button.setToolTip("Close")
        button.setAccessibleName("Close tab")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setIcon(icon("close", self._chrome.dim))
        button.clicked.connect(lambda: self.close_wanted.emit(widget))
        self.tabBar().setTabButton(index, QTabBar.ButtonPosition.RightSide, button)

    def dress(self, chrome: Chrome) -> None:
        """Take on the colours of a theme."""
        self._chrome = chrome
        for index in range(self.count()):
            button = self.tabBar().tabButton(index, QTabBar.ButtonPosition.RightSide)
            if isinstance(button, QToolButton):
                button.setIcon(icon("close", chrome.dim))

    def diagrams(self) -> list[DiagramTab]:
        """The open diagrams, from left to right."""
        widgets = (self.widget(i) for i in range(self.count()))
        return [widget for widget in widgets if isinstance(widget, DiagramTab)]

    def current_diagram(self) -> DiagramTab | None:
        """The diagram in front; None if it is the welcome page."""
        widget = self.currentWidget()
        return widget if isinstance(widget, DiagramTab) else None

    def is_modified(self, widget: QWidget) -> bool:
        """Whether a tab has something that is not saved."""
        return isinstance(widget, DiagramTab) and widget.document.modified

    def retitle(self, tab: DiagramTab) -> None:
        """Bring the text of a tab up to date: its name, and a dot where something is not saved."""
        index = self.indexOf(tab)
        mark = "\u2022 " if tab.document.modified else ""
        text = f"{tab.title} (read-only)" if tab.read_only else tab.title
        self.setTabText(index, mark + text.replace("&", "&&"))
        path = tab.document.path
        # A tooltip that might be markup would be shown as such.
        self.setTabToolTip(index, "" if path is None else f"<span>{escape(str(path))}</span>")
