"""Rounds that do not depend on each other run as one batch: each tensor of a round gets a first axis for the rounds.

What `jax.vmap` and TensorFlow's ``vectorized_map`` do, for the block types that have a rule here; a round with any
other block runs round by round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import INT32, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import element_count, is_known
from blocks.compile.passes import FEED, Fed, is_pure
from blocks.compile.plan import Plan, make_plan
from blocks.compile.rewrite import Goal, place
from blocks.graph.build import construct
from blocks.graph.call_info import known_value
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.array.reshaping import Reshape
from blocks.library.control_flow.bodies import Loop, leaf
from blocks.library.core.constants import Const
from blocks.library.math.arithmetic import Add
from blocks.library.math.matrices import BatchMatMul
from blocks.library.math.reductions import Sum
from blocks.library.math.sums import AddN, BroadcastTo

LEAST = 8
"""Rounds, from which on a batch is worth a plan of its own."""
BUDGET = 4 << 20
"""Bytes that all tensors of a batch may take: about what a core's cache holds."""


class Batch(NamedTuple):
    """A plan for many rounds at once.

    Attributes:
        plan: it is given what a round is, in the same order: what differs from round to round stacked.
        slots: which of the values of a round it is given.
    """

    plan: Plan
    slots: list[int]


_FEW_SIZES = 6
"""Numbers of rounds for which there are plans; for others there are powers of two, however they vary."""


class _NoRule(Exception):
    """A block in the rounds cannot be run for many at once."""


def _size(left: int, known: Collection[int]) -> int:
    """How many rounds the next batch has."""
    return left if left in known or len(known) < _FEW_SIZES else 1 << (left.bit_length() - 1)


class Batches:
    """Runs the rounds of a loop in batches.

    Args:
        loop: the loop; it keeps the plans.
        plan: that of a round.
        memory: bytes that one result may take.
    """

    def __init__(self, loop: Loop, plan: Plan, memory: int) -> None:
        self._loop, self._plan, self._memory = loop, plan, memory
        self._ports = [port for port in loop.inputs if port.value is not None]
        self._carried = [i for i, port in enumerate(self._ports) if port.kind == "carried"]
        outputs = [port for port in loop.outputs if port.value is not None]
        self._sums = [i for i, port in enumerate(outputs) if port.kind == "carried"]
        self._count = len(outputs)

    def run(
        self, values: Sequence[Any], count: int, call: Callable[[int, Plan, Sequence[Any]], list[Any]]
    ) -> list[Any] | None:
        """What the body gives in all rounds; None if its rounds cannot run at once.

        Args:
            values: what it is given, by ports of the body.
            count: the number of rounds.
            call: runs a plan with values, for rounds from one on.
        """
        kinds = [port.kind for port in self._ports]
        key = "batches", self._plan
        if key not in self._loop.plans:
            self._loop.plans[key] = rounds_at_once(self._plan, [kind == "constant" for kind in kinds]), {}
        most, known = self._loop.plans[key]
        most = min(most, count)
        if most < LEAST:
            return None
        state, rows = [values[i] for i in self._carried], [None] * self._count
        number = 0
        while number < count:
            size = _size(min(most, count - number), known)
            if size not in known:
                known[size] = self._batch(size)
            batch = known[size]
            if batch is None:
                return None
            given = dict(zip(self._carried, state, strict=True))
            for i, kind in enumerate(kinds):
                if kind != "carried":
                    given[i] = values[i][number : number + size] if kind == "over" else values[i]
            made = call(number, batch.plan, [given[slot] for slot in batch.slots])
            state = [made[i] for i in self._sums]
            for i, value in enumerate(made):
                if i in self._sums or size == count:
                    rows[i] = value
                    continue
                if number == 0:
                    rows[i] = np.empty((count, *value.shape[1:]), value.dtype)
                rows[i][number : number + size] = value
            number += size
        return rows

    def _batch(self, size: int) -> Batch | None:
        same = [port.kind == "constant" for port in self._ports]
        sums = dict(zip(self._sums, self._carried, strict=True))
        return batch_of(self._plan, same, sums, size, self._memory)


