"""Surrogates at the blocks of a page: which fit, what edit puts one there, and where a gradient would go then."""

from __future__ import annotations

from typing import Any, NamedTuple

from blocks.base.errors import DiagramError, UsageError
from blocks.document.changes import AddBlocks, AddItems, Change, Group, ReplaceItems
from blocks.document.data import Endpoint, Frame, Position, Wire
from blocks.document.model import Diagram, PageView
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.elaboration import Elaboration
from blocks.elaborate.gradient_flow import page_flow
from blocks.elaborate.gradient_targets import wire_values
from blocks.graph.graph import Output
from blocks.graph.spec import BlockSpec
from blocks.library.array.gathering import OneHot
from blocks.library.math.casting import Cast
from blocks.library.registry import find
from blocks.library.surrogates import ONE_HOT, SURROGATES, Operand, Step, Surrogate

_COLUMN, _ROW, _MARGIN, _PER_ROW = 240.0, 150.0, 30.0, 4
_INDICES = ("largest", "smallest", "sample")


class Place(NamedTuple):
    """Where a surrogate goes.

    Attributes:
        step: the step function.
        exit: the output that it takes the place of, as floats; None if there is none yet.
    """

    step: Step
    exit: Endpoint | None


def surrogates_at(made: Elaboration, block: str) -> list[Surrogate]:
    """The surrogates that fit a block of a page, the simplest first; none where a gradient passes it, or could not."""
    place = _step_at(made, block)
    return [] if place is None else [each for each in SURROGATES if each.fits(place.step)]


def insert_surrogate(page: PageView, block: str, name: str) -> Change:
    """The edit that gives a block a surrogate: blocks in a frame below it, and wires that begin there now.

    Args:
        page: the page; it is not changed.
        block: the block.
        name: that of the surrogate.

    Raises:
        UsageError: there is no such block, or this does not fit it.
    """
    return _inserted(page, block, name)[0]


def preview(page: PageView, block: str, name: str, of: str) -> tuple[str, ...]:
    """The output pins that a gradient would reach, and does not, if a block had a surrogate; nothing is changed.

    Args:
        page, block, name: as in `insert_surrogate`.
        of: what is differentiated, as in `blocks.elaborate.gradient_flow.page_flow`.

    Raises:
        UsageError: as in `insert_surrogate`; or there is nothing of this name to differentiate.
    """
    _, other = _inserted(page, block, name)
    before, after = (page_flow(_elaborated(each), of).outputs for each in (page, other))
    ids = {each.id for each in page.blocks}
    return tuple(sorted(str(each) for each in after - before if each.block in ids))


def _elaborated(page: PageView) -> Elaboration:
    return elaborate(page.snapshot(), composites=composites_of(definitions_of(page.diagram)))


def _inserted(page: PageView, block: str, name: str) -> tuple[Change, PageView]:
    """The edit, and the page as it is then."""
    made = _elaborated(page)
    if block not in {each.id for each in page.blocks}:
        raise UsageError(f"there is no block {block!r}", page=page.name)
    fitting = {each.name: each for each in surrogates_at(made, block)}
    place = _step_at(made, block)
    if name not in fitting or place is None:
        known = ", ".join(fitting) or "none"
        raise UsageError(f"the surrogate {name!r} does not fit {block!r}", page=page.name, hint=f"what fits: {known}")
    canvas = _Canvas(Diagram(page.diagram.document).canvas(page.name), block)
    step = place.step
    if place.exit is None and step.kind in _INDICES:
        hard = canvas.add(OneHot.name, step.hard, step.classes, 1.0, 0.0)
        step = step._replace(hard=hard, hard_dtype=ONE_HOT)
    elif place.exit is None:
        step = step._replace(hard=canvas.add(Cast.name, step.hard, DstT=step.dtype))
    found = fitting[name].build(canvas, step)
    if place.exit is not None:
        canvas.take_over(place.exit, found)
    canvas.enclose(f"{name}: {block}")
    return Group(tuple(canvas.changes)), canvas.page


def _step_at(made: Elaboration, block: str) -> Place | None:
    """The step function that a block is, and where a surrogate would go; None if it is none, or has no gradient by
    what is wired to it anyway.
    """
    spec, values = made.specs.get(block), made.values.get(block)
    if spec is None or spec.step is None or values is None or block not in made.position or "/" in block:
        return None
    source = _given(made, block, spec.inputs[0].name)
    output = values.get(spec.outputs[0].name)
    if source is None or not source.dtype.is_floating or not isinstance(output, Output):
        return None
    if spec is Cast and not output.dtype.is_integer:
        return None
    hard = Endpoint(block, spec.outputs[0].name)
    inputs = [_operand(made, block, pin.name) for pin in spec.inputs[:2]]
    name = source.dtype.name
    step = Step(spec.step, inputs, hard, False, None, name, name)
    if spec.step in _INDICES:
        classes = _classes(made, block, spec, source)
        if classes is None:
            return None
        step = step._replace(classes=classes)
    if output.dtype.is_floating:
        return Place(step, hard)
    return _behind(made, step)


