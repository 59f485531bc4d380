"""Accumulators: gradients of several workers are collected until there are enough, then taken as one."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from blocks.base.context import Context
from blocks.base.context import handle as handle_of
from blocks.base.dtypes import COMPLEX, FLOATS, INTEGERS, QUANTIZED, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_rank, require_scalar, require_vector, scalar, vector_length
from blocks.library.data_flow.accumulating import Accumulator, DenseAccumulator, SparseAccumulator
from blocks.library.declare import block

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
        text = f"accumulators support half, float and double, not {attrs['dtype'].short}"
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
        text = f"SparseAccumulatorApplyGradient: gradient_values must have a row for each of the {count} indices"
        raise DiagramError(f"{text}, got shape {shape_text(rows)}", pin="gradient_values")
    return []


def _require_positive(call: Call) -> None:
    required = scalar(call, "num_required")
    if required is not None and required < 1:
        raise DiagramError(f"{call.type.name}: num_required must be 1 or more, got {required}", pin="num_required")


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
    _require_positive(call)
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
    _require_positive(call)
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
