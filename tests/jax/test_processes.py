"""``run --processes``: several processes give the numbers of one, end when one is lost, and go on from a checkpoint."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError, UsageError
from blocks.document.model import Diagram
from blocks.run.session import Session
from tests.cli.conftest import ENVIRONMENT, PROGRAM
from tests.jax.test_devices import check
from tests.run.planted import PATIENCE
from tests.run.test_loops import add

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")

ROWS = np.random.default_rng(0).standard_normal((8, 6)).round(3).tolist()
ALIKE = {name: value for name, value in ENVIRONMENT.items() if name != "XLA_FLAGS"} | {"JAX_PLATFORMS": "cpu"}
EXACT = (
    "noise.result_output",
    "seeded.result_output",
    "tick.result_output_ref",
    "sum.result_sum",
    "top.result_indices",
)
"""Random numbers and integers; others may differ by the order in which they are added."""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page that trains by a batch, with integers and random numbers in it."""
    diagram = Diagram()
    page = diagram.add_page("main")
    weights = np.random.default_rng(1).standard_normal((6, 4)).round(3).tolist()
    add(page, "Placeholder", "x", dtype="DT_FLOAT")
    add(page, "RandomNormal", "noise", shape=[8, 6], dtype="DT_FLOAT")
    add(page, "RandomUniform", "seeded", shape=[8, 6], dtype="DT_FLOAT", seed=3, seed2=4)
    add(page, "AddN", "rows", ("x.output", "inputs"), ("noise.output", "inputs"), ("seeded.output", "inputs"))
    add(page, "Variable", "w", initvalues=weights, dtype="DT_FLOAT")
    add(page, "MatMul", "h", ("rows.sum", "a"), ("w.ref", "b"))
    add(page, "Tanh", "t", ("h.product", "x"))
    add(page, "Square", "sq", ("t.y", "x"))
    add(page, "Mean", "loss", ("sq.y", "input"), axis=[0, 1])
    add(page, "Minimize", "train", ("loss.output", "loss"), learning_rate=0.01, optimizer="Adam")
    add(page, "TopK", "top", ("x.output", "input"), k=2)
    add(page, "Sum", "sum", ("top.indices", "input"), axis=[0])
    add(page, "Variable", "count", initvalues=[0, 0], dtype="DT_INT32")
    add(page, "AssignAdd", "tick", ("count.ref", "ref"), ("sum.output", "value"))
    path = tmp_path / "page.gradblocks"
    path.write_text(diagram.dumps(), "utf-8")
    return path


@pytest.fixture
def started() -> Iterator[list[subprocess.Popen[str]]]:
    """Programs, which are ended afterwards."""
    children: list[subprocess.Popen[str]] = []
    yield children
    for each in children:
        each.kill()
        each.communicate()


