"""``gradblocks run`` in this process: options, results, errors, exit status."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.base.dtypes import BY_NAME
from blocks.base.literals import to_array
from tests.cli.conftest import A_TIMES_B, Command, const, write

ADDING = [{"id": "x", "type": "Placeholder", "values": {"dtype": "DT_FLOAT"}}, {"id": "y", "type": "Add"}]
ADDING_WIRES = [["x.output", "y.x"], ["x.output", "y.y"]]


@pytest.fixture
def adding(tmp_path: Path) -> Path:
    return write(tmp_path / "adding.gradblocks", ADDING, ADDING_WIRES)


def test_json_is_the_object_of_the_contract(command: Command) -> None:
    done = command("run", A_TIMES_B, "--json")
    assert done.status == 0
    assert done.err == ""
    assert done.json == {
        "format": "gradblocks-results/1",
        "page": "main",
        "steps": 1,
        "results": {
            "A.result_output": {"dtype": "DT_FLOAT", "shape": [2, 2], "data": [[3.0, 2.0], [-1.0, 0.0]]},
            "b.result_output": {"dtype": "DT_FLOAT", "shape": [1, 2], "data": [[3.0, 5.0]]},
            "v.result_product": {"dtype": "DT_FLOAT", "shape": [2, 1], "data": [[19.0], [-3.0]]},
        },
        "errors": [],
    }


def test_a_person_reads_name_dtype_shape_and_values(command: Command) -> None:
    done = command("run", A_TIMES_B, "--fetch", "v")
    assert done.out.endswith("v.result_product: float32 [2, 1]\n[[19.]\n [-3.]]\n")


def test_a_large_result_is_shortened_for_a_person_and_whole_in_json(command: Command, tmp_path: Path) -> None:
    blocks = [{"id": "r", "type": "Range", "values": {"start": 0, "limit": 200_000, "delta": 1}}]
    file = write(tmp_path / "large.gradblocks", blocks)
    assert len(command("run", file).out) < 500
    [result] = command("run", file, "--json").json["results"].values()
    assert result["data"] == list(range(200_000))


def test_rows_of_a_large_result_come_whole(command: Command, tmp_path: Path) -> None:
    blocks = [{"id": "r", "type": "RandomUniform", "values": {"shape": [3, 2, 40_000], "dtype": "DT_FLOAT"}}]
    file = write(tmp_path / "large.gradblocks", blocks)
    done = command("run", file, "--json")
    command("run", file, "--out", tmp_path / "x.npz")
    data = np.array(done.json["results"]["r.result_output"]["data"], np.float32)
    with np.load(tmp_path / "x.npz") as saved:
        assert np.array_equal(data, saved["r.result_output"])


@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        ("DT_FLOAT", [0.1, 1e-45, 3.4e38, "NaN", "Infinity", "-Infinity", -0.0]),
        ("DT_DOUBLE", [0.1, 5e-324, 1.7976931348623157e308]),
        ("DT_HALF", [0.1, 6e-8]),
        ("DT_BFLOAT16", [0.1, 1e38]),
        ("DT_INT64", [-(2**63), 2**63 - 1]),
        ("DT_UINT64", [2**64 - 1]),
        ("DT_BOOL", [True, False]),
        ("DT_COMPLEX64", ["1+2j", "0.1-0.3j"]),
        ("DT_STRING", ["a", "é\n", {"base64": "/w=="}]),
        ("DT_QINT8", [-128, 127]),
        ("DT_INT4", [-8, 7]),
    ],
)
def test_every_dtype_reads_back_the_same_bits(command: Command, tmp_path: Path, dtype: str, value: list[Any]) -> None:
    file = write(tmp_path / "d.gradblocks", [const("c", value, dtype=dtype)])
    [result] = command("run", file, "--json").json["results"].values()
    assert result["dtype"] == dtype
    expected, _ = to_array(value, BY_NAME[dtype])
    again, _ = to_array(result["data"], BY_NAME[dtype])
    assert again.tolist() == expected.tolist() if dtype == "DT_STRING" else again.tobytes() == expected.tobytes()


def test_fetch_narrows_a_run(command: Command) -> None:
    assert list(command("run", A_TIMES_B, "--json", "--fetch", "A").json["results"]) == ["A.result_output"]
    assert command("run", A_TIMES_B, "--json", "--fetch", "v.result_product", "--fetch", "b.output").status == 0


def test_feed_takes_literals_and_files(command: Command, adding: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def result(*arguments: str) -> Any:
        done = command("run", adding, "--json", "--fetch", "y", *arguments)
        assert done.status == 0, done.err
        return done.json["results"]["y.result_z"]["data"]

    assert result("--feed", "x=[1, 2.5]") == [2.0, 5.0]
    assert result("--feed", "x.output={{1.0f, 2}}") == [[2.0, 4.0]]
    assert result("--feed", "x=1", "--feed", "x=-3") == -6.0
    np.save(adding.parent / "x.npy", np.array([4.0], np.float32))
    assert result("--feed", "x=@x.npy") == [8.0]  # beside the diagram
    assert result("--feed", f"x=@{adding.parent / 'x.npy'}") == [8.0]
    assert result("--feed", 'x={"file": "x.npy"}') == [8.0]
    (adding.parent / "inner").mkdir()
    np.save(adding.parent / "inner" / "x.npy", np.array([5.0], np.float32))
    monkeypatch.chdir(adding.parent / "inner")
    assert result("--feed", "x=@x.npy") == [10.0]  # where one is comes first


def test_a_fed_file_must_lie_below_the_diagram_unless_allowed(command: Command, adding: Path, tmp_path: Path) -> None:
    other = tmp_path.parent / f"{tmp_path.name}-other"
    other.mkdir()
    np.save(other / "x.npy", np.array([4.0], np.float32))
    done = command("run", adding, "--feed", f"x=@{other / 'x.npy'}")
    assert done.status == 2
    assert "outside the diagram's folder. Use --allow-read DIR to allow another folder." in done.err
    assert command("run", adding, "--feed", f"x=@{other / 'x.npy'}", "--allow-read", other).status == 0


def test_set_changes_a_value_before_the_run(command: Command, tmp_path: Path) -> None:
    blocks = [
        const("c", [[1.0, 2.0], [3.0, 4.0]]),
        {"id": "s", "type": "Sum", "values": {"axis": 0}},
        {"id": "k", "type": "Cast", "values": {"DstT": "DT_INT32"}},
        {"id": "p", "type": "MirrorPad", "values": {"mode": "REFLECT", "paddings": [[0, 1], [0, 1]]}},
    ]
    wires = [["c.output", "s.input"], ["c.output", "k.x"], ["c.output", "p.input"]]
    file = write(tmp_path / "s.gradblocks", blocks, wires)

    def result(name: str, *settings: str) -> Any:
        given = [part for each in settings for part in ("--set", each)]
        done = command("run", file, "--json", "--fetch", name, *given)
        assert done.status == 0, done.err
        return done.json["results"][name]

    assert result("s.result_output")["data"] == [4.0, 6.0]
    assert result("s.result_output", "s.axis=1")["data"] == [3.0, 7.0]
    assert result("s.result_output", "c.val={{1/2, 2**3}, {-(1+2), 1.0}}")["data"] == [-2.5, 9.0]
    assert result("s.result_output", "s.keep_dims=true")["data"] == [[4.0, 6.0]]
    assert result("c.result_output", "c.val=[[7, 8]]", "c.dtype=DT_DOUBLE")["dtype"] == "DT_DOUBLE"
    assert result("c.result_output", 'c.dtype="DT_DOUBLE"')["dtype"] == "DT_DOUBLE"
    assert result("c.result_output", "c.val=[]", "c.shape=[0, 3]")["shape"] == [0, 3]
    assert result("k.result_y", "k.DstT=DT_INT64")["dtype"] == "DT_INT64"
    for name in ("float16", "f2", "half", "'float16'"):
        assert result("k.result_y", f"k.DstT={name}")["dtype"] == "DT_HALF"
    assert "DT_" not in command("run", file, "--set", "k.DstT=half").out
    assert result("p.result_output", "p.mode=SYMMETRIC")["data"][0] == [1.0, 2.0, 2.0]
    np.save(tmp_path / "w.npy", np.ones((1, 2), np.float32))
    assert result("c.result_output", "c.val=@w.npy")["data"] == [[1.0, 1.0]]


def test_set_says_where_a_wire_gives_the_value(command: Command, tmp_path: Path) -> None:
    blocks = [const("a", 1.0), {"id": "b", "type": "Add", "values": {"y": 2.0}}]
    file = write(tmp_path / "s.gradblocks", blocks, [["a.output", "b.x"]])
    for words in (["run", file, "--json"], ["check", file, "--json"]):
        done = command(*words, "--set", "b.x=5.0", "--set", "b.y=3.0")
        assert done.status == 0
        assert done.err == "note: --set 'b.x' has no effect, because a wire from 'a.output' gives the pin its value\n"
    assert command("run", file, "--json", "--quiet", "--set", "b.x=5.0").err == ""
    assert command("run", file, "--json", "--set", "b.x=5.0").json["results"]["b.result_z"]["data"] == 3.0


def test_names_may_hold_an_equals_sign(command: Command, tmp_path: Path) -> None:
    blocks = [{"id": "a=b", "type": "Placeholder", "values": {"dtype": "DT_FLOAT"}}, const("c=d", 1.0)]
    file = write(tmp_path / "e.gradblocks", blocks)
    done = command("run", file, "--json", "--feed", "a=b=3", "--set", "c=d.val=2.0")
    assert done.json["results"]["a=b.result_output"]["data"] == 3.0
    assert done.json["results"]["c=d.result_output"]["data"] == 2.0


def test_steps_run_in_one_session(command: Command, tmp_path: Path) -> None:
    blocks = [
        {"id": "w", "type": "Variable", "values": {"initvalues": 0.0}},
        {"id": "one", "type": "AssignAdd", "values": {"value": 1.0}},
    ]
    file = write(tmp_path / "v.gradblocks", blocks, [["w.ref", "one.ref"]])
    done = command("run", file, "--json", "--steps", "5")
    assert done.json["steps"] == 5
    assert done.json["results"]["w.result_ref"]["data"] == 4.0


def test_the_seed_decides_about_random_numbers(command: Command, tmp_path: Path) -> None:
    blocks = [{"id": "r", "type": "RandomNormal", "values": {"shape": [3], "dtype": "DT_FLOAT"}}]
    file = write(tmp_path / "r.gradblocks", blocks)
    first = command("run", file, "--json", "--seed", "7").out
    assert command("run", file, "--json", "--seed", "7").out == first
    assert command("run", file, "--json", "--seed", "8").out != first


def test_pages_are_named_where_there_are_several(command: Command, tmp_path: Path) -> None:
    pages = [{"name": name, "blocks": [const("c", value)], "wires": []} for name, value in (("p", 1.0), ("q", 2.0))]
    file = tmp_path / "pages.gradblocks"
    file.write_text(json.dumps({"format": "gradblocks/1", "pages": pages}))
    assert command("run", file, "--json", "--page", "q").json["results"]["c.result_output"]["data"] == 2.0
    done = command("run", file, "--json")
    assert done.status == 2
    assert done.json["page"] is None
    assert "The pages are: 'p', 'q'" in done.err
    done = command("run", file, "--page", "z", "--json")
    assert (done.status, done.json["page"]) == (2, None)


def test_a_diagram_without_pages_is_at_fault(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "none.gradblocks"
    file.write_text('{"format": "gradblocks/1"}')
    done = command("run", file)
    assert (done.status, done.err) == (1, f"{file}: the diagram has no page\n")


def test_a_failing_block_leaves_the_others_their_results(command: Command, tmp_path: Path) -> None:
    blocks = [
        const("A", [[3.0, 2.0], [-1.0, 0.0]]),
        const("b", [[3.0, 5.0, 1.0]]),
        {"id": "v", "type": "MatMul", "values": {"transpose_b": True}},
        {"id": "n", "type": "Negate"},
        {"id": "u", "type": "NoSuchBlock"},
    ]
    wires = [["A.output", "v.a"], ["b.output", "v.b"], ["A.output", "n.x"]]
    file = write(tmp_path / "f.gradblocks", blocks, wires)
    done = command("run", file, "--json", "--steps", "3", "--quiet")
    assert done.status == 1
    assert list(done.json["results"]) == ["A.result_output", "b.result_output", "n.result_y"]
    assert done.json["steps"] == 1
    [first, second] = done.json["errors"]
    assert (first["page"], first["block"]) == ("main", "v")
    assert second == {"page": "main", "block": "u", "pin": None, "message": "there is no block type 'NoSuchBlock'"}
    assert done.errors[0].startswith(f"{file}: page 'main', block 'v'")
    assert done.errors[1] == f"{file}: page 'main', block 'u': there is no block type 'NoSuchBlock'"
    assert command("run", file, "--fetch", "n").status == 0


def test_results_of_a_failed_run_keep_their_dtypes(command: Command, tmp_path: Path) -> None:
    file = write(tmp_path / "q.gradblocks", [const("q", [1], dtype="DT_QINT8"), {"id": "u", "type": "Nothing"}])
    done = command("run", file, "--json")
    assert done.status == 1
    assert done.json["results"]["q.result_output"]["dtype"] == "DT_QINT8"


@pytest.mark.parametrize("where", ["file", "page", "block"])
def test_an_unknown_key_is_an_error_that_names_it(command: Command, tmp_path: Path, where: str) -> None:
    key = {"vaules": 1}
    more: dict[str, Any] = key
    file = write(
        tmp_path / "k.gradblocks",
        [{**const("c", 1.0), **(key if where == "block" else {})}, const("d", 1.0)],
        page=key if where == "page" else {},
        **(more if where == "file" else {}),
    )
    done = command("run", file, "--json")
    assert done.status == 1
    assert "unknown key 'vaules'" in done.err
    assert len(done.json["results"]) == 2
    assert command("run", file, "--fetch", "d").status == 0


def test_out_writes_a_file_without_pickle(command: Command, tmp_path: Path) -> None:
    blocks = [
        const("f", [0.5, "NaN"]),
        const("h", [0.1], dtype="DT_BFLOAT16"),
        const("s", ["a", "longer", ""]),
        const("i", [-8], dtype="DT_INT4"),
        const("e", [], dtype="DT_STRING", shape=[0, 3]),
    ]
    file = write(tmp_path / "o.gradblocks", blocks)
    done = command("run", file, "--out", tmp_path / "o.npz")
    assert (done.status, done.out) == (0, "")
    assert done.err == f"{tmp_path / 'o.npz'}: 5 results written\n"
    with np.load(tmp_path / "o.npz", allow_pickle=False) as saved:
        assert saved["f.result_output"].dtype == np.float32
        assert saved["h.result_output"].dtype == np.float32
        assert saved["h.result_output"][0] == struct.unpack("<f", b"\0\0\xcd\x3d")[0]
        assert saved["s.result_output"].tolist() == [b"a", b"longer", b""]
        assert saved["i.result_output"].tolist() == [-8]
        assert saved["e.result_output"].shape == (0, 3)
    first = (tmp_path / "o.npz").read_bytes()
    assert command("run", file, "--out", tmp_path / "o.npz", "--quiet").err == ""
    assert (tmp_path / "o.npz").read_bytes() == first


def test_out_refuses_what_a_file_would_lose(command: Command, tmp_path: Path) -> None:
    file = write(tmp_path / "z.gradblocks", [const("s", ["a\0"])])
    done = command("run", file, "--out", tmp_path / "z.npz")
    assert done.status == 1
    assert "ends in a zero byte" in done.err
    assert not (tmp_path / "z.npz").exists()


def test_memory_is_limited(command: Command, tmp_path: Path) -> None:
    blocks = [{"id": "f", "type": "Fill", "values": {"dims": [1000, 1000], "value": 1.0}}]
    file = write(tmp_path / "m.gradblocks", blocks)
    assert command("run", file, "--fetch", "f", "--max-mem", "4M", "--quiet").status == 0
    for size in ("3999999", "3999K", "3.9M", "3Mi"):
        assert command("run", file, "--max-mem", size).status == (2 if "." in size else 1)


def test_memory_is_limited_for_all_tensors_together(command: Command, tmp_path: Path) -> None:
    """50 results of 96 MB ran with a limit of 100 MB. Here are 8 of 2 MB, one of which is fed, and a limit of 14."""
    blocks: list[dict[str, Any]] = [
        {"id": f"f{i}", "type": "Fill", "values": {"dims": [500, 1000], "value": float(i)}} for i in range(7)
    ]
    blocks.append({"id": "x", "type": "Placeholder", "values": {"dtype": "DT_BOOL"}})
    file = write(tmp_path / "m.gradblocks", blocks)
    np.save(tmp_path / "x.npy", np.zeros((500, 4000), bool))
    given = ("run", file, "--feed", "x=@x.npy", "--quiet", "--out", tmp_path / "r.npz", "--max-mem")
    done = command(*given, "14M")
    assert (done.status, "block 'f" in done.err, "14,000,000" in done.err) == (1, True, True)
    assert command(*given, "20M").status == 0
    done = command(*given, "1M")
    assert (done.status, "--feed" in done.err, "the limit is 1,000,000" in done.err) == (2, True, True)


def test_a_feed_that_does_not_fit_is_a_fault_of_the_command_line(command: Command, tmp_path: Path) -> None:
    blocks = [{"id": "x", "type": "Placeholder", "values": {"dtype": "DT_FLOAT", "shape": [2]}}]
    file = write(tmp_path / "x.gradblocks", blocks)
    for feed in ("x=[1, 2, 3]", 'x="text"', "x=1+2j", "y=1", "x.nothing=1", "x.output[0]=1", "x=", "x=@"):
        done = command("run", file, "--json", "--feed", feed)
        assert (done.status, done.json["results"], done.json["page"]) == (2, {}, "main"), feed
        assert len(done.errors) == 1


def test_a_placeholder_that_is_not_fed_is_a_fault_of_the_run(command: Command, adding: Path) -> None:
    done = command("run", adding, "--json")
    assert done.status == 1
    assert done.json["errors"][0]["block"] == "x"


@pytest.mark.parametrize("name", ["nothing", "v.nothing", "v[0]", "v.product[0]", "", ".", "v.", "a.b.c", "v\n"])
def test_a_fetch_that_does_not_exist(command: Command, name: str) -> None:
    done = command("run", A_TIMES_B, "--json", "--fetch", name)
    assert (done.status, done.json["results"], done.json["page"]) == (2, {}, "main")
    assert len(done.errors) == 1


def counting(path: Path, run: str = "count.output_ref") -> Path:
    """A diagram in which a ClientSession adds 1 to a variable in each step; twice its value is not in the session."""
    blocks = [
        {"id": "w", "type": "Variable", "values": {"initvalues": 0.5}},
        {"id": "count", "type": "AssignAdd", "values": {"value": 1.0}},
        {"id": "twice", "type": "Multiply", "values": {"y": 2.0}},
        {"id": "pair", "type": "Multiply", "values": {"y": [1.0, 2.0]}},
        {"id": "run", "type": "ClientSession"},
    ]
    wires = [["w.ref", "count.ref"], ["w.ref", "twice.x"], ["w.ref", "pair.x"], [run, "run.run_outputs"]]
    return write(path / "counting.gradblocks", blocks, wires)


def test_numbers_are_printed_while_steps_go_by(command: Command, tmp_path: Path) -> None:
    file = counting(tmp_path)
    done = command("run", file, "--steps", "6", "--print", "twice", "--print", "w.ref", "--every", "2")
    assert done.out == "step 2: twice 3, w.ref 1.5\nstep 4: twice 7, w.ref 3.5\nstep 6: twice 11, w.ref 5.5\n"
    done = command("run", file, "--steps", "4", "--print", "twice", "--every", "3", "--csv")
    assert (done.status, done.out) == (0, "step,twice\n3,5.0\n")
    done = command("run", file, "--steps", "2", "--print", "twice", "--profile")
    assert done.out.startswith("step 1: twice 1\nstep 2: twice 3\n\n") and "AssignAdd" in done.out
    done = command("run", file, "--steps", "3", "--print", "twice", "--json").json
    assert done["printed"] == {"step": [1, 2, 3], "twice": [1.0, 3.0, 5.0]}


@pytest.mark.parametrize(
    ("options", "status", "why"),
    [
        (["--evaluate", "--steps", "5"], 2, "--evaluate: not used with"),
        (["--fetch", "twice", "--inside"], 2, "--inside: with --fetch, used only with --trace"),
        (["--print", "nothing"], 2, "there is no block 'nothing'"),
        (["--print", "pair"], 1, "pair has the shape [2]: only single numbers can be printed"),
        (["--csv"], 2, "--csv: used only with --print"),
        (["--only"], 2, "--only: used only with --fetch"),
        (["--print", "twice", "--every", "2"], 2, "nothing would be printed"),
        (["--packages", ","], 2, "expected the name of a plugin"),
        (["--save", "nowhere/w.npz"], 2, "there is no folder"),
        (["--gradients", "twice"], 2, "the run does not compute"),
        (["--first-bad", "twice"], 2, "the run does not compute"),
        (["--load", "nothing.npz"], 1, "it does not exist"),
    ],
)
def test_what_cannot_be_printed_or_loaded(
    command: Command, tmp_path: Path, options: list[str], status: int, why: str
) -> None:
    done = command("run", counting(tmp_path), *options)
    assert done.status == status
    assert why in done.err


def test_what_is_fetched_is_shown_while_the_sessions_train(command: Command, tmp_path: Path) -> None:
    file = counting(tmp_path)
    for more in ([], ["--only"], ["--print", "w", "--every", "9", "--checkpoint", tmp_path / "kept"]):
        done = command("run", file, "--steps", "5", "--fetch", "twice", *more)
        # It trains, and prints exactly what was asked for.
        assert (done.status, done.out.removeprefix("\n"), done.err) == (0, "twice.result_z: float32 []\n9.\n", "")
    for names in (["--trace", "twice"], ["--fetch", "twice", "--fetch", "w"], ["--fetch", "w", "--trace", "twice.z"]):
        done = command("run", file, "--steps", "5", *names, "--json").json
        assert {name: each["data"] for name, each in done["results"].items()} == {
            "w.result_ref": 4.5, "twice.result_z": 9.0
        }  # fmt: skip
    done = command("run", file, "--evaluate", "--fetch", "twice", "--json").json
    assert (done["steps"], done["results"]["twice.result_z"]["data"]) == (0, 1.0)
    done = command("run", file, "--evaluate", "--fetch", "count")
    assert (done.status, "'count' changes variables" in done.err) == (2, True)
    alone = counting(tmp_path, "pair.z")
    assert "note: nothing on this page trains" in command("run", alone, "--steps", "5", "--fetch", "twice").err
    assert not command("run", alone, "--fetch", "twice").err


def test_a_run_goes_on_where_another_was_saved(command: Command, tmp_path: Path) -> None:
    file, saved = counting(tmp_path), tmp_path / "saved.npz"
    command("run", file, "--steps", "3", "--save", saved)
    done = command("run", file, "--steps", "2", "--load", saved, "--fetch", "w", "--json").json
    assert done["results"]["w.result_ref"]["data"] == 4.5
    command("run", file, "--steps", "5", "--save", saved, "--save-every", "2", "--fetch", "twice")
    with np.load(saved) as variables:
        assert variables["w"] == 5.5
