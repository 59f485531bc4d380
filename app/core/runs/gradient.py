"""The gradient view of a document: the differentiated value of each page, and gradient norms step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from app.core.outdated import same_computation
from app.core.renaming import rename_key
from app.core.runs.rounds import Rounds, norms_in, value_in
from app.core.runs.step_history import Moments, Sample
from app.core.verbs.opened import Opened
from blocks.analysis.output_names import renamed_in
from blocks.base.types import Array
from blocks.compile.recording import Record
from blocks.document.data import Endpoint, Page
from blocks.elaborate.model import GRADIENTS
from blocks.run.gradients.numeric import GradientCheck
from blocks.run.monitoring.statistics import Measured, Statistics, statistics


class Checked(NamedTuple):
    """A numeric gradient check, and the page that it is valid for."""

    page: Page
    check: GradientCheck


class _Run(NamedTuple):
    page: Page
    of: tuple[Endpoint, ...]


class Gradients(QObject):
    """The differentiated value of each page, and the gradients that runs measured.

    Signals:
        chosen_changed: the differentiated value of a page changed, so that the page must be checked again.
    """

    changed = Signal(str)
    checked = Signal(str)
    chosen_changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown: set[str] = set()
        self._chosen: dict[str, str] = {}
        self._measured: dict[str, Moments] = {}
        self._arrays: dict[str, Mapping[str, Array]] = {}
        self._records: dict[str, Mapping[str, Record]] = {}
        self._norms: dict[str, Mapping[str, Record]] = {}
        self._rounds: dict[str, Rounds] = {}
        self._in_round: dict[str, tuple[Measured, Rounds, Mapping[str, Statistics]]] = {}
        self._at: dict[str, int] = {}
        self._back: dict[str, Measured] = {}
        self._run: dict[str, _Run] = {}
        self._of: dict[str, tuple[Endpoint, ...]] = {}
        self._checked: dict[str, Checked] = {}
        self._checking: str | None = None
        self._opened: dict[str, tuple[Opened, ...]] = {}

    def is_shown(self, page: str) -> bool:
        return page in self._shown

    def show(self, page: str, shown: bool) -> None:
        if shown != self.is_shown(page):
            (self._shown.add if shown else self._shown.discard)(page)
            self.chosen_changed.emit(page)
            self.changed.emit(page)

    def chosen(self, page: str) -> str:
        return self._chosen.get(page, "")

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
        if name != self.chosen(page):
            self._chosen[page] = name
            self._checked.pop(page, None)
            self.forget(page)
            self.chosen_changed.emit(page)
            self.changed.emit(page)

    def follow(self, page: str, of: tuple[Endpoint, ...]) -> None:
        """Set the differentiated outputs (also of weights); measurements of others are hidden."""
        self._of[page] = of

    def begin(self, page: Page) -> None:
        run, before = _Run(page, self._of.get(page.name, ())), self._run.get(page.name)
        self._run[page.name] = run
        if before is not None and before.of != run.of:
            self.forget(page.name)

    def is_outdated(self, page: Page) -> bool:
        run = self._run.get(page.name)
        return run is not None and not same_computation(run.page, page)

    def put(
        self,
        page: str,
        measured: Sequence[Measured],
        arrays: Mapping[str, Array],
        records: Mapping[str, Record] = MappingProxyType({}),
        norms: Mapping[str, Record] = MappingProxyType({}),
    ) -> None:
        """Store the measurements of some steps.

        Args:
            arrays: the gradients of the last step.
            records: gradients inside the viewed loops, by iteration.
            norms: the gradient norm at each carried pin of a loop, by iteration.
        """
        kept = self._measured.setdefault(page, Moments())
        for each in measured:
            kept.put(each)
        self._arrays[page] = arrays
        self._records[page], self._norms[page] = records, norms
        self._at.pop(page, None)
        self.changed.emit(page)

    def put_again(
        self,
        page: str,
        measured: Sequence[Measured],
        arrays: Mapping[str, Array],
        records: Mapping[str, Record],
        norms: Mapping[str, Record],
    ) -> None:
        kept = self._measured.get(page)
        if kept is not None:
            kept.put_again(measured[-1])
        self._arrays[page], self._records[page], self._norms[page] = arrays, records, norms
        self.changed.emit(page)

    def put_back(self, page: str, measured: Sequence[Measured], arrays: Mapping[str, Array]) -> None:
        self._arrays[page] = arrays
        self._back[page] = measured[-1]
        self.look_at(page, measured[-1].step)

    def forget(self, page: str) -> None:
        for kept in (self._measured, self._arrays, self._at, self._records, self._norms, self._in_round, self._back):
            kept.pop(page, None)
        self.changed.emit(page)

    def steps(self, page: str) -> list[int]:
        return self._seen(page).steps()

    def look_at(self, page: str, step: int | None) -> None:
        if step is None:
            self._at.pop(page, None)
        else:
            self._at[page] = step
        self.changed.emit(page)

    def moment(self, page: str) -> Measured | None:
        at, back = self._at.get(page), self._back.get(page)
        return back if back is not None and back.step == at else self._seen(page).at(at)

    def look_in_round(self, page: str, rounds: Rounds) -> None:
        if rounds != self._rounds.get(page, ()):
            self._rounds[page] = rounds
            if self._records.get(page) or self._norms.get(page):
                self.changed.emit(page)

    def statistics(self, page: str) -> Mapping[str, Statistics]:
        moment = self.moment(page)
        records, rounds = self._records.get(page, {}), self._rounds.get(page, ())
        if moment is None:
            return {}
        kept = self._in_round.get(page)
        if kept is None or kept[0] is not moment or kept[1] != rounds:
            gradients = moment.gradients
            if records and page not in self._at:
                values = {name: value_in(record, rounds) for name, record in records.items()}
                others = {name: each for name, each in gradients.items() if name not in records}
                given = {name: value for name, value in values.items() if value is not None}
                gradients = {**others, **statistics(given)}
            kept = self._in_round[page] = (moment, rounds, gradients)
        return kept[2]

    def norms(self, page: str) -> Mapping[str, Array]:
        """Return the gradient norm at each carried pin of a loop by iteration, in the last step only."""
        if self._seen(page) is _NONE or page in self._at:
            return {}
        rounds = self._rounds.get(page, ())
        return {name: norms_in(record, rounds) for name, record in self._norms.get(page, {}).items()}

    def _seen(self, page: str) -> Moments:
        run = self._run.get(page)
        return _NONE if run is not None and run.of != self._of.get(page) else self._measured.get(page, _NONE)

    def history(self, page: str, name: str) -> list[tuple[int, float]]:
        return self._seen(page).norms(name)

    def samples(self, page: str, name: str, result: str) -> tuple[list[Sample], list[Sample]]:
        measured = self._seen(page)
        return measured.gradients(name), measured.values(result)

    def array(self, page: str, name: str) -> Array | None:
        if self._seen(page) is _NONE:
            return None
        record = self._records.get(page, {}).get(name)
        if record is not None:
            return value_in(record, self._rounds.get(page, ()))
        return self._arrays.get(page, {}).get(name)

    @property
    def checking(self) -> str | None:
        return self._checking

    def set_checking(self, page: str | None) -> None:
        before, self._checking = self._checking, page
        for name in (before, page):
            if name is not None:
                self.changed.emit(name)

    def is_checking(self, page: str) -> bool:
        return page == self._checking

    def put_check(self, page: Page, check: GradientCheck) -> None:
        self._checked[page.name] = Checked(page, check)
        self.checked.emit(page.name)
        self.changed.emit(page.name)

    def check_of(self, page: Page) -> GradientCheck | None:
        """Return the last numeric check, or None if the page or the shown gradient changed since."""
        kept = self._checked.get(page.name)
        if kept is None or not same_computation(kept.page, page):
            return None
        self._checked[page.name] = kept._replace(page=page)
        return kept.check

    def put_opened(self, page: str, opened: Opened) -> None:
        others = [each for each in self._opened.get(page, ()) if each.gradient.id != opened.gradient.id]
        self._opened[page] = tuple(sorted([*others, opened], key=lambda each: each.index))
        self.changed.emit(page)

    def keep_opened(self, page: str, opened: Opened) -> None:
        self.put_opened(page, opened._replace(kept=True))

    def opened(self, page: Page) -> tuple[Opened, ...]:
        return tuple([each for each in self._open(page) if not each.kept])

    def _open(self, page: Page) -> list[Opened]:
        known = self._opened.get(page.name)
        if not known:
            return []
        present = {block.id for block in page.blocks}
        return [o for o in known if o.gradient.id not in present and not present.isdisjoint(o.blocks)]

    def rename_block(self, page: str, old: str, new: str) -> None:
        if page in self._chosen:
            self._chosen[page] = renamed_in(self._chosen[page], old, new)
        if page in self._opened:
            self._opened[page] = tuple([each.renamed(old, new) for each in self._opened[page]])
        if page in self._run:
            run = self._run[page]
            of = [each._replace(block=new) if each.block == old else each for each in run.of]
            self._run[page] = run._replace(of=tuple(of))

    def rename(self, old: str, new: str) -> None:
        if old in self._shown:
            self._shown.discard(old)
            self._shown.add(new)
        if old == self._checking:
            self._checking = new
        rename_key(self._chosen, old, new)
        rename_key(self._measured, old, new)
        rename_key(self._arrays, old, new)
        rename_key(self._records, old, new)
        rename_key(self._norms, old, new)
        rename_key(self._rounds, old, new)
        rename_key(self._in_round, old, new)
        rename_key(self._at, old, new)
        rename_key(self._back, old, new)
        rename_key(self._run, old, new)
        rename_key(self._of, old, new)
        rename_key(self._opened, old, new)
        rename_key(self._checked, old, new)


_NONE = Moments()
"""Of a page of which nothing was measured."""
