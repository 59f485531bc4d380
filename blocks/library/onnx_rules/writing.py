"""Tools for ONNX rules: queries, and the error for calls that have no ONNX form.

A rule gets a `Site` and one `Value` per input pin (a tuple for a list, None for an open pin) and returns the same
results as the kernel, as formulas of ONNX operators (`blocks.library.onnx_rules.values`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import INT64, DType
from blocks.base.types import Array, Shape
from blocks.graph.graph import Node
from blocks.library.onnx_rules.values import NotExported, Sink, Value, constant, wide
from blocks.library.rules import converted


class OnnxWriter:
    """The context in which a rule is applied; ``sink`` is the destination of operators."""

    __slots__ = ("attrs", "node", "sink")

    def __init__(self, node: Node, sink: Sink) -> None:
        self.node = node
        self.attrs = node.attrs
        self.sink = sink

    @property
    def dtype(self) -> DType:
        return self.node.outputs[0].dtype

    @property
    def shape(self) -> Shape:
        return self.node.outputs[0].shape

    def constant(self, array: Any, dtype: DType = INT64) -> Value:
        return constant(self.sink, np.asarray(array, dtype.numpy))


# What rules ask.


def known(value: Value, what: str) -> Array:
    """Return a value that must be known. Raise NotExported if it is known only at run time."""
    if value.known is None:
        raise NotExported(f"needs the value of {what}, which is known only at run time")
    return value.known


def numbers(value: Value, what: str) -> list[int]:
    return [int(each) for each in np.reshape(known(value, what), -1)]


def number(value: Value, what: str) -> int:
    return numbers(value, what)[0]


def rank(value: Value, what: str) -> int:
    if value.shape is None:
        raise NotExported(f"needs to know how many axes {what} has")
    return len(value.shape)


def sizes(value: Value, what: str) -> tuple[int, ...]:
    return fixed(value.shape, what)


def fixed(shape: Shape, what: str) -> tuple[int, ...]:
    result = tuple(size for size in shape or () if size is not None)
    if shape is None or len(result) != len(shape):
        raise NotExported(f"needs to know the whole shape of {what}")
    return result


def but_batch(x: Value) -> tuple[int, ...]:
    """Return the shape of images, with -1 for an unknown batch. Raise NotExported for other unknown sizes."""
    batch, *rest = x.shape or (None, None)
    return (-1 if batch is None else batch, *fixed(tuple(rest), "the images"))


widened = converted(wide)
