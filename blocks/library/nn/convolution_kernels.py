"""The plain formulation of convolutions and their gradients, for any number of spatial axes, with channels last.

It is the reference for the native kernels (`blocks.native.convolution`), and runs for other dtypes, for groups, and for
layers that are too small to be worth a compilation. Windows are written out as the rows of a matrix, in pieces that fit
in the cache. The images' gradient is a sum of products, one for each position of a window, so that an infinite or NaN
weight affects only the pixels that it was multiplied by.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from blocks.base.threads import in_parts, shared_out, single_blas
from blocks.base.types import Array
from blocks.library.math.shared import is_small
from blocks.library.nn.small.windows import few_by_images, is_finite
from blocks.library.nn.windows import Windows, each_position, padded, padded_shape, view_of

_PIECE = 1 << 19
"""The maximum number of elements of the windows that are written out at a time."""
_SUMS = 4
"""The number of partial sums of a filter's gradient: constant, so that the sum does not depend on the threads."""


def widened(x: Array) -> Array:
    return x.astype(np.float32) if is_small(x) else x


def convolve(x: Array, filter: Array, windows: Windows) -> Array:
    """Convolve images ``[batch, *image, in]`` with a filter ``[*sizes, in / groups, out]``."""
    shape = len(x), *windows.counts, filter.shape[-1]
    return _grouped(_convolve, x.shape[-1] // filter.shape[-2], (x, filter), windows, shape)


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
    wide = [widened(each) for each in operands]
    result = np.zeros(shape, wide[0].dtype)
    for parts in zip(*[np.split(each, groups, -1) if groups > 1 else [each] for each in (*wide, result)], strict=True):
        compute(parts[0], parts[1], windows, parts[2])
    return result.astype(operands[0].dtype, copy=False)


def _pieces(x: Array, windows: Windows) -> tuple[list[tuple[slice, slice]], Callable[[tuple[slice, slice]], Array]]:
    """Return the pieces of all windows, and a function that writes one out as a matrix with a row for each window."""
    view = view_of(padded(x, windows), windows)
    images, rows = view.shape[:2]
    depth = math.prod(windows.sizes) * x.shape[-1]
    most = max(1, _PIECE // max(1, math.prod(windows.counts[1:]) * depth))
    step, high = max(1, most // max(1, rows)), max(1, min(most, rows))
    where = [(slice(i, i + step), slice(j, j + high)) for i in range(0, images, step) for j in range(0, rows, high)]
    return where, lambda piece: view[piece].reshape(-1, depth)


def _convolve(x: Array, filter: Array, windows: Windows, out: Array) -> None:
    pieces, seen = _pieces(x, windows)
    matrix = filter.reshape(math.prod(filter.shape[:-1]), filter.shape[-1])

    def multiply(first: int, last: int) -> None:
        for piece in pieces[first:last]:
            out[piece] = (seen(piece) @ matrix).reshape(out[piece].shape)

    shared_out(multiply, len(pieces))


def _convolve_filter(x: Array, dy: Array, windows: Windows, out: Array) -> None:
    pieces, seen = _pieces(x, windows)

    def multiply(first: int, last: int) -> Array:
        total = np.zeros((math.prod(out.shape[:-1]), out.shape[-1]), out.dtype)
        for piece in pieces[first:last]:
            rows = seen(piece)
            total += rows.T @ dy[piece].reshape(len(rows), dy.shape[-1])
        return total

    with single_blas():
        for each in in_parts(multiply, len(pieces), min(_SUMS, len(pieces))):
            out += each.reshape(out.shape)


def _convolve_input(filter: Array, dy: Array, windows: Windows, out: Array) -> None:
    few = few_by_images(out.shape, windows, filter.shape[-1])
    if few is not None and is_finite(filter):
        out[...] = few(filter, dy)
        return
    positions = list(each_position(windows, out.shape[1:-1]))
    step = max(1, _PIECE // max(1, out[:1].size, dy[:1].size))

    def scatter(first: int, last: int) -> None:
        for i in range(first * step, min(last * step, len(out)), step):
            images, arrived = out[i : i + step], dy[i : i + step]
            rows = arrived.reshape(math.prod(arrived.shape[:-1]), arrived.shape[-1])
            for position, outs, ins in positions:
                images[ins] += (rows @ filter[position].T).reshape(*arrived.shape[:-1], out.shape[-1])[outs]

    shared_out(scatter, -(-len(out) // step))
