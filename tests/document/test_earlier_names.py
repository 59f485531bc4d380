"""Earlier names of block types, pins and attributes: each works, is noted, and is written with the name of today."""

from __future__ import annotations

import warnings

import pytest

import blocks
from blocks import ops
from blocks.analysis.checks import check
from blocks.document.changes import (
    AddPage,
    Change,
    Group,
    RemovePage,
    ReplaceItems,
    ReplacePage,
    SetDefinition,
    SetField,
    SetValue,
    UnsetValue,
)
from blocks.document.data import Block, Document, Endpoint, Page, PromotedValue, Wire
from blocks.document.earlier_names import TODAY
from blocks.document.merging.diff import differences
from blocks.document.merging.merge import merge
from blocks.document.packages.copies import copies, use
from blocks.document.packages.description import as_package
from blocks.library.earlier_names import NAMES, TYPES
from blocks.library.index import all_names, find
from tests.document.test_packages import sha256

# The instance `step` and the Const `c` have names that look like earlier ones, and are the user's.
OLD = """{
  "format": "gradblocks/2",
  "package": {"name": "steps", "version": "1.0.0", "doc": "Steps.", "licence": "MIT"},
  "composites": [
    {
      "name": "Step",
      "values": [
        {"name": "rate", "default": 0.5, "sets": ["train.rate"]}
      ],
      "blocks": [
        {"id": "of", "type": "InputPin", "at": [0, 0]},
        {"id": "start", "type": "Parameter", "at": [0, 80], "values": {"minimum": 0.0, "val": 0.25}},
        {"id": "promise", "type": "GradientContract", "at": [200, 80], "values": {"why": "It is a test."}},
        {"id": "train", "type": "Minimize", "at": [200, 0], "values": {"optimizer": "Adam", "rate": 0.1}},
        {"id": "y", "type": "OutputPin", "at": [400, 0]}
      ],
      "wires": [
        ["of.output", "train.loss"],
        ["of.output", "promise.of"],
        ["start.output", "promise.of"],
        ["start.output", "promise.reaches"],
        ["train.gradient_norm", "y.input"]
      ]
    }
  ],
  "pages": [
    {
      "name": "main",
      "blocks": [
        {"id": "w", "type": "Variable", "at": [0, 0], "values": {"initvalues": [3.0, -1.0]}},
        {"id": "loss", "type": "L2Loss", "at": [200, 0]},
        {"id": "rate", "type": "Parameter", "at": [200, 80], "values": {"val": 0.25}},
        {"id": "train", "type": "Minimize", "at": [400, 0]},
        {"id": "step", "type": ":Step", "at": [400, 160], "values": {"rate": 0.125}}
      ],
      "wires": [
        ["w.ref", "loss.t"],
        ["loss.output", "train.loss"],
        ["rate.output", "train.rate"],
        ["loss.output", "step.of"]
      ],
      "routes": [
        {"wire": ["rate.output", "train.rate"], "points": [[300, 60]]}
      ]
    }
  ]
}
"""
NEW = (
    OLD.replace('"type": "Parameter"', '"type": "Control"')
    .replace('"promise.of"', '"promise.loss"')
    .replace('train.rate"', 'train.learning_rate"')
    .replace('{"optimizer": "Adam", "rate": 0.1}', '{"learning_rate": 0.1, "optimizer": "Adam"}')
)


def read(text: str) -> blocks.Diagram:
    """A diagram with earlier names."""
    with pytest.warns(FutureWarning):
        return blocks.loads(text)


def test_declarations_have_the_names_of_today() -> None:
    assert TYPES.keys().isdisjoint(all_names())
    assert {*TYPES.values(), *NAMES} <= {*all_names()}
    declared = {name: spec.earlier for name in all_names() if (spec := find(name)) is not None and spec.earlier}
    assert declared == NAMES
    for name, names in NAMES.items():
        spec = find(name)
        assert spec is not None
        known = {*spec.input_index, *spec.output_index, *spec.attribute_names}
        assert {*names.values()} <= known
        assert known.isdisjoint(names)


def test_a_file_is_read_with_a_note_and_written_with_the_names_of_today() -> None:
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        diagram = blocks.loads(OLD)
    assert {str(note.message) for note in notes} == {
        "the block type Parameter is now called Control",
        "Minimize.rate is now called Minimize.learning_rate",
        "GradientContract.of is now called GradientContract.loss",
    }
    assert diagram.dumps() == NEW
    assert blocks.loads(NEW).dumps() == NEW


def test_both_spellings_are_equal() -> None:
    old, new = read(OLD).document, blocks.loads(NEW).document
    assert old == new and not differences(old, new)
    theirs = blocks.loads(NEW.replace('"rate": 0.125', '"rate": 0.75')).document
    for base, ours, other in ((old, new, old), (old, old, theirs), (new, theirs, old)):
        merged = merge(base, ours, other)
        assert not merged.conflicts
        assert merged.document == (theirs if theirs in (ours, other) else new)


