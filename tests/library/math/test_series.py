"""Digamma and its derivatives of many numbers, which are worked out in another way than of a few."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.special  # pyright: ignore[reportMissingTypeStubs]

from blocks.base.types import Array
from blocks.library.index import find

DIGAMMA = {  # tf.raw_ops of TensorFlow 2.21.0 on a CPU
    0.1: -10.423755, 0.5: -1.9635108, 1: -0.57721591, 1.5: 0.036489964, 2: 0.42278421, 12.5: 2.4851956,
    1e6: 13.81551, 1e-20: -1e20, -0.1: 9.2450733, -0.5: 0.036489964, -1.5: 0.70315683, -2.75: -1.9590553,
    -12.3: 4.8321972, -1000.5: 6.9087548, np.inf: np.inf, 0: np.nan, -1: np.nan, -7: np.nan, -np.inf: np.nan,
}  # fmt: skip
POLYGAMMA = {  # the same, by order
    1: {0.1: 101.4333, 1: 1.6449341, 3.7: 0.31003785, 12.5: 0.08328522, 1e6: 1.0000006e-06, 1e-5: 1e10, np.inf: 0},
    2: {0.1: -2001.8616, 0.5: -16.828794, 1.5: -0.82879668, 12.5: -0.0069324365, 1e6: -1.000001e-12},
    5: {0.1: 1.2000006e08, 1: 122.08118, 3.7: 0.06393975, 12.5: 9.5622716e-05, 1e-5: 1.2000003e32},
    8: {0.1: -4.0319991e13, 1: -40400.973, 3.7: -0.35476306, 12.5: -1.1482522e-05, 1e-5: -np.inf},
}


def run(name: str, *args: Array) -> Array:
    spec = find(name)
    assert spec is not None
    with np.errstate(all="ignore"):
        return spec.kernel(*args)


def test_digamma_is_that_of_tensorflow() -> None:
    x = np.tile(np.array([*DIGAMMA], np.float32), 300)
    wanted = np.tile([*DIGAMMA.values()], 300)
    np.testing.assert_allclose(run("Digamma", x), wanted, rtol=1e-6)
    np.testing.assert_allclose(run("Digamma", x, x), wanted, rtol=1e-6)  # in its own place


def test_digamma_near_its_zeros_has_all_digits() -> None:
    x = np.array([1.4616321, 1.46, -0.504083, -0.5040830, -1.573498, -2.610721], np.float32)
    exact: Any = scipy.special.psi(x.astype(np.float64))  # pyright: ignore[reportUnknownMemberType]
    np.testing.assert_allclose(run("Digamma", x), exact, rtol=1e-6)


@pytest.mark.parametrize("order", POLYGAMMA)
def test_polygamma_is_that_of_tensorflow(order: int) -> None:
    wanted = POLYGAMMA[order]
    y = np.tile(np.array([*wanted], np.float32), 600)
    result = run("Polygamma", np.array(order, np.float32), y)
    np.testing.assert_allclose(result, np.tile([*wanted.values()], 600), rtol=2e-6)


def test_polygamma_below_0_is_that_of_a_few() -> None:
    y, order = np.tile(np.array([-0.5, 1.5, 0, -2, -3.25, np.nan], np.float32), 600), np.array(2, np.float32)
    few = run("Polygamma", order, y[:6])
    np.testing.assert_allclose(run("Polygamma", order, y), np.tile(few, 600), rtol=1e-6)
