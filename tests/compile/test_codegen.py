"""Calls that are written as expressions of NumPy's functions: they give what the kernels give, bit for bit."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from blocks.base.types import Array
from blocks.compile import memory
from blocks.graph.graph import Output
from blocks.graph.kernel_choice import chosen
from blocks.graph.scope import Scope
from blocks.library.nn.activations import ReluGrad
from blocks.library.nn.bias import BiasAddGrad
from blocks.ops import (
    AddN,
    ApplyGradientDescent,
    Assign,
    BiasAdd,
    Exp,
    MatMul,
    Max,
    Mean,
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


@pytest.fixture
def root() -> Scope:
    """A scope of a new graph."""
    return Scope.new_root_scope()


@pytest.fixture
def x(root: Scope) -> Output:
    """A matrix that is fed."""
    return Placeholder(root, dtype="DT_FLOAT", shape=SHAPE).output


CHOOSING: list[Callable[[Output], Any]] = [
    lambda x: MatMul(x, x, transpose_a=True),
    lambda x: MatMul(x, x, transpose_b=True),
    lambda x: MatMul(MatMul(x, x, transpose_b=True), x, transpose_a=True),
]


@pytest.mark.parametrize("make", CHOOSING)
@pytest.mark.parametrize("value", [NUMBERS, ODD, np.asfortranarray(ODD)], ids=["numbers", "odd", "columns"])
def test_what_a_kernel_chooses_gives_what_it_gives(make: Callable[[Output], Any], value: Array, x: Output) -> None:
    result = make(x).as_output()
    assert chosen(result.op) is not None
    what = program([result], {x: value})
    assert_agreement(what, interpreted(what), planned(what, ()), same_errors=True)


OTHERS: list[tuple[str, list[int], Callable[[Output], Any]]] = [
    ("DT_HALF", [4], lambda x: Sum(x, [0])),
    ("DT_INT32", [4], lambda x: Sum(x, [0])),
    ("DT_COMPLEX64", [4], lambda x: Mean(x, [0])),
    ("DT_FLOAT", [0], lambda x: Max(x, [0])),
    ("DT_INT32", [4], Relu),
    ("DT_FLOAT", [1, 4, 2], lambda x: BiasAdd(x, ODD[3, :4], data_format="NCHW")),
    ("DT_FLOAT", [1 << 14, 4], lambda x: BiasAdd(x, ODD[3, :4])),
    ("DT_HALF", [1 << 14, 4], BiasAddGrad),
]


@pytest.mark.parametrize(("dtype", "shape", "make"), OTHERS)
def test_what_is_not_plain_is_called_as_ever(dtype: str, shape: list[int], make: Callable[..., Any]) -> None:
    """Sums of few digits or of integers, nothing to reduce, channels that are better taken several abreast."""
    x = Placeholder(Scope.new_root_scope(), dtype=dtype, shape=shape).output
    result = make(x).as_output()
    assert chosen(result.op) is None
    what = program([result], {x: np.resize(NUMBERS, shape)})
    assert_agreement(what, interpreted(what), planned(what, ()), same_errors=True)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """What tests can look at counts as large enough for memory to be used again."""
    monkeypatch.setattr(memory, "WORTH_RECYCLING", 1)


@pytest.mark.usefixtures("large")
def test_a_layer_and_its_step_take_no_new_memory(root: Scope, x: Output) -> None:
    v = Variable(root, NUMBERS.T)
    y = Relu(BiasAdd(MatMul(x, v), np.ones(48, np.float32)))
    gradient = MatMul(x, ReluGrad(y, y), transpose_a=True)
    what = program([ApplyGradientDescent(v, 0.5, gradient)], {x: NUMBERS}, steps=3)
    calls = re.findall(r" = (\w+)\(", plan_of(what).source)
    assert len(calls) == 6 and all(name.startswith("into_") for name in calls), calls
    assert_agreement(what, interpreted(what), planned(what), same_errors=True)


@pytest.mark.usefixtures("large")
def test_a_variable_that_comes_to_lie_in_memory_column_by_column_gives_the_same_sums(root: Scope, x: Output) -> None:
    v = Variable(root, np.ones((48, 48), np.float32))
    product = MatMul(x, x, transpose_b=True)
    turned = Assign(v, Transpose(Multiply(v, 1.5), [1, 0]))
    step = ApplyGradientDescent(v, 0.25, MatMul(product, product))
    session, other = ClientSession(root), ClientSession(root, passes=())
    total = Sum(Exp(Multiply(step, -1e-6)), [0, 1])
    for fetches in ([total], [turned], [total], [total], [turned], [total]):
        for _ in range(2):
            results, expected = session.run(fetches, {x: NUMBERS}), other.run(fetches, {x: NUMBERS})
            assert [each.tobytes() for each in results] == [each.tobytes() for each in expected]


@pytest.mark.parametrize("count", [2, 16, 17, 300])
def test_a_sum_of_any_number_of_small_tensors_is_planned(root: Scope, count: int) -> None:
    """Small sums are calls in calls, of which Python parses 200; a variable may have more uses than that."""
    x = Placeholder(root, dtype="DT_FLOAT", shape=[3]).output
    result = AddN([Multiply(x, np.full(3, i, np.float32)) for i in range(count)]).as_output()
    what = program([result], {x: np.array([1, 2, -1], np.float32)})
    [[total]] = [step.outputs for step in planned(what, ()).steps]
    np.testing.assert_array_equal(total, np.array([1, 2, -1], np.float32) * (count * (count - 1) // 2))
