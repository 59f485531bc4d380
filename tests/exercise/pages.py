"""An exercise in least squares with a teacher network, and hand-ins for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import blocks
from blocks.document.model import Diagram, PageView
from blocks.exercise.grading import Grade, grade
from blocks.exercise.model import exercise_of

Edit = Callable[[PageView], object]


def start(page: PageView) -> None:
    """Data, a variable, and a teacher whose gradient must be stopped."""
    page.add("Placeholder", id="x", dtype="float32", shape=[None, 2])
    page.add("Const", id="labels", val=[[1.0], [2.0]])
    page.add("Variable", id="W", initvalues=[[0.5], [-0.5]])
    page.add("Variable", id="T", initvalues=[[0.25], [1.0]])
    page.add("MatMul", id="y")
    page.add("MatMul", id="teacher")
    for source, target in (("x", "y.a"), ("W", "y.b"), ("x", "teacher.a"), ("T", "teacher.b")):
        page.wire(source, target)


def solution(page: PageView, stop: str = "StopGradient") -> None:
    start(page)
    page.add(stop, id="cut")
    page.add("Subtract", id="d")
    page.add("Square", id="sq")
    page.add("Sum", id="loss", axis=[0, 1])
    for source, target in (("teacher", "cut.input"), ("y", "d.x"), ("cut", "d.y"), ("d", "sq.x"), ("sq", "loss.input")):
        page.wire(source, target)


def other_solution(page: PageView) -> None:
    """The same, with other blocks and ids: the sum of d * d, and the stop at the teacher's variable."""
    start(page)
    page.add("StopGradient", id="s")
    page.remove("teacher")
    page.add("MatMul", id="teacher")
    page.add("Subtract", id="minus")
    page.add("Multiply", id="product")
    page.add("Sum", id="loss", axis=[0, 1])
    for source, target in (
        ("T", "s.input"), ("x", "teacher.a"), ("s", "teacher.b"), ("y", "minus.x"), ("teacher", "minus.y"),
        ("minus", "product.x"), ("minus", "product.y"), ("product", "loss.input"),
    ):  # fmt: skip
        page.wire(source, target)


def after(*edits: Edit) -> Diagram:
    diagram = Diagram()
    page = diagram.add_page("main")
    for edit in edits:
        edit(page)
    return diagram


def raw(diagram: Diagram) -> Any:
    return json.loads(diagram.dumps())


FEED = {"x": [[1.0, 0.0], [0.0, 2.0]]}
# d = [[0.25], [-3.0]], so that the loss is 9.0625 and its gradient 2 x^T d.
CHECKS: dict[str, dict[str, Any]] = {
    "value": {"value": "loss.output", "equals": 9.0625, "feed": FEED},
    "same_as": {"same_as": raw(after(solution)), "of": ["loss.output"]},
    "gradient": {"gradient": "loss", "reaches": ["W", "MatMul"], "not_reaches": ["T"]},
    "gradient_of": {"gradient_of": "loss", "wrt": "W", "same_as": raw(after(solution))},
    "uses": {"uses": {"StopGradient": [1, 1]}, "forbids": ["PreventGradient"]},
    "unchanged": {"unchanged": ["x", "labels", "W"]},
    "answers": {"answers": "why", "is": "T"},
}


def exercise(checks: dict[str, dict[str, Any]] = CHECKS, **more: Any) -> Any:
    """The JSON of the exercise."""
    return {
        "format": "gradblocks-exercise/1", "title": "Stop the teacher", "text": "Put the stop.",
        "start": raw(after(start)), "questions": [{"id": "why", "text": "Which?", "choices": ["W", "T"]}],
        "checks": [{"name": name, "points": 1, "hint": f"Hint {name}.", **each} for name, each in checks.items()],
        **more,
    }  # fmt: skip


def graded(hand_in: Diagram, checks: dict[str, dict[str, Any]] = CHECKS, seed: int = 0, **more: Any) -> Grade:
    return grade(exercise_of(exercise(checks=checks, **more), "/nowhere"), blocks.loads(hand_in.dumps()), seed=seed)


def passed(hand_in: Diagram, checks: dict[str, dict[str, Any]] = CHECKS, **more: Any) -> set[str]:
    return {each.name for each in graded(hand_in, checks, **more).checks if each.passed}
