"""What assistive technology finds in the window, read through Qt's accessibility interface; and what keys reach."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.window.widgets.panel_table import PANELS
from app.window.window import MainWindow
from tests.app.window.hands import front, open_window, settle


def unnamed(root: QWidget) -> Iterator[str]:
    """The widgets that can have the focus, and tell neither a name nor what they are."""
    for widget in (root, *root.findChildren(QWidget)):
        above = widget.parentWidget()
        popup = above is not None and above.inherits("QComboBoxPrivateContainer")
        if widget.objectName() == "qt_spinbox_lineedit" or popup:  # Qt tells the whole that they are a part of
            continue
        empty = isinstance(widget, QLabel) and not widget.text()
        passes_on = widget.focusProxy() is not None or widget.focusPolicy() is Qt.FocusPolicy.NoFocus
        if empty or passes_on or not widget.isVisibleTo(root):
            continue
        told = QAccessible.queryAccessibleInterface(widget)
        if not told.text(QAccessible.Text.Name) or told.role() is QAccessible.Role.NoRole:
            yield " in ".join(_line(widget))


def _line(widget: QWidget | None) -> Iterator[str]:
    while widget is not None:
        yield f"{type(widget).__name__} {widget.objectName()}".strip()
        widget = widget.parentWidget()


def _opened(qtbot: QtBot) -> MainWindow:
    window, _ = open_window(qtbot)
    window.files.open_example("gan_step")
    front(window).scene.select(["fake"])
    return window


def test_all_that_can_have_the_focus_has_a_name_and_a_role(qtbot: QtBot) -> None:
    window = _opened(qtbot)
    tab = front(window)
    window.run(1)
    settle(qtbot, lambda: bool(tab.engine.store.names("main")) and not tab.engine.running)
    for place in PANELS:
        window.docks.show(place.name)
        qtbot.wait(20)
        assert list(unnamed(window)) == [], place.name
    window.open_find()
    window.command_palette.open()
    window.quick_search()
    assert list(unnamed(window)) == []
    window.show_welcome()
    assert list(unnamed(window)) == []


@pytest.mark.parametrize(
    "name", ["help.shortcuts", "help.manual", "composite.packages", "composite.loop", "train.loss"]
)
def test_windows_that_are_opened_have_names_too(qtbot: QtBot, name: str) -> None:
    window = _opened(qtbot)
    known = {id(each) for each in QApplication.topLevelWidgets()}
    found: list[list[str]] = []

    def look() -> None:
        opened = [each for each in QApplication.topLevelWidgets() if id(each) not in known and each.isVisible()]
        for each in opened:
            found.append([] if each.windowTitle() else ["no title"])
            found.append(list(unnamed(each)))
            each.close()
        if not opened:
            QTimer.singleShot(50, look)

    QTimer.singleShot(50, look)  # some of them wait for an answer
    window.commands.trigger(name)
    settle(qtbot, lambda: bool(found))
    assert not any(found), found


def test_every_command_can_be_given_by_keys(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    letters = [menu.title().partition("&")[2][:1].casefold() for menu in window.menus.values() if "&" in menu.title()]
    assert len(set(letters)) == len(letters) == 8
    reached = {action.objectName() for menu in window.menus.values() for action in menu.actions()}
    for name, command in window.commands.commands.items():
        assert name in reached or command.shortcut, name
    palette = QKeySequence(window.commands.shortcut("help.commands"))
    assert not palette.isEmpty()  # which finds all of them
