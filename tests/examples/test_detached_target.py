"""Q-learning: the target is a given number."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.examples.shared import Reals, close, session_of, slopes, typed

NAME = "detached_target"
STATES, ACTIONS, NEXT = typed(NAME, "states"), typed(NAME, "actions"), typed(NAME, "next_states")
REWARDS, DISCOUNTS = typed(NAME, "rewards"), typed(NAME, "discounts")
START = typed(NAME, "W", "initvalues")
ROWS = len(STATES)


def q(w: Reals) -> Reals:
    return (STATES @ w * ACTIONS).sum(axis=1)


def target(w: Reals) -> Reals:
    return REWARDS + DISCOUNTS * (NEXT @ w).max(axis=1)


def loss(w: Reals, wanted: Reals) -> Any:
    return ((wanted - q(w)) ** 2).mean()


def gradients(w: Reals) -> tuple[Reals, Reals]:
    """With the target held fast, and as a whole; move by move."""
    fixed, moving = np.zeros_like(w), np.zeros_like(w)
    for n in range(ROWS):
        error = 2 / ROWS * (target(w)[n] - q(w)[n])
        action = int(np.argmax(ACTIONS[n]))
        best = int(np.argmax(NEXT[n] @ w))
        fixed[:, action] -= error * STATES[n]
        moving[:, best] += error * DISCOUNTS[n] * NEXT[n]
    return fixed, fixed + moving


def test_every_step() -> None:
    session = session_of(NAME)
    w = START
    for _ in range(5):
        results = session.run()
        fixed, whole = gradients(w)
        held = target(w)
        close(results["target.result_z"], held)
        close(results["fixed_target.result_output"], held)
        close(results["loss.result_output"], loss(w, held))
        close(results["loss_open.result_output"], loss(w, held))
        close(fixed, slopes(lambda each: loss(each, held), w), atol=1e-6)  # noqa: B023
        close(whole, slopes(lambda each: loss(each, target(each)), w), atol=1e-6)
        close(results["grad.result_grad_outputs[0]"], fixed)
        close(results["grad_open.result_grad_outputs[0]"], whole)
        assert np.abs(whole - fixed).max() > 0.1
        w = w - 0.2 * fixed
        close(results["new_W.result_out"], w)


def test_muting_the_wall_opens_it() -> None:
    results, opened = session_of(NAME).run(), session_of(NAME, "fixed_target").run()
    close(opened["grad.result_grad_outputs[0]"], results["grad_open.result_grad_outputs[0]"])
