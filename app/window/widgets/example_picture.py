"""A diagram as a small card image: its frames, or its few blocks, as boxes with large labels."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QImage, QPainter, QPen, QPolygonF, QTextOption

from app.canvas.drawing.blocks import HEADER_TINT
from app.canvas.drawing.shapes import draw_icon, painting
from app.face.theme import THEMES, Theme, family_of
from blocks.document.data import Page
from blocks.document.definitions import shown_type
from blocks.document.layout.layered_layout import LayoutWire, layout
from blocks.library.registry import find

MOST = 6
"""Boxes: of more, the words would be too small to be read."""
LETTERS, SMALLER = 11, 10
"""Pixels; the second where a title needs the room."""
_EDGE, _ACROSS, _DOWN, _ARROW = 8.0, 16.0, 14.0, 6.0
_INSIDE = 3.0
_ROUND = 6.0
WORDS = re.compile("(?<=[a-z0-9])(?=[A-Z])")
"""Where the words of a type's name begin."""
_ROWS = 2
_HIGH, _WIDE = 58.0, 112.0


class Box(NamedTuple):
    """A part of a diagram: its label, its color (empty: like blocks), its number of blocks, and their main family."""

    title: str
    color: str
    blocks: int
    family: str = ""


class Sketch(NamedTuple):
    """The main parts of a page in wire order; ``cells`` are the column and row of each."""

    boxes: tuple[Box, ...]
    links: frozenset[tuple[int, int]]
    cells: tuple[tuple[int, int], ...]


def sketch_of(page: Page) -> Sketch:
    """Return the main parts of a page: its frames with the most blocks, or else its blocks if they are few."""
    boxes: list[Box] = []
    part_of: dict[str, int] = {}
    families = {block.id: family_of(getattr(find(block.type), "page", "")) for block in page.blocks}
    frames = sorted(page.frames, key=lambda frame: math.prod(frame.size or (0, 0)))  # what is inside comes first
    for frame in frames:
        (left, top), (width, height) = frame.at, frame.size or (0.0, 0.0)
        inside = [
            block.id for block in page.blocks if block.id not in part_of
            and left <= block.at[0] <= left + width and top <= block.at[1] <= top + height
        ]  # fmt: skip
        if inside and frame.title:
            part_of.update(dict.fromkeys(inside, len(boxes)))
            main = Counter([families[block] for block in inside]).most_common(1)[0][0]
            boxes.append(Box(frame.title, frame.color or "", len(inside), main))
    if not boxes:
        boxes = [Box(shown_type(block.type), "", 1, families[block.id]) for block in page.blocks]
        part_of = {block.id: i for i, block in enumerate(page.blocks)}
    kept = sorted(range(len(boxes)), key=lambda i: -boxes[i].blocks)[:MOST]
    pairs = {
        (part_of[source.block], part_of[target.block]) for source, target in page.wires
        if source.block in part_of and target.block in part_of
    }  # fmt: skip
    links = [(a, b) for a, b in sorted(pairs) if a != b and a in kept and b in kept]
    at = layout([str(i) for i in kept], [LayoutWire(str(a), str(b)) for a, b in links], {})
    order = sorted(kept, key=lambda i: at[str(i)])
    index = {i: number for number, i in enumerate(order)}
    cells = _cells([at[str(i)][0] for i in order])
    return Sketch(tuple(boxes[i] for i in order), frozenset((index[a], index[b]) for a, b in links), cells)


