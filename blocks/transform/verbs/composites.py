"""Verbs for composites: make one of blocks, whose cut wires become pins, copy, rename, delete, and import one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.document.canonical import page_json
from blocks.document.changes import (
    AddBlocks,
    AddPage,
    Change,
    RemoveBlocks,
    RemovePage,
    RenamePage,
    SetDefinition,
    SetField,
    SetValue,
    UnsetValue,
    parts_of,
)
from blocks.document.data import (
    INSTANCE,
    LOOP_BODIES,
    Block,
    Definition,
    Document,
    Endpoint,
    Json,
    Page,
    Position,
    PromotedValue,
    Wire,
    composite_fault,
    pins_type,
    same,
    uses_of,
)
from blocks.document.definitions import (
    SHARES,
    following,
    instances,
    is_instance,
    move_value,
    naming,
    needed,
    pins,
    references,
    remove_value,
    rename_pin,
    rename_value,
    with_names,
)
from blocks.document.packages.description import origin_of
from blocks.elaborate.instance_types import INPUT, OUTPUT
from blocks.transform.verbs.blocks import Find, around, rename
from blocks.transform.verbs.edit import Edit, Made, Names, counted, group, removals, replacements, tidy
from blocks.transform.verbs.fitting import SCOPE_PIN, is_whole_list
from blocks.transform.verbs.free_space import Box

_SESSION = "ClientSession"
_LEFT, _TOP = 320.0, 60.0
"""Where the top left corner of the blocks comes to lie inside."""
_GAP, _STEP = 80.0, 90.0
_TENSORS = ("tensor", "output")
"""The kinds of outputs that come out of a composite though nothing reads them."""
_NAMES = (SCOPE_PIN, SHARES)
"""What no input pin can be called."""


class _Pin(NamedTuple):
    """A pin of the new composite; ``block`` is the pin block, ``y`` its preferred vertical position."""

    name: str
    block: Block
    y: float


class _Selection:
    """Blocks of a page, and the wires that cross the border of the selection.

    Attributes:
        wires_in, wires_out: the wires from outside and to outside, with their indices.
        within: the indices of the wires between the blocks.
    """

    def __init__(self, page: Page, ids: Iterable[str], find: Find, boxes: Mapping[str, Box]) -> None:
        self.ids = set(ids)
        self.blocks = [block for block in page.blocks if block.id in self.ids]
        self.boxes = boxes
        self.types = {block.id: find(pins_type(block)) for block in page.blocks}
        self.wires_in: list[tuple[int, Wire]] = []
        self.wires_out: list[tuple[int, Wire]] = []
        self.within: list[int] = []
        for i, wire in enumerate(page.wires):
            begins, ends = wire.source.block in self.ids, wire.target.block in self.ids
            if begins and ends:
                self.within.append(i)
            elif begins:
                self.wires_out.append((i, wire))
            elif ends:
                self.wires_in.append((i, wire))

    def given_by(self, source: Endpoint) -> Endpoint:
        spec = self.types.get(source.block)
        pin = None if spec is None else spec.shown_by(source.pin)
        return source if pin is None else source._replace(pin=pin.name)

    def unread(self, page: Page) -> Iterator[Endpoint]:
        """Yield the outputs that only displays read: the results of a whole page.

        References of updates are skipped, since updates matter for their effect. Lists cannot be output pins.
        """
        kinds = self.types
        read = {s.block for s, t in page.wires if (spec := kinds.get(t.block)) is None or not spec.is_display}
        for block in self.blocks:
            spec = kinds[block.id]
            for pin in () if spec is None or block.id in read else spec.outputs:
                if pin.kind in _TENSORS and not pin.is_list and not pin.is_ref:
                    yield Endpoint(block.id, pin.name)

    def order(self, block: str, pin: str, *, is_input: bool) -> tuple[float, int]:
        spec = self.types.get(block)
        index: Mapping[str, int] = {} if spec is None else spec.input_index if is_input else spec.output_index
        return (self.boxes[block][1], index.get(pin, -1))

    def check(self, page: Page) -> None:
        for block in self.blocks:
            if block.type == _SESSION:
                text = tr("a composite cannot contain a ClientSession: sessions belong to pages")
                raise DiagramError(text, block=block.id, page=page.name)
            if block.type in (INPUT, OUTPUT):
                raise DiagramError(
                    tr("the pins of a composite cannot be moved into another composite"), block=block.id, page=page.name
                )
        if len({wire.source for _, wire in self.wires_in if wire.target.pin == SCOPE_PIN}) > 1:
            raise DiagramError(
                tr("the blocks are in several scopes, but an instance can be in only one scope"), page=page.name
            )
        for _, (source, _) in self.wires_out:
            spec = self.types.get(source.block)
            pin = None if spec is None else spec.shown_by(source.pin)
            if pin is not None and is_whole_list(pin, source.index):
                text = tr("{source} is a list, but composites cannot have list outputs", source=source)
                hint = tr("include the block at the other end of the wire, or wire the elements of the list one by one")
                raise DiagramError(text, block=source.block, page=page.name, hint=hint)


def make_composite(
    document: Document,
    page: Page,
    blocks: Iterable[str],
    find: Find,
    boxes: Mapping[str, Box],
    notes: Collection[int] = (),
    frames: Collection[int] = (),
    name: str = "",
) -> Made | None:
    """Make a composite of blocks and replace them by an instance; None if there are no blocks.

    Each outside source becomes an input pin. Each inside source that is wired to outside, or read nowhere, becomes
    an output pin. Pins take the names of the pins inside. Notes and frames (by index) move along.

    Raises:
        DiagramError: the blocks cannot become a composite; the message says why.
    """
    chosen = _Selection(page, blocks, find, boxes)
    if not chosen.blocks:
        return None
    chosen.check(page)
    name = name or free_composite(document, "Composite")
    rest = [block.id for block in page.blocks if block.id not in chosen.ids]
    instance = Names(rest).for_type(INSTANCE + name)
    values = page.promoted
    promoted = [moved for value in values if (moved := _sets_of(value, chosen.ids)).sets]
    taken = [block.id for block in chosen.blocks]
    inputs = _input_pins(chosen, [*_NAMES, *(value.name for value in promoted)], taken)
    outputs = _output_pins(page, chosen, [*taken, *(pin.block.id for pin in inputs.values())])
    left, top, right, bottom = around([boxes[block] for block in chosen.ids])
    content = _content(page, chosen, inputs, outputs, (left, top, right), notes, frames)
    content = content._replace(name=INSTANCE + name, composite=Definition(values=tuple(promoted)))
    index = next(i for i, block in enumerate(page.blocks) if block.id in chosen.ids)
    block = Block(instance, INSTANCE + name, tidy((left + right) / 2 - 70, (top + bottom) / 2 - 40))
    changes: list[Change] = [
        AddPage(len(document.composites), content),
        *_rewired(page, chosen, inputs, outputs, instance),
        RemoveBlocks(page.name, tuple(block.id for block in chosen.blocks)),
        AddBlocks(page.name, ((index, block),)),
    ]
    changes += removals(page, {"notes": notes, "frames": frames})
    if promoted:
        names = {value.name for value in promoted}
        through = {name: f"{instance}.{name}" for name in names}
        outer = tuple([_sets_of(value, rest, through.get(value.name, "")) for value in values])
        changes.append(SetDefinition(page.name, "values", outer))
    return Made(
        group(changes),
        tr("Make {name} from {count}", name=name, count=counted(len(chosen.blocks), "block")),
        (instance,),
    )


def _sets_of(value: PromotedValue, blocks: Collection[str], more: str = "") -> PromotedValue:
    kept = [each for each in value.sets if each.partition(".")[0] in blocks]
    return value._replace(sets=(*kept, more) if more else tuple(kept))


def _input_pins(chosen: _Selection, names: list[str], ids: list[str]) -> dict[Endpoint, _Pin]:
    wires = [wire for _, wire in chosen.wires_in if wire.target.pin != SCOPE_PIN]
    wires.sort(key=lambda wire: chosen.order(wire.target.block, wire.target.pin, is_input=True))
    pins: dict[Endpoint, _Pin] = {}
    for source, target in wires:
        if source in pins:
            continue
        spec = chosen.types.get(source.block)
        pin = None if spec is None else spec.shown_by(source.pin)
        values: dict[str, Json] = {"list": True} if pin is not None and is_whole_list(pin, source.index) else {}
        pins[source] = _pin(INPUT, target.pin, values, chosen.boxes[target.block][1], names, ids)
    return pins


def _output_pins(page: Page, chosen: _Selection, ids: list[str]) -> dict[Endpoint, _Pin]:
    sources = {chosen.given_by(wire.source): None for _, wire in chosen.wires_out}
    sources |= dict.fromkeys(chosen.unread(page))
    names: list[str] = []
    return {
        source: _pin(OUTPUT, source.pin, {}, chosen.boxes[source.block][1], names, ids)
        for source in sorted(
            sources, key=lambda end: (*chosen.order(end.block, end.pin, is_input=False), end.index or 0)
        )
    }


def _pin(kind: str, name: str, values: dict[str, Json], y: float, names: list[str], ids: list[str]) -> _Pin:
    """Return a pin with an unused name and block id, and add both to ``names`` and ``ids``."""
    own = Names(names).like(name)
    block = own if own not in ids else Names(ids).like(f"{own}_{'in' if kind == INPUT else 'out'}")
    names.append(own)
    ids.append(block)
    return _Pin(own, Block(block, kind, values=values if block == own else {**values, "name": own}), y)


def _content(
    page: Page,
    chosen: _Selection,
    inputs: Mapping[Endpoint, _Pin],
    outputs: Mapping[Endpoint, _Pin],
    sides: tuple[float, float, float],
    notes: Collection[int],
    frames: Collection[int],
) -> Page:
    """Return the content: blocks in their arrangement, input pins on the left, output pins on the right."""
    left, top, right = sides

    def moved(at: Position) -> Position:
        return tidy(at[0] - left + _LEFT, at[1] - top + _TOP)

    def column(pins: Iterable[_Pin], x: float) -> list[Block]:
        y, content = float("-inf"), list[Block]()
        for pin in pins:
            y = max(y + _STEP, pin.y)
            content.append(pin.block._replace(at=tidy(x, moved((0, y))[1])))
        return content

    wires: list[Wire] = []
    for source, target in page.wires:
        if source.block in chosen.ids and target.block in chosen.ids:
            wires.append(Wire(source, target))
        elif target.block in chosen.ids and target.pin != SCOPE_PIN:
            wires.append(Wire(Endpoint(inputs[source].block.id, "output"), target))
    wires += [Wire(source, Endpoint(pin.block.id, "input")) for source, pin in outputs.items()]
    blocks = [block._replace(at=moved(block.at)) for block in chosen.blocks]
    begin, end = _LEFT - 200.0 - _GAP, right - left + _LEFT + _GAP
    return Page(
        "",
        (*column(inputs.values(), begin), *blocks, *column(outputs.values(), end)),
        tuple(wires),
        tuple([page.notes[i]._replace(at=moved(page.notes[i].at)) for i in sorted(notes)]),
        tuple([page.frames[i]._replace(at=moved(page.frames[i].at)) for i in sorted(frames)]),
        routes=tuple(
            [
                route._replace(points=tuple(map(moved, route.points)))
                for route in page.routes
                if all(end.block in chosen.ids for end in route.wire)
            ]
        ),
    )


def _rewired(
    page: Page, chosen: _Selection, inputs: Mapping[Endpoint, _Pin], outputs: Mapping[Endpoint, _Pin], instance: str
) -> list[Change]:
    """Replace crossing wires by wires at the instance, in the same positions, so that lists keep their order."""
    gone = set(chosen.within)
    replaced: dict[int, Wire] = {}
    wired: set[str] = set()
    for i, (source, target) in chosen.wires_in:
        pin = SCOPE_PIN if target.pin == SCOPE_PIN else inputs[source].name
        if pin in wired:
            gone.add(i)
        else:
            wired.add(pin)
            replaced[i] = Wire(source, Endpoint(instance, pin))
    for i, (source, target) in chosen.wires_out:
        given = chosen.given_by(source)
        pin = outputs[given].name
        replaced[i] = Wire(Endpoint(instance, pin if source == given else f"result_{pin}"), target)
    return [*replacements(page, {"wires": replaced.items()}), *removals(page, {"wires": gone})]


def free_composite(document: Document, name: str) -> str:
    return Names(each.name.removeprefix(INSTANCE) for each in document.composites).like(name)


def composite_of(document: Document, block: Block | None) -> Page | None:
    kind = "" if block is None else block.type
    return next((each for each in document.composites if each.name == kind), None)


def make_unique(document: Document, page: Page, instance: str) -> Edit | None:
    """Give an instance or loop block its own copies of definitions; None for other blocks.

    Raises:
        DiagramError: it is the only instance already, or shares variables with others.
    """
    block = next((each for each in page.blocks if each.id == instance), None)
    known = {each.name: each for each in document.composites}
    used = [] if block is None else [known[name] for name in dict.fromkeys(uses_of(block)) if name in known]
    if block is None or not used:
        return None
    others = [each for each in used if len(instances(document, each.name)) > 1]
    if not others:
        text = tr(
            "the block is already the only instance of {used}", used=tr(" and ").join([each.name[1:] for each in used])
        )
        raise DiagramError(text, page=page.name, block=instance)
    if block.values.get(SHARES) or any(each.values.get(SHARES) == instance for each in page.blocks):
        text = tr(
            "the instance shares variables with another instance, and both must be instances of the same composite"
        )
        raise DiagramError(text, page=page.name, block=instance)
    changes: list[Change] = []
    names: list[str] = []
    for each in others:
        copy, name = _copy(document, each)
        before, after = document.composites[: copy.place], document.composites[copy.place :]
        document = document._replace(composites=(*before, copy.content, *after))
        names.append(name)
        if is_instance(block):
            changes += [copy, SetField(page.name, instance, "type", INSTANCE + name)]
        else:
            named = [value for value in LOOP_BODIES[block.type] if block.values.get(value) == each.name]
            changes += [copy, *[SetValue(page.name, instance, value, INSTANCE + name) for value in named]]
    return Edit(group(changes), tr("Make {instance} unique: {made}", instance=instance, made=", ".join(names)))


def duplicate_composite(document: Document, name: str) -> tuple[Edit, str]:
    definition = next(each for each in document.composites if each.name == name)
    copy, new = _copy(document, definition)
    return Edit(copy, tr("Duplicate {name}: {new}", name=name[1:], new=new)), INSTANCE + new


def _copy(document: Document, definition: Page) -> tuple[AddPage, str]:
    name = free_composite(document, definition.name[1:])
    index = next(i for i, each in enumerate(document.composites) if each.name == definition.name)
    return AddPage(index + 1, definition._replace(name=INSTANCE + name)), name


def delete_composites(names: Sequence[str]) -> Edit | None:
    if not names:
        return None
    what = names[0][1:] if len(names) == 1 else counted(len(names), "composite")
    return Edit(group(RemovePage(name) for name in names), tr("Delete {what}", what=what))


def rename_composite(document: Document, name: str, new: str) -> Edit | None:
    """Rename a composite and its instances; None if unchanged. Raises DiagramError for a bad name."""
    if new == name.removeprefix(INSTANCE):
        return None
    fault = composite_fault(new)
    if fault:
        raise DiagramError(tr("the composite name {new!r} {fault}", new=new, fault=fault))
    if any(each.name == INSTANCE + new for each in document.composites):
        raise DiagramError(tr("there is already a composite {new!r}", new=new))
    renaming = RenamePage(name, INSTANCE + new)
    origin = next((origin_of(page) for page in document.composites if page.name == name), None)
    follow = () if origin is None else (SetDefinition(name, "origin", origin.as_json(INSTANCE + new)),)
    return Edit(group((*follow, renaming)), tr("Rename {name} to {new}", name=name[1:], new=new))


def rename_block(document: Document, page: Page, block: str, name: str) -> Edit | None:
    edit = rename(page, block, name)
    return None if edit is None else edit._replace(change=following(document, edit.change))


class Adopted(NamedTuple):
    """The definitions that pasted blocks need; ``page`` has the blocks with their new type names."""

    changes: tuple[AddPage, ...]
    page: Page


def needed_by(document: Document, page: Page) -> tuple[Page, ...]:
    names = set(needed(document._replace(pages=(page,)), page.name))
    return tuple([each for each in document.composites if each.name in names])


def adopt(document: Document, page: Page, composites: Collection[Page]) -> Adopted:
    """Import blocks from another diagram with their composites.

    A composite that exists with the same content is reused. One whose name exists with other content, or that contains
    such a composite, gets another name.
    """
    here = {each.name: each for each in document.composites}
    taken = Names(name.removeprefix(INSTANCE) for name in {*here, *(each.name for each in composites)})
    known = naming(Document(composites=tuple(composites)))
    users: dict[str, list[str]] = {}
    for each in composites:
        for name in references(each, known):
            users.setdefault(name, []).append(each.name)
    other = [each.name for each in composites if each.name in here and not _is_same(each, here[each.name])]
    names: dict[str, str] = {}
    while other:
        name = other.pop()
        if name in here and name not in names:
            names[name] = INSTANCE + taken.like(name.removeprefix(INSTANCE))
        other += [user for user in users.get(name, ()) if user in here and user not in names]
    new = [each for each in composites if each.name in names or each.name not in here]
    index = len(document.composites)
    changes = tuple([AddPage(index + i, with_names(each, names, known)) for i, each in enumerate(new)])
    return Adopted(changes, with_names(page, names, known)._replace(name=page.name))


def _is_same(a: Page, b: Page) -> bool:
    return a is b or same(page_json(a), page_json(b))


def move_pin(page: Page, block: str, index: int) -> Edit | None:
    """Move a composite's pin by moving its block in the file order; None if there is nothing to do."""
    for side in pins(page):
        order = [pin.block for pin in side]
        if block in order and 0 <= index < len(order) and order[index] != block:
            ids = [each.id for each in page.blocks]
            moved = page.blocks[ids.index(block)]
            to = ids.index(order[index])
            change = group((RemoveBlocks(page.name, (block,)), AddBlocks(page.name, ((to, moved),))))
            return Edit(change, tr("Move pin {name}", name=side[order.index(block)].name))
    return None


