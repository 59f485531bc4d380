"""Painters for frames and notes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.canvas.drawing.blocks import ColorPalette
from app.canvas.drawing.shapes import draw_rounded
from app.canvas.items import NOTE_LINE, NOTE_SIZE, FrameItem, NoteItem
from app.canvas.text import draw_text, static_text, wrapped
from app.face.geometry import TITLE_SIZE
from app.face.theme import Theme, contrast, text_on

Item = TypeVar("Item", FrameItem, NoteItem)

FAR = 0.6
"""Below this zoom the titles of frames keep their size on the screen, and stand above the frames."""
_FAR_SIZE = 10
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
    widths = _widths(item.note.text, item.rect.width() - 8, bold=False)
    size = QSizeF(4 + max(widths), 6 + NOTE_LINE * len(widths))
    return item.rect.united(QRectF(item.rect.topLeft(), size))


def paint_notes(painter: QPainter, items: Iterable[NoteItem], colors: ColorPalette, chosen: Collection[int]) -> None:
    ground, color = QColor(colors(colors.theme.canvas)), colors(colors.theme.note)
    ground.setAlpha(200)  # wires that lie behind do not strike the text out
    bar = QColor(color)
    bar.setAlphaF(_BAR)
    plain = painter.worldTransform().m11() < _PLAIN
    for item in items:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRect(item.rect)
        if plain:
            painter.setBrush(bar)
            painter.drawRects(_bars(item))
        else:
            left, top, bold = item.rect.left() + 4, item.rect.top() + 14, item.note.size is None
            for i, line in enumerate(wrapped(item.note.text, item.rect.width() - 8, NOTE_SIZE)):
                draw_text(painter, left, top + NOTE_LINE * i, line, NOTE_SIZE, color, bold=bold)
        if item.index in chosen:
            painter.setPen(QPen(colors(colors.theme.selection), 1.5, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            draw_rounded(painter, item.rect.adjusted(-2, -2, 2, 2), 4)


def _bars(item: NoteItem) -> list[QRectF]:
    left, top = item.rect.left() + 4, item.rect.top() + 14 - _BAR_HEIGHT
    widths = _widths(item.note.text, item.rect.width() - 8, bold=item.note.size is None)
    return [QRectF(left, top + NOTE_LINE * i, width, _BAR_HEIGHT) for i, width in enumerate(widths)]


@lru_cache(maxsize=4096)
def _widths(text: str, width: float, *, bold: bool) -> list[float]:
    return [static_text(line, NOTE_SIZE, bold).size().width() for line in wrapped(text, width, NOTE_SIZE)]


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
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(look[1])
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
