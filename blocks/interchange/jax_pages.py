"""A page as functions of a JAX program: one step, many steps, and losses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.analysis.gradient_targets import LossTerm, tensors_at, terms
from blocks.base.errors import DiagramError
from blocks.base.types import Shape
from blocks.compile.passes import Fed, finished, specialise
from blocks.compile.rewrite import Goal, output_key
from blocks.compile.schedule import cell_key
from blocks.graph.flow import gradient_flow
from blocks.graph.graph import Node, Output
from blocks.interchange import jax_helpers
from blocks.interchange.jax_common import Common, Place
from blocks.interchange.jax_lines import GraphLines
from blocks.interchange.jax_loops import GraphPart
from blocks.interchange.python.text import comment, function, indented, inside_docstring
from blocks.run.session import Session
from blocks.run.state import GENERATOR
from blocks.run.steps.environment import feeds_of, initialise, wanted_of
from blocks.run.steps.fetches import computed, intervals

_PERIODS = 16
"""Functions for steps in which other ClientSession blocks run."""


class _Loss(NamedTuple):
    """A differentiated target: the sum of ``terms``, with respect to the variables at the paths ``parameters``."""

    name: str
    block: str
    terms: Sequence[LossTerm]
    parameters: Sequence[str]


class PageFunctions:
    """A page as functions: one for many steps, one per kind of step, and one per loss."""

    def __init__(self, common: Common, session: Session, name: str, prefix: str) -> None:
        self.name, self._session, self._common = name, session, common
        self._names = common.local_names()
        self._title = inside_docstring(repr(session.page.name))
        self._place = Place(name, session.page.name, session.file, session.elaboration.is_block)
        initialise(session, {})
        nodes = session.elaboration.graph.nodes
        self._fed = {nodes[at[0]].outputs[at[1]]: value for at, value in feeds_of(session, {}).items()}
        self._needed: set[str] = set()
        self._paths: dict[Any, str] = {}
        for node in nodes:
            if node.type.variable and cell_key(node) not in self._paths:
                path = node.block_name
                self._paths[cell_key(node)] = path if path not in self._paths.values() else node.name
        self._cells: dict[str, Any] = {}
        periods = self._periods(intervals(session.elaboration))
        self._steps = {each: common.name(f"{name}_step" if each == 1 else f"{name}_step_{each}") for each in periods}
        self._begin, self._default = common.name(f"{name}_variables"), common.name(f"{name}_feeds")
        self.losses = self._losses(prefix)
        self._parameters = common.name(f"{prefix}init_params") if self.losses else ""

    def _periods(self, every: Mapping[str, int]) -> list[int]:
        """Return step numbers that represent all steps, largest first: a step is of the kind of the first divisor."""
        periods = {1}
        for interval in every.values():
            periods |= {math.lcm(interval, period) for period in periods}
            if len(periods) > _PERIODS:
                text = f"the `every` intervals of the ClientSession blocks combine in more than {_PERIODS} ways"
                hint = "use intervals that are multiples of each other"
                self._common.errors.append(DiagramError(text, page=self._session.page.name, hint=hint))
                return [1]
        return sorted(periods, reverse=True)

    def _losses(self, prefix: str) -> list[_Loss]:
        """Return the losses that the page trains, then its other differentiated targets; equal sums occur once."""
        elaboration = self._session.elaboration
        order = elaboration.position
        found: dict[tuple[LossTerm, ...], tuple[str, dict[str, None]]] = {}
        for block, trained in sorted(elaboration.trained.items(), key=lambda each: order.get(each[0], 0)):
            parameters = found.setdefault((LossTerm(trained.loss, None),), (block, {}))[1]
            parameters |= dict.fromkeys(self._path(each) for each in trained.variables)
        for block in sorted(elaboration.gradients & elaboration.values.keys(), key=lambda each: order.get(each, 0)):
            parameters = found.setdefault(tuple(terms(elaboration, block)), (block, {}))[1]
            inputs = tensors_at(elaboration, block, "inputs")
            parameters |= dict.fromkeys(self._path(each) for each in inputs if each.op.type.variable)
        result: list[_Loss] = []
        for of, (block, parameters) in found.items():
            if not parameters:
                reached = gradient_flow(elaboration.graph, [term.output for term in of]).reached
                parameters |= dict.fromkeys(self._path(each) for each in reached if _is_trainable(each))
            name = self._common.name(f"{prefix}loss_{block}" if result else f"{prefix}loss")
            result.append(_Loss(name, block, of, list(parameters)))
        return result

    def _path(self, variable: Output) -> str:
        return self._paths[cell_key(variable.op)]

    # -- Text ---------------------------------------------------------------------------------------------------------

    def summary(self) -> Iterator[str]:
        step = self._steps[1]
        yield f"- `{self.name}(steps, seed, feed)` runs page {self._title}; `{step}` is a step of it."
        for loss in self.losses:
            block = inside_docstring(loss.block)
            yield f"- `{loss.name}(params, batch, step, seed)` is what `{block}` differentiates, as a pure function."
        if self.losses:
            yield f"- `{self._parameters}()` returns the parameters of these: the initial values of variables, by path."

    def written(self) -> list[str]:
        steps = [[*self._step(period, name)] for period, name in sorted(self._steps.items())]
        losses = [[*self._loss(loss)] for loss in self.losses]  # before what they need is written
        doc = f"Return the initial values of the variables of page {self._title}."
        variables = self._arrays(self._begin, doc, self._cells)
        fed = {output.op.block_name: value for output, value in self._fed.items()}
        values = self._arrays(self._default, f"Return the values that page {self._title} feeds.", fed)
        parts = [*steps, variables, values, self._main(), *losses]
        if self.losses:
            parts.append(self._first_parameters())
        return [line for part in parts for line in (*part, "", "")][:-2]

    def _function(
        self, outputs: Sequence[Output], targets: Sequence[Node], *, loss: bool
    ) -> tuple[GraphLines, list[str], list[str]]:
        """Return the lines that compute some outputs, and the names of the required feeds.

        Sizes that the page leaves open stay open, unless a block must know them: then they are those of the feeds.
        """
        errors, before, fed = self._common.errors, len(self._common.errors), self._fed
        lines, text = self._with_shapes(Goal(outputs, targets), _declared, loss)
        if len(errors) > before and any(_declared(each, value) != np.shape(value) for each, value in fed.items()):
            del errors[before:]
            lines, text = self._with_shapes(Goal(outputs, targets), lambda _output, value: np.shape(value), loss)
        named = list(fed)
        needed = [named[slot].op.block_name for slot in lines.plan.feeds]
        nodes = [each.node for each in lines.plan.instructions]
        self._cells |= {cell: self._counter(cell, counter) for cell, counter in lines.counters.items()}
        return lines, text, sorted({*needed, *(node.block_name for node in nodes if node.type.name == "Placeholder")})

    def _with_shapes(
        self, goal: Goal, shape_of: Callable[[Output, Any], Shape], loss: bool
    ) -> tuple[GraphLines, list[str]]:
        graph, shapes = self._session.elaboration.graph, self._session.state.shapes
        feeds = {output_key(each): Fed(each.dtype, shape_of(each, value)) for each, value in self._fed.items()}
        part = GraphPart(*finished(specialise(graph, goal, feeds, shapes(graph)), goal))
        lines = GraphLines(self._common, self._place, self._names, part, differentiable=loss)
        given, made = [*self._inputs(lines, loss)], lines.written()
        for output in part.goal.outputs:
            if not lines.is_outside(output):
                lines.value(output)  # constants among them are used
        return lines, [*given, *lines.constants(), *made]

    def _inputs(self, lines: GraphLines, loss: bool) -> Iterator[str]:
        for key, value in lines.plan.start.items():
            path = self._paths[key]
            self._cells[path] = self._session.state.values.get(key)
            lines.values[value] = name = self._names[path]
            yield f"{name} = jnp.asarray(variables[{path!r}])" if loss else f"{name} = variables[{path!r}]"
        fed = list(self._fed)
        for slot, value in lines.plan.feeds.items():
            path = fed[slot].op.block_name
            lines.values[value] = name = self._names[path]
            yield lines.fed(name, fed[slot], path)

    def _step(self, period: int, name: str) -> Iterator[str]:
        session, elaboration = self._session, self._session.elaboration
        wanted = wanted_of(session, step=period)
        shown = computed(elaboration, wanted, feeds_of(session, {}))
        targets = [*wanted.goal.targets, *[each.op for each in wanted.goal.outputs if each.op.type.writes]]
        lines, text, needed = self._function(shown.outputs, targets, loss=False)
        self._needed |= {*needed}
        pairs = list(zip(shown.names, lines.goal.outputs, strict=True))
        others = [name for name, output in pairs if lines.is_outside(output)]
        given = [(name, lines.value(output)) for name, output in pairs if not lines.is_outside(output)]
        written = {self._paths[key]: lines.values[value] for key, value in lines.plan.final.items()} | lines.moved
        after = f"{{{', '.join(f'{path!r}: {value}' for path, value in written.items())}}}"
        what = f"One step of page {self._title}" if period == 1 else f"Every {period} steps of page {self._title}"
        notes = [line for note in session.page.notes if period == 1 for line in comment(note.text)]
        taken = ", ".join(lines.values[value] for value in lines.taken_outside())
        function = self._common.name(f"{name}_inside") if others else name
        head = f'    """{what}: the variables after it, and its results."""'
        yield from ("@jax.jit", f"def {function}(variables, feeds, step=0, seed=0):", head)
        body = [*notes, *text, *_dictionary("results", given)]
        end = f"return {f'variables | {after}' if written else 'variables'}, OrderedDict(results)"
        yield from indented([*body, f"{end}, [{taken}]" if others else end])
        if not others:
            return
        yield from ("", "", f"def {name}(variables, feeds, step=0, seed=0):", head)
        call = f"{function}(variables, feeds, step, seed)"
        made = lines.written_outside()
        texts = [(name, lines.value(output)) for name, output in pairs if name in others]
        body = [f"variables, results, {f'[{taken}]' if taken else '_'} = {call}", *lines.constants(), *made]
        order = f"{{name: results[name] for name in {shown.names!r}}}"
        yield from indented([*body, *_dictionary("results |=", texts), f"return variables, {order}"])

    def _counter(self, cell: str, counter: int) -> Any:
        kept = self._session.state.values.get((GENERATOR, cell.removeprefix(f"{GENERATOR}/")))
        return np.array([counter % 2**64, counter >> 64], np.uint64) if kept is None else kept

    def _arrays(self, name: str, doc: str, values: Mapping[str, Any]) -> list[str]:
        pairs = [(path, self._array(value, path)) for path, value in values.items()]
        return function(f"{name}()", _dictionary("return", pairs), doc)

    def _array(self, value: Any, path: str) -> str:
        if value is None:
            text = "this variable cannot be exported to JAX: it has no initial value"
            self._place.report(self._common, text, path)
            return "None"
        return self._common.array(np.asarray(value), f"{self.name}_{path}")

    def _main(self) -> Iterator[str]:
        named = self._common.helper(jax_helpers.named)
        yield f"def {self.name}(steps=1, seed=0, feed=None):"
        yield f'    """Run page {self._title} for some steps, and return the results of the last one."""'
        yield f"    variables = {self._begin}()"
        yield f"    feeds = {named}('feed', {self._default}() | (feed or {{}}), {sorted(self._needed)!r})"
        yield "    results = {}"
        yield "    for step in range(steps):"
        tests = (f"{name} if (step + 1) % {period} == 0 else " for period, name in self._steps.items() if period > 1)
        called = "".join(tests) + self._steps[1]
        if len(self._steps) > 1:
            called = f"({called})"
        yield f"        variables, results = {called}(variables, feeds, step, seed)"
        yield "    return results"

    # -- Losses -------------------------------------------------------------------------------------------------------

    def _loss(self, loss: _Loss) -> Iterator[str]:
        outputs = [each for term in loss.terms for each in term if each is not None]
        lines, text, needed = self._function(outputs, [], loss=True)
        left = iter(lines.goal.outputs)
        parts = [self._term(lines, next(left), None if term.weight is None else next(left)) for term in loss.terms]
        named = self._common.helper(jax_helpers.named)
        yield f"def {loss.name}(params, batch=None, step=0, seed=0):"
        block = inside_docstring(loss.block)
        yield f'    """Return what `{block}` differentiates; variables that `params` lacks have initial values."""'
        yield f"    variables = {self._begin}()"
        yield f"    variables |= {named}('params', params, [], variables)"
        others = sorted(self._needed.difference(needed))
        yield f"    feeds = {named}('batch', {self._default}() | (batch or {{}}), {needed!r}, {others!r})"
        yield from indented([*text, f"return {' + '.join(parts)}"])

    def _term(self, lines: GraphLines, output: Output, weight: Output | None) -> str:
        text = lines.value(output)
        if weight is not None:
            text = f"{text} * lax.stop_gradient({lines.value(weight)})"
        text = text if weight is None and output.shape == () else f"jnp.sum({text})"
        return f"jnp.real({text})" if output.dtype.is_complex else text

    def _first_parameters(self) -> Iterator[str]:
        names = list(dict.fromkeys(path for loss in self.losses for path in loss.parameters))
        yield f"def {self._parameters}():"
        yield '    """Return the initial values of the variables that the page trains, by path."""'
        yield f"    variables = {self._begin}()"
        yield f"    return {{name: jnp.asarray(variables[name]) for name in {names!r}}}"


def _declared(output: Output, value: Any) -> Shape:
    return (None,) * np.ndim(value) if output.shape is None else output.shape


def _is_trainable(output: Output) -> bool:
    return output.op.type.variable and output.dtype.is_differentiable and output.op.attrs.get("trainable", True)


def _dictionary(name: str, pairs: Sequence[tuple[str, str]]) -> list[str]:
    lines = [f"    {each!r}: {text}," for each, text in pairs]
    begin = name if name.endswith(("return", "=")) else f"{name} ="
    return [f"{begin} {{", *lines, "}"] if lines else [f"{begin} {{}}"]
