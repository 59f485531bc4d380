"""Gradients by a rule, to second order: beside ``tf.custom_gradient`` of TensorFlow 2.21 with the same rule."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.dtypes import DOUBLE
from blocks.base.errors import DiagramError

X = [[3.0, -4.0, 0.5], [0.1, 2.0, -1.0]]
W = [[1.5, -2.0, 0.25], [3.0, 0.75, -1.25]]
# Of sum(w y^3), y = rule(x^2): the gradient by x, and that of its sum with weights w.
RECORDED: list[tuple[str, dict[str, float], list[float], list[float]]] = [
    (
        "ScaleGradient",
        {"factor": -0.5},
        [-1093.5, -6144.0, -0.0234375, -9e-05, -72.0, -3.75],
        [546.75, 3072.0, 0.01171875, 0.0027, 27.0, 4.6875],
    ),
    (
        "ClipGradient",
        {"clip_norm": 2.0},
        [2.769982503963, 15.56357796466, 5.937033830511e-05, 2.279820990916e-07, 0.1823856792733, 0.009499254128818],
        [8.832305088113, 13.50631059671, 0.0001486151101371, 3.419766371584e-05, 0.3698813162198, 0.05876469230723],
    ),
    (
        "ClipGradient",
        {"clip_value": 0.6},
        [3.6, 4.8, 0.046875, 0.00018, 2.4, 1.2],
        [1.8, 2.4, 0.1171875, 0.027, 0.9, 1.5],
    ),
    (
        "ClipGradient",
        {"clip_norm": 2.5, "clip_value": 1.0},
        [3.462478129954, 8.0, 7.421292288139e-05, 2.849776238645e-07, 0.2279820990916, 0.01187406766102],
        [7.731239064977, 9.062010185883, 0.0001854945922886, 4.274657406355e-05, 0.4219051453094, 0.07433361060898],
    ),
]


@pytest.mark.parametrize(("kind", "values", "first", "second"), RECORDED, ids=["scale", "norm", "value", "both"])
def test_gradients_by_the_rule(kind: str, values: dict[str, float], first: list[float], second: list[float]) -> None:
    root = blocks.Scope.new_root_scope()
    x, w = (ops.Const(root, np.array(each), dtype=DOUBLE) for each in (X, W))
    y = getattr(ops, kind)(root, ops.Multiply(root, x, x), **values)
    loss = ops.Multiply(root, w, ops.Multiply(root, ops.Multiply(root, y, y), y))
    [gradient] = blocks.add_symbolic_gradients(root, outputs=[loss], inputs=[x])
    weighted = ops.Multiply(root, gradient, w)
    [again] = blocks.add_symbolic_gradients(root, outputs=[weighted], inputs=[x])
    results: Any = blocks.ClientSession(root).run([y, gradient, again])
    np.testing.assert_array_equal(results[0], np.square(X))
    np.testing.assert_allclose(results[1].ravel(), first, rtol=1e-10)
    np.testing.assert_allclose(results[2].ravel(), second, rtol=1e-10)


def test_a_gradient_of_zeros_is_clipped_without_dividing_by_zero() -> None:
    root = blocks.Scope.new_root_scope()
    x = ops.Const(root, [1.0, 2.0])
    y = ops.Square(root, ops.Multiply(root, ops.ClipGradient(root, x, clip_norm=1.0), 0.0))
    [gradient] = blocks.add_symbolic_gradients(root, outputs=[y], inputs=[x])
    [again] = blocks.add_symbolic_gradients(root, outputs=[gradient], inputs=[x])
    for result in blocks.ClientSession(root).run([gradient, again]):
        np.testing.assert_array_equal(result, [0, 0])


def test_bounds_below_zero_are_refused() -> None:
    root = blocks.Scope.new_root_scope()
    with pytest.raises(DiagramError, match="clip_norm"):
        ops.ClipGradient(root, [1.0], clip_norm=-1.0)
