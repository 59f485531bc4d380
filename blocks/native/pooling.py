"""Native pooling of channels-last images and volumes, and its gradients.

A task is an image, a group of channels and a band of windows. Lanes are channels, so that a window is a loop over its
positions in the image. The gradient of overlapping windows adds to positions that bands would share: there, a task has
all windows of an image.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from blocks.base.types import Array
from blocks.native.builder import FLOAT, Whole, constant
from blocks.native.convolution import ready
from blocks.native.convolution_code import ITEMS, Axes, Code, machine
from blocks.native.tasks import address

_UNROLLED = 4
"""Positions along an axis that are written one after the other."""


class Pooling(NamedTuple):
    """Windows over ``images`` of ``image`` x ``channels``, as `blocks.native.convolution_code.Layer` describes them."""

    images: int
    image: Axes
    channels: int
    sizes: Axes
    strides: Axes
    before: Axes
    counts: Axes

    @property
    def work(self) -> int:
        """The elements of all windows, at least."""
        return self.images * math.prod(self.image) * self.channels

    def kernels(self, _kind: str) -> int:
        return 1

    @property
    def apart(self) -> bool:
        """Whether no two windows share a position."""
        axes = zip(self.sizes, self.strides, self.counts, strict=True)
        return all(size <= stride or count == 1 for size, stride, count in axes)

    def inside(self, axis: int) -> bool:
        """Return whether windows are inside of the image along an axis."""
        return self.before[axis] <= 0 and self._end(axis) <= self.image[axis]

    @property
    def covers(self) -> bool:
        """Whether each position is in a window."""
        return all(
            (size >= stride or count == 1) and self._end(axis) >= self.image[axis]
            for axis, (size, stride, count) in enumerate(zip(self.sizes, self.strides, self.counts, strict=True))
        )

    def _end(self, axis: int) -> int:
        return (self.counts[axis] - 1) * self.strides[axis] - self.before[axis] + self.sizes[axis]


Corner = Sequence[tuple[Whole, Whole]]
"""The first position of a window in the image, and the end of its last one, along each axis."""

Body = Callable[[Whole, list[str]], None]
"""Code for a position of a window: its number in the image, and carried values that it replaces."""


class _Windows(Code):
    """Code over all windows of a pooling."""

    def __init__(self, pooling: Pooling, arrays: Sequence[str]) -> None:
        lanes = machine().lanes
        super().__init__(min(4, -(-pooling.channels // lanes)) * lanes, arrays)
        self.pooling = pooling
        shares = "dx" in arrays and not pooling.apart
        self.bands = 1 if shares else max(1, min(pooling.counts[1] // 4, -(-ITEMS // pooling.images)))
        self.groups = -(-pooling.channels // self.lanes)
        self.tasks_each = self.bands * self.groups

    def task(self, task: Whole) -> tuple[Whole, Whole, Whole, str | None]:
        """Return the image, the first and the last row of windows, and which lanes have a channel; start at a group."""
        p = self.pooling
        image, rest = self.divided(task, self.tasks_each)
        band, group = self.divided(rest, self.groups) if self.tasks_each > 1 else (0, 0)
        rows = [self.whole("mul", each, p.counts[1]) for each in (band, self.whole("add", band, 1))]
        first, last = (self.divided(each, self.bands)[0] for each in rows) if self.bands > 1 else (0, p.counts[1])
        self.channel = self.whole("mul", group, self.lanes)
        return image, first, last, self.masks(p.channels, self.channel, 1)[0]

    def corner(self, axis: int, number: Whole) -> tuple[Whole, Whole]:
        """Return the first position of a window along an axis in the image, and the end of its last one."""
        p = self.pooling
        first = self.total((number, p.strides[axis]), -p.before[axis])
        last = self.whole("add", first, p.sizes[axis])
        if p.inside(axis):
            return first, last
        first = self.call("llvm.smax.i64", "i64", ("i64", first), ("i64", 0))
        return first, self.least(last, p.image[axis])

    def positions(self, corner: Corner, values: list[str], kinds: Sequence[str], body: Body) -> None:
        """Write a body for each position of a window."""
        p = self.pooling

        def along(axis: int, number: Whole, values: list[str]) -> None:
            if axis == 3:
                body(number, values)
                return
            first, last = corner[axis]
            number = self.whole("mul", number, p.image[axis])
            if p.inside(axis) and p.sizes[axis] <= _UNROLLED:
                for i in range(p.sizes[axis]):
                    along(axis + 1, self.total(number, first, i), values)
                return
            with self.loop(last, start=first, carried=values, kinds=kinds) as (i, inner):
                along(axis + 1, self.whole("add", number, i), inner)
            values[:] = inner

        along(0, 0, values)

    def pixel(self, array: str, image: Whole, sizes: Axes, number: Whole) -> str:
        """Return where the task's channels of a pixel are."""
        p = self.pooling
        return self.at(array, self.total((image, math.prod(sizes) * p.channels), (number, p.channels), self.channel))

    def made(self, body: Callable[[Whole, Whole, str | None, Corner], None], clear: str = "") -> Callable[..., Array]:
        """Write a body for each window: its image, its number, lanes, and corner. Return a function of arrays."""
        p = self.pooling
        with self.tasks("%n") as task:
            image, first, last, mask = self.task(task)
            if clear:
                with self.loop(math.prod(p.image)) as (i, _):
                    self.store(constant(0), self.pixel(clear, image, p.image, i), mask=mask)
            with self.loop(p.counts[0]) as (z, _):
                plane = self.corner(0, z)
                with self.loop(last, start=first) as (r, _):
                    row = self.corner(1, r)
                    with self.loop(p.counts[2]) as (q, _):
                        number = self.total((self.total((z, p.counts[1]), r), p.counts[2]), q)
                        body(image, number, mask, [plane, row, self.corner(2, q)])
        run, tasks = ready([self], p.work), p.images * self.tasks_each
        back = "dx" in self.arguments
        size = p.images * math.prod(p.image if back else p.counts) * p.channels
        make = np.zeros if back and not clear and not p.covers else np.empty

        def pool(*arrays: Array) -> Array:
            given, result = [np.ascontiguousarray(each) for each in arrays], make(size, np.float32)
            run((*map(address, given), address(result), tasks))
            return result

        return pool


