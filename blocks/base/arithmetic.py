"""Arithmetic on the numbers of a literal, as a person types it: ``1/3``, ``-(1+2)*4``, ``2**10``.

Operators and their precedence are Python's. A result stays an integer where Python's operator gives one, and is bounded
before it is computed: no text can ask for a number that takes long.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.literal_show import show

MOST_BITS = 1024
"""Of an integer result; the largest double has as many, and no integer dtype more than 64."""


class Operator(NamedTuple):
    """An operator of a text.

    Attributes:
        symbol: how it is written.
        where: where it stands.
        is_sign: it stands before its one operand.
    """

    symbol: str
    where: int
    is_sign: bool = False

    @property
    def binds(self) -> int:
        """How strongly it binds; a power binds more strongly than the sign before it."""
        return 2 if self.is_sign else {"**": 3, "+": 0, "-": 0}.get(self.symbol, 1)

    def waits_for(self, following: Operator) -> bool:
        """Whether what follows its right operand is applied first; powers are grouped from the right."""
        return self.binds < following.binds or self.symbol == following.symbol == "**"


_APPLY: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b,
}


def apply(op: Operator, left: object, right: object) -> int | float:
    """The result of an operator; a sign gets 0 at its left.

    Raises:
        DiagramError: an operand is no number, or the result is none that a tensor holds.
    """
    for each in (left, right):
        if type(each) not in (int, float):
            what = "a list" if isinstance(each, list) else show(each)
            raise DiagramError(f"{op.symbol!r} works on finite real numbers, not on {what}")
    assert isinstance(left, int | float)
    assert isinstance(right, int | float)
    if op.is_sign:
        return -right if op.symbol == "-" else right
    if isinstance(left, int) and isinstance(right, int) and _bits(op.symbol, left, right) > MOST_BITS:
        raise DiagramError(f"the result of {op.symbol!r} is too large for any dtype")
    try:
        result = _APPLY[op.symbol](left, right)
    except ZeroDivisionError:
        raise DiagramError("a division by zero has no result") from None
    except OverflowError:
        raise DiagramError(f"the result of {op.symbol!r} is too large for any dtype") from None
    if isinstance(result, complex):
        raise DiagramError("a power of a negative number that is no whole one has no real result")
    if not math.isfinite(result):
        raise DiagramError(f"the result of {op.symbol!r} is too large for any dtype")
    return result


def _bits(symbol: str, left: int, right: int) -> int:
    """No fewer bits than an integer result has."""
    if symbol == "**":
        return abs(left).bit_length() * abs(right) if abs(left) > 1 else 1
    more = max(left.bit_length(), right.bit_length()) + 1
    return left.bit_length() + right.bit_length() if symbol == "*" else more
