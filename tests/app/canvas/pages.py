"""Pages for the tests of the canvas."""

from __future__ import annotations

import json
from typing import Any

from app.core.document import Document
from blocks.document.data import Block, Endpoint, Page, Wire
from blocks.document.data import Document as Data
from blocks.document.file import loads
from blocks.document.model import Diagram


def document(blocks: list[dict[str, Any]], wires: list[list[str]] | None = None, **page: Any) -> Document:
    """A document with one page, ``main``."""
    text = {"format": "gradblocks/1", "pages": [{"name": "main", "blocks": blocks, "wires": wires or [], **page}]}
    return Document(loads(json.dumps(text)))


def product() -> Document:
    """Two constants and their matrix product."""
    return document(
        [
            {"id": "A", "type": "Const", "at": [40, 40], "values": {"val": [[3.0, 2.0], [-1.0, 0.0]]}},
            {"id": "b", "type": "Const", "at": [40, 180], "values": {"val": [[3.0, 5.0]]}},
            {"id": "v", "type": "MatMul", "at": [300, 80], "values": {"transpose_b": True}},
        ],
        [["A.output", "v.a"], ["b.output", "v.b"]],
        notes=[{"at": [40, 0], "text": "v = A b"}],
        frames=[{"at": [20, 20], "size": [180, 260], "title": "Data"}],
    )


def chain(count: int) -> Document:
    """Many blocks in a grid, each wired to the one before."""
    columns = int((1.3 * count) ** 0.5) or 1
    blocks = [Block(f"n{i}", "Sigmoid", ((i % columns) * 180.0, (i // columns) * 130.0)) for i in range(count)]
    wires = [Wire(Endpoint(f"n{i - 1}", "y"), Endpoint(f"n{i}", "x")) for i in range(1, count)]
    return Document(Diagram(Data("", (Page("main", tuple(blocks), tuple(wires)),))))
