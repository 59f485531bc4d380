"""Panels that scroll: the scroll bar takes width from lines that wrap, but does not come and go without end."""

from __future__ import annotations

import itertools

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.panels.properties.inspector import Inspector
from tests.app.window.hands import front, open_window


def test_large_text_in_a_narrow_inspector_of_any_height(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.settings.set("text_size", 200)
    window.files.open_example("a_times_b")
    front(window).scene.select(["A"])
    inspector = window.docks.panel(Inspector)
    area = inspector.area
    heights = range(300, 1000, 6)
    for width, height in itertools.product((222, 230, 241, 260), heights):
        area.setGeometry(0, 0, width, height)
        QApplication.processEvents()
    assert area.verticalScrollBar().isVisible() == (inspector.body.height() > area.viewport().height())
