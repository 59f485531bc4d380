"""Building a diagram by hand, and looking at it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from blocks.base import dtypes
from blocks.base.errors import DiagramError, UsageError
from blocks.document.file import loads
from blocks.document.model import Diagram, Endpoint, Wire
from tests.document.documents import EXAMPLE

pytestmark = pytest.mark.usefixtures("made_up_names")


def test_the_example_built_by_hand() -> None:
    diagram = Diagram()
    page = diagram.add_page("main")
    a = page.add("Const", id="A", val=[[3.0, 2.0], [-1.0, 0.0]], at=(40, 40))
    page.add("Const", id="b", val=np.array([[3, 5]], np.float32), at=np.array([40.0, 180.0]))
    page.add("MatMul", id="v", transpose_b=np.bool_(True), at=[300, 80])
    page.wire("A.output", "v.a")
    page.wire("b.output", "v.b")
    expected = loads(EXAMPLE).page("main")
    assert a == expected.blocks[0]
    assert (page.blocks, page.wires) == (expected.blocks, expected.wires)


CONVERSIONS: list[tuple[Any, Any]] = [
    (True, True),
    (None, None),
    ((1, (2.0, "x")), [1, [2.0, "x"]]),
    (np.int64(3), 3),
    (np.float32(0.5), 0.5),
    (np.float64(2), 2.0),
    (np.arange(4).reshape(2, 2), [[0, 1], [2, 3]]),
    (np.array([0.5, np.nan, np.inf, -np.inf]), [0.5, "NaN", "Infinity", "-Infinity"]),
    (float("nan"), "NaN"),
    ([1.0, float("-inf")], [1.0, "-Infinity"]),
    (np.array([True, False]), [True, False]),
    (np.array([1.5], ml_dtypes.bfloat16), [1.5]),
    (1 + 2j, "1+2j"),
    (b"text", "text"),
    (b"\xff\x00", {"base64": "/wA="}),
    (np.array(["a", "b\x00c"]), ["a", "b\x00c"]),
    (np.array([b"\xff", b"a\x00"], object), [{"base64": "/w=="}, "a\x00"]),
    (dtypes.FLOAT, "DT_FLOAT"),
    ([dtypes.INT32, "DT_BOOL"], ["DT_INT32", "DT_BOOL"]),
    ({"file": "w.npy"}, {"file": "w.npy"}),
    ([2, None], [2, None]),
]


@pytest.mark.parametrize(("given", "expected"), CONVERSIONS)
def test_python_values_become_the_file_s(given: Any, expected: Any) -> None:
    diagram = Diagram()
    block = diagram.add_page("p").add("T", v=given)
    assert repr(block.values["v"]) == repr(expected)
    assert repr(loads(diagram.dumps()).page("p").block(block.id).values["v"]) == repr(expected)


@pytest.mark.parametrize(
    "given",
    [object(), {1: 2}, np.array("2020-01-01", "datetime64[D]"), [print], 10**4300, "\ud800"],
    ids=["object", "key", "date", "function", "digits", "surrogate"],
)
def test_what_no_file_can_hold(given: Any) -> None:
    page = Diagram().add_page("p")
    with pytest.raises(DiagramError) as caught:
        page.add("T", id="x", v=given)
    assert (caught.value.page, caught.value.block) == ("p", "x")
    assert page.blocks == ()


def test_lists_given_are_copied() -> None:
    given = [[1.0]]
    block = Diagram().add_page("p").add("T", v=given)
    given[0][0] = 2.0
    assert block.values["v"] == [[1.0]]


def test_fresh_ids() -> None:
    page = Diagram().add_page("p")
    page.add("T", id="MatMul2")
    ids = [page.add(t).id for t in ("MatMul", "MatMul", "MatMul", "a.b/c", "..")]
    assert ids == ["MatMul1", "MatMul3", "MatMul4", "abc1", "Block1"]


def test_attributes_may_be_called_type() -> None:
    assert Diagram().add_page("p").add("Bitcast", type="DT_INT32").values == {"type": "DT_INT32"}


def test_wires_need_their_blocks() -> None:
    page = loads(EXAMPLE).page("main")
    for source, target, expected in [
        ("A.output", "v", "page 'main', block 'v': the pin must be named"),
        ("x.output", "v.a", "page 'main': there is no block 'x'"),
        ("A.output", "y.a", "page 'main': there is no block 'y'"),
    ]:
        with pytest.raises(DiagramError) as caught:
            page.wire(source, target)
        assert expected in str(caught.value)
    assert page.wire("A.output[1]", "v.a") == Wire(Endpoint("A", "output", 1), Endpoint("v", "a"))
    assert len(page.wires_into("v", "a")) == 2


def test_remove_takes_the_wires_along_and_can_be_undone() -> None:
    diagram = loads(EXAMPLE)
    page = diagram.page("main")
    inverse = page.remove("b", "v")
    assert ([b.id for b in page.blocks], page.wires) == (["A"], ())
    diagram.apply(inverse)
    assert diagram.dumps() == EXAMPLE


def test_set() -> None:
    diagram = loads(EXAMPLE)
    inverse = diagram.page("main").set("v", transpose_b=False, a=np.ones(2))
    assert diagram.page("main").block("v").values == {"transpose_b": False, "a": [1.0, 1.0]}
    diagram.apply(inverse)
    assert diagram.dumps() == EXAMPLE


def test_looking_things_up() -> None:
    diagram = loads(EXAMPLE)
    page = diagram.page("main")
    assert page is diagram.page("main") is diagram.pages[0]
    assert page.diagram is diagram
    assert page.get("nobody") is None
    with pytest.raises(UsageError, match="there is no block 'nobody'"):
        page.block("nobody")
    with pytest.raises(UsageError) as caught:
        diagram.page("other")
    assert str(caught.value) == "there is no page 'other'. The pages are: 'main'."
    assert page.wires_into("v") == page.wires
    assert page.wires_from("v") == page.wires_from("nobody", "x") == ()


def test_wires_are_given_pin_by_pin_and_follow_edits() -> None:
    diagram = Diagram()
    page = diagram.add_page("main")
    for name in ("a", "b", "v"):
        page.add("T", id=name)
    first, second, third = page.wire("a.x", "v.p"), page.wire("b.x", "v.q"), page.wire("b.y", "v.p")
    assert page.wires_into("v") == (first, third, second)
    assert page.wires_into("v", "p") == (first, third)
    fourth = page.wire("a.x", "v.q")
    assert page.wires_into("v", "q") == (second, fourth)
    assert page.wires_from("a") == page.wires_from("a", "x") == (first, fourth)
    page.remove("b")
    assert page.wires_into("v") == (first, fourth)
    assert page.wires_from("b") == ()


def test_snapshots_stay_as_they_were() -> None:
    diagram = loads(EXAMPLE)
    page = diagram.page("main")
    before, revision = page.snapshot(), page.revision
    assert page.snapshot() is before
    page.add("T", id="x")
    assert page.revision > revision
    assert diagram.revision == 1
    assert (len(before.blocks), len(page.blocks), len(diagram.document.pages[0].blocks)) == (3, 4, 4)


def test_a_page_that_was_removed_takes_no_changes() -> None:
    from blocks.document.changes import RemovePage, RenamePage

    diagram = loads(EXAMPLE)
    page = diagram.page("main")
    undo = diagram.apply(RenamePage("main", "new"))
    assert page.name == "new"
    page.add("T")
    diagram.apply(undo)
    diagram.apply(diagram.apply(RemovePage("main")))
    with pytest.raises(DiagramError, match="the page 'main' was removed from its diagram"):
        page.add("T")
    diagram.page("main").add("T")


def test_save(tmp_path: Path) -> None:
    diagram = Diagram()
    diagram.add_page("p").add("Const", val=1.0)
    diagram.save(tmp_path / "x.gradblocks")
    assert (tmp_path / "x.gradblocks").read_text() == diagram.dumps()
