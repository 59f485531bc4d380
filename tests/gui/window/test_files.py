"""New, open, save, close, reload, import and export, by keys and clicks on the window."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from app.window.questions import Answer
from app.window.settings import Settings
from blocks.cli.examples import example_texts
from tests.diagram.importers.pages import pin, text, use, write_page
from tests.gui.window.hands import click, click_block, drop_file, front, open_window, press, settle

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TWO_BLOCKS = {
    "format": "gradblocks/1",
    "title": "",
    "pages": [
        {
            "name": "main",
            "blocks": [
                {"id": "A", "type": "Const", "at": [0, 0], "values": {"val": [[3, 2], [-1, 0]]}},
                {"id": "n", "type": "Negate", "at": [200, 0]},
            ],
            "wires": [["A.output", "n.x"]],
        }
    ],
}


@pytest.fixture
def diagram(tmp_path: Path) -> Path:
    path = tmp_path / "two.gradblocks"
    path.write_text(json.dumps(TWO_BLOCKS))
    return path


def test_a_card_of_the_welcome_page_opens_its_example(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    name = "gradient_descent"
    card = window.findChild(QAbstractButton, f"example.{name}")
    assert card is not None
    click(card)
    tab = front(window)
    assert tab.title == name
    assert tab.document.path is None
    assert not tab.document.modified
    assert len(tab.page.blocks) == len(json.loads(example_texts()[name])["pages"][0]["blocks"])


def test_new_by_key_gives_an_empty_diagram_and_the_welcome_page_goes(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    assert window.tabs.count() == 1
    assert front(window).page.blocks == ()
    press(window, Qt.Key.Key_W, CTRL)
    assert window.tab is None
    assert window.tabs.tabText(0) == "Welcome"


def test_open_edit_save_and_the_mark_of_what_is_not_saved(qtbot: QtBot, diagram: Path) -> None:
    window, answers = open_window(qtbot)
    answers.to_open = [diagram]
    press(window, Qt.Key.Key_O, CTRL)
    tab = front(window)
    assert window.tabs.tabText(0) == "two"
    click_block(tab, "n")
    assert tab.scene.selected_ids() == ["n"]
    press(tab.view, Qt.Key.Key_Delete)
    assert [block.id for block in tab.page.blocks] == ["A"]
    assert window.tabs.tabText(0) == "\u2022 two"
    settle(qtbot, window.isWindowModified)
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert window.tabs.tabText(0) == "two"
    press(tab.view, Qt.Key.Key_Z, CTRL, SHIFT)
    press(tab.view, Qt.Key.Key_S, CTRL)
    assert window.tabs.tabText(0) == "two"
    assert [block["id"] for block in json.loads(diagram.read_text())["pages"][0]["blocks"]] == ["A"]
    assert window.settings.recent() == [diagram]


def test_save_as_asks_for_a_name_and_moves_the_tab_there(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    answers.to_save = tmp_path / "mine.gradblocks"
    press(front(window).view, Qt.Key.Key_S, CTRL)
    assert answers.asked == ["save Save as untitled.gradblocks"]
    assert front(window).document.path == tmp_path / "mine.gradblocks"
    assert window.tabs.tabText(0) == "mine"


def test_a_file_that_cannot_be_written_is_told_and_the_document_stays_modified(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = open_window(qtbot)
    press(window, Qt.Key.Key_N, CTRL)
    front(window).add_page()
    answers.to_save = tmp_path / "no such folder" / "mine.gradblocks"
    press(front(window).view, Qt.Key.Key_S, CTRL)
    assert "was not saved" in answers.asked[-1]
    assert front(window).document.modified


@pytest.mark.parametrize("content", ["{not json", '{"format": "gradblocks/9", "pages": []}', "[1]", ""])
def test_a_file_that_is_no_diagram_is_refused_with_a_sentence(qtbot: QtBot, tmp_path: Path, content: str) -> None:
    bad = tmp_path / "bad.gradblocks"
    bad.write_text(content)
    window, answers = open_window(qtbot)
    window.files.open(bad)
    assert window.tab is None
    assert answers.asked[-1].startswith('tell "bad.gradblocks" cannot be opened.')


@pytest.mark.parametrize(("answer", "stays"), [(Answer.CANCEL, True), (Answer.DISCARD, False), (Answer.SAVE, False)])
def test_closing_asks_about_what_is_not_saved(qtbot: QtBot, diagram: Path, answer: Answer, stays: bool) -> None:
    window, answers = open_window(qtbot)
    window.files.open(diagram)
    before = diagram.read_text()
    front(window).add_page()
    answers.keep_answer = answer
    press(front(window).view, Qt.Key.Key_W, CTRL)
    assert answers.asked == ["keep two"]
    assert (window.tab is not None) == stays
    assert (diagram.read_text() != before) == (answer is Answer.SAVE)
    answers.keep_answer = Answer.DISCARD


def test_the_window_stays_if_one_says_cancel(qtbot: QtBot, diagram: Path) -> None:
    window, answers = open_window(qtbot)
    window.files.open(diagram)
    front(window).add_page()
    answers.keep_answer = Answer.CANCEL
    assert not window.close()
    assert window.isVisible()
    answers.keep_answer = Answer.DISCARD
    assert window.close()


def test_a_file_that_is_open_already_comes_to_the_front(qtbot: QtBot, diagram: Path) -> None:
    window, _ = open_window(qtbot)
    window.files.open(diagram)
    window.files.new()
    window.files.open(diagram)
    assert window.tabs.count() == 2
    assert front(window).title == "two"


def test_a_file_that_another_program_changed_is_read_again_and_undo_takes_that_back(
    qtbot: QtBot, diagram: Path
) -> None:
    window, _ = open_window(qtbot)
    window.files.open(diagram)
    tab = front(window)
    first = tab.document.diagram.dumps()
    diagram.write_text(diagram.read_text().replace('"A"', '"B"').replace("A.output", "B.output"))
    settle(qtbot, lambda: tab.page.blocks[0].id == "B")
    assert not tab.document.modified
    assert tab.scene.block_item("B") is not None
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert tab.document.diagram.dumps() == first


def test_changes_on_both_sides_are_a_question_and_nothing_is_overwritten_unasked(qtbot: QtBot, diagram: Path) -> None:
    window, answers = open_window(qtbot)
    window.files.open(diagram)
    tab = front(window)
    tab.add_page()
    theirs = diagram.read_text().replace('"A"', '"B"').replace("A.output", "B.output")
    diagram.write_text(theirs)
    press(tab.view, Qt.Key.Key_S, CTRL)
    assert answers.asked == ["overwrite two.gradblocks"]
    assert diagram.read_text() == theirs
    settle(qtbot, tab.notice.isVisible)
    answers.yes = True
    click(tab.notice.act)
    assert tab.page.blocks[0].id == "B"
    assert not tab.notice.isVisible()


def test_a_dropped_file_is_opened(qtbot: QtBot, diagram: Path) -> None:
    window, _ = open_window(qtbot)
    drop_file(window, diagram)
    assert front(window).title == "two"
    other = diagram.with_name("other.gradblocks")
    other.write_text(diagram.read_text())
    drop_file(front(window).view.viewport(), other)
    assert front(window).title == "other"


def test_export_as_picture_and_as_drawing_with_the_diagram_inside(qtbot: QtBot, diagram: Path, tmp_path: Path) -> None:
    window, answers = open_window(qtbot)
    window.files.open(diagram)
    answers.to_save = tmp_path / "page.png"
    window.commands.trigger("file.png")
    image = QImage(str(answers.to_save))
    assert image.width() > 300
    colours = {image.pixelColor(QPoint(x, y)).name() for x in range(0, image.width(), 7) for y in range(0, 80, 3)}
    assert len(colours) > 3
    answers.to_save = tmp_path / "page.svg"
    window.commands.trigger("file.svg")
    root = ElementTree.fromstring(answers.to_save.read_text())
    inside = root.find("{http://www.w3.org/2000/svg}metadata")
    assert inside is not None
    assert inside.text == front(window).document.diagram.dumps()
    window.files.open(answers.to_save)
    assert front(window).title == "page"
    assert front(window).document.diagram.dumps() == inside.text
    assert front(window).document.path is None


def test_a_page_of_enuspace_is_imported_and_what_was_left_out_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = open_window(qtbot)
    const = use("A", "Const", pin("val", "{3,5}", "double", "[1][2]", v4=True))
    answers.to_open = [write_page(tmp_path, [const, text("a comment")])]
    window.commands.trigger("file.import")
    tab = front(window)
    assert [(block.id, block.type) for block in tab.page.blocks] == [("A", "Const")]
    assert tab.title == "page"
    assert tab.document.path is None
    assert answers.asked[-1].startswith('tell "page.svg" was imported.')


def test_recent_files_are_on_the_welcome_page_and_open_with_a_click(qtbot: QtBot, diagram: Path) -> None:
    settings = Settings()
    settings.add_recent(diagram)
    window, _ = open_window(qtbot, settings)
    rows = [row for row in window.findChildren(QAbstractButton) if row.accessibleDescription() == str(diagram)]
    assert len(rows) == 1
    click(rows[0])
    assert front(window).title == "two"
