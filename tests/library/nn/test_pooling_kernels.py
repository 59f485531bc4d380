"""Pooling against a loop over windows in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.types import Array
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.scope import Scope
from blocks.library.nn.pooling import AvgPool, AvgPoolGrad, MaxPool, MaxPoolGrad, MaxPoolIndex
from blocks.ops import Cast, Const, Multiply
from blocks.run.client import ClientSession


def windows(
    images: Array, size: list[int], step: list[int], padding: str
) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """The places that each window over images [batch, height, width, channels] has in them, row by row."""
    axes: list[list[range]] = []
    for have, reach, stride in zip(images.shape[1:3], size, step, strict=True):
        count = -(-have // stride) if padding == "SAME" else (have - reach) // stride + 1
        before = max(0, (count - 1) * stride + reach - have) // 2 if padding == "SAME" else 0
        begins = [i * stride - before for i in range(count)]
        axes.append([range(max(0, begin), min(have, begin + reach)) for begin in begins])
    return {
        (n, i, j, c): [(n, y, x, c) for y in rows for x in columns]
        for n in range(images.shape[0])
        for i, rows in enumerate(axes[0])
        for j, columns in enumerate(axes[1])
        for c in range(images.shape[3])
    }


def first_of_largest(images: Array, places: list[tuple[int, ...]]) -> tuple[int, ...]:
    """As TensorFlow looks for it: the first value stays until a larger one comes, and none is larger than NaN."""
    best = places[0]
    for place in places[1:]:
        if images[place] > images[best]:
            best = place
    return best


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize(
    ("shape", "size", "step", "padding"),
    [
        ((2, 5, 6, 3), [2, 2], [2, 2], "SAME"),
        ((3, 7, 5, 2), [3, 3], [2, 1], "SAME"),
        ((1, 9, 4, 9), [3, 2], [1, 3], "VALID"),
        ((2, 6, 6, 1), [2, 3], [4, 5], "VALID"),
        ((1, 4, 3, 8), [9, 9], [1, 1], "SAME"),
    ],
)
def test_against_a_loop_over_windows(
    data_format: str,
    shape: tuple[int, ...],
    size: list[int],
    step: list[int],
    padding: str,
) -> None:
    rng = np.random.default_rng(sum(shape))
    images = rng.integers(-3, 3, shape).astype(np.float32)  # so that many are equal
    seen = windows(images, size, step, padding)
    counts = tuple(np.array(list(seen)).max(0) + 1)
    last = data_format == "NHWC"
    attrs: dict[str, Any] = {"padding": padding, "data_format": data_format}
    attrs |= {"ksize": [1, *size, 1] if last else [1, 1, *size], "strides": [1, *step, 1] if last else [1, 1, *step]}

    def given(x: Array) -> Array:
        return x if last else np.ascontiguousarray(np.moveaxis(x, -1, 1))

    def channels_last(x: Array) -> Array:
        return x if last else np.moveaxis(x, 1, -1)

    means, spread = np.zeros(counts), np.zeros(shape)
    for window, places in seen.items():
        means[window] = np.mean([images[place] for place in places])
        for place in places:
            spread[place] += (window[1] + 1) / len(places)
    arriving = np.broadcast_to(np.arange(1, counts[1] + 1, dtype=np.float32)[:, None, None], counts)
    sizes = np.array(given(images).shape, np.int32)
    np.testing.assert_allclose(channels_last(AvgPool.kernel(given(images), **attrs)), means, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(channels_last(AvgPoolGrad.kernel(sizes, given(arriving), **attrs)), spread, rtol=1e-5)

    strides = (0, shape[2] * shape[3], shape[3], 1) if last else (0, shape[2], 1, shape[1] * shape[2])
    for odd in (images, *(np.where(rng.random(shape) < 0.5, np.float32(each), images) for each in (np.nan, -np.inf))):
        best, index, put = np.zeros(counts), np.zeros(counts), np.zeros(shape)
        for window, places in seen.items():
            put[first_of_largest(odd, places)] += window[1] + 1
            index[window] = np.dot(first_of_largest(odd, places), strides)
            best[window] = max((float(odd[each]) for each in places if odd[each] == odd[each]), default=-np.inf)
        best = np.maximum(best, np.finfo(np.float32).min)
        np.testing.assert_array_equal(channels_last(MaxPool.kernel(given(odd), **attrs)), best)
        np.testing.assert_array_equal(channels_last(MaxPoolIndex.kernel(given(odd), **attrs)), index)
        back = MaxPoolGrad.kernel(given(odd), given(best.astype(np.float32)), given(arriving), **attrs)
        np.testing.assert_array_equal(channels_last(back), put)


def test_the_gradient_asks_the_images_where_the_largest_was_even_if_another_value_is_fed() -> None:
    """As TensorFlow's kernel, which looks for it in the images."""
    root = Scope.new_root_scope()
    images = Const(root, np.array([1.0, 5.0, 3.0, 2.0], np.float32).reshape(1, 2, 2, 1)).as_output()
    largest = MaxPool(images, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID").as_output()
    [gradient] = add_symbolic_gradients(root, [Multiply(largest, largest)], [images])
    for fed in (4.0, 5.0, 6.0):
        [result] = ClientSession(root).run(gradient, {largest: np.full((1, 1, 1, 1), fed, np.float32)})
        assert result.reshape(-1).tolist() == [0, 2 * fed, 0, 0]


@pytest.mark.parametrize("dtype", ["DT_HALF", "DT_BFLOAT16", "DT_FLOAT", "DT_DOUBLE"])
def test_windows_of_the_lowest_numbers_and_gradients_without_bound(dtype: str) -> None:
    """The first of equal numbers has the gradient, be they minus infinity; an infinite one spoils no neighbours."""
    root = Scope.new_root_scope()
    low = -np.inf
    images = Cast(Const(root, np.array([[low, low, 2.0, 1.0, low, 3.0]], np.float32).reshape(1, 1, 6, 1)), DstT=dtype)
    y = MaxPool(images, ksize=[1, 1, 2, 1], strides=[1, 1, 2, 1], padding="VALID").as_output()
    arriving = Cast(Const(root, np.array([1.0, np.inf, np.nan], np.float32).reshape(1, 1, 3, 1)), DstT=dtype)
    [gradient] = add_symbolic_gradients(root, [y], [images], [arriving])
    [result] = ClientSession(root).run(Cast(gradient, DstT="DT_FLOAT"))
    np.testing.assert_array_equal(result.reshape(-1), [1, 0, np.inf, 0, 0, np.nan])
