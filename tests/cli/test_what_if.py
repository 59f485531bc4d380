"""What if a stop were lifted or a pin cut: beside the gradients of a page that was edited so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import UsageError
from blocks.document.model import Diagram
from tests.cli.conftest import Command, const, write

EXAMPLES = Path(__file__).resolve().parents[2] / "assets" / "examples"
# loss = sum((w^2 - stop(w v))^2 + v), with w^2 behind a composite's pin in `nested`.
BLOCKS = [
    {"id": "w", "type": "Variable", "values": {"initvalues": [1.0, -2.0]}},
    {"id": "v", "type": "Variable", "values": {"initvalues": [0.5, 3.0]}},
    {"id": "wv", "type": "Multiply"},
    {"id": "sg", "type": "StopGradient"},
    {"id": "square", "type": "Square"},
    {"id": "error", "type": "SquaredDifference"},
    {"id": "both", "type": "Add"},
    {"id": "loss", "type": "Sum", "values": {"axis": 0}},
    {"id": "grads", "type": "AddSymbolicGradients"},
    {"id": "train", "type": "ApplyGradientDescent", "values": {"alpha": 0.01}},
]
WIRES = [
    ["w.ref", "wv.x"], ["v.ref", "wv.y"], ["wv.z", "sg.input"], ["w.ref", "square.x"], ["square.y", "error.x"],
    ["sg.output", "error.y"], ["error.z", "both.x"], ["v.ref", "both.y"], ["both.z", "loss.input"],
    ["loss.output", "grads.outputs"], ["w.ref", "grads.inputs"], ["w.ref", "train.var"],
    ["grads.grad_outputs[0]", "train.delta"],
]  # fmt: skip
W, V = np.array([1.0, -2.0]), np.array([0.5, 3.0])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path / "page.gradblocks", BLOCKS, WIRES)


def gradients(lifted: bool, cut: bool) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """By w and by v, written out."""
    error = 2 * (W**2 - W * V)
    return (0 if cut else error * 2 * W) - (error * V if lifted else 0 * V), 1 - (error * W if lifted else 0 * W)


@pytest.mark.parametrize(("lift", "cut"), [(["sg"], []), ([], ["square.y"]), (["sg"], ["square.y"])])
def test_the_gradients_are_those_of_an_edited_page(
    command: Command, file: Path, lift: Sequence[str], cut: Sequence[str]
) -> None:
    options = [
        *(x for name in lift for x in ("--ignore-stop", name)),
        *(x for name in cut for x in ("--stop-at", name)),
    ]
    done, plain = (command("run", file, "--json", "--gradients", "loss", *more) for more in (options, []))
    assert done.status == 0 and done.json["results"] == plain.json["results"]
    assert done.json["gradients"] == plain.json["gradients"]
    what_if = done.json["what_if"]
    assert (what_if["lifted"], what_if["cut"], what_if["changes_nothing"], what_if["why"]) == (lift, cut, False, None)
    for name, now, then in zip(
        ("w.ref", "v.ref"), gradients(False, False), gradients(bool(lift), bool(cut)), strict=True
    ):
        norms = {"is": now, "would_be": then, "difference": now - then}
        wanted = {key: float(np.linalg.norm(each)) for key, each in norms.items()}
        got = what_if["variables"][name]
        lengths = wanted["is"] * wanted["would_be"]
        assert got.pop("cosine") == (pytest.approx(float(now @ then) / lengths, rel=1e-5) if lengths else None)
        assert got == pytest.approx(wanted, rel=1e-5)


def test_where_it_would_go(command: Command, file: Path) -> None:
    report = command("check", file, "--json", "--gradient", "loss", "--ignore-stop", "sg", "--stop-at", "square.y").json
    assert "wv.z" not in report["gradient"]["reaches"]  # what is stays what it is
    assert report["what_if"] == {
        "lifted": ["sg"], "cut": ["square.y"], "changes_nothing": False, "why": None,
        "reaches": ["w.ref", "v.ref", "wv.z", "sg.output", "error.z", "both.z"],
        "gains": ["wv.z"], "loses": ["square.y"],
    }  # fmt: skip


def test_changes_nothing_by_the_way_or_by_the_numbers(command: Command, tmp_path: Path) -> None:
    lines = [const("c", [1.0]), {"id": "stop", "type": "StopGradient"}, {"id": "sum", "type": "AddN"}]
    wires = [["c.output", "stop.input"], ["stop.output", "sum.inputs"], ["w.ref", "sum.inputs"]]
    way = write(tmp_path / "way.gradblocks", [BLOCKS[0] | {"values": {"initvalues": [2.0]}}, *lines], wires)
    for name, words in (("check", "--gradient"), ("run", "--gradients")):
        what_if = command(name, way, "--json", words, "sum", "--ignore-stop", "stop").json["what_if"]
        assert what_if["changes_nothing"] and what_if["why"] == "nothing behind stop reaches a variable"
    softmax = EXAMPLES / "stable_softmax.gradblocks"
    assert not command("check", softmax, "--json", "--gradient", "loss", "--ignore-stop", "stopped_max").json[
        "what_if"
    ]["why"]
    what_if = command("run", softmax, "--json", "--gradients", "loss", "--ignore-stop", "stopped_max").json["what_if"]
    assert what_if["changes_nothing"] and "rounding" in what_if["why"]


def test_the_step_of_the_largest_difference(command: Command, file: Path) -> None:
    report = command("run", file, "--json", "--gradients", "loss", "--ignore-stop", "sg", "--steps", "4").json
    alone = [
        command("run", file, "--json", "--gradients", "loss", "--ignore-stop", "sg", "--steps", str(n)).json["what_if"]
        for n in (2, 3, 4)
    ]
    w = report["what_if"]["variables"]["w.ref"]
    assert w["step"] == 1 and w["largest_difference"] > alone[0]["variables"]["w.ref"]["difference"] > w["difference"]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--ignore-stop", "sg"], "--ignore-stop: used only with"),
        (["--stop-at", "w.ref"], "--stop-at: used only with"),
        (["GRADIENT", "--ignore-stop", "square"], "'square' is not a StopGradient"),
        (["GRADIENT", "--ignore-stop", "no"], "there is no block 'no'"),
        (["GRADIENT", "--stop-at", "square.x"], "no output pin 'x'"),
        (["GRADIENT", "--stop-at", "no.x"], "there is no block 'no'"),
    ],
)
@pytest.mark.parametrize("name", ["check", "run"])
def test_refusals(command: Command, file: Path, name: str, options: list[str], text: str) -> None:
    asked = ["--gradient" if name == "check" else "--gradients", "loss"]
    done = command(name, file, *[each for option in options for each in (asked if option == "GRADIENT" else [option])])
    assert done.status == 2 and text in done.err


def test_paths_into_composites_and_the_python_form(tmp_path: Path) -> None:
    diagram = Diagram()
    half = diagram.add_composite("Half")
    half.add("InputPin", id="x")
    half.add("StopGradient", id="sg")
    half.add("OutputPin", id="y")
    half.wire("x.output", "sg.input")
    half.wire("sg.output", "y.input")
    page = diagram.add_page("main")
    page.add("Variable", id="w", initvalues=[3.0])
    page.add(":Half", id="a")
    page.add("Multiply", id="loss")
    for wire in (("w.ref", "a.x"), ("a.y", "loss.x"), ("w.ref", "loss.y")):
        page.wire(*wire)
    still = blocks.what_if(page, loss="loss", ignore_stop=["a/sg"])
    assert not still.changes_nothing and not still.variables
    session = blocks.Session(page)
    what_if = blocks.what_if(session, loss="loss", ignore_stop=["a/sg"])
    assert session.steps == 0 and what_if.variables["w.ref"][:3] == (3.0, 6.0, 3.0)
    with pytest.raises(UsageError, match="nothing to ignore"):
        blocks.what_if(page, loss="loss", ignore_stop=["a"])
    assert json.dumps(what_if._asdict())


def cell(kind: str, stop: str | None, **values: Any) -> blocks.PageView:
    """loss = sum of a loop or a branch over h' = h + stop(h w), where ``stop`` may be left out."""
    diagram = Diagram()
    body = diagram.add_composite("Cell")
    body.add("InputPin", id="h", dtype="DT_FLOAT")
    body.add("Variable", id="w", initvalues=[0.5])
    body.add("Multiply", id="hw")
    body.add(stop or "Identity", id="sg")
    body.add("Add", id="next")
    body.add("OutputPin", id="out", name="h")
    for wire in ("h.output>hw.x", "w.ref>hw.y", "hw.z>sg.input", "sg.output>next.x", "h.output>next.y",
                 "next.z>out.input"):  # fmt: skip
        body.wire(*wire.split(">"))
    plain = diagram.add_composite("Plain")
    plain.add("InputPin", id="h", dtype="DT_FLOAT")
    plain.add("OutputPin", id="out", name="h")
    plain.wire("h.output", "out.input")
    page = diagram.add_page("main")
    page.add("Variable", id="v", initvalues=[2.0])
    page.add(kind, id="run", **values)
    page.add("Sum", id="loss", axis=0)
    page.wire("v.ref", "run.h")
    page.wire("run.h", "loss.input")
    if kind == "Cond":
        page.add("Const", id="yes", val=True)
        page.wire("yes.output", "run.predicate")
    return page


