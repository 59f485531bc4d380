"""What a diff says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from blocks.document.changes import (
    AddItems,
    AddPage,
    Change,
    Group,
    RemoveBlocks,
    RemoveItems,
    RemovePage,
    RenameBlock,
    RenamePage,
    ReplaceItems,
    SetDefinition,
    SetExtra,
    SetField,
    SetPackage,
    SetTitle,
    SetValue,
    UnsetValue,
)
from blocks.document.data import Block, Document, Frame, Note, Page, PromotedValue, Route, Wire, parse_endpoint
from blocks.document.definitions import rename_pin
from blocks.document.file import loads
from blocks.document.merging.diff import diff
from blocks.document.model import Diagram
from tests.document.documents import EXAMPLE, documents

CORPUS = Path(__file__).parent.parent / "corpus"


def lines(*edits: Change, layout: bool = False) -> list[str]:
    new = loads(EXAMPLE)
    new.apply(Group(edits))
    return [str(entry) for entry in diff(loads(EXAMPLE), new, layout=layout)]


def wire(source: str, target: str) -> Wire:
    return Wire(parse_endpoint(source), parse_endpoint(target))


CASES: list[tuple[list[Change], list[str]]] = [
    ([SetTitle("B")], ['title changed: "A times b" -> "B"']),
    (
        [SetValue("main", "v", "transpose_a", True), UnsetValue("main", "v", "transpose_b")],
        [
            "page 'main', block 'v': transpose_a set: true",
            "page 'main', block 'v': transpose_b removed: it was true",
        ],
    ),
    (
        [SetValue("main", "b", "val", [[3.0, 5]])],
        ["page 'main', block 'b': val changed: [[3.0, 5.0]] -> [[3.0, 5]]"],
    ),
    ([SetValue("main", "v", "transpose_a", False)], []),
    ([SetField("main", "v", "type", "Add")], ["page 'main', block 'v': type changed: MatMul -> Add"]),
    ([SetField("main", "v", "muted", True)], ["page 'main', block 'v': muted"]),
    ([SetExtra("main", "v", {"x": 1})], ["page 'main', block 'v': x set: 1"]),
    ([SetExtra("main", None, {"x": 1})], ["page 'main': x set: 1"]),
    ([SetExtra(None, None, {"x": 1})], ["x set: 1"]),
    ([RenameBlock("main", "A", "left")], ["page 'main', block 'A': renamed to 'left'"]),
    (
        [RenameBlock("main", "A", "left"), SetValue("main", "left", "val", 1)],
        [
            "page 'main', block 'A': renamed to 'left'",
            "page 'main', block 'left': val changed: [[3.0, 2.0], [-1.0, 0.0]] -> 1",
        ],
    ),
    (
        [RemoveItems("main", "wires", (1,)), RemoveBlocks("main", ("b",))],
        ["page 'main', block 'b': removed (Const)", "page 'main': wire removed: b.output -> v.b"],
    ),
    (
        [AddItems("main", "wires", ((2, wire("A.output", "v.b")),))],
        ["page 'main': wire added: A.output -> v.b"],
    ),
    ([RenamePage("main", "other")], ["page 'main': renamed to 'other'"]),
    ([RemovePage("main"), AddPage(0, Page("x", (Block("a", "T"),)))],
     ["page 'main': removed", "page 'x': added, blocks: 1"]),
    ([ReplaceItems("main", "notes", ((0, Note((40, 0), "new")),))],
     ["page 'main': note removed: \"v = A b^T\"", 'page \'main\': note added: "new"']),
    ([AddItems("main", "frames", ((0, Frame((0, 0), (9, 9), "left")),))], ["page 'main': frame added: \"left\""]),
]  # fmt: skip


@pytest.mark.parametrize(("edits", "expected"), CASES, ids=range(len(CASES)))
def test_what_is_said(edits: list[Change], expected: list[str]) -> None:
    assert lines(*edits) == expected


LAYOUT: list[tuple[Change, str]] = [
    (SetField("main", "v", "at", (1, 2.5)), "page 'main', block 'v': moved: [300, 80] -> [1, 2.5]"),
    (SetField("main", "v", "size", (10, 20)), "page 'main', block 'v': size changed: null -> [10, 20]"),
    (SetField("main", "v", "collapsed", True), "page 'main', block 'v': collapsed"),
    (SetField("main", "v", "color", "#ff0000"), "page 'main', block 'v': color changed"),
    (SetField("main", "v", "source", "model.py:12"), "page 'main', block 'v': source line or note changed"),
    (
        AddItems("main", "routes", ((0, Route(Wire(parse_endpoint("A.output"), parse_endpoint("v.a")), ((1, 2),))),)),
        "page 'main': reroute points changed: A.output -> v.a",
    ),
    (
        ReplaceItems("main", "notes", ((0, Note((1, 1), "v = A b^T")),)),
        "page 'main': note moved or sized: \"v = A b^T\"",
    ),
]


@pytest.mark.parametrize(("edit", "expected"), LAYOUT)
def test_a_move_is_not_a_change_of_meaning(edit: Change, expected: str) -> None:
    assert lines(edit) == []
    assert lines(edit, layout=True) == [expected]


def test_order_counts_where_it_means_something() -> None:
    old = loads(EXAMPLE)
    page = old.page("main")
    page.add("ClientSession", id="s")
    for source in ("A.output", "b.output", "v.product"):
        page.wire(source, "s.fetch_outputs")
    new = loads(old.dumps())
    new.apply(ReplaceItems("main", "wires", ((0, page.wires[1]), (1, page.wires[0]))))
    assert diff(old, new) == []
    new.apply(ReplaceItems("main", "wires", ((2, page.wires[3]), (3, page.wires[2]))))
    assert list(map(str, diff(old, new))) == ["page 'main': order of the wires into s.fetch_outputs changed"]
    new.apply(RemoveItems("main", "wires", (4,)))
    assert [entry.text for entry in diff(old, new)] == [
        "wire removed: v.product -> s.fetch_outputs",
        "order of the wires into s.fetch_outputs changed",
    ]
    new = loads(old.dumps())
    new.apply(new.apply(RemoveBlocks("main", ("A",)))._replace(items=((2, page.block("A")),)))  # pyright: ignore[reportCallIssue]
    assert [entry.text for entry in diff(old, new)] == ["order of the blocks changed"]


def test_order_of_pages() -> None:
    old = Diagram(Document("", (Page("a"), Page("b"))))
    new = Diagram(Document("", (Page("b"), Page("a"))))
    assert [str(entry) for entry in diff(old, new)] == ["order of the pages changed"]


def test_twins_that_change_names_are_not_guessed() -> None:
    def twins(*ids: str) -> Diagram:
        return Diagram(Document("", (Page("p", tuple(Block(i, "Const") for i in ids)),)))

    assert [e.text for e in diff(twins("a", "b"), twins("c", "d"))] == ["removed (Const)"] * 2 + ["added (Const)"] * 2


def test_definitions_are_compared_as_pages_and_what_an_edit_reaches_is_named() -> None:
    old = loads((CORPUS / "format_2.gradblocks").read_text("utf-8"))
    old.composite("층").add(":Dense", id="inner")
    old.page("q").add(":층", id="floor")
    new = loads(old.dumps())
    new.apply(SetValue(":Dense", "units", "val", 17))
    assert list(map(str, diff(old, new))) == [
        "composite 'Dense', block 'units': val changed: 16 -> 17",
        "composite 'Dense': reaches 'itself' in composite 'Dense'",
        "composite 'Dense': reaches 'inner' in composite '층'",
        "composite 'Dense': reaches 'hidden' on page 'main'",
        "composite 'Dense': reaches 'floor' on page 'q'",
    ]
    assert {(entry.page, entry.is_composite) for entry in diff(old, new)} == {(":Dense", True)}
    assert diff(old, loads(old.dumps()), layout=True) == []
    new = loads(old.dumps())
    new.apply(SetField(":Dense", "units", "at", (1, 1)))
    assert diff(old, new) == []
    assert [str(entry) for entry in diff(old, new, layout=True)] == [
        "composite 'Dense', block 'units': moved: [40, 130] -> [1, 1]"
    ]


def test_a_renamed_pin_is_no_change_of_wires_at_instances() -> None:
    old = Diagram()
    layer, page = old.add_composite("L"), old.add_page("main")
    for kind, each in (("InputPin", "x"), ("InputPin", "bias"), ("Add", "sum"), ("OutputPin", "y")):
        layer.add(kind, id=each)
    for source, target in (("x", "sum.x"), ("bias", "sum.y"), ("sum.z", "y.input")):
        layer.wire(source, target)
    page.add("Const", id="k", val=1.0)
    page.add(":L", id="one", bias=2.0)
    page.add("NumberDisplay", id="shown")
    page.wire("k", "one.x")
    page.wire("one.result_y", "shown.input")
    new = loads(old.dumps())
    for block, name in (("x", "left"), ("bias", "right"), ("y", "out")):
        new.apply(rename_pin(new.document, ":L", block, name))
    assert list(map(str, diff(old, new))) == [
        "composite 'L', block 'x': renamed to 'left'",
        "composite 'L', block 'bias': renamed to 'right'",
        "composite 'L', block 'y': renamed to 'out'",
        "composite 'L': reaches 'one' on page 'main'",
    ]
    new.page("main").set("one", right=3.0)
    assert str(diff(old, new)[-1]) == "page 'main', block 'one': right changed: 2.0 -> 3.0"


def test_what_a_definition_says_beside_its_blocks() -> None:
    old = loads((CORPUS / "format_2.gradblocks").read_text("utf-8"))
    new = loads(old.dumps())
    units, other = new.composite("Dense").values
    new.apply(SetDefinition(":Dense", "doc", ""))
    new.apply(SetDefinition(":Dense", "origin", None))
    new.apply(SetDefinition(":Dense", "gradient", ":층"))
    new.apply(SetDefinition(":Dense", "values", (PromotedValue("z", 1), other, units._replace(default=64))))
    new.apply(SetPackage({"name": "layers"}))
    new.apply(SetDefinition(":층", "values", (PromotedValue("a", sets=("b.c",)),)))
    # What equals the default is not given, before and after: it is the default that is another.
    new.apply(SetValue("main", "hidden", "units", 64))
    texts = [str(entry) for entry in diff(old, new, layout=True)]
    assert texts[0].startswith("package changed: {")
    assert texts[1:] == [
        "composite 'Dense': doc removed: it was \"A fully connected layer: y = relu(x W + b).\"",
        "composite 'Dense': gradient set: \":층\"",
        "composite 'Dense': value z added: default = 1",
        "composite 'Dense': value units: default changed: 16 -> 64",
        'composite \'Dense\': from removed: it was {"package": "layers", "version": "1.2.0", "sha256": "0123...',
        "composite 'Dense': order of the values changed",
        "composite '층': value a added: sets = [\"b.c\"]",
        "composite 'Dense': reaches 'itself' in composite 'Dense'",
        "composite 'Dense': reaches 'hidden' on page 'main'",
        "composite '층': reaches 'itself' in composite 'Dense'",
        "composite '층': reaches 'hidden' on page 'main'",
        "page 'main', block 'hidden': units removed: it was 64",
    ]
    assert [str(entry) for entry in diff(new, old) if "value" in entry.text] == [
        "composite 'Dense': value z removed",
        "composite 'Dense': value units: default changed: 64 -> 16",
        "composite '층': value a removed",
    ]


@pytest.mark.usefixtures("made_up_names")
def test_composites_that_come_go_or_have_another_name() -> None:
    old = loads((CORPUS / "format_2.gradblocks").read_text("utf-8"))
    new = loads(old.dumps())
    new.apply(RenamePage(":층", ":Floor"))
    new.add_composite("New").add("Const")
    new.page("q").add(":Floor", id="f")
    assert list(map(str, diff(old, new))) == [
        "composite '층': renamed to 'Floor'",
        "composite 'New': added, blocks: 1",
        "page 'q', block 'f': added (:Floor)",
    ]
    renamed = loads(old.dumps())
    renamed.page("q").add(":층", id="f", z=1)
    after = loads(renamed.dumps())
    after.apply(RenamePage(":층", ":Floor"))
    assert list(map(str, diff(renamed, after))) == ["composite '층': renamed to 'Floor'"]
    renamed.composite("Dense").gradient = after.composite("Dense").gradient = "층"
    after.composite("Dense").gradient = "Floor"
    assert list(map(str, diff(renamed, after))) == ["composite '층': renamed to 'Floor'"]
    loads_again = loads(after.dumps())
    loads_again.composite("Floor").add("Const", id="c")
    assert "composite 'Floor': reaches 'hidden' on page 'main'" in map(str, diff(after, loads_again))
    after.apply(RemovePage(":Dense"))
    assert "composite 'Dense': removed" in map(str, diff(renamed, after))
    swapped = Diagram(old.document._replace(composites=old.document.composites[::-1]))
    assert list(map(str, diff(old, swapped))) == ["order of the composites changed"]


def test_text_of_strangers_does_not_reach_the_terminal() -> None:
    new = loads(EXAMPLE)
    new.apply(SetValue("main", "v", "x", "\x1b[31m\x9b" + "y" * 1000))
    (entry,) = diff(loads(EXAMPLE), new)
    assert str(entry).isprintable()
    assert len(str(entry)) < 120


@given(documents)
def test_nothing_changed(document: Document) -> None:
    assert diff(Diagram(document), loads(Diagram(document).dumps()), layout=True) == []


@given(documents, documents)
def test_any_two_diagrams_can_be_compared(a: Document, b: Document) -> None:
    entries = diff(Diagram(a), Diagram(b), layout=True)
    assert all(str(entry).isprintable() for entry in entries)
    assert {page.name for page in a.pages} == {page.name for page in b.pages} or entries
    assert {page.name for page in a.composites} == {page.name for page in b.composites} or entries
