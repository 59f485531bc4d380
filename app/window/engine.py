"""The engine of one diagram: its checks and runs, page by page, and their results."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from app.canvas.scene import PageScene
from app.core.document import Document, DocumentEdit
from app.core.experiments.overlay import RunOverlay
from app.core.history import parts_of
from app.core.instances import InstancePath
from app.core.renaming import rename_key
from app.core.runs.checker import Checker
from app.core.runs.gradient import PageGradients
from app.core.runs.instance_results import InstanceResults
from app.core.runs.live import LiveMode, LiveReport
from app.core.runs.results import ResultStore
from app.core.runs.runner import PageRunner, RunProgress, source_of
from app.core.runs.what_if import WhatIfs
from app.core.verbs.blocks import Find
from app.engine_texts import in_language
from app.face.gradient import (
    GONE,
    NOTHING,
    UNTYPED,
    GradientFace,
    check_marks,
    contract_marks,
    face_on,
    gradient_face,
    strips_of,
    what_if_face,
)
from app.face.timings import wait_text
from app.language import plural, tr
from blocks.analysis.gradient_flow import PageFlow
from blocks.analysis.lint import PageAdvice
from blocks.analysis.losses import Training, is_summed
from blocks.analysis.pins import Pins
from blocks.base.errors import DiagramError
from blocks.document.changes import RenameBlock
from blocks.document.data import INSTANCE, Page, pins_type
from blocks.document.definitions import INPUT_PIN
from blocks.transform.expand import pairs
from blocks.worker.page_checks import PageInfo
from blocks.worker.state import PageSource, SavedState
from blocks.worker.what_if import WhatIfResult

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


class Engine(QObject):
    """The checker, the runner and the results of a document, as the window uses them.

    Attributes:
        in_files: the sessions of pages when their variables were last in a file.
    """

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
        self.what_if = WhatIfs(self._kept_source, self._differentiated, self)
        self.what_if.changed.connect(self._show_gradient)
        self.gradients.chosen_changed.connect(self.what_if.look_again)
        self.overlay = RunOverlay(self.runner.recorder, self.store, self)
        self.runner.gradients = self.gradients
        self.inside.changed.connect(self._round_chosen)
        self.runner.watched = self.watched
        self.last: RunProgress | None = None
        self._times: deque[tuple[float, int]] = deque()
        self._scenes: dict[str, PageScene] = {}
        self._told: dict[str, PageInfo] = {}
        self._failures: dict[str, list[DiagramError]] = {}
        self._open: dict[str, tuple[PageInfo, list[DiagramError] | None, tuple[DiagramError, ...]]] = {}
        self._warnings: dict[str, DiagramError] = {}
        self._inside: tuple[Pins, Pins, str, Pins] | None = None
        self._faces_on: dict[str, tuple[tuple[GradientFace | None, str], GradientFace]] = {}
        self._faces: dict[str, tuple[tuple[object, ...], GradientFace]] = {}
        self.advises: Callable[[str], bool] = lambda _rule: True
        self.live = LiveMode(document, self.store, self.runner, self)
        self.live.done.connect(self._lived)
        self._lived_text = ""
        self.in_files: dict[str, SavedState] = {}
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
        self._scenes[page] = scene
        scene.set_results(self.inside if page.startswith(INSTANCE) else self.store)
        self._show(page)
        self._show_gradient(page)

    def detach(self, page: str) -> None:
        scene = self._scenes.pop(page, None)
        if scene is not None:
            scene.set_results(None)

    def rename(self, old: str, new: str) -> None:
        rename_key(self._scenes, old, new)
        rename_key(self._told, old, new)
        rename_key(self._failures, old, new)
        self._open.pop(old, None)
        rename_key(self._warnings, old, new)
        rename_key(self.in_files, old, new)
        if new in self._warnings:
            self._warnings[new].page = new
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
        merged = {(e.block, e.pin, e.message): e for e in (*own, *self._failures.get(page, ()))}
        warning = self._warnings.get(page)
        odd = [] if warning is None else [warning]
        problems = tuple(merged.values())
        still_open = self._still_open(page, info, problems)
        advice = [DiagramError(each.message, block=each.block, page=page) for each in self.advice(page)]
        return PageStatus(info.pins, problems, (*odd, *self._wrong(info.page)), still_open, info.trainings, advice)

    def advice(self, page: str) -> list[PageAdvice]:
        info = self.checker.infos.get(page)
        known = () if info is None or page.startswith(INSTANCE) else info.advice
        return [each for each in known if self.advises(each.rule)]

    def advise(self) -> None:
        for page in self._scenes:
            self._show(page)

    def _still_open(self, page: str, info: PageInfo, problems: Sequence[DiagramError]) -> tuple[DiagramError, ...]:
        failed = self._failures.get(page)
        known = self._open.get(page)
        if known is None or known[0] is not info or known[1] is not failed:
            still_open = unfinished(info.page, problems, failed or (), self.document.find)
            known = self._open[page] = (info, failed, still_open)
        return known[2]

    def seen_inside(self, canvas: str) -> PageStatus | None:
        """Return the state of a canvas; a composite's canvas includes that of the current instance."""
        own, path, prefix = self.seen(canvas), self.inside.path, self.inside.prefix
        there = self.seen(path.page) if canvas == self.inside.canvas and path.ids else None
        if own is None or there is None:
            return own

        def inside(errors: Sequence[DiagramError]) -> list[DiagramError]:
            names = [(error, error.block) for error in errors if error.block and error.block.startswith(prefix)]
            return [
                DiagramError(e.message, pin=e.pin, block=b[len(prefix) :], page=canvas, hint=e.hint) for e, b in names
            ]

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
        marks = check_marks(self.gradients.check_of(page))
        return [
            DiagramError(mark.sentence, block=block, page=page.name)
            for block, mark in marks.items()
            if mark.verdict == "wrong"
        ]

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
            self.live.look_inside()
            self._show(canvas)
            self._show_gradient(canvas)
            self._look_again()

    def _look_again(self) -> None:
        """Rerun the last step for the results inside the viewed instance, if they are missing."""
        page, prefix, last = self.inside.path.page, self.inside.prefix, self.last
        if not prefix or self.running or self.live.on or (last is not None and 0 < last.rate < _SLOW):
            return
        kept, names = self.runner.session(page), self.store.names(page)
        are_old = kept is None or kept.source.page is not self.document.page(page)
        is_there = any(name.startswith(prefix) for name in names) and len(self.inside.levels) == len(self.inside.loops)
        if names and not are_old and not is_there:
            self.runner.look_again(page)

    def _round_chosen(self) -> None:
        self.gradients.look_in_round(self.inside.path.page, self.inside.rounds)

    def state_text(self, page: str) -> str:
        last = self.last
        if self.live.on and not self.running:
            return self._lived_text or tr("Live")
        if last is None or last.page != page:
            return tr("Running") if self.running and self.runner.page == page else ""
        text = tr("Step {done:,}", done=last.done) + (
            tr(" of {of:,}", of=last.of) if last.of is not None and last.of > 1 else ""
        )
        if self.running and last.rate:
            text += (
                tr(", {rate:,.0f} steps/s", rate=last.rate)
                if last.rate >= 10
                else tr(", {rate:.1f} steps/s", rate=last.rate)
            )
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
        warning = self._warnings.get(page)
        return (
            ""
            if warning is None
            else f"{warning.block}: {in_language(warning.message)}"
            if warning.block
            else in_language(warning.message)
        )

    def share_done(self) -> float | None:
        last = self.last
        if not self.running or last is None or not last.of or last.of < 2:
            return None
        return last.done / last.of

    def watched(self, page: str) -> str:
        return self._differentiated(page) if self.gradients.is_shown(page) else ""

    def _differentiated(self, page: str) -> str:
        info = self.checker.infos.get(page)
        if info is None:
            return ""
        return self.gradients.asked(info.page) or (info.losses[0] if info.losses else "")

    def gradient_face(self, page: str) -> GradientFace | None:
        is_inside = page == self.inside.canvas and bool(self.inside.path.ids)
        whole = self.gradient_of(self.inside.path.page if is_inside else page)
        if whole is None or not (is_inside or self.document.composites_of(page)):
            return whole
        key = whole, self.inside.prefix if is_inside else ""
        kept, face = self._faces_on.get(page, ((None, ""), NOTHING))
        if kept[0] is not key[0] or kept[1] != key[1]:
            face = face_on(*key)
            self._faces_on[page] = key, face
        return face

    def gradient_of(self, page: str) -> GradientFace | None:
        info = self.checker.infos.get(page)
        if not self.gradients.is_shown(page) or info is None or info.asked is None:
            return None  # it is not known yet, or not wanted
        if info.flow is None:
            return GONE if info.losses else UNTYPED if _is_untyped(info.page) else NOTHING
        tried = self.what_if.found_on(page)
        if tried is not None:
            return self._what_if_face(page, info.flow, tried)
        summed = any(is_summed(str(name), info.pins) for name in info.flow.of)
        outdated = self.gradients.is_outdated(info.page)
        moment = self.gradients.moment(page)
        norms = None if moment is None else self.gradients.statistics(page)
        key = (info.flow, summed, moment, self.gradients.check_of(info.page), outdated, norms)
        kept, face = self._faces.get(page, ((), NOTHING))
        if len(kept) != len(key) or any(a is not b for a, b in zip(kept, key, strict=True)):
            check = key[3]
            face = gradient_face(info.flow, norms, None if moment is None else moment.step)
            face = face._replace(strips=strips_of(self.gradients.norms(page)))
            if summed:
                face = face._replace(title=tr("the sum of {title}", title=face.title))
            face = face._replace(checked=check_marks(check), outdated=outdated and face.measured)
            self._faces[page] = (key, face)
        return face

    def _what_if_face(self, page: str, flow: PageFlow, outcome: WhatIfResult) -> GradientFace:
        key = (flow, outcome, self.what_if.picture)
        kept, face = self._faces.get(page, ((), NOTHING))
        if len(kept) != len(key) or any(a is not b for a, b in zip(kept, key, strict=True)):
            face = what_if_face(*key)
            self._faces[page] = (key, face)
        return face

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
        scene = self._scenes.get(page)
        if scene is not None:
            scene.set_gradient(self.gradient_face(page), pairs(scene.page))

    def _checked_gradient(self, page: str) -> None:
        self._show(page)
        self.checked.emit(page)

    def _checked(self, page: str, info: PageInfo) -> None:
        before, self._told[page] = self._told.get(page), info
        edited = before is None or before.page is not info.page or before.composites is not info.composites
        if edited or self.what_if.found_on(page) is None:
            self.what_if.look_again(page)
        self.gradients.follow(page, (*info.flow.of, *info.flow.weights) if info.flow is not None else ())
        if before == self._told[page]:
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
        self._failures[page] = errors
        self._show(page)
        self.checked.emit(page)

    def _follow_renames(self, edit: DocumentEdit) -> None:
        for change in parts_of(edit.change):
            if isinstance(change, RenameBlock):
                self.gradients.rename_block(change.page, change.block, change.id)
                self.what_if.rename_block(change.page, change.block, change.id)

    def _edited(self) -> None:
        # What a run found may be mended by this edit; the next run tells.
        for page in list(self._failures):
            self._forget_failures(page)
        for view in self.document.pages:
            self.store.follow(view.snapshot(), self.document.composites_of(view.name))
            # A gradient block may have been opened, or have come back.
            if view.name in self.checker.asked:
                self.checker.asked[view.name] = self.gradients.asked(view.snapshot())

    def _warned(self, page: str, warning: DiagramError) -> None:
        self._warnings[page] = warning
        self._show(page)
        self.checked.emit(page)

    def _begin(self, page: str) -> None:
        self.gradients.begin(self.document.page(page))
        if self._warnings.pop(page, None) is not None:
            self._show(page)
            self.checked.emit(page)
        self._forget_failures(page)

    def _forget_failures(self, page: str) -> None:
        if self._failures.pop(page, None) is not None:
            self._show(page)
            self.checked.emit(page)

    def _show(self, page: str) -> None:
        if page == self.inside.path.page != self.inside.canvas:
            self._show(self.inside.canvas)
        scene, seen = self._scenes.get(page), self.seen_inside(page)
        if scene is not None and seen is not None:
            scene.set_info(seen, seen.unfinished, seen.advice)
            scene.set_contracts(contract_marks(scene.page, seen.problems))


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
