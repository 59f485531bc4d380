"""The command that measures the time that each block of the current page takes."""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from app.core.runs.worker import BackgroundTask, told
from app.face.timings import BlockTime, TimesFace, share_text, time_text
from app.language import plural, tr
from app.panels.runs.timings import TimingsPanel
from app.window.panel_table import RESULTS, TIMINGS
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from blocks.base.errors import DiagramError
from blocks.document.data import Json, Page
from blocks.run.monitoring.timings import BlockTimings
from blocks.worker.page_queries import measured_of
from blocks.worker.state import PageSource


class _TimingQuery(NamedTuple):
    tab: DiagramTab
    page: str


class TimingWork(WindowPart):
    """The timings of pages, shown on the canvas and in the Timings panel."""

    changed = Signal()

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        self._asked: _TimingQuery | None = None
        self._shown: WeakKeyDictionary[DiagramTab, dict[str, BlockTimings]] = WeakKeyDictionary()
        self._watch = Stopwatch(self)
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
        self._watch.start(tab.engine.source(tab.root_page))
        self._asked = _TimingQuery(tab, tab.root_page)
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
        return self._watch.busy and self._asked == _TimingQuery(tab, tab.root_page)

    def _give_up(self) -> None:
        self._watch.stop()
        self._desk.say(tr("Measurement stopped"))
        self._tell()

    def _go_to(self, block: str) -> None:
        tab = self._desk.tab
        if tab is not None and tab.page_name:
            tab.go_to(tab.root_page, block)

    def _finish(self, outcome: BlockTimings | DiagramError) -> None:
        asked, self._asked = self._asked, None
        if asked is None:
            return
        if isinstance(outcome, DiagramError):
            self._desk.guard(lambda: _fail(outcome))
        elif asked.tab in self._desk.tabs.diagrams():
            self._shown.setdefault(asked.tab, {})[asked.page] = outcome
            top = next(iter(outcome.by_block().values()), None)
            share = (
                ""
                if top is None
                else tr(
                    ", {share} of that time in {block}", share=share_text(outcome.share(top.seconds)), block=top.block
                )
            )
            self._desk.say(
                tr(
                    "A step takes {time}{share}. View > Timings hides the times",
                    time=time_text(outcome.seconds),
                    share=share,
                )
            )
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


class Stopwatch(QObject):
    """The timer of pages, one at a time. A new request replaces the current one."""

    done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = Page("")
        self._errand = BackgroundTask(self)
        self._errand.done.connect(self._take)

    @property
    def busy(self) -> bool:
        return self._errand.busy

    def start(self, source: PageSource) -> None:
        self._page = source.page
        self._errand.start("measure", source, {"steps": MOST_STEPS, "seconds": MOST_SECONDS})

    def stop(self) -> None:
        self._errand.stop()

    def _take(self, outcome: Json | DiagramError) -> None:
        self.done.emit(outcome if isinstance(outcome, DiagramError) else measured_of(outcome, self._page))
