"""Changes: what they do, their exact inverses, that a wrong one does nothing, and that they survive as JSON."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blocks.base.errors import DiagramError
from blocks.document import validation
from blocks.document.changes import (
    AddBlocks,
    AddItems,
    AddPage,
    BlockField,
    Change,
    DefinitionField,
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
from blocks.document.data import Block, Definition, Document, Endpoint, Frame, Note, Page, Wire, parse_endpoint
from blocks.document.file import loads
from blocks.document.journal import from_json, to_json
from blocks.document.model import Diagram
from tests.document import documents as some

pytestmark = pytest.mark.usefixtures("made_up_names")


def wire(source: str, target: str) -> Wire:
    return Wire(parse_endpoint(source), parse_endpoint(target))


def edited(change: Change) -> Page:
    diagram = loads(some.EXAMPLE)
    inverse = diagram.apply(change)
    page = diagram.pages[0].snapshot()
    redo = diagram.apply(inverse)
    assert diagram.dumps() == some.EXAMPLE
    diagram.apply(redo)
    assert diagram.pages[0].snapshot() == page
    return page


def test_blocks_come_and_go_in_their_places() -> None:
    page = edited(AddBlocks("main", ((0, Block("x", "T")), (2, Block("y", "T")), (5, Block("z", "T")))))
    assert [b.id for b in page.blocks] == ["x", "A", "y", "b", "v", "z"]
    page = edited(RemoveBlocks("main", ("v", "A")))
    assert [b.id for b in page.blocks] == ["b"]
    assert len(page.wires) == 2


def test_fields_and_values() -> None:
    assert edited(SetField("main", "v", "at", (1, 2.5))).blocks[2].at == (1, 2.5)
    assert edited(SetField("main", "v", "muted", True)).blocks[2].muted
    assert edited(SetField("main", "v", "size", (1, 1))).blocks[2].size == (1, 1)
    assert edited(SetField("main", "v", "type", "Add")).blocks[2].type == "Add"
    assert edited(SetValue("main", "v", "a", None)).blocks[2].values == {"transpose_b": True, "a": None}
    assert edited(UnsetValue("main", "v", "transpose_b")).blocks[2].values == {}
    assert edited(UnsetValue("main", "v", "never there")).blocks[2].values == {"transpose_b": True}


def test_a_renamed_block_keeps_its_wires() -> None:
    page = edited(RenameBlock("main", "A", "left"))
    assert [b.id for b in page.blocks] == ["left", "b", "v"]
    assert page.wires[0] == wire("left.output", "v.a")


def test_a_rename_onto_a_name_that_wires_know_already_can_be_undone() -> None:
    diagram = loads(some.EXAMPLE)
    diagram.apply(AddItems("main", "wires", ((0, wire("ghost.output", "v.a")), (3, wire("A.output", "ghost.a")))))
    before = diagram.dumps()
    inverse = diagram.apply(RenameBlock("main", "A", "ghost"))
    assert diagram.page("main").wires_from("ghost", "output") == (
        wire("ghost.output", "v.a"),
        wire("ghost.output", "v.a"),
        wire("ghost.output", "ghost.a"),
    )
    diagram.apply(inverse)
    assert diagram.dumps() == before


def test_wires_notes_and_frames() -> None:
    page = edited(AddItems("main", "wires", ((0, wire("b.output", "v.a")), (2, wire("A.output", "v.a")))))
    assert [str(w.source) for w in page.wires] == ["b.output", "A.output", "A.output", "b.output"]
    assert edited(RemoveItems("main", "wires", (0,))).wires == (wire("b.output", "v.b"),)
    assert edited(ReplaceItems("main", "wires", ((1, wire("A.output", "v.b")),))).wires[1].source.block == "A"
    assert edited(AddItems("main", "notes", ((1, Note((0, 0), "x")),))).notes[1].text == "x"
    assert edited(RemoveItems("main", "notes", (0,))).notes == ()
    assert edited(AddItems("main", "frames", ((0, Frame((0, 0), (1, 1), "f")),))).frames[0].title == "f"


def test_pages_title_and_what_we_do_not_know() -> None:
    diagram = loads(some.EXAMPLE)
    undo = [
        diagram.apply(change)
        for change in (
            AddPage(0, Page("first", (Block("a", "T"),))),
            RenamePage("main", "second"),
            SetTitle("other"),
            SetExtra(None, None, {"x": 1}),
            SetExtra("second", None, {"y": 2}),
            SetExtra("second", "v", {"z": 3}),
        )
    ]
    assert [page.name for page in diagram.pages] == ["first", "second"]
    assert (diagram.title, diagram.extra) == ("other", {"x": 1})
    assert (diagram.page("second").extra, diagram.page("second").block("v").extra) == ({"y": 2}, {"z": 3})
    undo.append(diagram.apply(RemovePage("first")))
    for inverse in reversed(undo):
        diagram.apply(inverse)
    assert diagram.dumps() == some.EXAMPLE


WRONG: list[tuple[Change, str]] = [
    (RemovePage("x"), "there is no page 'x'"),
    (AddPage(2, Page("x")), "index 2 is invalid for a list of 1"),
    (AddPage(0, Page("main")), "there is already a page 'main'"),
    (AddPage(0, Page("a\x00")), "the name 'a\\x00' of a page contains a control character"),
    (AddPage(0, Page("x", (Block("a", "T"), Block("a", "T")))), "page 'x': two blocks have the same id"),
    (AddPage(0, Page("x", (Block("a.b", "T"),))), "page 'x': the id 'a.b' of a block contains a '.' or a '/'"),
    (RenamePage("main", ""), "the name '' of a page is empty"),
    (AddBlocks("main", ((3, Block("A", "T")),)), "page 'main', block 'A': there is already a block 'A'"),
    (AddBlocks("main", ((3, Block("x", "T")), (4, Block("x", "T")))), "there is already a block 'x'"),
    (AddBlocks("main", ((3, Block("x", "T")), (3, Block("y", "T")))), "must exist, differ and be in ascending order"),
    (AddBlocks("main", ((4, Block("x", "T")),)), "index 4 is invalid"),
    (AddBlocks("main", ((-1, Block("x", "T")),)), "index -1 is invalid"),
    (AddBlocks("main", ((3, Block("x/y", "T")),)), "page 'main': the id 'x/y' of a block contains"),
    (AddBlocks("main", ((3, Block("x", "")),)), "block 'x': the type is empty"),
    (AddBlocks("main", ((3, Block("x", "T", (0, float("nan")))),)), "'at' must be two finite numbers"),
    (AddBlocks("main", ((3, Block("x", "T", (0, 0), {}, (1, 1e10))),)), "'size' must be two finite numbers"),
    (AddBlocks("main", ((3, Block("x", "T", (0, 0), {"v": {1: 2}})),)), "a value has a key that is not a string"),
    (AddBlocks("main", ((3, Block("x", "T", extra={"at": 2})),)), "already defines the key 'at'"),
    (RemoveBlocks("main", ("x",)), "page 'main': there is no block 'x'"),
    (RenameBlock("main", "A", "b"), "page 'main', block 'A': there is already a block 'b'"),
    (RenameBlock("main", "A", " "), "the id ' ' of a block begins or ends with a space"),
    (RenameBlock("main", "x", "y"), "there is no block 'x'"),
    (SetField("main", "A", "at", [1]), "page 'main', block 'A': invalid value for 'at' of a block"),
    (SetField("main", "A", "muted", 1), "invalid value for 'muted' of a block"),
    (SetField("main", "A", "type", ""), "invalid value for 'type' of a block"),
    (SetField("main", "A", "size", "x"), "invalid value for 'size' of a block"),
    (SetField("main", "A", "source", 12), "invalid value for 'source' of a block"),
    (AddBlocks("main", ((3, Block("x", "T", note="\ud800")),)), "'note' contains half of a surrogate pair"),
    (SetField("main", "x", "muted", True), "there is no block 'x'"),
    (SetValue("main", "A", "v", float("nan")), "block 'A', pin 'v': the value is nan, which a file stores as a string"),
    (SetValue("main", "A", "v", float("inf")), "the value is inf"),
    (SetValue("main", "A", "v", [10**4300]), "the value has more than 4300 digits"),
    (SetValue("main", "A", "v", "\ud800"), "the value contains half of a surrogate pair"),
    (SetValue("main", "A", "v", (1, 2)), "the value has the Python type tuple, which a file cannot store"),
    (SetValue("main", "A", "v", json.loads("[" * 59 + "]" * 59)), "the value is nested too deeply"),
    (UnsetValue("main", "x", "v"), "there is no block 'x'"),
    (AddItems("main", "wires", ((5, wire("A.o", "v.a")),)), "index 5 is invalid for a list of 2"),
    (
        AddItems("main", "wires", ((0, Wire(Endpoint("a.b", "c"), Endpoint("v", "a"))),)),
        "'a.b.c' is not the name of a pin",
    ),
    (
        AddItems("main", "wires", ((0, Wire(Endpoint("a", "c", -1), Endpoint("v", "a"))),)),
        "'a.c[-1]' is not the name of a pin",
    ),
    (
        AddItems("main", "wires", ((0, Wire(Endpoint("a", "c[1]"), Endpoint("v", "a"))),)),
        "the wires contain an item of a different kind",
    ),
    (AddItems("main", "wires", ((0, Wire(Endpoint("a", "\ud800"), Endpoint("v", "a"))),)), "half of a surrogate pair"),
    (AddItems("main", "wires", ((0, Note()),)), "the wires contain an item of a different kind"),
    (AddItems("main", "notes", ((0, Frame()),)), "the notes contain an item of a different kind"),
    (AddItems("main", "notes", ((0, Note((0, 0), "\ud800")),)), "a string in the notes contains half of a surrogate"),
    (AddItems("main", "frames", ((0, Frame((0, float("inf")))),)), "'at' must be two finite numbers"),
    (AddItems("main", "frames", ((0, Frame(extra={"title": 1})),)), "already defines the key 'title'"),
    (RemoveItems("main", "wires", (2,)), "index 2 is invalid for a list of 2"),
    (RemoveItems("main", "wires", (1, 0)), "must exist, differ and be in ascending order"),
    (RemoveItems("main", "frames", (0,)), "index 0 is invalid for a list of 0"),
    (ReplaceItems("main", "notes", ((1, Note()),)), "index 1 is invalid for a list of 1"),
    (SetTitle("\ud800"), "the title contains half of a surrogate pair"),
    (SetExtra(None, None, {"pages": []}), "already defines the key 'pages'"),
    (SetExtra("main", None, {"x": object()}), "page 'main': the value of an unknown key has the Python type object"),
    (SetExtra("main", "A", {"id": 1}), "block 'A': the file format already defines the key 'id'"),
    (Group((SetTitle("x"), RemoveBlocks("main", ("A",)), RemoveBlocks("main", ("A",)))), "there is no block 'A'"),
]


@pytest.mark.parametrize(("change", "expected"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_change_does_nothing(change: Change, expected: str) -> None:
    diagram = loads(some.EXAMPLE)
    before = diagram.document
    with pytest.raises(DiagramError) as caught:
        diagram.apply(change)
    assert expected in str(caught.value)
    assert diagram.document == before
    assert diagram.revision == 0


def test_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "MAX_BLOCKS", 3)
    monkeypatch.setattr(validation, "MAX_WIRES", 2)
    diagram = loads(some.EXAMPLE)
    with pytest.raises(DiagramError, match="a diagram can have at most 3 blocks"):
        diagram.apply(AddBlocks("main", ((0, Block("x", "T")),)))
    with pytest.raises(DiagramError, match="a diagram can have at most 3 blocks"):
        diagram.apply(AddPage(0, Page("x", (Block("x", "T"),))))
    with pytest.raises(DiagramError, match="a diagram can have at most 2 wires"):
        diagram.apply(AddItems("main", "wires", ((0, wire("a.b", "c.d")),)))


def test_everything_that_opens_can_be_removed_and_put_back() -> None:
    # Deeper than a value may be, but where a page's unknown keys may be so deep.
    deep = json.loads("[" * 61 + "]" * 61)
    text = json.dumps({"format": "gradblocks/1", "pages": [{"name": "p", "x": deep}]})
    diagram = loads(text)
    before = diagram.dumps()
    diagram.apply(diagram.apply(RemovePage("p")))
    assert diagram.dumps() == before


ids = some.ids
one_page = st.sampled_from(["main", "p.2", ":Dense", ":Net", "no such page"])
places = st.integers(0, 3)
item_kinds = {"wires": some.wires, "notes": some.notes, "frames": some.frames, "routes": some.routes}


def items_of(kind: str) -> st.SearchStrategy[tuple[tuple[int, Any], ...]]:
    pairs = st.lists(st.tuples(places, item_kinds[kind]), max_size=3, unique_by=lambda pair: pair[0])
    return pairs.map(lambda chosen: tuple(sorted(chosen, key=lambda pair: pair[0])))


kinds = st.sampled_from(list(item_kinds))
fields = st.one_of(
    st.tuples(st.sampled_from(["at", "size"]), some.positions),
    st.tuples(st.just("size"), st.none()),
    st.tuples(st.sampled_from(["collapsed", "muted"]), st.booleans()),
    st.tuples(st.just("color"), st.none() | st.sampled_from(["#ff0000", "", "no colour"])),
    st.tuples(st.just("type"), st.sampled_from(["Const", "MatMul", ":Net", ""])),
)
definition_fields = st.one_of(
    st.tuples(st.just("doc"), some.texts),
    st.tuples(st.just("values"), some.promoted),
    st.tuples(st.just("origin"), some.origins),
    st.tuples(st.just("gradient"), some.gradients | st.sampled_from(["Net", ":a.b"])),
)


def set_field(page: str, block: str, field: tuple[BlockField, Any]) -> SetField:
    return SetField(page, block, *field)


def set_definition(page: str, field: tuple[DefinitionField, Any]) -> SetDefinition:
    return SetDefinition(page, *field)


names = st.sampled_from(["val", "transpose_a", "transpose_b", "dtype"])
small = st.one_of(
    st.builds(AddPage, places, some.pages | some.composites),
    st.builds(RemovePage, one_page),
    st.builds(RenamePage, one_page, some.page_names | st.sampled_from([":Dense", ":Net", ":new"])),
    st.builds(set_definition, one_page | st.just(":Dense"), definition_fields),
    st.builds(SetPackage, some.origins),
    st.builds(
        AddBlocks,
        one_page,
        st.lists(st.tuples(places, some.blocks), max_size=3, unique_by=lambda pair: pair[0]).map(
            lambda chosen: tuple(sorted(chosen, key=lambda pair: pair[0]))
        ),
    ),
    st.builds(RemoveBlocks, one_page, st.lists(ids, max_size=2, unique=True).map(tuple)),
    st.builds(RenameBlock, one_page, ids, ids),
    st.builds(set_field, one_page, ids, fields),
    st.builds(SetValue, one_page, ids, names, some.json_values),
    st.builds(UnsetValue, one_page, ids, names),
    kinds.flatmap(lambda kind: st.builds(AddItems, one_page, st.just(kind), items_of(kind))),
    st.builds(RemoveItems, one_page, kinds, st.lists(places, unique=True, max_size=2).map(lambda p: tuple(sorted(p)))),
    kinds.flatmap(lambda kind: st.builds(ReplaceItems, one_page, st.just(kind), items_of(kind))),
    st.builds(SetTitle, some.texts),
    st.builds(SetExtra, st.none() | one_page, st.none() | ids, st.dictionaries(some.texts, some.json_values)),
)
any_change = small | st.lists(small, max_size=3).map(lambda changes: Group(tuple(changes)))


@settings(max_examples=200)
@given(some.documents, st.lists(any_change, max_size=12))
def test_undo_all_gives_the_first_bytes_and_redo_all_the_last(document: Document, edits: list[Change]) -> None:
    diagram = Diagram(document)
    diagram.page("main") if "main" in [p.name for p in diagram.pages] else diagram.add_page("main")
    if not {page.name for page in diagram.pages} & {":Dense", ":Net"} and not diagram.composites:
        for name in ("Dense", "Net"):
            diagram.add_composite(name)
    texts = [diagram.dumps()]
    undo: list[Change] = []
    for change in edits:
        try:
            undo.append(diagram.apply(change))
        except DiagramError:
            assert diagram.dumps() == texts[-1]
        else:
            texts.append(diagram.dumps())
            assert loads(texts[-1]).dumps() == texts[-1]
            assert_index_is_right(diagram)
    redo: list[Change] = []
    for change, text in zip(reversed(undo), reversed(texts[:-1]), strict=True):
        redo.append(diagram.apply(change))
        assert diagram.dumps() == text
        assert_index_is_right(diagram)
    for change, text in zip(reversed(redo), texts[1:], strict=True):
        diagram.apply(change)
        assert diagram.dumps() == text


def assert_index_is_right(diagram: Diagram) -> None:
    for page in (*diagram.composites, *diagram.pages):
        for end in {w.target for w in page.wires}:
            expected = tuple(w for w in page.wires if w.target[:2] == end[:2])
            assert page.wires_into(end.block, end.pin) == expected
            assert set(expected) <= set(page.wires_into(end.block))
        for end in {w.source for w in page.wires}:
            assert page.wires_from(end.block, end.pin) == tuple(w for w in page.wires if w.source[:2] == end[:2])
        assert all(page.get(b.id) == b for b in page.blocks)


@given(any_change)
def test_a_change_survives_as_json(change: Change) -> None:
    text = json.dumps(to_json(change))
    assert from_json(json.loads(text)) == change
    assert json.dumps(to_json(from_json(json.loads(text)))) == text


@settings(max_examples=200)
@given(st.lists(any_change, min_size=1, max_size=6), st.data())
def test_a_damaged_journal_is_an_error_or_another_change(edits: list[Change], choose: st.DataObject) -> None:
    raw = to_json(choose.draw(st.sampled_from(edits)))
    raw = json.loads(json.dumps(raw))
    key = choose.draw(st.sampled_from(sorted(raw)))
    pool: list[Any] = [None, 1, -1, True, "", "wires", "blocks", "page", [], {}, [[0]], [[0, {}]], [1, 2], [[0, 1]]]
    raw[key] = choose.draw(st.sampled_from(pool) | some.json_values)
    diagram = loads(some.EXAMPLE)
    before = diagram.dumps()
    try:
        diagram.apply(from_json(raw))
    except DiagramError:
        assert diagram.dumps() == before
    else:
        assert loads(diagram.dumps()).dumps() == diagram.dumps()


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (1, "it is not an object"),
        ({}, "its kind is unknown"),
        ({"change": ["x"]}, "its kind is unknown"),
        ({"change": "set title"}, "'set title' must have the keys title"),
        ({"change": "set title", "title": 1}, "a name must be a string"),
        ({"change": "group", "changes": {}}, "expected a list"),
        ({"change": "group", "changes": [0]}, "it is not an object"),
        (
            {"change": "remove items", "page": "p", "kind": "cats", "places": [0]},
            "expected one of wires, notes, frames",
        ),
        ({"change": "add blocks", "page": "p", "items": [[0, {"id": "."}]]}, "the id '.' of block number 1 contains"),
    ],
)
def test_what_is_no_change(raw: Any, expected: str) -> None:
    with pytest.raises(DiagramError) as caught:
        from_json(raw)
    assert expected in str(caught.value)


def test_every_field_of_a_block_that_can_be_set_exists() -> None:
    assert set(get_args(BlockField)) < set(Block._fields)
    assert set(get_args(DefinitionField)) == set(Definition._fields)


def loops() -> Diagram:
    """A composite that blocks run, that another composite promotes, and a composite of the coming name."""
    diagram = Diagram()
    for name in ("Cell", "Other"):
        cell = diagram.add_composite(name)
        cell.add("InputPin", id="h")
        cell.add("InputPin", id="x")
        cell.add("OutputPin", id="new", name="h")
    runs = diagram.add_composite("Runs")
    runs.add("Scan", id="scan", body=":Cell", over=["x"])
    runs.add_value("cell", default=":Cell", sets=["scan.body"])
    runs.add_value("note", default=":Cell", sets=["scan.nothing"])
    page = diagram.add_page("main")
    page.add(":Runs", id="own", cell=":Cell")
    page.add(":Runs", id="stray", cell=":Fresh")
    page.add("While", id="while", condition=":Other", body=":Cell")
    page.add("Repeat", id="gone", body=":Fresh")
    page.add("Scan", id="scan", body=":Cell", over=["x", "z"], x=1.0)
    page.add("Const", id="text", val=":Cell")
    page.wire("text.output", "scan.x")
    page.wire("text.output", "scan.h")
    page.wire("scan.h", "own.x")
    page.wire("scan.h", "while.h")
    page.add("TableDisplay", id="shown")
    page.wire("scan.result_h", "shown.input")
    return diagram


def test_values_that_name_a_composite_follow_its_name_and_come_back() -> None:
    diagram = loops()
    before = diagram.dumps()
    back = diagram.apply(RenamePage(":Cell", ":Fresh"))
    page, runs = diagram.page("main"), diagram.composite("Runs")
    named = [(block.id, value) for block in page.blocks for value in block.values.values() if isinstance(value, str)]
    assert named == [
        ("own", ":Fresh"), ("stray", ":Fresh"), ("while", ":Other"), ("while", ":Fresh"), ("gone", ":Fresh"),
        ("scan", ":Fresh"), ("text", ":Cell"),
    ]  # fmt: skip
    assert runs.block("scan").values["body"] == ":Fresh"
    assert [value.default for value in runs.definition.values] == [":Fresh", ":Cell"]
    after = diagram.dumps()
    again = diagram.apply(from_json(json.loads(json.dumps(to_json(back)))))
    assert diagram.dumps() == before
    diagram.apply(again)
    assert diagram.dumps() == after
