"""Cumulative sums and products."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOATS, HALF, INDEX, NUMERIC
from blocks.base.shapes import normalise_axis
from blocks.base.threads import FOR_THREADS, in_parts, shared_out
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call, known_value
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import scalar
from blocks.library.declare import block, declare, make
from blocks.library.math.shared import JAX, PAGE, PYTORCH, conj, wide_dtype

_PIECE = 1 << 17
"""Elements that are worked on together."""
_SIDE_BY_SIDE, _MANY = 1 << 7, 1 << 12
"""Elements of a slice from which on slices are added up one after the other: if rows of them are long, and else."""
_ROWS = 1 << 9
"""Rows that NumPy's accumulate gets at once: only for more than 500 does it let go of the interpreter."""
_NARROW, _WIDE = 8, 64
"""Elements of a row that is short, and of one that is long."""
_LOWEST = {HALF: -65504.0, BFLOAT16: float.fromhex("-0x1.fep127")}
_STRETCH = 16
"""Elements that are added up as a product with ones."""
_FEW_STRETCHES = 32
"""So many in a row are added up column by column."""


def _cumulative(
    name: str,
    ufunc: np.ufunc,
    summary: str,
    first: int,
    example: list[float],
    rule: Callable[[Node, Output], Operand],
    gradient_rule: str = "",
) -> BlockType:
    def kernel(x: Array, axis: Array, *, exclusive: bool = False, reverse: bool = False) -> Array:
        along = int(axis) % x.ndim
        sizes = math.prod(x.shape[:along]), x.shape[along], math.prod(x.shape[along + 1 :])
        out = np.empty(x.shape, wide_dtype(x))
        steps, sums = np.ascontiguousarray(x).reshape(sizes), out.reshape(sizes)
        if reverse:
            steps, sums = steps[:, ::-1], sums[:, ::-1]
        if exclusive:
            sums[:, :1] = first
            steps, sums = steps[:, :-1], sums[:, 1:]
        _accumulate(ufunc, steps, sums)
        return out.astype(x.dtype, copy=False)

    doc = f"""{summary}

    Args:
        x: [...] the tensor. NaN stays NaN.
        axis: [] the axis. A negative axis counts from the end.
        exclusive: leave out the element itself: the result for [a, b, c] starts with {first}, then a.
        reverse: accumulate from the end of the axis.

    Returns:
        out: [...] the result, with the shape of the input.
    """
    result = declare(
        name,
        PAGE,
        "x: T, axis: Tidx -> out: T",
        kernel,
        T=NUMERIC,
        Tidx=INDEX,
        doc=doc,
        doc_of={"gradient_rule": gradient_rule},
        foldable=True,
        example={"x": [1.0, 2.0, 3.0, 4.0], "axis": 0, "out": example},
    )
    result.shape(_shape)
    result.gradient("x")(rule)
    return result


