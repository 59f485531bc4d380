"""Row splits of a ragged tensor: row i is the elements from splits[i] to splits[i + 1] - 1."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from blocks.base.dtypes import QUANTIZED
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Indices, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import COPYABLE, pin_error

MOVED = (*COPYABLE, *QUANTIZED)
"""What is moved about without being looked at."""


def check_splits(call: Call, pin: str, splits: Array, count: int | None) -> None:
    """Check that splits begin at 0, never decrease, and end with ``count`` if it is known."""
    if not splits.size or splits[0] != 0:
        result = splits[0] if splits.size else "none"
        raise pin_error(call, pin, f"row splits must start with 0, got {result}")
    check_rising(call, pin, splits)
    if count is not None and splits[-1] != count:
        raise pin_error(call, pin, f"row splits must end with the number of values ({count}), got {splits[-1]}")


def check_rising(call: Call, pin: str, splits: Array) -> None:
    falls = np.flatnonzero(splits[1:] < splits[:-1])
    if falls.size:
        first, second = splits[falls[0]], splits[falls[0] + 1]
        raise pin_error(call, pin, f"row partitions must not decrease, got {second} after {first}")


def require_vectors(call: Call, pin: str, shapes: list[Shape]) -> None:
    if not shapes:
        raise pin_error(call, pin, f"{pin} must contain row splits for at least one dimension")
    for shape in shapes:
        if shape is not None and len(shape) != 1:
            raise pin_error(call, pin, f"{pin} must contain vectors, got shape {shape_text(shape)}")


def rows_and_columns(splits: Array) -> tuple[Indices, Indices]:
    wide = splits.astype(np.int64)
    lengths = np.diff(wide)
    rows = np.repeat(np.arange(lengths.size), lengths)
    return rows, np.arange(rows.size) - np.repeat(wide[:-1] - wide[0], lengths)


def ranges(starts: Indices, lengths: Indices) -> Indices:
    """Concatenate the ranges from each start with the given lengths."""
    ends = np.cumsum(lengths)
    return np.arange(int(lengths.sum())) + np.repeat(starts - (ends - lengths), lengths)


def splits_of(lengths: Indices) -> Indices:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])


def with_counts(nested: list[Array] | None, values: Shape) -> Iterator[tuple[Array, int | None]]:
    for i, splits in enumerate(nested or ()):
        if nested and i + 1 < len(nested):
            yield splits, nested[i + 1].size - 1
        else:
            yield splits, values[0] if values else None
