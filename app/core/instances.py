"""Where the composites of a document are used: their instances, by page and path."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from app.core.document import Document, Edit
from app.core.history import parts_of
from blocks.document.changes import (
    AddBlocks,
    AddItems,
    AddPage,
    Change,
    RemoveBlocks,
    RemoveItems,
    RenameBlock,
    ReplaceItems,
    SetDefinition,
    SetField,
    SetValue,
    UnsetValue,
)
from blocks.document.data import INSTANCE, Page


class InstancePath(NamedTuple):
    """Where a canvas is looked at: a page, or the inside of an instance.

    Attributes:
        page: the page that all begins at; the canvas of a composite if that is looked at by itself.
        ids: the instances that one is inside of, from the outermost.
    """

    page: str
    ids: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " \u203a ".join((self.page.removeprefix(INSTANCE), *self.ids))


class Instances:
    """The instances of the composites of a document, as it is now."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._known: dict[str, tuple[Page, list[tuple[str, str]]]] = {}

    def on(self, canvas: str) -> list[tuple[str, str]]:
        """The instances on a canvas: their ids and types, in file order."""
        page = self._document.page(canvas)
        known = self._known.get(canvas)
        if known is None or known[0] is not page:
            found = [(block.id, block.type) for block in page.blocks if block.type.startswith(INSTANCE)]
            known = self._known[canvas] = (page, found)
        return known[1]

    def along(self, path: InstancePath) -> list[str]:
        """The canvases from the page of a path inwards, as far as there are such instances of known composites."""
        view = self._document.canvas(path.page)
        found = [] if view is None else [view.name]
        for block_id in path.ids if view is not None else ():
            block = view.get(block_id) if view is not None else None
            view = None if block is None else self._document.composite(block.type)
            if view is None:
                break
            found.append(view.name)
        return found

    def paths(self, composite: str) -> Iterator[InstancePath]:
        """All instances of a composite on the pages and inside other instances there, page by page."""
        leading = self._leading_to(composite)
        for view in self._document.pages:
            # One iterator for each canvas that one is inside of; a composite may hold itself, over corners.
            inside, todo = [view.name], [iter(self.on(view.name))]
            ids: list[str] = []
            while todo:
                block_id, kind = next(todo[-1], ("", ""))
                if not kind:
                    todo.pop()
                    inside.pop()
                    ids = ids[:-1]
                elif kind == composite:
                    yield InstancePath(view.name, (*ids, block_id))
                elif kind in leading and kind not in inside:
                    ids.append(block_id)
                    inside.append(kind)
                    todo.append(iter(self.on(kind)))

    def _leading_to(self, composite: str) -> set[str]:
        """The composites that hold an instance of one, or something that does."""
        users = self.users()
        found: set[str] = set()
        todo = [composite]
        while todo:
            for name in users.get(todo.pop(), ()):
                if name not in found:
                    found.add(name)
                    todo.append(name)
        return found

    def users(self) -> dict[str, list[str]]:
        """The canvases that hold instances of each type, a canvas as often as it does."""
        found: dict[str, list[str]] = {}
        for view in self._document.canvases:
            for _, kind in self.on(view.name):
                found.setdefault(kind, []).append(view.name)
        return found

    def count(self, composite: str) -> int:
        """How many instances of a composite the pages hold, those inside other instances included."""
        users, numbers = self.users(), {view.name: 1 for view in self._document.pages}
        try:
            for name in TopologicalSorter(users).static_order():
                if name not in numbers:
                    numbers[name] = sum(numbers[user] for user in users.get(name, ()))
        except CycleError:  # such composites have no number
            return len(users.get(composite, ()))
        return numbers.get(composite, 0)

    def reached_by(self, edit: Edit) -> str:
        """How many instances an edit of composites reaches, in words; empty if it reaches none."""
        parts = list(parts_of(edit.change))
        new = {change.content.name for change in parts if isinstance(change, AddPage)}
        edited = [_edited(change) for change in parts]
        names = [name for name in dict.fromkeys(edited) if name.startswith(INSTANCE) and name not in new]
        numbers = {name[1:]: self.count(name) for name in names if self._document.composite(name) is not None}
        return ", ".join(
            f"{name}: {number:,} instance{' follows' if number == 1 else 's follow'}"
            for name, number in numbers.items()
            if number
        )


def _edited(change: Change) -> str:
    """The canvas whose computation a change may make another one; empty if it is about places and the like."""
    match change:
        case AddItems() | RemoveItems() | ReplaceItems():
            return change.page if change.kind == "wires" else ""
        case SetField():
            return change.page if change.field in ("type", "muted") else ""
        case AddBlocks() | RemoveBlocks() | RenameBlock() | SetValue() | UnsetValue() | SetDefinition():
            return change.page
        case _:
            return ""
