"""The Controls panel, by mouse and keys: sliders, choices and fields set the values of Control blocks."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyle, QStyleOptionSlider
from pytestqt.qtbot import QtBot

from app.panels.editors.choice import ChoiceEdit
from app.panels.editors.value_edit import ValueEdit
from app.panels.properties.in_block import ControlsPanel, ParameterRow, SliderRange
from app.window.window import MainWindow
from blocks.document.model import Diagram
from tests.app.window.hands import front, open_window, settle

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    diagram = Diagram()
    page = diagram.add_page("main")
    page.add("Control", id="rate", val=0.25, minimum=0.0, maximum=1.0)
    page.add("Control", id="depth", val=3, minimum=1, maximum=5)
    page.add("Control", id="kind", val=2.0, choices=[1.0, 2.0, 3.0])
    page.add("Multiply", id="product")
    page.wire("rate.output", "product.x")
    page.wire("kind.output", "product.y")
    diagram.save(tmp_path / "turned.gradblocks")
    window, _ = open_window(qtbot)
    window.files.open(tmp_path / "turned.gradblocks")
    settle(qtbot, lambda: window.tab is not None)
    QTest.keyClick(
        front(window).view, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    )
    settle(qtbot, lambda: panel_of(window).isVisible() and len(panel_of(window).rows) == 3)
    return window


def panel_of(window: MainWindow) -> ControlsPanel:
    [panel] = window.findChildren(ControlsPanel)
    return panel


def row_of(window: MainWindow, name: str) -> ParameterRow:
    return next(row for row in panel_of(window).rows if row.block.id == name)


def value_of(window: MainWindow, name: str) -> object:
    return front(window).document.diagram.page("main").block(name).values["val"]


def test_a_slider_that_is_dragged_is_one_edit(window: MainWindow, qtbot: QtBot) -> None:
    slider = row_of(window, "rate").slider
    assert slider is not None
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    handle = slider.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle)
    start = handle.center()
    QTest.mousePress(slider, LEFT, NONE, start)
    for x in range(start.x(), slider.width() - 1, 4):
        QTest.mouseMove(slider, QPoint(x, start.y()))
    QTest.mouseMove(slider, QPoint(slider.width() + 20, start.y()))
    QTest.mouseRelease(slider, LEFT, NONE, QPoint(slider.width() + 20, start.y()))
    assert value_of(window, "rate") == 1.0
    window.commands.trigger("edit.undo")
    assert value_of(window, "rate") == 0.25
    assert not front(window).document.history.undo_text
    assert slider.value() == 250


def test_keys_a_choice_and_a_typed_value(window: MainWindow, qtbot: QtBot) -> None:
    slider = row_of(window, "depth").slider
    assert slider is not None
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert value_of(window, "depth") == 4
    choice = row_of(window, "kind").editor
    assert isinstance(choice, ChoiceEdit)
    choice.setFocus()
    QTest.keyClick(choice, Qt.Key.Key_Down)
    assert value_of(window, "kind") == 3.0
    field = row_of(window, "rate").editor
    assert isinstance(field, ValueEdit)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "1/8")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert value_of(window, "rate") == 0.125
    rate = row_of(window, "rate").slider
    assert rate is not None
    settle(qtbot, lambda: rate.value() == 125)


def test_a_click_on_a_name_shows_the_block(window: MainWindow, qtbot: QtBot) -> None:
    QTest.mouseClick(row_of(window, "kind").name, LEFT)
    settle(qtbot, lambda: front(window).scene.selected_ids() == ["kind"])


@pytest.mark.parametrize(
    ("low", "high", "whole", "value", "position"),
    [(0.0, 1.0, False, 0.1, 100), (-3.0, 3.0, False, 0.0, 500), (1, 5, True, 4, 3), (0, 2000, True, 1000, 500)],
)
def test_a_position_of_a_slider_is_the_value_that_it_came_from(
    low: float, high: float, whole: bool, value: float, position: int
) -> None:
    slider = SliderRange(low, high, whole=whole)
    assert slider.position(value) == position
    assert slider.at(position) == value
    assert (slider.at(0), slider.at(slider.last)) == (low, high)
