"""The page from afar: blocks as rectangles with their types, wires as a few long paths, instead of single pictures.

The page is cut into tiles. A tile keeps the wires and rectangles whose middles lie in it, so that an edit costs the
making of a few small paths.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import floor, log2
from operator import attrgetter, itemgetter
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEngine, QPainter, QPainterPath, QPen, QPixmap

from app.canvas.drawing.array_primitives import draw_lines, draw_rects
from app.canvas.drawing.blocks import OPAQUE, Painters, reach
from app.canvas.drawing.occlusion import Cover
from app.canvas.drawing.painter_guard import painting
from app.canvas.drawing.text import font
from app.canvas.items import BlockItem, WireItem
from app.canvas.mirror import Mirror
from app.canvas.wires.polylines import Ways, on_grid, path_along
from app.canvas.wires.rects import around, touching
from app.face.face import title_lines
from blocks.base.types import Array
from blocks.document.data import Wire

FINE, COARSE = 2000.0, 4000.0
"""How large tiles are: a path of many wires is painted several times as fast as many paths of few, and takes longer to
make; an edit waits for that."""
MOST_FINE = 4000
"""Blocks: when a page has more, its tiles are coarse."""
_MOST = 8192
"""Blocks and wires in a tile: many may lie in one place."""
_CROWD = 500
"""Of more blocks in a tile, where they have no room beside each other, only those are painted that are seen."""
MOST_INK = 2e6
"""Pixels: of wires that are longer together, what falls on the same pixels is painted once."""
TITLES_FROM = 0.16
"""From this zoom on the types can be read."""
_SMALLEST, _LARGEST, _GROWING = 7.0, 10.0, 26.0
"""How large titles are, in points of the screen; between the two they grow with the zoom."""
_FONT, _LINE, _BESIDE = 10, 1.15, 2.0
"""Titles: the font that is brought to their size, the height of its lines, and how far they are from the border."""
_FEW = 4
"""Letters of a title that is cut off, with the ellipsis, that do not tell its type from others."""
SINGLE_COLOR_BELOW = 0.12
TINY_BELOW = 0.02
"""Below this zoom blocks have borders, or those smaller than a point were not seen at all."""
MARK = 60.0
"""How wide the line around a faulty block is in pages that are seen from very far."""

_NOTHING: Array = np.empty((0, 4))

_Item = TypeVar("_Item", BlockItem, WireItem)
_Key = TypeVar("_Key", str, Wire)


class Share(Generic[_Item, _Key]):
    """The blocks or the wires of a tile.

    Args:
        key: gives what the document knows one by: a block's id, a wire.

    Attributes:
        in_order: they, as they stand in the file.
        bounds: what they cover.
        version: grows whenever it is made anew.
    """

    def __init__(self, key: Callable[[_Item], _Key]) -> None:
        self._key = key
        self.in_order: list[_Item] = []
        self._come: set[_Item] = set()
        self._gone: set[_Item] = set()
        self._named: list[_Key] | None = None
        self._keys: frozenset[_Key] | None = None
        self.bounds = QRectF()
        self.version = 0

    @property
    def named(self) -> Sequence[_Key]:
        """What the document knows them by, in order; made when a gradient asks for it."""
        if self._named is None:
            self._named = list(map(self._key, self.in_order))
        return self._named

    @property
    def keys(self) -> frozenset[_Key]:
        """The same as a set."""
        if self._keys is None:
            self._keys = frozenset(self.named)
        return self._keys

    @property
    def is_fresh(self) -> bool:
        """Whether all this is as the items are now."""
        return not (self._come or self._gone)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left of it."""
        return len(self.in_order) + len(self._come) == len(self._gone)

    def put(self, item: _Item) -> None:
        """An item came, or looks different."""
        self._come.add(item)

    def take(self, item: _Item) -> None:
        """An item goes, though perhaps only to be put here again."""
        self._gone.add(item)

    def make(self, sides: Array) -> None:
        """Put them in order anew."""
        kept = self.in_order if not self._gone else [item for item in self.in_order if item not in self._gone]
        self.in_order = sorted([*kept, *self._come], key=attrgetter("place"))
        self._come, self._gone = set(), set()
        self._named = self._keys = None
        self.bounds = around(sides[[item.place for item in self.in_order]])
        self.version += 1


class Seen(NamedTuple):
    """What is to be seen of the blocks of a tile.

    Attributes:
        sound, odd, faulty: their rectangles, as in `Tile`.
        items: they.
    """

    sound: Array
    odd: Array
    faulty: Array
    items: Sequence[BlockItem]


