"""The loops of a TensorFlow 1 graph: their carried values and counters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from blocks.interchange.tensorflow.control_flow.branches import MERGES, SWITCHES
from blocks.interchange.tensorflow.control_flow.recurrent import number, source
from blocks.interchange.tensorflow.operations import Operation, Value, readers_of
from blocks.interchange.tensorflow.schema import message

_ADDS = ("Add", "AddV2")
_MOST_FRAMES = 100


class LoopValue(NamedTuple):
    enter: Operation
    merge: Operation
    switch: Operation
    next: Operation


class LoopGraph:
    def __init__(self, operations: Iterable[Operation]) -> None:
        operations = list(operations)
        self.readers = readers_of(operations)
        self.enters: dict[str, list[Operation]] = {}
        for each in operations:
            if each.op == "Enter":
                self.enters.setdefault(frame_of(each), []).append(each)

    def condition(self, frame: str) -> Operation | None:
        for enter in self.enters.get(frame, ()):
            for merge in self.readers.get(enter, ()):
                for switch in self.readers.get(merge, ()) if merge.op in MERGES else ():
                    if switch.op in SWITCHES and switch.inputs[1].operation.op == "LoopCond":
                        return switch.inputs[1].operation
        return None

    def countdown(self, frame: str) -> LoopValue | None:
        """Return the counter of a gradient's loop, which counts backwards to 1."""
        condition = self.condition(frame)
        test = source(condition.inputs[0]).operation if condition is not None else None
        if test is None or test.op != "GreaterEqual" or len(test.inputs) != 2 or _constant(test.inputs[1]) != 1:
            return None
        counter = self.carried(source(test.inputs[0]).operation)
        if (
            counter is None
            or counter.next.op != "Sub"
            or len(counter.next.inputs) != 2
            or _constant(counter.next.inputs[1]) != 1
        ):
            return None
        return counter if source(counter.next.inputs[0]) == Value(counter.switch, 1) else None

    def carried(self, merge: Operation) -> LoopValue | None:
        switch = next((each for each in self.readers.get(merge, ()) if is_of_loop(each)), None)
        back = [value.operation for value in merge.inputs if value.operation.op == "NextIteration"]
        start = [value.operation for value in merge.inputs if value.operation.op == "Enter"]
        if switch is None or len(back) != 1 or len(start) != 1:
            return None
        return LoopValue(start[0], merge, switch, source(back[0].inputs[0]).operation)

    def carried_by(self, switch: Operation) -> LoopValue | None:
        counter = self.carried(switch.inputs[0].operation) if is_of_loop(switch) else None
        return counter if counter is not None and counter.switch is switch else None

    def is_round(self, value: Value) -> bool:
        """Return whether a value is the number of the iteration, from 0."""
        origin = source(value)
        counter = self.carried_by(origin.operation)
        if counter is None or counter.next.op not in _ADDS:
            return False
        starts = number(counter.enter.inputs[0]) == 0
        steps = {source(each) for each in counter.next.inputs} - {origin}
        return starts and len(steps) == 1 and _constant(steps.pop()) == 1


def entering(frame: str) -> dict[str, Any]:
    """Return the attributes of an Enter of a value that does not change."""
    return {"frame_name": message("AttrValue", s=frame.encode()), "is_constant": message("AttrValue", b=True)}


def frame_of(enter: Operation) -> str:
    return enter.attr["frame_name"].s.decode(errors="replace") if "frame_name" in enter.attr else ""


def _constant(value: Value) -> int | None:
    origin = source(value)
    for _ in range(_MOST_FRAMES):
        if origin.operation.op == "Enter" and origin.operation.inputs:
            origin = source(origin.operation.inputs[0])
    return number(origin)


def is_of_loop(operation: Operation) -> bool:
    return operation.op in SWITCHES and len(operation.inputs) == 2 and operation.inputs[1].operation.op == "LoopCond"
