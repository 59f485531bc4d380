"""Notes on the canvas: their text stays readable, whatever lies behind it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from app.canvas.drawing.blocks import lines_of
from app.canvas.scene import PageScene
from app.canvas.view import tip_at
from app.core.document import Document
from app.face.theme import DARK, LIGHT, Theme
from blocks.document.file import loads

CROSSED = """{"format": "gradblocks/1", "pages": [{"name": "main",
  "blocks": [{"id": "a", "type": "Const", "at": [0, 0], "values": {"val": 1.0}},
             {"id": "b", "type": "Negate", "at": [600, 0]}],
  "wires": [["a.output", "b.x"]], "notes": [NOTE]}]}"""


def strength(theme: Theme, note: str) -> int:
    """How much the wire differs from the canvas in the middle between the blocks, where the note is or is not."""
    scene = PageScene(Document(loads(CROSSED.replace("NOTE", note))), "main", theme)
    wire = scene.mirror.wires[0].flat
    middle = QRectF(300, min(y for _, y in wire) - 6, 60, max(y for _, y in wire) - min(y for _, y in wire) + 12)
    image = QImage(120, 120, QImage.Format.Format_RGB32)
    image.fill(theme.canvas)
    painter = QPainter(image)
    scene.render_to(painter, QRectF(0, 0, 120, 120), middle)
    painter.end()
    ground = image.pixelColor(0, 0)
    colors = [image.pixelColor(60, y) for y in range(120)]
    return max(
        abs(c.red() - ground.red()) + abs(c.green() - ground.green()) + abs(c.blue() - ground.blue()) for c in colors
    )


@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.usefixtures("qapp")
def test_a_wire_behind_a_note_does_not_strike_its_text_out(theme: Theme) -> None:
    open_wire = strength(theme, "")
    behind = strength(theme, '{"at": [200, -20], "size": [300, 160], "text": ""}')
    assert open_wire > 60
    assert behind < open_wire / 2


@pytest.mark.usefixtures("qapp")
def test_a_note_too_small_to_read_is_told_where_the_mouse_rests() -> None:
    note = '{"at": [0, 200], "text": "What to look at", "size": [300, 40]}'
    scene = PageScene(Document(loads(CROSSED.replace("NOTE", note))), "main", DARK)
    at = scene.mirror.notes[0].rect.center()
    assert tip_at(scene, at, 0.3) == "What to look at"
    assert not tip_at(scene, at, 1.0)


@pytest.mark.usefixtures("qapp")
def test_a_heading_of_a_note_is_large_and_texts_grow_from_afar_as_far_as_there_is_room() -> None:
    note = '{"at": [0, 0], "text": "# Start here\\nThe loss is the mean", "size": [300, 200]}'
    scene = PageScene(Document(loads(CROSSED.replace("NOTE", note))), "main", DARK)
    [item] = scene.mirror.notes
    heading, body = lines_of(item)
    assert (heading.text, heading.size, heading.bold) == ("Start here", 20, True)
    assert (body.text, body.size, body.bold) == ("The loss is the mean", 12, False)
    for scale in (0.6, 0.4):
        heading, body, *_ = lines_of(item, scale)
        assert heading.size * scale >= 10 and body.size * scale >= 9
    short = item.note._replace(size=(300.0, 52.0))
    assert lines_of(type(item)(short, 0), 0.4)[-1].size == 12  # there is no room
