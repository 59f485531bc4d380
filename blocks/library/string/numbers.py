"""Numbers formatted as strings."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, COMPLEX, FLOATS, INTEGERS, STRING, VARIANT, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block
from blocks.library.string.elements import scalar

_FLAGS = "+- 0#"
_WIDEST = 1 << 20


@block(
    "input: T -> output: string",
    T=(*FLOATS, *INTEGERS, *COMPLEX, BOOL, STRING, VARIANT),
    not_differentiable="strings have no gradient",
    example={"input": [7, -12], "width": 4, "output": ["   7", " -12"]},
)
def AsString(
    input: Array,
    *,
    T: DType,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
) -> Array:
    """Convert values to strings, in the format of C's ``printf``: 3.141590, -7, true, (1.000000,-2.000000).

    Args:
        input: [...] numbers, booleans or strings. If width is set, strings are truncated to ``precision`` bytes.
        precision: the number of digits after the decimal point, or of significant digits if shortest is true. -1 means
            6.
        scientific: whether to write floating-point numbers with an exponent: 3.141590e+00.
        shortest: whether to write floating-point numbers in the shorter form, without trailing zeros: 3.14159.
        width: the minimum width in characters. -1 means no minimum.
        fill: how to fill up to width: "" with spaces on the left, "-" with spaces on the right, "0" with zeros. "+"
            adds a sign to positive numbers, " " a space instead of that sign, "#" always a decimal point.

    Returns:
        output: [...] the strings.
    """
    if T is BOOL:
        truths: Array = np.where(input, scalar(b"true"), scalar(b"false"))
        return truths
    if T is STRING and width <= 0:
        return input.copy()
    flag = "" if T.kind == "uint" and fill in ("+", " ") else fill
    form = f"%{flag}{width if width > 0 else ''}{f'.{precision}' if precision >= 0 else ''}"
    if T is STRING:
        written = _string(form + "s")
    elif T.is_integer:
        written = _encoded(form + "d")
    else:
        written = _float(form + ("g" if shortest else "e" if scientific else "f"), flag)
        if T.is_complex:
            written = _complex(written)
    out = np.empty(input.size, np.object_)
    out[:] = [written(each) for each in input.reshape(-1).tolist()]
    return np.reshape(out, input.shape)


def _encoded(form: str) -> Callable[[Any], bytes]:
    return lambda number: (form % number).encode()


def _string(form: str) -> Callable[[bytes], bytes]:
    return lambda text: form.encode() % text


def _float(form: str, flag: str) -> Callable[[float], bytes]:
    # C does not fill up with zeros before what is no number, and writes the sign of a NaN.
    other = form.replace("%0", "%", 1) if flag == "0" else form

    def written(number: float) -> bytes:
        if math.isfinite(number):
            return (form % number).encode()
        text = other % math.copysign(math.inf, number)
        return text.replace("inf", "nan" if math.isnan(number) else "inf").encode()

    return written


def _complex(part: Callable[[float], bytes]) -> Callable[[complex], bytes]:
    return lambda number: b"(" + part(number.real) + b"," + part(number.imag) + b")"


def _prepare(attrs: dict[str, Any]) -> None:
    if attrs["scientific"] and attrs["shortest"]:
        raise DiagramError("AsString: scientific and shortest cannot both be true", pin="scientific")
    if attrs["fill"] not in tuple(_FLAGS) and attrs["fill"]:
        raise DiagramError(f"AsString: fill must be +, -, 0, # or a space, got {attrs['fill']!r}", pin="fill")
    for name in ("width", "precision"):
        if attrs[name] > _WIDEST:
            raise DiagramError(f"AsString: {name} must be at most {_WIDEST:,}, got {attrs[name]:,}", pin=name)


AsString.prepare = _prepare


@AsString.shape
def _(call: Call) -> Shape:
    dtype = call.dtype("input")
    if dtype.is_integer or dtype is BOOL:
        for name in ("scientific", "shortest"):
            if call.attrs[name]:
                raise pin_error(call, name, f"{name} requires floating-point input, got {dtype.short}")
        if call.attrs["precision"] >= 0:
            raise pin_error(call, "precision", f"precision is not supported for {dtype.short}")
    if dtype is VARIANT:
        raise pin_error(call, "input", "variant input is not supported")
    return call.shape("input")
