"""Names that are not taken."""

from __future__ import annotations

from collections.abc import Callable

_TRIED = 16
"""Numbers that are tried one by one. Thousands of equal names would take thousands of tries each."""


def numbered(name: str, is_taken: Callable[[str], bool], separator: str = "_", first: int = 2) -> str:
    """Return the name if it is free, else with a number behind it: one of the lowest that are free."""
    if not is_taken(name):
        return name
    begin = f"{name}{separator}"
    number = first
    while is_taken(f"{begin}{number}"):
        number = number + 1 if number < first + _TRIED else 2 * number
    low = number // 2
    while number > first + _TRIED and number - low > 1:
        middle = (low + number) // 2
        if is_taken(f"{begin}{middle}"):
            low = middle
        else:
            number = middle
    return f"{begin}{number}"
