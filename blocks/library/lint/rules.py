"""The lint rules. Each looks for one problem in the graph of a page.

The docstring of a rule is its page in the manual: the problem, why it matters, an example with the problem, the fixed
example, and public cases. The examples are bodies of functions for `blocks.trace`. ``tests/library/lint`` runs them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE
from blocks.base.errors import DiagramError
from blocks.base.shapes import element_count, shape_text
from blocks.graph.call_info import known_value
from blocks.graph.flow import forwarded, outside_custom_gradients
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.spec import GRADIENT_RULE, TENSORFLOW
from blocks.library.lint.ranges import ANY, ZERO
from blocks.library.lint.surroundings import Advice, Surroundings

_LARGEST = {True: 700, False: 80}
"""The values up to which Exp is far from infinite, in double and in single precision."""
_HANDED_ON = frozenset(["Identity", "CheckNumerics", "EnsureShape", "ExpandDims", "Squeeze", "Reshape", "Cast"])
CHOICES: Mapping[str, tuple[str, str]] = {"Where3": ("x", "y"), "SelectV2": ("t", "e")}
"""Types that select values, with their pins for a true and a false condition."""
INFINITE: Mapping[str, int] = {
    "Sqrt": 0, "Rsqrt": 0, "Log": 0, "Reciprocal": 0, "RealDiv": 1, "Div": 1, "Pow": 0, "Xlogy": 1, "Acos": 0,
    "Asin": 0,
}  # fmt: skip
"""Types whose derivative is infinite somewhere, with the index of the input to blame."""


def _source(output: Output) -> Node:
    node = output.op
    while node.type.name in _HANDED_ON:
        node = node.inputs[0].op
    return node


def unsafe_branch(at: Surroundings) -> Iterator[Advice]:
    """A choice between two values, one of which can have an infinite derivative where it is not selected.

    The gradient of the value that is not selected is 0. The chain rule multiplies it by the infinite derivative, and 0
    times infinity is NaN. A safe input for the risky block avoids this.

    Bad:
        np.where(x > 0, np.log(x), 0.0)

    Fixed:
        np.where(x > 0, np.log(np.where(x > 0, x, 1.0)), 0.0)

    Case: https://github.com/jax-ml/jax/issues/1052
    Case: https://github.com/tensorflow/tensorflow/issues/2540
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
            mend = f"use the same condition to replace unsafe inputs of {risky.block_name} with a safe value"
            yield Advice("unsafe-branch", node, pin, _not_taken(risky, pin), mend, risky)


def _not_taken(risky: Node, pin: str) -> str:
    block_name, name = risky.block_name, risky.type.name
    if _stays_zero(risky):
        return (
            f"where {pin} is not selected, the derivative of {block_name} ({name}) can be infinite. There, the "
            "gradient is 0 in TensorFlow and Gradblocks, but NaN in PyTorch and JAX"
        )
    return (
        f"where {pin} is not selected, the derivative of {block_name} ({name}) can be infinite, and 0 times infinity"
        " makes the gradient NaN"
    )


def _risks(at: Surroundings, end: int) -> list[int]:
    """Return for each node before a number the sources (see `Surroundings.sources`) of the inputs of all risky nodes
    before it, with no choice in between. A risky node is one whose derivative may be infinite.
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
    """Return the sources of the input of a node whose derivative may be infinite there; 0 for other nodes."""
    index = INFINITE.get(node.type.name)
    if index is None or node.outputs[0] not in at.reached or node.inputs[index] not in at.reached:
        return 0
    return at.sources[node.inputs[index].op.number] if _may_be_infinite(at, node, node.inputs[index]) else 0


def _nearest(at: Surroundings, side: Output, asked: int, *, is_nan: bool = False) -> Node | None:
    """Return the nearest node on one side of a choice that has an infinite derivative if not selected.

    Args:
        asked: the sources of the condition; see `Surroundings.sources`.
        is_nan: only return a node whose gradient is then NaN.
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
    """Return whether a gradient of 0 stays 0 although the derivative of a node is infinite, as in TensorFlow."""
    return node.type.name in ("Sqrt", "Rsqrt", "Reciprocal") and node.attrs[GRADIENT_RULE] == TENSORFLOW


