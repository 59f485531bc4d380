"""Paints what lies around blocks: frames and notes."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.canvas.items import NOTE_LINE, NOTE_SIZE, FrameItem, NoteItem
from app.canvas.paint import Palette
from app.canvas.text import draw_text, wrapped
from app.face.geometry import TITLE_SIZE

FAR = 0.6
"""Below this zoom the titles of frames keep their size on the screen, and stand above the frames."""
_FAR_SIZE = 10
_FAR_ROOM = 24.0


def paint_note(painter: QPainter, item: NoteItem, colors: Palette, *, selected: bool) -> None:
    """Paint a note."""
    ground = QColor(colors.theme.canvas)  # of its own: the palette's colours are shared
    ground.setAlpha(200)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)  # wires that lie behind do not strike the text out
    painter.drawRect(item.rect)
    color, bold = colors(colors.theme.note), item.note.size is None
    left, top = item.rect.left() + 4, item.rect.top() + 14
    for i, line in enumerate(wrapped(item.note.text, item.rect.width() - 8, NOTE_SIZE)):
        draw_text(painter, left, top + NOTE_LINE * i, line, NOTE_SIZE, color, bold=bold)
    if selected:
        painter.setPen(QPen(colors(colors.theme.selection), 1.5, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(item.rect.adjusted(-2, -2, 2, 2), 4, 4)


def paint_frame(painter: QPainter, item: FrameItem, colors: Palette, *, selected: bool) -> None:
    """Paint a frame: a tinted area with its title at the top left, unless that is too far away to be read."""
    theme = colors.theme
    base = _color(item, colors)
    if base is None:
        base, fill = colors(theme.frame_border), QColor(theme.frame_fill)
        fill.setAlpha(170)
        style = Qt.PenStyle.DotLine
    else:
        fill = QColor(base.red(), base.green(), base.blue(), 26 if theme.dark else 34)
        style = Qt.PenStyle.SolidLine
    edge = QColor(base)
    edge.setAlpha(150)
    painter.setBrush(fill)
    painter.setPen(QPen(colors(theme.selection), 2.0) if selected else QPen(edge, 1.2, style))
    painter.drawRoundedRect(item.rect, 8, 8)
    if painter.worldTransform().m11() >= FAR:
        x, y, room = item.rect.left() + 10, item.rect.top() + 20, item.rect.width() - 20
        draw_text(painter, x, y, item.frame.title, TITLE_SIZE, _title_color(item, colors), bold=True, room=room)


def paint_far_title(painter: QPainter, item: FrameItem, rect: QRectF, colors: Palette) -> None:
    """Write the title of a frame in ``rect`` above it if the page is seen from afar, in a size that can be read."""
    scale = painter.worldTransform().m11()
    room = item.rect.width() * scale
    if scale >= FAR or room < _FAR_ROOM or not rect.intersects(item.rect.adjusted(0, -2 * _FAR_SIZE / scale, 0, 0)):
        return
    painter.save()
    painter.translate(item.rect.topLeft())
    painter.scale(1 / scale, 1 / scale)
    draw_text(painter, 1, -4, item.frame.title, _FAR_SIZE, _title_color(item, colors), bold=True, room=room)
    painter.restore()


def _color(item: FrameItem, colors: Palette) -> QColor | None:
    """The colour that a frame was given; None if it is as good as none."""
    given = colors(item.frame.color or "")
    return given if given.isValid() and given.saturation() >= 24 else None


def _title_color(item: FrameItem, colors: Palette) -> QColor:
    theme = colors.theme
    base = _color(item, colors)
    if base is None:
        return colors(theme.frame_title)
    return base.lighter(115) if theme.dark else base.darker(150)
