"""Surrogate gradients for step functions, built from plain blocks around them.

The forward value is that of the step, the gradient is that of ``soft``: ``soft + stop(hard - soft)``. The declaration
of a block type names its step function (`BlockSpec.step`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

Operand: TypeAlias = Any
"""What is wired to a pin: something that a canvas gave, or a number that is typed into it."""

_BENGIO = (
    "Bengio, Léonard, Courville: Estimating or Propagating Gradients Through Stochastic Neurons for Conditional "
    "Computation, 2013, arXiv:1308.3432"
)
_JANG = "Jang, Gu, Poole: Categorical Reparameterization with Gumbel-Softmax, 2017, arXiv:1611.01144"
ONE_HOT = "DT_FLOAT"
"""The dtype of a OneHot whose values are typed in."""
_TINY = 1e-20
_SOFT = 0.25
"""The temperature of soft rounding: near a step the slope is about twice that of a straight line."""


class SurrogateCanvas(Protocol):
    def add(self, type: str, *inputs: Operand, **values: Any) -> Operand: ...


class Step(NamedTuple):
    """A step function on a page.

    Attributes:
        kind: as in `BlockSpec.step`.
        inputs: the wires or values of its input pins, in order.
        hard: its output as floats, or that of a Cast or OneHot behind it.
        one_hot: whether that is a vector for each index.
        classes: the number of classes if an index is chosen; None if it is unknown.
    """

    kind: str
    inputs: Sequence[Operand]
    hard: Operand
    one_hot: bool
    classes: Operand
    dtype: str
    hard_dtype: str


Soft = Callable[[SurrogateCanvas, Step], Operand]


class Surrogate(NamedTuple):
    """A surrogate gradient for a step function.

    Attributes:
        sentence: a description of its backward pass.
        paper: its source.
        soft: by kind of step function, the differentiable replacement.
        backward: a block type that changes the gradient, and its values.
        replaces: the replacement of ``hard``; None if that stays.
    """

    name: str
    sentence: str
    paper: str
    soft: Mapping[str, Soft]
    backward: tuple[str, Mapping[str, float]] | None = None
    replaces: Callable[[SurrogateCanvas, Step], tuple[Operand, Operand]] | None = None

    def fits(self, step: Step) -> bool:
        if step.kind not in self.soft:
            return False
        index = step.kind in ("largest", "smallest", "sample")
        return not index or (step.one_hot or (self.name == "softmax" and step.classes is not None))

    def build(self, canvas: SurrogateCanvas, step: Step) -> Operand:
        if self.replaces is not None:
            soft, hard = self.replaces(canvas, step)
        else:
            soft, hard = self.soft[step.kind](canvas, step), step.hard
        if self.backward is not None:
            soft = canvas.add(self.backward[0], soft, **self.backward[1])
        if step.hard_dtype != step.dtype:
            soft = canvas.add("Cast", soft, DstT=step.hard_dtype)
        difference = canvas.add("Subtract", hard, soft)
        return canvas.add("Add", soft, canvas.add("StopGradient", difference))


def _input(_canvas: SurrogateCanvas, step: Step) -> Operand:
    return step.inputs[0]


def _negated(canvas: SurrogateCanvas, step: Step) -> Operand:
    return canvas.add("Negate", step.inputs[0])


def _difference(canvas: SurrogateCanvas, step: Step) -> Operand:
    x, y = step.inputs if step.kind != "below" else step.inputs[::-1]
    return canvas.add("Subtract", x, y)


def _divided(canvas: SurrogateCanvas, step: Step) -> Operand:
    return canvas.add("RealDiv", *step.inputs)


def _at(canvas: SurrogateCanvas, value: Operand, temperature: float = 1.0) -> Operand:
    return canvas.add("RealDiv", value, temperature)


def _chances(canvas: SurrogateCanvas, step: Step) -> Operand:
    return canvas.add("ExpandDims", canvas.add("Softmax", step.inputs[0]), 1)


def _sigmoid(canvas: SurrogateCanvas, step: Step) -> Operand:
    return canvas.add("Sigmoid", _at(canvas, _difference(canvas, step)))


def _tanh(canvas: SurrogateCanvas, step: Step) -> Operand:
    return canvas.add("Tanh", _at(canvas, step.inputs[0]))


def _bell(canvas: SurrogateCanvas, step: Step) -> Operand:
    near = canvas.add("Exp", canvas.add("Negate", canvas.add("Square", _at(canvas, _difference(canvas, step)))))
    return near if step.kind == "equal" else canvas.add("Subtract", 1.0, near)


def _soft_steps(canvas: SurrogateCanvas, step: Step) -> Operand:
    """Return Agustsson and Theis's soft rounding, without the part that is constant between steps."""
    x = _divided(canvas, step) if step.kind == "quotient" else step.inputs[0]
    if step.kind == "nearest":  # its steps are half-way between integers
        from_step = canvas.add("Subtract", canvas.add("Subtract", x, canvas.add("Floor", x)), 0.5)
    else:
        from_step = canvas.add("Subtract", x, canvas.add("Round", x))
    scale = round(0.5 / math.tanh(0.5 / _SOFT), 6)
    return canvas.add("Multiply", canvas.add("Tanh", _at(canvas, from_step, _SOFT)), scale)