@pytest.mark.parametrize("stop", ["StopGradient", "PreventGradient"])
@pytest.mark.parametrize(
    ("kind", "at", "values"),
    [
        ("Repeat", "run/", {"body": ":Cell", "times": 3}),
        ("Repeat", "run/", {"body": ":Cell", "times": 3, "checkpoint": 2}),
        ("Cond", "run/then/", {"then": ":Cell", "else": ":Plain"}),
    ],
)
def test_paths_into_loops_and_branches(stop: str, kind: str, at: str, values: dict[str, Any]) -> None:
    lifted = blocks.what_if(blocks.Session(cell(kind, stop, **values)), loss="loss", ignore_stop=[f"{at}sg"])
    open_one = blocks.Session(cell(kind, None, **values))
    open_one.watch("loss")
    gradients = open_one.run().gradients
    assert lifted.variables.keys() == {name for name in gradients if name.endswith(".ref")}
    for name, change in lifted.variables.items():
        assert change.would_be == pytest.approx(float(np.linalg.norm(gradients[name])))
        assert name == "v.ref" or change.is_now == 0
    assert f"{at}hw.z" in lifted.gains and f"{at}next.z" in lifted.reaches
    shut = blocks.what_if(blocks.Session(cell(kind, None, **values)), loss="loss", stop_at=[f"{at}hw.z"])
    assert shut.loses == lifted.gains and shut.variables["v.ref"].would_be == 1
    page = cell(kind, stop, **values)
    assert "no gradient of loss comes to" in (blocks.what_if(page, loss="loss", stop_at=[f"{at}hw.z"]).why or "")


