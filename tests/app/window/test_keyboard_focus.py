"""Keyboard focus: a click on the canvas gives it to the canvas; what was typed in a field stays with its block."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.panels.editors.value_edit import ValueEdit
from app.window.widgets.style import DARK as DARK_CHROME
from app.window.window import MainWindow
from tests.app.panels.hands import editor
from tests.app.window.hands import click, front, open_window, press, settle, type_in
from tests.app.window.test_by_mouse import Mouse

PAGE = """{"format": "gradblocks/1", "pages": [{"name": "main",
"blocks": [
 {"id": "a", "type": "Const", "at": [0, 0], "values": {"val": 1.5}},
 {"id": "b", "type": "Const", "at": [0, 220], "values": {"val": 2.5}},
 {"id": "m", "type": "Variable", "at": [420, 0], "values": {"initvalues": 3.5}},
 {"id": "s", "type": "Add", "at": [420, 260]}],
"wires": [["a.output", "s.x"], ["b.output", "s.y"]],
"notes": [{"at": [900, 0], "text": "a note"}],
"frames": [{"at": [880, 200], "size": [200, 150], "title": "Frame"}]}]}"""


def opened(qtbot: QtBot, folder: Path) -> tuple[MainWindow, Mouse]:
    """The page in a window, at a zoom at which everything can be clicked, with the values of `a` in the inspector."""
    path = folder / "page.gradblocks"
    path.write_text(PAGE, "utf-8")
    window, _ = open_window(qtbot)
    window.files.open(path)
    tab = front(window)
    tab.view.set_zoom(0.6)
    tab.view.centerOn(QPointF(500, 200))
    mouse = Mouse(window, tab)
    mouse.click(mouse.body("a"))
    settle(qtbot, lambda: window.panels.inspector.head.id.text() == "a")
    return window, mouse


def with_keys() -> QWidget:
    """The widget that gets the next key."""
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def values(mouse: Mouse) -> dict[str, object]:
    return {block.id: dict(block.values) for block in mouse.page.blocks}


@pytest.mark.parametrize("target", ["same type", "other type", "wire", "note", "frame", "empty", "pin", "itself"])
def test_a_click_on_the_canvas_takes_the_keys_out_of_a_field(qtbot: QtBot, tmp_path: Path, target: str) -> None:
    window, mouse = opened(qtbot, tmp_path)
    field = editor(window.panels.inspector, "val")
    click(field.viewport())
    press(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    type_in(field, "7.5")
    places = {
        "same type": mouse.body("b"), "other type": mouse.body("m"), "wire": mouse.middle("a.output -> s.x"),
        "note": QPointF(905, 8), "frame": QPointF(890, 210), "empty": QPointF(700, 330),
        "pin": mouse.input("s.x"), "itself": mouse.body("a"),
    }  # fmt: skip
    at = mouse.view.viewportTransform().map(places[target]).toPoint()
    click(mouse.view.viewport(), at)
    qtbot.wait(50)  # the inspector follows the selection in the next turn of the event loop
    assert with_keys() is mouse.view
    assert values(mouse)["a"] == {"val": 7.5}
    assert values(mouse)["b"] == {"val": 2.5}
    if target == "pin":
        press(mouse.view, Qt.Key.Key_Escape)  # the wire that hangs at the mouse
    saved = values(mouse)
    for letter in "fdgvst":
        type_in(with_keys(), letter)
    assert {**values(mouse), **saved} == values(mouse)  # a letter is a command of the canvas, and no text
    assert with_keys() is mouse.view


def test_whoever_has_the_keys_a_click_on_the_canvas_takes_them(qtbot: QtBot, tmp_path: Path) -> None:
    """Whatever is typed elsewhere is taken over or stays there; Del is about the block that was clicked."""
    window, mouse = opened(qtbot, tmp_path)
    inspector, panels = window.panels.inspector, window.panels

    def click_block(block: str) -> None:
        click(mouse.view.viewport(), mouse.view.viewportTransform().map(mouse.body(block)).toPoint())

    def type_into(widget: QWidget, text: str) -> None:
        click(widget)
        type_in(with_keys(), text)

    def field(name: str) -> QWidget:
        row = inspector.field(name)
        assert row is not None
        return row.editor

    def find() -> None:
        press(with_keys(), Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        type_in(with_keys(), "va")

    def cell(text: str) -> None:
        row = inspector.field("val")
        assert row is not None
        if not row.as_grid.isChecked():
            click(row.as_grid)
        assert row.grid is not None
        row.grid.table.setFocus()
        type_in(row.grid.table, text[0])
        type_in(with_keys(), text[1:])

    def note() -> None:
        mouse.double_click(QPointF(905, 8))
        type_in(with_keys(), "d")

    ways: list[Callable[[], object]] = [
        lambda: type_into(panels.palette.edit, "mat"),
        lambda: type_into(panels.results.filter, "s"),
        find,
        note,
        lambda: click(inspector.head.muted),
        lambda: field("dtype").setFocus(Qt.FocusReason.TabFocusReason),
        lambda: type_into(inspector.head.id, "9"),
        lambda: type_into(editor(inspector, "val").viewport(), "[1, 2]"),
        lambda: cell("7.5"),
        lambda: cell("7x"),
    ]
    for way in ways:
        block = mouse.page.blocks[0].id
        click_block(block)
        settle(qtbot, lambda block=block: inspector.head.id.text() == block)
        way()
        assert with_keys() is not mouse.view
        click_block("b")
        assert with_keys() is mouse.view
        press(with_keys(), Qt.Key.Key_Delete)
        assert [each.id for each in mouse.page.blocks][1:] == ["m", "s"]
        press(with_keys(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert with_keys() is mouse.view
    assert panels.palette.edit.text() == "mat"
    assert panels.find.edit.text() == "va"
    assert mouse.page.notes[0].text == "d"
    first = mouse.page.blocks[0]
    assert (first.id, first.muted, first.values["val"]) == ("a9", True, [7.5, 2])
    click_block("a9")
    settle(qtbot, lambda: inspector.head.id.text() == "a9")
    assert editor(inspector, "val").toPlainText() == "[7x, 2]"


def test_delete_after_a_click_deletes_the_block_and_no_value(qtbot: QtBot, tmp_path: Path) -> None:
    window, mouse = opened(qtbot, tmp_path)
    click(editor(window.panels.inspector, "val").viewport())
    at = mouse.view.viewportTransform().map(mouse.body("b")).toPoint()
    click(mouse.view.viewport(), at)
    settle(qtbot, lambda: window.panels.inspector.head.id.text() == "b")
    press(with_keys(), Qt.Key.Key_Delete)
    assert [block.id for block in mouse.page.blocks] == ["a", "m", "s"]
    window.commands.trigger("edit.undo")
    assert values(mouse)["b"] == {"val": 2.5}


def test_a_field_keeps_the_keys_while_its_block_is_edited(qtbot: QtBot, tmp_path: Path) -> None:
    """Enter may make the rows of the inspector anew; whoever types goes on in the same field."""
    window, mouse = opened(qtbot, tmp_path)
    field = editor(window.panels.inspector, "val")
    click(field.viewport())
    press(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    type_in(field, "[1.0, 2.0]")
    press(field, Qt.Key.Key_Return)
    qtbot.wait(50)
    assert with_keys() is editor(window.panels.inspector, "val")
    type_in(with_keys(), "[4.0]")
    press(with_keys(), Qt.Key.Key_Return)
    assert values(mouse)["a"] == {"val": [4.0]}


def test_undo_from_the_canvas_leaves_the_keys_there(qtbot: QtBot, tmp_path: Path) -> None:
    window, mouse = opened(qtbot, tmp_path)
    field = editor(window.panels.inspector, "val")
    click(field.viewport())
    press(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    type_in(field, "9.0")
    click(mouse.view.viewport(), mouse.view.viewportTransform().map(mouse.body("a")).toPoint())
    press(with_keys(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.wait(50)
    assert values(mouse)["a"] == {"val": 1.5}
    assert with_keys() is mouse.view


def test_a_typo_stays_with_its_block_and_says_why(qtbot: QtBot, tmp_path: Path) -> None:
    """It is neither thrown away nor taken; whoever comes back can mend it."""
    window, mouse = opened(qtbot, tmp_path)
    inspector = window.panels.inspector

    def go_to(block: str) -> ValueEdit:
        click(mouse.view.viewport(), mouse.view.viewportTransform().map(mouse.body(block)).toPoint())
        settle(qtbot, lambda: inspector.head.id.text() == block)
        return editor(inspector, "val")

    def write(field: ValueEdit, text: str) -> None:
        click(field.viewport())
        press(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        type_in(field, text)

    def fault() -> str:
        row = inspector.field("val")
        return row.fault.text() if row is not None and row.fault.isVisible() else ""

    write(editor(inspector, "val"), "1.5.2")
    assert go_to("b").toPlainText() == "2.5"
    assert fault() == ""
    assert "a.val was not changed" in window.status.message.text()
    assert "1.5.2" in window.status.message.text()
    assert values(mouse)["a"] == {"val": 1.5}
    assert go_to("a").toPlainText() == "1.5.2"
    assert "not a valid value" in fault()
    assert mouse.document.history.entries == []

    press(with_keys(), Qt.Key.Key_Delete)  # the field does not have the keys
    window.commands.trigger("edit.undo")
    assert go_to("a").toPlainText() == "1.5.2"
    click(inspector.head.id)
    type_in(with_keys(), "9")
    go_to("b")
    assert go_to("a9").toPlainText() == "1.5.2"
    window.commands.trigger("edit.undo")
    write(go_to("a"), "1/4")
    go_to("b")
    assert values(mouse)["a"] == {"val": 0.25}
    assert go_to("a").toPlainText() == "0.25"
    assert fault() == ""

    write(editor(inspector, "val"), "nonsense")
    press(editor(inspector, "val"), Qt.Key.Key_Escape)
    go_to("b")
    assert go_to("a").toPlainText() == "0.25"
    assert fault() == ""
    assert len(mouse.document.history.entries) == 1

    write(editor(inspector, "val"), "1.5.2")
    assert window.tab is not None
    window.tab.rename_page("main", "other")
    go_to("b")
    assert go_to("a").toPlainText() == "1.5.2"
    window.commands.trigger("edit.undo")
    go_to("b")
    assert go_to("a").toPlainText() == "1.5.2"


def test_a_refused_name_stays_with_its_block_until_it_can_be_had(qtbot: QtBot, tmp_path: Path) -> None:
    window, mouse = opened(qtbot, tmp_path)
    inspector = window.panels.inspector
    head = inspector.head
    value = {"a": "1.5", "b": "2.5"}

    def go_to(block: str, shown: str) -> None:
        click(mouse.view.viewport(), mouse.view.viewportTransform().map(mouse.body(block)).toPoint())
        settle(qtbot, lambda: editor(inspector, "val").toPlainText() == value[block])
        assert head.id.text() == shown

    def write(text: str) -> None:
        click(head.id)
        press(head.id, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        type_in(head.id, text)

    go_to("a", "a")
    write("b")
    go_to("b", "b")
    assert not head.fault.isVisible()
    assert "a was not renamed" in window.status.message.text()
    go_to("a", "b")
    assert "already a block 'b'" in head.fault.text()
    press(head.id, Qt.Key.Key_Escape)
    go_to("b", "b")
    go_to("a", "a")
    write("b")
    go_to("b", "b")
    write("c")
    go_to("a", "a")
    assert not head.fault.isVisible()
    assert {"a", "c"} <= {block.id for block in mouse.page.blocks}


@pytest.mark.parametrize(("end", "title"), [(Qt.Key.Key_Return, "Model 2"), (Qt.Key.Key_Escape, "Frame")])
def test_the_title_of_a_new_frame_is_typed_at_once(qtbot: QtBot, tmp_path: Path, end: Qt.Key, title: str) -> None:
    """None of its letters is a command, and frame and title are one step; so it is from within a field too."""
    window, mouse = opened(qtbot, tmp_path)
    before = mouse.document.diagram.dumps()
    press(mouse.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    press(with_keys(), Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    shapes = window.settings.flag("shapes", True)
    type_in(with_keys(), "Model 2")
    press(with_keys(), end)
    assert [frame.title for frame in mouse.page.frames] == [title, "Frame"]  # around the other one, and behind it
    assert window.settings.flag("shapes", True) is shapes
    assert with_keys() is mouse.view
    assert mouse.scene.selected_frames() == [0]
    assert [entry.text for entry in mouse.document.history.entries] == ["Frame selection"]
    assert window.commands["edit.undo"].isEnabled()
    press(with_keys(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert mouse.document.diagram.dumps() == before


def test_a_new_note_is_typed_at_once_and_a_command_takes_it_over(qtbot: QtBot, tmp_path: Path) -> None:
    window, mouse = opened(qtbot, tmp_path)
    before = mouse.document.diagram.dumps()
    click(editor(window.panels.inspector, "val").viewport())
    press(with_keys(), Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier)
    type_in(with_keys(), "Flat")
    window.commands.trigger("edit.select_all")
    assert [note.text for note in mouse.page.notes] == ["a note", "Flat"]
    assert [entry.text for entry in mouse.document.history.entries] == ["Add note"]
    window.commands.trigger("edit.note")
    window.commands.trigger("edit.undo")  # with nothing typed yet
    window.commands.trigger("edit.undo")
    assert mouse.document.diagram.dumps() == before


def test_a_ring_shows_the_focus_that_a_key_moved_and_none_that_the_mouse_gave(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("basic")
    tree = window.panels.palette.tree
    settle(qtbot, lambda: tree.topLevelItemCount() > 0)

    def has_ring() -> bool:
        edge = tree.grab().toImage()
        return edge.pixelColor(edge.width() // 2, 0).name() == DARK_CHROME.link

    def use(mouse: bool) -> None:
        """Use the mouse or a key anywhere in the window."""
        QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=QPoint(700, 5)) if mouse else (
            QTest.keyClick(window.windowHandle(), Qt.Key.Key_Shift)
        )

    use(mouse=True)
    tree.setFocus()
    assert tree.hasFocus() and not has_ring()
    use(mouse=False)
    assert tree.hasFocus() and has_ring()
    front(window).view.setFocus()
    use(mouse=True)
    tree.setFocus()
    assert not has_ring()