class Tile:
    """A part of the page.

    Attributes:
        blocks, wires: whose middles lie in it.
        bounds: what they cover.
        rects: where the blocks are, in order: left, top, width and height of each, a row each.
        sound: those with which nothing is wrong.
        sound_ids: their ids.
        odd, faulty: those with warnings, and with faults.
        cover: what they hide; None where they are few.
    """

    def __init__(self) -> None:
        self.blocks: Share[BlockItem, str] = Share(attrgetter("id"))
        self.wires: Share[WireItem, Wire] = Share(attrgetter("wire"))
        self.bounds = QRectF()
        self._ways: Ways | None = None
        self._lines: Array | None = None
        self.rects: Array = _NOTHING
        self.sound: Array = _NOTHING
        self.faulty: Array = _NOTHING
        self.odd: Array = _NOTHING
        self._painted: Sequence[BlockItem] = ()
        self.cover: Cover | None = None
        self._seen: dict[float, Seen] = {}

    @property
    def sound_ids(self) -> Sequence[str]:
        """The ids of the blocks with which nothing is wrong."""
        if self.sound is self.rects:
            return self.blocks.named
        return [item.id for item in self.blocks.in_order if not item.badges]

    @property
    def lines(self) -> Array:
        """The ways of its wires as straight lines: from x, y to x, y, a row each."""
        if self._lines is None:
            ways = self._ways or Ways(self.wires.in_order)  # who asks for parts mostly asked for parts before
            self._lines = ways.lines()
        return self._lines

    def lines_of(self, places: Sequence[int]) -> Array:
        """The ways of its wires at these places of their order."""
        return self.lines if len(places) == len(self.wires.in_order) else self._all_ways().lines(places)

    def paths_of(self, groups: Sequence[Sequence[int]]) -> list[QPainterPath]:
        """As `lines_of`, of groups of wires, none of which is in two of them, as a path each."""
        if len(groups) < 2:
            return [path_along(self.lines_of(group)) for group in groups]
        return self._all_ways().paths(groups)

    def _all_ways(self) -> Ways:
        if self._ways is None:
            self._ways = Ways(self.wires.in_order)
        return self._ways

    def make(self, mirror: Mirror) -> None:
        """Make its lines and rectangles anew, as far as they are not fresh."""
        if not self.wires.is_fresh:
            self.wires.make(mirror.wire_rects)
            self._ways = self._lines = None
        if not self.blocks.is_fresh:
            self.blocks.make(mirror.rects)
            self._make_rects()
        self.bounds = (self.wires.bounds | self.blocks.bounds).adjusted(-1, -1, 1, 1)  # a single line is no area

    def _make_rects(self) -> None:
        blocks = self.blocks.in_order
        rects = np.array([item.bounds for item in blocks], float).reshape(-1, 4)
        self.rects = self.sound = rects
        self.faulty = self.odd = _NOTHING
        self._painted, self.cover, self._seen = blocks, None, {}
        if any(item.badges for item in blocks):
            places: tuple[list[int], list[int], list[int]] = ([], [], [])
            for place, item in enumerate(blocks):
                kinds = {badge.kind for badge in item.badges}
                places[2 if "error" in kinds else 1 if "warning" in kinds else 0].append(place)
            self.sound, self.odd, self.faulty = [rects[some] for some in places]
            self._painted = [blocks[place] for some in places for place in some]
        bounds = self.blocks.bounds
        if len(blocks) > _CROWD and rects[:, 2] @ rects[:, 3] > bounds.width() * bounds.height():
            sides = self._sides()
            sides += [(0.0, 0.0, -2e9, 0.0) if item.block.muted else OPAQUE for item in self._painted]
            self.cover = Cover(sides, bounds)

    def _sides(self) -> Array:
        """Left, top, right and bottom of its blocks, in the order in which they are painted."""
        sides = np.concatenate([self.sound, self.odd, self.faulty])
        sides[:, 2:] += sides[:, :2]
        return sides

    def seen(self, pitch: float) -> Seen:
        """What is to be seen of its blocks in a picture whose pixels are no smaller than ``pitch``."""
        found = self._seen.get(pitch)
        if found is None:
            found = self._seen[pitch] = self._find_seen(pitch)
        return found

    def _find_seen(self, pitch: float) -> Seen:
        if self.cover is None:
            return Seen(self.sound, self.odd, self.faulty, self._painted)
        sides = self._sides()
        places = np.flatnonzero(~self.cover.hides(sides, np.arange(1, len(sides) + 1)))
        # Of those that fall on the same pixels the last is seen.
        rounded = np.round(sides[places] / pitch)
        order = np.lexsort((places, *rounded.T))
        changes = (np.diff(rounded[order], axis=0) != 0).any(axis=1)
        places = np.sort(places[order[np.append(changes, True)]])
        odd, faulty = len(self.sound), len(self.sound) + len(self.odd)
        first, second = np.searchsorted(places, [odd, faulty]).tolist()
        kept = places[:first], places[first:second] - odd, places[second:] - faulty
        rects = [rows[some] for rows, some in zip((self.sound, self.odd, self.faulty), kept, strict=True)]
        return Seen(*rects, [self._painted[place] for place in places.tolist()])