def name_pin(document: Document, composite: str, block: str, name: str) -> Edit:
    return Edit(rename_pin(document, composite, block, name), tr("Rename pin to {name}", name=name))


def name_value(document: Document, composite: str, old: str, new: str) -> Edit:
    return Edit(rename_value(document, composite, old, new), tr("Rename {old} to {new}", old=old, new=new))


def shift_value(document: Document, composite: str, name: str, index: int) -> Edit:
    return Edit(move_value(document, composite, name, index), tr("Move {name}", name=name))


def drop_value(document: Document, composite: str, name: str) -> Edit:
    return Edit(remove_value(document, composite, name), tr("Unpromote {name}", name=name))


def set_promoted(page: Page, name: str, **fields: Json) -> Edit | None:
    """Set the default of a promoted value (None: the inner value) or its description."""
    old = next((each for each in page.promoted if each.name == name), None)
    if old is None or all(same(getattr(old, field), value) for field, value in fields.items()):
        return None
    values = tuple(each._replace(**fields) if each is old else each for each in page.promoted)
    return Edit(SetDefinition(page.name, "values", values), tr("Set {name}", name=name))


def describe(page: Page, doc: str) -> Edit | None:
    if page.composite is None or page.composite.doc == doc:
        return None
    return Edit(SetDefinition(page.name, "doc", doc), tr("Describe {name}", name=page.name[1:]))


