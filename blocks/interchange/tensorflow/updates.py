"""Reads of variables by TensorFlow operations: the value before the step, or after an update in the step.

On a page, a read returns the value from the start of the step, unless the reader depends on an update. TensorFlow
orders reads and updates by control inputs. Here, a reader that waits for an update is wired to the output of the
update.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from blocks.base.reachable import reachable
from blocks.interchange.tensorflow.operations import ARGUMENT, Operation, Value, origin
from blocks.interchange.tensorflow.operators import VARIABLES, mapped
from blocks.library.registry import find


def written(operation: Operation) -> list[int]:
    result = mapped(operation.op)
    spec = None if result is None else find(result.type)
    if spec is None or not spec.writes:
        return []
    return [i for i, pin in enumerate(spec.inputs) if pin.name in spec.writes and i < len(operation.inputs)]


def variable_of(value: Value) -> Operation | None:
    operation = origin(value, ("Identity", "Enter", "RefEnter", "RefIdentity")).operation
    return operation if operation.op in (*VARIABLES, ARGUMENT) else None


class Updates:
    def __init__(self) -> None:
        self._of: dict[Operation, list[Operation]] = {}
        self._bit: dict[Operation, int] = {}
        self._behind: dict[Operation, int] = {}
        self._needed: set[Operation] = set()
        self.all: list[Operation] = []

    def look_at(self, operations: Sequence[Operation]) -> None:
        for each in operations:
            indices = written(each)
            if indices:
                self._bit[each] = 1 << len(self.all)
                self.all.append(each)
            for index in indices:
                variable = variable_of(each.inputs[index])
                if variable is not None:
                    self._of.setdefault(variable, []).append(each)
        if not self.all:
            return
        for each in _in_order(operations):
            behind = 0
            for source in _sources(each):
                behind |= self._behind.get(source, 0) | self._bit.get(source, 0)
            self._behind[each] = behind
        for each in operations:
            for value in each.inputs:
                update = self.seen_by(each, value)
                if update is not None:
                    self._needed.add(update)

    def seen_by(self, reader: Operation, value: Value) -> Operation | None:
        """Return the update whose result an operation reads; None for a variable's value before the step."""
        updates = self._of.get(value.operation)
        if not updates:
            return None
        behind = self._behind.get(reader, 0)
        result = [each for each in updates if self._bit[each] & behind and each is not reader]
        return max(result, key=lambda each: self._behind[each].bit_count(), default=None)

    def waited_for(self, operation: Operation) -> list[Operation]:
        """Return the updates that an operation waits for by control inputs, also through no-ops."""
        result = reachable(operation.control, lambda each: each.control if each.op == "NoOp" else ())
        return sorted(result & self._bit.keys(), key=self.all.index)

    def type_of(self, operation: Operation, kind: str) -> str:
        """Return the block type of an update: the one that outputs the new value, if anything reads it."""
        plain = kind.removeprefix("Resource")
        return plain if operation in self._needed and find(plain) is not None else kind


def _sources(operation: Operation) -> Iterable[Operation]:
    return () if operation.op == "NextIteration" else operation.sources


def _in_order(operations: Sequence[Operation]) -> list[Operation]:
    """Sort operations after those that they read or wait for; cycles are broken at arbitrary positions."""
    done: list[Operation] = []
    state: set[Operation] = set()
    for start in operations:
        if start in state:
            continue
        state.add(start)
        stack = [(start, iter(_sources(start)))]
        while stack:
            each, rest = stack[-1]
            for source in rest:
                if source not in state:
                    state.add(source)
                    stack.append((source, iter(_sources(source))))
                    break
            else:
                done.append(each)
                stack.pop()
    return done
