"""Discrete Fourier transforms along the last one, two or three axes, or along chosen ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import COMPLEX, COMPLEX64, DOUBLE, FLOAT, DType, complex_dtype, real_dtype
from blocks.base.errors import DiagramError
from blocks.base.shapes import normalise_axis, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, require_fitting, require_ranks, shape_error
from blocks.library.declare import declare, make

_PAGE = "spectral_ops"
_SOURCE = "Source: Cooley and Tukey, An algorithm for the machine calculation of complex Fourier series, 1965."
_AXES = {1: "the last axis", 2: "the last two axes", 3: "the last three axes"}
_FREQUENCY = "output[k] is the sum over n of input[n] e^(-2πi n k / N)"


def scipy_fft() -> Any:
    """Import SciPy's transforms on demand: the import is slow, and few pages use them."""
    import scipy.fft  # pyright: ignore[reportMissingTypeStubs]

    return scipy.fft


def _check_rank(call: Call, rank: int) -> Shape:
    shape = call.shape("input")
    if shape is not None and len(shape) < rank:
        text = f"{call.type.name} transforms along {_AXES[rank]}, but input has shape {shape_text(shape)}"
        raise DiagramError(text, pin="input")
    return shape


def _size(x: Output, rank: int) -> Output:
    return make("Cast", make("Prod", make("Slice", make("Shape", x), _from_end(x, rank), [rank]), 0), DstT=x.dtype)


def _from_end(x: Output, rank: int) -> Operand:
    return make("ExpandDims", make("Subtract", make("Rank", x), rank), 0)


# -- Complex numbers ---------------------------------------------------------------------------------------------------


def _complex(name: str, rank: int, inverse: bool, example: tuple[Any, Any]) -> BlockType:
    def kernel(input: Array) -> Any:
        if not input.size:
            return input.copy()
        function = scipy_fft().ifftn if inverse else scipy_fft().fftn
        return function(input, axes=range(-rank, 0))

    formula = "output[n] is the sum over k of input[k] e^(2πi n k / N), divided by N" if inverse else _FREQUENCY
    kind = "inverse discrete Fourier transform (inverse FFT)" if inverse else "discrete Fourier transform (FFT)"
    doc = f"""Compute the {kind} along {_AXES[rank]}.

    Formula: {formula}{"" if rank == 1 else ", along each of these axes"}.

    {_SOURCE}

    Args:
        input: [...] the complex numbers.

    Returns:
        output: [...] the Fourier transform, with the shape of input.
    """
    result = declare(
        name,
        _PAGE,
        "input: Tcomplex -> output: Tcomplex",
        kernel,
        Tcomplex=COMPLEX,
        doc=doc,
        foldable=True,
        example={"input": example[0], "output": example[1]},
    )
    result.shape(lambda call: _check_rank(call, rank))
    back = ("" if inverse else "I") + name.removeprefix("I")

    def gradient(_call: Node, dy: Output) -> Operand:
        size = _size(dy, rank)
        return make(back, dy) / size if inverse else make(back, dy) * size

    result.gradient("input")(gradient)
    return result


_WAVE = [["1+0j", "0+0j"], ["0+0j", "0+0j"]]
_FLAT = [["1+0j", "1+0j"], ["1+0j", "1+0j"]]
FFT = _complex("FFT", 1, False, (["1+0j", "0+0j", "0+0j", "0+0j"], ["1+0j", "1+0j", "1+0j", "1+0j"]))
IFFT = _complex("IFFT", 1, True, (["1+0j", "1+0j", "1+0j", "1+0j"], ["1+0j", "0+0j", "0+0j", "0+0j"]))
FFT2D = _complex("FFT2D", 2, False, (_WAVE, _FLAT))
IFFT2D = _complex("IFFT2D", 2, True, (_FLAT, _WAVE))
FFT3D = _complex("FFT3D", 3, False, ([_WAVE], [_FLAT]))
IFFT3D = _complex("IFFT3D", 3, True, ([_FLAT], [_WAVE]))


# -- Real numbers ------------------------------------------------------------------------------------------------------


_FORWARD: dict[str, Any] = {"Treal": (FLOAT, DOUBLE), "where": {"Tcomplex": COMPLEX}}
_INVERSE: dict[str, Any] = {"Tcomplex": COMPLEX, "where": {"Treal": (FLOAT, DOUBLE)}}
_RESULT_DTYPES = {
    "Tcomplex": "the dtype of the result: complex64 for float32, complex128 for float64.",
    "Treal": "the dtype of the result: float32 for complex64, float64 for complex128.",
}


def _check_dtype(call: Call) -> None:
    """Require that the attribute for the dtype of the result fits the dtype of the input."""
    own, attribute = call.dtype("input"), "Treal" if "Treal" in call.attrs else "Tcomplex"
    require_fitting(call, attribute, "input", real_dtype(own) if attribute == "Treal" else complex_dtype(own))


