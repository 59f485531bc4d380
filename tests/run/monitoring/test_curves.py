"""What steps add to curves."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from blocks.base.types import Array
from blocks.run.monitoring.curves import Curves


def points_of(*steps: dict[str, Array]) -> list[tuple[int, dict[str, float]]]:
    """What steps of these results add, step by step, without what is not finite."""
    curves = Curves()
    for step, results in enumerate(steps, 1):
        curves.add(step, results)
    rows: list[tuple[int, dict[str, float]]] = []
    for points in curves.take():
        for step, row in zip(points.steps, points.values.tolist(), strict=True):
            rows.append((step, {n: x for n, x in zip(points.names, row, strict=True) if np.isfinite(x)}))
    assert not curves.take()
    return rows


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.array(2.5), {"a": 2.5}),
        (np.full((1, 1, 1), 0.1, np.float32), {"a": float(np.float32(0.1))}),
        (np.array([2**53 + 2]), {"a": 2.0**53 + 2}),
        (np.array(2**64 - 1, np.uint64), {"a": 2.0**64}),
        (np.array(True), {"a": 1.0}),
        (np.array([3, -4], ">i2"), {"a[0]": 3.0, "a[1]": -4.0}),
        (np.array([[1, 2, 3], [4, 5, 6]], np.int8).T, {"a[0][0]": 1.0, "a[0][1]": 4.0, "a[1][0]": 2.0, "a[1][1]": 5.0,
                                                       "a[2][0]": 3.0, "a[2][1]": 6.0}),
        (np.array([1.5, np.nan, np.inf], np.float16), {"a[0]": 1.5}),
        (np.array(np.nan), {}),
        (np.zeros(9), {}),
        (np.zeros(0), {}),
        (np.array(1 + 2j), {}),
        (np.array(1.5, ml_dtypes.bfloat16), {}),
        (np.array(b"text", object), {}),
    ],
)  # fmt: skip
def test_scalars_and_elements_of_small_tensors_have_curves(value: Array, expected: dict[str, float]) -> None:
    rows = points_of({"a": value}, {"a": value})
    assert [(step, values) for step, values in rows if values] == [(i, expected) for i in (1, 2) if expected]


def test_values_of_several_kinds_come_in_one_table_scalars_first() -> None:
    results = {"v": np.array([1.0, 2.0], np.float32), "n": np.array(3), "t": np.array(b"", object), "s": np.array(0.5)}
    assert points_of(results) == [(1, {"n": 3.0, "s": 0.5, "v[0]": 1.0, "v[1]": 2.0})]


def test_what_other_shapes_and_other_results_add() -> None:
    steps = [{"a": np.array(1.0)}, {"a": np.array([2.0, 3.0])}, {"b": np.array(4)}, {"b": np.array(5.5)}, {}]
    assert points_of(*steps) == [(1, {"a": 1.0}), (2, {"a[0]": 2.0, "a[1]": 3.0}), (3, {"b": 4.0}), (4, {"b": 5.5})]


def test_what_is_written_to_later_does_not_change_a_point() -> None:
    curves, value = Curves(), np.array(1.0)
    curves.add(1, {"a": value})
    value += 1.0
    assert curves.take()[0].values.tolist() == [[1.0]]


def test_where_there_are_many_scalars_elements_have_no_curves() -> None:
    results = {f"v{i}": np.zeros(8) for i in range(40)} | {f"s{i}": np.array(float(i)) for i in range(100)}
    [(_, values)] = points_of(results)
    assert len(values) == 100 + 19 * 8
    assert values["s99"] == 99.0 and "v18[7]" in values and "v19[0]" not in values
