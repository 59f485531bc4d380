"""Faces of a page's blocks, made from their types and wires and from the results of checks and runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from app.canvas.wires.connections import UNWIRED, Wirings
from app.core.instance_steps import step_of, steps_into
from app.core.instance_values import GivenValues, as_given
from app.face.face import BlockInfo, Face, Inside, Problem, make_face
from app.face.geometry import Geometry, make_geometry
from app.face.rounds import rounds_text
from app.face.theme import CARRIED
from app.face.thumbnail import Thumbnail
from blocks.analysis.losses import Training
from blocks.analysis.pins import PinKey, Pins, PinsOf
from blocks.base.shapes import shape_text
from blocks.document.data import LOOP_BODIES, Block, Endpoint, Wire, pins_type
from blocks.graph.spec import BlockSpec

_FEW = 2
"""Names that are written without their number."""

FindType = Callable[[str], BlockSpec | None]
FindInside = Callable[[str], Thumbnail | None]


class Faces:
    """The factory of a page's block faces.

    Attributes:
        find: returns the type of a name.
        inside: returns the content of a composite type.
        asides: labels of some blocks beside their ids.
        given: the values that the open instance sets inside, by block and value.
        by_dtype: color wires by dtype, not by source.
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
        self.problems: Mapping[str, tuple[Problem, ...]] = {}
        self.asides: Mapping[str, str] = {}
        self.given: GivenValues = {}
        self.trainings: Mapping[str, Training] = {}
        self._wirings = Wirings()
        self._steady: dict[str, bool] = {}
        self._templates: dict[tuple[str, int], tuple[Face, Geometry]] = {}

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

    def make(self, block: Block) -> Face:
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

    def look(self, block: Block) -> tuple[Face, Geometry]:
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
