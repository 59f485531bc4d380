"""The exercise panel: the task, its questions, the checks with their outcome, and the steps of a lesson."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QWidget,
)

from app.canvas.text import tip
from app.core.exercises import LessonAnswer, shipped
from app.panels.look import FlowLayout, ScrollArea, Text, Tone, acting, named, symbol, vertical
from app.panels.rows import KEY, SECOND, RowList
from blocks.base.language import dressed, mark, tr
from blocks.document.data import Json, is_list, same
from blocks.exercise.model import Exercise, Question, Task

_TO_DO, DONE, _FAILED = "\N{WHITE CIRCLE}", "\N{CHECK MARK}", "\N{BALLOT X}"
_SIGNS: Mapping[bool | None, tuple[str, Tone]] = {
    None: (_TO_DO, "dim"),
    True: (DONE, "good"),
    False: (_FAILED, "error"),
}


class ExercisePanel(QWidget):
    """The list of lessons and exercises, or one of them. `work_wanted`: check the student's work, or stop that."""

    exercise_wanted = Signal(str)
    step_wanted = Signal(int)
    answered = Signal(list)
    given = Signal(str, object)
    work_wanted = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.all = RowList(tr("Exercises"), self, 44, below=True)
        self.all.itemClicked.connect(lambda: self.exercise_wanted.emit(self.all.currentItem().data(KEY)))
        for each in shipped().values():
            self.all.add(tr(each.title), {SECOND: tr(each.text), KEY: each.name}, tr(each.text))
        self.title, self.progress = Text("", "title", wrap=True), Text("", "dim")
        self.text = Text("", wrap=True)
        self.ask = Text("", "title", wrap=True)
        self.choices = named(QListWidget(self), tr("Blocks that get a gradient"))
        self.feedback = Text("", wrap=True)
        self.task = Text("", "accent", wrap=True)
        self.check = acting(QPushButton(tr("Check"), self), lambda: self.answered.emit(self.chosen()))
        self.questions, self.checks = vertical(spacing=10), vertical(spacing=6)
        self.boxes: list[QuestionBox] = []
        self._graded = False
        self.score = Text("", "title", wrap=True)
        self.back = acting(QPushButton(tr("Back")), lambda: self.step_wanted.emit(-1))
        self.next = acting(QPushButton(tr("Next")), lambda: self.step_wanted.emit(1))
        self.work = acting(QPushButton(tr("Check my work"), default=True), self.work_wanted)
        self.end = acting(QPushButton(tr("End")), self.left)
        self._lay_out()
        self.show_list()

    def _lay_out(self) -> None:
        body = QWidget()
        parts = (self.title, self.progress, self.text, self.task, self.ask, self.choices, self.check, self.feedback)
        more = (self.questions, self.score, self.checks)
        vertical(*parts, *more, to=body, margins=(12, 8, 12, 8), spacing=8).addStretch(1)
        self.page = named(ScrollArea(self), tr("Exercise"))
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page.setWidget(body)
        self.buttons = QWidget(self)
        row = self.work, self.back, self.next, self.end
        FlowLayout(*row, to=self.buttons, margins=(8, 4, 8, 6), spacing=6)
        vertical(self.all, (self.page, 1), self.buttons, to=self, margins=(0, 0, 0, 0), spacing=0)

    def show_list(self) -> None:
        self.all.show()
        self.page.hide()
        self.buttons.hide()
        self.setFocusProxy(self.all)

    def show_step(self, exercise: Exercise, index: int, answers: Mapping[str, Json]) -> None:
        step = exercise.steps[index] if exercise.steps else None
        self.all.hide()
        self.page.show()
        self.buttons.show()
        self.title.setText(tr(exercise.title))
        count = len(exercise.steps)
        self.progress.say(tr("Step {place} of {count}", place=index + 1, count=count) if count else "")
        self.text.setText(tr(exercise.text if step is None else step.text))
        question = None if step is None else step.question
        for widget in (self.ask, self.choices, self.check):
            widget.setVisible(question is not None)
        self.feedback.say("")
        self.show_task(None if step is None else step.task, done=False)
        self.choices.clear()
        if question is not None:
            said = mark("{ask} Click the blocks on the page, or check them in this list.")
            self.ask.setText(tr(said, ask=tr(question.ask)))
            for name in question.among:
                item = QListWidgetItem(name)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Unchecked)
                self.choices.addItem(item)
            self.choices.setCurrentRow(0)
            self._fit_choices()
        self.back.setEnabled(index > 0)
        self.next.setText(tr("Done") if index == count - 1 else tr("Next"))
        for button, is_there in ((self.back, count), (self.next, count), (self.work, exercise.checks)):
            button.setVisible(bool(is_there))
        _clear(self.questions)
        several = {each.data["answers"] for each in exercise.checks if is_list(each.data.get("is"))}
        self.boxes = [QuestionBox(each, each.id in several, self.given) for each in exercise.questions]
        for box in self.boxes:
            self.questions.addWidget(box)
        self.show_answers(answers)
        self.show_busy(False)
        known = [("" if each.hidden else each.name, each.points) for each in exercise.checks]
        self.show_checks([{"name": name, "max_points": points} for name, points in known], "")
        first = self.choices if question is not None else self.next if count else self.work
        self.setFocusProxy(first)
        if step is not None and step.task is None:  # else the keys are for the page
            first.setFocus()

    def show_task(self, task: Task | None, *, done: bool) -> None:
        self.task.setVisible(task is not None)
        if task is not None:
            self.task.setText(dressed(tr(task.say), lambda text: f"{DONE if done else _TO_DO} {text}"))
            self.task.set_tone("good" if done else "accent")
            self.feedback.say(tr("Done. Press Next to continue.") if done else "")
            self.feedback.set_tone("good")

    def show_answers(self, answers: Mapping[str, Json]) -> None:
        for box in self.boxes:
            box.show_answer(answers.get(box.id))

    def show_checks(self, checks: Sequence[Mapping[str, Json]], score: str, tone: Tone = "title") -> None:
        """Show checks, as `gradblocks grade --json` reports them, and the score."""
        _clear(self.checks)
        self._graded = bool(score)
        self.score.say(score or (tr("Checks") if checks else ""))
        self.score.set_tone(tone)
        for each in checks:
            self.checks.addWidget(CheckBox(each))

    def show_outdated(self) -> None:
        if self._graded:
            self.score.say(tr("Your work has changed. Check it again."))
            self.score.set_tone("dim")

    def show_busy(self, busy: bool) -> None:
        self.work.setText(tr("Stop checking") if busy else tr("Check my work"))

    def show_closed(self, path: Path | None) -> None:
        for widget in (self.task, self.ask, self.choices, self.check, self.feedback, self.work, self.score):
            widget.hide()
        self.boxes = []
        _clear(self.questions)
        _clear(self.checks)
        if path is None:
            self.text.setText(tr("The exercise page was closed."))
        else:
            self.text.setText(tr("The exercise page was closed. Open {name} to continue.", name=path.name))
        self.back.setEnabled(False)
        self.next.setVisible(True)
        self.next.setText(tr("Start over"))

    def retranslate(self) -> None:
        for index, each in enumerate(shipped().values()):
            item = self.all.item(index)
            item.setText(tr(each.title))
            item.setData(SECOND, tr(each.text))
            item.setToolTip(tip(tr(each.text)))

    def _fit_choices(self) -> None:
        self.choices.setFixedHeight(self.choices.sizeHintForRow(0) * self.choices.count() + 8)

    def chosen(self) -> list[str]:
        items = [self.choices.item(i) for i in range(self.choices.count())]
        return [item.text() for item in items if item.checkState() == Qt.CheckState.Checked]

    def flip(self, block: str) -> bool:
        """Toggle a block that was clicked on the page; return whether it is among the options."""
        for item in self.choices.findItems(block, Qt.MatchFlag.MatchExactly):
            on = item.checkState() == Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)
            return True
        return False

    def show_answer(self, answer: LessonAnswer) -> None:
        for i in range(self.choices.count()):
            item = self.choices.item(i)
            right, _ = answer.blocks[item.text()]
            item.setToolTip(tip(answer.blocks[item.text()][1]))
            item.setIcon(symbol("added" if right else "error"))
        self._fit_choices()
        head = tr("Correct.") if answer.right else tr("Not quite.")
        wrong = [why for right, why in answer.blocks.values() if not right]
        others = [why for right, why in answer.blocks.values() if right]
        self.feedback.say("\n".join([head, *wrong, *others]))
        self.feedback.set_tone("good" if answer.right else "warning")