def _behind(made: Elaboration, step: Step) -> Place:
    """What makes floats of an output that holds none: a Cast or OneHot behind it; without one it is to be added."""
    index = step.kind in _INDICES
    for wire in made.page.wires:
        user, spec = wire.target.block, made.specs.get(wire.target.block)
        if wire.source != step.hard or spec is None or user not in made.values:
            continue
        axis = made.page.blocks[made.position[user]].values.get("axis", -1)
        one_hot = index and spec is OneHot and axis == -1 and wire.target.pin == OneHot.inputs[0].name
        output = made.values[user].get(spec.outputs[0].name) if spec.outputs else None
        if not isinstance(output, Output) or not output.dtype.is_floating:
            continue
        if one_hot or (spec is Cast and step.kind != "sample"):
            exit = Endpoint(user, spec.outputs[0].name)
            classes = _operand(made, user, OneHot.inputs[1].name) if one_hot else step.classes
            return Place(step._replace(hard=exit, one_hot=one_hot, classes=classes, hard_dtype=output.dtype.name), exit)
    return Place(step._replace(one_hot=index), None)


def _classes(made: Elaboration, block: str, spec: BlockSpec, source: Output) -> int | None:
    """How many classes an index is chosen among; None if that is not known, or they are not along the last axis."""
    if source.shape is None or not source.shape or source.shape[-1] is None:
        return None
    second = made.page.blocks[made.position[block]].values.get(spec.inputs[1].name)
    wanted = (1,) if spec.step == "sample" else (-1, len(source.shape) - 1)
    return source.shape[-1] if second in wanted and not isinstance(second, bool) else None


def _given(made: Elaboration, block: str, pin: str) -> Output | None:
    """The tensor that is wired to a pin; None if none is."""
    for wire in made.wires_into.get(block, ()):
        if wire.target.pin == pin:
            values = wire_values(made, wire)
            return values[0] if len(values) == 1 else None
    return None


def _operand(made: Elaboration, block: str, pin: str) -> Operand:
    """What is wired to a pin, or typed into it."""
    for wire in made.wires_into.get(block, ()):
        if wire.target.pin == pin:
            return wire.source
    return made.page.blocks[made.position[block]].values.get(pin)


class _Canvas:
    """A copy of a page on which blocks are put, and the changes that do so.

    Attributes:
        page: the copy.
        changes: what was done to it.
    """

    def __init__(self, page: PageView, below: str) -> None:
        self.page = page
        self.changes: list[Change] = []
        left, top = page.block(below).at
        lowest = max(
            (each.at[1] + _ROW for each in page.blocks if abs(each.at[0] - left) < _COLUMN * _PER_ROW), default=top
        )
        self._corner: Position = (left, lowest + 2 * _MARGIN)
        self._new: list[str] = []

    def add(self, type: str, *inputs: Operand, **values: Any) -> Endpoint:
        """As `Canvas.add` of the library."""
        spec = find(type)
        if spec is None:
            raise DiagramError(f"there is no block type {type!r}")
        number = len(self._new)
        at = self._corner[0] + number % _PER_ROW * _COLUMN, self._corner[1] + number // _PER_ROW * _ROW
        pairs = list(zip([pin.name for pin in spec.inputs], inputs, strict=False))
        typed = {pin: given for pin, given in pairs if not isinstance(given, Endpoint)}
        before = len(self.page.blocks)
        block = self.page.add(type, at=at, **typed, **values)
        self.changes.append(AddBlocks(self.page.name, ((before, block),)))
        for pin, given in pairs:
            if isinstance(given, Endpoint):
                self._wire(Wire(given, Endpoint(block.id, pin)))
        self._new.append(block.id)
        return Endpoint(block.id, spec.outputs[0].name)

    def _wire(self, wire: Wire) -> None:
        self._apply(AddItems(self.page.name, "wires", ((len(self.page.wires), wire),)))

    def take_over(self, old: Endpoint, new: Endpoint) -> None:
        """Let what an output of the page leads to begin at another one."""
        made = set(self._new)
        places = [(i, w) for i, w in enumerate(self.page.wires) if w.source == old and w.target.block not in made]
        moved = tuple([(i, wire._replace(source=new)) for i, wire in places])
        if moved:
            self._apply(ReplaceItems(self.page.name, "wires", moved))

    def enclose(self, title: str) -> None:
        """Put a frame around the new blocks."""
        rows, columns = -(-len(self._new) // _PER_ROW), min(_PER_ROW, len(self._new))
        at = self._corner[0] - _MARGIN, self._corner[1] - 2 * _MARGIN
        size = columns * _COLUMN + _MARGIN, rows * _ROW + 2 * _MARGIN
        self._apply(AddItems(self.page.name, "frames", ((len(self.page.frames), Frame(at, size, title)),)))

    def _apply(self, change: Change) -> None:
        self.page.apply(change)
        self.changes.append(change)
