"""An AddSymbolicGradients block that is opened into ordinary blocks, as a person does it in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.core.verbs import rename
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.changes import AddItems
from blocks.document.data import Endpoint, Wire
from blocks.document.file import load, loads
from blocks.run.session import Session
from tests.app.gradient.hands import Json, block, document, face_of, move_to, open_page, press_g, run
from tests.app.window.hands import click_block, press, settle

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def two_losses(*more: Json, wires: str = "") -> Document:
    """a = 3 w and b = w^2 are differentiated together, w = 5: d(a + b)/dw = 3 + 2 w = 13."""
    return document(
        [
            block("w", "Variable", 40, 40, initvalues=5.0),
            block("a", "Multiply", 240, 40, y=3.0),
            block("b", "Square", 240, 240),
            block("grad", "AddSymbolicGradients", 440, 140),
            block("step", "ApplyGradientDescent", 640, 140, alpha=0.0),
            *more,
        ],
        "w.ref>a.x w.ref>b.x a.z>grad.outputs b.y>grad.outputs w.ref>grad.inputs w.ref>step.var"
        f" grad.grad_outputs[0]>step.delta {wires}",
    )


def test_expand_and_collapse(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    before = tab.page
    click_block(tab, "grad")
    press(tab.view, Qt.Key.Key_X)
    opened = set(tab.scene.selected_ids())
    assert opened and "grad" not in {each.id for each in tab.page.blocks}
    settle(qtbot, lambda: tab.engine.checker.infos["main"].page is tab.page)
    assert not tab.engine.problems("main")
    pair = next(name for name in opened if "square" in tab.scene.overlay.pairs.get(name, ()))
    tab.view.fit_all()
    move_to(qtbot, tab, "square")
    assert tab.scene.overlay.hover == "square" and pair in tab.scene.overlay.pairs["square"]
    corner = tab.view.viewportTransform().map(tab.scene.block_rect(pair).center()).toPoint()
    lit = tab.view.viewport().grab().toImage().pixelColor(corner)
    tab.scene.overlay.set_hover(None)
    assert lit != tab.view.viewport().grab().toImage().pixelColor(corner)  # though it is selected, it is marked
    press(tab.view, Qt.Key.Key_X, SHIFT)
    assert tab.page == before and window.status.message.text() == "Collapsed into grad"
    tab.document.undo()  # one step each
    tab.document.undo()
    assert tab.page == before


def test_what_was_expanded_is_shown(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    tab.view.set_zoom(2.0)
    tab.view.centerOn(tab.scene.block_rect("grad").center())
    click_block(tab, "grad")
    press(tab.view, Qt.Key.Key_X)
    opened = tab.scene.selected_ids()
    settle(qtbot, lambda: tab.view.visible_rect().contains(tab.scene.content_rect(opened)))
    tab.view.set_zoom(2.0)
    tab.view.centerOn(tab.scene.block_rect("w").center())
    assert not tab.view.visible_rect().intersects(tab.scene.content_rect(opened))
    press(tab.view, Qt.Key.Key_X, SHIFT)
    assert tab.view.visible_rect().contains(tab.scene.block_rect("grad")) and tab.view.zoom == 2.0


def test_collapsing_leaves_what_is_differentiated_as_it_was(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    combo = window.panels.gradient.of
    settle(qtbot, lambda: combo.currentText() == "grad (automatic)")
    click_block(tab, "grad")
    press(tab.view, Qt.Key.Key_X)
    settle(qtbot, lambda: combo.currentText() == "loss.output (automatic)")  # the same, though its block is gone
    press(tab.view, Qt.Key.Key_X, SHIFT)
    settle(qtbot, lambda: combo.currentText() == "grad (automatic)")


def test_an_open_gradient_is_tied_to_the_forward_part_after_it_was_saved(
    window: MainWindow, tab: DiagramTab, qtbot: QtBot, tmp_path: Path
) -> None:
    click_block(tab, "grad")
    press(tab.view, Qt.Key.Key_X)
    tab.document.save(tmp_path / "open.gradblocks")
    again = open_page(window, qtbot, Document(load(tmp_path / "open.gradblocks")))
    pair = next(each.id for each in again.page.blocks if each.id.startswith("d_square"))
    move_to(qtbot, again, "square")
    assert again.scene.overlay.hover == "square" and pair in again.scene.overlay.pairs["square"]
    move_to(qtbot, again, pair)
    assert again.scene.overlay.pairs[pair] == ("square",)


def test_what_was_expanded_can_be_kept(window: MainWindow, tab: DiagramTab) -> None:
    click_block(tab, "grad")
    window.commands["gradient.expand"].trigger()
    assert window.commands["gradient.collapse"].isEnabled()
    window.commands["gradient.editable"].trigger()
    window.refresh()
    assert not window.commands["gradient.collapse"].isEnabled() and not tab.engine.gradients.opened(tab.page)


def show_a_step(window: MainWindow, qtbot: QtBot, document: Document) -> DiagramTab:
    """Open a document with the gradient view on, and run a step."""
    tab = open_page(window, qtbot, document)
    press_g(tab, qtbot)
    run(window, tab, qtbot, 1)
    return tab


def test_an_open_gradient_of_several_shows_the_sum_of_them(window: MainWindow, qtbot: QtBot) -> None:
    tab = show_a_step(window, qtbot, two_losses())
    assert 10 ** (face_of(tab).blocks["w"].log10 or 0) == pytest.approx(13.0)
    click_block(tab, "grad")
    press(tab.view, Qt.Key.Key_X)
    combo = window.panels.gradient.of
    settle(qtbot, lambda: combo.currentText() == "a.z + b.y (automatic)")
    run(window, tab, qtbot, 1)
    face = face_of(tab)
    assert face.title == "a + b" and face.of == {"a", "b"}
    assert 10 ** (face.blocks["w"].log10 or 0) == pytest.approx(13.0)
    window.commands["gradient.check"].trigger()
    settle(qtbot, lambda: {"a", "b"} <= face_of(tab).checked.keys())


def test_weights_at_a_gradient_block_count_also_when_it_is_open(window: MainWindow, qtbot: QtBot) -> None:
    """seed a + other b with seed = 10, other = 2: 3 * 10 + 2 w * 2 = 50 at w = 5."""
    example = two_losses(
        block("seed", "Const", 40, 340, val=10.0),
        block("other", "Const", 40, 440, val=2.0),
        wires="seed.output>grad.grad_inputs other.output>grad.grad_inputs",
    )
    tab = show_a_step(window, qtbot, example)
    face = face_of(tab)
    assert face.title == "a + b, weighted by seed, other"
    assert 10 ** (face.blocks["w"].log10 or 0) == pytest.approx(50.0)
    assert 10 ** (face.blocks["a"].log10 or 0) == pytest.approx(10.0)
    click_block(tab, "grad")
    press(tab.view, Qt.Key.Key_X)
    combo = window.panels.gradient.of
    settle(qtbot, lambda: combo.currentText() == "a.z * seed.output + b.y * other.output (automatic)")
    run(window, tab, qtbot, 1)
    face = face_of(tab)
    assert face.title == "a + b, weighted by seed, other" and face.of == {"a", "b"}
    assert 10 ** (face.blocks["w"].log10 or 0) == pytest.approx(50.0)
    edit = rename(tab.page, "seed", "ten")
    assert edit is not None
    tab.document.do(*edit)
    settle(qtbot, lambda: combo.currentText() == "a.z * ten.output + b.y * other.output (automatic)")


def test_the_norms_of_a_plain_sum_are_gone_when_weights_are_wired(window: MainWindow, qtbot: QtBot) -> None:
    tab = open_page(window, qtbot, two_losses(block("seed", "Const", 40, 340, val=10.0)))
    press_g(tab, qtbot)
    run(window, tab, qtbot, 1)
    assert face_of(tab).measured
    page = tab.page
    wires = [Wire(Endpoint("seed", "output"), Endpoint("grad", "grad_inputs"))] * 2
    tab.document.do(AddItems(page.name, "wires", tuple(enumerate(wires, len(page.wires)))), "Wire weights")
    settle(qtbot, lambda: face_of(tab).title == "a + b, weighted by seed")
    assert not face_of(tab).measured


def test_undoing_an_expansion_brings_back_what_was_chosen(window: MainWindow, qtbot: QtBot) -> None:
    tab = open_page(window, qtbot, two_losses())
    press_g(tab, qtbot)
    combo = window.panels.gradient.of
    for choice, opened, undone in (("", "a.z + b.y (automatic)", "grad (automatic)"), ("grad", "a.z + b.y", "grad")):
        tab.engine.gradients.choose("main", choice)
        click_block(tab, "grad")
        press(tab.view, Qt.Key.Key_X)
        settle(qtbot, lambda opened=opened: combo.currentText() == opened)
        press(tab.view, Qt.Key.Key_Z, CONTROL)
        assert "Expanded" not in window.status.message.text()
        settle(qtbot, lambda undone=undone: combo.currentText() == undone)
        press(tab.view, Qt.Key.Key_Z, CONTROL, SHIFT)  # and forth again
        settle(qtbot, lambda opened=opened: combo.currentText() == opened)
        press(tab.view, Qt.Key.Key_Z, CONTROL)
        settle(qtbot, lambda undone=undone: combo.currentText() == undone)


def test_blocks_that_are_made_ordinary_go_on_showing_the_gradient(window: MainWindow, qtbot: QtBot) -> None:
    tab = open_page(window, qtbot, two_losses())
    before = tab.document.diagram.dumps()
    press_g(tab, qtbot)
    click_block(tab, "grad")
    press(tab.view, Qt.Key.Key_X)
    opened = tab.document.diagram.dumps()
    window.commands["gradient.editable"].trigger()
    combo = window.panels.gradient.of
    settle(qtbot, lambda: combo.currentText() == "a.z + b.y (automatic)")
    press(tab.view, Qt.Key.Key_Z, CONTROL)
    settle(qtbot, lambda: combo.currentText() == "grad (automatic)")
    assert tab.document.diagram.dumps() == before
    press(tab.view, Qt.Key.Key_Z, CONTROL, SHIFT)
    assert tab.document.diagram.dumps() == opened


def test_what_is_chosen_follows_a_block_that_gets_another_name(
    window: MainWindow, tab: DiagramTab, qtbot: QtBot
) -> None:
    press_g(tab, qtbot)
    tab.engine.gradients.choose("main", "loss.output")
    for how in ("chosen", "open"):
        if how == "open":
            tab.engine.gradients.choose("main", "grad")
            click_block(tab, "grad")
            press(tab.view, Qt.Key.Key_X)
        settle(qtbot, lambda: face_of(tab).title == "loss")
        edit = rename(tab.page, "loss", "cost + more")
        assert edit is not None
        tab.document.do(*edit)
        settle(qtbot, lambda: face_of(tab).title == "cost + more")
        assert window.panels.gradient.of.currentText() == "cost + more.output"
        press(tab.view, Qt.Key.Key_Z, CONTROL)
        settle(qtbot, lambda: face_of(tab).title == "loss")


SQUARES = """{"format": "gradblocks/2", "composites": [
 {"name": "Squared", "blocks": [
  {"id": "x", "type": "InputPin", "at": [0, 0]}, {"id": "sq", "type": "Square", "at": [200, 0]},
  {"id": "more", "type": "Square", "at": [400, 0]}, {"id": "y", "type": "OutputPin", "at": [600, 0]}],
  "wires": [["x.output", "sq.x"], ["sq.y", "more.x"], ["more.y", "y.input"]]},
 {"name": "Scaled", "blocks": [
  {"id": "x", "type": "InputPin", "at": [0, 0]}, {"id": "by", "type": "Variable", "at": [0, 90],
  "values": {"initvalues": [2.0, 3.0]}},
  {"id": "scale", "type": "Multiply", "at": [200, 0]}, {"id": "deep", "type": ":Squared", "at": [400, 0]},
  {"id": "y", "type": "OutputPin", "at": [600, 0]}],
  "wires": [["x.output", "scale.x"], ["by.ref", "scale.y"], ["scale.z", "deep.x"], ["deep.y", "y.input"]]}],
"pages": [{"name": "main", "blocks": [
  {"id": "c", "type": "Const", "at": [0, 200], "values": {"val": [1.0, 2.0]}},
  {"id": "data", "type": ":Squared", "at": [200, 200]},
  {"id": "w", "type": "Variable", "at": [0, 0], "values": {"initvalues": [0.5, -1.0]}},
  {"id": "s", "type": ":Scaled", "at": [200, 0]},
  {"id": "both", "type": "Multiply", "at": [400, 100]},
  {"id": "loss", "type": "Sum", "at": [600, 100], "values": {"axis": 0}},
  {"id": "grad", "type": "AddSymbolicGradients", "at": [800, 100]},
  {"id": "step", "type": "ApplyGradientDescent", "at": [1000, 100], "values": {"alpha": 0.125}}],
 "wires": [["c.output", "data.x"], ["w.ref", "s.x"], ["s.y", "both.x"], ["data.y", "both.y"], ["both.z", "loss.input"],
  ["loss.output", "grad.outputs"], ["w.ref", "grad.inputs"], ["w.ref", "step.var"],
  ["grad.grad_outputs[0]", "step.delta"]]}]}"""


def test_instances_that_the_gradient_needs_the_inside_of_are_expanded_with_it(window: MainWindow, qtbot: QtBot) -> None:
    document = Document(loads(SQUARES))
    first = [Session(document.diagram).run(steps=steps)["step.result_out"].tolist() for steps in (1, 2)]
    tab = open_page(window, qtbot, document)
    before = document.diagram.dumps()
    click_block(tab, "grad")
    press(tab.view, Qt.Key.Key_X)
    assert "'s', 'deep': " in window.status.message.text()
    kinds = {each.id: each.type for each in tab.page.blocks}
    assert kinds["data"] == ":Squared" and {"by", "scale", "sq"} <= kinds.keys() and "grad" not in kinds
    assert not [kind for each, kind in kinds.items() if kind.startswith(":") and each != "data"]
    assert all("/" not in each for each in tab.scene.selected_ids())
    settle(qtbot, lambda: tab.engine.checker.infos["main"].page is tab.page)
    assert not tab.engine.problems("main")
    assert [Session(document.diagram).run(steps=steps)["step.result_out"].tolist() for steps in (1, 2)] == first
    press(tab.view, Qt.Key.Key_X, SHIFT)
    assert [Session(document.diagram).run(steps=steps)["step.result_out"].tolist() for steps in (1, 2)] == first
    press(tab.view, Qt.Key.Key_Z, CONTROL)
    press(tab.view, Qt.Key.Key_Z, CONTROL)
    assert document.diagram.dumps() == before


def test_a_gradient_is_not_opened_where_an_instance_cannot_be_expanded(window: MainWindow, qtbot: QtBot) -> None:
    shared = SQUARES.replace('"type": ":Scaled", "at"', '"type": ":Scaled", "values": {"shares": "other"}, "at"')
    shared = shared.replace('{"id": "both",', '{"id": "other", "type": ":Scaled", "at": [200, 400]}, {"id": "both",')
    tab = open_page(window, qtbot, Document(loads(shared)))
    before = tab.document.diagram.dumps()
    click_block(tab, "grad")
    press(tab.view, Qt.Key.Key_X)
    text = window.status.message.text()
    assert "needs tensors from inside other, which cannot be unpacked: s shares" in text
    assert tab.document.diagram.dumps() == before
