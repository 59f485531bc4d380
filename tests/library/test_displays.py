"""Displays: they take anything, compute nothing, and make no step fail."""

from __future__ import annotations

from typing import Any

import pytest

from blocks.graph.graph import Graph
from blocks.graph.scope import Scope
from blocks.graph.spec import DISPLAY_PAGE
from blocks.library.index import all_types
from tests.run.pages import BlockText, block, const, session

DISPLAYS = [spec for spec in all_types() if spec.page == DISPLAY_PAGE]
every_display = pytest.mark.parametrize("spec", DISPLAYS, ids=lambda spec: spec.name)


def test_there_are_eight() -> None:
    names = "ConfusionMatrixDisplay HeatMapDisplay HistogramDisplay ImageDisplay NumberDisplay ScatterDisplay"
    names += " TableDisplay TrendDisplay"
    assert sorted(spec.name for spec in DISPLAYS) == names.split()


@every_display
def test_looks_as_declared(spec: Any) -> None:
    pin, *others = spec.inputs
    beside = {
        "HeatMapDisplay": ["plus"],
        "ImageDisplay": ["captions"],
        "ConfusionMatrixDisplay": ["predictions"],
        "ScatterDisplay": ["y", "color"],
    }
    assert [each.name for each in others] == beside.get(spec.name, [])
    assert all(each.optional for each in others)
    assert (pin.name, pin.kind, pin.optional) == ("input", "output", True)
    assert pin.is_list == (spec.name == "TrendDisplay")
    assert spec.outputs == () and spec.kind == "helper" and spec.is_display
    assert "title" in spec.attribute_names and not any(a.required for a in spec.attributes)
    for name in (*(each.name for each in spec.inputs), *spec.attribute_names):
        assert f"\n    {name}: " in spec.doc


@every_display
@pytest.mark.parametrize("given", [None, 1, [], "text", {"any": "thing"}], ids=repr)
def test_accepts_anything(spec: Any, given: object) -> None:
    assert spec.kernel(Scope(Graph()), given) == {}


@every_display
def test_a_step_is_the_same_with_it(spec: Any) -> None:
    shown: list[BlockText] = [const("c", [1.5, 2.5]), block("s", "Sum", axis=0), block("d", spec.name)]
    run = session(shown, "c.output>s.input s.result_output>d.input")
    assert run.elaboration.problems == []
    assert {name: value.tolist() for name, value in run.run().items()} == {
        "c.result_output": [1.5, 2.5],
        "s.result_output": 4.0,
    }


@every_display
def test_unwired_is_fine(spec: Any) -> None:
    run = session([block("d", spec.name)], "")
    assert run.elaboration.problems == [] and dict(run.run()) == {}
