"""Candidates that are drawn on JAX: other numbers than NumPy's, of the same distributions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.errors import RunError

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")

STEPS = 200


def session(name: str, backend: str, sampled: int, classes: int, unique: bool) -> tuple[Any, list[Any]]:
    root = blocks.Scope.new_root_scope()
    sampler = getattr(ops, name)
    node = sampler(root, [[0, 3]], num_true=2, num_sampled=sampled, unique=unique, range_max=classes)
    return blocks.ClientSession(root, seed=1, backend=backend, strict=backend == "jax"), list(node.outputs)


def means(name: str, backend: str, *how: Any) -> Any:
    """Over many steps, of what tells distributions apart: the candidates' logarithms, and the expected counts."""
    run, outputs = session(name, backend, *how)
    rows: list[Any] = []
    for _ in range(STEPS):
        candidates, true_count, count = run.run(outputs)
        assert candidates.dtype == np.int64 and count.dtype == np.float32
        assert candidates.min() >= 0 and candidates.max() < how[1]
        assert not how[2] or len(set(candidates.tolist())) == how[0]
        rows.append([np.log1p(candidates).mean(), np.log1p(candidates[:3]).mean(), *true_count[0], count.sum()])
    table = np.array(rows)
    return np.mean(table, 0), np.std(table, 0) / np.sqrt(STEPS)


@pytest.mark.parametrize(
    "how", [(5, 10, True), (10, 10, True), (64, 1000, False), (64, 1000, True), (300, 70000, True)]
)
@pytest.mark.parametrize("name", ["UniformCandidateSampler", "LogUniformCandidateSampler"])
def test_classes_and_how_often_they_are_expected(name: str, how: tuple[int, int, bool]) -> None:
    (mine, width), (theirs, other_width) = (means(name, backend, *how) for backend in ("jax", "numpy"))
    assert (np.abs(mine - theirs) < 5 * np.hypot(width, other_width) + 1e-6).all()


def test_the_same_seed_draws_the_same_classes_and_each_step_others() -> None:
    steps: list[Any] = []
    for _ in range(2):
        run, outputs = session("LogUniformCandidateSampler", "jax", 20, 70000, True)
        steps.append([run.run(outputs)[0].tolist() for _ in range(2)])
    assert steps[0] == steps[1]
    assert steps[0][0] != steps[0][1]


@pytest.mark.parametrize("name", ["UniformCandidateSampler", "AllCandidateSampler"])
def test_true_classes_are_checked(name: str) -> None:
    root = blocks.Scope.new_root_scope()
    true = ops.Placeholder(root, dtype="DT_INT64")
    rest = {} if name == "AllCandidateSampler" else {"range_max": 4}
    node = getattr(ops, name)(root, true, num_true=1, num_sampled=4, unique=True, **rest)
    run = blocks.ClientSession(root, backend="jax", strict=True)
    assert sorted(run.run(list(node.outputs), {true: np.array([[3]])})[0].tolist()) == [0, 1, 2, 3]
    with pytest.raises(RunError, match="true classes must be from 0 to 3, got 4"):
        run.run(list(node.outputs), {true: np.array([[4]])})
