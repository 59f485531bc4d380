"""Primitives of `jax.lax` for computed indices and sorting, as block types."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.interchange.jaxprs.primitives import Params, like, several
from blocks.interchange.tracing.tracer import cast, integers, rank, reshaped, sizes, transposed
from blocks.library.declare import make


def _strides(shape: Sequence[int]) -> list[int]:
    result = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        result[axis] = result[axis + 1] * shape[axis + 1]
    return result


def _offsets(shape: Sequence[int], window: Sequence[int]) -> np.ndarray[Any, Any]:
    """Return [*window] the row-major offsets of a window's elements from its first one."""
    result = np.zeros(tuple(window), np.int32)
    for axis, (size, stride) in enumerate(zip(window, _strides(shape), strict=True)):
        steps = np.arange(size, dtype=np.int32) * stride
        result += steps.reshape([-1 if i == axis else 1 for i in range(len(window))])
    return result


def _first(starts: Sequence[Output], shape: Sequence[int], window: Sequence[int]) -> Output:
    """Return [] the row-major offset of a window, which is moved so that it is inside."""
    total: Output | None = None
    for start, size, width, stride in zip(starts, shape, window, _strides(shape), strict=True):
        inside = make("Minimum", make("Maximum", cast(start, np.dtype(np.int32)), np.int32(0)), np.int32(size - width))
        step = make("Multiply", inside, np.int32(stride))
        total = step if total is None else make("Add", total, step)
    assert total is not None
    return total


def dynamic_slice(params: Params, x: Output, *starts: Output) -> Output:
    window = params["slice_sizes"]
    begins: list[Output] = []
    for start, size, width in zip(starts, sizes(x), window, strict=True):
        start = cast(start, np.dtype(np.int32))
        begins.append(make("Minimum", make("Maximum", start, np.int32(0)), np.int32(size - width)))
    return make("Slice", x, make("Stack", begins), integers(window)) if begins else x


def dynamic_update_slice(_: Params, x: Output, update: Output, *starts: Output) -> Output:
    if not starts:
        return update
    indices = make("Add", _first(starts, sizes(x), sizes(update)), _offsets(sizes(x), sizes(update)))
    return _put("TensorScatterUpdate", x, indices, update)


def _put(block: str, x: Output, indices: Output, update: Output) -> Output:
    if block == "UnsortedSegmentProd":  # what all updates of an element make together
        factors = make(block, reshaped(update, [-1]), reshaped(indices, [-1]), np.int32(math.prod(sizes(x))))
        return make("Multiply", x, reshaped(factors, sizes(x)))
    flat = make(block, reshaped(x, [-1]), reshaped(indices, [-1, 1]), reshaped(update, [-1]))
    return reshaped(flat, sizes(x))


class _Starts(NamedTuple):
    """The window starts given by the dimension numbers of a gather or a scatter, for the operand's ``axes``.

    ``batching`` are axes of the operand with their own indices, and the corresponding axes of the indices.
    """

    axes: tuple[int, ...]
    batching: tuple[tuple[int, int], ...]


def gather(params: Params, x: Output, indices: Output) -> Output:
    """Gather windows at indices: along one axis with GatherV2, otherwise element by element from a flat operand."""
    numbers: Any = params["dimension_numbers"]
    window: tuple[int, ...] = params["slice_sizes"]
    mode = str(params["mode"]).rpartition(".")[2]
    batch = sizes(indices)[:-1]
    positions = [i for i in range(len(batch) + len(numbers.offset_dims)) if i not in numbers.offset_dims]
    order = np.argsort([*positions, *numbers.offset_dims]).tolist()
    whole = [axis for axis, size in enumerate(window) if size == sizes(x)[axis]]
    mapped: tuple[int, ...]
    mapped, collapsed = tuple(numbers.start_index_map), tuple(numbers.collapsed_slice_dims)
    inside = mode in ("PROMISE_IN_BOUNDS", "CLIP", "ONE_HOT")
    plain = not numbers.operand_batching_dims and len(mapped) == 1 and collapsed == mapped
    if inside and plain and set(whole) >= set(range(rank(x))) - {mapped[0]}:
        [axis] = mapped
        at = reshaped(indices, batch)
        if mode == "CLIP":
            at = make("Minimum", make("Maximum", at, like(at, 0)), like(at, sizes(x)[axis] - 1))
        first = transposed(x, [axis, *[i for i in range(rank(x)) if i != axis]])
        return transposed(make("GatherV2", first, at, 0), order)
    batching = zip(numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True)
    first, valid = _windows(x, indices, window, _Starts(mapped, tuple(batching)), mode)
    kept = [size for axis, size in enumerate(window) if axis not in (*collapsed, *numbers.operand_batching_dims)]
    offsets = _offsets(sizes(x), window).reshape(kept)
    flat_indices = make("Add", reshaped(first, [*batch, *[1] * len(kept)]), offsets)
    taken = make("GatherV2", reshaped(x, [-1]), flat_indices, 0)
    if valid is not None:
        filling = params["fill_value"]
        filling = like(x, _default(x) if filling is None else filling)
        taken = make("SelectV2", reshaped(valid, [*batch, *[1] * len(kept)]), taken, filling)
    return transposed(taken, order)


def _default(x: Output) -> Any:
    """Return JAX's value of elements outside: NaN, the least signed, the largest unsigned number, true."""
    if x.dtype.is_differentiable:
        return np.nan
    if x.dtype.is_integer:
        limits = np.iinfo(x.dtype.numpy)
        return limits.min if x.dtype.kind == "int" else limits.max
    return True


