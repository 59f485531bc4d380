"""File > Export ONNX and Export JAX program."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.window.hands import open_window

EXAMPLE = Path(__file__).parents[3] / "assets" / "examples" / "a_times_b.gradblocks"
find_spec = importlib.util.find_spec


def test_a_page_is_exported_as_a_model_and_told_what_it_gives(qtbot: QtBot, tmp_path: Path) -> None:
    onnx: Any = pytest.importorskip("onnx", reason="ONNX is not installed: the extra `onnx` brings it")
    window, answers = open_window(qtbot)
    window.files.open(EXAMPLE)
    answers.to_save = tmp_path / "v.onnx"
    window.commands.trigger("file.onnx")
    assert [each.name for each in onnx.load(str(answers.to_save)).graph.output] == ["v.product"]
    assert answers.asked[-1].startswith('tell What "v.onnx" takes, gives and leaves out:')
    assert "output: v.product, float[2,1]" in answers.asked[-1]


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
