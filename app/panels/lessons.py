"""The lesson panel: it shows each step's text, asks questions, and checks the answers against the gradient flow."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QScrollArea, QWidget

from app.canvas.text import tip
from app.core.lessons import Lesson, LessonAnswer, Task, lessons
from app.language import dressed, tr
from app.panels.look import FlowLayout, Text, acting, named, symbol, vertical
from app.panels.rows import KEY, SECOND, RowList

_TO_DO, DONE = "\N{WHITE CIRCLE}", "\N{CHECK MARK}"


class LessonPanel(QWidget):
    """The list of lessons, or a step of one.

    Signals:
        step_wanted(int): move on by this many steps.
    """

    lesson_wanted = Signal(str)
    step_wanted = Signal(int)
    answered = Signal(list)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.all = RowList(tr("Lessons"), self, 44, below=True)
        self.all.itemClicked.connect(lambda: self.lesson_wanted.emit(self.all.currentItem().data(KEY)))
        for lesson in lessons().values():
            about = tr(lesson.about)
            self.all.add(tr(lesson.title), {SECOND: about, KEY: lesson.name}, about)
        self.title, self.progress = Text("", "title", wrap=True), Text("", "dim")
        self.text = Text("", wrap=True)
        self.ask = Text("", "title", wrap=True)
        self.choices = named(QListWidget(self), tr("Blocks that get a gradient"))
        self.feedback = Text("", wrap=True)
        self.task = Text("", "accent", wrap=True)
        self.check = acting(QPushButton(tr("Check"), self), lambda: self.answered.emit(self.chosen()))
        self.back = acting(QPushButton(tr("Back")), lambda: self.step_wanted.emit(-1))
        self.next = acting(QPushButton(tr("Next")), lambda: self.step_wanted.emit(1))
        self.end = acting(QPushButton(tr("End")), self.left)
        self._lay_out()
        self.show_list()

    def _lay_out(self) -> None:
        body = QWidget()
        parts = (self.title, self.progress, self.text, self.task, self.ask, self.choices, self.check, self.feedback)
        vertical(*parts, to=body, margins=(12, 8, 12, 8), spacing=8).addStretch(1)
        self.page = named(QScrollArea(self, widgetResizable=True), tr("Lesson"))
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page.setWidget(body)
        self.buttons = QWidget(self)
        FlowLayout(self.back, self.next, self.end, to=self.buttons, margins=(8, 4, 8, 6), spacing=6)
        vertical(self.all, (self.page, 1), self.buttons, to=self, margins=(0, 0, 0, 0), spacing=0)

    def show_list(self) -> None:
        self.all.show()
        self.page.hide()
        self.buttons.hide()
        self.setFocusProxy(self.all)

    def show_step(self, lesson: Lesson, index: int) -> None:
        step = lesson.steps[index]
        self.all.hide()
        self.page.show()
        self.buttons.show()
        self.title.setText(tr(lesson.title))
        self.progress.setText(tr("Step {place} of {count}", place=index + 1, count=len(lesson.steps)))
        self.text.setText(tr(step.text))
        question = step.question
        for widget in (self.ask, self.choices, self.check):
            widget.setVisible(question is not None)
        self.feedback.show()
        self.feedback.setText("")
        self.show_task(step.task, done=False)
        self.choices.clear()
        if question is not None:
            self.ask.setText(
                tr("{ask} Click the blocks on the page, or check them in this list.", ask=tr(question.ask))
            )
            for name in question.among:
                item = QListWidgetItem(name)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Unchecked)
                self.choices.addItem(item)
            self.choices.setCurrentRow(0)
            self._fit_choices()
        self.back.setEnabled(index > 0)
        self.next.setText(tr("Done") if index == len(lesson.steps) - 1 else tr("Next"))
        first = self.choices if question is not None else self.next
        self.setFocusProxy(first)
        if step.task is None:  # else the keys are for the page
            first.setFocus()

    def show_task(self, task: Task | None, *, done: bool) -> None:
        self.task.setVisible(task is not None)
        if task is not None:
            self.task.setText(dressed(tr(task.say), lambda text: f"{DONE if done else _TO_DO} {text}"))
            self.task.set_tone("good" if done else "accent")
            self.feedback.setText(tr("Done. Press Next to continue.") if done else "")
            self.feedback.set_tone("good")

    def show_closed(self, path: Path | None) -> None:
        for widget in (self.task, self.ask, self.choices, self.check, self.feedback):
            widget.hide()
        if path is None:
            self.text.setText(tr("The lesson page was closed."))
        else:
            self.text.setText(tr("The lesson page was closed. Open {name} to continue.", name=path.name))
        self.back.setEnabled(False)
        self.next.setText(tr("Start over"))

    def retranslate(self) -> None:
        for index, lesson in enumerate(lessons().values()):
            item = self.all.item(index)
            item.setText(tr(lesson.title))
            item.setData(SECOND, tr(lesson.about))
            item.setToolTip(tip(tr(lesson.about)))

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
        self.feedback.setText("\n".join([head, *wrong, *others]))
        self.feedback.set_tone("good" if answer.right else "warning")
