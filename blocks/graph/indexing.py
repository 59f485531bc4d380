"""What Python writes as ``x[1:5:2, ..., None, 3]``, as the inputs and masks of StridedSlice."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array


class Strided(NamedTuple):
    """Where each range begins and ends, its step, and the masks that say which of these count."""

    begin: Array
    end: Array
    strides: Array
    masks: dict[str, int]


def strided(index: Any) -> Strided:
    """An index as StridedSlice takes it.

    Raises:
        DiagramError: it holds something else than integers, slices of integers, None and one ``...``.
    """
    parts = cast("tuple[Any, ...]", index if isinstance(index, tuple) else (index,))
    if sum(part is Ellipsis for part in parts) > 1:
        raise DiagramError("an index holds ... once at most")
    places = np.zeros((3, len(parts)), np.int32)
    places[2] = 1
    masks = {f"{each}_mask": 0 for each in ("begin", "end", "ellipsis", "new_axis", "shrink_axis")}
    for i, part in enumerate(parts):
        bit = 1 << i
        if part is None:
            masks["new_axis_mask"] |= bit
        elif part is Ellipsis:
            masks["ellipsis_mask"] |= bit
        elif type(part) is slice:
            ends: list[tuple[int, str, Any]] = [(0, "begin_mask", part.start), (1, "end_mask", part.stop)]
            for row, mask, value in ends:
                if value is None:
                    masks[mask] |= bit
                else:
                    places[row, i] = _integer(value)
            step: Any = part.step
            places[2, i] = 1 if step is None else _integer(step)
        else:
            places[0, i] = _integer(part)
            places[1, i] = places[0, i] + 1
            masks["shrink_axis_mask"] |= bit
    return Strided(places[0], places[1], places[2], masks)


def _integer(value: Any) -> int:
    if isinstance(value, (int, np.integer)) and value is not True and value is not False and abs(int(value)) < 1 << 31:  # pyright: ignore[reportUnknownArgumentType]
        return int(value)  # pyright: ignore[reportUnknownArgumentType]
    hint = "a Gather block takes a tensor as an index"
    raise DiagramError(f"an index is made of integers, slices, None and ..., not {value!r}", hint=hint)
