"""Panels that scroll: their scroll bar takes width from lines that wrap, which must not show and hide it without end."""

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
    area = window.docks.panel(Inspector).area
    heights = range(300, 1000, 6)
    for width, height in itertools.product((222, 230, 241, 260), heights):
        area.setGeometry(0, 0, width, height)
        QApplication.processEvents()
    assert area.verticalScrollBar().isVisible() == (area.widget().height() > area.viewport().height())
