"""Loops and branches over composites in a JAX program: `lax.scan`, `while_loop` and `cond`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from blocks.base.dtypes import BOOL
from blocks.base.shapes import is_known
from blocks.base.types import Shape
from blocks.compile.passes import Fed, finished, specialise
from blocks.compile.rewrite import Goal, output_key
from blocks.graph.graph import Graph, Output
from blocks.interchange.python.text import function, tuple_of
from blocks.library.control_flow.bodies import Body, CheckpointedGradient, Choice, Loop, Port, Program


class NotWritten(Exception):
    """An unsupported loop, with the reason as a phrase that continues after its title."""


class GraphPart(NamedTuple):
    """A graph whose feeds are the given tensors in order, and its goal."""

    graph: Graph
    goal: Goal


class BodyLines(NamedTuple):
    lines: list[str]
    results: list[str]


_Given = tuple[Output, str, Shape]
Write = Callable[[GraphPart, Sequence[str], str, str, str], BodyLines]
"""Writes a graph whose feeds have names, given what the names of its own values begin with, the iteration, and what
follows the path of the loop, or branch, in that of its blocks.
"""


@dataclass(eq=False)
class LoopLines:
    program: Program
    shapes: Sequence[Shape]
    texts: Sequence[str]
    name: str
    write: Write
    differentiable: bool = False
    first: str = ""
    lines: list[str] = field(default_factory=list[str])

    def written(self) -> list[str]:
        """Return the expressions of the node's outputs, which need `lines`; raise NotWritten if it has no form."""
        program = self.program
        if isinstance(program, Choice):
            return self._choice(program)
        if isinstance(program, CheckpointedGradient):
            return self._checkpointed_gradient(program)
        if program.varying:
            raise NotWritten("has shapes that may change between iterations")
        if program.test is not None:
            return self._counted_by(program)
        counted = program.dynamic_length and any(port.kind == "count" for port in program.inputs)
        return self._counted(program) if counted else self._scanned(program)

    # -- branches -----------------------------------------------------------------------------------------------------

    def _choice(self, choice: Choice) -> list[str]:
        shapes = self.shapes[1:]
        names = f"{self.name}_then", f"{self.name}_otherwise"
        apart = not all(
            is_known(each.shape) for pair in choice.outputs if None in pair for each in pair if each is not None
        )
        for side, name in enumerate(names):
            pairs = [
                (pair[side], text, shape)
                for pair, text, shape in zip(choice.inputs, self.texts[1:], shapes, strict=True)
            ]
            given = [(output, text, shape) for output, text, shape in pairs if output is not None]
            wanted = [each for pair in choice.outputs if (each := pair[side]) is not None]
            result = self._body(choice.bodies[side], given, wanted, name, "0", ("/then", "/else")[side])
            rest = iter(result.results)
            results = [
                next(rest)
                if pair[side] is not None
                else "None"
                if apart
                else _zeros(next(each for each in pair if each is not None))
                for pair in choice.outputs
            ]
            self._function(name, "", result.lines, tuple_of(results))
        if apart:  # what only the other branch has, is as large as it is there
            self.lines.append(f"{self.name}_shapes = {', '.join(f'jax.eval_shape({name})' for name in names)}")
            for side, name in enumerate(names):
                parts = [
                    f"own[{i}]" if pair[side] is not None else f"jnp.zeros_like({self.name}_shapes[{1 - side}][{i}])"
                    for i, pair in enumerate(choice.outputs)
                ]
                self._function(f"{name}_all", "", [f"own = {name}()"], tuple_of(parts))
            names = f"{names[0]}_all", f"{names[1]}_all"
        self.lines.append(f"{self.name} = lax.cond({self.texts[0]}, {', '.join(names)})")
        return [f"{self.name}[{i}]" for i in range(len(choice.outputs))]

    # -- loops --------------------------------------------------------------------------------------------------------

    def _scanned(self, loop: Loop) -> list[str]:
        count = loop.rounds(self.shapes)
        columns: list[str] = []
        for port, at in self._ports(loop):
            if port.kind == "over":
                columns.append(self.texts[at])
            elif port.kind == "each":
                each = ", ".join(self.texts[at : at + (count or 0)])
                columns.append(f"jnp.stack([{each}])" if count else _zeros(port.value, 0))
        carried = self._round(loop, len(columns))
        length = str(count) if count is not None else f"len({columns[0]})"
        if _draws(loop):
            columns.append(f"np.arange({length}){'[::-1]' if loop.reverse else ''}")
        reverse = ", reverse=True" if loop.reverse else ""
        function = f"{self.name}_round"
        if self.differentiable and loop.checkpoint:
            function = f"jax.checkpoint({function})"
        call = f"lax.scan({function}, {tuple_of(carried)}, {tuple_of(columns)}, {length}{reverse})"
        self.lines.append(f"{self.name}_last, {self.name}_rows = {call}")
        return list(self._outputs(loop, f"np.int64({length})", 0 if loop.reverse else -1))

    def _counted(self, loop: Loop) -> list[str]:
        count = next(self.texts[at] for port, at in self._ports(loop) if port.kind == "count")
        over = [self.texts[i] for port, i in self._ports(loop) if port.kind == "over"]
        begin = self._round(loop, len(over))
        at = f"{count} - 1 - number" if loop.reverse else "number"
        number = ["number"] if _draws(loop) else []
        row = tuple_of([*[f"lax.dynamic_index_in_dim({each}, {at}, keepdims=False)" for each in over], *number])
        self._step(at, row)
        state, first = tuple_of(begin), tuple_of([*[f"{each}[0]" for each in over], *["0" for _ in number]])
        room = self._room(loop, f"len({over[0]})" if over else "", first, state)
        self._function(f"{self.name}_goes_on", "carry", [], f"carry[0] < {count}")
        start = f"({count} * 0, {state}, {room})"
        result = self._while(start, f"len({over[0]})" if over else None)
        self.lines.append(f"_, {self.name}_last, {self.name}_rows = {result}")
        return list(self._outputs(loop, count, -1))

    def _counted_by(self, loop: Loop) -> list[str]:
        test, maximum = loop.test, loop.maximum
        assert test is not None
        state = tuple_of(self._round(loop, 0))
        draws = _draws(loop)
        self._step("number", "(number,)" if draws else "()")
        names = self._names(loop, [], f"{self.name}_state")
        given = [(each, names[i], self._shape(loop, i)) for each, i in test.inputs]
        number = f"{self.name}_number"
        asked = self._body(test.body, given, [test.value], f"{self.name}_goes_on", number)
        limit = "" if maximum is None else f" & ({number} < {maximum})"
        heads = f"{number}, {self.name}_state, _ = carry"
        self._function(f"{self.name}_goes_on", "carry", [heads, *asked.lines], f"{asked.results[0]}{limit}")
        room = self._room(loop, "" if maximum is None else str(maximum), "(0,)" if draws else "()", state)
        result = self._while(f"(np.int64(0), {state}, {room})", None if maximum is None else str(maximum))
        self.lines.append(f"{self.name}_rounds, {self.name}_last, {self.name}_rows = {result}")
        return list(self._outputs(loop, f"{self.name}_rounds", -1))

    def _while(self, start: str, maximum: str | None) -> str:
        """Write a while loop; JAX can differentiate it only with a maximum number of iterations."""
        if not self.differentiable or maximum is None:
            return f"lax.while_loop({self.name}_goes_on, {self.name}_step, {start})"
        step = f"lax.cond({self.name}_goes_on(carry), {self.name}_step, lambda carry: carry, carry)"
        self._function(f"{self.name}_maybe", "carry, _", [], f"{step}, None")
        return f"lax.scan({self.name}_maybe, {start}, None, {maximum})[0]"

    def _step(self, at: str, row: str) -> None:
        """Write an iteration of `lax.while_loop`; the values that it records go into its row."""
        lines = [
            "number, state, rows = carry",
            f"state, new = {self.name}_round(state, {row})",
            f"rows = [each.at[{at}].set(one) for each, one in zip(rows, new, strict=True)]",
        ]
        self._function(f"{self.name}_step", "carry", lines, "number + 1, state, rows")

    def _room(self, loop: Loop, count: str, row: str, state: str) -> str:
        if not any(port.kind != "carried" and port.value is not None for port in loop.outputs):
            return "[]"
        if not count:
            raise NotWritten("records a value in each iteration but has no maximum number of iterations")
        shapes = f"jax.eval_shape({self.name}_round, {state}, {row})[1]"
        return f"[jnp.zeros(({count}, *each.shape), each.dtype) for each in {shapes}]"

    def _checkpointed_gradient(self, program: CheckpointedGradient) -> list[str]:
        """Write the segments from last to first: repeat the iterations of each, then go back."""
        loop, back = program.forward, program.back.loop
        count = None if loop.test is not None else loop.rounds(self.shapes[: program.kept().start])
        if not count:
            given = list(zip(self.texts, self.shapes, strict=True))
            result = program.all_recorded(
                given,
                lambda each, given: self.part(each, given, "back" if each is back else "again"),
                lambda rows, value: (f"({rows[0]}[0] if len({rows[0]}) else {value[0]})", value[1]),
            )
            return [text for text, _ in result]
        whole, rest = divmod(count, every := loop.checkpoint or 1)
        segments = _Segments(self, program, count)
        carried = [texts[0] for port, texts in zip(back.inputs, segments.given, strict=True) if port.kind == "carried"]
        parts: list[str] = []
        state = f"{self.name}_state"
        self.lines.append(f"{state} = {tuple_of(carried)}")
        if rest:
            self._function(f"{self.name}_rest", "state, row", *segments.written(rest))
            row = tuple_of([f"{each}[-1]" for each in segments.kept])
            self.lines.append(f"{state}, {self.name}_last = {self.name}_rest({state}, ({whole * every}, {row}))")
            parts.append(f"{self.name}_last")
        if whole:
            self._function(f"{self.name}_segment", "state, row", *segments.written(every))
            rows = f"np.arange({whole}) * {every}, {tuple_of([f'{each}[:{whole}]' for each in segments.kept])}"
            call = f"lax.scan({self.name}_segment, {state}, ({rows}), reverse=True)"
            self.lines.append(f"{state}, {self.name}_rows = {call}")
            turned = "[::-1]" if loop.reverse else ""
            join = f"each{turned}.reshape(-1, *each.shape[2:])"
            self.lines.append(f"{self.name}_rows = [{join} for each in {self.name}_rows]")
            parts.append(f"{self.name}_rows")
        if len(parts) > 1:
            pair = ", ".join(parts if loop.reverse else parts[::-1])
            self.lines.append(f"{parts[1]} = [jnp.concatenate(each) for each in zip({pair}, strict=True)]")
        return list(segments.outputs(state, parts[-1]))

    def part(
        self, loop: Loop, given: Sequence[tuple[str, Shape]], name: str, first: str = ""
    ) -> list[tuple[str, Shape]]:
        texts, shapes = [text for text, _ in given], [shape for _, shape in given]
        made = f"{self.name}_{name}"
        writer = LoopLines(loop, shapes, texts, made, self.write, differentiable=self.differentiable, first=first)
        result = writer.written()
        self.lines += writer.lines
        return list(zip(result, loop.shapes(shapes), strict=True))

    # -- what they have in common -------------------------------------------------------------------------------------

    def _ports(self, loop: Loop) -> list[tuple[Port, int]]:
        return list(zip(loop.inputs, loop.indices(loop.inputs), strict=True))

    def _names(self, loop: Loop, elements: Sequence[str], state: str) -> list[str]:
        left, carried = iter(elements), 0
        result: list[str] = []
        for port, at in self._ports(loop):
            if port.kind == "carried":
                result.append(f"{state}[{carried}]")
                carried += 1
            else:
                result.append(next(left) if port.kind in ("over", "each") else self.texts[at])
        return result

    def _shape(self, loop: Loop, i: int) -> Shape:
        port, at = self._ports(loop)[i]
        shape = self.shapes[at]
        return shape[1:] if port.kind == "over" and shape is not None else shape

    def _round(self, loop: Loop, columns: int) -> list[str]:
        """Write an iteration as a function of carried values and elements; return the initial carried values."""
        state, row = f"{self.name}_state", f"{self.name}_row"
        names = self._names(loop, [f"{row}[{i}]" for i in range(columns)], state)
        fed = [(i, port.value) for i, port in enumerate(loop.inputs) if port.value is not None]
        given = [(value, names[i], self._shape(loop, i)) for i, value in fed]
        number = f"{self.first} + {row}[{columns}]" if self.first else f"{row}[{columns}]"
        ports = [port for port in loop.outputs if port.value is not None]
        result = self._body(loop.body, given, [port.value for port in ports], f"{self.name}_round", number)
        pairs = list(zip(ports, result.results, strict=True))
        carried = [text for port, text in pairs if port.kind == "carried"]
        rest = [text for port, text in pairs if port.kind != "carried"]
        self._function(f"{self.name}_round", f"{state}, {row}", result.lines, f"{tuple_of(carried)}, {tuple_of(rest)}")
        return [f"jnp.asarray({self.texts[at]})" for port, at in self._ports(loop) if port.kind == "carried"]

    def _body(
        self, body: Body, given: Sequence[_Given], wanted: Any, begin: str, number: str, behind: str = ""
    ) -> BodyLines:
        feeds = {output_key(output): Fed(output.dtype, shape) for output, _, shape in given}
        goal = Goal(list(wanted), list(body.targets))
        part = GraphPart(*finished(specialise(body.graph, goal, feeds, {}), goal))
        if any(node.type.control for node in part.graph.nodes):
            raise NotWritten("contains branches or loops built from Switch and Merge blocks")
        result = self.write(part, [text for _, text, _ in given], begin, number, behind)
        pairs = zip(result.results, part.goal.outputs, strict=True)
        return result._replace(results=[f"jnp.asarray({text}, {_dtype(output)})" for text, output in pairs])

    def _function(self, name: str, arguments: str, lines: Sequence[str], result: str) -> None:
        self.lines += function(f"{name}({arguments})", [*lines, f"return {result}"])

    def _outputs(self, loop: Loop, rounds: str, last: int) -> Iterator[str]:
        carried = rest = 0
        for port in loop.outputs:
            if port.kind == "carried":
                yield f"{self.name}_last[{carried}]"
                carried += 1
            elif port.value is None:
                yield rounds
            else:
                row = f"{self.name}_rows[{rest}]"
                rest += 1
                if port.kind == "each":
                    yield from (f"{row}[{k}]" for k in range(loop.width(port)))
                elif port.kind == "kept":
                    yield f"{row}[{'::-1][' if last == 0 else ''}::{loop.checkpoint or 1}]"
                else:
                    yield row if port.kind == "stacked" else f"{row}[{last}]"


