"""Three-way merge of diagrams, and settling what it leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from blocks.base.errors import DiagramError
from blocks.document.canonical import block_json
from blocks.document.changes import (
    AddBlocks,
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
from blocks.document.data import (
    CONFLICTS as KEY,
)
from blocks.document.data import (
    Block,
    Definition,
    Document,
    Frame,
    Json,
    Note,
    Page,
    PromotedValue,
    Route,
    Wire,
    parse_endpoint,
)
from blocks.document.file import loads
from blocks.document.merging.conflicts import ABSENT, Conflict, conflicts_in, faults_in
from blocks.document.merging.diff import differences
from blocks.document.merging.merge import Merged, merge
from blocks.document.merging.order import merged_order
from blocks.document.merging.settle import Choice, settle
from blocks.document.model import Diagram
from tests.document.documents import EXAMPLE, blocks, documents, wires
from tests.document.test_diff import CORPUS

Edits = Sequence[Change]

LARGE = [HealthCheck.filter_too_much, HealthCheck.data_too_large, HealthCheck.too_slow]
"""Three diagrams at once are more than Hypothesis likes; most of what it draws is small all the same."""


def wire(source: str, target: str) -> Wire:
    return Wire(parse_endpoint(source), parse_endpoint(target))


def after(base: Document, *edits: Change) -> Document:
    diagram = Diagram(base)
    diagram.apply(Group(edits))
    return loads(diagram.dumps()).document


def merged(ours: Edits, theirs: Edits, base: str = EXAMPLE) -> Merged:
    old = loads(base).document
    merged = merge(old, after(old, *ours), after(old, *theirs))
    again = loads(Diagram(merged.document).dumps()).document
    assert conflicts_in(again) == merged.conflicts  # what a merge gives is a file that opens
    return merged


def said(merged: Merged) -> list[str]:
    return [f"{'/'.join(c.at)}: {c.shown('ours')} | {c.shown('theirs')} | {c.shown('base')}" for c in merged.conflicts]


APART: list[tuple[Edits, Edits]] = [
    ([SetValue("main", "A", "val", 1.0)], [SetValue("main", "b", "val", 2.0)]),
    ([SetValue("main", "v", "transpose_a", True)], [UnsetValue("main", "v", "transpose_b")]),
    ([SetField("main", "v", "muted", True)], [SetValue("main", "v", "transpose_a", True)]),
    ([SetField("main", "v", "at", (1, 2))],
     [SetField("main", "v", "at", (3, 4)), SetField("main", "v", "color", "#0f0"),
      SetField("main", "v", "source", "m.py:2")]),
    ([RenameBlock("main", "A", "left")], [SetValue("main", "b", "val", 1.0), SetField("main", "b", "at", (0, 0))]),
    ([RenamePage("main", "first")], [AddPage(0, Page("other"))]),
    ([AddItems("main", "notes", ((0, Note((0, 0), "ours")),))], [AddItems("main", "notes", ((1, Note((9, 9), "x")),))]),
    ([ReplaceItems("main", "notes", ((0, Note((40, 0), "new")),))],
     [ReplaceItems("main", "notes", ((0, Note((1, 1), "v = A b^T")),))]),
    ([SetTitle("B")], [SetExtra(None, None, {"x": 1})]),
    ([AddBlocks("main", ((3, Block("n", "Negate")),))], [AddBlocks("main", ((3, Block("m", "Exp")),))]),
    ([RemoveItems("main", "wires", (1,)), RemoveBlocks("main", ("b",))], [SetField("main", "b", "at", (5, 5))]),
    ([SetTitle("same")], [SetTitle("same")]),
    ([AddBlocks("main", ((3, Block("n", "Negate")),))], [AddBlocks("main", ((0, Block("n", "Negate", (7, 7))),))]),
    ([AddItems("main", "frames", ((0, Frame((0, 0), (9, 9), "left")),))], [SetExtra("main", None, {"x": 1})]),
    ([AddItems("main", "routes", ((0, Route(wire("A.output", "v.a"), ((1, 2),))),))],
     [AddItems("main", "routes", ((0, Route(wire("A.output", "v.a"), ((3, 4),))),))]),
    ([SetExtra("main", "v", {"x": 1})], [SetExtra("main", "v", {"y": 2})]),
]  # fmt: skip


@pytest.mark.parametrize(("ours", "theirs"), APART, ids=range(len(APART)))
def test_what_each_did_apart_is_there(ours: Edits, theirs: Edits) -> None:
    """An edit that both can be done one after the other gives the same in either order, and the merge gives that."""
    result = merged(ours, theirs)
    assert said(result) == []
    base = loads(EXAMPLE).document
    for mine, yours in ((ours, theirs), (theirs, ours)):
        for entry in differences(base, after(base, *mine)):
            assert entry in differences(base, result.document), (entry, yours)


CONFLICTS: list[tuple[Edits, Edits, list[str]]] = [
    ([SetTitle("B")], [SetTitle("C")], ['title: "B" | "C" | "A times b"']),
    ([SetValue("main", "A", "val", 1.0)], [SetValue("main", "A", "val", 1)], [
        "pages/main/blocks/A/values/val: 1.0 | 1 | [[3.0, 2.0], [-1.0, 0.0]]"
    ]),
    ([UnsetValue("main", "v", "transpose_b")], [SetValue("main", "v", "transpose_b", 3)], [
        "pages/main/blocks/v/values/transpose_b: nothing | 3 | true"
    ]),
    ([SetField("main", "v", "type", "Add")], [SetField("main", "v", "type", "Sub")], [
        'pages/main/blocks/v/type: "Add" | "Sub" | "MatMul"'
    ]),
    ([RenameBlock("main", "A", "left")], [RenameBlock("main", "A", "L")],
     ['pages/main/blocks/left/id: "left" | "L" | "A"']),
    ([RenamePage("main", "one")], [RenamePage("main", "two")], ['pages/one/name: "one" | "two" | "main"']),
    ([ReplaceItems("main", "wires", ((0, wire("b.output", "v.a")),))],
     [RemoveItems("main", "wires", (0,))], ["pages/main/wires/v.a: b.output | not wired | A.output"]),
    ([RemovePage("main")], [SetValue("main", "v", "x", 1)], ["pages/main: nothing | blocks: 3 | blocks: 3"]),
    ([ReplaceItems("main", "notes", ((0, Note((40, 0), "x")),))],
     [ReplaceItems("main", "notes", ((0, Note((40, 0), "y")),))],
     ['pages/main/notes/x: {"text": "x"} | {"text": "y"} | {"text": "v = A b^T"}']),
    ([RemoveItems("main", "notes", (0,))], [ReplaceItems("main", "notes", ((0, Note((40, 0), "y")),))],
     ['pages/main/notes/y: nothing | {"text": "y"} | {"text": "v = A b^T"}']),
]  # fmt: skip


@pytest.mark.parametrize(("ours", "theirs", "expected"), CONFLICTS, ids=range(len(CONFLICTS)))
def test_what_both_did_differently_is_a_conflict(ours: Edits, theirs: Edits, expected: list[str]) -> None:
    result = merged(ours, theirs)
    assert said(result) == expected
    mirrored = merged(theirs, ours).conflicts
    assert [(c.theirs, c.ours, c.base) for c in mirrored] == [c[1:] for c in result.conflicts]
    # Each choice gives what that side has there, and no conflict.
    base = loads(EXAMPLE).document
    sides: dict[Choice, Document] = {"ours": after(base, *ours), "theirs": after(base, *theirs), "base": base}
    for choice, side in sides.items():
        settled = settle_all(result.document, choice)
        assert differences(side, settled) == []


def test_an_edit_goes_where_the_other_side_moved_the_block_or_page() -> None:
    result = merged([RenameBlock("main", "A", "left")], [SetValue("main", "A", "val", 1.0)])
    assert said(result) == []
    (page,) = result.document.pages
    assert (page.blocks[0].id, page.blocks[0].values) == ("left", {"val": 1.0})
    assert page.wires[0] == wire("left.output", "v.a")
    result = merged([SetValue("main", "A", "val", 1.0)], [RenamePage("main", "one")])
    assert (said(result), result.document.pages[0].name) == ([], "one")
    assert result.document.pages[0].blocks[0].values == {"val": 1.0}


def settle_all(document: Document, choice: Choice) -> Document:
    diagram = Diagram(document)
    back = diagram.apply(settle(diagram, conflicts_in(document), choice))
    now = diagram.document
    assert conflicts_in(now) == ()
    diagram.apply(back)
    assert diagram.document == document
    return now


def test_neighbours_that_one_side_gave_other_ids_are_the_same_blocks() -> None:
    renamed: Edits = [RenameBlock("main", "A", "left"), RenameBlock("main", "v", "product")]
    result = merged(renamed, [SetValue("main", "A", "val", 1.0), RenameBlock("main", "b", "right")])
    page = result.document.pages[0]
    assert result.conflicts == () and [block.id for block in page.blocks] == ["left", "right", "product"]
    assert page.blocks[0].values == {"val": 1.0}
    assert page.wires == (wire("left.output", "product.a"), wire("right.output", "product.b"))
    # So they are when what they hold is another, too.
    left: Edits = [RenameBlock("main", "A", "left"), SetValue("main", "left", "val", 1.0)]
    product: Edits = [RenameBlock("main", "v", "product"), SetValue("main", "product", "transpose_a", True)]
    result = merged(left, product)
    assert result.conflicts == () and plain(result.document) == plain(after(loads(EXAMPLE).document, *left, *product))


def test_a_wire_to_where_a_removed_block_led_is_a_conflict_for_both() -> None:
    removed: Edits = [
        RemoveItems("main", "wires", (0,)), RemoveBlocks("main", ("A",)),
        AddItems("main", "wires", ((0, wire("b.output", "v.a")),)),
    ]  # fmt: skip
    changed = [SetValue("main", "A", "val", 1.0)]
    for ours, theirs in ((removed, changed), (changed, removed)):
        block, wires = merged(ours, theirs).conflicts
        assert (block.at[3], wires.at[3], wires.base) == ("A", "v.a", ["A.output"])
        assert [wires.ours, wires.theirs] == [
            ["b.output" if each is removed else "A.output"] for each in (ours, theirs)
        ]


def test_what_one_removed_and_the_other_changed_stays_with_its_wires() -> None:
    removed = [RemoveItems("main", "wires", (0,)), RemoveBlocks("main", ("A",))]
    changed = [SetValue("main", "A", "val", 1.0)]
    choices: list[Choice] = ["ours", "theirs"]
    for ours, theirs, wanted in zip((removed, changed), (changed, removed), choices, strict=True):
        result = merged(ours, theirs)
        (conflict,) = result.conflicts
        assert conflict.at == ("pages", "main", "blocks", "A")
        page = result.document.pages[0]
        assert page.blocks[0].values == {"val": 1.0}
        assert wire("A.output", "v.a") in page.wires
        gone = settle_all(result.document, wanted).pages[0]
        assert [block.id for block in gone.blocks] == ["b", "v"]
        assert gone.wires == (wire("b.output", "v.b"),)
        assert settle_all(result.document, "base").pages[0].blocks[0] == loads(EXAMPLE).document.pages[0].blocks[0]


def test_a_new_wire_to_what_the_other_removed_is_a_conflict() -> None:
    removed = [RemoveItems("main", "wires", (0,)), RemoveBlocks("main", ("A",))]
    wired = [
        AddBlocks("main", ((3, Block("n", "Negate")),)),
        AddItems("main", "wires", ((2, wire("A.output", "n.x")),)),
    ]
    result = merged(removed, wired)
    assert [conflict.at for conflict in result.conflicts] == [("pages", "main", "blocks", "A")]
    assert wire("A.output", "n.x") in result.document.pages[0].wires
    assert all("A" not in (w.source.block, w.target.block) for w in settle_all(result.document, "ours").pages[0].wires)


def test_a_wire_beside_a_block_in_conflict_tells_what_the_base_had() -> None:
    rewired = [
        RemoveItems("main", "wires", (0,)),
        RemoveBlocks("main", ("A",)),
        AddItems("main", "wires", ((0, wire("b.output", "v.a")),)),
    ]
    result = merged([SetValue("main", "A", "val", 1.0)], rewired)
    block, wires = result.conflicts
    assert block.at == ("pages", "main", "blocks", "A") and wires.at == ("pages", "main", "wires", "v.a")
    assert (wires.ours, wires.theirs, wires.base) == (["A.output"], ["b.output"], ["A.output"])
    assert settle_all(result.document, "base").pages[0] == loads(EXAMPLE).document.pages[0]


def test_two_blocks_that_got_the_same_id_are_one_conflict_with_their_wires() -> None:
    def added(kind: str, source: str) -> Edits:
        new = Block("Math1", kind)
        return [AddBlocks("main", ((3, new),)), AddItems("main", "wires", ((2, wire(source, "Math1.x")),))]

    result = merged(added("Negate", "A.output"), added("Exp", "b.output"))
    (conflict,) = result.conflicts
    assert conflict.base is ABSENT
    assert conflict.theirs == {
        "block": block_json(Block("Math1", "Exp"), {}), "wires": [["b.output", "Math1.x"]]
    }  # fmt: skip
    assert conflict.shown("ours") == "Negate, wires: 1"
    assert conflict.lines("theirs") == ["Math1: Exp", "b.output -> Math1.x"]
    theirs = settle_all(result.document, "theirs").pages[0]
    assert theirs.blocks[3].type == "Exp"
    assert theirs.wires[2:] == (wire("b.output", "Math1.x"),)
    assert len(settle_all(result.document, "base").pages[0].blocks) == 3


def test_two_blocks_that_the_editor_gave_the_same_id_are_two() -> None:
    def added(value: float, source: str) -> Edits:
        new = Block("Const1", "Const", values={"val": value}), Block("Add1", "Add"), Block("Add2", "Add")
        joins = wire("Const1.output", "Add1.x"), wire(source, "Add1.y"), wire("Add1.z", "Add2.x")
        return [
            AddBlocks("main", tuple((3 + i, each) for i, each in enumerate(new))),
            AddItems("main", "wires", tuple((2 + i, each) for i, each in enumerate(joins))),
        ]

    result = merged(added(1.0, "A.output"), added(2.0, "b.output"))
    assert result.conflicts == () and len(result.notes) == 3
    assert "both sides added a block 'Const1'" in result.notes[2]
    page = result.document.pages[0]
    assert sorted(block.id for block in page.blocks[3:]) == ["Add1", "Add2", "Add3", "Add4", "Const1", "Const2"]
    joins = {str(each.target): str(each.source) for each in page.wires[2:]}
    assert {joins["Add1.x"], joins["Add3.x"]} == {"Const1.output", "Const2.output"}
    assert {joins["Add1.y"], joins["Add3.y"]} == {"A.output", "b.output"}
    assert {joins["Add2.x"], joins["Add4.x"]} == {"Add1.z", "Add3.z"}
    mirrored = merged(added(2.0, "b.output"), added(1.0, "A.output"))
    assert plain(mirrored.document) == plain(result.document)
    alike = merged(added(1.0, "A.output"), added(1.0, "A.output"))
    assert (len(alike.document.pages[0].blocks), alike.conflicts, alike.notes) == (6, (), ())


def test_pages_and_composites_that_the_editor_named_alike_are_two() -> None:
    def added(kind: str) -> Edits:
        inner = Page(":Composite", (Block(f"{kind}1", kind),), composite=Definition())
        page = Page("page 2", (Block("Composite1", ":Composite"), Block(f"{kind}1", kind)))
        return [AddPage(0, inner), AddPage(1, page), AddBlocks("main", ((3, Block("Composite1", ":Composite")),))]

    result, mirrored = merged(added("Exp"), added("Negate")), merged(added("Negate"), added("Exp"))
    assert result.conflicts == () and plain(result.document) == plain(mirrored.document)
    assert result.notes == (
        "both sides added a composite 'Composite'; the one from theirs is now 'Composite2'",
        "both sides added a page 'page 2'; the one from theirs is now 'page 3'",
        "page 'main': both sides added a block 'Composite1'; the one from theirs is now 'Composite2'",
    )
    types = {page.name: [block.type for block in page.blocks] for page in result.document.pages}
    assert types == {
        "main": ["Const", "Const", "MatMul", ":Composite", ":Composite2"],
        "page 2": [":Composite", "Exp"],
        "page 3": [":Composite2", "Negate"],
    }
    inner = {page.name: page.blocks[0].type for page in result.document.composites}
    assert inner == {":Composite": "Exp", ":Composite2": "Negate"}
    assert merged(added("Exp"), added("Exp")).notes == ()


def test_blocks_on_a_page_that_both_sides_added_are_separate_too() -> None:
    def added(value: float, **more: Any) -> Edits:
        blocks = Block("Const1", "Const", values={"val": value, **more}), Block("Negate1", "Negate")
        return [AddPage(1, Page("eval", blocks, (wire("Const1.output", "Negate1.x"),)))]

    result = merged(added(1.0), added(2.0))
    assert result.conflicts == () and len(result.notes) == 2
    page = result.document.pages[1]
    values = {block.id: block.values.get("val") for block in page.blocks}
    joins = {str(each.target): str(each.source) for each in page.wires}
    assert sorted(values) == ["Const1", "Const2", "Negate1", "Negate2"] and len(joins) == 2
    assert {values["Const1"], values["Const2"]} == {1.0, 2.0}
    assert joins["Negate1.x"] != joins["Negate2.x"]


def test_true_and_one_are_not_the_same() -> None:
    changed: Edits = [SetValue("main", "v", "transpose_b", 1.0)]
    for result in (merged(changed, [SetTitle("other")]), merged([SetTitle("other")], changed)):
        assert result.document.pages[0].blocks[2].values["transpose_b"] is not True


def grown(drawn: Sequence[tuple[str, float, int]], where: str = "main") -> Document:
    """The example with blocks as the editor adds them, each wired from one that is there.

    Args:
        drawn: their types, values, and what is wired to each.
        where: the page, or the canvas of a composite; it is added if the example has it not.
    """
    diagram = loads(EXAMPLE)
    page = diagram.pages[0]
    if where != "main" and drawn:
        new = Page(where, (Block("A", "Const"),), composite=Definition() if where.startswith(":") else None)
        diagram.apply(AddPage(0, new))
        page = diagram.canvas(where)
    there = ["A.output"]
    for kind, value, source in drawn:
        if kind == "Const":
            there.append(f"{page.add(kind, val=value).id}.output")
        else:
            name = page.add(kind).id
            page.wire(there[source % len(there)], f"{name}.x")
            there.append(f"{name}.y")
    return loads(diagram.dumps()).document


additions = st.lists(st.tuples(st.sampled_from(["Const", "Negate"]), st.floats(0, 2), st.integers(0, 9)), max_size=4)


@settings(max_examples=25)
@given(additions, additions, st.sampled_from(["main", "eval", "page 2", ":Composite"]))
def test_what_each_adds_in_the_editor_never_conflicts(ours: Any, theirs: Any, where: str) -> None:
    base, mine, yours = (grown(each, where) for each in ((), ours, theirs))
    result, mirrored = merge(base, mine, yours), merge(base, yours, mine)
    assert result.conflicts == () == mirrored.conflicts
    assert plain(result.document) == plain(mirrored.document)
    both = contents(result.document)
    assert all(both >= contents(each) for each in (mine, yours))
    joins = sum(len(page.wires) for page in (*result.document.pages, *result.document.composites))
    assert joins == len(base.pages[0].wires) + both["Negate None"]


def contents(document: Document) -> Counter[str]:
    pages = (*document.pages, *document.composites)
    return Counter(f"{block.type} {block.values.get('val')}" for page in pages for block in page.blocks)


def test_wires_into_a_pin_that_takes_many_are_united() -> None:
    base = Diagram(loads(EXAMPLE).document)
    base.page("main").add("ClientSession", id="s")
    base.page("main").wire("v.product", "s.fetch_outputs")
    ours = [AddItems("main", "wires", ((2, wire("A.output", "s.fetch_outputs")),))]
    theirs = [AddItems("main", "wires", ((3, wire("b.output", "s.fetch_outputs")),))]
    result = merged(ours, theirs, base.dumps())
    assert said(result) == []
    sources = [str(w.source) for w in result.document.pages[0].wires if w.target.block == "s"]
    assert sources == ["A.output", "v.product", "b.output"]


def test_values_of_composites_are_merged_name_by_name() -> None:
    text = (CORPUS / "format_2.gradblocks").read_text("utf-8")
    units, other = loads(text).composite("Dense").values

    def values(*given: PromotedValue) -> Edits:
        return [SetDefinition(":Dense", "values", given)]

    result = merged(values(units._replace(default=64), other), values(units._replace(doc="How many."), other), text)
    assert said(result) == []
    assert (result.document.composites[0].composite or units)[1][0] == units._replace(default=64, doc="How many.")  # type: ignore[index]
    result = merged(values(units._replace(default=64), other), values(units._replace(default=32), other), text)
    assert said(result) == ["composites/Dense/values/units/default: 64 | 32 | 16"]
    assert settle_all(result.document, "theirs").composites[0].composite.values[0].default == 32  # type: ignore[union-attr]
    result = merged(values(other), values(units._replace(default=32), other), text)
    assert [c.at for c in result.conflicts] == [("composites", "Dense", "values", "units")]
    assert len(settle_all(result.document, "ours").composites[0].composite.values) == 1  # type: ignore[union-attr]
    ours, theirs = ([SetDefinition(":Dense", "gradient", name)] for name in (":A", ":B"))
    assert merged(ours, [SetDefinition(":Dense", "doc", "")], text).document.composites[0].composite.gradient == ":A"  # type: ignore[union-attr]
    result = merged(ours, theirs, text)
    assert said(result) == ['composites/Dense/gradient: ":A" | ":B" | nothing']
    choices: dict[Choice, str] = {"ours": ":A", "theirs": ":B", "base": ""}
    for choice, gradient in choices.items():
        settled = settle_all(loads(Diagram(result.document).dumps()).document, choice)
        assert settled.composites[0].composite.gradient == gradient  # type: ignore[union-attr]
    renamed = merged([RenamePage(":층", ":Floor")], [SetDefinition(":Dense", "gradient", ":층")], text)
    assert renamed.document.composites[0].composite.gradient == ":Floor"  # type: ignore[union-attr]
    result = merged([SetPackage({"name": "a"})], [SetPackage({"name": "b"})], text)
    assert said(result)[0].startswith('package/name: "a" | "b"')


def test_an_instance_follows_the_name_that_the_other_side_gave_its_composite() -> None:
    text = (CORPUS / "format_2.gradblocks").read_text("utf-8")
    result = merged([RenamePage(":Dense", ":Layer")], [SetValue("main", "hidden", "units", 3)], text)
    assert said(result) == []
    hidden = next(block for block in result.document.pages[0].blocks if block.id == "hidden")
    assert (hidden.type, hidden.values["units"]) == (":Layer", 3)


def test_a_page_that_is_called_as_the_instances_of_a_composite_of_the_other_side_gets_another_name() -> None:
    result = merged([AddPage(1, Page(":N"))], [Diagram().add_composite("N") and AddPage(0, _composite("N"))])
    assert [page.name for page in result.document.pages] == ["main", ":N 2"]
    assert len(result.notes) == 1


def _composite(name: str) -> Page:
    diagram = Diagram()
    return diagram.add_composite(name).snapshot()


def test_conflicts_of_an_earlier_merge_stay_until_somebody_settles_them() -> None:
    result = merged([SetTitle("B")], [SetTitle("C")])
    once = result.document
    later = after(once, SetValue("main", "A", "val", 1.0))
    both = merge(loads(EXAMPLE).document, later, loads(EXAMPLE).document)
    assert conflicts_in(both.document) == result.conflicts
    settled = settle_all(once, "theirs")
    assert merge(once, settled, after(once, SetField("main", "v", "muted", True))).conflicts == ()


def test_a_choice_by_hand_leaves_what_is_there() -> None:
    document = after(merged([SetTitle("B")], [SetTitle("C")]).document, SetTitle("D"))
    assert settle_all(document, "kept").title == "D"


def test_names_and_what_is_inside_are_settled_together() -> None:
    result = merged(
        [RenamePage("main", "one"), RenameBlock("one", "A", "left"),
         ReplaceItems("one", "wires", ((1, wire("left.output", "v.b")),))],
        [RenamePage("main", "two"), RenameBlock("two", "A", "L"), RemoveItems("two", "wires", (1,))],
    )  # fmt: skip
    for choice in ("ours", "theirs", "base"):
        settle_all(result.document, choice)


def test_a_conflict_about_what_has_gone_is_refused_in_words() -> None:
    document = merged([SetValue("main", "A", "val", 1)], [SetValue("main", "A", "val", 2)]).document
    diagram = Diagram(document)
    diagram.page("main").remove("A")
    with pytest.raises(DiagramError, match=r"page 'main', block 'A'.*there is no block 'A'"):
        settle(diagram, conflicts_in(diagram.document), "theirs")


HOSTILE: list[Json] = [
    5, {}, [[]], ["pages"], ["pages", "main", "blocks"], ["nonsense"], ["pages", "main", "blocks", "A", "at"],
    ["title", "x"],
]  # fmt: skip


@pytest.mark.parametrize("at", HOSTILE, ids=range(len(HOSTILE)))
def test_conflicts_that_lead_nowhere_are_named(at: Json) -> None:
    assert len(faults_in({KEY: [{"at": at}]})) == 1
    assert conflicts_in(Document(extra={KEY: [{"at": at}]})) == ()
    assert faults_in({KEY: at}) or at == []


KEYS = (
    "title", "name", "blocks", "A", "main", "pages", "wires", "values", "doc", "from", "notes", "extra", "id", "type",
    "Dense", "composites", "frames", "x", "package",
)  # fmt: skip
SIDES: list[Any] = [ABSENT, None, 5, "x", {}, [], {"block": 5, "wires": []}, {"blocks": 1}, {"name": "x"}, ["A.b"]]


@settings(max_examples=20)
@given(documents, st.lists(st.sampled_from(KEYS), max_size=6), st.sampled_from(SIDES))
def test_a_conflict_that_a_stranger_wrote_is_settled_or_refused(document: Document, at: list[str], value: Any) -> None:
    raw = {"at": at} if value is ABSENT else {"at": at, "ours": value}
    document = document._replace(extra={**document.extra, KEY: [raw]})
    diagram = Diagram(document)
    for conflict in conflicts_in(document):
        assert conflict.fault().message and conflict.lines("ours")
        try:
            diagram.apply(settle(diagram, [conflict], "ours"))
        except DiagramError:
            continue
        assert loads(diagram.dumps()).document  # what was settled can be opened again


def plain(document: Document) -> Any:
    """What a diagram is but for order and looks."""

    def canvas(page: Page) -> Any:
        blocks = {b.id: (b.type, repr(sorted(b.values.items())), b.muted, repr(b.extra)) for b in page.blocks}
        notes = Counter((n.text, repr(n.extra)) for n in page.notes)
        return blocks, Counter(page.wires), notes

    return document.title, {page.name: canvas(page) for page in (*document.pages, *document.composites)}


@settings(max_examples=20, suppress_health_check=LARGE)
@given(documents, documents)
def test_a_merge_with_nothing_is_nothing(base: Document, side: Document) -> None:
    for result in (merge(base, side, base), merge(base, base, side), merge(base, side, side)):
        assert Diagram(result.document).dumps() == Diagram(side).dumps()
        assert result.conflicts == conflicts_in(side)


@settings(max_examples=20, suppress_health_check=LARGE)
@given(documents, documents, documents)
def test_any_three_diagrams_can_be_merged(base: Document, ours: Document, theirs: Document) -> None:
    result, other = merge(base, ours, theirs), merge(base, theirs, ours)
    again = loads(Diagram(result.document).dumps()).document
    assert len(conflicts_in(again)) == len(result.conflicts)
    mirrored = Counter(repr((c.theirs, c.ours, c.base)) for c in other.conflicts)
    assert Counter(repr((c.ours, c.theirs, c.base)) for c in result.conflicts) == mirrored
    if not result.conflicts and not result.notes:
        assert plain(result.document) == plain(other.document)


EDITS: list[Callable[[Block], Change]] = [
    lambda block: SetValue("main", block.id, "val", "edited"),
    lambda block: SetField("main", block.id, "at", (777, 778)),
    lambda block: SetField("main", block.id, "type", "Exp"),
    lambda block: SetExtra("main", block.id, {"edited": 1}),
    lambda block: SetField("main", block.id, "muted", not block.muted),
    lambda block: RenameBlock("main", block.id, "other" + block.id),
    lambda block: Group(
        (RenameBlock("main", block.id, "other" + block.id), SetValue("main", "other" + block.id, "z", 1))
    ),
    lambda block: Group((RemoveBlocks("main", (block.id,)),)),
]


@settings(max_examples=20)
@given(st.lists(blocks, min_size=2, max_size=4, unique_by=lambda b: b.id), st.lists(wires, max_size=4), st.data())
def test_edits_apart_never_conflict(drawn: list[Block], joins: list[Wire], data: st.DataObject) -> None:
    """Of two blocks that no wire joins, each edited by one side; both orders of doing so give what the merge gives."""
    one, other = data.draw(st.permutations(drawn))[:2]
    ids = {one.id, other.id}
    assume(not {"other" + one.id, "other" + other.id} & {block.id for block in drawn})
    apart = tuple(each for each in joins if not {end.block for end in each} >= ids)
    document = Document(pages=(Page("main", tuple(drawn), apart),))
    mine, yours = data.draw(st.sampled_from(EDITS))(one), data.draw(st.sampled_from(EDITS))(other)
    document = loads(Diagram(document).dumps()).document
    result = merge(document, after(document, mine), after(document, yours))
    assert result.conflicts == ()
    assert plain(result.document) == plain(after(document, mine, yours))


@given(st.lists(st.integers(0, 9), unique=True), st.lists(st.integers(0, 9), unique=True))
def test_an_order_that_one_side_made_is_taken(base: list[int], side: list[int]) -> None:
    kept = set(side)
    for results in (merged_order(base, side, base), merged_order(base, base, side)):
        assert [key for key in results if key in kept] == side


def test_both_add_at_the_same_place() -> None:
    assert merged_order("abc", "abXc", "abYZc") == list("abXYZc")
    assert merged_order("abc", "Xabc", "cba") == list("Xcba") or merged_order("abc", "Xabc", "cba")[-3:] == list("cba")
    assert Conflict(("title",)).shown("ours") == "nothing"
