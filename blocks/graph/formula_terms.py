"""Operators and functions on formula terms, simplified: no products with one and no double signs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from blocks.base.shapes import element_count, is_known, shape_text
from blocks.base.types import Shape
from blocks.graph.formula_text import REDUCTIONS, Expression


def operation(op: str, args: Sequence[Expression], shape: Shape) -> Expression:
    """Return an operator on terms without simplification."""
    return Expression(op, tuple(args), "", 0.0, shape, "", 1 + sum(arg.size for arg in args))


def call(label: str, args: Sequence[Expression], shape: Shape, extra: str = "") -> Expression:
    return Expression("call", tuple(args), label, 0.0, shape, extra, 1 + sum(arg.size for arg in args))


def constant(value: float, shape: Shape) -> Expression:
    return Expression("number", number=value, shape=shape)


def filled(arg: Expression) -> Expression:
    """Return a term with an explicit shape if it is a number for several elements."""
    if arg.op != "number" or arg.shape in ((), (1,)):
        return arg
    return call("fill", [arg._replace(shape=())], arg.shape, ", " + shape_text(arg.shape))


def is_broadcast(term: Expression) -> bool:
    return term.op == "call" and term.label == "broadcast"


# Operators.


def operate(op: str, args: list[Expression], shape: Shape) -> Expression:
    args = _without_broadcasts(args, shape)
    if all(arg.op == "number" for arg in args) and (result := _computed(op, [arg.number for arg in args])) is not None:
        return constant(result, shape)
    simplify = _SIMPLIFIED.get(op)
    if simplify is None:
        return operation(op, [filled(arg) for arg in args], shape)
    result = simplify(*args, shape)
    return operation(op, args, shape) if result is None else result


def _without_broadcasts(args: list[Expression], shape: Shape) -> list[Expression]:
    """Remove explicit broadcasts to the result's shape if another argument has that shape."""
    if not is_known(shape):
        return args
    for i, arg in enumerate(args):
        others = [other for j, other in enumerate(args) if j != i and other.op != "number" and not is_broadcast(other)]
        if is_broadcast(arg) and any(other.shape == shape for other in others):
            args = [*args[:i], arg.args[0], *args[i + 1 :]]
    return args


def without_scalars(args: list[Expression], shape: Shape) -> list[Expression]:
    """Remove broadcasts of scalars in a gradient, where sizes may be unknown, if another term has the rank."""
    if shape is None:
        return args
    rest = [arg.shape for arg in args if arg.op != "number" and not is_broadcast(arg)]
    if not any(each is not None and len(each) == len(shape) for each in rest):
        return args
    return [arg.args[0] if is_broadcast(arg) and arg.args[0].shape == () else arg for arg in args]


_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "^": math.pow,
    "negate": lambda x, _: -x,
}


def _computed(op: str, numbers: list[float]) -> float | None:
    try:
        result = _ARITHMETIC[op](numbers[0], numbers[-1])
    except (KeyError, ArithmeticError, ValueError):
        return None
    return result if math.isfinite(result) else None


def _alone(term: Expression, shape: Shape) -> Expression | None:
    return term if term.shape == shape and is_known(shape) else None


def _is(term: Expression, value: float) -> bool:
    return term.op == "number" and term.number == value


def _negated(x: Expression, shape: Shape) -> Expression | None:
    if x.op == "*" and x.args[0].op == "number":
        return operate("*", [constant(-x.args[0].number, x.args[0].shape), x.args[1]], shape)
    return x.args[0] if x.op == "negate" else None


def _sum(x: Expression, y: Expression, shape: Shape) -> Expression | None:
    if _is(x, 0.0):
        return _alone(y, shape)
    if _is(y, 0.0):
        return _alone(x, shape)
    return operation("-", [x, y.args[0]], shape) if y.op == "negate" else None


def _difference(x: Expression, y: Expression, shape: Shape) -> Expression | None:
    if _is(y, 0.0):
        return _alone(x, shape)
    if _is(x, 0.0) and _alone(y, shape):
        return operate("negate", [y], shape)
    return operation("+", [x, y.args[0]], shape) if y.op == "negate" else None


