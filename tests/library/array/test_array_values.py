"""Results beyond TensorFlow's cases: all dtypes, views, strings, single elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from blocks.base.dtypes import ALL, BY_NAME, DType
from blocks.base.errors import DiagramError
from blocks.graph.scope import Scope
from blocks.library.array.row_reductions import add_rows
from blocks.library.index import MODULES, find
from blocks.run.client import ClientSession
from tests.table import table

INT = np.int32
TYPES = [name for module, names in MODULES.items() if module.startswith("array.") for name in names.split()]


def data(dtype: DType, shape: tuple[int, ...]) -> Any:
    count = int(np.prod(shape))
    if dtype.kind in ("string", "handle"):
        flat = np.empty(count, object)
        flat[:] = [b"%d\0" % i for i in range(count)]
        return flat.reshape(shape)
    return (np.arange(count) % 7).astype(dtype.numpy).reshape(shape)


def kernel(name: str, *args: Any, **attributes: Any) -> Any:
    spec = find(name)
    assert spec is not None
    return spec.kernel(*args, **attributes)


# Everything that moves elements about: the call, and the same in NumPy's words.
MOVES: list[tuple[str, tuple[int, ...], list[Any], dict[str, Any], Callable[[Any], Any]]] = [
    ("Identity", (2, 3), [], {}, lambda x: x),
    ("Reshape", (2, 3), [np.array([3, -1], INT)], {}, lambda x: x.reshape(3, 2)),
    ("Reshape", (1,), [np.array([], INT)], {}, lambda x: x.reshape(())),
    ("ExpandDims", (), [np.array(-1, INT)], {}, lambda x: x.reshape(1)),
    ("Squeeze", (1, 1), [], {}, lambda x: x.reshape(())),
    ("Transpose", (2, 3), [np.array([1, 0], INT)], {}, lambda x: x.T),
    ("Reverse", (2, 3), [np.array([1, 0], INT)], {}, lambda x: x[::-1, ::-1]),
    ("Slice", (2, 3), [np.array([0, 1], INT), np.array([-1, 1], INT)], {}, lambda x: x[:, 1:2]),
    (
        "StridedSlice",
        (2, 3),
        [np.array(v, INT) for v in ([1, 0], [0, 0], [1, 1])],
        {"shrink_axis_mask": 3},
        lambda x: x[1:2, 0].reshape(()),
    ),
    ("Tile", (2,), [np.array([2], INT)], {}, lambda x: np.concatenate([x, x])),
    ("Tile", (), [np.array([], INT)], {}, lambda x: x),
    ("MirrorPad", (3,), [np.array([[1, 2]], INT)], {"mode": "REFLECT"}, lambda x: x[[1, 0, 1, 2, 1, 0]]),
    ("MirrorPad", (), [np.zeros((0, 2), INT)], {"mode": "REFLECT"}, lambda x: x),
    ("Gather", (3, 2), [np.array([[2, 0]], INT)], {}, lambda x: x[[[2, 0]]]),
    ("Gather", (3,), [np.array(2, INT)], {}, lambda x: x[2:].reshape(())),
    ("GatherV2", (2, 3), [np.array(2, INT), np.array(1, INT)], {}, lambda x: x[:, 2]),
    ("GatherV2", (1, 3), [np.array([[2, 0]], INT), np.array(1, INT)], {"batch_dims": 1}, lambda x: x[:, [2, 0]]),
    ("GatherNd", (2, 3), [np.array([1, 2], INT)], {}, lambda x: x[1:, 2].reshape(())),
    ("GatherNd", (2, 3), [np.array([[1], [0]], INT)], {}, lambda x: x[::-1]),
]


@pytest.mark.parametrize(("name", "shape", "args", "attributes", "expected"), MOVES)
def test_all_dtypes_are_moved_unchanged(
    name: str, shape: tuple[int, ...], args: list[Any], attributes: dict[str, Any], expected: Any
) -> None:
    spec = find(name)
    assert spec is not None
    for dtype in spec.inputs[0].allowed:
        x = data(dtype, shape)
        result: Any = kernel(name, x, *args, **attributes)
        wanted = expected(x)
        assert type(result) is np.ndarray or dtype.kind not in ("string", "handle")
        assert result.dtype == x.dtype and result.shape == wanted.shape
        assert result.tolist() == wanted.tolist()
        assert spec.view or not np.shares_memory(result, x)


@pytest.mark.parametrize("dtype", ALL, ids=str)
def test_joining_and_cutting_all_dtypes(dtype: DType) -> None:
    x, one = data(dtype, (2, 3)), data(dtype, ())
    axis = np.array(1, INT)
    parts = {
        "Unstack": kernel("Unstack", x, num=3, axis=1),
        "Split": kernel("Split", axis, x, num_split=3),
        "SplitV": kernel("SplitV", x, np.array([1, -1, 1], INT), axis, num_split=3),
    }
    for name, part_of_it in parts.items():
        assert all(type(part) is np.ndarray and part.dtype == x.dtype for part in part_of_it)
        joined = (
            kernel("Stack", tuple(part_of_it), axis=1)
            if name == "Unstack"
            else kernel("Concat", tuple(part_of_it), axis)
        )
        assert joined.dtype == x.dtype and joined.tolist() == x.tolist()
        assert not np.shares_memory(joined, x)
    singles = kernel("Unstack", x[0], num=3)
    assert all(type(single) is np.ndarray and single.shape == () for single in singles)
    assert kernel("Stack", (one, one)).tolist() == [one.item()] * 2


@pytest.mark.parametrize(
    "dtype", [BY_NAME["DT_STRING"], BY_NAME["DT_QINT8"], BY_NAME["DT_BFLOAT16"], BY_NAME["DT_BOOL"]]
)
def test_zeros_are_those_of_the_dtype(dtype: DType) -> None:
    x = data(dtype, (1,))
    zero = b"" if dtype.kind == "string" else dtype.numpy.type(0)
    assert kernel("Pad", x, np.array([[1, 0]], INT)).tolist() == [zero, x[0]]
    assert kernel("PadV2", x, np.array([[0, 1]], INT), x.reshape(())).tolist() == [x[0], x[0]]
    assert kernel("Fill", np.array([2], INT), x.reshape(())).tolist() == [x[0]] * 2
    assert kernel("ZerosLike", x).tolist() == [zero]
    assert kernel("GatherNd", x, np.array([[4]], INT), bad_indices_policy="IGNORE").tolist() == [zero]


def test_one_hot_of_a_scalar_and_of_strings() -> None:
    on, off = np.array(b"on\0", object), np.array(b"off", object)
    assert kernel("OneHot", np.int32(1), np.int32(3), np.float32(5), np.float32(0)).tolist() == [0, 5, 0]
    assert kernel("OneHot", np.int32(4), np.int32(3), np.float32(5), np.float32(0)).tolist() == [0, 0, 0]
    assert kernel("OneHot", np.array([0], np.uint8), np.int32(2), on, off).tolist() == [[b"on\0", b"off"]]


@pytest.mark.parametrize(
    ("dtype", "x", "y", "idx"),
    [
        ("DT_DOUBLE", [np.nan, 1.0, np.nan], [np.nan, 1.0, np.nan], [0, 1, 2]),
        ("DT_HALF", [np.nan, 1.0, np.nan], [np.nan, 1.0, np.nan], [0, 1, 2]),
        ("DT_BFLOAT16", [np.nan, 1.0, np.nan], [np.nan, 1.0, np.nan], [0, 1, 2]),
        ("DT_DOUBLE", [-0.0, 0.0], [-0.0], [0, 0]),
        # TensorFlow takes half precision by its bits.
        ("DT_HALF", [-0.0, 0.0], [-0.0, 0.0], [0, 1]),
        ("DT_BFLOAT16", [-0.0, 0.0], [-0.0, 0.0], [0, 1]),
    ],
)
def test_unique_of_special_values(dtype: str, x: list[float], y: list[float], idx: list[int]) -> None:
    numpy = BY_NAME[dtype].numpy
    values, places = kernel("Unique", np.array(x, numpy), out_idx=BY_NAME["DT_INT64"])
    assert values.dtype == numpy
    np.testing.assert_array_equal(np.signbit(values), np.signbit(np.array(y)))
    np.testing.assert_array_equal(values.astype(float), y)
    assert places.tolist() == idx


def test_unique_of_strings() -> None:
    x = np.array([b"b", b"a\0", b"a", b"b"], object)
    y, idx, count = kernel("UniqueWithCounts", x, out_idx=BY_NAME["DT_INT32"])
    assert (y.tolist(), idx.tolist(), count.tolist()) == ([b"b", b"a\0", b"a"], [0, 1, 2, 0], [2, 1, 1])


@pytest.mark.parametrize("k", [1, 3])
@pytest.mark.parametrize("numpy", ["float32", "float64", "complex64", "complex128", "int64", "uint8", "float16"])
def test_rows_are_added_as_numpy_adds_them_one_by_one(numpy: str, k: int) -> None:
    rng = np.random.default_rng(3)
    places = rng.integers(0, 7, 50)
    rows = rng.integers(0, 4, (50, k)).astype(numpy)
    if np.dtype(numpy).kind == "c":
        rows = rows * (1 + 2j)
    rows = rows.astype(numpy)
    wanted = np.zeros((9, k), numpy)
    np.add.at(wanted, places, rows)
    result = add_rows(9, places, rows)
    assert result.dtype == wanted.dtype
    np.testing.assert_array_equal(result, wanted)


def test_large_integers_and_infinities_are_added_exactly() -> None:
    big = 2**53 + 1
    places = np.array([0, 0, 1], np.int64)
    assert add_rows(2, places, np.array([[big], [1], [big]], np.int64)).tolist() == [[big + 1], [big]]
    result = add_rows(2, places, np.array([[1.0, np.inf], [2.0, 1.0], [np.nan, 0.0]], np.float32))
    np.testing.assert_array_equal(result, [[3.0, np.inf], [np.nan, 0.0]])


@pytest.mark.parametrize(
    ("name", "inputs", "text"),
    [
        ("Gather", [[1.0, 2.0], [0, 2]], "index 2 is outside the range from 0 to 1"),
        ("Gather", [[1.0, 2.0], [-1]], "index -1 is outside the range from 0 to 1"),
        ("GatherNd", [[[1.0, 2.0]], [[0, 1], [1, 0]]], "index [1, 0] is outside the shape [1,2]"),
        ("ScatterNd", [[[3]], [1.0], [3]], "index [3] is outside the shape [3]"),
        ("InvertPermutation", [[0, 3, 1]], "from 0 to 2, got 3"),
        ("InvertPermutation", [[0, 1, 1]], "1 occurs more than once"),
        ("CheckNumerics", [np.array([1.0, np.nan, np.inf, -np.inf])], "m: the tensor has 1 NaN and 2 Inf among 4"),
    ],
)
def test_what_only_the_values_show_is_said_when_it_runs(name: str, inputs: list[Any], text: str) -> None:
    root = Scope.new_root_scope()
    spec = find(name)
    assert spec is not None
    node = spec(root, *inputs, **({"message": "m"} if name == "CheckNumerics" else {}))
    with pytest.raises(DiagramError) as caught:
        ClientSession(root).run(list(node.outputs))
    assert text in caught.value.message


def test_a_placeholder_that_is_not_fed_says_so() -> None:
    root = Scope.new_root_scope()
    placeholder = find("Placeholder")
    assert placeholder is not None
    with pytest.raises(DiagramError, match="no value was fed"):
        ClientSession(root).run([placeholder(root, dtype="DT_FLOAT").outputs[0]])


def test_equal_placeholders_are_two() -> None:
    root = Scope.new_root_scope()
    placeholder = find("Placeholder")
    assert placeholder is not None
    a, b = (placeholder(root, dtype="DT_FLOAT", shape=[]).outputs[0] for _ in range(2))
    (value,) = ClientSession(root).run([a - b], {a: 5.0, b: 3.0})
    assert value == 2.0


@table("name", TYPES, ids=str)
def test_this_page_needs_no_other(name: str) -> None:
    spec = find(name)
    assert spec is not None
    assert spec.page == "array_ops"
    assert spec.kernel.__module__.startswith("blocks.library.array.")
