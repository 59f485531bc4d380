"""The lesson controller: it opens a lesson's pages, shows its steps, and checks answers against the gradient flow."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QTimer, SignalInstance
from shiboken6 import isValid

from app.core.lessons import Lesson, LessonProgress, LessonStep, answer, is_done, lessons
from app.core.runs.variables import elaborated
from app.language import tr
from app.panels.gradient import GradientPanel
from app.panels.lessons import DONE, LessonPanel
from app.window.panel_table import GRADIENT, LESSONS
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from blocks.analysis.what_if import Question, flow_after
from blocks.base.errors import DiagramError

_REST = 60
"""Milliseconds after which it is looked whether a task is done: several things tell of the same."""


class LessonWork(WindowPart):
    """The controller of the current lesson, if there is one."""

    def __init__(self, desk: WindowProtocol, open_example: Callable[[str], None]) -> None:
        super().__init__(desk)
        self._open_example = open_example
        self.panel = desk.docks.panel(LessonPanel)
        self.panel.lesson_wanted.connect(self.begin)
        self.panel.step_wanted.connect(self._go)
        self.panel.answered.connect(self._check)
        self.panel.left.connect(self.end)
        self._lesson: Lesson | None = None
        self._joined: DiagramTab | None = None
        self._path: Path | None = None
        self._index = 0
        self._look = QTimer(self, singleShot=True, interval=_REST)
        self._look.timeout.connect(self._look_at_task)

    @staticmethod
    def _signals(tab: DiagramTab) -> list[SignalInstance]:
        return [tab.document.changed, tab.engine.state_changed, tab.engine.checked, tab.engine.gradients.changed]

    def offer(self) -> None:
        self.end()
        self._docks.show(LESSONS)

    def begin(self, name: str) -> None:
        self.end()
        lesson = lessons()[name]
        self._open_example(lesson.example)
        if self._desk.tab is None:
            return
        self._lesson, self._index = lesson, 0
        self._join(self._desk.tab)
        self._docks.show(LESSONS)
        self._show()

    def _join(self, tab: DiagramTab) -> None:
        self._joined = tab
        self._note_path()
        tab.document.path_changed.connect(self._note_path)
        tab.selection_changed.connect(self._selected)
        for signal in self._signals(tab):
            signal.connect(self._look.start)

    def _note_path(self) -> None:
        assert self._joined is not None
        self._path = self._joined.document.path

    def follow(self, tab: DiagramTab | None) -> None:
        """Continue the lesson in the current diagram if that has the lesson's file open."""
        if self._lesson is None or self._there() is not None:
            return
        if tab is not None and self._path is not None and tab.document.path == self._path:
            self._join(tab)
            self._show()
        else:
            self.panel.show_closed(self._path)

    def end(self) -> None:
        tab = self._there()
        if tab is not None:
            tab.document.path_changed.disconnect(self._note_path)
            tab.selection_changed.disconnect(self._selected)
            for signal in self._signals(tab):
                signal.disconnect(self._look.start)
            tab.tools.answering = None
            tab.engine.what_if.end()
        self._lesson = self._joined = None
        self.panel.show_list()

    @property
    def _step(self) -> LessonStep | None:
        return None if self._lesson is None else self._lesson.steps[self._index]

    def _there(self) -> DiagramTab | None:
        tab = self._joined
        return tab if tab is not None and isValid(tab) and self._desk.tabs.indexOf(tab) >= 0 else None

    def _go(self, by: int) -> None:
        if self._lesson is None:
            return
        if self._there() is None:
            self.begin(self._lesson.name)
            return
        index = self._index + by
        if index >= len(self._lesson.steps):
            self.end()
            self._desk.say(tr("Lesson complete. You can keep experimenting on the page"))
        elif index >= 0:
            self._index = index
            self._show()

    def _show(self) -> None:
        step, tab = self._step, self._there()
        if step is None or self._lesson is None or tab is None:
            return
        self._desk.tabs.setCurrentWidget(tab)
        tab.tools.answering = self._flip if step.question is not None else None
        page = tab.root_page
        tab.engine.what_if.end()
        if step.task is None or self._index == 0:
            tab.engine.gradients.show(page, False)  # a question is to be thought about, a first step is not of it
        if step.question is None and step.of:
            self._show_gradient(tab, step)
        self._look_at(tab, step.look or (step.question.among if step.question is not None else ()))
        self.panel.show_step(self._lesson, self._index)
        if step.task is not None:
            tab.setFocus()
            self._look_at_task()

    def _look_at_task(self) -> None:
        tab, step = self._there(), self._step
        if tab is None or step is None or step.task is None or self.panel.task.text().startswith(DONE):
            return
        page = tab.document.page(tab.root_page)
        of = ""
        if tab.engine.gradients.is_shown(tab.root_page):
            of = tab.engine.gradients.asked(page).partition(".")[0]
        reached: Collection[str] = ()
        if of:
            with suppress(DiagramError):  # the page may not be whole yet
                reached = flow_after(elaborated(tab.engine.source(tab.root_page)), Question(of)).blocks
        names = () if tab.engine.running else tab.engine.store.results(tab.root_page)
        results = {name.partition(".")[0] for name in names}
        done = is_done(step.task, LessonProgress(page, results, of, reached))
        self.panel.show_task(step.task, done=done)
        if done:  # its panel may have given way to another one that the step needed
            self._docks.show(LESSONS)

    def _show_gradient(self, tab: DiagramTab, step: LessonStep) -> None:
        page, gradients = tab.root_page, tab.engine.gradients
        gradients.choose(page, step.of)
        gradients.show(page, True)
        if step.run and not tab.engine.running:
            tab.engine.run(page, step.run)
        for block in step.lift:
            tab.engine.what_if.flip_lift(page, block)
        for pin in step.cut:
            tab.engine.what_if.flip_cut(page, pin)
        if step.lift or step.cut:
            tab.engine.what_if.show(step.picture)
            self._docks.show(GRADIENT)
            self._docks.panel(GradientPanel).show_what_if()

    def _look_at(self, tab: DiagramTab, blocks: tuple[str, ...]) -> None:
        if blocks:  # after a page that is shown for the first time has shown all of itself
            QTimer.singleShot(0, tab, lambda: tab.view.fit(tab.scene.content_rect(blocks), 1.0))

    def _selected(self) -> None:
        tab, step = self._there(), self._step
        if tab is None or step is None or step.question is None:
            return
        chosen = tab.scene.selected_ids()
        if len(chosen) == 1 and self._flip(chosen[0]):
            QTimer.singleShot(0, tab, tab.scene.select)  # another click takes it back

    def _flip(self, block: str) -> bool:
        tab = self._there()
        if tab is None or not self.panel.flip(block):
            return False
        tab.scene.set_found(self.panel.chosen())
        return True

    def _check(self, chosen: list[str]) -> None:
        tab, step = self._there(), self._step
        if tab is None or step is None or step.question is None:
            return
        asked, page = step.question, tab.root_page
        self.panel.show_answer(answer(elaborated(tab.engine.source(page)), asked, chosen))
        tab.scene.set_found(())
        self._show_gradient(tab, LessonStep("", of=asked.of, lift=asked.lift, cut=asked.cut))
