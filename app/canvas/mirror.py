"""The mirror of a page: canvas items, updated from page snapshots."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF

from app.canvas.faces import BlockViewFactory, FindInside, FindType
from app.canvas.items import BlockItem, FrameItem, NoteItem, WireItem
from app.canvas.wires.wire_paths import NOWHERE, Sides, TagRule, areas, around, find_routes, rows, touching
from app.canvas.wires.wire_router import MOST_BLOCKS, minds_blocks
from app.core.outdated import differing, identical
from app.face.geometry import WireStyle
from blocks.base.types import Array
from blocks.document.data import Block, Page, Position, Route, Wire, pins_type, uses_of
from blocks.graph.spec import BlockSpec

PREVIEW_ROOM = 64.0
_MOST_AREAS = 64
_MOST_AT_ONCE, _MOST_NEW = 64, 4
"""Of more wires at blocks that move, or that come, each goes the plain route until there is time."""


class SceneModel:
    """The canvas items of a page, updated from its snapshots.

    Attributes:
        blocks: by id, in file order.
        wires, notes, frames: in file order.
        rects, wire_rects: left, top, right, bottom of each block and wire [n, 4].
        below: the height of each block's visible result below it.
        structure: increased when blocks or wires come, go or change their file order.
        generation: increased when a block or a wire moves.
        tagged: the wires shown as tags, by index.
        touched_blocks, touched_wires: changed since the last overview, in page order, which is memory order: another
            order slows down a large page by a fifth.
        uncovered: areas where blocks came, went or moved, so that wires may have better routes; see `reroute`.
        plain: wires with a quick route because there was no time for a better one.
    """

    def __init__(
        self, find: FindType, style: WireStyle = "orthogonal", inside: FindInside = lambda _type: None
    ) -> None:
        self.find = find
        self.faces = BlockViewFactory(find, lambda block: [item.wire for item in self.wires_of(block)], inside)
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
        self.below: Array = np.empty(0)
        self.structure = 0
        self.generation = 0
        self.touched_blocks: dict[BlockItem, None] = {}
        self.touched_wires: dict[WireItem, None] = {}
        self.uncovered: list[QRectF] = []
        self.plain: dict[WireItem, None] = {}
        self._all_anew = False
        self.tags = TagRule()
        self.tagged: dict[int, WireItem] = {}
        self.bends: dict[Wire, tuple[Position, ...]] = {}
        self._bounds: QRectF | None = None
        self._wires_of: dict[str, tuple[WireItem, ...]] = {}

    def sync(self, page: Page) -> Changed | None:
        """Show this state of the page. Return the differences; None if anything may differ."""
        old, self.page = self.page, page
        same_others = identical(old.notes, page.notes) and identical(old.frames, page.frames)
        if not same_others:
            self.notes = [NoteItem(note, i) for i, note in enumerate(page.notes)]
            self.frames = [FrameItem(frame, i) for i, frame in enumerate(page.frames)]
        self._bounds = None
        bent = self._bend(old.routes, page.routes)
        changed = changed_indices(old.blocks, page.blocks) if identical(old.wires, page.wires) else None
        if changed is None:
            rebuilt = self._rebuild(old, page)
            self._route([item for wire in bent for item in self.items_of(wire)])
            return rebuilt if same_others and not bent else None
        edited = [self.order[i] for i in changed]
        items = edited.copy()
        left: list[Sides] = self.rects[changed].tolist()
        moved: list[str] = []
        for i, item in zip(changed, edited, strict=True):
            before, was = item.covered, item.block.type
            if self._update(item, page.blocks[i]):
                moved.append(item.id)
                self._uncover([before, item.covered])
            if item.block.type != was:
                items += self._recolor_heads(item)
        wires = {wire.index: wire for block in moved for wire in self._wires_of.get(block, ())}
        left_by_wires: list[Sides] = self.wire_rects[list(wires)].tolist()
        tagged = not self.tagged.keys().isdisjoint(wires)
        self._route(wires.values(), plainly=len(wires) > _MOST_AT_ONCE)
        self._route([item for wire in bent for item in self.items_of(wire)])
        tagged = tagged or bool(bent) or not self.tagged.keys().isdisjoint(wires)
        difference = Changed(items, list(wires.values()), left, left_by_wires, moved=True, elsewhere=moved)
        return difference if same_others and not tagged else None  # where tags stand depends on each other

    def refresh(
        self, ids: Collection[str], typed: Collection[str] = ()
    ) -> tuple[list[BlockItem], list[BlockItem]] | None:
        """Update the faces of blocks.

        Args:
            ids: blocks with other marks.
            typed: blocks with other dtypes or shapes, whose faces may be made on demand.

        Returns:
            Blocks that look different at any zoom, and only close up; None if sizes changed, so that wires moved.
        """
        make, is_steady, blocks = self.faces.make, self.faces.is_steady, self.blocks
        marked = [blocks[block] for block in ids if block in blocks]
        later: list[BlockItem] = []
        for block in typed:
            item = blocks.get(block)
            if item is None or block in ids:
                continue
            if is_steady(item.block.type) and not item.is_display:
                item.show_later(make)
                later.append(item)
            else:
                marked.append(item)
        self.touched_blocks |= dict.fromkeys(marked)
        resized = [item for item in marked if item.show(make(item.block))]
        for item in resized:
            self._note_sides(item)
            self._route(self.wires_of(item.id))
            self._uncover([item.covered])
        return None if resized else (marked, later)

    def retype(self, names: AbstractSet[str]) -> tuple[list[BlockItem], list[BlockItem]] | None:
        self.faces.retype(names)
        return self.refresh([item.id for item in self.order if not names.isdisjoint(uses_of(item.block))])

    def room_below(self, item: BlockItem) -> float:
        left, _, right, bottom = self.rects[item.index].tolist()
        rects = self.rects
        below = (rects[:, 0] < right) & (rects[:, 2] > left) & (rects[:, 1] >= bottom)
        room = float((rects[below, 1] - bottom).min(initial=PREVIEW_ROOM + 4) - 4)
        for note in self.notes:
            r = note.rect
            if r.left() < right and r.right() > left and r.top() >= bottom - 4:
                room = min(room, r.top() - bottom - 2)
        return max(0.0, room)

    @property
    def obstacles(self) -> Array:
        """Return the areas that wires avoid [n, 4]: blocks with their results."""
        return self.rects + self.below[:, None] * (0.0, 0.0, 0.0, 1.0)

    def set_below(self, item: BlockItem, height: float) -> None:
        before, item.below = item.below, height
        if before != height:
            self.below[item.index] = height
            self._bounds = None
            self._uncover([item.rect.adjusted(0, 0, 0, max(before, height))])

    def take_uncovered(self) -> dict[WireItem, None]:
        """Return and clear the wires that may have better routes after changes nearby."""
        rects, self.uncovered = self.uncovered, []
        plain, self.plain = self.plain, {}
        all_anew, self._all_anew = self._all_anew, False
        if all_anew:
            return dict.fromkeys(self.wires)
        if len(self.order) > MOST_BLOCKS:
            return {}
        return plain | {wire: None for area in areas(rows(rects)) for wire in self.wires_in(area)}

    def reroute(self, wires: Iterable[WireItem]) -> Changed:
        changed: list[WireItem] = []
        left: list[Sides] = []
        for wire in wires:
            if wire.index >= 0:
                before = wire.points, wire.whole  # the whole route of a tag shows while its block is selected
                sides: list[Sides] = self.wire_rects[[wire.index]].tolist()
                self._route([wire], thorough=True)
                if (wire.points, wire.whole) != before:
                    changed.append(wire)
                    left += sides
        return Changed([], changed, [], left, moved=True)

    def net_of(self, item: WireItem) -> str:
        if item.seen != self.faces.version:
            item.net, item.seen = self.faces.net_of(item.wire.source), self.faces.version
        return item.net

    def recolor(self, typed: set[str]) -> Sequence[WireItem]:
        """Add to ``typed`` the target blocks of wires from these blocks; return the wires with other colors."""
        if not self.faces.by_dtype or not typed:
            return ()
        self.faces.version += 1
        if 2 * len(typed) > len(self.blocks):  # of most of a page, finding out which takes longer than taking all
            typed.update(self.blocks)
            return self.wires
        colored = [item for block in typed for item in self.wires_of(block) if item.wire.source.block == block]
        typed.update([item.wire.target.block for item in colored])
        return colored

    def type_of(self, block_id: str) -> BlockSpec | None:
        item = self.blocks.get(block_id)
        return None if item is None else self.find(pins_type(item.block))

    def set_style(self, style: WireStyle) -> None:
        self.style = style
        self._route(self.wires)
        self._find_better()

    def set_tags(self, rule: TagRule) -> None:
        if rule != self.tags:
            self.tags = rule
            self._route(self.wires)
            self._find_better()

    def wire_ends(self) -> dict[Wire, tuple[float, float]]:
        top = {item.id: item.block.at[1] for item in self.order}
        ends: dict[Wire, tuple[float, float]] = {}
        for wire, route in [(item.wire, item.whole or item.points) for item in self.wires if not item.loose]:
            ends[wire] = (route[0][1] - top[wire.source.block], route[-1][1] - top[wire.target.block])
        return ends

    def wires_of(self, block_id: str) -> Sequence[WireItem]:
        return self._wires_of.get(block_id, ())

    def items_of(self, wire: Wire) -> list[WireItem]:
        return [item for item in self.wires_of(wire.target.block) if item.wire == wire]

    def blocks_in(self, rect: QRectF) -> list[BlockItem]:
        order = self.order
        return [order[i] for i in touching(self.rects, rect)]

    def wires_in(self, rect: QRectF) -> list[WireItem]:
        wires = self.wires
        return [wires[i] for i in touching(self.wire_rects, rect)]

    def bounds(self) -> QRectF:
        if self._bounds is None:
            self._bounds = around(self.obstacles) | around(self.wire_rects)
            for item in (*self.notes, *self.frames):
                self._bounds |= item.rect
        return QRectF(self._bounds)

    def _bend(self, old: Sequence[Route], routes: Sequence[Route]) -> list[Wire]:
        if identical(old, routes):
            return []
        before, self.bends = self.bends, {route.wire: route.points for route in routes if route.points}
        return [wire for wire in {**before, **self.bends} if before.get(wire) != self.bends.get(wire)]

    def _rebuild(self, old: Page, page: Page) -> Changed | None:
        """Update all items; blocks and wires that are the same objects keep theirs."""
        self.structure += 1
        count, tagged = len(self.order), bool(self.tagged)
        renewed: list[BlockItem] = []
        rewired = self.faces.rewire(page.wires)
        new_wires, gone_wires, lost = self._rewire(old.wires, page.wires)  # faces tell what wires carry
        begin, until, end = differing(old.blocks, page.blocks)
        gone = {item.id: item for item in self.order[begin:until]}
        for block in gone:
            del self.faces.types[block]
        self.faces.types.update([(block.id, pins_type(block)) for block in page.blocks[begin:end]])
        items: list[BlockItem] = []
        elsewhere: dict[str, None] = {}
        covered: list[QRectF] = []
        for block in page.blocks[begin:end]:
            item = gone.pop(block.id, None)
            if item is None:
                item = BlockItem(block, *self.faces.look(block), 0)
                elsewhere[block.id] = None
                self.touched_blocks[item] = None
                if count:  # else all is new
                    covered.append(item.covered)
                    renewed.append(item)
            elif item.block is not block or block.id in rewired:
                covered += self._renew(item, block, elsewhere, renewed, recolored=rewired.get(block.id, False))
            items.append(item)
        known = {block.id for block in page.blocks[begin:end]} | gone.keys()
        others = [self.blocks[block] for block in rewired if block in self.blocks and block not in known]
        for item in others:
            covered += self._renew(item, item.block, elsewhere, renewed, recolored=rewired[item.id])
        for item in gone.values():
            elsewhere[item.id] = None
            covered.append(item.covered)
            self.touched_blocks[item] = None
        self.order[begin:until] = items
        _number(self.order, gone.values(), begin, until, end)
        if max(until, end) > begin:
            self.blocks = {block.id: item for block, item in zip(page.blocks, self.order, strict=True)}
            shown = [item for item in (*self.displays, *items) if item.index >= 0 and item.is_display]
            self.displays = sorted(set(shown), key=attrgetter("index"))
        sides = np.array([item.sides for item in items], float).reshape(-1, 4)
        self.rects = np.concatenate([self.rects[:begin], sides, self.rects[until:]])
        self.below = np.concatenate([self.below[:begin], [item.below for item in items], self.below[until:]])
        for item in others:
            self.rects[item.index] = item.sides
        if old.wires:
            new_wires |= dict.fromkeys(wire for block in elsewhere for wire in self.wires_of(block))
        wires = list(new_wires)
        before = self.wire_rects[[wire.index for wire in wires]]
        lost += before[before[:, 0] <= before[:, 2]].tolist()
        self._route(wires, plainly=count > 0 and len(wires) > _MOST_NEW)
        if count:
            self._all_anew = self._all_anew or (count > MOST_BLOCKS) != (len(self.order) > MOST_BLOCKS)
            self._uncover(covered)
        else:
            self._find_better()
        if tagged or self.tagged or not count:
            return None
        gone_too = [item.wire for item in gone_wires]
        return Changed(renewed, wires, rows(covered).tolist(), lost, moved=False, elsewhere=elsewhere, gone=gone_too)

    def _renew(
        self, item: BlockItem, block: Block, elsewhere: dict[str, None], renewed: list[BlockItem], *, recolored: bool
    ) -> list[QRectF]:
        """Update a block; return the areas that it has left and covers now."""
        rect, covered, face, was = item.rect, item.covered, item.face, item.block
        item.block = block
        moved = item.show(self.faces.make(block)) or rect != item.rect
        if moved or item.face is not face or item.is_display:  # what a display shows may come from elsewhere
            self.touched_blocks[item] = None
            renewed.append(item)
        if block.type != was.type:
            renewed += self._recolor_heads(item)
        if moved:
            elsewhere[block.id] = None
            return [covered, item.covered]
        if recolored or block.type != was.type:
            elsewhere[block.id] = None
        return []

    def _rewire(
        self, old: Sequence[Wire], wires: Sequence[Wire]
    ) -> tuple[dict[WireItem, None], list[WireItem], list[Sides]]:
        """Update all wires. Return new or reindexed ones, removed ones, and the areas that these covered."""
        begin, until, end = differing(old, wires)
        gone = {id(item.wire): item for item in self.wires[begin:until]}
        items: list[WireItem] = []
        new: list[WireItem] = []
        came_from: list[int] = []
        last = -1
        for wire in wires[begin:end]:
            item = gone.get(id(wire))
            if item is None or item.index < last:
                item = WireItem(wire, 0, 0)
                new.append(item)
                came_from.append(-1)
            else:
                last = item.index
                came_from.append(last)
                del gone[id(wire)]
            items.append(item)
        self.wires[begin:until] = items
        left: list[Sides] = self.wire_rects[[item.index for item in gone.values()]].tolist()
        _number(self.wires, gone.values(), begin, until, end)
        rows = np.concatenate([self.wire_rects, [NOWHERE]])[np.array(came_from, int)]
        self.wire_rects = np.concatenate([self.wire_rects[:begin], rows, self.wire_rects[until:]])
        self.tagged = {item.index: item for item in self.tagged.values() if item.index >= 0}
        self.touched_wires |= dict.fromkeys(gone.values())
        self.generation += 1
        come: dict[str, list[WireItem]] = {end.block: [] for item in gone.values() for end in item.wire}
        for item in new:
            for block in {end.block for end in item.wire}:
                come.setdefault(block, []).append(item)
        for block, more in come.items():
            touched = [item for item in (*self._wires_of.pop(block, ()), *more) if item.index >= 0]
            if touched:
                self._wires_of[block] = tuple(sorted(touched, key=attrgetter("index")))
        ends = [item.wire for item in (*gone.values(), *new)]
        new_wires = dict.fromkeys(new)
        for block in dict.fromkeys(wire.target.block for wire in ends):
            orders: dict[str, int] = {}
            for item in self.wires_of(block):
                target = item.wire.target
                if target.block == block:
                    order = orders.get(target.pin, 0)
                    orders[target.pin] = order + 1
                    if item.order != order:
                        item.order = order
                        new_wires[item] = None
        return new_wires, list(gone.values()), left

    def _update(self, item: BlockItem, block: Block) -> bool:
        old = item.block._replace(at=block.at)
        if block.type != old.type:
            self.faces.types[block.id] = pins_type(block)
            self.faces.version += 1
        moved_only = all(a is b for a, b in zip(block, old, strict=True))  # True equals 1, and looks different
        moved = block.at != item.block.at
        item.block = block
        if not moved_only and item.show(self.faces.make(block)):
            moved = True
        self._note_sides(item)
        return moved

    def _recolor_heads(self, item: BlockItem) -> list[BlockItem]:
        if not self.faces.by_dtype:
            return []
        ends = [wire.wire for wire in self.wires_of(item.id) if wire.wire.source.block == item.id]
        heads = [self.blocks[end.target.block] for end in ends if end.target.block in self.blocks]
        for each in heads:
            each.show_later(self.faces.make)
        return heads

    def _find_better(self) -> None:
        if minds_blocks(self.rects) and self.style == "orthogonal":
            self.plain = dict.fromkeys(self.wires)

    def _uncover(self, rects: Sequence[QRectF]) -> None:
        self.uncovered += rects
        if len(self.uncovered) > _MOST_AREAS:
            self.uncovered = areas(rows(self.uncovered))

    def _note_sides(self, item: BlockItem) -> None:
        self.rects[item.index] = item.sides
        self.touched_blocks[item] = None
        self.generation += 1
        self._bounds = None

    def _route(self, wires: Collection[WireItem], *, plainly: bool = False, thorough: bool = False) -> None:
        if not wires:
            return
        if plainly:
            self.plain.update(dict.fromkeys(wires))
        given = (wires, self.blocks, self.rects[:0] if plainly else self.obstacles, self.find, self.style, self.tags)
        sides = find_routes(*given, bends=self.bends, thorough=thorough)
        for item in wires:
            if item.is_tag:
                self.tagged[item.index] = item
            else:
                self.tagged.pop(item.index, None)
        self.wire_rects[[item.index for item in wires]] = sides
        self._bounds = None
        self.touched_wires |= dict.fromkeys(wires)
        self.generation += 1


def _number(
    items: Sequence[BlockItem] | Sequence[WireItem],
    gone: Iterable[BlockItem] | Iterable[WireItem],
    begin: int,
    until: int,
    end: int,
) -> None:
    """Renumber items after those from ``begin`` to ``until`` were replaced by those from ``begin`` to ``end``."""
    for item in gone:
        item.index = -1
    for index in range(begin, end if until == end else len(items)):
        items[index].index = index


class Changed(NamedTuple):
    """The visible changes of an edit.

    Attributes:
        blocks, wires: the items that look different, moved, or are new.
        elsewhere: the blocks that are new, removed or moved.
        gone: the removed wires.
        left, left_by_wires: the former rectangles of removed or moved blocks and wires [n, 4].
        moved: nothing was added or removed.
    """

    blocks: list[BlockItem]
    wires: list[WireItem]
    left: list[Sides]
    left_by_wires: list[Sides]
    moved: bool
    elsewhere: Collection[str] = ()
    gone: Collection[Wire] = ()


def changed_indices(old: Sequence[Block], new: Sequence[Block]) -> list[int] | None:
    """Return the indices at which blocks changed; None if blocks were added, removed or reordered."""
    if len(old) != len(new):
        return None
    indices = [i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a is not b]
    return indices if all(old[i].id == new[i].id for i in indices) else None
