"""The worker's main loop, which runs pages for the editor.

It communicates over its standard input and output (`blocks.worker.frames`), does one task at a time in its main thread,
and ends when its connection is closed.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from blocks.base.collection import paused_collection
from blocks.base.context import Resources
from blocks.base.errors import DiagramError
from blocks.document.data import Json, Page
from blocks.library.registry import Registry, use_registry
from blocks.run.debugging.timeline import Timeline
from blocks.run.interrupt import Interrupted
from blocks.run.live.program import EvaluationStopped, Live, LiveResult
from blocks.run.monitoring.previews import Shown, show
from blocks.run.results import Results
from blocks.run.session import Session
from blocks.run.state import Renames, StepSnapshot
from blocks.run.stepping import Controls, FrameRate, RunFrame, Stepping, looked_back
from blocks.worker.crash import CrashRecorder, PlanLines, RecordedBackend
from blocks.worker.frames import Channel, Message, to_owner
from blocks.worker.page_checks import PageInfo, examine, packed
from blocks.worker.page_queries import ERRANDS
from blocks.worker.pages import all_patched, difference, is_same, patched
from blocks.worker.results import (
    Arrays,
    ResultEncoder,
    packed_error,
    packed_frame,
    packed_records,
    packed_values,
    values_of,
)
from blocks.worker.state import PageSource, SavedState
from blocks.worker.tuning import TuningOutcome, follow, go_on, lost_between

_PATIENCE = 0.02
"""Seconds that a step may still take when the run is to be stopped, before it is broken off."""
_INSIST = 0.03
"""Seconds after which a run that does not end hands over its variables, and is broken off again and again."""
_HAND_OVER = 0.5
"""Seconds between two times that a run hands over its variables, at least."""
_SHARE = 0.01
"""At most this part of a run's time goes into that."""


class _ServerJob:
    """A job of the main thread, which can be stopped; ``edited`` is the latest edit of its page ``source``.

    If it ``goes_on``, the run continues with the edited page even if its structure changed.
    """

    def __init__(self, message: Message, source: PageSource | None) -> None:
        self.data, self.arrays = message
        self.source = source
        self.edited: PageSource | None = None
        self.goes_on = False
        self.controls = Controls(paused=bool(self.data.get("paused")))
        self.controls.set_pace(FrameRate(*self.data.get("pace", ())))
        self.done = threading.Event()
        self.stepping: Stepping | None = None
        self.session: Session | None = None


class _LivePage:
    """The data of a page that is kept between evaluations; ``in_front`` if the editor last got results of one."""

    def __init__(self) -> None:
        self.live = Live()
        self.views: dict[str, Shown] = {}
        self.in_front = False
        self._order: object = None

    def views_of(self, result: LiveResult) -> tuple[dict[str, Shown], set[str] | None]:
        """Return the results as previews, and the names of those with new values (None: all)."""
        old, values = self.views, result.results
        alike = (result.order is self._order and len(old) == len(values)) or list(old) == list(values)
        self._order = result.order
        changed, new = (result.changed, old) if alike else (None, dict[str, Shown]())
        for name in values if changed is None else changed:
            view = old.get(name)
            if view is None or view.value is not values[name]:
                view = show(values[name], values.dtypes[name])
            new[name] = view
        self.views = new
        return new, changed


