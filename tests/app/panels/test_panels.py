from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from app.core import verbs
from app.core.document import Document
from app.panels.find import FindBar, matches, terms
from app.panels.help import Help
from app.panels.history import HistoryPanel
from app.panels.problems import Problems
from app.panels.rows import RIGHT
from blocks.base.errors import DiagramError
from blocks.document.data import Page
from blocks.library.index import find
from tests.app.panels.hands import LEFT, NONE, Key, args, key, type_text
from tests.document.documents import add_unknown


def _document() -> Document:
    document = Document.new()
    page = document.diagram.page("main")
    page.add("Const", id="A", val=[[3, 2], [-1, 0]])
    page.add("Const", id="rate", val=0.05)
    page.add("MatMul", id="product")
    add_unknown(page, "Foo", "odd")
    page.wire("A.output", "product.a")
    other = document.diagram.add_page("second")
    other.add("Variable", id="weights", initvalues=[1.0])
    return document


def _click_row(panel: Problems | HistoryPanel, row: int) -> None:
    item = panel.list.item(row)
    panel.list.scrollToItem(item)
    QTest.mouseClick(panel.list.viewport(), LEFT, NONE, panel.list.visualItemRect(item).center())


# Problems


@pytest.fixture
def problems(qtbot: QtBot) -> Problems:
    problems = Problems()
    qtbot.addWidget(problems)
    problems.resize(600, 200)
    problems.show()
    return problems


def _error(block: str, pin: str | None = None, page: str = "main", message: str = "is wrong") -> DiagramError:
    return DiagramError(message, block=block, pin=pin, page=page)


def test_a_click_on_a_problem_goes_there(problems: Problems, qtbot: QtBot) -> None:
    assert problems.nothing.isVisible()
    problems.show_problems({"main": [_error("a"), _error("b", "x")]})
    assert problems.count == 2
    with qtbot.waitSignals([problems.go_to, problems.pin_chosen]):
        _click_row(problems, 1)
    with qtbot.waitSignal(problems.go_to) as gone:
        key(problems.list, Key.Key_Return)
    assert args(gone) == ["main", "b"]
    assert problems.list.item(1).data(RIGHT) == "b.x"


def test_the_page_is_named_where_there_are_several(problems: Problems) -> None:
    checked = {"main": [_error("a")], "second": [_error("b", page="second")]}
    problems.show_problems(checked, [_error("a", message="NaN")])
    assert [problems.list.item(row).data(RIGHT) for row in range(3)] == ["main/a", "main/a", "second/b"]
    assert problems.list.item(0).text() == "NaN", "what a run failed with comes first"
    problems.show_problems({})
    assert (problems.count, problems.nothing.isVisible()) == (0, True)


def test_the_keys_still_go_to_the_list_when_problems_are_back_after_a_moment_without(
    problems: Problems, qtbot: QtBot
) -> None:
    QLineEdit(problems).show()
    problems.show_problems({"main": [_error("a")]})
    problems.setFocus()
    qtbot.waitUntil(problems.list.hasFocus)
    problems.show_problems({})
    problems.show_problems({"main": [_error("b")]})
    assert problems.list.hasFocus() and not problems.nothing.isVisible()


def test_problems_are_copied(problems: Problems) -> None:
    problems.show_problems({"main": [_error("a"), _error("b", "x")]})
    problems.list.setFocus()
    problems.list.selectAll()
    problems.list.copy_rows()
    assert QApplication.clipboard().text() == "is wrong  (a)\nis wrong  (b.x)"


def test_the_marked_problem_stays_marked(problems: Problems) -> None:
    problems.show_problems({"main": [_error("a"), _error("b")]})
    problems.list.setCurrentRow(1)
    problems.show_problems({"main": [_error("b")]})
    assert problems.list.currentRow() == 0


def test_very_many_problems_are_counted(problems: Problems) -> None:
    problems.show_problems({"main": [_error(f"b{i}") for i in range(5000)]})
    assert problems.count == 5000
    assert problems.list.count() == 1001
    assert "4,000 more" in problems.list.item(1000).text()
    _click_row(problems, 1000)


# History


@pytest.fixture
def history(qtbot: QtBot) -> HistoryPanel:
    panel = HistoryPanel()
    qtbot.addWidget(panel)
    panel.resize(300, 300)
    panel.show()
    return panel


