"""Failures in the first iteration of a loop, and results that are stored in the same memory in each run."""

from __future__ import annotations

import numpy as np
import pytest

import blocks
from blocks.base.errors import RunError
from blocks.base.types import Array
from blocks.testing.calls import same_bits
from tests.models.pen import Pen
from tests.models.setting import Setting

ROUNDS, WIDTH = 10, 40
WEIGHTS: Array = np.eye(WIDTH) + np.random.default_rng(0).normal(size=(WIDTH, WIDTH)) / 100


def solving(weights: Array, rounds: int = ROUNDS) -> blocks.Session:
    """h = tanh(inverse(w) h + x) for each x, with the gradient of the sum of all h by w."""
    diagram = blocks.Diagram()
    pen = Pen(diagram.add_page("main"), "DT_DOUBLE", Setting({}, {}))
    cell = pen.on("Cell")
    x, h, w = (cell.input(name) for name in "xhw")
    new = cell("Tanh", cell("Add", cell("MatMul", h, cell("MatrixInverse", w, id="inverse")), x))
    cell.output("h", new)
    cell.output("y", new)
    start, w = pen.const(np.ones((3, WIDTH))), pen.const(weights, id="w")
    xs = pen("Placeholder", id="xs", dtype="DT_DOUBLE", shape=[rounds, 3, WIDTH])
    loop = pen("Scan", id="loop", body=":Cell", over=["x"], x=xs, h=start, w=w)
    pen("AddSymbolicGradients", pen("Sum", loop.pin("y"), [0, 1, 2]), [w], id="by")
    return blocks.Session(diagram)


def given(seed: int, rounds: int = ROUNDS) -> dict[str, Array]:
    """What is fed."""
    return {"xs": np.random.default_rng(seed).normal(size=(rounds, 3, WIDTH))}


def test_results_are_those_of_numpy() -> None:
    results = solving(WEIGHTS).run(feed=given(1))
    inverse, h, xs = np.linalg.inv(WEIGHTS), np.ones((3, WIDTH)), given(1)["xs"]
    for x, y in zip(xs, results["loop.result_y"], strict=True):
        h = np.tanh(h @ inverse + x)
        np.testing.assert_allclose(y, h, rtol=1e-12)


def test_what_fails_fails_in_the_first_round_and_not_without_one() -> None:
    with pytest.raises(RunError, match="in iteration 0") as caught:
        solving(np.zeros((WIDTH, WIDTH))).run(feed=given(1))
    assert caught.value.errors[0].block == "loop/inverse"
    results = solving(np.zeros((WIDTH, WIDTH)), 0).run(feed=given(1, 0))
    assert not results["by.result_grad_outputs[0]"].any()


def test_results_stay_when_others_are_made_in_memory_that_is_kept() -> None:
    session = solving(WEIGHTS)
    first = session.run(feed=given(1))["loop.result_y"]
    before = first.copy()
    second = session.run(feed=given(2))["loop.result_y"]
    assert same_bits(first, before) and not np.array_equal(first, second)
    where = second.ctypes.data
    del second
    assert session.run(feed=given(3))["loop.result_y"].ctypes.data == where
