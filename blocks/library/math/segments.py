"""Segment reductions: sums, means, products and extremes of rows with the same segment id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX, INT16, INT32, INT64, NUMERIC, REAL
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, element_count, shape_text
from blocks.base.types import Array, Indices, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.spec import Rule
from blocks.library.array.arguments import pin_error, require_rank, scalar, vector_length
from blocks.library.array.gathering import Gather
from blocks.library.array.row_reductions import add_rows, reduce_runs, run_starts
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block, declare, make
from blocks.library.math.division import DivNoNan
from blocks.library.math.shared import PAGE, is_small

_NARROW = 4
"""Numbers in a row: up to here NumPy's reduceat is the fastest at adding rows up."""

Combine = Callable[[Array, Indices, int], Array]


def check_sorted(call: Call, ids: Array) -> int:
    if not ids.size:
        return 0
    if ids[0] < 0:
        raise pin_error(call, "segment_ids", f"segment_ids must be 0 or more, got {ids[0]}")
    falls = np.flatnonzero(ids[1:] < ids[:-1])
    if len(falls):
        k = int(falls[0])
        raise pin_error(call, "segment_ids", f"segment_ids must be sorted, got {ids[k]} before {ids[k + 1]}")
    return int(ids[-1]) + 1


def _shape(call: Call) -> Shape:
    data = require_rank(call, "data", 1, "at least one axis")
    count, ids = vector_length(call, "segment_ids"), call.value("segment_ids")
    if data is not None and count is not None and data[0] not in (count, None):
        text = f"{call.type.name}: segment_ids must have one value per row of data ({data[0]}), got {count}"
        raise DiagramError(text, pin="segment_ids")
    rows = None if ids is None else check_sorted(call, ids)
    return None if data is None else (rows, *data[1:])


def _segmented(name: str, combine: Combine, allowed: Any, what: str, rule: Any, output: Any) -> BlockType:
    def kernel(data: Array, segment_ids: Array) -> Array:
        ids = segment_ids.astype(np.int64)
        wide = data.astype(np.float32) if is_small(data) else data
        count = int(ids[-1]) + 1 if ids.size else 0
        return combine(wide, ids, count).astype(data.dtype, copy=False)

    doc = f"""{what}

    Args:
        data: [n, ...] the rows: slices along the first axis.
        segment_ids: [n] the segment number of each row, 0 or more, in sorted order.

    Returns:
        output: [segments, ...] one row per segment. The last id determines the number of segments.
    """
    result = declare(
        name,
        PAGE,
        "data: T, segment_ids: Tindices -> output: T",
        kernel,
        T=allowed,
        Tindices=INDEX,
        doc=doc,
        example={"data": [[1.0, 2.0], [3.0, 6.0], [5.0, 4.0]], "segment_ids": [0, 0, 1], "output": output},
    )
    result.shape(_shape)
    result.rule = Rule(("data",), rule)
    return result


def add_segments(data: Array, ids: Indices, count: int) -> Array:
    width = int(np.prod(data.shape[1:], dtype=np.int64))
    if 0 < width < _NARROW:
        return _reduced(np.add, 0)(data, ids, count)
    return add_rows(count, ids, data.reshape(len(data), width)).reshape(count, *data.shape[1:])


def _reduced(ufunc: Any, empty: int) -> Combine:
    def combine(data: Array, ids: Indices, count: int) -> Array:
        starts = run_starts(ids)
        results = reduce_runs(ufunc, data, starts)
        if len(starts) == count:
            return results
        result = np.full((count, *data.shape[1:]), empty, data.dtype)
        result[ids[starts]] = results
        return result

    return combine


def divide_rows(rows: Array, counts: Array) -> Array:
    """Divide each row by a number; integers are truncated toward zero."""
    divisor = counts.reshape(-1, *(1,) * (rows.ndim - 1))
    if rows.dtype.kind in "iu":
        divisor = divisor.astype(rows.dtype)
        quotient = rows // divisor
        return (quotient + ((rows < 0) & (quotient * divisor != rows))).astype(rows.dtype)
    return rows / divisor.astype(rows.dtype)


def counts_of(ids: Indices, count: int) -> Indices:
    return np.maximum(np.bincount(ids, minlength=count), 1)


def _mean(data: Array, ids: Indices, count: int) -> Array:
    return divide_rows(add_segments(data, ids, count), counts_of(ids, count))


def _sum_gradient(call: Node, dy: Output) -> Operand:
    return Gather(dy, call.input("segment_ids"))


def _mean_gradient(call: Node, dy: Output) -> Operand:
    return SegmentMeanGrad(dy, call.input("segment_ids"))


def _product_gradient(call: Node, dy: Output) -> Operand:
    # As TensorFlow's: for complex numbers the product of the others is not conjugated.
    data, ids = call.inputs
    return Gather(dy, ids) * SegmentProductOfOthers(data, ids)


