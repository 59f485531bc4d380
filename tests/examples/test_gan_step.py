"""A generator against a discriminator: one gradient, and each player gets that of its own loss."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.examples.shared import Reals, close, session_of, slopes, typed, wide

NAME = "gan_step"
REAL, Z = typed(NAME, "real"), typed(NAME, "z")
PARAMETERS = ("w", "c", "scale", "shift")
STOPS = ("given_fake", "given_w", "given_c")


def wrong(u: Reals) -> Any:
    """The mean of -log(sigmoid(u))."""
    return np.log1p(np.exp(-u)).mean()


def loss_d(w: Reals, c: Reals, scale: Reals, shift: Reals) -> Any:
    return wrong(REAL @ w + c) + wrong(-((Z @ scale + shift) @ w + c))


def loss_g(w: Reals, c: Reals, scale: Reals, shift: Reals) -> Any:
    return wrong((Z @ scale + shift) @ w + c)


def both(*parameters: Reals) -> Any:
    return loss_d(*parameters) + loss_g(*parameters)


def slope(loss: Any, at: list[Reals], i: int) -> Reals:
    return slopes(lambda each: loss(*at[:i], each, *at[i + 1 :]), at[i])


def test_every_step() -> None:
    session = session_of(NAME)
    now = [typed(NAME, name, "initvalues") for name in PARAMETERS]
    for _ in range(5):
        results = session.run()
        close(results["loss_d.result_output"], loss_d(*now))
        close(results["loss_g.result_output"], loss_g(*now))
        for i in range(4):
            own = slope(loss_d if i < 2 else loss_g, now, i)
            close(results[f"grad.result_grad_outputs[{i}]"], own, atol=1e-6)
            close(results[f"grad_{'d' if i < 2 else 'g'}.result_grad_outputs[{i % 2}]"], own, atol=1e-6)
        moved = [each - 0.2 * results[f"grad.result_grad_outputs[{i}]"] for i, each in enumerate(now)]
        now = [wide(results[f"new_{name}.result_out"]) for name in PARAMETERS]
        for expected, result in zip(moved, now, strict=True):
            close(result, expected)


@pytest.mark.parametrize("muted", [STOPS, ()], ids=["open", "stopped"])
def test_what_stop_gradient_is_for(muted: tuple[str, ...]) -> None:
    results = session_of(NAME, *muted).run()
    start = [typed(NAME, name, "initvalues") for name in PARAMETERS]
    for i in range(4):
        whole, own = slope(both, start, i), slope(loss_d if i < 2 else loss_g, start, i)
        assert np.abs(whole - own).max() > 0.001
        close(results[f"grad.result_grad_outputs[{i}]"], whole if muted else own, atol=1e-6)


def test_the_samples_come_to_the_real_ones() -> None:
    session = session_of(NAME)
    mean = REAL.mean()
    shifts = [float(session.run(steps=50)["new_shift.result_out"][0]) for _ in range(8)]
    assert max(shifts) > mean + 0.5  # past it
    assert abs(shifts[-1] - mean) < 0.5
