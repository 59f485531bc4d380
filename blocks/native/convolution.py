"""Native convolutions of arrays, and their gradients."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from blocks.base.types import Array
from blocks.native import convolution_code as write
from blocks.native.convolution_code import FEW, Bands, Code, Layer, Target, machine, phases, target
from blocks.native.machine import Kernel, kernel
from blocks.native.tasks import Shared, address

_LARGEST_BAND = 1 << 23
"""The maximum size in bytes of a band with a single row."""
MOST_PHASES = 16
"""The maximum number of phases of a strided gradient, each of which is a kernel."""
_CHUNK = 64
_LARGE_FILTER = 1 << 15
"""The number of elements from which on it is worthwhile to pack a filter on several threads."""


def _made(code: Code) -> Kernel:
    return kernel(code.text(), code.arguments)


class Forward:
    """The convolution of a layer, or a part of the images' gradient.

    Args:
        to: the layout of the result.
        taps: the filter's elements to use along each axis; None: all.
        swapped: whether ``layer.outs`` is the last but one axis of the filter.
    """

    def __init__(
        self,
        layer: Layer,
        to: Target,
        arrives: bool,
        leaves: bool,
        taps: Sequence[range] = (),
        sizes: Sequence[int] = (),
    ) -> None:
        m = machine()
        code, bands = write.forward(layer, to, m, arrives and layer.channels > 1, leaves and layer.outs > 1)
        self.kernel, self.scratch, self.tasks = _made(code), bands.room * 4, layer.images * bands.tasks
        self._layer, self._swapped, self._long = layer, bool(taps), bands.long
        places = np.arange(math.prod(sizes or layer.sizes)).reshape(sizes or layer.sizes)
        self._places = np.ascontiguousarray((places[np.ix_(*taps)][::-1, ::-1, ::-1] if taps else places).reshape(-1))
        self._lanes = m.lanes * m.vectors(layer.outs)
        self._pack = None
        if not layer.by_depth and layer.outs % self._lanes == 0 and layer.depth * layer.outs >= _LARGE_FILTER:
            ins, outs = (layer.outs, layer.channels) if taps else (layer.channels, layer.outs)
            self._pack = Shared(_made(write.packing(m, ins, outs, self._lanes, self._swapped)), 0)

    def packed(self, filter: Array) -> Array:
        """Return a filter ``[*window, in, out]`` in the layout of the kernel."""
        layer, window = self._layer, len(self._places)
        if self._pack is not None:
            filter, packed = np.ascontiguousarray(filter), np.empty(layer.depth * layer.outs, np.float32)
            tasks = layer.outs // self._lanes * window
            self._pack([address(filter), address(packed), address(self._places), window, tasks], tasks)
            return packed
        filter = filter.reshape(-1, *filter.shape[-2:])[self._places]
        if layer.by_depth:
            return filter
        filter = filter.swapaxes(1, 2) if self._swapped else filter
        if layer.outs <= FEW:
            return np.ascontiguousarray(filter.reshape(-1, self._long, layer.outs).swapaxes(1, 2))
        filter = np.pad(filter, ((0, 0), (0, 0), (0, -layer.outs % self._lanes)))
        return np.ascontiguousarray(filter.reshape(layer.depth, -1, self._lanes).swapaxes(0, 1))


class _Together:
    """Kernels that run one after the other while the threads are awake."""

    def __init__(self, parts: Sequence[Forward]) -> None:
        self.parts = parts
        self._run = Shared(self._all, max([each.scratch for each in parts], default=0))

    def _all(self, calls: Sequence[Sequence[int]], scratch: int, _counter: int) -> None:
        for part, call in zip(self.parts, calls, strict=True):
            part.kernel(*call[:-1], part.tasks, scratch, call[-1])

    def __call__(self, x: Array, filter: Array, y: Array, starts: Sequence[int]) -> None:
        filters = [part.packed(filter) for part in self.parts]
        counters = np.zeros((len(filters), 8), np.int64)
        places = zip(filters, starts, range(len(filters)), strict=True)
        calls = [(address(x), address(w), address(y) + 4 * at, address(counters) + 64 * i) for w, at, i in places]
        self._run([calls], max([part.tasks for part in self.parts], default=0))  # pyright: ignore[reportArgumentType]


Convolution = Callable[[Array, Array], Array]


def _fits(layer: Layer) -> bool:
    return Bands(layer).room * 4 <= _LARGEST_BAND


@lru_cache(128)
def forward(layer: Layer, turned: bool) -> Convolution | None:
    """Return the convolution ``(x, filter) -> y``; ``turned``: channels come first in images and results."""
    if not _fits(layer):
        return None
    run = _Together([Forward(layer, target(layer.counts, layer.outs), turned, turned)])
    shape = _shape(layer.images, layer.counts, layer.outs, turned)

    def convolve(x: Array, filter: Array) -> Array:
        y = np.empty(shape, np.float32)
        run(np.ascontiguousarray(x), filter, y, [0])
        return y

    return convolve


def _axes(layer: Layer) -> list[list[write.Phase]]:
    axes = zip(layer.image, layer.sizes, layer.strides, layer.dilations, layer.before, strict=True)
    return [phases(*each) for each in axes]


def kernel_count(make: object, layer: Layer) -> int:
    return math.prod(map(len, _axes(layer))) if make is by_input else 1


@lru_cache(128)
def by_input(layer: Layer, turned: bool) -> Convolution | None:
    """Return the images' gradient ``(filter, dy) -> dx``: for each phase, a convolution of ``dy`` with stride 1."""
    if kernel_count(by_input, layer) > MOST_PHASES or not _fits(layer):
        return None
    plain, channels = layer.strides == (1, 1, 1), layer.channels
    whole, (sd, sh, sw) = target(layer.image, channels), layer.strides
    to = Target(whole.image, sd * whole.plane, sh * whole.row, sw * whole.column)
    parts, starts = list[Forward](), list[int]()
    for phase in itertools.product(*_axes(layer)):
        firsts, taps, dilations, before, counts = zip(*phase, strict=True)
        kd, kh, kw = map(len, taps)
        part = Layer(
            layer.images,
            layer.counts,
            layer.outs,
            (kd, kh, kw),
            channels,
            (1, 1, 1),
            dilations,
            before,
            counts,
            layer.by_depth,
        )
        parts.append(Forward(part, to, turned, turned and plain, taps, layer.sizes))
        starts.append(sum(map(int.__mul__, firsts, whole[1:])))
    run, shape = _Together(parts), _shape(layer.images, layer.image, channels, turned and plain)
    make = np.empty if len(parts) == math.prod(layer.strides) else np.zeros

    def convolve(filter: Array, dy: Array) -> Array:
        dx = make(shape, np.float32)
        run(np.ascontiguousarray(dy), filter.reshape(*layer.sizes, channels, -1), dx, starts)
        return np.ascontiguousarray(np.moveaxis(dx, -1, 1)) if turned and not plain else dx

    return convolve


@lru_cache(128)
def by_filter(layer: Layer, turned: bool) -> Convolution | None:
    """Return the filter's gradient ``(x, dy) -> dfilter``."""
    if not _fits(layer):
        return None
    code, bands, parts = write.by_filter(layer, machine(), turned)
    run, add = Shared(_made(code), bands.room * 4), Shared(_made(write.addition(machine())), 0)
    size, tasks = layer.depth * layer.outs, parts.images * parts.outs
    chunks = -(-size // (_CHUNK * 4 * machine().lanes))

    def convolve(x: Array, dy: Array) -> Array:
        x, dy, sums = np.ascontiguousarray(x), np.ascontiguousarray(dy), np.empty((parts.images, size), np.float32)
        run([address(x), address(dy), address(sums), parts.images, layer.images], tasks)
        if parts.images == 1:
            return sums[0]
        result = np.empty(size, np.float32)
        add([address(sums), address(result), parts.images, size, chunks], chunks)
        return result

    return convolve


def _shape(images: int, sizes: Sequence[int], channels: int, turned: bool) -> tuple[int, ...]:
    return (images, channels, *sizes) if turned else (images, *sizes, channels)
