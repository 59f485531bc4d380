"""Routes of many wires as lines or as one path, for zoomed-out pages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, pairwise

import numpy as np
from PySide6.QtCore import QByteArray, QDataStream, QIODevice
from PySide6.QtGui import QPainterPath

from app.canvas.items import WireItem
from blocks.base.types import Array

_UNITED_FROM = 100
"""Of so many wires those parts are painted once that lie upon each other: many that begin at one pin share a route."""
_ELEMENT = np.dtype([("kind", ">i4"), ("x", ">f8"), ("y", ">f8")])
"""An element of a path as Qt writes it into a stream: its kind, and where it is."""
_MOVE, _LINE = 0, 1


class Routes:
    """The routes of many wires, convertible to lines or one path without a call per point."""

    def __init__(self, wires: Collection[WireItem]) -> None:
        routes = [wire.corners for wire in wires]
        points = np.frombuffer(b"".join(routes)).reshape(-1, 2)
        lengths = np.fromiter(map(len, routes), int, len(routes)) // points.strides[0]
        begins = np.delete(np.arange(len(points)), np.cumsum(lengths)[lengths > 0] - 1)
        self._lines = np.concatenate([points[begins], points[begins + 1]], axis=1)
        self._wire_of = np.repeat(np.arange(len(routes)), np.maximum(lengths - 1, 0))
        self._count = len(routes)

    def lines(self, indices: Sequence[int] | None = None) -> Array:
        """Return the routes of wires at these indices (None: all) as straight lines [n, 4]: x, y to x, y."""
        lines, count = self._lines, self._count
        if indices is not None:
            chosen = np.zeros(count, bool)
            chosen[np.array(indices, int)] = True
            lines, count = lines[chosen[self._wire_of]], len(indices)
        lines = lines[(lines[:, :2] != lines[:, 2:]).any(axis=1)]  # a path shows nothing of one without a length
        return united(lines) if count >= _UNITED_FROM else lines

    def paths(self, groups: Sequence[Sequence[int]]) -> list[QPainterPath]:
        """Return a path per group of wires. The groups must be disjoint; lines are sorted once."""
        group_of = np.full(self._count, -1)
        indices = np.fromiter(chain.from_iterable(groups), int)
        group_of[indices] = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
        group_of = group_of[self._wire_of]
        order = np.argsort(group_of, kind="stable")
        lines = self._lines[order]
        ends: list[int] = np.searchsorted(group_of[order], np.arange(len(groups) + 1)).tolist()
        written, size = _written(lines), 2 * _ELEMENT.itemsize
        return [
            _read(_written(united(lines[i:j])) if len(group) >= _UNITED_FROM else written[i * size : j * size])
            for group, (i, j) in zip(groups, pairwise(ends), strict=True)
        ]


def path_along(lines: Array) -> QPainterPath:
    return _read(_written(lines))


def _written(lines: Array) -> bytes:
    """Serialize straight lines in Qt's QDataStream format of a path."""
    ends = np.empty((len(lines), 2), _ELEMENT)
    ends["kind"] = _MOVE, _LINE
    ends["x"], ends["y"] = lines[:, ::2], lines[:, 1::2]
    return ends.tobytes()


def _read(written: bytes) -> QPainterPath:
    path = QPainterPath()
    if written:
        count = len(written) // _ELEMENT.itemsize
        path.reserve(count)  # or it takes more than it needs
        buffer = QByteArray(count.to_bytes(4) + written + bytes(8))  # the stream does not keep it
        QDataStream(buffer, QIODevice.OpenModeFlag.ReadOnly) >> path  # pyright: ignore[reportUnusedExpression]
    return path


def united(lines: Array) -> Array:
    """Merge axis-parallel lines [n, 4] that touch each other; keep the others."""
    level, upright = lines[:, 1] == lines[:, 3], lines[:, 0] == lines[:, 2]
    merged = [lines[~(level | upright)], _united(lines[level])]
    turned = _united(lines[upright & ~level][:, [1, 0, 3, 2]])
    return np.concatenate([*merged, turned[:, [1, 0, 3, 2]]])


def _united(lines: Array) -> Array:
    if not len(lines):
        return lines
    left, right = np.minimum(lines[:, 0], lines[:, 2]), np.maximum(lines[:, 0], lines[:, 2])
    order = np.lexsort((left, lines[:, 1]))
    left, right, y = left[order], right[order], lines[order, 1]
    # One row of the page after the other: none touches the next.
    row = np.zeros(len(y))
    np.cumsum(y[1:] != y[:-1], out=row[1:])
    row *= 2 * (right.max() - left.min()) + 1
    reached = np.maximum.accumulate(right + row)
    is_begin = np.ones(len(y), bool)
    np.greater(left[1:] + row[1:], reached[:-1], out=is_begin[1:])
    begins = np.flatnonzero(is_begin)
    y = y[begins]
    return np.array([left[begins], y, np.maximum.reduceat(right, begins), y]).T


def on_grid(lines: Array, pitch: float) -> tuple[Array, Array]:
    """Merge lines on the same multiples of ``pitch``: straight ones as left, top, right, bottom. Slanting ones stay."""
    level, upright = lines[:, 1] == lines[:, 3], lines[:, 0] == lines[:, 2]
    x, y, u, v = np.round(lines.T / pitch).astype(np.int64)
    upright &= ~level
    left, top, right = _runs(x[level], u[level], y[level])
    above, column, below = _runs(y[upright], v[upright], x[upright])
    pieces = [np.array([left, top, right, top]), np.array([column, above, column, below])]
    return np.concatenate(pieces, axis=1).T * pitch, lines[~(level | upright)]


def _runs(begin: Array, end: Array, row: Array) -> tuple[Array, Array, Array]:
    if not len(row):
        return row, row, row
    left, right = np.minimum(begin, end), np.maximum(begin, end)
    origin, width = left.min(), right.max() - left.min() + 3
    # Where they begin and end, as single numbers: to sort those takes a fraction of what it takes to sort rows.
    starts = 2 * (row * width + left - origin)
    stops = 2 * (row * width + right - origin + 1) + 1  # what begins at the next pixel touches, and is sorted before
    events = np.sort(np.concatenate([starts, stops]))
    is_stop = events & 1
    depth = np.cumsum(1 - 2 * is_stop)
    first, last = events[(depth == 1) & (is_stop == 0)] >> 1, (events[depth == 0] >> 1) - 1
    row = first // width
    return first - row * width + origin, row, last - row * width + origin
