"""Whatever a file or a command line holds: a status of the contract, an error a line, no traceback, no escape."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import A_TIMES_B, Command, const, write

CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
CANARY = "\x1b]0;owned\x07\x1b[31m\x9b31m\r\u202e\u2028\n"

OPTIONS = [
    ["--steps", "0"], ["--steps", "-1"], ["--steps", "1.5"], ["--steps", "x"], ["--steps", "9" * 5000], ["--steps"],
    ["--steps", ""], ["--steps", "٣", "--unknown"], ["--seed", "x"], ["--seed", "1e3"], ["--seed", "9" * 19],
    ["--timeout", "0"], ["--timeout", "-1"], ["--timeout", "nan"], ["--timeout", "inf"], ["--timeout", "x"],
    ["--max-mem", "0"], ["--max-mem", "-1"], ["--max-mem", "1Q"], ["--max-mem", "1i"], ["--max-mem", "9" * 99],
    ["--backend", "x"], ["--strict"], ["--devices", "2"], ["--devices", "0"],
    ["--allow-read", "/nowhere"], ["--allow-write", "/nowhere"],
    ["--allow-read", ""], ["--out", "x.txt"], ["--out", "/nowhere/x.npz"],
    ["--page", ""], ["--page", CANARY], ["--fetch", CANARY], ["--fetch", "x" * 100_000], ["--feed", "A"],
    ["--feed", "=1"], ["--feed", f"A={CANARY}"], ["--feed", f"{CANARY}=1"], ["--feed", "A=[[[["], ["--feed", "A=]"],
    ["--feed", "A=" + "[" * 10_000], ["--feed", "A=@/etc/passwd"], ["--feed", "A=@/dev/zero"], ["--feed", "A=@\x01"],
    ["--feed", "A=@" + "x" * 10_000], ["--feed", 'A={"file": 3}'], ["--feed", 'A={"file": ""}'],
    ["--feed", 'A={"base64": "!"}'], ["--feed", "A=1e999"], ["--feed", "A=" + "9" * 10_000],
    ["--feed", "A=[[1, 2], [3]]"], ["--feed", "scope=1"], ["--set", "A"], ["--set", "A=1"], ["--set", "A.=1"],
    ["--set", ".val=1"], ["--set", "A.val="], ["--set", "A.nothing=1"], ["--set", "nothing.val=1"],
    ["--set", "A.dtype=DT_NOTHING"], ["--set", "A.dtype=1"], ["--set", "A.shape=[1,"], ["--set", "A.shape=[-5]"],
    ["--set", "A.shape=" + "[" * 100_000], ["--set", "A.shape=[NaN]"], ["--set", "A.shape={}"],
    ["--set", "v.transpose_b=maybe"], ["--set", f"A.dtype={CANARY}"], ["--set", f"A.{CANARY}=1"],
    ["--unknown"], [CANARY], ["--", "a", "b"], ["--st", "2"], ["--json=1"],
]  # fmt: skip


@pytest.mark.parametrize("options", OPTIONS, ids=lambda each: repr(each)[:40])
def test_a_wrong_command_line_is_a_line_and_status_2(command: Command, options: list[str]) -> None:
    done = command("run", A_TIMES_B, *options)
    assert (done.status, done.out, len(done.errors)) == (2, "", 1), done
    assert CONTROL.search(done.err) is None
    assert len(done.err) < 2000 or "x" * 1000 in done.err
    if "--out" not in options:
        again = command("run", A_TIMES_B, "--json", *options)
        assert again.status == 2
        if "--" not in options:
            assert again.json["results"] == {}
            assert len(again.json["errors"]) == 1


def bad_files(folder: Path) -> list[Path]:
    """Files that hold no diagram."""
    contents = {
        "empty": b"",
        "binary": bytes(range(256)) * 100,
        "not-utf-8": b'{"format": "gradblocks/1", "title": "\xff"}',
        "utf-16": '{"format": "gradblocks/1"}'.encode("utf-16"),
        "list": b"[]",
        "number": b"1",
        "no-format": b"{}",
        "newer": b'{"format": "gradblocks/4", "pages": []}',
        "cut": A_TIMES_B.read_bytes()[:200],
        "nested": b"[" * 100_000,
        "huge-number": b'{"format": "gradblocks/1", "x": ' + b"9" * 100_000 + b"}",
        "infinite": b'{"format": "gradblocks/1", "x": 1e999}',
        "nan": b'{"format": "gradblocks/1", "x": NaN}',
        "twice": b'{"format": "gradblocks/1", "format": "gradblocks/1"}',
        "surrogate": b'{"format": "gradblocks/1", "title": "\\ud800"}',
        "wrong": b'{"format": "gradblocks/1", "pages": {}}',
        "escapes": b'{"format": "gradblocks/1", "pages": [{"name": "\\u001b[31m"}]}',
    }
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    files = [folder / name for name in contents] + [folder]
    if sys.platform != "win32" and os.geteuid() != 0:
        (folder / "locked").write_bytes(A_TIMES_B.read_bytes())
        (folder / "locked").chmod(0)
        files.append(folder / "locked")
    return files


@pytest.mark.parametrize("name", ["run", "check", "convert"])
def test_a_file_of_pytorch_is_refused_with_the_lines_to_run(command: Command, tmp_path: Path, name: str) -> None:
    """Opening it would run the code in it. A diagram may have any name that other files have, too."""
    out = [tmp_path / "out.gradblocks"] if name == "convert" else []
    for file in ("m.pt2", "m.PT", "m.pth", "m.ckpt", "m.bin"):
        (tmp_path / file).write_bytes(b"PK\x03\x04" if file != "m.pth" else b"")
        done = command(name, tmp_path / file, *out)
        assert done.status == 1 and "diagram = blocks.from_torch(" in done.err and "diagram.save(" in done.err
        assert ("torch.export.load" in done.err) == (file == "m.pt2") and len(done.errors) == 1
    (tmp_path / "m.bin").write_bytes(A_TIMES_B.read_bytes())
    assert command(name, tmp_path / "m.bin", *out).status == 0
    assert "no such file" in command(name, tmp_path / "none.pt2", *out).err


@pytest.mark.parametrize("name", ["run", "check", "fmt", "diff", "convert"])
def test_a_file_that_is_no_diagram_is_at_fault(command: Command, tmp_path: Path, name: str) -> None:
    more = {"diff": [A_TIMES_B], "convert": [tmp_path / "out.gradblocks"]}.get(name, [])
    for file in bad_files(tmp_path):
        done = command(name, file, *more)
        assert (done.status, done.out) == (1, ""), (file, done)
        assert done.errors
        assert all(line.startswith(f"{file}: ") for line in done.errors), done
        assert CONTROL.search(done.err.replace("\n", "")) is None
        if name in ("run", "check"):
            report = command(name, file, "--json").json
            assert report["errors"][0]["message"]
            assert report["results" if name == "run" else "pins"] == {}
    assert not (tmp_path / "out.gradblocks").exists()


@pytest.mark.parametrize("name", ["run", "check", "fmt", "diff", "convert"])
def test_a_file_that_is_not_there_is_a_wrong_command_line(command: Command, tmp_path: Path, name: str) -> None:
    more = {"diff": [A_TIMES_B], "convert": ["out.gradblocks"]}.get(name, [])
    for file in (tmp_path / "nothing", A_TIMES_B / "below", ""):
        done = command(name, file, *more)
        assert (done.status, done.out, len(done.errors)) == (2, "", 1)


def test_a_file_name_without_end(command: Command) -> None:
    done = command("run", "x" * 10_000)
    assert (done.status, len(done.errors)) == (1, 1)


@pytest.mark.parametrize("name", ["run", "check", "fmt", "diff", "convert"])
def test_what_a_file_holds_is_no_command_for_the_terminal(command: Command, tmp_path: Path, name: str) -> None:
    blocks = [
        const("c", [CANARY, CANARY * 100]),
        const("\u202ename\u2066", 1.0, **{CANARY: CANARY}),
        {"id": "t", "type": CANARY, "values": {CANARY: [CANARY]}, CANARY: CANARY},
        {"id": "p", "type": "MirrorPad", "values": {"mode": CANARY, "paddings": [[0, 0]]}},
        {"id": "w", "type": "Const", "values": {"val": {"file": CANARY}}},
        {"id": "n", "type": "CheckNumerics", "values": {"tensor": "NaN", "message": CANARY}},
    ]
    wires = [["c.output", "c.\x1b[31m"], ["\u202ename\u2066.output", "p.input"], ["x\u2028.y", "p.input"]]
    page = {"notes": [{"at": [0, 0], "text": CANARY, CANARY: 1}], "frames": [{"at": [0, 0], "title": CANARY}]}
    file = write(tmp_path / "c.gradblocks", blocks, wires, title=CANARY, page=page)
    more = {"diff": [A_TIMES_B], "convert": [tmp_path / "out.gradblocks"]}.get(name, [])
    for options in ([], ["--json"]) if name in ("run", "check") else ([],):
        done = command(name, file, *more, *options)
        assert CONTROL.search(done.out) is None
        assert CONTROL.search(done.err) is None
        assert all(line.startswith(f"{file}: ") for line in done.errors)
        if options:
            assert done.json["errors"]


@pytest.mark.skipif(sys.platform == "win32", reason="links and names of POSIX")
@pytest.mark.parametrize("name", ["run", "check", "fmt", "diff", "convert"])
def test_paths_that_lead_nowhere(command: Command, tmp_path: Path, name: str) -> None:
    more = {"diff": [A_TIMES_B], "convert": [tmp_path / "out.gradblocks"]}.get(name, [])
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "self").symlink_to(".")
    (tmp_path / "gone").symlink_to("nothing")
    names = ["loop", "loop/x", "self/self/self", "gone", "n" * 255, "n" * 256, "/".join(["d" * 200] * 30), CANARY[:-1]]
    ways = [[tmp_path / each, *more] for each in names]
    ways += [[A_TIMES_B, tmp_path / each] for each in names if name == "diff"]
    for way in ways:
        done = command(name, *way)
        assert (done.status in (1, 2), done.out, len(done.errors)) == (True, "", 1), (way, done)
        assert CONTROL.search(done.err.rstrip("\n")) is None


@pytest.mark.skipif(sys.platform == "win32", reason="names of POSIX")
def test_a_file_of_an_odd_name_is_used_like_any_other(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / CANARY.strip()
    folder.mkdir()
    file, out = folder / f"{CANARY[:8]}\n{'n' * 230}.gradblocks", folder / "a\nb\x1b.npz"
    write(file, [const("c", 1.0)])
    for arguments in (
        ("run", file),
        ("run", file, "--out", out),
        ("check", file),
        ("fmt", "-i", file),
        ("diff", file, file),
    ):
        done = command(*arguments)
        assert done.status == 0, done
        assert CONTROL.search((done.out + done.err).replace("\n", "")) is None
        assert len(done.errors) <= 1
    assert out.exists()


@pytest.mark.parametrize("arguments", [["check"], ["check", "--json"], ["run"], ["convert"]])
def test_of_thousands_of_faults_a_person_reads_the_first(
    command: Command, tmp_path: Path, arguments: list[str]
) -> None:
    blocks: list[dict[str, Any]] = [{"id": f"b{i}", "type": f"No{i}", "at": [0, 0]} for i in range(1300)]
    path = write(tmp_path / "page.gradblocks", blocks, [])
    done = command(*arguments, path, *([tmp_path / "page.py"] if arguments == ["convert"] else []))
    assert done.status == 1
    assert len(done.errors) == 101
    assert "'b99'" in done.errors[99]
    assert done.errors[100].startswith("... and 1,200 more ")
    assert ("--json lists them all" in done.errors[100]) == (arguments != ["convert"])
    if "--json" in arguments:
        assert len(done.json["errors"]) == 1300


def test_of_thousands_of_pages_a_person_reads_the_first(command: Command, tmp_path: Path) -> None:
    pages: list[dict[str, Any]] = [{"name": f"page {i}", "blocks": []} for i in range(1000)]
    path = tmp_path / "page.gradblocks"
    path.write_text(json.dumps({"format": "gradblocks/1", "pages": pages}))
    for arguments in (["run", path], ["convert", path, tmp_path / "x.png"], ["run", path, "--page", "none"]):
        done = command(*arguments)
        assert done.status == 2
        assert "'page 9' and 990 more" in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["blocks", CANARY], ["blocks", "--json", CANARY], ["example", CANARY],
        ["example", "basic", "--to", f"file/{CANARY}"], [CANARY], [f"{CANARY}.gradblocks"],
        ["fmt", A_TIMES_B, CANARY], ["diff", A_TIMES_B, A_TIMES_B, CANARY],
        ["convert", A_TIMES_B, f"x.{CANARY}"], ["convert", A_TIMES_B, f"/{CANARY}/x.py"],
        ["convert", A_TIMES_B, "x.py", "--map", CANARY], ["convert", A_TIMES_B, "x.png", "--page", CANARY],
        ["check", A_TIMES_B, "--gradient", CANARY], ["check", A_TIMES_B, "--formula", CANARY],
    ],
    ids=lambda each: repr(each)[:60],
)  # fmt: skip
def test_what_is_typed_is_no_command_for_the_terminal(
    command: Command, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    done = command(*arguments)
    assert (done.status in (1, 2), len(done.errors)) == (True, 1)
    assert CONTROL.search(done.err.rstrip("\n")) is None
    assert "\\x1b" in done.err
