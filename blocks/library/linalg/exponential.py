"""The matrix exponential."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import COMPLEX64, COMPLEX128, DOUBLE, FLOAT, HALF
from blocks.base.types import Array
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.joining import Split
from blocks.library.declare import block, make
from blocks.library.linalg.shared import as_rows, conjugate_transpose, is_empty, scipy_linalg, square
from blocks.library.math.shared import wide_dtype


@block(
    "input: T -> output: T",
    T=(DOUBLE, FLOAT, HALF, COMPLEX64, COMPLEX128),
    example={"input": [[0.0, 1.0], [0.0, 0.0]], "output": [[1.0, 1.0], [0.0, 1.0]]},
)
def MatrixExponential(input: Array) -> Any:
    """Compute the matrix exponential of square matrices: the sum of input^k / k!.

    The method is Padé approximation with scaling and squaring. Sources: Higham, The scaling and squaring method for the
    matrix exponential revisited, 2005; Van Loan, Computing integrals involving the matrix exponential, 1978, for the
    gradient, which is the upper right block of the exponential of a matrix of twice the size.

    Args:
        input: [..., m, m] the matrices.

    Returns:
        output: [..., m, m] the exponentials. They are not finite if the input is not.
    """
    if is_empty(input):
        return input.copy()
    wide = input.astype(wide_dtype(input), copy=False)
    sound = np.isfinite(wide).all((-1, -2), keepdims=True)
    result = scipy_linalg().expm(np.where(sound, wide, 0))
    return as_rows(np.where(sound, result, np.nan), input.dtype)


MatrixExponential.shape(square)


@MatrixExponential.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    turned = conjugate_transpose(call.input("input"))
    above = make("Concat", [turned, dy], -1)
    below = make("Concat", [make("ZerosLike", turned), turned], -1)
    result = make("MatrixExponential", make("Concat", [above, below], -2))
    upper: Node = Split(np.int32(-2), result, num_split=2)
    right: Node = Split(np.int32(-1), upper.outputs[0], num_split=2)
    return right.outputs[1]
