"""What a step costs as one, two and four processes of one machine; it needs JAX."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from blocks.document.model import Diagram

PAGES = {"perceptron of 3 x 64, 64 rows": (64, 64, 300), "perceptron of 3 x 512, 1024 rows": (512, 1024, 15)}
COUNTS = (1, 2, 4)


def page(width: int) -> Diagram:
    """A page that trains three dense layers by Adam, on rows that are fed."""
    diagram = Diagram()
    canvas = diagram.add_page("main")
    canvas.add("Placeholder", id="x", dtype="DT_FLOAT")
    last, rng = "x.output", np.random.default_rng(0)
    for i in range(3):
        weights = (rng.standard_normal((width, width)) / np.sqrt(width)).astype(np.float32)
        canvas.add("Variable", id=f"w{i}", initvalues=weights.tolist(), dtype="DT_FLOAT")
        canvas.add("MatMul", id=f"h{i}")
        canvas.add("Tanh", id=f"t{i}")
        for source, target in ((last, f"h{i}.a"), (f"w{i}.ref", f"h{i}.b"), (f"h{i}.product", f"t{i}.x")):
            canvas.wire(source, target)
        last = f"t{i}.y"
    canvas.add("Square", id="square")
    canvas.add("Mean", id="loss", axis=[0, 1])
    canvas.add("Minimize", id="train", learning_rate=1e-3, optimizer="Adam")
    for source, target in ((last, "square.x"), ("square.y", "loss.input"), ("loss.output", "train.loss")):
        canvas.wire(source, target)
    return diagram


def main(counts: list[int]) -> None:
    """Print the milliseconds of a step, and the loss behind the last one, for so many processes."""
    with tempfile.TemporaryDirectory() as folder:
        for name, (width, rows, steps) in PAGES.items():
            path, fed = Path(folder) / "page.gradblocks", Path(folder) / "x.npy"
            path.write_text(page(width).dumps(), "utf-8")
            np.save(fed, np.random.default_rng(1).standard_normal((rows, width)).astype(np.float32))
            print(name)
            for count in counts or COUNTS:
                seconds, loss = _run(path, fed, steps, count)
                print(f"  {count} processes: {seconds * 1000:8.2f} ms a step, loss {loss:.9g}", flush=True)


def _run(path: Path, fed: Path, steps: int, count: int) -> tuple[float, float]:
    """The seconds of a compiled step, in the fastest of three runs, and the last loss."""
    given = ["run", path, "--backend", "jax", "--processes", count, "--steps", steps, "--json", "--fetch", "loss"]
    command = [sys.executable, "-m", "blocks.cli", *map(str, given), "--feed", f"x=@{fed}", "--quiet", "--profile"]
    best, data = float("inf"), dict[str, Any]()
    for _ in range(3):
        data = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        parts = [each for each in data["profile"]["blocks"] if each["block"].startswith("(compiled")]
        best = min(best, sum(each["seconds"] for each in parts) / max(each["calls"] for each in parts))
    return best, data["results"]["loss.result_output"]["data"]
