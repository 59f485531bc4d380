"""Native convolutions of arrays, and their gradients."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from blocks.base.types import Array
from blocks.native import convolution_code as write
from blocks.native.convolution_code import CHUNK, FEW, Bands, Code, Layer, Target, machine, phases, target
from blocks.native.machine import Kernel, kernel
from blocks.native.tasks import Shared, address

_LARGEST_BAND = 1 << 23
"""The maximum size in bytes of a band with a single row."""
MOST_PHASES = 16
"""The maximum number of phases of a strided gradient, each of which is a kernel."""
_LARGE_FILTER = 1 << 15
"""The number of elements from which on it is worthwhile to pack a filter on several threads."""

Convolution = Callable[[Array, Array], Array]


def made(code: Code) -> Kernel:
    """Return a kernel that is compiled, since plans make kernels before the first step."""
    result = kernel(code.text(), code.arguments)
    result.prepare()
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
        self._pack = None
        if not layer.by_depth and layer.outs % self._lanes == 0 and layer.depth * layer.outs >= _LARGE_FILTER:
            self._pack = Shared(made(write.packing(m, *self._sizes, self._lanes, swapped)), 0)

    def __call__(self, filter: Array) -> Array:
        layer, places = self._layer, self._places
        if self._pack is not None:
            filter, packed = np.ascontiguousarray(filter), np.empty(layer.depth * layer.outs, np.float32)
            tasks = layer.outs // self._lanes * len(places)
            self._pack([address(filter), address(packed), address(places), len(places), tasks], tasks)
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


class _Together:
    """Convolutions of the same images that run one after the other while the threads are awake.

    Args:
        starts: the bytes before their results in an array.
    """

    def __init__(
        self, codes: Sequence[tuple[Code, Bands]], filters: Sequence[_Filter], starts: Sequence[int] = (0,)
    ) -> None:
        self._kernels = [(made(code), bands.layer.images * bands.tasks) for code, bands in codes]
        self._filters, self._starts = filters, starts
        self._tasks = max([tasks for _, tasks in self._kernels], default=0)
        self._run = Shared(self._all, max([4 * bands.room for _, bands in codes], default=0))

    def _all(self, x: int, y: int, counters: int, *rest: int) -> None:
        *filters, scratch, _ = rest
        for i, (run, tasks) in enumerate(self._kernels):
            run(x, filters[i], y + self._starts[i], tasks, scratch, counters + 64 * i)

    def __call__(self, x: Array, filter: Array, y: Array) -> Array:
        x, filters = np.ascontiguousarray(x), [arrange(filter) for arrange in self._filters]
        counters = np.zeros((len(filters), 8), np.int64)
        self._run([address(x), address(y), address(counters), *map(address, filters)], self._tasks)
        return y


@lru_cache(128)
def turned(rows: int, columns: int) -> Callable[[Array], Array]:
    """Return a function that transposes matrices which follow each other in an array."""
    run = Shared(made(write.turning(machine(), rows, columns)), 0)

    def turn(x: Array) -> Array:
        x, y, tasks = np.ascontiguousarray(x), np.empty(x.size, np.float32), x.size // (rows * columns)
        run([address(x), address(y), tasks], tasks)
        return y

    return turn


def _fits(layer: Layer) -> bool:
    return 4 * Bands(layer).room <= _LARGEST_BAND


@lru_cache(128)
def forward(layer: Layer) -> Convolution | None:
    """Return the convolution ``(x, filter) -> y``, or None if a layer's rows are too large."""
    if not _fits(layer):
        return None
    places, size = np.arange(math.prod(layer.sizes)), layer.images * math.prod(layer.counts) * layer.outs
    run = _Together([write.forward(layer, machine())], [_Filter(layer, places, False)])
    return lambda x, filter: run(x, filter, np.empty(size, np.float32))


@lru_cache(128)
def by_input(layer: Layer) -> Convolution | None:
    """Return the images' gradient ``(filter, dy) -> dx``: for each phase, a convolution of ``dy`` with stride 1."""
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
    run, make = _Together(codes, filters, starts), np.empty if len(codes) == math.prod(layer.strides) else np.zeros
    turn = None if plain or not layer.turned else turned(math.prod(layer.image), layer.channels)

    def convolve(filter: Array, dy: Array) -> Array:
        dx = run(dy, filter, make(size, np.float32))
        return dx if turn is None else turn(dx)

    return convolve


@lru_cache(128)
def by_filter(layer: Layer) -> Convolution | None:
    """Return the filter's gradient ``(x, dy) -> dfilter``."""
    if not _fits(layer):
        return None
    code, bands, parts = write.by_filter(layer, machine())
    run, add = Shared(made(code), 4 * bands.room), Shared(made(write.addition(machine())), 0)
    size, tasks = layer.depth * layer.outs, parts.images * parts.outs

    def convolve(x: Array, dy: Array) -> Array:
        x, dy, sums = np.ascontiguousarray(x), np.ascontiguousarray(dy), np.empty((parts.images, size), np.float32)
        run([address(x), address(dy), address(sums), parts.images, layer.images], tasks)
        if parts.images == 1:
            return sums
        result, chunks = np.empty(size, np.float32), -(-size // CHUNK)
        add([address(sums), address(result), parts.images, size, chunks], chunks)
        return result

    return convolve
