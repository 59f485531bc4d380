"""Tensors that a session stores in addition to its variables, each identified by a handle."""

from __future__ import annotations

from typing import Any, NamedTuple

from blocks.base.context import Context, handle
from blocks.base.dtypes import ANY, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_scalar
from blocks.library.data_flow.resources import Holding
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
