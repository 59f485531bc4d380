"""Profiling of a plan's calls: their time and the memory of their results."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from threading import get_ident
from time import perf_counter
from typing import Any

from blocks.base.types import array_of
from blocks.compile.schedule import Instruction
from blocks.graph.graph import Node


class Clock:
    """A sum of times and memory sizes by instruction index.

    Attributes:
        prepared: one-time costs that ``seconds`` excludes: making plans, importing modules.
        held: the maximum size of an instruction's results in bytes; a view of an operand counts as 0.
        recorded: the part of ``held`` that a loop records for its gradient.
        together: time, calls and bytes of instructions that run as one function, by its name.
    """

    def __init__(self, instructions: Sequence[Instruction]) -> None:
        count = len(instructions)
        self._views = [each.node.type.view and not each.node.type.nested for each in instructions]
        self._records = [recorded_by(each.node) for each in instructions]
        self.steps = 0
        self.seconds = 0.0
        self.prepared = 0.0
        self.spent = [0.0] * count
        self.calls = [0] * count
        self.held = [0] * count
        self.recorded = [0] * count
        self.together: dict[str, tuple[float, int, int]] = {}
        self._began = self._at = 0.0
        self._imports = _Imports(self)

    def begin(self) -> None:
        self._imports.begin()
        self._began = self._at = perf_counter()

    def end(self) -> None:
        self.steps += 1
        self.seconds += perf_counter() - self._began
        self._imports.end()

    def prepare(self, seconds: float) -> None:
        """Subtract preparation time from the current step and instruction."""
        self.prepared += seconds
        self._began += seconds
        self._at += seconds

    def between(self) -> None:
        self._at = perf_counter()

    def __call__(self, index: int, results: Sequence[Any]) -> None:
        self.spent[index] += perf_counter() - self._at
        self._note(index, results)
        self._at = perf_counter()

    def share(self, indices: Sequence[int], took: Sequence[float], results: Sequence[Sequence[Any]]) -> None:
        """Divide the time of instructions that ran together in proportion to their own times on all threads."""
        now = perf_counter() - self._at
        whole = sum(took) or 1.0
        for index, each, item in zip(indices, took, results, strict=True):
            self.spent[index] += now * each / whole
            self._note(index, item)
        self._at = perf_counter()

    def whole(self, name: str, size: int) -> None:
        spent, calls, held = self.together.get(name, (0.0, 0, 0))
        self.together[name] = spent + perf_counter() - self._at, calls + 1, max(held, size)
        self._at = perf_counter()

    def _note(self, index: int, results: Sequence[Any]) -> None:
        self.calls[index] += 1
        arrays = [array_of(value) for value in results]
        view = self._views[index]
        held = sum([array.nbytes for array in arrays if array is not None and not (view and array.base is not None)])
        self.held[index] = max(self.held[index], held)
        if self._records[index]:
            recorded = [array_of(results[i]) for i in self._records[index]]
            self.recorded[index] = sum([array.nbytes for array in recorded if array is not None])


def recorded_by(node: Node) -> list[int]:
    program: Any = node.attrs["program"] if node.type.nested else None
    return program.recorded() if hasattr(program, "recorded") else []


class _Imports:
    """A timer for imports in a step: many kernels import modules in their first call."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._import = builtins.__import__
        self._thread = 0

    def begin(self) -> None:
        self._import = builtins.__import__
        self._thread = get_ident()
        builtins.__import__ = self._measured

    def end(self) -> None:
        builtins.__import__ = self._import

    def _measured(self, *args: Any, **options: Any) -> Any:
        if get_ident() != self._thread:
            return self._import(*args, **options)
        self._thread, thread = 0, self._thread  # what a module imports in turn is a part of its own time
        began = perf_counter()
        try:
            return self._import(*args, **options)
        finally:
            self._clock.prepare(perf_counter() - began)
            self._thread = thread
