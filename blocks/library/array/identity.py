"""Blocks that pass a tensor through unchanged, with, without or with a changed gradient, and placeholders."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import ANY, COMPLEX, FLOATS, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block, make

_PASSED_ON: dict[str, Any] = {"T": ANY, "view": True, "forwards": "input"}


def _same(call: Call) -> Shape:
    return call.shape(call.type.inputs[0].name)


@block(
    "input: T -> output: T",
    **_PASSED_ON,
    foldable=True,
    formula="{input}",
    example={"input": [1.0, 2.0], "output": [1.0, 2.0]},
)
def Identity(input: Array) -> Array:
    """Return a tensor unchanged (identity). Its gradient also passes through unchanged.

    Args:
        input: [...] any tensor.

    Returns:
        output: [...] the same tensor.
    """
    return input


Identity.shape(_same)


Identity.gradient("input")(lambda call, dy: dy)


@block(
    "input: T -> output: T",
    **_PASSED_ON,
    not_differentiable="StopGradient",
    foldable=True,
    formula="sg({input})",
    example={"input": [1.0, 2.0], "output": [1.0, 2.0]},
)
def StopGradient(input: Array) -> Array:
    """Return a tensor unchanged, and stop its gradient.

    Forward: output = input. Backward: d output / d input = 0. For differentiation, the output counts as a constant,
    although its value comes from the input. Other paths from the same input keep their gradient: the gradient of x *
    StopGradient(x) with respect to x is StopGradient(x), not 2 * x. If every path to an input is stopped,
    AddSymbolicGradients reports an error at that input.

    Typical uses:

    - EM algorithm: the M step maximizes the expected log-likelihood under the responsibilities of the E step. These
      depend on the same parameters but must not be differentiated: multiply by StopGradient(responsibilities).
    - Contrastive divergence for Boltzmann machines: the loss is F(v0) - F(v1), where v1 is a sample that depends on the
      weights through the sampling chain. The learning rule treats v1 as a constant: F(StopGradient(v1)).
    - Adversarial examples: x + eps * Sign(StopGradient(dL/dx)). Training on them differentiates with respect to the
      weights, but not through the attack.
    - Stable softmax and log-sum-exp: subtract StopGradient(Max(x)) before Exp. The result does not depend on the value
      subtracted, so the gradient is right without the path through Max, which would only cost time.
    - Straight-through estimator: x + StopGradient(Rint(x) - x) is rounded forward and has the gradient of x.
    - Target networks in reinforcement learning: the target r + g * Max(Q(s')) is a constant within a step.

    Source: the documentation of tf.stop_gradient, with its examples.

    Args:
        input: [...] any tensor.

    Returns:
        output: [...] the same tensor, as a constant for gradients.
    """
    return input


StopGradient.shape(_same)


@block(
    "input: T -> output: T",
    **_PASSED_ON,
    prevents_gradient=True,
    foldable=True,
    doc_of=Identity,
    example={"input": [1.0, 2.0], "output": [1.0, 2.0]},
)
def PreventGradient(input: Array, *, message: str = "") -> Array:
    """Return a tensor unchanged, and raise an error if a gradient passes through it.

    StopGradient stops the gradient silently. Use this block at points where a gradient would be a mistake. A gradient
    that takes another path is not an error.

    Args:
        message: the reason, which the error shows.
    """
    return input


PreventGradient.shape(_same)


@PreventGradient.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    reason = call.attrs["message"]
    text = "PreventGradient blocks the gradient"
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
    """Return a tensor unchanged, and fail if it contains NaN or infinity. Its gradient is also checked.

    Args:
        tensor: [...] the tensor to check.
        message: the text that begins the error message, such as a name for the tensor.

    Returns:
        output: [...] the same tensor. All its elements are finite.
    """
    if not np.isfinite(tensor).all():
        nans, infinities = int(np.count_nonzero(np.isnan(tensor))), int(np.count_nonzero(np.isinf(tensor)))
        text = f"the tensor has {nans} NaN and {infinities} Inf among {tensor.size} values"
        raise DiagramError(f"{message}: {text}" if message else text, pin="tensor")
    return tensor


CheckNumerics.shape(_same)


@CheckNumerics.gradient("tensor")
def _(call: Node, dy: Output) -> Operand:
    message = call.attrs["message"]
    return CheckNumerics(dy, message=f"{message} (gradient)" if message else "the gradient")


@block(
    "input: T -> output: T",
    **_PASSED_ON,
    formula="{input}",
    example={"input": [1.0, 2.0], "shape": [None], "output": [1.0, 2.0]},
)
def EnsureShape(input: Array, *, shape: Shape) -> Array:
    """Return a tensor unchanged, and fail if its shape does not match.

    Args:
        input: [...] any tensor.
        shape: the required shape. null stands for a size that may vary.

    Returns:
        output: [...] the same tensor. The required shape is used for shape inference.
    """
    return input


@EnsureShape.shape
def _(call: Call) -> Shape:
    wanted: Shape = call.attrs["shape"]
    if wanted is None:
        raise pin_error(call, "shape", "shape must have a known rank")
    result = call.shape("input")
    if not compatible(wanted, result):
        text = f"the tensor has the shape {shape_text(result)}, but EnsureShape requires {shape_text(wanted)}"
        raise DiagramError(text, pin="input")
    return merge(result, wanted)


EnsureShape.gradient("input")(lambda call, dy: dy)


@block(
    "input: any* -> output: any*input", view=True, example={"input": [[1.0, 2.0], [3.0]], "output": [[1.0, 2.0], [3.0]]}
)
def IdentityN(input: tuple[Array, ...]) -> tuple[Array, ...]:
    """Return several tensors unchanged. Their gradients also pass through unchanged.

    Args:
        input: [...] the tensors, of any shapes and dtypes.

    Returns:
        output: [...] the same tensors, in the same order.
    """
    return input


IdentityN.shape(lambda call: list(call.shapes("input")))


@IdentityN.gradient("input")
def _(call: Node, dys: tuple[Output | None, ...]) -> list[Operand]:
    inputs = call.input_list("input")
    return [make("ZerosLike", x) if dy is None else dy for x, dy in zip(inputs, dys, strict=True)]


# Stateful though TensorFlow does not call them so: what is fed is not among their inputs. Two equal placeholders are
# two, and the default is no value to work with ahead of the run.
@block("-> output: dtype", stateful=True, fed=True)
def Placeholder(*, dtype: DType, shape: Shape | None = None) -> Array:
    """Declare a tensor whose value is fed in each step.

    Args:
        dtype: the dtype of the value.
        shape: the shape of the value. null as a size means that it may vary; null alone means any shape.

    Returns:
        output: [...] the fed value.
    """
    raise DiagramError(
        "no value was fed", hint="add a default value, feed one by the block's name, or wire a FeedType to a session"
    )


Placeholder.shape(lambda call: call.attrs["shape"])


@block(
    "input: T -> output: T",
    **_PASSED_ON,
    stateful=True,
    fed=True,
    formula="{input}",
    example={"input": [1.0, 2.0], "shape": [None], "output": [1.0, 2.0]},
)
def PlaceholderWithDefault(input: Array, *, shape: Shape) -> Array:
    """Declare a tensor whose value can be fed. Without a feed it has a default value.

    Args:
        input: [...] the default value. It receives the gradient.
        shape: the shape of the default and of any fed value. null stands for a size that may vary.

    Returns:
        output: [...] the fed value, or the default.
    """
    return input


@PlaceholderWithDefault.shape
def _(call: Call) -> Shape:
    wanted: Shape = call.attrs["shape"]
    default = call.shape("input")
    if not compatible(wanted, default):
        text = f"the default has the shape {shape_text(default)}, but the placeholder has {shape_text(wanted)}"
        raise DiagramError(text, pin="input")
    return wanted  # not merged with the default's: another shape may be fed


PlaceholderWithDefault.gradient("input")(lambda call, dy: dy)


# -- Identities that change the gradient -------------------------------------------------------------------------------


@block(
    "input: T -> output: T",
    T=(*FLOATS, *COMPLEX),
    view=True,
    forwards="input",
    foldable=True,
    formula="{input}",
    surrogate_gradient="the gradient is multiplied by factor",
    example={"input": [1.0, 2.0], "factor": -1.0, "output": [1.0, 2.0]},
)
def ScaleGradient(input: Array, *, factor: float = 1.0) -> Array:
    """Return a tensor unchanged, and multiply its gradient by a factor.

    Forward: output = input. Backward: d output / d input = factor. A factor of -1 reverses the gradient, as in
    domain-adversarial training: the layers before this block learn to increase the loss. A small factor makes them
    learn slowly, and 0 stops their gradient.

    Source: Ganin, Lempitsky, "Unsupervised domain adaptation by backpropagation", arXiv:1409.7495, for gradient
    reversal.

    Args:
        input: [...] any tensor.
        factor: the factor by which the gradient is multiplied. It may be negative.

    Returns:
        output: [...] the same tensor.
    """
    return input


ScaleGradient.gradient("input")(lambda call, dy: dy * call.attrs["factor"])


@block(
    "input: T -> output: T",
    T=FLOATS,
    where={"clip_norm": 0, "clip_value": 0},
    view=True,
    forwards="input",
    foldable=True,
    formula="{input}",
    surrogate_gradient="the gradient is clipped",
    doc_of=ScaleGradient,
    example={"input": [1.0, 2.0], "clip_norm": 0.5, "output": [1.0, 2.0]},
)
def ClipGradient(input: Array, *, clip_norm: float = 0.0, clip_value: float = 0.0) -> Array:
    """Return a tensor unchanged, and clip its gradient.

    Forward: output = input. Backward: the gradient is first scaled down to the norm clip_norm if its norm is larger.
    Then its elements are clipped to -clip_value ... clip_value. This keeps training steps small where a loss is steep,
    as in recurrent networks that are unrolled over many steps.

    Source: Pascanu, Mikolov, Bengio, "On the difficulty of training recurrent neural networks", arXiv:1211.5063.

    Args:
        clip_norm: the largest Euclidean norm of the gradient. 0 means no limit.
        clip_value: the largest absolute value of a gradient element. 0 means no limit.
    """
    return input


@ClipGradient.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    norm, value = call.attrs["clip_norm"], call.attrs["clip_value"]
    if norm:
        sum_of_squares = make("Sum", make("Reshape", dy * dy, [-1]), 0)
        some = make("Greater", sum_of_squares, 0.0)
        ones = make("OnesLike", sum_of_squares)
        # Where all is 0, the square root has no derivative: none is taken of it there.
        length = make("Sqrt", make("Where3", some, sum_of_squares, ones))
        length = make("Where3", some, length, sum_of_squares)
        dy = dy * norm / make("Maximum", length, norm)
    return make("ClipByValue", dy, -value, value) if value else dy


def _alike(call: Call) -> Shape:
    return call.shape("input")


ScaleGradient.shape(_alike)
ClipGradient.shape(_alike)
