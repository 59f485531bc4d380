"""``gradblocks sweep``: many runs side by side, their numbers together, and what fails among them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks.cli.sweep as sweep_command
from blocks.base.errors import FileError
from blocks.document.model import Diagram
from blocks.run import archives
from tests.cli.conftest import Command, const, start, write
from tests.run.planted import in_workers, wait_for

NOISY = [
    {"id": "w", "type": "Variable", "values": {"initvalues": [1.0, 2.0]}},
    {"id": "noise", "type": "RandomUniform", "values": {"shape": [2], "dtype": "DT_FLOAT"}},
    {"id": "scaled", "type": "Multiply", "values": {"y": 0.5}},
    {"id": "moved", "type": "AssignAdd"},
    {"id": "root", "type": "Sqrt"},
    {"id": "loss", "type": "Sum", "values": {"axis": [0]}},
    {"id": "session", "type": "ClientSession"},
]
NOISY_WIRES = [
    ["noise.output", "scaled.x"], ["w.ref", "moved.ref"], ["scaled.z", "moved.value"],
    ["w.ref", "root.x"], ["root.y", "loss.input"], ["moved.output_ref", "session.fetch_outputs"],
]  # fmt: skip
COUNTING = [
    {"id": "w", "type": "Variable", "values": {"initvalues": 0.0}},
    {"id": "more", "type": "AssignAdd", "values": {"value": 1.0}},
    {"id": "wave", "type": "Cosh"},
]


@pytest.fixture
def noisy(tmp_path: Path) -> Path:
    """A page whose variable moves by random numbers, and the sum of its roots."""
    return write(tmp_path / "noisy.gradblocks", NOISY, NOISY_WIRES)


def counting(folder: Path) -> Path:
    """A page that counts by ``more.value``."""
    wires = [["w.ref", "more.ref"], ["w.ref", "wave.x"]]
    return write(folder / "counting.gradblocks", COUNTING, wires)


def test_each_run_is_that_of_the_run_command(command: Command, noisy: Path, tmp_path: Path) -> None:
    """The last setting changes fastest, and the seed faster still; the numbers are those of `gradblocks run`."""
    out = tmp_path / "runs.npz"
    sets = ["--set", "scaled.y=0.5, 2.0", "--set", "w.initvalues=[1.0, 2.0],[4.0, 9.0]"]
    done = command("sweep", noisy, *sets, "--seeds", "3,7", "--steps", "4", "--metric", "loss.output",
                   "--metric", "loss", "--jobs", "2", "--out", out)  # fmt: skip
    assert (done.status, done.out) == (0, ""), done.err
    with np.load(out) as archive:
        arrays = {name: archive[name] for name in archive.files}
    assert [*arrays] == ["names", "settings", "loss.output", "loss"]
    assert arrays["names"].tolist() == ["scaled.y", "w.initvalues", "seed"]
    texts = [[a, b, c] for a in ("0.5", "2.0") for b in ("[1.0, 2.0]", "[4.0, 9.0]") for c in ("3", "7")]
    assert arrays["settings"].tolist() == texts
    assert arrays["loss.output"].dtype == np.float64
    assert arrays["loss.output"].shape == (8, 4)
    np.testing.assert_array_equal(arrays["loss"], arrays["loss.output"])
    by_hand = np.float32(1) + np.sqrt(np.float32(2))
    np.testing.assert_allclose(arrays["loss"][[0, 1, 4, 5], 0], by_hand, rtol=1e-6)
    for row, (y, begin, seed) in zip(arrays["loss"], texts, strict=True):
        one = command("run", noisy, "--set", f"scaled.y={y}", "--set", f"w.initvalues={begin}", "--seed", seed,
                      "--steps", "4", "--print", "loss", "--json")  # fmt: skip
        assert row.tolist() == one.json["printed"]["loss"]


def test_a_run_that_fails_does_not_stop_the_others(command: Command, tmp_path: Path) -> None:
    done = command("sweep", counting(tmp_path), "--set", "more.value=0.5,[1.0, 2.0]", "--steps", "3",
                   "--metric", "w.ref", "--json")  # fmt: skip
    assert done.status == 1
    assert done.json["settings"] == [["0.5", "0"], ["[1.0, 2.0]", "0"]]
    assert done.json["w.ref"] == [[0.0, 0.5, 1.0], ["NaN"] * 3]
    assert [(each["run"], each["block"]) for each in done.json["errors"]] == [(1, "more")]
    assert "run 2 (more.value [1.0, 2.0], seed 0): " in done.err
    assert "block 'more'" in done.err


def test_a_process_that_dies_takes_its_run_along_alone(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_workers(monkeypatch, tmp_path, "late:Cosh")  # it dies in its third call
    done = command("sweep", counting(tmp_path), "--seeds", "3", "--steps", "2", "--metric", "wave", "--jobs", "1")
    assert done.status == 1
    assert done.err.startswith("run 2 (seed 2): block 'wave': the run ended because the worker process crashed")
    assert len(done.errors) == 1
    head, row, *_ = done.out.splitlines()
    assert head.split() == ["runs", "failed", "wave", "mean", "spread", "min", "max"]
    assert row.split() == ["3", "1", "1.54308", "0", "1.54308", "1.54308"]  # cosh(1)


def test_what_was_done_in_time_is_written(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_workers(monkeypatch, tmp_path, "hang:Cosh")
    done = command("sweep", counting(tmp_path), "--seeds", "2", "--metric", "wave", "--timeout", "1.5", "--json")
    assert done.status == 124
    assert done.json["wave"] == [["NaN"], ["NaN"]]
    assert done.err == "gradblocks sweep: the time limit of 1.5 s was reached. 2 of 2 runs did not finish\n"
    told = command("sweep", counting(tmp_path), "--seeds", "2", "--metric", "wave", "--timeout", "1.5")
    assert told.out.splitlines()[1].split() == ["2", "0", "-", "-", "-", "-"]  # none of them failed


@pytest.mark.parametrize(
    ("best", "folder", "run", "value", "end"),
    [("wave", "", 2, np.cosh(1), -0.75), ("wave.y:min", "runs/", 1, 1.0, 1.0)],
)
def test_the_best_run_leaves_its_weights(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, best: str, folder: str, run: int, value: float,
    end: float,
) -> None:  # fmt: skip
    """w goes from -2 in steps of 1 (cosh is lowest in step 3, after which w is 1), of 1/4, or is NaN."""
    (tmp_path / "runs").mkdir()
    monkeypatch.chdir(tmp_path)
    out = ["--out", f"{folder}sweep.npz"] if folder else ["--json"]
    done = command("sweep", counting(tmp_path), "--set", "w.initvalues=-2.0", "--set", "more.value=NaN,1.0,0.25",
                   "--steps", "5", "--jobs", "1", "--best", best, *out)  # fmt: skip
    assert done.status == 0
    assert f"run {run + 1} (w.initvalues -2.0, more.value" in done.err
    with np.load(f"{folder}best.npz") as weights:
        assert {name: weights[name].tolist() for name in weights} == {"w": end}
    assert {each.name for each in tmp_path.rglob("*.npz")} == {"best.npz", *(["sweep.npz"] if folder else [])}
    assert not list(tmp_path.rglob(".gradblocks*"))
    if not folder:
        told = done.json["best"]
        assert (told["run"], told["set"]) == (run, {"w.initvalues": "-2.0", "more.value": "0.25"})
        assert (told["loss"], told["weights"], told["seed"]) == (pytest.approx(value), "best.npz", 0)
        np.testing.assert_allclose(done.json[best][1], np.cosh([-2, -1, 0, 1, 2]), rtol=1e-6)
        none = command("sweep", counting(tmp_path), "--set", "more.value=NaN", "--steps", "2", "--best", best, "--json")
        assert (none.status, none.json["best"]) == (0, None)
        assert "no run is the best" in none.err


def test_a_killed_sweep_resumes_bit_for_bit(
    command: Command, noisy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What finished before SIGKILL is not run again, and the best run's variables are there whichever it was."""
    given = ["sweep", noisy, "--set", "scaled.y=0.5,2.0,1.0", "--seeds", "3", "--steps", "150", "--metric",
             "loss.output", "--best", "loss", "--jobs", "2", "--quiet"]  # fmt: skip
    monkeypatch.chdir(tmp_path)
    kept, out, whole = (tmp_path / name for name in ("kept", "a", "b"))
    out.mkdir()
    whole.mkdir()
    with start(*given, "--checkpoint", kept, "--out", out / "runs.npz") as process:
        wait_for(kept / "run-3.npz")
        process.kill()
    before = {each: each.stat().st_mtime_ns for each in kept.glob("run-*.npz")}
    assert 2 <= len(before) < 9
    again = command(*given, "--checkpoint", kept, "--out", out / "runs.npz", "--resume")
    assert (again.status, again.err) == (0, "")
    assert before.items() <= {each: each.stat().st_mtime_ns for each in kept.glob("run-*.npz")}.items()
    assert command(*given, "--out", whole / "runs.npz").status == 0
    for name in ("runs.npz", "best.npz"):
        assert (out / name).read_bytes() == (whole / name).read_bytes()
    assert len([*kept.glob("weights-*.npz")]) == 1
    done = command(*given, "--checkpoint", kept, "--resume", "--json")  # nothing is left to run
    assert done.json["loss.output"] == np.load(out / "runs.npz")["loss.output"].tolist()


