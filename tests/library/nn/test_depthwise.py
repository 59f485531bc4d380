"""Convolution by depth: each channel by itself, and the padding."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.library.nn.depthwise import (
    DepthwiseConv2dNative,
    DepthwiseConv2dNativeBackpropFilter,
    DepthwiseConv2dNativeBackpropInput,
)


@pytest.mark.parametrize(
    ("shape", "filter", "stride", "dilation", "pads"),
    [
        ((3, 6, 5, 2), (3, 2, 2, 1), 1, 1, (1, 1, 0, 1)),
        ((2, 5, 7, 1), (2, 3, 1, 3), 1, 2, (0, 1, 2, 2)),
        ((2, 6, 6, 3), (3, 3, 3, 2), 2, 1, (1, 0, 0, 1)),
        ((1, 3, 13, 300), (1, 2, 300, 1), 1, 1, (0, 0, 1, 0)),
        ((2, 4, 4, 2), (2, 2, 2, 1), 1, 1, (3, 3, 2, 2)),
    ],
)
def test_against_a_loop_over_places(
    shape: tuple[int, ...],
    filter: tuple[int, ...],
    stride: int,
    dilation: int,
    pads: tuple[int, ...],
) -> None:
    rng = np.random.default_rng(len(shape))
    x, w = rng.integers(-4, 5, shape).astype(np.float64), rng.integers(-4, 5, filter).astype(np.float64)
    attrs: dict[str, Any] = {"strides": [1, stride, stride, 1], "dilations": [1, dilation, dilation, 1]}
    attrs |= {"padding": "EXPLICIT", "explicit_paddings": [0, 0, *pads, 0, 0], "data_format": "NHWC"}
    around = np.pad(x, ((0, 0), pads[:2], pads[2:], (0, 0)))
    rows, columns = (
        (have - (reach - 1) * dilation - 1) // stride + 1
        for have, reach in zip(around.shape[1:3], filter[:2], strict=True)
    )
    dy = rng.integers(-4, 5, (shape[0], rows, columns, filter[2] * filter[3])).astype(np.float64)
    y, dx, dw = np.zeros_like(dy), np.zeros_like(around), np.zeros_like(w)
    for k, m, c, i in np.ndindex(*filter):
        seen = slice(k * dilation, k * dilation + rows * stride, stride)
        across = slice(m * dilation, m * dilation + columns * stride, stride)
        out = c * filter[3] + i
        y[..., out] += around[:, seen, across, c][:, :rows, :columns] * w[k, m, c, i]
        dx[:, seen, across, c][:, :rows, :columns] += dy[..., out] * w[k, m, c, i]
        dw[k, m, c, i] = (around[:, seen, across, c][:, :rows, :columns] * dy[..., out]).sum()
    dx = dx[:, pads[0] : pads[0] + shape[1], pads[2] : pads[2] + shape[2]]
    np.testing.assert_array_equal(DepthwiseConv2dNative.kernel(x, w, **attrs), y)
    sizes, wanted = np.array(shape, np.int32), np.array(filter, np.int32)
    np.testing.assert_array_equal(DepthwiseConv2dNativeBackpropInput.kernel(sizes, w, dy, **attrs), dx)
    np.testing.assert_array_equal(DepthwiseConv2dNativeBackpropFilter.kernel(x, wanted, dy, **attrs), dw)


def test_the_padding_is_zeros_that_are_multiplied_too() -> None:
    """As in TensorFlow, where an infinite weight times the padding is no number."""
    x, w = np.ones((1, 3, 3, 1), np.float32), np.ones((3, 3, 1, 1), np.float32)
    w[0, 0] = np.inf
    with np.errstate(invalid="ignore"):
        y = DepthwiseConv2dNative.kernel(x, w, strides=[1, 1, 1, 1], padding="SAME")
    nan, inf = np.nan, np.inf
    np.testing.assert_array_equal(y[0, :, :, 0], [[nan, nan, nan], [nan, inf, inf], [nan, inf, inf]])
