"""Surrogate gradients for the blocks of a page: fitting ones, the edit that adds one, and its gradient flow."""

from __future__ import annotations

from typing import Any, NamedTuple

from blocks.analysis.gradient_flow import page_flow
from blocks.analysis.gradient_targets import tensors_at
from blocks.analysis.inner_values import find_inside
from blocks.base.errors import DiagramError, UsageError
from blocks.document.changes import AddBlocks, AddItems, Change, Group, ReplaceItems
from blocks.document.data import Block, Endpoint, Frame, Page, Position, Wire
from blocks.document.model import Diagram, PageView
from blocks.document.paths import resolve_path
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.model import Elaboration, FileReader
from blocks.graph.graph import Output
from blocks.graph.spec import BlockSpec
from blocks.library.array.gathering import OneHot
from blocks.library.math.comparisons import Cast
from blocks.library.registry import find
from blocks.library.surrogates import ONE_HOT, SURROGATES, Operand, Step

_COLUMN, _ROW, _MARGIN, _PER_ROW = 240.0, 150.0, 30.0, 4
_INDICES = ("largest", "smallest", "sample")


class Target(NamedTuple):
    """The target of a surrogate.

    Attributes:
        exit: the output that the surrogate replaces, as floats; None if it must be added first.
    """

    step: Step
    exit: Endpoint | None


class _Site(NamedTuple):
    """A block, as it was made and as it is drawn.

    Attributes:
        elaboration: the page, or the body of the loop or branch that contains the block.
        prefix: the prefix of the canvas's block names in that elaboration.
    """

    elaboration: Elaboration
    prefix: str
    page: Page
    block: str

    @property
    def path(self) -> str:
        return self.prefix + self.block

    def drawn(self, block: str = "") -> Block:
        return self.elaboration.page.blocks[self.elaboration.position[self.prefix + (block or self.block)]]


class SurrogateOffers:
    """The surrogates that fit a block; none of them changes the page.

    Attributes:
        fitting: those that fit, the simplest first; empty if a gradient passes the block, or could not reach it.

    Raises:
        UsageError: The block does not exist.
    """

    def __init__(self, page: PageView, block: str, read_file: FileReader | None = None) -> None:
        self._page, self._block, self._read_file = page, block, read_file
        self._elaboration = self._elaborated(page)
        try:
            self._site = _site(page, block, self._elaboration)
        except DiagramError:
            raise UsageError(f"there is no block {block!r}", page=page.name) from None
        self._target = _target_of(self._site)
        self.fitting = [] if self._target is None else [each for each in SURROGATES if each.fits(self._target.step)]

    def insert(self, name: str) -> Change:
        """Return the edit that adds a surrogate to the block: blocks in a frame below it, and wires that start there.

        For a block inside an instance, the definition changes, and so do all instances.
        """
        return self._inserted(name)[0]

    def preview(self, name: str, of: str) -> tuple[str, ...]:
        """Return the output pins that a gradient would reach only with the surrogate."""
        after = self._elaborated(self._inserted(name)[1])
        gained = page_flow(after, of).outputs - page_flow(self._elaboration, of).outputs
        return tuple(sorted(str(each) for each in gained if each.block in self._elaboration.position))

    def _elaborated(self, page: PageView) -> Elaboration:
        return elaborate(page.snapshot(), self._read_file, composites=composites_of(definitions_of(page.diagram)))

    def _inserted(self, name: str) -> tuple[Change, PageView]:
        site, target = self._site, self._target
        surrogate = next((each for each in self.fitting if each.name == name), None)
        if surrogate is None or target is None:
            known = ", ".join(each.name for each in self.fitting) or "none"
            text = f"the surrogate {name!r} does not fit {self._block!r}"
            raise UsageError(text, page=self._page.name, hint=f"these surrogates fit: {known}")
        other = Diagram(self._page.diagram.document)
        canvas = _Canvas(other.canvas(site.page.name), site.block)
        step = target.step
        if target.exit is None and step.kind in _INDICES:
            hard = canvas.add(OneHot.name, step.hard, step.classes, 1.0, 0.0)
            step = step._replace(hard=hard, hard_dtype=ONE_HOT)
        elif target.exit is None:
            step = step._replace(hard=canvas.add(Cast.name, step.hard, DstT=step.dtype))
        result = surrogate.build(canvas, step)
        if target.exit is not None:
            canvas.take_over(target.exit, result)
        canvas.enclose(f"{name}: {site.block}")
        return Group(tuple(canvas.changes)), other.canvas(self._page.name)


