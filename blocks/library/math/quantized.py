"""Products of quantized tensors, and requantization from 32 bits to 8."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from blocks.base.dtypes import QINT8, QINT32, QUANTIZED, QUINT8, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import broadcast, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.quantization.arithmetic import (
    RANGES_DOC,
    Quantised,
    QuantizedRange,
    centred,
    in_new_range,
    limits,
    ordered,
    product_range,
    range_of,
    ranges_of,
    real_numbers,
    require_dtype,
    require_scalars,
    span,
    wrapped,
)
from blocks.library.declare import block
from blocks.library.math.matrices import product_shape


@block(
    "a: T1, b: T2, min_a: float, max_a: float, min_b: float, max_b: float"
    " -> out: Toutput, min_out: float, max_out: float",
    T1=(QUINT8,),
    T2=(QUINT8,),
    where={"Toutput": QUANTIZED, "Tactivation": QUANTIZED},
    doc_of=RANGES_DOC,
    example={
        "a": {"val": [[1, 2]], "dtype": "DT_QUINT8"},
        "b": {"val": [[3], [4]], "dtype": "DT_QUINT8"},
        **span("min_{}", a=(0.0, 255.0), b=(0.0, 255.0), out=(-2147483648.0, 2147483647.0)),
        "out": [[11]],
    },
)
def QuantizedMatMul(
    a: Array,
    b: Array,
    *ends: Array,
    Toutput: DType = QINT32,
    transpose_a: bool = False,
    transpose_b: bool = False,
    Tactivation: DType = QUINT8,
) -> Quantised:
    """Multiply two quantized matrices, exactly in integers.

    out[i, j] is the sum over k of (a[i, k] - a0) * (b[k, j] - b0), where a0 and b0 are the zero points. One
    quantization step of out is one step of a times one step of b. Sums beyond 32 bits wrap around.

    Args:
        a: [m, k] the left matrix.
        b: [k, n] the right matrix.
        max_a: [] the upper end of the range of a, above min_a.
        max_b: [] the upper end of the range of b, above min_b.
        Toutput: the dtype of the result: only qint32.
        transpose_a: transpose a before the multiplication.
        transpose_b: transpose b before the multiplication.
        Tactivation: has no effect; accepted for TensorFlow compatibility.

    Returns:
        out: [m, n] the matrix product.
        min_out: [] the lower end of the range of output.
        max_out: [] the upper end of the range of output.
    """
    ranges = _two_ranges("QuantizedMatMul", "ab", ends)
    left, right = centred(a, ranges[0], b, ranges[1])
    product = np.matmul(left.T if transpose_a else left, right.T if transpose_b else right)
    return wrapped(product), *product_range(ranges[0], a.dtype, ranges[1], b.dtype)


def _two_ranges(block_name: str, pins: str, ends: Sequence[Array]) -> list[QuantizedRange]:
    pairs = zip(pins, ranges_of(ends), strict=True)
    return [ordered(block_name, bounds, (f"min_{x}", f"max_{x}")) for x, bounds in pairs]


@QuantizedMatMul.shape
def _(call: Call) -> list[Shape]:
    require_dtype(call, "Toutput", QINT32)
    require_scalars(call, "min_a", "max_a", "min_b", "max_b")
    return [product_shape(call), (), ()]


@block(
    "x: T1, y: T2, min_x: float, max_x: float, min_y: float, max_y: float -> z: Toutput, min_z: float, max_z: float",
    T1=(QUINT8,),
    T2=(QUINT8,),
    where={"Toutput": QUANTIZED},
    doc_of=RANGES_DOC,
    example={
        "x": {"val": [1, 2], "dtype": "DT_QUINT8"},
        "y": {"val": [3, 4], "dtype": "DT_QUINT8"},
        **span("min_{}", x=(0.0, 255.0), y=(0.0, 255.0), z=(-2147483648.0, 2147483647.0)),
        "z": [3, 8],
    },
)
def QuantizedMul(x: Array, y: Array, *ends: Array, Toutput: DType = QINT32) -> Quantised:
    """Multiply two quantized tensors element-wise, exactly in integers.

    z = (x - x0) * (y - y0), where x0 and y0 are the zero points. One quantization step of z is one step of x times one
    step of y.

    Args:
        x: [...] the first tensor.
        y: [...] the second tensor, broadcast against x.
        max_x: [] the upper end of the range of x, above min_x.
        max_y: [] the upper end of the range of y, above min_y.
        Toutput: the dtype of the result: only qint32.

    Returns:
        z: [...] the product.
        min_z: [] the lower end of the range of output.
        max_z: [] the upper end of the range of output.
    """
    ranges = _two_ranges("QuantizedMul", "xy", ends)
    left, right = centred(x, ranges[0], y, ranges[1])
    return wrapped(np.asarray(left * right)), *product_range(ranges[0], x.dtype, ranges[1], y.dtype)


@QuantizedMul.shape
def _(call: Call) -> list[Shape]:
    require_dtype(call, "Toutput", QINT32)
    require_scalars(call, "min_x", "max_x", "min_y", "max_y")
    x, y = call.shape("x"), call.shape("y")
    try:
        return [broadcast(x, y), (), ()]
    except DiagramError:
        text = f"QuantizedMul: cannot broadcast x {shape_text(x)} and y {shape_text(y)}"
        raise DiagramError(text, pin="y", hint="make the sizes equal, or make one of the sizes 1") from None


@block(
    "input: Tinput, input_min: float, input_max: float -> output_min: float, output_max: float",
    Tinput=(QINT32,),
    example={
        "input": {"val": [-1073741824, 0, 1073741824], "dtype": "DT_QINT32"},
        **span("{}_min", input=(-2.0, 2.0), output=(-1.0, 1.0)),
    },
)
def RequantizationRange(input: Array, input_min: Array, input_max: Array) -> Quantised:
    """Compute the range of values that occur in a quantized tensor, for use by Requantize.

    Args:
        input: [...] the quantized integers.
        input_min: [] the lower end of the range of the quantized values.
        input_max: [] the upper end of the range of the quantized values.

    Returns:
        output_min: [] the smallest value that occurs, or 0 if it is above 0.
        output_max: [] the largest value that occurs.
    """
    return tuple(_used_range(input, range_of(input_min, input_max)))


def _used_range(x: Array, bounds: QuantizedRange) -> QuantizedRange:
    low, high = limits(x.dtype)
    ends = np.array([x.min(initial=high), x.max(initial=low)], x.dtype)
    smallest, largest = real_numbers(ends, bounds)
    return QuantizedRange(np.minimum(smallest, np.float32(0.0)), largest)


@RequantizationRange.shape
def _(call: Call) -> list[Shape]:
    require_scalars(call, "input_min", "input_max")
    return [(), ()]


@block(
    "input: Tinput, input_min: float, input_max: float, requested_output_min: float, requested_output_max: float"
    " -> output: out_type, output_min: float, output_max: float",
    Tinput=(QINT32,),
    where={"out_type": QUANTIZED},
    doc_of=RequantizationRange,
    example={
        "input": {"val": [-1073741824, 0, 1073741824], "dtype": "DT_QINT32"},
        **span("{}_min", input=(-2.0, 2.0), requested_output=(-1.0, 1.0), output=(-1.0, 1.0)),
        "out_type": "DT_QUINT8",
        "output": [0, 128, 255],
    },
)
def Requantize(
    input: Array,
    input_min: Array,
    input_max: Array,
    requested_output_min: Array,
    requested_output_max: Array,
    *,
    out_type: DType,
) -> Quantised:
    """Requantize a tensor from 32 bits to 8 bits, to a given range.

    Args:
        requested_output_min: [] the lower end of the new range, 0 or less. Lower values are clamped to it.
        requested_output_max: [] the upper end of the new range, at least the lower. Higher values are clamped to it.
        out_type: the dtype of the result: quint8 or qint8.

    Returns:
        output: [...] the quantized values in the new range.
        output_min: [] the lower end of the new range.
        output_max: [] the upper end of the new range.
    """
    new = range_of(requested_output_min, requested_output_max)
    if not new.low <= 0:
        pin = "requested_output_min"
        raise DiagramError(f"Requantize: {pin} must be 0 or less, got {new.low}", pin=pin)
    if not new.high >= new.low:
        text = f"Requantize: requested_output_max must be at least requested_output_min = {new.low}"
        raise DiagramError(f"{text}, got {new.high}", pin="requested_output_max")
    return in_new_range(input, range_of(input_min, input_max), new, out_type.numpy), *new


@Requantize.shape
def _(call: Call) -> list[Shape]:
    require_dtype(call, "out_type", QUINT8, QINT8)
    require_scalars(call, "input_min", "input_max", "requested_output_min", "requested_output_max")
    return [call.shape("input"), (), ()]


@block(
    "input: Tinput, input_min: float, input_max: float -> output: out_type, output_min: float, output_max: float",
    Tinput=(QINT32,),
    where={"out_type": QUANTIZED},
    doc_of=RequantizationRange,
    example={
        "input": {"val": [-1073741824, 0, 1073741824], "dtype": "DT_QINT32"},
        **span("{}_min", input=(-2.0, 2.0), output=(-1.0, 1.0)),
        "out_type": "DT_QUINT8",
        "output": [0, 128, 255],
    },
)
def QuantizeDownAndShrinkRange(input: Array, input_min: Array, input_max: Array, *, out_type: DType) -> Quantised:
    """Requantize a tensor from 32 bits to 8 bits, to the range of the values that occur.

    It combines RequantizationRange and Requantize.

    Args:
        out_type: the dtype of the result: quint8.

    Returns:
        output: [...] the quantized values in the new range.
    """
    old = range_of(input_min, input_max)
    new = _used_range(input, old)
    return in_new_range(input, old, new, out_type.numpy), *new


@QuantizeDownAndShrinkRange.shape
def _(call: Call) -> list[Shape]:
    require_dtype(call, "out_type", QUINT8)
    require_scalars(call, "input_min", "input_max")
    return [call.shape("input"), (), ()]
