"""Value counts in the rows of a ragged tensor."""

from __future__ import annotations

from blocks.base.dtypes import DOUBLE, FLOAT, INDEX
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_vector, vector_length
from blocks.library.declare import block
from blocks.library.math.binning import bin_count, check_weights, count_rows
from blocks.library.ragged.splits import check_splits, rows_and_columns


@block(
    "splits: int64, values: Tidx, size: Tidx, weights: T -> output: T",
    Tidx=INDEX,
    T=(*INDEX, FLOAT, DOUBLE),
    example={
        "splits": [0, 3, 3, 5],
        "values": [1, 1, 2, 0, 3],
        "size": 4,
        "weights": {"val": [], "shape": [0], "dtype": "DT_FLOAT"},
        "output": [[0.0, 2.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 1.0]],
    },
)
def RaggedBincount(splits: Array, values: Array, size: Array, weights: Array, *, binary_output: bool = False) -> Array:
    """Count the occurrences of each integer in each row of a ragged tensor.

    Args:
        splits: [rows+1] the row splits: the start of each row in values, then the end of the last one.
        values: [n] integers of 0 or more. Integers greater than or equal to size are ignored.
        size: [] the number of bins, 0 or more.
        weights: [...] one weight per value. If empty, each value counts as 1.
        binary_output: true returns 1 for each integer that occurs and 0 for others, and ignores weights.

    Returns:
        output: [rows, size] the counts or the sums of weights.
    """
    rows, _ = rows_and_columns(splits)
    return count_rows(len(splits) - 1, rows, values, int(size), weights, binary=binary_output)


@RaggedBincount.shape
def _(call: Call) -> Shape:
    require_vector(call, "splits")
    require_vector(call, "values")
    splits, length = call.value("splits"), vector_length(call, "splits")
    if splits is not None:
        check_splits(call, "splits", splits, vector_length(call, "values"))
    check_weights(call, "values")
    return (None if length is None else length - 1, bin_count(call, "values"))
