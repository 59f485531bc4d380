"""Who has the keyboard focus: a click on the canvas takes it from a field, which commits what was typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.window.tabs import DiagramTab
from blocks.diagram.changes import AddBlocks
from blocks.diagram.data import Block
from tests.gui.panels.hands import editor
from tests.gui.window.hands import click, click_block, front, open_window, press, settle, type_in
from tests.gui.window.test_by_mouse import Mouse


def _block(tab: DiagramTab) -> None:
    click_block(tab, "B")


def _empty(tab: DiagramTab) -> None:
    click(tab.view.viewport(), QPoint(6, tab.view.viewport().height() - 6))


def _middle(tab: DiagramTab) -> None:
    QTest.mouseClick(tab.view.viewport(), Qt.MouseButton.MiddleButton)


@pytest.mark.parametrize("place", [_block, _empty, _middle], ids=["block", "empty", "pan"])
def test_a_click_on_the_canvas_takes_the_keys_from_a_field(qtbot: QtBot, place: Callable[[DiagramTab], None]) -> None:
    window, _ = open_window(qtbot)
    window.commands["file.new"].trigger()
    tab = front(window)
    mouse = Mouse(window, tab)
    a, b = Block("A", "Const", (0, 0), {"val": 1.0}), Block("B", "Const", (300, 0), {"val": 2.0})
    tab.document.do(AddBlocks("main", ((0, a), (1, b))), "Add")
    tab.view.set_zoom(1.0)
    tab.view.centerOn(QPointF(200, 50))
    click_block(tab, "A")
    settle(qtbot, lambda: window.panels.inspector.head.id.text() == "A")
    field = editor(window.panels.inspector, "val")
    click(field.viewport())
    type_in(field, "7.5")
    place(tab)
    shown = {_block: "B", _middle: "A"}.get(place)
    if shown is not None:
        settle(qtbot, lambda: window.panels.inspector.head.id.text() == shown)
    qtbot.wait(50)
    assert QApplication.focusWidget() in (tab.view, tab.view.viewport())
    press(tab.view, Qt.Key.Key_7)
    values = {block.id: block.values.get("val") for block in mouse.page.blocks}
    assert values == {"A": 7.5, "B": 2.0}
