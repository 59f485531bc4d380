"""LLVM code of convolutions with channels last: forward, input gradient and filter gradient, along three axes.

A task is an image, a group of output planes and a band of output rows. It copies the input rows that the band sees into
scratch memory of its thread, with zeros around them. So loops have no edges, and a row of a window (columns x channels)
is contiguous: the convolution is a matrix product over overlapping rows. Scratch memory stays in the second-level
cache. Sums stay in registers over a whole window, or over all pixels of a band for a filter's gradient.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from itertools import accumulate, groupby
from typing import NamedTuple, TypeAlias

from blocks.native.builder import FLOAT, Builder, Whole, constant
from blocks.native.machine import processor

Axes: TypeAlias = tuple[int, int, int]
Place: TypeAlias = tuple[Whole, Whole, Whole, Whole]
"""The image, the first plane, the first row and the number of rows of a task."""

BAND = 1 << 18
"""The maximum size of a band in bytes: a larger one would leave the second-level cache."""
ITEMS = 16
"""The minimum number of pieces of work, if there are enough rows: enough for all threads, few enough to copy little."""
FEW = 4
"""The maximum number of outputs for which the lanes of a vector are elements of a window instead of outputs."""
CHUNK = 1 << 12
"""The number of elements that a task adds up."""
_SHORTEST_BAND = 4


class Layer(NamedTuple):
    """A convolution of ``images`` of ``image`` x ``channels`` with ``outs`` filters, along three spatial axes.

    Attributes:
        before: the zeros in front of an image; negative if windows start inside.
        counts: the number of windows.
        by_depth: whether each channel has its own filter; ``outs`` is then the number of channels.
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
        """The elements of a filter for one output."""
        return math.prod(self.sizes) * (1 if self.by_depth else self.channels)

    @property
    def work(self) -> int:
        """The elements of all windows."""
        return self.images * math.prod(self.counts) * math.prod(self.sizes) * self.channels

    def kernels(self, kind: str) -> int:
        return math.prod(map(min, self.strides, self.sizes)) if kind == "by_input" else 1


class Target(NamedTuple):
    """The elements between images, planes, rows and pixels of an array."""

    image: int
    plane: int
    row: int
    column: int


def target(sizes: Axes, channels: int) -> Target:
    row = sizes[2] * channels
    return Target(math.prod(sizes) * channels, sizes[1] * row, row, channels)


