"""Saving and loading variables, and the confirmation before a closed window loses variables or a run."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QTimer

from app.core.runs.variables import load_variables, may_change, save_variables
from app.language import mark, plural, tr
from app.window.actions.runs import RunsWork
from app.window.settings import FOLDER
from app.window.tabs import DiagramTab
from app.window.widgets.questions import UserAnswer
from app.window.window_protocol import WindowPart, WindowProtocol
from blocks.base.errors import UsageError
from blocks.document.data import listed
from blocks.worker.state import SavedState

if TYPE_CHECKING:
    from app.window.actions.sweeps import SweepWork

_FILES = mark("Variables (*.npz)")
_SUFFIX = "npz"
_PATIENCE = 5000
"""Milliseconds that a run has to end before the variables of its last step are taken."""


class VariablesWork(WindowPart):
    """The commands that save and load variables, and the question before they are lost."""

    def __init__(self, desk: WindowProtocol, runs: RunsWork, sweeps: Callable[[], SweepWork | None]) -> None:
        super().__init__(desk)
        self._runs, self._sweeps = runs, sweeps

    def save(self) -> None:
        tab = self._tab
        kept = tab.engine.runner.session(tab.root_page)
        if kept is None:
            raise UsageError(tr("the variables have no values yet"), hint=tr("run the page first"))
        self._save(tab, tab.root_page, kept)

    def load(self) -> None:
        tab, ask = self._tab, self._desk.ask
        page, runner = tab.root_page, tab.engine.runner
        if runner.running:
            raise UsageError(tr("Stop the run first"))
        for path in ask.file_to_open(tr("Load variables"), tr(_FILES), self._folder(tab))[:1]:
            kept, loaded = load_variables(runner.source(page), runner.session(page), path)
            runner.go_on_from(page, kept)
            tab.engine.in_files[page] = kept
            texts = [plural(len(loaded.values), "Loaded {n} variable", "Loaded {n:,} variables")]
            if loaded.missing:
                texts.append(
                    tr("the file has no values for {names}, which were left unchanged", names=listed(loaded.missing))
                )
            if loaded.extra:
                texts.append(tr("ignored variables that are not on the page: {names}", names=listed(loaded.extra)))
            if loaded.changed:
                texts.append(tr("converted: {names}", names=listed(loaded.changed)))
            self._desk.say("; ".join(texts))

    def _folder(self, tab: DiagramTab) -> str:
        path = tab.document.path
        return str(path.parent) if path is not None else self._desk.settings.text(FOLDER)

    def _save(self, tab: DiagramTab, page: str, kept: SavedState) -> bool:
        name = tab.title if len(tab.document.pages) == 1 else f"{tab.title}-{page}"
        suggested = os.path.join(self._folder(tab), f"{name}.{_SUFFIX}")
        path = self._desk.ask.file_to_save(tr("Save variables"), suggested, tr(_FILES), _SUFFIX)
        if path is None:
            return False
        count = save_variables(kept, Path(path))
        tab.engine.in_files[page] = kept
        text = plural(count, "Saved {n} variable to {file}", "Saved {n:,} variables to {file}", file=path.name)
        self._desk.say(tr("{text}, after step {steps:,}", text=text, steps=kept.steps))
        return True

    def may_close(self, tab: DiagramTab) -> bool:
        """Ask about unsaved variables and running jobs; return whether the diagram may close."""
        runner, trained = tab.engine.runner, self._trained(tab)
        rerun, sweeps = self._runs.rerun_of(tab), self._sweeps()
        sweep = None if sweeps is None else sweeps.sweep_of(tab)
        texts = [] if rerun is None else [tr("The rerun of {name} will stop and will not be kept.", name=rerun.name)]
        if sweep is not None:
            done, count = sweep.finished, len(sweep.points)
            texts.append(tr("The sweep will stop: {done:,} of {count:,} runs are done.", done=done, count=count))
        if runner.running and runner.page is not None:
            kept = runner.session(runner.page)
            done = 0 if kept is None else kept.steps
            texts.append(tr("The run of {page} is at step {done:,} and will stop.", page=runner.page, done=done))
        for page, kept in trained.items():
            texts.append(
                tr("The variables of {page} will lose their values from step {steps:,}.", page=page, steps=kept.steps)
            )
        if not texts:
            return True
        self._desk.tabs.setCurrentWidget(tab)
        answer = self._desk.ask.lose(tab.title, "\n".join(texts), can_save=bool(trained))
        if answer is UserAnswer.SAVE:
            self._end(tab)
            return all([self._save_safely(tab, page, kept) for page, kept in self._trained(tab).items()])
        return answer is UserAnswer.DISCARD

    def _save_safely(self, tab: DiagramTab, page: str, kept: SavedState) -> bool:
        saved = False

        def save() -> None:
            nonlocal saved
            saved = self._save(tab, page, kept)

        self._desk.guard(save)
        return saved

    def _trained(self, tab: DiagramTab) -> dict[str, SavedState]:
        engine = tab.engine
        kept = {view.name: engine.runner.session(view.name) for view in tab.document.pages}
        return {
            page: each
            for page, each in kept.items()
            if each is not None and each.steps and each is not engine.in_files.get(page) and may_change(each.source)
        }

    def _end(self, tab: DiagramTab) -> None:
        runner, loop = tab.engine.runner, QEventLoop()
        if runner.running:
            runner.finished.connect(loop.quit)
            QTimer.singleShot(_PATIENCE, loop.quit)
            runner.stop()
            loop.exec()
