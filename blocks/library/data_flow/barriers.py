"""Barriers: elements are assembled by key, and can be taken when they are complete."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.context import Context, WouldBlock, handle
from blocks.base.dtypes import ANY, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect, scalar
from blocks.library.data_flow.resources import (
    Element,
    Holding,
    byte_count,
    check_components,
    check_same_types,
    check_types,
    joined,
    no_timeout,
)
from blocks.library.declare import block

FIRST_INDEX = -(2**63)


class Incomplete:
    def __init__(self, index: int, count: int) -> None:
        self.index = index
        self.parts: list[Array | None] = [None] * count


class Kept(Holding):
    """The state of a barrier.

    Attributes:
        incomplete: elements with missing components, by keys.
        ready: a heap of complete ones: (index, a tie breaker, key, element).
        closed: no new keys are accepted.
        cancelled: nothing is accepted.
    """

    what = "the barrier"

    def __init__(self, name: str, types: Sequence[DType], shapes: Sequence[Shape]) -> None:
        super().__init__(name)
        self.types = tuple(types)
        self.shapes = [tuple(size or 0 for size in shape or ()) for shape in shapes]  # all of them are known
        self.incomplete: dict[bytes, Incomplete] = {}
        self.ready: list[tuple[int, int, bytes, Element]] = []
        self.closed = False
        self.cancelled = False
        self._index = FIRST_INDEX
        self._new_keys = 0
        self._added = 0

    def insert(self, context: Context, keys: Sequence[bytes], values: Array, component: int) -> None:
        """Add a component to the elements of some keys.

        Raises:
            DiagramError: the barrier is closed, or the component exists; the keys before are inserted.
        """
        if self.cancelled or (self.closed and keys and not self.incomplete):
            raise DiagramError(f"{self} is closed: it accepts no more elements", pin="handle")
        self.admit(context, byte_count([values]))
        before = self._new_keys
        for i, key in enumerate(keys):
            try:
                self._insert_one(key, values[i, ...].copy(), component)
            except DiagramError:
                self.bytes -= byte_count([values[i:]])
                raise
        self._index += self._new_keys > before

    def _insert_one(self, key: bytes, value: Array, component: int) -> None:
        entry = self.incomplete.get(key)
        text = key.decode(errors="replace")
        if entry is None:
            if self.closed:
                raise DiagramError(f"{self} is closed: it does not accept the new key {text!r}", pin="keys")
            self._new_keys += 1
            entry = self.incomplete[key] = Incomplete(self._index, len(self.types))
        elif entry.parts[component] is not None:
            raise DiagramError(f"{self} already has component {component} of the key {text!r}", pin="keys")
        entry.parts[component] = value
        element = tuple([part for part in entry.parts if part is not None])
        if len(element) == len(entry.parts):
            del self.incomplete[key]
            self._added += 1
            heapq.heappush(self.ready, (entry.index, self._added, key, element))

    def take(self, count: int, fewer: bool) -> list[tuple[int, int, bytes, Element]]:
        """Remove complete elements in the order of their keys' insertion. Raise WouldBlock if there are too few."""
        there = len(self.ready)
        if self.closed:
            possible = there if fewer else there + len(self.incomplete)
            if possible < count and not (fewer and there):
                text = f"{self} is closed and has too few elements: {count} requested, {possible} available"
                raise DiagramError(text, pin="handle")
            count = min(count, there) if fewer else count
        if there < count:
            result = f"{self} has {there} of {count} elements" if there else f"{self} has no complete element"
            raise WouldBlock(f"{result}, and no block in this step completes more")
        taken = [heapq.heappop(self.ready) for _ in range(count)]
        self.bytes -= sum(byte_count(element) for *_, element in taken)
        return taken

    def close(self, cancel: bool) -> None:
        if self.closed and (self.cancelled or not cancel):
            raise DiagramError(f"{self} is closed: it cannot be closed again", pin="handle")
        self.closed, self.cancelled = True, cancel
        if cancel:
            parts = [part for each in self.incomplete.values() for part in each.parts if part is not None]
            self.bytes -= byte_count(parts)
            self.incomplete.clear()


def _barrier(at: Array, context: Context) -> Kept:
    return context.resources.find(at, Kept, "a barrier")


@block("-> handle: &string", where={"component_types": 1, "shapes": 0}, shown_as={"handle": "result_output"})
def Barrier(
    *,
    component_types: list[DType],
    shapes: list[Shape] = [],  # noqa: B006 - attributes are read-only
    capacity: int = -1,
    container: str = "",
    shared_name: str = "",
    context: Context,
) -> Array:
    """Create a barrier, which assembles elements by key from separately inserted components.

    A barrier persists from step to step. An element is ready when all its components have been inserted. Ready elements
    are taken in the order in which their keys were first inserted.

    Args:
        component_types: the dtype of each component of an element.
        shapes: the shape of each component, with all sizes known.
        capacity: accepted for compatibility with TensorFlow. It must be -1, which means no limit.
        shared_name: blocks with the same shared_name share one barrier. If it is empty, the block has its own.

    Returns:
        handle: [] a handle to the barrier, for the blocks that use it.
    """
    name = shared_name or context.name
    declared = ("Barrier", tuple(component_types), tuple(shapes))
    location = f"{container}/barrier"
    context.keep(declared, lambda: Kept(name, component_types, shapes), location, shared_name)
    return handle(context.key(location, shared_name))


Barrier.shape(lambda call: ())