def promoted_as(page: Page, block: str, name: str) -> str | None:
    return next((value.name for value in page.promoted if f"{block}.{name}" in value.sets), None)


def with_defaults(change: Change, page_of: Callable[[str], Page | None]) -> Change:
    """Extend a change of values by the defaults of the promoted values that set them.

    Otherwise an instance without a value of its own would keep the old default.

    Args:
        page_of: returns the definition of a composite before the change, or None for other names.
    """
    parts = parts_of(change)
    said = {part.page for part in parts if isinstance(part, SetDefinition) and part.field == "values"}
    old: dict[str, tuple[PromotedValue, ...]] = {}
    new: dict[str, tuple[PromotedValue, ...]] = {}
    for part in parts:
        page = page_of(part.page) if isinstance(part, SetValue | UnsetValue) and part.page not in said else None
        if isinstance(part, SetValue | UnsetValue) and page is not None:
            key, given = f"{part.block}.{part.name}", part.value if isinstance(part, SetValue) else None
            before = old.setdefault(page.name, page.promoted)
            new[page.name] = tuple(
                value._replace(default=given) if value.default is not None and key in value.sets else value
                for value in new.get(page.name, before)
            )
    sets = [SetDefinition(name, "values", values) for name, values in new.items() if values != old[name]]
    return group((change, *sets)) if sets else change


