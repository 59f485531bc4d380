"""Packages of composites in the editor: placed from the palette, managed, and updated where copies differ."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.block_types import offers
from blocks.document.packages import folders
from blocks.library.packages import enabled
from tests import packages
from tests.app.window.hands import click, click_block, front, open_window, press, settle, type_in
from tests.document.test_packages import nets
from tests.library.distribution import write

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
    assert drag is not None
    before = tab.document.diagram.dumps()
    at, copy = QPoint(200, 150), Qt.DropAction.CopyAction
    held = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(tab.view.viewport(), QDragEnterEvent(at, copy, drag.mimeData(), *held))
    QApplication.sendEvent(tab.view.viewport(), QDropEvent(QPointF(at), copy, drag.mimeData(), *held))
    drag.deleteLater()
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


def test_a_copy_that_differs_offers_an_update_with_what_changes(qtbot: QtBot, library: Path) -> None:
    window, _ = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    tab = front(window)
    tab.view.type_dropped.emit("nets/:Net", QPointF(0, 0), "")
    tab.view.type_dropped.emit("nets/:Scaled", QPointF(300, 0), "")
    assert len(tab.document.diagram.composites) == 2
    library.write_text(nets(3.0, version="1.1.0").dumps(), "utf-8")
    folders.add(str(library))
    offers.forget()
    before = tab.document.diagram.dumps()
    click_block(tab, "Scaled1")
    press(tab.view, Qt.Key.Key_Return)
    inspector = window.panels.inspector
    settle(qtbot, lambda: inspector.definition is not None and inspector.definition.update_button.isVisible())
    assert inspector.definition is not None
    assert inspector.definition.origin.text() == "From nets 1.0.0; nets 1.1.0 has a different version of it"
    click(inspector.definition.update_button)
    asked = window.packaging.update_window
    assert asked is not None and asked.isVisible()
    assert [asked.list.item(i).text() for i in range(asked.list.count())] == [
        "Scaled: from nets 1.0.0; nets 1.1.0 has a different version of it"
    ]
    shown = [asked.changes.item(i).text() for i in range(asked.changes.count())]
    assert "m: y changed: 2.0 -> 3.0" in shown
    press(asked.list, Qt.Key.Key_Space)
    assert asked.changes.count() == 0 and not asked.update_button.isEnabled()
    press(asked.list, Qt.Key.Key_Space)
    assert tab.document.diagram.dumps() == before, "to look at it changes nothing"
    press(asked.list, Qt.Key.Key_Return)
    assert tab.document.diagram.composite("Scaled").block("m").values == {"y": 3.0}
    settle(qtbot, lambda: inspector.definition is not None and not inspector.definition.update_button.isVisible())
    assert tab.document.history.undo_text == "Update Scaled"
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert tab.document.diagram.dumps() == before
    window.commands.trigger("composite.update")
    again = window.packaging.update_window
    assert again is not None and again.used is not None and again.used.changed == (":Scaled",)
    press(again, Qt.Key.Key_Escape)
    assert tab.document.diagram.dumps() == before


def test_packages_are_managed_in_a_window(qtbot: QtBot, library: Path) -> None:
    write(library.parent / "site")
    packages.anew()
    window, answers = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    palette = window.panels.palette
    settle(qtbot, lambda: bool(palette.types_shown()))

    def headings() -> set[str]:
        items = [palette.tree.topLevelItem(i) for i in range(palette.tree.topLevelItemCount())]
        return {item.text(0) for item in items if item is not None}

    other = library.with_name("other.gradblocks")
    other.write_text(nets(name="other").dumps(), "utf-8")
    folders.add(str(other))  # as the command line does
    window.commands.trigger("composite.packages")
    assert "other" in headings()
    folders.remove("other")
    window.commands.trigger("composite.packages")
    assert "other" not in headings()
    manager = window.packaging.manager
    assert manager is not None

    def marked(name: str) -> list[bool]:
        place = [row.name for row in manager.rows].index(name)
        click(manager.list.viewport(), manager.list.visualItemRect(manager.list.item(place)).center())
        return [each.isEnabled() for each in (manager.remove, manager.enable, manager.disable)]

    assert {row.name for row in manager.rows} == {"layers", "nets", "triangles"}
    assert marked("layers") == [False, False, False] and "built in" in manager.rows[0].about
    assert marked("triangles") == [False, True, False]
    click(manager.enable)
    assert answers.asked[-1] == "sure Enable the plugin triangles?" and enabled().names == (), "it was not said so"
    assert not [name for name in sys.modules if name.endswith("_of_a_stranger")]
    answers.yes = True
    click(manager.enable)
    assert enabled().names == ("triangles",) and marked("triangles") == [False, False, True]
    click(manager.disable)
    assert enabled().names == ()

    assert marked("nets") == [True, False, False] and "Scaled, Net, Alone" in manager.details.text()
    click(manager.remove)
    assert [row.name for row in manager.rows] == ["layers", "triangles"]
    assert "nets" not in headings() and "layers" in headings()
    answers.to_open = [library]
    click(manager.add)
    assert marked("nets")[0]
    library.write_text("{", "utf-8")
    click(manager.add)
    assert manager.fault.isVisible() and "nets.gradblocks" in manager.fault.text()

    more = library.parent / "more"
    more.mkdir()
    (more / "evil.gradblocks").write_text(nets(name="evil", doc="<img src='file:///x'>").dumps(), "utf-8")
    answers.to_save = more
    click(manager.folder)
    assert enabled().folders == (str(more),) and marked("evil")[0]
    assert manager.details.textFormat() is Qt.TextFormat.PlainText and manager.remove.text() == "Remove folder"
    click(manager.remove)
    assert enabled().folders == () and (more / "evil.gradblocks").exists()
    press(manager, Qt.Key.Key_Escape)
    assert not manager.isVisible()
