"""One weight, three ways: what is missing to 1 shrinks by 8/15 in each step."""

from __future__ import annotations

import numpy as np
import pytest

from tests.examples.shared import close, session_of, slopes, typed

NAME = "gradient_descent_three_ways"
X, Y = typed(NAME, "x"), typed(NAME, "y")
WAYS = {"1": "new_w1.result_output_ref", "2": "new_w2.result_out", "3": "new_w3.result_out"}


@pytest.mark.parametrize("way", WAYS)
def test_every_step(way: str) -> None:
    session = session_of(NAME)
    w = np.array([10.0])
    for _ in range(12):
        results = session.run()
        slope = 28 / 3 * (w - 1)
        close(slope, slopes(lambda each: ((X * each - Y) ** 2).mean(), w), atol=1e-6)
        close(results[f"cost{way}.result_output"], 14 / 3 * (w[0] - 1) ** 2)
        close(results["grad.result_grad_outputs[0]" if way == "3" else f"slope{way}.result_z"], slope, atol=2e-5)
        w = 1 + 8 / 15 * (w - 1)
        close(results[WAYS[way]], w)


def test_thirty_steps() -> None:
    results = session_of(NAME).run(steps=30)
    for way, pin in WAYS.items():
        close(results[pin], [1], atol=1e-6)
        assert results[f"cost{way}.result_output"] < 1e-10
