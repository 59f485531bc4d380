"""Finds the types of the blocks of a diagram: those of the library, and the composites that it holds itself."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.package_offers import is_offer, offers
from app.face.thumbnail import Thumbnail, thumbnail_of
from blocks.document.data import INSTANCE, LOOP, LOOP_BODIES, Block, Definition, Page
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN, is_instance
from blocks.document.model import Diagram
from blocks.elaborate.composites.bodies import pins_of_loop
from blocks.elaborate.composites.instance_types import instance_spec, with_pins
from blocks.graph.spec import BlockSpec
from blocks.library.registry import find as find_in_library
from blocks.worker.pages import is_same

OVER = "over"
"""The value that names the pins that a loop goes over."""


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
        self._specs: dict[str, tuple[Sequence[Page], BlockSpec]] = {}
        self._loops: dict[str, tuple[tuple[object, ...], BlockSpec | None]] = {}
        self._fresh: set[str] = set()
        self._thumbnails: dict[str, tuple[Page, Thumbnail | None]] = {}

    def find(self, name: str) -> BlockSpec | None:
        """The type of this name, or None."""
        if name in LOOP_BODIES or name.startswith(f"{LOOP}/"):
            return self._loop(name)
        if is_offer(name):
            return offers.find(name)
        return self._instance(name) if name.startswith(INSTANCE) else find_in_library(name)

    def _loop(self, name: str) -> BlockSpec | None:
        """The type of blocks that run composites; the same object as long as these look the same from outside, and the
        diagram has the same ones to choose from.
        """
        seen = (*map(self._instance, name.split("/")[2:]), tuple(self._composites))
        known = self._loops.get(name)
        if known is None or known[0] != seen:
            found = find_in_library(name) if name in LOOP_BODIES else pins_of_loop(name, find_in_library, self._page)
            made = None if found is None else _with_choices(found, list(self._composites))
            known = self._loops[name] = (seen, made)
        return known[1]

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
            self._fresh.clear()
            self._composites = {view.name: view.snapshot() for view in self._diagram.composites}
        return self._composites.get(name) or next((each for each in self.guests if each.name == name), None)

    def _instance(self, name: str) -> BlockSpec | None:
        page = self._page(name)
        if page is None:
            return None
        known = self._specs.get(name)
        if known is not None and name in self._fresh:
            return known[1]
        seen = self._seen(page)
        if known is None or not is_same(known[0], seen):
            same = known is not None and [*map(_outside, known[0])] == [*map(_outside, seen)]
            spec = known[1] if same and known is not None else instance_spec(page, find_in_library, self._page)
            known = self._specs[name] = (seen, spec)
        if name in self._composites:
            self._fresh.add(name)
        return known[1]

    def _seen(self, page: Page) -> list[Page]:
        """A composite, and those whose values it promotes."""
        found = {page.name: page}
        todo = [page]
        while todo:
            composite = todo.pop()
            inner = _inner(composite)
            for block in composite.blocks if inner else ():
                page_inside = self._page(block.type) if block.id in inner and is_instance(block) else None
                if page_inside is not None and page_inside.name not in found:
                    found[page_inside.name] = page_inside
                    todo.append(page_inside)
        return [*found.values()]


def _with_choices(spec: BlockSpec, composites: Sequence[str]) -> BlockSpec:
    """The type of blocks that run composites, with those that there are, and the pins to go over, to choose from."""
    choices = {**dict.fromkeys(LOOP_BODIES[spec.name], tuple(composites)), OVER: tuple(spec.input_index)}
    made = with_pins(spec, spec.inputs, spec.outputs)
    made.attributes = tuple([
        each._replace(allowed=choices[each.name]) if choices.get(each.name) else each for each in spec.attributes
    ])  # fmt: skip
    made.attribute_names = {each.name: each for each in made.attributes}
    return made


def _inner(page: Page) -> set[str]:
    """The blocks inside of a composite that its values set."""
    values = () if page.composite is None else page.composite.values
    return {each.partition(".")[0] for value in values for each in value.sets}


def _outside(page: Page) -> tuple[Definition | None, list[Block]]:
    """What of a composite can be seen at its instances: its values with what they set, and its pins."""
    inner = _inner(page)
    seen = [block for block in page.blocks if block.type in (INPUT_PIN, OUTPUT_PIN) or block.id in inner]
    pins = [block._replace(at=(0, 0), size=None) for block in seen]
    return page.composite, pins
