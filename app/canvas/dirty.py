"""Which parts of a page to paint again where blocks and wires look different."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF

from app.canvas.changed import Changed
from app.canvas.items import BlockItem, WireItem
from app.canvas.mirror import PREVIEW_ROOM, Mirror
from app.canvas.overview import MARK
from app.canvas.paint import MARGIN, TYPE_ROOM
from app.canvas.sides import areas, rows
from blocks.base.types import Array

_BESIDE = max(MARGIN, MARK / 2 + 1)
_AROUND_BLOCK = (-_BESIDE, -_BESIDE, max(_BESIDE, TYPE_ROOM), _BESIDE + PREVIEW_ROOM)
_AROUND_WIRE = (-6.0, -6.0, 6.0, 6.0)


def dirty(mirror: Mirror, blocks: Sequence[BlockItem], wires: Sequence[WireItem]) -> list[QRectF]:
    """The areas that blocks and wires are painted on."""
    return _around(mirror.rects[[item.place for item in blocks]], mirror.wire_rects[[wire.place for wire in wires]])


def dirty_by(mirror: Mirror, found: Changed) -> list[QRectF]:
    """The areas that an edit made look different."""
    before = _around(np.array(found.left), np.array(found.left_by_wires))
    return [*before, *dirty(mirror, found.blocks, found.wires)]


def dirty_below(rects: Sequence[QRectF]) -> list[QRectF]:
    """The areas that blocks at these places are painted on."""
    return areas(rows(rects) + _AROUND_BLOCK)


def _around(blocks: Array, wires: Array) -> list[QRectF]:
    """The areas around what blocks and wires cover: one for each, or few around many."""
    return [*areas(blocks.reshape(-1, 4) + _AROUND_BLOCK), *areas(wires.reshape(-1, 4) + _AROUND_WIRE)]
