"""On a screen of 1366 x 768 no text of the window is cut, or its tooltip has all of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.panels.look import Elided
from app.panels.views.table import TableView
from app.window.panel_table import PANELS
from app.window.settings import TEXT_SIZE, Settings
from tests.app.window.every_window import EXAMPLE, failed_opening, menus, questions, windows
from tests.app.window.hands import front, open_window, settle

WIDE, HIGH = 1358, 716
"""What the frame of a window leaves of such a screen."""
_PATIENCE = 40


def cut(root: QWidget) -> Iterator[str]:
    """The texts that have less room than they need, and no tooltip with all of them."""
    for widget in (root, *root.findChildren(QWidget)):
        if not widget.isVisible():
            continue
        if isinstance(widget, QTabBar):
            for i in filter(widget.isTabVisible, range(widget.count())):
                if widget.fontMetrics().horizontalAdvance(widget.tabText(i)) > widget.tabRect(i).width() - 8:
                    yield f"tab {widget.tabText(i)}"
        elif isinstance(widget, QHeaderView):
            yield from _cut_heads(widget)
        elif isinstance(widget, QLabel | QAbstractButton | QLineEdit | QComboBox | QAbstractSpinBox):
            text, wants, room = _wants(widget)
            least = max(widget.minimumSizeHint().height(), widget.heightForWidth(widget.width()))
            squeezed = bool(text) and widget.height() + 1 < least
            if squeezed or (wants > room and not widget.toolTip()):
                yield f"{type(widget).__name__} {text!r}: {wants} > {room}{' squeezed' * squeezed}"


def settled(root: QWidget) -> list[str]:
    """What is cut, once it had time to lay itself out."""
    texts = list[str]()
    for _ in range(_PATIENCE):
        QTest.qWait(20)
        texts = list(cut(root))
        if not texts:
            break
    return texts


def _wants(widget: QWidget) -> tuple[str, int, int]:
    """A text, what it needs, and what there is."""
    metrics, room = widget.fontMetrics(), widget.width()
    if isinstance(widget, QLabel):
        text = widget.full() if isinstance(widget, Elided) else widget.text()
        if widget.buddy() is not None:  # pyright: ignore[reportUnnecessaryComparison]  # None where there is none
            text = text.replace("&", "")
        if widget.wordWrap():
            return text, widget.heightForWidth(widget.width()) if text else 0, widget.height() + 1
        return text, metrics.horizontalAdvance(text), widget.contentsRect().width() + 2
    if isinstance(widget, QAbstractButton):
        icon_only = Qt.ToolButtonStyle.ToolButtonIconOnly
        if isinstance(widget, QToolButton) and (widget.toolButtonStyle() == icon_only and not widget.icon().isNull()):
            return "", 0, 0
        if widget.text() and widget.hasHeightForWidth():
            return widget.text(), widget.heightForWidth(room), widget.height()
        return widget.text(), widget.sizeHint().width() - 1 if widget.text() else 0, room
    if isinstance(widget, QComboBox):
        return widget.currentText(), metrics.horizontalAdvance(widget.currentText()), room - 24
    if isinstance(widget, QAbstractSpinBox):
        return widget.text(), metrics.horizontalAdvance(widget.text()), room - 20
    return "", 0, 0  # what is typed scrolls


def _cut_heads(header: QHeaderView) -> Iterator[str]:
    """The titles of columns that have less room than they need."""
    model, across = header.model(), header.orientation() is Qt.Orientation.Horizontal
    if not across:
        return
    for i in range(header.count()):
        text = str(model.headerData(i, header.orientation()) or "")
        told = model.headerData(i, header.orientation(), Qt.ItemDataRole.ToolTipRole)
        if (
            not header.isSectionHidden(i)
            and header.fontMetrics().horizontalAdvance(text) > header.sectionSize(i)
            and not told
        ):
            yield f"column {text}"


def cut_menu(menu: QMenu) -> Iterator[str]:
    """Yield the commands of a menu that are in a second column or do not fit on the screen.

    A menu is no wider than Qt's offscreen screen of 800 pixels, but the screen that counts here is wider.
    """
    for action in menu.actions():
        rect = menu.actionGeometry(action)
        if rect.isValid() and (rect.left() > 20 or rect.right() > max(menu.width(), WIDE)):
            yield action.text()


@pytest.mark.parametrize(
    ("theme", "language", "size"),
    [("dark", "en", 100), ("light", "de", 100), ("dark", "ko", 150), ("light", "de", 200)],
)
def test_nothing_is_cut_on_a_small_screen(qtbot: QtBot, theme: str, language: str, size: int) -> None:
    settings = Settings()
    settings.set("theme", theme)
    settings.set("language", language)
    window, _ = open_window(qtbot, settings)
    window.resize(WIDE, HIGH)
    window.files.open_example("gan_step")
    settings.set(TEXT_SIZE, size)  # what is open grows with its texts
    tab = front(window)
    window.run(1)
    settle(qtbot, lambda: bool(tab.engine.store.names("main")) and not tab.engine.running)
    tab.scene.select(["fake"])
    for name in [place.name for place in PANELS]:
        window.docks.show(name)
        assert settled(window) == [], name
    assert window.width() <= WIDE and window.height() <= HIGH
    values = window.panels.results.views[0]
    assert isinstance(values, TableView)
    for table in (values.list_table, values.grid_table, window.panels.results.table):
        assert table.verticalHeader().defaultSectionSize() >= table.fontMetrics().height()
    assert values.grid_table.font().pointSizeF() == pytest.approx(0.95 * window.font().pointSizeF())
    if size != 100:
        return
    window.docks.show("runs")  # at their usual size texts leave the panel the room that there is
    panel = window.runs.panel
    room = panel.parentWidget()
    assert room is not None
    settle(qtbot, lambda: panel.isVisible() and panel.height() <= room.height())
    window.docks.show("results")
    table, model = window.panels.results.table, window.panels.results.model
    settle(qtbot, lambda: model.rowCount() > 8)
    for row in range(8):
        index = model.index(row, 1)
        assert table.sizeHintForIndex(index).width() <= table.visualRect(index).width() + 1, index.data()


@pytest.mark.parametrize(("language", "size"), [("en", 100), ("de", 200)])
def test_a_netbook_is_greeted_with_whole_words(qtbot: QtBot, language: str, size: int) -> None:
    settings = Settings()
    settings.set("language", language)
    settings.set(TEXT_SIZE, size)
    window, _ = open_window(qtbot, settings)
    window.resize(1008, 540)  # 1024 x 600 with the frame
    window.show_welcome()
    assert settled(window) == []
    first, second = (window.findChild(QAbstractButton, f"example.{name}") for name in ("a_times_b", "basic"))
    assert first is not None and second is not None
    if size == 100:
        assert first.y() == second.y()


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


@pytest.mark.parametrize(("language", "size"), [("de", 200), ("ko", 150)])
def test_nothing_is_cut_in_any_other_window(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, language: str, size: int
) -> None:
    settings = Settings()
    settings.set("language", language)
    settings.set(TEXT_SIZE, size)
    window, _ = open_window(qtbot, settings)
    window.resize(WIDE, HIGH)
    lines = [f"welcome: {each}" for each in cut(window)]
    window.files.open_example(EXAMPLE)
    tab = front(window)
    window.run(1)
    settle(qtbot, lambda: bool(tab.engine.store.names("main")) and not tab.engine.running)
    for name, each in chain(windows(window), questions(window, monkeypatch)):
        lines += [f"{name}: {text}" for text in settled(each)]
    for name, menu in menus(window):
        lines += [f"{name}: {text}" for text in cut_menu(menu)]
    opening = failed_opening()
    qtbot.addWidget(opening)
    opening.resize(WIDE, HIGH)
    opening.show()
    lines += [f"opening: {text}" for text in cut(opening)]
    assert lines == []
