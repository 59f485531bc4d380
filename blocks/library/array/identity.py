"""What hands a tensor on unchanged, with or without its gradient, and what is fed."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import ANY, FLOATS, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.declare import block, make


def _same(call: Call) -> Shape:
    return call.shape(call.type.inputs[0].name)


@block(
    "input: T -> output: T",
    T=ANY,
    view=True,
    forwards="input",
    foldable=True,
    formula="{input}",
    example={"input": [1.0, 2.0], "output": [1.0, 2.0]},
)
def Identity(input: Array) -> Array:
    """Hand a tensor on as it is, with its gradient.

    Args:
        input: [...] any tensor.

    Returns:
        output: [...] the same tensor.
    """
    return input


Identity.shape(_same)


@Identity.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    return dy


@block(
    "input: T -> output: T",
    T=ANY,
    view=True,
    forwards="input",
    not_differentiable="StopGradient",
    foldable=True,
    formula="sg({input})",
    example={"input": [1.0, 2.0], "output": [1.0, 2.0]},
)
def StopGradient(input: Array) -> Array:
    """Hand a tensor on as it is, but let no gradient back through it.

    Forward it changes nothing: output = input. Backward it is a wall: for whoever differentiates, the output is a
    constant, d output / d input = 0, although its value does come from the input. Other paths from the same input stay
    open: the gradient of x * StopGradient(x) by x is StopGradient(x), not 2 x. If every path goes through the wall,
    AddSymbolicGradients says so, as an error at the input that nothing reaches.

    Where it is needed:

    - EM algorithm: the M step takes the expected log-likelihood under the responsibilities of the E step. These are
      computed from the same parameters, but must not be differentiated: multiply by StopGradient(responsibilities).
    - Contrastive divergence for Boltzmann machines: the loss is F(v0) - F(v1), with v1 a sample that depends on the
      weights through the chain that drew it. The learning rule treats v1 as given: F(StopGradient(v1)).
    - Adversarial examples: x + eps * Sign(StopGradient(dL/dx)). In training on them, the gradient is taken by the
      weights, not through the attack.
    - Stable softmax and log-sum-exp: subtract StopGradient(Max(x)) before Exp. The result does not depend on what is
      subtracted, so its gradient is right without the one through Max, whose ties would only cost time.
    - Straight-through estimator: x + StopGradient(Rint(x) - x) is rounded forward and has the gradient of x.
    - Target networks of reinforcement learning: the target r + g * Max(Q(s')) is a given number for the step.

    Source: the documentation of tf.stop_gradient, with its examples.

    Args:
        input: [...] any tensor.

    Returns:
        output: [...] the same tensor, cut off from the gradient.
    """
    return input


StopGradient.shape(_same)


@block(
    "input: T -> output: T",
    T=ANY,
    view=True,
    forwards="input",
    prevents_gradient=True,
    foldable=True,
    example={"input": [1.0, 2.0], "output": [1.0, 2.0]},
)
def PreventGradient(input: Array, *, message: str = "") -> Array:
    """Hand a tensor on as it is, and make it an error to differentiate through it.

    StopGradient ends the flow silently; this block is for points where a gradient would be wrong and should not
    take one by mistake. A gradient that goes past it on another path is no error.

    Args:
        input: [...] any tensor.
        message: why there is no gradient, for the error.

    Returns:
        output: [...] the same tensor.
    """
    return input


PreventGradient.shape(_same)


@PreventGradient.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    reason = call.attrs["message"]
    text = "PreventGradient lets no gradient through"
    raise DiagramError(f"{text}: {reason}" if reason else text)


@block(
    "tensor: T -> output: T",
    T=FLOATS,
    view=True,
    stateful=True,
    formula="{tensor}",
    example={"tensor": [1.0, 2.0], "message": "loss", "output": [1.0, 2.0]},
)
def CheckNumerics(tensor: Array, *, message: str) -> Array:
    """Hand a tensor on, and fail if it holds NaN or an infinity. The gradient is checked in the same way.

    Args:
        tensor: [...] the tensor to check.
        message: what the error says in front, for instance what the tensor is.

    Returns:
        output: [...] the same tensor, all of it finite.
    """
    if not np.isfinite(tensor).all():
        nans, infinities = int(np.count_nonzero(np.isnan(tensor))), int(np.count_nonzero(np.isinf(tensor)))
        text = f"the tensor holds {nans} NaN and {infinities} Inf among {tensor.size} values"
        raise DiagramError(f"{message}: {text}" if message else text, pin="tensor")
    return tensor


CheckNumerics.shape(_same)


@CheckNumerics.gradient("tensor")
def _(call: Node, dy: Output) -> Operand:
    message = call.attrs["message"]
    return CheckNumerics(dy, message=f"{message}, its gradient" if message else "the gradient")


@block(
    "input: T -> output: T",
    T=ANY,
    view=True,
    forwards="input",
    formula="{input}",
    example={"input": [1.0, 2.0], "shape": [None], "output": [1.0, 2.0]},
)
def EnsureShape(input: Array, *, shape: Shape) -> Array:
    """Hand a tensor on as it is, and fail if it has another shape than is said.

    Args:
        input: [...] any tensor.
        shape: the shape that it must have, with null for sizes that may be any.

    Returns:
        output: [...] the same tensor, of which that much of the shape is known now.
    """
    return input


@EnsureShape.shape
def _(call: Call) -> Shape:
    wanted: Shape = call.attrs["shape"]
    if wanted is None:
        raise DiagramError("EnsureShape needs a shape with a number of axes", pin="shape")
    result = call.shape("input")
    if not compatible(wanted, result):
        text = f"the tensor has the shape {shape_text(result)}, EnsureShape says {shape_text(wanted)}"
        raise DiagramError(text, pin="input")
    return merge(result, wanted)


@EnsureShape.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    return dy


@block(
    "input: any* -> output: any*input",
    view=True,
    example={"input": [[1.0, 2.0], [3.0]], "output": [[1.0, 2.0], [3.0]]},
)
def IdentityN(input: tuple[Array, ...]) -> tuple[Array, ...]:
    """Hand several tensors on as they are, with their gradients.

    Args:
        input: [...] any tensors.

    Returns:
        output: [...] the same tensors.
    """
    return input


@IdentityN.shape
def _(call: Call) -> list[Shape]:
    return list(call.shapes("input"))


@IdentityN.gradient("input")
def _(call: Node, dys: tuple[Output | None, ...]) -> list[Operand]:
    inputs = call.input_list("input")
    return [make("ZerosLike", x) if dy is None else dy for x, dy in zip(inputs, dys, strict=True)]


# Stateful though TensorFlow does not call them so: what is fed is not among their inputs. Two equal placeholders are
# two, and the default is no value to work with ahead of the run.
@block("-> output: dtype", stateful=True, fed=True)
def Placeholder(*, dtype: DType, shape: Shape | None = None) -> Array:
    """A tensor whose value is fed in each step.

    Args:
        dtype: its element type.
        shape: its shape, with null for sizes that may vary; null alone for any shape.

    Returns:
        output: [...] the value that was fed.
    """
    raise DiagramError("no value was fed", hint="feed it by its name, or wire a FeedType to a ClientSession")


@Placeholder.shape
def _(call: Call) -> Shape:
    return call.attrs["shape"]


@block(
    "input: T -> output: T",
    T=ANY,
    view=True,
    forwards="input",
    stateful=True,
    fed=True,
    formula="{input}",
    example={"input": [1.0, 2.0], "shape": [None], "output": [1.0, 2.0]},
)
def PlaceholderWithDefault(input: Array, *, shape: Shape) -> Array:
    """A tensor whose value may be fed; if it is not, it has a default.

    Args:
        input: [...] the default. The gradient goes to it.
        shape: the shape of the default and of what may be fed, with null for sizes that may vary.

    Returns:
        output: [...] the value that was fed, or the default.
    """
    return input


@PlaceholderWithDefault.shape
def _(call: Call) -> Shape:
    wanted: Shape = call.attrs["shape"]
    default = call.shape("input")
    if not compatible(wanted, default):
        text = f"the default has the shape {shape_text(default)}, the placeholder {shape_text(wanted)}"
        raise DiagramError(text, pin="input")
    return wanted  # not merged with the default's: another shape may be fed


@PlaceholderWithDefault.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    return dy
