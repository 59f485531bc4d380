"""New, open, save, close, reload, import and export, by keys and clicks on the window."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from app.canvas.scene import PageScene
from app.core.document import Document
from app.face.geometry import WireStyle
from app.window.documents import files
from app.window.documents.opening import LARGE, Contents, OpeningTab
from app.window.settings import Settings
from app.window.tabs import DiagramTab
from app.window.widgets.questions import UserAnswer
from blocks.cli.examples import example_texts
from blocks.document.changes import Group, SetValue
from blocks.document.file import loads
from blocks.document.merging.between import changes_between
from blocks.door.editing import edit as door_edit
from blocks.door.editing import undo as door_undo
from tests.app.window.hands import click, click_block, drop_file, front, open_window, press, settle
from tests.interchange.enuspace.pages import pin, text, use, write_page
from tests.run.planted import PATIENCE

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
def test_a_file_that_is_no_diagram_is_refused_with_a_sentence_and_can_be_tried_again(
    qtbot: QtBot, tmp_path: Path, content: str
) -> None:
    bad = tmp_path / "bad.gradblocks"
    bad.write_text(content)
    window, _ = open_window(qtbot)
    window.files.open(bad)
    window.files.open(bad)
    assert window.tab is None
    page = window.tabs.currentWidget()
    assert isinstance(page, OpeningTab)
    assert page.head.text() == '"bad.gradblocks" cannot be opened.'
    assert page.path_label.text() == str(bad)
    assert len(page.text.toPlainText()) > 10
    assert "Traceback" not in page.text.toPlainText()
    assert window.tabs.count() == 2
    bad.write_text(json.dumps(TWO_BLOCKS))
    click(page.again)
    assert front(window).title == "bad"
    assert window.tabs.count() == 1


def test_a_file_that_cannot_be_opened_goes_with_its_tab(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = open_window(qtbot)
    window.files.open(tmp_path / "nobody has seen it.gradblocks")
    page = window.tabs.currentWidget()
    assert isinstance(page, OpeningTab)
    assert "cannot be read" in page.faults
    click(page.close_button)
    assert [window.tabs.tabText(i) for i in range(window.tabs.count())] == ["Welcome"]
    window.files.open(tmp_path / "nobody has seen it.gradblocks")
    again = window.tabs.currentWidget()
    assert isinstance(again, OpeningTab)
    assert again is not page
    click(again.close_button)
    assert [window.tabs.tabText(i) for i in range(window.tabs.count())] == ["Welcome"]


@pytest.fixture
def large(tmp_path: Path) -> Path:
    blocks = [{"id": f"b{i}", "type": "Negate", "at": [i % 50 * 200, i // 50 * 100]} for i in range(4000)]
    wires = [[f"b{i}.y", f"b{i + 1}.x"] for i in range(3999)]
    path = tmp_path / "large.gradblocks"
    page = {"name": "main", "blocks": blocks, "wires": wires, "notes": [{"at": [0, -90], "text": "a note"}]}
    path.write_text(json.dumps({**TWO_BLOCKS, "pages": [page]}))
    assert path.stat().st_size > LARGE
    return path


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Reading files waits for this; it holds which threads read."""
    go = threading.Event()
    read = files.read_file

    def wait(path: Path, wires: WireStyle) -> Contents:
        assert threading.current_thread() is not threading.main_thread()
        assert go.wait(PATIENCE)
        return read(path, wires)

    monkeypatch.setattr(files, "read_file", wait)
    return go


def test_a_large_file_is_read_while_the_window_goes_on(qtbot: QtBot, large: Path, slow: threading.Event) -> None:
    window, _ = open_window(qtbot)
    window.files.open(large)
    page = window.tabs.currentWidget()
    assert isinstance(page, OpeningTab)
    assert page.bar.isVisible()
    assert page.head.text() == 'Opening "large.gradblocks"...'
    window.files.open(large)
    press(window, Qt.Key.Key_N, CTRL)
    added = front(window)
    assert window.tabs.count() == 2
    slow.set()
    settle(qtbot, lambda: len(window.tabs.diagrams()) == 2)
    assert front(window) is added  # whoever went on with something else is not called away
    assert [tab.title for tab in window.tabs.diagrams()] == ["untitled", "large"]
    assert len(window.tabs.diagrams()[1].page.blocks) == 4000
    assert window.tabs.count() == 2


