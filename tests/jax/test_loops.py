"""Loops and branches that run a composite: `lax.scan`, `lax.while_loop` and `lax.cond` give what NumPy gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

import blocks
from tests.app.window.looped import looped
from tests.loops import W, chosen, counted, recurrent, wired
from tests.models import build
from tests.run.loop_writes import PROGRAMS, WANTED
from tests.run.test_loop_writes import compared
from tests.run.test_nested_loops import nested

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")


def trained() -> blocks.Diagram:
    """Layers with weights of their own, trained."""
    diagram = recurrent("Repeat", times=3)
    page = diagram.page("main")
    page.add("Minimize", id="train", learning_rate=0.1, optimizer="Adam")
    wired(page, "of_h>train.loss")
    return diagram


def trained_while() -> blocks.Diagram:
    """h = tanh(h w), as often as a number says, trained: the gradient by w is a product of all rounds."""
    diagram = blocks.Diagram()
    body, test = diagram.add_composite("Body"), diagram.add_composite("Test")
    for pin in "hi":
        body.add("InputPin", id=pin, dtype="DT_FLOAT")
    body.add("Variable", id="w", initvalues=W)
    body.add("MatMul", id="hw")
    body.add("Tanh", id="new")
    body.add("Add", id="more", y=1.0)
    for pin in "hi":
        body.add("OutputPin", id=f"{pin}_out", name=pin)
    wired(body, "h>hw.a", "w>hw.b", "hw>new.x", "new>h_out.input", "i>more.x", "more>i_out.input")
    for pin in "in":
        test.add("InputPin", id=pin, dtype="DT_FLOAT")
    test.add("Less", id="less")
    test.add("OutputPin", id="out")
    wired(test, "i>less.x", "n>less.y", "less>out.input")
    page = diagram.add_page("main")
    page.add("Const", id="h0", val=np.full((2, 3), 0.25, np.float32))
    page.add("Placeholder", id="times", dtype="DT_FLOAT", shape=[])
    page.add("While", id="loop", condition=":Test", body=":Body", i=0.0, maximum=6)
    page.add("L2Loss", id="loss")
    page.add("Minimize", id="train", learning_rate=0.1)
    page.add("AddSymbolicGradients", id="gradients")
    wired(page, "h0>loop.h", "times>loop.n", "loop.h>loss.t", "loss>train.loss", "loss>gradients.outputs",
          "h0>gradients.inputs")  # fmt: skip
    return diagram


CASES: dict[str, tuple[Callable[[], blocks.Diagram], Mapping[str, Any]]] = {
    "Scan": (lambda: recurrent("Scan", over=["x"]), {}),
    "Scan in reverse": (lambda: recurrent("Scan", over=["x"], reverse=True), {}),
    "Scan with checkpoints": (lambda: recurrent("Scan", over=["x"], checkpoint=3), {}),
    "Scan in reverse with checkpoints": (lambda: recurrent("Scan", over=["x"], reverse=True, checkpoint=3), {}),
    "Repeat with checkpoints": (lambda: recurrent("Repeat", times=5, checkpoint=2), {}),
    "no rounds with checkpoints": (lambda: recurrent("Repeat", times=0, share=True, checkpoint=2), {}),
    "Repeat": (lambda: recurrent("Repeat", times=4), {}),
    "Repeat that shares": (lambda: recurrent("Repeat", times=4, share=True), {}),
    "no rounds": (lambda: recurrent("Repeat", times=0, share=True), {}),
    "Map": (lambda: recurrent("Map", over=["x"]), {}),
    "While": (lambda: counted(maximum=40), {}),
    "While with checkpoints": (lambda: counted(maximum=40, checkpoint=3), {}),
    "While, trained": (trained_while, {"times": 3.0}),
    "While in While": (lambda: nested("While in While", maximum=5), {}),
    "While in Scan": (lambda: nested("While in Scan", maximum=5), {}),
    "While in Map": (lambda: nested("While in Map", maximum=5), {}),
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
    results, wanted = session.run(feed=feed), other.run(feed=feed)
    assert results.keys() == wanted.keys()
    assert "gradients.result_grad_outputs[0]" in results
    for name, value in wanted.items():
        np.testing.assert_allclose(results[name], value, rtol=2e-5, atol=1e-6, err_msg=name)


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "fed lengths"])
def test_variables_that_bodies_write_are_those_of_tensorflow(name: str) -> None:
    is_watched = any(key.startswith("by ") for key in WANTED[name][0])  # what somebody looks into stays on NumPy
    compared(blocks.Session(PROGRAMS[name](), backend="jax", strict=not is_watched), name)


def test_shapes_that_a_gradient_in_a_loop_takes_are_known_when_it_is_compiled() -> None:
    blocks.Session(build.diagram("kalman"), backend="jax", strict=True).run("train")


def test_a_gradient_of_a_loop_without_a_maximum_stays_on_numpy() -> None:
    session = blocks.Session(counted(), backend="jax")
    result, wanted = session.run(), blocks.Session(counted()).run()
    assert any("no maximum" in note for note in session.backend.notes)
    name = "gradients.result_grad_outputs[1]"
    np.testing.assert_allclose(result[name], wanted[name], rtol=1e-5)


def test_more_rounds_than_the_maximum_are_an_error_there_too() -> None:
    with pytest.raises(blocks.RunError, match="maximum of 2"):
        blocks.Session(counted(maximum=2), backend="jax").run()


def test_who_looks_inside_sees_what_numpy_shows() -> None:
    diagram = looped()
    for inside in ("cell", "halve/condition", "side/then", "rows/along"):
        there, here = (blocks.Session(diagram, inside=inside, backend=backend) for backend in ("jax", "numpy"))
        results: list[Any] = []
        for session in (there, here):
            session.watch("rows.last" if inside == "rows/along" else "side.b" if "side" in inside else "loss")
            results.append(session.run())
        assert results[0].rounds.keys() == results[1].rounds.keys() != set()
        for name, record in results[1].rounds.items():
            assert [*results[0].rounds[name].rounds] == [*record.rounds]
            np.testing.assert_allclose(np.array(results[0].rounds[name].values), np.array(record.values), rtol=1e-6)
        assert results[0].gradient_rounds.keys() == results[1].gradient_rounds.keys()
    session = blocks.Session(diagram, backend="jax", iterations=True)
    asked = session.run("halve/condition/large")["halve/condition/large.result_z"]
    assert asked.tolist() == [True, True, True, True, False]


def test_a_way_back_that_somebody_looks_into_fits_what_jax_recorded() -> None:
    results: list[Any] = []
    for backend in ("jax", "numpy"):
        session = blocks.Session(trained_while(), backend=backend)
        session.watch("loss")
        results.append(session.run(feed={"times": 3.0}).gradients["loop/w.ref"])
    np.testing.assert_allclose(*results, rtol=2e-5)
