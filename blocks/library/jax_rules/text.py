"""The source line of each call in an exported JAX program. Block types without an entry here call their JAX rule.

An entry is a formula of the names of a call's arguments, by pin, or a function of the call. It is valid for
floating-point numbers of single and double precision (some also for others), if all values that determine shapes are
known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from blocks.base.dtypes import BOOL, DOUBLE, FLOAT, INTEGERS, DType
from blocks.base.shapes import is_known
from blocks.graph.call_info import known_value
from blocks.graph.graph import Node, Output
from blocks.library.index import UFUNC_BLOCKS

Names = Mapping[str, str]
"""For each input pin the expression that stands for its value; for a list those of all, with commas between."""

_REAL = (FLOAT, DOUBLE)
_ALL = (*_REAL, *INTEGERS, BOOL)
_FUNCTIONS = "square sign exp expm1 log log1p sin cos tan arcsin arccos arctan sinh cosh tanh ceil floor rint"
_DERIVED: Mapping[str, str] = {
    **{UFUNC_BLOCKS[name]: f"jnp.{name}({{x}})" for name in _FUNCTIONS.split()},
    "Add": "{x} + {y}",
    "AddV2": "{x} + {y}",
    "Subtract": "{x} - {y}",
    "Multiply": "{x} * {y}",
    "RealDiv": "{x} / {y}",
    "Div": "{x} / {y}",
    "Negate": "-{x}",
    "SquaredDifference": "jnp.square({x} - {y})",
    "Sigmoid": "jax.nn.sigmoid({x})",
    "Atan2": "jnp.arctan2({x}, {y})",
    "Erf": "jax.lax.erf({x})",
    "Relu": "jax.nn.relu({features})",
    "ReluGrad": "{gradients} * ({features} > 0)",
    "Softmax": "jax.nn.softmax({logits})",
    "LogSoftmax": "jax.nn.log_softmax({logits})",
    "L2Loss": "jnp.sum(jnp.square({t})) / 2",
}
"""Formulas from which JAX derives the gradient that the type has here, at ties, bounds and zeros, too."""
_FORMULAS: Mapping[str, str] = {
    "Softsign": "{features} / (jnp.abs({features}) + 1)",
    "Reciprocal": "1 / {x}",
    "Rsqrt": "1 / jnp.sqrt({x})",
    "Sqrt": "jnp.sqrt({x})",
    "Abs": "jnp.abs({x})",
    "Maximum": "jnp.maximum({x}, {y})",
    "Minimum": "jnp.minimum({x}, {y})",
    "Pow": "jnp.power({x}, {y})",
    "Relu6": "jnp.clip({features}, 0, 6)",
    "ApplyGradientDescent": "{var} - {alpha} * {delta}",
}
_DERIVED_FOR_ALL: Mapping[str, str] = {
    "Identity": "{input}",
    "StopGradient": "lax.stop_gradient({input})",
    "Less": "{x} < {y}",
    "LessEqual": "{x} <= {y}",
    "Greater": "{x} > {y}",
    "GreaterEqual": "{x} >= {y}",
    "LogicalAnd": "jnp.logical_and({x}, {y})",
    "LogicalOr": "jnp.logical_or({x}, {y})",
    "LogicalNot": "jnp.logical_not({x})",
    "ZerosLike": "jnp.zeros_like({x})",
    "OnesLike": "jnp.ones_like({x})",
    "VariableRead": "{value}",
}
_FOR_ALL: Mapping[str, str] = {
    "PreventGradient": "{input}",
    "ScaleGradient": "{input}",
    "ClipGradient": "{input}",
    "AssignAdd": "{ref} + {value}",
    "AssignSub": "{ref} - {value}",
}


class Line(NamedTuple):
    """A call as an expression; ``derived`` means that JAX derives the same gradient as this library."""

    text: str
    derived: bool


def expression(node: Node, names: Names, sizes: Names = MappingProxyType({})) -> Line | None:
    """Return a call as an expression in JAX's functions, or None if there is none.

    Args:
        sizes: by pin, the names of sizes as tuples, if they are known at compile time.
    """
    name = node.type.name
    dtypes = {output.dtype for output in (*node.inputs, *node.outputs)}
    for formulas, allowed, derived in (
        (_DERIVED, _REAL, True),
        (_FORMULAS, _REAL, False),
        (_DERIVED_FOR_ALL, _ALL, True),
        (_FOR_ALL, _ALL, False),
    ):
        formula = formulas.get(name)
        if formula is not None and dtypes <= {*allowed}:
            return Line(formula.format_map(names), derived)
    write = _WRITTEN.get(name)
    text = write(node, {**names, **{f"sizes of {pin}": each for pin, each in sizes.items()}}) if write else None
    return None if text is None or not dtypes <= {*_ALL} else Line(text, not node.type.writes)


def _axes(node: Node, pin: str) -> tuple[int, ...] | None:
    value = known_value(node.input(pin))
    return None if value is None else tuple(int(each) for each in value.reshape(-1))


def _real(output: Output) -> bool:
    return output.dtype in _REAL


def _fixed(output: Output) -> str | None:
    return repr(tuple(output.shape or ())) if is_known(output.shape) else None


def _reduction(function: str) -> Callable[[Node, Names], str | None]:
    def write(node: Node, names: Names) -> str | None:
        axes = _axes(node, "axis")
        if axes is None or not _real(node.inputs[0]):
            return None
        keep = ", keepdims=True" if node.attrs["keep_dims"] else ""
        shape = node.inputs[0].shape
        whole = shape is not None and len({axis % max(len(shape), 1) for axis in axes}) == len(shape) and not keep
        return f"{function}({names['input']})" if whole else f"{function}({names['input']}, axis={axes!r}{keep})"

    return write


def _matmul(node: Node, names: Names) -> str | None:
    if not _real(node.outputs[0]):
        return None
    a, b = (names[pin] + (".T" if node.attrs[f"transpose_{pin}"] else "") for pin in ("a", "b"))
    return f"jnp.matmul({a}, {b})"


def _of_shape(formula: str, pin: str) -> Callable[[Node, Names], str | None]:
    def write(node: Node, names: Names) -> str | None:
        shape = _fixed(node.outputs[0]) or names.get(f"sizes of {pin}")
        more = {"size": shape or "", "dtype": numpy_name(node.outputs[0].dtype)}
        return None if shape is None else formula.format_map({**names, **more})

    return write


def _sum_to_shape(node: Node, names: Names) -> str | None:
    before, after = node.input("x").shape, node.outputs[0].shape
    if before is None or after is None or None in before or None in after or not _real(node.outputs[0]):
        return None
    lead = len(before) - len(after)
    kept = [i for i, size in enumerate(before) if i >= lead and after[i - lead] == 1 and size != 1]
    text = names["x"]
    if kept:
        text = f"jnp.sum({text}, axis={tuple(kept)!r}, keepdims=True)"
    return f"jnp.sum({text}, axis={tuple(range(lead))!r})" if lead else text


def _transpose(node: Node, names: Names) -> str | None:
    order = _axes(node, "perm")
    return None if order is None else f"jnp.transpose({names['x']}, {order!r})"


def _along(function: str, pin: str) -> Callable[[Node, Names], str | None]:
    def write(node: Node, names: Names) -> str | None:
        axes = _axes(node, "axis")
        values = f"({names[pin]},)" if node.type.inputs[node.type.input_index[pin]].is_list else names[pin]
        return None if axes is None else f"{function}({values}, axis={axes[0]})"

    return write


def _cast(node: Node, names: Names) -> str | None:
    target, source = node.outputs[0].dtype, node.inputs[0].dtype
    if node.attrs["Truncate"] or (source in _REAL and target not in _REAL):
        return None
    return f"jnp.asarray({names['x']}, {numpy_name(target)})"


def _bias_add(node: Node, names: Names) -> str | None:
    return f"{names['value']} + {names['bias']}" if node.attrs["data_format"] == "NHWC" else None


def _assign(node: Node, names: Names) -> str | None:
    same = node.input("ref").shape == node.input("value").shape
    return names["value"] if same else None


def numpy_name(dtype: DType) -> str:
    if dtype.numpy.hasobject:
        return "object"
    kind = "bool" if dtype is BOOL else dtype.numpy.name
    return f"np.{kind}" if dtype.numpy.kind in "biufc" else f"jnp.{kind}"


_WRITTEN: Mapping[str, Callable[[Node, Names], str | None]] = {
    "Sum": _reduction("jnp.sum"),
    "Mean": _reduction("jnp.mean"),
    "Prod": _reduction("jnp.prod"),
    "Max": _reduction("jnp.max"),
    "Min": _reduction("jnp.min"),
    "MatMul": _matmul,
    "Reshape": _of_shape("jnp.reshape({tensor}, {size})", "shape"),
    "BroadcastTo": _of_shape("jnp.broadcast_to({input}, {size})", "shape"),
    "Fill": _of_shape("jnp.full({size}, {value}, {dtype})", "dims"),
    "SumToShape": _sum_to_shape,
    "Transpose": _transpose,
    "ExpandDims": _along("jnp.expand_dims", "input"),
    "Concat": _along("jnp.concatenate", "values"),
    "Stack": lambda node, names: f"jnp.stack(({names['values']},), axis={node.attrs['axis']})",
    "AddN": lambda node, names: " + ".join(names["inputs"].split(", ")) if _real(node.outputs[0]) else None,
    "Cast": _cast,
    "BiasAdd": _bias_add,
    "Assign": _assign,
}


def with_text() -> frozenset[str]:
    return frozenset((*_DERIVED, *_FORMULAS, *_DERIVED_FOR_ALL, *_FOR_ALL, *_WRITTEN))
