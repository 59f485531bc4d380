"""The overlay of a gesture: the new wire, compatible pins, the selection box, alignment guides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from app.canvas.display_blocks.displays import Panel
from app.canvas.display_blocks.pens import line_colors
from app.canvas.display_blocks.trend import Cursor
from app.canvas.drawing.blocks import WIRE_WIDTH
from app.canvas.drawing.shapes import brush, draw_line, draw_pin_form, set_colors, wire_path
from app.canvas.items import PinKey, WireItem
from app.canvas.scene_protocol import SceneContext
from app.canvas.text import draw_text, font
from app.face.geometry import PIN_RADIUS, route_wire
from blocks.document.data import Wire

_EDGE, _NEAR, _FEW = 4.0, 40.0, 12
"""What a text keeps from the edges; how much around the end of a wire is kept free; selected blocks that are minded."""
_BEYOND = 11.0
"""How far marks reach beyond what they mark: the pairs of blocks farthest."""


class Overlay:
    def __init__(self, scene: SceneContext) -> None:
        self._scene = scene
        self._wire: tuple[QPointF, QPointF, str] | None = None
        self._text: tuple[QPointF, str, bool] | None = None
        self._box: QRectF | None = None
        self._guides: list[QLineF] = []
        self._slice: list[QPointF] = []
        self._lit: frozenset[PinKey] | None = None
        self._lit_blocks: frozenset[str] | None = None
        self.hover: str | PinKey | Wire | None = None
        self._value: QRectF | None = None
        self._probe: QPointF | None = None
        self._held: dict[str, float] = {}
        self.pairs: Mapping[str, Collection[str]] = {}
        """Blocks that belong together: those that are marked with the one under the cursor."""

    def clear(self) -> None:
        self._wire = self._text = self._box = self._lit = self._lit_blocks = self.hover = self._value = None
        self._scene.gesture_moved.emit()
        self._guides = []
        self._slice = []
        self._scene.update()

    def set_wire(self, begin: QPointF | None, end: QPointF | None, state: str = "open") -> None:
        """Show a wire that is being drawn. ``state``: ``open`` (no target yet), ``good``, ``bad`` (does not fit)."""
        wire = None if begin is None or end is None else (begin, end, state)
        if wire != self._wire:
            with self._repainting(self._around_wire):
                self._wire = wire
            self._scene.gesture_moved.emit()

    def set_text(self, at: QPointF | None, text: str = "", *, bad: bool = False) -> None:
        shown = None if at is None or not text else (at, text, bad)
        if shown != self._text:
            self._text = shown
            self._scene.gesture_moved.emit()
            self._scene.update()  # it keeps off the edges of the view, wherever that has been scrolled to

    def set_box(self, rect: QRectF | None) -> None:
        if rect != self._box:
            with self._repainting(self._around_lines):
                self._box = rect

    def set_guides(self, lines: Iterable[QLineF]) -> None:
        guides = list(lines)
        if guides != self._guides:
            with self._repainting(self._around_lines):
                self._guides = guides

    def set_slice(self, path: Sequence[QPointF]) -> None:
        if path or self._slice:
            with self._repainting(self._around_lines):
                self._slice = list(path)

    def light_pins(self, pins: Collection[PinKey] | None) -> None:
        self._lit = None if pins is None else frozenset(pins)
        self._lit_blocks = None if pins is None else frozenset(pin.block for pin in pins)
        self._scene.update()

    def set_hover(self, what: str | PinKey | Wire | None) -> None:
        if what != self.hover:
            with self._repainting(self._around_hover):
                self.hover = what

    def set_value(self, area: QRectF | None) -> None:
        if area != self._value:
            with self._repainting(lambda: [] if self._value is None else [self._value]):
                self._value = area

    def set_probe(self, at: QPointF | None) -> None:
        if self._probe is not None or at is not None:
            self._probe = at
            self._scene.update()

    @contextmanager
    def _repainting(self, around: Callable[[], list[QRectF]]) -> Generator[None]:
        """Repaint the areas returned by ``around`` before and after the body, which changes marks."""
        before = around()
        yield
        self._scene.update_around([*before, *around()], _BEYOND)

    def _around_hover(self) -> list[QRectF]:
        hover, scene = self.hover, self._scene
        if isinstance(hover, PinKey):
            at = scene.pin_position(hover)
            return [] if at is None else [QRectF(at, at)]
        if isinstance(hover, Wire):
            return [self._hovered_path(item).boundingRect() for item in self._hovered_wires(hover)]
        blocks = [] if hover is None else [hover, *self.pairs.get(hover, ())]
        return [item.rect for item in map(scene.block_item, blocks) if item is not None]

    def _around_wire(self) -> list[QRectF]:
        return [] if self._wire is None else [self._wire_path(*self._wire[:2]).boundingRect()]

    def _around_lines(self) -> list[QRectF]:
        lines = [QPolygonF([line.p1(), line.p2()]) for line in self._guides]
        rects = [each.boundingRect() for each in (*lines, QPolygonF(self._slice)) if not each.isEmpty()]
        return rects if self._box is None else [*rects, self._box.normalized()]

    def text_box(self, transform: QTransform, view: QSizeF) -> QRectF | None:
        if self._text is None:
            return None
        return self._box_of(self._text[1], transform.map(self._text[0]), transform, view)

    def _box_of(self, text: str, at: QPointF, transform: QTransform, view: QSizeF) -> QRectF:
        lines = text.split("\n")
        width = max(QFontMetricsF(font(12)).horizontalAdvance(line) for line in lines) + 18
        chosen = map(self._scene.block_item, self._scene.selected_ids()[:_FEW])
        kept = [transform.mapRect(item.rect) for item in chosen if item is not None]
        return beside(at, QSizeF(width, 17.0 * len(lines) + 9), view, kept)

    def worked_on(self, transform: QTransform, view: QSizeF) -> list[QRectF]:
        box = self.text_box(transform, view)
        rects = [] if box is None else [box]
        if self._wire is not None:
            ends = [transform.map(end) for end in self._wire[:2]]
            rects += [QRectF(end - QPointF(_NEAR, _NEAR), end + QPointF(_NEAR, _NEAR)) for end in ends]
        return rects

    @property
    def says(self) -> bool:
        return self._text is not None or self._probe is not None

    def lit_blocks(self) -> frozenset[str] | None:
        return self._lit_blocks

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = painter.worldTransform().m11()
        self._paint_hover(painter, scale)
        if self._value is not None:
            painter.setPen(QPen(brush(self._scene.painters.color(self._scene.theme.hover), 150), 1.0))
            painter.setBrush(brush(self._scene.painters.color(self._scene.theme.hover), 26))
            painter.drawRoundedRect(self._value, 3, 3)
        self._paint_pins(painter, rect)
        self._paint_wire(painter)
        self._paint_lines(painter, scale)
        self._paint_cursors(painter, scale)
        if self._text is not None:
            self._paint_text(painter, *self._text)

    def _paint_hover(self, painter: QPainter, scale: float) -> None:
        scene, theme = self._scene, self._scene.theme
        color = scene.painters.color(theme.hover)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if isinstance(self.hover, PinKey):
            at = scene.pin_position(self.hover)
            if at is not None:
                painter.setPen(QPen(color, 1.6))
                painter.drawEllipse(at, PIN_RADIUS + 3.5, PIN_RADIUS + 3.5)
        elif isinstance(self.hover, Wire):
            for item in self._hovered_wires(self.hover):
                painter.setPen(QPen(brush(color, 150), WIRE_WIDTH + 0.6))
                painter.drawPath(self._hovered_path(item))
        elif isinstance(self.hover, str) and self.hover not in scene.selected_ids():
            item = scene.block_item(self.hover)
            if item is not None:
                painter.setPen(QPen(brush(color, 90), 1.4 / min(1.0, scale)))
                painter.drawRoundedRect(item.rect.adjusted(-3, -3, 3, 3), 12, 12)

        if isinstance(self.hover, str) and self.hover in self.pairs:
            pair = scene.painters.color(theme.found)
            set_colors(painter, QPen(pair, 2.6 / min(1.0, scale)), brush(pair, 50))
            for block in (self.hover, *self.pairs[self.hover]):
                item = scene.block_item(block)
                if item is not None:
                    painter.drawRoundedRect(item.rect.adjusted(-6, -6, 6, 6), 14, 14)

    def _hovered_wires(self, wire: Wire) -> list[WireItem]:
        return [item for item in self._scene.mirror.wires_of(wire.source.block) if item.wire == wire]

    def _hovered_path(self, item: WireItem) -> QPainterPath:
        return wire_path(item.whole or item.points, self._scene.mirror.style)

    def _paint_pins(self, painter: QPainter, rect: QRectF) -> None:
        if not self._lit:
            return
        color = self._scene.painters.color
        theme = self._scene.theme
        for key in self._lit:
            item = self._scene.block_item(key.block)
            spot = None if item is None else item.geometry.spot(key.pin, key.index, is_input=key.is_input)
            if item is None or spot is None or not item.rect.intersects(rect):
                continue
            at = QPointF(item.block.at[0] + spot.x, item.block.at[1] + spot.y)
            set_colors(painter, Qt.PenStyle.NoPen, brush(color(theme.ok), 70))
            painter.drawEllipse(at, PIN_RADIUS + 6, PIN_RADIUS + 6 + spot.reach)
            painter.setPen(QPen(color(theme.ok), 1.6))
            painter.setBrush(color(theme.pin_color(spot.pin.role, spot.pin.dtype)))
            draw_pin_form(painter, spot.pin, at, spot.reach, PIN_RADIUS + 1)

    def _paint_wire(self, painter: QPainter) -> None:
        if self._wire is None:
            return
        begin, end, state = self._wire
        theme = self._scene.theme
        name = {"good": theme.ok, "bad": theme.error}.get(state, theme.wire_color("result"))
        color = self._scene.painters.color(name)
        pen = QPen(color, WIRE_WIDTH + 0.4)
        if state == "open":
            pen.setStyle(Qt.PenStyle.DashLine)
        set_colors(painter, pen, Qt.BrushStyle.NoBrush)
        draw_line(painter, self._wire_path(begin, end))
        set_colors(painter, Qt.PenStyle.NoPen, color)
        painter.drawEllipse(begin, 3.5, 3.5)
        painter.drawEllipse(end, 3.5, 3.5)

    def _wire_path(self, begin: QPointF, end: QPointF) -> QPainterPath:
        style = self._scene.mirror.style
        return wire_path(route_wire((begin.x(), begin.y()), (end.x(), end.y()), style), style)

    def _paint_lines(self, painter: QPainter, scale: float) -> None:
        color = self._scene.painters.color
        theme = self._scene.theme
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._guides:
            painter.setPen(QPen(color(theme.running), 1.0 / scale, Qt.PenStyle.DashLine))
            painter.drawLines(self._guides)
        if len(self._slice) > 1:
            painter.setPen(QPen(color(theme.error), 2.0 / scale, Qt.PenStyle.DashLine))
            painter.drawPolyline(QPolygonF(self._slice))
        if self._box is not None:
            set_colors(painter, QPen(color(theme.running), 1.2 / scale), brush(color(theme.running), 28))
            painter.drawRect(self._box)

    def hold(self, block: str, at: QPointF) -> None:
        """Hold a trend cursor at a step for comparison; release it if it is already held there."""
        cursor = self._cursor(block, at)
        if cursor is None:
            return
        if self._held.pop(block, None) != cursor.step:
            self._held[block] = cursor.step
        self._scene.update()

    def probed(self) -> Cursor | None:
        if self._probe is None or not isinstance(self.hover, str):
            return None
        return self._cursor(self.hover, self._probe, self._held.get(self.hover))

    def _cursor(self, block: str, at: QPointF | float, against: float | None = None) -> Cursor | None:
        item = self._scene.block_item(block)
        panel = item.preview.picture if item is not None and item.preview is not None else None
        if item is None or not isinstance(panel, Panel):
            return None
        position = at - QPointF(*item.block.at) if isinstance(at, QPointF) else at
        return panel.cursor(self._scene.painters.card_box(item), position, against)

    def _paint_cursors(self, painter: QPainter, scale: float) -> None:
        for block, step in self._held.items():
            cursor = self._cursor(block, step)
            if cursor is not None:
                self._paint_cursor(painter, block, cursor, QPen(Qt.PenStyle.DashLine), scale)
        cursor = self.probed()
        if cursor is not None and self._probe is not None and isinstance(self.hover, str):
            self._paint_cursor(painter, self.hover, cursor, QPen(), scale)
            self._paint_text(painter, self._probe, cursor.text)

    def _paint_cursor(self, painter: QPainter, block: str, cursor: Cursor, pen: QPen, scale: float) -> None:
        item = self._scene.block_item(block)
        corner = QPointF() if item is None else QPointF(*item.block.at)
        pen.setColor(self._scene.painters.color(self._scene.theme.label))
        pen.setWidthF(1.0 / scale)
        painter.setPen(pen)
        painter.drawLine(cursor.top + corner, cursor.bottom + corner)
        lines = line_colors(self._scene.theme.dark)
        painter.setPen(Qt.PenStyle.NoPen)
        for dot, number in cursor.dots:
            painter.setBrush(lines[number % len(lines)])
            painter.drawEllipse(dot + corner, 3.4, 3.4)

    def _paint_text(self, painter: QPainter, at: QPointF, text: str, bad: bool = False) -> None:
        color = self._scene.painters.color
        theme = self._scene.theme
        painter.save()
        view, transform = QSizeF(painter.device().width(), painter.device().height()), painter.worldTransform()
        painter.resetTransform()
        lines = text.split("\n")
        box = self._box_of(text, transform.map(at), transform, view)
        painter.setPen(QPen(color(theme.error if bad else theme.preview_border), 1.2))
        painter.setBrush(color(theme.preview_fill))
        painter.drawRoundedRect(box, 5, 5)
        for i, line in enumerate(lines):
            draw_text(painter, box.left() + 9, box.top() + 17 + 17 * i, line, 12, color(theme.label))
        painter.restore()


def beside(cursor: QPointF, size: QSizeF, view: QSizeF, kept: Sequence[QRectF] = ()) -> QRectF:
    below, above = cursor.y() + 14, cursor.y() - 10 - size.height()  # to the side the cursor would cover it
    right, left = cursor.x() + 16, cursor.x() - 16 - size.width()
    boxes: list[QRectF] = []
    for x, y in ((right, below), (right, above), (left, below), (left, above)):
        if y + size.height() > view.height() - _EDGE and y == below:
            continue
        x = max(_EDGE, min(x, view.width() - size.width() - _EDGE))
        y = max(_EDGE, min(y, view.height() - size.height() - _EDGE))
        boxes.append(QRectF(QPointF(x, y), size))
    return next((box for box in boxes if not any(box.intersects(rect) for rect in kept)), boxes[0])
