"""Finds the types of the blocks of a diagram: those of the library, and the composites that it holds itself."""

from __future__ import annotations

from collections.abc import Iterable

from blocks.document.data import INSTANCE, Block, Definition, Page
from blocks.document.model import Diagram
from blocks.graph.spec import Attribute, BlockSpec, InputPin, OutputPin
from blocks.library.registry import find as find_in_library

_PIN_TYPES = ("InputPin", "OutputPin")


class BlockTypes:
    """The types that blocks of a diagram can have, as it is now.

    The type of an instance is the same object as long as the pins and values of its composite are.
    """

    def __init__(self, diagram: Diagram) -> None:
        self._diagram = diagram
        self._revision = -1
        self._composites: dict[str, Page] = {}
        self._specs: dict[str, tuple[Page, BlockSpec]] = {}

    def find(self, name: str) -> BlockSpec | None:
        """The type of this name, or None."""
        return self._instance(name) if name.startswith(INSTANCE) else find_in_library(name)

    def _instance(self, name: str) -> BlockSpec | None:
        if self._diagram.revision != self._revision:
            self._revision = self._diagram.revision
            self._composites = {view.name: view.snapshot() for view in self._diagram.composites}
        page = self._composites.get(name)
        if page is None:
            return None
        known = self._specs.get(name)
        if known is None or known[0] is not page:
            same = known is not None and _face(known[0]) == _face(page)
            known = self._specs[name] = (page, known[1] if same and known is not None else instance_spec(page))
        return known[1]


def _face(page: Page) -> tuple[Definition | None, list[Block]]:
    """What of a composite can be seen at its instances."""
    return page.composite, [block._replace(at=(0, 0), size=None) for block in pins_of(page)]


def pins_of(page: Page) -> Iterable[Block]:
    """The blocks of a composite that are pins of its instances, in order."""
    return [block for block in page.blocks if block.type in _PIN_TYPES]


def pin_name(block: Block) -> str:
    """What instances call a pin."""
    name = block.values.get("name")
    return name if type(name) is str and name else block.id


def instance_spec(page: Page) -> BlockSpec:
    """The type of the instances of a composite."""
    composite = page.composite or Definition()
    spec = BlockSpec(page.name, "composites", "->", lambda: None, doc=composite.doc)
    pins = pins_of(page)
    spec.inputs = tuple(
        InputPin(pin_name(b), None, (), bool(b.values.get("list"))) for b in pins if b.type == "InputPin"
    )
    spec.outputs = tuple(OutputPin(pin_name(b), None, None) for b in pins if b.type == "OutputPin")
    spec.input_index = {pin.name: i for i, pin in enumerate(spec.inputs)}
    spec.output_index = {pin.name: i for i, pin in enumerate(spec.outputs)}
    spec.attributes = tuple(Attribute(value.name, "tensor", value.default) for value in composite.values)
    spec.attribute_names = {each.name: each for each in spec.attributes}
    return spec
