"""The product of a sparse matrix and a dense one: against SciPy's sparse matrices, and TensorFlow 2.21's gradients."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from blocks.library.sparse.arithmetic import SparseSampledMatMul, SparseTensorDenseMatMul
from tests.library.sparse.checks import gradients, int64, places, refused, run, single

sparse: Any = import_module("scipy.sparse")


@pytest.mark.parametrize("columns", [1, 40])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.int32])
def test_product(columns: int, dtype: Any) -> None:
    """With few and with many numbers, in any order, some places there twice."""
    rng = np.random.default_rng(columns)
    indices = rng.integers(0, (70, 90), (3000, 2))
    values = rng.integers(-9, 9, 3000).astype(dtype)
    dense = rng.integers(-9, 9, (90, columns)).astype(dtype)
    wanted = sparse.coo_matrix((values, indices.T), (70, 90)).toarray() @ dense
    [result] = run(SparseTensorDenseMatMul, indices, values, int64(70, 90), dense)
    assert result == wanted.tolist()
    [turned] = run(SparseTensorDenseMatMul, indices[:, ::-1], values, int64(90, 70), np.conj(dense.T),
                   adjoint_a=True, adjoint_b=True)  # fmt: skip
    assert turned == wanted.tolist()


COMPLEX_A = np.array([1 + 2j, 3 - 1j], np.complex64)
COMPLEX_B = np.array([[1j, 2], [3, 1 - 1j]], np.complex64)
WEIGHTS = np.array([[1, 2j], [1j, -1]], np.complex64)


@pytest.mark.parametrize(
    ("adjoint_a", "adjoint_b", "by_values", "by_b"),
    [
        (False, False, [1 + 2j, -1], [[-1 + 3j, -3 - 1j], [1 - 2j, 4 + 2j]]),
        (False, True, [4 + 2j, -4], [[-1 - 3j, 1 + 2j], [-3 + 1j, 4 - 2j]]),
        (True, False, [-1, 1 - 2j], [[-2 + 1j, -1 - 2j], [3 - 1j, 2 + 6j]]),
        (True, True, [-4, 4 - 2j], [[-2 - 1j, 3 + 1j], [-1 + 2j, 2 - 6j]]),
    ],
)
def test_gradients_of_complex_products(adjoint_a: bool, adjoint_b: bool, by_values: Any, by_b: Any) -> None:
    args = (places([0, 1], [1, 0]), COMPLEX_A, int64(2, 2), COMPLEX_B)
    results = gradients(SparseTensorDenseMatMul, (1, 3), WEIGHTS, *args, adjoint_a=adjoint_a, adjoint_b=adjoint_b)
    assert [g.tolist() for g in results] == [by_values, by_b]


def test_a_million_elements() -> None:
    rng = np.random.default_rng(0)
    indices = np.stack([rng.integers(0, 10**4, 10**6), rng.integers(0, 10**5, 10**6)], 1)
    values, dense = rng.random(10**6), rng.random((10**5, 4))
    before = time.process_time()
    wanted = sparse.coo_matrix((values, indices.T), (10**4, 10**5)).tocsr() @ dense
    between = time.process_time()
    result = SparseTensorDenseMatMul.kernel(indices, values, int64(10**4, 10**5), dense)
    sampled = SparseSampledMatMul.kernel(indices[: 10**5], result, dense)
    # It takes about as long as SciPy; a loop over the elements takes more than ten times that.
    assert time.process_time() - between < 8 * (between - before)
    np.testing.assert_allclose(result, wanted)
    rows, columns = indices[: 10**5].T
    np.testing.assert_allclose(sampled, (wanted[rows] * dense[columns]).sum(1))


@pytest.mark.parametrize(
    ("pin", "match", "indices", "shape", "b"),
    [
        ("b", "inner sizes differ", places([0, 1]), int64(2, 3), np.ones((2, 2), np.float32)),
        ("b", "matrix", places([0, 1]), int64(2, 3), single(1, 2, 3)),
        ("a_shape", "rank 3", places([0, 1, 0]), int64(2, 3, 1), np.ones((3, 1), np.float32)),
        ("a_indices", "outside", places([2, 0]), int64(2, 3), np.ones((3, 1), np.float32)),
        ("a_shape", "0 or more", places([0, 0]), int64(2, -3), np.ones((3, 1), np.float32)),
    ],
)
def test_refusals(pin: str, match: str, indices: Any, shape: Any, b: Any) -> None:
    refused(SparseTensorDenseMatMul, pin, match, indices, single(1), shape, b)
