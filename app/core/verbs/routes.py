"""Verbs for the reroute points of wires, and their update when wires and blocks change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from app.core.verbs.edit import Edit, counted, group, tidy
from app.language import tr
from blocks.document.changes import AddItems, Change, RemoveItems, ReplaceItems
from blocks.document.data import Page, Position, Route, Wire


def bends_of(page: Page, wire: Wire) -> tuple[Position, ...]:
    return next((route.points for route in page.routes if route.wire == wire), ())


def with_bends(page: Page, wire: Wire, points: Sequence[Position]) -> tuple[Route, ...]:
    if not any(route.wire == wire for route in page.routes):
        return (*page.routes, Route(wire, tuple(points)))
    return tuple(route._replace(points=tuple(points)) if route.wire == wire else route for route in page.routes)


def set_bends(page: Page, bends: Mapping[Wire, Sequence[Position]], text: str = "") -> Edit | None:
    """Set the reroute points of wires; empty ones restore automatic routing. None if nothing changes."""
    tidied = {wire: tuple(tidy(*point) for point in points) for wire, points in bends.items()}
    known = {route.wire for route in page.routes}
    old = [(i, route) for i, route in enumerate(page.routes) if route.wire in tidied]
    gone = tuple(i for i, route in old if not tidied[route.wire])
    other = [(i, route._replace(points=tidied[route.wire])) for i, route in old if tidied[route.wire]]
    other = [(i, route) for i, route in other if route != page.routes[i]]
    new = [Route(wire, points) for wire, points in tidied.items() if points and wire not in known]
    changes: list[Change] = [ReplaceItems(page.name, "routes", tuple(other))] if other else []
    changes += [RemoveItems(page.name, "routes", gone)] if gone else []
    if new:
        changes.append(AddItems(page.name, "routes", tuple(enumerate(new, len(page.routes) - len(gone)))))
    if not changes:
        return None
    what = tr("wire {bends}", bends=next(iter(bends))) if len(bends) == 1 else counted(len(bends), "wire")
    return Edit(group(changes), f"{text or tr('Reroute')} {what}")


def move_bends(page: Page, wires: Iterable[Wire], dx: float, dy: float) -> Edit | None:
    moved = moved_bends(page, set(wires), dx, dy)
    items = [(i, route) for i, route in enumerate(moved) if route != page.routes[i]]
    return Edit(ReplaceItems(page.name, "routes", tuple(items)), tr("Move reroute points")) if items else None


def moved_bends(page: Page, wires: Collection[Wire], dx: float, dy: float) -> tuple[Route, ...]:
    return tuple(_moved(route, dx, dy) if route.wire in wires else route for route in page.routes)


def index_for(begin: Position, points: Sequence[Position], end: Position, new: Position) -> int:
    """Return the index at which a new reroute point makes the route least longer."""

    def length(index: int) -> float:
        route = [begin, *points[:index], new, *points[index:], end]
        return sum(abs(c - a) + abs(d - b) for (a, b), (c, d) in pairwise(route))

    return min(range(len(points) + 1), key=length)


def routes_after(before: Page, after: Page) -> Change | None:
    """Return the change of reroute points that an edit requires; None if there is none.

    Points follow blocks that move together, and wires that change pins at the same blocks. Points are removed with
    their wire, or if its blocks move differently.
    """
    wires = set(after.wires)
    positions = {block.id: block.at for block in before.blocks}
    shifts: dict[str, Position] = {}
    for block in after.blocks:
        x, y = positions.get(block.id, block.at)
        if (x, y) != block.at:
            shifts[block.id] = (block.at[0] - x, block.at[1] - y)
    changed: list[tuple[int, Route]] = []
    gone: list[int] = []
    for i, route in enumerate(after.routes):
        if i >= len(before.routes) or route != before.routes[i]:  # the edit is about it
            continue
        wire = route.wire if route.wire in wires else _heir(route.wire, before, after)
        ends = [] if wire is None else [shifts.get(end.block, (0, 0)) for end in wire]
        if wire is None or (ends[0] != ends[1] and all(map(any, ends))):
            gone.append(i)
        elif wire != route.wire or (ends[0] == ends[1] and any(ends[0])):
            dx, dy = ends[0] if ends[0] == ends[1] else (0, 0)
            changed.append((i, _moved(route._replace(wire=wire), dx, dy)))
    changes: list[Change] = [ReplaceItems(after.name, "routes", tuple(changed))] if changed else []
    changes += [RemoveItems(after.name, "routes", tuple(gone))] if gone else []
    return group(changes) if changes else None


def _heir(wire: Wire, before: Page, after: Page) -> Wire | None:
    index = next((i for i, each in enumerate(before.wires) if each == wire), None)
    if index is None or len(before.wires) != len(after.wires):
        return None
    new = after.wires[index]
    same = all(a.block == b.block for a, b in zip(wire, new, strict=True))
    return new if same else None


def _moved(route: Route, dx: float, dy: float) -> Route:
    return route._replace(points=tuple((x + dx, y + dy) for x, y in route.points))
