"""Diagonals and bands of matrices, and linear systems and products with banded matrices stored by their diagonals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import BOOL, COMPLEX, DOUBLE, FLOAT, NUMERIC, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import broadcast, compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block, make
from blocks.library.linalg.shared import MATRIX, as_rows, is_empty, matmul, require_matrix
from blocks.library.math.shared import conj, wide_dtype

_TRIDIAGONAL = (DOUBLE, FLOAT, *COMPLEX)
_DIAGONALS = ("superdiag", "maindiag", "subdiag")


def _batch(call: Call, shapes: dict[str, Shape]) -> Shape:
    batch: Shape = None
    for pin, shape in shapes.items():
        try:
            batch = merge(batch, None if shape is None else shape[:-2])
        except DiagramError:
            text = f"{call.type.name}: all inputs must have the same batch axes, but {shape_text(shape)} does not match"
            raise DiagramError(text, pin=pin) from None
    return batch


# -- Triangular matrices -----------------------------------------------------------------------------------------------


@block(
    "matrix: T, rhs: T -> output: T",
    T=MATRIX,
    example={"matrix": [[1.0, 2.0], [0.0, 4.0]], "rhs": [[1.0], [8.0]], "output": [[1.0], [2.0]]},
)
def BandedTriangularSolve(matrix: Array, rhs: Array, *, lower: bool = True, adjoint: bool = False) -> Any:
    """Solve systems of linear equations with banded triangular matrices: matrix @ output = rhs.

    For lower triangular matrices, row k of the input matrix is the k-th diagonal below the main one: element j is in
    row j and column j - k. For upper ones, the last row is the main diagonal and the k-th row before it is the k-th
    diagonal above: element j is in row j and column j + k. Elements outside the matrix are ignored. A zero on the main
    diagonal is an error.

    Source: Golub and Van Loan, Matrix Computations, section 4.3.

    Args:
        matrix: [..., bands, m] the diagonals, one per row. Batch axes are broadcast.
        rhs: [..., m, k] the right-hand sides, one per column.
        lower: true for lower triangular matrices, false for upper triangular ones.
        adjoint: solve with the adjoints (conjugate transposes) of the matrices instead.

    Returns:
        output: [..., m, k] the solutions, one per column.
    """
    wide = wide_dtype(matrix)
    bands = matrix.astype(wide, copy=False)
    bands = bands if lower else bands[..., ::-1, ::-1]
    if not bands[..., 0, :].all():
        raise DiagramError("the matrix is singular: its diagonal contains a zero", pin="matrix")
    if adjoint:
        turned = np.zeros_like(bands)
        for k in range(min(bands.shape[-2:])):
            turned[..., k, : bands.shape[-1] - k] = bands[..., k, k:]
        bands = np.conjugate(turned)[..., ::-1]
    backwards = lower == adjoint
    right = rhs[..., ::-1, :] if backwards else rhs
    result = _forward(bands, right.astype(wide, copy=False))
    return as_rows(result[..., ::-1, :] if backwards else result, matrix.dtype)


def _forward(bands: Array, rhs: Array) -> Array:
    """Solve with a lower triangular matrix: row k of the bands is its k-th diagonal below the main one."""
    batch = np.broadcast_shapes(bands.shape[:-2], rhs.shape[:-2])
    result = np.zeros((*batch, *rhs.shape[-2:]), rhs.dtype)
    for j in range(rhs.shape[-2]):
        count = min(j, bands.shape[-2] - 1)
        before = np.matmul(bands[..., None, 1 : count + 1, j], result[..., j - count : j, :][..., ::-1, :])[..., 0, :]
        result[..., j, :] = (rhs[..., j, :] - before) / bands[..., 0, j, None]
    return result


@BandedTriangularSolve.shape
def _(call: Call) -> Shape:
    matrix, rhs = require_matrix(call, "matrix"), require_matrix(call, "rhs")
    if matrix is not None and matrix[-2] == 0:
        raise pin_error(call, "matrix", "matrix must contain at least the main diagonal, got no diagonals")
    if matrix is None or rhs is None:
        return None
    if not compatible(matrix[-1:], rhs[-2:-1]):
        raise pin_error(call, "rhs", f"diagonals {shape_text(matrix)} do not match rhs {shape_text(rhs)}")
    [rows] = merge(matrix[-1:], rhs[-2:-1]) or (None,)
    try:
        batch = broadcast(matrix[:-2], rhs[:-2])
    except DiagramError:
        text = f"BandedTriangularSolve: cannot broadcast the batch axes of {shape_text(matrix)} and {shape_text(rhs)}"
        raise DiagramError(text, pin="rhs") from None
    return None if batch is None else (*batch, rows, rhs[-1])


@BandedTriangularSolve.gradient("matrix", "rhs")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    matrix, rhs = call.inputs
    lower, turned, result = call.attrs["lower"], call.attrs["adjoint"], call.outputs[0]
    by_rhs = BandedTriangularSolve(matrix, dy, lower=lower, adjoint=not turned).as_output()
    by_matrix = -matmul(*((result, by_rhs) if turned else (by_rhs, result)), adj_y=True)
    shape = make("Shape", matrix)
    # Diagonals that the matrix is too small for get nothing.
    size = make("Slice", shape, make("Subtract", make("Shape", shape), [2]), [2])
    bands, rows = make("Gather", size, 0), make("Gather", size, 1)
    inside = make("Minimum", bands, rows)
    ends = [1 - inside, make("ZerosLike", inside)] if lower else [make("ZerosLike", inside), inside - 1]
    zero = make("Sum", make("ZerosLike", make("Reshape", matrix, [-1])), [0])
    part = make("MatrixDiagPartV3", by_matrix, make("Stack", ends), zero, align="LEFT_RIGHT")
    front = make("Shape", by_matrix)
    front = make("Slice", front, [0], make("Subtract", make("Shape", front), [2]))
    there = make("ExpandDims", inside, 0), make("ExpandDims", rows, 0)
    part = make("Reshape", part, make("Concat", [front, *there], 0))
    missing = make("Concat", [front, make("ExpandDims", bands - inside, 0), there[1]], 0)
    none = make("Cast", make("Fill", missing, 0.0), DstT=matrix.dtype)
    part = make("Concat", [part, none] if lower else [none, part], make("Subtract", make("Rank", part), 2))
    return make("SumToShape", part, shape), make("SumToShape", by_rhs, make("Shape", rhs))


# -- Three diagonals ---------------------------------------------------------------------------------------------------


@block(
    "diagonals: T, rhs: T -> output: T",
    T=_TRIDIAGONAL,
    example={"diagonals": [[1.0, 0.0], [2.0, 2.0], [0.0, 1.0]], "rhs": [[3.0], [3.0]], "output": [[1.0], [1.0]]},
)
def TridiagonalSolve(
    diagonals: Array, rhs: Array, *, partial_pivoting: bool = True, perturb_singular: bool = False
) -> Any:
    """Solve systems of linear equations with tridiagonal matrices: A @ output = rhs. NaN if a pivot is zero.

    Source: Golub and Van Loan, Matrix Computations, section 4.3.

    Args:
        diagonals: [..., 3, m] the superdiagonal, the main diagonal and the subdiagonal. Element j of each is in row j.
            The last element of the superdiagonal and the first of the subdiagonal are ignored.
        rhs: [..., m, k] the right-hand sides, one per column. Batch axes must equal those of diagonals.
        partial_pivoting: exchange rows if the next row has the larger element, which is slower but more accurate.
        perturb_singular: enlarge pivots that are too small, so that singular matrices have a solution. It requires
            partial_pivoting.

    Returns:
        output: [..., m, k] the solutions, one per column.
    """
    if is_empty(rhs):
        return rhs.copy()
    above, main, below = (diagonals[..., i, :, None].copy() for i in range(3))
    above[..., -1, :] = below[..., 0, :] = 0
    size, result = rhs.shape[-2], rhs.copy()
    second = np.zeros_like(main)
    largest = np.abs(np.stack([above, main, below])).max((0, -2))
    spare = np.finfo(rhs.dtype).eps * largest if perturb_singular else np.zeros_like(largest)
    for i in range(size - 1):
        j = i + 1
        row = np.stack([main[..., i, :], above[..., i, :], np.zeros_like(main[..., i, :])])
        other = np.stack([below[..., j, :], main[..., j, :], above[..., j, :]])
        swap = np.abs(row[0]) < np.abs(other[0]) if partial_pivoting else np.zeros(row[0].shape, bool)
        row, other = np.where(swap, other, row), np.where(swap, row, other)
        first, next_ = result[..., i, :], result[..., j, :]
        first, next_ = np.where(swap, next_, first), np.where(swap, first, next_)
        row[0] = _pivot(row[0], spare)
        factor = other[0] / row[0]
        other = other - factor * row
        main[..., i, :], above[..., i, :], second[..., i, :] = row
        main[..., j, :], above[..., j, :] = other[1], other[2]
        result[..., i, :], result[..., j, :] = first, next_ - factor * first
    main[..., -1, :] = _pivot(main[..., -1, :], spare)
    result[..., -1, :] = result[..., -1, :] / main[..., -1, :]
    for i in reversed(range(size - 1)):
        rest = result[..., i, :] - above[..., i, :] * result[..., i + 1, :]
        if i + 2 < size:
            rest = rest - second[..., i, :] * result[..., i + 2, :]
        result[..., i, :] = rest / main[..., i, :]
    singular = (main == 0).any((-2, -1), keepdims=True)
    result[np.broadcast_to(singular, result.shape)] = np.nan
    return result


def _pivot(x: Array, spare: Array) -> Array:
    return np.where(np.abs(x) < np.finfo(x.dtype).tiny, spare, x)


@TridiagonalSolve.shape
def _(call: Call) -> Shape:
    diagonals, rhs = require_matrix(call, "diagonals"), require_matrix(call, "rhs")
    if call.attrs["perturb_singular"] and not call.attrs["partial_pivoting"]:
        raise DiagramError("perturb_singular requires partial_pivoting", pin="perturb_singular")
    if diagonals is not None and diagonals[-2] not in (3, None):
        raise pin_error(call, "diagonals", f"expected three diagonals, got {shape_text(diagonals)}")
    if diagonals is None or rhs is None:
        return None
    if not compatible(diagonals[-1:], rhs[-2:-1]):
        raise pin_error(call, "rhs", f"diagonals {shape_text(diagonals)} do not match rhs {shape_text(rhs)}")
    batch = _batch(call, {"diagonals": diagonals, "rhs": rhs})
    [rows] = merge(diagonals[-1:], rhs[-2:-1]) or (None,)
    return None if batch is None else (*batch, rows, rhs[-1])


@TridiagonalSolve.gradient("diagonals", "rhs")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    above, main, below = (conj(make("GatherV2", call.inputs[0], i, -2)) for i in range(3))
    turned = make("Stack", [_moved(below, 1, -1), main, _moved(above, -1, -1)], axis=-2)
    by_rhs = TridiagonalSolve(turned, dy, **call.attrs).as_output()
    return -make("Stack", list(_products(by_rhs, call.outputs[0])), axis=-2), by_rhs


def _moved(x: Output, by: int, axis: int) -> Output:
    """Shift a tensor by 1 or -1 along its last axis or the one before, with zeros at the end."""
    behind = [0] * (-1 - axis)
    masks = sum(4 << i for i in range(len(behind)))

    def part(begin: int, end: int) -> Output:
        ends = {"begin_mask": masks + (0 if begin else 2), "end_mask": masks + (0 if end else 2)}
        spans = [0, begin, *behind], [0, end, *behind], [1, 1, *(1 for _ in behind)]
        return make("StridedSlice", x, *spans, ellipsis_mask=1, **ends)

    zeros = make("ZerosLike", part(0, 1))
    parts = [part(1, 0), zeros] if by == 1 else [zeros, part(0, -1)]
    return make("Concat", parts, make("Add", make("Rank", x), axis))


def _products(dy: Output, x: Output) -> tuple[Output, Output, Output]:
    """Return the gradients of the upper, main and lower diagonals of a matrix whose product with x is y."""
    x = conj(x)
    above, main, below = (make("Sum", dy * each, [-1]) for each in (_moved(x, 1, -2), x, _moved(x, -1, -2)))
    return above, main, below


@block(
    "superdiag: T, maindiag: T, subdiag: T, rhs: T -> output: T",
    T=_TRIDIAGONAL,
    example={
        "superdiag": [[1.0, 0.0]],
        "maindiag": [[2.0, 2.0]],
        "subdiag": [[0.0, 1.0]],
        "rhs": [[1.0], [1.0]],
        "output": [[3.0], [3.0]],
    },
)
def TridiagonalMatMul(superdiag: Array, maindiag: Array, subdiag: Array, rhs: Array) -> Array:
    """Multiply tridiagonal matrices by other matrices.

    Args:
        superdiag: [..., 1, m] the superdiagonals. Element j is in row j; the last element is ignored.
        maindiag: [..., 1, m] the main diagonals.
        subdiag: [..., 1, m] the subdiagonals. Element j is in row j; the first element is ignored.
        rhs: [..., m, n] the right-hand matrices. Batch axes must equal those of the diagonals.

    Returns:
        output: [..., m, n] the matrix products.
    """
    above, main, below = (each[..., 0, :, None] for each in (superdiag, maindiag, subdiag))
    result = main * rhs
    result[..., :-1, :] += above[..., :-1, :] * rhs[..., 1:, :]
    result[..., 1:, :] += below[..., 1:, :] * rhs[..., :-1, :]
    return as_rows(result)


@TridiagonalMatMul.shape
def _(call: Call) -> Shape:
    shapes = {pin: require_matrix(call, pin) for pin in (*_DIAGONALS, "rhs")}
    rhs = shapes["rhs"]
    size: Shape = (None,) if rhs is None else rhs[-2:-1]
    for pin in _DIAGONALS:
        shape = shapes[pin]
        if shape is None:
            continue
        if shape[-2] not in (1, None) or not compatible(size, shape[-1:]):
            text = f"TridiagonalMatMul: each diagonal must have one row and {(size or (None,))[0] or '?'} columns"
            raise DiagramError(f"{text}, got {shape_text(shape)}", pin=pin)
        size = merge(size, shape[-1:])
    batch = _batch(call, shapes)
    if batch is None or any(shape is None for shape in shapes.values()):
        return None
    return None if rhs is None else (*batch, *(size or ()), rhs[-1])


@TridiagonalMatMul.gradient("superdiag", "maindiag", "subdiag", "rhs")
def _(call: Node, dy: Output) -> tuple[Operand, ...]:
    above, main, below, rhs = call.inputs
    result = [make("ExpandDims", each, -2) for each in _products(dy, rhs)]
    turned = (_moved(conj(below), 1, -1), conj(main), _moved(conj(above), -1, -1))
    return (*result, TridiagonalMatMul(*turned, dy).as_output())


# -- Diagonals of any number -------------------------------------------------------------------------------------------


_ALIGN = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")
_ANY: tuple[DType, ...] = (*NUMERIC, BOOL)


class DiagonalBand(NamedTuple):
    lowest: int
    highest: int
    rows: int
    columns: int

    def length(self, number: int) -> int:
        return max(0, min(self.rows + min(number, 0), self.columns - max(number, 0)))

    @property
    def longest(self) -> int:
        return max(self.length(number) for number in range(self.lowest, self.highest + 1))

    def diagonals(self, align: str) -> Iterator[tuple[int, slice, Any, Any]]:
        above, below = align.split("_")
        longest = self.longest
        for row, number in enumerate(range(self.highest, self.lowest - 1, -1)):
            length = self.length(number)
            left = (number >= 0 and above == "LEFT") or (number <= 0 and below == "LEFT")
            first = 0 if left else longest - length
            steps = np.arange(length)
            yield row, slice(first, first + length), steps - min(number, 0), steps + max(number, 0)


def _numbers(k: Array) -> tuple[int, int]:
    result = k.reshape(-1).tolist()
    return result[0], result[-1]


def _check_numbers(call: Call) -> tuple[int, int] | None:
    shape, value = call.shape("k"), call.value("k")
    if shape is not None and (len(shape) > 1 or (len(shape) == 1 and shape[0] not in (1, 2, None))):
        raise DiagramError(
            (f"k must be one diagonal or two diagonals (the lowest and the highest), got shape {shape_text(shape)}"),
            pin="k",
        )
    if value is None:
        return None
    lowest, highest = _numbers(value)
    if lowest > highest:
        raise DiagramError(f"k: the lowest diagonal {lowest} must not be above the highest diagonal {highest}", pin="k")
    return lowest, highest


def _check_inside(band: DiagonalBand) -> None:
    for number in (band.lowest, band.highest):
        if number != 0 and not -band.rows < number < band.columns:
            text = f"diagonal {number} does not exist in a matrix with {band.rows} rows and {band.columns} columns"
            raise DiagramError(text, pin="k")


def _is_single(k: Array) -> bool:
    lowest, highest = _numbers(k)
    return lowest == highest


# -- Matrices from diagonals -------------------------------------------------------------------------------------------


def matrix_sizes(longest: int, lowest: int, highest: int, rows: int, columns: int) -> tuple[int, int]:
    """Return the size of a matrix with given diagonals; -1 means as small as possible."""
    least_rows, least_columns = longest - min(highest, 0), longest + max(lowest, 0)
    for pin, given, least in (("num_rows", rows, least_rows), ("num_cols", columns, least_columns)):
        if given != -1 and given < least:
            raise DiagramError(f"{pin} must be at least {least} for these diagonals, got {given}", pin=pin)
    if rows == -1 and columns == -1:
        size = max(least_rows, least_columns)
        return size, size
    result = (least_rows if rows == -1 else rows), (least_columns if columns == -1 else columns)
    if result[0] != least_rows and result[1] != least_columns:
        text = f"the diagonals are too short for a matrix with {result[0]} rows and {result[1]} columns"
        raise DiagramError(text, pin="num_rows")
    return result


@block(
    "diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T -> output: T",
    T=_ANY,
    example={
        "diagonal": [1.0, 2.0],
        "k": 1,
        "num_rows": -1,
        "num_cols": -1,
        "padding_value": 0.0,
        "output": [[0.0, 1.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, 0.0]],
    },
    where={"align": _ALIGN},
)
def MatrixDiagV3(
    diagonal: Array, k: Array, num_rows: Array, num_cols: Array, padding_value: Array, *, align: str = "RIGHT_LEFT"
) -> Array:
    """Create matrices with given diagonals and a padding value elsewhere.

    Args:
        diagonal: [..., n] the elements of one diagonal, or [..., d, n] those of d diagonals, from highest to lowest.
        k: [] or [bounds] the diagonal, or the lowest and the highest diagonal. 0 is the main diagonal, 1 the one above.
        num_rows: [] the number of rows. -1 means the smallest number that fits.
        num_cols: [] the number of columns. -1 means the smallest number that fits.
        padding_value: [] the value outside the diagonals.
        align: how shorter diagonals are aligned in their rows: first those above the main diagonal, then those below.

    Returns:
        output: [..., rows, columns] the matrices.
    """
    lowest, highest = _numbers(k)
    rows, columns = matrix_sizes(diagonal.shape[-1], lowest, highest, int(num_rows), int(num_cols))
    batch = diagonal.shape[:-1] if lowest == highest else diagonal.shape[:-2]
    result = np.full((*batch, rows, columns), padding_value, diagonal.dtype)
    _put(result, diagonal, k, align)
    return result


def _put(matrices: Array, diagonal: Array, k: Array, align: str) -> None:
    lowest, highest = _numbers(k)
    band = DiagonalBand(lowest, highest, *matrices.shape[-2:])
    given = diagonal[..., None, :] if lowest == highest else diagonal
    for row, where, i, j in band.diagonals(align):
        matrices[..., i, j] = given[..., row, where]


@MatrixDiagV3.shape
def _(call: Call) -> Shape:
    shape, numbers = call.shape("diagonal"), _check_numbers(call)
    if shape is not None and not shape:
        raise pin_error(call, "diagonal", "diagonal must have at least one axis, got a scalar")
    for pin in ("num_rows", "num_cols", "padding_value"):
        if call.shape(pin):
            raise DiagramError(f"{pin}: expected a scalar, got shape {shape_text(call.shape(pin))}", pin=pin)
    if shape is None or numbers is None:
        return None
    lowest, highest = numbers
    if lowest != highest and (len(shape) < 2 or shape[-2] not in (None, highest - lowest + 1)):
        text = f"k selects {highest - lowest + 1} diagonals, but diagonal has shape {shape_text(shape)}"
        raise DiagramError(text, pin="diagonal")
    batch = shape[:-1] if lowest == highest else shape[:-2]
    rows, columns = call.value("num_rows"), call.value("num_cols")
    if shape[-1] is None or rows is None or columns is None:
        return (*batch, None, None)
    return (*batch, *matrix_sizes(shape[-1], lowest, highest, int(rows), int(columns)))


MatrixDiagV3.gradient("diagonal")(lambda call, dy: _part(dy, call.input("k"), call.attrs["align"]))


def _part(x: Output, k: Operand, align: str) -> Output:
    return make("MatrixDiagPartV3", x, k, make("Sum", make("ZerosLike", make("Reshape", x, [-1])), 0), align=align)


# -- Diagonals of matrices ---------------------------------------------------------------------------------------------


@block(
    "input: T, k: int32, padding_value: T -> diagonal: T",
    T=_ANY,
    example={
        "input": [[1.0, 2.0], [3.0, 4.0]],
        "k": [-1, 0],
        "padding_value": 0.0,
        "diagonal": [[1.0, 4.0], [3.0, 0.0]],
    },
    where={"align": _ALIGN},
)
def MatrixDiagPartV3(input: Array, k: Array, padding_value: Array, *, align: str = "RIGHT_LEFT") -> Array:
    """Extract diagonals of matrices.

    Args:
        input: [..., m, n] the matrices.
        k: [] or [bounds] the diagonal, or the lowest and the highest diagonal. 0 is the main diagonal, 1 the one above.
        padding_value: [] the value that fills the rows of shorter diagonals.
        align: how shorter diagonals are aligned in their rows: first those above the main diagonal, then those below.

    Returns:
        diagonal: [..., l] the elements of one diagonal, or [..., d, l] those of d diagonals, from highest to lowest.
    """
    lowest, highest = _numbers(k)
    band = DiagonalBand(lowest, highest, *input.shape[-2:])
    result = np.full((*input.shape[:-2], highest - lowest + 1, band.longest), padding_value, input.dtype)
    for row, where, i, j in band.diagonals(align):
        result[..., row, where] = input[..., i, j]
    return result[..., 0, :] if _is_single(k) else result


@MatrixDiagPartV3.shape
def _(call: Call) -> Shape:
    shape, numbers = require_matrix(call, "input"), _check_numbers(call)
    if call.shape("padding_value"):
        text = f"padding_value: expected a scalar, got shape {shape_text(call.shape('padding_value'))}"
        raise DiagramError(text, pin="padding_value")
    if shape is None or numbers is None:
        return None
    return _diagonals_shape(shape, *numbers)


def _diagonals_shape(shape: tuple[int | None, ...], lowest: int, highest: int) -> Shape:
    *batch, rows, columns = shape
    longest = None
    if rows is not None and columns is not None:
        band = DiagonalBand(lowest, highest, rows, columns)
        _check_inside(band)
        longest = band.longest
    return (*batch, longest) if lowest == highest else (*batch, highest - lowest + 1, longest)


@MatrixDiagPartV3.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    zeros = make("ZerosLike", call.inputs[0])
    return make("MatrixSetDiagV3", zeros, dy, call.input("k"), align=call.attrs["align"])


@block(
    "input: T, diagonal: T, k: int32 -> output: T",
    T=_ANY,
    doc_of=MatrixDiagPartV3,
    example={"input": [[1.0, 2.0], [3.0, 4.0]], "diagonal": [9.0], "k": 1, "output": [[1.0, 9.0], [3.0, 4.0]]},
    where={"align": _ALIGN},
)
def MatrixSetDiagV3(input: Array, diagonal: Array, k: Array, *, align: str = "RIGHT_LEFT") -> Array:
    """Replace diagonals of matrices.

    Args:
        diagonal: [..., l] the elements of one diagonal, or [..., d, l] those of d diagonals, from highest to lowest.

    Returns:
        output: [..., m, n] the matrices.
    """
    result = input.copy()
    _put(result, diagonal, k, align)
    return result


@MatrixSetDiagV3.shape
def _(call: Call) -> Shape:
    shape, diagonal, numbers = require_matrix(call, "input"), call.shape("diagonal"), _check_numbers(call)
    if shape is None or numbers is None:
        return shape
    wanted = _diagonals_shape(shape, *numbers)
    try:
        merge(wanted, diagonal)
    except DiagramError:
        text = f"MatrixSetDiagV3: diagonal must have the shape {shape_text(wanted)}, got {shape_text(diagonal)}"
        raise DiagramError(text, pin="diagonal") from None
    return shape


@MatrixSetDiagV3.gradient("input", "diagonal")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    k, align = call.input("k"), call.attrs["align"]
    zeros = make("ZerosLike", call.input("diagonal"))
    return make("MatrixSetDiagV3", dy, zeros, k, align=align), _part(dy, k, align)
