"""Gradients of any graph, compared with differentiation in the other direction, done on plain numbers."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from blocks import ops
from blocks.graph.gradients import UnreachableError, try_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.graph.verify import verify
from tests.graph.shared import evaluate


class Dual(NamedTuple):
    """A number with its derivatives by each of the inputs, as they follow with the number; None where no path leads."""

    value: float
    slopes: tuple[float | None, ...]


def combined(value: float, *parts: tuple[float, Dual]) -> Dual:
    """A value whose derivative by each operand is given."""
    totals: list[float | None] = []
    for each in zip(*(operand.slopes for _, operand in parts), strict=True):
        known = [factor * slope for (factor, _), slope in zip(parts, each, strict=True) if slope is not None]
        totals.append(sum(known) if known else None)
    return Dual(value, tuple(totals))


def both(kind: str, scope: Scope, a: tuple[Any, Dual], b: tuple[Any, Dual]) -> tuple[Any, Dual]:
    """One more step: a node, and the number that it must have, with derivatives by the rules of calculus."""
    (node_a, x), (node_b, y) = a, b
    if kind == "add":
        return ops.Add(scope, node_a, node_b), combined(x.value + y.value, (1, x), (1, y))
    if kind == "subtract":
        return ops.Subtract(scope, node_a, node_b), combined(x.value - y.value, (1, x), (-1, y))
    if kind == "multiply":
        return ops.Multiply(scope, node_a, node_b), combined(x.value * y.value, (y.value, x), (x.value, y))
    if kind == "sin":
        return ops.Sin(scope, node_a), combined(math.sin(x.value), (math.cos(x.value), x))
    if kind == "tanh":
        value = math.tanh(x.value)
        return ops.Tanh(scope, node_a), combined(value, (1 - value**2, x))
    return ops.stop_gradient(node_a), Dual(x.value, (None,) * len(x.slopes))


KINDS = ("add", "subtract", "multiply", "sin", "tanh", "stop")
STEPS = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 99), st.integers(0, 99)), min_size=1, max_size=14)
NUMBERS = st.lists(st.floats(-1.5, 1.5), min_size=1, max_size=3)


@given(NUMBERS, STEPS, st.integers(1, 3))
def test_any_graph(numbers: list[float], steps: list[tuple[str, int, int]], count: int) -> None:
    root = Scope.new_root_scope()
    pairs: list[tuple[Any, Dual]] = []
    for i, number in enumerate(numbers):
        start = tuple(1.0 if i == k else None for k in range(len(numbers)))
        pairs.append((ops.Const(root, np.array(number)), Dual(number, start)))
    for kind, first, second in steps:
        pairs.append(both(kind, root, pairs[first % len(pairs)], pairs[second % len(pairs)]))
    outputs = pairs[-count:]
    inputs = [node for node, _ in pairs[: len(numbers)]]
    gradients = try_gradients(root, [node for node, _ in outputs], inputs)
    verify(root.graph)
    expected = combined(0.0, *((1.0, dual) for _, dual in outputs)).slopes
    assert [isinstance(each, UnreachableError) for each in gradients] == [slope is None for slope in expected]
    reached = [each for each in gradients if isinstance(each, Output)]
    if reached:
        wanted = [slope for slope in expected if slope is not None]
        np.testing.assert_allclose(evaluate(*reached), wanted, rtol=1e-9, atol=1e-9)
