"""A page that came with a model runs before anybody has numbers for it: its Placeholders are given defaults."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.base.dtypes import dtype_of
from blocks.document.file import loads
from blocks.document.model import Diagram
from blocks.library.registry import find
from blocks.run.session import Session
from blocks.transform.verbs.fixes import give_defaults
from tests.app.window.hands import click, front, open_window, press, settle

PAGE = """{"format": "gradblocks/1", "pages": [{"name": "main", "blocks": [
    {"id": "x", "type": "Placeholder", "at": [0, 0], "values": {"dtype": "DT_FLOAT", "shape": [null, 3]}},
    {"id": "n", "type": "Placeholder", "at": [0, 200], "values": {"dtype": "DT_INT64", "shape": [2]}},
    {"id": "y", "type": "Square", "at": [240, 0]}, {"id": "m", "type": "Negate", "at": [240, 200]},
    {"id": "run", "type": "ClientSession", "at": [480, 0]}
], "wires": [["x.output", "y.x"], ["n.output", "m.x"], ["y.y", "run.fetch_outputs"], ["m.y", "run.fetch_outputs"]]}]}"""


@pytest.fixture(name="opened")
def _opened(qtbot: QtBot, tmp_path: Path) -> tuple[MainWindow, DiagramTab]:
    (tmp_path / "d.gradblocks").write_text(PAGE)
    window, _ = open_window(qtbot)
    window.files.open(tmp_path / "d.gradblocks")
    tab = front(window)
    settle(qtbot, lambda: tab.page_name in tab.engine.checker.infos)
    return window, tab


def run_once(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    settle(qtbot, lambda: not tab.engine.running)
    with qtbot.waitSignal(tab.engine.runner.finished):
        window.run(1)


def test_what_was_not_fed_is_mended_in_the_panel(opened: tuple[MainWindow, DiagramTab], qtbot: QtBot) -> None:
    window, tab = opened
    problems = window.panels.problems
    before = tab.document.diagram.dumps()
    run_once(window, tab, qtbot)
    settle(qtbot, lambda: problems.count == 2)
    window.docks.show("problems")
    button = problems.list.itemWidget(problems.list.item(0)).findChild(QToolButton)
    assert isinstance(button, QToolButton) and "default value" in button.toolTip()
    click(button, QPoint(3, 3))
    assert tab.scene.selected_ids() == ["x_default"]
    run_once(window, tab, qtbot)
    settle(qtbot, lambda: problems.count == 1)
    problems.list.setCurrentRow(0)
    press(problems.list, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    run_once(window, tab, qtbot)
    settle(qtbot, lambda: problems.count == 0)
    results = Session(loads(tab.document.diagram.dumps())).run()
    assert results["y.result_y"].tolist() == [[0, 0, 0]]
    assert results["m.result_y"].tolist() == [0, 0] and results["m.result_y"].dtype == np.int64
    results = Session(loads(tab.document.diagram.dumps())).run(feed={"x": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]})
    assert results["y.result_y"].tolist() == [[1, 4, 9], [16, 25, 36]]
    for _ in range(2):
        press(tab.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert tab.document.diagram.dumps() == before


def test_all_of_a_page_by_the_command(opened: tuple[MainWindow, DiagramTab]) -> None:
    window, tab = opened
    window.commands.trigger("train.defaults")
    assert tab.scene.selected_ids() == ["x_default", "n_zero", "n_default"]
    assert "Give 2 blocks a default value. " in window.status.message.text()
    window.commands.trigger("train.defaults")
    assert "no Placeholder found" in window.status.message.text()


@pytest.mark.parametrize("dtype", ["DT_FLOAT", "DT_HALF", "DT_COMPLEX64", "DT_BOOL", "DT_STRING", "DT_UINT8"])
@pytest.mark.parametrize("shape", [[], None, [2, None]])
def test_any_type_and_shape_has_a_default(dtype: str, shape: list[int | None] | None) -> None:
    diagram = Diagram()
    page = diagram.add_page("main")
    page.add("Placeholder", id="p", dtype=dtype, shape=shape)
    page.add("Identity", id="same")
    page.wire("p.output", "same.input")
    edit = give_defaults(page.snapshot(), (), find)
    diagram.apply(edit.change)
    got = Session(diagram).run()["same.result_output"]
    assert got.shape == ((2, 1) if shape else ()) and dtype_of(got).name == dtype
