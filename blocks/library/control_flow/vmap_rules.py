"""Batching rules of block types: each tensor of a loop iteration gets a first axis for the iterations.

These are the rules of `jax.vmap` and TensorFlow's ``vectorized_map``. A rule belongs to a type by name, or by a trait
of its declaration: elementwise, reduction, and others.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import INT32, DType
from blocks.base.types import Array
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
from blocks.library.rules import rule_of


class MissingRuleError(Exception):
    """A block in the loop cannot be run for many iterations at once."""


class Unbatched(NamedTuple):
    output: Output


class BatchTracer:
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
        by_trait = _BY_FUSION.get(spec.fusion or "", _elementwise if spec.broadcasts else None)
        rule = rule_of(spec, "batch") or by_trait
        if rule is None:
            raise MissingRuleError
        begin = len(self.graph.nodes)
        result = rule(self, node)
        for each in self.graph.nodes[begin:]:
            each.home, each.source = node.home, node.source
        for old, new in zip(node.outputs, result, strict=True):
            if isinstance(new, Unbatched):
                self.take(old, new.output, alike=True)
                continue
            if new.shape != (self.count, *(old.shape or ())) or new.dtype is not old.dtype:
                raise MissingRuleError
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
        """Return the batched tensor. Raise MissingRuleError if it is the same in all iterations."""
        if self.is_alike(old):
            raise MissingRuleError
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
                parts.append(_sum_of_filters(self, each.op))
            else:
                parts += self.make(Sum, self.stacked(each), self.constant([0]))
        return self.make(AddN, [before, *parts])[0]


def sums_itself(node: Node) -> bool:
    """Return whether one batched call of a block gives the sum of the calls for all iterations."""
    return node.type.name == "Conv2DBackpropFilter"


def rank_of(output: Output) -> int:
    return len(output.shape or ())


def sizes_of(output: Output) -> list[int]:
    return [size or 0 for size in output.shape or ()]


# -- Rules: what a node gives for all rounds ---------------------------------------------------------------------------

Rule = Callable[[BatchTracer, Node], Sequence[Output | Unbatched]]


def _elementwise(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    rank = max([rank_of(each) for each in node.inputs])
    equal = not node.type.broadcasts  # it takes tensors of one shape only
    given = [tracer.stacked(each) if equal else tracer.aligned(each, rank) for each in node.inputs]
    return tracer.make(node.type, *given, **node.attrs)


def _same(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    return tracer.make(node.type, tracer.batched[node.inputs[0]], **node.attrs)


def _forwarded(tracer: BatchTracer, node: Node) -> Sequence[Output | Unbatched]:
    values = node.input_list(node.type.forwards or "")
    return [Unbatched(tracer.batched[each]) if tracer.is_alike(each) else tracer.batched[each] for each in values]


def _other_shape(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    return [tracer.shaped(tracer.different(node.inputs[0]), [tracer.count, *sizes_of(node.outputs[0])])]


def _broadcast(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    value, [result] = node.inputs[0], node.outputs
    tracer.different(value)
    shape = tracer.constant([tracer.count, *sizes_of(result)])
    return tracer.make(node.type, tracer.aligned(value, rank_of(result)), shape)


def _unbroadcast(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    result = tracer.different(node.inputs[0])
    before, after = sizes_of(node.inputs[0]), sizes_of(node.outputs[0])
    more = len(before) - len(after)
    axes = [i + 1 for i in range(len(before)) if i < more or before[i] != after[i - more]]
    if axes:
        [result] = tracer.make(Sum, result, tracer.constant(axes))
    return [tracer.shaped(result, [tracer.count, *after])]


def _known(output: Output) -> Array:
    value = known_value(output)
    if value is None:
        raise MissingRuleError
    return value


def _axes(output: Output, rank: int) -> list[int]:
    return [int(each) % rank + 1 for each in np.ravel(_known(output))]


def _reduction(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    value, axis = node.inputs
    result = tracer.different(value)
    if not rank_of(value):
        return [result]
    return tracer.make(node.type, result, tracer.constant(_axes(axis, rank_of(value))), **node.attrs)


def _by_rows(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    value, *rest = node.inputs
    tracer.different(value)
    if not all(tracer.is_alike(each) for each in rest) or not rank_of(value):
        raise MissingRuleError
    [result] = tracer.make(node.type, tracer.folded(value), *[tracer.batched[each] for each in rest], **node.attrs)
    return [tracer.shaped(result, [tracer.count, *sizes_of(node.outputs[0])])]


def _by_images(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    [result] = tracer.make(node.type, *[tracer.folded(each) for each in node.inputs], **node.attrs)
    return [tracer.shaped(result, [tracer.count, *sizes_of(node.outputs[0])])]


def _bias(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    value, bias = node.inputs
    if tracer.is_alike(bias):
        return _by_rows(tracer, node)
    if node.attrs["data_format"] != "NHWC":
        raise MissingRuleError
    return tracer.make(Add, tracer.stacked(value), tracer.aligned(bias, rank_of(value)))


def _bias_gradient(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    [value] = node.inputs
    if node.attrs["data_format"] != "NHWC":
        raise MissingRuleError
    return tracer.make(Sum, tracer.batched[value], tracer.constant([*range(1, rank_of(value))]))


def _product(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    """Multiply matrices, as one long matrix if the right one is the same in all iterations."""
    a, b = node.inputs
    if tracer.is_alike(b) and not node.attrs["transpose_a"]:
        return _by_rows(tracer, node)
    if node.outputs[0].dtype.kind == "complex":
        raise MissingRuleError  # what BatchMatMul turns, it conjugates too
    turned = {"adj_x": node.attrs["transpose_a"], "adj_y": node.attrs["transpose_b"]}
    return tracer.make(BatchMatMul, tracer.stacked(a), tracer.stacked(b), **turned)


def _products(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    return tracer.make(node.type, *[tracer.stacked(each) for each in node.inputs], **node.attrs)


def _transpose(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    value, perm = node.inputs
    result = tracer.different(value)
    return tracer.make(node.type, result, tracer.constant([0, *_axes(perm, rank_of(value))]))


def _concat(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    *values, axis = node.inputs
    [at] = _axes(axis, rank_of(node.outputs[0]))
    return tracer.make(node.type, [tracer.stacked(each) for each in values], tracer.constant(at))


def _split(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    axis, value = node.inputs
    result = tracer.different(value)
    [at] = _axes(axis, rank_of(value))
    return tracer.make(node.type, tracer.constant(at), result, **node.attrs)


def _split_apart(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    value, sizes, axis = node.inputs
    result, [at] = tracer.different(value), _axes(axis, rank_of(value))
    if not tracer.is_alike(sizes):
        raise MissingRuleError
    return tracer.make(node.type, result, tracer.batched[sizes], tracer.constant(at), **node.attrs)


def _unstack(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    [value] = node.inputs
    axis = node.attrs["axis"] % rank_of(value) + 1
    return tracer.make(node.type, tracer.batched[value], **{**node.attrs, "axis": axis})


def _pad(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    value, paddings = node.inputs
    zeros = np.concatenate([np.zeros((1, 2), int), _known(paddings).reshape(-1, 2)])
    return tracer.make(node.type, tracer.different(value), tracer.constant(zeros), **node.attrs)


def _tile(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    value, multiples = node.inputs
    return tracer.make(node.type, tracer.different(value), tracer.constant([1, *_known(multiples).tolist()]))


def _running(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    value, axis = node.inputs
    result, [at] = tracer.different(value), _axes(axis, rank_of(value))
    return tracer.make(node.type, result, tracer.constant(at), **node.attrs)


def _back_to_images(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    _, kernel, arriving = node.inputs
    if not tracer.is_alike(kernel):
        raise MissingRuleError
    first, *rest = sizes = sizes_of(node.outputs[0])
    shape = tracer.constant([tracer.count * first, *rest])
    [result] = tracer.make(node.type, shape, tracer.batched[kernel], tracer.folded(arriving), **node.attrs)
    return [tracer.shaped(result, [tracer.count, *sizes])]


def _sum_of_filters(tracer: BatchTracer, node: Node) -> Output:
    images, _, arriving = node.inputs
    sizes = tracer.constant(sizes_of(node.outputs[0]))
    return tracer.make(node.type, tracer.folded(images), sizes, tracer.folded(arriving), **node.attrs)[0]


def _back_to_tiled(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    shape = tracer.constant([tracer.count, *sizes_of(node.outputs[0])])
    return tracer.make(node.type, tracer.different(node.inputs[0]), shape)


def _stack(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    axis = node.attrs["axis"] % rank_of(node.outputs[0]) + 1
    return tracer.make(node.type, [tracer.stacked(each) for each in node.inputs], **{**node.attrs, "axis": axis})


def _slice(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    value, begin, _ = node.inputs
    start = tracer.constant([0, *_known(begin).tolist()])
    shape = tracer.constant([tracer.count, *sizes_of(node.outputs[0])])
    return tracer.make(node.type, tracer.different(value), start, shape, **node.attrs)


def _gather(tracer: BatchTracer, node: Node) -> Sequence[Output]:
    params, indices = node.inputs
    if not tracer.is_alike(params):
        raise MissingRuleError
    return tracer.make(node.type, tracer.batched[params], tracer.batched[indices], **node.attrs)


_BY_FUSION: dict[str, Rule] = {
    "elementwise": _elementwise,
    "same_shape": _elementwise,
    "reshape": _other_shape,
    "broadcast": _broadcast,
    "unbroadcast": _unbroadcast,
    "reduction": _reduction,
    "sum": lambda tracer, node: tracer.make(node.type, [tracer.stacked(each) for each in node.inputs]),
    "batch_wise": _by_images,
}
RULES: dict[str, Rule] = {
    "ExpandDims": _other_shape,
    "Squeeze": _other_shape,
    "Identity": _same,
    "StopGradient": _same,
    "CustomGradient": _forwarded,
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
    "SliceGrad": _slice,
    "Gather": _gather,
    "TileGrad": _back_to_tiled,
}
