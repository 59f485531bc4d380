"""Segment reductions of rows picked by index, as in lookups that combine several embeddings."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import FLOATS, INDEX, REAL, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Indices, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.spec import Rule
from blocks.library.array.arguments import pin_error, require_rank, scalar, vector_length
from blocks.library.array.gathering import Gather
from blocks.library.array.row_reductions import add_chosen_rows
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block, declare
from blocks.library.math.segments import check_sorted, counts_of, divide_rows
from blocks.library.math.shared import PAGE, is_small

PARTS = ("sum", "mean", "sqrtn")
_PINS = {
    "data": "[rows, ...] the rows: slices along the first axis.",
    "indices": "[n] the numbers of the rows to use. A row may be used more than once.",
    "segment_ids": "[n] the segment number of each selected row, 0 or more, in sorted order.",
    "num_segments": "[] the number of segments. Segments without rows are 0.",
    "sparse_gradient": "has no effect; accepted for TensorFlow compatibility. The gradient is a dense tensor.",
    "output": "[segments, ...] one row per segment, where the last id determines the number of segments. A segment "
    "without rows gives 0.",
}
_COUNTED = "[num_segments, ...] one row per segment. A segment without rows gives 0."


def _scaled(rows: Array, part: str, ids: Indices, count: int) -> Array:
    if part == "sum":
        return rows
    counts = counts_of(ids, count)
    return divide_rows(rows, np.sqrt(counts) if part == "sqrtn" else counts)


def _flat(rows: Array) -> Array:
    size = int(np.prod(rows.shape[1:], dtype=np.int64))
    return (rows.astype(np.float32) if is_small(rows) else rows).reshape(len(rows), size)


def _check_indices(call: Call, limit: int | None) -> None:
    lengths = [vector_length(call, pin) for pin in ("indices", "segment_ids")]
    if None not in lengths and lengths[0] != lengths[1]:
        text = f"{call.type.name}: segment_ids must have one value per index ({lengths[0]}), got {lengths[1]}"
        raise DiagramError(text, pin="segment_ids")
    _check_range(call, "indices", limit, "row")


def _check_range(call: Call, pin: str, limit: int | None, what: str) -> None:
    result = call.value(pin)
    if result is None or limit is None or not result.size or (result.min() >= 0 and result.max() < limit):
        return
    wrong = result[(result < 0) | (result >= limit)][0]
    limits = f"valid numbers are 0 to {limit - 1}" if limit else f"there are no {what}s"
    raise pin_error(call, pin, f"{what} {wrong} is out of range; {limits}")


def _shape(call: Call) -> Shape:
    data = require_rank(call, "data", 1, "at least one axis")
    _check_indices(call, None if data is None else data[0])
    ids = call.value("segment_ids")
    rows = None if ids is None else check_sorted(call, ids)
    if "num_segments" in call.type.input_index:
        rows = _given_count(call, rows)
    return None if data is None else (rows, *data[1:])


def _given_count(call: Call, needed: int | None) -> int | None:
    count = scalar(call, "num_segments")
    if count is not None and count < (needed or 0):
        text = f"{call.type.name}: num_segments must be at least {needed or 0} for these segment_ids, got {count}"
        raise DiagramError(text, pin="num_segments")
    return count


def _gradient_shape(call: Call) -> Shape:
    pin = call.type.inputs[-1].name
    grad, rows = require_rank(call, "grad", 1, "at least one axis"), scalar(call, pin, 0)
    _check_indices(call, rows)
    _check_range(call, "segment_ids", None if grad is None else grad[0], "segment")
    return None if grad is None else (rows, *grad[1:])


def _segmented(part: str, name: str, allowed: tuple[DType, ...], what: str, output: Any) -> tuple[BlockType, BlockType]:
    def counted(
        data: Array, indices: Array, segment_ids: Array, num_segments: Array, *, sparse_gradient: bool = False
    ) -> Array:
        ids, count = segment_ids.astype(np.int64), int(num_segments)
        sums = add_chosen_rows(count, ids, indices.astype(np.int64), _flat(data))
        return _scaled(sums, part, ids, count).reshape(count, *data.shape[1:]).astype(data.dtype, copy=False)

    def kernel(data: Array, indices: Array, segment_ids: Array, *, sparse_gradient: bool = False) -> Array:
        return counted(data, indices, segment_ids, np.asarray(segment_ids.max(initial=-1) + 1))

    def gradient(call: Node, dy: Output) -> Operand:
        data, indices, ids = call.inputs[:3]
        return SparseSegmentGrad(dy, indices, ids, Gather(Shape_(data), np.int32(0)), part=part)

    signature = "data: T, indices: Tidx, segment_ids: Tsegmentids"
    example = {
        "data": [[1.0, 2.0], [3.0, 6.0], [5.0, 4.0]],
        "indices": [2, 0, 1],
        "segment_ids": [0, 0, 1],
        "output": output,
    }
    doc = f"{what} of the selected rows of each segment."
    options: dict[str, Any] = {"T": allowed, "Tidx": INDEX, "Tsegmentids": INDEX}
    plain = declare(name, PAGE, f"{signature} -> output: T", kernel, doc=doc, doc_of=_PINS, example=example, **options)
    with_count = declare(
        f"{name}WithNumSegments",
        PAGE,
        f"{signature}, num_segments: Tnumsegments -> output: T",
        counted,
        Tnumsegments=INDEX,
        doc=doc,
        doc_of={**_PINS, "output": _COUNTED},
        example={**example, "num_segments": 3, "output": [*output, [0.0, 0.0]]},
        **options,
    )
    for each in (plain, with_count):
        each.shape(_shape)
        each.rule = Rule(("data",), gradient)
    return plain, with_count


SparseSegmentSum, SparseSegmentSumWithNumSegments = _segmented(
    "sum", "SparseSegmentSum", REAL, "Compute the sum", [[6.0, 6.0], [3.0, 6.0]]
)
SparseSegmentMean, SparseSegmentMeanWithNumSegments = _segmented(
    "mean", "SparseSegmentMean", FLOATS, "Compute the mean", [[3.0, 3.0], [3.0, 6.0]]
)
SparseSegmentSqrtN, SparseSegmentSqrtNWithNumSegments = _segmented(
    "sqrtn", "SparseSegmentSqrtN", FLOATS, "Compute the sum, divided by the square root of the row count,",
    [[4.2426405, 4.2426405], [3.0, 6.0]],
)  # fmt: skip
_FORWARD = {
    "sum": SparseSegmentSumWithNumSegments,
    "mean": SparseSegmentMeanWithNumSegments,
    "sqrtn": SparseSegmentSqrtNWithNumSegments,
}


def _hand_back(part: str, grad: Array, indices: Array, segment_ids: Array, output_dim0: Array) -> Array:
    ids, rows = segment_ids.astype(np.int64), int(output_dim0)
    parts = _scaled(_flat(grad), part, ids, len(grad))
    result = add_chosen_rows(rows, indices.astype(np.int64), ids, parts)
    return result.reshape(rows, *grad.shape[1:]).astype(grad.dtype, copy=False)


def _gradient_type(part: str, name: str, of: str, output: Any) -> BlockType:
    def kernel(grad: Array, indices: Array, segment_ids: Array, output_dim0: Array) -> Array:
        return _hand_back(part, grad, indices, segment_ids, output_dim0)

    doc = f"""Distribute the gradient of each segment to its rows: the gradient of {of}.

    Args:
        grad: [segments, ...] the gradient with respect to the segments.
        indices: [n] the numbers of the selected rows.
        segment_ids: [n] the segment number of each selected row.
        output_dim0: [] the number of rows of the data.

    Returns:
        output: [output_dim0, ...] the gradient with respect to the data, summed for rows selected more than once.
    """
    result = declare(
        name,
        PAGE,
        "grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32 -> output: T",
        kernel,
        T=FLOATS,
        Tidx=INDEX,
        Tsegmentids=INDEX,
        doc=doc,
        example={
            "grad": [[2.0, 4.0], [1.0, 3.0]],
            "indices": [2, 0, 1],
            "segment_ids": [0, 0, 1],
            "output_dim0": 3,
            "output": output,
        },
    )
    result.shape(_gradient_shape)
    return result


SparseSegmentSumGrad = _gradient_type(
    "sum", "SparseSegmentSumGrad", "SparseSegmentSum", [[2.0, 4.0], [1.0, 3.0], [2.0, 4.0]]
)
SparseSegmentMeanGrad = _gradient_type(
    "mean", "SparseSegmentMeanGrad", "SparseSegmentMean", [[1.0, 2.0], [1.0, 3.0], [1.0, 2.0]]
)
SparseSegmentSqrtNGrad = _gradient_type(
    "sqrtn", "SparseSegmentSqrtNGrad", "SparseSegmentSqrtN",
    [[1.4142135, 2.828427], [1.0, 3.0], [1.4142135, 2.828427]],
)  # fmt: skip


def _chosen_gradient_type(part: str, of: str, output: Any) -> BlockType:
    def kernel(grad: Array, indices: Array, segment_ids: Array, dense_output_dim0: Array) -> tuple[Array, Array]:
        chosen, positions = np.unique(indices, return_inverse=True)
        return _hand_back(part, grad, positions, segment_ids, np.array(len(chosen))), chosen

    doc = f"""Distribute the gradient of each segment to the selected rows: the gradient of {of}.

    Args:
        dense_output_dim0: [] the number of rows of the data.

    Returns:
        output: [k, ...] the gradient with respect to each selected row, summed for rows selected more than once.
        sorted_unique_indices: [k] the numbers of the selected rows, in increasing order.
    """
    result = declare(
        f"{of}GradV2", PAGE,
        "grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32"
        " -> output: T, sorted_unique_indices: Tidx",
        kernel, T=FLOATS, Tidx=INDEX, Tsegmentids=INDEX, doc=doc, doc_of=SparseSegmentSumGrad,
        example={
            "grad": [[2.0, 4.0], [1.0, 3.0]], "indices": [4, 0, 4], "segment_ids": [0, 0, 1], "dense_output_dim0": 6,
            "output": output, "sorted_unique_indices": [0, 4],
        },
    )  # fmt: skip
    result.shape(_chosen_shape)
    return result


def _chosen_shape(call: Call) -> list[Shape]:
    shape = _gradient_shape(call)
    return [None if shape is None else (None, *shape[1:]), (None,)]


SparseSegmentSumGradV2 = _chosen_gradient_type("sum", "SparseSegmentSum", [[2.0, 4.0], [3.0, 7.0]])
SparseSegmentMeanGradV2 = _chosen_gradient_type("mean", "SparseSegmentMean", [[1.0, 2.0], [2.0, 5.0]])
SparseSegmentSqrtNGradV2 = _chosen_gradient_type(
    "sqrtn", "SparseSegmentSqrtN", [[1.4142135, 2.828427], [2.4142137, 5.828427]]
)


@block(
    "grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32 -> output: T",
    T=REAL,
    Tidx=INDEX,
    Tsegmentids=INDEX,
    where={"part": PARTS},
    internal=True,
)
def SparseSegmentGrad(grad: Array, indices: Array, segment_ids: Array, output_dim0: Array, *, part: str) -> Array:
    """Distribute the gradient of each segment to its rows. Unlike TensorFlow's block, this one has a gradient.

    Args:
        part: the reduction of the segments: sum, mean, or sqrtn (the sum divided by the square root of the row count).

    Returns:
        output: the gradient with respect to the data. Gradients of a row selected more than once are added.
    """
    return _hand_back(part, grad, indices, segment_ids, output_dim0)


SparseSegmentGrad.shape(_gradient_shape)


@SparseSegmentGrad.gradient("grad")
def _(call: Node, dy: Output) -> Operand:
    grad, indices, ids = call.inputs[:3]
    each: Operand = _FORWARD[call.attrs["part"]](dy, indices, ids, Gather(Shape_(grad), np.int32(0)))
    return each
