"""Arithmetic on tensors of a graph, written as Python writes it; NumPy's is what it must agree with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.errors import DiagramError

X = np.arange(24, dtype=np.float32).reshape(2, 3, 4) / 8 - 1
Y = np.array([[2.0, -0.5, 0.25], [1.0, 3.0, -2.0], [0.5, 0.0, 1.5], [-1.0, 2.0, 1.0]], np.float32)

EXPRESSIONS: dict[str, Callable[[Any, Any], Any]] = {
    "x @ y": lambda x, y: x @ y,
    "array @ y": lambda x, y: X[0] @ y,
    "y @ array": lambda x, y: y @ Y[:3],
    "x ** 2": lambda x, y: x**2,
    "2.0 ** x": lambda x, y: 2.0**x,
    "x < 0": lambda x, y: x < 0,
    "x <= 0.25": lambda x, y: x <= 0.25,
    "x > y[0, 0]": lambda x, y: x > y[0, 0],
    "x >= 0": lambda x, y: x >= 0,
    "array * x": lambda x, y: X * x,
    "float32 - x": lambda x, y: np.float32(3.0) - x,
    "x[1]": lambda x, y: x[1],
    "x[-1, ..., 1:3]": lambda x, y: x[-1, ..., 1:3],
    "x[:, None, ::-2, 3:0:-1]": lambda x, y: x[:, None, ::-2, 3:0:-1],
    "x[..., None][0]": lambda x, y: x[..., None][0],
}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_operators_are_those_of_numpy(expression: str) -> None:
    root = blocks.Scope.new_root_scope()
    node = EXPRESSIONS[expression](ops.Const(root, X), ops.Const(root, Y))
    [result] = blocks.ClientSession(root).run([node])
    wanted = EXPRESSIONS[expression](X, Y)
    assert result.dtype == np.asarray(wanted).dtype
    np.testing.assert_allclose(result, wanted, rtol=1e-6)


def test_a_tensor_is_no_sequence() -> None:
    root = blocks.Scope.new_root_scope()
    x = ops.Const(root, X)
    with pytest.raises(TypeError):
        list(x)
    with pytest.raises(DiagramError, match="integers, slices, None"):
        x["a"]
    with pytest.raises(DiagramError, match="only once"):
        x[..., 0, ...]


def test_whether_a_comparison_holds_is_not_known_before_a_run() -> None:
    x = ops.Const(blocks.Scope.new_root_scope(), X)
    assert x
    with pytest.raises(TypeError, match="Select"):
        assert x[0, 0, 0] < 1


def test_a_wire_may_name_a_block_with_one_output() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Const", id="a", val=[3.0])
    page.add("Negate", id="n")
    page.wire("a", "n.x")
    page.add("Switch", id="s")
    assert blocks.Session(page).run(fetch=["n"])["n.result_y"] == [-3.0]
    with pytest.raises(DiagramError, match="has 2"):
        page.wire("s", "n.x")
    with pytest.raises(DiagramError, match="there is no block 'nobody'"):
        page.wire("nobody", "n.x")
