"""The shipped examples that open with the gradient view on."""

from __future__ import annotations

from collections.abc import Mapping

from app.window.tabs import DiagramTab
from app.window.widgets.docks import Docks
from app.window.widgets.panel_table import GRADIENT, NOTES

LESSONS: Mapping[str, str] = {
    "stable_softmax": "",
    "em_step": "",
    "contrastive_divergence": "",
    "adversarial_example": "train_grad",
    "detached_target": "",
}
"""Shipped examples that open with the gradient view on, and what is differentiated; empty: what the page does first."""


def begin_lesson(name: str, tab: DiagramTab, docks: Docks) -> None:
    """Show the gradient, and the Gradient and Notes panels, if an example is about the gradient."""
    if name not in LESSONS:
        return
    gradients = tab.engine.gradients
    gradients.choose(tab.page_name, LESSONS[name])
    gradients.show(tab.page_name, True)
    for panel in (NOTES, GRADIENT):
        docks.show(panel)
