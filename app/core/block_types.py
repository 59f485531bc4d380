"""Finds the types of the blocks of a diagram: those of the library, and the composites that it holds itself."""

from __future__ import annotations

from collections.abc import Sequence

from app.face.thumbnail import Thumbnail, thumbnail_of
from blocks.document.data import INSTANCE, Block, Definition, Page
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN
from blocks.document.model import Diagram
from blocks.elaborate.composites.instance_types import instance_spec
from blocks.graph.spec import BlockSpec
from blocks.library.registry import find as find_in_library


class BlockTypes:
    """The types that blocks of a diagram can have, as it is now.

    The type of an instance is the same object as long as the pins and values of its composite are.

    Attributes:
        guests: composites that the diagram does not hold yet: of copies that still hang at the mouse.
    """

    def __init__(self, diagram: Diagram) -> None:
        self._diagram = diagram
        self.guests: Sequence[Page] = ()
        self._revision = -1
        self._composites: dict[str, Page] = {}
        self._specs: dict[str, tuple[Page, BlockSpec]] = {}
        self._thumbnails: dict[str, tuple[Page, Thumbnail | None]] = {}

    def find(self, name: str) -> BlockSpec | None:
        """The type of this name, or None."""
        return self._instance(name) if name.startswith(INSTANCE) else find_in_library(name)

    def inside(self, name: str) -> Thumbnail | None:
        """What is inside of the composite of a type; None if it is none, or nothing is in it."""
        page = self._page(name) if name.startswith(INSTANCE) else None
        if page is None:
            return None
        known = self._thumbnails.get(name)
        if known is None or known[0] is not page:
            known = self._thumbnails[name] = (page, thumbnail_of(page))
        return known[1]

    def _page(self, name: str) -> Page | None:
        if self._diagram.revision != self._revision:
            self._revision = self._diagram.revision
            self._composites = {view.name: view.snapshot() for view in self._diagram.composites}
        return self._composites.get(name) or next((each for each in self.guests if each.name == name), None)

    def _instance(self, name: str) -> BlockSpec | None:
        page = self._page(name)
        if page is None:
            return None
        known = self._specs.get(name)
        if known is None or known[0] is not page:
            same = known is not None and _outside(known[0]) == _outside(page)
            spec = known[1] if same and known is not None else instance_spec(page, find_in_library)
            known = self._specs[name] = (page, spec)
        return known[1]


def _outside(page: Page) -> tuple[Definition | None, list[Block]]:
    """What of a composite can be seen at its instances: its values with what they set, and its pins."""
    values = () if page.composite is None else page.composite.values
    inner = {each.partition(".")[0] for value in values for each in value.sets}
    seen = [block for block in page.blocks if block.type in (INPUT_PIN, OUTPUT_PIN) or block.id in inner]
    pins = [block._replace(at=(0, 0), size=None) for block in seen]
    return page.composite, pins
