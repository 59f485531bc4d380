"""``gradblocks grade``: points in each format, and hand-ins that try to do harm."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

import blocks
from blocks.document.drawings import in_page
from blocks.document.model import Diagram, PageView
from blocks.exercise import formats
from blocks.exercise.grading import grade
from blocks.exercise.model import read_exercise, set_answer
from tests.cli.conftest import Command
from tests.exercise.pages import CHECKS, after, exercise, solution, start

POINTS = {"value": 2, "gradient": 0.1, "uses": 0.2, "answers": 0}
HIDDEN = "uses"


@pytest.fixture
def task(tmp_path: Path) -> Path:
    """The exercise, with its start diagram and its solution in files beside it, a hidden check and a data file."""
    data = exercise(checks={name: {**each, "points": POINTS.get(name, 1)} for name, each in CHECKS.items()})
    after(start).save(tmp_path / "start.gradblocks")
    after(solution).save(tmp_path / "solution.gradblocks")
    data["start"] = "start.gradblocks"
    for check in data["checks"]:
        check["hidden"] = check["name"] == HIDDEN
        if "same_as" in check:
            check["same_as"] = "solution.gradblocks"
    path = tmp_path / "task.json"
    path.write_text(json.dumps(data))
    (tmp_path / "in").mkdir()
    return path


def handed_in(task: Path, name: str, content: Diagram | str | bytes) -> Path:
    path = task.parent / "in" / name
    path.parent.mkdir(exist_ok=True)
    text = content.dumps() if isinstance(content, Diagram) else content
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def best() -> Diagram:
    diagram = after(solution)
    diagram.apply(set_answer(diagram, "why", "T"))
    return diagram


def test_the_points_are_printed_in_each_format(command: Command, task: Path) -> None:
    """The files of the exercise are no hand-ins, and a file of a solution's name beside a hand-in is not read."""
    handed_in(task, "anna.html", f"<html>{in_page(best().dumps())}</html>")
    handed_in(task, "bob/main.gradblocks", after(start))
    handed_in(task, "solution.gradblocks", after(start))
    handed_in(task, "notes.npy", b"")
    shutil.copy(task, task.parent / "in" / "copy.json")
    task = task.rename(task.parent / "in" / "task.json")
    for name in ("start.gradblocks", "solution.gradblocks"):
        shutil.copy(task.parent.parent / name, task.parent / name)
    folder = task.parent
    graded = command("grade", task, folder, "--json").json["rows"]
    files = ["anna.html", "bob/main.gradblocks", "copy.json"]
    assert [(row["file"], row["score"], row["max_score"]) for row in graded] == [
        (files[0], 5.3, 5.3), (files[1], 1, 5.3), (files[2], 0, 5.3)
    ]  # fmt: skip
    assert graded[0]["checks"][0] == {"name": "value", "points": 2, "max_points": 2, "passed": True}
    failed = command("grade", task, folder / files[1], "--json").json["checks"]
    assert failed == graded[1]["checks"]
    assert (failed[0]["points"], failed[0]["passed"], failed[0]["hint"]) == (0, False, "Hint value.")
    assert "loss" in failed[0]["reason"]
    exercise_read = read_exercise(task)
    rows = [(name, grade(exercise_read, blocks.load(folder / name))) for name in files[:2]]
    assert [formats.as_json(each) for _, each in rows] == [
        {name: each for name, each in row.items() if name != "file"} for row in graded[:2]
    ]
    table = [*csv.reader(io.StringIO(formats.table([("=1+1", rows[0][1]), rows[1]])))]
    assert table == [
        ["file", "score", "max_score", *CHECKS], ["'=1+1", "5.3", "5.3", "2", "1", "0.1", "1", "0.2", "1", "0"],
        [files[1], "1", "5.3", "0", "0", "0", "0", "0", "1", "0"],
    ]  # fmt: skip
    summary = formats.summary(rows)
    assert all(word in summary for word in ("5.3 of 5.3  anna.html", "2 hand-ins", "1 of 2 passed  value"))
    book = [*csv.DictReader(io.StringIO(formats.nbgrader(rows, "Task")))]
    assert [(row["assignment"], row["student_id"], row["raw_score"], row["max_score"]) for row in book] == [
        ("Task", "anna", "5.3", "5.3"), ("Task", "bob", "1.0", "5.3")
    ]  # fmt: skip


def test_hidden_checks_are_hidden_from_students(task: Path) -> None:
    result = grade(read_exercise(task), after(start))
    scope = formats.gradescope(result)
    assert scope["score"] == sum(test["score"] for test in scope["tests"]) == 1
    assert {test["name"] for test in scope["tests"] if test["visibility"] == "hidden"} == {HIDDEN}
    room = formats.classroom(result)
    assert (room["version"], room["status"], room["max_score"]) == (1, "fail", 5.3)
    assert "Hint value." in room["tests"][0]["message"]
    assert "Hint uses." not in str(room)
    shown = formats.for_student(result)
    for told in (formats.text(shown), formats.table([("a", shown)]), formats.summary([("a", shown)])):
        assert "uses" not in told
        assert "value" in told
    assert "uses" not in str([formats.as_json(shown), formats.gradescope(shown), formats.classroom(shown)])


