"""``run --break``: what it prints, how it exits, and what it leaves."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import Command, write

BLOCKS = [
    {"id": "w", "type": "Variable", "values": {"initvalues": 1.0}},
    {"id": "h", "type": "Square"},
    {"id": "grads", "type": "AddSymbolicGradients"},
    {"id": "up", "type": "ApplyGradientDescent", "values": {"alpha": -0.5}},
]
WIRES = [
    ["w.ref", "h.x"], ["h.y", "grads.outputs"], ["w.ref", "grads.inputs"], ["w.ref", "up.var"],
    ["grads.grad_outputs[0]", "up.delta"],
]  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path / "page.gradblocks", BLOCKS, WIRES)


def test_it_stops_with_what_is_there_so_far(command: Command, file: Path, tmp_path: Path) -> None:
    # w doubles in each step, h is its square: 1, 4, 16, ..., 4096 in the seventh.
    given = "--break", "h.y: norm > 3000", "--break", "grad(h, w.ref): nonfinite"
    done = command("run", file, "--steps", 90, *given, "--json", "--print", "h", "--gradients", "h",
                   "--save", tmp_path / "w.npz")  # fmt: skip
    assert done.status == 0
    assert done.json["stopped"] == {"at": "h.y", "step": 7, "condition": "norm > 3000"}
    assert (done.json["steps"], done.json["errors"]) == (6, [])
    assert {name: each["data"] for name, each in done.json["results"].items()} == {
        "w.result_ref": 64.0, "h.result_y": 4096.0,
    }  # fmt: skip
    assert done.json["printed"]["step"] == [1, 2, 3, 4, 5, 6]
    assert done.errors == [f"{file}: page 'main': stopped in step 7 at h.y: norm > 3000"]
    assert np.load(tmp_path / "w.npz")["w"] == 64.0  # after the steps that were finished


def test_a_run_to_the_end_says_that_it_was_not_stopped(command: Command, file: Path) -> None:
    given = "run", file, "--steps", 5, "--json"
    done, plain = command(*given, "--break", "h.y: norm > 3000"), command(*given)
    assert done.json["stopped"] is None and done.json["steps"] == 5
    assert "stopped" not in plain.json and done.json["results"] == plain.json["results"]
    assert done.err == ""


@pytest.mark.parametrize("text", ["h.y: norm >", "h.z", "none.y: nonfinite", "grad(h, w.ref", "grad(h, x.y)", "h.y: 3"])
def test_what_is_no_breakpoint_is_refused(command: Command, file: Path, text: str) -> None:
    done = command("run", file, "--json", "--break", text)
    assert done.status == 2 and len(done.errors) == 1 and "Traceback" not in done.err
    [error] = done.json["errors"]
    assert error["message"] and (done.json["steps"], done.json["results"]) == (0, {})
    assert json.dumps(done.json)


def test_results_so_far_go_into_a_file(command: Command, file: Path, tmp_path: Path) -> None:
    done = command("run", file, "--steps", 9, "--trace", "up", "--break", "h", "--out", tmp_path / "o.npz")
    assert done.status == 0 and "stopped in step 1 at h" in done.err
    assert sorted(np.load(tmp_path / "o.npz")) == ["h.result_y", "w.result_ref"]


def test_the_first_bad_step_is_told(command: Command, file: Path) -> None:
    # h is 1, 4, 16: more than ten times the first one in the third step.
    done = command("run", file, "--steps", 200, "--first-bad", "h", "--json")
    assert done.json["first_bad"] == {"at": "h", "step": 3, "condition": "max > 10.0"} and done.json["steps"] == 200
    assert command("run", file, "--first-bad", "h", "--json").json["first_bad"] is None
    assert "The first bad step is 3: h: max > 10.0" in command("run", file, "--steps", 9, "--first-bad", "h").out
    assert command("run", file, "--first-bad", "none").status == 2
