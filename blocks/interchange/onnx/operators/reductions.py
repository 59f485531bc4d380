"""Reductions, and operators that run along an axis."""

from __future__ import annotations

from functools import partial

import numpy as np

from blocks.base.dtypes import BOOL, DOUBLE, INT32, INT64
from blocks.interchange.onnx.operators.elementwise import widened
from blocks.interchange.onnx.operators.indexing import gather_along
from blocks.interchange.onnx.site import Site, counted, operator
from blocks.interchange.onnx.values import Val
from blocks.library.math.shared import PYTORCH

_REDUCES = {
    "ReduceMax": "Max", "ReduceMin": "Min", "ReduceMean": "Mean", "ReduceProd": "Prod", "ReduceSum": "Sum",
    "ReduceL1": "Sum", "ReduceL2": "Sum", "ReduceSumSquare": "Sum", "ReduceLogSum": "Sum",
}  # fmt: skip


def axes_of(site: Site, x: Val, input_from: int = 18) -> list[int] | Val | None:
    """Return the axes to reduce, from an attribute or an input; None if nothing is reduced."""
    axes: list[int] | Val | None = site.wholes("axes") if site.has("axes") else None
    given = site.given(1)
    if given is not None and site.version >= input_from:
        known = given.known
        if known is None and given.sizes != (0,):
            return given
        known = np.zeros(0, np.int64) if known is None else known
        axes = [int(each) for each in known.reshape(-1)]
    if axes:
        return [counted(axis, x.rank) for axis in axes]
    if site.whole("noop_with_empty_axes"):
        return None
    return list(range(x.rank))


def reduced(site: Site, kind: str, x: Val, axes: list[int] | Val, keep: bool) -> Val:
    if x.dtype is BOOL and kind in ("Max", "Min"):
        return site("Any" if kind == "Max" else "All", input=x, axis=axes, keep_dims=keep)
    if isinstance(axes, list) and not axes:
        return site("Identity", input=x)
    return widened(site, kind, x, axis=axes, keep_dims=keep)


def _reduce(site: Site, kind: str) -> Val:
    x = site.input(0)
    axes = axes_of(site, x, 13 if site.op == "ReduceSum" else 18)
    keep = bool(site.whole("keepdims", 1))
    if axes and site.framework == PYTORCH and x.dtype.is_floating:
        if site.op == "ReduceL2":
            return site("EuclideanNorm", input=x, reduction_indices=axes, keep_dims=keep)
        if site.op in ("ReduceMax", "ReduceMin") and isinstance(axes, list) and len(axes) == 1:
            if site.function in ("aten.max.dim", "aten.min.dim"):
                return _one_extreme(site, x, axes[0], keep)
            if not site.function:
                site.unsure.append("/".join(site.path))
    before = {"ReduceL1": "Abs", "ReduceL2": "Square", "ReduceSumSquare": "Square"}.get(site.op)
    if before is not None:
        x = site(before, x=x)
    if axes is None:
        result = x if before or site.op == "ReduceLogSum" else site("Identity", input=x)
    else:
        result = reduced(site, kind, x, axes, keep)
    if site.op == "ReduceL2":
        wide = result.dtype if result.dtype.is_floating else DOUBLE
        return site.cast(site("Sqrt", x=site.cast(result, wide)), result.dtype)
    return site("Log", x=result) if site.op == "ReduceLogSum" else result


def _one_extreme(site: Site, x: Val, axis: int, keep: bool) -> Val:
    """Return the first largest or smallest element along an axis, which alone gets the gradient."""
    indices = site("Arg" + site.op.removeprefix("Reduce"), input=x, dimension=axis)
    result = gather_along(site, x, site("ExpandDims", input=indices, axis=axis), axis)
    return result if keep else site("Squeeze", input=result, squeeze_dims=[axis])


for _name, _kind in _REDUCES.items():
    operator(_name)(partial(_reduce, kind=_kind))


@operator("ReduceLogSumExp")
def _log_sum_exp(site: Site, x: Val) -> Val:
    axes = axes_of(site, x)
    if axes is None:
        return site("Identity", input=x)
    largest = site("StopGradient", input=site("Max", input=x, axis=axes, keep_dims=True))
    # Of nothing, and where all is infinite, the largest is no number to subtract.
    shift = site("SelectV2", condition=site("IsFinite", x=largest), t=largest, e=site("ZerosLike", x=largest))
    total = site("Sum", input=site("Exp", x=site("Subtract", x=x, y=shift)), axis=axes, keep_dims=True)
    result = site("Add", x=site("Log", x=total), y=shift)
    if site.whole("keepdims", 1):
        return result
    if isinstance(axes, Val):
        return site("Sum", input=result, axis=axes)
    return site("Squeeze", input=result, squeeze_dims=axes) if axes else result


@operator("ArgMax", "ArgMin")
def _arg(site: Site, x: Val) -> Val:
    axis = site.axis(x.rank)
    if site.whole("select_last_index"):
        turned = site("Reverse", tensor=x, axis=[axis])
        result = site(site.op, input=turned, dimension=axis)
        last = site.linear(site.size(x, axis), more=-1)
        result = site("Subtract", x=last if isinstance(last, Val) else site.const(last, "last"), y=result)
    else:
        result = site(site.op, input=x, dimension=axis)
    return site("ExpandDims", input=result, axis=axis) if site.whole("keepdims", 1) else result


@operator("CumSum", "CumProd")
def _cumulative(site: Site, x: Val, given: Val) -> Val:
    axis = given if given.known is None else int(given.known.reshape(-1)[0])
    kind = "Cumsum" if site.op == "CumSum" else "Cumprod"
    options = {"exclusive": bool(site.whole("exclusive")), "reverse": bool(site.whole("reverse"))}
    return site(kind, x=x, axis=axis, **options)


@operator("TopK")
def _top_k(site: Site, x: Val) -> list[Val]:
    axis = site.axis(x.rank, default=-1)
    count: Val | int
    if site.version < 10:
        count = site.whole("k")
    else:
        known = site.input(1).known
        count = site.reshape(site.input(1), []) if known is None else int(known.reshape(-1)[0])
    moved, back = site.last(x, axis)
    smallest = not site.whole("largest", 1)
    dtype = x.dtype
    if smallest:
        if not dtype.is_floating:
            moved = site.cast(moved, INT64)
        moved = site("Negate", x=moved)
    if isinstance(count, Val):
        count = site.cast(count, INT32)
    values, indices = site.all("TopK", input=moved, k=count, index_type=INT64)
    if smallest:
        values = site.cast(site("Negate", x=values), dtype)
    return [site.transpose(values, back), site.transpose(indices, back)]
