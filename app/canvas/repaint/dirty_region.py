"""The areas of a page to repaint when blocks and wires change their look."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF

from app.canvas.drawing.blocks import TYPE_ROOM
from app.canvas.items import BlockItem, WireItem
from app.canvas.mirror import PREVIEW_ROOM, Mirror
from app.canvas.repaint.page_diff import Changed
from app.canvas.wires.rects import areas, rows
from blocks.base.types import Array


def dirty(mirror: Mirror, blocks: Sequence[BlockItem], wires: Sequence[WireItem], reach: float) -> list[QRectF]:
    rects, wire_rects = mirror.rects[[item.index for item in blocks]], mirror.wire_rects[[wire.index for wire in wires]]
    return _around(rects, wire_rects, reach)


def dirty_by(mirror: Mirror, changed: Changed, reach: float) -> list[QRectF]:
    before = _around(np.array(changed.left), np.array(changed.left_by_wires), reach)
    return [*before, *dirty(mirror, changed.blocks, changed.wires, reach)]


def dirty_below(rects: Sequence[QRectF], reach: float) -> list[QRectF]:
    return areas(rows(rects) + _around_block(reach))


def _around(blocks: Array, wires: Array, reach: float) -> list[QRectF]:
    around_wire = (-reach, -reach, reach, reach)
    return [*areas(blocks.reshape(-1, 4) + _around_block(reach)), *areas(wires.reshape(-1, 4) + around_wire)]


def _around_block(reach: float) -> tuple[float, float, float, float]:
    return (-reach, -reach, max(reach, TYPE_ROOM), reach + PREVIEW_ROOM)
