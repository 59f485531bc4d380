"""Gradients on the command line: their norms, whether they are right, their formulas."""

from __future__ import annotations

from pathlib import Path

import pytest

from blocks.graph.graph import Node, Output
from blocks.graph.spec import Rule
from blocks.library.index import find
from tests.cli.conftest import Command, const, write

BLOCKS = [
    {"id": "w", "type": "Variable", "values": {"initvalues": [1.0, 2.0]}},
    {"id": "v", "type": "Variable", "values": {"initvalues": [3.0, 4.0]}},
    {"id": "sg", "type": "StopGradient"},
    {"id": "m", "type": "Multiply"},
    {"id": "t", "type": "Tanh"},
    {"id": "loss", "type": "Sum", "values": {"axis": 0}},
]
WIRES = [["w.ref", "m.x"], ["v.ref", "sg.input"], ["sg.output", "m.y"], ["m.z", "t.x"], ["m.z", "loss.input"]]


def wrong(call: Node, dy: Output) -> Output:
    return dy * call.outputs[0]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path / "g.gradblocks", BLOCKS, WIRES)


def test_run_shows_the_norms_of_gradients(command: Command, file: Path) -> None:
    done = command("run", file, "--json", "--gradients", "loss")
    assert done.status == 0
    found = done.json["gradients"]
    assert found["of"] == "loss" and found["pins"].keys() == {"loss.output", "m.z", "w.ref", "sg.output"}
    assert found["pins"]["w.ref"] == {
        "shape": [2], "norm": 5.0, "log10_norm": pytest.approx(0.69897), "minimum": 3.0, "maximum": 4.0,
        "zeros": 0, "nans": 0, "infinities": 0,
    }  # fmt: skip
    assert "gradients" not in command("run", file, "--json").json
    [line] = [each for each in command("run", file, "--gradients", "loss").out.splitlines() if "  w.ref " in each]
    assert line.split() == ["w.ref", "5", "0.70", "3", "4"]


def test_run_shows_gradients_that_are_no_numbers(command: Command, tmp_path: Path) -> None:
    blocks = [const("c", [0.0, 4.0]), {"id": "r", "type": "Sqrt"}]
    file = write(tmp_path / "s.gradblocks", blocks, [["c.output", "r.x"]])
    pin = command("run", file, "--json", "--gradients", "r").json["gradients"]["pins"]["c.output"]
    assert (pin["norm"], pin["infinities"], pin["maximum"]) == ("Infinity", 1, 0.25)
    assert "infinite: 1 of 2" in command("run", file, "--gradients", "r").out


def test_run_refuses_names_that_do_not_exist(command: Command, file: Path) -> None:
    done = command("run", file, "--gradients", "nothing")
    assert done.status == 2 and "there is no block 'nothing'" in done.err


def test_check_says_which_variables_get_none(command: Command, file: Path) -> None:
    done = command("check", file, "--json", "--gradient", "loss").json
    assert done["variables"] == {
        "w": {"reached": True},
        "v": {"reached": False, "kind": "stop_gradient", "reason": "StopGradient", "path": ["v", "sg"]},
    }
    assert "It does not reach:\n  v: StopGradient (v -> sg)\n" in command("check", file, "--gradient", "loss").out


def test_check_compares_with_differences(command: Command, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = command("check", file, "--json", "--gradient", "t", "--numeric")
    assert done.status == 0
    found = done.json["numeric"]
    assert [(each["block"], each["verdict"]) for each in found["blocks"]] == [("m", "right"), ("t", "right")]
    assert [(each["name"], each["verdict"]) for each in found["inputs"]] == [("w", "right")]
    assert "No gradient rule is wrong." in command("check", file, "--gradient", "t", "--numeric").out
    spec = find("Tanh")
    assert spec is not None
    monkeypatch.setattr(spec, "rule", Rule(("x",), wrong))
    done = command("check", file, "--json", "--gradient", "t", "--numeric")
    assert done.status == 1 and done.json["numeric"]["wrong"] == ["t"]
    assert "Wrong: t." in command("check", file, "--gradient", "t", "--numeric").out


def test_check_says_why_differences_cannot_be_taken(command: Command, tmp_path: Path) -> None:
    blocks = [{"id": "p", "type": "Placeholder", "values": {"dtype": "DT_FLOAT"}}, {"id": "e", "type": "Exp"}]
    file = write(tmp_path / "p.gradblocks", blocks, [["p.output", "e.x"]])
    done = command("check", file, "--json", "--gradient", "e", "--numeric")
    assert done.status == 1 and done.json["errors"][0]["block"] == "p"


def test_check_writes_formulas(command: Command, file: Path) -> None:
    assert command("check", file, "--formula", "loss").out == "loss = sum(w * sg(v))\nNo errors.\n"
    assert command("check", file, "--formula", "loss", "--by", "w").out == "d loss / d w = sg(v)\nNo errors.\n"
    text = command("check", file, "--formula", "t", "--latex").out
    assert text == "\\tanh\\left(w \\cdot \\operatorname{sg}\\left(v\\right)\\right)\nNo errors.\n"
    found = command("check", file, "--json", "--formula", "loss", "--by", "w").json["formula"]
    assert found == {
        "of": "loss", "by": "w", "text": "sg(v)", "latex": "\\operatorname{sg}\\left(v\\right)",
    }  # fmt: skip
    done = command("check", file, "--formula", "loss", "--by", "v")
    assert done.status == 1 and "StopGradient" in done.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--numeric"], "--numeric goes with --gradient"),
        (["--by", "w"], "--by goes with --formula"),
        (["--latex"], "--latex goes with --formula"),
        (["--formula", "nothing"], "there is no block 'nothing'"),
        (["--formula", "loss", "--by", "nothing"], "there is no block 'nothing'"),
    ],
)
def test_options_that_make_no_sense(command: Command, file: Path, options: list[str], words: str) -> None:
    done = command("check", file, *options)
    assert done.status == 2 and words in done.err
