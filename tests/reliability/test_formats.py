"""Files of each version of the format, kept as they were written: read today, with all that is unknown in them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from blocks.base.errors import DiagramError
from blocks.document.data import Endpoint
from blocks.document.file import dumps, load, loads
from blocks.document.migrations import MAJOR

KEPT = Path(__file__).parent.parent / "corpus"


@pytest.mark.parametrize("version", range(1, MAJOR + 1))
def test_each_version_has_a_file_that_opens(version: int) -> None:
    text = (KEPT / f"format_{version}.gradblocks").read_text("utf-8")
    assert json.loads(text)["format"] == f"gradblocks/{version}"
    again = loads(dumps(loads(text)))
    assert [page.name for page in again.pages] == ["main", "q"]
    page = again.page("main")
    assert page.block("x").type == "A type of a later version"
    assert page.block("x").values["deep"] == {"er": [[], {}, [1, 1.0, True]]}
    assert page.block("v").extra == {"color of a later version": "red"}
    assert page.wires[2].source == Endpoint("x", "a pin of a later version", 1)
    assert page.notes[0].extra == {"by": "somebody"} and page.frames[0].extra == {"locked": False}
    assert page.extra == {"zoom": 1.5} and again.extra == {"made with": {"version": 99}}


@pytest.mark.parametrize("version", range(2, MAJOR + 1))
def test_composites_are_read_with_all_that_is_unknown_in_them(version: int) -> None:
    diagram = loads((KEPT / f"format_{version}.gradblocks").read_text("utf-8"))
    assert diagram.package is not None and diagram.package["rating"] == [1, 1.0]
    dense = diagram.composite("Dense")
    assert dense.gradient == (":층" if version > 2 else "")
    assert dense.values[0].extra == {"unit": "1"} and dense.values[1].default is None
    assert dense.extra == {"icon of a later version": "layers"}
    assert dense.origin is not None and dense.origin["mirror"] is None
    assert diagram.page("main").block("gone").values == {"z": 1}


# What an older version can say is written in that version.
@pytest.mark.parametrize("version", range(1, MAJOR + 1))
def test_each_is_written_as_it_was(version: int, tmp_path: Path) -> None:
    kept = KEPT / f"format_{version}.gradblocks"
    load(kept).save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == kept.read_bytes()


def test_a_version_to_come_is_refused_with_a_sentence() -> None:
    text = (KEPT / f"format_{MAJOR}.gradblocks").read_text("utf-8").replace(f"/{MAJOR}", f"/{MAJOR + 1}", 1)
    with pytest.raises(DiagramError, match=f"format gradblocks/{MAJOR + 1} of a newer Gradblocks"):
        loads(text)
