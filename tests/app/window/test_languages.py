"""The languages of the window: what is translated, and what happens while another one is chosen."""

from __future__ import annotations

import string
import subprocess
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHeaderView, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from app import language
from app.language import several, tr
from app.window.language import CONTEXT, load
from app.window.settings import Settings
from app.window.window import MainWindow
from tests.app.window.hands import front, open_window, settle
from tests.translations import TRANSLATED, read, sources


@pytest.mark.parametrize("name", TRANSLATED)
def test_the_files_hold_what_the_source_says(name: str) -> None:
    texts, translator = read(name), load(name)
    found = sources()
    assert set(texts) == set(found), "python -m tests.translations brings the files up to date"
    for text, translation in texts.items():
        if not translation.is_there:
            continue
        forms = [translator.translate(CONTEXT, text, None, n) for n in (2, 1)] if found[text].counted else [
            translator.translate(CONTEXT, text)
        ]  # fmt: skip
        assert set(forms) == set(translation.forms)
        for form in translation.forms:
            assert _fields(form) <= _fields(text), text
            assert found[text].counted or _fields(form) == _fields(text), text


def _fields(text: str) -> set[str | None]:
    """The placeholders of a text."""
    if "{{" in text or "{" not in text:
        return set()
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_texts_work_without_qt() -> None:
    code = "import sys; sys.modules['PySide6'] = None; import app.language as l; print(l.tr('a {b}', b=1))"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout == b"a 1\n"


def test_one_and_many() -> None:
    assert several(1, "{n} block", "{n:,} blocks") == "1 block"
    assert several(1234, "{n} block", "{n:,} blocks") == "1,234 blocks"
    assert tr("Saved {name}", name="a{b}") == "Saved a{b}"


def test_what_was_said_can_be_said_again() -> None:
    english = tr("Saved {name}", name="x")
    language.use(lambda text, _number: {"Saved {name}": "{name} gesichert"}.get(text, text))
    try:
        made = language.made_of(english)
        assert made is not None
        german = language.again(made)
        assert german == "x gesichert"
        assert language.made_of("what nobody said") is None
    finally:
        language.use(None)
    assert language.same(german, english)
    assert not language.same(german, "Saved y")


_PROPERTIES = ("text", "title", "windowTitle", "toolTip", "placeholderText", "accessibleName", "prefix")


_OF_QT = ("ScrollLeftButton", "ScrollRightButton", "qt_dockwidget_floatbutton", "qt_dockwidget_closebutton")
"""Buttons that Qt makes itself keep the language in which they were made."""


def shown(window: QWidget) -> list[tuple[str, str, str]]:
    """Every text of a window: what widgets, actions, tabs and headers show or tell."""
    found: list[tuple[str, str, str]] = []
    for widget in (window, *window.findChildren(QWidget)):
        kind = type(widget).__name__
        if widget.objectName() in _OF_QT:
            continue
        found += [(kind, name, str(widget.property(name) or "")) for name in _PROPERTIES]
        if isinstance(widget, QTabBar):
            found += [(kind, "tab", widget.tabText(i) + widget.tabToolTip(i)) for i in range(widget.count())]
        if isinstance(widget, QComboBox):
            found += [(kind, "item", widget.itemText(i)) for i in range(widget.count())]
        if isinstance(widget, QHeaderView) and widget.orientation() is Qt.Orientation.Horizontal:
            texts = [widget.model().headerData(i, Qt.Orientation.Horizontal) for i in range(widget.count())]
            found += [(kind, "header", str(text)) for text in texts]
    for action in window.findChildren(QAction):
        found.append(("QAction", action.objectName(), f"{action.text()} {action.toolTip()}"))
    return found


def _opened(qtbot: QtBot, name: str) -> MainWindow:
    settings = Settings()
    settings.set("language", name)
    window, _ = open_window(qtbot, settings)
    window.commands.trigger("file.new")
    front(window).add_page()
    for panel in ("lessons", "gradient", "timings", "steps", "results"):
        window.docks.show(panel)
    window.refresh()
    settle(qtbot, lambda: bool(window.panels.gradient.step.text()))
    return window


def test_all_that_is_open_follows_another_language(qtbot: QtBot) -> None:
    window = _opened(qtbot, "en")
    english = shown(window)
    for name in ("ko", "de"):
        window.settings.set("language", name)
        qtbot.wait(50)
        other = _opened(qtbot, name)
        assert [each for each in zip(shown(window), shown(other), strict=True) if each[0] != each[1]] == []
        other.close()
    window.settings.set("language", "en")
    qtbot.wait(50)
    assert [each for each in zip(shown(window), english, strict=True) if each[0] != each[1]] == []
