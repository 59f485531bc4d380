"""Drawings: they are read by others whatever texts a page has, and blocks are lines and letters in them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from app.face.theme import LIGHT
from app.window.documents.export import write_picture
from blocks.cli.editor import Drawing
from blocks.document.file import loads


def test_a_drawing_of_a_page_with_any_text_is_xml_with_its_letters(qtbot: QtBot, tmp_path: Path) -> None:
    odd = 'a<b>&\x01\x0b]]>"'
    blocks = [
        {"id": "c", "type": "Const", "at": [0, 0], "values": {"val": odd}},
        {"id": "u", "type": "Unknown" + odd, "at": [200, 0]},
    ]
    page = {"name": "main", "blocks": blocks, "wires": [], "notes": [{"at": [0, 200], "text": odd}]}
    file = tmp_path / "page.svg"
    write_picture(Drawing(loads(json.dumps({"format": "gradblocks/1", "pages": [page]})), "main", file))
    tree = ElementTree.parse(file)
    assert "Const" in [node.text for node in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert not list(tree.iter("{http://www.w3.org/2000/svg}image"))


def test_wires_of_a_drawing_have_the_colours_of_what_they_carry(qtbot: QtBot, tmp_path: Path) -> None:
    kinds = {"float": [1.5], "int": [2], "string": ["a"]}
    blocks = [
        block
        for y, (kind, value) in enumerate(kinds.items())
        for block in (
            {"id": kind, "type": "Const", "at": [0, 120 * y], "values": {"val": value}},
            {"id": f"{kind}_end", "type": "Identity", "at": [400, 120 * y]},
        )
    ]
    wires = [[f"{kind}.output", f"{kind}_end.input"] for kind in kinds]
    page = {"name": "main", "blocks": blocks, "wires": wires}
    file = tmp_path / "page.svg"
    write_picture(Drawing(loads(json.dumps({"format": "gradblocks/1", "pages": [page]})), "main", file))
    strokes = {node.get("stroke") for node in ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}g")}
    assert {LIGHT.carried[kind] for kind in ("float", "integer", "string")} <= strokes


def test_a_drawing_has_an_opaque_background_for_light_and_dark_pages(qtbot: QtBot, tmp_path: Path) -> None:
    for count in (1, 3001):  # a large page is drawn from afar
        blocks = [{"id": f"b{i}", "type": "Square", "at": [0, 100 * i]} for i in range(count)]
        page = {"name": "main", "blocks": blocks, "wires": []}
        write_picture(
            Drawing(loads(json.dumps({"format": "gradblocks/1", "pages": [page]})), "main", tmp_path / "p.svg")
        )
        image = QImage(400, 300, QImage.Format.Format_ARGB32)
        image.fill(QColor("#111111"))
        painter = QPainter(image)
        QSvgRenderer(str(tmp_path / "p.svg")).render(painter)
        painter.end()
        corners = {image.pixelColor(x, y).name() for x in (4, 395) for y in (4, 295)}
        assert corners == {LIGHT.canvas}