def test_a_checkpoint_is_of_one_sweep(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Failed runs and damaged files are tried again; another sweep's folder is refused, with the first difference."""
    monkeypatch.chdir(tmp_path)
    file = counting(tmp_path)
    given = ["sweep", file, "--checkpoint", "kept", "--set", "more.value=1.0,[1.0, 2.0]", "--metric", "wave",
             "--jobs", "1"]  # fmt: skip
    first = command(*given, "--resume", "--seeds", "2")  # there is nothing yet
    assert (first.status, len([*(tmp_path / "kept").glob("run-*.npz")])) == (1, 2)
    (tmp_path / "kept" / "run-1.npz").write_bytes(b"damaged")
    again = command(*given, "--resume", "--seeds", "2")
    assert (again.status, again.out, again.err) == (1, first.out, first.err)
    for other, why in (
        ([], "--resume"), (["--resume"], "--seeds"), (["--resume", "--seeds", "2", "--steps", "3"], "--steps"),
        (["--resume", "--seeds", "2", "--metric", "w"], "--metric"),
        (["--resume", "--seeds", "2", "--best", "wave"], "--best"),
        (["--resume", "--seeds", "2", "--feed", "wave=1.0"], "--feed"),
    ):  # fmt: skip
        done = command(*given, *other)
        assert (done.status, done.out) == (2, "")
        assert why in done.err
    write(file, [*COUNTING, {"id": "new", "type": "Sinh"}], [["w.ref", "more.ref"], ["w.ref", "wave.x"]])
    done = command(*given, "--resume", "--seeds", "2")
    assert (done.status, "different page" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--metric", "nothing"], "there is no block 'nothing'"),
        (["--metric", "names"], "is a reserved name"),
        (["--metric", "wave", "--set", "nothing.value=1,2"], "there is no block 'nothing'"),
        (["--metric", "wave", "--set", "more.value=1,,2"], "contains an empty value"),
        (["--metric", "wave", "--set", "more.value=1,x"], "--set 'more.value'"),
        (["--metric", "wave", "--set", "more.value=1.0", "--set", "more.value=2.0"], "is given twice"),
        (["--metric", "wave", "--seeds", "100001"], "expected at most 100,000 runs"),
        (["--metric", "wave", "--seeds", "3,x"], "expected an integer"),
        (["--metric", "wave", "--steps", "999999999999"], "take 7,999,999,999,992 bytes"),
        (["--metric", "wave", "--out", "x.csv"], "expected the name of a .npz file"),
        (["--best", "nothing"], "there is no block 'nothing'"),
        (["--best", "wave", "--out", "best.npz"], "best.npz"),
        (["--metric", "wave", "--resume"], "--checkpoint"),
        (["--metric", "wave", "--backend", "tpu"], "tpu"),
        (["--metric", "wave", "--feed", "nothing=1"], "there is no block 'nothing'"),
        ([], "--metric"),
    ],
)
def test_what_cannot_be_swept(command: Command, tmp_path: Path, options: list[str], why: str) -> None:
    done = command("sweep", counting(tmp_path), *options)
    assert (done.status, done.out) == (2, "")
    assert why in done.err
    assert not [each for each in tmp_path.iterdir() if each.suffix != ".gradblocks"]


