"""Native convolutions of arrays, and their gradients."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from blocks.base.threads import FOR_THREADS
from blocks.base.types import Array
from blocks.native import convolution_code as write
from blocks.native.convolution_code import CHUNK, FEW, Bands, Code, Layer, Target, machine, phases, target
from blocks.native.machine import kernel
from blocks.native.tasks import Tasks, address
from blocks.native.tasks import sums as memory

_LARGEST_BAND = 1 << 23
"""The maximum size in bytes of a band with a single row."""
MOST_PHASES = 16
"""The maximum number of phases of a strided gradient, each of which is a kernel."""
_LARGE_FILTER = 1 << 15
"""The number of elements from which on it is worthwhile to pack a filter on several threads."""

Convolution = Callable[[Array, Array], Array]


def ready(codes: Sequence[Code], work: int, scratch: int = 0) -> Tasks:
    """Return compiled functions; ``scratch`` is the elements of scratch memory for each thread."""
    result = Tasks([kernel(code.text(), code.arguments) for code in codes], work, 4 * scratch)
    result.prepare()  # plans make kernels before the first step
    return result


class _Filter:
    """The layout of a filter ``[*window, in, out]`` for the forward pass of a layer.

    Args:
        places: the elements of the window to use, in order.
        swapped: whether the layer has ``in`` outputs.
    """

    def __init__(self, layer: Layer, places: Array, swapped: bool) -> None:
        m = machine()
        self._layer, self._places, self._swapped = layer, np.ascontiguousarray(places.reshape(-1)), swapped
        self._lanes = m.lanes * m.vectors(layer.outs)
        self._sizes = (layer.outs, layer.channels) if swapped else (layer.channels, layer.outs)
        self._pack, size = None, layer.depth * layer.outs
        if not layer.by_depth and layer.outs > FEW and layer.outs % self._lanes == 0 and size >= _LARGE_FILTER:
            code = write.packing(m, *self._sizes, self._lanes, swapped)
            self._pack = ready([code], size)

    def __call__(self, filter: Array) -> Array:
        layer, places = self._layer, self._places
        if self._pack is not None:
            filter, packed = np.ascontiguousarray(filter), np.empty(layer.depth * layer.outs, np.float32)
            tasks = layer.outs // self._lanes * len(places)
            self._pack((address(filter), address(packed), address(places), len(places), tasks))
            return packed
        if layer.by_depth:
            return filter.reshape(-1, layer.channels)[places]
        filter = filter.reshape(-1, *self._sizes)
        filter = filter[places].swapaxes(1, 2) if self._swapped else filter
        if layer.outs <= FEW:
            long = layer.channels * (layer.sizes[2] if layer.dilations[2] == 1 else 1)
            return np.ascontiguousarray(filter.reshape(-1, long, layer.outs).swapaxes(1, 2))
        if layer.outs % self._lanes:
            filter = np.pad(filter, ((0, 0), (0, 0), (0, -layer.outs % self._lanes)))
        return np.ascontiguousarray(filter.reshape(layer.depth, -1, self._lanes).swapaxes(0, 1))


def _together(
    codes: Sequence[tuple[Code, Bands]], filters: Sequence[_Filter], starts: Sequence[int]
) -> Callable[[Array, Array, Array], Array]:
    """Return a function of images, a filter and a result for convolutions whose results start at bytes of an array."""
    layers, scratch = [bands.layer for _, bands in codes], max([bands.room for _, bands in codes], default=0)
    run = ready([code for code, _ in codes], sum([layer.work for layer in layers]), scratch)
    tasks = [bands.layer.images * bands.tasks for _, bands in codes]

    def convolve(x: Array, filter: Array, y: Array) -> Array:
        x, kernels = np.ascontiguousarray(x), [arrange(filter) for arrange in filters]
        begin, result = address(x), address(y)
        run(*[(begin, address(w), result + at, n) for w, at, n in zip(kernels, starts, tasks, strict=True)])
        return y

    return convolve


@lru_cache(128)
def turning(rows: int, columns: int) -> Tasks:
    return ready([write.turning(machine(), rows, columns)], FOR_THREADS)


def turned(x: Array, rows: int, columns: int) -> Array:
    """Return the transposes of matrices that follow each other in an array."""
    x = np.ascontiguousarray(x)
    if min(rows, columns) == 1:
        return x
    y = np.empty(x.size, np.float32)
    turning(rows, columns)((address(x), address(y), x.size // (rows * columns)))
    return y


def _fits(layer: Layer) -> bool:
    return 4 * Bands(layer).room <= _LARGEST_BAND


@lru_cache(128)
def forward(layer: Layer) -> Convolution | None:
    """Return the convolution ``(x, filter) -> y``, or None if a layer's rows are too large."""
    if not _fits(layer):
        return None
    places, size = np.arange(math.prod(layer.sizes)), layer.images * math.prod(layer.counts) * layer.outs
    run = _together([write.forward(layer, machine())], [_Filter(layer, places, False)], [0])
    return lambda x, filter: run(x, filter, np.empty(size, np.float32))


@lru_cache(128)
def by_input(layer: Layer) -> Convolution | None:
    """Return the images' gradient ``(dy, filter) -> dx``: for each phase, a convolution of ``dy`` with stride 1."""
    if layer.kernels("by_input") > MOST_PHASES or not _fits(layer):
        return None
    plain, whole = layer.strides == (1, 1, 1), target(layer.image, layer.channels)
    gaps = None if plain else Target(whole.image, *map(int.__mul__, layer.strides, whole[1:]))
    window, size = np.arange(math.prod(layer.sizes)).reshape(layer.sizes), layer.images * whole.image
    codes, filters, starts = list[tuple[Code, Bands]](), list[_Filter](), list[int]()
    axes = zip(layer.image, layer.sizes, layer.strides, layer.dilations, layer.before, strict=True)
    for phase in itertools.product(*[phases(*axis) for axis in axes]):
        firsts, taps, dilations, before, counts = zip(*phase, strict=True)
        changed: dict[str, tuple[int, ...]] = {"dilations": dilations, "before": before, "counts": counts}
        part = layer._replace(image=layer.counts, channels=layer.outs, outs=layer.channels, strides=(1, 1, 1))
        part = part._replace(sizes=tuple(map(len, taps)), **changed)  # pyright: ignore[reportArgumentType]
        codes.append(write.forward(part, machine(), gaps))
        filters.append(_Filter(part, window[np.ix_(*taps)][::-1, ::-1, ::-1], True))
        starts.append(4 * sum(map(int.__mul__, firsts, whole[1:])))
    run, make = _together(codes, filters, starts), np.empty if len(codes) == math.prod(layer.strides) else np.zeros
    return lambda dy, filter: run(dy, filter, make(size, np.float32))


@lru_cache(128)
def by_filter(layer: Layer) -> Convolution | None:
    """Return the filter's gradient ``(x, dy) -> dfilter``."""
    if not _fits(layer):
        return None
    code, bands, parts = write.by_filter(layer, machine())
    size = layer.depth * layer.outs
    run, add = ready([code], layer.work, bands.room), ready([write.addition(machine())], parts.images * size)

    def convolve(x: Array, dy: Array) -> Array:
        x, dy, result = np.ascontiguousarray(x), np.ascontiguousarray(dy), np.empty(size, np.float32)
        sums = address(result) if parts.images == 1 else memory.address(4 * parts.images * size)
        run((address(x), address(dy), sums, layer.images, parts.images, parts.images * parts.outs))
        if parts.images > 1:
            add((sums, address(result), parts.images, size, -(-size // CHUNK)))
        return result

    return convolve
