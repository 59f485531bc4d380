"""Integer division and bit primitives of `jax.lax` as block types."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.graph.call_info import known_value
from blocks.graph.graph import Output
from blocks.graph.scope import traced_scope
from blocks.interchange.jaxprs.primitives import Params, bits, elementwise, like, padded, reduction, side
from blocks.interchange.tracing.tracer import cast, rank, reshaped, sizes, transposed
from blocks.library.declare import make
from blocks.library.index import find


def divide(_: Params, x: Output, y: Output) -> Output:
    """Convert ``div``; integers round towards zero, and give -1 if y is 0, as in XLA."""
    if not x.dtype.is_integer:
        return make("RealDiv", x, y)
    safe, is_zero = _divisor(y)
    result = _whole("TruncateDiv", x, safe)
    return result if is_zero is None else make("SelectV2", is_zero, np.int64(-1).astype(x.dtype.numpy), result)


def remainder(_: Params, x: Output, y: Output) -> Output:
    """Convert ``rem``, the remainder of a division towards zero; integers give x if y is 0, as in XLA."""
    if not x.dtype.is_integer:  # by sizes and signs, since that has a gradient
        return make("Multiply", side(x), make("FloorMod", make("Abs", x), make("Abs", y)))
    safe, is_zero = _divisor(y)
    # Of unsigned numbers it is the same rounded either way, and FloorMod takes all of them.
    result = make("FloorMod", x, safe) if x.dtype.kind == "uint" else _whole("TruncateMod", x, safe)
    return result if is_zero is None else make("SelectV2", is_zero, x, result)


def _whole(block: str, x: Output, y: Output) -> Output:
    dtype, spec = x.dtype, find(block)
    if spec is None or dtype in spec.inputs[0].allowed or dtype.name == "DT_UINT64":
        return make(block, x, y)
    return cast(make(block, cast(x, np.dtype(np.int64)), cast(y, np.dtype(np.int64))), dtype.numpy)


def _divisor(y: Output) -> tuple[Output, Output | None]:
    """Return y without zeros, and a mask of its zeros; None if y is known to have no zeros."""
    known = known_value(y)
    if known is not None and np.all(known):
        return y, None
    is_zero = make("Equal", y, like(y, 0))
    return make("SelectV2", is_zero, like(y, 1), y), is_zero


def _unsigned(x: Output) -> Output:
    return x if x.dtype.kind == "uint" else bits({"new_dtype": np.dtype(f"u{x.dtype.numpy.name}")}, x)


def shifted_in_zeros(_: Params, x: Output, by: Output) -> Output:
    if x.dtype.kind == "uint":
        return make("RightShift", x, by)
    signed = x.dtype.numpy
    unsigned = np.dtype(f"u{signed.name}")
    result = make("RightShift", bits({"new_dtype": unsigned}, x), cast(by, unsigned))
    return bits({"new_dtype": signed}, result)


def ones(_: Params, x: Output) -> Output:
    return cast(make("PopulationCount", x), x.dtype.numpy)


def leading_zeros(params: Params, x: Output) -> Output:
    """Convert ``clz``: set all bits after the first 1, and count those that remain 0."""
    width, filled = 8 * x.dtype.size, _unsigned(x)
    by = 1
    while by < width:
        filled = elementwise("or", params, filled, make("RightShift", filled, like(filled, by)))
        by *= 2
    return make("Subtract", like(x, width), cast(make("PopulationCount", filled), x.dtype.numpy))


def high_half(params: Params, x: Output, y: Output) -> Output:
    dtype, width = x.dtype.numpy, 8 * x.dtype.size
    if width == 64:
        raise DiagramError("the upper half of a product of 64-bit numbers is not supported")
    wide = np.dtype(np.int64)  # holds the products of all dtypes but uint32, whose bits it holds too
    product = make("Multiply", cast(x, wide), cast(y, wide))
    return cast(shifted_in_zeros(params, product, make("Const", traced_scope.get(), np.int64(width))), dtype)


FOLDS = {"reduce_and": ("and", -1), "reduce_or": ("or", 0), "reduce_xor": ("xor", 0)}
"""Reductions of bits, with the primitive of two numbers and what changes nothing."""


def fold(name: str, params: Params, x: Output) -> Output:
    """Convert ``reduce_and``, ``reduce_or`` and ``reduce_xor``: combine halves until one element is left."""
    if x.dtype.kind == "bool" and name != "reduce_xor":
        return reduction(name, params, x)
    step, neutral = FOLDS[name]
    axes: list[int] = list(params["axes"])
    kept = [i for i in range(rank(x)) if i not in axes]
    shape, count = [sizes(x)[i] for i in kept], math.prod(sizes(x)[i] for i in axes)
    x = reshaped(transposed(x, [*axes, *kept]), [count, *shape])
    filling: Any = np.asarray(bool(neutral)) if x.dtype.kind == "bool" else np.int64(neutral).astype(x.dtype.numpy)
    while count != 1:
        half = (count + 1) // 2 or 1
        x = padded(x, filling, [(0, 2 * half - count, 0), *[(0, 0, 0)] * len(shape)])
        x, count = elementwise(step, params, x[:half], x[half:]), half
    return reshaped(x, shape)
