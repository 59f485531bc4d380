"""What a run does not ask for by name is computed when somebody looks at it: as it was in that step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from blocks.run.session import stepping
from tests.run.test_loops import add

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")


def page() -> blocks.Diagram:
    """A page that trains, with numbers that are drawn, by seeds and without, and one that must be within bounds."""
    diagram = blocks.Diagram()
    canvas = diagram.add_page("main")
    add(canvas, "Placeholder", "x", dtype="DT_FLOAT")
    add(canvas, "Placeholder", "at", dtype="DT_INT32")
    add(canvas, "RandomNormal", "noise", shape=[2], dtype="DT_FLOAT")
    add(canvas, "RandomUniform", "seeded", shape=[2], dtype="DT_FLOAT", seed=3, seed2=4)
    add(canvas, "Variable", "w", initvalues=[[1.0, 2.0], [0.5, -1.0]], dtype="DT_FLOAT")
    add(canvas, "Gather", "row", ("w.ref", "params"), ("at.output", "indices"))
    add(canvas, "AddN", "sum", ("row.output", "inputs"), ("noise.output", "inputs"), ("seeded.output", "inputs"))
    add(canvas, "Multiply", "product", ("sum.sum", "x"), ("x.output", "y"))
    add(canvas, "Square", "square", ("product.z", "x"))
    add(canvas, "Mean", "loss", ("square.y", "input"), axis=[0])
    add(canvas, "Minimize", "train", ("loss.output", "loss"), learning_rate=0.1, optimizer="Momentum")
    add(canvas, "ClientSession", "client", ("loss.output", "fetch_outputs"), ("train.operation", "run_outputs"))
    return diagram


def fed(step: int) -> dict[str, Any]:
    return {"x": np.array([0.5 + step, 0.25], np.float32), "at": np.array(step % 2, np.int32)}


def check(results: Any, wanted: Any) -> None:
    assert results.keys() == wanted.keys()
    for name, value in wanted.items():
        np.testing.assert_allclose(results[name], value, rtol=1e-5, err_msg=name)


def test_results_that_are_looked_at_later_are_those_of_their_step() -> None:
    lazy, whole = (blocks.Session(page(), backend="jax", strict=True) for _ in range(2))
    kept = [lazy.run(feed=fed(step)) for step in range(4)]
    wanted: list[Any] = []
    for step in range(4):
        with stepping(whole, None, fed(step)) as stepper:
            wanted.append(stepper.step())
    assert "square.result_y" in kept[1] and "square.result_z" not in kept[1]
    assert kept[1].get("square.result_z", 7) == 7
    for result, each in zip(kept, wanted, strict=True):
        np.testing.assert_allclose(result["loss.result_output"], each["loss.result_output"], rtol=1e-5)
    np.testing.assert_allclose(kept[2]["row.result_output"], wanted[2]["row.result_output"], rtol=1e-5)
    assert [*kept[0]] == [*wanted[0]] and len(kept[0]) == len(wanted[0]) and kept[0].dtypes == wanted[0].dtypes
    for result, each in zip(kept, wanted, strict=True):
        check(result, each)
        check({**result}, each)
    # From now on all is there at once, and the run goes on as if nobody had looked.
    with stepping(whole, None, fed(4)) as stepper:
        check(lazy.run(feed=fed(4)), stepper.step())
    assert len(lazy.variables) == 2
    check(lazy.variables, whole.variables)


def test_what_is_wrong_in_a_step_is_said_at_once() -> None:
    session = blocks.Session(page(), backend="jax", strict=True)
    session.run(feed=fed(0))
    before = session.variables["w"]
    with pytest.raises(blocks.RunError, match="row") as caught:
        session.run(feed=fed(0) | {"at": np.array(5, np.int32)})
    assert "noise.result_output" in caught.value.results and "row.result_output" not in caught.value.results
    assert np.array_equal(session.variables["w"], before)
    assert session.run(feed=fed(1))["loss.result_output"] > 0
