"""Variables of blocks that have other ids keep their values."""

from __future__ import annotations

import pytest

from blocks.document.changes import Change, Group, RenameBlock
from blocks.document.file import loads
from blocks.run.session import Session
from blocks.run.state import Renames

PAGE = """{"format": "gradblocks/2", "composites": [{"name": "Scaled", "blocks": [
    {"id": "x", "type": "InputPin", "at": [0, 0]}, {"id": "w", "type": "Variable", "at": [0, 100],
     "values": {"initvalues": [2.0]}}, {"id": "m", "type": "Multiply", "at": [200, 0]},
    {"id": "y", "type": "OutputPin", "at": [400, 0]}],
    "wires": [["x.output", "m.x"], ["w.ref", "m.y"], ["m.z", "y.input"]]}],
  "pages": [{"name": "main", "blocks": [
    {"id": "w", "type": "Variable", "at": [0, 0], "values": {"initvalues": [1.0]}},
    {"id": "c", "type": "Const", "at": [0, 99], "values": {"val": [3.0]}},
    {"id": "v", "type": "Variable", "at": [99, 99]}, {"id": "s", "type": ":Scaled", "at": [200, 0]},
    {"id": "p", "type": "Multiply", "at": [400, 0]},
    {"id": "loss", "type": "Sum", "at": [600, 0], "values": {"axis": [0]}},
    {"id": "train", "type": "Minimize", "at": [800, 0], "values": {"learning_rate": 0.01, "optimizer": "Adam"}}],
    "wires": [["c.output", "v.initvalues"], ["w.ref", "s.x"], ["s.y", "p.x"], ["v.ref", "p.y"], ["p.z", "loss.input"],
      ["loss.output", "train.loss"]]}]}"""


@pytest.mark.parametrize(
    ("change", "renamed"),
    [
        (RenameBlock("main", "w", "first"), Renames({"first": "w"})),
        (RenameBlock("main", "c", "begin"), Renames({"begin": "c"})),
        (RenameBlock("main", "s", "t"), Renames({"t": "s"})),
        (RenameBlock("main", "train", "fit"), Renames({"fit": "train"})),
        (RenameBlock(":Scaled", "w", "k"), Renames(inner={"k": "w"})),
        (Group((RenameBlock("main", "w", "o"), RenameBlock("main", "v", "w"), RenameBlock("main", "o", "v"))),
         Renames({"v": "w", "w": "v"})),
    ],
)  # fmt: skip
def test_they_go_on_as_if_nothing_was_renamed(change: Change, renamed: Renames) -> None:
    other = loads(PAGE)
    before, same = Session(loads(PAGE)), Session(loads(PAGE))
    for each in (before, same):
        each.run("train", steps=5)
    other.apply(change)
    after = Session(other)
    after.renamed = renamed
    after.adopt(before)
    same.run("train")
    after.run(next(block.id for block in other.pages[0].blocks if block.type == "Minimize"))
    kept = [sorted(value.tobytes() for value in each.variables.values()) for each in (same, after)]
    assert len(kept[0]) == len(kept[1]) and kept[0] == kept[1]


def test_without_a_rename_it_starts_again() -> None:
    before, other = Session(loads(PAGE)), loads(PAGE)
    before.run("train", steps=5)
    other.apply(RenameBlock("main", "w", "first"))
    after = Session(other)
    after.adopt(before)
    assert after.variables["first"].tolist() == [1.0] != before.variables["w"].tolist()
