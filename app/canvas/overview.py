"""The page from afar: blocks as rectangles with their types, wires as a few long paths, instead of single pictures.

The page is cut into tiles. A tile keeps the wires and rectangles that begin in it, so that an edit costs the making of
a few small paths.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from operator import attrgetter, itemgetter
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from app.canvas.items import BlockItem, WireItem
from app.canvas.mirror import Mirror
from app.canvas.paint import Painters
from app.canvas.painting import painting
from app.canvas.polylines import polylines
from app.canvas.sides import around
from app.canvas.text import font
from blocks.base.types import Array
from blocks.diagram.data import Wire

TILE = 2000.0
_MOST = 1024
"""Blocks and wires in a tile: many may begin in one place."""
TITLES_FROM = 0.16
"""From this zoom on the types can be read."""
SINGLE_COLOR_BELOW = 0.12
MARK = 60.0
"""How wide the line around a faulty block is in pages that are seen from very far."""

_Item = TypeVar("_Item", BlockItem, WireItem)


class Tile:
    """A part of the page.

    Attributes:
        blocks, wires: what begins in it.
        in_order: the wires as they stand in the file.
        carriers: the wires of the document, and the ids of the blocks.
        bounds: what they cover.
        rects: where the blocks are, by their ids.
        sound: those with which nothing is wrong.
        odd, faulty: those with warnings, and with faults.
        version: grows whenever it is made anew.
    """

    def __init__(self) -> None:
        self.blocks: set[BlockItem] = set()
        self.wires: set[WireItem] = set()
        self.in_order: list[WireItem] = []
        self.carriers: tuple[frozenset[Wire], frozenset[str]] = frozenset(), frozenset()
        self.bounds = QRectF()
        self._path: QPainterPath | None = None
        self.rects: dict[str, QRectF] = {}
        self.sound: dict[str, QRectF] = {}
        self.faulty: list[QRectF] = []
        self.odd: list[QRectF] = []
        self.fresh = False
        self.version = 0

    @property
    def path(self) -> QPainterPath:
        """The ways of its wires."""
        if self._path is None:
            self._path = polylines(self.in_order)
        return self._path

    def make(self, mirror: Mirror) -> None:
        """Make its path and rectangles anew."""
        blocks = sorted(self.blocks, key=attrgetter("place"))
        self.in_order = sorted(self.wires, key=attrgetter("place"))
        self.carriers = frozenset([item.wire for item in self.in_order]), frozenset([item.id for item in blocks])
        self._path = None
        self.rects = {item.id: item.rect for item in blocks}
        self.sound = {}
        self.faulty = []
        self.odd = []
        for item in blocks:
            kinds = {badge.kind for badge in item.badges}
            if "error" in kinds:
                self.faulty.append(self.rects[item.id])
            elif "warning" in kinds:
                self.odd.append(self.rects[item.id])
            else:
                self.sound[item.id] = self.rects[item.id]
        self.bounds = around(mirror.wire_rects[[item.place for item in self.in_order]]) | around(
            mirror.rects[[item.place for item in blocks]]
        )
        self.fresh = True
        self.version += 1


class Uncovered(NamedTuple):
    """What is to be seen of a tile where something else is painted over the page.

    Attributes:
        path: the ways of wires.
        rects: blocks with which nothing is wrong.
    """

    path: QPainterPath
    rects: list[QRectF]


class Overview:
    """Paints a whole page quickly; made again only where it looks different."""

    def __init__(self) -> None:
        self._tiles: dict[tuple[int, int, int], Tile] = {}
        self._of_block: dict[BlockItem, Tile] = {}
        self._of_wire: dict[WireItem, Tile] = {}
        self._titles: dict[tuple[str, bool], QPixmap] = {}
        self._titles_for: tuple[float, float, str] = (0.0, 0.0, "")

    def paint(
        self,
        painter: QPainter,
        mirror: Mirror,
        painters: Painters,
        rect: QRectF,
        uncovered: Mapping[Tile, Uncovered] | None = None,
    ) -> None:
        """Paint the wires and blocks that touch ``rect``; only some, if the others will be painted over."""
        theme, color = painters.theme, painters.color
        scale = painter.worldTransform().m11()
        tiles = [tile for tile in self.tiles(mirror) if tile.bounds.intersects(rect)]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color(theme.overview_wire), 0))
        for tile in tiles:
            painter.drawPath(tile.path if uncovered is None else uncovered[tile].path)
        simple = scale < SINGLE_COLOR_BELOW
        painter.setPen(Qt.PenStyle.NoPen if simple else QPen(color(theme.overview_border), 0))
        painter.setBrush(color(theme.overview_far if simple else theme.overview_fill))
        for tile in tiles:
            painter.drawRects(list(tile.sound.values()) if uncovered is None else uncovered[tile].rects)
        # What is wrong stays visible from any distance.
        for mark, marked in ((theme.warning, [tile.odd for tile in tiles]), (theme.error, [t.faulty for t in tiles])):
            painter.setPen(QPen(color(mark), 0 if scale > 0.1 else MARK))
            painter.setBrush(color(mark))
            for rects in marked:
                if rects:
                    painter.drawRects(rects)
        self.paint_titles(painter, mirror, painters, rect)

    def tiles(self, mirror: Mirror) -> list[Tile]:
        """The page as it is now, in tiles, always in the same order."""
        self._distribute(mirror.touched_blocks, mirror.rects, self._of_block, lambda tile: tile.blocks)
        self._distribute(mirror.touched_wires, mirror.wire_rects, self._of_wire, lambda tile: tile.wires)
        stale = [(key, tile) for key, tile in self._tiles.items() if not tile.fresh]
        for key, tile in stale:
            if tile.blocks or tile.wires:
                tile.make(mirror)
            else:
                del self._tiles[key]
        return [tile for _, tile in sorted(self._tiles.items(), key=itemgetter(0))]

    def _distribute(
        self, touched: set[_Item], sides: Array, tile_of: dict[_Item, Tile], items_of: Callable[[Tile], set[_Item]]
    ) -> None:
        """Put what was touched into the tiles where it begins now."""
        for item in touched:
            tile = tile_of.pop(item, None)
            if tile is not None:
                items_of(tile).discard(item)
                tile.fresh = False
            if item.place >= 0:
                x, y = sides[item.place, :2].tolist()
                tile = tile_of[item] = self._tiles.setdefault(
                    (int(x // TILE), int(y // TILE), item.place // _MOST), Tile()
                )
                items_of(tile).add(item)
                tile.fresh = False
        touched.clear()

    def paint_titles(
        self,
        painter: QPainter,
        mirror: Mirror,
        painters: Painters,
        rect: QRectF,
        only: Collection[str] | None = None,
    ) -> None:
        """Write the types, larger than they would be, into the rectangles; of all blocks, or of some only."""
        scale = painter.worldTransform().m11()
        if scale < TITLES_FROM:
            return
        ratio = painter.device().devicePixelRatioF()
        key = (scale, ratio, painters.theme.name)
        if self._titles_for != key:
            self._titles, self._titles_for = {}, key
        transform = painter.worldTransform()
        m11, dx, dy = transform.m11(), transform.dx(), transform.dy()
        painter.save()
        painter.resetTransform()
        for item in mirror.blocks_in(rect):
            if only is not None and item.id not in only:
                continue
            marked = bool(item.badges)
            picture = self._titles.get((item.block.type, marked))
            if picture is None:
                picture = _title(item, scale, ratio, painters, marked)
                self._titles[item.block.type, marked] = picture
            x, y = item.block.at
            painter.drawPixmap(QPointF(int(x * m11 + dx) + 2, int(y * m11 + dy) + 2), picture)
        painter.restore()


def _title(item: BlockItem, scale: float, ratio: float, painters: Painters, marked: bool) -> QPixmap:
    """A block's type, as large as the block's width allows, at most eight points high."""
    width = item.geometry.width * scale - 4
    lines = item.face.title
    used = font(10, True)
    widest = max(QFontMetricsF(used).horizontalAdvance(line) for line in lines) or 1.0
    size = min(8.0, 10 * width / widest, (item.geometry.height * scale - 3) / len(lines) / 1.1)
    picture = QPixmap(max(1, round(width * ratio)), max(1, round((size * 1.25 * len(lines) + 2) * ratio)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    if size >= 3:
        with painting(picture) as painter:
            painter.setFont(used)
            painter.setPen(painters.color(painters.theme.canvas if marked else painters.theme.overview_title))
            painter.scale(size / 10, size / 10)
            for i, line in enumerate(lines):
                painter.drawText(QPointF(0, 10 + 11 * i), line)
    return picture
