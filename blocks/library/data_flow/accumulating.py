"""The state of accumulators: gradients summed as they arrive."""

from __future__ import annotations

import numpy as np

from blocks.base.context import Waits
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape


class Accumulator:
    """The base class of gradient accumulators.

    Attributes:
        mean: whether the mean is returned, and not the sum.
        step: the global step; gradients of earlier ones are dropped.
        count: the number of gradients since the last ones were taken.
    """

    what = "an accumulator"

    def __init__(self, name: str, dtype: DType, shape: Shape, mean: bool) -> None:
        self.name = name
        self.dtype = dtype
        self.shape = shape
        self.mean = mean
        self.step = 0
        self.count: int = 0

    def check(self, dtype: DType, pin: str) -> None:
        if dtype is not self.dtype:
            raise DiagramError(
                (f"the accumulator {self.name!r} has dtype {self.dtype.short}, not {dtype.short}"), pin=pin
            )

    def wait(self, required: int) -> None:
        """Raise Waits if there are fewer than the required gradients."""
        if self.count < required:
            text = f"the accumulator {self.name!r} has {self.count} of the {required} required gradients"
            raise Waits(text, pin="num_required")

    def taken(self) -> None:
        self.count = 0
        self.step += 1


class DenseAccumulator(Accumulator):
    what = "a ConditionalAccumulator"
    total: Array

    def add(self, gradient: Array) -> None:
        wanted = self.total.shape if self.count else self.shape
        if not compatible(wanted, gradient.shape):
            text = f"the accumulator {self.name!r} needs gradients of shape {shape_text(wanted)}"
            raise DiagramError(f"{text}, got {shape_text(gradient.shape)}", pin="gradient")
        if self.count:
            self.total += gradient
        else:
            self.total = gradient.copy()
        self.count += 1

    def take(self) -> Array:
        result = self.total
        if self.mean:
            result /= np.array(self.count, result.dtype)
        del self.total
        self.taken()
        return result


class SparseAccumulator(Accumulator):
    what = "a SparseConditionalAccumulator"
    indices: Array
    values: Array
    counts: Array
    """For each row in how many gradients it was: the mean is taken over these."""

    def add(self, indices: Array, values: Array, shape: Array | None) -> None:
        self._check(indices, values, shape)
        ones = np.ones(len(indices), np.int64)
        if self.count:
            mine, theirs, self.indices = merged(self.indices, indices)
            self.values = _added(len(self.indices), (mine, self.values), (theirs, values))
            self.counts = _added(len(self.indices), (mine, self.counts), (theirs, ones))
        else:
            self.indices, self.values, self.counts = indices.copy(), values.copy(), ones
        self.count += 1

    def _check(self, indices: Array, values: Array, shape: Array | None) -> None:
        declared, who = self.shape, f"the accumulator {self.name!r}"
        whole: list[int] | None = None if shape is None else shape.tolist()
        if declared is not None and whole is not None and not compatible(declared, tuple(whole[: len(declared)])):
            text = f"{who} needs gradients of shape {shape_text(declared)}, got {shape_text(tuple(whole))}"
            raise DiagramError(text, pin="gradient_shape")
        rows = declared[0] if declared else None
        wrong = indices[(indices < 0) | (indices >= (np.iinfo(np.int64).max if rows is None else rows))]
        if wrong.size:
            limits = "0 or more" if rows is None else f"0 ... {rows - 1}"
            raise DiagramError(f"{who}: row indices must be {limits}, got {wrong[0]}", pin="gradient_indices")
        rest: Shape = self.values.shape[1:] if self.count else None if declared is None else declared[1:]
        given = values.shape[1:] if self.count or rest is None else values.shape[1 : 1 + len(rest)]
        if not compatible(rest, given):
            text = f"{who} needs rows of shape {shape_text(rest)}, got {shape_text(values.shape[1:])}"
            raise DiagramError(text, pin="gradient_values")

    def take(self) -> tuple[Array, Array, Array]:
        indices, values = self.indices, self.values
        if self.mean:
            values /= self.counts.astype(values.dtype).reshape(-1, *(1,) * (values.ndim - 1))
        rows = self.shape[0] if self.shape else None
        shape = np.array([-1 if rows is None else rows, *values.shape[1:]], np.int64)
        del self.indices, self.values, self.counts
        self.taken()
        return indices, values, shape


def merged(first: Array, second: Array) -> tuple[Array, Array, Array]:
    """Merge two lists of row numbers: return the positions of each in the result, and the result.

    Each should be ascending, and equal numbers are joined in pairs. Otherwise the result is still TensorFlow's.
    """
    if _ascends(first) and _ascends(second):
        result = np.union1d(first, second)
        return np.searchsorted(result, first), np.searchsorted(result, second), result
    mine, theirs = first.tolist(), second.tolist()
    of_first, of_second, joined = [0] * len(mine), [0] * len(theirs), list[int]()
    i = j = 0
    while i < len(mine) or j < len(theirs):
        from_first = j >= len(theirs) or (i < len(mine) and mine[i] <= theirs[j])
        from_second = i >= len(mine) or (j < len(theirs) and theirs[j] <= mine[i])
        if from_second:
            of_second[j] = len(joined)
        if from_first:
            of_first[i] = len(joined)
        joined.append(mine[i] if from_first else theirs[j])
        i, j = i + from_first, j + from_second
    return np.array(of_first, np.int64), np.array(of_second, np.int64), np.array(joined, np.int64)


def _ascends(numbers: Array) -> bool:
    return bool(np.all(numbers[1:] > numbers[:-1]))


def _added(count: int, first: tuple[Array, Array], second: tuple[Array, Array]) -> Array:
    result = np.zeros((count, *first[1].shape[1:]), first[1].dtype)
    result[first[0]] = first[1]
    result[second[0]] += second[1]
    return result
