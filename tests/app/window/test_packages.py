"""Block types of a package in the editor: found, placed, explained, run; and kept where it is not enabled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

import blocks
from app.panels.catalogue import library
from blocks.worker.process import close_all
from tests import packages
from tests.app.window.hands import click_block, front, open_window, press, settle, type_in
from tests.library.distribution import DIAGRAM, write


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with packages.place(tmp_path, monkeypatch) as folder:
        write(folder)
        packages.anew()
        library.cache_clear()
        close_all()  # a spare worker knows nothing of this place
        yield folder
        close_all()
    library.cache_clear()


def test_a_type_of_a_package_is_found_placed_explained_and_run(qtbot: QtBot, site: Path) -> None:
    blocks.use_packages("triangles")
    window, _ = open_window(qtbot)
    press(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    tab, palette = front(window), window.panels.palette
    settle(qtbot, lambda: bool(palette.types_shown()))
    assert palette.types_shown()[-1] == "triangles:Hypotenuse"
    palette.edit.setFocus()
    type_in(palette.edit, "hypot")
    assert palette.types_shown() == ["triangles:Hypotenuse"]
    press(palette.edit, Qt.Key.Key_Return)
    [block] = tab.page.blocks
    assert (block.id, block.type) == ("Hypotenuse1", "triangles:Hypotenuse")
    click_block(tab, block.id)
    press(tab.view, Qt.Key.Key_F1)
    text = window.panels.help.browser
    settle(qtbot, lambda: "The longest side of a right triangle" in text.toPlainText())
    press(tab.view, Qt.Key.Key_Delete)
    settle(qtbot, window.panels.help.insert_example.isVisible)
    window.panels.help.insert_example.click()
    assert {each.id for each in tab.page.blocks} == {"hypotenuse", "x", "y"}
    window.commands.trigger("run.run")
    settle(qtbot, lambda: tab.engine.store.get("main", "hypotenuse.result_z") is not None)
    result = tab.engine.store.get("main", "hypotenuse.result_z")
    assert result is not None
    np.testing.assert_array_equal(result.value, [5.0])
    assert not tab.engine.problems("main")


def test_one_that_is_not_enabled_is_missing_and_kept(qtbot: QtBot, site: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.gradblocks"
    path.write_text(DIAGRAM, "utf-8")
    window, answers = open_window(qtbot)
    window.files.open(path)
    tab = front(window)
    settle(qtbot, lambda: bool(tab.engine.problems("main")))
    [problem] = tab.engine.problems("main")
    assert problem.block == "h" and "gradblocks packages enable triangles" in (problem.hint or "")
    click_block(tab, "h")
    head = window.panels.inspector.head
    settle(qtbot, lambda: head.about.text() == "The block and its wires are kept unchanged.")
    texts = window.panels.inspector.findChildren(QLabel)
    assert any("gradblocks packages enable triangles" in each.text() and each.isVisible() for each in texts)
    click_block(tab, "n")
    press(tab.view, Qt.Key.Key_Delete)
    press(tab.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    answers.to_save = tmp_path / "copy.gradblocks"
    window.commands.trigger("file.save_as")
    settle(qtbot, answers.to_save.exists)
    assert answers.to_save.read_text("utf-8") == DIAGRAM
