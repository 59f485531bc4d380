"""Losses and metrics: L2Loss and InTopK."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import FLOATS, INDEX
from blocks.base.shapes import compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_ranks, require_scalar, shape_error
from blocks.library.declare import block
from blocks.library.math.shared import wide_dtype


@block("t: T -> output: T", T=FLOATS, formula="sum({t}^2) / 2", example={"t": [[1.0, 2.0], [3.0, 0.0]], "output": 7.0})
def L2Loss(t: Array) -> Array:
    """Compute half the sum of squares (L2 loss): output = sum(t ** 2) / 2.

    The factor 1/2 makes the gradient equal to t.

    Args:
        t: [...] a tensor of any shape.

    Returns:
        output: [] the loss. It is 0 for an empty tensor.
    """
    flat = t.ravel().astype(wide_dtype(t), copy=False)
    return (np.dot(flat, flat) * 0.5).astype(t.dtype)


L2Loss.shape(lambda call: ())


L2Loss.gradient("t")(lambda call, dy: call.input("t") * dy)


@block(
    "predictions: float, targets: T -> precision: bool",
    T=INDEX,
    example={"predictions": [[0.1, 0.7, 0.2], [0.5, 0.4, 0.1]], "targets": [2, 2], "k": 2, "precision": [True, False]},
)
def InTopK(predictions: Array, targets: Array, *, k: int) -> Array:
    """Check whether each target class is among the k classes with the highest predictions (top-k accuracy).

    A target is in the top k if fewer than k classes of its row have strictly higher predictions, so ties at the
    boundary are in. The result is false if the target is out of range, or if the row contains NaN or infinity.

    Args:
        predictions: [batch, classes] the predicted scores.
        targets: [batch] the correct class of each row, 0 ... classes - 1.
        k: the number of highest predictions to consider.

    Returns:
        precision: [batch] true if the target is in the top k.
    """
    return _in_top(predictions, targets, k)


def _in_top(predictions: Array, targets: Array, k: int) -> Array:
    count, classes = len(predictions), predictions.shape[1]
    if classes == 0:
        return np.zeros(count, np.bool)
    fine = (targets >= 0) & (targets < classes)
    fine &= np.isfinite(predictions).all(axis=1)
    own = predictions[np.arange(count), np.where(fine, targets, 0)]
    higher = np.sum(predictions > own[:, np.newaxis], axis=1)
    return fine & (higher < k)


def _one_per_row(call: Call) -> Shape:
    predictions = require_ranks(call, "predictions", 2, 2, "predictions must have the shape [batch, classes]")
    rows, targets = predictions[:1] if predictions is not None else (None,), call.shape("targets")
    if not compatible(rows, targets):
        text = "targets must have one value per row of predictions, which have the shape"
        raise shape_error(call, "targets", f"{text} {shape_text(predictions)}")
    return merge(rows, targets)


InTopK.shape(_one_per_row)


@block(
    "predictions: float, targets: T, k: T -> precision: bool",
    T=INDEX,
    doc_of=InTopK,
    example={"predictions": [[0.1, 0.7, 0.2], [0.5, 0.4, 0.1]], "targets": [2, 2], "k": 2, "precision": [True, False]},
)
def InTopKV2(predictions: Array, targets: Array, k: Array) -> Array:
    """Check whether each target class is among the k classes with the highest predictions; k is an input.

    Ties at the boundary are in. The result is false if the target is out of range, or if the row contains NaN or
    infinity.

    Args:
        k: [] the number of highest predictions to consider.
    """
    return _in_top(predictions, targets, int(k))


@InTopKV2.shape
def _(call: Call) -> Shape:
    require_scalar(call, "k")
    return _one_per_row(call)
