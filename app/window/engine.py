"""The engine of one diagram: its checks and runs, page by page, and their results."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import is_not
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from app.canvas.scene import PageScene
from app.core.document import Document, DocumentEdit
from app.core.experiments.columns import RunOverlay
from app.core.instance_steps import step_of
from app.core.instances import InstancePath
from app.core.renaming import rename_key
from app.core.runs.checker import Checker
from app.core.runs.gradient import PageGradients
from app.core.runs.results import InstanceResults, ResultStore
from app.core.runs.runner import LiveMode, LiveReport, PageRunner, RunProgress, source_of
from app.core.runs.variables import may_change
from app.core.runs.what_if import WhatIfs
from app.core.runs.worker import EditOutcome
from app.face.gradient import (
    GONE,
    NOTHING,
    UNTYPED,
    ContractMark,
    GradientFace,
    check_marks,
    contract_marks,
    face_on,
    gradient_face,
    strips_of,
    what_if_face,
)
from app.face.timings import wait_text
from app.window.widgets.bars import Notice
from blocks.analysis.lint import PageAdvice
from blocks.analysis.losses import Training, is_summed
from blocks.analysis.pins import Pins
from blocks.base.engine_texts import in_language
from blocks.base.errors import DiagramError, UsageError
from blocks.base.language import mark, plural, same, tr
from blocks.document.changes import RenameBlock, parts_of
from blocks.document.data import INSTANCE, Page, pins_type
from blocks.document.definitions import INPUT_PIN
from blocks.transform.expand import pairs
from blocks.transform.verbs.blocks import Find
from blocks.worker.page_checks import PageInfo
from blocks.worker.state import PageSource, SavedState

_SLOW = 0.3
"""Steps a second: if a step takes so long, none is run again to look inside."""
_RECENT = 5.0
"""Seconds of a run that say how fast it is now."""


class PageStatus(NamedTuple):
    """The state of a page, from its check and from its last run.

    Attributes:
        problems: all errors, without duplicates.
        warnings: the first non-finite results.
        unfinished: the problems that are only missing input and were not run.
        trainings: the variables that each block trains, and those that it does not.
    """

    pins: Pins
    problems: Sequence[DiagramError]
    warnings: Sequence[DiagramError] = ()
    unfinished: Sequence[DiagramError] = ()
    trainings: Mapping[str, Training] = MappingProxyType({})
    advice: Sequence[DiagramError] = ()


@dataclass
class EnginePage:
    """The state of a page beside its results.

    Attributes:
        unfinished: the unfinished problems, after the check and the failures that they are of.
        face: the gradient face, after the data that it is made of; ``face_on``: that on a composite's canvas.
        in_file: the session when its variables were last in a file.
    """

    scene: PageScene | None = None
    told: PageInfo | None = None
    failures: list[DiagramError] | None = None
    unfinished: tuple[PageInfo, list[DiagramError] | None, tuple[DiagramError, ...]] | None = None
    warning: DiagramError | None = None
    face: tuple[tuple[object, ...], GradientFace] = ((), NOTHING)
    face_on: tuple[tuple[object, ...], GradientFace] = ((), NOTHING)
    in_file: SavedState | None = None


class Engine(QObject):
    """The checker, the runner and the results of a document, as the window uses them."""

    checked = Signal(str)
    state_changed = Signal()
    progressed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.store = ResultStore(self)
        self.inside = InstanceResults(self.store, self)
        self.checker = Checker(document, self)
        self.runner = PageRunner(document, self.store, self)
        self.gradients = PageGradients(self)
        self.gradients.chosen_changed.connect(self._asked)
        self.gradients.checked.connect(self._checked_gradient)
        self.gradients.changed.connect(self._show_gradient)
        self.what_if = WhatIfs(self._kept_source, self.differentiated, self)
        self.what_if.changed.connect(self._show_gradient)
        self.gradients.chosen_changed.connect(self.what_if.look_again)
        self.asked: tuple[str, dict[str, ContractMark]] = "", {}
        self.overlay = RunOverlay(self.runner.recorder, self.store, self)
        self.runner.gradients = self.gradients
        self.inside.changed.connect(lambda: self.gradients.look_in_round(self.inside.path.page, self.inside.rounds))
        self.runner.watched = self.watched
        self.last: RunProgress | None = None
        self._times: deque[tuple[float, int]] = deque()
        self.pages: defaultdict[str, EnginePage] = defaultdict(EnginePage)
        self._inside: tuple[Pins, Pins, str, Pins] | None = None
        self.advises: Callable[[str], bool] = lambda _rule: True
        self.live = LiveMode(document, self.store, self.runner, self)
        self.live.done.connect(self._lived)
        self._lived_text = ""
        self.runner.restored.connect(self._restored)
        self.checker.ready.connect(self._checked)
        self.runner.state_changed.connect(self.state_changed)
        self.runner.progress.connect(self._progressed)
        self.runner.finished.connect(self.what_if.look_again)
        self.runner.failed.connect(self._failed)
        self.runner.not_finite.connect(self._warned)
        document.edited.connect(self._follow_renames)
        document.changed.connect(self._edited)
        self.checker.check_now()

    @property
    def running(self) -> bool:
        return self.runner.running

    @property
    def paused(self) -> bool:
        return self.runner.paused

    def attach(self, page: str, scene: PageScene) -> None:
        self.pages[page].scene = scene
        scene.set_results(self.inside if page.startswith(INSTANCE) else self.store)
        self._show(page)
        self._show_gradient(page)

    def hide(self, page: str, results: Collection[str], gradient: bool, why: Mapping[str, str]) -> None:
        """Hide results, and the gradient, of a page; ``why`` is the text of a sign, by block."""
        self.store.hide(page, frozenset(results))
        self.gradients.hide(page, gradient)
        asked = page, {block: ContractMark(None, text) for block, text in why.items()}
        if asked != self.asked:
            self.asked = asked
            self._show(page)

    def detach(self, page: str) -> None:
        scene, self.pages[page].scene = self.pages[page].scene, None
        if scene is not None:
            scene.set_results(None)

    def rename(self, old: str, new: str) -> None:
        rename_key(self.pages, old, new)
        warning = self.pages[new].warning
        if warning is not None:
            warning.page = new
        if self.last is not None and self.last.page == old:
            self.last = self.last._replace(page=new)
        self.checker.rename(old, new)
        self.runner.rename(old, new)
        self.live.rename(old, new)
        self.overlay.rename(old, new)
        self.store.rename(old, new)
        self.gradients.rename(old, new)
        self.what_if.rename(old, new)

    def seen(self, page: str) -> PageStatus | None:
        info: PageInfo | None = self.checker.infos.get(page)
        if info is None:
            return None
        own = [error for error in info.problems if error.canvas in (None, page)]  # a composite's are told there
        state = self.pages[page]
        merged = {(e.block, e.pin, e.message): e for e in (*own, *(state.failures or ()))}
        odd = [] if state.warning is None else [state.warning]
        problems = tuple(merged.values())
        known = state.unfinished
        if known is None or known[0] is not info or known[1] is not state.failures:
            still_open = unfinished(info.page, problems, state.failures or (), self.document.find)
            known = state.unfinished = info, state.failures, still_open
        advice = [DiagramError(each.message, block=each.block, page=page) for each in self.advice(page)]
        return PageStatus(info.pins, problems, (*odd, *self._wrong(info.page)), known[2], info.trainings, advice)

    def advice(self, page: str) -> list[PageAdvice]:
        info = self.checker.infos.get(page)
        known = () if info is None or page.startswith(INSTANCE) else info.advice
        return [each for each in known if self.advises(each.rule)]

    def advise(self) -> None:
        for page in list(self.pages):
            self._show(page)

    def seen_inside(self, canvas: str) -> PageStatus | None:
        """Return the state of a canvas; a composite's canvas includes that of the current instance."""
        own, path, prefix = self.seen(canvas), self.inside.path, self.inside.prefix
        there = self.seen(path.page) if canvas == self.inside.canvas and path.ids else None
        if own is None or there is None:
            return own

        def inside(errors: Sequence[DiagramError]) -> list[DiagramError]:
            names = [(error, error.block) for error in errors if error.block and error.block.startswith(prefix)]
            at = len(prefix)
            return [DiagramError(e.message, pin=e.pin, block=b[at:], page=canvas, hint=e.hint) for e, b in names]

        problems, warnings = inside(there.problems), inside(there.warnings)
        pins = self._pins_inside(own.pins, there.pins, prefix)
        told = (*own.problems, *problems), (*own.warnings, *warnings)
        return PageStatus(pins, *told, own.unfinished, own.trainings, inside(there.advice))

    def _pins_inside(self, own: Pins, there: Pins, prefix: str) -> Pins:
        last = self._inside
        if last is None or last[0] is not own or last[1] is not there or last[2] != prefix:
            blocks = dict(own.blocks)
            for block, known in there.blocks.items():
                if block.startswith(prefix) and "/" not in block[len(prefix) :]:
                    blocks[block[len(prefix) :]] = known
            last = self._inside = own, there, prefix, Pins(blocks)
        return last[3]

    def _wrong(self, page: Page) -> list[DiagramError]:
        """Return the gradient rules that disagree with finite differences."""
        marks = check_marks(self.gradients.check_of(page)).items()
        wrong = [(block, each.sentence) for block, each in marks if each.verdict == "wrong"]
        return [DiagramError(sentence, block=block, page=page.name) for block, sentence in wrong]

    def problems(self, page: str) -> Sequence[DiagramError]:
        seen = self.seen(page)
        return seen.problems if seen is not None else ()

    def unfinished(self, page: str) -> Sequence[DiagramError]:
        seen = self.seen(page)
        return seen.unfinished if seen is not None else ()

    def warnings(self, page: str) -> Sequence[DiagramError]:
        seen = self.seen(page)
        return seen.warnings if seen is not None else ()

    def run(self, page: str, steps: int | None, fetch: Sequence[str] = ()) -> None:
        """Run steps of a page (None: until stopped); ``fetch`` limits the run to what these blocks need."""
        if not self.running:
            self._begin(page)
            self.last = None
            self.runner.run(page, steps, fetch=fetch)

    def step(self, page: str) -> None:
        if not self.running:
            self._begin(page)
        self.runner.step(page)

    def flip_pause(self) -> None:
        self.runner.flip_pause()

    def stop(self) -> None:
        self.runner.stop()

    def reset(self, page: str) -> None:
        self.runner.reset(page)
        self._restored(page)

    def _restored(self, page: str) -> None:
        self.last = None
        self._begin(page)
        self.gradients.forget(page)
        self.what_if.look_again(page)
        self.state_changed.emit()

    def close(self) -> None:
        self.live.close()
        self.what_if.close()
        self.runner.close()
        self.checker.finish()

    def watch(self, page: str, live: bool) -> None:
        self.live.watch(page)
        if live != self.live.on:
            self._lived_text = ""
            self.live.set_on(live)
            self.state_changed.emit()

    def look_inside(self, path: InstancePath, canvas: str, loops: tuple[int, ...] = ()) -> None:
        self.runner.look_inside(path.page, "/".join(path.ids))
        if (path, canvas, loops) != (self.inside.path, self.inside.canvas, self.inside.loops):
            self.inside.look(path, canvas, loops)
            self.live.edited()
            self._show(canvas)
            self._show_gradient(canvas)
            self._look_again()

    def _look_again(self) -> None:
        """Rerun the last step for the results inside the viewed instance, if they are missing."""
        page, prefix, last = self.inside.path.page, self.inside.prefix, self.last
        if not prefix or self.running or self.live.on or (last is not None and 0 < last.rate < _SLOW):
            return
        kept, names = self.runner.session(page), self.store.names(page)
        are_old = kept is None or self.store.is_old(page, step_of(self.inside.path.ids[0]).block)
        is_there = any(name.startswith(prefix) for name in names) and len(self.inside.levels) == len(self.inside.loops)
        if names and not are_old and not is_there:
            self.runner.look_again(page)

    def state_text(self, page: str) -> str:
        last = self.last
        if self.live.on and not self.running:
            return self._lived_text or tr("Live")
        if last is None or last.page != page:
            return tr("Running") if self.running and self.runner.page == page else ""
        text = tr("Step {done:,}", done=last.done)
        text += tr(" of {of:,}", of=last.of) if last.of is not None and last.of > 1 else ""
        if self.running and last.rate:
            pace = mark(", {rate:,.0f} steps/s") if last.rate >= 10 else mark(", {rate:.1f} steps/s")
            text += tr(pace, rate=last.rate)
            left = self._seconds_left()
            if left is not None:
                text += tr(", {time} left", time=wait_text(left))
        return text + (tr(", paused") if self.paused else "")

    def _seconds_left(self) -> float | None:
        """Return the remaining time of the run at its recent pace, or None if unknown."""
        last, times = self.last, self._times
        if last is None or last.of is None or self.paused or len(times) < 2 or last.done >= last.of:
            return None
        (before, done), (now, _) = times[0], times[-1]
        return (last.of - last.done) * (now - before) / (last.done - done) if last.done > done else None

    def not_finite(self, page: str) -> str:
        warning = self.pages[page].warning
        if warning is None:
            return ""
        return (f"{warning.block}: " if warning.block else "") + in_language(warning.message)

    def share_done(self) -> float | None:
        last = self.last
        if not self.running or last is None or not last.of or last.of < 2:
            return None
        return last.done / last.of

    def watched(self, page: str) -> str:
        return self.differentiated(page) if self.gradients.is_shown(page) else ""

    def differentiated(self, page: str) -> str:
        info = self.checker.infos.get(page)
        if info is None:
            return ""
        return self.gradients.asked(info.page) or (info.losses[0] if info.losses else "")

    def gradient_face(self, page: str) -> GradientFace | None:
        is_inside = page == self.inside.canvas and bool(self.inside.path.ids)
        whole = self.gradient_of(self.inside.path.page if is_inside else page)
        if whole is None or not (is_inside or self.document.composites_of(page)):
            return whole
        state, prefix = self.pages[page], self.inside.prefix if is_inside else ""
        kept = state.face_on[0]
        if not kept or kept[0] is not whole or kept[1] != prefix:
            state.face_on = (whole, prefix), face_on(whole, prefix)
        return state.face_on[1]

    def gradient_of(self, page: str) -> GradientFace | None:
        info = self.checker.infos.get(page)
        if not self.gradients.is_shown(page) or info is None or info.asked is None:
            return None  # it is not known yet, or not wanted
        if info.flow is None:
            return GONE if info.losses else UNTYPED if _is_untyped(info.page) else NOTHING
        tried = self.what_if.found_on(page)
        if tried is not None:
            key = (info.flow, tried, self.what_if.picture)
            return self._face(page, key, lambda: what_if_face(*key))
        flow, gradients = info.flow, self.gradients
        summed = any(is_summed(str(name), info.pins) for name in flow.of)
        outdated, check = gradients.is_outdated(info.page), gradients.check_of(info.page)
        moment = gradients.moment(page)
        norms = None if moment is None else gradients.statistics(page)

        def make() -> GradientFace:
            face = gradient_face(flow, norms, None if moment is None else moment.step)
            face = face._replace(strips=strips_of(gradients.norms(page)))
            if summed:
                face = face._replace(title=tr("the sum of {title}", title=face.title))
            return face._replace(checked=check_marks(check), outdated=outdated and face.measured)

        return self._face(page, (flow, summed, moment, check, outdated, norms), make)

    def _face(self, page: str, key: tuple[object, ...], make: Callable[[], GradientFace]) -> GradientFace:
        """Return the face that was last made of the same objects, or make another one."""
        state = self.pages[page]
        if len(state.face[0]) != len(key) or any(map(is_not, state.face[0], key)):
            state.face = key, make()
        return state.face[1]

    def source(self, page: str) -> PageSource:
        return source_of(self.document, page) if self.running else self._kept_source(page)

    def _kept_source(self, page: str) -> PageSource:
        return source_of(self.document, page)._replace(kept=self.runner.session(page))

    def _asked(self, page: str) -> None:
        if self.gradients.is_shown(page):
            self.checker.asked[page] = self.gradients.asked(self.document.page(page))
        else:
            self.checker.asked.pop(page, None)
        self.checker.check_now()

    def _show_gradient(self, page: str) -> None:
        if page == self.inside.path.page != self.inside.canvas:
            self._show_gradient(self.inside.canvas)
        scene = self.pages[page].scene
        if scene is not None:
            scene.set_gradient(self.gradient_face(page), pairs(scene.page))

    def _checked_gradient(self, page: str) -> None:
        self._show(page)
        self.checked.emit(page)

    def _checked(self, page: str, info: PageInfo) -> None:
        before, self.pages[page].told = self.pages[page].told, info
        edited = before is None or before.page is not info.page or before.composites is not info.composites
        if edited or self.what_if.found_on(page) is None:
            self.what_if.look_again(page)
        self.gradients.follow(page, (*info.flow.of, *info.flow.weights) if info.flow is not None else ())
        if before == info:
            return
        self._show(page)
        self._show_gradient(page)
        self.checked.emit(page)

    def _lived(self, report: LiveReport) -> None:
        self._lived_text = plural(
            report.computed,
            "Live: computed {n} operation in {ms:,.1f} ms",
            "Live: computed {n:,} operations in {ms:,.1f} ms",
            ms=report.seconds * 1000,
        )
        if report.errors:
            self._failed(report.page, report.errors)
        else:
            self._forget_failures(report.page)
        self.progressed.emit()

    def _progressed(self, progress: RunProgress) -> None:
        now = time.monotonic()
        if self._times and (progress.done <= self._times[-1][1] or now - self._times[-1][0] > _RECENT):
            self._times.clear()
        self._times.append((now, progress.done))
        while now - self._times[0][0] > _RECENT and len(self._times) > 2:
            self._times.popleft()
        self.last = progress
        self.what_if.look_again(progress.page)
        self.progressed.emit()

    def _failed(self, page: str, errors: list[DiagramError]) -> None:
        self.pages[page].failures = errors
        self._show(page)
        self.checked.emit(page)

    def _follow_renames(self, edit: DocumentEdit) -> None:
        for change in parts_of(edit.change):
            if isinstance(change, RenameBlock):
                self.gradients.rename_block(change.page, change.block, change.id)
                self.what_if.rename_block(change.page, change.block, change.id)

    def _edited(self) -> None:
        # What a run found may be mended by this edit; the next run tells.
        for page in list(self.pages):
            self._forget_failures(page)
        for view in self.document.pages:
            self.store.follow(view.snapshot(), self.document.composites_of(view.name))
            # A gradient block may have been opened, or have come back.
            if view.name in self.checker.asked:
                self.checker.asked[view.name] = self.gradients.asked(view.snapshot())

    def _warned(self, page: str, warning: DiagramError) -> None:
        self.pages[page].warning = warning
        self._show(page)
        self.checked.emit(page)

    def _begin(self, page: str) -> None:
        self.gradients.begin(self.document.page(page))
        if self.pages[page].warning is not None:
            self.pages[page].warning = None
            self._show(page)
            self.checked.emit(page)
        self._forget_failures(page)

    def _forget_failures(self, page: str) -> None:
        if self.pages[page].failures is not None:
            self.pages[page].failures = None
            self._show(page)
            self.checked.emit(page)

    def _show(self, page: str) -> None:
        if page == self.inside.path.page != self.inside.canvas:
            self._show(self.inside.canvas)
        scene, seen = self.pages[page].scene, self.seen_inside(page)
        if scene is not None and seen is not None:
            scene.set_info(seen, seen.unfinished, seen.advice)
            marks = dict(contract_marks(scene.page, seen.problems))
            scene.set_contracts(marks | (self.asked[1] if page == self.asked[0] else {}))


