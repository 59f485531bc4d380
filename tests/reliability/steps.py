"""How work grows with the size of a document, counted in steps of the program and not in seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FrameType
from typing import Any, TypeVar

from blocks.base.errors import DiagramError

T = TypeVar("T")
SIZES = (60, 100, 140)
"""Evenly spaced: of steps that grow with the size, the second difference is 0; of a step for each pair it is 3,200."""


def steps(work: Callable[[T], object], given: T) -> int:
    """How many lines of Python are run; each element that a comprehension looks at counts."""
    count = 0

    def trace(_frame: FrameType, _event: str, _arg: object) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with suppress(DiagramError):
            work(given)
    finally:
        sys.settrace(before)
    return count


def second_difference(counts: Sequence[int]) -> int:
    """How much faster than linearly steps grow, which were counted at the `SIZES`."""
    small, middle, large = counts
    return large - 2 * middle + small