class QuestionBox(QFrame):
    def __init__(self, question: Question, several: bool, given: SignalInstance) -> None:
        super().__init__()
        self.setObjectName("card")
        self.id = question.id
        kind = QCheckBox if several else QRadioButton
        self.choices = [(choice, kind(tr(str(choice)), self)) for choice in question.choices]
        self.edit = named(QLineEdit(self, placeholderText=tr("Type your answer and press Enter")), tr("Answer"))
        self.edit.setVisible(not question.choices)
        self.edit.editingFinished.connect(lambda: given.emit(self.id, self.edit.text().strip()))
        for choice, button in self.choices:
            button.clicked.connect(lambda _=False, one=choice: given.emit(self.id, self._chosen() if several else one))
        said = tr("Hidden until you answer: {what}", what=", ".join(question.hides))
        self.note = Text(said if question.hides else "", "link", wrap=True)
        parts = Text(tr(question.text), wrap=True), *(button for _, button in self.choices), self.edit, self.note
        vertical(*parts, to=self, margins=(10, 8, 10, 8), spacing=6)

    def _chosen(self) -> list[Json]:
        return [choice for choice, button in self.choices if button.isChecked()]

    def show_answer(self, answer: Json) -> None:
        for choice, button in self.choices:
            button.setAutoExclusive(isinstance(button, QRadioButton) and answer is not None)  # else the last one stays
            button.setChecked(choice in answer if is_list(answer) else same(choice, answer))
        self.edit.setText("" if answer is None else str(answer))
        self.note.setVisible(bool(self.note.text()) and answer is None)


class CheckBox(QWidget):
    """A check: its sign, name and points, and the reason and the hint if it failed."""

    def __init__(self, check: Mapping[str, Json]) -> None:
        super().__init__()
        passed, most = check.get("passed"), check["max_points"]
        sign, tone = _SIGNS[passed]
        points = f"\N{EN DASH} / {most:g}" if passed is None else f"{check['points']:g} / {most:g}"
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        grid.addWidget(Text(sign, tone), 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(Text(tr(check.get("name") or tr("Hidden check")), wrap=True), 0, 1)
        grid.addWidget(Text(points, "dim"), 0, 2, Qt.AlignmentFlag.AlignTop)
        grid.setColumnStretch(1, 1)
        more = check.get("reason"), tr("Hint: {hint}", hint=tr(check["hint"])) if check.get("hint") else ""
        for row, (text, its_tone) in enumerate(zip(more, ("warning", "dim"), strict=True), 1):
            if text and not passed:
                grid.addWidget(Text(text, its_tone, wrap=True), row, 1, 1, 2)


def _clear(layout: QBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.deleteLater()