def _rows(panel: HistoryPanel) -> list[str]:
    return [panel.list.item(row).text() for row in range(panel.list.count())]


def test_a_click_goes_back_and_forward(history: HistoryPanel, qtbot: QtBot) -> None:
    document = _document()
    before = document.diagram.dumps()
    history.show_page(document, "main")
    for name, new in (("A", "a"), ("rate", "alpha"), ("product", "p")):
        edit = verbs.rename(document.page("main"), name, new)
        assert edit is not None
        document.do(*edit)
    after = document.diagram.dumps()
    expected = ["New diagram", "Rename A to a", "Rename rate to alpha", "Rename product to p"]
    qtbot.waitUntil(lambda: _rows(history) == expected)
    assert history.list.currentRow() == 3
    _click_row(history, 1)
    assert document.history.position == 1
    assert history.list.currentRow() == 1
    assert len(_rows(history)) == 4, "what was undone is still there"
    _click_row(history, 0)
    assert document.diagram.dumps() == before
    _click_row(history, 3)
    assert document.diagram.dumps() == after
    history.list.setCurrentRow(0)
    key(history.list, Key.Key_Return)
    assert document.diagram.dumps() == before
    document.redo()
    edit = verbs.rename(document.page("main"), "rate", "r")
    assert edit is not None
    document.do(*edit)
    qtbot.waitUntil(lambda: _rows(history) == ["New diagram", "Rename A to a", "Rename rate to r"])


def test_history_of_another_diagram_and_of_none(history: HistoryPanel) -> None:
    document = _document()
    history.show_page(document, "main")
    edit = verbs.rename(document.page("main"), "A", "<b>a")
    assert edit is not None
    document.do(*edit)
    history.show_page(Document.new(), "main")
    assert _rows(history) == ["New diagram"]
    history.show_page(None)
    assert history.nothing.isVisible()
    history.show_page(document, "main")
    assert _rows(history) == ["New diagram", "Rename A to <b>a"]


def test_a_very_long_history_shows_its_end(history: HistoryPanel) -> None:
    document = _document()
    for i in range(600):
        edit = verbs.set_value(document.page("main"), "A", "val", i)
        assert edit is not None
        document.do(*edit)
    history.show_page(document, "main")
    assert len(_rows(history)) == 502
    assert _rows(history)[1] == "100 older edits"
    assert history.list.currentRow() == 501
    _click_row(history, 1)
    assert document.history.position == 600


# Find


def _found(query: str, faulty: tuple[str, ...] = ()) -> list[str]:
    pages = [view.snapshot() for view in _document().pages]
    return [match.block for match in matches(query, pages, {"main": faulty}, find)]


@pytest.mark.parametrize(
    ("query", "blocks"),
    [
        ("", []), ("prod", ["product"]), ("const", ["A", "rate"]), ("type:const -rate", ["A"]), ("id:a", ["A", "rate"]),
        ("0.05", ["rate"]), ("value:-1", ["A"]), ("val=0.05", ["rate"]),
        ("is:unused", ["rate", "product", "odd", "weights"]), ("is:stateful", ["weights"]),
        ("is:unknown", ["odd"]), ("is:error", ["product"]), ("is:unwired", ["rate", "odd", "weights"]),
        ("is:what", []), ("weights", ["weights"]), ('"[[3, 2]"', ["A"]), ("-is:unused", ["A"]), ("x:y", []),
    ],
)  # fmt: skip
def test_queries(query: str, blocks: list[str]) -> None:
    assert _found(query, ("product",)) == blocks


def test_words_of_a_query() -> None:
    assert [tuple(term) for term in terms('type:Const -is:muted "two words"')] == [
        ("type", "const", False),
        ("is", "muted", True),
        ("", "two words", False),
    ]


@pytest.fixture
def bar(qtbot: QtBot) -> FindBar:
    bar = FindBar()
    qtbot.addWidget(bar)
    bar.resize(700, 40)
    bar.show_page(_document(), "main")
    bar.open()
    return bar


