"""The part ``growth``: hostile shapes at growing sizes; what reads, checks, runs, prints or draws them grows with them.

A task is one shape and one command. The exponent is fitted to the processor time of the larger sizes, beyond what the
smallest takes, which is mostly start.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.window.documents.export import write_picture
from app.window.start import make_application
from blocks.base.errors import DiagramError
from blocks.cli import main
from blocks.cli.editor import Drawing
from blocks.document.file import load
from tests.deep import shapes
from tests.deep.finding import Finding

CASES = 1
SIZES = (10_000, 100_000, 300_000, 1_000_000, 3_000_000)
"""Bytes of documents."""
MOST = 1.15
"""The exponent that is still taken for 1: caches of the machine are slower the more they hold."""
SECONDS = 8.0
"""Processor time for each megabyte, and as much for the first steps."""
PICTURE = 30.0
"""The same for pictures."""
_LEAST = 0.2
"""Seconds below which a time says nothing."""
_ENOUGH = 15.0
"""Seconds after which no larger size is tried."""


def command(*given: str) -> Callable[[Path], None]:
    """A command of the command line; where the file stands in it, that."""

    def work(file: Path) -> None:
        main([str(file.parent / each) if "." in each else each for each in given])

    return work


def picture(name: str) -> Callable[[Path], None]:
    """A drawing of the first page."""

    def work(file: Path) -> None:
        make_application()
        diagram = load(file)
        write_picture(Drawing(diagram, diagram.pages[0].name, file.parent / name))

    return work


WAYS: dict[str, Callable[[Path], None]] = {
    "check": command("check", "a.gradblocks"),
    "check --json": command("check", "--json", "a.gradblocks"),
    "check --lint": command("check", "--lint", "a.gradblocks"),
    "blocks FILE": command("blocks", "a.gradblocks"),
    "blocks FILE --json": command("blocks", "--json", "a.gradblocks"),
    "run": command("run", "--page", "main", "a.gradblocks"),
    "fmt": command("fmt", "a.gradblocks"),
    "diff": command("diff", "a.gradblocks", "b.gradblocks"),
    "convert to .py": command("convert", "a.gradblocks", "a.py"),
    "convert --flatten": command("convert", "--flatten", "a.gradblocks", "flat.gradblocks"),
    "diff of itself": command("diff", "a.gradblocks", "a.gradblocks"),
    "convert to .svg": picture("a.svg"),
    "convert to .png": picture("a.png"),
}


def run(seed: int, number: int) -> list[Finding]:
    """A task: a shape and a way, all of them in turn."""
    names = list(shapes.names())
    way, shape = list(WAYS)[number // len(names) % len(WAYS)], names[number % len(names)]
    text = judged(times(shape, way), PICTURE if "." in way[-4:] and "py" not in way else SECONDS)
    return [{"kind": "growth", "text": f"{shape}, {way}: {text}", "where": f"{shape}, {way}"}] if text else []


def times(shape: str, way: str, sizes: tuple[int, ...] = SIZES) -> list[tuple[int, float]]:
    """Sizes in bytes with the processor time that they take, until that is enough."""
    measurements: list[tuple[int, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "a.gradblocks"
        (file.parent / "b.gradblocks").write_text(json.dumps({"format": "gradblocks/1", "pages": []}), "utf-8")
        for size in (sizes[0], *sizes):  # once to have all imported
            text = shapes.text(shape, size)
            file.write_text(text, "utf-8")
            began = time.process_time()
            with contextlib.suppress(DiagramError):
                WAYS[way](file)
            measurements.append((os.path.getsize(file), time.process_time() - began))
            if measurements[-1][1] > _ENOUGH:
                break
    return measurements[1:]


def judged(measurements: list[tuple[int, float]], seconds: float) -> str:
    """What is wrong with the times of some sizes; nothing if it is empty."""
    size, last = measurements[-1]
    if last > seconds * (1 + size / 1e6):
        return f"{last:.1f} s for {size:,} bytes"
    exponent = fitted([(size, spent - measurements[0][1]) for size, spent in measurements[1:]])
    return f"exponent {exponent:.2f}, {last:.1f} s for {size:,} bytes" if exponent > MOST else ""


def fitted(measurements: list[tuple[int, float]]) -> float:
    """The exponent with which times grow, by least squares on logarithms; 0 where they are too short to tell."""
    points = [(math.log(size), math.log(spent)) for size, spent in measurements if spent > _LEAST]
    if len(points) < 2 or points[-1][0] - points[0][0] < 1:
        return 0.0
    middle = [sum(column) / len(points) for column in zip(*points, strict=True)]
    spread = sum((x - middle[0]) ** 2 for x, _ in points)
    return sum((x - middle[0]) * (y - middle[1]) for x, y in points) / spread
