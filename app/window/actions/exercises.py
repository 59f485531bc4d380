"""The exercise controller: it opens exercises, shows their steps, checks work, and hides results to predict."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QProcess, QTimer, Signal, SignalInstance
from shiboken6 import isValid

from app.canvas.display_blocks.displays import result_name
from app.core.document import Document
from app.core.exercises import LessonProgress, answer, is_done, shipped
from app.core.runs.variables import elaborated
from app.panels.catalogue import library
from app.panels.exercise import DONE, ExercisePanel
from app.panels.gradient import GradientPanel
from app.window.documents.files import FileCommands
from app.window.documents.opening import lines_of
from app.window.kept_files import copy, named_files
from app.window.panel_table import EXERCISES, GRADIENT
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from app.window.widgets.questions import EXERCISE_FILES
from blocks.analysis.losses import find_losses
from blocks.analysis.what_if import Question, flow_after
from blocks.base.errors import DiagramError
from blocks.base.files import write_atomically
from blocks.base.language import tr
from blocks.document.data import Endpoint, Json, Page, pins_type
from blocks.document.file import loads
from blocks.document.model import Diagram
from blocks.exercise.model import Exercise, Step, answers_of, exercise_of, graded_pages, read_exercise, set_answer
from blocks.run.monitoring.previews import is_numeric
from blocks.worker.process import program

if TYPE_CHECKING:
    from app.window.actions.authoring import AuthorDialog

_PATIENCE = 60
"""Seconds for all checks of a student's work."""
_MOST_VALUES = 1000
"""Elements of a result that the dialog for a new exercise suggests as its value."""
_WIDTH = 320
_REST = 60
"""Milliseconds to wait before a task is checked, since one edit sends several signals."""


