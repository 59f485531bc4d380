"""Verbs for blocks, notes and frames: place, delete, rename, values, mute, collapse, colors; quick fixes of wires."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.document.changes import (
    AddBlocks,
    AddItems,
    Change,
    RemoveBlocks,
    RenameBlock,
    ReplaceItems,
    SetField,
    SetValue,
    UnsetValue,
)
from blocks.document.data import (
    Block,
    Endpoint,
    Frame,
    Json,
    Note,
    Page,
    Position,
    Route,
    Wire,
    id_fault,
    is_list,
    pins_type,
    same,
)
from blocks.document.definitions import shown_type
from blocks.document.python_values import value_text
from blocks.elaborate.instance_types import PAGE as COMPOSITES
from blocks.elaborate.muting import fitting_pins
from blocks.graph.build import construct
from blocks.graph.graph import Graph, Node
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.transform.verbs.edit import (
    Edit,
    Made,
    Names,
    additions,
    counts,
    group,
    named,
    present,
    removals,
    replacements,
    tidy,
)
from blocks.transform.verbs.fitting import NOTHING_KNOWN, Known, known_at
from blocks.transform.verbs.free_space import Box

Find = Callable[[str], BlockSpec | None]


def add_block(
    page: Page, type_name: str, at: Position, values: Mapping[str, Json] | None = None, block_id: str | None = None
) -> Made:
    names = Names(page)
    name = names.for_type(type_name) if block_id is None else block_id
    if block_id is not None:
        _check_name(page, name)
    block = Block(name, type_name, tidy(*at), dict(values or {}))
    return Made(
        AddBlocks(page.name, ((len(page.blocks), block),)), tr("Add {type}", type=shown_type(type_name)), (name,)
    )


def delete(
    page: Page,
    blocks: Iterable[str] = (),
    wires: Iterable[int] = (),
    notes: Iterable[int] = (),
    frames: Iterable[int] = (),
) -> Edit | None:
    gone = present(page, blocks)
    names = set(gone)
    marked = set(wires)
    lost = [i for i, w in enumerate(page.wires) if i in marked or w.source.block in names or w.target.block in names]
    lost_notes = set(notes) & set(range(len(page.notes)))
    lost_frames = set(frames) & set(range(len(page.frames)))
    changes = removals(page, {"wires": lost, "notes": lost_notes, "frames": lost_frames})
    if gone:
        changes.append(RemoveBlocks(page.name, tuple(gone)))
    if not changes:
        return None
    others = counts((len(lost), "wire"), (len(lost_notes), "note"), (len(lost_frames), "frame"))
    return Edit(group(changes), tr("Delete {named}", named=named(gone) if gone else others))


def delete_and_heal(page: Page, blocks: Iterable[str], find: Find, known: Known = NOTHING_KNOWN) -> Edit | None:
    """Delete blocks and connect the input of each with its consumers; None if nothing is given.

    Args:
        known: dtypes and shapes of output pins; of several inputs, one with the output's shape is connected.
    """
    gone = present(page, blocks)
    if not gone:
        return None
    names = set(gone)
    feeding = _feeding(page, names, find, known)
    healed: list[tuple[int, Wire]] = []
    lost: list[int] = []
    for i, wire in enumerate(page.wires):
        if wire.target.block in names:
            lost.append(i)
        elif wire.source.block in names:
            source = _before(wire.source, feeding, names)
            if source is None:
                lost.append(i)
            else:
                healed.append((i, Wire(source, wire.target)))
    changes = [*replacements(page, {"wires": healed}), *removals(page, {"wires": lost})]
    change = group([*changes, RemoveBlocks(page.name, tuple(gone))])
    return Edit(change, tr("Delete {named} and reconnect", named=named(gone)))


def _passing_pins(spec: BlockSpec) -> list[str]:
    """Return the inputs that can replace a block's output: those of the same dtype."""
    pins = [pin.name for pin in fitting_pins(spec) if not pin.is_list]
    alone = spec.forwards or spec.reshapes
    return [alone] if pins and alone is not None else pins


