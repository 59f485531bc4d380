"""The table of the window's panels: their names, titles, positions and shortcuts, in display order."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt

from app.language import mark

Area = Qt.DockWidgetArea
LEFT, RIGHT, BOTTOM = Area.LeftDockWidgetArea, Area.RightDockWidgetArea, Area.BottomDockWidgetArea


class PanelEntry(NamedTuple):
    """A panel's entry in the table; ``command`` is the command's label if it differs from the title."""

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
    PanelEntry(PALETTE, mark("Blocks"), LEFT, "Ctrl+1"),
    PanelEntry(OUTLINE, mark("Outline"), LEFT, "Ctrl+Shift+O"),
    PanelEntry(LESSONS, mark("Lessons"), LEFT, "Ctrl+Shift+L"),
    PanelEntry(INSPECTOR, mark("Inspector"), RIGHT, "Ctrl+2"),
    PanelEntry(HELP, mark("Help"), RIGHT, "Ctrl+3", mark("Block help")),
    PanelEntry(GRADIENT, mark("Gradient"), RIGHT, "Ctrl+7"),
    PanelEntry(PARAMETERS, mark("Controls"), RIGHT, "Ctrl+Alt+P"),
    PanelEntry(RESULTS, mark("Results"), BOTTOM, "Ctrl+4"),
    PanelEntry(PROBLEMS, mark("Problems"), BOTTOM, "Ctrl+5"),
    PanelEntry(HISTORY, mark("History"), BOTTOM, "Ctrl+6"),
    PanelEntry(NOTES, mark("Notes"), BOTTOM, "Ctrl+9"),
    PanelEntry(TIMINGS, mark("Timings"), BOTTOM, "Ctrl+8"),
    PanelEntry(CHANGES, mark("Changes"), BOTTOM, "Ctrl+Shift+D"),
    PanelEntry(STEPS, mark("Timeline"), BOTTOM, "Ctrl+Shift+B"),
    PanelEntry(RUNS, mark("Runs"), BOTTOM, "Ctrl+Alt+R"),
)
"""The panels; the first of each edge is in front."""