class Grading(QObject):
    """The check of a student's work by `gradblocks grade`, in another process. `done`: JSON, or a `DiagramError`."""

    done = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.process: QProcess | None = None

    def start(self, exercise: Path, work: Diagram, home: Path | None) -> None:
        """Check a copy of a diagram, with the files that it reads from the folder ``home``."""
        self.stop()
        folder = tempfile.TemporaryDirectory(prefix="gradblocks-", ignore_cleanup_errors=True)
        path, process = Path(folder.name) / "work.gradblocks", QProcess(self)
        _put(work, home, path)
        process.finished.connect(lambda: self._finish(process, folder))
        arguments = ["grade", str(exercise), str(path), "--json", "--student", "--timeout", str(_PATIENCE)]
        python, *command = program("blocks.cli", *arguments)
        process.start(python, command)
        self.process = process

    def stop(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.kill()

    def _finish(self, process: QProcess, folder: tempfile.TemporaryDirectory[str]) -> None:
        folder.cleanup()
        process.deleteLater()
        if process is not self.process:
            return
        self.process = None
        output, errors = process.readAllStandardOutput().data(), process.readAllStandardError().data()
        fault = DiagramError(bytes(errors).decode().strip() or tr("the check ended unexpectedly"))
        self.done.emit(fault if process.exitCode() or not output else json.loads(bytes(output)))


def _put(diagram: Diagram, home: Path | None, path: Path) -> None:
    """Write a diagram, and the files that it reads beside it."""
    write_atomically(path, diagram.dumps().encode())
    if home is not None:
        copy(named_files(diagram, home), home, path.parent)


def _results(document: Document, page: Page) -> dict[str, str]:
    """Return the names of results by ``block.pin``."""
    specs = [(block.id, spec) for block in page.blocks if (spec := document.find(pins_type(block))) is not None]
    pins = [(Endpoint(block, pin.name), spec) for block, spec in specs for pin in spec.outputs]
    return {str(pin): name for pin, spec in pins if (name := result_name(pin, spec))}


class ExerciseWork(WindowPart):
    """The controller of the current exercise or lesson, if there is one."""

    def __init__(self, desk: WindowProtocol, files: FileCommands) -> None:
        super().__init__(desk)
        self._files = files
        files.exercise_chosen.connect(self.open)
        self.panel = desk.docks.panel(ExercisePanel)
        self.panel.exercise_wanted.connect(self.begin)
        self.panel.step_wanted.connect(self._go)
        self.panel.answered.connect(self._check)
        self.panel.given.connect(self._guarded(self._give))
        self.panel.work_wanted.connect(self._guarded(self._grade))
        self.panel.left.connect(self.end)
        self.asking: AuthorDialog | None = None
        self._file = Path()
        self._exercise: Exercise | None = None
        self._joined: DiagramTab | None = None
        self._path: Path | None = None
        self._index = 0
        self._look = QTimer(self, singleShot=True, interval=_REST)
        self._look.timeout.connect(self._look_at_task)
        self._grading = Grading(self)
        self._grading.done.connect(self._graded)

    def _signals(self, tab: DiagramTab) -> list[tuple[SignalInstance, Callable[[], object]]]:
        of_task = [tab.document.changed, tab.engine.state_changed, tab.engine.checked, tab.engine.gradients.changed]
        own = [(tab.document.path_changed, self._note_path), (tab.document.changed, self._edited)]
        return [*own, (tab.selection_changed, self._selected), *[(signal, self._look.start) for signal in of_task]]

    def ask_open(self) -> None:
        for path in self._desk.ask.file_to_open(tr("Open exercise"), EXERCISE_FILES):
            self.open(path)

    def begin(self, name: str) -> None:
        self._open(shipped()[name].path)

    def open(self, path: Path) -> None:
        self._desk.settings.add_recent(path)
        self._open(path)

    def _open(self, path: Path) -> None:
        """Open an exercise with its start diagram, or in the student's file if that is in front and wanted."""
        try:
            exercise = read_exercise(path, for_student=True)
        except DiagramError as error:
            self._desk.ask.tell(tr('"{name}" cannot be opened.', name=path.name), "\n".join(lines_of(error)))
            return
        tab, chosen = self._desk.tab, 1
        own = tab is not None and tab.document.path is not None and bool(exercise.checks)
        if tab is not None and own and graded_pages(exercise.start, tab.document.diagram):
            texts = [tr('Continue in "{name}"', name=tab.title), tr("Start with a new diagram")]
            chosen = self._desk.ask.choice(tr("Open exercise"), tr("Where do you want to work?"), texts)
        if chosen is not None:
            front = tab if chosen == 0 else None
            self._begin(path, exercise, front or self._files.open_start(exercise.start, path.stem))

    def _begin(self, path: Path, exercise: Exercise, tab: DiagramTab) -> None:
        self.end()
        self._file, self._exercise, self._index = path, exercise, 0
        self._join(tab)
        self._docks.show(EXERCISES, None if exercise.steps else partial(self._docks.widen, EXERCISES, _WIDTH))
        self._show()

    def make(self) -> None:
        """Ask for an exercise of which the current page is the solution."""
        from app.window.actions.authoring import AuthorDialog, CheckForm

        tab, kinds = self._tab, [spec.name for spec in library()]
        page, values = tab.document.page(tab.root_page), dict[str, Json]()
        losses = find_losses(elaborated(tab.engine.source(tab.root_page)))
        loss = losses[0].partition(".")[0] if losses else ""
        used = {wire.source.block for wire in page.wires}
        # The last block is suggested: the loss, or one that no other block uses.
        order = sorted(page.blocks, key=lambda each: (each.id == loss, each.id not in used))
        page = page._replace(blocks=tuple(order))
        for name, result in _results(tab.document, page).items():
            known = tab.engine.store.get(page.name, result)
            is_fit = known is not None and is_numeric(known.value) and known.value.size <= _MOST_VALUES
            values[name] = known.value.tolist() if known is not None and is_fit else None
        types = list(dict.fromkeys([*(block.type for block in page.blocks), *kinds]))
        form = partial(CheckForm, [block.id for block in page.blocks], values, types)
        starts = {each.title: each.document.diagram for each in self._desk.tabs.diagrams() if each is not tab}
        parts = self._desk.host, tab.document.diagram, page.name, form, starts
        self.asking = AuthorDialog(*parts, partial(self._save, tab))
        self.asking.finished.connect(self.asking.deleteLater)
        self.asking.open()

    def _save(self, tab: DiagramTab, dialog: AuthorDialog) -> bool:
        """Write the exercise and the solution, and show and check them as students see them."""
        home, solution = tab.document.home, loads(tab.document.diagram.dumps())
        exercise_of(dialog.data(json.loads(solution.dumps())), str(home or ""))  # raises its errors
        suggested = str((home or Path()) / f"{tab.file_name}.json")
        path = self._desk.ask.file_to_save(tr("Save exercise"), suggested, EXERCISE_FILES, "json")
        if path is None:
            return False
        beside = path.with_name(f"{path.stem}.solution.gradblocks")
        data = dialog.data(beside.name)
        for each in data["checks"]:
            if "answers" in each:
                solution.apply(set_answer(solution, each["answers"], each["is"]))
        _put(solution, home, beside)
        write_atomically(path, json.dumps(data, ensure_ascii=False, indent=1).encode())
        self._desk.settings.add_recent(path)
        self._begin(path, read_exercise(path), tab)
        self._grading.start(path, solution, home)
        self.panel.show_busy(True)
        self._desk.say(tr("Saved {name}. The panel checks the solution", name=path.name))
        return True

    def _join(self, tab: DiagramTab) -> None:
        self._joined = tab
        self._note_path()
        for signal, act in self._signals(tab):
            signal.connect(act)

    def _note_path(self) -> None:
        assert self._joined is not None
        self._path = self._joined.document.path

    def follow(self, tab: DiagramTab | None) -> None:
        """Continue the exercise in the current diagram if that has the student's file open."""
        if self._exercise is None or self._there() is not None:
            return
        if tab is not None and self._path is not None and tab.document.path == self._path:
            self._join(tab)
            self._show()
        else:
            self._grading.stop()
            self.panel.show_closed(self._path)

    def end(self) -> None:
        tab, exercise = self._there(), self._exercise
        self._grading.stop()
        if tab is not None and exercise is not None:
            for signal, act in self._signals(tab):
                signal.disconnect(act)
            tab.tools.answering = None
            tab.engine.what_if.end()
            self._hide(tab, exercise._replace(questions=()))
        self._exercise = self._joined = None
        self.panel.show_list()

    def _edited(self) -> None:
        tab = self._there()
        if tab is not None and self._exercise is not None:
            self.panel.show_answers(answers_of(tab.document.diagram))
            self.panel.show_outdated()
            self._hide(tab, self._exercise)

    def _hide(self, tab: DiagramTab, exercise: Exercise) -> None:
        """Hide the values and gradients of questions without an answer."""
        pages, given = graded_pages(exercise.start, tab.document.diagram), answers_of(tab.document.diagram)
        page = next((page.snapshot() for page in pages.values()), tab.document.page(tab.root_page))
        asked = [(name, each.text) for each in exercise.questions if each.id not in given for name in each.hides]
        known, why, results = _results(tab.document, page) if asked else {}, dict[str, str](), set[str]()
        for name, text in asked:
            why[name.partition(".")[0]] = tr("Hidden until you answer: {what}", what=tr(text))
            results.update(result for pin, result in known.items() if name in (pin, pin.partition(".")[0]))
        is_gradient = any("." not in name for name, _ in asked)  # a block's values and gradient, not a value alone
        tab.engine.hide(page.name, results, is_gradient, why)

    def _give(self, question: str, value: Json) -> None:
        tab, checks = self._there(), () if self._exercise is None else self._exercise.checks
        if any(each.data.get("answers") == question and type(each.data["is"]) in (int, float) for each in checks):
            with suppress(ValueError):
                number = float(value)  # it was typed
                value = int(number) if number.is_integer() else number
        if tab is not None and value != answers_of(tab.document.diagram).get(question, ""):
            change = set_answer(tab.document.diagram, question, None if value == "" else value)
            tab.document.do(change, tr("Answer question {id}", id=question))

    def _grade(self) -> None:
        tab = self._there()
        if self._grading.process is not None:
            self._grading.stop()
        elif tab is not None:
            self._grading.start(self._file, tab.document.diagram, tab.document.home)
        self.panel.show_busy(self._grading.process is not None)

    def _graded(self, outcome: Mapping[str, Json] | DiagramError) -> None:
        self.panel.show_busy(False)
        if isinstance(outcome, DiagramError):
            self._desk.ask.tell(tr("The work could not be checked."), outcome.message)
            return
        score, most = outcome["score"], outcome["max_score"]
        text = tr("{score:g} of {most:g} points", score=score, most=most)
        self.panel.show_checks(outcome["checks"], text, "good" if score == most else "warning")

    @property
    def _step(self) -> Step | None:
        return self._exercise.steps[self._index] if self._exercise is not None and self._exercise.steps else None

    def _there(self) -> DiagramTab | None:
        tab = self._joined
        return tab if tab is not None and isValid(tab) and self._desk.tabs.indexOf(tab) >= 0 else None

    def _go(self, by: int) -> None:
        if self._exercise is None:
            return
        if self._there() is None:
            self._open(self._file)
            return
        index = self._index + by
        if index >= len(self._exercise.steps):
            self.end()
            self._desk.say(tr("Lesson complete. You can keep experimenting on the page"))
        elif index >= 0:
            self._index = index
            self._show()

    def _show(self) -> None:
        step, tab, exercise = self._step, self._there(), self._exercise
        if exercise is None or tab is None:
            return
        self._desk.tabs.setCurrentWidget(tab)
        self._hide(tab, exercise)
        self.panel.show_step(exercise, self._index, answers_of(tab.document.diagram))
        if step is None:
            return
        tab.tools.answering = self._flip if step.question is not None else None
        page = tab.root_page
        tab.engine.what_if.end()
        if step.task is None or self._index == 0:
            tab.engine.gradients.show(page, False)  # a question is to be thought about, a first step is not of it
        if step.question is None and step.of:
            self._show_gradient(tab, step)
        self._look_at(tab, step.look or (step.question.among if step.question is not None else ()))
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
            self._docks.show(EXERCISES)

    def _show_gradient(self, tab: DiagramTab, step: Step) -> None:
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
        self._show_gradient(tab, Step("", of=asked.of, lift=asked.lift, cut=asked.cut))