def _softmax(canvas: SurrogateCanvas, step: Step) -> Operand:
    scores = step.inputs[0] if step.kind == "largest" else _negated(canvas, step)
    shares = canvas.add("Softmax", _at(canvas, scores))
    if step.one_hot:
        return shares
    numbers = [float(i) for i in range(int(step.classes))]
    return canvas.add("Sum", canvas.add("Multiply", shares, numbers), -1)


def _gumbel(canvas: SurrogateCanvas, step: Step) -> tuple[Operand, Operand]:
    """Return the maximum of the logits with Gumbel noise: a sample, but not the original one."""
    logits = step.inputs[0]
    drawn = canvas.add("RandomUniform", canvas.add("Shape", logits), dtype=step.dtype)
    uniform = canvas.add("Maximum", drawn, _TINY)
    twice = canvas.add("Log", canvas.add("Negate", canvas.add("Log", uniform)))
    noisy = canvas.add("Subtract", logits, twice)
    sample = canvas.add("OneHot", canvas.add("ArgMax", noisy, -1), step.classes, 1.0, 0.0)
    if step.hard_dtype != ONE_HOT:
        sample = canvas.add("Cast", sample, DstT=step.hard_dtype)
    soft = canvas.add("Softmax", _at(canvas, noisy))
    return canvas.add("ExpandDims", soft, 1), canvas.add("ExpandDims", sample, 1)


_STRAIGHT: Mapping[str, Soft] = {
    "nearest": _input, "floor": _input, "quotient": _divided, "sign": _input, "above": _difference,
    "below": _difference, "largest": _input, "smallest": _negated, "sample": _chances,
}  # fmt: skip
_SMOOTH: Mapping[str, Soft] = {"above": _sigmoid, "below": _sigmoid, "sign": _tanh, "equal": _bell, "unequal": _bell}

SURROGATES: Sequence[Surrogate] = (
    Surrogate(
        "straight-through",
        "The gradient passes through the step unchanged, as if it were linear: x + stop(f(x) - x).",
        _BENGIO,
        _STRAIGHT,
    ),
    Surrogate(
        "scale",
        "Straight-through, with the gradient multiplied by a factor.",
        "Esser and others: Learned Step Size Quantization, 2020, arXiv:1902.08153",
        _STRAIGHT,
        ("ScaleGradient", {"factor": 0.1}),
    ),
    Surrogate(
        "reverse",
        "Straight-through, with the gradient reversed: the blocks before the step learn the opposite.",
        "Ganin and others: Domain-Adversarial Training of Neural Networks, 2016, arXiv:1505.07818",
        _STRAIGHT,
        ("ScaleGradient", {"factor": -1.0}),
    ),
    Surrogate(
        "clip",
        "Straight-through, with the norm of the gradient clipped to 1.",
        "Pascanu, Mikolov, Bengio: On the difficulty of training recurrent neural networks, 2013, arXiv:1211.5063",
        _STRAIGHT,
        ("ClipGradient", {"clip_norm": 1.0}),
    ),
    Surrogate(
        "smooth",
        "The gradient is that of a smooth curve, such as a sigmoid: large near the step, small elsewhere.",
        "Neftci, Mostafa, Zenke: Surrogate Gradient Learning in Spiking Neural Networks, 2019, arXiv:1901.09948",
        _SMOOTH,
    ),
    Surrogate(
        "soft-rounding",
        "The gradient is that of a smooth staircase: large near the steps, small between them.",
        "Agustsson, Theis: Universally Quantized Neural Compression, 2020, arXiv:2006.09952",
        {"nearest": _soft_steps, "floor": _soft_steps, "quotient": _soft_steps},
    ),
    Surrogate(
        "softmax",
        "The gradient is that of a softmax of the scores. A lower temperature is closer to the hard choice.",
        _JANG,
        {"largest": _softmax, "smallest": _softmax},
    ),
    Surrogate(
        "gumbel-softmax",
        "Samples with the same probabilities by adding Gumbel noise to the logits. The gradient is that of a softmax.",
        f"{_JANG}; Maddison, Mnih, Teh: The Concrete Distribution, 2017, arXiv:1611.00712",
        {"sample": _chances},
        replaces=_gumbel,
    ),
)
"""All of them, the simplest first."""
