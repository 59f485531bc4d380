"""Several elements of a tensor array at once: stacked or concatenated."""

from __future__ import annotations

import numpy as np

from blocks.base.context import Context
from blocks.base.dtypes import ANY, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, is_known, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, require_rank, vector, vector_length
from blocks.library.data_flow.tensor_arrays import elements_of, flow_shape, gradients_in
from blocks.library.declare import block


@block("handle: resource, indices: int32, flow_in: float -> value: dtype")
def TensorArrayGather(
    handle: Array, indices: Array, flow_in: Array, *, dtype: DType, element_shape: Shape = None, context: Context
) -> Array:
    """Read several elements of a tensor array and stack them: value[i] is element indices[i].

    Args:
        handle: [] the handle of the tensor array.
        indices: [k] the indices of the elements, from 0. These elements must have the same shape.
        flow_in: [] the flow of the block that must run first, usually the last write.
        dtype: the dtype of the array.
        element_shape: the shape of the elements, as far as it is known. It must be fully known if indices is empty.

    Returns:
        value: [k, ...] the stacked elements.
    """
    elements = elements_of(handle, context)
    elements.narrow(element_shape, "element_shape")
    if not indices.size:
        if dtype is not elements.dtype:
            raise DiagramError(f"the tensor array has dtype {elements.dtype.short}, not {dtype.short}", pin="dtype")
        return _nothing(element_shape, dtype, "element_shape")
    result = elements.read(indices.tolist(), dtype, "indices")
    shape = result[0].shape
    if not compatible(element_shape, shape):
        text = f"element {indices[0]} has the shape {shape_text(shape)}, not {shape_text(element_shape)}"
        raise DiagramError(text, pin="element_shape")
    for index, each in zip(indices.tolist(), result, strict=True):
        if each.shape != shape:
            text = (
                f"element {index} has the shape {shape_text(each.shape)}, but the first element has {shape_text(shape)}"
            )
            raise DiagramError(f"{text}, so the elements cannot be stacked", pin="indices")
    return np.stack(result)


def _nothing(shape: Shape, dtype: DType, pin: str) -> Array:
    if shape is None or not is_known(shape):
        raise DiagramError(
            ("the tensor array has no elements to read, so the shape of an element must be given"), pin=pin
        )
    return np.zeros((0, *(size or 0 for size in shape)), dtype.numpy)


@TensorArrayGather.shape
def _(call: Call) -> Shape:
    vector(call, "indices")
    flow_shape(call)
    shape = call.attrs["element_shape"]
    return None if shape is None else (vector_length(call, "indices"), *shape)


@TensorArrayGather.gradient("flow_in")
def _(call: Node, dy: Output) -> Operand:
    array, flow = gradients_in(call, call.input("flow_in"))
    return TensorArrayScatter(array, call.input("indices"), dy, flow)


@block("handle: resource, indices: int32, value: T, flow_in: float -> flow_out: float", T=ANY)
def TensorArrayScatter(
    handle: Array, indices: Array, value: Array, flow_in: Array, *, T: DType, context: Context
) -> Array:
    """Write several elements of a tensor array: element indices[i] is value[i].

    Args:
        handle: [] the handle of the tensor array.
        indices: [k] the indices of the elements, from 0. These elements must not have been written or read.
        value: [k, ...] the new elements.
        flow_in: [] the flow of the block that must run first.

    Returns:
        flow_out: [] the flow, for the block that runs next.
    """
    elements_of(handle, context).write(indices.tolist(), [value[i, ...] for i in range(len(value))], T, "indices")
    return flow_in.copy()


@TensorArrayScatter.shape
def _(call: Call) -> Shape:
    vector(call, "indices")
    rows, count = require_rank(call, "value", 1, "rank 1 or more"), vector_length(call, "indices")
    if rows is not None and not compatible((count,), rows[:1]):
        raise pin_error(call, "value", f"value must have a row for each of the {count} indices, got {shape_text(rows)}")
    return flow_shape(call)


def _shape_of_rows(value: Output) -> Shape:
    return None if value.shape is None else value.shape[1:]


@TensorArrayScatter.gradient("value", "flow_in")
def _(call: Node, dflow: Output) -> tuple[Operand, Operand]:
    array, flow = gradients_in(call, dflow)
    value = call.input("value")
    rows = TensorArrayGather(array, call.input("indices"), flow, dtype=value.dtype, element_shape=_shape_of_rows(value))
    return rows, dflow


