"""Lessons: their data fit their pages, answers come from the flow, and one can take them with mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.canvas.items import PinKey
from app.core.exercises import LessonProgress, answer, is_done, shipped
from app.panels.exercise import DONE
from app.window.widgets.questions import UserAnswer
from app.window.window import MainWindow
from blocks.analysis.what_if import Question, flow_change
from blocks.document.data import Block, Endpoint, Page, Wire
from blocks.elaborate.elaborate import elaborate
from blocks.exercise.model import Task, read_exercise
from tests.app.gradient.hands import face_of
from tests.app.tour import Tour
from tests.app.window.hands import Answers, click, click_block, front, press, settle

RIGHT = {
    "stable_softmax": ["x shifted softmax", "x max shifted softmax"],
    "em_step": ["means log_density distance", "means log_density responsibility x"],
    "contrastive_divergence": ["W a b data_input", "visible"],
    "adversarial_example": ["W x_adv push", "W x_raw raw_push input_grad"],
    "missing_cut": ["w c", "w c scale shift"],
}
"""What is right, by who knows the method."""


@pytest.mark.parametrize("name", RIGHT)
def test_the_flow_gives_the_answers_and_all_that_is_named_is_there(name: str) -> None:
    lesson = read_exercise(shipped()[f"lesson.{name}"].path)
    page = lesson.start.pages[0].snapshot()
    elaboration = elaborate(page)
    ids = {block.id for block in page.blocks}
    asked = [step.question for step in lesson.steps if step.question is not None]
    # An answer that names no block is wrong for exactly the blocks that a gradient reaches.
    right = [{block for block, (ok, _) in answer(elaboration, each, ()).blocks.items() if not ok} for each in asked]
    assert right == [set(each.split()) for each in RIGHT[name]]
    assert any(step.lift or step.cut for step in lesson.steps)
    for step in lesson.steps:
        assert {*step.look, *(step.question.among if step.question else ())} <= ids and step.text
        if step.of:
            flow_change(elaboration, Question(step.of, step.lift, step.cut))  # raises where it cannot be asked
    assert [each.path.stem for each in shipped().values() if each.folder == "lessons"] == ["first_steps", *RIGHT]


def test_an_answer_is_told_with_reasons() -> None:
    lesson = read_exercise(shipped()["lesson.missing_cut"].path)
    page = lesson.start.pages[0].snapshot()
    [first, *_] = [step.question for step in lesson.steps if step.question is not None]
    reply = answer(elaborate(page), first, ["w", "scale"])
    assert not reply.right and [right for right, _ in reply.blocks.values()] == [True, False, False, True]
    assert "ends at given_fake (StopGradient)" in reply.blocks["scale"][1]
    assert answer(elaborate(page), first, ["c", "w"]).right


def test_one_is_taken_with_mouse_and_keys(window: MainWindow, qtbot: QtBot) -> None:
    window.commands.trigger("lesson.missing_cut")
    tab, panel = front(window), window.exercises.panel
    settle(qtbot, lambda: panel.isVisible() and panel.next.isVisible() and "main" in tab.engine.checker.infos)
    assert tab.scene.gradient.face is None and panel.progress.text() == "Step 1 of 6"
    press(panel.next, Qt.Key.Key_Space)
    assert panel.ask.text().startswith("Which variables will get a gradient of loss_d?")
    tab.view.fit_all()
    tab.view.set_zoom(1.0)
    tab.view.center_on_block("w")
    click_block(tab, "w")
    assert panel.chosen() == ["w"]
    settle(qtbot, lambda: tab.scene.selected_ids() == [])
    assert tab.scene.found == {"w"}
    tab.view.center_on_block("c")
    at = tab.scene.pin_position(PinKey("c", "ref", None, is_input=False))
    assert at is not None
    for chosen in (["w", "c"], ["w"]):  # a click on a pin answers as well, and begins no wire
        click(tab.view.viewport(), tab.view.viewportTransform().map(at).toPoint())
        assert panel.chosen() == chosen and tab.tools.tool is None
    panel.choices.setFocus()
    panel.choices.setCurrentRow(2)
    press(panel.choices, Qt.Key.Key_Space)  # scale, which is wrong
    assert panel.chosen() == ["w", "scale"] and tab.scene.gradient.face is None
    click(panel.check)
    assert panel.feedback.text().startswith("Not quite.\nc gets a gradient")
    settle(qtbot, lambda: tab.scene.gradient.face is not None and face_of(tab).title == "loss_d")
    for _ in range(3):
        click(panel.next)
    settle(qtbot, lambda: not tab.engine.running and bool(tab.engine.gradients.steps("main")))
    settle(qtbot, lambda: "given_fake is ignored" in face_of(tab).tried and face_of(tab).measured)
    assert window.panels.gradient.isVisible() and face_of(tab).tried.startswith("Difference")
    click(panel.next)
    assert panel.next.text() == "Done" and not tab.engine.what_if.asked
    click(panel.next)
    assert panel.all.isVisible() and panel.all.count() == len(shipped())
    panel.all.setCurrentRow(1)
    press(panel.all, Qt.Key.Key_Return)
    settle(qtbot, lambda: front(window) is not tab and panel.title.text() == shipped()["lesson.stable_softmax"].title)


def test_the_first_lesson_is_taken_from_an_empty_page_to_a_stopped_gradient(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.exercises.panel
    tour = Tour(window, lambda done: settle(qtbot, done), lambda: qtbot.wait(20))
    tour.begin()
    assert tour.tab.page.blocks == () and panel.progress.text() == "Step 1 of 8" and tour.tab.view.hasFocus()
    done: list[str] = []
    for name in tour.tasks():
        done.append(name)
        assert panel.feedback.text() == "Done. Press Next to continue."
    assert done == ["draw", "value", "wire", "run", "differentiate", "stop", "mute"]
    assert panel.next.text() == "Done" and not panel.task.isVisible()


def test_a_lesson_goes_on_where_its_page_is_opened_again(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    panel, answers = window.exercises.panel, window.ask
    assert isinstance(answers, Answers)
    tour = Tour(window, lambda done: settle(qtbot, done), lambda: qtbot.wait(20))
    tour.begin()
    tour.draw()
    settle(qtbot, lambda: panel.task.text().startswith(DONE))
    click(panel.next)
    answers.to_save = tmp_path / "mine.gradblocks"
    press(tour.tab.view, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, lambda: not tour.tab.document.modified)
    window.close_front()
    settle(qtbot, lambda: panel.text.text().startswith("The exercise page was closed. Open mine.gradblocks"))
    assert panel.next.text() == "Start over" and not panel.task.isVisible()
    window.files.open(answers.to_save)
    settle(qtbot, lambda: window.tab is not None and panel.task.isVisible())
    assert panel.progress.text() == "Step 2 of 8" and panel.next.text() == "Next"
    tour.value()
    settle(qtbot, lambda: panel.task.text().startswith(DONE))

    answers.keep_answer = UserAnswer.DISCARD
    window.close_front()
    settle(qtbot, lambda: panel.next.text() == "Start over")
    click(panel.next)
    settle(qtbot, lambda: panel.progress.text() == "Step 1 of 8" and tour.tab.page.blocks == ())


def test_a_task_is_done_by_what_is_there() -> None:
    page = Page("p", (Block("w", "Variable"), Block("s", "Square")), (Wire(Endpoint("w", "ref"), Endpoint("s", "x")),))
    task = Task("Do", block="Square", wire=("Variable", "Square"), of="Square", misses="Variable")
    assert not is_done(task, LessonProgress(page))
    assert is_done(task, LessonProgress(page, of="s"))
    assert not is_done(task, LessonProgress(page, of="s", reached=["w"]))
    assert not is_done(task, LessonProgress(page._replace(wires=()), of="s"))
    assert is_done(Task("", ran="Square"), LessonProgress(page, ["s"]))
    value = Task("", value=("Variable", "initvalues"))
    assert not is_done(value, LessonProgress(page))
    assert is_done(value, LessonProgress(page._replace(blocks=(Block("w", "Variable", values={"initvalues": 3.0}),))))
