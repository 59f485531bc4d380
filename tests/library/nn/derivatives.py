"""Derivatives by differences, to compare gradients with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.types import Array
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.ops import Const
from blocks.run.client import ClientSession

Build = Callable[[Any], Any] | Callable[[Any, Any], Any]


def symbolic(build: Build, points: Sequence[Array], order: int = 1) -> list[Array]:
    """The gradient of the sum of what ``build`` makes; for order 2 that of the gradient's weighted sum."""
    root = Scope.new_root_scope()
    inputs: list[Output] = [Const(root, p).as_output() for p in points]
    y = build(*inputs)
    gradients = add_symbolic_gradients(root, [y], inputs)
    if order == 2:
        gradients = add_symbolic_gradients(
            root, [g * Const(root, weights(p)) for g, p in zip(gradients, points, strict=True)], inputs
        )
    return ClientSession(root).run(gradients)


def by_differences(build: Build, points: Sequence[Array], order: int = 1, step: float = 1e-5) -> list[Array]:
    """The same by central differences of the value (of the gradient, for order 2)."""

    def total(values: Sequence[Array]) -> float:
        if order == 2:
            return float(sum(np.sum(g * weights(g)) for g in symbolic(build, values)))
        root = Scope.new_root_scope()
        y = build(*[Const(root, v).as_output() for v in values])
        return float(np.sum(ClientSession(root).run(y)[0]))

    arrays: list[Array] = []
    for k, point in enumerate(points):
        gradient = np.zeros_like(point)
        for at in np.ndindex(point.shape):
            sides: list[float] = []
            for sign in (1, -1):
                moved = [np.array(p) for p in points]
                moved[k][at] += sign * step
                sides.append(total(moved))
            gradient[at] = (sides[0] - sides[1]) / (2 * step)
        arrays.append(gradient)
    return arrays


def weights(like: Any) -> Array:
    """Some fixed numbers of a shape."""
    return np.cos(np.arange(like.size, dtype=np.float64)).reshape(like.shape) + 1.5


def agree(build: Build, points: Sequence[Array], order: int = 1) -> None:
    """Assert that both are the same."""
    for result, wanted in zip(symbolic(build, points, order), by_differences(build, points, order), strict=True):
        np.testing.assert_allclose(result, wanted, rtol=1e-6, atol=1e-7)
