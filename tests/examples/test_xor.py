"""XOR: backpropagation by hand and by AddSymbolicGradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.examples.shared import Reals, close, session_of, slopes, typed

NAME = "xor"
X, Y = typed(NAME, "x"), typed(NAME, "y")
PARAMETERS = ("W1", "b1", "W2", "b2")
HANDS = ("hand_W1.result_product", "hand_b1.result_output", "hand_W2.result_product", "hand_b2.result_output")


def sigmoid(z: Reals) -> Reals:
    return 1 / (1 + np.exp(-z))


def hypothesis(w1: Reals, b1: Reals, w2: Reals, b2: Reals) -> Reals:
    return sigmoid(sigmoid(X @ w1 + b1) @ w2 + b2)


def cost(*parameters: Reals) -> Any:
    h = hypothesis(*parameters)
    return -(Y * np.log(h) + (1 - Y) * np.log(1 - h)).mean()


def test_every_step() -> None:
    session = session_of(NAME)
    now = [typed(NAME, name, "initvalues") for name in PARAMETERS]
    for _ in range(5):
        results = session.run()
        close(results["h.result_y"], hypothesis(*now))
        close(results["cost.result_y"], cost(*now))
        for i, name in enumerate(PARAMETERS):
            expected = slopes(lambda each: cost(*now[:i], each, *now[i + 1 :]), now[i])  # noqa: B023
            close(results[f"grad.result_grad_outputs[{i}]"], expected, atol=1e-6)
            close(results[HANDS[i]], expected, atol=1e-6)
            close(results[f"difference_{name}.result_z"], np.zeros_like(expected), atol=1e-7)
        # From the page's own numbers, so that rounding does not grow from step to step.
        moved = [each - 2 * results[f"grad.result_grad_outputs[{i}]"] for i, each in enumerate(now)]
        now = [np.asarray(results[f"new_{name}.result_out"], np.float64) for name in PARAMETERS]
        for expected, result in zip(moved, now, strict=True):
            close(result, expected)


def test_it_learns_xor() -> None:
    results = session_of(NAME).run(steps=200)
    h = results["h.result_y"]
    assert np.array_equal(h > 0.5, Y > 0.5)
    assert np.abs(h - Y).max() < 0.1
