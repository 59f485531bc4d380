"""The commands of the door: what they print, their exit status, and several of them at once."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import PROGRAM, Command, Done, command
from tests.door.conftest import CELL, MAIN, edited, op, shown, write
from tests.table import table

__all__ = ["command"]  # a fixture


@pytest.fixture
def edit(command: Command, monkeypatch: pytest.MonkeyPatch) -> Any:
    def call(file: object, *operations: Any, options: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(operations).encode())))
        return command("edit", file, *options.split())

    return call


USAGE = ["read none.gradblocks", "read @ --page none", "read @ --block none", "read @ --frob", "read", "read a.txt",
         "find @ --type Frob", "find @ --gradient none cut", "find @ --gradient loss x", "undo none.gradblocks",
         "edit a.txt", "read @ --revision --block x"]  # fmt: skip


@table("words", USAGE)
def test_a_wrong_command_line_is_an_object_with_an_error(words: str, file: Path, command: Command) -> None:
    done = command(*words.replace("@", str(file)).split())
    assert done.status == 2 and done.errors, words
    told = done.json
    assert told["format"] == f"gradblocks-{words.split(maxsplit=1)[0]}/1", words
    assert told["error"].keys() == {"operation", "message", "block", "pin", "hint"} and told["error"]["message"], words


def test_edit_and_undo(file: Path, edit: Any, command: Command) -> None:
    before = file.read_bytes()
    done = edit(file, op("add_block", type="Tanh"))
    assert done.status == 0 and not done.err and done.json["ids"] == ["Tanh1"]
    refused = edit(file, op("wire", from_="x.output", to="Tanh1.y"))
    assert refused.status == 1 and refused.json["error"]["operation"] == 0 and "Tanh" in refused.err
    assert edit(file, op("remove_block", id="Tanh1"), options="--base 0").status == 1
    assert command("undo", file).status == 0 and file.read_bytes() == before
    assert command("undo", file).status == 1
    assert command("read", file, "--revision").json.keys() == {"format", "revision"}


FOUND: list[tuple[str, list[str]]] = [
    ("--type Variable", ["w"]),
    ("--type :Cell", ["cell"]),
    ("--text LOSS", ["loss"]),
    ("--unwired", ["far"]),
    ("--problem", ["far"]),
    ("--problem --type Stack", []),
    ("--gradient loss reached --type MatMul", ["mm"]),
    ("--gradient list cut", ["w"]),
    ("--page :Cell --text twi", [":Cell/twice"]),
]


@table("words, names", FOUND)
def test_find(words: str, names: list[str], file: Path, command: Command) -> None:
    done = command("find", file, *words.split())
    assert done.status == 0, done.err
    assert [each["name"] for each in done.json["blocks"]] == names, (words, done.out)
    assert done.json["more"] == 0 and all(each["why"] for each in done.json["blocks"])


def test_find_names_variables_of_all_iterations_once(tmp_path: Path, command: Command) -> None:
    stop = {"id": "stop", "type": "StopGradient", "at": [0, 0]}
    weight = {"id": "w", "type": "Variable", "at": [0, 0], "values": {"initvalues": 2.0}}
    wires = [["w.ref", "stop.input"], ["stop.output", "twice.y"], *CELL["wires"]]
    body = {**CELL, "values": [], "blocks": [*CELL["blocks"], stop, weight], "wires": wires}
    loop = {"id": "loop", "type": "Repeat", "at": [0, 0], "values": {"body": ":Cell", "times": 3, "x": 1.0}}
    blocks = [loop, {"id": "loss", "type": "L2Loss", "at": [0, 0]}]
    file = write(
        tmp_path / "loop.gradblocks", [{"name": "main", "blocks": blocks, "wires": [["loop.y", "loss.t"]]}], [body]
    )
    done = command("find", file, "--gradient", "loss", "cut", "--type", "Variable")
    assert [each["name"] for each in done.json["blocks"]] == ["loop/w"], done.err


def test_what_read_says(tmp_path: Path) -> None:
    file = write(
        tmp_path / "two.gradblocks", [MAIN, {**MAIN, "name": "other", "blocks": MAIN["blocks"][:2], "wires": []}]
    )
    told = shown(file, page="main")
    raw = json.loads(file.read_text())
    assert told["pages"] == ["main", "other"] and told["page"] == raw["pages"][0] and told["composites"] == [CELL]
    cell = told["blocks"]["main/cell"]
    assert cell["values"] == {"by": 3.0} and cell["inputs"]["x"] == {
        "from": "main/mm.product",
        "dtype": "DT_FLOAT",
        "shape": [1, 1],
    }
    assert shown(file, page="other")["composites"] == [] and shown(file, page=":Cell")["page"] == raw["composites"][0]
    some = shown(file, "mm", page="main")
    assert some["blocks"].keys() == {"main/mm"} and len(some["wires"]) == 3 and "page" not in some


def test_two_writers_lose_nothing(file: Path, state: Path) -> None:
    count = 6
    code = [[op("add_block", type="Tanh", id=f"t{writer}_{i}") for i in range(count)] for writer in range(2)]
    loop = "for line in sys.stdin:\n    edit(sys.argv[1], [json.loads(line)])"
    program = [sys.executable, "-c", f"import json, sys\nfrom blocks.door.editing import edit\n{loop}", str(file)]
    running = [subprocess.Popen(program, stdin=subprocess.PIPE, text=True) for _ in code]
    for process, operations in zip(running, code, strict=True):
        assert process.stdin is not None
        process.stdin.write("".join(f"{json.dumps(each)}\n" for each in operations))
        process.stdin.close()
    assert [process.wait() for process in running] == [0, 0]
    assert {f"t{writer}_{i}" for writer in range(2) for i in range(count)} <= shown(file)["blocks"].keys()
    assert len(list(state.glob("journals/*/*.edit"))) == 2 * count


def test_verbs_need_no_qt(file: Path) -> None:
    code = "import sys\nsys.modules['PySide6'] = None\nfrom blocks.cli import main\nsys.exit(main(sys.argv[1:]))"
    operations = json.dumps([op("make_composite", blocks=["mm"], name="Lin"), op("expand", block="cell")])
    given = [PROGRAM[0], "-c", code, "edit", str(file)]
    done = subprocess.run(given, input=operations, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert edited(file)["revision"] == json.loads(done.stdout)["revision"]
