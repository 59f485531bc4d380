"""``run --checkpoint DIR --every N`` and ``--resume``: a run that was ended goes on bit for bit."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import FileError
from blocks.base.files import RunLock
from blocks.document.model import Diagram
from blocks.run.session import Session
from tests.cli.conftest import Command, const, program, write
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
    add(page, "Minimize", "train", ("loss.output", "loss"), learning_rate=0.1, optimizer="Adam")
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


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.npz"))


def test_a_run_goes_on_bit_for_bit(command: Command, page: Path, tmp_path: Path) -> None:
    whole = results(command, page, "--steps", 9)
    kept = ["--checkpoint", tmp_path / "kept", "--every", 2]
    results(command, page, "--steps", 5, *kept)
    assert names_in(tmp_path / "kept") == ["step-4.npz", "step-5.npz"]
    assert results(command, page, "--steps", 9, *kept, "--resume") == whole
    assert names_in(tmp_path / "kept") == ["step-8.npz", "step-9.npz"]


def test_without_a_checkpoint_a_run_begins_with_its_first_step(command: Command, page: Path, tmp_path: Path) -> None:
    whole = results(command, page, "--steps", 3)
    done = command("run", page, "--json", "--steps", 3, "--checkpoint", tmp_path / "new", "--resume")
    assert done.json["results"] == whole
    assert done.err == f"note: {tmp_path / 'new'} has no checkpoint: the run starts at the first step\n"


def test_a_run_that_was_at_its_end_runs_no_step_and_leaves_its_results(
    command: Command, page: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.npz"
    kept = ["--steps", 3, "--checkpoint", tmp_path / "kept", "--out", out]
    assert command("run", page, *kept).status == 0
    before = out.read_bytes()
    done = command("run", page, *kept, "--resume")
    assert (done.status, done.out) == (0, "")
    assert "the run continues after step 3" in done.err and "already at the last step" in done.err
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
    assert done.err == f"{where}: cannot be written: File too large. --resume continues after step 4.\n"
    assert {path: path.read_bytes() for path in folder.iterdir()} == before

    def refused(_path: str, _mode: int) -> bool:
        return False

    monkeypatch.setattr(os, "access", refused)
    done = command("run", page, "--steps", 9, *kept)
    assert done.status == 1 and "no checkpoint can be written to this folder" in done.err


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX")
def test_two_runs_do_not_write_into_one_folder(command: Command, page: Path, tmp_path: Path) -> None:
    """Of two at once, each removed what the other kept; what was left was of one of them."""
    kept = ["--steps", 3, "--checkpoint", tmp_path / "kept"]
    lock = RunLock(str(tmp_path / ".lock"))
    (tmp_path / "kept").mkdir()
    os.link(tmp_path / ".lock", tmp_path / "kept" / ".lock")
    for more in ([], ["--resume"]):
        done = command("run", page, *kept, *more)
        assert (done.status, "another run is writing its checkpoints" in done.err) == (1, True)
    del lock
    assert command("run", page, *kept).status == 0


def test_a_checkpoint_without_a_variable_says_so(command: Command, page: Path, tmp_path: Path) -> None:
    kept = ["--checkpoint", tmp_path / "kept"]
    results(command, page, "--steps", 2, *kept)
    path = tmp_path / "kept" / "step-2.npz"
    with np.load(path) as file:
        np.savez(path.with_suffix(""), allow_pickle=False, **{n: each for n, each in file.items() if n != "half"})
    done = command("run", page, "--steps", 3, *kept, "--resume")
    assert (done.status, "has no value for 'half'" in done.err) == (0, True)


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_variables_that_cannot_be_written_are_not_lost(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What can be known before the first step is; a disk that is full at the end, or once on the way, is not."""
    blocks = [const("one", [1.0] * 3), {"id": "w", "type": "Variable", "values": {"initvalues": [0.0] * 3}}]
    page = write(tmp_path / "p.gradblocks", [*blocks, {"id": "up", "type": "AssignAdd"}],
                 [["w.ref", "up.ref"], ["one.output", "up.value"]])  # fmt: skip
    run = ("run", page, "--steps", 4, "--quiet", "--save")
    (tmp_path / "folder.npz").mkdir()
    (tmp_path / "pipe.npz").symlink_to("/dev/null")
    for path in ("none/w.npz", "folder.npz", "pipe.npz"):
        done = command(*run, tmp_path / path)
        assert (done.status, done.out, "cannot be written" in done.err) == (2, "", True)
    full = {3, 4}

    def fails(session: Session, path: str) -> None:
        if Path(path).parent == tmp_path and session.steps in full:
            raise FileError("cannot be written: No space left on device", file=path)
        save(session, path)

    save = Session.save
    monkeypatch.setattr(Session, "save", fails)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "folder.npz"))
    done = command(*run, tmp_path / "w.npz", "--save-every", 1)
    [instead] = (tmp_path / "folder.npz").rglob("w.npz")
    assert (done.status, f"{instead} instead" in done.err) == (1, True)
    assert np.load(instead)["w"].tolist() == [4.0] * 3
    assert np.load(tmp_path / "w.npz")["w"].tolist() == [2.0] * 3
    full.remove(4)
    done = command("run", page, "--steps", 4, "--save", tmp_path / "w.npz", "--save-every", 1)
    assert (done.status, "after step 3" in done.err) == (0, True)
    assert np.load(tmp_path / "w.npz")["w"].tolist() == [4.0] * 3