def test_enter_walks_through_what_was_found(bar: FindBar, qtbot: QtBot) -> None:
    assert bar.edit.hasFocus()
    type_text(bar.edit, "const")
    visited: list[str] = []

    def visit(_page: str, block: str) -> None:
        visited.append(block)

    bar.go_to.connect(visit)
    key(bar.edit, Key.Key_Return)
    assert bar.count.text() == "1 of 2"
    key(bar.edit, Key.Key_Return)
    key(bar.edit, Key.Key_Return)
    key(bar.edit, Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.mouseClick(bar.after, LEFT)
    assert visited == ["A", "rate", "A", "rate", "A"]
    bar.edit.selectAll()
    type_text(bar.edit, "qqq")
    qtbot.waitUntil(lambda: bar.count.text() == "no matches")
    with qtbot.assertNotEmitted(bar.go_to):
        key(bar.edit, Key.Key_Return)


def test_what_is_found_follows_the_document_and_marks_the_page_in_front(bar: FindBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.found_changed) as signal:
        type_text(bar.edit, "weights")
    assert args(signal) == [[]]
    assert [tuple(match) for match in bar.found()] == [("second", "weights")]
    with qtbot.waitSignal(bar.go_to) as gone:
        key(bar.edit, Key.Key_Return)
    assert args(gone) == ["second", "weights"]
    document = bar.document
    assert document is not None
    edit = verbs.rename(document.page("main"), "A", "weights")
    assert edit is not None
    with qtbot.waitSignal(bar.found_changed):
        document.do(*edit)
    assert len(bar.found()) == 2
    with qtbot.waitSignal(bar.closed):
        key(bar.edit, Key.Key_Escape)
    assert not bar.isVisible()
    assert bar.found() == []


def test_the_filter_menu(bar: FindBar) -> None:
    bar.set_faulty({"main": {"product"}})
    menu = bar.filters.menu()
    assert menu is not None
    action = next(each for each in menu.actions() if each.text() == "Blocks with a problem")
    action.trigger()
    assert bar.edit.text() == "is:error"
    assert [match.block for match in bar.found()] == ["product"]


# Help


@pytest.fixture
def panel(qtbot: QtBot) -> Help:
    panel = Help()
    qtbot.addWidget(panel)
    panel.resize(330, 600)
    panel.show()
    return panel


def test_help_shows_what_the_declaration_says(panel: Help, qtbot: QtBot) -> None:
    panel.show_type("MatMul")
    text = panel.browser.toPlainText()
    for words in ("Multiply two matrices", "transpose_a", "the left matrix", "Gradients flow back", "product ="):
        assert words in text
    with qtbot.waitSignal(panel.insert_requested) as asked:
        QTest.mouseClick(panel.insert, LEFT)
    assert args(asked) == ["MatMul"]
    with qtbot.waitSignal(panel.example_requested) as given:
        QTest.mouseClick(panel.insert_example, LEFT)
    page = args(given)[0]
    assert isinstance(page, Page)
    document = Document.new()
    pasted = verbs.paste(document.page("main"), page, (0, 0))
    assert pasted is not None
    document.do(*pasted[:2])
    assert [block.type for block in document.page("main").blocks] == ["Const", "Const", "MatMul"]


def test_links_lead_to_other_types_and_back(panel: Help, qtbot: QtBot) -> None:
    panel.show_type("AddSymbolicGradients")
    assert not panel.back.isVisible()
    assert "block:StopGradient" in panel.browser.toHtml()
    with qtbot.waitSignal(panel.block_chosen) as chosen:
        panel.browser.anchorClicked.emit(QUrl("block:StopGradient"))
    assert args(chosen) == ["StopGradient"]
    assert panel.title.full() == "StopGradient"
    QTest.mouseClick(panel.back, LEFT)
    assert panel.type_name == "AddSymbolicGradients"
    panel.browser.anchorClicked.emit(QUrl("https://example.org/"))
    assert panel.type_name == "AddSymbolicGradients"


def test_help_paints_nothing_while_it_is_hidden(panel: Help) -> None:
    panel.hide()
    panel.show_type("MatMul")
    assert panel.type_name == "MatMul"
    assert "matrices" not in panel.browser.toPlainText()
    panel.show()
    assert "matrices" in panel.browser.toPlainText()


def test_help_with_an_unknown_type(panel: Help) -> None:
    panel.show_type("<script>")
    assert "There is no block type '<script>'" in panel.browser.toPlainText()
    assert not panel.insert.isVisible()
    assert panel.example() is None


def test_every_type_can_be_shown_at_any_width(panel: Help) -> None:
    from app.panels.catalogue import library

    for spec in library()[::7]:
        panel.show_type(spec.name)
        assert spec.summary.split(".")[0][:20] in panel.browser.toPlainText()
    panel.resize(240, 400)
    panel.resize(900, 400)
