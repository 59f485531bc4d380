"""Rectangles as array rows: left, top, right, bottom. A rectangle is empty if left > right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF

from blocks.base.types import Array

Sides = tuple[float, float, float, float]
NOWHERE: Sides = (1.0, 1.0, 0.0, 0.0)
_MOST = 64


def touching(sides: Array, rect: QRectF) -> list[int]:
    hit = (
        (sides[:, 0] <= rect.right())
        & (sides[:, 2] >= rect.left())
        & (sides[:, 1] <= rect.bottom())
        & (sides[:, 3] >= rect.top())
        & (sides[:, 0] <= sides[:, 2])
    )
    indices: list[int] = np.flatnonzero(hit).tolist()
    return indices


def around(sides: Array) -> QRectF:
    somewhere = np.compress(sides[:, 0] <= sides[:, 2], sides.T, axis=1)
    if not somewhere.size:
        return QRectF()
    left, top, right, bottom = (float(side) for side in (*somewhere[:2].min(axis=1), *somewhere[2:].max(axis=1)))
    return QRectF(left, top, right - left, bottom - top)


def rows(rects: Sequence[QRectF]) -> Array:
    return np.array([rect.getCoords() for rect in rects], float).reshape(-1, 4)


def areas(sides: Array) -> list[QRectF]:
    """Return the rectangles of the rows; for very many, the one around all."""
    if len(sides) > _MOST:
        return [around(sides)]
    return [QRectF(left, top, right - left, bottom - top) for left, top, right, bottom in sides.tolist()]
