"""Contracts about gradients, and advice: what is told where something is broken, by each command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from blocks.analysis.checks import check
from blocks.document.changes import SetField
from blocks.document.file import save
from blocks.document.model import Diagram
from tests.cli.conftest import Command, write

# loss = sum(stop(w) v)
BLOCKS: list[dict[str, Any]] = [
    {"id": "w", "type": "Variable", "values": {"initvalues": [1.0, 2.0]}},
    {"id": "v", "type": "Variable", "values": {"initvalues": [1.0, 3.0]}},
    {"id": "sg", "type": "StopGradient"},
    {"id": "m", "type": "Multiply"},
    {"id": "loss", "type": "Sum", "values": {"axis": 0}},
    {"id": "c", "type": "GradientContract", "values": {"why": "v is a target"}},
]
WIRES = [["w.ref", "sg.input"], ["sg.output", "m.x"], ["v.ref", "m.y"], ["m.z", "loss.input"]]
OF = ["loss.output", "c.loss"]
REACHED = "the gradient of loss must not reach v, but reaches it through loss -> m -> v: v is a target"
KEPT = "no gradient of loss reaches w: it stops at sg (StopGradient): v is a target"


@pytest.mark.parametrize(
    ("wires", "pin", "text"),
    [
        ([OF, ["v.ref", "c.must_not_reach"], ["w.ref", "c.must_not_reach"]], "must_not_reach", REACHED),
        ([OF, ["v.ref", "c.reaches"], ["w.ref", "c.reaches"]], "reaches", KEPT),
        ([["v.ref", "c.reaches"]], "loss", "has no loss"),
    ],
)  # fmt: skip
def test_a_broken_contract(command: Command, tmp_path: Path, wires: list[list[str]], pin: str, text: str) -> None:
    file = write(tmp_path / "page.gradblocks", BLOCKS, WIRES + wires)
    done = command("check", file, "--json")
    [error] = done.json["errors"]
    assert (done.status, error["block"], error["pin"]) == (1, "c", pin) and text in error["message"]
    done = command("run", file, "--json")
    [line] = done.err.splitlines()
    assert done.status == 0 and line.startswith("warning: ") and text in line and not done.json["errors"]
    done = command("run", file, "--json", "--strict-gradients")
    assert done.status == 1 and [each["message"] for each in done.json["errors"]] == [error["message"]]
    assert done.json["results"]["loss.result_output"]["data"] == 7.0


def test_contracts_that_hold_are_silent_and_no_part_of_what_runs(command: Command, tmp_path: Path) -> None:
    """Of two losses it is about the sum; a stop that is edited away breaks it."""
    wires = [["loss.output", "c.loss"], ["m.z", "c.loss"], ["v.ref", "c.reaches"], ["w.ref", "c.must_not_reach"]]
    file = write(tmp_path / "page.gradblocks", BLOCKS, WIRES + wires)
    assert command("check", file).status == 0
    done = command("run", file, "--strict-gradients")
    assert (done.status, done.err) == (0, "")
    for out in ("page.py", "page.onnx"):
        assert command("convert", file, tmp_path / out).status == 0
    without = write(tmp_path / "without.gradblocks", BLOCKS, [["w.ref", "m.x"], *WIRES[2:], *wires])
    errors = [each["message"] for each in command("check", without, "--json").json["errors"]]
    assert any("must not reach w, but reaches it through m -> w" in each for each in errors)


def test_a_contract_in_a_composite_holds_for_each_instance() -> None:
    diagram = Diagram()
    half = diagram.add_composite("Half")
    for kind, id in (("InputPin", "x"), ("Square", "square"), ("GradientContract", "c"), ("OutputPin", "y")):
        half.add(kind, id=id)
    for wire in (
        ("x.output", "square.x"),
        ("square.y", "y.input"),
        ("square.y", "c.loss"),
        ("x.output", "c.must_not_reach"),
    ):
        half.wire(*wire)
    page = diagram.add_page("main")
    page.add("Variable", id="w", initvalues=[3.0])
    page.add(":Half", id="a")
    page.wire("w.ref", "a.x")
    assert [(each.block, each.pin) for each in check(diagram).errors] == [("a/c", "must_not_reach")]


def test_check_gives_advice_when_asked(command: Command, tmp_path: Path) -> None:
    blocks = [{"id": "p", "type": "Softmax"}, {"id": "log", "type": "Log"}]
    variable = {"id": "w", "type": "Variable", "values": {"initvalues": [[1.0, 2.0]]}}
    file = write(tmp_path / "page.gradblocks", [variable, *blocks], [["w.ref", "p.logits"], ["p.softmax", "log.x"]])
    done = command("check", file, "--lint")
    [line] = [each for each in done.out.splitlines() if "advice" in each]
    assert done.status == 0 and line.startswith(f"{file}: page 'main', block 'log': lint (log-of-softmax): ")
    [advice] = command("check", file, "--lint", "--json").json["lint"]
    assert advice.keys() == {"rule", "block", "pin", "message", "mend"} and advice["block"] == "log"
    assert "lint" not in command("check", file, "--json").json and "advice" not in command("check", file).out


@pytest.mark.parametrize(("bias", "steps", "dead"), [(-9.0, 3, ["r", "s"]), (-9.0, 1, ["r", "s"]), (9.0, 2, [])])
def test_run_tells_what_is_dead_in_all_steps(
    command: Command, tmp_path: Path, bias: float, steps: int, dead: list[str]
) -> None:
    """A Relu of -8 and -7, and a Sigmoid of -80 and -70; both go up by `bias` otherwise."""
    blocks = [
        {"id": "x", "type": "Const", "values": {"val": [1.0, 2.0]}},
        {"id": "b", "type": "Add", "values": {"y": bias}},
        {"id": "r", "type": "Relu"},
        {"id": "many", "type": "Multiply", "values": {"y": 10.0 if bias < 0 else 0.1}},
        {"id": "s", "type": "Sigmoid"},
    ]
    wires = [["x.output", "b.x"], ["b.z", "r.features"], ["b.z", "many.x"], ["many.z", "s.x"]]
    file = write(tmp_path / "page.gradblocks", blocks, wires)
    lint = command("run", file, "--lint", "--json", "--steps", str(steps)).json
    assert [(each["rule"], each["block"]) for each in lint["lint"]] == [("dead", each) for each in dead]
    assert lint["results"] == command("run", file, "--json", "--steps", str(steps)).json["results"]
    done = command("run", file, "--lint", "--steps", str(steps))
    assert done.status == 0 and done.out.count("lint (dead)") == len(dead)


@pytest.mark.parametrize(("low", "dead"), [(-9.0, ["inst/r", "loop/r"]), (2.0, [])])
def test_what_is_dead_inside_is_told_by_its_path(command: Command, tmp_path: Path, low: float, dead: list[str]) -> None:
    """In an instance, and in all rounds of a loop; a branch may give 0 because it is not taken."""
    diagram = Diagram()
    layer = diagram.add_composite("Layer")
    layer.add("InputPin", id="x", dtype="DT_FLOAT")
    layer.add("Add", id="b", y=low)
    layer.add("Relu", id="r")
    layer.add("OutputPin", id="out", name="x")
    page = diagram.add_page("main")
    page.add("Const", id="x", val=[1.0, 2.0])
    page.add("Const", id="yes", val=True, dtype="DT_BOOL")
    page.add(":Layer", id="inst")
    page.add("Repeat", id="loop", body=":Layer", times=3)
    branches: dict[str, Any] = {"then": ":Layer", "else": ":Layer"}
    page.add("Cond", id="side", **branches)
    for wire in ("x.output>b.x", "b.z>r.features", "r.activations>out.input"):
        layer.wire(*wire.split(">"))
    for wire in ("x.output>inst.x", "x.output>loop.x", "x.output>side.x", "yes.output>side.predicate"):
        page.wire(*wire.split(">"))
    file = tmp_path / "page.gradblocks"
    save(diagram, file)
    report = command("run", file, "--lint", "--json", "--steps", "2").json
    assert [each["block"] for each in report["lint"]] == dead
    assert report["results"] == command("run", file, "--json", "--steps", "2").json["results"]


def test_blocks_with_a_source_line_name_it(command: Command, tmp_path: Path) -> None:
    """In a composite and beside it; a hostile line stays short and on one line."""
    diagram = Diagram()
    half = diagram.add_composite("Half")
    page = diagram.add_page("main")
    for canvas, id, kind, source in (
        (half, "x", "InputPin", ""), (half, "stop", "StopGradient", "model.py:12"), (half, "y", "OutputPin", ""),
        (page, "w", "Variable", "a\n\x1b[31m" + "b" * 1000), (page, "a", ":Half", "model.py:20"),
        (page, "wrong", "MatMul", "model.py:30"), (page, "log", "Cholesky", "model.py:31"),
    ):  # fmt: skip
        canvas.add(kind, id=id, **({"initvalues": [3.0]} if id == "w" else {}))
        canvas.apply(SetField(canvas.name, id, "source", source))
    half.wire("x.output", "stop.input")
    half.wire("stop.output", "y.input")
    for wire in (("w.ref", "a.x"), ("a.y", "wrong.a"), ("w.ref", "log.input")):
        page.wire(*wire)
    file = tmp_path / "page.gradblocks"
    save(diagram, file)
    done = command("check", file, "--json", "--gradient", "a")
    pins = {name: pin.get("source") for name, pin in done.json["pins"].items()}
    assert pins["a/stop.output"] == "model.py:12" and pins["a.y"] == "model.py:20" and "\n" not in pins["w.ref"]
    assert len(pins["w.ref"]) < 400
    assert [cut["source"] for cut in done.json["gradient"]["cut"]] == ["model.py:12"]
    assert {error["block"]: error["source"] for error in done.json["errors"]}["wrong"] == "model.py:30"
    assert (
        "block 'wrong' (model.py:30), pin" in done.err
        and "a/stop (model.py:12): " in command("check", file, "--gradient", "a").out
    )
    assert "block 'log' (model.py:31)" in command("run", file, "--fetch", "log").err
