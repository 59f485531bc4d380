"""Work on a hostile document grows with its size and no faster: counted in steps of the program, not in seconds."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from contextlib import suppress

import pytest

from blocks.base.errors import DiagramError
from blocks.document.file import loads
from blocks.elaborate.checks import check
from blocks.interchange.python.program import to_python
from blocks.run.session import Session
from tests.deep import shapes
from tests.reliability.steps import SIZES, second_difference, steps


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


def read(text: str) -> None:
    """Read, check, convert and write a document."""
    diagram = loads(text)
    check(diagram)
    to_python(diagram, "x.py")
    diagram.dumps()


def run(text: str) -> None:
    """Run the first page."""
    Session(loads(text).pages[0]).run()


# Shapes of composites are looked at in `tests.deep` only: what they cost grows faster, up to a limit on what they may
# expand to, and a few hundred of them say nothing of that.
FLAT = [shape for shape in shapes.names() if "composites" not in shapes.SHAPES[shape](1)]
WORK = [(shape, work) for shape in FLAT for work in (read, run)]


@pytest.mark.parametrize(("shape", "work"), WORK, ids=[f"{shape}-{work.__name__}" for shape, work in WORK])
def test_work_on_hostile_shapes_grows_with_their_size(
    shape: str, work: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:

    def no_matches(*_: object) -> list[str]:
        return []

    monkeypatch.setattr(difflib, "get_close_matches", no_matches)  # bounded, see above
    texts = [json.dumps({"format": "gradblocks/1", **shapes.SHAPES[shape](size)}) for size in SIZES]
    for text in texts:  # so that all is imported
        with suppress(DiagramError):
            work(text)
    counts = [steps(work, text) for text in texts]
    assert second_difference(counts) < 800 or counts[-1] <= counts[0]  # less: names so long are refused
