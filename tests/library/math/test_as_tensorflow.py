"""Corners where several answers would make sense: the numbers here were computed with TensorFlow 2.21.0 on a CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.dtypes import BFLOAT16, HALF, DType
from blocks.base.errors import DiagramError
from tests.library.math.checks import evaluate, gradients, op


@pytest.mark.parametrize(
    ("shape", "axis", "expected"), [((0,), [-1], 0), ((0, 3), [0], [0, 0, 0]), ((0, 3), [0, 1], 0), ((2, 0), 1, [0, 0])]
)
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_the_mean_of_no_complex_numbers_is_zero(shape: Any, axis: Any, expected: Any, dtype: type[np.generic]) -> None:
    np.testing.assert_array_equal(evaluate(op("Mean", axis), np.zeros(shape, dtype)), expected)


def test_the_mean_along_no_axes_divides_nothing() -> None:
    result = evaluate(op("Mean", np.zeros(0, np.int32)), np.array([complex(-np.inf, 0), 0.5 + 2j], np.complex64))
    assert result.tolist() == [complex(-np.inf, 0), 0.5 + 2j]


@pytest.mark.parametrize(("shape", "axis"), [((2, 1, 0, 3), 1), ((2, 0), 0), ((2, 0), 1), ((0,), [])])
def test_the_gradient_of_a_product_without_elements(shape: Any, axis: Any) -> None:
    results = gradients(op("Prod", np.array(axis, np.int32)), np.zeros(shape, np.float32))
    assert [g.shape for g in results] == [shape]


def test_the_sigmoid_of_complex_numbers_far_to_the_left() -> None:
    result = evaluate(op("Sigmoid"), np.array([-100 + 3j, 100 - 2j, -0.5 + 1j], np.complex64))
    expected = [0, 1, 0.34378963708877563 + 0.2522503435611725j]
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)


def test_a_sequence_begins_with_its_first_number() -> None:
    number = np.float32
    assert evaluate(op("LinSpace", 3), number(-np.inf), number(1)).tolist()[::2] == [-np.inf, 1]
    assert evaluate(op("LinSpace", 1), number(np.inf), number(-0.5)).tolist() == [np.inf]
    assert evaluate(op("LinSpace", 4), number(2), number(np.inf)).tolist() == [2, np.inf, np.inf, np.inf]


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint32, np.uint64])
def test_matrices_of_unsigned_integers_are_refused(dtype: type[np.generic]) -> None:
    with pytest.raises(DiagramError, match="MatMul"):
        evaluate(op("MatMul"), np.ones((2, 2), dtype), np.ones((2, 2), dtype))


@pytest.mark.parametrize("name", ["Div", "FloorDiv", "TruncateDiv", "FloorMod", "Mod", "TruncateMod"])
def test_no_integers_are_divided_by_zero(name: str) -> None:
    result = evaluate(op(name), np.zeros((0, 3), np.int32), np.array([[0]], np.int32))
    assert result.shape == (0, 3)


def test_no_integers_are_raised_to_negative_powers() -> None:
    assert evaluate(op("Pow"), np.zeros((0, 3), np.int32), np.array([[-1]], np.int32)).shape == (0, 3)


@pytest.mark.parametrize("name", ["ReciprocalGrad", "SqrtGrad", "RsqrtGrad"])
def test_where_nothing_arrives_a_derivative_is_zero(name: str) -> None:
    y = np.array([np.nan, np.inf, -np.inf, 2], np.float32)
    assert evaluate(op(name), y, np.zeros(4, np.float32)).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("dtype", [HALF, BFLOAT16])
def test_the_gradient_of_running_log_sums_in_short_dtypes(dtype: DType) -> None:
    results = gradients(op("CumulativeLogsumexp", 1), np.array([[1, 2, -3, 60]]).astype(dtype.numpy))
    np.testing.assert_allclose(results[0].astype(np.float64), [[1.537, 1.457, 0.0049, 1]], rtol=0.01)


def test_the_second_bessel_function_at_zero() -> None:
    """In single precision TensorFlow's is NaN."""
    assert evaluate(op("BesselY1"), np.zeros(2)).tolist() == [-np.inf, -np.inf]
    assert np.isnan(evaluate(op("BesselY1"), np.zeros(2, np.float32))).all()
    assert gradients(op("BesselY0"), np.array([0.0])) == [[np.inf]]
