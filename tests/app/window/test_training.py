"""Make trainable, Add a loss and Add a training step, on a model that is opened: by mouse and keys, and undone."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.window.documents.opening import read_model
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.file import load, loads
from blocks.run.session import Session
from tests.app.window.hands import click_block, front, open_window, press, right_click, settle, type_in
from tests.interchange.tensorflow.shared import close

MODELS = Path(__file__).parents[2] / "interchange/tensorflow/models.zip"
RETURN = Qt.Key.Key_Return


@pytest.fixture(name="opened")
def _opened(qtbot: QtBot, tmp_path: Path) -> tuple[MainWindow, DiagramTab, Path]:
    """A window with a frozen graph of TensorFlow, and the numbers of its training there."""
    with zipfile.ZipFile(MODELS) as archive:
        archive.extract("frozen_mlp/graph.pb", tmp_path)
        archive.extract("trained.npz", tmp_path)
    shutil.move(tmp_path / "frozen_mlp/graph.pb", tmp_path / "mlp.pb")
    window, answers = open_window(qtbot)
    answers.to_save = tmp_path / "mlp.gradblocks"
    window.files.open(tmp_path / "mlp.pb")
    settle(qtbot, lambda: window.tab is not None)
    tab = front(window)
    settle(qtbot, lambda: tab.page_name in tab.engine.checker.infos)
    tab.view.setFocus()
    return window, tab, tmp_path


def choose(window: MainWindow, tab: DiagramTab, text: str, at: QPoint | None = None) -> None:
    """Choose in the menu Train of the right button."""
    right_click(tab.view.viewport(), at if at is not None else QPoint(3, 3))
    menu = window.panels.menu
    train = next(each for each in menu.actions() if each.text() == "Train")
    menu.setActiveAction(train)
    press(menu, Qt.Key.Key_Right)
    inner = train.menu()
    assert isinstance(inner, QMenu)
    inner.setActiveAction(next(each for each in inner.actions() if each.text() == text))
    press(inner, RETURN)


def test_a_model_trains_as_in_tensorflow_after_three_gestures(
    opened: tuple[MainWindow, DiagramTab, Path], qtbot: QtBot
) -> None:
    window, tab, folder = opened
    before = tab.document.diagram.dumps()
    choose(window, tab, "Make trainable")
    assert window.status.message.text() == "6 constants are now variables"
    choose(window, tab, "Add loss...")
    settle(qtbot, lambda: QApplication.activeWindow() is window.training.asking is not None)
    dialog = window.training.asking
    assert dialog is not None and dialog.of.currentText() == "Identity.output"
    dialog.kind.setFocus()
    type_in(dialog.kind, "soft")
    press(dialog.kind, RETURN)
    settle(qtbot, lambda: tab.scene.selected_ids() == ["loss"])
    settle(qtbot, lambda: tab.engine.checker.infos["main"].page is tab.page)
    choose(window, tab, "Add training step...")
    settle(qtbot, lambda: QApplication.activeWindow() is window.training.asking is not None)
    dialog = window.training.asking
    assert dialog is not None and dialog.of.currentText() == "loss.output"
    dialog.rate.selectAll()
    type_in(dialog.rate, "1x")
    assert not dialog.add.isEnabled() and dialog.fault.text() == "The learning rate must be a number"
    dialog.rate.selectAll()
    type_in(dialog.rate, "0.1")
    press(dialog.rate, RETURN)
    settle(qtbot, lambda: tab.scene.selected_ids() == ["train"])
    numbers = np.load(folder / "trained.npz")
    assert window.files.save(tab)
    session = Session(load(folder / "mlp.gradblocks"))
    feed = {"x": numbers["x"], "labels": numbers["labels"]}
    losses = [session.run(feed=feed)["loss.result_output"] for _ in range(20)]
    assert close(np.asarray(losses, np.float32), np.asarray(numbers["losses"], np.float32))
    assert tab.document.history.undo_text == "Add a training step that minimizes loss.output"
    window.activateWindow()  # no window manager gives it back what the dialog had
    settle(qtbot, lambda: QApplication.activeWindow() is window)
    for _ in range(3):
        press(tab.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert tab.document.diagram.dumps() == before


def test_what_is_selected_is_meant(qtbot: QtBot, tmp_path: Path) -> None:
    text = """{"format": "gradblocks/1", "pages": [{"name": "main", "blocks": [
        {"id": "w", "type": "Const", "at": [0, 0], "values": {"val": [1.0, 2.0]}},
        {"id": "v", "type": "Const", "at": [0, 200], "values": {"val": 3.0}},
        {"id": "n", "type": "Const", "at": [0, 400], "values": {"val": 3}},
        {"id": "y", "type": "Multiply", "at": [240, 0]}
    ], "wires": [["w.output", "y.x"], ["v.output", "y.y"]]}]}"""
    (tmp_path / "d.gradblocks").write_text(text)
    window, _ = open_window(qtbot)
    window.files.open(tmp_path / "d.gradblocks")
    tab = front(window)
    settle(qtbot, lambda: tab.page_name in tab.engine.checker.infos)
    click_block(tab, "n")
    window.commands.trigger("train.variables")
    assert "no floating-point constant" in window.status.message.text()
    click_block(tab, "v")
    window.commands.trigger("train.variables")
    assert [block.type for block in tab.page.blocks] == ["Const", "Variable", "Const", "Multiply"]
    assert [str(wire) for wire in tab.page.wires] == ["w.output -> y.x", "v.ref -> y.y"]
    assert Session(loads(tab.document.diagram.dumps())).run()["y.result_z"].tolist() == [3, 6]
    tab.scene.select([])
    window.commands.trigger("train.variables")
    assert "the weights are already variables" in window.status.message.text()


def test_a_saved_model_is_called_as_its_folder(tmp_path: Path) -> None:
    with zipfile.ZipFile(MODELS) as archive:
        for name in archive.namelist():
            if name.startswith("module/"):
                archive.extract(name, tmp_path)
    assert read_model(tmp_path / "module/saved_model.pb").title == "module"