def _accumulate(ufunc: np.ufunc, steps: Array, sums: Array) -> None:
    count, length, width = steps.shape
    step = max(1, _PIECE // max(1, length * width))
    # NumPy goes down each column by itself. Whole slices are faster, if they are long and lie well in memory.
    in_slices = step * width >= (_SIDE_BY_SIDE if width >= _WIDE else _MANY) and not 1 < width < _NARROW
    in_products = (
        width == 1 and length >= 2 * _STRETCH and steps.size >= _MANY and ufunc is np.add and sums.dtype.char in "fd"
    )
    step = step if in_slices or in_products else max(step, _ROWS)

    def some(first: int, last: int) -> None:
        stretches = -(-length // _STRETCH) if in_products else 0
        triangle: Array = np.triu(np.ones((_STRETCH, _STRETCH), sums.dtype))
        held: Array = np.zeros((step, stretches, _STRETCH), sums.dtype)
        for start in range(first * step, min(last * step, count), step):
            given, result = steps[start : start + step], sums[start : start + step]
            if in_products:
                _add_up_rows(given[..., 0], result[..., 0], held[: len(given)], triangle)
                continue
            if not in_slices:
                ufunc.accumulate(given, 1, result.dtype, result)
                continue
            result[:, :1] = given[:, :1]
            for k in range(1, length):
                ufunc(result[:, k - 1], given[:, k], result[:, k])

    if in_products and steps.size > FOR_THREADS:
        shared_out(some, -(-count // step))
    else:
        in_parts(some, -(-count // step), None if steps.size > FOR_THREADS else 1)


def _add_up_rows(steps: Array, sums: Array, held: Array, triangle: Array) -> None:
    """Compute cumulative sums of floating-point rows.

    Stretches are multiplied by a triangle of ones, and the first number of each stretch carries the sum before it.
    Adding one by one would make each addition wait for the one before.

    Args:
        held: memory for the rows ``[row, stretch, number]``; it is 0 behind their ends.
    """
    rows, length = steps.shape
    held.reshape(rows, -1)[:, :length] = steps
    totals = held.reshape(-1, len(triangle)).dot(triangle[:, -1]).reshape(held.shape[:2])
    if totals.shape[1] > _FEW_STRETCHES:
        np.add.accumulate(totals, 1, None, totals)
    else:
        for k in range(1, totals.shape[1]):
            totals[:, k] += totals[:, k - 1]
    if not np.isfinite(totals[:, -1]).all():  # a product would spread infinities and NaN to the sums before
        np.add.accumulate(steps, 1, sums.dtype, sums)
        return
    held[:, 1:, 0] += totals[:, :-1]
    if sums.flags.c_contiguous and sums.size == held.size:
        np.matmul(held.reshape(-1, len(triangle)), triangle, sums.reshape(-1, len(triangle)))
    else:
        sums[...] = (held.reshape(-1, len(triangle)) @ triangle).reshape(rows, -1)[:, :length]


def _shape(call: Call) -> Shape:
    shape, axis = call.shape("x"), scalar(call, "axis")
    if shape is not None and axis is not None:
        normalise_axis(axis, len(shape))
    return shape


def _sum_gradient(call: Node, dy: Output) -> Operand:
    exclusive, reverse = call.attrs["exclusive"], call.attrs["reverse"]
    return Cumsum(dy, call.inputs[1], exclusive=exclusive, reverse=not reverse)


def _product_gradient(call: Node, dy: Output) -> Operand:
    # TensorFlow's: elements that are 0 are given 0.
    x, axis = call.inputs
    exclusive, reverse = call.attrs["exclusive"], call.attrs["reverse"]
    total = Cumsum(call.outputs[0] * dy, axis, exclusive=exclusive, reverse=not reverse)
    return make("DivNoNan", total, x)


Cumsum = _cumulative(
    "Cumsum", np.add, "Compute the cumulative sum along an axis: [a, b, c] gives [a, a+b, a+b+c].", 0,
    [1.0, 3.0, 6.0, 10.0], _sum_gradient,
)  # fmt: skip
Cumprod = _cumulative(
    "Cumprod", np.multiply, "Compute the cumulative product along an axis: [a, b, c] gives [a, ab, abc].", 1,
    [1.0, 2.0, 6.0, 24.0], _product_gradient,
    "the gradient at elements that are 0: 0 with \"tensorflow\", the true derivative with \"jax\" and "
        "\"pytorch\" (which require a known size).",
)  # fmt: skip
Cumprod.gradient_limit(
    "x",
    "the gradient divides by the elements, as in TensorFlow, so it is correct only if no element is 0",
    unless=lambda inputs: np.all(inputs[0]),
)
Cumprod.sized_gradient = True


@Cumprod.rule_of(JAX, PYTORCH)
def _exact_product_gradient(call: Node, dy: Output) -> Operand:
    """Return the gradient of cumulative products without any division, by extending them step by step."""
    x, axis = conj(call.inputs[0]), call.inputs[1]
    along, exclusive, way = known_value(axis), call.attrs["exclusive"], -1 if call.attrs["reverse"] else 1
    if along is None or x.shape is None or (size := x.shape[int(along)]) is None:
        return _product_gradient(call, dy)
    at, reach, steps = int(along) % len(x.shape), 1, list[tuple[Output, Output, int]]()
    while reach < size:
        before = _moved(x, at, way * reach, 1)
        steps.append((x, before, -way * reach))
        x, reach = x * before, 2 * reach
    dx = _moved(dy, at, -way, 0) if exclusive else dy
    for x, before, back in reversed(steps):
        dx = dx * before + _moved(dx * x, at, back, 0)
    return dx


def _moved(x: Output, axis: int, by: int, filling: float) -> Output:
    kept = x[(*[slice(None)] * axis, slice(None, -by) if by > 0 else slice(-by, None))]
    paddings = np.zeros((len(x.shape or ()), 2), np.int32)
    paddings[axis] = max(by, 0), max(-by, 0)
    return make("PadV2", kept, paddings, np.asarray(filling, x.dtype.numpy))


@block(
    "x: T, axis: Tidx -> out: T",
    T=FLOATS,
    Tidx=INDEX,
    foldable=True,
    doc_of=Cumsum,
    example={"x": [0.0, 0.0, 0.0], "axis": 0, "out": [0.0, 0.6931472, 1.0986123]},
)
def CumulativeLogsumexp(x: Array, axis: Array, *, exclusive: bool = False, reverse: bool = False) -> Array:
    """Compute the cumulative log-sum-exp along an axis, without overflow.

    Args:
        exclusive: leave out the element itself: the result for [a, b, c] starts with minus infinity, then a.
    """
    front = np.moveaxis(x.astype(wide_dtype(x), copy=False), int(axis), 0)
    front = front[::-1] if reverse else front
    if exclusive and len(front):
        front = np.concatenate([np.full_like(front[:1], -np.inf), front[:-1]])
    result = np.logaddexp.accumulate(front, 0) if len(front) else front
    return np.moveaxis(result[::-1] if reverse else result, 0, int(axis)).astype(x.dtype, copy=False)


CumulativeLogsumexp.shape(_shape)


@CumulativeLogsumexp.gradient("x")
def _(call: Node, dy: Output) -> Operand:
    # The parts of dy above and below 0 apart, by their logarithms, as TensorFlow does: nothing overflows.
    x, axis = call.inputs
    exclusive, reverse = call.attrs["exclusive"], call.attrs["reverse"]
    zeros = make("ZerosLike", dy)
    lowest = zeros + _LOWEST.get(dy.dtype, float(np.finfo(np.float64 if dy.dtype is DOUBLE else np.float32).min))

    def part(share: Output) -> Output:
        log = make("Where3", make("Greater", share, zeros), make("Log", share), lowest)
        back = CumulativeLogsumexp(log - call.outputs[0], axis, exclusive=exclusive, reverse=not reverse)
        return make("Exp", back + x)

    return part(dy) - part(-dy)
