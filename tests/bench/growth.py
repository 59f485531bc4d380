"""How times grow with the size of a page: load, check, elaborate, gradient, plan, run, and draw where Qt is installed.

``python -m tests.bench growth [SIZE ...]``. Each phase is a row, each size a column, and behind them the exponent from
each size to the next: 1 is linear. Times are those of the processor, since others use the machine too: minima of as
many processes for each size, which take turns. A process measures one page: in what an earlier page left, a small one
would find the memory that a large one has to get from the system. Nor does a page run in the process that draws it, as
none does in the editor's.

Memory itself gets slower: what fits a cache at 10,000 blocks does not at 100,000. A row of plain Python objects shows
by how much: some for each block, made and looked up one after the other.
"""

from __future__ import annotations

import gc
import json
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import blocks
from blocks.analysis.checks import check
from blocks.base.collection import paused_collection
from blocks.document.changes import SetValue
from blocks.elaborate.elaborate import definitions_of
from blocks.run.session import Session, make_stepper
from blocks.run.steps.stepper import Stepper
from blocks.worker.page_checks import PageInfo, examine
from tests.bench.measuring import Report, Row, module

SIZES = (100, 1_000, 10_000, 100_000)
REPEATS = 7
"""Processes for each size; of three the least still differ by a tenth from run to run where others use the machine."""
STEPS = 10
"""Steps of which the fastest counts."""
MOST = math.log10(12)
"""The exponent at which ten times the blocks take twelve times the time."""
TYPES = ("Sin", "Multiply", "Tanh", "Add")


