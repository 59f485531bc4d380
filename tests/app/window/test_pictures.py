"""Small pictures of diagrams: few words that can be read; on the welcome page, and of work that was not saved."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.window.documents.recovery import RecoveryPage
from app.window.widgets.example_picture import MOST, fitted, picture_of, places_of, sketch_of
from blocks.cli.examples import example_texts
from blocks.document.changes import AddBlocks
from blocks.document.data import Block, Page
from blocks.document.file import loads
from tests.app.window.hands import front, open_window, settle

SIZE = QSize(288, 150)


@pytest.mark.parametrize("name", example_texts())
def test_a_picture_of_an_example_has_few_words_in_letters_that_can_be_read(qtbot: QtBot, name: str) -> None:
    page = loads(example_texts()[name], name).pages[0].snapshot()
    sketch = sketch_of(page)
    places = places_of(sketch.cells, SIZE)
    assert 2 <= len(sketch.boxes) <= MOST
    for box, place in zip(sketch.boxes, places, strict=True):
        assert QRectF(0, 0, SIZE.width(), SIZE.height()).contains(place)
        assert not any(place.intersects(other) for other in places if other is not place)
        font, words = fitted(box.title, place)
        assert words == box.title or (words[:-1] in box.title and words.endswith("\N{HORIZONTAL ELLIPSIS}")), words
        assert font.pixelSize() >= 10
        # Cut are those that need more than four lines, or have a word of more than a line.
        assert words == box.title or len(box.title) > 26 or max(map(len, box.title.split())) > 13, (box.title, words)
    before = [(a, b) for a, b in sketch.links if sketch.cells[a][0] > sketch.cells[b][0]]
    assert len(before) <= len(sketch.links) // 2  # most arrows go to the right
    image = picture_of(page, "light", SIZE, 2.0)
    assert (image.width(), image.height()) == (576, 300)


def test_blocks_without_frames_stand_in_the_order_of_their_wires(qtbot: QtBot) -> None:
    sketch = sketch_of(loads(example_texts()["a_times_b"], "a").pages[0].snapshot())
    assert [(box.title, box.family) for box in sketch.boxes] == [("Const", "data")] * 2 + [("MatMul", "math")]
    assert sketch.cells == ((0, 0), (0, 1), (1, 0)) and sketch.links == {(0, 2), (1, 2)}
    assert fitted("StopGradient", QRectF(0, 0, 76, 58))[1].split() == ["Stop", "Gradient"]
    instance = Page("main", (Block("hidden", ":Dense"),))
    assert [(box.title, box.family) for box in sketch_of(instance).boxes] == [("Dense", "composite")]


def test_two_diagrams_without_a_name_can_be_told_apart(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = open_window(qtbot, state=tmp_path)
    for types in (["Const", ":Dense"], ["Variable"]):
        window.files.new()
        tab = front(window)
        blocks = tuple(Block(f"b{i}", name) for i, name in enumerate(types))
        tab.document.do(AddBlocks(tab.page_name, tuple(enumerate(blocks))), "Add")
    journals = tmp_path / "journals"
    settle(qtbot, lambda: [b'"base"' in each.read_bytes() for each in journals.glob("*.journal")] == [True, True])
    shutil.copytree(journals, tmp_path / "left" / "journals")  # as if the program had ended: nobody holds these
    again, _ = open_window(qtbot, state=tmp_path / "left")
    assert again.files.recovery.offer()
    [page] = again.findChildren(RecoveryPage)
    settle(qtbot, page.isVisible)
    texts = [label.text() for label in page.findChildren(QLabel)]
    labels = sorted(text for text in texts if "wires" in text)
    assert labels == ["1 block, 0 wires: Variable", "2 blocks, 0 wires: Const, Dense"]
    pictures = [label.pixmap().toImage() for label in page.findChildren(QLabel) if not label.pixmap().isNull()]
    assert len(pictures) == 2 and pictures[0] != pictures[1]
