"""Calls that are written as expressions of NumPy's functions: they give what the kernels give, bit for bit."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from blocks.base.types import Array
from blocks.compile import memory
from blocks.compile.plan import PARTS
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.nn.activations import ReluGrad
from blocks.library.nn.bias import BiasAddGrad
from blocks.ops import (
    ApplyGradientDescent,
    Assign,
    BiasAdd,
    Exp,
    MatMul,
    Max,
    Mean,
    Min,
    Multiply,
    Placeholder,
    Relu,
    Sum,
    Transpose,
    Variable,
)
from blocks.run.client import ClientSession
from blocks.testing.agreement import assert_agreement, interpreted, plan_of, planned, program

SHAPE = (48, 33)
NUMBERS: Array = np.random.default_rng(0).normal(size=SHAPE).astype(np.float32)
ODD = NUMBERS.copy()
ODD[3, :6] = [np.nan, np.inf, -np.inf, -0.0, 0.0, 1e-42]
OTHER_PARTS = [part for part in PARTS if part != "lines"]


@pytest.fixture
def root() -> Scope:
    """A scope of a new graph."""
    return Scope.new_root_scope()


@pytest.fixture
def x(root: Scope) -> Output:
    """A matrix that is fed."""
    return Placeholder(root, dtype="DT_FLOAT", shape=SHAPE).output


LINES: list[tuple[Callable[[Output], Any], str]] = [
    (lambda x: MatMul(x, x, transpose_a=True), r"matmul\(v\d+\.T, v\d+\)"),
    (lambda x: MatMul(x, x, transpose_b=True), r"matmul\(v\d+, v\d+\.T\)"),
    (lambda x: BiasAdd(x, ODD[3]), r"add\(v\d+, c\d+\)"),
    (BiasAddGrad, r"add\.reduce\(v\d+, \(0,\)\)"),
    (Relu, r"clip\(v\d+, float_0, float_inf\)"),
    (lambda x: ReluGrad(x, x), r"multiply\(v\d+, greater\(v\d+, float_0\)\)"),
    (lambda x: Sum(x, [1]), r"add\.reduce\(v\d+, \(1,\)\)"),
    (lambda x: Sum(x, [1, 0]), r"add\.reduce\(v\d+, \(1, 0\)\)"),
    (lambda x: Sum(x, -1, keep_dims=True), r"add\.reduce\(v\d+, \(1,\), None, None, True\)"),
    (lambda x: Sum(x, np.zeros(0, np.int32)), r"add\.reduce\(v\d+, \(\)\)"),
    (lambda x: Mean(x, [0, 1]), r"divide\(add\.reduce\(v\d+, \(0, 1\)\), float_1584\)"),
    (lambda x: Mean(x, [1], keep_dims=True), r"divide\(add\.reduce\(v\d+, \(1,\), None, None, True\), float_33\)"),
    (lambda x: Max(x, [0]), r"maximum\.reduce\(v\d+, \(0,\)\)"),
    (lambda x: Min(x, [0], keep_dims=True), r"minimum\.reduce\(v\d+, \(0,\), None, None, True\)"),
]


@pytest.mark.parametrize(("make", "line"), LINES)
@pytest.mark.parametrize("value", [NUMBERS, ODD, np.asfortranarray(ODD)], ids=["numbers", "odd", "columns"])
def test_a_line_gives_what_the_kernel_gives(make: Callable[[Output], Any], line: str, value: Array, x: Output) -> None:
    what = program([make(x)], {x: value})
    assert re.search(line, plan_of(what, ()).source)
    assert "k" not in re.findall(r"= ([a-z]+)", plan_of(what, ()).source)
    assert_agreement(what, interpreted(what), planned(what, ()), same_errors=True)
    assert not re.search(line, plan_of(what, (), OTHER_PARTS).source), "it can be left out"


OTHERS: list[tuple[str, list[int], Callable[[Output], Any]]] = [
    ("DT_HALF", [4], lambda x: Sum(x, [0])),
    ("DT_INT32", [4], lambda x: Sum(x, [0])),
    ("DT_COMPLEX64", [4], lambda x: Mean(x, [0])),
    ("DT_FLOAT", [0], lambda x: Max(x, [0])),
    ("DT_INT32", [4], Relu),
    ("DT_FLOAT", [1, 4, 2], lambda x: BiasAdd(x, ODD[3, :4], data_format="NCHW")),
    ("DT_FLOAT", [1 << 14, 4], lambda x: BiasAdd(x, ODD[3, :4])),
    ("DT_FLOAT", [1 << 14, 4], BiasAddGrad),
]


@pytest.mark.parametrize(("dtype", "shape", "make"), OTHERS)
def test_what_is_not_plain_is_called_as_ever(dtype: str, shape: list[int], make: Callable[..., Any]) -> None:
    """Sums of few digits or of integers, nothing to reduce, channels that are better taken several abreast."""
    x = Placeholder(Scope.new_root_scope(), dtype=dtype, shape=shape).output
    what = program([make(x)], {x: np.resize(NUMBERS, shape)})
    assert re.search(r"= [ku]\w+\(", plan_of(what, ()).source)
    assert_agreement(what, interpreted(what), planned(what, ()), same_errors=True)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """What tests can look at counts as large enough for memory to be used again."""
    monkeypatch.setattr(memory, "WORTH_RECYCLING", 1)


@pytest.mark.usefixtures("large")
def test_a_layer_and_its_step_are_written_without_a_function_of_ours(root: Scope, x: Output) -> None:
    v = Variable(root, NUMBERS.T)
    y = Relu(BiasAdd(MatMul(x, v), np.ones(48, np.float32)))
    gradient = MatMul(x, ReluGrad(y, y), transpose_a=True)
    what = program([ApplyGradientDescent(v, 0.5, gradient)], {x: NUMBERS}, steps=3)
    source = plan_of(what).source
    for line in (
        r"v(\d+) = matmul\(v\d+, v\d+, r\d+\(\)\)\n    v(\d+) = add\(v\1, c\d+, v\1\)",
        r"v(\d+) = clip\(v\d+, float_0, float_inf, v\d+\)",
        r"v(\d+) = matmul\(v\d+\.T, v\d+, r\d+\(\)\)\n",
        r"subtract\(v\d+, multiply\(v(\d+), c\d+, v\1\), v\1\)",
    ):
        assert re.search(line, source), source
    assert_agreement(what, interpreted(what), planned(what), same_errors=True)


@pytest.mark.usefixtures("large")
def test_a_variable_that_comes_to_lie_in_memory_column_by_column_gives_the_same_sums(root: Scope, x: Output) -> None:
    """A line that relies on the order of its operands is written anew when that changes."""
    v = Variable(root, np.ones((48, 48), np.float32))
    product = MatMul(x, x, transpose_b=True)
    turned = Assign(v, Transpose(Multiply(v, 1.5), [1, 0]))
    step = ApplyGradientDescent(v, 0.25, MatMul(product, product))
    session, other = ClientSession(root), ClientSession(root, passes=())
    total = Sum(Exp(Multiply(step, -1e-6)), [0, 1])
    for fetches in ([total], [turned], [total], [total], [turned], [total]):
        for _ in range(2):
            found, expected = session.run(fetches, {x: NUMBERS}), other.run(fetches, {x: NUMBERS})
            assert [each.tobytes() for each in found] == [each.tobytes() for each in expected]
