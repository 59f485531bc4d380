"""A saved page read as plain XML, and what of it an import must have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from blocks.interchange.enuspace.convert import import_file
from blocks.interchange.enuspace.table import table_type
from tests.interchange.enuspace.pages import wires

HREF = "{http://www.w3.org/1999/xlink}href"


def elements(path: Path, tag: str) -> Iterator[ElementTree.Element]:
    """The elements of a page with a tag, in the order of the file."""
    root = ElementTree.fromstring(re.sub(r"\A<\?xml.*?\?>", "", path.read_text("utf-16")))
    return root.iter("{http://www.w3.org/2000/svg}" + tag)


def assert_complete(path: Path) -> None:
    """Every block of the page is imported with its type and position, every wire in its order, without a problem."""
    result = import_file(path)
    blocks = {e.attrib["id"]: e for e in elements(path, "use") if e.attrib["type"] != "logic"}
    ours = [block for block in result.diagram.pages[0].blocks if not block.type.endswith("Display")]
    assert {block.id: block.type for block in ours} == {i: e.attrib[HREF][1:] for i, e in blocks.items()}
    for block in ours:
        moved = re.match(r"translate\((.*?),(.*?)\)", blocks[block.id].attrib["transform"])
        assert moved
        assert block.at == (float(moved[1]), float(moved[2]))
    links = [e.attrib for e in elements(path, "pg-link")]
    links = [link for link in links if link["from-id"] in blocks and link["to-id"] in blocks]
    expected = [f"{a['from-id']}.{a['param-from']} -> {a['to-id']}.{a['param-to']}" for a in links]
    assert blocks and links and wires(result)[: len(expected)] == expected
    assert not [str(line) for line in result.report if line.kind == "problem"]


def assert_pins_are_known(path: Path) -> None:
    """The importer's table has every pin that a block of the page has."""
    for block in elements(path, "use"):
        table = table_type(block.attrib[HREF][1:])
        if block.attrib["type"] == "logic":
            continue
        assert table
        for pin in block.iter("{http://www.w3.org/2000/svg}pg-set-pin"):
            name = pin.attrib["variable"].strip("#").partition("[")[0]
            known = {*table.inputs, *table.attributes, *table.outputs, *table.results}
            assert name in known or name in ("scope", "attrs")
