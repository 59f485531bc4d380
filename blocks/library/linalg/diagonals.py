"""Diagonals and bands of matrices, by index: 0 is the main diagonal, positive is above it, negative below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import BOOL, NUMERIC, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block, make
from blocks.library.linalg.shared import require_matrix

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
