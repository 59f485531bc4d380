"""Loops and branches that run a composite, in a program for JAX: functions for `lax.scan`, `while_loop` and `cond`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from blocks.base.dtypes import BOOL
from blocks.base.shapes import is_known
from blocks.base.types import Shape
from blocks.compile.passes import Fed, finished, specialise
from blocks.compile.rewrite import Goal, output_key
from blocks.graph.graph import Graph, Output
from blocks.library.control_flow.bodies import Body, CheckpointedGradient, Choice, Loop, Port, Program


class NotWritten(Exception):
    """A loop that has no form, with the reason in words that go on after its title."""


class Inside(NamedTuple):
    """A body as lines, and the expressions of what it gives."""

    lines: list[str]
    results: list[str]


Write = Callable[[Graph, Goal, Sequence[str], str], Inside]
"""Writes a graph whose feeds have names; the last argument begins the names of its own values."""


class Loops:
    """Writes one loop, or branch.

    Args:
        program: what it runs.
        shapes: those of what it is given.
        texts: the expressions of that.
        name: what its functions and results are called.
        write: writes a graph.
    """

    def __init__(
        self, program: Program, shapes: Sequence[Shape], texts: Sequence[str], name: str, write: Write
    ) -> None:
        self.program, self.shapes, self.texts, self.name, self.write = program, shapes, texts, name, write
        self.lines: list[str] = []

    def written(self) -> list[str]:
        """The expressions of what the node gives; `lines` come before.

        Raises:
            NotWritten: it has no form.
        """
        program = self.program
        if isinstance(program, Choice):
            return self._choice(program)
        if isinstance(program, CheckpointedGradient):
            return self._checkpointed_gradient(program)
        if program.varying:
            raise NotWritten("has shapes that may vary from round to round")
        if program.test is not None:
            return self._counted_by(program)
        counted = program.dynamic_length and any(port.kind == "count" for port in program.inputs)
        return self._counted(program) if counted else self._scanned(program)

    # -- branches -----------------------------------------------------------------------------------------------------

    def _choice(self, choice: Choice) -> list[str]:
        shapes = self.shapes[1:]
        for side, part in enumerate(("then", "otherwise")):
            pairs = [
                (pair[side], text, shape)
                for pair, text, shape in zip(choice.inputs, self.texts[1:], shapes, strict=True)
            ]
            given = [(output, text, shape) for output, text, shape in pairs if output is not None]
            wanted = [each for pair in choice.outputs if (each := pair[side]) is not None]
            names = [text for _, text, _ in given]
            result, _ = self._body(
                choice.bodies[side], [(o, s) for o, _, s in given], names, wanted, f"{self.name}_{part}"
            )
            rest = iter(result.results)
            results = [
                self._zeros(choice.outputs[i]) if pair[side] is None else next(rest)
                for i, pair in enumerate(choice.outputs)
            ]
            self._function(f"{self.name}_{part}", "", result.lines, _tuple(results))
        self.lines.append(f"{self.name} = lax.cond({self.texts[0]}, {self.name}_then, {self.name}_otherwise)")
        return [f"{self.name}[{i}]" for i in range(len(choice.outputs))]

    def _zeros(self, pair: tuple[Output | None, Output | None]) -> str:
        """What stands where only the other branch gives something, which only its gradient looks at."""
        other = next(each for each in pair if each is not None)
        if not is_known(other.shape):
            raise NotWritten("has branches whose shapes are not known")
        return f"jnp.zeros({tuple(other.shape or ())!r}, {_dtype(other)})"

    # -- loops --------------------------------------------------------------------------------------------------------

    def _scanned(self, loop: Loop) -> list[str]:
        count = loop.rounds(self.shapes)
        if count is None:
            raise NotWritten("has a number of rounds that is known only when it runs")
        columns: list[str] = []
        for port, at in self._ports(loop):
            if port.kind == "over":
                columns.append(self.texts[at])
            elif port.kind == "each":
                columns.append(f"jnp.stack([{', '.join(self.texts[at : at + count])}])")
        if not count and any(port.kind == "each" for port in loop.inputs):
            raise NotWritten("has no rounds")
        state, row = f"{self.name}_state", f"{self.name}_row"
        result, _ = self._round(loop, [f"{row}[{i}]" for i in range(len(columns))], state)
        carried, rest = self._parted(loop, result.results)
        self._function(f"{self.name}_round", f"{state}, {row}", result.lines, f"{_tuple(carried)}, {_tuple(rest)}")
        begin = self._begin(loop)
        reverse = ", reverse=True" if loop.reverse else ""
        call = f"lax.scan({self.name}_round, {_tuple(begin)}, {_tuple(columns)}, {count}{reverse})"
        self.lines.append(f"{self.name}_last, {self.name}_rows = {call}")
        return list(self._outputs(loop, f"np.int64({count})", 0 if loop.reverse else -1))

    def _counted(self, loop: Loop) -> list[str]:
        """A loop that makes a number of rounds that is known when it runs, over what others have recorded."""
        if any(port.kind != "carried" for port in loop.outputs):
            raise NotWritten("records something of each of its rounds, and has no maximum")
        count = next(self.texts[at] for port, at in self._ports(loop) if port.kind == "count")
        number, state = f"{self.name}_number", f"{self.name}_state"
        at = f"{count} - 1 - {number}" if loop.reverse else number
        over = [self.texts[i] for port, i in self._ports(loop) if port.kind == "over"]
        result, _ = self._round(
            loop, [f"lax.dynamic_index_in_dim({each}, {at}, keepdims=False)" for each in over], state
        )
        carried, _ = self._parted(loop, result.results)
        lines = [f"{number}, {state} = carry", *result.lines]
        self._function(f"{self.name}_round", "carry", lines, f"({number} + 1, {_tuple(carried)})")
        begin = f"({count} * 0, {_tuple(self._begin(loop))})"
        more = f"lambda carry: carry[0] < {count}"
        self.lines.append(f"_, {self.name}_last = lax.while_loop({more}, {self.name}_round, {begin})")
        return list(self._outputs(loop, count, -1))

    def _counted_by(self, loop: Loop) -> list[str]:
        """A loop that goes on as long as a condition holds."""
        test, maximum = loop.test, loop.maximum
        assert test is not None
        number, state, rows = f"{self.name}_number", f"{self.name}_state", f"{self.name}_kept"
        result, goal = self._round(loop, [], state)
        carried, rest = self._parted(loop, result.results)
        if rest and maximum is None:
            raise NotWritten("records something of each of its rounds, and has no maximum")
        heads = f"{number}, {state}, {rows} = carry"
        kept = [f"{rows}[{i}].at[{number}].set({each})" for i, each in enumerate(rest)]
        after = f"({number} + 1, {_tuple(carried)}, {_tuple(kept)})"
        self._function(f"{self.name}_round", "carry", [heads, *result.lines], after)
        names = self._names(loop, [], state)
        given = [(each, self._shape(loop, i)) for each, i in test.inputs]
        asked, _ = self._body(
            test.body, given, [names[i] for _, i in test.inputs], [test.value], f"{self.name}_goes_on"
        )
        limit = "" if maximum is None else f" & ({number} < {maximum})"
        self._function(f"{self.name}_goes_on", "carry", [heads, *asked.lines], f"{asked.results[0]}{limit}")
        room = [self._room(each, maximum or 0) for each in self._recorded(loop, goal.outputs)]
        begin = f"(np.int64(0), {_tuple(self._begin(loop))}, {_tuple(room)})"
        call = f"lax.while_loop({self.name}_goes_on, {self.name}_round, {begin})"
        self.lines.append(f"{self.name}_rounds, {self.name}_last, {self.name}_rows = {call}")
        return list(self._outputs(loop, f"{self.name}_rounds", -1))

    def _recorded(self, loop: Loop, outputs: Sequence[Output]) -> list[Output]:
        ports = [port for port in loop.outputs if port.value is not None]
        return [each for port, each in zip(ports, outputs, strict=True) if port.kind != "carried"]

    def _room(self, output: Output, maximum: int) -> str:
        if not is_known(output.shape):
            raise NotWritten("records something whose shape is not known")
        return f"jnp.zeros({(maximum, *(output.shape or ()))!r}, {_dtype(output)})"

    def _checkpointed_gradient(self, program: CheckpointedGradient) -> list[str]:
        """Segment by segment, from the last to the first: the rounds of each again, and the way back of it."""
        loop, back = program.forward, program.back.loop
        count = None if loop.test is not None else loop.rounds(self.shapes[: program.kept().start])
        if not count:
            raise NotWritten("computes rounds again whose number is 0, or known only when it runs")
        whole, rest = divmod(count, every := loop.checkpoint or 1)
        segments = _Segments(self, program, count)
        carried = [texts[0] for port, texts in zip(back.inputs, segments.given, strict=True) if port.kind == "carried"]
        parts: list[str] = []
        state = f"{self.name}_state"
        self.lines.append(f"{state} = {_tuple(carried)}")
        if rest:
            self._function(f"{self.name}_rest", "state, row", *segments.written(rest))
            row = _tuple([f"{each}[-1]" for each in segments.kept])
            self.lines.append(f"{state}, {self.name}_last = {self.name}_rest({state}, ({whole * every}, {row}))")
            parts.append(f"{self.name}_last")
        if whole:
            self._function(f"{self.name}_segment", "state, row", *segments.written(every))
            rows = f"np.arange({whole}) * {every}, {_tuple([f'{each}[:{whole}]' for each in segments.kept])}"
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

    # -- what they have in common -------------------------------------------------------------------------------------

    def _ports(self, loop: Loop) -> list[tuple[Port, int]]:
        return list(zip(loop.inputs, loop.indices(loop.inputs), strict=True))

    def _begin(self, loop: Loop) -> list[str]:
        return [f"jnp.asarray({self.texts[at]})" for port, at in self._ports(loop) if port.kind == "carried"]

    def _names(self, loop: Loop, elements: Sequence[str], state: str) -> list[str]:
        """What is given to a round at each port."""
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
        """The shape of what a round is given at a port."""
        port, at = self._ports(loop)[i]
        shape = self.shapes[at]
        return shape[1:] if port.kind == "over" and shape is not None else shape

    def _round(self, loop: Loop, elements: Sequence[str], state: str) -> tuple[Inside, Goal]:
        names = self._names(loop, elements, state)
        fed = [(i, port.value) for i, port in enumerate(loop.inputs) if port.value is not None]
        wanted = [port.value for port in loop.outputs if port.value is not None]
        given = [(value, self._shape(loop, i)) for i, value in fed]
        return self._body(loop.body, given, [names[i] for i, _ in fed], wanted, f"{self.name}_round")

    def _body(
        self, body: Body, given: Sequence[tuple[Output, Shape]], names: Sequence[str], wanted: Any, begin: str
    ) -> tuple[Inside, Goal]:
        feeds = {output_key(output): Fed(output.dtype, shape) for output, shape in given}
        goal = Goal(list(wanted), list(body.targets))
        graph, goal = finished(specialise(body.graph, goal, feeds, {}), goal)
        if any(node.type.control for node in graph.nodes):
            raise NotWritten("has branches or loops of single blocks in its body")
        if any(node.type.random for node in graph.nodes):
            raise NotWritten("draws random numbers in its rounds")
        result = self.write(graph, goal, names, begin)
        pairs = zip(result.results, goal.outputs, strict=True)
        return result._replace(results=[f"jnp.asarray({text}, {_dtype(output)})" for text, output in pairs]), goal

    def _parted(self, loop: Loop, results: Sequence[str]) -> tuple[list[str], list[str]]:
        """What a round gives, as what is carried and the rest."""
        ports = [port for port in loop.outputs if port.value is not None]
        pairs = list(zip(ports, results, strict=True))
        carried = [text for port, text in pairs if port.kind == "carried"]
        return carried, [text for port, text in pairs if port.kind != "carried"]

    def _function(self, name: str, arguments: str, lines: Sequence[str], result: str) -> None:
        self.lines.append(f"def {name}({arguments}):")
        self.lines += [f"    {line}" for line in [*lines, f"return {result}"]]

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
    """Writes what the gradient of a loop that kept every n-th round does with so many rounds.

    Attributes:
        kept: the expressions of what the loop has kept.
        given: those of what else the way back is given, by its ports; none for what segments make.
    """

    def __init__(self, outer: Loops, program: CheckpointedGradient, count: int) -> None:
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
        """The lines of a function of ``state`` and ``row`` for so many rounds, and what it gives."""
        loop, back = self._loop, self._back
        self._lines = ["start, kept = row"]
        self._at = f"{self._count - some} - start" if loop.reverse else "start"
        self._some = some
        begins = iter(range(len(self.kept)))
        given: list[tuple[str, Shape]] = []
        for port, pairs in zip(loop.inputs, self._own, strict=True):
            carried = port.kind == "carried"
            given += [(f"kept[{next(begins)}]", pairs[0][1])] if carried else self._part(port, pairs)
        outputs = (*[port for port in loop.outputs if port.kind == "carried"], *back.recorded)
        again = replace(loop, times=some, checkpoint=None, outputs=outputs, known={}, plans={})
        result = self._inner(again, given, f"again_{some}")
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
        gave = iter([text for text, _ in self._inner(way, given, f"back_{some}")])
        ports = [(port, [next(gave) for _ in range(way.width(port))]) for port in way.outputs]
        rows = [
            f"jnp.stack([{', '.join(texts)}])" if port.kind == "each" else texts[0]
            for port, texts in ports
            if port.kind != "carried"
        ]
        state = [texts[0] for port, texts in ports if port.kind == "carried"]
        return self._lines, f"{_tuple(state)}, {_tuple(rows)}"

    def _inner(self, loop: Loop, given: Sequence[tuple[str, Shape]], name: str) -> list[tuple[str, Shape]]:
        """Write a loop; the expressions of what it gives, and their shapes."""
        texts, shapes = [text for text, _ in given], [shape for _, shape in given]
        writer = Loops(loop, shapes, texts, f"{self._outer.name}_{name}", self._outer.write)
        result = writer.written()
        self._lines += writer.lines
        return list(zip(result, loop.shapes(shapes), strict=True))

    def _part(self, port: Port, pairs: Sequence[tuple[str, Shape]]) -> list[tuple[str, Shape]]:
        """What some of the rounds are given at a port."""
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
        """What the node gives, by the expressions of what is carried back and of what is stacked."""
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


def _tuple(texts: Sequence[str]) -> str:
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def _dtype(output: Output) -> str:
    return "np.bool" if output.dtype is BOOL else f"jnp.{output.dtype.numpy}"
