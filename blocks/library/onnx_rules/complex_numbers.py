"""ONNX rules for complex numbers, stored as pairs: [..., 2] real and imaginary parts.

ONNX's DFT uses the same layout. A complex value has the dtype of its parts here, and their axis last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import COMPLEX64, COMPLEX128, DOUBLE, FLOAT, DType
from blocks.base.types import Array
from blocks.graph.graph import Node
from blocks.library.onnx_rules.math import RULES as MATH
from blocks.library.onnx_rules.values import MOST, NotExported, Value, cast, constant, moved, op, where, whole
from blocks.library.onnx_rules.writing import OnnxWriter, number, numbers, rank
from blocks.library.rules import LoweringRule, at_site, each, plain

PARTS: Mapping[DType, DType] = {COMPLEX64: FLOAT, COMPLEX128: DOUBLE}
"""By complex element type that of the parts."""


def is_complex(node: Node) -> bool:
    return any(each.dtype in PARTS for each in (*node.inputs, *node.outputs))


def in_pairs(array: Any) -> Array:
    """Convert complex numbers [...] to pairs [..., 2]."""
    return np.stack([array.real, array.imag], axis=-1)


def _parts(x: Value) -> tuple[Value, Value]:
    return _part(x, 0), _part(x, 1)


def _part(x: Value, index: int) -> Value:
    return op.Gather(x, constant(x.sink, np.array(index, np.int64)), axis=-1)


def _pair(real: Value, imaginary: Value) -> Value:
    return op.Concat(op.Unsqueeze(real, [-1]), op.Unsqueeze(imaginary, [-1]), axis=-1)


def _complex(real: Value, imaginary: Value) -> Value:
    if real.shape is None or None in real.shape or real.shape != imaginary.shape:
        shape = op.Shape(real + imaginary)
        real, imaginary = op.Expand(real, shape), op.Expand(imaginary, shape)
    return _pair(real, imaginary)


def _conjugate(x: Value) -> Value:
    return x * constant(x.sink, np.array([1, -1], x.dtype.numpy))


def _product(x: Value, y: Value) -> Value:
    (a, b), (c, d) = _parts(x), _parts(y)
    return _pair(a * c - b * d, a * d + b * c)


def _quotient(x: Value, y: Value) -> Value:
    """Divide by Smith's method, scaled by the divisor's larger part, so that no square overflows."""
    (a, b), (c, d) = _parts(x), _parts(y)
    flat = op.Abs(c) >= op.Abs(d)
    ratio = where(flat, d / where(flat, c, 1), c / where(flat, 1, d))
    below = where(flat, c + d * ratio, c * ratio + d)
    real = where(flat, a + b * ratio, a * ratio + b)
    imaginary = where(flat, b - a * ratio, b * ratio - a)
    return _pair(real / below, imaginary / below)


def _exp(x: Value) -> Value:
    real, imaginary = _parts(x)
    size = op.Exp(real)
    return _pair(size * op.Cos(imaginary), size * op.Sin(imaginary))


def _size(x: Value) -> Value:
    """Return the absolute value as the larger part times a factor of at most √2."""
    real, imaginary = (op.Abs(each) for each in _parts(x))
    large, small = op.Max(real, imaginary), op.Min(real, imaginary)
    ratio = where(large > 0, small / where(large > 0, large, 1), 0)
    return large * op.Sqrt(ratio * ratio + 1)


def _angle(site: OnnxWriter, x: Value) -> Value:
    real, imaginary = _parts(x)
    return MATH["Atan2"](site, imaginary, real)


def _cast(site: OnnxWriter, x: Value) -> Value:
    given, wanted = site.node.inputs[0].dtype, site.dtype
    if given in PARTS:
        return cast(x if wanted in PARTS else _part(x, 0), PARTS.get(wanted, wanted))
    real = cast(x, PARTS[wanted])
    return _pair(real, real - real)


# What leaves numbers as they are.


def _rank(site: OnnxWriter) -> int:
    """Return the number of axes of the first input, without that of the parts."""
    shape = site.node.inputs[0].shape
    if shape is None:
        raise NotExported("needs to know how many axes the input has")
    return len(shape)


def _axes(site: OnnxWriter, given: Sequence[int], more: int = 0) -> list[int]:
    return [axis % max(_rank(site) + more, 1) for axis in given]


def _reshape(x: Value, shape: Value) -> Value:
    two = constant(x.sink, np.array([2], np.int64))
    return op.Reshape(x, op.Concat(whole(shape), two, axis=0), allowzero=int(shape.known is None or 0 in shape.known))


def _transpose(_site: OnnxWriter, x: Value, perm: Value) -> Value:
    order = numbers(perm, "perm")
    return moved(x, [*(axis % len(order) for axis in order), len(order)])


def _squeeze(site: OnnxWriter, x: Value) -> Value:
    given = site.attrs["squeeze_dims"] or [i for i, size in enumerate(site.node.inputs[0].shape or ()) if size == 1]
    return op.Squeeze(x, _axes(site, given))


def _concat(site: OnnxWriter, values: tuple[Value, ...], axis: Value) -> Value:
    return op.Concat(*values, axis=number(axis, "axis") % max(rank(values[0], "values") - 1, 1))


def _sum(name: str) -> LoweringRule:
    def lower(site: OnnxWriter, x: Value, axis: Value) -> Value:
        axes = _axes(site, numbers(axis, "axis"))
        return getattr(op, name)(x, axes, keepdims=int(site.attrs["keep_dims"]))

    return lower


# Fourier transforms.


def _transformed(
    site: OnnxWriter, x: Value, count: int, which: Sequence[int], *, inverse: bool, half: bool = False
) -> Value:
    """Transform pairs, or real numbers with a last axis of 1, along some of the axes before the last.

    Args:
        x: [..., 2] or [..., 1] the numbers.
        count: the number of axes that belong together.
        which: the transformed ones among them, from 1.
        half: only the first half of the frequencies along the last axis.
    """
    shape = None
    if _rank(site) != count + 1:  # what is before the axes of the transform is one axis there
        shape = op.Shape(x)
        x = op.Reshape(x, op.Concat(site.constant([-1]), op.Slice(shape, [-count - 1], [MOST], [0]), axis=0))
    for axis in reversed(which):
        x = op.DFT(x, axis=axis, inverse=int(inverse), onesided=int(half and axis == count))
    if shape is None:
        return x
    front, back = op.Slice(shape, [0], [-count - 1], [0]), op.Slice(op.Shape(x), [1], [MOST], [0])
    return op.Reshape(x, op.Concat(front, back, axis=0))


def _whole(count: int, inverse: bool) -> LoweringRule:
    def lower(site: OnnxWriter, x: Value) -> Value:
        return _transformed(site, x, count, range(1, count + 1), inverse=inverse)

    return lower


def _cut(x: Value, lengths: Sequence[int], behind: int) -> Value:
    ends = [-behind - len(lengths) + i for i in range(len(lengths))]
    return op.Slice(x, [0] * len(lengths), list(lengths), ends)


def _of_real(count: int) -> LoweringRule:
    def lower(site: OnnxWriter, x: Value, lengths: Value) -> Value:
        one = op.Unsqueeze(_cut(x, numbers(lengths, "fft_length"), 0), [-1])
        return _transformed(site, one, count, range(1, count + 1), inverse=False, half=True)

    return lower


def _to_real(count: int) -> LoweringRule:
    """Complete the frequencies with the reversed conjugates of the first half."""

    def lower(site: OnnxWriter, x: Value, lengths: Value) -> Value:
        *before, last = numbers(lengths, "fft_length")
        x = _cut(x, [*before, last // 2 + 1], 1)
        if before:
            x = _transformed(site, x, count, range(1, count), inverse=True)
        if last > 2:
            behind = op.Slice(x, [(last - 1) // 2], [0], [-2], [-1])
            x = op.Concat(x, _conjugate(behind), axis=-2)
        return _part(_transformed(site, x, count, [count], inverse=True), 0)

    return lower


RULES: dict[str, LoweringRule] = {
    **{
        f"{'I' if back else ''}FFT{each}": _whole(count, back)
        for back in (False, True)
        for each, count in (("", 1), ("2D", 2), ("3D", 3))
    },
    **{f"RFFT{each}": _of_real(count) for each, count in (("", 1), ("2D", 2), ("3D", 3))},
    **{f"IRFFT{each}": _to_real(count) for each, count in (("", 1), ("2D", 2), ("3D", 3))},
    "Add": plain(lambda x, y: x + y),
    "Angle": _angle,
    "Cast": _cast,
    "Complex": plain(_complex),
    "ComplexAbs": plain(_size),
    "Concat": _concat,
    "Conj": plain(_conjugate),
    **each("Div RealDiv", plain(_quotient)),
    "Exp": plain(_exp),
    "ExpandDims": at_site(lambda site, x, axis: op.Unsqueeze(x, _axes(site, numbers(axis, "axis"), 1))),
    "Identity": plain(op.Identity),
    "Imag": plain(lambda x: _part(x, 1)),
    "Mean": _sum("ReduceMean"),
    "Multiply": plain(_product),
    "Negate": plain(op.Neg),
    "Real": plain(lambda x: _part(x, 0)),
    "Reshape": plain(_reshape),
    "Square": plain(lambda x: _product(x, x)),
    "Squeeze": _squeeze,
    "Subtract": plain(lambda x, y: x - y),
    "Sum": _sum("ReduceSum"),
    "Transpose": _transpose,
}
"""By block type, for calls that take or give complex numbers."""
