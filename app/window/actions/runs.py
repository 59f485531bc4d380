"""The commands for runs: recorded runs, loading and saving variables, run speed, and block timings."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEventLoop, QTimer, Signal
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from app.core.document import Document
from app.core.experiments import background
from app.core.experiments.columns import Columns, looked_at
from app.core.experiments.rerun import SAME, Rerun
from app.core.recording import run_files
from app.core.recording.kept_run import KeptRun
from app.core.runs.variables import load_variables, may_change, save_variables
from app.core.runs.worker import BackgroundTask, told
from app.face.timings import BlockTime, TimesFace, share_text, time_text
from app.panels.experiments.runs import CompareWindow, RunsPanel, RunsState
from app.panels.experiments.table import STATES
from app.panels.runs.timings import TimingsPanel
from app.window.actions.comparing import Comparing
from app.window.panel_table import RESULTS, RUNS, TIMINGS
from app.window.settings import FOLDER
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from app.window.widgets.questions import UserAnswer
from blocks.base.errors import DiagramError, UsageError
from blocks.base.language import mark, plural, tr
from blocks.document.data import Document as Frozen
from blocks.document.data import Json, Page, listed
from blocks.document.model import Diagram
from blocks.run.monitoring.timings import BlockTimings
from blocks.run.stepping import FrameRate
from blocks.worker.page_queries import measured_of
from blocks.worker.state import SavedState

if TYPE_CHECKING:
    from app.window.actions.sweeps import SweepWork


_MOST_COLUMNS = 4
_PAUSE = 200
"""Milliseconds between two looks at a run that goes on."""
_FIRST_STEPS = 100
STEPS, ALL = "run/steps", "run/all columns"
_WORTH, _SHOWN = 30.0, 20_000
"""Seconds of a run whose end is a notification, and milliseconds for which that has an icon in the tray."""


class _View(NamedTuple):
    """The scalars that the user chose for the runs of a page; empty: those of its displays."""

    plotted: str = ""
    columns: tuple[str, ...] | None = None


class RunsWork(WindowPart):
    def __init__(self, desk: WindowProtocol, comparing: Comparing, home: Path | None) -> None:
        super().__init__(desk)
        self._comparing, self._home = comparing, home
        self._views: WeakKeyDictionary[DiagramTab, dict[str, _View]] = WeakKeyDictionary()
        self._reruns: WeakKeyDictionary[DiagramTab, Rerun] = WeakKeyDictionary()
        self._columns = Columns()
        self._away: dict[str, KeptRun] = {}
        self._look_again = QTimer(self, interval=background.BEAT)
        self._look_again.timeout.connect(self._look_away)
        if home is not None:
            self._look_again.start()
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
        self.panel.all_wanted.connect(self._show_all)
        self.panel.stop_wanted.connect(self._stop)

    def watch(self, tab: DiagramTab) -> None:
        recorder = tab.engine.runner.recorder
        recorder.home = self._home
        recorder.failed.connect(self._desk.warn)
        recorder.changed.connect(self._changed)
        tab.engine.overlay.changed.connect(self._changed)
        tab.engine.progressed.connect(self._changed)
        tab.engine.runner.finished.connect(partial(self._ended, tab))

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

    def can_leave(self, tab: DiagramTab) -> bool:
        """Return whether the run of a diagram can continue in the background."""
        runner = tab.engine.runner
        is_kept = self._home is not None and runner.recorder.folder is not None and sys.platform != "win32"
        return is_kept and runner.running and not runner.looking_back

    def send_away(self, tab: DiagramTab, run: KeptRun) -> bool:
        """Let a stopped run continue in the background; raise DiagramError if that is impossible."""
        runner, path, source = tab.engine.runner, tab.document.path, run.source
        if run.state == "stopped" and path is not None and source is not None and self._home is not None:
            runner.recorder.add(run)
            runner.recorder.flush()
            kept = runner.session(run.page) or SavedState(source, 0, {}, False)
            background.start(self._home, path, run, kept)
        return True

    def _look_away(self) -> None:
        before, self._away = self._away, {}
        for run in () if self._home is None else background.look(self._home):
            for tab in self._desk.tabs.diagrams():
                tab.engine.runner.recorder.refresh(run)
            if run.state == "running":
                self._away[run.key] = run
            else:
                self._notify(run, run.diagram)
        if before or self._away:
            self._changed()

    def _ended(self, tab: DiagramTab, page: str, _good: bool) -> None:
        run = tab.engine.runner.recorder.open_run(page)
        if run is not None and run.seconds > _WORTH and not self._desk.host.isActiveWindow():
            self._notify(run, tab.title)

    def _notify(self, run: KeptRun, diagram: str) -> None:
        state = tr(STATES[run.state][0])
        text = tr("{diagram}, {run}: {state} after step {n:,}", diagram=diagram, run=run.name, state=state, n=run.steps)
        (self._desk.say if run.state == "finished" else self._desk.warn)(text)
        QApplication.alert(self._desk.host)
        if QSystemTrayIcon.isSystemTrayAvailable():
            tray = QSystemTrayIcon(self._desk.host.windowIcon(), self)
            tray.show()
            tray.showMessage("Gradblocks", text, tray.icon())
            QTimer.singleShot(_SHOWN, tray.deleteLater)

    def _steps(self) -> int:
        kept = self._desk.settings.get(STEPS)
        return kept if type(kept) is int else _FIRST_STEPS

    def _state(self, tab: DiagramTab) -> RunsState:
        page, engine = tab.root_page, tab.engine
        recorder = engine.runner.recorder
        runs = recorder.runs(page)
        front = recorder.open_run(page)
        scalars = [each for each in self._columns.scalars(runs) if not engine.store.is_hidden(page, each)]
        first = looked_at(tab.document.page(page), scalars)
        view = self._views.get(tab, {}).get(page, _View())
        columns = first[:_MOST_COLUMNS] if view.columns is None else [n for n in view.columns if n in scalars]
        plotted = view.plotted if view.plotted in scalars else next(iter(first), "")
        rerun = self._reruns.get(tab)
        again = [] if rerun is None or rerun.new is None else [rerun.new]
        elsewhere = self._away.keys() - {run.key for run in runs}
        return RunsState(
            (*runs, *again, *[self._away[key] for key in elsewhere]),
            frozenset(run.key for run in engine.overlay.shown(page)),
            "" if front is None else front.key,
            engine.running,
            self._columns.values(runs),
            scalars,
            columns,
            plotted,
            recorder.seeds.get(page, 0),
            self._steps(),
            None if tab.document.path is None else recorder.is_beside,
            self._away.keys() | {run.key for run in again},
            elsewhere,
            self._desk.settings.flag(ALL),
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
        runner = tab.engine.runner
        kept = run.kept or run_files.read_state(runner.recorder.folder or Path(), run)
        # Another editor may continue a run on disk, too, so that its further steps are a new run.
        runner.go_on_from(run.page, kept, run if run.kept else None)
        self._desk.say(tr("{name} continues from step {steps:,}", name=run.name, steps=kept.steps))

    def _show_all(self, on: bool) -> None:
        self._desk.settings.set(ALL, on or None)
        self.follow(self._desk.tab)

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

    def _stop(self, keys: Sequence[str]) -> None:
        tab, home = self._desk.tab, self._home
        rerun = None if tab is None else self._reruns.get(tab)
        for key in keys:
            if key in self._away and home is not None:
                background.stop(home, key)
            elif rerun is not None and rerun.new is not None and rerun.new.key == key:
                rerun.stop()
            elif tab is not None:
                tab.engine.stop()

    def _open(self, tab: DiagramTab, run: KeptRun) -> None:
        diagram = Diagram(_document(run))
        new_tab = self._desk.add_document(Document(diagram), tr("{run} of {title}", run=run.name, title=tab.title))
        new_tab.engine.runner.recorder.seeds[run.page] = run.seed
        if run.stretches[-1].source.inner:
            self._desk.warn(tr("In this run, some values inside instances differed from the composites. A diagram "
                               "cannot store those values."))  # fmt: skip

    def _on_canvas(self, tab: DiagramTab, run: KeptRun) -> None:
        ran, now = _document(run), tab.document.diagram.document
        pages = tuple([ran.pages[0] if page.name == run.page else page for page in now.pages])
        used = {each.name: each for each in ran.composites}
        composites = tuple([used.get(each.name, each) for each in now.composites])
        self._comparing.compare_with(tab, run.name, now._replace(pages=pages, composites=composites))

    def _delete(self, tab: DiagramTab, runs: Sequence[KeptRun]) -> None:
        if any(run.key in self._away for run in runs):
            raise UsageError(tr("Stop the run first"))
        named = runs[0].name if len(runs) == 1 else plural(len(runs), "{n} run", "{n:,} runs")
        text, more = tr("Delete {name}?", name=named), tr("The recorded diagrams and curves will be lost.")
        if runs and self._desk.ask.sure(text, more, tr("Delete")):
            tab.engine.runner.recorder.remove(runs)
            self.follow(tab)

    def _keep_beside(self, on: bool) -> None:
        tab = self._tab
        if any(tab.engine.runner.recorder.refresh(run) for run in self._away.values()):
            raise UsageError(tr("Stop the run first"))
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
            n, say = round(limit), self._desk.say
            say(plural(n, "Runs are limited to {n} step per second", "Runs are limited to {n:,} steps per second"))
        elif every:
            self._desk.say(tr("Runs show one of every {n:,} steps", n=every))
        else:
            self._desk.say(tr("Run speed is not limited"))

    def ask_limit(self) -> None:
        if number := self._number(tr("Maximum steps per second"), round(self.pace.limit or _FIRST)):
            self.choose(limit=float(number))

    def ask_every(self) -> None:
        if number := self._number(tr("Show every Nth step"), self.pace.every or _FIRST):
            self.choose(every=number)

    def _number(self, label: str, first: int) -> int | None:
        return self._desk.ask.number(tr("Set speed"), label, first, 1, MOST)


_FILES = mark("Variables (*.npz)")
_SUFFIX = "npz"
_PATIENCE = 5000
"""Milliseconds that a run has to end before the variables of its last step are taken."""


class VariablesWork(WindowPart):
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
            tab.engine.pages[page].in_file = kept
            texts = [plural(len(loaded.values), "Loaded {n} variable", "Loaded {n:,} variables")]
            if loaded.missing:
                missing = listed(loaded.missing)
                texts.append(tr("the file has no values for {names}, which were left unchanged", names=missing))
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
        tab.engine.pages[page].in_file = kept
        text = plural(count, "Saved {n} variable to {file}", "Saved {n:,} variables to {file}", file=path.name)
        self._desk.say(tr("{text}, after step {steps:,}", text=text, steps=kept.steps))
        return True

    def may_close(self, tab: DiagramTab) -> bool:
        """Ask about unsaved variables and running jobs; return whether the diagram may close."""
        runner, trained = tab.engine.runner, self._trained(tab)
        rerun, sweeps = self._runs.rerun_of(tab), self._sweeps()
        sweep = None if sweeps is None else sweeps.sweep_of(tab)
        can_run = self._runs.can_leave(tab)
        texts = [] if rerun is None else [tr("The rerun of {name} will stop and will not be kept.", name=rerun.name)]
        if sweep is not None:
            done, count = sweep.finished, len(sweep.points)
            texts.append(tr("The sweep will stop: {done:,} of {count:,} runs are done.", done=done, count=count))
        if runner.running and runner.page is not None:
            kept = runner.session(runner.page)
            done = 0 if kept is None else kept.steps
            texts.append(tr("The run of {page} is at step {done:,}. Close stops it.", page=runner.page, done=done))
            if can_run:
                texts.append(tr("Keep running continues it in the background, with its variables."))
            elif tab.document.path is None:
                texts.append(tr("To keep it running in the background, save the diagram first."))
            if can_run and tab.breakpoints.texts(runner.page):
                texts.append(tr("Breakpoints and their conditions have no effect in the background."))
            if can_run and kept is not None and kept.effects:
                texts.append(tr("If you keep it running, queues, readers and other stateful resources restart."))
        for page, kept in trained.items():
            texts.append(tr("Close discards the variables of {page} from step {steps:,}.", page=page, steps=kept.steps))
        if not texts:
            return True
        self._desk.tabs.setCurrentWidget(tab)
        answers = [UserAnswer.RUN] * can_run + [UserAnswer.SAVE] * bool(trained) + [UserAnswer.DISCARD]
        answer = self._desk.ask.lose(tab.title, "\n".join(texts), answers)
        run = runner.recorder.open_run(runner.page or "")
        if answer in (UserAnswer.SAVE, UserAnswer.RUN):
            self._end(tab)
        if answer is UserAnswer.SAVE:
            trained = self._trained(tab).items()
            return all([self._safely(partial(self._save, tab, page, kept)) for page, kept in trained])
        if answer is UserAnswer.RUN and run is not None:
            return self._safely(lambda: self._runs.send_away(tab, run))
        return answer is UserAnswer.DISCARD

    def _safely(self, work: Callable[[], bool]) -> bool:
        done: list[bool] = []
        self._desk.guard(lambda: done.append(work()))
        return done == [True]

    def _trained(self, tab: DiagramTab) -> dict[str, SavedState]:
        engine = tab.engine
        kept = {view.name: engine.runner.session(view.name) for view in tab.document.pages}
        return {
            page: each
            for page, each in kept.items()
            if each is not None and each.steps and each is not engine.pages[page].in_file and may_change(each.source)
        }

    def _end(self, tab: DiagramTab) -> None:
        runner, loop = tab.engine.runner, QEventLoop()
        if runner.running:
            runner.finished.connect(loop.quit)
            QTimer.singleShot(_PATIENCE, loop.quit)
            runner.stop()
            loop.exec()


class TimingWork(WindowPart):
    changed = Signal()

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        self._asked: tuple[DiagramTab, Page] | None = None
        self._shown: WeakKeyDictionary[DiagramTab, dict[str, BlockTimings]] = WeakKeyDictionary()
        self._watch = BackgroundTask(self)
        self._watch.done.connect(self._finish)
        self.panel = desk.docks.panel(TimingsPanel)
        self.panel.go_to.connect(self._go_to)
        self.panel.again_wanted.connect(lambda: desk.guard(self.measure))
        self.panel.stop_wanted.connect(self._give_up)

    @property
    def is_shown(self) -> bool:
        tab = self._desk.tab
        return tab is not None and (self._measured(tab) is not None or self._busy(tab))

    def flip(self) -> None:
        tab = self._desk.tab
        if tab is None:
            return
        if not self.is_shown:
            self.measure()
            return
        if self._busy(tab):
            self._give_up()
        self._shown.get(tab, {}).pop(tab.root_page, None)
        if self._docks.is_open(TIMINGS):
            self._docks.show(RESULTS)
        self.follow(tab)

    def measure(self) -> None:
        tab = self._desk.tab
        if tab is None or not tab.page_name:
            return
        tab.document.end_gesture()
        source = tab.engine.source(tab.root_page)
        self._watch.start("measure", source, {"steps": MOST_STEPS, "seconds": MOST_SECONDS})
        self._asked = tab, source.page
        self._docks.show(TIMINGS)
        self._tell()

    def follow(self, tab: DiagramTab | None) -> None:
        if tab is None or not tab.page_name:
            self.panel.show_times(None, busy=False, stale=False)
            return
        measured = self._measured(tab)
        stale = measured is not None and measured.page != tab.document.page(tab.root_page)
        self.panel.show_times(measured, busy=self._busy(tab), stale=stale)
        tab.scene.set_times(None if measured is None else times_face(measured, stale, tab.engine.inside.prefix))

    def close(self) -> None:
        self._watch.stop()

    def _measured(self, tab: DiagramTab) -> BlockTimings | None:
        return self._shown.get(tab, {}).get(tab.root_page)

    def _busy(self, tab: DiagramTab) -> bool:
        asked = self._asked
        return self._watch.busy and asked is not None and (asked[0], asked[1].name) == (tab, tab.root_page)

    def _give_up(self) -> None:
        self._watch.stop()
        self._desk.say(tr("Measurement stopped"))
        self._tell()

    def _go_to(self, block: str) -> None:
        tab = self._desk.tab
        if tab is not None and tab.page_name:
            tab.go_to(tab.root_page, block)

    def _finish(self, found: Json | DiagramError) -> None:
        asked, self._asked = self._asked, None
        if asked is None:
            return
        if isinstance(found, DiagramError):
            self._desk.guard(lambda: _fail(found))
        elif asked[0] in self._desk.tabs.diagrams():
            tab, page = asked
            outcome = self._shown.setdefault(tab, {})[page.name] = measured_of(found, page)
            share, time = "", time_text(outcome.seconds)
            for top in [*outcome.by_block().values()][:1]:
                part = share_text(outcome.share(top.seconds))
                share = tr(", {share} of that time in {block}", share=part, block=top.block)
            self._desk.say(tr("A step takes {time}{share}. View > Timings hides the times", time=time, share=share))
        self._tell()

    def _tell(self) -> None:
        self.follow(self._desk.tab)
        self.changed.emit()


def _fail(error: DiagramError) -> None:
    raise DiagramError(told(error))


def times_face(measured: BlockTimings, stale: bool, prefix: str = "") -> TimesFace:
    """Return the timings of blocks whose paths begin with ``prefix``; an instance takes that of its content."""
    times: dict[str, float] = {}
    runs = {cost.block[len(prefix) :] for cost in measured.costs if cost.block.startswith(prefix)}
    for block, cost in measured.by_block().items():
        if not block.startswith(prefix):
            continue
        own, _, rest = block[len(prefix) :].partition("/")
        if not (cost.inside and rest and own in runs):  # a loop has the time of what is inside already
            times[own] = times.get(own, 0.0) + cost.seconds
    blocks: dict[str, BlockTime] = {}
    for block, seconds in sorted(times.items(), key=lambda each: -each[1]):
        share = measured.share(seconds)
        blocks[block] = BlockTime(share, f"{time_text(seconds)}  {share_text(share)}")
    steps = plural(measured.steps, "{n} step", "{n:,} steps")
    time = time_text(measured.seconds)
    step, title = tr("{time} per step", time=time), tr("{time} per step (average of {steps})", time=time, steps=steps)
    return TimesFace(blocks, step, title, measured.share(measured.between), stale)


MOST_STEPS = 50
MOST_SECONDS = 1.0
"""After so many steps, or so long, there are enough."""
