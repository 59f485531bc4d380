"""A convolutional network by formulas, its gradient by differences, and the steps of Adam."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.examples.digits import glyphs
from tests.examples.shared import Reals, close, session_of, slopes, softmax, wide

NAME = "small_cnn"
PARAMETERS = ("K", "W", "b")
RATE, BETA1, BETA2, EPSILON = 0.03, 0.9, 0.999, 1e-8


def features(images: Reals, k: Reals) -> Reals:
    """Convolution with padding, Relu, the largest of each 2 x 2."""
    padded = np.pad(images[..., 0], ((0, 0), (1, 1), (1, 1)))
    conv = sum(padded[:, i : i + 8, j : j + 8, None] * k[i, j, 0] for i in range(3) for j in range(3))
    relu = np.maximum(wide(conv), 0)
    return relu.reshape(10, 4, 2, 4, 2, 4).max(axis=(2, 4)).reshape(10, 64)


def cost(images: Reals, k: Reals, w: Reals, b: Reals) -> Any:
    chances = softmax(features(images, k) @ w + b)
    return -np.log(chances[np.arange(10), np.arange(10)]).mean()


def slope(images: Reals, at: list[Reals], i: int) -> Reals:
    def moved(each: Reals) -> Any:
        k, w, b = (*at[:i], each, *at[i + 1 :])
        return cost(images, k, w, b)

    return slopes(moved, at[i])


def test_every_step() -> None:
    session = session_of(NAME)
    means: dict[str, tuple[Any, Any]] = dict.fromkeys(PARAMETERS, (0.0, 0.0))
    for step in (1, 2, 3):
        results = session.run()
        assert np.array_equal(results["images.result_output"][..., 0], glyphs())
        images = wide(results["noisy.result_z"])
        now = [wide(results[f"{name}.result_ref"]) for name in PARAMETERS]
        close(results["flat.result_output"], features(images, now[0]))
        close(results["cost.result_output"], cost(images, *now))
        for i, name in enumerate(PARAMETERS):
            result = wide(results[f"grad.result_grad_outputs[{i}]"])
            if step < 3:
                close(result, slope(images, now, i), atol=5e-6)
            m, v = means[name]
            m, v = BETA1 * m + (1 - BETA1) * result, BETA2 * v + (1 - BETA2) * result**2
            means[name] = m, v
            rate = RATE * np.sqrt(1 - BETA2**step) / (1 - BETA1**step)
            close(results[f"new_{name}.result_out"], now[i] - rate * m / (np.sqrt(v) + EPSILON), atol=2e-5)


def test_the_noise_is_new_in_each_step() -> None:
    session = session_of(NAME)
    first, second = (session.run()["noise.result_z"] for _ in range(2))
    assert np.abs(first - second).max() > 0.1
    assert 0.15 < first.std() < 0.25


def test_it_learns_to_read() -> None:
    results = session_of(NAME).run(steps=100)
    assert results["accuracy.result_output"] == 1
    assert results["cost.result_output"] < 0.5
