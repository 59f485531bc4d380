"""Blocks that pass a tensor through unchanged and modify its gradient."""

from __future__ import annotations

from blocks.base.dtypes import COMPLEX, FLOATS
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.declare import block, make


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


def _same(call: Call) -> Shape:
    return call.shape("input")


ScaleGradient.shape(_same)
ClipGradient.shape(_same)
