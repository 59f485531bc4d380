"""Accumulators: what they add up, wait for, drop and refuse, as TensorFlow 2.21 does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base.dtypes import DOUBLE, FLOAT
from blocks.base.errors import DiagramError
from blocks.graph.scope import Scope
from blocks.library.data_flow.accumulators import SparseAccumulator, merged
from blocks.run.client import ClientSession

NO_SHAPE = np.zeros(0, np.int64)


def dense(root: Scope, shape: Any = (2,), **attributes: Any) -> Any:
    given: dict[str, Any] = {"dtype": "DT_FLOAT", "shape": shape, **attributes}
    return ops.ConditionalAccumulator(root, **given)


def sparse(root: Scope, shape: Any = (5, 1), **attributes: Any) -> Any:
    given: dict[str, Any] = {"dtype": "DT_FLOAT", "shape": shape, **attributes}
    return ops.SparseConditionalAccumulator(root, **given)


def give(root: Scope, to: Any, gradient: Any, step: int = 0) -> Any:
    return ops.AccumulatorApplyGradient(root, to, np.int64(step), gradient)


def give_rows(root: Scope, to: Any, indices: Any, values: Any, shape: Any = None) -> Any:
    whole = NO_SHAPE if shape is None else np.array(shape, np.int64)
    given = np.array(indices, np.int64), np.array(values, np.float32), whole
    return ops.SparseAccumulatorApplyGradient(root, to, np.int64(0), *given, has_known_shape=shape is not None)


def take(root: Scope, of: Any, required: int = 1, dtype: str = "DT_FLOAT") -> Any:
    return ops.AccumulatorTakeGradient(root, of, required, dtype=dtype)


def take_rows(root: Scope, of: Any, required: int = 1, dtype: str = "DT_FLOAT") -> Any:
    return ops.SparseAccumulatorTakeGradient(root, of, required, dtype=dtype)


@pytest.mark.parametrize(("reduction", "expected"), [("MEAN", [2.0, 3.0]), ("SUM", [6.0, 9.0])])
def test_all_gradients_count_though_fewer_are_needed(reduction: str, expected: list[float]) -> None:
    root = Scope.new_root_scope()
    accumulator = dense(root, reduction_type=reduction)
    gradients = [give(root, accumulator, [value, 3.0]) for value in (1.0, 2.0, 3.0)]
    count = ops.AccumulatorNumAccumulated(root, accumulator)
    mean = take(root, accumulator, 2)
    after = ops.AccumulatorNumAccumulated(root, accumulator)
    results = ClientSession(root).run([count, mean, after], run_outputs=gradients)
    assert [each.tolist() for each in results] == [3, expected, 0]


def test_what_is_taken_ends_a_step_and_older_gradients_are_dropped() -> None:
    root = Scope.new_root_scope()
    accumulator = dense(root)
    first, mean, late = (
        give(root, accumulator, [1.0, 2.0]),
        take(root, accumulator),
        give(root, accumulator, [9.0, 9.0]),
    )
    count = ops.AccumulatorNumAccumulated(root, accumulator)
    new = give(root, accumulator, [5.0, 6.0], 1)
    other = ops.AccumulatorNumAccumulated(root, accumulator)
    results = ClientSession(root).run([mean, count, other], run_outputs=[first, late, new])
    assert [each.tolist() for each in results] == [[1.0, 2.0], 0, 1]


def test_taking_waits_for_gradients_of_the_same_step() -> None:
    root = Scope.new_root_scope()
    accumulator = dense(root)
    mean = take(root, accumulator, 2)
    gradients = [give(root, accumulator, [value, 0.0]) for value in (1.0, 2.0)]
    assert ClientSession(root).run([mean], run_outputs=gradients)[0].tolist() == [1.5, 0.0]


def test_taking_what_nobody_gives_is_an_error_that_names_the_accumulator() -> None:
    root = Scope.new_root_scope()
    accumulator = dense(root, shared_name="means")
    with pytest.raises(DiagramError, match="'means' has 1 of the 2 required"):
        ClientSession(root).run([take(root, accumulator, 2)], run_outputs=[give(root, accumulator, [1.0, 2.0])])


def test_gradients_are_kept_from_step_to_step() -> None:
    root = Scope.new_root_scope()
    accumulator = dense(root)
    gradient, mean = give(root, accumulator, [1.0, 3.0]), take(root, accumulator, 3)
    session = ClientSession(root)
    for _ in range(3):
        session.run([], run_outputs=[gradient])
    assert session.run([mean])[0].tolist() == [1.0, 3.0]


def test_rows_are_joined_and_each_has_its_own_mean() -> None:
    root = Scope.new_root_scope()
    accumulator = sparse(root, (None, 2))
    gradients = [
        give_rows(root, accumulator, [0, 2], [[1.0, 2.0], [3.0, 4.0]]),
        give_rows(root, accumulator, [2, 3], [[5.0, 6.0], [7.0, 8.0]]),
    ]
    indices, values, shape = ClientSession(root).run(list(take_rows(root, accumulator).outputs), run_outputs=gradients)
    assert indices.tolist() == [0, 2, 3] and shape.tolist() == [-1, 2]
    assert values.tolist() == [[1.0, 2.0], [4.0, 5.0], [7.0, 8.0]]


# TensorFlow 2.21. Rows in no order, or named twice, are joined as if they were in order.
@pytest.mark.parametrize(
    ("lists", "expected"),
    [
        ([[2, 2, 5]], [[2, 2, 5], [1.0, 2.0, 3.0]]),
        ([[2, 2, 5], [2, 5]], [[2, 2, 5], [2.0, 2.0, 5.0]]),
        ([[5, 0], [0, 5]], [[0, 5, 0], [1.0, 3.0, 2.0]]),
        ([[], [1]], [[1], [1.0]]),
        ([[0, 1, 2], [1]], [[0, 1, 2], [1.0, 3.0, 3.0]]),
    ],
)
def test_joining_rows(lists: list[list[int]], expected: list[list[float]]) -> None:
    accumulator = SparseAccumulator("a", FLOAT, (6,), mean=False)
    for each in lists:
        accumulator.add(np.array(each, np.int64), np.arange(1.0, len(each) + 1, dtype=np.float32), None)
    indices, values, _ = accumulator.take()
    assert [indices.tolist(), values.tolist()] == expected


def test_both_ways_of_joining_agree() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        first, second = (np.unique(rng.integers(0, 12, 8)) for _ in range(2))
        repeated = np.append(second, second[-1])  # which is not ascending, so that it goes the other way
        quick, slow = merged(first, second), merged(first, repeated)
        assert quick[2].tolist() == sorted({*first.tolist(), *second.tolist()})
        assert slow[1].tolist()[:-1] == quick[1].tolist()


def _of_double(root: Scope) -> Any:
    return ops.AccumulatorApplyGradient(root, dense(root), np.int64(0), ops.Const(root, np.zeros(2)))


def _two_shapes(root: Scope) -> Any:
    accumulator = dense(root, (None,))
    first = give(root, accumulator, [1.0, 2.0])
    return give(root.with_control_dependencies([first]), accumulator, [1.0])


REFUSED: list[tuple[Callable[[Scope], Any], str]] = [
    (lambda r: dense(r, dtype="DT_INT32"), "float16, float32 and float64"),
    (lambda r: give(r, dense(r), [1.0, 2.0, 3.0]), r"shape \[2\], got \[3\]"),
    (_two_shapes, r"shape \[2\], got \[1\]"),
    (_of_double, "has dtype float32, not float64"),
    (lambda r: take(r, dense(r), dtype="DT_DOUBLE"), "has dtype float32, not float64"),
    (lambda r: take(r, dense(r), 0), "num_required must be 1 or more"),
    (lambda r: take_rows(r, sparse(r), -1), "num_required must be 1 or more"),
    (lambda r: take(r, sparse(r)), "must be a ConditionalAccumulator"),
    (lambda r: take_rows(r, dense(r)), "must be a SparseConditionalAccumulator"),
    (lambda r: ops.AccumulatorNumAccumulated(r, ops.FIFOQueue(r, ["DT_FLOAT"])), "must be the handle"),
    (lambda r: ops.AccumulatorApplyGradient(r, dense(r), np.zeros(2, np.int64), [1.0, 2.0]), "must be a scalar"),
    (lambda r: ops.AccumulatorSetGlobalStep(r, dense(r), np.zeros(2, np.int64)), "new_global_step must be a scalar"),
    (lambda r: give_rows(r, sparse(r), [0, 5], [[1.0], [2.0]]), "less than 5, got 5"),
    (lambda r: give_rows(r, sparse(r), [-1], [[1.0]]), "0 or more, got -1"),
    (lambda r: give_rows(r, sparse(r), [0], [[1.0, 2.0]]), r"rows of shape \[1\], got \[2\]"),
    (lambda r: give_rows(r, sparse(r), [0], [1.0]), r"rows of shape \[1\], got \[\]"),
    (lambda r: give_rows(r, sparse(r), [0], [[1.0], [2.0]]), "a row for each"),
    (lambda r: give_rows(r, sparse(r), [[0]], [[1.0]]), "gradient_indices must be a vector"),
    (lambda r: give_rows(r, sparse(r), [0], [[1.0]], [6, 1]), r"shape \[5,1\], got \[6,1\]"),
    (lambda r: give_rows(r, sparse(r), [0], [[1.0]], [5]), r"shape \[5,1\], got \[5\]"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "text"), REFUSED)
def test_what_does_not_fit_is_refused(make: Any, text: str) -> None:
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError, match=text):
        ClientSession(root).run([], run_outputs=[make(root)])


def test_a_shared_accumulator_must_be_declared_alike() -> None:
    root = Scope.new_root_scope()
    first, second = dense(root, shared_name="a"), dense(root, shared_name="a", dtype=DOUBLE.name)
    with pytest.raises(DiagramError, match="type or attributes differ"):
        ClientSession(root).run([first, second])


def test_half_is_added_up_in_half_as_in_tensorflow() -> None:
    root = Scope.new_root_scope()
    accumulator = dense(root, (), dtype="DT_HALF", reduction_type="SUM")
    gradients = [give(root, accumulator, np.array(value, np.float16)) for value in (2048.0, 1.0, 1.0)]
    # 2049 is no number of half precision: each 1 is lost.
    assert ClientSession(root).run([take(root, accumulator, 3, "DT_HALF")], run_outputs=gradients)[0] == 2048.0
