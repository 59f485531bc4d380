"""Where the time of a run went."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.cli import main
from blocks.compile import large
from blocks.compile import plan as plan_module
from blocks.compile.source.function_source import compiled
from blocks.library.index import find
from tests.app.window.looped import looped
from tests.run.test_loops import add, carry, counting_loop


def page() -> Any:
    """A variable, a function of it, and the gradient."""
    page = blocks.Diagram().add_page("main")
    page.add("Variable", id="x", dtype="DT_FLOAT", shape=[64, 64], initvalues=[[0.5] * 64] * 64)
    page.add("Tanh", id="t")
    page.add("Square", id="s")
    page.add("AddSymbolicGradients", id="g")
    for wire in ("x.ref>t.x", "t.y>s.x", "s.y>g.outputs", "x.ref>g.inputs"):
        page.wire(*wire.split(">"))
    return page


@pytest.mark.parametrize("engine", ["numpy", "native"])
def test_every_block_has_its_time_and_memory(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "SMALLEST", 1)
    session = blocks.Session(page().diagram, profile=True, engine=engine)
    profile = session.run(steps=5).profile
    assert profile is not None
    assert profile.steps == 5
    costs = {(cost.block, cost.type, cost.gradient_of): cost for cost in profile.costs}
    gradients = "AddSymbolicGradients"
    assert {("t", "Tanh", None), ("s", "Square", None), ("g", gradients, "t"), ("g", gradients, "s")} <= set(costs)
    assert [cost.seconds for cost in profile.costs] == sorted((c.seconds for c in profile.costs), reverse=True)
    assert 0 < sum(cost.seconds for cost in profile.costs) <= profile.seconds
    assert costs["t", "Tanh", None].calls == 5
    assert costs["t", "Tanh", None].bytes == 64 * 64 * 4


@pytest.mark.parametrize(("steps", "source"), [(1, "v.ref"), (4, "n.y")])
def test_a_result_that_lies_in_an_array_of_another_shape_has_its_memory_and_a_view_has_none(
    steps: int, source: str
) -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Variable", id="v", initvalues=[[[[0.5] * 3] * 8] * 8] * 10)
    page.add("Negate", id="n")
    page.add("Const", id="k", val=[[[[0.25] * 4] * 3] * 3] * 3)
    page.add("Conv2D", id="conv", strides=[1, 1, 1, 1], padding="SAME")
    page.add("Reshape", id="flat", shape=[10, 192])
    for wire in ("v.ref>n.x", f"{source}>conv.input", "k.output>conv.filter", f"{source}>flat.tensor"):
        page.wire(*wire.split(">"))
    profile = blocks.Session(page.diagram, profile=True).run(steps=steps).profile
    assert profile is not None
    taken = {cost.block: cost.bytes for cost in profile.costs}
    assert (taken["conv"], taken["flat"]) == (10 * 8 * 8 * 4 * 4, 0)


def test_the_gradient_of_a_loop_of_blocks_is_measured_as_well() -> None:
    page = blocks.Diagram().add_page("main")
    counting_loop(page, 5)
    add(page, "Variable", "w", initvalues=[1.0, 3.0])
    carry(page, "w.ref", "v", "go.output")
    add(page, "Tanh", "t", ("v_side.output_true", "x"))
    add(page, "NextIteration", "again_v", ("t.y", "data"))
    page.wire("again_v.output", "v.inputs")
    add(page, "AddSymbolicGradients", "g", ("v_side.output_false", "outputs"), ("w.ref", "inputs"))
    results, measured = (blocks.Session(page.diagram, profile=on).run(steps=2) for on in (False, True))
    assert measured.profile is not None and "g" in {cost.block for cost in measured.profile.costs}
    np.testing.assert_array_equal(measured["g.result_grad_outputs[0]"], results["g.result_grad_outputs[0]"])


def test_without_it_nothing_is_measured() -> None:
    session = blocks.Session(page().diagram)
    assert session.run().profile is None
    assert "clock" not in session.plan().source


def test_the_command_prints_it(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "page.gradblocks"
    page().diagram.save(file)
    assert main(["run", str(file), "--profile", "--json", "--steps", "3"]) == 0
    profile = json.loads(capsys.readouterr().out)["profile"]
    assert profile["steps"] == 3
    assert {"t", "s", "g"} <= {each["block"] for each in profile["blocks"]}
    assert all(set(each) == {"block", "type", "gradient_of", "seconds", "calls", "bytes"} for each in profile["blocks"])
    assert main(["run", str(file), "--profile"]) == 0
    text = capsys.readouterr().out
    assert "1 step," in text
    assert "gradient of" in text
    assert main(["run", str(file), "--json"]) == 0
    assert "profile" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("form", ["--json", "--out"])
def test_the_table_is_printed_wherever_the_results_go(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "page.gradblocks"
    page().diagram.save(file)
    given = [form, str(tmp_path / "results.npz")] if form == "--out" else [form]
    assert main(["run", str(file), "--profile", *given]) == 0
    said = capsys.readouterr()
    where = said.out if form == "--out" else said.err
    assert [line.split()[0] for line in where.splitlines()[-2:]] == ["(between", "(planning,"]


def test_planning_and_imports_are_no_time_of_a_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_to_import.py").write_text("import time\ntime.sleep(0.3)\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])

    def slow(*given: Any) -> Any:
        time.sleep(0.3)
        return compiled(*given)

    def importing(x: Any) -> Any:
        import slow_to_import  # noqa: F401  # pyright: ignore[reportMissingImports, reportUnusedImport]

        return np.tanh(x)

    monkeypatch.setattr(plan_module, "compiled", slow)
    spec = find("Tanh")
    assert spec is not None
    monkeypatch.setattr(spec, "kernel", importing)
    profile = blocks.Session(page().diagram, profile=True, passes=()).run().profile
    assert profile is not None
    assert "t" in {cost.block for cost in profile.costs}
    assert profile.seconds < 0.3 < 0.6 < profile.prepared


def test_blocks_that_are_interpreted_are_measured_too() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Variable", id="x", dtype="DT_FLOAT", shape=[2], initvalues=[1.0, 2.0])
    page.add("Const", id="yes", val=True, dtype="DT_BOOL")
    page.add("Switch", id="w")
    page.add("Exp", id="e")
    for wire in ("x.ref>w.data", "yes.output>w.pred", "w.output_true>e.x"):
        page.wire(*wire.split(">"))
    profile = blocks.Session(page.diagram, profile=True).run().profile
    assert profile is not None
    assert {("w", 1), ("e", 1)} <= {(cost.block, cost.calls) for cost in profile.costs}


def test_blocks_inside_of_loops_and_branches_have_times_that_are_parts_of_theirs() -> None:
    diagram = looped()
    page = diagram.page("main")
    page.add("AddSymbolicGradients", id="g")
    page.wire("loss.output", "g.outputs")
    page.wire("h0.output", "g.inputs")
    session = blocks.Session(diagram, profile=True)
    profile = session.run(steps=2).profile
    assert profile is not None
    costs = {(cost.block, cost.gradient_of): cost for cost in profile.costs}
    calls = {"halve/condition/large": 5, "halve/halved": 4, "side/then/f": 1, "rows/along": 3, "rows/along/new": 6}
    assert {name: costs[name, None].calls / 2 for name in calls} == calls
    assert (costs["rows/along", None].type, costs["cell/new", None].type) == ("Scan", "Tanh")
    assert costs["g", "cell/new"].calls >= 6
    for begin in ("halve", "cell", "rows/along"):
        inside = [cost.seconds for (block, _), cost in costs.items() if block.rpartition("/")[0] == begin]
        assert 0 < sum(inside) <= costs[begin, None].seconds
    assert sum(cost.seconds for cost in profile.costs if not cost.inside) <= profile.seconds
