"""Einsum equations with any number of operands, as products of two at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def by_pairs(equation: str, values: Sequence[Any], product: Callable[[list[Any], str], Any]) -> Any:
    """Return the result of an equation; each product keeps the letters that others, or the result, still need."""
    equation = equation.replace(" ", "")
    if "->" not in equation:  # the letters that occur once, in the order of the alphabet
        letters = equation.replace("...", "").replace(",", "")
        once = sorted(each for each in set(letters) if letters.count(each) == 1)
        equation += "->" + ("..." if "..." in equation else "") + "".join(once)
    left, _, result = equation.partition("->")
    terms, rest = left.split(","), list(values)
    while len(rest) > 2:
        pair, others = terms[0] + terms[1], "".join(terms[2:]) + result
        kept = "".join(dict.fromkeys(each for each in pair if each in others and each != "."))
        kept = "..." + kept if "..." in pair else kept
        rest[:2] = [product(rest[:2], f"{terms[0]},{terms[1]}->{kept}")]
        terms[:2] = [kept]
    return product(rest, f"{','.join(terms)}->{result}")
