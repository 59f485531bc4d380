"""Canvas-only mode: all panels and bars are hidden."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QTimer
from PySide6.QtWidgets import QMainWindow, QWidget

from app.canvas.view import CanvasView
from app.language import tr
from app.window.menus.toolbar import Toolbar
from app.window.settings import CANVAS_ONLY, Settings
from app.window.status_bar import Status
from app.window.tabs import DiagramTab, Tabs
from app.window.widgets.docks import Docks


class _Window(Protocol):
    settings: Settings
    docks: Docks
    tabs: Tabs
    toolbar: Toolbar
    status: Status


class CanvasOnly(QObject):
    """The switch that hides the panels, the menus and the bars, and shows them again.

    It is a setting that survives a restart, but without a current diagram the menus are shown anyway.
    """

    def __init__(self, window: QMainWindow, parts: _Window) -> None:
        super().__init__(window)
        self._window = window
        self._parts = parts
        self.is_on = False

    def flip(self) -> None:
        settings = self._parts.settings
        settings.set(CANVAS_ONLY, not settings.flag(CANVAS_ONLY))
        if self.is_on:
            self._parts.status.say(tr("Press Esc to show panels, menus and toolbars again"))

    def leave(self) -> None:
        self._parts.settings.set(CANVAS_ONLY, None)

    def follow(self, tab: DiagramTab | None) -> None:
        self.show_all(not (self._parts.settings.flag(CANVAS_ONLY) and tab is not None), tab)
        if tab is not None:
            tab.pages.turn(on=not self.is_on)

    def show_all(self, on: bool = True, tab: DiagramTab | None = None) -> None:
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
        """Restore the visible region once the view has its new size; refit a page that was never moved."""
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
