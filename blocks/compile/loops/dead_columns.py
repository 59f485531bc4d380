"""Dead column elimination: unread columns of matrix products are not computed.

A recurrent cell multiplies its input and its carried state, concatenated, by one matrix. If only the carried state has
a gradient, the rest of the gradient's product would be computed and discarded. This pass slices the matrix before the
product instead.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from blocks.base.dtypes import INT32
from blocks.base.shapes import is_known
from blocks.compile.rewrite import Goal
from blocks.graph.binding import constant_node
from blocks.graph.call_info import known_value
from blocks.graph.graph import Graph, Node, Output
from blocks.library.array.joining import SplitV
from blocks.library.math.matrices import MatMul


def drop_dead_columns(graph: Graph, goal: Goal) -> None:
    """Slice the right factor instead of a product of which one part is read; the graph belongs to the goal."""
    cuts = [node for node in graph.nodes if node.type is SplitV]
    if not cuts:
        return
    read = Counter(each for node in graph.nodes for each in node.inputs)
    read.update(goal.outputs)
    waited = {each for node in graph.nodes for each in node.controls} | set(goal.targets)
    for cut in cuts:
        product = cut.inputs[0].op
        used = [output for output in cut.outputs if read[output]]
        alone = product.type is MatMul and read[product.outputs[0]] == 1 and len(used) == 1
        if alone and not (cut.controls or product.controls) and waited.isdisjoint((cut, product)):
            axis = known_value(cut.inputs[2])
            known = cut.certain and product.certain and all(is_known(each.shape) for each in cut.outputs)
            if known and axis is not None and int(axis) in (1, -1):
                _exchange(graph, product, cut, used[0])


def _exchange(graph: Graph, product: Node, cut: Node, used: Output) -> None:
    a, b = product.inputs
    turned = product.attrs["transpose_b"]
    axis = np.array(0 if turned else 1, np.int32)
    along = constant_node(graph, cut.home, product.type.basic("constant"), f"{cut.name}/axis", axis, INT32)
    inner = (a.shape or ())[0 if product.attrs["transpose_a"] else 1]
    parts: list[Output] = []
    for each in cut.outputs:
        assert each.shape is not None
        columns = each.shape[1]
        parts.append(Output(cut, each.index, each.dtype, (columns, inner) if turned else (inner, columns)))
    nodes = graph.nodes
    nodes[cut.number : cut.number + 1] = [along, cut, product]
    del nodes[product.number]
    _take(cut, b, cut.inputs[1], along.outputs[0])
    _take(product, a, parts[used.index])
    used.op, used.index = product, 0
    product.outputs, cut.outputs = (used,), tuple(parts)
    for i, node in enumerate(nodes):
        node.number = i


def _take(node: Node, *inputs: Output) -> None:
    node.args = node.inputs = inputs
