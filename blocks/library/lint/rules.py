"""The rules that give advice: each looks at the graph of a page for one thing that goes wrong later.

Each has a public case that it is drawn from, diagrams that show it and diagrams at which it is silent in
``tests/library/lint``.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DOUBLE
from blocks.base.shapes import element_count, shape_text
from blocks.graph.call_info import known_value
from blocks.graph.flow import Repeat
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.spec import BlockSpec
from blocks.library.lint.ranges import ANY, Range, Ranges


class Advice(NamedTuple):
    """What will go wrong at a block.

    Attributes:
        rule: the id of the rule.
        node: the block's node.
        pin: its pin, if it is about one.
        message: what happens, and when.
        mend: what to do.
        culprit: the node that it lies at, where that is another one.
    """

    rule: str
    node: Node
    pin: str | None
    message: str
    mend: str
    culprit: Node | None = None


class Surroundings:
    """The graph of a page as rules see it.

    Args:
        graph: the graph.
        is_block: tells of a node whether it is a block of the page, and not one of a gradient.
        find_reached: finds the tensors that a gradient of the page reaches; without any, those that could have one.
        differentiated: what gradient blocks have as inputs: the block, and the tensors.
        repeats: parts of the graph that are alike, in its order.
    """

    def __init__(
        self,
        graph: Graph,
        is_block: Callable[[Node], bool],
        find_reached: Callable[[], Set[Output]],
        differentiated: Sequence[tuple[str, Output]],
        repeats: Sequence[Repeat] = (),
    ) -> None:
        self.graph = graph
        self.differentiated = differentiated
        self._is_block = is_block
        self._find_reached = find_reached
        self._repeats = repeats

    # Rules ask about few types: what they do not ask about is not looked at.

    @cached_property
    def reached(self) -> Set[Output]:
        """The tensors that a gradient reaches."""
        return self._find_reached()

    @cached_property
    def users(self) -> Mapping[Output, Sequence[Node]]:
        """The nodes that take a tensor."""
        nodes: dict[Output, list[Node]] = {}
        for node in filter(self._is_block, self.graph.nodes):
            for each in node.inputs:
                nodes.setdefault(each, []).append(node)
        return nodes

    @cached_property
    def _by_type(self) -> Sequence[tuple[Mapping[BlockSpec, Sequence[Node]], Sequence[int]]]:
        """All nodes, those of gradients too: of parts that are alike those of one, and how far behind these the others'
        are.
        """
        nodes, done = self.graph.nodes, 0
        others: list[Node] = []
        alike: dict[Hashable, list[int]] = {}
        first: dict[Hashable, Repeat] = {}
        for repeat in self._repeats:
            others += nodes[done : repeat.first]
            done = repeat.last
            start = first.setdefault(repeat.pattern, repeat).first
            alike.setdefault(repeat.pattern, []).append(repeat.first - start)
        parts = [(nodes[first[each].first : first[each].last], shifts) for each, shifts in alike.items()]
        result: list[tuple[Mapping[BlockSpec, Sequence[Node]], Sequence[int]]] = []
        for part, shifts in [([*others, *nodes[done:]], [0]), *parts]:
            table: defaultdict[BlockSpec, list[Node]] = defaultdict(list)
            for node in part:
                table[node.type].append(node)
            result.append((table, shifts))
        return result

    def _of(
        self, is_wanted: Callable[[BlockSpec], bool], where: Callable[[Node], bool] | None = None
    ) -> Iterator[Node]:
        numbers: dict[BlockSpec, list[int]] = {}
        for table, shifts in self._by_type:
            for spec, nodes in table.items():
                if is_wanted(spec):
                    kept = nodes if where is None else filter(where, nodes)
                    numbers.setdefault(spec, []).extend([node.number + shift for node in kept for shift in shifts])
        for of_one in sorted(map(sorted, numbers.values())):  # in the order of the graph
            yield from filter(self._is_block, map(self.graph.nodes.__getitem__, of_one))

    def of_types(self, names: Container[str], where: Callable[[Node], bool] | None = None) -> Iterator[Node]:
        """The blocks of some types; only those of which something holds that follows from dtypes, shapes and
        attributes.
        """
        return self._of(lambda spec: spec.name in names, where)

    def updates(self) -> Iterator[Node]:
        """The blocks that change a variable by the rule of an optimiser."""
        return self._of(lambda spec: spec.page == "training_ops" and bool(spec.writes))

    def random(self) -> Iterator[Node]:
        """The blocks that draw."""
        return self._of(lambda spec: spec.random)

    def has_gradient(self, node: Node) -> bool:
        """Whether a gradient flows through a node to something before it."""
        return any(each in self.reached for each in node.outputs) and any(each in self.reached for each in node.inputs)

    @cached_property
    def sources(self) -> Sequence[int]:
        """For each node of the graph, which leaves it follows from, as a set of bits; constants are none."""
        result: list[int] = []
        count = 0
        for node in self.graph.nodes:
            mask = 0
            for each in node.inputs:
                mask |= result[each.op.number]
            if not node.inputs or node.type.variable or node.type.random:
                is_leaf = not node.type.constant and bool(node.outputs) and known_value(node.outputs[0]) is None
                mask, count = mask | (1 << count if is_leaf else 0), count + is_leaf
            result.append(mask)
        return result

    def depends(self, output: Output, leaf: Node) -> bool:
        """Whether a tensor follows from what a node without a past gives, in this step or by what earlier ones kept."""
        own = 1 << (self.sources[leaf.number].bit_length() - 1)  # its own bit is the last one that it has
        return bool(self.sources[output.op.number] & own) or leaf.number in self._all_before(output)

    @cached_property
    def _writers(self) -> Mapping[Node, Sequence[Node]]:
        """The nodes that write what a node keeps."""
        writers: dict[Node, list[Node]] = {}
        for node in self._of(lambda spec: bool(spec.writes)):
            for pin in node.type.writes:
                writers.setdefault(node.inputs[node.type.input_index[pin]].op, []).append(node)
        return writers

    def _all_before(self, output: Output) -> set[int]:
        """What a tensor follows from, round loops and by what is kept from step to step."""
        ancestors: set[int] = set()
        pending = [output.op]
        while pending:
            node = pending.pop()
            if node.number in ancestors:
                continue
            ancestors.add(node.number)
            pending += [each.op for each in node.inputs]
            pending += self._writers.get(node, ())
            end = self.graph.loops.get(node.number)
            pending += [] if end is None else [self.graph.nodes[end]]
        return ancestors

    @cached_property
    def _ranges(self) -> Ranges:
        return Ranges()

    def range_of(self, output: Output) -> Range:
        """Between which numbers the values of a tensor lie, whatever is fed."""
        return self._ranges.of(output)


_LARGEST = {True: 700, False: 80}
"""Of numbers up to that, Exp is far from infinite: in double precision, and in single."""
_HANDED_ON = frozenset(["Identity", "CheckNumerics", "EnsureShape", "ExpandDims", "Squeeze", "Reshape", "Cast"])
CHOICES: Mapping[str, tuple[str, str]] = {"Where3": ("x", "y"), "SelectV2": ("t", "e")}
"""Types that choose, and the pins of what is taken where the condition is true, and where it is not."""
INFINITE: Mapping[str, int] = {
    "Sqrt": 0, "Rsqrt": 0, "Log": 0, "Reciprocal": 0, "RealDiv": 1, "Div": 1, "Pow": 0, "Xlogy": 1, "Acos": 0,
    "Asin": 0,
}  # fmt: skip
"""Types whose derivative is infinite somewhere, and which input is to blame."""


def _source(output: Output) -> Node:
    """The node that made a tensor, past what only hands it on."""
    node = output.op
    while node.type.name in _HANDED_ON:
        node = node.inputs[0].op
    return node


def unsafe_branch(at: Surroundings) -> Iterator[Advice]:
    """A choice whose untaken side has an infinite derivative: 0 times infinity is NaN.

    Case: github.com/jax-ml/jax/issues/1052, github.com/tensorflow/tensorflow/issues/2540.
    """
    choices = sorted([node for node in at.of_types(CHOICES) if at.has_gradient(node)], key=lambda node: node.number)
    risks = _risks(at, choices[-1].number if choices else 0)
    for node in choices:
        asked = at.sources[node.input("condition").op.number]
        for pin in CHOICES[node.type.name]:
            side = node.input(pin)
            if side not in at.reached or not risks[side.op.number] & asked:
                continue
            risky = _nearest(at, side, asked)
            text = f"where {pin} is not taken, the derivative of {risky.block_name} ({risky.type.name}) may be"
            text += " infinite, and the gradient NaN: 0 times infinity"
            mend = f"choose what goes into {risky.block_name} by the same condition, too, and something safe else"
            yield Advice("unsafe-branch", node, pin, text, mend, risky)


def _risks(at: Surroundings, end: int) -> list[int]:
    """For each node before the one of a number, what the arguments follow from of those before it, no choice between,
    whose derivatives may be infinite: as `Surroundings.sources`.
    """
    result: list[int] = []
    for node in at.graph.nodes[:end]:
        name = node.type.name
        mask = _risk(at, node) if name in INFINITE else 0
        if name not in CHOICES:
            for each in node.inputs:
                if each in at.reached:
                    mask |= result[each.op.number]
        result.append(mask)
    return result


def _risk(at: Surroundings, node: Node) -> int:
    """What the argument of a node follows from whose derivative may be infinite there; 0 of another one."""
    index = INFINITE.get(node.type.name)
    if index is None or node.outputs[0] not in at.reached or node.inputs[index] not in at.reached:
        return 0
    return at.sources[node.inputs[index].op.number] if _may_be_infinite(at, node, node.inputs[index]) else 0


def _nearest(at: Surroundings, side: Output, asked: int) -> Node:
    """The nearest node on one side of a choice that is infinite where that may not be taken."""
    pending, seen = deque([side.op]), {side.op.number}
    while pending:
        node = pending.popleft()
        if _risk(at, node) & asked:
            return node
        for each in node.inputs if node.type.name not in CHOICES else ():
            if each in at.reached and each.op.number not in seen:
                seen.add(each.op.number)
                pending.append(each.op)
    return side.op


def _may_be_infinite(at: Surroundings, node: Node, argument: Output) -> bool:
    if _source(argument).type.name in CHOICES:  # it is made safe
        return False
    name, values = node.type.name, at.range_of(argument)
    if name in ("Acos", "Asin"):
        return values.may_be(1) or values.may_be(-1)
    if name == "Pow":
        power = known_value(node.inputs[1])
        if power is not None and (np.all(power >= 1) or np.all(power == 0)):
            return False
    return values.may_be(0)


def log_of_softmax(at: Surroundings) -> Iterator[Advice]:
    """Softmax, then Log: a share that is rounded to 0 gives minus infinity.

    Case: github.com/pytorch/pytorch/issues/3020.
    """
    for node in at.of_types(["Log"]):
        if (result := _source(node.inputs[0])).type.name == "Softmax":
            text = f"Log of {result.block_name} (Softmax): a share that is rounded to 0 gives -Infinity"
            mend = "LogSoftmax of what goes into the Softmax"
            yield Advice("log-of-softmax", node, "x", text, mend, result)


def log_of_sigmoid(at: Surroundings) -> Iterator[Advice]:
    """Sigmoid, or 1 - Sigmoid, then Log: far out it is rounded to 0 or 1.

    Case: github.com/keras-team/keras/issues/6440.
    """
    for node in at.of_types(["Log"]):
        result, sign = _source(node.inputs[0]), "-"
        if result.type.name == "Subtract" and _is_one(result.inputs[0]):
            result, sign = _source(result.inputs[1]), ""
        if result.type.name != "Sigmoid":
            continue
        end = _ROUNDED[sign][result.outputs[0].dtype == DOUBLE]
        if _farthest(at, result.inputs[0], sign) > end:
            what, number = (f"below -{end:g}", "0") if sign else (f"above {end:g}", "1")
            text = f"Log of {result.block_name} (Sigmoid): {what} it is rounded to {number}, which gives -Infinity"
            mend = f"-Softplus({sign}x) of what goes into the Sigmoid, or SigmoidCrossEntropyWithLogits for the loss"
            yield Advice("log-of-sigmoid", node, "x", text, mend, result)


_ROUNDED = {"-": (88.0, 709.0), "": (16.6, 36.7)}
"""From how far on, to the left and to the right, a Sigmoid is rounded to 0 and to 1: in single precision, and in double
(where exp overflows; half a digit below 1).
"""
_WEIGHT = 5.0
"""How large a weight that is trained may become without anybody wondering, unless it begins larger."""


def _farthest(at: Surroundings, logits: Output, sign: str) -> float:
    """How far below 0 (``-``), or above it, numbers come; a layer's with weights of a usual size."""
    values = at.range_of(logits)
    here, far = (-values.low if sign else values.high), 0.0
    pending, is_layer = [logits], False
    while pending:
        output = pending.pop()
        node = _source(output)
        if node.type.name in ("Add", "AddV2", "BiasAdd"):
            pending += node.inputs
        else:
            is_layer = is_layer or node.type.name == "MatMul"
            far += _size(at, output)
    return min(here, far) if is_layer else here