@lru_cache(64)
def pooled(p: Pooling, start: float | None) -> Callable[..., Array]:
    """Return the largest values of windows, at least ``start``, or averages; NaN is not the largest."""
    e = _Windows(p, ("x", "y"))

    def window(image: Whole, number: Whole, mask: str | None, corner: Corner) -> None:
        values = [constant(start or 0)]

        def body(number: Whole, values: list[str]) -> None:
            x = e.load(e.pixel("%x", image, p.image, number), mask=mask)
            values[0] = e.pick(e.compare("ogt", x, values[0]), x, values[0]) if start else e.op("fadd", values[0], x)

        e.positions(corner, values, (FLOAT,), body)
        result = values[0] if start else e.op("fdiv", values[0], _count(e, corner))
        e.store(result, e.pixel("%y", image, p.counts, number), mask=mask)

    return e.made(window)


def _count(e: _Windows, corner: Corner) -> str:
    """Return the number of a window's positions in the image."""
    if all(map(e.pooling.inside, range(3))):
        return constant(math.prod(e.pooling.sizes))
    total: Whole = 1
    for first, last in corner:
        total = e.whole("mul", e.whole("sub", last, first), total)
    return e.spread(e(f"uitofp i64 {total} to {FLOAT}"))


@lru_cache(64)
def by_average(p: Pooling) -> Callable[..., Array]:
    """Return the gradient of averages ``dy -> dx``."""
    e = _Windows(p, ("dy", "dx"))

    def window(image: Whole, number: Whole, mask: str | None, corner: Corner) -> None:
        dy = e.load(e.pixel("%dy", image, p.counts, number), mask=mask)
        part = e.op("fdiv", dy, _count(e, corner))

        def body(number: Whole, _: list[str]) -> None:
            at = e.pixel("%dx", image, p.image, number)
            e.store(e.op("fadd", constant(0) if p.apart else e.load(at, mask=mask), part), at, mask=mask)

        e.positions(corner, [], (), body)

    return e.made(window, "" if p.apart else "%dx")


@lru_cache(64)
def by_largest(p: Pooling) -> Callable[..., Array]:
    """Return the gradient of the largest values ``(x, dy) -> dx``: the first of equal ones gets it.

    NaN is the largest if it comes first, and is ignored otherwise.
    """
    e = _Windows(p, ("x", "dy", "dx"))

    def window(image: Whole, number: Whole, mask: str | None, corner: Corner) -> None:
        start: Whole = 0
        for axis, (first, _) in enumerate(corner):
            start = e.total((start, p.image[axis]), first)

        def numbered(number: Whole) -> str:
            return e.spread(number if isinstance(number, int) else e(f"trunc i64 {number} to i32"), "i32")

        values = [e.load(e.pixel("%x", image, p.image, start), mask=mask), numbered(start)]

        def search(number: Whole, values: list[str]) -> None:
            x = e.load(e.pixel("%x", image, p.image, number), mask=mask)
            larger = e.compare("ogt", x, values[0])
            values[:] = e.pick(larger, x, values[0]), e.pick(larger, numbered(number), values[1], "i32")

        e.positions(corner, values, (FLOAT, "i32"), search)
        dy = e.load(e.pixel("%dy", image, p.counts, number), mask=mask)

        def give(number: Whole, _: list[str]) -> None:
            at = e.pixel("%dx", image, p.image, number)
            part = e.pick(e.compare("eq", values[1], numbered(number), "i32"), dy, constant(0))
            e.store(part if p.apart else e.op("fadd", e.load(at, mask=mask), part), at, mask=mask)

        e.positions(corner, [], (), give)

    return e.made(window, "" if p.apart else "%dx")
