"""Bends of wires go where their wires go: into a composite and back, along with other pins, away with a layout."""

from __future__ import annotations

import json

from app.core import verbs
from app.core.document import Document
from blocks.document.data import Route, Wire, parse_endpoint
from blocks.document.file import loads
from blocks.document.model import layout
from blocks.transform.verbs.composites import rename_block
from tests.app.core.test_verbs_composites import LAYER, boxes


def wire(source: str, target: str) -> Wire:
    return Wire(parse_endpoint(source), parse_endpoint(target))


def bent() -> Document:
    diagram = loads(json.dumps(LAYER))
    edit = verbs.set_bends(
        diagram.page("main").snapshot(), {wire("w.ref", "mm.b"): [(300, 60)], wire("x.output", "mm.a"): [(200, -40)]}
    )
    assert edit is not None
    assert edit.text == "Reroute 2 wires"
    document = Document(diagram)
    document.do(*edit)
    return document


def test_bends_go_into_a_composite_and_back() -> None:
    document = bent()
    page = document.page("main")
    diagram, find = document.diagram, document.find
    composite = verbs.make_composite(diagram.document, page, ["w", "mm", "relu"], find, boxes(diagram))
    assert composite is not None
    document.do(composite.change, composite.text)
    [inner] = document.page(":Composite").routes
    assert inner.wire == wire("w.ref", "mm.b")
    assert document.page("main").routes == ()  # the other wire goes to another block now
    edit = verbs.set_bends(document.page("main"), {wire("x.output", "Composite1.a"): [(200, -40)]})
    assert edit is not None
    document.do(*edit)
    edit = rename_block(document.diagram.document, document.page(":Composite"), "a", "input")
    assert edit is not None
    document.do(*edit)
    assert [str(route.wire) for route in document.page("main").routes] == ["x.output -> Composite1.input"]
    canvas = diagram.canvas("main")
    definition = verbs.composite_of(diagram.document, canvas.get(composite.ids[0]))
    assert definition is not None
    expanded = verbs.expand_instance(canvas.snapshot(), composite.ids[0], definition, find, boxes(diagram))
    document.do(expanded.change, expanded.text)
    after = document.page("main")
    [route] = after.routes
    places = {block.id: block.at for block in after.blocks}
    x, y = places["w"]
    assert route == Route(wire("w.ref", "mm.b"), ((x + 100, y - 40),))
    while document.history.undo_text:
        document.undo()
    assert document.diagram.dumps() == loads(json.dumps(LAYER)).dumps()


def test_a_layout_takes_bends_away() -> None:
    diagram = bent().diagram
    before = diagram.dumps()
    back = layout(diagram.page("main"))
    assert diagram.page("main").snapshot().routes == ()
    diagram.apply(back)
    assert diagram.dumps() == before
