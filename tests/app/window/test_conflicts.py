"""Conflicts of a merge in the editor: told, shown side by side, settled, and taken back by undo."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

import blocks
from app.window.widgets.conflicts_window import ConflictsWindow
from app.window.window import MainWindow
from blocks.document.merging.conflicts import SIDES, conflicts_in
from blocks.document.merging.merge import merge
from tests.app.window.hands import Answers, click, front, open_window
from tests.app.window.test_comparing import example


def merged(qtbot: QtBot, path: Path) -> tuple[MainWindow, Answers, ConflictsWindow]:
    """The window with a diagram that has three conflicts, and these beside it."""
    base, ours, theirs = example(), example(), example()
    for diagram, number in ((ours, 1.0), (theirs, 2.0)):
        page = diagram.page("main")
        page.set("A", val=[[number]])
        page.set("b", val=[[number]])
    ours.page("main").remove("v")
    theirs.page("main").set("v", transpose_a=True)
    merged_diagram = blocks.Diagram(merge(base.document, ours.document, theirs.document).document)
    merged_diagram.save(path)
    window, answers = open_window(qtbot)
    window.files.load(path)
    tab = front(window)
    assert "3 conflicts" in tab.notice.label.text()
    click(tab.notice.act)
    shown = window.conflicts.window
    assert shown is not None and shown.isVisible()
    return window, answers, shown


def rows(shown: ConflictsWindow) -> list[list[str]]:
    def cell(row: int, column: int) -> str:
        item = shown.table.item(row, column)
        return "" if item is None else item.text()

    return [[cell(row, column) for column in range(5)] for row in range(shown.table.rowCount())]


def test_each_conflict_is_settled_by_a_choice(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers, shown = merged(qtbot, tmp_path / "d.gradblocks")
    document = front(window).document
    assert rows(shown)[0] == ["main: A", "val", "[[1.0]]", "[[2.0]]", "[[3.0, 2.0], [-1.0, 0.0]]"]
    assert [shown.texts[side].toPlainText() for side in SIDES] == ["[1.0]", "[2.0]", "[3.0, 2.0]\n[-1.0, 0.0]"]
    assert front(window).scene.selected_ids() == ["A"]
    click(shown.takes["theirs"])
    assert document.page("main").blocks[0].values["val"] == [[2.0]]
    assert [row[0] for row in rows(shown)] == ["main: b", "main: v"]
    click(shown.alls["ours"])
    assert not shown.isVisible()
    assert [block.id for block in document.page("main").blocks] == ["A", "b"]
    assert not front(window).notice.isVisible()
    document.undo()
    document.undo()
    window.commands["file.conflicts"].trigger()
    assert shown.isVisible() and len(rows(shown)) == 3
    assert document.page("main").blocks[0].values["val"] == [[1.0]]
    assert answers.asked == []


def test_a_conflict_about_what_has_gone_is_told_and_can_be_taken_off(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers, shown = merged(qtbot, tmp_path / "d.gradblocks")
    document = front(window).document
    document.diagram.page("main").remove("A")
    document.changed.emit()
    click(shown.takes["base"])
    assert "there is no block 'A'" in answers.asked[-1]
    click(shown.kept)
    assert len(conflicts_in(document.diagram.document)) == 2
