"""Gradients of what only moves elements about: all of it is linear, which says what gradients of any order must be."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.graph.gradients import UnreachableError, add_symbolic_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.graph.verify import verify
from blocks.library.index import find
from blocks.run.client import ClientSession

INT = np.int32


def maker(name: str) -> Any:
    spec = find(name)
    assert spec is not None, name
    return spec


class Linear(NamedTuple):
    """A call that is linear in its data.

    ``inputs`` are all inputs in order: texts such as ``"x"`` for data, ``["x", "y"]`` for a list of data, arrays for
    what says where; ``data`` are the shapes of the data.
    """

    block: str
    inputs: list[Any]
    data: dict[str, tuple[int, ...]]
    attributes: Mapping[str, Any] = MappingProxyType({})


CASES = [
    Linear("Identity", ["x"], {"x": (2, 3)}),
    Linear("CheckNumerics", ["x"], {"x": (2, 3)}, {"message": "m"}),
    Linear("PlaceholderWithDefault", ["x"], {"x": (2, 3)}, {"shape": [None, None]}),
    Linear("Fill", [np.array([2, 3], INT), "x"], {"x": ()}),
    Linear("Reshape", ["x", np.array([3, -1], INT)], {"x": (2, 3)}),
    Linear("ExpandDims", ["x", np.array(1, INT)], {"x": (2, 3)}),
    Linear("Squeeze", ["x"], {"x": (2, 1, 3)}, {"squeeze_dims": [1]}),
    Linear("Transpose", ["x", np.array([2, 0, 1], INT)], {"x": (2, 3, 4)}),
    Linear("Reverse", ["x", np.array([1], INT)], {"x": (2, 3)}),
    Linear("Concat", [["x", "y"], np.array(-1, INT)], {"x": (2, 3), "y": (2, 1)}),
    Linear("Concat", [["x", "x"], np.array(0, np.int64)], {"x": (2, 3)}),
    Linear("Stack", [["x", "y"]], {"x": (2, 3), "y": (2, 3)}, {"axis": 1}),
    Linear("Unstack", ["x"], {"x": (2, 3)}, {"num": 3, "axis": -1}),
    Linear("Split", [np.array(1, INT), "x"], {"x": (2, 6)}, {"num_split": 3}),
    Linear("SplitV", ["x", np.array([1, -1, 2], INT), np.array(0, INT)], {"x": (6, 2)}, {"num_split": 3}),
    Linear("Slice", ["x", np.array([1, 0], INT), np.array([-1, 2], INT)], {"x": (3, 4)}),
    Linear(
        "StridedSlice",
        ["x", *(np.array(v, np.int64) for v in ([2, 0, 5], [0, 0, -6], [-1, 1, -2]))],
        {"x": (3, 4, 5)},
        {"new_axis_mask": 2, "begin_mask": 1, "end_mask": 1},
    ),
    Linear(
        "StridedSlice",
        ["x", *(np.array(v, np.int16) for v in ([-1, 1], [0, 3], [1, 1]))],
        {"x": (3, 4)},
        {"shrink_axis_mask": 1},
    ),
    Linear("StridedSliceGrad", [*(np.array(v, INT) for v in ([5], [4], [0], [-2])), "dy"], {"dy": (2,)}),
    Linear("Tile", ["x", np.array([2, 1, 3], INT)], {"x": (2, 3, 1)}),
    Linear("Tile", ["x", np.array([2, 0], INT)], {"x": (2, 3)}),
    Linear("Pad", ["x", np.array([[1, 0], [2, 3]], INT)], {"x": (2, 3)}),
    Linear("MirrorPad", ["x", np.array([[1, 2], [2, 0]], INT)], {"x": (3, 3)}, {"mode": "REFLECT"}),
    Linear("MirrorPad", ["x", np.array([[3, 2], [0, 3]], INT)], {"x": (3, 3)}, {"mode": "SYMMETRIC"}),
    Linear("Gather", ["x", np.array([[1, 0], [1, 1]], INT)], {"x": (3, 2)}),
    Linear("GatherV2", ["x", np.array([2, 0, 2], INT), np.array(1, INT)], {"x": (2, 3, 2)}),
    Linear("GatherV2", ["x", np.array([[2, 0], [1, 1]], INT), np.array(2, INT)], {"x": (2, 3, 4)}, {"batch_dims": 1}),
    Linear("GatherNd", ["x", np.array([[0, 1], [1, 2], [0, 1]], INT)], {"x": (2, 3, 2)}),
    Linear("GatherNd", ["x", np.array([[0], [7]], INT)], {"x": (2, 3)}, {"bad_indices_policy": "IGNORE"}),
    Linear("ScatterNd", [np.array([[0], [2], [0]], INT), "x", np.array([4, 2], INT)], {"x": (3, 2)}),
    Linear("Diag", ["x"], {"x": (2, 3)}),
    Linear("DiagPart", ["x"], {"x": (2, 3, 2, 3)}),
    Linear("MatrixBandPart", ["x", np.array(1, np.int64), np.array(0, np.int64)], {"x": (2, 3, 4)}),
]


def inner(a: list[Any], b: list[Any]) -> complex:
    """The inner product of two lists of tensors."""
    total = 0j
    for x, y in zip(a, b, strict=True):
        total += complex((np.conj(x) * y).sum())
    return total


@pytest.mark.parametrize("unknown", ["nothing", "shapes", "everything"])
@pytest.mark.parametrize(
    ("case", "dtype"),
    [(c, d) for c in CASES for d in ("DT_DOUBLE", "DT_COMPLEX128") if c.block != "CheckNumerics" or d == "DT_DOUBLE"],
    ids=lambda value: value if isinstance(value, str) else f"{value.block}-{value.data}",
)
def test_the_gradient_is_the_adjoint_and_its_gradient_the_call_itself(case: Linear, dtype: str, unknown: str) -> None:
    """With y = A x: sum(conj(w) y) has the gradient conj(A)^T w, whose own gradient leads back to A."""
    rng = np.random.default_rng(1)
    numpy = np.dtype("complex128" if dtype == "DT_COMPLEX128" else "float64")

    def draw(shape: tuple[int, ...]) -> Any:
        values = rng.normal(size=shape)
        return (values + 1j * rng.normal(size=shape) if numpy.kind == "c" else values).astype(numpy)

    root = Scope.new_root_scope()
    placeholder = maker("Placeholder")
    feed: dict[Any, Any] = {}

    def fed(value: Any, kind: str, known: bool) -> Output:
        node = placeholder(root, dtype=kind, shape=list(value.shape) if known else None)
        feed[node.outputs[0]] = value
        return node.outputs[0]

    x = {name: fed(draw(shape), dtype, unknown == "nothing") for name, shape in case.data.items()}

    def argument(value: Any) -> Any:
        if isinstance(value, str):
            return x[value]
        if isinstance(value, list):
            return [argument(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
        return fed(value, f"DT_{value.dtype.name.upper()}", False) if unknown == "everything" else value

    def call(data: dict[str, Output]) -> list[Output]:
        def replaced(value: Any) -> Any:
            if isinstance(value, list):
                return [replaced(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
            return data[value] if isinstance(value, str) else value

        places = [replaced(v) if isinstance(v, (str, list)) else p for v, p in zip(case.inputs, arguments, strict=True)]
        return list(maker(case.block)(*places, **case.attributes).outputs)

    arguments = [argument(value) for value in case.inputs]
    ys = call(x)
    session = ClientSession(root)
    outputs = session.run(ys, feed)
    weights = [fed(draw(y.shape), dtype, unknown == "nothing") for y in outputs]
    names = list(x)
    gradients = add_symbolic_gradients(root, ys, [x[n] for n in names], weights)
    directions = {n: fed(draw(case.data[n]), dtype, unknown == "nothing") for n in names}
    back = add_symbolic_gradients(root, gradients, weights, [directions[n] for n in names])
    forth = call(directions)
    verify(root.graph)
    result = session.run([*gradients, *back, *forth], feed)
    adjoint, second, forward = result[: len(names)], result[len(names) :][: len(ys)], result[len(names) + len(ys) :]
    # <w, A v> = <A* w, v>: the gradient is the adjoint.
    left = inner([feed[w] for w in weights], forward)
    right = inner(adjoint, [feed[directions[n]] for n in names])
    np.testing.assert_allclose(left, right, rtol=1e-12, atol=1e-12)
    for again, once in zip(second, forward, strict=True):
        np.testing.assert_allclose(again, once, rtol=1e-12)
    for a, n in zip(adjoint, names, strict=True):
        assert a.shape == case.data[n]


def test_stop_gradient_is_a_wall_on_one_path_only() -> None:
    root = Scope.new_root_scope()
    x = maker("Const")(root, val=[2.0, -3.0], dtype="DT_DOUBLE").outputs[0]
    y = x * x * maker("StopGradient")(x).outputs[0]
    (g,) = add_symbolic_gradients(root, [y], [x])
    (gg,) = add_symbolic_gradients(root, [g], [x])
    values = ClientSession(root).run([y, g, gg])
    assert [v.tolist() for v in values] == [[8.0, -27.0], [8.0, 18.0], [4.0, -6.0]]


def test_stop_gradient_on_the_only_path_is_named() -> None:
    root = Scope.new_root_scope()
    x = maker("Const")(root, val=[2.0]).outputs[0]
    y = maker("StopGradient")(x).outputs[0] * 2.0
    with pytest.raises(UnreachableError) as caught:
        add_symbolic_gradients(root, [y], [x])
    assert [cut.reason for cut in caught.value.cuts] == ["StopGradient"]


@pytest.mark.parametrize(("message", "text"), [("", "blocks the gradient"), ("sampled", "gradient: sampled")])
def test_prevent_gradient_refuses(message: str, text: str) -> None:
    root = Scope.new_root_scope()
    x = maker("Const")(root, val=[2.0]).outputs[0]
    y = maker("PreventGradient")(x, message=message).outputs[0] * 2.0
    with pytest.raises(DiagramError, match=text):
        add_symbolic_gradients(root, [y], [x])


@pytest.mark.parametrize("dtype", ["DT_HALF", "DT_BFLOAT16", "DT_FLOAT"])
def test_many_equal_rows_are_added_up_precisely(dtype: str) -> None:
    """In half precision 2048 + 1 is 2048: the sum is made in a wider type."""
    root = Scope.new_root_scope()
    params = maker("Const")(root, val=[[1.0, 1.0]], dtype=dtype).outputs[0]
    y = maker("Gather")(params, np.zeros(4096, INT)).outputs[0]
    (g,) = add_symbolic_gradients(root, [y], [params])
    (value,) = ClientSession(root).run([g])
    assert value.astype(float).tolist() == [[4096.0, 4096.0]]


def test_the_gradient_is_checked_for_nan_too() -> None:
    root = Scope.new_root_scope()
    x = maker("Const")(root, val=[0.0]).outputs[0]
    y = maker("CheckNumerics")(x, message="loss").outputs[0] * float("inf")
    (g,) = add_symbolic_gradients(root, [y], [x])
    with pytest.raises(DiagramError, match=r"loss \(gradient\): the tensor has 0 NaN and 1 Inf among 1 values"):
        ClientSession(root).run([g])
