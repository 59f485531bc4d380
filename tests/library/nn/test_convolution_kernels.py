"""The plain formulation of convolutions gives the sums of their definition, however it divides the work."""

from __future__ import annotations

import numpy as np
import pytest

from blocks.library.nn import convolution_kernels
from blocks.library.nn.convolution_kernels import convolve, convolve_filter, convolve_input
from blocks.library.nn.windows import each_position, windows_over

ONES, TWOS = (1, 1), (2, 2)
CASES = {
    "same": ((3, 7, 6), (5, 3), ONES, ONES, "SAME", None),
    "valid": ((3, 7, 6), (3, 3), ONES, ONES, "VALID", None),
    "even": ((1, 6, 5), (4, 2), ONES, ONES, "SAME", None),
    "dilated": ((2, 9, 6), (3, 3), ONES, TWOS, "SAME", None),
    "windows larger than the image": ((2, 3, 4), (9, 3), ONES, ONES, "SAME", None),
    "rows that see nothing": ((2, 3, 4), (2, 3), ONES, ONES, "EXPLICIT", [(4, 3), (0, 2)]),
    "no place that all rows see": ((2, 1, 4), (3, 3), ONES, ONES, "EXPLICIT", [(3, 2), (1, 1)]),
    "an image without rows": ((2, 0, 4), (3, 3), ONES, ONES, "EXPLICIT", [(4, 3), (1, 1)]),
    "one axis": ((4, 11), (3,), (1,), (1,), "SAME", None),
    "three axes": ((2, 5, 4, 3), (3, 2, 3), (1, 2, 1), (1, 1, 1), "SAME", None),
    "strides": ((2, 5, 6), (3, 2), TWOS, (1, 2), "SAME", None),
    "one place": ((2, 3, 3), ONES, ONES, ONES, "VALID", None),
    "an end that no window sees": ((1, 6, 6), (2, 2), (4, 4), ONES, "VALID", None),
}
Case = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], str, list[tuple[int, int]] | None]


@pytest.mark.parametrize("size", [1, 300, 1 << 19], ids="pieces of {} elements".format)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_pieces_do_not_show(monkeypatch: pytest.MonkeyPatch, case: Case, size: int) -> None:
    monkeypatch.setattr(convolution_kernels, "_PIECE", size)
    (batch, *image), sizes, strides, dilations, padding, explicit = case
    windows = windows_over(image, sizes, strides, dilations, padding, explicit)
    rng = np.random.default_rng(0)
    x, filter = rng.normal(size=(batch, *image, 8)), rng.normal(size=(*sizes, 8, 3))
    dy = rng.normal(size=(batch, *windows.counts, 3))
    axes = list(range(len(image) + 1))
    y, dx, dfilter = np.zeros_like(dy), np.zeros_like(x), np.zeros_like(filter)
    for place, here, ins in each_position(windows, image):
        y[here] += x[ins] @ filter[place]
        dx[ins] += dy[here] @ filter[place].T
        dfilter[place] = np.tensordot(x[ins], dy[here], (axes, axes))
    np.testing.assert_allclose(convolve(x, filter, windows), y, atol=1e-12)
    np.testing.assert_allclose(convolve(np.asfortranarray(x), filter, windows), y, atol=1e-12)
    np.testing.assert_allclose(convolve_input(filter, dy, windows, x.shape), dx, atol=1e-12)
    np.testing.assert_allclose(convolve_filter(x, dy, windows, filter.shape), dfilter, atol=1e-12)


@pytest.mark.parametrize("stride", [1, 2])
def test_a_filter_without_outputs_gives_none(stride: int) -> None:
    x, filter = np.ones((4, 14, 14, 32), np.float32), np.ones((3, 3, 32, 0), np.float32)
    windows = windows_over((14, 14), (3, 3), (stride, stride), (1, 1), "SAME")
    y = convolve(x, filter, windows)
    assert y.shape == (4, 14 // stride, 14 // stride, 0)
    assert convolve_filter(x, y, windows, filter.shape).shape == filter.shape
    np.testing.assert_array_equal(convolve_input(filter, y, windows, x.shape), np.zeros_like(x))
