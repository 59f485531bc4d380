"""Many numbers, which are worked on piece by piece, against the formulas in double precision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.types import Array
from blocks.library.index import find


def run(name: str, *args: Any, **attributes: Any) -> Any:
    spec = find(name)
    assert spec is not None
    with np.errstate(all="ignore"):
        return spec.kernel(*args, **attributes)


def normal(*shape: int) -> Array:
    return np.random.default_rng(len(shape)).normal(size=shape).astype(np.float32)


@pytest.mark.parametrize("channels", [1, 7, 300])
@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize("training", [True, False])
def test_batch_normalisation(channels: int, data_format: str, training: bool) -> None:
    last = normal(5, 41, 400 // channels + 3, channels) + np.float32(20)
    dy_last = normal(*last.shape)[::-1].copy()
    scale, offset = normal(channels) + 2, normal(channels)
    mean, variance = last.mean((0, 1, 2)) + np.float32(0.1), last.var((0, 1, 2)) + np.float32(0.2)
    wide, wide_dy, epsilon = last.astype(float), dy_last.astype(float), 1e-3
    used = (wide.mean((0, 1, 2)), wide.var((0, 1, 2))) if training else (mean, variance)
    spread = 1 / np.sqrt(used[1] + epsilon)
    normed = (wide - used[0]) * spread
    by_x = wide_dy * scale * spread
    if training:
        product = (wide_dy * normed).mean((0, 1, 2))
        by_x = (wide_dy - wide_dy.mean((0, 1, 2)) - normed * product) * scale * spread
    order = (0, 1, 2, 3) if data_format == "NHWC" else (0, 3, 1, 2)
    x, dy = (np.ascontiguousarray(each.transpose(order)) for each in (last, dy_last))
    attributes = {"epsilon": epsilon, "data_format": data_format, "is_training": training}
    y, _, _, used_mean, used_variance = run("FusedBatchNorm", x, scale, offset, mean, variance, **attributes)
    np.testing.assert_allclose(y, (normed * scale + offset).transpose(order), rtol=2e-5, atol=2e-5)
    np.testing.assert_allclose(used_mean, used[0], rtol=1e-6)
    np.testing.assert_allclose(used_variance, used[1], rtol=1e-5)
    results = run("FusedBatchNormGrad", dy, x, scale, used_mean, used_variance, **attributes)
    np.testing.assert_allclose(results[0], by_x.transpose(order), rtol=2e-5, atol=2e-5)
    np.testing.assert_allclose(results[1], (wide_dy * normed).sum((0, 1, 2)), rtol=1e-4, atol=1e-2)
    np.testing.assert_allclose(results[2], wide_dy.sum((0, 1, 2)), rtol=1e-4, atol=1e-2)


@pytest.mark.parametrize("channels", [3, 10, 97])
def test_the_gradient_of_a_bias(channels: int) -> None:
    dy = normal(1_000, 77 + channels, channels)
    np.testing.assert_allclose(run("BiasAddGrad", dy), dy.sum((0, 1), dtype=float), rtol=1e-4, atol=1e-2)


@pytest.mark.parametrize("exclusive", [False, True])
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("shape", [(50, 80), (50, 130), (1, 128), (0, 140), (2, 9, 150)])
def test_cumulative_sums_of_whole_slices(shape: Any, exclusive: bool, reverse: bool) -> None:
    x = np.round(normal(*shape) * 8)  # whole numbers: sums are exact
    axis = len(shape) - 2
    turned = np.flip(x, axis) if reverse else x
    sums = np.cumsum(turned, axis) - (turned if exclusive else 0)
    result = run("Cumsum", x, np.array(axis, np.int32), exclusive=exclusive, reverse=reverse)
    np.testing.assert_array_equal(result, np.flip(sums, axis) if reverse else sums)


@pytest.mark.parametrize("shape", [(3, 512), (2, 5, 1_000), (7, 997)])
@pytest.mark.parametrize("axes", [-1, [0, -1]])
def test_products_along_long_rows(shape: Any, axes: Any) -> None:
    x = 1 + normal(*shape) / 50
    result = run("Prod", x, np.array(axes, np.int32))
    np.testing.assert_allclose(result, np.prod(x, tuple(np.atleast_1d(axes).tolist()), dtype=float), rtol=1e-4)


@pytest.mark.parametrize("wide", [np.float32, np.float64])
def test_numbers_added_up_at_repeated_places(wide: Any) -> None:
    places, values = np.arange(3_000) % 7, np.arange(3_000).astype(wide)
    sums = [values[places == i].sum() for i in range(7)]
    result = run("UnsortedSegmentSum", values, places, np.array(9, np.int32))
    assert result.dtype == wide and result.tolist() == [*sums, 0, 0]
    assert run("Bincount", places.astype(np.int32), np.array(5, np.int32), values).tolist() == sums[:5]


def test_the_largest_of_long_rows() -> None:
    rows = np.array([[1, np.nan, -0.0, np.inf, 0.0, -np.inf, np.nan, 1]], np.float32)
    values, places = run("TopK", rows, np.array(8, np.int32))
    assert places.tolist() == [[1, 6, 3, 0, 7, 2, 4, 5]]
    np.testing.assert_array_equal(values, rows[:, places[0]])
    assert np.signbit(values[0, 5]) and not np.signbit(values[0, 6])
