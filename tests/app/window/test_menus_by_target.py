"""The menu of the right button for each target, colours, another type for a block, and what displays can do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.panels.display_window import DisplayWindow
from tests.app.window.direct import PAGE, Direct
from tests.app.window.hands import press, settle, type_in

RIGHT = Qt.MouseButton.RightButton
RETURN = Qt.Key.Key_Return


def chosen(hand: Direct, text: str) -> None:
    """Choose in the menu that is open, by keys."""
    menu = hand.window.panels.menu
    path = text.split(" > ")
    for name in path:
        action = next(each for each in menu.actions() if each.text() == name)
        menu.setActiveAction(action)
        inner = action.menu()
        press(menu, Qt.Key.Key_Right if isinstance(inner, QMenu) else RETURN)
        menu = inner if isinstance(inner, QMenu) else menu


def test_each_target_has_a_short_menu_of_its_own(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    hand.view.set_zoom(0.9)
    hand.view.centerOn(440, 150)
    seen: dict[str, list[str]] = {}
    rect, frame = hand.scene.block_rect, hand.scene.mirror.frames[0].rect
    wire = next(item for item in hand.scene.mirror.wires if str(item.wire) == "mm.product -> add.x")
    (x, y), (u, v) = wire.flat[:2]
    for name, at in {
        "pin": hand.pin("A.output", is_input=False),
        "wire": QPointF((x + u) / 2, (y + v) / 2),
        "block": rect("rate").center() - QPointF(0, 20),
        "display": rect("trend").center(),
        "frame": frame.topLeft() + QPointF(60, 12),
        "canvas": QPointF(160, 60),
    }.items():
        hand.click(at, RIGHT)
        seen[name] = hand.menu()
        assert hand.window.panels.menu.isVisible()
        hand.window.panels.menu.close()
        assert len(seen[name]) <= 16
    assert seen["pin"][0] == "Add block that uses A.output..."
    assert {"Insert block...", "Delete"} <= set(seen["wire"])
    assert {"Edit values in block", "Replace block type...", "Color", "Mute"} <= set(seen["block"])
    assert {"Enlarge display", "Log scale", "Export display...", "Clear display"} <= set(seen["display"])
    assert {"Rename", "Color"} <= set(seen["frame"])
    assert {"Add block...", "Paste", "Add note"} <= set(seen["canvas"])
    assert len({tuple(each) for each in seen.values()}) == len(seen)


def test_the_menu_of_a_pin_finds_a_block_for_it_and_edits_its_value(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    hand.click(hand.pin("add.y", is_input=True), RIGHT)
    assert "Edit y" in hand.menu()
    chosen(hand, "Edit y")
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.accessibleName() == "add.y"
    press(focus, Qt.Key.Key_Escape)
    hand.click(hand.pin("add.y", is_input=True), RIGHT)

    def add() -> None:
        chosen(hand, "Add block that supplies add.y...")
        type_in(hand.window.panels.quick_search.edit, "const")
        press(hand.window.panels.quick_search.edit, RETURN)

    assert hand.steps(add) == ["Add Const"]
    assert "Const1.output -> add.y" in hand.wires()


def test_blocks_and_frames_get_a_colour_that_the_file_keeps(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)

    def color() -> None:
        hand.click(hand.scene.block_rect("rate").center() - QPointF(0, 20), RIGHT)
        chosen(hand, "Color > Green")

    assert hand.steps(color) == ["Color rate"]
    assert hand.block("rate").color == "#009e73"
    hand.view.centerOn(200, 160)
    at = hand.spot(hand.scene.block_rect("rate").topLeft() + QPointF(60, 0.8))
    shown = hand.view.viewport().grab().toImage().pixelColor(at)
    assert shown.green() > 2 * shown.red()
    hand.click(hand.scene.mirror.frames[0].rect.topLeft() + QPointF(60, 12), RIGHT)
    assert hand.steps(lambda: chosen(hand, "Color > Purple")) == ["Color 1 frame"]
    assert hand.tab.page.frames[0].color == "#a98bf0"
    hand.window.files.save(hand.tab)
    text = (tmp_path / "direct.gradblocks").read_text()
    assert '"at": [0, 120], "color": "#009e73", "values": {"val": 0.25}' in text
    hand.click(hand.scene.block_rect("rate").center() - QPointF(0, 20), RIGHT)
    assert hand.steps(lambda: chosen(hand, "Color > None")) == ["Remove color from rate"]
    hand.window.files.save(hand.tab)
    assert "#009e73" not in (tmp_path / "direct.gradblocks").read_text()


def test_a_block_gets_another_type_and_keeps_the_wires_that_fit(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    search = hand.window.panels.quick_search

    def replace(text: str) -> None:
        press(hand.view, Qt.Key.Key_R)
        type_in(search.edit, text)
        press(search.edit, RETURN)

    hand.click(hand.scene.block_rect("add").topLeft() + QPointF(60, 10))
    assert hand.steps(lambda: replace("multiply")) == ["Replace add with Multiply"]
    assert hand.block("add").type == "Multiply"
    assert "mm.product -> add.x" in hand.wires()
    assert hand.value("add.y") == 2.5
    hand.click(hand.scene.block_rect("mm").topLeft() + QPointF(60, 10))
    press(hand.view, Qt.Key.Key_R)
    type_in(search.edit, "relu")
    assert "Relu" in search.types_shown()
    press(search.edit, RETURN)  # it has one input: the wire at the other one goes
    assert hand.block("mm").values == {}
    assert {"W.ref -> mm.features", "mm.activations -> add.x"} <= set(hand.wires())
    hand.click(hand.scene.block_rect("three").topLeft() + QPointF(60, 10))
    assert hand.steps(lambda: replace("negate")) == ["Replace three with Negate"]
    assert hand.block("three").values == {"x": [1.0, 4.0]}
    hand.click(hand.scene.block_rect("rate").topLeft() + QPointF(60, 10))
    replace("variable")  # it begins with what it was, though that is called otherwise
    assert (hand.block("rate").type, hand.block("rate").values) == ("Variable", {"initvalues": 0.25})
    replace("const")
    assert (hand.block("rate").type, hand.block("rate").values) == ("Const", {"val": 0.25})


WIRED = PAGE.replace('["mm.product", "add.x"]]', '["mm.product", "add.x"], ["rate.output", "trend.input"]]')


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Direct:
    """A trend that has shown three steps, selected."""
    hand = Direct(qtbot, tmp_path, WIRED)
    hand.window.run(3)
    store = hand.tab.engine.store
    settle(qtbot, lambda: len(store.history("main", "rate.result_output")) == 3 and not hand.tab.engine.running)
    hand.click(hand.scene.block_rect("trend").center())
    hand.view.setFocus()
    return hand


def test_a_display_is_enlarged_zoomed_and_follows(shown: Direct, qtbot: QtBot) -> None:
    press(shown.view, Qt.Key.Key_Z)
    window = next(each for each in shown.window.findChildren(DisplayWindow) if each.isVisible())
    before = window.picture.grab().toImage()
    at = QPointF(window.picture.rect().center())
    none, angle = QPoint(), QPoint(0, 240)
    QApplication.sendEvent(
        window.picture,
        QWheelEvent(
            at, at, none, angle, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        ),
    )  # fmt: skip
    assert window.picture.zoom > 1.5  # along the steps: the legend above them stays
    first, last = window.picture.part
    assert last - first == pytest.approx(1 / window.picture.zoom)
    legend = QRect(10, 10, 300, 18)
    assert window.picture.grab(legend).toImage() == before.copy(legend)
    assert window.picture.grab().toImage() != before
    press(window.picture, Qt.Key.Key_0)
    assert window.picture.grab().toImage() == before
    button = window.buttons["logarithmic"]
    off = button.grab().toImage()
    button.click()
    assert shown.value("trend.logarithmic") is True
    assert button.isChecked() and button.grab().toImage() != off
    assert window.picture.grab().toImage() != before
    shown.document.undo()
    press(window.picture, Qt.Key.Key_Escape)
    assert window.isHidden()


def test_a_display_is_exported_and_cleared(shown: Direct, tmp_path: Path) -> None:
    shown.answers.to_save = tmp_path / "curve.csv"
    shown.click(shown.scene.block_rect("trend").center(), RIGHT)
    chosen(shown, "Export display...")
    table = np.loadtxt(tmp_path / "curve.csv", delimiter=",")
    assert table[:, 1].tolist() == [0.25] * 3
    shown.answers.to_save = tmp_path / "curve.png"
    shown.click(shown.scene.block_rect("trend").center(), RIGHT)
    chosen(shown, "Export display...")
    assert QImage(str(tmp_path / "curve.png")).width() == 1800
    before = shown.document.diagram.dumps()
    shown.click(shown.scene.block_rect("trend").center(), RIGHT)
    chosen(shown, "Clear display")
    assert not shown.tab.engine.store.history("main", "rate.result_output")
    assert shown.document.diagram.dumps() == before


def test_the_menu_of_a_value_inside_shows_it_on_the_instances_or_no_more(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    hand.click(hand.scene.block_rect("rate").center(), RIGHT)
    assert not {"Promote", "Unpromote"} & set(hand.menu())  # a page has no instances
    hand.window.panels.menu.close()
    hand.tab.go_in("three")
    hand.view, hand.scene = hand.tab.view, hand.tab.scene
    qtbot.wait(1)  # it is fitted
    hand.view.set_zoom(1.0)
    hand.click(next(row for row in hand.scene.value_rows("factor") if row.name == "val").area.center(), RIGHT)
    assert "Unpromote" in hand.menu()
    chosen(hand, "Unpromote")
    assert hand.tab.page.composite is not None and not hand.tab.page.composite.values
    hand.click(next(row for row in hand.scene.value_rows("factor") if row.name == "val").area.center(), RIGHT)
    chosen(hand, "Promote")
    composite = hand.tab.page.composite
    assert composite is not None and [(each.name, each.sets) for each in composite.values] == [("val", ("factor.val",))]
