from __future__ import annotations

import pytest

from app.core import verbs
from blocks.base.errors import DiagramError
from blocks.library.index import find
from tests.app.pages import PAGE, after, end, wires


def places(source: str) -> list[int]:
    return verbs.wires_from(PAGE, *source.split("."))


def test_beginnings_move() -> None:
    edit = verbs.move_bundle(PAGE, places("r.activations"), end("m.product"), find, sources=True)
    assert edit is not None and edit.text == "Move 2 wires to m.product"
    lines = wires(after(PAGE, edit.change))
    assert lines[3] == "m.product -> s.x" and lines[5] == "m.product -> n.inputs"


def test_wires_that_are_there_already_are_no_edit() -> None:
    assert verbs.move_bundle(PAGE, places("m.product"), end("m.product"), find, sources=True) is None


@pytest.mark.parametrize(
    ("moved", "to", "sources", "why"),
    [
        (verbs.wires_at(PAGE, "n", "inputs"), "s.x", False, "one wire"),
        (places("r.activations"), "s.z", True, "itself"),
        (places("r.activations"), "s.nothing", True, "no output pin"),
        (places("r.activations"), "gone.z", True, "missing"),
        ([99], "m.product", True, "no longer exists"),
    ],
)
def test_what_does_not_fit_is_refused(moved: list[int], to: str, sources: bool, why: str) -> None:
    with pytest.raises(DiagramError, match=why):
        verbs.move_bundle(PAGE, moved, end(to), find, sources=sources)