def test_a_cut_pin_that_only_hands_on_leaves_what_takes_the_same_elsewhere(command: Command, tmp_path: Path) -> None:
    lines = [BLOCKS[0], {"id": "sg", "type": "StopGradient", "muted": True}, {"id": "m", "type": "Multiply"}]
    wires = [["w.ref", "sg.input"], ["sg.output", "m.x"], ["w.ref", "m.y"]]
    page = write(tmp_path / "muted.gradblocks", lines, wires)
    what_if = command("run", page, "--json", "--gradients", "m", "--stop-at", "sg.output").json["what_if"]
    w = what_if["variables"]["w.ref"]
    assert w["is"] == pytest.approx(2 * 5**0.5) and w["would_be"] == pytest.approx(5**0.5)
    assert what_if["loses"] == ["sg.output"] and what_if["reaches"] == ["w.ref"]
    done = command("check", page, "--gradient", "m", "--ignore-stop", "sg")
    assert done.status == 2 and "'sg' is muted" in done.err


def test_what_prevents_a_gradient_can_be_lifted_in_a_run(command: Command, tmp_path: Path) -> None:
    lines = [{**each, "type": "PreventGradient"} if each["id"] == "sg" else each for each in BLOCKS[:8]]
    page = write(tmp_path / "prevents.gradblocks", lines, WIRES[:9])
    assert command("run", page, "--gradients", "loss").status == 1
    done = command("run", page, "--json", "--gradients", "loss", "--ignore-stop", "sg")
    assert done.status == 0 and done.json["what_if"]["variables"]["v.ref"]["would_be"] > 1
