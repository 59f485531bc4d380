"""The arithmetic of quantized tensors: conversions between their integers and real numbers.

A quantized tensor consists of integers and a range of real numbers: the lowest integer of its dtype represents ``low``,
the highest represents ``high``. TensorFlow has two implementations of this arithmetic, and blocks must give the same
integers to the last bit, so this module also has two: double precision (`real_numbers`, `nearest`) for single numbers
and small tensors, and single precision with one multiplication and addition per element (`quick_real_numbers`,
`quick_nearest`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect, pin_error, require_rank, require_scalar, require_vector

Float = np.floating[Any]
Quantised = tuple[Any, ...]
"""What a kernel returns: integers and the two ends of their range, or these ends alone."""


class QuantizedRange(NamedTuple):
    low: Float
    high: Float


def span(form: str, **ends: tuple[float, float]) -> dict[str, float]:
    """Return the ends of ranges by the names of their pins: ``span("min_{}", x=(0, 1))`` gives min_x and max_x."""
    return {
        form.replace("min", end).format(pin): value
        for pin, pair in ends.items()
        for end, value in zip(("min", "max"), pair, strict=True)
    }


RANGES_DOC = {
    form.format(pin): f"[] the {side} end of the range of {pin}."
    for pin in ("a", "b", "beta", "bias", "filter", "gamma", "input", "m", "t", "v", "x", "y")
    for side, *forms in (("lower", "min_{}", "{}_min"), ("upper", "max_{}", "{}_max"))
    for form in forms
}
"""The documentation of the ends of ranges, for types that have no more to say about them."""


def range_of(low: Array, high: Array) -> QuantizedRange:
    return QuantizedRange(np.float32(low), np.float32(high))


def ranges_of(ends: Sequence[Array]) -> list[QuantizedRange]:
    return [range_of(low, high) for low, high in zip(ends[::2], ends[1::2], strict=True)]


def ordered(block: str, bounds: QuantizedRange, pins: tuple[str, str]) -> QuantizedRange:
    if not bounds.low < bounds.high:
        text = f"{block}: {pins[1]} must be above {pins[0]}, got {bounds.low} and {bounds.high}"
        raise DiagramError(text, pin=pins[1])
    return bounds


def require_scalars(call: Call, *pins: str) -> None:
    for pin in pins:
        require_scalar(call, pin)


def require_dtype(call: Call, name: str, *allowed: DType) -> None:
    value: DType = call.attrs[name]
    if value not in allowed:
        names = " or ".join(each.short for each in allowed)
        raise pin_error(call, name, f"{name} must be {names}, got {value.short}")


# -- Integers ----------------------------------------------------------------------------------------------------------


def limits(dtype: np.dtype[Any]) -> tuple[int, int]:
    result = np.iinfo(dtype)
    return result.min, result.max


def rounded(x: Any) -> Any:
    """Round to the nearest integers, with halves away from zero (NumPy rounds them to even)."""
    whole = np.trunc(x)
    return whole + np.copysign(np.abs(x - whole) >= 0.5, x).astype(x.dtype)


def cut(x: Array, dtype: np.dtype[Any]) -> Array:
    """Truncate floats to integers that the dtype can hold.

    NaN and values not below 2^31 become the lowest integer, as on processors, because float32 cannot hold the highest
    qint32.
    """
    return np.where(np.abs(x) < 2.0**31, x, np.float32(limits(dtype)[0])).astype(dtype)


def whole_number(x: float) -> int:
    return int(x) if abs(x) < 2.0**63 else -(2**63)


# -- In double precision -----------------------------------------------------------------------------------------------


def _steps(dtype: np.dtype[Any]) -> int:
    return 2 ** (8 * dtype.itemsize)


def _adjusted_width(bounds: QuantizedRange, dtype: np.dtype[Any]) -> Any:
    steps = _steps(dtype)
    return np.float64(bounds.high - bounds.low) * (steps / (steps - 1.0))


def real_numbers(x: Array, bounds: QuantizedRange) -> Array:
    """Dequantize as low, rounded to a whole step, plus one step for each integer above the lowest."""
    if bounds.low == bounds.high:
        return np.full(x.shape, bounds.low, np.float32)
    step = _adjusted_width(bounds, x.dtype) / _steps(x.dtype)
    small_step = np.float32(step)
    start = np.float64(rounded(bounds.low / small_step) * small_step)
    offset = x.astype(np.float32).astype(np.float64) - limits(x.dtype)[0]  # single at first, as TensorFlow's qint32 is
    return np.asarray(start + offset * step).astype(np.float32)


def _nearest_unlimited(x: Array, bounds: QuantizedRange, dtype: np.dtype[Any]) -> Array:
    if bounds.low == bounds.high:
        return np.full(x.shape, limits(dtype)[0], np.float64)
    scale = _steps(dtype) / _adjusted_width(bounds, dtype)
    return rounded(x.astype(np.float64) * scale) - rounded(np.float64(bounds.low) * scale) + limits(dtype)[0]


def nearest(x: Array, bounds: QuantizedRange, dtype: np.dtype[Any]) -> Array:
    """Quantize to the nearest integers; NaN becomes the lowest."""
    low, high = limits(dtype)
    result = np.fmin(np.fmax(_nearest_unlimited(np.asarray(x), bounds, dtype), low), high)
    return result.astype(dtype)


def zero_of(bounds: QuantizedRange, dtype: np.dtype[Any]) -> int:
    """Return the integer that represents 0, modulo 2^32, even if the range does not include 0."""
    return (whole_number(float(_nearest_unlimited(np.zeros(()), bounds, dtype))) + 2**31) % 2**32 - 2**31


# -- In single precision -----------------------------------------------------------------------------------------------


def quick_real_numbers(x: Array, bounds: QuantizedRange) -> Array:
    step = np.float32(np.float64(bounds.high - bounds.low) / (_steps(x.dtype) - 1.0))
    start = bounds.low if bounds.low == bounds.high else rounded(bounds.low / step) * step
    return (start - np.float32(limits(x.dtype)[0]) * step) + x.astype(np.float32) * step


def quick_nearest(x: Array, bounds: QuantizedRange, dtype: np.dtype[Any]) -> Array:
    """Quantize to the nearest integers; NaN becomes the lowest. The highest of 32 bits is never reached."""
    low, high = limits(dtype)
    width = np.float64(bounds.high - bounds.low)
    scale = np.float32(0.0 if bounds.low == bounds.high else (_steps(dtype) - 1.0) / width)
    start = rounded(bounds.low * scale) - np.float32(low)
    bounded = np.fmax(rounded(x * scale) - start, np.float32(low))
    return np.fmin(bounded, np.nextafter(np.float32(2**31), np.float32(0)) if high > 2**24 else high).astype(dtype)


def in_new_range(x: Array, old: QuantizedRange, new: QuantizedRange, dtype: np.dtype[Any]) -> Array:
    if x.dtype == np.int32 and dtype == np.uint8:
        return _int32_as_uint8(x, old, new)
    return quick_nearest(quick_real_numbers(x, old), new, dtype)


def _int32_as_uint8(x: Array, old: QuantizedRange, new: QuantizedRange) -> Array:
    """Convert to 8 bits as most kernels do, in 64 bit integers with 16 fractional bits."""
    one = 2**16
    old_width, new_width = old.high - old.low, new.high - new.low
    if new_width == 0:
        scale, old_offset, new_offset = 0, 0, 0
    else:
        per_level = np.float32(255.0 / np.float64(new_width))
        middle = np.float32(np.float64(old.low + old.high) / 2.0)
        scale = whole_number(float(255.0 * one * np.float64(old_width) / np.float64(new_width)))
        old_offset = whole_number(float(middle * per_level * np.float32(one)))
        new_offset = whole_number(float(one * (np.float64(new.low) * 255.0) / np.float64(new_width)))
    offset = min(max(old_offset - new_offset, -(2**62)), 2**62)
    levels = (x.astype(np.int64) * np.int64(scale) >> 32) + np.int64(offset + one // 2) >> 16
    return np.clip(levels, 0, 255).astype(np.uint8)


# -- Ranges of results -------------------------------------------------------------------------------------------------


def product_range(
    a: QuantizedRange, a_dtype: np.dtype[Any], b: QuantizedRange, b_dtype: np.dtype[Any]
) -> QuantizedRange:
    step = _step(a, a_dtype) * _step(b, b_dtype)
    low, high = limits(np.dtype(np.int32))
    return QuantizedRange(step * np.float32(low), step * np.float32(high))


def _step(bounds: QuantizedRange, dtype: np.dtype[Any]) -> Float:
    low, high = limits(dtype)
    return (bounds.high - bounds.low) / np.float32(high - low)


def centred(a: Array, a_range: QuantizedRange, b: Array, b_range: QuantizedRange) -> tuple[Array, Array]:
    """Subtract the zero points of 8 bit integers, in a dtype in which sums of their products are exact.

    Doubles are exact and have a fast matrix product; a range far from 0 needs 64 bit integers.
    """
    zeros = zero_of(a_range, a.dtype), zero_of(b_range, b.dtype)
    kind = np.float64 if max(map(abs, zeros)) < 2**12 else np.int64
    return a.astype(kind) - kind(zeros[0]), b.astype(kind) - kind(zeros[1])


def wrapped(x: Array) -> Array:
    return x.astype(np.int64).astype(np.int32)


def divided(x: Array, by: Any) -> Array:
    """Divide integers, truncating toward zero as processors do (NumPy rounds down)."""
    return np.sign(x) * (np.abs(x) // by)


# -- Ranges per slice --------------------------------------------------------------------------------------------------


def check_axis(attrs: dict[str, Any]) -> None:
    expect(attrs, "axis", attrs["axis"] >= -1, "0 or more, or -1 for a single range")


def range_count(call: Call, low_pin: str, high_pin: str) -> int | None:
    """Return the number of ranges if it is known: one, or one per slice along ``axis``.

    Raises:
        DiagramError: the pins take another number of ranges.
    """
    axis: int = call.attrs["axis"]
    if axis == -1:
        require_scalars(call, low_pin, high_pin)
        return 1
    shape = require_rank(call, "input", axis + 1, f"axis {axis}")
    count = None if shape is None else shape[axis]
    for each in (low_pin, high_pin):
        require_vector(call, each)
        result = call.shape(each)
        if not compatible((count,), result):
            text = f"{call.type.name}: the ranges must have one value for each of the {count} slices along axis {axis}"
            raise DiagramError(f"{text}, got shape {shape_text(result)} at {each}", pin=each)
        count = result[0] if count is None and result is not None else count
    return count


def beside(ranges: Array, x: Array, axis: int) -> Array:
    return ranges.reshape(-1, *[1] * (x.ndim - axis - 1)) if axis >= 0 else ranges


def fitting(limit: Any, end: Array) -> Array:
    """Return the scale that maps a range's end to a dtype's limit, or a huge one if the end bounds nothing."""
    quotient: Array = limit / end
    return np.where(limit * end > 0, quotient, np.finfo(end.dtype).max)
