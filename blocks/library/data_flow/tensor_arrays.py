"""Tensor arrays: lists of tensors that live for one step, whose elements are written and read by their numbers.

A value called flow goes from call to call and says nothing but in which order they run.
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

_HANDLE = "it gives a handle, no numbers"


class _Counter:
    """How many arrays a block has made."""

    def __init__(self) -> None:
        self.count = 0


def elements_of(given: Array, context: Context) -> Elements:
    """The tensor array that a handle stands for.

    Raises:
        DiagramError: it stands for something else, or for one of an earlier step.
    """
    what = "a tensor array of this step"
    elements = context.resources.find(given, Elements, what)
    if elements.step != context.step:
        raise DiagramError(f"what is wired to handle is not {what}", pin="handle")
    return elements


def flow_shape(call: Call) -> Shape:
    """The shape of the flow that goes on, behind a check of the one that comes in.

    Raises:
        DiagramError: that is no scalar.
    """
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
    """A list of tensors that lives for one step; each element is written once and then read.

    Args:
        size: [] how many elements there are.
        dtype: the element type of all of them.
        element_shape: what is known about their shape. Where it is known wholly, an element that was not written is
            read as zeros.
        dynamic_size: the array grows when an element behind its end is written.
        clear_after_read: an element is forgotten when it has been read; reading it again is an error.
        identical_element_shapes: all elements must have the shape of the first that is written.
        tensor_array_name: kept from TensorFlow; the array is known by its block.

    Returns:
        handle: [] the array, for the blocks that write and read it.
        flow: [] a number that goes from block to block and says in which order they run.
    """
    context.resources.drop_where(lambda thing: isinstance(thing, Elements) and thing.step != context.step)
    count = int(size)
    require_room(count, context.memory, "size")
    counter = context.keep("tensor arrays", _Counter)
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
    size = scalar(call, "size")
    if size is not None and size < 0:
        raise DiagramError(f"TensorArray needs a size of 0 or more, got {size}", pin="size")
    return [(), ()]


@block("handle: resource, flow_in: float -> grad_handle: resource, flow_out: float", not_differentiable=_HANDLE)
def TensorArrayGrad(handle: Array, flow_in: Array, *, source: str, context: Context) -> tuple[Array, Array]:
    """The array of gradients by the elements of a tensor array: several writes of one element add up.

    It has the size that the array has now, which does not grow any more. Elements that get no gradient are zeros.

    Args:
        handle: [] the tensor array.
        flow_in: [] the order: what must have run before.
        source: which gradients these are; blocks that say the same share one array.

    Returns:
        grad_handle: [] the array of gradients.
        flow_out: [] the order: what runs next.
    """
    elements = elements_of(handle, context)
    key = b"%s@%s" % (handle.item(), source.encode("utf-8", "surrogatepass"))
    context.resources.get(key, "tensor array", elements.gradient, context.name)
    return handle_of(key), flow_in.copy()


@TensorArrayGrad.shape
def _(call: Call) -> list[Shape]:
    return [(), flow_shape(call)]


def gradients_in(call: Node, flow: Operand) -> tuple[Output, Operand]:
    """The array of the gradients of this sweep, and the flow: what uses the array runs behind it anyway."""
    sweep = call.graph.active
    node: Node = TensorArrayGrad(call.input("handle"), flow, source=sweep.name if sweep is not None else "gradients")
    return node.outputs[0], flow


@block("handle: resource, index: int32, value: T, flow_in: float -> flow_out: float", T=ANY)
def TensorArrayWrite(handle: Array, index: Array, value: Array, flow_in: Array, *, T: DType, context: Context) -> Array:
    """Write one element of a tensor array.

    Args:
        handle: [] the tensor array.
        index: [] the number of the element, from 0; it must not have been written or read.
        value: [...] the element.
        flow_in: [] the order: what must have run before.

    Returns:
        flow_out: [] the order: what runs next.
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
        handle: [] the tensor array.
        index: [] the number of the element, from 0.
        flow_in: [] the order: what must have run before, most often the writes.
        dtype: the element type of the array.

    Returns:
        value: [...] the element; zeros if it was not written and its shape is known.
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


@block("handle: resource, flow_in: float -> size: int32", not_differentiable="it counts elements")
def TensorArraySize(handle: Array, flow_in: Array, *, context: Context) -> Array:
    """How many elements a tensor array has.

    Args:
        handle: [] the tensor array.
        flow_in: [] the order: what must have run before.

    Returns:
        size: [] the number of elements.
    """
    return np.array(elements_of(handle, context).size, np.int32)


TensorArraySize.shape(flow_shape)


@block("handle: resource -> operation: operation", not_differentiable="it gives no tensor")
def TensorArrayClose(handle: Array, *, context: Context) -> tuple[()]:
    """Forget a tensor array before its step ends; nothing can be done with it any more.

    Args:
        handle: [] the tensor array.

    Returns:
        operation: the operation; it is no tensor.
    """
    elements_of(handle, context)
    context.resources.drop(handle.item())
    return ()


@TensorArrayClose.shape
def _(call: Call) -> list[Shape]:
    return []
