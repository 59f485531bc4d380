"""Wires that are shown as tags: those to far displays, those that an import hid, and those that a person wants so."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import blocks
from app.core.document import Document
from app.window.settings import Settings
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.changes import RenameBlock, SetField
from blocks.document.data import Wire, parse_endpoint
from tests.app.window.hands import click, front, open_window, press, rest, settle
from tests.interchange.enuspace.pages import pin, use, wire, write_page

SHIFT = Qt.KeyboardModifier.ShiftModifier
NEAR, FAR = "c.result_output -> near.input", "c.result_output -> far.input"


def shown(place: str) -> Wire:
    source, _, target = place.partition(" -> ")
    return Wire(parse_endpoint(source), parse_endpoint(target))


def watched() -> blocks.Diagram:
    """A constant, what is made of it, a display beside it and one far away."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Const", id="c", at=(0, 0), val=[1.0, 2.0])
    page.add("Exp", id="e", at=(200, 0))
    page.add("NumberDisplay", id="near", at=(150, 150))
    page.add("TableDisplay", id="far", at=(900, 200))
    page.wire("c.output", "e.x")
    page.wire("c.result_output", "near.input")
    page.wire("c.result_output", "far.input")
    return diagram


def opened(qtbot: QtBot, settings: Settings | None = None) -> MainWindow:
    window, _ = open_window(qtbot, settings)
    window.add_document(Document(watched()))
    qtbot.wait(1)
    front(window).view.set_zoom(1.0)
    return window


def tags(tab: DiagramTab) -> list[str]:
    return sorted(str(item.wire) for item in tab.scene.mirror.tagged.values())


def at(tab: DiagramTab, place: QPointF) -> QPoint:
    return tab.view.viewportTransform().map(place).toPoint()


def tag_of(tab: DiagramTab, text: str) -> QPointF:
    """The middle of a wire's tag."""
    boxes = tab.scene.tags.boxes()
    return next(boxes[place].center() for place, item in tab.scene.mirror.tagged.items() if str(item.wire) == text)


def test_a_wire_to_a_far_display_is_a_tag_before_its_pin(qtbot: QtBot) -> None:
    tab = front(opened(qtbot))
    assert tags(tab) == [FAR]
    box = next(iter(tab.scene.tags.boxes().values()))
    assert box.right() < tab.scene.block_rect("far").left()
    middle = QPointF(500, 100)
    assert tab.scene.wire_at(middle, 200) != shown(FAR)  # nothing of it is left on the way


