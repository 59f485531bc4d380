"""Lessons as data: pages to look at, questions that the gradient flow answers, and what-ifs to try.

Lessons are JSON files in ``assets/lessons`` with the keys ``title``, ``about``, ``example`` (a shipped page; empty: a
new one), and ``steps``. A step has a ``text``; blocks to ``look`` at; ``of``, the value whose gradient is shown;
``lift``, ``cut`` and ``picture``, the what-if and its view; ``run``, the number of steps to run first; or a
``question``: ``ask``, ``of``, ``among``, ``lift``, ``cut``; or a ``task`` for the user (see `app.core.lesson_tasks`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from app.core.lesson_tasks import Task, task_of
from app.core.runs.gradient_diagnosis import why_none
from blocks.analysis.what_if import Question, flow_after
from blocks.document.data import Json
from blocks.elaborate.model import Elaboration

_SUFFIX = ".json"
_ORDER = ("first_steps", "stable_softmax", "em_step", "contrastive_divergence", "adversarial_example", "missing_cut")


class Asked(NamedTuple):
    """A question: which of these blocks get a gradient of ``of``? ``lift`` and ``cut`` are a what-if."""

    ask: str
    of: str
    among: tuple[str, ...]
    lift: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()


class Step(NamedTuple):
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
    question: Asked | None = None
    task: Task | None = None


class Lesson(NamedTuple):
    """A lesson: its name and title, a description, its example, and its steps."""

    name: str
    title: str
    about: str
    example: str
    steps: tuple[Step, ...]


class Answer(NamedTuple):
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


def _step(data: Json) -> Step:
    question = data.get("question")
    return Step(
        data["text"],
        _names(data, "look"),
        data.get("of", ""),
        _names(data, "lift"),
        _names(data, "cut"),
        data.get("picture", "would be"),
        data.get("run", 0),
        _asked(question) if question is not None else None,
        task_of(data["task"]) if "task" in data else None,
    )


def _asked(data: Json) -> Asked:
    return Asked(data["ask"], data["of"], _names(data, "among"), _names(data, "lift"), _names(data, "cut"))


def _names(data: Json, key: str) -> tuple[str, ...]:
    return tuple(data.get(key, ()))


def right_answer(elaboration: Elaboration, asked: Asked) -> frozenset[str]:
    return frozenset(asked.among) & flow_after(elaboration, Question(asked.of, asked.lift, asked.cut)).blocks


def answer(elaboration: Elaboration, asked: Asked, chosen: Sequence[str]) -> Answer:
    flow = flow_after(elaboration, Question(asked.of, asked.lift, asked.cut))
    blocks: dict[str, tuple[bool, str]] = {}
    for block in asked.among:
        blocks[block] = ((block in flow.blocks) == (block in chosen), why_none(elaboration.page, flow, block).sentence)
    return Answer(all(right for right, _ in blocks.values()), blocks)
