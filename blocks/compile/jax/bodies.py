"""Tracing of loops and branches with their own graph: `lax.scan`, `lax.while_loop`, `lax.cond`.

If a loop whose number of iterations is known only at run time records values for its gradient, the recording has the
size of its maximum number of iterations. The same holds for a gradient that recomputes the iterations of such a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from blocks.base.budget import Memory
from blocks.base.shapes import shape_text
from blocks.compile.dispatch import stream_of
from blocks.compile.jax.trace import CannotLower, Trace, decides, reason_against
from blocks.compile.passes import Fed, finished, specialise
from blocks.compile.rewrite import Goal, output_key
from blocks.compile.schedule import schedule, values_in
from blocks.graph.graph import Output
from blocks.library.control_flow.bodies import Body, CheckpointedGradient, Choice, Loop, Port, Program, value_of
from blocks.library.jax_rules.lowering import LoweringContext, NotLowered, is_known, jax, jnp, lax
from blocks.library.jax_rules.missing import why_not
from blocks.library.rules import rule_of

Run = Callable[[Loop, Sequence[Any], Any], tuple[list[Any], Any]]
"""Traces a loop, given what it is given and the number of its first round: what it gives, and whether conditions hold.
"""


class _BodySegment(NamedTuple):
    state: list[Any]
    rows: list[Any]
    holds: Any


class Segments:
    """The traced gradient of a loop that saved every n-th iteration: from the last segment to the first.

    A `lax.scan` over the segments recomputes the iterations of each segment and runs its backward pass. So the recorded
    values exist for one segment at a time, as with `jax.checkpoint`.
    """

    def __init__(self, program: CheckpointedGradient, inputs: Sequence[Any], run: Run) -> None:
        self.loop, self.back, self._run = program.forward, program.back, run
        self.every = self.loop.checkpoint or 1
        left = iter(inputs)
        self.count = self.loop.rounds([jnp.shape(each) for each in inputs[: program.kept().start]]) or 0
        self.own = [_taken(port, left, self.loop) for port in self.loop.inputs]
        self.kept = [next(left) for port in self.loop.inputs if port.kind == "carried"]
        next(left)
        self.given = [
            _taken(port, left, self.back.loop) if kind in ("dy", "zeros") else None
            for port, (kind, _) in zip(self.back.loop.inputs, self.back.sources, strict=True)
        ]

    def traced(self) -> tuple[list[Any], Any]:
        every, whole = self.every, self.count // self.every
        ports = self.back.loop.inputs
        state = [given for port, given in zip(ports, self.given, strict=True) if port.kind == "carried"]
        rows: list[Any] = [[] for port in self.back.loop.outputs if port.kind != "carried"]
        holds: Any = jnp.asarray(True)
        if self.count % every:
            last = self._segment(whole * every, self.count % every, state, [each[-1] for each in self.kept])
            state, holds = last.state, last.holds
            rows = [[each] for each in last.rows]
        if whole:

            def step(state: Any, row: Any) -> Any:
                result = self._segment(row[0], every, state, row[1])
                return result.state, (result.rows, result.holds)

            starts = jnp.arange(whole) * every, [each[:whole] for each in self.kept]
            state, (others, good) = lax.scan(step, state, starts, reverse=True)
            holds = holds & jnp.all(good)
            for item, segments in zip(rows, others, strict=True):
                item.append(_in_order(segments, self.loop.reverse))
        return list(self._outputs(state, rows)), holds

    def _segment(self, start: Any, some: int, state: Sequence[Any], kept: Sequence[Any]) -> _BodySegment:
        loop, back = self.loop, self.back
        at = self.count - start - some if loop.reverse else start
        begins = iter(kept)
        given: list[Any] = []
        for port, value in zip(loop.inputs, self.own, strict=True):
            given += [next(begins)] if port.kind == "carried" else _part(port, value, at, some)
        outputs = (*[port for port in loop.outputs if port.kind == "carried"], *back.recorded)
        forward = replace(loop, times=some, checkpoint=None, outputs=outputs, known={}, plans={})
        result, holds = self._run(forward, given, start)
        comes, given = iter(state), []
        for port, (kind, i), value in zip(back.loop.inputs, back.sources, self.given, strict=True):
            if kind == "recorded":
                given.append(result[len(kept) + i])
            elif port.kind == "carried":
                given.append(next(comes))
            else:
                given += _part(port, self.own[i] if kind == "input" else value, at, some)
        way = replace(back.loop, times=some, known={}, plans={})
        results, good = self._run(way, given, 0)
        parts = iter(results)
        gave = [_taken(port, parts, way) for port in way.outputs]
        pairs = list(zip(way.outputs, gave, strict=True))
        rows = [jnp.stack(each) if port.kind == "each" else each for port, each in pairs if port.kind != "carried"]
        return _BodySegment([each for port, each in pairs if port.kind == "carried"], rows, holds & good)

    def _outputs(self, state: Sequence[Any], rows: Sequence[list[Any]]) -> Iterator[Any]:
        carried, rest = iter(state), iter(rows)
        for port, i in zip(self.back.loop.outputs, self.back.by, strict=True):
            if port.kind == "carried":
                yield next(carried)
                continue
            parts = next(rest)
            if not parts:
                yield from () if port.kind == "each" else [jnp.zeros_like(self.own[i])]
                continue
            joined = jnp.concatenate(parts if self.loop.reverse else parts[::-1])
            yield from joined if port.kind == "each" else [joined]


def _taken(port: Port, values: Iterator[Any], loop: Loop) -> Any:
    return [next(values) for _ in range(loop.width(port))] if port.kind == "each" else next(values)


def _part(port: Port, value: Any, at: Any, some: int) -> list[Any]:
    if port.kind == "each":
        return list(lax.dynamic_slice_in_dim(jnp.stack([jnp.asarray(each) for each in value]), at, some))
    return [lax.dynamic_slice_in_dim(jnp.asarray(value), at, some) if port.kind == "over" else value]


def _in_order(segments: Any, reverse: bool) -> Any:
    result = segments[::-1] if reverse else segments
    return result.reshape(-1, *result.shape[2:])


WRITTEN_OUT = 32
"""So many rounds, each with tensors of its own, are written out: to put those side by side and to take results apart
costs more than small layers do.
"""
FEW_CALLS = 400
"""So many calls of blocks in all rounds are written out, too: a loop of XLA's costs some microseconds a round."""


