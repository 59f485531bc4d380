"""Gradients of any order against differences of the order below, in double precision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import COMPLEX128, DOUBLE
from blocks.base.types import Array
from blocks.graph.gradients import UnreachableError, try_gradients
from blocks.graph.graph import Operand, Output
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.run.client import ClientSession

STEP = 1e-5


def new(name: str, *args: Any, **attributes: Any) -> Output:
    """The output of a new node."""
    spec = find(name)
    assert spec is not None, name
    return spec(*args, **attributes).as_output()


def op(name: str, *rest: Any, **attributes: Any) -> Callable[..., Output]:
    """What makes a node of some type from its first inputs; the others and the attributes are given here."""

    def make(*inputs: Operand) -> Output:
        return new(name, *inputs, *rest, **attributes)

    return make


def evaluate(build: Callable[..., Operand], *values: Any) -> Array:
    """What a graph gives for constants."""
    root = Scope.new_root_scope()
    inputs = [new("Const", root, val=np.asarray(v)) for v in values]
    return ClientSession(root).run(build(*inputs))[0]


def gradients(build: Callable[..., Operand], *values: Any) -> list[Array]:
    """The gradients of the sum of what a graph gives, by constants."""
    root = Scope.new_root_scope()
    inputs = [new("Const", root, val=np.asarray(v)) for v in values]
    gradients = try_gradients(root, [build(*inputs)], inputs)
    return ClientSession(root).run([g for g in gradients if isinstance(g, Output)])


def check_orders(build: Callable[..., Operand], *values: Any, orders: int = 3, static: bool = True) -> None:
    """Compare the gradients of ``build`` with differences, then the gradients of those, and so on.

    Args:
        build: outputs to an output.
        values: where; real or complex.
        orders: how often it is differentiated.
        static: whether the shapes are known when the graph is built.
    """
    root = Scope.new_root_scope()
    points = [np.asarray(v, np.complex128 if np.iscomplexobj(v) else np.float64) for v in values]
    inputs = [
        new("Placeholder", root, dtype=COMPLEX128 if p.dtype.kind == "c" else DOUBLE, shape=p.shape if static else None)
        for p in points
    ]
    session = ClientSession(root)
    feed: dict[Operand, Any] = dict(zip(inputs, points, strict=True))
    rng = np.random.default_rng(5)
    outputs = [build(*inputs).as_output()]
    for order in range(1, orders + 1):
        shapes = [v.shape for v in session.run(outputs, feed)]
        total = _weighted(root, outputs, shapes, rng)
        gradients = try_gradients(root, [total], inputs)
        reached = [g for g in gradients if isinstance(g, Output)]
        results = iter(session.run(reached, feed))
        for i, gradient in enumerate(gradients):
            expected = _differences(session, total, inputs, points, i)
            actual = np.zeros_like(expected) if isinstance(gradient, UnreachableError) else next(results)
            np.testing.assert_allclose(actual, expected, rtol=2e-5, atol=2e-6, err_msg=f"order {order}, input {i}")
        if not reached:
            return
        outputs = reached


def _weighted(
    root: Scope, outputs: Sequence[Output], shapes: Sequence[tuple[int, ...]], rng: np.random.Generator
) -> Output:
    """A real number that depends on all outputs, on each element in another way."""
    parts: list[Output] = []
    for output, shape in zip(outputs, shapes, strict=True):
        weights = rng.uniform(0.5, 1.5, shape)
        if output.dtype.is_complex:
            weighted = new("Multiply", output, weights + 1j * rng.uniform(0.5, 1.5, shape))
            weighted = new("Real", weighted, Tout=DOUBLE)
        else:
            weighted = new("Multiply", output, weights)
        parts.append(new("Sum", weighted, list(range(len(shape)))))
    return new("AddN", parts)


def _differences(session: ClientSession, y: Output, inputs: list[Output], points: list[Array], which: int) -> Array:
    """The gradient by central differences; of complex numbers by both parts, as dx + i dy."""
    array = np.zeros_like(points[which])
    for place in np.ndindex(array.shape):
        for unit in (1, 1j) if array.dtype.kind == "c" else (1,):
            sides: list[Any] = []
            for sign in (1, -1):
                moved = [p.copy() for p in points]
                moved[which][place] += sign * unit * STEP
                feed: dict[Operand, Any] = dict(zip(inputs, moved, strict=True))
                sides.append(session.run(y, feed)[0])
            array[place] += unit * (sides[0] - sides[1]) / (2 * STEP)
    return array
