"""How times grow with the size of a page: load, check, elaborate, gradient, plan, run, and draw where Qt is installed.

``python -m tests.bench growth [SIZE ...]``. Each phase is a row, each size a column, and behind them the exponent from
each size to the next: 1 is linear. Times are those of the processor, since others use the machine too.
"""

from __future__ import annotations

import gc
import json
import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import blocks
from blocks.diagram.checks import check
from blocks.run.session import Session, Stepper
from tests.bench.measuring import Report, Row, module

SIZES = (100, 1_000, 10_000, 100_000)
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


def phases(count: int, now: Callable[[], float] = time.process_time) -> dict[str, float]:
    """What each phase takes, in seconds of a clock."""
    found: dict[str, float] = {}

    def timed(name: str, work: Callable[[], Any]) -> Any:
        gc.collect()
        before = now()
        result = work()
        found[name] = now() - before
        return result

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
    found["gradient"] = max(found["elaborate, with the gradient"] - found["elaborate, without"], 1e-9)
    steppers: list[Stepper] = []

    def first() -> None:
        steppers.append(session.stepper())
        steppers[0].step()

    timed("first step", first)
    timed("plan, its program written", lambda: steppers[0].plan().write())
    [stepper] = steppers
    timed("second step, the first by the plan", stepper.step)
    stepper.step(keep=False)
    stepper.step(keep=False)
    times = min(50, max(3, 20_000 // count))
    timed("next steps", lambda: [stepper.step(keep=False) for _ in range(times)])
    found["next steps"] /= times
    timed("next steps, results kept", lambda: [stepper.step() for _ in range(times)])
    found["next steps, results kept"] /= times
    if module("PySide6") is not None:
        from tests.bench import drawing  # it needs Qt

        scene = timed("scene", lambda: drawing.scene(diagram))
        timed("first picture, of all", lambda: drawing.draw(scene))
        timed("next picture, of all", lambda: drawing.draw(scene))
    return found


def main(report: Report, sizes: Sequence[int] = SIZES) -> None:
    """Measure and print."""
    phases(sizes[0])  # imports
    columns: list[dict[str, float]] = []
    for size in sizes:
        runs = [phases(size) for _ in range(max(1, min(5, 20_000 // size)))]
        columns.append({name: min(each[name] for each in runs) for name in runs[0]})
    print("\nmilliseconds of the processor; exponents from each size to the next")
    print(f"  {'blocks':30}" + "".join(f"{size:>12,}" for size in sizes))
    for name in columns[0]:
        times = [column[name] for column in columns]
        growth = [
            math.log(b / a) / math.log(n / m) for a, b, m, n in zip(times, times[1:], sizes, sizes[1:], strict=False)
        ]
        line = "".join(f"{each * 1e3:12.2f}" for each in times) + "   " + " ".join(f"{each:.2f}" for each in growth)
        print(f"  {name:30}{line}{'   worse than linear' if max(growth[1:] or growth) > MOST else ''}")
        for size, each in zip(sizes, times, strict=True):
            ms = each * 1e3
            report.rows.append(Row(f"growth: {name}", f"{size} blocks", ms, ms, note=f"exponents {growth}"))