def test_a_time_limit_leaves_what_the_run_was_to_leave(tmp_path: Path) -> None:
    blocks = [const("one", 1.0), {"id": "w", "type": "Variable", "values": {"initvalues": 0.0}}]
    page = write(tmp_path / "p.gradblocks", [*blocks, {"id": "up", "type": "AssignAdd"}],
                 [["w.ref", "up.ref"], ["one.output", "up.value"]])  # fmt: skip
    kept = ["--save", tmp_path / "w.npz", "--checkpoint", tmp_path / "kept", "--every", 10**9]
    done = program("run", page, "--steps", 10**9, "--timeout", 5, *kept)
    assert (done.status, "the time limit of 5 s was reached" in done.err) == (124, True)
    [path] = (tmp_path / "kept").glob("*.npz")
    assert float(np.load(tmp_path / "w.npz")["w"]) == int(path.stem.removeprefix("step-"))


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


def test_a_run_goes_on_when_its_page_has_a_new_name(command: Command, page: Path, tmp_path: Path) -> None:
    whole = results(command, page, "--steps", 3)
    kept = ["--steps", 3, "--json", "--checkpoint", tmp_path / "kept"]
    results(command, page, "--steps", 2, *kept[3:])
    page.write_text(page.read_text("utf-8").replace('"name": "main"', '"name": "new"'), "utf-8")
    done = command("run", page, *kept, "--resume")
    assert done.json["results"] == whole and "was made by the page 'main'" in done.err


def test_what_does_not_fit_is_one_sentence(command: Command, page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    kept = ["--checkpoint", folder, "--resume"]
    results(command, page, "--checkpoint", folder, "--steps", 2)
    other = write(tmp_path / "other.gradblocks", [const("a", 1.0)])
    pages = json.loads(page.read_text("utf-8"))
    pages["pages"].append({**pages["pages"][0], "name": "other"})
    both = tmp_path / "both.gradblocks"
    both.write_text(json.dumps(pages), "utf-8")
    taken = tmp_path / "file"
    taken.touch()
    for given, status, said in (
        ([page, *kept, "--seed", 7], 2, f"{folder} was made with --seed 0, not 7"),
        ([other, *kept], 1, "the checkpoint has a variable 'w', which the page does not have"),
        ([page, "--checkpoint", taken], 1, "cannot be used as a folder"),
        ([page, "--checkpoint", folder], 2, "another run's checkpoint (after step 2"),
        ([both, "--page", "other", *kept], 1, "the checkpoint belongs to the page 'main', not 'other'"),
    ):
        done = command("run", *given, "--steps", 4)
        assert done.status == status and said in done.err and done.err.count("\n") == 1
    (folder / "step-2.npz").write_bytes(b"no archive")
    done = command("run", page, *kept, "--steps", 4)
    assert f"{folder / 'step-2.npz'}: " in done.err and "not a .npz archive" in done.err
    assert "Without this file, --resume continues after step 1." in done.err
    np.savez(folder / "step-3.npz", w=np.zeros(1))
    done = command("run", page, *kept, "--steps", 4)
    assert (done.status, done.err.count("\n")) == (1, 1) and "not a checkpoint of a run" in done.err
    (folder / "step-4.npz").symlink_to("nowhere")
    done = command("run", page, *kept, "--steps", 5)
    assert (done.status, done.err.count("\n")) == (1, 1) and "does not exist" in done.err.lower()


def test_checkpoints_of_an_earlier_run_are_kept(command: Command, page: Path, tmp_path: Path) -> None:
    kept = ["--checkpoint", tmp_path / "kept"]
    results(command, page, "--steps", 9, *kept, "--save", tmp_path / "w.npz")
    before = {each.name: each.read_bytes() for each in (tmp_path / "kept").iterdir()}
    done = command("run", page, "--steps", 3, *kept)
    assert done.status == 2 and "after step 9" in done.err
    assert {each.name: each.read_bytes() for each in (tmp_path / "kept").iterdir()} == before
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
    assert f"damaged: {name!r} is invalid" in done.err
    assert str(tmp_path / "kept") in done.err
