"""Gradients with respect to weights shared by all iterations: one product instead of a sum of products.

The gradient with respect to the weights of a recurrent network is the sum of a^T v over the iterations, a matrix as
large as the weights. If a and v are smaller than that, they are stacked, and a single product of the long matrices
replaces the sum: the same number of multiplications, but in sizes that suit BLAS and without sums of large matrices.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from blocks.base.dtypes import DOUBLE, FLOAT
from blocks.base.shapes import element_count
from blocks.graph.graph import Node, Output
from blocks.graph.scope import Scope
from blocks.library.array.reshaping import Reshape
from blocks.library.math.matrices import MatMul
from blocks.library.math.sums import AddN, SumToShape
from blocks.library.nn.bias import BiasAddGrad


class Product(NamedTuple):
    """A part of an iteration's gradient with respect to a shared input: a^T v, or v summed to its shape."""

    a: Output | None
    v: Output


def products_of(
    gradients: Mapping[int, Output], constants: Container[int], first: int, varies: Container[int]
) -> dict[int, list[Product]]:
    """Return the gradients that are better computed from all iterations together, as sums of products.

    Args:
        varies: the forward nodes whose outputs differ between iterations.
    """
    result: dict[int, list[Product]] = {}
    for i, each in gradients.items():
        terms = list(each.op.inputs) if each.op.type is AddN else [each]
        if i in constants and all(_is_product(term, first, varies) for term in terms):
            result[i] = [Product(*term.op.inputs) for term in terms]
    stacked = {v for products in result.values() for _, v in products}
    for i, each in gradients.items():
        if i in constants and i not in result and _is_sum(each.op) and each.op.inputs[0] in stacked:
            result[i] = [Product(None, each.op.inputs[0])]
    return result


def _is_sum(node: Node) -> bool:
    return node.type is SumToShape or (node.type is BiasAddGrad and node.attrs["data_format"] == "NHWC")


def _is_product(term: Output, first: int, varies: Container[int]) -> bool:
    node = term.op
    if node.type is not MatMul or term.dtype not in (FLOAT, DOUBLE):
        return False
    if not node.attrs["transpose_a"] or node.attrs["transpose_b"]:
        return False
    a, v, whole = (element_count(output.shape) for output in (*node.inputs, term))
    if a is None or v is None or whole is None or not 0 < max(a, v) <= whole:
        return False
    result = node.inputs[0].op.number
    return result >= first or result in varies


def of_all_rounds(scope: Scope, by: Output, products: Sequence[tuple[Output | None, Output]]) -> Output:
    outputs: list[Output] = []
    for a, v in products:
        if a is None:
            outputs.append(SumToShape(scope, v, by.op.type.basic("shape")(scope, by)).as_output())
        else:
            left, right = (Reshape(scope, each, [-1, _columns(each)]) for each in (a, v))
            outputs.append(MatMul(scope, left, right, transpose_a=True).as_output())
    return outputs[0] if len(outputs) == 1 else AddN(scope, outputs).as_output()


def _columns(stacked: Output) -> int:
    columns = stacked.shape[-1] if stacked.shape else None
    assert columns is not None
    return columns
