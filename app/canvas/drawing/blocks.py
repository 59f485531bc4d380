"""Painters for blocks, notes and frames, and the pens of wires."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap

from app.canvas.display_blocks.displays import Panel
from app.canvas.drawing.shapes import HEAD, draw_icon, draw_pin_form, draw_rounded, head_polygon, painting, set_colors
from app.canvas.items import (
    CARD_GAP,
    HEADING,
    HEADING_SIZE,
    NOTE_LEADING,
    NOTE_SIZE,
    BlockItem,
    CachedPicture,
    FrameItem,
    NoteItem,
    WireItem,
)
from app.canvas.text import draw_text, static_text, wrapped
from app.canvas.value_rows import LEAST_ROOM, labels_beside, room_for_value
from app.face.face import Badge, BlockView, PinFace, Preview, Thumbnail
from app.face.geometry import (
    ID_SIZE,
    LABEL_SIZE,
    LABEL_X,
    PIN_RADIUS,
    PITCH,
    TITLE_BASELINE,
    TITLE_LINE,
    TITLE_SIZE,
    TYPE_SIZE,
    Geometry,
    PinSpot,
    Point,
)
from app.face.theme import CONTROL, Theme, contrast, text_on
from blocks.base.language import tr

MARGIN = 13.0
"""What a block paints beyond its border at the left and at the top: pins, badge, glow."""
TYPE_ROOM = 76.0
_FAR_REACH = 6.0
PREVIEW_LINE = 12.0
WIRE_WIDTH = 2.4
ROUNDING = 10.0
OPAQUE = (4.0, 4.0, -4.0, -4.0)
"""From the sides of a block to those of what it certainly hides: its corners are round."""

_THUMBNAIL_FROM = 0.5
"""Below this scale nothing can be told in it."""
_THUMBNAIL_LARGEST = 0.2
_LEAST_TITLE, _MOST_WITH_ID = 9.5, 16
"""The least size of a title on the screen; larger titles than the second, in page units, cover the id below."""

_NO_PEN = QPen(Qt.PenStyle.NoPen)
_COLORED, TINT, HEADER_TINT = 24, 0.16, 0.18
"""A color less saturated than this is gray; the shares of a color in the fill of a block and of its header."""
_OLD = 0.45
"""How much is left of the colours of a result of before an edit."""
_OLD_ROOM, _ICON_ROOM = 12.0, 14.0
"""The width of the sign beside it, and of the icon of a family."""


def reach(scale: float) -> float:
    """Return the largest distance of lines, rings and outlines from their items, in page units.

    Their width on the screen is constant when zoomed out, so the distance grows. Partial repaints must include it.
    """
    return max(MARGIN, _FAR_REACH / scale)


class ColorPalette:
    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._colors: dict[str, QColor] = {}

    def __call__(self, color: str) -> QColor:
        parsed = self._colors.get(color)
        if parsed is None:
            parsed = self._colors[color] = QColor(color)
        return parsed

    def given(self, color: str | None) -> QColor | None:
        """Return the user's color of a block or frame; None if it is invalid or nearly gray."""
        parsed = self(color or "")
        return parsed if parsed.isValid() and parsed.saturation() >= _COLORED else None

    def family(self, family: str) -> QColor | None:
        return self(self.theme.family_color(family)) if family else None

    def tinted(self, color: QColor, part: float = TINT) -> QColor:
        fill = self(self.theme.block_fill)
        pairs = zip((fill.red(), fill.green(), fill.blue()), (color.red(), color.green(), color.blue()), strict=True)
        return QColor(*[round(x + (y - x) * part) for x, y in pairs])


class Extras(NamedTuple):
    """The items shown in addition to blocks and wires.

    Attributes:
        dim: while anything is selected, fade wires that neither are selected nor touch a selected block.
        by_dtype: color wires by dtype, as found by a check, not by source.
        scope_pins: show also the Scope pins without a wire.
        grid: show a grid of dots, and snap moved items to it.
    """

    shapes: bool = True
    values: bool = False
    dim: bool = False
    by_dtype: bool = False
    scope_pins: bool = True
    grid: bool = True


SHOWN = Extras()


