"""Arrays and NumPy numbers that a program hands to the graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession


@pytest.mark.parametrize("make", [ops.Const, ops.Variable, ops.StopGradient], ids=lambda make: make.name)
def test_what_was_given_may_be_changed_afterwards(make: Callable[..., Any]) -> None:
    array = np.array([1.0, 2.0])
    root = Scope.new_root_scope()
    given = make(root, array)
    double = ops.Add(root, given, given)
    array[:] = 9
    assert [value.tolist() for value in ClientSession(root).run([given, double])] == [[1, 2], [2, 4]]


def test_what_was_fed_may_be_changed_afterwards() -> None:
    root = Scope.new_root_scope()
    fed = ops.Placeholder(root, dtype="DT_DOUBLE")
    variable = ops.Variable(root, [0.0, 0.0], dtype="DT_DOUBLE")
    session = ClientSession(root)
    array = np.array([1.0, 2.0])
    session.run(ops.Assign(root, variable, fed), feed={fed: array})
    array[:] = 9
    assert session.run(variable)[0].tolist() == [1, 2]


def test_what_came_out_does_not_reach_back() -> None:
    root = Scope.new_root_scope()
    variable, constant = ops.Variable(root, [1.0, 2.0]), ops.Const(root, [3.0, 4.0])
    square = ops.Square(root, variable)
    session = ClientSession(root)
    for value in session.run([variable, constant, square, ops.Identity(root, constant)]):
        if value.flags.writeable:
            value[:] = 9
    assert [value.tolist() for value in session.run([variable, constant, square])] == [[1, 2], [3, 4], [1, 4]]


@pytest.mark.parametrize(
    "number", [np.float64(0.1), np.float16(0.1), np.uint8(3), np.int64(-3)], ids=lambda n: n.dtype.name
)
def test_numbers_of_numpy_keep_their_dtype(number: np.generic) -> None:
    root = Scope.new_root_scope()
    assert ops.Const(root, number).output.dtype.numpy == number.dtype
    assert ops.StopGradient(root, number).output.dtype.numpy == number.dtype
