"""Files for the verbs of the door, whose history is kept in a folder of the test."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from blocks.document.data import is_object
from blocks.door.answers import answer
from blocks.door.editing import edit, undo
from blocks.door.reading import read
from tests.cli.conftest import command

__all__ = ["command"]

CELL: dict[str, Any] = {
    "name": "Cell",
    "values": [{"name": "by", "default": 2.0, "sets": ["twice.y"]}],
    "blocks": [
        {"id": "x", "type": "InputPin", "at": [0, 0]},
        {"id": "twice", "type": "Multiply", "at": [200, 0], "values": {"y": 2.0}},
        {"id": "y", "type": "OutputPin", "at": [400, 0]},
    ],
    "wires": [["x.output", "twice.x"], ["twice.z", "y.input"]],
}
MAIN: dict[str, Any] = {
    "name": "main",
    "blocks": [
        {"id": "x", "type": "Const", "at": [0, 0], "values": {"val": [[1.0, 2.0]]}},
        {"id": "w", "type": "Variable", "at": [0, 200], "values": {"initvalues": [[3.0], [4.0]]}},
        {"id": "mm", "type": "MatMul", "at": [250, 0]},
        {"id": "cell", "type": ":Cell", "at": [500, 0], "values": {"by": 3.0}},
        {"id": "loss", "type": "L2Loss", "at": [750, 0]},
        {"id": "list", "type": "Stack", "at": [500, 300]},
        {"id": "far", "type": "Negate", "at": [2000, 2000]},
    ],
    "wires": [["x.output", "mm.a"], ["w.ref", "mm.b"], ["mm.product", "cell.x"], ["cell.y", "loss.t"],
              ["x.output", "list.values"], ["x.output", "list.values"]],
}  # fmt: skip


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the door's history."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "gradblocks"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path / "d.gradblocks")


def write(path: Path, pages: Sequence[Any] = (MAIN,), composites: Sequence[Any] = (CELL,), **more: Any) -> Path:
    """Write a diagram in canonical form."""
    from blocks.document.file import loads

    raw = {"format": "gradblocks/2", "composites": [*composites], "pages": [*pages], **more}
    path.write_text(loads(json.dumps(raw)).dumps())
    return path


def edited(file: Path, *operations: Any, **options: Any) -> dict[str, Any]:
    """The answer of an edit, as the command prints it; a single object is a whole page."""
    is_page = bool(operations) and is_object(operations[0]) and "page" in operations[0]
    given: Any = operations[0] if is_page else list(operations)
    return answered("edit", lambda: edit(str(file), given, **options))


def undone(file: Path) -> dict[str, Any]:
    return answered("undo", lambda: undo(str(file)))


def shown(file: Path, *block: str, page: str | None = None) -> dict[str, Any]:
    return answered("read", lambda: read(str(file), page, block))


def answered(verb: str, work: Any) -> dict[str, Any]:
    """The answer of a verb after a round trip through JSON, with the exit status of a refusal."""
    result = answer(verb, work)
    assert result.json["format"] == f"gradblocks-{verb}/1"
    told = json.loads(json.dumps(result.json, allow_nan=False))
    if result.error is not None:
        assert told.keys() == {"format", "error"}
        told["error"]["status"] = result.status
    return told


def op(name: str, /, **given: Any) -> dict[str, Any]:
    return {"op": name, **{key.rstrip("_"): value for key, value in given.items()}}
