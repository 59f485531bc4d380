"""The tabs of the window: one for each open diagram, and placeholder tabs."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QTabBar, QTabWidget, QToolButton, QWidget

from app.language import tr
from app.panels.look import named
from app.window.language import NAMES
from app.window.tabs import DiagramTab
from app.window.widgets.style import DARK, Chrome, icon


class _Bar(QTabBar):
    """Draggable tabs. Qt's own method crashes if a tab is added, removed or selected during a drag."""

    _dragged = -1

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self.setChangeCurrentOnDrag(True)  # so that what is dragged comes to another diagram

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._dragged = self.tabAt(event.position().toPoint()) if event.button() is Qt.MouseButton.LeftButton else -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
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
        self._dragged = -1
        super().mouseReleaseEvent(event)

    def tabInserted(self, index: int) -> None:
        self._dragged = -1
        super().tabInserted(index)

    def tabRemoved(self, index: int) -> None:
        self._dragged = -1
        super().tabRemoved(index)


class Tabs(QTabWidget):
    """The open diagrams, and the welcome page."""

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
        super().tabInserted(index)
        widget = self.widget(index)
        button = named(QToolButton(self, autoRaise=True), tr("Close tab"), tip=tr("Close"))
        button.setIconSize(QSize(11, 11))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setIcon(icon("close", self._chrome.dim))
        button.clicked.connect(lambda: self.close_wanted.emit(widget))
        self.tabBar().setTabButton(index, QTabBar.ButtonPosition.RightSide, button)

    def dress(self, chrome: Chrome) -> None:
        self._chrome = chrome
        for index in range(self.count()):
            button = self.tabBar().tabButton(index, QTabBar.ButtonPosition.RightSide)
            if isinstance(button, QToolButton):
                button.setIcon(icon("close", chrome.dim))

    def diagrams(self) -> list[DiagramTab]:
        widgets = (self.widget(i) for i in range(self.count()))
        return [widget for widget in widgets if isinstance(widget, DiagramTab)]

    def current_diagram(self) -> DiagramTab | None:
        widget = self.currentWidget()
        return widget if isinstance(widget, DiagramTab) else None

    def is_modified(self, widget: QWidget) -> bool:
        return isinstance(widget, DiagramTab) and widget.document.modified

    def retitle(self, tab: DiagramTab) -> None:
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
        super().resizeEvent(event)
        self._tabs.setGeometry(self.rect())

    def sizeHint(self) -> QSize:
        return self._tabs.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._tabs.minimumSizeHint()
