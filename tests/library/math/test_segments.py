"""Segments: corners where TensorFlow 2.21 was asked, and large ones, for which other ways are taken."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession
from blocks.testing.calls import new

NAN, INF = float("nan"), float("inf")
FLOAT, HALF, BFLOAT16 = np.float32, np.float16, ml_dtypes.bfloat16
LOWEST = float(np.finfo(FLOAT).min)


def ids(*values: int) -> Any:
    return np.array(values, np.int32)


VALUES: list[tuple[str, list[Any], Any]] = [
    ("SegmentMean", [np.array([-3, 0, -4, 1], np.int32), ids(0, 0, 1, 1)], [-1, -1]),
    ("SegmentMean", [np.array([200, 100, 3, 1], np.uint8), ids(0, 0, 1, 1)], [22, 2]),  # the sum wraps around first
    ("SegmentSum", [np.array([200, 100, 3, 1], np.uint8), ids(0, 0, 1, 1)], [44, 4]),
    ("SegmentProd", [np.array([5], np.int32), ids(2)], [1, 1, 5]),
    ("SegmentMin", [np.array([5], np.int32), ids(2)], [0, 0, 5]),
    ("SegmentMax", [np.array([-INF, -INF, INF], FLOAT), ids(0, 0, 1)], [-INF, INF]),
    ("SegmentMax", [np.array([1, 2, NAN], FLOAT), ids(0, 0, 0)], [NAN]),
    ("SegmentMean", [np.array([2048, 1, 1, 1, 1], HALF), ids(0, 0, 0, 0, 0)], [410.5]),  # once rounded
    ("SegmentSum", [np.zeros((2, 0), FLOAT), ids(0, 3)], np.zeros((4, 0))),
    ("SegmentSum", [np.array([1 + 1j, 2, 3], np.complex64), ids(0, 0, 1)], [3 + 1j, 3]),
    ("UnsortedSegmentSum", [np.array([1, 2], FLOAT), np.array(1, np.int32), 2], [[0, 0], [1, 2]]),
    ("UnsortedSegmentSum", [np.array([1, 2], FLOAT), np.array([0, 1], np.int16), 3], [1, 2, 0]),
    ("UnsortedSegmentSum", [np.array([1, 2], FLOAT), ids(-1, -1), 0], []),
    ("UnsortedSegmentSum", [np.zeros((2, 0), FLOAT), ids(7, -1), 1], np.zeros((1, 0))),
    ("UnsortedSegmentMax", [np.array(1, FLOAT), np.array(1, np.int32), 2], [LOWEST, 1]),
    ("UnsortedSegmentMax", [np.array([-INF, -INF], FLOAT), ids(0, 0), 1], [LOWEST]),
    ("UnsortedSegmentMax", [np.array([1, 2], HALF), ids(0, 0), 2], [2, -65504]),
    ("UnsortedSegmentMax", [np.array([1, 2], BFLOAT16), ids(0, 0), 2], [2, -3.3895314e38]),
    ("UnsortedSegmentMax", [np.array([1, 2], np.int8), ids(0, 0), 3], [2, -128, -128]),
    ("SparseSegmentSum", [np.array([2048, 1], HALF), ids(0, 1, 1, 1, 1), ids(0, 0, 0, 0, 0)], [2052]),
    ("SparseSegmentMean", [np.array([256, 1], BFLOAT16), ids(0, 1, 1, 1, 1), ids(0, 0, 0, 0, 0)], [52]),
    ("SparseSegmentSqrtN", [np.array([1, 2], FLOAT), ids(0, 1), ids(1, 1)], [0, 2.1213202]),
    (
        "SparseSegmentMeanGrad",
        [np.array([[1, 2], [3, 4]], FLOAT), ids(0, 1, 2), ids(1, 0, 1), 4],
        [[1.5, 2], [1, 2], [1.5, 2], [0, 0]],
    ),
]


@pytest.mark.parametrize(("name", "inputs", "wanted"), VALUES)
def test_values(name: str, inputs: list[Any], wanted: Any) -> None:
    root = Scope.new_root_scope()
    [result] = ClientSession(root).run([new(name, root, *inputs)])
    assert result.dtype == inputs[0].dtype and result.shape == np.shape(wanted)
    np.testing.assert_allclose(result.astype(np.complex128), wanted, rtol=1e-6)


REFUSED: list[tuple[str, list[Any], str]] = [
    ("SegmentSum", [np.zeros(3, FLOAT), ids(-1, 0, 1)], "0 or more, got -1"),
    ("SegmentMax", [np.zeros((3, 0), FLOAT), ids(0, 3, 1)], "got 3 before 1"),
    ("SegmentSum", [np.array(1, FLOAT), ids(0)], "at least one axis"),
    ("UnsortedSegmentSum", [np.zeros(2, FLOAT), ids(0, 2), 2], "segment id 2"),
    ("UnsortedSegmentSum", [np.zeros(2, FLOAT), ids(-1, -1), -1], "0 or more"),
    ("UnsortedSegmentMax", [np.zeros(2, FLOAT), np.zeros((2, 2), np.int32), 2], "shape"),
    ("SparseSegmentSum", [np.zeros((2, 0), FLOAT), ids(0, 7), ids(0, 1)], "row 7"),
    ("SparseSegmentSum", [np.zeros(2, FLOAT), ids(0, -1), ids(0, 0)], "row -1"),
    ("SparseSegmentMeanGrad", [np.zeros((2, 2), FLOAT), ids(0), ids(-1), 3], "segment -1"),
    ("SparseSegmentMeanGrad", [np.zeros((2, 2), FLOAT), ids(0), ids(0), -1], "output_dim0 must be 0 or more, got -1"),
]


@pytest.mark.parametrize(("name", "inputs", "message"), REFUSED)
def test_refused(name: str, inputs: list[Any], message: str) -> None:
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError, match=message):
        new(name, root, *inputs)


def test_product_with_zeros_has_a_gradient() -> None:
    root = Scope.new_root_scope()
    x = new("Const", root, val=np.array([0, 2, 3, 0, 0, 4], FLOAT))
    [dx] = add_symbolic_gradients(root, [new("SegmentProd", root, x, ids(0, 0, 1, 2, 2, 2))], [x])
    assert ClientSession(root).run([dx])[0].tolist() == [2, 0, 1, 0, 0, 0]


def test_gradient_of_nothing() -> None:
    root = Scope.new_root_scope()
    x = new("Const", root, val=np.zeros((0, 3), FLOAT))
    [dx] = add_symbolic_gradients(root, [new("SegmentProd", root, x, np.zeros(0, np.int64))], [x])
    assert ClientSession(root).run([dx])[0].shape == (0, 3)


REDUCED = {"Sum": np.sum, "Mean": np.mean, "Prod": np.prod, "Max": np.max, "Min": np.min}


@pytest.mark.parametrize("segments", [3, 1500])
@pytest.mark.parametrize("name", REDUCED)
def test_many_wide_rows(name: str, segments: int) -> None:
    """Few long segments, and many short ones, of rows that are worth a way of their own."""
    rng = np.random.default_rng(5)
    data = rng.uniform(0.9, 1.1, (3000, 40))
    numbers = np.sort(rng.integers(0, segments, 3000)).astype(np.int32)
    root = Scope.new_root_scope()
    [result] = ClientSession(root).run([new(f"Segment{name}", root, data, numbers)])
    for k in np.unique(numbers):
        np.testing.assert_allclose(result[k], REDUCED[name](data[numbers == k], axis=0), rtol=1e-12)


def test_many_wide_rows_without_order() -> None:
    rng = np.random.default_rng(6)
    data = rng.integers(-50, 50, (4000, 20)).astype(np.int32)
    numbers = rng.integers(-1, 700, 4000).astype(np.int32)
    root = Scope.new_root_scope()
    total, largest = ClientSession(root).run(
        [new(f"UnsortedSegment{name}", root, data, numbers, 701) for name in ("Sum", "Max")]
    )
    for k in range(700):
        rows = data[numbers == k]
        assert total[k].tolist() == rows.sum(0).tolist()
        assert largest[k].tolist() == rows.max(0, initial=np.iinfo(np.int32).min).tolist()
    assert not total[700].any()


def test_many_rows_picked_more_than_once() -> None:
    rng = np.random.default_rng(7)
    data, picked = rng.standard_normal((2000, 40)), rng.integers(0, 2000, 9000)
    numbers = np.sort(rng.integers(0, 1000, 9000))
    root = Scope.new_root_scope()
    [result] = ClientSession(root).run([new("SparseSegmentSum", root, data, picked, numbers)])
    for k in range(0, len(result), 50):
        np.testing.assert_allclose(result[k], data[picked[numbers == k]].sum(0), rtol=1e-11, atol=1e-12)
