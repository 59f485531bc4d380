"""The commands for recorded runs of the current page: new run, rerun, comparison of two runs, overlaid curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

from PySide6.QtCore import QTimer

from app.core.document import Document
from app.core.experiments.columns import Columns, looked_at
from app.core.experiments.rerun import SAME, Rerun
from app.core.recording.kept_run import KeptRun
from app.language import plural, tr
from app.panels.experiments.compare import CompareWindow
from app.panels.experiments.runs import RunsPanel, RunsState
from app.window.actions.comparing import Comparing
from app.window.panel_table import RUNS
from app.window.tabs import DiagramTab
from app.window.window_protocol import WindowPart, WindowProtocol
from blocks.base.errors import DiagramError
from blocks.document.data import Document as Frozen
from blocks.document.model import Diagram
from blocks.run.stepping import FrameRate

_MOST_COLUMNS = 4
_PAUSE = 200
"""Milliseconds between two looks at a run that goes on."""
_FIRST_STEPS = 100
STEPS = "run/steps"


class _View(NamedTuple):
    """The scalars that the user chose for the runs of a page; empty: those of its displays."""

    plotted: str = ""
    columns: tuple[str, ...] | None = None


class RunsWork(WindowPart):
    """The Runs panel and the commands of its buttons."""

    def __init__(self, desk: WindowProtocol, comparing: Comparing, home: Path | None) -> None:
        super().__init__(desk)
        self._comparing, self._home = comparing, home
        self._views: WeakKeyDictionary[DiagramTab, dict[str, _View]] = WeakKeyDictionary()
        self._reruns: WeakKeyDictionary[DiagramTab, Rerun] = WeakKeyDictionary()
        self._columns = Columns()
        self._soon = QTimer(self, singleShot=True, interval=_PAUSE)
        self._soon.timeout.connect(lambda: self.follow(desk.tab))
        self.sweep_wanted: Callable[[], None] = lambda: None
        self.panel = desk.docks.panel(RunsPanel)
        self.panel.new_wanted.connect(self._guarded(self.begin))
        self.panel.act_wanted.connect(self._guarded(self._act))
        self.panel.tick_wanted.connect(self._tick)
        self.panel.scalar_chosen.connect(self._look)
        self.panel.columns_chosen.connect(partial(self._look, None))
        self.panel.beside_wanted.connect(self._guarded(self._keep_beside))
        self.panel.stop_wanted.connect(self._stop)

    def watch(self, tab: DiagramTab) -> None:
        recorder = tab.engine.runner.recorder
        recorder.home = self._home
        recorder.failed.connect(self._desk.warn)
        recorder.changed.connect(self._changed)
        tab.engine.overlay.changed.connect(self._changed)
        tab.engine.progressed.connect(self._changed)

    def follow(self, tab: DiagramTab | None) -> None:
        if not self._docks.is_open(RUNS):
            return
        self.panel.show_state(RunsState() if tab is None or not tab.root_page else self._state(tab))

    def begin(self, steps: int | None = None, seed: int | None = None) -> None:
        tab = self._tab
        page, recorder = tab.root_page, tab.engine.runner.recorder
        if tab.engine.running:
            return
        tab.document.end_gesture()
        number = self._steps() if steps is None else steps
        self._desk.settings.set(STEPS, number)
        tab.engine.reset(page)
        if seed is not None:
            recorder.seeds[page] = seed
        tab.engine.run(page, number)

    def rerun_of(self, tab: DiagramTab) -> KeptRun | None:
        rerun = self._reruns.get(tab)
        return None if rerun is None else rerun.of

    def leave(self, tab: DiagramTab) -> None:
        rerun = self._reruns.pop(tab, None)
        if rerun is not None:
            rerun.close()

    def _steps(self) -> int:
        kept = self._desk.settings.get(STEPS)
        return kept if type(kept) is int else _FIRST_STEPS

    def _state(self, tab: DiagramTab) -> RunsState:
        page, engine = tab.root_page, tab.engine
        recorder = engine.runner.recorder
        runs = recorder.runs(page)
        front = recorder.open_run(page)
        scalars = self._columns.scalars(runs)
        first = looked_at(tab.document.page(page), scalars)
        view = self._views.get(tab, {}).get(page, _View())
        columns = first[:_MOST_COLUMNS] if view.columns is None else [n for n in view.columns if n in scalars]
        plotted = view.plotted if view.plotted in scalars else next(iter(first), "")
        rerun = self._reruns.get(tab)
        again = None if rerun is None or rerun.of is None else (rerun.of.name, rerun.share)
        return RunsState(
            runs,
            frozenset(run.key for run in engine.overlay.shown(page)),
            "" if front is None else front.key,
            engine.running,
            self._columns.values(runs),
            scalars,
            columns,
            plotted,
            recorder.seeds.get(page, 0),
            self._steps(),
            not engine.running,
            None if tab.document.path is None else recorder.is_beside,
            again,
        )

    def _changed(self) -> None:
        if not self._soon.isActive():
            self._soon.start()

    def _look(self, plotted: str | None = None, columns: Sequence[str] | None = None) -> None:
        tab = self._desk.tab
        if tab is None:
            return
        views = self._views.setdefault(tab, {})
        view = views.get(tab.root_page, _View())
        view = view if plotted is None else view._replace(plotted=plotted)
        views[tab.root_page] = view if columns is None else view._replace(columns=tuple(columns))
        self.follow(tab)

    def _found(self, keys: Sequence[str]) -> list[KeptRun]:
        tab = self._desk.tab
        runs = () if tab is None else tab.engine.runner.recorder.runs(tab.root_page)
        return [run for run in runs if run.key in keys]

    def _tick(self, keys: Sequence[str], on: bool) -> None:
        tab = self._desk.tab
        if tab is not None:
            tab.engine.overlay.show(self._found(keys), on)
            self.follow(tab)

    def _act(self, what: str, keys: Sequence[str]) -> None:
        tab, runs = self._tab, self._found(keys)
        if what == "sweep":
            self.sweep_wanted()
        elif what == "compare" and len(runs) == 2:
            CompareWindow(runs[0], runs[1], self._state(tab).plotted, self._desk.host).show()
        elif what == "delete":
            self._delete(tab, runs)
        elif len(runs) == 1:
            acts = {"rerun": self._rerun, "go_on": self._go_on, "open": self._open, "on_canvas": self._on_canvas}
            acts[what](tab, runs[0])

    def _go_on(self, tab: DiagramTab, run: KeptRun) -> None:
        if run.kept is not None:
            tab.engine.runner.go_on_from(run.page, run.kept, run)
            self._desk.say(tr("{name} continues from step {steps:,}", name=run.name, steps=run.kept.steps))

    def _rerun(self, tab: DiagramTab, run: KeptRun) -> None:
        rerun = self._reruns.get(tab)
        if rerun is None:
            rerun = self._reruns[tab] = Rerun(tab.engine.runner.recorder, tab)
            rerun.progressed.connect(self._changed)
            rerun.done.connect(partial(self._tell, tab))
        rerun.start(run)
        self.follow(tab)

    def _tell(self, tab: DiagramTab, new: KeptRun) -> None:
        if new.verdict == SAME:
            self._desk.say(f"{new.name}, {new.origin_text}: {tr(SAME)}")
        else:
            self._desk.warn(f"{new.name}, {new.origin_text}: {tr(new.verdict or new.state)}")
        if tab is self._desk.tab:
            self.follow(tab)

    def _stop(self) -> None:
        tab = self._desk.tab
        rerun = None if tab is None else self._reruns.get(tab)
        if rerun is not None:
            rerun.stop()

    def _open(self, tab: DiagramTab, run: KeptRun) -> None:
        document = _document(run)
        diagram = Diagram(document)
        new_tab = self._desk.add_document(Document(diagram), tr("{run} of {title}", run=run.name, title=tab.title))
        new_tab.engine.runner.recorder.seeds[run.page] = run.seed
        if run.stretches[-1].source.inner:
            self._desk.warn(
                tr(
                    "In this run, some values inside instances differed from the composites. A diagram cannot "
                    "store those values."
                )
            )

    def _on_canvas(self, tab: DiagramTab, run: KeptRun) -> None:
        ran, now = _document(run), tab.document.diagram.document
        pages = tuple([ran.pages[0] if page.name == run.page else page for page in now.pages])
        used = {each.name: each for each in ran.composites}
        composites = tuple([used.get(each.name, each) for each in now.composites])
        self._comparing.compare_with(tab, run.name, now._replace(pages=pages, composites=composites))

    def _delete(self, tab: DiagramTab, runs: Sequence[KeptRun]) -> None:
        named = runs[0].name if len(runs) == 1 else plural(len(runs), "{n} run", "{n:,} runs")
        text, more = tr("Delete {name}?", name=named), tr("The recorded diagrams and curves will be lost.")
        if runs and self._desk.ask.sure(text, more, tr("Delete")):
            tab.engine.runner.recorder.remove(runs)
            self.follow(tab)

    def _keep_beside(self, on: bool) -> None:
        tab = self._tab
        try:
            tab.engine.runner.recorder.keep_beside(on)
        finally:
            self.follow(tab)
        folder = tab.engine.runner.recorder.folder
        self._desk.say(tr("Runs are kept in {folder}", folder=folder))


def _document(run: KeptRun) -> Frozen:
    document = run.document
    if document is None:
        raise DiagramError(tr("the diagram of {name} was not kept", name=run.name))
    return document


LIMIT, EVERY = "run/limit", "run/every"
MOST = 1_000_000
_FIRST = 10


class PaceWork(WindowPart):
    @property
    def pace(self) -> FrameRate:
        limit, every = (self._desk.settings.get(name) for name in (LIMIT, EVERY))
        pace = FrameRate()
        if isinstance(limit, (int, float)) and not isinstance(limit, bool) and 0 < limit <= MOST:
            pace = pace._replace(limit=float(limit))
        if type(every) is int and 0 < every <= MOST:
            pace = pace._replace(every=every)
        return pace

    def watch(self, tab: DiagramTab) -> None:
        tab.engine.runner.set_pace(self.pace)

    def choose(self, limit: float | None = None, every: int = 0) -> None:
        self._desk.settings.set(LIMIT, limit)
        self._desk.settings.set(EVERY, every or None)
        for tab in self._desk.tabs.diagrams():
            tab.engine.runner.set_pace(self.pace)
        if limit is not None:
            self._desk.say(
                plural(
                    round(limit),
                    "Runs are limited to {n} step per second",
                    "Runs are limited to {n:,} steps per second",
                )
            )
        elif every:
            self._desk.say(tr("Runs show one of every {n:,} steps", n=every))
        else:
            self._desk.say(tr("Run speed is not limited"))

    def ask_limit(self) -> None:
        first = round(self.pace.limit or _FIRST)
        number = self._desk.ask.number(tr("Speed"), tr("Maximum steps per second"), first, 1, MOST)
        if number is not None:
            self.choose(limit=float(number))

    def ask_every(self) -> None:
        first = self.pace.every or _FIRST
        number = self._desk.ask.number(tr("Speed"), tr("Show every Nth step"), first, 1, MOST)
        if number is not None:
            self.choose(every=number)
