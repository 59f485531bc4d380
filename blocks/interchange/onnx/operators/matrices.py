"""Matrix products and operators based on them."""

from __future__ import annotations

from blocks.base.dtypes import INT32
from blocks.base.errors import DiagramError
from blocks.interchange.importing.equations import by_pairs
from blocks.interchange.onnx.operators.elementwise import scaled, wider
from blocks.interchange.onnx.site import Site, operator
from blocks.interchange.onnx.values import Val


def matmul(site: Site, a: Val, b: Val) -> Val:
    ranks = a.rank, b.rank
    if ranks == (2, 2):
        return _product(site, "MatMul", "a", "b", a, b)
    if 1 not in ranks:
        return _product(site, "BatchMatMulV2", "x", "y", a, b)
    left = site("ExpandDims", input=a, axis=0) if ranks[0] == 1 else a
    right = site("ExpandDims", input=b, axis=1) if ranks[1] == 1 else b
    result = matmul(site, left, right)
    dropped = ([-2] if ranks[0] == 1 else []) + ([-1] if ranks[1] == 1 else [])
    return site("Squeeze", input=result, squeeze_dims=dropped)


def _product(site: Site, kind: str, left: str, right: str, a: Val, b: Val) -> Val:
    try:
        return site(kind, **{left: a, right: b})
    except DiagramError:
        wide = wider(a.dtype)
        if wide is a.dtype:
            raise
    return site.cast(site(kind, **{left: site.cast(a, wide), right: site.cast(b, wide)}), a.dtype)


@operator("MatMul")
def _matmul(site: Site) -> Val:
    return matmul(site, site.input(0), site.input(1))


@operator("Gemm")
def _gemm(site: Site) -> Val:
    a, b, c = site.input(0), site.input(1), site.given(2)
    alpha, beta = site.number("alpha", 1.0), site.number("beta", 1.0)
    options = {"transpose_a": bool(site.whole("transA")), "transpose_b": bool(site.whole("transB"))}
    result = site("MatMul", a=a, b=b, **{n: v for n, v in options.items() if v})
    if result.dtype.is_integer:
        alpha, beta = _whole(alpha), _whole(beta)
    if alpha != 1:
        result = site("Multiply", x=result, y=alpha)
    if c is None:
        return result
    return site("Add", x=result, y=c if beta == 1 else site("Multiply", x=c, y=beta))


def _whole(number: float) -> int:
    if number != int(number):
        raise DiagramError(f"alpha and beta must be integers if the inputs are integers, got {number}")
    return int(number)


@operator("Einsum")
def _einsum(site: Site) -> Val:
    values = [site.input(i) for i in range(len(site.inputs))]
    return by_pairs(site.word("equation"), values, lambda pair, text: site("Einsum", inputs=pair, equation=text))


@operator("MatMulInteger")
def _matmul_integer(site: Site) -> Val:
    a, b = (site.cast(site.input(i), INT32) for i in range(2))
    for index, zero in ((0, site.given(2)), (1, site.given(3))):
        if zero is None:
            continue
        zero = site.cast(zero, INT32)
        if index == 0:
            if zero.rank == 1 and zero.sizes != (1,):
                zero = site("ExpandDims", input=zero, axis=1)
            a = site("Subtract", x=a, y=zero)
        else:
            b = site("Subtract", x=b, y=zero)
    return matmul(site, a, b)


@operator("com.microsoft.FusedMatMul")
def _fused_matmul(site: Site) -> Val:
    result = site("BatchMatMulV2", x=site.input(0), y=site.input(1), adj_x=bool(site.whole("transA")),
        adj_y=bool(site.whole("transB")))  # fmt: skip
    return scaled(site, result, site.number("alpha", 1.0))
