"""Staging areas: Stage, Unstage, StagePeek, StageSize, StageClear."""

from __future__ import annotations

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
TAKING = {**LIMITS, "dtypes": 1}


def _area(context: Context, capacity: int, memory_limit: int, container: str, shared_name: str) -> Row:
    """The staging area that a block shares, or has for itself."""
    name = shared_name or context.name
    row = context.keep("a staging area", lambda: Row(name, context.name), f"{container}/stage", shared_name)
    if row.maker == context.name:
        row.capacity, row.memory_limit = capacity, memory_limit
    return row


@block("values: any* -> operation: operation", where=LIMITS, example={"values": [[1.0, 2.0]]})
def Stage(
    values: tuple[Array, ...],
    *,
    capacity: int = 0,
    memory_limit: int = 0,
    container: str = "",
    shared_name: str = "",
    context: Context,
) -> tuple[()]:
    """Put tensors, together, into a staging area: a light queue without a handle.

    Blocks with the same shared_name use the same area. Who finds it full waits for another block of the step.

    Args:
        values: [...] the tensors, of any dtypes and shapes.
        capacity: how many elements it holds at most; 0 for any number. The block that is first to use the area decides.
        memory_limit: how many bytes they may take; 0 for any number.
        container: names are shared within it.
        shared_name: the area's name.

    Returns:
        operation: the operation; it is no tensor.
    """
    _area(context, capacity, memory_limit, container, shared_name).put(context, values)
    return ()


@block("-> values: dtypes*", where=TAKING)
def Unstage(
    *,
    dtypes: list[DType],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str = "",
    shared_name: str = "",
    context: Context,
) -> Element:
    """Take the first element out of a staging area; wait for one if it is empty.

    Args:
        dtypes: the dtypes of its tensors.
        capacity: how many elements it holds at most; 0 for any number. The block that is first to use the area decides.
        memory_limit: how many bytes they may take; 0 for any number.
        container: names are shared within it.
        shared_name: the area's name.

    Returns:
        values: [...] the tensors of the element.
    """
    return _area(context, capacity, memory_limit, container, shared_name).take(dtypes)


@block("index: int32 -> values: dtypes*", where=TAKING)
def StagePeek(
    index: Array,
    *,
    dtypes: list[DType],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str = "",
    shared_name: str = "",
    context: Context,
) -> Element:
    """Look at an element of a staging area, without taking it out; wait for it if it is not there yet.

    Args:
        index: [] which one; 0 is the next one to be taken out.
        dtypes: the dtypes of its tensors.
        capacity: how many elements it holds at most; 0 for any number. The block that is first to use the area decides.
        memory_limit: how many bytes they may take; 0 for any number.
        container: names are shared within it.
        shared_name: the area's name.

    Returns:
        values: [...] the tensors of the element.
    """
    return _area(context, capacity, memory_limit, container, shared_name).peek(int(index), dtypes)


@StagePeek.shape
def _(call: Call) -> list[Shape]:
    index = scalar(call, "index")
    if index is not None and index < 0:
        raise DiagramError(f"the index must be at least 0, got {index}", pin="index")
    return [None] * len(call.attrs["dtypes"])


@block("-> size: int32", where=LIMITS, example={"dtypes": ["DT_FLOAT"], "size": 0})
def StageSize(
    *,
    dtypes: list[DType],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str = "",
    shared_name: str = "",
    context: Context,
) -> Array:
    """Count the elements in a staging area.

    Args:
        dtypes: the dtypes of an element's tensors.
        capacity: how many elements it holds at most; 0 for any number. The block that is first to use the area decides.
        memory_limit: how many bytes they may take; 0 for any number.
        container: names are shared within it.
        shared_name: the area's name.

    Returns:
        size: [] how many there are.
    """
    return np.array(len(_area(context, capacity, memory_limit, container, shared_name)), np.int32)


@StageSize.shape
def _(call: Call) -> Shape:
    return ()


@block("-> operation: operation", where=LIMITS, example={"dtypes": ["DT_FLOAT"]})
def StageClear(
    *,
    dtypes: list[DType],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str = "",
    shared_name: str = "",
    context: Context,
) -> tuple[()]:
    """Empty a staging area.

    Args:
        dtypes: the dtypes of an element's tensors.
        capacity: how many elements it holds at most; 0 for any number. The block that is first to use the area decides.
        memory_limit: how many bytes they may take; 0 for any number.
        container: names are shared within it.
        shared_name: the area's name.

    Returns:
        operation: the operation; it is no tensor.
    """
    _area(context, capacity, memory_limit, container, shared_name).clear()
    return ()