class Worker:
    """The state of the process: pages, sessions and sent results, by page number."""

    def __init__(self, channel: Channel, recorder: CrashRecorder) -> None:
        self._channel = channel
        self._recorder = recorder
        self._jobs: queue.SimpleQueue[_ServerJob] = queue.SimpleQueue()
        self._job: _ServerJob | None = None
        self._pages: dict[int, Page] = {}
        self._composites: dict[int, tuple[Page, ...]] = {}
        self._sessions: dict[int, Session] = {}
        self._lives: dict[int, _LivePage] = {}
        self._sent: dict[int, ResultEncoder] = {}
        self._infos: dict[int, PageInfo] = {}
        self._timelines: dict[int, Timeline] = {}
        self._handed: dict[int, Mapping[Any, Any]] = {}
        self._handing = threading.Lock()
        self._handed_at = 0.0
        self._handing_took = 0.0

    def main(self) -> None:
        threading.Thread(target=self._listen, name="listener", daemon=True).start()
        does = {"run": self._run, "live": self._evaluate, "restore": self._restore, "forget": self._forget}
        does.update(dict.fromkeys(ERRANDS, self._look))
        does.update(examine=self._examine, back=self._back, first_bad=self._first_bad)
        while True:
            job = self._jobs.get()
            self._recorder.begin()
            does[job.data["kind"]](job)

    def _listen(self) -> None:
        while (message := self._channel.receive()) is not None:
            job, kind = self._job, message.data["kind"]
            # Here, since each message has only what is different from the page of the one before.
            source = self._source(message.data) if "change" in message.data else None
            if kind in ("run", "live", "back", "first_bad"):
                self._job = job = _ServerJob(message, source)
                self._jobs.put(job)
            elif kind in ("restore", "forget", "examine", *ERRANDS):
                if kind == "forget" and message.data["all"]:
                    self._pages, self._composites = {}, {}
                self._jobs.put(_ServerJob(message, source))
            elif job is not None and kind == "edit" and job.data["job"] == message.data["job"]:
                job.edited, job.goes_on = source, job.goes_on or message.data["go_on"]
                job.controls.edit()
            elif job is not None and kind == "breakpoints" and job.stepping is not None:
                job.stepping.breakpoints = tuple(message.data["all"])
                job.controls.edit()
            elif job is not None and kind == "pace":
                job.controls.set_pace(FrameRate(*message.data["pace"]))
            elif job is not None and kind == "step":
                job.controls.step()
            elif job is not None and kind == "pause":
                job.controls.pause(message.data["on"])
            elif job is not None and kind == "stop":
                job.controls.stop()
                if message.data["hard"]:
                    threading.Thread(target=self._insist, args=(job,), daemon=True).start()
        os._exit(0)  # the parent process is gone

    def _insist(self, job: _ServerJob) -> None:
        """Interrupt a stopped job until it ends; if a kernel blocks it, first send the variables to the editor."""
        if job.done.wait(_PATIENCE):
            return
        job.controls.stop(at_once=True)
        if job.done.wait(_INSIST):
            return
        moment = job.stepping.moment if job.stepping is not None else None
        if job.session is not None and moment is not None:
            self._hand_over(job, job.session, moment, last=True)
        while not job.done.wait(_INSIST):
            job.controls.stop(at_once=True)

    def _source(self, data: dict[str, Json]) -> PageSource:
        number = data["page"]
        self._pages[number] = page = patched(self._pages.get(number), data["change"])
        composites = all_patched(self._composites.get(number, ()), data["composites"])
        self._composites[number] = composites
        seen = data["inside"], data["source_seed"], data["source_inner"], Renames(*data["source_renamed"])
        return PageSource(page, data["extra"], data["file"], composites, *seen)

    def _session_for(self, number: int, source: PageSource, *, begun: bool = False) -> Session:
        """Return the session of a page, which is stored after its first step; ``begun`` as in `Session.adopt`."""
        old = self._sessions.get(number)
        same = old is not None and old.page is source.page and is_same(old.definitions, source.composites)
        if same and old is not None and old.file == source.file:
            old.inside = source.inside
            return old
        new = source.session()
        new.backend = RecordedBackend(self._recorder)
        if old is not None:
            new.adopt(old, begun=begun)
            new.seed = old.seed
        return new

    def _run(self, job: _ServerJob) -> None:
        data, number, source = job.data, job.data["page"], job.source
        assert source is not None
        if number in self._lives:
            self._lives[number].in_front = False

        def ran(session: Session, moment: StepSnapshot) -> None:
            self._sessions[number] = session
            now = time.perf_counter()
            if now - self._handed_at >= max(_HAND_OVER, self._handing_took / _SHARE):
                self._hand_over(job, session, moment)
                self._handed_at = time.perf_counter()
                self._handing_took = self._handed_at - now

        def session() -> Session:
            old = self._sessions.get(number)
            job.session = self._session_for(number, source, begun=bool(data.get("begun")))
            self._keep_states(number, job.session)
            lost = () if old is None or old is job.session else lost_between(old, job.session)
            if lost:
                told = {"whole": True, "tuned": False, "lost": list(lost), "steps": old.steps if old else 0}
                self._channel.send({"kind": "edited", **_whose(job), **told, "begun": False, "runs": None}, [])
            return job.session

        before = source.page
        answered: PageSource | None = None

        def edited(session: Session) -> Session:
            nonlocal before, answered
            wanted, goes_on, job.goes_on = job.edited, job.goes_on, False
            if wanted is None or wanted is answered:  # there are other breakpoints, and no edit
                return session
            answered = wanted
            session.inside = wanted.inside
            result = _edited(session, wanted, before, job, goes_on=goes_on)
            before, job.session = wanted.page, result.session
            self._keep_states(number, result.session)
            if number in self._sessions:
                self._sessions[number] = result.session
            told = {"whole": result.whole, "tuned": result.tuned, "lost": list(result.lost), "steps": session.steps}
            told |= {"begun": goes_on, "runs": None if result.whole else difference(wanted.page, result.session.page)}
            self._channel.send({"kind": "edited", **_whose(job), **told}, [])
            return result.session

        deliver, given = partial(self._deliver, job), (data.get("breakpoints", ()), data.get("feeds", {}))
        job.stepping = Stepping(job.controls, deliver, ran, edited, *given)
        good = job.stepping.run(session, tuple(data["fetch"]), data["steps"], data["watched"])
        kept = self._sessions.get(number)
        if kept is not None and kept is job.session:
            self._hand_over(job, kept, StepSnapshot(kept.state.values.copy(), kept.steps))
        self._end(job, good)

    def _deliver(self, job: _ServerJob, frame: RunFrame[Shown]) -> None:
        arrays = Arrays()
        packed = packed_frame(frame, self._sent.setdefault(job.data["page"], ResultEncoder()), arrays)
        self._channel.send({"kind": "frame", **_whose(job), **packed}, arrays.listed)

    def _keep_states(self, number: int, session: Session) -> None:
        known = self._timelines.get(number)
        if known is None or known.session is not session:
            self._timelines[number] = Timeline(session)

    def _back(self, job: _ServerJob) -> None:
        self._look_back(job, lambda timeline: (timeline.back(job.data["step"]), None))

    def _first_bad(self, job: _ServerJob) -> None:
        def find(timeline: Timeline) -> tuple[Results, str | None]:
            result = timeline.first_trouble(job.data["of"])
            if result is None or result.stopped is None:
                return timeline.back(timeline.session.steps), "No bad step was found."
            at, step, condition = result.stopped
            return timeline.back(step), f"The first bad step is {step:,}: {at}: {condition}"

        self._look_back(job, find)

    def _look_back(self, job: _ServerJob, look: Callable[[Timeline], tuple[Results, str | None]]) -> None:
        data, number = job.data, job.data["page"]
        timeline = self._timelines.get(number)
        before = None if timeline is None else timeline.session.steps
        frame: RunFrame[Shown]
        try:
            if timeline is None:
                raise DiagramError("there is no earlier step to go back to")
            timeline.session.inside = job.source.inside if job.source is not None else ""
            timeline.session.watch(data["watched"] or None)
            with job.controls.interrupt.guard():
                results, said = look(timeline)
            frame = looked_back(timeline.session, results, said or "")
        except Interrupted:
            self._end(job, False)
            return
        except DiagramError as error:
            frame = RunFrame(0 if timeline is None else timeline.session.steps, errors=[error])
        self._deliver(job, frame)
        if timeline is not None and timeline.session.steps != before:
            session = timeline.session
            self._hand_over(job, session, StepSnapshot(session.state.values.copy(), session.steps))
        self._end(job, not frame.errors)

    def _hand_over(self, job: _ServerJob, session: Session, moment: StepSnapshot, *, last: bool = False) -> None:
        """Send the values of variables; ``last`` if the process may be killed during a step."""
        with self._handing:
            number, arrays = job.data["page"], Arrays()
            values = packed_values(moment, self._handed.get(number, {}), arrays)
            self._handed[number] = moment.values
            data = {"kind": "state", **_whose(job), "steps": moment.steps, "values": values, "last": last}
            self._channel.send({**data, "effects": session.has_effects}, arrays.listed)

    def _end(self, job: _ServerJob, good: bool) -> None:
        job.done.set()
        timeline = self._timelines.get(job.data["page"])
        kept = None if timeline is None else _kept(timeline)
        self._channel.send({"kind": "ended", **_whose(job), "good": good, "kept": kept})

    def _evaluate(self, job: _ServerJob) -> None:
        data, number, source = job.data, job.data["page"], job.source
        assert source is not None
        self._lives = {each: kept for each, kept in self._lives.items() if each in data["alive"]}
        page = self._lives.setdefault(number, _LivePage())
        begun = time.perf_counter()
        arrays = Arrays()
        report: dict[str, Json] = {"kind": "lived", **_whose(job), "computed": 0, "results": None, "rounds": []}
        errors: list[DiagramError] = []
        try:
            with paused_collection(), job.controls.interrupt.guard():
                page.live.renamed = source.renamed
                result = page.live.evaluate(
                    source.page,
                    file=source.file,
                    extra=source.extra,
                    composites=source.composites,
                    base=self._sessions.get(number),
                    inside=source.inside,
                    stopped=job.controls.interrupt.wanted.is_set,
                )
                views, changed = page.views_of(result)
            report["computed"], errors = result.computed, result.errors
            report["rounds"] = packed_records(result.rounds, arrays)
            changed = changed if page.in_front else None
            report["results"] = self._sent.setdefault(number, ResultEncoder()).pack(views, arrays, changed)
            page.in_front = True
        except (EvaluationStopped, Interrupted) as error:
            if isinstance(error, Interrupted):  # somewhere: what was being computed is in no good order
                del self._lives[number]
            self._end(job, False)
            return
        except Exception as error:
            del self._lives[number]
            text = f"live mode ended with an internal error: {type(error).__name__}: {error}"
            errors = [error if isinstance(error, DiagramError) else DiagramError(text, page=source.page.name)]
        report["errors"] = [packed_error(error) for error in errors]
        report["seconds"] = time.perf_counter() - begun
        job.done.set()  # the report says that it is
        self._channel.send(report, arrays.listed)

    def _look(self, job: _ServerJob) -> None:
        data, source, result, error = job.data, job.source, None, None
        assert source is not None
        try:
            base, backend = self._sessions.get(data["page"]), RecordedBackend(self._recorder)
            result = ERRANDS[data["kind"]](source, base, backend, {**data, "arrays": job.arrays})
        except Exception as fault:
            internal = DiagramError(f"internal error: {type(fault).__name__}: {fault}")
            error = packed_error(fault if isinstance(fault, DiagramError) else internal)
        self._channel.send({"kind": "found", "found": result, "error": error})

    def _examine(self, job: _ServerJob) -> None:
        data, result, error = job.data, None, None
        number, source = data["page"], job.source
        assert source is not None
        last = None if data["fresh"] else self._infos.get(number)
        try:
            info = examine(source.page, data["folder"], data["asked"], source.composites)
            result, self._infos[number] = packed(info, last), info
        except Exception as fault:
            error = packed_error(DiagramError(f"{type(fault).__name__}: {fault}"))
        self._channel.send({"kind": "found", "found": result, "error": error})

    def _restore(self, job: _ServerJob) -> None:
        data, number = job.data, job.data["page"]
        source, values = job.source, values_of(data["values"], {}, job.arrays)
        assert source is not None
        try:
            session = SavedState(source, data["steps"], values, False).session()
        except DiagramError:
            return  # the run that follows says it
        session.backend = RecordedBackend(self._recorder)
        self._sessions[number], self._handed[number] = session, values

    def _forget(self, job: _ServerJob) -> None:
        if job.data["page"] is not None:
            self._sessions.pop(job.data["page"], None)
            self._timelines.pop(job.data["page"], None)
            return
        everything = self._sessions, self._timelines, self._sent, self._handed, self._infos
        whole = everything if job.data["all"] else ()
        for kept in (self._lives, *whole):
            kept.clear()


