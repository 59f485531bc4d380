"""Loops and branches in the window, by mouse and keys: their bodies, their rounds, and what is shown of them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.canvas.tooltips import tip_at
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from tests.app.window.hands import click_block, front, open_window, press, settle
from tests.app.window.looped import looped_file
from tests.app.window.test_composites import double_click, select_and_press, way

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def opened(qtbot: QtBot, folder: Path) -> tuple[MainWindow, DiagramTab]:
    """A window with loops and branches."""
    window, _ = open_window(qtbot)
    window.files.open(looped_file(folder))
    settle(qtbot, lambda: window.tab is not None)
    tab = front(window)
    settle(qtbot, lambda: tab.view.visible_rect().contains(tab.scene.content_rect()))
    return window, tab


def on_part(tab: DiagramTab, block: str, place: int) -> QPoint:
    """The middle of one of the composites that a block shows."""
    item = tab.scene.block_item(block)
    assert item is not None
    box = item.geometry.part_of_thumbnail(place, len(item.face.inside))
    assert box is not None
    x, y, width, height = box
    corner = tab.view.viewportTransform().map(tab.scene.block_rect(block).topLeft())
    zoom = tab.view.zoom
    return QPoint(round(corner.x() + (x + width / 2) * zoom), round(corner.y() + (y + height / 2) * zoom))


def test_one_goes_into_bodies_conditions_and_branches_and_out_again(qtbot: QtBot, tmp_path: Path) -> None:
    _, tab = opened(qtbot, tmp_path)
    select_and_press(tab, "cell", Qt.Key.Key_Return)
    assert (tab.page_name, way(tab)) == (":Cell", ["main", "cell : Cell"])
    assert tab.crumbs.chooser.text().startswith("instance 1 of 2")  # the other one is that in the Map
    press(tab.view, Qt.Key.Key_Backspace)
    assert (tab.page_name, tab.scene.selected_ids()) == ("main", ["cell"])
    double_click(tab, "rows")
    double_click(tab, "along")
    assert way(tab) == ["main", "rows : Row", "along : Cell"]
    press(tab.view, Qt.Key.Key_Backspace)
    press(tab.view, Qt.Key.Key_Backspace)
    select_and_press(tab, "halve", Qt.Key.Key_Return)  # it has two: a menu asks for the one
    assert [action.text() for action in tab.ways.actions()] == ["condition: More", "body: Half"]
    settle(qtbot, lambda: QApplication.activePopupWidget() is tab.ways)
    press(tab.ways, Qt.Key.Key_Down)
    press(tab.ways, Qt.Key.Key_Return)
    assert (tab.page_name, way(tab)) == (":Half", ["main", "halve : Half"])
    press(tab.view, Qt.Key.Key_Backspace)
    for place, canvas, crumb in ((1, ":Growth", "side (else) : Growth"), (0, ":Wave", "side (then) : Wave")):
        at, none = on_part(tab, "side", place), Qt.KeyboardModifier.NoModifier
        QTest.mouseClick(tab.view.viewport(), Qt.MouseButton.LeftButton, none, at)
        QTest.mouseDClick(tab.view.viewport(), Qt.MouseButton.LeftButton, none, at)
        assert (tab.page_name, way(tab)) == (canvas, ["main", crumb])
        press(tab.view, Qt.Key.Key_Backspace)
        assert (tab.page_name, tab.scene.selected_ids()) == ("main", ["side"])
    tab.go_to("main", "halve/condition/large")
    assert (tab.page_name, tab.scene.selected_ids()) == (":More", ["large"])
    assert not tab.document.modified


def test_pins_say_how_they_belong_to_the_rounds_and_edits_of_a_body_whom_they_reach(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window, tab = opened(qtbot, tmp_path)
    item = tab.scene.block_item("cell")
    assert item is not None
    labels = {(pin.label, pin.is_input) for pin in item.face.pins if pin.belongs is not None}
    assert labels == {("x \u22ee", True), ("h \u21bb", True), ("h \u21bb", False), ("y \u2261", False)}
    spot = item.geometry.spot("y", None, is_input=False)
    assert spot is not None
    at = tab.scene.block_rect("cell").topLeft()
    at.setX(at.x() + spot.x)
    at.setY(at.y() + spot.y)
    assert "stacked: one element from each round" in tip_at(tab.scene, at)
    settle(qtbot, lambda: tab.scene.block_item("cell").face.aside == "3 rounds")  # type: ignore[union-attr]
    double_click(tab, "cell")
    asides = {block.id: block.face.aside for block in tab.scene.mirror.order if block.face.aside}
    assert asides == {"x": "\u22ee over", "h": "\u21bb carried", "h_out": "\u21bb carried", "y": "\u2261 stacked"}
    said: list[str] = []
    tab.said.connect(said.append)
    click_block(tab, "square")
    press(tab.view, Qt.Key.Key_B, CTRL)
    assert said == ["Cell: 2 instances follow"]
    press(tab.view, Qt.Key.Key_Backspace)
    select_and_press(tab, "halve", Qt.Key.Key_U, CTRL, SHIFT)
    assert "While runs its composite once in each round" in window.status.message.text()
    assert len(tab.page.blocks) == 9


def test_values_inside_of_a_loop_are_those_of_the_round_that_is_looked_at(qtbot: QtBot, tmp_path: Path) -> None:
    _, tab = opened(qtbot, tmp_path)
    double_click(tab, "cell")
    assert tab.rounds.hint.text() == "Run to look at the rounds of cell"
    press(tab.view, Qt.Key.Key_F5)
    settle(qtbot, lambda: len(tab.rounds.scrubbers) == 1)
    [scrubber] = tab.rounds.scrubbers

    def shown(block: str) -> str:
        item = tab.scene.block_item(block)
        assert item is not None
        tab.scene.refresh_result(item)
        return "" if item.preview is None else item.preview.lines[0]

    assert (scrubber.number.value(), scrubber.of.text()) == (2, "of 3")
    assert shown("x") == "[1.0, 1.0]"
    tab.view.setFocus()
    press(tab.view, Qt.Key.Key_Comma)
    assert (scrubber.number.value(), shown("x")) == (1, "[0.25, 2.0]")
    scrubber.slider.setFocus()
    press(scrubber.slider, Qt.Key.Key_Left)
    assert (scrubber.number.value(), shown("x"), shown("h")) == (0, "[0.5, -1.0]", "[0.0, 0.0]")
    press(tab.view, Qt.Key.Key_F5)  # the round stays, whatever is run
    settle(qtbot, lambda: tab.engine.store.steps["main"] == 2)
    assert (scrubber.number.value(), shown("x")) == (0, "[0.5, -1.0]")
    press(tab.view, Qt.Key.Key_Backspace)
    assert tab.rounds.isHidden()
    double_click(tab, "rows")
    double_click(tab, "along")
    press(tab.view, Qt.Key.Key_F5)
    settle(qtbot, lambda: len(tab.rounds.scrubbers) == 2)
    outer, inner = tab.rounds.scrubbers
    assert (outer.name.text(), inner.name.text()) == ("rows: round", "along: round")
    outer.number.setValue(1)
    press(tab.view, Qt.Key.Key_Comma)
    assert (outer.number.value(), inner.number.value(), shown("x")) == (1, 0, "0.25")
