"""Queues: the blocks that make them, and those that put in, take out, count and close."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.context import Context, handle
from blocks.base.dtypes import INT64, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known, shape_text
from blocks.base.types import Array, Generator, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Output
from blocks.library.array.arguments import scalar
from blocks.library.data_flow import queues
from blocks.library.data_flow.arguments import no_timeout
from blocks.library.data_flow.queues import Declared, queue_of
from blocks.library.data_flow.resources import check_same_types
from blocks.library.declare import block

LIMITS = {"component_types": 1, "shapes": 0}


def _open_queue(
    make: type[queues.Queue], declared: Declared, container: str, shared_name: str, context: Context
) -> tuple[Array, queues.Queue]:
    """The handle of a queue, and the queue; made the first time."""
    name = shared_name or context.name
    result = context.keep(declared, lambda: make(name, declared), container, shared_name)
    result.enter(context.step)
    return handle(context.key(container, shared_name)), result


def _declared(
    kind: str, types: Sequence[DType], shapes: Sequence[Shape], capacity: int, more: Sequence[int] = ()
) -> Declared:
    return Declared(kind, tuple(types), tuple(shapes) if shapes else None, max(capacity, -1), tuple(more))


@block("-> handle: resource", where=LIMITS)
def FIFOQueue(
    *,
    component_types: list[DType],
    shapes: list[Shape] = [],  # noqa: B006 - attributes are read-only
    capacity: int = -1,
    container: str = "",
    shared_name: str = "",
    context: Context,
) -> Array:
    """A queue: what was put in first is taken out first.

    It lasts from step to step. An element may have several components, each a tensor. Who puts into a full queue, or
    takes from an empty one, waits for another block of the step; if none can help, it is an error.

    Args:
        component_types: the dtypes of an element's components.
        shapes: the shapes of the components; none if elements may be of any shape, but then they can only be taken
            out one by one.
        capacity: how many elements it holds at most; -1 for any number that fits into memory.
        container: names are shared within it.
        shared_name: blocks of one name share one queue; by default each has its own.

    Returns:
        handle: [] stands for the queue, for the blocks that use it.
    """
    declared = _declared("FIFOQueue", component_types, shapes, capacity)
    return _open_queue(queues.Queue, declared, container, shared_name, context)[0]


@block("-> handle: resource", where=LIMITS)
def PaddingFIFOQueue(
    *,
    component_types: list[DType],
    shapes: list[Shape] = [],  # noqa: B006 - attributes are read-only
    capacity: int = -1,
    container: str = "",
    shared_name: str = "",
    context: Context,
) -> Array:
    """A queue whose elements may differ in size: what was put in first is taken out first.

    Elements that are taken out together are filled up with zeros (or empty strings), to the largest one of them.

    Args:
        component_types: the dtypes of an element's components.
        shapes: the shape of each component; sizes that may differ are left open.
        capacity: how many elements it holds at most; -1 for any number that fits into memory.
        container: names are shared within it.
        shared_name: blocks of one name share one queue; by default each has its own.

    Returns:
        handle: [] stands for the queue, for the blocks that use it.
    """
    declared = _declared("PaddingFIFOQueue", component_types, shapes, capacity)
    return _open_queue(queues.Queue, declared, container, shared_name, context)[0]


@block("-> handle: resource", where={"shapes": 0, "component_types": 0})
def PriorityQueue(
    *,
    shapes: list[Shape],
    component_types: list[DType] = [],  # noqa: B006 - attributes are read-only
    capacity: int = -1,
    container: str = "",
    shared_name: str = "",
    context: Context,
) -> Array:
    """A queue in order of priorities: the element with the smallest one is taken out first.

    Its elements have one more component than is declared, before the others: the priority, an int64 scalar. Among
    equal priorities, what was put in first is taken out first.

    Args:
        shapes: the shape of each component after the priority.
        component_types: the dtypes of the components after the priority.
        capacity: how many elements it holds at most; -1 for any number that fits into memory.
        container: names are shared within it.
        shared_name: blocks of one name share one queue; by default each has its own.

    Returns:
        handle: [] stands for the queue, for the blocks that use it.
    """
    declared = _declared("PriorityQueue", [INT64, *component_types], [(), *shapes], capacity)
    return _open_queue(queues.PriorityQueue, declared, container, shared_name, context)[0]


@block("-> handle: resource", where=LIMITS)
def RandomShuffleQueue(
    *,
    component_types: list[DType],
    shapes: list[Shape] = [],  # noqa: B006 - attributes are read-only
    capacity: int = -1,
    min_after_dequeue: int = 0,
    seed: int = 0,
    seed2: int = 0,
    container: str = "",
    shared_name: str = "",
    context: Context,
    rng: Generator,
) -> Array:
    """A queue whose elements are taken out in random order.

    Which ones a step takes out depends on the seeds and on the number of the step, and is the same in every run.

    Args:
        component_types: the dtypes of an element's components.
        shapes: the shapes of the components; none if elements may be of any shape, but then they can only be taken
            out one by one.
        capacity: how many elements it holds at most; -1 for any number that fits into memory.
        min_after_dequeue: how many elements must stay in it, so that they are mixed well, until it is closed.
        seed: what the random numbers start from; if both seeds are 0, the seed of the session and the block's name.
        seed2: a second seed.
        container: names are shared within it.
        shared_name: blocks of one name share one queue; by default each has its own.

    Returns:
        handle: [] stands for the queue, for the blocks that use it.
    """
    more = (min_after_dequeue, seed, seed2)
    declared = _declared("RandomShuffleQueue", component_types, shapes, capacity, more)
    result, queue = _open_queue(queues.RandomShuffleQueue, declared, container, shared_name, context)
    assert isinstance(queue, queues.RandomShuffleQueue)
    queue.rng = rng
    return result


def _check_shapes(attrs: dict[str, Any]) -> None:
    """Components and their shapes go together, and are wholly known."""
    types, shapes = attrs["component_types"], attrs["shapes"]
    if shapes and len(shapes) != len(types):
        raise DiagramError(f"{len(types)} components need as many shapes, got {len(shapes)}", pin="shapes")
    for shape in shapes:
        if not is_known(shape):
            text = f"the shape {shape_text(shape)} must be wholly known"
            raise DiagramError(text, pin="shapes", hint="a PaddingFIFOQueue takes elements of different sizes")


def _check_padding(attrs: dict[str, Any]) -> None:
    types, shapes = attrs["component_types"], attrs["shapes"]
    if len(shapes) != len(types):
        raise DiagramError(f"{len(types)} components need as many shapes, got {len(shapes)}", pin="shapes")
    if None in shapes:
        raise DiagramError("the rank of each component must be known; only sizes may be left open", pin="shapes")


def _check_priority(attrs: dict[str, Any]) -> None:
    _check_shapes(attrs)
    if not attrs["shapes"]:
        raise DiagramError(
            "PriorityQueue needs at least one component beside the priority, and its shape", pin="shapes"
        )


def _check_shuffle(attrs: dict[str, Any]) -> None:
    _check_shapes(attrs)
    least, capacity = attrs["min_after_dequeue"], attrs["capacity"]
    if least < 0:
        raise DiagramError(f"min_after_dequeue must be at least 0, got {least}", pin="min_after_dequeue")
    if 0 <= capacity <= least:
        text = f"min_after_dequeue must be less than the capacity {capacity}, got {least}"
        raise DiagramError(text, pin="min_after_dequeue")


FIFOQueue.prepare = _check_shapes
PaddingFIFOQueue.prepare = _check_padding
PriorityQueue.prepare = _check_priority
RandomShuffleQueue.prepare = _check_shuffle


@FIFOQueue.shape
@PaddingFIFOQueue.shape
@PriorityQueue.shape
@RandomShuffleQueue.shape
def _(call: Call) -> Shape:
    return ()


# -- What uses a queue -------------------------------------------------------------------------------------------------


@block("handle: resource, components: any* -> operation: operation")
def QueueEnqueue(handle: Array, components: tuple[Array, ...], *, timeout_ms: int = -1, context: Context) -> tuple[()]:
    """Put one element into a queue.

    Args:
        handle: [] the queue.
        components: [...] the tensors of the element, of the queue's dtypes and shapes.
        timeout_ms: kept from TensorFlow, which has no timeouts either: -1.

    Returns:
        operation: the operation; it is no tensor.
    """
    queue = queue_of(handle, context)
    queue.put(context, [queue.element(components)])
    return ()


@block("handle: resource, components: any* -> operation: operation")
def QueueEnqueueMany(
    handle: Array, components: tuple[Array, ...], *, timeout_ms: int = -1, context: Context
) -> tuple[()]:
    """Put several elements into a queue, one after the other.

    If there is no room for all of them, the first ones are put in, and the others as soon as there is.

    Args:
        handle: [] the queue.
        components: [k, ...] tensors whose first axis counts the elements; what is left must have the queue's shapes.
        timeout_ms: kept from TensorFlow, which has no timeouts either: -1.

    Returns:
        operation: the operation; it is no tensor.
    """
    queue = queue_of(handle, context)
    queue.put(context, queue.elements(components))
    return ()


@block("handle: resource -> components: component_types*", where={"component_types": 1})
def QueueDequeue(
    handle: Array, *, component_types: list[DType], timeout_ms: int = -1, context: Context
) -> tuple[Array, ...]:
    """Take one element out of a queue; wait for one if it is empty.

    Args:
        handle: [] the queue.
        component_types: the dtypes of the element's components, the queue's.
        timeout_ms: kept from TensorFlow, which has no timeouts either: -1.

    Returns:
        components: [...] the tensors of the element.
    """
    queue = queue_of(handle, context)
    check_same_types(queue, queue.types, component_types)
    return queue.take_one(context)


@block("handle: resource, n: int32 -> components: component_types*", where={"component_types": 1})
def QueueDequeueMany(
    handle: Array, n: Array, *, component_types: list[DType], timeout_ms: int = -1, context: Context
) -> list[Array]:
    """Take several elements out of a queue, put together along a new first axis; wait until there are enough.

    Args:
        handle: [] the queue; it must say which shapes its elements have.
        n: [] how many elements.
        component_types: the dtypes of the elements' components, the queue's.
        timeout_ms: kept from TensorFlow, which has no timeouts either: -1.

    Returns:
        components: [n, ...] for each component of the elements one tensor.
    """
    queue = queue_of(handle, context)
    check_same_types(queue, queue.types, component_types)
    return queue.take_batch(context, int(n))


@block("handle: resource, n: int32 -> components: component_types*", where={"component_types": 1})
def QueueDequeueUpTo(
    handle: Array, n: Array, *, component_types: list[DType], timeout_ms: int = -1, context: Context
) -> list[Array]:
    """Take several elements out of a queue, or what is left when it is closed.

    As long as the queue is not closed it waits for all of them, as QueueDequeueMany does.

    Args:
        handle: [] the queue; it must say which shapes its elements have.
        n: [] how many elements at most.
        component_types: the dtypes of the elements' components, the queue's.
        timeout_ms: kept from TensorFlow, which has no timeouts either: -1.

    Returns:
        components: [k, ...] for each component of the elements one tensor; its first axis counts them.
    """
    queue = queue_of(handle, context)
    check_same_types(queue, queue.types, component_types)
    return queue.take_batch(context, int(n), fewer=True)


@block("handle: resource -> operation: operation")
def QueueClose(handle: Array, *, cancel_pending_enqueues: bool = False, context: Context) -> tuple[()]:
    """Close a queue: nothing can be put in any more, what is in it can be taken out.

    Who waits for more elements than there are fails. To close a queue again is an error.

    Args:
        handle: [] the queue.
        cancel_pending_enqueues: whether those who still wait to put elements in fail; they are let in otherwise.

    Returns:
        operation: the operation; it is no tensor.
    """
    queue_of(handle, context).close(context, cancel_pending_enqueues)
    return ()


@block("handle: resource -> size: int32")
def QueueSize(handle: Array, *, context: Context) -> Array:
    """Count the elements in a queue.

    Args:
        handle: [] the queue.

    Returns:
        size: [] how many there are.
    """
    return np.array(len(queue_of(handle, context)), np.int32)


for _type in (QueueEnqueue, QueueEnqueueMany, QueueDequeue, QueueDequeueMany, QueueDequeueUpTo):
    _type.prepare = no_timeout


@QueueSize.shape
def _(call: Call) -> Shape:
    return ()


def _declared_shapes(call: Call) -> list[Shape]:
    """The shapes of a queue's components, as far as the block says that makes it."""
    count = len(call.attrs["component_types"])
    source = call.node.argument("handle")
    if not isinstance(source, Output) or source.op.type.page != "data_flow_ops":
        return [None] * count
    shapes: list[Shape] = source.op.attrs.get("shapes") or []
    if source.op.type is PriorityQueue:
        shapes = [(), *shapes]
    return shapes if len(shapes) == count else [None] * count


@QueueDequeue.shape
def _(call: Call) -> list[Shape]:
    return _declared_shapes(call)


@QueueDequeueMany.shape
def _(call: Call) -> list[Shape]:
    n = scalar(call, "n")
    count = None if n is None else _count(n)
    return [None if shape is None else (count, *shape) for shape in _declared_shapes(call)]


@QueueDequeueUpTo.shape
def _(call: Call) -> list[Shape]:
    n = scalar(call, "n")
    if n is not None:
        _count(n)
    return [None if shape is None else (None, *shape) for shape in _declared_shapes(call)]


def _count(n: int) -> int:
    if n < 0:
        raise DiagramError(f"n must be at least 0, got {n}", pin="n")
    return n
