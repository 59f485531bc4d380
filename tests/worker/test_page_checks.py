"""What a check finds, and how it comes from another process: only what is different, with the rest the same objects."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from blocks.document.changes import AddBlocks, RemoveItems, SetField
from blocks.document.data import Block
from blocks.document.model import Diagram
from blocks.worker.page_checks import PageInfo, examine, packed, unpacked
from tests.elaborate.edits import PAGES, edited, view_of
from tests.elaborate.test_gradient_flow import wire
from tests.examples.shared import NAMES
from tests.run.pages import const, diagram

ASKED = ("", None, "loss", "sine.y")


def facts(info: PageInfo) -> list[object]:
    """All that a check found, as plain data."""
    faults = [(e.page, e.block, e.pin, e.message, e.hint) for e in info.problems]
    return [info.pins.blocks, faults, info.asked, info.losses, info.flow, info.may_change]


@pytest.mark.parametrize("name", [*NAMES, *PAGES])
def test_what_comes_over_is_what_was_found_and_keeps_what_is_as_before(name: str) -> None:
    rng = random.Random(f"{name} examined")
    view, asked = view_of(name), ASKED[0]
    sent = seen = None
    for _ in edited(rng, view):
        if rng.random() < 0.1:
            asked = rng.choice(ASKED)
        page = view.snapshot()
        info = examine(page, None, asked)
        before, seen = seen, unpacked(json.loads(json.dumps(packed(info, sent))), page, asked, seen)
        sent = info
        assert facts(seen) == facts(info)
        if before is not None:
            old = before.pins.blocks
            assert all(old[block] is pins for block, pins in seen.pins.blocks.items() if old.get(block) == pins)
            assert seen.pins is before.pins or seen.pins.blocks != old
            assert seen.flow is before.flow or seen.flow != before.flow


def test_only_what_an_edit_changed_is_sent() -> None:
    view = view_of("long")
    before = examine(view.snapshot(), None, "")
    whole = packed(before, None)
    for edit in (
        SetField("main", "b50", "at", (3.0, 4.0)),
        AddBlocks("main", ((7, Block("new", "Const", (0, 0), {"val": 1.0})),)),
        RemoveItems("main", "wires", (len(view.wires) - 1,)),
    ):
        view.apply(edit)
        info = examine(view.snapshot(), None, "")
        text = json.dumps(packed(info, before))
        assert len(text) < len(json.dumps(whole)) / 4
        before = info


def test_a_page_that_reads_a_file_says_so_and_is_as_the_file_is(tmp_path: Path) -> None:
    page = diagram([const("c", {"file": "c.npy"})], "").pages[0].snapshot()
    for shape in ((2,), (3, 1)):
        np.save(tmp_path / "c.npy", np.zeros(shape, np.float32))
        info = examine(page, str(tmp_path))
        assert info.may_change
        assert info.pins["c", "output", None][1] == shape
    assert not examine(view_of("").snapshot(), None).may_change


def test_a_gradient_is_known_inside_of_instances_on_both_sides() -> None:
    whole = Diagram()
    for name, kind in (("Square", "Square"), ("Outer", ":Square")):
        part = whole.add_composite(name)
        part.add("InputPin", id="x")
        for block in ("first", "second"):
            part.add(kind, id=block)
        part.add("OutputPin", id="y")
        for ends in ("x.output first.x", "first.y second.x", "second.y y.input"):
            part.wire(*ends.split())
    page = whole.add_page("main")
    page.add("Const", id="c", val=1.5)
    page.add(":Outer", id="o")
    page.wire("c.output", "o.x")
    composites = tuple(each.snapshot() for each in whole.composites)
    info = seen = None
    for asked in ("o.y", "o/first.y", None, "o.y"):
        before, info = info, examine(page.snapshot(), None, asked, composites)
        seen = unpacked(json.loads(json.dumps(packed(info, before))), page.snapshot(), asked, seen)
        assert seen.flow == info.flow
        if asked is not None and info.flow is not None:
            assert (wire("o/first.y>o/second.x") in info.flow.wires) == (asked == "o.y")
            assert (wire("o/x.output>o/first.x") in info.flow.wires) and page.wires[0] in info.flow.wires
