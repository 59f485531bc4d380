"""The overview of a zoomed-out page: blocks as labeled rectangles, wires as a few long paths.

The page is divided into tiles. A tile stores the wires and rectangles whose centers are in it, so that an edit only
rebuilds a few small paths.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import ceil, floor, log2
from operator import itemgetter
from typing import TypeVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPaintEngine, QPainter, QPen, QPixmap

from app.canvas.drawing.blocks import TINT, Painters, reach
from app.canvas.drawing.shapes import painting, set_colors
from app.canvas.drawing.tiles import NOTHING, Tile, TileShare, Uncovered, VisibleParts, draw_lines, draw_rects, sides_of
from app.canvas.items import BlockItem, WireItem
from app.canvas.mirror import SceneModel
from app.canvas.text import font
from app.canvas.wires.polylines import on_grid
from app.canvas.wires.wire_paths import touching
from app.face.face import heading_of, title_lines
from app.face.theme import FAMILIES, Theme
from blocks.base.types import Array
from blocks.document.data import Wire

FINE, COARSE = 2000.0, 4000.0
"""How large tiles are: a path of many wires is painted several times as fast as many paths of few, and takes longer to
make; an edit waits for that."""
MOST_FINE = 4000
"""Blocks: when a page has more, its tiles are coarse."""
_MOST = 8192
"""Blocks and wires in a tile: many may lie on one spot."""
_OUTLINES = 4.0
"""Pixels: so far apart are outlines of blocks, below others, that are told apart."""
MOST_INK = 2e6
"""Pixels: of wires that are longer together, what falls on the same pixels is painted once."""
TITLES_FROM = 0.16
"""From this zoom on the types can be read."""
_SMALLEST, _LARGEST, _GROWING = 7.0, 10.0, 32.0
"""How large titles are, in points of the screen; between the two they grow with the zoom."""
_FONT, _LINE, _BESIDE = 10, 1.15, 2.0
"""Titles: the font that is brought to their size, the height of its lines, and how far they are from the border."""
_FEW = 4
"""Letters of a title that is cut off, with the ellipsis, that do not tell its type from others."""
SINGLE_COLOR_BELOW = 0.12
TINY_BELOW = 0.02
"""Below this zoom blocks have borders, or those smaller than a point were not seen at all."""
_FAR_TINT = 0.4
"""The share of a family's color in blocks that are seen from far."""
MARK = 60.0
"""How wide the line around a faulty block is in pages that are seen from very far."""

_Item = TypeVar("_Item", BlockItem, WireItem)
_Key = TypeVar("_Key", str, Wire)


class _United:
    """Merged lines of many wires, for an image of some scale.

    Attributes:
        ids: the ids of the source arrays.
        pitch: the smallest pixel size.
        rows: axis-parallel lines as rows (left, top, right, bottom), without those hidden by crowds of blocks.
        slanting: the other lines.
    """

    def __init__(self) -> None:
        self._routes: Sequence[Array] = ()
        self.ids: set[int] = set()
        self.pitch = 0.0
        self.rows = self.slanting = NOTHING

    def unite(self, routes: Sequence[Array], pitch: float, tiles: Iterable[Tile]) -> None:
        ids = set(map(id, routes))
        if ids == self.ids and pitch == self.pitch:
            return
        self._routes, self.ids, self.pitch = routes, ids, pitch
        self.rows, self.slanting = on_grid(np.concatenate([NOTHING, *routes]), pitch)
        for tile in tiles:
            if tile.cover is not None:
                self.rows = self.rows[~tile.cover.hides_whole(self.rows)]


