"""The backend of JAX: a schedule as functions that XLA compiles, with what cannot be lowered between them on the host.

A step is cut into segments of calls that have a lowering rule (`blocks.library.jax_rules`), as few as dependencies
allow: a training step without strings, queues and files is one function, whose variables go in and come out, their
memory reused. While a segment is traced, what follows from constants and shapes is computed by the NumPy kernels at
once, so that sizes and axes are known; where a rule must know what is still unknown then, its call moves to the host.

Where a condition that a kernel makes on values does not hold, or a call on the host fails, the interpreter goes on from
there with the values that are there: faults are those of NumPy, with the names of their blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.context import Waits
from blocks.base.dtypes import BFLOAT16, BOOL, COMPLEX, DOUBLE, FLOAT, HALF, INTEGERS
from blocks.base.errors import DiagramError
from blocks.base.types import Array, is_array
from blocks.compile.calling import Streams, call, stream_of
from blocks.compile.interpret import StepResult, resume
from blocks.compile.passes import Goal
from blocks.compile.plan import Plan
from blocks.compile.rewrite import place
from blocks.compile.schedule import Instruction, values_in
from blocks.compile.trace_jax import KNOWN_LIMIT, CannotLower, Trace, argument
from blocks.graph.graph import Graph, Node
from blocks.library.jax_rules import rules
from blocks.library.jax_rules.lowering import jax

MOST_PROGRAMS = 16
"""Programs that a segment keeps, one for each set of shapes."""

SHOWN = {"LoopValue": "Merge"}
"""What a page calls a type that stands for another one in a graph."""

DTYPES = frozenset((BOOL, FLOAT, DOUBLE, HALF, BFLOAT16, *INTEGERS, *COMPLEX))


def decides(constant: Array) -> bool:
    """Whether programs are made for the value of a constant: it may be a size or an axis, and is not much data."""
    return constant.nbytes <= KNOWN_LIMIT


class DevicePlan(Plan):
    """A plan that runs on JAX's device as far as it can.

    Args:
        graph, goal, memory: as for a `Plan`.
        notes: where to say what does not run there.
        strict: refuse that instead.
        devices: over how many devices the first axis of feeds and large constants is spread, where it can be.
    """

    def __init__(
        self, graph: Graph, goal: Goal, memory: int, notes: dict[str, None], strict: bool, devices: int
    ) -> None:
        super().__init__(graph, goal, memory)
        self.mesh = jax.make_mesh((devices,), ("batch",)) if devices > 1 else None
        self.notes = notes
        self.strict = strict
        self.hosted: set[int] = set()
        self.pieces: list[Piece] = []
        self.known: dict[int, Any] = {}
        self.constants: dict[int, Any] = {}
        for value, array in self.schedule.constants.items():
            if not is_array(array) or array.dtype.hasobject:
                self.constants[value] = array
            elif decides(array):
                self.known[value] = array
            else:
                self.constants[value] = self.spread(array)
        self.whole = self._decides()
        if self.whole is not None:
            self._refuse(self.whole, "decides what runs: a page with it runs on NumPy as a whole")
            return
        self._sort_out()
        self.cut(0, self.schedule.instructions)

    def run(self, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams) -> StepResult:
        """Run one step; see `Plan.run`."""
        start = [cells.get(key) for key in self.keys]
        if self.whole is not None or any(value is None for value in start):
            return super().run({key: on_host(value) for key, value in cells.items()}, feeds, streams)
        held = {key: self.spread(value, whole=True) for key, value in zip(self.keys, start, strict=True)}
        values = {self.schedule.start[key]: value for key, value in held.items()}
        values.update((value, self.spread(feeds[slot])) for slot, value in self.schedule.feeds.items())
        result = _Step(self, values | self.known | self.constants, streams).run()
        # What was on the host until now is not moved again by the next step.
        moved = {key: value for key, value in held.items() if value is not cells[key]}
        return result._replace(cells=moved | result.cells)

    def spread(self, array: Any, whole: bool = False) -> Any:
        """Data on the device; over all of them by its first axis, unless that cannot be, or each gets the ``whole``."""
        if not is_array(array) or array.dtype.hasobject:
            return array
        if self.mesh is None:
            return jax.device_put(array)
        divides = array.ndim and not whole and array.shape[0] % self.mesh.size == 0
        spec = jax.sharding.PartitionSpec(*(["batch"] if divides else []))
        return jax.device_put(array, jax.sharding.NamedSharding(self.mesh, spec))

    def on_host(self, node: Node, reason: str) -> None:
        """From now on a node runs on the host."""
        self._refuse(node, reason)
        self.hosted.add(node.number)

    def cut(self, at: int, instructions: Sequence[Instruction]) -> None:
        """Replace the pieces from a place on by as few as possible; what is on the host stays in its order."""
        self.pieces[at:] = _pieces(instructions, self.hosted)
        wanted = {self.schedule.outputs[place(o)] for o in self.goal.outputs} | set(self.schedule.final.values())
        for piece in reversed(self.pieces):
            made = {value for each in piece.instructions for value in each.results}
            used = {value for each in piece.instructions for value in values_in(each.args)}
            piece.inputs = sorted(used - made)
            piece.outputs = sorted(made & wanted)
            wanted |= used

    def _decides(self) -> Node | None:
        """A block that decides while it runs what else runs."""
        chosen = (each.node for each in self.schedule.instructions if each.node.type.control or each.chosen is not None)
        return next(chosen, None)

    def _refuse(self, node: Node, reason: str) -> None:
        """Something does not run on the device.

        Raises:
            DiagramError: that is not wanted.
        """
        text = f"{SHOWN.get(node.type.name, node.type.name)} {reason}"
        if self.strict:
            error = DiagramError(f"JAX cannot run it: {text}", hint="without --strict, NumPy runs it")
            raise error.located(block=node.block_name)
        self.notes[f"block {node.block_name!r} runs on NumPy, not JAX: {text}"] = None

    def _sort_out(self) -> None:
        """What is on the host for reasons that are known before anything is traced."""
        table = rules()
        known = set(self.known)
        for instruction in self.schedule.instructions:
            node = instruction.node
            reason = reason_against(node)
            follows = node.type.shape_only or known.issuperset(values_in(instruction.args))
            if reason is None and follows and not node.type.stateful:
                known.update(instruction.results)
            elif reason is not None or node.type.name not in table:
                self.on_host(node, reason or "has no lowering rule")


def reason_against(node: Node) -> str | None:
    """Why no rule could lower a call."""
    if node.type.context:
        return "reaches what is outside of the step"
    for output in (*node.inputs, *node.outputs):
        if output.dtype not in DTYPES:
            return f"works on {output.dtype.short}"
    return None


class Piece:
    """Instructions that run together: one call on the host, or a segment that is compiled.

    Attributes:
        inputs: the values that it takes.
        outputs: the values that others need of it.
        compiled: whether it is a segment.
        programs: what it was compiled to, by the shapes of its arguments.
        random: the calls that draw random numbers.
    """

    def __init__(self, instructions: list[Instruction], compiled: bool) -> None:
        self.instructions = instructions
        self.compiled = compiled
        self.inputs: list[int] = []
        self.outputs: list[int] = []
        self.programs: dict[Any, Program] = {}
        self.random = [each.node for each in instructions if each.node.type.random]


def _pieces(instructions: Sequence[Instruction], hosted: set[int]) -> list[Piece]:
    """Instructions in turns: all that the device can do by then, then all that the host can do in its order."""
    makers = {value: i for i, each in enumerate(instructions) for value in each.results}
    places = {each.node.number: i for i, each in enumerate(instructions)}
    needs: list[set[int]] = []
    for each in instructions:
        before = {makers[value] for value in values_in(each.args) if value in makers}
        before |= {places[c.number] for c in each.node.controls if c.number in places}
        needs.append(before)
    done: set[int] = set()
    left = list(range(len(instructions)))
    found: list[Piece] = []

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
            found.append(Piece(segment, compiled=True))
        found.extend(Piece([each], compiled=False) for each in take(True))
    return found


class Program(NamedTuple):
    """A segment for some shapes.

    Attributes:
        function: takes the arguments whose memory it may reuse, the others, and the keys of random streams; gives
            ``made`` and whether all conditions hold (None without any).
        reused: the values that are arguments of the first kind.
        others: those of the second kind.
        made: the values that it computes.
        known: the other outputs: they follow from shapes.
    """

    function: Callable[..., Any]
    reused: list[int]
    others: list[int]
    made: list[int]
    known: dict[int, Any]


class _Step:
    """One step of a plan: its values so far."""

    def __init__(self, plan: DevicePlan, values: dict[int, Any], streams: Streams) -> None:
        self.plan = plan
        self.values = values
        self.streams = streams
        self.known = dict(plan.known)

    def run(self) -> StepResult:
        plan, at = self.plan, 0
        while at < len(plan.pieces):
            piece = plan.pieces[at]
            try:
                result = self._segment(piece, at) if piece.compiled else self._call(piece, at)
            except CannotLower as found:
                plan.on_host(found.node, found.reason)
                plan.cut(at, [each for piece in plan.pieces[at:] for each in piece.instructions])
                continue
            if result is not None:
                return result
            at += 1
        outputs = [self.values[plan.schedule.outputs[place(o)]] for o in plan.goal.outputs]
        written = {key: self.values[value] for key, value in plan.schedule.final.items()}
        return StepResult(outputs, written, [])

    def _call(self, piece: Piece, at: int) -> StepResult | None:
        """Make one call on the host; a result if the step is over."""
        [instruction] = piece.instructions
        args = [argument(arg, lambda value: on_host(self.values[value])) for arg in instruction.args]
        try:
            results = call(instruction.node, args, self.streams, self.plan.memory)
        except Waits:
            return self._go_on(at)
        except Exception as error:
            return self._go_on(at + 1, (instruction.node, error))
        self.values.update(zip(instruction.results, results, strict=True))
        return None

    def _segment(self, piece: Piece, at: int) -> StepResult | None:
        """Run a segment on the device; a result if the step is over."""
        known = {value: self.known[value] for value in piece.inputs if value in self.known}
        program = self._program(piece, known, [value for value in piece.inputs if value not in known])
        self.known.update(program.known)
        self.values.update(program.known)
        keys = [self.streams(*stream_of(node)).integers(0, 1 << 32, 2, np.uint32) for node in piece.random]
        reused, others = ([self.values[value] for value in each] for each in (program.reused, program.others))
        try:
            found, holds = program.function(reused, others, keys)
            failed = holds is not None and not bool(holds)
        except Exception as error:
            text = (str(error).splitlines() or [type(error).__name__])[0]
            raise DiagramError(f"JAX could not run the step: {text}", hint="--backend numpy runs it") from error
        if failed:
            return self._go_on(at)
        self.values.update(zip(program.made, found, strict=True))
        return None

    def _program(self, piece: Piece, known: dict[int, Any], given: list[int]) -> Program:
        shapes = tuple([(np.shape(self.values[value]), self.values[value].dtype) for value in given])
        constants = self.plan.known
        key = shapes, tuple([(v, np.shape(a), a.tobytes()) for v, a in known.items() if v not in constants])
        found = piece.programs.get(key)
        if found is None:
            if piece.programs:
                first = piece.instructions[0].node.block_name
                self.plan.notes[f"compiled anew, since shapes have changed, from block {first!r} on"] = None
            specs = [jax.ShapeDtypeStruct(*shape) for shape in shapes]
            found = piece.programs[key] = _compile(self.plan, piece, known, dict(zip(given, specs, strict=True)))
            if len(piece.programs) > MOST_PROGRAMS:
                del piece.programs[next(iter(piece.programs))]
        return found

    def _go_on(self, at: int, failed: tuple[Node, Exception] | None = None) -> StepResult:
        """The interpreter takes over, from a piece on."""
        plan = self.plan
        order = [each for piece in plan.pieces for each in piece.instructions]
        first = sum(len(piece.instructions) for piece in plan.pieces[:at])
        values = {value: on_host(array) for value, array in self.values.items()}
        schedule = plan.schedule._replace(instructions=order)
        return resume(schedule, plan.goal, values, first, self.streams, plan.memory, failed)


def _compile(plan: DevicePlan, piece: Piece, known: Mapping[int, Any], given: Mapping[int, Any]) -> Program:
    """Trace a segment for the shapes of its arguments.

    Raises:
        CannotLower: a call in it cannot be lowered.
    """
    trace = Trace(piece.instructions, known, plan.memory)
    keys = [jax.ShapeDtypeStruct((2,), np.uint32)] * len(piece.random)

    def attempt(arrays: Sequence[Any], random: Sequence[Any]) -> Any:
        return trace.run(dict(zip(given, arrays, strict=True)), random, piece.outputs)

    jax.eval_shape(attempt, list(given.values()), keys)  # what is known, and whether there are conditions
    found = {value: trace.known[value] for value in piece.outputs if value in trace.known}
    reused: list[int] = []
    if not trace.checked and len(plan.pieces) == 1:  # else the old values may be needed once more
        starts = {plan.schedule.start[key] for key in plan.schedule.final if key in plan.schedule.start}
        kept = {plan.schedule.outputs[place(o)] for o in plan.goal.outputs}
        reused = [value for value in given if value in starts and value not in kept and _in_place(piece, value)]
    others = [value for value in given if value not in reused]

    def step(first: Sequence[Any], second: Sequence[Any], random: Sequence[Any]) -> Any:
        values = zip((*reused, *others), (*first, *second), strict=True)
        return trace.run(dict(values), random, piece.outputs)

    made = [value for value in piece.outputs if value not in found]
    return Program(jax.jit(step, donate_argnums=0), reused, others, made, found)


def _in_place(piece: Piece, value: int) -> bool:
    """Whether a variable that is written can be overwritten without a copy of what it was.

    On a processor XLA orders calls by what they need of each other alone: if something reads the old value on which the
    new one does not depend, both must be there. Elsewhere they have an order by then.
    """
    readers = [each for each in piece.instructions if value in values_in(each.args)]
    if jax.default_backend() != "cpu" or not readers:
        return True
    makers = {result: each for each in piece.instructions for result in each.results}
    *others, writer = readers
    needed: set[int] = set()
    left = [writer]
    while left:
        new = (makers.keys() & values_in(left.pop().args)) - needed
        needed |= new
        left.extend(makers[each] for each in new)
    return all(needed.intersection(each.results) for each in others)


def device_count() -> int:
    """How many devices JAX has."""
    return jax.device_count()


def on_host(value: Any) -> Any:
    """A value as NumPy has it."""
    return np.asarray(value) if isinstance(value, jax.Array) else value
