"""Corners where random diagrams once gave another answer than TensorFlow 2.21; the numbers are TensorFlow's."""

from __future__ import annotations

from typing import Any

import pytest

from blocks.base.dtypes import dtype
from blocks.base.errors import DiagramError
from blocks.base.literals import to_array
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.run.client import ClientSession


class Value:
    """A constant input: a literal, its dtype, its shape where the literal cannot say it."""

    def __init__(self, val: Any, dtype: str = "DT_INT32", shape: list[int] | None = None) -> None:
        self.val = val
        self.dtype = dtype
        self.shape = shape


def f(val: Any, *shape: int, kind: str = "DT_FLOAT") -> Value:
    return Value(val, kind, list(shape) or None)


def i(val: Any, *shape: int) -> Value:
    return Value(val, "DT_INT32", list(shape) or None)


def make(root: Scope, name: str, inputs: list[Value], attributes: dict[str, Any]) -> tuple[Any, list[Output]]:
    maker, const = find(name), find("Const")
    assert maker is not None and const is not None
    given = [const(root, val=v.val, dtype=v.dtype, shape=v.shape).outputs[0] for v in inputs]
    return maker(root, *given, **attributes), given


NAN = "NaN"
# Type, inputs, attributes -> the values of the outputs.
VALUES: list[tuple[str, list[Value], dict[str, Any], list[Any]]] = [
    ("Transpose", [f([[1.0, 2.0], [3.0, 4.0]]), i([-1, 0])], {}, [[[1.0, 3.0], [2.0, 4.0]]]),
    # batch_dims may be as large as the rank of indices: each row of params has one index
    ("GatherV2", [f([[1.0, 2.0], [3.0, 4.0]]), i([1, 0]), i(1)], {"batch_dims": 1}, [[2.0, 3.0]]),
    ("GatherV2", [f([[1.0, 2.0], [3.0, 4.0]]), i([[1], [0]]), i(1)], {"batch_dims": -1}, [[[2.0], [3.0]]]),
    # where slices are empty, indices may be anything
    ("Gather", [f([], 3, 0), i([7])], {}, [[[]]]),
    ("GatherV2", [f([], 2, 3, 0), i([[7], [8]]), i(1)], {"batch_dims": 1}, [[[[]], [[]]]]),
    ("Reshape", [f([], 1, 0), i([-1, 2, 0])], {}, [[]]),
    ("Reshape", [f([], 0, 4), i([-1, 0, 3])], {}, [[[]]]),
    ("Unique", [f([1.5, NAN, 1.5, "Infinity", NAN])], {}, [[1.5, NAN, "Infinity", NAN], [0, 1, 0, 2, 3]]),
    ("Unique", [f(["b", "a", "b"], kind="DT_STRING")], {}, [["b", "a"], [0, 1, 0]]),
    # in half precision, 0.0 and -0.0 are two values
    (
        "Unique",
        [f([0.0, -0.0, 1.0, -0.0, NAN, NAN], kind="DT_HALF")],
        {},
        [[0.0, -0.0, 1.0, NAN, NAN], [0, 1, 2, 1, 3, 4]],
    ),
    (
        "UniqueWithCounts",
        [f([0.0, -0.0, 1.0, -0.0], kind="DT_BFLOAT16")],
        {},
        [[0.0, -0.0, 1.0], [0, 1, 2, 1], [1, 2, 1]],
    ),
    ("Where", [f([0.0, 1.0], kind="DT_BFLOAT16")], {}, [[[1]]]),
    ("MirrorPad", [f([], 0), i([[0, 0]])], {"mode": "SYMMETRIC"}, [[]]),
    ("SplitV", [f([1.0, 2.0, 3.0]), i([3, -1]), i(0)], {"num_split": 2}, [[1.0, 2.0, 3.0], []]),
    # a single text
    ("Slice", [f("ab", kind="DT_STRING"), i([], 0), i([], 0)], {}, ["ab"]),
    ("StridedSlice", [f("ab", kind="DT_STRING"), i([], 0), i([], 0), i([], 0)], {}, ["ab"]),
    ("StridedSliceGrad", [i([], 0), i([], 0), i([], 0), i([], 0), f("ab", kind="DT_STRING")], {}, ["ab"]),
    ("Reverse", [f("ab", kind="DT_STRING"), i([], 0)], {}, ["ab"]),
    ("Pad", [f("ab", kind="DT_STRING"), i([], 0, 2)], {}, ["ab"]),
    ("Tile", [f("ab", kind="DT_STRING"), i([], 0)], {}, ["ab"]),
]


