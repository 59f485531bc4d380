"""A fused group in a plan: a call of machine code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.types import is_array
from blocks.compile.control_flow import ControlFlow
from blocks.compile.fuse import FusedGroup, fuse
from blocks.compile.schedule import Instruction, Schedule, values_in
from blocks.native.chains import Phases, cost_of, in_order
from blocks.native.terms import Term


class Part:
    """A group of instructions as a function, which makes the results and fills them.

    Attributes:
        took: the cost of each instruction, by which a profile divides the time of the whole.
    """

    def __init__(self, group: FusedGroup, instructions: Sequence[Instruction]) -> None:
        self.group = group
        self.members = instructions[group.first : group.first + group.length]
        self._inputs = [group.terms[value] for value in group.inputs]
        self._outputs: list[Term] = []
        for value in group.outputs:
            term = group.terms[value]
            same = term in self._outputs  # an array for each result
            self._outputs.append(Term("view", (term,), term.shape, term.dtype) if same else term)
        self._phases = Phases(self._inputs, self._outputs, group.size, group.n)
        index = {value: i for i, value in enumerate(group.inputs)}
        self._checks = [(check, [index[value] for value in values]) for check, values in group.checks]
        self._makers: Sequence[Callable[[], Any]] = ()
        self.took = [self._cost(each) for each in self.members]

    def _cost(self, instruction: Instruction) -> float:
        terms = self.group.terms
        before = {terms[value] for value in instruction.args if isinstance(value, int) and value in terms}
        results = in_order([terms[value] for value in instruction.results if value in terms])
        return 1.0 + sum([cost_of(each) * each.size for each in results if each not in before])

    def called(self, name: Callable[[int], str]) -> str:
        results = ", ".join(f"v{value}" for value in self.group.outputs)
        given = ", ".join(map(name, self.group.inputs))
        return f"{results}{' = ' if results else ''}part{self.group.first}({given})"

    def bind(self, maker: Callable[[tuple[int, ...], Any], Callable[[], Any]]) -> None:
        """Compile the code, and set the functions that make the results."""
        self._phases.prepare()
        self._makers = [maker(each.shape, each.dtype) for each in self._outputs]

    def __call__(self, *values: Any) -> Any:
        for check, indices in self._checks:
            check(*[values[i] for i in indices])
        # A NumPy scalar has the address of a copy that is gone at once.
        given = [each if is_array(each) and each.flags.c_contiguous else np.ascontiguousarray(each) for each in values]
        results = [make() for make in self._makers]
        inputs, outputs = (dict(zip(*pair, strict=True)) for pair in ((self._inputs, given), (self._outputs, results)))
        self._phases(inputs, outputs)
        return results[0] if len(results) == 1 else results


def fused(order: Schedule, flow: ControlFlow | None, kept: set[int]) -> tuple[Schedule, dict[int, Part]]:
    """Return a schedule in which calls that run together are adjacent, and its parts by their first index."""
    if flow is None:
        order, groups = fuse(order, kept)
    else:
        groups: dict[int, FusedGroup] = {}
        read = Counter(value for each in order.instructions for value in {*values_in(each.args)})
        kept = kept | {value for loop in order.loops for *_, value in loop.edges}

        def regrouped(suite: Schedule, first: int) -> Schedule:
            inside = Counter(value for each in suite.instructions for value in {*values_in(each.args)})
            results = (value for each in suite.instructions for value in each.results)
            outside = {value for value in results if read[value] > inside[value]}
            suite, there = fuse(suite, kept | outside)
            groups.update((first + at, group._replace(first=first + at)) for at, group in there.items())
            return suite

        flow.regroup(regrouped)
        order = flow.schedule
    return order, {first: Part(group, order.instructions) for first, group in groups.items()}
