"""Execution of the graph inside a node: a loop body iteration by iteration, or the selected branch.

The body is planned once for the shapes of its inputs, and each iteration calls that plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from blocks.base.budget import Memory
from blocks.base.context import Context, WouldBlock
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape, is_ragged
from blocks.compile.dispatch import Seeds, Streams, kept_as
from blocks.compile.interpret import StepResult
from blocks.compile.loops.batching import LEAST, Batches
from blocks.compile.loops.collecting import collector, elements, is_own, nothing, stored_by
from blocks.compile.loops.dead_columns import drop_dead_columns
from blocks.compile.loops.layout import LoopLayout, layout_of
from blocks.compile.passes import Fed
from blocks.compile.plan import OPTIMISATIONS, Plan, make_plan
from blocks.compile.recording import MOST, Record, Recorder, packed, record_of
from blocks.compile.rewrite import Goal, output_key
from blocks.graph.graph import Node, Output
from blocks.library.control_flow.bodies import Body, CheckpointedGradient, Choice, Loop, Port, Program

_MOST_PLANS = 16
"""Plans that are kept of a body: one that is given ever new shapes would fill the memory."""


class InnerStreams:
    """The streams of a body's nodes: by path, with different random numbers in each iteration."""

    __slots__ = ("_streams", "number", "path")

    def __init__(self, streams: Streams, path: str) -> None:
        self._streams = streams
        self.path = path
        self.number = 0

    def __call__(self, name: str, alone: bool, seeds: Seeds | None = None) -> Any:
        """Return a node's stream for this iteration, even with seeds: a gradient can draw the same numbers again."""
        if seeds is not None:
            name = f"seed {seeds.seed} {seeds.seed2}"
        name = name if alone else f"{self.path}/{name}"
        return self._streams(f"{name} round {self.number}" if self.number else name, alone)

    def context(self, name: str) -> Context:
        return self._streams.context(f"/{self.path}/{name.removeprefix('/')}")

    def runner(self, node: Node, memory: Memory, streams: Streams | None = None) -> Callable[..., Any]:
        return self._streams.runner(node, memory, streams or self)


class EachStreams(InnerStreams):
    __slots__ = ()

    def context(self, name: str) -> Context:
        return self._streams.context(f"/{self.path}/{self.number}/{name.removeprefix('/')}")


class Runner:
    """The executor of a node's inner graph, called by a kernel."""

    __slots__ = ("_memory", "_node", "_passes", "_streams")

    def __init__(self, node: Node, memory: Memory, streams: Streams, parts: Sequence[str] = ()) -> None:
        self._node = node
        self._memory = memory
        self._streams = streams
        self._passes = (*OPTIMISATIONS, *parts)

    def __call__(self, program: Program, inputs: Sequence[Array]) -> list[Any]:
        path = path_inside(self._node, program)
        if isinstance(program, Choice):
            streams = InnerStreams(self._streams, path)
            return _branch(self._node, program, self._memory, streams, self._passes, inputs)
        loop = program.forward if isinstance(program, CheckpointedGradient) else program
        streams = (EachStreams if loop.own else InnerStreams)(self._streams, path)
        if isinstance(program, CheckpointedGradient):
            return _Recomputed(self._node, program, self._memory, streams, self._passes).run(inputs)
        return _Rounds(self._node, program, self._memory, streams, self._passes).run(inputs)


def path_inside(node: Node, program: Program) -> str:
    if isinstance(program, CheckpointedGradient) and node.source is not None:
        node = node.source  # what is computed again draws the same numbers
    owner = node.home.owner
    return kept_as(node).removeprefix("/") if owner is None else owner.path or owner.block


def _planned(
    plans: dict[Any, Plan],
    body: Body,
    outputs: Sequence[Output],
    inputs: Sequence[Output],
    shapes: Sequence[Shape],
    memory: Memory,
    passes: Sequence[str],
) -> Plan:
    key = (*outputs, *shapes, memory, *passes[len(OPTIMISATIONS) :])
    plan = plans.get(key)
    if plan is None:
        while len(plans) >= _MOST_PLANS:
            del plans[next(iter(plans))]
        feeds = {output_key(each): Fed(each.dtype, shape) for each, shape in zip(inputs, shapes, strict=True)}
        goal = Goal(list(outputs), list(body.targets))
        plan = plans[key] = make_plan(body.graph, goal, feeds, {}, memory=memory, passes=passes, last=drop_dead_columns)
    return plan


