"""Pages that came from PyTorch, and the way in: the lines to copy, and a block as a question for a forum."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import blocks
from app.window.documents.opening import OpeningTab
from app.window.documents.torch_import import TorchImport
from blocks.document.changes import SetField
from tests.app.window.hands import click, front, open_window, settle
from tests.app.window.test_composites import select_and_press


def diagram(folder: Path) -> Path:
    diagram = blocks.Diagram()
    layer = diagram.add_composite("Layer")
    page = diagram.add_page("main")
    for canvas, id, kind, source in (
        (layer, "x", "InputPin", ""), (layer, "stop", "StopGradient", "model.py:12\n"), (layer, "y", "OutputPin", ""),
        (page, "w", "Variable", ""), (page, "a", ":Layer", "model.py:20"), (page, "loss", "L2Loss", ""),
        (page, "wrong", "MatMul", "model.py:30"),
    ):  # fmt: skip
        canvas.add(kind, id=id, **({"initvalues": [3.0, 1.0]} if id == "w" else {}))
        canvas.apply(SetField(canvas.name, id, "source", source))
    for canvas, wire in ((layer, ("x", "stop.input")), (layer, ("stop", "y.input"))):
        canvas.wire(*wire)
    for wire in (("w.ref", "a.x"), ("a.y", "loss.t"), ("w.ref", "wrong.a")):
        page.wire(*wire)
    diagram.save(folder / "page.gradblocks")
    return folder / "page.gradblocks"


def test_a_block_is_copied_as_a_question_and_keeps_its_source(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = open_window(qtbot)
    window.files.open(diagram(tmp_path))
    tab = front(window)
    settle(qtbot, lambda: tab.view.visible_rect().contains(tab.scene.content_rect()))

    def question(block: str) -> list[str]:
        tab.scene.select([block])
        window.commands.trigger("edit.copy_question")
        return QGuiApplication.clipboard().text().splitlines()

    told = question("wrong")
    assert told[:3] == ["main/wrong (MatMul)", "source: model.py:30", "input a: float32 [2]"]
    [explanation] = [line for line in told if line.startswith("explanation: wrong ")]
    assert "input b is not wired" in explanation and "w.ref is float32 [2], and goes to wrong.a" in explanation
    problems = window.panels.problems
    settle(qtbot, lambda: problems.list.count() > 0)
    [row] = [i for i, each in enumerate(problems.shown) if each.block == "wrong"]
    QGuiApplication.clipboard().clear()
    problems.list.setCurrentRow(row)
    problems.list.question.trigger()
    assert QGuiApplication.clipboard().text().splitlines() == told
    told = question("a")
    assert told[0] == "main/a (Layer)" and "output y: float32 [2]" in told
    [stopped] = [line for line in told if line.startswith("gradient of loss.output stops at stop.input: ")]
    select_and_press(tab, "a", Qt.Key.Key_Return)
    told = question("stop")
    assert told[:2] == ["main/a/stop (StopGradient)", "source: model.py:12\\n"] and "input input: float32 [2]" in told
    assert stopped.replace("stop.input", "input") in told and told[-1].startswith("possible fix: Remove or mute")

    window.commands.trigger("edit.copy")
    window.commands.trigger("edit.paste")
    click(tab.view.viewport())
    window.commands.trigger("composite.make")
    assert [each.source for view in tab.document.diagram.composites for each in view.blocks].count("model.py:12\n") == 2


def test_the_lines_of_python_are_copied_and_no_program_runs(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = open_window(qtbot)
    window.commands.trigger("file.torch")
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, TorchImport)
    click(dialog.copy)
    assert "diagram = blocks.from_torch(model, inputs)\ndiagram.save(" in QGuiApplication.clipboard().text()
    answers.to_open = [tmp_path / "model.pt2"]
    answers.to_open[0].write_bytes(b"PK")
    click(dialog.open_saved)
    tab = window.tabs.currentWidget()
    assert answers.asked == ["open Open"] and isinstance(tab, OpeningTab) and "blocks.from_torch(" in tab.faults
