"""What the tests of journals begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.document import Document
from blocks.document.changes import AddBlocks
from blocks.document.data import Block


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "doc" / "small.gradblocks"
    path.parent.mkdir()
    document = Document.new()
    document.do(AddBlocks("main", ((0, Block("A", "Const", values={"val": [1.0]})),)), "Add A")
    document.save(path)
    return path
