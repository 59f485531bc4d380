"""Columns of the run table: the values that differ between runs, and the scalars of interest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import is_not

from app.core.recording.kept_run import KeptRun
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
        ran = [(run.key, len(run.finals) or (0 if run.is_unread else len(run.curves.names))) for run in runs]
        if ran != self._ran:
            self._ran, self._scalars = ran, scalars_of(runs)
        return self._scalars


def differing(runs: Sequence[KeptRun]) -> list[str]:
    """Return the values, ``block.value``, that differ between the runs, swept ones and controls first."""
    if len(runs) < 2:
        return []
    every = [run.values for run in runs]
    names = dict.fromkeys(name for values in every for name in values)
    different = [name for name in names if len({values.get(name, "") for values in every}) > 1]
    swept = {name for run in runs for name in run.settings}
    return sorted(different, key=lambda name: (name not in swept, not name.endswith(".val")))


def other_versions(runs: Iterable[KeptRun]) -> list[str]:
    every = [run.versions for run in runs]
    names = dict.fromkeys(name for versions in every for name in versions)
    return [name for name in names if len({versions.get(name, "") for versions in every}) > 1]


def scalars_of(runs: Iterable[KeptRun]) -> list[str]:
    names = dict.fromkeys(name for run in runs for name in run.finals or run.curves.names)
    return sorted(names, key=lambda name: "[" in name)


def looked_at(page: Page, scalars: Sequence[str]) -> list[str]:
    """Return the scalars that displays of a page show, else those that look like losses, else the last ones."""
    displays = {block.id for block in page.blocks if block.type in _LOOKED_AT}
    shown = dict.fromkeys(wire.source.block for wire in page.wires if wire.target.block in displays)
    chosen = [name for block in shown for name in scalars if name.startswith(f"{block}.")]
    chosen = chosen or [name for name in scalars if "loss" in name.lower() or "accuracy" in name.lower()]
    return chosen or [name for name in scalars if "[" not in name][-2:] or list(scalars[:1])


def spoken(name: str) -> str:
    """Return the display name of a scalar: ``loss.output`` for ``loss.result_output``."""
    block, dot, pin = name.rpartition(".")
    return f"{block}{dot}{pin.removeprefix('result_')}" if dot else name
