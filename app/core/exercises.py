"""Shipped lessons and exercises, the answers to a lesson's questions, and the progress on its tasks."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from blocks.analysis.diagnosis import why_none
from blocks.analysis.what_if import Question, flow_after
from blocks.document.data import Block, Page
from blocks.elaborate.model import Elaboration
from blocks.exercise.model import FlowQuestion, Task

_FOLDERS = ("lessons", "exercises")
_LESSONS = "first_steps stable_softmax em_step contrastive_divergence adversarial_example missing_cut"
_ORDER = [f"lesson.{name}" for name in _LESSONS.split()]


class Shipped(NamedTuple):
    """The file of a shipped exercise; ``name``: ``lesson.em_step``; ``folder``: ``lessons`` or ``exercises``."""

    name: str
    title: str
    text: str
    path: Path
    folder: str


class LessonAnswer(NamedTuple):
    """The assessment of an answer: whether it was right for each block, and a sentence."""

    right: bool
    blocks: Mapping[str, tuple[bool, str]]


@cache
def shipped() -> Mapping[str, Shipped]:
    found: dict[str, Shipped] = {}
    for folder in _FOLDERS:
        for path in sorted(Path(str(resources.files("assets") / folder)).glob("*.json")):
            data = json.loads(path.read_text("utf-8"))
            name = f"{folder.removesuffix('s')}.{path.stem}"
            found[name] = Shipped(name, data["title"], data["text"], path, folder)
    return {name: found[name] for name in (*_ORDER, *sorted(found.keys() - set(_ORDER)))}


def answer(elaboration: Elaboration, asked: FlowQuestion, chosen: Sequence[str]) -> LessonAnswer:
    flow = flow_after(elaboration, Question(asked.of, asked.lift, asked.cut))
    blocks: dict[str, tuple[bool, str]] = {}
    for block in asked.among:
        blocks[block] = ((block in flow.blocks) == (block in chosen), why_none(elaboration.page, flow, block).sentence)
    return LessonAnswer(all(right for right, _ in blocks.values()), blocks)


class LessonProgress(NamedTuple):
    """The user's progress on a task; ``of`` is the block whose gradient is shown."""

    page: Page
    results: Collection[str] = ()
    of: str = ""
    reached: Collection[str] = ()


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
