"""The segments of a step for JAX: compiled ones, and calls on the host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from blocks.compile.liveness import Region, produced_by, results_of, used_by
from blocks.compile.schedule import Instruction


class Piece:
    """Instructions that run together: a call on the host, or a compiled segment.

    Attributes:
        inputs: the values that it takes.
        outputs: the values that others need of it.
        compiled: whether it is a segment.
        programs: what it was compiled to, by the shapes of its arguments.
        settled: what it was compiled to, if its arguments always have the same shapes.
        random: the calls that draw random numbers.
        region: the instructions with their conditions, if some do not always run.
    """

    def __init__(self, instructions: list[Instruction], compiled: bool) -> None:
        self.instructions = instructions
        self.compiled = compiled
        self.inputs: list[int] = []
        self.outputs: list[int] = []
        self.programs: dict[Any, Program] = {}
        self.settled: Program | None = None
        self.random = [each.node for each in instructions if each.node.type.random]
        self.region: Region | None = None

    @property
    def name(self) -> str:
        """What a profile calls it."""
        first, last = self.instructions[0].node.block_name, self.instructions[-1].node.block_name
        return f"(compiled: {first} ... {last})"

    def values(self) -> tuple[set[int], set[int]]:
        """The values that it makes, and those that it uses."""
        result = {value for each in self.instructions for value in results_of(each)}
        used = {value for each in self.instructions for value in used_by(each) if isinstance(value, int)}
        if self.region is not None:
            result.update(value for item in self.region.items for value in item.makes if isinstance(value, int))
        return result, used


def pieces(instructions: Sequence[Instruction], hosted: set[int]) -> list[Piece]:
    """Instructions in turns: all that the device can do by then, then all that the host can do in its order."""
    makers = {item: i for i, each in enumerate(instructions) for item in produced_by(each)}
    needs = [{makers[used] for used in used_by(each) if used in makers} for each in instructions]
    done: set[int] = set()
    left = list(range(len(instructions)))
    pieces: list[Piece] = []

    def take(wanted: bool) -> list[Instruction]:
        """What can run on the one side now."""
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


class Program(NamedTuple):
    """A segment compiled for certain shapes.

    Attributes:
        function: takes the arguments and the keys of random streams; gives ``computed`` and whether all conditions hold
            (None without any).
        given: the values that are arguments.
        computed: the values that it computes.
        known: the other outputs: they follow from shapes.
        reserved: by node number, how many blocks of its stream a call takes that counts its runs.
    """

    function: Callable[..., Any]
    given: list[int]
    computed: list[int]
    known: dict[int, Any]
    reserved: dict[int, int]
