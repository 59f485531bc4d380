"""``explain``: why a pin has its dtype and shape, its errors, its gradient and its NaN."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Command, const, program
from tests.table import table

ODE = ROOT / "assets/examples/neural_ode.gradblocks"
BLOCKS = [
    const("x", [[1.0, -2.0]]),
    {"id": "w", "type": "Variable", "at": [0, 0], "values": {"initvalues": [[1.0], [2.0]]}},
    {"id": "mm", "type": "MatMul", "at": [0, 0]},
    {"id": "stop", "type": "StopGradient", "at": [0, 0]},
    {"id": "log", "type": "Log", "at": [0, 0]},
    {"id": "more", "type": "Exp", "at": [0, 0]},
    {"id": "loss", "type": "Sum", "at": [0, 0], "values": {"axis": [0, 1]}},
    {"id": "root", "type": "Sqrt", "at": [0, 0]},
    {"id": "zero", "type": "Multiply", "at": [0, 0], "values": {"y": 0.0}},
    {"id": "steep", "type": "Sum", "at": [0, 0], "values": {"axis": [0, 1]}},
    {"id": "bad", "type": "Add", "at": [0, 0], "values": {"y": [1, 2, 3]}},
    {"id": "after", "type": "Exp", "at": [0, 0]},
]
WIRES = [
    ["x.output", "mm.a"], ["w.ref", "mm.b"], ["mm.product", "stop.input"], ["stop.output", "log.x"],
    ["log.y", "more.x"], ["more.y", "loss.input"], ["w.ref", "zero.x"], ["zero.z", "root.x"],
    ["root.y", "steep.input"], ["x.output", "bad.x"], ["bad.z", "after.x"],
]  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path, pages = tmp_path / "d.gradblocks", [{"name": "main", "blocks": BLOCKS, "wires": WIRES}]
    path.write_text(json.dumps({"format": "gradblocks/2", "pages": pages}))
    return path


@table(
    "name, kind, because",
    [
        ("mm", ("DT_FLOAT", [1, 1]), {"mm.product": "dtype of a and b", "x.output": "[1,2]", "w.ref": "[2,1]"}),
        ("mm.product", ("DT_FLOAT", [1, 1]), {"x.val": "-2.0"}),
        ("mm.a", ("DT_FLOAT", [1, 2]), {"x.output": "mm.a"}),
        ("loss.axis", (None, None), {"loss.axis": "[0, 1]"}),
        ("bad", (None, None), {"x.output": "bad.x"}),
        ("after.y", (None, None), {"bad": "has an error"}),
        ("x", ("DT_FLOAT", [1, 2]), {"x.output": "the attribute dtype"}),
    ],
)
def test_dtype_and_shape_are_explained(
    name: str, kind: tuple[Any, Any], because: dict[str, str], file: Path, command: Command
) -> None:
    told = command("explain", file, name).json
    assert [*told] == ["format", "name", "dtype", "shape", "problems", "because", "gradient", "fixes", "text"]
    assert (told["name"], told["dtype"], told["shape"]) == (name, *kind)
    says = {each["name"]: each["says"] for each in told["because"]}
    assert all(word in says[each] for each, word in because.items()), says


@table(
    "name, loss, reached, path, cut, word",
    [
        ("w", "loss", False, ["w", "mm", "stop"], "stop", "stop"),
        ("mm.b", "loss", False, ["mm", "stop"], "stop", "stop"),
        ("stop", "loss", True, ["loss", "more", "log", "stop"], "stop", "ends there"),
        ("log.x", "loss", True, ["loss", "more", "log"], None, "gets a gradient"),
        ("w", "steep", True, ["steep", "root", "zero", "w"], None, "gets a gradient"),
        ("after", "loss", False, ["after"], None, "does not depend"),
    ],
)
def test_a_gradient_is_explained(
    name: str, loss: str, reached: bool, path: list[str], cut: str | None, word: str, file: Path, command: Command
) -> None:
    told = command("explain", file, name, "--loss", loss).json
    gradient = told["gradient"]
    assert (gradient["loss"], gradient["reached"], gradient["path"]) == (loss, reached, path)
    assert (gradient["cut"] and gradient["cut"]["block"]) == cut
    assert word in told["text"]
    assert any("stop" in fix for fix in told["fixes"]) == (cut == "stop")


def test_what_is_told_of_an_error_is_what_check_says(file: Path, command: Command) -> None:
    told, checked = command("explain", file, "bad").json, command("check", file, "--json").json
    [problem] = told["problems"]
    assert checked["errors"][0]["message"] in problem["message"] and problem["level"] == "error"
    assert told["fixes"] == problem["fixes"]


@table(
    "name, loss, bad",
    [("loss", "loss", "log"), ("steep", "steep", "zero"), ("log.x", "loss", "log"), ("x", "loss", "log")],
)
def test_a_run_names_the_first_block_that_gives_nan(
    name: str, loss: str, bad: str, file: Path, command: Command
) -> None:
    assert command("explain", file, name, "--loss", loss, "--run").json["nan"] == bad


def test_a_variable_that_initializes_itself_ends(tmp_path: Path, command: Command) -> None:
    blocks = [{"id": "w", "type": "Variable", "at": [0, 0]}]
    file = tmp_path / "cycle.gradblocks"
    pages = [{"name": "main", "blocks": blocks, "wires": [["w.ref", "w.initvalues"]]}]
    file.write_text(json.dumps({"format": "gradblocks/2", "pages": pages}))
    assert "cycle" in command("explain", file, "w").json["problems"][0]["message"]


def test_blocks_of_instances_loops_and_definitions_have_names(command: Command) -> None:
    for name, shape in {"ode/k2/wide/W": [2, 32], "ode.x": [64, 2], ":Dense/product": [None, 10]}.items():
        told = command("explain", ODE, name).json
        assert (told["dtype"], told["shape"], told["gradient"]["reached"]) == ("DT_FLOAT", shape, True)


@table(
    "given, status",
    [
        (["nobody"], 2),
        (["mm.nothing"], 2),
        (["mm", "--loss", "nobody"], 2),
        (["mm", "--timeout", "1"], 2),
        ([".", "--run"], 2),
        (["mm" * 50_000], 2),
    ],
    ids=lambda given: given[0][:10],
)
def test_what_does_not_exist_is_refused(given: list[str], status: int, file: Path, command: Command) -> None:
    done = command("explain", file, *given)
    assert (done.status, done.json["format"]) == (status, "gradblocks-explain/1")
    assert done.json["error"]["message"] and len(done.err) < 1000


def test_a_run_ends_at_its_limit(tmp_path: Path) -> None:
    loops = json.loads(program("describe", "While").out)["example"]
    [loop] = [block for block in loops["pages"][0]["blocks"] if block["type"] == "While"]
    for each in loops["composites"]:  # it grows for ever
        for block in each["blocks"]:
            block.get("values", {}).update({"y": 1.0} if block["type"] == "Multiply" else {})
    file = tmp_path / "loop.gradblocks"
    file.write_text(json.dumps(loops))
    done = program("explain", file, loop["id"], "--run", "--timeout", "1")
    assert done.status == 124 and "time limit" in done.json["error"]["message"]
