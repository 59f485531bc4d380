"""``run --checkpoint DIR --every N`` and ``--resume``: a run that was ended goes on bit for bit."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.document.model import Diagram
from tests.cli.conftest import Command, const, write
from tests.run.test_loops import add


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page with all that goes on from step to step: optimiser, generators, a queue, dtypes that NumPy has not."""
    diagram = Diagram()
    page = diagram.add_page("main")
    add(page, "RandomNormal", "noise", shape=[4, 3], dtype="DT_FLOAT")
    add(page, "RandomUniform", "seeded", shape=[4, 3], dtype="DT_FLOAT", seed=3, seed2=4)
    add(page, "Variable", "w", initvalues=[[0.3, -0.2, 0.1]], dtype="DT_FLOAT")
    add(page, "AddN", "rows", ("noise.output", "inputs"), ("seeded.output", "inputs"))
    add(page, "Multiply", "h", ("rows.sum", "x"), ("w.ref", "y"))
    add(page, "Square", "sq", ("h.z", "x"))
    add(page, "Mean", "loss", ("sq.y", "input"), axis=[0, 1])
    add(page, "Minimize", "train", ("loss.output", "loss"), rate=0.1, optimizer="Adam")
    add(page, "Variable", "half", initvalues=1.0, dtype="DT_BFLOAT16")
    add(page, "Cast", "small", ("loss.output", "x"), DstT="DT_BFLOAT16")
    add(page, "AssignAdd", "grow", ("half.ref", "ref"), ("small.y", "value"))
    path = tmp_path / "page.gradblocks"
    path.write_text(diagram.dumps(), "utf-8")
    return path


def results(command: Command, path: Path, *more: object) -> dict[str, Any]:
    done = command("run", path, "--json", "--quiet", *more)
    assert done.status == 0, done.err
    return done.json["results"]


def test_a_run_goes_on_bit_for_bit(command: Command, page: Path, tmp_path: Path) -> None:
    whole = results(command, page, "--steps", 9)
    kept = ["--checkpoint", tmp_path / "kept", "--every", 2]
    results(command, page, "--steps", 5, *kept)
    assert sorted(os.listdir(tmp_path / "kept")) == ["step-4.npz", "step-5.npz"]
    assert results(command, page, "--steps", 9, *kept, "--resume") == whole
    assert sorted(os.listdir(tmp_path / "kept")) == ["step-8.npz", "step-9.npz"]


def test_without_a_checkpoint_a_run_begins_with_its_first_step(command: Command, page: Path, tmp_path: Path) -> None:
    whole = results(command, page, "--steps", 3)
    done = command("run", page, "--json", "--steps", 3, "--checkpoint", tmp_path / "new", "--resume")
    assert done.json["results"] == whole
    assert done.err == f"note: {tmp_path / 'new'} has no checkpoint: the run begins with its first step\n"


def test_a_run_that_was_at_its_end_runs_no_step_and_leaves_its_results(
    command: Command, page: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.npz"
    kept = ["--steps", 3, "--checkpoint", tmp_path / "kept", "--out", out]
    assert command("run", page, *kept).status == 0
    before = out.read_bytes()
    done = command("run", page, *kept, "--resume")
    assert (done.status, done.out) == (0, "")
    assert "the run goes on after step 3" in done.err and "all steps were run before: there are no results" in done.err
    assert out.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_checkpoint_for_which_there_is_no_room_ends_the_run_and_leaves_the_last_one(
    command: Command, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    folder = tmp_path / "kept"
    kept = ["--checkpoint", folder, "--quiet"]
    results(command, page, "--steps", 4, *kept)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, limits[1]))
    try:
        done = command("run", page, "--steps", 9, *kept, "--resume")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (done.status, done.err.count("\n")) == (1, 1)
    where = folder / "step-5.npz"
    assert done.err == f"{where}: cannot be written: File too large (--resume goes on after step 4)\n"
    assert {path: path.read_bytes() for path in folder.iterdir()} == before

    def refused(_path: str, _mode: int) -> bool:
        return False

    monkeypatch.setattr(os, "access", refused)
    done = command("run", page, "--steps", 9, *kept)
    assert done.status == 1 and "no checkpoint can be written into this folder" in done.err


