"""The writer of a plan's source: calls of instructions, parts and lists, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from blocks.compile.call_timer import Clock
from blocks.compile.schedule import Schedule
from blocks.compile.source.batched_calls import Lists
from blocks.compile.source.function_source import Line, calling
from blocks.compile.source.statements import Statements

if TYPE_CHECKING:
    from blocks.compile.source.native_source import Part


class Writer:
    """A writer of source lines.

    Attributes:
        whole: ranges of lines that must be in one function.
        truths: the names of booleans that decide control flow, by their value numbers in conditions.
    """

    def __init__(
        self, order: Schedule, statements: Statements, lists: Lists, parts: Mapping[int, Part], clock: Clock | None
    ) -> None:
        self.order = order
        self.statements = statements
        self.lists = lists
        self.parts = parts
        self.clock = clock
        self.lives = statements.lives
        self.namespace = statements.namespace
        self.body: list[Line] = []
        self.whole: list[range] = []
        self.truths: dict[int, str] = {}
        self.depth = 1

    def line(self, content: str, index: int) -> None:
        self.body.append(("    " * self.depth + content, index))

    def starts(self) -> None:
        for i, value in enumerate(self.order.start.values()):
            self.line(f"v{value} = cells[{i}]", 0)
        for value, memory in self.lists.begins.items():
            self.namespace.update({"copyto": np.copyto, f"s{value}": memory})
            self.line(f"copyto(s{value}, v{value})", 0)
        for slot, value in self.order.feeds.items():
            self.line(f"v{value} = feeds[{slot}]", 0)

    def write(self) -> None:
        self.calls(0, len(self.order.instructions))

    def calls(self, first: int, end: int) -> None:
        i = first
        while i < end:
            calls = self.lists.calls.get(i)
            if calls is not None:
                count = len(calls) // 2
                self.namespace.update({f"list{i}": calls, f"calls_{count}": calling(count)})
                self.statements.listed[i : i + count] = bytes([1]) * count
                self.line(f"calls_{count}(list{i})", i)
                i += count
                continue
            part = self.parts.get(i)
            behind = i + (part.group.length if part is not None else 1)
            if part is None:
                self.call(i)
            else:
                self.line(part.called(self.statements.name), i)
            if self.clock is not None:
                self.time(i, part)
            freed: Sequence[int] = self.lives.freed.get(i, ())
            if part is not None:
                inside = {v for each in part.members for v in each.results}.difference(part.group.outputs)
                freed = [v for at in range(i, behind) for v in self.lives.freed.get(at, ()) if v not in inside]
            if freed:
                self.free(freed, i)
            i = behind

    def call(self, i: int) -> None:
        self.line(self.statements.line(i, self.order.instructions[i]), i)

    def free(self, values: Sequence[int], i: int) -> None:
        self.line(f"del {', '.join([f'v{value}' for value in values])}", i)

    def ends(self) -> None:
        outputs = f"[{''.join([f'{self.handed(value)}, ' for value in self.lists.others])}]"
        if self.lists.rows:
            self.namespace["handed"] = self.lists.handed
            outputs = f"handed({outputs})"
        written = "".join(f"v{value}, " for value in self.order.final.values())
        self.line(f"return {outputs}, ({written}), {self.told()}", 0)

    def handed(self, value: int) -> str:
        return self.statements.name(value)

    def told(self) -> str:
        return "()"

    def time(self, i: int, part: Part | None) -> None:
        self.namespace["clock"] = self.clock
        if part is None:
            results = map(self.statements.name, self.order.instructions[i].results)
            self.line(f"clock({i}, ({''.join(f'{name}, ' for name in results)}))", i)
            return
        self.namespace[f"places{i}"] = range(i, i + part.group.length)
        values = [each.results[0] for each in part.members]
        result = [f"(v{value},)" if value in part.group.outputs else "()" for value in values]
        self.line(f"clock.share(places{i}, part{i}.took, [{', '.join(result)}])", i)
