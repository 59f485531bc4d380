"""CTCLoss: the negative log probability of label sequences, summed over all alignments.

The forward and backward variables of all sequences are computed together, one time step after another.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.array.arguments import pin_error, require_vector
from blocks.library.ctc.shared import inputs_shape, log_softmax, require_lengths
from blocks.library.declare import block, make


class Paths(NamedTuple):
    """The states that a path visits: the labels of each sequence, with blanks before, between and after them.

    Attributes:
        labels: [batch, states] the class of each state.
        counts: [batch] the number of states of each sequence.
        stays: [batch, states] whether a path may stay in a state for more than a step.
        skips: [batch, states] whether a path may come from the label before, past the blank between them.
    """

    labels: Array
    counts: Array
    stays: Array
    skips: Array


@block(
    "inputs: T, labels_indices: int64, labels_values: int32, sequence_length: int32 -> loss: T, gradient: T",
    T=(FLOAT, DOUBLE),
    example={
        "inputs": [[[0.0, 0.0]], [[0.0, 0.0]]],
        "labels_indices": [[0, 0]],
        "labels_values": [0],
        "sequence_length": [2],
        "loss": [0.28768207],
        "gradient": [[[-0.16666667, 0.16666667]], [[-0.16666667, 0.16666667]]],
    },
)
def CTCLoss(
    inputs: Array,
    labels_indices: Array,
    labels_values: Array,
    sequence_length: Array,
    *,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
) -> tuple[Array, Array]:
    """Compute the connectionist temporal classification (CTC) loss of each sequence.

    The loss is minus the log-probability of the labels, summed over all alignments. Each step draws a class with
    probabilities softmax(inputs); the last class is the blank. Repeated classes are merged, and blanks are removed. The
    loss is infinite if a sequence is too short for the blanks between repeated labels. There is no second-order
    gradient, as in TensorFlow.

    Source: Graves, Fernandez, Gomez, Schmidhuber, Connectionist Temporal Classification (2006).

    Args:
        inputs: [time, batch, classes] the logits of each step.
        labels_indices: [n, 2] for each label, its sequence number and its index in the sequence, in order.
        labels_values: [n] the labels: class numbers, except the last class. Blanks may pad a sequence.
        sequence_length: [batch] the number of steps of each sequence.
        preprocess_collapse_repeated: whether to merge repeated labels before the loss is computed.
        ctc_merge_repeated: whether to merge repeated classes. If false, each step is a separate label or a blank.
        ignore_longer_outputs_than_inputs: true gives sequences with too many labels a loss of 0; false refuses them.

    Returns:
        loss: [batch] the loss of each sequence.
        gradient: [time, batch, classes] the gradient of the losses with respect to inputs.
    """
    time, batch, classes = inputs.shape
    require_lengths(sequence_length, time, 0)
    given = _labels(labels_indices, labels_values, batch)
    taken = [_used(each, classes, preprocess_collapse_repeated) for each in given]
    late = np.array([len(each) for each in given]) > sequence_length
    if late.any() and not ignore_longer_outputs_than_inputs:
        first = int(np.flatnonzero(late)[0])
        text = f"sequence {first} has {len(given[first])} labels but only {sequence_length[first]} steps"
        hint = "set ignore_longer_outputs_than_inputs to skip sequences with too many labels"
        raise DiagramError(text, pin="sequence_length", hint=hint)
    paths = _paths(taken, classes - 1, ctc_merge_repeated)
    lengths: Array = np.where(late, 0, sequence_length)
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        logs = log_softmax(inputs)
        total, occupied = _occupation(logs, paths, lengths)
        gradient = np.exp(logs) - occupied
    steps: Array = np.arange(int(time))
    gradient[steps[:, None] >= lengths] = 0
    loss = np.where(late, 0, -total)
    return loss.astype(inputs.dtype), gradient.astype(inputs.dtype, copy=False)


def _labels(indices: Array, values: Array, batch: int) -> list[list[int]]:
    """Return each sequence's labels. Raise DiagramError for unordered or bad indices and empty sequences."""
    result: list[list[int]] = [[] for _ in range(batch)]
    before = (-1, -1)
    positions: list[tuple[int, int]] = indices.tolist()
    numbers: list[int] = values.tolist()
    for (row, index), value in zip(positions, numbers, strict=True):
        if not 0 <= row < batch or index < 0:
            text = f"labels_indices: [{row}, {index}] is out of range for {batch} sequences"
            raise DiagramError(text, pin="labels_indices")
        if (row, index) <= before:
            text = f"labels_indices must be in order without duplicates; [{row}, {index}] comes after {list(before)}"
            raise DiagramError(text, pin="labels_indices")
        before = (row, index)
        result[row].append(value)
    empty = [row for row, labels in enumerate(result) if not labels]
    if empty:
        raise DiagramError(f"sequence {empty[0]} has no labels", pin="labels_indices")
    return result


