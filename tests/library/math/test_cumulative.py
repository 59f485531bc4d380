"""Cumulative sums along axes of all lengths, which are added up in several ways."""

from __future__ import annotations

import numpy as np
import pytest

from blocks.library.index import find

SHAPES = [
    (40_000, 8),
    (6_000, 64),
    (70, 333),
    (30, 4_000),
    (64, 6_000),
    (500, 16, 64),
    (9_000, 4, 8),
    (500, 64, 4),
    (1, 1, 400),
]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("exclusive", "reverse"), [(False, False), (True, False), (False, True), (True, True)])
def test_sums_along_each_axis_are_right(shape: tuple[int, ...], exclusive: bool, reverse: bool) -> None:
    whole = np.random.default_rng(0).integers(-9, 9, shape)  # whose sums are exact in every order
    block = find("Cumsum")
    assert block is not None
    for x in (whole, whole.T, whole[::-1, ..., ::2]):
        for axis in range(x.ndim):
            wanted = np.flip(np.cumsum(np.flip(x, axis), axis), axis) if reverse else np.cumsum(x, axis)
            given = x.astype(np.float32)
            result = block.kernel(given, np.array(axis, np.int32), exclusive=exclusive, reverse=reverse)
            np.testing.assert_array_equal(result, wanted - x if exclusive else wanted)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_reaches_later_sums_only(odd: float, reverse: bool) -> None:
    x = np.random.default_rng(0).normal(size=(300, 100))
    x[7, 41] = x[211, 99] = odd
    block = find("Cumsum")
    assert block is not None
    with np.errstate(invalid="ignore"):
        result = block.kernel(x.astype(np.float32), np.array(1, np.int32), reverse=reverse)
        wanted = np.flip(np.cumsum(np.flip(x, 1), 1), 1) if reverse else np.cumsum(x, 1)
    np.testing.assert_allclose(result, wanted, rtol=1e-5, atol=1e-5)
