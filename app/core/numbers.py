"""Numbers within text: their positions, and their values some steps higher or lower."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import NamedTuple

_NUMBER = re.compile(
    r"(?<![\w.])(?:(?<=[\[({,;\s])[-+]|^[-+])?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fF]?(?![\w.])"
)
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"?|\'(?:[^\'\\]|\\.)*\'?')
_LONGEST = 40


class Number(NamedTuple):
    """A number in a text: its position and its format."""

    start: int
    end: int
    text: str


def number_at(text: str, index: int) -> Number | None:
    if any(match.start() < index < match.end() for match in _TEXT.finditer(text)):
        return None
    line = text.rfind("\n", 0, index) + 1
    first = max(line, index - _LONGEST)
    for match in _NUMBER.finditer(text, first, index + _LONGEST):
        if match.start() <= index <= match.end():
            return Number(match.start(), match.end(), match[0])
        if match.start() > index:
            break
    return None


def numbers_in(text: str) -> list[Number]:
    return [Number(match.start(), match.end(), match[0]) for match in _NUMBER.finditer(text)]


def stepped(written: str, steps: int, *, fine: bool = False, coarse: bool = False, minimum: float | None = None) -> str:
    """Return a written number some steps higher or lower; integers stay integers.

    A step is 1 for a small integer, and otherwise a step of the second digit, so that it suits both 0.01 and 5000.0.
    """
    plain = written.rstrip("fF")
    if plain.lstrip("+-").isdigit():
        value = int(plain)
        size = 10 ** max(0, len(plain.lstrip("+-")) - 3)
        size = 1 if fine else size * 10 if coarse else size
        value += steps * size
        return str(value if minimum is None else max(value, math.ceil(minimum)))
    start = float(plain)
    if not math.isfinite(start):
        return written
    power = (math.floor(math.log10(abs(start))) if start else 0) - 1
    power = max(-300, min(300, power + (1 if coarse else 0) - (1 if fine else 0)))
    value = start + steps * 10.0**power
    if minimum is not None:
        value = max(value, float(minimum))
    exponent = Decimal(plain).as_tuple().exponent
    digits = max(-power, -exponent if isinstance(exponent, int) else 0)
    return repr(round(value, digits) + 0.0) if math.isfinite(value) else written
