"""File > Export ONNX and Export JAX program."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.window import screenshot
from app.window.screenshot import take
from app.window.start import make_window
from app.window.widgets.questions import Questions
from app.window.window import MainWindow
from blocks.base.errors import UsageError
from blocks.cli.editor import PictureRun
from blocks.document.model import Diagram
from blocks.run.session import Session
from tests.app.window.hands import front, open_window
from tests.cli.conftest import write
from tests.interchange.tensorflow.graphs import FLOAT, add, constant, graph, saved

EXAMPLE = Path(__file__).parents[3] / "assets" / "examples" / "a_times_b.gradblocks"
find_spec = importlib.util.find_spec


def test_a_page_is_exported_as_a_model_and_told_what_it_gives(qtbot: QtBot, tmp_path: Path) -> None:
    onnx: Any = pytest.importorskip("onnx", reason="ONNX is not installed: the extra `onnx` brings it")
    window, answers = open_window(qtbot)
    window.files.open(EXAMPLE)
    answers.to_save = tmp_path / "v.onnx"
    window.commands.trigger("file.onnx")
    qtbot.waitUntil(lambda: answers.asked[-1].startswith("tell"))
    assert [each.name for each in onnx.load(str(answers.to_save)).graph.output] == ["v.product"]
    assert answers.asked[-1].startswith('tell Notes on the export of "v.onnx":')
    assert "output: v.product, float32[2,1]" in answers.asked[-1]


def test_what_a_run_has_learnt_is_in_the_model(qtbot: QtBot, tmp_path: Path) -> None:
    onnx: Any = pytest.importorskip("onnx", reason="ONNX is not installed: the extra `onnx` brings it")
    blocks = [{"id": "w", "type": "Variable", "at": [0, 0], "values": {"initvalues": [1.0], "dtype": "DT_FLOAT"}}]
    blocks += [{"id": "x", "type": "Placeholder", "at": [0, 0], "values": {"dtype": "DT_FLOAT", "shape": [1]}}]
    blocks += [
        {"id": "y", "type": "Multiply", "at": [0, 0]},
        {"id": "grow", "type": "AssignAdd", "at": [0, 0], "values": {"value": [2.0]}},
    ]
    path = write(tmp_path / "learns.gradblocks", blocks, [["w.ref", "grow.ref"], ["w.ref", "y.x"], ["x.output", "y.y"]])
    window, answers = open_window(qtbot)
    window.files.open(path)
    tab = window.tab
    assert tab is not None
    tab.engine.run("main", 3, ["grow"])
    qtbot.waitUntil(lambda: not tab.engine.running)
    answers.to_save = tmp_path / "learnt.onnx"
    window.commands.trigger("file.onnx")
    qtbot.waitUntil(lambda: answers.asked[-1].startswith("tell"))
    assert "variables have their values from after 3 steps" in answers.asked[-1]
    [value] = onnx.load(str(answers.to_save)).graph.initializer
    assert onnx.numpy_helper.to_array(value).tolist() == [7]


def test_a_block_that_has_no_form_in_the_model_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="ONNX is not installed: the extra `onnx` brings it")
    blocks = [{"id": "x", "type": "Placeholder", "at": [0, 0], "values": {"dtype": "DT_FLOAT", "shape": [2]}}]
    blocks += [{"id": name, "type": "Digamma", "at": [0, 0]} for name in ("first", "second")]
    wires = [["x.output", "first.x"], ["x.output", "second.x"]]
    window, answers = open_window(qtbot)
    window.files.open(write(tmp_path / "numbers.gradblocks", blocks, wires))
    answers.to_save = tmp_path / "numbers.onnx"
    window.commands.trigger("file.onnx")
    qtbot.waitUntil(lambda: answers.asked[-1].startswith("tell"))
    assert answers.asked[-1].startswith('tell "numbers.onnx" was not written.')
    assert "'first'" in answers.asked[-1] and "'second'" in answers.asked[-1]
    assert not answers.to_save.exists()


@pytest.mark.parametrize(("command", "package"), [("file.onnx", "onnx"), ("file.jax", "jax")])
def test_what_is_not_installed_is_said(
    command: str, package: str, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(name: str, path: str | None = None) -> Any:
        return None if name == package else find_spec(name, path)

    monkeypatch.setattr(importlib.util, "find_spec", find)
    window, answers = open_window(qtbot)
    window.files.open(EXAMPLE)
    answers.to_save = tmp_path / "out"
    window.commands.trigger(command)
    assert not answers.to_save.exists()
    assert f"pip install 'gradblocks[{package}]'" in answers.asked[-1]


def test_a_picture_of_an_imported_model_waits_for_nobody(
    qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph_def = graph()
    constant(graph_def, "w", [1.0, 2.0])
    add(graph_def, "Tanh", "y", "w", T=FLOAT)
    out = tmp_path / "out.png"
    assert take(Path(saved(graph_def, tmp_path / "model.pb")), out, make_window) == 0
    assert out.stat().st_size > 1000
    assert "was imported" in capsys.readouterr().err


def test_a_picture_of_a_run_that_trains_asks_nothing(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(_self: Questions, text: str, *_rest: object) -> None:
        asked.append(text)

    monkeypatch.setattr(Questions, "_ask", ask)
    assert take(EXAMPLE.with_name("gradient_descent.gradblocks"), tmp_path / "o.png", make_window) == 0
    assert not asked
    assert not [each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow) and each.isVisible()]


def test_a_picture_shows_the_results_of_what_is_fed_and_loaded(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    diagram = Diagram()
    diagram.add_page("other").add("Const", id="c", val=1.0)
    page = diagram.add_page("main")
    page.add("Placeholder", id="x", dtype="DT_FLOAT", shape=[2])
    page.add("Variable", id="w", initvalues=[1.0, 2.0])
    page.add("Multiply", id="y")
    page.wire("x.output", "y.x")
    page.wire("w.ref", "y.y")
    diagram.save(tmp_path / "d.gradblocks")
    session = Session(page)
    session.variables["w"] = [5.0, 6.0]
    session.save(str(tmp_path / "w.npz"))
    np.save(tmp_path / "x.npy", np.array([3, 4], np.float32))
    shown: list[list[float]] = []

    def picture(window: MainWindow) -> QImage:
        result = front(window).engine.store.get("main", "y.result_z")
        shown.append([] if result is None else result.value.tolist())
        return QImage(1, 1, QImage.Format.Format_RGB32)

    monkeypatch.setattr(screenshot, "picture", picture)
    run = PictureRun("main", ["x=@x.npy"], str(tmp_path / "w.npz"))
    assert take(tmp_path / "d.gradblocks", tmp_path / "o.png", make_window, run) == 0
    assert shown == [[15, 24]]
    for wrong in (PictureRun("none"), PictureRun("main", ["z=1"]), PictureRun("main", ["x=[1.0]"])):
        with pytest.raises(UsageError):
            take(tmp_path / "d.gradblocks", tmp_path / "o.png", make_window, wrong)
