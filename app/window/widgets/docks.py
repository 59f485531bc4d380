"""The dock widgets around the canvas."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QFrame, QMainWindow, QScrollArea, QTabBar, QToolButton, QWidget

from app.panels.look import PagePanel, text_share
from app.window.panel_table import BOTTOM, LEFT, PANELS, RIGHT, PanelEntry
from blocks.base.language import tr

_Panel = TypeVar("_Panel", bound=QWidget)
_WIDTHS = {LEFT: (186, 236, 0.14), RIGHT: (278, 328, 0.2)}
_MOST = {LEFT: 0.24, RIGHT: 0.3}
"""The least and the usual widths of panels and their share of a small window; and their share if the text is larger."""
_BOTTOM_HEIGHT, _BOTTOM_SHARE = 232, 0.34
_LOW = 800
"""In a window less high than this the panels at the bottom are folded: the canvas needs the room."""
_LEAST = QSize(280, 110)
"""The size below which a panel scrolls; on large screens it may be a quarter as wide as they are."""


class Docks:
    """The dock widgets by name, with the panels in them. ``leave`` is called when the focus returns to the canvas."""

    def __init__(self, window: QMainWindow, changed: Callable[[], None], leave: Callable[[], None]) -> None:
        self._window = window
        self._changed = changed
        self._leave = leave
        self._docks: dict[str, Dock] = {}
        self._first_state = QByteArray()
        self._hidden: list[Dock] | None = None
        self._in_front: list[Dock] = []
        self._folded: list[Dock] = []
        self._is_low = False
        window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)

        for entry in PANELS:
            self._add(entry)

    def panel(self, kind: type[_Panel]) -> _Panel:
        return next(dock.panel for dock in self._docks.values() if isinstance(dock.panel, kind))

    def page_panels(self) -> list[PagePanel]:
        return [dock.panel for dock in self._docks.values() if isinstance(dock.panel, PagePanel)]

    def _add(self, entry: PanelEntry) -> None:
        dock = self._docks[entry.name] = Dock(tr(entry.title), entry.make(), self._window)
        dock.setObjectName(f"dock.{entry.name}")
        others = [other for other in self._docks.values() if other is not dock and other.area is entry.area]
        dock.area = entry.area
        self._window.addDockWidget(entry.area, dock)
        if others:
            self._window.tabifyDockWidget(others[-1], dock)
        dock.visibilityChanged.connect(dock.set_in_front)
        dock.visibilityChanged.connect(self._changed)
        dock.left.connect(self._leave)

    def place(self) -> None:
        share, size = text_share(), self._window.size()
        for dock in self._first():
            dock.raise_()
            if dock.area is BOTTOM:
                usual = min(_BOTTOM_HEIGHT, round(size.height() * _BOTTOM_SHARE))
                height = min(round(usual * share), max(usual, size.height() // 3))
                self._window.resizeDocks([dock], [height], Qt.Orientation.Vertical)
            else:
                least, usual, part = _WIDTHS[dock.area]
                usual = max(least, min(usual, round(size.width() * part)))
                width = min(round(usual * share), max(usual, round(size.width() * _MOST[dock.area])))
                self._window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
        self.fit(size.height())
        self._first_state = self._window.saveState()

    def fit(self, height: int) -> None:
        """Fold the panels at the bottom when the window gets low, and show them when it no longer is."""
        if (height < _LOW) is not self._is_low:
            self._is_low = not self._is_low
            self.fold(self._is_low)

    def _open(self) -> list[Dock]:
        return [dock for dock in self._docks.values() if not dock.isHidden()] if self._hidden is None else self._hidden

    @property
    def is_folded(self) -> bool:
        return all(dock.area is not BOTTOM for dock in self._open())

    def fold(self, on: bool) -> None:
        """Hide the panels at the bottom, or show those that were hidden with this."""
        if on is self.is_folded:
            return
        if on:
            self._folded = [dock for dock in self._open() if dock.area is BOTTOM]
        docks = self._folded or [dock for dock in self._docks.values() if dock.area is BOTTOM]
        if self._hidden is not None:
            self._hidden = [*(dock for dock in self._hidden if dock not in docks), *(docks if not on else ())]
            return
        for dock in docks:
            dock.setVisible(not on)
        docks[0].raise_()
        QTimer.singleShot(0, self._window, self._hide_strays)

    def _first(self) -> list[Dock]:
        first: dict[Qt.DockWidgetArea, Dock] = {}
        for dock in self._docks.values():
            first.setdefault(dock.area, dock)
        return list(first.values())

    def reset(self) -> None:
        self.suspend(False)
        self._window.restoreState(self._first_state)
        self._is_low = self.is_folded
        self.fit(self._window.height())
        self.suspend(True)
        QTimer.singleShot(0, self._window, lambda: self.suspend(False))

    def suspend(self, on: bool) -> None:
        if on and self._hidden is None:
            self._hidden = self._open()
            self._in_front = [dock for dock in self._hidden if dock.in_front]
            for dock in self._hidden:
                dock.hide()
            QTimer.singleShot(0, self._window, self._hide_strays)
        elif not on and self._hidden is not None:
            hidden, self._hidden = self._hidden, None
            for dock in hidden:
                dock.show()
            for dock in self._in_front or self._first():
                dock.raise_()
            QTimer.singleShot(0, self._window, self._hide_strays)

    @property
    def are_suspended(self) -> bool:
        return self._hidden is not None

    def _hide_strays(self) -> None:
        """Hide tab bars that Qt created for a layout and forgot."""
        seen = self._open() if self._hidden is None else []
        together = [{dock, *self._window.tabifiedDockWidgets(dock)} for dock in seen]
        titles = [{each.windowTitle() for each in some if not each.isHidden()} for some in together]
        for bar in self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if bar.count() and {bar.tabText(i) for i in range(bar.count())} not in titles:
                bar.hide()

    def flip(self, name: str) -> None:
        if self.is_open(name):
            self._docks[name].hide()
            self._leave()
        else:
            self.show(name, self._docks[name].enter)

    def go_on(self, step: int) -> None:
        """Move the focus to the next visible panel (-1: the previous), and after the last one to the canvas."""
        seen = [dock for dock in self._docks.values() if dock.in_front and not dock.isHidden()]
        focus = QApplication.focusWidget()
        here = next((i for i, dock in enumerate(seen) if focus is not None and dock.isAncestorOf(focus)), -1)
        index = (here + 1 + step) % (len(seen) + 1) - 1
        if index < 0:
            self._leave()
        else:
            seen[index].enter()

    def show(self, name: str, then: Callable[[], None] | None = None) -> None:
        """Show a panel, and call a function once it is visible: invisible widgets cannot take the focus."""
        dock = self._docks.get(name)
        if dock is not None:
            if dock.area is BOTTOM:
                self.fold(False)  # alone, a panel would have no tab with its name
            dock.show()
            dock.raise_()
            dock.when_seen(then)

    def widen(self, name: str, width: int) -> None:
        """Make a panel at least so wide that its content fits, within the usual share of the window."""
        dock = self._docks[name]
        width = min(round(width * text_share()), round(self._window.width() * _MOST[dock.area]))
        if dock.width() < width:
            self._window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)

    def hide(self, name: str) -> None:
        self._docks[name].hide()

    def is_open(self, name: str) -> bool:
        dock = self._docks.get(name)
        return dock is not None and dock.in_front


class _Room(QScrollArea):
    """The scroll area around a panel that needs more space than it has."""

    def __init__(self, panel: QWidget, dock: QDockWidget) -> None:
        super().__init__(dock)
        dock.setWidget(self)  # before the panel: Qt styles everything in a widget again when its parent changes
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._panel = panel
        self.setWidget(panel)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._panel and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        """Give the panel all the space and at least its minimum; Qt would use its preferred height."""
        room, least = self.maximumViewportSize(), self._panel.minimumSizeHint().expandedTo(self._panel.minimumSize())
        layout = self._panel.layout()
        lines = layout if layout is not None and layout.hasHeightForWidth() else None
        for bar in (0, self.verticalScrollBar().sizeHint().width()):
            width = max(room.width() - bar, least.width())
            height = least.height() if lines is None else lines.minimumHeightForWidth(width)
            if height <= room.height():
                break
        self._panel.resize(width, max(room.height(), height))

    def minimumSizeHint(self) -> QSize:
        least = QSize(max(_LEAST.width(), self.screen().availableSize().width() // 4), _LEAST.height())
        return self._panel.minimumSizeHint().expandedTo(self._panel.minimumSize()).boundedTo(least)

    def sizeHint(self) -> QSize:
        return self._panel.sizeHint()


class Dock(QDockWidget):
    """A panel whose tab has its title."""

    left = Signal()
    area = LEFT
    in_front = False

    def __init__(self, title: str, panel: QWidget, window: QWidget) -> None:
        super().__init__(title, window)
        panel.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        policy = panel.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        panel.setSizePolicy(policy)
        self.panel = panel
        _Room(panel, self)
        self._then: Callable[[], None] | None = None
        self.setTitleBarWidget(QWidget(self))  # the tabs say it

    def enter(self) -> None:
        """Give the focus to the panel: to its declared widget, else to its first focusable one."""
        panel = self.panel
        named = panel.focusProxy()
        parts = [named] if named is not None else panel.findChildren(QWidget)  # pyright: ignore[reportUnnecessaryComparison]
        takes = (each for each in parts if each.focusPolicy() & Qt.FocusPolicy.TabFocus)
        ready = (each for each in takes if each.isVisible() and each.isEnabled())
        first = next((each for each in ready if not isinstance(each, QScrollArea | QToolButton)), self)
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def set_in_front(self, on: bool) -> None:
        """Note whether the panel is in front; Qt also counts panels behind others as shown."""
        self.in_front = on
        self.panel.setVisible(on)  # panels work only while they are seen
        self.when_seen(self._then)

    def when_seen(self, then: Callable[[], None] | None) -> None:
        """Call a function now, or once the panel is visible."""
        self._then = None if self.in_front else then
        if self.in_front and then is not None:
            then()
