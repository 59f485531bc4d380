"""Loops and branches that run a composite: `lax.scan`, `lax.while_loop` and `lax.cond` give what NumPy gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

import blocks
from tests.app.window.looped import looped
from tests.loops import chosen, counted, recurrent, wired
from tests.models.build import diagram

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")


def trained() -> blocks.Diagram:
    """Layers with weights of their own, trained."""
    found = recurrent("Repeat", times=3)
    page = found.page("main")
    page.add("Minimize", id="train", rate=0.1, optimizer="Adam")
    wired(page, "of_h>train.loss")
    return found


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
    "Cond, true": (chosen, {"which": True}),
    "Cond, false": (chosen, {"which": False}),
    "training": (trained, {}),
}


@pytest.mark.parametrize("case", CASES)
def test_jax_gives_what_numpy_gives(case: str) -> None:
    page, feed = CASES[case][0](), CASES[case][1]
    session = blocks.Session(page, backend="jax", strict=True)
    other = blocks.Session(page)
    session.run(feed=feed)
    other.run(feed=feed)
    found, wanted = session.run(feed=feed), other.run(feed=feed)
    assert found.keys() == wanted.keys()
    assert "gradients.result_grad_outputs[0]" in found
    for name, value in wanted.items():
        np.testing.assert_allclose(found[name], value, rtol=2e-5, atol=1e-6, err_msg=name)


def test_shapes_that_a_gradient_in_a_loop_takes_are_known_when_it_is_compiled() -> None:
    blocks.Session(diagram("kalman"), backend="jax", strict=True).run("train")


def test_a_gradient_of_a_loop_without_a_maximum_stays_on_numpy() -> None:
    session = blocks.Session(counted(), backend="jax")
    found, wanted = session.run(), blocks.Session(counted()).run()
    assert any("has no maximum" in note for note in session.backend.notes)
    name = "gradients.result_grad_outputs[1]"
    np.testing.assert_allclose(found[name], wanted[name], rtol=1e-5)


def test_more_rounds_than_the_maximum_are_an_error_there_too() -> None:
    with pytest.raises(blocks.RunError, match="more than 2 rounds"):
        blocks.Session(counted(maximum=2), backend="jax").run()


def test_who_looks_inside_sees_what_numpy_shows() -> None:
    page = looped()
    for inside in ("cell", "halve/condition", "side/then", "rows/along"):
        there, here = (blocks.Session(page, inside=inside, backend=backend) for backend in ("jax", "numpy"))
        found: list[Any] = []
        for session in (there, here):
            session.watch("rows.last" if inside == "rows/along" else "side.b" if "side" in inside else "loss")
            found.append(session.run())
        assert found[0].rounds.keys() == found[1].rounds.keys() != set()
        for name, record in found[1].rounds.items():
            assert [*found[0].rounds[name].rounds] == [*record.rounds]
            np.testing.assert_allclose(np.array(found[0].rounds[name].values), np.array(record.values), rtol=1e-6)
        assert found[0].gradient_rounds.keys() == found[1].gradient_rounds.keys()
    session = blocks.Session(page, backend="jax", rounds=True)
    asked = session.run("halve/condition/large")["halve/condition/large.result_z"]
    assert asked.tolist() == [True, True, True, True, False]
