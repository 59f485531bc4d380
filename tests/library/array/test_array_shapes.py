"""Shapes inferred from what is known of the inputs."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.graph.scope import Scope, scope_of
from blocks.graph.verify import verify
from blocks.library.index import find


def are_texts(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(each, str) for each in cast("list[Any]", value))


def parsed(text: str) -> list[int | None] | None:
    """The inverse of `shape_text`."""
    sizes = text[1:-1].split(",") if text != "?" else None
    return None if sizes is None else [None if size == "?" else int(size) for size in sizes if size]


def build(block: str, inputs: list[Any], attributes: dict[str, Any]) -> Any:
    """A node; shape texts stand for placeholders (``int[2]``: of integers), lists of them for list pins."""
    root = Scope.new_root_scope()
    maker, placeholder = find(block), find("Placeholder")
    assert maker is not None and placeholder is not None

    def operand(value: Any) -> Any:
        if isinstance(value, str):
            dtype = "DT_INT32" if value.startswith("int") else "DT_FLOAT"
            return placeholder(root, dtype=dtype, shape=parsed(value.removeprefix("int")))
        return [operand(each) for each in value] if are_texts(value) else value

    node = maker(root, *map(operand, inputs), **attributes)
    verify(root.graph)
    return node


# Type, inputs, attributes -> shapes of the outputs.
INFERRED: list[tuple[str, list[Any], dict[str, Any], str]] = [
    ("Identity", ["[2,?]"], {}, "[2,?]"),
    ("StopGradient", ["?"], {}, "?"),
    ("PreventGradient", ["[?]"], {}, "[?]"),
    ("CheckNumerics", ["[?,1]"], {"message": ""}, "[?,1]"),
    ("Placeholder", [], {"dtype": "DT_FLOAT", "shape": [None, 3]}, "[?,3]"),
    ("Placeholder", [], {"dtype": "DT_FLOAT"}, "?"),
    ("PlaceholderWithDefault", ["[2,3]"], {"shape": [None, 3]}, "[?,3]"),
    ("Shape", ["[2,?]"], {}, "[2]"),
    ("Shape", ["?"], {}, "[?]"),
    ("Rank", ["?"], {}, "[]"),
    ("Size", ["[2]"], {}, "[]"),
    ("ZerosLike", ["[2,?]"], {}, "[2,?]"),
    ("OnesLike", ["?"], {}, "?"),
    ("Fill", [[2, 3], 1.0], {}, "[2,3]"),
    ("Fill", ["int[2]", 1.0], {}, "[?,?]"),
    ("Fill", ["int?", 1.0], {}, "?"),
    ("Reshape", ["[?,6]", [-1, 3]], {}, "[?,3]"),
    ("Reshape", ["[4,6]", [-1, 3]], {}, "[8,3]"),
    ("Reshape", ["[0,3]", [0, -1]], {}, "[0,3]"),
    ("Reshape", ["[0,3]", [0, 2, -1]], {}, "[0,2,1]"),
    ("Reshape", ["[4,6]", "int[3]"], {}, "[?,?,?]"),
    ("Reshape", ["[4,6]", "int?"], {}, "?"),
    ("ExpandDims", ["[2,?]", -1], {}, "[2,?,1]"),
    ("ExpandDims", ["[2,?]", [0]], {}, "[1,2,?]"),
    ("ExpandDims", ["[2,?]", "int[]"], {}, "[?,?,?]"),
    ("ExpandDims", ["?", 0], {}, "?"),
    ("Squeeze", ["[1,2,1]"], {}, "[2]"),
    ("Squeeze", ["[1,?,1]"], {}, "?"),
    ("Squeeze", ["[1,?,?]"], {"squeeze_dims": [0, -1]}, "[?]"),
    ("Transpose", ["[2,?,4]", [2, 0, 1]], {}, "[4,2,?]"),
    ("Transpose", ["[2,?,4]", "int[3]"], {}, "[?,?,?]"),
    ("Transpose", ["?", [1, 0]], {}, "[?,?]"),
    ("InvertPermutation", ["int[3]"], {}, "[3]"),
    ("Reverse", ["[2,?]", [1]], {}, "[2,?]"),
    ("Concat", [["[2,?]", "[3,4]"], 0], {}, "[5,4]"),
    ("Concat", [["[2,?]", "[?,4]"], 1], {}, "[2,?]"),
    ("Concat", [["[2,?]", "?"], 0], {}, "[?,?]"),
    ("Concat", [["[2,3]", "[2,3]"], "int[]"], {}, "[?,?]"),
    ("Concat", [["?", "?"], 0], {}, "?"),
    ("Stack", [["[2,?]", "[?,4]"]], {"axis": -1}, "[2,4,2]"),
    ("Stack", [["?", "?"]], {}, "?"),
    ("Unstack", ["[2,?]"], {"num": 2}, "[?] [?]"),
    ("Unstack", ["[?,3]"], {"num": 2}, "[3] [3]"),
    ("Unstack", ["?"], {"num": 1}, "?"),
    ("Split", [1, "[2,6]"], {"num_split": 2}, "[2,3] [2,3]"),
    ("Split", [0, "[?,6]"], {"num_split": 2}, "[?,6] [?,6]"),
    ("Split", ["int[]", "[2,6]"], {"num_split": 1}, "[?,?]"),
    ("SplitV", ["[7,2]", [3, -1], 0], {"num_split": 2}, "[3,2] [4,2]"),
    ("SplitV", ["[?,2]", [3, -1], 0], {"num_split": 2}, "[3,2] [?,2]"),
    ("SplitV", ["[7,2]", "int[2]", 0], {"num_split": 2}, "[?,2] [?,2]"),
    ("Slice", ["[4,?]", [1, 0], [-1, 2]], {}, "[3,2]"),
    ("Slice", ["[4,?]", "int[2]", [-1, 2]], {}, "[?,2]"),
    ("Slice", ["?", [1], [-1]], {}, "[?]"),
    ("Slice", ["?", "int?", "int?"], {}, "?"),
    ("StridedSlice", ["[5,?]", [1, 0], [4, 0], [2, 1]], {"end_mask": 2}, "[2,?]"),
    ("StridedSlice", ["[5,?]", [3], [4], [1]], {"shrink_axis_mask": 1}, "[?]"),
    ("StridedSlice", ["[5,7]", "int[2]", "int[2]", [1, 1]], {"shrink_axis_mask": 2}, "[?]"),
    ("StridedSlice", ["[5,7]", "int[1]", "int[1]", "int[1]"], {}, "?"),
    ("StridedSlice", ["[5]", [0, 0], [0, 0], [1, -1]], {"new_axis_mask": 1, "begin_mask": 2, "end_mask": 2}, "[1,5]"),
    ("StridedSlice", ["[5,6,7]", [0, 9], [0, 2], [1, -2]], {"ellipsis_mask": 1}, "[5,6,2]"),
    ("StridedSliceGrad", [[4, 2], [1], [2], [1], "[?,2]"], {}, "[4,2]"),
    ("Tile", ["[2,?]", [3, 2]], {}, "[6,?]"),
    ("Tile", ["[2,?]", [3, 0]], {}, "[6,0]"),
    ("Tile", ["[2,?]", "int?"], {}, "[?,?]"),
    ("Tile", ["?", "int[2]"], {}, "[?,?]"),
    ("Pad", ["[2,?]", [[1, 1], [0, 2]]], {}, "[4,?]"),
    ("Pad", ["?", "int[3,2]"], {}, "[?,?,?]"),
    ("PadV2", ["[2]", [[1, 1]], 0.0], {}, "[4]"),
    ("MirrorPad", ["[3]", [[2, 2]]], {"mode": "REFLECT"}, "[7]"),
    ("OneHot", ["int[2,?]", 4, 1.0, 0.0], {"axis": 1}, "[2,4,?]"),
    ("OneHot", ["int[2]", "int[]", 1.0, 0.0], {}, "[2,?]"),
    ("Gather", ["[5,?,7]", "int[2,3]"], {}, "[2,3,?,7]"),
    ("Gather", ["?", "int[2]"], {}, "?"),
    ("GatherV2", ["[5,?,7]", "int[2]", -1], {}, "[5,?,2]"),
    ("GatherV2", ["[5,?,7]", "int[2]", "int[]"], {}, "[?,?,?]"),
    ("GatherV2", ["[?,6,7]", "int[5,2]", 1], {"batch_dims": 1}, "[5,2,7]"),
    ("GatherNd", ["[5,?,7]", "int[4,2]"], {}, "[4,7]"),
    ("GatherNd", ["[5,?,7]", "int[4,?]"], {}, "?"),
    ("ScatterNd", ["int[4,1]", "[4,3]", [6, 3]], {}, "[6,3]"),
    ("ScatterNd", ["int[4,1]", "[4,3]", "int[2]"], {}, "[?,?]"),
    ("Where", ["[2,?]"], {}, "[?,2]"),
    ("Where", [[True, False, True]], {}, "[2,1]"),
    ("Where", ["?"], {}, "[?,?]"),
    ("Unique", ["int[5]"], {}, "[?] [5]"),
    ("UniqueWithCounts", ["int[?]"], {}, "[?] [?] [?]"),
    ("Diag", ["[2,?]"], {}, "[2,?,2,?]"),
    ("DiagPart", ["[2,?,?,3]"], {}, "[2,3]"),
    ("MatrixBandPart", ["[2,?,4]", 1, -1], {}, "[2,?,4]"),
]


@pytest.mark.parametrize(
    ("block", "inputs", "attributes", "expected"), INFERRED, ids=lambda v: v if isinstance(v, str) else ""
)
def test_shapes_are_as_exact_as_what_is_known(
    block: str, inputs: list[Any], attributes: dict[str, Any], expected: str
) -> None:
    node = build(block, inputs, attributes)
    assert " ".join(shape_text(output.shape) for output in node.outputs) == expected


# Type, inputs, attributes -> what the error says, and the pin that it names.
REFUSED: list[tuple[str, list[Any], dict[str, Any], str, str]] = [
    ("Reshape", ["[2,3]", [4]], {}, "cannot reshape 6 elements of shape [2,3] to the shape [4]", "shape"),
    ("Reshape", ["?", [-1, -1]], {}, "has 2", "shape"),
    ("Reshape", ["[2,3]", [0, 2, -1]], {}, "cannot reshape", "shape"),
    ("Reshape", ["?", "int[1,1]"], {}, "shape must be a vector", "shape"),
    ("ExpandDims", ["[2]", 2], {}, "axis 2 does not exist", "axis"),
    ("Squeeze", ["[2,1]"], {"squeeze_dims": [0]}, "has size 2", "squeeze_dims"),
    ("Transpose", ["[2,1]", [0, 0]], {}, "each axis from 0 to 1 once", "perm"),
    ("Transpose", ["[2,1]", "int[3]"], {}, "rank 2, perm has 3", "perm"),
    ("Reverse", ["[2,1]", [0, -2]], {}, "only once", "axis"),
    ("Concat", [["[2,3]", "[2,4]"], 0], {}, "except along axis 0; expected [?,3]", "values"),
    ("Concat", [["[2,3]", "[2]"], 0], {}, "has rank 1, not 2", "values"),
    ("Concat", [["[2]", "[]"], 0], {}, "scalar", "values"),
    ("Stack", [["[2]", "[3]"]], {}, "expected [2] at index 1, got [3]", "values"),
    ("Unstack", ["[3]"], {"num": 2}, "(3), got 2", "num"),
    ("Split", [0, "[3]"], {"num_split": 2}, "into 2 equal parts", "num_split"),
    ("SplitV", ["[3]", [1, 1], 0], {"num_split": 2}, "add up to 3", "size_splits"),
    ("SplitV", ["[3]", [1, 1, 1], 0], {"num_split": 2}, "num_split = 2", "size_splits"),
    ("Slice", ["[3]", [1], [3]], {}, "cannot take 3", "size"),
    ("Slice", ["[3]", [-1], [1]], {}, "begin must be from 0 to 3", "begin"),
    ("StridedSlice", ["[3]", [0], [2], [0]], {}, "stride must not be 0", "strides"),
    ("StridedSlice", ["[3]", [0], [2], [-1]], {"shrink_axis_mask": 1}, "must be positive", "strides"),
    ("StridedSlice", ["[3]", [5], [2], [1]], {"shrink_axis_mask": 1}, "outside axis 0", "begin"),
    ("StridedSlice", ["[3]", [0, 0], [2, 2], [1, 1]], {}, "2 axes, but the tensor has rank 1", "begin"),
    ("StridedSlice", ["[3]", [0, 0], [2, 2], [1, 1]], {"ellipsis_mask": 3}, "one bit", "ellipsis_mask"),
    ("StridedSlice", ["?", "int[1]", "int[2]", "int[1]"], {}, "length, got 1 and 2", "end"),
    ("StridedSliceGrad", [[4], [1], [3], [1], "[3]"], {}, "shape [2], got [3]", "dy"),
    ("Tile", ["[2]", [-1]], {}, "multiples must be 0 or more, got -1", "multiples"),
    ("Pad", ["[2]", [[-1, 0]]], {}, "paddings must be 0 or more", "paddings"),
    ("Pad", ["[2]", "int[2,2]"], {}, "one row per axis", "paddings"),
    ("PadV2", ["[2]", [[0, 0]], [1.0]], {}, "constant_values must be a scalar", "constant_values"),
    ("MirrorPad", ["[3]", [[3, 0]]], {"mode": "REFLECT"}, "at most 2", "paddings"),
    ("MirrorPad", ["[3]", [[4, 0]]], {"mode": "SYMMETRIC"}, "at most 3", "paddings"),
    ("Fill", [[2, -1], 1.0], {}, "dims must be 0 or more", "dims"),
    ("OneHot", ["int[2]", -1, 1.0, 0.0], {}, "depth must be 0 or more", "depth"),
    ("Gather", ["[]", "int[2]"], {}, "params must have", "params"),
    ("GatherV2", ["[2,3]", "int[2,1]", 0], {"batch_dims": 1}, "at most axis", "batch_dims"),
    ("GatherV2", ["[2,3]", "int[3,1]", 1], {"batch_dims": 1}, "same 1 leading", "indices"),
    ("GatherNd", ["[2]", "int[1,2]"], {}, "at most 1 numbers", "indices"),
    ("ScatterNd", ["int[2,1]", "[3]", [4]], {}, "the shape [2]", "updates"),
    ("ScatterNd", ["int[2,1]", "[2]", [4]], {"bad_indices_policy": "LOG"}, "one of DEFAULT", "bad_indices_policy"),
    ("Where", ["[]"], {}, "rank 1 or more", "condition"),
    ("Diag", ["[]"], {}, "rank 1 or more", "diagonal"),
    ("DiagPart", ["[2,3]"], {}, "second half", "input"),
    ("MatrixBandPart", ["[2,3]", 3, 0], {}, "number of rows (2), got 3", "num_lower"),
    ("PlaceholderWithDefault", ["[3]"], {"shape": [2]}, "the default has the shape [3]", "input"),
]


@pytest.mark.parametrize(
    ("block", "inputs", "attributes", "text", "pin"), REFUSED, ids=lambda v: v if isinstance(v, str) else ""
)
def test_what_does_not_fit_is_said_when_the_graph_is_built(
    block: str, inputs: list[Any], attributes: dict[str, Any], text: str, pin: str
) -> None:
    with pytest.raises(DiagramError) as caught:
        build(block, inputs, attributes)
    assert text in caught.value.message
    assert caught.value.pin == pin


def test_shapes_of_placeholders_make_known_values() -> None:
    shape = build("Shape", ["[2,3]"], {}).outputs[0]
    reshaped = find("Reshape")
    assert reshaped is not None
    placeholder = find("Placeholder")
    assert placeholder is not None
    x = placeholder(scope_of(shape), dtype="DT_FLOAT", shape=[6])
    assert reshaped(x, shape).outputs[0].shape == (2, 3)


def test_a_default_is_no_known_value() -> None:
    root = Scope.new_root_scope()
    default, fill = find("PlaceholderWithDefault"), find("Fill")
    assert default is not None and fill is not None
    sizes = default(root, np.array([2, 3], np.int32), shape=[2])
    assert fill(sizes, 1.0).outputs[0].shape == (None, None)