@pytest.mark.parametrize("curved", [False, True])
def test_a_large_page_looks_as_if_it_had_been_read_at_once(qtbot: QtBot, large: Path, curved: bool) -> None:
    settings = Settings()
    settings.set("curved", curved)
    window, _ = open_window(qtbot, settings)
    window.files.open(large)
    settle(qtbot, lambda: window.tab is not None)
    shown = front(window).scene
    plain = PageScene(Document.open(large), "main")
    plain.set_wire_style("curved" if curved else "orthogonal")
    assert shown.mirror.rects.tolist() == plain.mirror.rects.tolist()
    assert [wire.points for wire in shown.mirror.wires] == [wire.points for wire in plain.mirror.wires]
    assert [note.rect for note in shown.mirror.notes] == [note.rect for note in plain.mirror.notes]
    assert shown.mirror.bounds() == plain.mirror.bounds()
    assert shown.sceneRect().contains(shown.mirror.bounds())


def test_a_large_file_whose_tab_is_closed_does_not_come(qtbot: QtBot, large: Path, slow: threading.Event) -> None:
    window, _ = open_window(qtbot)
    window.files.open(large)
    press(window, Qt.Key.Key_W, CTRL)
    slow.set()
    window.files.opener.close()
    QApplication.processEvents()
    assert window.tab is None
    assert window.tabs.count() == 1


def test_a_window_may_close_while_a_large_file_is_read(qtbot: QtBot, large: Path, slow: threading.Event) -> None:
    window, _ = open_window(qtbot)
    window.files.open(large)
    slow.set()
    assert window.close()
    QApplication.processEvents()


@pytest.mark.parametrize(
    ("answer", "stays"), [(UserAnswer.CANCEL, True), (UserAnswer.DISCARD, False), (UserAnswer.SAVE, False)]
)
def test_closing_asks_about_what_is_not_saved(qtbot: QtBot, diagram: Path, answer: UserAnswer, stays: bool) -> None:
    window, answers = open_window(qtbot)
    window.files.open(diagram)
    before = diagram.read_text()
    front(window).add_page()
    answers.keep_answer = answer
    press(front(window).view, Qt.Key.Key_W, CTRL)
    assert answers.asked == ["keep two"]
    assert (window.tab is not None) == stays
    assert (diagram.read_text() != before) == (answer is UserAnswer.SAVE)
    answers.keep_answer = UserAnswer.DISCARD


def test_the_window_stays_if_one_says_cancel(qtbot: QtBot, diagram: Path) -> None:
    window, answers = open_window(qtbot)
    window.files.open(diagram)
    front(window).add_page()
    answers.keep_answer = UserAnswer.CANCEL
    assert not window.close()
    assert window.isVisible()
    answers.keep_answer = UserAnswer.DISCARD
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


def test_whoever_keeps_their_own_changes_may_save_them(qtbot: QtBot, diagram: Path) -> None:
    window, answers = open_window(qtbot)
    window.files.open(diagram)
    tab = front(window)
    tab.add_page()
    diagram.write_text(diagram.read_text().replace('"A"', '"B"').replace("A.output", "B.output"))
    settle(qtbot, tab.notice.isVisible)
    press(tab.view, Qt.Key.Key_S, CTRL)
    assert answers.asked == ["overwrite two.gradblocks"]  # it was told, but not answered
    click(tab.notice.dismiss)
    press(tab.view, Qt.Key.Key_S, CTRL)
    assert answers.asked == ["overwrite two.gradblocks"]
    assert [page["name"] for page in json.loads(diagram.read_text())["pages"]] == ["main", "page 2"]
    assert not tab.document.modified


