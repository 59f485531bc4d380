"""The room of the canvas: alone in its window, under a line that appears, and without the map where it is small."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.window.settings import Settings
from app.window.window import MainWindow
from tests.app.window.hands import click_block, front, open_window, press, settle

CTRL = Qt.KeyboardModifier.ControlModifier


def bars(window: MainWindow) -> list[QWidget]:
    docks = [window.docks._docks[name] for name in ("palette", "inspector", "results")]  # pyright: ignore[reportPrivateUsage]
    return [window.menuBar(), window.toolbar, window.tabs.tabBar(), *docks]


def seen(window: MainWindow) -> set[bool]:
    return {bar.isVisible() for bar in bars(window)}


def opened(qtbot: QtBot) -> MainWindow:
    """A window with an example whose first view has come to rest."""
    window, _ = open_window(qtbot)
    window.files.open_example("basic")
    settle(qtbot, lambda: seen(window) == {True} and front(window).view.width() < 800)
    qtbot.wait(1)  # what is shown first comes with the next event
    return window


def on_screen(window: MainWindow) -> QPoint:
    """Where a block stands in the window."""
    view = front(window).view
    at = view.mapFromScene(view.page_scene.block_rect(front(window).page.blocks[0].id).center())
    return view.viewport().mapTo(window, at)


@pytest.mark.parametrize("end", ["key", "escape"])
def test_the_canvas_alone_and_back(qtbot: QtBot, end: str) -> None:
    window = opened(qtbot)
    tab = front(window)
    tab.view.set_zoom(1.3)
    before, room = on_screen(window), tab.view.width()
    window.commands.trigger("panel.outline")
    settle(qtbot, lambda: not tab.view.hasFocus())
    press(window, Qt.Key.Key_Space, CTRL)
    assert tab.view.hasFocus()
    assert window.status.isVisible() and "Esc" in window.status.message.text()
    settle(qtbot, lambda: seen(window) == {False} and tab.view.width() > room + 300)
    settle(qtbot, lambda: (on_screen(window) - before).manhattanLength() <= 2)
    click_block(tab, tab.page.blocks[0].id)
    press(tab.view, Qt.Key.Key_Escape)  # takes the selection back, no more
    assert seen(window) == {False} and not tab.scene.selected_ids()
    if end == "key":
        press(tab.view, Qt.Key.Key_Space, CTRL)
    else:
        press(tab.view, Qt.Key.Key_Escape)
    settle(qtbot, lambda: seen(window) == {True} and window.status.isVisible())
    settle(qtbot, lambda: (on_screen(window) - before).manhattanLength() <= 2)


def test_a_page_that_nobody_moved_has_all_the_room_of_the_canvas_alone(qtbot: QtBot) -> None:
    window = opened(qtbot)
    tab = front(window)
    tab.notice.say("Another program changed this file. " * 12, "Reload")  # which takes fewer lines there
    settle(qtbot, lambda: tab.stack.y() > 20 and tab.view.is_whole)

    def shown() -> float:
        part = tab.view.visible_rect().intersected(tab.scene.content_rect())
        return part.width() * part.height()

    part = shown()
    press(tab.view, Qt.Key.Key_Control)
    press(tab.view, Qt.Key.Key_Space, CTRL)
    settle(qtbot, lambda: shown() > part and tab.view.is_whole)
    press(tab.view, Qt.Key.Key_Escape)
    settle(qtbot, lambda: shown() <= part and tab.view.is_whole)
    press(tab.view, Qt.Key.Key_Space, CTRL)
    settle(qtbot, lambda: shown() > part and tab.view.is_whole)
    tab.view.set_zoom(0.9 * tab.view.zoom)
    before = on_screen(window)
    press(tab.view, Qt.Key.Key_Escape)
    settle(qtbot, lambda: seen(window) == {True})
    settle(qtbot, lambda: (on_screen(window) - before).manhattanLength() <= 2)


def test_the_canvas_alone_is_kept_for_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = open_window(qtbot, Settings(tmp_path / "editor.json"))
    window.files.open_example("basic")
    window.commands.trigger("view.canvas_only")
    settle(qtbot, lambda: seen(window) == {False})
    window.close()
    again, _ = open_window(qtbot, Settings(tmp_path / "editor.json"))
    assert again.menuBar().isVisible() and again.toolbar.isVisible()  # the welcome page is no canvas
    again.files.open_example("basic")
    settle(qtbot, lambda: seen(again) == {False})
    press(front(again).view, Qt.Key.Key_Escape)
    settle(qtbot, lambda: seen(again) == {True})


def test_a_line_above_the_canvas_moves_nothing_on_it(qtbot: QtBot) -> None:
    window = opened(qtbot)
    tab = front(window)
    before = on_screen(window)
    tab.notice.say("Another program changed this file. " * 12, "Reload")
    settle(qtbot, lambda: tab.stack.y() >= tab.notice.height() > 20)
    assert (on_screen(window) - before).manhattanLength() <= 1
    tab.notice.hide()
    settle(qtbot, lambda: tab.stack.y() == 0)
    assert (on_screen(window) - before).manhattanLength() <= 1


@pytest.mark.parametrize(("width", "height", "there"), [(640, 320, True), (590, 320, False), (640, 290, False)])
def test_a_small_canvas_has_no_map(qtbot: QtBot, width: int, height: int, there: bool) -> None:
    window = opened(qtbot)
    view = front(window).view
    window.commands.trigger("view.canvas_only")
    frame = window.size() - view.size()
    view.setFixedSize(width, height)
    window.resize(view.size() + frame)
    view.set_zoom(3.0)
    settle(qtbot, lambda: view.minimap.isVisible() is there)


def test_map_and_legends_give_way_to_what_one_works_on(qtbot: QtBot) -> None:
    """Neither lies on what is selected, on a display, on a new block or on a sentence at the mouse."""
    window, _ = open_window(qtbot)
    window.files.open_example("vae")
    tab = front(window)
    view, scene = tab.view, tab.scene
    settle(qtbot, lambda: "main" in tab.engine.checker.infos)
    press(view, Qt.Key.Key_G)
    settle(qtbot, lambda: not view.legend.isHidden() and view.minimap.isVisible())

    def on_top() -> list[QRectF]:
        overlays = (view.minimap, view.legend, view.wire_legend)
        return [QRectF(each.geometry()) for each in overlays if not each.isHidden()]

    def is_free(rect: QRectF) -> bool:
        return not any(each.intersects(view.viewportTransform().mapRect(rect)) for each in on_top())

    def is_home() -> bool:
        return view.minimap.geometry().bottomRight() == view.rect().bottomRight() - QPoint(14, 14)

    def put_under(overlay: QWidget, block_id: str) -> None:
        """Scroll so that a block is under an overlay."""
        here = view.viewportTransform().map(scene.block_rect(block_id).center())
        away = overlay.geometry().center() - here.toPoint()
        view.pan(away.x(), away.y())

    view.set_zoom(0.7)
    display = next(item.id for item in scene.mirror.order if item.is_display)
    for overlay in (view.minimap, view.legend):
        scene.select(["cost"])
        put_under(overlay, "cost")
        settle(qtbot, lambda: is_free(scene.block_rect("cost")))
        scene.select(())
        settle(qtbot, is_home)
        scene.select(["cost"])  # nothing else moves
        settle(qtbot, lambda: is_free(scene.block_rect("cost")))
        scene.select(())
        settle(qtbot, is_home)
        put_under(overlay, display)
        settle(qtbot, lambda: is_free(scene.block_rect(display)))
    at = view.to_page(QPointF(view.minimap.geometry().topLeft()) + QPointF(9, 9))
    tab.tools.ground.say("A sentence that would be under the map, were it to stay", at)
    box = scene.overlay.text_box(view.viewportTransform(), QSizeF(view.viewport().size()))
    assert box is not None and not any(each.intersects(box) for each in on_top())
    tab.tools.ground.unsay()
    view.centerOn(scene.content_rect().bottomRight() + QPointF(2000, 2000))
    settle(qtbot, view.minimap.isVisible)
    tab.tools.drop("Sigmoid", view.to_page(QPointF(view.minimap.geometry().center())))
    settle(qtbot, lambda: is_free(scene.block_rect(tab.page.blocks[-1].id)))


def test_a_sentence_at_the_mouse_leaves_the_selected_block_in_sight(qtbot: QtBot) -> None:
    window = opened(qtbot)
    tab = front(window)
    tab.view.set_zoom(1.0)
    block_id = tab.page.blocks[0].id
    rect = tab.scene.block_rect(block_id)
    tab.view.centerOn(rect.center())
    tab.scene.select([block_id])
    tab.tools.ground.say("one pin takes what the other gives", rect.topLeft() - QPointF(20, 20))
    box = tab.scene.overlay.text_box(tab.view.viewportTransform(), QSizeF(tab.view.viewport().size()))
    assert box is not None and not box.intersects(tab.view.viewportTransform().mapRect(rect))


def test_a_low_window_folds_the_bottom_panels_and_gives_the_canvas_most_of_the_room(qtbot: QtBot) -> None:
    window = opened(qtbot)
    view, results = front(window).view, window.docks._docks["results"]  # pyright: ignore[reportPrivateUsage]
    assert not window.docks.is_folded
    window.resize(1366, 768)
    window.docks.place()
    settle(qtbot, lambda: window.docks.is_folded and not results.isVisible())
    settle(qtbot, lambda: view.width() * view.height() >= 0.55 * 1366 * 768)
    press(view, Qt.Key.Key_J, CTRL)
    settle(qtbot, lambda: results.isVisible() and view.height() < 500)
    window.resize(1366, 760)  # what was opened by hand stays open
    assert not window.docks.is_folded
    window.commands.trigger("view.bottom")
    settle(qtbot, lambda: not results.isVisible())
    window.files.new()
    settle(qtbot, lambda: window.docks.is_folded)
    window.resize(1366, 900)
    settle(qtbot, results.isVisible)
