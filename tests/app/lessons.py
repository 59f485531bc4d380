"""Pictures of the gradient view: those of README (``gradient-...``) and help (``help-...``), and others to look at.

``python -m tests.app.pictures shipped`` puts the former into ``assets/pictures``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEventLoop, QRectF, QSize, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QWidget

from app.window.tabs import DiagramTab
from app.window.window import MainWindow


class Lesson(NamedTuple):
    """A picture of the gradient view.

    Attributes:
        picture: its name.
        example: the page.
        size: of the window; of the canvas alone, if there is no panel.
        blocks: what is in sight.
        runs, steps: how often so many steps are run.
        panel: the width of the gradient panel; 0 shows the canvas alone.
        part: the attribute of the panel that is in front.
        view: how the pin is shown there.
        selected: the selected block.
        legend: whether the legend is shown.
        left: how much of the page is seen at the left of the blocks.
    """

    picture: str
    example: str
    size: tuple[int, int]
    blocks: Sequence[str]
    runs: int = 0
    steps: int = 1
    panel: int = 0
    part: str = "flow"
    view: str = ""
    selected: str = ""
    legend: bool = True
    left: int = 20


LESSONS = (
    Lesson(
        "gradient-softmax", "stable_softmax", (1200, 560), ("x", "weights", "stopped_max", "loss", "shifted"),
        runs=1, panel=300, left=70,
    ),
    Lesson(
        "gradient-net", "xor", (1240, 680), ("y", "x", "cost"), runs=20, steps=100,
    ),
    Lesson(
        "gradient-steps", "small_cnn", (1200, 640), ("flat", "logits", "entropy", "cost"),
        runs=80, steps=4, panel=620, part="pin", view="Steps", selected="logits",
    ),
    Lesson("help-stop", "stable_softmax", (620, 258), ("x", "max", "stopped_max", "shifted"), legend=False),
    Lesson("help-em", "em_step", (620, 205), ("given", "Q", "grad"), legend=False),
    Lesson("help-detached", "detached_target", (620, 300), ("fixed_target", "td_error"), legend=False),
)  # fmt: skip


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


def gradients(window: MainWindow, save: Callable[[str, QWidget], None]) -> None:
    """Bring the window into the states of README and help."""
    for each in LESSONS:
        if each is not LESSONS[0]:
            window.close_front()
        tab = _open(window, each)
        for _ in range(each.runs):
            window.run(each.steps)
            wait(lambda tab=tab: not tab.engine.running)
        tab.scene.select([each.selected] if each.selected else [])
        _look_at(tab, each)
        pause(0.6)
        save(each.picture, window if each.panel else tab.view)


def lessons(window: MainWindow, save: Callable[[str, QWidget], None]) -> None:
    """Bring the window into one state of the gradient view after the other."""
    usual = window.size()
    gradients(window, save)
    window.resize(usual)
    window.docks.show("gradient")
    tab = window.tab
    assert tab is not None
    window.guard(window.gradients.check)
    wait(lambda: bool(tab.scene.gradient.face and tab.scene.gradient.face.checked))
    window.panels.gradient.tabs.setCurrentWidget(window.panels.gradient.check)
    pause(0.4)
    save("check-gradient", window)
    tab.scene.select(["loss"])
    window.panels.gradient.tabs.setCurrentWidget(window.panels.gradient.formula)
    pause(0.8)
    save("formula", window)
    tab.scene.select(["grad"])
    window.guard(window.gradients.expand)
    tab.view.fit_all()
    tab.scene.overlay.set_hover("q_all")
    pause(0.6)
    save("expand-gradient", window)
    window.docks.reset()


def _open(window: MainWindow, lesson: Lesson) -> DiagramTab:
    """Open a page with the gradient view on, in a window of its size."""
    window.files.open_example(lesson.example)
    tab = window.tab
    assert tab is not None
    window.gradients.show(True)
    wait(lambda: bool(tab.scene.gradient.face and tab.scene.gradient.face.of))
    docks = window.findChildren(QDockWidget)
    for dock in docks:
        dock.setVisible(bool(lesson.panel) and dock.isAncestorOf(window.panels.gradient))
    pause(0.2)
    window.resize(QSize(*lesson.size) if lesson.panel else window.size() + QSize(*lesson.size) - tab.view.size())
    pause(0.2)
    shown = [each for each in docks if each.isVisible()]
    window.resizeDocks(shown, [lesson.panel] * len(shown), Qt.Orientation.Horizontal)
    panel = window.panels.gradient
    panel.tabs.setCurrentWidget(getattr(panel, lesson.part))
    for button in panel.pin.kinds.buttons():
        if button.text() == lesson.view:
            button.click()
    return tab


def _look_at(tab: DiagramTab, lesson: Lesson) -> None:
    """Bring blocks into sight, above the legend."""
    area = QRectF()
    for block in lesson.blocks:
        area |= tab.scene.block_rect(block)
    above, below = (80, 190) if lesson.legend else (10, 40)
    tab.view.fit(area.adjusted(-lesson.left, -above, 20, below), 1.0)
    tab.view.legend.setVisible(lesson.legend)