def promote(document: Document, page: Page, block: str, name: str, find: Find) -> Edit | None:
    """Promote a value of an inner block; None if it is promoted already or cannot be.

    It keeps its name (with a number if that is taken), and its current value becomes the default. A composite with this
    one as its gradient composite has the value, too, so that instances can set it.
    """
    inner = next((each for each in page.blocks if each.id == block), None)
    if page.composite is None or inner is None or name == SHARES or promoted_as(page, block, name) is not None:
        return None
    old = page.promoted
    users = [each for each in document.composites if each.gradient == page.name]
    taken = [
        *(pin.name for each in (page, *users) for pin in pins(each).inputs),
        *(value.name for value in old),
        *_NAMES,
    ]
    spec = find(pins_type(inner))
    attribute = None if spec is None else spec.attribute(name)
    doc = "" if attribute is None else attribute.doc
    value = PromotedValue(Names(taken).like(name), inner.values.get(name), (f"{block}.{name}",), doc)
    shared = value._replace(default=None, sets=())
    changes = [SetDefinition(page.name, "values", (*old, value))]
    without = [each for each in users if all(other.name != value.name for other in each.promoted)]
    changes += [SetDefinition(each.name, "values", (*each.promoted, shared)) for each in without]
    return Edit(group(changes), tr("Promote {block}.{name}", block=block, name=name))


def demote(document: Document, page: Page, block: str, name: str) -> Edit | None:
    """Stop promoting an inner value; None if it is not promoted. Other values that it sets stay promoted."""
    value = next((each for each in page.promoted if f"{block}.{name}" in each.sets), None)
    if value is None:
        return None
    left = tuple(each for each in value.sets if each != f"{block}.{name}")
    if not left:
        return drop_value(document, page.name, value.name)
    values = tuple(each._replace(sets=left) if each is value else each for each in page.promoted)
    return Edit(SetDefinition(page.name, "values", values), tr("Unpromote {block}.{name}", block=block, name=name))
