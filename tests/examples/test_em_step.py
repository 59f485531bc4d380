"""The M step of an EM algorithm does not flow through the E step."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from blocks.graph.flow import gradient_flow
from tests.examples.shared import Reals, close, session_of, slopes, softmax, typed, wide

NAME = "em_step"
X = typed(NAME, "x")
START = typed(NAME, "means", "initvalues")
STEPS = 6


def log_density(means: Reals) -> Reals:
    return -((X - means) ** 2) / 2


def responsibility(means: Reals) -> Reals:
    return softmax(log_density(means))


def expected(r: Reals, means: Reals) -> Any:
    return (r * log_density(means)).sum()


def log_likelihood(means: Reals) -> Any:
    return np.log(np.exp(log_density(means)).sum(axis=1)).sum()


def em(means: Reals) -> Reals:
    r = responsibility(means)
    return (r * X).sum(axis=0) / r.sum(axis=0)


def through_the_e_step(means: Reals) -> Reals:
    """The sum over n, j of dr[n, j] / dmean[k] log_density[n, j].

    dr[n, j] / dmean[k] = r[n, j] (1[j = k] - r[n, k]) (x[n] - mean[k]).
    """
    r, density = responsibility(means), log_density(means)
    slopes = np.zeros(2)
    for n in range(len(X)):
        for k in range(2):
            for j in range(2):
                slopes[k] += r[n, j] * ((j == k) - r[n, k]) * (X[n, 0] - means[k]) * density[n, j]
    return slopes


def test_every_step() -> None:
    session = session_of(NAME)
    means = START
    for _ in range(STEPS):
        results = session.run()
        r = responsibility(means)
        close(results["means.result_ref"], means)
        close(results["responsibility.result_softmax"], r)
        close(results["given.result_output"], r)
        close(results["Q.result_output"], expected(r, means))
        close(results["Q_open.result_output"], expected(r, means))
        close(results["log_likelihood.result_output"], log_likelihood(means))
        closed = em(means)
        close(results["closed_means.result_z"], closed)
        close(results["new_means.result_output_ref"], closed)
        means = closed


def test_gradients() -> None:
    session = session_of(NAME)
    for _ in range(STEPS):
        results = session.run()
        means = wide(results["means.result_ref"])
        r = responsibility(means)
        by_hand = (r * (X - means)).sum(axis=0)
        close(by_hand, slopes(lambda m: expected(r, m), means), atol=1e-6)  # noqa: B023  # r is held fast
        close(results["grad.result_grad_outputs[0]"], by_hand, atol=2e-5)
        whole = by_hand + through_the_e_step(means)
        close(whole, slopes(lambda m: expected(responsibility(m), m), means), atol=1e-6)
        close(results["grad_open.result_grad_outputs[0]"], whole, atol=2e-5)
        assert np.abs(through_the_e_step(means)).max() > 0.1


def test_gradient_is_that_of_the_likelihood() -> None:
    results = session_of(NAME).run()
    by_differences = slopes(log_likelihood, START)
    close(results["grad_likelihood.result_grad_outputs[0]"], by_differences, atol=1e-6)
    close(results["grad.result_grad_outputs[0]"], by_differences, atol=1e-6)


def test_likelihood_rises_to_a_fixed_point() -> None:
    session = session_of(NAME)
    rising = [float(session.run()["log_likelihood.result_output"]) for _ in range(12)]
    assert all(later > earlier - 1e-5 for earlier, later in pairwise(rising))
    assert rising[-1] > rising[0] + 1
    last = session.run(steps=100)
    means = wide(last["means.result_ref"])
    close(em(means), means, rtol=1e-5)
    close(last["grad.result_grad_outputs[0]"], [0, 0], atol=1e-4)
    assert np.abs(last["grad_open.result_grad_outputs[0]"]).max() > 0.1  # would walk away from the fixed point


def test_flow_is_cut_at_the_wall() -> None:
    session = session_of(NAME)
    flow = gradient_flow(session.elaboration.graph, [session.elaboration.values["Q"]["output"]])
    reached = {output.op.block_name for output in flow.reached}
    assert {"expected", "log_density", "distance", "means", "given"} <= reached
    assert "responsibility" not in reached
    assert [(cut.node.block_name, cut.reason) for cut in flow.cuts if cut.node.type.name == "StopGradient"] == [
        ("given", "StopGradient")
    ]


def test_muting_the_wall_opens_it() -> None:
    results, opened = session_of(NAME).run(), session_of(NAME, "given").run()
    close(opened["grad.result_grad_outputs[0]"], results["grad_open.result_grad_outputs[0]"])
    assert np.abs(opened["grad.result_grad_outputs[0]"] - results["grad.result_grad_outputs[0]"]).max() > 0.1
