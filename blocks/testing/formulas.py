"""Checks that the formulas of block types agree with their kernels."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.compile.dispatch import quiet
from blocks.graph.formula_templates import placeholders
from blocks.graph.formula_text import Expression, text_of
from blocks.graph.formulas import formula
from blocks.graph.spec import BlockSpec
from blocks.testing.calls import Call, as_constant, build
from blocks.testing.results import results_by_output, run

_OPERATORS: dict[str, Callable[..., Any]] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "^": np.power, "@": np.matmul,
    "negate": np.negative, "transpose": np.transpose, "==": np.equal, "!=": np.not_equal, "<": np.less,
    "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
}  # fmt: skip


def _logsoftmax(x: Any) -> Any:
    x = x - np.max(x, axis=-1, keepdims=True)
    return x - np.log(np.sum(np.exp(x), axis=-1, keepdims=True))


def _elu(x: Any) -> Any:
    return np.maximum(x, 0) + np.expm1(np.minimum(x, 0))


_OF_ONE: dict[str, Callable[[Any], Any]] = {
    "exp": np.exp, "expm1": np.expm1, "log": np.log, "log1p": np.log1p, "sqrt": np.sqrt, "abs": np.abs,
    "sign": np.sign, "sin": np.sin, "cos": np.cos, "tan": np.tan, "arcsin": np.arcsin, "arccos": np.arccos,
    "arctan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "sg": np.positive, "elu": _elu,
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)), "relu": lambda x: np.maximum(x, 0), "relu6": lambda x: np.clip(x, 0, 6),
    "softplus": lambda x: np.logaddexp(x, 0), "softsign": lambda x: x / (1 + np.abs(x)),
    "det": np.linalg.det, "inv": np.linalg.inv, "softmax": lambda x: np.exp(_logsoftmax(x)), "logsoftmax": _logsoftmax,
}  # fmt: skip
_OF_MORE: dict[str, Callable[..., Any]] = {"max": np.maximum, "min": np.minimum, "where": np.where}
_REDUCTIONS: dict[str, Callable[..., Any]] = {
    "sum": np.sum, "mean": np.mean, "prod": np.prod, "max": np.max, "min": np.min,
}  # fmt: skip


class _UnknownFunction(Exception):
    """An unknown function in a formula."""


def check_formulas(call: Call) -> None:
    spec = call.spec
    unknown = spec.formulas.keys() - spec.output_index.keys()
    assert not unknown, f"there is a formula for {', '.join(sorted(unknown))}, which is not an output"
    for rule in spec.formulas.values():
        _check_text(spec, rule if isinstance(rule, str) else "")
    node, sources = build(call, as_constant)
    leaves = {source.op.block_name: given.array for source, given in zip(sources, call.flat(), strict=True)}
    for output, result in zip(node.outputs, results_by_output(node, run(node, call.arrays())), strict=True):
        if node.pin_of(output.index)[0] not in spec.formulas:
            continue
        results = formula(output)
        try:
            with quiet():
                values = dict(leaves)
                for name, part in reversed(results.where):
                    values[name] = _value(part, values)
                value = _value(results.term, values)
        except _UnknownFunction:
            continue
        if not output.dtype.is_integer:
            text = (
                f"the formula {results.text} gives {np.asarray(value).tolist()}, but the kernel gives {result.tolist()}"
            )
            value = np.broadcast_to(value, result.shape)
            finite = np.isfinite(value)  # a kernel may keep from overflow
            assert np.allclose(value[finite], result[finite], 1e-3, 1e-5), text


def _check_text(spec: BlockSpec, text: str) -> None:
    try:
        names = placeholders(text) if text else []
    except DiagramError as error:
        raise AssertionError(str(error)) from None
    unknown = set(names) - spec.input_index.keys() - spec.attribute_names.keys()
    assert not unknown, f"the formula {text} uses {', '.join(sorted(unknown))}, which is not a pin or an attribute"


def _value(term: Expression, values: Mapping[str, Any]) -> Any:
    if term.op == "number":
        return np.asarray(term.number)
    if term.op == "name":
        if term.label not in values:
            raise _UnknownFunction(term.label)
        return values[term.label]
    args = [_value(arg, values) for arg in term.args]
    if term.op != "call":
        return _OPERATORS[term.op](*args)
    if term.label in ("broadcast", "fill"):
        return np.broadcast_to(args[0], [size or 0 for size in term.shape or ()])
    if term.label == "reshape":
        return np.reshape(args[0], [size or 0 for size in term.shape or ()])
    if term.label in _REDUCTIONS and len(args) == 1:
        return _REDUCTIONS[term.label](*args, **_keywords(term))
    result = (_OF_ONE if len(args) == 1 else _OF_MORE).get(term.label)
    if result is None or term.extra:
        raise _UnknownFunction(text_of(term))
    return result(*args)


def _keywords(term: Expression) -> dict[str, Any]:
    tree = ast.parse(f"f({term.extra.removeprefix(', ')})", mode="eval").body
    assert isinstance(tree, ast.Call)
    result = {str(each.arg): ast.literal_eval(each.value) for each in tree.keywords}
    axis = result.get("axis")
    return {"axis": tuple(axis) if isinstance(axis, list) else axis, "keepdims": result.get("keep_dims", False)}  # pyright: ignore[reportUnknownArgumentType]
