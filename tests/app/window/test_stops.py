"""Breakpoints, block by block, back to earlier steps and surrogates in the real window, with mouse and keys."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from app.canvas.items import PinKey
from app.panels.runs.steps import StepsPanel
from app.window.window import MainWindow
from blocks.run.results import Stopped
from blocks.run.session import Session
from tests.app.window.hands import click, front, open_window
from tests.run.debugging.test_breakpoints import GROWS, WIRES
from tests.run.pages import block


def settle() -> None:
    """Let what follows from the last event happen."""
    for _ in range(4):
        QApplication.processEvents()


def page(path: Path) -> Path:
    more = [block("step", "Round"), block("loss", "Square")]
    blocks = [
        {"id": id, "type": type, "at": [i % 4 * 240, i // 4 * 200], "values": values}
        for i, (id, type, values) in enumerate([*GROWS, *more])
    ]
    wires = [each.split(">") for each in f"{WIRES} w.ref>step.x step.y>loss.x".split()]
    path.write_text(json.dumps({"format": "gradblocks/1", "title": "", "pages": [
        {"name": "main", "blocks": blocks, "wires": wires},
    ]}))  # fmt: skip
    return path


def right_click(window: MainWindow, at: QPointF) -> QMenu:
    """The menu of what is at a place of the page."""
    view = front(window).view
    view.centerOn(at)
    settle()
    place = view.mapFromScene(at)
    QTest.mouseMove(view.viewport(), place)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=place)
    settle()
    menu = window.panels.menu
    assert menu.isVisible()
    return menu


def cell_of(panel: StepsPanel, column: int) -> QPoint:
    """The middle of a cell of the first row of the breakpoints."""
    item = panel.table.item(0, column)
    assert item is not None
    return panel.table.visualItemRect(item).center()


def choose(menu: QMenu, text: str) -> None:
    """Click an entry of a menu."""
    [action] = [each for each in menu.actions() if each.text() == text]
    inner = action.menu()
    menu.setActiveAction(action)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    assert inner is None or isinstance(inner, QMenu)
    settle()


def test_a_run_stops_at_a_block_and_the_steps_panel_goes_back(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = open_window(qtbot)
    window.files.open(page(tmp_path / "page.gradblocks"))
    tab = front(window)
    panel, runner = window.stops.panel, tab.engine.runner
    at = tab.scene.pin_position(PinKey("sq", "y", None, is_input=False))
    assert at is not None
    choose(right_click(window, at), "Break here")
    assert panel.isVisible() and tab.scene.breaks.signs.keys() == {("sq", "y")}
    # Its condition is typed into the table; what is malformed is refused.
    for typed, kept in [("max >", ""), ("max > 10", "max > 10")]:
        cell = cell_of(panel, 1)
        click(panel.table.viewport(), cell)
        QTest.mouseDClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=cell)
        field = panel.table.findChild(QLineEdit)
        assert isinstance(field, QLineEdit)
        field.selectAll()
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
        settle()
        assert tab.breakpoints.of("main")[0].condition == kept
    tab.setFocus()
    window.run(20)
    qtbot.waitUntil(lambda: runner.stopped == Stopped("sq.y", 3, "max > 10"))
    settle()
    assert tab.scene.breaks.halted == "sq" and tab.scene.selected_ids() == ["sq"]
    assert "Stopped in step 3 at sq.y: max > 10" in panel.words.full()
    assert {name.partition(".")[0] for name in tab.engine.store.names("main")} == {"w", "sq"}
    QTest.keyClick(tab.view.viewport(), Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: runner.stopped is not None and runner.stopped.condition is None)
    settle()
    assert tab.scene.breaks.halted == "other"
    # Unchecked, it counts no longer, and the run goes on to its end.
    tab.breakpoints.change("main", "sq.y", on=False)
    QTest.keyClick(tab.view.viewport(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not runner.running)
    settle()
    assert tab.scene.breaks.halted == "" and panel.slider.maximum() == 20 and panel.slider.value() == 20
    click(panel.before)
    qtbot.waitUntil(lambda: tab.engine.store.steps["main"] == 19 and not runner.running)
    settle()
    result = tab.engine.store.get("main", "w.result_ref")
    assert result is not None and result.value == 2.0**18 and "Step 19 of 20" in panel.words.full()
    click(panel.table.viewport(), cell_of(panel, 0))
    QTest.keyClick(panel.table, Qt.Key.Key_Delete)
    settle()
    assert tab.breakpoints.of("main") == () and tab.scene.breaks.signs == {}
    assert tab.scene.block_item("sq") is not None


def test_breakpoints_are_kept_with_the_file_and_follow_renames(qtbot: QtBot, tmp_path: Path) -> None:
    file = page(tmp_path / "page.gradblocks")
    window, _ = open_window(qtbot)
    window.files.open(file)
    tab = front(window)
    tab.scene.select(["sq"])
    tab.setFocus()
    QTest.keyClick(tab.view.viewport(), Qt.Key.Key_F9)
    tab.breakpoints.flip("main", "grad(sq.y, w.ref)")
    from blocks.document.changes import RenameBlock

    tab.document.do(RenameBlock("main", "sq", "h"), "Rename")
    assert [each.at for each in tab.breakpoints.of("main")] == ["h.y", "grad(h.y, w.ref)"]
    assert window.settings.get("breakpoints") == {
        str(file): {"main": [["h.y", "", True], ["grad(h.y, w.ref)", "", True]]}
    }


def test_a_surrogate_is_offered_at_a_block_that_no_gradient_passes(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = open_window(qtbot)
    window.files.open(page(tmp_path / "page.gradblocks"))
    tab = front(window)
    qtbot.waitUntil(lambda: "main" in tab.engine.checker.infos)
    tab.engine.gradients.choose("main", "loss")
    menu = right_click(window, tab.scene.block_rect("step").center() + QPointF(0, 4))
    [offers] = [each.menu() for each in menu.actions() if each.text() == "Add surrogate gradient"]
    assert isinstance(offers, QMenu)
    assert [each.text() for each in offers.actions()] == [
        "straight-through",
        "scale",
        "reverse",
        "clip",
        "soft-rounding",
    ]
    menu.setActiveAction(offers.menuAction())
    offers.popup(QPoint(10, 10))
    tips = [each.toolTip() for each in offers.actions()]
    assert all("would then also reach" in tip and "w.ref" in tip and "arXiv" in tip for tip in tips)
    before = tab.document.diagram.dumps()
    choose(offers, "scale")
    assert "ScaleGradient1" in {block.id for block in tab.page.blocks} and tab.page.frames[-1].title == "scale: step"
    window.commands.trigger("edit.undo")
    assert tab.document.diagram.dumps() == before


INSIDE = """{"format": "gradblocks/2", "composites": [{"name": "Coarse", "blocks": [
        {"id": "x", "type": "InputPin", "at": [0, 0]},
        {"id": "step", "type": "Round", "at": [240, 0]},
        {"id": "y", "type": "OutputPin", "at": [480, 0]}
    ], "wires": [["x.output", "step.x"], ["step.y", "y.input"]]}],
    "pages": [{"name": "main", "blocks": [
        {"id": "w", "type": "Variable", "at": [0, 0], "values": {"initvalues": 1.3}},
        {"id": "coarse", "type": ":Coarse", "at": [240, 0]},
        {"id": "loss", "type": "Square", "at": [480, 0]}
    ], "wires": [["w.ref", "coarse.x"], ["coarse.y", "loss.x"]]}]}"""


def test_the_sign_of_what_is_inside_of_an_instance_offers_it_a_gradient(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "inside.gradblocks").write_text(INSIDE)
    window, _ = open_window(qtbot)
    window.files.open(tmp_path / "inside.gradblocks")
    tab = front(window)
    qtbot.waitUntil(lambda: "main" in tab.engine.checker.infos)
    tab.engine.gradients.choose("main", "loss")
    window.commands.trigger("gradient.view")
    qtbot.waitUntil(lambda: tab.scene.gradient.face is not None and bool(tab.scene.gradient.face.cuts))
    tab.view.set_zoom(1.0)
    [sign] = tab.scene.gradient.signs(tab.scene.mirror, tab.scene.block_rect("coarse"), 1.0)
    menu = right_click(window, sign.at)
    [offers] = [each.menu() for each in menu.actions() if each.text() == "Add surrogate gradient"]
    assert isinstance(offers, QMenu)
    menu.setActiveAction(offers.menuAction())
    offers.popup(QPoint(10, 10))
    assert "would then also reach coarse/x.output, w.ref." in offers.actions()[0].toolTip()
    choose(offers, "straight-through")
    assert tab.page_name == ":Coarse" and "StopGradient1" in {block.id for block in tab.page.blocks}
    qtbot.waitUntil(lambda: tab.engine.checker.infos["main"].flow is not None)
    session = Session(tab.document.diagram.page("main"))
    session.watch("loss")
    assert session.run().gradients["w.ref"] == 2.0  # of round(1.3) squared, by its straight line
    window.commands.trigger("edit.undo")
    assert {block.id for block in tab.document.page(":Coarse").blocks} == {"x", "step", "y"}
    # On the canvas inside, the block itself.
    tab.go_to("main", "coarse/step")
    qtbot.waitUntil(lambda: tab.page_name == ":Coarse")
    menu = right_click(window, tab.scene.block_rect("step").center() + QPointF(0, 4))
    assert [each for each in menu.actions() if each.text() == "Add surrogate gradient"]
    menu.close()