def _extreme_gradient(call: Node, dy: Output) -> Operand:
    data, ids = call.inputs
    chosen = make("Cast", make("Equal", data, Gather(call.outputs[0], ids)), DstT=dy.dtype)
    return chosen * Gather(DivNoNan(dy, SegmentSum(chosen, ids)), ids)


SegmentSum = _segmented(
    "SegmentSum", add_segments, NUMERIC, "Sum the rows of each segment. A segment without rows gives 0.",
    _sum_gradient, [[4.0, 8.0], [5.0, 4.0]],
)  # fmt: skip
SegmentMean = _segmented(
    "SegmentMean", _mean, NUMERIC,
    "Average the rows of each segment. A segment without rows gives 0. Integer means are truncated toward zero.",
    _mean_gradient, [[2.0, 4.0], [5.0, 4.0]],
)  # fmt: skip
SegmentProd = _segmented(
    "SegmentProd", _reduced(np.multiply, 1), NUMERIC,
    "Multiply the rows of each segment. A segment without rows gives 1.",
    _product_gradient, [[3.0, 12.0], [5.0, 4.0]],
)  # fmt: skip
SegmentMax = _segmented(
    "SegmentMax", _reduced(np.maximum, 0), REAL,
    "Compute the maximum of each segment: 0 if it is empty, NaN if it contains NaN. Equal maxima share the gradient.",
    _extreme_gradient, [[3.0, 6.0], [5.0, 4.0]],
)  # fmt: skip
SegmentMin = _segmented(
    "SegmentMin", _reduced(np.minimum, 0), REAL,
    "Compute the minimum of each segment: 0 if it is empty, NaN if it contains NaN. Equal minima share the gradient.",
    _extreme_gradient, [[1.0, 2.0], [5.0, 4.0]],
)  # fmt: skip


@block("dy: T, segment_ids: Tindices -> output: T", T=NUMERIC, Tindices=INDEX, internal=True)
def SegmentMeanGrad(dy: Array, segment_ids: Array) -> Array:
    """Give each row its segment's row divided by the number of rows in the segment: the gradient of SegmentMean."""
    parts = divide_rows(dy, counts_of(segment_ids.astype(np.int64), len(dy)))
    return parts[segment_ids].astype(dy.dtype, copy=False)


@SegmentMeanGrad.shape
def _(call: Call) -> Shape:
    dy, ids = call.shape("dy"), call.shape("segment_ids")
    if dy == () or (ids is not None and len(ids) != 1):
        pin, text = ("dy", "a tensor with at least one axis") if dy == () else ("segment_ids", "a vector")
        raise DiagramError(f"SegmentMeanGrad: {pin} must be {text}, got shape {shape_text(call.shape(pin))}", pin=pin)
    return None if dy is None else (vector_length(call, "segment_ids"), *dy[1:])


SegmentMeanGrad.gradient("dy")(lambda call, dy: SegmentMean(dy, call.input("segment_ids")))


@block("data: T, segment_ids: Tindices -> output: T", T=NUMERIC, Tindices=INDEX, internal=True)
def SegmentProductOfOthers(data: Array, segment_ids: Array) -> Array:
    """Multiply, for each element, all others in its segment, also if some are 0: the gradient of SegmentProd.

    Args:
        data: the values, in rows along the last axis.
        segment_ids: the segment number of each row, 0 or more, in sorted order.
    """
    names, ids = np.unique(segment_ids, return_inverse=True)  # numbers may have gaps, of any size
    wide = data.astype(np.float32) if is_small(data) else data
    count, zero = len(names), wide == 0
    filled = np.where(zero, np.ones((), wide.dtype), wide)
    products = _reduced(np.multiply, 1)(filled, ids, count)[ids] / filled
    others = add_segments(zero.astype(np.int64), ids, count)[ids] - zero
    return np.where(others == 0, products, np.zeros((), products.dtype)).astype(data.dtype, copy=False)


@SegmentProductOfOthers.shape
def _(call: Call) -> Shape:
    _shape(call)
    return call.shape("data")


@SegmentProductOfOthers.gradient("data")
def _(call: Node, dy: Output) -> Operand:
    # As for a whole product: elements that are 0 are given 0.
    data, ids = call.inputs
    weighted = dy * call.outputs[0]
    return DivNoNan(Gather(SegmentSum(weighted, ids), ids) - weighted, data)


def _unsorted_shape(call: Call) -> Shape:
    return unsorted_shape(call, "data")


