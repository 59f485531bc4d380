"""Block geometry in page units, and wire routes: pure numbers, no fonts, no Qt."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

from app.face.face import BlockView, PinFace

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""x, y, width, height."""
WireStyle = Literal["orthogonal", "curved"]

BASE_WIDTH = 120.0
MAX_WIDTH = 320.0
TITLE_SIZE = 14
TITLE_LINE = 14.0
TITLE_BASELINE = 17.0
ID_SIZE = 11
LABEL_SIZE = 11
TYPE_SIZE = 10
PITCH = 16.0
SLOT_PITCH = 7.0
MAX_SLOTS = 7
PIN_RADIUS = 5.0
PIN_X = 13.0
LABEL_X = 24.0
DISPLAY_SIZES = {"NumberDisplay": (150.0, 76.0), "TableDisplay": (220.0, 140.0), "ImageDisplay": (200.0, 180.0)}
"""How large displays are before anyone has made them larger or smaller."""
DISPLAY_SIZE = (260.0, 180.0)
DISPLAY_LEAST = (90.0, 60.0)
PLAIN_LEAST = (40.0, 18.0)
"""A number may be so small; smaller than other displays may be, it has no caption, like a text of the page."""
DISPLAY_HEADER = 25.0
_BORDER_X = 1.0
_HEADER = 42.0
_BELOW = 14.0
_THUMBNAIL = 46.0
_STUB = 16.0
_LEVEL = 1.5
_NARROW_GAP = 4.0
_FEW = 16
"""So many pins are looked through faster than an index of them is made."""

_NARROW = frozenset("fijlrtI.,:;'|![](){} -/\\")
_WIDE = frozenset("mwMWG@%OQD")


class PinSpot(NamedTuple):
    """A pin's position in its block: its center, and the vertical reach of its slot (0 for a plain pin)."""

    pin: PinFace
    x: float
    y: float
    reach: float = 0.0

    def end(self, order: int) -> Point:
        """Return the end of the wire with this order; lists spread their wires over the slot."""
        if not self.reach:
            return (self.x, self.y)
        last = max(1, self.pin.wires - 1)
        return (self.x, self.y - self.reach + 2 * self.reach * min(order, last) / last)


@dataclass
class Geometry:
    width: float
    height: float
    spots: tuple[PinSpot, ...]
    id_baseline: float
    """0 in a display that has no room for a caption."""
    inner: Box | None = None
    """Where the result is shown in a block that was drawn larger; in others it hangs below."""
    thumbnail: Box | None = None
    """Where it shows what is inside of the composites that it is an instance of, or runs; see
    `part_of_thumbnail`."""

    def part_of_thumbnail(self, index: int, count: int) -> Box | None:
        if self.thumbnail is None:
            return None
        x, y, width, height = self.thumbnail
        each = (width - 4 * (count - 1)) / count
        return (x + index * (each + 4), y, each, height)

    def spot(self, name: str, index: int | None, *, is_input: bool) -> PinSpot | None:
        """Return the position of a pin; for a list element that is not shown, its list's."""
        if len(self.spots) > _FEW:
            return self._spots.get((name, index, is_input)) or self._spots.get((name, None, is_input))
        hit = None
        for spot in self.spots:
            pin = spot.pin
            if pin.name == name and pin.is_input == is_input and pin.kind != "attribute":
                if pin.index == index:
                    return spot
                if pin.index is None:
                    hit = spot
        return hit

    @cached_property
    def _spots(self) -> Mapping[tuple[str, int | None, bool], PinSpot]:
        connecting = [spot for spot in reversed(self.spots) if spot.pin.kind != "attribute"]
        return {(spot.pin.name, spot.pin.index, spot.pin.is_input): spot for spot in connecting}


def text_width(text: str, size: float) -> float:
    """Estimate the width of a bold sans-serif string; the same on every machine."""
    total = 0.0
    for c in text:
        if c in _NARROW:
            total += 0.32
        elif c in _WIDE:
            total += 0.84
        elif c.isascii():
            total += 0.67 if c.isupper() else 0.56
        else:
            total += 1.0 if unicodedata.east_asian_width(c) in "WF" else 0.6
    return total * size * 1.08


