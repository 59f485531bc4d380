"""The gradient layer of the canvas, painted over wires and blocks.

Wires that carry the gradient are drawn in its color, with arrows against the direction of data. Where the gradient
ends, a sign on the wire shows the reason. Signs keep their size on the screen when the page is zoomed out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.canvas.drawing.blocks import Painters, reach
from app.canvas.drawing.labels import label_width, paint_label
from app.canvas.drawing.shapes import draw_line, draw_rounded, set_colors
from app.canvas.drawing.signs import GAINED, SIGNS, color_of, paint_sign, paint_strips
from app.canvas.drawing.tiles import FarGradient, Tile, Uncovered
from app.canvas.items import BlockItem, WireItem
from app.canvas.mirror import SceneModel
from app.face.geometry import Point
from app.face.gradient import CutMark, GradientFace, Strength, changed, round_at
from app.face.theme import Theme
from blocks.base.language import tr
from blocks.document.data import Wire

NARROW, WIDE = 2.2, 8.0
_APART = 44.0
_MOST_EDGED = 150
_MOST_SMOOTH = 300
"""Of more wires only the colour is to be seen from afar; wide ones would cost a frame each."""
STRIPS_FROM = 0.35
"""The zoom from which on the gradient from round to round can be read in a block."""
_SIGN = 9.0
_CORNER = 6.0
_BEFORE = 24.0
DASHES = {"zero": [2.0, 1.6], "unknown": [0.1, 2.0], "lost": [1.6, 1.2], "not_finite": [4.0, 1.6]}
"""What is drawn in dashes, or in dots: colours alone do not tell everybody."""


def width_of(strength: Strength) -> float:
    if strength.state == "number":
        return NARROW + (WIDE - NARROW) * strength.level
    widths = {"flows": 4.0, "gained": 5.0, "lost": 4.0, "unknown": NARROW, "zero": NARROW, "not_finite": WIDE}
    return widths[strength.state]


class Sign:
    __slots__ = ("at", "mark", "radius")

    def __init__(self, at: QPointF, radius: float, mark: CutMark) -> None:
        self.at = at
        self.radius = radius
        self.mark = mark


class GradientLayer:
    """The layer that paints a page's gradient. ``tied``: the expanded gradient blocks and their forward blocks."""

    def __init__(self, tags: Callable[[], Mapping[int, QRectF]]) -> None:
        self._tags = tags
        self.face: GradientFace | None = None
        self.tied: frozenset[str] = frozenset()
        self._far = FarGradient()

    def show(self, face: GradientFace | None) -> tuple[set[Wire], set[str]] | None:
        """Show a gradient, or none. Return the wires and blocks that changed; None if any may have changed."""
        old, self.face = self.face, face
        if old is face:
            return set(), set()
        if old is None or face is None:
            self._far.forget()
            return None
        difference = changed(old, face)
        self._far.change(*difference)
        if _is_smooth(old) != _is_smooth(face):
            self._far.forget()
            return None
        return difference if old == face._replace(wires=old.wires, blocks=old.blocks, strips=old.strips) else None

    def is_marked(self, blocks: Iterable[str], wires: Iterable[Wire]) -> bool:
        return self.face is not None and self.face.is_marked(blocks, wires)

    def uncovered(self, tiles: Collection[Tile]) -> Mapping[Tile, Uncovered] | None:
        """Return the parts of tiles that the gradient leaves visible when zoomed out; None if it is off."""
        return None if self.face is None else self._far.uncovered(self.face, tiles, exact=_is_smooth(self.face))

    def paint_wires(
        self,
        painter: QPainter,
        wires: Sequence[tuple[WireItem, QPainterPath]],
        rect: QRectF,
        theme: Theme,
        in_sight: Iterable[WireItem],
    ) -> None:
        """Paint wires with a gradient over the others. If many are ``in_sight``, leave out edges and most arrows."""
        face = self.face
        if face is None:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        carried: dict[Strength, list[tuple[WireItem, QPainterPath]]] = {}
        for item, path in wires:
            strength = face.wires.get(item.wire)
            if strength is not None:
                carried.setdefault(strength, []).append((item, path))
        carrying = (item for item in in_sight if item.wire in face.wires)
        few = next(islice(carrying, _MOST_EDGED, None), None) is None
        for strength, some in carried.items() if few else ():
            painter.setPen(_pen(QColor(theme.canvas), width_of(strength) + 3.0))
            for _, path in some:  # an edge first, so that crossing wires do not cut each other
                painter.drawPath(path)
        for strength, some in carried.items():
            color, width = color_of(strength, theme.dark), width_of(strength)
            pen = _pen(color, width)
            draw = painter.drawPath
            if strength.state in DASHES:
                pen.setDashPattern(DASHES[strength.state])
                draw = partial(draw_line, painter)
            set_colors(painter, pen, Qt.BrushStyle.NoBrush)
            for _, path in some:
                draw(path)
            painter.setPen(QPen(QColor(theme.canvas), 1.0))
            painter.setBrush(color.lighter(125) if theme.dark else color.darker(115))
            painter.drawPath(_arrows([item.flat for item, _ in some], width, rect, _APART if few else 4 * _APART))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def covers(self, wire: Wire) -> bool:
        """Return whether the gradient's line hides the wire itself, which dashes do not."""
        strength = self.face.wires.get(wire) if self.face is not None else None
        return strength is not None and strength.state not in DASHES

    def paint_chosen(
        self, painter: QPainter, wires: Sequence[tuple[WireItem, QPainterPath]], painters: Painters, mirror: SceneModel
    ) -> None:
        face = self.face
        for item, path in wires:
            pen = painters.wire_pen(item, mirror.net_of(item))
            strength = face.wires.get(item.wire) if face is not None else None
            width = pen.widthF() if strength is None else width_of(strength)
            painter.setPen(_pen(painters.color(painters.theme.label), width + 7.0))
            painter.drawPath(path)
            painter.setPen(_pen(painters.color(painters.theme.canvas), width + 3.6))
            painter.drawPath(path)
            painter.setPen(pen)
            draw_line(painter, path)

    def paint_far(self, painter: QPainter, rect: QRectF, scale: float, theme: Theme) -> None:
        """Paint the zoomed-out gradient over the parts that `uncovered` returned."""
        face = self.face
        if face is None:
            return
        veil = QColor(theme.canvas)
        veil.setAlpha(170)
        painter.fillRect(rect, veil)
        few = _is_smooth(face)
        pens: dict[tuple[Strength, bool], QPen] = {}

        def pen_of(strength: Strength, of_block: bool) -> QPen:
            pen = pens.get((strength, of_block))
            if pen is None:
                color, width = color_of(strength, theme.dark), 2.0 if of_block else width_of(strength)
                pen = _pen(color, max(width, 1.6 / scale)) if few else QPen(color, 0)
                pens[strength, of_block] = pen
            return pen

        painter.setRenderHint(QPainter.RenderHint.Antialiasing, few)
        self._far.paint(painter, rect, reach(scale), pen_of, QColor(theme.canvas))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def paint_signs(self, painter: QPainter, mirror: SceneModel, rect: QRectF, scale: float, theme: Theme) -> None:
        face = self.face
        if face is None:
            return
        size = max(1.0, min(4.0, 0.8 / scale))
        taken: list[QRectF] = []
        for block_id, strips in face.strips.items() if scale >= STRIPS_FROM else ():
            box = _strip_box(mirror.blocks.get(block_id))
            if box.intersects(rect):
                paint_strips(painter, box, strips, theme)
        for block_id in face.starved:
            color = SIGNS["disconnected" if block_id in face.aside else "stop_gradient"]
            self._flag(painter, mirror.blocks.get(block_id), tr("no gradient"), color, theme, size, taken)
        for block_id in sorted(face.of):
            self._flag(painter, mirror.blocks.get(block_id), tr("differentiated"), START, theme, size, taken)
        for block_id in sorted(face.lifted):
            self._flag(painter, mirror.blocks.get(block_id), tr("what-if: ignored"), GAINED, theme, size, taken)
        for block_id in face.broken:
            self._flag(painter, mirror.blocks.get(block_id), tr("NaN/inf here"), BROKEN, theme, size, taken)
        for sign in self.signs(mirror, rect, scale):  # after those, whose positions are fixed: labels give way
            paint_sign(painter, sign.at, sign.radius, sign.mark.cut.kind, theme, size)
            self._label(painter, sign.at, sign.mark.label, SIGNS[sign.mark.cut.kind], theme, size, taken)

    def round_at(self, mirror: SceneModel, at: QPointF, scale: float) -> tuple[str, int] | None:
        """Return the loop and the iteration whose gradient is shown at a position."""
        for block, strips in self.face.strips.items() if self.face is not None and scale >= STRIPS_FROM else ():
            box = _strip_box(mirror.blocks.get(block))
            if box.contains(at):
                return block, round_at(at.x(), len(strips[0].norms), box.left(), box.width())
        return None

    def signs(self, mirror: SceneModel, rect: QRectF, scale: float) -> list[Sign]:
        face = self.face
        if face is None:
            return []
        radius = _SIGN * max(1.0, min(4.0, 0.8 / scale))
        around = rect.adjusted(-60, -60, 60, 60)
        signs: list[Sign] = []
        for mark in face.cuts:
            at = self._position(mark, mirror, radius)
            if at is not None and around.contains(at):
                signs.append(Sign(at, radius, mark))
        return signs

    def covered_by_signs(self, mirror: SceneModel, rect: QRectF, scale: float) -> list[QRectF]:
        size = max(1.0, min(4.0, 0.8 / scale))
        signs = self.signs(mirror, rect, scale)
        return [_label_box(sign.at, sign.mark.label, size).adjusted(0, 0, 0, 2 * sign.radius) for sign in signs]

    def sign_at(self, mirror: SceneModel, at: QPointF, scale: float) -> CutMark | None:
        size = max(1.0, min(4.0, 0.8 / scale))
        reach = 160 * size
        near = self.signs(mirror, QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach), scale)
        for sign in near:
            if (sign.at - at).manhattanLength() < sign.radius * 1.4:
                return sign.mark
        return next((sign.mark for sign in near if _label_box(sign.at, sign.mark.label, size).contains(at)), None)

    def _position(self, mark: CutMark, mirror: SceneModel, radius: float) -> QPointF | None:
        """Return the position of a sign: before the block at which the gradient ends, or before the wire's tag.

        For an end inside an instance it is the instance's lower left corner: its input wires may carry the gradient.
        """
        before = max(_BEFORE, 1.5 * radius)
        if mark.cut.wire is None:
            item = mirror.blocks.get(mark.cut.block)
            if item is not None and mark.inside:
                return item.rect.bottomLeft() + QPointF(_CORNER, -_CORNER)
            return None if item is None else QPointF(item.rect.left() - before, item.rect.center().y())
        for item in mirror.wires_of(mark.cut.wire.target.block):
            if item.wire == mark.cut.wire and len(item.flat) > 1:
                tag = self._tags().get(item.index)
                if tag is not None:
                    return QPointF(tag.left() - radius - 3, tag.center().y())
                return _before_end(item.flat, before)
        return None

    def _label(
        self, painter: QPainter, at: QPointF, text: str, color: str, theme: Theme, size: float, taken: list[QRectF]
    ) -> None:
        box = _label_box(at, text, size)
        _avoid(box, taken, size)
        paint_label(painter, box, text, QColor(color), theme, size)

    def _flag(
        self,
        painter: QPainter,
        item: BlockItem | None,
        text: str,
        color: str,
        theme: Theme,
        size: float,
        taken: list[QRectF],
    ) -> None:
        if item is None:
            return
        style = Qt.PenStyle.DashLine if color != START else Qt.PenStyle.SolidLine
        set_colors(painter, QPen(QColor(color), 2.4 * size, style), Qt.BrushStyle.NoBrush)
        draw_rounded(painter, item.rect.adjusted(-5, -5, 5, 5), 13)
        width = (label_width(text) + 12) * size
        box = QRectF(item.rect.left(), item.rect.top() - 5 - 15 * size, width, 15 * size)
        if box.right() > item.rect.right() - 10 * size:  # the corner has the signs of contracts and problems
            box.moveBottom(item.rect.top() - 12 * size)
        _avoid(box, taken, size)
        paint_label(painter, box, text, QColor(color), theme, size)


