"""How fast the window is with large pages: opening, panning, zooming and dragging at 1920 x 1080, in software.

``python -m tests.bench canvas [SHAPE ...] [COUNT ...]`` measures pages of so many blocks (1,000, 2,000 and 10,000
unless given) with one and a half wires each and the memory that they take, beside a bare scene and, where it is
installed and the page is small enough for it, NodeGraphQt. Every frame repaints the whole canvas and goes through the
event loop, as on a screen. Blocks lie in a grid; in other shapes (`SHAPES`), as scripts make them, thousands lie upon
each other: of 10,000 and 18,000 blocks unless counts are given, by themselves. Then a run of small steps that the
window shows, as `showing` has it.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from app.canvas.view import CanvasView
from app.window.start import make_application
from blocks.document.changes import SetValue
from blocks.worker.pages import is_same
from tests.bench import growth, showing
from tests.bench.canvas_ways import HIGH, WIDE, Bare, Editor, NodeGraphQt, Way, press
from tests.bench.measuring import MIB, Report, Row, module, resident

COUNTS = (1_000, 2_000, 10_000)
HEAPED = (10_000, 18_000)
"""How many blocks pages have on which they lie upon each other."""
MOST_NODES = 2_000
"""Of so many blocks a page is shown to NodeGraphQt; more take it minutes."""
_COUNTS = {"grid": COUNTS, "instances": (1_000,)}
FRAMES = 40
ZOOMS = (0.02, 0.05, 0.1, 0.119, 0.121, 0.159, 0.161, 0.2, 0.25, 0.3, 0.399, 0.401, 0.5, 0.7, 1.0, 1.5, 3.0)
"""Those on both sides of a border at which more is painted are among them."""
_EDITS = 5
COMPARED = (0.3, 1.0)
"""The scales at which the other ways are measured too."""
SETTLE = 0.5
"""Seconds after which panels have followed what was selected."""
ACROSS = 240.0
DOWN = 200.0


SHAPES: dict[str, Callable[[int, random.Random], list[float] | None]] = {
    "grid": lambda i, rng: None,
    "unplaced": lambda i, rng: [0.0, 0.0],  # laid out when it is opened
    "pile": lambda i, rng: [i % 2, 0.0],
    "stairs": lambda i, rng: [0.3 * i, 0.2 * i],
    "random": lambda i, rng: [2000 * rng.random(), 1000 * rng.random()],
    "scattered": lambda i, rng: [20_000 * rng.random(), 10_000 * rng.random()],
    "unknown": lambda i, rng: [2000 * rng.random(), 1000 * rng.random()],
    "instances": lambda i, rng: None,
}
"""Where the blocks of a page lie; those of ``unknown`` are of types that there are not, those of ``instances`` of a
composite of a hundred blocks."""


def page(count: int, shape: str = "grid") -> str:
    """A page of chains of additions in a grid; every second block takes a block of the next row too."""
    columns = round(count**0.5)
    if shape == "instances":
        data = json.loads(growth.instances_text(growth.PART * (count - 1)))
        for i, block in enumerate(data["pages"][0]["blocks"]):
            block["at"] = [i % columns * ACROSS, i // columns * DOWN]
        return json.dumps(data)
    rng = random.Random(0)
    listed: list[dict[str, object]] = []
    wires: list[list[str]] = []
    for i in range(count):
        row, column = divmod(i, columns)
        kind = "Const" if column == 0 else "Add" if i % 2 else "AddN"
        at = SHAPES[shape](i, rng) or [column * ACROSS, row * DOWN]
        listed.append({"id": f"b{i}", "type": f"Unknown{kind}" if shape == "unknown" else kind, "at": at})
        if kind == "Const":
            listed[-1]["values"] = {"val": [0.5, 1.5]}
            continue
        left = f"b{i - 1}.{_output(i - 1, columns)}"
        other = i - columns if row and (i - columns) % columns else row * columns
        right = f"b{other}.{_output(other, columns)}"
        wires += [[left, f"b{i}.x"], [right, f"b{i}.y"]] if kind == "Add" else [[left, f"b{i}.inputs"]]
    return json.dumps({"format": "gradblocks/1", "pages": [{"name": "main", "blocks": listed, "wires": wires}]})


def _output(i: int, columns: int) -> str:
    return "output" if i % columns == 0 else "z" if i % 2 else "sum"


def main(report: Report, words: Sequence[str]) -> None:
    """Measure and print."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_application()
    counts = [int(word.replace(",", "")) for word in words if word not in SHAPES]
    shapes = [word for word in words if word in SHAPES]
    with tempfile.TemporaryDirectory() as folder:
        for shape in shapes or SHAPES:
            for count in counts or _COUNTS.get(shape, HEAPED):
                file = Path(folder) / f"{shape} {count}.gradblocks"
                file.write_text(page(count, shape))
                _measure(report, app, file, count, "blocks" if shape == "grid" else f"{shape} blocks")
    if not shapes:
        showing.watched(report, app)


