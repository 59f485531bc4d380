"""Small pages written in one line, for the tests of sessions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import blocks
from blocks.base.errors import DiagramError, RunError
from blocks.document.model import Diagram
from blocks.run.session import Session

BlockText = tuple[str, str, dict[str, Any]]


def block(id: str, type: str, **values: Any) -> BlockText:
    """A block with what is typed into it."""
    return id, type, values


def variable(id: str, initvalues: Any, **values: Any) -> BlockText:
    return id, "Variable", {"initvalues": initvalues, **values}


def const(id: str, val: Any, **values: Any) -> BlockText:
    return id, "Const", {"val": val, **values}


def diagram(blocks_: list[BlockText], wires: str, muted: tuple[str, ...] = ()) -> Diagram:
    """A diagram of one page; wires are words such as ``a.output>b.x``."""
    page = {
        "name": "main",
        "blocks": [
            {"id": id, "type": type, "at": [0, 0], "values": values, **({"muted": True} if id in muted else {})}
            for id, type, values in blocks_
        ],
        "wires": [wire.split(">") for wire in wires.split()],
    }
    return blocks.loads(json.dumps({"format": "gradblocks/1", "title": "", "pages": [page]}))


def session(blocks_: list[BlockText], wires: str, muted: tuple[str, ...] = ()) -> Session:
    return Session(diagram(blocks_, wires, muted))


def outcome(session: Session, **run: Any) -> tuple[dict[str, Any], list[DiagramError]]:
    """The results of a run as plain lists and numbers (without the status of sessions), and its errors."""
    errors: list[DiagramError] = []
    try:
        results = session.run(**run)
    except RunError as error:
        results, errors = error.results, error.errors
    return {name: value.tolist() for name, value in results.items() if value.dtype.kind != "O"}, errors


def places(errors: Sequence[DiagramError]) -> list[tuple[str | None, str | None]]:
    """Block and pin of each error."""
    return [(error.block, error.pin) for error in errors]
