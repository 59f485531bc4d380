"""Corners of matrices' diagonals, sequences, sets and assignments; the numbers are TensorFlow 2.21's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.run.client import ClientSession
from blocks.testing.calls import new

NAN, INF = float("nan"), float("inf")
FLOAT, HALF = np.float32, np.float16


def run(name: str, inputs: list[Any], attributes: dict[str, Any]) -> Any:
    root = Scope.new_root_scope()
    maker = find(name)
    assert maker is not None
    return ClientSession(root).run(list(maker(root, *inputs, **attributes).outputs))[0]


def i(*values: int) -> Any:
    return np.array(values, np.int32)


def sequences(*rows: list[int]) -> list[Any]:
    """Indices, values and shape of a sparse tensor whose rows are given."""
    places = [[k, j] for k, row in enumerate(rows) for j in range(len(row))]
    values = [value for row in rows for value in row]
    return [np.array(places, np.int64).reshape(-1, 2), i(*values), np.array([len(rows), 9], np.int64)]


VALUES: list[tuple[str, list[Any], dict[str, Any], Any]] = [
    ("BroadcastDynamicShape", [i(-1, 2), i(1, 2)], {}, [-1, 2]),
    ("BroadcastDynamicShape", [i(), i(3)], {}, [3]),
    ("BroadcastDynamicShape", [i(1), i(0)], {}, [0]),
    ("MatrixDiagPart", [np.zeros((2, 0, 3), FLOAT)], {}, np.zeros((2, 0))),
    ("MatrixDiag", [np.zeros((0, 2), FLOAT)], {}, np.zeros((0, 2, 2))),
    ("EditDistance", [*sequences([], [1]), *sequences([], [])], {}, [0, INF]),
    ("EditDistance", [*sequences([1, 2], []), *sequences([], [])], {"normalize": False}, [2, 0]),
    ("EditDistance", [*sequences([], []), *sequences([], [1, 2])], {}, [0, 1]),
    ("EditDistance", [*sequences([1, 2], [3], [4]), *sequences([1, 2], [5])], {}, [0, 1, INF]),
    ("EditDistance", [*sequences([7] * 3, [1]), *sequences([7] * 8, [2, 1])], {"normalize": False}, [5, 1]),
    ("SetDiff1D", [np.array([NAN, 1, NAN]), np.array([NAN, 2])], {}, [NAN, 1, NAN]),
    ("SetDiff1D", [np.array([-0.0, 0, 1], FLOAT), np.array([0], FLOAT)], {}, [1]),
    ("SetDiff1D", [np.array([-0.0, 0, 1], HALF), np.array([0], HALF)], {}, [-0.0, 1]),
    ("SetDiff1D", [np.array([NAN, 1], HALF), np.array([NAN], HALF)], {}, [NAN, 1]),
    ("ScatterNdNonAliasingAdd", [np.array([250], np.uint8), [[0]], np.array([10], np.uint8)], {}, [4]),
    (
        "ScatterNdNonAliasingAdd",
        [np.array([1, 2, 3], FLOAT), [[0], [5]], np.array([1, 2], FLOAT)],
        {"bad_indices_policy": "IGNORE"},
        [2, 2, 3],
    ),
    ("ScatterNdNonAliasingAdd", [np.array([True, False]), [[0], [1]], np.array([True, True])], {}, [True, True]),
    ("Roll", [i(1, 2, 3), [1, 1], [0, -1]], {}, [2, 3, 1]),
    ("Roll", [i(1, 2, 3), -7, -1], {}, [2, 3, 1]),
    ("Roll", [np.zeros((0, 2)), [1], [0]], {}, np.zeros((0, 2))),
    ("LowerBound", [[[1.0, 2.0, 2.0, 3.0]], [[NAN]]], {}, [[0]]),
    ("UpperBound", [[[1.0, 2.0, 2.0, 3.0]], [[NAN]]], {}, [[4]]),
    ("UpperBound", [[[3.0, 1.0, 2.0, 0.0, 5.0]], [[2.0, 0.0, 9.0]]], {}, [[4, 0, 5]]),
    ("UpperBound", [np.zeros((2, 0)), np.ones((2, 1))], {}, [[0], [0]]),
    ("NthElement", [[[3.0, 1.0, 2.0]], 0], {"reverse": True}, [3]),
    ("UnravelIndex", [22, [4, 6]], {}, [3, 4]),
    ("UniqueV2", [np.array([[NAN, 0], [NAN, 0], [0, -0.0], [-0.0, 0]]), [0]], {}, [[NAN, 0], [NAN, 0], [0, -0.0]]),
    (
        "UniqueV2",
        [np.array([[NAN, 0], [NAN, 0], [0, -0.0], [-0.0, 0]], HALF), [0]],
        {},
        [[NAN, 0], [NAN, 0], [0, -0.0]],
    ),
    ("UniqueV2", [np.array([NAN, NAN, 0, -0.0], HALF), [0]], {}, [NAN, NAN, 0, -0.0]),
    ("UniqueV2", [np.zeros((0, 2)), [0]], {}, np.zeros((0, 2))),
    ("UniqueV2", [np.zeros((0, 2)), [1]], {}, np.zeros((0, 1))),
    ("UniqueV2", [i(1, 1, 2), i()], {}, [1, 2]),
    ("UniqueV2", [[[1, 0, 0], [1, 0, 0], [2, 0, 0]], [-1]], {}, [[1, 0], [1, 0], [2, 0]]),
    ("BroadcastGradientArgs", [i(1, 3, 1), i(1, 1, 1)], {}, [0, 2]),
    ("BroadcastGradientArgs", [i(2, 1), i(2, 1)], {}, []),
    ("BroadcastGradientArgs", [i(0, 1), i(1, 3)], {}, [1]),
    ("TensorScatterAdd", [[1.0, 5.0, 3.0], [[1], [1], [0]], [2.0, 3.0, 4.0]], {}, [5, 10, 3]),
    ("TensorScatterUpdate", [[1.0, 5.0, 3.0], [[1], [1], [0]], [2.0, 3.0, 4.0]], {}, [4, 3, 3]),
    ("TensorScatterMax", [[1.0, 5.0, 3.0], [[3], [0]], [2.0, 9.0]], {"bad_indices_policy": "IGNORE"}, [9, 5, 3]),
    ("TensorStridedSliceUpdate", [i(1, 2, 3, 4), [1], [4], [2], [[7, 8]]], {}, [1, 7, 3, 8]),
    ("TensorStridedSliceUpdate", [i(1, 2, 3, 4), [4], [4], [1], [7, 8, 9]], {}, [1, 2, 3, 4]),
    (
        "Fingerprint",
        [[[0.0, 1.0], [2.0, 3.0]], "farmhash64"],
        {},
        [[162, 149, 14, 244, 181, 149, 178, 171], [137, 10, 126, 115, 38, 203, 8, 78]],
    ),
    (
        "Fingerprint",
        [np.array([[b"a", b"bc"], [b"d", b"e"]], object), "farmhash64"],
        {},
        [[85, 27, 103, 37, 147, 177, 144, 87], [234, 62, 180, 96, 191, 13, 17, 56]],
    ),
    ("Fingerprint", [np.zeros((1, 0), FLOAT), "farmhash64"], {}, [[79, 64, 144, 47, 59, 106, 225, 154]]),
    ("MirrorPadGrad", [[1.0, 2.0, 3.0, 4.0], [[2, 0]]], {"mode": "SYMMETRIC"}, [5, 5]),
    (
        "ExtractVolumePatches",
        [np.arange(8.0).reshape(1, 2, 2, 2, 1)],
        {"ksizes": [1, 2, 1, 2, 1], "strides": [1, 2, 2, 1, 1], "padding": "SAME"},
        [[[[[0, 1, 4, 5], [1, 0, 5, 0]]]]],
    ),
]


@pytest.mark.parametrize(("name", "inputs", "attributes", "wanted"), VALUES)
def test_values(name: str, inputs: list[Any], attributes: dict[str, Any], wanted: Any) -> None:
    result = run(name, inputs, attributes)
    assert result.shape == np.shape(wanted)
    np.testing.assert_array_equal(result, np.array(wanted))


REFUSED: list[tuple[str, list[Any], dict[str, Any], str]] = [
    ("BroadcastDynamicShape", [i(0), i(2)], {}, "cannot broadcast"),
    ("EditDistance", [*sequences(), *sequences()], {}, "at least one"),
    ("EditDistance", [np.array([[-1, 0]]), i(1), np.array([1, 3]), *sequences([1])], {}, "outside"),
    ("EditDistance", [np.array([[0, 0]]), i(1, 2), np.array([1, 3]), *sequences([1])], {}, "one value per index"),
    ("EditDistance", [np.array([[0]]), i(1), np.array([1]), np.array([[0]]), i(1), np.array([1])], {}, "rank 2"),
    ("MatrixSetDiag", [np.zeros((2, 3, 3)), np.zeros((1, 3))], {}, r"the shape \[2,3\]"),
    ("ParallelConcat", [[np.zeros((1, 2)), np.zeros((1, 2))]], {"shape": [3, 2]}, "2 rows"),
    ("ReverseSequence", [np.zeros((2, 2)), i(2, -1)], {"seq_dim": 1}, "lengths must be from 0 to 2, got -1"),
    ("ReverseSequence", [np.zeros((2, 2)), i(2, 1)], {"seq_dim": -1}, "seq_dim must be"),
    ("ReverseSequence", [np.zeros((2, 2)), i(2, 1)], {"seq_dim": 2}, "no axis 2"),
    ("ScatterNdNonAliasingAdd", [np.zeros((0, 3)), [[0]], np.zeros((1, 3))], {}, "empty"),
    ("ScatterNdNonAliasingAdd", [np.zeros(3), np.zeros((2, 0), np.int32), np.zeros((2, 3))], {}, "at least one number"),
    ("Roll", [i(1, 2), [1], 0], {}, "same shape"),
    ("Roll", [i(1, 2), [1], [1]], {}, "axis 1"),
    ("NthElement", [[[3.0, 1.0]], 2], {}, "less than the row size"),
    ("UnravelIndex", [[24], [4, 6]], {}, "index 24"),
    ("UnravelIndex", [[0], [4, 0]], {}, "1 or more"),
    ("UniqueV2", [[[1, 2]], i()], {}, "vector"),
    ("UniqueV2", [[[1, 2]], [0, 1]], {}, "one axis"),
    ("ConcatOffset", [0, [i(2, 2), i(2, 3)]], {}, "axis 0"),
    ("BroadcastGradientArgs", [i(2), i(3)], {}, "cannot broadcast"),
    ("TensorScatterMin", [[1.0, 5.0], [[2]], [2.0]], {}, "outside"),
    ("TensorScatterSub", [[1.0, 5.0], [[1]], [2.0]], {"bad_indices_policy": "FOO"}, "FOO"),
    ("EnsureShape", [[1.0]], {"shape": [2]}, "EnsureShape"),
    ("Fingerprint", [["a"], "md5"], {}, "farmhash64"),
    ("MirrorPadGrad", [[1.0, 2.0, 3.0, 4.0], [[3, 0]]], {"mode": "REFLECT"}, "too large"),
    ("TensorStridedSliceUpdate", [i(1, 2, 3, 4), [1], [4], [2], [7, 8, 9]], {}, "broadcast"),
]


@pytest.mark.parametrize(("name", "inputs", "attributes", "message"), REFUSED)
def test_refused(name: str, inputs: list[Any], attributes: dict[str, Any], message: str) -> None:
    with pytest.raises(DiagramError, match=message):
        run(name, inputs, attributes)


ASSIGNED: list[tuple[Any, dict[str, int], Any]] = [
    (7, {}, [[0, 7, 7, 0], [0, 7, 7, 0]]),
    ([7, 8], {}, [[0, 7, 8, 0], [0, 7, 8, 0]]),
    ([[7], [8]], {}, [[0, 7, 7, 0], [0, 8, 8, 0]]),
    ([[[7, 8], [9, 1]]], {}, [[0, 7, 8, 0], [0, 9, 1, 0]]),
    ([[7, 8]], {"shrink_axis_mask": 1}, [[0, 7, 8, 0], [0, 0, 0, 0]]),
    ([5], {"shrink_axis_mask": 3}, [[0, 5, 0, 0], [0, 0, 0, 0]]),
]


@pytest.mark.parametrize(("value", "masks", "wanted"), ASSIGNED)
def test_a_value_is_spread_to_what_is_selected(value: Any, masks: dict[str, int], wanted: Any) -> None:
    root = Scope.new_root_scope()
    ref = new("Variable", root, np.zeros((2, 4), FLOAT))
    result = new("StridedSliceAssign", root, ref, i(0, 1), i(2, 3), i(1, 1), np.array(value, FLOAT), **masks)
    assert ClientSession(root).run([result])[0].tolist() == wanted


def test_nothing_selected_takes_any_value() -> None:
    root = Scope.new_root_scope()
    ref = new("Variable", root, np.ones((3, 4), FLOAT))
    result = new("StridedSliceAssign", root, ref, i(2, 1), i(1, 3), i(1, 1), np.zeros((0, 3), FLOAT))
    assert ClientSession(root).run([result])[0].tolist() == np.ones((3, 4)).tolist()


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16, np.int32, np.uint8])
@pytest.mark.parametrize("few", [True, False])
def test_top_k_takes_the_first_of_equal_ones(dtype: Any, few: bool) -> None:
    """Long rows are not sorted: with little to take of them, the result must be that of sorting."""
    rows = np.random.default_rng(3).integers(0, 9, (5, 64)).astype(dtype)
    count = 6 if few else 40
    root = Scope.new_root_scope()
    maker = find("TopK")
    assert maker is not None
    values, places = ClientSession(root).run(list(maker(root, rows, np.int32(count)).outputs))
    for row, value, place in zip(rows, values, places, strict=True):
        wanted = sorted(range(64), key=lambda k: (-float(row[k]), k))[:count]
        assert place.tolist() == wanted and value.tolist() == row[wanted].tolist()