def endless(page: PageView) -> None:
    """A loop whose condition always holds."""
    for name, kind, value in (("Same", "Multiply", 1.0), ("Always", "Less", 9.0)):
        canvas = page.diagram.add_composite(name)
        canvas.add("InputPin", id="h")
        canvas.add(kind, id="op", y=value)
        canvas.add("OutputPin", id="out", name="h" if kind == "Multiply" else "goes")
        canvas.wire("h", "op.x")
        canvas.wire("op", "out.input")
    page.add("Const", id="one", val=1.0)
    page.add("While", id="forever", condition=":Always", body=":Same")
    page.add("Identity", id="loss")
    page.wire("one", "forever.h")
    page.wire("forever.h", "loss.input")


def bomb(page: PageView) -> None:
    page.add("Fill", id="big", dims=[1 << 20, 1 << 20], value=1.0)
    page.add("Sum", id="loss", axis=[0, 1])
    page.wire("big", "loss.input")


def stranger(page: PageView) -> None:
    """A value from a file of the exercise that the start diagram does not use."""
    page.add("Const", id="loss", val={"file": "secret.npy"})


def test_no_hand_in_does_harm(command: Command, task: Path) -> None:
    """Each costs a bounded time, and scores what its checks without a run are worth. The output has the same bytes."""
    (task.parent / "secret.npy").write_bytes(b"")
    for name, edit in (("endless", endless), ("bomb", bomb), ("stranger", stranger)):
        handed_in(task, f"{name}.gradblocks", after(start, edit))
    cell = after(start)
    cell.add_composite("Own").add(":Own", id="own")
    cell.page("main").add(":Own", id="loss")
    handed_in(task, "own.gradblocks", cell)
    text = best().dumps()
    other: dict[str, str | bytes] = {
        "deep": "[" * 100_000, "empty": "", "binary": bytes(range(256)), "list": "[]", "large": b" " * (17 << 20),
        "nan": text.replace("0.25", "NaN"), "answers": text.replace('{"why": "T"}', f"[{'[' * 40}{']' * 40}]"),
        "huge": text.replace('"T"}', f'{"9" * 4000}}}'), "page": text.replace('"main"', '"mine"'),
    }  # fmt: skip
    for name, content in other.items():
        handed_in(task, f"{name}.gradblocks", content)
    folder = task.parent / "in"
    os.symlink(task.parent / "solution.gradblocks", folder / "link.gradblocks")
    os.symlink(folder / "gone", folder / "gone.gradblocks")
    os.mkfifo(folder / "pipe.gradblocks")
    done = [command("grade", task, folder, "--json", "--timeout", "3", "--max-mem", "50M") for _ in range(2)]
    assert done[0] == done[1]
    assert (done[0].status, done[0].err) == (0, "")
    rows = {row["file"].removesuffix(".gradblocks"): row for row in done[0].json["rows"]}
    assert rows.keys() == {*other, "endless", "bomb", "stranger", "own", "link", "gone", "pipe"}
    assert {name: row["score"] for name, row in rows.items() if row["score"]} == {
        "endless": 1, "bomb": 1, "stranger": 1, "own": 1, "answers": 5.3, "huge": 5.3, "page": 5.3
    }  # fmt: skip
    words = {
        "endless": "time limit", "bomb": "memory", "stranger": "secret.npy", "deep": "levels", "large": "bytes",
        "link": "file",
    }  # fmt: skip
    reasons = {name: rows[name]["checks"][0]["reason"] for name in words}
    assert {name: word for name, word in words.items() if word not in reasons[name]} == {}
    assert "9.0625" not in done[0].out


def test_the_exit_status_tells_a_broken_exercise_from_a_wrong_command_line(command: Command, task: Path) -> None:
    hand_in = handed_in(task, "bob.gradblocks", best())
    assert command("grade", task, hand_in, "--seed", "3", "--json").json["score"] == 5.3
    (task.parent / "empty").mkdir()
    assert command("grade", task, task.parent / "empty", "--format", "gradescope").json == {"rows": []}
    for arguments in ((task,), (task, "nowhere"), ("nowhere", hand_in), (task, hand_in, "--seed", "x"),
                      (task, hand_in, "--json", "--csv"), (task, hand_in, "--format", "moodle")):  # fmt: skip
        assert command("grade", *arguments).status == 2
    data: dict[str, Any] = json.loads(task.read_text())
    for key, value in (("uses", {"Stopgradient": [1, 1]}), ("toleranze", 1)):
        broken = {**data, "checks": [*data["checks"], {"name": "new", key: value}]}
        task.write_text(json.dumps(broken))
        done = command("grade", task, hand_in)
        assert (done.status, done.out) == (1, "")
        assert "task.json" in done.err and "'new'" in done.err and key in done.err
    solution_file = task.parent / "solution.gradblocks"
    wrong = blocks.load(solution_file)
    wrong.page("main").remove("sq")
    wrong.save(solution_file)
    task.write_text(json.dumps(data))
    done = command("grade", task, hand_in)
    assert done.status == 1
    assert "'same_as'" in done.err
    solution_file.unlink()  # as students have it
    assert command("grade", task, hand_in).status == 1
    done = command("grade", task, hand_in, "--student", "--json")
    assert (done.status, done.json["score"]) == (0, 3.3)
    reasons = {each["name"]: each["reason"] for each in done.json["checks"] if not each["passed"]}
    assert reasons.keys() == {"same_as", "gradient_of"}
    assert all("teacher" in each for each in reasons.values())
