"""Queues as plain objects: their elements, the pending requests, and the order in which requests are served.

A request that cannot be served at once leaves a pending attempt. Attempts are served in order of arrival as soon as
possible, as in TensorFlow: four elements can pass through a queue of capacity two, because a taker that still waits
already receives some of them. The kernel raises `WouldBlock` and is run again later; then it finds its attempt and the
outcome.
"""

from __future__ import annotations

import heapq
import math
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from blocks.base.context import Context, WouldBlock
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Generator, Shape
from blocks.library.data_flow.resources import Element, Holding, check_types, copied, joined, total_bytes


class Declared(NamedTuple):
    """The declaration of a queue. Blocks that share the queue must agree on all of it.

    Attributes:
        shapes: those of the components; None if any are accepted.
        capacity: the limit of elements; negative for none.
        more: the attributes that only this kind has.
    """

    kind: str
    types: tuple[DType, ...]
    shapes: tuple[Shape, ...] | None
    capacity: int
    more: tuple[int, ...] = ()


class _Attempt:
    def __init__(self) -> None:
        self.done = False
        self.error: DiagramError | None = None

    def end(self, error: DiagramError | None = None) -> None:
        self.done = True
        self.error = error


class _Put(_Attempt):
    def __init__(self, elements: Sequence[Element], closes: bool = False) -> None:
        super().__init__()
        self.left = deque(elements)
        self.closes = closes


class _Take(_Attempt):
    def __init__(self, wanted: int, fewer: bool) -> None:
        super().__init__()
        self.wanted = wanted
        self.fewer = fewer
        self.got: list[Element] = []


