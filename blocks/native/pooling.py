"""Native pooling of channels-last images and volumes, and its gradients.

A task is an image, a group of channels and a band of windows. Lanes are channels, so that a window is a loop over its
positions in the image. The gradient of overlapping windows adds to positions that bands would share: there, a task has
all windows of an image.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial, reduce
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


Body = Callable[[Whole, list[str]], None]
"""Code for a position of a window: its distance from the first one in pixels, and carried values that it replaces."""

Sizes = Sequence[Whole]
"""The positions of a window that are in the image, along each axis."""


Write = Callable[[Whole, Whole, Sizes], None]
"""Code for a window: the number of its first pixel, its own number, and its sizes."""


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
        self.begin_of: dict[str, str] = {}

    def task(self, task: Whole) -> tuple[Whole, Whole]:
        """Begin an image and a group of channels, and return the first and the last row of windows."""
        p = self.pooling
        image, rest = self.divided(task, self.tasks_each)
        band, group = self.divided(rest, self.groups) if self.tasks_each > 1 else (0, 0)
        rows = [self.whole("mul", each, p.counts[1]) for each in (band, self.whole("add", band, 1))]
        first, last = (self.divided(each, self.bands)[0] for each in rows) if self.bands > 1 else (0, p.counts[1])
        channel = self.whole("mul", group, self.lanes)
        [self.mask] = self.masks(p.channels, channel)
        for array in {"x", "dx", "y", "dy"}.intersection(self.arguments):
            size = math.prod(p.image if "x" in array else p.counts) * p.channels
            self.begin_of[array] = self.at(f"%{array}", self.total((image, size), channel))
        return first, last

    def positions(self, sizes: Sizes, values: list[str], kinds: Sequence[str], body: Body) -> None:
        """Write a body for each position of a window."""

        def along(axis: int, number: Whole, values: list[str]) -> None:
            if axis == 3:
                body(number, values)
                return
            size, number = sizes[axis], self.whole("mul", number, self.pooling.image[axis])
            if isinstance(size, int) and size <= _UNROLLED:
                for i in range(size):
                    along(axis + 1, self.total(number, i), values)
                return
            with self.loop(size, carried=values, kinds=kinds) as (i, inner):
                along(axis + 1, self.total(number, i), inner)
            values[:] = inner

        along(0, 0, values)

    def pixel(self, array: str, number: Whole) -> str:
        """Return where the task's channels of a pixel are."""
        return self.at(self.begin_of[array], self.whole("mul", number, self.pooling.channels))

    def get(self, pixel: str, number: Whole = 0) -> str:
        """Load the task's channels of a pixel that follows another one."""
        return self.load(pixel, self.whole("mul", number, self.pooling.channels), self.mask)

    def put(self, value: str, pixel: str, number: Whole = 0) -> None:
        self.store(value, pixel, self.whole("mul", number, self.pooling.channels), self.mask)

    def made(self, body: Write, clear: str = "") -> Callable[..., Array]:
        """Write a body for each window, and return a function of arrays."""
        p = self.pooling
        with self.tasks("%n") as task:
            first, last = self.task(task)
            if clear:
                with self.loop(math.prod(p.image)) as (i, _):
                    self.put(constant(0), self.pixel(clear, i))
            with self.loop(p.counts[0]) as (z, _), self.loop(last, start=first) as (r, _):
                # LLVM does not move code out of loops.
                starts = [self.total((i, p.strides[axis]), -p.before[axis]) for axis, i in enumerate((z, r))]
                row = self.whole("mul", self.total((starts[0], p.image[1]), starts[1]), p.image[2])
                line = self.whole("mul", self.total((z, p.counts[1]), r), p.counts[2])
                with self.loop(p.counts[2]) as (q, _):
                    start = self.total((q, p.strides[2]), -p.before[2])
                    self._window(body, [*starts, start], self.total(row, start), self.total(line, q))
        run, tasks = ready([self], p.work), p.images * self.tasks_each
        back = "dx" in self.arguments
        size = p.images * math.prod(p.image if back else p.counts) * p.channels
        make = np.zeros if back and not clear and not p.covers else np.empty

        def pool(*arrays: Array) -> Array:
            given, result = [np.ascontiguousarray(each) for each in arrays], make(size, np.float32)
            run((*map(address, given), address(result), tasks))
            return result

        return pool

    def _window(self, body: Write, starts: Sequence[Whole], first: Whole, number: Whole) -> None:
        """Write a body twice if there are windows at the edges: for these, its loops have other sizes each time."""
        p = self.pooling
        edges = [axis for axis in range(3) if not p.inside(axis)]

        def at_edges() -> None:
            firsts, sizes = [*starts], list[Whole](p.sizes)
            for axis in edges:
                end = self.least(self.whole("add", starts[axis], p.sizes[axis]), p.image[axis])
                firsts[axis] = self.call("llvm.smax.i64", "i64", ("i64", starts[axis]), ("i64", 0))
                sizes[axis] = self.whole("sub", end, firsts[axis])
            there = self.total((self.total((firsts[0], p.image[1]), firsts[1]), p.image[2]), firsts[2])
            body(there, number, sizes)

        if not edges:
            body(first, number, p.sizes)
            return
        tests = [self.test("ult", starts[axis], max(0, p.image[axis] - p.sizes[axis] + 1)) for axis in edges]
        with self.either(reduce(lambda a, b: self(f"and i1 {a}, {b}"), tests)) as otherwise:
            body(first, number, p.sizes)
            otherwise()
            at_edges()


