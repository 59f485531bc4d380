"""Unique node names without a table of all names.

For each name, a graph counts the suffixes in use: ``Multiply_1``, ``Multiply_2`` ... If all names of a scope are
created by counting, as in a gradient, the count determines which names are taken.
"""

from __future__ import annotations

from collections.abc import MutableMapping

_DIGITS = 9
"""The most that a number behind a name has."""


def numbered(name: str) -> str:
    """Return the key at which a graph counts the numbers after an unlisted name; the key is not a legal name."""
    return f"{name}\0"


def is_numbered(names: MutableMapping[str, int], name: str) -> bool:
    wanted, number = _split(name)
    return 0 < number <= names.get(numbered(wanted), 0)


def keep_number(names: MutableMapping[str, int], name: str) -> None:
    """Make later numbers continue after a name that was requested explicitly."""
    wanted, number = _split(name)
    if number:
        names[wanted] = max(number, names.get(wanted, 0))


def _split(name: str) -> tuple[str, int]:
    wanted, _, number = name.rpartition("_")
    counts = 0 < len(number) <= _DIGITS and number.isascii() and number.isdecimal() and number[0] != "0"
    return (wanted, int(number)) if counts else (name, 0)