def _size(at: Surroundings, output: Output) -> float:
    """How far from 0 numbers come: of a variable its usual ones, of a product with weights their sum."""
    node = _source(output)
    if node.type.variable:
        given = known_value(node.args[0]) if node.args and isinstance(node.args[0], Output) else None
        return max(_WEIGHT, 0.0 if given is None or not given.size else float(np.abs(given).max()))
    values = at.range_of(output)
    size = max(-values.low, values.high)
    if node.type.name != "MatMul" or size < np.inf:
        return size
    one, other = (_size(at, each) for each in node.inputs)
    shape = node.inputs[0].shape
    inner = None if shape is None or len(shape) != 2 else shape[0 if node.attrs.get("transpose_a") else 1]
    return np.inf if inner is None else inner * one * other


def _is_one(output: Output) -> bool:
    value = known_value(output)
    return value is not None and bool(np.all(value == 1))


_EDGES = {"Sqrt": "x", "Rsqrt": "x", "Log": "x", "Reciprocal": "x", "Pow": "x", "EuclideanNorm": "input"}
_AT_EDGES = frozenset([*_EDGES, "Acos", "Asin"])


def edge(at: Surroundings) -> Iterator[Advice]:
    """A root, a logarithm, a reciprocal or a norm of what may be 0; an arc cosine or sine of what may be 1.

    Case: github.com/pytorch/pytorch/issues/2421, github.com/tensorflow/tensorflow/issues/12071.
    """
    for node in at.of_types(_AT_EDGES):
        name, x = node.type.name, node.inputs[0]
        if not at.has_gradient(node) or (name == "Pow" and not _is_root(node)):
            continue
        values = at.range_of(x)
        guarded = _source(x).type.name in CHOICES
        if name in ("Acos", "Asin") and not guarded and (values.may_be(1) or values.may_be(-1)):
            text = f"the derivative of {name} is infinite at 1 and -1, which {x.op.block_name} may be"
            yield Advice("edge", node, "x", text, "keep it within: ClipByValue to -1 + epsilon ... 1 - epsilon")
        elif name == "EuclideanNorm" and values.may_be(0):
            yield Advice(
                "edge", node, "input", "where all that it is the norm of is 0, its gradient is NaN",
                "Sqrt(Sum(Square(x)) + epsilon), with epsilon inside the root",
            )  # fmt: skip
        elif name in _EDGES and not guarded and values != ANY and values.low >= 0 and values.may_be(0):
            text = f"{x.op.block_name} may be 0, where the derivative of {name} is infinite"
            yield Advice("edge", node, _EDGES[name], text, f"add epsilon inside: {name}({x.op.block_name} + epsilon)")


