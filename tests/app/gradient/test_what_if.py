"""What if a stop did not stop, or a pin were cut: asked with mouse and keys, shown on the canvas, made so."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

import blocks
from app.core.document import Document
from app.core.verbs.gradient.train import make_so
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.model import Diagram
from tests.app.gradient.hands import face_of, open_page, press_g, run
from tests.app.window.hands import click, click_block, press, right_click, settle
from tests.cli.test_what_if import cell

SHIFT = Qt.KeyboardModifier.ShiftModifier


def choose(window: MainWindow, tab: DiagramTab, at: QPointF, begins: str) -> None:
    """The right button at a place of the page, and the entry of the menu that begins so, by keys."""
    right_click(tab.view.viewport(), tab.view.viewportTransform().map(at).toPoint())
    menu = window.panels.menu
    assert menu.isVisible()
    action = next(each for each in menu.actions() if each.text().startswith(begins))
    menu.setActiveAction(action)
    press(menu, Qt.Key.Key_Return)
    window.activateWindow()  # drawn into memory, no window manager gives it back
    tab.setFocus()


def tried(qtbot: QtBot, tab: DiagramTab, words: str) -> None:
    """Wait until the canvas shows what was asked."""
    settle(qtbot, lambda: words in face_of(tab).tried)


def rows(window: MainWindow) -> list[tuple[str, ...]]:
    part = window.panels.gradient.what_if.rows
    return [tuple(str(part.item(i).data(role) or "") for role in (0, 257, 258)) for i in range(part.count())]


def carried(tab: DiagramTab) -> dict[str, str]:
    return {str(wire): strength.state for wire, strength in face_of(tab).wires.items()}


def test_a_stop_is_lifted_by_the_right_button_and_made_so(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    """d loss / dv would be 2 at each of two elements; nothing about w changes."""
    press_g(tab, qtbot)
    before = carried(tab)
    choose(window, tab, tab.scene.block_rect("wall").center(), "What-if: ignore this stop")
    tried(qtbot, tab, "What-if: wall is ignored")
    part = window.panels.gradient.what_if
    assert window.panels.gradient.tabs.currentWidget() is part and part.isVisible()
    settle(qtbot, lambda: "also reach double.z, v.ref" in part.verdict.text() or "v.ref" in part.verdict.text())
    assert carried(tab).keys() - before.keys() == {"v.ref -> double.x", "double.z -> wall.input"}
    assert face_of(tab).lifted == {"wall"} and not face_of(tab).cuts and not face_of(tab).starved
    press(tab.view, Qt.Key.Key_Q, SHIFT)
    settle(qtbot, lambda: face_of(tab).tried.startswith("Difference"))
    assert carried(tab) == {"v.ref -> double.x": "gained", "double.z -> wall.input": "gained"}
    click(part.buttons["is"])
    settle(qtbot, lambda: face_of(tab).tried == "Current")
    assert carried(tab) == before
    run(window, tab, qtbot, 1)
    settle(qtbot, lambda: bool(rows(window)) and "→" in rows(window)[0][1])
    assert [(name, right) for name, _, right in rows(window)] == [("v.ref", "100%"), ("w.ref", "same")]
    assert rows(window)[0][1].startswith("0 → 2.83, difference 2.83")  # 2 sqrt(2)
    assert "step 2" in part.verdict.text()
    press(tab.view, Qt.Key.Key_Q, SHIFT)
    press(tab.view, Qt.Key.Key_Q, SHIFT)
    settle(qtbot, lambda: face_of(tab).tried.startswith("Difference"))
    assert carried(tab)["w.ref -> wx.x"] == "zero" and carried(tab)["v.ref -> double.x"] == "number"
    click(part.make)
    settle(qtbot, lambda: not face_of(tab).tried)
    assert [block.id for block in tab.page.blocks if block.muted] == ["wall"]
    assert tab.document.history.position == 1
    press(tab.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not any(block.muted for block in tab.page.blocks)


def test_pins_are_cut_add_up_and_esc_ends_it(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    before = carried(tab)
    pin = next(key for key in tab.scene.pins_of("square") if not key.is_input and key.pin == "y")
    at = tab.scene.pin_position(pin)
    assert at is not None
    choose(window, tab, at, "What-if: stop at square.y")
    tried(qtbot, tab, "stop at square.y")
    assert {mark.label for mark in face_of(tab).cuts} == {"stop", "what-if stop"}
    assert before.keys() - carried(tab).keys() >= {"square.y -> both.x", "wx.z -> square.x", "w.ref -> wx.x"}
    click_block(tab, "wall")
    press(tab.view, Qt.Key.Key_Q)
    tried(qtbot, tab, "What-if: wall is ignored, stop at square.y")
    assert {row[0] for row in rows(window)} >= {"w", "v"}
    press(tab.view, Qt.Key.Key_Escape)
    settle(qtbot, lambda: carried(tab) == before)
    assert not face_of(tab).tried and not tab.engine.what_if.asked
    click_block(tab, "wx")
    press(tab.view, Qt.Key.Key_Q)  # a block that is no stop: behind its output
    tried(qtbot, tab, "stop at wx.z")
    tab.document.do(*_deleted(tab, "wx"))
    settle(qtbot, lambda: not tab.engine.what_if.asked)


def _deleted(tab: DiagramTab, block: str) -> Any:
    from app.core.verbs import delete

    edit = delete(tab.page, [block])
    assert edit is not None
    return edit


def test_it_turns_the_gradient_view_on(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    click_block(tab, "wall")
    press(tab.view, Qt.Key.Key_Q)
    settle(qtbot, lambda: tab.scene.gradient.face is not None)
    tried(qtbot, tab, "wall is ignored")


def test_it_follows_a_run_that_goes_on(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    """The gradient by w fades from step to step, and the numbers with it, while it runs."""
    press_g(tab, qtbot)
    window.run(None)
    click_block(tab, "wx")
    press(tab.view, Qt.Key.Key_Q)
    tried(qtbot, tab, "stop at wx.z")

    def steps() -> int:
        outcome = tab.engine.what_if.outcome
        return 0 if outcome is None or outcome.step is None else outcome.step

    settle(qtbot, lambda: steps() > 1)
    first = steps()
    settle(qtbot, lambda: steps() > first)
    assert tab.engine.running
    tab.engine.stop()
    settle(qtbot, lambda: not tab.engine.running)


def nested() -> Diagram:
    """loss = sum(a(w) * w), a(x) = (x^2 + stop(x^2)), once in an instance of an instance."""
    diagram = Diagram()
    inner = diagram.add_composite("Inner")
    for kind, name in (("InputPin", "x"), ("Square", "s"), ("StopGradient", "sg"), ("Add", "sum"), ("OutputPin", "y")):
        inner.add(kind, id=name)
    for wire in ("x.output>s.x", "s.y>sg.input", "s.y>sum.x", "sg.output>sum.y", "sum.z>y.input"):
        inner.wire(*wire.split(">"))
    outer = diagram.add_composite("Outer")
    for kind, name in (("InputPin", "x"), (":Inner", "i"), ("OutputPin", "y")):
        outer.add(kind, id=name)
    outer.wire("x.output", "i.x")
    outer.wire("i.y", "y.input")
    page = diagram.add_page("main")
    page.add("Variable", id="w", initvalues=[3.0, 0.5])
    page.add(":Outer", id="a")
    page.add("Multiply", id="m")
    page.add("Sum", id="loss", axis=0)
    for wire in ("w.ref>a.x", "a.y>m.x", "w.ref>m.y", "m.z>loss.input"):
        page.wire(*wire.split(">"))
    return diagram


LOOP = {"body": ":Cell", "times": 3}


@pytest.mark.parametrize(
    ("make", "lift", "cut"),
    [
        (nested, ["a/i/sg"], []),
        (nested, [], ["a/i/s.y"]),
        (nested, ["a/i/sg"], ["a.y"]),
        (nested, [], ["a/x.output"]),
        (nested, [], ["w.ref"]),
        (lambda: cell("Repeat", "StopGradient", **LOOP).diagram, ["run/sg"], []),
        (lambda: cell("Repeat", "Identity", **LOOP).diagram, [], ["run/hw.z"]),
        (lambda: cell("Repeat", "Identity", **LOOP).diagram, [], ["v.ref"]),
        (lambda: cell("Cond", "StopGradient", **{"then": ":Cell", "else": ":Plain"}).diagram, ["run/then/sg"], []),
    ],
)
def test_made_so_it_is_what_was_said(make: Any, lift: list[str], cut: list[str]) -> None:
    """One edit, also of what lies inside of instances and loops; its gradients are those that were foretold."""
    diagram = make()
    document = Document(diagram)
    foretold = blocks.what_if(blocks.Session(diagram), loss="loss", ignore_stop=lift, stop_at=cut)
    edit = make_so(diagram.document, "main", lift, cut, document.find)
    assert edit is not None
    document.do(*edit)
    session = blocks.Session(diagram)
    session.watch("loss")
    gradients = session.run().gradients
    for name, change in foretold.variables.items():
        norm = float((gradients[name] ** 2).sum() ** 0.5) if name in gradients else 0.0
        assert change.would_be == pytest.approx(norm, rel=1e-6)
    before = diagram.document
    document.undo()
    document.redo()
    assert diagram.document == before and len(document.history.entries) == 1


def test_inside_of_an_instance(window: MainWindow, qtbot: QtBot) -> None:
    tab = open_page(window, qtbot, Document(nested()))
    press_g(tab, qtbot)
    tab.go_to("main", "a/i/sg")
    settle(qtbot, lambda: tab.page_name == ":Inner" and tab.scene.gradient.face is not None)
    press(tab.view, Qt.Key.Key_Q)
    tried(qtbot, tab, "a/i/sg is ignored")
    assert face_of(tab).lifted == {"sg"} and tab.engine.what_if.asked.lift == ("a/i/sg",)
    press(tab.view, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier, SHIFT)
    settle(qtbot, lambda: not tab.engine.what_if.asked)
    assert tab.document.page(":Inner").blocks[2].muted
