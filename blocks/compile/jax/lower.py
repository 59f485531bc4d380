"""Lowering of a schedule to functions that XLA compiles. Unsupported calls run on the host.

A step is divided into segments of calls that have a lowering rule (`blocks.library.jax_rules`), as few as dependencies
allow. A training step without strings, queues and files is one function that takes and returns its variables. Their old
values are kept, so that a stopped step has no effect. While a segment is traced, the NumPy kernels compute all values
that follow from constants and shapes, so that sizes and axes are known. If a rule needs a value that is still unknown,
its call moves to the host. Branches and loops are always in one segment (`Branches`).

If a kernel's condition on values does not hold, or a call on the host fails, the interpreter continues from there with
the existing values. So errors are those of NumPy, with the names of their blocks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from blocks.base.budget import HINT, Memory
from blocks.base.errors import DiagramError
from blocks.base.threads import single_blas
from blocks.base.types import is_array
from blocks.compile.conditions import ALWAYS, Condition, holds, outcomes
from blocks.compile.dispatch import Streams, located, quiet, stream_of
from blocks.compile.interpret import Run, StepResult, go_on
from blocks.compile.jax.bodies import traced
from blocks.compile.jax.placement import Placement, on_host
from blocks.compile.jax.trace import CannotLower, Trace, decides, reason_against
from blocks.compile.liveness import LoopBody, Region, UnsupportedLoopError, produced_by, results_of, used_by
from blocks.compile.plan import PROFILE, Plan
from blocks.compile.rewrite import Goal, output_key
from blocks.compile.schedule import Instruction, Schedule, reordered, values_in
from blocks.graph.graph import Graph, Node, Output
from blocks.library.jax_rules.lowering import jax, with_64_bits
from blocks.library.jax_rules.missing import why_not
from blocks.library.rules import rule_of


class Branches:
    """The control flow of a plan."""

    def __init__(self, schedule: Schedule, goal: Goal) -> None:
        self.goal = goal
        self._bodies = [
            LoopBody(loop, frozenset(schedule.instructions[i].node.number for i in loop.body))
            for loop in schedule.loops
        ]
        self._region: Region | None = None
        self.needed: frozenset[int] = frozenset()

    def region(self, instructions: Sequence[Instruction], others: Sequence[Instruction]) -> Region:
        """Return the region with control flow; raise UnsupportedLoopError if it affects other pieces or is too deep."""
        there = {each.node.number for each in instructions}
        for each in others:
            if each.node.type.control or each.chosen is not None:
                raise UnsupportedLoopError(each.node, "is separated from other branches by a block that JAX cannot run")
            for body in self._bodies:
                if any(at[0] == each.node.number for _, at, _ in body.loop.edges) and each.node.number in body.nodes:
                    raise UnsupportedLoopError(each.node, "is needed in each iteration of a loop but cannot run on JAX")
        try:
            region = Region(instructions, self._bodies)
        except RecursionError:
            raise UnsupportedLoopError(instructions[0].node, "is inside branches that are nested too deeply") from None
        for each in others:
            before = [*map(output_key, each.node.inputs), *(c.number for c in each.node.controls)]
            if any((at if isinstance(at, int) else at[0]) in there and region.of(at) != ALWAYS for at in before):
                raise UnsupportedLoopError(each.node, "is on a branch but cannot run on JAX")
        self._region = region
        if any(region.of(output_key(output)) != ALWAYS for output in self.goal.outputs):
            self.needed = frozenset(each.value for c in region.conditions() for each in outcomes(c))
        return region

    def result(self, result: StepResult, values: Mapping[int, Any]) -> StepResult:
        region = self._region
        if region is None:
            return result

        def alive(condition: Condition | None) -> bool:
            return condition is not None and bool(holds(condition, lambda each: bool(values[each.value]) is each.side))

        def cause(node: Node) -> Node:
            before: Collection[Output] = [output for output in node.inputs if not alive(region.of(output_key(output)))]
            if before:
                return cause(next(iter(before)).op)
            return next((cause(each) for each in node.controls if not alive(region.of(each.number))), node)

        dead = {
            i: cause(output.op)
            for i, output in enumerate(self.goal.outputs)
            if not alive(region.of(output_key(output)))
        }
        outputs = [None if i in dead else value for i, value in enumerate(result.outputs)]
        return result._replace(outputs=outputs, dead={**result.dead, **dead})


MOST_PROGRAMS = 16
"""Programs that a segment keeps, one for each set of shapes."""
_REPEATABLE = {"xla_gpu_deterministic_ops": True}
"""Of XLA: else threads of a GPU add up in any order, and the fastest of several kernels is chosen by trial."""


class DevicePlan(Plan):
    """A plan that runs on JAX's device where possible.

    Args:
        notes: receives a message for each block that runs on the host.
        strict: raise an error for such a block.
    """

    writes_branches = False

    @with_64_bits
    def __init__(
        self,
        graph: Graph,
        goal: Goal,
        memory: Memory,
        parts: Collection[str],
        notes: dict[str, None],
        strict: bool,
        placement: Placement,
        repeatable: bool = False,
    ) -> None:
        super().__init__(graph, goal, memory, [PROFILE] if PROFILE in parts else [])
        self.placement = placement
        self.compiler_options = _REPEATABLE if repeatable and jax.default_backend() == "gpu" else None
        self.notes = notes
        fed = [node for node in graph.nodes if node.type.name == "Feed"]
        self.names = {self.schedule.feeds.get(n.attrs["slot"]): n.block_name.removesuffix(" (fed)") for n in fed}
        self.strict = strict
        self.hosted: set[int] = set()
        self.pieces: list[_Piece] = []
        self.shared: set[int] = set()  # what several pieces take, which is moved to the device once
        self.known: dict[int, Any] = {}
        self.constants: dict[int, Any] = {}
        for value, array in self.schedule.constants.items():
            if not is_array(array) or array.dtype.hasobject:
                self.constants[value] = array
            elif decides(array):
                self.known[value] = array
            else:
                self.constants[value] = placement.fed(array)
        self.whole = False
        self.lazy = goal.sure is not None and goal.sure < len(goal.outputs)
        self.single: _SingleProgram | None = None  # once it is compiled
        branches = any(each.node.type.control or each.chosen is not None for each in self.schedule.instructions)
        self.decided = Branches(self.schedule, goal) if branches else None
        self._sort_out()
        self.cut(0, self.schedule.instructions)

    @with_64_bits
    def _run(self, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams) -> StepResult:
        if self.single is not None:
            result = self.single.run(cells, feeds, streams)
            if result is not None:
                return result
        with quiet(), single_blas():
            return self._in_pieces(cells, feeds, streams)

    def _in_pieces(self, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams) -> StepResult:
        start = [cells.get(key) for key in self.keys]
        if self.whole or any(value is None for value in start):
            return super()._run({key: on_host(value) for key, value in cells.items()}, feeds, streams)
        held = {key: self.placement.variable(key, value) for key, value in zip(self.keys, start, strict=True)}
        values = {self.schedule.start[key]: value for key, value in held.items()}
        values.update((value, self._fed(value, feeds[slot])) for slot, value in self.schedule.feeds.items())
        step = _Step(self, values | self.known | self.constants, streams)
        result = step.run()
        if self.lazy and not result.errors and len(result.outputs) < len(self.goal.outputs):
            outputs = result.outputs + [None] * (len(self.goal.outputs) - len(result.outputs))
            result = result._replace(
                outputs=outputs, later=partial(self.all_of, [*values.values()], streams, step.keys)
            )
        if self.single is None and self._is_single and self.pieces[0].settled is not None:
            self.single = _SingleProgram(self, self.pieces[0], self.pieces[0].settled)
            self.on_device = True
        # What was on the host until now is not moved again by the next step.
        moved = {key: value for key, value in held.items() if value is not cells[key]}
        return result._replace(cells=moved | result.cells)

    @with_64_bits
    def all_of(self, begin: Sequence[Any], streams: Streams, keys: Sequence[Any]) -> Sequence[Any]:
        """Return all results of a step from its initial values and random keys.

        They are computed only when they are read. Later steps return all, which are likely to be read too.
        """
        if self.lazy:
            self.lazy, self.single, self.on_device = False, None, False
            self.cut(0, self.schedule.instructions)
        taken = [*map(self.schedule.start.__getitem__, self.keys), *self.schedule.feeds.values()]
        values = dict(zip(taken, begin, strict=True))
        return _Step(self, values | self.known | self.constants, streams, keys).run().outputs

    @property
    def _is_single(self) -> bool:
        alone = len(self.pieces) == 1 and self.pieces[0].compiled and self.decided is None
        return alone and self.clock is None and self.placement.mesh is None

    def _fed(self, value: int, array: Any) -> Any:
        """Return a feed as a piece's argument: a compiled function moves arguments faster than `device_put`."""
        if self.placement.mesh is None and value not in self.shared:
            return array
        return self.placement.fed(array, self.names.get(value))

    def on_host(self, node: Node, reason: str) -> None:
        self._refuse(node, reason)
        self.hosted.add(node.number)

    def cut(self, at: int, instructions: Sequence[Instruction]) -> None:
        """Replace the pieces from an index on by as few as possible; host calls keep their order."""
        self.pieces[at:] = _pieces(instructions, self.hosted)
        self.lazy = self.lazy and self._is_single
        if self.decided is not None:
            try:
                self._branch(self.decided)
            except UnsupportedLoopError as error:
                self._host_branches(error)
                self.pieces[at:] = _pieces(instructions, self.hosted)
        wanted = {self.schedule.outputs[o] for o in self.looked_at} | set(self.schedule.final.values())
        if self.decided is not None:
            wanted |= self.decided.needed
        for piece in reversed(self.pieces):
            result, used = piece.values()
            piece.inputs = sorted(used - result)
            piece.outputs = sorted(result & wanted)
            wanted |= used
        taken = Counter(value for piece in self.pieces if piece.compiled for value in piece.inputs)
        self.shared = {value for value, count in taken.items() if count > 1}

    @property
    def looked_at(self) -> Sequence[Output]:
        return self.goal.outputs[: self.goal.sure] if self.lazy else self.goal.outputs

    def _branch(self, decided: Branches) -> None:
        for piece in self.pieces:
            if any(each.node.type.control or each.chosen is not None for each in piece.instructions):
                others = [each for other in self.pieces if other is not piece for each in other.instructions]
                piece.region = decided.region(piece.instructions, others)
                return

    def _host_branches(self, result: UnsupportedLoopError) -> None:
        try:
            region = None if self.schedule.loops else Region(self.schedule.instructions)
        except RecursionError:
            region = None
        if region is None:
            self.give_up(result.node, result.reason)
            return
        self._refuse(result.node, f"{result.reason}: NumPy runs all branches")
        self.decided = None
        for each in self.schedule.instructions:
            if each.node.type.control or each.chosen is not None or region.of(each.node.number) != ALWAYS:
                self.hosted.add(each.node.number)

    def _refuse(self, node: Node, reason: str) -> None:
        text = f"{node.display_name} {reason}"
        if self.strict:
            error = DiagramError(f"JAX cannot run this block: {text}", hint="omit --strict to run the block with NumPy")
            raise error.located(block=node.block_name)
        self.notes[f"block {node.block_name!r} runs on NumPy, not JAX: {text}"] = None

    def give_up(self, node: Node, reason: str) -> None:
        self._refuse(node, f"{reason}: NumPy runs the whole page")
        self.whole = True

    def _sort_out(self) -> None:
        known = set(self.known)
        for instruction in self.schedule.instructions:
            node = instruction.node
            reason = reason_against(node)
            follows = node.type.shape_only or known.issuperset(values_in(instruction.args))
            if reason is None and follows and not node.type.stateful:
                known.update(instruction.results)
            elif reason is not None or not (node.type.control or node.type.nested or rule_of(node.type, "jax")):
                self.on_host(node, reason or why_not(node.type.name))


