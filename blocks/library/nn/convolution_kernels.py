"""Convolution kernels for any number of spatial axes, with channels last.

The windows of an image are written out as the rows of a matrix and multiplied by the filter as a matrix: one BLAS
product. The whole matrix would be many times as large as the image, so it is built and used in tiles. The gradients
reverse these products: tiles of the gradient with respect to the windows are added back into the image, and the
filter's gradient is the sum over tiles of windows times gradients.

If windows overlap and are large compared with the outputs, bands need less copying: windows are written out along every
spatial axis except the first. Along the first axis, different window positions see the same rows at a constant offset,
so these rows are written out once, and each position is a separate product. Where windows extend beyond the image there
are no rows, and nothing is multiplied. A band covers some images, or some rows of one image, with the rows of the
images side by side, so that a window position sees one matrix for all of them.

Images with few channels are first converted to channels first, so that long runs are copied instead of three numbers.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from blocks.base.matrix_products import matmul
from blocks.base.threads import shared_out, thread_count
from blocks.base.types import Array
from blocks.library.math.shared import is_small
from blocks.library.nn.scratch import scratch
from blocks.library.nn.small.windows import few_by_filter, few_by_images, few_convolved
from blocks.library.nn.windows import KEPT, Windows, each_position, extent, inside, padded_shape, runs_of, view_of

# -- Products of tiles ------------------------------------------------------------------------------------------------

_TILE = 2**21
"""Bytes of a tile: larger ones leave the cache, which costs up to a third."""
_LARGEST_TILE = 2**26
_FEWEST_ROWS = 512
"""Rows of a tile where its product is added to a sum as large as the filter."""
_FEWEST_IN_BAND = 256
"""The same of a band."""
_FEW_CHANNELS = 4
_SHORTEST_RUN = 32
"""Bytes: where a window sees less than that in a row, windows are written out column by column."""

Index = tuple[int | slice, ...]


def widened(x: Array) -> Array:
    return x.astype(np.float32) if is_small(x) else x


def convolve(x: Array, filter: Array, windows: Windows) -> Array:
    """Convolve images ``[batch, *image, in]`` with a filter ``[*sizes, in / groups, out]``."""
    dtype, (depth, outs) = x.dtype, filter.shape[-2:]
    x, filter = widened(x), widened(filter)
    groups = x.shape[-1] // depth
    if groups == 1:
        return _convolve(x, filter, windows).astype(dtype, copy=False)
    result = np.empty((x.shape[0], *windows.counts, outs), x.dtype)
    for images, kernel, part in _groups(groups, x, filter, result):
        part[...] = _convolve(images, kernel, windows)
    return result.astype(dtype, copy=False)


def _convolve(x: Array, filter: Array, windows: Windows) -> Array:
    outs = filter.shape[-1]
    matrix = filter.reshape(_rows(filter), outs)
    if (few := few_convolved(x.shape, windows, outs)) is not None:
        return few(x, filter)
    if windows.is_plain:
        seen = _plain(x, windows)
        return matmul(seen.reshape(_rows(seen), len(matrix)), matrix).reshape(*seen.shape[:-1], outs)
    if (bands := bands_of(x, windows, outs)) is not None:
        return Bands(x, windows, bands).convolve(filter)
    result = np.empty((x.shape[0], *windows.counts, outs), x.dtype)
    tiles = _Tiles(x, windows, _TILE)

    def multiply(start: int, stop: int) -> None:
        for where, tile in tiles.between(start, stop):
            np.matmul(tile, matrix, out=result[where].reshape(len(tile), outs))

    shared_out(multiply, len(tiles.blocks))
    return result


def convolve_filter(x: Array, dy: Array, windows: Windows, shape: Sequence[int]) -> Array:
    dtype = x.dtype
    x, dy = widened(x), widened(dy)
    groups = x.shape[-1] // shape[-2]
    if groups == 1:
        return _convolve_filter(x, dy, windows, shape).astype(dtype, copy=False)
    result = np.empty(shape, x.dtype)
    for images, part, out in _groups(groups, x, dy, result):
        out[...] = _convolve_filter(images, part, windows, out.shape)
    return result.astype(dtype, copy=False)


def _convolve_filter(x: Array, dy: Array, windows: Windows, shape: Sequence[int]) -> Array:
    outs = shape[-1]
    depth = math.prod(shape[:-1])
    if (few := few_by_filter(x.shape, windows, outs)) is not None:
        total = few(x, dy)
    elif windows.is_plain:
        seen = _plain(x, windows)
        total = matmul(seen.reshape(_rows(seen), depth).T, dy.reshape(_rows(dy), outs))
    elif (bands := bands_of(x, windows, outs, _FEWEST_IN_BAND)) is not None:
        total = Bands(x, windows, bands).filter_gradient(dy)
    else:
        tiles = _Tiles(x, windows, min(max(_TILE, _FEWEST_ROWS * depth * x.itemsize), _LARGEST_TILE))

        def multiply(start: int, stop: int) -> Array:
            result = np.zeros((depth, outs), x.dtype)
            for where, tile in tiles.between(start, stop):
                result += tile.T @ dy[where].reshape(len(tile), outs)
            return result

        total, *others = shared_out(multiply, len(tiles.blocks))
        for each in others:
            total += each
    return total.reshape(shape)


def _groups(count: int, *arrays: Array) -> Iterator[list[Array]]:
    for g in range(count):
        sizes = (each.shape[-1] // count for each in arrays)
        yield [each[..., g * size : (g + 1) * size] for each, size in zip(arrays, sizes, strict=True)]


def convolve_input(filter: Array, dy: Array, windows: Windows, shape: Sequence[int]) -> Array:
    dtype = dy.dtype
    filter, dy = widened(filter), widened(dy)
    groups = shape[-1] // filter.shape[-2]
    if groups == 1:
        return _convolve_input(filter, dy, windows, shape).astype(dtype, copy=False)
    result = np.empty(shape, dy.dtype)
    for images, kernel, part in _groups(groups, result, filter, dy):
        images[...] = _convolve_input(np.ascontiguousarray(kernel), part, windows, images.shape)
    return result.astype(dtype, copy=False)


def _convolve_input(filter: Array, dy: Array, windows: Windows, shape: Sequence[int]) -> Array:
    depth, outs = filter.shape[-2:]
    if (few := few_by_images(tuple(shape), windows, outs)) is not None:
        return few(filter, dy)
    if windows.is_plain:
        seen = matmul(dy.reshape(_rows(dy), outs), filter.reshape(depth, outs).T).reshape(*dy.shape[:-1], depth)
        if seen.shape != tuple(shape):
            total = np.zeros(shape, seen.dtype)
            _plain(total, windows)[...] = seen
            seen = total
        return seen
    turned = turned_around(windows, tuple(shape[1:-1])) if 2 * depth >= outs else None
    if turned is not None:
        # It copies as many numbers per window as there are outputs; the other way as many as there are inputs are added
        # up, which takes more than twice as long each.
        flipped = filter[(slice(None, None, -1),) * len(windows.sizes)].swapaxes(-1, -2)
        return _convolve(dy, np.ascontiguousarray(flipped), turned)
    return _scattered(filter, dy, windows, shape)


@lru_cache(256)
def turned_around(windows: Windows, image: tuple[int, ...]) -> Windows | None:
    """Return windows over gradients with which a flipped filter gives the images' gradient.

    The result is None if that gradient is not a convolution.
    """
    reach = [(size - 1) * dilation for size, dilation in zip(windows.sizes, windows.dilations, strict=True)]
    before = tuple(r - b for r, b in zip(reach, windows.before, strict=True))
    if max(windows.strides) > 1 or min(before) < 0:
        return None
    after = tuple(size + r - b - n for size, r, b, n in zip(image, reach, before, windows.counts, strict=True))
    return windows._replace(counts=tuple(image), before=before, after=after)


def _scattered(filter: Array, dy: Array, windows: Windows, shape: Sequence[int]) -> Array:
    depth, outs = filter.shape[-2:]
    matrix = filter.reshape(_rows(filter), outs).T
    spots = windows.sizes
    few = depth <= _FEW_CHANNELS
    batch, *sizes, _ = padded_shape(windows, shape)
    total = np.zeros((batch, depth, *sizes), dy.dtype) if few else np.zeros((batch, *sizes, depth), dy.dtype)
    total = np.moveaxis(total, 1, -1) if few else total
    view = view_of(total, windows, writeable=True)

    def scatter(start: int, stop: int) -> None:
        targets, arriving = view[start:stop], dy[start:stop]
        for where in _blocks(arriving.shape[:-1], matrix.shape[1] * dy.itemsize, _TILE):
            target, arrived = targets[where], arriving[where]
            parts, product = _new_tile(arrived.shape[:-1], (*spots, depth), few, dy.dtype)
            np.matmul(arrived.reshape(_rows(arrived), outs), matrix, out=product)
            for spot in itertools.product(*map(range, spots)):
                target[(..., *spot, slice(None))] += parts[(..., *spot, slice(None))]

    if _rows(dy) * matrix.shape[1] * dy.itemsize > _TILE:
        shared_out(scatter, batch)
    else:
        scatter(0, batch)
    return np.ascontiguousarray(total[inside(windows, shape)])


def _plain(x: Array, windows: Windows) -> Array:
    steps = zip(windows.counts, windows.strides, strict=True)
    return x[(slice(None), *(slice(0, count * stride, stride) for count, stride in steps))]


def _rows(x: Array) -> int:
    return math.prod(x.shape[:-1])


class _Tiling(NamedTuple):
    """The tiles of windows over images of a shape.

    Attributes:
        padded: the shape of the images with their padding.
        few: whether channels are put first, and windows written out with one column each.
        windows: dtype, shape ``[batch, *counts, ...]`` and strides of all windows.
        depth: the numbers that a window sees.
        blocks: for each tile its windows, their shape, and their number.
    """

    padded: tuple[int, ...]
    few: bool
    windows: tuple[np.dtype[Any], tuple[int, ...], tuple[int, ...]]
    depth: int
    blocks: list[tuple[Index, tuple[int, ...], int]]


@lru_cache(KEPT)
def _tiling(shape: tuple[int, ...], dtype: np.dtype[Any], windows: Windows, limit: int) -> _Tiling:
    padded = padded_shape(windows, shape)
    seen = runs_of(padded, dtype, windows)
    few = seen[0].itemsize < _SHORTEST_RUN
    if few:
        images, *sizes, channels = padded
        view = view_of(np.moveaxis(np.empty((images, channels, *sizes), dtype), 1, -1), windows)
        seen = dtype, view.shape, view.strides
    outer = len(windows.counts) + 1
    depth = math.prod(windows.sizes) * shape[-1]
    blocks: list[tuple[Index, tuple[int, ...], int]] = []
    for where in _blocks(seen[1][:outer], depth * dtype.itemsize, limit):
        sizes = np.broadcast_to(0, seen[1])[where].shape
        blocks.append((where, sizes, math.prod(sizes[: outer - len(where) + 1])))
    return _Tiling(padded, few, seen, depth, blocks)


class _Tiles:
    def __init__(self, x: Array, windows: Windows, limit: int) -> None:
        self._tiling = tiling = _tiling(x.shape, x.dtype, windows, limit)
        self.blocks = tiling.blocks
        images, *sizes, channels = tiling.padded
        if x.shape == tiling.padded and not tiling.few:
            held = np.ascontiguousarray(x)
        else:
            held = scratch.empty("padded", (images, channels, *sizes) if tiling.few else tiling.padded, x.dtype)
            held.fill(0)
            (np.moveaxis(held, 1, -1) if tiling.few else held)[inside(windows, x.shape)] = x
        self._dtype = x.dtype
        dtype, shape, strides = tiling.windows
        self._view: Array = np.ndarray(shape, dtype, held, 0, strides)

    def between(self, start: int, stop: int) -> Iterator[tuple[Index, Array]]:
        """Yield windows and matrix of some tiles, one row per window. The matrix is reused."""
        view, depth, few = self._view, self._tiling.depth, self._tiling.few
        inner = len(view.shape) - len(self._tiling.padded) + 1
        for where, sizes, rows in self.blocks[start:stop]:
            if few:
                memory = scratch.empty("tile", (depth, rows), self._dtype)
                lead = len(sizes) - inner
                turned = memory.reshape(*sizes[lead:], *sizes[:lead])
                np.copyto(turned.transpose(*range(inner, turned.ndim), *range(inner)), view[where])
                yield where, memory.T
            else:
                matrix = scratch.empty("tile", (rows, depth), self._dtype)
                np.copyto(matrix.reshape(-1).view(view.dtype).reshape(sizes), view[where])
                yield where, matrix


def _blocks(lead: Sequence[int], row: int, limit: int) -> Iterator[Index]:
    axis = len(lead) - 1
    while axis > 0 and row * lead[axis] <= limit:
        row *= lead[axis]
        axis -= 1
    step = max(1, limit // max(row, 1))
    for front in np.ndindex(*lead[:axis]):
        for start in range(0, lead[axis], step):
            yield (*front, slice(start, start + step))


def _new_tile(lead: Sequence[int], inner: Sequence[int], few: bool, dtype: np.dtype[Any]) -> tuple[Array, Array]:
    rows, depth = math.prod(lead), math.prod(inner)
    if not few:
        matrix = np.empty((rows, depth), dtype)
        return matrix.reshape(*lead, *inner), matrix
    memory = np.empty((depth, rows), dtype)
    turned = memory.reshape(*inner, *lead)
    axes = (*range(len(inner), turned.ndim), *range(len(inner)))
    return turned.transpose(axes), memory.T


# -- Bands ------------------------------------------------------------------------------------------------------------

_BAND = 1 << 20
"""Bytes of what is written out at a time: more leave the cache."""
_LEAST = 1 << 23
"""Bytes of all windows, written out along every axis, from which on more than one product is worth while."""
_NARROWEST = 32
"""Numbers of a window in a row: with fewer, products take long for what they do."""


class Band(NamedTuple):
    images: slice
    rows: slice


class _Tap(NamedTuple):
    """A window position along the first axis, the windows inside the image there, and the rows that they see."""

    number: int
    outs: slice
    ins: slice


class Bands:
    """Images with channels last, in bands for convolution. `bands_of` returns None if bands would not pay off."""

    def __init__(self, x: Array, windows: Windows, bands: Sequence[Band]) -> None:
        self._x, self._windows, self._bands = x, windows, bands
        self._width = math.prod(windows.counts[1:])
        self._depth = math.prod(windows.sizes[1:]) * x.shape[-1]
        first = Windows(*(each[:1] for each in windows))
        self._seen = [(index, outs[1], ins[1]) for (index,), outs, ins in each_position(first, x.shape[1:2])]

    def convolve(self, filter: Array) -> Array:
        counts, outs = self._windows.counts, filter.shape[-1]
        matrices = filter.reshape(self._windows.sizes[0], self._depth, outs)
        result = np.empty((len(self._x), *counts, outs), filter.dtype)

        def multiply(start: int, stop: int) -> None:
            for band in self._bands[start:stop]:
                target = result[band]
                images, height = target.shape[:2]
                shape = height, images * self._width, outs
                sums = target.reshape(shape) if images == 1 else scratch.empty("sums", shape, result.dtype)
                taps = self._taps(band.rows)
                first = taps[0] if taps and taps[0].outs == slice(0, height) else None
                if first is None:
                    sums.fill(0)
                for tap, seen in self._matrices(band.images, taps):
                    into = sums[tap.outs].reshape(len(seen), outs)
                    if tap is first:
                        np.matmul(seen, matrices[tap.number], out=into)
                    else:
                        product = scratch.empty("product", into.shape, into.dtype)
                        into += np.matmul(seen, matrices[tap.number], out=product)
                if images > 1:
                    target[...] = sums.reshape(height, images, *counts[1:], outs).swapaxes(0, 1)

        shared_out(multiply, len(self._bands))
        return result

    def filter_gradient(self, dy: Array) -> Array:
        outs = dy.shape[-1]

        def multiply(start: int, stop: int) -> Array:
            result = np.zeros((self._windows.sizes[0], self._depth, outs), dy.dtype)
            product = np.empty(result.shape[1:], dy.dtype)
            for band in self._bands[start:stop]:
                turned = dy[band].swapaxes(0, 1)
                arriving = scratch.empty("arriving", turned.shape, dy.dtype)
                np.copyto(arriving, turned)
                for tap, seen in self._matrices(band.images, self._taps(band.rows)):
                    arrived = arriving[tap.outs].reshape(len(seen), outs)
                    result[tap.number] += np.matmul(seen.T, arrived, out=product)
            return result

        total, *others = shared_out(multiply, len(self._bands))
        for each in others:
            total += each
        return total

    def _taps(self, rows: slice) -> list[_Tap]:
        taps: list[_Tap] = []
        for index, outs, ins in self._seen:
            first, last, shift = max(outs.start, rows.start), min(outs.stop, rows.stop), ins.start - outs.start
            if first < last:
                within = slice(first - rows.start, last - rows.start)
                taps.append(_Tap(index, within, slice(first + shift, last + shift)))
        return sorted(taps, key=lambda tap: tap.outs.start - tap.outs.stop)

    def _matrices(self, images: slice, taps: Sequence[_Tap]) -> Iterator[tuple[_Tap, Array]]:
        low = min((tap.ins.start for tap in taps), default=0)
        high = max((tap.ins.stop for tap in taps), default=0)
        seen = self._beside(self._x[images, low:high])
        result = scratch.empty("windows", seen.shape, seen.dtype)
        np.copyto(result, seen)
        for tap in taps:
            some = result[tap.ins.start - low : tap.ins.stop - low]
            yield tap, some.reshape(some.shape[0] * some.shape[1] * self._width, self._depth)

    def _beside(self, x: Array) -> Array:
        """Return a view ``[row, image, *counts, *sizes, in]`` of windows one position high.

        The axes ``counts`` and ``sizes`` are without their first ones.
        """
        sides = _along_first(self._windows, (x.shape[1], 1, 1, 1, 0, 0))
        if any(sides.before) or max(sides.after) > 0 or x.strides[-1] != x.itemsize:
            result = scratch.empty("padded", padded_shape(sides, x.shape), x.dtype)
            result.fill(0)
            result[inside(sides, x.shape)] = x
            x = result
        return view_of(x, sides)[(slice(None),) * len(x.shape[:-1]) + (0,)].swapaxes(0, 1)


def bands_of(x: Array, windows: Windows, outs: int, fewest: int = 1) -> list[Band] | None:
    """Divide images into bands with a minimum of windows.

    The result is None if windows that are written out along every axis are as good.
    """
    images, height, *_, channels = x.shape
    count, width, size = windows.counts[0], math.prod(windows.counts[1:]), windows.sizes[0]
    depth = math.prod(windows.sizes[1:]) * channels
    row = width * depth * x.itemsize
    if windows.strides[0] > 1 or images * count * row * size < _LEAST or depth < max(_NARROWEST, 2 * outs):
        return None  # adding up takes as long as the copies that it spares, or longer
    threads = thread_count()
    if height * row <= _BAND:
        parts = max(1, -(-images * height * row // _BAND))  # an image without rows has windows, with padding
        parts = min(images, -(-parts // threads) * threads)
        bands = [Band(each, slice(0, count)) for each in _cut(images, parts)]
    else:
        reach = extent(size, windows.dilations[0])
        most = _BAND // row - reach + 1
        if most < reach:  # the rows that two bands see would be written out too often
            return None
        parts = -(-count // most)
        parts = min(count, parts + (-parts % threads if images % threads else 0))
        bands = [Band(slice(i, i + 1), each) for i in range(images) for each in _cut(count, parts)]
    return bands if images * count * width >= fewest * len(bands) else None


def _cut(count: int, parts: int) -> Iterator[slice]:
    return (slice(count * i // parts, count * (i + 1) // parts) for i in range(parts))


def _along_first(windows: Windows, first: Sequence[int]) -> Windows:
    return Windows(*((new, *each[1:]) for new, each in zip(first, windows, strict=True)))
