"""No terminal obeys what a document says: every block type and every command, on a terminal and in a pipe."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from blocks.library.index import all_types

CANARY = "\x1b[2J\x1b]0;owned\x07\x9b31m\x08\r\u202e\u2066\u2028\x7f"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def every_type() -> dict[str, Any]:
    """A diagram with a block of each type, in which everything that may be a text is the canary."""
    blocks: list[dict[str, Any]] = []
    for number, spec in enumerate(t for t in all_types() if not t.internal):
        values: dict[str, Any] = {a.name: CANARY for a in spec.attributes if a.type == "string"}
        values |= {a.name: [CANARY] for a in spec.attributes if a.type == "list(string)"}
        texts = [p.name for p in spec.inputs if "DT_STRING" in {d.name for d in p.allowed} and not p.is_ref]
        values |= dict.fromkeys(texts, CANARY)
        blocks.append({"id": f"b{number}", "type": spec.name, "at": [0, 40 * number], "values": values})
    prints = {"id": "says", "type": "Print", "at": [0, 0], "values": {"input": 1.0, "message": CANARY}}
    fails = {"id": "fails", "type": "Assert", "at": [0, 0], "values": {"condition": False, "data": [CANARY]}}
    nan = {"id": "nan", "type": "CheckNumerics", "at": [0, 0], "values": {"tensor": "NaN", "message": CANARY}}
    unknown = {"id": "x", "type": CANARY, "at": [0, 0], "values": {CANARY: CANARY}, CANARY: CANARY}
    page = {
        "name": "main", "blocks": [prints, fails, nan, unknown, *blocks],
        "wires": [[f"b0.{CANARY}", f"says.{CANARY}"]], "notes": [{"at": [0, 0], "text": CANARY}],
        "frames": [{"at": [0, 0], "size": [9, 9], "title": CANARY}],
    }  # fmt: skip
    return {"format": "gradblocks/1", "title": CANARY, "pages": [page]}


def shown(arguments: list[str], folder: Path, terminal: bool) -> str:
    """What a command writes to standard output and standard error together."""
    command = [sys.executable, "-m", "blocks.cli", *arguments]
    if not terminal:
        return subprocess.run(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=300
        ).stdout.decode()
    ours, theirs = pty.openpty()
    pieces: list[bytes] = []

    def read() -> None:
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux says so at the end
                return
            if not piece:
                return
            pieces.append(piece)

    reader = threading.Thread(target=read)
    reader.start()
    with subprocess.Popen(command, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        process.wait(300)
    reader.join(60)
    os.close(ours)
    return b"".join(pieces).decode().replace("\r\n", "\n")  # the line ends of a terminal


@pytest.mark.parametrize("terminal", [True, False], ids=["terminal", "pipe"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "page.gradblocks", "--quiet"], ["run", "page.gradblocks", "--quiet", "--json"],
        ["run", "page.gradblocks", "--quiet", "--profile", "--fetch", "says"], ["check", "page.gradblocks"],
        ["check", "page.gradblocks", "--json"], ["fmt", "page.gradblocks"],
        ["diff", "page.gradblocks", "other.gradblocks"],
        ["convert", "page.gradblocks", "page.py"], ["check", "page.gradblocks", "--gradient", CANARY],
    ],
    ids=lambda arguments: " ".join(arguments).replace(CANARY, "canary"),
)  # fmt: skip
def test_a_terminal_obeys_nothing_that_a_document_says(arguments: list[str], terminal: bool, tmp_path: Path) -> None:
    diagram = every_type()
    (tmp_path / "page.gradblocks").write_text(json.dumps(diagram), "utf-8")
    diagram["pages"][0]["blocks"][0]["values"]["message"] = f"other {CANARY}"
    (tmp_path / "other.gradblocks").write_text(json.dumps(diagram), "utf-8")
    text = shown(arguments, tmp_path, terminal)
    if arguments[0] == "fmt" and not terminal:  # the file's own bytes: what JSON must escape is escaped
        assert not re.search("[\x00-\x08\x0b-\x1f]", text)
        return
    assert OBEYED.findall(text) == []
    if "says" in arguments or arguments == ["run", "page.gradblocks", "--quiet"]:
        assert "\\x1b[2J\\x1b]0;owned\\x07\\x9b31m" in text  # it is shown, letter by letter