def _check_barrier(attrs: dict[str, Any]) -> None:
    check_components(attrs)
    for shape in attrs["shapes"]:
        if not is_known(shape):
            raise DiagramError(f"every size in the shape {shape_text(shape)} must be known", pin="shapes")
    if attrs["capacity"] != -1:
        text = f"capacity must be -1, got {attrs['capacity']}: a barrier cannot have a limit"
        raise DiagramError(text, pin="capacity", hint="put a queue with a capacity before the barrier")


Barrier.prepare = _check_barrier


@block("handle: &string, keys: string, values: T -> operation: operation", T=ANY)
def BarrierInsertMany(
    handle: Array, keys: Array, values: Array, *, component_index: int, context: Context
) -> tuple[()]:
    """Insert one component of several elements into a barrier, by key.

    Args:
        handle: [] the handle of the barrier.
        keys: [k] the keys of the elements. A key can be used again for a new element when its element is complete.
        values: [k, ...] the values of the component, one for each key.
        component_index: the index of the component, from 0.
    """
    barrier = _barrier(handle, context)
    if component_index >= len(barrier.types):
        text = f"{barrier} has {len(barrier.types)} components, so component {component_index} does not exist"
        raise DiagramError(text, pin="component_index")
    check_types(barrier, [barrier.types[component_index]], [values], "values")
    wanted = barrier.shapes[component_index]
    if keys.size and values.shape[1:] != wanted:
        text = f"{barrier} needs values of shape {shape_text(wanted)} for component {component_index}"
        raise DiagramError(f"{text}, got {shape_text(values.shape[1:])}", pin="values")
    barrier.insert(context, keys.ravel().tolist(), values, component_index)
    return ()


def _check_insert(attrs: dict[str, Any]) -> None:
    expect(attrs, "component_index", attrs["component_index"] >= 0, "at least 0")


BarrierInsertMany.prepare = _check_insert


@BarrierInsertMany.shape
def _(call: Call) -> list[Shape]:
    keys, values = call.shape("keys"), call.shape("values")
    if keys is not None and len(keys) > 1:
        raise DiagramError(f"keys must be a vector, got shape {shape_text(keys)}", pin="keys")
    if values is not None and not values:
        raise DiagramError("values must have one value per key, got a scalar", pin="values")
    if keys is not None and values is not None:
        count = keys[0] if keys else 1
        try:
            merge((count,), values[:1])
        except DiagramError:
            raise DiagramError(f"{count} keys need one value each, got {values[0]}", pin="values") from None
    return []


@block(
    "handle: &string, num_elements: int32 -> indices: int64, keys: string, values: component_types*",
    where={"component_types": 1},
)
def BarrierTakeMany(
    handle: Array,
    num_elements: Array,
    *,
    component_types: list[DType],
    allow_small_batch: bool = False,
    wait_for_incomplete: bool = False,
    timeout_ms: int = -1,
    context: Context,
) -> tuple[Array, Array, list[Array]]:
    """Take complete elements from a barrier, waiting until there are enough.

    Args:
        handle: [] the handle of the barrier.
        num_elements: [] the number of elements to take, 0 or more.
        component_types: the dtypes of the components, which must be those of the barrier.
        allow_small_batch: whether to take fewer elements if the barrier is closed.
        wait_for_incomplete: accepted for compatibility with TensorFlow, which also ignores it.
        timeout_ms: accepted for compatibility with TensorFlow. It must be -1, which means no timeout.

    Returns:
        indices: [k] for each element, the number of the insertion that added its key. Numbers start at the smallest
            int64.
        keys: [k] the keys of the elements.
        values: [k, ...] one tensor per component. The first axis indexes the elements.
    """
    barrier = _barrier(handle, context)
    check_same_types(barrier, barrier.types, component_types)
    taken = barrier.take(int(num_elements), allow_small_batch)
    keys = np.empty(len(taken), object)
    keys[:] = [key for _, _, key, _ in taken]
    values = [
        joined([element[i] for *_, element in taken], (len(taken), *shape), t)
        for i, (t, shape) in enumerate(zip(barrier.types, barrier.shapes, strict=True))
    ]
    return np.array([index for index, *_ in taken], np.int64), keys, values


BarrierTakeMany.prepare = no_timeout


@BarrierTakeMany.shape
def _(call: Call) -> list[Shape]:
    n = scalar(call, "num_elements", 0)
    count = None if call.attrs["allow_small_batch"] else n
    return [(count,), (count,), *[None] * len(call.attrs["component_types"])]


@block("handle: &string -> operation: operation", doc_of=BarrierInsertMany)
def BarrierClose(handle: Array, *, cancel_pending_enqueues: bool = False, context: Context) -> tuple[()]:
    """Close a barrier to new keys. Incomplete elements can still be completed and taken.

    Closing a closed barrier is an error, except once with cancel_pending_enqueues.

    Args:
        cancel_pending_enqueues: whether to also drop incomplete elements.
    """
    _barrier(handle, context).close(cancel_pending_enqueues)
    return ()


@block("handle: &string -> size: int32", doc_of=BarrierInsertMany)
def BarrierReadySize(handle: Array, *, context: Context) -> Array:
    """Count the complete elements in a barrier.

    Returns:
        size: [] the number of elements.
    """
    return np.array(len(_barrier(handle, context).ready), np.int32)


@block("handle: &string -> size: int32", doc_of=BarrierReadySize)
def BarrierIncompleteSize(handle: Array, *, context: Context) -> Array:
    """Count the incomplete elements in a barrier."""
    return np.array(len(_barrier(handle, context).incomplete), np.int32)


@BarrierReadySize.shape
@BarrierIncompleteSize.shape
def _(call: Call) -> Shape:
    return ()
