"""Grades as text, JSON and CSV, and in the formats of Gradescope, GitHub Classroom and nbgrader."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from blocks.exercise.grading import CheckResult, Grade

Rows: TypeAlias = Sequence[tuple[str, Grade]]
"""The names of hand-ins with their grades."""
_NBGRADER = ("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email", "raw_score",
             "late_submission_penalty", "score", "max_score")  # fmt: skip
"""The columns of `nbgrader export`."""


def for_student(grade: Grade) -> Grade:
    """Return a grade without the names, reasons and hints of hidden checks."""
    checks = [
        each._replace(name="", hint="", reason=each.reason and "This check is hidden.") if each.hidden else each
        for each in grade.checks
    ]
    return grade._replace(checks=tuple(checks))


def as_json(grade: Grade) -> dict[str, Any]:
    def shown(key: str, value: object) -> bool:
        return key != "hidden" and (key == "name" or value != "")

    checks = [{key: value for key, value in each._asdict().items() if shown(key, value)} for each in grade.checks]
    return {**grade._asdict(), "checks": checks}


def gradescope(grade: Grade) -> dict[str, Any]:
    """Return the content of ``results.json``."""
    tests = [
        {"name": each.name, "score": each.points, "max_score": each.max_points, "output": _message(each),
         "status": "passed" if each.passed else "failed", "visibility": "hidden" if each.hidden else "visible"}
        for each in grade.checks
    ]  # fmt: skip
    return {"score": grade.score, "tests": tests}


def classroom(grade: Grade) -> dict[str, Any]:
    """Return the results of a runner, which the autograding reporter takes in base64."""
    tests = [
        {"name": each.name, "status": "pass" if each.passed else "fail", "score": each.points,
         "message": each.reason if each.hidden else _message(each), "test_code": "", "filename": "", "line_no": 0}
        for each in grade.checks
    ]  # fmt: skip
    status = "pass" if all(each.passed for each in grade.checks) else "fail"
    return {"version": 1, "status": status, "max_score": grade.max_score, "tests": tests}


JSON = {"json": as_json, "gradescope": gradescope, "classroom": classroom}


def nbgrader(rows: Rows, assignment: str) -> str:
    """Return the table that ``nbgrader export`` writes. A student's id is the first part of the name of the hand-in."""
    lines: list[Sequence[Any]] = [_NBGRADER]
    for name, grade in rows:
        student = name.partition("/")[0] if "/" in name else name.rpartition(".")[0] or name
        score = float(grade.score)
        lines.append((assignment, "", "", student, "", "", "", score, 0.0, score, float(grade.max_score)))
    return _csv(lines)


def table(rows: Rows) -> str:
    """Return a CSV table with the points of each check."""
    names = [each.name for each in rows[0][1].checks] if rows else []
    lines = [(name, g.score, g.max_score, *(each.points for each in g.checks)) for name, g in rows]
    return _csv([("file", "score", "max_score", *names), *lines])


def _csv(lines: Iterable[Sequence[Any]]) -> str:
    target = io.StringIO()
    csv.writer(target, lineterminator="\n").writerows([map(_safe, line) for line in lines])
    return target.getvalue()


def _safe(cell: Any) -> Any:
    """Return a cell that a spreadsheet does not run as a formula, as a name of a file could be."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@")) else cell


def text(grade: Grade) -> str:
    lines: list[str] = []
    for each in grade.checks:
        name = each.name or "(hidden check)"
        lines.append(f"{'passed' if each.passed else 'failed'}  {each.points:g} of {each.max_points:g}  {name}")
        lines += [f"        {line}" for line in (each.reason, each.hint and f"Hint: {each.hint}") if line]
    return "\n".join([*lines, f"score: {grade.score:g} of {grade.max_score:g}"]) + "\n"


def summary(rows: Rows) -> str:
    """Return a line for each hand-in, and the numbers of those that passed each check."""
    lines = [f"{grade.score:g} of {grade.max_score:g}  {name}" for name, grade in rows]
    scores = [grade.score for _, grade in rows]
    mean = f", mean score {sum(scores) / len(scores):.4g}" if scores else ""
    lines += ["", f"{len(rows):,} hand-ins{mean}"]
    for i, check in enumerate(rows[0][1].checks if rows else ()):
        passed = sum(grade.checks[i].passed for _, grade in rows)
        lines.append(f"{passed:,} of {len(rows):,} passed  {check.name or '(hidden check)'}")
    return "\n".join(lines) + "\n"


def _message(check: CheckResult) -> str:
    return "\n".join(filter(None, (check.reason, check.hint)))
