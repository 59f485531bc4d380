"""Native convolutions of arrays, and their gradients."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from blocks.base.types import Array
from blocks.native import convolution_code as write
from blocks.native.convolution_code import FEW, Bands, Code, Layer, Phase, Target, machine, phases
from blocks.native.machine import kernel
from blocks.native.tasks import Shared, address

LARGEST_SCRATCH = 1 << 23
"""Bytes: a layer whose single rows need more has no native kernel."""
MOST_PHASES = 16
"""Phases of a strided gradient, each of which is a kernel."""


class _Work:
    """A kernel with its scratch memory."""

    def __init__(self, code: Code, bands: Bands) -> None:
        self.kernel = kernel(code.text(), code.arguments)
        self.tasks = bands.layer.images * bands.tasks
        self.scratch = bands.room * 4
        self.run = Shared(self.kernel, self.scratch)


class _Packing:
    """The layout of a filter ``[*window, in, out]`` that the forward pass of a layer needs."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        m = machine()
        self.lanes = m.lanes * m.vectors(layer.outs)
        self.long = layer.channels * (layer.sizes[2] if layer.dilations[2] == 1 else 1)

    def __call__(self, filter: Array) -> Array:
        outs = self.layer.outs
        if self.layer.by_depth:
            return np.ascontiguousarray(filter)
        if outs <= FEW:
            return np.ascontiguousarray(filter.reshape(-1, self.long, outs).swapaxes(1, 2))
        matrix = filter.reshape(-1, outs)
        if outs % self.lanes:
            matrix = np.pad(matrix, ((0, 0), (0, -outs % self.lanes)))
        return np.ascontiguousarray(matrix.reshape(len(matrix), -1, self.lanes).swapaxes(0, 1))


class Forward:
    """The convolution of a layer.

    Args:
        turned: whether channels come first, in images and results.
    """

    def __init__(self, layer: Layer, turned: bool) -> None:
        code, bands = write.forward(
            machine(), layer, arrives=turned and layer.channels > 1, leaves=turned and layer.outs > 1
        )
        self.works = [_Work(code, bands)]
        self._pack = _Packing(layer)
        self._shape = _shape(layer.images, layer.counts, layer.outs, turned)

    def __call__(self, x: Array, filter: Array) -> Array:
        [work] = self.works
        x, filter, y = np.ascontiguousarray(x), self._pack(filter), np.empty(self._shape, np.float32)
        work.run([address(x), address(filter), address(y), work.tasks], work.tasks)
        return y


class ByInput:
    """The gradient with respect to the images: for each phase, a convolution of ``dy`` with a part of the filter."""

    def __init__(self, layer: Layer, turned: bool) -> None:
        self._layer = layer
        axes = axes_of(layer)
        n, channels = layer.images, layer.channels
        (_, h, w), (sd, sh, sw) = layer.image, layer.strides
        plain = layer.strides == (1, 1, 1)
        leaves = turned and plain and channels > 1
        self._turns = turned and not plain
        self._make = np.empty if len(list(itertools.product(*axes))) == math.prod(layer.strides) else np.zeros
        self._shape = _shape(n, layer.image, channels, leaves)
        size = math.prod(layer.image) * channels
        target = None if plain else Target(size, sd * h * w * channels, sh * w * channels, sw * channels)
        self.works: list[_Work] = []
        self._parts: list[tuple[tuple[slice, ...], int, _Packing]] = []
        for phase in itertools.product(*axes):
            sizes, dilations, before, counts = zip(*(each[2:] for each in phase), strict=True)
            part = Layer(
                n, layer.counts, layer.outs, sizes, channels, (1, 1, 1), dilations, before, counts, layer.by_depth
            )
            written = write.forward(machine(), part, target, arrives=turned and layer.outs > 1, leaves=leaves)
            first = ((phase[0].first * h + phase[1].first) * w + phase[2].first) * channels
            self.works.append(_Work(*written))
            self._parts.append((tuple(each.taps for each in phase), 4 * first, _Packing(part)))

    def __call__(self, filter: Array, dy: Array) -> Array:
        layer = self._layer
        filter = filter.reshape(*layer.sizes, layer.channels, -1)
        dx, dy = self._make(self._shape, np.float32), np.ascontiguousarray(dy)
        for work, (taps, first, pack) in zip(self.works, self._parts, strict=True):
            part = pack(filter[taps][::-1, ::-1, ::-1].swapaxes(-1, -2))
            work.run([address(dy), address(part), address(dx) + first, work.tasks], work.tasks)
        return np.ascontiguousarray(np.moveaxis(dx, -1, 1)) if self._turns else dx


def axes_of(layer: Layer) -> list[list[Phase]]:
    each = zip(layer.image, layer.sizes, layer.strides, layer.dilations, layer.before, strict=True)
    return [phases(*axis) for axis in each]


class ByFilter:
    """The gradient with respect to the filter."""

    def __init__(self, layer: Layer, turned: bool) -> None:
        code, bands, self._parts = write.by_filter(machine(), layer, turned=turned)
        self.works = [_Work(code, bands)]
        self._images = layer.images
        self._shape = (self._parts.images, layer.depth, layer.outs)

    def __call__(self, x: Array, dy: Array) -> Array:
        [work], parts = self.works, self._parts
        x, dy, sums = np.ascontiguousarray(x), np.ascontiguousarray(dy), np.empty(self._shape, np.float32)
        arrays = address(x), address(dy), address(sums)
        work.run([*arrays, self._images, parts.images], parts.images * parts.outs)
        return sums[0] if parts.images == 1 else np.add.reduce(sums, 0)


def _shape(images: int, sizes: Sequence[int], channels: int, turned: bool) -> tuple[int, ...]:
    return (images, channels, *sizes) if turned else (images, *sizes, channels)


def _fits(layer: Layer) -> bool:
    return Bands(layer).room * 4 <= LARGEST_SCRATCH


@lru_cache(128)
def forward(layer: Layer, turned: bool) -> Forward | None:
    return Forward(layer, turned) if _fits(layer) else None


@lru_cache(128)
def by_input(layer: Layer, turned: bool) -> ByInput | None:
    return ByInput(layer, turned) if kernel_count(by_input, layer) <= MOST_PHASES and _fits(layer) else None


@lru_cache(128)
def by_filter(layer: Layer, turned: bool) -> ByFilter | None:
    return ByFilter(layer, turned) if _fits(layer) else None


def kernel_count(make: object, layer: Layer) -> int:
    return math.prod(map(len, axes_of(layer))) if make is by_input else 1
