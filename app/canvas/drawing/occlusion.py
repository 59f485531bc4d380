"""Occlusion test on a coarse grid: the items of a page that blocks hide completely need no painting."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF

from app.canvas.wires.rects import rows
from blocks.base.types import Array

_CELLS = 160
"""Columns and rows of the grid: a block at 100 % is some ten cells wide."""


class Cover:
    """Opaque rectangles in painting order, one row (left, top, right, bottom) each.

    Args:
        opaque: the rectangles.
        area: the part of the page that matters: what lies beyond it is hidden.
    """

    def __init__(self, opaque: Array, area: QRectF) -> None:
        self._area: Array = rows([area])[0]
        self._corner = self._area[:2]
        self._cell = np.maximum(self._area[2:] - self._corner, 1.0) / _CELLS
        self._above = self._uppermost(opaque)

    def hides(self, sides: Array, above: Array | int) -> Array:
        """Which rectangles lie, as far as they are in the area, under some of the opaque ones from ``above`` on.

        Args:
            sides: the rectangles, a row each.
            above: the index in order from which on, for each or for all.
        """
        first = np.floor(self._scaled(sides[:, :2])).astype(int)
        last = np.maximum(np.ceil(self._scaled(sides[:, 2:])).astype(int) - 1, first)  # a line lies in cells too
        hidden = np.ones(len(sides), bool)
        known = {(0, 0): self._above}
        least = np.broadcast_to(above, len(sides))
        for (across, down), some, indices in _windows(np.maximum(first, 0), np.minimum(last, _CELLS - 1)):
            hidden[some] = (_lowest(known, across, down).ravel()[indices] >= least[some, None]).all(axis=1)
        return hidden

    def hides_whole(self, sides: Array) -> Array:
        """Which rectangles lie in the area, under opaque ones."""
        area = self._area
        inside = np.concatenate([sides[:, :2] >= area[:2], sides[:, 2:] <= area[2:]], axis=1)
        hidden = np.asarray(inside.all(axis=1))
        hidden[hidden] = self.hides(sides[hidden], 0)
        return hidden

    def _scaled(self, corners: Array) -> Array:
        return (corners - self._corner) / self._cell

    def _uppermost(self, opaque: Array) -> Array:
        """The index of the last rectangle that covers each cell whole; -1 where none does."""
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
    """The least number in each window of ``2 ** across`` by ``2 ** down`` cells (a sparse table).

    Args:
        known: those found so far; the numbers themselves are those of (0, 0).
        across, down: how large windows are.
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
    """Ranges of cells as four windows each, whose sides are powers of two, so that many are looked at in one go.

    Args:
        first, last: the first and the last column and row of each range; those that are empty are left out.

    Returns:
        The exponents of a size, the ranges with such windows, and the cells where each of their windows begins.
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
