"""The window with keys alone: into the panels and back, values, wires, pages; and what a newcomer is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.window.settings import Settings
from app.window.window import MainWindow
from tests.app.window.hands import click, click_block, front, open_window, press, settle, type_in

Key = Qt.Key
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier,
)  # fmt: skip


def focus() -> QWidget:
    """Where the next key goes."""
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def has_keys(qtbot: QtBot, widget: QWidget) -> None:
    """Wait until a panel, or something in it, has the keys."""
    settle(qtbot, lambda: widget is QApplication.focusWidget() or widget.isAncestorOf(focus()))


def add(qtbot: QtBot, window: MainWindow, text: str) -> None:
    """Search a block with keys, place it, and have the canvas back."""
    view, edit = front(window).view, window.panels.quick_search.edit
    press(view, Key.Key_Tab)
    type_in(edit, text)
    press(edit, Key.Key_Return)
    settle(qtbot, view.hasFocus)


def at_rest(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until the panels are where they stay, results and inspector in front, and show what is open."""
    behind = ("problems", "history", "notes", "timings", "changes", "help", "gradient")
    settle(qtbot, lambda: all(map(window.docks.is_open, ("results", "inspector"))))
    settle(qtbot, lambda: not any(map(window.docks.is_open, behind)))
    settle(qtbot, lambda: window.panels.history.document is front(window).document)


