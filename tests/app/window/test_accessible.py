"""What assistive technology finds in the window, read through Qt's accessibility interface; and what keys reach."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.window.panel_table import PANELS
from app.window.window import MainWindow
from tests.app.window.every_window import EXAMPLE, menus, questions, windows
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


def test_where_the_focus_is_can_be_seen(qtbot: QtBot) -> None:
    window = _opened(qtbot)
    view, seen, same = front(window).view, set[int](), list[str]()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Shift)  # who uses the mouse sees it anyway
    for place in PANELS:
        window.docks.show(place.name)
        qtbot.wait(60)
        for widget in window.findChildren(QWidget):
            takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
            if widget is view or not takes or not widget.isVisible() or not widget.isEnabled() or id(widget) in seen:
                continue
            seen.add(id(widget))
            view.setFocus()
            before = widget.grab().toImage()
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            if not widget.hasFocus() or widget.grab().toImage() == before:
                same.append(" in ".join(_line(widget)))
    assert same == []
    assert len(seen) > 30


def test_windows_beside_it_have_names_too(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example(EXAMPLE)
    tab = front(window)
    window.run(1)
    settle(qtbot, lambda: bool(tab.engine.store.names("main")) and not tab.engine.running)
    seen, nameless = 0, list[str]()
    for name, each in chain(windows(window), questions(window, monkeypatch)):
        seen += 1
        told = QAccessible.queryAccessibleInterface(each)
        if not told.text(QAccessible.Text.Name) and not each.windowTitle():
            nameless.append(f"{name}: the window itself")
        nameless += [f"{name}: {text}" for text in unnamed(each)]
        nameless += [f"{name}: {text}" for text in unreached(each)]
    for name, menu in menus(window):
        nameless += [f"{name}: an entry" for action in menu.actions() if not action.isSeparator() and not action.text()]
    assert nameless == [] and seen > 15


def unreached(root: QWidget) -> Iterator[str]:
    """The buttons and fields of a window that no Tab reaches, though nothing else does what they do."""
    for widget in root.findChildren(QPushButton):
        if widget.isVisibleTo(root) and widget.isEnabled() and not widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield f"no Tab reaches {widget.text()}"


def test_every_command_can_be_given_by_keys(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    letters = [menu.title().partition("&")[2][:1].casefold() for menu in window.menus.values() if "&" in menu.title()]
    assert len(set(letters)) == len(letters) == 8
    reached = {action.objectName() for menu in window.menus.values() for action in menu.actions()}
    for name, command in window.commands.commands.items():
        assert name in reached or command.shortcut, name
    palette = QKeySequence(window.commands.shortcut("help.commands"))
    assert not palette.isEmpty()  # which finds all of them