class Uncovered(NamedTuple):
    """What is to be seen of a tile where something else is painted over the page.

    Attributes:
        lines: the ways of wires.
        rects: blocks with which nothing is wrong.
    """

    lines: Array
    rects: Array


class Overview:
    """Paints a whole page quickly; made again only where it looks different."""

    def __init__(self) -> None:
        self._tiles: dict[tuple[float, float, int], Tile] = {}
        self._side = FINE
        self._of_block: dict[BlockItem, Tile] = {}
        self._of_wire: dict[WireItem, Tile] = {}
        self._ways: Sequence[Array] = ()
        self._ink = 0.0
        self._lines_for = 0.0
        self._lines = self._slanting = _NOTHING
        self._titles: dict[tuple[str, int, int, bool], QPixmap] = {}
        self._titles_for: tuple[float, float, str] = (0.0, 0.0, "")

    def paint(
        self,
        painter: QPainter,
        mirror: Mirror,
        painters: Painters,
        rect: QRectF,
        uncovered: Mapping[Tile, Uncovered] | None = None,
        titled_later: Collection[str] | None = (),
    ) -> None:
        """Paint the wires and blocks that touch ``rect``; only some, if the others will be painted over.

        Args:
            painter: where.
            mirror: the page.
            painters: who has the colours.
            rect: the part of the page to paint.
            uncovered: what is to be seen of each tile; None: all.
            titled_later: blocks whose types will be written once more, over what is painted next; None: all.
        """
        theme, color = painters.theme, painters.color
        scale = painter.worldTransform().m11()
        beyond = reach(scale)
        near = rect.adjusted(-beyond, -beyond, beyond, beyond)
        tiles = [tile for tile in self.tiles(mirror) if tile.bounds.intersects(near)]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color(theme.overview_wire), 0))
        self._paint_lines(painter, tiles, [tile.lines if uncovered is None else uncovered[tile].lines for tile in tiles])
        simple = scale < SINGLE_COLOR_BELOW
        border = theme.overview_far if simple else theme.overview_border
        painter.setPen(Qt.PenStyle.NoPen if simple and scale >= TINY_BELOW else QPen(color(border), 0))
        painter.setBrush(color(theme.overview_far if simple else theme.overview_fill))
        pitch = _pitch(painter)
        seen = [tile.seen(pitch) for tile in tiles]
        for tile, blocks in zip(tiles, seen, strict=True):
            draw_rects(painter, blocks.sound if uncovered is None else uncovered[tile].rects)
        # What is wrong stays visible from any distance.
        for mark, marked in ((theme.warning, [some.odd for some in seen]), (theme.error, [s.faulty for s in seen])):
            painter.setPen(QPen(color(mark), 0 if scale > 0.1 else MARK))
            painter.setBrush(color(mark))
            for rects in marked:
                draw_rects(painter, rects)
        if titled_later is not None:
            self.paint_titles(painter, mirror, painters, rect, without=titled_later)

    def _paint_lines(self, painter: QPainter, tiles: Sequence[Tile], ways: Sequence[Array]) -> None:
        """Paint the wires of some tiles in the colour of the pen; where there are very many, what is seen of them."""
        if len(ways) != len(self._ways) or any(a is not b for a, b in zip(ways, self._ways, strict=True)):
            self._ways, self._lines_for = ways, 0.0
            self._ink = sum([float(np.abs(lines[:, :2] - lines[:, 2:]).sum()) for lines in ways])
        scale = painter.worldTransform().m11() * painter.device().devicePixelRatioF()
        if self._ink * scale < MOST_INK or painter.paintEngine().type() == QPaintEngine.Type.SVG:
            for lines in ways:
                draw_lines(painter, lines)
            return
        pitch = _pitch(painter)
        if pitch != self._lines_for:
            self._lines_for = pitch
            self._lines, self._slanting = on_grid(np.concatenate(ways), pitch)
            for tile in tiles:
                if tile.cover is not None:
                    self._lines = self._lines[~tile.cover.hides_whole(self._lines)]
        draw_lines(painter, self._slanting)
        _draw_rows(painter, self._lines)

    def tiles(self, mirror: Mirror) -> list[Tile]:
        """The page as it is now, in tiles, always in the same order."""
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
        share_of: Callable[[Tile], Share[_Item, _Key]],
    ) -> None:
        """Put what was touched into the tiles where its middle is now."""
        for item in touched.keys() & tile_of.keys():
            share_of(tile_of.pop(item)).take(item)
        items = [item for item in touched if item.place >= 0]
        touched.clear()
        places = np.array([item.place for item in items], int)
        spots = (sides[places, :2] + sides[places, 2:]) // (2 * self._side)
        for item, x, y, part in zip(items, *spots.T.tolist(), (places // _MOST).tolist(), strict=True):
            tile = self._tiles.get((x, y, part))
            if tile is None:
                tile = self._tiles[x, y, part] = Tile()
            tile_of[item] = tile
            share_of(tile).put(item)

    def _seen_in(self, painter: QPainter, mirror: Mirror, rect: QRectF) -> Sequence[int]:
        """The places of the blocks in a rectangle that are to be seen, of crowds few."""
        seen = np.ones(len(mirror.order), bool)
        for tile in self._tiles.values():
            if tile.cover is not None:
                seen[[item.place for item in tile.blocks.in_order]] = False
                seen[[item.place for item in tile.seen(_pitch(painter)).items]] = True
        return [place for place in touching(mirror.rects, rect) if seen[place]]

    def paint_titles(
        self,
        painter: QPainter,
        mirror: Mirror,
        painters: Painters,
        rect: QRectF,
        only: Collection[str] | None = None,
        without: Collection[str] = (),
    ) -> None:
        """Write the types into the rectangles, all in one size that can be read; of all blocks, or of some only."""
        scale = painter.worldTransform().m11()
        if scale < TITLES_FROM:
            return
        ratio = painter.device().devicePixelRatioF()
        key = (scale, ratio, painters.theme.name)
        if self._titles_for != key:
            self._titles, self._titles_for = {}, key
        transform = painter.worldTransform()
        m11, dx, dy = transform.m11(), transform.dx(), transform.dy()
        places = self._seen_in(painter, mirror, rect)
        painter.save()
        painter.resetTransform()
        corners = np.floor(mirror.rects[places, :2] * m11 + (dx, dy)).astype(int)
        sizes = np.round((mirror.rects[places, 2:] - mirror.rects[places, :2]) * m11).astype(int)
        order, chosen = mirror.order, bool(without) or only is not None
        for place, (x, y), (width, height) in zip(places, corners.tolist(), sizes.tolist(), strict=True):
            item = order[place]
            if chosen and (item.block.id in without or (only is not None and item.block.id not in only)):
                continue
            title = (item.block.type, width, height, bool(item.badges))
            picture = self._titles.get(title)
            if picture is None:
                picture = self._titles[title] = _title(*title, scale, ratio, painters)
            painter.drawPixmap(x, y, picture)
        painter.restore()


def _pitch(painter: QPainter) -> float:
    """In page units, how far apart lines are that are told apart: no farther than pixels, and a power of two."""
    scale = painter.worldTransform().m11() * painter.device().devicePixelRatioF()
    return 2.0 ** max(0, floor(-log2(scale)))


def _draw_rows(painter: QPainter, rows: Array) -> None:
    """Paint level and upright lines in the colour of the pen: as rectangles, long ones take a third of the time."""
    transform, ratio = painter.worldTransform(), painter.device().devicePixelRatioF()
    scale, offset = transform.m11() * ratio, np.array([transform.dx(), transform.dy()] * 2) * ratio
    pixels = np.floor(rows * scale + offset)
    size = pixels[:, 2:] - pixels[:, :2] + 1
    painter.save()
    painter.resetTransform()
    painter.setBrush(painter.pen().color())
    painter.setPen(Qt.PenStyle.NoPen)
    draw_rects(painter, np.concatenate([pixels[:, :2], size], axis=1) / ratio)
    painter.restore()


def title_size(scale: float) -> float:
    """How large the letters of titles are on the screen: the same in all blocks."""
    return min(_LARGEST, max(_SMALLEST, _GROWING * scale))


def _title(text: str, width: int, height: int, marked: bool, scale: float, ratio: float, painters: Painters) -> QPixmap:
    """A block's type, cut off where the block ends; on two lines if there is room for them and not on one."""
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
            painter.drawText(QPointF(0, _FONT * (0.9 + _LINE * i)), _shortened(line, metrics, room))
    return picture


def _cut_off(text: str, metrics: QFontMetricsF, room: float) -> str:
    """A text with an ellipsis where there is no room for more; empty if too few letters would be left."""
    found = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
    return found if found == text or len(found) > _FEW else ""


def _shortened(text: str, metrics: QFontMetricsF, room: float) -> str:
    """What stands for a text where there is no room for more.

    Where cutting it off would leave so few letters that many types look alike, it is the initials of its words, or as
    many letters as there is room for; one at least.
    """
    found = _cut_off(text, metrics, room)
    if found:
        return found
    initials = "".join(letter for letter in text if letter.isupper() or letter.isdigit())
    short = initials if len(initials) > 1 else text
    while len(short) > 1 and metrics.horizontalAdvance(short) > room:
        short = short[:-1]
    return short
