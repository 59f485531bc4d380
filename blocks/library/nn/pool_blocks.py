"""Windows gone through in blocks of images, along one axis after the other.

What is combined is so in the layout that the images have; one pass for each place of a window along an axis. That is
done for some images, or some rows of windows of an image, at a time, on threads: what lies between the axes stays in
the cache, and is small however large the images are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from blocks.base.threads import FOR_THREADS, in_parts, thread_count
from blocks.base.types import Array
from blocks.library.nn.pools import Pool
from blocks.library.nn.scratch import scratch
from blocks.library.nn.windows import extent

_BLOCK = 1 << 20
"""Elements of the images that are worked on together: fewer fit the cache better, but calls have to pay."""
_FEW = 8
"""With fewer values than that side by side, NumPy's inner loops are too short: each is gone through by itself."""


class Block(NamedTuple):
    """Some images, or some rows of one; what lies before the first axis that is pooled counts as one axis of images.

    Attributes:
        images: which images.
        outs: which windows along the first axis that is pooled.
        ins: what they see there.
        pool: the windows over the block alone.
    """

    images: slice
    outs: slice
    ins: slice
    pool: Pool


def in_blocks(pool: Pool, work: Callable[[Block], None], *, cut: bool = True) -> None:
    """Do something with all blocks; without ``cut`` they are whole images."""
    blocks = list(_blocks(pool, cut))

    def some(first: int, last: int) -> None:
        for each in blocks[first:last]:
            work(each)

    in_parts(some, len(blocks))


def _blocks(pool: Pool, cut: bool) -> Iterator[Block]:
    first, windows = pool.axes[0], pool.windows
    images, size = math.prod(pool.shape[:first]), math.prod(pool.shape[first:])
    rows, count, stride = pool.shape[first], windows.counts[0], windows.strides[0]
    axes = tuple(axis - first + 1 for axis in pool.axes)
    wanted = max(-(-images * size // _BLOCK), min(thread_count(), images * size // FOR_THREADS), 1)
    parts = max(1, min(images, wanted))
    cuts = max(1, min(count, -(-wanted // parts))) if cut else 1
    for i in range(parts):
        some = slice(images * i // parts, images * (i + 1) // parts)
        for j in range(cuts):
            outs, ins = slice(count * j // cuts, count * (j + 1) // cuts), slice(0, rows)
            within = windows
            if cuts > 1:
                begin = outs.start * stride - windows.before[0]
                end = (outs.stop - 1) * stride - windows.before[0] + extent(windows.sizes[0], windows.dilations[0])
                ins = slice(max(0, begin), min(rows, end))
                before, after = (ins.start - begin, *windows.before[1:]), (end - ins.stop, *windows.after[1:])
                within = windows._replace(
                    counts=(outs.stop - outs.start, *windows.counts[1:]), before=before, after=after
                )
            shape = (some.stop - some.start, ins.stop - ins.start, *pool.shape[first + 1 :])
            yield Block(some, outs, ins, Pool(axes, within, shape))


def as_images(x: Array, pool: Pool) -> Array:
    """An array with all that lies before the first axis that is pooled as one axis."""
    first = pool.axes[0]
    return np.ascontiguousarray(x).reshape(math.prod(x.shape[:first]), *x.shape[first:])


def pooled_sizes(pool: Pool) -> tuple[int, ...]:
    """The shape of one value per window."""
    found = list(pool.shape)
    for axis, count in zip(pool.axes, pool.windows.counts, strict=True):
        found[axis] = count
    return tuple(found)


def three_axes(x: Array, axis: int) -> Array:
    """An array as one of three axes: all that lies before an axis, that axis, and all behind it."""
    sizes = math.prod(x.shape[:axis]), x.shape[axis], math.prod(x.shape[axis + 1 :])
    return np.ascontiguousarray(x).reshape(sizes)


def lanes(x: Array) -> list[Array]:
    """An array of three axes, or each of the few values of its last one by itself."""
    return [x] if x.shape[2] >= _FEW else [x[:, :, i] for i in range(x.shape[2])]


def combined(combine: Callable[..., Any], x: Array, pool: Pool, start: Any) -> Array:
    """The values in each window taken together, and with ``start``."""
    return over_windows(combine, x, pool, start).copy()


def over_windows(combine: Callable[..., Any], x: Array, pool: Pool, start: Any, out: Array | None = None) -> Array:
    """The values in each window taken together, in an array or in memory that the next call on this thread writes to.

    A window whose places all lie in the image may be left without ``start``.
    """
    last = pool.axes[-1]
    for axis, windows in pool.along():
        flat, count = three_axes(x, axis), windows.counts[0]
        shape = (*x.shape[:axis], count, *x.shape[axis + 1 :])
        found = out if axis == last and out is not None else scratch.empty(f"values {axis}", shape, x.dtype)
        result = found.reshape(flat.shape[0], count, flat.shape[2])
        places = Pool((1,), windows, (1, flat.shape[1])).positions()
        for seen, made in zip(lanes(flat), lanes(result), strict=True):
            others = places
            if len(places) > 1 and all(len(range(count)[outs[1]]) == count for outs, _ in places[:2]):
                combine(seen[places[0][1]], seen[places[1][1]], out=made)  # which spares a pass or two
                others = places[2:]
            else:
                made.fill(start)
            for outs, ins in others:
                combine(made[outs], seen[ins], out=made[outs])
        x = found
    return x
