"""What was found once, kept beside the tests: pages as data, replayed in every run."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.deep.pages import Case

FOLDER = Path(__file__).parent.parent / "corpus"


def kept() -> Iterator[tuple[str, dict[str, Any]]]:
    """All cases of the corpus of block types, with their names."""
    for path in sorted(FOLDER.glob("blocks_*.json")):
        for i, case in enumerate(json.loads(path.read_text("utf-8"))):
            yield f"{path.stem}-{case['type']}-{i}", case


def as_json(case: Case) -> dict[str, Any]:
    """A case as data."""
    page = {"blocks": [{k: v for k, v in b.items() if k != "at"} for b in case.page["blocks"]]}
    entry = {"type": case.type, "page": {**page, "wires": case.page["wires"]}, "steps": case.steps}
    if case.files:
        entry["files"] = {k: base64.b64encode(v).decode() for k, v in case.files.items()}
    return entry


def from_json(data: dict[str, Any]) -> Case:
    """The inverse of `as_json`."""
    blocks = [{"at": [0, 90 * i], **b} for i, b in enumerate(data["page"]["blocks"])]
    page = {"name": "main", "blocks": blocks, "wires": data["page"]["wires"]}
    files = {k: base64.b64decode(v) for k, v in data.get("files", {}).items()}
    return Case(data["type"], page, files, data["steps"])
