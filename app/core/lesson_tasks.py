"""Lesson tasks on a page, and a check of whether they are done, based on the result instead of the steps taken."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from blocks.document.data import Block, Json, Page, is_list


class Task(NamedTuple):
    """A task of a lesson. Empty fields are not checked.

    Attributes:
        block: the page has a block of this type.
        value: a block of this type has a value of this name, or a wire into it.
        wire: a wire leads from a block of the first type to one of the second.
        ran: a block of this type has a result.
        of: a block of this type is differentiated, and the gradient is shown.
        reaches, misses: the gradient reaches a block of this type, or none of the blocks of this type.
    """

    say: str
    block: str = ""
    value: tuple[str, ...] = ()
    wire: tuple[str, ...] = ()
    ran: str = ""
    of: str = ""
    reaches: str = ""
    misses: str = ""


class Progress(NamedTuple):
    """The user's progress on a task; ``of`` is the block whose gradient is shown."""

    page: Page
    results: Collection[str] = ()
    of: str = ""
    reached: Collection[str] = ()


def task_of(data: Mapping[str, Json]) -> Task:
    texts = {name: text for name, text in data.items() if isinstance(text, str)}
    lists = {name: tuple(map(str, names)) for name, names in data.items() if is_list(names)}
    return Task("")._replace(**texts, **lists)


def is_done(task: Task, progress: Progress) -> bool:
    types = {block.id: block.type for block in progress.page.blocks}
    done = [
        not task.block or task.block in types.values(),
        not task.value or any(_has_value(block, progress.page, *task.value) for block in progress.page.blocks),
        not task.wire or any(
            (types.get(source.block), types.get(target.block)) == task.wire for source, target in progress.page.wires
        ),
        not task.ran or any(types.get(block) == task.ran for block in progress.results),
        not task.of or types.get(progress.of) == task.of,
        not task.reaches or any(types.get(block) == task.reaches for block in progress.reached),
        not task.misses or (
            task.misses in types.values() and not any(types.get(block) == task.misses for block in progress.reached)
        ),
    ]  # fmt: skip
    return all(done)


def _has_value(block: Block, page: Page, kind: str, name: str) -> bool:
    wired = any(target.block == block.id and target.pin == name for _, target in page.wires)
    return block.type == kind and (name in block.values or wired)