class _Segments:
    def __init__(self, outer: LoopLines, program: CheckpointedGradient, count: int) -> None:
        self._outer, self._loop, self._back, self._count = outer, program.forward, program.back, count
        left = iter(zip(outer.texts, outer.shapes, strict=True))
        self._own = [self._taken(port, self._loop, left) for port in self._loop.inputs]
        self.kept = [next(left)[0] for port in self._loop.inputs if port.kind == "carried"]
        next(left)
        both = [
            self._taken(port, self._back.loop, left) if kind in ("dy", "zeros") else []
            for port, (kind, _) in zip(self._back.loop.inputs, self._back.sources, strict=True)
        ]
        self.given = [[text for text, _ in pairs] for pairs in both]
        self._shapes = [[shape for _, shape in pairs] for pairs in both]

    def _taken(self, port: Port, loop: Loop, left: Iterator[tuple[str, Shape]]) -> list[tuple[str, Shape]]:
        return [next(left) for _ in range(loop.width(port))]

    def written(self, some: int) -> tuple[list[str], str]:
        loop, back = self._loop, self._back
        outer = self._outer
        name = f"{outer.name}_{some}"
        inner = LoopLines(loop, [], [], name, outer.write, differentiable=outer.differentiable)
        inner.lines = self._lines = ["start, kept = row"]
        self._at = f"{self._count - some} - start" if loop.reverse else "start"
        self._some = some
        begins = iter(range(len(self.kept)))
        given: list[tuple[str, Shape]] = []
        for port, pairs in zip(loop.inputs, self._own, strict=True):
            carried = port.kind == "carried"
            given += [(f"kept[{next(begins)}]", pairs[0][1])] if carried else self._part(port, pairs)
        outputs = (*[port for port in loop.outputs if port.kind == "carried"], *back.recorded)
        again = replace(loop, times=some, checkpoint=None, outputs=outputs, known={}, plans={})
        result = inner.part(again, given, "again", "start")
        comes, given = iter(range(len(self.kept) + len(back.loop.inputs))), []
        for port, (kind, i), texts, shapes in zip(
            back.loop.inputs, back.sources, self.given, self._shapes, strict=True
        ):
            if kind == "recorded":
                given.append(result[len(self.kept) + i])
            elif port.kind == "carried":
                given.append((f"state[{next(comes)}]", shapes[0]))
            else:
                given += self._part(port, self._own[i] if kind == "input" else [*zip(texts, shapes, strict=True)])
        way = replace(back.loop, times=some, known={}, plans={})
        gave = iter([text for text, _ in inner.part(way, given, "back")])
        ports = [(port, [next(gave) for _ in range(way.width(port))]) for port in way.outputs]
        rows = [
            f"jnp.stack([{', '.join(texts)}])" if port.kind == "each" else texts[0]
            for port, texts in ports
            if port.kind != "carried"
        ]
        state = [texts[0] for port, texts in ports if port.kind == "carried"]
        return self._lines, f"{tuple_of(state)}, {tuple_of(rows)}"

    def _part(self, port: Port, pairs: Sequence[tuple[str, Shape]]) -> list[tuple[str, Shape]]:
        if port.kind not in ("over", "each"):
            return list(pairs)
        text, shape = pairs[0]
        whole = f"jnp.stack([{', '.join(text for text, _ in pairs)}])" if port.kind == "each" else text
        name = f"part_{len(self._lines)}"
        self._lines.append(f"{name} = lax.dynamic_slice_in_dim({whole}, {self._at}, {self._some})")
        if port.kind == "each":
            return [(f"{name}[{k}]", shape) for k in range(self._some)]
        return [(name, None if shape is None else (self._some, *shape[1:]))]

    def outputs(self, state: str, rows: str) -> Iterator[str]:
        carried = rest = 0
        for port in self._back.loop.outputs:
            if port.kind == "carried":
                yield f"{state}[{carried}]"
                carried += 1
                continue
            if port.kind == "each":
                yield from (f"{rows}[{rest}][{k}]" for k in range(self._count))
            else:
                yield f"{rows}[{rest}]"
            rest += 1


def _draws(loop: Loop) -> bool:
    return any(node.type.random for node in loop.body.graph.nodes)


def _zeros(output: Output | None, *sizes: int) -> str:
    """Return zeros of a tensor's shape, with further axes in front."""
    assert output is not None
    if not is_known(output.shape):
        raise NotWritten("has an input whose shape is not known")
    return f"jnp.zeros({(*sizes, *(output.shape or ()))!r}, {_dtype(output)})"


def _dtype(output: Output) -> str:
    return "np.bool" if output.dtype is BOOL else f"jnp.{output.dtype.numpy}"
