"""Contracts on the canvas: written down from what holds, a sign at the loss, told the moment an edit breaks them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot

from app.canvas.drawing.signs import BROKEN, HOLDS
from app.canvas.view import tip_at
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.changes import RenameBlock
from tests.app.gradient.hands import press_g
from tests.app.window.hands import click, click_block, press, settle


def colors_at_loss(tab: DiagramTab) -> set[str]:
    """The colours around the corner of the loss."""
    corner = tab.view.viewportTransform().map(tab.scene.block_rect("loss").topRight()).toPoint()
    image = tab.view.viewport().grab().toImage()
    return {image.pixelColor(corner + QPoint(dx, dy)).name() for dx in range(-14, 12) for dy in range(-14, 12)}


def test_written_down_and_broken_by_an_edit(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    window.commands.trigger("gradient.contract")
    wires = {str(wire) for wire in tab.page.wires if wire.target.block == "GradientContract1"}
    assert wires == {
        "loss.output -> GradientContract1.loss", "w.ref -> GradientContract1.reaches",
        "v.ref -> GradientContract1.must_not_reach",
    }  # fmt: skip
    assert tab.document.history.position == 1 and tab.scene.selected_ids() == ["GradientContract1"]
    settle(qtbot, lambda: bool(tab.scene.contracts.marks))
    for zoom in (1.0, 0.3):
        tab.view.set_zoom(zoom)
        tab.view.center_on_block("loss")
        assert HOLDS in colors_at_loss(tab)
    tab.setFocus()
    tab.view.center_on_block("wall")
    tab.view.set_zoom(1.0)
    click_block(tab, "wall")
    press(tab.view, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, lambda: not tab.scene.contracts.marks["loss"].holds)
    tab.view.center_on_block("loss")
    assert BROKEN in colors_at_loss(tab) and HOLDS not in colors_at_loss(tab)
    title = tab.scene.block_rect("loss").topLeft() + QPointF(14, 8)
    assert "must not reach v, but reaches it through loss -> both -> double -> v" in tip_at(
        tab.scene, title, 1.0
    ).replace("\n", " ")
    problems = window.panels.problems
    window.docks.show("problems")
    settle(qtbot, lambda: problems.list.count() == 1)
    assert "through loss -> both -> double -> v" in problems.list.item(0).text()
    tab.scene.select([])
    click(problems.list.viewport(), problems.list.visualItemRect(problems.list.item(0)).center())
    assert tab.scene.selected_ids() == ["GradientContract1"]
    tab.setFocus()
    press(tab.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, lambda: tab.scene.contracts.marks["loss"].holds is True)


def test_a_deleted_variable_is_told_and_an_empty_contract_does_not_hold(
    window: MainWindow, tab: DiagramTab, qtbot: QtBot
) -> None:
    press_g(tab, qtbot)
    window.commands.trigger("gradient.contract")
    settle(qtbot, lambda: bool(tab.scene.contracts.marks))
    tab.document.do(RenameBlock("main", "v", "u"), "Rename")  # it is the same variable
    assert "no longer" not in window.status.message.text()
    tab.scene.select(["u"])
    window.commands.trigger("edit.delete")
    said = window.status.message.text()
    assert "GradientContract1" in said and " u" in said and "loss" not in said
    # What is not known to hold is not green either.
    settle(qtbot, lambda: "not checked: double" in tab.scene.contracts.marks["loss"].sentence)
    assert not tab.scene.contracts.marks["loss"].holds


def test_why_there_is_no_gradient_is_taken_back_by_an_edit(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    tab.scene.select(["v"])
    window.gradients.why()
    assert "StopGradient" in window.status.message.text() and tab.scene.overlay.says
    tab.scene.select(["wall"])
    window.commands.trigger("edit.mute")  # what answers it
    assert "StopGradient" not in window.status.message.text() and not tab.scene.overlay.says
