"""How soon the gradient view is right after an edit of a large page, when it is scrubbed, and when it is asked why.

``python -m tests.bench edits [COUNT ...]`` measures pages of so many blocks (2,000 unless given): a grid with a small
gradient, and a chain in which every wire carries it. Of each edit until the whole page in the window shows what its
check found, there are three times: those of the processor that the GUI's thread takes, the longest of them without a
look at other events, and the whole time. Not in them are better ways for wires around blocks that came or went.
"""

from __future__ import annotations

import gc
import math
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from app.core import verbs
from app.core.clipboard import fragment_of
from app.core.verbs import Edit, Made
from app.window.settings import Settings
from app.window.start import make_application, make_window
from app.window.tabs import DiagramTab
from blocks.document.data import Block, Page
from blocks.library.registry import find
from blocks.run.monitoring.statistics import Measured, MeasuredTensors
from tests.bench import canvas, growth
from tests.bench.measuring import Report, Row

COUNTS = (2_000,)
TURNS = 5
BUDGET = 50
_REST, _IDLE = 0.3, 0.01
"""Seconds in which next to no work is left, before the next edit: wires around blocks have found their ways."""
MAIN = "main"
_ONLY_NORM = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])


def main(report: Report, counts: Sequence[int]) -> None:
    """Measure and print."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_application()
    for count in counts or COUNTS:
        for name, text, of in (
            ("grid", canvas.page(count), f"b{count - 1}"),
            ("chain", growth.page_text(count), ""),
        ):
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "page.gradblocks"
                file.write_text(text)
                _Page(app, file, of).measure(report, f"{name} of {count:,} blocks")


class _Times(NamedTuple):
    """Seconds of the GUI's thread, of its longest turn, and until all is seen."""

    worked: float
    longest: float
    whole: float


_KINDS = ("GUI thread", "longest turn", "until shown")


