"""Gradients by weights that all rounds use: one product over all rounds in place of a sum of products.

The gradient by the weights of a recurrent network is the sum over rounds of a^T v, a matrix as large as the weights.
Where a and v are smaller than that, they are stacked, and there is one product of the long matrices: it is as many
multiplications, but of sizes that BLAS is made for, and no sums of large matrices.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

from blocks.base.dtypes import DOUBLE, FLOAT
from blocks.base.shapes import element_count
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.array.reshaping import Reshape
from blocks.library.math.matrices import MatMul
from blocks.library.math.sums import SumToShape


class Product(NamedTuple):
    """The gradient of a round by an input that is the same in each: a^T v, or v summed to the input's shape."""

    a: Output | None
    v: Output


def products_of(
    gradients: Mapping[int, Output], constants: Container[int], first: int, varies: Container[int]
) -> dict[int, Product]:
    """The gradients by inputs that are better made of all rounds together.

    Args:
        gradients: the gradients of a round, by inputs.
        constants: the inputs that are the same in each round.
        first: the number of the first node of the gradient.
        varies: the nodes before it that give something else in each round.
    """
    found: dict[int, Product] = {}
    for i, each in gradients.items():
        node = each.op
        if i not in constants or node.type is not MatMul or each.dtype not in (FLOAT, DOUBLE):
            continue
        a, v = node.inputs
        sizes = [element_count(output.shape) for output in (a, v, each)]
        plain = node.attrs["transpose_a"] and not node.attrs["transpose_b"]
        if not plain or None in sizes or not 0 < max(sizes[0] or 0, sizes[1] or 0) <= (sizes[2] or 0):
            continue
        if a.op.number >= first or a.op.number in varies:
            found[i] = Product(a, v)
    stacked = {each.v for each in found.values()}
    for i, each in gradients.items():
        if i in constants and i not in found and each.op.type is SumToShape and each.op.inputs[0] in stacked:
            found[i] = Product(None, each.op.inputs[0])
    return found


def of_all_rounds(scope: Scope, by: Output, a: Output | None, v: Output) -> Output:
    """The gradient by an input of a loop, from what the rounds gave, stacked."""
    if a is None:
        return SumToShape(scope, v, by.op.type.basic("shape")(scope, by)).as_output()
    left, right = (Reshape(scope, each, [-1, _columns(each)]) for each in (a, v))
    return MatMul(scope, left, right, transpose_a=True).as_output()


def _columns(stacked: Output) -> int:
    columns = stacked.shape[-1] if stacked.shape else None
    assert columns is not None
    return columns
