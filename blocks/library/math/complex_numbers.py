"""Complex numbers: their parts, conjugates, absolute values and angles."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import COMPLEX, COMPLEX64, DOUBLE, FLOAT, DType, complex_dtype, real_dtype
from blocks.base.errors import DiagramError
from blocks.base.shapes import broadcast, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import require_fitting
from blocks.library.declare import block, make

_REALS = (FLOAT, DOUBLE)


def _part_shape(call: Call) -> Shape:
    pin = call.type.inputs[0].name
    require_fitting(call, "Tout", pin, real_dtype(call.dtype(pin)))
    return call.shape(pin)


@block(
    "input: T -> output: Tout",
    T=COMPLEX,
    where={"Tout": _REALS},
    view=True,
    example={"input": ["1+2j", "-3j"], "output": [1.0, 0.0]},
)
def Real(input: Array, *, Tout: DType = FLOAT) -> Array:
    """Return the real part of complex numbers: output = Re(input).

    Args:
        input: [...] the complex numbers.
        Tout: the dtype of the result: float32 for complex64, float64 for complex128.

    Returns:
        output: [...] the real parts.
    """
    return np.real(input)


Real.shape(_part_shape)


Real.gradient("input")(lambda call, dy: make("Complex", dy, 0.0, Tout=complex_dtype(dy.dtype)))


@block(
    "input: T -> output: Tout",
    T=COMPLEX,
    where={"Tout": _REALS},
    view=True,
    doc_of=Real,
    example={"input": ["1+2j", "-3j"], "output": [2.0, -3.0]},
)
def Imag(input: Array, *, Tout: DType = FLOAT) -> Array:
    """Return the imaginary part of complex numbers: output = Im(input).

    Returns:
        output: [...] the imaginary parts.
    """
    return np.imag(input)


Imag.shape(_part_shape)


Imag.gradient("input")(lambda call, dy: make("Complex", 0.0, dy, Tout=complex_dtype(dy.dtype)))


@block(
    "real: T, imag: T -> out: Tout",
    T=_REALS,
    where={"Tout": COMPLEX},
    broadcasts=True,
    example={"real": [1.0, 0.0], "imag": [2.0, -3.0], "out": ["1+2j", "-3j"]},
)
def Complex(real: Array, imag: Array, *, Tout: DType = COMPLEX64) -> Array:
    """Build complex numbers from real and imaginary parts: out = real + i * imag.

    Args:
        real: [...] the real parts.
        imag: [...] the imaginary parts, broadcast against real.
        Tout: the dtype of the result: complex64 for float32, complex128 for float64.

    Returns:
        out: [...] the complex numbers.
    """
    out = np.empty(np.broadcast_shapes(np.shape(real), np.shape(imag)), Tout.numpy)
    out.real = real
    out.imag = imag
    return out


@Complex.shape
def _(call: Call) -> Shape:
    require_fitting(call, "Tout", "real", complex_dtype(call.dtype("real")))
    real, imag = call.shape("real"), call.shape("imag")
    try:
        return broadcast(real, imag)
    except DiagramError:
        text = f"Complex: cannot broadcast real {shape_text(real)} and imag {shape_text(imag)}"
        raise DiagramError(text, pin="imag", hint="make the sizes equal, or make one of the sizes 1") from None


@Complex.gradient("real", "imag")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    part = real_dtype(dy.dtype)
    return Real(dy, Tout=part), Imag(dy, Tout=part)


@block("input: T -> output: T", T=COMPLEX, example={"input": ["1+2j", "-3j"], "output": ["1-2j", "3j"]})
def Conj(input: Array) -> Any:
    """Compute the complex conjugate: output = Re(input) - i * Im(input).

    Args:
        input: [...] the complex numbers.

    Returns:
        output: [...] the conjugates.
    """
    return np.conjugate(input)


Conj.shape(lambda call: call.shape("input"))


Conj.gradient("input")(lambda call, dy: Conj(dy))


@block("x: T -> y: Tout", T=COMPLEX, where={"Tout": _REALS}, example={"x": ["3+4j", "-2j"], "y": [5.0, 2.0]})
def ComplexAbs(x: Array, *, Tout: DType = FLOAT) -> Any:
    """Compute the absolute value of complex numbers: y = √(Re(x)² + Im(x)²). Its gradient at 0 is 0.

    Args:
        x: [...] the complex numbers.
        Tout: the dtype of the result: float32 for complex64, float64 for complex128.

    Returns:
        y: [...] the absolute values.
    """
    return np.absolute(x)


ComplexAbs.shape(_part_shape)


@ComplexAbs.gradient("x")
def _(call: Node, dy: Output) -> Operand:
    x, whole = call.inputs[0], complex_dtype(dy.dtype)
    return make("DivNoNan", Complex(dy, 0.0, Tout=whole) * x, Complex(call.outputs[0], 0.0, Tout=whole))


@block(
    "input: T -> output: Tout",
    T=COMPLEX,
    where={"Tout": _REALS},
    doc_of=Real,
    example={"input": ["1+1j", "-2j"], "output": [0.7853982, -1.5707964]},
)
def Angle(input: Array, *, Tout: DType = FLOAT) -> Any:
    """Compute the angle (phase) of complex numbers: output = atan2(Im(input), Re(input)).

    Returns:
        output: [...] the angles in radians, in -π ... π.
    """
    return np.angle(input)


Angle.shape(_part_shape)


@Angle.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    x, part, whole = call.inputs[0], dy.dtype, complex_dtype(dy.dtype)
    turned = Complex(Imag(x, Tout=part), Real(x, Tout=part), Tout=whole)
    return -(Complex(dy, 0.0, Tout=whole) / turned)
