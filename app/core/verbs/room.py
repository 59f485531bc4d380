"""Room for blocks inserted between others: each is placed next to its neighbors without overlaps."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from app.core.verbs.lay_out import placements
from app.face.face import BlockInfo, Inside, Thumbnail, make_face
from app.face.geometry import make_geometry
from blocks.document.changes import Change
from blocks.document.data import Block, Document, Page, pins_type, uses_of
from blocks.document.layout.layered_layout import LayoutWire, layout
from blocks.document.model import Diagram
from blocks.transform.verbs.blocks import MARGIN, TITLE, Find, around, holds, lies_in
from blocks.transform.verbs.edit import group, tidy
from blocks.transform.verbs.expanding import box_of_note
from blocks.transform.verbs.free_space import Box, free_shift, sides
from blocks.transform.verbs.wires import reachable

GAP = 40.0
"""What stays free before and behind what is put in."""
_MOST = 2000
"""If more blocks move, it is not looked for what they would cover."""


_SOMETHING = Thumbnail(1, 1, (), (), ())
"""What is inside of a block, whatever it is: its picture takes the same room."""


def box_of_new(block: Block, find: Find, wires: Mapping[str, int] | None = None) -> Box:
    inside = tuple([Inside("", _SOMETHING) for name in uses_of(block) if find(name) is not None])
    geometry = make_geometry(make_face(block, find(pins_type(block)), BlockInfo(wires or {}, inside=inside)))
    return (*block.at, geometry.width, geometry.height)


class Places(NamedTuple):
    """The positions of all items on a canvas; ``below`` is the height of results displayed below blocks."""

    blocks: Mapping[str, Box]
    notes: Sequence[Box]
    frames: Sequence[Box]
    below: Mapping[str, float] = MappingProxyType({})


def places_of(page: Page, find: Find) -> Places:
    wires = {block.id: Counter[str]() for block in page.blocks}
    for _, target in page.wires:
        if target.block in wires:
            wires[target.block][target.pin] += 1
    blocks = {block.id: box_of_new(block, find, wires[block.id]) for block in page.blocks}
    frames: list[Box] = [(*frame.at, *(frame.size or (0.0, 0.0))) for frame in page.frames]
    return Places(blocks, [box_of_note(note) for note in page.notes], frames)


class Room:
    """The rectangles on a canvas while some move right to make room."""

    def __init__(self, page: Page, places: Places) -> None:
        self._page = page
        self.blocks = dict(places.blocks)
        self.notes = list(places.notes)
        self.frames = list(places.frames)
        self._first = places

    def give_way(self, new: Box, after: Collection[str], kept: Collection[str]) -> None:
        """Move the blocks right of a new rectangle, with their successors and all blocks they would cover.

        A frame around them moves with its content. A frame around the new rectangle gets wider.

        Args:
            after: the blocks that must be to the right of it; those already left of it stay.
            kept: blocks that never move.
        """
        end = new[0] + new[2] + GAP
        near = [self.blocks[each][0] for each in after if sum(self.blocks[each][::2]) > new[0]]
        if near and min(near) < end:
            follow = reachable(self._page, after, upstream=False)
            moving = [each for each in follow if each in self.blocks and self.blocks[each][0] >= min(near)]
            _GivingWay(self, new, math.ceil(end - min(near)), kept).move(moving)

    def changes(self) -> list[Change]:
        first = self._first
        blocks = {name: box for name, box in self.blocks.items() if box[:2] != first.blocks[name][:2]}
        notes = {i: box for i, box in enumerate(self.notes) if box != first.notes[i]}
        frames = {i: box for i, box in enumerate(self.frames) if box != first.frames[i]}
        return placements(self._page, blocks, notes, frames)


class _GivingWay:
    def __init__(self, room: Room, new: Box, dx: float, kept: Collection[str]) -> None:
        self._room, self._new, self._dx, self._kept = room, new, dx, frozenset(kept)
        self._ids = list(room.blocks)
        self._sides = sides(list(room.blocks.values()))
        self._blocks: set[str] = set()
        self._notes: set[int] = set()
        self._frames: set[int] = set()
        self._wider: dict[int, float] = {}

    def move(self, blocks: list[str]) -> None:
        room, dx = self._room, self._dx
        while blocks:
            self._push(blocks)
            blocks = [each for frame in range(len(room.frames)) for each in self._with_frame(frame)]
        for block in self._blocks:
            room.blocks[block] = _right(room.blocks[block], dx)
        for index in self._notes:
            room.notes[index] = _right(room.notes[index], dx)
        for index in self._frames:
            room.frames[index] = _right(room.frames[index], dx)
        for key in self._wider.keys() - self._frames:
            x, y, width, height = room.frames[key]
            room.frames[key] = (x, y, round(width + self._wider[key]), height)

    def _touched(self, box: Box) -> list[str]:
        left, top, right, bottom = box[0], box[1], box[0] + box[2], box[1] + box[3]
        s = self._sides
        hit = (s[:, 0] < right) & (s[:, 2] > left) & (s[:, 1] < bottom) & (s[:, 3] > top)
        return [self._ids[i] for i in np.flatnonzero(hit)]

    def _push(self, pending: list[str]) -> None:
        while pending:
            block = pending.pop()
            if block not in self._blocks and block not in self._kept:
                self._blocks.add(block)
                if len(self._blocks) <= _MOST:
                    pending += self._under(self._room.blocks[block])

    def _under(self, box: Box) -> list[str]:
        there = _right(box, self._dx)
        notes = enumerate(self._room.notes)
        self._notes |= {i for i, note in notes if _meet(note, there) and not _meet(note, box)}
        covered = [each for each in self._touched(there) if each not in self._blocks]
        return [each for each in covered if not _meet(self._room.blocks[each], box)]

    def _with_frame(self, index: int) -> list[str]:
        if index in self._frames:
            return []
        room, frame = self._room, self._room.frames[index]
        held = {each for each in self._touched(frame) if lies_in(room.blocks[each], frame)}
        if self._blocks.isdisjoint(held):
            return []
        right = frame[0] + frame[2]
        if not lies_in(self._new, frame):
            self._frames |= {i for i, box in enumerate(room.frames) if holds(frame, box)}
            self._notes |= {i for i, box in enumerate(room.notes) if lies_in(box, frame)}
            return [*(held - self._blocks - self._kept), *self._beyond(frame, held)]
        rights = {each: sum(room.blocks[each][::2]) for each in held}
        margin = max(0.0, right - max(rights.values()))
        after = max(self._new[0] + self._new[2], *[x + self._dx * (each in self._blocks) for each, x in rights.items()])
        wider = after + margin - right
        if wider <= self._wider.get(index, 0.0):
            return []
        self._wider[index] = wider
        return self._beyond(frame, held)

    def _beyond(self, frame: Box, held: set[str]) -> list[str]:
        strip = (frame[0] + frame[2], frame[1], self._dx, frame[3])
        return [each for each in self._touched(strip) if each not in self._blocks | self._kept | held]


def with_room(
    document: Document,
    change: Change,
    find: Find,
    places: Mapping[str, Places] | None = None,
    placed: Collection[str] = (),
) -> Change:
    """Return the edit with space for the blocks that it adds.

    They are placed right of their predecessors, and their successors move right as far as necessary. Added blocks that
    are wired together or in the same added frame stay together.

    Args:
        document: the document before the edit.
        places: the rectangles on the visible canvases, by name.
        placed: added blocks that keep their positions.
    """
    scratch = Diagram(document)
    before = {view.name: view.snapshot() for view in (*scratch.pages, *scratch.composites)}
    scratch.apply(change)
    more: list[Change] = []
    for view in (*scratch.pages, *scratch.composites):
        old, new = before.get(view.name), view.snapshot()
        there: set[str] = set() if old is None else {block.id for block in old.blocks}
        added = [block.id for block in new.blocks if block.id not in there and block.id not in placed]
        if old is not None and added:
            more += _Insertion(old, new, added, find, (places or {}).get(view.name)).changes()
    return group((change, *more)) if more else change


class _Insertion:
    def __init__(self, old: Page, new: Page, added: Sequence[str], find: Find, places: Places | None) -> None:
        self._page, self._added = new, added
        fresh = places_of(new, find)
        if places is not None:  # blocks and notes are as large as what they say on the screen, with results below
            frames = [*places.frames, *fresh.frames[len(old.frames) :]]
            seen = places.blocks
            blocks = {
                name: (*box[:2], max(box[2], seen[name][2]), max(box[3], seen[name][3])) if name in seen else box
                for name, box in fresh.blocks.items()
            }
            fresh = Places(blocks, places.notes, frames, places.below)
        self._below = fresh.below
        self._new_frames = range(len(old.frames), len(new.frames))
        self._room = Room(new, fresh)

    def changes(self) -> list[Change]:
        waiting = set(self._added)
        for frame, blocks in self._parts():
            waiting.difference_update(blocks)
            self._place(blocks, frame, waiting)
        return self._room.changes()

    def _parts(self) -> list[tuple[int | None, list[str]]]:
        """Return the groups of blocks that stay together, with the added frame around each."""
        part = {block: block for block in self._added}

        def of(block: str) -> str:
            while part[block] != block:
                block = part[block]
            return block

        for source, target in self._page.wires:
            if source.block in part and target.block in part:
                part[of(source.block)] = of(target.block)
        framed: dict[str, int] = {}
        for index in self._new_frames:
            held = [each for each in self._added if lies_in(self._room.blocks[each], self._room.frames[index])]
            for block in held:
                part[of(block)] = of(held[0])
                framed[block] = index
        parts: dict[str, list[str]] = {}
        for block in self._added:
            parts.setdefault(of(block), []).append(block)
        return [(next((framed[each] for each in blocks if each in framed), None), blocks) for blocks in parts.values()]

    def _place(self, blocks: list[str], frame: int | None, waiting: Collection[str]) -> None:
        room, wires = self._room, self._page.wires
        inside = [(a.block, b.block) for a, b in wires if a.block in blocks and b.block in blocks]
        sizes = {block: room.blocks[block][2:] for block in blocks}
        at = layout(blocks, [LayoutWire(a, b) for a, b in inside], sizes)
        left, top, right, bottom = around([(*at[block], *sizes[block]) for block in blocks])
        if frame is not None:
            left, top, right, bottom = left - MARGIN, top - MARGIN - TITLE, right + MARGIN, bottom + MARGIN
        others = room.blocks.keys() - waiting - set(blocks)
        before = [a.block for a, b in wires if b.block in blocks and a.block in others]
        after = [b.block for a, b in wires if a.block in blocks and b.block in others]
        x, y = self._beside(before, after, right - left, room.blocks[blocks[0]])
        box = (x, y, right - left, bottom - top)
        if before:
            room.give_way(box, after, {*before, *blocks, *waiting})
        fixed = [(*room.blocks[each][:3], room.blocks[each][3] + self._below.get(each, 0.0)) for each in others]
        y += free_shift([box], sides([*fixed, *room.notes]), sideways=False)[1]
        for block in blocks:
            room.blocks[block] = (*tidy(x + at[block][0] - left, y + at[block][1] - top), *sizes[block])
        if frame is not None:
            room.frames[frame] = (*tidy(x, y), *tidy(*box[2:]))

    def _beside(self, before: Sequence[str], after: Sequence[str], width: float, given: Box) -> tuple[float, float]:
        """Return the position between blocks for a rectangle: centered if there is more space than needed."""
        boxes = self._room.blocks
        low = max([sum(boxes[each][::2]) + GAP for each in before], default=-math.inf)
        high = min([boxes[each][0] - GAP - width for each in after], default=math.inf)
        top = boxes[[*after, *before][0]][1] if before or after else given[1]
        if not after:
            return (low if before else given[0]), top
        return (high if not before else max(low, (low + high) / 2)), top


def _right(box: Box, dx: float) -> Box:
    return (box[0] + dx, *box[1:])


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]
