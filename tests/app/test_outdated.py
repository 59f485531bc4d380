"""Which results an edit makes old."""

from __future__ import annotations

import pytest

from app.core.outdated import outdated
from blocks.document.file import loads

PAGE = """{"format": "gradblocks/1", "pages": [{"name": "main", "blocks": [
 {"id": "a", "type": "Const", "values": {"val": 1.5}}, {"id": "b", "type": "Const", "values": {"val": 2.5}},
 {"id": "s", "type": "Add"}, {"id": "e", "type": "Exp"}, {"id": "n", "type": "Negate"},
 {"id": "w", "type": "Variable", "values": {"initvalues": 1.0}},
 {"id": "rate", "type": "Const", "values": {"val": 0.1}},
 {"id": "train", "type": "ApplyGradientDescent"}, {"id": "y", "type": "Exp"}],
"wires": [["a.output", "s.x"], ["b.output", "s.y"], ["s.z", "e.x"], ["b.output", "n.x"],
 ["w.ref", "train.var"], ["rate.output", "train.alpha"], ["b.output", "train.delta"], ["w.ref", "y.x"]]}]}"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"val": 1.5', '"val": 2', {"a", "s", "e"}),
        ('"type": "Negate"', '"type": "Abs"', {"n"}),
        ('["s.z", "e.x"]', '["a.output", "e.x"]', {"e"}),
        ('["a.output", "s.x"], ', "", {"s", "e"}),
        ('"id": "n",', '"muted": true, "id": "n",', {"n"}),
        # An update writes into its variable, whose other readers see another value.
        ('"val": 0.1', '"val": 0.2', {"rate", "train", "w", "y"}),
        ('"id": "n",', '"at": [50, 50], "id": "n",', set[str]()),
    ],
)
def test_what_is_changed_and_what_depends_on_it_is_old(old: str, new: str, expected: set[str]) -> None:
    assert PAGE.count(old) == 1
    before, now = (loads(text).page("main").snapshot() for text in (PAGE, PAGE.replace(old, new)))
    assert outdated(before, now) == expected


def test_a_block_that_was_added_makes_no_other_old() -> None:
    more = PAGE.replace('{"id": "y",', '{"id": "new", "type": "Const", "values": {"val": 1}}, {"id": "y",')
    before, now = (loads(text).page("main").snapshot() for text in (PAGE, more))
    assert outdated(before, now) == {"new"}
