"""Gradients of first to third order by differences."""

from __future__ import annotations

from typing import Any

import pytest

from tests.library.math.checks import check_orders, new

UNARY: dict[str, list[float]] = {
    "Negate": [-1.3, 0.4, 2.0],
    "Square": [-1.3, 0.0, 2.0],
    "Abs": [-1.3, 0.4],
    "Sign": [-1.3, 0.4],
    "Exp": [-1.0, 0.0, 1.2],
    "Expm1": [-1.0, 0.0, 1.2],
    "Log": [0.5, 1.7],
    "Log1p": [-0.4, 0.0, 1.7],
    "Sqrt": [0.5, 1.7],
    "Rsqrt": [0.5, 1.7],
    "Reciprocal": [-0.8, 1.7],
    "Sigmoid": [-2.0, 0.0, 0.7],
    "Tanh": [-1.0, 0.0, 0.7],
    "Sin": [-2.0, 0.0, 0.7],
    "Cos": [-2.0, 0.0, 0.7],
    "Tan": [-1.0, 0.0, 0.7],
    "Asin": [-0.6, 0.0, 0.7],
    "Acos": [-0.6, 0.0, 0.7],
    "Atan": [-1.0, 0.0, 2.0],
    "Sinh": [-1.0, 0.0, 0.7],
    "Cosh": [-1.0, 0.0, 0.7],
    "Erf": [-1.0, 0.0, 0.7],
    "Erfc": [-1.0, 0.0, 0.7],
}
BINARY = [
    "Add", "Subtract", "Multiply", "RealDiv", "Div", "Maximum", "Minimum", "SquaredDifference", "Pow", "Atan2",
    "FloorMod", "DivNoNan",
]  # fmt: skip
X = [[0.7, 1.6, 2.4], [1.9, 0.4, 3.1]]
Y = [[1.1], [0.6]]


@pytest.mark.parametrize("name", UNARY)
def test_function(name: str) -> None:
    check_orders(lambda x: new(name, x), UNARY[name])


@pytest.mark.parametrize("name", sorted(UNARY.keys() - {"Abs", "Sign", "Erf", "Erfc"}))
def test_function_of_complex_numbers(name: str) -> None:
    check_orders(lambda x: new(name, x), [0.6 + 0.5j, -0.3 + 0.7j], orders=2)


@pytest.mark.parametrize("static", [True, False])
@pytest.mark.parametrize("name", BINARY)
def test_function_of_two(name: str, static: bool) -> None:
    check_orders(lambda x, y: new(name, x, y), X, Y, static=static)


@pytest.mark.parametrize("name", ["Add", "Subtract", "Multiply", "RealDiv", "Div", "Pow"])
def test_function_of_two_complex_numbers(name: str) -> None:
    check_orders(lambda x, y: new(name, x, y), [[0.6 + 0.5j, -0.3 + 0.7j]], [[1.2 - 0.4j], [0.5 + 0.3j]], orders=2)


@pytest.mark.parametrize("static", [True, False])
@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("axis", [0, [-1], [0, 2], []])
@pytest.mark.parametrize("name", ["Sum", "Mean", "Prod", "Max", "Min"])
def test_reduction(name: str, axis: Any, keep: bool, static: bool) -> None:
    x = [[[0.7, 1.6], [2.4, 0.9]], [[1.9, 0.4], [-1.2, 0.5]], [[0.3, 2.2], [1.4, -0.6]]]
    check_orders(lambda x: new(name, new("Multiply", x, x), axis, keep_dims=keep), x, static=static, orders=2)


@pytest.mark.parametrize("name", ["Sum", "Mean", "Prod"])
def test_reduction_of_complex_numbers(name: str) -> None:
    check_orders(lambda x: new(name, x, 1), [[0.6 + 0.5j, -0.3 + 0.7j, 1.1 - 0.2j]], orders=2)


def test_product_with_a_zero() -> None:
    check_orders(lambda x: new("Prod", x, [0, 1]), [[2.0, 0.0], [3.0, -1.5]], orders=1)
    check_orders(lambda x: new("Prod", x, 0), [2.0, 0.0, 0.0], orders=1)


@pytest.mark.parametrize("reverse", [True, False])
@pytest.mark.parametrize("exclusive", [True, False])
@pytest.mark.parametrize("name", ["Cumsum", "Cumprod"])
def test_cumulative(name: str, exclusive: bool, reverse: bool) -> None:
    check_orders(lambda x: new(name, x, -1, exclusive=exclusive, reverse=reverse), X)


@pytest.mark.parametrize("ta", [True, False])
@pytest.mark.parametrize("tb", [True, False])
@pytest.mark.parametrize("dtype", ["real", "complex"])
def test_matrix_product(ta: bool, tb: bool, dtype: str) -> None:
    factor = 1.0 if dtype == "real" else 0.8 + 0.3j
    a = [[1.0 * factor, 2.0, -0.5], [0.3, -1.2, 0.7 * factor]]
    b = [[0.4, -0.9 * factor], [1.3, 0.2], [-0.6, 0.8]]
    ra = [[a[i][k] for i in range(2)] for k in range(3)] if ta else a
    rb = [[b[k][j] for k in range(3)] for j in range(2)] if tb else b
    check_orders(lambda x, y: new("MatMul", x, y, transpose_a=ta, transpose_b=tb), ra, rb)
    check_orders(lambda x, y: new("BatchMatMul", x, y, adj_x=ta, adj_y=tb), [ra, ra], [rb, rb])


def test_parts_of_complex_numbers() -> None:
    z = [0.6 + 0.5j, -0.3 + 0.7j]
    check_orders(lambda z: new("Square", new("ComplexAbs", z, Tout="DT_DOUBLE")), z)
    check_orders(lambda z: new("Exp", new("Real", z, Tout="DT_DOUBLE")), z)
    check_orders(lambda z: new("Exp", new("Imag", z, Tout="DT_DOUBLE")), z)
    check_orders(lambda z: new("Exp", new("Conj", z)), z, orders=2)
    check_orders(lambda x, y: new("Exp", new("Complex", x, y, Tout="DT_COMPLEX128")), [0.4, -0.2], 0.3)


def test_choice() -> None:
    condition = [True, False]
    check_orders(lambda x, y: new("Where3", condition, new("Exp", x), new("Square", y)), X, [[1.0] * 3] * 2)


def test_cast_passes_gradients_between_floats() -> None:
    check_orders(lambda x: new("Exp", new("Cast", new("Cast", x, DstT="DT_COMPLEX128"), DstT="DT_DOUBLE")), [0.4, -1.0])


def test_added_lists() -> None:
    check_orders(lambda x, y: new("AddN", [new("Exp", x), y, new("Sin", y), x]), [0.4, -1.0], [1.0, 2.0])
