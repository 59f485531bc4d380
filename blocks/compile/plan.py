"""Plans: schedules compiled to straight-line Python once and run many times.

There is one line per node. Values are locals that are freed after their last use. Small values are stored in a buffer
``b``, the last argument of the call that computes them. Large values are stored in memory ``r`` of earlier results. The
source contains only generated names and never text of the document. `Plan.__str__` adds block names for the reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from time import perf_counter
from types import FrameType
from typing import TYPE_CHECKING, Any

from blocks.base.budget import Memory
from blocks.base.collection import paused_collection
from blocks.base.context import WouldBlock
from blocks.base.types import Shape
from blocks.compile import memory as memory_module
from blocks.compile.call_timer import Clock
from blocks.compile.control_flow import flow_of
from blocks.compile.dispatch import Streams
from blocks.compile.interpret import RoundStreams, StepResult, interpret, resume
from blocks.compile.passes import PASSES, Fed, finished, specialise
from blocks.compile.rewrite import Goal, OutputKey, output_key
from blocks.compile.schedule import schedule, values_in
from blocks.compile.source.batched_calls import Lists
from blocks.compile.source.control_flow_source import SuiteWriter, held, truths_in
from blocks.compile.source.function_source import CALLS, FIRST_CALL, compiled, in_functions
from blocks.compile.source.statements import Statements
from blocks.compile.source.writer import Writer
from blocks.graph.graph import Graph, Node

if TYPE_CHECKING:
    from blocks.compile.source.native_source import Part

PARTS = {
    "buffers": "small intermediate results use memory that is allocated before the step",
    "lists": "small calls of a long program run from lists instead of one line each",
    "recycle": "large results reuse the memory of earlier results that were freed",
}
"""What a plan does beyond running a graph as it is, by name."""

MOST_SEEN = 64
"""Paths through the branches of a step of which is kept what is dead then."""

PROFILE, NATIVE = "profile", "native"
"""Other parts, which are asked for: time and memory of each call are measured; calls on large arrays run together, as
machine code on several threads.
"""

OPTIMISATIONS = (*PASSES, *PARTS)
"""All that can be switched: the passes before a plan is made, and the parts of the plan itself."""


_CALL = re.compile(r" +(.* = )?(k\d+|u_\w+|into_\w+)\(")
"""A line that a block stands behind."""


class Plan:
    """A program for a goal, ready to run.

    Attributes:
        goal: the goal in terms of the optimized graph.
    """

    writes_branches = True
    on_device = False

    def __init__(self, graph: Graph, goal: Goal, memory: Memory, parts: Collection[str] = ()) -> None:
        self.graph = graph
        self.goal = goal
        self.memory = memory
        self.options = frozenset(parts)
        self.schedule = schedule(graph, goal.turns)
        decides = any(spec.control for spec in {each.node.type for each in self.schedule.instructions})
        self.flow = flow_of(self.schedule) if decides and self.writes_branches else None
        # What runs is decided while it runs, and cannot be told ahead: not by lines that are written before.
        self.interpreted = decides and self.flow is None
        self.parts: dict[int, Part] = {}
        if self.flow is not None:
            self.schedule = self.flow.schedule
        if NATIVE in self.options and not self.interpreted:
            self._fuse()
        self.clock = Clock(self.schedule.instructions) if PROFILE in self.options else None
        self.keys = list(self.schedule.start)
        self.written = False

    def write(self) -> None:
        if self.written:
            return
        began = perf_counter()
        imported = self.clock.prepared if self.clock is not None else 0.0
        self.lines: list[int] = []
        with paused_collection():
            self.lives = memory_module.Lives(self.schedule, self.goal, self.flow)
            self.statements = Statements(self.lives, self.options, self.memory)
            self.namespace = self.statements.namespace
            self.must_exist = self._must_exist()
            self.lists = Lists(self.schedule, self.goal)
            fits = self.clock is None and self.memory.each >= memory_module.WORTH_FREEING
            if fits and {"buffers", "lists"} <= self.options:
                apart = {i for first, part in self.parts.items() for i in range(first, first + part.group.length)}
                apart |= self.flow.conditional() if self.flow is not None else set()
                self.lists.collect(self.graph, self.lives, self.statements.buffers, self.must_exist, apart)
            self._generate()
            self.function = self._compile()
        self.written = True
        if self.clock is not None:  # imports were measured already
            self.clock.prepare(perf_counter() - began - (self.clock.prepared - imported))

    @property
    def source(self) -> str:
        self.write()
        return "".join([f"{content}\n" for lines in self.functions for content, _ in lines])

    def run(self, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams) -> StepResult:
        """Run one step."""
        if self.clock is None:
            return self._run(cells, feeds, streams)
        self.clock.begin()
        try:
            return self._run(cells, feeds, streams)
        finally:
            self.clock.end()

    @property
    def passes(self) -> Sequence[str]:
        return OPTIMISATIONS if self.clock is None else (*OPTIMISATIONS, PROFILE)

    @property
    def direct(self) -> bool:
        return self.written and not (self.keys or self.flow or self.clock or self.shared or self.interpreted)

    def _run(self, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams) -> StepResult:
        if self.interpreted:
            return interpret(self.schedule, self.goal, cells, feeds, streams, self.memory, self.clock)
        self.write()
        start: list[Any] = list(map(cells.get, self.keys))
        for i in self.must_exist:
            if start[i] is None:
                return interpret(self.schedule, self.goal, cells, feeds, streams, self.memory, self.clock)
        if self.flow is not None and self.flow.draws:
            streams = RoundStreams(streams)
        try:
            outputs, written, truths = self.function(start, feeds, streams)
        except Exception as error:
            return self.resume(error, streams)
        finally:
            if self.shared:
                self.namespace.update(self.shared)
        dead: Mapping[int, Node] = self._dead(truths) if truths else {}
        return StepResult(outputs, dict(zip(self.schedule.final, written, strict=True)), [], dead)

    def _dead(self, truths: tuple[bool, ...]) -> Mapping[int, Node]:
        nodes = self.seen.get(truths)
        if nodes is None:
            assert self.flow is not None
            dead = self.flow.dead(dict(zip(self.truths, truths, strict=True))).outputs
            nodes = {i: dead[output_key(each)] for i, each in enumerate(self.goal.outputs) if output_key(each) in dead}
            if len(self.seen) >= MOST_SEEN:
                self.seen.clear()
            self.seen[truths] = nodes
        return nodes

    def resume(self, error: Exception, streams: Streams) -> StepResult:
        trace = error.__traceback__
        result: FrameType | None = None
        at = 0
        while trace is not None:  # the last one, since a long program is several functions
            start = self.codes.get(trace.tb_frame.f_code)
            if start is not None:
                result, at = trace.tb_frame, self.lines[start + trace.tb_lineno]
            elif trace.tb_frame.f_code.co_filename == CALLS:
                at += trace.tb_lineno - FIRST_CALL
            trace = trace.tb_next
        if result is None:
            raise error
        names = {**result.f_locals, **{name: self.namespace.get(name) for name in self.shared}}
        order, loop, failed, dead = self.schedule, None, None, None
        if self.flow is not None:
            loop = self.flow.around(at)
            if loop is not None:  # it starts again: what it has done so far cannot be seen from outside
                at = loop.first
                before = ((first, names.get(held(first, loop))) for first, _ in loop.carried)
                names.update((f"v{first}", value) for first, value in before if value is not None)
            order, dead = self.flow.left(at), self.flow.dead(truths_in(names), at)
            if isinstance(streams, RoundStreams) and loop is not None:
                streams.number = 0
        values = {int(k[1:]): v for k, v in names.items() if k[0] == "v" and k[1:].isdigit() and v is not None}
        values = {value: each for value, each in values.items() if self.lives.defined[value] < at}
        values.update(self._in_buffers(at))
        values.update(order.constants)
        # Of a part one of its calls failed: which one, a look at each of them tells.
        if loop is None and at not in self.parts and not isinstance(error, WouldBlock):
            failed = order.instructions[at].node, error
            at += 1
        return resume(order, self.goal, values, at, streams, self.memory, failed, self.clock, dead)

    def _in_buffers(self, at: int) -> dict[int, Any]:
        result: dict[int, Any] = {}
        for i, buffer in enumerate(self.statements.buffers[:at]):
            if buffer is None:
                continue
            value = self.schedule.instructions[i].results[0]
            lies_there = self.statements.listed[i] or value in self.statements.names
            if lies_there and self.lives.root_last[value] >= at:
                result[value] = buffer[1].copy() if i in self.lists.rows else buffer[1]
        return result

    def _must_exist(self) -> list[int]:
        starts = {value: i for i, value in enumerate(self.schedule.start.values())}
        left = {*starts}.difference([self.schedule.outputs[o] for o in self.goal.outputs])
        # What does not run leaves a variable as it is, which then has to have a value.
        kept = self.flow.conditional() if self.flow is not None else ()
        for i, (node, args, _, _) in enumerate(self.schedule.instructions):
            if not left:
                break
            spec = node.type
            first = 1 if spec.accepts_uninitialised and i not in kept else 0
            read = args if spec.simple else [*values_in(args[first:])]
            if not left.isdisjoint(read):
                left.difference_update(read)
        return [i for value, i in starts.items() if value not in left]

    def _fuse(self) -> None:
        from blocks.compile.source.native_source import fused  # most pages have small arrays

        kept = {self.schedule.outputs[o] for o in self.goal.outputs} | set(self.schedule.final.values())
        self.schedule, self.parts = fused(self.schedule, self.flow, kept)

    def _generate(self) -> None:
        given = self.statements, self.lists, self.parts, self.clock
        flow = self.flow
        writer = Writer(self.schedule, *given) if flow is None else SuiteWriter(flow, self.goal, *given)
        writer.starts()
        writer.write()
        writer.ends()
        self.truths = tuple(writer.truths)
        self.seen: dict[tuple[bool, ...], Mapping[int, Node]] = {}
        self.functions, self.shared = in_functions(writer.body, writer.whole, writer.truths.values())
        self.lines = [0, *(index for lines in self.functions for _, index in lines)]

    def _compile(self) -> Callable[..., Any]:
        self.namespace.update(self.shared)
        self.codes = compiled(self.functions, self.namespace)
        for first, part in self.parts.items():
            part.bind(self.statements.maker)
            self.namespace[f"part{first}"] = part
        return self.namespace["step"]

    def __str__(self) -> str:
        lines = self.source.splitlines()
        shown: list[str] = []
        for number, text in enumerate(lines, 1):
            at = self.lines[number]
            part = self.parts.get(at) if f"part{at}(" in text else None
            shown.append(self._with_name(text, at) if part is None and _CALL.match(text) else text)
            if part is not None:
                shown += [self._with_name("       ", at + i) for i in range(len(part.members))]
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
    feeds: Mapping[OutputKey, Fed],
    variables: Mapping[int, Shape],
    *,
    needed: bytearray | None = None,
    memory: Memory,
    passes: Sequence[str] = OPTIMISATIONS,
    form: Callable[[Graph, Goal, Memory, Sequence[str]], Plan] = Plan,
    last: Callable[[Graph, Goal], None] | None = None,
) -> Plan:
    """Return the program for a goal: specialized to feeds and shapes of variables, optimized, generated.

    Args:
        form: makes the program from the final graph; see `blocks.compile.backends`.
        last: a pass that changes the final graph.
    """
    began = perf_counter()
    with paused_collection():
        start = specialise(graph, goal, feeds, variables, needed, passes=passes, memory=memory.each)
        graph, goal = finished(start, goal)
        if last is not None:
            last(graph, goal)
        plan = form(graph, goal, memory, [name for name in passes if name in PARTS or name in (PROFILE, NATIVE)])
    if plan.clock is not None:
        plan.clock.prepare(perf_counter() - began)
    return plan