def _lengths_shape(call: Call, rank: int) -> Shape:
    """Return the shape of a real transform with given lengths: the last axis holds half the frequencies."""
    _check_dtype(call)
    shape, given = _check_rank(call, rank), call.shape("fft_length")
    if given is not None and (len(given) != 1 or given[0] not in (rank, None)):
        raise shape_error(call, "fft_length", f"fft_length must have {rank} lengths")
    if shape is None:
        return None
    value = call.value("fft_length")
    if value is None:
        return (*shape[: len(shape) - rank], *[None] * rank)
    lengths: list[int] = value.tolist()
    if min(lengths) < 1:
        raise DiagramError(f"FFT lengths must be 1 or more, got {lengths}", pin="fft_length")
    frequencies = [*lengths[:-1], lengths[-1] // 2 + 1]
    needed, given_back = (frequencies, lengths) if "Treal" in call.attrs else (lengths, frequencies)
    sizes = shape[len(shape) - rank :]
    if 0 not in shape and any(size is not None and size < least for size, least in zip(sizes, needed, strict=True)):
        text = f"{call.type.name}: expected at least {needed} elements along {_AXES[rank]}, got {shape_text(shape)}"
        raise DiagramError(text, pin="fft_length")
    return (*shape[: len(shape) - rank], *given_back)


def _last(fft_length: Output) -> Output:
    return make("Reshape", make("Slice", fft_length, _from_back(fft_length), [1]), [])


def _from_back(vector: Output) -> Operand:
    return make("Subtract", make("Shape", vector), [1])


def _with_zeros(x: Output, length: Output) -> Output:
    shape = make("Shape", x)
    front = make("Slice", shape, [0], _from_back(shape))
    more = make("ExpandDims", make("Subtract", length, _last(shape)), 0)
    zeros = make("Cast", make("Fill", make("Concat", [front, more], 0), 0.0), DstT=x.dtype)
    return make("Concat", [x, zeros], make("Subtract", make("Rank", x), 1))


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


def _rfft_along(input: Array, fft_length: Array, axes: Array, *, Tcomplex: DType = COMPLEX64) -> Any:
    half = int(fft_length[-1]) // 2 + 1 if fft_length.size else None
    return _transformed("rfftn", input, fft_length, axes, Tcomplex.numpy, half)


def _irfft_along(input: Array, fft_length: Array, axes: Array, *, Treal: DType = FLOAT) -> Any:
    return _transformed("irfftn", input, fft_length, axes, Treal.numpy)


def _real(name: str, rank: int, example: tuple[Any, Any, Any]) -> BlockType:
    inverse = name.startswith("I")
    function, options = (_irfft_along, _INVERSE) if inverse else (_rfft_along, _FORWARD)
    given, result = ("Tcomplex", "Treal") if inverse else ("Treal", "Tcomplex")

    def kernel(input: Array, fft_length: Array, **dtype: DType) -> Any:
        return function(input, fft_length, np.arange(-rank, 0), **dtype)

    if inverse:
        summary = f"the inverse FFT of a half spectrum along {_AXES[rank]}: the real-valued inverse of {name[1:]}."
        formula = (
            "as for the inverse transform of complex numbers; the missing half of the frequencies are the conjugates."
        )
        words = (
            "non-negative frequencies. The last axis has N // 2 + 1 elements.",
            "real numbers. These axes have the given lengths.",
        )
    else:
        summary = f"the discrete Fourier transform (FFT) of real numbers along {_AXES[rank]}."
        formula = f"{_FREQUENCY}, for k from 0 to N / 2 on the last axis."
        words = "real numbers.", "non-negative frequencies. The last axis has N // 2 + 1 elements."
    doc = f"""Compute {summary}

    Formula: {formula}

    {_SOURCE}

    Args:
        input: [...] the {words[0]}
        fft_length: [{rank}] the length N for each of these axes. Extra input is ignored; too little input is an error.

    Returns:
        output: [...] the {words[1]}
    """
    declared = declare(
        name,
        _PAGE,
        f"input: {given}, fft_length: int32 -> output: {result}",
        kernel,
        attributes_of=function,
        doc=doc,
        doc_of=_RESULT_DTYPES,
        example=dict(zip(("input", "fft_length", "output"), example, strict=True)),
        **options,
    )
    declared.shape(lambda call: _lengths_shape(call, rank))
    return declared


def _rfft_gradient(rank: int) -> Callable[[Node, Output], Operand]:
    inverse = {1: "IFFT", 2: "IFFT2D"}[rank]

    def gradient(call: Node, dy: Output) -> Operand:
        # The transpose of the sum: the frequencies that were not given count as nothing arriving there.
        all_of_them = _with_zeros(dy, _last(call.inputs[1]))
        back = make(inverse, all_of_them) * _size(all_of_them, rank)
        return make("Real", back, Tout=call.inputs[0].dtype)

    return gradient


def _irfft_gradient(rank: int) -> Callable[[Node, Output], Operand]:
    forward = {1: "RFFT", 2: "RFFT2D"}[rank]

    def gradient(call: Node, dy: Output) -> Operand:
        dtype = complex_dtype(dy.dtype)
        lengths = call.inputs[1]
        result = make(forward, dy, lengths, Tcomplex=dtype)
        # Frequencies that stand for their conjugates as well count twice.
        index = make("Range", 0, _last(make("Shape", result)), 1)
        once = [make("Cast", make("Equal", index * n, m), DstT=dtype) for n, m in ((1, 0), (2, _last(lengths)))]
        return result * (2 - once[0] - once[1]) / make("Cast", make("Prod", lengths, 0), DstT=dtype)

    return gradient


RFFT = _real("RFFT", 1, ([1.0, 0.0, 0.0, 0.0], [4], ["1+0j", "1+0j", "1+0j"]))
RFFT2D = _real("RFFT2D", 2, ([[1.0, 0.0], [0.0, 0.0]], [2, 2], _FLAT))
RFFT3D = _real("RFFT3D", 3, ([[[1.0, 0.0], [0.0, 0.0]]], [1, 2, 2], [_FLAT]))
IRFFT = _real("IRFFT", 1, (["1+0j", "1+0j", "1+0j"], [4], [1.0, 0.0, 0.0, 0.0]))
IRFFT2D = _real("IRFFT2D", 2, (_FLAT, [2, 2], [[1.0, 0.0], [0.0, 0.0]]))
IRFFT3D = _real("IRFFT3D", 3, ([_FLAT], [1, 2, 2], [[[1.0, 0.0], [0.0, 0.0]]]))
RFFT.gradient("input")(_rfft_gradient(1))
RFFT2D.gradient("input")(_rfft_gradient(2))
IRFFT.gradient("input")(_irfft_gradient(1))
IRFFT2D.gradient("input")(_irfft_gradient(2))


# -- Transforms along any axes -----------------------------------------------------------------------------------------


_DOC = """{summary}

    {formula}

    Source: Cooley and Tukey, An algorithm for the machine calculation of complex Fourier series, 1965.

    Args:
        input: [...] the {input}.
        fft_length: [k] the length along each of the axes. Longer input is cropped, shorter input is padded with zeros.
        axes: [k] the axes, each once. A negative axis counts from the end.

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


def _declared(
    name: str, signature: str, kernel: Callable[..., Any], words: Sequence[str], example: dict[str, Any], **more: Any
) -> BlockType:
    summary, formula, given, output = words
    doc = _DOC.format(summary=summary, formula=formula, input=given, output=output)
    return declare(name, _PAGE, signature, kernel, doc=doc, doc_of=_RESULT_DTYPES, example=example, **more)


# -- Complex numbers ---------------------------------------------------------------------------------------------------


def _complex_along(name: str, function: str, summary: str, formula: str, example: tuple[Any, Any]) -> BlockType:
    def kernel(input: Array, fft_length: Array, axes: Array) -> Any:
        return _transformed(function, input, fft_length, axes, input.dtype)

    result = _declared(
        name,
        "input: Tcomplex, fft_length: int32, axes: int32 -> output: Tcomplex",
        kernel,
        (summary, formula, "complex numbers", "the Fourier transform."),
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


FFTND = _complex_along(
    "FFTND",
    "fftn",
    "Compute the discrete Fourier transform (FFT) of complex numbers along the given axes.",
    _FREQUENCIES,
    (_WAVE, _FLAT),
)
IFFTND = _complex_along(
    "IFFTND",
    "ifftn",
    "Compute the inverse discrete Fourier transform (inverse FFT) along the given axes.",
    "Formula: output[n] is the sum over k of input[k] e^(2πi n k / N), divided by N, along each of the axes.",
    (_FLAT, _WAVE),
)


# -- Real numbers ------------------------------------------------------------------------------------------------------


RFFTND = _declared(
    "RFFTND",
    "input: Treal, fft_length: int32, axes: int32 -> output: Tcomplex",
    _rfft_along,
    (
        "Compute the discrete Fourier transform (FFT) of real numbers along the given axes.",
        _FREQUENCIES,
        "real numbers",
        "the non-negative frequencies. The last of the axes has N // 2 + 1 elements, where N is its length.",
    ),
    {"input": [[1.0, 0.0], [0.0, 0.0]], "fft_length": [2, 2], "axes": [0, 1], "output": _FLAT},
    **_FORWARD,
)
IRFFTND = _declared(
    "IRFFTND",
    "input: Tcomplex, fft_length: int32, axes: int32 -> output: Treal",
    _irfft_along,
    (
        "Compute the inverse FFT of a half spectrum along the given axes: the real-valued inverse of RFFTND.",
        "Formula: as for complex numbers; the missing half of the frequencies are the conjugates of the given half.",
        "non-negative frequencies: N // 2 + 1 elements along the last of the axes, where N is its length",
        "the real numbers. The axes have the given lengths.",
    ),
    {"input": _FLAT, "fft_length": [2, 2], "axes": [0, 1], "output": [[1.0, 0.0], [0.0, 0.0]]},
    **_INVERSE,
)


@RFFTND.shape
def _(call: Call) -> Shape:
    _check_dtype(call)
    return _shape(call, lambda length: length // 2 + 1)


@IRFFTND.shape
def _(call: Call) -> Shape:
    _check_dtype(call)
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
