"""``describe``: all that is known of a block type, with an example that runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from blocks.library.registry import current
from tests.cli.conftest import ROOT, Command
from tests.table import table

LSTM = ROOT / "assets/examples/lstm.gradblocks"
TYPES = [each.name for each in current().all_types() if not each.internal]


@table("name", TYPES, together=200)
def test_every_type_is_described(name: str, command: Command) -> None:
    told = command("describe", name).json
    assert [*told] == ["format", "block", "gradient", "formula", "example", "confused_with"]
    assert told["block"]["type"] == name
    assert told["gradient"]["has"] or told["gradient"]["why"]
    assert (told["example"] is None) == (name == "LMDBReader")
    for each in told["confused_with"]:
        assert each["type"] in TYPES and each["type"] != name
        assert each["difference"].startswith(f"{each['type']}: ")


@table(
    "name, passes, formula, confused, word",
    [
        ("MatMul", True, "product = a @ b", "BatchMatMul", "adj_x"),
        ("StopGradient", False, "output = sg(input)", "PreventGradient", "silently"),
        ("Softmax", True, "softmax = softmax(logits)", "LogSoftmax", "logsoftmax"),
        ("ArgMax", False, None, "Max", "No gradient passes ArgMax"),
        ("Greater", False, "z = x > y", "GreaterEqual", "≥"),
        ("Relu", True, "activations = relu(features)", "LeakyRelu", "alpha"),
        ("Stack", True, None, None, ""),
    ],
)
def test_what_is_told(
    name: str, passes: bool, formula: str | None, confused: str | None, word: str, command: Command
) -> None:
    told = command("describe", name).json
    assert (told["gradient"]["has"], told["formula"]) == (passes, formula)
    differences = {each["type"]: each["difference"] for each in told["confused_with"]}
    assert confused is None or word in differences[confused]


@table("name", ["MatMul", "Variable", "While", "InputPin", "Abort", "FIFOQueue", "ReadFile", ":Cell"])
def test_examples_run_as_they_are(name: str, command: Command, tmp_path: Path) -> None:
    given = ["--in", LSTM] if name.startswith(":") else []
    file = tmp_path / "example.gradblocks"
    file.write_text(json.dumps(command("describe", name, *given).json["example"]))
    done = command("run", file, "--json")
    assert done.status == 0 and done.json["errors"] == [], done.err


def test_a_composite_is_described_from_its_file(command: Command) -> None:
    told = command("describe", ":Cell", "--in", LSTM).json
    assert told["block"]["type"] == ":Cell"
    assert told["gradient"]["has"] and "x" in told["gradient"]["inputs"]


@table(
    "given, hint",
    [
        (["Matmull"], "MatMul"),
        (["x" * 10_000], "gradblocks blocks"),
        ([":Cell"], "--in"),
        ([":Cel", "--in", LSTM], "Cell"),
        ([":A", "--in", "nowhere.gradblocks"], None),
        (["MatMul", "--in", LSTM], None),
        (["torch:conv"], "other blocks"),
    ],
)
def test_what_does_not_exist_is_refused(given: list[Any], hint: str | None, command: Command) -> None:
    done = command("describe", *given)
    assert done.status == 2 and done.json["format"] == "gradblocks-describe/1"
    assert hint is None or hint in done.json["error"]["hint"]
    assert len(done.err) < 500
