"""The panels of the window: their names, titles, edges and keys, in the order in which they stand."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt

from app.language import mark

Area = Qt.DockWidgetArea
LEFT, RIGHT, BOTTOM = Area.LeftDockWidgetArea, Area.RightDockWidgetArea, Area.BottomDockWidgetArea


class Place(NamedTuple):
    """Where a panel stands.

    Attributes:
        name: what it is called in commands and in the kept layout.
        title: what stands over it.
        area: the edge of the window.
        keys: what shows and hides it.
        command: what its command is called, if not as the panel.
    """

    name: str
    title: str
    area: Area
    keys: str
    command: str = ""


PALETTE, INSPECTOR, HELP, GRADIENT = "palette", "inspector", "help", "gradient"
LESSONS = "lessons"
RESULTS, PROBLEMS, HISTORY, NOTES, TIMINGS, CHANGES = "results", "problems", "history", "notes", "timings", "changes"
STEPS, PARAMETERS, RUNS, OUTLINE = "steps", "parameters", "runs", "outline"
PANELS = (
    Place(PALETTE, mark("Blocks"), LEFT, "Ctrl+1"),
    Place(OUTLINE, mark("Outline"), LEFT, "Ctrl+Shift+O"),
    Place(LESSONS, mark("Lessons"), LEFT, "Ctrl+Shift+L"),
    Place(INSPECTOR, mark("Inspector"), RIGHT, "Ctrl+2"),
    Place(HELP, mark("Help"), RIGHT, "Ctrl+3", mark("Block help")),
    Place(GRADIENT, mark("Gradient"), RIGHT, "Ctrl+7"),
    Place(PARAMETERS, mark("Parameters"), RIGHT, "Ctrl+Alt+P"),
    Place(RESULTS, mark("Results"), BOTTOM, "Ctrl+4"),
    Place(PROBLEMS, mark("Problems"), BOTTOM, "Ctrl+5"),
    Place(HISTORY, mark("History"), BOTTOM, "Ctrl+6"),
    Place(NOTES, mark("Notes"), BOTTOM, "Ctrl+9"),
    Place(TIMINGS, mark("Timings"), BOTTOM, "Ctrl+8"),
    Place(CHANGES, mark("Changes"), BOTTOM, "Ctrl+Shift+D"),
    Place(STEPS, mark("Steps"), BOTTOM, "Ctrl+Shift+B"),
    Place(RUNS, mark("Runs"), BOTTOM, "Ctrl+Alt+R"),
)
"""The panels; the first of each edge is in front."""