def _feeding(page: Page, names: set[str], find: Find, known: Known) -> dict[str, Endpoint]:
    into: dict[str, dict[str, Endpoint]] = {block.id: {} for block in page.blocks if block.id in names}
    for source, target in page.wires:
        if target.block in into and target.pin != "scope":
            into[target.block].setdefault(target.pin, source)
    feeding: dict[str, Endpoint] = {}
    for block in page.blocks:
        sources = into.get(block.id)
        if not sources:
            continue
        spec = find(pins_type(block))
        if spec is None:
            feeding[block.id] = next(iter(sources.values()))
            continue
        wired = [sources[pin] for pin in _passing_pins(spec) if pin in sources]
        if wired:
            wanted = known.get((block.id, spec.outputs[0].name, None))
            fits = (each for each in wired if wanted is not None and known_at(known, each) == wanted)
            feeding[block.id] = next(fits, wired[0])
    return feeding


def _before(end: Endpoint, feeding: Mapping[str, Endpoint], names: set[str]) -> Endpoint | None:
    seen: set[str] = set()
    current: Endpoint | None = end
    while current is not None and current.block in names:
        if current.block in seen:
            return None
        seen.add(current.block)
        current = feeding.get(current.block)
    return current


def rename(page: Page, block: str, name: str) -> Edit | None:
    """Change a block's id along with its wires; None if unchanged. Raises DiagramError for a bad id."""
    if name == block:
        return None
    _check_name(page, name)
    return Edit(RenameBlock(page.name, block, name), tr("Rename {block} to {name}", block=block, name=name))


def _check_name(page: Page, name: str) -> None:
    fault = id_fault(name)
    if fault:
        raise DiagramError(tr("the name {name!r} {fault}", name=name, fault=fault), page=page.name)
    if any(block.id == name for block in page.blocks):
        raise DiagramError(tr("there is already a block {name!r} on this page", name=name), page=page.name)


def set_value(page: Page, block: str, name: str, value: Json) -> Edit | None:
    existing = _find_block(page, block)
    if name in existing.values and same(existing.values[name], value):
        return None
    return Edit(SetValue(page.name, block, name, value), tr("Set {block}.{name}", block=block, name=name))


def turn_choice(page: Page, block: str, name: str, choice: str, *, on: bool) -> Edit | None:
    given = _find_block(page, block).values.get(name)
    others = [each for each in given if each != choice] if is_list(given) else []
    return set_value(page, block, name, [*others, choice] if on else others)


def unset_value(page: Page, block: str, name: str) -> Edit | None:
    if name not in _find_block(page, block).values:
        return None
    return Edit(UnsetValue(page.name, block, name), tr("Reset {block}.{name}", block=block, name=name))


def _find_block(page: Page, block: str) -> Block:
    existing = next((each for each in page.blocks if each.id == block), None)
    if existing is None:
        raise DiagramError(tr("there is no block {block!r}", block=block), page=page.name)
    return existing


def mute(page: Page, blocks: Iterable[str], on: bool | None = None) -> Edit | None:
    """Mute blocks, or unmute them if all are muted (unless ``on`` is given); None if nothing changes."""
    return _toggle(page, blocks, "muted", on, mark("Mute {named}"), mark("Unmute {named}"))


def collapse(page: Page, blocks: Iterable[str], on: bool | None = None) -> Edit | None:
    return _toggle(page, blocks, "collapsed", on, mark("Collapse {named}"), mark("Expand {named}"))


def _toggle(
    page: Page, blocks: Iterable[str], field: Literal["muted", "collapsed"], on: bool | None, *texts: str
) -> Edit | None:
    ids = present(page, blocks)
    set_now = {block.id for block in page.blocks if getattr(block, field)}
    value = any(block not in set_now for block in ids) if on is None else on
    ids = [block for block in ids if (block in set_now) != value]
    text = tr(texts[0] if value else texts[1], named=named(ids)) if ids else ""
    return Edit(group(SetField(page.name, block, field, value) for block in ids), text) if ids else None


OFFSET = 24.0
"""How far a copy lies from the original, if nothing says where it goes."""
Word = Literal["Paste", "Duplicate"]
_TEXTS: Mapping[Word, str] = {"Paste": mark("Paste {what}"), "Duplicate": mark("Duplicate {what}")}


