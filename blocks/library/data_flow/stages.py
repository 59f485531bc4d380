"""Staging areas: Stage, Unstage, StagePeek, StageSize, StageClear."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.context import Context
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import scalar
from blocks.library.data_flow.staging import Element, Row
from blocks.library.declare import block

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
    index = scalar(call, "index")
    if index is not None and index < 0:
        raise DiagramError(f"index must be 0 or more, got {index}", pin="index")
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