def _strip_box(item: BlockItem | None) -> QRectF:
    box = None if item is None or item.face.collapsed else item.geometry.thumbnail
    return QRectF() if box is None or item is None else QRectF(*box).translated(*item.block.at)


START = "#188652"
BROKEN = "#d012c4"


def _label_box(at: QPointF, text: str, size: float) -> QRectF:
    width = (label_width(text) + 10) * size
    return QRectF(at.x() - width + 10 * size, at.y() - (_SIGN + 17) * size, width, 15 * size)


def _avoid(box: QRectF, taken: list[QRectF], size: float) -> None:
    """Move a label up until it overlaps no other, within a limit, and add it to ``taken``."""
    for _ in range(6):
        if not any(box.intersects(other) for other in taken):
            break
        box.translate(0, -16 * size)
    taken.append(box)


def _is_smooth(face: GradientFace) -> bool:
    return len(face.wires) <= _MOST_SMOOTH


def _pen(color: QColor, width: float) -> QPen:
    return QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _arrows(routes: Iterable[Sequence[Point]], width: float, rect: QRectF, apart: float) -> QPainterPath:
    size = max(4.5, width * 0.95)
    near = rect.adjusted(-size, -size, size, size)
    back, front = 0.6 * size, -size
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for points in routes:
        for (x, y), (dx, dy) in _along(points, apart, near):
            path.moveTo(x + dx * front, y + dy * front)
            path.lineTo(x + dx * back - dy * size, y + dy * back + dx * size)
            path.lineTo(x + dx * back + dy * size, y + dy * back - dx * size)
            path.closeSubpath()
    return path


