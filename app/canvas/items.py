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

from app.face.face import Badge, Face, Preview, named
from app.face.geometry import TITLE_SIZE, Geometry, Point, make_geometry, text_width
from blocks.document.data import Block, Endpoint, Frame, Note, Wire

NOTE_SIZE = 13
NOTE_LINE = 17.0
FRAME_SIZE = (200.0, 120.0)
CARD_GAP = 8.0
"""Between a block and the result that is shown below it."""


class PinKey(NamedTuple):
    """A pin on the page."""

    block: str
    pin: str
    index: int | None  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups
    is_input: bool

    @property
    def endpoint(self) -> Endpoint:
        """The same as the end of a wire."""
        return Endpoint(self.block, self.pin, self.index)


class Picture:
    """A cached painting.

    Attributes:
        pixels: the picture; None if it was never painted.
        scale: device pixels to a page unit.
        origin: where its top left corner is, from that of the block.
        fresh: it shows what there is to show; an old one serves while there is no time for a new one.
    """

    __slots__ = ("fresh", "origin", "pixels", "scale")

    def __init__(self) -> None:
        self.pixels: QPixmap | None = None
        self.scale = 0.0
        self.origin: Point = (0.0, 0.0)
        self.fresh = False

    @property
    def size(self) -> int:
        """Bytes of its pixels."""
        return 0 if self.pixels is None else 4 * self.pixels.width() * self.pixels.height()

    def fits(self, scale: float) -> bool:
        """Whether it can be shown as it is."""
        return self.fresh and self.scale == scale


