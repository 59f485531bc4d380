"""Tags in place of wires: a source name at the target pin, and the number of tags at the source pin.

A tagged wire is drawn in full while the wire, or a block at one of its ends, is selected, or while the mouse is over
its tag.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from app.canvas.drawing.blocks import Painters
from app.canvas.drawing.gradient_layer import DASHES
from app.canvas.drawing.signs import color_of
from app.canvas.items import WireItem
from app.canvas.layers import DIMMED
from app.canvas.mirror import SceneModel
from app.canvas.text import draw_text, static_text
from app.canvas.wires.wire_paths import STUB
from app.face.geometry import PITCH, SLOT_PITCH, Point
from app.face.gradient import GradientFace, strongest
from blocks.document.data import Wire

_TEXT = 10
_HEIGHT = 15.0
_POINT = 5.0
_LEAST, _MOST = 7.0, 130.0
"""The widths of a tag; there is room for a name from `_NAMED` on."""
_NAMED = 34.0
_GAP = 3.0
_BESIDE = 8.0
_BELOW = 9.0
_BEGIN_MOST = 78.0
_FAN = 9.0
"""So far before the line of plain tags those end that give way to each other."""
_ARROW = 14.0
"""The width of a tag behind a pin that has no room for more than its arrow."""


class _Begin(NamedTuple):
    pin: QPointF
    box: QRectF
    text: str
    items: Sequence[WireItem]

    @property
    def around(self) -> QRectF:
        return self.box.adjusted(-_BESIDE, -_BELOW, 0, 0)


class TagLayer:
    def __init__(self, mirror: SceneModel) -> None:
        self._mirror = mirror
        self._made_for = (-1, -1)
        self._boxes: dict[int, QRectF] = {}
        self._begins: list[_Begin] = []

    def boxes(self) -> dict[int, QRectF]:
        """Return the tags at target pins by wire index."""
        mirror = self._mirror
        key = (mirror.structure, mirror.generation)
        if key != self._made_for:
            self._made_for = key
            self._boxes = self._ends()
            begins: dict[Point, list[WireItem]] = {}
            for item in self._in_order():
                begins.setdefault(item.whole[0], []).append(item)
            self._begins = [self._begin(items) for items in begins.values()]
        return self._boxes

    def wire_at(self, pos: QPointF) -> Wire | None:
        index = next((each for each, box in self.boxes().items() if box.contains(pos)), None)
        return None if index is None else self._mirror.tagged[index].wire

    def around(self, wires: Iterable[WireItem]) -> list[QRectF]:
        boxes = self.boxes()
        indices = boxes.keys() & {item.index for item in wires} if boxes else None
        if not indices:
            return []
        begins = [each for each in self._begins if not indices.isdisjoint([item.index for item in each.items])]
        ends = [(boxes[index], self._mirror.tagged[index].points[0]) for index in indices]
        return [*[box | QRectF(x - 2, y - 2, 4, 4) for box, (x, y) in ends], *[begin.around for begin in begins]]

    def paint(self, painter: QPainter, painters: Painters, rect: QRectF, gradient: GradientFace | None) -> None:
        boxes = self.boxes()
        if not boxes:
            return
        painter.save()
        for index, box in boxes.items():
            if box.intersects(rect):
                item = self._mirror.tagged[index]
                self._take_pen(painter, painters, [item], gradient)
                x, y = item.points[0]
                if box.right() < x:
                    painter.drawLine(QPointF(box.right(), box.center().y()), QPointF(x, y))
                _paint_flag(painter, painters, box, source_name(self._mirror, item.wire))
        for begin in self._begins:
            if begin.around.intersects(rect):
                self._take_pen(painter, painters, begin.items, gradient)
                _paint_begin(painter, painters, begin)
        painter.restore()

    def _take_pen(
        self, painter: QPainter, painters: Painters, items: Sequence[WireItem], face: GradientFace | None
    ) -> None:
        theme = painters.theme
        pen = QPen(painters.wire_color(items[0].kind, self._mirror.net_of(items[0])), 1.2)
        carried = [face.wires[item.wire] for item in items if item.wire in face.wires] if face is not None else []
        if carried:
            strength = strongest(carried)
            pen = QPen(color_of(strength, theme.dark), 2.4)
            if strength.state in DASHES:
                pen.setDashPattern(DASHES[strength.state])
        painter.setPen(pen)
        painter.setOpacity(1.0 if face is None or carried else DIMMED)

    def _in_order(self) -> list[WireItem]:
        tagged = self._mirror.tagged
        return [tagged[index] for index in sorted(tagged)]

    def _ends(self) -> dict[int, QRectF]:
        at: dict[str, list[WireItem]] = {}
        for item in self._in_order():
            at.setdefault(item.wire.target.block, []).append(item)
        boxes: dict[int, QRectF] = {}
        for items in at.values():
            items.sort(key=lambda item: item.points[0][1])
            positions = _without_overlap([item.points[0][1] for item in items])
            boxes.update({item.index: self._box(item, *at) for item, at in zip(items, positions, strict=True)})
        return boxes

    def _box(self, item: WireItem, middle: float, moved: bool) -> QRectF:
        x, y = item.points[0]
        name = source_name(self._mirror, item.wire)
        wanted = min(_MOST, static_text(name, _TEXT, bold=True).size().width() + 12 + _POINT)
        right = x - _FAN if moved else x
        rects = self._mirror.rects
        beside = (rects[:, 1] < middle + _HEIGHT) & (rects[:, 3] > middle - _HEIGHT) & (rects[:, 0] < x - _LEAST)
        room = right - float(rects[beside, 2].max(initial=-1e18)) - _GAP
        if room < _NAMED:  # on the border of its block, so that it covers nothing
            height = SLOT_PITCH - 1 if moved else _HEIGHT
            return QRectF(x + STUB - 4, y - height / 2, _LEAST, height)
        width, height = max(_NAMED, min(wanted, room)), _HEIGHT - 2 if moved else _HEIGHT
        return QRectF(right - width, middle - height / 2, width, height)

    def _begin(self, items: Sequence[WireItem]) -> _Begin:
        names = list(dict.fromkeys(item.wire.target.block for item in items))
        text = names[0] if len(names) == 1 else str(len(names))
        (x, y), source = items[0].whole[0], self._mirror.blocks[items[0].wire.source.block].rect
        middle = y if abs(source.bottom() - y) < 1.0 else y + _BELOW
        rects = self._mirror.rects
        behind = rects[(rects[:, 1] < middle + 7) & (rects[:, 3] > middle - 7) & (rects[:, 0] > x), 0]
        room = float(behind.min(initial=1e18)) - x - _BESIDE - _GAP
        width = min(_BEGIN_MOST, static_text(text, _TEXT, bold=True).size().width() + 18)
        if room < width:
            width = room if room >= _NAMED else _ARROW
        return _Begin(QPointF(x, y), QRectF(x + _BESIDE, middle - 6.5, width, 13.0), text, items)


def _without_overlap(wanted: Sequence[float]) -> list[tuple[float, bool]]:
    """Return the nearest positions without overlap, from top to bottom, and whether each or a neighbor had to move."""
    groups: list[tuple[float, int]] = []
    for middle in wanted:
        count = 1
        while groups and middle - groups[-1][0] < PITCH * (count + groups[-1][1]) / 2:
            other, more = groups.pop()
            middle, count = (middle * count + other * more) / (count + more), count + more
        groups.append((middle, count))
    return [(middle + PITCH * (i - (count - 1) / 2), count > 1) for middle, count in groups for i in range(count)]


def _paint_flag(painter: QPainter, painters: Painters, box: QRectF, text: str) -> None:
    color = painter.pen().color()
    middle, neck = box.center().y(), box.right() - _POINT
    shape = [box.topLeft(), QPointF(neck, box.top()), QPointF(box.right(), middle), QPointF(neck, box.bottom()),
             box.bottomLeft()]  # fmt: skip
    named = box.width() >= _NAMED
    painter.setBrush(painters.color(painters.theme.preview_fill) if named else color)
    painter.drawPolygon(QPolygonF(shape))
    if named:
        label, room = painters.color(painters.theme.label), box.width() - 8 - _POINT
        draw_text(painter, box.left() + 5, middle + 3.2, text, _TEXT, label, bold=True, room=room)


def _paint_begin(painter: QPainter, painters: Painters, begin: _Begin) -> None:
    box, color = begin.box, painter.pen().color()
    x, y = box.left() + 5, box.center().y()
    painter.drawPolyline(QPolygonF([begin.pin, QPointF(begin.pin.x(), y), QPointF(box.left(), y)]))
    painter.setBrush(painters.color(painters.theme.preview_fill))
    painter.drawRoundedRect(box, 3, 3)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon(QPolygonF([QPointF(x, y - 3), QPointF(x + 4.5, y), QPointF(x, y + 3)]))
    if box.width() > _ARROW:
        label, room = painters.color(painters.theme.label), box.width() - 16
        draw_text(painter, box.left() + 13, y + 3.2, begin.text, _TEXT, label, bold=True, room=room)


def source_name(mirror: SceneModel, wire: Wire) -> str:
    source = wire.source
    spec = mirror.type_of(source.block)
    suffix = "" if source.index is None else f"[{source.index}]"
    if spec is None or len(spec.outputs) == 1:
        return source.block + suffix
    return f"{source.block}.{source.pin}{suffix}"
