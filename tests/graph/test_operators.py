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
    "np.tanh(x)": lambda x, y: np.tanh(x),
    "np.add(x, 1)": lambda x, y: np.add(x, 1),
    "np.arctan2": lambda x, y: np.arctan2(x[0], y[:3, :1]),
    "np.maximum(0.0, x)": lambda x, y: np.maximum(0.0, x),
    "np.isfinite(x)": lambda x, y: np.isfinite(x),
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


@pytest.mark.parametrize(
    ("array", "wanted"),
    [
        (np.ones(3), np.float32), (np.arange(3), np.float32), (np.float64(0.5), np.float32),
        (np.array([[1.0], [np.inf]]), np.float32), (np.ones(3, np.float32), np.float32),
    ],
    ids=str,
)  # fmt: skip
def test_numbers_of_numpy_s_default_dtypes_take_that_of_the_tensor(array: Any, wanted: Any) -> None:
    given = np.array([0.25, -1.5, 3.0], np.float32)
    root = blocks.Scope.new_root_scope()
    x = ops.Const(root, given)
    for result in blocks.ClientSession(root).run([array + x, x + array, ops.Add(root, array, x)]):
        assert result.dtype == wanted
        np.testing.assert_array_equal(result, (array + given).astype(wanted))


IMPOSSIBLE: dict[str, Callable[[Any], Any]] = {
    "too large": lambda x: x + np.array([1e300]),
    "text": lambda x: x + np.array(["a"]),
    "mean": np.mean,
    "cbrt": np.cbrt,
    "reduce": np.add.reduce,
    "dtype": lambda x: np.add(x, 1, dtype=np.float64),
    "fraction": lambda x: ops.cast(x, np.int32) + np.array([0.5]),
    "out": lambda x: np.add(X, x, out=X),
}


@pytest.mark.parametrize("wrong", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_numpy_cannot_do_with_a_tensor_is_said(wrong: Callable[[Any], Any]) -> None:
    x = ops.Const(blocks.Scope.new_root_scope(), X)
    with pytest.raises(DiagramError, match=r"array|numpy|not a number"):
        wrong(x.output)


def test_shape_and_dtype_can_be_read_everywhere() -> None:
    root = blocks.Scope.new_root_scope()
    x = ops.Placeholder(root, dtype=np.float32, shape=[None, 3])
    for each in (x, x.output, ops.exp(x)):
        assert (each.shape, each.dtype) == ((None, 3), np.float32)
        assert str(each.dtype) == "float32" and np.zeros(1, each.dtype).dtype == np.float32
        for name in ("shape", "dtype"):
            with pytest.raises(AttributeError):
                setattr(each, name, None)
    parts = ops.StringSplit(root, ["a b", "c"], " ")
    assert parts.shape.shape == (2,) and parts.shape.dtype == np.int64, "a pin of this name comes first"
    two = ops.Switch(root, x, True)
    assert not hasattr(two, "shape") and two.output_true.shape == (None, 3)


def test_a_tensor_is_no_sequence() -> None:
    root = blocks.Scope.new_root_scope()
    x = ops.Const(root, X)
    with pytest.raises(TypeError):
        list(x)  # pyright: ignore[reportArgumentType]
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
