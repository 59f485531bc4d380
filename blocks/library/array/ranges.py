"""What StridedSlice's positions and masks select, as in TensorFlow (its ValidateStridedSliceOp, in words of ours).

Positions are given for the leading axes; a bit of a mask belongs to the position of that number. An ellipsis stands
for as many whole axes as are left, a new axis for none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError

MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


class Selection(NamedTuple):
    """What is selected.

    Attributes:
        slices: one per axis of the tensor, with which it can be indexed.
        kept: the shape of what indexing gives: as many axes as the tensor has.
        shape: the same with new axes in and removed ones out.
    """

    slices: tuple[slice, ...]
    kept: tuple[int | None, ...]
    shape: tuple[int | None, ...]


class _Axis(NamedTuple):
    """The positions that one axis of the tensor gets."""

    begin: int | None
    end: int | None
    stride: int
    whole_begin: bool
    whole_end: bool
    shrink: bool


_WHOLE = _Axis(0, 0, 1, True, True, False)


def select(
    size: Sequence[int | None],
    begin: Sequence[int | None],
    end: Sequence[int | None],
    strides: Sequence[int],
    masks: Mapping[str, Any],
) -> Selection:
    """What positions select of a tensor.

    Args:
        size: the shape of the tensor; None for what is not known yet.
        begin, end: the positions; None for what is not known yet.
        strides: the steps.
        masks: the five masks by their names.

    Raises:
        DiagramError: a step of 0, too many positions, a removed axis that has no such element.
    """
    entries = _entries(len(size), begin, end, strides, masks)
    slices: list[slice] = []
    kept: list[int | None] = []
    shape: list[int | None] = []
    for entry in entries:
        if entry is None:
            shape.append(1)
            continue
        place = len(slices)
        found, length = _one(entry, size[place], place)
        slices.append(found)
        kept.append(length)
        if not entry.shrink:
            shape.append(length)
    return Selection(tuple(slices), tuple(kept), tuple(shape))


def _entries(
    rank: int,
    begin: Sequence[int | None],
    end: Sequence[int | None],
    strides: Sequence[int],
    masks: Mapping[str, Any],
) -> list[_Axis | None]:
    """One entry per axis of the tensor, and None per new axis, in order."""

    def has(mask: str, i: int) -> bool:
        return bool(masks[mask] >> i & 1)

    count = len(strides)
    ellipses = [i for i in range(count) if has("ellipsis_mask", i)]
    if len(ellipses) > 1:
        raise DiagramError("there can be one ellipsis, ellipsis_mask has more bits", pin="ellipsis_mask")
    used = sum(not has("new_axis_mask", i) for i in range(count) if i not in ellipses)
    if used > rank:
        raise DiagramError(f"there are {used} positions for a tensor of rank {rank}", pin="begin")
    entries: list[_Axis | None] = []
    for i in range(count):
        if i in ellipses:
            entries += [_WHOLE] * (rank - used)
        elif has("new_axis_mask", i):
            entries.append(None)
        else:
            open_begin, open_end, shrink = has("begin_mask", i), has("end_mask", i), has("shrink_axis_mask", i)
            entries.append(_Axis(begin[i], end[i], strides[i], open_begin, open_end, shrink))
    if not ellipses:
        entries += [_WHOLE] * (rank - used)
    return entries


def _one(axis: _Axis, size: int | None, place: int) -> tuple[slice, int | None]:
    """The slice of one axis and how many elements it selects (None: not known yet)."""
    if axis.stride == 0:
        raise DiagramError("a stride cannot be 0", pin="strides")
    if axis.shrink:
        return _single(axis, size, place)
    nothing = slice(0, 0)
    if axis.whole_begin and axis.whole_end:
        length = None if size is None else -(-size // abs(axis.stride))
        return slice(None, None, axis.stride), length
    if size is None or (axis.begin is None and not axis.whole_begin) or (axis.end is None and not axis.whole_end):
        return nothing, None
    low, high = (0, size) if axis.stride > 0 else (-1, size - 1)
    first, last = (low, high) if axis.stride > 0 else (high, low)
    begin = first if axis.whole_begin else _clamp(axis.begin or 0, size, low, high)
    end = last if axis.whole_end else _clamp(axis.end or 0, size, low, high)
    length = max(0, -((begin - end) // axis.stride))
    if not length:
        return nothing, 0
    return slice(begin, None if end < 0 else end, axis.stride), length


def _clamp(position: int, size: int, low: int, high: int) -> int:
    return min(max(position + size if position < 0 else position, low), high)


def _single(axis: _Axis, size: int | None, place: int) -> tuple[slice, int | None]:
    """The slice of an axis that is removed: its one element."""
    if axis.stride < 0:
        raise DiagramError(f"axis {place} is removed: its stride must be positive, got {axis.stride}", pin="strides")
    if size is None or axis.begin is None:
        return slice(0, 0), 1
    begin = axis.begin + size if axis.begin < 0 else axis.begin
    if not 0 <= begin < size:
        raise DiagramError(f"position {axis.begin} lies outside axis {place}, which has size {size}", pin="begin")
    return slice(begin, begin + 1), 1
