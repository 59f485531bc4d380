"""Work on a hostile document grows with its size and no faster: counted in steps of the program, not in seconds."""

from __future__ import annotations

import difflib
import json

import pytest

from blocks.diagram.checks import check
from blocks.diagram.exporters.python import to_python
from blocks.diagram.file import loads
from tests.deep import shapes


@pytest.mark.parametrize("shape", ["unknown_types", "pages_of_unknown_types"])
def test_so_many_names_are_compared_with_those_of_the_library(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def matches(name: str, *_: object) -> list[str]:
        asked.append(name)
        return ["matmul"]

    monkeypatch.setattr(difflib, "get_close_matches", matches)
    diagram = loads(json.dumps({"format": "gradblocks/1", **shapes.SHAPES[shape](300)}))
    errors = check(diagram).errors
    assert len(errors) == 300
    assert len(asked) == len(set(asked)) == 100
    assert [error.hint for error in errors] == ["did you mean MatMul?"] * 100 + [None] * 200
    asked.clear()
    to_python(diagram, "x.py")
    assert len(asked) == 100
