"""Calls of blocks on quantised tensors, and how their results are compared with TensorFlow's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.base.literals import to_array
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.run.client import ClientSession
from blocks.testing.calls import new

NAN = float("nan")


class Value(NamedTuple):
    """A constant input: a literal, its dtype, its shape where the literal cannot say it."""

    val: Any
    dtype: str
    shape: list[int] | None = None


Inputs = Sequence[Value | list[Value]]
Case = tuple[str, Inputs, dict[str, Any], list[Any]]


def f(val: Any, *shape: int) -> Value:
    return Value(val, "DT_FLOAT", list(shape) or None)


def quint8(val: Any, *shape: int) -> Value:
    return Value(val, "DT_QUINT8", list(shape) or None)


def qint8(val: Any, *shape: int) -> Value:
    return Value(val, "DT_QINT8", list(shape) or None)


def qint32(val: Any, *shape: int) -> Value:
    return Value(val, "DT_QINT32", list(shape) or None)


def make(root: Scope, name: str, inputs: Inputs, attributes: dict[str, Any]) -> tuple[Any, list[Any]]:
    """A node on constants, and these."""
    maker = find(name)
    assert maker is not None
    given = [[_constant(root, v) for v in each] if isinstance(each, list) else _constant(root, each) for each in inputs]
    return maker(root, *given, **attributes), given


def _constant(root: Scope, value: Value) -> Output:
    return new("Const", root, val=value.val, dtype=value.dtype, shape=value.shape)


def assert_results(root: Scope, outputs: list[Output] | tuple[Output, ...], expected: list[Any]) -> None:
    """Outputs have these values: integers to the last bit, floats but for the last digit."""
    results = ClientSession(root).run(list(outputs))
    for output, result, wanted in zip(outputs, results, expected, strict=True):
        array, _ = to_array(wanted, output.dtype, np.shape(result))
        if output.dtype.is_floating:
            np.testing.assert_allclose(np.asarray(result, np.float64), array.astype(np.float64), rtol=5e-7, atol=1e-12)
        else:
            assert result.tolist() == array.tolist()


def check(case: Case) -> None:
    """A block gives what TensorFlow 2.21 gives."""
    name, inputs, attributes, expected = case
    root = Scope.new_root_scope()
    node, _ = make(root, name, inputs, attributes)
    assert_results(root, node.outputs, expected)


def check_refusal(name: str, inputs: Inputs, attributes: dict[str, Any], pin: str) -> None:
    """A block says that the fault is at this pin, when it is made or when it runs."""
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError) as raised:
        node, _ = make(root, name, inputs, attributes)
        ClientSession(root).run(list(node.outputs))
    assert raised.value.pin == pin
