"""Drawings: they are read by others whatever texts a page has, and blocks are lines and letters in them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from pytestqt.qtbot import QtBot

from app.window.documents.export import write_picture
from blocks.document.file import loads


def test_a_drawing_of_a_page_with_any_text_is_xml_with_its_letters(qtbot: QtBot, tmp_path: Path) -> None:
    odd = 'a<b>&\x01\x0b]]>"'
    blocks = [
        {"id": "c", "type": "Const", "at": [0, 0], "values": {"val": odd}},
        {"id": "u", "type": "Unknown" + odd, "at": [200, 0]},
    ]
    page = {"name": "main", "blocks": blocks, "wires": [], "notes": [{"at": [0, 200], "text": odd}]}
    file = tmp_path / "page.svg"
    write_picture(loads(json.dumps({"format": "gradblocks/1", "pages": [page]})), "main", file)
    tree = ElementTree.parse(file)
    assert "Const" in [node.text for node in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert not list(tree.iter("{http://www.w3.org/2000/svg}image"))
