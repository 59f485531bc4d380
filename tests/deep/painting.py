"""The part ``painting``: after each command, at each zoom and with all that can be shown, nothing stale is in sight."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from app.window.settings import Settings
from app.window.start import make_application, make_window
from blocks.cli.examples import example_texts
from tests.app.commanded import LEFT_OUT, ZOOMS, Answers, Commanded, stale
from tests.deep.finding import Finding, foreign
from tests.deep.hooks import noticed

CASES = 50
"""About so many commands and other events in a task; some of those that follow each other have all commands."""
_PARTS = 4
_SHOWN = ("gradient.view", "view.timings", "view.values", "view.dim", "view.curved", "theme.light", "run.live")


def run(seed: int, number: int) -> list[Finding]:
    """A task: a part of all commands in a new window, at one zoom."""
    make_application()
    rng = random.Random(f"painting/{seed}/{number}")
    findings: list[Finding] = []
    zoom = ZOOMS[number % len(ZOOMS)]
    with tempfile.TemporaryDirectory() as folder, noticed(findings):
        window = make_window(Settings(Path(folder) / "editor.json"), Path(folder) / "state")
        window.ask = Answers(window, Path(folder))
        window.resize(1200, 800)
        window.show()
        window.activateWindow()
        example = rng.choice([name for name, text in example_texts().items() if "AddSymbolicGradients" in text])
        given = Commanded(window, example, hurry=False)
        shown = [name for name in _SHOWN if rng.random() < 0.4]
        where = f"{example} at {zoom:.0%} with {', '.join(shown) or 'nothing more'}"

        def look(what: str) -> None:
            wrong = stale(window)
            if wrong:
                findings.append({"kind": "stale", "text": f"{what}: {wrong} ({where})", "where": what})

        try:
            given.begin(zoom)
            given.give("run.run")
            for name in shown:
                given.give(name)
                look(name)
            for name, happen in given.events():
                happen()
                given.still()
                look(name)
            names = [name for name in window.commands.commands if name not in LEFT_OUT]
            for name in names[number // len(ZOOMS) % _PARTS :: _PARTS]:
                given.begin(zoom)
                given.give(name)
                look(name)
        except Exception as error:
            findings.append(foreign(error))
        for tab in window.tabs.diagrams():
            tab.document.history.mark_clean()
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return findings