class BlockItem:
    """A block on the canvas.

    There may be thousands: what is only needed of those in sight is made when somebody asks for it.

    Attributes:
        block: the block as it is in the document.
        index: its number in file order; later ones lie above; -1 when it is gone.
        generation: for which state of the results `preview` and `room` hold.
        below: how far its result reached below it when wires last minded it.
    """

    __slots__ = (
        "_card", "_face", "_geometry", "_later", "_picture", "below", "block", "generation", "index", "preview", "room"
    )  # fmt: skip

    def __init__(self, block: Block, face: Face, geometry: Geometry, index: int) -> None:
        self.block = block
        self._face = face
        self._geometry = geometry
        self._later: Callable[[Block], Face] | None = None
        self.index = index
        self._picture: Picture | None = None
        self._card: Picture | None = None
        self.generation = -1
        self.preview: Preview | None = None
        self.room = 0.0
        self.below = 0.0

    @property
    def id(self) -> str:
        """The block's id."""
        return self.block.id

    @property
    def face(self) -> Face:
        """What it shows; made again when the block, its wires or its results change."""
        if self._later is not None:
            self.show(self._later(self.block))
        self._face = named(self._face, self.block.id)
        return self._face

    @property
    def geometry(self) -> Geometry:
        """Where it shows it."""
        if self._later is not None:
            self.show(self._later(self.block))
        return self._geometry

    def part_at(self, at: QPointF) -> str | None:
        """Which of the composites that it runs is shown at a position of the page; None if none is."""
        inside = self.face.inside
        for index, each in enumerate(inside):
            box = self.geometry.part_of_thumbnail(index, len(inside))
            if box is not None and QRectF(*box).translated(*self.block.at).contains(at):
                return each.part or "body"
        return None

    @property
    def picture(self) -> Picture:
        """How it was last painted; its scale is in device pixels to a page unit."""
        if self._picture is None:
            self._picture = Picture()
        return self._picture

    @property
    def card(self) -> Picture:
        """How its result was last painted."""
        if self._card is None:
            self._card = Picture()
        return self._card

    def drop_pictures(self) -> None:
        """Forget how it was painted; nothing of it may be in sight."""
        self._picture = self._card = None

    def paint_anew(self) -> None:
        """It looks different; the old pictures serve until there are new ones."""
        for picture in (self._picture, self._card):
            if picture is not None:
                picture.fresh = False

    @property
    def sides(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        (x, y), g = self.block.at, self._geometry
        return (x, y, x + g.width, y + g.height)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, width, height."""
        g = self._geometry
        return (*self.block.at, g.width, g.height)

    @property
    def rect(self) -> QRectF:
        """The block's border."""
        (x, y), g = self.block.at, self._geometry
        return QRectF(x, y, g.width, g.height)

    @property
    def covered(self) -> QRectF:
        """What wires go around: the block and its result."""
        return self.rect.adjusted(0, 0, 0, self.below)

    @property
    def badges(self) -> tuple[Badge, ...]:
        """The marks at its corner that are seen from afar: what is merely not done yet is not."""
        badges = self._face.badges
        return () if badges and badges[0].kind == "open" else badges

    @property
    def is_display(self) -> bool:
        """Whether it shows what is wired into it."""
        return self._face.caption is not None

    def show(self, face: Face) -> bool:
        """Give it another face; the old picture serves until the new one is painted.

        Returns:
            Whether pins or borders are elsewhere.
        """
        self._later = None
        if face == named(self._face, face.id) and face.heading == self._face.heading:
            return False
        before = self._geometry
        self._face, self._geometry = face, make_geometry(face)
        self.paint_anew()
        return _moved(before, self._geometry)

    def show_later(self, make: Callable[[Block], Face]) -> None:
        """Give it another face when somebody looks at it; marks, pins and borders must be as they are."""
        self._later = make
        if self._picture is not None:
            self._picture.fresh = False

    def pin_position(self, pin: str, index: int | None, *, is_input: bool, order: int = 0) -> QPointF | None:
        """Where a wire at this pin ends; None if there is no such pin."""
        spot = self.geometry.spot(pin, index, is_input=is_input)
        if spot is None:
            return None
        (x, y), (dx, dy) = self.block.at, spot.end(order)
        return QPointF(x + dx, y + dy)


def _moved(a: Geometry, b: Geometry) -> bool:
    """Whether pins or borders are elsewhere."""
    return (a.width, a.height) != (b.width, b.height) or _ends(a) != _ends(b)


def _ends(geometry: Geometry) -> list[tuple[str, str, float, float, float]]:
    """Where wires may end."""
    return [(pin.name, pin.kind, x, y, reach) for pin, x, y, reach in geometry.spots]


class WireItem:
    """A wire on the canvas.

    Attributes:
        wire: the wire as it is in the document.
        index: its number in file order; -1 when it is gone.
        order: which of the wires at its input pin it is.
        kind: the kind of its pins, for the colour.
        net, seen: its colour group, and for which state of the page that was found out; see `Mirror.net_of`.
        loose: one of its ends does not exist.
        path: its route as it is painted; None until it is.
        corners: its route without curves, as eight bytes a number, x after y; there are thousands of routes.
    """

    __slots__ = (
        "_points",
        "_whole",
        "corners",
        "index",
        "kind",
        "loose",
        "net",
        "order",
        "path",
        "seen",
        "wire",
    )  # fmt: skip

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
        """Give it a route; see `points`, `flat` and `whole`."""
        self.path = None
        self._points = _packed(points)
        self.corners = self._points if flat is points else _packed(flat)
        self._whole = _packed(whole)

    @property
    def points(self) -> Sequence[Point]:
        """Its route; empty if neither of its ends exists. Of a wire that is shown as a tag, what is left of it."""
        return _unpacked(self._points)

    @property
    def flat(self) -> Sequence[Point]:
        """The same, without curves."""
        return _unpacked(self.corners)

    @property
    def whole(self) -> Sequence[Point]:
        """Its route, if it is shown as a tag; else empty."""
        return _unpacked(self._whole)

    @property
    def is_tag(self) -> bool:
        """Whether it is shown as a tag."""
        return bool(self._whole)


def _packed(points: Sequence[Point]) -> bytes:
    """Points in a fifth of the memory."""
    return pack(f"{2 * len(points)}d", *chain.from_iterable(points)) if points else b""


def _unpacked(points: bytes) -> list[Point]:
    return list(iter_unpack("2d", points))  # pyright: ignore[reportReturnType]


class NoteItem:
    """A note on the canvas."""

    __slots__ = ("index", "note", "rect")

    def __init__(self, note: Note, index: int) -> None:
        self.note = note
        self.index = index
        width, height = note.size or _note_size(note.text)
        self.rect = QRectF(note.at[0], note.at[1], width, height)


class FrameItem:
    """A titled frame behind blocks."""

    __slots__ = ("frame", "index", "rect")

    def __init__(self, frame: Frame, index: int) -> None:
        self.frame = frame
        self.index = index
        width, height = frame.size or FRAME_SIZE
        self.rect = QRectF(frame.at[0], frame.at[1], width, height)

    @property
    def title(self) -> QRectF:
        """Where its title is written."""
        width = min(self.rect.width(), 20 + text_width(self.frame.title, TITLE_SIZE))
        return QRectF(self.rect.topLeft(), QSizeF(width, 28.0))


def _note_size(text: str) -> tuple[float, float]:
    lines = text.split("\n")
    width = max(text_width(line, NOTE_SIZE) for line in lines)
    return (max(40.0, width + 12.0), len(lines) * NOTE_LINE + 2.0)