def test_a_file_that_becomes_unreadable_is_told_and_what_is_open_stays(qtbot: QtBot, diagram: Path) -> None:
    window, answers = open_window(qtbot)
    window.files.open(diagram)
    tab = front(window)
    diagram.write_text("half of a fi")
    settle(qtbot, tab.notice.isVisible)
    assert "was not changed" in tab.notice.label.text()
    assert [block.id for block in tab.page.blocks] == ["A", "n"]
    tab.add_page()
    press(tab.view, Qt.Key.Key_S, CTRL)
    assert answers.asked == ["overwrite two.gradblocks"]
    diagram.write_text(json.dumps(TWO_BLOCKS))
    answers.yes = True
    click(tab.notice.act)
    assert not tab.document.modified


def test_a_file_that_is_removed_makes_the_diagram_unsaved(qtbot: QtBot, diagram: Path) -> None:
    window, answers = open_window(qtbot)
    window.files.open(diagram)
    tab = front(window)
    diagram.unlink()
    settle(qtbot, tab.notice.isVisible)
    assert "to keep your work" in tab.notice.label.text()
    assert window.tabs.tabText(0) == "\u2022 two"
    answers.keep_answer = UserAnswer.CANCEL
    press(tab.view, Qt.Key.Key_W, CTRL)
    assert answers.asked == ["keep two"]
    press(tab.view, Qt.Key.Key_S, CTRL)
    assert not tab.notice.isVisible()
    assert json.loads(diagram.read_text())["pages"] == TWO_BLOCKS["pages"]
    assert window.tabs.tabText(0) == "two"
    answers.keep_answer = UserAnswer.DISCARD


