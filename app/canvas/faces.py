"""Faces of a page's blocks, made from their types and wires and from the results of checks and runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple
from zlib import crc32

from app.core.instance_steps import GivenValues, as_given, step_of, steps_into
from app.core.outdated import differing
from app.face.face import BlockInfo, BlockProblem, BlockView, Inside, Thumbnail, make_face, rounds_text
from app.face.geometry import Geometry, make_geometry
from app.face.theme import CARRIED, NETS
from blocks.analysis.losses import Training
from blocks.analysis.pins import PinKey, Pins, PinsOf
from blocks.base.shapes import shape_text
from blocks.document.data import LOOP_BODIES, Block, Endpoint, Wire, pins_type
from blocks.graph.spec import BlockSpec

_FEW = 2
"""Names that are written without their number."""

FindType = Callable[[str], BlockSpec | None]
FindInside = Callable[[str], Thumbnail | None]


class BlockViewFactory:
    """The factory of a page's block faces.

    Attributes:
        asides: labels of some blocks beside their ids.
        given: the values that the open instance sets inside, by block and value.
        version: increased whenever wire colors may change.
    """

    def __init__(self, find: FindType, wires_at: Callable[[str], Iterable[Wire]], inside: FindInside) -> None:
        self.find = find
        self.inside = inside
        self.by_dtype = False
        self.wires_at = wires_at
        self.types: dict[str, str] = {}
        self.version = 0
        self.pins = Pins()
        self.problems: Mapping[str, tuple[BlockProblem, ...]] = {}
        self.asides: Mapping[str, str] = {}
        self.given: GivenValues = {}
        self.trainings: Mapping[str, Training] = {}
        self._wirings = Wirings()
        self._steady: dict[str, bool] = {}
        self._templates: dict[tuple[str, int], tuple[BlockView, Geometry]] = {}

    def rewire(self, wires: Sequence[Wire]) -> dict[str, bool]:
        """Take over the wires. Return the changed blocks, and for each whether wire colors changed there."""
        self._templates.clear()
        before, now = self._wirings.show(wires), self._wirings.blocks
        self.version += bool(before)
        return {end: wiring.nets != now.get(end, UNWIRED).nets for end, wiring in before.items()}

    def retype(self, names: Iterable[str]) -> None:
        self._templates.clear()
        for name in names:
            self._steady.pop(name, None)

    def as_given(self, block: Block) -> Block:
        return as_given(block, self.given)

    def make(self, block: Block) -> BlockView:
        block = self.as_given(block)
        wiring = self._wirings.blocks.get(block.id, UNWIRED)
        info = BlockInfo(
            wiring.inputs,
            wiring.outputs,
            self._carried_at(block.id) if self.by_dtype else wiring.nets,
            _texts(self.pins.blocks.get(block.id, {})),
            self.problems.get(block.id, ()),
            self._inside(block),
            self.asides.get(block.id) or self._rounds(block),
            _told(self.trainings.get(block.id)),
        )
        return make_face(block, self.find(pins_type(block)), info)

    def _inside(self, block: Block) -> tuple[Inside, ...]:
        return tuple([
            Inside(step_of(step).part, self.inside(name))
            for step, name in steps_into(block)
            if self.find(name) is not None
        ])  # fmt: skip

    def _rounds(self, block: Block) -> str:
        if block.type not in LOOP_BODIES:
            return ""
        known = self.pins.blocks.get(block.id, {})
        return rounds_text(block, {pin: shape for pin, (_, shape) in known.items() if isinstance(pin, str)})

    def net_of(self, source: Endpoint) -> str:
        return self._carried(source) if self.by_dtype else self._wirings.net_of(source)

    def recolor(self, *, by_dtype: bool) -> list[str]:
        if by_dtype == self.by_dtype:
            return []
        self.by_dtype = by_dtype
        self.version += 1
        self._templates.clear()
        return [block for block, wiring in self._wirings.blocks.items() if wiring.nets or block in self.pins.blocks]

    def _carried(self, source: Endpoint) -> str:
        known = self.pins.blocks.get(source.block)
        spec = None if known is None else self.find(self.types.get(source.block, ""))
        pin = None if spec is None else spec.shown_by(source.pin)
        if known is None or pin is None:
            return ""
        tensor = known.get((pin.name, source.index)) or known.get((pin.name, 0))
        return "" if tensor is None else "reference" if pin.is_ref else CARRIED.get(tensor[0].kind, "")

    def _carried_at(self, block: str) -> dict[PinKey, tuple[str, ...]]:
        if block not in self.pins.blocks:
            return {}
        carried: dict[PinKey, list[str]] = {}
        for source, target in self.wires_at(block):
            if target.block == block:
                carried.setdefault(target.pin, []).append(self._carried(source))
            if source.block == block:
                carried[source.pin, source.index] = [self._carried(source)]
        return {pin: tuple(each) for pin, each in carried.items()}

    def look(self, block: Block) -> tuple[BlockView, Geometry]:
        """Return face and geometry of a new block.

        Blocks that differ only by id share a face, which has the id of one of them; see `named`.
        """
        known = any(block.id in each for each in (self.pins.blocks, self.problems, self.asides, self.given))
        if known or block.values or block.size or block.collapsed or block.muted or block.color:
            face = self.make(block)
            return face, make_geometry(face)
        wiring = self._wirings.blocks.get(block.id, UNWIRED)
        key = (block.type, id(wiring))  # shared by those wired alike, and kept until `rewire`
        template = self._templates.get(key)
        if template is None:
            face = self.make(block)
            template = self._templates[key] = (face, make_geometry(face))
        return template

    def is_steady(self, block_type: str) -> bool:
        """Return whether dtypes and shapes never move pins: elements of list outputs have their own pins."""
        steady = self._steady.get(block_type)
        if steady is None:
            spec = self.find(block_type)
            steady = self._steady[block_type] = spec is None or not any(pin.is_list for pin in spec.outputs)
        return steady


def _told(training: Training | None) -> tuple[tuple[str, str], ...]:
    if training is None:
        return ()
    lists = (("trains", training.variables), ("leaves", [name for name, _ in training.left]))
    return tuple([(label, _named(names)) for label, names in lists if names])


def _named(names: Sequence[str]) -> str:
    text = ", ".join(names)
    return text if len(names) <= _FEW else f"{len(names)}: {text}"


def _texts(pins: PinsOf) -> dict[PinKey, tuple[str, str]]:
    return {pin: (dtype.short, "" if shape is None else shape_text(shape)) for pin, (dtype, shape) in pins.items()}


NET_FROM = 3
"""So many wires from one pin have a colour of their own."""


class Wiring(NamedTuple):
    inputs: Mapping[str, int]
    outputs: Mapping[str, tuple[int | None, ...]]
    nets: Mapping[PinKey, tuple[str, ...]]


_Ends = tuple[dict[str, int], dict[str, list["int | None"]], dict[PinKey, list[str]]]
"""The same while it is gathered."""

UNWIRED = Wiring({}, {}, {})


class Wirings:
    def __init__(self) -> None:
        self.blocks: dict[str, Wiring] = {}
        self._wires: Sequence[Wire] = ()
        self._fans: Counter[Endpoint] = Counter()
        self._colors: dict[Endpoint, str] = {}

    def show(self, wires: Sequence[Wire]) -> dict[str, Wiring]:
        """Update from the changed wires only. Return the former wirings of the changed blocks."""
        begin, until, end = differing(self._wires, wires)
        before, now = self._wires[begin:until], wires[begin:end]
        self._wires = wires
        ids_before, ids_now = set(map(id, before)), set(map(id, now))
        gone = [wire for wire in before if id(wire) not in ids_now]
        new = [wire for wire in now if id(wire) not in ids_before]
        ends = dict.fromkeys(end.block for wire in (*gone, *new) for end in wire)
        other = self._recolor([wire.source for wire in gone], [wire.source for wire in new])
        if other:
            ends |= dict.fromkeys(end.block for wire in wires if wire.source in other for end in wire)
        if not ends:
            return {}
        old = {block: self.blocks.pop(block, UNWIRED) for block in ends}
        self.blocks.update(_wiring_at(ends, wires, self._colors))
        return old

    def net_of(self, source: Endpoint) -> str:
        return self._colors.get(source, "")

    def _recolor(self, gone: Sequence[Endpoint], new: Sequence[Endpoint]) -> set[Endpoint]:
        before = {source: self._fans[source] for source in (*gone, *new)}
        self._fans.subtract(gone)
        self._fans.update(new)
        if all(max(fan, self._fans[source]) < NET_FROM for source, fan in before.items()):
            return set()
        self._fans = Counter([wire.source for wire in self._wires])
        colors, self._colors = self._colors, net_colors(self._fans)
        return {source for source, _ in colors.items() ^ self._colors.items()}


def _wiring_at(blocks: Iterable[str], wires: Sequence[Wire], colors: Mapping[Endpoint, str]) -> dict[str, Wiring]:
    ends: dict[str, _Ends] = {block: ({}, {}, {}) for block in blocks}
    for source, target in wires:
        net = colors.get(source, "") if colors else ""
        at = ends.get(target.block)
        if at is not None:
            inputs, _, nets = at
            inputs[target.pin] = inputs.get(target.pin, 0) + 1
            if colors:
                nets.setdefault(target.pin, []).append(net)
        at = ends.get(source.block)
        if at is not None:
            _, outputs, nets = at
            outputs.setdefault(source.pin, []).append(source.index)
            if net:
                nets[source.pin, source.index] = [net]
    alike: dict[tuple[tuple[tuple[object, object], ...], ...], Wiring] = {}
    wirings: dict[str, Wiring] = {}
    for block, (inputs, outputs, nets) in ends.items():
        if not inputs and not outputs:
            continue
        at_inputs = tuple(inputs.items())
        at_outputs = tuple([(pin, tuple(indices)) for pin, indices in outputs.items()])
        colors_at = tuple([(pin, tuple(names)) for pin, names in nets.items() if any(names)])
        key = (at_inputs, at_outputs, colors_at)
        wiring = alike.get(key)
        if wiring is None:  # a large page has few kinds, which its blocks share
            wiring = alike[key] = Wiring(dict(at_inputs), dict(at_outputs), dict(colors_at))
        wirings[block] = wiring
    return wirings


def net_colors(fans: Mapping[Endpoint, int]) -> dict[Endpoint, str]:
    """Return the color groups of pins with many wires: stable by name, and distinct if possible."""
    colors: dict[Endpoint, str] = {}
    taken: set[int] = set()
    for source, fan in fans.items():
        if fan >= NET_FROM:
            color = crc32(f"{source.block}.{source.pin}.{source.index}".encode()) % NETS
            if len(taken) == NETS:
                taken.clear()
            while color in taken:
                color = (color + 1) % NETS
            taken.add(color)
            colors[source] = f"net{color}"
    return colors
