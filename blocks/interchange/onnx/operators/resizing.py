"""Resize and Upsample, axis by axis: by index for nearest neighbor, by a matrix for other modes.

Values that follow from known sizes are computed during import. Blocks compute the others.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from blocks.base.dtypes import FLOAT, INT64
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.interchange.onnx.site import Site, affordable, counted, operator
from blocks.interchange.onnx.values import Val


class _ResizedAxis(NamedTuple):
    """The resizing of one axis, with sizes in single precision as in runtimes; ``start`` and ``end`` crop it."""

    size: Val
    out: Val
    scale: Val
    start: Val | None
    end: Val | None


@operator("Resize", "Upsample")
def _resize(site: Site, x: Val) -> Val:
    if not site.inputs[1:] and site.has("scales"):
        scales: Val | None = site.const(np.array(site.numbers("scales"), np.float32), "scales")
    elif site.op == "Upsample" or site.version < 11:
        scales = site.input(1)
    else:
        scales = site.given(2)
    sizes = site.given(3)
    if scales is not None and scales.sizes == (0,):
        scales = None
    if scales is None and sizes is None:
        raise DiagramError("neither sizes nor scales are given")
    axes = [counted(axis, x.rank) for axis in site.wholes("axes")] if site.has("axes") else list(range(x.rank))
    mode = site.word("mode", "nearest")
    result = x
    for i, axis in enumerate(axes):
        if _stays(x, axis, scales, sizes, i):
            continue
        said = _axis(site, x, axis, axes, i, scales, sizes)
        result = (_nearest if mode == "nearest" else _weighted)(site, result, axis, said, mode)
    return site("Identity", input=x) if result is x else site.cast(result, x.dtype)


def _stays(x: Val, axis: int, scales: Val | None, sizes: Val | None, i: int) -> bool:
    if scales is not None and scales.known is not None:
        return float(scales.known[i]) == 1
    known = sizes.known if sizes is not None and scales is None else None
    return known is not None and x.shape is not None and x.shape[axis] == int(known[i])


def _element(site: Site, x: Val, i: int, label: str) -> Val:
    known = x.known
    if known is not None:
        return site.const(np.float32(known[i]), label)
    return site.cast(site.item(x, i), FLOAT)


def _axis(
    site: Site, x: Val, axis: int, axes: list[int], i: int, scales: Val | None, sizes: Val | None
) -> _ResizedAxis:
    def make(add: Site) -> list[Val]:
        before = add.size(x, axis)
        size = add.const(np.float32(before), "size") if isinstance(before, int) else add.cast(before, FLOAT)
        if scales is not None:
            scale = _element(add, scales, i, "scale")
            return [size, add("Floor", x=add("Multiply", x=size, y=scale)), scale]
        assert sizes is not None
        out = _element(add, sizes, i, "out")
        policy = site.word("keep_aspect_ratio_policy", "stretch")
        if policy == "stretch":
            return [size, out, add("RealDiv", x=out, y=size)]
        scale: Val | None = None
        for j, other in enumerate(axes):
            one = add.size(x, other)
            width = add.const(np.float32(one), "size") if isinstance(one, int) else add.cast(one, FLOAT)
            each = add("RealDiv", x=_element(add, sizes, j, "out"), y=width)
            scale = each if scale is None else add("Minimum" if policy == "not_larger" else "Maximum", x=scale, y=each)
        assert scale is not None
        return [size, add("Floor", x=add("Add", x=add("Multiply", x=scale, y=size), y=0.5)), scale]

    size, out, scale = site.folded(make)
    start = end = None
    if site.word("coordinate_transformation_mode", _default_mode(site)) == "tf_crop_and_resize":
        roi = site.input(1)
        start, end = _element(site, roi, i, "start"), _element(site, roi, i + len(axes), "end")
    return _ResizedAxis(size, out, scale, start, end)


def _default_mode(site: Site) -> str:
    return "asymmetric" if site.op == "Upsample" or site.version < 11 else "half_pixel"


def _coordinates(add: Site, site: Site, axis: _ResizedAxis) -> Val:
    mode = site.word("coordinate_transformation_mode", _default_mode(site))
    zero, one = add.const(np.float32(0), "zero"), add.const(np.float32(1), "one")
    indices = add("Range", start=zero, limit=axis.out, delta=one)

    def half(value: Val) -> Val:
        return add("Subtract", x=add("RealDiv", x=add("Add", x=value, y=0.5), y=axis.scale), y=0.5)

    if mode == "asymmetric":
        return add("RealDiv", x=indices, y=axis.scale)
    if mode == "half_pixel":
        return half(indices)
    if mode == "half_pixel_symmetric":
        whole = add("Multiply", x=axis.scale, y=axis.size)
        part = add("Subtract", x=one, y=add("RealDiv", x=axis.out, y=whole))
        offset = add("Multiply", x=add("Multiply", x=axis.size, y=0.5), y=part)
        return add("Add", x=offset, y=half(indices))
    many = add("Greater", x=axis.out, y=1.0)
    if mode == "pytorch_half_pixel":
        return add("SelectV2", condition=many, t=half(indices), e=add("ZerosLike", x=indices))
    last = add("Subtract", x=axis.size, y=1.0)
    if mode == "align_corners":
        whole = add("Multiply", x=axis.scale, y=axis.size)
        steps = add("Subtract", x=whole, y=1.0)
        return add("DivNoNan", x=add("Multiply", x=indices, y=last), y=steps)
    if mode == "tf_crop_and_resize" and axis.start is not None and axis.end is not None:
        begin = add("Multiply", x=axis.start, y=last)
        width = add("Multiply", x=add("Subtract", x=axis.end, y=axis.start), y=last)
        step = add("DivNoNan", x=width, y=add("Subtract", x=axis.out, y=1.0))
        line = add("Add", x=begin, y=add("Multiply", x=indices, y=step))
        middle = add("Add", x=add("ZerosLike", x=indices), y=add("Add", x=begin, y=add("Multiply", x=width, y=0.5)))
        return add("SelectV2", condition=many, t=line, e=middle)
    raise DiagramError(f"the coordinate mode {mode!r} is not supported")


def _nearest(site: Site, x: Val, axis: int, said: _ResizedAxis, _mode: str) -> Val:
    rounding = site.word("nearest_mode", "floor" if _default_mode(site) == "asymmetric" else "round_prefer_floor")

    def make(add: Site) -> list[Val]:
        where = _coordinates(add, site, said)
        if rounding == "floor":
            index = add("Floor", x=where)
        elif rounding == "ceil":
            index = add("Ceil", x=where)
        elif rounding == "round_prefer_ceil":
            index = add("Floor", x=add("Add", x=where, y=0.5))
        else:
            index = add("Ceil", x=add("Subtract", x=where, y=0.5))
        last = add("Subtract", x=said.size, y=1.0)
        inside = add("Minimum", x=add("Maximum", x=index, y=0.0), y=last)
        return [add.cast(inside, INT64)]

    [indices] = site.folded(make)
    result = site("GatherV2", params=x, indices=indices, axis=axis)
    return _extrapolated(site, result, axis, said)


def _weighted(site: Site, x: Val, axis: int, said: _ResizedAxis, mode: str) -> Val:
    if mode not in ("linear", "cubic"):
        raise DiagramError(f"the mode {mode!r} is not supported")
    [where] = site.folded(lambda add: [_coordinates(add, site, said)])
    known, size, scale = where.known, said.size.known, said.scale.known
    if known is not None and size is not None and scale is not None:
        matrix = resize_matrix(known, int(size), min(float(scale), 1.0), mode, site)
        weights = site.const(matrix, "weights", FLOAT)
    else:
        weights = site.cast(_matrix_by_blocks(site, where, said, mode), FLOAT)
    moved, back = site.last(site.cast(x, FLOAT), axis)
    # [..., size] times [out, size], its axes exchanged.
    result = site("BatchMatMulV2" if moved.rank > 2 else "MatMul", **(
        {"x": moved, "y": weights, "adj_y": True} if moved.rank > 2 else {"a": moved, "b": weights,
        "transpose_b": True}))  # fmt: skip
    return _extrapolated(site, site.transpose(result, back), axis, said)


def _extrapolated(site: Site, x: Val, axis: int, said: _ResizedAxis) -> Val:
    """Replace the elements outside the resized part by one number, for tf_crop_and_resize."""
    if said.start is None:
        return x
    where = _coordinates(site, site, said)
    last = site("Subtract", x=said.size, y=1.0)
    inside = site("LogicalAnd", x=site("GreaterEqual", x=where, y=0.0), y=site("LessEqual", x=where, y=last))
    shape = [1] * x.rank
    shape[axis] = -1
    other = site.const(site.number("extrapolation_value"), "outside", x.dtype)
    return site("SelectV2", condition=site.reshape(inside, shape), t=x, e=other)


def _kernel(distance: Array, mode: str, site: Site) -> Array:
    d = np.abs(distance)
    if mode == "linear":
        return np.clip(1 - d, 0, 1)
    a = site.number("cubic_coeff_a", -0.75)
    near = ((a + 2) * d - (a + 3)) * d * d + 1
    far = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return np.where(d <= 1, near, np.where(d < 2, far, 0))


def _reach(scale: float, site: Site) -> tuple[float, int]:
    """Return the factor by which distances shrink, and the number of elements beyond the edges that count."""
    shrink = scale if site.whole("antialias") else 1.0
    return shrink, int(np.ceil(2 / shrink)) + 1


def resize_matrix(where: Array, size: int, scale: float, mode: str, site: Site) -> Array:
    shrink, reach = _reach(scale, site)
    affordable(len(where), size + 2 * reach)
    every = np.arange(-reach, size + reach)
    weights = _kernel((every - where[:, None]) * shrink, mode, site)
    if site.whole("exclude_outside"):
        weights = weights * ((every >= 0) & (every < size))
    total = weights.sum(axis=1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    matrix = np.zeros((len(where), size))
    inside = every.clip(0, size - 1)
    for column, index in enumerate(inside):
        matrix[:, index] += weights[:, column]
    return matrix


def _matrix_by_blocks(site: Site, where: Val, said: _ResizedAxis, mode: str) -> Val:
    one = site.const(np.float32(1), "one")
    if site.whole("antialias"):
        shrink = site("Minimum", x=said.scale, y=1.0)
        reach = site("Add", x=site("Ceil", x=site("RealDiv", x=site.const(np.float32(2), "two"), y=shrink)), y=1.0)
    else:
        shrink, reach = one, site.const(np.float32(3), "reach")
    end = site("Add", x=said.size, y=reach)
    every = site("Range", start=site("Negate", x=reach), limit=end, delta=one)
    far = site("Subtract", x=every, y=site("ExpandDims", input=where, axis=1))
    d = site("Abs", x=site("Multiply", x=far, y=shrink))
    if mode == "linear":
        weights = site("Maximum", x=site("Subtract", x=one, y=d), y=0.0)
    else:
        weights = cubic_by_blocks(site, d)
    last = site("Subtract", x=said.size, y=1.0)
    if site.whole("exclude_outside"):
        inside = site("LogicalAnd", x=site("GreaterEqual", x=every, y=0.0), y=site("LessEqual", x=every, y=last))
        weights = site("Multiply", x=weights, y=site.cast(inside, FLOAT))
    total = site("Sum", input=weights, axis=[1], keep_dims=True)
    weights = site("DivNoNan", x=weights, y=total)
    inside = site("Minimum", x=site("Maximum", x=every, y=0.0), y=last)
    columns = site("Range", start=site.const(np.float32(0), "zero"), limit=said.size, delta=one)
    chosen = site("Equal", x=site("ExpandDims", input=inside, axis=1), y=columns)
    return site("MatMul", a=weights, b=site.cast(chosen, FLOAT))


def cubic_by_blocks(site: Site, d: Val) -> Val:
    a = site.number("cubic_coeff_a", -0.75)

    def horner(*factors: float) -> Val:
        result = site("Add", x=site("Multiply", x=d, y=factors[0]), y=factors[1])
        for factor in factors[2:]:
            result = site("Add", x=site("Multiply", x=result, y=d), y=factor)
        return result

    near, far = horner(a + 2, -(a + 3), 0.0, 1.0), horner(a, -5 * a, 8 * a, -4 * a)
    outer = site("SelectV2", condition=site("Less", x=d, y=2.0), t=far, e=site("ZerosLike", x=d))
    return site("SelectV2", condition=site("LessEqual", x=d, y=1.0), t=near, e=outer)