def start(path: Path, *more: object) -> subprocess.Popen[str]:
    given = ["run", path, "--backend", "jax", "--feed", f"x={json.dumps(ROWS)}", *more]
    command = [*PROGRAM, *map(str, given)]
    return subprocess.Popen(command, env=ALIKE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def results(path: Path, *more: object) -> dict[str, Any]:
    process = start(path, "--json", "--quiet", *more)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    return {name: each["data"] for name, each in json.loads(out)["results"].items()}


def kept(folder: Path, process: subprocess.Popen[str]) -> None:
    """Wait until two checkpoints are there."""
    while process.poll() is None and len([*folder.glob("*.npz")]) < 2:
        time.sleep(0.05)
    assert process.poll() is None


def children(process: subprocess.Popen[str]) -> list[int]:
    return [int(each) for each in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


@pytest.mark.parametrize(
    "options",
    [["--processes", 2], ["--processes", 2, "--devices", 2, "--shard", "w=1"], ["--processes", 4, "--shard", "w=1"]],
)
def test_several_processes_give_the_numbers_of_one(page: Path, options: list[object]) -> None:
    one, several = results(page, "--steps", 6), results(page, "--steps", 6, *options)
    assert one.keys() == several.keys()
    for name, value in one.items():
        if name in EXACT:
            assert several[name] == value, name
        else:
            np.testing.assert_allclose(several[name], value, rtol=2e-5, atol=2e-6, err_msg=name)


def test_what_an_optimiser_keeps_is_split_as_its_variable_is(page: Path) -> None:
    session = Session(blocks.load(page))
    session.shard({"w": 1})
    assert sorted(map(str, session.backend.shards)) == ["train/m/w", "train/v/w", "w"]
    assert {axis for _, axis in session.backend.shards.values()} == {1}


@pytest.mark.parametrize(("number", "how"), [(signal.SIGKILL, "SIGKILL"), (signal.SIGSTOP, "SIGSTOP")])
def test_a_process_that_is_lost_ends_the_run_which_goes_on_bit_for_bit(
    page: Path, tmp_path: Path, started: list[subprocess.Popen[str]], number: int, how: str
) -> None:
    folder = tmp_path / "kept"
    given = ["--processes", 2, "--shard", "w=1", "--checkpoint", folder, "--every", 5]
    started.append(start(page, "--steps", 10**6, *given))
    kept(folder, started[0])
    begun = time.monotonic()
    os.kill(max(children(started[0])), number)
    out, err = started[0].communicate(timeout=PATIENCE)
    assert time.monotonic() - begun < 30
    assert (started[0].returncode, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("gradblocks: process 1 of 2 was ") and how in err and "--resume" in err
    steps = max(int(path.stem.removeprefix("step-")) for path in folder.glob("*.npz")) + 7
    whole = results(page, "--steps", steps, *given[:4])
    assert results(page, "--steps", steps, *given, "--resume") == whole


@pytest.mark.parametrize(("lost", "number"), [(1, signal.SIGKILL), (0, signal.SIGSTOP)])
def test_the_commands_of_other_machines_learn_of_it(
    page: Path, tmp_path: Path, started: list[subprocess.Popen[str]], lost: int, number: int
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{free.getsockname()[1]}"
    folder = tmp_path / "kept"
    for i in range(2):
        given = ["--coordinator", where, "--processes", 2, "--process", i, "--steps", 10**6]
        started.append(start(page, *given, "--checkpoint", folder))
    kept(folder, started[0])
    begun = time.monotonic()
    os.kill(children(started[lost])[0], number)
    said = [process.communicate(timeout=PATIENCE)[1] for process in started]
    assert time.monotonic() - begun < 30
    assert [process.returncode for process in started] == [1, 1]
    assert said[lost].startswith(f"gradblocks: process {lost} of 2 was ")
    assert said[1 - lost].startswith(f"gradblocks: process {lost} of 2 ended") and str(folder) in said[1 - lost]


def test_what_processes_do_not_agree_about_is_one_sentence(page: Path, started: list[subprocess.Popen[str]]) -> None:
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        started.append(start(page, "--coordinator", where, "--processes", 2, "--process", 0))
        assert "is used by another program\n" in started[0].communicate(timeout=PATIENCE)[1]
    for i in range(2):
        given = ["--coordinator", where, "--processes", 2, "--process", i, "--steps", 2 + i]
        started.append(start(page, *given))
    for process in started[1:]:
        _, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err.count("\n")) == (2, 1)
        assert "differ" in err and "process 1" in err
    for option, said in {
        "w=0": "--shard w=0: 6 elements along this axis cannot be split over 4 devices",
        "w=2": "--shard w=2: there is no such axis in the shape [6,4]",
        "v=0": "there is no variable 'v'",
    }.items():
        process = start(page, "--processes", 4, "--shard", option)
        _, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err.count("\n")) == (2, 1) and said in err


def test_a_process_without_a_gpu_of_its_own_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from blocks.compile.jax import runtime

    # What JAX 0.11.2 said on a machine with one H100.
    nothing = (
        "Unable to initialize backend 'cuda': INTERNAL: no supported devices found for platform CUDA (you may need"
    )
    same = "INTERNAL: NCCL operation ncclCommInitRankConfig(...) failed: invalid usage (run with NCCL_DEBUG=WARN for "
    same += (
        "details). Last NCCL warning(error) log entry (may be unrelated) 'Duplicate GPU detected : rank 0 and rank 1"
    )

    def done(*_arguments: Any, heartbeat_timeout_seconds: int = 0, **_more: Any) -> None:
        """As what starts JAX."""

    def failing(*_arguments: Any, heartbeat_timeout_seconds: int, **_more: Any) -> None:
        raise RuntimeError(nothing)

    monkeypatch.setattr(runtime, "_set", done)
    monkeypatch.setattr(runtime, "_be_reached", done)
    distributed = SimpleNamespace(initialize=failing)
    monkeypatch.setattr(runtime.jax, "distributed", distributed)
    with pytest.raises(DiagramError, match=r"^process 1 of 2 .*GPU.*JAX_PLATFORMS"):
        runtime.Joined("127.0.0.1:1", 2, 1, 1, here=True)
    distributed.initialize = done
    joined = runtime.Joined("127.0.0.1:1", 2, 1, 1, here=False)

    def gathering(_value: Any) -> Any:
        raise RuntimeError(same)

    monkeypatch.setattr(runtime, "multihost", lambda: SimpleNamespace(process_allgather=gathering))
    with pytest.raises(
        UsageError, match=r"^process 1 of 2 uses the same GPU as another process. Set CUDA_VISIBLE_DEVICES"
    ):
        joined.agree(b"")


def test_whatever_is_done_with_a_batch_can_be_done_by_several_processes() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{free.getsockname()[1]}"
    script = (
        "import sys, jax; from tests.jax.test_processes import check_part; check_part(sys.argv[1], int(sys.argv[2]))"
    )
    command = [sys.executable, "-c", script, where]
    parts = [subprocess.Popen([*command, str(i)], env=ALIKE, stderr=subprocess.PIPE, text=True) for i in range(2)]
    for part in parts:
        _, err = part.communicate(timeout=PATIENCE)
        assert part.returncode == 0, err


def check_part(where: str, number: int) -> None:
    """In a process of its own."""
    from blocks.compile.jax.runtime import Joined

    joined = Joined(where, 2, number, 1, here=True)
    check(devices=1)
    joined.leave(well=True)
