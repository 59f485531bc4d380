"""Piecewise processing of large arrays on threads: intermediate results of a piece stay in the cache."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.threads import in_parts
from blocks.base.types import Array

PIECE = 1 << 18
"""Elements that are worked on together, at most: with fewer, threads wait for each other between short calls."""


def in_pieces(spares: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Build a kernel from a formula of x, the output array (None for a new one) and spare arrays.

    The formula must write to the output in its last operation only, since the output may be x.
    """

    def wrapped(formula: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(formula)
        def kernel(x: Array, out: Array | None = None) -> Any:
            flat = x.size > PIECE and x.flags.forc and (out is None or out.strides == x.strides)
            if not flat:
                return formula(x, out, *[np.empty_like(x) for _ in range(spares)])
            result = np.empty_like(x) if out is None else out
            given, results = x.reshape(-1, order="A"), result.reshape(-1, order="A")

            def some(first: int, last: int) -> None:
                held = [np.empty(step, x.dtype) for _ in range(spares)]
                for start in range(first * step, min(last * step, x.size), step):
                    piece = given[start : start + step]
                    formula(piece, results[start : start + step], *[each[: piece.size] for each in held])

            count, step = _cut(x.size)
            in_parts(some, count)
            return result

        return kernel

    return wrapped


def in_pairs(formula: Callable[..., object], spares: Sequence[Any], x: Array, y: Array, out: Array | None) -> Array:
    """Apply a formula to pieces of two tensors, broadcast to one shape.

    Args:
        formula: gets pieces of x, y and the result, and spare arrays. It must fill the result in its last operation
            only, since the result may share memory with x or y.
        spares: the dtypes of the spare arrays.
    """
    if out is None:
        out = np.empty(np.broadcast_shapes(x.shape, y.shape), x.dtype)
    access, options = (
        [["readonly"], ["readonly"], ["writeonly"]],
        ["external_loop", "buffered", "ranged", "zerosize_ok"],
    )
    each: Any = np.nditer

    def some(first: int, last: int) -> None:
        held = [np.empty(step, kind) for kind in spares]
        with each([x, y, out], options, access, buffersize=step) as pieces:
            pieces.iterrange = first * step, min(last * step, out.size)
            for a, b, item in pieces:
                formula(a, b, item, *[spare[: item.size] for spare in held])

    count, step = _cut(out.size)
    in_parts(some, count)
    return out


def _cut(size: int) -> tuple[int, int]:
    count = max(1, -(-size // PIECE))
    return count, max(1, -(-size // count))