def _is_root(node: Node) -> bool:
    """Whether a power is a known one with an infinite derivative at 0."""
    power = known_value(node.inputs[1])
    return power is not None and bool(np.any((power < 1) & (power != 0)))


_DIVISIONS = ("RealDiv", "Div")


def overflow(at: Surroundings) -> Iterator[Advice]:
    """Exp of what is not shifted, added up: a softmax or a logarithm of a sum by hand.

    Case: github.com/tensorflow/tensorflow/issues/2462.
    """
    for node in at.of_types(["Exp"]):
        if not at.has_gradient(node):
            continue
        is_double = node.outputs[0].dtype == DOUBLE
        if at.range_of(node.inputs[0]).high <= _LARGEST[is_double] or _is_shifted(node.inputs[0]):
            continue
        for total in at.users.get(node.outputs[0], ()):
            if total.type.name == "Sum" and _normalises(at, node.outputs[0], total.outputs[0]):
                bound, dtype = (709, "float64") if is_double else (88, "float32")
                text = f"Exp of a number above {bound} is infinite in {dtype}, and what is divided by the sum is NaN"
                is_log = not any(user.type.name in _DIVISIONS for user in at.users.get(total.outputs[0], ()))
                after = ", and add it to the logarithm" if is_log else ""
                mend = f"subtract StopGradient(Max(x)) from x before Exp{after}: the result is the same"
                yield Advice("overflow", node, "x", text, mend, None if is_log else total)
                break


