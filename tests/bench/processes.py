"""E6 to E9: whole processes, large pages, live edits, and many steps of a small page."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import blocks
from blocks.base.types import Array
from blocks.run.live.program import Live
from blocks.run.session import Session
from tests.bench import growth
from tests.bench.measuring import Report, Row, measured, take_turns

TEN_BLOCKS = {
    "v": "MatMul", "s": "Sum", "e": "Exp", "l": "Log", "m": "Multiply", "r": "Relu", "n": "Negate", "a": "Abs",
}  # fmt: skip


def start_up(report: Report) -> None:
    """E6: a whole process that runs ten blocks, beside one that only imports NumPy; with compiled modules."""
    page = blocks.Diagram().add_page("main")
    page.add("Const", id="A", val=[[3.0, 2.0], [-1.0, 0.0]])
    page.add("Const", id="b", val=[[3.0, 5.0]])
    given: dict[str, dict[str, Any]] = {"v": {"transpose_b": True}, "s": {"axis": 0}}
    for name, kind in TEN_BLOCKS.items():
        page.add(kind, id=name, **given.get(name, {}))
    wires = "A.output>v.a b.output>v.b v.product>s.input s.output>e.x e.y>l.x l.y>m.x l.y>m.y m.z>r.features"
    for wire in f"{wires} r.activations>n.x n.y>a.x".split():
        page.wire(*wire.split(">"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ten.gradblocks"
        page.diagram.save(file)
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder) / "cache")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def process(*arguments: str) -> list[Array]:
            subprocess.run([sys.executable, *arguments], capture_output=True, env=environment, check=True)
            return []

        ways = {
            "import numpy": lambda: process("-c", "import numpy"),
            "run ten blocks": lambda: process("-m", "blocks.cli", "run", str(file)),
        }
        for library in ("torch", "jax", "tensorflow"):
            if importlib.util.find_spec(library) is not None:
                ways[f"import {library}"] = lambda library=library: process("-c", f"import {library}")
        notes = {"run ten blocks": "budget 2.5 x import numpy"}
        measured(report, "E6 whole process", ways, "import numpy", notes=notes, seconds=3)


def large_page(report: Report, count: int = 100_000) -> None:
    """E7: a page of 100,000 blocks, from its text to later steps."""
    name = f"E7 page of {count:,} blocks"
    timings = growth.phases(count, time.perf_counter)
    for phase, seconds in timings.items():
        report.add(Row(name, phase, seconds * 1e3, seconds * 1e3))
    load, first = timings["load"], timings["elaborate, with the gradient"] + timings["first step"]
    whole = first + timings["plan, its program written"]
    for what, rest in (("load + all up to the first step", first), ("the same and the plan", whole)):
        note = f"budget 5 s + 10 s: {load:.1f} s + {rest:.1f} s"
        report.add(Row(name, what, (load + rest) * 1e3, (load + rest) * 1e3, note=note))


def live_edit(report: Report, count: int = 10_000) -> None:
    """E8: one value is edited in a page of 10,000 blocks; what depends on it is a chain of ten."""
    listed: list[dict[str, Any]] = []
    wires: list[list[str]] = []
    for i in range(count // 10):
        listed.append({"id": f"c{i}", "type": "Const", "values": {"val": [0.5] * 8}})
        for j in range(9):
            listed.append({"id": f"b{i}_{j}", "type": "Sin"})
            wires.append([f"b{i}_{j - 1}.y" if j else f"c{i}.output", f"b{i}_{j}.x"])
    text = json.dumps({"format": "gradblocks/1", "pages": [{"name": "main", "blocks": listed, "wires": wires}]})
    page = blocks.loads(text).pages[0]
    live = Live()
    live.evaluate(page.snapshot())
    step = iter(range(1_000_000))

    def edit() -> list[Array]:
        value = 1.0 + next(step)
        page.set("c7", val=[value] * 8)
        result = live.evaluate(page.snapshot())
        expected: Array = np.full(8, value, np.float32)
        for _ in range(9):
            expected = np.sin(expected)
        np.testing.assert_array_equal(result.results["b7_8.result_y"], expected)
        assert result.computed == 9
        return []

    name = f"E8 a value edited live in a page of {count:,} blocks"
    measured(report, name, {"ours": edit}, "ours", notes={"ours": "budget 5 ms"})


def many_steps(report: Report, page: Path, steps: int = 22_312) -> None:
    """E9: the steps of enuSpace's page that fits a line by gradient descent."""
    diagram = blocks.load(page) if page.suffix == ".gradblocks" else converted(page)
    count = len(diagram.pages[0].snapshot().blocks)

    def run() -> list[Array]:
        Session(diagram).run(steps=steps)
        return []

    times = take_turns({"ours": run}, 3, 2)["ours"]
    name = f"E9 {page.stem}, {count} blocks, {steps:,} steps"
    each = min(times) * 1e6 / steps / count
    note = f"budget 3,000 ms; {each:.2f} us a block and step"
    report.add(Row(name, "ours", sorted(times)[len(times) // 2] * 1e3, min(times) * 1e3, note=note))


def converted(page: Path) -> Any:
    """A page that enuSpace saved, as a diagram."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "page.gradblocks"
        subprocess.run([sys.executable, "-m", "blocks.cli", "convert", str(page), str(target)], check=True)
        return blocks.load(target)
