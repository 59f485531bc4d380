"""Composites offered by block libraries: a name such as ``layers/:Dense``, until one is copied into the diagram."""

from __future__ import annotations

from typing import Any

from app.core.verbs import Made
from blocks.document.changes import AddBlocks, Change, Group, parts_of
from blocks.document.data import Document, Page
from blocks.document.packages import folders
from blocks.document.packages.copies import use
from blocks.document.packages.description import Package
from blocks.elaborate.instance_types import instance_spec
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
