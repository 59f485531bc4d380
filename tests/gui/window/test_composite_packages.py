"""Packages of composites in the editor: placed from the palette, managed, and updated where copies differ."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.offers import offers
from blocks.document.packages import folders
from tests import packages
from tests.document.test_packages import nets
from tests.gui.window.hands import front, open_window, press, settle, type_in

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with packages.place(tmp_path, monkeypatch):
        file = tmp_path / "nets.gradblocks"
        file.write_text(nets().dumps(), "utf-8")
        folders.add(str(file))
        offers.forget()
        yield file
    offers.forget()


def test_a_composite_of_a_package_is_dragged_onto_the_page_in_one_step(qtbot: QtBot, library: Path) -> None:
    window, _ = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    tab, palette = front(window), window.panels.palette
    settle(qtbot, lambda: bool(palette.types_shown()))
    headings = [palette.tree.topLevelItem(i) for i in range(palette.tree.topLevelItemCount())]
    [heading] = [each for each in headings if each is not None and each.text(0) == "nets"]
    assert not heading.isExpanded(), "a package does not push the library away"
    QTest.mouseClick(
        palette.tree.viewport(), Qt.MouseButton.LeftButton, pos=palette.tree.visualItemRect(heading).center()
    )
    assert palette.types_shown()[:3] == ["nets/:Scaled", "nets/:Net", "nets/:Alone"]
    row = palette.tree.rows()[1]
    QTest.mouseClick(palette.tree.viewport(), Qt.MouseButton.LeftButton, pos=palette.tree.visualItemRect(row).center())
    drag = palette.tree.drag()
    assert drag is not None and drag.mimeData().hasFormat("application/x-gradblocks-type")
    before = tab.document.diagram.dumps()
    tab.view.type_dropped.emit("nets/:Net", QPointF(0, 0))
    document = tab.document.diagram
    assert [(each.id, each.type) for each in tab.page.blocks] == [("Net1", ":Net")]
    assert [each.name for each in document.composites] == [":Scaled", ":Net"]
    assert document.composites[1].origin is not None and tab.document.history.undo_text == "Add Net"
    palette.edit.setFocus()
    type_in(palette.edit, "alone")
    press(palette.edit, Qt.Key.Key_Return)
    assert [each.type for each in tab.page.blocks] == [":Net", ":Alone"]
    press(tab.view, Qt.Key.Key_Z, CTRL)
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert document.dumps() == before, "the definitions come and go with the block"
