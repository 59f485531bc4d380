"""ONNX rules for arrays: identity, shapes, joining, slices, tiling, padding, diagonals, searching, and space and batch.

Gathering, scattering, and sparse tensors with dense results are at the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, INT64
from blocks.library.array.slicing import MASKS, SliceSelection, select
from blocks.library.onnx_rules.values import (
    MOST,
    NotExported,
    Value,
    cast,
    constant,
    counted,
    moved,
    op,
    reshaped,
    shape_of,
    size_along,
    summed,
    vector,
    where,
    whole,
    wide,
    zeros,
)
from blocks.library.onnx_rules.writing import OnnxWriter, but_batch, fixed, number, numbers, rank, sizes
from blocks.library.rules import LoweringRule, at_site, each, plain


def _passed_on(_site: OnnxWriter, x: Value, *_others: Any) -> Value:
    return op.Identity(x)


def _all_passed_on(_site: OnnxWriter, *inputs: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple(op.Identity(x) for x in inputs[-1])


# Sizes.


def _full(number_: Any) -> LoweringRule:
    def lower(site: OnnxWriter, x: Value) -> Value:
        return op.Expand(site.constant(number_, x.dtype), shape_of(x))

    return lower


# Shapes.


def _reshape(site: OnnxWriter, x: Value, shape: Value) -> Value:
    if shape.known is not None and -1 in shape.known and 0 in shape.known:
        return reshaped(x, fixed(site.shape, "the result"))
    return reshaped(x, shape)


def _squeeze(site: OnnxWriter, x: Value) -> Value:
    axes = site.attrs["squeeze_dims"]
    if axes:
        return op.Squeeze(x, list(axes))
    if x.shape is None or None in x.shape:
        return op.Squeeze(x)
    return op.Squeeze(x, [i for i, size in enumerate(x.shape) if size == 1])


def _transpose(_site: OnnxWriter, x: Value, perm: Value) -> Value:
    order = [axis % len(numbers(perm, "perm")) for axis in numbers(perm, "perm")]
    return moved(x, order) if x.known is None else op.Transpose(x, perm=order)


def _rolled(_site: OnnxWriter, x: Value, shift: Value, axis: Value) -> Value:
    shape = sizes(x, "input")
    for by, along in zip(numbers(shift, "shift"), numbers(axis, "axis"), strict=True):
        size = shape[along]
        first = -by % size if size else 0
        if first:
            parts = (op.Slice(x, [begin], [end], [along]) for begin, end in ((first, size), (0, first)))
            x = op.Concat(*parts, axis=along)
    return x if x.known is None else op.Identity(x)


def _reverse(_site: OnnxWriter, x: Value, axis: Value) -> Value:
    axes = numbers(axis, "axis")
    count = len(axes)
    return op.Slice(x, [-1] * count, [np.iinfo(np.int64).min] * count, axes, [-1] * count) if axes else op.Identity(x)


def _reverse_sequence(site: OnnxWriter, x: Value, lengths: Value) -> Value:
    along, batch = site.attrs["seq_dim"] % rank(x, "input"), site.attrs["batch_dim"] % rank(x, "input")
    order = [along, batch, *(i for i in range(rank(x, "input")) if i not in (along, batch))]
    turned = op.ReverseSequence(moved(x, order), whole(lengths), time_axis=0, batch_axis=1)
    return moved(turned, np.argsort(order).tolist())


# Joining.


def _concat_part(site: OnnxWriter, dy: Value, axis: Value, values: tuple[Value, ...]) -> Value:
    index: int = site.attrs["index"]
    along = number(axis, "axis") % rank(values[0], "values")
    start = summed([constant(dy.sink, np.zeros(1, np.int64)), *(size_along(value, along) for value in values[:index])])
    return op.Slice(dy, start, start + size_along(values[index], along), [along])


def _stack(site: OnnxWriter, values: tuple[Value, ...]) -> Value:
    axis = site.attrs["axis"]
    return op.Concat(*(op.Unsqueeze(value, [axis]) for value in values), axis=axis)


def _split(value: Value, lengths: list[int] | int, axis: int) -> tuple[Value, ...]:
    count = lengths if isinstance(lengths, int) else len(lengths)
    if count == 1:
        return (op.Identity(value),)
    if isinstance(lengths, int):
        return op.Split(value, count=count, axis=axis, num_outputs=count)
    return op.Split(value, lengths, count=count, axis=axis)


def _unstack(site: OnnxWriter, value: Value) -> tuple[Value, ...]:
    axis = site.attrs["axis"]
    return tuple(op.Squeeze(each, [axis]) for each in _split(value, site.attrs["num"], axis))


def _split_by(site: OnnxWriter, value: Value, lengths: Value, axis: Value) -> tuple[Value, ...]:
    along, wanted = number(axis, "axis"), numbers(lengths, "size_splits")
    if -1 in wanted:
        wanted[wanted.index(-1)] = sizes(value, "value")[along] - sum(wanted) - 1
    return _split(value, wanted, along)


# Repeating and padding.


def _tile_gradient(_site: OnnxWriter, dy: Value, shape: Value) -> Value:
    parts: list[int] = []
    for size, once in zip(sizes(dy, "dy"), numbers(shape, "shape"), strict=True):
        parts += [size // once if once else 0, once]
    return op.ReduceSum(reshaped(wide(dy), parts), list(range(0, len(parts), 2)), keepdims=0, noop_with_empty_axes=1)


def _multiples(_site: OnnxWriter, large: Value, small: Value) -> Value:
    lead = sizes(large, "large")[0] - sizes(small, "small")[0]
    ones = constant(large.sink, np.ones(lead, np.int64))
    below = op.Concat(ones, whole(small), axis=0)
    return whole(large) / op.Max(below, 1)


def _pads(paddings: Value) -> Value:
    if paddings.known is not None:
        return constant(paddings.sink, np.reshape(paddings.known.astype(np.int64).T, -1))
    return op.Reshape(op.Transpose(whole(paddings), perm=[1, 0]), [-1])


def _pad(_site: OnnxWriter, x: Value, paddings: Value, value: Value | None = None) -> Value:
    if x.shape == ():
        return op.Identity(x)
    return op.Pad(x, _pads(paddings), *([] if value is None else [value]))


def _rows(paddings: Value) -> list[tuple[int, int]]:
    result = numbers(paddings, "paddings")
    return list(zip(result[::2], result[1::2], strict=True))


def _mirror_pad(site: OnnxWriter, x: Value, paddings: Value) -> Value:
    for axis, (size, (before, behind)) in enumerate(zip(sizes(x, "input"), _rows(paddings), strict=True)):
        if before or behind:
            x = op.Gather(x, _mirrored_indices(site, size, before, behind), axis=axis)
    return x


def _mirrored_indices(site: OnnxWriter, size: int, before: int, behind: int) -> Any:
    return np.pad(np.arange(size), (before, behind), "reflect" if site.attrs["mode"] == "REFLECT" else "symmetric")


def mirrored(site: OnnxWriter, x: Value, paddings: Value) -> Value:
    result = _mirror_pad(site, x, paddings)
    result.shape = tuple(size + sum(more) for size, more in zip(sizes(x, "input"), _rows(paddings), strict=True))
    return result


def _mirror_gradient(site: OnnxWriter, dy: Value, paddings: Value) -> Value:
    shape, x = sizes(dy, "dy"), wide(dy)
    axes = list(range(len(shape)))
    for axis, (size, (before, behind)) in enumerate(zip(shape, _rows(paddings), strict=True)):
        if not before and not behind:
            continue
        indices: Any = _mirrored_indices(site, size - before - behind, before, behind)
        shown: Any = (indices[:, None] == np.arange(size - before - behind)).astype(x.dtype.numpy)
        order = [*(i for i in axes if i != axis), axis]
        x = moved(op.MatMul(moved(x, order), constant(x.sink, shown)), np.argsort(order).tolist())
    return x


# Choices.


def _one_hot(site: OnnxWriter, indices: Value, depth: Value, on: Value, off: Value) -> Value:
    positions = rank(indices, "indices") + 1
    index = site.attrs["axis"] % positions
    steps = [1] * positions
    steps[index] = -1
    classes = op.Reshape(counted(depth, indices.dtype), steps)
    return where(op.Equal(op.Unsqueeze(indices, [index]), classes), on, off)


def _unique(x: Value, axis: Value | None = None) -> tuple[Value, Value, Value]:
    along = [] if axis is None else numbers(axis, "axis")
    given = cast(x, INT64) if x.dtype is BOOL else x
    y, _first, index, count = op.Unique(given, count=4, sorted=0, **({"axis": along[0]} if along else {}))
    return cast(y, x.dtype), index, count


def _nth_element(site: OnnxWriter, x: Value, n: Value) -> Value:
    count = whole(vector(n)) + 1
    values, _ = op.TopK(x, count, count=2, axis=-1, largest=int(site.attrs["reverse"]), sorted=1)
    return op.Squeeze(op.Gather(values, vector(n), axis=-1), [-1])


# Diagonals.


def _as_diagonal(x: Value, n: int) -> Value:
    return where(constant(x.sink, np.eye(n, dtype=bool)), op.Unsqueeze(x, [-1]), 0)


def _diag(x: Value) -> Value:
    shape = sizes(x, "diagonal")
    return reshaped(_as_diagonal(vector(x), math.prod(shape)), shape * 2)


def _diagonal_of(x: Value, n: int, m: int) -> Value:
    kept = cast(x, INT64) if x.dtype is BOOL else wide(x)
    kept = where(constant(x.sink, np.eye(n, m, dtype=bool)), kept, 0)
    result = op.ReduceSum(kept, [-1], keepdims=0)
    return op.Slice(result, [0], [min(n, m)], [-1])


def _diag_part(x: Value) -> Value:
    half = sizes(x, "input")[: rank(x, "input") // 2]
    n = math.prod(half)
    return reshaped(_diagonal_of(reshaped(x, (n, n)), n, n), half)


def _matrix(x: Value) -> tuple[int, int]:
    if x.shape is None or len(x.shape) < 2 or x.shape[-1] is None or x.shape[-2] is None:
        raise NotExported("needs to know the size of the matrices")
    return x.shape[-2], x.shape[-1]


def _with_diagonal(x: Value, diagonal: Value) -> Value:
    n, m = _matrix(x)
    if n > m:
        pads = [0] * rank(diagonal, "diagonal") * 2
        pads[-1] = n - m
        diagonal = op.Pad(diagonal, pads)
    return where(constant(x.sink, np.eye(n, m, dtype=bool)), op.Unsqueeze(diagonal, [-1]), x)


def _band(x: Value, lower: Value, upper: Value) -> Value:
    n, m = _matrix(x)
    below = np.arange(n)[:, None] - np.arange(m)
    inside = np.ones((n, m), bool)
    for bound, distance in ((number(lower, "num_lower"), below), (number(upper, "num_upper"), -below)):
        if bound >= 0:
            inside &= distance <= bound
    return where(constant(x.sink, inside), x, 0)


def _set_difference(x: Value, y: Value) -> tuple[Value, Value]:
    same = op.Equal(op.Unsqueeze(x, [1]), op.Unsqueeze(y, [0]))
    left = op.Equal(op.ReduceMax(cast(op.Pad(same, [0, 0, 0, 1]), INT64), [1], keepdims=0), 0)
    indices = vector(op.NonZero(left))
    return op.Gather(x, indices), indices


Pairs = list[list[int]]


def _pairs(value: Value, what: str) -> Pairs:
    return np.reshape(numbers(value, what), (-1, 2)).tolist()


def _to_batch(x: Value, block: tuple[int, ...], paddings: Pairs) -> Value:
    count, shape = len(block), but_batch(x)
    full = [[0, 0], *paddings, *[[0, 0]] * (len(shape) - 1 - count)]
    image = op.Pad(x, [low for low, _ in full] + [high for _, high in full]) if any(map(any, full)) else x
    whole = [size + low + high for size, (low, high) in zip(shape, full, strict=True)]
    lead = [size // step for size, step in zip(whole[1:], block, strict=False)]
    split = [n for pair in zip(lead, block, strict=True) for n in pair]
    parts = reshaped(image, (shape[0], *split, *shape[1 + count :]))
    order = [*range(2, 2 * count + 1, 2), 0, *range(1, 2 * count + 1, 2), *range(2 * count + 1, len(shape) + count)]
    return reshaped(
        moved(parts, order), (math.prod(block) * shape[0] if shape[0] >= 0 else -1, *lead, *shape[1 + count :])
    )


def _to_space(x: Value, block: tuple[int, ...], crops: Pairs) -> Value:
    count, shape = len(block), but_batch(x)
    batch, inner, rest = max(shape[0] // math.prod(block), -1), shape[1 : 1 + count], shape[1 + count :]
    parts = reshaped(x, (*block, batch, *inner, *rest))
    pairs = [axis for i in range(count) for axis in (count + 1 + i, i)]
    order = [count, *pairs, *range(2 * count + 1, len(shape) + count)]
    whole = [size * step for size, step in zip(inner, block, strict=True)]
    image = reshaped(moved(parts, order), (batch, *whole, *rest))
    ends = [n - behind for n, (_, behind) in zip(whole, crops, strict=True)]
    return op.Slice(image, [front for front, _ in crops], ends, list(range(1, 1 + count))) if count else image


def _square(move: Callable[[Value, tuple[int, ...], Pairs], Value], what: str) -> LoweringRule:
    def lower(site: OnnxWriter, x: Value, pairs: Value) -> Value:
        return move(x, (site.attrs["block_size"],) * 2, _pairs(pairs, what))

    return lower


def _of_any_shape(move: Callable[[Value, tuple[int, ...], Pairs], Value], what: str) -> LoweringRule:
    def lower(_site: OnnxWriter, x: Value, block: Value, pairs: Value) -> Value:
        return move(x, tuple(numbers(block, "block_shape")), _pairs(pairs, what))

    return lower


def _by_channels(*, to_space: bool) -> LoweringRule:
    def lower(site: OnnxWriter, x: Value) -> Value:
        form, step = site.attrs["data_format"], site.attrs["block_size"]
        if form not in ("NHWC", "NCHW"):
            raise NotExported(f"has the unsupported data format {form}")
        if form == "NCHW":
            x = moved(x, (0, 2, 3, 1))
        n, h, w, c = but_batch(x)
        if to_space:
            split, merged = [n, h, w, step, step, c // step**2], [n, h * step, w * step, c // step**2]
        else:
            split, merged = [n, h // step, step, w // step, step, c], [n, h // step, w // step, c * step**2]
        result = reshaped(moved(reshaped(x, split), [0, 1, 3, 2, 4, 5]), merged)
        return moved(result, (0, 3, 1, 2)) if form == "NCHW" else result

    return lower


# -- Slices and their gradients ----------------------------------------------------------------------------------------


def _slice(_site: OnnxWriter, x: Value, begin: Value, size: Value) -> Value:
    count = rank(x, "input")
    if not count:
        return op.Identity(x)
    axes = list(range(count))
    if begin.known is not None and size.known is not None:
        pairs = zip(numbers(begin, "begin"), numbers(size, "size"), strict=True)
        return op.Slice(x, numbers(begin, "begin"), [MOST if n == -1 else b + n for b, n in pairs], axes)
    start, length = whole(begin), whole(size)
    return op.Slice(x, start, where(length < 0, MOST, start + length), axes)


def _slice_gradient(_site: OnnxWriter, dy: Value, begin: Value, shape: Value) -> Value:
    before = whole(begin)
    behind = whole(shape) - before - shape_of(dy)
    return op.Pad(dy, op.Concat(before, behind, axis=0)) if rank(dy, "dy") else op.Identity(dy)


def _positions(begin: Value, end: Value, strides: Value) -> list[list[int]]:
    return [numbers(v, pin) for v, pin in ((begin, "begin"), (end, "end"), (strides, "strides"))]


def _strided(site: OnnxWriter, x: Value, begin: Value, end: Value, strides: Value) -> Value:
    """Lower to a Slice and a Reshape for new and removed axes; sizes may be unknown without masks."""
    masks = {name: site.attrs[name] for name in MASKS}
    if x.shape is not None and None not in x.shape:
        result = select(x.shape, *_positions(begin, end, strides), masks=masks)
        cut = _cut(x, result)
        return reshaped(cut, fixed(result.shape, "the result"))
    return _strided_unknown(site, x, *_positions(begin, end, strides))


def _cut(x: Value, selection: SliceSelection) -> Value:
    axes = [i for i, each in enumerate(selection.slices) if each != slice(None)]
    if not axes:
        return x
    steps = [selection.slices[i].step or 1 for i in axes]
    last = [np.iinfo(np.int64).min if step < 0 else MOST for step in steps]
    starts = [selection.slices[i].start for i in axes]
    ends = [selection.slices[i].stop for i in axes]
    starts = [(-1 if step < 0 else 0) if s is None else s for s, step in zip(starts, steps, strict=True)]
    ends = [end if stop is None else stop for stop, end in zip(ends, last, strict=True)]
    return op.Slice(x, starts, ends, axes, steps)


def _strided_unknown(site: OnnxWriter, x: Value, begin: list[int], end: list[int], strides: list[int]) -> Value:
    def has(mask: str, i: int) -> bool:
        return bool(site.attrs[mask] >> i & 1)

    count = len(strides)
    used = sum(not has("new_axis_mask", i) and not has("ellipsis_mask", i) for i in range(count))
    axis = 0
    index = 0
    rows: list[tuple[int, int, int, int]] = []
    removed: list[int] = []
    added: list[int] = []
    for i in range(count):
        if has("ellipsis_mask", i):
            axis += rank(x, "input") - used
            index += rank(x, "input") - used
        elif has("new_axis_mask", i):
            added.append(index)
            index += 1
        else:
            step = strides[i]
            if has("shrink_axis_mask", i):
                rows.append((begin[i], begin[i] + 1 if begin[i] != -1 else MOST, axis, 1))
                removed.append(axis)
            else:
                first = (0 if step > 0 else -1) if has("begin_mask", i) else begin[i]
                last = (MOST if step > 0 else -MOST) if has("end_mask", i) else end[i]
                rows.append((first, last, axis, step))
                index += 1
            axis += 1
    if rows:
        x = op.Slice(x, *(list(column) for column in zip(*rows, strict=True)))
    x = op.Squeeze(x, removed) if removed else x
    return op.Unsqueeze(x, added) if added else op.Identity(x)


def _strided_gradient(site: OnnxWriter, shape: Value, begin: Value, end: Value, strides: Value, dy: Value) -> Value:
    if shape.known is None:
        raise NotExported("is a gradient whose shape is known only at run time")
    wanted = tuple(numbers(shape, "shape"))
    result = select(wanted, *_positions(begin, end, strides), masks={name: site.attrs[name] for name in MASKS})
    kept = fixed(result.kept, "dy")
    if 0 in kept:
        return zeros(dy.sink, shape, dy.dtype)
    indices = np.arange(int(np.prod(wanted)), dtype=np.int64).reshape(wanted)[result.slices]
    flat = op.ScatterElements(
        constant(dy.sink, np.zeros(int(np.prod(wanted)), dy.dtype.numpy)),
        constant(dy.sink, np.reshape(indices, -1)),
        op.Reshape(dy, [-1]),
    )
    return reshaped(flat, wanted)


# -- Gathering and scattering, and sparse tensors with dense results ---------------------------------------------------


def _gather(site: OnnxWriter, params: Value, indices: Value, axis: Value | None = None) -> Value:
    index = 0 if axis is None else number(axis, "axis")
    batch = site.attrs.get("batch_dims", 0)
    batch = batch + rank(indices, "indices") if batch < 0 else batch
    if not batch:
        return op.Gather(params, whole(indices), axis=index)
    count = rank(params, "params")
    index %= count
    # The axes between the batch and the gathered one go behind it, and come back after.
    order = [*range(batch), index, *range(batch, index), *range(index + 1, count)]
    result = op.GatherND(moved(params, order), op.Unsqueeze(whole(indices), [-1]), batch_dims=batch)
    chosen, between = rank(indices, "indices") - batch, index - batch
    back = [
        *range(batch),
        *range(batch + chosen, batch + chosen + between),
        *range(batch, batch + chosen),
        *range(batch + chosen + between, count - 1 + chosen),
    ]
    return moved(result, back)


def _gather_gradient(site: OnnxWriter, dy: Value, indices: Value, axis: Value, shape: Value) -> Value:
    wanted = fixed(site.shape, "the result")
    index, batch = number(axis, "axis") % len(wanted), site.attrs["batch_dims"]
    batch = batch + rank(indices, "indices") if batch < 0 else batch
    count, outer = math.prod(wanted[:batch]), math.prod(wanted[batch:index])
    n, inner = wanted[index], math.prod(wanted[index + 1 :])
    each = math.prod(sizes(indices, "indices")[batch:])
    starts = constant(dy.sink, np.arange(count)[:, None] * n)
    positions = op.Reshape(reshaped(whole(indices), (count, each)) + starts, [-1, 1])
    rows = moved(reshaped(wide(dy), (count, outer, each, inner)), (0, 2, 1, 3))
    empty = constant(dy.sink, np.zeros((count * n, outer * inner), rows.dtype.numpy))
    sums = op.ScatterND(empty, positions, reshaped(rows, (count * each, outer * inner)), reduction="add")
    return reshaped(moved(reshaped(sums, (count, n, outer, inner)), (0, 2, 1, 3)), wanted)


def _indices(site: OnnxWriter, indices: Value) -> Value:
    if site.attrs["bad_indices_policy"]:
        raise NotExported(f"has bad_indices_policy set to {site.attrs['bad_indices_policy']}")
    return whole(indices)


def _gather_nd(site: OnnxWriter, params: Value, indices: Value) -> Value:
    positions = _indices(site, indices)
    if positions.shape is not None and positions.shape[-1] == 0:
        lead = op.Slice(shape_of(indices), [0], [-1], [0])
        return op.Expand(params, op.Concat(lead, shape_of(params), axis=0))
    return op.GatherND(params, positions)


def _added_up(site: OnnxWriter, x: Value, indices: Value, updates: Value) -> Value:
    into = wide(x)
    if into.dtype is BOOL:
        raise NotExported("scatters booleans, which is not supported")
    if rank(indices, "indices") and sizes(indices, "indices")[-1:] == (0,):
        raise NotExported("has empty index vectors")
    return op.ScatterND(into, _indices(site, indices), cast(updates, into.dtype), reduction="add")


def _scatter_nd(site: OnnxWriter, indices: Value, updates: Value, shape: Value) -> Value:
    rows = wide(updates)
    return _added_up(site, zeros(site.sink, shape, rows.dtype), indices, rows)


def _changed(reduction: str) -> LoweringRule:
    def lower(site: OnnxWriter, x: Value, indices: Value, updates: Value) -> Value:
        into, rows = wide(x), wide(updates)
        return op.ScatterND(into, _indices(site, indices), rows, reduction=reduction)

    return lower


def _subtracted(site: OnnxWriter, x: Value, indices: Value, updates: Value) -> Value:
    return op.ScatterND(wide(x), _indices(site, indices), op.Neg(wide(updates)), reduction="add")


def _index_rows(indices: Value) -> Value:
    """Return indices as rows; the indices of a vector may be scalars."""
    count = rank(indices, "sparse_indices")
    return whole(indices) if count == 2 else op.Reshape(whole(indices), [-1, 1])


def _dense(_site: OnnxWriter, indices: Value, shape: Value, values: Value, default: Value) -> Value:
    rows = _index_rows(indices)
    updates = values if rank(values, "sparse_values") else op.Expand(values, op.Shape(rows, end=1))
    return op.ScatterND(op.Expand(default, whole(shape)), rows, updates)


def _filled(indices: Value, values: Value, shape: Value) -> Value:
    return op.ScatterND(zeros(values.sink, shape, values.dtype), whole(indices), values, reduction="add")


def _added(_site: OnnxWriter, indices: Value, values: Value, _shape: Value, b: Value) -> Value:
    return op.ScatterND(wide(b), whole(indices), wide(values), reduction="add")


def _times(site: OnnxWriter, indices: Value, values: Value, shape: Value, b: Value) -> Value:
    a = _filled(indices, wide(values), shape)
    left = moved(a, (1, 0)) if site.attrs["adjoint_a"] else a
    right = moved(wide(b), (1, 0)) if site.attrs["adjoint_b"] else wide(b)
    return op.MatMul(left, right)


def _sampled(_site: OnnxWriter, indices: Value, x: Value, y: Value) -> Value:
    first, second = (op.Gather(whole(indices), constant(indices.sink, np.asarray(i)), axis=1) for i in (0, 1))
    return op.ReduceSum(wide(op.Gather(x, first)) * wide(op.Gather(y, second)), [1], keepdims=0)


def _sum(site: OnnxWriter, indices: Value, values: Value, shape: Value, axes: Value) -> Value:
    a = _filled(indices, wide(values), shape)
    keep = int(site.attrs["keep_dims"])
    return op.ReduceSum(a, whole(vector(axes)), keepdims=keep, noop_with_empty_axes=1)


RULES: dict[str, LoweringRule] = {
    **each(
        "Identity EnsureShape StopGradient PreventGradient ScaleGradient ClipGradient PlaceholderWithDefault"
        " CheckNumerics CheckedGradient Print",
        _passed_on,
    ),
    "Shape": plain(shape_of),
    "ShapeN": plain(lambda inputs: tuple(map(shape_of, inputs))),
    "Rank": plain(lambda x: op.Size(op.Shape(x))),
    "Size": plain(op.Size),
    "ZerosLike": _full(0),
    "OnesLike": _full(1),
    "Fill": plain(lambda dims, value: op.Expand(value, whole(dims))),
    "Reshape": _reshape,
    "ExpandDims": plain(lambda x, axis: op.Unsqueeze(x, whole(vector(axis)))),
    "Squeeze": _squeeze,
    "IdentityN": _all_passed_on,
    "CustomGradient": _all_passed_on,
    **each("Transpose ConjugateTranspose", _transpose),
    "Roll": _rolled,
    "SelectV2": plain(where),
    "InvertPermutation": plain(lambda x: op.ScatterElements(whole(x), whole(x), counted(size_along(x, 0)))),
    "Reverse": _reverse,
    "ReverseSequence": _reverse_sequence,
    "Concat": at_site(lambda _site, values, axis: op.Concat(*values, axis=number(axis, "axis"))),
    "ConcatPart": _concat_part,
    "ParallelConcat": plain(lambda values: op.Concat(*values, axis=0)),
    "Stack": _stack,
    "Unstack": _unstack,
    "Split": at_site(lambda site, axis, value: _split(value, site.attrs["num_split"], number(axis, "axis"))),
    "SplitV": _split_by,
    "Tile": plain(lambda x, multiples: op.Tile(x, whole(multiples))),
    "TileGrad": _tile_gradient,
    "TileMultiples": _multiples,
    **each("Pad PadV2", _pad),
    "MirrorPad": _mirror_pad,
    "MirrorPadGrad": _mirror_gradient,
    "OneHot": _one_hot,
    "Where": plain(lambda condition: op.Transpose(op.NonZero(cast(condition, BOOL)), perm=[1, 0])),
    "Unique": plain(lambda x: _unique(x)[:2]),
    "UniqueWithCounts": plain(_unique),
    "UniqueV2": plain(lambda x, axis: _unique(x, axis)[:2]),
    "UniqueWithCountsV2": plain(_unique),
    "NthElement": _nth_element,
    "SetDiff1D": plain(_set_difference),
    "Diag": plain(_diag),
    "DiagPart": plain(_diag_part),
    "MatrixDiag": plain(lambda x: _as_diagonal(x, sizes(x, "diagonal")[-1])),
    "MatrixDiagPart": plain(lambda x: _diagonal_of(x, *_matrix(x))),
    "MatrixSetDiag": plain(_with_diagonal),
    "MatrixBandPart": plain(_band),
    "SpaceToBatch": _square(_to_batch, "paddings"),
    "BatchToSpace": _square(_to_space, "crops"),
    "SpaceToBatchND": _of_any_shape(_to_batch, "paddings"),
    "BatchToSpaceND": _of_any_shape(_to_space, "crops"),
    "DepthToSpace": _by_channels(to_space=True),
    "SpaceToDepth": _by_channels(to_space=False),
    "Slice": _slice,
    "SliceGrad": _slice_gradient,
    "StridedSlice": _strided,
    "StridedSliceGrad": _strided_gradient,
    **each("Gather GatherV2", _gather),
    "GatherGrad": _gather_gradient,
    "GatherNd": _gather_nd,
    "GatherNdGrad": at_site(lambda site, dy, indices, shape: _scatter_nd(site, indices, dy, shape)),
    "ScatterNd": _scatter_nd,
    **each("ScatterNdNonAliasingAdd TensorScatterAdd", _added_up),
    "TensorScatterSub": _subtracted,
    "TensorScatterUpdate": _changed("none"),
    "TensorScatterMin": _changed("min"),
    "TensorScatterMax": _changed("max"),
    "SparseToDense": _dense,
    "SparseTensorDenseAdd": _added,
    "SparseTensorDenseMatMul": _times,
    "SparseSampledMatMul": _sampled,
    "SparseReduceSum": _sum,
}
