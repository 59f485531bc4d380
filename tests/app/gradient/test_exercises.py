"""Exercises: a student solves one, and an author makes one, with mouse and keys."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QListWidget
from pytestqt.qtbot import QtBot

from app.panels.exercise import CheckBox, ExercisePanel
from app.panels.look import Text
from app.window.window import MainWindow
from blocks.cli import main
from blocks.document.file import load
from blocks.document.model import Diagram
from blocks.exercise.model import answers_of, read_exercise
from tests.app.window.hands import Answers, click, front, press, settle

QUESTIONS = [
    {"id": "loss", "text": "Which value has loss?", "hides": ["loss.y"]},
    {"id": "reach", "text": "Which get a gradient?", "choices": ["w", "both"], "hides": ["w"]},
]
CHECKS = [
    {"name": "cut", "points": 2, "hint": "Stop it", "gradient": "loss", "reaches": ["v"], "not_reaches": ["w"]},
    {"name": "answer", "points": 0.5, "answers": "reach", "is": "both"},
    {"name": "guess", "answers": "loss", "is": 4},
    {"name": "secret", "hidden": True, "hint": "secret", "uses": {"StopGradient": [1, 1]}},
]


def _diagram(*, stopped: bool) -> Diagram:
    diagram = Diagram()
    page = diagram.add_page("main")
    page.add("Variable", id="w", initvalues=[3.0])
    page.add("Variable", id="v", initvalues=[1.0])
    page.add("Subtract", id="diff")
    page.add("Square", id="loss")
    for wire in (("w", "cut.input"), ("cut", "diff.x")) if stopped else (("w", "diff.x"),):
        if stopped and page.get("cut") is None:
            page.add("StopGradient", id="cut")
        page.wire(*wire)
    page.wire("v", "diff.y")
    page.wire("diff", "loss.x")
    return diagram


def _checks(panel: ExercisePanel) -> list[list[str]]:
    """Return the texts of the checks that the panel shows."""
    items = [panel.checks.itemAt(i) for i in range(panel.checks.count())]
    boxes = [item.widget() for item in items if item is not None]
    return [[text.text() for text in box.findChildren(Text)] for box in boxes if isinstance(box, CheckBox)]


def test_a_student_predicts_and_solves_and_goes_on_later(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path, own, panel, ask = tmp_path / "task.json", tmp_path / "own.gradblocks", window.exercises.panel, window.ask
    assert isinstance(ask, Answers)
    start = json.loads(_diagram(stopped=False).dumps())
    data = {"title": "Cut", "text": "Stop w", "start": start, "questions": QUESTIONS, "checks": CHECKS}
    path.write_text(json.dumps({"format": "gradblocks-exercise/1", **data}), "utf-8")
    ask.to_open = [path]
    window.commands.trigger("file.exercise")
    tab = front(window)
    settle(qtbot, lambda: panel.work.isVisible() and "main" in tab.engine.checker.infos)
    assert tab.document.path is None and panel.title.text() == "Cut"
    assert [texts[1] for texts in _checks(panel)] == ["cut", "answer", "guess", "Hidden check"]

    press(tab.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, lambda: not tab.engine.running and bool(tab.engine.store.results("main")))
    shown = [each.preview.lines for each in tab.engine.store.results("main").values()]
    assert shown == [("?",), ("[1.0]",), ("[2.0]",), ("?",)]
    assert set(tab.scene.contracts.marks) == {"loss", "w"}
    tab.view.setFocus()
    press(tab.view, Qt.Key.Key_G)
    assert not window.gradients.is_shown and "hidden until you answer" in window.status.message.text()

    first, second = panel.boxes
    QTest.keyClicks(first.edit, "4")
    press(first.edit, Qt.Key.Key_Return)
    settle(qtbot, lambda: set(tab.scene.contracts.marks) == {"w"})
    assert first.note.isHidden() and [*tab.engine.store.results("main").values()][-1].preview.lines == ("[4.0]",)
    click(second.choices[1][1])
    assert answers_of(tab.document.diagram) == {"loss": 4, "reach": "both"} and not tab.scene.contracts.marks
    tab.view.setFocus()
    press(tab.view, Qt.Key.Key_G)
    assert window.gradients.is_shown
    window.commands.trigger("edit.undo")
    assert not window.gradients.is_shown and not second.choices[1][1].isChecked() and not second.note.isHidden()
    window.commands.trigger("edit.redo")

    click(panel.work)
    settle(qtbot, lambda: panel.score.text() == "1.5 of 4.5 points")
    cut, answer, _, secret = _checks(panel)
    assert cut[2] == "0 / 2" and "'w'" in cut[3] and cut[4] == "Hint: Stop it" and answer[2] == "0.5 / 0.5"
    assert secret[1] == "Hidden check" and "Hint: secret" not in secret
    wire = next(each for each in tab.scene.mirror.wires if each.wire.source.block == "w")
    (x, y), (u, v) = wire.points[0], wire.points[-1]
    tab.view.type_dropped.emit("StopGradient", QPointF((x + u) / 2, (y + v) / 2), "")
    assert panel.score.text().startswith("Your work has changed")
    click(panel.work)
    settle(qtbot, lambda: panel.score.text() == "4.5 of 4.5 points")

    ask.to_save = own
    press(tab.view, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    click(panel.end)
    assert panel.all.isVisible() and answers_of(load(own)) == {"loss": 4, "reach": "both"}
    ask.typed = "Continue"
    window.files.open(path)
    settle(qtbot, panel.work.isVisible)
    assert front(window) is tab and panel.boxes[1].choices[1][1].isChecked() and panel.boxes[0].edit.text() == "4"


def test_an_author_makes_an_exercise_of_the_open_page(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    solved, ask, panel = tmp_path / "solved.gradblocks", window.ask, window.exercises.panel
    assert isinstance(ask, Answers)
    diagram = _diagram(stopped=True)
    diagram.page("main").add("ClientSession", id="session")
    diagram.page("main").wire("loss", "session.fetch_outputs")
    diagram.save(solved)
    window.files.open(solved)
    tab = front(window)
    press(tab.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, lambda: not tab.engine.running and bool(tab.engine.store.results("main")))
    window.commands.trigger("file.make_exercise")
    dialog = window.exercises.asking
    assert dialog is not None and not dialog.finish.isEnabled()
    QTest.keyClicks(dialog.title, "Cut")
    QTest.keyClicks(dialog.text, "Stop w")
    [cut] = dialog.parts.findItems("cut", Qt.MatchFlag.MatchStartsWith)
    cut.setCheckState(0, Qt.CheckState.Unchecked)
    for action in dialog.menu.actions():
        action.trigger()
    value, same, gradient, of, uses, _, fixed, asked = dialog.checks
    assert value.read["value"]() == "loss.y" and value.read["equals"]() == [4.0]
    assert gradient.read["gradient"]() == "loss"  # and not the session, which is the last block
    for form, key, names in (
        (same, "of", ["loss.y"]), (gradient, "reaches", ["v"]), (gradient, "not_reaches", ["w"]),
        (fixed, "unchanged", ["w", "v"]), (asked, "hides", ["w", "loss.y"]),
    ):  # fmt: skip
        listed = form.widgets[key]
        assert isinstance(listed, QListWidget)
        for name in names:
            [item] = listed.findItems(name, Qt.MatchFlag.MatchExactly)
            item.setCheckState(Qt.CheckState.Checked)
    for form, key, text in ((of, "wrt", "v"), (uses, "type", "StopGradient")):
        box = form.widgets[key]
        assert isinstance(box, QComboBox)
        box.setCurrentText(text)
    for key, text in (("text", "Which?"), ("is", "v"), ("hint", "Think")):
        line = asked.widgets[key]
        assert isinstance(line, QLineEdit)
        QTest.keyClicks(line, text)
    ask.to_save = tmp_path / "task.json"
    click(dialog.finish)  # the loss does not train: there is no optimizer, but that is no error of the exercise
    settle(qtbot, lambda: panel.score.text() == "7 of 8 points")
    made = read_exercise(ask.to_save)
    assert made.start.page("main").get("cut") is None and len(made.start.page("main").wires) == 4
    assert made.questions[0].hides == ("w", "loss.y") and [each.key for each in made.checks] == [
        "value", "same_as", "gradient", "gradient_of", "uses", "trains", "unchanged", "answers"
    ]  # fmt: skip
    assert main(["grade", str(ask.to_save), str(tmp_path / "task.solution.gradblocks"), "--json"]) == 0
