"""The languages of the window: what is translated, and what happens while another one is chosen."""

from __future__ import annotations

import string
import subprocess
import sys
from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QComboBox, QHeaderView, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from app.window.language import CONTEXT, choose, load
from app.window.settings import Settings
from app.window.window import MainWindow
from blocks.base import language
from blocks.base.engine_texts import in_language, sentence_of, values_of
from blocks.base.errors import DiagramError
from blocks.base.language import plural, tr
from blocks.base.literal_text import parse_text
from blocks.cli.packages import TRUST
from blocks.document.changes import AddBlocks
from blocks.document.data import Block
from tests import engine_texts
from tests.app.window.hands import front, open_window, settle
from tests.translations import TRANSLATED, read, sources

MOST_MENUS, MOST_MISSING = 0, 0
"""So many texts may wait for a translation: of commands, menus and panels, and of all texts of the window, of lessons
and examples. These may only fall."""
LEAST_OF_ENGINE = 1780
"""So many sentences of the engine are translated at least."""


@pytest.mark.parametrize("name", TRANSLATED)
def test_what_is_not_translated_is_counted(name: str) -> None:
    texts = read(name)
    missing = [source for text, source in sources().items() if text not in texts or not texts[text].is_there]
    assert sum(source.menu for source in missing) <= MOST_MENUS, missing
    assert len(missing) <= MOST_MISSING, missing


def test_the_window_warns_of_foreign_code_in_the_words_of_the_command_line() -> None:
    assert TRUST in sources()


def test_the_sentences_of_the_engine_that_are_translated_are_counted() -> None:
    written = set(engine_texts.written())
    for name in TRANSLATED:
        texts = read(name)
        assert all(texts[each].is_there for each in written), "python -m tests.translations brings them up to date"
    assert len(written & set(engine_texts.collected())) >= LEAST_OF_ENGINE


@pytest.mark.parametrize("name", TRANSLATED)
def test_the_files_that_qt_reads_are_made_of_the_others(name: str) -> None:
    texts, translator = sources(), load(name)
    for text, translation in read(name).items():
        counted = text in texts and texts[text].counted
        forms: set[str] = set()
        for number in (2, 1) if counted else (-1,):
            forms.add(str(translator.translate(CONTEXT, text, None, number) or ""))
        assert forms == (set(translation.forms) if translation.is_there else {""}), (
            "python -m tests.translations brings them up to date"
        )
        for form in filter(None, forms):
            assert _fields(form) <= _fields(text), text
            assert counted or _fields(form) == _fields(text), text


def _fields(text: str) -> set[str | None]:
    """The placeholders of a text."""
    if "{{" in text or "{" not in text:
        return set()
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_texts_work_without_qt() -> None:
    code = "import sys; sys.modules['PySide6'] = None; import blocks.base.language as l; print(l.tr('a {b}', b=1))"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout == b"a 1\n"


def test_one_and_many() -> None:
    assert plural(1, "{n} block", "{n:,} blocks") == "1 block"
    assert plural(1234, "{n} block", "{n:,} blocks") == "1,234 blocks"
    assert tr("Saved {name}", name="a{b}") == "Saved a{b}"


def test_what_was_said_can_be_said_again() -> None:
    english = tr("Saved {name}", name="x")
    language.use(lambda text, _number: {"Saved {name}": "{name} gesichert"}.get(text, text))
    try:
        source = language.source_of(english)
        assert source is not None
        german = language.retranslated(source)
        assert german == "x gesichert"
        assert language.source_of("what nobody said") is None
    finally:
        language.use(None)
    assert language.same(german, english)
    assert not language.same(german, "Saved y")


_PROPERTIES = ("text", "title", "windowTitle", "toolTip", "placeholderText", "accessibleName", "prefix")


_OF_QT = ("ScrollLeftButton", "ScrollRightButton", "qt_dockwidget_floatbutton", "qt_dockwidget_closebutton")
"""Buttons that Qt makes itself keep the language in which they were made."""


def shown(window: QWidget) -> Counter[tuple[str, str, str]]:
    """Every text of a window: what widgets, actions, tabs and headers show or tell."""
    words: list[tuple[str, str, str]] = []
    for widget in (window, *window.findChildren(QWidget)):
        kind = type(widget).__name__
        if widget.objectName() in _OF_QT:
            continue
        words += [(kind, name, str(widget.property(name) or "")) for name in _PROPERTIES]
        if isinstance(widget, QTabBar):
            words += [(kind, "tab", widget.tabText(i) + widget.tabToolTip(i)) for i in range(widget.count())]
        if isinstance(widget, QComboBox):
            words += [(kind, "item", widget.itemText(i)) for i in range(widget.count())]
        if isinstance(widget, QHeaderView) and widget.orientation() is Qt.Orientation.Horizontal:
            texts = [widget.model().headerData(i, Qt.Orientation.Horizontal) for i in range(widget.count())]
            words += [(kind, "header", str(text)) for text in texts]
    for action in window.findChildren(QAction):
        words.append(("QAction", action.objectName(), f"{action.text()} {action.toolTip()}"))
    return Counter(each for each in words if each[2])


