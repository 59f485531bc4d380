"""The current state of a diagram, with indices for fast lookups.

Only `blocks.document.changes` modifies it. All other code reads it through `blocks.document.model`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from blocks.base.errors import DiagramError
from blocks.document.data import Block, Definition, Document, Json, Page, Route, Wire

Kind = Literal["wires", "notes", "frames", "routes"]
KINDS: tuple[Kind, ...] = ("wires", "notes", "frames", "routes")

_T = TypeVar("_T")
WireIndex = defaultdict[str, list[Wire]]
"""Block id to the wires at any of its pins, in file order: made again after most edits, so it is no finer than that."""


class PageState:
    """The current state of a page: blocks by id in file order, other items in lists, and wires by pin."""

    def __init__(self, page: Page) -> None:
        self.name = page.name
        self.blocks: dict[str, Block] = {block.id: block for block in page.blocks}
        self.wires: list[Wire] = list(page.wires)
        self.notes = list(page.notes)
        self.frames = list(page.frames)
        self.routes: list[Route] = list(page.routes)
        self.extra = page.extra
        self.composite: Definition | None = page.composite
        self.revision = 0
        self._snapshot: Page | None = page
        self._indices: dict[int, WireIndex] = {}  # of the sources (0) and the targets (1)

    def items(self, kind: Kind) -> list[Any]:
        return getattr(self, kind)

    def touch(self) -> None:
        self.revision += 1
        self._snapshot = None

    def snapshot(self) -> Page:
        """Return an immutable page, the same object until the next change."""
        if self._snapshot is None:
            self._snapshot = Page(
                self.name,
                tuple(self.blocks.values()),
                tuple(self.wires),
                tuple(self.notes),
                tuple(self.frames),
                self.extra,
                self.composite,
                tuple(self.routes),
            )
        return self._snapshot

    def insert_blocks(self, items: Sequence[tuple[int, Block]]) -> None:
        """Insert blocks with new ids at indices that `check_indices` accepts."""
        if items and items[0][0] == len(self.blocks):
            self.blocks.update((block.id, block) for _, block in items)
        else:
            self.blocks = {block.id: block for block in merged(list(self.blocks.values()), items)}
        self.touch()

    def remove_blocks(self, ids: Iterable[str]) -> tuple[tuple[int, Block], ...]:
        """Remove existing blocks, and return the arguments of `insert_blocks` that restore them."""
        wanted = set(ids)
        if len(wanted) == 1 and next(reversed(self.blocks)) in wanted:
            removed = ((len(self.blocks) - 1, self.blocks.popitem()[1]),)
        else:
            removed = tuple((i, block) for i, block in enumerate(self.blocks.values()) if block.id in wanted)
            for block_id in wanted:
                del self.blocks[block_id]
        self.touch()
        return removed

    def replace_block(self, block: Block) -> None:
        self.blocks[block.id] = block
        self.touch()

    def of_type(self, type_name: str) -> list[str]:
        return [block.id for block in self.blocks.values() if block.type == type_name]

    def rename_block(self, old: str, new: str) -> None:
        self.blocks = {
            (new if key == old else key): (block._replace(id=new) if key == old else block)
            for key, block in self.blocks.items()
        }
        self.wires = [_renamed(w, old, new) if old in (w.source.block, w.target.block) else w for w in self.wires]
        self.routes = [route._replace(wire=_renamed(route.wire, old, new)) for route in self.routes]
        self._indices.clear()
        self.touch()

    def insert(self, kind: Kind, items: Sequence[tuple[int, Any]]) -> None:
        present = self.items(kind)
        if items and items[0][0] == len(present):
            present.extend(item for _, item in items)
            for side, index in self._indices.items() if kind == "wires" else ():
                for _, wire in items:
                    index[wire[side].block].append(wire)
        else:
            present[:] = merged(present, items)
            if kind == "wires":
                self._indices.clear()
        self.touch()

    def remove(self, kind: Kind, indices: Sequence[int]) -> tuple[tuple[int, Any], ...]:
        """Remove items at ascending indices, and return the arguments of `insert` that restore them."""
        present = self.items(kind)
        removed = tuple((i, present[i]) for i in indices)
        if indices and indices[0] == len(present) - len(indices):
            del present[indices[0] :]
        else:
            gone = set(indices)
            present[:] = [item for i, item in enumerate(present) if i not in gone]
        if kind == "wires":
            self._indices.clear()
        self.touch()
        return removed

    def replace(self, kind: Kind, items: Sequence[tuple[int, Any]]) -> tuple[tuple[int, Any], ...]:
        present = self.items(kind)
        before = tuple((i, present[i]) for i, _ in items)
        for i, item in items:
            present[i] = item
        if kind == "wires":
            self._indices.clear()
        self.touch()
        return before

    def wires_into(self, block: str, pin: str | None) -> tuple[Wire, ...]:
        """Return the wires into a pin, or into all pins of a block pin by pin, in file order for each pin."""
        return self._wires_at(1, block, pin)

    def wires_from(self, block: str, pin: str | None) -> tuple[Wire, ...]:
        return self._wires_at(0, block, pin)

    def _wires_at(self, side: int, block: str, pin: str | None) -> tuple[Wire, ...]:
        index = self._indices.get(side)
        if index is None:
            index = self._indices[side] = defaultdict(list)
            for wire in self.wires:
                index[wire[side].block].append(wire)
        return _by_pin([(wire[side].pin, wire) for wire in index.get(block, ())], pin)


class DiagramState:
    """The current state of a diagram: its pages by name in order, and its composites' canvases (``":Dense"``).

    Attributes:
        blocks, wires: upper bounds of their counts; see `blocks.document.validation.check_room`.
    """

    def __init__(self, document: Document) -> None:
        self.title = document.title
        self.pages = {page.name: PageState(page) for page in document.pages}
        self.composites = {page.name: PageState(page) for page in document.composites}
        self.package: Mapping[str, Json] | None = document.package
        self.extra = document.extra
        self.blocks = sum([len(page.blocks) for page in self.canvases()])
        self.wires = sum([len(page.wires) for page in self.canvases()])

    def canvas(self, name: str) -> PageState | None:
        return self.pages.get(name) or self.composites.get(name)

    def canvases(self) -> tuple[PageState, ...]:
        return (*self.composites.values(), *self.pages.values())

    def siblings(self, canvas: Page | PageState) -> dict[str, PageState]:
        return self.pages if canvas.composite is None else self.composites

    def snapshot(self) -> Document:
        return Document(
            self.title,
            tuple(page.snapshot() for page in self.pages.values()),
            self.extra,
            tuple(page.snapshot() for page in self.composites.values()),
            self.package,
        )


def check_indices(indices: Sequence[int], length: int, *, inserting: bool) -> None:
    last = -1
    for i, index in enumerate(indices):
        end = length + i if inserting else length - 1
        if not last < index <= end:
            raise DiagramError(
                f"index {index} is invalid for a list of {length} items: indices must exist, differ and be in "
                "ascending order"
            )
        last = index


def merged(old: Sequence[_T], items: Iterable[tuple[int, _T]]) -> list[_T]:
    """Return a list with each item at its index and the old ones, in their order, in the gaps."""
    result: list[_T] = []
    taken = 0
    for index, item in items:
        more = index - len(result)
        result += old[taken : taken + more]
        result.append(item)
        taken += more
    result += old[taken:]
    return result


def _renamed(wire: Wire, old: str, new: str) -> Wire:
    source, target = wire
    return Wire(
        source._replace(block=new) if source.block == old else source,
        target._replace(block=new) if target.block == old else target,
    )


def _by_pin(wires: Iterable[tuple[str, Wire]], pin: str | None) -> tuple[Wire, ...]:
    pins: dict[str, list[Wire]] = {}
    for name, wire in wires:
        pins.setdefault(name, []).append(wire)
    if pin is not None:
        return tuple(pins.get(pin, ()))
    return tuple(wire for each in pins.values() for wire in each)
