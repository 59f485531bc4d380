"""Composites in the window, by mouse and keys: going in and out of instances, and what is shown of them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from app.core.instances import InstancePath
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from tests.gui.window.hands import click, click_block, front, open_window, press, settle
from tests.gui.window.nested import nested_file

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def opened(qtbot: QtBot, folder: Path) -> tuple[MainWindow, DiagramTab]:
    """A window with composites in composites."""
    window, _ = open_window(qtbot)
    window.files.open(nested_file(folder))
    settle(qtbot, lambda: window.tab is not None)
    tab = front(window)
    settle(qtbot, lambda: tab.view.visible_rect().contains(tab.scene.content_rect()))
    return window, tab


def double_click(tab: DiagramTab, block: str) -> None:
    """Double-click on the title of a block."""
    rect = tab.scene.block_rect(block)
    place = tab.view.viewportTransform().map(rect.topLeft())
    at = QPoint(round(place.x()) + 14, round(place.y()) + 8)
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(tab.view.viewport(), left, none, at)
    QTest.mouseDClick(tab.view.viewport(), left, none, at)


def way(tab: DiagramTab) -> list[str]:
    """What the line above the canvas says."""
    return [crumb.text() for crumb in tab.crumbs.crumbs] if tab.crumbs.isVisible() else []


def select_and_press(tab: DiagramTab, block: str, key: Qt.Key, *held: Qt.KeyboardModifier) -> None:
    """Click on a block and press a key."""
    click_block(tab, block)
    assert tab.scene.selected_ids() == [block]
    press(tab.view, key, *held)


def test_one_goes_in_by_double_click_and_enter_and_out_by_backspace_and_crumbs(qtbot: QtBot, tmp_path: Path) -> None:
    _, tab = opened(qtbot, tmp_path)
    assert way(tab) == []
    double_click(tab, "outer")
    assert (tab.page_name, tab.root_page) == (":Outer", "main")
    assert way(tab) == ["main", "outer : Outer"]
    assert tab.crumbs.chooser.text() == "instance 1 of 1"
    select_and_press(tab, "second", Qt.Key.Key_Return)
    assert way(tab) == ["main", "outer : Outer", "second : Twice"]
    assert tab.crumbs.chooser.text().startswith("instance 2 of 4")
    tab.scene.select(["double"])
    press(tab.view, Qt.Key.Key_Backspace)  # it deletes nothing here
    assert tab.page_name == ":Outer"
    assert tab.scene.selected_ids() == ["second"]
    press(tab.view, Qt.Key.Key_Return)
    click(tab.crumbs.crumbs[0])
    assert (tab.page_name, way(tab), tab.scene.selected_ids()) == ("main", [], ["outer"])
    assert tab.view.hasFocus()
    assert not tab.document.modified


def test_a_canvas_keeps_its_place_and_the_instance_is_in_sight(qtbot: QtBot, tmp_path: Path) -> None:
    _, tab = opened(qtbot, tmp_path)
    double_click(tab, "outer")
    settle(qtbot, lambda: tab.view.visible_rect().contains(tab.scene.content_rect()))
    tab.view.set_zoom(3.0)
    tab.view.centerOn(tab.scene.block_rect("second").center())
    middle = tab.view.visible_rect().center()
    press(tab.view, Qt.Key.Key_Backspace)
    tab.view.set_zoom(3.0)
    tab.view.centerOn(tab.scene.block_rect("plain").center())
    assert not tab.view.visible_rect().intersects(tab.scene.block_rect("outer"))
    tab.show_page(":Outer")
    assert tab.view.zoom == 3.0
    assert (tab.view.visible_rect().center() - middle).manhattanLength() < 1.0
    press(tab.view, Qt.Key.Key_Backspace)
    assert tab.view.visible_rect().contains(tab.scene.block_rect("outer"))


def test_the_chooser_leads_to_another_instance_and_pages_turn_as_ever(qtbot: QtBot, tmp_path: Path) -> None:
    _, tab = opened(qtbot, tmp_path)
    double_click(tab, "plain")
    chooser = tab.crumbs.chooser
    menu = chooser.menu()
    menu.aboutToShow.emit()
    texts = [action.text() for action in menu.actions()]
    assert texts == [str(InstancePath("main", ("outer", "first"))), str(InstancePath("main", ("outer", "second"))),
                     str(InstancePath("main", ("plain",))), str(InstancePath("other", ("alone",)))]  # fmt: skip
    assert [action.isChecked() for action in menu.actions()] == [False, False, True, False]
    menu.actions()[3].trigger()
    assert (tab.page_name, tab.root_page, way(tab)) == (":Twice", "other", ["other", "alone : Twice"])
    press(tab.view, Qt.Key.Key_PageUp, CTRL)
    assert (tab.page_name, tab.root_page) == ("main", "main")
    tab.show_page(":Twice")
    assert tab.navigation.path == InstancePath("main", ("outer", "first"))


def test_who_is_inside_of_what_goes_is_taken_out_and_renames_are_followed(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    double_click(tab, "outer")
    double_click(tab, "first")
    tab.document.do(*_rename(tab, "main", "outer", "twofold"))
    assert way(tab) == ["main", "twofold : Outer", "first : Twice"]
    tab.rename_page("main", "front")
    assert way(tab) == ["front", "twofold : Outer", "first : Twice"]
    tab.show_page("front")
    click_block(tab, "twofold")
    tab.go_in("twofold")
    window.commands.trigger("edit.undo")
    window.commands.trigger("edit.undo")
    assert way(tab) == ["main", "outer : Outer"]


def _rename(tab: DiagramTab, page: str, block: str, name: str):  # noqa: ANN202
    from app.core import verbs

    edit = verbs.rename(tab.document.page(page), block, name)
    assert edit is not None
    return edit