@pytest.mark.parametrize(("name", "inputs", "attributes", "expected"), VALUES)
def test_values(name: str, inputs: list[Value], attributes: dict[str, Any], expected: list[Any]) -> None:
    root = Scope.new_root_scope()
    node, _ = make(root, name, inputs, attributes)
    for output, result, wanted in zip(node.outputs, ClientSession(root).run(node.outputs), expected, strict=True):
        array, _ = to_array(wanted, output.dtype, result.shape)
        assert repr(result.tolist()) == repr(array.tolist())


# Type, inputs, attributes, the pin at fault.
REFUSED: list[tuple[str, list[Value], dict[str, Any], str]] = [
    ("Transpose", [f([[1.0]]), i([-1, 1])], {}, "perm"),
    ("SplitV", [f([1.0, 2.0]), i([-1]), i(0)], {"num_split": 1}, "size_splits"),
    ("OneHot", [i([0]), i(2), f(1.0), f(0.0)], {"axis": -2}, "axis"),
    ("MirrorPad", [f([], 0), i([[0, 0]])], {"mode": "REFLECT"}, "input"),
    ("Where", [f([1.0], kind="DT_HALF")], {}, "condition"),
    ("Tile", [f([1], kind="DT_UINT16"), i([2])], {}, "input"),
    ("Reshape", [f([[1.0, 2.0, 3.0]]), i([0, -1])], {}, "shape"),
    ("GatherNd", [f([], 0, 3), i([[0], [0]])], {}, "params"),
    ("GatherNd", [f([], 3, 0), i([], 2, 0)], {}, "params"),
    ("ScatterNd", [i([0, 2]), f([1.0, 2.0]), i([4])], {}, "indices"),
    ("ScatterNd", [i([], 2, 0), f([[1.0], [2.0]]), i([1])], {}, "indices"),
    ("ScatterNd", [i([[0]]), f([], 1, 0), i([4, 0])], {}, "shape"),
    ("Unique", [f([[1.5]])], {}, "x"),
]


@pytest.mark.parametrize(("name", "inputs", "attributes", "pin"), REFUSED)
def test_refusals(name: str, inputs: list[Value], attributes: dict[str, Any], pin: str) -> None:
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError) as raised:
        make(root, name, inputs, attributes)
    assert raised.value.pin == pin


# Type, inputs (it is differentiated by the first), attributes, the gradient that arrives, the one that results.
GRADIENTS: list[tuple[str, list[Value], dict[str, Any], Any, Any]] = [
    (
        "GatherV2",
        [f([[1.0, 2.0], [3.0, 4.0]]), i([1, 0]), i(1)],
        {"batch_dims": 1},
        [10.0, 20.0],
        [[0.0, 10.0], [20.0, 0.0]],
    ),
    ("Reshape", [f([[1.0, 2.0]]), i([2])], {}, [3.0, 4.0], [[3.0, 4.0]]),
]
# TensorFlow refuses these gradients though it has the values; ours are worked out by hand.
GRADIENTS_OF_OURS: list[tuple[str, list[Value], dict[str, Any], Any, Any]] = [
    ("Transpose", [f([[1.0, 2.0]]), i([-1, 0])], {}, [[3.0], [4.0]], [[3.0, 4.0]]),
    ("GatherNd", [f([[1.0, 2.0], [3.0, 4.0]]), i([1])], {}, [5.0, 6.0], [[0.0, 0.0], [5.0, 6.0]]),
    ("GatherNd", [f([1.0, 2.0]), i([], 2, 0)], {}, [[1.0, 2.0], [3.0, 4.0]], [4.0, 6.0]),
]


@pytest.mark.parametrize(("name", "inputs", "attributes", "arriving", "expected"), GRADIENTS + GRADIENTS_OF_OURS)
def test_gradients(name: str, inputs: list[Value], attributes: dict[str, Any], arriving: Any, expected: Any) -> None:
    root = Scope.new_root_scope()
    const = find("Const")
    assert const is not None
    node, given = make(root, name, inputs, attributes)
    dy = const(root, val=arriving, dtype=dtype("DT_FLOAT"))
    [gradient] = add_symbolic_gradients(root, [node], [given[0]], [dy])
    [result] = ClientSession(root).run([gradient])
    assert result.tolist() == expected
