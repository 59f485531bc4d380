"""Diagonals and bands of matrices."""

from __future__ import annotations

import math

import numpy as np

from blocks.base.dtypes import BOOL, COMPLEX, DOUBLE, FLOAT, HALF, INDEX, INT32, INT64, NUMERIC
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, require_rank, scalar
from blocks.library.array.sizes import ZerosLike
from blocks.library.declare import block

_MATRIX = (*NUMERIC, BOOL)
_DIAGONAL = (FLOAT, DOUBLE, HALF, INT32, INT64, *COMPLEX)


@block("diagonal: T -> output: T", T=_DIAGONAL, example={"diagonal": [1.0, 2.0], "output": [[1.0, 0.0], [0.0, 2.0]]})
def Diag(diagonal: Array) -> Array:
    """Build a tensor with the given values on its diagonal and zeros elsewhere.

    Formula: output[i, ..., k, i, ..., k] = diagonal[i, ..., k].

    Args:
        diagonal: [...] the values on the diagonal, a tensor of rank 1 or more.

    Returns:
        output: [...] the tensor, of shape diagonal.shape + diagonal.shape. A vector gives a square matrix.
    """
    result = np.zeros((diagonal.size, diagonal.size), diagonal.dtype)
    np.fill_diagonal(result, diagonal)
    twice: tuple[int, ...] = diagonal.shape * 2
    return result.reshape(twice)


@Diag.shape
def _(call: Call) -> Shape:
    shape = require_rank(call, "diagonal", 1, "rank 1 or more")
    return None if shape is None else shape * 2


Diag.gradient("diagonal")(lambda call, dy: DiagPart(dy))


@block(
    "input: T -> diagonal: T",
    T=_DIAGONAL,
    view=True,
    example={"input": [[1.0, 2.0], [3.0, 4.0]], "diagonal": [1.0, 4.0]},
)
def DiagPart(input: Array) -> Array:
    """Return the diagonal of a tensor: diagonal[i, ..., k] = input[i, ..., k, i, ..., k].

    Args:
        input: [...] a square matrix, or a tensor of even rank whose shape repeats, such as [2, 3, 2, 3].

    Returns:
        diagonal: [...] the values on the diagonal. The rank is half that of input.
    """
    half = input.shape[: input.ndim // 2]
    size = math.prod(half)
    return input.reshape(size, size).diagonal().reshape(half)


@DiagPart.shape
def _(call: Call) -> Shape:
    shape = require_rank(call, "input", 1, "rank 2, 4 or another even rank")
    if shape is None:
        return None
    middle = len(shape) // 2
    if len(shape) % 2 or not compatible(shape[:middle], shape[middle:]):
        text = "DiagPart: the second half of the shape must equal the first half, as in [2,3,2,3], got"
        raise DiagramError(f"{text} {shape_text(shape)}", pin="input")
    return merge(shape[:middle], shape[middle:])


DiagPart.gradient("input")(lambda call, dy: Diag(dy))


@block(
    "input: T, num_lower: Tindex, num_upper: Tindex -> band: T",
    T=(*NUMERIC, BOOL),
    Tindex=INDEX,
    example={
        "input": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]],
        "num_lower": 0,
        "num_upper": 1,
        "band": [[1.0, 2.0, 0.0], [0.0, 5.0, 6.0], [0.0, 0.0, 9.0]],
    },
)
def MatrixBandPart(input: Array, num_lower: Array, num_upper: Array) -> Array:
    """Keep a band around the diagonal of each matrix, and set all other elements to zero.

    Formula: band[..., i, j] = input[..., i, j] if -num_upper <= i - j <= num_lower, else 0. A negative number removes
    its limit: num_lower = -1 and num_upper = 0 keep the lower triangle.

    Args:
        input: [..., m, n] a batch of matrices. The last two axes are rows and columns.
        num_lower: [] the number of subdiagonals to keep, at most m. A negative number keeps the whole lower triangle.
        num_upper: [] the number of superdiagonals to keep, at most n. A negative number keeps the whole upper triangle.

    Returns:
        band: [..., m, n] the matrices with zeros outside the band.
    """
    rows, columns = int(input.shape[-2]), int(input.shape[-1])
    below: Array = np.arange(rows)[:, None] - np.arange(columns)
    lower, upper = int(num_lower), int(num_upper)
    inside = (below <= (rows if lower < 0 else lower)) & (-below <= (columns if upper < 0 else upper))
    return np.where(inside, input, np.zeros((), input.dtype))


