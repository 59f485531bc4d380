"""Derivative rules of JAX functions: the reverse of an equation as a jaxpr, which JAX derives from the rule."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError

RULES = ("custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr", "linear_call")
"""Primitives of functions with derivative rules of their own."""
PLAIN = ("_softmax",)
"""Functions of JAX whose rule gives the gradient of the blocks."""

MOST_ORDERS = 4
"""The orders of derivatives that are converted, if each order has a rule of its own."""


class Reverse(NamedTuple):
    """The reverse of an equation.

    Attributes:
        closed: its inputs are those of the equation, then the gradients of the differentiable results. Its results
            are the gradients of the inputs ``by``.
        text: is equal for equal equations.
    """

    closed: Any
    by: Sequence[int]
    text: str


def reverse(equation: Any, title: str) -> Reverse:
    """Return the reverse of an equation; raise DiagramError with JAX's reason if JAX cannot derive it."""
    jax: Any = importlib.import_module("jax")
    given, results = ([each.aval for each in atoms] for atoms in (equation.invars, equation.outvars))
    literals = {i: each.val for i, each in enumerate(equation.invars) if hasattr(each, "val")}
    constants = sum(equation.params.get(f"num_{kind}", 0) for kind in ("consts", "callee_consts", "res"))
    by = [i for i, each in enumerate(given) if is_smooth(each) and i >= constants and i not in literals]
    of = [i for i, each in enumerate(results) if is_smooth(each)]

    def back(xs: Any, gradients: Any) -> Any:
        def function(*moving: Any) -> Any:
            values = {**dict(enumerate(xs)), **literals, **dict(zip(by, moving, strict=True))}
            found = _bound(equation, list(values.values()))
            return [found[i] for i in of]

        arriving = [_conjugate(each) for each in gradients]
        return [_conjugate(each) for each in jax.vjp(function, *[xs[i] for i in by])[1](arriving)]

    shapes = [[jax.ShapeDtypeStruct(each.shape, each.dtype) for each in avals] for avals in (given, results)]
    try:
        closed = jax.make_jaxpr(back)(shapes[0], [shapes[1][i] for i in of])
    except Exception as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise DiagramError(f"JAX cannot reverse the derivative rule of {title}: {reason}") from error
    made = {each: equation for equation in closed.jaxpr.eqns for each in equation.outvars}
    used = [not _is_zero(each, made) for each in closed.jaxpr.outvars]
    closed = closed.replace(jaxpr=without_dead(closed.jaxpr, used))
    text = re.sub("0x[0-9a-f]+", "", f"{equation} {closed} {closed.consts}")
    return Reverse(closed, [i for i, is_used in zip(by, used, strict=True) if is_used], text)


def is_smooth(aval: Any) -> bool:
    jax: Any = importlib.import_module("jax")
    return bool(jax.numpy.issubdtype(aval.dtype, np.inexact))


def is_tracer(value: Any) -> bool:
    return isinstance(value, importlib.import_module("jax").core.Tracer)


def without_dead(jaxpr: Any, used: Sequence[bool]) -> Any:
    partial_eval: Any = importlib.import_module("jax.interpreters.partial_eval")
    return partial_eval.dce_jaxpr(jaxpr, used, instantiate=True)[0]


def _bound(equation: Any, values: Sequence[Any]) -> Sequence[Any]:
    primitive, found = equation.primitive, equation.primitive.get_bind_params(equation.params)
    functions, params = found if isinstance(found, tuple) else ((), found)  # until JAX 0.8 with functions apart
    result = primitive.bind(*functions, *values, **params)
    return result if primitive.multiple_results else [result]


def _conjugate(value: Any) -> Any:
    """Return the conjugate of a complex gradient, which is JAX's convention for ours."""
    return value.conj() if np.issubdtype(value.dtype, np.complexfloating) else value


def _is_zero(atom: Any, made: Mapping[Any, Any]) -> bool:
    if hasattr(atom, "val"):
        return not np.any(atom.val)
    equation = made.get(atom)
    return equation is not None and equation.primitive.name == "broadcast_in_dim" and _is_zero(equation.invars[0], made)
