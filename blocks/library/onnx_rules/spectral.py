"""Rules for complex numbers: transforms of the page spectral, and what makes complex numbers and takes them apart.

A model holds complex numbers as pairs of real ones, along one more axis at the end. The rules here are those of calls
that take or give complex numbers; all others of such calls have no form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blocks.base.dtypes import DType, real_dtype
from blocks.library.onnx_rules.values import NotExported, Value, constant, op, part
from blocks.library.onnx_rules.writing import Rule, Site, numbers, rank, sizes


def _pairs(x: Value) -> Value:
    """Complex numbers as what the model holds."""
    if not x.dtype.is_complex:
        return x
    shape = None if x.shape is None else (*x.shape, 2)
    return Value(x.sink, x.name, real_dtype(x.dtype), shape)


def _complex(x: Value, dtype: DType) -> Value:
    """Pairs as the complex numbers that they stand for."""
    return Value(x.sink, x.name, dtype, None if x.shape is None else x.shape[:-1])


def stored(array: Any) -> Any:
    """A constant of complex numbers as pairs."""
    return np.stack([array.real, array.imag], axis=-1)


def _of_pairs(function: Callable[..., Value]) -> Rule:
    """A function of pairs, or of real numbers, that gives pairs."""

    def lower(site: Site, *args: Value) -> Value:
        return _complex(function(*map(_pairs, args)), site.dtype)

    return Rule(lower)


def _to_real(function: Callable[..., Value]) -> Rule:
    """A function of pairs that gives real numbers."""

    def lower(_site: Site, *args: Value) -> Value:
        return function(*map(_pairs, args))

    return Rule(lower)


# Arithmetic.


def _passed(x: Value) -> Value:
    return op.Identity(x)


def _sum(x: Value, y: Value) -> Value:
    return x + y


def _difference(x: Value, y: Value) -> Value:
    return x - y


def _opposite(x: Value) -> Value:
    return -x


def _half(x: Value, which: int) -> Value:
    return op.Gather(x, np.array(which, np.int64), axis=-1)


def _joined(real: Value, imaginary: Value) -> Value:
    return op.Concat(op.Unsqueeze(real, [-1]), op.Unsqueeze(imaginary, [-1]), axis=-1)


def _made(site: Site, real: Value, imaginary: Value) -> Value:
    if real.shape is None or real.shape != imaginary.shape:
        raise NotExported("needs halves of one known shape")
    return _complex(_joined(real, imaginary), site.dtype)


def _first(x: Value) -> Value:
    return _half(x, 0)


def _second(x: Value) -> Value:
    return _half(x, 1)


def _product(x: Value, y: Value) -> Value:
    a, b, c, d = _half(x, 0), _half(x, 1), _half(y, 0), _half(y, 1)
    return _joined(a * c - b * d, a * d + b * c)


def _size(x: Value) -> Value:
    return op.Sqrt(op.ReduceSum(x * x, [-1], keepdims=0))


def _mirrored(x: Value) -> Value:
    return x * constant(x.sink, np.array([1, -1], x.dtype.numpy))


# Transforms.


def _along(x: Value, axes: range, rank_: int, *, inverse: bool) -> Value:
    """Pairs transformed along axes, which count from the back of their complex numbers."""
    for axis in axes:
        x = _transform(x, rank_ + axis, inverse=int(inverse), onesided=0)
    return x


def _transform(x: Value, axis: int, **attributes: int) -> Value:
    """Runtimes transform no first axis, which is of batches: one is put before."""
    shape = x.shape
    result = op.Squeeze(op.DFT(op.Unsqueeze(x, [0]), axis=axis + 1, **attributes), [0])
    result.shape = shape if attributes["onesided"] == 0 else None
    return result


def _whole(count: int, *, inverse: bool) -> Rule:
    def lower(site: Site, x: Value) -> Value:
        axes = range(-count, 0)
        return _complex(_along(_pairs(x), axes, rank(x, "input"), inverse=inverse), site.dtype)

    return Rule(lower)


def _real(count: int) -> Rule:
    def lower(site: Site, x: Value, fft_length: Value) -> Value:
        lengths, axes = numbers(fft_length, "fft_length"), rank(x, "input")
        given = part(x, [0] * count, lengths, list(range(axes - count, axes)), [1] * count)
        result = _transform(op.Unsqueeze(given, [-1]), axes - 1, inverse=0, onesided=1)
        return _complex(_along(result, range(-count, -1), axes, inverse=False), site.dtype)

    return Rule(lower)


def _real_back(count: int) -> Rule:
    def lower(_site: Site, x: Value, fft_length: Value) -> Value:
        lengths, axes = numbers(fft_length, "fft_length"), rank(x, "input")
        if any(size < 1 for size in sizes(x, "input")):
            raise NotExported("transforms nothing")
        length = lengths[-1]
        ends = [*lengths[:-1], length // 2 + 1]
        given = part(_pairs(x), [0] * count, ends, list(range(axes - count, axes)), [1] * count)
        given = _along(given, range(-count, -1), axes, inverse=True)
        # The other half of the frequencies are the conjugates of this one.
        index = np.arange(length)
        first = index <= length // 2
        every = op.Gather(given, constant(given.sink, np.where(first, index, length - index)), axis=axes - 1)
        signs = np.stack([np.ones(length), np.where(first, 1, -1)], axis=1).astype(given.dtype.numpy)
        return _half(_transform(every * constant(given.sink, signs), axes - 1, inverse=1, onesided=0), 0)

    return Rule(lower)


_RANKS: Mapping[int, str] = {1: "", 2: "2D", 3: "3D"}

RULES: dict[str, Rule] = {
    "Conj": _of_pairs(_mirrored),
    "Complex": Rule(_made),
    "Real": _to_real(_first),
    "Imag": _to_real(_second),
    "ComplexAbs": _to_real(_size),
    **{f"FFT{word}": _whole(count, inverse=False) for count, word in _RANKS.items()},
    **{f"IFFT{word}": _whole(count, inverse=True) for count, word in _RANKS.items()},
    **{f"RFFT{word}": _real(count) for count, word in _RANKS.items()},
    **{f"IRFFT{word}": _real_back(count) for count, word in _RANKS.items()},
}
COMPLEX: Mapping[str, Rule] = {
    **RULES,
    "Identity": _of_pairs(_passed),
    "Add": _of_pairs(_sum),
    "AddV2": _of_pairs(_sum),
    "Subtract": _of_pairs(_difference),
    "Multiply": _of_pairs(_product),
    "Negate": _of_pairs(_opposite),
}
"""Of calls that take or give complex numbers: the others of these types have rules of their own."""