class Overview:
    def __init__(self) -> None:
        self._tiles: dict[tuple[float, float, int], Tile] = {}
        self._side = FINE
        self._of_block: dict[BlockItem, Tile] = {}
        self._of_wire: dict[WireItem, Tile] = {}
        self._routes: Sequence[Array] = ()
        self._ink = 0.0
        self._still, self._moving = _United(), _United()
        self._titles: dict[tuple[str, int, int, bool], QPixmap] = {}
        self._titles_for: tuple[float, float, str] = (0.0, 0.0, "")

    def paint(
        self,
        painter: QPainter,
        mirror: SceneModel,
        painters: Painters,
        rect: QRectF,
        uncovered: Mapping[Tile, Uncovered] | None = None,
        titled_later: Collection[str] = (),
        before: int | None = None,
    ) -> None:
        """Paint the wires and blocks that touch ``rect``, except those that will be painted over.

        Args:
            uncovered: the visible parts of each tile; None: everything.
            titled_later: blocks whose types are written again later, over the next layer.
            before: blocks from this page index on will be painted over this; no types are written.
        """
        theme, color = painters.theme, painters.color
        scale = painter.worldTransform().m11()
        near = _around(rect, scale)
        tiles = self._tiles_in(mirror, near)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        set_colors(painter, QPen(color(theme.overview_wire), 0), Qt.BrushStyle.NoBrush)
        lines = [tile.lines if uncovered is None else uncovered[tile].lines for tile in tiles]
        self._paint_lines(painter, tiles, lines)
        simple = scale < SINGLE_COLOR_BELOW
        border = theme.overview_far if simple else theme.overview_border
        painter.setPen(Qt.PenStyle.NoPen if simple and scale >= TINY_BELOW else QPen(color(border), 0))
        painter.setBrush(color(theme.overview_far if simple else theme.overview_fill))
        seen = [tile.seen(_pitch(painter, 1.0 if before is None else _OUTLINES)) for tile in tiles]
        for i, tile in enumerate(tiles):
            rects = seen[i].sound if uncovered is None else uncovered[tile].rects
            if uncovered is None and before is not None:
                rects = seen[i].sound_before(before, near)
                for other in tiles[i + 1 :]:
                    rects = rects if other.cover is None else rects[~other.cover.hides_whole(sides_of(rects))]
            elif uncovered is None and tile.is_colored:
                continue
            draw_rects(painter, rects)
        if uncovered is None and before is None:
            self._paint_colored(painter, tiles, painters)
        _paint_marked(painter, seen, theme)
        if before is None:
            self.paint_titles(painter, mirror, painters, rect, without=titled_later)

    def paint_marked(self, painter: QPainter, mirror: SceneModel, rect: QRectF, theme: Theme) -> None:
        near = _around(rect, painter.worldTransform().m11())
        _paint_marked(painter, [tile.seen(_pitch(painter)) for tile in self._tiles_in(mirror, near)], theme)

    def _tiles_in(self, mirror: SceneModel, rect: QRectF) -> Sequence[Tile]:
        return [tile for tile in self.tiles(mirror) if tile.bounds.intersects(rect)]

    def _paint_colored(self, painter: QPainter, tiles: Sequence[Tile], painters: Painters) -> None:
        border, fill = painter.pen(), painter.brush()
        for tile in tiles:
            for name, rects in tile.colored.items():
                family = name in FAMILIES
                color = painters.color.family(name) if family else painters.color.given(name)
                painter.setPen(border if family or color is None else QPen(color, 0))
                share = _FAR_TINT if family else TINT
                painter.setBrush(fill if color is None else painters.color.tinted(color, share))
                draw_rects(painter, rects)

    def hides(self, mirror: SceneModel, sides: Array) -> Array:
        hidden = np.zeros(len(sides), bool)
        for tile in self.tiles(mirror):
            if tile.cover is not None:
                hidden |= tile.cover.hides_whole(sides)
        return hidden

    def _paint_lines(self, painter: QPainter, tiles: Sequence[Tile], routes: Sequence[Array]) -> None:
        before = routes
        if len(routes) != len(self._routes) or any(a is not b for a, b in zip(routes, self._routes, strict=True)):
            before, self._routes = self._routes, routes
            self._ink = sum([float(np.abs(lines[:, :2] - lines[:, 2:]).sum()) for lines in routes])
        scale = painter.worldTransform().m11() * painter.device().devicePixelRatioF()
        if self._ink * scale < MOST_INK or painter.paintEngine().type() == QPaintEngine.Type.SVG:
            for lines in routes:
                draw_lines(painter, lines)
            return
        pitch, painted = _pitch(painter), set(map(id, routes))
        if pitch != self._still.pitch or not self._still.ids <= painted:
            # What changed since the last picture changes in the next one again, where something is dragged.
            kept = painted.intersection(map(id, before)) if pitch == self._still.pitch else painted
            self._still.unite([lines for lines in routes if id(lines) in kept], pitch, tiles)
        self._moving.unite([lines for lines in routes if id(lines) not in self._still.ids], pitch, tiles)
        for united in (self._still, self._moving):
            draw_lines(painter, united.slanting)
            _draw_rows(painter, united.rows)

    def tiles(self, mirror: SceneModel) -> list[Tile]:
        side = COARSE if len(mirror.order) > MOST_FINE else FINE
        if side != self._side:
            self._side = side
            mirror.touched_blocks |= dict.fromkeys(mirror.order)
            mirror.touched_wires |= dict.fromkeys(mirror.wires)
        self._distribute(mirror.touched_blocks, mirror.rects, self._of_block, lambda tile: tile.blocks)
        self._distribute(mirror.touched_wires, mirror.wire_rects, self._of_wire, lambda tile: tile.wires)
        stale = [(key, tile) for key, tile in self._tiles.items() if not (tile.blocks.is_fresh and tile.wires.is_fresh)]
        for key, tile in stale:
            if tile.blocks.is_empty and tile.wires.is_empty:
                del self._tiles[key]
            else:
                tile.make(mirror)
        return [tile for _, tile in sorted(self._tiles.items(), key=itemgetter(0))]

    def _distribute(
        self,
        touched: dict[_Item, None],
        sides: Array,
        tile_of: dict[_Item, Tile],
        share_of: Callable[[Tile], TileShare[_Item, _Key]],
    ) -> None:
        for item in touched.keys() & tile_of.keys():
            share_of(tile_of.pop(item)).take(item)
        items = [item for item in touched if item.index >= 0]
        touched.clear()
        indices = np.array([item.index for item in items], int)
        spots = (sides[indices, :2] + sides[indices, 2:]) // (2 * self._side)
        for item, x, y, part in zip(items, *spots.T.tolist(), (indices // _MOST).tolist(), strict=True):
            tile = self._tiles.get((x, y, part))
            if tile is None:
                tile = self._tiles[x, y, part] = Tile()
            tile_of[item] = tile
            share_of(tile).put(item)

    def _titled_in(self, painter: QPainter, mirror: SceneModel, rect: QRectF) -> Sequence[int]:
        seen = np.ones(len(mirror.order), bool)
        for tile in self._tiles.values():
            if tile.cover is not None:
                seen[[item.index for item in tile.blocks.in_order]] = False
                seen[[item.index for item in tile.seen(_pitch(painter)).titled]] = True
        return [index for index in touching(mirror.rects, rect) if seen[index]]

    def paint_titles(
        self,
        painter: QPainter,
        mirror: SceneModel,
        painters: Painters,
        rect: QRectF,
        only: Collection[str] | None = None,
        without: Collection[str] = (),
    ) -> None:
        """Write block types, all in one readable size: ``only`` these and blocks with warnings or errors. None: all."""
        scale = painter.worldTransform().m11()
        if scale < TITLES_FROM:
            return
        ratio = painter.device().devicePixelRatioF()
        key = (scale, ratio, painters.theme.name)
        if self._titles_for != key:
            self._titles, self._titles_for = {}, key
        transform = painter.worldTransform()
        tallest = ceil(2 * (_BESIDE + _LINE * title_size(scale)))
        m11, dx, dy = transform.m11(), transform.dx(), transform.dy()
        indices = self._titled_in(painter, mirror, rect)
        painter.save()
        painter.resetTransform()
        corners = np.floor(mirror.rects[indices, :2] * m11 + (dx, dy)).astype(int)
        sizes = np.round((mirror.rects[indices, 2:] - mirror.rects[indices, :2]) * m11).astype(int)
        order, chosen = mirror.order, bool(without) or only is not None
        for index, (x, y), (width, height) in zip(indices, corners.tolist(), sizes.tolist(), strict=True):
            item = order[index]
            name, marked = item.block.id, bool(item.badges)
            if chosen and (name in without or (only is not None and not marked and name not in only)):
                continue
            title = (heading_of(item.block.id, item.block.type), width, min(height, tallest), marked)
            picture = self._titles.get(title)
            if picture is None:
                picture = self._titles[title] = _title(*title, scale, ratio, painters)
            painter.drawPixmap(x, y, picture)
        painter.restore()


def _around(rect: QRectF, scale: float) -> QRectF:
    beyond = reach(scale)
    return rect.adjusted(-beyond, -beyond, beyond, beyond)


def _paint_marked(painter: QPainter, seen: Sequence[VisibleParts], theme: Theme) -> None:
    far = painter.worldTransform().m11() <= 0.1
    for mark, marked in ((theme.warning, [some.odd for some in seen]), (theme.error, [some.faulty for some in seen])):
        set_colors(painter, QPen(QColor(mark), MARK if far else 0), QColor(mark))
        for rects in marked:
            draw_rects(painter, rects)


def _pitch(painter: QPainter, pixels: float = 1.0) -> float:
    """Return the size of about ``pixels`` pixels in page units, quantized so that many zooms share it."""
    scale = painter.worldTransform().m11() * painter.device().devicePixelRatioF() / pixels
    return 2.0 ** (max(0, floor(-2 * log2(scale))) / 2)


def _draw_rows(painter: QPainter, rows: Array) -> None:
    """Paint axis-parallel lines as rectangles in the pen's color: three times as fast for long lines."""
    transform, ratio = painter.worldTransform(), painter.device().devicePixelRatioF()
    scale, offset = transform.m11() * ratio, np.array([transform.dx(), transform.dy()] * 2) * ratio
    pixels = np.floor(rows * scale + offset)
    size = pixels[:, 2:] - pixels[:, :2] + 1
    painter.save()
    painter.resetTransform()
    set_colors(painter, Qt.PenStyle.NoPen, painter.pen().color())
    draw_rects(painter, np.concatenate([pixels[:, :2], size], axis=1) / ratio)
    painter.restore()


def title_size(scale: float) -> float:
    return min(_LARGEST, max(_SMALLEST, _GROWING * scale))


def _title(text: str, width: int, height: int, marked: bool, scale: float, ratio: float, painters: Painters) -> QPixmap:
    used = font(_FONT, True)
    metrics = QFontMetricsF(used)
    size = title_size(scale)
    stretch, line_height = size / _FONT, _LINE * size
    room = (width - 2 * _BESIDE) / stretch
    lines: Sequence[str] = (text,)
    if metrics.horizontalAdvance(text) > room and height >= 2 * line_height + 1:
        parts = title_lines(text)
        lines = parts if all(_cut_off(part, metrics, room) for part in parts) else lines
    picture = QPixmap(max(1, round(width * ratio)), max(1, round(height * ratio)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with painting(picture) as painter:
        painter.setFont(used)
        painter.setPen(painters.color(painters.theme.canvas if marked else painters.theme.overview_title))
        painter.translate(_BESIDE, min(_BESIDE, max(0.0, (height - line_height * len(lines)) / 2)))
        painter.scale(stretch, stretch)
        for i, line in enumerate(lines):
            painter.drawText(QPointF(0, _FONT * (0.9 + _LINE * i)), short_title(line, metrics, room))
    return picture


def _cut_off(text: str, metrics: QFontMetricsF, room: float) -> str:
    elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
    return elided if elided == text or len(elided) > _FEW else ""


def short_title(text: str, metrics: QFontMetricsF, room: float) -> str:
    """Shorten a string to fit.

    If eliding would leave too few letters, use the initials of its words. If there are none or they do not fit, keep
    at least one letter before the ellipsis.
    """
    short = _cut_off(text, metrics, room)
    if short:
        return short
    initials = "".join(letter for letter in text if letter.isupper() or letter.isdigit())
    if len(initials) > 1 and metrics.horizontalAdvance(initials) <= room:
        return initials
    short = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
    return short if len(short) > 1 else f"{text[:1]}\N{HORIZONTAL ELLIPSIS}"