class Copies(NamedTuple):
    """Copies of a fragment's content, with ids that are unused on a page."""

    blocks: tuple[Block, ...]
    wires: tuple[Wire, ...]
    notes: tuple[Note, ...]
    frames: tuple[Frame, ...]
    routes: tuple[Route, ...] = ()

    @property
    def corner(self) -> Position:
        positions = [thing.at for thing in (*self.blocks, *self.notes, *self.frames)]
        return (min(x for x, _ in positions), min(y for _, y in positions))

    def moved(self, dx: float, dy: float) -> Copies:
        return self._replace(
            blocks=tuple([each._replace(at=tidy(each.at[0] + dx, each.at[1] + dy)) for each in self.blocks]),
            notes=tuple([each._replace(at=tidy(each.at[0] + dx, each.at[1] + dy)) for each in self.notes]),
            frames=tuple([each._replace(at=tidy(each.at[0] + dx, each.at[1] + dy)) for each in self.frames]),
            routes=tuple(
                [each._replace(points=tuple([tidy(x + dx, y + dy) for x, y in each.points])) for each in self.routes]
            ),
        )

    def on(self, page: Page) -> Page:
        return page._replace(
            blocks=page.blocks + self.blocks,
            wires=page.wires + self.wires,
            notes=page.notes + self.notes,
            frames=page.frames + self.frames,
            routes=page.routes + self.routes,
        )


def copies_of(page: Page, fragment: Page) -> Copies | None:
    if not fragment.blocks and not fragment.notes and not fragment.frames:
        return None
    names = Names(page)
    renamed = {block.id: names.like(block.id) for block in fragment.blocks}

    def end(old: Endpoint) -> Endpoint:
        return old._replace(block=renamed[old.block])

    inner = [w for w in fragment.wires if w.source.block in renamed and w.target.block in renamed]
    return Copies(
        tuple([block._replace(id=renamed[block.id]) for block in fragment.blocks]),
        tuple([Wire(end(source), end(target)) for source, target in inner]),
        fragment.notes,
        fragment.frames,
        tuple(
            [
                route._replace(wire=Wire(*map(end, route.wire)))
                for route in fragment.routes
                if all(each.block in renamed for each in route.wire)
            ]
        ),
    )


def paste(page: Page, fragment: Page, at: Position | None = None, word: Word = "Paste") -> Made | None:
    """Put copies of a fragment at ``at`` (default: beside the originals); None if it is empty."""
    copies = copies_of(page, fragment)
    if copies is None:
        return None
    left, top = copies.corner
    moved = copies.moved(at[0] - left, at[1] - top) if at is not None else copies.moved(OFFSET, OFFSET)
    changes = additions(
        page,
        {"wires": moved.wires, "notes": moved.notes, "frames": moved.frames, "routes": moved.routes},
        moved.blocks,
    )
    what = counts((len(moved.blocks), "block"), (len(moved.notes), "note"), (len(moved.frames), "frame"))
    return Made(
        group(changes),
        tr(_TEXTS[word], what=what),
        tuple([block.id for block in moved.blocks]),
        tuple(range(len(page.notes), len(page.notes) + len(moved.notes))),
        tuple(range(len(page.frames), len(page.frames) + len(moved.frames))),
    )


_MOST_NUMBERS = 10_000


class QuickFix(NamedTuple):
    """A quick fix for an incompatible wire.

    Attributes:
        type: the block type to insert, or None.
        index: the element of the source that is wired.
        sets: values to set: block, name, value; None removes the value.
        wires: the wires to insert the block into, if not the new one.
    """

    text: str
    type: str | None = None
    values: Mapping[str, Json] = {}
    input: str = ""
    output: str = ""
    index: int | None = None  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups
    sets: tuple[tuple[str, str, Json], ...] = ()
    wires: tuple[Wire, ...] = ()


def changes_of(page: Page, mend: QuickFix) -> list[Change]:
    values = {block.id: block.values for block in page.blocks}
    return [
        SetValue(page.name, block, key, value) if value is not None else UnsetValue(page.name, block, key)
        for block, key, value in mend.sets
        if value is not None or key in values.get(block, {})
    ]


