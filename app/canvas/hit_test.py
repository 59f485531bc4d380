"""Hit testing: the blocks, pins, wires, notes and frames at a position or inside a rectangle."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QPointF, QRectF
from PySide6.QtWidgets import QGraphicsScene

from app.canvas.items import BlockItem, PinKey, WireItem
from app.canvas.layers import shows_pins
from app.canvas.mirror import SceneModel
from app.canvas.value_rows import READABLE, BlockValueRow, rows_of
from app.core.free_space import Box
from app.core.verbs.notes import lies_in
from app.face.geometry import ID_SIZE, PIN_RADIUS, distance_to_path
from blocks.document.data import Wire

_FRAME_TITLE = 28.0
"""The strip at the top of a frame by which it is taken."""
_INSIDE = PIN_RADIUS + 3.5
"""How far within a block a pin is hit, at every zoom: beyond it, the block itself is."""


class PlacedScene(QGraphicsScene):
    def __init__(self, mirror: SceneModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.mirror = mirror

    def block_item(self, block_id: str) -> BlockItem | None:
        return self.mirror.blocks.get(block_id)

    def block_rect(self, block_id: str) -> QRectF:
        item = self.mirror.blocks.get(block_id)
        return QRectF() if item is None else item.rect

    def block_at(self, pos: QPointF) -> str | None:
        hits = self.mirror.blocks_in(QRectF(pos, pos))
        return hits[-1].id if hits else None

    def pin_at(self, pos: QPointF, radius: float = 10.0, scale: float = 1.0) -> PinKey | None:
        """Return the nearest pin within ``radius`` page units that is painted at a scale.

        Result pins and list elements count. Over a block, the radius is at most a pin's painted size.
        """
        best: PinKey | None = None
        nearest = radius
        around = QRectF(pos.x() - radius, pos.y() - radius, 2 * radius, 2 * radius)
        if self.block_at(pos) is not None:
            nearest = min(radius, _INSIDE)
        displays = self.mirror.displays
        for item in reversed(self.mirror.blocks_in(around.adjusted(-radius, -radius, radius, radius))):
            if not shows_pins(item, scale, is_display=item in displays):
                continue
            x, y = pos.x() - item.block.at[0], pos.y() - item.block.at[1]
            for spot in item.geometry.spots:
                pin = spot.pin
                if pin.connects:
                    beyond = max(0.0, abs(y - spot.y) - spot.reach)
                    distance = ((x - spot.x) ** 2 + beyond * beyond) ** 0.5
                    if distance < nearest:
                        nearest = distance
                        best = PinKey(item.id, pin.name, pin.index, pin.is_input)
        return best

    def value_rows(self, block_id: str) -> list[BlockValueRow]:
        item = self.mirror.blocks.get(block_id)
        return [] if item is None else list(rows_of(item, self.mirror.type_of(item.id)))

    def value_at(self, pos: QPointF, scale: float = 1.0) -> tuple[BlockItem, BlockValueRow] | None:
        item = self.mirror.blocks.get(self.block_at(pos) or "") if scale >= READABLE else None
        value_row = next((row for row in self.value_rows(item.id) if row.area.contains(pos)), None) if item else None
        return None if item is None or value_row is None else (item, value_row)

    def name_rect(self, block_id: str) -> QRectF:
        """Return the area of a block's id; it includes the type unless the block can be entered."""
        item = self.mirror.blocks.get(block_id)
        if item is None or item.is_display:
            return QRectF()
        bottom = item.geometry.id_baseline + 4
        top = bottom - ID_SIZE - 5 if item.face.has_inside else 3.0
        return QRectF(6, top, item.geometry.width - 12, bottom - top).translated(*item.block.at)

    def name_at(self, pos: QPointF, scale: float = 1.0) -> str | None:
        block = self.block_at(pos) if scale >= READABLE else None
        return block if block is not None and self.name_rect(block).contains(pos) else None

    def wire_at(self, pos: QPointF, radius: float = 6.0) -> Wire | None:
        item = self._wire_item_at(pos, radius)
        return None if item is None else item.wire

    def bend_at(self, pos: QPointF, radius: float = 7.0) -> tuple[Wire, int] | None:
        for wire, points in self.mirror.bends.items():
            for i, (x, y) in enumerate(points):
                if (pos - QPointF(x, y)).manhattanLength() <= radius and self.mirror.items_of(wire):
                    return wire, i
        return None

    def note_at(self, pos: QPointF) -> int | None:
        return next((item.index for item in reversed(self.mirror.notes) if item.rect.contains(pos)), None)

    def frame_at(self, pos: QPointF, *, inside: bool = False) -> int | None:
        for item in reversed(self.mirror.frames):
            if item.rect.adjusted(-4, -4, 4, 4).contains(pos):
                inner = item.rect.adjusted(5, _FRAME_TITLE, -5, -5)
                if inside or not inner.contains(pos):
                    return item.index
        return None

    def pin_position(self, key: PinKey, order: int = 0) -> QPointF | None:
        item = self.mirror.blocks.get(key.block)
        return None if item is None else item.pin_position(key.pin, key.index, is_input=key.is_input, order=order)

    def pins_of(self, block_id: str) -> list[PinKey]:
        item = self.mirror.blocks.get(block_id)
        pins = [] if item is None else [pin for pin in item.face.pins if pin.connects]
        return [PinKey(block_id, pin.name, pin.index, pin.is_input) for pin in pins]

    def ids_in(self, rect: QRectF) -> list[str]:
        return [item.id for item in self.mirror.blocks_in(rect)]

    def with_held(
        self, ids: Iterable[str], notes: Iterable[int], frames: Iterable[int]
    ) -> tuple[set[str], set[int], set[int]]:
        """Add everything inside the given frames: the items that move and are copied with them."""
        held = (set(ids), set(notes), set(frames))
        for index in list(held[2]):
            rect = self.mirror.frames[index].rect
            held[0].update(item.id for item in self.mirror.blocks_in(rect) if _lies_in(item.rect, rect))
            held[1].update(note.index for note in self.mirror.notes if _lies_in(note.rect, rect))
            held[2].update(frame.index for frame in self.mirror.frames if rect.contains(frame.rect))
        return held

    def content_rect(self, ids: Iterable[str] | None = None) -> QRectF:
        if ids is None:
            return self.mirror.bounds()
        rect = QRectF()
        for block_id in ids:
            rect |= self.block_rect(block_id)
        return rect

    def beginning(self) -> QRectF:
        area = QRectF()
        for items in (self.mirror.frames, self.mirror.notes):
            if items:
                area |= min((item.rect for item in items), key=lambda rect: rect.left() + rect.top())
        return area

    def _wire_item_at(self, pos: QPointF, radius: float) -> WireItem | None:
        around = QRectF(pos.x() - radius, pos.y() - radius, 2 * radius, 2 * radius)
        best: WireItem | None = None
        nearest = radius
        for item in self.mirror.wires_in(around):
            distance = distance_to_path((pos.x(), pos.y()), item.flat)
            if distance <= nearest:
                nearest, best = distance, item
        return best


def _lies_in(rect: QRectF, frame: QRectF) -> bool:
    return lies_in(box_of(rect), box_of(frame))


def box_of(rect: QRectF) -> Box:
    return (rect.x(), rect.y(), rect.width(), rect.height())
