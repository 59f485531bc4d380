"""The command that runs the current page with each combination of chosen values and seeds."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

from PySide6.QtCore import QTimer
from shiboken6 import isValid

from app.core.experiments.columns import looked_at, spoken
from app.core.experiments.sweep import PageSweep, SweepPlan, prepared
from app.panels.experiments.sweep import SweepFields, SweepWindow
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError, UsageError
from blocks.base.language import plural, tr
from blocks.base.threads import thread_count
from blocks.cli.sweep.settings import seeds_of
from blocks.document.canonical import short
from blocks.document.data import Json, Page

_MOST_NAMES = 2000
_FIRST_STEPS = 100
_PAUSE = 150
"""Milliseconds between two looks at a sweep."""
STEPS = "sweep/steps"


class _Open(NamedTuple):
    window: SweepWindow
    page: str


class SweepWork(WindowPart):
    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        self._windows: WeakKeyDictionary[DiagramTab, _Open] = WeakKeyDictionary()
        self._sweeps: WeakKeyDictionary[SweepWindow, PageSweep] = WeakKeyDictionary()

    def open(self) -> None:
        tab = self._tab
        tab.document.end_gesture()
        page = tab.root_page
        known = self._windows.get(tab)
        if known is not None and isValid(known.window) and known.page == page:
            known.window.raise_()
            known.window.activateWindow()
            return
        scalars = recordable(tab)
        now = tab.document.page(page)
        shown = looked_at(now, [f"{name.rpartition('.')[0]}.result_{name.rpartition('.')[2]}" for name in scalars])
        kept = self._desk.settings.get(STEPS)
        steps = kept if type(kept) is int else _FIRST_STEPS
        chosen, host = [spoken(name) for name in shown[:3]], self._desk.host
        window = SweepWindow(page, values_to_vary(now), scalars, chosen, thread_count(), steps, host)
        self._windows[tab] = _Open(window, page)
        window.checked.connect(partial(self._check, tab, page, window))
        window.start_wanted.connect(partial(self._start, tab, page, window))
        window.stop_wanted.connect(lambda: self._stop(window))
        window.show_sweep(None)
        window.show()

    def sweep_of(self, tab: DiagramTab) -> PageSweep | None:
        known = self._windows.get(tab)
        sweep = None if known is None or not isValid(known.window) else self._sweeps.get(known.window)
        return sweep if sweep is not None and sweep.running else None

    def leave(self, tab: DiagramTab) -> None:
        known = self._windows.pop(tab, None)
        if known is not None and isValid(known.window):
            sweep = self._sweeps.pop(known.window, None)
            if sweep is not None:
                sweep.close()
            known.window.close()
            known.window.deleteLater()

    def _plan(self, page: str, wanted: SweepFields) -> SweepPlan:
        try:
            seeds = seeds_of(wanted.seeds)
        except argparse.ArgumentTypeError as error:
            raise UsageError(tr("Seeds: {fault}", fault=error)) from None
        if any(not name or not values for name, values in wanted.settings):
            raise UsageError(tr("Enter the values, separated by commas"))
        settings = [f"{name}={values}" for name, values in wanted.settings]
        return SweepPlan(page, settings, seeds, wanted.steps, wanted.record, wanted.jobs)

    def _check(self, tab: DiagramTab, page: str, window: SweepWindow, wanted: SweepFields) -> None:
        try:
            grid, _ = prepared(tab.document, self._plan(page, wanted))
        except DiagramError as error:
            window.tell(sentence_of(error).replace("--set ", ""), fault=True)
        else:
            notes = "".join(f"\n{note.replace('--set ', '')}" for note in grid.notes)
            window.tell(plural(len(grid.runs), "{n} run", "{n:,} runs") + notes, fault=False)

    def _start(self, tab: DiagramTab, page: str, window: SweepWindow, wanted: SweepFields) -> None:
        try:
            sweep = PageSweep(tab.document, tab.engine.runner.recorder, self._plan(page, wanted), window)
        except DiagramError as error:
            window.tell(sentence_of(error).replace("--set ", ""), fault=True)
            return
        self._desk.settings.set(STEPS, wanted.steps)
        self._sweeps[window] = sweep
        soon = QTimer(sweep, singleShot=True, interval=_PAUSE)
        soon.timeout.connect(lambda: window.show_sweep(sweep))
        sweep.changed.connect(lambda: None if soon.isActive() else soon.start())
        sweep.ended.connect(lambda: self._tell(sweep))
        window.show_sweep(sweep)

    def _tell(self, sweep: PageSweep) -> None:
        text = tr("Sweep {number}: {done:,} of {count:,} runs done", number=sweep.number, done=sweep.finished,
                  count=len(sweep.points))  # fmt: skip
        if sweep.failed:
            self._desk.warn(text + tr(", {count:,} failed", count=sweep.failed))
        else:
            self._desk.say(text)

    def _stop(self, window: SweepWindow) -> None:
        sweep = self._sweeps.get(window)
        if sweep is not None:
            sweep.stop()


_RATES = "learning_rate", "rate", "alpha", "lr"
"""What blocks that train call their rate."""


def values_to_vary(page: Page) -> Mapping[str, str]:
    """Return the values of a page's blocks: controls first, then learning rates, then other scalars."""
    values: dict[str, tuple[int, str]] = {}
    for block in page.blocks:
        for name, value in block.values.items():
            is_rate = name in _RATES and _is_number(value)
            order = 0 if block.type == "Control" and name == "val" else 1 if is_rate else 3 - _is_number(value)
            values[f"{block.id}.{name}"] = order, short(value, 40)
    names = sorted(values, key=lambda name: values[name][0])
    return {name: values[name][1] for name in names[:_MOST_NAMES]}


def _is_number(value: Json) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def recordable(tab: DiagramTab) -> list[str]:
    """Return the scalar outputs of a page, ``block.pin``, as far as its check knows."""
    info = tab.engine.checker.infos.get(tab.root_page)
    if info is None:
        return []
    specs = {block.id: tab.document.find(block.type) for block in info.page.blocks}
    names: list[str] = []
    for block, pin, index in info.pins:
        spec = specs.get(block)
        output = None if spec is None else spec.output(pin)
        dtype, shape = info.pins[block, pin, index]
        is_one = shape is not None and all(size == 1 for size in shape)
        is_number = dtype.is_floating or dtype.is_integer or dtype.kind == "bool"
        if output is not None and output.result_pins and index is None and is_one and is_number:
            names.append(f"{block}.{pin}")
    return names
