"""Softmax, and cross entropies computed together with it.

All of them first subtract the largest logit of a row, so that no exponential overflows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import FLOATS, INDEX
from blocks.base.errors import DiagramError
from blocks.base.matrix_products import sums
from blocks.base.shapes import broadcast, compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.graph.kernel_choice import checked
from blocks.library.array.arguments import pin_error, require_ranks, shape_error
from blocks.library.declare import block, make
from blocks.library.math.shared import is_small, wide_dtype

_largest: Any = np.maximum.reduce  # positional arguments are faster
_FEW, _MANY = 16, 64
"""For so few columns of so many rows NumPy finds the largest along a row faster in a transposed copy."""


def _shifted(logits: Array) -> Array:
    wide = logits.astype(np.float32) if is_small(logits) else logits
    if wide.ndim == 2 and 0 < wide.shape[1] <= _FEW and len(wide) >= _MANY:
        return np.subtract(wide, _largest(wide.T.copy(), 0)[:, np.newaxis])
    return np.subtract(wide, _largest(wide, -1, None, None, True, -np.inf))


def _row_sums(x: Array) -> Array:
    return sums(x, (x.ndim - 1,), True)


def _logits_shape(call: Call) -> Shape:
    shape = call.shape("logits")
    if shape == ():
        text = f"{call.type.name}: logits must have at least one axis, got a scalar"
        raise DiagramError(text, pin="logits", hint="use a vector or a matrix")
    return shape


@block(
    "logits: T -> softmax: T",
    T=FLOATS,
    formula="softmax({logits})",
    example={"logits": [[0.0, 0.0], [1.0, 3.0]], "softmax": [[0.5, 0.5], [0.11920292, 0.88079708]]},
)
def Softmax(logits: Array) -> Array:
    """Compute the softmax of each row: softmax[i, j] = exp(logits[i, j]) / sum_j exp(logits[i, j]).

    Args:
        logits: [..., classes] the logits: a vector, a matrix [batch, classes] or more axes. Rows are independent.

    Returns:
        softmax: [..., classes] the probabilities, with the shape of logits. Each row sums to 1.
    """
    powers = _shifted(logits)
    np.exp(powers, powers)
    np.divide(powers, _row_sums(powers), powers)
    return powers.astype(logits.dtype, copy=False)


Softmax.shape(_logits_shape)


@Softmax.gradient("logits")
def _(call: Node, dy: Output) -> Output:
    y = call.outputs[0]
    return (dy - make("Sum", dy * y, -1, keep_dims=True)) * y


@block(
    "logits: T -> logsoftmax: T",
    T=FLOATS,
    formula="logsoftmax({logits})",
    example={"logits": [[0.0, 0.0], [1000.0, 0.0]], "logsoftmax": [[-0.69314718, -0.69314718], [0.0, -1000.0]]},
)
def LogSoftmax(logits: Array) -> Array:
    """Compute the logarithm of the softmax: logsoftmax[i, j] = logits[i, j] - log(sum_j exp(logits[i, j])).

    Use it instead of Softmax followed by Log: the result stays finite if a probability is too small for its dtype.

    Args:
        logits: [..., classes] the logits: a vector, a matrix [batch, classes] or more axes. Rows are independent.

    Returns:
        logsoftmax: [..., classes] the log-probabilities, with the shape of logits. They are 0 or less.
    """
    shifted = _shifted(logits)
    np.subtract(shifted, np.log(_row_sums(np.exp(shifted))), shifted)
    return shifted.astype(logits.dtype, copy=False)


LogSoftmax.shape(_logits_shape)


LogSoftmax.gradient("logits")(lambda call, dy: dy - make("Exp", call.outputs[0]) * make("Sum", dy, -1, keep_dims=True))


@block(
    "features: T, labels: T -> loss: T, backprop: T",
    T=FLOATS,
    formula="-sum({labels} * log(softmax({features})), axis=-1)",
    example={
        "features": [[0.0, 0.0], [0.0, 1000.0]],
        "labels": [[0.5, 0.5], [1.0, 0.0]],
        "loss": [0.69314718, 1000.0],
        "backprop": [[0.0, 0.0], [-1.0, 1.0]],
    },
)
def SoftmaxCrossEntropyWithLogits(features: Array, labels: Array) -> tuple[Array, Array]:
    """Compute the softmax cross-entropy loss of each row, from logits and label probabilities.

    loss[i] = -sum_j labels[i, j] * log(softmax(features)[i, j]). The second output is the derivative of the loss with
    respect to features. The gradient with respect to labels is -log(softmax(features)).

    Args:
        features: [...] the logits. Features and labels are broadcast to [batch, classes].
        labels: [...] the label probabilities; each row must sum to 1. Axes of size 1 are broadcast in both inputs, but
            the gradient requires equal shapes.

    Returns:
        loss: [batch] the cross-entropy of each row.
        backprop: [batch, classes] the derivative softmax(features) - labels.
    """
    logits, wanted = features, labels.astype(wide_dtype(labels), copy=False)
    if logits.shape != wanted.shape:
        logits, wanted = np.broadcast_arrays(logits, wanted)
    shifted = _shifted(logits)
    powers = np.exp(shifted)
    total = _row_sums(powers)
    np.subtract(np.log(total), shifted, shifted)
    shifted *= wanted
    powers /= total
    powers -= wanted
    loss = np.sum(shifted, axis=-1)
    return loss.astype(features.dtype, copy=False), powers.astype(features.dtype, copy=False)


SoftmaxCrossEntropyWithLogits.formula("softmax({features}) - {labels}", "backprop")
SoftmaxCrossEntropyWithLogits.gradient_limit("labels", "the rows of labels must keep summing to 1")
SoftmaxCrossEntropyWithLogits.gradient_limit(
    "features",
    "the gradient assumes that each row of labels sums to 1",
    unless=lambda inputs: np.allclose(np.sum(inputs[1], axis=-1), 1.0, atol=1e-3),
)


@SoftmaxCrossEntropyWithLogits.shape
def _(call: Call) -> list[Shape]:
    features, labels = call.shape("features"), call.shape("labels")
    texts = f"{shape_text(features)} and {shape_text(labels)}"
    try:
        shape = broadcast(features, labels)
    except DiagramError:
        text = f"features and labels must have the same shape, got {texts}"
        hint = "for class numbers, use SparseSoftmaxCrossEntropyWithLogits, or add a OneHot block"
        raise pin_error(call, "labels", text, hint=hint) from None
    if shape is None:
        for each in (features, labels):
            if each is not None and len(each) > 2:
                raise _no_matrix(texts)
        return [(None,), (None, None)]
    if len(shape) != 2:
        raise _no_matrix(texts)
    return [shape[:1], shape]


def _no_matrix(texts: str) -> DiagramError:
    text = f"SoftmaxCrossEntropyWithLogits: expected matrices [batch, classes], got {texts}"
    return DiagramError(text, pin="features", hint="add a Reshape block that makes each example one row")


@SoftmaxCrossEntropyWithLogits.gradient()
def _(call: Node, dloss: Output | None, dbackprop: Output | None) -> tuple[Output | None, Output | None]:
    features, labels = call.input("features"), call.input("labels")
    if not compatible(features.shape, labels.shape):
        texts = f"{shape_text(features.shape)} and {shape_text(labels.shape)}"
        raise pin_error(call, "labels", f"the gradient requires features and labels of equal shape, got {texts}")
    # What arrives at backprop goes on to the features only: as TensorFlow does it.
    by_labels = make("ZerosLike", labels) if dloss is None else -(_column(dloss) * make("LogSoftmax", features))
    return _logits_gradient(call, dloss, dbackprop), by_labels


def _column(x: Output) -> Output:
    return make("ExpandDims", x, -1)


def _logits_gradient(call: Node, dloss: Output | None, dbackprop: Output | None) -> Output | None:
    by_loss = None if dloss is None else _column(dloss) * call.outputs[1]
    if dbackprop is None:
        return by_loss
    softmax = make("Softmax", call.input("features"))
    by_backprop = (dbackprop - make("Sum", dbackprop * softmax, -1, keep_dims=True)) * softmax
    return by_backprop if by_loss is None else by_loss + by_backprop


def _check_labels(features: Array, labels: Array) -> None:
    if labels.size and not (labels.min() >= 0 and labels.max() < features.shape[1]):
        raise _wrong_label(labels, features.shape[1])


def _wrong_label(labels: Array, classes: int) -> DiagramError:
    index = int(np.argmax((labels < 0) | (labels >= classes)))
    text = f"labels must be from 0 to {classes - 1}, got {labels[index]} at index {index}"
    return DiagramError(text, pin="labels")


@block(
    "features: T, labels: Tlabels -> loss: T, backprop: T",
    T=FLOATS,
    Tlabels=INDEX,
    formula="-sum(one_hot({labels}) * log(softmax({features})), axis=-1)",
    example={
        "features": [[0.0, 0.0], [0.0, 1000.0]],
        "labels": [1, 0],
        "loss": [0.69314718, 1000.0],
        "backprop": [[0.5, -0.5], [-1.0, 1.0]],
    },
)
@checked(_check_labels)
def SparseSoftmaxCrossEntropyWithLogits(features: Array, labels: Array) -> tuple[Array, Array]:
    """Compute the softmax cross-entropy loss of each row, from logits and class numbers.

    loss[i] = -log(softmax(features)[i, labels[i]]).

    Args:
        features: [batch, classes] the logits.
        labels: [batch] the class of each row, 0 ... classes - 1.

    Returns:
        loss: [batch] the cross-entropy of each row.
        backprop: [batch, classes] the derivative softmax(features) - one_hot(labels).
    """
    right = np.equal(np.arange(features.shape[1], dtype=labels.dtype), labels[:, np.newaxis])
    shifted = _shifted(features)
    powers = np.exp(shifted)
    total = _row_sums(powers)
    loss = (np.log(total) - sums(np.where(right, shifted, shifted.dtype.type(0)), (1,), True)).reshape(-1)
    backprop = powers / total - right
    return loss.astype(features.dtype, copy=False), backprop.astype(features.dtype, copy=False)


SparseSoftmaxCrossEntropyWithLogits.formula("softmax({features}) - one_hot({labels})", "backprop")


@SparseSoftmaxCrossEntropyWithLogits.shape
def _(call: Call) -> list[Shape]:
    batch, classes = require_ranks(call, "features", 2, 2, "features must have the shape [batch, classes]") or (
        None,
        None,
    )
    labels = require_ranks(call, "labels", 1, 1, "labels must have the shape [batch]")
    if classes == 0:
        raise shape_error(call, "features", "expected at least one class")
    if not compatible((batch,), labels):
        raise shape_error(call, "labels", f"labels must have one value per row of features ({batch})")
    rows = merge((batch,), labels)
    return [rows, (*(rows or (None,)), classes)]


@SparseSoftmaxCrossEntropyWithLogits.gradient("features")
def _(call: Node, dloss: Output | None, dbackprop: Output | None) -> Output | None:
    return _logits_gradient(call, dloss, dbackprop)
