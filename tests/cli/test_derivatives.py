"""Gradients on the command line: their norms, whether they are right, their formulas."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
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
    gradients = done.json["gradients"]
    assert gradients["of"] == "loss" and gradients["pins"].keys() == {"loss.output", "m.z", "w.ref", "sg.output"}
    assert gradients["pins"]["w.ref"] == {
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


def test_a_gradient_block_stands_for_what_it_differentiates(command: Command, tmp_path: Path) -> None:
    """All parts of a report are of the same gradient: of the losses, not of the gradients that the block gives."""
    blocks = [*BLOCKS, {"id": "other", "type": "L2Loss"}, {"id": "grad", "type": "AddSymbolicGradients"}]
    wires = [*WIRES, ["v.ref", "other.t"], ["loss.output", "grad.outputs"], ["other.output", "grad.outputs"]]
    wires += [["w.ref", "grad.inputs"], ["v.ref", "grad.inputs"]]
    file = write(tmp_path / "two.gradblocks", blocks, wires)
    for name in ("grad", "loss.output + other.output"):
        report = command("check", file, "--json", "--gradient", name, "--numeric").json
        assert report["gradient"] == {
            "of": "loss.output + other.output",
            "reaches": ["w.ref", "v.ref", "sg.output", "m.z"],
            "cut": [{"block": "sg", "reason": "StopGradient"}],
        }
        assert report["variables"] == {"w": {"reached": True}, "v": {"reached": True}}
        assert [each["block"] for each in report["numeric"]["blocks"]] == ["m", "loss", "other"]
        pins = command("run", file, "--json", "--gradients", name).json["gradients"]["pins"]
        assert pins["w.ref"]["norm"] == 5.0 and pins["v.ref"]["norm"] == 5.0  # m = w v; the L2Loss of v is v^2 / 2


def test_weights_at_a_gradient_block_are_said_and_counted(command: Command, tmp_path: Path) -> None:
    """The sum of m, weighted by 10 and -1, by w is v times that: (30, -4)."""
    blocks = [*BLOCKS, const("seed", [10.0, -1.0]), {"id": "grad", "type": "AddSymbolicGradients"}]
    wires = [*WIRES, ["m.z", "grad.outputs"], ["w.ref", "grad.inputs"], ["seed.output", "grad.grad_inputs"]]
    file = write(tmp_path / "weighted.gradblocks", blocks, wires)
    for name in ("grad", "m.z * seed.output"):
        report = command("check", file, "--json", "--gradient", name, "--numeric").json
        assert report["gradient"] == {
            "of": "m.z",
            "weights": ["seed.output"],
            "reaches": ["w.ref", "sg.output"],
            "cut": [{"block": "sg", "reason": "StopGradient"}],
        }
        assert [(each["block"], each["verdict"]) for each in report["numeric"]["blocks"]] == [("m", "right")]
        said = command("check", file, "--gradient", name).out
        assert said.startswith("The gradient of m.z, weighted by seed.output, reaches:")
        pin = command("run", file, "--json", "--gradients", name).json["gradients"]["pins"]["w.ref"]
        assert (pin["minimum"], pin["maximum"]) == (-4.0, 30.0)
    done = command("check", file, "--gradient", "m.z * nothing.output")
    assert done.status == 2 and "there is no block 'nothing'" in done.err


def test_what_is_at_fault_has_no_gradient(command: Command, tmp_path: Path) -> None:
    blocks = [const("c", [1.0, 2.0]), {"id": "product", "type": "MatMul"}]
    file = write(tmp_path / "wrong.gradblocks", blocks, [["c.output", "product.a"], ["c.output", "product.b"]])
    done = command("run", file, "--gradients", "product")
    assert done.status == 1 and "block 'product': the block has no gradient: MatMul" in done.err
    assert command("run", file, "--gradients", "").status == 2


def test_what_cannot_be_compared_is_not_called_right(command: Command, tmp_path: Path) -> None:
    blocks = [const("c", [1, 2]), {"id": "total", "type": "Sum", "values": {"axis": 0}}]
    file = write(tmp_path / "whole.gradblocks", blocks, [["c.output", "total.input"]])
    done = command("check", file, "--gradient", "total", "--numeric")
    assert done.status == 0 and "There was nothing to compare." in done.out and "No gradient rule" not in done.out


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
    numeric = done.json["numeric"]
    assert [(each["block"], each["verdict"]) for each in numeric["blocks"]] == [("m", "right"), ("t", "right")]
    assert [(each["name"], each["verdict"]) for each in numeric["inputs"]] == [("w", "right")]
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


@pytest.fixture
def fed(tmp_path: Path) -> Path:
    """loss = sum(tanh(s p)) with a Placeholder p, and s = 2."""
    blocks = [
        {"id": "p", "type": "Placeholder", "values": {"dtype": "DT_FLOAT"}},
        const("s", 2.0),
        {"id": "m", "type": "Multiply"},
        {"id": "t", "type": "Tanh"},
    ]
    return write(tmp_path / "fed.gradblocks", blocks, [["p.output", "m.x"], ["s.output", "m.y"], ["m.z", "t.x"]])


def test_check_compares_with_what_is_fed(
    command: Command, fed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numeric = ("check", fed, "--json", "--gradient", "t", "--numeric")
    done = command(*numeric, "--feed", "p=[0.5, -0.25]")
    assert done.status == 0 and [each["name"] for each in done.json["numeric"]["inputs"]] == ["p"]
    np.save(tmp_path / "p.npy", np.array([0.5, 1.0], np.float32))
    assert command(*numeric, "--feed", "p=@p.npy").status == 0  # beside the diagram
    spec = find("Tanh")
    assert spec is not None
    # Right where s p is 1 exactly, and wrong elsewhere: what is fed and set does count.
    monkeypatch.setattr(spec, "rule", Rule(("x",), right_at_one))
    assert command(*numeric, "--feed", "p=[0.5]").json["numeric"]["wrong"] == []
    assert command(*numeric, "--feed", "p=[0.25]").json["numeric"]["wrong"] == ["t"]
    assert command(*numeric, "--feed", "p=[0.25]", "--set", "s.val=4.0").json["numeric"]["wrong"] == []
    assert done.json["pins"]["s.output"]["shape"] == []
    assert command("check", fed, "--json", "--set", "s.val=[1, 2]").json["pins"]["s.output"]["shape"] == [2]


def right_at_one(call: Node, dy: Output) -> Output:
    y = call.outputs[0]
    return dy * (1.0 - y * y) * call.input("x")


def test_check_draws_random_numbers_from_the_seed(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How far a wrong rule is off depends on the random numbers, and they on the seed."""
    spec = find("Exp")
    assert spec is not None
    monkeypatch.setattr(spec, "rule", Rule(("x",), right_at_one))
    blocks = [
        {"id": "v", "type": "Variable", "values": {"initvalues": [0.3, 0.4]}},
        {"id": "r", "type": "RandomUniform", "values": {"shape": [2], "dtype": "DT_FLOAT"}},
        {"id": "a", "type": "Multiply"},
        {"id": "e", "type": "Exp"},
    ]
    file = write(tmp_path / "r.gradblocks", blocks, [["r.output", "a.x"], ["v.ref", "a.y"], ["a.z", "e.x"]])

    def errors(*options: str) -> list[float]:
        results = command("check", file, "--json", "--gradient", "e", "--numeric", *options).json["numeric"]
        return [each["error"] for each in (*results["blocks"], *results["inputs"])]

    assert errors("--seed", "5") == errors("--seed", "5") != errors() == errors("--seed", "0")


