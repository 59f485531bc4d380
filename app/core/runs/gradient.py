"""The gradient view of a document: the differentiated value of each page, and gradient norms step by step."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from app.core.outdated import same_computation
from app.core.renaming import rename_key
from app.core.runs.results import Rounds, norms_in, value_in
from blocks.analysis.output_names import renamed_in
from blocks.base.errors import UsageError
from blocks.base.language import tr
from blocks.base.types import Array
from blocks.compile.recording import Record
from blocks.document.data import Endpoint, Page
from blocks.elaborate.model import GRADIENTS
from blocks.run.gradients.numeric import GradientCheck
from blocks.run.monitoring.statistics import Measured, Statistics, sampled, statistics
from blocks.transform.verbs.expanding import Opened

MOST_STEPS = 1_000
"""Steps that are remembered; when there are more, every other one goes, and from then on every other one is kept."""
FEWEST_STEPS = 64
_MOST_SUMMARIES = 100_000


class Sample(NamedTuple):
    step: int
    sample: bytes

    @property
    def elements(self) -> Array:
        return sampled(self.sample)


class Moments:
    """The recorded steps of a run: at equal intervals, and the last one."""

    def __init__(self) -> None:
        self._kept: list[Measured] = []
        self._every = 1
        """Of so many steps that come one is kept."""
        self._come = 0

    def put(self, moment: Measured) -> None:
        """Store the measurements of a step; a step that is not after the others begins a new run."""
        if self._kept and self._kept[-1].step >= moment.step:
            self._kept, self._every, self._come = [], 1, 0
        if self._come % self._every != 1 % self._every:  # the one before stayed only until there was another
            del self._kept[-1:]
        self._kept.append(moment)
        self._come += 1
        if len(self._kept) > max(FEWEST_STEPS, min(MOST_STEPS, _MOST_SUMMARIES // max(1, len(moment.layout.shapes)))):
            self._every *= 2
            last = self._kept[-1]
            self._kept = self._kept[::2]
            if self._kept[-1] is not last:
                self._kept.append(last)

    def put_again(self, moment: Measured) -> None:
        if self._kept and self._kept[-1].step == moment.step:
            self._kept[-1] = moment

    def steps(self) -> list[int]:
        return [moment.step for moment in self._kept]

    def at(self, step: int | None) -> Measured | None:
        """Return the last recorded step up to ``step``, or the last of all if ``step`` is None."""
        if not self._kept:
            return None
        if step is None:
            return self._kept[-1]
        return self._kept[max(0, bisect_right(self._kept, step, key=lambda moment: moment.step) - 1)]

    def norms(self, name: str) -> list[tuple[int, float]]:
        return [(moment.step, moment.gradients[name].number) for moment in self._kept if name in moment.gradients]

    def gradients(self, name: str) -> list[Sample]:
        return [Sample(moment.step, moment.gradients[name].sample) for moment in self._kept if name in moment.gradients]

    def values(self, name: str) -> list[Sample]:
        return [Sample(moment.step, moment.values[name].sample) for moment in self._kept if name in moment.values]


class _Run(NamedTuple):
    page: Page
    of: tuple[Endpoint, ...]


@dataclass
class _Measurements:
    """The gradients that the last run of a page measured.

    Attributes:
        arrays: the gradients of the last step.
        records: gradients inside the viewed loops, by iteration.
        norms: the gradient norm at each carried pin of a loop, by iteration.
        at: the viewed step; None: the last one.
        back: an earlier step that was run again.
        in_round: the statistics in the viewed iterations.
    """

    moments: Moments = field(default_factory=Moments)
    arrays: Mapping[str, Array] = field(default_factory=dict[str, Array])
    records: Mapping[str, Record] = field(default_factory=dict[str, Record])
    norms: Mapping[str, Record] = field(default_factory=dict[str, Record])
    at: int | None = None
    back: Measured | None = None
    in_round: tuple[Measured, Rounds, Mapping[str, Statistics]] | None = None


@dataclass
class _PageGradient:
    """The gradient view of a page.

    Attributes:
        of: the differentiated outputs (also of weights); None before the first check.
        run: the page that the last run computed, and its differentiated outputs.
        rounds: the viewed iterations.
        checked: the last numeric check, and the page that it is valid for.
        opened: the expanded gradient blocks.
    """

    shown: bool = False
    chosen: str = ""
    of: tuple[Endpoint, ...] | None = None
    run: _Run | None = None
    rounds: Rounds = ()
    checked: tuple[Page, GradientCheck] | None = None
    opened: tuple[Opened, ...] = ()
    measured: _Measurements = field(default_factory=_Measurements)

    @property
    def moments(self) -> Moments:
        """Return the recorded steps: none if they are of other outputs."""
        return _NONE if self.run is not None and self.run.of != self.of else self.measured.moments


class PageGradients(QObject):
    """The differentiated value of each page, and the gradients that runs measured. `chosen_changed`: check it again."""

    changed = Signal(str)
    checked = Signal(str)
    chosen_changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pages: defaultdict[str, _PageGradient] = defaultdict(_PageGradient)
        self.checking: str | None = None
        self._hidden: frozenset[str] = frozenset()

    def hide(self, page: str, hidden: bool) -> None:
        """Show no gradient on a page: an exercise asks for it first."""
        if hidden:
            self.show(page, False)
        self._hidden = self._hidden.union([page]) if hidden else self._hidden.difference([page])

    def is_shown(self, page: str) -> bool:
        return self._pages[page].shown

    def show(self, page: str, shown: bool) -> None:
        if shown and page in self._hidden:
            raise UsageError(tr("the gradient is hidden until you answer the question in the Exercises panel"))
        if shown != self.is_shown(page):
            self._pages[page].shown = shown
            self.chosen_changed.emit(page)
            self.changed.emit(page)

    def chosen(self, page: str) -> str:
        return self._pages[page].chosen

    def asked(self, page: Page) -> str:
        """Return the value to differentiate on the current page; empty: automatic.

        An expanded gradient block counts as the value that it differentiated.
        """
        chosen = self.chosen(page.name)
        return next((each.of for each in self._open(page) if each.gradient.id == chosen), chosen) or self.automatic(
            page
        )

    def automatic(self, page: Page) -> str:
        for each in self._open(page):
            if not any(block.type == GRADIENTS for block in page.blocks[: each.index]):
                return each.of
        return ""

    def choose(self, page: str, name: str) -> None:
        """Choose the value to differentiate: ``block``, ``block.pin``; empty: automatic."""
        state = self._pages[page]
        if name != state.chosen:
            state.chosen, state.checked = name, None
            self.forget(page)
            self.chosen_changed.emit(page)
            self.changed.emit(page)

    def follow(self, page: str, of: tuple[Endpoint, ...]) -> None:
        """Set the differentiated outputs (also of weights); measurements of others are hidden."""
        self._pages[page].of = of

    def begin(self, page: Page) -> None:
        state = self._pages[page.name]
        before, state.run = state.run, _Run(page, state.of or ())
        if before is not None and before.of != state.run.of:
            self.forget(page.name)

    def is_outdated(self, page: Page) -> bool:
        run = self._pages[page.name].run
        return run is not None and not same_computation(run.page, page)

    def put(
        self,
        page: str,
        measured: Sequence[Measured],
        arrays: Mapping[str, Array],
        records: Mapping[str, Record] = MappingProxyType({}),
        norms: Mapping[str, Record] = MappingProxyType({}),
        again: bool = False,
    ) -> None:
        """Store the measurements of some steps; the mappings are of the last one. ``again``: only measured again."""
        kept = self._pages[page].measured
        kept.arrays, kept.records, kept.norms = arrays, records, norms
        if again:
            kept.moments.put_again(measured[-1])
        else:
            kept.at = None
            for each in measured:
                kept.moments.put(each)
        self.changed.emit(page)

    def put_back(self, page: str, measured: Sequence[Measured], arrays: Mapping[str, Array]) -> None:
        kept = self._pages[page].measured
        kept.arrays, kept.back = arrays, measured[-1]
        self.look_at(page, measured[-1].step)

    def forget(self, page: str) -> None:
        self._pages[page].measured = _Measurements()
        self.changed.emit(page)

    def steps(self, page: str) -> list[int]:
        return self._pages[page].moments.steps()

    def look_at(self, page: str, step: int | None) -> None:
        self._pages[page].measured.at = step
        self.changed.emit(page)

    def moment(self, page: str) -> Measured | None:
        state, kept = self._pages[page], self._pages[page].measured
        return kept.back if kept.back is not None and kept.back.step == kept.at else state.moments.at(kept.at)

    def look_in_round(self, page: str, rounds: Rounds) -> None:
        state = self._pages[page]
        if rounds != state.rounds:
            state.rounds = rounds
            if state.measured.records or state.measured.norms:
                self.changed.emit(page)

    def statistics(self, page: str) -> Mapping[str, Statistics]:
        moment, rounds, kept = self.moment(page), self._pages[page].rounds, self._pages[page].measured
        if moment is None:
            return {}
        if kept.in_round is None or kept.in_round[0] is not moment or kept.in_round[1] != rounds:
            gradients = moment.gradients
            if kept.records and kept.at is None:
                values = {name: value_in(record, rounds) for name, record in kept.records.items()}
                others = {name: each for name, each in gradients.items() if name not in kept.records}
                given = {name: value for name, value in values.items() if value is not None}
                gradients = {**others, **statistics(given)}
            kept.in_round = (moment, rounds, gradients)
        return kept.in_round[2]

    def norms(self, page: str) -> Mapping[str, Array]:
        """Return the gradient norm at each carried pin of a loop by iteration, in the last step only."""
        state = self._pages[page]
        if not state.moments.steps() or state.measured.at is not None:
            return {}
        return {name: norms_in(record, state.rounds) for name, record in state.measured.norms.items()}

    def history(self, page: str, name: str) -> list[tuple[int, float]]:
        return self._pages[page].moments.norms(name)

    def samples(self, page: str, name: str, result: str) -> tuple[list[Sample], list[Sample]]:
        measured = self._pages[page].moments
        return measured.gradients(name), measured.values(result)

    def array(self, page: str, name: str) -> Array | None:
        state = self._pages[page]
        if not state.moments.steps():
            return None
        record = state.measured.records.get(name)
        return state.measured.arrays.get(name) if record is None else value_in(record, state.rounds)

    def set_checking(self, page: str | None) -> None:
        before, self.checking = self.checking, page
        for name in (before, page):
            if name is not None:
                self.changed.emit(name)

    def is_checking(self, page: str) -> bool:
        return page == self.checking

    def put_check(self, page: Page, check: GradientCheck) -> None:
        self._pages[page.name].checked = page, check
        self.checked.emit(page.name)
        self.changed.emit(page.name)

    def check_of(self, page: Page) -> GradientCheck | None:
        """Return the last numeric check, or None if the page or the shown gradient changed since."""
        state = self._pages[page.name]
        if state.checked is None or not same_computation(state.checked[0], page):
            return None
        state.checked = page, state.checked[1]
        return state.checked[1]

    def put_opened(self, page: str, opened: Opened) -> None:
        state = self._pages[page]
        others = [each for each in state.opened if each.gradient.id != opened.gradient.id]
        state.opened = tuple(sorted([*others, opened], key=lambda each: each.index))
        self.changed.emit(page)

    def opened(self, page: Page) -> tuple[Opened, ...]:
        return tuple([each for each in self._open(page) if not each.kept])

    def _open(self, page: Page) -> list[Opened]:
        known = self._pages[page.name].opened
        if not known:
            return []
        present = {block.id for block in page.blocks}
        return [o for o in known if o.gradient.id not in present and not present.isdisjoint(o.blocks)]

    def rename_block(self, page: str, old: str, new: str) -> None:
        state = self._pages[page]
        state.chosen = renamed_in(state.chosen, old, new)
        state.opened = tuple([each.renamed(old, new) for each in state.opened])
        if state.run is not None:
            of = [each._replace(block=new) if each.block == old else each for each in state.run.of]
            state.run = state.run._replace(of=tuple(of))

    def rename(self, old: str, new: str) -> None:
        rename_key(self._pages, old, new)
        if old == self.checking:
            self.checking = new


_NONE = Moments()
"""Of a page of which nothing was measured."""