@MatrixBandPart.shape
def _(call: Call) -> Shape:
    shape = require_rank(call, "input", 2, "rank 2 or more")
    for pin, axis, what in (("num_lower", -2, "rows"), ("num_upper", -1, "columns")):
        number, size = scalar(call, pin), None if shape is None else shape[axis]
        if number is not None and size is not None and number > size:
            raise pin_error(call, pin, f"{pin} must be at most the number of {what} ({size}), got {number}")
    return shape


MatrixBandPart.gradient("input")(lambda call, dy: MatrixBandPart(dy, call.input("num_lower"), call.input("num_upper")))


@block("diagonal: T -> output: T", T=_MATRIX, example={"diagonal": [[1.0, 2.0]], "output": [[[1.0, 0.0], [0.0, 2.0]]]})
def MatrixDiag(diagonal: Array) -> Array:
    """Build diagonal matrices: output[..., i, i] = diagonal[..., i], and zeros elsewhere.

    Args:
        diagonal: [..., n] the diagonals. The last axis runs along the diagonal, the other axes index the matrices.

    Returns:
        output: [..., n, n] the diagonal matrices.
    """
    size = int(diagonal.shape[-1])
    result = np.zeros((*diagonal.shape, size), diagonal.dtype)
    indices = np.arange(size)
    result[..., indices, indices] = diagonal
    return result


@MatrixDiag.shape
def _(call: Call) -> Shape:
    shape = require_rank(call, "diagonal", 1, "rank 1 or more")
    return None if shape is None else (*shape, shape[-1])


MatrixDiag.gradient("diagonal")(lambda call, dy: MatrixDiagPart(dy))


@block(
    "input: T -> diagonal: T",
    T=_MATRIX,
    view=True,
    example={"input": [[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]], "diagonal": [[1.0, 5.0]]},
)
def MatrixDiagPart(input: Array) -> Array:
    """Return the main diagonal of each matrix: diagonal[..., i] = input[..., i, i].

    Args:
        input: [..., m, n] a batch of matrices. The last two axes are rows and columns.

    Returns:
        diagonal: [..., k] the diagonals, with k = min(m, n).
    """
    return np.diagonal(input, axis1=-2, axis2=-1)


def _diagonal_shape(matrices: tuple[int | None, ...]) -> tuple[int | None, ...]:
    rows, columns = matrices[-2:]
    return (*matrices[:-2], None if rows is None or columns is None else min(rows, columns))


@MatrixDiagPart.shape
def _(call: Call) -> Shape:
    shape = require_rank(call, "input", 2, "rank 2 or more")
    return None if shape is None else _diagonal_shape(shape)


MatrixDiagPart.gradient("input")(lambda call, dy: MatrixSetDiag(ZerosLike(call.input("input")), dy))


@block(
    "input: T, diagonal: T -> output: T",
    T=_MATRIX,
    example={
        "input": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
        "diagonal": [7.0, 8.0],
        "output": [[7.0, 2.0, 3.0], [4.0, 8.0, 6.0]],
    },
)
def MatrixSetDiag(input: Array, diagonal: Array) -> Array:
    """Replace the main diagonal of each matrix: output[..., i, i] = diagonal[..., i].

    Args:
        input: [..., m, n] a batch of matrices. The last two axes are rows and columns.
        diagonal: [..., k] the new diagonals, with k = min(m, n).

    Returns:
        output: [..., m, n] the matrices with the new diagonals.
    """
    result = input.copy()
    indices = np.arange(int(diagonal.shape[-1]))
    result[..., indices, indices] = diagonal
    return result


@MatrixSetDiag.shape
def _(call: Call) -> Shape:
    shape, diagonal = require_rank(call, "input", 2, "rank 2 or more"), call.shape("diagonal")
    if shape is not None and not compatible(diagonal, _diagonal_shape(shape)):
        text = f"MatrixSetDiag: diagonal must have the shape {shape_text(_diagonal_shape(shape))}"
        raise DiagramError(f"{text}, got {shape_text(diagonal)}", pin="diagonal")
    return shape


@MatrixSetDiag.gradient("input", "diagonal")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    return MatrixSetDiag(dy, ZerosLike(call.input("diagonal"))), MatrixDiagPart(dy)