class Machine(NamedTuple):
    """A processor's vector registers: how many elements each has, and how many there are."""

    lanes: int
    registers: int

    def vectors(self, outs: int) -> int:
        """Return the number of vectors in a tile: the one with the fewest unused lanes, then the largest."""
        total = -(-outs // self.lanes)
        if self.registers < 32 or total == 1:
            return min(total, 2)
        return next(count for count in (4, 2, 3) if total % count == 0 or count == 3)

    def pixels(self, vectors: int) -> int:
        """Return the maximum number of pixels in a tile: sums, factors and one pixel share the registers."""
        return min(14, (self.registers - 1 - vectors) // vectors)


def machine() -> Machine:
    lanes = processor().lanes
    return Machine(lanes, 32 if lanes == 16 else 16)


class Code(Builder):
    """A function of arrays and integers whose tasks run on several threads."""

    def __init__(self, lanes: int, arrays: Sequence[str], numbers: Sequence[str] = ()) -> None:
        kinds = {**dict.fromkeys(arrays, "ptr"), **dict.fromkeys(numbers, "i64")}
        super().__init__(lanes, {**kinds, "n": "i64", "scratch": "ptr", "counter": "ptr"})

    def divided(self, a: Whole, b: Whole) -> tuple[Whole, Whole]:
        return (a, 0) if b == 1 else (self.whole("udiv", a, b), self.whole("urem", a, b))

    @contextmanager
    def either(self, test: str) -> Generator[Callable[[], None]]:
        """Branch. The yielded function begins the code for a test that fails."""
        label = self.name()[1:]
        self.branch(test, f"{label}y", f"{label}n")
        self.begin(f"{label}y")

        def otherwise() -> None:
            self.do(f"br label %{label}e")
            self.begin(f"{label}n")

        yield otherwise
        self.do(f"br label %{label}e")
        self.begin(f"{label}e")

    def masks(self, total: int, at: Whole, vectors: int = 1) -> list[str | None]:
        """Return which lanes of vectors from an index on are below a total, or None if all lanes always are."""
        if total % (self.lanes * vectors) == 0:
            return [None] * vectors
        return [self.below(total, at, offset=v * self.lanes) for v in range(vectors)]

    def added(self, value: str) -> str:
        """Return the sum of all lanes, pair by pair."""
        size = self.lanes
        while size > 1:
            halves = [self.shuffle(value, "poison", size, range(at, at + size // 2)) for at in (0, size // 2)]
            size //= 2
            value = self(f"fadd <{size} x {FLOAT}> {halves[0]}, {halves[1]}")
        return self(f"extractelement <1 x {FLOAT}> {value}, i64 0")

    def transpose(self, x: str, y: str, rows: int, columns: int, x_pitch: int, y_pitch: int) -> None:
        """Copy a matrix of ``rows`` x ``columns`` as its transpose, in squares whose rows are vectors."""
        for r, high, count in _squares(rows, self.lanes):
            for c, wide, number in _squares(columns, self.lanes):
                with self.loop(count) as (i, _), self.loop(number) as (j, _):
                    row, column = self.total((i, self.lanes), r), self.total((j, self.lanes), c)
                    source = self.at(x, self.total((row, x_pitch), column))
                    to = self.at(y, self.total((column, y_pitch), row))
                    [seen], [given] = self.masks(wide, 0), self.masks(high, 0)
                    square = [self.load(source, k * x_pitch, seen) for k in range(high)]
                    for k, each in enumerate(self._transposed(square)[:wide]):
                        self.store(each, to, k * y_pitch, given)

    def _transposed(self, square: Sequence[str]) -> list[str]:
        rows, half = [*square, *[constant(0)] * (self.lanes - len(square))], 1
        while half < self.lanes:
            low = [i + (self.lanes - half if i & half else 0) for i in range(self.lanes)]
            for i in range(self.lanes):
                if not i & half:
                    a, b = rows[i], rows[i + half]
                    rows[i] = self.shuffle(a, b, self.lanes, low)
                    rows[i + half] = self.shuffle(a, b, self.lanes, [each + half for each in low])
            half *= 2
        return rows


def split(total: int, most: int) -> list[tuple[int, int]]:
    """Return the most even tiles as pairs (count, size)."""
    count = -(-total // most)
    small, more = divmod(total, count)
    return [(number, size) for number, size in ((more, small + 1), (count - more, small)) if number]


def _squares(total: int, lanes: int) -> list[tuple[int, int, int]]:
    whole, rest = divmod(total, lanes)
    return [each for each in ((0, lanes, whole), (whole * lanes, rest, 1)) if each[1] and each[2]]


class Bands:
    """The bands of a layer's images: how windows move over a padded band, and how a band is copied.

    Attributes:
        room: the elements of scratch memory.
        tasks: the number of tasks for an image.
    """

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        (kd, kh, kw), (sd, sh, sw), (dd, dh, dw), counts = layer.sizes, layer.strides, layer.dilations, layer.counts
        self.segments, self.long = (1, kw * layer.channels) if dw == 1 else (kw, layer.channels)
        self.step = sw * layer.channels
        self.pitch = ((counts[2] - 1) * sw + (kw - 1) * dw + 1) * layer.channels
        self.reach, deep = (kh - 1) * dh + 1, (kd - 1) * dd + 1
        fitting = (BAND // (deep * self.pitch * 4) - self.reach) // sh + 1
        wanted = min(-(-ITEMS // (layer.images * counts[0])), max(1, counts[1] // _SHORTEST_BAND))
        self.band = -(-counts[1] // max(-(-counts[1] // max(1, fitting)), wanted))
        self.bands = -(-counts[1] // self.band)
        self.plane = ((self.band - 1) * sh + self.reach) * self.pitch
        # Neighboring output planes see mostly the same input planes.
        self.planes, self.seen = 1, deep
        for count in range(2, counts[0] + 1):
            seen, groups = (count - 1) * sd + deep, layer.images * (counts[0] // count) * self.bands
            if counts[0] % count == 0 and seen * self.plane * 4 <= 2 * BAND and groups >= ITEMS:
                self.planes, self.seen = count, seen
        self.tasks = counts[0] // self.planes * self.bands
        self.room = layer.image[2] * layer.channels if layer.by_depth else self.seen * self.plane

    def task(self, e: Code, task: Whole) -> Place:
        image, rest = e.divided(task, self.tasks)
        plane, part = e.divided(rest, self.bands) if self.tasks > 1 else (0, 0)
        first, rows = e.whole("mul", part, self.band), self.layer.counts[1]
        count = self.band if rows % self.band == 0 else e.least(e.whole("sub", rows, first), self.band)
        return image, e.whole("mul", plane, self.planes), first, count

    def copy(self, e: Code, place: Place) -> None:
        """Copy the input rows of a task, with zeros around; by depth, one row of zeros is enough."""
        if self.layer.by_depth:
            e.clear("%scratch", 4 * self.room)
            return
        image, plane, first, count = place
        (depth, height, width), channels = self.layer.image, self.layer.channels
        (sd, sh, _), (bd, bh, bw) = self.layer.strides, self.layer.before
        columns = self.pitch // channels
        size, start, skip = depth * height * width, min(max(0, bw), columns), max(0, -bw)
        take = max(0, min(width - skip, columns - start))
        rest = self.pitch - (start + take) * channels
        with e.loop(self.seen) as (d, _), e.loop(e.total((e.whole("sub", count, 1), sh), self.reach)) as (i, _):
            z, r = e.total((plane, sd), d, -bd), e.total((first, sh), i, -bh)
            to, inside = e.at("%scratch", e.total((d, self.plane), (i, self.pitch))), e.test("ult", r, height)
            if not isinstance(z, int) or not 0 <= z < depth:
                inside = e(f"and i1 {inside}, {e.test('ult', z, depth)}")
            with e.either(inside) as otherwise:
                row, to_row = e.total((z, height * width), (r, width), skip), e.at(to, start * channels)
                if start:
                    e.clear(to, 4 * start * channels)
                e.copy(to_row, e.at("%x", e.total((image, size * channels), (row, channels))), 4 * take * channels)
                if rest:
                    e.clear(e.at(to, (start + take) * channels), 4 * rest)
                otherwise()
                e.clear(to, 4 * self.pitch)

    def row(self, e: Code, image: Whole, number: Whole, k: Whole) -> str:
        """Return where row ``k`` of the first window of a row begins in the images; rows outside are zeros."""
        (_, height, width), channels, (_, before, left) = self.layer.image, self.layer.channels, self.layer.before
        r = e.total((number, self.layer.strides[1]), (k, self.layer.dilations[1]), -before)
        there = e.at("%x", e.whole("mul", e.total((image, height), r), width * channels))
        inside = e(f"select i1 {e.test('ult', r, height)}, ptr {there}, ptr %scratch")
        return e.at(inside, -left * channels)

    def sees(self, column: Whole, place: int) -> bool:
        """Return whether a place from a tile's first window on is in the image; only tiles at edges have others."""
        first = column * self.layer.strides[2] - self.layer.before[2] if isinstance(column, int) else 0
        return not isinstance(column, int) or 0 <= first + place < self.layer.image[2]

    def tiles(self, e: Code, most: int, sums: list[str]) -> Generator[tuple[int, Whole, list[str]]]:
        """Iterate over the pixels of a row, in loops over tiles: how many, the first column, and carried sums.

        By depth, columns of tiles at edges are known.
        """
        tiles = [size for count, size in split(self.layer.counts[2], most) for _ in range(count)]
        reach = (self.layer.sizes[2] - 1) * self.layer.dilations[2]

        def alike(tile: tuple[int, int]) -> tuple[int, int]:
            first, size = tile
            ends = 0, (size - 1) * self.layer.strides[2] + reach
            known = self.layer.by_depth and not all(self.sees(first, each) for each in ends)
            return first if known else -1, size

        for _, group in groupby(zip(accumulate(tiles, initial=0), tiles), alike):  # noqa: B905
            (first, pixels), *rest = group
            with e.loop(1 + len(rest), carried=sums) as (t, inner):
                yield pixels, e.total((t, pixels), first), inner
            sums[:] = inner

    @contextmanager
    def window(self, e: Code, sums: list[str]) -> Generator[tuple[Whole, Whole, list[str]]]:
        """Loop over the contiguous segments of a window: their place in a band, their number, and the sums."""
        (kd, kh, _), (dd, dh, dw) = self.layer.sizes, self.layer.dilations
        with e.loop(kd, carried=sums) as (d, sums_d):
            with e.loop(kh, carried=sums_d) as (k, sums_k):
                with e.loop(self.segments, carried=sums_k) as (j, sums_j):
                    at = e.total((d, dd * self.plane), (k, dh * self.pitch), (j, dw * self.layer.channels))
                    yield at, e.total((d, kh * self.segments), (k, self.segments), j), sums_j
                sums_k[:] = sums_j
            sums_d[:] = sums_k
        sums[:] = sums_d


# -- Forward ----------------------------------------------------------------------------------------------------------


def forward(layer: Layer, m: Machine, gaps: Target | None = None) -> tuple[Code, Bands]:
    """Write the forward pass; the filter is ``[blocks of outputs, window, outputs of a block]``.

    With few outputs it is ``[segments of a window, outputs, elements of a segment]``, by depth ``[window, channels]``.

    Args:
        gaps: the layout of a result with gaps.
    """
    vectors = min(2, -(-layer.channels // m.lanes)) if layer.by_depth else 1
    e, c, to = Code(vectors * m.lanes, ("x", "w", "y")), Bands(layer), gaps or target(layer.counts, layer.outs)
    tile = _by_depth if layer.by_depth else _dots if layer.outs <= FEW else _products
    with e.tasks("%n") as task:
        image, plane, first, _ = place = c.task(e, task)
        c.copy(e, place)
        y = e.at("%y", e.total((image, to.image), (plane, to.plane), (first, to.row)))
        tile(e, c, m, y, to, place)
    return e, c


def _pixels(e: Code, c: Bands, y: str, here: Target, count: Whole, most: int) -> Generator[tuple[int, str, str]]:
    """Iterate over tiles of pixels: how many, where the first one's window begins, and where its result goes."""
    (sd, sh, _) = c.layer.strides
    with e.loop(c.planes) as (z, _), e.loop(count) as (r, _):
        for pixels, column, _ in c.tiles(e, most, []):
            seen = e.total((z, sd * c.plane), (r, sh * c.pitch), (column, c.step))
            yield (
                pixels,
                e.at("%scratch", seen),
                e.at(y, e.total((z, here.plane), (r, here.row), (column, here.column))),
            )


def _products(e: Code, c: Bands, m: Machine, y: str, here: Target, place: Place) -> None:
    """Write tiles of pixels x vectors of outputs.

    LLVM would keep loads that steps share in registers that it does not have. It loads again through a pointer that is
    hidden from it.
    """
    vectors, long, w = m.vectors(c.layer.outs), c.long, e.lanes
    lanes, most = vectors * w, m.pixels(vectors)
    unroll = long if long <= 8 else max(count for count in range(1, 8) if long % count == 0)
    with e.loop(-(-c.layer.outs // lanes)) as (b, _):
        weights, block = e.at("%w", e.whole("mul", b, c.layer.depth * lanes)), e.whole("mul", b, lanes)
        masks = e.masks(c.layer.outs, block, vectors)
        for pixels, x, result in _pixels(e, c, e.at(y, block), here, place[3], most):
            sums = [constant(0)] * (pixels * vectors)
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
            for i, value in enumerate(sums):
                e.store(value, result, i // vectors * here.column + i % vectors * w, masks[i % vectors])


def _dots(e: Code, c: Bands, m: Machine, y: str, here: Target, place: Place) -> None:
    """Write tiles of pixels x few outputs: lanes are elements of the window, which are added up at the end."""
    outs, long, w = c.layer.outs, c.long, e.lanes
    whole = long // w * w
    for pixels, x, result in _pixels(e, c, y, here, place[3], max(1, m.pixels(1) // outs)):
        sums = [constant(0)] * (pixels * outs)
        with c.window(e, sums) as (at, segment, sums_w):
            x_row, w_row = e.at(x, at), e.at("%w", e.whole("mul", segment, outs * long))

            def step(j: Whole, sums: list[str], mask: str | None, x_row: str = x_row, w_row: str = w_row) -> None:
                factors = [e.load(w_row, e.total(j, o * long), mask) for o in range(outs)]
                for i, sum in enumerate(sums):
                    if i % outs == 0:
                        factors[outs:] = [e.load(x_row, e.total(j, i // outs * c.step), mask)]
                    sums[i] = e.fma(factors[outs], factors[i % outs], sum)

            if whole:
                with e.loop(whole, w, carried=sums_w) as (j, inner):
                    step(j, inner, None)
                sums_w[:] = inner
            if whole < long:
                step(whole, sums_w, e.below(long, whole))
        for i, value in enumerate(sums):
            e.store_one(e.added(value), result, i // outs * here.column + i % outs)


def _by_depth(e: Code, c: Bands, m: Machine, y: str, here: Target, place: Place) -> None:
    """Write tiles of pixels x channels: each element of the images is loaded once for all windows that contain it."""
    (_, kh, kw), (_, _, dw), (_, _, sw), channels = c.layer.sizes, c.layer.dilations, c.layer.strides, c.layer.channels
    image, _, first, count = place
    with e.loop(count) as (r, _):
        for pixels, column, _ in c.tiles(e, m.pixels(e.lanes // m.lanes), []):
            with e.loop(-(-channels // e.lanes)) as (b, _):
                lane = e.whole("mul", b, e.lanes)
                [mask] = e.masks(channels, lane)
                with e.loop(kh, carried=[constant(0)] * pixels) as (k, sums):
                    x = e.at(c.row(e, image, e.total(first, r), k), e.total((column, c.step), lane))
                    w = e.at("%w", e.total((k, kw * channels), lane))
                    factors = [e.load(w, j * channels, mask) for j in range(kw)]
                    for at in sorted({p * sw + j * dw for p in range(pixels) for j in range(kw)}):
                        if not c.sees(column, at):
                            continue
                        one = e.load(x, at * channels, mask)
                        for p in range(pixels):
                            j, rest = divmod(at - p * sw, dw)
                            if not rest and 0 <= j < kw:
                                sums[p] = e.fma(one, factors[j], sums[p])
                result = e.at(y, e.total((r, here.row), (column, here.column), lane))
                for p, value in enumerate(sums):
                    e.store(value, result, p * here.column, mask)


# -- The filter's gradient --------------------------------------------------------------------------------------------


class Parts(NamedTuple):
    """A division of the work, which depends on the shape alone: the order of additions is the same in every run.

    Attributes:
        images: the number of parts of all images' bands, each of which has its own sums.
        outs: the number of groups of blocks of outputs, each of which copies all bands.
    """

    images: int
    outs: int


def _parts(layer: Layer, bands: Bands, blocks: int) -> Parts:
    tasks, filter = layer.images * bands.tasks, layer.depth * layer.outs
    choices = [Parts(min(tasks, -(-ITEMS // outs)), outs) for outs in range(1, blocks + 1) if blocks % outs == 0]
    enough = min(ITEMS, max(each.images * each.outs for each in choices))
    choices = [each for each in choices if each.images * each.outs >= enough]
    return min(choices, key=lambda each: 3 * filter * (each.images - 1) + each.outs * tasks * bands.room)


def by_filter(layer: Layer, m: Machine) -> tuple[Code, Bands, Parts]:
    """Write a filter's gradient ``[parts of images, window, outputs]``, to be added along the first axis."""
    twice = layer.by_depth and layer.channels > m.lanes and 2 * layer.depth <= m.registers - 6
    e, c = Code((1 + twice) * m.lanes, ("x", "dy", "w"), ("images", "parts")), Bands(layer)
    tile = _filter_by_depth if layer.by_depth else _filter_products
    vectors = 1 if layer.by_depth or layer.depth <= _whole_window(m) else m.vectors(layer.outs)
    lanes = vectors * e.lanes
    blocks = -(-layer.outs // lanes)
    parts = _parts(layer, c, blocks)
    group = blocks // parts.outs
    here = target(layer.counts, layer.outs)
    tasks = e.whole("mul", "%images", c.tasks)
    with e.tasks("%n") as item:
        part, g = e.divided(item, parts.outs)
        first, last = (e.whole("udiv", e.whole("mul", tasks, e.total(part, i)), "%parts") for i in (0, 1))
        with e.loop(group) as (b, _), e.loop(layer.depth) as (j, _):
            block = e.whole("mul", e.total((g, group), b), lanes)
            for v, mask in enumerate(e.masks(layer.outs, block, vectors)):
                to = e.total((e.total((part, layer.depth), j), layer.outs), block, v * e.lanes)
                e.store(constant(0), "%w", to, mask)
        with e.loop(last, start=first) as (task, _):
            image, plane, row, _ = place = c.task(e, task)
            c.copy(e, place)
            dy = e.at("%dy", e.total((image, here.image), (plane, here.plane), (row, here.row)))
            with e.loop(group) as (b, _):
                block = e.whole("mul", e.total((g, group), b), lanes)
                w = e.at("%w", e.total((part, layer.depth * layer.outs), block))
                tile(e, c, m, e.at(dy, block), w, here, place, block, vectors)
    return e, c, parts


def _whole_window(m: Machine) -> int:
    """Return the largest number of a window's elements that one tile holds."""
    return 28 if m.registers >= 32 else 12


def _filter_products(
    e: Code, c: Bands, m: Machine, dy: str, w: str, here: Target, place: Place, block: Whole, vectors: int
) -> None:
    """Write tiles of a window's elements x vectors of outputs, over all pixels of a band."""
    layer, outs, long = c.layer, c.layer.outs, c.long
    (sd, sh, _), masks = layer.strides, e.masks(outs, block, vectors)

    def tile(x: str, into: str, places: Sequence[int]) -> None:
        grid = [(t, v) for t in range(len(places)) for v in range(vectors)]
        sums = [e.load(into, t * outs + v * e.lanes, masks[v]) for t, v in grid]
        with e.loop(c.planes, carried=sums) as (z, sums_z):
            with e.loop(place[3], carried=sums_z) as (r, sums_r):
                x_row = e.at(x, e.total((z, sd * c.plane), (r, sh * c.pitch)))
                dy_row = e.at(dy, e.total((z, here.plane), (r, here.row)))
                with e.loop(layer.counts[2], carried=sums_r) as (q, inner):
                    x_at, dy_at = e.at(x_row, e.whole("mul", q, c.step)), e.at(dy_row, e.whole("mul", q, outs))
                    factors = [e.load(dy_at, v * e.lanes, masks[v]) for v in range(vectors)]
                    for t, at in enumerate(places):
                        one = e.load_spread(x_at, at)
                        for v in range(vectors):
                            inner[t * vectors + v] = e.fma(one, factors[v], inner[t * vectors + v])
                sums_r[:] = inner
            sums_z[:] = sums_r
        for (t, v), value in zip(grid, sums_z, strict=True):
            e.store(value, into, t * outs + v * e.lanes, masks[v])

    if layer.depth <= _whole_window(m):
        tile("%scratch", w, [_place(c, i) for i in range(layer.depth)])
        return
    with c.window(e, []) as (at, segment, _):
        x_row, w_row, done = e.at("%scratch", at), e.at(w, e.whole("mul", segment, long * outs)), 0
        for number, rows in split(long, min(12, m.pixels(vectors))):
            with e.loop(number) as (t, _):
                j = e.total((t, rows), done)
                tile(e.at(x_row, j), e.at(w_row, e.whole("mul", j, outs)), range(rows))
            done += number * rows


def _place(c: Bands, number: int) -> int:
    """Return the place in a band of an element of a window."""
    (_, kh, kw), (dd, dh, dw), channels = c.layer.sizes, c.layer.dilations, c.layer.channels
    rest, channel = divmod(number, channels)
    rest, column = divmod(rest, kw)
    plane, row = divmod(rest, kh)
    return plane * dd * c.plane + row * dh * c.pitch + column * dw * channels + channel


def _filter_by_depth(
    e: Code, c: Bands, m: Machine, dy: str, w: str, here: Target, place: Place, block: Whole, vectors: int
) -> None:
    """Write sums over a band, for all rows of a window together if there are enough registers: lanes are channels."""
    (_, kh, kw), (_, _, sw), (_, _, dw), channels = c.layer.sizes, c.layer.strides, c.layer.dilations, c.layer.channels
    rows, (image, _, begin, count) = kh if kh * kw <= m.registers - 6 else 1, place
    most = max(1, min(8, (m.registers - 2) * m.lanes // e.lanes - rows * kw))
    [mask], grid = e.masks(channels, block), [(k, j) for k in range(rows) for j in range(kw)]
    with e.loop(kh // rows) as (first, _):
        into = e.at(w, e.whole("mul", first, kw * channels))
        start = [e.load(into, i * channels, mask) for i in range(len(grid))]
        with e.loop(count, carried=start) as (r, sums):
            seen = [e.at(c.row(e, image, e.total(begin, r), e.total(first, k)), block) for k in range(rows)]
            for pixels, column, inner in c.tiles(e, most, sums):
                arrived = e.at(dy, e.total((r, here.row), (column, channels)))
                given = [e.load(arrived, p * channels, mask) for p in range(pixels)]
                places: dict[tuple[int, int], list[tuple[int, int]]] = {}
                for p in range(pixels):
                    for i, (k, j) in enumerate(grid):
                        places.setdefault((k, p * sw + j * dw), []).append((p, i))
                for (k, at), pairs in sorted(places.items()):
                    if c.sees(column, at):
                        one = e.load(seen[k], e.total((column, c.step), at * channels), mask)
                        for p, i in pairs:
                            inner[i] = e.fma(one, given[p], inner[i])
        for i, value in enumerate(sums):
            e.store(value, into, i * channels, mask)


# -- What comes before and after --------------------------------------------------------------------------------------


def packing(m: Machine, ins: int, outs: int, lanes: int, swapped: bool) -> Code:
    """Write the copy of a filter ``[window, ins, outs]`` to the layout of the forward pass.

    Args:
        swapped: whether the forward pass has ``ins`` outputs.
    """
    e = Code(m.lanes, ("w", "packed", "places"), ("window",))
    with e.tasks("%n") as task:
        block, tap = e.divided(task, "%window")
        w = e.at("%w", e.whole("mul", e.load_one("%places", tap, "i64"), ins * outs))
        packed, block = (
            e.at("%packed", e.whole("mul", task, (outs if swapped else ins) * lanes)),
            e.whole("mul", block, lanes),
        )
        if swapped:
            e.transpose(e.at(w, e.whole("mul", block, outs)), packed, lanes, outs, outs, lanes)
        else:
            with e.loop(ins) as (j, _):
                e.copy(e.at(packed, e.whole("mul", j, lanes)), e.at(w, e.total((j, outs), block)), 4 * lanes)
    return e


def addition(m: Machine) -> Code:
    """Write the sum of ``parts`` arrays of ``size`` elements that follow each other, one after the other."""
    e = Code(4 * m.lanes, ("x", "y"), ("parts", "size"))
    with e.tasks("%n") as task:
        first = e.whole("mul", task, CHUNK)
        last = e.least("%size", e.whole("add", first, CHUNK))
        with e.loop(e.whole("add", last, e.lanes - 1), e.lanes, first) as (i, _):
            mask = e.below("%size", i)
            with e.loop("%parts", start=1, carried=[e.load("%x", i, mask)]) as (p, sums):
                sums[0] = e.op("fadd", sums[0], e.load("%x", e.total((p, "%size"), i), mask))
            e.store(sums[0], "%y", i, mask)
    return e


def turning(m: Machine, rows: int, columns: int) -> Code:
    """Write the transposes of ``n`` matrices that follow each other."""
    e = Code(m.lanes, ("x", "y"))
    with e.tasks("%n") as task:
        x, y = (e.at(each, e.whole("mul", task, rows * columns)) for each in ("%x", "%y"))
        e.transpose(x, y, rows, columns, columns, rows)
    return e


class Phase(NamedTuple):
    """Every ``stride``-th position of an axis of the images: the elements of the filter that it gets, and from where.

    Attributes:
        taps: the elements of the filter, to be flipped.
        length: the number of positions.
    """

    first: int
    taps: range
    dilation: int
    before: int
    length: int


def phases(image: int, size: int, stride: int, dilation: int, before: int) -> list[Phase]:
    """Return the phases of an axis: ``p`` gets ``dy[q] * filter[t]`` where q * stride - before + t * dilation = p.

    Along a phase, this is a convolution with stride 1.
    """
    common = math.gcd(stride, dilation)
    step, result = stride // common, list[Phase]()
    for first in range(min(stride, image)):
        for tap in range(min(step, size)):
            nearest, rest = divmod(first + before - tap * dilation, stride)
            if not rest:
                taps = range(tap, size, step)
                far = (len(taps) - 1) * (dilation // common) - nearest
                result.append(Phase(first, taps, dilation // common, far, len(range(first, image, stride))))
    return result
