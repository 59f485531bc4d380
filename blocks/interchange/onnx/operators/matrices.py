"""Matrix products and operators based on them."""

from __future__ import annotations

from blocks.base.dtypes import INT32
from blocks.base.errors import DiagramError
from blocks.interchange.importing.equations import by_pairs
from blocks.interchange.onnx.operators.elementwise import scaled, widened
from blocks.interchange.onnx.site import Site, operator
from blocks.interchange.onnx.values import Val


def matmul(site: Site, a: Val, b: Val) -> Val:
    ranks = a.rank, b.rank
    if ranks == (2, 2):
        return widened(site, "MatMul", a, b)
    if 1 not in ranks:
        return widened(site, "BatchMatMulV2", a, b)
    left = site("ExpandDims", input=a, axis=0) if ranks[0] == 1 else a
    right = site("ExpandDims", input=b, axis=1) if ranks[1] == 1 else b
    result = matmul(site, left, right)
    dropped = ([-2] if ranks[0] == 1 else []) + ([-1] if ranks[1] == 1 else [])
    return site("Squeeze", input=result, squeeze_dims=dropped)


@operator("MatMul")
def _matmul(site: Site) -> Val:
    return matmul(site, site.input(0), site.input(1))


@operator("Gemm")
def _gemm(site: Site, a: Val, b: Val, c: Val | None = None) -> Val:
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
    zeros = [None if zero is None else site.cast(zero, INT32) for zero in (site.given(2), site.given(3))]
    if zeros[0] is not None:
        is_row = zeros[0].rank == 1 and zeros[0].sizes != (1,)
        a = site("Subtract", x=a, y=site("ExpandDims", input=zeros[0], axis=1) if is_row else zeros[0])
    return matmul(site, a, b if zeros[1] is None else site("Subtract", x=b, y=zeros[1]))


@operator("com.microsoft.FusedMatMul")
def _fused_matmul(site: Site) -> Val:
    result = site("BatchMatMulV2", x=site.input(0), y=site.input(1), adj_x=bool(site.whole("transA")),
        adj_y=bool(site.whole("transB")))  # fmt: skip
    return scaled(site, result, site.number("alpha", 1.0))
