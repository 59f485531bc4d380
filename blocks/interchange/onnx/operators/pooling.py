"""Pooling over windows and whole images."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from blocks.base.dtypes import FLOAT
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.interchange.onnx.operators.elementwise import scaled
from blocks.interchange.onnx.operators.shapes import pad
from blocks.interchange.onnx.operators.windows import OperatorWindows, channels_second, explicit, windows
from blocks.interchange.onnx.site import Site, affordable, operator
from blocks.interchange.onnx.values import Val

_MOST_STEPS = 200
"""Elements of the largest window of which each is a block."""


def _pool(site: Site, x: Val, *, same_is_known: bool) -> tuple[Val, OperatorWindows, list[int], bool]:
    """Return a pool's images and windows, and how far each axis's last one extends beyond the padding.

    Rows become images, which the last result tells.
    """
    kernel = site.wholes("kernel_shape")
    slid = windows(site, x, kernel, same_is_known=same_is_known and not site.whole("ceil_mode"))
    extra = [0] * len(kernel)
    if site.whole("ceil_mode"):
        for i, (before, behind) in enumerate(slid.pads):
            size = x.size(i + 2) + before + behind
            count = -(-(size - slid.reach[i]) // slid.strides[i]) + 1
            # The last window must begin inside, or in the margin before.
            if (count - 1) * slid.strides[i] >= x.size(i + 2) + before:
                count -= 1
            extra[i] = max((count - 1) * slid.strides[i] + slid.reach[i] - size, 0)
    if len(kernel) > 1:
        return x, slid, extra, False
    return site("ExpandDims", input=x, axis=2), slid.with_axis(), [0, *extra], True


@operator("MaxPool")
def _max_pool(site: Site, x: Val) -> Sequence[Val | None]:
    if site.wants(1):
        return _max_pool_with_indices(site, x)
    x, slid, extra, was_row = _pool(site, x, same_is_known=set(site.wholes("dilations")) <= {1})
    space = len(slid.kernel)
    pads = [(a, b + more) for (a, b), more in zip(slid.pads, extra, strict=True)]
    if set(slid.dilations) != {1} or space > 3:
        slid = slid._replace(pads=pads)
        result = _of_window(site, _low_margin(site, x, slid.pads), slid, "Maximum")
    else:
        result = _max_of_windows(site, x, slid._replace(pads=pads))
    return [site("Squeeze", input=result, squeeze_dims=[2]) if was_row else result]


def _max_of_windows(site: Site, x: Val, slid: OperatorWindows) -> Val:
    space = len(slid.kernel)
    options = slid.options() | {"ksize": channels_second(slid.kernel)}
    if slid.is_padded:
        fits = all(max(pair) < size for pair, size in zip(slid.pads, slid.kernel, strict=True))
        if space == 2 and fits:
            options |= {"padding": "EXPLICIT", "explicit_paddings": explicit(slid.pads)}
        else:
            x = _low_margin(site, x, slid.pads)
    kind = "MaxPool" if space == 2 else "MaxPool3D"
    dtype = x.dtype
    try:
        return site(kind, input=x, **options)
    except DiagramError:
        if dtype.is_floating and dtype.size > 4:
            return _of_window(site, x, slid._replace(pads=[(0, 0)] * space), "Maximum")
    return site.cast(site(kind, input=site.cast(x, FLOAT), **options), dtype)


def _low_margin(site: Site, x: Val, pads: list[tuple[int, int]]) -> Val:
    lowest: object = -np.inf if x.dtype.is_floating else np.iinfo(x.dtype.numpy).min
    return pad(site, x, [(0, 0), (0, 0), *pads], lowest)


def _of_window(site: Site, x: Val, slid: OperatorWindows, kind: str) -> Val:
    if sum(slid.kernel) > _MOST_STEPS:
        raise DiagramError(f"this pooling does not support windows whose sizes add up to more than {_MOST_STEPS}")
    result = x
    for i, size in enumerate(slid.kernel):
        axis, step = i + 2, slid.strides[i]
        count = (result.size(axis) - slid.reach[i]) // step + 1
        parts: list[Val] = []
        for index in range(size):
            begin = index * slid.dilations[i]
            parts.append(site.part(result, axis, begin, begin + (count - 1) * step + 1, step))
        result = parts[0]
        for part in parts[1:]:
            result = site(kind, x=result, y=part)
    return result


def _max_pool_with_indices(site: Site, x: Val) -> list[Val]:
    """Return the largest element of each window, and its position in the flattened tensor."""
    x, slid, extra, was_row = _pool(site, x, same_is_known=False)
    sizes = [x.size(i) for i in range(2, x.rank)]
    space = len(slid.kernel)
    pads = [(a, b + more) for (a, b), more in zip(slid.pads, extra, strict=True)]
    padded = _low_margin(site, x, pads)
    # All positions of each window side by side: the largest is chosen, and its position with it.
    n, c = x.size(0), x.size(1)
    affordable(n, c, *sizes, *slid.kernel)
    numbers = np.arange(n * c * int(np.prod(sizes)), dtype=np.int64).reshape(n, c, *sizes)
    if site.whole("storage_order"):
        order = np.arange(int(np.prod(sizes)), dtype=np.int64).reshape(sizes[::-1]).transpose()
        numbers = (np.arange(n * c, dtype=np.int64) * int(np.prod(sizes))).reshape(n, c, *[1] * space) + order
    numbers = np.pad(numbers, [(0, 0), (0, 0), *pads], constant_values=-1)
    values, indices = _side_by_side(site, padded, numbers, slid)
    best = site("ArgMax", input=values, dimension=-1)
    index = site("ExpandDims", input=best, axis=-1)
    rank = space + 2
    largest = site("Max", input=values, axis=[-1])
    where = site("GatherV2", params=site.const(indices, "places"), indices=index, axis=rank, batch_dims=rank)
    where = site("Squeeze", input=where, squeeze_dims=[-1])
    result = [largest, where]
    return [site("Squeeze", input=each, squeeze_dims=[2]) for each in result] if was_row else result


def _side_by_side(site: Site, x: Val, numbers: Array, slid: OperatorWindows) -> tuple[Val, Array]:
    if int(np.prod(slid.kernel)) > _MOST_STEPS:
        raise DiagramError(f"this pooling does not support windows of more than {_MOST_STEPS} elements")
    shape = numbers.shape[2:]
    counts = [(size - r) // s + 1 for size, r, s in zip(shape, slid.reach, slid.strides, strict=True)]
    parts: list[Val] = []
    indices: list[Array] = []
    for index in itertools.product(*[range(size) for size in slid.kernel]):
        begin = [p * d for p, d in zip(index, slid.dilations, strict=True)]
        end = [b + (n - 1) * s + 1 for b, n, s in zip(begin, counts, slid.strides, strict=True)]
        parts.append(site("StridedSlice", input=x, begin=[0, 0, *begin], end=[0, 0, *end],
            strides=[1, 1, *slid.strides], end_mask=3))  # fmt: skip
        cut = tuple(slice(b, e, s) for b, e, s in zip(begin, end, slid.strides, strict=True))
        indices.append(numbers[(slice(None), slice(None), *cut)])
    return site("Stack", values=parts, axis=-1), np.stack(indices, axis=-1)


@operator("AveragePool")
def _average_pool(site: Site) -> Val:
    return _averaged(site, site.input(0), counted_margin=bool(site.whole("count_include_pad")))


def _averaged(site: Site, x: Val, *, counted_margin: bool) -> Val:
    may_be_same = set(site.wholes("dilations")) <= {1} and not counted_margin
    x, slid, extra, was_row = _pool(site, x, same_is_known=may_be_same)
    space = len(slid.kernel)
    reach_over = slid.is_padded or any(extra)
    pads = [(a, b + more) for (a, b), more in zip(slid.pads, extra, strict=True)]
    whole = pad(site, x, [(0, 0), (0, 0), *pads])
    result = _mean_of_windows(site, whole, slid)
    if reach_over and (any(extra) or not counted_margin):
        sizes = [x.size(i + 2) for i in range(space)]
        share = np.ones(())
        for i, size in enumerate(sizes):
            share = share[..., None] * _shares(size, i, slid, extra[i], float(counted_margin))
        result = site("RealDiv", x=result, y=site.const(share[None, None], "share", result.dtype))
    return site("Squeeze", input=result, squeeze_dims=[2]) if was_row else result


def _mean_of_windows(site: Site, x: Val, slid: OperatorWindows) -> Val:
    space = len(slid.kernel)
    if set(slid.dilations) != {1} or space > 3:
        total = _of_window(site, x, slid._replace(pads=[(0, 0)] * space), "Add")
        return site("RealDiv", x=total, y=float(np.prod(slid.kernel)))
    options = slid.options() | {"ksize": channels_second(slid.kernel)}
    return site("AvgPool", value=x, **options) if space == 2 else site("AvgPool3D", input=x, **options)


def _shares(size: int, axis: int, slid: OperatorWindows, extra: int, margin: float) -> Array:
    """Return [windows] the fraction of each window along an axis that counts."""
    before, behind = slid.pads[axis]
    affordable(size + before + behind + extra)
    edges = [np.full(before, margin), np.ones(size), np.full(behind, margin), np.zeros(extra)]
    counts = np.concatenate(edges)
    count = (len(counts) - slid.reach[axis]) // slid.strides[axis] + 1
    affordable(count, slid.kernel[axis])
    first = np.arange(count)[:, None] * slid.strides[axis]
    return counts[first + np.arange(slid.kernel[axis]) * slid.dilations[axis]].mean(axis=1)


@operator("LpPool")
def _lp_pool(site: Site, x: Val) -> Val:
    p = site.whole("p", 2) if site.version >= 2 else int(site.number("p", 2.0))
    powers = site("Square", x=x) if p == 2 else site("Pow", x=site("Abs", x=x), y=float(p))
    powers, slid, extra, was_row = _pool(site, powers, same_is_known=False)
    # What is padded is 0, also behind the end, so that nothing is to be shared out.
    pads = [(a, b + more) for (a, b), more in zip(slid.pads, extra, strict=True)]
    whole = pad(site, powers, [(0, 0), (0, 0), *pads])
    total = scaled(site, _mean_of_windows(site, whole, slid), float(np.prod(slid.kernel)))
    result = site("Sqrt", x=total) if p == 2 else site("Pow", x=total, y=1 / p)
    return site("Squeeze", input=result, squeeze_dims=[2]) if was_row else result


@operator("GlobalAveragePool", "GlobalMaxPool")
def _global(site: Site, x: Val) -> Val:
    kind = "Mean" if site.op == "GlobalAveragePool" else "Max"
    return site(kind, input=x, axis=list(range(2, x.rank)), keep_dims=True)


@operator("GlobalLpPool")
def _global_lp(site: Site, x: Val) -> Val:
    p = site.whole("p", 2)
    total = site("Sum", input=site("Pow", x=site("Abs", x=x), y=float(p)), axis=list(range(2, x.rank)), keep_dims=True)
    return site("Pow", x=total, y=1 / p)


@operator("MaxUnpool")
def _max_unpool(site: Site, x: Val, indices: Val) -> Val:
    kernel = site.wholes("kernel_shape")
    strides = site.wholes("strides") or [1] * len(kernel)
    pads = site.wholes("pads") or [0] * (2 * len(kernel))
    sizes = [(x.size(i + 2) - 1) * strides[i] + kernel[i] - pads[i] - pads[len(kernel) + i] for i in range(len(kernel))]
    own = [x.size(0), x.size(1), *sizes]
    wanted = own if site.given(2) is None else _wanted(site, site.input(2))
    flat = site.reshape(indices, [-1, 1])
    result = site("ScatterNd", indices=flat, updates=site.reshape(x, [-1]), shape=[int(np.prod(own))])
    whole = site.reshape(result, own)
    return pad(site, whole, [(0, b - a) for a, b in zip(own, wanted, strict=True)]) if wanted != own else whole


def _wanted(site: Site, shape: Val) -> list[int]:
    said = site.declared[0]
    if shape.known is None and said is not None and None not in said:
        return [size or 0 for size in said]
    return shape.numbers("the shape")
