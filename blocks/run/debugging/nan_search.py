"""The search for the first NaN or infinity: its block and step."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from blocks.analysis.inner_values import spec_at
from blocks.base.errors import DiagramError, RunError
from blocks.compile.recording import Record
from blocks.document.data import INSTANCE, LOOP_BODIES
from blocks.elaborate.expand import inner_part
from blocks.elaborate.model import Elaboration
from blocks.run.monitoring.previews import Shown, show
from blocks.run.results import Results
from blocks.run.session import Session
from blocks.run.state import StepSnapshot
from blocks.run.steps.stepper import Stepper


class Watch:
    """A search for the first step with a result that is not finite.

    Results are checked only from time to time. If one is not finite, the steps since the last check are bisected: half
    of them run again from the saved values of variables, and so on. That takes no longer than those steps took. The
    search assumes that a result stays non-finite.
    """

    def __init__(self, session: Session, stepper: Stepper) -> None:
        self._session = session
        self._stepper = stepper
        self._last: StepSnapshot | None = None
        self._told = False

    def go_on(self, session: Session, stepper: Stepper) -> None:
        self._session, self._stepper, self._last = session, stepper, None

    def look(self, views: Mapping[str, Shown], checked: Callable[[], None]) -> DiagramError | None:
        """Check the results of a step; return the error of the first block that is not finite, only once."""
        session = self._session
        if self._told:
            return None
        result, step = first_bad(session.elaboration, views), session.steps
        if result is None:
            self._last = _moment(session)
            return None
        self._told = True
        if not session.has_effects:
            now = _moment(session)
            before_step, session.before_step = session.before_step, None  # these steps are no steps of the run
            try:
                good = now._replace(steps=step - 1)
                if self._last is not None:
                    result, step, good = self._search(self._last, step, result, checked)
                if session.elaboration.expansion is not None:
                    result = self._inside(good) or result
                    result = self._in_rounds(good, result)
            finally:
                self._go_to(now)
                session.before_step = before_step
        result.message += f", first in step {step:,}"
        return result.located(page=session.page.name)

    def _search(
        self, good: StepSnapshot, bad: int, error: DiagramError, checked: Callable[[], None]
    ) -> tuple[DiagramError, int, StepSnapshot]:
        """Bisect between a good moment and a bad step; return the first error, its step, and the moment before it."""
        session = self._session
        while bad - good.steps > 1:
            middle = (good.steps + bad) // 2
            self._go_to(good)
            while session.steps < middle - 1:
                checked()
                self._stepper.step(keep=False)
            here = _first_of(session, self._stepper)
            if here is None:
                good = _moment(session)
            else:
                error, bad = here, middle
        return error, bad, good

    def _inside(self, good: StepSnapshot) -> DiagramError | None:
        self._go_to(good)
        return _first_of(self._session, self._stepper.with_inner())

    def _in_rounds(self, good: StepSnapshot, error: DiagramError) -> DiagramError:
        """Return the first non-finite block inside a loop or branch with its iteration; otherwise the given error."""
        elaboration, inner = self._session.elaboration, None
        while True:
            for part in _parts(elaboration, error.block or ""):
                self._go_to(good)
                inner = _first_in_rounds(elaboration, _results_of(self._stepper.looking_into(part)).rounds)
                if inner is not None:
                    break
            if inner is None:
                return error
            error, inner = inner, None

    def _go_to(self, moment: StepSnapshot) -> None:
        self._session.state.restore(moment.values)
        self._session.steps = moment.steps


def _moment(session: Session) -> StepSnapshot:
    return StepSnapshot(session.state.values.copy(), session.steps)


def _first_of(session: Session, stepper: Stepper) -> DiagramError | None:
    results = _results_of(stepper)
    return first_bad(session.elaboration, {name: show(value, results.dtypes[name]) for name, value in results.items()})


def _results_of(stepper: Stepper) -> Results:
    """Return the results of the next step, which are incomplete if it fails."""
    try:
        return stepper.step(keep=True) or Results()
    except RunError as error:
        return error.results if isinstance(error.results, Results) else Results()


def _parts(elaboration: Elaboration, path: str) -> list[str]:
    spec = spec_at(elaboration, path)
    kind = "" if spec is None else spec.name
    if kind.startswith(INSTANCE) and "/" in path:
        return [path]
    recorded = [value for value in LOOP_BODIES.get(kind, ()) if value != "condition"]
    return [f"{path}/{inner_part(value)}".rstrip("/") for value in recorded]


def _first_in_rounds(elaboration: Elaboration, records: Mapping[str, Record]) -> DiagramError | None:
    """Return the error of the first block with a non-finite value, iteration by iteration."""
    first: tuple[tuple[int, ...], int] | None = None
    error: DiagramError | None = None
    for index, (name, record) in enumerate(records.items()):
        for rounds, value in zip(record.rounds, record.values, strict=True):
            if value is None or record.dtype is None or (first is not None and (rounds, index) >= first):
                continue
            view = show(value, record.dtype)
            if view.summary.nan or view.summary.infinite:
                block, _, pin = name.partition(".")
                spec = spec_at(elaboration, block)
                shown = None if spec is None else spec.shown_by(pin.partition("[")[0])
                numbers = " of iteration ".join([f"{each:,}" for each in reversed(rounds)])
                where = f" in iteration {numbers}" if rounds else ""
                text = _words(pin, view) + where
                first = rounds, index
                error = DiagramError(text, block=block, pin=None if shown is None else shown.name)
                break
    return error


def _words(pin: str, view: Shown) -> str:
    number = view.value.size
    counts = [(view.summary.nan, "NaN"), (view.summary.infinite, "infinite")]
    parts = " and ".join(f"{count:,} {word}" for count, word in counts if count)
    return f"{pin} is {parts.partition(' ')[2]}" if number == 1 else f"{pin}: {parts} out of {number:,} elements"


def first_bad(elaboration: Elaboration, views: Mapping[str, Shown]) -> DiagramError | None:
    bad: dict[str, tuple[str, Shown]] = {}
    for name, view in views.items():
        block, _, pin = name.partition(".")
        # What lies inside of a loop is searched apart: the block that runs it shows something too.
        if block in elaboration.specs and (view.summary.nan or view.summary.infinite):
            bad.setdefault(block, (pin, view))
    for block, (pin, view) in bad.items():
        if len(elaboration.upstream({block}) & bad.keys()) == 1:
            shown = elaboration.specs[block].shown_by(pin.partition("[")[0])
            return DiagramError(_words(pin, view), block=block, pin=None if shown is None else shown.name)
    return None
