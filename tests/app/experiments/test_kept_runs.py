"""Runs as they are kept: what is known of them, run again to the last bit, on the disk and bounded there."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

import blocks
from app.core.document import Document
from app.core.experiments.columns import RunOverlay, differing, looked_at, scalars_of
from app.core.experiments.rerun import SAME, Rerun
from app.core.recording import run_files
from app.core.recording.kept_run import MOST, CurveSet, KeptRun, Segment
from app.core.recording.recorder import EFFECTS, RunRecorder
from app.core.runs.results import ResultStore
from app.core.runs.runner import PageRunner
from blocks.base.errors import DiagramError
from blocks.document.changes import AddBlocks, SetValue
from blocks.document.data import Block, Endpoint, Page, Wire
from blocks.document.model import Diagram
from blocks.run.monitoring.curves import Points
from tests.app.experiments.pages import SCALAR, random_walk


class Bench:
    """A document with all that runs it and keeps its runs."""

    def __init__(self, path: Path, home: Path | None, qtbot: QtBot) -> None:
        self.document = Document.open(path)
        self.store = ResultStore(self.document)
        self.runner = PageRunner(self.document, self.store, self.document)
        self.recorder = self.runner.recorder
        self.recorder.home = home
        self.overlay = RunOverlay(self.recorder, self.store, self.document)
        self.rerun = Rerun(self.recorder, self.document)
        self._qtbot = qtbot

    def run(self, steps: int) -> KeptRun:
        """Run steps; gives the run that they belong to."""
        with self._qtbot.waitSignal(self.runner.finished):
            self.runner.run("main", steps)
        return self.recorder.runs("main")[-1]

    def run_until(self, act: Callable[[], None]) -> KeptRun:
        """Run on and on for some results, do something, run on for some results, and stop."""
        self.runner.run("main", None)
        seen: list[object] = []
        self.runner.progress.connect(seen.append)
        self._qtbot.waitUntil(lambda: len(seen) > 3)
        act()
        before = len(seen)
        self._qtbot.waitUntil(lambda: len(seen) > before + 6)
        with self._qtbot.waitSignal(self.runner.finished):
            self.runner.stop()
        return self.recorder.runs("main")[-1]

    def again(self, run: KeptRun) -> KeptRun:
        """Run a run again; gives the new one."""
        return again(self.rerun, run, self._qtbot)

    def set_rate(self, rate: float) -> None:
        self.document.do(SetValue("main", "rate", "val", rate), "set")
        self.document.end_gesture()

    def close(self) -> None:
        self.rerun.close()
        self.runner.close()


def again(rerun: Rerun, run: KeptRun, qtbot: QtBot) -> KeptRun:
    """Run a run again."""
    runs: list[KeptRun] = []
    rerun.done.connect(runs.append)
    with qtbot.waitSignal(rerun.done):
        rerun.start(run)
    return runs[0]


@pytest.fixture
def bench(qapp: object, qtbot: QtBot, tmp_path: Path, never_killed: None) -> Iterator[Bench]:
    bench = Bench(random_walk(tmp_path), tmp_path / "home", qtbot)
    yield bench
    bench.close()
    bench.document.deleteLater()


def test_a_run_knows_its_seed_values_versions_and_curves(bench: Bench) -> None:
    bench.recorder.seeds["main"] = 7
    run = bench.run(40)
    session = blocks.Session(blocks.load(bench.document.path or ""), seed=7)
    expected = [float(session.run("loss")[SCALAR]) for _ in range(40)]
    curve = run.curves.curve(SCALAR)
    assert curve[:, 0].tolist() == list(range(1, 41))
    assert curve[:, 1].tolist() == expected
    assert (run.seed, run.steps, run.state, run.number) == (7, 40, "finished", 1)
    assert run.finals[SCALAR] == expected[-1]
    assert run.values["rate.val"] == "0.25"
    assert run.versions["NumPy"] == np.__version__
    assert 0 < run.seconds < 100 and abs(run.began - time.time()) < 1000


def test_a_run_goes_on_until_the_variables_are_reset(bench: Bench) -> None:
    first = bench.run(10)
    bench.set_rate(0.5)
    assert bench.run(5) is first
    assert first.steps == 15
    assert first.values["rate.val"] == "0.25 \N{RIGHTWARDS ARROW} 0.5"
    bench.recorder.seeds["main"] = 3
    bench.runner.reset("main")
    second = bench.run(10)
    assert (second.number, second.seed, second.steps) == (2, 3, 10)
    assert differing([first, second]) == ["rate.val"]
    page = bench.document.page("main")
    assert looked_at(page, scalars_of([first, second])) == [SCALAR]


@pytest.mark.parametrize(
    ("wires", "shown"),
    [
        (["mean.output>train.loss", "entropy.result_loss>heat.input"], ["mean.result_output"]),
        (["mean.output>train.loss", "rate.output>trend.input"], ["rate.result_output"]),
        (["entropy.loss>trend.input"], ["entropy.result_loss[0]", "entropy.result_loss[1]"]),
        (["rate.output>run.fetch_outputs"], ["rate.result_output"]),
        (["rate.output>mean.input"], ["mean.result_output", "rate.result_output"]),
    ],
)
def test_the_plotted_scalar_is_displayed_or_minimized_or_fetched(wires: list[str], shown: list[str]) -> None:
    types = {
        "mean": "Mean", "rate": "Const", "train": "Minimize", "run": "ClientSession", "trend": "TrendDisplay",
        "heat": "HeatMapDisplay", "entropy": "SparseSoftmaxCrossEntropyWithLogits",
    }  # fmt: skip
    blocks_ = tuple(Block(name, kind, (0, 0)) for name, kind in types.items())
    ends = [
        [Endpoint(block, pin) for block, _, pin in [end.partition(".") for end in wire.split(">")]] for wire in wires
    ]
    page = Page("main", blocks_, tuple(Wire(*each) for each in ends))
    scalars = ["mean.result_output", "rate.result_output", "entropy.result_loss[0]", "entropy.result_loss[1]"]
    assert looked_at(page, scalars) == shown


def test_reset_leaves_the_curve_of_the_run_before_in_sight(bench: Bench) -> None:
    run = bench.run(20)
    bench.runner.reset("main")
    assert bench.store.get("main", SCALAR) is None
    [past] = bench.store.past("main", SCALAR)
    assert past.run == "Run 1" and past.points.tolist() == run.curves.curve(SCALAR).tolist()
    bench.run(5)
    bench.runner.reset("main")
    assert [past.run for past in bench.store.past("main", SCALAR)] == ["Run 2"]
    bench.overlay.show([run], True)
    bench.run(5)
    bench.runner.reset("main")
    assert [past.run for past in bench.store.past("main", SCALAR)] == ["Run 1", "Run 3"]
    bench.overlay.show(bench.recorder.runs("main"), False)
    assert bench.store.past("main", SCALAR) == ()


def test_a_run_is_run_again_to_the_last_bit_with_all_its_edits(bench: Bench) -> None:
    bench.recorder.seeds["main"] = 11
    bench.run(30)
    bench.set_rate(0.5)
    run = bench.run_until(lambda: bench.set_rate(0.125))
    assert len(run.stretches) == 3 and run.stretches[2].after > 30
    bench.set_rate(0.75)  # the page as it is now does not count
    new = bench.again(run)
    assert (new.verdict, new.steps, new.origin) == (SAME, run.steps, "rerun 1")
    assert len(run.curves.curve(SCALAR)) > 30
    wrong = KeptRun("main", 9, 12)
    wrong.stretches[:] = [Segment(0, run.stretches[0].source._replace(seed=12))]
    wrong.steps, wrong.digest = 30, "0"
    assert bench.again(wrong).verdict.startswith("the final values")


def test_an_edit_that_reaches_a_run_in_part_is_run_again_too(bench: Bench) -> None:
    def edit() -> None:
        bench.document.do(AddBlocks("main", ((7, Block("more", "Const", (0, 400), {"val": 1.0})),)), "add")
        bench.set_rate(0.0625)

    bench.run_until(edit)
    assert bench.again(bench.run(3)).verdict == SAME


def test_steps_that_died_with_their_process_are_not_run_again(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.run(2)
    kept = bench.runner.session("main")
    bench.runner.run("main", None)
    bench.set_rate(0.0625)
    run = bench.recorder.runs("main")[-1]
    qtbot.waitUntil(lambda: len(run.stretches) == 2 and run.steps > run.stretches[1].after)
    # It died before it handed over more.
    monkeypatch.setattr(bench.runner, "session", Mock(return_value=kept))
    with qtbot.waitSignal(bench.runner.finished):
        os.kill(bench.runner.worker.process or 0, signal.SIGKILL)
    assert kept is not None
    bench.runner.worker.kept["main"] = kept
    assert (run.steps, len(run.stretches)) == (2, 1)
    assert bench.again(bench.run(3)).verdict == SAME


def test_a_run_that_failed_fails_again_where_it_did(qtbot: QtBot, qapp: object, tmp_path: Path) -> None:
    diagram = Diagram()
    page = diagram.add_page("main")
    page.add("Variable", id="n", initvalues=0)
    page.add("AssignAdd", id="up", value=1)
    page.add("Gather", id="pick", params=[10.0, 11.0, 12.0, 13.0])
    page.wire("n.ref", "up.ref")
    page.wire("up.output_ref", "pick.indices")
    diagram.save(tmp_path / "fails.gradblocks")
    bench = Bench(tmp_path / "fails.gradblocks", None, qtbot)
    run = bench.run(9)
    assert run.state == "failed" and "pick" in run.error
    new = bench.again(run)
    assert (new.verdict, new.state, new.error) == (SAME, "failed", run.error)
    bench.close()


def test_what_is_kept_is_there_when_the_diagram_is_opened_again(bench: Bench, qtbot: QtBot) -> None:
    bench.recorder.seeds["main"] = 5
    run = bench.run(12)
    bench.recorder.flush()
    qtbot.waitUntil(lambda: bool(run.digest))
    other = RunRecorder(Document.open(bench.document.path or Path()))
    other.home = bench.recorder.home
    [read] = other.runs("main")
    for name in ("key", "number", "page", "seed", "began", "seconds", "steps", "state", "finals", "values", "versions"):
        assert getattr(read, name) == getattr(run, name), name
    assert read.read is not None
    assert read.curves.curve(SCALAR).tolist() == run.curves.curve(SCALAR).tolist()
    new = again(Rerun(other), read, qtbot)
    assert (new.verdict, new.number) == (SAME, 2)


def test_runs_lie_beside_the_diagram_only_if_asked(bench: Bench, qtbot: QtBot) -> None:
    run, path = bench.run(4), bench.document.path
    assert path is not None
    bench.recorder.flush()
    assert [each.name for each in path.parent.iterdir() if each.name.startswith("walk")] == ["walk.gradblocks"]
    bench.recorder.keep_beside(True)
    assert (run_files.beside(path) / f"{run.key}.json").is_file()
    assert bench.recorder.is_beside
    other = RunRecorder(Document.open(path))  # wherever else runs are kept, who gets both files has the runs
    assert [each.key for each in other.runs("main")] == [run.key]
    bench.recorder.keep_beside(False)
    assert not run_files.beside(path).exists()
    assert [each.steps for each in run_files.read_all(bench.recorder.folder or Path())] == [4]


def test_the_disk_is_bounded_and_what_is_no_run_is_passed_over(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, home = bench.run(6), tmp_path / "home"
    bench.recorder.flush()
    folder = bench.recorder.folder
    assert folder is not None
    (folder / "broken.json").write_text("{")
    (folder / "other.json").write_text("[1]")
    assert [each.key for each in run_files.read_all(folder)] == [run.key]
    (folder / f"{run.key}.npz").write_bytes(b"no archive")
    [read] = run_files.read_all(folder)
    assert read.curves.names == [] and read.document is None
    for each in folder.glob("*.json"):
        if each.stem != run.key:
            each.unlink()
    for number in range(5):
        each = KeptRun("main", number + 2, 0)
        each.state = "finished"
        run_files.write(folder, each)
        for end in (".json", ".npz"):
            os.utime(folder / f"{each.key}{end}", (number, number))
    monkeypatch.setattr(run_files, "MOST_RUNS", 3)
    run_files.prune(folder, home)
    assert [each.number for each in run_files.read_all(folder)] == [1, 5, 6]
    monkeypatch.setattr(run_files, "MOST_BYTES", 1)
    run_files.prune(folder, home)
    assert run_files.read_all(folder) == []


def test_files_of_others_in_the_folder_of_a_stranger_stay(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of runs may come with a diagram, and hold links; its oldest files were removed, whatever they were."""
    run = bench.run(6)
    bench.recorder.flush()
    others = tmp_path / "others"
    others.mkdir()
    for number in range(5):
        (others / f"{number}.json").write_text("mine")
    outside = tmp_path / "outside.json"
    outside.write_text("mine")
    path = bench.document.path
    assert path is not None
    near = run_files.beside(path)
    near.symlink_to(others)
    assert run_files.folder_of(tmp_path / "home", path) != near  # else each run would be written there
    near.unlink()
    shutil.copytree(others, near)
    assert run_files.folder_of(tmp_path / "home", path) == near
    for end in (".json", ".npz"):
        (near / f"{run.key}{end}").symlink_to(outside)
    monkeypatch.setattr(run_files, "MOST_RUNS", 1)
    run_files.write(near, run)
    for _ in range(3):
        run_files.write(near, KeptRun("main", 2, 0))
        run_files.prune(near, None)
    run_files.move(near, tmp_path / "moved")
    assert outside.read_text() == "mine"
    assert len(run_files.read_all(tmp_path / "moved")) == 1
    assert sorted(each.name for each in near.iterdir()) == [f"{number}.json" for number in range(5)]


