"""Prints how long things take on this machine: minimum and median over repeats.

``python -m tests.bench`` measures the engine, ``python -m tests.bench kernels [WORD ...]`` the kernels of block types,
``python -m tests.bench canvas [COUNT ...]`` the editor with large pages.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import blocks
from blocks.base.types import Array
from tests.bench import kernels

TEN_BLOCKS = {
    "v": "MatMul", "s": "Sum", "e": "Exp", "l": "Log", "m": "Multiply", "r": "Relu", "n": "Negate", "a": "Abs",
}  # fmt: skip


def main() -> None:
    """Measure and print."""
    if sys.argv[1:2] == ["kernels"]:
        kernels.main(sys.argv[2:])
        return
    if sys.argv[1:2] == ["canvas"]:
        from tests.bench import canvas  # the one that needs Qt

        canvas.main([int(word.replace(",", "")) for word in sys.argv[2:]])
        return
    with tempfile.TemporaryDirectory() as folder:
        start_up(Path(folder))
    for count in (1_000, 10_000):
        chain(count)


def report(name: str, seconds: Sequence[float]) -> None:
    """Print a line."""
    print(f"{name:50} min {min(seconds) * 1e3:9.2f} ms   median {statistics.median(seconds) * 1e3:9.2f} ms")


def start_up(folder: Path) -> None:
    """A whole process that runs ten blocks, beside one that only imports NumPy; with compiled modules."""
    page = blocks.Diagram().add_page("main")
    page.add("Const", id="A", val=[[3.0, 2.0], [-1.0, 0.0]])
    page.add("Const", id="b", val=[[3.0, 5.0]])
    given: dict[str, dict[str, Any]] = {"v": {"transpose_b": True}, "s": {"axis": 0}}
    for name, kind in TEN_BLOCKS.items():
        page.add(kind, id=name, **given.get(name, {}))
    wires = "A.output>v.a b.output>v.b v.product>s.input s.output>e.x e.y>l.x l.y>m.x l.y>m.y m.z>r.features"
    for wire in f"{wires} r.activations>n.x n.y>a.x".split():
        page.wire(*wire.split(">"))
    file = folder / "ten.gradblocks"
    page.diagram.save(file)
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "cache")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def seconds(*arguments: str) -> float:
        before = time.perf_counter()
        subprocess.run([sys.executable, *arguments], capture_output=True, env=environment, check=True)
        return time.perf_counter() - before

    run, numpy = ("-m", "blocks.cli", "run", str(file)), ("-c", "import numpy")
    seconds(*run)
    seconds(*numpy)
    pairs = [(seconds(*run), seconds(*numpy)) for _ in range(15)]  # in turns: a busy machine slows both
    report("import numpy", [b for _, b in pairs])
    report("run ten blocks, whole process", [a for a, _ in pairs])
    print(f"ratio of the minima: {min(a for a, _ in pairs) / min(b for _, b in pairs):.2f} (budget 2.5)")


def chain(count: int) -> None:
    """A page of small elementwise blocks, one after the other: load, elaborate, first run, later runs."""
    listed = [{"id": "x", "type": "Const", "values": {"val": [0.5] * 8}}]
    listed += [{"id": f"b{i}", "type": "Sin"} for i in range(count)]
    wires = [["x.output", "b0.x"]] + [[f"b{i}.y", f"b{i + 1}.x"] for i in range(count - 1)]
    text = json.dumps({"format": "gradblocks/1", "pages": [{"name": "main", "blocks": listed, "wires": wires}]})

    def timed(work: Callable[[], object]) -> float:
        before = time.perf_counter()
        work()
        return time.perf_counter() - before

    report(f"load {count:,} blocks", [timed(lambda: blocks.loads(text)) for _ in range(3)])
    diagram = blocks.loads(text)
    report(f"elaborate {count:,} blocks", [timed(lambda: blocks.Session(diagram)) for _ in range(3)])
    report(f"compile and first step, {count:,} blocks", [timed(blocks.Session(diagram).run) for _ in range(3)])
    stepper = blocks.Session(diagram, passes=()).stepper()
    results = stepper.step()
    assert results is not None
    expected: Array = np.full(8, 0.5, np.float32)
    for _ in range(count):
        expected = np.sin(expected)
    np.testing.assert_array_equal(results[f"b{count - 1}.result_y"], expected)
    stepper.step(keep=False)
    report(
        f"a later step, {count:,} blocks, nothing folded", [timed(lambda: stepper.step(keep=False)) for _ in range(20)]
    )


if __name__ == "__main__":
    main()
