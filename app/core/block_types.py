"""Lookup of a diagram's block types: those of the library, its own composites, and those that libraries offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from app.core.verbs import Made
from app.face.face import Thumbnail, thumbnail_of
from blocks.document.changes import AddBlocks, Change, Group, parts_of
from blocks.document.data import INSTANCE, LOOP, LOOP_BODIES, Block, Definition, Document, Page
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN, is_instance
from blocks.document.model import Diagram
from blocks.document.packages import folders
from blocks.document.packages.copies import use
from blocks.document.packages.description import Package
from blocks.elaborate.bodies import pins_of_loop
from blocks.elaborate.instance_types import instance_spec, with_pins
from blocks.elaborate.promotion import Promotion
from blocks.graph.spec import BlockSpec
from blocks.library.registry import find as find_in_library

_BETWEEN = "/"
"""What stands in a name between the package and the type of the instances there; no id and no package holds it."""


class Offers:
    """The composites of all block libraries, loaded on first use, and again after `forget`."""

    def __init__(self) -> None:
        self._packages: dict[str, Package] | None = None
        self._specs: tuple[BlockSpec, ...] = ()
        self._by_name: dict[str, BlockSpec] = {}

    def forget(self) -> None:
        self._packages = None

    def packages(self) -> dict[str, Package]:
        if self._packages is None:
            self._packages = folders.usable()
            every = self._packages.values()
            self._specs = tuple([_spec(each, page) for each in every for page in each.document.composites])
            self._by_name = {spec.name: spec for spec in self._specs}
        return self._packages

    def all(self) -> tuple[BlockSpec, ...]:
        self.packages()
        return self._specs

    def find(self, name: str) -> BlockSpec | None:
        self.packages()
        return self._by_name.get(name)

    def page(self, name: str) -> Page | None:
        package, _, canvas = name.partition(_BETWEEN)
        offer = self.packages().get(package)
        return None if offer is None else next((p for p in offer.document.composites if p.name == canvas), None)

    def taken(self, document: Document, edit: Made) -> Made:
        """Return one edit that also copies the offered definitions; raise DiagramError if that is impossible."""
        added = [change for change in parts_of(edit.change) if isinstance(change, AddBlocks)]
        names = dict.fromkeys(block.type for change in added for _, block in change.items if is_offer(block.type))
        changes: list[Change] = []
        types: dict[str, str] = {}
        for name in names:
            package, _, canvas = name.partition(_BETWEEN)
            used = use(document, self.packages()[package], canvas)
            types[name], document = used.canvas, used.document
            changes.append(used.change)
        return edit._replace(change=Group((*changes, _retyped(edit.change, types)))) if names else edit


offers = Offers()
"""Those of this process."""


def is_offer(name: str) -> bool:
    return _BETWEEN in name


def _spec(package: Package, page: Page) -> BlockSpec:
    pages = {each.name: each for each in package.document.composites}
    spec = instance_spec(page, Promotion(find_in_library, pages.get), name=f"{package.name}{_BETWEEN}{page.name}")
    spec.page = package.name
    return spec


def _retyped(change: Any, types: dict[str, str]) -> Change:
    if isinstance(change, Group):
        return Group(tuple([_retyped(each, types) for each in change.changes]))
    if isinstance(change, AddBlocks):
        items = [(index, block._replace(type=types.get(block.type, block.type))) for index, block in change.items]
        return change._replace(items=tuple(items))
    return change


OVER = "over"
"""The value that names the pins that a loop goes over."""


class _Instance(NamedTuple):
    page: Page
    inside: list[BlockSpec]
    spec: BlockSpec


class BlockTypes:
    """The block types available to a diagram in its current state.

    The type of an instance stays the same object as long as the pins and values of its composite do.
    """

    def __init__(self, diagram: Diagram) -> None:
        self._diagram = diagram
        self._guests: Sequence[Page] = ()
        self._revision = -1
        self._composites: dict[str, Page] = {}
        self._promotion = Promotion(find_in_library, self._page)
        self._specs: dict[str, _Instance] = {}
        self._loops: dict[str, tuple[tuple[object, ...], BlockSpec | None]] = {}
        self._fresh: set[str] = set()
        self._thumbnails: dict[str, tuple[Page, Thumbnail | None]] = {}

    @property
    def guests(self) -> Sequence[Page]:
        return self._guests

    @guests.setter
    def guests(self, pages: Sequence[Page]) -> None:
        self._guests = pages
        self._forget()

    def _forget(self) -> None:
        self._promotion = Promotion(find_in_library, self._page)
        self._fresh.clear()

    def find(self, name: str) -> BlockSpec | None:
        if name in LOOP_BODIES or name.startswith(f"{LOOP}/"):
            return self._loop(name)
        if is_offer(name):
            return offers.find(name)
        return self._instance(name) if name.startswith(INSTANCE) else find_in_library(name)

    def _loop(self, name: str) -> BlockSpec | None:
        """Return the type of loop blocks, the same object while pins and choosable composites stay the same."""
        seen = (*map(self._instance, name.split("/")[2:]), tuple(self._composites))
        known = self._loops.get(name)
        if known is None or known[0] != seen:
            spec = find_in_library(name) if name in LOOP_BODIES else pins_of_loop(name, self._promotion)
            widened = None if spec is None else _with_choices(spec, list(self._composites))
            known = self._loops[name] = (seen, widened)
        return known[1]

    def inside(self, name: str) -> Thumbnail | None:
        page = self._page(name) if name.startswith(INSTANCE) else None
        if page is None:
            return None
        known = self._thumbnails.get(name)
        if known is None or known[0] is not page:
            known = self._thumbnails[name] = (page, thumbnail_of(page, self.find))
        return known[1]

    def _page(self, name: str) -> Page | None:
        if self._diagram.revision != self._revision:
            self._revision = self._diagram.revision
            self._forget()
            self._composites = {view.name: view.snapshot() for view in self._diagram.composites}
        return self._composites.get(name) or next((each for each in self._guests if each.name == name), None)

    def _instance(self, name: str) -> BlockSpec | None:
        page = self._page(name)
        if page is None:
            return None
        if name not in self._fresh:
            for each in self._with_those_inside(page):
                self._renew(each)
        return self._specs[name].spec

    def _with_those_inside(self, page: Page) -> list[Page]:
        composites: dict[str, Page] = {}
        opened: set[str] = set()
        todo = [page]
        while todo:
            composite = todo[-1]
            if composite.name in opened:
                composites[todo.pop().name] = composite
            else:
                opened.add(composite.name)
                inside = self._inside(composite)
                todo += [each for each in inside if each.name not in opened and each.name not in self._fresh]
        return [*composites.values()]

    def _inside(self, page: Page) -> list[Page]:
        inner = _inner(page)
        types = [block.type for block in page.blocks if block.id in inner and is_instance(block)] if inner else []
        types.append(page.gradient)
        return [each for each in map(self._page, dict.fromkeys(types)) if each is not None]

    def _renew(self, page: Page) -> None:
        known = self._specs.get(page.name)
        # One that contains itself is not looked into once more.
        inside = [self._specs[each.name].spec for each in self._inside(page) if each.name in self._fresh]
        same_inside = known is not None and [*map(id, known.inside)] == [*map(id, inside)]
        if known is None or not same_inside or (known.page is not page and _outside(known.page) != _outside(page)):
            spec = instance_spec(page, self._promotion)
        else:
            spec = known.spec
        self._specs[page.name] = _Instance(page, inside, spec)
        self._fresh.add(page.name)


def _with_choices(spec: BlockSpec, composites: Sequence[str]) -> BlockSpec:
    choices = {**dict.fromkeys(LOOP_BODIES[spec.name], tuple(composites)), OVER: tuple(spec.input_index)}
    widened = with_pins(spec, spec.inputs, spec.outputs)
    widened.attributes = tuple([
        each._replace(allowed=choices[each.name]) if choices.get(each.name) else each for each in spec.attributes
    ])  # fmt: skip
    widened.attribute_names = {each.name: each for each in widened.attributes}
    return widened


def _inner(page: Page) -> set[str]:
    return {each.partition(".")[0] for value in page.promoted for each in value.sets}


def _outside(page: Page) -> tuple[Definition | None, list[Block]]:
    inner = _inner(page)
    seen = [block for block in page.blocks if block.type in (INPUT_PIN, OUTPUT_PIN) or block.id in inner]
    pins = [block._replace(at=(0, 0), size=None) for block in seen]
    return page.composite, pins
