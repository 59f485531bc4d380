"""Helpers shared by this category's block types: dtype groups, and shape and axis arguments read from pins."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from blocks.base.dtypes import (
    BOOL,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    INT4,
    NUMERIC,
    QINT8,
    QINT32,
    QUANTIZED,
    QUINT8,
    RESOURCE,
    STRING,
    UINT4,
    VARIANT,
    DType,
)
from blocks.base.errors import DiagramError
from blocks.base.shapes import normalise_axis, of_rank, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node

FLOAT8 = (FLOAT8_E4M3FN, FLOAT8_E5M2)
FOUR_BITS = (INT4, UINT4)
HANDLES = (RESOURCE, VARIANT)
COPYABLE = (*NUMERIC, BOOL, STRING)
"""What TensorFlow's kernels move about without looking at it."""
COPYABLE_QUANTIZED = (*COPYABLE, QINT8, QUINT8, QINT32)
COPYABLE_ALL = (*COPYABLE, *QUANTIZED, *FLOAT8)


def zeros(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """Return zeros, or empty strings for the object dtype."""
    if dtype.hasobject:
        result = np.empty(shape, object)
        result.fill(b"")
        return result
    return np.zeros(shape, dtype)


def pin_error(call: Call | Node, pin: str, text: str, *, hint: str | None = None) -> DiagramError:
    """Return the error of a shape or gradient rule: ``TYPE: TEXT``."""
    return DiagramError(f"{call.type.name}: {text}", pin=pin, hint=hint)


def expect(attrs: Mapping[str, Any], name: str, holds: bool, wanted: str) -> None:
    """Raise DiagramError unless an attribute has a wanted value: ``NAME must be WANTED, got VALUE``."""
    if not holds:
        raise DiagramError(f"{name} must be {wanted}, got {attrs[name]!r}", pin=name)


def shape_error(call: Call, pin: str, wanted: str) -> DiagramError:
    """Return the error for an input of a wrong shape: ``TYPE: WANTED, got shape SHAPE``."""
    return pin_error(call, pin, f"{wanted}, got shape {shape_text(call.shape(pin))}")


def require_fitting(call: Call, attribute: str, pin: str, fitting: DType) -> None:
    """Raise DiagramError unless an attribute is the dtype that fits that of an input."""
    given = call.attrs[attribute]
    if given is not fitting:
        text = f"expected {attribute} {fitting.short} for input {call.dtype(pin).short}, got {given.short}"
        raise pin_error(call, attribute, text, hint=f"set {attribute} to {fitting.name}")


def require_ranks(call: Call, pin: str, lowest: int, highest: float, wanted: str) -> Shape:
    """Return a pin's shape. Raise DiagramError if its rank is known and not in a range."""
    shape = call.shape(pin)
    if shape is not None and not lowest <= len(shape) <= highest:
        raise shape_error(call, pin, wanted)
    return shape


def vector(call: Call, pin: str) -> list[int] | None:
    """Return the integers at a pin if they are known. Raise DiagramError if they are not a vector."""
    require_vector(call, pin)
    value = call.value(pin)
    return None if value is None else [int(v) for v in value.tolist()]


def require_vector(call: Call, pin: str) -> None:
    require_ranks(call, pin, 1, 1, f"{pin} must be a vector")


def vector_length(call: Call, pin: str) -> int | None:
    """Return the length of a pin's vector if it is known. Raise DiagramError if the pin gets something else."""
    require_vector(call, pin)
    shape = call.shape(pin)
    return None if shape is None else shape[0]


def scalar(call: Call, pin: str, least: int | None = None) -> int | None:
    """Return the integer at a pin if it is known. Raise DiagramError if it is not a scalar, or below ``least``."""
    require_scalar(call, pin)
    value = call.value(pin)
    if value is not None and least is not None and value < least:
        raise pin_error(call, pin, f"{pin} must be {least} or more, got {value}")
    return None if value is None else int(value)


def require_scalar(call: Call, pin: str) -> None:
    require_ranks(call, pin, 0, 0, f"{pin} must be a scalar")


def require_rank(call: Call, pin: str, lowest: int, what: str) -> Shape:
    """Return a pin's shape. Raise DiagramError if it is known to have fewer than ``lowest`` dimensions."""
    return require_ranks(call, pin, lowest, math.inf, f"{pin} must have {what}")


def axis_of(call: Call, pin: str, rank: int | None) -> int | None:
    """Return the axis at a pin, counted from the front, or None if it or the rank is unknown.

    Raises:
        DiagramError: it is not a scalar or not an axis of the tensor.
    """
    axis = scalar(call, pin)
    return None if axis is None or rank is None else normalise_axis(axis, rank, pin=pin)


def sizes(call: Call, pin: str) -> Shape:
    """Return the shape that a pin's integers specify, or only its rank if they are unknown.

    Raises:
        DiagramError: they are not a vector, or one is negative.
    """
    result = vector(call, pin)
    if result is None:
        length = vector_length(call, pin)
        return None if length is None else of_rank(length)
    for size in result:
        if size < 0:
            raise pin_error(call, pin, f"the sizes at {pin} must be 0 or more, got {size}")
    return tuple(result)
