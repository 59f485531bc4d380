"""What a person sees marked in the window: found blocks, numbers that are none, values on wires, bookmarks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPointF, QRect, QSizeF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QTextDocumentFragment
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from app.canvas.display_blocks.displays import Panel
from app.canvas.items import PinKey
from app.canvas.overlay import beside
from app.canvas.view import tip_at
from app.core.document import Document
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.changes import SetValue
from tests.app.canvas.pages import document
from tests.app.window.hands import click, click_block, front, open_window, press, settle, type_in

Key = Qt.Key
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
# x is doubled in every step; the square of 2^64 is beyond float32, whose largest number is nearly 2^128.
DOUBLING = (
    [
        {"id": "x", "type": "Variable", "at": [0, 0], "values": {"initvalues": 1.0}},
        {"id": "square", "type": "Square", "at": [300, 0]},
        {"id": "twice", "type": "Add", "at": [300, 150]},
        {"id": "set", "type": "Assign", "at": [600, 150]},
        {"id": "after", "type": "Negate", "at": [600, 0]},
    ],
    [["x.ref", "square.x"], ["x.ref", "twice.x"], ["x.ref", "twice.y"], ["x.ref", "set.ref"], ["twice.z", "set.value"],
     ["square.y", "after.x"]],
)  # fmt: skip


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    window, _ = open_window(qtbot)
    yield window
    for tab in window.tabs.diagrams():
        tab.engine.close()


def show(window: MainWindow, opened: Document) -> DiagramTab:
    return window.add_document(opened)


def run(qtbot: QtBot, window: MainWindow, steps: int) -> None:
    window.run(steps)
    settle(qtbot, lambda: not front(window).engine.running)


def has_color(window: MainWindow, name: str) -> bool:
    image = front(window).view.grab().toImage()
    wanted = QColor(name).rgb()
    return any(image.pixel(x, y) == wanted for x in range(image.width()) for y in range(0, image.height(), 2))


def click_at(tab: DiagramTab, at: QPointF) -> None:
    click(tab.view.viewport(), tab.view.mapFromScene(at))


def move_mouse(tab: DiagramTab, at: QPointF) -> None:
    view = tab.view
    place = view.viewportTransform().map(at)
    none = Qt.MouseButton.NoButton
    screen = QPointF(view.viewport().mapToGlobal(place.toPoint()))
    event = QMouseEvent(QEvent.Type.MouseMove, place, screen, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(view.viewport(), event)


def test_found_blocks_are_marked_and_visited(qtbot: QtBot, window: MainWindow) -> None:
    window.files.open_example("gradient_descent")
    tab = front(window)
    press(tab.view, Key.Key_F, CTRL)
    edit = window.panels.find.edit
    assert edit.hasFocus()
    type_in(edit, "subtract")
    settle(qtbot, lambda: bool(tab.scene.found))
    ids = [block.id for block in tab.page.blocks if block.type == "Subtract"]
    assert len(ids) == 3 and set(tab.scene.found) == set(ids)
    assert has_color(window, tab.scene.theme.found)
    visited: list[str] = []
    for _ in ids:
        press(edit, Key.Key_Return)
        visited += tab.scene.selected_ids()
    assert visited == ids
    for _ in ids[1:]:
        press(edit, Key.Key_Return, SHIFT)
    assert tab.scene.selected_ids() == ids[:1]
    assert tab.view.visible_rect().contains(tab.scene.block_rect(ids[0]))
    press(edit, Key.Key_Escape)
    assert not tab.scene.found and not has_color(window, tab.scene.theme.found)


def test_found_blocks_are_marked_on_the_page_in_front_only(qtbot: QtBot, window: MainWindow) -> None:
    window.files.open_example("a_times_b")
    one = front(window)
    press(one.view, Key.Key_F, CTRL)
    type_in(window.panels.find.edit, "const")
    settle(qtbot, lambda: bool(one.scene.found))
    window.files.open_example("gradient_descent")
    two = front(window)
    settle(qtbot, lambda: bool(two.scene.found))
    assert not one.scene.found
    assert all(two.page.blocks and "onst" in _type(two, block) for block in two.scene.found)


def test_what_was_found_in_another_diagram_is_not_marked_in_this_one(qtbot: QtBot, window: MainWindow) -> None:
    """Both have a block of that name; the bar looked once more before it was told which diagram is in front now."""
    window.files.open_example("a_times_b")
    press(front(window).view, Key.Key_F, CTRL)
    type_in(window.panels.find.edit, "id:b")
    settle(qtbot, lambda: bool(front(window).scene.found))
    window.files.open_example("gradient_descent")
    window.panels.find.found_changed.emit(["b"])
    assert not front(window).scene.found
    settle(qtbot, lambda: bool(front(window).scene.found))


def _type(tab: DiagramTab, block: str) -> str:
    return next(each.type for each in tab.page.blocks if each.id == block)


def test_escape_in_the_inspector_gives_the_keys_back_to_the_canvas(qtbot: QtBot, window: MainWindow) -> None:
    window.files.open_example("a_times_b")
    tab = front(window)
    click_block(tab, "v")
    inspector = window.panels.inspector
    settle(qtbot, lambda: inspector.head.id.text() == "v")
    for field in (inspector.head.id, inspector.head.muted):
        field.setFocus()
        assert not tab.view.hasFocus()
        press(field, Key.Key_Escape)
        assert tab.view.hasFocus()
    click_block(tab, "A")
    settle(qtbot, lambda: inspector.field("val") is not None)
    row = inspector.field("val")
    assert row is not None
    row.editor.setFocus()
    press(row.editor, Key.Key_Escape)
    assert tab.view.hasFocus()


@pytest.mark.parametrize("steps", [70, 200, 3000])
def test_the_first_block_that_is_not_finite_is_marked_with_its_step(
    qtbot: QtBot, window: MainWindow, steps: int
) -> None:
    tab = show(window, document(*DOUBLING))
    run(qtbot, window, steps)
    settle(qtbot, lambda: bool(tab.engine.warnings("main")))
    [warning] = tab.engine.warnings("main")
    assert (warning.block, warning.pin) == ("square", "y")  # in step n, x is 2^(n-1) before it is set
    assert warning.message == "result_y is infinite, first in step 65"
    item = tab.scene.block_item(warning.block or "")
    assert item is not None and [badge.kind for badge in item.face.badges] == ["warning"]
    after = tab.scene.block_item("after")
    assert after is not None and not after.face.badges
    settle(qtbot, lambda: warning in window.panels.problems.shown)
    assert not tab.engine.problems("main")
    window.commands.trigger("run.reset")
    assert not tab.engine.warnings("main")


def test_run_to_here_computes_what_the_block_needs_and_nothing_else(qtbot: QtBot, window: MainWindow) -> None:
    window.files.open_example("gradient_descent")
    tab = front(window)
    page = tab.page.name
    click_block(tab, "xW")
    press(tab.view, Key.Key_Return, SHIFT)
    settle(qtbot, lambda: not tab.engine.running and bool(tab.engine.store.names(page)))
    computed = {name.partition(".")[0] for name in tab.engine.store.names(page)}
    assert computed == {"x", "W", "xW"}


def test_restarting_keeps_variables_and_resetting_begins_anew(qtbot: QtBot, window: MainWindow) -> None:
    tab = show(window, document(*DOUBLING))
    for wanted in (2.0, 4.0):
        run(qtbot, window, 1)
        result = tab.engine.store.get("main", "set.result_output_ref")
        assert result is not None and float(result.value) == wanted
    window.commands.trigger("run.reset")
    run(qtbot, window, 1)
    result = tab.engine.store.get("main", "set.result_output_ref")
    assert result is not None and float(result.value) == 2.0


def test_values_and_shapes_are_shown_and_hidden_by_a_key(qtbot: QtBot, window: MainWindow) -> None:
    window.files.open_example("a_times_b")
    tab = front(window)
    run(qtbot, window, 1)
    tab.setFocus()
    wire = next(each for each in tab.scene.mirror.wires if each.wire.source.block == "A")
    press(tab.view, Key.Key_M)  # what is said of keys may take a line of the canvas
    press(tab.view, Key.Key_M)
    seen = [tab.view.grab().toImage()]
    press(tab.view, Key.Key_V)
    assert tab.scene.shown.values and tab.scene.wire_text(wire)
    seen.append(tab.view.grab().toImage())
    press(tab.view, Key.Key_S)
    assert not tab.scene.shown.shapes
    seen.append(tab.view.grab().toImage())
    assert all(a != b for i, a in enumerate(seen) for b in seen[:i])
    press(tab.view, Key.Key_V)
    press(tab.view, Key.Key_S)
    assert tab.view.grab().toImage() == seen[0]


def test_wires_that_are_not_selected_fade_if_wanted(qtbot: QtBot, window: MainWindow) -> None:
    window.files.open_example("a_times_b")
    tab = front(window)
    click_block(tab, "A")
    bright = tab.view.grab().toImage()
    window.commands.trigger("view.dim")
    assert tab.view.grab().toImage() != bright
    tab.scene.select()
    calm = tab.view.grab().toImage()
    window.commands.trigger("view.dim")
    assert tab.view.grab().toImage() == calm  # nothing selected: nothing fades


def test_bookmarks_bring_back_what_was_in_sight(qtbot: QtBot, window: MainWindow) -> None:
    window.files.open_example("gradient_descent")
    tab = front(window)
    qtbot.wait(50)
    press(tab.view, Key.Key_3)
    assert "no bookmark 3" in window.status.message.text()
    tab.view.set_zoom(2.0)
    tab.view.center_on_block("xW")
    kept = tab.view.visible_rect().center()
    press(tab.view, Key.Key_3, ALT)
    press(tab.view, Key.Key_Home)
    assert tab.view.zoom < 1
    press(tab.view, Key.Key_3)
    assert tab.view.zoom == 2.0
    assert (tab.view.visible_rect().center() - kept).manhattanLength() < 2


def test_everything_connected_is_selected(qtbot: QtBot, window: MainWindow) -> None:
    tab = show(window, document(*DOUBLING))
    tab.scene.select(["after"])
    press(tab.view, Key.Key_BracketLeft)
    assert set(tab.scene.selected_ids()) == {"x", "square", "after"}
    press(tab.view, Key.Key_Backslash)
    assert set(tab.scene.selected_ids()) == {"x", "square", "after", "twice", "set"}


def test_a_trend_is_read_at_the_step_under_the_mouse(qtbot: QtBot, window: MainWindow) -> None:
    blocks, wires = DOUBLING
    trend = {"id": "d", "type": "TrendDisplay", "at": [0, 250]}
    tab = show(window, document([*blocks, trend], [*wires, ["x.ref", "d.input"], ["square.y", "d.input"]]))
    run(qtbot, window, 10)
    tab.view.fit_all()
    item = tab.scene.block_item("d")
    assert item is not None and item.geometry.inner is not None
    plain = tab.view.grab().toImage()
    left, top, width, height = item.geometry.inner
    x, y = item.block.at
    move_mouse(tab, QPointF(x + left + 41, y + top + height / 2))  # beside the axis, where the first step is
    assert tab.view.grab().toImage() != plain
    panel = item.preview.picture if item.preview is not None else None
    assert isinstance(panel, Panel)
    box = tab.scene.painters.card_box(item)
    reading = panel.cursor(box, QPointF(left + 41, top + height / 2))
    assert reading is not None and reading.text.split("\n") == ["step 1", "x  1", "square  1"]
    reading = panel.cursor(box, QPointF(left + width - 9, top + height / 2))
    assert reading is not None and reading.text.split("\n") == ["step 10", "x  512", "square  262144"]
    assert len(reading.dots) == 2
    assert panel.cursor(box, QPointF(left + 1, top + 1)) is None
    move_mouse(tab, QPointF(x + 5000, y))
    assert tab.view.grab().toImage() == plain


def test_a_click_holds_a_cursor_in_a_trend_for_comparison(qtbot: QtBot, window: MainWindow) -> None:
    blocks, wires = DOUBLING
    trend = {"id": "d", "type": "TrendDisplay", "at": [0, 250]}
    tab = show(window, document([*blocks, trend], [*wires, ["x.ref", "d.input"], ["square.y", "d.input"]]))
    run(qtbot, window, 10)
    tab.view.fit_all()
    item = tab.scene.block_item("d")
    assert item is not None and item.geometry.inner is not None
    left, top, width, height = item.geometry.inner
    x, y = item.block.at
    first, last = (QPointF(x + left + 41 + way, y + top + height / 2) for way in (0, width - 50))
    texts: list[str] = []

    def at_the_end() -> bool:
        move_mouse(tab, last)
        probe = tab.scene.overlay.probed()
        return probe is not None and probe.step == 10

    def read_at_the_end() -> None:
        settle(qtbot, at_the_end)  # the panel that opens moves the page under the mouse
        probe = tab.scene.overlay.probed()
        texts.append("" if probe is None else probe.text)

    click_at(tab, first)  # selects the display
    read_at_the_end()
    click_at(tab, first)
    read_at_the_end()
    held = tab.view.grab().toImage()
    click_at(tab, first)
    read_at_the_end()
    plain = "step 10\nx  512\nsquare  262144"
    assert texts == [plain, "step 10  (+9)\nx  512  (+511)\nsquare  262144  (+262143)", plain]
    assert tab.view.grab().toImage() != held
    assert not tab.document.modified


def test_a_wrong_attribute_of_a_display_is_marked_on_it_and_the_page_runs(qtbot: QtBot, window: MainWindow) -> None:
    blocks, wires = DOUBLING
    wrong = {"id": "d", "type": "HistogramDisplay", "at": [0, 250], "values": {"bins": -3}}
    tab = show(window, document([*blocks, wrong], [*wires, ["x.ref", "d.input"]]))
    settle(qtbot, lambda: bool(tab.engine.problems("main")))
    run(qtbot, window, 5)
    assert tab.engine.store.steps["main"] == 5
    assert [error.block for error in tab.engine.problems("main")] == ["d"]
    item = tab.scene.block_item("d")
    assert item is not None and [badge.kind for badge in item.face.badges] == ["error"]


def test_edits_during_a_run_are_made_at_once_and_none_is_lost(qtbot: QtBot, window: MainWindow) -> None:
    tab = show(window, document(*DOUBLING))
    first = tab.document.diagram.dumps()
    window.run(None)
    settle(qtbot, lambda: tab.engine.store.steps.get("main", 0) > 0)
    for i in range(20):
        press(tab.view, Key.Key_Tab)
        type_in(window.panels.quick_search.edit, "negate")
        press(window.panels.quick_search.edit, Key.Key_Return)
        assert len(tab.page.blocks) == 6 + i
    tab.document.do(SetValue("main", "x", "initvalues", 3.0), "Set x")
    assert tab.engine.running
    tab.engine.stop()
    settle(qtbot, lambda: not tab.engine.running)
    assert len(tab.page.blocks) == 25
    while tab.document.history.undo_text:
        tab.document.undo()
    assert tab.document.diagram.dumps() == first


@pytest.mark.parametrize("x", [0, 200, 399])
@pytest.mark.parametrize("y", [0, 150, 299])
def test_a_text_at_the_cursor_stays_in_the_view_and_off_the_cursor(x: int, y: int) -> None:
    box = beside(QPointF(x, y), QSizeF(180, 60), QSizeF(400, 300))
    assert QRect(0, 0, 400, 300).contains(box.toAlignedRect())
    assert not box.contains(QPointF(x, y))


def test_a_text_at_the_cursor_is_seen_whole_at_the_corner(qtbot: QtBot, window: MainWindow) -> None:
    window.files.open_example("a_times_b")
    tab = front(window)
    view = tab.view
    corner = view.to_page(view.viewport().rect().bottomRight())
    plain = view.grab().toImage()
    tab.tools.ground.bubble(corner, "A sentence that stands at the cursor")
    image = view.grab().toImage()
    changed = [
        (px, py)
        for px in range(0, image.width(), 2)
        for py in range(0, image.height(), 2)
        if image.pixel(px, py) != plain.pixel(px, py)
    ]
    assert max(px for px, _ in changed) - min(px for px, _ in changed) > 150
    assert max(py for _, py in changed) < image.height() - 2
    click(view.viewport())


def rest(tab: DiagramTab, at: QPointF) -> str:
    """Let the mouse rest at a place of the page; gives what the tooltip says."""
    view = tab.view
    place = view.viewportTransform().map(at).toPoint()
    QToolTip.hideText()
    QApplication.sendEvent(
        view.viewport(), QHelpEvent(QEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place))
    )  # fmt: skip
    return QTextDocumentFragment.fromHtml(QToolTip.text()).toPlainText()


def test_what_the_mouse_rests_on_is_told(qtbot: QtBot, window: MainWindow) -> None:
    blocks, wires = DOUBLING
    odd = {"id": "<b>odd", "type": "MatMul", "at": [0, 250]}
    tab = show(window, document([*blocks, odd], wires))
    settle(qtbot, lambda: bool(tab.engine.problems("main")))
    run(qtbot, window, 1)
    scene = tab.scene
    tab.view.set_zoom(1.0)
    tab.view.centerOn(300, 150)

    def pin(block: str, name: str, *, is_input: bool) -> QPointF:
        point = scene.pin_position(PinKey(block, name, None, is_input))
        assert point is not None
        return point

    assert rest(tab, pin("square", "y", is_input=False)) == "square.y\nfloat32 []"
    assert rest(tab, pin("<b>odd", "a", is_input=True)).startswith("<b>odd.a\nneeds a wire")
    rect = scene.block_rect("square")
    assert rest(tab, QPointF(rect.center().x(), rect.top() + 10)).startswith("square: Square\n")
    rect = scene.block_rect("<b>odd")
    [badge] = scene.mirror.blocks["<b>odd"].face.badges
    assert rest(tab, QPointF(rect.right() - 4, rect.top() + 3)) == badge.text != ""
    wire = next(each for each in scene.mirror.wires if each.wire.source.block == "square")
    (x, y), (u, v) = wire.flat[0], wire.flat[1]
    assert rest(tab, QPointF((x + u) / 2, (y + v) / 2)) == "square.y -> after.x\nfloat32 []\n1.0"
    assert not tip_at(scene, QPointF(-300, -200))


def test_what_is_odd_is_seen_from_afar(qtbot: QtBot, window: MainWindow) -> None:
    tab = show(window, document(*DOUBLING))
    tab.view.set_zoom(0.2)
    tab.view.centerOn(300, 100)
    assert not has_color(window, tab.scene.theme.warning)
    run(qtbot, window, 80)
    settle(qtbot, lambda: bool(tab.engine.warnings("main")))
    assert has_color(window, tab.scene.theme.warning)


def test_the_mark_around_a_value_goes_once_that_is_another_one(qtbot: QtBot, window: MainWindow) -> None:
    tab = show(window, document(*DOUBLING))
    tab.view.set_zoom(1.0)
    [row, *_] = tab.scene.value_rows("x")
    overlay = tab.scene.overlay
    move_mouse(tab, row.value.center())
    assert overlay._value is not None  # pyright: ignore[reportPrivateUsage]
    tab.document.do(SetValue("main", "x", "initvalues", 0.3333333333), "Edit")
    assert overlay._value is None  # pyright: ignore[reportPrivateUsage]
