"""Random edits of a document and random events in the window: no edit is lost, nothing fails, Qt has no complaints."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.deep import events, machine

SEED = 17
RUNS = (*range(16), 17, 20, 21, 22, 24, 25, 27, 28, 30, 31, 32, 39, 40, 42)
"""Of the first 43, those that run lines of the editor which no earlier one runs."""
TASKS = 3


@pytest.mark.parametrize("number", RUNS)
def test_the_model_is_what_is_open_after_any_edits(qapp: QApplication, number: int) -> None:
    assert machine.run(SEED, number) == []


@pytest.mark.qt_no_exception_capture
@pytest.mark.parametrize("number", range(TASKS))
def test_random_events_do_no_harm(qapp: QApplication, number: int) -> None:
    assert events.run(SEED, number) == []
