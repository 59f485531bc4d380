"""Derivative rules of JAX functions: the reverse of an equation as a jaxpr, which JAX derives from the rule."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from blocks.base.errors import DiagramError

RULES = ("custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr", "linear_call")
PLAIN = ("_softmax",)
"""Functions of JAX whose rule gives the gradient of the blocks."""

MOST_ORDERS = 4
"""The largest number of orders of derivatives to convert, if each order has a rule of its own."""


def reverse(equation: Any, title: str) -> tuple[Any, list[int], str]:
    """Return the reverse of an equation; raise DiagramError with JAX's reason if JAX cannot derive it.

    It is a closed jaxpr, whose inputs are those of the equation, then the gradients of the differentiable results; the
    inputs whose gradients it returns; and a text that is equal for equal equations.
    """
    jax: Any = importlib.import_module("jax")
    shapes = [[jax.ShapeDtypeStruct(each.aval.shape, each.aval.dtype) for each in atoms]
              for atoms in (equation.invars, equation.outvars)]  # fmt: skip
    by, of = ([i for i, each in enumerate(part) if jax.numpy.issubdtype(each.dtype, np.inexact)] for part in shapes)
    literals = {i: each.val for i, each in enumerate(equation.invars) if hasattr(each, "val")}
    constants = sum(equation.params.get(f"num_{kind}", 0) for kind in ("consts", "callee_consts", "res"))
    by = [i for i in by if i >= constants and i not in literals]

    def back(xs: list[Any], gradients: Any) -> Any:
        def function(*moving: Any) -> Any:
            values = {**dict(enumerate(xs)), **literals, **dict(zip(by, moving, strict=True))}
            found = _bound(equation, list(values.values()))
            return [found[i] for i in of]

        arriving = [each.conj() for each in gradients]  # JAX's convention for complex numbers is the conjugate of ours
        return [each.conj() for each in jax.vjp(function, *[xs[i] for i in by])[1](arriving)]

    try:
        closed = jax.make_jaxpr(back)(shapes[0], [shapes[1][i] for i in of])
    except Exception as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise DiagramError(f"JAX cannot reverse the derivative rule of {title}: {reason}") from error
    made = {each: equation for equation in closed.jaxpr.eqns for each in equation.outvars}
    used = [not _is_zero(each, made) for each in closed.jaxpr.outvars]
    closed = closed.replace(jaxpr=without_dead(closed.jaxpr, used))
    text = re.sub("0x[0-9a-f]+", "", f"{equation.primitive} {equation.params} {closed} {closed.consts}")
    return closed, [i for i, is_used in zip(by, used, strict=True) if is_used], text


def is_tracer(value: Any) -> bool:
    return isinstance(value, importlib.import_module("jax").core.Tracer)


def without_dead(jaxpr: Any, used: Sequence[bool]) -> Any:
    partial_eval: Any = importlib.import_module("jax.interpreters.partial_eval")
    return partial_eval.dce_jaxpr(jaxpr, used, instantiate=True)[0]


def _bound(equation: Any, values: Sequence[Any]) -> Sequence[Any]:
    found = equation.primitive.get_bind_params(equation.params)
    apart = isinstance(found, tuple)  # older versions of JAX return functions apart
    functions, params = cast("Any", found if apart else ((), found))
    result = equation.primitive.bind(*functions, *values, **params)
    return result if equation.primitive.multiple_results else [result]


def _is_zero(atom: Any, made: Mapping[Any, Any]) -> bool:
    if hasattr(atom, "val"):
        return not np.any(atom.val)
    equation = made.get(atom)
    return equation is not None and equation.primitive.name == "broadcast_in_dim" and _is_zero(equation.invars[0], made)
