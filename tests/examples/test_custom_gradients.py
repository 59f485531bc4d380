"""Four composites with custom gradients, against what plain NumPy computes."""

from __future__ import annotations

import numpy as np
import pytest

from blocks.run.session import Session
from tests.examples.shared import close, page_of, session_of, typed


@pytest.mark.parametrize(("page", "steps", "rate"), [("rounding", 12, 0.1), ("signs", 20, 0.05)])
def test_hard_weights_are_trained_through_their_steps(page: str, steps: int, rate: float) -> None:
    name = f"custom_gradients:{page}"
    x, target, w = typed(name, "x"), typed(name, "target"), typed(name, "w", "initvalues")
    step = np.rint if page == "rounding" else np.sign
    for _ in range(steps):
        gradient = 2 * x.T @ (x @ step(w) - target) / len(x)
        w = w - rate * gradient * (abs(w) <= (np.inf if page == "rounding" else 1))
    session = session_of(name)
    assert session.run(steps=steps)["loss.result_output"] == 0
    close(session.variables["w"], w)


@pytest.mark.parametrize("factor", [1.0, 0.0])
def test_a_reversed_gradient_hides_the_domain(factor: float) -> None:
    name = "custom_gradients:reversal"
    points, labels, domains = (typed(name, each) for each in ("points", "labels", "domains"))
    w, v = typed(name, "w", "initvalues"), typed(name, "v", "initvalues")
    for _ in range(200):
        feature = points @ w
        guess = 2 * (feature @ v - domains) / len(points)
        slope = 2 * (feature - labels) / len(points) - factor * guess @ v.T
        w, v = w - 0.1 * points.T @ slope, v - 0.1 * feature.T @ guess
    page = page_of(name)
    page.set("reversed", factor=factor)
    session = Session(page)
    session.run(steps=200)
    close(session.variables["w"], w, rtol=1e-4)
    close(session.variables["v"], v, rtol=1e-4)
    assert round(float(w[1, 0]), 1) == (0.3 if factor else 0.5)


def test_the_gradient_of_a_fixed_point_solves_a_linear_system() -> None:
    name, z = "custom_gradients:fixed point", np.zeros((3, 1))
    W, x, target = typed(name, "W", "initvalues"), typed(name, "x"), typed(name, "target")
    for _ in range(1000):
        z = np.tanh(W @ z + x)
    slope = 1 - z**2
    solved = np.linalg.solve((np.eye(3) - slope * W).T, 2 * (z - target) / 3)
    session = session_of(name)
    session.run()
    close(session.variables["W"], W - 0.5 * (slope * solved) @ z.T)
    close(session.run(steps=199)["state.result_z"], target, atol=1e-5)