def test_the_welcome_page_is_left_with_enter(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    assert focus().objectName() == "file.new"
    press(focus(), Key.Key_Space)
    assert front(window).view.hasFocus()
    press(focus(), Key.Key_W, CTRL)
    assert focus().objectName() == "file.new"


@pytest.mark.parametrize("mouse", [(2, 2), (400, 300), (640, 400)])  # on the menu, and where blocks come to lie
def test_a_page_is_drawn_wired_and_given_values_with_keys_alone(qtbot: QtBot, mouse: tuple[int, int]) -> None:
    window, _ = open_window(qtbot)
    press(window, Key.Key_N, CTRL)
    tab = front(window)
    at_rest(qtbot, window)
    QCursor.setPos(window.mapToGlobal(QPoint(*mouse)))
    for text in ("const", "matmul"):
        add(qtbot, window, text)
    press(tab.view, Key.Key_Left, ALT)
    assert tab.scene.selected_ids() == ["Const1"]
    press(tab.view, Key.Key_Return)  # what is missing is asked for
    type_in(focus(), "[[3, 2], [-1, 0]]")
    press(focus(), Key.Key_Return)
    assert tab.view.hasFocus()
    assert tab.page.blocks[0].values == {"val": [[3, 2], [-1, 0]]}
    press(tab.view, Key.Key_Right, ALT)
    places = [block.at for block in tab.page.blocks]
    for pin in (1, 2):  # MatMul1.a and MatMul1.b: below its output
        press(tab.view, Key.Key_W)
        for _ in range(pin):
            press(tab.view, Key.Key_Down)
        press(tab.view, Key.Key_Return)
        press(tab.view, Key.Key_Return)
    assert [str(wire) for wire in tab.page.wires] == ["Const1.output -> MatMul1.a", "Const1.output -> MatMul1.b"]
    assert [block.at for block in tab.page.blocks] == places  # the arrows moved nothing
    press(tab.view, Key.Key_F5)
    settle(qtbot, lambda: tab.engine.store.get("main", "MatMul1.result_product") is not None)
    result = tab.engine.store.get("main", "MatMul1.result_product")
    assert result is not None
    assert result.value.tolist() == [[7, 6], [-3, -2]]


def test_a_wire_by_keys_that_has_nowhere_to_go_offers_a_new_block(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Key.Key_N, CTRL)
    tab = front(window)
    at_rest(qtbot, window)
    add(qtbot, window, "const")
    for name, keys in (("Square", [Key.Key_Return]), ("Exp", [Key.Key_Return, Key.Key_Tab])):
        tab.scene.select(["Const1"])
        tab.view.setFocus()
        press(tab.view, Key.Key_W)
        for key in keys:  # with a Square there, Enter has a pin to go on with, and Tab a new block
            press(tab.view, key)
        search = window.panels.quick_search
        assert search.isVisible() and search.title.text() == "Add a block that uses Const1.output"
        type_in(focus(), name)
        press(focus(), Key.Key_Return)
        assert tab.page.blocks[-1].type == name
    assert [str(wire) for wire in tab.page.wires] == ["Const1.output -> Square1.x", "Const1.output -> Exp1.x"]
    rects = [tab.scene.block_rect(block.id) for block in tab.page.blocks]
    assert not any(a.intersects(b) for i, a in enumerate(rects) for b in rects[:i])


def test_letters_find_a_pin_while_a_wire_is_drawn_by_keys(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    tab.scene.select(["v"])
    shapes = window.settings.flag("shapes", True)
    press(tab.view, Key.Key_W)
    press(tab.view, Key.Key_S)  # S alone shows shapes; here it is the first letter of a pin
    press(tab.view, Key.Key_C)
    press(tab.view, Key.Key_Tab)
    assert tab.view.hasFocus()
    press(tab.view, Key.Key_Escape)
    assert tab.tools.tool is None
    assert window.settings.flag("shapes", True) == shapes
    assert tab.scene.selected_ids() == ["v"]


def test_f6_goes_round_the_panels_and_back_to_the_canvas(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Key.Key_N, CTRL)
    tab = front(window)
    at_rest(qtbot, window)
    add(qtbot, window, "square")
    settle(qtbot, window.panels.inspector.head.id.isVisible)
    way = (window.panels.palette, window.panels.inspector, window.panels.results, tab.view)
    for panel in way:
        press(focus(), Key.Key_F6)
        assert panel is focus() or panel.isAncestorOf(focus())
    press(focus(), Key.Key_F6, SHIFT)
    assert window.panels.results.isAncestorOf(focus())
    press(focus(), Key.Key_Escape)
    assert tab.view.hasFocus()


@pytest.mark.parametrize(
    ("key", "name"), [(Key.Key_6, "history"), (Key.Key_3, "help"), (Key.Key_9, "notes"), (Key.Key_7, "gradient")]
)
def test_a_panel_that_is_opened_by_its_keys_has_the_keys(qtbot: QtBot, key: Key, name: str) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("gradient_descent")
    tab = front(window)
    at_rest(qtbot, window)
    press(tab.view, key, CTRL)
    settle(qtbot, lambda: window.docks.is_open(name))
    has_keys(qtbot, getattr(window.panels, name))
    press(focus(), Key.Key_Escape)
    assert tab.view.hasFocus()


def test_pages_are_turned_by_keys(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Key.Key_N, CTRL)
    tab = front(window)
    press(tab.view, Key.Key_T, CTRL)
    assert tab.page_name == "page 2"
    for key, page in ((Key.Key_PageDown, "main"), (Key.Key_PageUp, "page 2"), (Key.Key_PageUp, "main")):
        press(tab.view, key, CTRL)
        assert tab.page_name == page


def test_an_empty_page_says_how_to_begin_until_something_is_there(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Key.Key_N, CTRL)
    tab = front(window)
    hint = tab.view.empty_hint
    assert hint.isVisible() and "Tab" in hint.text()
    add(qtbot, window, "square")
    assert not hint.isVisible()
    press(tab.view, Key.Key_Z, CTRL)
    assert hint.isVisible()


def show_notes(qtbot: QtBot, window: MainWindow) -> None:
    """Open a lesson as a click on the welcome page does."""
    card = window.findChild(QWidget, "example.em_step")
    assert isinstance(card, QWidget)
    click(card)
    settle(qtbot, lambda: window.docks.is_open("notes") and window.panels.notes.list.count() > 0)


def test_the_notes_of_a_lesson_are_read_at_any_zoom_and_a_click_goes_to_one(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    show_notes(qtbot, window)
    tab, notes = front(window), window.panels.notes
    press(tab.view, Key.Key_Home)
    assert tab.view.zoom < 0.6  # all of the page is in sight
    assert notes.title.text() == tab.document.diagram.title
    texts = [notes.list.item(i).text() for i in range(notes.list.count())]
    assert texts == [note.text for note in tab.page.notes]
    place = next(i for i, text in enumerate(texts) if text.startswith("Gradient view"))
    click(notes.list.viewport(), notes.list.visualItemRect(notes.list.item(place)).center())
    assert tab.scene.selected_notes() == [place]
    assert tab.view.zoom >= 1.0
    assert tab.view.visible_rect().contains(tab.scene.mirror.notes[place].rect.center())


def test_what_was_said_of_one_diagram_is_not_said_of_another(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    press(front(window).view, Key.Key_3)
    assert "no bookmark" in window.status.message.text()
    window.files.open_example("basic")
    settle(qtbot, lambda: not window.status.message.text())


def test_what_is_said_of_a_diagram_as_soon_as_it_is_open_stays(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    press(front(window).view, Key.Key_3)
    settle(qtbot, lambda: window.panels.history.document is front(window).document)  # the window is up to date
    assert "no bookmark" in window.status.message.text()


def test_bookmarks_are_there_when_the_file_is_opened_again(qtbot: QtBot, tmp_path: Path) -> None:
    kept = tmp_path / "editor.json"
    window, answers = open_window(qtbot, Settings(kept))
    window.files.open_example("gradient_descent")
    answers.to_save = tmp_path / "mine.gradblocks"
    window.commands.trigger("file.save")
    tab = front(window)
    tab.view.set_zoom(2.0)
    tab.view.center_on_block("xW")
    middle = tab.view.visible_rect().center()
    press(tab.view, Key.Key_3, ALT)
    text = answers.to_save.read_text()
    window.close()
    again, _ = open_window(qtbot, Settings(kept))
    again.files.load(answers.to_save)
    tab = front(again)
    settle(qtbot, lambda: tab.view.zoom != 2.0)
    press(tab.view, Key.Key_3)
    assert tab.view.zoom == 2.0
    assert (tab.view.visible_rect().center() - middle).manhattanLength() < 20  # bars and borders aside
    assert answers.to_save.read_text() == text  # the way it is looked at is not in the file


@pytest.mark.parametrize("kept", [3, {"main": 4}, {"main": {"3": "x"}}, {"main": {"3": [1e999, 0, 0], "x": [1, 2, 3]}}])
def test_bookmarks_that_make_no_sense_are_none(qtbot: QtBot, tmp_path: Path, kept: object) -> None:
    settings = Settings()
    window, answers = open_window(qtbot, settings)
    window.files.open_example("a_times_b")
    answers.to_save = tmp_path / "mine.gradblocks"
    window.commands.trigger("file.save")
    window.close_front()
    settings.set("bookmarks", {str(answers.to_save): kept})
    window.files.load(answers.to_save)
    press(front(window).view, Key.Key_3)
    assert "no bookmark 3" in window.status.message.text()


def test_a_double_click_on_a_block_without_results_goes_to_its_value(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    qtbot.wait(50)
    rect = tab.scene.block_rect("A")
    place = tab.view.viewportTransform().map(rect.bottomLeft() + QPointF(30, -4)).toPoint()
    click_block(tab, "A")
    QTest.mouseDClick(tab.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    settle(qtbot, lambda: focus().accessibleName() == "val")


def test_a_new_block_at_the_end_of_a_wire_comes_into_sight(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Key.Key_N, CTRL)
    tab = front(window)
    tab.tools.drop("Const", QPointF(0, 0), {"val": 1.0})
    qtbot.wait(50)
    seen = tab.view.visible_rect()
    tab.tools.drop("Square", QPointF(seen.right() - 10, 0))
    rect = tab.scene.block_rect("Square1")
    assert rect.right() > seen.right()
    assert tab.view.visible_rect().contains(rect)


def test_what_follows_gives_way_to_a_block_on_a_wire(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    before = tab.document.diagram.dumps()
    wire = tab.scene.mirror.wires[0]
    assert str(wire.wire) == "A.output -> v.a"
    (x, y), (end, _) = wire.flat[0], wire.flat[1]
    tab.tools.drop("Negate", QPointF((x + end) / 2, y))
    assert "Negate1.y -> v.a" in map(str, tab.page.wires)
    new, after = tab.scene.block_rect("Negate1"), tab.scene.block_rect("v")
    assert new.right() < after.left()
    press(tab.view, Key.Key_Z, CTRL)  # one edit
    assert tab.document.diagram.dumps() == before


def test_letters_typed_into_the_canvas_tell_what_they_switched(qtbot: QtBot) -> None:
    """A name that is typed without the search switches views: each says so, and which key switches it back."""
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    settle(qtbot, lambda: "main" in tab.engine.checker.infos)
    tab.setFocus()
    for name in (name for name, command in window.commands.commands.items() if command.canvas and command.checked):
        action, message = window.commands.action(name), window.status.message
        if not action.isEnabled():
            continue
        before = action.isChecked()
        keys = window.commands.shortcut(name).partition(";")[0]
        for on in (not before, before):
            QTest.keySequence(tab.view, keys)
            settle(qtbot, lambda action=action, on=on: action.isChecked() == on)
            assert (": on." in message.text()) == on and window.commands.shortcut_text(name) in message.text(), name
            tab.setFocus()
    press(tab.view, Key.Key_L)
    assert "Undo" in window.status.message.text()
    window.commands.remap("view.minimap", "")
    window.commands.trigger("view.minimap")
    assert "Press" not in window.status.message.text()  # no shortcut switches it back
    press(tab.view, Key.Key_K)
    assert "Tab" in window.status.message.text()
