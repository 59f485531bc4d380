"""Softmax with StopGradient(Max(x)): which gradients it leaves as they are, and which not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.run.results import Results
from tests.examples.shared import Reals, close, page_of, session_of, slopes, softmax, typed

NAME = "stable_softmax"
X, WEIGHTS = typed(NAME, "x"), typed(NAME, "weights")
LARGEST = X.max(axis=1, keepdims=True)
POWERS = np.exp(X - LARGEST)


@pytest.fixture(scope="module")
def results() -> Results:
    return session_of(NAME).run()


def loss(x: Reals) -> Any:
    return (softmax(x) * WEIGHTS).sum()


def test_the_input_has_ties() -> None:
    ties = (LARGEST == X).sum(axis=1)
    assert ties.tolist() == [1, 2, 3, 1]


def test_forward_is_the_same(results: Results) -> None:
    for suffix in ("", "_open"):
        close(results[f"softmax{suffix}.result_z"], softmax(X))
        close(results[f"loss{suffix}.result_output"], loss(X))


def test_without_a_shift_large_numbers_overflow(results: Results) -> None:
    naive = results["softmax_naive.result_z"]
    close(naive[:3], softmax(X)[:3])
    assert np.isnan(naive[3]).all()
    assert np.isfinite(results["softmax.result_z"]).all()


def test_gradient_of_the_loss(results: Results) -> None:
    y = softmax(X)
    by_hand = y * (WEIGHTS - (y * WEIGHTS).sum(axis=1, keepdims=True))
    close(by_hand, slopes(loss, X), atol=1e-6)  # smooth in spite of the ties
    close(results["grad.result_grad_outputs[0]"], by_hand)
    close(results["grad_open.result_grad_outputs[0]"], by_hand)
    close(results["difference.result_z"], np.zeros_like(X))


def test_nothing_arrives_at_the_maximum(results: Results) -> None:
    close(results["grad_open.result_grad_outputs[1]"], np.zeros((4, 1)))


def test_gradient_half_way(results: Results) -> None:
    # d sum(exp(x - m)) by x: for a given m the powers; for m = max(x) also -sum, shared by those that tie.
    shares = (X == LARGEST) / (X == LARGEST).sum(axis=1, keepdims=True)
    close(results["grad_exp.result_grad_outputs[0]"], POWERS)
    expected = POWERS - shares * POWERS.sum(axis=1, keepdims=True)
    close(results["grad_exp_open.result_grad_outputs[0]"], expected)
    close(results["difference_exp.result_z"], shares * POWERS.sum(axis=1, keepdims=True))


def test_gradient_half_way_by_differences(results: Results) -> None:
    for row in (0, 3):  # where nothing ties
        x = X[row]
        open_slopes = slopes(lambda v: np.exp(v - v.max()).sum(), x)
        fixed_slopes = slopes(lambda v: np.exp(v - LARGEST[row]).sum(), x)  # noqa: B023
        close(results["grad_exp_open.result_grad_outputs[0]"][row], open_slopes, atol=1e-6)
        close(results["grad_exp.result_grad_outputs[0]"][row], fixed_slopes, atol=1e-6)


def test_ties_share_by_hand(results: Results) -> None:
    difference = results["difference_exp.result_z"]
    half = (2 + np.exp(-2)) / 2  # row 3 1 3: exp(0) + exp(-2) + exp(0), halved
    close(difference[1], [half, 0, half])
    close(difference[2], [1, 1, 1])  # row 2 2 2: 3 powers of 1, in thirds


def test_muting_the_wall_opens_it(results: Results) -> None:
    assert page_of(NAME, "stopped_max").block("stopped_max").muted
    opened = session_of(NAME, "stopped_max").run()
    name = "grad_exp{}.result_grad_outputs[0]"
    close(opened[name.format("")], results[name.format("_open")])
    assert np.abs(opened[name.format("")] - results[name.format("")]).max() > 1
