"""Uses of a document's composites: their instances, and the blocks that run them, by page and path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import NamedTuple

from app.core.document import Document, DocumentEdit
from app.core.instance_steps import InstanceValue, step_of, steps_into
from blocks.base.language import plural
from blocks.document.changes import (
    AddBlocks,
    AddItems,
    AddPage,
    Change,
    RemoveBlocks,
    RemoveItems,
    RenameBlock,
    ReplaceItems,
    ReplacePage,
    SetDefinition,
    SetField,
    SetValue,
    UnsetValue,
    parts_of,
)
from blocks.document.data import INSTANCE, LOOP_BODIES, Block, Json, Page
from blocks.document.definitions import closure


class InstancePath(NamedTuple):
    """The location of a canvas: a page, or the inside of an instance.

    Attributes:
        page: the page that the path starts at, or the canvas of a composite that is viewed on its own.
        ids: the steps through instances and blocks that run composites, outermost first; see `step_of`.
    """

    page: str
    ids: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " \u203a ".join((self.page.removeprefix(INSTANCE), *(str(step_of(each)) for each in self.ids)))


class Instances:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._known: dict[str, tuple[Page, list[tuple[str, str]]]] = {}

    def on(self, canvas: str) -> list[tuple[str, str]]:
        page = self._document.page(canvas)
        known = self._known.get(canvas)
        if known is None or known[0] is not page:
            steps = [
                step
                for block in page.blocks
                if block.type.startswith(INSTANCE) or block.type in LOOP_BODIES
                for step in steps_into(block)
            ]
            known = self._known[canvas] = (page, steps)
        return known[1]

    def along(self, path: InstancePath) -> list[str]:
        """Return the canvases along a path from its page inwards, up to the first step that leads nowhere."""
        return [canvas for canvas, _ in self._along(path)]

    def runs_in(self, path: InstancePath) -> list[Block | None]:
        return [block for _, block in self._along(path)][1:]

    def loops_around(self, path: InstancePath) -> tuple[int, ...]:
        """Return the indices of the steps of a path that lead into the body or the condition of a loop."""
        return tuple([
            i
            for i, block in enumerate(self.runs_in(path))
            if block is not None and block.type in LOOP_BODIES and block.type != "Cond"
        ])  # fmt: skip

    def _along(self, path: InstancePath) -> list[tuple[str, Block | None]]:
        view = self._document.canvas(path.page)
        steps: list[tuple[str, Block | None]] = [] if view is None else [(view.name, None)]
        given: Mapping[str, Json] = {}
        for text in path.ids if view is not None else ():
            block = None if view is None else view.get(step_of(text).block)
            view = None if block is None else self._document.composite(dict(steps_into(block, given)).get(text, ""))
            if view is None or block is None:
                break
            steps.append((view.name, block))
            given = _promoted(self._document.page(view.name), block)
        return steps

    def given(self, path: InstancePath) -> dict[str, dict[str, InstanceValue]]:
        """Return the promoted values that differ inside an instance from the composite, by block and name."""
        overrides: dict[str, dict[str, InstanceValue]] = {}
        along = self._along(path)
        for (around, _), (canvas, instance) in pairwise(along):
            page, outer = self._document.page(canvas), overrides
            overrides = {}
            if instance is None or instance.type != canvas:
                continue
            blocks = {block.id: block for block in page.blocks}
            for value in page.promoted:
                known = outer.get(instance.id, {}).get(value.name)
                if known is None and value.name in instance.values:
                    known = InstanceValue(instance.values[value.name], around, instance.id, value.name)
                for block, _, name in (each.partition(".") for each in value.sets):
                    inner = known or InstanceValue(value.default, canvas, block, name)
                    if block in blocks and (known is not None or value.default is not None):
                        overrides.setdefault(block, {})[name] = inner
        return overrides

    def steps(self, start: InstancePath, names: str) -> tuple[InstancePath, str]:
        """Resolve a path from a canvas, ``cell/then/mm``, to the location of the block and its id there."""
        *inside, block = names.split("/")
        ids: list[str] = []
        while inside:
            step = inside.pop(0)
            here = InstancePath(start.page, (*start.ids, *ids, step))
            if inside and self._leads(InstancePath(start.page, (*start.ids, *ids, f"{step}/{inside[0]}"))):
                step = f"{step}/{inside.pop(0)}"
            elif inside and inside[0].isdigit() and not self._leads(InstancePath(here.page, (*here.ids, inside[0]))):
                del inside[0]  # a variable that each round has of its own: the composite is that of all
            ids.append(step)
        return InstancePath(start.page, (*start.ids, *ids)), block

    def _leads(self, path: InstancePath) -> bool:
        return len(self.along(path)) == len(path.ids) + 1

    def paths(self, composite: str) -> Iterator[InstancePath]:
        leading = closure(self.users(), [composite])
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

    def users(self) -> dict[str, list[str]]:
        users: dict[str, list[str]] = {}
        for view in self._document.canvases:
            for _, kind in self.on(view.name):
                users.setdefault(kind, []).append(view.name)
        return users

    def count(self, composite: str) -> int:
        users, numbers = self.users(), {view.name: 1 for view in self._document.pages}
        try:
            for name in TopologicalSorter(users).static_order():
                if name not in numbers:
                    numbers[name] = sum(numbers[user] for user in users.get(name, ()))
        except CycleError:  # such composites have no number
            return len(users.get(composite, ()))
        return numbers.get(composite, 0)

    def reached_by(self, edit: DocumentEdit) -> str:
        parts = list(parts_of(edit.change))
        new = {change.content.name for change in parts if isinstance(change, AddPage)}
        edited = [_edited(change) for change in parts]
        names = [name for name in dict.fromkeys(edited) if name.startswith(INSTANCE) and name not in new]
        there = [name for name in names if self._document.composite(name) is not None]
        numbers = {name[1:]: self.count(name) or self.count(self._document.owner_of(name)) for name in there}
        return ", ".join(
            plural(number, "{name}: {n} instance updated", "{name}: {n:,} instances updated", name=name)
            for name, number in numbers.items()
            if number
        )


def _promoted(page: Page, instance: Block) -> dict[str, Json]:
    return {each: instance.values.get(value.name, value.default) for value in page.promoted for each in value.sets}


def _edited(change: Change) -> str:
    """Return the canvas whose computation a change may affect; empty for positions and other cosmetic changes."""
    match change:
        case AddItems() | RemoveItems() | ReplaceItems():
            return change.page if change.kind == "wires" else ""
        case SetField():
            return change.page if change.field in ("type", "muted") else ""
        case ReplacePage():
            return change.content.name
        case AddBlocks() | RemoveBlocks() | RenameBlock() | SetValue() | UnsetValue() | SetDefinition():
            return change.page
        case _:
            return ""
