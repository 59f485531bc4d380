"""Convolutions where windows are written out along every spatial axis but the first.

What a place of the window sees along the first axis are the rows that another place sees, so many further on: they are
written out once, and each place is a product by itself. Where windows reach out of the image there are no rows, and
nothing is multiplied. This goes for some images, or for some rows of one, at a time, with the rows of the images side
by side: so what a place sees in all of them is one matrix.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from blocks.base.threads import shared_out, thread_count
from blocks.base.types import Array
from blocks.library.nn.scratch import scratch
from blocks.library.nn.windows import Windows, each_position, extent, inside, padded_shape, view_of

_BAND = 1 << 20
"""Bytes of what is written out at a time: more leave the cache."""
_LEAST = 1 << 21
"""Bytes of all windows, written out along every axis, from which on more than one product is worth while."""
_NARROWEST = 32
"""Numbers of a window in a row: with fewer, products take long for what they do."""


class Band(NamedTuple):
    """Some images, and some windows along the first axis."""

    images: slice
    rows: slice


class _Tap(NamedTuple):
    """A place of the window along the first axis: which, the windows of a band that see the image there, and the rows
    that they see.
    """

    place: int
    outs: slice
    ins: slice


class Bands:
    """Images with channels last in bands, to be convolved; `bands_of` says whether that is worth while."""

    def __init__(self, x: Array, windows: Windows, bands: Sequence[Band]) -> None:
        self._x, self._windows, self._bands = x, windows, bands
        self._width = math.prod(windows.counts[1:])
        self._depth = math.prod(windows.sizes[1:]) * x.shape[-1]
        first = Windows(*(each[:1] for each in windows))
        self._seen = [(place, outs[1], ins[1]) for (place,), outs, ins in each_position(first, x.shape[1:2])]

    def convolve(self, filter: Array) -> Array:
        """The convolution with a filter ``[*sizes, in, out]``."""
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
                        np.matmul(seen, matrices[tap.place], out=into)
                    else:
                        product = scratch.empty("product", into.shape, into.dtype)
                        into += np.matmul(seen, matrices[tap.place], out=product)
                if images > 1:
                    target[...] = sums.reshape(height, images, *counts[1:], outs).swapaxes(0, 1)

        shared_out(multiply, len(self._bands))
        return result

    def filter_gradient(self, dy: Array) -> Array:
        """The gradient by the filter, ``[place along the first axis, other places and in, out]``, where dy arrives."""
        outs = dy.shape[-1]

        def multiply(start: int, stop: int) -> Array:
            found = np.zeros((self._windows.sizes[0], self._depth, outs), dy.dtype)
            product = np.empty(found.shape[1:], dy.dtype)
            for band in self._bands[start:stop]:
                turned = dy[band].swapaxes(0, 1)
                arriving = scratch.empty("arriving", turned.shape, dy.dtype)
                np.copyto(arriving, turned)
                for tap, seen in self._matrices(band.images, self._taps(band.rows)):
                    arrived = arriving[tap.outs].reshape(len(seen), outs)
                    found[tap.place] += np.matmul(seen.T, arrived, out=product)
            return found

        total, *others = shared_out(multiply, len(self._bands))
        for each in others:
            total += each
        return total

    def _taps(self, rows: slice) -> list[_Tap]:
        """What windows see along the first axis; first the place that most of them see."""
        found: list[_Tap] = []
        for place, outs, ins in self._seen:
            first, last, shift = max(outs.start, rows.start), min(outs.stop, rows.stop), ins.start - outs.start
            if first < last:
                within = slice(first - rows.start, last - rows.start)
                found.append(_Tap(place, within, slice(first + shift, last + shift)))
        return sorted(found, key=lambda tap: tap.outs.start - tap.outs.stop)

    def _matrices(self, images: slice, taps: Sequence[_Tap]) -> Iterator[tuple[_Tap, Array]]:
        """What windows see at each place along the first axis: a matrix with a row for each."""
        low = min((tap.ins.start for tap in taps), default=0)
        high = max((tap.ins.stop for tap in taps), default=0)
        seen = self._beside(self._x[images, low:high])
        made = scratch.empty("windows", seen.shape, seen.dtype)
        np.copyto(made, seen)
        for tap in taps:
            some = made[tap.ins.start - low : tap.ins.stop - low]
            yield tap, some.reshape(some.shape[0] * some.shape[1] * self._width, self._depth)

    def _beside(self, x: Array) -> Array:
        """The windows over a band of images, one place high: a view ``[row, image, *counts, *sizes, in]``, both without
        their first axis.
        """
        sides = _along_first(self._windows, (x.shape[1], 1, 1, 1, 0, 0))
        if any(sides.before) or max(sides.after) > 0 or x.strides[-1] != x.itemsize:
            made = scratch.empty("padded", padded_shape(sides, x.shape), x.dtype)
            made.fill(0)
            made[inside(sides, x.shape)] = x
            x = made
        return view_of(x, sides)[(slice(None),) * len(x.shape[:-1]) + (0,)].swapaxes(0, 1)


def bands_of(x: Array, windows: Windows, outs: int, fewest: int = 1) -> list[Band] | None:
    """How to cut images into bands of so many windows at least; None where windows that are written out along every
    axis are as good.
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
    """Windows with another geometry along the first axis."""
    return Windows(*((new, *each[1:]) for new, each in zip(first, windows, strict=True)))
