"""LLVM code of direct convolutions of channels-last images and volumes: forward, input gradient, filter gradient.

A task is an image, a group of output planes and a band of output rows. It copies the input rows that the band sees into
scratch memory of its thread, with zeros around them. So the loops have no edges, and each row of a window (columns x
channels) is contiguous: the convolution is a matrix product over overlapping rows. Scratch is small enough to stay in
the second-level cache.

Sums stay in registers over a whole window, or over all pixels of a band for the filter's gradient, and are stored once.
Images with channels first are transposed while a band is copied, and results while they leave the band.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from blocks.native.builder import FLOAT, Builder, Whole, constant
from blocks.native.machine import processor

Axes = tuple[int, int, int]

SCRATCH = 1 << 18
"""Bytes of a band: more leave the second-level cache."""
ITEMS = 16
"""Pieces of work, at least where there are enough rows: few enough to copy little twice, and enough for all threads."""
FEW = 4
"""Outputs: with no more, the lanes of a vector are numbers of a window instead of outputs."""
_SHORTEST_BAND = 4


class Layer(NamedTuple):
    """A convolution of ``images`` of ``image`` x ``channels`` with ``outs`` filters, along three spatial axes.

    Attributes:
        before: the zeros in front of an image; negative if windows start inside.
        counts: the number of windows.
        by_depth: whether each channel has a filter of its own, and ``outs`` is the number of channels.
    """

    images: int
    image: Axes
    channels: int
    sizes: Axes
    outs: int
    strides: Axes
    dilations: Axes
    before: Axes
    counts: Axes
    by_depth: bool = False

    @property
    def depth(self) -> int:
        """The numbers of a window."""
        return math.prod(self.sizes) * (1 if self.by_depth else self.channels)


class Target(NamedTuple):
    """The elements between images, planes, rows and pixels of a result."""

    image: int
    plane: int
    row: int
    column: int


class Machine(NamedTuple):
    """The vector registers of a processor: how many numbers each has, and how many there are."""

    lanes: int
    registers: int

    def vectors(self, outs: int) -> int:
        """Return how many vectors of outputs a tile has: the fewest lanes without an output, then the most vectors."""
        total = -(-outs // self.lanes)
        if self.registers < 32:
            return min(total, 2)
        return next(count for count in (4, 2, 3) if total % count == 0 or count == 3) if total > 1 else 1

    def pixels(self, vectors: int) -> int:
        """Return how many pixels a tile has at most: sums, factors and one pixel share the registers."""
        return min(14, (self.registers - 1 - vectors) // vectors)


def machine() -> Machine:
    lanes = processor().lanes
    return Machine(lanes, 32 if lanes == 16 else 16)


def split(total: int, most: int) -> list[tuple[int, int]]:
    """Return tiles that are as even as can be, as pairs (how many, size)."""
    count = -(-total // most)
    small, more = divmod(total, count)
    return [(number, size) for number, size in ((more, small + 1), (count - more, small)) if number]


class Code(Builder):
    """A function of arrays and numbers that shares its tasks among threads."""

    def __init__(self, lanes: int, arrays: Sequence[str], numbers: Sequence[str]) -> None:
        kinds = {**dict.fromkeys(arrays, "ptr"), **dict.fromkeys(numbers, "i64")}
        super().__init__(lanes, {**kinds, "scratch": "ptr", "counter": "ptr"})

    def divided(self, a: Whole, b: int) -> tuple[Whole, Whole]:
        return (a, 0) if b == 1 else (self.whole("udiv", a, b), self.whole("urem", a, b))

    def smaller(self, a: Whole, b: Whole) -> Whole:
        return min(a, b) if isinstance(a, int) and isinstance(b, int) else self.least(a, b)

    @contextmanager
    def either(self, test: str) -> Generator[Callable[[], None]]:
        """Branch; the function that it gives begins what is done if the test fails."""
        label = self.name()[1:]
        self.branch(test, f"{label}y", f"{label}n")
        self.begin(f"{label}y")

        def otherwise() -> None:
            self.do(f"br label %{label}e")
            self.begin(f"{label}n")

        yield otherwise
        self.do(f"br label %{label}e")
        self.begin(f"{label}e")

    def masks(self, total: int, at: Whole, vectors: int) -> list[str | None]:
        """Return which lanes of vectors from an index on are below a total; None where all always are."""
        if total % (self.lanes * vectors) == 0:
            return [None] * vectors
        return [self.below(total, at, offset=v * self.lanes) for v in range(vectors)]

    def transposed(self, square: Sequence[str]) -> list[str]:
        """Return the columns of a square of vectors."""
        rows, half = list(square), 1
        while half < self.lanes:
            low = [i + (self.lanes - half if i & half else 0) for i in range(self.lanes)]
            for i in range(self.lanes):
                if not i & half:
                    a, b = rows[i], rows[i + half]
                    rows[i] = self.shuffle(a, b, self.lanes, low)
                    rows[i + half] = self.shuffle(a, b, self.lanes, [each + half for each in low])
            half *= 2
        return rows

    def added(self, value: str) -> str:
        """Return the sum of all lanes, pair by pair."""
        size = self.lanes
        while size > 1:
            halves = [self.shuffle(value, "poison", size, range(at, at + size // 2)) for at in (0, size // 2)]
            size //= 2
            value = self(f"fadd <{size} x {FLOAT}> {halves[0]}, {halves[1]}")
        return self(f"extractelement <1 x {FLOAT}> {value}, i64 0")

    def clipped(self, value: str) -> str:
        """Return the positive part; NaN stays NaN."""
        zero = constant(0)
        return self.pick(self.compare("ugt", value, zero), value, zero)


class Bands:
    """The bands of a layer's images: how windows move over a padded band of input rows, and how a band is copied."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        (kd, kh, kw), (sd, sh, sw), (dd, dh, dw), counts = layer.sizes, layer.strides, layer.dilations, layer.counts
        self.segments, self.long = (1, kw * layer.channels) if dw == 1 else (kw, layer.channels)
        self.step = sw * layer.channels
        self.pitch = ((counts[2] - 1) * sw + (kw - 1) * dw + 1) * layer.channels
        reach = (kh - 1) * dh + 1
        deep = (kd - 1) * dd + 1
        fitting = SCRATCH // (deep * self.pitch * 4)
        wanted = min(-(-ITEMS // (layer.images * counts[0])), max(1, counts[1] // _SHORTEST_BAND))
        self.bands = max(-(-counts[1] // max(1, (fitting - reach) // sh + 1)), wanted)
        self.band = -(-counts[1] // self.bands)
        self.bands = -(-counts[1] // self.band)
        self.rows = (self.band - 1) * sh + reach
        self.plane = self.rows * self.pitch
        # Planes that are next to each other see mostly the same input planes.
        self.planes = max(
            count
            for count in range(1, counts[0] + 1)
            if counts[0] % count == 0
            and (count == 1 or ((count - 1) * sd + deep) * self.plane * 4 <= 2 * SCRATCH)
            and (count == 1 or layer.images * (counts[0] // count) * self.bands >= ITEMS)
        )
        self.seen = (self.planes - 1) * sd + deep
        self.tasks = counts[0] // self.planes * self.bands  # for each image
        self.room = self.seen * self.plane

    def reserve(self, size: int) -> int:
        """Add scratch memory, and return where it begins."""
        begin = self.room + -self.room % 16
        self.room = begin + size
        return begin

    def task(self, e: Code, task: Whole) -> tuple[Whole, Whole, Whole, Whole]:
        """Return the image, the first plane, the first row, and the number of rows of a task."""
        image, rest = e.divided(task, self.tasks)
        plane, part = e.divided(rest, self.bands) if self.tasks > 1 else (0, 0)
        first, rows = e.whole("mul", part, self.band), self.layer.counts[1]
        count = self.band if rows % self.band == 0 else e.smaller(e.whole("sub", rows, first), self.band)
        return image, e.whole("mul", plane, self.planes), first, count

    def copy(self, e: Code, at: tuple[Whole, Whole, Whole, Whole], turned: bool) -> None:
        """Copy the input rows of a task, with zeros around; ``turned`` if channels come first in memory."""
        image, plane, first, count = at
        depth, height, width = self.layer.image
        (sd, sh, _), (bd, bh, bw), channels = self.layer.strides, self.layer.before, self.layer.channels
        rows = e.total((e.whole("sub", count, 1), sh), (self.layer.sizes[1] - 1) * self.layer.dilations[1] + 1)
        start, skip = max(0, bw), max(0, -bw)
        take = max(0, min(width - skip, self.pitch // channels - start))
        rest = self.pitch - (start + take) * channels
        with e.loop(self.seen) as (d, _), e.loop(rows) as (i, _):
            z, r = e.total((plane, sd), d, -bd), e.total((first, sh), i, -bh)
            to = e.at("%scratch", e.total((d, self.plane), (i, self.pitch)))
            inside = e.test("ult", r, height)
            if not isinstance(z, int) or not 0 <= z < depth:
                inside = e(f"and i1 {inside}, {e.test('ult', z, depth)}")
            with e.either(inside) as otherwise:
                if start:
                    e.clear(to, 4 * start * channels)
                row = e.total((z, height * width), (r, width), skip)
                to_row = e.at(to, start * channels)
                if turned:
                    x = e.at("%x", e.total((image, channels * depth * height * width), row))
                    transpose(e, x, to_row, channels, take, depth * height * width, channels)
                else:
                    x = e.at("%x", e.total((image, depth * height * width * channels), (row, channels)))
                    e.copy(to_row, x, 4 * take * channels)
                if rest:
                    e.clear(e.at(to, (start + take) * channels), 4 * rest)
                otherwise()
                e.clear(to, 4 * self.pitch)

    def tiles(self, e: Code, most: int, sums: list[str]) -> Generator[tuple[int, Whole, list[str]]]:
        """Iterate over the pixels of a row, in loops over tiles: how many, the first column, and carried sums."""
        done = 0
        for number, pixels in split(self.layer.counts[2], most):
            with e.loop(number, carried=sums) as (t, inner):
                yield pixels, e.total((t, pixels), done), inner
            sums[:] = inner
            done += number * pixels

    @contextmanager
    def window(self, e: Code, sums: list[str]) -> Generator[tuple[Whole, Whole, list[str]]]:
        """Loop over the contiguous segments of a window: where each is in a band, its number, and the sums so far."""
        (kd, kh, _), (dd, dh, dw) = self.layer.sizes, self.layer.dilations
        with e.loop(kd, carried=sums) as (d, sums_d):
            with e.loop(kh, carried=sums_d) as (k, sums_k):
                with e.loop(self.segments, carried=sums_k) as (j, sums_j):
                    at = e.total((d, dd * self.plane), (k, dh * self.pitch), (j, dw * self.layer.channels))
                    yield at, e.total((d, kh * self.segments), (k, self.segments), j), sums_j
                sums_k[:] = sums_j
            sums_d[:] = sums_k
        sums[:] = sums_d


def transpose(e: Code, x: str, y: str, rows: int, columns: int, x_pitch: int, y_pitch: int) -> None:
    """Copy a matrix of ``rows`` x ``columns`` as its transpose, in squares whose rows are vectors."""
    if not rows or not columns:
        return
    lanes = e.lanes
    for r, count in _blocks(rows, lanes):
        with e.loop(count) as (i, _):
            high = min(lanes, rows - r)
            for c, number in _blocks(columns, lanes):
                with e.loop(number) as (j, _):
                    wide = min(lanes, columns - c)
                    row, column = e.total((i, lanes), r), e.total((j, lanes), c)
                    source = e.at(x, e.total((row, x_pitch), column))
                    target = e.at(y, e.total((column, y_pitch), row))
                    square = [e.load(source, k * x_pitch, e.masks(wide, 0, 1)[0]) for k in range(high)]
                    turned = e.transposed(square + ["zeroinitializer"] * (lanes - high))
                    for k in range(wide):
                        e.store(turned[k], target, k * y_pitch, e.masks(high, 0, 1)[0])


def _blocks(total: int, lanes: int) -> list[tuple[int, int]]:
    whole, rest = divmod(total, lanes)
    return [*([(0, whole)] if whole else []), *([(whole * lanes, 1)] if rest else [])]


# -- Forward ----------------------------------------------------------------------------------------------------------


def forward(
    machine: Machine,
    layer: Layer,
    target: Target | None = None,
    *,
    arrives: bool = False,
    leaves: bool = False,
    bias: bool = False,
    relu: bool = False,
) -> tuple[Code, Bands]:
    """Write the forward pass; the filter is ``[blocks of outputs, window, outputs of a block]``.

    Args:
        target: where results are written, for a phase of a strided gradient; by default next to each other.
        arrives: whether channels come first in memory in images.
        leaves: whether they do in results.
    """
    if layer.by_depth:
        return _by_depth(machine, layer, target, arrives, leaves)
    e = Code(machine.lanes, ("x", "w", "y", *(("bias",) if bias else ())), ("n",))
    c, vectors, w = Bands(layer), machine.vectors(layer.outs), machine.lanes
    lanes, most = vectors * w, machine.pixels(vectors)
    if layer.outs <= FEW:
        lanes, most = 1, max(1, machine.pixels(1) // layer.outs)
    blocks = -(-layer.outs // lanes) if layer.outs > FEW else 1
    _, height, width = layer.counts
    pixels = math.prod(layer.counts)
    place = target or Target(pixels * layer.outs, height * width * layer.outs, width * layer.outs, layer.outs)
    kept = Target(0, c.band * width * layer.outs, width * layer.outs, layer.outs) if leaves else place
    scratch = c.reserve(c.planes * kept.plane) if leaves else 0

    with e.tasks("%n") as task:
        image, plane, first, count = at = c.task(e, task)
        c.copy(e, at, arrives)
        if leaves:
            y_task = e.at("%scratch", scratch)
        else:
            y_task = e.at("%y", e.total((image, place.image), (plane, place.plane), (first, place.row)))
        with e.loop(blocks) as (b, _):
            weights = e.at("%w", e.whole("mul", b, layer.depth * lanes))
            masks = e.masks(layer.outs, e.whole("mul", b, lanes), vectors) if layer.outs > FEW else []
            with e.loop(c.planes) as (z, _), e.loop(count) as (r, _):
                for number, column, _ in c.tiles(e, most, []):
                    x = e.total((z, layer.strides[0] * c.plane), (r, layer.strides[1] * c.pitch), (column, c.step))
                    y = e.total((z, kept.plane), (r, kept.row), (column, kept.column), (b, lanes))
                    x, y = e.at("%scratch", x), e.at(y_task, y)
                    if layer.outs > FEW:
                        start = [
                            e.load("%bias", e.total((b, lanes), v * w), masks[v]) for v in range(vectors if bias else 0)
                        ]
                        sums = _tile(e, c, number, x, weights, start or ["zeroinitializer"] * vectors)
                        for i, value in enumerate(sums):
                            p, v = divmod(i, vectors)
                            e.store(e.clipped(value) if relu else value, y, p * kept.column + v * w, masks[v])
                    else:
                        for i, value in enumerate(_dots(e, c, number, x, weights)):
                            p, o = divmod(i, layer.outs)
                            e.store_one(value, y, p * kept.column + o)
        if leaves:
            with e.loop(c.planes) as (z, _), e.loop(count) as (r, _):
                y = e.total(
                    (image, pixels * layer.outs), (e.total(plane, z), height * width), (e.total(first, r), width)
                )
                x = e.at(y_task, e.total((z, kept.plane), (r, kept.row)))
                transpose(e, x, e.at("%y", y), width, layer.outs, layer.outs, pixels)
    return e, c


def _tile(e: Code, c: Bands, pixels: int, x: str, weights: str, start: Sequence[str]) -> list[str]:
    """Return the sums of pixels x vectors of outputs over a window.

    LLVM would keep loads that steps share in registers that it does not have. It loads again through a pointer that it
    believes to be another one.
    """
    vectors, long, w = len(start), c.long, e.lanes
    lanes = vectors * w
    unroll = long if long <= 8 else max(count for count in range(1, 8) if long % count == 0)
    sums = list(start) * pixels
    with c.window(e, sums) as (at, segment, sums_w):
        x_row, w_row = e.at(x, at), e.at(weights, e.whole("mul", segment, long * lanes))
        with e.loop(long, unroll, carried=sums_w) as (j, inner):
            x_at, w_at = e.at(x_row, j), e.at(w_row, e.whole("mul", j, lanes))
            for u in range(unroll):
                factors = [e.load(w_at, u * lanes + v * w) for v in range(vectors)]
                x_at = e.hidden(x_at) if u else x_at
                for p in range(pixels):
                    one = e.load_spread(x_at, p * c.step + u)
                    for v in range(vectors):
                        inner[p * vectors + v] = e.fma(one, factors[v], inner[p * vectors + v])
        sums_w[:] = inner
    return sums


def _dots(e: Code, c: Bands, pixels: int, x: str, weights: str) -> list[str]:
    """Return numbers for pixels x outputs: lanes are numbers of the window, which are added up at the end.

    The filter is ``[segments of a window, outputs, numbers of a segment]``.
    """
    outs, long, w = c.layer.outs, c.long, e.lanes
    whole = long // w * w
    sums = ["zeroinitializer"] * (pixels * outs)
    with c.window(e, sums) as (at, segment, sums_w):
        x_row, w_row = e.at(x, at), e.at(weights, e.whole("mul", segment, outs * long))

        def step(j: Whole, sums: list[str], mask: str | None = None) -> None:
            factors = [e.load(w_row, e.total(j, o * long), mask) for o in range(outs)]
            for p in range(pixels):
                one = e.load(x_row, e.total(j, p * c.step), mask)
                for o in range(outs):
                    sums[p * outs + o] = e.fma(one, factors[o], sums[p * outs + o])

        if whole:
            with e.loop(whole, w, carried=sums_w) as (j, inner):
                step(j, inner)
            sums_w[:] = inner
        if whole < long:
            step(whole, sums_w, e.masks(long, whole, 1)[0])
    return [e.added(value) for value in sums]


# -- The filter's gradient --------------------------------------------------------------------------------------------


class Parts(NamedTuple):
    """A division of the work for a filter's gradient, which depends only on the shape: so the sums always are the same.

    Attributes:
        images: parts of the bands of all images, each with sums of its own.
        outs: groups of blocks of outputs.
    """

    images: int
    outs: int


def parts_of(layer: Layer, bands: Bands, blocks: int) -> Parts:
    """Return the division that copies least: each group copies all bands, each part adds up a filter."""
    filter, seen = layer.depth * layer.outs, layer.images * bands.tasks * bands.room
    choices = [
        (min(layer.images * bands.tasks, -(-ITEMS // outs)), outs)
        for outs in range(1, blocks + 1)
        if blocks % outs == 0
    ]
    enough = min(ITEMS, max(images * outs for images, outs in choices))
    choices = [each for each in choices if each[0] * each[1] >= enough]
    return Parts(*min(choices, key=lambda each: (each[0] * filter * 3 if each[0] > 1 else 0) + each[1] * seen))


def by_filter(machine: Machine, layer: Layer, *, turned: bool = False) -> tuple[Code, Bands, Parts]:
    """Write the filter's gradient: ``[parts of images, window, outputs]``, to be added along the first axis."""
    if layer.by_depth:
        return _by_depth_filter(machine, layer, turned)
    e = Code(machine.lanes, ("x", "dy", "w"), ("n", "parts"))
    c, w, outs = Bands(layer), machine.lanes, layer.outs
    long = c.long
    small = layer.depth <= 28 if machine.registers >= 32 else layer.depth <= 12
    vectors = 1 if small else machine.vectors(outs)
    most = layer.depth if small else min(12, machine.pixels(vectors))
    lanes = vectors * w
    blocks = -(-outs // lanes)
    parts = parts_of(layer, c, blocks)
    group = blocks // parts.outs
    _, height, width = layer.counts
    pixels = math.prod(layer.counts)
    arrives = turned and outs > 1
    scratch = c.reserve(c.planes * c.band * width * outs) if arrives else 0
    dy_row = width * outs
    dy_plane = (c.band if arrives else height) * dy_row
    places = [_place(layer, c, i) for i in range(layer.depth)] if small else []

    def tile(x: str, dy: str, count: Whole, rows: Sequence[int], into: str, masks: Sequence[str | None]) -> None:
        """Add to the sums of some numbers of a window x vectors of outputs, over all pixels of a band."""
        grid = [(t, v) for t in range(len(rows)) for v in range(vectors)]
        sums = [e.load(into, t * outs + v * w, masks[v]) for t, v in grid]
        with e.loop(c.planes, carried=sums) as (z, sums_z):
            with e.loop(count, carried=sums_z) as (r, sums_r):
                x_row = e.at(x, e.total((z, layer.strides[0] * c.plane), (r, layer.strides[1] * c.pitch)))
                row = e.at(dy, e.total((z, dy_plane), (r, dy_row)))
                with e.loop(width, carried=sums_r) as (q, sums_q):
                    x_at, dy_at = e.at(x_row, e.whole("mul", q, c.step)), e.at(row, e.whole("mul", q, outs))
                    factors = [e.load(dy_at, v * w, masks[v]) for v in range(vectors)]
                    for t, place in enumerate(rows):
                        one = e.load_spread(x_at, place)
                        for v in range(vectors):
                            sums_q[t * vectors + v] = e.fma(one, factors[v], sums_q[t * vectors + v])
                sums_r[:] = sums_q
            sums_z[:] = sums_r
        for (t, v), value in zip(grid, sums_z, strict=True):
            e.store(value, into, t * outs + v * w, masks[v])

    with e.tasks(e.whole("mul", "%parts", parts.outs)) as item:
        part, g = e.divided(item, parts.outs)
        total = e.whole("mul", "%n", c.tasks)
        first_task, last_task = (
            e(f"udiv i64 {e.whole('mul', total, each)}, %parts") for each in (part, e.whole("add", part, 1))
        )
        w_part = e.at("%w", e.total((part, layer.depth * outs), (g, group * lanes)))
        first_block = e.whole("mul", g, group)
        with e.loop(layer.depth) as (j, _), e.loop(group) as (b, _):
            masks = e.masks(outs, e.whole("mul", e.whole("add", first_block, b), lanes), vectors)
            for v in range(vectors):
                e.store("zeroinitializer", w_part, e.total((j, outs), (b, lanes), v * w), masks[v])
        with e.loop(last_task, start=first_task) as (task, _):
            image, plane, first, count = at = c.task(e, task)
            c.copy(e, at, turned and layer.channels > 1)
            if arrives:
                dy_task = e.at("%scratch", scratch)
                with e.loop(c.planes) as (z, _), e.loop(count) as (r, _):
                    row = e.total(
                        (image, pixels * outs), (e.total(plane, z), height * width), (e.total(first, r), width)
                    )
                    to = e.at(dy_task, e.total((z, dy_plane), (r, dy_row)))
                    transpose(e, e.at("%dy", row), to, outs, width, pixels, outs)
            else:
                dy_task = e.at("%dy", e.total((image, pixels * outs), (plane, dy_plane), (first, dy_row)))
            with e.loop(group) as (b, _):
                block = e.whole("mul", e.whole("add", first_block, b), lanes)
                dy, masks = e.at(dy_task, block), e.masks(outs, block, vectors)
                w_block = e.at(w_part, e.whole("mul", b, lanes))
                if small:
                    tile("%scratch", dy, count, places, w_block, masks)
                else:
                    with c.window(e, []) as (at_x, segment, _):
                        x, w_row = e.at("%scratch", at_x), e.at(w_block, e.whole("mul", segment, long * outs))
                        done = 0
                        for number, rows in split(long, most):
                            with e.loop(number) as (t, _):
                                j = e.total((t, rows), done)
                                tile(e.at(x, j), dy, count, range(rows), e.at(w_row, e.whole("mul", j, outs)), masks)
                            done += number * rows
    return e, c, parts


def _place(layer: Layer, c: Bands, number: int) -> int:
    """Return where in a band the numbers of a window are."""
    (_, kh, kw), (dd, dh, dw) = layer.sizes, layer.dilations
    rest, channel = divmod(number, layer.channels)
    rest, column = divmod(rest, kw)
    plane, row = divmod(rest, kh)
    return plane * dd * c.plane + row * dh * c.pitch + column * dw * layer.channels + channel


# -- Depthwise convolution ---------------------------------------------------------------------------------------------


def _by_depth(machine: Machine, layer: Layer, target: Target | None, arrives: bool, leaves: bool) -> tuple[Code, Bands]:
    """Write a depthwise convolution with a filter ``[window, channels]``: lanes are channels."""
    e, c = Code(machine.lanes, ("x", "w", "y"), ("n",)), Bands(layer)
    (_, kh, kw), (_, sh, _), (_, dh, dw) = layer.sizes, layer.strides, layer.dilations
    _, height, width = layer.counts
    channels, pixels = layer.channels, height * width
    place = target or Target(pixels * channels, 0, width * channels, channels)
    kept = Target(0, 0, width * channels, channels) if leaves else place
    scratch = c.reserve(c.band * kept.row) if leaves else 0
    with e.tasks("%n") as task:
        image, _, first, count = at = c.task(e, task)
        c.copy(e, at, arrives)
        y_task = e.at("%scratch", scratch) if leaves else e.at("%y", e.total((image, place.image), (first, place.row)))
        with e.loop(count) as (r, _):
            for number, column, _ in c.tiles(e, machine.pixels(1), []):
                with e.loop(-(-channels // e.lanes)) as (b, _):
                    lane = e.whole("mul", b, e.lanes)
                    mask = e.masks(channels, lane, 1)[0]
                    x = e.at("%scratch", e.total((r, sh * c.pitch), (column, c.step), lane))
                    w, sums = e.at("%w", lane), [constant(0)] * number
                    with e.loop(kh, carried=sums) as (k, inner):
                        x_row, w_row = (
                            e.at(x, e.whole("mul", k, dh * c.pitch)),
                            e.at(w, e.whole("mul", k, kw * channels)),
                        )
                        factors = [e.load(w_row, j * channels, mask) for j in range(kw)]
                        seen = {p * c.step + j * dw * channels for p in range(number) for j in range(kw)}
                        for place_x in sorted(seen):
                            one = e.load(x_row, place_x, mask)
                            for p in range(number):
                                j, rest = divmod(place_x - p * c.step, dw * channels)
                                if not rest and 0 <= j < kw:
                                    inner[p] = e.fma(one, factors[j], inner[p])
                    y = e.at(y_task, e.total((r, kept.row), (column, kept.column), lane))
                    for p, value in enumerate(inner):
                        e.store(value, y, p * kept.column, mask)
        if leaves:
            with e.loop(count) as (r, _):
                y = e.total((image, pixels * channels), (e.whole("add", first, r), width))
                transpose(
                    e, e.at(y_task, e.whole("mul", r, kept.row)), e.at("%y", y), width, channels, channels, pixels
                )
    return e, c


def _by_depth_filter(machine: Machine, layer: Layer, turned: bool) -> tuple[Code, Bands, Parts]:
    """Write the gradient of a depthwise filter: ``[parts of images, window, channels]``."""
    e, c = Code(machine.lanes, ("x", "dy", "w"), ("n", "parts")), Bands(layer)
    (_, kh, kw), (_, sh, _), (_, dh, dw) = layer.sizes, layer.strides, layer.dilations
    _, height, width = layer.counts
    channels, pixels = layer.channels, height * width
    parts = min(ITEMS, layer.images * c.tasks)
    scratch = c.reserve(c.band * width * channels) if turned else 0
    with e.tasks("%parts") as part:
        total = e.whole("mul", "%n", c.tasks)
        first_task, last_task = (
            e(f"udiv i64 {e.whole('mul', total, each)}, %parts") for each in (part, e.whole("add", part, 1))
        )
        w_part = e.at("%w", e.whole("mul", part, kh * kw * channels))
        e.clear(w_part, 4 * kh * kw * channels)
        with e.loop(last_task, start=first_task) as (task, _):
            image, _, first, count = at = c.task(e, task)
            c.copy(e, at, turned)
            if turned:
                dy_task = e.at("%scratch", scratch)
                with e.loop(count) as (r, _):
                    dy = e.total((image, pixels * channels), (e.whole("add", first, r), width))
                    to = e.at(dy_task, e.whole("mul", r, width * channels))
                    transpose(e, e.at("%dy", dy), to, channels, width, pixels, channels)
            else:
                dy_task = e.at("%dy", e.total((image, pixels * channels), (first, width * channels)))
            with e.loop(-(-channels // e.lanes)) as (b, _), e.loop(kh) as (k, _):
                lane = e.whole("mul", b, e.lanes)
                mask = e.masks(channels, lane, 1)[0]
                w = e.at(w_part, e.total((k, kw * channels), lane))
                sums = [e.load(w, j * channels, mask) for j in range(kw)]
                with e.loop(count, carried=sums) as (r, sums_r):
                    for number, column, inner in c.tiles(e, 8, sums_r):
                        x = e.at("%scratch", e.total((r, sh * c.pitch), (k, dh * c.pitch), (column, c.step), lane))
                        dy = e.at(dy_task, e.total((r, width * channels), (column, channels), lane))
                        for p in range(number):
                            one = e.load(dy, p * channels, mask)
                            for j in range(kw):
                                inner[j] = e.fma(one, e.load(x, p * c.step + j * dw * channels, mask), inner[j])
                for j, value in enumerate(sums_r):
                    e.store(value, w, j * channels, mask)
    return e, c, Parts(parts, 1)


# -- The images' gradient ---------------------------------------------------------------------------------------------


class Phase(NamedTuple):
    """Every ``stride``-th position of an axis of the images: which numbers of a filter it gets, and from where.

    Attributes:
        taps: the numbers of the filter, flipped.
        length: the number of positions.
    """

    first: int
    taps: slice
    size: int
    dilation: int
    before: int
    length: int


def phases(image: int, size: int, stride: int, dilation: int, before: int) -> list[Phase]:
    """Return the phases of an axis: ``p`` gets ``dy[q] * filter[t]`` where q * stride - before + t * dilation = p.

    Along a phase this is a convolution with stride 1.
    """
    common = math.gcd(stride, dilation)
    step, result = stride // common, list[Phase]()
    for first in range(min(stride, image)):
        taps = [t for t in range(min(step, size)) if (first + before - t * dilation) % stride == 0]
        for t in taps:
            number = len(range(t, size, step))
            nearest = (first + before - t * dilation) // stride
            far = (number - 1) * (dilation // common) - nearest
            result.append(
                Phase(first, slice(t, None, step), number, dilation // common, far, len(range(first, image, stride)))
            )
    return result
