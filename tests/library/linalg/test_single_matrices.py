"""Single matrices, whose inverses and determinants are asked of LAPACK without the checks of `numpy.linalg`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import RunError
from blocks.library.index import find


def run(name: str, x: Any) -> Any:
    spec = find(name)
    assert spec is not None
    return spec.kernel(x)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64])
@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_inverse_and_determinant_are_right(size: int, dtype: Any) -> None:
    x: Any = (np.random.default_rng(size).normal(size=(size, size)) + size * np.eye(size)).astype(dtype)
    for given in (x, np.asfortranarray(x), np.stack([x, 2 * x])[:, ::-1][0, ::-1]):
        inverse, (sign, size_log) = run("MatrixInverse", given), run("LogMatrixDeterminant", given)
        np.testing.assert_allclose(inverse @ x, np.eye(size), atol=1e-4)
        wanted = np.linalg.det(x.astype(np.complex128 if x.dtype.kind == "c" else np.float64))
        np.testing.assert_allclose(sign * np.exp(size_log), wanted, rtol=1e-4)
        assert inverse.dtype == sign.dtype == x.dtype and inverse.flags.c_contiguous


@pytest.mark.filterwarnings("error")
def test_a_singular_matrix_is_an_error_and_nan_is_not() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Const", id="x", val=[[1.0, 2.0], [2.0, 4.0]])
    page.add("MatrixInverse", id="inverse")
    page.wire("x.output", "inverse.input")
    with pytest.raises(RunError, match="the matrix is singular"):
        blocks.Session(page).run()
    assert np.isnan(run("MatrixInverse", np.full((2, 2), np.nan))).all()
    assert run("MatrixInverse", np.zeros((0, 0))).shape == (0, 0)
    assert run("LogMatrixDeterminant", np.zeros((2, 2)))[1] == -np.inf
