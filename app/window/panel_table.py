"""The table of the window's panels: their classes, titles, positions and shortcuts, in display order."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.panels.changes import ChangesPanel
from app.panels.exercise import ExercisePanel
from app.panels.experiments.runs import RunsPanel
from app.panels.gradient import GradientPanel
from app.panels.help import Help
from app.panels.history import HistoryPanel
from app.panels.palette import Palette
from app.panels.problems import Problems
from app.panels.properties.in_block import ControlsPanel
from app.panels.properties.inspector import Inspector
from app.panels.properties.outline import NotesPanel, OutlinePanel
from app.panels.results_view import ResultsView
from app.panels.runs.steps import StepsPanel
from app.panels.runs.timings import TimingsPanel
from blocks.base.language import mark

Area = Qt.DockWidgetArea
LEFT, RIGHT, BOTTOM = Area.LeftDockWidgetArea, Area.RightDockWidgetArea, Area.BottomDockWidgetArea


class PanelEntry(NamedTuple):
    """A panel's entry in the table; ``command`` is the command's label if it differs from the title."""

    name: str
    title: str
    area: Area
    keys: str
    make: Callable[[], QWidget]
    command: str = ""


PALETTE, INSPECTOR, HELP, GRADIENT = "palette", "inspector", "help", "gradient"
EXERCISES = "exercises"
RESULTS, PROBLEMS, HISTORY, NOTES, TIMINGS, CHANGES = "results", "problems", "history", "notes", "timings", "changes"
STEPS, PARAMETERS, RUNS, OUTLINE = "steps", "parameters", "runs", "outline"
PANELS = (
    PanelEntry(PALETTE, mark("Blocks"), LEFT, "Ctrl+1", Palette),
    PanelEntry(OUTLINE, mark("Outline"), LEFT, "Ctrl+Shift+O", OutlinePanel),
    PanelEntry(EXERCISES, mark("Exercises"), LEFT, "Ctrl+Shift+L", ExercisePanel),
    PanelEntry(INSPECTOR, mark("Inspector"), RIGHT, "Ctrl+2", Inspector),
    PanelEntry(HELP, mark("Help"), RIGHT, "Ctrl+3", Help, mark("Block help")),
    PanelEntry(GRADIENT, mark("Gradient"), RIGHT, "Ctrl+7", GradientPanel),
    PanelEntry(PARAMETERS, mark("Controls"), RIGHT, "Ctrl+Alt+P", ControlsPanel),
    PanelEntry(RESULTS, mark("Results"), BOTTOM, "Ctrl+4", ResultsView),
    PanelEntry(PROBLEMS, mark("Problems"), BOTTOM, "Ctrl+5", Problems),
    PanelEntry(HISTORY, mark("History"), BOTTOM, "Ctrl+6", HistoryPanel),
    PanelEntry(NOTES, mark("Notes"), BOTTOM, "Ctrl+9", NotesPanel),
    PanelEntry(TIMINGS, mark("Timings"), BOTTOM, "Ctrl+8", TimingsPanel),
    PanelEntry(CHANGES, mark("Changes"), BOTTOM, "Ctrl+Shift+D", ChangesPanel),
    PanelEntry(STEPS, mark("Timeline"), BOTTOM, "Ctrl+Shift+B", StepsPanel),
    PanelEntry(RUNS, mark("Runs"), BOTTOM, "Ctrl+Alt+R", RunsPanel),
)
"""The panels; the first of each edge is in front."""
