"""Number sequences: Range and LinSpace."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, FLOATS, INDEX, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, require_ranks
from blocks.library.declare import block

_ENDS = "TensorFlow defines no gradient for sequences"


def _scalar(call: Call, *pins: str) -> None:
    for pin in pins:
        require_ranks(call, pin, 0, 0, f"expected a scalar at {pin}")


def _length(start: Any, limit: Any, delta: Any) -> int:
    first, last, step = start.item(), limit.item(), delta.item()
    if step == 0:
        raise DiagramError("Range: delta must not be 0", pin="delta")
    if (last - first) * step < 0:
        raise DiagramError(f"Range: cannot go from {first} to {last} in steps of {step}", pin="delta")
    if isinstance(first, int):
        return -((first - last) // step)
    if not all(math.isfinite(v) for v in (first, last, step)):
        raise DiagramError(f"Range: cannot go from {first} to {last} in steps of {step}", pin="limit")
    count = abs((limit - start) / delta)  # in the dtype's own precision, as TensorFlow counts
    if not math.isfinite(count):
        raise DiagramError(f"Range: the sequence from {first} to {last} in steps of {step} is too long", pin="limit")
    return math.ceil(count)


@block(
    "start: Tidx, limit: Tidx, delta: Tidx -> output: Tidx",
    Tidx=(*FLOATS, *INDEX),
    not_differentiable=_ENDS,
    foldable=True,
    example={"start": 3, "limit": 18, "delta": 3, "output": [3, 6, 9, 12, 15]},
)
def Range(start: Array, limit: Array, delta: Array, *, Tidx: DType) -> Any:
    """Create a sequence with a fixed step: start, start + delta, ... The limit is excluded.

    Args:
        start: [] the first value.
        limit: [] the end of the sequence, which is excluded.
        delta: [] the step. It must not be 0; use a negative step to count down.

    Returns:
        output: [n] the sequence.
    """
    return np.arange(_length(start, limit, delta)).astype(Tidx.numpy) * delta + start


@Range.shape
def _(call: Call) -> Shape:
    _scalar(call, "start", "limit", "delta")
    start, limit, delta = call.value("start"), call.value("limit"), call.value("delta")
    if start is None or limit is None or delta is None:
        return (None,)
    return (_length(start, limit, delta),)


@block(
    "start: T, stop: T, num: Tidx -> output: T",
    T=(FLOAT, DOUBLE),
    Tidx=INDEX,
    not_differentiable=_ENDS,
    foldable=True,
    example={"start": 10.0, "stop": 12.0, "num": 3, "output": [10.0, 11.0, 12.0]},
)
def LinSpace(start: Array, stop: Array, num: Array, *, T: DType) -> Any:
    """Create num evenly spaced values from start to stop, both included.

    Args:
        start: [] the first value.
        stop: [] the last value.
        num: [] the number of values, 1 or more.

    Returns:
        output: [num] the values.
    """
    indices = np.arange(int(num)).astype(T.numpy)
    out = start + indices * ((stop - start) / T.numpy.type(max(int(num) - 1, 1)))
    out[0] = start
    if num > 1:
        out[-1] = stop  # both exactly, whatever was rounded on the way
    return out


@LinSpace.shape
def _(call: Call) -> Shape:
    _scalar(call, "start", "stop", "num")
    num = call.value("num")
    if num is None:
        return (None,)
    if num <= 0:
        raise pin_error(call, "num", f"num must be 1 or more, got {int(num)}")
    return (int(num),)
