"""NumPy indexing of traced arrays: slices and integer arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.graph.graph import Operand, Output
from blocks.interchange.tracing.operands import tensor
from blocks.interchange.tracing.shapes import axes_of, broadcast_to, rank, reshaped, sizes, transposed
from blocks.interchange.tracing.tracer import Tracer
from blocks.library.declare import make


def take(a: Any, indices: Any, axis: Any = None) -> Output:
    x = tensor(a)
    if axis is None:
        x, axis = reshaped(x, (-1,)), 0
    [along] = axes_of(x, axis)
    return make("GatherV2", x, tensor(_from_start(indices, sizes(x)[along])), along)


def take_part(x: Tracer, index: Any) -> Output:
    """Convert ``x[index]``; raise DiagramError if the index is not supported."""
    parts = _by_axis(x, index if isinstance(index, tuple) else (index,))  # pyright: ignore[reportUnknownArgumentType]
    output = x.as_output()
    if not any(_is_array(part) for part in parts):
        return output[tuple(parts)]
    chosen = [i for i, part in enumerate(parts) if _is_array(part) or isinstance(part, (int, np.integer))]
    rest = tuple([slice(None) if i in chosen else part for i, part in enumerate(parts)])
    if any(part != slice(None) for part in rest):
        output = output[rest]
    if len(chosen) == 1:
        return take(Tracer(output), parts[chosen[0]], chosen[0])
    return _elements(output, [parts[i] for i in chosen], chosen)


def _by_axis(x: Tracer, index: Sequence[Any]) -> list[Any]:
    """Return an index without ``...``, and with integers in place of booleans."""
    parts: list[Any] = []
    for part in index:
        if not _is_array(part):
            parts.append(part)
        elif isinstance(part, Operand):
            if tensor(part).dtype.kind == "bool":
                raise DiagramError(
                    "an index of computed booleans has a result whose shape depends on values",
                    hint="use np.where to choose by a boolean",
                )
            parts.append(part)
        else:
            array = np.asarray(part)
            parts += np.nonzero(array) if array.dtype == np.bool_ else [array if array.size else array.astype(np.int64)]
    if any(part is Ellipsis for part in parts):
        at = next(i for i, part in enumerate(parts) if part is Ellipsis)
        missing = x.ndim - sum(part is not None and part is not Ellipsis for part in parts)
        parts[at : at + 1] = [slice(None)] * missing
    return parts


def _elements(x: Output, indices: Sequence[Any], axes: Sequence[int]) -> Output:
    along = [_from_start(each, sizes(x)[axis]) for each, axis in zip(indices, axes, strict=True)]
    outputs = [tensor(each, np.int64) for each in along]
    shape = np.broadcast_shapes(*map(sizes, outputs))
    stacked = make("Stack", [broadcast_to(each, shape) for each in outputs], axis=len(shape))
    kept = [i for i in range(rank(x)) if i not in axes]
    result = make("GatherNd", transposed(x, [*axes, *kept]), stacked)
    if list(axes) != list(range(axes[0], axes[-1] + 1)):
        return result  # NumPy puts the axes of the indices first where slices stand between them
    moved = list(range(len(shape), len(shape) + axes[0]))
    return transposed(result, [*moved, *range(len(shape)), *range(len(shape) + axes[0], rank(result))])


def _is_array(part: Any) -> bool:
    return isinstance(part, (list, np.ndarray, Operand))


def _from_start(indices: Any, size: int) -> Any:
    if isinstance(indices, Operand):
        return make("FloorMod", tensor(indices), np.array(size, tensor(indices).dtype.numpy))
    known = np.asarray(indices, np.int64)
    if known.size and not (-size <= known.min() and known.max() < size):
        raise DiagramError(f"an index is out of range for an axis of size {size}")
    return known % size if size else known
