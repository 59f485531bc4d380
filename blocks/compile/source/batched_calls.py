"""Lists of small calls on preallocated memory, for long programs.

Compiling a line of Python takes longer than everything else that is done for a call. Functions whose arguments are in a
list run as fast, and the code that calls them is the same for all programs
(`blocks.compile.source.function_source.calling`). To make this form possible for most of a program, small variables are
copied at the start of a step. Small results that a step returns are copied at its end.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np

from blocks.compile.memory import Buffer, Kind, Lives, Small, small_kind
from blocks.compile.rewrite import Goal
from blocks.compile.schedule import Schedule
from blocks.graph.graph import Graph

LONG = 1000
"""Calls that make a program long."""
SHORTEST = 4
"""Calls that are worth a list."""
MOST = 64
"""Calls of one list."""


class _There(dict[int, Any]):
    def __init__(self, constants: Mapping[int, Any], variables: Mapping[int, Kind], begins: dict[int, Any]) -> None:
        super().__init__(constants)
        self._variables = variables
        self._begins = begins

    def __missing__(self, value: int) -> Any:
        kind = self._variables[value]
        result = self[value] = self._begins[value] = np.empty(kind.shape, kind.dtype)
        return result


class Lists:
    """Parts of a program that run from lists of calls.

    Attributes:
        calls: lists of functions, each followed by its arguments, by the index of their first instruction.
        rows: preallocated memory of instructions whose results are returned.
    """

    def __init__(self, order: Schedule, goal: Goal) -> None:
        self.calls: dict[int, list[Any]] = {}
        self.begins: dict[int, Any] = {}
        self.rows: dict[int, Any] = {}
        self.others = [order.outputs[output] for output in goal.outputs]
        self._order = order
        self._indices: list[int] = []

    def collect(
        self, graph: Graph, lives: Lives, buffers: list[Buffer | None], exist: Collection[int], apart: Collection[int]
    ) -> None:
        """Find the calls that can run from lists; none in a short program."""
        instructions = self._order.instructions
        if len(instructions) < LONG:
            return
        for value in set(self.others) - lives.shared_at_end():
            small = lives.small[i] if (i := lives.defined[value]) >= 0 else None
            if small is not None and i not in apart:
                self.rows[i] = np.empty(small.kind.shape, small.kind.dtype)
        self._arrange({instructions[i].results[0]: row for row, i in enumerate(self.rows)})
        for i, row in self.rows.items():
            buffers[i] = i, row
        self._find(lives.small, buffers, apart, self._small_variables(graph, exist))

    def _arrange(self, row_of: Mapping[int, int]) -> None:
        values = self.others
        self.others = [value for value in values if value not in row_of]
        others = count()
        behind = len(self.others)
        self._indices = [behind + row_of[value] if value in row_of else next(others) for value in values]

    def _small_variables(self, graph: Graph, exist: Collection[int]) -> dict[int, Kind]:
        order = self._order
        start = list(order.start.values())
        there = {start[i] for i in exist}
        outputs = [node.outputs[0] for node in graph.nodes if node.type.variable]
        result = {order.outputs[output]: small_kind(output) for output in outputs}
        return {value: kind for value, kind in result.items() if kind is not None and value in there}

    def _find(
        self,
        small: Sequence[Small | None],
        buffers: Sequence[Buffer | None],
        apart: Collection[int],
        variables: Mapping[int, Kind],
    ) -> None:
        there = _There(self._order.constants, variables, self.begins)
        find = there.__getitem__
        calls: list[Any] = []
        for i, (_, args, results, _) in enumerate(self._order.instructions):
            buffer, call = buffers[i], small[i]
            if buffer is not None and call is not None and i not in apart:
                memory = there[results[0]] = buffer[1]
                try:
                    calls += call.function, (*map(find, args), memory)  # pyright: ignore[reportArgumentType]
                except KeyError:  # an operand is made elsewhere
                    pass
                else:
                    continue
            if calls:
                self._add(i, calls)
                calls = []
        self._add(len(self._order.instructions), calls)

    def _add(self, end: int, calls: list[Any]) -> None:
        count = len(calls) // 2
        for start in range(0, count, MOST):
            stop = min(start + MOST, count)
            if stop - start >= SHORTEST:
                self.calls[end - count + start] = calls[2 * start : 2 * stop]

    def handed(self, others: Sequence[Any]) -> list[Any]:
        result = [*others, *[each.copy() for each in self.rows.values()]]
        return list(map(result.__getitem__, self._indices))
