"""Composites in a document: their form in a file, changes of them, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from blocks.base.errors import DiagramError, UsageError
from blocks.document.changes import (
    AddPage,
    Change,
    RemovePage,
    RenamePage,
    SetDefinition,
    SetExtra,
    SetPackage,
    SetValue,
)
from blocks.document.data import MAX_DEPTH, Block, Definition, Frame, Note, Page, PromotedValue
from blocks.document.file import loads
from blocks.document.journal import from_json, to_json
from blocks.document.model import Diagram
from blocks.document.reading import LoadError

pytestmark = pytest.mark.usefixtures("made_up_names")

TEXT = """{
  "format": "gradblocks/2",
  "title": "A net",
  "package": {"name": "layers", "version": "1.2.0"},
  "composites": [
    {
      "name": "Dense",
      "doc": "A fully connected layer.",
      "values": [
        {"name": "units", "default": 16, "sets": ["units.val"], "doc": "How many outputs.", "unit": "1"}
      ],
      "blocks": [
        {"id": "x", "type": "InputPin", "at": [40, 40], "values": {"dtype": "DT_FLOAT", "shape": [null, null]}},
        {"id": "units", "type": "Const", "at": [40, 130], "values": {"val": 16}},
        {"id": "y", "type": "OutputPin", "at": [700, 40]}
      ],
      "wires": [
        ["x.output", "y.input"]
      ],
      "from": {"package": "layers", "version": "1.2.0", "sha256": "0"},
      "colour": "red"
    },
    {
      "name": "Net",
      "blocks": [
        {"id": "inner", "type": ":Dense", "at": [0, 0], "values": {"units": 3}}
      ],
      "wires": []
    }
  ],
  "pages": [
    {
      "name": "main",
      "blocks": [
        {"id": "hidden", "type": ":Dense", "at": [300, 40], "values": {"shares": "other", "units": 64, "x": [[1.0]]}},
        {"id": "other", "type": ":Dense", "at": [300, 90]},
        {"id": "gone", "type": ":Gone", "at": [0, 0]}
      ],
      "wires": [
        ["hidden.y", "other.x"]
      ]
    }
  ]
}
"""


def faults(**document: Any) -> list[str]:
    with pytest.raises(LoadError) as caught:
        loads(json.dumps({"format": "gradblocks/3", **document}), "f")
    return [str(each) for each in caught.value.errors]


def edited(*changes: Change) -> Diagram:
    """The diagram after changes that were taken back, read from their JSON, and made again."""
    diagram = loads(TEXT)
    done: list[Change] = [diagram.apply(from_json(json.loads(json.dumps(to_json(change))))) for change in changes]
    text = diagram.dumps()
    again = [diagram.apply(inverse) for inverse in reversed(done)]
    assert diagram.dumps() == TEXT
    for change in reversed(again):
        diagram.apply(from_json(json.loads(json.dumps(to_json(change)))))
    assert diagram.dumps() == text
    return diagram


def types(diagram: Diagram, canvas: str = "main") -> list[str]:
    return [block.type for block in diagram.canvas(canvas).blocks]


def test_the_canonical_form_comes_back_and_is_read() -> None:
    diagram = loads(TEXT)
    assert diagram.dumps() == TEXT
    assert diagram.package == {"name": "layers", "version": "1.2.0"}
    dense = diagram.composite("Dense")
    assert (dense.name, dense.doc, dense.origin) == (":Dense", "A fully connected layer.", {**dense.origin})  # pyright: ignore[reportOptionalIterable, reportGeneralTypeIssues]
    assert dense.values == (PromotedValue("units", 16, ("units.val",), "How many outputs.", {"unit": "1"}),)
    assert dense.extra == {"colour": "red"}
    assert [each.name for each in diagram.composites] == [":Dense", ":Net"]
    assert [page.name for page in diagram.pages] == ["main"]


def test_the_lowest_version_is_written_that_can_say_it() -> None:
    raw = json.loads(TEXT.replace("gradblocks/2", "gradblocks/3"))
    assert loads(json.dumps(raw)).dumps() == TEXT
    raw["composites"][1]["gradient"] = ":Gone"
    text = loads(json.dumps(raw)).dumps()
    assert '"gradblocks/3"' in text
    with pytest.raises(LoadError, match=r"f: composite 'Net': .*'gradient' in a file of the format gradblocks/2"):
        loads(text.replace("gradblocks/3", "gradblocks/2"), "f")
    del raw["composites"]
    assert '"gradblocks/2"' in loads(json.dumps(raw)).dumps()
    del raw["package"]
    text = loads(json.dumps(raw)).dumps()
    assert '"gradblocks/1"' in text
    assert loads(text).dumps() == text
    raw["composites"] = []
    assert loads(json.dumps(raw)).dumps() == text


def test_what_equals_a_default_of_the_definition_is_left_out() -> None:
    diagram = edited(SetValue("main", "other", "units", 16), SetValue("main", "hidden", "units", 16.0))
    again = loads(diagram.dumps()).page("main")
    assert again.block("other").values == {}
    assert again.block("hidden").values["units"] == 16.0
    assert loads(diagram.dumps().replace('"default": 16', '"default": 16.0')).page("main").block("hidden").values


def test_in_the_first_version_they_are_keys_that_are_not_known() -> None:
    text = TEXT.replace("gradblocks/2", "gradblocks/1")
    diagram = loads(text)
    assert (diagram.composites, diagram.package, list(diagram.extra)) == ((), None, ["package", "composites"])
    again = loads(diagram.dumps())
    assert again.extra == diagram.extra
    assert again.dumps() == diagram.dumps()
    for change in (AddPage(0, Page(":New", composite=Definition())), SetPackage({})):
        with pytest.raises(DiagramError, match="the diagram has a key 'package' that does not exist in gradblocks/1"):
            diagram.apply(change)
    back = diagram.apply(SetExtra(None, None, {}))
    undo = diagram.apply(SetPackage({}))
    with pytest.raises(DiagramError, match="already defines the key 'package'"):
        diagram.apply(back)
    diagram.apply(undo)
    diagram.apply(back)
    assert diagram.dumps() == again.dumps()


CANVAS = {"name": "p"}
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"package": []}, "f: 'package' must be an object"),
    ({"package": None}, "f: 'package' must be an object"),
    ({"composites": {}}, "f: 'composites' must be a list"),
    ({"composites": [1]}, "f: composite number 1 must be an object"),
    ({"composites": [{}]}, "f: composite number 1: 'name' is missing or not a string"),
    ({"composites": [{"name": "a:b"}]}, "f: the name 'a:b' of composite number 1 contains a ':'"),
    ({"composites": [{"name": "a.b"}]}, "f: the name 'a.b' of composite number 1 contains a '.' or a '/'"),
    ({"composites": [CANVAS, CANVAS]}, "f: two composites have the name 'p'"),
    ({"composites": [{"name": "p", "doc": 1}]}, "f: composite 'p': 'doc' of the composite must be a string"),
    ({"composites": [{"name": "p", "values": {}}]}, "f: composite 'p': 'values' must be a list"),
    ({"composites": [{"name": "p", "values": [1]}]}, "f: composite 'p': value number 1 must be an object"),
    ({"composites": [{"name": "p", "values": [{"name": "a.b"}]}]},
     "f: composite 'p': the name 'a.b' of value number 1 contains a '.' or a '/'"),
    ({"composites": [{"name": "p", "values": [CANVAS, CANVAS]}]},
     "f: composite 'p': two promoted values have the name 'p'"),
    ({"composites": [{"name": "p", "values": [{"name": "a", "sets": "b.c"}]}]},
     "f: composite 'p': 'sets' must be a list"),
    ({"composites": [{"name": "p", "values": [{"name": "a", "sets": [1]}]}]},
     "f: composite 'p': 'sets' of value number 1 must be a list of strings"),
    *(
        ({"composites": [{"name": "p", "gradient": gradient}]},
         "f: composite 'p': 'gradient' must be ':' and the name of a composite, such as \":RoundGrad\"")
        for gradient in (None, 1, "", ":", "p", ":a.b", [":p"])
    ),
    ({"composites": [{"name": "p", "from": "x"}]}, "f: composite 'p': 'from' must be an object"),
    ({"composites": [{"name": "p", "blocks": [{"id": "a"}]}]},
     "f: composite 'p', block 'a': 'type' must be the name of a block type"),
    ({"composites": [{"name": "p", "blocks": [{"id": "a", "values": {"v": float("nan")}}]}]},
     "f: composite 'p', block 'a': NaN is not valid JSON; in a tensor, write it as the string \"NaN\""),
    ({"composites": [CANVAS], "pages": [{"name": ":p"}]},
     "f: the name of the page ':p' is the block type of the composite 'p'"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "expected"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_refused(document: dict[str, Any], expected: str) -> None:
    assert faults(**document) == [expected]


def test_limits_count_definitions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("blocks.document.decoding.MAX_BLOCKS", 6)
    assert faults(**json.loads(TEXT)) == ["f: the diagram has 7 blocks; the limit is 6"]
    monkeypatch.setattr("blocks.document.validation.MAX_BLOCKS", 7)
    monkeypatch.setattr("blocks.document.decoding.MAX_BLOCKS", 7)
    with pytest.raises(DiagramError, match="a diagram can have at most 7 blocks"):
        loads(TEXT).page("main").add("T")


def test_a_renamed_composite_takes_its_instances_along() -> None:
    diagram = edited(RenamePage(":Dense", ":Layer"))
    assert (types(diagram), types(diagram, ":Net")) == ([":Layer", ":Layer", ":Gone"], [":Layer"])
    diagram = edited(
        SetDefinition(":Dense", "gradient", ":Net"), SetDefinition(":Net", "gradient", ":Late"),
        RenamePage(":Net", ":New"), RenamePage(":Dense", ":Late"),
    )  # fmt: skip
    assert [each.gradient for each in diagram.composites] == [":New", ":Late"]
    # What was of a type that is not known becomes an instance, and is none again when that is taken back.
    diagram = edited(RenamePage(":Dense", ":Gone"), RenamePage(":Net", ":Dense"))
    assert types(diagram) == [":Gone", ":Gone", ":Gone"]
    assert types(edited(RenamePage("main", ":Gone")), ":Gone") == [":Dense", ":Dense", ":Gone"]  # a page is no type


def test_composites_come_and_go_in_their_places() -> None:
    dense = loads(TEXT).composite("Dense").snapshot()
    diagram = edited(AddPage(1, Page(":New", composite=Definition("d"))), RemovePage(":Dense"), AddPage(2, dense))
    assert [each.name for each in diagram.composites] == [":New", ":Net", ":Dense"]
    assert diagram.composite(":New").doc == "d"


def test_what_a_definition_says_can_be_set() -> None:
    values = (PromotedValue("v", [1, None], ("units.val", "x.shape"), "d", {"more": 1}), PromotedValue("w"))
    diagram = edited(
        SetDefinition(":Dense", "doc", ""),
        SetDefinition(":Dense", "values", values),
        SetDefinition(":Dense", "origin", None),
        SetDefinition(":Net", "origin", {"package": "p"}),
        SetPackage(None),
    )
    dense = diagram.composite("Dense")
    assert (dense.doc, dense.values, dense.origin, diagram.package) == ("", values, None, None)
    assert diagram.composite("Net").origin == {"package": "p"}


DEEP = json.loads("[" * 61 + "]" * 61)
WRONG: list[tuple[Change, str]] = [
    (AddPage(3, Page(":x", composite=Definition())), "index 3 is invalid for a list of 2"),
    (AddPage(0, Page("x", composite=Definition())), "the name 'x' of the canvas of a composite must"),
    (AddPage(0, Page(":a:b", composite=Definition())), "the name 'a:b' of a composite contains a ':'"),
    (AddPage(0, Page(":Net", composite=Definition())), "there is already a composite 'Net'"),
    (AddPage(0, Page(":Net")), "there is already a composite 'Net'"),
    (AddPage(0, Page(":x", composite=Definition("\ud800"))), "composite 'x': 'doc' contains half of a surrogate pair"),
    (AddPage(0, Page(":x", extra={"doc": 1}, composite=Definition())), "already defines the key 'doc'"),
    (RenamePage("main", ":Net"), "there is already a composite 'Net'"),
    (RenamePage(":Net", ":Dense"), "there is already a composite 'Dense'"),
    (RenamePage(":Net", "net"), "the canvas of a composite must begin with ':'"),
    (SetDefinition("main", "doc", ""), "page 'main': this is not a composite"),
    (SetDefinition(":Net", "doc", 1), "composite 'Net': 'doc' must be a string"),
    (SetDefinition(":Net", "values", ["v"]), "composite 'Net': the promoted values of the composite are invalid"),
    (
        SetDefinition(":Net", "values", (PromotedValue("a"),) * 2),
        "composite 'Net': there is already a promoted value 'a'",
    ),
    (
        SetDefinition(":Net", "values", (PromotedValue("a.b"),)),
        "the name 'a.b' of a promoted value contains a '.' or a '/'",
    ),
    (
        SetDefinition(":Net", "values", (PromotedValue("a", float("nan")),)),
        "the default of the promoted value 'a' is nan",
    ),
    (
        SetDefinition(":Net", "values", (PromotedValue("a", DEEP),)),
        "the default of the promoted value 'a' is nested too deeply",
    ),
    (
        SetDefinition(":Net", "values", (PromotedValue("a", doc="\ud800"),)),
        "a string of the promoted value 'a' contains half of",
    ),
    (SetDefinition(":Net", "values", (PromotedValue("a", extra={"sets": 1}),)), "already defines the key 'sets'"),
    (SetDefinition(":Net", "gradient", "Dense"), "composite 'Net': 'gradient' must be"),
    (SetDefinition(":Net", "gradient", None), "composite 'Net': 'gradient' must be"),
    (SetExtra(":Net", None, {"gradient": ":Dense"}), "already defines the key 'gradient'"),
    (SetDefinition(":Net", "origin", "x"), "composite 'Net': 'from' must be an object"),
    (SetPackage({"x": float("inf")}), "'package' is inf"),
    (SetExtra(None, None, {"composites": 1}), "already defines the key 'composites'"),
    (SetExtra(":Net", None, {"from": 1}), "composite 'Net': the file format already defines the key 'from'"),
    (SetValue(":Net", "nobody", "x", 1), "composite 'Net': there is no block 'nobody'"),
]


@pytest.mark.parametrize(("change", "expected"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_change_does_nothing(change: Change, expected: str) -> None:
    diagram = loads(TEXT)
    with pytest.raises(DiagramError) as caught:
        diagram.apply(change)
    assert expected in str(caught.value)
    assert diagram.dumps() == TEXT


def test_building_one_by_hand() -> None:
    diagram = Diagram()
    dense = diagram.add_composite("Dense", doc="A layer.")
    dense.add("InputPin", id="x", dtype="DT_FLOAT")
    dense.add("OutputPin", id="y")
    dense.wire("x.output", "y.input")
    dense.gradient = "DenseGrad"
    assert dense.gradient == diagram.add_composite("Net", gradient=":DenseGrad").gradient == ":DenseGrad"
    diagram.composite("Net").gradient = None
    assert diagram.composite("Net").gradient == ""
    value = dense.add_value("units", default=(1, 2), sets=["units.val"], doc="How many.")
    assert dense.values == (value,) == (PromotedValue("units", [1, 2], ("units.val",), "How many."),)
    assert dense.note("Trained.", at=(0, 80)) == Note((0, 80), "Trained.") == dense.notes[0]
    assert dense.frame("Layer", at=(0, 0), size=(200, 60), color="#336699") == dense.frames[0]
    assert dense.frames == (Frame((0, 0), (200, 60), "Layer", "#336699"),)
    page = diagram.add_page("main")
    assert [page.add(":Dense").id, page.add(":Dense", units=64).id] == ["Dense1", "Dense2"]
    assert diagram.composite("Dense") is diagram.composites[0] is diagram.canvas(":Dense") is dense
    assert diagram.canvas("main") is page
    again = loads(diagram.dumps())
    assert again.document == diagram.document
    with pytest.raises(UsageError, match="there is no page ':Dense'"):
        diagram.page(":Dense")
    with pytest.raises(UsageError) as caught:
        diagram.composite("main")
    assert str(caught.value) == "there is no composite 'main'. The composites are: 'Dense', 'Net'."
    for wrong, expected in (
        (lambda: diagram.add_composite("a/b"), "the name 'a/b' of a composite contains a '.' or a '/'"),
        (lambda: setattr(dense, "gradient", "a/b"), "composite 'Dense': 'gradient' must be"),
        (lambda: dense.add_value("units"), "composite 'Dense': there is already a promoted value 'units'"),
        (lambda: dense.add_value("v", object()), "composite 'Dense': a value of the Python type object"),
        (lambda: dense.add("T", id="z", v=object()), "composite 'Dense', block 'z': a value of the Python type"),
        (lambda: dense.wire("x.output", "z.a"), "composite 'Dense': there is no block 'z'"),
    ):
        with pytest.raises(DiagramError) as refused:
            wrong()
        assert expected in str(refused.value)
        assert refused.value.canvas in (None, ":Dense")
    diagram.apply(RemovePage(":Dense"))
    with pytest.raises(DiagramError, match="was removed from its diagram"):
        dense.add("T")
    assert page.block("Dense1") == Block("Dense1", ":Dense")


@pytest.mark.parametrize(
    ("begin", "end", "above"),
    [
        ('"package": {"x": ', "}", 2),
        ('"composites": [{"name": "p", "x": ', "}]", 3),
        ('"composites": [{"name": "p", "from": {"x": ', "}}]", 4),
        ('"composites": [{"name": "p", "values": [{"name": "v", "default": ', "}]}]", 5),
        ('"composites": [{"name": "p", "values": [{"name": "v", "x": ', "}]}]", 5),
    ],
)
def test_what_is_as_deep_as_a_file_may_be_can_be_taken_out_and_put_back(begin: str, end: str, above: int) -> None:
    def text(depth: int) -> str:
        return '{"format": "gradblocks/2", ' + begin + "[" * depth + "]" * depth + end + "}"

    diagram = loads(text(MAX_DEPTH - above))
    before = diagram.dumps()
    assert loads(before).dumps() == before
    for change in [SetPackage(None), *(RemovePage(each.name) for each in diagram.composites)]:
        diagram.apply(diagram.apply(change))
    for each in diagram.composites:
        diagram.apply(SetDefinition(each.name, "values", each.values))
        diagram.apply(SetDefinition(each.name, "origin", each.origin))
    assert diagram.dumps() == before
    with pytest.raises(LoadError, match="nested more than"):
        loads(text(MAX_DEPTH - above + 1))
