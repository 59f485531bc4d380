"""What the pins of blocks on the canvas say of what they carry."""

from __future__ import annotations

import json

from pytestqt.qtbot import QtBot

from app.core.document import Document
from blocks.document.model import Diagram
from blocks.worker.page_checks import examine, packed, unpacked
from tests.app.canvas.test_scene import scene_of


def test_an_input_and_an_output_of_one_name_show_each_what_it_carries(qtbot: QtBot) -> None:
    diagram = Diagram()
    cell = diagram.add_composite("Cell")
    cell.add("InputPin", id="h")
    cell.add("Cast", id="cast", DstT="DT_INT32")
    cell.add("OutputPin", id="out", name="h")
    page = diagram.add_page("main")
    page.add("Const", id="c", val=[1.5])
    page.add(":Cell", id="cell")
    page.add("Identity", id="next")
    cell.wire("h.output", "cast.x")
    cell.wire("cast.y", "out.input")
    page.wire("c.output", "cell.h")
    page.wire("cell.h", "next.input")
    opened = Document(diagram)
    scene = scene_of(opened)
    scene.color_by_dtype()
    found = examine(scene.page, None, None, opened.composites_of("main"))
    assert {key: pin[0].short for key, pin in found.pins.blocks["cell"].items()} == {("h", None): "int32", "h": "float"}
    come = unpacked(json.loads(json.dumps(packed(found, None))), scene.page, None, None)
    scene.set_info(come)
    face = scene.mirror.blocks["cell"].face
    pins = [face.pin("h", is_input=side) for side in (True, False)]
    assert [(pin.type_text, pin.nets) for pin in pins if pin is not None] == [
        ("f32 [1]", ("float",)),
        ("i32 [1]", ("integer",)),
    ]
