"""Queues: blocks that create them, and blocks that enqueue, dequeue, count and close."""

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
from blocks.library.array.arguments import expect, scalar
from blocks.library.data_flow import queues
from blocks.library.data_flow.queues import Declared, queue_of
from blocks.library.data_flow.resources import check_components, check_same_types, no_timeout
from blocks.library.declare import block

LIMITS = {"component_types": 1, "shapes": 0}


def _open_queue(
    make: type[queues.Queue], declared: Declared, container: str, shared_name: str, context: Context
) -> tuple[Array, queues.Queue]:
    name = shared_name or context.name
    result = context.keep(declared, lambda: make(name, declared), container, shared_name)
    result.enter(context.step)
    return handle(context.key(container, shared_name)), result


def _declared(
    kind: str, types: Sequence[DType], shapes: Sequence[Shape], capacity: int, more: Sequence[int] = ()
) -> Declared:
    return Declared(kind, tuple(types), tuple(shapes) if shapes else None, max(capacity, -1), tuple(more))


def _first_in_first_out(
    kind: str,
    *,
    component_types: list[DType],
    shapes: list[Shape] = [],  # noqa: B006 - attributes are read-only
    capacity: int = -1,
    container: str = "",
    shared_name: str = "",
    context: Context,
) -> Array:
    declared = _declared(kind, component_types, shapes, capacity)
    return _open_queue(queues.Queue, declared, container, shared_name, context)[0]


@block("-> handle: resource", attributes_of=_first_in_first_out, where=LIMITS)
def FIFOQueue(**options: Any) -> Array:
    """Create a FIFO queue: the first element added is the first one taken.

    A queue persists from step to step. An element consists of one or more tensors, its components. A block that adds to
    a full queue, or takes from an empty one, waits for another block of the step. If no block can end the wait, the
    step fails.

    Args:
        component_types: the dtype of each component of an element.
        shapes: the shape of each component, with all sizes known. If it is empty, elements may have any shape, but can
            only be taken one at a time.
        capacity: the largest number of elements. -1 means that only memory limits it.
        shared_name: blocks with the same shared_name share one queue. If it is empty, the block has its own.

    Returns:
        handle: [] a handle to the queue, for the blocks that use it.
    """
    return _first_in_first_out("FIFOQueue", **options)


@block("-> handle: resource", attributes_of=FIFOQueue)
def PaddingFIFOQueue(**options: Any) -> Array:
    """Create a FIFO queue whose elements may vary in size. They are padded when they are taken together.

    Padding fills each element with zeros (or empty strings) up to the largest size in the batch.

    Args:
        shapes: the shape of each component. null stands for a size that may vary.
    """
    return _first_in_first_out("PaddingFIFOQueue", **options)


@block("-> handle: resource", where={"shapes": 0, "component_types": 0}, doc_of=FIFOQueue)
def PriorityQueue(
    *,
    shapes: list[Shape],
    component_types: list[DType] = [],  # noqa: B006 - attributes are read-only
    capacity: int = -1,
    container: str = "",
    shared_name: str = "",
    context: Context,
) -> Array:
    """Create a priority queue: the element with the smallest priority is taken first.

    Each element begins with an additional component that is not declared: its priority, an int64 scalar. Elements of
    equal priority are taken in the order in which they were added.

    Args:
        shapes: the shape of each component after the priority. There must be at least one.
        component_types: the dtype of each component after the priority.
    """
    declared = _declared("PriorityQueue", [INT64, *component_types], [(), *shapes], capacity)
    return _open_queue(queues.PriorityQueue, declared, container, shared_name, context)[0]


@block("-> handle: resource", where=LIMITS, doc_of=FIFOQueue)
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
    """Create a queue whose elements are taken in random order.

    The order depends on the seeds and the step number. It is the same in every run.

    Args:
        min_after_dequeue: the number of elements that must remain in the queue, to keep it well mixed, until it is
            closed. It must be 0 or more, and less than capacity.
        seed: the random seed. If seed and seed2 are 0, the session's seed and the block's name are used.
    """
    more = (min_after_dequeue, seed, seed2)
    declared = _declared("RandomShuffleQueue", component_types, shapes, capacity, more)
    result, queue = _open_queue(queues.RandomShuffleQueue, declared, container, shared_name, context)
    assert isinstance(queue, queues.RandomShuffleQueue)
    queue.rng = rng
    return result


def _check_shapes(attrs: dict[str, Any]) -> None:
    if attrs["shapes"]:
        check_components(attrs)
    for shape in attrs["shapes"]:
        if not is_known(shape):
            text = f"every size in the shape {shape_text(shape)} must be known"
            raise DiagramError(text, pin="shapes", hint="use a PaddingFIFOQueue for elements of different sizes")


def _check_padding(attrs: dict[str, Any]) -> None:
    check_components(attrs)
    if None in attrs["shapes"]:
        raise DiagramError("the rank of each component must be known; only its sizes may be null", pin="shapes")


def _check_priority(attrs: dict[str, Any]) -> None:
    _check_shapes(attrs)
    if not attrs["shapes"]:
        raise DiagramError(
            "PriorityQueue needs the shape of at least one component in addition to the priority", pin="shapes"
        )


