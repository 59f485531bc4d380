"""Operations on terms of a formula, without what changes nothing: products with ones, sums of zeros, double signs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from blocks.base.shapes import is_known
from blocks.base.types import Shape
from blocks.graph.formula_text import Expression

SPREAD = ("BroadcastTo",)


def operation(op: str, args: Sequence[Expression], shape: Shape, extra: str = "", label: str = "") -> Expression:
    """An operation on terms."""
    return Expression(op, tuple(args), label, 0.0, shape, extra, 1 + sum(arg.size for arg in args))


def constant(value: float, shape: Shape) -> Expression:
    """A number that all elements are."""
    return Expression("number", number=value, shape=shape)


def simplified(name: str, args: list[Expression], shape: Shape) -> Expression:
    """An elementwise operation, without what changes nothing."""
    args = _without_spreading(args, shape)
    if all(arg.op == "number" for arg in args):
        value = _computed(name, [arg.number for arg in args])
        if value is not None:
            return constant(value, shape)
    if name == "Negate":
        [x] = args
        if x.op == "Multiply" and x.args[0].op == "number":
            return simplified("Multiply", [constant(-x.args[0].number, x.args[0].shape), x.args[1]], shape)
        return x.args[0] if x.op == "Negate" else operation("Negate", [x], shape)
    if name == "Square":
        return operation(name, args, shape)
    x, y = args
    simple = {"Add": _sum, "Subtract": _difference, "Multiply": _product, "RealDiv": _quotient}[name](x, y, shape)
    return simple if simple is not None else operation(name, [x, y], shape)


def _without_spreading(args: list[Expression], shape: Shape) -> list[Expression]:
    """Arguments that are spread to the shape of the result are written as they were, if another one has that shape."""
    if not is_known(shape):
        return args
    for i, arg in enumerate(args):
        others = [other for j, other in enumerate(args) if j != i]
        if arg.op in SPREAD and any(other.shape == shape and other.op not in ("number", *SPREAD) for other in others):
            args = [*args[:i], arg.args[0], *args[i + 1 :]]
    return args


def without_scalars(args: list[Expression], shape: Shape) -> list[Expression]:
    """The same in a gradient, where sizes may be unknown: a scalar is only spread there to what it is multiplied by."""
    if shape is None:
        return args
    rest = [arg.shape for arg in args if arg.op not in ("number", *SPREAD)]
    if not any(each is not None and len(each) == len(shape) for each in rest):
        return args
    return [arg.args[0] if arg.op in SPREAD and arg.args[0].shape == () else arg for arg in args]


def _computed(name: str, numbers: list[float]) -> float | None:
    if name == "RealDiv" and numbers[1] == 0:
        return None
    first, second = numbers[0], numbers[-1]
    found = {
        "Add": first + second,
        "Subtract": first - second,
        "Multiply": first * second,
        "RealDiv": first / second if second else math.nan,
        "Negate": -first,
        "Square": first * first,
    }[name]
    return found if math.isfinite(found) else None


def _alone(term: Expression, shape: Shape) -> Expression | None:
    """A term in the place of an operation with it: only if that has no other shape."""
    return term if term.shape == shape and is_known(shape) else None


def _is(term: Expression, value: float) -> bool:
    return term.op == "number" and term.number == value


def _sum(x: Expression, y: Expression, shape: Shape) -> Expression | None:
    if _is(x, 0.0):
        return _alone(y, shape)
    if _is(y, 0.0):
        return _alone(x, shape)
    return operation("Subtract", [x, y.args[0]], shape) if y.op == "Negate" else None


def _difference(x: Expression, y: Expression, shape: Shape) -> Expression | None:
    if _is(y, 0.0):
        return _alone(x, shape)
    if _is(x, 0.0) and _alone(y, shape):
        return simplified("Negate", [y], shape)
    return operation("Add", [x, y.args[0]], shape) if y.op == "Negate" else None


def _product(x: Expression, y: Expression, shape: Shape) -> Expression | None:
    if _is(x, 0.0) or _is(y, 0.0):
        return constant(0.0, shape)
    if y.op == "number":
        x, y = y, x
    if _is(x, 1.0) and _alone(y, shape):
        return y
    if _is(x, -1.0) and _alone(y, shape):
        return simplified("Negate", [y], shape)
    if x.op == "number" and y.op == "Multiply" and y.args[0].op == "number" and y.shape == shape:
        return simplified("Multiply", [constant(x.number * y.args[0].number, shape), y.args[1]], shape)
    for a, b in ((x, y), (y, x)):
        if b.op != "number" and a.op == "Multiply" and a.args[0].op == "number" and a.args[1].shape == a.shape:
            rest = [a.args[1], b] if a is x else [b, a.args[1]]
            return simplified("Multiply", [a.args[0], simplified("Multiply", rest, shape)], shape)
    for a, b in ((x, y), (y, x)):
        if a.op == "Negate":
            return simplified(
                "Negate", [simplified("Multiply", [a.args[0], b] if a is x else [b, a.args[0]], shape)], shape
            )
    return operation("Multiply", [x, y], shape) if x.op == "number" else None


def _quotient(x: Expression, y: Expression, shape: Shape) -> Expression | None:
    if _is(y, 1.0):
        return _alone(x, shape)
    if x.op == "Negate":
        return simplified("Negate", [simplified("RealDiv", [x.args[0], y], shape)], shape)
    return None
