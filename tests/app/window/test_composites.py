"""Composites in the window, by mouse and keys: going in and out of instances, and what is shown of them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.canvas.tools.texting import TextField
from app.core import verbs
from app.core.instances import InstancePath
from app.core.verbs import Edit
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.changes import SetField
from tests.app.window.hands import Answers, click, click_block, front, open_window, press, right_click, settle, type_in
from tests.app.window.nested import nested_file

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def opened(qtbot: QtBot, folder: Path) -> tuple[MainWindow, DiagramTab]:
    """A window with composites in composites."""
    window, _ = open_window(qtbot)
    window.files.open(nested_file(folder))
    settle(qtbot, lambda: window.tab is not None)
    tab = front(window)
    settle(qtbot, lambda: tab.view.visible_rect().contains(tab.scene.content_rect()))
    return window, tab


def spot(tab: DiagramTab, block: str) -> QPoint:
    """A place on the title of a block."""
    place = tab.view.viewportTransform().map(tab.scene.block_rect(block).topLeft())
    return QPoint(round(place.x()) + 14, round(place.y()) + 8)


def double_click(tab: DiagramTab, block: str) -> None:
    """Double-click on the title of a block."""
    at, none = spot(tab, block), Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(tab.view.viewport(), Qt.MouseButton.LeftButton, none, at)
    QTest.mouseDClick(tab.view.viewport(), Qt.MouseButton.LeftButton, none, at)


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
    for _ in range(3):  # twice too often
        press(tab.view, Qt.Key.Key_Backspace)
    assert (tab.page_name, tab.scene.selected_ids()) == ("main", ["outer"])
    assert not tab.document.modified
    press(tab.view, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    press(tab.view, Qt.Key.Key_Backspace)
    assert [block.id for block in tab.page.blocks] == ["outer", "plain"]
    press(tab.view, Qt.Key.Key_Z, CTRL)
    double_click(tab, "outer")
    select_and_press(tab, "second", Qt.Key.Key_Return)
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


def _rename(tab: DiagramTab, page: str, block: str, name: str) -> Edit:
    edit = verbs.rename_block(tab.document.diagram.document, tab.document.page(page), block, name)
    assert edit is not None
    return edit


def value(tab: DiagramTab, name: str) -> list[float] | None:
    """A result of the page that runs."""
    result = tab.engine.store.get(tab.root_page, name)
    return None if result is None else result.value.tolist()


def test_an_edit_of_a_definition_reaches_all_instances_and_says_how_many(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    window.commands.trigger("run.live")
    settle(qtbot, lambda: value(tab, "plain.result_y") == [8.0, 16.0])
    double_click(tab, "plain")
    click_block(tab, "double")
    press(tab.view, Qt.Key.Key_B, CTRL)  # muted, it hands on its input
    assert window.status.message.text() == "Twice: 4 instances updated"
    settle(qtbot, lambda: value(tab, "plain.result_y") == [1.0, 2.0])
    press(tab.view, Qt.Key.Key_Z, CTRL)
    settle(qtbot, lambda: value(tab, "plain.result_y") == [8.0, 16.0])
    tab.document.do(*_rename(tab, ":Twice", "x", "given"))
    tab.go_out()
    face = tab.scene.mirror.blocks["plain"].face
    assert [pin.name for pin in face.pins if pin.is_input and pin.name != "scope"] == ["given"]
    settle(qtbot, lambda: tab.engine.problems("main") == ())
    assert value(tab, "plain.result_y") == [8.0, 16.0]


def test_blocks_become_a_composite_named_in_place_which_is_one_step(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    first = tab.document.diagram.dumps()
    tab.scene.select(["c", "outer"])
    press(tab.view, Qt.Key.Key_G, CTRL, SHIFT)
    field = QApplication.focusWidget()
    assert isinstance(field, TextField)
    type_in(field, "Four times")
    press(field, Qt.Key.Key_Return)
    assert [view.name for view in tab.document.diagram.composites][-1] == ":Four times"
    assert tab.scene.selected_ids() == ["Fourtimes1"]
    window.commands.trigger("run.run")
    settle(qtbot, lambda: value(tab, "Fourtimes1.result_b") == [4.0, 8.0])
    press(tab.view, Qt.Key.Key_Return)
    assert way(tab) == ["main", "Fourtimes1 : Four times"]
    press(tab.view, Qt.Key.Key_Backspace)
    press(tab.view, Qt.Key.Key_U, CTRL, SHIFT)
    assert {"c", "outer"} < {block.id for block in tab.page.blocks}
    settle(qtbot, lambda: not tab.engine.running)  # a run that is ending refuses another one
    window.commands.trigger("run.run")
    settle(qtbot, lambda: value(tab, "plain.result_y") == [8.0, 16.0] and not tab.scene.is_old("plain"))
    tab.document.do(SetField(":Twice", "double", "muted", True), "Mute double")
    assert (tab.scene.is_old("plain"), tab.scene.is_old("c")) == (True, False)
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert not tab.scene.is_old("plain")
    window.commands.trigger("composite.unused")
    assert [view.name for view in tab.document.diagram.composites] == [":Twice", ":Outer"]
    for _ in range(3):
        press(tab.view, Qt.Key.Key_Z, CTRL)
    assert tab.document.diagram.dumps() == first
    assert not tab.document.modified


def test_definitions_are_made_unique_duplicated_and_renamed_from_the_menu(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    right_click(tab.view.viewport(), spot(tab, "plain"))
    offered = [action.objectName() for action in window.panels.menu.actions()]
    assert {"composite.in", "composite.expand", "composite.unique"} < set(offered)
    window.panels.menu.hide()
    window.commands.trigger("composite.unique")
    assert tab.document.page("main").blocks[2].type == ":Twice2"
    window.commands.trigger("composite.in")
    assert (tab.page_name, tab.crumbs.chooser.text()) == (":Twice2", "instance 1 of 1")
    answers = window.ask
    assert isinstance(answers, Answers)
    answers.typed = "Double"
    window.commands.trigger("composite.rename")
    assert way(tab) == ["main", "plain : Double"]
    window.commands.trigger("composite.duplicate")
    assert (tab.page_name, tab.crumbs.chooser.text()) == (":Double2", "no instances")
    press(tab.view, Qt.Key.Key_Backspace)
    assert tab.page_name == "main"
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert [view.name for view in tab.document.diagram.composites] == [":Twice", ":Double", ":Outer"]


def test_the_frame_of_an_expanded_instance_holds_the_instances_inside_of_it(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    tab.scene.select(["outer"])
    window.commands.trigger("composite.expand")
    [frame] = tab.page.frames
    assert frame.size is not None
    around = QRectF(*frame.at, *frame.size)
    assert all(around.contains(tab.scene.block_rect(block)) for block in ("first", "second"))


def test_copies_bring_composites_into_another_window(qtbot: QtBot, tmp_path: Path) -> None:
    _, tab = opened(qtbot, tmp_path)
    tab.scene.select(["c", "outer", "plain"])
    press(tab.view, Qt.Key.Key_X, CTRL)
    assert [block.id for block in tab.page.blocks] == []
    other, _ = open_window(qtbot)
    other.files.new()
    there = front(other)
    first = there.document.diagram.dumps()
    press(there.view, Qt.Key.Key_V, CTRL)
    press(there.view, Qt.Key.Key_Return)
    assert [view.name for view in there.document.diagram.composites] == [":Twice", ":Outer"]
    other.commands.trigger("run.run")
    settle(qtbot, lambda: value(there, "plain.result_y") == [8.0, 16.0])
    assert there.engine.problems("main") == ()
    press(there.view, Qt.Key.Key_V, CTRL)
    press(there.view, Qt.Key.Key_Return)
    assert len(there.document.diagram.composites) == 2  # they are here already
    for _ in range(2):
        press(there.view, Qt.Key.Key_Z, CTRL)
    assert there.document.diagram.dumps() == first


def test_a_definition_is_dragged_from_the_palette_to_another_diagram(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    palette = window.panels.palette
    settle(qtbot, lambda: bool(palette.types_shown()))
    palette.tree.setCurrentItem(palette.tree.rows()[1])
    drag = palette.tree.drag()
    assert drag is not None
    press(window, Qt.Key.Key_N, CTRL)
    there = front(window)
    first = there.document.diagram.dumps()
    at, held = QPoint(200, 150), (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    bar, viewport, copy = window.tabs.tabBar(), there.view.viewport(), Qt.DropAction.CopyAction
    before = window.tabs.currentIndex()
    for index in (window.tabs.indexOf(tab), before):  # a rest over a tab brings it to the front
        place = bar.tabRect(index).center()
        QApplication.sendEvent(bar, QDragEnterEvent(place, copy, drag.mimeData(), *held))
        QApplication.sendEvent(bar, QDragMoveEvent(place, copy, drag.mimeData(), *held))
        settle(qtbot, lambda index=index: window.tabs.currentIndex() == index)
    QApplication.sendEvent(viewport, QDragEnterEvent(at, copy, drag.mimeData(), *held))
    QApplication.sendEvent(viewport, QDropEvent(QPointF(at), copy, drag.mimeData(), *held))
    assert [(each.id, each.type) for each in there.page.blocks] == [("Outer1", ":Outer")]
    assert [each.name for each in there.document.diagram.composites] == [":Twice", ":Outer"]
    QApplication.sendEvent(viewport, QDragEnterEvent(at, copy, drag.mimeData(), *held))
    QApplication.sendEvent(viewport, QDropEvent(QPointF(at) + QPointF(150, 0), copy, drag.mimeData(), *held))
    assert [each.type for each in there.page.blocks] == [":Outer", ":Outer"]
    drag.deleteLater()
    for _ in range(2):
        press(there.view, Qt.Key.Key_Z, CTRL)
    assert there.document.diagram.dumps() == first


def test_a_page_may_be_called_like_a_composite_of_another_name(qtbot: QtBot, tmp_path: Path) -> None:
    _, tab = opened(qtbot, tmp_path)
    tab.rename_page("main", ":odd")
    assert (tab.page_name, way(tab)) == (":odd", [])
    double_click(tab, "outer")
    assert way(tab) == ["odd", "outer : Outer"]
    tab.go_out()
    click_block(tab, "plain")
    press(tab.view, Qt.Key.Key_Backspace)  # on a page it deletes
    assert [block.id for block in tab.page.blocks] == ["c", "outer"]


def test_a_composite_cannot_be_put_into_itself(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    tab.scene.select(["outer"])
    press(tab.view, Qt.Key.Key_C, CTRL)
    tab.show_page(":Twice")
    first = tab.document.diagram.dumps()
    press(tab.view, Qt.Key.Key_V, CTRL)
    assert window.status.message.text() == "a composite cannot contain itself: Twice > Outer > Twice"
    assert tab.document.diagram.dumps() == first


def test_results_inside_are_there_after_a_run_without_another_step(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    window.run(1)
    settle(qtbot, lambda: not tab.engine.running and bool(tab.engine.store.names("main")))
    double_click(tab, "outer")
    settle(qtbot, lambda: bool(tab.engine.inside.names(":Outer")))
    kept = tab.engine.runner.session("main")
    assert kept is not None and kept.steps == 1
