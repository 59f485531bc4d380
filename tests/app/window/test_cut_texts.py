"""On a screen of 1366 x 768 no text of the window is cut, or its tooltip has all of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QTabBar, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.panels.look import Elided
from app.window.settings import Settings
from app.window.widgets.panel_table import PANELS
from tests.app.window.hands import front, open_window, settle

WIDE, HIGH = 1358, 716
"""What the frame of a window leaves of such a screen."""


def cut(root: QWidget) -> Iterator[str]:
    """The texts that have less room than they need."""
    for widget in root.findChildren(QWidget):
        if not widget.isVisible():
            continue
        metrics, wants, room = widget.fontMetrics(), 0, widget.width()
        text = ""
        if isinstance(widget, QLabel):
            text = widget.full() if isinstance(widget, Elided) else widget.text()
            wants, room = metrics.horizontalAdvance(text), widget.contentsRect().width() + 2
            if widget.wordWrap():
                wants, room = widget.heightForWidth(widget.width()), widget.height() + 1
        elif isinstance(widget, QAbstractButton):
            icon_only = Qt.ToolButtonStyle.ToolButtonIconOnly
            if not (isinstance(widget, QToolButton) and widget.toolButtonStyle() == icon_only):
                text, wants = widget.text(), widget.sizeHint().width() - 1
        elif isinstance(widget, QTabBar):
            for i in filter(widget.isTabVisible, range(widget.count())):
                if metrics.horizontalAdvance(widget.tabText(i)) > widget.tabRect(i).width() - 8:
                    yield f"tab {widget.tabText(i)}"
        if text and wants > room and not widget.toolTip():
            yield text


@pytest.mark.parametrize(
    ("theme", "language", "size"),
    [("dark", "en", "100"), ("light", "de", "100"), ("dark", "ko", "150"), ("light", "de", "200")],
)
def test_nothing_is_cut_on_a_small_screen(qtbot: QtBot, theme: str, language: str, size: str) -> None:
    settings = Settings()
    settings.set("theme", theme)
    settings.set("language", language)
    window, _ = open_window(qtbot, settings)
    window.resize(WIDE, HIGH)
    window.files.open_example("gan_step")
    settings.set("text_size", size)  # what is open grows with its texts
    tab = front(window)
    window.run(1)
    settle(qtbot, lambda: bool(tab.engine.store.names("main")) and not tab.engine.running)
    tab.scene.select(["fake"])
    for name in [place.name for place in PANELS]:
        window.docks.show(name)
        QTest.qWait(40)
        assert list(cut(window)) == [], name
    assert window.width() <= WIDE
    if size != "100":
        return
    window.docks.show("results")
    table, model = window.panels.results.table, window.panels.results.model
    settle(qtbot, lambda: model.rowCount() > 8)
    for row in range(8):
        index = model.index(row, 1)
        assert table.sizeHintForIndex(index).width() <= table.visualRect(index).width() + 1, index.data()


def test_a_long_sentence_in_the_status_bar_pushes_nothing_out(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.resize(WIDE, HIGH)
    window.files.open_example("gan_step")
    settle(qtbot, lambda: bool(window.status.page.text()))
    text = "a sentence that goes on and on " * 12
    window.status.say(text)
    QTest.qWait(20)
    assert window.width() == WIDE
    assert text.rsplit(maxsplit=1)[-1] in window.status.message.toolTip()
    assert list(cut(window.status)) == []
    zoom = window.status.zoom
    assert zoom.geometry().right() <= window.status.width() and zoom.width() >= zoom.sizeHint().width()