def test_a_copy_of_a_definition_with_earlier_names_is_not_outdated() -> None:
    package = as_package(blocks.loads(NEW).document, "steps.gradblocks")
    target = blocks.Diagram()
    target.apply(use(target.document, package, "Step").change)
    text = target.dumps()
    assert sha256(NEW, "Step") in text
    for digest, is_edited in ((sha256(NEW, "Step"), False), (sha256(OLD, "Step"), False), ("0" * 64, True)):
        [copy] = copies(blocks.loads(text.replace(sha256(NEW, "Step"), digest)).document, lambda _: package)
        assert (copy.is_edited, copy.differs) == (is_edited, False)
    # The copy is in a file with earlier names, and the package with those of today.
    rest = OLD.partition('\n    }\n  ],\n  "pages"')
    begin = f'"from": {{"package": "steps", "version": "1.0.0", "sha256": "{sha256(OLD, "Step")}"}}'
    [copy] = copies(read(f"{rest[0]},\n      {begin}{rest[1]}{rest[2]}").document, lambda _: package)
    assert not copy.is_told


@pytest.mark.parametrize(
    ("old", "new", "pin"),
    [
        ('"rate": 0.1}', '"rate": 0.1, "learning_rate": 0.2}', "rate"),
        ('"train.rate"],\n        ["loss', '"train.rate"], ["w.ref", "train.learning_rate"],\n        ["loss', "rate"),
        ('["of.output", "promise.of"],', '["of.output", "promise.of"], ["of.output", "promise.loss"],', "of"),
    ],
)
def test_both_names_at_once_are_an_error_that_names_both(old: str, new: str, pin: str) -> None:
    assert old in OLD
    diagram = read(OLD.replace(old, new))
    [message] = {error.message for error in check(diagram).errors if error.pin == pin}
    assert f"both {'learning_rate' if pin == 'rate' else 'loss'} and its earlier name {pin}" in message
    kept = blocks.loads(diagram.dumps())  # it is as the user wrote it
    assert kept.document == diagram.document
    if pin == "rate" and "values" in old:
        kept.composite("Step").apply(UnsetValue(":Step", "train", "rate"))
        assert kept.composite("Step").block("train").values == {"optimizer": "Adam", "learning_rate": 0.2}


def test_python_takes_earlier_names_with_a_warning_at_the_line_that_uses_them() -> None:
    page = blocks.Diagram().add_page("main")
    with pytest.warns(FutureWarning, match="now called") as notes:
        rate = page.add("Parameter", val=0.5)
        train = page.add("Minimize", id="train", rate=0.1)
        page.add("GradientContract", id="c")
        page.set("train", rate=0.25)
        wires = [page.wire(rate.id, pin) for pin in ("train.rate", "c.of", "c.of")]
        node = ops.Parameter(blocks.Scope.new_root_scope(), val=1.0)
        short = ops.parameter
    assert {note.filename for note in notes} == {__file__}
    assert (rate.type, rate.id, train.values) == ("Control", "Control1", {"learning_rate": 0.1})
    assert page.block("train").values == {"learning_rate": 0.25}
    assert [str(wire.target) for wire in wires] == ["train.learning_rate", "c.loss", "c.loss"]
    assert node.type.name == short.__name__ == "Control"
    scope = blocks.Scope.new_root_scope()
    w = ops.Variable(scope, [1.0])
    with pytest.warns(FutureWarning, match="learning_rate"):
        ops.Minimize(scope, ops.L2Loss(scope, w), rate=0.5)  # pyright: ignore[reportCallIssue]
    with pytest.raises(blocks.DiagramError, match="earlier name rate"):
        ops.Minimize(scope, ops.L2Loss(scope, w), rate=0.5, learning_rate=0.5)  # pyright: ignore[reportCallIssue]


CANVAS = Page("other", (Block("train", "Minimize", (0, 0), {"rate": 1.0}),))
WIRE = Wire(Endpoint("rate", "output"), Endpoint("train", "rate"))


@pytest.mark.parametrize(
    "change",
    [
        SetValue("main", "train", "rate", 0.5),
        Group((SetValue("main", "train", "rate", 0.5), UnsetValue("main", "train", "rate"))),
        SetField("main", "w", "type", "Parameter"),
        ReplaceItems("main", "wires", ((0, WIRE),)),
        SetDefinition(":Step", "values", (PromotedValue("rate", 0.5, ("train.rate",)),)),
        AddPage(0, CANVAS),
        Group((AddPage(1, Page("other")), ReplacePage(CANVAS), RemovePage("main"))),
    ],
)
def test_a_change_with_earlier_names_sets_those_of_today_and_is_undone(change: Change) -> None:
    diagram = blocks.loads(NEW)
    with pytest.warns(FutureWarning, match="now called"):
        inverse = diagram.apply(change)
    assert blocks.loads(diagram.dumps()).document == diagram.document  # without a warning
    diagram.apply(inverse)
    assert diagram.dumps() == NEW


def test_a_page_without_such_blocks_stays_the_same_object() -> None:
    page = Page("main", (Block("a", "Const", (0, 0), {"val": 1, "rate": 2}),))
    document = Document("", (page,))
    assert TODAY.document(document).pages[0] is page
