"""The items of a page, brought up to date from snapshots of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from app.canvas.items import BlockItem, FrameItem, NoteItem, WireItem
from app.canvas.routing import MOST_BLOCKS, find_way, passage
from app.canvas.tag_rule import STUB, TagRule
from app.canvas.wiring import UNWIRED, Wirings
from app.face.face import BlockInfo, Face, Problem, make_face
from app.face.geometry import Geometry, WireStyle, flattened, make_geometry, route_wire
from blocks.base.types import Array
from blocks.diagram.data import Block, Page
from blocks.graph.spec import BlockSpec

FindType = Callable[[str], BlockSpec | None]
PREVIEW_ROOM = 64.0
_MOST_AREAS = 64
"""When more blocks come, go or move at once, all wires find their ways anew."""


class Mirror:
    """The items of a page, brought up to date from snapshots of it.

    Attributes:
        page: the snapshot that is shown.
        blocks: by id, in file order.
        displays: the blocks that show what is wired into them.
        wires, notes, frames: in file order.
        rects, wire_rects: left, top, right, bottom of each block and wire, a row each.
        structure: grows whenever blocks or wires come, go or change places in the file's order.
        generation: grows whenever a block or a wire is elsewhere.
        tags: which wires are shown as tags.
        tagged: those that are, by their places.
        touched_blocks, touched_wires: those that look different since the overview was made.
    """

    def __init__(self, find: FindType, style: WireStyle = "orthogonal") -> None:
        self.find = find
        self.style: WireStyle = style
        self.page = Page("")
        self.blocks: dict[str, BlockItem] = {}
        self.order: list[BlockItem] = []
        self.displays: list[BlockItem] = []
        self.wires: list[WireItem] = []
        self.notes: list[NoteItem] = []
        self.frames: list[FrameItem] = []
        self.rects: Array = np.empty((0, 4))
        self.wire_rects: Array = np.empty((0, 4))
        self.structure = 0
        self.generation = 0
        self.touched_blocks: set[BlockItem] = set()
        self.touched_wires: set[WireItem] = set()
        self.tags = TagRule()
        self.tagged: dict[int, WireItem] = {}
        self._bounds: QRectF | None = None
        self._templates: dict[Any, tuple[Face, Geometry]] = {}
        self.types: Mapping[str, Mapping[tuple[str, int | None], tuple[str, str]]] = {}
        self.problems: Mapping[str, tuple[Problem, ...]] = {}
        self.running: frozenset[str] = frozenset()
        self._wirings = Wirings()
        self._wiring = self._wirings.blocks
        self._wires_of: dict[str, list[WireItem]] = {}

    def sync(self, page: Page) -> tuple[list[BlockItem], list[WireItem]] | None:
        """Show this state of the page.

        Returns:
            The blocks and wires that look different or are elsewhere; None if anything may be different.
        """
        old, self.page = self.page, page
        same_wires = _identical(old.wires, page.wires)
        same_others = _identical(old.notes, page.notes) and _identical(old.frames, page.frames)
        if not same_others:
            self.notes = [NoteItem(note, i) for i, note in enumerate(page.notes)]
            self.frames = [FrameItem(frame, i) for i, frame in enumerate(page.frames)]
        self._bounds = None
        changed = _changed(old.blocks, page.blocks) if same_wires else None
        if changed is None:
            self._rebuild(page)
            return None
        blocks: list[BlockItem] = []
        wires: dict[int, WireItem] = {}
        for i in changed:
            item = self.order[i]
            self._update(item, page.blocks[i])
            blocks.append(item)
            wires.update((wire.place, wire) for wire in self._wires_of.get(item.id, ()))
        for wire in wires.values():
            self._route(wire)
        return (blocks, list(wires.values())) if same_others else None

    def refresh(self, ids: Iterable[str]) -> list[BlockItem] | None:
        """Make the faces of these blocks anew (their results or types are different).

        Returns:
            Those that look different; None if some have another size, so that wires moved.
        """
        shown: list[BlockItem] = []
        resized = False
        for block_id in ids:
            item = self.blocks.get(block_id)
            if item is None:
                continue
            face = self._face(item.block)
            if face != item.face:
                before = item.geometry
                item.show(face)
                shown.append(item)
                self.touched_blocks.add(item)
                if _moved(before, item.geometry):
                    resized = True
                    self._place(item)
                    for wire in self._wires_of.get(block_id, ()):
                        self._route(wire)
        return None if resized else shown

    def room_below(self, item: BlockItem) -> float:
        """How much of the page below a block is free for its result."""
        left, _, right, bottom = self.rects[item.place].tolist()
        rects = self.rects
        below = (rects[:, 0] < right) & (rects[:, 2] > left) & (rects[:, 1] >= bottom)
        room = float((rects[below, 1] - bottom).min(initial=PREVIEW_ROOM + 4) - 4)
        for note in self.notes:
            r = note.rect
            if r.left() < right and r.right() > left and r.top() >= bottom - 4:
                room = min(room, r.top() - bottom - 2)
        return max(0.0, room)

    def reroute(self, area: QRectF) -> list[WireItem]:
        """Find new ways for the wires around ``area``, where blocks were put or taken away.

        Returns:
            The wires that go another way now.
        """
        if len(self.order) > MOST_BLOCKS:
            return []
        changed: list[WireItem] = []
        for wire in self.wires_in(area):
            before = wire.points
            self._route(wire)
            if wire.points != before:
                changed.append(wire)
        return changed

    def type_of(self, block_id: str) -> BlockSpec | None:
        """The type of a block of the page."""
        item = self.blocks.get(block_id)
        return None if item is None else self.find(item.block.type)

    def set_style(self, style: WireStyle) -> None:
        """Route all wires in another style."""
        self.style = style
        for wire in self.wires:
            self._route(wire)

    def set_tags(self, rule: TagRule) -> None:
        """Show other wires as tags."""
        self.tags = rule
        for wire in self.wires:
            self._route(wire)

    def wires_of(self, block_id: str) -> Sequence[WireItem]:
        """The wires at a block."""
        return self._wires_of.get(block_id, ())

    def blocks_in(self, rect: QRectF) -> list[BlockItem]:
        """The blocks that touch a rectangle, in file order."""
        order = self.order
        return [order[i] for i in _touching(self.rects, rect)]

    def wires_in(self, rect: QRectF) -> list[WireItem]:
        """The wires whose bounds touch a rectangle, in file order."""
        wires = self.wires
        return [wires[i] for i in _touching(self.wire_rects, rect)]

    def bounds(self) -> QRectF:
        """The rectangle around everything."""
        if self._bounds is None:
            self._bounds = self._measure()
        return QRectF(self._bounds)

    def _measure(self) -> QRectF:
        found = QRectF()
        if len(self.rects):
            low, high = self.rects[:, :2].min(axis=0), self.rects[:, 2:].max(axis=0)
            found = QRectF(QPointF(float(low[0]), float(low[1])), QPointF(float(high[0]), float(high[1])))
        finite = self.wire_rects[self.wire_rects[:, 0] <= self.wire_rects[:, 2]]
        if len(finite):
            low, high = finite[:, :2].min(axis=0), finite[:, 2:].max(axis=0)
            found |= QRectF(QPointF(float(low[0]), float(low[1])), QPointF(float(high[0]), float(high[1])))
        for item in (*self.notes, *self.frames):
            found |= item.rect
        return found

    def _rebuild(self, page: Page) -> None:
        """Bring all items up to date; blocks and wires that are the same objects keep theirs."""
        old = self.blocks
        self.structure += 1
        self._templates.clear()
        before = self._wiring
        self._wirings.show(page.wires)
        self._wiring = self._wirings.blocks
        self.blocks = {}
        self.order = []
        elsewhere: set[str] = set()
        areas: list[QRectF] = []
        for i, block in enumerate(page.blocks):
            item = old.get(block.id)
            if item is None:
                item = BlockItem(block, *self._look(block), i)
                elsewhere.add(block.id)
                areas.append(item.rect)
            elif item.block is not block or before.get(block.id) is not self._wiring.get(block.id):
                geometry, rect, was = item.geometry, item.rect, item.block.type
                nets = before.get(block.id, UNWIRED).nets
                item.block = block
                face = self._face(block)
                if face != item.face:
                    item.show(face)
                self.touched_blocks.add(item)
                if rect != item.rect or _moved(geometry, item.geometry):
                    elsewhere.add(block.id)
                    areas += [rect, item.rect]
                elif block.type != was or nets != self._wiring.get(block.id, UNWIRED).nets:
                    elsewhere.add(block.id)
            item.place = i
            self.blocks[block.id] = item
            self.order.append(item)
        gone = old.keys() - self.blocks.keys()
        elsewhere |= gone
        areas += [old[block].rect for block in gone]
        self.displays = [item for item in self.order if item.face.caption is not None]
        self.rects = np.array([_sides(item) for item in self.order], float).reshape(-1, 4)
        self._rewire(page, elsewhere)
        if len(areas) <= _MOST_AREAS and (len(old) > MOST_BLOCKS) == (len(self.order) > MOST_BLOCKS):
            for area in areas:
                self.reroute(area)
        else:
            for wire in self.wires:
                self._route(wire)

    def _rewire(self, page: Page, elsewhere: Collection[str]) -> None:
        """Bring all wires up to date; those that are new, or at blocks that are elsewhere, find their ways."""
        kept, old_rects = {id(item.wire): item for item in self.wires}, self.wire_rects
        self._wires_of = {}
        self.wires = []
        self.tagged = {}
        self._bounds = None
        self.generation += 1
        self.wire_rects = np.empty((len(page.wires), 4))
        came_from: list[int] = []
        anew: list[WireItem] = []
        orders: dict[tuple[str, str], int] = {}
        for i, wire in enumerate(page.wires):
            source, target = wire
            pin = (target.block, target.pin)
            order = orders.get(pin, 0)
            orders[pin] = order + 1
            item = kept.pop(id(wire), None)
            if item is None or item.order != order or source.block in elsewhere or target.block in elsewhere:
                item = WireItem(wire, i, order)
                anew.append(item)
                came_from.append(-1)
            else:
                came_from.append(item.place)
                item.place = i
                if item.whole:
                    self.tagged[i] = item
            self.wires.append(item)
            self._wires_of.setdefault(source.block, []).append(item)
            if target.block != source.block:
                self._wires_of.setdefault(target.block, []).append(item)
        if len(old_rects):
            self.wire_rects[:] = old_rects[came_from]
        for item in anew:
            self._route(item)

    def _update(self, item: BlockItem, block: Block) -> None:
        moved_only = block._replace(at=item.block.at) == item.block
        item.block = block
        if not moved_only:
            face = self._face(block)
            if face != item.face:
                item.show(face)
        self._place(item)

    def _place(self, item: BlockItem) -> None:
        self.rects[item.place] = _sides(item)
        self.touched_blocks.add(item)
        self.generation += 1
        self._bounds = None

    def _look(self, block: Block) -> tuple[Face, Geometry]:
        """Face and geometry of a block that is new here; many blocks differ by nothing but their ids."""
        if block.values or block.size or block.collapsed or block.muted or block.id in self.types:
            face = self._face(block)
            return face, make_geometry(face)
        wiring = self._wiring.get(block.id, UNWIRED)
        key = (block.type, *(tuple(part.items()) for part in wiring))
        found = self._templates.get(key)
        if found is None or block.id in self.problems or block.id in self.running:
            face = self._face(block)
            found = self._templates[key] = (face, make_geometry(face))
        return found[0]._replace(id=block.id), found[1]

    def _face(self, block: Block) -> Face:
        wiring = self._wiring.get(block.id, UNWIRED)
        info = BlockInfo(
            wiring.inputs,
            wiring.outputs,
            wiring.nets,
            self.types.get(block.id, {}),
            self.problems.get(block.id, ()),
            block.id in self.running,
        )
        return make_face(block, self.find(block.type), info)

    def _route(self, item: WireItem) -> None:
        """Find the way of a wire, and note what it covers."""
        source, target = item.wire
        item.path = None
        item.whole = ()
        self.tagged.pop(item.place, None)
        self._bounds = None
        self.touched_wires.add(item)
        self.generation += 1
        begin = end = None
        lane = 0
        kind = ""
        start, finish = self.blocks.get(source.block), self.blocks.get(target.block)
        if start is not None:
            spot = start.geometry.spot(source.pin, source.index, is_input=False)
            if spot is None:  # a result pin may have two names
                spec = self.find(start.block.type)
                shown = spec.shown_by(source.pin) if spec is not None else None
                if shown is not None and shown.result_pins:
                    spot = start.geometry.spot(shown.result_pins[0], None, is_input=False)
            if spot is not None:
                item.net = spot.pin.nets[0] if spot.pin.nets else ""
                begin = (start.block.at[0] + spot.x, start.block.at[1] + spot.y)
                kind = spot.pin.kind
        if finish is not None:
            spot = finish.geometry.spot(target.pin, None, is_input=True)
            if spot is not None:
                dx, dy = spot.end(item.order)
                end = (finish.block.at[0] + dx, finish.block.at[1] + dy)
                lane = int((finish.geometry.height - dy) // 8)
                if spot.pin.kind in ("operation", "feed", "status", "scope"):
                    kind = spot.pin.kind
        item.kind = kind
        item.loose = begin is None or end is None
        if begin is not None and end is not None:
            under = None
            if end[0] - begin[0] < 32 and start is not None and finish is not None:
                under = passage(start.rect, finish.rect)
            if self.style == "curved":
                item.points = route_wire(begin, end, self.style)
            else:
                item.points = find_way(begin, end, lane, under, self.rects)
        elif begin is not None:
            item.points = [begin, (begin[0] + 40, begin[1])]
        elif end is not None:
            item.points = [(end[0] - 40, end[1]), end]
        else:
            item.points = item.flat = ()
            self.wire_rects[item.place] = (1, 1, 0, 0)
            return
        item.flat = flattened(item.points, self.style)
        xs = [p[0] for p in item.flat]
        ys = [p[1] for p in item.flat]
        to_display = finish is not None and finish.face.caption is not None
        if begin and end and finish and self.tags.is_tag(item.wire, begin, end, to_display=to_display):
            item.whole = item.points
            left = finish.block.at[0] - STUB
            item.points = item.flat = [(left, end[1]), end]
            self.tagged[item.place] = item
            xs.append(left)
        self.wire_rects[item.place] = (min(xs), min(ys), max(xs), max(ys))


def _identical(old: Sequence[Any], new: Sequence[Any]) -> bool:
    """Whether both hold the same objects."""
    return old is new or (len(old) == len(new) and all(map(_is, old, new)))


def _is(a: object, b: object) -> bool:
    return a is b


def _changed(old: Sequence[Block], new: Sequence[Block]) -> list[int] | None:
    """The places at which another state of the same block stands; None if other blocks are there."""
    if len(old) != len(new):
        return None
    places = [i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a is not b]
    return places if all(old[i].id == new[i].id for i in places) else None


def _sides(item: BlockItem) -> tuple[float, float, float, float]:
    (x, y), g = item.block.at, item.geometry
    return (x, y, x + g.width, y + g.height)


def _moved(a: Geometry, b: Geometry) -> bool:
    """Whether pins or borders are elsewhere."""
    return (a.width, a.height) != (b.width, b.height) or [s[1:] for s in a.spots] != [s[1:] for s in b.spots]


def _touching(rects: Array, rect: QRectF) -> list[int]:
    if not len(rects):
        return []
    hit = (
        (rects[:, 0] <= rect.right())
        & (rects[:, 2] >= rect.left())
        & (rects[:, 1] <= rect.bottom())
        & (rects[:, 3] >= rect.top())
        & (rects[:, 0] <= rects[:, 2])
    )
    places: list[int] = np.flatnonzero(hit).tolist()
    return places
