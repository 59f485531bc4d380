"""Batching rules of block types: each tensor of a loop iteration gets a first axis for the iterations.

These are the rules of `jax.vmap` and TensorFlow's ``vectorized_map``. A rule belongs to a type by name, or by a trait
of its declaration: elementwise, reduction, and others.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import INT32, DType
from blocks.graph.build import construct
from blocks.graph.call_info import known_value
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.array.reshaping import Reshape
from blocks.library.control_flow.bodies import exchanged
from blocks.library.core.constants import Const
from blocks.library.math.arithmetic import Add
from blocks.library.math.matrices import BatchMatMul
from blocks.library.math.reductions import Sum
from blocks.library.math.sums import AddN, BroadcastTo


class NoRule(Exception):
    """A block in the loop cannot be run for many iterations at once."""


class Same(NamedTuple):
    output: Output


class Making:
    """A builder of a batched graph, node by node; ``batched`` maps an iteration's tensors to it."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.graph = Graph()
        self.scope = Scope(self.graph)
        self.batched: dict[Output, Output] = {}
        self._alike: set[Output] = set()

    def take(self, old: Output, new: Output, *, alike: bool) -> None:
        self.batched[old] = new
        if alike:
            self._alike.add(old)

    def is_alike(self, old: Output) -> bool:
        return old in self._alike

    def run(self, node: Node) -> None:
        spec = node.type
        if all(self.is_alike(each) for each in node.inputs):
            args = [exchanged(arg, self.batched) for arg in node.args]
            for old, new in zip(node.outputs, self.make(spec, *args, **node.attrs), strict=True):
                self.take(old, new, alike=True)
            return
        rule = RULES.get(spec.name) or _BY_FUSION.get(spec.fusion or "") or (_elementwise if spec.broadcasts else None)
        if rule is None:
            raise NoRule
        begin = len(self.graph.nodes)
        result = rule(self, node)
        for each in self.graph.nodes[begin:]:
            each.home, each.source = node.home, node.source
        for old, new in zip(node.outputs, result, strict=True):
            if isinstance(new, Same):
                self.take(old, new.output, alike=True)
                continue
            if new.shape != (self.count, *(old.shape or ())) or new.dtype is not old.dtype:
                raise NoRule
            self.take(old, new, alike=False)

    def make(self, spec: BlockSpec, *given: Any, **attrs: Any) -> Sequence[Output]:
        return construct(spec, self.scope, given, attrs).outputs

    def constant(self, value: Any, dtype: DType = INT32) -> Output:
        array = np.array(value, dtype.numpy)
        return self.make(Const, val=array, dtype=dtype, shape=[*array.shape])[0]

    def shaped(self, value: Output, shape: Sequence[int]) -> Output:
        if value.shape == tuple(shape):
            return value
        return self.make(Reshape, value, self.constant(shape))[0]

    def aligned(self, old: Output, rank: int) -> Output:
        """Return a tensor that broadcasts against others with ``rank`` axes per iteration."""
        new = self.batched[old]
        if self.is_alike(old):
            return new
        return self.shaped(new, [self.count, *[1] * (rank - rank_of(old)), *sizes_of(old)])

    def different(self, old: Output) -> Output:
        """Return the batched tensor. Raise NoRule if it is the same in all iterations."""
        if self.is_alike(old):
            raise NoRule
        return self.batched[old]

    def stacked(self, old: Output) -> Output:
        """Return a tensor with the axis of iterations, repeated if it is the same in all of them."""
        new = self.batched[old]
        if not self.is_alike(old):
            return new
        return self.make(BroadcastTo, new, self.constant([self.count, *sizes_of(old)]))[0]

    def folded(self, old: Output) -> Output:
        first, *rest = sizes_of(old)
        return self.shaped(self.stacked(old), [self.count * first, *rest])

    def sum_of(self, before: Output, terms: Sequence[Output], at_once: Container[Node]) -> Output:
        """Return ``before`` plus the terms of all iterations; ``at_once`` nodes are built once (`sums_itself`)."""
        parts: list[Output] = []
        for each in terms:
            if each.op in at_once:
                parts.append(_SUMMED[each.op.type.name](self, each.op))
            else:
                parts += self.make(Sum, self.stacked(each), self.constant([0]))
        return self.make(AddN, [before, *parts])[0]


def sums_itself(node: Node) -> bool:
    """Return whether one batched call of a block gives the sum of the calls for all iterations."""
    return node.type.name in _SUMMED


def rank_of(output: Output) -> int:
    return len(output.shape or ())


def sizes_of(output: Output) -> list[int]:
    return [size or 0 for size in output.shape or ()]


# -- Rules: what a node gives for all rounds ---------------------------------------------------------------------------

Rule = Callable[[Making, Node], Sequence[Output | Same]]