class Queue(Holding):
    """A first-in, first-out queue.

    Its methods take the context of the calling kernel. They raise `WouldBlock` if the kernel must be run again, and
    DiagramError if the queue is closed.
    """

    what = "the queue"

    def __init__(self, name: str, declared: Declared) -> None:
        super().__init__(name)
        self.declared = declared
        self.types = declared.types
        self.capacity = declared.capacity if declared.capacity >= 0 else math.inf
        self.held_back = 0
        self.closed = False
        self.step = -1
        self._kept: Any = deque()
        self._puts: deque[_Put] = deque()
        self._takes: deque[_Take] = deque()
        self._attempts: dict[str, _Attempt] = {}

    def __len__(self) -> int:
        return len(self._kept)

    # -- What a kernel asks for ----------------------------------------------------------------------------------------

    def put(self, context: Context, elements: Sequence[Element]) -> None:
        if not elements:
            return
        attempt = self._attempt(context)
        if attempt is None:
            self.admit(context, total_bytes(elements))
            attempt = self._begin(context, self._puts, _Put(elements))
        text = f"{self} is full (its capacity is {self.declared.capacity}), and no block in this step makes room"
        self._finish(context, attempt, text)

    def close(self, context: Context, cancel: bool = False) -> None:
        """Close the queue after the pending puts; with ``cancel``, at once and in place of them."""
        if cancel:
            while self._puts:
                put = self._puts.popleft()
                self.bytes -= total_bytes(put.left)
                put.end(DiagramError(f"{self} was closed before all elements were added"))
            self.closed = True
            return
        attempt = self._attempt(context) or self._begin(context, self._puts, _Put((), closes=True))
        text = f"{self} cannot be closed: other blocks wait to add elements, and no block in this step makes room"
        self._finish(context, attempt, text)

    def take_one(self, context: Context) -> Element:
        return self.take(context, 1)[0]

    def take(self, context: Context, count: int, fewer: bool = False) -> list[Element]:
        """Remove and return elements; with ``fewer``, a closed queue may return fewer, but at least one."""
        if count == 0:
            return []
        attempt = self._attempt(context)
        if not isinstance(attempt, _Take):
            attempt = self._begin(context, self._takes, _Take(count, fewer))
        self._finish(context, attempt, self._too_few(attempt))
        self.bytes -= total_bytes(attempt.got)
        return attempt.got

    def take_batch(self, context: Context, count: int, fewer: bool = False) -> list[Array]:
        """Remove elements as `take` does, and stack them along a new first axis."""
        shapes = self.declared.shapes
        if shapes is None:
            text = f"{self} has no declared shapes: its elements can only be taken one at a time"
            raise DiagramError(text, pin="handle", hint="set the queue's shapes attribute")
        elements = self.take(context, count, fewer)
        wanted = [self._batch_shape(elements, i, shape or ()) for i, shape in enumerate(shapes)]
        size = sum(math.prod(shape) * t.size for shape, t in zip(wanted, self.types, strict=True))
        try:
            context.memory.require(size)
        except DiagramError:
            self.bytes += total_bytes(elements)
            self._put_back(elements)
            raise
        return [
            joined([element[i] for element in elements], shape, t)
            for i, (shape, t) in enumerate(zip(wanted, self.types, strict=True))
        ]

    def element(self, arrays: Sequence[Array]) -> Element:
        check_types(self, self.types, arrays, "components")
        self._check_shapes([a.shape for a in arrays])
        return copied(arrays)

    def elements(self, batches: Sequence[Array]) -> list[Element]:
        """Return one element per index of the tensors' first axis."""
        check_types(self, self.types, batches, "components")
        if not all(a.ndim for a in batches):
            raise DiagramError("components must have a first axis for the elements, got a scalar", pin="components")
        counts = [len(a) for a in batches]
        if len(set(counts)) > 1:
            text = f"the components have different numbers of elements: {', '.join(map(str, counts))}"
            raise DiagramError(text, pin="components")
        self._check_shapes([a.shape[1:] for a in batches])
        columns = [[a[i, ...].copy() for i in range(counts[0])] for a in batches]
        return list(zip(*columns, strict=True))

    def enter(self, step: int) -> None:
        """Discard the pending requests of an earlier step, which has failed."""
        if step == self.step:
            return
        self.step = step
        for take in self._takes:
            self._put_back(take.got)
        for put in self._puts:
            self.bytes -= total_bytes(put.left)
        self._takes.clear()
        self._puts.clear()
        self._attempts.clear()

    # -- Those who wait ------------------------------------------------------------------------------------------------

    def _attempt(self, context: Context) -> Any:
        return self._attempts.get(context.name)

    def _begin(self, context: Context, line: deque[Any], attempt: Any) -> Any:
        self._attempts[context.name] = attempt
        line.append(attempt)
        return attempt

    def _finish(self, context: Context, attempt: _Attempt, reason: str) -> None:
        moved = True
        while moved:
            moved = self._serve_puts()
            moved = self._serve_takes() or moved
        if not attempt.done:
            raise WouldBlock(reason)
        del self._attempts[context.name]
        if attempt.error is not None:
            raise attempt.error

    def _serve_puts(self) -> bool:
        moved = False
        while self._puts:
            put = self._puts[0]
            error = None
            if self.closed:
                self.bytes -= total_bytes(put.left)
                what = "cannot be closed again" if put.closes else "accepts no more elements"
                error = DiagramError(f"{self} is closed: it {what}", pin="handle")
            self.closed = self.closed or put.closes
            while error is None and put.left and len(self) < self.capacity:
                self._add(put.left.popleft())
                moved = True
            if error is None and put.left:
                break
            put.end(error)
            self._puts.popleft()
            moved = True
        return moved

    def _serve_takes(self) -> bool:
        moved = False
        while self._takes:
            take = self._takes[0]
            error = self._end_of(take) if self.closed else None
            if error is None:
                ready = len(self) if self.closed else len(self) - self.held_back
                for _ in range(min(ready, take.wanted - len(take.got))):
                    take.got.append(self._pop())
                    moved = True
                if len(take.got) < take.wanted:
                    break
            take.end(error)
            self._takes.popleft()
            moved = True
        return moved

    def _end_of(self, take: _Take) -> DiagramError | None:
        if len(self) >= take.wanted - len(take.got):
            return None
        self._put_back(take.got)
        take.got = []
        if take.fewer and len(self):
            take.wanted = len(self)
            return None
        text = f"{self} is closed and has too few elements: {take.wanted} requested, {len(self)} available"
        return DiagramError(text, pin="handle")

    def _too_few(self, take: _Take) -> str:
        there = len(self) + len(take.got)
        if self.held_back:
            result = f"{self} has {there} elements, of which {self.held_back} must remain (min_after_dequeue)"
        else:
            result = f"{self} has {there} of {take.wanted} elements" if there else f"{self} is empty"
        return f"{result}, and no block in this step adds more"

    # -- Elements ------------------------------------------------------------------------------------------------------

    def _add(self, element: Element) -> None:
        self._kept.append(element)

    def _pop(self) -> Element:
        return self._kept.popleft()

    def _put_back(self, elements: Sequence[Element]) -> None:
        self._kept.extendleft(reversed(elements))

    def _check_shapes(self, result: Sequence[tuple[int, ...]]) -> None:
        for i, (shape, wanted) in enumerate(zip(result, self.declared.shapes or (), strict=False)):
            if not compatible(shape, wanted):
                text = f"{self} needs elements of shape {shape_text(wanted)}, got {shape_text(shape)}"
                raise DiagramError(text if len(result) == 1 else f"{text} for component {i}", pin="components")

    def _batch_shape(self, elements: Sequence[Element], i: int, shape: tuple[int | None, ...]) -> tuple[int, ...]:
        """Return the shape of a stacked component: undeclared sizes are the largest ones."""
        sizes = [
            max((element[i].shape[axis] for element in elements), default=0) if size is None else size
            for axis, size in enumerate(shape)
        ]
        return (len(elements), *sizes)


class RandomShuffleQueue(Queue):
    """A queue whose elements leave in random order, drawn from the step's random stream."""

    rng: Generator

    def __init__(self, name: str, declared: Declared) -> None:
        super().__init__(name, declared)
        self._kept = []
        self.held_back = declared.more[0]

    def _pop(self) -> Element:
        chosen = int(self.rng.integers(len(self._kept)))
        self._kept[chosen], self._kept[-1] = self._kept[-1], self._kept[chosen]
        return self._kept.pop()

    def _put_back(self, elements: Sequence[Element]) -> None:
        self._kept.extend(elements)


class PriorityQueue(Queue):
    """A queue whose element with the smallest first component leaves first; equal ones leave in order."""

    def __init__(self, name: str, declared: Declared) -> None:
        super().__init__(name, declared)
        self._kept = []
        self._last = 0
        self._first = 0

    def _add(self, element: Element) -> None:
        self._last += 1
        heapq.heappush(self._kept, (int(element[0]), self._last, element))

    def _pop(self) -> Element:
        return heapq.heappop(self._kept)[2]

    def _put_back(self, elements: Sequence[Element]) -> None:
        for element in reversed(elements):
            self._first -= 1
            heapq.heappush(self._kept, (int(element[0]), self._first, element))


def queue_of(handle: Array, context: Context) -> Queue:
    queue = context.resources.find(handle, Queue, "a queue")
    queue.enter(context.step)
    return queue
