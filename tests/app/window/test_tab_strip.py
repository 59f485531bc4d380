"""Tabs that are dragged along their bar, while commands open, close and choose others."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from app.window.tabs import Tabs
from tests.app.window.hands import open_window

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


@pytest.fixture
def tabs(qtbot: QtBot) -> Iterator[Tabs]:
    tabs = Tabs()
    qtbot.addWidget(tabs)
    tabs.resize(900, 200)
    for name in ("one", "a longer second", "three", "four"):
        tabs.addTab(QLabel(name), name)
    tabs.show()
    yield tabs


def send(tabs: Tabs, kind: QEvent.Type, at: QPoint) -> None:
    bar, where = tabs.tabBar(), QPointF(at)
    button = NONE if kind is QEvent.Type.MouseMove else LEFT
    held = NONE if kind is QEvent.Type.MouseButtonRelease else LEFT
    event = QMouseEvent(kind, where, QPointF(bar.mapToGlobal(at)), button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(bar, event)


def press(tabs: Tabs, index: int) -> QPoint:
    at = tabs.tabBar().tabRect(index).center()
    send(tabs, QEvent.Type.MouseButtonPress, at)
    return at


def drag(tabs: Tabs, at: QPoint, x: int) -> QPoint:
    """Move the pointer along the bar, a few pixels at a time."""
    step = 5 if x > at.x() else -5
    for place in range(at.x(), x, step):
        send(tabs, QEvent.Type.MouseMove, QPoint(place, at.y()))
    end = QPoint(x, at.y())
    send(tabs, QEvent.Type.MouseMove, end)
    return end


def names(tabs: Tabs) -> list[str]:
    texts = [tabs.tabText(i) for i in range(tabs.count())]
    pages = [tabs.widget(i) for i in range(tabs.count())]
    assert [page.text() for page in pages if isinstance(page, QLabel)] == texts  # what is below goes with its tab
    return texts


def test_a_tab_is_dragged_to_the_end_and_back(tabs: Tabs) -> None:
    at = drag(tabs, press(tabs, 0), tabs.tabBar().tabRect(3).right() - 2)
    assert names(tabs) == ["a longer second", "three", "four", "one"]
    assert tabs.currentIndex() == 3
    at = drag(tabs, at, 2)
    assert names(tabs) == ["one", "a longer second", "three", "four"]
    send(tabs, QEvent.Type.MouseButtonRelease, at)
    drag(tabs, at, tabs.tabBar().tabRect(3).right())  # nothing is held any more
    assert names(tabs) == ["one", "a longer second", "three", "four"]


def rename(tabs: Tabs, index: int) -> None:
    page = tabs.widget(index)
    assert isinstance(page, QLabel)
    page.setText(f"{page.text()} of another length")
    tabs.setTabText(index, page.text())


MEANWHILE: dict[str, Callable[[Tabs], object]] = {
    "the dragged one goes": lambda tabs: tabs.removeTab(tabs.currentIndex()),
    "the first goes": lambda tabs: tabs.removeTab(0),
    "all go": lambda tabs: [tabs.removeTab(0) for _ in range(tabs.count())],
    "one comes before it": lambda tabs: tabs.insertTab(0, QLabel("new"), "new"),
    "one comes and is chosen": lambda tabs: tabs.setCurrentIndex(tabs.addTab(QLabel("new"), "new")),
    "another is chosen": lambda tabs: tabs.setCurrentIndex(0),
    "it gets another name": lambda tabs: rename(tabs, tabs.currentIndex()),
}


@pytest.mark.parametrize("meanwhile", MEANWHILE.values(), ids=MEANWHILE)
@pytest.mark.parametrize("first", range(4))
def test_tabs_come_and_go_while_one_is_dragged(tabs: Tabs, first: int, meanwhile: Callable[[Tabs], object]) -> None:
    """Where Qt drags them itself (setMovable), such drags end the program."""
    for _ in range(3):
        if not tabs.count():
            break
        at = press(tabs, min(first, tabs.count() - 1))
        at = drag(tabs, at, at.x() + 120)
        meanwhile(tabs)
        QApplication.processEvents()
        at = drag(tabs, at, at.x() - 200)
        meanwhile(tabs)
        send(tabs, QEvent.Type.MouseButtonRelease, at)
        QApplication.processEvents()
    assert len(names(tabs)) == tabs.count()


def test_a_tab_that_is_cut_short_tells_its_name_where_the_mouse_rests(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("gradient_descent_three_ways")
    assert "gradient_descent_three_ways" in window.tabs.tabToolTip(window.tabs.currentIndex())


def test_many_tabs_keep_ten_letters_and_scroll(tabs: Tabs) -> None:
    for number in range(12):
        tabs.addTab(QLabel(""), f"{'abcdefghij'}klmnopqrst {number}")
    bar = tabs.tabBar()
    QApplication.processEvents()
    need = bar.fontMetrics().horizontalAdvance("abcdefghij")
    assert min(bar.tabRect(i).width() for i in range(4, bar.count())) > need
    assert bar.tabRect(bar.count() - 1).right() > bar.width()
    arrows = [each for each in bar.findChildren(QToolButton) if each.isVisible() and each.arrowType()]
    assert len(arrows) == 2 or any(each.isVisible() and not each.text() for each in bar.findChildren(QToolButton))
