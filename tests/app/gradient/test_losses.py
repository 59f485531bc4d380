"""What a page offers to be differentiated, and how it says so."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.face.gradient import GONE, NOTHING
from blocks.analysis.losses import find_losses, is_summed
from blocks.elaborate.elaborate import elaborate
from tests.app.gradient.hands import block, document, face_of, open_page, wait_face
from tests.app.window.hands import open_window, settle

Json = dict[str, Any]


def const(name: str, value: Any, **values: Any) -> Json:
    return block(name, "Const", 0, 0, val=value, **values)


W = block("w", "Variable", 0, 0, initvalues=[[1.0, 2.0], [3.0, 4.0]])
SQUARE = block("square", "Square", 0, 0)

PAGES: dict[str, tuple[list[Json], str, list[str]]] = {
    "an AddSymbolicGradients block before all": (
        [W, SQUARE, block("sum", "Sum", 0, 0, axis=[0, 1]), block("g", "AddSymbolicGradients", 0, 0)],
        "w.ref>square.x square.y>sum.input sum.output>g.outputs w.ref>g.inputs",
        ["g", "sum.output"],
    ),
    "what a session fetches before what is left over; a variable that is read is no loss": (
        [
            block("v", "Variable", 0, 0, initvalues=[2.0]),
            block("read", "Identity", 0, 0),
            W,
            SQUARE,
            block("out", "Multiply", 0, 0),
            block("over", "Negate", 0, 0),
            block("run", "ClientSession", 0, 0),
        ],
        "v.ref>read.input w.ref>square.x square.y>out.x read.output>out.y square.y>over.x out.z>run.fetch_outputs",
        ["out.z", "over.y"],
    ),
    "a loss that keeps its axes": (
        [W, SQUARE, block("mean", "Mean", 0, 0, axis=[0, 1], keep_dims=True)],
        "w.ref>square.x square.y>mean.input",
        ["mean.output"],
    ),
    "the cost before the step of a gradient by hand": (  # whose delta is a single number as well
        [
            block("v", "Variable", 0, 0, initvalues=[3.0]),
            block("cost", "Square", 0, 0),
            block("slope", "Multiply", 0, 0, y=2.0),
            block("step", "ApplyGradientDescent", 0, 0, alpha=0.1),
            block("run", "ClientSession", 0, 0),
        ],
        "v.ref>cost.x v.ref>slope.x v.ref>step.var slope.z>step.delta step.out>run.fetch_outputs"
        " cost.y>run.fetch_outputs",
        ["cost.y", "slope.z"],
    ),
    "what depends on a variable before what does not": (
        [W, const("c", 2.0), block("late", "Exp", 0, 0), block("s", "Sum", 0, 0, axis=[0, 1])],
        "w.ref>s.input c.output>late.x",
        ["s.output", "late.y"],
    ),
    "the sum of what has more elements, if there is no single number": (
        [W, SQUARE, block("arg", "ArgMax", 0, 0, dimension=0)],
        "w.ref>square.x square.y>arg.input",
        ["square.y"],
    ),
    "no pins that say only in which order blocks run": (
        [
            W,
            block("array", "TensorArray", 0, 0, size=1, dtype="DT_FLOAT"),
            block("write", "TensorArrayWrite", 0, 0, index=0),
        ],
        "array.handle>write.handle array.flow>write.flow_in w.ref>write.value",
        [],
    ),
    "nothing that no gradient passes": (
        [const("i", [1, 2]), block("cast", "Cast", 0, 0, DstT="DT_FLOAT"), block("s", "Sum", 0, 0, axis=0)],
        "i.output>cast.x cast.y>s.input",
        [],
    ),
    "what is trained, before the norm of its gradient": (
        [
            W,
            block("square", "Square", 0, 0),
            block("loss", "Sum", 0, 0, axis=[0, 1]),
            block("train", "Minimize", 0, 0, learning_rate=0.1),
        ],
        "w.ref>square.x square.y>loss.input loss.output>train.loss",
        ["loss.output", "train.gradient_norm"],
    ),
    "no update, and nothing that only hands on": (
        [W, const("on", True), block("both", "Switch", 0, 0), block("kept", "Assign", 0, 0), const("c", [[1.0]])],
        "w.ref>both.data on.output>both.pred w.ref>kept.ref c.output>kept.value",
        [],
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_what_is_offered(name: str) -> None:
    blocks, wires, expected = PAGES[name]
    assert [*find_losses(elaborate(document(blocks, wires).page("main")))] == expected


def test_it_is_said_that_the_sum_is_taken(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    blocks, wires, [name] = PAGES["the sum of what has more elements, if there is no single number"]
    tab = open_page(window, qtbot, document(blocks, wires))
    window.gradients.show(True)
    face = wait_face(qtbot, tab)
    panel = window.panels.gradient
    settle(qtbot, lambda: panel.of.count() == 2)
    assert [panel.of.itemText(i) for i in range(2)] == [f"sum of {name} (automatic)", f"sum of {name}"]
    assert face.title == "the sum of square"
    pins = tab.engine.checker.infos["main"].pins
    assert is_summed(name, pins) and not is_summed("gone.y", pins)
    panel.of.setCurrentIndex(1)
    panel.of.activated.emit(1)
    assert tab.engine.gradients.chosen("main") == name


def test_it_is_said_why_there_is_nothing(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    blocks, wires, _ = PAGES["nothing that no gradient passes"]
    tab = open_page(window, qtbot, document(blocks, wires))
    window.gradients.show(True)
    settle(qtbot, lambda: tab.scene.gradient.face is NOTHING)
    panel = window.panels.gradient
    settle(qtbot, lambda: panel.flow.heads[0].text() == NOTHING.note)
    assert panel.of.currentText() == "Nothing to differentiate" and panel.step.full() == ""


def test_it_is_said_that_what_was_chosen_is_gone(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    tab = open_page(window, qtbot, document(*PAGES["a loss that keeps its axes"][:2]))
    window.gradients.show(True)
    assert wait_face(qtbot, tab) is face_of(tab)
    tab.engine.gradients.choose("main", "other.y")
    settle(qtbot, lambda: tab.scene.gradient.face is GONE)
