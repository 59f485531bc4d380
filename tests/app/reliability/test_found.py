"""What random events found once: each fault again, by a hand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDockWidget, QTabBar, QToolButton
from pytestqt.qtbot import QtBot

from app.canvas.mirror import SceneModel
from app.canvas.scene import PageScene
from app.core.document import Document
from app.window.panel_table import GRADIENT
from app.window.window import MainWindow
from blocks.document.changes import SetValue
from blocks.document.model import Diagram
from blocks.library.index import find
from tests.app.window.hands import click, front, open_window, press, settle


def close_by_its_cross(window: MainWindow) -> None:
    """Click the cross of the tab in front, and wait until nothing is left of it."""
    cross = window.tabs.tabBar().tabButton(window.tabs.currentIndex(), QTabBar.ButtonPosition.RightSide)
    assert isinstance(cross, QToolButton)
    click(cross)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_the_search_for_a_block_closes_with_the_tab_that_it_is_for(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    other = front(window)
    window.files.new()
    search = window.panels.quick_search
    press(front(window).view, Qt.Key.Key_Tab)
    assert search.isVisible()
    close_by_its_cross(window)
    assert window.tab is other
    settle(qtbot, lambda: not search.isVisible())


def test_a_value_that_only_looks_different_is_shown(qapp: QApplication) -> None:
    diagram = Diagram()
    diagram.add_page("main").add("MatMul", id="m", transpose_b=True)
    document = Document(diagram)
    scene = PageScene(document, "main")
    for value in (1, 1.0, True):
        document.do(SetValue("main", "m", "transpose_b", value), "Set")
        fresh = SceneModel(find)
        fresh.sync(document.page("main"))
        assert scene.mirror.order[0].face == fresh.order[0].face
    scene.deleteLater()


@pytest.mark.parametrize("name", ["stable_softmax", None])
def test_panels_that_are_in_sight_without_a_diagram_do_nothing(qtbot: QtBot, name: str | None) -> None:
    """They are still there for a moment when the last diagram was closed, and the window's own menu brings them."""
    window, answers = open_window(qtbot)
    if name is not None:
        window.files.open_example(name)
        settle(qtbot, lambda: bool(front(window).engine.checker.infos))
        window.docks.show(GRADIENT)
        QApplication.processEvents()
        close_by_its_cross(window)
    assert window.tab is None
    for dock in window.findChildren(QDockWidget):
        dock.show()
        dock.raise_()
        for button in dock.findChildren(QAbstractButton):
            if button.isVisible() and button.isEnabled():
                click(button)
                assert window.tab is None
                dock.show()
    QApplication.processEvents()
    assert not [text for text in answers.asked if text.startswith("tell")]


@pytest.mark.parametrize("others", [0, 1])
def test_the_panel_of_gradients_turns_its_pages_where_the_diagram_has_just_gone(qtbot: QtBot, others: int) -> None:
    """Until the window looks again, the panel belongs to a tab that is no more."""
    window, _ = open_window(qtbot)
    for _ in range(1 + others):
        window.files.open_example("stable_softmax")
    settle(qtbot, lambda: bool(front(window).engine.checker.infos))
    window.docks.show(GRADIENT)
    QApplication.processEvents()
    panel = window.panels.gradient
    assert panel.isVisible()
    close_by_its_cross(window)
    panel.tabs.setCurrentIndex(panel.tabs.currentIndex() + 1)