def cast_to(wanted: DType, wires: Sequence[Wire] = (), *, cuts: bool = False) -> QuickFix:
    """Return the fix that inserts a Cast into new or given wires; ``cuts``: the Cast stops the gradient."""
    text = tr("Insert Cast to {short}", short=wanted.short)
    if wires:
        text = tr("{text} before {pins}", text=text, pins=", ".join(dict.fromkeys(str(each.target) for each in wires)))
    text = tr("{text} (blocks the gradient)", text=text) if cuts else text
    return QuickFix(text, "Cast", {"DstT": wanted.name}, "x", "y", wires=tuple(wires))


def as_float(page: Page, find: Find, source: Endpoint, most: int = 16) -> tuple[QuickFix, DType] | None:
    """Return the fix that writes a block's integers as floats, and the resulting output dtype.

    For a variable whose initial value comes from another block, that block is changed; ``most`` limits a chain of
    variables, which may be a cycle. None if no value of the block makes its output an integer.
    """
    block = next((each for each in page.blocks if each.id == source.block), None)
    spec = None if block is None else find(pins_type(block))
    output = None if spec is None else spec.output(source.pin)
    if block is None or spec is None or output is None or spec.page == COMPOSITES:  # there what is inside decides
        return None
    kept = {name: value for name, value in block.values.items() if name != output.var}
    unset = [(block.id, name, None) for name in block.values.keys() - kept.keys()]  # the dtype that it was given
    typed = {n: f for n, v in kept.items() if _is_typed(spec, n) and (f := floats_of(v)) is not None}
    for floats in (typed, *({name: value} for name, value in typed.items())):
        given = _gives(spec, {**kept, **floats}, source) if floats else None
        if given is not None and given.is_floating:
            text = tr(
                "Write as {dtype}: {values}", dtype=given.short, values=", ".join(map(value_text, floats.values()))
            )
            return QuickFix(text, sets=(*[(block.id, *each) for each in floats.items()], *unset)), given
    before = [wire.source for wire in page.wires if wire.target.block == block.id] if spec.variable else []
    begins = as_float(page, find, before[0], most - 1) if len(before) == 1 and most else None
    return None if begins is None else (begins[0]._replace(sets=(*begins[0].sets, *unset)), begins[1])


def _is_typed(spec: BlockSpec, name: str) -> bool:
    kind = next((attribute.type for attribute in spec.attributes if attribute.name == name), None)
    return kind == "tensor" if kind is not None else spec.input(name) is not None


def floats_of(value: Json) -> Json | None:
    left = _MOST_NUMBERS

    def turned(item: Json) -> Iterator[Json]:
        nonlocal left
        left -= 1
        if is_list(item):
            yield [each for inner in item for each in turned(inner)]
        elif type(item) is int and left > 0 and int(float(item)) == item:
            yield float(item)
        else:
            raise ValueError

    try:
        return next(turned(value))
    except (ValueError, OverflowError):
        return None


def _gives(spec: BlockSpec, values: Mapping[str, Any], source: Endpoint) -> DType | None:
    """Return an output's dtype for a block with these values and no wires; None if the block cannot be built."""
    attributes = {name: value for name, value in values.items() if name in spec.attribute_names}
    given = [values.get(pin.name) for pin in spec.inputs]
    try:
        node = construct(spec, Scope(Graph()), given, attributes)
    except DiagramError:
        return None
    index = [pin.name for pin in spec.outputs].index(source.pin)
    outputs = node.outputs if isinstance(node, Node) else ()
    return outputs[index].dtype if len(outputs) == len(spec.outputs) else None


COLORS: Mapping[str, str] = MappingProxyType(
    {
        "Yellow": "#f0e442",
        "Green": "#009e73",
        "Teal": "#3fbfc0",
        "Blue": "#56b4e9",
        "Purple": "#a98bf0",
        "Pink": "#cc79a7",
        "Brown": "#a8743a",
    }
)
"""Colors that people with color blindness can distinguish. None is red, which marks errors."""
MARGIN = 24.0
TITLE = 28.0
"""What a frame leaves around blocks, and above them for its title."""
_RESULT = 12.0
"""What it leaves below them besides: a result of a line, which comes with a run, stands in it."""


