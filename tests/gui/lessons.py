"""Pictures of the gradient view: those of README and help (``gradient-...``), and others to look at.

``python -m tests.gui.pictures FOLDER`` saves them with the rest; three of them are in ``assets/pictures``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEventLoop, QRectF, QTimer

from app.window.tabs import DiagramTab
from app.window.window import MainWindow


class Lesson(NamedTuple):
    """A picture: of which example, after how many steps, with what selected and in sight."""

    picture: str
    example: str
    steps: int
    blocks: Sequence[str]
    selected: str = ""
    part: int = 0


LESSONS = (
    Lesson(
        "gradient-softmax", "stable_softmax", 1, ("x", "max", "shifted", "exp", "total", "softmax", "loss"), "total", 1
    ),
    Lesson("gradient-em", "em_step", 20, ("x", "means", "distance", "responsibility", "given", "Q"), "", 0),
    Lesson("gradient-detached", "detached_target", 0, ("W", "q_all", "next_q", "best", "fixed_target", "loss"), "", 0),
)


def pause(seconds: float) -> None:
    """Let the window do what it has to."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def wait(done: Callable[[], bool]) -> None:
    """Wait until something is true, at most ten seconds."""
    for _ in range(500):
        if done():
            return
        pause(0.02)


def lessons(window: MainWindow, save: Callable[[str], None]) -> None:
    """Bring the window into one state of the gradient view after the other."""
    for each in LESSONS:
        window.files.open_example(each.example)
        for name in ("palette", "results", "problems", "history"):
            window.docks.hide(name)
        window.docks.show("gradient")
        tab = window.tab
        assert tab is not None
        wait(lambda tab=tab: bool(tab.scene.gradient.face and tab.scene.gradient.face.of))
        if each.steps:
            window.run(each.steps)
            wait(lambda tab=tab: not tab.engine.running)
        _look_at(tab, each.blocks)
        tab.scene.select([each.selected] if each.selected else [])
        window.panels.gradient.tabs.setCurrentIndex(each.part)
        pause(0.6)
        save(each.picture)
    tab = window.tab
    assert tab is not None
    window.guard(window.gradients.check)
    wait(lambda: bool(tab.scene.gradient.face and tab.scene.gradient.face.checked))
    window.panels.gradient.tabs.setCurrentIndex(3)
    pause(0.4)
    save("check-gradient")
    tab.scene.select(["loss"])
    window.panels.gradient.tabs.setCurrentIndex(2)
    pause(0.8)
    save("formula")
    tab.scene.select(["grad"])
    window.guard(window.gradients.expand)
    tab.view.fit_all()
    tab.scene.overlay.set_hover("q_all")
    pause(0.6)
    save("expand-gradient")
    window.docks.reset()


def _look_at(tab: DiagramTab, blocks: Sequence[str]) -> None:
    area = QRectF()
    for block in blocks:
        area |= tab.scene.block_rect(block)
    tab.view.fit(area.adjusted(-40, -60, 40, 120), 1.0)
