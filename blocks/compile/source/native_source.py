"""A fused group in a plan: one call of machine code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from blocks.compile.fuse import FusedGroup
from blocks.compile.schedule import Instruction
from blocks.native.chains import Chain, cost_of, in_order


class Part:
    """A group of instructions as a function.

    Attributes:
        took: the cost of each instruction, by which a profile divides the time of the whole.
    """

    def __init__(self, group: FusedGroup, instructions: Sequence[Instruction]) -> None:
        self.group = group
        self.members = instructions[group.first : group.first + group.length]
        self.chain = Chain(
            [group.terms[value] for value in group.inputs], [group.terms[value] for value in group.outputs],
            group.size, group.n,
        )  # fmt: skip
        self.took = [self._cost(each) for each in self.members]

    def _cost(self, instruction: Instruction) -> float:
        terms = self.group.terms
        before = {terms[value] for value in instruction.args if isinstance(value, int) and value in terms}
        results = in_order([terms[value] for value in instruction.results])
        return 1.0 + sum([cost_of(each) * each.size for each in results if each not in before])

    def called(self, name: Callable[[int], str]) -> str:
        results = ", ".join(f"v{value}" for value in self.group.outputs)
        given = ", ".join(map(name, self.group.inputs))
        return f"{results}{' = ' if results else ''}part{self.group.first}({given})"

    def bound(self, makers: Mapping[int, Callable[[], Any]]) -> Callable[..., Any]:
        self.chain.kernel.prepare()
        return _Bound(self, [makers[value] for value in self.group.outputs])


class _Bound:
    """The function of a part: it makes the results and fills them."""

    def __init__(self, part: Part, makers: Sequence[Callable[[], Any]]) -> None:
        self.chain = part.chain
        self.makers = makers
        self.took = part.took

    def __call__(self, *values: Any) -> Any:
        given = [each if each.flags.c_contiguous else np.ascontiguousarray(each) for each in values]
        results = [make() for make in self.makers]
        self.chain(given, results)
        return results[0] if len(results) == 1 else results