def _is_untyped(page: Page) -> bool:
    pins = [] if page.composite is None else [block for block in page.blocks if block.type == INPUT_PIN]
    return any(pin.values.get("dtype") is None for pin in pins)


def unfinished(
    page: Page, problems: Sequence[DiagramError], failed: Sequence[DiagramError], find: Find
) -> tuple[DiagramError, ...]:
    """Return the problems with missing inputs and values, except at blocks that the last run failed at."""
    tried = {error.block for error in failed}
    about = [error for error in problems if error.pin is not None and error.block not in tried]
    if not about:
        return ()
    wanted = {error.block for error in about}
    blocks = {block.id: block for block in page.blocks if block.id in wanted}
    wired = {target[:2] for _, target in page.wires if target.block in wanted}
    errors: list[DiagramError] = []
    for error in about:
        block, pin = blocks.get(error.block or ""), error.pin or ""
        spec = None if block is None else find(pins_type(block))
        if block is None or spec is None or (block.id, pin) in wired or pin in block.values:
            continue
        if spec.input(pin) is not None or spec.attribute(pin) is not None:
            errors.append(error)
    return tuple(errors)


_MOST = 4
"""Variables that are named in one sentence."""
WAITS = mark("The run continues unchanged. This edit takes effect in the next run.")


