"""Contrastive divergence: the gradient equals the learning rule, for the very samples that were drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.run.results import Results
from tests.examples.shared import Reals, close, page_of, session_of, slopes, typed, wide

NAME = "contrastive_divergence"
DATA = typed(NAME, "data")
START = {name: typed(NAME, name, "initvalues") for name in "Wab"}
ROWS = len(DATA)
RATE = 0.1
STEPS = 5


def sigmoid(x: Reals) -> Reals:
    return 1 / (1 + np.exp(-x))


def free_energy(v: Reals, w: Reals, a: Reals, b: Reals) -> Reals:
    """F(v) = -v a - sum over j of ln(1 + e^(v W + b)[j]), row by row."""
    return -(v * a).sum(axis=1) - np.log(1 + np.exp(v @ w + b)).sum(axis=1)


def loss(sample: Reals, w: Reals, a: Reals, b: Reals) -> Any:
    return (free_energy(DATA, w, a, b) - free_energy(sample, w, a, b)).mean()


def parameters(results: Results) -> tuple[Reals, Reals, Reals]:
    w, a, b = (wide(results[f"{name}.result_ref"]) for name in "Wab")
    return w, a, b


def test_samples_follow_from_the_random_numbers() -> None:
    session = session_of(NAME)
    for _ in range(STEPS):
        results = session.run()
        w, a, b = parameters(results)
        hidden = results["hidden_uniform.result_output"] < sigmoid(DATA @ w + b)
        np.testing.assert_array_equal(results["hidden.result_y"], hidden)
        visible = results["visible_uniform.result_output"] < sigmoid(hidden @ w.T + a)
        np.testing.assert_array_equal(results["visible.result_y"], visible)
        np.testing.assert_array_equal(results["sample.result_output"], visible)
        assert set(np.unique(results["sample.result_output"])) <= {0, 1}


def test_gradient_is_the_learning_rule() -> None:
    session = session_of(NAME)
    for _ in range(STEPS):
        results = session.run()
        w, a, b = parameters(results)
        sample = wide(results["sample.result_output"])
        rule_w, rule_a, rule_b = np.zeros_like(w), np.zeros_like(a), np.zeros_like(b)
        for v0, v1 in zip(DATA, sample, strict=True):
            h0, h1 = sigmoid(v0 @ w + b[0]), sigmoid(v1 @ w + b[0])
            rule_w += (np.outer(v1, h1) - np.outer(v0, h0)) / ROWS
            rule_a += (v1 - v0) / ROWS
            rule_b += (h1 - h0) / ROWS
        close(results["loss.result_output"], loss(sample, w, a, b))
        for i, rule in enumerate((rule_w, rule_a, rule_b)):
            close(results[f"grad.result_grad_outputs[{i}]"], rule)
        close(results["rule_W.result_z"], rule_w)
        close(results["difference.result_z"], np.zeros_like(w))
        close(rule_w, slopes(lambda each: loss(sample, each, a, b), w), atol=1e-6)  # noqa: B023  # the sample is held fast


def test_update() -> None:
    session = session_of(NAME)
    before = START
    for _ in range(STEPS):
        results = session.run()
        after: dict[str, Any] = {}
        for i, name in enumerate("Wab"):
            close(results[f"{name}.result_ref"], before[name])
            after[name] = before[name] - RATE * results[f"grad.result_grad_outputs[{i}]"]
            close(results[f"new_{name}.result_out"], after[name])
        before = after


def test_through_the_sampling_it_is_another_gradient() -> None:
    session = session_of(NAME)
    for _ in range(STEPS):
        results = session.run()
        w, a, b = parameters(results)
        sample, hidden = wide(results["sample.result_output"]), wide(results["hidden.result_y"])

        def open_loss(
            each: Reals, w: Reals = w, a: Reals = a, b: Reals = b, v: Reals = sample, h: Reals = hidden
        ) -> Any:
            # The sample moves as its probability does; its value at w is that of the sample.
            moved = v + sigmoid(h @ each.T + a) - sigmoid(h @ w.T + a)
            return loss(moved, each, a, b)

        close(results["open_loss.result_output"], results["loss.result_output"])
        close(results["open_grad.result_grad_outputs[0]"], slopes(open_loss, w), atol=1e-5)
        assert np.abs(results["open_grad.result_grad_outputs[0]"] - results["grad.result_grad_outputs[0]"]).max() > 0.01


def test_every_run_draws_the_same_and_every_step_anew() -> None:
    first, second = session_of(NAME), session_of(NAME)
    drawn: list[bytes] = []
    for _ in range(STEPS):
        results, again = first.run(), second.run()
        for pin in results:
            np.testing.assert_array_equal(results[pin], again[pin])
        drawn.append(results["hidden_uniform.result_output"].tobytes())
    assert len(set(drawn)) == STEPS
    types = [block for block in page_of(NAME).blocks if block.type == "RandomUniform"]
    assert len({block.values["seed"] for block in types}) == len(types) == 2


def test_without_the_wall_nothing_changes_since_a_comparison_is_one() -> None:
    results, opened = session_of(NAME).run(), session_of(NAME, "sample").run()
    for i in range(3):
        close(opened[f"grad.result_grad_outputs[{i}]"], results[f"grad.result_grad_outputs[{i}]"])
