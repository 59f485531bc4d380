"""Wire routes between pins: in full, or the stubs of wires shown as tags."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF

from app.canvas.faces import FindType
from app.canvas.items import CARD_GAP, BlockItem, WireItem
from app.canvas.wires.wire_router import behind_blocks, find_route, minds_blocks, passage
from app.face.geometry import PinSpot, Point, WireStyle, bent_path, flattened, route_wire
from blocks.base.types import Array
from blocks.document.data import Endpoint, Wire, pins_type

Sides = tuple[float, float, float, float]
NOWHERE: Sides = (1.0, 1.0, 0.0, 0.0)
_MOST = 64


def touching(sides: Array, rect: QRectF) -> list[int]:
    hit = (
        (sides[:, 0] <= rect.right())
        & (sides[:, 2] >= rect.left())
        & (sides[:, 1] <= rect.bottom())
        & (sides[:, 3] >= rect.top())
        & (sides[:, 0] <= sides[:, 2])
    )
    indices: list[int] = np.flatnonzero(hit).tolist()
    return indices


def around(sides: Array) -> QRectF:
    somewhere = np.compress(sides[:, 0] <= sides[:, 2], sides.T, axis=1)
    if not somewhere.size:
        return QRectF()
    left, top, right, bottom = (float(side) for side in (*somewhere[:2].min(axis=1), *somewhere[2:].max(axis=1)))
    return QRectF(left, top, right - left, bottom - top)


def rows(rects: Sequence[QRectF]) -> Array:
    return np.array([rect.getCoords() for rect in rects], float).reshape(-1, 4)


def areas(sides: Array) -> list[QRectF]:
    """Return the rectangles of the rows; for very many, the one around all."""
    if len(sides) > _MOST:
        return [around(sides)]
    return [QRectF(left, top, right - left, bottom - top) for left, top, right, bottom in sides.tolist()]


NO_BENDS: Mapping[Wire, Sequence[Point]] = MappingProxyType({})
_MANY = 8
"""Of so many wires it is found at once which can go the plain route."""
_MOST_AROUND = 100
"""Of the others so many find other routes at once, which takes milliseconds each where blocks lie close together."""
_DROP = 10.0
"""So far below its block a wire runs that leaves it at its lower border."""


def find_routes(
    items: Collection[WireItem],
    blocks: Mapping[str, BlockItem],
    rects: Array,
    find: FindType,
    style: WireStyle,
    tags: TagRule,
    *,
    bends: Mapping[Wire, Sequence[Point]] = NO_BENDS,
    thorough: bool = False,
) -> list[Sides]:
    """Route wires, and set their pin kinds.

    Args:
        rects: the blocks (left, top, right, bottom) [n, 4].
        bends: the reroute points of wires that have any.
        thorough: search all routes for wires that still pass behind a block.

    Returns:
        The bounds of each wire: left, top, right, bottom.
    """
    many = len(items) >= _MANY and style == "orthogonal"
    first = rects[:0] if many else rects
    sides = [_find_route(item, blocks, first, find, style, tags, bends, thorough) for item in items]
    if many and minds_blocks(rects):
        listed = list(items)
        for index in behind_blocks([item.whole or item.points for item in listed], rects)[:_MOST_AROUND]:
            sides[index] = _find_route(listed[index], blocks, rects, find, style, tags, bends, thorough)
    return sides


def _find_route(
    item: WireItem,
    blocks: Mapping[str, BlockItem],
    rects: Array,
    find: FindType,
    style: WireStyle,
    tags: TagRule,
    bends: Mapping[Wire, Sequence[Point]],
    thorough: bool,
) -> Sides:
    source, target = item.wire
    item.kind = ""
    begin = end = None
    lane = 0
    start, finish = blocks.get(source.block), blocks.get(target.block)
    spot = _source_spot(start, source, find) if start is not None else None
    leaves_down = spot is not None and spot.pin.side == "bottom"
    if start is not None and spot is not None:
        begin = (start.block.at[0] + spot.x, start.block.at[1] + spot.y)
        item.kind = spot.pin.kind
    spot = finish.geometry.spot(target.pin, None, is_input=True) if finish is not None else None
    if finish is not None and spot is not None:
        dx, dy = spot.end(item.order)
        end = (finish.block.at[0] + dx, finish.block.at[1] + dy)
        # The upper of two wires that come down turns behind the other, of two that come up before it.
        comes_down = begin is not None and begin[1] < end[1]
        lane = int((dy if comes_down else finish.geometry.height - dy) // 8)
        if spot.pin.kind in ("operation", "feed", "status", "scope"):
            item.kind = spot.pin.kind
    item.loose = begin is None or end is None
    stub: float | None = None
    if start is not None and begin is not None and finish is not None and end is not None:
        over = bends.get(item.wire) if bends else None
        if over:
            points = bent_path(begin, over, end, style)
        else:
            points = _between(begin, end, lane, start, finish, rects, style, thorough, down=leaves_down)
        if tags.is_tag(item.wire, begin, end, to_display=finish.is_display and not over):
            stub = finish.block.at[0] - STUB
    elif begin is not None:
        points = [begin, (begin[0] + 40, begin[1])]
    elif end is not None:
        points = [(end[0] - 40, end[1]), end]
    else:
        item.lay((), ())
        return NOWHERE
    flat = flattened(points, style)
    xs = [x for x, _ in flat]
    ys = [y for _, y in flat]
    if stub is not None and end is not None:
        left = [(stub, end[1]), end]
        item.lay(left, left, points)
        xs.append(stub)
    else:
        item.lay(points, flat)
    return (min(xs), min(ys), max(xs), max(ys))


def _source_spot(item: BlockItem, source: Endpoint, find: FindType) -> PinSpot | None:
    spot = item.geometry.spot(source.pin, source.index, is_input=False)
    if spot is None:  # a result pin may have two names
        spec = find(pins_type(item.block))
        shown = spec.shown_by(source.pin) if spec is not None else None
        if shown is not None and shown.result_pins:
            spot = item.geometry.spot(shown.result_pins[0], None, is_input=False)
    return spot


def _between(
    begin: Point,
    end: Point,
    lane: int,
    start: BlockItem,
    finish: BlockItem,
    rects: Array,
    style: WireStyle,
    thorough: bool,
    *,
    down: bool,
) -> list[Point]:
    if style == "curved":
        return route_wire(begin, end, style, down=down)
    out, lead = begin, list[Point]()
    if down:  # below its block to the right, but above the result that is shown there
        level = begin[1] + (CARD_GAP / 2 if start.below else _DROP)
        out, lead = (start.rect.right(), level), [begin, (begin[0], level)]
    under = passage(start.rect, finish.rect) if end[0] - out[0] < 32 else None
    return lead + find_route(out, end, lane, under, rects, thorough=thorough)


STUB = 7.0
"""How much is left, before its block, of a wire that is shown as a tag."""
FAR = 600.0
"""From this distance on a wire to a display is a tag, unless a person wants it otherwise."""


class TagRule(NamedTuple):
    """The user's choices for single wires (True: a tag), and whether other wires to distant displays become tags."""

    wanted: Mapping[Wire, bool] = {}
    far_displays: bool = True

    def is_tag(self, wire: Wire, begin: Point, end: Point, *, to_display: bool) -> bool:
        far = abs(end[0] - begin[0]) + abs(end[1] - begin[1]) > FAR
        return self.wanted.get(wire, self.far_displays and to_display and far)
