"""The first look at a diagram and at what a run brings: large enough to be read, and where the eye finds it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from pytestqt.qtbot import QtBot

from app.canvas.view import READABLE
from app.window.panel_table import HISTORY, PROBLEMS, RESULTS, TIMINGS
from app.window.window import MainWindow
from tests.app.window.hands import front, open_window, press, settle

Key, Mod = Qt.Key, Qt.KeyboardModifier


def opened(qtbot: QtBot, example: str) -> MainWindow:
    window, _ = open_window(qtbot)
    window.resize(1366, 720)
    window.files.open_example(example)
    tab = front(window)
    settle(qtbot, lambda: tab.view.isVisible() and tab.view.zoom != 1.0)
    qtbot.wait(1)  # what is shown first comes with the next event
    return window


@pytest.mark.parametrize("example", ["cnn_of_layers", "transformer_layer", "contrastive_divergence", "xor"])
def test_an_example_opens_where_it_begins_in_letters_that_can_be_read(qtbot: QtBot, example: str) -> None:
    window = opened(qtbot, example)
    tab = front(window)
    assert tab.view.zoom >= READABLE
    seen, mirror = tab.view.visible_rect(), tab.scene.mirror
    first = min(mirror.frames, key=lambda frame: frame.rect.left() + frame.rect.top())
    assert seen.contains(first.rect.topLeft()) and seen.intersected(first.rect).width() == first.rect.width()
    [note] = [note for note in mirror.notes if first.rect.contains(note.rect)]
    shown = tab.view.viewportTransform().mapRect(note.rect)
    assert tab.view.minimap.isVisible() and not shown.intersects(QRectF(tab.view.minimap.geometry()))
    window.resize(1100, 640)  # it stays so when the window gets another size, until the user moves the page
    assert tab.view.zoom >= READABLE and tab.view.visible_rect().contains(first.rect.topLeft())
    press(tab.view, Key.Key_Home)
    assert tab.view.visible_rect().contains(tab.scene.content_rect())


def test_a_small_page_is_shown_as_a_whole(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    settle(qtbot, tab.view.isVisible)
    assert tab.view.visible_rect().contains(tab.scene.content_rect())


def test_after_a_run_the_results_come_to_the_front_at_the_loss(qtbot: QtBot) -> None:
    window = opened(qtbot, "gradient_descent")
    tab = front(window)
    window.docks.show(HISTORY)
    press(tab.view, Key.Key_Return, Mod.ControlModifier)
    settle(qtbot, lambda: window.docks.is_open(RESULTS))
    assert window.panels.results.name == "loss.result_output"
    window.panels.results.show_result(tab.page_name, "W.result_ref")
    press(tab.view, Key.Key_F10)
    settle(qtbot, lambda: not tab.engine.running)
    assert window.panels.results.name == "W.result_ref"  # what somebody chose stays

    window.docks.show(TIMINGS)
    press(tab.view, Key.Key_Return, Mod.ControlModifier)
    settle(qtbot, lambda: tab.engine.last is not None and not tab.engine.running)
    assert window.docks.is_open(TIMINGS)


def test_after_a_run_that_failed_the_problems_come_to_the_front(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Key.Key_N, Mod.ControlModifier)
    tab = front(window)
    tab.tools.drop("Placeholder", QPointF(0, 0), {"dtype": "float"})
    assert window.docks.is_open(RESULTS)
    press(tab.view, Key.Key_Return, Mod.ControlModifier)
    settle(qtbot, lambda: window.docks.is_open(PROBLEMS))
    assert "Placeholder1" in {error.block for error in tab.engine.problems(tab.page_name)}


def test_a_display_in_sight_lights_up_once(qtbot: QtBot) -> None:
    window = opened(qtbot, "gradient_descent_three_ways")
    tab = front(window)
    window.docks.show(HISTORY)
    settle(qtbot, lambda: window.docks.is_open(HISTORY))
    press(tab.view, Key.Key_Home)
    press(tab.view, Key.Key_Return, Mod.ControlModifier)
    settle(qtbot, lambda: bool(tab.scene.flash.blocks))
    assert tab.scene.flash.blocks == {item.id for item in tab.scene.mirror.order if item.is_display}
    assert window.docks.is_open(HISTORY)
    settle(qtbot, lambda: not tab.scene.flash.blocks)
