"""The speed of runs and the choice of steps to show: saved in the settings, and applied to a running run."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.language import plural, tr
from app.window.tabs import DiagramTab
from app.window.window_protocol import Desk
from blocks.run.stepping import FrameRate

LIMIT, EVERY = "run/limit", "run/every"
MOST = 1_000_000
_FIRST = 10


class PaceWork(QObject):
    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk

    @property
    def pace(self) -> FrameRate:
        limit, every = (self._desk.settings.get(name) for name in (LIMIT, EVERY))
        pace = FrameRate()
        if isinstance(limit, (int, float)) and not isinstance(limit, bool) and 0 < limit <= MOST:
            pace = pace._replace(limit=float(limit))
        if type(every) is int and 0 < every <= MOST:
            pace = pace._replace(every=every)
        return pace

    def watch(self, tab: DiagramTab) -> None:
        tab.engine.runner.set_pace(self.pace)

    def choose(self, limit: float | None = None, every: int = 0) -> None:
        self._desk.settings.set(LIMIT, limit)
        self._desk.settings.set(EVERY, every or None)
        for tab in self._desk.tabs.diagrams():
            tab.engine.runner.set_pace(self.pace)
        if limit is not None:
            self._desk.say(
                plural(
                    round(limit),
                    "Runs are limited to {n} step per second",
                    "Runs are limited to {n:,} steps per second",
                )
            )
        elif every:
            self._desk.say(tr("Runs show one of every {n:,} steps", n=every))
        else:
            self._desk.say(tr("Run speed is not limited"))

    def ask_limit(self) -> None:
        first = round(self.pace.limit or _FIRST)
        number = self._desk.ask.number(tr("Speed"), tr("Maximum steps per second"), first, 1, MOST)
        if number is not None:
            self.choose(limit=float(number))

    def ask_every(self) -> None:
        first = self.pace.every or _FIRST
        number = self._desk.ask.number(tr("Speed"), tr("Show every Nth step"), first, 1, MOST)
        if number is not None:
            self.choose(every=number)