class Painters:
    def __init__(self, theme: Theme, shown: Extras = SHOWN) -> None:
        self.theme = theme
        self.shapes, self.by_dtype, self._scope_pins = shown.shapes, shown.by_dtype, shown.scope_pins
        self.color = ColorPalette(theme)

    # Blocks

    def shows(self, pin: PinFace) -> bool:
        return self._scope_pins or pin.wired or pin.role != "scope"

    def extent(self, item: BlockItem) -> QRectF:
        g = item.geometry
        right = TYPE_ROOM if any(pin.type_text for pin in item.face.pins if pin.side == "right") else MARGIN
        return QRectF(-MARGIN, -MARGIN, g.width + MARGIN + right, g.height + 2 * MARGIN)

    def paint_picture(self, item: BlockItem, scale: float, ratio: float = 1.0) -> QPixmap:
        """Paint a block at a scale (device pixels per page unit; ``ratio``: per screen pixel) and cache its image."""
        title = max(TITLE_SIZE, round(_LEAST_TITLE * ratio / scale))
        return self._keep(
            item.picture, self.extent(item), scale, lambda p: self.block(p, item.face, item.geometry, title)
        )

    def card_box(self, item: BlockItem) -> QRectF:
        preview, g = item.preview, item.geometry
        if preview is None:
            return QRectF()
        if g.inner is not None:
            return QRectF(*g.inner)
        room = item.room - CARD_GAP
        if preview.picture is not None:
            height = min(room, 44.0 + (PREVIEW_LINE if preview.caption else 0.0))
            return QRectF(0, g.height + CARD_GAP, g.width, height) if height >= 16 else QRectF()
        lines = min(4, len(preview.lines), int((room - 7) // PREVIEW_LINE))
        return QRectF(0, g.height + CARD_GAP, g.width, PREVIEW_LINE * lines + 7) if lines > 0 else QRectF()

    def paint_card(self, item: BlockItem, box: QRectF, scale: float) -> QPixmap:
        """Paint a block's result at a scale and cache the image in the item."""
        return self._keep(item.card, box, scale, lambda p: self.card(p, item.preview or Preview(), box))

    def _keep(self, kept: CachedPicture, extent: QRectF, scale: float, paint: Callable[[QPainter], None]) -> QPixmap:
        pixmap = QPixmap(max(1, int(extent.width() * scale) + 2), max(1, int(extent.height() * scale) + 2))
        pixmap.fill(Qt.GlobalColor.transparent)
        with painting(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale, scale)
            painter.translate(-extent.left(), -extent.top())
            paint(painter)
        # What was painted on keeps all that its painter needed, which may be as much as its pixels; a copy does not.
        kept.pixels, kept.scale, kept.fresh = pixmap.copy(), scale, True
        kept.origin = (extent.left(), extent.top())
        return kept.pixels

    def placeholder(self, painter: QPainter, rect: QRectF) -> None:
        painter.fillRect(rect, self.color(self.theme.block_border))
        painter.fillRect(rect.adjusted(1, 1, -1, -1), self.color(self.theme.overview_fill))

    def block(self, painter: QPainter, face: BlockView, geometry: Geometry, title: int = TITLE_SIZE) -> None:
        t, c = self.theme, self.color
        box = QRectF(0, 0, geometry.width, geometry.height)
        if face.muted:
            painter.setOpacity(0.45)
        set_colors(painter, _NO_PEN, c(t.block_shadow))
        painter.drawRoundedRect(box.adjusted(-1, 1, 2.5, 3.5), ROUNDING + 1, ROUNDING + 1)
        if face.has_inside:  # a second sheet looks out behind the first
            set_colors(painter, QPen(c(t.block_border), 1.4), c(t.block_fill))
            painter.drawRoundedRect(box.adjusted(4.5, -3.5, 3.5, -4.5), ROUNDING - 1, ROUNDING - 1)
        errors = any(badge.kind == "error" for badge in face.badges)
        usual = t.block_border if face.caption is None else t.note
        given = self.color.given(face.color)
        wide = 2.6 if errors or face.is_variable else 1.5
        border = QPen(c(t.error) if errors else c(t.missing) if face.missing else given or c(usual), wide)
        if face.missing or face.muted:
            border.setStyle(Qt.PenStyle.DashLine)
        body = box.adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2)
        painter.setBrush(c(t.block_fill) if given is None else self.color.tinted(given))
        painter.drawRoundedRect(body, ROUNDING - 1, ROUNDING - 1)
        family = None if face.caption is not None else self.color.family(face.family)
        if family is not None:  # in the header
            painter.save()
            painter.setClipRect(QRectF(0, 0, geometry.width, geometry.id_baseline + 4.5))
            painter.setBrush(self.color.tinted(family, HEADER_TINT))
            painter.drawRoundedRect(body, ROUNDING - 1, ROUNDING - 1)
            painter.restore()
        set_colors(painter, border, Qt.BrushStyle.NoBrush)
        draw_rounded(painter, body, ROUNDING - 1)
        if face.caption is not None:
            self._header(painter, face, geometry)
            return
        room = geometry.width - 16 - 16 * (bool(face.badges) + bool(face.gradient))
        taken = 0.0
        for i, line in enumerate(face.heading):
            y = TITLE_BASELINE + TITLE_LINE * i + (title - TITLE_SIZE) * (i + 0.6)
            shade = c(t.missing if face.missing else t.title)
            used = draw_text(painter, 9, y, line, title, shade, bold=True, room=room)
            taken = taken or used
        wide = geometry.width - 18.0
        under = face.subheading if title <= _MOST_WITH_ID else ""
        is_beside = taken + _ICON_ROOM <= room
        if family is not None and (under or is_beside):  # at the right of the title, otherwise of the id
            y, x = (TITLE_BASELINE, room) if is_beside else (geometry.id_baseline + 1, wide + 2)
            draw_icon(painter, face.family, QPointF(x - 3, y - 10), family)
            wide -= 0.0 if is_beside else _ICON_ROOM
        used = draw_text(painter, 9, geometry.id_baseline, under, ID_SIZE, c(t.id_text), room=wide)
        if face.aside and under and wide - used > 30:
            draw_text(
                painter, 9 + wide, geometry.id_baseline, face.aside, ID_SIZE, c(t.id_text), room=wide - used - 8,
                align="right",
            )  # fmt: skip
        if face.collapsed:
            for spot in filter(lambda spot: self.shows(spot.pin), geometry.spots):
                self._pin(painter, spot)
        else:
            self._rows(painter, face, geometry)
            for index, each in enumerate(face.inside):
                box = geometry.part_of_thumbnail(index, len(face.inside))
                if box is not None:
                    name = (each.part or "body") if len(face.inside) > 1 else ""
                    self._thumbnail(painter, each.thumbnail, QRectF(*box), name)
        if face.muted:
            painter.setOpacity(1.0)
        for i, badge in enumerate(face.badges):
            self._badge(painter, badge, geometry.width - 4 - 18 * i, 3)
        if face.gradient:
            x = geometry.width - (18 if face.has_inside else 4) - 18 * len(face.badges)
            set_colors(painter, QPen(c(t.block_border), 1.3), c(t.block_fill))
            painter.drawEllipse(QPointF(x, 14), 8, 8)
            draw_text(painter, x, 18, "∂", LABEL_SIZE + 2, c(t.title), bold=True, align="center")

    def _thumbnail(self, painter: QPainter, inside: Thumbnail | None, box: QRectF, name: str) -> None:
        if painter.worldTransform().m11() < _THUMBNAIL_FROM or (inside is None and not name):
            return
        t, c = self.theme, self.color
        set_colors(painter, _NO_PEN, c(t.canvas))
        painter.drawRoundedRect(box, 4, 4)
        if name:
            at = box.top() + ID_SIZE + 1
            draw_text(painter, box.left() + 4, at, name, ID_SIZE, c(t.id_text), room=box.width() - 8)
        if inside is None:
            return
        space = box.adjusted(4, 4 + (ID_SIZE if name else 0), -4, -4)
        factor = min(space.width() / inside.width, space.height() / inside.height, _THUMBNAIL_LARGEST)
        left = space.center().x() - inside.width * factor / 2
        top = space.center().y() - inside.height * factor / 2
        painter.setPen(QPen(c(t.label_dim), 0.8))
        painter.drawLines([
            QLineF(left + x * factor, top + y * factor, left + u * factor, top + v * factor)
            for x, y, u, v in inside.lines
        ])  # fmt: skip
        painter.setPen(QPen(c(t.block_border), 0.8))
        for (x, y, width, height), family in zip(inside.boxes, inside.families, strict=True):
            color = self.color.family(family)
            painter.setBrush(c(t.block_fill) if color is None else self.color.tinted(color, 2 * HEADER_TINT))
            painter.drawRect(QRectF(left + x * factor, top + y * factor, width * factor, height * factor))

    def _header(self, painter: QPainter, face: BlockView, geometry: Geometry) -> None:
        t, c = self.theme, self.color
        room = geometry.width - LABEL_X - 8 - 18 * len(face.badges)
        caption, used = face.caption or face.id, room
        if geometry.id_baseline:
            used = draw_text(painter, LABEL_X, TITLE_BASELINE, caption, LABEL_SIZE + 1, c(t.note), bold=True, room=room)
        if caption != face.id and room - used > 30:
            right = LABEL_X + room
            draw_text(
                painter, right, TITLE_BASELINE, face.id, ID_SIZE, c(t.id_text), room=room - used - 10, align="right"
            )  # fmt: skip
        for spot in geometry.spots:
            if spot.pin.side == "left":
                self._pin(painter, spot)
        painter.setOpacity(1.0)
        for i, badge in enumerate(face.badges):
            self._badge(painter, badge, geometry.width - 4 - 18 * i, 3)

    def _rows(self, painter: QPainter, face: BlockView, geometry: Geometry) -> None:
        t, c = self.theme, self.color
        beside = labels_beside(geometry)
        last = 0.0
        for spot in geometry.spots:
            pin = spot.pin
            if not self.shows(pin):
                continue
            if pin.side == "left":
                last = max(last, spot.y + spot.reach)
                self._left_row(painter, spot, *room_for_value(geometry, spot, beside.get(spot.y, 0.0)))
            elif pin.side == "right":
                if pin.label:
                    x = geometry.width - 10
                    color = c(t.label if pin.index is None else t.label_dim)
                    draw_text(painter, x, spot.y + 4, pin.label, LABEL_SIZE, color, bold=True, align="right")
                if pin.type_text and self.shapes:
                    x = geometry.width + 8
                    draw_text(painter, x, spot.y - 4.5, pin.type_text, TYPE_SIZE, c(t.type_text), room=TYPE_ROOM - 8)
            self._pin(painter, spot)
        if face.hidden_values:
            text = tr("+ {hidden_values} more", hidden_values=face.hidden_values)
            draw_text(painter, LABEL_X, last + PITCH + 3, text, ID_SIZE, c(t.label_dim))

    def _left_row(self, painter: QPainter, spot: PinSpot, end: float, left: float) -> None:
        t, c = self.theme, self.color
        pin = spot.pin
        dim = pin.kind in ("scope", "attribute")
        wrong = pin.fault and not pin.is_open
        color = c(t.error if wrong else t.label_dim if dim else t.label)
        used = draw_text(painter, LABEL_X, spot.y + 4, pin.label, LABEL_SIZE, color, bold=True, room=end - LABEL_X)
        if pin.value and left > LEAST_ROOM:
            draw_text(painter, end, spot.y + 4, pin.value, LABEL_SIZE, c(t.value), room=left, align="right")
        elif self.shapes and pin.wired and pin.type_text and not pin.is_list:
            text = pin.type_text
            if static_text(text, TYPE_SIZE).size().width() > left:
                text = pin.shape
            if text and static_text(text, TYPE_SIZE).size().width() <= left:
                # Beside its label: at the right border it would be taken for the output's.
                draw_text(painter, LABEL_X + used + 5, spot.y + 3, text, TYPE_SIZE, c(t.type_text))

    def _pin(self, painter: QPainter, spot: PinSpot) -> None:
        t, c = self.theme, self.color
        pin = spot.pin
        if pin.kind == "attribute":
            painter.setPen(QPen(c(t.error if pin.fault and not pin.is_open else t.label_dim), 1.0))
            painter.setBrush(c(t.pin_color("attribute", "")))
            painter.drawEllipse(QPointF(spot.x, spot.y), 2.6, 2.6)
            return
        if pin.fault:
            calm = QPen(c(t.label_dim), 1.2, Qt.PenStyle.DotLine)
            set_colors(painter, calm if pin.is_open else QPen(c(t.error), 2.0), Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(spot.x, spot.y), PIN_RADIUS + 3.5, PIN_RADIUS + 3.5)
        ring = c(t.pin_ring if pin.side == "left" else t.pin_ring_output)
        set_colors(painter, QPen(ring, 1.0), c(t.pin_color(pin.role, pin.dtype)))
        draw_pin_form(painter, pin, QPointF(spot.x, spot.y), spot.reach)
        if pin.form == "ring":
            painter.setPen(QPen(c(t.label_dim), 1.0))
            painter.drawEllipse(QPointF(spot.x, spot.y), 1.6, 1.6)
        if pin.wired:
            if pin.side == "left":
                for order in range(min(pin.wires, 64) if spot.reach else 1):
                    color = self.wire_color(pin.kind, pin.nets[order] if order < len(pin.nets) else "")
                    self._head(painter, spot.end(order), color, small=bool(spot.reach))
            else:
                set_colors(painter, _NO_PEN, self.wire_color(pin.kind, pin.nets[0] if pin.nets else ""))
                painter.drawEllipse(QPointF(spot.x, spot.y), 2.8, 2.8)

    def _head(self, painter: QPainter, tip: Point, color: QColor, small: bool) -> None:
        x, y = tip
        size = 0.72 if small else 1.0
        painter.setPen(QPen(color, WIRE_WIDTH * size))
        painter.drawLine(QPointF(min(0.0, x - HEAD), y), QPointF(x - HEAD * 0.6, y))
        set_colors(painter, _NO_PEN, color)
        painter.drawPolygon(head_polygon(x - 1.0, y, size))

    def is_badge(self, item: BlockItem, at: QPointF, reach: float) -> bool:
        x, y = item.block.at
        corner = QPointF(x + item.geometry.width - 4, y + 3)
        return any((at - corner + QPointF(18 * i, 0)).manhattanLength() < reach for i in range(len(item.face.badges)))

    def _badge(self, painter: QPainter, badge: Badge, x: float, y: float) -> None:
        t, c = self.theme, self.color
        if badge.kind == "open":  # a ring with three dots: there is more to come
            set_colors(painter, QPen(c(t.label_dim), 1.3), c(t.block_fill))
            painter.drawEllipse(QPointF(x, y), 7, 7)
            painter.setPen(QPen(c(t.label), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPoints([QPointF(x + dx, y) for dx in (-3.2, 0.0, 3.2)])
            return
        color = {"error": t.error, "warning": t.warning}[badge.kind]
        set_colors(painter, QPen(c(t.canvas), 1.5), c(color))
        painter.drawEllipse(QPointF(x, y), 8, 8)
        white = QColor("#ffffff")
        painter.setPen(QPen(white, 2.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(x, y - 4.2), QPointF(x, y + 0.8))
        painter.drawPoint(QPointF(x, y + 4.2))

    # Results

    def card(self, painter: QPainter, preview: Preview, box: QRectF) -> None:
        if preview.is_old:
            painter.setOpacity(_OLD)
        self._card(painter, preview, box)
        if preview.is_old:
            painter.setOpacity(1.0)
            self._old_sign(painter, box)

    def _old_sign(self, painter: QPainter, box: QRectF) -> None:
        radius = 5.0
        middle = QPointF(box.right() - radius - 2, box.top() + radius + 2)
        set_colors(painter, QPen(self.color(self.theme.warning), 1.4), self.color(self.theme.preview_fill))
        painter.drawEllipse(middle, radius, radius)
        painter.drawLine(middle, middle - QPointF(0, radius - 1.5))
        painter.drawLine(middle, middle + QPointF(radius - 2, 0))

    def _card(self, painter: QPainter, preview: Preview, box: QRectF) -> None:
        t, c = self.theme, self.color
        if isinstance(preview.picture, Panel):
            preview.picture.paint(painter, box, t)
            return
        x, width, height = box.left(), box.width(), box.height()
        set_colors(painter, QPen(c(t.preview_border), 1.0), c(t.preview_fill))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        if isinstance(preview.picture, QImage):
            space = box.adjusted(4, 4, -4, -4 - (PREVIEW_LINE - 2 if preview.caption else 0))
            self._picture(painter, preview.picture, space)
            if preview.caption:
                middle = box.center().x()
                draw_text(
                    painter, middle, box.bottom() - 4, preview.caption, TYPE_SIZE, c(t.type_text),
                    room=width - 8, align="center",
                )  # fmt: skip
            return
        count = max(1, int((height - 5) // PREVIEW_LINE))
        for i, line in enumerate(preview.lines[:count]):
            baseline = box.top() + PREVIEW_LINE * (i + 1) - 0.5
            if i == count - 1 and len(preview.lines) > count:
                line += " …"
            draw_text(painter, x + 6, baseline, line, ID_SIZE, c(t.preview_text), mono=True, room=width - 12)

    def _picture(self, painter: QPainter, picture: QImage, space: QRectF) -> None:
        if picture.isNull() or space.width() <= 0 or space.height() <= 0:
            return
        factor = min(space.width() / picture.width(), space.height() / picture.height())
        size = QRectF(0, 0, picture.width() * factor, picture.height() * factor)
        size.moveCenter(space.center())
        if size.width() < size.height() / 2 or size.height() < space.height() / 2:  # a strip would show little
            size = space
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, factor < 1.0)
        painter.drawImage(size, picture)

    # The rest

    def outline(self, painter: QPainter, item: BlockItem, color: str, width: float = 2.0) -> None:
        set_colors(painter, QPen(self.color(color), width), Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(item.rect.adjusted(-3.5, -3.5, 3.5, 3.5), ROUNDING + 3, ROUNDING + 3)

    def found(self, painter: QPainter, item: BlockItem, pixel: float) -> None:
        """Mark a search result; ``pixel`` is the size of a screen pixel in page units."""
        around = max(6.0, 4.0 * pixel)
        color = QColor(self.theme.found)
        painter.setPen(QPen(color, max(2.0, 2.0 * pixel)))
        color.setAlpha(46)
        painter.setBrush(color)
        painter.drawRoundedRect(item.rect.adjusted(-around, -around, around, around), ROUNDING + 5, ROUNDING + 5)

    def wire_group(self, kind: str, net: str) -> str:
        """Return the meaning of a wire's color: the kind of its pins or its color group; empty: none."""
        if self.by_dtype:
            return net or ("control" if kind in CONTROL else "unknown")
        return kind if kind in self.theme.wire_kinds else net

    def wire_color(self, kind: str, net: str) -> QColor:
        return self.color(self.theme.wire_color(self.wire_group(kind, net)))

    def wire_pen(self, item: WireItem, net: str, *, marked: bool = False) -> QPen:
        t, c = self.theme, self.color
        color = c(t.error) if item.loose else c(t.selection) if marked else self.wire_color(item.kind, net)
        pen = QPen(color, WIRE_WIDTH + (1.2 if marked else 0.0))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if item.loose:
            pen.setStyle(Qt.PenStyle.DotLine)
        return pen

    def wire_text(self, painter: QPainter, box: QRectF, text: str, *, is_old: bool = False) -> None:
        t, c = self.theme, self.color
        set_colors(painter, QPen(c(t.preview_border), 0.8), c(t.preview_fill))
        painter.drawRoundedRect(box, 4, 4)
        middle = box.center().x() - (_OLD_ROOM / 2 if is_old else 0.0)
        opacity = painter.opacity()
        painter.setOpacity(opacity * _OLD if is_old else opacity)  # the ground stays: the wire runs behind it
        draw_text(painter, middle, box.bottom() - 3.6, text, TYPE_SIZE, c(t.preview_text), align="center")
        painter.setOpacity(opacity)
        if is_old:
            self._old_sign(painter, box)


def text_box(item: WireItem, text: str, *, is_old: bool = False) -> QRectF:
    """Return the box of a wire's label on the longest level part of its route, with room for the old mark."""
    level = [(a, b) for a, b in pairwise(item.flat) if abs(a[1] - b[1]) < 12.0]
    (x, y), (u, v) = max(level or [(item.flat[0], item.flat[-1])], key=lambda ends: abs(ends[1][0] - ends[0][0]))
    width = static_text(text, TYPE_SIZE).size().width() + 8 + (_OLD_ROOM if is_old else 0.0)
    return QRectF((x + u) / 2 - width / 2, (y + v) / 2 - 7, width, 14)


Item = TypeVar("Item", FrameItem, NoteItem)

FAR = 0.6
"""Below this zoom the titles of frames keep their size on the screen, and stand above the frames."""
_FAR_SIZE = 11
_NOTE_SIZES = (NOTE_SIZE, 14, 16, 18, 20, 24, 28)
"""The sizes of a note's text, so that it can be read at other zooms too."""
_FAR_ROOM = 24.0
_EDGE = 1.2
_PLAIN = 0.2
"""Below this zoom round corners and letters are smaller than a few pixels: corners are sharp, texts are bars."""
_LAYERS = 40
"""So many areas lie over each other before those below are not seen."""
_LEAST_WORK, _MOST_WORK = 8e7, 1.5e9
"""Pixels that frames or notes may take where a small part of a page is painted, and where a large picture is."""
_EDGE_WORK = 50
"""Pixels of an area that take as long as one of its edge."""
_BAR_HEIGHT, _BAR = 9.0, 0.4
"""Of a bar that stands for a line of text: how high it is, and how much of the text's colour it has."""
_READABLE = 4.6
"""The least contrast of a title."""
_SHADES = 20
"""Shades of a colour on the way to white or black that are tried for a title."""


def note_area(item: NoteItem) -> QRectF:
    """Return the area of a note with its text, which may exceed the note's rectangle."""
    if item.note.size is None:
        return item.rect
    lines = lines_of(item)
    size = QSizeF(4 + max(line.width for line in lines), lines[-1].base + 9)
    return item.rect.united(QRectF(item.rect.topLeft(), size))


def paint_notes(painter: QPainter, items: Iterable[NoteItem], colors: ColorPalette, chosen: Collection[int]) -> None:
    ground, color = QColor(colors(colors.theme.canvas)), colors(colors.theme.note)
    ground.setAlpha(200)  # wires that lie behind do not strike the text out
    bar = QColor(color)
    bar.setAlphaF(_BAR)
    scale = painter.worldTransform().m11()
    for item in items:
        set_colors(painter, Qt.PenStyle.NoPen, ground)
        painter.drawRect(item.rect)
        left, top = item.rect.left() + 4, item.rect.top()
        for text, size, bold, base, width in lines_of(item, scale):
            if scale < _PLAIN and size <= NOTE_SIZE:
                painter.fillRect(QRectF(left, top + base - _BAR_HEIGHT, width, _BAR_HEIGHT), bar)
            else:
                draw_text(painter, left, top + base, text, size, color, bold=bold)
        if item.index in chosen:
            painter.setPen(QPen(colors(colors.theme.selection), 1.5, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            draw_rounded(painter, item.rect.adjusted(-2, -2, 2, 2), 4)


class _NoteLine(NamedTuple):
    """A line of a note; ``base`` is the distance of its baseline from the top."""

    text: str
    size: int
    bold: bool
    base: float
    width: float


def lines_of(item: NoteItem, scale: float = 1.0) -> Sequence[_NoteLine]:
    """Return the lines of a note, at small scales larger as far as the rectangle of the note has room."""
    note, width = item.note, item.rect.width() - 8
    least = round(_FAR_SIZE / max(scale, _PLAIN))
    sizes = [each for each in _NOTE_SIZES if each - 2 < least] if note.size is not None else []
    laid = (_note_lines(note.text, width, size, max(HEADING_SIZE, least), bold=False) for size in sizes[::-1])
    room = item.rect.height() - 4
    fitting = next((lines for lines in laid if lines[-1].base <= room), None)
    return fitting or _note_lines(note.text, width, NOTE_SIZE, HEADING_SIZE, bold=note.size is None)


@lru_cache(maxsize=4096)
def _note_lines(text: str, width: float, size: int, heading: int, *, bold: bool) -> Sequence[_NoteLine]:
    lines: list[_NoteLine] = []
    end = 2.0
    for paragraph in text.split("\n"):
        is_heading = paragraph.startswith(HEADING)
        used, strong = (heading, True) if is_heading else (size, bold)
        for line in wrapped(paragraph.removeprefix(HEADING), width, used, strong):
            end += used * NOTE_LEADING
            wide = static_text(line, used, strong).size().width()
            lines.append(_NoteLine(line, used, strong, end - 0.4 * used, wide))
    return lines


def in_front(items: Sequence[Item], rect: QRectF, scale: float) -> list[Item]:
    """Return the frames or notes in ``rect``, from back to front.

    In a stack of dozens the lowest are left out: they no longer shine through, and painting all could take minutes.
    """
    left = min(max(_LAYERS * rect.width() * rect.height() * scale * scale, _LEAST_WORK), _MOST_WORK)
    front: list[Item] = []
    for item in reversed(items):
        area = note_area(item) if isinstance(item, NoteItem) else item.rect
        if not area.intersects(rect):
            continue
        front.append(item)
        seen = area.intersected(rect)
        left -= scale * (seen.width() * seen.height() * scale + 2 * (seen.width() + seen.height()) * _EDGE_WORK)
        if left < 0:
            break
    return front[::-1]


def paint_frames(painter: QPainter, items: Iterable[FrameItem], colors: ColorPalette, chosen: Collection[int]) -> None:
    scale = painter.worldTransform().m11()
    plain: dict[str | None, tuple[QColor, QPen]] = {}
    for item in items:
        near = scale >= _PLAIN or item.index in chosen
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, near)
        if near:
            _paint_frame(painter, item, colors, selected=item.index in chosen)
            continue
        # Of hundreds in sight each would cost a part of a frame's time if it took a stroke, or a colour seen through.
        look = plain.get(item.frame.color)
        if look is None:
            fill, edge, _ = _look(item, colors)
            ground = _over(colors(colors.theme.canvas), fill, fill.alphaF())
            look = plain[item.frame.color] = (fill, QPen(_over(ground, edge, edge.alphaF() * _EDGE * scale), 0))
        painter.fillRect(item.rect, look[0])
        set_colors(painter, look[1], Qt.BrushStyle.NoBrush)
        painter.drawRect(item.rect)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _paint_frame(painter: QPainter, item: FrameItem, colors: ColorPalette, *, selected: bool) -> None:
    fill, edge, style = _look(item, colors)
    painter.setBrush(fill)
    painter.setPen(QPen(colors(colors.theme.selection), 2.0) if selected else QPen(edge, _EDGE, style))
    draw_rounded(painter, item.rect, 8)
    if painter.worldTransform().m11() >= FAR:
        x, y, room = item.rect.left() + 10, item.rect.top() + 20, item.rect.width() - 20
        draw_text(painter, x, y, item.frame.title, TITLE_SIZE, _title_color(item, colors), bold=True, room=room)


def _look(item: FrameItem, colors: ColorPalette) -> tuple[QColor, QColor, Qt.PenStyle]:
    theme = colors.theme
    base = colors.given(item.frame.color)
    if base is None:
        base, fill = colors(theme.frame_border), QColor(theme.frame_fill)
        fill.setAlpha(170)
        style = Qt.PenStyle.DotLine
    else:
        fill = QColor(base.red(), base.green(), base.blue(), 26 if theme.dark else 34)
        style = Qt.PenStyle.SolidLine
    edge = QColor(base)
    edge.setAlpha(150)
    return fill, edge, style


def frames_for(rect: QRectF, scale: float) -> QRectF:
    """Return the area whose frames reach into ``rect``: when zoomed out, titles are above their frames."""
    return rect if scale >= FAR else rect.adjusted(0, 0, 0, 2 * _FAR_SIZE / scale)


def paint_far_titles(painter: QPainter, items: Iterable[FrameItem], rect: QRectF, colors: ColorPalette) -> None:
    transform = painter.worldTransform()
    scale = transform.m11()
    if scale >= FAR:
        return
    near = frames_for(rect, scale)
    known: dict[str | None, QColor] = {}
    painter.save()
    painter.resetTransform()
    for item in items:
        room = item.rect.width() * scale
        if room >= _FAR_ROOM and item.rect.intersects(near):
            corner = transform.map(item.rect.topLeft())
            color = known.get(item.frame.color)
            if color is None:
                color = known[item.frame.color] = _title_color(item, colors)
            left, base = corner.x() + 1, corner.y() - 4
            draw_text(painter, left, base, item.frame.title, _FAR_SIZE, color, bold=True, room=room)
    painter.restore()


def _title_color(item: FrameItem, colors: ColorPalette) -> QColor:
    base = colors.given(item.frame.color)
    return colors(colors.theme.frame_title) if base is None else title_color(base, colors.theme)


def title_color(given: QColor, theme: Theme) -> QColor:
    base, end = given.lighter(115) if theme.dark else given.darker(150), QColor(text_on(theme.canvas))
    shades = (_over(base, end, step / _SHADES) for step in range(_SHADES + 1))
    return next((each for each in shades if contrast(each.name(), theme.canvas) >= _READABLE), end)


def _over(ground: QColor, color: QColor, part: float) -> QColor:
    pairs = [(each.red(), each.green(), each.blue()) for each in (ground, color)]
    return QColor(*[round(x + (y - x) * part) for x, y in zip(*pairs, strict=True)])
