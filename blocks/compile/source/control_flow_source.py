"""Source lines for control flow: ``if`` for conditions, ``while`` for loop iterations.

The first iteration of a loop comes before its ``while``, because its initial values come from outside the loop. A dead
value is a name that is not read. A Merge takes the live value, which it finds by the booleans in the locals ``p``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.types import Array
from blocks.compile.call_timer import Clock
from blocks.compile.conditions import ALWAYS, BranchOutcome, Condition
from blocks.compile.control_flow import ControlFlow, Suite, While
from blocks.compile.dispatch import guarded, result_bytes
from blocks.compile.liveness import Region, Rounds, kept_by
from blocks.compile.rewrite import Goal, output_key
from blocks.compile.schedule import Instruction
from blocks.compile.source.batched_calls import Lists
from blocks.compile.source.statements import Statements
from blocks.compile.source.writer import Writer

if TYPE_CHECKING:
    from blocks.compile.source.native_source import Part


class SuiteWriter(Writer):
    def __init__(
        self,
        flow: ControlFlow,
        goal: Goal,
        statements: Statements,
        lists: Lists,
        parts: Mapping[int, Part],
        clock: Clock | None,
    ) -> None:
        super().__init__(flow.schedule, statements, lists, parts, clock)
        self.flow = flow
        outputs = ((flow.schedule.outputs[each], flow.region.of(output_key(each))) for each in goal.outputs)
        self._alive = {value: condition for value, condition in outputs if condition != ALWAYS}
        self._suite_of = [each for suite in flow.suites() for each in [suite] * (suite.end - suite.first)]
        self._region = flow.region
        self._given: Condition = ALWAYS
        self._set: set[int] = set()
        self._later: list[int] = []
        self._unused: set[int] = set()

    def write(self) -> None:
        before, self.body = self.body, []
        self._all(self.flow.body, self.flow.region, 0)
        # What is only set on a branch is looked at only there, but in one line with what is known elsewhere.
        begin = [("    " + " = ".join([*self.truths.values(), "False"]), 0)] if self.truths else []
        self.body = [*before, *begin, *self.body]
        shift = len(before) + len(begin)
        self.whole = [range(each.start + shift, each.stop + shift) for each in self.whole]

    def _all(self, body: Sequence[Suite | While], region: Region, version: int) -> None:
        for each in body:
            self._region = region
            if isinstance(each, Suite):
                self._suite(each, each.conditions[version])
            else:
                start = len(self.body)
                self._while(each, each.rounds[version], version)
                self.whole.append(range(start, len(self.body)))

    def _suite(self, suite: Suite, condition: Condition | None) -> None:
        self._given = condition or ALWAYS
        self._set = set()
        self._later = []
        kept = [pair for i in range(suite.first, suite.end) for pair in kept_by(self.order.instructions[i])]
        if condition is None:
            self._keep(kept, suite.first)
        elif condition == ALWAYS:
            self.calls(suite.first, suite.end)
        else:
            self.line(f"if {self.expression(condition)}:", suite.first)
            self.depth += 1
            before = len(self.body)
            self.calls(suite.first, suite.end)
            if len(self.body) == before:
                self.line("pass", suite.first)
            self.depth -= 1
            if kept:
                self.line("else:", suite.first)
                self.depth += 1
                self._keep(kept, suite.first)
                self.depth -= 1
        if self._later:
            self.line(" = ".join([*(f"v{value}" for value in self._later), "None"]), suite.first)

    def _keep(self, kept: Sequence[tuple[int, int]], at: int) -> None:
        for new, old in kept:
            self.line(f"v{new} = {self.statements.name(old)}", at)

    def _while(self, loop: While, rounds: Rounds, version: int) -> None:
        first, carried = loop.first, loop.carried
        self._all(loop.body, rounds.first, 2 * version)
        self.flags([(number, condition) for number, condition, _ in rounds.flags], first)
        if rounds.goes_on is None:
            return
        for value, _ in carried:
            self.line(f"{held(value, loop)} = v{value}", first)
        goes = f"g{first}_{version}"
        self.line(f"{goes} = {self.expression(rounds.goes_on)}", first)
        self.line(f"while {goes}:", first)
        self.depth += 1
        if self.flow.draws:
            self.line("streams.go_on()", first)
        self._hand_on(loop)
        self._all(loop.body, rounds.again, 2 * version + 1)
        self.flags([(number, condition) for number, _, condition in rounds.flags], first)
        self.line(f"{goes} = {self.expression(rounds.goes_on_again)}", first)
        self.depth -= 1
        for value, _ in carried:
            self.line(f"v{value} = {held(value, loop)}", first)

    def _hand_on(self, loop: While) -> None:
        """Assign the results of an iteration to the loop values of the next one, all at once."""
        begins = {
            each.node.number: each.results[0]
            for each in self.order.instructions[loop.first : loop.end]
            if each.node.type.control == "loop_value"
        }
        pairs = [(begins[begin], value) for begin, _, value in loop.loop.edges]
        pairs += loop.carried
        names = ", ".join([f"v{value}" for value, _ in pairs])
        self.line(f"{names} = {', '.join([self.statements.name(value) for _, value in pairs])}", loop.first)

    def flags(self, conditions: Sequence[tuple[int, Condition | None]], at: int) -> None:
        for number, condition in conditions:
            self.line(f"{self.truth(number)} = {self.expression(condition)}", at)

    def call(self, i: int) -> None:
        instruction = self.order.instructions[i]
        control = instruction.node.type.control
        decides = control in ("switch", "merge")
        if control == "loop_value":
            return
        if decides and result_bytes(instruction.node) > self.statements.memory.each:
            self.namespace[f"k{i}"] = guarded(instruction.node, self.statements.memory, True)
            self.line(f"k{i}()", i)
        elif not decides:
            super().call(i)
        elif control == "merge":
            self._merge(i, instruction)
        else:
            self._switch(i, instruction)

    def _switch(self, i: int, instruction: Instruction) -> None:
        data, pred = instruction.args
        assert isinstance(data, int) and isinstance(pred, int)
        if not instruction.node.certain:
            super().call(i)
        if pred not in self._set:
            self._set.add(pred)
            self.line(f"{self.truth(pred)} = not not {self.statements.name(pred)}", i)
        used = self._used(i, instruction)
        if used:
            self.line(" = ".join([*(f"v{value}" for value in used), self.statements.name(data)]), i)

    def _merge(self, i: int, instruction: Instruction) -> None:
        [numbers] = instruction.args
        assert isinstance(numbers, tuple)
        value, index = instruction.results
        needed = {value, *self._used(i, instruction)}  # the interpreter may have to go on with the value
        results: list[tuple[str, str, Condition]] = []
        for at, output in self._region.merged(instruction.node):
            condition = self._region.of(output_key(output))
            if condition is not None:
                self.namespace[f"i{at}"] = _index(at)
                results.append((self.statements.name(numbers[at]), f"i{at}", condition - self._given))
        for result, names in ((value, [x for x, _, _ in results]), (index, [at for _, at, _ in results])):
            if result in needed:
                text = names[-1]
                for name, (_, _, condition) in zip(names[-2::-1], results[-2::-1], strict=True):
                    text = f"{name} if {self.expression(condition)} else {text}"
                self.line(f"v{result} = {text}", i)

    def _used(self, i: int, instruction: Instruction) -> list[int]:
        results = [each for each in instruction.results if self.clock is not None or self.lives.last[each] > i]
        self._unused.update(set(instruction.results).difference(results))
        return results

    def time(self, i: int, part: Part | None) -> None:
        if self.order.instructions[i].node.type.control != "loop_value":
            super().time(i, part)

    def free(self, values: Sequence[int], i: int) -> None:
        """Release the values that are dead after an instruction; values from outside only after the suite."""
        suite = self._suite_of[i]
        values = [each for each in values if each not in self._unused]
        own = [each for each in values if self.lives.defined[each] >= suite.first]
        if own:
            super().free(own, i)
        self._later += [each for each in values if self.lives.defined[each] < suite.first]

    def handed(self, value: int) -> str:
        condition = self._alive.get(value, ALWAYS)
        if condition is None:
            return "None"
        name = self.statements.name(value)
        return name if condition == ALWAYS else f"{name} if {self.expression(condition)} else None"

    def told(self) -> str:
        return f"({''.join([f'{name}, ' for name in self.truths.values()])})" if self._alive else "()"

    def truth(self, number: int) -> str:
        return self.truths.setdefault(number, f"p{number}" if number >= 0 else f"q{-number}")

    def expression(self, condition: Condition | None) -> str:
        if condition is None:
            return "False"
        parts = [self._part(each) for each in sorted(condition, key=_by_length)]
        return " and ".join(parts) or "True"

    def _part(self, part: Any) -> str:
        if isinstance(part, BranchOutcome):
            return f"{'' if part.side else 'not '}{self.truth(part.value)}"
        return f"({' or '.join([self.expression(each) for each in part])})"


def held(value: int, loop: While) -> str:
    return f"w{value}_{loop.first}"


def truths_in(names: Mapping[str, Any]) -> dict[int, bool]:
    result = {name: value for name, value in names.items() if name[0] in "pq" and name[1:].isdigit()}
    return {int(name[1:]) * (1 if name[0] == "p" else -1): bool(value) for name, value in result.items()}


def _by_length(part: Any) -> tuple[int, Any]:
    return (0, part) if isinstance(part, BranchOutcome) else (1, 0)


def _index(at: int) -> Array:
    result = np.array(at, np.int32)
    result.setflags(write=False)
    return result