def test_where_a_typed_value_is_wrong_is_said_in_another_language(qapp: QApplication) -> None:
    choose("de")
    try:
        with pytest.raises(DiagramError) as caught:
            parse_text("3,0")
        assert sentence_of(caught.value).startswith("Spalte 2: ein Komma trennt Werte: eine Zahl hat einen Punkt")
    finally:
        choose("en")


def test_what_the_engine_says_is_taken_apart_and_said_in_another_language(qapp: QApplication) -> None:
    known = engine_texts.collected()
    for error, text in (
        (DiagramError("MatMul: cannot multiply matrices of shapes [2,3] and [4,5]", hint="transpose the input"),
         "{name}: cannot multiply matrices of shapes {both}"),
        (DiagramError("x is not wired and has no default"),
         "{pin} is not wired and has no default"),
        (DiagramError("the formula of Rate has {k}, which is not one of its pins or attributes"),
         "the formula of {name} has {{{name2}}}, which is not one of its pins or attributes"),
    ):  # fmt: skip
        assert text in known
        parts = values_of(error.message)
        assert parts is not None and parts[0].format(**parts[1]) == error.message
    assert values_of("a sentence that nobody says") is None
    error = DiagramError("there is no block type 'Foo'", hint="the pages are: a, b")
    assert sentence_of(error) == "there is no block type 'Foo'. The pages are: a, b."
    choose("de")
    assert sentence_of(error) == "Es gibt keinen Blocktyp 'Foo'. Die Seiten sind: a, b."
    assert in_language("a sentence that nobody says") == "a sentence that nobody says"
    assert in_language("body/x: there is no block type 'Foo'") == "body/x: Es gibt keinen Blocktyp 'Foo'"
    assert in_language("a: nobody says this: never") == "a: nobody says this: never"


def test_texts_are_collected_that_reach_an_error_by_way_of_something() -> None:
    source = '''
def check(block, shape, wide):
    text = f"{block.name} needs a vector"
    if wide:
        raise DiagramError(f"{text}, got shape {shape}")
    text = f"the block {block.name}"
    if wide:
        text += f" has {shape}"
    wrong(block, text)
    text = "nothing is wide here" if shape else "nothing is narrow here"
    wrong(block, text)
    text = "nobody is told of this"
    print(text)
    raise DiagramError(reason(shape))

def wrong(block, what):
    """Nobody reads this here."""
    raise DiagramError(what, block=block)

def reason(shape):
    return f"the shape {shape} is too odd"
'''
    assert engine_texts.of_sources([source]) == [
        "nothing is narrow here",
        "nothing is wide here",
        "the block {name}",
        "the block {name} has {shape}",
        "the shape {shape} is too odd",
        "{name} needs a vector, got shape {shape}",
    ]


def test_problems_are_told_in_the_language_that_is_chosen(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.commands.trigger("file.new")
    tab = front(window)
    document = tab.document
    document.do(AddBlocks(tab.page_name, ((0, Block("a", "MatMul", (0.0, 0.0))),)), "")
    window.docks.show("problems")
    rows = window.panels.problems.list
    settle(qtbot, lambda: rows.count() > 0)
    assert rows.item(0).text() == "MatMul: input a is not wired and has no value"
    window.settings.set("language", "de")
    settle(qtbot, lambda: rows.item(0).text() == "MatMul braucht einen Wert an a: dort ist nichts angeschlossen")
    assert "MatMul braucht" in rows.item(0).toolTip()


def _opened(qtbot: QtBot, name: str) -> MainWindow:
    settings = Settings()
    settings.set("language", name)
    window, _ = open_window(qtbot, settings)
    window.commands.trigger("file.new")
    front(window).add_page()
    for panel in ("exercises", "gradient", "timings", "steps", "results"):
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
        here, there = Counter(shown(window)), Counter(shown(other))  # Qt puts scroll bars in any order
        assert (here - there, there - here) == (Counter(), Counter())
        other.close()
    window.settings.set("language", "en")
    qtbot.wait(50)
    here = shown(window)
    assert (dict(here - english), dict(english - here)) == ({}, {})
