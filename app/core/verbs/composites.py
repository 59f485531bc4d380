"""The verb that turns blocks into a composite. Wires that cross its boundary become its pins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from app.core.free_space import Box
from app.core.verbs.blocks import Find
from app.core.verbs.definitions import free_composite
from app.core.verbs.edit import Made, Names, counted, group, tidy
from app.core.verbs.fitting import SCOPE_PIN, is_whole_list
from app.core.verbs.notes import around
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.document.changes import (
    AddBlocks,
    AddPage,
    Change,
    RemoveBlocks,
    RemoveItems,
    ReplaceItems,
    SetDefinition,
)
from blocks.document.data import (
    INSTANCE,
    Block,
    Definition,
    Document,
    Endpoint,
    Json,
    Page,
    Position,
    PromotedValue,
    Wire,
    pins_type,
)
from blocks.elaborate.instance_types import INPUT, OUTPUT, SHARES

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
    name = free_composite(document, "Composite")
    rest = [block.id for block in page.blocks if block.id not in chosen.ids]
    instance = Names(rest).for_type(INSTANCE + name)
    values = page.composite.values if page.composite is not None else ()
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
    if notes:
        changes.append(RemoveItems(page.name, "notes", tuple(sorted(notes))))
    if frames:
        changes.append(RemoveItems(page.name, "frames", tuple(sorted(frames))))
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


def _free(name: str, taken: Collection[str]) -> str:
    return Names(taken).like(name)


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
    own = _free(name, names)
    block = own if own not in ids else _free(f"{own}_{'in' if kind == INPUT else 'out'}", ids)
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
    page: Page,
    chosen: _Selection,
    inputs: Mapping[Endpoint, _Pin],
    outputs: Mapping[Endpoint, _Pin],
    instance: str,
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
    changes: list[Change] = []
    if replaced:
        changes.append(ReplaceItems(page.name, "wires", tuple(sorted(replaced.items()))))
    if gone:
        changes.append(RemoveItems(page.name, "wires", tuple(sorted(gone))))
    return changes
