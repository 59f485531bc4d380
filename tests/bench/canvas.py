"""How fast the window is with large pages: opening, panning, zooming and dragging at 1920 x 1080, in software.

``python -m tests.bench canvas [COUNT ...]`` measures pages of so many blocks (2,000 and 10,000 unless given) with one
and a half wires each. Every frame repaints the whole canvas and goes through the event loop, as on a screen. Then a
run of small steps that the window shows, beside the same run without a window.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from app.canvas.view import CanvasView
from app.window.settings import Settings
from app.window.start import make_application, make_window
from app.window.window import MainWindow
from blocks.cli.examples import example_texts
from blocks.diagram.file import loads
from blocks.run.session import Session

COUNTS = (2_000, 10_000)
FRAMES = 40
ZOOMS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1.0, 1.5, 3.0)
ACROSS = 240.0
DOWN = 200.0
EXAMPLE = "gradient_descent"
STEPS = 20_000
TURNS = 3
TICK = 5


def page(count: int) -> str:
    """A page of chains of additions in a grid; every second block takes a block of the next row too."""
    columns = round(count**0.5)
    listed: list[dict[str, object]] = []
    wires: list[list[str]] = []
    for i in range(count):
        row, column = divmod(i, columns)
        kind = "Const" if column == 0 else "Add" if i % 2 else "AddN"
        listed.append({"id": f"b{i}", "type": kind, "at": [column * ACROSS, row * DOWN]})
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


def main(counts: Sequence[int]) -> None:
    """Measure and print."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_application()
    with tempfile.TemporaryDirectory() as folder:
        for count in counts or COUNTS:
            file = Path(folder) / f"{count}.gradblocks"
            file.write_text(page(count))
            window = make_window(Settings())
            window.resize(2600, 1500)
            window.show()
            app.processEvents()
            _measure(app, window, file, count)
            window.close()
    _run_watched(app)


def _run_watched(app: QApplication) -> None:
    """Steps a second without and with a window, in turns, and how long its event loop is kept from going on."""
    rates: dict[str, list[float]] = {"without": [], "with": []}
    gaps: list[float] = []
    for _ in range(TURNS):
        session = Session(loads(example_texts()[EXAMPLE]))
        session.run(steps=100)
        before = time.perf_counter()
        session.run(steps=STEPS)
        rates["without"].append(STEPS / (time.perf_counter() - before))
        window = make_window(Settings())
        window.resize(1400, 900)
        window.show()
        window.files.open_example(EXAMPLE)
        while window.tab is None or window.tab.engine.seen("main") is None:
            app.processEvents()
        engine = window.tab.engine
        ticks: list[float] = []
        timer = QTimer(window, interval=TICK)
        timer.timeout.connect(lambda: ticks.append(time.perf_counter()))  # noqa: B023
        timer.start()
        for steps in (100, STEPS):
            ticks.clear()
            engine.run("main", steps)
            before = time.perf_counter()
            while engine.running:
                app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        rates["with"].append(STEPS / (time.perf_counter() - before))
        gaps += [1e3 * (after - earlier) for earlier, after in pairwise(ticks)]
        window.close()
    best = {name: max(found) for name, found in rates.items()}
    share = best["with"] / best["without"]
    print(f"\n{EXAMPLE}, {STEPS:,} steps a turn, the best of {TURNS}, in steps a second:")
    print(f"{best['without']:,.0f} without a window, {best['with']:,.0f} with one ({share:.0%}); its event loop:")
    _report("median, 99 of 100, worst", gaps)


