"""Random edits of a document and random events in the window: no edit is lost, nothing fails, Qt has no complaints."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.deep import events, machine

SEED = 17
RUNS, TASKS = 100, 3


@pytest.mark.parametrize("number", range(RUNS))
def test_the_model_is_what_is_open_after_any_edits(qapp: QApplication, number: int) -> None:
    assert machine.run(SEED, number) == []


@pytest.mark.qt_no_exception_capture
@pytest.mark.parametrize("number", range(TASKS))
def test_random_events_do_no_harm(qapp: QApplication, number: int) -> None:
    assert events.run(SEED, number) == []