def test_a_fault_names_the_file(command: Command, tmp_path: Path) -> None:
    file = counting(tmp_path)
    page = tmp_path / "page.html"
    for given in (
        ["sweep", file, "--metric", "lost"], ["add-training", file, "--minimize", "lost", "--learning-rate", "0.1"],
        ["convert", file, page, "--gradients", "lost"],
    ):  # fmt: skip
        done = command(*given)
        assert (done.status, done.err) == (
            2,
            f"{file}: page 'main': there is no block 'lost'\n",
        )


def test_values_inside_of_instances_and_what_is_fed(command: Command, tmp_path: Path) -> None:
    diagram = Diagram()
    inner = diagram.add_composite("Scaled")
    for name, type_ in (("x", "InputPin"), ("by", "Multiply"), ("z", "OutputPin")):
        inner.add(type_, id=name)
    inner.wire("x.output", "by.x")
    inner.wire("by.z", "z.input")
    page = diagram.add_page("main")
    page.add("Placeholder", id="x", dtype="DT_FLOAT")
    page.add(":Scaled", id="half")
    page.wire("x.output", "half.x")
    file = tmp_path / "inside.gradblocks"
    diagram.save(file)
    np.save(tmp_path / "x.npy", np.float32(6.0))
    done = command("sweep", file, "--set", "half/by.y=0.5,1.5", "--feed", f"x=@{tmp_path / 'x.npy'}", "--metric",
                   "half", "--metric", "half/by.z", "--json")  # fmt: skip
    assert done.status == 0, done.err
    assert done.json["half"] == done.json["half/by.z"] == [[3.0], [9.0]]


def test_numbers_that_cannot_be_written_are_printed(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What took hours is not lost with a full disk at the end; on the way it is written now and then."""
    square = [const("a", 1.0), {"id": "s", "type": "Square"}]
    file, out = write(tmp_path / "p.gradblocks", square, [["a.output", "s.x"]]), tmp_path / "o.npz"
    write_really, written = archives.write, list[object]()

    def fails(path: str, arrays: Any) -> None:
        written.append(arrays["s"].tolist())
        raise FileError("cannot be written: No space left on device", file=path)

    monkeypatch.setattr(archives, "write", fails)
    monkeypatch.setattr(sweep_command, "_KEPT_EVERY", 0.0)
    given = ("sweep", file, "--metric", "s", "--set", "a.val=1.0,2.0,3.0", "--jobs", 1, "--out", out)
    done = command(*given)
    assert (done.status, "No space left" in done.err) == (1, True)
    assert done.json["s"] == [[1.0], [4.0], [9.0]]
    assert written[-1] == [[1.0], [4.0], [9.0]]
    monkeypatch.setattr(archives, "write", write_really)
    assert command(*given).status == 0
    assert np.load(out)["s"].tolist() == [[1.0], [4.0], [9.0]]