def add_note(page: Page, at: Position, text: str = "", size: Position | None = None) -> Edit:
    note = Note(tidy(*at), text, None if size is None else tidy(*size))
    return Edit(AddItems(page.name, "notes", ((len(page.notes), note),)), tr("Add note"))


def set_note(page: Page, index: int, text: str) -> Edit | None:
    return _replace(page, "notes", index, tr("Edit note"), text=text)


def resize_note(page: Page, index: int, box: Box) -> Edit | None:
    return _replace(page, "notes", index, tr("Resize note"), at=tidy(*box[:2]), size=tidy(*box[2:]))


def frame_selection(page: Page, boxes: Mapping[str, Box], title: str = "", others: Iterable[Box] = ()) -> Edit | None:
    """Put a frame around blocks and other rectangles, behind frames inside; None if there are no blocks."""
    if not boxes:
        return None
    left, top, right, bottom = around([*boxes.values(), *others])
    new = Frame(
        tidy(left - MARGIN, top - MARGIN - TITLE),
        tidy(right - left + 2 * MARGIN, bottom - top + 2 * MARGIN + TITLE + _RESULT),
        title,
    )
    held = (i for i, frame in enumerate(page.frames) if left <= frame.at[0] <= right and top <= frame.at[1] <= bottom)
    return Edit(AddItems(page.name, "frames", ((next(held, len(page.frames)), new),)), tr("Frame selection"))


def set_frame(page: Page, index: int, *, title: str | None = None, color: str | None = None) -> Edit | None:
    fields: dict[str, str | None] = {} if title is None else {"title": title}
    if color is not None:
        fields["color"] = color or None
    return _replace(page, "frames", index, tr("Edit frame"), **fields)


def resize_frame(page: Page, index: int, box: Box) -> Edit | None:
    return _replace(page, "frames", index, tr("Resize frame"), at=tidy(*box[:2]), size=tidy(*box[2:]))


def lies_in(box: Box, frame: Box) -> bool:
    """Return whether the center of a rectangle is inside a frame, so that it moves with the frame."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return frame[0] <= x <= frame[0] + frame[2] and frame[1] <= y <= frame[1] + frame[3]


def holds(outer: Box, inner: Box) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[0] + outer[2] >= inner[0] + inner[2]
        and outer[1] + outer[3] >= inner[1] + inner[3]
    )


def around(boxes: Iterable[Box]) -> Box:
    rects = list(boxes)
    return (
        min(x for x, _, _, _ in rects),
        min(y for _, y, _, _ in rects),
        max(x + w for x, _, w, _ in rects),
        max(y + h for _, y, _, h in rects),
    )


def _replace(page: Page, kind: Literal["notes", "frames"], index: int, text: str, /, **fields: object) -> Edit | None:
    items = page.notes if kind == "notes" else page.frames
    if not 0 <= index < len(items):
        raise DiagramError(tr("this note or frame no longer exists"), page=page.name)
    new: Note | Frame = items[index]._replace(**fields)
    return None if new == items[index] else Edit(ReplaceItems(page.name, kind, ((index, new),)), text)


def set_color(page: Page, blocks: Iterable[str], frames: Iterable[int], color: str | None) -> Edit | None:
    ids = present(page, blocks)
    wanted = set(ids)
    changes: list[Change] = [
        SetField(page.name, block.id, "color", color)
        for block in page.blocks
        if block.id in wanted and block.color != color
    ]
    framed = [(i, page.frames[i]._replace(color=color)) for i in sorted(set(frames)) if i < len(page.frames)]
    framed = [(i, frame) for i, frame in framed if frame.color != page.frames[i].color]
    changes += replacements(page, {"frames": framed})
    if not changes:
        return None
    what = ids[0] if len(ids) == 1 and not framed else counts((len(ids), "block"), (len(framed), "frame"))
    return Edit(
        group(changes),
        tr("Color {what}", what=what) if color is not None else tr("Remove color from {what}", what=what),
    )
