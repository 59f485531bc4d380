"""The exercises that ship with Gradblocks: their marks are those that a teacher gives."""

from __future__ import annotations

from pathlib import Path

import pytest

import blocks
from blocks.analysis.checks import check
from blocks.exercise.grading import grade, verify
from blocks.exercise.model import read_exercise
from tests.exercise.hand_ins import HAND_INS, made

FOLDER = Path(__file__).parents[2] / "assets" / "exercises"
ERRORS = {"straight_through": "rounded", "repair_training": "stop"}
"""The block that the only error of a start diagram names."""


def test_each_exercise_has_hand_ins() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == HAND_INS.keys()
    for each in HAND_INS.values():
        assert len(each.right) >= 3
        assert len(each.wrong) >= 10
        assert len(each.cheating) >= 5


@pytest.mark.parametrize("name", HAND_INS)
def test_exercise(name: str) -> None:
    exercise, hand_ins = read_exercise(FOLDER / f"{name}.json"), HAND_INS[name]
    verify(exercise)
    assert exercise.questions[0].hides
    assert any(each.hidden for each in exercise.checks)
    assert all(each.hint for each in exercise.checks)
    errors = [error.message for error in check(exercise.start).errors]
    assert [ERRORS[name] in message for message in errors] == ([True] if name in ERRORS else [])
    for file in FOLDER.glob(f"{name}_*.gradblocks"):
        assert blocks.load(file).dumps() == file.read_text("utf-8"), file

    def score(edits: str, seed: int = 0) -> float:
        return grade(exercise, made(exercise, edits), seed=seed).score

    assert score("") == 0
    solution = grade(exercise, blocks.load(FOLDER / f"{name}_solution.gradblocks"))
    assert (solution.score, solution.max_score) == (10, 10)
    expected = {each.name: each.points for part in hand_ins for each in part}
    assert {each.name: score(each.edits) for part in hand_ins for each in part} == expected
    assert {score(each.edits, seed=1) for each in hand_ins.right} == {10}