def test_the_mouse_on_a_tag_shows_the_whole_wire_and_a_click_selects_it(qtbot: QtBot) -> None:
    tab = front(opened(qtbot))
    tab.view.centerOn(800, 200)
    rest(qtbot, tab.view.viewport(), lambda: at(tab, tag_of(tab, FAR)), lambda: tab.scene.overlay.hover == shown(FAR))
    place = at(tab, tag_of(tab, FAR))
    before = tab.view.grab().toImage()
    QTest.mouseClick(tab.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert tab.scene.selected_wires() == [shown(FAR)]
    assert tab.view.grab().toImage() != before


def test_a_double_click_on_a_tag_goes_to_where_the_wire_begins(qtbot: QtBot) -> None:
    tab = front(opened(qtbot))
    tab.view.centerOn(800, 200)
    QTest.mouseDClick(
        tab.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at(tab, tag_of(tab, FAR))
    )
    assert tab.scene.selected_ids() == ["c"]
    assert tab.view.visible_rect().contains(tab.scene.block_rect("c"))


def test_shift_t_makes_a_tag_of_a_selected_wire_and_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    tab = front(window)
    before = tab.document.diagram.dumps()
    tab.scene.select((), [shown("c.output -> e.x")])
    press(tab.view, Qt.Key.Key_T, SHIFT)
    assert tags(tab) == sorted(["c.output -> e.x", FAR])
    assert window.commands["edit.tag"].isChecked()
    press(tab.view, Qt.Key.Key_T, SHIFT)
    assert tags(tab) == [FAR]
    assert tab.document.diagram.dumps() == before
    assert not tab.document.modified


def test_shift_t_on_a_block_is_about_all_its_wires(qtbot: QtBot) -> None:
    tab = front(opened(qtbot))
    tab.scene.select(["c"])
    press(tab.view, Qt.Key.Key_T, SHIFT)
    assert tags(tab) == sorted(["c.output -> e.x", NEAR, FAR])
    press(tab.view, Qt.Key.Key_T, SHIFT)
    assert tags(tab) == []


def test_the_rule_can_be_turned_off(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.commands.trigger("view.tags")
    assert tags(front(window)) == []
    window.commands.trigger("view.tags")
    assert tags(front(window)) == [FAR]


def test_a_tag_stays_one_when_its_block_is_renamed_or_its_page(qtbot: QtBot) -> None:
    tab = front(opened(qtbot))
    tab.scene.select(["e"])
    press(tab.view, Qt.Key.Key_T, SHIFT)
    tab.document.do(RenameBlock("main", "e", "exp"), "Rename")
    assert "c.output -> exp.x" in tags(tab)
    tab.document.undo()
    assert "c.output -> e.x" in tags(tab)
    tab.rename_page("main", "other")
    assert "c.output -> e.x" in tags(tab)
    assert tab.links.kept() == {"other": {"c.output -> e.x": True}}


def test_what_is_wanted_is_kept_beside_the_file_and_not_in_it(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings()
    watched().save(tmp_path / "d.gradblocks")
    before = (tmp_path / "d.gradblocks").read_bytes()
    window, answers = open_window(qtbot, settings)
    window.files.open(tmp_path / "d.gradblocks")
    tab = front(window)
    tab.scene.select((), [shown(NEAR)])
    press(tab.view, Qt.Key.Key_T, SHIFT)
    answers.to_save = tmp_path / "copy.gradblocks"
    window.commands.trigger("file.save_as")
    assert (tmp_path / "copy.gradblocks").read_bytes() == before
    for name in ("d", "copy"):
        again, _ = open_window(qtbot, settings)
        again.files.open(tmp_path / f"{name}.gradblocks")
        assert tags(front(again)) == sorted([NEAR, FAR])


@pytest.mark.parametrize("kept", [3, [], {"x": 1}, {"main": {"no wire": True, "c.output -> e.x": 2}}, {"main": None}])
def test_settings_that_make_no_sense_are_left_out(qtbot: QtBot, tmp_path: Path, kept: object) -> None:
    settings = Settings()
    path = tmp_path / "d.gradblocks"
    watched().save(path)
    settings.set("links", {str(path): kept} if kept != 3 else 3)
    window, _ = open_window(qtbot, settings)
    window.files.open(path)
    assert tags(front(window)) == [FAR]


def test_a_row_of_displays_has_tags_that_cover_none_of_them(qtbot: QtBot) -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Const", id="c", at=(0, 0), val=[[1.0]])
    for i in range(3):
        page.add("HeatMapDisplay", id=f"d{i}", at=(900 + 95 * i, 300))
        diagram.apply(SetField("main", f"d{i}", "size", (90.0, 90.0)))
        page.wire("c.output", f"d{i}.input")
    window, _ = open_window(qtbot)
    tab = window.add_document(Document(diagram))
    boxes = tab.scene.tags.boxes()
    assert len(boxes) == 3
    for item in tab.scene.mirror.tagged.values():
        others = [f"d{i}" for i in range(3) if f"d{i}" != item.wire.target.block]
        for other in others:
            assert (tab.scene.block_rect(other) & boxes[item.index]).width() <= 3


def test_an_import_shows_what_was_hidden_as_tags_and_what_was_drawn_as_lines(qtbot: QtBot, tmp_path: Path) -> None:
    page = write_page(
        tmp_path,
        [
            use("A", "Const", pin("val", "1;2", "double", "[2]")),
            use("n", "Negate", at=(300, 0)),
            use("p", "Negate", at=(600, 0)),
            use("t", "SENSOR_TREND", at=(2000, 900), task="logic"),
            wire("A.output", "n.x", hidden=True),
            wire("A.output", "p.x"),
            wire("A.result_output", "t.input"),
        ],
    )
    window, answers = open_window(qtbot)
    answers.to_open = [page]
    window.commands.trigger("file.import")
    settle(qtbot, lambda: window.tab is not None)
    assert tags(front(window)) == ["A.output -> n.x"]
    click(front(window).notice.act)
    assert "hidden wire" in answers.asked[-1]
