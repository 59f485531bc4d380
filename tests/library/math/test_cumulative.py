"""Cumulative sums along axes of all lengths, which are added up in several ways."""

from __future__ import annotations

import numpy as np
import pytest

from blocks.library.index import find

SHAPES = [(40_000, 8), (6_000, 64), (30, 4_000), (64, 6_000), (500, 16, 64), (9_000, 4, 8), (500, 64, 4), (1, 1, 400)]


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
            found = block.kernel(given, np.array(axis, np.int32), exclusive=exclusive, reverse=reverse)
            np.testing.assert_array_equal(found, wanted - x if exclusive else wanted)