def _shapes_of(given: Iterable[tuple[Output, Any]]) -> list[Shape]:
    """Return the shapes of a body's inputs; only the declared ones for values that differ between iterations."""
    return [output.shape if is_ragged(value) else value.shape for output, value in given]


def _called(plan: Plan, values: Sequence[Any], streams: Streams) -> list[Any]:
    return _outputs(plan, plan.run({}, values, streams))


def _called_directly(plan: Plan, values: Sequence[Any], streams: Streams) -> list[Any]:
    """Return the results of a plan that is only its function, without the overhead of `Plan.run`."""
    try:
        outputs, _, _ = plan.function((), values, streams)
    except Exception as error:
        return _outputs(plan, plan.resume(error, streams))
    return outputs


def _outputs(plan: Plan, result: StepResult) -> list[Any]:
    if result.errors:
        raise result.errors[0]
    for output, node in result.dead.items():
        name = plan.goal.outputs[output].op.block_name
        raise DiagramError(f"{name} has no value: {node.block_name} ({node.type.name}) took another branch", block=name)
    return result.outputs


def _inside(node: Node, error: DiagramError, where: str) -> DiagramError:
    inner = f"/{error.block}" if error.block else ""
    text = f"{where}: {error.message}" if where else error.message
    kind = WouldBlock if isinstance(error, WouldBlock) else DiagramError
    return kind(text, block=f"{node.block_name}{inner}", pin=error.pin, hint=error.hint)


def _seen(value: Any) -> Any:
    return value if record_of(value) is not None else packed(Record([()], [value]))


def _branch(
    node: Node, choice: Choice, memory: Memory, streams: InnerStreams, passes: Sequence[str], inputs: Sequence[Array]
) -> list[Any]:
    side = 0 if inputs[0] else 1
    pairs = [(pair[side], value) for pair, value in zip(choice.inputs, inputs[1:], strict=True)]
    given = [(output, value) for output, value in pairs if output is not None]
    wanted = [each for pair in choice.outputs if (each := pair[side]) is not None]
    values = [value for _, value in given]
    body = choice.bodies[side]
    streams.path += ("/then", "/else")[side]
    try:
        plan = _planned(choice.plans, body, wanted, [output for output, _ in given], _shapes_of(given), memory, passes)
        result = iter(_called(plan, values, streams))
    except DiagramError as error:
        failed = _inside(node, error, "")
        if error.block:
            failed.block = f"{node.block_name}/{('then', 'else')[side]}/{error.block}"
        raise failed from None
    results: list[Any] = []
    shapes: Sequence[Shape] | None = None
    for i, pair in enumerate(choice.outputs):
        if i in choice.seen:
            results.append(_seen(next(result)) if pair[side] is not None else packed(Record()))
            continue
        if pair[side] is not None:
            results.append(next(result))
            continue
        if shapes is None:
            shapes = choice.shapes([None if is_ragged(each) else each.shape for each in inputs])
        results.append(_zeros(choice.dtypes[i], shapes[i]))
    return results


_running: list[_Rounds] = []
"""The loops that run just now, the outer ones first."""


def outermost() -> tuple[str, int, int | None] | None:
    """Return the outermost running loop: its block, iteration, and number of iterations (None if unknown)."""
    for each in _running[:1]:
        return each.node.block_name, each.number, each.count
    return None


def _zeros(dtype: DType, shape: Shape) -> Any:
    """Return zeros without memory of their own; unknown sizes become 0."""
    zero = np.array(b"" if dtype.kind == "string" else 0, dtype.numpy)
    return np.broadcast_to(zero, [size or 0 for size in shape or (0,)] if shape != () else ())


