"""The rules that give advice: each looks at the graph of a page for one thing that goes wrong later.

Each has a public case that it is drawn from, diagrams that show it and diagrams at which it is silent in
``tests/library/lint``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE
from blocks.base.shapes import element_count, shape_text
from blocks.graph.call_info import known_value
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.spec import GRADIENT_RULE, TENSORFLOW
from blocks.library.lint.ranges import ANY
from blocks.library.lint.surroundings import Advice, Surroundings
from blocks.library.lint.updates import no_update, unreached

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
            risky = _nearest(at, side, asked, is_nan=True) or _nearest(at, side, asked) or side.op
            mend = f"choose what goes into {risky.block_name} by the same condition, too, and something safe else"
            yield Advice("unsafe-branch", node, pin, _not_taken(risky, pin), mend, risky)


def _not_taken(risky: Node, pin: str) -> str:
    """What a block gives where its side of a choice is not taken."""
    block_name, name = risky.block_name, risky.type.name
    if _stays_zero(risky):
        return (
            f"where {pin} is not taken, the derivative of {block_name} ({name}) may be infinite. TensorFlow and"
            " Gradblocks give the gradient 0 there, PyTorch and JAX give NaN"
        )
    return (
        f"where {pin} is not taken, the derivative of {block_name} ({name}) may be infinite, and the gradient NaN: 0"
        " times infinity"
    )


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


def _nearest(at: Surroundings, side: Output, asked: int, *, is_nan: bool = False) -> Node | None:
    """The nearest node on one side of a choice that is infinite where that may not be taken.

    Args:
        at: the graph.
        side: that side.
        asked: what the choice follows from, as `Surroundings.sources`.
        is_nan: only one whose gradient is NaN there.
    """
    pending, seen = deque([side.op]), {side.op.number}
    while pending:
        node = pending.popleft()
        if _risk(at, node) & asked and not (is_nan and _stays_zero(node)):
            return node
        for each in node.inputs if node.type.name not in CHOICES else ():
            if each in at.reached and each.op.number not in seen:
                seen.add(each.op.number)
                pending.append(each.op)
    return None


def _stays_zero(node: Node) -> bool:
    """Whether a gradient that is 0 stays so where the derivative of a node is infinite, as in TensorFlow."""
    return node.type.name in ("Sqrt", "Rsqrt", "Reciprocal") and node.attrs[GRADIENT_RULE] == TENSORFLOW


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
        elif name == "EuclideanNorm" and values.may_be(0) and node.attrs[GRADIENT_RULE] == TENSORFLOW:
            yield Advice(
                "edge", node, "input", "where all elements are 0, its gradient is NaN, as in TensorFlow and JAX;"
                " PyTorch gives 0", "Sqrt(Sum(Square(x)) + epsilon), with epsilon inside the root",
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
    """An integer where a gradient is wanted.

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
    for node in at.of_types(["Cast"], lambda node: node.outputs[0].dtype.is_integer):
        variable = _made_integer(at, node) if node.inputs[0].dtype.is_differentiable else None
        if variable is not None:
            dtype = node.outputs[0].dtype.short
            text = f"it makes {dtype} of {variable.block_name}: fractions are lost, and the gradient ends here"
            yield Advice("integer", node, "x", text, "cast the integers beside it to float instead", variable)


def _made_integer(at: Surroundings, cast: Node) -> Node | None:
    """A variable to be trained that a Cast takes the fractions of, and the gradient of a loss."""
    source = _source(cast.inputs[0])
    users = at.users.get(cast.outputs[0], ())
    if _is_weight(at, source) and any(_computes(user, cast.outputs[0]) for user in users):
        return source
    if cast.number not in at.before_losses:
        return None
    lost = at.reached_by([cast.inputs[0]]) - at.reached_by_losses
    for each in sorted(lost, key=lambda output: output.op.number):
        if _is_weight(at, each.op) and not _begins_whole(each.op):
            return each.op
    return None


def _is_weight(at: Surroundings, node: Node) -> bool:
    """Whether a node is a variable that may be trained: nothing but the update of an optimiser changes it."""
    is_variable = node.type.variable and not node.type.temporary and bool(node.attrs["trainable"])
    return is_variable and not at.is_assigned(node)


def _begins_whole(variable: Node) -> bool:
    begin = variable.args[0] if variable.args else None
    known = known_value(begin) if isinstance(begin, Output) else None
    return known is not None and bool(np.all(known == np.round(known)))


def _computes(user: Node, output: Output) -> bool:
    """Whether a node computes with a tensor beside others of its dtype: it is not an index, or a label."""
    pins = {pin.var for pin, arg in zip(user.type.inputs, user.args, strict=True) if arg is output}
    return len(user.inputs) > 1 and any(pin.var in pins for pin in user.type.outputs)


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
    unsafe_branch, log_of_softmax, log_of_sigmoid, edge, overflow, unreached, no_update, broadcast, integer, seeds,
)  # fmt: skip
