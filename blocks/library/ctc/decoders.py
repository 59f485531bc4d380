"""CTC decoders: label sequences from per-step predictions, by greedy search and by beam search."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect, pin_error
from blocks.library.ctc.shared import inputs_shape, log_softmax, require_lengths
from blocks.library.declare import block


def _as_sparse(rows: list[list[int]]) -> tuple[Array, Array, Array]:
    indices = [(row, index) for row, labels in enumerate(rows) for index in range(len(labels))]
    values = [label for labels in rows for label in labels]
    shape = np.array([len(rows), max(map(len, rows), default=0)], np.int64)
    return np.array(indices, np.int64).reshape(len(values), 2), np.array(values, np.int64), shape


@block(
    "inputs: T, sequence_length: int32"
    " -> decoded_indices: int64, decoded_values: int64, decoded_shape: int64, log_probability: T",
    T=(FLOAT, DOUBLE),
    not_differentiable="the output is integer indices",
    example={
        "inputs": [[[2.0, 0.0, 1.0]], [[2.0, 0.0, 1.0]], [[0.0, 1.0, 3.0]], [[0.0, 4.0, 1.0]]],
        "sequence_length": [4],
        "merge_repeated": True,
        "decoded_indices": [[0, 0], [0, 1]],
        "decoded_values": [0, 1],
        "decoded_shape": [1, 2],
        "log_probability": [[-11.0]],
    },
)
def CTCGreedyDecoder(
    inputs: Array, sequence_length: Array, *, merge_repeated: bool = False, blank_index: int = -1
) -> tuple[Array, Array, Array, Array]:
    """Decode sequences greedily for CTC: take the best class of each step, then remove blanks.

    Of equal inputs, the first wins. NaN is ignored, except in the first class.

    Source: Graves, Fernandez, Gomez, Schmidhuber, Connectionist Temporal Classification (2006).

    Args:
        inputs: [time, batch, classes] the logits of each step.
        sequence_length: [batch] the number of steps of each sequence.
        merge_repeated: whether a class repeated without a blank between counts once.
        blank_index: the class number of the blank. Negative numbers count from the end.

    Returns:
        decoded_indices: [n, 2] for each label, its sequence number and its index in the sequence.
        decoded_values: [n] the labels.
        decoded_shape: [2] the number of sequences and the length of the longest one.
        log_probability: [batch, 1] the negative sum of the largest logits of each sequence.
    """
    time, batch, classes = inputs.shape
    require_lengths(sequence_length, time)
    seen = inputs.copy()
    seen[..., 1:][np.isnan(seen[..., 1:])] = -np.inf
    best = np.where(np.isnan(seen[..., 0]), 0, seen.argmax(-1))  # [time, batch]
    largest = np.take_along_axis(inputs, best[..., None], -1)[..., 0]
    steps: Array = np.arange(int(time))
    used: Array = steps[:, None] < sequence_length
    kept: Array = used & (best != blank_index % classes)
    if merge_repeated:
        kept[1:] &= best[1:] != best[:-1]
    rows: list[list[int]] = [best[kept[:, row], row].tolist() for row in range(batch)]
    return *_as_sparse(rows), -np.where(used, largest, 0).sum(0, dtype=inputs.dtype)[:, None]


@CTCGreedyDecoder.shape
def _(call: Call) -> list[Shape]:
    _, batch, classes = inputs_shape(call)
    blank = call.attrs["blank_index"]
    if classes is not None and not -classes <= blank < classes:
        raise pin_error(call, "blank_index", f"blank_index must be from {-classes} to {classes - 1}, got {blank}")
    return [(None, 2), (None,), (2,), (batch, 1)]


# -- Beam search ------------------------------------------------------------------------------------------------------

_NEVER = -np.inf


class _Prefix:
    """A sequence of labels with log probabilities over the steps so far.

    Attributes:
        parent: the prefix without the last label; None for the empty one.
        children: longer prefixes by their last label.
        blank, label_end, whole: of the paths that end with a blank, with the label, and of all paths.
        old_blank, old_whole: the values one step before.
    """

    __slots__ = ("blank", "children", "label", "label_end", "old_blank", "old_whole", "parent", "whole")

    def __init__(self, parent: _Prefix | None, label: int) -> None:
        self.parent = parent
        self.label = label
        self.children: dict[int, _Prefix] = {}
        self.forget()
        self.old_blank = self.old_whole = _NEVER

    def forget(self) -> None:
        self.blank = self.whole = self.label_end = _NEVER

    def labels(self, merge: bool) -> list[int]:
        result: list[int] = []
        at = self
        while at.parent is not None:
            if not merge or not result or result[-1] != at.label:
                result.append(at.label)
            at = at.parent
        return result[::-1]


class _Beam:
    def __init__(self, width: int) -> None:
        self._width = width
        self._heap: list[tuple[float, int, _Prefix]] = []
        self._numbers: Iterator[int] = itertools.count(0, -1)  # of equal ones the first is the better
        root = _Prefix(None, -1)
        root.blank = root.whole = 0.0
        self._push(root)

    def _push(self, prefix: _Prefix) -> None:
        heapq.heappush(self._heap, (prefix.whole, next(self._numbers), prefix))

    def best(self) -> list[_Prefix]:
        return [each for *_, each in sorted(self._heap, key=lambda entry: entry[:2], reverse=True)]

    def _least(self) -> float:
        return self._heap[0][0] if len(self._heap) == self._width else _NEVER

    def step(self, logs: Array) -> None:
        old = self.best()
        self._heap = []
        for each in old:
            each.old_blank, each.old_whole = each.blank, each.whole
        numbers: list[float] = logs.tolist()
        for each in old:
            parent = each.parent
            if parent is not None:
                if parent.whole != _NEVER:
                    come = parent.old_blank if each.label == parent.label else parent.old_whole
                    each.label_end = _sum(each.label_end, come)
                each.label_end += numbers[each.label]
            each.blank = each.old_whole + numbers[-1]
            each.whole = _sum(each.blank, each.label_end)
            self._push(each)
        for each in old:
            if each.old_whole > self._least():
                self._grow(each, logs[:-1])

    def _grow(self, prefix: _Prefix, logs: Array) -> None:
        scores = logs + prefix.old_whole
        if prefix.label >= 0:
            scores[prefix.label] = logs[prefix.label] + prefix.old_blank
        promising: list[int] = np.flatnonzero(scores > self._least()).tolist()
        for label in sorted({*promising, *prefix.children}):
            child = prefix.children.get(label)
            if child is None:
                child = _Prefix(prefix, label)
            elif child.whole != _NEVER:
                continue
            score = float(scores[label])
            if not score > self._least():
                child.old_blank = child.old_whole = _NEVER  # it was lost in this step, and grows no more
                continue
            prefix.children[label] = child
            if len(self._heap) == self._width:
                heapq.heappop(self._heap)[2].forget()
            child.blank, child.label_end, child.whole = _NEVER, score, score
            self._push(child)


def _sum(a: float, b: float) -> float:
    return float(np.logaddexp(a, b))


@block(
    "inputs: T, sequence_length: int32 -> decoded_indices: int64*top_paths, decoded_values: int64*top_paths,"
    " decoded_shape: int64*top_paths, log_probability: T",
    T=(FLOAT, DOUBLE),
    not_differentiable="the output is integer indices",
    where={"beam_width": 1, "top_paths": 1},
    doc_of=CTCGreedyDecoder,
    example={
        "inputs": [[[1.0, 0.0]], [[1.0, 0.0]]],
        "sequence_length": [2],
        "beam_width": 2,
        "top_paths": 1,
        "decoded_indices": [[[0, 0]]],
        "decoded_values": [[0]],
        "decoded_shape": [[1, 1]],
        "log_probability": [[-0.0750789]],
    },
)
def CTCBeamSearchDecoder(
    inputs: Array, sequence_length: Array, *, beam_width: int, top_paths: int, merge_repeated: bool = True
) -> tuple[Any, ...]:
    """Decode sequences for CTC by beam search: find the most probable label sequences.

    Each step draws a class with probabilities softmax(inputs); the last class is the blank. Repeated classes are
    merged, and blanks are removed. The probability of a label sequence is the sum over all paths that give it.

    Source: Graves, Jaitly, Towards End-to-End Speech Recognition with Recurrent Neural Networks (2014).

    Args:
        beam_width: the width of the beam: the number of label prefixes to keep in each step.
        top_paths: the number of results per sequence, at most beam_width.
        merge_repeated: whether to merge repeated labels in a result, even if a blank was between them.

    Returns:
        decoded_indices: [n, 2] for each label of a result, its sequence number and its index in the sequence.
        log_probability: [batch, top_paths] the log-probabilities of the results.
    """
    require_lengths(sequence_length, len(inputs))
    with np.errstate(invalid="ignore"):
        logs = log_softmax(inputs)
    paths: list[list[list[int]]] = [[] for _ in range(top_paths)]
    likely = np.zeros((inputs.shape[1], top_paths), inputs.dtype)
    for row, length in enumerate(sequence_length.tolist()):
        beam = _Beam(beam_width)
        with np.errstate(invalid="ignore"):
            for t in range(length):
                beam.step(logs[t, row])
        best = beam.best()[:top_paths]
        if len(best) < top_paths:
            text = f"sequence {row} has only {len(best)} results, but top_paths is {top_paths}"
            raise DiagramError(text, pin="top_paths")
        for path, each in zip(paths, best, strict=True):
            path.append(each.labels(merge_repeated))
        likely[row] = [each.whole for each in best]
    return *zip(*map(_as_sparse, paths), strict=True), likely


def _check(attrs: dict[str, Any]) -> None:
    width = attrs["beam_width"]
    expect(attrs, "top_paths", attrs["top_paths"] <= width, f"at most beam_width ({width})")


CTCBeamSearchDecoder.prepare = _check


@CTCBeamSearchDecoder.shape
def _(call: Call) -> list[Shape]:
    _, batch, _ = inputs_shape(call)
    count = call.attrs["top_paths"]
    return [*[(None, 2)] * count, *[(None,)] * count, *[(2,)] * count, (batch, count)]
