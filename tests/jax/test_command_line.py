"""``run --backend jax`` as a person calls it: what is given to it, what it keeps, what it says when something fails."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

import blocks
from blocks.compile.backends import Backend, JaxBackend
from blocks.document.model import Diagram
from blocks.worker.page_queries import ERRANDS
from blocks.worker.state import PageSource
from tests.cli.conftest import PATIENT, Command, const, start, write
from tests.cli.test_load import loss_of, page_of_layers
from tests.cli.test_sweep import NOISY, NOISY_WIRES
from tests.run.planted import PATIENCE, wait_for
from tests.run.test_loops import add

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")

Blocks = list[dict[str, Any]]


def block(name: str, block_type: str, **values: Any) -> dict[str, Any]:
    return {"id": name, "type": block_type, "at": [0, 0], "values": values}


def results(command: Command, path: Path, *options: object) -> dict[str, Any]:
    """What a run gives, which must be all well."""
    done = command("run", path, "--json", "--backend", "jax", *options)
    assert done.status == 0, done.err
    return {name: each["data"] for name, each in done.json["results"].items()}


@pytest.fixture
def line(tmp_path: Path) -> Path:
    """``y = a x``, where x is a Placeholder; ``w`` grows by y in each step."""
    blocks = [block("x", "Placeholder", dtype="DT_FLOAT"), const("a", 2.0), block("y", "Multiply")]
    blocks += [block("w", "Variable", initvalues=[0.0, 0.0], dtype="DT_FLOAT"), block("grow", "AssignAdd")]
    wires = [["x.output", "y.x"], ["a.output", "y.y"], ["w.ref", "grow.ref"], ["y.z", "grow.value"]]
    return write(tmp_path / "line.gradblocks", blocks, wires)


def test_what_is_set_and_fed_counts_and_variables_go_on_from_step_to_step(command: Command, line: Path) -> None:
    report = results(command, line, "--strict", "--set", "a.val=3.0", "--feed", "x=[1, 2]", "--steps", 4)
    assert report["y.result_z"] == [3, 6]
    assert report["grow.result_output_ref"] == [12, 24]


def test_what_is_fed_may_have_another_shape_in_the_next_run(command: Command, line: Path) -> None:
    wanted = ["--fetch", "y", "--evaluate"]
    assert results(command, line, "--feed", "x=[1, 2, 3]", *wanted)["y.result_z"] == [2, 4, 6]
    assert results(command, line, "--feed", "x=[[1]]", *wanted)["y.result_z"] == [[2]]


@pytest.mark.parametrize("loop", [False, True])
def test_a_program_for_jax_has_the_values_of_a_file(command: Command, tmp_path: Path, loop: bool) -> None:
    source, page = page_of_layers(tmp_path, loop)
    session = blocks.Session(page)
    session.run(steps=20)
    session.save(str(tmp_path / "w.npz"))
    done = command("convert", source, tmp_path / "o.py", "--style", "jax", "--load", tmp_path / "w.npz")
    assert done.status == 0, done.err
    wanted = session.run("loss", steps=3)["loss.result_output"]
    assert loss_of(tmp_path / "o.py", command, 3) == pytest.approx(float(wanted), rel=1e-5)


def test_a_checkpoint_of_a_run_on_jax_goes_on_on_either_side(command: Command, tmp_path: Path) -> None:
    names = {"prefix": "kept", "tensor_names": ["w"], "shape_and_slices": [""]}
    training = [block("w", "Variable", initvalues=[1.0, 2.0], dtype="DT_FLOAT"), const("more", [0.5, 0.25])]
    training += [block("grow", "AssignAdd"), block("save", "SaveV2", **names)]
    wires = [["w.ref", "grow.ref"], ["more.output", "grow.value"], ["grow.output_ref", "save.tensors"]]
    report = results(command, write(tmp_path / "train.gradblocks", training, wires), "--steps", 6)
    assert report["grow.result_output_ref"] == [4, 3.5]
    again = [
        block("restore", "RestoreV2", dtypes=["DT_FLOAT"], **names),
        block("v", "Variable", initvalues=[0.0, 0.0], dtype="DT_FLOAT"),
    ]
    again += [block("set", "Assign"), block("twice", "Add")]
    wires = [
        ["v.ref", "set.ref"],
        ["restore.tensors[0]", "set.value"],
        ["set.output_ref", "twice.x"],
        ["set.output_ref", "twice.y"],
    ]
    path = write(tmp_path / "go_on.gradblocks", again, wires)
    assert results(command, path)["twice.result_z"] == [8, 7]
    assert command("run", path, "--json").json["results"]["twice.result_z"]["data"] == [8, 7]


def test_a_variable_that_is_assigned_to_first_needs_no_value_where_nobody_looks(
    command: Command, tmp_path: Path
) -> None:
    blocks = [block("v", "Variable", dtype="DT_FLOAT", shape=[2]), const("to", [4.0, 3.5])]
    blocks += [block("set", "Assign"), block("twice", "Square")]
    wires = [["v.ref", "set.ref"], ["to.output", "set.value"], ["set.output_ref", "twice.x"]]
    path = write(tmp_path / "begins.gradblocks", blocks, wires)
    assert results(command, path, "--fetch", "twice", "--steps", 2)["twice.result_y"] == [16, 12.25]


def drawing(between: bool) -> tuple[Blocks, list[list[str]]]:
    """Numbers that are drawn before and behind a block that runs on NumPy, or without it."""
    blocks = [block("first", "RandomNormal", shape=[4], dtype="DT_FLOAT"), block("half", "Square")]
    blocks += [block("second", "RandomUniform", shape=[4], dtype="DT_FLOAT"), block("sum", "Add")]
    blocks += [block("w", "Variable", initvalues=[0.0] * 4, dtype="DT_FLOAT"), block("kept", "AssignAdd")]
    wires = [["first.output", "half.x"], ["half.y", "sum.x"], ["second.output", "sum.y"]]
    wires += [["w.ref", "kept.ref"], ["sum.z", "kept.value"]]
    if between:
        blocks.append(block("host", "Unique"))
        wires[1:2] = [["half.y", "host.x"], ["host.y", "sum.x"]]
    return blocks, wires


def test_the_same_seed_draws_the_same_numbers_however_the_step_is_cut(command: Command, tmp_path: Path) -> None:
    whole, cut = (write(tmp_path / f"{between}.gradblocks", *drawing(between)) for between in (False, True))
    reports = [results(command, path, "--seed", 7, "--steps", 3, "--quiet") for path in (whole, whole, cut)]
    names = ["first.result_output", "second.result_output", "kept.result_output_ref"]
    assert (
        [reports[0][name] for name in names]
        == [reports[1][name] for name in names]
        == [reports[2][name] for name in names]
    )
    other = results(command, whole, "--seed", 8, "--steps", 3)
    later = results(command, whole, "--seed", 7, "--steps", 4)
    assert len({str(each["first.result_output"]) for each in (reports[0], other, later)}) == 3


def test_a_block_that_fails_is_named_with_its_page_and_pin(command: Command, tmp_path: Path) -> None:
    blocks = [block("x", "Placeholder", dtype="DT_FLOAT"), block("log", "Log")]
    blocks += [block("check", "CheckNumerics", message="here"), block("at", "Placeholder", dtype="DT_INT32")]
    blocks += [const("rows", [1.0, 2.0]), block("row", "Gather")]
    wires = [
        ["x.output", "log.x"],
        ["log.y", "check.tensor"],
        ["rows.output", "row.params"],
        ["at.output", "row.indices"],
    ]
    path = write(tmp_path / "fails.gradblocks", blocks, wires)
    fine = results(command, path, "--feed", "x=1", "--feed", "at=1")
    assert fine["check.result_output"] == 0 and fine["row.result_output"] == 2
    done = command("run", path, "--json", "--backend", "jax", "--feed", "x=-1", "--feed", "at=5")
    assert done.status == 1
    theirs = command("run", path, "--json", "--feed", "x=-1", "--feed", "at=5")
    assert done.json["errors"] == theirs.json["errors"]
    assert [(each["page"], each["block"]) for each in done.json["errors"]] == [("main", "check"), ("main", "row")]


def test_a_profile_says_what_was_compiled_and_what_ran_on_numpy(command: Command, tmp_path: Path) -> None:
    path = write(tmp_path / "profile.gradblocks", *drawing(True))
    done = command("run", path, "--json", "--backend", "jax", "--profile", "--steps", 5)
    profile = done.json["profile"]
    assert profile["steps"] == 5
    by_block = {each["block"]: each for each in profile["blocks"]}
    compiled = [each for name, each in by_block.items() if name.startswith("(compiled: ")]
    assert [each["calls"] for each in compiled] == [4, 4]  # the first step of each is in the time of compiling
    assert by_block["(compiling)"]["calls"] == 2
    assert by_block["host"]["type"] == "Unique" and by_block["host"]["calls"] == 5
    assert sum(each["seconds"] for each in profile["blocks"]) <= profile["seconds"]


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A page that writes the file ``told``, and then goes round a loop for years, in one compiled program."""
    diagram = Diagram()
    page = diagram.add_page("main")
    add(page, "WriteFile", "tell", filename="told", contents=str(2**63 - 1))
    add(page, "ReadFile", "read", filename="told")
    add(page, "StringToNumber", "limit", ("read.contents", "string_tensor"), out_type="DT_INT64")
    add(page, "Const", "zero", val=0, dtype="DT_INT64")
    add(page, "Merge", "i", ("zero.output", "inputs"))
    add(page, "Less", "less", ("i.output", "x"), ("limit.output", "y"))
    add(page, "LoopCond", "go", ("less.z", "input"))
    add(page, "Switch", "leave", ("i.output", "data"), ("go.output", "pred"))
    add(page, "Add", "more", ("leave.output_true", "x"), y=1)
    add(page, "NextIteration", "again", ("more.z", "data"))
    page.wire("again.output", "i.inputs")
    path = tmp_path / "endless.gradblocks"
    path.write_text(diagram.dumps(), "utf-8")
    return path


