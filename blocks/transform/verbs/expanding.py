"""The verb that unpacks an instance: its content is placed on the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from blocks.analysis.gradient_targets import spelled_out
from blocks.analysis.output_names import renamed_in
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.document.changes import (
    AddBlocks,
    AddItems,
    Change,
    Group,
    RemoveBlocks,
    RemoveItems,
    SetDefinition,
)
from blocks.document.data import (
    LOOP_BODIES,
    Block,
    Document,
    Endpoint,
    Frame,
    Json,
    Note,
    Page,
    PromotedValue,
    Route,
    Wire,
    pins_type,
)
from blocks.document.layout.page_layout import sizes
from blocks.document.model import Diagram
from blocks.elaborate.instance_types import INPUT, OUTPUT, SHARES, declared, pins_of
from blocks.elaborate.model import Elaboration
from blocks.transform.expand import canvas_of, editable, needed_inside
from blocks.transform.verbs.blocks import MARGIN, TITLE, Find, around
from blocks.transform.verbs.composites import composite_of
from blocks.transform.verbs.edit import Edit, Made, Names, additions, group, removals, replacements, tidy
from blocks.transform.verbs.fitting import SCOPE_PIN
from blocks.transform.verbs.free_space import Box, free_shift, sides

BoxOf = Callable[[Block, Find], Box]
_NOTE = (160.0, 40.0)
"""How large a note is that says nothing."""


def box_of(block: Block, find: Find) -> Box:
    """Return the place of a block with an approximate size, which needs no face."""
    return (*block.at, *sizes(Page("", (block,)), find)[block.id])


def expand_instance(
    page: Page, instance: str, definition: Page, find: Find, boxes: Mapping[str, Box], box_of: BoxOf = box_of
) -> Made:
    """Replace an instance by its content, in a frame with its name.

    Args:
        boxes: the rectangles of the page's blocks.
        box_of: returns the rectangle of a new block.

    Raises:
        DiagramError: the result would compute something else; the message says why.
    """
    index, block = next((i, each) for i, each in enumerate(page.blocks) if each.id == instance)
    _check(page, block, definition)
    inside = _Inside(page, block, definition, find)
    around_it = {name: box for name, box in boxes.items() if name != instance}
    blocks, notes, frames = _laid(inside, definition, boxes[instance], around_it, lambda block: box_of(block, find))
    changes = inside.changes()
    changes += [RemoveBlocks(page.name, (instance,)), AddBlocks(page.name, tuple(enumerate(blocks, index)))]
    if inside.wires:
        kept = len(page.wires) - len(inside.gone)
        changes.append(AddItems(page.name, "wires", tuple(enumerate(inside.wires, kept))))
    changes += additions(page, {"routes": inside.bends(blocks), "frames": frames, "notes": notes})
    if any(name.partition(".")[0] == instance for each in page.promoted for name in each.sets):
        changes.append(SetDefinition(page.name, "values", inside.promoted(page)))
    ids, frame_indices = tuple([each.id for each in blocks]), range(len(page.frames), len(page.frames) + len(frames))
    return Made(group(changes), tr("Unpack {instance}", instance=instance), ids, (), tuple(frame_indices))


def check_expandable(page: Page, block: str) -> None:
    """Raise DiagramError for a block that runs composites."""
    kind = next((each.type for each in page.blocks if each.id == block), "")
    if kind == "Cond":
        text = tr(
            "the block runs one of two composites, but unpacked blocks would all run. Press Enter "
            "to look inside the block"
        )
    elif kind in LOOP_BODIES:
        text = tr(
            "{kind} runs its composite once per iteration, but unpacked blocks would run only "
            "once. Press Enter to look inside the block",
            kind=kind,
        )
    else:
        return
    raise DiagramError(
        text, page=page.name, block=block, hint=tr("to run the composite once, use an instance of the composite")
    )


def _check(page: Page, block: Block, definition: Page) -> None:
    others = [each.id for each in page.blocks if each.values.get(SHARES) == block.id]
    if block.values.get(SHARES):
        text = tr(
            "the instance shares the variables of {values}, but blocks on a page cannot share variables",
            values=block.values[SHARES],
        )
    elif others:
        text = tr(
            "{others} shares the instance's variables, but blocks on a page cannot share variables", others=others[0]
        )
    elif block.muted:
        text = tr("the instance is muted, so its blocks do not run: unmute the instance first")
    elif definition.gradient:
        text = tr("the instance has a custom gradient, but unpacked blocks would have their own gradients")
    else:
        return
    raise DiagramError(text, page=page.name, block=block.id)


class _Inside:
    """The content of an instance, with ids that are free on its page.

    Attributes:
        wires: the wires to inputs of the blocks.
        gone: the indices of the page wires to delete.
    """

    def __init__(self, page: Page, block: Block, definition: Page, find: Find) -> None:
        self.title = block.id
        self._page = page
        self._instance = block
        self._find = find
        self._types = {each.id: each.type for each in page.blocks}
        self._definition = definition
        self._inner = {each.id: each for each in definition.blocks}
        pins = pins_of(definition)
        self._inputs = {pin.id: (name, pin) for name, pin in pins.inputs.items()}
        self._outputs = {name: pin.id for name, pin in pins.outputs.items()}
        self._names = Names(each.id for each in page.blocks if each is not block)
        kept = [each for each in definition.blocks if each.type not in (INPUT, OUTPUT)]
        self._ids = {each.id: self._names.like(each.id) for each in kept}
        self._came: dict[str, list[Endpoint]] = {}
        for source, target in page.wires:
            if target.block == block.id:
                self._came.setdefault(target.pin, []).append(source)
        self._ends = {wire.target.block: wire.source for wire in definition.wires}  # of use for output pins
        self._literals: dict[str, str] = {}  # pins to the blocks that hold what was typed
        self._values: dict[str, dict[str, Json]] = {}
        self._typed: dict[str, list[str]] = {}  # values of the instance to the inner ones that they set
        self._consts: list[Block] = []
        self.wires: list[Wire] = []
        self._set_values(definition)
        for wire in definition.wires:
            self._wire(wire)
        self._wire_scope(definition)
        self.gone = [i for i, wire in enumerate(page.wires) if wire.target.block == block.id]
        self.blocks = [*self._consts, *[self._made(each) for each in kept]]

    def _made(self, block: Block) -> Block:
        more = self._values.get(block.id)
        copy = block._replace(id=self._ids[block.id])
        return copy if more is None else copy._replace(values={**block.values, **more})

    def _set_values(self, definition: Page) -> None:
        own = self._instance.values
        for value in definition.promoted:
            given = own.get(value.name, value.default)
            for each in value.sets:
                block, _, name = each.partition(".")
                if block in self._ids:
                    self._typed.setdefault(value.name, []).append(f"{self._ids[block]}.{name}")
                    if given is not None or value.name in own:
                        self._values.setdefault(block, {})[name] = given

    def _wire(self, wire: Wire) -> None:
        source, target = wire
        if target.block not in self._ids:
            return
        pin = self._inputs.get(source.block)
        literal = None if pin is None else self._literal(*pin)
        if pin is not None and literal is not None and self._type_in(pin, literal, target):
            return
        to = target._replace(block=self._ids[target.block])
        self.wires += [Wire(end, to) for end in self._given(source, frozenset())]

    def _literal(self, name: str, pin: Block) -> Json:
        if name in self._came:
            return None
        literal = self._instance.values.get(name)
        return pin.values.get("default") if literal is None else literal

    def _type_in(self, pin: tuple[str, Block], literal: Json, target: Endpoint) -> bool:
        spec = self._find(pins_type(self._inner[target.block]))
        own = None if spec is None else spec.input(target.pin)
        fits = own is not None and own.literal and spec is not None and target.pin not in spec.attribute_names
        if declared(pin[1])[0] is not None or not fits:
            return False
        self._values.setdefault(target.block, {})[target.pin] = literal
        self._typed.setdefault(pin[0], []).append(f"{self._ids[target.block]}.{target.pin}")
        return True

    def _given(self, source: Endpoint, above: frozenset[str]) -> list[Endpoint]:
        if source.block in self._ids:
            return [source._replace(block=self._ids[source.block])]
        if source.block not in self._inputs or source.block in above:
            return []
        name, pin = self._inputs[source.block]
        if name not in self._came:
            literal = self._literal(name, pin)
            return [] if literal is None else [Endpoint(self._const(name, pin, literal), "output")]
        sources = [end for came in self._came[name] for end in self._outside(came, above | {source.block})]
        return sources if source.index is None else sources[source.index : source.index + 1]

    def _outside(self, end: Endpoint, above: frozenset[str]) -> list[Endpoint]:
        if end.block != self._instance.id:
            return [end]
        inner = self._ends.get(self._outputs.get(end.pin, ""))
        return [] if inner is None else self._given(inner, above)

    def _const(self, name: str, pin: Block, literal: Json) -> str:
        if name not in self._literals:
            dtype, _ = declared(pin)
            values: dict[str, Json] = {"val": literal} if dtype is None else {"val": literal, "dtype": dtype.name}
            block = Block(self._names.like(name), "Const", pin.at, values)
            self._consts.append(block)
            self._literals[name] = block.id
            self._typed.setdefault(name, []).append(f"{block.id}.val")
        return self._literals[name]

    def _wire_scope(self, definition: Page) -> None:
        """Put the blocks inside into the scope of the instance, unless wired to another scope."""
        scoped = {wire.target.block for wire in definition.wires if wire.target.pin == SCOPE_PIN}
        for source in self._came.get(SCOPE_PIN, ()):
            ends = [Endpoint(name, SCOPE_PIN) for block, name in self._ids.items() if block not in scoped]
            self.wires += [Wire(source, end) for end in ends]

    def changes(self) -> list[Change]:
        replaced: list[tuple[int, Wire]] = []
        gone = set(self.gone)
        for i, (source, target) in enumerate(self._page.wires):
            if source.block != self._instance.id or i in gone:
                continue
            shown = source.pin not in self._outputs
            end = source._replace(pin=source.pin.removeprefix("result_")) if shown else source
            given = self._outside(end, frozenset())
            if given:
                replaced.append((i, Wire(self._result(given[0]) if shown else given[0], target)))
            else:
                gone.add(i)
        self.gone = sorted(gone)
        return [*replacements(self._page, {"wires": replaced}), *removals(self._page, {"wires": gone})]

    def _result(self, end: Endpoint) -> Endpoint:
        kinds = {name: self._inner[block].type for block, name in self._ids.items()}
        spec = self._find(kinds.get(end.block) or self._types.get(end.block, ""))
        pin = None if spec is None else spec.output(end.pin)
        return end if pin is None or not pin.result_pins else end._replace(pin=pin.result_pins[0])

    def bends(self, placed: Sequence[Block]) -> list[Route]:
        if not placed:
            return []
        (x, y), (u, v) = self.blocks[0].at, placed[0].at
        routes: list[Route] = []
        for route in self._definition.routes:
            names = [self._ids.get(end.block) for end in route.wire]
            if None not in names:
                ends = [end._replace(block=name or "") for end, name in zip(route.wire, names, strict=True)]
                points = tuple([tidy(a + u - x, b + v - y) for a, b in route.points])
                routes.append(route._replace(wire=Wire(*ends), points=points))
        return routes

    def promoted(self, outer: Page) -> tuple[PromotedValue, ...]:
        own = f"{self._instance.id}."
        return tuple([
            value._replace(sets=tuple([
                inner
                for each in value.sets
                for inner in (self._typed.get(each.removeprefix(own), ()) if each.startswith(own) else (each,))
            ]))
            for value in outer.promoted
        ])  # fmt: skip


def _laid(
    inside: _Inside, definition: Page, instance: Box, others: Mapping[str, Box], box_of: Callable[[Block], Box]
) -> tuple[list[Block], list[Note], list[Frame]]:
    boxes = list(map(box_of, inside.blocks))
    boxes += map(box_of_note, definition.notes)
    boxes += [(*frame.at, *frame.size) for frame in definition.frames if frame.size is not None]
    if not boxes:
        return [], [], []
    left, top, right, bottom = around(boxes)
    left, top = left - MARGIN, top - MARGIN - TITLE
    width, height = right + MARGIN - left, bottom + MARGIN - top
    x, y = instance[0] + instance[2] / 2 - width / 2, instance[1] + instance[3] / 2 - height / 2
    away = free_shift([(x, y, width, height)], sides(list(others.values())))
    dx, dy = round(x + away[0] - left), round(y + away[1] - top)
    blocks = [block._replace(at=tidy(block.at[0] + dx, block.at[1] + dy)) for block in inside.blocks]
    notes = [note._replace(at=tidy(note.at[0] + dx, note.at[1] + dy)) for note in definition.notes]
    frames = [frame._replace(at=tidy(frame.at[0] + dx, frame.at[1] + dy)) for frame in definition.frames]
    whole = Frame(tidy(left + dx, top + dy), tidy(width, height), inside.title)
    return blocks, notes, [whole, *frames]


def box_of_note(note: Note) -> Box:
    return (*note.at, *(note.size or _NOTE))


class Opened(NamedTuple):
    """A gradient block that was expanded.

    Attributes:
        wires: the wires at it, with their indices.
        blocks: the blocks that replaced it.
        kept: whether these became ordinary blocks, so that it cannot be collapsed again.
    """

    gradient: Block
    of: str
    index: int  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups
    wires: tuple[tuple[int, Wire], ...]
    blocks: tuple[str, ...]
    kept: bool = False

    def renamed(self, old: str, new: str) -> Opened:
        def at(end: Endpoint) -> Endpoint:
            return end._replace(block=new) if end.block == old else end

        return self._replace(
            of=renamed_in(self.of, old, new),
            wires=tuple([(i, Wire(at(wire.source), at(wire.target))) for i, wire in self.wires]),
            blocks=tuple([new if block == old else block for block in self.blocks]),
        )


def open_beside_instances(
    document: Document,
    page: Page,
    block: str,
    find: Find,
    elaborated: Callable[[Page], Elaboration],
    box_of: BoxOf = box_of,
) -> tuple[Edit, Opened, tuple[str, ...]]:
    """Expand a gradient block, and the instances whose inside it needs; also return their names."""
    scratch = Diagram(document)
    canvas, elaboration = scratch.canvas(page.name), elaborated(page)
    changes: list[Change] = []
    expanded: list[str] = []
    while instances := needed_inside(elaboration, block):
        for instance in instances:
            current = canvas.snapshot()
            definition = composite_of(document, canvas.get(instance))
            if definition is None:
                text = tr(
                    "the block trains variables inside {instance}, which runs a composite and cannot be unpacked",
                    instance=instance,
                )
                raise DiagramError(text, block=block, page=page.name)
            boxes = {each.id: box_of(each, find) for each in current.blocks}
            try:
                change = expand_instance(current, instance, definition, find, boxes, box_of).change
            except DiagramError as error:
                text = tr(
                    "the block needs tensors from inside {instance}, which cannot be unpacked: {message}",
                    instance=instance,
                    message=error.message,
                )
                raise DiagramError(text, block=block, page=page.name) from None
            scratch.apply(change)
            changes.append(change)
            expanded.append(instance)
        elaboration = elaborated(canvas.snapshot())
    edit, opened = open_gradient(elaboration, block)
    return Edit(group((*changes, edit.change)), edit.text), opened, tuple(expanded)


def open_gradient(elaboration: Elaboration, block: str) -> tuple[Edit, Opened]:
    page = canvas_of(elaboration)
    index = next(i for i, each in enumerate(page.blocks) if each.id == block)
    wires = [(i, wire) for i, wire in enumerate(page.wires) if block in (wire.source.block, wire.target.block)]
    change = editable(elaboration, block)
    parts = change.changes if isinstance(change, Group) else (change,)
    blocks = [each.id for part in parts if isinstance(part, AddBlocks) for _, each in part.items]
    trains = elaboration.trained.get(block)
    of = spelled_out(elaboration, block) if trains is None else trains.loss.op.block_name
    opened = Opened(page.blocks[index], of, index, tuple(wires), tuple(blocks))
    return Edit(change, tr("Expand {block}", block=block)), opened


def close_gradient(page: Page, opened: Opened) -> Edit:
    block, present = opened.gradient, {each.id for each in page.blocks}
    gone = tuple([each for each in opened.blocks if each in present])
    left = present - set(gone)
    indices = [i for i, wire in enumerate(page.wires) if wire.source.block in gone or wire.target.block in gone]
    many = len(page.wires) - len(indices)
    back = [(i, w) for i, w in opened.wires if {w.source.block, w.target.block} - {block.id} <= left]
    added = tuple([(min(i, many + k), wire) for k, (i, wire) in enumerate(back)])
    return Edit(
        group((
            RemoveItems(page.name, "wires", tuple(indices)),
            RemoveBlocks(page.name, gone),
            AddBlocks(page.name, ((min(opened.index, len(left)), block),)),
            AddItems(page.name, "wires", added),
        )),
        tr("Collapse {id}", id=block.id),
    )  # fmt: skip
