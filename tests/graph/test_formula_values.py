"""Formulas say what is computed: their text, read by NumPy, gives what the graph gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import special  # pyright: ignore[reportMissingTypeStubs]

from blocks.analysis.output_names import asked_by
from blocks.base.types import Array
from blocks.elaborate.elaborate import elaborate
from blocks.graph.formulas import derivative, formula
from blocks.run.session import Session
from tests.run.pages import BlockText, block, diagram, variable

VALUES: dict[str, Array] = {
    "x": np.array([[0.9, 1.5, 0.6], [1.2, 0.7, 1.9]]),
    "y": np.array([[1.1, 0.8, 1.7], [0.5, 1.4, 1.3]]),
    "q": np.array([[0.6, 1.8], [1.1, 0.9], [1.6, 0.7]]),
    "m": np.array([[1.5, 0.5], [0.8, 1.9]]),
    "row": np.array([0.7, 1.6, 1.2]),
    "col": np.array([[1.4], [0.6]]),
    "s": np.array(1.7),
}


def _reduced(of: Any) -> Any:
    def reduce(value: Array, other: Array | None = None, axis: Any = None, keep_dims: bool = False) -> Array:
        if other is not None:
            return (np.maximum if of is np.max else np.minimum)(value, other)
        axes = axis if axis is None or isinstance(axis, int) else tuple(axis)
        return of(value, axis=axes, keepdims=keep_dims)

    return reduce


def _softmax(value: Array) -> Array:
    e = np.exp(value)
    return e / e.sum(axis=-1, keepdims=True)


def _log_softmax(value: Array) -> Array:
    return np.log(_softmax(value))


def _softplus(value: Array) -> Array:
    return np.log1p(np.exp(value))


def _relu(value: Array) -> Array:
    return np.maximum(value, 0)


def _relu_gradient(dy: Array, y: Array) -> Array:
    return dy * (y > 0)


def _filled(value: float, shape: list[int]) -> Array:
    return np.full(shape, value)


READ: dict[str, Any] = {
    "sum": _reduced(np.sum), "mean": _reduced(np.mean), "max": _reduced(np.max), "min": _reduced(np.min),
    "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "abs": np.abs, "sign": np.sign, "tanh": np.tanh, "sin": np.sin,
    "cos": np.cos, "sigmoid": special.expit, "erf": special.erf, "log1p": np.log1p, "arctan": np.arctan,
    "softmax": _softmax, "logsoftmax": _log_softmax, "softplus": _softplus, "relu": _relu, "where": np.where,
    "cast": np.float64, "broadcast": np.broadcast_to, "reshape": np.reshape, "fill": _filled,
    "MulNoNan": np.multiply, "ReluGrad": _relu_gradient,
}  # fmt: skip
"""What the words of a formula mean to NumPy and SciPy."""


def read(text: str) -> Array:
    """The value of a formula, its parts behind ``where`` included."""
    term, *where = text.split("\n  where ")
    names = READ | VALUES
    for line in reversed(where):
        name, _, part = line.partition(" = ")
        names[name] = _value(part, names)
    return np.asarray(_value(term, names))


def _value(text: str, names: dict[str, Any]) -> Any:
    return eval(text.replace("^T", ".T").replace("^", "**"), {"__builtins__": {}}, names)


def ways(kind: str, first: str, second: str, *ends: str, **values: Any) -> list[Any]:
    """Both orders of two inputs, each spread to the other's shape."""
    x, y, out = ends or ("x", "y", "z")
    pairs = ((first, second), (second, first))
    return [
        (f"{kind} {a} {b}", [block("p", kind, **values)], f"{a}.ref>p.{x} {b}.ref>p.{y}", out, (a, b)) for a, b in pairs
    ]


def one(kind: str, given: str = "x", into: str = "x", out: str = "y", **values: Any) -> Any:
    """A block with one input."""
    name = f"{kind} {given} {' '.join(f'{key}={value}' for key, value in values.items())}"
    return name, [block("p", kind, **values)], f"{given}.ref>p.{into}", out, (given,)


CASES: list[tuple[str, list[BlockText], str, str, tuple[str, ...]]] = [
    *[one(kind) for kind in ("Exp", "Log", "Sqrt", "Rsqrt", "Square", "Negate", "Abs", "Tanh", "Sigmoid")],
    *[one(kind) for kind in ("Reciprocal", "Sin", "Cos", "Erf", "Log1p", "Atan")],
    one("Softmax", into="logits", out="softmax"),
    one("LogSoftmax", into="logits", out="logsoftmax"),
    one("Softplus", into="features", out="activations"),
    one("Relu", into="features", out="activations"),
    *[
        case
        for kind in ("Add", "Subtract", "Multiply", "RealDiv", "Pow", "Maximum", "Minimum", "SquaredDifference")
        for other in ("y", "row", "col", "s")
        for case in ways(kind, "x", other)
    ],
    *[
        one(kind, into="input", out="output", axis=axis, keep_dims=keep)
        for kind in ("Sum", "Mean", "Max", "Min")
        for axis in (0, [0, 1])
        for keep in (False, True)
    ],
    *[
        (
            f"MatMul {a} {b}",
            [block("p", "MatMul", transpose_a=a, transpose_b=b)],
            f"{'q' if a else 'x'}.ref>p.a {'y' if b else 'q'}.ref>p.b",
            "product",
            ("q" if a else "x", "y" if b else "q"),
        )
        for a in (False, True)
        for b in (False, True)
    ],
    # An elementwise product and one of matrices: neither order of reading may be left open.
    (
        "elementwise times matrices",
        [block("mm", "MatMul"), block("p", "Multiply")],
        "x.ref>mm.a q.ref>mm.b m.ref>p.x mm.product>p.y",
        "z",
        ("m", "x", "q"),
    ),
    (
        "matrices of elementwise",
        [block("e", "Multiply"), block("p", "MatMul")],
        "x.ref>e.x y.ref>e.y e.z>p.a q.ref>p.b",
        "product",
        ("x", "y", "q"),
    ),
    (
        "multiple of matrices less another",
        [block("mm", "MatMul"), block("two", "Multiply", x=2.0), block("p", "Subtract")],
        "x.ref>mm.a q.ref>mm.b mm.product>two.y m.ref>p.x two.z>p.y",
        "z",
        ("m", "x"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("blocks_", "wires", "out", "leaves"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_a_formula_gives_what_is_computed(
    blocks_: list[BlockText], wires: str, out: str, leaves: tuple[str, ...]
) -> None:
    """p, and the derivative of the sum of p^2 by each of its inputs."""
    start = [variable(name, value.tolist()) for name, value in VALUES.items()]
    example = diagram([*start, *blocks_, block("o", "Square")], f"{wires} p.{out}>o.x")
    session = Session(example)
    session.watch("o")
    results = session.run()
    page = elaborate(example.pages[0].snapshot())
    np.testing.assert_allclose(read(formula(asked_by(page, "p").outputs[0]).text), results[f"p.result_{out}"], 1e-4)
    for name in leaves:
        text = derivative(asked_by(page, "o").outputs[0], asked_by(page, name).outputs[0]).text
        expected = results.gradients[f"{name}.ref"]
        result = np.broadcast_to(read(text), expected.shape)
        np.testing.assert_allclose(result, expected, 1e-4, 1e-5, err_msg=text)
