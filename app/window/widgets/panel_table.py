"""The panels of the window: their names, titles, edges and keys, in the order in which they stand."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt

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
STEPS, PARAMETERS, RUNS = "steps", "parameters", "runs"
PANELS = (
    Place(PALETTE, "Blocks", LEFT, "Ctrl+1"),
    Place(LESSONS, "Lessons", LEFT, "Ctrl+Shift+L"),
    Place(INSPECTOR, "Inspector", RIGHT, "Ctrl+2"),
    Place(HELP, "Help", RIGHT, "Ctrl+3", "Block help"),
    Place(GRADIENT, "Gradient", RIGHT, "Ctrl+7"),
    Place(PARAMETERS, "Parameters", RIGHT, "Ctrl+Alt+P"),
    Place(RESULTS, "Results", BOTTOM, "Ctrl+4"),
    Place(PROBLEMS, "Problems", BOTTOM, "Ctrl+5"),
    Place(HISTORY, "History", BOTTOM, "Ctrl+6"),
    Place(NOTES, "Notes", BOTTOM, "Ctrl+9"),
    Place(TIMINGS, "Timings", BOTTOM, "Ctrl+8"),
    Place(CHANGES, "Changes", BOTTOM, "Ctrl+Shift+D"),
    Place(STEPS, "Steps", BOTTOM, "Ctrl+Shift+B"),
    Place(RUNS, "Runs", BOTTOM, "Ctrl+Alt+R"),
)
"""The panels; the first of each edge is in front."""