def unsorted_shape(call: Call, pin: str) -> Shape:
    """Return the shape of unsorted segments: one row each, with the axes behind segment_ids."""
    data, shape, count = call.shape(pin), call.shape("segment_ids"), scalar(call, "num_segments", 0)
    if data is None or shape is None:
        return None
    if len(shape) > len(data) or not compatible(data[: len(shape)], shape):
        text = f"{call.type.name}: the shape of segment_ids must be a prefix of the shape of {pin}, got"
        raise DiagramError(f"{text} {shape_text(shape)} and {shape_text(data)}", pin="segment_ids")
    ids = call.value("segment_ids")
    if ids is not None and count is not None and ids.size and element_count(data) and ids.max() >= count:
        text = f"segment id {ids.max()} is out of range, because the result has {count} segments"
        raise DiagramError(text, pin="segment_ids")
    return (count, *data[len(shape) :])


def _rows(data: Array, segment_ids: Array) -> tuple[Array, Indices]:
    ids = segment_ids.reshape(-1).astype(np.int64)
    width = int(np.prod(data.shape[segment_ids.ndim :], dtype=np.int64))
    rows = data.reshape(ids.size, width)
    if not width:
        return rows[:0], ids[:0]
    if ids.size and ids.min() < 0:
        rows, ids = rows[ids >= 0], ids[ids >= 0]
    return rows.astype(np.float32) if is_small(data) else rows, ids


@block(
    "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T",
    T=NUMERIC,
    Tindices=(INT32, INT64, INT16),
    Tnumsegments=INDEX,
    example={
        "data": [[1.0, 2.0], [3.0, 6.0], [5.0, 4.0]],
        "segment_ids": [2, 0, 2],
        "num_segments": 3,
        "output": [[3.0, 6.0], [0.0, 0.0], [6.0, 6.0]],
    },
)
def UnsortedSegmentSum(data: Array, segment_ids: Array, num_segments: Array) -> Array:
    """Sum the rows of each segment, in any order. A segment without rows gives 0.

    Args:
        data: [...] the data. Its leading axes are those of segment_ids; the remaining axes form a row.
        segment_ids: [...] the segment number of each row, in any order. Rows with a negative number are ignored.
        num_segments: [] the number of segments, 0 or more.

    Returns:
        output: [num_segments, ...] one row per segment.
    """
    rows, ids = _rows(data, segment_ids)
    result = add_rows(int(num_segments), ids, rows).astype(data.dtype, copy=False)
    return result.reshape(int(num_segments), *data.shape[segment_ids.ndim :])


def _unsorted(
    name: str, ufunc: Any, empty: Callable[[np.dtype[Any]], Any], allowed: Any, texts: tuple[str, str]
) -> BlockType:
    """Declare an unsorted segment reduction by a ufunc; ``empty`` maps the dtype to an empty segment's value."""

    def kernel(data: Array, segment_ids: Array, num_segments: Array) -> Array:
        rows, ids = _rows(data, segment_ids)
        count = int(num_segments)
        # NumPy sorts numbers of 16 bits by counting them.
        order = np.argsort(ids.astype(np.uint16) if count <= 1 << 16 else ids, kind="stable")
        starts = run_starts(ids[order])
        result = np.full((count, rows.shape[1]), empty(data.dtype), rows.dtype)
        indices = ids[order[starts]]
        result[indices] = ufunc(result[indices], reduce_runs(ufunc, rows[order], starts))
        return result.reshape(count, *data.shape[segment_ids.ndim :]).astype(data.dtype, copy=False)

    output = f"[num_segments, ...] one row per segment. A segment without rows gives {texts[1]}."
    example = {
        "data": [[1.0, 2.0], [3.0, 6.0], [5.0, 4.0]],
        "segment_ids": [1, 0, 1],
        "num_segments": 2,
        "output": [[3.0, 6.0], ufunc([1.0, 2.0], [5.0, 4.0]).tolist()],
    }
    signature = "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T"
    results = declare(
        name, PAGE, signature, kernel, T=allowed, Tindices=INDEX, Tnumsegments=INDEX, doc=texts[0],
        doc_of=({"output": output}, UnsortedSegmentSum), example=example,
    )  # fmt: skip
    results.shape(_unsorted_shape)
    return results


def _limits(dtype: np.dtype[Any]) -> Any:
    if dtype.kind in "iu":
        return np.iinfo(dtype)
    from ml_dtypes import finfo

    return finfo(dtype)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


UnsortedSegmentMax = _unsorted(
    "UnsortedSegmentMax", np.maximum, lambda dtype: _limits(dtype).min, REAL,
    ("Compute the maximum of each segment; ids may be in any order. Equal maxima share the gradient equally.",
     "the lowest value of the dtype. The result is NaN if any element is NaN"),
)  # fmt: skip
UnsortedSegmentMin = _unsorted(
    "UnsortedSegmentMin", np.minimum, lambda dtype: _limits(dtype).max, REAL,
    ("Compute the minimum of each segment; ids may be in any order. Equal minima share the gradient equally.",
     "the highest value of the dtype. The result is NaN if any element is NaN"),
)  # fmt: skip
UnsortedSegmentProd = _unsorted(
    "UnsortedSegmentProd", np.multiply, lambda _: 1, NUMERIC,
    ("Multiply the rows of each segment, in any order.", "1"),
)  # fmt: skip