class _Rounds:
    """One run of a loop."""

    def __init__(
        self,
        node: Node,
        loop: Loop,
        memory: Memory,
        streams: InnerStreams,
        passes: Sequence[str],
        first: int = 0,
        recorder: tuple[Recorder, int] | None = None,
    ) -> None:
        self.node, self.loop, self.memory, self.streams, self.passes = node, loop, memory, streams, passes
        self.first = first
        self.recorder = recorder
        self.sinks: list[Any] = []
        self.ragged: list[int] = []
        self.number = 0
        self.count: int | None = None

    def run(self, inputs: Sequence[Array]) -> list[Any]:
        _running.append(self)
        try:
            return self._run(inputs)
        finally:
            _running.pop()

    def _run(self, inputs: Sequence[Array]) -> list[Any]:
        loop = self.loop
        layout = layout_of(loop)
        count = self.count = self._count(inputs, layout)
        if count is not None and count >= LEAST and layout.at_once:
            at_once = self._in_batches(inputs, layout, count)
            if at_once is not None:
                return at_once
        values: list[Any] = [None] * len(loop.inputs)
        for i, at in layout.still:
            values[i] = inputs[at]
        moving = [(i, elements(inputs[at])) for i, at in layout.over]
        moving += [(i, elements(inputs[at : at + (count or 0)])) for i, at in layout.each]
        self.ragged = [layout.fed.index(i) for i, at in layout.over if is_ragged(inputs[at])]
        sinks = self.sinks = [collector(port, count, loop, self.memory) for port in layout.collected]
        stores = [(i, sinks[k].add) for i, k in layout.stored]
        pairs, fed, every = layout.pairs, layout.fed, loop.checkpoint or 1
        recorder, begin = self.recorder or (_recorder(len(layout.seen), self.memory) if layout.seen else None, 0)
        plan: Plan | None = None
        shared: list[int] = []
        call = _called
        number = 0
        try:
            while number < count if count is not None else self._goes_on(number, values, layout):
                self.number = self.streams.number = self.first + number
                at = number if not loop.reverse or count is None else count - 1 - number
                for i, element in moving:
                    values[i] = element(at)
                if plan is None or loop.varying:
                    plan, shared = self._prepared(layout, values)
                result = call(plan, [values[i] for i in fed], self.streams)
                for i, at_made in pairs:
                    new = result[at_made]
                    if new.shape != values[i].shape and not loop.varying:
                        raise self._changed(loop.inputs[i], values[i], new)
                    values[i] = new
                for i in shared:
                    result[i] = result[i].copy()
                for i, add in stores:
                    add(at, result[i])
                if not number and count != 1:
                    shapes = plan.goal.outputs
                    stores = [(i, stored_by(sinks[k], shapes[i].shape, sinks[k].add)) for i, k in layout.stored]
                    if plan.direct and not loop.varying:
                        call = _called_directly
                for i, k in layout.kept if number % every == 0 else ():
                    sinks[k].add(number // every, result[i])
                if recorder is not None:
                    own = number if not loop.backward or count is None else count - 1 - number
                    recorder.add(begin + own, [result[i] for i, _ in layout.seen])
                number += 1
        except DiagramError as error:
            raise _inside(self.node, error, f"in iteration {self.first + number}") from None
        if recorder is not None and self.recorder is None:
            for (_, k), record in zip(layout.seen, recorder.values(), strict=True):
                sinks[k].add(0, record)
        state = [values[i] for i in layout.carried] if number else [inputs[at] for at in layout.begins]
        return self._results(layout, state, number, inputs)

    def _in_batches(self, inputs: Sequence[Array], layout: LoopLayout, count: int) -> list[Any] | None:
        loop = self.loop
        if any(is_ragged(inputs[at]) for _, at in layout.over):
            return None
        values: list[Any] = [None] * len(loop.inputs)
        for i, at in (*layout.still, *layout.over):
            values[i] = inputs[at]
        over = {i for i, _ in layout.over}
        shapes = [values[i].shape[1:] if i in over else values[i].shape for i in layout.fed]
        try:
            plan = _planned(loop.plans, loop.body, layout.wanted, layout.ports, shapes, self.memory, self.passes)
            result = Batches(loop, plan, self.memory).run([values[i] for i in layout.fed], count, self._called_at)
        except DiagramError:  # it comes again in its round, with all that is said of that
            return None
        if result is None:
            return None
        left = iter(result)
        return [np.array(count, np.int64) if port.value is None else next(left) for port in loop.outputs]

    def _called_at(self, number: int, plan: Plan, values: Sequence[Any]) -> list[Any]:
        self.number = self.first + number
        return _called(plan, values, self.streams)

    def _prepared(self, layout: LoopLayout, values: Sequence[Any]) -> tuple[Plan, list[int]]:
        """Return the plan of an iteration, and the results to copy."""
        loop = self.loop
        shapes = _shapes_of([(port, values[i]) for port, i in zip(layout.ports, layout.fed, strict=True)])
        for k in self.ragged:
            shapes[k] = layout.ports[k].shape
        plan = _planned(loop.plans, loop.body, layout.wanted, layout.ports, shapes, self.memory, self.passes)
        return plan, [i for i in layout.apart if not is_own(plan, i)]

    def _count(self, inputs: Sequence[Array], layout: LoopLayout) -> int | None:
        loop = self.loop
        if layout.count is not None:
            return int(inputs[layout.count])
        if loop.test is not None:
            return None
        return loop.times if loop.times is not None else loop.rounds([each.shape for each in inputs]) or 0

    def _goes_on(self, number: int, values: Sequence[Any], layout: LoopLayout) -> bool:
        loop = self.loop
        assert loop.test is not None
        test = loop.test
        self.streams.number = number
        given = [values[i] for _, i in test.inputs]
        wanted = [test.value, *[value for _, value in layout.asked]]
        shapes = [value.shape for value in given]
        plan = _planned(
            loop.plans, test.body, wanted, [each for each, _ in test.inputs], shapes, self.memory, self.passes
        )
        try:
            result, *rest = _called(plan, given, self.streams)
        except DiagramError as error:
            error.block = f"condition/{error.block}" if error.block else "condition"
            raise
        if result.shape:
            raise DiagramError(f"the condition must be one boolean, got a tensor of shape {shape_text(result.shape)}")
        for (k, _), value in zip(layout.asked, rest, strict=True):
            self.sinks[k].add(number, value)
        if result and loop.maximum is not None and number >= loop.maximum:
            raise DiagramError(f"{loop.title} needs more iterations than its maximum of {loop.maximum:,}")
        return bool(result)

    def _changed(self, port: Port, before: Any, after: Any) -> DiagramError:
        text = (
            f"{port.name} must keep its shape, but has {shape_text(before.shape)} before the iteration and "
            f"{shape_text(after.shape)} after the iteration"
        )
        hint = "declare a shape with null sizes at the InputPin" if self.loop.test is not None else None
        return DiagramError(text, pin=None if port.variable else port.name, hint=hint)

    def _results(self, layout: LoopLayout, state: Sequence[Any], number: int, inputs: Sequence[Array]) -> list[Any]:
        left = iter(state)
        results: list[Any] = []
        shapes: list[Any] | None = None
        for port, at, k in layout.results:
            if k is not None and (number or port.kind == "seen" or port.asked):
                results += self.sinks[k].values()
            elif port.kind == "carried":
                results.append(next(left))
            elif k is None:
                results.append(np.array(number, np.int64))
            elif port.kind != "each":
                if shapes is None:
                    shapes = self.loop.shapes([None if is_ragged(each) else each.shape for each in inputs])
                results.append(nothing(port, shapes[at]))
        if layout.count is not None and layout.over:
            # JAX has recorded for it in the room of a maximum, and what is multiplied by that has as many rows.
            room = max([len(inputs[at]) for _, at in layout.over])
            pairs = zip(results, self.loop.outputs, strict=True)
            results = [_with_rows(value, room) if port.kind == "stacked" else value for value, port in pairs]
        return results


def _recorder(count: int, memory: Memory) -> Recorder:
    return Recorder(count, min(MOST, memory.total // 4))


def _with_rows(value: Any, count: int) -> Any:
    if len(value) >= count:
        return value
    result = np.zeros((count, *value.shape[1:]), value.dtype)
    result[: len(value)] = value
    return result


class _Recomputed:
    """One run of the gradient of a loop that saved every n-th iteration and recomputes the others."""

    def __init__(
        self, node: Node, program: CheckpointedGradient, memory: Memory, streams: InnerStreams, passes: Sequence[str]
    ) -> None:
        self.node, self.program, self.memory, self.streams, self.passes = node, program, memory, streams, passes

    def run(self, inputs: Sequence[Array]) -> list[Any]:
        loop, back = self.program.forward, self.program.back
        every = loop.checkpoint or 1
        left = list(inputs)
        own = _per_port(loop, loop.inputs, left)
        kept = [left.pop(0) for port in loop.inputs if port.kind == "carried"]
        rounds = int(left.pop(0))
        given: list[Any] = [
            _per_port(back.loop, (port,), left)[0] if kind in ("dy", "zeros") else None
            for port, (kind, _) in zip(back.loop.inputs, back.sources, strict=True)
        ]
        carried = [k for k, port in enumerate(back.loop.inputs) if port.kind == "carried"]
        sinks = [collector(port, rounds, back.loop, self.memory) for port in back.loop.outputs]
        seen = sum(port.kind == "seen" for port in back.loop.outputs)
        recorder = _recorder(seen, self.memory)
        for start in range((rounds - 1) // every * every, -1, -every):
            some = min(every, rounds - start)
            part = slice(rounds - start - some, rounds - start) if loop.reverse else slice(start, start + some)
            states = iter([elements(each)(start // every) for each in kept])
            forward, backward = self._of_rounds(some)
            flat: list[Any] = []
            for port, value in zip(loop.inputs, own, strict=True):
                flat += _flat(port, next(states) if port.kind == "carried" else value, part)
            result = _Rounds(self.node, forward, self.memory, self.streams, self.passes, start).run(flat)
            flat = []
            for port, (kind, i), value in zip(backward.inputs, back.sources, given, strict=True):
                if kind == "recorded":
                    flat.append(result[len(kept) + i])
                else:
                    flat += _flat(port, own[i] if kind == "input" else value, part)
            way_back = _Rounds(self.node, backward, self.memory, self.streams, self.passes, recorder=(recorder, start))
            gave = _per_port(backward, backward.outputs, way_back.run(flat))
            left = iter(carried)
            for port, sink, value in zip(backward.outputs, sinks, gave, strict=True):
                if port.kind == "carried":
                    given[next(left)] = value
                elif port.kind != "seen":
                    element = elements(value)
                    for k in range(some):
                        sink.add(part.start + k, element(k))
        left = iter(carried)
        results: list[Any] = []
        records = iter(recorder.values())
        for port, sink, i in zip(back.loop.outputs, sinks, back.by, strict=True):
            if port.kind == "carried":
                results.append(given[next(left)])
            elif port.kind == "seen":
                results.append(next(records))
            else:
                results += sink.values() if rounds else [np.zeros_like(own[i])] if port.kind != "each" else []
        return results

    def _of_rounds(self, some: int) -> tuple[Loop, Loop]:
        program = self.program
        entry = program.parts.get(some)
        if entry is None:
            loop, back = program.forward, program.back
            outputs = (*[port for port in loop.outputs if port.kind == "carried"], *back.recorded)
            forward = replace(
                loop, times=some, test=None, checkpoint=None, outputs=outputs, known={}, plans=program.plans
            )
            entry = program.parts[some] = forward, replace(back.loop, times=some, known={}, plans=program.plans)
        return entry


def _per_port(loop: Loop, ports: Sequence[Port], values: list[Any]) -> list[Any]:
    """Remove and return the first values that belong to ports."""
    results: list[Any] = []
    for port in ports:
        width = loop.width(port)
        results.append(values[:width] if port.kind == "each" else values[0])
        del values[:width]
    return results


def _flat(port: Port, value: Any, part: slice) -> list[Any]:
    if port.kind == "each":
        return list(value[part])
    return [value[part] if port.kind == "over" else value]
