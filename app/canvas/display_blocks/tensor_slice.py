"""The slice of a result that a display shows, selected by its attributes ``part`` and ``columns``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from app.core.runs.results import Result, summarise
from blocks.base.types import Array, is_list


def shown_part(result: Result | None, values: Mapping[str, Any]) -> Result | None:
    part, columns = values.get("part"), values.get("columns")
    if result is None or not (part or columns):
        return result
    array = part_of(result.value, part, columns)
    return None if array is None else summarise(array, result.summary.dtype)


def shown_sum(shown: Result | None, plus: Result | None, values: Mapping[str, Any]) -> Result | None:
    """Return a result plus the part ``plus_part`` of another one.

    None if one is missing, or if the part does not exist or cannot be broadcast to the result.
    """
    added = None if plus is None else part_of(plus.value, values.get("plus_part"), 0)
    if shown is None or added is None or not _fits(shown.value.shape, added.shape):
        return None
    with np.errstate(all="ignore"):
        return summarise(shown.value + added, shown.summary.dtype)


def _fits(shape: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether a tensor of shape ``other`` can be broadcast to ``shape``."""
    return len(other) <= len(shape) and all(b in (1, a) for a, b in zip(reversed(shape), reversed(other), strict=False))


def part_of(array: Array, part: object, columns: object) -> Array | None:
    """Index the first axes of an array by ``part``, then split its last axis into rows of ``columns``.

    Return None if the index is out of range or the length is not a multiple of ``columns``.
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
