"""The items of a page, brought up to date from snapshots of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF

from app.canvas.faces import Faces, FindType
from app.canvas.items import BlockItem, FrameItem, NoteItem, WireItem
from app.canvas.routing import MOST_BLOCKS, find_way, passage
from app.canvas.sides import NOWHERE, Sides, around, touching
from app.canvas.tag_rule import STUB, TagRule
from app.face.geometry import WireStyle, flattened, route_wire
from blocks.base.splices import differing, identical
from blocks.base.types import Array
from blocks.diagram.data import Block, Page, Wire
from blocks.graph.spec import BlockSpec

PREVIEW_ROOM = 64.0
_MOST_AREAS = 64
"""When more blocks come, go or move at once, all wires find their ways anew."""


class Changed(NamedTuple):
    """What an edit changed.

    Attributes:
        blocks, wires: those that look different, are elsewhere, or new.
        left, left_by_wires: what blocks and wires covered before that are gone or elsewhere, a row each.
        moved: nothing came or went.
    """

    blocks: list[BlockItem]
    wires: list[WireItem]
    left: list[Sides]
    left_by_wires: list[Sides]
    moved: bool


class Mirror:
    """The items of a page, brought up to date from snapshots of it.

    Attributes:
        page: the snapshot that is shown.
        faces: makes the faces of blocks.
        blocks: by id, in file order.
        displays: the blocks that show what is wired into them.
        wires, notes, frames: in file order.
        rects, wire_rects: left, top, right, bottom of each block and wire, a row each.
        structure: grows whenever blocks or wires come, go or change places in the file's order.
        generation: grows whenever a block or a wire is elsewhere.
        tags: which wires are shown as tags.
        tagged: those that are, by their places.
        touched_blocks, touched_wires: those that are new, gone, elsewhere or marked since the overview was made.
    """

    def __init__(self, find: FindType, style: WireStyle = "orthogonal") -> None:
        self.find = find
        self.faces = Faces(find)
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
        self._wires_of: dict[str, list[WireItem]] = {}

    def sync(self, page: Page) -> Changed | None:
        """Show this state of the page.

        Returns:
            What is different; None if anything may be.
        """
        old, self.page = self.page, page
        same_others = identical(old.notes, page.notes) and identical(old.frames, page.frames)
        if not same_others:
            self.notes = [NoteItem(note, i) for i, note in enumerate(page.notes)]
            self.frames = [FrameItem(frame, i) for i, frame in enumerate(page.frames)]
        self._bounds = None
        changed = _changed(old.blocks, page.blocks) if identical(old.wires, page.wires) else None
        if changed is None:
            found = self._rebuild(old, page)
            return found if same_others else None
        items = [self.order[i] for i in changed]
        left: list[Sides] = self.rects[changed].tolist()
        wires = {wire.place: wire for item in items for wire in self._wires_of.get(item.id, ())}
        left_by_wires: list[Sides] = self.wire_rects[list(wires)].tolist()
        tagged = not self.tagged.keys().isdisjoint(wires)
        for i, item in zip(changed, items, strict=True):
            self._update(item, page.blocks[i])
        for wire in wires.values():
            self._route(wire)
        tagged = tagged or not self.tagged.keys().isdisjoint(wires)
        found = Changed(items, list(wires.values()), left, left_by_wires, moved=True)
        return found if same_others and not tagged else None  # where tags stand depends on each other

    def refresh(self, ids: Collection[str], typed: Collection[str] = ()) -> list[BlockItem] | None:
        """Make the faces of these blocks anew.

        Args:
            ids: blocks that are marked otherwise than before, or run.
            typed: blocks that have other dtypes or shapes; who does not see them need not wait for their faces.

        Returns:
            Those that look different; None if some have another size, so that wires moved.
        """
        items = [self.blocks[block] for block in {*ids, *typed} if block in self.blocks]
        resized = False
        for item in items:
            if item.id not in ids and self.faces.is_steady(item.block):
                item.show_later(self.faces.make)
                continue
            self.touched_blocks.add(item)
            if item.show(self.faces.make(item.block)):
                resized = True
                self._place(item)
                for wire in self.wires_of(item.id):
                    self._route(wire)
        return None if resized else items

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
        if rule != self.tags:
            self.tags = rule
            for wire in self.wires:
                self._route(wire)

    def wires_of(self, block_id: str) -> Sequence[WireItem]:
        """The wires at a block."""
        return self._wires_of.get(block_id, ())

    def blocks_in(self, rect: QRectF) -> list[BlockItem]:
        """The blocks that touch a rectangle, in file order."""
        order = self.order
        return [order[i] for i in touching(self.rects, rect)]

    def wires_in(self, rect: QRectF) -> list[WireItem]:
        """The wires whose bounds touch a rectangle, in file order."""
        wires = self.wires
        return [wires[i] for i in touching(self.wire_rects, rect)]

    def bounds(self) -> QRectF:
        """The rectangle around everything."""
        if self._bounds is None:
            self._bounds = around(self.rects) | around(self.wire_rects)
            for item in (*self.notes, *self.frames):
                self._bounds |= item.rect
        return QRectF(self._bounds)

    def _rebuild(self, old: Page, page: Page) -> Changed | None:
        """Bring all items up to date; blocks and wires that are the same objects keep theirs."""
        self.structure += 1
        count, tagged = len(self.order), bool(self.tagged)
        renewed: list[BlockItem] = []
        rewired = self.faces.rewire(page.wires)
        begin, until, end = differing(old.blocks, page.blocks)
        gone = {item.id: item for item in self.order[begin:until]}
        items: list[BlockItem] = []
        elsewhere: set[str] = set()
        areas: list[QRectF] = []
        for block in page.blocks[begin:end]:
            item = gone.pop(block.id, None)
            if item is None:
                item = BlockItem(block, *self.faces.look(block), 0)
                elsewhere.add(block.id)
                areas.append(item.rect)
                self.touched_blocks.add(item)
                renewed.append(item)
            elif item.block is not block or block.id in rewired:
                areas += self._renew(item, block, elsewhere, recolored=rewired.get(block.id, False))
                renewed.append(item)
            items.append(item)
        known = {block.id for block in page.blocks[begin:end]} | gone.keys()
        others = [self.blocks[block] for block in rewired if block in self.blocks and block not in known]
        for item in others:
            areas += self._renew(item, item.block, elsewhere, recolored=rewired[item.id])
            renewed.append(item)
        for item in gone.values():
            elsewhere.add(item.id)
            areas.append(item.rect)
            self.touched_blocks.add(item)
        self.order[begin:until] = items
        _number(self.order, gone.values(), begin, until, end)
        if max(until, end) > begin:
            self.blocks = {block.id: item for block, item in zip(page.blocks, self.order, strict=True)}
            shown = [item for item in (*self.displays, *items) if item.place >= 0 and item.is_display]
            self.displays = sorted(set(shown), key=attrgetter("place"))
        sides = np.array([item.sides for item in items], float).reshape(-1, 4)
        self.rects = np.concatenate([self.rects[:begin], sides, self.rects[until:]])
        for item in others:
            self.rects[item.place] = item.sides
        anew, left_by_wires = self._rewire(old.wires, page.wires)
        if len(areas) > _MOST_AREAS or (count > MOST_BLOCKS) != (len(self.order) > MOST_BLOCKS):
            for wire in self.wires:
                self._route(wire)
            return None
        anew.update([wire for block in elsewhere for wire in self.wires_of(block)])
        if len(self.order) <= MOST_BLOCKS:
            anew.update([wire for area in areas for wire in self.wires_in(area)])
        wires = list(anew)
        left_by_wires += self.wire_rects[[wire.place for wire in wires]].tolist()
        for wire in wires:
            self._route(wire)
        if tagged or self.tagged:
            return None
        left: list[Sides] = [area.getCoords() for area in areas]  # pyright: ignore[reportAssignmentType]
        return Changed(renewed, wires, left, left_by_wires, moved=False)

    def _renew(self, item: BlockItem, block: Block, elsewhere: set[str], *, recolored: bool) -> list[QRectF]:
        """Another state of a block, or other wires at it; returns the areas that it has left and covers now."""
        rect, was = item.rect, item.block
        item.block = block
        moved = item.show(self.faces.make(block))
        self.touched_blocks.add(item)
        if moved or rect != item.rect:
            elsewhere.add(block.id)
            return [rect, item.rect]
        if recolored or block.type != was.type:
            elsewhere.add(block.id)
        return []

    def _rewire(self, old: Sequence[Wire], wires: Sequence[Wire]) -> tuple[set[WireItem], list[Sides]]:
        """Bring all wires up to date.

        Returns:
            Those that are new, or at another place of a list; and what those covered that are gone.
        """
        begin, until, end = differing(old, wires)
        gone = {id(item.wire): item for item in self.wires[begin:until]}
        items: list[WireItem] = []
        new: list[WireItem] = []
        came_from: list[int] = []
        last = -1
        for wire in wires[begin:end]:
            item = gone.get(id(wire))
            if item is None or item.place < last:
                item = WireItem(wire, 0, 0)
                new.append(item)
                came_from.append(-1)
            else:
                last = item.place
                came_from.append(last)
                del gone[id(wire)]
            items.append(item)
        left: list[Sides] = self.wire_rects[[item.place for item in gone.values()]].tolist()
        self.wires[begin:until] = items
        _number(self.wires, gone.values(), begin, until, end)
        rows = np.concatenate([self.wire_rects, [NOWHERE]])[np.array(came_from, int)]
        self.wire_rects = np.concatenate([self.wire_rects[:begin], rows, self.wire_rects[until:]])
        self.tagged = {item.place: item for item in self.tagged.values() if item.place >= 0}
        self.touched_wires.update(gone.values())
        self.generation += 1
        for item in new:
            for block in {end.block for end in item.wire}:
                self._wires_of.setdefault(block, []).append(item)
        ends = [item.wire for item in (*gone.values(), *new)]
        for block in {end.block for wire in ends for end in wire}:
            found = [item for item in self._wires_of.pop(block, ()) if item.place >= 0]
            if found:
                self._wires_of[block] = sorted(found, key=attrgetter("place"))
        anew = set(new)
        for block in {wire.target.block for wire in ends}:
            orders: Counter[str] = Counter()
            for item in self.wires_of(block):
                target = item.wire.target
                if target.block == block:
                    if item.order != orders[target.pin]:
                        item.order = orders[target.pin]
                        anew.add(item)
                    orders[target.pin] += 1
        return anew, left

    def _update(self, item: BlockItem, block: Block) -> None:
        moved_only = block._replace(at=item.block.at) == item.block
        item.block = block
        if not moved_only:
            item.show(self.faces.make(block))
        self._place(item)

    def _place(self, item: BlockItem) -> None:
        self.rects[item.place] = item.sides
        self.touched_blocks.add(item)
        self.generation += 1
        self._bounds = None

    def _route(self, item: WireItem) -> None:
        """Find the way of a wire, and note what it covers."""
        source, target = item.wire
        item.path = None
        item.whole = ()
        item.net = ""
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
            self.wire_rects[item.place] = NOWHERE
            return
        item.flat = flattened(item.points, self.style)
        xs = [p[0] for p in item.flat]
        ys = [p[1] for p in item.flat]
        to_display = finish is not None and finish.is_display
        if begin and end and finish and self.tags.is_tag(item.wire, begin, end, to_display=to_display):
            item.whole = item.points
            left = finish.block.at[0] - STUB
            item.points = item.flat = [(left, end[1]), end]
            self.tagged[item.place] = item
            xs.append(left)
        self.wire_rects[item.place] = (min(xs), min(ys), max(xs), max(ys))


def _changed(old: Sequence[Block], new: Sequence[Block]) -> list[int] | None:
    """The places at which another state of the same block stands; None if other blocks are there."""
    if len(old) != len(new):
        return None
    places = [i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a is not b]
    return places if all(old[i].id == new[i].id for i in places) else None


def _number(
    items: Sequence[BlockItem] | Sequence[WireItem],
    gone: Iterable[BlockItem] | Iterable[WireItem],
    begin: int,
    until: int,
    end: int,
) -> None:
    """Other items stand from ``begin`` to ``end`` now, where they stood to ``until`` before: tell all their places."""
    for item in gone:
        item.place = -1
    for place in range(begin, end if until == end else len(items)):
        items[place].place = place
