"""The items of a canvas: blocks, wires, notes and frames with their faces and positions.

They are not Qt graphics items: thousands of those would cost more memory and paint time than their content. The scene
finds the visible items in arrays of rectangles and paints them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from struct import iter_unpack, pack
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath, QPixmap

from app.face.face import Badge, BlockView, Preview, named
from app.face.geometry import TITLE_SIZE, Geometry, Point, make_geometry, text_width
from blocks.document.data import Block, Endpoint, Frame, Note, Wire

NOTE_SIZE = 12
NOTE_LEADING = 17 / 12
HEADING, HEADING_SIZE = "# ", 20
"""The prefix of a heading in a note, and the size of headings."""
FRAME_SIZE = (200.0, 120.0)
CARD_GAP = 8.0
"""Between a block and the result that is shown below it."""


class PinKey(NamedTuple):
    block: str
    pin: str
    index: int | None  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups
    is_input: bool

    @property
    def endpoint(self) -> Endpoint:
        return Endpoint(self.block, self.pin, self.index)


class CachedPicture:
    """A cached painting.

    Attributes:
        pixels: None before the first painting.
        scale: device pixels per page unit.
        origin: the top left corner, relative to that of the block.
        fresh: whether the image is up to date; an old image is shown until a new one is painted.
    """

    __slots__ = ("fresh", "origin", "pixels", "scale")

    def __init__(self) -> None:
        self.pixels: QPixmap | None = None
        self.scale = 0.0
        self.origin: Point = (0.0, 0.0)
        self.fresh = False

    @property
    def size(self) -> int:
        return 0 if self.pixels is None else 4 * self.pixels.width() * self.pixels.height()

    def fits(self, scale: float) -> bool:
        return self.fresh and self.scale == scale


class BlockItem:
    """A block on the canvas. There may be thousands, so data for visible blocks only is made on demand.

    Attributes:
        index: the number in file order, higher ones in front; -1 when removed.
        generation: the state of the results for which `preview` and `room` are valid.
        below: the height of the result below the block when wires were last routed around it.
    """

    __slots__ = (
        "_card", "_face", "_geometry", "_later", "_picture", "below", "block", "generation", "index", "preview", "room"
    )  # fmt: skip

    def __init__(self, block: Block, face: BlockView, geometry: Geometry, index: int) -> None:
        self.block = block
        self._face = face
        self._geometry = geometry
        self._later: Callable[[Block], BlockView] | None = None
        self.index = index
        self._picture: CachedPicture | None = None
        self._card: CachedPicture | None = None
        self.generation = -1
        self.preview: Preview | None = None
        self.room = 0.0
        self.below = 0.0

    @property
    def id(self) -> str:
        return self.block.id

    @property
    def face(self) -> BlockView:
        if self._later is not None:
            self.show(self._later(self.block))
        self._face = named(self._face, self.block.id)
        return self._face

    @property
    def geometry(self) -> Geometry:
        if self._later is not None:
            self.show(self._later(self.block))
        return self._geometry

    def part_at(self, at: QPointF) -> str | None:
        inside = self.face.inside
        for index, each in enumerate(inside):
            box = self.geometry.part_of_thumbnail(index, len(inside))
            if box is not None and QRectF(*box).translated(*self.block.at).contains(at):
                return each.part or "body"
        return None

    @property
    def picture(self) -> CachedPicture:
        if self._picture is None:
            self._picture = CachedPicture()
        return self._picture

    @property
    def card(self) -> CachedPicture:
        if self._card is None:
            self._card = CachedPicture()
        return self._card

    def drop_pictures(self) -> None:
        """Drop the cached images; nothing of the block may be visible."""
        self._picture = self._card = None

    def paint_anew(self) -> None:
        """Mark the images as outdated; they are shown until new ones exist."""
        for picture in (self._picture, self._card):
            if picture is not None:
                picture.fresh = False

    @property
    def sides(self) -> tuple[float, float, float, float]:
        (x, y), g = self.block.at, self._geometry
        return (x, y, x + g.width, y + g.height)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        g = self._geometry
        return (*self.block.at, g.width, g.height)

    @property
    def rect(self) -> QRectF:
        (x, y), g = self.block.at, self._geometry
        return QRectF(x, y, g.width, g.height)

    @property
    def covered(self) -> QRectF:
        """Return the area that wires avoid: the block and its result."""
        return self.rect.adjusted(0, 0, 0, self.below)

    @property
    def badges(self) -> tuple[Badge, ...]:
        """Return the badges visible from afar: none for unfinished work."""
        badges = self._face.badges
        return () if badges and badges[0].kind == "open" else badges

    @property
    def color(self) -> str:
        return self.block.color or self._face.family

    @property
    def is_display(self) -> bool:
        return self._face.caption is not None

    def show(self, face: BlockView) -> bool:
        """Set another face. Return whether pins or borders moved."""
        self._later = None
        if face == named(self._face, face.id) and face.heading == self._face.heading:
            return False
        before = self._geometry
        self._face, self._geometry = face, make_geometry(face)
        self.paint_anew()
        return _moved(before, self._geometry)

    def show_later(self, make: Callable[[Block], BlockView]) -> None:
        """Set a face that is made on demand; badges, pins and borders must stay the same."""
        self._later = make
        if self._picture is not None:
            self._picture.fresh = False

    def pin_position(self, pin: str, index: int | None, *, is_input: bool, order: int = 0) -> QPointF | None:
        spot = self.geometry.spot(pin, index, is_input=is_input)
        if spot is None:
            return None
        (x, y), (dx, dy) = self.block.at, spot.end(order)
        return QPointF(x + dx, y + dy)


def _moved(a: Geometry, b: Geometry) -> bool:
    return (a.width, a.height) != (b.width, b.height) or _ends(a) != _ends(b)


def _ends(geometry: Geometry) -> list[tuple[str, str, float, float, float]]:
    return [(pin.name, pin.kind, x, y, reach) for pin, x, y, reach in geometry.spots]


class WireItem:
    """A wire on the canvas.

    Attributes:
        index: the number in file order; -1 when removed.
        order: the position among the wires at its input pin.
        net, seen: the color group and the page state for which it is valid; see `Mirror.net_of`.
        loose: one of its ends does not exist.
        path: the painted route; None until needed.
        corners: the route without curves as packed doubles, x before y, to save memory.
    """

    __slots__ = ("_points", "_whole", "corners", "index", "kind", "loose", "net", "order", "path", "seen", "wire")

    def __init__(self, wire: Wire, index: int, order: int) -> None:
        self.wire = wire
        self.index = index
        self.order = order
        self.path: QPainterPath | None = None
        self.kind = ""
        self.net = ""
        self.seen = -1
        self.loose = False
        self.lay((), ())

    def lay(self, points: Sequence[Point], flat: Sequence[Point], whole: Sequence[Point] = ()) -> None:
        self.path = None
        self._points = _packed(points)
        self.corners = self._points if flat is points else _packed(flat)
        self._whole = _packed(whole)

    @property
    def points(self) -> Sequence[Point]:
        """Return the route; the stub of a wire shown as a tag; empty if neither end exists."""
        return _unpacked(self._points)

    @property
    def flat(self) -> Sequence[Point]:
        return _unpacked(self.corners)

    @property
    def whole(self) -> Sequence[Point]:
        return _unpacked(self._whole)

    @property
    def is_tag(self) -> bool:
        return bool(self._whole)


def _packed(points: Sequence[Point]) -> bytes:
    return pack(f"{2 * len(points)}d", *chain.from_iterable(points)) if points else b""


def _unpacked(points: bytes) -> list[Point]:
    return list(iter_unpack("2d", points))  # pyright: ignore[reportReturnType]


class NoteItem:
    __slots__ = ("index", "note", "rect")

    def __init__(self, note: Note, index: int) -> None:
        self.note = note
        self.index = index
        width, height = note.size or _note_size(note.text)
        self.rect = QRectF(note.at[0], note.at[1], width, height)


class FrameItem:
    __slots__ = ("frame", "index", "rect")

    def __init__(self, frame: Frame, index: int) -> None:
        self.frame = frame
        self.index = index
        width, height = frame.size or FRAME_SIZE
        self.rect = QRectF(frame.at[0], frame.at[1], width, height)

    @property
    def title(self) -> QRectF:
        width = min(self.rect.width(), 20 + text_width(self.frame.title, TITLE_SIZE))
        return QRectF(self.rect.topLeft(), QSizeF(width, 28.0))


def plain(text: str) -> str:
    """Return the text of a note without the signs of headings."""
    return "\n".join(line.removeprefix(HEADING) for line in text.split("\n"))


def _note_size(text: str) -> tuple[float, float]:
    lines = text.split("\n")
    sizes = [HEADING_SIZE if line.startswith(HEADING) else NOTE_SIZE for line in lines]
    width = max(text_width(line.removeprefix(HEADING), size) for line, size in zip(lines, sizes, strict=True))
    return (max(40.0, width + 12.0), sum(sizes) * NOTE_LEADING + 2.0)
