"""Tools for ONNX rules: queries, and the error for calls that have no ONNX form.

A rule gets a `Site` and one `Value` per input pin (a tuple for a list, None for an open pin) and returns the same
results as the kernel, as formulas of ONNX operators (`blocks.library.onnx_rules.values`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import INT64, DType
from blocks.base.types import Array, Shape
from blocks.graph.graph import Node
from blocks.library.onnx_rules.values import NotExported, Sink, Value, constant, wide


class Site:
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


class Rule(NamedTuple):
    lower: Callable[..., Any]


# What rules ask.


def known(value: Value, what: str) -> Array:
    """Return a value that must be known. Raise NotExported if it is known only at run time."""
    if value.known is None:
        raise NotExported(f"needs the value of {what}, which is known only when it runs")
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
    return (-1 if batch is None else batch, *fixed(tuple(rest), "its images"))


# Kinds of rules.


def plain(function: Callable[..., Any]) -> Rule:
    def lower(_site: Site, *args: Value) -> Any:
        return function(*args)

    return Rule(lower)


def widened(function: Callable[..., Any]) -> Rule:
    def lower(_site: Site, *args: Value) -> Any:
        return function(*map(wide, args))

    return Rule(lower)


def of_one(function: Callable[[Value], Any]) -> Rule:
    return plain(function)


def of_two(function: Callable[[Value, Value], Any]) -> Rule:
    return plain(function)


def one(function: Callable[[Value], Any]) -> Rule:
    return widened(function)


def two(function: Callable[[Value, Value], Any]) -> Rule:
    return widened(function)


def each(names: str, rule: Rule) -> Mapping[str, Rule]:
    return dict.fromkeys(names.split(), rule)
