"""The inputs of each loop iteration, and the collection of its outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from blocks.base.budget import COUNTED, Memory, Share
from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known, shape_text
from blocks.base.types import Shape, is_array, is_ragged
from blocks.compile.memory import Recycled
from blocks.compile.plan import Plan
from blocks.compile.recording import OVERHEAD, Recorder
from blocks.library.control_flow.bodies import Loop, Port


def elements(source: Any) -> Callable[[int], Any]:
    if not is_array(source) or is_ragged(source):
        return source.__getitem__
    array: Any = source
    return array.__getitem__ if array.ndim > 1 else lambda at: array[at, ...]


def is_own(plan: Plan, index: int) -> bool:
    """Return whether a plan's result has memory of its own, which the caller may overwrite."""
    output = plan.goal.outputs[index]
    maker, nodes = output.op.type, plan.graph.nodes
    makes = bool(output.op.inputs) and not (maker.view or maker.writes or maker.variable)
    alone = plan.goal.outputs.count(output) == 1
    return makes and alone and not any(node.type.view and output in node.inputs for node in nodes)


def nothing(port: Port, shape: Any) -> Any:
    assert port.value is not None
    sizes = [size or 0 for size in shape or (0,)]
    if port.kind in ("stacked", "kept"):
        sizes[0] = 0
    array: Any = np.empty(sizes, port.value.dtype.numpy)
    array.fill(b"" if port.value.dtype.kind == "string" else 0)
    return array


def collector(port: Port, count: int | None, loop: Loop, memory: Memory) -> Any:
    if port.asked and port.kind == "seen":
        return _Records()
    if port.kind == "kept" and count is not None:
        count = -(-count // (loop.checkpoint or 1))
    if port.kind in ("stacked", "kept"):
        if count is None or loop.varying:
            return _List(count, memory, apart=False)
        return _Stack(count, port, loop.plans, memory, ragged=port.recorded or loop.backward)
    return _List(count, memory, apart=True) if port.kind == "each" else _Last()


def stored_by(sink: Any, shape: Shape, add: Callable[[int, Any], None]) -> Callable[[int, Any], None]:
    """Return a function that stores further results; the array's own if all are known to have one shape."""
    return sink.array.__setitem__ if isinstance(sink, _Stack) and is_known(shape) else add


class _Stack:
    """Results of a known number of iterations in one array, in the memory of an earlier run if possible.

    Args:
        ragged: whether the results may differ in shape: records of loops and branches for the backward pass.
    """

    def __init__(self, count: int, port: Port, kept: dict[Any, Any], memory: Memory, *, ragged: bool) -> None:
        self._count = count
        self._ragged = ragged
        self._apart: _List | None = None
        self._key = "memory", port.kind, port.value
        self._kept = kept
        self._memory = memory
        self.array: Any = None

    def _new(self, shape: tuple[int, ...], dtype: Any) -> Any:
        entry = self._kept.get(self._key)
        if entry is None or (entry.shape, entry.dtype, entry.memory) != (shape, dtype, self._memory):
            entry = self._kept[self._key] = Recycled(shape, dtype, self._memory, most=1)
        return entry()

    def add(self, at: int, value: Any) -> None:
        if self._apart is not None:
            self._apart.add(at, value)
            return
        array = self.array
        if array is None:
            array = self.array = self._new((self._count, *value.shape), value.dtype)
        is_like = value.shape == array.shape[1:] and value.dtype == array.dtype
        if self._ragged and (not is_like or is_ragged(value)):
            self._apart = _List(self._count, self._memory, apart=False, values=array)
            self._apart.add(at, value)
        elif is_like:
            array[at] = value
        else:
            before = shape_text(array.shape[1:])
            raise DiagramError(
                f"stacked values must have equal shapes: expected {before}, got {shape_text(value.shape)}"
            )

    def values(self) -> list[Any]:
        return [self.array] if self._apart is None else self._apart.values()


class _List:
    def __init__(self, count: int | None, memory: Memory, *, apart: bool, values: Iterable[Any] = ()) -> None:
        self._values: list[Any] = [*values] or [None] * (count or 0)
        self._appends = count is None
        self._apart = apart
        self._memory = memory
        self._small, self._share = 0, Share()

    def add(self, at: int, value: Any) -> None:
        if value.nbytes < COUNTED:
            self._small += value.nbytes + OVERHEAD
            if self._small - self._share.size > COUNTED:
                self._memory.require(self._small - self._share.size, "the values that a loop collects")
                self._share.size = self._small
        if self._appends:
            self._values.append(value)
        else:
            self._values[at] = value

    def values(self) -> list[Any]:
        values = self._values
        if self._apart:
            return values
        first = values[0]
        if all(each.shape == first.shape and not is_ragged(each) for each in values):
            return [np.stack(values)]
        result = np.empty(len(values), object)
        for i, each in enumerate(values):
            result[i] = each
        return [result]


class _Records:
    def __init__(self) -> None:
        self._recorder = Recorder(1)

    def add(self, at: int, value: Any) -> None:
        self._recorder.add(at, [value])

    def values(self) -> list[Any]:
        return self._recorder.values()


class _Last:
    def __init__(self) -> None:
        self._value: Any = None

    def add(self, at: int, value: Any) -> None:
        self._value = value

    def values(self) -> list[Any]:
        return [self._value]