def _is_shifted(output: Output) -> bool:
    """Whether the largest number was subtracted."""
    node = _source(output)
    if node.type.name != "Subtract":
        return False
    pending, seen = [node.inputs[1]], set[int]()
    while pending:
        result = pending.pop().op
        if result.type.name in ("Max", "Maximum"):
            return True
        if result.number not in seen and (result.type.name in _HANDED_ON or result.type.forwards):
            seen.add(result.number)
            pending.append(result.inputs[0])
    return False


def _normalises(at: Surroundings, numbers: Output, total: Output) -> bool:
    """Whether numbers are divided by their sum, or its logarithm is taken."""
    for user in at.users.get(total, ()):
        name = user.type.name
        if name == "Log" or (name in _DIVISIONS and user.inputs[1] == total):
            return True
        if name in _HANDED_ON and _normalises(at, numbers, user.outputs[0]):
            return True
    return False


def unreached(at: Surroundings) -> Iterator[Advice]:
    """An update whose step does not depend on what it updates: it learns nothing.

    Case: stackoverflow.com/questions/41689451 (no gradients provided for any variable).
    """
    for node in at.updates():
        spec = node.type
        pin = next((each for each in ("delta", "grad") if each in spec.input_index), None)
        if pin is None:
            continue
        variable = node.inputs[spec.input_index[spec.writes[0]]].op
        step = node.argument(pin)
        if isinstance(step, Output) and not at.depends(step, variable):
            text = f"{step.op.block_name}, by which it changes {variable.block_name}, does not depend on that"
            mend = f"wire the gradient by {variable.block_name} into {pin}"
            yield Advice("unreached", node, pin, text, mend)


