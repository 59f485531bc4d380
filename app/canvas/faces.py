"""What the blocks of a page look like: by their types and wires, and what checks and runs told of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.canvas.wires.connections import UNWIRED, Wirings
from app.core.pins import Pins, PinsOf
from app.face.face import BlockInfo, Face, Problem, make_face
from app.face.geometry import Geometry, make_geometry
from blocks.base.shapes import shape_text
from blocks.document.data import Block, Wire
from blocks.graph.spec import BlockSpec

FindType = Callable[[str], BlockSpec | None]


class Faces:
    """Makes the faces of the blocks of a page.

    Attributes:
        find: gives the type of a name.
        pins: dtypes and shapes at pins.
        problems: what is wrong at each block.
    """

    def __init__(self, find: FindType) -> None:
        self.find = find
        self.pins = Pins()
        self.problems: Mapping[str, tuple[Problem, ...]] = {}
        self._wirings = Wirings()
        self._steady: dict[str, bool] = {}
        self._templates: dict[tuple[str, int], tuple[Face, Geometry]] = {}

    def rewire(self, wires: Sequence[Wire]) -> dict[str, bool]:
        """These are the wires now.

        Returns:
            The blocks at which others are than before, and whether the colours of wires are others there.
        """
        self._templates.clear()
        before, now = self._wirings.show(wires), self._wirings.blocks
        return {end: wiring.nets != now.get(end, UNWIRED).nets for end, wiring in before.items()}

    def make(self, block: Block) -> Face:
        """The face of a block."""
        wiring = self._wirings.blocks.get(block.id, UNWIRED)
        info = BlockInfo(
            wiring.inputs,
            wiring.outputs,
            wiring.nets,
            _texts(self.pins.blocks.get(block.id, {})),
            self.problems.get(block.id, ()),
        )
        return make_face(block, self.find(block.type), info)

    def look(self, block: Block) -> tuple[Face, Geometry]:
        """Face and geometry of a block that is new here.

        Many blocks differ by nothing but their ids: those share a face, which has the id of one of them; see `named`.
        """
        known = block.id in self.pins.blocks or block.id in self.problems
        if known or block.values or block.size or block.collapsed or block.muted:
            face = self.make(block)
            return face, make_geometry(face)
        wiring = self._wirings.blocks.get(block.id, UNWIRED)
        key = (block.type, id(wiring))  # shared by those wired alike, and kept until `rewire`
        found = self._templates.get(key)
        if found is None:
            face = self.make(block)
            found = self._templates[key] = (face, make_geometry(face))
        return found

    def is_steady(self, block_type: str) -> bool:
        """Whether dtypes and shapes move nothing in such a block: the elements of a list have pins of their own."""
        steady = self._steady.get(block_type)
        if steady is None:
            spec = self.find(block_type)
            steady = self._steady[block_type] = spec is None or not any(pin.is_list for pin in spec.outputs)
        return steady


def _texts(pins: PinsOf) -> dict[tuple[str, int | None], tuple[str, str]]:
    """Dtype and shape at the pins of a block as texts."""
    return {pin: (dtype.short, "" if shape is None else shape_text(shape)) for pin, (dtype, shape) in pins.items()}
