"""Fractional pooling on JAX: the windows of NumPy where they are said to be the same in each step, others otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from tests.jax.comparing import compare, gradients

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")

KINDS = ["FractionalMaxPool", "FractionalAvgPool"]


@pytest.mark.parametrize("overlapping", [False, True])
@pytest.mark.parametrize("pseudo_random", [False, True])
@pytest.mark.parametrize("name", KINDS)
def test_the_same_windows_and_gradients_of_all_orders(name: str, pseudo_random: bool, overlapping: bool) -> None:
    images = np.rint(np.random.default_rng(0).standard_normal((2, 11, 7, 3)) * 2)  # with ties
    images[0, :3] = np.nan
    options = {"pooling_ratio": [1.0, 1.5, 1.75, 1.0], "deterministic": True, "seed": 3}

    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        x = ops.Variable(root, initvalues=images)
        pool = getattr(ops, name)
        y = pool(root, x, pseudo_random=pseudo_random, overlapping=overlapping, **options).outputs
        first = blocks.add_symbolic_gradients(root, [ops.Sum(root, ops.Multiply(root, y[0], y[0]), [0, 1, 2, 3])], [x])
        back = blocks.add_symbolic_gradients(root, [ops.Sum(root, ops.Square(root, first[0]), [0, 1, 2, 3])], [x])
        whole = pool(root, fed["numbers"], pseudo_random=pseudo_random, overlapping=overlapping, **options).outputs
        return [*y, *first, *back, *whole]

    compare(build, rtol=1e-9, numbers=np.random.default_rng(1).integers(-99, 99, (2, 11, 7, 3)))


@pytest.mark.parametrize("pseudo_random", [False, True])
@pytest.mark.parametrize("overlapping", [False, True])
@pytest.mark.parametrize("name", KINDS)
def test_windows_that_are_drawn_anew_in_each_step(name: str, overlapping: bool, pseudo_random: bool) -> None:
    images = np.random.default_rng(0).standard_normal((1, 20, 13, 2))
    root = blocks.Scope.new_root_scope()
    x = ops.Variable(root, initvalues=images)
    options = {"pooling_ratio": [1.0, 1.6, 2.3, 1.0], "overlapping": overlapping, "pseudo_random": pseudo_random}
    outputs = gradients(root, [getattr(ops, name)(root, x, **options).outputs[0]], [x])
    session = blocks.ClientSession(root, seed=1, backend="jax", strict=True)
    pool = next(each for each in root.graph.nodes if each.type.name == name)
    seen: set[str] = set()
    for _ in range(20):
        *_, y, dx, rows, columns = session.run([*outputs, *pool.outputs[1:]])
        assert rows[0] == columns[0] == 0 and rows[-1] == 20 and columns[-1] == 13
        assert set(np.diff(rows)) <= {1, 2} and set(np.diff(columns)) <= {2, 3}
        wanted, back = np.empty_like(y), np.zeros_like(dx)
        for i, top in enumerate(rows[:-1]):
            for k, left in enumerate(columns[:-1]):
                place = np.s_[0, top : rows[i + 1] + overlapping, left : columns[k + 1] + overlapping]
                part = images[place]
                wanted[0, i, k] = part.max((0, 1)) if "Max" in name else part.mean((0, 1))
                share = part == part.max((0, 1)) if "Max" in name else 1 / (part.shape[0] * part.shape[1])
                back[place] += share * 2 * wanted[0, i, k]
        np.testing.assert_allclose(y, wanted)
        np.testing.assert_allclose(dx, back, atol=1e-12)
        seen.add(f"{rows} {columns}")
    assert len(seen) > 10
