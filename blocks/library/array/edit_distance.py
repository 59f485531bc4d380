"""The edit distance between sequences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import BOOL, NUMERIC, STRING
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Indices, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import shape_error, sizes
from blocks.library.declare import block

_CELLS = 1 << 20
"""How many elements are compared at once: pairs of sequences are taken in groups of about this size."""
_SIDES = ("hypothesis", "truth")


class _Sequences(NamedTuple):
    values: Indices
    starts: Indices
    lengths: Indices

    def table(self, which: Indices) -> Indices:
        lengths = self.lengths[which]
        width = int(lengths.max(initial=0))
        indices = self.starts[which][:, None] + np.arange(width)
        inside = np.arange(width) < lengths[:, None]
        return (
            np.where(inside, self.values[np.where(inside, indices, 0)], -1) if width else np.zeros((len(which), 0), int)
        )


@block(
    "hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, truth_indices: int64, truth_values: T,"
    " truth_shape: int64 -> output: float",
    T=(*NUMERIC, BOOL, STRING),
    not_differentiable="the edit distance is piecewise constant in the elements",
    example={
        "hypothesis_indices": [[0, 0], [0, 1], [1, 0]],
        "hypothesis_values": ["a", "b", "c"],
        "hypothesis_shape": [2, 2],
        "truth_indices": [[0, 0], [1, 0], [1, 1]],
        "truth_values": ["a", "c", "d"],
        "truth_shape": [2, 2],
        "output": [1.0, 0.5],
    },
)
def EditDistance(
    hypothesis_indices: Array,
    hypothesis_values: Array,
    hypothesis_shape: Array,
    truth_indices: Array,
    truth_values: Array,
    truth_shape: Array,
    *,
    normalize: bool = True,
) -> Array:
    """Compute the Levenshtein edit distance between pairs of sequences.

    The distance is the smallest number of insertions, deletions and substitutions that turn one sequence into the
    other. The sequences run along the last axis of two sparse tensors. Each hypothesis is compared with the truth that
    has the same leading indices.

    Source: Levenshtein, Binary Codes Capable of Correcting Deletions, Insertions and Reversals (1966).

    Args:
        hypothesis_indices: [n, rank] the indices of the hypothesis elements, one row per element. The elements of a
            sequence must be in order.
        hypothesis_values: [n] the hypothesis elements.
        hypothesis_shape: [rank] the shape of the sparse tensor of hypotheses, whose rank is 2 or more.
        truth_indices: [m, rank] the indices of the truth elements, one row per element.
        truth_values: [m] the truth elements.
        truth_shape: [rank] the shape of the sparse tensor of truths.
        normalize: whether to divide each distance by the length of the truth. If only the truth is empty, the result is
            infinity. If both are empty, it is 0.

    Returns:
        output: [...] the distance of each pair.
    """
    shape = tuple(np.maximum(hypothesis_shape, truth_shape)[:-1].tolist())
    values = np.concatenate([hypothesis_values, truth_values])
    if values.dtype.itemsize == 2:
        values = values.astype(np.float32 if values.dtype.kind in "fV" else values.dtype)
    _, numbers = np.unique(values, return_inverse=True, equal_nan=False)
    cut = len(hypothesis_values)
    given = _sequences(hypothesis_indices, numbers[:cut], shape, "hypothesis_indices")
    truth = _sequences(truth_indices, numbers[cut:], shape, "truth_indices")
    distances = np.maximum(given.lengths, truth.lengths)
    for group in _groups(given, truth):
        distances[group] = _levenshtein(
            given.table(group), given.lengths[group], truth.table(group), truth.lengths[group]
        )
    if not normalize:
        return distances.reshape(shape).astype(np.float32)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(distances == 0, 0, distances / truth.lengths)
    return shares.reshape(shape).astype(np.float32)


def _sequences(indices: Array, values: Indices, shape: tuple[int, ...], pin: str) -> _Sequences:
    where: Any = indices[:, :-1]
    outside = np.any((where < 0) | (where >= np.array(shape)), axis=1)
    if outside.any():
        wrong = indices[int(outside.argmax())].tolist()
        raise DiagramError(f"the index {wrong} belongs to a sequence outside the shape {shape_text(shape)}", pin=pin)
    numbers = np.ravel_multi_index(tuple(where.T), shape)
    lengths = np.bincount(numbers, minlength=int(np.prod(shape)))
    order = np.argsort(numbers, kind="stable")
    return _Sequences(values[order], np.cumsum(lengths) - lengths, lengths)


def _groups(given: _Sequences, truth: _Sequences) -> Iterator[Indices]:
    pairs = np.flatnonzero((given.lengths > 0) & (truth.lengths > 0))
    longest = np.maximum(given.lengths, truth.lengths)[pairs]
    order = np.argsort(longest, kind="stable")
    pairs, longest = pairs[order], longest[order]
    end = len(pairs)
    while end:
        count = max(1, _CELLS // int(longest[end - 1]))
        start = max(0, end - count)
        yield pairs[start:end]
        end = start


def _levenshtein(given: Indices, given_lengths: Indices, truth: Indices, truth_lengths: Indices) -> Indices:
    steps = np.arange(int(given.shape[1]) + 1)
    row: Indices = np.broadcast_to(steps, (len(given), len(steps))).copy()
    result = np.zeros(len(given), np.int64)
    for k in range(truth.shape[1]):
        changed = row[:, :-1] + (given != truth[:, k : k + 1])
        row += 1
        np.minimum(row[:, 1:], changed, out=row[:, 1:])
        # Putting elements in: each cell is at most its left neighbour plus 1.
        row = np.minimum.accumulate(row - steps, axis=1) + steps
        ends = np.flatnonzero(truth_lengths == k + 1)
        result[ends] = row[ends, given_lengths[ends]]
    return result


@EditDistance.shape
def _(call: Call) -> Shape:
    ranks: list[int | None] = []
    for side in _SIDES:
        indices, values = call.shape(f"{side}_indices"), call.shape(f"{side}_values")
        shape = sizes(call, f"{side}_shape")
        rank = None if shape is None else len(shape)
        ranks.append(rank)
        if rank is not None and rank < 2:
            text = f"EditDistance needs sparse tensors of rank 2 or more, got rank {rank}"
            raise DiagramError(text, pin=f"{side}_shape")
        if indices is not None and (len(indices) != 2 or (rank is not None and indices[1] not in (rank, None))):
            text = f"EditDistance: indices must have shape [n, {rank or 'rank'}], got {shape_text(indices)}"
            raise DiagramError(text, pin=f"{side}_indices")
        if values is not None and (
            len(values) != 1 or (indices and None not in (values[0], indices[0]) and values[0] != indices[0])
        ):
            raise shape_error(call, f"{side}_values", "the values must be a vector with one value per index")
    if None not in ranks and ranks[0] != ranks[1]:
        text = f"EditDistance needs sparse tensors of the same rank, got ranks {ranks[0]} and {ranks[1]}"
        raise DiagramError(text, pin="truth_shape")
    return _compared(call)


def _compared(call: Call) -> Shape:
    given, truth = sizes(call, "hypothesis_shape"), sizes(call, "truth_shape")
    if given is None or truth is None:
        return None
    result: list[int | None] = []
    for a, b in zip(given[:-1], truth[:-1], strict=True):
        result.append(None if a is None or b is None else max(a, b))
    if 0 in result:
        text = f"EditDistance needs at least one sequence, got the shape {shape_text(tuple(result))}"
        raise DiagramError(text, pin="hypothesis_shape")
    return tuple(result)