_DIFFERENCES = ("Subtract", "SquaredDifference")
_OF_PAIRS = frozenset([
    "Square", "Abs", "Multiply", "Pow", "Identity", "Negate", "RealDiv", "Div", "Subtract", "Minimum", *CHOICES,
])  # fmt: skip
"""Types that make a loss of differences, pair by pair."""


def broadcast(at: Surroundings) -> Iterator[Advice]:
    """A loss that compares [n] with [n, 1]: all pairs, [n, n].

    Case: github.com/pytorch/pytorch/issues/5973 (a warning of its own since), github.com/keras-team/keras/issues/9395.
    """
    for node in at.of_types((*_DIFFERENCES, "Multiply"), _is_crossed):
        shapes = [each.shape for each in node.inputs]
        if node.type.name == "Multiply" and not any(_source(each).type.name == "Log" for each in node.inputs):
            continue  # of a cross entropy only
        column = node.inputs[0 if len(shapes[0] or ()) == 2 else 1]
        if column.op.type.name in ("ExpandDims", "Reshape", "StridedSlice") or not _is_averaged(at, node.outputs[0]):
            continue
        both = " and ".join(shape_text(each) for each in shapes)
        text = f"shapes {both} are broadcast to {shape_text(node.outputs[0].shape)}: all pairs are compared"
        mend = f"Reshape one of them: both to {shape_text(column.shape)}"
        yield Advice("broadcast", node, None, text, mend, column.op)


