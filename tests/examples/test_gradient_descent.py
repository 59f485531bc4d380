"""Linear regression: the gradient by hand and by AddSymbolicGradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.examples.shared import Reals, close, session_of, slopes, typed

NAME = "gradient_descent"
X, Y = typed(NAME, "x"), typed(NAME, "y")
START_W, START_B = typed(NAME, "W", "initvalues"), typed(NAME, "b", "initvalues")


def loss(w: Reals, b: Reals) -> Any:
    return ((X @ w + b - Y) ** 2).mean()


def test_every_step() -> None:
    session = session_of(NAME)
    w, b = START_W, START_B
    for _ in range(10):
        results = session.run()
        error = X @ w + b - Y
        by_w, by_b = 2 / 5 * X.T @ error, 2 / 5 * error.sum(axis=0)
        close(by_w, slopes(lambda each: loss(each, b), w), atol=1e-6)  # noqa: B023
        close(by_b, slopes(lambda each: loss(w, each), b), atol=1e-6)  # noqa: B023
        close(results["loss.result_output"], loss(w, b))
        close(results["grad.result_grad_outputs[0]"], by_w)
        close(results["grad.result_grad_outputs[1]"], by_b)
        close(results["hand_W.result_z"], by_w)
        close(results["hand_b.result_z"], by_b)
        close(results["difference_W.result_z"], np.zeros((2, 1)))
        close(results["difference_b.result_z"], np.zeros(1))
        w, b = w - 0.1 * by_w, b - 0.1 * by_b
        close(results["new_W.result_out"], w)
        close(results["new_b.result_out"], b)


def test_it_finds_what_made_the_data() -> None:
    close(X @ np.array([[2.0], [-1.0]]) + 0.5, Y)
    results = session_of(NAME).run(steps=200)
    close(results["new_W.result_out"], [[2], [-1]], atol=1e-4)
    close(results["new_b.result_out"], [0.5], atol=1e-4)
    assert results["loss.result_output"] < 1e-8
