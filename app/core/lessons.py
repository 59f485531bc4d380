"""Lessons as data: pages to look at, questions that the gradient flow answers, and what-ifs to try.

Lessons are JSON files in ``assets/lessons`` with the keys ``title``, ``about``, ``example`` (a shipped page; empty: a
new one), and ``steps``. A step has a ``text``; blocks to ``look`` at; ``of``, the value whose gradient is shown;
``lift``, ``cut`` and ``picture``, the what-if and its view; ``run``, the number of steps to run first; or a
``question``: ``ask``, ``of``, ``among``, ``lift``, ``cut``; or a ``task`` for the user (see `app.core.lessons`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from blocks.analysis.diagnosis import why_none
from blocks.analysis.what_if import Question, flow_after
from blocks.document.data import Block, Json, Page, is_list
from blocks.elaborate.model import Elaboration

_SUFFIX = ".json"
_ORDER = ("first_steps", "stable_softmax", "em_step", "contrastive_divergence", "adversarial_example", "missing_cut")


class LessonQuestion(NamedTuple):
    """A question: which of these blocks get a gradient of ``of``? ``lift`` and ``cut`` are a what-if."""

    ask: str
    of: str
    among: tuple[str, ...]
    lift: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()


class LessonStep(NamedTuple):
    """A step of a lesson.

    Attributes:
        look: the blocks to focus on.
        of: the block whose gradient is shown; empty: none.
        lift, cut, picture: the what-if, and the view of it.
        run: the number of steps to run first, if the page has not run yet.
    """

    text: str
    look: tuple[str, ...] = ()
    of: str = ""
    lift: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    picture: str = "would be"
    run: int = 0
    question: LessonQuestion | None = None
    task: Task | None = None


class Lesson(NamedTuple):
    """A lesson: its name and title, a description, its example, and its steps."""

    name: str
    title: str
    about: str
    example: str
    steps: tuple[LessonStep, ...]


class LessonAnswer(NamedTuple):
    """The assessment of an answer: whether it was right for each block, and a sentence."""

    right: bool
    blocks: Mapping[str, tuple[bool, str]]


@cache
def lessons() -> Mapping[str, Lesson]:
    folder = resources.files("assets") / "lessons"
    files = {file.name.removesuffix(_SUFFIX): file for file in folder.iterdir() if file.name.endswith(_SUFFIX)}
    names = [*(name for name in _ORDER if name in files), *sorted(files.keys() - set(_ORDER))]
    return {name: lesson_of(name, json.loads(files[name].read_text("utf-8"))) for name in names}


def lesson_of(name: str, data: Json) -> Lesson:
    steps = [_step(each) for each in data["steps"]]
    return Lesson(name, data["title"], data["about"], data["example"], tuple(steps))


def _step(data: Json) -> LessonStep:
    question = data.get("question")
    asked = None if question is None else LessonQuestion(**_fields(question, LessonQuestion))
    task = task_of(data["task"]) if "task" in data else None
    return LessonStep(**_fields(data, LessonStep))._replace(question=asked, task=task)


def _fields(data: Mapping[str, Json], of: type[LessonQuestion | LessonStep]) -> dict[str, Any]:
    known = {name: value for name, value in data.items() if name in of._fields}
    return {name: tuple(value) if is_list(value) else value for name, value in known.items()}


def answer(elaboration: Elaboration, asked: LessonQuestion, chosen: Sequence[str]) -> LessonAnswer:
    flow = flow_after(elaboration, Question(asked.of, asked.lift, asked.cut))
    blocks: dict[str, tuple[bool, str]] = {}
    for block in asked.among:
        blocks[block] = ((block in flow.blocks) == (block in chosen), why_none(elaboration.page, flow, block).sentence)
    return LessonAnswer(all(right for right, _ in blocks.values()), blocks)


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


class LessonProgress(NamedTuple):
    """The user's progress on a task; ``of`` is the block whose gradient is shown."""

    page: Page
    results: Collection[str] = ()
    of: str = ""
    reached: Collection[str] = ()


def task_of(data: Mapping[str, Json]) -> Task:
    texts = {name: text for name, text in data.items() if isinstance(text, str)}
    lists = {name: tuple(map(str, names)) for name, names in data.items() if is_list(names)}
    return Task("")._replace(**texts, **lists)


def is_done(task: Task, progress: LessonProgress) -> bool:
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
