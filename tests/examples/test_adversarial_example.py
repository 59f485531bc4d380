"""Adversarial examples: the gradient of the training loss takes the attack as given."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.examples.shared import Reals, close, session_of, slopes, softmax, typed, wide

NAME = "adversarial_example"
X, LABELS = typed(NAME, "x"), typed(NAME, "labels")
START = typed(NAME, "W", "initvalues")
ROWS = len(X)
STEPS = 4


def loss(x: Reals, w: Reals) -> Any:
    return -(LABELS * np.log(softmax(x @ w))).sum(axis=1).mean()


def by_x(x: Reals, w: Reals) -> Reals:
    return (softmax(x @ w) - LABELS) @ w.T / ROWS


def by_w(x: Reals, w: Reals) -> Reals:
    return x.T @ (softmax(x @ w) - LABELS) / ROWS


def test_every_step() -> None:
    session = session_of(NAME)
    w = START
    for _ in range(STEPS):
        results = session.run()
        close(results["W.result_ref"], w)
        close(results["loss.result_output"], loss(X, w))
        close(by_x(X, w), slopes(lambda x: loss(x, w), X), atol=1e-6)  # noqa: B023
        close(results["input_grad.result_grad_outputs[0]"], by_x(X, w))
        attacked = X + 0.25 * np.sign(by_x(X, w))
        close(results["x_adv.result_z"], attacked)
        close(results["loss_adv.result_output"], loss(attacked, w))
        assert results["loss_adv.result_output"] > results["loss.result_output"]
        gradient = 0.5 * by_w(X, w) + 0.5 * by_w(attacked, w)
        by_differences = slopes(lambda each: 0.5 * loss(X, each) + 0.5 * loss(attacked, each), w)  # noqa: B023
        close(gradient, by_differences, atol=1e-6)
        close(results["train_loss.result_z"], 0.5 * loss(X, w) + 0.5 * loss(attacked, w))
        close(results["train_grad.result_grad_outputs[0]"], gradient)
        w = w - 0.5 * gradient
        close(results["new_W.result_out"], w)


def test_training_lowers_the_loss_under_attack() -> None:
    session = session_of(NAME)
    first, last = session.run(), session.run(steps=50)
    assert last["loss_adv.result_output"] < 0.5 * first["loss_adv.result_output"]


def test_the_sign_is_a_wall_of_its_own() -> None:
    results, opened = session_of(NAME).run(), session_of(NAME, "direction").run()
    close(opened["train_grad.result_grad_outputs[0]"], results["train_grad.result_grad_outputs[0]"])


def test_attack_along_the_gradient_with_and_without_the_wall() -> None:
    session = session_of(NAME)
    for _ in range(STEPS):
        results = session.run()
        w = wide(results["W.result_ref"])
        attacked = X + 2 * by_x(X, w)
        close(results["loss_raw.result_output"], loss(attacked, w))
        close(results["loss_open.result_output"], loss(attacked, w))
        close(results["grad_raw.result_grad_outputs[0]"], by_w(attacked, w))
        whole = slopes(lambda each: loss(X + 2 * by_x(X, each), each), w)
        close(results["grad_open.result_grad_outputs[0]"], whole, atol=1e-5)
        close(results["difference.result_z"], by_w(attacked, w) - whole, atol=1e-5)
        assert np.abs(results["difference.result_z"]).max() > 0.01


def test_muting_the_wall_opens_it() -> None:
    results, opened = session_of(NAME).run(), session_of(NAME, "raw_direction").run()
    close(opened["grad_raw.result_grad_outputs[0]"], results["grad_open.result_grad_outputs[0]"])