def _windows(
    x: Output, indices: Output, window: Sequence[int], starts: _Starts, mode: str
) -> tuple[Output, Output | None]:
    """Return [*batch] the row-major offsets of windows, and whether each is inside, if ``mode`` requires that."""
    batch, shape, strides = sizes(indices)[:-1], sizes(x), _strides(sizes(x))
    total = make("Multiply", make("Sum", indices, -1), like(indices, 0))
    total = cast(total, np.dtype(np.int32))
    valid: Output | None = None
    for k, axis in enumerate(starts.axes):
        start = cast(indices[(..., k)], np.dtype(np.int32))
        last = shape[axis] - window[axis]
        moved = make("Minimum", make("Maximum", start, np.int32(0)), np.int32(max(last, 0)))
        if mode == "FILL_OR_DROP":
            here = make("Equal", moved, start)
            valid = here if valid is None else make("LogicalAnd", valid, here)
        total = make("Add", total, make("Multiply", moved, np.int32(strides[axis])))
    for axis, at in starts.batching:
        steps = np.arange(batch[at], dtype=np.int32) * strides[axis]
        total = make("Add", total, steps.reshape([-1 if i == at else 1 for i in range(len(batch))]))
    return total, valid


SCATTERS = {"scatter": "TensorScatterUpdate", "scatter_add": "TensorScatterAdd", "scatter-add": "TensorScatterAdd",
            "scatter_min": "TensorScatterMin", "scatter_max": "TensorScatterMax",
            "scatter-min": "TensorScatterMin", "scatter-max": "TensorScatterMax", "scatter_sub": "TensorScatterSub",
            "scatter-sub": "TensorScatterSub", "scatter_mul": "UnsortedSegmentProd",
            "scatter-mul": "UnsortedSegmentProd"}  # fmt: skip


def scatter(name: str, params: Params, x: Output, indices: Output, updates: Output) -> Output:
    """Convert ``scatter`` and its variants; a window that is not wholly inside changes nothing."""
    numbers = params["dimension_numbers"]
    mode = str(params["mode"]).rpartition(".")[2]
    inserted = (*numbers.inserted_window_dims, *numbers.operand_batching_dims)
    batching = zip(numbers.operand_batching_dims, numbers.scatter_indices_batching_dims, strict=True)
    starts = _Starts(tuple(numbers.scatter_dims_to_operand_dims), tuple(batching))
    batch = sizes(indices)[:-1]
    kept = [axis for axis in range(rank(x)) if axis not in inserted]
    window = [1] * rank(x)
    for axis, at in zip(kept, numbers.update_window_dims, strict=True):
        window[axis] = sizes(updates)[at]
    positions = [i for i in range(rank(updates)) if i not in numbers.update_window_dims]
    updates = transposed(updates, [*positions, *numbers.update_window_dims])
    first, valid = _windows(x, indices, window, starts, mode)
    shape = [window[axis] for axis in kept]
    offsets = _offsets(sizes(x), window).reshape(shape)
    at = make("Add", reshaped(first, [*batch, *[1] * len(shape)]), offsets)
    if valid is None:
        return _put(SCATTERS[name], x, at, updates)
    count = int(np.prod(sizes(x), dtype=np.int64))  # what lies outside goes behind all the others, and is cut off
    aside = make("SelectV2", reshaped(valid, [*batch, *[1] * len(shape)]), at, np.int32(count))
    longer = make("Concat", [reshaped(x, [-1]), np.zeros(1, x.dtype.numpy)], 0)
    return reshaped(_put(SCATTERS[name], longer, aside, updates)[:count], sizes(x))


def sort(params: Params, *inputs: Output) -> list[Output]:
    """Sort by several keys, each stably: by the last key first, so that the keys before it take precedence."""
    axis = params["dimension"]
    order = [i for i in range(rank(inputs[0])) if i != axis] + [axis]
    back = np.argsort(order).tolist()
    moved = [transposed(each, order) for each in inputs]
    for i in reversed(range(params["num_keys"])):
        key = moved[i] if moved[i].dtype.kind in ("float", "int") else cast(moved[i], np.dtype(np.int64))
        # The largest of the complement: -x - 1 of whole numbers, where -x of the smallest would be itself.
        falling = make("Negate", key) if key.dtype.is_floating else make("Invert", key)
        [indices] = several("TopK", ["indices"], falling, sizes(key)[-1])
        moved = [make("GatherV2", each, indices, rank(each) - 1, batch_dims=rank(each) - 1) for each in moved]
    return [transposed(each, back) for each in moved]


def top_k(params: Params, x: Output) -> list[Output]:
    return _extremes(x, params["k"], params.get("axis", -1))


def approx_top_k(params: Params, x: Output) -> list[Output]:
    """Convert ``approx_top_k``, with exact results."""
    if not params["aggregate_to_topk"]:
        raise DiagramError("approx_top_k without aggregate_to_topk is not supported")
    axis, k = params["reduction_dimension"], params["k"]
    if params["is_max_k"]:
        return _extremes(x, k, axis)
    values, indices = _extremes(make("Negate", x), k, axis)
    return [make("Negate", values), indices]


def _extremes(x: Output, k: int, axis: int) -> list[Output]:
    order = [i for i in range(rank(x)) if i != axis % rank(x)] + [axis % rank(x)]
    results = several("TopK", ["values", "indices"], transposed(x, order), k)
    return [transposed(each, np.argsort(order).tolist()) for each in results]
