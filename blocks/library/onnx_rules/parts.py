"""ONNX rules for slices and their gradients."""

from __future__ import annotations

import numpy as np

from blocks.library.array.slicing import MASKS, SliceSelection, select
from blocks.library.onnx_rules.values import (
    MOST,
    NotExported,
    Value,
    constant,
    op,
    reshaped,
    shape_of,
    where,
    whole,
    zeros,
)
from blocks.library.onnx_rules.writing import OnnxWriter, fixed, numbers, rank
from blocks.library.rules import LoweringRule


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


RULES: dict[str, LoweringRule] = {
    "Slice": _slice,
    "SliceGrad": _slice_gradient,
    "StridedSlice": _strided,
    "StridedSliceGrad": _strided_gradient,
}
