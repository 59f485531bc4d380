"""Pages of a diagram: a page that gets another name keeps all that is known of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from tests.app.window.hands import front, open_window, press, settle

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def opened(qtbot: QtBot) -> tuple[MainWindow, DiagramTab]:
    """A window with a page whose variable changes at each step."""
    window, _ = open_window(qtbot)
    window.files.open_example("gradient_descent")
    return window, front(window)


def ran(qtbot: QtBot, window: MainWindow, tab: DiagramTab) -> None:
    """Run one step and wait for its results."""
    steps = tab.engine.store.steps.get(tab.page_name, 0)
    window.commands.trigger("run.run")
    settle(qtbot, lambda: not tab.engine.running and tab.engine.store.steps.get(tab.page_name, 0) == steps + 1)


def test_a_renamed_page_keeps_results_history_and_variables_and_so_does_undo(qtbot: QtBot) -> None:
    window, tab = opened(qtbot)
    old = tab.page_name
    ran(qtbot, window, tab)
    ran(qtbot, window, tab)
    names = tab.engine.store.names(old)
    curves = {name: tab.engine.store.history(old, name) for name in names}
    assert any(len(points) == 2 for points in curves.values())
    tab.rename_page(old, "renamed")
    assert tab.engine.store.names("renamed") == names
    assert tab.engine.store.names(old) == []
    assert tab.engine.seen("renamed") is not None
    ran(qtbot, window, tab)
    assert tab.engine.store.steps["renamed"] == 3
    longer = next(name for name, points in curves.items() if len(points) == 2)
    points = tab.engine.store.history("renamed", longer)
    assert points[:2] == curves[longer]
    assert points[2][1] != points[0][1]  # it went on from where it was, and did not begin anew
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert tab.page_name == old
    assert tab.engine.store.history(old, longer) == points


@pytest.mark.parametrize("patience", [60_000, 0], ids=["stopped", "killed"])
def test_a_page_is_renamed_while_it_runs_and_the_run_goes_on(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, patience: int
) -> None:
    monkeypatch.setattr("app.core.runs.worker._PATIENCE", patience)
    window, tab = opened(qtbot)
    window.commands.trigger("run.continuous")
    settle(qtbot, lambda: tab.engine.store.steps.get("main", 0) > 10)
    tab.rename_page("main", "renamed")
    steps = tab.engine.store.steps["renamed"]
    settle(qtbot, lambda: tab.engine.store.steps["renamed"] > steps + 10)
    assert "main" not in tab.engine.store.steps
    assert "steps/s" in tab.engine.state_text("renamed")
    window.commands.trigger("run.stop")
    settle(qtbot, lambda: not tab.engine.running)
    kept = tab.engine.runner.session("renamed")
    steps = 0 if kept is None else kept.steps  # of a process that did not end in time on a busy machine it is less
    window.commands.trigger("run.run")  # it goes on from where the run was stopped
    settle(qtbot, lambda: not tab.engine.running and tab.engine.store.steps["renamed"] == steps + 1)


def test_a_page_put_in_the_place_of_a_removed_one_has_no_results(qtbot: QtBot) -> None:
    window, tab = opened(qtbot)
    tab.rename_page("main", "other")
    ran(qtbot, window, tab)
    tab.remove_page("other")  # the last one: an empty page takes its place
    assert [page.name for page in tab.document.pages] == ["main"]
    assert tab.engine.store.names("main") == []
    assert tab.scene.selected_ids() == []
    assert not tab.scene.page.blocks
