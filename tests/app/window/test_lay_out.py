"""L lays out what is selected, or the page: frames go with what they hold, notes with what they stand beside."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from tests.app.window.test_copies import CTRL, SHIFT, Key, Person

PAGE = """{"format": "gradblocks/1", "pages": [{"name": "main",
"blocks": [
 {"id": "c", "type": "Const", "at": [0, 0], "values": {"val": 1.5}},
 {"id": "n", "type": "Negate", "at": [30, 160]},
 {"id": "e", "type": "Exp", "at": [0, 300]},
 {"id": "other", "type": "Const", "at": [220, 20], "values": {"val": 2.5}},
 {"id": "in1", "type": "Relu", "at": [500, 300]},
 {"id": "in2", "type": "Sigmoid", "at": [520, 420]},
 {"id": "last", "type": "Negate", "at": [900, 0]}],
"wires": [["c.output", "n.x"], ["n.y", "e.x"], ["e.y", "in1.features"], ["in1.activations", "in2.x"],
 ["in2.y", "last.x"], ["other.output", "last.x"]],
"notes": [{"at": [520, 545], "text": "of in2"}, {"at": [1040, 20], "text": "of last"}],
"frames": [{"at": [470, 240], "size": [160, 330], "title": "Model"}]}]}"""


def held(person: Person) -> tuple[list[str], list[int]]:
    """What lies in the frame."""
    rect = person.scene.mirror.frames[0].rect
    blocks = [item.id for item in person.scene.mirror.order if rect.contains(item.rect)]
    return sorted(blocks), [note.index for note in person.scene.mirror.notes if rect.contains(note.rect)]


def test_a_laid_out_selection_lies_on_nothing_else(qtbot: QtBot, tmp_path: Path) -> None:
    person = Person(qtbot, tmp_path, PAGE)
    person.click(person.body("c"))
    person.click(person.body("n"), SHIFT)
    person.click(person.body("e"), SHIFT)
    places = {block.id: block.at for block in person.page.blocks}
    person.hit(Key.Key_L)
    now = {block.id: block.at for block in person.page.blocks}
    assert {each for each in places if now[each] != places[each]} <= {"c", "n", "e"}
    assert now["c"][0] < now["n"][0] < now["e"][0]
    assert person.overlaps() == []
    assert person.steps == ["Auto layout of 3 blocks"]
    person.hit(Key.Key_Z, CTRL)
    assert person.bytes == person.first


def test_frames_and_notes_go_with_what_is_laid_out(qtbot: QtBot, tmp_path: Path) -> None:
    """Of a page, and of a frame alone; laid out again, nothing moves."""
    person = Person(qtbot, tmp_path, PAGE)
    person.click(QPointF(600, 245))
    assert person.scene.selected_frames() == [0]
    person.hit(Key.Key_L)
    assert held(person) == (["in1", "in2"], [0])
    assert {block.id for block in person.page.blocks if block.at != (500, 300)} >= {"in2"}
    assert person.steps == ["Auto layout of 2 blocks"]
    person.hit(Key.Key_Escape)
    person.hit(Key.Key_L)
    assert person.steps == ["Auto layout of 2 blocks", "Auto layout of 7 blocks"]
    assert held(person) == (["in1", "in2"], [0])
    assert person.overlaps() == []
    last, note = person.scene.block_rect("last"), person.scene.mirror.notes[1].rect
    assert 0 <= note.left() - last.right() < 60
    person.hit(Key.Key_L)
    assert len(person.steps) == 2
    assert person.window.status.message.text().startswith("There is nothing to move")
    person.hit(Key.Key_Z, CTRL)
    person.hit(Key.Key_Z, CTRL)
    assert person.bytes == person.first