def _measure(app: QApplication, window: MainWindow, file: Path, count: int) -> None:
    begun = time.perf_counter()
    window.files.open(file)
    while window.tab is None:
        app.processEvents()
    view = window.tab.view
    while view.visible_rect().isEmpty() or not _fitted(view):
        app.processEvents()
    app.processEvents()
    shown = time.perf_counter() - begun
    blocks, wires = len(window.tab.page.blocks), len(window.tab.page.wires)
    print(f"\n{blocks:,} blocks, {wires:,} wires: opened and shown in {shown:.2f} s")
    while window.tab.engine.seen("main") is None:
        app.processEvents()
    print(f"checked {time.perf_counter() - begun:.2f} s after that was asked for")
    window.docks.suspend(True)
    app.processEvents()
    grown = view.viewport().size()
    window.resize(window.width() + 1920 - grown.width(), window.height() + 1080 - grown.height())
    app.processEvents()
    size = view.viewport().size()
    print(f"canvas {size.width()} x {size.height()}; milliseconds a frame: median, 99 of 100, worst")
    for zoom in ZOOMS:
        view.set_zoom(zoom)
        view.centerOn(view.page_scene.content_rect().center())
        app.processEvents()
        _report(f"pan at {zoom:.0%}", list(_frames(app, view, lambda k: view.pan(-9, 5 if k % 2 else -7))))
    view.fit_all()
    _report(f"pan at {view.zoom:.1%} (all)", list(_frames(app, view, lambda k: view.pan(9 if k % 2 else -9, 4))))
    view.fit_all()
    steps = list(_frames(app, view, lambda k: _wheel(view, 120 if k < FRAMES else -120), 2 * FRAMES))
    _report("zoom by the wheel, in and out", steps)
    for zoom in (0.3, 1.0):
        _drag(app, window, view, zoom)


def _fitted(view: CanvasView) -> bool:
    return view.visible_rect().intersects(view.page_scene.content_rect())


def _frames(
    app: QApplication, view: CanvasView, act: Callable[[int], object], count: int = FRAMES, *, whole: bool = True
) -> Iterator[float]:
    """Milliseconds for each of some frames."""
    for k in range(count):
        before = time.perf_counter()
        act(k)
        if whole:
            view.viewport().update()
        app.processEvents()
        yield (time.perf_counter() - before) * 1e3


def _wheel(view: CanvasView, turn: int) -> None:
    at = QPointF(view.viewport().rect().center())
    event = QWheelEvent(
        at, view.viewport().mapToGlobal(at), QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


def _drag(app: QApplication, window: MainWindow, view: CanvasView, zoom: float) -> None:
    """Drag the block in the middle by its title."""
    scene = view.page_scene
    view.set_zoom(zoom)
    view.centerOn(scene.content_rect().center())
    app.processEvents()
    middle = view.visible_rect().center()
    item = min(scene.mirror.order, key=lambda each: (each.rect.center() - middle).manhattanLength())
    view.centerOn(item.rect.center())
    app.processEvents()
    start = view.viewportTransform().map(item.rect.topLeft() + QPointF(14, 8))

    def mouse(kind: QEvent.Type, at: QPointF) -> None:
        left = Qt.MouseButton.LeftButton
        event = QMouseEvent(kind, at, view.viewport().mapToGlobal(at), left, left, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view.viewport(), event)

    before = time.perf_counter()
    mouse(QEvent.Type.MouseButtonPress, start)
    mouse(QEvent.Type.MouseMove, start + QPointF(8, 8))
    while window.panels.inspector.head.id.text() != item.id:  # the panels follow what is selected
        app.processEvents()
    _report(f"take a block at {zoom:.0%}", [(time.perf_counter() - before) * 1e3])
    at = item.block.at

    def move(k: int) -> None:
        mouse(QEvent.Type.MouseMove, start + QPointF(10 + 3 * k, 8 + 2 * (k % 20)))

    _report(f"drag a block at {zoom:.0%}", list(_frames(app, view, move, whole=False)))
    mouse(QEvent.Type.MouseButtonRelease, start + QPointF(30, 30))
    app.processEvents()
    assert scene.mirror.blocks[item.id].block.at != at, "the block was not dragged"
    if window.tab is not None:
        window.tab.document.undo()  # else the window asks whether to save when it is closed


def _report(name: str, frames: Sequence[float]) -> None:
    ordered = sorted(frames)
    high = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    print(f"{name:32} {statistics.median(frames):7.1f} {high:7.1f} {ordered[-1]:7.1f}")
