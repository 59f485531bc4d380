"""Quantization operators, y = round(x / scale) + zero, as plain arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

import ml_dtypes
import numpy as np

from blocks.base.dtypes import FLOAT, INT32, UINT8, DType
from blocks.base.errors import DiagramError
from blocks.interchange.onnx.operators.convolutions import centred, convolved
from blocks.interchange.onnx.operators.elementwise import cast
from blocks.interchange.onnx.operators.matrices import matmul
from blocks.interchange.onnx.schema import DTYPES, OTHER_DTYPES
from blocks.interchange.onnx.site import OPERATORS, Site, affordable, counted, operator
from blocks.interchange.onnx.values import Given, Val, given_list


def _range_of(dtype: DType) -> tuple[float, float]:
    if dtype.name in ("DT_INT4", "DT_UINT4"):
        result = ml_dtypes.iinfo(dtype.numpy)
        return float(result.min), float(result.max)
    limits = np.iinfo(dtype.numpy)
    return float(limits.min), float(limits.max)


def saturated(site: Site, x: Val, dtype: DType) -> Val:
    if dtype.is_floating:
        return cast(site, x, dtype)
    low, high = _range_of(dtype)
    inside = site("ClipByValue", t=x, clip_value_min=low, clip_value_max=high)
    return site.cast(inside if dtype.size > 1 or dtype.name[3:] in ("INT8", "UINT8") else site.cast(inside, INT32),
        dtype)  # fmt: skip


def _along(site: Site, x: Val, each: Val, default: int = 1) -> Val:
    if each.rank == 0 or each.sizes == (1,):
        return each if each.rank == 0 else site.reshape(each, [])
    axis = counted(site.whole("axis", default), x.rank)
    if each.rank == 1 and x.rank > 0:
        return site.reshape(each, [-1 if i == axis else 1 for i in range(x.rank)])
    block = site.whole("block_size")
    if not block:
        raise DiagramError(f"a scale or zero point with {each.rank} axes does not fit an input with {x.rank} axes")
    affordable(x.size(axis))
    indices = np.arange(x.size(axis), dtype=np.int64) // block
    return site("GatherV2", params=each, indices=site.const(indices, "blocks"), axis=axis)


@operator("QuantizeLinear")
def _quantize(site: Site, x: Val, scale: Val, zero: Val | None = None) -> Val:
    number = site.whole("output_dtype")
    if number and number not in DTYPES:
        raise DiagramError(f"the dtype {OTHER_DTYPES.get(number, number)} is not supported")
    dtype = zero.dtype if zero is not None else DTYPES.get(number, UINT8)
    share = site("RealDiv", x=site.cast(x, FLOAT), y=_along(site, x, site.cast(scale, FLOAT)))
    if not dtype.is_floating:
        share = site("Round", x=share)
    if zero is not None and not (zero.known is not None and not zero.known.any()):
        wide = site.cast(zero, INT32) if zero.dtype.is_integer and zero.dtype.size < 4 else zero
        share = site("Add", x=share, y=_along(site, x, site.cast(wide, FLOAT)))
    return saturated(site, share, dtype)


@operator("DequantizeLinear")
def _dequantize(site: Site, x: Val, scale: Val, zero: Val | None = None) -> Val:
    number = site.whole("output_dtype")
    dtype = DTYPES.get(number, scale.dtype) if number else scale.dtype
    work = FLOAT if scale.dtype.size < 4 else scale.dtype

    def wide(value: Val) -> Val:
        return site.cast(site.cast(value, INT32) if value.dtype.is_integer else value, work)

    number_of = wide(x)
    if zero is not None and not (zero.known is not None and not zero.known.any()):
        number_of = site("Subtract", x=number_of, y=_along(site, x, wide(zero)))
    return site.cast(site("Multiply", x=number_of, y=_along(site, x, site.cast(scale, work))), dtype)


@operator("DynamicQuantizeLinear")
def _dynamic(site: Site, x: Val) -> Sequence[Val]:
    axes = list(range(x.rank))
    low = site("Minimum", x=site("Min", input=x, axis=axes), y=0.0)
    high = site("Maximum", x=site("Max", input=x, axis=axes), y=0.0)
    scale = site("RealDiv", "scale", x=site("Subtract", x=high, y=low), y=255.0)
    zero = site("Round", x=site("RealDiv", x=site("Negate", x=low), y=scale))
    zero = site("ClipByValue", t=zero, clip_value_min=0.0, clip_value_max=255.0)
    share = site("Add", x=site("Round", x=site("RealDiv", x=x, y=scale)), y=zero)
    return saturated(site, share, UINT8), scale, site.cast(zero, UINT8)


def _requantised(site: Site, total: Val, factor: Val, zero: Val) -> Val:
    share = site("Round", x=site("Multiply", x=site.cast(total, FLOAT), y=factor))
    wide = site.cast(zero, INT32)
    if wide.rank == 1 and wide.sizes == (1,):
        wide = site.reshape(wide, [])
    return saturated(site, site("Add", x=share, y=site.cast(wide, FLOAT)), zero.dtype)


@operator("QLinearMatMul")
def _matmul(site: Site) -> Val:
    a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero = (site.input(i) for i in range(8))
    left = centred(site, a, a_zero, axis=a.rank - 2 if a.rank > 1 else None)
    right = centred(site, b, b_zero)
    a_factor = site.cast(a_scale, FLOAT)
    if a_factor.rank == 1 and a_factor.sizes != (1,):
        a_factor = site("ExpandDims", input=a_factor, axis=1)
    product = site("Multiply", x=a_factor, y=site.cast(b_scale, FLOAT))
    factor = site("RealDiv", x=product, y=site.cast(y_scale, FLOAT))
    return _requantised(site, matmul(site, left, right), factor, y_zero)


@operator("QLinearConv")
def _conv(site: Site) -> Val:
    x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero = (site.input(i) for i in range(8))
    total = convolved(site, centred(site, x, x_zero), centred(site, w, w_zero, first=True))
    bias = site.given(8)
    if bias is not None:
        total = site("Add", x=total, y=site.reshape(bias, [-1, *[1] * (x.rank - 2)]))
    channel = w_scale
    if w_scale.rank == 1 and w_scale.sizes != (1,):
        channel = site.reshape(w_scale, [-1, *[1] * (x.rank - 2)])
    factor = site("RealDiv", x=site("Multiply", x=x_scale, y=channel), y=y_scale)
    return _requantised(site, total, factor, y_zero)


# -- Operators by which onnxruntime writes a quantised model ----------------------------------------------------------

_RUNTIME = "com.microsoft"


@operator(*(f"{_RUNTIME}.QLinear{name}" for name in ("Sigmoid", "LeakyRelu", "AveragePool", "GlobalAveragePool",
                                                     "Softmax")))  # fmt: skip
def _of_one(site: Site) -> Val:
    if site.whole("channels_last"):
        raise DiagramError("channels_last is not supported")
    return _by_real(site, [site.inputs[:3]], site.input(3), site.given(4))


@operator(f"{_RUNTIME}.QLinearAdd")
def _sum(site: Site) -> Val:
    return _by_real(site, [site.inputs[:3], site.inputs[3:6]], site.input(6), site.given(7))


@operator(f"{_RUNTIME}.QLinearMul")
def _product(site: Site) -> Val:
    a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero = (site.input(i) for i in range(8))
    left, right = (site("Subtract", x=_wide(site, x), y=_wide(site, zero)) for x, zero in ((a, a_zero), (b, b_zero)))
    factor = site("RealDiv", x=site("Multiply", x=a_scale, y=b_scale), y=y_scale)
    return _requantised(site, site("Multiply", x=left, y=right), factor, y_zero)


@operator(f"{_RUNTIME}.QLinearConcat")
def _of_many(site: Site) -> Val:
    parts = [site.inputs[i : i + 3] for i in range(2, len(site.inputs), 3)]
    return _by_real(site, parts, site.input(0), site.given(1))


@operator(f"{_RUNTIME}.QGemm")
def _of_matrices(site: Site) -> Val:
    a, a_scale, a_zero, b, b_scale, b_zero = (site.input(i) for i in range(6))
    a = site.transpose(a, [1, 0]) if site.whole("transA") else a
    b = site.transpose(b, [1, 0]) if site.whole("transB") else b
    left, right = centred(site, a, a_zero), centred(site, b, b_zero)
    total, bias = matmul(site, left, right), site.given(6)
    total = total if bias is None else site("Add", x=total, y=bias)
    factor = site("Multiply", x=site("Multiply", x=a_scale, y=b_scale), y=site.number("alpha", 1.0))
    if site.given(7) is None:
        return site("Multiply", x=site.cast(total, FLOAT), y=factor)
    return _requantised(site, total, site("RealDiv", x=factor, y=site.input(7)), site.input(8))


def _by_real(site: Site, given: Sequence[Sequence[Given]], scale: Val, zero: Given) -> Val:
    op, inputs = site.op, site.inputs
    dtype = zero.dtype if zero is not None else given_list(given[0])[0].dtype
    site.op = op.removeprefix("QLinear")
    site.inputs = list[Given](_meant(site, *each) for each in given)
    try:
        result = OPERATORS[site.op](site)
    finally:
        site.op, site.inputs = op, inputs
    assert isinstance(result, Val)
    whole = site("Round", x=site("RealDiv", x=result, y=scale))
    return saturated(site, whole if zero is None else site("Add", x=whole, y=_wide(site, zero)), dtype)


def _meant(site: Site, x: Given, scale: Given, zero: Given = None) -> Val:
    if x is None or scale is None:
        raise DiagramError("the input 'x' or its scale is missing")
    number = _wide(site, x)
    number = number if zero is None else site("Subtract", x=number, y=_wide(site, zero))
    return site("Multiply", x=number, y=scale)


def _wide(site: Site, x: Val) -> Val:
    return site.cast(site.cast(x, INT32), FLOAT)