def test_the_time_limit_ends_a_compiled_step(endless: Path) -> None:
    process = start("run", endless, "--backend", "jax", "--timeout", 5, "--json", before=PATIENT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 124
    assert b"the time limit of 5 s was reached" in err
    assert json.loads(out)["results"] == {}


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_a_compiled_step(endless: Path, number: int, status: int) -> None:
    process = start("run", endless, "--backend", "jax", "--json", before=PATIENT)
    wait_for(endless.with_name("told"))
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == status
    assert b" in step 1 of 1" in err
    assert json.loads(out)["results"] == {}


def test_a_breakpoint_stops_a_run_on_jax_where_it_stops_one_on_numpy(command: Command, line: Path) -> None:
    given = "run", line, "--json", "--feed", "x=[1, 2]", "--steps", 9, "--break", "grow.output_ref: max > 13"
    done, numpy = (command(*given, "--backend", backend).json for backend in ("jax", "numpy"))
    assert (done["stopped"]["step"], done["steps"]) == (4, 3)
    assert done == numpy


def test_a_limit_of_memory_holds_for_all_results_of_a_step(command: Command, tmp_path: Path) -> None:
    blocks = [block(f"r{i}", "RandomUniform", shape=[500, 1000], dtype="DT_FLOAT") for i in range(8)]
    page = write(tmp_path / "r.gradblocks", blocks)
    done = command("run", page, "--backend", "jax", "--max-mem", "10M", "--out", tmp_path / "r.npz")
    assert (done.status, "block 'r5'" in done.err, "the limit is 10,000,000" in done.err) == (1, True, True)
    assert command("run", page, "--backend", "jax", "--max-mem", "17M", "--out", tmp_path / "r.npz").status == 0


def test_the_seeds_of_a_sweep_share_a_compiled_program(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each run has the numbers of `run` with its seed, though it continues a session of another seed."""
    file = write(tmp_path / "noisy.gradblocks", NOISY, NOISY_WIRES)
    sweep = command("sweep", file, "--seeds", "3,7,3000", "--steps", "3", "--metric", "loss", "--backend", "jax",
                    "--jobs", "1", "--json")  # fmt: skip
    assert sweep.status == 0, sweep.err
    for seed, curve in zip((3, 7, 3000), sweep.json["loss"], strict=True):
        one = command("run", file, "--seed", seed, "--steps", "3", "--print", "loss", "--backend", "jax", "--json")
        assert curve == one.json["printed"]["loss"]
    assert sweep.json["loss"][0] != sweep.json["loss"][1]
    compiled: list[object] = []
    plan = JaxBackend.plan

    def note(self: JaxBackend, *given: Any) -> Any:
        compiled.append(given)
        return plan(self, *given)

    monkeypatch.setattr(JaxBackend, "plan", note)
    page = blocks.load(file).page("main")
    source = PageSource(page.snapshot(), {}, str(file))
    data: dict[str, Any] = {
        **{"alone": True, "memory": None, "allow_read": [], "backend": "jax", "weights": ""},
        **{"steps": 3, "of": ["loss"], "literals": {}, "fed": [], "arrays": [], "lowest": None},
    }
    counts: list[int] = []
    for i, seed in enumerate((3, 7, 3000)):
        rows, errors = ERRANDS["sweep"](source, None, Backend(), {**data, "seed": seed})
        assert ([row for [row] in rows], errors) == (sweep.json["loss"][i], [])
        counts.append(len(compiled))
    assert counts[0] == counts[-1] > 0
