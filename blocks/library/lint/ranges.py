"""Value ranges of tensors that hold for every feed, derived from the block types without a run."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from blocks.graph.call_info import known_value
from blocks.graph.graph import Node, Output

_INF = math.inf


class Range(NamedTuple):
    low: float = -_INF
    high: float = _INF
    has_low: bool = True
    has_high: bool = True

    def may_be(self, value: float) -> bool:
        above = self.low < value or (self.has_low and self.low == value)
        return above and (value < self.high or (self.has_high and value == self.high))


ANY, ZERO = Range(), Range(0, 0)
_POSITIVE = Range(0, _INF, has_low=False)
_NOT_NEGATIVE = Range(0)
_SHARE = Range(0, 1, has_low=False, has_high=False)
_WAVE = Range(-1, 1)
_OF_TYPE = {
    "Square": _NOT_NEGATIVE, "Abs": _NOT_NEGATIVE, "ComplexAbs": _NOT_NEGATIVE, "Relu": _NOT_NEGATIVE,
    "SquaredDifference": _NOT_NEGATIVE, "Sqrt": _NOT_NEGATIVE, "EuclideanNorm": _NOT_NEGATIVE, "L2Loss": _NOT_NEGATIVE,
    "Relu6": Range(0, 6), "Exp": _POSITIVE, "Softplus": _POSITIVE, "Rsqrt": _POSITIVE,
    "Sigmoid": _SHARE, "Softmax": _SHARE, "Tanh": Range(-1, 1, has_low=False, has_high=False),
    "Sin": _WAVE, "Cos": _WAVE, "RandomUniform": Range(0, 1, has_high=False), "Sign": _WAVE,
}  # fmt: skip
_SAME = (
    "Identity", "StopGradient", "PreventGradient", "ScaleGradient", "ClipGradient", "CheckNumerics", "EnsureShape",
    "Print", "Reshape", "ExpandDims", "Squeeze", "Transpose", "Cast", "Gather", "GatherV2", "Slice", "StridedSlice",
    "Tile", "BroadcastTo", "Reverse", "Mean", "Max", "Min",
)  # fmt: skip
"""Types whose results stay within the range of their first input."""


class Ranges:
    """The ranges of the tensors of a graph, each computed once on demand."""

    def __init__(self) -> None:
        self._known: dict[Output, Range] = {}

    def of(self, output: Output) -> Range:
        known, pending = self._known, [output]
        while pending:  # not recursive, because a chain of blocks may exceed the recursion limit
            current = pending[-1]
            if current in known:
                pending.pop()
                continue
            node = current.op
            rule = None if _value_range(current) is not None else _RULES.get(node.type.name)
            waiting = [each for each in node.inputs if each not in known] if rule is not None else []
            if waiting:
                pending += waiting
                continue
            given = _value_range(current)
            if given is None and node.type.constant_fill is not None:
                given = Range(node.type.constant_fill, node.type.constant_fill)
            if given is None and rule is not None:
                given = rule(node, [known[each] for each in node.inputs])
            known[current] = given or _OF_TYPE.get(node.type.name, ANY)
            pending.pop()
        return known[output]


def _value_range(output: Output) -> Range | None:
    """Return the range of a value that follows from constants, or None."""
    value = known_value(output)
    if value is None or value.dtype.kind not in "fiu" or not value.size or np.isnan(value).any():
        return None
    return Range(float(value.min()), float(value.max()))


def _sum(_node: Node, given: Sequence[Range]) -> Range:
    """Return the sign of a sum as a range, because the number of terms may be unknown."""
    one = given[0]
    if one == ZERO:
        return ZERO
    if one.low >= 0:
        return Range(0 if one.low == 0 else one.low, _INF, one.has_low)
    return Range(-_INF, one.high, True, one.has_high) if one.high <= 0 else ANY


def _add(_node: Node, given: Sequence[Range]) -> Range:
    low, high = sum(each.low for each in given), sum(each.high for each in given)
    return Range(low, high, all(each.has_low for each in given), all(each.has_high for each in given))


def _negative(of: Range) -> Range:
    return Range(-of.high, -of.low, of.has_high, of.has_low)


def _multiply(node: Node, given: Sequence[Range]) -> Range:
    if node.inputs[0] == node.inputs[1]:
        return _NOT_NEGATIVE
    a, b = given
    corners = [0.0 if 0 in (x, y) else x * y for x in a[:2] for y in b[:2]]
    zero = a.may_be(0) or b.may_be(0)
    low, high = min(corners), max(corners)
    return Range(low, high, low != 0 or zero, high != 0 or zero)


def _product(_node: Node, given: Sequence[Range]) -> Range:
    """Return 0 if a factor is 0, otherwise any value."""
    return ZERO if ZERO in given[:2] else ANY


def _divide(node: Node, given: Sequence[Range]) -> Range:
    a, b = given
    if a == ZERO:
        return ZERO
    if a.low >= 0 and b.low >= 0:
        return Range(0, _INF, a.may_be(0))
    return ANY


def _maximum(_node: Node, given: Sequence[Range]) -> Range:
    first = max(given, key=lambda each: (each.low, not each.has_low))
    last = max(given, key=lambda each: (each.high, each.has_high))
    return Range(first.low, last.high, first.has_low, last.has_high)


def _minimum(node: Node, given: Sequence[Range]) -> Range:
    return _negative(_maximum(node, [_negative(each) for each in given]))


def _either(_node: Node, given: Sequence[Range]) -> Range:
    one, other = given[1:]
    first = min(one, other, key=lambda each: (each.low, not each.has_low))
    last = max(one, other, key=lambda each: (each.high, each.has_high))
    return Range(first.low, last.high, first.has_low, last.has_high)


_RULES: dict[str, Callable[[Node, Sequence[Range]], Range]] = {
    **dict.fromkeys(_SAME, lambda _node, given: given[0]),
    **dict.fromkeys(("Add", "AddV2", "AddN", "BiasAdd"), _add),
    **dict.fromkeys(("Multiply", "Mul"), _multiply),
    **dict.fromkeys(("RealDiv", "Div", "DivNoNan"), _divide),
    **dict.fromkeys(("Where3", "SelectV2"), _either),
    **dict.fromkeys(("MatMul", "BatchMatMul", "BatchMatMulV2", "MulNoNan", "Einsum"), _product),
    "Fill": lambda _node, given: given[1],
    "Negate": lambda _node, given: _negative(given[0]),
    "Sum": _sum,
    "Subtract": lambda node, given: _add(node, [given[0], _negative(given[1])]),
    "Maximum": _maximum,
    "Minimum": _minimum,
    "ClipByValue": lambda node, given: _minimum(node, [_maximum(node, given[:2]), given[2]]),
    "Reciprocal": lambda _node, given: _POSITIVE if given[0].low >= 0 else ANY,
}
