"""The traced gradient of a loop that saved every n-th iteration: from the last segment to the first.

A `lax.scan` over the segments recomputes the iterations of each segment and runs its backward pass. So the recorded
values exist for one segment at a time, as with `jax.checkpoint`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from blocks.library.control_flow.bodies import CheckpointedGradient, Loop, Port
from blocks.library.jax_rules.lowering import jnp, lax

Run = Callable[[Loop, Sequence[Any], Any], tuple[list[Any], Any]]
"""Traces a loop, given what it is given and the number of its first round: what it gives, and whether conditions hold.
"""


class _Segment(NamedTuple):
    state: list[Any]
    rows: list[Any]
    holds: Any


class Segments:
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

    def _segment(self, start: Any, some: int, state: Sequence[Any], kept: Sequence[Any]) -> _Segment:
        """Compute some iterations forward again, then backward."""
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
        return _Segment([each for port, each in pairs if port.kind == "carried"], rows, holds & good)

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