def _elementwise(making: Making, node: Node) -> Sequence[Output]:
    rank = max([rank_of(each) for each in node.inputs])
    equal = not node.type.broadcasts  # it takes tensors of one shape only
    given = [making.stacked(each) if equal else making.aligned(each, rank) for each in node.inputs]
    return making.make(node.type, *given, **node.attrs)


def _sum_of_all(making: Making, node: Node) -> Sequence[Output]:
    return making.make(node.type, [making.stacked(each) for each in node.inputs])


def _same(making: Making, node: Node) -> Sequence[Output]:
    return making.make(node.type, making.batched[node.inputs[0]], **node.attrs)


def _other_shape(making: Making, node: Node) -> Sequence[Output]:
    return [making.shaped(making.different(node.inputs[0]), [making.count, *sizes_of(node.outputs[0])])]


def _broadcast(making: Making, node: Node) -> Sequence[Output]:
    value, [result] = node.inputs[0], node.outputs
    making.different(value)
    shape = making.constant([making.count, *sizes_of(result)])
    return making.make(node.type, making.aligned(value, rank_of(result)), shape)


def _unbroadcast(making: Making, node: Node) -> Sequence[Output]:
    result = making.different(node.inputs[0])
    before, after = sizes_of(node.inputs[0]), sizes_of(node.outputs[0])
    more = len(before) - len(after)
    axes = [i + 1 for i in range(len(before)) if i < more or before[i] != after[i - more]]
    if axes:
        [result] = making.make(Sum, result, making.constant(axes))
    return [making.shaped(result, [making.count, *after])]


def _axes(output: Output, rank: int) -> list[int]:
    known = known_value(output)
    if known is None:
        raise NoRule
    return [int(each) % rank + 1 for each in np.ravel(known)]


def _reduction(making: Making, node: Node) -> Sequence[Output]:
    value, axis = node.inputs
    result = making.different(value)
    if not rank_of(value):
        return [result]
    return making.make(node.type, result, making.constant(_axes(axis, rank_of(value))), **node.attrs)


def _by_rows(making: Making, node: Node) -> Sequence[Output]:
    value, *rest = node.inputs
    making.different(value)
    if not all(making.is_alike(each) for each in rest) or not rank_of(value):
        raise NoRule
    [result] = making.make(node.type, making.folded(value), *[making.batched[each] for each in rest], **node.attrs)
    return [making.shaped(result, [making.count, *sizes_of(node.outputs[0])])]


def _by_images(making: Making, node: Node) -> Sequence[Output]:
    [result] = making.make(node.type, *[making.folded(each) for each in node.inputs], **node.attrs)
    return [making.shaped(result, [making.count, *sizes_of(node.outputs[0])])]


def _bias(making: Making, node: Node) -> Sequence[Output]:
    value, bias = node.inputs
    if making.is_alike(bias):
        return _by_rows(making, node)
    if node.attrs["data_format"] != "NHWC":
        raise NoRule
    return making.make(Add, making.stacked(value), making.aligned(bias, rank_of(value)))


def _bias_gradient(making: Making, node: Node) -> Sequence[Output]:
    [value] = node.inputs
    if node.attrs["data_format"] != "NHWC":
        raise NoRule
    return making.make(Sum, making.batched[value], making.constant([*range(1, rank_of(value))]))


def _product(making: Making, node: Node) -> Sequence[Output]:
    """Multiply matrices, as one long matrix if the right one is the same in all iterations."""
    a, b = node.inputs
    if making.is_alike(b) and not node.attrs["transpose_a"]:
        return _by_rows(making, node)
    if node.outputs[0].dtype.kind == "complex":
        raise NoRule  # what BatchMatMul turns, it conjugates too
    turned = {"adj_x": node.attrs["transpose_a"], "adj_y": node.attrs["transpose_b"]}
    return making.make(BatchMatMul, making.stacked(a), making.stacked(b), **turned)


def _products(making: Making, node: Node) -> Sequence[Output]:
    return making.make(node.type, *[making.stacked(each) for each in node.inputs], **node.attrs)


def _transpose(making: Making, node: Node) -> Sequence[Output]:
    value, perm = node.inputs
    result = making.different(value)
    return making.make(node.type, result, making.constant([0, *_axes(perm, rank_of(value))]))


def _concat(making: Making, node: Node) -> Sequence[Output]:
    *values, axis = node.inputs
    [at] = _axes(axis, rank_of(node.outputs[0]))
    return making.make(node.type, [making.stacked(each) for each in values], making.constant(at))


def _split(making: Making, node: Node) -> Sequence[Output]:
    axis, value = node.inputs
    result = making.different(value)
    [at] = _axes(axis, rank_of(value))
    return making.make(node.type, making.constant(at), result, **node.attrs)


def _split_apart(making: Making, node: Node) -> Sequence[Output]:
    value, sizes, axis = node.inputs
    result, [at] = making.different(value), _axes(axis, rank_of(value))
    if not making.is_alike(sizes):
        raise NoRule
    return making.make(node.type, result, making.batched[sizes], making.constant(at), **node.attrs)