def _is_crossed(node: Node) -> bool:
    one, other = node.inputs[0].shape, node.inputs[1].shape
    if one is None or other is None or len(one) + len(other) != 3:
        return False
    short, long = sorted((one, other), key=len)
    return len(short) == 1 and len(long) == 2 and long[1] == 1 and short[0] == long[0] and short[0] != 1


def _is_averaged(at: Surroundings, output: Output) -> bool:
    """Whether all numbers of a tensor go into one, at once or axis by axis."""
    pending, seen = [output], set[Output]()
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        for user in at.users.get(current, ()):
            is_sum = user.type.name in ("Mean", "Sum", "L2Loss")
            if is_sum and element_count(user.outputs[0].shape) == 1:
                return True
            if is_sum or (user.type.name in _OF_PAIRS and user.outputs[0].shape == current.shape):
                pending.append(user.outputs[0])
    return False


def integer(at: Surroundings) -> Iterator[Advice]:
    """A whole number where a gradient is wanted.

    Case: github.com/tensorflow/tensorflow/issues/20524 (the dtype of the target must be floating).
    """
    seen: set[Output] = set()
    for block, output in at.differentiated:
        node = output.op
        if output.dtype.is_integer and output not in seen and (node.type.constant or node.type.variable):
            seen.add(output)
            text = f"{block} differentiates by {output.dtype.short} values, which have no gradient"
            pin = "val" if node.type.constant else "initvalues"
            yield Advice("integer", node, pin, text, "write the numbers with a point: 3.0")


def seeds(at: Surroundings) -> Iterator[Advice]:
    """Two random blocks with the same seed and shape whose results meet: they are the same numbers.

    Case: github.com/tensorflow/tensorflow/issues/9171.
    """
    nodes: dict[Any, list[Node]] = {}
    for node in at.random():
        seed = node.attrs.get("seed", 0), node.attrs.get("seed2", 0)
        if any(seed):
            nodes.setdefault((seed, node.outputs[0].shape), []).append(node)
    for (seed, shape), alike in nodes.items():
        for i, node in enumerate(alike[1:], 1):
            other = next((each for each in alike[:i] if _meet(at.graph, each, node)), None)
            if other is not None:
                text = f"it draws with the seed {seed[0]} and shape {shape_text(shape)} as {other.block_name} does:"
                yield Advice("seeds", node, "seed", f"{text} the same random bits make both", "give it another seed")


def _meet(graph: Graph, one: Node, other: Node) -> bool:
    marks = bytearray(len(graph.nodes))
    marks[one.number], marks[other.number] = 1, 2
    for node in graph.nodes[min(one.number, other.number) :]:
        for each in node.inputs:
            marks[node.number] |= marks[each.op.number]
        if marks[node.number] == 3:
            return True
    return False


RULES: tuple[Callable[[Surroundings], Iterator[Advice]], ...] = (
    unsafe_branch, log_of_softmax, log_of_sigmoid, edge, overflow, unreached, broadcast, integer, seeds,
)  # fmt: skip