def _measure(report: Report, app: QApplication, file: Path, count: int, what: str) -> None:
    """All ways of showing a page, opened and then timed in turns; of blocks that lie upon each other, ours alone."""
    _open_first(report, file, f"{count:,} {what}")
    before = resident()
    editor = Editor(app, file)
    grown = (resident() - before) / MIB
    ways: list[Way] = [editor]
    if what == "blocks":
        ways.append(Bare(app, file))
        if count <= MOST_NODES and module("NodeGraphQt") is not None:
            ways.append(NodeGraphQt(app, file))
    for way in ways:
        missing = QSize(WIDE, HIGH) - way.view.viewport().size()
        assert max(abs(missing.width()), abs(missing.height())) < 4, f"{way.name}: {missing} pixels are missing"
        note = f"{grown:.0f} MiB with the window; checked after {editor.checked:.2f} s" if way is editor else ""
        report.add(Row(f"C1 open {count:,} {what}", way.name, way.opened * 1e3, way.opened * 1e3, note=note))

    def timed(workload: str, work: Callable[[Way], Iterator[float]], only: Sequence[Way] = ways) -> None:
        for way in only:
            times = sorted(work(way))
            high = f"99 of 100: {times[min(len(times) - 1, round(0.99 * len(times)))]:.1f}, worst {times[-1]:.1f}"
            row = Row(f"{workload}, {count:,} {what}", way.name, statistics.median(times), times[0], note=high)
            report.add(row)

    def panned(way: Way) -> Iterator[float]:
        return _frames(app, way, lambda k: way.pan(-9 if k % 2 else 9, 5 if k % 2 else -7))

    for zoom in ZOOMS:
        for way in ways:
            way.zoom(zoom)
        app.processEvents()
        timed(f"C2 pan at {zoom:.0%}", panned, [way for way in ways if way is editor or zoom in COMPARED])
    for way in ways:
        way.fit()
    app.processEvents()
    timed("C2 pan where all is in sight", panned)
    editor.fit()
    view = editor.view

    def turned(way: Way) -> Iterator[float]:
        return _frames(app, way, lambda k: _wheel(view, 120 if k < FRAMES else -120), 2 * FRAMES)

    timed("C2 zoom by the wheel, in and out", turned, [editor])
    for zoom in (0.3, 1.0):
        for way in ways:
            way.zoom(zoom)
        app.processEvents()
        timed(f"C3 drag a block at {zoom:.0%}", lambda way: _drag(app, way))
    if what.startswith("instances"):
        _edit(report, app, editor, f"{count:,} {what}")
    for way in ways:
        way.close()


def _edit(report: Report, app: QApplication, editor: Editor, what: str) -> None:
    """Edit a value of the page, and one of the definition of all instances."""
    document, checker = editor.tab.document, editor.tab.engine.checker
    for name, canvas, block in (("the page", "main", "c"), ("the definition", ":Part", f"b{growth.PART - 3}")):
        value = "val" if canvas == "main" else "y"
        taken: list[tuple[float, float]] = []
        for turn in range(_EDITS):
            begun, worked = time.perf_counter(), time.thread_time()
            document.do(SetValue(canvas, block, value, [float(turn)] * 8), "Set")
            app.processEvents()
            composites = document.composites_of("main")
            while checker.infos["main"].page is not document.page("main") or not is_same(
                checker.infos["main"].composites, composites
            ):
                app.processEvents()
                time.sleep(0.02)
            taken.append((time.perf_counter() - begun, time.thread_time() - worked))
        for kind, times in zip(("until checked", "GUI thread"), zip(*taken, strict=True), strict=True):
            least, median = min(times) * 1e3, statistics.median(times) * 1e3
            report.add(Row(f"edit a value of {name}, {what}: {kind}", editor.name, median, least))


def _open_first(report: Report, file: Path, what: str) -> None:
    """The page in the first window of a process: its block types are imported too; and what it takes of memory."""
    runs = [_first_window(file) for _ in range(3)]
    opened, started = ([run[part] * 1e3 for run in runs] for part in ("open", "start"))
    note = f"the process itself starts in {statistics.median(started):.0f} ms"
    workload = f"C1 open {what}, first window"
    report.add(Row(workload, Editor.name, statistics.median(opened), min(opened), note=note))
    small = file.with_name("small.gradblocks")
    small.write_text(page(1))
    without = min(_first_window(small)["memory"] for _ in range(3))
    beyond = [(run["memory"] - without) / MIB for run in runs]
    note = "budget 40 for 10,000; beyond a window with one block"
    row = Row(f"C4 memory of {what}", Editor.name, statistics.median(beyond), min(beyond), "MiB", note=note)
    report.add(row)


def _first_window(file: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.bench.first_window", str(file)]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def _frames(
    app: QApplication, way: Way, act: Callable[[int], object], count: int = FRAMES, *, whole: bool = True
) -> Iterator[float]:
    """Milliseconds for each of some frames."""
    for k in range(count):
        before = time.perf_counter()
        act(k)
        if whole:
            way.view.viewport().update()
        app.processEvents()
        yield (time.perf_counter() - before) * 1e3


def _wheel(view: CanvasView, turn: int) -> None:
    at = QPointF(view.viewport().rect().center())
    event = QWheelEvent(
        at, view.viewport().mapToGlobal(at), QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


def _drag(app: QApplication, way: Way) -> Iterator[float]:
    """Drag the block in the middle by its title; taking it, which shows it in the panels, is no frame of this."""
    start, at = way.grip(), way.place()
    app.processEvents()
    press(way.view, QEvent.Type.MouseButtonPress, start)
    press(way.view, QEvent.Type.MouseMove, start + QPointF(8, 8))
    settled = time.perf_counter() + SETTLE
    while time.perf_counter() < settled:
        app.processEvents()

    def move(k: int) -> None:
        press(way.view, QEvent.Type.MouseMove, start + QPointF(10 + 3 * k, 8 + 2 * (k % 20)))

    yield from _frames(app, way, move, whole=False)
    press(way.view, QEvent.Type.MouseButtonRelease, start + QPointF(30, 30))
    app.processEvents()
    assert way.place() != at, f"{way.name}: the block was not dragged"
