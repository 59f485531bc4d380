"""Occlusion test on a coarse grid: the items of a page that blocks hide completely need no painting."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF

from app.canvas.wires.rects import rows
from blocks.base.types import Array

_CELLS = 160
"""Columns and rows of the grid: a block at 100 % is some ten cells wide."""


class Cover:
    """Opaque rectangles [n, 4] in painting order: left, top, right, bottom.

    Args:
        area: the relevant part of the page; everything beyond it counts as hidden.
    """

    def __init__(self, opaque: Array, area: QRectF) -> None:
        self._area: Array = rows([area])[0]
        self._corner = self._area[:2]
        self._cell = np.maximum(self._area[2:] - self._corner, 1.0) / _CELLS
        self._above = self._uppermost(opaque)

    def hides(self, sides: Array, above: Array | int) -> Array:
        """Return which rectangles, clipped to the area, are covered by opaque ones with an index >= ``above``."""
        first = np.floor(self._scaled(sides[:, :2])).astype(int)
        last = np.maximum(np.ceil(self._scaled(sides[:, 2:])).astype(int) - 1, first)  # a line lies in cells too
        hidden = np.ones(len(sides), bool)
        known = {(0, 0): self._above}
        least = np.broadcast_to(above, len(sides))
        for (across, down), some, indices in _windows(np.maximum(first, 0), np.minimum(last, _CELLS - 1)):
            hidden[some] = (_lowest(known, across, down).ravel()[indices] >= least[some, None]).all(axis=1)
        return hidden

    def hides_whole(self, sides: Array) -> Array:
        area = self._area
        inside = np.concatenate([sides[:, :2] >= area[:2], sides[:, 2:] <= area[2:]], axis=1)
        hidden = np.asarray(inside.all(axis=1))
        hidden[hidden] = self.hides(sides[hidden], 0)
        return hidden

    def _scaled(self, corners: Array) -> Array:
        return (corners - self._corner) / self._cell

    def _uppermost(self, opaque: Array) -> Array:
        """Return the index of the last rectangle that covers each whole cell; -1 if there is none."""
        uppermost = np.full((_CELLS, _CELLS), -1, np.int32)
        first = np.maximum(np.ceil(self._scaled(opaque[:, :2])), 0).astype(int)
        last = np.minimum(np.floor(self._scaled(opaque[:, 2:])) - 1, _CELLS - 1).astype(int)
        for (across, down), some, indices in _windows(first, last):
            covered = np.full((_CELLS, _CELLS), -1, np.int32)
            covered.ravel()[indices.ravel()] = np.repeat(some, indices.shape[1])  # of several at an index the last one
            for step in [1 << k for k in range(across)]:
                covered[:, step:] = np.maximum(covered[:, step:], covered[:, :-step])
            for step in [1 << k for k in range(down)]:
                covered[step:] = np.maximum(covered[step:], covered[:-step])
            np.maximum(uppermost, covered, out=uppermost)
        return uppermost


def _lowest(known: dict[tuple[int, int], Array], across: int, down: int) -> Array:
    """Return the minimum of each window of ``2 ** across`` by ``2 ** down`` cells (a sparse table).

    Args:
        known: cached results; (0, 0) holds the cell values.
    """
    lowest = known.get((across, down))
    if lowest is None:
        if across:
            step, smaller = 1 << across - 1, _lowest(known, across - 1, down)
            lowest = smaller.copy()
            np.minimum(smaller[:, :-step], smaller[:, step:], out=lowest[:, :-step])
        else:
            step, smaller = 1 << down - 1, _lowest(known, across, down - 1)
            lowest = smaller.copy()
            np.minimum(smaller[:-step], smaller[step:], out=lowest[:-step])
        known[across, down] = lowest
    return lowest


def _windows(first: Array, last: Array) -> list[tuple[tuple[int, int], Array, Array]]:
    """Cover each range of cells by four windows whose sides are powers of two, grouped by window size.

    Args:
        first, last: the first and last column and row of each range [n, 2]; empty ranges are left out.

    Returns:
        Per size: its exponents, the indices of the ranges, and the first cell of each window [ranges, 4].
    """
    filled = np.flatnonzero((first <= last).all(axis=1))
    first, last = first[filled], last[filled]
    sizes = np.log2(last - first + 1).astype(int)
    ends = last - (1 << sizes) + 1
    windows: list[tuple[tuple[int, int], Array, Array]] = []
    kinds = sizes[:, 0] * 16 + sizes[:, 1]
    for kind in np.unique(kinds).tolist():
        some = np.flatnonzero(kinds == kind)
        (x, y), (u, v) = first[some].T, ends[some].T
        indices = np.stack([y * _CELLS + x, y * _CELLS + u, v * _CELLS + x, v * _CELLS + u], axis=1)
        windows.append((divmod(kind, 16), filled[some], indices))
    return windows
