"""Pages can be followed: what crosses, bends and overlaps on examples and imported pages gets no more."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.canvas.scene import PageScene
from app.canvas.wires.wire_router import times_hidden
from app.core.document import Document
from blocks.cli.examples import example_texts
from blocks.document.file import loads
from tests.app.layouts import COLUMNS, Judged, judged, read, table

_PAGE = """{"format": "gradblocks/1", "pages": [{"name": "p", "blocks": [
 {"id": "a", "type": "Const", "at": [0, 0]}, {"id": "b", "type": "Const", "at": [0, 200]},
 {"id": "c", "type": "Negate", "at": [300, -40]}, {"id": "d", "type": "Negate", "at": [300, 240]}],
 "wires": [["a.output", "d.x"], ["b.output", "c.x"]]}]}"""


def _judged(text: str) -> Judged:
    return judged(PageScene(Document(loads(text, "p")), "p"))


def test_what_is_counted(qtbot: QtBot) -> None:
    crossed = _judged(_PAGE)
    assert crossed[:7] == (4, 2, 1, 4, 0, 0, 0)
    assert abs(crossed.length - 2 * (180 + 240)) < 40  # a pin stands a little inside of its block
    level = _PAGE.replace("[300, -40]", "[300, 0]").replace("[300, 240]", "[300, 200]")
    straight = _judged(level.replace("d.x", "?").replace("c.x", "d.x").replace("?", "c.x"))
    assert straight[:7] == (4, 2, 0, 0, 0, 0, 0) and abs(straight.length - 2 * 180) < 40
    assert _judged(_PAGE.replace("[0, 200]", "[60, 20]")).overlaps == 1


def test_no_page_is_harder_to_follow_than_it_was(qtbot: QtBot) -> None:
    """Where a page got better as a whole: ``python -m tests.app.layouts > tests/app/layouts.txt``."""
    noted = read()
    judgements = {
        (name, state): each for name, now, after in table() for state, each in (("is", now), ("laid out", after))
    }
    assert set(judgements) == {key for key in noted if not key[0].startswith("total ")}
    worse = [
        f"{name} ({state}): {column} {judgements[name, state][i]}, was {noted[name, state][i]}"
        for name, state in judgements
        for i, column in enumerate(COLUMNS)
        if column not in ("blocks", "wires") and judgements[name, state][i] > noted[name, state][i]
    ]
    assert not worse, "\n".join(worse)


@pytest.mark.parametrize("name", example_texts())
def test_no_wire_of_an_example_strikes_a_title_or_a_note_out(qtbot: QtBot, name: str) -> None:
    document = Document(loads(example_texts()[name], name))
    for page in document.diagram.pages:
        scene = PageScene(document, page.name)
        scene.settle()
        texts = [frame.title for frame in scene.mirror.frames] + [note.rect for note in scene.mirror.notes]
        rects = np.array([text.adjusted(2, 2, -2, -2).getCoords() for text in texts], float)
        struck = [str(item.wire) for item in scene.mirror.wires if times_hidden(item.points, rects)]
        assert not struck, page.name


def test_laying_out_makes_pages_of_other_programs_easier_to_follow() -> None:
    noted = read()
    for program in ("enuspace", "tensorflow"):
        before, after = noted[f"total {program}", "is"], noted[f"total {program}", "laid out"]
        assert after.bends < before.bends and after.overlaps == 0
        assert after.crossings <= before.crossings + 5
