"""The shortest span that contains all differences between two sequences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import is_, is_not


def differing(old: Sequence[object], new: Sequence[object]) -> tuple[int, int, int]:
    """Return the shortest span with all differences: its begin, its end in ``old``, and its end in ``new``."""
    least = min(len(old), len(new))
    begin = next(compress(count(), map(is_not, old, new)), least)
    behind = min(next(compress(count(), map(is_not, reversed(old), reversed(new))), least), least - begin)
    return begin, len(old) - behind, len(new) - behind


def identical(old: Sequence[object], new: Sequence[object]) -> bool:
    """Return whether both contain the same objects (by identity)."""
    return old is new or (len(old) == len(new) and all(map(is_, old, new)))
