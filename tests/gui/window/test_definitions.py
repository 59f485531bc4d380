"""What a diagram's own composites are in the palette, the inspector and on their blocks, by mouse and keys."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.panels.palette import Palette
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from tests.gui.window.hands import press, settle, type_in
from tests.gui.window.test_composites import opened

SEARCH = Qt.Key.Key_Tab


def listed(window: MainWindow, qtbot: QtBot) -> Palette:
    """The palette, once the library is in it."""
    palette = window.panels.palette
    settle(qtbot, lambda: bool(palette.types_shown()))
    return palette


def place(palette: Palette, kind: str) -> None:
    """Double-click on a type in the palette."""
    row = next(each for each in palette.tree.rows() if each.text(0) == kind)
    palette.tree.scrollToItem(row)
    at, none = palette.tree.visualItemRect(row).center(), Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(palette.tree.viewport(), Qt.MouseButton.LeftButton, none, at)
    QTest.mouseDClick(palette.tree.viewport(), Qt.MouseButton.LeftButton, none, at)


def added(tab: DiagramTab) -> tuple[str, str]:
    """The block that was placed last: its id and type."""
    block = tab.page.blocks[-1]
    return block.id, block.type


def test_the_palette_has_what_can_stand_on_the_canvas(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    palette = listed(window, qtbot)
    assert palette.types_shown()[:3] == [":Twice", ":Outer", "Const"]
    rows = {row.text(0): row for row in palette.tree.rows()}
    assert "Outer: Four times its input." in rows["Outer"].toolTip(0)
    assert not {"InputPin", "OutputPin"} & rows.keys()
    place(palette, "Twice")
    assert added(tab) == ("Twice1", ":Twice")
    assert tab.document.history.undo_text == "Add Twice"
    tab.show_page(":Twice")
    settle(qtbot, lambda: palette.types_shown()[:4] == [":Outer", "InputPin", "OutputPin", "Const"])
    first = tab.document.diagram.dumps()
    place(palette, "Outer")
    assert window.status.message.text() == "a composite cannot hold itself: Twice > Outer > Twice"
    assert tab.document.diagram.dumps() == first
    place(palette, "InputPin")
    assert added(tab) == ("InputPin1", "InputPin")
    tab.show_page("main")
    settle(qtbot, lambda: "InputPin" not in palette.types_shown())


def test_the_quick_search_finds_composites_by_name(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    press(tab.view, SEARCH)
    search = window.panels.quick_search
    assert search.isVisible()
    type_in(search.edit, "twice")
    assert search.types_shown()[0] == ":Twice"
    assert search.list.item(0).text() == "Twice"
    press(search.edit, Qt.Key.Key_Return)
    assert added(tab) == ("Twice1", ":Twice")
    item = tab.scene.block_item("Twice1")
    assert item is not None
    assert item.face.title == ("Twice",)
    press(tab.view, SEARCH)
    type_in(search.edit, "inputpin")
    assert "InputPin" not in search.types_shown()