@lru_cache(64)
def pooled(p: Pooling, start: float | None) -> Callable[..., Array]:
    """Return the largest values of windows, at least ``start``, or averages; NaN is not the largest."""
    e = _Windows(p, ("x", "y"))

    def window(first: Whole, number: Whole, sizes: Sizes) -> None:
        values, pixel = [constant(start or 0)], e.pixel("x", first)

        def body(number: Whole, values: list[str]) -> None:
            x = e.get(pixel, number)
            values[0] = e.pick(e.compare("ogt", x, values[0]), x, values[0]) if start else e.op("fadd", values[0], x)

        e.positions(sizes, values, (FLOAT,), body)
        result = values[0] if start else e.op("fdiv", values[0], _count(e, sizes))
        e.put(result, e.pixel("y", number))

    return e.made(window)


def _count(e: _Windows, sizes: Sizes) -> str:
    """Return the number of a window's positions in the image."""
    total = reduce(partial(e.whole, "mul"), sizes)
    return constant(total) if isinstance(total, int) else e.spread(e(f"uitofp i64 {total} to {FLOAT}"))


@lru_cache(64)
def by_average(p: Pooling) -> Callable[..., Array]:
    """Return the gradient of averages ``dy -> dx``."""
    e = _Windows(p, ("dy", "dx"))

    def window(first: Whole, number: Whole, sizes: Sizes) -> None:
        part, pixel = (
            e.op("fdiv", e.get(e.pixel("dy", number)), _count(e, sizes)),
            e.pixel("dx", first),
        )

        def body(number: Whole, _: list[str]) -> None:
            e.put(e.op("fadd", constant(0) if p.apart else e.get(pixel, number), part), pixel, number)

        e.positions(sizes, [], (), body)

    return e.made(window, "" if p.apart else "dx")


@lru_cache(64)
def by_largest(p: Pooling) -> Callable[..., Array]:
    """Return the gradient of the largest values ``(x, dy) -> dx``: the first of equal ones gets it.

    NaN is the largest if it comes first, and is ignored otherwise.
    """
    e = _Windows(p, ("x", "dy", "dx"))

    def numbered(number: Whole) -> str:
        return e.spread(number if isinstance(number, int) else e(f"trunc i64 {number} to i32"), "i32")

    def window(first: Whole, number: Whole, sizes: Sizes) -> None:
        x, dx = (e.pixel(each, first) for each in ("x", "dx"))
        values = [e.get(x), numbered(0)]

        def search(number: Whole, values: list[str]) -> None:
            seen = e.get(x, number)
            larger = e.compare("ogt", seen, values[0])
            values[:] = e.pick(larger, seen, values[0]), e.pick(larger, numbered(number), values[1], "i32")

        e.positions(sizes, values, (FLOAT, "i32"), search)
        dy = e.get(e.pixel("dy", number))

        def give(number: Whole, _: list[str]) -> None:
            part = e.pick(e.compare("eq", values[1], numbered(number), "i32"), dy, constant(0))
            e.put(part if p.apart else e.op("fadd", e.get(dx, number), part), dx, number)

        e.positions(sizes, [], (), give)

    return e.made(window, "" if p.apart else "dx")