def _may_be_infinite(at: Surroundings, node: Node, argument: Output) -> bool:
    if _source(argument).type.name in CHOICES:  # its input is made safe
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
    """A Log of a Softmax.

    A small probability rounds to 0, and its logarithm is -Infinity. LogSoftmax computes the logarithm without the
    rounded probability.

    Bad:
        ops.log(ops.softmax(logits))

    Fixed:
        ops.log_softmax(logits)

    Case: https://github.com/pytorch/pytorch/issues/3020
    """
    for node in at.of_types(["Log"]):
        if (result := _source(node.inputs[0])).type.name == "Softmax":
            text = f"Log of {result.block_name} (Softmax) is -Infinity for a probability that rounds to 0"
            mend = "replace both blocks with one LogSoftmax block"
            yield Advice("log-of-softmax", node, "x", text, mend, result)


def log_of_sigmoid(at: Surroundings) -> Iterator[Advice]:
    """A Log of a Sigmoid, or of 1 - Sigmoid.

    For inputs of large magnitude the Sigmoid rounds to 0 or 1, and the logarithm is -Infinity. Softplus computes the
    same logarithm without the rounded value.

    Bad:
        ops.log(ops.sigmoid(x))

    Fixed:
        -ops.softplus(-x)

    Case: https://github.com/keras-team/keras/issues/6440
    """
    for node in at.of_types(["Log"]):
        result, sign = _source(node.inputs[0]), "-"
        if result.type.name == "Subtract" and _is_one(result.inputs[0]):
            result, sign = _source(result.inputs[1]), ""
        if result.type.name != "Sigmoid":
            continue
        end = _ROUNDED[sign][result.outputs[0].dtype == DOUBLE]
        if _farthest(at, result.inputs[0], sign) > end:
            name = result.block_name
            if sign:
                text = f"Log of {name} (Sigmoid) is -Infinity for x below -{end:g}, where the Sigmoid rounds to 0"
                mend = "use -Softplus(-x), where x is the input of the Sigmoid"
            else:
                text = f"Log of 1 - {name} (Sigmoid) is -Infinity for x above {end:g}, where the difference rounds to 0"
                mend = "use -Softplus(x), where x is the input of the Sigmoid"
            yield Advice("log-of-sigmoid", node, "x", text, mend, result)


_ROUNDED = {"-": (88.0, 709.0), "": (16.6, 36.7)}
"""The magnitude above which a Sigmoid rounds to 0 (``-``) and to 1, in single and in double precision."""
_WEIGHT = 5.0
"""The largest usual magnitude of a trained weight, unless its initial value is larger."""


def _farthest(at: Surroundings, logits: Output, sign: str) -> float:
    """Return how far values go below 0 (``-``) or above it; for a layer, with weights of usual magnitude."""
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
    """Return the largest magnitude of a tensor, with weights of usual magnitude."""
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
    """A function at a value where its derivative is infinite: Sqrt, Log, Reciprocal or a norm at 0, Acos or Asin at 1.

    One such value makes the gradient infinite or NaN, and a training step spreads it to all weights. A small epsilon
    inside the function keeps the derivative finite.

    Bad:
        np.sqrt(np.sum(np.square(x)))

    Fixed:
        np.sqrt(np.sum(np.square(x)) + 1e-12)

    Case: https://github.com/pytorch/pytorch/issues/2421
    Case: https://github.com/tensorflow/tensorflow/issues/12071
    """
    for node in at.of_types(_AT_EDGES):
        name, x = node.type.name, node.inputs[0]
        if not at.has_gradient(node) or (name == "Pow" and not _is_root(node)):
            continue
        values = at.range_of(x)
        guarded = _source(x).type.name in CHOICES
        if name in ("Acos", "Asin") and not guarded and (values.may_be(1) or values.may_be(-1)):
            text = f"the derivative of {name} is infinite at 1 and -1, and {x.op.block_name} can have these values"
            yield Advice("edge", node, "x", text, "use ClipByValue with the bounds -1 + epsilon and 1 - epsilon")
        elif name == "EuclideanNorm" and values.may_be(0) and node.attrs[GRADIENT_RULE] == TENSORFLOW:
            yield Advice(
                "edge", node, "input", (
                    "if all elements are 0, the gradient is NaN, as in TensorFlow and JAX. In PyTorch, the gradient "
                    "is 0"
                ), "use Sqrt(Sum(Square(x)) + epsilon), with epsilon inside the root",
            )  # fmt: skip
        elif name in _EDGES and not guarded and values != ANY and values.low >= 0 and values.may_be(0):
            text = f"{x.op.block_name} can be 0, where the derivative of {name} is infinite"
            yield Advice(
                "edge", node, _EDGES[name], text, f"add epsilon to the input: {name}({x.op.block_name} + epsilon)"
            )


