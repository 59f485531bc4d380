"""Breakpoint conditions: a small language, parsed to plain data.

::

    condition  := group {"or" group}
    group      := predicate {"and" predicate}
    predicate  := "nonfinite" | "rises" | quantity sign number
    quantity   := "min" | "max" | "mean" | "norm" | "absmax" | "step"
    sign       := "<" | "<=" | ">" | ">=" | "==" | "!="
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from blocks.base.errors import UsageError
from blocks.base.types import Array

Number: TypeAlias = int | float

_SIGNS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_TOKEN = re.compile(
    r"\s*(?:(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])|[+-]?inf\b)"
    r"|(?P<word>[A-Za-z_]\w*)|(?P<sign><=|>=|==|!=|<|>)|(?P<other>\S))",
    re.ASCII,
)
_LONGEST = 1000
_SAFE = 1e-150, 1e150
"""Between these squares are neither too small nor too large to be added up."""


class Seen(NamedTuple):
    """The data that a condition is evaluated on.

    Attributes:
        before: the mean of its elements in the previous step; None if there was none.
    """

    step: int
    value: Array
    before: float | None = None


class Predicate(NamedTuple):
    word: str
    sign: str = ""
    number: Number = 0

    def holds(self, seen: Seen) -> bool:
        """Return whether the predicate holds; comparisons with quantities that an empty tensor lacks are false."""
        if self.word == "nonfinite":
            return not is_finite(seen.value)
        if self.word == "rises":
            now = mean(seen.value)
            return now is not None and seen.before is not None and now > seen.before
        result = seen.step if self.word == "step" else _QUANTITIES[self.word](seen.value)
        return result is not None and _SIGNS[self.sign](result, self.number)


class Condition(NamedTuple):
    """Groups of predicates (``or`` of ``and``); the condition holds if all predicates of one group hold."""

    groups: tuple[tuple[Predicate, ...], ...]

    def holds(self, seen: Seen) -> bool:
        return any(all(each.holds(seen) for each in group) for group in self.groups)

    @property
    def looks_at_value(self) -> bool:
        return any(each.word != "step" for group in self.groups for each in group)

    @property
    def compares_steps(self) -> bool:
        return any(each.word == "rises" for group in self.groups for each in group)


def parse_condition(text: str) -> Condition:
    if len(text) > _LONGEST:
        raise UsageError(f"a condition can have at most {_LONGEST:,} characters, got {len(text):,}")
    tokens = [*_tokens(text), ("end", "")]
    groups: list[tuple[Predicate, ...]] = []
    group: list[Predicate] = []
    at = 0
    while True:
        result, at = _predicate(tokens, at, text)
        group.append(result)
        kind, word = tokens[at]
        at += 1
        if word != "and":
            groups.append(tuple(group))
            group = []
        if kind == "end":
            return Condition(tuple(groups))
        if word not in ("and", "or"):
            raise _wrong(text, f"expected 'and', 'or' or the end, got {word!r}")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for each in _TOKEN.finditer(text):
        kind = each.lastgroup or ""
        yield kind, each[kind]


def _predicate(tokens: list[tuple[str, str]], at: int, text: str) -> tuple[Predicate, int]:
    kind, word = tokens[at]
    if kind == "end":
        raise _wrong(text, "it ends too early" if at else "it is empty")
    if word in ("nonfinite", "rises"):
        return Predicate(word), at + 1
    if word not in _QUANTITIES and word != "step":
        raise _wrong(text, f"expected nonfinite, rises, step or one of {', '.join(_QUANTITIES)}, got {word!r}")
    sign = tokens[at + 1][1]
    if sign not in _SIGNS:
        raise _wrong(text, f"expected one of {' '.join(_SIGNS)} after {word}")
    kind, number = tokens[at + 2]
    if kind != "number":
        raise _wrong(text, f"expected a number after {word} {sign}" + (f", got {number!r}" if number else ""))
    return Predicate(word, sign, int(number) if number.lstrip("+-").isdecimal() else float(number)), at + 3


def _wrong(text: str, reason: str) -> UsageError:
    hint = "use nonfinite, rises or a comparison such as norm > 10, joined by `and` or `or`"
    return UsageError(f"the condition {text.strip()!r} is invalid: {reason}", hint=hint)


def _numbers(value: Array) -> Array:
    """Return the elements as a flat array: small types and absolute values of complex ones as float64, bool as 0, 1."""
    flat = value.ravel()
    if flat.dtype.kind == "c":
        return np.abs(flat.astype(np.complex128))
    if flat.dtype.kind == "b":
        return flat.astype(np.int8)
    return flat if flat.dtype.kind in "iu" else flat.astype(np.float64)


def is_finite(value: Array) -> bool:
    return value.dtype.kind in "biu" or bool(np.isfinite(_numbers(value)).all())


def least(value: Array) -> Number | None:
    """Return the smallest element; NaN if an element is NaN, None if there are none."""
    return _numbers(value).min().item() if value.size else None


def greatest(value: Array) -> Number | None:
    """Return the largest element; NaN if an element is NaN, None if there are none."""
    return _numbers(value).max().item() if value.size else None


def mean(value: Array) -> float | None:
    """Return the mean of the elements; NaN if an element is NaN, None if there are none."""
    with np.errstate(all="ignore"):
        return float(_numbers(value).mean(dtype=np.float64)) if value.size else None


def largest(value: Array) -> Number | None:
    """Return the largest absolute value; NaN if an element is NaN, None if there are none."""
    low, high = least(value), greatest(value)
    return None if low is None or high is None else max(-low, high)


def norm(value: Array) -> float:
    """Return the Euclidean norm, 0 if there are no elements, scaled to avoid overflow and underflow of squares."""
    size = largest(value)
    if size is None or size == 0 or not math.isfinite(size):
        return 0.0 if size is None else float(abs(size))
    flat = _numbers(value).astype(np.float64)
    scale = 1.0 if _SAFE[0] < size < _SAFE[1] else float(size)
    flat /= scale
    return scale * math.sqrt(float(np.dot(flat, flat)))


_QUANTITIES: Mapping[str, Callable[[Array], Number | None]] = {
    "min": least,
    "max": greatest,
    "mean": mean,
    "norm": norm,
    "absmax": largest,
}