class _SingleProgram:
    """The runner of a plan that is one compiled segment."""

    def __init__(self, plan: DevicePlan, piece: _Piece, program: _Program) -> None:
        schedule = plan.schedule
        self._keys = plan.keys
        self._slots = [*schedule.feeds]
        self._function, self._random = program.function, piece.random
        self._reserved = [program.reserved[n.number] if stream_of(n)[2] is not None else None for n in piece.random]
        # All values side by side: those that a step begins with, those that stay, those that it makes.
        begin = [*(schedule.start[key] for key in plan.keys), *schedule.feeds.values()]
        stay = {**plan.known, **plan.constants, **program.known}
        stay = {value: array for value, array in stay.items() if value not in set(program.computed)}
        self._stay = [*stay.values()]
        index_of = {value: i for i, value in enumerate([*begin, *stay, *program.computed])}
        self._given = [index_of[value] for value in program.given]
        self._moved = [i for i in self._given if i < len(plan.keys)]
        sure = plan.goal.outputs[: plan.goal.sure] if plan.lazy else plan.goal.outputs
        self._outputs = [index_of[schedule.outputs[output]] for output in sure]
        self._none = [None] * (len(plan.goal.outputs) - len(sure))
        self._cells = [(key, index_of[value]) for key, value in schedule.final.items()]
        self._plan = plan
        self._array: type[Any] = type(jax.device_put(0))
        self._alike: bool | None = None

    def run(self, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams) -> StepResult | None:
        """Run one step; return None if the step needs more than a call of the function."""
        values = [*map(cells.get, self._keys)]
        if self._moved and {type(values[i]) for i in self._moved} != {self._array}:
            return None
        begin = [*values, *map(feeds.__getitem__, self._slots)]
        values = [*begin, *self._stay]
        drawn = [streams(*stream_of(node)) for node in self._random]
        keys = [*map(_key, self._random, drawn)]
        try:
            outputs, holds = self._function([values[i] for i in self._given], keys)
            values += outputs
            written = {key: values[i] for key, i in self._cells}
            if self._alike is None:
                self._alike = all(cells[key] is not None and cells[key].shape == v.shape for key, v in written.items())
            outputs = [values[i] for i in self._outputs]
            later = None
            if self._none:
                outputs += self._none
                later = partial(self._plan.all_of, begin, streams, keys)
            # Last, since the device computes meanwhile.
            if holds is not None and not holds.item():
                return None
        except Exception:  # the long way says it
            return None
        for stream, count in zip(drawn, self._reserved, strict=True):
            if count is not None:
                stream.reserve(count)
        return StepResult(outputs, written, [], later=later, alike=self._alike)


