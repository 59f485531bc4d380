"""Accumulators: gradients of several workers are collected until there are enough, then taken as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

import numpy as np

from blocks.base.context import Context, WouldBlock
from blocks.base.context import handle as handle_of
from blocks.base.dtypes import COMPLEX, FLOATS, INTEGERS, QUANTIZED, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import (
    require_rank,
    require_scalar,
    require_vector,
    scalar,
    shape_error,
    vector_length,
)
from blocks.library.declare import block


@dataclass(eq=False)
class Accumulator:
    """The base class of gradient accumulators.

    Attributes:
        mean: whether the mean is returned, and not the sum.
        step: the global step; gradients of earlier ones are dropped.
        count: the number of gradients since the last ones were taken.
    """

    what: ClassVar = "an accumulator"
    name: str
    dtype: DType
    shape: Shape
    mean: bool
    step: int = 0
    count: int = 0

    def check(self, dtype: DType, pin: str) -> None:
        if dtype is not self.dtype:
            raise DiagramError(
                f"the accumulator {self.name!r} has dtype {self.dtype.short}, not {dtype.short}", pin=pin
            )

    def wait(self, required: int) -> None:
        """Raise WouldBlock if there are fewer than the required gradients."""
        if self.count < required:
            text = f"the accumulator {self.name!r} has {self.count} of the {required} required gradients"
            raise WouldBlock(text, pin="num_required")

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
        rows = np.iinfo(np.int64).max if not declared or declared[0] is None else declared[0]
        wrong = indices[(indices < 0) | (indices >= rows)]
        if wrong.size:
            text = f"{who}: row indices must be 0 or more, got {wrong[0]}"
            if wrong[0] >= 0:
                text = f"{who}: row indices must be less than {rows}, got {wrong[0]}"
            raise DiagramError(text, pin="gradient_indices")
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


KINDS = (*FLOATS, *INTEGERS, *COMPLEX, *QUANTIZED)
"""What TensorFlow lets one declare; `_ADDED` is what it can add up."""
_ADDED = ("DT_HALF", "DT_FLOAT", "DT_DOUBLE")


A = TypeVar("A", bound=Accumulator)


def _keep(
    kind: type[A],
    *,
    dtype: DType,
    shape: Shape,
    container: str = "",
    shared_name: str = "",
    reduction_type: str = "MEAN",
    context: Context,
) -> Array:
    mean, name = reduction_type == "MEAN", shared_name or context.name
    context.keep((kind, dtype, shape, mean), lambda: kind(name, dtype, shape, mean), container, shared_name)
    return handle_of(context.key(container, shared_name))


def _prepare(attrs: dict[str, Any]) -> None:
    if attrs["dtype"].name not in _ADDED:
        text = f"accumulators support float16, float32 and float64, not {attrs['dtype'].short}"
        raise DiagramError(text, pin="dtype")


def _accumulator(kind: type[A], given: Array, context: Context) -> A:
    return context.resources.find(given, kind, kind.what)


def _declared(call: Call) -> Shape:
    return ()


_REDUCTIONS = {"dtype": KINDS, "reduction_type": ("MEAN", "SUM")}


@block("-> handle: &string", attributes_of=_keep, where=_REDUCTIONS)
def ConditionalAccumulator(**options: Any) -> Array:
    """Create an accumulator, which collects gradients until enough have been added, and gives their mean or sum.

    The accumulator has a global step. A gradient that was computed in an earlier step is dropped.

    Args:
        dtype: the dtype of the gradients: float16, float32 or float64.
        shape: the shape of the gradients, as far as it is known.
        shared_name: blocks with the same shared_name share one accumulator. If it is empty, the block has its own.
        reduction_type: how the gradients are combined: MEAN or SUM.

    Returns:
        handle: [] a handle to the accumulator, for the blocks that use it.
    """
    return _keep(DenseAccumulator, **options)


@block("-> handle: &string", attributes_of=ConditionalAccumulator)
def SparseConditionalAccumulator(**options: Any) -> Array:
    """Create an accumulator for sparse gradients, which consist of some rows and their indices.

    With MEAN, each row is averaged over the gradients that contain it. The global step works as in
    ConditionalAccumulator.

    Args:
        shape: the shape of the dense gradients, as far as it is known.
    """
    return _keep(SparseAccumulator, **options)


for _each in (ConditionalAccumulator, SparseConditionalAccumulator):
    _each.prepare = _prepare
    _each.shape(_declared)


@block("handle: &string, local_step: int64, gradient: dtype -> operation: operation", dtype=KINDS)
def AccumulatorApplyGradient(
    handle: Array, local_step: Array, gradient: Array, *, dtype: DType, context: Context
) -> tuple[()]:
    """Add a gradient to an accumulator.

    Args:
        handle: [] the handle of a ConditionalAccumulator.
        local_step: [] the global step in which the gradient was computed. If the accumulator is ahead of it, the
            gradient is dropped.
        gradient: [...] the gradient.
    """
    result = _accumulator(DenseAccumulator, handle, context)
    result.check(dtype, "gradient")
    if int(local_step) >= result.step:
        result.add(gradient)
    return ()


@AccumulatorApplyGradient.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "local_step")
    return []


@block(
    "handle: &string, local_step: int64, gradient_indices: int64, gradient_values: dtype, gradient_shape: int64"
    " -> operation: operation",
    dtype=KINDS,
    doc_of=AccumulatorApplyGradient,
)
def SparseAccumulatorApplyGradient(
    handle: Array,
    local_step: Array,
    gradient_indices: Array,
    gradient_values: Array,
    gradient_shape: Array,
    *,
    dtype: DType,
    has_known_shape: bool,
    context: Context,
) -> tuple[()]:
    """Add a sparse gradient to an accumulator.

    Args:
        handle: [] the handle of a SparseConditionalAccumulator.
        gradient_indices: [n] the row indices, in ascending order.
        gradient_values: [n, ...] the rows, one for each index.
        gradient_shape: [rank] the shape of the dense gradient.
        has_known_shape: whether to check gradient_shape. If it is false, gradient_shape is ignored.
    """
    result = _accumulator(SparseAccumulator, handle, context)
    result.check(dtype, "gradient_values")
    if int(local_step) >= result.step:
        result.add(gradient_indices, gradient_values, gradient_shape if has_known_shape else None)
    return ()


@SparseAccumulatorApplyGradient.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "local_step")
    require_vector(call, "gradient_indices")
    if call.attrs["has_known_shape"]:
        require_vector(call, "gradient_shape")
    rows, count = require_rank(call, "gradient_values", 1, "rank 1 or more"), vector_length(call, "gradient_indices")
    if rows is not None and not compatible(rows[:1], (count,)):
        raise shape_error(call, "gradient_values", f"gradient_values must have a row for each of the {count} indices")
    return []


@block("handle: &string, num_required: int32 -> average: dtype", where={"dtype": KINDS})
def AccumulatorTakeGradient(handle: Array, num_required: Array, *, dtype: DType, context: Context) -> Array:
    """Take the mean or sum of the gradients from an accumulator, waiting until enough have been added.

    The accumulator starts again from zero, and its global step increases by 1.

    Args:
        handle: [] the handle of a ConditionalAccumulator.
        num_required: [] the number of gradients that must have been added, 1 or more.
        dtype: the dtype of the gradients: float16, float32 or float64.

    Returns:
        average: [...] the mean of all added gradients, or their sum if the accumulator's reduction_type is SUM.
    """
    result = _accumulator(DenseAccumulator, handle, context)
    result.check(dtype, "dtype")
    result.wait(int(num_required))
    return result.take()


@AccumulatorTakeGradient.shape
def _(call: Call) -> Shape:
    scalar(call, "num_required", 1)
    return None


@block(
    "handle: &string, num_required: int32 -> indices: int64, values: dtype, shape: int64",
    where={"dtype": KINDS},
    doc_of=AccumulatorTakeGradient,
)
def SparseAccumulatorTakeGradient(
    handle: Array, num_required: Array, *, dtype: DType, context: Context
) -> tuple[Array, Array, Array]:
    """Take the mean or sum of the gradients from a sparse accumulator, waiting until enough have been added.

    The accumulator starts again from zero, and its global step increases by 1.

    Args:
        handle: [] the handle of a SparseConditionalAccumulator.

    Returns:
        indices: [n] the indices of the rows that were added.
        values: [n, ...] the mean of each row, or its sum if the accumulator's reduction_type is SUM.
        shape: [rank] the shape of the dense gradient. The first size is -1 if the accumulator does not know it.
    """
    result = _accumulator(SparseAccumulator, handle, context)
    result.check(dtype, "dtype")
    result.wait(int(num_required))
    return result.take()


@SparseAccumulatorTakeGradient.shape
def _(call: Call) -> list[Shape]:
    scalar(call, "num_required", 1)
    return [(None,), None, (None,)]


@block("handle: &string -> num_accumulated: int32")
def AccumulatorNumAccumulated(handle: Array, *, context: Context) -> Array:
    """Count the gradients that were added to an accumulator since the last ones were taken.

    Args:
        handle: [] the handle of a ConditionalAccumulator or SparseConditionalAccumulator.

    Returns:
        num_accumulated: [] the number of gradients.
    """
    return np.array(_accumulator(Accumulator, handle, context).count, np.int32)


AccumulatorNumAccumulated.shape(_declared)


@block("handle: &string, new_global_step: int64 -> operation: operation", doc_of=AccumulatorNumAccumulated)
def AccumulatorSetGlobalStep(handle: Array, new_global_step: Array, *, context: Context) -> tuple[()]:
    """Set the global step of an accumulator. Gradients of earlier steps are dropped from then on.

    Args:
        new_global_step: [] the new global step.
    """
    _accumulator(Accumulator, handle, context).step = int(new_global_step)
    return ()


@AccumulatorSetGlobalStep.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "new_global_step")
    return []
