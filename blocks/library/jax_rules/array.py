"""Lowering rules for arrays (shapes, slices, joining, gathering, padding, diagonals) and for control flow.

`blocks.compile.jax.control_flow` handles conditions and iterations.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from blocks.library.array.slicing import MASKS, SliceSelection, select
from blocks.library.jax_rules.lowering import (
    LoweringContext,
    NotLowered,
    Value,
    as_it_is,
    checked,
    jnp,
    kernel_of,
    known,
    lax,
    number,
    one_of,
    sizes,
    transposed,
    wide,
)
from blocks.library.rules import LoweringRule, at_site, each, plain
from blocks.library.string.encodings import LAST
from blocks.library.string.unicode import scripts


def _checked(site: LoweringContext, tensor: Value) -> Value:
    site.require(jnp.all(jnp.isfinite(tensor)))
    return tensor


def _offsets(site: LoweringContext, concat_dim: Value, shape: tuple[Value, ...]) -> tuple[Value, ...]:
    rows = jnp.stack([jnp.asarray(each) for each in shape])
    axis = number(concat_dim, "concat_dim") % rows.shape[1]
    along = np.array([i == axis for i in range(rows.shape[1])])
    site.require(jnp.all(along | (rows == rows[0])))
    return tuple(jnp.where(along, jnp.cumsum(rows, 0, rows.dtype) - rows, 0).astype(rows.dtype))


# Parts.


def _slice_gradient(_site: LoweringContext, dy: Value, begin: Value, shape: Value) -> Value:
    starts = sizes(begin, "begin")
    where = tuple(slice(first, first + n) for first, n in zip(starts, dy.shape, strict=True))
    return jnp.zeros(sizes(shape, "shape"), dy.dtype).at[where].set(dy)


def _selected(
    site: LoweringContext, shape: tuple[int, ...], begin: Value, end: Value, strides: Value
) -> SliceSelection:
    indices = [list(sizes(v, p)) for v, p in zip((begin, end, strides), ("begin", "end", "strides"), strict=True)]
    return select(shape, *indices, masks={name: site.attrs[name] for name in MASKS})


def _strided_gradient(
    site: LoweringContext, shape: Value, begin: Value, end: Value, strides: Value, dy: Value
) -> Value:
    wanted = sizes(shape, "shape")
    result = _selected(site, wanted, begin, end, strides)
    part = jnp.reshape(dy, tuple(size or 0 for size in result.kept))
    return jnp.zeros(wanted, dy.dtype).at[result.slices].set(part)


def _strided_assign(site: LoweringContext, ref: Value, begin: Value, end: Value, strides: Value, value: Value) -> Value:
    result = _selected(site, ref.shape, begin, end, strides)
    shape = tuple(size or 0 for size in result.shape)
    value = jnp.reshape(value, value.shape[max(value.ndim - len(shape), 0) :])
    part = jnp.reshape(jnp.broadcast_to(value, shape), tuple(size or 0 for size in result.kept))
    return jnp.asarray(ref).at[result.slices].set(part)


# Joining and repeating.


def _tile_gradient(_site: LoweringContext, dy: Value, shape: Value) -> Value:
    parts: list[int] = []
    for size, once in zip(dy.shape, sizes(shape, "shape"), strict=True):
        parts += [size // once if once else 0, once]
    total = wide(dy)
    return jnp.sum(jnp.reshape(total, parts), axis=tuple(range(0, len(parts), 2)), dtype=total.dtype)


def _padded(_site: LoweringContext, x: Value, paddings: Value, value: Value = 0) -> Value:
    rows = np.reshape(known(paddings, "paddings"), (-1, 2)).tolist()
    return jnp.pad(x, rows, constant_values=jnp.asarray(value, x.dtype)) if rows else x


def mirrored(site: LoweringContext, x: Value, paddings: Value) -> Value:
    rows = np.reshape(known(paddings, "paddings"), (-1, 2)).tolist()
    return jnp.pad(x, rows, mode="reflect" if site.attrs["mode"] == "REFLECT" else "symmetric") if rows else x


def _mirrored_gradient(site: LoweringContext, dy: Value, paddings: Value) -> Value:
    rows = np.reshape(known(paddings, "paddings"), (-1, 2)).tolist()
    shape = tuple(size - sum(row) for size, row in zip(dy.shape, rows, strict=True))
    return transposed(lambda x: mirrored(site, x, paddings), shape, dy)


# Gathering and scattering.


def _one_hot(site: LoweringContext, indices: Value, depth: Value, on: Value, off: Value) -> Value:
    index = site.attrs["axis"] % (indices.ndim + 1)
    steps = [1] * (indices.ndim + 1)
    steps[index] = -1
    classes = jnp.reshape(jnp.arange(number(depth, "depth")), steps)
    return jnp.where(jnp.expand_dims(indices, index) == classes, on, off)


def _gather(site: LoweringContext, params: Value, indices: Value, axis: Value = None) -> Value:
    index = 0 if axis is None else number(axis, "axis") % params.ndim
    batch = site.attrs.get("batch_dims", 0)
    batch = batch + indices.ndim if batch < 0 else batch
    shape = (*params.shape[:index], *indices.shape[batch:], *params.shape[index + 1 :])
    if 0 in shape:
        return jnp.zeros(shape, params.dtype)
    site.require_within(indices, params.shape[index])
    if not batch:
        return jnp.take(params, indices, index, mode="clip")
    count, outer, n, inner = _blocks(params.shape, index, batch)
    rows = jnp.reshape(indices, (count, -1))
    taken = jnp.reshape(params, (count, outer, n, inner))[jnp.arange(count)[:, None], :, rows]
    return jnp.reshape(jnp.transpose(taken, (0, 2, 1, 3)), shape)


def _blocks(shape: tuple[int, ...], axis: int, batch: int) -> tuple[int, int, int, int]:
    return math.prod(shape[:batch]), math.prod(shape[batch:axis]), shape[axis], math.prod(shape[axis + 1 :])


def _gather_gradient(site: LoweringContext, dy: Value, indices: Value, axis: Value, shape: Value) -> Value:
    wanted = sizes(shape, "shape")
    index, batch = number(axis, "axis") % len(wanted), site.attrs["batch_dims"]
    batch = batch + indices.ndim if batch < 0 else batch
    count, outer, n, inner = _blocks(wanted, index, batch)
    each = math.prod(indices.shape[batch:])
    positions = jnp.arange(count)[:, None] * n + jnp.reshape(indices, (count, each))
    rows = jnp.transpose(jnp.reshape(wide(dy), (count, outer, each, inner)), (0, 2, 1, 3))
    zeros = jnp.zeros((count * n, outer * inner), rows.dtype)
    sums = zeros.at[jnp.reshape(positions, -1)].add(jnp.reshape(rows, (count * each, outer * inner)))
    return jnp.reshape(jnp.transpose(jnp.reshape(sums, (count, n, outer, inner)), (0, 2, 1, 3)), wanted)


def indices_within(site: LoweringContext, indices: Value, shape: tuple[int, ...]) -> tuple[Value, ...]:
    if site.attrs["bad_indices_policy"]:
        raise NotLowered(f"has bad_indices_policy set to {site.attrs['bad_indices_policy']}")
    result = tuple(indices[..., i] for i in range(indices.shape[-1]))
    for positions, size in zip(result, shape, strict=False):
        site.require_within(positions, size)
    return result


def _scattered(site: LoweringContext, indices: Value, updates: Value, shape: tuple[int, ...]) -> Value:
    rows = wide(updates)
    zeros = jnp.zeros(shape, rows.dtype).at[indices_within(site, indices, shape)]
    return zeros.max(rows) if rows.dtype == bool else zeros.add(rows)


def _scatter_nd(site: LoweringContext, indices: Value, updates: Value, shape: Value) -> Value:
    return _scattered(site, indices, updates, sizes(shape, "shape"))


def _scatter_add(site: LoweringContext, x: Value, indices: Value, updates: Value) -> Value:
    total = _scattered(site, indices, updates, x.shape)
    return jnp.logical_or(x, total) if total.dtype == bool else wide(x) + total


def _changed(change: str) -> LoweringRule:
    def lower(site: LoweringContext, x: Value, indices: Value, updates: Value) -> Value:
        total = wide(x)
        return getattr(total.at[indices_within(site, indices, x.shape)], change)(wide(updates))

    return lower


def _rolled(_site: LoweringContext, x: Value, shift: Value, axis: Value) -> Value:
    axes = sizes(axis, "axis")
    return jnp.roll(x, tuple(jnp.reshape(shift, -1)[i] for i in range(len(axes))), axes) if axes else x


def _bound(*, upper: bool) -> LoweringRule:
    def lower(site: LoweringContext, rows: Value, values: Value) -> Value:
        size = rows.shape[1]
        first, count = jnp.zeros(values.shape, np.int64), jnp.full(values.shape, size, np.int64)
        for _ in range(size.bit_length()):
            step = count // 2
            there = jnp.take_along_axis(jnp.asarray(rows), jnp.minimum(first + step, size - 1), 1)
            after = (~(values < there) if upper else there < values) & (count > 0)
            first = jnp.where(after, first + step + 1, first)
            count = jnp.where(after, count - step - 1, step)
        return first.astype(site.dtype)

    return lower


def _nth(site: LoweringContext, x: Value, n: Value) -> Value:
    index = number(n, "n")
    return jnp.sort(x, axis=-1)[..., x.shape[-1] - 1 - index if site.attrs["reverse"] else index]


def _inverted(site: LoweringContext, x: Value) -> Value:
    site.require(jnp.all(jnp.sort(x) == jnp.arange(x.size)))
    return jnp.zeros_like(x).at[x].set(jnp.arange(x.size, dtype=x.dtype))


def _reversed(site: LoweringContext, x: Value, lengths: Value) -> Value:
    site.require(jnp.all((lengths >= 0) & (lengths <= x.shape[site.attrs["seq_dim"]])))
    return _REVERSE_SEQUENCE(site, jnp.asarray(x), lengths)


_REVERSE_SEQUENCE = kernel_of("ReverseSequence")


# Diagonals.


def _band(x: Value, lower: Value, upper: Value) -> Value:
    rows, columns = x.shape[-2:]
    below = jnp.arange(rows)[:, None] - jnp.arange(columns)
    inside = (below <= jnp.where(lower < 0, rows, lower)) & (-below <= jnp.where(upper < 0, columns, upper))
    return jnp.where(inside, x, jnp.zeros((), x.dtype))


def _with_diagonal(x: Value, diagonal: Value) -> Value:
    tall = x.shape[-2] > x.shape[-1]
    given = diagonal[..., None, :] if tall else diagonal[..., None]
    return jnp.where(jnp.eye(*x.shape[-2:], dtype=bool), given, x)  # XLA scatters elements one by one


_AS_THEY_ARE = """Identity IdentityN EnsureShape CustomGradient CheckedGradient StopGradient PreventGradient
    ScaleGradient ClipGradient PlaceholderWithDefault Squeeze Unstack"""
_KERNELS: Mapping[str, Any] = {
    **dict.fromkeys(_AS_THEY_ARE.split(), ()),
    "Reshape": ("shape",),
    "ExpandDims": ("axis",),
    "Transpose": ("perm",),
    "Slice": ("begin", "size"),
    "StridedSlice": ("begin", "end", "strides"),
    "Split": ("axis",),
    "SplitV": ("size_splits", "axis"),
    "ConcatPart": ("axis",),
}


def _common_shape(site: LoweringContext, s0: Value, s1: Value) -> Value:
    count = max(len(s0), len(s1))
    a, b = (jnp.concatenate([np.ones(count - len(s), s.dtype), s]) for s in (s0, s1))
    site.require(jnp.all((a == b) | (a == 1) | (b == 1)))
    return jnp.where(a == 1, b, a)


def _same_bytes(site: LoweringContext, x: Value) -> Value:
    if "c" in (x.dtype.kind, site.dtype.kind):
        raise NotLowered("reinterprets the bytes of complex numbers")
    return lax.bitcast_convert_type(x, site.dtype)


def _script(_site: LoweringContext, points: Value) -> Value:
    starts, numbers = scripts()
    result = jnp.asarray(numbers)[jnp.searchsorted(starts, points, side="right") - 1]
    return jnp.where((points < 0) | (points > LAST), -1, result)


def _select(site: LoweringContext, index: Value, inputs: tuple[Value, ...]) -> Value:
    site.require((index >= 0) & (index < len(inputs)))
    return one_of(index, inputs)


def _assert(site: LoweringContext, condition: Value, _data: tuple[Value, ...]) -> tuple[()]:
    site.require(condition)
    return ()


_SAME_KERNELS = """DiagPart MatrixDiagPart SpaceToBatch BatchToSpace SpaceToBatchND BatchToSpaceND DepthToSpace
    SpaceToDepth"""
RULES: dict[str, LoweringRule] = {
    "BroadcastDynamicShape": _common_shape,
    "ConcatOffset": _offsets,
    "Bitcast": _same_bytes,
    **{name: as_it_is(*pins) for name, pins in _KERNELS.items()},
    "CheckNumerics": _checked,
    "ZerosLike": plain(jnp.zeros_like),
    "OnesLike": plain(jnp.ones_like),
    "Fill": at_site(lambda site, dims, value: jnp.full(sizes(dims, "dims"), value, site.dtype)),
    "Reverse": at_site(lambda _site, x, axis: jnp.flip(x, sizes(axis, "axis"))),
    "Concat": at_site(lambda _site, values, axis: jnp.concatenate(values, axis=number(axis, "axis"))),
    "Stack": at_site(lambda site, values: jnp.stack(values, site.attrs["axis"])),
    "ParallelConcat": plain(jnp.concatenate),
    "SliceGrad": _slice_gradient,
    "StridedSliceGrad": _strided_gradient,
    **each("StridedSliceAssign ResourceStridedSliceAssign TensorStridedSliceUpdate", _strided_assign),
    "Tile": at_site(lambda _site, x, multiples: jnp.tile(x, sizes(multiples, "multiples"))),
    "TileGrad": _tile_gradient,
    **each("Pad PadV2", _padded),
    "MirrorPad": mirrored,
    "MirrorPadGrad": _mirrored_gradient,
    "OneHot": _one_hot,
    **each("Gather GatherV2", _gather),
    "GatherGrad": _gather_gradient,
    "GatherNd": at_site(lambda site, x, indices: jnp.asarray(x)[indices_within(site, indices, x.shape)]),
    "GatherNdGrad": at_site(lambda site, dy, indices, shape: _scatter_nd(site, indices, dy, shape)),
    "ScatterNd": _scatter_nd,
    "ScatterNdNonAliasingAdd": _scatter_add,
    "TensorScatterAdd": _changed("add"),
    "TensorScatterSub": _changed("subtract"),
    "TensorScatterUpdate": _changed("set"),
    "TensorScatterMin": _changed("min"),
    "TensorScatterMax": _changed("max"),
    "SelectV2": plain(jnp.where),
    "UnicodeScript": _script,
    "Roll": _rolled,
    "LowerBound": _bound(upper=False),
    "UpperBound": _bound(upper=True),
    "NthElement": _nth,
    "InvertPermutation": checked(_inverted, "x"),
    "ReverseSequence": checked(_reversed, "seq_lengths"),
    **{name: kernel_of(name) for name in _SAME_KERNELS.split()},
    "Diag": plain(lambda x: jnp.reshape(jnp.diag(jnp.reshape(x, -1)), x.shape * 2)),
    "MatrixBandPart": plain(_band),
    "MatrixDiag": plain(lambda x: _with_diagonal(jnp.zeros((*x.shape, x.shape[-1]), x.dtype), x)),
    "MatrixSetDiag": plain(_with_diagonal),
    **each("NoOp ControlTrigger", plain(tuple)),
    **each("Switch RefSwitch", plain(lambda data, _pred: (data, data))),
    **each("NextIteration RefNextIteration LoopCond", as_it_is()),
    "Assert": _assert,
    "RefSelect": checked(_select, "index"),
}
