"""``run --data FILE.npz``: one step for each batch of rows, and the same rows after a run was killed."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.document.model import Diagram
from tests.cli.conftest import Command, program
from tests.run.test_loops import add
from tests.run.test_training import ARRAYS, PYTORCH, linear

KILLED = """
import os, signal
from blocks.run.state import State
commit, left = State.commit, [{steps}]
def dying(self, *given):
    left[0] -= 1
    if left[0] < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    commit(self, *given)
State.commit = dying
"""
"""What comes before the program, so that a run is killed in the middle of a step."""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    diagram = linear()
    page = diagram.page("main")
    add(page, "Minimize", "train", ("loss.output", "loss"), learning_rate=0.1)
    path = tmp_path / "page.gradblocks"
    path.write_text(diagram.dumps(), "utf-8")
    np.savez(tmp_path / "data.npz", allow_pickle=False, **ARRAYS)
    return path


def test_epochs_of_batches_give_the_losses_of_pytorch(command: Command, page: Path) -> None:
    run = ("run", page, "--data", page.with_name("data.npz"), "--batch", 2, "--epochs", 3)
    done = command(*run, "--json", "--print", "loss")
    losses = PYTORCH["sgd"][1]
    assert done.status == 0 and done.json["steps"] == 9 and done.json["epochs"] == 3
    assert done.json["printed"]["loss"] == pytest.approx(losses, rel=2e-5, abs=1e-6)
    means = [np.mean(losses[i : i + 3]) for i in (0, 3, 6)]
    assert done.json["losses"] == pytest.approx(means, rel=2e-5)
    adam = command(*run, "--json", "--set", "train.learning_rate=0.05", "--set", "train.optimizer=Adam")
    assert adam.json["losses"][2] == pytest.approx(np.mean(PYTORCH["adam"][1][6:]), rel=2e-5)
    whole = command("run", page, "--data", page.with_name("data.npz"), "--json")  # one batch of all rows
    assert (whole.json["steps"], whole.json["epochs"], len(whole.json["losses"])) == (1, 1, 1)


def test_the_first_loss_that_is_not_finite_ends_the_run(command: Command, page: Path) -> None:
    first, second = (page.with_name(f"{name}.npz") for name in ("first", "second"))
    bad = {name: np.array(values) for name, values in ARRAYS.items()}
    bad["x"][2] = np.nan  # in the second batch
    np.savez(page.with_name("bad.npz"), allow_pickle=False, **bad)
    done = command("run", page, "--data", page.with_name("bad.npz"), "--batch", 2, "--save", first, "--json")
    assert done.status == 1 and done.json["steps"] == 1 and "step 2" in done.json["errors"][0]["message"]
    [batch] = re.findall(r"\S+batch-2\.npz", done.err)
    np.testing.assert_array_equal(np.load(batch)["x"], bad["x"][2:4])
    np.savez(page.with_name("good.npz"), allow_pickle=False, **{name: each[:2] for name, each in ARRAYS.items()})
    assert command("run", page, "--data", page.with_name("good.npz"), "--save", second).status == 0
    assert all(np.array_equal(np.load(first)[name], value) for name, value in np.load(second).items())


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("killed", [3, 9])
def test_a_run_that_was_killed_sees_each_row_as_often(command: Command, tmp_path: Path, killed: int) -> None:
    """The batches go through a queue, noise is added, and Adam keeps means: all of it goes on bit for bit."""
    diagram = Diagram()
    page = diagram.add_page("main")
    add(page, "Placeholder", "x", dtype="DT_FLOAT", shape=[None])
    add(page, "Sum", "rows", ("x.output", "input"), axis=[0])
    add(page, "FIFOQueue", "queue", component_types=["DT_FLOAT"], capacity=100)
    add(page, "QueueEnqueue", "put", ("queue.handle", "handle"), ("rows.output", "components"))
    add(page, "QueueDequeue", "take", ("queue.handle", "handle"), component_types=["DT_FLOAT"])
    add(page, "Variable", "total", initvalues=0.0, dtype="DT_FLOAT")
    add(page, "AssignAdd", "sum", ("total.ref", "ref"), ("take.components", "value"))
    add(page, "RandomNormal", "noise", shape=[1], dtype="DT_FLOAT")
    add(page, "Variable", "w", initvalues=[1.0], dtype="DT_FLOAT")
    add(page, "AddN", "noisy", ("noise.output", "inputs"), ("w.ref", "inputs"))
    add(page, "SquaredDifference", "error", ("noisy.sum", "x"), ("x.output", "y"))
    add(page, "Mean", "loss", ("error.z", "input"), axis=[0])
    add(page, "Minimize", "train", ("loss.output", "loss"), learning_rate=0.1, optimizer="Adam")
    path = tmp_path / "page.gradblocks"
    path.write_text(diagram.dumps(), "utf-8")
    np.savez(tmp_path / "data.npz", x=np.arange(10.0) ** 2)
    run: list[Any] = ["run", path, "--data", tmp_path / "data.npz", "--batch", 4, "--epochs", 5, "--shuffle", "--quiet"]
    assert command(*run, "--save", tmp_path / "whole.npz").status == 0
    run += ["--save", tmp_path / "rest.npz", "--checkpoint", tmp_path / "kept", "--every", 2]
    assert program(*run, before=KILLED.format(steps=killed)).status != 0
    assert not (tmp_path / "rest.npz").exists()
    assert command(*run, "--resume").status == 0
    whole, rest = np.load(tmp_path / "whole.npz"), np.load(tmp_path / "rest.npz")
    assert whole["total"] == 5 * 285 and {*whole} == {*rest}
    assert all(whole[name].tobytes() == rest[name].tobytes() for name in whole)
    for more, word in ((["--batch", 5], "batch"), (["--epochs", 4], "already")):
        assert word in command(*[each for each in run if each != "--quiet"], "--resume", *more).err


@pytest.mark.parametrize(
    ("arrays", "more", "word"),
    [
        ({"x": np.ones([4, 3]), "z": np.ones(4)}, [], "Placeholders are"),
        ({"x": np.ones([4, 3]), "y": np.ones(5)}, [], "same number of rows"),
        ({"x": np.ones([4, 2]), "y": np.ones(4)}, [], "shape"),
        ({"x": np.ones([4, 3]), "y": np.ones(4)}, ["--batch", 5], "--batch"),
        ({"x": np.ones([4, 3]), "y": np.float32(1)}, [], "no rows"),
        ({"x": np.ones([4, 3])}, [], "'y'"),
        ({}, [], "no arrays"),
        (None, [], "not a .npz archive"),
        ({"x": np.ones([4, 3]), "y": np.ones(4)}, ["--steps", 3], "--steps"),
    ],
)
def test_a_mistake_is_a_sentence(command: Command, page: Path, arrays: Any, more: list[Any], word: str) -> None:
    path = page.with_name("wrong.npz")
    if arrays is None:
        path.write_bytes(b"nothing")
    else:
        np.savez(path, allow_pickle=False, **arrays)
    done = command("run", page, "--data", path, "--json", *more)
    assert done.status in (1, 2) and len(done.errors) == 1 and word in done.err


@pytest.mark.skipif(os.name == "nt", reason="there a file is not mapped")
@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_a_large_file_is_not_read_into_memory(command: Command, page: Path, save: Any) -> None:
    rows = 300_000
    save(page.with_name("large.npz"), x=np.ones([rows, 3], np.float32), y=np.zeros(rows, np.float32))
    run = ("run", page, "--data", page.with_name("large.npz"), "--batch", rows // 10, "--quiet", "--max-mem", "3M")
    done = command(*run, "--fetch", "loss")
    assert (done.status, "limit" in done.err) == ((0, False) if save is np.savez else (1, True))
