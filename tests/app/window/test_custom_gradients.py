"""Custom gradients in the window: added, seen, edited and removed by mouse and keys."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from app.canvas.view import tip_at
from app.core import verbs
from app.core.instances import InstancePath
from app.panels.editors.choice import ChoiceEdit
from app.panels.problems import Problems
from app.panels.properties.definition import DefinitionRows
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.base.dtypes import FLOAT
from blocks.run.session import Session
from tests.app.gradient.hands import face_of, press_g
from tests.app.window.hands import Answers, click, click_block, front, open_window, press, right_click, settle
from tests.app.window.test_composites import way
from tests.app.window.test_definitions import definition, field

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ROUND = {
    "name": "F",
    "blocks": [
        {"id": "x", "type": "InputPin", "at": [0, 0]},
        {"id": "r", "type": "Rint", "at": [200, 0]},
        {"id": "y", "type": "OutputPin", "at": [420, 0]},
    ],
    "wires": [["x.output", "r.x"], ["r.y", "y.input"]],
}
PAGE = {
    "name": "main",
    "blocks": [
        {"id": "w", "type": "Variable", "at": [0, 0], "values": {"initvalues": [0.3, 1.7, -2.6]}},
        {"id": "h", "type": ":F", "at": [240, 0]},
        {"id": "loss", "type": "L2Loss", "at": [480, 0]},
        {"id": "again", "type": ":F", "at": [240, 200]},
    ],
    "wires": [["w.ref", "h.x"], ["h.y", "loss.t"], ["w.ref", "again.x"]],
}


def opened(qtbot: QtBot, folder: Path) -> tuple[MainWindow, DiagramTab, Answers]:
    path = folder / "round.gradblocks"
    path.write_text(json.dumps({"format": "gradblocks/2", "composites": [ROUND], "pages": [PAGE]}))
    window, answers = open_window(qtbot)
    window.files.open(path)
    settle(qtbot, lambda: window.tab is not None)
    tab = front(window)
    settle(qtbot, lambda: tab.view.visible_rect().contains(tab.scene.content_rect()))
    settle(qtbot, lambda: {"main", ":F"} <= tab.engine.checker.infos.keys())
    return window, tab, answers


def with_gradient(qtbot: QtBot, folder: Path) -> tuple[MainWindow, DiagramTab]:
    window, tab, answers = opened(qtbot, folder)
    answers.typed = "Straight"
    click_block(tab, "h")
    window.commands.trigger("composite.gradient")
    return window, tab


def entries(window: MainWindow, tab: DiagramTab, at: QPointF) -> dict[str, QAction]:
    right_click(tab.view.viewport(), tab.view.viewportTransform().map(at).toPoint())
    return {action.text(): action for action in window.panels.menu.actions() if action.text()}


def sides(tab: DiagramTab) -> list[tuple[str, bool]]:
    return [(side.text(), side.isChecked()) for side in tab.crumbs.sides if side.isVisible()]


@pytest.mark.parametrize("kind", ["Straight", "Zero"])
def test_a_custom_gradient_is_added_in_one_step_and_shown(kind: str, qtbot: QtBot, tmp_path: Path) -> None:
    window, tab, answers = opened(qtbot, tmp_path)
    answers.typed = kind
    click_block(tab, "h")
    window.commands.trigger("composite.gradient")
    assert answers.asked == ["choice Add custom gradient to F"]
    assert (tab.page_name, way(tab)) == (":FGrad", ["main", "h : F"])
    assert sides(tab) == [("Forward", False), ("Gradient", True)]
    ends = {block.id for block in tab.page.blocks if block.type == "OutputPin"}
    assert ends == {"grad_x"}
    assert Session(tab.document.diagram.page("main")).problems() == []
    assert tab.document.diagram.dumps().startswith('{\n  "format": "gradblocks/3"')
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert [view.name for view in tab.document.diagram.composites] == [":F"]
    assert (tab.page_name, sides(tab)) == (":F", [])
    answers.typed = "The current"
    window.commands.trigger("composite.gradient")  # rounding has none
    assert "no gradient" in window.status.message.text() and not tab.document.history.undo_text
    press(tab.view, Qt.Key.Key_Z, CTRL | SHIFT)
    window.commands.trigger("composite.no_gradient")
    assert [view.name for view in tab.document.diagram.composites] == [":F"]
    assert tab.document.diagram.composite("F").gradient == ""


def test_the_two_sides_are_switched_by_keys_and_mouse(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = with_gradient(qtbot, tmp_path)
    pins = ("grad_y", "output", None), ("result_y", "output", None), ("x", "output", None)
    infos, there = lambda: tab.engine.checker.infos.get(":FGrad"), (FLOAT, (3,))  # as at the instance
    settle(qtbot, lambda: (info := infos()) is not None and all(info.pins.get(each) == there for each in pins))
    press(tab.view, Qt.Key.Key_G, SHIFT)
    assert (tab.page_name, tab.navigation.path) == (":F", InstancePath("main", ("h",)))
    click(tab.crumbs.sides[1])
    assert (tab.page_name, tab.view.hasFocus()) == (":FGrad", True)
    click(tab.crumbs.sides[1])
    assert sides(tab) == [("Forward", False), ("Gradient", True)]
    assert tab.crumbs.chooser.text().startswith("instance 1 of 2")
    menu = tab.crumbs.chooser.menu()
    menu.aboutToShow.emit()
    menu.actions()[1].trigger()
    assert (tab.page_name, way(tab)) == (":FGrad", ["main", "again : F"])
    edit = verbs.rename_block(tab.document.diagram.document, tab.document.page("main"), "again", "more")
    assert edit is not None
    tab.document.do(*edit)
    assert way(tab) == ["main", "more : F"]
    press(tab.view, Qt.Key.Key_Backspace)
    assert (tab.page_name, tab.scene.selected_ids()) == ("main", ["more"])
    press(tab.view, Qt.Key.Key_G, SHIFT)
    assert (tab.page_name, way(tab)) == (":FGrad", ["main", "more : F"])
    tab.show_page(":F")
    assert tab.navigation.path == InstancePath("main", ("more",))
    tab.show_page("main")
    click_block(tab, "loss")
    assert not window.commands.action("composite.side").isEnabled()
    tab.show_page(":FGrad")  # as the Problems panel does
    assert way(tab) == ["main", "h : F"]
    offered = entries(window, tab, QPointF(-300, 900))
    assert {"Switch between forward and gradient", "Remove custom gradient"} <= offered.keys()
    assert "Remove custom gradient" not in entries(window, tab, tab.scene.block_rect("grad_x").center())
    offered["Remove custom gradient"].trigger()
    assert (tab.page_name, sides(tab)) == (":F", [])
    tab.go_out()
    offered = entries(window, tab, tab.scene.block_rect("h").center())
    assert "Add custom gradient..." in offered and "Switch between forward and gradient" not in offered


def test_an_instance_tells_of_its_custom_gradient(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = with_gradient(qtbot, tmp_path)
    press(tab.view, Qt.Key.Key_Backspace)
    item = tab.scene.block_item("h")
    assert item is not None and item.face.gradient == "FGrad"
    words = "custom gradient: FGrad"
    assert words in tip_at(tab.scene, item.rect.topLeft() + QPointF(20, 8))
    settle(qtbot, lambda: words in window.panels.inspector.head.about.text())
    window.commands.trigger("panel.outline")
    tree = window.panels.outline.tree
    settle(qtbot, lambda: bool(tree.findItems("h", Qt.MatchFlag.MatchStartsWith)))
    [row] = tree.findItems("h", Qt.MatchFlag.MatchStartsWith)
    assert words in row.data(0, Qt.ItemDataRole.AccessibleTextRole)
    press_g(tab, qtbot)
    assert {str(wire) for wire in face_of(tab).wires} >= {"h.y -> loss.t", "w.ref -> h.x"}
    menu = entries(window, tab, item.rect.center())
    menu["What-if: ignore the custom gradient"].trigger()
    settle(qtbot, lambda: "h is ignored" in face_of(tab).tried and "w" in face_of(tab).starved)
    assert "What-if: restore the custom gradient" in entries(window, tab, item.rect.center())
    window.panels.menu.hide()
    tab.setFocus()
    press(tab.view, Qt.Key.Key_Q, CTRL | SHIFT)  # applied: the definition has none any more
    assert [view.name for view in tab.document.diagram.composites] == [":F"]
    settle(qtbot, lambda: face_of(tab).tried == "" and "w" in face_of(tab).starved)
    press(tab.view, Qt.Key.Key_Z, CTRL)
    click_block(tab, "h")
    press(tab.view, Qt.Key.Key_Q)
    settle(qtbot, lambda: "h is ignored" in face_of(tab).tried)


def test_pins_that_no_longer_fit_are_told_and_fixed(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = with_gradient(qtbot, tmp_path)
    press(tab.view, Qt.Key.Key_G, SHIFT)
    rows = rows_of(window, tab, qtbot, ":F")
    field(rows.pins["x"].name, "u")
    assert {block.id for block in tab.document.page(":FGrad").blocks} == {"u", "result_y", "grad_y", "grad_u"}
    tab.scene.select(["u"])
    tab.setFocus()
    press(tab.view, Qt.Key.Key_Delete)
    problems = window.docks.panel(Problems)
    settle(qtbot, lambda: any("grad_u" in each.message for each in tab.engine.problems(":F")))
    for pin in ("u", "grad_u"):
        [error] = [each for each in tab.engine.problems(":F") if each.pin == pin]
        assert problems.mend_of(error) == f"Remove {pin} from FGrad"
        problems.mend_wanted.emit(":F", error)
    settle(qtbot, lambda: not any(each.pin in ("u", "grad_u") for each in tab.engine.problems(":F")))
    assert {block.id for block in tab.document.page(":FGrad").blocks} == {"result_y", "grad_y"}


def test_the_inspector_chooses_a_gradient_composite(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = with_gradient(qtbot, tmp_path)
    settle(qtbot, lambda: "custom gradient of F" in window.panels.inspector.head.about.text())
    press(tab.view, Qt.Key.Key_G, SHIFT)
    choice = rows_of(window, tab, qtbot, ":F").gradient
    assert (choice.currentText(), choice.accessibleName()) == ("FGrad", "Custom gradient")
    choose(choice, 0)
    assert tab.document.diagram.composite("F").gradient == ""
    press(tab.view, Qt.Key.Key_Z, CTRL)
    window.commands.trigger("composite.duplicate")
    settle(qtbot, lambda: tab.page_name == ":F2")
    assert sides(tab) == [("Forward", True), ("Gradient", False)]
    choose(rows_of(window, tab, qtbot, ":F2").gradient, 0)
    assert [view.name for view in tab.document.diagram.composites] == [":F", ":F2", ":FGrad"]
    choose(rows_of(window, tab, qtbot, ":F2").gradient, 1)
    assert tab.document.diagram.composite("F2").gradient == ":FGrad"


def rows_of(window: MainWindow, tab: DiagramTab, qtbot: QtBot, name: str) -> DefinitionRows:
    tab.scene.select([])
    inspector = window.panels.inspector
    settle(qtbot, lambda: inspector.definition is not None and inspector.definition.page is tab.document.page(name))
    return definition(window, qtbot)


def choose(choice: ChoiceEdit, index: int) -> None:
    choice.setFocus()
    choice.setCurrentIndex(index)
    choice.activated.emit(index)
