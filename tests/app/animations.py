"""Animations of the manual: ``python -m tests.app.pictures animations`` saves them as GIFs in ``assets/pictures``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from app.window.window import MainWindow
from tests.app.lessons import pause, wait
from tests.app.tasks import opened_example
from tests.app.tour import Tour

_WIDTH = 960
_SHOWN_MS = 1400
_COLORS = 128


def wire_and_run(window: MainWindow) -> Iterator[None]:
    """Draw a Variable, set its value, wire a Square and run."""
    window.show_welcome()
    tour = Tour(window, wait, lambda: pause(0.3))
    tour.begin()
    for name in tour.tasks():
        tour.tab.view.fit(tour.tab.scene.content_rect(), 1.0)
        pause(0.5)
        yield
        if name == "run":
            break
    window.exercises.end()


def gradient_view(window: MainWindow) -> Iterator[None]:
    """Show a gradient, and follow it to each stop."""
    tab = opened_example(window, "stable_softmax", ["max", "exp"])
    window.gradients.show(False)
    pause(1.0)
    yield
    window.run(1)
    wait(lambda: not tab.engine.running)
    yield
    window.gradients.show(True)
    pause(1.0)
    yield
    window.gradients.next_end(1)
    pause(1.0)
    yield


def what_if(window: MainWindow) -> Iterator[None]:
    """Ignore a stop, compare both gradients, and go back."""
    tab = opened_example(window, "detached_target", ["fixed_target", "loss"])
    window.gradients.show(True)
    window.run(1)
    wait(lambda: not tab.engine.running)
    tab.scene.select(["fixed_target"])
    pause(1.0)
    yield
    window.guard(window.gradients.what_if.ask)
    pause(2.0)
    yield
    for _ in range(2):
        window.guard(window.gradients.what_if.show_next)
        pause(1.0)
        yield
    window.guard(window.gradients.what_if.end)
    pause(0.5)
    yield


def debugging(window: MainWindow) -> Iterator[None]:
    """Set a breakpoint, run to it, and step block by block."""
    tab = opened_example(window, "gradient_descent", ["xW", "loss"])
    window.gradients.show(False)
    tab.scene.select(["squared"])
    pause(0.5)
    yield
    window.guard(window.stops.flip)
    pause(0.5)
    yield
    window.run(5)
    wait(lambda: tab.engine.runner.stopped is not None)
    window.docks.show("steps")
    pause(1.0)
    yield
    for _ in range(3):
        QTest.keyClick(window, Qt.Key.Key_F10)
        pause(1.0)
        yield
    tab.engine.stop()
    wait(lambda: not tab.engine.running)
    window.guard(window.stops.flip)


def animations(window: MainWindow, folder: Path) -> None:
    """Save all animations."""
    for record in (wire_and_run, gradient_view, what_if, debugging):
        window.close_front()
        frames: list[Image.Image] = []
        for _ in record(window):
            seen = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
            size, line = (seen.width(), seen.height()), seen.bytesPerLine()
            image = Image.frombytes("RGB", size, bytes(seen.constBits()), "raw", "RGB", line)
            image.thumbnail((_WIDTH, _WIDTH), Image.Resampling.LANCZOS)
            frames.append(image)
        palette = _above(frames).quantize(_COLORS, dither=Image.Dither.NONE)
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
        name = record.__name__.replace("_", "-")
        frames[0].save(folder / f"{name}.gif", save_all=True, append_images=frames[1:], duration=_SHOWN_MS, loop=0)


def _above(frames: Sequence[Image.Image]) -> Image.Image:
    """Return all frames in one image, whose palette suits each of them."""
    width, height = frames[0].size
    result = Image.new("RGB", (width, height * len(frames)))
    for i, frame in enumerate(frames):
        result.paste(frame, (0, i * height))
    return result
