"""Earlier names of block types, pins and attributes, which are replaced with the current names.

Files are converted when they are read, everything else when a change is applied. So all other code uses only the
current names. Pins and values of composites belong to the user and keep their names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from blocks.base import renames
from blocks.document.data import Block, Document, Endpoint, Page, PromotedValue, Wire
from blocks.library.earlier_names import NAMES, TYPES

Names = Mapping[str, str]
_NONE: Mapping[str, Collection[str]] = {}


class Spelling:
    """A renaming of block types, pins and attributes.

    Args:
        types: the new names of block types, by old name.
        names: the new names of pins and attributes, by block type (its new name) and old name.
        note: called with each replaced name and its replacement.
    """

    def __init__(self, types: Names, names: Mapping[str, Names], note: Callable[[str, str], None] | None) -> None:
        self._types = types
        self._names = names
        self._note = note
        self._affected = types.keys() | names.keys()

    def type(self, name: str) -> str:
        new = self._types.get(name, name)
        if new != name and self._note is not None:
            self._note(f"the block type {name}", new)
        return new

    def name(self, kind: str, name: str, taken: Collection[str] = ()) -> str:
        """Return the new name of a pin or attribute; a name stays if its replacement is taken."""
        new = self._names[kind].get(name, name) if kind in self._names else name
        if new == name or new in taken:
            return name
        if self._note is not None:
            self._note(f"{kind}.{name}", f"{kind}.{new}")
        return new

    def block(self, block: Block) -> Block:
        if block.type not in self._affected:
            return block
        kind = self.type(block.type)
        values = {self.name(kind, name, block.values): value for name, value in block.values.items()}
        return block._replace(type=kind, values=values)

    def wire(self, wire: Wire, blocks: Mapping[str, Block], taken: Mapping[str, Collection[str]] = _NONE) -> Wire:
        source, target = wire
        if source.block not in blocks and target.block not in blocks:
            return wire
        return Wire(self._end(source, blocks), self._end(target, blocks, taken.get(target.block, ())))

    def _end(self, end: Endpoint, blocks: Mapping[str, Block], taken: Collection[str] = ()) -> Endpoint:
        block = blocks.get(end.block)
        return end if block is None else end._replace(pin=self.name(block.type, end.pin, taken))

    def values(self, values: tuple[PromotedValue, ...], blocks: Mapping[str, Block]) -> tuple[PromotedValue, ...]:
        return tuple([each._replace(sets=tuple([self._set(name, blocks) for name in each.sets])) for each in values])

    def _set(self, name: str, blocks: Mapping[str, Block]) -> str:
        block, dot, value = name.partition(".")
        return f"{block}{dot}{self.name(blocks[block].type, value)}" if block in blocks else name

    def page(self, page: Page) -> Page:
        blocks = {block.id: self.block(block) for block in page.blocks if block.type in self._affected}
        if not blocks:
            return page
        taken: dict[str, set[str]] = {}
        for wire in page.wires:
            if wire.target.block in blocks:
                taken.setdefault(wire.target.block, set()).add(wire.target.pin)
        composite = page.composite
        if composite is not None:
            composite = composite._replace(values=self.values(composite.values, blocks))
        return page._replace(
            blocks=tuple([blocks.get(block.id, block) for block in page.blocks]),
            wires=tuple([self.wire(wire, blocks, taken) for wire in page.wires]),
            composite=composite,
            routes=tuple([route._replace(wire=self.wire(route.wire, blocks, taken)) for route in page.routes]),
        )

    def document(self, document: Document) -> Document:
        pages, composites = (tuple(map(self.page, each)) for each in (document.pages, document.composites))
        return document._replace(pages=pages, composites=composites)


TODAY = Spelling(TYPES, NAMES, renames.note)
"""Replaces earlier names, and says so."""

_BEFORE = {new: old for old, new in TYPES.items()}
EARLIER = Spelling(
    _BEFORE, {_BEFORE.get(kind, kind): {v: k for k, v in names.items()} for kind, names in NAMES.items()}, None
)
"""Gives a page the names that an earlier version wrote."""