def _check_shuffle(attrs: dict[str, Any]) -> None:
    _check_shapes(attrs)
    least, capacity = attrs["min_after_dequeue"], attrs["capacity"]
    expect(attrs, "min_after_dequeue", least >= 0, "at least 0")
    expect(attrs, "min_after_dequeue", not 0 <= capacity <= least, f"less than the capacity {capacity}")


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
    """Enqueue one element: add it to a queue.

    Args:
        handle: [] the handle of the queue.
        components: [...] the components of the element, with the queue's dtypes and shapes.
        timeout_ms: accepted for compatibility with TensorFlow. It must be -1, which means no timeout.
    """
    queue = queue_of(handle, context)
    queue.put(context, [queue.element(components)])
    return ()


@block("handle: resource, components: any* -> operation: operation", doc_of=QueueEnqueue)
def QueueEnqueueMany(
    handle: Array, components: tuple[Array, ...], *, timeout_ms: int = -1, context: Context
) -> tuple[()]:
    """Enqueue several elements: add them to a queue, one after the other.

    If there is not enough room, the first elements are added now, and the others as soon as there is room.

    Args:
        components: [k, ...] one tensor per component. The first axis indexes the elements; the other axes have the
            queue's shapes.
    """
    queue = queue_of(handle, context)
    queue.put(context, queue.elements(components))
    return ()


@block("handle: resource -> components: component_types*", where={"component_types": 1}, doc_of=QueueEnqueue)
def QueueDequeue(
    handle: Array, *, component_types: list[DType], timeout_ms: int = -1, context: Context
) -> tuple[Array, ...]:
    """Dequeue one element: take it from a queue, waiting until there is one.

    Args:
        component_types: the dtypes of the components, which must be those of the queue.

    Returns:
        components: [...] the components of the element.
    """
    queue = queue_of(handle, context)
    check_same_types(queue, queue.types, component_types)
    return queue.take_one(context)


@block("handle: resource, n: int32 -> components: component_types*", attributes_of=QueueDequeue)
def QueueDequeueMany(
    handle: Array, n: Array, *, component_types: list[DType], context: Context, **_timeout: int
) -> list[Array]:
    """Dequeue n elements and stack them along a new first axis, waiting until there are enough.

    Args:
        handle: [] the handle of the queue, which must have declared shapes.
        n: [] the number of elements, 0 or more.

    Returns:
        components: [n, ...] one tensor per component. The first axis indexes the elements.
    """
    queue = queue_of(handle, context)
    check_same_types(queue, queue.types, component_types)
    return queue.take_batch(context, int(n))


@block("handle: resource, n: int32 -> components: component_types*", attributes_of=QueueDequeueMany)
def QueueDequeueUpTo(
    handle: Array, n: Array, *, component_types: list[DType], context: Context, **_timeout: int
) -> list[Array]:
    """Dequeue up to n elements and stack them along a new first axis.

    While the queue is open, the block waits for n elements, as QueueDequeueMany does. If it is closed, the block takes
    the remaining ones.

    Args:
        n: [] the largest number of elements, 0 or more.

    Returns:
        components: [k, ...] one tensor per component. The first axis indexes the elements.
    """
    queue = queue_of(handle, context)
    check_same_types(queue, queue.types, component_types)
    return queue.take_batch(context, int(n), fewer=True)


@block("handle: resource -> operation: operation", doc_of=QueueEnqueue)
def QueueClose(handle: Array, *, cancel_pending_enqueues: bool = False, context: Context) -> tuple[()]:
    """Close a queue: no more elements can be added, but the remaining ones can still be taken.

    Blocks that wait for more elements than remain fail. Closing a closed queue is an error, unless
    cancel_pending_enqueues is set.

    Args:
        cancel_pending_enqueues: whether blocks that wait to add elements fail. Otherwise, their elements are added
            first.
    """
    queue_of(handle, context).close(context, cancel_pending_enqueues)
    return ()


@block("handle: resource -> size: int32", doc_of=QueueEnqueue)
def QueueSize(handle: Array, *, context: Context) -> Array:
    """Count the elements in a queue.

    Returns:
        size: [] the number of elements.
    """
    return np.array(len(queue_of(handle, context)), np.int32)


for _type in (QueueEnqueue, QueueEnqueueMany, QueueDequeue, QueueDequeueMany, QueueDequeueUpTo):
    _type.prepare = no_timeout


QueueSize.shape(lambda call: ())


def _declared_shapes(call: Call) -> list[Shape]:
    count = len(call.attrs["component_types"])
    source = call.node.argument("handle")
    if not isinstance(source, Output) or source.op.type.page != "data_flow_ops":
        return [None] * count
    shapes: list[Shape] = source.op.attrs.get("shapes") or []
    if source.op.type is PriorityQueue:
        shapes = [(), *shapes]
    return shapes if len(shapes) == count else [None] * count


QueueDequeue.shape(_declared_shapes)


@QueueDequeueMany.shape
def _(call: Call) -> list[Shape]:
    count = scalar(call, "n", 0)
    return [None if shape is None else (count, *shape) for shape in _declared_shapes(call)]


@QueueDequeueUpTo.shape
def _(call: Call) -> list[Shape]:
    scalar(call, "n", 0)
    return [None if shape is None else (None, *shape) for shape in _declared_shapes(call)]
