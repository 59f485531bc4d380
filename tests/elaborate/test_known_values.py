"""Values that shapes follow from are worked out ahead of a run, but never at the price of much memory."""

from __future__ import annotations

import tracemalloc

import pytest

from blocks.elaborate.elaborate import elaborate
from blocks.elaborate.model import Elaboration
from tests.run.pages import BlockText, block, const, diagram

HUGE = 2**31 - 1
MUCH = 32 << 20
"""Bytes."""
X = block("x", "Placeholder", dtype="DT_FLOAT")
R = block("r", "Reshape")
INTO_R = "x.output>r.tensor"


def elaborated(blocks: list[BlockText], wires: str) -> Elaboration:
    """A page as a graph, made without much memory."""
    page = diagram(blocks, wires).pages[0].snapshot()
    tracemalloc.start()
    try:
        elaboration = elaborate(page)
        assert tracemalloc.get_traced_memory()[1] < MUCH
    finally:
        tracemalloc.stop()
    return elaboration


@pytest.mark.parametrize(
    ("blocks", "wires"),
    [
        ([const("d", [HUGE]), const("v", 1), block("f", "Fill")], "d.output>f.dims v.output>f.value f.output>r.shape"),
        (
            [const("d", [HUGE]), const("v", 1), block("f", "Fill"), block("s", "Square")],
            "d.output>f.dims v.output>f.value f.output>s.x s.y>r.shape",
        ),
        ([const("d", HUGE), block("f", "Range", start=0, delta=1)], "d.output>f.limit f.output>r.shape"),
        (
            [const("i", [HUGE - 1]), const("v", [1]), block("f", "DynamicStitch")],
            "i.output>f.indices v.output>f.data f.merged>r.shape",
        ),
        (
            [const("i", [HUGE - 1]), const("v", [1]), block("f", "SegmentSum")],
            "i.output>f.segment_ids v.output>f.data f.output>r.shape",
        ),
        (
            [const("i", [[5]]), const("n", [HUGE]), const("v", [1]), block("f", "ScatterNd")],
            "i.output>f.indices n.output>f.shape v.output>f.updates f.output>r.shape",
        ),
    ],
)
def test_a_shape_with_more_sizes_than_a_tensor_has_axes_is_an_error(blocks: list[BlockText], wires: str) -> None:
    elaboration = elaborated([*blocks, X, R], f"{wires} {INTO_R}")
    assert [(e.block, e.message.partition(" is ")[0]) for e in elaboration.problems] == [
        ("r", "a tensor can have at most 64 axes, got a shape with 2,147,483,647 sizes")
    ]


@pytest.mark.parametrize("type_name", ["Transpose", "Slice", "Pad"])
def test_other_vectors_with_a_number_per_axis_are_no_longer_either(type_name: str) -> None:
    pins = {"Transpose": ["perm"], "Slice": ["begin", "size"], "Pad": ["paddings"]}[type_name]
    first = "x" if type_name == "Transpose" else "input"
    dims = [HUGE, 2] if type_name == "Pad" else [HUGE]
    wires = " ".join(f"f.output>t.{pin}" for pin in pins)
    elaboration = elaborated(
        [const("d", dims), const("v", 1), block("f", "Fill"), X, block("t", type_name)],
        f"d.output>f.dims v.output>f.value x.output>t.{first} {wires}",
    )
    assert [(e.block, e.message.partition(" is ")[0]) for e in elaboration.problems] == [
        ("t", "a tensor can have at most 64 axes, got a shape with 2,147,483,647 sizes")
    ]


def test_a_filled_matrix_is_no_shape() -> None:
    elaboration = elaborated(
        [const("d", [HUGE, 4]), const("v", 1), block("f", "Fill"), X, R],
        f"d.output>f.dims v.output>f.value f.output>r.shape {INTO_R}",
    )
    assert [e.message for e in elaboration.problems] == ["Reshape: shape must be a vector, got shape [2147483647,4]"]


def test_the_shape_of_a_tensor_is_known_without_the_tensor() -> None:
    elaboration = elaborated(
        [const("d", [HUGE, 4]), const("v", 1.0), block("f", "Fill"), block("s", "Shape"), X, R],
        f"d.output>f.dims v.output>f.value f.output>s.input s.output>r.shape {INTO_R}",
    )
    assert not elaboration.problems
    assert elaboration.values["r"]["output"].shape == (HUGE, 4)


def test_what_is_cut_out_of_a_tensor_is_not_known_if_that_is_large() -> None:
    fill = [const("d", [HUGE, 4]), const("v", 1), block("f", "Fill")]
    cut = [block("s", "Slice", begin=[0, 0], size=[1, 2]), block("q", "Reshape", shape=[2])]
    elaboration = elaborated(
        [*fill, *cut, X, R],
        f"d.output>f.dims v.output>f.value f.output>s.input s.output>q.tensor q.output>r.shape {INTO_R}",
    )
    assert not elaboration.problems
    assert elaboration.values["r"]["output"].shape == (None, None)


def test_a_small_result_beside_a_large_one_is_not_known() -> None:
    # The third result says for each row whether it is empty: 2 GiB.
    sparse = [const("i", [[0, 0]], dtype="DT_INT64"), const("v", [2]), const("d", [HUGE, 1], dtype="DT_INT64")]
    elaboration = elaborated(
        [*sparse, block("f", "SparseFillEmptyRows", default_value=0), X, R],
        f"i.output>f.indices v.output>f.values d.output>f.dense_shape f.reverse_index_map>r.shape {INTO_R}",
    )
    assert not elaboration.problems
    assert elaboration.values["r"]["output"].shape == (None,)
