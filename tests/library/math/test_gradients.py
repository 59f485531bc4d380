"""Gradients of first to third order by differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from blocks.graph.graph import Output
from tests.library.math.checks import check_orders, new, op

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
    check_orders(op(name), UNARY[name])


@pytest.mark.parametrize("name", sorted(UNARY.keys() - {"Abs", "Sign", "Erf", "Erfc"}))
def test_function_of_complex_numbers(name: str) -> None:
    check_orders(op(name), [0.6 + 0.5j, -0.3 + 0.7j], orders=2)


@pytest.mark.parametrize("static", [True, False])
@pytest.mark.parametrize("name", BINARY)
def test_function_of_two(name: str, static: bool) -> None:
    check_orders(op(name), X, Y, static=static)


@pytest.mark.parametrize("name", ["Add", "Subtract", "Multiply", "RealDiv", "Div", "Pow"])
def test_function_of_two_complex_numbers(name: str) -> None:
    check_orders(op(name), [[0.6 + 0.5j, -0.3 + 0.7j]], [[1.2 - 0.4j], [0.5 + 0.3j]], orders=2)


@pytest.mark.parametrize("static", [True, False])
@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("axis", [0, [-1], [0, 2], []])
@pytest.mark.parametrize("name", ["Sum", "Mean", "Prod", "Max", "Min"])
def test_reduction(name: str, axis: Any, keep: bool, static: bool) -> None:
    x = [[[0.7, 1.6], [2.4, 0.9]], [[1.9, 0.4], [-1.2, 0.5]], [[0.3, 2.2], [1.4, -0.6]]]

    def build(x: Output) -> Output:
        return new(name, x * x, axis, keep_dims=keep)

    check_orders(build, x, static=static, orders=2)


@pytest.mark.parametrize("name", ["Sum", "Mean", "Prod"])
def test_reduction_of_complex_numbers(name: str) -> None:
    check_orders(op(name, 1), [[0.6 + 0.5j, -0.3 + 0.7j, 1.1 - 0.2j]], orders=2)


def test_product_with_a_zero() -> None:
    check_orders(op("Prod", [0, 1]), [[2.0, 0.0], [3.0, -1.5]], orders=1)
    check_orders(op("Prod", 0), [2.0, 0.0, 0.0], orders=1)


@pytest.mark.parametrize("reverse", [True, False])
@pytest.mark.parametrize("exclusive", [True, False])
@pytest.mark.parametrize("name", ["Cumsum", "Cumprod"])
def test_cumulative(name: str, exclusive: bool, reverse: bool) -> None:
    check_orders(op(name, -1, exclusive=exclusive, reverse=reverse), X)


@pytest.mark.parametrize("ta", [True, False])
@pytest.mark.parametrize("tb", [True, False])
@pytest.mark.parametrize("dtype", ["real", "complex"])
def test_matrix_product(ta: bool, tb: bool, dtype: str) -> None:
    factor = 1.0 if dtype == "real" else 0.8 + 0.3j
    a = [[1.0 * factor, 2.0, -0.5], [0.3, -1.2, 0.7 * factor]]
    b = [[0.4, -0.9 * factor], [1.3, 0.2], [-0.6, 0.8]]
    ra = [[a[i][k] for i in range(2)] for k in range(3)] if ta else a
    rb = [[b[k][j] for k in range(3)] for j in range(2)] if tb else b
    check_orders(op("MatMul", transpose_a=ta, transpose_b=tb), ra, rb)
    check_orders(op("BatchMatMul", adj_x=ta, adj_y=tb), [ra, ra], [rb, rb])


def through(outer: str, inner: str, **attributes: Any) -> Callable[..., Output]:
    """One function of another."""

    def build(*inputs: Output) -> Output:
        return new(outer, new(inner, *inputs, **attributes))

    return build


def test_parts_of_complex_numbers() -> None:
    z = [0.6 + 0.5j, -0.3 + 0.7j]
    check_orders(through("Square", "ComplexAbs", Tout="DT_DOUBLE"), z)
    check_orders(through("Exp", "Real", Tout="DT_DOUBLE"), z)
    check_orders(through("Exp", "Imag", Tout="DT_DOUBLE"), z)
    check_orders(through("Exp", "Conj"), z, orders=2)
    check_orders(through("Exp", "Complex", Tout="DT_COMPLEX128"), [0.4, -0.2], 0.3)


def test_choice() -> None:
    def build(x: Output, y: Output) -> Output:
        return new("Where3", [True, False], new("Exp", x), new("Square", y))

    check_orders(build, X, [[1.0] * 3] * 2)


def test_cast_passes_gradients_between_floats() -> None:
    def build(x: Output) -> Output:
        return new("Exp", new("Cast", new("Cast", x, DstT="DT_COMPLEX128"), DstT="DT_DOUBLE"))

    check_orders(build, [0.4, -1.0])


def test_added_lists() -> None:
    def build(x: Output, y: Output) -> Output:
        return new("AddN", [new("Exp", x), y, new("Sin", y), x])

    check_orders(build, [0.4, -1.0], [1.0, 2.0])