def make_geometry(face: BlockView) -> Geometry:
    """Measure a block with this face.

    The result depends on pins and wires only, not on results, shapes or the length of values, so later updates move
    nothing.
    """
    if face.caption is not None:
        return _display(face)
    lines = len(face.heading)
    top = _HEADER + TITLE_LINE * (lines - 1)
    left = [pin for pin in face.pins if pin.side == "left"]
    right = [pin for pin in face.pins if pin.side == "right"]
    bottom = [pin for pin in face.pins if pin.side == "bottom"]
    width = max(BASE_WIDTH, _natural_width(face, left, right))
    if face.collapsed:
        return _collapsed(face, left, right, bottom, width)
    rows: list[tuple[PinFace, float, float]] = []
    y = top
    for pin in left:
        reach = SLOT_PITCH * (min(pin.wires, MAX_SLOTS) - 1) / 2 if pin.is_list and pin.wires > 1 else 0.0
        y += reach
        rows.append((pin, y, reach))
        y += PITCH + reach
    left_height = y - PITCH if left else top
    rows_end = max(left_height, top + PITCH * (len(right) - 1)) + (PITCH if face.hidden_values else 0)
    natural = rows_end + (_THUMBNAIL if face.has_inside else 0) + _BELOW
    height = natural
    inside = False
    if face.size is not None:
        width, height = max(width, face.size[0]), max(height, face.size[1])
        inside = height - natural >= 2 * PITCH
    spots = [PinSpot(pin, PIN_X, y, reach) for pin, y, reach in rows]
    if len(right) == 1:
        spots.append(PinSpot(right[0], width, top if right[0].label else _level_with_inputs(rows, top)))
    else:
        spots.extend(PinSpot(pin, width, top + PITCH * i) for i, pin in enumerate(right))
    for i, pin in enumerate(bottom):
        spots.append(PinSpot(pin, width * (i + 1) / (len(bottom) + 1), height))
    box = (8.0, natural - 4, width - 16, height - natural - 6) if inside else None
    small = (10.0, rows_end + 11, width - 20, _THUMBNAIL - 6) if face.has_inside else None
    return Geometry(width, height, tuple(spots), TITLE_BASELINE + TITLE_LINE * (lines - 1) + 12.5, box, small)


def _level_with_inputs(rows: Sequence[tuple[PinFace, float, float]], top: float) -> float:
    """Return the height of an unlabeled output: that of the first input, so that chains are straight lines."""
    first = next((y - reach for pin, y, reach in rows if pin.kind not in ("scope", "attribute")), None)
    if first is not None:
        return first
    return rows[min(1, len(rows) - 1)][1] if rows else top


def _natural_width(face: BlockView, left: Sequence[PinFace], right: Sequence[PinFace]) -> float:
    """Return a width for title and labels, with some room for the values of pins that have any."""
    title = max((text_width(line, TITLE_SIZE) for line in face.heading), default=0.0) + 18
    widest = 0.0
    outs = [text_width(pin.label, LABEL_SIZE) + 14 if pin.label else 0.0 for pin in right]
    below = [*accumulate(reversed(outs), max)][::-1]
    beside = outs
    for i, pin in enumerate(left):
        room = 36.0 if pin.kind == "attribute" and (not right or face.has_inside) else 10.0
        out = beside[i] if i < len(beside) else 0.0
        widest = max(widest, LABEL_X + text_width(pin.label, LABEL_SIZE) + room + out)
        if pin.is_list:  # above a slot for many wires, rows are in step with those at the right; below, any is opposite
            beside = below
    for pin in right[len(left) :]:
        widest = max(widest, text_width(pin.label, LABEL_SIZE) + 24)
    return min(MAX_WIDTH, max(title, widest))


def _display(face: BlockView) -> Geometry:
    width, height = face.size or DISPLAY_SIZES.get(face.type, DISPLAY_SIZE)
    if face.type == "NumberDisplay" and (width < DISPLAY_LEAST[0] or height < DISPLAY_LEAST[1]):
        width, height = max(width, PLAIN_LEAST[0]), max(height, PLAIN_LEAST[1])
        plain = tuple(PinSpot(pin, _BORDER_X, height / 2) for pin in face.pins if pin.side == "left")
        return Geometry(width, height, plain, 0.0, (4.0, 1.0, width - 6, height - 2))
    width, height = max(width, DISPLAY_LEAST[0]), max(height, DISPLAY_LEAST[1])
    left = [pin for pin in face.pins if pin.side == "left"]
    spots = [PinSpot(pin, PIN_X, DISPLAY_HEADER / 2) for pin in left[:1]]
    spots += [PinSpot(pin, _BORDER_X, DISPLAY_HEADER + PITCH * (i + 0.5)) for i, pin in enumerate(left[1:])]
    inner = (8.0, DISPLAY_HEADER, width - 16, max(8.0, height - DISPLAY_HEADER - 7))
    return Geometry(width, height, tuple(spots), DISPLAY_HEADER, inner)