def test_a_change_between_reading_and_showing_is_noticed(
    qtbot: QtBot, diagram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = files.read_file

    def interrupted(path: Path, wires: WireStyle) -> Contents:
        contents = read(path, wires)
        path.write_text(path.read_text().replace('"n"', '"theirs"').replace("n.x", "theirs.x"))
        return contents

    monkeypatch.setattr(files, "read_file", interrupted)
    window, _ = open_window(qtbot)
    window.files.open(diagram)
    tab = front(window)
    settle(qtbot, lambda: [block.id for block in tab.page.blocks] == ["A", "theirs"])


def place_of(tab: DiagramTab) -> tuple[float, float, float]:
    middle = tab.view.visible_rect().center()
    return tab.view.zoom, middle.x(), middle.y()


def test_renaming_undo_and_redo_leave_the_view_where_it_is(qtbot: QtBot, diagram: Path) -> None:
    window, _ = open_window(qtbot)
    window.files.open(diagram)
    tab = front(window)
    tab.add_page()
    tab.show_page("main")
    settle(qtbot, lambda: abs(tab.view.zoom - 1) < 0.2)
    tab.view.set_zoom(2.3)
    tab.view.pan(-120, 75)
    view, place = tab.view, place_of(tab)
    tab.rename_page("main", "another")
    assert tab.page_name == "another"
    assert (tab.view, place_of(tab)) == (view, place)
    assert tab.scene.selected_ids() == []
    click_block(tab, "n")
    press(tab.view, Qt.Key.Key_Delete)
    assert [block.id for block in tab.page.blocks] == ["A"]
    assert place_of(tab) == place
    for _ in range(2):
        press(tab.view, Qt.Key.Key_Z, CTRL)
    assert tab.page_name == "main"
    assert (tab.view, place_of(tab)) == (view, place)
    press(tab.view, Qt.Key.Key_Z, CTRL, SHIFT)
    assert tab.page_name == "another"
    assert (tab.view, place_of(tab)) == (view, place)
    window.run(1)
    settle(qtbot, lambda: not tab.engine.running)
    assert tab.engine.store.get("another", "n.result_y") is not None


def test_a_page_that_was_deleted_comes_back_where_it_was(qtbot: QtBot, diagram: Path) -> None:
    window, _ = open_window(qtbot)
    window.files.open(diagram)
    tab = front(window)
    tab.add_page()
    tab.show_page("main")
    settle(qtbot, lambda: abs(tab.view.zoom - 1) < 0.2)
    tab.view.set_zoom(1.9)
    zoom, x, y = place_of(tab)
    tab.remove_page("main")
    press(tab.view, Qt.Key.Key_Z, CTRL)
    tab.show_page("main")
    settle(qtbot, lambda: place_of(tab)[0] == zoom)
    assert place_of(tab)[1:] == pytest.approx((x, y), abs=2)


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
    answers.to_save, answers.typed = tmp_path / "page.png", "Colors"
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
    assert tab.notice.label.text().startswith('"page.svg" was imported')


def test_recent_files_are_on_the_welcome_page_and_open_with_a_click(qtbot: QtBot, diagram: Path) -> None:
    settings = Settings()
    settings.add_recent(diagram)
    window, _ = open_window(qtbot, settings)
    rows = [row for row in window.findChildren(QAbstractButton) if row.accessibleDescription() == str(diagram)]
    assert len(rows) == 1
    click(rows[0])
    assert front(window).title == "two"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes there")
def test_the_window_does_not_wait_for_what_comes_through_a_pipe(qtbot: QtBot, tmp_path: Path, diagram: Path) -> None:
    window, answers = open_window(qtbot)
    for name in ("a.gradblocks", "a.svg", "a.json", "a.enup"):
        os.mkfifo(tmp_path / name)
        window.files.open(tmp_path / name)
        page = window.tabs.currentWidget()
        assert isinstance(page, OpeningTab)
        assert "not a regular file" in page.faults
    window.files.open(diagram)
    tab = front(window)
    diagram.unlink()
    os.mkfifo(diagram)
    assert not tab.disk.differs
    tab.add_page()
    press(tab.view, Qt.Key.Key_S, CTRL)
    assert "the path is not a regular file" in answers.asked[-1]
    assert tab.document.modified


def test_what_another_program_saved_comes_with_its_composites() -> None:
    kept = Path(__file__).parents[2] / "corpus"
    texts = [(kept / f"format_{version}.gradblocks").read_text("utf-8") for version in (1, 2)]
    # In a file of the first version these keys are not known, and stay.
    texts.append(texts[1].replace("gradblocks/2", "gradblocks/1", 1))
    for before in texts:
        for after in texts:
            diagram, new = loads(before), loads(after)
            back = diagram.apply(Group(tuple(changes_between(diagram.document, new.document))))
            assert diagram.dumps() == new.dumps()
            diagram.apply(back)
            assert diagram.dumps() == loads(before).dumps()


def test_edits_of_the_door_are_taken_over_or_merged(
    qtbot: QtBot, diagram: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    window, answers = open_window(qtbot)
    window.files.open(diagram)
    tab = front(window)
    first, entries = tab.document.diagram.dumps(), len(tab.document.history.entries)
    door_edit(str(diagram), [{"op": "add_block", "type": "Const", "id": "mine", "values": {"val": 1.0}}])
    settle(qtbot, lambda: any(block.id == "mine" for block in tab.page.blocks))
    assert not tab.document.modified and len(tab.document.history.entries) == entries + 1
    tab.document.do(SetValue("main", "mine", "val", 2.0), "Set")
    door_edit(str(diagram), [{"op": "add_block", "type": "Tanh", "id": "more"}])
    settle(qtbot, lambda: any(block.id == "more" for block in tab.page.blocks))
    assert tab.document.modified and not answers.asked and not tab.notice.isVisible()
    assert next(block for block in tab.page.blocks if block.id == "mine").values == {"val": 2.0}
    door_edit(str(diagram), [{"op": "set", "block": "mine", "value": "val", "to": 3.0}])
    settle(qtbot, lambda: "conflicts" in tab.document.diagram.extra)
    door_undo(str(diagram))
    press(tab.view, Qt.Key.Key_Z, CTRL)
    press(tab.view, Qt.Key.Key_Z, CTRL)
    press(tab.view, Qt.Key.Key_Z, CTRL)
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert tab.document.diagram.dumps() == first