def _is_root(node: Node) -> bool:
    power = known_value(node.inputs[1])
    return power is not None and bool(np.any((power < 1) & (power != 0)))


_DIVISIONS = ("RealDiv", "Div")


def overflow(at: Surroundings) -> Iterator[Advice]:
    """A sum of Exp without a shift, as in a Softmax or a log-sum-exp that is built from single blocks.

    Exp of 89 is infinite in float32, and infinity divided by infinity is NaN. Softmax, or subtracting the largest value
    first, gives the same result without overflow.

    Bad:
        np.exp(x) / np.sum(np.exp(x))

    Fixed:
        ops.softmax(x)

    Case: https://github.com/tensorflow/tensorflow/issues/2462
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
                is_log = not any(user.type.name in _DIVISIONS for user in at.users.get(total.outputs[0], ()))
                if is_log:
                    text = f"Exp of a value above {bound} is infinite in {dtype}, and the gradient of Log is then NaN"
                    mend = "subtract StopGradient(Max(x)) from x before Exp, and add it to the result of Log"
                else:
                    text = f"Exp of a value above {bound} is infinite in {dtype}, and the quotient is then NaN"
                    mend = "subtract StopGradient(Max(x)) from x before Exp. The result stays the same"
                yield Advice("overflow", node, "x", text, mend, None if is_log else total)
                break


def _is_shifted(output: Output) -> bool:
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
            pending += forwarded(result) if result.type.forwards else result.inputs[:1]
    return False


def _normalises(at: Surroundings, numbers: Output, total: Output) -> bool:
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
"""Types that compute a loss from differences, pair by pair."""


def broadcast(at: Surroundings) -> Iterator[Advice]:
    """A loss that compares a tensor of shape [n, 1] with one of shape [n].

    Broadcasting compares all pairs, and the result has the shape [n, n]. The loss is a number without an error message,
    but training fits the wrong targets.

    Bad:
        np.mean(np.square(prediction - target))

    Fixed:
        np.mean(np.square(prediction - np.reshape(target, (4, 1))))

    Case: https://github.com/pytorch/pytorch/issues/5973
    Case: https://github.com/keras-team/keras/issues/9395
    """
    for node in at.of_types((*_DIFFERENCES, "Multiply"), _is_crossed):
        shapes = [each.shape for each in node.inputs]
        if node.type.name == "Multiply" and not any(_source(each).type.name == "Log" for each in node.inputs):
            continue  # only the product of a cross entropy is compared
        column = node.inputs[0 if len(shapes[0] or ()) == 2 else 1]
        if column.op.type.name in ("ExpandDims", "Reshape", "StridedSlice") or not _is_averaged(at, node.outputs[0]):
            continue
        both = " and ".join(shape_text(each) for each in shapes)
        text = f"the shapes {both} broadcast to {shape_text(node.outputs[0].shape)}, so all pairs are compared"
        mend = f"use Reshape to give both tensors the shape {shape_text(column.shape)}"
        yield Advice("broadcast", node, None, text, mend, column.op)


def _is_crossed(node: Node) -> bool:
    one, other = node.inputs[0].shape, node.inputs[1].shape
    if one is None or other is None or len(one) + len(other) != 3:
        return False
    short, long = sorted((one, other), key=len)
    return len(short) == 1 and len(long) == 2 and long[1] == 1 and short[0] == long[0] and short[0] != 1


def _is_averaged(at: Surroundings, output: Output) -> bool:
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
    """An integer value on the path of a gradient.

    Integers have no gradient. A gradient with respect to an integer, or through a Cast to integers, does not exist.

    Bad:
        w = ops.variable([0.5, 1.5])
        ops.cast(w, "DT_INT32") * np.array([2, 3], np.int32)

    Fixed:
        w = ops.variable([0.5, 1.5])
        w * np.array([2, 3], np.float32)

    Case: https://github.com/tensorflow/tensorflow/issues/20524
    """
    seen: set[Output] = set()
    for block, output in at.differentiated:
        node = output.op
        if output.dtype.is_integer and output not in seen and (node.type.constant or node.type.variable):
            seen.add(output)
            text = f"{block} differentiates with respect to {output.dtype.short} values, which have no gradient"
            pin = "val" if node.type.constant else "initvalues"
            yield Advice("integer", node, pin, text, "write the values as floats, such as 3.0")
    outside = outside_custom_gradients(at.graph)
    for node in at.of_types(["Cast"], lambda node: node.outputs[0].dtype.is_integer and bool(outside[node.number])):
        variable = _made_integer(at, node) if node.inputs[0].dtype.is_differentiable else None
        if variable is not None:
            dtype = node.outputs[0].dtype.short
            text = f"the Cast to {dtype} discards the fractional part of {variable.block_name} and stops its gradient"
            yield Advice("integer", node, "x", text, "cast the integer operands to float instead", variable)


def _made_integer(at: Surroundings, cast: Node) -> Node | None:
    """Return a trainable variable whose fractions and gradient a Cast removes, or None."""
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
    is_variable = node.type.variable and not node.type.temporary and bool(node.attrs["trainable"])
    return is_variable and not at.is_assigned(node)


def _begins_whole(variable: Node) -> bool:
    begin = variable.args[0] if variable.args else None
    known = known_value(begin) if isinstance(begin, Output) else None
    return known is not None and bool(np.all(known == np.round(known)))


def _computes(user: Node, output: Output) -> bool:
    """Return whether a node computes with a tensor and others of its dtype, so that it is not an index or a label."""
    pins = {pin.var for pin, arg in zip(user.type.inputs, user.args, strict=True) if arg is output}
    return len(user.inputs) > 1 and any(pin.var in pins for pin in user.type.outputs)


def seeds(at: Surroundings) -> Iterator[Advice]:
    """Two random blocks with the same seed and shape whose results are combined.

    Both draw from the same random bits, so their values are not independent.

    Bad:
        a = ops.random_normal([4], "DT_FLOAT", seed=3)
        b = ops.random_uniform([4], "DT_FLOAT", seed=3)
        a + b

    Fixed:
        a = ops.random_normal([4], "DT_FLOAT", seed=3)
        b = ops.random_uniform([4], "DT_FLOAT", seed=4)
        a + b

    Case: https://github.com/tensorflow/tensorflow/issues/9171
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
                text = (
                    f"{other.block_name} has the same seed {seed[0]} and shape {shape_text(shape)} as this block, "
                    "so both blocks use the same random bits"
                )
                yield Advice("seeds", node, "seed", text, "use a different seed")


