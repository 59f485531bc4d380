"""Canvas-only mode: all panels and bars are hidden."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QTimer
from PySide6.QtWidgets import QMainWindow, QWidget

from app.canvas.view import CanvasView
from app.language import tr
from app.window.menus.toolbar import Toolbar
from app.window.settings import CANVAS_ONLY, Settings
from app.window.tabs import DiagramTab
from app.window.widgets.docks import Docks
from app.window.widgets.status_bar import Status
from app.window.widgets.tab_strip import Tabs


class _Window(Protocol):
    """The parts of the window that come and go."""

    settings: Settings
    docks: Docks
    tabs: Tabs
    toolbar: Toolbar
    status: Status


class CanvasOnly(QObject):
    """The switch that hides the panels, the menus and the bars, and shows them again.

    It is a setting, so the next start is the same; a window without a diagram in front has its menus all the same.

    Args:
        window: the window, which is its parent too.
        parts: what is hidden in it.

    Attributes:
        is_on: whether they are hidden now.
    """

    def __init__(self, window: QMainWindow, parts: _Window) -> None:
        super().__init__(window)
        self._window = window
        self._parts = parts
        self.is_on = False

    def flip(self) -> None:
        """Hide them, and say what brings them back; or show them again."""
        settings = self._parts.settings
        settings.set(CANVAS_ONLY, not settings.flag(CANVAS_ONLY))
        if self.is_on:
            self._parts.status.say(tr("Press Esc to show panels, menus and toolbars again"))

    def leave(self) -> None:
        """Show them again."""
        self._parts.settings.set(CANVAS_ONLY, None)

    def follow(self, tab: DiagramTab | None) -> None:
        """Do what the setting says; what stands on the canvas stays where it is on the screen."""
        self.show_all(not (self._parts.settings.flag(CANVAS_ONLY) and tab is not None), tab)
        if tab is not None:
            tab.pages.turn(on=not self.is_on)

    def show_all(self, on: bool = True, tab: DiagramTab | None = None) -> None:
        """Show all that is hidden, or hide it."""
        if on is not self.is_on:
            return
        self.is_on = not on
        view = tab.view if tab is not None and tab.page_name else None
        if view is not None:
            self._keep_still(view)
        self._parts.docks.suspend(not on)
        bars: tuple[QWidget, ...] = (self._window.menuBar(), self._parts.toolbar, self._parts.tabs.tabBar())
        for bar in bars:
            bar.setVisible(on)
        self._parts.status.set_brief(not on)
        if on:
            self._parts.status.hint("")  # how to come back
        if view is not None:
            view.setFocus()  # a panel that is hidden must not keep the keys

    def _keep_still(self, view: CanvasView) -> None:
        """Once the view has its new size, bring back what was seen to where it was on the screen.

        A page that nobody moved is shown whole again.
        """
        is_whole, seen = view.is_whole, view.to_page(QPoint())
        at = view.viewport().mapTo(self._window, QPointF())

        def move() -> None:
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # all that is asked for by now
            if is_whole:
                view.show_first()
            else:
                moved = view.viewport().mapTo(self._window, view.viewportTransform().map(seen)) - at
                view.pan(-moved.x(), -moved.y())

        QTimer.singleShot(0, view, move)
