"""The fast path: a schedule as straight-line Python, generated once and run many times.

One line per node. Values are locals, freed after their last use, or lie in a small buffer ``b``, which is the last
argument of the call that makes them; elementwise calls on more write into the memory of an operand that dies there. The
source holds names that are made here, never a text of the document: `Plan.__str__` adds block names for the reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from types import FrameType
from typing import Any

from blocks.base.collection import paused_collection
from blocks.base.context import Waits
from blocks.base.types import Shape
from blocks.compile import fuse as fuse_module
from blocks.compile import memory as memory_module
from blocks.compile.calling import Streams, check, check_memory, result_bytes, stream_of
from blocks.compile.clock import Clock
from blocks.compile.filling import filling, into
from blocks.compile.functions import compiled, in_functions
from blocks.compile.interpret import StepResult, interpret, resume
from blocks.compile.parts import Part, called_as, direct
from blocks.compile.passes import PASSES, Fed, Goal, optimise, specialise
from blocks.compile.rewrite import Place
from blocks.compile.schedule import Instruction, ValueArg, schedule, values_in
from blocks.graph.graph import Graph, Node

MOST_PLANS = 16
"""Plans that a session keeps: what is fed in ever new shapes would fill the memory."""

LIGHT = 1 << 24
"""Bytes of all values of a step, up to which a first step is interpreted."""

PARTS = {
    "reuse": "elementwise calls write into the buffer of an operand that dies there",
    "buffers": "small results that nobody sees lie in memory that is there before the step",
    "fuse": "calls that work row by row on large arrays run together, in chunks that fit into the cache",
    "threads": "these chunks run on several threads",
    "recycle": "large results lie in the memory of earlier ones that nobody holds any more",
}
"""What a plan does beyond running a graph as it is, by name."""

PROFILE = "profile"
"""Another part, which is asked for: time and memory of each call are measured."""

OPTIMISATIONS = (*PASSES, *PARTS)
"""All that can be switched: the passes before a plan is made, and the parts of the plan itself."""


_CALL = re.compile(r"    (.* = )?(k\d+|u_\w+|into_\w+|part\d+|f\d+|add(\.reduce)?)\(")
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
        self.branches = any(each.node.type.control for each in self.schedule.instructions)
        self.interprets_next = self._is_light()
        self.written = False

    def write(self) -> None:
        """Write and compile the program, unless that is done already."""
        if self.written:
            return
        # What values are called that are no locals: constants, and what lies in buffers.
        self.names = {value: f"c{value}" for value in self.schedule.constants}
        self.lines: list[int] = []
        self.namespace: dict[str, Any] = {"__builtins__": {}}
        with paused_collection():
            self.lives = memory_module.Lives(self.schedule, self.goal)
            self.buffers = self.lives.small_buffers() if "buffers" in self.options else {}
            self.must_exist = self._must_exist()
            self._generate()
            self.function = self._compile()
        self.written = True

    @property
    def source(self) -> str:
        """The Python source."""
        self.write()
        return "".join([f"{content}\n" for lines in self.functions for content, _ in lines])

    def _is_light(self) -> bool:
        """Whether the first step is interpreted.

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
        result = self._run(cells, feeds, streams)
        self.clock.end()
        return result

    def _run(self, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams) -> StepResult:
        if self.branches or self.interprets_next:
            self.interprets_next = False
            return interpret(self.schedule, self.goal, cells, feeds, streams, self.memory, self.clock)
        self.write()
        start = [cells.get(key) for key in self.keys]
        for i in self.must_exist:
            if start[i] is None:
                return interpret(self.schedule, self.goal, cells, feeds, streams, self.memory, self.clock)
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
        for i, (_, buffer) in self.buffers.items():
            value = self.schedule.instructions[i].results[0]
            if i < at and value in self.names and self.lives.root_last[value] >= at:
                found[value] = buffer
        return found

    def _must_exist(self) -> list[int]:
        """The variables that are read by somebody who needs a value."""
        starts = {value: i for i, value in enumerate(self.schedule.start.values())}
        needed = {self.schedule.outputs[o] for o in self.goal.outputs}
        for instruction in self.schedule.instructions:
            args = instruction.args
            needed.update(values_in(args[1:] if instruction.node.type.accepts_uninitialised else args))
        return sorted([starts[value] for value in needed & starts.keys()])

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

        def line(content: str, instruction: int) -> None:
            body.append(("    " + content, instruction))

        for i, key in enumerate(self.keys):
            line(f"v{self.schedule.start[key]} = cells[{i}]", 0)
        for slot, value in self.schedule.feeds.items():
            line(f"v{value} = feeds[{slot}]", 0)
        for value, array in self.schedule.constants.items():
            self.namespace[f"c{value}"] = array
        i = 0
        while i < len(self.schedule.instructions):
            part = self.parts.get(i)
            end = i + (part.group.length if part is not None else 1)
            line(part.called(self._name) if part else self._statement(i, self.schedule.instructions[i]), i)
            if self.clock is not None:
                line(self._timed(i, part), i)
            freed = self.lives.freed.get(i, ())
            if part is not None:
                inside = {v for each in part.members for v in each.results}.difference(part.group.outputs)
                freed = [v for place in range(i, end) for v in self.lives.freed.get(place, ()) if v not in inside]
            if freed:
                line(f"del {', '.join([f'v{value}' for value in freed])}", i)
            i = end
        outputs = "".join([f"{self._name(self.schedule.outputs[o])}, " for o in self.goal.outputs])
        written = "".join(f"v{value}, " for value in self.schedule.final.values())
        line(f"return [{outputs}], ({written})", 0)
        self.functions, self.shared = in_functions(body)
        for part in self.parts.values():
            self.namespace.update(part.namespace)
            self.functions.append(part.lines)
        self.lines = [0, *(place for lines in self.functions for _, place in lines)]

    def _timed(self, i: int, part: Part | None) -> str:
        """The line of a profile behind a call."""
        self.namespace["clock"] = self.clock
        if part is None:
            return f"clock({i}, ({''.join(f'{self._name(v)}, ' for v in self.schedule.instructions[i].results)}))"
        self.namespace[f"places{i}"] = range(i, i + part.group.length)
        values = [each.results[0] for each in part.members]
        made = [f"(v{value},)" if value in part.group.outputs else "()" for value in values]
        return f"clock.share(places{i}, part{i}.took, [{', '.join(made)}])"

    def _statement(self, i: int, instruction: Instruction) -> str:
        node = instruction.node
        args = list(map(self._name if node.type.simple else self._argument, instruction.args))  # pyright: ignore[reportArgumentType]
        results = instruction.results
        too_large = result_bytes(node) > self.memory
        if node.type.ufunc and node.certain and not too_large:
            small = self.buffers.get(i)
            reuses = "reuse" in self.options and small is None
            buffer = self.lives.buffer(i, instruction, instruction.args) if reuses else None
            function = called_as(node, "u" if buffer is None else "into")
            self.namespace[function] = direct(node) if buffer is None else into(direct(node))
            if small is not None:
                # The value is known by its buffer's name: one that is stored nowhere costs less.
                name = self.names[results[0]] = f"b{small[0]}"
                self.namespace[name] = small[1]
                return f"{function}({', '.join(args)}, {name})"
            if buffer is not None:
                args.append(f"v{buffer}")
        else:
            function = f"k{i}"
            fills = not too_large and "recycle" in self.options and self._can_fill(instruction)
            kernel = self._filling(i, instruction) if fills else _guarded(node, self.memory, too_large)
            self.namespace[function] = kernel
            if node.type.random:
                self.namespace[f"n{i}"] = stream_of(node)
                args.append(f"rng=streams(*n{i})")
            if node.type.context:
                self.namespace[f"m{i}"] = node.name
                args.append(f"context=streams.context(m{i})")
        called = f"{function}({', '.join(args)})"
        if not results:
            return called
        single = not (node.type.list_outputs or (len(node.outputs) != 1 and not node.type.writes))
        single = single and len(results) == 1
        return f"{', '.join(f'v{value}' for value in results)}{'' if single or len(results) > 1 else ','} = {called}"

    def _can_fill(self, instruction: Instruction) -> bool:
        """Whether a call can put its results, which are large, into arrays that are there."""
        node = instruction.node
        if node.type.fills is None or not node.certain or len(instruction.results) != max(1, len(node.type.writes)):
            return False
        dtype = node.outputs[0].dtype
        return (
            dtype.numpy.kind in "fc"
            and dtype.size > 2
            and self.lives.size(instruction.results[0]) >= memory_module.WORTH_RECYCLING
        )

    def _filling(self, i: int, instruction: Instruction) -> Callable[..., Any]:
        overwrites = instruction.node.type.overwrites
        if overwrites is not None and (
            "reuse" not in self.options or self.lives.buffer(i, instruction, (instruction.args[overwrites],)) is None
        ):
            overwrites = None
        # A rule's variables are of one shape.
        makers = [self._maker(instruction.results[0]) for _ in instruction.results]
        return filling(instruction.node, makers, overwrites)

    def _argument(self, arg: ValueArg) -> str:
        if isinstance(arg, tuple):
            return "(" + "".join([f"{self._name(each)}, " for each in arg]) + ")"
        return "None" if arg is None else self._name(arg)

    def _name(self, value: int) -> str:
        return self.names.get(value) or f"v{value}"

    def _compile(self) -> Callable[..., Any]:
        self.namespace.update(self.shared)
        self.codes = compiled(self.functions, self.namespace)
        for first, part in self.parts.items():
            results = {value: self._maker(value) for value in part.group.outputs}
            name = f"part{first}"
            self.namespace[name] = part.bound(self.namespace[name], results, "threads" in self.options)
        return self.namespace["step"]

    def _maker(self, value: int) -> Callable[[], Any]:
        """What makes an array for a large result."""
        output = self.lives.types[value]
        make = memory_module.Recycled if "recycle" in self.options else memory_module.New
        return make(output.shape, output.dtype.numpy)

    def __str__(self) -> str:
        lines = self.source.splitlines()
        shown: list[str] = []
        for number, text in enumerate(lines, 1):
            if _CALL.match(text):
                node = self.schedule.instructions[self.lines[number]].node
                text = f"{text}  # {node.type.name} {node.name!r}"
            shown.append(text)
        return "\n".join(shown)


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
    with paused_collection():
        start = specialise(graph, goal, feeds, variables, needed)
        last, carried = optimise(start, goal, [name for name in passes if name in PASSES], memory=memory)
        return form(last, carried, memory, [name for name in passes if name in PARTS or name == PROFILE])


def _guarded(node: Node, memory: int, too_large: bool) -> Callable[..., Any]:
    """A node's kernel, with the checks that could not be made ahead of the run."""
    kernel = node.type.bind(node.attrs, node.bound)
    lists = node.type.list_outputs and (len(node.type.outputs) > 1 or bool(node.type.writes))
    if too_large:

        def refuse(*_args: Any, **_context: Any) -> Any:
            check_memory(node, [o.shape for o in node.outputs], memory)

        return refuse
    if node.certain and not lists:
        return kernel

    def checked(*args: Any, **context: Any) -> Any:
        if not node.certain:
            check(node, args, memory)
        result = kernel(*args, **context)
        return node.type.spread(result) if lists else result

    return checked
