"""Tensor arrays: lists of tensors that exist for one step, with elements written and read by index.

A flow value is passed from call to call; it only determines their order.
"""

from __future__ import annotations

import numpy as np

from blocks.base.context import Context
from blocks.base.context import handle as handle_of
from blocks.base.dtypes import ANY, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import require_scalar, scalar
from blocks.library.data_flow.elements import Elements, require_room
from blocks.library.declare import block

_HANDLE = "its output is a handle, not a value"


class _ArrayCounter:
    def __init__(self) -> None:
        self.count = 0


def elements_of(given: Array, context: Context) -> Elements:
    """Return a handle's tensor array. Raise DiagramError if the handle is another one or of an earlier step."""
    what = "a tensor array of this step"
    elements = context.resources.find(given, Elements, what)
    if elements.step != context.step:
        raise DiagramError(f"handle must be {what}", pin="handle")
    return elements


def flow_shape(call: Call) -> Shape:
    require_scalar(call, "flow_in")
    return ()


@block("size: int32 -> handle: resource, flow: float", not_differentiable=_HANDLE)
def TensorArray(
    size: Array,
    *,
    dtype: DType,
    element_shape: Shape = None,
    dynamic_size: bool = False,
    clear_after_read: bool = True,
    identical_element_shapes: bool = False,
    tensor_array_name: str = "",
    context: Context,
) -> tuple[Array, Array]:
    """Create a tensor array: a list of tensors that exists for one step.

    Each element is written once, and then read. The flow is a dummy value that is wired from block to block. It sets
    the order in which the blocks run.

    Args:
        size: [] the number of elements, 0 or more.
        dtype: the dtype of the elements.
        element_shape: the shape of the elements, as far as it is known. If it is fully known, elements that were not
            written are read as zeros.
        dynamic_size: whether the array grows when an element beyond its end is written.
        clear_after_read: whether reading an element clears it. Reading it again is then an error.
        identical_element_shapes: whether all elements must have the shape of the first one written.
        tensor_array_name: accepted for compatibility with TensorFlow and ignored.

    Returns:
        handle: [] a handle to the array, for the blocks that use it.
        flow: [] the flow, for the first block that uses the array.
    """
    context.resources.drop_where(lambda thing: isinstance(thing, Elements) and thing.step != context.step)
    count = int(size)
    require_room(count, context.memory, "size")
    counter = context.keep("tensor arrays", _ArrayCounter)
    counter.count += 1
    key = b"%s/%d" % (context.key(), counter.count)
    context.resources.get(
        key,
        "tensor array",
        lambda: Elements(
            context.step,
            dtype,
            count,
            element_shape,
            context.memory,
            identical=identical_element_shapes,
            dynamic=dynamic_size,
            read_once=clear_after_read,
        ),
        context.name,
    )
    return handle_of(key), np.zeros((), np.float32)


@TensorArray.shape
def _(call: Call) -> list[Shape]:
    scalar(call, "size", 0)
    return [(), ()]


@block("handle: resource, flow_in: float -> grad_handle: resource, flow_out: float", not_differentiable=_HANDLE)
def TensorArrayGrad(handle: Array, flow_in: Array, *, source: str, context: Context) -> tuple[Array, Array]:
    """Create the array of gradients with respect to the elements of a tensor array.

    Several writes to one element are added. The size is fixed to the current size of the tensor array, which can no
    longer grow. Elements without a gradient are zeros.

    Args:
        handle: [] the handle of the tensor array.
        flow_in: [] the flow of the block that must run first.
        source: a name for the gradients. Blocks with the same source share one array.

    Returns:
        grad_handle: [] a handle to the array of gradients.
        flow_out: [] the flow, for the block that runs next.
    """
    elements = elements_of(handle, context)
    key = b"%s@%s" % (handle.item(), source.encode("utf-8", "surrogatepass"))
    context.resources.get(key, "tensor array", elements.gradient, context.name)
    return handle_of(key), flow_in.copy()


TensorArrayGrad.shape(lambda call: [(), flow_shape(call)])


def gradients_in(call: Node, flow: Operand) -> tuple[Output, Operand]:
    """Return this sweep's gradient array and the flow: users of the array run after it in any case."""
    sweep = call.graph.active
    node: Node = TensorArrayGrad(call.input("handle"), flow, source=sweep.name if sweep is not None else "gradients")
    return node.outputs[0], flow


@block("handle: resource, index: int32, value: T, flow_in: float -> flow_out: float", T=ANY, doc_of=TensorArrayGrad)
def TensorArrayWrite(handle: Array, index: Array, value: Array, flow_in: Array, *, T: DType, context: Context) -> Array:
    """Write one element of a tensor array.

    Args:
        index: [] the index of the element, from 0. The element must not have been written or read.
        value: [...] the new element.
    """
    elements_of(handle, context).write([int(index)], [value], T, "index")
    return flow_in.copy()


@TensorArrayWrite.shape
def _(call: Call) -> Shape:
    require_scalar(call, "index")
    return flow_shape(call)


@TensorArrayWrite.gradient("value", "flow_in")
def _(call: Node, dflow: Output) -> tuple[Operand, Operand]:
    array, flow = gradients_in(call, dflow)
    return TensorArrayRead(array, call.input("index"), flow, dtype=call.input("value").dtype), dflow


@block("handle: resource, index: int32, flow_in: float -> value: dtype")
def TensorArrayRead(handle: Array, index: Array, flow_in: Array, *, dtype: DType, context: Context) -> Array:
    """Read one element of a tensor array.

    Args:
        handle: [] the handle of the tensor array.
        index: [] the index of the element, from 0.
        flow_in: [] the flow of the block that must run first, usually the last write.
        dtype: the dtype of the array.

    Returns:
        value: [...] the element. If it was not written and its shape is known, it is zeros.
    """
    return elements_of(handle, context).read([int(index)], dtype, "index")[0]


@TensorArrayRead.shape
def _(call: Call) -> Shape:
    require_scalar(call, "index")
    flow_shape(call)
    return None


@TensorArrayRead.gradient("flow_in")
def _(call: Node, dy: Output) -> Operand:
    array, flow = gradients_in(call, call.input("flow_in"))
    return TensorArrayWrite(array, call.input("index"), dy, flow)


@block(
    "handle: resource, flow_in: float -> size: int32", not_differentiable="it counts elements", doc_of=TensorArrayGrad
)
def TensorArraySize(handle: Array, flow_in: Array, *, context: Context) -> Array:
    """Count the elements of a tensor array.

    Returns:
        size: [] the number of elements.
    """
    return np.array(elements_of(handle, context).size, np.int32)


TensorArraySize.shape(flow_shape)


@block("handle: resource -> operation: operation", not_differentiable="it has no output tensor", doc_of=TensorArrayGrad)
def TensorArrayClose(handle: Array, *, context: Context) -> tuple[()]:
    """Delete a tensor array before its step ends. It cannot be used afterward."""
    elements_of(handle, context)
    context.resources.drop(handle.item())
    return ()


TensorArrayClose.shape(lambda call: [])