def traced(site: LoweringContext, inputs: Sequence[Any], memory: Memory) -> list[Any]:
    program: Program = site.attrs["program"]
    try:
        return _Nested(site, memory).run(program, inputs)
    except CannotLower as error:
        raise NotLowered(f"runs {error.node.block_name}, which {error.reason}") from None


class _Given(NamedTuple):
    number: Any
    state: Sequence[Any]
    elements: Sequence[Any]


class _BodyFunction:
    def __init__(self, body: Body, inputs: Sequence[Output], outputs: Sequence[Output], values: Any, memory: Memory):
        pairs = zip(inputs, values, strict=True)
        feeds = {output_key(each): Fed(each.dtype, np.shape(value)) for each, value in pairs}
        goal = Goal(list(outputs), list(body.targets))
        graph, goal = finished(specialise(body.graph, goal, feeds, {}), goal)
        order = schedule(graph)
        known = {value: array for value, array in order.constants.items() if decides(array)}
        follows = set(known)  # what is worked out while it is traced, by the kernels
        for instruction in order.instructions:
            node = instruction.node
            reason = reason_against(node)
            if reason is None and node.type.random and stream_of(node)[2] is not None:
                reason = "draws random numbers with its own seeds in each iteration"
            if reason is None and node.type.control:
                reason = "is a branch or loop built from Switch and Merge blocks inside a body"
            if node.type.shape_only or (follows.issuperset(values_in(instruction.args)) and not node.type.stateful):
                follows.update(instruction.results)
            elif reason is None and not node.type.nested and rule_of(node.type, "jax") is None:
                reason = why_not(node.type.name)
            if reason is not None:
                raise NotLowered(f"runs {node.block_name}, which {reason}")
        self._slots = order.feeds
        self._wanted = [order.outputs[each] for each in goal.outputs]
        self._dtypes = [each.dtype.numpy for each in outputs]
        self._random = sum(each.node.type.random for each in order.instructions)
        self._large = {value: array for value, array in order.constants.items() if value not in known}
        self._trace = Trace(order.instructions, known, memory, traced)

    def __call__(self, values: Sequence[Any], key: Any) -> tuple[list[Any], Any]:
        """Return the results of the body, and whether all conditions hold (None without conditions)."""
        given = {value: values[slot] for slot, value in self._slots.items()}
        given |= {value: jnp.asarray(array) for value, array in self._large.items()}
        keys = [jax.random.key_data(jax.random.fold_in(key, i)) for i in range(self._random)]
        wanted = list(dict.fromkeys(self._wanted))
        results, holds = self._trace.run(given, keys, wanted)
        known = self._trace.known
        rest = iter(results)
        result = {value: known[value] if value in known else next(rest) for value in wanted}
        pairs = zip(self._wanted, self._dtypes, strict=True)
        return [jnp.asarray(result[value], dtype) for value, dtype in pairs], holds