def _along(points: Sequence[Point], apart: float, rect: QRectF) -> Iterator[tuple[Point, Point]]:
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    total = sum(lengths)
    step = total / max(1, round(total / apart))
    passed = 0.0
    for (a, b), length in zip(pairwise(points), lengths, strict=True):
        if length:
            direction = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
            low, high = _inside(a, direction, length, rect)
            number = max(0, math.ceil((passed + low) / step - 0.5))
            while (at := (number + 0.5) * step - passed) <= high:
                yield (a[0] + direction[0] * at, a[1] + direction[1] * at), direction
                number += 1
        passed += length


def _inside(start: Point, direction: Point, length: float, rect: QRectF) -> tuple[float, float]:
    """Clip a straight line to a rectangle: distances from its start; the second is smaller if it misses."""
    low, high = 0.0, length
    sides = ((rect.left(), rect.right()), (rect.top(), rect.bottom()))
    for at, step, (least, most) in zip(start, direction, sides, strict=True):
        if step:
            ends = sorted(((least - at) / step, (most - at) / step))
            low, high = max(low, ends[0]), min(high, ends[1])
        elif not least <= at <= most:
            return 0.0, -1.0
    return low, high


def _before_end(points: Sequence[Point], distance: float) -> QPointF:
    total = sum(math.dist(a, b) for a, b in pairwise(points))
    left = min(distance, total / 2)
    for a, b in zip(reversed(points[:-1]), reversed(points[1:]), strict=True):
        length = math.dist(a, b)
        if length >= left and length:
            part = left / length
            return QPointF(b[0] + (a[0] - b[0]) * part, b[1] + (a[1] - b[1]) * part)
        left -= length
    return QPointF(*points[0])
