"""The segments of a step for JAX: compiled ones, and calls on the host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from blocks.compile.liveness import Region, produced_by, results_of, used_by
from blocks.compile.schedule import Instruction


class Piece:
    """Instructions that run together: a call on the host, or a compiled segment.

    Attributes:
        programs: the compiled programs, by argument shapes.
        settled: the compiled program, if the argument shapes never change.
        region: the instructions with their conditions, if some do not always run.
    """

    def __init__(self, instructions: list[Instruction], compiled: bool) -> None:
        self.instructions = instructions
        self.compiled = compiled
        self.inputs: list[int] = []
        self.outputs: list[int] = []
        self.programs: dict[Any, SegmentProgram] = {}
        self.settled: SegmentProgram | None = None
        self.random = [each.node for each in instructions if each.node.type.random]
        self.region: Region | None = None

    @property
    def name(self) -> str:
        first, last = self.instructions[0].node.block_name, self.instructions[-1].node.block_name
        return f"(compiled: {first} ... {last})"

    def values(self) -> tuple[set[int], set[int]]:
        result = {value for each in self.instructions for value in results_of(each)}
        used = {value for each in self.instructions for value in used_by(each) if isinstance(value, int)}
        if self.region is not None:
            result.update(value for item in self.region.items for value in item.makes if isinstance(value, int))
        return result, used


def pieces(instructions: Sequence[Instruction], hosted: set[int]) -> list[Piece]:
    """Partition instructions, alternating between all that the device can run next and all that the host can."""
    makers = {item: i for i, each in enumerate(instructions) for item in produced_by(each)}
    needs = [{makers[used] for used in used_by(each) if used in makers} for each in instructions]
    done: set[int] = set()
    left = list(range(len(instructions)))
    pieces: list[Piece] = []

    def take(wanted: bool) -> list[Instruction]:
        nonlocal left
        taken: list[Instruction] = []
        rest: list[int] = []
        blocked = False
        for i in left:
            here = (instructions[i].node.number in hosted) == wanted
            if here and not blocked and done.issuperset(needs[i]):
                done.add(i)
                taken.append(instructions[i])
            else:
                blocked = blocked or (here and wanted)
                rest.append(i)
        left = rest
        return taken

    while left:
        segment = take(False)
        if segment:
            pieces.append(Piece(segment, compiled=True))
        pieces.extend(Piece([each], compiled=False) for each in take(True))
    return pieces


class SegmentProgram(NamedTuple):
    """A segment compiled for certain shapes.

    Attributes:
        function: maps arguments and random keys to ``computed`` values and whether all conditions hold (None without
            conditions).
        known: the other outputs, which follow from shapes.
        reserved: by node number, the stream blocks that a call uses whose block counts its runs.
    """

    function: Callable[..., Any]
    given: list[int]
    computed: list[int]
    known: dict[int, Any]
    reserved: dict[int, int]