class _Nested:
    def __init__(self, site: LoweringContext, memory: Memory) -> None:
        self.site, self.memory = site, memory
        self.key = jax.random.key(0) if site.key is None else site.key

    def run(self, program: Program, inputs: Sequence[Any]) -> list[Any]:
        if _is_seen(program):
            raise NotLowered("has inner values that are shown or fetched")
        if isinstance(program, Choice):
            return self._choice(program, inputs)
        return (
            self._checkpointed_gradient(program, inputs)
            if isinstance(program, CheckpointedGradient)
            else self._loop(program, inputs)
        )

    def _choice(self, choice: Choice, inputs: Sequence[Any]) -> list[Any]:
        sides = [self._branch(choice, side, inputs[1:]) for side in (0, 1)]
        if is_known(inputs[0]):
            result, holds = sides[0 if inputs[0] else 1]()
        else:
            shapes = [jax.eval_shape(side)[0] for side in sides]
            for name, (a, b), pair in zip(choice.names, zip(*shapes, strict=True), choice.outputs, strict=False):
                if None not in pair and a.shape != b.shape:
                    raise NotLowered(
                        f"returns {name} with the shape {shape_text(a.shape)} or {shape_text(b.shape)}, depending "
                        "on the branch"
                    )

            def padded(side: int) -> Any:
                results, holds = sides[side]()
                for i, pair in enumerate(choice.outputs):
                    if pair[side] is None:  # only the other branch has it, and only its gradient looks at it
                        other = shapes[1 - side][i]
                        results[i] = jnp.zeros(other.shape, other.dtype)
                return results, jnp.asarray(True if holds is None else holds)

            result, holds = lax.cond(jnp.asarray(inputs[0], bool), lambda: padded(0), lambda: padded(1))
        if holds is not None:
            self.site.require(holds)
        return result

    def _branch(self, choice: Choice, side: int, values: Sequence[Any]) -> Any:
        pairs = [(pair[side], value) for pair, value in zip(choice.inputs, values, strict=True)]
        given = [(output, value) for output, value in pairs if output is not None]
        wanted = [each for pair in choice.outputs if (each := pair[side]) is not None]
        arrays = [value for _, value in given]
        function = _BodyFunction(choice.bodies[side], [output for output, _ in given], wanted, arrays, self.memory)

        def branch() -> tuple[list[Any], Any]:
            result, holds = function(arrays, jax.random.fold_in(self.key, side))
            rest = iter(result)
            results = [
                jnp.zeros(0, dtype.numpy) if pair[side] is None else next(rest)
                for pair, dtype in zip(choice.outputs, choice.dtypes, strict=True)
            ]
            return results, holds

        return branch

    def _checkpointed_gradient(self, program: CheckpointedGradient, inputs: Sequence[Any]) -> list[Any]:
        if program.forward.test is not None:
            return [*program.all_recorded(inputs, self._loop, lambda rows, value: rows[0] if len(rows) else value)]
        result, holds = Segments(program, inputs, self._part_of_loop).traced()
        self.site.require(holds)
        return result

    def _part_of_loop(self, loop: Loop, inputs: Sequence[Any], first: Any) -> tuple[list[Any], Any]:
        inner = _Nested(LoweringContext(self.site.node, self.key), self.memory)
        result = _TracedRounds(inner, loop, inputs).scanned(first)
        checks = inner.site.checks
        return result, jnp.all(jnp.stack(checks)) if checks else jnp.asarray(True)

    def _loop(self, loop: Loop, inputs: Sequence[Any]) -> list[Any]:
        if loop.varying:
            raise NotLowered("has shapes that may change between iterations")
        rounds = _TracedRounds(self, loop, inputs)
        if loop.test is not None:
            return rounds.counted_by(loop.test)
        if loop.dynamic_length and rounds.count is not None and not is_known(rounds.count):
            return rounds.counted()
        return rounds.scanned()