def test_a_folder_that_cannot_be_written_is_told_once(bench: Bench, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "home").write_text("a file is in the way")
    told: list[str] = []
    bench.recorder.failed.connect(told.append)
    bench.run(2)
    bench.recorder.flush()
    qtbot.waitUntil(lambda: len(told) == 1)
    assert "when you close the window" in told[0]
    bench.run(2)
    bench.recorder.flush()
    assert len(bench.recorder.runs("main")) == 1 and len(told) == 1


def test_going_back_cuts_the_run_there(bench: Bench, qtbot: QtBot) -> None:
    run = bench.run(20)
    with qtbot.waitSignal(bench.runner.finished):
        bench.runner.back("main", 8)
    assert run.steps == 20
    bench.set_rate(0.5)
    assert bench.run(4) is run
    assert run.steps == 12
    assert run.curves.curve(SCALAR)[:, 0].tolist() == list(range(1, 13))
    assert [each.after for each in run.stretches] == [0, 8]
    assert bench.again(run).verdict == SAME


def test_steps_that_are_lost_with_a_process_do_not_count(bench: Bench) -> None:
    run = bench.run(20)
    kept = bench.runner.session("main")
    assert kept is not None
    bench.recorder.begin(run.stretches[0].source, (), kept)
    bench.recorder.end(False, kept._replace(steps=12, effects=True), "Variables have the values of step 12.")
    assert (run.steps, run.state) == (12, "stopped")
    assert run.curves.curve(SCALAR)[-1, 0] == 12
    assert run.caveats == [EFFECTS]