def _unstack(making: Making, node: Node) -> Sequence[Output]:
    [value] = node.inputs
    axis = node.attrs["axis"] % rank_of(value) + 1
    return making.make(node.type, making.batched[value], **{**node.attrs, "axis": axis})


def _pad(making: Making, node: Node) -> Sequence[Output]:
    value, paddings = node.inputs
    result, known = making.different(value), known_value(paddings)
    if known is None:
        raise NoRule
    zeros = np.concatenate([np.zeros((1, 2), int), known.reshape(-1, 2)])
    return making.make(node.type, result, making.constant(zeros), **node.attrs)


def _tile(making: Making, node: Node) -> Sequence[Output]:
    value, multiples = node.inputs
    result, known = making.different(value), known_value(multiples)
    if known is None:
        raise NoRule
    return making.make(node.type, result, making.constant([1, *known.tolist()]))


def _running(making: Making, node: Node) -> Sequence[Output]:
    value, axis = node.inputs
    result, [at] = making.different(value), _axes(axis, rank_of(value))
    return making.make(node.type, result, making.constant(at), **node.attrs)


def _back_to_images(making: Making, node: Node) -> Sequence[Output]:
    _, kernel, arriving = node.inputs
    if not making.is_alike(kernel):
        raise NoRule
    first, *rest = sizes = sizes_of(node.outputs[0])
    shape = making.constant([making.count * first, *rest])
    [result] = making.make(node.type, shape, making.batched[kernel], making.folded(arriving), **node.attrs)
    return [making.shaped(result, [making.count, *sizes])]


def _sum_of_filters(making: Making, node: Node) -> Output:
    images, _, arriving = node.inputs
    sizes = making.constant(sizes_of(node.outputs[0]))
    return making.make(node.type, making.folded(images), sizes, making.folded(arriving), **node.attrs)[0]


def _back_to_tiled(making: Making, node: Node) -> Sequence[Output]:
    shape = making.constant([making.count, *sizes_of(node.outputs[0])])
    return making.make(node.type, making.different(node.inputs[0]), shape)


def _stack(making: Making, node: Node) -> Sequence[Output]:
    axis = node.attrs["axis"] % rank_of(node.outputs[0]) + 1
    return making.make(node.type, [making.stacked(each) for each in node.inputs], **{**node.attrs, "axis": axis})


def _slice(making: Making, node: Node) -> Sequence[Output]:
    value, begin, _ = node.inputs
    first, result = known_value(begin), making.different(value)
    if first is None:
        raise NoRule
    start = making.constant([0, *[int(each) for each in first]])
    return making.make(node.type, result, start, making.constant([making.count, *sizes_of(node.outputs[0])]))


def _back_to_slice(making: Making, node: Node) -> Sequence[Output]:
    arriving, begin, _ = node.inputs
    first, result = known_value(begin), making.different(arriving)
    if first is None:
        raise NoRule
    start = making.constant([0, *[int(each) for each in first]])
    return making.make(
        node.type, result, start, making.constant([making.count, *sizes_of(node.outputs[0])]), **node.attrs
    )


def _gather(making: Making, node: Node) -> Sequence[Output]:
    params, indices = node.inputs
    if not making.is_alike(params):
        raise NoRule
    return making.make(node.type, making.batched[params], making.batched[indices], **node.attrs)


_BY_FUSION: dict[str, Rule] = {
    "elementwise": _elementwise,
    "same_shape": _elementwise,
    "reshape": _other_shape,
    "broadcast": _broadcast,
    "unbroadcast": _unbroadcast,
    "reduction": _reduction,
    "sum": _sum_of_all,
    "batch_wise": _by_images,
}
RULES: dict[str, Rule] = {
    "ExpandDims": _other_shape,
    "Squeeze": _other_shape,
    "Identity": _same,
    "StopGradient": _same,
    "Softmax": _same,
    "LogSoftmax": _same,
    "TanhGrad": _elementwise,
    "SigmoidGrad": _elementwise,
    "Any": _reduction,
    "All": _reduction,
    "MatMul": _product,
    "BatchMatMul": _products,
    "BiasAdd": _bias,
    "BiasAddGrad": _bias_gradient,
    "Conv2D": _by_rows,
    "Transpose": _transpose,
    "Concat": _concat,
    "Split": _split,
    "SplitV": _split_apart,
    "Stack": _stack,
    "Unstack": _unstack,
    "Pad": _pad,
    "Tile": _tile,
    "Cumsum": _running,
    "Cumprod": _running,
    "Conv2DBackpropInput": _back_to_images,
    "Slice": _slice,
    "SliceGrad": _back_to_slice,
    "Gather": _gather,
    "TileGrad": _back_to_tiled,
}
_SUMMED: dict[str, Callable[[Making, Node], Output]] = {"Conv2DBackpropFilter": _sum_of_filters}
"""Types that sum over the first axis of what they are given, and so over rounds."""