def _collapsed(
    face: BlockView, left: Sequence[PinFace], right: Sequence[PinFace], bottom: Sequence[PinFace], width: float
) -> Geometry:
    height = 36.0 + TITLE_LINE * (len(face.heading) - 1)
    middle = height / 2
    spots = [PinSpot(pin, 0.0, middle) for pin in left if pin.connects]
    spots += [PinSpot(pin, width, middle) for pin in right]
    spots += [PinSpot(pin, width / 2, height) for pin in bottom]
    return Geometry(width, height, tuple(spots), TITLE_BASELINE + TITLE_LINE * (len(face.heading) - 1) + 12.5, None)


def route_wire(
    p: Point,
    q: Point,
    style: WireStyle = "orthogonal",
    lane: int = 0,
    under: float | None = None,
    *,
    down: bool = False,
) -> list[Point]:
    """Route a wire from an output pin to an input pin.

    Args:
        style: ``orthogonal``: horizontal, vertical, horizontal; six points for a backward wire. ``curved``: four
            control points of a cubic curve.
        lane: vertical parts of different lanes are side by side.
        under: for a backward wire, the height at which it passes its blocks.
        down: a curve leaves its block downwards.

    Returns:
        The points; two for a nearly level orthogonal wire.
    """
    (x, y), (u, v) = p, q
    if style == "curved":
        reach = max(30.0, min(abs(u - x) * 0.5 + abs(v - y) * 0.1, 220.0))
        return [p, (x, y + reach) if down else (x + reach, y), (u - reach, v), q]
    if u - x >= 2 * _STUB:
        if abs(y - v) <= _LEVEL:
            return [p, q]
        middle = max(u - _STUB - 6.0 * lane, x + _STUB) if u - x > 90 else (x + u) / 2 + 3.0 * (lane % 5 - 2)
        middle = min(max(middle, x + 8.0), u - 12.0)
        return [p, (middle, y), (middle, v), q]
    if u - x >= PIN_X + _NARROW_GAP:  # through the gap between two blocks
        middle = (x + u - PIN_X) / 2
        return [p, q] if abs(y - v) <= _LEVEL else [p, (middle, y), (middle, v), q]
    out, back = x + _STUB + 4.0 * (lane % 4), u - _STUB - 4.0 * (lane % 4)
    level = under if under is not None else (y + v) / 2
    return [p, (out, y), (out, level), (back, level), (back, v), q]


def bent_path(p: Point, points: Sequence[Point], q: Point, style: WireStyle = "orthogonal") -> list[Point]:
    """Route a wire through points, or return the control points of consecutive cubic curves if ``curved``.

    An orthogonal route reaches each point vertically and leaves it horizontally.
    """
    if style == "curved":
        route = [p]
        for (x, y), (u, v) in pairwise([p, *points, q]):
            reach = max(20.0, min(abs(u - x) * 0.5, 160.0))
            route += [(x + reach, y), (u - reach, v), (u, v)]
        return route
    route = [p]
    x, y = p
    for i, (u, v) in enumerate(points):
        out = max(u, x + _STUB) if i == 0 else u
        route += [(out, y), (out, v), (u, v)]
        x, y = u, v
    u, v = q
    back = u - _STUB
    route += route_wire((x, y), q)[1:] if u - x >= 2 * _STUB else [(back, y), (back, v), q]
    route = [route[0], *(b for a, b in pairwise(route) if a != b)]
    return [route[i] for i in range(len(route)) if i in (0, len(route) - 1) or not _goes_on(*route[i - 1 : i + 2])]


def _goes_on(before: Point, at: Point, after: Point) -> bool:
    """Return whether a straight line continues at ``at``."""
    (a, b), (c, d), (e, f) = before, at, after
    return (a == c == e and (d - b) * (f - d) > 0) or (b == d == f and (c - a) * (e - c) > 0)


def distance_to_path(point: Point, path: Sequence[Point]) -> float:
    x, y = point
    best = float("inf")
    for (x1, y1), (x2, y2) in pairwise(path):
        dx, dy = x2 - x1, y2 - y1
        length = dx * dx + dy * dy
        t = 0.0 if not length else max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / length))
        best = min(best, (x - x1 - t * dx) ** 2 + (y - y1 - t * dy) ** 2)
    return best**0.5


def flattened(path: Sequence[Point], style: WireStyle) -> Sequence[Point]:
    """Return a route as a polyline; each curve becomes sixteen pieces."""
    if style != "curved" or not is_curve(path):
        return path
    points: list[Point] = [path[0]]
    for start in range(0, len(path) - 1, 3):
        (a, b), (c, d), (e, f), (g, h) = path[start : start + 4]
        for i in range(1, 17):
            t = i / 16
            s = 1 - t
            k, m, n, r = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
            points.append((k * a + m * c + n * e + r * g, k * b + m * d + n * f + r * h))
    return points


def is_curve(path: Sequence[Point]) -> bool:
    """Return whether a route in the curved style consists of cubic curves rather than a stub."""
    return len(path) >= 4 and len(path) % 3 == 1