def test_runs_of_a_diagram_without_a_file_are_written_once_it_has_one(bench: Bench, tmp_path: Path) -> None:
    fresh = RunRecorder(Document(Diagram(bench.document.diagram.document)))
    fresh.home = tmp_path / "home"
    run = bench.run(3)
    fresh.add(run)
    fresh.flush()
    assert fresh.folder is None and list(fresh.runs("main")) == [run]
    fresh._document.save(tmp_path / "saved.gradblocks")  # pyright: ignore[reportPrivateUsage]
    fresh.flush()
    assert [each.key for each in run_files.read_all(fresh.folder or Path())] == [run.key]


def test_a_display_that_is_cleared_shows_no_earlier_run_either(bench: Bench) -> None:
    bench.run(5)
    bench.runner.reset("main")
    assert bench.store.past("main", SCALAR)
    bench.store.forget("main", [SCALAR])
    assert bench.store.past("main", SCALAR) == ()


def test_a_long_curve_keeps_its_ends_in_bounded_memory() -> None:
    curves = CurveSet()
    for start in range(0, 1 << 20, 1 << 14):
        steps = list(range(start, start + (1 << 14)))
        curves.add([Points(["a"], steps, np.array(steps, float).reshape(-1, 1) / 3)])
    points = curves.curve("a")
    assert len(points) <= MOST and points[-1, 0] == (1 << 20) - 1
    assert np.array_equal(points[:, 1], points[:, 0] / 3)
    curves.cut(1000)
    assert curves.curve("a")[-1, 0] <= 1000


def test_what_cannot_be_run_again_says_why(bench: Bench) -> None:
    run = KeptRun("main", 1, 0)
    with pytest.raises(DiagramError, match="Run 1 cannot be rerun"):
        bench.rerun.start(run)


@pytest.mark.timeout(60)
def test_curves_whose_scalars_differ_from_step_to_step_are_bounded_too() -> None:
    curves, width = CurveSet(), MOST // 100
    names = [[f"{side}{i}" for i in range(width)] for side in "ab"]
    curves.add([Points(names[step % 2], [step], np.full((1, width), float(step))) for step in range(250)])
    assert [len(each.steps) for each in curves.groups] == [32, 32]  # 125 each, halved twice
    assert curves.size <= MOST and curves.last()["b0"] == 249.0
    assert curves.curve("a0")[-1].tolist() == [248.0, 248.0]
    many = CurveSet()
    many.add([Points([f"{step} {i}" for i in range(width)], [step], np.zeros((1, width))) for step in range(250)])
    assert many.groups[-1].steps.tolist() == [249] and many.size <= MOST
