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
    return ClientSession(root).run([new(name, root, *inputs, **attributes)])[0]


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
]


@pytest.mark.parametrize(("name", "inputs", "attributes", "wanted"), VALUES)
def test_values(name: str, inputs: list[Any], attributes: dict[str, Any], wanted: Any) -> None:
    root = Scope.new_root_scope()
    maker = find(name)
    assert maker is not None
    found = ClientSession(root).run([maker(root, *inputs, **attributes).outputs[0]])[0]
    assert found.shape == np.shape(wanted)
    np.testing.assert_array_equal(found, np.array(wanted))


REFUSED: list[tuple[str, list[Any], dict[str, Any], str]] = [
    ("BroadcastDynamicShape", [i(0), i(2)], {}, "cannot broadcast"),
    ("EditDistance", [*sequences(), *sequences()], {}, "nothing to compare"),
    ("EditDistance", [np.array([[-1, 0]]), i(1), np.array([1, 3]), *sequences([1])], {}, "lies outside"),
    ("EditDistance", [np.array([[0, 0]]), i(1, 2), np.array([1, 3]), *sequences([1])], {}, "one value per index"),
    ("EditDistance", [np.array([[0]]), i(1), np.array([1]), np.array([[0]]), i(1), np.array([1])], {}, "rank 2"),
    ("MatrixSetDiag", [np.zeros((2, 3, 3)), np.zeros((1, 3))], {}, r"diagonals of the shape \[2,3\]"),
    ("ParallelConcat", [[np.zeros((1, 2)), np.zeros((1, 2))]], {"shape": [3, 2]}, "makes 2 rows"),
    ("ReverseSequence", [np.zeros((2, 2)), i(2, -1)], {"seq_dim": 1}, "lengths of 0 to 2, got -1"),
    ("ReverseSequence", [np.zeros((2, 2)), i(2, 1)], {"seq_dim": -1}, "from the front"),
    ("ReverseSequence", [np.zeros((2, 2)), i(2, 1)], {"seq_dim": 2}, "no axis 2"),
    ("ScatterNdNonAliasingAdd", [np.zeros((0, 3)), [[0]], np.zeros((1, 3))], {}, "nowhere to put"),
    ("ScatterNdNonAliasingAdd", [np.zeros(3), np.zeros((2, 0), np.int32), np.zeros((2, 3))], {}, "at least one number"),
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
    made = new("StridedSliceAssign", root, ref, i(0, 1), i(2, 3), i(1, 1), np.array(value, FLOAT), **masks)
    assert ClientSession(root).run([made])[0].tolist() == wanted


def test_nothing_selected_takes_any_value() -> None:
    root = Scope.new_root_scope()
    ref = new("Variable", root, np.ones((3, 4), FLOAT))
    made = new("StridedSliceAssign", root, ref, i(2, 1), i(1, 3), i(1, 1), np.zeros((0, 3), FLOAT))
    assert ClientSession(root).run([made])[0].tolist() == np.ones((3, 4)).tolist()


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