def page_text(count: int) -> str:
    """A page with so many blocks: a chain of small elementwise ones with one and two inputs, differentiated."""
    columns = math.isqrt(count)
    listed: list[dict[str, Any]] = [
        {"id": "x", "type": "Variable", "values": {"dtype": "DT_FLOAT", "shape": [8], "initvalues": [0.5] * 8}},
        {"id": "c", "type": "Const", "values": {"val": [0.9] * 8}},
    ]
    wires: list[list[str]] = []
    last = "x.ref"
    for i in range(count - 3):
        kind = TYPES[i % len(TYPES)]
        listed.append({"id": f"b{i}", "type": kind, "at": [240 * (i % columns), 200 * (1 + i // columns)]})
        wires.append([last, f"b{i}.x"])
        if kind in ("Multiply", "Add"):
            wires.append(["c.output" if kind == "Multiply" else "x.ref", f"b{i}.y"])
        last = f"b{i}.{'z' if kind in ('Multiply', 'Add') else 'y'}"
    listed.append({"id": "g", "type": "AddSymbolicGradients"})
    wires += [[last, "g.outputs"], ["x.ref", "g.inputs"]]
    return json.dumps({"format": "gradblocks/1", "pages": [{"name": "main", "blocks": listed, "wires": wires}]})


class Phases:
    """What the phases of work on a page take, by name, in seconds of a clock."""

    def __init__(self, now: Callable[[], float] = time.process_time) -> None:
        self.timings: dict[str, float] = {}
        self._now = now

    def timed(self, name: str, work: Callable[[], Any], times: int = 1) -> Any:
        """Do something so many times, of which the fastest counts; gives its last result."""
        gc.collect()
        result = None
        for _ in range(times):
            before = self._now()
            result = work()
            took = self._now() - before
            self.timings[name] = min(took, self.timings.get(name, took))
        return result


def phases(count: int, now: Callable[[], float] = time.process_time) -> dict[str, float]:
    """What each phase takes from a text to steps, in seconds of a clock."""
    all_phases = Phases(now)
    timed = all_phases.timed
    text = page_text(count)
    diagram = timed("load", lambda: blocks.loads(text))
    timed("check", lambda: check(diagram))
    session: Session = timed("elaborate, with the gradient", lambda: Session(diagram))
    assert not session.problems(), session.problems()[0]
    without = json.loads(text)
    page = without["pages"][0]
    page["blocks"].pop()
    page["wires"] = page["wires"][:-2]
    plain = blocks.loads(json.dumps(without))
    timed("elaborate, without", lambda: Session(plain))
    steppers: list[Stepper] = []

    def first() -> None:
        steppers.append(make_stepper(session))
        steppers[0].step()

    timed("first step", first)
    timed("plan, its program written", lambda: steppers[0].plan().write())
    [stepper] = steppers
    timed("second step, the first by the plan", stepper.step)
    timed("next steps", lambda: stepper.step(keep=False), STEPS)
    timed("next steps, results kept", stepper.step, STEPS)
    return all_phases.timings


def pictures(count: int) -> dict[str, float]:
    """What it takes to draw a page, in seconds of the processor; nothing where Qt is not installed."""
    all_phases = Phases()
    if module("PySide6") is not None:
        from tests.bench import drawing  # it needs Qt

        diagram = blocks.loads(page_text(count))
        scene = all_phases.timed("scene", lambda: drawing.scene(diagram))
        all_phases.timed("first picture, of all", lambda: drawing.draw(scene))
        all_phases.timed("next picture, of all", lambda: drawing.draw(scene))
    return all_phases.timings


def plain_objects(count: int) -> dict[str, float]:
    """What it takes to make some objects for each block and to look each up by name, in seconds of the processor."""
    all_phases = Phases()

    def work() -> int:
        with paused_collection():
            parts = {f"b{i}": [{"name": f"b{i}.{j}", "at": (i, j)} for j in range(4)] for i in range(count)}
        return sum(len(parts[f"b{i}"]) for i in range(count))

    assert all_phases.timed("plain objects, for comparison", work) == 4 * count
    return all_phases.timings


PART = 100
"""Blocks of a definition, of which pages are made with instances and without."""


def instances_text(count: int) -> str:
    """A page of instances of one definition, which expands to so many blocks; each takes what the one before gives."""
    listed: list[dict[str, Any]] = [{"id": "x", "type": "InputPin", "values": {"dtype": "DT_FLOAT"}}]
    wires: list[list[str]] = []
    last = "x.output"
    for i in range(PART - 2):
        kind = TYPES[i % len(TYPES)]
        listed.append({"id": f"b{i}", "type": kind, "values": {"y": 0.9} if kind in ("Multiply", "Add") else {}})
        wires.append([last, f"b{i}.x"])
        last = f"b{i}.{'z' if kind in ('Multiply', 'Add') else 'y'}"
    listed.append({"id": "y", "type": "OutputPin"})
    wires.append([last, "y.input"])
    last_value = {"name": "last", "sets": [f"b{PART - 3}.y"]}
    part = {"name": "Part", "doc": "", "values": [last_value], "blocks": listed, "wires": wires}
    names = [f"i{i}" for i in range(max(1, count // PART))]
    blocks_: list[dict[str, Any]] = [{"id": "c", "type": "Const", "values": {"val": [0.5] * 8}}]
    blocks_ += [{"id": name, "type": ":Part"} for name in names]
    joined = [[f"{a}.y", f"{b}.x"] for a, b in pairwise(names)]
    page = {"name": "main", "blocks": blocks_, "wires": [["c.output", f"{names[0]}.x"], *joined]}
    return json.dumps({"format": "gradblocks/2", "composites": [part], "pages": [page]})


def instances(count: int) -> dict[str, float]:
    """What it takes to build a page of instances, and the same blocks flat, in seconds of the processor."""
    all_phases = Phases()
    nested = blocks.loads(instances_text(count))
    flat = blocks.flatten(nested)
    for name, diagram in (("elaborate, flat", flat), ("elaborate, instances of 100 blocks", nested)):
        session: Session = all_phases.timed(name, lambda diagram=diagram: Session(diagram), 3)
        assert not session.problems(), session.problems()[0]

    def check_again() -> PageInfo:
        """Check the page as the editor does."""
        return examine(nested.page("main").snapshot(), None, None, definitions_of(nested))

    all_phases.timed("check", check_again)
    page, part = nested.page("main"), nested.composite("Part")
    turn = 0.0
    for name, canvas, block, value in (
        ("the page", page, "c", "val"),
        ("an instance", page, page.blocks[-1].id, "last"),
        ("the definition", part, f"b{PART - 3}", "y"),
    ):
        for _ in range(5):
            turn += 1
            canvas.apply(SetValue(canvas.name, block, value, [turn] * 8))
            info = all_phases.timed(f"check again, {name} edited", check_again)
            assert not info.problems, info.problems[0]
    return all_phases.timings


MEASURES: dict[str, Callable[[int], dict[str, float]]] = {
    "steps": phases,
    "pictures": pictures,
    "instances": instances,
    "objects": plain_objects,
}


def in_processes(size: int) -> dict[str, float]:
    """What is measured of a size, each sort in a process of its own, which has seen a small page before."""
    timings: dict[str, float] = {}
    for name in MEASURES:
        asked = [sys.executable, "-m", __name__, name, str(size)]
        timings |= json.loads(subprocess.run(asked, stdout=subprocess.PIPE, check=True).stdout)
    return timings


def main(report: Report, sizes: Sequence[int] = SIZES) -> None:
    """Measure and print."""
    rounds = [[in_processes(size) for size in sizes] for _ in range(REPEATS)]
    columns = [[each[i] for each in rounds] for i in range(len(sizes))]
    print("\nmilliseconds of the processor; exponents from each size to the next")
    print(f"  {'blocks':36}" + "".join(f"{size:>12,}" for size in sizes))
    least: dict[str, list[float]] = {}
    for name in columns[0][0]:
        least[name] = [min(each[name] for each in column) for column in columns]
        growth = _show(name, sizes, least[name])
        for size, column, each in zip(sizes, columns, least[name], strict=True):
            median = statistics.median(one[name] for one in column)
            row = Row(f"growth: {name}", f"{size} blocks", median * 1e3, each * 1e3, note=f"exponents {growth}")
            report.rows.append(row)
    both = zip(least["elaborate, with the gradient"], least["elaborate, without"], strict=True)
    _show("the gradient alone, by difference", sizes, [max(whole - rest, 1e-9) for whole, rest in both])


def _show(name: str, sizes: Sequence[int], times: Sequence[float]) -> list[float]:
    """Print a phase's times; returns the exponents between them."""
    growth = [math.log(b / a) / math.log(n / m) for a, b, m, n in zip(times, times[1:], sizes, sizes[1:], strict=False)]
    line = "".join(f"{each * 1e3:12.2f}" for each in times) + "   " + " ".join(f"{each:.2f}" for each in growth)
    print(f"  {name:36}{line}{'   worse than linear' if max(growth[1:] or growth, default=0) > MOST else ''}")
    return growth


if __name__ == "__main__":
    measure = MEASURES[sys.argv[1]]
    measure(SIZES[0])  # imports, and what is made at the first call
    print(json.dumps(measure(int(sys.argv[2]))))
