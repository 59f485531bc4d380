"""The slice of a result that a display shows, selected by its attributes ``part`` and ``columns``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from app.core.runs.results import Result, summarise
from blocks.base.types import Array, is_list


def shown_part(result: Result | None, values: Mapping[str, Any]) -> Result | None:
    """What a display shows of a result; None if the result has no such part."""
    part, columns = values.get("part"), values.get("columns")
    if result is None or not (part or columns):
        return result
    array = part_of(result.value, part, columns)
    return None if array is None else summarise(array, result.summary.dtype)


def shown_sum(shown: Result | None, plus: Result | None, values: Mapping[str, Any]) -> Result | None:
    """What a display shows of a result, with a part of another one added, as its value ``plus_part`` says.

    None if one is missing, or has no such part, or one that does not fit.
    """
    added = None if plus is None else part_of(plus.value, values.get("plus_part"), 0)
    if shown is None or added is None or not _fits(shown.value.shape, added.shape):
        return None
    with np.errstate(all="ignore"):
        return summarise(shown.value + added, shown.summary.dtype)


def _fits(shape: Sequence[int], other: Sequence[int]) -> bool:
    """Whether a tensor can be broadcast to a shape, and so be added to one that has it."""
    return len(other) <= len(shape) and all(b in (1, a) for a, b in zip(reversed(shape), reversed(other), strict=False))


def part_of(array: Array, part: object, columns: object) -> Array | None:
    """A part of an array: an index for each of its first axes, the rest in rows of some columns.

    None if it has no such part.
    """
    for index in part if is_list(part) else ():
        if not isinstance(index, int) or not array.ndim or not -len(array) <= index < len(array):
            return None
        array = array[index, ...]
    if isinstance(columns, int) and columns > 0 and array.ndim:
        length = array.shape[-1]
        if length % columns:
            return None
        array = array.reshape(*array.shape[:-1], length // columns, columns)
    return array
