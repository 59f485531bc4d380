"""Three-way merge of a canvas: blocks, wires, notes, frames and reroute points."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from blocks.document.canonical import Defaults, block_json, frame_json, note_json, wire_json
from blocks.document.data import INSTANCE, Block, Frame, Json, Note, Page, Route, Wire
from blocks.document.definitions import pins
from blocks.document.merging.conflicts import ABSENT, Conflict, Values, picked
from blocks.document.merging.diff import block_entries, page_entries
from blocks.document.merging.order import merged_order, moved, numbered

At = tuple[str, ...]
Text = TypeVar("Text", Note, Frame)


class Canvases:
    """The state of a merge that the canvases need.

    Args:
        defaults: those of base, ours and theirs.
        composites: the definitions of both sides.
        values: collects the conflicts.
    """

    def __init__(self, defaults: Sequence[Defaults], composites: Iterable[Page], values: Values) -> None:
        self.base, self.ours, self.theirs = defaults
        self.values = values
        self.notes: list[str] = []
        self._list_pins = {page.name: {pin.name for pin in pins(page).inputs if pin.is_list} for page in composites}

    def differ(self, old: Page, new: Page, *, ours: bool) -> bool:
        entries = page_entries(old, new, (self.base, self.ours if ours else self.theirs))
        return any(not entry.layout for entry in entries)

    def takes_list(self, block: Block | None, pin: str) -> bool | None:
        """Return whether an input pin takes many wires in order; None if that is unknown."""
        if block is None:
            return None
        if block.type.startswith(INSTANCE):
            known = self._list_pins.get(block.type)
            return None if known is None else pin in known
        from blocks.library.registry import find  # late: most files are read without any block type

        spec = find(block.type)
        return None if spec is None else any(each.name == pin and each.is_list for each in spec.inputs)


class _Fates(NamedTuple):
    """The fates of blocks that are missing in base, ours or theirs.

    Attributes:
        gone: blocks that one side removed, and whether ours did.
        kept: blocks that one side removed and the other changed, and whether ours changed it.
        clashing: different blocks that both sides added under one id.
    """

    gone: dict[str, bool]
    kept: dict[str, bool]
    clashing: set[str]


def merged_canvas(at_hand: Canvases, at: At, base: Page, ours: Page, theirs: Page) -> Page:
    """Return the merged canvas, with the definition of ours; ``at`` is the path of keys to the canvas."""
    fates = _Fates({}, {}, set())
    blocks = _blocks(at_hand, at, fates, base, ours, theirs)
    there = {block.id: block for block in blocks}
    sides = base, ours, theirs
    return Page(
        ours.name,
        tuple(blocks),
        _wires(at_hand, at, fates, there, sides),
        _texts(at_hand, (*at, "notes"), _note_content, *(page.notes for page in sides)),
        _texts(at_hand, (*at, "frames"), _frame_content, *(page.frames for page in sides)),
        at_hand.values.mapping((*at, "extra"), *(page.extra for page in sides)),
        ours.composite,
        _routes(*(page.routes for page in sides)),
    )


def _blocks(at_hand: Canvases, at: At, fates: _Fates, base: Page, ours: Page, theirs: Page) -> list[Block]:
    b, o, t = ({block.id: block for block in page.blocks} for page in (base, ours, theirs))
    wired = [_newly_wired(base, side) for side in (ours, theirs)]
    blocks: list[Block] = []
    for name in merged_order(list(b), list(o), list(t)):
        old, our, their = b.get(name), o.get(name), t.get(name)
        where = (*at, "blocks", name)
        if our is not None and their is not None:
            if old is not None:
                blocks.append(_block(at_hand, where, old, our, their))
                continue
            blocks.append(our)
            entries = block_entries(our, their, "", (at_hand.ours, at_hand.theirs))
            if any(not entry.layout for entry in entries) or _into(ours, name) != _into(theirs, name):
                fates.clashing.add(name)
                at_hand.values.conflicts.append(_whole(at_hand, where, ours, theirs, base))
            continue
        left = our or their
        if left is None:
            continue
        is_ours = left is our
        if old is None:
            blocks.append(left)
            continue
        entries = block_entries(old, left, "", (at_hand.base, at_hand.ours if is_ours else at_hand.theirs))
        if name in wired[not is_ours] or any(not entry.layout for entry in entries):
            fates.kept[name] = is_ours
            blocks.append(left)
            at_hand.values.conflicts.append(_whole(at_hand, where, ours, theirs, base))
        else:
            fates.gone[name] = not is_ours
    return blocks


def _block(at_hand: Canvases, at: At, base: Block, ours: Block, theirs: Block) -> Block:
    if repr(ours) == repr(base) == repr(theirs):  # for Python 1 and 1.0 and True are equal
        return ours
    values = at_hand.values
    given = at_hand.base.kept(base), at_hand.ours.kept(ours), at_hand.theirs.kept(theirs)
    return Block(
        ours.id,
        values.leaf((*at, "type"), base.type, ours.type, theirs.type),
        picked(base.at, ours.at, theirs.at),
        values.mapping((*at, "values"), *given),
        picked(base.size, ours.size, theirs.size),
        picked(base.collapsed, ours.collapsed, theirs.collapsed),
        picked(base.muted, ours.muted, theirs.muted),
        values.mapping((*at, "extra"), base.extra, ours.extra, theirs.extra),
        picked(base.color, ours.color, theirs.color),
        picked(base.source, ours.source, theirs.source),
        picked(base.note, ours.note, theirs.note),
    )


def _whole(at_hand: Canvases, at: At, ours: Page, theirs: Page, base: Page) -> Conflict:
    sides = (ours, at_hand.ours), (theirs, at_hand.theirs), (base, at_hand.base)
    return Conflict(at, *(_with_wires(page, at[-1], defaults) for page, defaults in sides))


def _with_wires(page: Page, name: str, defaults: Defaults) -> Json:
    for block in page.blocks:
        if block.id == name:
            wires = [wire_json(wire) for wire in page.wires if name in (wire.source.block, wire.target.block)]
            return {"block": block_json(block, defaults.kept(block)), "wires": wires}
    return ABSENT


def _newly_wired(base: Page, side: Page) -> set[str]:
    return {end.block for wire in Counter(side.wires) - Counter(base.wires) for end in wire}


def _into(page: Page, name: str) -> dict[str, list[str]]:
    result: defaultdict[str, list[str]] = defaultdict(list)
    for wire in page.wires:
        if wire.target.block == name:
            result[str(wire.target)].append(str(wire.source))
    return result


def _wires(
    at_hand: Canvases, at: At, fates: _Fates, blocks: dict[str, Block], sides: tuple[Page, Page, Page]
) -> tuple[Wire, ...]:
    b, o, t = (list(page.wires) for page in sides)
    before = _sources(b)
    touched = {*fates.gone, *fates.kept, *fates.clashing}
    theirs_of_kept: list[Wire] = []
    if touched:
        # A side that removed a block may have left wires to it, which lead nowhere: these stay.
        gone = [{name for name, by_us in fates.gone.items() if by_us is not side} for side in (True, False)]
        kept = [{name for name, is_ours in fates.kept.items() if is_ours is side} for side in (True, False)]
        b = _apart(b, {*fates.gone, *fates.kept})
        theirs_of_kept = _touching(t, kept[1])
        o = _apart(o, gone[0])
        t = _apart(t, {*gone[1], *kept[1], *fates.clashing})
    lists = _sources(b), _sources(o), _sources(t)
    wanted: dict[Any, list[tuple[Wire, int]]] = {}
    for target in dict.fromkeys([*lists[0], *lists[1], *lists[2]]):
        old, our, their = (each.get(target, []) for each in lists)
        if our == their or their == old:
            into = our
        elif our == old:
            into = their
        else:
            is_list = at_hand.takes_list(blocks.get(target.block), target.pin) if target.index is None else False
            if is_list is None:
                is_list = max(map(len, (old, our, their))) > 1
            items = numbered(old), numbered(our), numbered(their)
            into = [wire for wire, _ in _united(*items)] if is_list and not _both_moved(*items) else our
            if not is_list or _both_moved(*items):
                texts = ([str(wire.source) for wire in each] for each in (our, their, before.get(target, [])))
                at_hand.values.conflicts.append(Conflict((*at, "wires", str(target)), *texts))
        wanted[target] = numbered(into)
    for wire in theirs_of_kept:  # a wire of ours may have come to where they led
        into = wanted.setdefault(wire.target, [])
        there = [each for each, _ in into]
        if wire in there:
            continue
        if not there or at_hand.takes_list(blocks.get(wire.target.block), wire.target.pin):
            into.append((wire, 0))
        else:
            texts = ([str(each.source) for each in wires] for wires in (there, [wire], before.get(wire.target, [])))
            at_hand.values.conflicts.append(Conflict((*at, "wires", str(wire.target)), *texts))
    return _in_order([numbered(each) for each in (sides[0].wires, sides[1].wires, sides[2].wires)], wanted)


def _apart(wires: Sequence[Wire], names: set[str]) -> list[Wire]:
    return [wire for wire in wires if wire.source.block not in names and wire.target.block not in names]


def _touching(wires: Sequence[Wire], names: set[str]) -> list[Wire]:
    return [wire for wire in wires if wire.source.block in names or wire.target.block in names]


def _sources(wires: Iterable[Wire]) -> dict[Any, list[Wire]]:
    result: defaultdict[Any, list[Wire]] = defaultdict(list)
    for wire in wires:
        result[wire.target].append(wire)
    return result


Numbered = Sequence[tuple[Wire, int]]


def _both_moved(base: Numbered, ours: Numbered, theirs: Numbered) -> bool:
    return moved(ours, base) and moved(theirs, base) and moved(ours, theirs)


def _united(base: Numbered, ours: Numbered, theirs: Numbered) -> list[tuple[Wire, int]]:
    """Return the wires into a list pin: those that either side added, without those that either removed."""
    old, our, their = set(base), set(ours), set(theirs)
    return [each for each in merged_order(base, ours, theirs) if each not in old or (each in our and each in their)]


def _in_order(sides: Sequence[Numbered], wanted: dict[Any, list[tuple[Wire, int]]]) -> tuple[Wire, ...]:
    waiting = {target: iter(into) for target, into in wanted.items()}
    left = Counter(each for into in wanted.values() for each in into)
    wires: list[Wire] = []
    for each in merged_order(*sides):
        if left[each]:
            left[each] -= 1
            wires.append(next(waiting[each[0].target])[0])
    return tuple(wires)


def _routes(*sides: Sequence[Route]) -> tuple[Route, ...]:
    keyed = [dict(zip(numbered(route.wire for route in each), each, strict=True)) for each in sides]
    b, o, t = keyed
    result = ((key, picked(b.get(key), o.get(key), t.get(key))) for key in merged_order(list(b), list(o), list(t)))
    return tuple([route for _, route in result if route is not None])


def _note_content(note: Note) -> tuple[str, Json]:
    content = note_json(note)
    return note.text, {key: value for key, value in content.items() if key not in ("at", "size")}


def _frame_content(frame: Frame) -> tuple[str, Json]:
    content = frame_json(frame)
    return frame.title, {key: value for key, value in content.items() if key not in ("at", "size", "color")}


def _texts(
    at_hand: Canvases, at: At, content: Callable[[Text], tuple[str, Json]], *sides: Sequence[Text]
) -> tuple[Text, ...]:
    """Merge notes or frames, which have no ids: changed ones are matched by content or position."""
    base = sides[0]
    ours, theirs = (_paired(base, side, content) for side in sides[1:])
    b: dict[Hashable, Text] = dict(enumerate(base))
    o: dict[Hashable, Text] = {("ours", i) if key is None else key: sides[1][i] for i, key in enumerate(ours)}
    t: dict[Hashable, Text] = {}
    new = {key: each for key, each in o.items() if key not in b}
    for i, key in enumerate(theirs):
        item = sides[2][i]
        same = next((name for name, each in new.items() if content(each) == content(item)), None)
        if key is None and same is not None:
            del new[same]  # both added it
            t[same] = item
        else:
            t[("theirs", i) if key is None else key] = item
    texts: list[Text] = []
    for key in merged_order(list(b), list(o), list(t)):
        present = [each[key] for each in (o, t, b) if key in each]
        contents = [content(each[key])[1] if key in each else ABSENT for each in (b, o, t)]
        kept = at_hand.values.present((*at, content(present[0])[0]), *contents)
        if kept is ABSENT:
            continue
        if key in o and key in t and key in b:
            item = o[key] if kept is contents[1] else t[key]
            looks = {
                field: picked(*(getattr(each[key], field) for each in (b, o, t)))
                for field in ("at", "size", "color")
                if hasattr(item, field)
            }
            texts.append(item._replace(**looks))
        else:
            texts.append(present[0])
    return tuple(texts)


def _paired(
    base: Sequence[Text], side: Sequence[Text], content: Callable[[Text], tuple[str, Json]]
) -> list[int | None]:
    """Return for each note of a side its counterpart in the base: equal, or with equal content, text or position."""
    pairs: list[int | None] = [None] * len(side)
    free = dict.fromkeys(range(len(base)))
    likeness: tuple[Callable[[Text], Any], ...] = (
        repr,
        lambda each: repr(content(each)),
        lambda each: content(each)[0],
        lambda each: each.at,
    )
    for key in likeness:
        by_key: defaultdict[Any, list[int]] = defaultdict(list)
        for i in free:
            by_key[key(base[i])].append(i)
        for j, item in enumerate(side):
            if pairs[j] is None and by_key.get(key(item)):
                pairs[j] = by_key[key(item)].pop(0)
                del free[pairs[j]]  # pyright: ignore[reportArgumentType]
    return pairs
