"""The window as a whole: a page drawn from nothing, run, undone; copies between windows; themes; what is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu, QTabBar
from pytestqt.qtbot import QtBot

from app.face.theme import THEMES
from app.window.panel_table import BOTTOM, LEFT, PANELS, RIGHT
from app.window.settings import Settings
from app.window.start import make_window
from app.window.widgets.style import chosen
from app.window.window import MainWindow
from blocks.document.changes import SetValue
from tests.app.window.hands import click, click_block, front, open_window, press, right_click, settle, type_in

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def add(window: MainWindow, letters: str) -> str:
    """Add a block with Tab and a few letters; gives its id."""
    tab = front(window)
    before = {block.id for block in tab.page.blocks}
    press(tab.view, Qt.Key.Key_Tab)
    search = window.panels.quick_search
    assert search.isVisible()
    type_in(search.edit, letters)
    press(search.edit, Qt.Key.Key_Return)
    assert not search.isVisible()
    [new_id] = [block.id for block in tab.page.blocks if block.id not in before]
    return new_id


def test_a_page_drawn_by_keys_runs_and_everything_is_undone_and_redone(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    tab = front(window)
    first = tab.document.diagram.dumps()
    const = add(window, "{{3,2},{-1,0}}")
    assert tab.page.blocks[0].values == {"val": [[3, 2], [-1, 0]]}
    assert tab.scene.selected_ids() == [const]
    negate = add(window, "negate")
    tab.scene.select([const])
    press(tab.view, Qt.Key.Key_W)
    press(tab.view, Qt.Key.Key_Return)
    press(tab.view, Qt.Key.Key_Return)
    assert [str(wire) for wire in tab.page.wires] == [f"{const}.output -> {negate}.x"]
    press(tab.view, Qt.Key.Key_Return, CTRL)
    settle(qtbot, lambda: not tab.engine.running and bool(tab.engine.store.names("main")))
    result = tab.engine.store.get("main", f"{negate}.result_y")
    assert result is not None
    assert result.value.tolist() == [[-3, -2], [1, 0]]
    last = tab.document.diagram.dumps()
    while tab.document.history.undo_text:
        press(tab.view, Qt.Key.Key_Z, CTRL)
    assert tab.document.diagram.dumps() == first
    assert not tab.document.modified
    while tab.document.history.redo_text:
        press(tab.view, Qt.Key.Key_Z, CTRL, SHIFT)
    assert tab.document.diagram.dumps() == last


def test_copy_in_one_window_and_paste_in_another_and_as_text(qtbot: QtBot) -> None:
    one, _ = open_window(qtbot)
    one.files.open_example("a_times_b")
    tab = front(one)
    press(tab.view, Qt.Key.Key_A, CTRL)
    press(tab.view, Qt.Key.Key_C, CTRL)
    text = QGuiApplication.clipboard().text()
    assert json.loads(text)["format"] == "gradblocks/1"
    two, _ = open_window(qtbot)
    press(two, Qt.Key.Key_N, CTRL)
    press(front(two).view, Qt.Key.Key_V, CTRL)
    assert [block.id for block in front(two).page.blocks] == [block.id for block in tab.page.blocks]
    assert front(two).page.wires == tab.page.wires


@pytest.mark.parametrize("text", ["", "hello", "{", '{"format": "gradblocks/1", "pages": [{"name": 3}]}'])
def test_what_cannot_be_pasted_is_refused_with_a_sentence(qtbot: QtBot, text: str) -> None:
    window, _ = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    QGuiApplication.clipboard().setText(text)
    press(front(window).view, Qt.Key.Key_V, CTRL)
    assert front(window).page.blocks == ()
    assert window.status.message.text().startswith("the clipboard")


def test_what_is_typed_and_not_entered_is_not_lost_when_a_command_comes(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    click_block(tab, "v")
    settle(qtbot, lambda: window.panels.inspector.head.id.text() == "v")
    edit = window.panels.inspector.head.id
    edit.setFocus()
    edit.selectAll()
    type_in(edit, "product")
    window.commands.trigger("run.run")
    assert any(block.id == "product" for block in tab.page.blocks)
    settle(qtbot, lambda: not tab.engine.running)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_is_worn_by_window_and_canvas(qtbot: QtBot, theme: str) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    window.commands.trigger(f"theme.{theme}")
    assert front(window).scene.theme is THEMES[theme]
    image = window.grab().toImage()
    menu = window.menuBar()
    spot = menu.mapTo(window, menu.rect().center())
    assert image.pixelColor(spot).name() == chosen(theme).window
    assert window.commands["theme.light"].isChecked() == (theme == "light")


def test_pages_are_added_renamed_moved_and_deleted_and_each_is_undone(qtbot: QtBot) -> None:
    window, answers = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    tab = front(window)
    first = tab.document.diagram.dumps()
    press(tab.view, Qt.Key.Key_T, CTRL)
    assert [page.name for page in tab.document.pages] == ["main", "page 2"]
    assert tab.page_name == "page 2"
    tab.rename_page("page 2", "second")
    assert tab.page_name == "second"
    tab.move_page("second", 0)
    assert [page.name for page in tab.document.pages] == ["second", "main"]
    tab.remove_page("main")
    assert tab.page_name == "second"
    tab.remove_page("second")
    assert [page.name for page in tab.document.pages] == ["main"]
    while tab.document.history.undo_text:
        press(tab.view, Qt.Key.Key_Z, CTRL)
    assert tab.document.diagram.dumps() == first
    assert not answers.asked


def test_theme_layout_and_switches_are_there_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "editor.json"
    window, _ = open_window(qtbot, Settings(file))
    window.files.new()
    settle(qtbot, lambda: window.docks.is_open("inspector"))
    window.commands.trigger("theme.light")
    window.commands.trigger("view.minimap")
    window.commands.trigger("panel.palette")
    window.resize(1000, 700)
    assert not window.docks.is_open("palette")
    window.close()
    again, _ = open_window(qtbot, Settings(file))
    again.files.new()
    settle(qtbot, lambda: again.docks.is_open("inspector"))
    assert not again.docks.is_open("palette")
    assert front(again).scene.theme is THEMES["light"]
    assert not again.commands["view.minimap"].isChecked()


def test_a_problem_is_counted_listed_and_a_click_goes_there(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    add(window, "matmul")
    tab = front(window)
    tab.scene.select()
    settle(qtbot, lambda: bool(tab.engine.problems("main")))
    settle(qtbot, lambda: window.panels.problems.count > 0)
    window.docks.show("problems")
    rows = window.panels.problems.list
    item = rows.item(0)
    assert item is not None
    click(rows.viewport(), rows.visualItemRect(item).center())
    assert tab.scene.selected_ids() == ["MatMul1"]


def test_the_right_button_opens_a_menu_on_a_block_and_the_search_in_the_empty(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    qtbot.wait(50)
    rect = tab.scene.block_rect("v")
    place = tab.view.viewportTransform().map(rect.topLeft()).toPoint() + QPoint(14, 8)
    right_click(tab.view.viewport(), place)
    popup = window.panels.menu
    assert popup.isVisible()
    assert "Delete" in [action.text() for action in popup.actions()]
    popup.close()
    right_click(tab.view.viewport(), QPoint(5, 5))
    assert popup.actions()[0].text() == "Add block..."
    press(popup, Qt.Key.Key_Down)
    press(popup, Qt.Key.Key_Return)
    assert window.panels.quick_search.isVisible()
    press(window.panels.quick_search.edit, Qt.Key.Key_Escape)


def test_what_is_chosen_in_a_search_goes_nowhere_when_its_page_is_gone(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    tab, search = front(window), window.panels.quick_search
    tab.add_page()
    gone = tab.view
    press(gone, Qt.Key.Key_Tab)
    assert search.isVisible()
    type_in(search.edit, "negate")
    tab.document.undo()
    QCoreApplication.sendPostedEvents(gone, QEvent.Type.DeferredDelete)
    press(search.edit, Qt.Key.Key_Return)
    assert not search.isVisible()
    assert [(page.name, len(page.blocks)) for page in tab.document.pages] == [("main", 0)]


def test_a_run_without_end_is_paused_stepped_and_stopped(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("gradient_descent")
    tab = front(window)
    window.commands.trigger("run.continuous")
    settle(qtbot, lambda: tab.engine.store.steps.get("main", 0) > 100)
    assert not window.commands["run.run"].isEnabled()
    press(tab.view, Qt.Key.Key_Period, CTRL, SHIFT)
    assert tab.engine.paused
    qtbot.wait(100)
    steps = tab.engine.store.steps["main"]
    press(tab.view, Qt.Key.Key_F10)
    settle(qtbot, lambda: tab.engine.store.steps["main"] > steps)
    press(tab.view, Qt.Key.Key_Period, CTRL)
    settle(qtbot, lambda: not tab.engine.running)
    assert "Step" in tab.engine.state_text("main")


def test_live_mode_follows_an_edit_without_a_run(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    window.commands.trigger("run.live")
    settle(qtbot, lambda: bool(tab.engine.store.names("main")))
    name = "v.result_product"
    before = tab.engine.store.get("main", name)
    assert before is not None
    tab.document.do(SetValue("main", "A", "val", [[0.0, 0.0], [0.0, 0.0]]), "Set A.val")
    settle(qtbot, lambda: tab.engine.store.get("main", name) is not before)
    after = tab.engine.store.get("main", name)
    assert after is not None
    assert not after.value.any()
    assert window.status.run.text().startswith("Live: ")
    window.commands.trigger("run.live")
    assert not window.commands["run.live"].isChecked()


def test_find_goes_from_block_to_block_and_escape_gives_the_canvas_back(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("gradient_descent")
    tab = front(window)
    press(tab.view, Qt.Key.Key_F, CTRL)
    bar = window.panels.find
    assert bar.isVisible()
    type_in(bar.edit, "ApplyGradient")
    press(bar.edit, Qt.Key.Key_Return)
    assert tab.scene.selected_ids() == ["new_W"]
    press(bar.edit, Qt.Key.Key_Return)
    assert tab.scene.selected_ids() == ["new_b"]
    assert tab.view.visible_rect().contains(tab.scene.block_rect("new_b"))
    press(bar.edit, Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert tab.view.hasFocus()


def test_a_value_dragged_by_undo_and_redo_shows_in_the_history_panel(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    click_block(tab, "v")
    press(tab.view, Qt.Key.Key_Right)
    press(tab.view, Qt.Key.Key_B, CTRL)
    assert tab.page.blocks[-1].muted
    window.docks.show("history")
    settle(qtbot, lambda: window.panels.history.list.count() >= 3)
    press(tab.view, Qt.Key.Key_Z, CTRL)
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert not tab.document.modified


def test_an_example_of_the_help_is_put_on_the_page_and_runs(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    tab = front(window)
    add(window, "softmax")
    press(tab.view, Qt.Key.Key_F1)
    # The type is told at once, the page of help comes when its panel can be seen.
    button = window.panels.help.insert_example
    settle(qtbot, lambda: window.panels.help.type_name == "Softmax" and button.isVisible() and button.width() > 40)
    tab.setFocus()
    press(tab.view, Qt.Key.Key_Delete)
    assert tab.page.blocks == ()
    click(button)
    assert any(block.type == "Softmax" for block in tab.page.blocks)
    window.commands.trigger("run.run")
    settle(qtbot, lambda: not tab.engine.running and bool(tab.engine.store.names("main")))
    settle(qtbot, lambda: not tab.engine.problems("main"))


def test_a_tab_is_closed_while_it_runs_and_the_window_goes_on(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("gradient_descent")
    window.files.open_example("a_times_b")
    window.tabs.setCurrentIndex(0)
    tab = front(window)
    window.commands.trigger("run.continuous")
    settle(qtbot, lambda: tab.engine.store.steps.get("main", 0) > 10)
    press(tab.view, Qt.Key.Key_W, CTRL)
    assert front(window).title == "a_times_b"
    window.commands.trigger("run.run")
    other = front(window)
    settle(qtbot, lambda: not other.engine.running and bool(other.engine.store.names("main")))


def bars_of_panels(window: MainWindow) -> list[list[str]]:
    """The tabs of panels that can be seen, bar by bar."""
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    seen = [bar for bar in bars if bar.isVisible() and bar.count() and window.rect().intersects(bar.geometry())]
    return sorted([bar.tabText(i) for i in range(bar.count())] for bar in seen)


def test_windows_beside_it_go_with_it(qtbot: QtBot) -> None:
    before = {each for each in QApplication.topLevelWidgets() if each.isVisible()}
    window, _ = open_window(qtbot)
    window.files.open_example("gradient_descent_three_ways")
    for name in ("help.shortcuts", "help.manual", "edit.preferences", "composite.packages", "run.sweep"):
        window.commands.trigger(name)
    assert len({each for each in QApplication.topLevelWidgets() if each.isVisible()} - before) == 6
    assert window.close()
    assert {each for each in QApplication.topLevelWidgets() if each.isVisible()} == before


def test_no_bar_of_tabs_is_left_where_no_panel_is(qtbot: QtBot) -> None:
    bars = [[place.title for place in PANELS if place.area is area] for area in (LEFT, RIGHT, BOTTOM)]
    window, _ = open_window(qtbot)
    settle(qtbot, lambda: bars_of_panels(window) == [])
    window.files.open_example("a_times_b")
    settle(qtbot, lambda: bars_of_panels(window) == bars)
    window.commands.trigger("view.layout")
    settle(qtbot, lambda: window.docks.is_open("results"))
    settle(qtbot, lambda: bars_of_panels(window) == bars)
    window.close_front()
    settle(qtbot, lambda: bars_of_panels(window) == [])


def test_a_bar_of_tabs_that_qt_forgot_is_not_seen_between_panels(qtbot: QtBot) -> None:
    """As where the program starts with a diagram: panels come back before the bars of the first layout were hidden."""
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    settle(qtbot, lambda: len(bars_of_panels(window)) == 3)
    forgotten = QTabBar(window)
    for title in ("Results", "Problems"):
        forgotten.addTab(title)
    forgotten.show()
    assert len(bars_of_panels(window)) == 4
    window.docks.suspend(True)
    window.docks.suspend(False)
    settle(qtbot, lambda: len(bars_of_panels(window)) == 3)


def test_panels_may_come_and_go_while_a_tab_of_theirs_is_held(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    settle(qtbot, lambda: len(bars_of_panels(window)) == 3)
    before = bars_of_panels(window)
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    bar = next(bar for bar in bars if bar.isVisible() and bar.tabText(0) == "Results")
    left = Qt.MouseButton.LeftButton
    at = bar.tabRect(1).center()

    def send(kind: QEvent.Type, at: QPoint, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        place = QPointF(at)
        event = QMouseEvent(kind, place, QPointF(bar.mapToGlobal(at)), button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(bar, event)

    send(QEvent.Type.MouseButtonPress, at, left, left)
    window.docks.show("history")
    window.docks.suspend(True)
    for moved in (40, -40, 80):
        send(QEvent.Type.MouseMove, at + QPoint(moved, 0), Qt.MouseButton.NoButton, left)
        QApplication.processEvents()
    window.docks.suspend(False)
    send(QEvent.Type.MouseButtonRelease, at, left, Qt.MouseButton.NoButton)
    settle(qtbot, lambda: bars_of_panels(window) == before)


def test_a_panel_behind_another_rests_until_it_is_seen(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    add(window, "negate")
    inspector = window.panels.inspector
    settle(qtbot, lambda: inspector.isVisible() and inspector.field("x") is not None)
    window.docks.show("help")
    settle(qtbot, lambda: not inspector.isVisible())
    shown = inspector.rows
    sigmoid = add(window, "sigmoid")
    settle(qtbot, lambda: front(window).scene.selected_ids() == [sigmoid])
    assert inspector.rows is shown
    window.docks.show("inspector")
    settle(qtbot, lambda: inspector.isVisible() and inspector.head.id.text() == sigmoid)
    assert inspector.rows is not shown


def test_the_first_window_fits_its_screen_with_the_frame_around_it(qtbot: QtBot) -> None:
    window = make_window(Settings(), None)
    qtbot.addWidget(window, before_close_func=lambda _: None)
    window.show()
    window.files.open_example("small_cnn")
    room = window.screen().availableGeometry()
    assert room.width() < 1440  # else nothing is tried
    assert window.width() < room.width() and window.height() < room.height() - 30
    least = window.minimumSizeHint()
    assert least.width() <= 1000 and least.height() <= 640  # 1024 x 700 with the frame


def test_the_menu_of_examples_speaks_in_words(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    [menu] = [each for each in window.findChildren(QMenu) if each.title() == "Examples"]
    texts = [action.text() for action in menu.actions()]
    assert {"EM step", "GAN step", "Small CNN", "XOR", "A times b", "Stable softmax"} <= set(texts)
    assert not [text for text in texts if "_" in text]