def _site(page: PageView, block: str, elaboration: Elaboration) -> _Site:
    canvas, name = resolve_path(page.diagram, page.name, block)
    inside = find_inside(elaboration, block) if "/" in block else None
    while inside is not None:
        elaboration, block = inside[1].elaboration, inside[2]
        inside = find_inside(elaboration, block) if "/" in block else None
    return _Site(elaboration, block.removesuffix(name), page.diagram.canvas(canvas).snapshot(), name)


def _target_of(site: _Site) -> Target | None:
    """Return a block's step function and the place for a surrogate; None if it is not one or cannot have a gradient."""
    elaboration, block = site.elaboration, site.block
    spec, values = elaboration.specs.get(site.path), elaboration.values.get(site.path)
    if spec is None or spec.discontinuity is None or values is None or site.path not in elaboration.position:
        return None
    sources = tensors_at(site.elaboration, site.path, spec.inputs[0].name)
    source = sources[0] if len(sources) == 1 else None
    output = values.get(spec.outputs[0].name)
    if source is None or not source.dtype.is_floating or not isinstance(output, Output):
        return None
    if spec is Cast and not output.dtype.is_integer:
        return None
    if any(_is_promoted(site, pin.name) for pin in spec.inputs[:2]):
        return None
    hard = Endpoint(block, spec.outputs[0].name)
    inputs = [_operand(site, block, pin.name) for pin in spec.inputs[:2]]
    name = source.dtype.name
    step = Step(spec.discontinuity, inputs, hard, False, None, name, name)
    if spec.discontinuity in _INDICES:
        classes = _classes(site, spec, source)
        if classes is None:
            return None
        step = step._replace(classes=classes)
    if output.dtype.is_floating:
        return Target(step, hard)
    return _behind(site, step)


def _is_promoted(site: _Site, pin: str) -> bool:
    """Return whether instances set their own number at a pin, which a surrogate would ignore."""
    return any(f"{site.block}.{pin}" in each.sets for each in site.page.promoted)


def _behind(site: _Site, step: Step) -> Target:
    elaboration, is_index = site.elaboration, step.kind in _INDICES
    for wire in site.page.wires:
        user = wire.target.block
        path = site.prefix + user
        spec = elaboration.specs.get(path)
        if wire.source != step.hard or spec is None or path not in elaboration.values:
            continue
        axis = site.drawn(user).values.get("axis", -1)
        one_hot = is_index and spec is OneHot and axis == -1 and wire.target.pin == OneHot.inputs[0].name
        output = elaboration.values[path].get(spec.outputs[0].name) if spec.outputs else None
        if not isinstance(output, Output) or not output.dtype.is_floating:
            continue
        if one_hot or (spec is Cast and step.kind != "sample"):
            exit = Endpoint(user, spec.outputs[0].name)
            classes = _operand(site, user, OneHot.inputs[1].name) if one_hot else step.classes
            return Target(
                step._replace(hard=exit, one_hot=one_hot, classes=classes, hard_dtype=output.dtype.name), exit
            )
    return Target(step._replace(one_hot=is_index), None)


def _classes(site: _Site, spec: BlockSpec, source: Output) -> int | None:
    if source.shape is None or not source.shape or source.shape[-1] is None:
        return None
    second = site.drawn().values.get(spec.inputs[1].name)
    wanted = (1,) if spec.discontinuity == "sample" else (-1, len(source.shape) - 1)
    return source.shape[-1] if second in wanted and not isinstance(second, bool) else None


def _operand(site: _Site, block: str, pin: str) -> Operand:
    for wire in site.page.wires:
        if wire.target.block == block and wire.target.pin == pin:
            return wire.source
    return next(each for each in site.page.blocks if each.id == block).values.get(pin)


class _Canvas:
    """A copy of a page that collects the changes made to it."""

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
                wire = Wire(given, Endpoint(block.id, pin))
                self._apply(AddItems(self.page.name, "wires", ((len(self.page.wires), wire),)))
        self._new.append(block.id)
        return Endpoint(block.id, spec.outputs[0].name)

    def take_over(self, old: Endpoint, new: Endpoint) -> None:
        result = set(self._new)
        indices = [(i, w) for i, w in enumerate(self.page.wires) if w.source == old and w.target.block not in result]
        moved = tuple([(i, wire._replace(source=new)) for i, wire in indices])
        if moved:
            self._apply(ReplaceItems(self.page.name, "wires", moved))

    def enclose(self, title: str) -> None:
        rows, columns = -(-len(self._new) // _PER_ROW), min(_PER_ROW, len(self._new))
        at = self._corner[0] - _MARGIN, self._corner[1] - 2 * _MARGIN
        size = columns * _COLUMN + _MARGIN, rows * _ROW + 2 * _MARGIN
        self._apply(AddItems(self.page.name, "frames", ((len(self.page.frames), Frame(at, size, title)),)))

    def _apply(self, change: Change) -> None:
        self.page.apply(change)
        self.changes.append(change)
