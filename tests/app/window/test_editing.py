"""Commands that edit, by the window: each is one step that undo takes back; copies go from one program to another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.canvas.tools.texting import TextField
from app.window.window import MainWindow
from tests.app.window.hands import drop_file, front, open_window, press, settle, type_in
from tests.app.window.processes import Editor
from tests.table import table

CTRL = Qt.KeyboardModifier.ControlModifier
ALIGN = [f"align.{way}" for way in ("left", "center", "right", "top", "middle", "bottom")]
EDITS = [
    *(f"edit.{name}" for name in ("cut", "paste", "duplicate", "delete", "delete_heal", "note", "mute", "collapse")),
    *("edit.layout", "edit.frame", "distribute.horizontal", "distribute.vertical", "nudge.left", "nudge.up"), *ALIGN,
    "edit.bend", "color.green",
]  # fmt: skip


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    return open_window(qtbot)[0]


@table("name", EDITS, ids=str)
def test_each_edit_is_one_step_that_undo_takes_back_to_the_first_byte(window: MainWindow, name: str) -> None:
    window.files.open_example("gradient_descent")
    tab = front(window)
    press(tab.view, Qt.Key.Key_A, CTRL)
    press(tab.view, Qt.Key.Key_C, CTRL)
    tab.scene.select([block.id for block in tab.page.blocks[:10]])
    before = tab.document.diagram.dumps()
    for _ in range(3 if name.startswith("nudge") else 1):  # keys held down are one gesture
        window.commands.trigger(name)
    after = tab.document.diagram.dumps()
    assert after != before
    assert tab.document.modified
    assert len(tab.document.history.entries) == 1
    window.commands.trigger("edit.undo")
    assert tab.document.diagram.dumps() == before
    assert not tab.document.modified
    window.commands.trigger("edit.redo")
    assert tab.document.diagram.dumps() == after
    window.commands.trigger("file.close")


@table(
    "text, sentence",
    [
        ("[1, 2]", "the clipboard contains text but no blocks"),
        ('{"a":' * 3000, "the clipboard contains no blocks that can be pasted: lists and objects are nested"),
        ('{"format": "gradblocks/1", "pages": [{"name": "m", "blocks": [{"id": "a"}]}]}',
         "the clipboard contains no blocks that can be pasted: 'type' must be the name of a block type"),
        ('{"format": "gradblocks/1", "pages": [{"name": "m", "blocks": [{"id": "a", "type": "T", "at": [1e999, 0]}]}]}',
         "the clipboard contains no blocks that can be pasted: '1e999' is too large"),
        ('{"format": "gradblocks/1", "pages": [{"name": "m", "wires": [["a.b", "c.d"]]}]}',
         "the diagram on the clipboard has no blocks"),
    ],
    ids=["no blocks", "deep", "no type", "too large", "wires alone"],
)  # fmt: skip
def test_a_wrong_paste_is_refused_with_the_reason(window: MainWindow, text: str, sentence: str) -> None:
    press(window, Qt.Key.Key_N, CTRL)
    QGuiApplication.clipboard().setText(text)
    press(front(window).view, Qt.Key.Key_V, CTRL)
    assert window.status.message.text().startswith(sentence)
    assert front(window).page.blocks == ()
    assert not front(window).document.modified


COPY = """
import json
from PySide6.QtGui import QGuiApplication
w = window()
w.files.open_example("a_times_b")
w.commands.trigger("edit.select_all")
w.commands.trigger("edit.copy")
say(json.dumps(QGuiApplication.clipboard().text()))
w.close()
"""
PASTE = """
import json, pathlib
from PySide6.QtGui import QGuiApplication
w = window()
w.files.new()
QGuiApplication.clipboard().setText(pathlib.Path(TEXT).read_text())
w.commands.trigger("edit.paste")
page = w.tab.page
say(json.dumps([[block.type for block in page.blocks], [str(wire) for wire in page.wires]]))
w.tab.document.history.mark_clean()
w.close()
"""


def test_a_copy_goes_as_text_from_one_program_to_another(tmp_path: Path) -> None:
    with Editor(tmp_path / "one", None, COPY) as editor:
        text = json.loads(editor.line())
    assert json.loads(text)["format"] == "gradblocks/1"
    file = tmp_path / "forum post.txt"
    file.write_text(text)
    with Editor(tmp_path / "two", None, f"TEXT = {str(file)!r}\n{PASTE}") as editor:
        types, wires = json.loads(editor.line())
    assert sorted(types) == ["Const", "Const", "MatMul"]
    assert sorted(wires) == ["A.output -> v.a", "b.output -> v.b"]


def test_an_exported_drawing_that_is_dropped_on_a_window_is_the_same_diagram(qtbot: QtBot, tmp_path: Path) -> None:
    one, answers = open_window(qtbot)
    one.files.open_example("gradient_descent")
    answers.to_save, answers.typed = tmp_path / "drawing.svg", "Colors"
    one.commands.trigger("file.svg")
    two, _ = open_window(qtbot)
    drop_file(two, tmp_path / "drawing.svg")
    settle(qtbot, lambda: two.tab is not None)
    assert front(two).document.diagram.dumps() == front(one).document.diagram.dumps()


def test_a_name_that_is_typed_counts_before_a_command(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    tab.scene.select(["A"])
    name = window.panels.inspector.head.id
    settle(qtbot, lambda: name.text() == "A" and name.isVisible())
    QTest.mouseDClick(name, Qt.MouseButton.LeftButton)
    QTest.keyClicks(name, "weights")
    window.commands.trigger("gradient.formula")
    assert "weights" in tab.scene.mirror.blocks
    assert tab.scene.selected_ids() == ["weights"], "it is the same block"
    assert "weights" in window.status.message.text()
    for command, block in (("edit.undo", "A"), ("edit.redo", "weights")):
        window.commands.trigger(command)
        assert tab.scene.selected_ids() == [block]
        settle(qtbot, lambda block=block: name.text() == block)
    tab.engine.close()


def test_a_command_is_not_given_when_what_is_typed_has_taken_its_block(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    monkeypatch.setattr(window.panels, "commit", lambda: tab.scene.select([]))
    QGuiApplication.clipboard().setText("as before")
    for command in ("gradient.formula", "gradient.latex"):
        tab.scene.select(["A"])
        window.commands.trigger(command)
        assert QGuiApplication.clipboard().text() == "as before"
    tab.engine.close()


def test_a_block_stays_selected_under_the_name_that_is_typed(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    tab.scene.select(["A"])
    for name, selected in (("weights", "weights"), ("b", "weights")):  # there is a block b already
        press(tab.view, Qt.Key.Key_F2)
        field = tab.view.findChildren(TextField)[-1]
        type_in(field, name)
        press(field, Qt.Key.Key_Return)
        assert tab.scene.selected_ids() == [selected]
    tab.engine.close()
