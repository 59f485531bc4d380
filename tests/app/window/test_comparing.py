"""How the diagram in front differs from what was saved, or from another file: as a list, and on the canvas."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

import blocks
from app.window.window import MainWindow
from blocks.document.data import parse_endpoint
from tests.app.window.hands import Answers, click, front, open_window, press, settle

Key = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def example(*, wired: bool = True) -> blocks.Diagram:
    """Two constants and their product, or one of them alone is wired to it."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Const", id="A", val=[[3.0, 2.0], [-1.0, 0.0]], at=(0, 0))
    page.add("Const", id="b", val=[[3.0], [5.0]], at=(0, 200))
    page.add("MatMul", id="v", at=(300, 80))
    if wired:
        page.wire("A.output", "v.a")
    page.wire("b.output", "v.b")
    return diagram


def compared(qtbot: QtBot, path: Path) -> tuple[MainWindow, Answers]:
    """The window with a file, and the panel open."""
    example().save(path)
    window, answers = open_window(qtbot)
    window.files.load(path)
    press(front(window).view, Key.Key_D, CTRL, SHIFT)
    settle(qtbot, window.comparing.panel.list.hasFocus)
    press(window.comparing.panel.list, Key.Key_Escape)
    assert front(window).view.hasFocus()
    return window, answers


def rows(window: MainWindow) -> list[str]:
    panel = window.comparing.panel
    return [panel.list.item(i).text() for i in range(panel.list.count())]


def head(window: MainWindow) -> str:
    return window.comparing.panel.head.text()


def choose(window: MainWindow, row: int) -> None:
    panel = window.comparing.panel.list
    click(panel.viewport(), panel.visualItemRect(panel.item(row)).center())


def test_edits_are_listed_and_marked_until_they_are_saved_or_undone(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = compared(qtbot, tmp_path / "d.gradblocks")
    tab = front(window)
    settle(qtbot, lambda: head(window) == "Since the last save: no changes")
    tab.scene.select(["b"])
    press(tab.view, Key.Key_Delete)
    tab.scene.select(["v"])
    press(tab.view, Key.Key_D, CTRL)
    settle(qtbot, lambda: len(rows(window)) == 3)
    assert rows(window) == ["b: removed (Const)", "v2: added (MatMul)", "wire removed: b.output -> v.b"]
    assert head(window) == "Since the last save: 3 changes"
    face = tab.scene.comparison.face
    assert face is not None
    assert dict(face.blocks) == {"v2": "added"}
    assert [(block.id, block.at) for block, _ in face.gone] == [("b", (0, 200))]
    choose(window, 1)
    assert tab.scene.selected_ids() == ["v2"]
    choose(window, 0)  # it is gone: where it was comes into sight
    assert tab.view.visible_rect().contains(20, 220)
    press(window.comparing.panel.list, Key.Key_Escape)
    press(tab.view, Key.Key_Z, CTRL)
    press(tab.view, Key.Key_Z, CTRL)
    settle(qtbot, lambda: head(window) == "Since the last save: no changes")
    press(tab.view, Key.Key_Y, CTRL)
    settle(qtbot, lambda: len(rows(window)) == 2)
    press(tab.view, Key.Key_S, CTRL)
    assert not tab.document.modified, answers.asked
    settle(qtbot, lambda: head(window) == "Since the last save: no changes")
    assert not rows(window)


def test_what_was_only_moved_is_told_and_not_marked(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = compared(qtbot, tmp_path / "d.gradblocks")
    tab = front(window)
    tab.scene.select(["A"])
    press(tab.view, Key.Key_Right)
    settle(qtbot, lambda: "no changes (layout-only changes: 1)" in head(window))
    face = tab.scene.comparison.face
    assert face is not None
    assert not face.blocks


def test_another_file_is_compared_with_and_forgotten(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = compared(qtbot, tmp_path / "new.gradblocks")
    old = example(wired=False)
    old.page("main").set("b", val=[[4.0], [5.0]])
    old.save(tmp_path / "old.gradblocks")
    answers.to_open = [tmp_path / "old.gradblocks"]
    panel = window.comparing.panel
    settle(qtbot, panel.file.isEnabled)
    click(panel.file)
    settle(qtbot, lambda: head(window) == "Compared with old.gradblocks: 2 changes")
    assert rows(window) == ["b: val changed: [[4.0], [5.0]] -> [[3.0], [5.0]]", "wire added: A.output -> v.a"]
    tab = front(window)
    face = tab.scene.comparison.face
    assert face is not None
    assert dict(face.blocks) == {"b": "changed"}
    assert [wire.source for wire in face.wires] == [parse_endpoint("A.output")]
    choose(window, 1)
    assert [str(wire) for wire in tab.scene.selected_wires()] == ["A.output -> v.a"]
    click(panel.saved)
    settle(qtbot, lambda: head(window) == "Since the last save: no changes")
    window.docks.hide("changes")
    settle(qtbot, lambda: tab.scene.comparison.face is None)


def test_a_file_that_cannot_be_read_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = compared(qtbot, tmp_path / "new.gradblocks")
    broken = tmp_path / "broken.gradblocks"
    broken.write_text("{")
    answers.to_open = [broken]
    settle(qtbot, window.comparing.panel.file.isEnabled)
    click(window.comparing.panel.file)
    settle(qtbot, lambda: window.tabs.count() == 2)
    window.close_front()
    settle(qtbot, lambda: head(window) == "Since the last save: no changes")


def test_without_a_diagram_there_is_nothing_to_compare(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.commands.trigger("file.compare")
    assert not window.comparing.panel.file.isEnabled()
    press(window, Key.Key_N, CTRL)
    window.commands.trigger("panel.changes")
    settle(qtbot, lambda: head(window) == "Since the diagram was created: no changes")
