"""The list of variables shows what it was told last with the next painting of the window, and not one later."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.panels.gradients.what_if import FlowRows
from app.window.window import MainWindow
from tests.app.window.hands import front, open_window, settle

LOOKS = 10
"""How often it is looked after the first numbers are there."""


def test_while_a_run_goes_on_and_when_it_pauses(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("gradient_descent_three_ways")
    tab, rows = front(window), window.panels.gradient.flow.variables
    window.docks.show("gradient")
    window.commands.trigger("gradient.view")
    settle(qtbot, lambda: rows.isVisible() and rows.count() > 0)
    window.commands.trigger("run.continuous")
    before = rows.item(0).toolTip()
    while rows.item(0).toolTip() == before:
        QApplication.processEvents()
        assert _is_fresh(window, rows)
    for _ in range(LOOKS):
        QApplication.processEvents()
        assert _is_fresh(window, rows)
    window.commands.trigger("run.pause")
    settle(qtbot, lambda: tab.engine.paused)
    assert _is_fresh(window, rows)


def _is_fresh(window: MainWindow, rows: FlowRows) -> bool:
    """Whether the screen shows the rows as they look when they are painted anew."""
    shown = _screen(window, rows)
    rows.viewport().update()
    return _screen(window, rows) == shown


def _screen(window: MainWindow, rows: FlowRows) -> QImage:
    QApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest)
    image = window.screen().grabWindow(window.winId()).toImage()
    return image.copy(QRect(rows.mapTo(window, QPoint()), rows.size()))