def _meet(graph: Graph, one: Node, other: Node) -> bool:
    marks = bytearray(len(graph.nodes))
    marks[one.number], marks[other.number] = 1, 2
    for node in graph.nodes[min(one.number, other.number) :]:
        for each in node.inputs:
            marks[node.number] |= marks[each.op.number]
        if marks[node.number] == 3:
            return True
    return False


# -- Updates of variables by hand --------------------------------------------------------------------------------------


_STEPS = ("delta", "grad", "value", "updates")
_RATES = ("lr", "alpha")
_ADDING = ("AssignAdd", "AssignSub", "ScatterAdd", "ScatterSub")
"""Types other than optimizers that change a variable by a given amount."""


def unreached(at: Surroundings) -> Iterator[Advice]:
    """An optimizer step that does not depend on the variable that it updates.

    The step is usually meant to be the gradient with respect to the variable. A step that does not depend on the
    variable moves it without regard to a loss.

    Bad:
        w = ops.variable([1.0, 2.0])
        ops.apply_gradient_descent(w, 0.1, g)

    Fixed:
        w = ops.variable([1.0, 2.0])
        loss = ops.sum(ops.square(w), 0)
        ops.minimize(loss, learning_rate=0.1)
        loss

    Case: https://stackoverflow.com/questions/41689451
    """
    for node in at.updates():
        spec = node.type
        pin = _pin(node, _STEPS)
        if pin is None or at.range_of(node.input(pin)) == ZERO:
            continue
        variable = node.inputs[spec.input_index[spec.writes[0]]].op
        step = node.argument(pin)
        if isinstance(step, Output) and not at.depends(step, variable):
            text = f"{step.op.block_name} does not depend on {variable.block_name}, the variable that it updates"
            mend = f"wire the gradient with respect to {variable.block_name} to {pin}"
            yield Advice("unreached", node, pin, text, mend)


