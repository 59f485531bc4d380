"""Helpers shared by this category: shape rules for matrix batches, and building blocks of gradients."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import COMPLEX, DOUBLE, FLOAT, HALF, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Operand, Output
from blocks.library.array.arguments import pin_error, require_ranks
from blocks.library.declare import make

PAGE = "linalg_ops"
solve: Any = np.linalg.solve
MATRIX: tuple[DType, ...] = (DOUBLE, FLOAT, HALF, *COMPLEX)


def scipy_linalg() -> Any:
    """Import SciPy's module on demand: the import is slow, and few pages use it."""
    import scipy.linalg  # pyright: ignore[reportMissingTypeStubs]

    return scipy.linalg


def one_by_one(function: Callable[..., Sequence[Array]], *matrices: Array) -> list[Array]:
    """Apply a function of single matrices to batches of them, which are not empty, and stack the results."""
    batch = matrices[0].shape[:-2]
    flat = [x.reshape(-1, *x.shape[-2:]) for x in matrices]
    result = [function(*each) for each in zip(*flat, strict=True)]
    return [as_rows(np.stack(each)).reshape(*batch, *each[0].shape) for each in zip(*result, strict=True)]


def as_rows(x: Array, dtype: Any = None) -> Array:
    """Return a C-contiguous array, since LAPACK's results often are not."""
    return np.asarray(x, dtype, order="C")


def finite(x: Array) -> Any:
    """Return which matrices are finite: LAPACK may fail or hang on others."""
    return np.isfinite(x).all((-1, -2))


def is_empty(x: Array) -> bool:
    return math.prod(x.shape) == 0


# -- Shape rules -------------------------------------------------------------------------------------------------------


def require_matrix(call: Call, pin: str) -> Shape:
    return require_ranks(call, pin, 2, math.inf, "expected matrices")


def require_square(call: Call, pin: str) -> Shape:
    shape = require_matrix(call, pin)
    if shape is None:
        return None
    try:
        [size] = merge(shape[-2:-1], shape[-1:]) or (None,)
    except DiagramError:
        raise pin_error(call, pin, f"expected square matrices, got shape {shape_text(shape)}") from None
    return (*shape[:-2], size, size)


def square(call: Call) -> Shape:
    return require_square(call, call.type.inputs[0].name)


# -- Building blocks of gradients --------------------------------------------------------------------------------------


def matmul(x: Operand, y: Operand, *, adj_x: bool = False, adj_y: bool = False) -> Output:
    return make("BatchMatMulV2", x, y, adj_x=adj_x, adj_y=adj_y)


def conjugate_transpose(x: Output) -> Output:
    rank: Any
    if x.shape is not None:
        rank = len(x.shape)
        return make("ConjugateTranspose", x, [*range(rank - 2), rank - 1, rank - 2])
    rank = make("Rank", x)
    front = make("Range", 0, rank - 2, 1)
    return make("ConjugateTranspose", x, make("Concat", [front, make("Stack", [rank - 1, rank - 2])], 0))


def diagonal(x: Output) -> Output:
    return make("MatrixDiagPart", x)


def with_diagonal(x: Output, values: Output) -> Output:
    return make("MatrixSetDiag", x, values)


def lower_triangle(x: Output) -> Output:
    return make("MatrixBandPart", x, -1, 0)


def as_matrices(x: Output) -> Output:
    return make("ExpandDims", make("ExpandDims", x, -1), -1)


def safe_reciprocal(x: Output) -> Output:
    """Return 1 / x, and 0 where x is 0."""
    return x / (x * x + 1e-20)


def differences(x: Output) -> Output:
    return make("ExpandDims", x, -2) - make("ExpandDims", x, -1)


def off_diagonal_reciprocals(x: Output) -> Output:
    """Return the matrices 1 / (x[j] - x[i]) of vectors, with zeros on the diagonals."""
    return with_diagonal(safe_reciprocal(differences(x)), make("ZerosLike", x))


def real_part(x: Output) -> Output:
    """Remove imaginary parts, but keep the complex dtype."""
    if not x.dtype.is_complex:
        return x
    part = DOUBLE if x.dtype.name == "DT_COMPLEX128" else FLOAT
    return make("Cast", make("Real", x, Tout=part), DstT=x.dtype)