def _used(labels: list[int], classes: int, collapse: bool) -> list[int]:
    result: list[int] = []
    ended = False
    for index, label in enumerate(labels):
        if label < 0:
            raise DiagramError(f"labels must be 0 or more, got {label}", pin="labels_values")
        if collapse and index and label == labels[index - 1]:
            continue
        if label >= classes - 1:
            ended = True
        elif ended:
            text = f"label {label} follows a blank (a label of {classes - 1} or more), which ends the sequence {labels}"
            raise DiagramError(text, pin="labels_values")
        else:
            result.append(label)
    return result


def _paths(taken: list[list[int]], blank: int, merge: bool) -> Paths:
    longest = max(map(len, taken))
    labels = np.full((len(taken), 2 * longest + 1), blank, np.int64)
    for row, each in enumerate(taken):
        labels[row, 1 : 2 * len(each) : 2] = each
    is_label = labels != blank
    skips = np.zeros(labels.shape, np.bool)
    skips[:, 2:] = is_label[:, 2:] & (True if not merge else labels[:, 2:] != labels[:, :-2])
    counts: Array = np.array([2 * len(each) + 1 for each in taken])
    return Paths(labels, counts, np.full(labels.shape, True) if merge else ~is_label, skips)


def _occupation(logs: Array, paths: Paths, lengths: Array) -> tuple[Array, Array]:
    time, batch, classes = logs.shape
    states = paths.labels.shape[1]
    rows: Array = np.arange(int(batch))
    state: Array = np.arange(int(states))
    at = logs[:, rows[:, None], paths.labels]  # [time, batch, states]
    inside: Array = state < paths.counts[:, None]
    at[:, ~inside] = -np.inf
    forward = np.full((time, batch, states), -np.inf)
    forward[0, :, :2] = at[0, :, :2]
    for t in range(1, time):
        forward[t] = _along(forward[t - 1], paths) + at[t]
    backward = np.full((time, batch, states), -np.inf)
    ends: Array = inside & (state >= paths.counts[:, None] - 2)
    for t in range(time - 1, -1, -1):
        if t + 1 < time:
            backward[t] = _back(backward[t + 1] + at[t + 1], paths)
        backward[t][(lengths == t + 1)[:, None] & ends] = 0
        backward[t][(lengths == t + 1)[:, None] & ~ends] = -np.inf
    last = np.where(ends, forward[np.maximum(lengths - 1, 0), rows], -np.inf)
    total: Array = np.logaddexp.reduce(last, axis=1)
    share = np.exp(forward + backward - np.where(np.isneginf(total), 0, total)[:, None])
    sequence: Array = np.arange(int(time * batch))
    indices = (sequence.reshape(time, batch, 1) * classes + paths.labels).ravel()
    occupied = np.bincount(indices, share.ravel(), time * batch * classes).reshape(logs.shape)
    occupied[:, np.isnan(total)] = np.nan
    return total, occupied


def _along(before: Array, paths: Paths) -> Array:
    result = np.where(paths.stays, before, -np.inf)
    np.logaddexp(result[:, 1:], before[:, :-1], result[:, 1:])
    past = np.where(paths.skips[:, 2:], before[:, :-2], -np.inf)
    np.logaddexp(result[:, 2:], past, result[:, 2:])
    return result


def _back(after: Array, paths: Paths) -> Array:
    result = np.where(paths.stays, after, -np.inf)
    np.logaddexp(result[:, :-1], after[:, 1:], result[:, :-1])
    past = np.where(paths.skips[:, 2:], after[:, 2:], -np.inf)
    np.logaddexp(result[:, :-2], past, result[:, :-2])
    return result


@CTCLoss.shape
def _(call: Call) -> list[Shape]:
    time, batch, classes = inputs_shape(call)
    indices, values = call.shape("labels_indices"), call.shape("labels_values")
    if indices is not None and (len(indices) != 2 or indices[1] not in (2, None)):
        raise pin_error(call, "labels_indices", f"labels_indices must have the shape [n, 2], got {shape_text(indices)}")
    require_vector(call, "labels_values")
    if indices is not None and values is not None and None not in (indices[0], values[0]) and indices[0] != values[0]:
        raise DiagramError(
            f"CTCLoss: labels_values must have one label per index ({indices[0]}), got {values[0]}", pin="labels_values"
        )
    return [(batch,), (time, batch, classes)]


CTCLoss.gradient_limit("gradient", "no gradient flows back through it, as in TensorFlow")


@CTCLoss.gradient("inputs")
def _(call: Node, dy: Output | None, _: Output | None) -> Output:
    if dy is None:
        return make("ZerosLike", call.input("inputs"))
    why = "CTCLoss has no second-order gradient, as in TensorFlow"
    result = make("PreventGradient", call.outputs[1], message=why)
    return result * make("Reshape", dy, np.array([1, -1, 1], np.int32))
