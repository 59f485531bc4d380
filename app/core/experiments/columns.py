"""Recorded runs side by side: the columns of the run table, and the choice of runs drawn with the current one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import is_not

from PySide6.QtCore import QObject, Signal

from app.core.recording.kept_run import KeptRun
from app.core.recording.recorder import RunRecorder
from app.core.renaming import rename_key
from app.core.runs.results import PastRun, ResultStore
from blocks.document.data import Page

MOST_VALUES = 12
"""Values that have a column of their own; when more differ, a page became another one."""
_LOOKED_AT = ("TrendDisplay", "NumberDisplay")


class Columns:
    """The table columns of a set of runs, cached until the set changes: a running run asks for them often."""

    def __init__(self) -> None:
        self._of: list[Mapping[str, str]] = []
        self._values: list[str] = []
        self._ran: list[tuple[str, int]] = []
        self._scalars: list[str] = []

    def values(self, runs: Sequence[KeptRun]) -> list[str]:
        of = [run.values for run in runs]
        if len(of) != len(self._of) or any(map(is_not, of, self._of)):
            self._of, self._values = of, differing(runs)
        return self._values

    def scalars(self, runs: Sequence[KeptRun]) -> list[str]:
        ran = [(run.key, len(run.finals) or (0 if run.read is not None else len(run.curves.names))) for run in runs]
        if ran != self._ran:
            self._ran, self._scalars = ran, scalars_of(runs)
        return self._scalars


def differing(runs: Sequence[KeptRun]) -> list[str]:
    """Return the values, ``block.value``, that differ between the runs, swept ones and controls first."""
    if len(runs) < 2:
        return []
    different = _different([run.values for run in runs])
    swept = {name for run in runs for name in run.settings}
    return sorted(different, key=lambda name: (name not in swept, not name.endswith(".val")))


def other_versions(runs: Iterable[KeptRun]) -> list[str]:
    return _different([run.versions for run in runs])


def _different(every: Sequence[Mapping[str, str]]) -> list[str]:
    names = dict.fromkeys(name for each in every for name in each)
    return [name for name in names if len({each.get(name, "") for each in every}) > 1]


def scalars_of(runs: Iterable[KeptRun]) -> list[str]:
    names = dict.fromkeys(name for run in runs for name in run.finals or run.curves.names)
    return sorted(names, key=lambda name: "[" in name)


def looked_at(page: Page, scalars: Sequence[str]) -> list[str]:
    """Return the scalars that displays show, otherwise the minimized or fetched ones, otherwise those named loss."""
    displays = {block.id for block in page.blocks if block.type in _LOOKED_AT}
    for ends in (
        [wire.source for wire in page.wires if wire.target.block in displays],
        [wire.source for pin in ("loss", "fetch_outputs") for wire in page.wires if wire.target.pin == pin],
    ):
        shown = dict.fromkeys(f"{end.block}.result_{end.pin.removeprefix('result_')}" for end in ends)
        chosen = [name for start in shown for name in scalars if name.partition("[")[0] == start]
        if chosen:
            return chosen
    whole = [name for name in scalars if "[" not in name]
    return (
        [name for name in whole if "loss" in name.lower() or "accuracy" in name.lower()] or whole[-2:] or [*scalars[:1]]
    )


def spoken(name: str) -> str:
    """Return the display name of a scalar: ``loss.output`` for ``loss.result_output``."""
    block, dot, pin = name.rpartition(".")
    return f"{block}{dot}{pin.removeprefix('result_')}" if dot else name


MOST = 12
"""Runs that are drawn at a time; the one that was chosen first makes room for another."""


class RunOverlay(QObject):
    changed = Signal(str)

    def __init__(self, recorder: RunRecorder, store: ResultStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recorder = recorder
        self._store = store
        self._chosen: dict[str, list[str]] = {}
        self._before: dict[str, str] = {}
        recorder.closed.connect(self._closed)
        recorder.changed.connect(self._follow)

    def is_shown(self, run: KeptRun) -> bool:
        return run is self._recorder.open_run(run.page) or run.key in self._chosen.get(run.page, ())

    def shown(self, page: str) -> list[KeptRun]:
        return [run for run in self._recorder.runs(page) if self.is_shown(run)]

    def show(self, runs: Sequence[KeptRun], on: bool) -> None:
        for run in runs:
            chosen = self._chosen.setdefault(run.page, [])
            if run.key in chosen:
                chosen.remove(run.key)
            if on:
                chosen.append(run.key)
            if self._before.get(run.page) == run.key:
                del self._before[run.page]
        for page in {run.page for run in runs}:
            del self._chosen[page][:-MOST]
            self._tell(page)

    def rename(self, old: str, new: str) -> None:
        rename_key(self._chosen, old, new)
        rename_key(self._before, old, new)

    def _closed(self, page: str, run: KeptRun) -> None:
        """Keep a finished run drawn until the next one finishes."""
        chosen = self._chosen.setdefault(page, [])
        before = self._before.pop(page, "")
        if before in chosen:
            chosen.remove(before)
        if run.steps > 1 and run.key not in chosen:
            chosen.append(run.key)
            self._before[page] = run.key
        self._tell(page)

    def _follow(self, page: str) -> None:
        there = {run.key for run in self._recorder.runs(page)}
        chosen = self._chosen.get(page, [])
        if any(key not in there for key in chosen):
            chosen[:] = [key for key in chosen if key in there]
            self._tell(page)

    def _tell(self, page: str) -> None:
        front = self._recorder.open_run(page)
        runs = [run for run in self.shown(page) if run is not front]
        past = [PastRun(run.name, run.number, run.curves.names, run.curves.curve) for run in runs]
        self._store.show_past(page, past)
        self.changed.emit(page)