class _Page:
    """A page with its gradient in a window."""

    def __init__(self, app: QApplication, file: Path, of: str) -> None:
        self.app = app
        self.window = make_window(Settings())
        self.window.resize(canvas.WIDE, canvas.HIGH)
        self.window.show()
        self.window.files.open(file)
        while self.window.tab is None:
            app.processEvents()
        self.tab: DiagramTab = self.window.tab
        self.show_gradient(of)
        self.rest()

    @property
    def page(self) -> Page:
        """The page as it is now."""
        return self.tab.document.page(MAIN)

    def show_gradient(self, of: str) -> None:
        """Turn the gradient view on."""
        gradients = self.tab.engine.gradients
        gradients.choose(MAIN, of)
        self.window.gradients.show(True)
        self.tab.view.fit_all()

    def wait(self) -> float:
        """Let events have their turn until the window shows the page as it is now; the longest turn's work."""
        page, checker, turns = self.page, self.tab.engine.checker, [0.0]

        def turn(*flags: QEventLoop.ProcessEventsFlag) -> None:
            before = time.thread_time()
            self.app.processEvents(*flags)
            turns.append(time.thread_time() - before)

        while (info := checker.infos.get(MAIN)) is None or info.page is not page or info.asked is None:
            turn(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)  # to look again and again would count as work
        for _ in range(3):  # a refresh that was asked for asks to be painted
            turn()
        return max(turns)

    def rest(self) -> None:
        """Wait until nothing is left to do."""
        self.wait()
        worked = math.inf
        while worked > _IDLE:
            before, until = time.thread_time(), time.perf_counter() + _REST
            while time.perf_counter() < until:
                self.app.processEvents()
                time.sleep(0.005)
            worked = time.thread_time() - before

    def time(self, act: Callable[[], object]) -> _Times:
        """How long it takes until what follows from something is seen."""
        gc.collect()
        gc.disable()
        before, begun = time.thread_time(), time.perf_counter()
        act()
        longest = max(time.thread_time() - before, self.wait())
        times = _Times(time.thread_time() - before, longest, time.perf_counter() - begun)
        gc.enable()
        self.rest()
        return times

    def measure(self, report: Report, where: str) -> None:
        """Measure edits with their undoing and redoing, and what else is done in the view."""
        document = self.tab.document

        def add(what: str, times: Sequence[_Times]) -> None:
            for kind, each in zip(_KINDS, zip(*times, strict=True), strict=True):
                note = f"at most {BUDGET}" if kind == _KINDS[0] else ""
                taken = [seconds * 1e3 for seconds in each]
                report.add(Row(f"G1 {where}", f"{what}: {kind}", statistics.median(taken), min(taken), note=note))

        times: dict[str, list[_Times]] = {}
        for turn in range(TURNS):
            for name, edit in _edits(self.page, turn):
                times.setdefault(name, []).append(self.time(partial(document.do, edit.change, edit.text)))
                document.end_gesture()
                times.setdefault(f"{name}, undone", []).append(self.time(document.undo))
                times.setdefault(f"{name}, redone", []).append(self.time(document.redo))
                document.undo()
                self.rest()
        for name, taken in times.items():
            add(name, taken)
        add("another step of the run", [self.time(scrub) for scrub in self.scrubs()])
        add("why no gradient", [self.time(ask) for ask in self.questions()])
        while not document.history.is_clean:
            document.undo()
        self.window.close()

    def scrubs(self) -> Iterator[Callable[[], object]]:
        """Look at other steps of a run in which each norm was another one."""
        gradients, info = self.tab.engine.gradients, self.tab.engine.checker.infos[MAIN]
        assert info.flow is not None
        layout = MeasuredTensors([str(name) for name in info.flow.outputs], (), [()] * len(info.flow.outputs))
        rng = np.random.default_rng(0)
        for step in range(TURNS):
            norms = 10.0 ** rng.uniform(-8, 4, (len(layout.shapes), 1))
            gradients.put(MAIN, [Measured(step, layout, norms * _ONLY_NORM, np.zeros(0, np.float32))], {})
        self.rest()
        yield from [partial(gradients.look_at, MAIN, step) for step in range(TURNS)]
        gradients.forget(MAIN)

    def questions(self) -> Iterator[Callable[[], object]]:
        """Ask for blocks that lie as far as half the page from where their gradient ends."""
        middle = _middle(self.page, 0)
        edit = verbs.replace_type(self.page, middle.id, "StopGradient", find)
        assert edit is not None
        self.tab.document.do(edit.change, edit.text)
        self.rest()
        gradients = self.window.gradients
        yield from [partial(gradients.why, block.id) for block in self.page.blocks[2 : 2 + TURNS]]


def _middle(page: Page, turn: int) -> Block:
    """A block in the middle with one input, another one each turn."""
    blocks = page.blocks[len(page.blocks) // 2 :]
    return [block for block in blocks if block.type in ("Sin", "AddN")][turn]


def _edits(page: Page, turn: int) -> Iterator[tuple[str, Edit | Made]]:
    """Edits in the middle of a page, others each turn, by name."""
    blocks = page.blocks
    middle, const = _middle(page, turn), next(block for block in reversed(blocks) if block.type == "Const")
    wire = next(i for i, wire in enumerate(page.wires) if wire.target.block == middle.id)
    index = blocks.index(middle)
    some = [block.id for block in blocks[index : index + 10]]
    x, y = middle.at
    edits: dict[str, Edit | Made | None] = {
        "value": verbs.set_value(page, const.id, "val", [2.5 + turn] * len(const.values["val"])),
        "moved": verbs.nudge(page, [middle.id], 7.0, 5.0),
        "block added": verbs.add_block(page, "Const", (x, y - 120), {"val": [1.0 + turn]}),
        "10 pasted": verbs.paste(page, fragment_of(page, some) or page),
        "wire removed": verbs.delete(page, wires=[wire]),
        "block deleted": verbs.delete(page, [middle.id]),
        "10 deleted": verbs.delete(page, some),
        "renamed": verbs.rename(page, middle.id, f"renamed{turn}"),
        "muted": verbs.mute(page, [middle.id]),
    }
    for name, edit in edits.items():
        assert edit is not None
        yield name, edit
