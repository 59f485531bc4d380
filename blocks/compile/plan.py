"""The fast path: a schedule as straight-line Python, generated once and run many times.

One line per node. Values are locals, freed after their last use, or lie in a small buffer ``b``, which is the last
argument of the call that makes them; elementwise calls on more write into the memory of an operand that dies there. The
source holds names that are made here, never a text of the document: `Plan.__str__` adds block names for the reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from time import perf_counter
from types import FrameType
from typing import Any

import numpy as np

from blocks.base.collection import paused_collection
from blocks.base.context import Waits
from blocks.base.types import Shape
from blocks.compile import fuse as fuse_module
from blocks.compile import memory as memory_module
from blocks.compile.calling import Streams, result_bytes
from blocks.compile.clock import Clock
from blocks.compile.functions import CALLS, FIRST_CALL, calling, compiled, in_functions
from blocks.compile.interpret import StepResult, interpret, resume
from blocks.compile.lists import Lists
from blocks.compile.parts import Part
from blocks.compile.passes import PASSES, Fed, Goal, finished, specialise
from blocks.compile.rewrite import Place
from blocks.compile.schedule import schedule, values_in
from blocks.compile.statements import Statements
from blocks.graph.graph import Graph
from blocks.graph.lines import FUNCTIONS

LIGHT = 1 << 24
"""Bytes of all values of a step, up to which a first step is interpreted."""

PARTS = {
    "reuse": "elementwise calls write into the buffer of an operand that dies there",
    "buffers": "small results that nobody sees lie in memory that is there before the step",
    "lists": "small calls of a long program that need no other memory are made from lists, without a line for each",
    "fuse": "calls that work row by row on large arrays run together, in chunks that fit into the cache",
    "threads": "these chunks run on several threads",
    "recycle": "large results lie in the memory of earlier ones that nobody holds any more",
    "lines": "a call of NumPy's functions stands for the kernel that would make it",
}
"""What a plan does beyond running a graph as it is, by name."""

PROFILE = "profile"
"""Another part, which is asked for: time and memory of each call are measured."""

OPTIMISATIONS = (*PASSES, *PARTS)
"""All that can be switched: the passes before a plan is made, and the parts of the plan itself."""


_CALL = re.compile(rf"    (.* = )?(k\d+|u_\w+|into_\w+|part\d+|f\d+|({'|'.join(FUNCTIONS)})(\.reduce)?)\(")
"""A line that a block stands behind."""


class Plan:
    """A program for a goal, ready to run.

    Attributes:
        graph: the optimised graph that it runs.
        goal: what it gives, in terms of that graph.
        schedule: its instructions, in order.
    """

    def __init__(self, graph: Graph, goal: Goal, memory: int, parts: Collection[str] = ("reuse",)) -> None:
        self.graph = graph
        self.goal = goal
        self.memory = memory
        self.options = frozenset(parts)
        self.schedule = schedule(graph, goal.turns)
        self.parts: dict[int, Part] = {}
        if "fuse" in self.options and not self.schedule.loops:
            self._fuse()
        self.clock = Clock(self.schedule.instructions) if PROFILE in self.options else None
        self.keys = list(self.schedule.start)
        # What runs is decided while it runs: not by straight-line code.
        self.branches = any(spec.control for spec in {each.node.type for each in self.schedule.instructions})
        self.written = False
        self.loose: set[int] = set()

    def write(self) -> None:
        """Write and compile the program, unless that is done already."""
        if self.written:
            return
        began = perf_counter()
        self.lines: list[int] = []
        with paused_collection():
            self.lives = memory_module.Lives(self.schedule, self.goal)
            ordered = {value: i for i, value in enumerate(self.schedule.start.values()) if i not in self.loose}
            self.statements = Statements(self.lives, self.options, self.memory, ordered)
            self.namespace = self.statements.namespace
            self.must_exist = self._must_exist()
            self.lists = Lists(self.schedule, self.goal)
            fits = self.clock is None and self.memory >= memory_module.WORTH_FREEING
            if fits and {"buffers", "lists"} <= self.options:
                self.lists.collect(self.graph, self.lives, self.statements.buffers, self.must_exist, self.parts)
            self._generate()
            self.in_order = list(ordered.values()) if self.statements.trusts else []
            self.function = self._compile()
        self.written = True
        if self.clock is not None:
            self.clock.prepare(perf_counter() - began)

    @property
    def source(self) -> str:
        """The Python source."""
        self.write()
        return "".join([f"{content}\n" for lines in self.functions for content, _ in lines])

    @cached_property
    def interprets_next(self) -> bool:
        """Whether the next step is interpreted: a first one.

        To write a program takes longer than such a step, and many a page runs only once. But the interpreter keeps all
        values until the step ends, and makes fused parts call by call.
        """
        if self.parts or self.clock is not None or self.schedule.loops:
            return False
        nodes = [each.node for each in self.schedule.instructions]
        return all(each.certain for each in nodes) and sum(map(result_bytes, nodes)) <= LIGHT

    def run(self, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams) -> StepResult:
        """Run one step.

        Args:
            cells: the values of the variables at the start of the step, None if they have none yet.
            feeds: the values that are fed, by slot.
            streams: the random streams of the step.
        """
        if self.clock is None:
            return self._run(cells, feeds, streams)
        self.clock.begin()
        try:
            return self._run(cells, feeds, streams)
        finally:
            self.clock.end()

    def _run(self, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams) -> StepResult:
        if self.branches or self.interprets_next:
            self.interprets_next = False
            return interpret(self.schedule, self.goal, cells, feeds, streams, self.memory, self.clock)
        self.write()
        start: list[Any] = list(map(cells.get, self.keys))
        for i in self.must_exist:
            if start[i] is None:
                return interpret(self.schedule, self.goal, cells, feeds, streams, self.memory, self.clock)
        for i in self.in_order:
            if start[i] is not None and not start[i].flags.c_contiguous:
                self.loose.add(i)
                self.written = False
                self.write()
        try:
            outputs, written = self.function(start, feeds, streams)
        except Exception as error:
            return self._resume(error, streams)
        finally:
            if self.shared:
                self.namespace.update(self.shared)
        return StepResult(outputs, dict(zip(self.schedule.final, written, strict=True)), [])

    def _resume(self, error: Exception, streams: Streams) -> StepResult:
        """A node failed: what does not depend on it still runs, from where the program stopped."""
        trace = error.__traceback__
        found: FrameType | None = None
        at = 0
        while trace is not None:  # the last one, since a long program is several functions
            start = self.codes.get(trace.tb_frame.f_code)
            if start is not None:
                found, at = trace.tb_frame, self.lines[start + trace.tb_lineno]
            elif trace.tb_frame.f_code.co_filename == CALLS:
                at += trace.tb_lineno - FIRST_CALL
            trace = trace.tb_next
        if found is None:
            raise error
        values = {int(k[1:]): v for k, v in found.f_locals.items() if k[0] == "v" and k[1:].isdigit()}
        values.update((int(k[1:]), v) for k in self.shared if (v := self.namespace.get(k)) is not None)
        values.update(self._in_buffers(at))
        values.update(self.schedule.constants)
        if at in self.parts:  # one of its calls failed: which one, a look at each of them tells
            return resume(self.schedule, self.goal, values, at, streams, self.memory, clock=self.clock)
        if isinstance(error, Waits):
            return resume(self.schedule, self.goal, values, at, streams, self.memory, clock=self.clock)
        failed = self.schedule.instructions[at].node, error
        return resume(self.schedule, self.goal, values, at + 1, streams, self.memory, failed, self.clock)

    def _in_buffers(self, at: int) -> dict[int, Any]:
        """The values in buffers that were made before an instruction, and are needed from it on."""
        found: dict[int, Any] = {}
        for i, buffer in enumerate(self.statements.buffers[:at]):
            if buffer is None:
                continue
            value = self.schedule.instructions[i].results[0]
            lies_there = self.statements.listed[i] or value in self.statements.names
            if lies_there and self.lives.root_last[value] >= at:
                found[value] = buffer[1].copy() if i in self.lists.rows else buffer[1]
        return found

    def _must_exist(self) -> list[int]:
        """The variables that are read by somebody who needs a value."""
        starts = {value: i for i, value in enumerate(self.schedule.start.values())}
        left = {*starts}.difference([self.schedule.outputs[o] for o in self.goal.outputs])
        for node, args, _, _ in self.schedule.instructions:
            if not left:
                break
            spec = node.type
            read = args if spec.simple else [*values_in(args[1:] if spec.accepts_uninitialised else args)]
            if not left.isdisjoint(read):
                left.difference_update(read)
        return [i for value, i in starts.items() if value not in left]

    def _fuse(self) -> None:
        order = self.schedule
        kinds = {(o.dtype, o.shape): o for each in order.instructions for o in each.node.outputs}
        largest = max(map(memory_module.bytes_of, kinds.values()), default=0)
        # What takes too much is refused when it runs, before anything is made.
        if not fuse_module.SMALLEST <= largest <= self.memory:
            return
        kept = {order.outputs[o] for o in self.goal.outputs} | set(order.final.values())
        self.schedule, groups = fuse_module.fuse(order, kept)
        shown = fuse_module.shown_values(self.schedule) if groups else {}
        for first, group in groups.items():
            self.parts[first] = Part(group, self.schedule.instructions, shown, order.constants, PROFILE in self.options)

    def _generate(self) -> None:
        body: list[tuple[str, int]] = []
        name = self.statements.name

        def line(content: str, instruction: int) -> None:
            body.append(("    " + content, instruction))

        for i, key in enumerate(self.keys):
            line(f"v{self.schedule.start[key]} = cells[{i}]", 0)
        for value, memory in self.lists.begins.items():
            self.namespace.update({"copyto": np.copyto, f"s{value}": memory})
            line(f"copyto(s{value}, v{value})", 0)
        for slot, value in self.schedule.feeds.items():
            line(f"v{value} = feeds[{slot}]", 0)
        i = 0
        while i < len(self.schedule.instructions):
            calls = self.lists.calls.get(i)
            if calls is not None:
                count = len(calls) // 2
                self.namespace.update({f"list{i}": calls, f"calls_{count}": calling(count)})
                self.statements.listed[i : i + count] = bytes([1]) * count
                line(f"calls_{count}(list{i})", i)
                i += count
                continue
            part = self.parts.get(i)
            end = i + (part.group.length if part is not None else 1)
            line(part.called(name) if part else self.statements.line(i, self.schedule.instructions[i]), i)
            if self.clock is not None:
                line(self._timed(i, part), i)
            freed = self.lives.freed.get(i, ())
            if part is not None:
                inside = {v for each in part.members for v in each.results}.difference(part.group.outputs)
                freed = [v for place in range(i, end) for v in self.lives.freed.get(place, ()) if v not in inside]
            if freed:
                line(f"del {', '.join([f'v{value}' for value in freed])}", i)
            i = end
        outputs = f"[{''.join([f'{name(value)}, ' for value in self.lists.others])}]"
        if self.lists.rows:
            self.namespace["handed"] = self.lists.handed
            outputs = f"handed({outputs})"
        written = "".join(f"v{value}, " for value in self.schedule.final.values())
        line(f"return {outputs}, ({written})", 0)
        self.functions, self.shared = in_functions(body)
        for part in self.parts.values():
            self.namespace.update(part.namespace)
            self.functions.append(part.lines)
        self.lines = [0, *(place for lines in self.functions for _, place in lines)]

    def _timed(self, i: int, part: Part | None) -> str:
        """The line of a profile behind a call."""
        self.namespace["clock"] = self.clock
        if part is None:
            results = map(self.statements.name, self.schedule.instructions[i].results)
            return f"clock({i}, ({''.join(f'{name}, ' for name in results)}))"
        self.namespace[f"places{i}"] = range(i, i + part.group.length)
        values = [each.results[0] for each in part.members]
        made = [f"(v{value},)" if value in part.group.outputs else "()" for value in values]
        return f"clock.share(places{i}, part{i}.took, [{', '.join(made)}])"

    def _compile(self) -> Callable[..., Any]:
        self.namespace.update(self.shared)
        self.codes = compiled(self.functions, self.namespace)
        for first, part in self.parts.items():
            results = {value: self.statements.maker(value) for value in part.group.outputs}
            name = f"part{first}"
            self.namespace[name] = part.bound(self.namespace[name], results, "threads" in self.options)
        return self.namespace["step"]

    def __str__(self) -> str:
        lines = self.source.splitlines()
        shown: list[str] = []
        for number, text in enumerate(lines, 1):
            at = self.lines[number]
            shown.append(self._with_name(text, at) if _CALL.match(text) else text)
            if text.startswith("    calls_"):
                instructions = enumerate(self.schedule.instructions[at : at + len(self.lists.calls[at]) // 2], at)
                shown += [self._with_name(f"        {self.statements.line(i, each)}", i) for i, each in instructions]
        return "\n".join(shown)

    def _with_name(self, text: str, at: int) -> str:
        node = self.schedule.instructions[at].node
        return f"{text}  # {node.type.name} {node.name!r}"


def make_plan(
    graph: Graph,
    goal: Goal,
    feeds: Mapping[Place, Fed],
    variables: Mapping[int, Shape],
    *,
    needed: bytearray | None = None,
    memory: int,
    passes: Sequence[str] = OPTIMISATIONS,
    form: Callable[[Graph, Goal, int, Sequence[str]], Plan] = Plan,
) -> Plan:
    """The program for a goal: specialised to what is fed and to the variables' shapes, optimised, generated.

    Args:
        graph: the graph of a page.
        goal: what is asked for.
        feeds: dtype and shape of each value that is given.
        variables: the shapes that variables have now, by node number.
        needed: for each node, whether the goal needs it, if that is known.
        memory: bytes that one result may take.
        passes: the optimisations to run, by name.
        form: makes the program of the last graph; see `blocks.compile.backends`.
    """
    began = perf_counter()
    with paused_collection():
        start = specialise(graph, goal, feeds, variables, needed, passes=passes, memory=memory)
        plan = form(*finished(start, goal), memory, [name for name in passes if name in PARTS or name == PROFILE])
    if plan.clock is not None:
        plan.clock.prepare(perf_counter() - began)
    return plan