def _product(x: Expression, y: Expression, shape: Shape) -> Expression | None:
    if _is(x, 0.0) or _is(y, 0.0):
        return constant(0.0, shape)
    if y.op == "number":
        x, y = y, x
    if _is(x, 1.0) and _alone(y, shape):
        return y
    if _is(x, -1.0) and _alone(y, shape):
        return operate("negate", [y], shape)
    if x.op == "number" and y.op == "*" and y.args[0].op == "number" and y.shape == shape:
        return operate("*", [constant(x.number * y.args[0].number, shape), y.args[1]], shape)
    for a, b in ((x, y), (y, x)):
        if b.op != "number" and a.op == "*" and a.args[0].op == "number" and a.args[1].shape == a.shape:
            rest = [a.args[1], b] if a is x else [b, a.args[1]]
            return operate("*", [a.args[0], operate("*", rest, shape)], shape)
    for a, b in ((x, y), (y, x)):
        if a.op == "negate":
            return operate("negate", [operate("*", [a.args[0], b] if a is x else [b, a.args[0]], shape)], shape)
    return operation("*", [x, y], shape) if x.op == "number" else None


def _quotient(x: Expression, y: Expression, shape: Shape) -> Expression | None:
    if _is(y, 1.0):
        return _alone(x, shape)
    if x.op == "negate":
        return operate("negate", [operate("/", [x.args[0], y], shape)], shape)
    return None


_SIMPLIFIED: dict[str, Callable[..., Expression | None]] = {
    "+": _sum,
    "-": _difference,
    "*": _product,
    "/": _quotient,
    "negate": _negated,
}


# Functions.

_MOST_SUMMANDS = 100
"""Terms that are written with a plus between them; more would be a tree too deep to walk."""


def apply(label: str, args: list[Expression], shape: Shape, extra: str = "") -> Expression:
    expression = _FUNCTIONS[label](args, shape, label) if label in _FUNCTIONS and args else None
    if expression is not None:
        return expression
    if label in ("broadcast", "reshape", "fill", "sum_to"):
        extra = ", " + shape_text(shape)
    if label == "count" and args[0].label == "shape":  # elements along axes are counted of something, not of its shape
        args = [args[0].args[0]]
    return call(label, [filled(arg) for arg in args], shape, extra)


def _reshaped(args: list[Expression], shape: Shape, label: str) -> Expression | None:
    [arg] = args
    if arg.op == "number":
        return arg._replace(shape=shape)
    if label == "cast":
        return arg if arg.op == "call" and arg.label == "count" else None
    scalar = arg.args[0] if is_broadcast(arg) else arg
    return call("broadcast", [scalar], shape, ", " + shape_text(shape)) if scalar.shape == () else None


def _added(args: list[Expression], shape: Shape, _label: str) -> Expression | None:
    if len(args) > _MOST_SUMMANDS:
        return None
    total = args[0]
    for arg in args[1:]:
        total = operate("+", [total, arg], shape)
    return total


def _reduced(args: list[Expression], shape: Shape, label: str) -> Expression | None:
    arg = args[0]
    if len(args) > 1 or arg.op != "number" or not (is_known(arg.shape) and is_known(shape)) or label == "prod":
        return None
    return _scaled(arg, shape) if label == "sum" else constant(arg.number, shape)


def _scaled(arg: Expression, shape: Shape) -> Expression:
    return constant(arg.number * (element_count(arg.shape) or 0) / max(1, element_count(shape) or 0), shape)


def _summed_to(args: list[Expression], wanted: Shape, _label: str) -> Expression | None:
    [arg] = args
    given = arg.shape
    if given is None or wanted is None or not is_known(given) or not is_known(wanted):
        return None
    if given == wanted:
        return arg
    if arg.op == "number":
        return _scaled(arg, wanted)
    lead = len(given) - len(wanted)
    axes = [i for i, size in enumerate(given) if i < lead or (wanted[i - lead] == 1 and size != 1)]
    kept = ", keep_dims=True" if not lead else ""
    return call("sum", [arg], wanted, f", axis={axes[0] if len(axes) == 1 else axes}{kept}")


_FUNCTIONS: dict[str, Callable[[list[Expression], Shape, str], Expression | None]] = {
    **dict.fromkeys(("cast", "reshape", "broadcast", "fill"), _reshaped),
    **dict.fromkeys(REDUCTIONS, _reduced),
    "add": _added,
    "sum_to": _summed_to,
}
