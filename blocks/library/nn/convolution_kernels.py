"""The plain formulation of convolutions and their gradients, for any number of spatial axes, with channels last.

It is the reference for the native kernels (`blocks.native.convolution`), and runs for other dtypes, for groups, and for
layers that are too small to be worth a compilation. Windows are written out as the rows of a matrix, in pieces that fit
in the cache. The images' gradient is a convolution of gradients, or with strides a sum of products, one for each
position of a window.

Native kernels multiply the zeros around ``dy`` in strided gradients, too: an infinite or NaN weight gives NaN at the
edges of the images, and here only with a stride of 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import numpy as np

from blocks.base.threads import in_parts, shared_out, single_blas
from blocks.base.types import Array
from blocks.library.math.shared import is_small
from blocks.library.nn.small.windows import few_by_images
from blocks.library.nn.windows import Windows, each_position, padded, padded_shape, view_of

_PIECE = 1 << 19
"""The maximum number of elements of the windows that are written out at a time."""
_SUMS = 4
"""The number of partial sums of a filter's gradient: constant, so that the sum does not depend on the threads."""


def widened(x: Array) -> Array:
    return x.astype(np.float32) if is_small(x) else x


def convolve(x: Array, filter: Array, windows: Windows) -> Array:
    """Convolve images ``[batch, *image, in]`` with a filter ``[*sizes, in / groups, out]``."""
    groups = x.shape[-1] // filter.shape[-2]
    return _grouped(_convolve, groups, (x, filter), windows, (len(x), *windows.counts, filter.shape[-1]))


def convolve_filter(x: Array, dy: Array, windows: Windows, shape: Sequence[int]) -> Array:
    return _grouped(_convolve_filter, x.shape[-1] // shape[-2], (x, dy), windows, shape)


def convolve_input(filter: Array, dy: Array, windows: Windows, shape: Sequence[int]) -> Array:
    padded_shape(windows, shape)
    return _grouped(_convolve_input, shape[-1] // filter.shape[-2], (filter, dy), windows, shape)


def _grouped(
    compute: Callable[[Array, Array, Windows, Array], None],
    groups: int,
    operands: tuple[Array, Array],
    windows: Windows,
    shape: Sequence[int],
) -> Array:
    """Compute each group of channels: an equal share of the last axis, except of filters' inputs."""
    dtype, wide = operands[0].dtype, tuple(map(widened, operands))
    result = np.zeros(shape, wide[0].dtype)
    for g in range(groups):
        parts = [
            each[..., each.shape[-1] * g // groups : each.shape[-1] * (g + 1) // groups] for each in (*wide, result)
        ]
        compute(parts[0], parts[1], windows, parts[2])
    return result.astype(dtype, copy=False)


def _convolve(x: Array, filter: Array, windows: Windows, out: Array) -> None:
    matrix, pieces = filter.reshape(math.prod(filter.shape[:-1]), filter.shape[-1]), _Pieces(x, windows)

    def multiply(first: int, last: int) -> None:
        for where, seen in pieces.between(first, last):
            out[where] = (seen @ matrix).reshape(out[where].shape)

    shared_out(multiply, len(pieces.where))


def _convolve_filter(x: Array, dy: Array, windows: Windows, out: Array) -> None:
    outs, pieces = out.shape[-1], _Pieces(x, windows)

    def multiply(first: int, last: int) -> Array:
        total = np.zeros((math.prod(out.shape[:-1]), outs), out.dtype)
        for where, seen in pieces.between(first, last):
            total += seen.T @ dy[where].reshape(len(seen), outs)
        return total

    with single_blas():
        for each in in_parts(multiply, len(pieces.where), min(_SUMS, len(pieces.where))):
            out += each.reshape(out.shape)


def _convolve_input(filter: Array, dy: Array, windows: Windows, out: Array) -> None:
    few = few_by_images(out.shape, windows, filter.shape[-1])
    turned = turned_around(windows, out.shape[1:-1])
    if few is not None:
        out[...] = few(filter, dy)
    elif turned is not None:
        flipped = filter[(slice(None, None, -1),) * len(windows.sizes)].swapaxes(-1, -2)
        _convolve(dy, np.ascontiguousarray(flipped), turned, out)
    else:
        positions = list(each_position(windows, out.shape[1:-1]))

        def scatter(first: int, last: int) -> None:
            images, arrived = out[first:last], dy[first:last]
            for position, outs, ins in positions:
                images[ins] += arrived[outs] @ filter[position].T

        shared_out(scatter, len(out))


@lru_cache(256)
def turned_around(windows: Windows, image: tuple[int, ...]) -> Windows | None:
    """Return the windows over gradients whose convolution with a flipped filter gives the images' gradient, or None."""
    reach = [(size - 1) * dilation for size, dilation in zip(windows.sizes, windows.dilations, strict=True)]
    before = tuple(map(int.__sub__, reach, windows.before))
    if max(windows.strides) > 1 or min(before) < 0:
        return None
    after = tuple(size + r - b - n for size, r, b, n in zip(image, reach, before, windows.counts, strict=True))
    return windows._replace(counts=tuple(image), before=before, after=after)


class _Pieces:
    """Pieces of images' windows, as matrices with one row for each window."""

    def __init__(self, x: Array, windows: Windows) -> None:
        self._view = view_of(padded(x, windows), windows)
        self._axes, self._depth = 1 + len(windows.counts), math.prod(windows.sizes) * x.shape[-1]
        images, rows = self._view.shape[:2]
        most = max(1, _PIECE // max(1, self._view[:1, :1].size))
        step, high = max(1, most // max(1, rows)), min(most, rows)
        self.where = [
            (slice(i, i + step), slice(j, j + high))
            for i in range(0, images, step)
            for j in range(0, rows, max(1, high))
        ]

    def between(self, first: int, last: int) -> Iterator[tuple[tuple[slice, slice], Array]]:
        for where in self.where[first:last]:
            seen = self._view[where]
            yield where, seen.reshape(math.prod(seen.shape[: self._axes]), self._depth)