def _cells(across: Sequence[float]) -> tuple[tuple[int, int], ...]:
    """Return columns and rows for parts sorted by position: by that position, or filled up in order."""
    columns = sorted(set(across))
    if len(columns) <= MOST // _ROWS and all(across.count(each) <= _ROWS for each in columns):
        return tuple((columns.index(x), across[:i].count(x)) for i, x in enumerate(across))
    return tuple((i // _ROWS, i % _ROWS) for i in range(len(across)))


def picture_of(page: Page, theme: str, size: QSize, ratio: float) -> QImage:
    """Draw a page for a card of a size in device-independent pixels; ``ratio`` is that of device pixels."""
    colors = THEMES[theme]
    image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(colors.canvas))
    sketch = sketch_of(page)
    rects = places_of(sketch.cells, size)
    with painting(image) as painter:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        for a, b in sorted(sketch.links):
            _draw_arrow(painter, rects[a], rects[b], QColor(colors.label_dim))
        for box, rect in zip(sketch.boxes, rects, strict=True):
            _draw_box(painter, box, rect, colors)
    return image


def places_of(cells: Sequence[tuple[int, int]], size: QSize) -> list[QRectF]:
    columns = [column for column, _ in cells]
    count = max(columns, default=0) + 1
    width = min(_WIDE, (size.width() - 2 * _EDGE - (count - 1) * _ACROSS) / count)
    left = (size.width() - count * width - (count - 1) * _ACROSS) / 2
    rects: list[QRectF] = []
    for column, row in cells:
        rows = columns.count(column)
        top = (size.height() - rows * _HIGH - (rows - 1) * _DOWN) / 2
        rects.append(QRectF(left + column * (width + _ACROSS), top + row * (_HIGH + _DOWN), width, _HIGH))
    return rects


def _draw_box(painter: QPainter, box: Box, rect: QRectF, theme: Theme) -> None:
    color, family = QColor(box.color or theme.block_border), QColor(theme.family_color(box.family))
    fill = QColor(color if box.color else family)
    fill.setAlphaF(0.28 if box.color else HEADER_TINT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.block_fill))
    painter.drawRoundedRect(rect, _ROUND, _ROUND)
    painter.setPen(QPen(color, 1.6))
    painter.setBrush(fill)
    painter.drawRoundedRect(rect, _ROUND, _ROUND)
    font, text = fitted(box.title, rect)
    painter.setFont(font)
    painter.setPen(QColor(theme.label))
    option = QTextOption(Qt.AlignmentFlag.AlignCenter)
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    room = rect.adjusted(_INSIDE, 2, -_INSIDE, -2)
    painter.drawText(room, text, option)
    icon = QRectF(rect.right() - 13, rect.top() + 4, 8, 8)
    if not painter.boundingRect(room, text, option).intersects(icon):
        draw_icon(painter, box.family, icon.topLeft(), QColor(theme.label) if box.color else family, 0.8)


def fitted(title: str, box: QRectF) -> tuple[QFont, str]:
    """Return a title and font that fit a box.

    If necessary, a type name is split into two lines, the font is made smaller, or the title is shortened.
    """
    room = box.adjusted(_INSIDE, 2, -_INSIDE, -2)
    font = QGuiApplication.font()
    font.setBold(True)
    text, lines = "", title if " " in title else WORDS.sub(" ", title)
    for words, size in ((title, LETTERS), (lines, LETTERS), (lines, SMALLER)):
        font.setPixelSize(size)
        text = _shortened(words, room, QFontMetricsF(font))
        if not text.endswith("\N{HORIZONTAL ELLIPSIS}"):
            break
    return font, text


def _shortened(title: str, room: QRectF, metrics: QFontMetricsF) -> str:
    """Shorten a title to its box with an ellipsis, in whole words if possible."""
    flags = int(Qt.TextFlag.TextWordWrap)

    def fits(text: str) -> bool:
        needed = metrics.boundingRect(QRectF(0, 0, room.width(), 1e6), flags, text)
        return needed.height() <= room.height() and needed.width() <= room.width()

    words = title.replace(",", ", ").split()
    for count in range(len(words), 0, -1):
        text = " ".join(words[:count])
        if count < len(words):
            text = text.rstrip(",;:") + "\N{HORIZONTAL ELLIPSIS}"
        if fits(text):
            return text
    return metrics.elidedText(words[0], Qt.TextElideMode.ElideRight, room.width()) if words else ""


def _draw_arrow(painter: QPainter, a: QRectF, b: QRectF, color: QColor) -> None:
    line = QLineF(_border(a, b.center()), _border(b, a.center()))
    if line.length() < _ARROW:
        return
    painter.setPen(QPen(color, 1.4))
    painter.drawLine(line)
    back = QLineF(line.p2(), line.p1())
    back.setLength(_ARROW)
    sides: list[QPointF] = []
    for turn in (-28.0, 28.0):
        side = QLineF(back)
        side.setAngle(back.angle() + turn)
        sides.append(side.p2())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon(QPolygonF([line.p2(), *sides]))


def _border(rect: QRectF, towards: QPointF) -> QPointF:
    centre, way = rect.center(), towards - rect.center()
    across = rect.width() / 2 / abs(way.x()) if way.x() else math.inf
    down = rect.height() / 2 / abs(way.y()) if way.y() else math.inf
    return centre + way * min(across, down, 1.0)