def _counted_shape(call: Call) -> Shape:
    _shape(call)
    data, count = call.shape("data"), scalar(call, "num_segments", 0)
    return None if data is None else (count, *data[1:])


def _counted(unsorted: BlockType, what: str, empty: str) -> BlockType:
    name = f"{unsorted.name.removeprefix('Unsorted')}V2"

    def kernel(data: Array, segment_ids: Array, num_segments: Array) -> Array:
        kept = segment_ids < num_segments
        return unsorted.kernel(data[kept], segment_ids[kept], num_segments)

    doc = f"""{what} of the rows of each sorted segment. The number of segments is an input.

    Args:
        data: [n, ...] the rows: slices along the first axis.
        segment_ids: [n] the segment number of each row, in sorted order. Rows with a number of num_segments or more are
            ignored.
        num_segments: [] the number of segments, 0 or more.

    Returns:
        output: [num_segments, ...] one row per segment. A segment without rows gives {empty}.
    """
    example = {"data": [3.0, 2.0, 5.0], "segment_ids": [0, 0, 1], "num_segments": 2}
    result = declare(
        name, PAGE, "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T", kernel,
        T=unsorted.inputs[0].allowed, Tindices=INDEX, Tnumsegments=INDEX, doc=doc,
        example={**example, "output": kernel(*map(np.array, example.values())).tolist()},
    )  # fmt: skip
    result.shape(_counted_shape)
    return result


SegmentSumV2 = _counted(UnsortedSegmentSum, "Compute the sum", "0")
SegmentProdV2 = _counted(UnsortedSegmentProd, "Compute the product", "1")
SegmentMaxV2 = _counted(UnsortedSegmentMax, "Compute the maximum", "the lowest value of the dtype")
SegmentMinV2 = _counted(UnsortedSegmentMin, "Compute the minimum", "the highest value of the dtype")


UnsortedSegmentSum.shape(_unsorted_shape)


UnsortedSegmentSum.gradient("data")(lambda call, dy: SegmentRows(dy, call.input("segment_ids")))


def _unsorted_extreme_gradient(call: Node, dy: Output) -> Operand:
    data, ids, count = call.inputs
    chosen = make("Cast", make("Equal", data, SegmentRows(call.outputs[0], ids)), DstT=dy.dtype)
    return chosen * SegmentRows(DivNoNan(dy, UnsortedSegmentSum(chosen, ids, count)), ids)


UnsortedSegmentMax.rule = UnsortedSegmentMin.rule = Rule(("data",), _unsorted_extreme_gradient)


@UnsortedSegmentProd.gradient("data")
def _(call: Node, dy: Output) -> Operand:
    # As TensorFlow's: not conjugated, and 0 for a segment where two are 0.
    data, ids, count = call.inputs
    zero = make("Equal", data, make("ZerosLike", data))
    filled = make("SelectV2", zero, make("OnesLike", data), data)
    zeros = UnsortedSegmentSum(make("Cast", zero, DstT=INT32), ids, count)
    single = make("SelectV2", make("Greater", zeros, np.int32(1)), make("ZerosLike", dy), dy)
    others = SegmentRows(UnsortedSegmentProd(filled, ids, count), ids)
    slope = make("SelectV2", zero, others, SegmentRows(call.outputs[0], ids) / filled)
    return SegmentRows(single, ids) * slope


@block("values: T, segment_ids: Tindices -> output: T", T=NUMERIC, Tindices=(INT32, INT64, INT16), internal=True)
def SegmentRows(values: Array, segment_ids: Array) -> Array:
    """Give each row its segment's row, and 0 for a negative id: the gradient of UnsortedSegmentSum."""
    missing = segment_ids < 0
    if not values.size:
        return np.zeros((*segment_ids.shape, *values.shape[1:]), values.dtype)
    result = np.take(values, segment_ids, axis=0, mode="clip")
    if missing.any():
        result[missing] = 0
    return result


@SegmentRows.shape
def _(call: Call) -> Shape:
    values, ids = call.shape("values"), call.shape("segment_ids")
    return None if values is None or ids is None else (*ids, *values[1:])


@SegmentRows.gradient("values")
def _(call: Node, dy: Output) -> Operand:
    values, ids = call.inputs
    return UnsortedSegmentSum(dy, ids, Gather(Shape_(values), np.int32(0)))