def _edited(session: Session, source: PageSource, before: Page, job: _ServerJob, *, goes_on: bool) -> TuningOutcome:
    """Apply an edit to a running session; if that fails, the session continues unchanged."""
    try:
        with job.controls.interrupt.guard(), paused_collection():
            return go_on(session, source) if goes_on else follow(session, source, before)
    except DiagramError:
        return TuningOutcome(session, whole=False)


def _kept(timeline: Timeline) -> Json:
    steps = timeline.first, timeline.last, timeline.session.steps
    return [*steps, timeline.used, timeline.memory, list(timeline.caveats)]


def _whose(job: _ServerJob) -> dict[str, Json]:
    return {"job": job.data["job"], "page": job.data["page"]}


def main(packages: Sequence[str] = ()) -> None:
    """Run the worker's main loop; ``packages`` are enabled in addition."""
    use_registry(Registry(packages))  # a broken one is told by the blocks that need it
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the editor's terminal is for the editor
    channel, left = to_owner()
    sys.stdin, sys.stdout, sys.stderr = (open(os.devnull, mode) for mode in ("r", "w", "w"))  # noqa: SIM115
    Resources.say = staticmethod(_ignore)

    def told(number: int, lines: PlanLines) -> None:
        channel.send({"kind": "plan", "number": number, "lines": lines})

    try:
        Worker(channel, CrashRecorder(left, told)).main()
    except OSError:
        os._exit(0)


def _ignore(_text: str) -> None:
    """Discard the output of Print blocks in live evaluations."""