def no_update(at: Surroundings) -> Iterator[Advice]:
    """An update that never changes its variable, because its step or its learning rate is always 0.

    The run has no error, but the variable keeps its initial value.

    Bad:
        w = ops.variable([1.0, 2.0])
        loss = ops.sum(ops.square(w), 0)
        ops.minimize(loss, learning_rate=0.0)
        loss

    Fixed:
        w = ops.variable([1.0, 2.0])
        loss = ops.sum(ops.square(w), 0)
        ops.minimize(loss, learning_rate=0.1)
        loss

    Case: https://github.com/huggingface/transformers/issues/34754
    """
    groups: dict[tuple[str, Node], list[Node]] = {}
    for node in at.graph.nodes:
        spec = node.type
        if spec.writes and node.owner is not None and node.source is None:
            variable = _root(node.inputs[spec.input_index[spec.writes[0]]])
            groups.setdefault((node.block_name, variable), []).append(node)
    done = set[str]()
    for (block, variable), nodes in groups.items():
        causes = [_cause(node, at) for node in nodes]
        if block in done or None in causes or variable.block_name.startswith(f"{block}/"):
            continue  # another part of a Minimize block, which has variables of its own
        done.add(block)
        pin, cause = causes[-1] or ("", nodes[-1])
        is_rate, name = pin in _RATES, variable.block_name
        shown = pin if at.is_block(nodes[-1]) else "learning_rate" if is_rate else None
        if shown is None:
            text, mend = f"{name} never changes, because its gradient is 0", f"use a loss that depends on {name}"
        else:
            text = f"{name} never changes, because {shown} is always 0"
            mend = "use a learning rate above 0" if is_rate else f"wire a nonzero value to {shown}"
        culprit = None if cause.block_name == block else cause
        yield Advice("no-update", nodes[-1], shown, text, mend, culprit)


def _pin(node: Node, names: tuple[str, ...]) -> str | None:
    return next((each for each in names if each in node.type.input_index), None)


def _root(ref: Output) -> Node:
    node = ref.op
    while node.type.writes:
        node = node.inputs[node.type.input_index[node.type.writes[0]]].op
    return node


def _cause(node: Node, at: Surroundings) -> tuple[str, Node] | None:
    """Return the pin that is always 0 and its source, if the update has no effect for this reason."""
    if node.type.page != "training_ops" and node.type.name not in _ADDING:
        return None
    pins = [each for each in (_pin(node, _RATES), _pin(node, _STEPS)) if each is not None]
    zero = next((each for each in pins if at.range_of(node.input(each)) == ZERO), None)
    return (zero, node.input(zero).op) if zero is not None and not _changes(node, at) else None


def _changes(node: Node, at: Surroundings) -> bool:
    """Return whether a variable changes within a few steps, with arbitrary numbers for unknown inputs."""
    spec, values = node.type, list[Any]()
    for pin, output in zip(spec.inputs, node.inputs, strict=True):
        dtype, known = output.dtype.numpy, at.range_of(output)
        if pin.name == "indices":
            value: Any = [0]
        elif pin.name == spec.writes[0]:
            value = [0.75]
        elif pin.name in spec.writes:
            value = [_initial(output, at)]
        elif pin.name in _STEPS:
            value = [0.0 if known == ZERO else 0.25]
        else:
            value = known.low if known.low == known.high else 0.5
        values.append(np.asarray(value, dtype))
    try:
        with np.errstate(all="ignore"):
            for _ in range(3):
                results = spec.run(values, node.attrs, node.bound)
                for pin, value in zip(spec.writes, results, strict=False):
                    if pin == spec.writes[0] and value != values[spec.input_index[pin]]:
                        return True
                    values[spec.input_index[pin]] = value
    except DiagramError:
        return True
    return False


def _initial(slot: Output, at: Surroundings) -> float:
    """Return the initial value of all elements of a slot, or 0.5 if it is unknown or several updates change it."""
    begin = slot.op.args[0] if slot.op.type.variable and slot.op.args else None
    known = known_value(begin) if isinstance(begin, Output) else None
    if known is None or not known.size or not np.all(known == known.flat[0]) or at.writers_of(slot.op) > 1:
        return 0.5
    return float(known.flat[0])


RULES: tuple[Callable[[Surroundings], Iterator[Advice]], ...] = (
    unsafe_branch, log_of_softmax, log_of_sigmoid, edge, overflow, unreached, no_update, broadcast, integer, seeds,
)  # fmt: skip