class _TracedRounds:
    def __init__(self, nested: _Nested, loop: Loop, inputs: Sequence[Any]) -> None:
        self.nested, self.loop, self.inputs = nested, loop, inputs
        self.ports = list(zip(loop.inputs, loop.indices(loop.inputs), strict=True))
        self.count = next((inputs[at] for port, at in self.ports if port.kind == "count"), None)
        self.begin = [
            jnp.asarray(inputs[at], value_of(port).dtype.numpy) for port, at in self.ports if port.kind == "carried"
        ]
        self.fed = [port for port in loop.inputs if port.value is not None]
        self.wanted = [port for port in loop.outputs if port.value is not None]

    def scanned(self, first: Any = 0) -> list[Any]:
        loop, inputs = self.loop, self.inputs
        count = loop.rounds([np.shape(each) for each in inputs])
        if count is None:
            count = 0 if self.count is None else int(self.count)
        numbers = np.arange(count) if isinstance(first, int) and not first else jnp.arange(count) + first
        columns: list[Any] = []
        for port, at in self.ports:
            if port.kind == "over":
                columns.append(jnp.asarray(inputs[at]))
            elif port.kind == "each":
                shape = (0, *[size or 0 for size in value_of(port).shape or ()])
                empty = jnp.zeros(shape, value_of(port).dtype.numpy)
                columns.append(jnp.stack([jnp.asarray(each) for each in inputs[at : at + count]]) if count else empty)
        first_row = [column[0] if count else jnp.zeros(column.shape[1:], column.dtype) for column in columns]
        function = self._function(first_row)
        rest = [port for port in self.wanted if port.kind != "carried"]
        some = -(-count // (loop.checkpoint or 1))
        kept = self._rooms(rest, function, first_row, {"kept": max(1, some)})

        def step(moment: Any, row: Any) -> Any:
            state, kept = moment
            result, holds = function(_Given(row[0], state, row[1]))
            following, more = self._parted(result)
            kept = [
                self._put(port, rows, value, row[0]) if port.kind == "kept" else None
                for port, rows, value in zip(rest, kept, more, strict=True)
            ]
            more = [None if port.kind == "kept" else value for port, value in zip(rest, more, strict=True)]
            return (self._settled(following), kept), (more, holds)

        xs = (jnp.asarray(numbers[::-1] if loop.reverse else numbers), columns)
        moment = self.begin, kept
        apart = count <= WRITTEN_OUT and any(port.kind == "each" for port in (*loop.inputs, *loop.outputs))
        unroll = max(1, count) if apart or count * len(loop.body.graph.nodes) <= FEW_CALLS else 1
        (state, kept), (rows, holds) = lax.scan(step, moment, xs, count, loop.reverse, unroll)
        rows = [each[:some] if port.kind == "kept" else row for port, each, row in zip(rest, kept, rows, strict=True)]
        if holds is not None:
            self.nested.site.require(jnp.all(holds))
        return list(self._outputs(state, rows, count))

    def counted(self) -> list[Any]:
        """Trace a loop over recorded values, whose number of iterations is known at run time.

        Stacked outputs have the size of the records, which is that of the maximum.
        """
        loop, count = self.loop, jnp.asarray(self.count)
        over = [jnp.asarray(self.inputs[at]) for port, at in self.ports if port.kind == "over"]
        rest = [port for port in self.wanted if port.kind != "carried"]
        if (rest and not over) or any(port.kind != "stacked" for port in rest):
            raise NotLowered("records a value of each iteration but has no maximum")
        row = [jnp.zeros(each.shape[1:], each.dtype) for each in over]
        function = self._function(row)

        checked = False

        def step(moment: Any) -> Any:
            nonlocal checked
            number, state, rows, good = moment
            at = count - 1 - number if loop.reverse else number
            elements = [lax.dynamic_index_in_dim(each, at, keepdims=False) for each in over]
            result, holds = function(_Given(number, state, elements))
            checked = holds is not None
            following, more = self._parted(result)
            rows = [self._put(*each, at) for each in zip(rest, rows, more, strict=True)]
            return number + 1, self._settled(following), rows, good if holds is None else good & holds

        rows = self._rooms(rest, function, row, {"stacked": max([len(each) for each in over], default=0)})
        start = jnp.zeros((), count.dtype), self.begin, rows, jnp.asarray(True)

        def more(moment: Any) -> Any:
            return moment[0] < count

        _, state, rows, good = lax.while_loop(more, step, start)
        if checked:
            self.nested.site.require(good)
        return list(self._outputs(state, rows, count))

    def counted_by(self, test: Any) -> list[Any]:
        maximum = self.loop.maximum
        rest = [port for port in self.wanted if port.kind != "carried"]
        if rest and (maximum is None or any(port.kind not in ("stacked", "kept") for port in rest)):
            raise NotLowered("records a value of each iteration but has no maximum")
        function = self._function([])
        carried = [i for i, (port, _) in enumerate(self.ports) if port.kind == "carried"]
        there = [self.inputs[at] for _, at in self.ports]
        asked = [there[i] for _, i in test.inputs]
        condition = _BodyFunction(test.body, [each for each, _ in test.inputs], [test.value], asked, self.nested.memory)

        checked = maximum is not None

        def goes_on(state: Any, number: Any) -> tuple[Any, Any]:
            nonlocal checked
            now = dict(zip(carried, state, strict=True))
            key = jax.random.fold_in(jax.random.fold_in(self.nested.key, number), 1)
            [result], holds = condition([now.get(i, there[i]) for _, i in test.inputs], key)
            if result.shape:
                raise NotLowered("has a condition that is not a single boolean")
            checked = checked or holds is not None
            return result, jnp.asarray(True if holds is None else holds)

        def step(moment: Any) -> Any:
            nonlocal checked
            number, _, state, rows, good = moment
            result, holds = function(_Given(number, state, []))
            checked = checked or holds is not None
            following, more = self._parted(result)
            following = self._settled(following)
            rows = [self._put(*each, number) for each in zip(rest, rows, more, strict=True)]
            go, sure = goes_on(following, number + 1)
            return number + 1, go, following, rows, good & sure & (True if holds is None else holds)

        zero = jnp.zeros((), np.int64)
        go, good = goes_on(self.begin, zero)
        most = maximum or 0
        rows = self._rooms(rest, function, [], {"stacked": most, "kept": -(-most // (self.loop.checkpoint or 1))})

        def more(moment: Any) -> Any:
            return moment[1] if maximum is None else moment[1] & (moment[0] < maximum)

        number, go, state, rows, good = lax.while_loop(more, step, (zero, go, self.begin, rows, good))
        if checked:
            self.nested.site.require(good if maximum is None else good & ~go)
        return list(self._outputs(state, rows, number))

    def _rooms(self, ports: Sequence[Port], function: Any, row: Sequence[Any], sizes: Mapping[str, int]) -> list[Any]:
        """Return arrays for the outputs of all iterations, None for ports of other kinds."""
        shapes = jax.eval_shape(lambda: self._parted(function(_Given(0, self.begin, row))[0])[1])
        pairs = zip(ports, shapes, strict=True)
        return [
            jnp.zeros((sizes[port.kind], *each.shape), each.dtype) if port.kind in sizes else None
            for port, each in pairs
        ]

    def _put(self, port: Port, rows: Any, value: Any, number: Any) -> Any:
        if port.kind == "stacked":
            return rows.at[number].set(value)
        every = self.loop.checkpoint or 1
        return rows.at[number // every].set(jnp.where(number % every == 0, value, rows[number // every]))

    def _function(self, elements: Sequence[Any]) -> Any:
        loop = self.loop
        first = zip(loop.inputs, self._in_round(_Given(0, self.begin, elements)), strict=True)
        values = [value for port, value in first if port.value is not None]
        outputs = [value_of(port) for port in self.wanted]
        function = _BodyFunction(loop.body, [value_of(port) for port in self.fed], outputs, values, self.nested.memory)

        def body(given: _Given) -> tuple[list[Any], Any]:
            pairs = zip(loop.inputs, self._in_round(given), strict=True)
            key = jax.random.fold_in(self.nested.key, given.number)
            return function([value for port, value in pairs if port.value is not None], key)

        return body

    def _in_round(self, given: _Given) -> list[Any]:
        state, elements = iter(given.state), iter(given.elements)
        result: list[Any] = []
        for port, at in self.ports:
            if port.kind == "carried":
                result.append(next(state))
            elif port.kind in ("over", "each"):
                result.append(next(elements))
            else:
                result.append(self.inputs[at])
        return result

    def _parted(self, result: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        pairs = list(zip(self.wanted, result, strict=True))
        return [v for port, v in pairs if port.kind == "carried"], [v for port, v in pairs if port.kind != "carried"]

    def _settled(self, state: Sequence[Any]) -> list[Any]:
        ports = [port for port, _ in self.ports if port.kind == "carried"]
        for port, before, after in zip(ports, self.begin, state, strict=True):
            if before.shape != after.shape:
                text = f"{shape_text(before.shape)} before an iteration and {shape_text(after.shape)} after it"
                raise NotLowered(f"changes the shape of {port.name}: {text}")
        return list(state)

    def _outputs(self, state: Sequence[Any], rows: Sequence[Any], count: Any) -> Iterator[Any]:
        loop = self.loop
        carried, rest = iter(state), iter(rows)
        for port in loop.outputs:
            if port.kind == "carried":
                yield next(carried)
            elif port.value is None:
                yield np.array(count, np.int64) if isinstance(count, int) else jnp.asarray(count, np.int64)
            else:
                yield from self._of_rows(port, next(rest), count)

    def _of_rows(self, port: Port, rows: Any, count: Any) -> Iterator[Any]:
        if port.kind in ("stacked", "kept"):
            yield rows
        elif port.kind == "each":
            yield from rows
        elif count:
            yield rows[0] if self.loop.reverse else rows[-1]
        else:
            yield jnp.zeros(rows.shape[1:], rows.dtype)


def _is_seen(program: Program) -> bool:
    if isinstance(program, Choice):
        return bool(program.seen)
    loop = program.back.loop if isinstance(program, CheckpointedGradient) else program
    return any(port.kind == "seen" or port.asked for port in loop.outputs)


__all__ = ["traced"]