class EditedRuns(QObject):
    said = Signal(str)

    def __init__(self, engine: Engine, notice: Notice, parent: QObject) -> None:
        super().__init__(parent)
        self._engine, self._runner = engine, engine.runner
        self._notice = notice
        self._text = self._offered = ""
        self._closed = False
        self._runner.followed.connect(self._tell)
        self._runner.restored.connect(self._take_back)
        self._runner.state_changed.connect(self._follow)

    def reset(self, page: str) -> None:
        """Reset the variables of a page, with an offer to undo that if steps had changed them."""
        kept = self._runner.session(page)
        self._engine.reset(page)
        if kept is not None and kept.steps and may_change(kept.source):
            self._offer(tr("The variables were reset."), page, kept)

    def _offer(self, text: str, page: str, kept: SavedState) -> None:
        def restore() -> None:
            try:
                self._runner.go_on_from(page, kept)
            except UsageError as error:
                self.said.emit(error.message)
                return
            self.said.emit(tr("The next run starts with the variable values of step {steps:,}", steps=kept.steps))

        self._offered = text
        self._notice.say(text, tr("Restore step {steps:,}", steps=kept.steps), restore)
        about = mark(
            "Restore the variable values of this step. If an edit does not fit these values, undo the edit first"
        )
        self._notice.act.setToolTip(tr(about))

    def _take_back(self) -> None:
        if self._offered and same(self._notice.label.text(), self._offered):
            self._notice.hide()
        self._offered = ""

    def _tell(self, followed: EditOutcome) -> None:
        page, kept = self._runner.page, self._runner.before
        if followed.lost:
            named = ", ".join(followed.lost[:_MOST])
            more = tr(" and {count} more", count=len(followed.lost) - _MOST) if len(followed.lost) > _MOST else ""
            text = tr("Variables lost their values: {named}{more}.", named=named, more=more)
            if page is not None and kept is not None:
                self._offer(text, page, kept)
            else:
                self._say(text)
        elif followed.whole:
            self._hide()
            if followed.tuned:
                text = mark("The run continues with this edit from step {steps:,}. Variables keep their values")
                self.said.emit(tr(text, steps=followed.steps + 1))
        elif self._closed:
            self.said.emit(tr(WAITS))
        else:
            self._say(tr(WAITS), tr("Apply now"))

    def _say(self, text: str, act: str = "") -> None:
        self._text = text
        self._notice.say(text, act, self._runner.go_on, on_dismiss=self._close)
        about = tr("Continue the run with the edited page. Variables that still fit keep their values")
        self._notice.act.setToolTip(about)

    def _close(self) -> None:
        self._closed = True

    def _hide(self) -> None:
        if self._text and same(self._notice.label.text(), self._text):
            self._notice.hide()
        self._text = ""

    def _follow(self) -> None:
        if not self._runner.running:
            self._hide()
            self._closed = False
