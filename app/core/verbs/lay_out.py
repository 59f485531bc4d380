"""The verb for automatic layout: frames keep their content, and notes stay next to their neighbors.

Each frame is laid out separately, innermost first, and then counts as one item of the frame or page around it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from blocks.base.language import tr
from blocks.document.changes import Change, SetField
from blocks.document.data import Frame, Note, Page, Position, Wire
from blocks.document.layout.layered_layout import LayoutWire, layout
from blocks.transform.verbs.blocks import MARGIN, TITLE, around, holds, lies_in
from blocks.transform.verbs.edit import Edit, counted, counts, group, named, present, replacements, tidy
from blocks.transform.verbs.free_space import Box, free_shift, sides

BESIDE = 60.0
WIDEST = 300.0
"""A note no farther than this from something, and no wider than this, is laid out as a part of it."""

NO_ENDS: Mapping[Wire, tuple[float, float]] = MappingProxyType({})

Thing = str | tuple[str, int]
"""A block by its id; a note or a frame by its number: ``("note", 3)``."""


def auto_layout(
    page: Page,
    boxes: Mapping[str, Box],
    blocks: Iterable[str] | None = None,
    notes: Sequence[Box] = (),
    frames: Sequence[Box] = (),
    ends: Mapping[Wire, tuple[float, float]] = NO_ENDS,
) -> Edit | None:
    """Arrange blocks in layers from left to right along their wires; None if nothing moves.

    The top left corner stays fixed unless the result would overlap other items. Frames with only arranged blocks move
    and are fitted; other frames grow.

    Args:
        blocks: the blocks to arrange; None for all.
        notes, frames: the rectangles of the page's notes and frames, in file order.
        ends: the offsets of a wire's ends from the tops of its blocks.
    """
    ids = [block for block in present(page, boxes if blocks is None else blocks) if block in boxes]
    if not ids:
        return None
    arrangement = _Arrangement(
        page.wires, {block: boxes[block] for block in present(page, boxes)}, ids, notes, frames, ends
    )
    arrangement.arrange()
    new = arrangement.box
    moved = {block: new[block] for block, box in boxes.items() if block in new and new[block][:2] != box[:2]}
    changes = placements(page, moved, arrangement.changed("note", notes), arrangement.changed("frame", frames))
    return Edit(group(changes), tr("Auto layout of {count}", count=counted(len(ids), "block"))) if changes else None


class _Arrangement:
    def __init__(
        self,
        wires: Sequence[Wire],
        blocks: Mapping[str, Box],
        chosen: Collection[str],
        notes: Sequence[Box],
        frames: Sequence[Box],
        ends: Mapping[Wire, tuple[float, float]],
    ) -> None:
        self._wires = wires
        self._ends = ends
        self._chosen = frozenset(chosen)
        self.box: dict[Thing, Box] = {}
        self.box.update(blocks)
        self.box.update({("note", i): box for i, box in enumerate(notes)})
        self.box.update({("frame", i): box for i, box in enumerate(frames)})
        # The smallest first, so that what is inside comes before what holds it.
        order = sorted(range(len(frames)), key=lambda i: (frames[i][2] * frames[i][3], -i))
        self._order: list[Thing | None] = [("frame", i) for i in order]
        self._order.append(None)  # the page
        self._inside: dict[Thing | None, list[Thing]] = {None: []}
        self._nest(order)
        self._of = self._companions()

    def changed(self, kind: str, before: Sequence[Box]) -> dict[int, Box]:
        now = {i: self.box[kind, i] for i in range(len(before))}
        return {i: box for i, box in now.items() if [*map(round, box)] != [*map(round, before[i])]}

    def _nest(self, order: Sequence[int]) -> None:
        rank: dict[Thing, int] = {("frame", i): index for index, i in enumerate(order)}
        left = list(self.box)
        for frame in self._order[:-1]:
            assert frame is not None
            inner, rest = list[Thing](), list[Thing]()
            for thing in left:
                is_frame, box = thing in rank, self.box[thing]
                smaller = rank.get(thing, -1) < rank[frame]
                within = holds(self.box[frame], box) if is_frame else lies_in(box, self.box[frame])
                (inner if smaller and within else rest).append(thing)
            self._inside[frame], left = inner, rest
        self._inside[None] = left

    def _companions(self) -> dict[Thing, list[Thing]]:
        companions: dict[Thing, list[Thing]] = {}
        for inside in self._inside.values():
            others = [thing for thing in inside if not _is_note(thing)]
            for note in inside:
                if _is_note(note) and others:
                    nearest = min(others, key=lambda thing: _distance(self.box[note], self.box[thing]))
                    companions.setdefault(nearest, []).append(note)
        return companions

    def arrange(self) -> None:
        first = dict(self.box)
        touched: set[Thing] = set()  # the frames that are moved or fitted
        for holder in self._order:
            inside = self._inside[holder]
            fitted = [thing for thing in inside if thing in touched]
            whole = {frame for frame in fitted if self._is_whole(frame)}
            nodes = [thing for thing in inside if thing in whole or thing in self._chosen]
            for frame in fitted:  # it may have grown over the notes beside it
                beside = self._of.get(frame, [])
                for note in beside:
                    near = [frame, *beside] if frame in whole else inside
                    self._make_room([note], [thing for thing in near if thing != note])
            if len(nodes) > 1 or whole:
                self._lay_out(holder, nodes)
            for frame in fitted:
                if frame not in whole:
                    self._make_room([frame], [thing for thing in inside if thing != frame])
            changed = any(self.box[thing] != first[thing] for thing in inside)
            if holder is not None and (changed or (nodes and self._is_whole(holder))):
                touched.add(holder)
                self._fit(holder, inside)

    def _is_whole(self, frame: Thing) -> bool:
        return all(thing in self._chosen for thing in self._below(frame) if isinstance(thing, str))

    def _below(self, thing: Thing) -> Iterator[Thing]:
        todo = [thing]
        while todo:
            each = todo.pop()
            yield each
            todo += self._inside.get(each, ())

    def _lay_out(self, holder: Thing | None, nodes: Sequence[Thing]) -> None:
        parts = {node: [node, *filter(lambda note, at=node: self._joins(note, at), self._of.get(node, ()))]
                 for node in nodes}  # fmt: skip
        before = {node: self.box[node] for node in nodes}
        rects = {node: _around([self.box[part] for part in parts[node]]) for node in nodes}
        left, top, _, _ = _around(rects.values())
        keys = {node: str(i) for i, node in enumerate(nodes)}
        at = {block: keys[node] for node in nodes for block in self._below(node) if isinstance(block, str)}
        tops = {keys[node]: rect[1] for node, rect in rects.items()}
        links = [
            self._link(wire, at[wire.source.block], at[wire.target.block], tops)
            for wire in self._wires
            if wire.source.block in at and wire.target.block in at
        ]
        sizes = {keys[node]: rect[2:] for node, rect in rects.items()}
        positions = layout(list(keys.values()), links, sizes, stacked=holder is not None)
        low = (min(x for x, _ in positions.values()), min(y for _, y in positions.values()))
        for node in nodes:
            (x, y), rect = positions[keys[node]], rects[node]
            self._move(parts[node], x - low[0] + left - rect[0], y - low[1] + top - rect[1])
        joined = [part for node in nodes for part in parts[node]]
        headings = [note for node in nodes for note in self._of.get(node, ()) if note not in parts[node]]
        mine = {*joined, *headings}
        self._make_room(joined, [thing for thing in self._inside[holder] if thing not in mine])
        for node in nodes:
            dx, dy = self.box[node][0] - before[node][0], self.box[node][1] - before[node][1]
            for note in filter(headings.__contains__, self._of.get(node, ())):
                self._move([note], dx, dy)
                waiting = set(headings[headings.index(note) :])
                self._make_room([note], [thing for thing in self._inside[holder] if thing not in waiting])

    def _link(self, wire: Wire, source: str, target: str, tops: Mapping[str, float]) -> LayoutWire:
        ends = self._ends.get(wire)
        if ends is None:
            return LayoutWire(source, target)
        begin, end = self.box[wire.source.block][1], self.box[wire.target.block][1]
        return LayoutWire(source, target, begin + ends[0] - tops[source], end + ends[1] - tops[target])

    def _joins(self, note: Thing, thing: Thing) -> bool:
        """Return whether a note is arranged as part of its neighbor; otherwise it follows as a heading."""
        return _distance(self.box[note], self.box[thing]) <= BESIDE and self.box[note][2] <= WIDEST

    def _make_room(self, moving: Sequence[Thing], others: Sequence[Thing]) -> None:
        shift = free_shift([self.box[thing] for thing in moving], sides([self.box[thing] for thing in others]))
        self._move(moving, *shift)

    def _move(self, things: Iterable[Thing], dx: float, dy: float) -> None:
        for thing in things:
            for each in self._below(thing):
                x, y, width, height = self.box[each]
                self.box[each] = (x + dx, y + dy, width, height)

    def _fit(self, frame: Thing, inside: Sequence[Thing]) -> None:
        """Fit a frame to its content; never shrink a frame that holds items outside the arrangement."""
        left, top, width, height = _around([self.box[thing] for thing in inside])
        box = (left - MARGIN, top - MARGIN - TITLE, width + 2 * MARGIN, height + 2 * MARGIN + TITLE)
        self.box[frame] = box if self._is_whole(frame) else _around([self.box[frame], box])


def _is_note(thing: Thing) -> bool:
    return thing[0] == "note" and not isinstance(thing, str)


def _around(boxes: Iterable[Box]) -> Box:
    left, top, right, bottom = around(boxes)
    return (left, top, right - left, bottom - top)


def _distance(a: Box, b: Box) -> float:
    """Return the larger of the gaps between two rectangles along the axes; 0 if they touch."""
    return max(a[0] - b[0] - b[2], b[0] - a[0] - a[2], a[1] - b[1] - b[3], b[1] - a[1] - a[3], 0.0)


Side = Literal["left", "right", "top", "bottom", "center", "middle"]
"""``center`` is on one vertical line, ``middle`` on one horizontal line."""
Axis = Literal["horizontal", "vertical"]


def placements(
    page: Page, blocks: Mapping[str, Box], notes: Mapping[int, Box], frames: Mapping[int, Box]
) -> list[Change]:
    """Return the changes that give blocks, notes and frames new rectangles; blocks and notes keep their sizes."""
    moved = [(i, page.notes[i]._replace(at=tidy(*box[:2]))) for i, box in notes.items()]
    fitted = [(i, page.frames[i]._replace(at=tidy(*box[:2]), size=tidy(*box[2:]))) for i, box in frames.items()]
    changes = _moves(page, {block: box[:2] for block, box in blocks.items()})
    return [*changes, *replacements(page, {"notes": moved, "frames": fitted})]


def _moves(page: Page, positions: Mapping[str, Position]) -> list[Change]:
    new = {block: tidy(*at) for block, at in positions.items()}
    moved = [block for block in page.blocks if new.get(block.id, block.at) != block.at]
    return [SetField(page.name, block.id, "at", new[block.id]) for block in moved]


def place_at(page: Page, positions: Mapping[str, Position], text: str) -> Edit | None:
    changes = _moves(page, positions)
    return Edit(group(changes), text) if changes else None


def move(
    page: Page, blocks: Iterable[str], dx: float, dy: float, notes: Iterable[int] = (), frames: Iterable[int] = ()
) -> Edit | None:
    ids = present(page, blocks)
    wanted = set(ids)
    dx, dy = round(dx), round(dy)
    if not dx and not dy:
        return None
    changes: list[Change] = [
        SetField(page.name, block.id, "at", (block.at[0] + dx, block.at[1] + dy))
        for block in page.blocks
        if block.id in wanted
    ]

    def shifted(items: Sequence[Note | Frame], indices: Iterable[int]) -> list[tuple[int, Note | Frame]]:
        there = [(i, items[i]) for i in set(indices) if 0 <= i < len(items)]
        return [(i, each._replace(at=(each.at[0] + dx, each.at[1] + dy))) for i, each in there]

    moved_notes, moved_frames = shifted(page.notes, notes), shifted(page.frames, frames)
    changes += replacements(page, {"notes": moved_notes, "frames": moved_frames})
    if not changes:
        return None
    if ids:
        text = tr("Move {named}", named=named(ids))
    else:
        text = tr("Move {count}", count=counts((len(moved_frames), "frame"), (len(moved_notes), "note")))
    return Edit(group(changes), text)


def nudge(
    page: Page, blocks: Iterable[str], dx: float, dy: float, notes: Iterable[int] = (), frames: Iterable[int] = ()
) -> Edit | None:
    edit = move(page, blocks, dx, dy, notes, frames)
    return None if edit is None else Edit(edit.change, edit.text.replace("Move", "Nudge", 1))


def align(page: Page, boxes: Mapping[str, Box], side: Side) -> Edit | None:
    """Align blocks, given their rectangles; None if they are aligned, or fewer than two."""
    if len(boxes) < 2:
        return None
    left, top, right, bottom = around(boxes.values())
    positions: dict[str, Position] = {}
    for block, (x, y, w, h) in boxes.items():
        positions[block] = {
            "left": (left, y),
            "right": (right - w, y),
            "center": ((left + right - w) / 2, y),
            "top": (x, top),
            "bottom": (x, bottom - h),
            "middle": (x, (top + bottom - h) / 2),
        }[side]
    return place_at(page, positions, tr("Align {count} {side}", count=counted(len(boxes), "block"), side=side))


def distribute(page: Page, boxes: Mapping[str, Box], axis: Axis) -> Edit | None:
    """Make the gaps between blocks equal; the outermost stay. None if nothing changes, or for fewer than three."""
    if len(boxes) < 3:
        return None
    i = 0 if axis == "horizontal" else 1
    order = sorted(boxes, key=lambda block: boxes[block][i] + boxes[block][i + 2] / 2)
    first, last = boxes[order[0]], boxes[order[-1]]
    free = last[i] - (first[i] + first[i + 2]) - sum(boxes[block][i + 2] for block in order[1:-1])
    gap = free / (len(order) - 1)
    positions: dict[str, Position] = {}
    at = first[i] + first[i + 2] + gap
    for block in order[1:-1]:
        x, y, w, h = boxes[block]
        positions[block] = (at, y) if axis == "horizontal" else (x, at)
        at += (w if axis == "horizontal" else h) + gap
    return place_at(page, positions, tr("Distribute {count}", count=counted(len(boxes), "block")))
