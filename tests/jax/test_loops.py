"""Loops and branches that run a composite: `lax.scan`, `lax.while_loop` and `lax.cond` give what NumPy gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.document.model import PageView

XS = np.linspace(-1, 1, 24, dtype=np.float32).reshape(4, 2, 3)
pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")

W = np.linspace(-0.6, 0.7, 9, dtype=np.float32).reshape(3, 3)


def wired(canvas: PageView, *wires: str) -> None:
    """Wires, written ``a.y>b.x``."""
    for wire in wires:
        canvas.wire(*wire.split(">"))


def recurrent(kind: str, **values: Any) -> blocks.Diagram:
    """A loop over the cell h = tanh(h w + x), y = h^2, with the gradient of sums of both by all that goes in."""
    diagram = blocks.Diagram()
    cell = diagram.add_composite("Cell")
    for pin in "xh":
        cell.add("InputPin", id=pin, dtype="DT_FLOAT")
    cell.add("Variable", id="w", initvalues=W)
    for block, block_id in (("MatMul", "hw"), ("Add", "sum"), ("Tanh", "new"), ("Square", "square")):
        cell.add(block, id=block_id)
    cell.add("OutputPin", id="h_out", name="h")
    cell.add("OutputPin", id="y")
    wired(cell, "h>hw.a", "w>hw.b", "hw>sum.x", "x>sum.y", "sum>new.x", "new>h_out.input", "new>square.x",
          "square>y.input")  # fmt: skip
    page = diagram.add_page("main")
    page.add("Const", id="xs", val=XS if kind != "Repeat" else XS[0])
    page.add("Const", id="h0", val=np.full((2, 3), 0.25, np.float32))
    page.add(kind, id="loop", body=":Cell", **values)
    page.add("Sum", id="of_y", axis=[0, 1, 2])
    page.add("L2Loss", id="of_h")
    page.add("AddSymbolicGradients", id="gradients")
    wired(page, "xs>loop.x", "h0>loop.h", "loop.y>of_y.input", "loop.h>of_h.t", "of_y>gradients.outputs",
          "of_h>gradients.outputs", "xs>gradients.inputs", "h0>gradients.inputs")  # fmt: skip
    return diagram


def counted(**values: Any) -> blocks.Diagram:
    """h = sin(k h) while the sum of h is above 1/2, with a gradient."""
    diagram = blocks.Diagram()
    body, test = diagram.add_composite("Body"), diagram.add_composite("Test")
    for canvas in (body, test):
        canvas.add("InputPin", id="h", dtype="DT_FLOAT")
    body.add("InputPin", id="k", dtype="DT_FLOAT")
    body.add("Multiply", id="kh")
    body.add("Sin", id="sin")
    body.add("OutputPin", id="out", name="h")
    wired(body, "h>kh.x", "k>kh.y", "kh>sin.x", "sin>out.input")
    test.add("Sum", id="sum", axis=[0])
    test.add("Greater", id="more", y=0.5)
    test.add("OutputPin", id="out")
    wired(test, "h>sum.input", "sum>more.x", "more>out.input")
    page = diagram.add_page("main")
    page.add("Const", id="h0", val=[1.0, 0.75])
    page.add("Const", id="k", val=0.9)
    page.add("While", id="loop", condition=":Test", body=":Body", **values)
    page.add("L2Loss", id="loss")
    page.add("AddSymbolicGradients", id="gradients")
    wired(page, "h0>loop.h", "k>loop.k", "loop.h>loss.t", "loss>gradients.outputs", "h0>gradients.inputs",
          "k>gradients.inputs")  # fmt: skip
    return diagram


def chosen() -> blocks.Diagram:
    """The sine or exponential of x, as is fed, with a gradient."""
    diagram = blocks.Diagram()
    for name, kind in (("A", "Sin"), ("B", "Exp")):
        canvas = diagram.add_composite(name)
        canvas.add("InputPin", id="x", dtype="DT_FLOAT")
        canvas.add(kind, id="f")
        canvas.add("OutputPin", id="y")
        wired(canvas, "x>f.x", "f>y.input")
    page = diagram.add_page("main")
    page.add("Const", id="x", val=[1.0, 0.75])
    page.add("Placeholder", id="which", dtype="DT_BOOL", shape=[])
    branches: dict[str, Any] = {"then": ":A", "else": ":B"}  # else is a word of Python's
    page.add("Cond", id="cond", **branches)
    page.add("L2Loss", id="loss")
    page.add("AddSymbolicGradients", id="gradients")
    wired(page, "x>cond.x", "which>cond.predicate", "cond.y>loss.t", "loss>gradients.outputs", "x>gradients.inputs")
    return diagram


def trained() -> blocks.Diagram:
    """Layers with weights of their own, trained."""
    diagram = recurrent("Repeat", times=3)
    page = diagram.page("main")
    page.add("Minimize", id="train", rate=0.1, optimizer="Adam")
    wired(page, "of_h>train.loss")
    return diagram


CASES: dict[str, tuple[Callable[[], blocks.Diagram], Mapping[str, Any]]] = {
    "Scan": (lambda: recurrent("Scan", over=["x"]), {}),
    "Scan in reverse": (lambda: recurrent("Scan", over=["x"], reverse=True), {}),
    "Scan with checkpoints": (lambda: recurrent("Scan", over=["x"], checkpoint=3), {}),
    "Repeat": (lambda: recurrent("Repeat", times=4), {}),
    "Repeat that shares": (lambda: recurrent("Repeat", times=4, share=True), {}),
    "no rounds": (lambda: recurrent("Repeat", times=0, share=True), {}),
    "Map": (lambda: recurrent("Map", over=["x"]), {}),
    "While": (lambda: counted(maximum=40), {}),
    "While with checkpoints": (lambda: counted(maximum=40, checkpoint=3), {}),
    "Cond, true": (chosen, {"which": True}),
    "Cond, false": (chosen, {"which": False}),
    "training": (trained, {}),
}


@pytest.mark.parametrize("case", CASES)
def test_jax_gives_what_numpy_gives(case: str) -> None:
    diagram, feed = CASES[case][0](), CASES[case][1]
    session = blocks.Session(diagram, backend="jax", strict=True)
    other = blocks.Session(diagram)
    session.run(feed=feed)
    other.run(feed=feed)
    found, wanted = session.run(feed=feed), other.run(feed=feed)
    assert found.keys() == wanted.keys()
    assert "gradients.result_grad_outputs[0]" in found
    for name, value in wanted.items():
        np.testing.assert_allclose(found[name], value, rtol=2e-5, atol=1e-6, err_msg=name)


def test_a_gradient_of_a_loop_without_a_maximum_stays_on_numpy() -> None:
    session = blocks.Session(counted(), backend="jax")
    found, wanted = session.run(), blocks.Session(counted()).run()
    assert any("has no maximum" in note for note in session.backend.notes)
    name = "gradients.result_grad_outputs[1]"
    np.testing.assert_allclose(found[name], wanted[name], rtol=1e-5)


def test_more_rounds_than_the_maximum_are_an_error_there_too() -> None:
    with pytest.raises(blocks.RunError, match="more than 2 rounds"):
        blocks.Session(counted(maximum=2), backend="jax").run()
