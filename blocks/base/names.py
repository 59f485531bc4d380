"""Free names: a name that is taken gets a number."""

from __future__ import annotations

from collections.abc import Callable, Container

_TRIED = 16
"""Numbers that are tried one by one. Thousands of equal names would take thousands of tries each."""


def free_name(wanted: str, taken: Container[str] | Callable[[str], bool], separator: str = "_", first: int = 2) -> str:
    """Return a name, numbered from ``first`` on if it is taken: ``a``, ``a_2``, ``a_3`` ..."""
    is_taken = taken if callable(taken) else taken.__contains__
    return free_number(f"{wanted}{separator}", is_taken, first) if is_taken(wanted) else wanted


def free_number(begin: str, taken: Container[str] | Callable[[str], bool], first: int = 1) -> str:
    """Return the first free name among ``begin`` with the numbers from ``first`` on."""
    is_taken = taken if callable(taken) else taken.__contains__
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


def claim_name(wanted: str, taken: set[str], first: int = 2) -> str:
    """Return a free name, and add it to ``taken``."""
    result = free_name(wanted, taken, first=first)
    taken.add(result)
    return result