@pytest.mark.parametrize("changes", [False, True])
def test_what_a_queue_holds_is_made_again(command: Command, tmp_path: Path, changes: bool) -> None:
    """Each step puts three numbers in and takes one out: those of a random stream, or of a variable that changes."""
    diagram = Diagram()
    page = diagram.add_page("main")
    add(page, "RandomUniform", "noise", shape=[3], dtype="DT_FLOAT")
    add(page, "Variable", "w", initvalues=[1.0, 2.0, 3.0], dtype="DT_FLOAT")
    add(page, "AssignAdd", "grow", ("w.ref", "ref"), ("noise.output", "value"))
    add(page, "FIFOQueue", "queue", component_types=["DT_FLOAT"], capacity=100)
    source = "grow.output_ref" if changes else "noise.output"
    add(page, "QueueEnqueueMany", "put", ("queue.handle", "handle"), (source, "components"))
    add(page, "QueueDequeue", "take", ("queue.handle", "handle"), component_types=["DT_FLOAT"])
    add(page, "Variable", "total", initvalues=0.0, dtype="DT_FLOAT")
    add(page, "AssignAdd", "sum", ("total.ref", "ref"), ("take.components", "value"))
    path = tmp_path / "queue.gradblocks"
    path.write_text(diagram.dumps(), "utf-8")
    whole = results(command, path, "--steps", 6)
    kept = ["--checkpoint", tmp_path / "kept"]
    results(command, path, "--steps", 4, *kept)
    assert results(command, path, "--steps", 6, *kept, "--resume") == whole


def test_restoring_takes_the_variables_of_a_checkpoint(command: Command, page: Path, tmp_path: Path) -> None:
    results(command, page, "--steps", 3, "--checkpoint", tmp_path, "--save", tmp_path / "saved.npz")
    actual = [results(command, page, "--load", tmp_path / name, "--fetch", "w") for name in ("step-3.npz", "saved.npz")]
    assert actual[0] == actual[1]


def test_what_does_not_fit_is_one_sentence(command: Command, page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    kept = ["--checkpoint", folder, "--resume"]
    results(command, page, "--checkpoint", folder, "--steps", 2)
    other = write(tmp_path / "other.gradblocks", [const("a", 1.0)])
    taken = tmp_path / "file"
    taken.touch()
    for given, status, said in (
        ([page, *kept, "--seed", 7], 2, f"{folder} was made with --seed 0, not 7"),
        ([other, *kept], 1, "it keeps a variable 'w', which the page does not have"),
        ([page, "--checkpoint", taken], 1, "cannot be a folder"),
    ):
        done = command("run", *given, "--steps", 4)
        assert done.status == status and said in done.err and done.err.count("\n") == 1
    (folder / "step-2.npz").write_bytes(b"no archive")
    done = command("run", page, *kept, "--steps", 4)
    assert f"{folder / 'step-2.npz'}: " in done.err and "is damaged, or no .npz file" in done.err
    assert "(without this file --resume goes on after step 1)" in done.err
    np.savez(folder / "step-3.npz", w=np.zeros(1))
    done = command("run", page, *kept, "--steps", 4)
    assert (done.status, done.err.count("\n")) == (1, 1) and "is no checkpoint of a run" in done.err
    (folder / "step-4.npz").symlink_to("nowhere")
    done = command("run", page, *kept, "--steps", 5)
    assert (done.status, done.err.count("\n")) == (1, 1) and "cannot be read: No such file" in done.err


def test_checkpoints_of_an_earlier_run_are_told_of_and_take_no_place(
    command: Command, page: Path, tmp_path: Path
) -> None:
    kept = ["--checkpoint", tmp_path / "kept"]
    results(command, page, "--steps", 9, *kept, "--save", tmp_path / "w.npz")
    done = command("run", page, "--steps", 3, *kept)
    assert done.status == 0 and "up to step 9" in done.err
    assert {each.name for each in (tmp_path / "kept").iterdir()} >= {"step-2.npz", "step-3.npz", "step-9.npz"}
    done = command("run", page, "--steps", 10, *kept, "--resume", "--load", tmp_path / "w.npz")
    assert done.status == 0 and "w.npz is not used" in done.err


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("(step)", [1, 2]), ("(step)", "x"), ("(step)", -3), ("(step)", 2.5), ("(seed)", [0, 0]), ("(seed)", b"q"),
        ("(generator) 3 4 seeded", ["a", "b"]), ("(generator) 3 4 seeded", [1.5, 2.0]),
        ("(generator) 3 4 seeded", [1]), ("(generator) 3 4 seeded", 7),
    ],
)  # fmt: skip
def test_a_checkpoint_that_somebody_changed_is_refused(
    command: Command, page: Path, tmp_path: Path, name: str, value: Any
) -> None:
    kept = ["--checkpoint", tmp_path / "kept", "--quiet"]
    results(command, page, "--steps", 2, *kept)
    path = tmp_path / "kept" / "step-2.npz"
    with np.load(path) as file:
        arrays = dict(file)
    assert name in arrays
    np.savez(path, allow_pickle=False, **{**arrays, name: np.array(value)})
    done = command("run", page, "--steps", 4, *kept, "--resume")
    assert done.status == 1
    assert f"is damaged: {name!r} is not what a run writes" in done.err
    assert str(tmp_path / "kept") in done.err