class _Step:
    def __init__(
        self, plan: DevicePlan, values: dict[int, Any], streams: Streams, keys: Sequence[Any] | None = None
    ) -> None:
        self.plan = plan
        self.values = values
        self.streams = streams
        self.again = keys is not None
        self.keys = keys or ()
        self.known = dict(plan.known)
        self.host = Run(plan.schedule, {}, streams, plan.memory, plan.clock)

    def run(self) -> StepResult:
        plan, at = self.plan, 0
        while at < len(plan.pieces):
            piece = plan.pieces[at]
            try:
                result = self._segment(piece, at) if piece.compiled else self._call(piece, at)
            except CannotLower as error:
                if error.whole:
                    plan.give_up(error.node, error.reason)
                    return self._go_on(at)
                plan.on_host(error.node, error.reason)
                plan.cut(at, [each for piece in plan.pieces[at:] for each in piece.instructions])
                if plan.whole:
                    return self._go_on(at)
                continue
            if result is not None:
                return result
            at += 1
        dead = self.host.dead_of(plan.goal)
        outputs = [
            None if i in dead else plan.placement.handed_back(self.values[plan.schedule.outputs[o]])
            for i, o in enumerate(plan.looked_at)
        ]
        written = {key: self.values[value] for key, value in plan.schedule.final.items()}
        return self._ended(StepResult(outputs, written, [], dead))

    def _ended(self, result: StepResult) -> StepResult:
        return result if self.plan.decided is None else self.plan.decided.result(result, self.values)

    def _call(self, piece: _Piece, at: int) -> StepResult | None:
        """Make one call on the host; return a result if the step is over."""
        [instruction] = piece.instructions
        there = self.host.values
        there.update((value, on_host(self.values[value])) for value in piece.inputs if value in self.values)
        if self.host.one(instruction) is not None:  # it waits
            return self._go_on(at)
        if self.host.errors:
            return self._go_on(at + 1)
        self.values.update((value, there[value]) for value in results_of(instruction) if value in there)
        return None

    def _segment(self, piece: _Piece, at: int) -> StepResult | None:
        clock = self.plan.clock
        if clock is not None:
            clock.between()
        program, name = piece.settled, piece.name
        if program is None:
            count = len(piece.programs)
            known = {value: self.known[value] for value in piece.inputs if value in self.known}
            program = self._program(piece, known, [value for value in piece.inputs if value not in known])
            name = name if len(piece.programs) == count else "(compiling)"
            if at == 0:  # what it is given are feeds and variables, whose shapes a plan is made for
                piece.settled = program
        self.known.update(program.known)
        self.values.update(program.known)
        streams: list[Any] = []
        if not self.again:
            streams = [self.streams(*stream_of(node)) for node in piece.random]
            self.keys = [*map(_key, piece.random, streams)]
        keys = self.keys
        given = [self.values[value] for value in program.given]
        placement = self.plan.placement
        if placement.mesh is not None:  # what comes from the host is not there yet
            given, keys = [*map(placement.fed, given)], [*map(placement.whole, keys)]
        try:
            result, holds = program.function(given, keys)
            failed = holds is not None and not bool(holds)
            if clock is not None:
                clock.whole(name, sum(array.nbytes for array in jax.block_until_ready(result)))
        except Exception as error:
            text = (str(error).splitlines() or [type(error).__name__])[0]
            raise DiagramError(
                f"JAX could not run the step: {text}", hint="use --backend numpy to run the page"
            ) from error
        if failed:
            return self._go_on(at)
        self.values.update(zip(program.computed, result, strict=True))
        for node, stream in zip(piece.random, streams, strict=False):
            if stream_of(node)[2] is not None:
                stream.reserve(program.reserved[node.number])
        return None

    def _program(self, piece: _Piece, known: dict[int, Any], given: list[int]) -> _Program:
        shapes = tuple([(np.shape(self.values[value]), self.values[value].dtype) for value in given])
        constants = self.plan.known
        key = shapes, tuple([(v, np.shape(a), a.tobytes()) for v, a in known.items() if v not in constants])
        program = piece.programs.get(key)
        if program is None:
            if piece.programs:
                first = piece.instructions[0].node.block_name
                self.plan.notes[f"recompiled because shapes have changed, starting at block {first!r}"] = None
            specs = [jax.ShapeDtypeStruct(*shape) for shape in shapes]
            program = piece.programs[key] = _compile(self.plan, piece, known, dict(zip(given, specs, strict=True)))
            if len(piece.programs) > MOST_PROGRAMS:
                del piece.programs[next(iter(piece.programs))]
        return program

    def _go_on(self, at: int) -> StepResult:
        plan, host = self.plan, self.host
        order = [each for piece in plan.pieces for each in piece.instructions]
        first = sum(len(piece.instructions) for piece in plan.pieces[:at])
        host.values.update((value, on_host(array)) for value, array in self.values.items())
        past = any(piece.region is not None for piece in plan.pieces[:at])
        host.schedule = reordered(plan.schedule, order)
        if past:  # its loops have made their rounds
            host.schedule = host.schedule._replace(loops=())
        result = go_on(host, plan.goal, first)
        return self._ended(result) if past else result


