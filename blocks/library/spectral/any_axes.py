"""Discrete Fourier transforms along chosen axes, each with its own length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import COMPLEX, COMPLEX64, COMPLEX128, DOUBLE, FLOAT, DType, real_dtype
from blocks.base.errors import DiagramError
from blocks.base.shapes import normalise_axis
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, require_ranks
from blocks.library.declare import declare, make
from blocks.library.spectral.transforms import scipy_fft

_PAGE = "spectral_ops"
_DOC = """{summary}

    {formula}

    Source: Cooley and Tukey, An algorithm for the machine calculation of complex Fourier series, 1965.

    Args:
        input: [...] the {input}.
        fft_length: [k] the length along each of the axes. Longer input is cropped, shorter input is padded with zeros.
        axes: [k] the axes, each once. A negative axis counts from the end.{attribute}

    Returns:
        output: [...] {output}
    """
_FREQUENCIES = "Formula: output[k] is the sum over n of input[n] e^(-2πi n k / N), along each of the axes."


def _axes_and_lengths(call: Call) -> tuple[list[int], list[int]] | None:
    """Return the axes and the lengths, if both are known."""
    shape = call.shape("input")
    counts = [require_ranks(call, pin, 1, 1, f"expected a vector at {pin}") for pin in ("fft_length", "axes")]
    first, second = (None if each is None else each[0] for each in counts)
    if first is not None and second is not None and first != second:
        raise pin_error(call, "fft_length", f"fft_length must have one length per axis ({second}), got {first}")
    lengths, axes = call.value("fft_length"), call.value("axes")
    if lengths is not None and lengths.size and lengths.min() < 1:
        raise DiagramError(f"FFT lengths must be 1 or more, got {lengths.tolist()}", pin="fft_length")
    if lengths is None or axes is None or shape is None:
        return None
    try:
        result = [normalise_axis(each, len(shape)) for each in axes.tolist()]
    except DiagramError as error:
        raise DiagramError(error.message, pin="axes") from None
    if len({*result}) < len(result):
        raise pin_error(call, "axes", f"each axis may occur only once, got {axes.tolist()}")
    return result, lengths.tolist()


def _shape(call: Call, last: Callable[[int], int] = lambda length: length) -> Shape:
    result, shape = _axes_and_lengths(call), call.shape("input")
    if shape is None or result is None:
        return None if shape is None else (None,) * len(shape)
    sizes = list(shape)
    axes, lengths = result
    for axis, length in zip(axes, lengths, strict=True):
        sizes[axis] = length
    if axes:
        sizes[axes[-1]] = last(lengths[-1])
    return tuple(sizes)


def _transformed(function: str, x: Any, lengths: Array, axes: Array, dtype: Any, last: int | None = None) -> Any:
    indices: list[int] = axes.tolist()
    if not indices:
        return (np.real(x) if np.dtype(dtype).kind == "f" else x).astype(dtype)
    if not x.size:
        shape = list(x.shape)
        for axis, length in zip(indices, lengths.tolist(), strict=True):
            shape[axis] = length
        if last is not None:
            shape[indices[-1]] = last
        return np.zeros(shape, dtype)
    result = getattr(scipy_fft(), function)(x, s=lengths.tolist(), axes=indices)
    return np.ascontiguousarray(result.astype(dtype, copy=False))


def _declared(
    name: str, signature: str, kernel: Callable[..., Any], words: Sequence[str], example: dict[str, Any], **more: Any
) -> BlockType:
    summary, formula, given, output, attribute = words
    doc = _DOC.format(summary=summary, formula=formula, input=given, output=output, attribute=attribute)
    return declare(name, _PAGE, signature, kernel, doc=doc, example=example, **more)


# -- Complex numbers ---------------------------------------------------------------------------------------------------


def _complex(name: str, function: str, summary: str, formula: str, example: tuple[Any, Any]) -> BlockType:
    def kernel(input: Array, fft_length: Array, axes: Array) -> Any:
        return _transformed(function, input, fft_length, axes, input.dtype)

    result = _declared(
        name,
        "input: Tcomplex, fft_length: int32, axes: int32 -> output: Tcomplex",
        kernel,
        (summary, formula, "complex numbers", "the Fourier transform.", ""),
        {"input": example[0], "fft_length": [2, 2], "axes": [0, 1], "output": example[1]},
        Tcomplex=COMPLEX,
        foldable=True,
    )
    result.shape(_shape)
    back, inverse = ("IFFTND", False) if name == "FFTND" else ("FFTND", True)

    def gradient(call: Node, dy: Output) -> Operand:
        x, lengths, axes = call.inputs
        size = make("Cast", make("Prod", lengths, 0), DstT=dy.dtype)
        results = make(back, dy, lengths, axes)
        return _of_shape(results / size if inverse else results * size, make("Shape", x))

    result.gradient("input")(gradient)
    return result


def _of_shape(x: Output, wanted: Output) -> Operand:
    size = make("Minimum", make("Shape", x), wanted)
    behind = make("Subtract", wanted, size)
    return make(
        "Pad", make("Slice", x, make("ZerosLike", size), size), make("Stack", [make("ZerosLike", size), behind], axis=1)
    )


_WAVE = [["1+0j", "0+0j"], ["0+0j", "0+0j"]]
_FLAT = [["1+0j", "1+0j"], ["1+0j", "1+0j"]]
FFTND = _complex(
    "FFTND",
    "fftn",
    "Compute the discrete Fourier transform (FFT) of complex numbers along the given axes.",
    _FREQUENCIES,
    (_WAVE, _FLAT),
)
IFFTND = _complex(
    "IFFTND",
    "ifftn",
    "Compute the inverse discrete Fourier transform (inverse FFT) along the given axes.",
    "Formula: output[n] is the sum over k of input[k] e^(2πi n k / N), divided by N, along each of the axes.",
    (_FLAT, _WAVE),
)


# -- Real numbers ------------------------------------------------------------------------------------------------------


def _checked(call: Call, attribute: str, wanted: DType) -> None:
    given = call.attrs[attribute]
    if given is not wanted:
        text = f"{call.type.name}: expected {attribute} {wanted.short} for input {call.dtype('input').short}, got"
        raise DiagramError(f"{text} {given.short}", pin=attribute, hint=f"set {attribute} to {wanted.name}")


def _rfft(input: Array, fft_length: Array, axes: Array, *, Tcomplex: DType = COMPLEX64) -> Any:
    half = int(fft_length[-1]) // 2 + 1 if fft_length.size else None
    return _transformed("rfftn", input, fft_length, axes, Tcomplex.numpy, half)


def _irfft(input: Array, fft_length: Array, axes: Array, *, Treal: DType = FLOAT) -> Any:
    return _transformed("irfftn", input, fft_length, axes, Treal.numpy)


RFFTND = _declared(
    "RFFTND",
    "input: Treal, fft_length: int32, axes: int32 -> output: Tcomplex",
    _rfft,
    (
        "Compute the discrete Fourier transform (FFT) of real numbers along the given axes.",
        _FREQUENCIES,
        "real numbers",
        "the non-negative frequencies. The last of the axes has N // 2 + 1 elements, where N is its length.",
        "\n        Tcomplex: the dtype of the result: complex64 for float32, complex128 for float64.",
    ),
    {"input": [[1.0, 0.0], [0.0, 0.0]], "fft_length": [2, 2], "axes": [0, 1], "output": _FLAT},
    Treal=(FLOAT, DOUBLE),
    where={"Tcomplex": COMPLEX},
)
IRFFTND = _declared(
    "IRFFTND",
    "input: Tcomplex, fft_length: int32, axes: int32 -> output: Treal",
    _irfft,
    (
        "Compute the inverse FFT of a half spectrum along the given axes: the real-valued inverse of RFFTND.",
        "Formula: as for complex numbers; the missing half of the frequencies are the conjugates of the given half.",
        "non-negative frequencies: N // 2 + 1 elements along the last of the axes, where N is its length",
        "the real numbers. The axes have the given lengths.",
        "\n        Treal: the dtype of the result: float32 for complex64, float64 for complex128.",
    ),
    {"input": _FLAT, "fft_length": [2, 2], "axes": [0, 1], "output": [[1.0, 0.0], [0.0, 0.0]]},
    Tcomplex=COMPLEX,
    where={"Treal": (FLOAT, DOUBLE)},
)


@RFFTND.shape
def _(call: Call) -> Shape:
    _checked(call, "Tcomplex", COMPLEX128 if call.dtype("input") is DOUBLE else COMPLEX64)
    return _shape(call, lambda length: length // 2 + 1)


@IRFFTND.shape
def _(call: Call) -> Shape:
    _checked(call, "Treal", real_dtype(call.dtype("input")))
    return _shape(call)


@RFFTND.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    # The frequencies that were left out count as nothing arriving there: the inverse adds them as zeros.
    x, lengths, axes = call.inputs
    size = make("Cast", make("Prod", lengths, 0), DstT=dy.dtype)
    return _of_shape(make("Real", make("IFFTND", dy, lengths, axes) * size, Tout=x.dtype), make("Shape", x))


@IRFFTND.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    x, lengths, axes = call.inputs
    if axes.shape == (0,):
        return make("Cast", dy, DstT=x.dtype)
    result = make("RFFTND", dy, lengths, axes, Tcomplex=x.dtype)
    # Frequencies that stand for their conjugates as well count twice.
    rank = make("Rank", result)
    axis, length = (
        make("StridedSlice", each, [-1], [0], [1], end_mask=1, shrink_axis_mask=1) for each in (axes, lengths)
    )
    axis = make("FloorMod", axis, rank)
    count = make("Gather", make("Shape", result), axis)
    index = make("Range", 0, count, 1)
    once = [make("Cast", make("Equal", index * n, m), DstT=x.dtype) for n, m in ((1, 0), (2, length))]
    times = make("Reshape", 2 - once[0] - once[1], make("OneHot", axis, rank, count, 1))
    size = make("Cast", make("Prod", lengths, 0), DstT=x.dtype)
    return _of_shape(result * times / size, make("Shape", x))
