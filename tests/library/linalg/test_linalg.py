"""Decompositions and equations of matrices, where the example of their type is not enough."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.dtypes import INT32
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.compile.dispatch import quiet
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.library.linalg.shared import scipy_linalg
from blocks.run.client import ClientSession
from blocks.testing.calls import exactly, example_call, new, nothing
from blocks.testing.gradients import Problem, check_two_orders, compare, gradient_nodes, numbers, wide

_RNG = np.random.default_rng(5)
WIDE = _RNG.normal(size=(2, 2, 3))
TALL = WIDE.swapaxes(-1, -2)
SQUARE = _RNG.normal(size=(3, 3))


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("dtype", ["DT_DOUBLE", "DT_COMPLEX128"])
def test_cholesky_gradient_is_that_along_hermitian_matrices(dtype: str, known: bool) -> None:
    root = Scope.new_root_scope()
    raw = _RNG.normal(size=(2, 3, 3)) + (1j * _RNG.normal(size=(2, 3, 3)) if dtype != "DT_DOUBLE" else 0)
    x = new("Placeholder", root, dtype=dtype, shape=(exactly if known else nothing)(raw))
    turned = new("ConjugateTranspose", x, [0, 2, 1])
    shifted = new("Add", new("Add", x, turned), new("Const", root, val=8 * np.eye(3).astype(raw.dtype)))
    y = new("Cholesky", shifted)
    weights = [numbers(np.random.default_rng(3), raw.shape, y.dtype)]
    of = Problem(root, ClientSession(root), [x], [raw], [y], weights)
    first = gradient_nodes(of, [y], weights)
    compare(of, [y], weights, first, 1e-6)
    second = gradient_nodes(of, first, weights)  # pyright: ignore[reportArgumentType]
    compare(of, first, weights, second, 1e-4)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("name", "pins"),
    [
        ("Qr", {"input": TALL}),
        ("Qr", {"input": WIDE}),
        ("Svd", {"input": TALL}),
        ("Svd", {"input": WIDE}),
        ("Svd", {"input": SQUARE}),
        ("MatrixSolveLs", {"matrix": TALL, "rhs": TALL, "l2_regularizer": np.array(0.0)}),
        ("MatrixSolveLs", {"matrix": WIDE, "rhs": WIDE, "l2_regularizer": np.array(0.0)}),
        ("MatrixSolveLs", {"matrix": WIDE, "rhs": WIDE, "l2_regularizer": np.array(0.3)}),
        ("MatrixSquareRoot", {"input": SQUARE @ SQUARE}),
        ("Lu", {"input": SQUARE[::-1]}),
        ("Lu", {"input": np.stack([SQUARE[::-1], SQUARE])}),
    ],
)
def test_gradients_however_many_rows_and_columns(name: str, pins: dict[str, Array]) -> None:
    spec = find(name)
    assert spec is not None
    example = {pin: {"dtype": "DT_DOUBLE", "val": array.tolist()} for pin, array in pins.items()}
    varied = [pin for pin in pins if pin != "l2_regularizer"]
    check_two_orders(example_call(spec, example), varied)


@pytest.mark.parametrize("values_only", [False, True])
@pytest.mark.parametrize("shape", [(3, 2), (2, 3)])
def test_svd_gradient_of_complex_matrices(shape: tuple[int, int], values_only: bool) -> None:
    root = Scope.new_root_scope()
    value = _RNG.normal(size=shape) + 1j * _RNG.normal(size=shape)
    x = new("Placeholder", root, dtype="DT_COMPLEX128", shape=shape)
    spec = find("Svd")
    assert spec is not None
    s, u, v = spec(x, compute_uv=not values_only).outputs
    # The phases of the vectors are free: what does not depend on them has a gradient.
    outputs = [s] if values_only else [s, new("BatchMatMulV2", u, v, adj_y=True)]
    session = ClientSession(root)
    weights = [numbers(_RNG, y.shape, z.dtype) for y, z in zip(session.run(outputs, {x: value}), outputs, strict=True)]
    of = Problem(root, session, [x], [value], outputs, weights)
    compare(of, outputs, weights, gradient_nodes(of, outputs, weights), 1e-6)


@pytest.mark.parametrize("shape", [(3, 2), (2, 3)])
def test_svd_gradient_by_full_matrices(shape: tuple[int, int]) -> None:
    root = Scope.new_root_scope()
    value = _RNG.normal(size=shape)
    x = new("Placeholder", root, dtype="DT_DOUBLE", shape=shape)
    spec = find("Svd")
    assert spec is not None
    outputs = list(spec(x, full_matrices=True).outputs)
    session = ClientSession(root)
    weights = [numbers(_RNG, y.shape, z.dtype) for y, z in zip(session.run(outputs, {x: value}), outputs, strict=True)]
    of = Problem(root, session, [x], [value], outputs, weights)
    compare(of, outputs, weights, gradient_nodes(of, outputs, weights), 1e-6)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize(
    "name",
    [
        "Cholesky",
        "MatrixInverse",
        "MatrixDeterminant",
        "LogMatrixDeterminant",
        "SelfAdjointEigV2",
        "Eig",
        "Qr",
        "Svd",
        "Lu",
        "MatrixSquareRoot",
        "MatrixLogarithm",
        "MatrixSolve",
        "MatrixTriangularSolve",
        "MatrixSolveLs",
    ],
)
def test_infinity_and_nan_are_taken_or_refused_in_words(name: str, bad: float) -> None:
    x = np.array([[[bad, 1.0], [1.0, 1.0]], [[2.0, 1.0], [1.0, 3.0]]])
    spec = find(name)
    assert spec is not None
    args: list[Any] = [x.astype(complex) if name == "MatrixLogarithm" else x]
    args += [np.ones((2, 2, 1))] if name.startswith("MatrixSolve") or name == "MatrixTriangularSolve" else []
    args += [np.array(0.0)] if name == "MatrixSolveLs" else []
    tries: list[dict[str, Any]] = [{}] if name != "MatrixSolveLs" else [{"fast": True}, {"fast": False}]
    for attrs in tries:
        root = Scope.new_root_scope()
        more = {"Tout": "DT_COMPLEX128"} if name == "Eig" else {}
        node = spec(root, *(new("Const", root, val=each) for each in args), **attrs, **more)
        try:
            with quiet():
                results = ClientSession(root).run(list(node.outputs))
        except DiagramError as error:
            assert error.pin in ("input", "matrix")
        else:  # the matrix beside it comes out as if it were alone
            assert all(np.isfinite(each[-1]).all() for each in results)


@pytest.mark.parametrize("name", ["MatrixLogarithm", "MatrixSquareRoot"])
def test_functions_of_matrices_undo_others(name: str) -> None:
    spec = find(name)
    assert spec is not None
    rng = np.random.default_rng(4)
    for size in (1, 2, 5):
        x = rng.normal(size=(3, size, size)) + 1j * rng.normal(size=(3, size, size))
        wanted: Any = x * 0.4
        whole: Any = np.stack([scipy_linalg().expm(each) for each in wanted]) if name == "MatrixLogarithm" else x
        result = spec.kernel(whole)
        assert (
            np.allclose(result, wanted, 1e-12, 1e-12) if name == "MatrixLogarithm" else np.allclose(result @ result, x)
        )


@pytest.mark.parametrize("adjoint", [False, True])
@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_banded_equations_are_those_of_whole_matrices(count: int, lower: bool, adjoint: bool) -> None:
    rng = np.random.default_rng(6)
    bands = rng.normal(size=(2, count, 3)) + 1j * rng.normal(size=(2, count, 3))
    rhs = rng.normal(size=(3, 2)) + 0j
    whole = np.zeros((2, 3, 3), complex)
    for k in range(min(count, 3)):
        for j in range(k, 3):
            row, column, at = (j, j - k, k) if lower else (j - k, j, count - 1 - k)
            whole[:, row, column] = bands[:, at, row]
    spec = find("BandedTriangularSolve")
    assert spec is not None
    result = spec.kernel(bands, rhs, lower=lower, adjoint=adjoint)
    turned = whole.conj().swapaxes(-1, -2) if adjoint else whole
    assert np.allclose(turned @ result, rhs)
    example = {"matrix": bands.real.tolist(), "rhs": rhs.real.tolist(), "lower": lower, "adjoint": adjoint}
    check_two_orders(wide(example_call(spec, example)), ["matrix", "rhs"])


@pytest.mark.parametrize("partial_pivoting", [False, True])
def test_tridiagonal_equations_are_solved(partial_pivoting: bool) -> None:
    rng = np.random.default_rng(6)
    above, main, below, x = (rng.normal(size=shape) for shape in [(4, 1, 6)] * 3 + [(4, 6, 2)])
    solve, multiply = find("TridiagonalSolve"), find("TridiagonalMatMul")
    assert solve is not None and multiply is not None
    result = solve.kernel(np.concatenate([above, main, below], -2), x, partial_pivoting=partial_pivoting)
    assert np.allclose(multiply.kernel(above, main, below, result), x)


@pytest.mark.parametrize(
    ("diagonals", "attrs", "wanted"),
    [
        ([[1, 0], [0, 0], [0, 1]], {}, [1.0, 1.0]),
        ([[1, 0], [0, 0], [0, 1]], {"partial_pivoting": False}, [np.nan, np.nan]),
        ([[1, 0], [1, 1], [0, 1]], {}, [np.nan, np.nan]),
        ([[1, 0], [1, 1], [0, 1]], {"perturb_singular": True}, [1.0, 0.0]),
        ([[1, np.nan], [4, 4], [np.nan, 1]], {}, [0.2, 0.2]),
    ],
)
def test_tridiagonal_equations_without_an_answer(diagonals: Any, attrs: dict[str, Any], wanted: list[float]) -> None:
    spec = find("TridiagonalSolve")  # TensorFlow's answers
    assert spec is not None
    with quiet():
        result = spec.kernel(np.array(diagonals, float), np.ones((2, 1)), **attrs)
    assert np.allclose(result[:, 0], wanted, equal_nan=True)


def test_lu_of_complex_matrices_exchanges_rows_by_absolute_value() -> None:
    spec = find("Lu")
    assert spec is not None
    x = np.array([[3 + 3j, 1], [5, 2]])  # |3 + 3i| is 4.2, the sum of its parts 6
    lu, p = spec.kernel(x, output_idx_type=INT32)
    assert p.tolist() == [1, 0]
    assert np.allclose((np.tril(lu, -1) + np.eye(2)) @ np.triu(lu), x[p])


@pytest.mark.parametrize(("name", "options"), [
    ("SelfAdjointEigV2", {"compute_v": False}),
    ("Eig", {"compute_v": False, "Tout": "DT_COMPLEX128"}),
    ("Svd", {"compute_uv": False}),
])  # fmt: skip
def test_vectors_that_were_not_computed_say_nothing(name: str, options: dict[str, Any]) -> None:
    root = Scope.new_root_scope()
    x = new("Const", root, val=SQUARE)
    spec: Any = find(name)
    [slope] = add_symbolic_gradients(root, [spec(x, **options).outputs[1]], [x])
    assert not np.any(ClientSession(root).run([slope])[0])