def test_check_of_a_page_of_several(command: Command, tmp_path: Path) -> None:
    def page(name: str, kind: str) -> dict[str, object]:
        w = {"id": "w", "type": "Variable", "values": {"initvalues": [1.0, 2.0]}}
        return {"name": name, "blocks": [w, {"id": "f", "type": kind}], "wires": [["w.ref", "f.x"]]}

    file = tmp_path / "two.gradblocks"
    file.write_text(json.dumps({"format": "gradblocks/1", "pages": [page("a", "Exp"), page("b", "Square")]}))
    assert command("check", file, "--gradient", "f").status == 2
    done = command("check", file, "--page", "b", "--gradient", "f", "--numeric")
    assert done.status == 0 and "f (Square)" in done.out and "The gradient of b/f.y reaches:" in done.out
    assert "= w^2" in command("check", file, "--page", "b", "--formula", "f").out
    assert command("check", file, "--page", "b", "--formula", "f", "--wrt", "w").status == 0
    assert command("check", file, "--page", "c", "--gradient", "f").status == 2
    assert command("check", file, "--set", "w.initvalues=3.0").status == 2  # of which page?
    done = command("check", file, "--json", "--page", "b", "--set", "w.initvalues=3.0").json["pins"]
    assert (done["a/w.ref"]["shape"], done["b/w.ref"]["shape"]) == ([2], [])


def test_check_writes_formulas(command: Command, file: Path) -> None:
    assert command("check", file, "--formula", "loss").out == "loss = sum(w * sg(v))\nNo errors.\n"
    assert command("check", file, "--formula", "loss", "--wrt", "w").out == "d loss / d w = sg(v)\nNo errors.\n"
    text = command("check", file, "--formula", "t", "--latex").out
    assert text == "\\tanh\\left(w \\cdot \\operatorname{sg}\\left(v\\right)\\right)\nNo errors.\n"
    result = command("check", file, "--json", "--formula", "loss", "--wrt", "w").json["formula"]
    assert result == {
        "of": "loss", "by": "w", "text": "sg(v)", "latex": "\\operatorname{sg}\\left(v\\right)",
    }  # fmt: skip
    done = command("check", file, "--formula", "loss", "--wrt", "v")
    assert done.status == 1 and "StopGradient" in done.err
    assert done.err.startswith(f"{file}: page 'main': no gradient of loss reaches v")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--numeric"], "--numeric: used only with --gradient"),
        (["--wrt", "w"], "--wrt: used only with --formula"),
        (["--latex"], "--latex: used only with --formula"),
        (["--gradient", "t", "--feed", "w=1"], "--feed: used only with --numeric"),
        (["--seed", "1"], "--seed: used only with --numeric"),
        (["--gradient", "t", "--numeric", "--feed", "nothing=1"], "nothing"),
        (["--set", "nothing.val=1"], "there is no block 'nothing'"),
        (["--page", "nothing", "--gradient", "t"], "nothing"),
        (["--formula", "nothing"], "there is no block 'nothing'"),
        (["--formula", "loss", "--wrt", "nothing"], "there is no block 'nothing'"),
    ],
)
def test_options_that_make_no_sense(command: Command, file: Path, options: list[str], words: str) -> None:
    done = command("check", file, *options)
    assert done.status == 2 and words in done.err