@block("handle: resource, flow_in: float -> value: dtype, lengths: int64", doc_of=TensorArrayGather)
def TensorArrayConcat(
    handle: Array, flow_in: Array, *, dtype: DType, element_shape_except0: Shape = None, context: Context
) -> tuple[Array, Array]:
    """Read all elements of a tensor array and concatenate them along their first axis.

    Args:
        handle: [] the handle of the tensor array. Its elements may differ only in their size along the first axis.
        element_shape_except0: the shape of the elements without the first axis, as far as it is known. It must be fully
            known if the array is empty.

    Returns:
        value: [n, ...] the concatenated elements.
        lengths: [k] the size of each element along the first axis.
    """
    elements = elements_of(handle, context)
    if not elements.size and dtype is elements.dtype:
        return _nothing(element_shape_except0, dtype, "element_shape_except0"), np.zeros(0, np.int64)
    result = elements.read(range(elements.size), dtype, "handle")
    shape = result[0].shape[1:] if result else ()
    for index, each in enumerate(result):
        if not each.ndim:
            text = f"element {index} is a scalar: only tensors of rank 1 or more can be concatenated"
            raise DiagramError(text, pin="handle")
        if each.shape[1:] != shape:
            text = (
                f"element {index} has the shape {shape_text(each.shape)}, but the first element has "
                f"{shape_text(result[0].shape)}"
            )
            raise DiagramError(f"{text}. Only the sizes of the first axis may differ", pin="handle")
    if not compatible(element_shape_except0, shape):
        text = (
            f"without their first axis, the elements have the shape {shape_text(shape)}, but element_shape_except0 is"
        )
        raise DiagramError(f"{text} {shape_text(element_shape_except0)}", pin="element_shape_except0")
    return np.concatenate(result), np.array([len(each) for each in result], np.int64)


@TensorArrayConcat.shape
def _(call: Call) -> list[Shape]:
    flow_shape(call)
    shape = call.attrs["element_shape_except0"]
    return [None if shape is None else (None, *shape), (None,)]


@TensorArrayConcat.gradient("flow_in")
def _(call: Node, dy: Output | None, _dlengths: None) -> Operand | None:
    if dy is None:
        return None
    array, flow = gradients_in(call, call.input("flow_in"))
    return TensorArraySplit(array, dy, call.outputs[1], flow)


@block(
    "handle: resource, value: T, lengths: int64, flow_in: float -> flow_out: float", T=ANY, doc_of=TensorArrayScatter
)
def TensorArraySplit(
    handle: Array, value: Array, lengths: Array, flow_in: Array, *, T: DType, context: Context
) -> Array:
    """Split a tensor along its first axis and write the parts as the elements of a tensor array.

    Args:
        handle: [] the handle of the tensor array. Its size must be the number of parts, or it must be able to grow to
            it.
        value: [n, ...] the tensor to split.
        lengths: [k] the size of each part along the first axis. Their sum must be n.
    """
    elements, count = elements_of(handle, context), lengths.size
    if count < elements.size or (count > elements.size and not elements.dynamic):
        text = f"the tensor array has {elements.size} elements, but value is split into {count} parts"
        raise DiagramError(text, pin="lengths")
    ends = np.cumsum(lengths).tolist()
    parts = [value[start:end] for start, end in zip([0, *ends[:-1]], ends, strict=True)] if ends else []
    elements.write(range(count), parts, T, "lengths")
    return flow_in.copy()


@TensorArraySplit.shape
def _(call: Call) -> Shape:
    rows, lengths = require_rank(call, "value", 1, "rank 1 or more"), vector(call, "lengths")
    if lengths is not None:
        if any(length < 0 for length in lengths):
            raise pin_error(call, "lengths", f"lengths must be 0 or more, got {min(lengths)}")
        if rows is not None and rows[0] not in (None, sum(lengths)):
            raise pin_error(call, "lengths", f"the lengths must add up to {rows[0]}, got {sum(lengths)}")
    return flow_shape(call)


@TensorArraySplit.gradient("value", "flow_in")
def _(call: Node, dflow: Output) -> tuple[Operand, Operand]:
    array, flow = gradients_in(call, dflow)
    value = call.input("value")
    rows: Node = TensorArrayConcat(array, flow, dtype=value.dtype, element_shape_except0=_shape_of_rows(value))
    return rows.outputs[0], dflow
