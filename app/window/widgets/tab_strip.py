"""The tabs of the window: one for each open diagram, and placeholder tabs."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QTabBar, QTabWidget, QToolButton, QWidget

from app.language import tr
from app.window.language import NAMES
from app.window.tabs import DiagramTab
from app.window.widgets.style import DARK, Chrome, icon


class _Bar(QTabBar):
    """Tabs that can be dragged along their bar. Qt's own method crashes if one comes, goes or is chosen meanwhile."""

    _dragged = -1

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self.setChangeCurrentOnDrag(True)  # so that what is dragged comes to another diagram

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a tab."""
        super().mousePressEvent(event)
        self._dragged = self.tabAt(event.position().toPoint()) if event.button() is Qt.MouseButton.LeftButton else -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Change places with the neighbour, once the pointer is where the tab will be then."""
        super().mouseMoveEvent(event)
        if self._dragged < 0 or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        held = self.tabRect(self._dragged)
        x = round(event.position().x())
        to = self.tabAt(QPoint(x, held.center().y()))
        other = self.tabRect(to)
        if to >= 0 and (
            (to > self._dragged and x > other.right() - held.width())
            or (to < self._dragged and x < other.left() + held.width())
        ):
            at, self._dragged = self._dragged, to
            self.moveTab(at, to)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of it."""
        self._dragged = -1
        super().mouseReleaseEvent(event)

    def tabInserted(self, index: int) -> None:
        """Which tab was held is not known any more."""
        self._dragged = -1
        super().tabInserted(index)

    def tabRemoved(self, index: int) -> None:
        """Which tab was held is not known any more."""
        self._dragged = -1
        super().tabRemoved(index)


class Tabs(QTabWidget):
    """The open diagrams, and the welcome page.

    Signals:
        close_wanted: the tab with this widget is to be closed.
    """

    close_wanted = Signal(QWidget)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        bar = _Bar(self)
        bar.setProperty(NAMES, True)
        self.setTabBar(bar)
        self.setDocumentMode(True)
        self.setAccessibleName(tr("Open diagrams"))
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self._chrome = DARK

    def tabInserted(self, index: int) -> None:
        """Give a new tab a cross of our own."""
        super().tabInserted(index)
        widget = self.widget(index)
        button = QToolButton(self)
        button.setIconSize(QSize(11, 11))
        button.setAutoRaise(True)
        button.setToolTip(tr("Close"))
        button.setAccessibleName(tr("Close tab"))
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
        text = tr("{title} (read-only)", title=tab.title) if tab.read_only else tab.title
        shown = mark + text.replace("&", "&&")
        if shown != self.tabText(index):  # the whole window is laid out again for another text
            self.setTabText(index, shown)
        path = tab.document.path
        # A tooltip that might be markup would be shown as such.
        self.setTabToolTip(index, f"<span>{escape(str(path or tab.title))}</span>")


class Pane(QWidget):
    """The tab area. When the text of a tab changes, only the tab bar is laid out again.

    A layout would pass that on to the window, and all panels would be laid out too.
    """

    def __init__(self, tabs: Tabs, parent: QWidget) -> None:
        super().__init__(parent)
        self._tabs = tabs
        tabs.setParent(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """All room is for the tabs."""
        super().resizeEvent(event)
        self._tabs.setGeometry(self.rect())

    def sizeHint(self) -> QSize:
        """As large as the tabs want to be."""
        return self._tabs.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """As large as the tabs must be."""
        return self._tabs.minimumSizeHint()