def rounds_at_once(plan: Plan, same: Sequence[bool]) -> int:
    """How many rounds had better run as one batch: so many that their tensors stay in the cache; 0 if none can.

    Args:
        plan: that of a round.
        same: for each value that it is given, whether that is the same in all rounds.
    """
    size = 0
    for node in plan.graph.nodes:
        spec = node.type
        if spec is FEED and same[node.attrs["slot"]]:
            continue
        pure = spec is FEED or spec.constant or (is_pure(spec) and not spec.nested and not spec.random)
        if not pure or node.controls or not all(is_known(each.shape) for each in node.outputs):
            return 0
        if any(each.dtype.kind == "string" for each in node.outputs):
            return 0
        if not spec.constant:
            size += sum([(element_count(each.shape) or 0) * each.dtype.size for each in node.outputs])
    return max(BUDGET // max(size, 1), 0)


def batch_of(plan: Plan, same: Sequence[bool], sums: Mapping[int, int], count: int, memory: int) -> Batch | None:
    """The plan for so many rounds; None if a block has no rule.

    Args:
        plan: that of a round.
        same: for each value that it is given, whether that is the same in all rounds.
        sums: the results that are sums over rounds, each with the value that is the sum so far.
        count: the number of rounds.
        memory: bytes that one result may take.
    """
    making = _Making(count)
    given = sorted((node.attrs["slot"], node.outputs[0]) for node in plan.graph.nodes if node.type is FEED)
    adds: dict[int, list[Output]] = {}
    try:
        for i, slot in sums.items():
            adds[i] = _added(plan, plan.goal.outputs[i], next((each for at, each in given if at == slot), None))
        feeds: dict[Any, Fed] = {}
        for slot, each in given:
            alike = same[slot] or slot in sums.values()
            shape = each.shape if alike or each.shape is None else (count, *each.shape)
            made = leaf(making.graph, each.name, each.dtype, shape)
            making.take(each, made, alike=alike)
            feeds[place(made)] = Fed(each.dtype, shape)
        summed = {plan.goal.outputs[i].op.number for i in sums}
        for node in plan.graph.nodes:
            if node.type is not FEED and node.number not in summed:
                making.run(node)
        outputs: list[Output] = []
        for i, output in enumerate(plan.goal.outputs):
            if i in sums:
                before = next(each for at, each in given if at == sums[i])
                outputs.append(making.sum_of(making.found[before], adds[i]))
            else:
                outputs.append(making.stacked(output))
        found = make_plan(making.graph, Goal(outputs), feeds, {}, memory=memory)
    except (_NoRule, DiagramError):
        return None
    return Batch(found, [slot for slot, _ in given])


def _added(plan: Plan, after: Output, before: Output | None) -> list[Output]:
    """What a round adds to a sum.

    Raises:
        _NoRule: it does something else with it.
    """
    users = [node for node in plan.graph.nodes if before in node.inputs]
    if before is None or users != [after.op] or after.op.type not in (Add, AddN) or plan.goal.outputs.count(before):
        raise _NoRule
    rest = [each for each in after.op.inputs if each is not before]
    used = any(after in node.inputs for node in plan.graph.nodes)
    if used or len(rest) != len(after.op.inputs) - 1 or any(each.shape != after.shape for each in rest):
        raise _NoRule
    return rest


class _Making:
    """Makes the graph of a batch, node by node.

    Attributes:
        graph: it.
        found: what stands for each tensor of a round.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.graph = Graph()
        self.scope = Scope(self.graph)
        self.found: dict[Output, Output] = {}
        self._alike: set[Output] = set()

    def take(self, old: Output, new: Output, *, alike: bool) -> None:
        """A tensor stands for one of a round; ``alike``: it is the same in all of them."""
        self.found[old] = new
        if alike:
            self._alike.add(old)

    def is_alike(self, old: Output) -> bool:
        """Whether a tensor is the same in all rounds."""
        return old in self._alike

    def run(self, node: Node) -> None:
        """Make what a node of a round makes, for all of them.

        Raises:
            _NoRule: there is no rule for it.
        """
        spec = node.type
        if all(self.is_alike(each) for each in node.inputs):
            args = [_exchanged(arg, self.found) for arg in node.args]
            for old, new in zip(node.outputs, self.make(spec, *args, **node.attrs), strict=True):
                self.take(old, new, alike=True)
            return
        rule = _RULES.get(spec.name) or _BY_FUSION.get(spec.fusion or "") or (_elementwise if spec.broadcasts else None)
        if rule is None:
            raise _NoRule
        made = rule(self, node)
        for old, new in zip(node.outputs, made, strict=True):
            if new.shape != (self.count, *(old.shape or ())) or new.dtype is not old.dtype:
                raise _NoRule
            self.take(old, new, alike=False)

    def make(self, spec: BlockSpec, *given: Any, **attrs: Any) -> Sequence[Output]:
        """What a node of a type gives."""
        return construct(spec, self.scope, given, attrs).outputs

    def constant(self, value: Any, dtype: DType = INT32) -> Output:
        """Whole numbers as a tensor."""
        array = np.array(value, dtype.numpy)
        return self.make(Const, val=array, dtype=dtype, shape=[*array.shape])[0]

    def shaped(self, value: Output, shape: Sequence[int]) -> Output:
        """A tensor in another shape."""
        if value.shape == tuple(shape):
            return value
        return self.make(Reshape, value, self.constant(shape))[0]

    def aligned(self, old: Output, rank: int) -> Output:
        """A tensor of all rounds that broadcasts against others that have so many axes in a round."""
        new = self.found[old]
        if self.is_alike(old):
            return new
        return self.shaped(new, [self.count, *[1] * (rank - _rank(old)), *_sizes(old)])

    def different(self, old: Output) -> Output:
        """A tensor that is another one in each round.

        Raises:
            _NoRule: it is not.
        """
        if self.is_alike(old):
            raise _NoRule
        return self.found[old]

    def stacked(self, old: Output) -> Output:
        """A tensor of all rounds, be it the same in all of them."""
        new = self.found[old]
        if not self.is_alike(old):
            return new
        return self.make(BroadcastTo, new, self.constant([self.count, *_sizes(old)]))[0]

    def folded(self, old: Output) -> Output:
        """A tensor of all rounds with the rounds as a part of its first axis."""
        first, *rest = _sizes(old)
        return self.shaped(self.stacked(old), [self.count * first, *rest])

    def sum_of(self, before: Output, terms: Sequence[Output]) -> Output:
        """A sum so far, and what all rounds add to it."""
        parts = [self.make(Sum, self.stacked(each), self.constant([0]))[0] for each in terms]
        return self.make(AddN, [before, *parts])[0]


def _exchanged(arg: Any, found: Mapping[Output, Output]) -> Any:
    if isinstance(arg, tuple):
        return [found[each] for each in arg]
    return None if arg is None else found[arg]


def _rank(output: Output) -> int:
    return len(output.shape or ())


def _sizes(output: Output) -> list[int]:
    return [size or 0 for size in output.shape or ()]


# -- Rules: what a node gives for all rounds ---------------------------------------------------------------------------

_Rule = Callable[[_Making, Node], Sequence[Output]]


def _elementwise(making: _Making, node: Node) -> Sequence[Output]:
    rank = max([_rank(each) for each in node.inputs])
    equal = not node.type.broadcasts  # it takes tensors of one shape only
    given = [making.stacked(each) if equal else making.aligned(each, rank) for each in node.inputs]
    return making.make(node.type, *given, **node.attrs)


def _sum_of_all(making: _Making, node: Node) -> Sequence[Output]:
    return making.make(node.type, [making.stacked(each) for each in node.inputs])


def _same(making: _Making, node: Node) -> Sequence[Output]:
    return making.make(node.type, making.found[node.inputs[0]], **node.attrs)


def _other_shape(making: _Making, node: Node) -> Sequence[Output]:
    return [making.shaped(making.different(node.inputs[0]), [making.count, *_sizes(node.outputs[0])])]


def _broadcast(making: _Making, node: Node) -> Sequence[Output]:
    value, [result] = node.inputs[0], node.outputs
    making.different(value)
    shape = making.constant([making.count, *_sizes(result)])
    return making.make(node.type, making.aligned(value, _rank(result)), shape)


def _unbroadcast(making: _Making, node: Node) -> Sequence[Output]:
    found = making.different(node.inputs[0])
    before, after = _sizes(node.inputs[0]), _sizes(node.outputs[0])
    more = len(before) - len(after)
    axes = [i + 1 for i in range(len(before)) if i < more or before[i] != after[i - more]]
    if axes:
        [found] = making.make(Sum, found, making.constant(axes))
    return [making.shaped(found, [making.count, *after])]


def _axes(output: Output, rank: int) -> list[int]:
    """Axes of a round that are known, as those of all rounds."""
    known = known_value(output)
    if known is None:
        raise _NoRule
    return [int(each) % rank + 1 for each in np.ravel(known)]


def _reduction(making: _Making, node: Node) -> Sequence[Output]:
    value, axis = node.inputs
    found = making.different(value)
    if not _rank(value):
        return [found]
    return making.make(node.type, found, making.constant(_axes(axis, _rank(value))), **node.attrs)


def _by_rows(making: _Making, node: Node) -> Sequence[Output]:
    """What treats each row of its first input alike, by others that are the same in all rounds."""
    value, *rest = node.inputs
    making.different(value)
    if not all(making.is_alike(each) for each in rest) or not _rank(value):
        raise _NoRule
    [found] = making.make(node.type, making.folded(value), *[making.found[each] for each in rest], **node.attrs)
    return [making.shaped(found, [making.count, *_sizes(node.outputs[0])])]


def _by_images(making: _Making, node: Node) -> Sequence[Output]:
    [found] = making.make(node.type, *[making.folded(each) for each in node.inputs], **node.attrs)
    return [making.shaped(found, [making.count, *_sizes(node.outputs[0])])]


def _bias(making: _Making, node: Node) -> Sequence[Output]:
    value, bias = node.inputs
    if making.is_alike(bias):
        return _by_rows(making, node)
    if node.attrs["data_format"] != "NHWC":
        raise _NoRule
    return making.make(Add, making.stacked(value), making.aligned(bias, _rank(value)))


def _bias_gradient(making: _Making, node: Node) -> Sequence[Output]:
    [value] = node.inputs
    if node.attrs["data_format"] != "NHWC":
        raise _NoRule
    return making.make(Sum, making.found[value], making.constant([*range(1, _rank(value))]))


def _product(making: _Making, node: Node) -> Sequence[Output]:
    """That of matrices: of one long matrix, where the right one is the same in all rounds."""
    a, b = node.inputs
    if making.is_alike(b) and not node.attrs["transpose_a"]:
        return _by_rows(making, node)
    if node.outputs[0].dtype.kind == "complex":
        raise _NoRule  # what BatchMatMul turns, it conjugates too
    turned = {"adj_x": node.attrs["transpose_a"], "adj_y": node.attrs["transpose_b"]}
    return making.make(BatchMatMul, making.stacked(a), making.stacked(b), **turned)


def _products(making: _Making, node: Node) -> Sequence[Output]:
    return making.make(node.type, *[making.stacked(each) for each in node.inputs], **node.attrs)


def _transpose(making: _Making, node: Node) -> Sequence[Output]:
    value, perm = node.inputs
    found = making.different(value)
    return making.make(node.type, found, making.constant([0, *_axes(perm, _rank(value))]))


def _concat(making: _Making, node: Node) -> Sequence[Output]:
    *values, axis = node.inputs
    [at] = _axes(axis, _rank(node.outputs[0]))
    return making.make(node.type, [making.stacked(each) for each in values], making.constant(at))


def _split(making: _Making, node: Node) -> Sequence[Output]:
    axis, value = node.inputs
    found = making.different(value)
    [at] = _axes(axis, _rank(value))
    return making.make(node.type, making.constant(at), found, **node.attrs)


def _split_apart(making: _Making, node: Node) -> Sequence[Output]:
    value, sizes, axis = node.inputs
    found, [at] = making.different(value), _axes(axis, _rank(value))
    if not making.is_alike(sizes):
        raise _NoRule
    return making.make(node.type, found, making.found[sizes], making.constant(at), **node.attrs)


def _unstack(making: _Making, node: Node) -> Sequence[Output]:
    [value] = node.inputs
    axis = node.attrs["axis"] % _rank(value) + 1
    return making.make(node.type, making.found[value], **{**node.attrs, "axis": axis})


def _pad(making: _Making, node: Node) -> Sequence[Output]:
    value, paddings = node.inputs
    found, known = making.different(value), known_value(paddings)
    if known is None:
        raise _NoRule
    zeros = np.concatenate([np.zeros((1, 2), int), known.reshape(-1, 2)])
    return making.make(node.type, found, making.constant(zeros), **node.attrs)


def _tile(making: _Making, node: Node) -> Sequence[Output]:
    value, multiples = node.inputs
    found, known = making.different(value), known_value(multiples)
    if known is None:
        raise _NoRule
    return making.make(node.type, found, making.constant([1, *known.tolist()]))


def _running(making: _Making, node: Node) -> Sequence[Output]:
    value, axis = node.inputs
    found, [at] = making.different(value), _axes(axis, _rank(value))
    return making.make(node.type, found, making.constant(at), **node.attrs)


def _back_to_images(making: _Making, node: Node) -> Sequence[Output]:
    _, kernel, arriving = node.inputs
    if not making.is_alike(kernel):
        raise _NoRule
    first, *rest = sizes = _sizes(node.outputs[0])
    shape = making.constant([making.count * first, *rest])
    [found] = making.make(node.type, shape, making.found[kernel], making.folded(arriving), **node.attrs)
    return [making.shaped(found, [making.count, *sizes])]


def _stack(making: _Making, node: Node) -> Sequence[Output]:
    axis = node.attrs["axis"] % _rank(node.outputs[0]) + 1
    return making.make(node.type, [making.stacked(each) for each in node.inputs], **{**node.attrs, "axis": axis})


def _slice(making: _Making, node: Node) -> Sequence[Output]:
    value, begin, _ = node.inputs
    first, found = known_value(begin), making.different(value)
    if first is None:
        raise _NoRule
    start = making.constant([0, *[int(each) for each in first]])
    return making.make(node.type, found, start, making.constant([making.count, *_sizes(node.outputs[0])]))


def _back_to_slice(making: _Making, node: Node) -> Sequence[Output]:
    arriving, begin, _ = node.inputs
    first, found = known_value(begin), making.different(arriving)
    if first is None:
        raise _NoRule
    start = making.constant([0, *[int(each) for each in first]])
    return making.make(node.type, found, start, making.constant([making.count, *_sizes(node.outputs[0])]), **node.attrs)


def _gather(making: _Making, node: Node) -> Sequence[Output]:
    params, indices = node.inputs
    if not making.is_alike(params):
        raise _NoRule
    return making.make(node.type, making.found[params], making.found[indices], **node.attrs)


_BY_FUSION: dict[str, _Rule] = {
    "elementwise": _elementwise,
    "same_shape": _elementwise,
    "reshape": _other_shape,
    "broadcast": _broadcast,
    "unbroadcast": _unbroadcast,
    "reduction": _reduction,
    "sum": _sum_of_all,
    "batch_wise": _by_images,
}
_RULES: dict[str, _Rule] = {
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
}
