"""The window in the states that the how-to chapters of the manual show.

``python -m tests.app.pictures tasks`` saves them in ``assets/pictures``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.panels.experiments.sweep import SweepWindow
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.cli import main
from blocks.cli.examples import example_texts
from tests.app.lessons import pause, wait


def tasks(window: MainWindow, save: Callable[[str, QWidget], None]) -> None:
    """Bring the window into one state after the other."""
    tab = opened_example(window, "detached_target", ["fixed_target", "loss"])
    window.gradients.show(True)
    tab.scene.select(["fixed_target"])
    window.guard(window.gradients.what_if.ask)
    window.run(1)
    pause(2.0)
    save("what-if", window)

    tab = opened_example(window, "custom_gradients", ["w", "rounded"])
    window.docks.show("inspector")
    tab.show_page(":BinarySignGrad")
    pause(1.5)
    save("custom-gradient", window)

    tab = opened_example(window, "gradient_descent", ["xW", "loss"])
    window.gradients.show(False)
    tab.scene.select(["squared"])
    window.guard(window.stops.flip)
    window.run(5)
    wait(lambda: tab.engine.runner.stopped is not None)
    window.docks.show("steps")
    pause(1.0)
    save("breakpoint", window)
    tab.engine.stop()
    wait(lambda: not tab.engine.running)
    window.guard(window.stops.flip)

    window.guard(window.sweeps.open)
    [sweep] = window.findChildren(SweepWindow)
    sweep.settings[0].values.setText("0.1, 0.03, 0.01")
    sweep.steps.setValue(60)
    wait(sweep.start.isEnabled)
    sweep.start.click()
    wait(sweep.stop.isEnabled)
    wait(lambda: not sweep.stop.isEnabled())
    pause(1.0)
    save("sweep", sweep)
    sweep.close()

    with tempfile.TemporaryDirectory() as folder:
        text, files = example_texts()["a_times_b"], [Path(folder, f"{name}.gradblocks") for name in "abc"]
        for file, value in zip(files, ("[[3.0, 5.0]]", "[[1.0, 1.0]]", "[[2.0, 2.0]]"), strict=True):
            file.write_text(text.replace("[[3.0, 5.0]]", value), "utf-8")
        main(["merge", *map(str, files), "-o", str(files[0])])
        window.files.open(files[0])
        pause(1.0)
        window.conflicts.show()
        pause(1.0)
        assert window.conflicts.window is not None
        save("conflicts", window.conflicts.window)


def opened_example(window: MainWindow, example: str, shown: list[str]) -> DiagramTab:
    """Open an example and fit some of its blocks into the view."""
    window.files.open_example(example)
    tab = window.tab
    assert tab is not None
    pause(0.6)
    tab.view.fit(tab.scene.content_rect(shown).adjusted(-60, -80, 60, 120), 1.0)
    return tab
