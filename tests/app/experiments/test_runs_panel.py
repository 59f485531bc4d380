"""The panel of runs by mouse and keys: new runs, their curves drawn and hidden, two compared, one run again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.experiments.rerun import SAME
from app.panels.experiments.runs import CompareWindow, RunsPanel
from app.panels.experiments.table import RunTable
from app.window.settings import Settings
from app.window.start import make_window
from app.window.window import MainWindow
from blocks.document.changes import SetValue
from tests.app.experiments.pages import SCALAR, random_walk
from tests.app.window.hands import Answers, click, front, press, settle, type_in

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    window = make_window(Settings(), None, tmp_path / "runs")
    window.ask = Answers(window)
    window.resize(1300, 800)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.files.open(random_walk(tmp_path))
    settle(qtbot, lambda: window.tab is not None)
    press(front(window).view, Qt.Key.Key_R, CTRL, ALT)
    settle(qtbot, lambda: panel_of(window).isVisible())
    return window


def panel_of(window: MainWindow) -> RunsPanel:
    return window.runs.panel


def table_of(window: MainWindow) -> RunTable:
    return panel_of(window).table


def texts(window: MainWindow, head: str) -> list[str]:
    """A column of the table, from the top."""
    rows = table_of(window).rows
    place = rows.heads.index(head)
    return [row.cells[place].text for row in rows.rows]


def new_run(window: MainWindow, qtbot: QtBot, seed: str, steps: str) -> None:
    """Type seed and steps, and click New run."""
    panel = panel_of(window)
    count = len(table_of(window).rows.rows)
    for field, text in ((panel.seed, seed), (panel.steps, steps)):
        field.setFocus()
        field.selectAll()
        type_in(field, text)
    click(panel.new)
    settle(qtbot, lambda: not front(window).engine.running and len(table_of(window).rows.rows) == count + 1)
    settle(qtbot, lambda: texts(window, "State")[0] == "finished")


def cell(window: MainWindow, row: int, column: int) -> QPoint:
    table = table_of(window)
    return table.visualRect(table.rows.index(row, column)).center()


def click_row(window: MainWindow, row: int, *held: Qt.KeyboardModifier) -> None:
    modifiers = held[0] if held else Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(table_of(window).viewport(), Qt.MouseButton.LeftButton, modifiers, cell(window, row, 1))


def windows_of(parent: QWidget, kind: type[CompareWindow]) -> list[CompareWindow]:
    return parent.findChildren(kind)


def test_runs_are_kept_drawn_compared_and_run_again(window: MainWindow, qtbot: QtBot) -> None:
    new_run(window, qtbot, "3", "20")
    front(window).document.do(SetValue("main", "rate", "val", 0.5), "Set")
    new_run(window, qtbot, "4", "25")
    assert texts(window, "Name") == ["Run 2", "Run 1"]
    assert table_of(window).rows.heads == ["Name", "State", "loss.output", "rate.val", "Seed", "Steps"]
    panel_of(window).all_wanted.emit(True)
    assert {"Duration", "Started", "Origin"} < set(table_of(window).rows.heads)
    assert texts(window, "Seed") == ["4", "3"]
    assert texts(window, "Steps") == ["25", "20"]
    assert texts(window, "rate.val") == ["0.5", "0.25"]
    store = front(window).engine.store
    assert [past.run for past in store.past("main", SCALAR)] == ["Run 1"]
    assert [line.name for line in panel_of(window).plot.lines] == ["Run 1", "Run 2"]
    trend = front(window).scene.panel_of("trend")
    assert trend is not None and [past.run for past in trend.readings[0].past] == ["Run 1"]

    table = table_of(window)
    tick = table.visualRect(table.rows.index(1, 0))
    click(table.viewport(), QPoint(tick.left() + 10, tick.center().y()))
    assert store.past("main", SCALAR) == ()
    click_row(window, 1)
    assert not panel_of(window).buttons["compare"].isEnabled()
    press(table, Qt.Key.Key_Space)
    settle(qtbot, lambda: bool(store.past("main", SCALAR)))
    click(panel_of(window).buttons["compare"])  # the two that are plotted
    windows_of(window, CompareWindow)[0].close()
    settle(qtbot, lambda: not windows_of(window, CompareWindow))

    click_row(window, 0)
    click_row(window, 1, CTRL)
    click(panel_of(window).buttons["compare"])
    [compare] = windows_of(window, CompareWindow)
    assert compare.windowTitle() == "Compare Run 1 and Run 2" or compare.windowTitle() == "Compare Run 2 and Run 1"
    groups = [compare.table.topLevelItem(i) for i in range(compare.table.topLevelItemCount())]
    rows = [group.child(i) for group in groups if group is not None for i in range(group.childCount())]
    shown = [[row.text(column) for column in range(3)] for row in rows if row is not None and not row.isHidden()]
    assert ["rate.val", "0.25", "0.5"] in shown
    assert all(a != b for _, a, b in shown)
    assert "val" in compare.diagram.item(0).text() and compare.diagram.count() == 1
    assert len(compare.plot.lines) == 2
    compare.close()

    click_row(window, 0)
    click(panel_of(window).buttons["rerun"])
    settle(qtbot, lambda: len(table.rows.rows) == 3 and SAME in texts(window, "Origin")[0])
    assert texts(window, "Origin")[0] == f"rerun of 2: {SAME}"
    assert texts(window, "loss.output")[0] == texts(window, "loss.output")[1]

    answers = window.ask
    assert isinstance(answers, Answers)
    click_row(window, 2)
    press(table, Qt.Key.Key_Delete)
    assert len(table.rows.rows) == 3
    answers.yes = True
    press(table, Qt.Key.Key_Delete)
    settle(qtbot, lambda: texts(window, "Name") == ["Run 3", "Run 2"])


def test_a_run_is_opened_and_marked_on_the_canvas(window: MainWindow, qtbot: QtBot) -> None:
    new_run(window, qtbot, "3", "5")
    tab = front(window)
    tab.document.do(SetValue("main", "rate", "val", 0.5), "Set")
    click_row(window, 0)
    press(table_of(window), Qt.Key.Key_Return)
    settle(qtbot, lambda: tab.scene.comparison.face is not None)
    face = tab.scene.comparison.face
    assert face is not None and dict(face.blocks) == {"rate": "changed"}
    window.docks.show("runs")
    settle(qtbot, lambda: panel_of(window).isVisible())
    panel_of(window).menu.aboutToShow.emit()
    next(each for each in panel_of(window).menu.actions() if each.text() == "Open diagram").trigger()
    settle(qtbot, lambda: window.tab is not tab)
    opened = front(window)
    assert opened.document.page("main").blocks[0].values["val"] == 0.25
    assert opened.engine.runner.recorder.seed_of("main") == 3
