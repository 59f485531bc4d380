"""Tensors that a session stores in addition to its variables: by a handle, or in a staging area."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from blocks.base.context import Context, handle
from blocks.base.dtypes import ANY, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_scalar, scalar
from blocks.library.data_flow.resources import Holding
from blocks.library.data_flow.staging import Element, Row
from blocks.library.declare import block

_NO_GRADIENT = "it stores a tensor across steps, so its output is not a function of the current input"
_POOL = b"session tensors"


class _HeldValue(NamedTuple):
    value: Array
    dtype: DType


class _Tensors(Holding):
    def __str__(self) -> str:
        return "the session's stored tensors"

    def __init__(self) -> None:
        super().__init__("")
        self.held: dict[bytes, _HeldValue] = {}
        self.created = 0

    def find(self, given: Array) -> _HeldValue:
        """Return a handle's tensor. Raise DiagramError if the handle is unknown or its tensor was deleted."""
        value = self.held.get(given.item())
        if value is None:
            raise DiagramError(f"the session has no tensor for the handle {_text(given)}", pin="handle")
        return value

    def drop(self, given: Array) -> None:
        self.bytes -= self.find(given).value.nbytes
        del self.held[given.item()]


def _tensors(context: Context) -> _Tensors:
    return context.resources.get(_POOL, "session tensors", _Tensors, context.name)


def _keep(value: Array, dtype: DType, context: Context) -> Array:
    tensors = _tensors(context)
    tensors.admit(context, value.nbytes, "value")
    tensors.created += 1
    key = f"{context.name};{tensors.created}".encode()
    tensors.held[key] = _HeldValue(value.copy(), dtype)
    return handle(key)


def _scalar(call: Call) -> Shape:
    return ()


@block("value: T -> handle: string", T=ANY, not_differentiable=_NO_GRADIENT)
def GetSessionHandle(value: Array, *, T: DType, context: Context) -> Array:
    """Store a tensor in the session, beyond the current step, and return a string handle to it.

    Args:
        value: [...] the tensor.

    Returns:
        handle: [] a string that identifies the tensor. Each call gives a new one.
    """
    return _keep(value, T, context)


@block("value: T -> handle: resource", T=ANY, not_differentiable=_NO_GRADIENT, doc_of=GetSessionHandle)
def GetSessionHandleV2(value: Array, *, T: DType, context: Context) -> Array:
    """Store a tensor in the session, beyond the current step, and return a resource handle to it.

    Returns:
        handle: [] a resource that identifies the tensor. No other block accepts it; GetSessionTensor needs a string
            handle.
    """
    return _keep(value, T, context)


GetSessionHandle.shape(_scalar)
GetSessionHandleV2.shape(_scalar)


@block("handle: string -> value: dtype", not_differentiable=_NO_GRADIENT)
def GetSessionTensor(handle: Array, *, dtype: DType, context: Context) -> Array:
    """Return a tensor that is stored in the session.

    Args:
        handle: [] a handle from GetSessionHandle, in this step or an earlier one.
        dtype: the dtype of the tensor.

    Returns:
        value: [...] the tensor.
    """
    result = _tensors(context).find(handle)
    if result.dtype is not dtype:
        text = f"the tensor of the handle {_text(handle)} has dtype {result.dtype.short}, not {dtype.short}"
        raise DiagramError(text, pin="dtype")
    return result.value.copy()


@GetSessionTensor.shape
def _(call: Call) -> Shape:
    require_scalar(call, "handle")
    return None


@block("handle: string -> operation: operation", not_differentiable=_NO_GRADIENT)
def DeleteSessionTensor(handle: Array, *, context: Context) -> tuple[()]:
    """Delete a tensor that is stored in the session.

    Args:
        handle: [] a handle from GetSessionHandle.
    """
    _tensors(context).drop(handle)
    return ()


@DeleteSessionTensor.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "handle")
    return []


def _text(given: Array) -> str:
    key: Any = given.item()
    return repr(key.decode(errors="replace"))


# -- Stages ------------------------------------------------------------------------------------------------------------


LIMITS = {"capacity": 0, "memory_limit": 0}


def _area(
    *, capacity: int = 0, memory_limit: int = 0, container: str = "", shared_name: str = "", context: Context
) -> Row:
    name = shared_name or context.name
    row = context.keep("a staging area", lambda: Row(name, context.name), f"{container}/stage", shared_name)
    if row.maker == context.name:
        row.capacity, row.memory_limit = capacity, memory_limit
    return row


@block("values: any* -> operation: operation", where=LIMITS, attributes_of=_area, example={"values": [[1.0, 2.0]]})
def Stage(values: tuple[Array, ...], *, context: Context, **area: Any) -> tuple[()]:
    """Stage an element (one or more tensors): add it to a staging area, a FIFO queue without a handle.

    If the area is full, the block waits until another block of the step makes room.

    Args:
        values: [...] the tensors, of any dtypes and shapes.
        capacity: the largest number of elements; 0 means no limit. The block that uses the area first sets the limits.
        memory_limit: the largest number of bytes of all elements; 0 means no limit.
        shared_name: blocks with the same shared_name share one staging area. If it is empty, the block has its own.
    """
    _area(context=context, **area).put(context, values)
    return ()


@block("-> values: dtypes*", where={"dtypes": 1}, attributes_of=Stage)
def Unstage(*, dtypes: list[DType], **area: Any) -> Element:
    """Unstage an element: take the first one from a staging area, waiting until there is one.

    Args:
        dtypes: the dtypes of the tensors of the element.

    Returns:
        values: [...] the tensors of the element.
    """
    return _area(**area).take(dtypes)


@block("index: int32 -> values: dtypes*", attributes_of=Unstage)
def StagePeek(index: Array, *, dtypes: list[DType], **area: Any) -> Element:
    """Return an element of a staging area without removing it, waiting until it is there.

    Args:
        index: [] the index of the element. Index 0 is the element that is taken next.
    """
    return _area(**area).peek(int(index), dtypes)


@StagePeek.shape
def _(call: Call) -> list[Shape]:
    scalar(call, "index", 0)
    return [None] * len(call.attrs["dtypes"])


@block("-> size: int32", attributes_of=Stage, example={"dtypes": ["DT_FLOAT"], "size": 0})
def StageSize(*, dtypes: list[DType], **area: Any) -> Array:
    """Count the elements in a staging area.

    Args:
        dtypes: the dtypes of the tensors of an element.

    Returns:
        size: [] the number of elements.
    """
    return np.array(len(_area(**area)), np.int32)


StageSize.shape(lambda call: ())


@block("-> operation: operation", attributes_of=StageSize, example={"dtypes": ["DT_FLOAT"]})
def StageClear(*, dtypes: list[DType], **area: Any) -> tuple[()]:
    """Remove all elements from a staging area."""
    _area(**area).clear()
    return ()