def _compile(plan: DevicePlan, piece: _Piece, known: Mapping[int, Any], given: Mapping[int, Any]) -> _Program:
    trace = Trace(piece.instructions, known, plan.memory.alone, traced, piece.region)
    keys = [jax.ShapeDtypeStruct(*_KEY[stream_of(node)[2] is not None]) for node in piece.random]

    def attempt(arrays: Sequence[Any], random: Sequence[Any]) -> Any:
        return trace.run(dict(zip(given, arrays, strict=True)), random, piece.outputs)

    # What is known, and whether there are conditions.
    shapes, _ = jax.eval_shape(attempt, list(given.values()), keys)
    known = {value: trace.known[value] for value in piece.outputs if value in trace.known}
    computed = [value for value in piece.outputs if value not in known]
    _require_room(plan, piece, given.values(), dict(zip(computed, shapes, strict=True)))
    lie = plan.placement.of_results(zip(computed, shapes, strict=True), plan.schedule.final)
    function = jax.jit(attempt, out_shardings=lie, compiler_options=plan.compiler_options)
    return _Program(function, list(given), computed, known, trace.reserved)


def _require_room(plan: DevicePlan, piece: _Piece, given: Iterable[Any], computed: Mapping[int, Any]) -> None:
    """Raise DiagramError, naming the block, if a segment's arguments and results exceed the user's limit."""
    limit = plan.memory
    if limit.each < limit.total:  # the limit is the default, and a device has memory of its own
        return
    makers = {value: each.node for each in piece.instructions for value in results_of(each)}
    size = sum([math.prod(each.shape) * each.dtype.itemsize for each in given])
    for value, each in computed.items():
        size += math.prod(each.shape) * each.dtype.itemsize
        if size > limit.total and value in makers:
            text = f"with this result, the tensors of a step take {size:,} bytes; the limit is {limit.total:,}"
            raise located(makers[value], DiagramError(text, hint=HINT))


_KEY = ((2,), np.uint32), ((3,), np.uint64)
"""Shape and dtype of what a stream gives to a call: a key, or where it is."""


def _key(node: Node, stream: Any) -> Any:
    if stream_of(node)[2] is None:
        return stream.integers(0, 1 << 32, 2, np.uint32)
    key, counter = stream.stream
    return np.array([key, counter % 2**64, counter >> 64], np.uint64)


class _Piece:
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
        self.programs: dict[Any, _Program] = {}
        self.settled: _Program | None = None
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


def _pieces(instructions: Sequence[Instruction], hosted: set[int]) -> list[_Piece]:
    """Partition instructions, alternating between all that the device can run next and all that the host can."""
    makers = {item: i for i, each in enumerate(instructions) for item in produced_by(each)}
    needs = [{makers[used] for used in used_by(each) if used in makers} for each in instructions]
    done: set[int] = set()
    left = list(range(len(instructions)))
    pieces: list[_Piece] = []

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
            pieces.append(_Piece(segment, compiled=True))
        pieces.extend(_Piece([each], compiled=False) for each in take(True))
    return pieces


class _Program(NamedTuple):
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
