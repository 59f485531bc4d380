"""Graphs as lines of functions in a JAX program, and the parts that these functions share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import BOOL, STRING
from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known, room
from blocks.base.types import Array, Shape, is_array, is_list
from blocks.compile.dispatch import stream_of
from blocks.compile.jax.control_flow import argument
from blocks.compile.jax.trace import reason_against
from blocks.compile.nested import path_inside
from blocks.compile.passes import Fed, finished, is_pure, specialise
from blocks.compile.rewrite import Goal, output_key
from blocks.compile.schedule import Instruction, schedule, values_in
from blocks.graph.binding import constant_node
from blocks.graph.build import infer_shapes
from blocks.graph.call_info import ActualCall, NodeCall, known_value, run_kernel
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope, home_of
from blocks.interchange import jax_helpers
from blocks.interchange.jax_common import Common, Place, Within, snake
from blocks.interchange.jax_loops import BodyLines, GraphPart, LoopLines, NotWritten
from blocks.interchange.python.carried import NotCarried
from blocks.interchange.python.text import function, one_line, tuple_of
from blocks.library.array.identity import Placeholder
from blocks.library.core.constants import Const
from blocks.library.jax_rules.lowering import LoweringContext, NotLowered, RefusedValues, jax, with_64_bits
from blocks.library.jax_rules.missing import why_not
from blocks.library.jax_rules.text import Line, expression, numpy_name
from blocks.library.random.philox import of_seeds
from blocks.library.rules import rule_of
from blocks.run.state import GENERATOR


class GradientInput(NamedTuple):
    """An input of a block with its own gradient; ``known`` if its value is known when JAX compiles."""

    name: str
    known: bool
    literal: Array | None


class Alone:
    """A single block with its computation and gradient. Only the ranks of shapes are known if they suffice.

    ``backward`` computes the gradients with respect to the ``wanted`` inputs from the inputs, the results, and the
    gradients of the results ``seeds``; it is None if there are none.
    """

    def __init__(self, node: Node, operands: Sequence[GradientInput], seeds: Sequence[int]) -> None:
        self.seeds = seeds
        self.wanted: list[int] = []
        self.error: str | None = None
        scope = Scope(Graph())
        given = [_given(scope, node, output, each.literal) for output, each in zip(node.inputs, operands, strict=True)]
        inputs = [output for output, each in zip(given, operands, strict=True) if each.literal is None]
        copy = _copied(scope, node, given)
        self.forward = _part(copy.graph, inputs, copy.outputs)
        varying = [i for i, each in enumerate(operands) if not each.known and given[i].dtype.is_differentiable]
        self.backward = self._backward(scope, copy, given, inputs, varying)

    def _backward(
        self, scope: Scope, node: Node, given: list[Output], inputs: list[Output], at: list[int]
    ) -> GraphPart | None:
        ys = [node.outputs[i] for i in self.seeds]
        dys = [_given(scope, node, y, None) for y in ys]
        try:
            found = try_gradients(scope, ys, [given[i] for i in at], dys)
        except DiagramError as error:
            self.error = error.message
            return None
        pairs = [(i, each) for i, each in zip(at, found, strict=True) if isinstance(each, Output)]
        self.wanted = [i for i, _ in pairs]
        return _part(node.graph, [*inputs, *node.outputs, *dys], [each for _, each in pairs]) if pairs else None


def _given(scope: Scope, of: Node, output: Output, literal: Array | None) -> Output:
    if literal is not None:
        name = scope.get_unique_name_for_op("value")
        node: Node = constant_node(scope.graph, home_of(scope), Const, name, literal, output.dtype)
        scope.graph.nodes.append(node)
        return node.outputs[0]
    result: Node = Placeholder(scope, dtype=output.dtype, shape=_needed_shape(of, output))
    return result.outputs[0]


def _needed_shape(node: Node, output: Output) -> Shape:
    """Return the part of a shape on which the function for a block depends: often only the number of axes."""
    if output.shape is None or node.type.sized_gradient or node.type.custom_gradient:
        return output.shape
    return (None,) * len(output.shape)


def _copied(scope: Scope, node: Node, given: Sequence[Output]) -> Node:
    left = iter(given)
    args = tuple([
        tuple([next(left) for _ in arg]) if is_list(arg) else None if arg is None else next(left) for arg in node.args
    ])  # fmt: skip
    name = scope.get_unique_name_for_op(node.type.name)
    copy = Node(scope.graph, home_of(scope), node.type, name, args, node.attrs, node.bound, ())
    try:
        shapes = infer_shapes(node.type, NodeCall(copy))
    except DiagramError:
        shapes = None
    shapes = shapes or [None if each.shape is None else (None,) * len(each.shape) for each in node.outputs]
    copy.outputs = tuple([Output(copy, o.index, o.dtype, shape) for o, shape in zip(node.outputs, shapes, strict=True)])
    scope.graph.nodes.append(copy)
    return copy


def _part(graph: Graph, given: Sequence[Output], wanted: Sequence[Output]) -> GraphPart:
    goal, feeds = Goal(list(wanted)), {output_key(o): Fed(o.dtype, o.shape) for o in given}
    return GraphPart(*finished(specialise(graph, goal, feeds, {}), goal))


class WithGradient:
    """The writer of a function that computes a block and has its gradient with respect to the results ``seeds``.

    If ``drawn``, the function gets the block's random numbers as an argument. ``write`` returns the writer of a graph
    with named feeds; True for the block's computation, False for its gradient.
    """

    def __init__(
        self,
        common: Common,
        node: Node,
        operands: Sequence[GradientInput],
        seeds: Sequence[int],
        drawn: bool,
        write: Callable[[Any, GraphPart, Sequence[GradientInput], bool], GraphLines],
    ) -> None:
        self._common, self._node, self._operands, self._write = common, node, operands, write
        self._alone = Alone(node, operands, seeds)
        self._names = common.local_names()
        self._given = [each._replace(name=self._names.new(each.name)) for each in operands if each.literal is None]
        self._drawn = [self._names.new("drawn")] if drawn else []

    def text(self, name: str) -> str:
        new_name = self._common.name
        fixed, free = ([each.name for each in self._given if each.known is known] for known in (True, False))
        free += self._drawn
        value, gradient = ("value", "gradient") if fixed else (new_name(f"{name}_value"), new_name(f"{name}_gradient"))
        lines = [*function(f"{value}({', '.join(free)})", self._forward()), ""]
        names = self._names = self._common.local_names()
        for each in (*fixed, *free, value, gradient):
            names.new(each)
        ends = [f"_{i}" if len(self._node.outputs) > 1 else "" for i in range(len(self._node.outputs))]
        results, arrives = ([names.new(f"{what}{end}") for end in ends] for what in ("result", "arriving"))
        parameters = ", ".join([*free, *results, *arrives])
        lines += [*function(f"{gradient}({parameters})", self._backward(results, arrives)), ""]
        made = f"{self._common.helper(jax_helpers.with_gradient)}({value}, {gradient})"
        if not fixed:
            return "\n".join([*lines, "", f"{name} = {made}"])
        doc = f"Return {self._node.type.name} with its gradient, for what JAX knows when it compiles."
        return "\n".join(function(f"{name}({', '.join(fixed)})", [*lines, f"return {made}"], doc))

    def _forward(self) -> list[str]:
        if self._drawn:
            return [f"return {self._drawn[0]}"]
        writer = self._write(self._names, self._alone.forward, self._given, True)
        text = writer.direct()
        if text is not None:
            return [f"return {text}"]
        lines, results = writer.body(), writer.results()
        alone = len(results) == 1 and not self._node.type.list_outputs
        return [*lines, f"return {results[0] if alone else tuple_of(results)}"]

    def _backward(self, results: Sequence[str], arrives: Sequence[str]) -> list[str]:
        """Return the lines of the gradient; JAX's convention requires conjugates of complex gradients."""
        alone, node, errors = self._alone, self._node, self._common.errors
        if alone.error is not None:
            return [f"raise ValueError({f'{node.type.name}: {alone.error}'!r})"]
        gradients: dict[int, str] = {}
        lines: list[str] = []
        before = len(errors)
        if alone.backward is not None and any(each.type.random for each in alone.backward.graph.nodes):
            return [f"raise ValueError({f'{node.type.name}: a gradient with random numbers cannot be exported'!r})"]
        if alone.backward is not None:
            lines = [f"{arrives[i]} = jnp.conj({arrives[i]})" for i in alone.seeds if node.outputs[i].dtype.is_complex]
            others = [GradientInput(each, False, None) for each in (*results, *[arrives[i] for i in alone.seeds])]
            writer = self._write(self._names, alone.backward, [*self._given, *others], False)
            lines += writer.body()
            for i, text in zip(alone.wanted, writer.results(), strict=True):
                gradients[i] = f"jnp.conj({text})" if node.inputs[i].dtype.is_complex else text
        if len(errors) > before:  # only who differentiates must know it
            reason = f"the gradient of {node.type.name} {errors[before].message}"
            del errors[before:]
            return [f"raise ValueError({reason!r})"]
        free = [gradients.get(i, "None") for i, each in enumerate(self._operands) if not each.known]
        return [*lines, f"return {tuple_of([*free, *['None' for _ in self._drawn]])}"]


_SOME = 64
"""A size that is open, where a rule is tried."""
_MOST = 1 << 30
"""Bytes of a value that is worked out ahead."""


def worked_out(node: Node, args: Sequence[Any]) -> list[Array] | None:
    try:
        shapes = infer_shapes(node.type, ActualCall(node, args)) or [output.shape for output in node.outputs]
        size = sum(room(shape) * output.dtype.size for shape, output in zip(shapes, node.outputs, strict=True))
        return [np.asarray(each) for each in run_kernel(node, args)] if size <= _MOST else None
    except Exception:  # it fails when it runs, too
        return None


def stand_in(output: Output) -> Any:
    return jax.ShapeDtypeStruct([_SOME if size is None else size for size in output.shape or ()], output.dtype.numpy)


@with_64_bits
def not_lowered(instruction: Instruction, arrays: dict[int, Any]) -> str | None:
    """Return the reason that a call's rule does not hold for its inputs, some of them abstract, or None.

    If sizes are open, only the conditions of the rule itself count.
    """
    node = instruction.node
    rule = rule_of(node.type, "jax")
    assert rule is not None
    exact = all(is_known(output.shape) for output in node.inputs)
    site = LoweringContext(node, stream=np.zeros(3, np.uint64) if node.type.random else None)

    def lower(given: dict[int, Any]) -> Any:
        return rule(site, *[argument(each, (arrays | given).__getitem__) for each in instruction.args])

    try:
        jax.eval_shape(lower, {value: each for value, each in arrays.items() if not is_array(each)})
    except NotLowered as reason:
        return str(reason) if exact or not isinstance(reason, RefusedValues) else None
    except DiagramError as error:
        return f"rejects its inputs: {error.message}" if exact else None
    except Exception as error:
        text = (str(error).splitlines() or [type(error).__name__])[0]
        return f"cannot be compiled: {text}" if exact else None
    return None


def keywords(node: Node) -> dict[str, Any]:
    kernel = node.type.bind(node.attrs, node.bound)
    return kernel.keywords if isinstance(kernel, partial) else {}


def chooses_gradient(node: Node) -> bool:
    """Return whether an attribute that affects only the gradient is not at its default."""
    given = keywords(node)
    attributes = node.type.attribute_names.items()
    return any(name not in given and node.attrs[name] != each.default for name, each in attributes)


def literal(output: Output) -> bool:
    known = known_value(output)
    return known is not None and known.dtype.kind in "iub" and known.size <= 64


def lengths(node: Node) -> list[int | bool]:
    return [len(arg) if isinstance(arg, tuple) else arg is None for arg in node.args]


def pins(node: Node) -> list[str]:
    result: list[str] = []
    for pin, arg in zip(node.type.inputs, node.args, strict=True):
        result += (
            [f"{pin.name}_{i}" for i in range(len(arg))] if isinstance(arg, tuple) else [pin.name] * (arg is not None)
        )
    return result


_MOST_ORDERS = 4
"""A program has derivatives up to this order where a block has a gradient of its own."""
_WORD = re.compile(r"\w+")


class GraphLines:
    """The writer of a graph as function lines; ``values`` are expressions by the numbers of values.

    Calls ``outside`` are those that JAX cannot make and that only results or other such calls need; they come last.
    ``counters`` are the positions in counted random streams, by cell, and ``moved`` those after the step.
    """

    def __init__(
        self,
        common: Common,
        place: Place,
        names: Any,
        part: GraphPart,
        given: Sequence[str] = (),
        *,
        known: Sequence[bool] = (),
        order: int = 0,
        plain: bool = False,
        differentiable: bool = False,
    ) -> None:
        """Begin with a graph, for a derivative of some order; feeds are ``known`` if they are when JAX compiles."""
        self.common, self.place, self.names = common, place, names
        self.counters: dict[str, int] = {}
        self.moved: dict[str, str] = {}
        self._order, self._plain, self._differentiable = order, plain, differentiable
        self._paths: tuple[str, ...] = ()
        self._numbers: tuple[str, ...] = ()
        self._begin(part, given, known)

    def _begin(self, part: GraphPart, given: Sequence[str], known: Sequence[bool]) -> None:
        self.goal = part.goal
        self.plan = plan = schedule(part.graph)
        self.values: dict[int, str] = {value: given[slot] for slot, value in plan.feeds.items() if given}
        self._known = {*plan.constants, *(value for slot, value in plan.feeds.items() if known and known[slot])}
        self._arrays: dict[int, Any] = dict(plan.constants)
        self._constants: dict[str, tuple[Node, Any]] = {}
        self._used: set[str] = set()
        for node in part.graph.nodes:
            value = plan.outputs[node.outputs[0]] if node.outputs else None
            if value in plan.constants:
                self._constant(node, value, node.attrs["val"])
        wanted = {plan.outputs[output] for output in self.goal.outputs} | set(plan.final.values())
        self._needed = wanted.union(*(values_in(each.args) for each in plan.instructions))
        self._instructions, self.outside = self._sorted_out()
        self._outside = {value for each in self.outside for value in each.results}

    def _constant(self, node: Node, value: int, array: Any) -> None:
        self._arrays[value] = array
        self._known.add(value)
        self.values[value] = name = self.names[node.name]
        self._constants[name] = node, array

    def _sorted_out(self) -> tuple[list[Instruction], list[Instruction]]:
        """Split the unfolded calls into those that JAX makes and those that it cannot make and does not need."""
        inside: list[Instruction] = []
        outside: list[Instruction] = []
        for each in self.plan.instructions:
            if not is_pure(each.node.type) or each.node.type.nested or reason_against(each.node) is None:
                inside.append(each)
            elif not self._fold(each):
                outside.append(each)
        made = {value for each in outside for value in each.results}
        on_page = not (self._paths or self._order or self._plain or self._differentiable)
        if on_page and all(made.isdisjoint(values_in(each.args)) for each in inside):
            return inside, outside
        return [*outside, *inside], []  # they are refused

    def _fold(self, instruction: Instruction) -> bool:
        """Replace a call that follows from constants by a constant; return False if it does not."""
        arrays = self._worked_out(instruction) if len(instruction.results) == 1 else None
        if arrays is not None:
            self._constant(instruction.node, instruction.results[0], arrays[0])
        return arrays is not None

    def written(self) -> list[str]:
        return [line for instruction in self._instructions for line in self._line(instruction)]

    def is_outside(self, output: Output) -> bool:
        return self.plan.outputs[output] in self._outside or output.dtype is STRING

    def taken_outside(self) -> list[int]:
        given = dict.fromkeys(value for each in self.outside for value in values_in(each.args))
        return [value for value in given if value not in self._outside and value not in self._arrays]

    def written_outside(self) -> list[str]:
        """Return the lines of a separate function for the calls that JAX cannot make; NumPy makes them."""
        result: list[str] = []
        self._used = set()
        for each in self.outside:
            try:
                text = self.by_kernel(each, "np.asarray({})")
            except NotCarried as error:
                self._refuse_use(each.node, error)
                continue
            result.append(self._assigned(each, text))
        return result

    def constants(self) -> Iterator[str]:
        for name, (node, array) in self._constants.items():
            if name in self._used:
                yield f"{name} = {self.array(array, node.name, node)}{self._remark(node)}"

    def value(self, output: Output) -> str:
        return self._value(output, self.plan.outputs[output])

    def refuse(self, node: Node, text: str, hint: str | None = None) -> None:
        self.place.report(self.common, text, node.block_name, hint)

    def _refuse_use(self, node: Node, of: NotCarried) -> None:
        self.refuse(node, f"this block cannot be exported to JAX: {node.type.name} uses {of}")

    # -- Calls --------------------------------------------------------------------------------------------------------

    def _is_written(self, node: Node) -> bool:
        """Return whether a call gets a line; one that is only a size or an axis within a gradient does not."""
        return self.place.is_block(node) or not node.outputs or not all(map(literal, node.outputs))

    def _remark(self, node: Node) -> str:
        if node.owner is None:
            return ""
        part = "" if self.place.is_block(node) else f" of {one_line(node.block_name)}"
        return f"  # {node.type.name}{part}"

    def _line(self, instruction: Instruction) -> Iterator[str]:
        node = instruction.node
        if not self._is_written(node) and not node.type.writes:
            self._known.update(instruction.results)
            return
        if node.type.name == "Placeholder":
            name = self.names[node.name]
            self.values[instruction.results[0]] = name
            yield self.fed(name, node.outputs[0], node.block_name) + self._remark(node)
            return
        custom = node.type.custom_gradient
        if custom and not (self._plain or self._order or self._differentiable):
            self.values.update(zip(instruction.results, self._flat(instruction)[-len(node.outputs) :], strict=True))
            return
        if node.type.nested and not custom:
            yield from self._loop(instruction)
            return
        try:
            text = self._call(instruction)
        except NotCarried as error:
            text = self._refuse_use(node, error)
        if text is None:
            self.values.update(dict.fromkeys(instruction.results, "None"))
            return
        yield self._assigned(instruction, text)

    def _assigned(self, instruction: Instruction, text: str) -> str:
        node, names = instruction.node, self._results(instruction)
        target = ", ".join(names) + ("," if len(names) == 1 and node.type.list_outputs else "")
        return f"{target} = {text}{self._remark(node)}" if names else f"{text}{self._remark(node)}"

    def fed(self, name: str, output: Output, path: str) -> str:
        return f"{name} = jnp.asarray(feeds[{path!r}], {numpy_name(output.dtype)})"

    def _results(self, instruction: Instruction) -> list[str]:
        node, result = instruction.node, list[str]()
        for i, value in enumerate(instruction.results):
            several = len(instruction.results) > 1
            name = self.names.new(f"{node.name}_{i}") if several else self.names[node.name]
            self.values[value] = name
            result.append(name)
        cell = self._cell(node)
        if cell:
            self.moved[cell] = self.names.new(f"{node.name}_after")
            result.append(self.moved[cell])
        return result

    def _call(self, instruction: Instruction) -> str | None:
        node, spec = instruction.node, instruction.node.type
        if self._follows(instruction):
            text = self._known_text(instruction)
            if text is not None:
                self._known.update(instruction.results)
                return text
        reason = reason_against(node)
        if spec.control or instruction.chosen is not None:
            reason = "decides what runs"
        elif not reason and rule_of(spec, "jax") is None:
            reason = why_not(spec.name)
        elif not reason and (not spec.random or self._cell(node)):
            reason = self._not_lowered(instruction)
        if reason:
            literal = self._literal_text(instruction)
            if literal is not None:
                return literal
            return self.refuse(node, f"JAX cannot compile this block: {spec.name} {reason}")
        if self._cell(node):
            return self._counted(node, self._given(instruction))
        return self._computed(instruction)

    def _known_text(self, instruction: Instruction) -> str | None:
        node = instruction.node
        found = known_value(node.outputs[0]) if len(node.outputs) == 1 else None
        if found is not None:
            return self.array(found, node.name, node)
        try:
            return self.by_kernel(instruction)
        except NotCarried:
            return self._literal_text(instruction)

    def _literal_text(self, instruction: Instruction) -> str | None:
        arrays = self._worked_out(instruction)
        if arrays is None:
            return None
        texts = [self.array(each, instruction.node.name, instruction.node) for each in arrays]
        return texts[0] if len(texts) == 1 and not instruction.node.type.list_outputs else tuple_of(texts)

    def _worked_out(self, instruction: Instruction) -> list[Array] | None:
        if not is_pure(instruction.node.type) or not self._arrays.keys() >= {*values_in(instruction.args)}:
            return None
        return worked_out(instruction.node, [argument(each, self._arrays.__getitem__) for each in instruction.args])

    def _not_lowered(self, instruction: Instruction) -> str | None:
        node, common = instruction.node, self.common
        x_everywhere = dict.fromkeys([pin.name for pin in node.type.inputs], "x")
        if self._order or self._plain or expression(node, x_everywhere) is not None:
            return None
        arrays: dict[int, Any] = {}
        for output, value in self._pairs(instruction):
            known = self._arrays.get(value, known_value(output))
            if known is None and (value in self._known or output.shape is None):
                return None
            arrays[value] = stand_in(output) if known is None else known
        shown = [(each.shape, each.dtype, is_array(each) and each.tobytes()) for each in arrays.values()]
        key = repr((node.type.name, common.attributes_of(node), lengths(node), shown))
        if key not in common.lowered:
            common.lowered[key] = not_lowered(instruction, arrays)
        return common.lowered[key]

    def _follows(self, instruction: Instruction) -> bool:
        """Return whether a call's results follow from constants and shapes and must be known when JAX compiles."""
        spec, given = instruction.node.type, {*values_in(instruction.args)}
        if not (is_pure(spec) and instruction.results and (spec.shape_only or self._known >= given)):
            return False
        inner = not self.place.is_block(instruction.node)
        return reason_against(instruction.node) is None and all(
            output.dtype.is_integer or output.dtype is BOOL or (inner and output.shape == ())
            for output in instruction.node.outputs
        )

    def by_kernel(self, instruction: Instruction, function: str = "{}") -> str:
        node = instruction.node
        texts = [function.format(text) for text in self._given(instruction)]
        parts = [self.common.kernel(node.type), self._dtypes(node), *texts, *self._attributes(node, {"kernel"})]
        return f"{self.common.helper(jax_helpers.known)}({', '.join(parts)})"

    def _computed(self, instruction: Instruction) -> str:
        node, spec = instruction.node, instruction.node.type
        line = self._formula(instruction)
        drawn = self._drawn(node, self._given(instruction)) if spec.random else ""
        floats = [i for i, output in enumerate(node.outputs) if output.dtype.is_differentiable]
        results = instruction.results[len(spec.writes) :]
        seeds = [i for i in floats if i < len(results) and results[i] in self._needed]
        varying = [o for o, v in self._pairs(instruction) if o.dtype.is_differentiable and v not in self._known]
        derived = line is not None and line.derived and not chooses_gradient(node)
        as_derived = self._plain or spec.writes or not seeds or not varying or derived
        if spec.rule is not None and self._order < _MOST_ORDERS and not as_derived:
            return self._with_gradient(instruction, seeds, drawn)
        text = drawn or (line.text if line is not None else self._by_rule(node, self._given(instruction)))
        if as_derived:
            return text
        if spec.not_differentiable:
            return f"lax.stop_gradient({text})"
        why = "has no gradient rule" if spec.rule is None else f"has no derivatives of order {self._order + 1}"
        return f"{self.common.helper(jax_helpers.no_gradient)}({text}, {f'{node.block_name} ({spec.name}) {why}'!r})"

    def _formula(self, instruction: Instruction) -> Line | None:
        node, used = instruction.node, set(self._used)
        pins = [pin.name for pin in node.type.inputs]
        args = list(zip(node.args, instruction.args, strict=True))
        plain = any(not self._number(output) for output in node.inputs)
        texts = [", ".join(self._argument(arg, value, plain)) for arg, value in args]
        sizes = {
            pin: f"tuple({text})"
            for pin, text, value in zip(pins, texts, instruction.args, strict=True)
            if isinstance(value, int) and value in self._known
        }
        line = expression(node, dict(zip(pins, texts, strict=True)), sizes)
        self._used = used | (self._used & {*_WORD.findall(line.text)} if line is not None else set())
        return line

    def _pairs(self, instruction: Instruction) -> list[tuple[Output, int]]:
        return list(zip(instruction.node.inputs, values_in(instruction.args), strict=True))

    def _given(self, instruction: Instruction) -> list[str]:
        """Return the arguments of a rule or kernel; sizes and axes stay known when JAX compiles."""
        result: list[str] = []
        for pin, arg, value in zip(instruction.node.type.inputs, instruction.node.args, instruction.args, strict=True):
            outputs = arg if isinstance(arg, tuple) else (arg,) if arg is not None else ()
            texts = [
                self.array(known_value(output), output.name)
                if literal(output) and not output.op.type.constant
                else text
                for output, text in zip(outputs, self._argument(arg, value, False), strict=True)
            ]
            result.append(tuple_of(texts) if pin.is_list else texts[0] if texts else "None")
        return result

    def _by_rule(self, node: Node, args: Sequence[str]) -> str:
        if node.type.custom_gradient:
            return args[-1]
        name, asks = self.common.rule(node.type)
        parts = [name, self._dtypes(node), *args, *self._attributes(node, asks)]
        return f"{self.common.helper(jax_helpers.call)}({', '.join(parts)})"

    def _dtypes(self, node: Node) -> str:
        kept = [node.input(name).dtype for name in node.type.writes]
        kept += [output.dtype for output in node.outputs if not (node.type.writes and output.is_ref)]
        names = [numpy_name(dtype) for dtype in kept]
        return names[0] if len(names) == 1 and not node.type.list_outputs else tuple_of(names)

    def _attributes(self, node: Node, asks: set[str]) -> list[str]:
        given = keywords(node) if "kernel" in asks else {}
        names = [name for name in node.type.attribute_names if name in asks or ("**" in asks and "kernel" not in asks)]
        given = {**{name: node.attrs[name] for name in names}, **given}
        return [f"{name}={self.common.attribute(value)}" for name, value in given.items()]

    # -- Gradients ----------------------------------------------------------------------------------------------------

    def _with_gradient(self, instruction: Instruction, seeds: Sequence[int], drawn: str = "") -> str:
        """Return a call of a function with the block's gradient; write the function if it is missing."""
        node, common = instruction.node, self.common
        operands: list[GradientInput] = []
        texts: list[str] = []
        flat = self._flat(instruction)
        if node.type.custom_gradient:  # JAX must not differentiate the blocks before it, such as a While
            first = len(flat) - len(node.outputs)
            flat[first:] = [f"lax.stop_gradient({text})" for text in flat[first:]]
        for (output, value), pin, text in zip(self._pairs(instruction), pins(node), flat, strict=True):
            known = value in self._known
            literal = known_value(output) if known and not output.dtype.is_differentiable else None
            operands.append(GradientInput(pin, known, literal))
            texts += [text] if literal is None else []
        shapes = [(o.dtype.name, _needed_shape(node, o)) for o in (*node.inputs, *node.outputs)]
        values = [(each.known, None if each.literal is None else each.literal.tolist()) for each in operands]
        key = repr((node.type.name, common.attributes_of(node), shapes, lengths(node), values, seeds))
        name = common.templates.get(key)
        if name is None:
            title = node.attrs["program"].title if node.type.custom_gradient else node.type.plain_name
            name = common.templates[key] = common.name(snake(title))
            common.rules.append(WithGradient(common, node, operands, seeds, bool(drawn), self._writer).text(name))
        given = [each for each in operands if each.literal is None]
        fixed = [text for text, each in zip(texts, given, strict=True) if each.known]
        free = [text for text, each in zip(texts, given, strict=True) if not each.known] + ([drawn] if drawn else [])
        return f"{name}({', '.join(fixed)})({', '.join(free)})" if fixed else f"{name}({', '.join(free)})"

    def _writer(self, names: Any, part: GraphPart, given: Sequence[GradientInput], plain: bool) -> GraphLines:
        place, known = self.place._replace(is_block=Place().is_block), [each.known for each in given]
        texts, order = [each.name for each in given], self._order + (not plain)
        options: dict[str, Any] = {"known": known, "order": order, "plain": plain, "differentiable": not plain}
        return GraphLines(self.common, place, names, part, texts, **options)

    def direct(self) -> str | None:
        text = self._call(self.plan.instructions[0]) if len(self.plan.instructions) == 1 else None
        return None if any(name in self._used for name in self._constants) else text

    def results(self) -> list[str]:
        return [self.value(output) for output in self.goal.outputs]

    def body(self) -> list[str]:
        lines = self.written()
        self.results()  # constants among them are used
        return [*self.constants(), *lines]

    def _flat(self, instruction: Instruction) -> list[str]:
        args = zip(instruction.node.args, instruction.args, strict=True)
        return [text for arg, value in args for text in self._argument(arg, value, False)]

    # -- Random numbers -----------------------------------------------------------------------------------------------

    def _cell(self, node: Node) -> str:
        """Return the name of a block's position in its random stream; empty if it does not count its runs."""
        if not node.type.random or self._paths or stream_of(node)[2] is None:
            return ""
        name, _, seeds = stream_of(node)
        assert seeds is not None
        return f"{GENERATOR}/{seeds.seed} {seeds.seed2} {name}"

    def _drawn(self, node: Node, args: Sequence[str]) -> str:
        name, alone, seeds = stream_of(node)
        if seeds is not None:  # in a loop
            name, alone = f"seed {seeds.seed} {seeds.seed2}", True
        shapes = repr(tuple(o.shape for o in node.outputs)) if all(is_known(o.shape) for o in node.outputs) else "None"
        at = tuple_of(["step", "seed", *self._numbers])
        parts = [self.common.kernel(node.type), self._dtypes(node), shapes, repr((name, *self._paths)), repr(alone), at]
        parts += [*args, *self._attributes(node, {"kernel"})]
        return f"{self.common.helper(jax_helpers.drawn)}({', '.join(parts)})"

    def _counted(self, node: Node, args: Sequence[str]) -> str:
        """Return a call that draws TensorFlow's numbers for its seeds and continues its stream in the next step."""
        cell, seeds = self._cell(node), stream_of(node)[2]
        assert seeds is not None
        stream = of_seeds(seeds.seed, seeds.seed2)
        self.counters[cell] = stream.counter
        name, asks = self.common.rule(node.type)
        parts = [name, self._dtypes(node), str(stream.key), f"variables[{cell!r}]", *args]
        parts += self._attributes(node, asks)
        return f"{self.common.helper(jax_helpers.counted)}({', '.join(parts)})"

    # -- Loops and branches -------------------------------------------------------------------------------------------

    def _loop(self, instruction: Instruction) -> Iterator[str]:
        node, values = instruction.node, [*values_in(instruction.args)]
        program = node.attrs["program"]
        texts = [self._value(output, value) for output, value in zip(node.inputs, values, strict=True)]
        shapes = [each.shape for each in node.inputs]
        known = {text for text, value in zip(texts, values, strict=True) if value in self._known}
        inside = partial(self._inside, path_inside(node, program), known)
        name = self.names.new(f"{node.name}_loop")
        writer = LoopLines(program, shapes, texts, name, inside, differentiable=self._differentiable)
        try:
            result: list[str] = writer.written()
        except NotWritten as reason:
            text = f"this block cannot be exported to JAX: {program.title} {reason}"
            self.refuse(node, text, hint="use --backend jax to run the block")
            result = ["None"] * len(node.outputs)
        yield from writer.lines
        result = [*[result[i] for i in program.written], *result]
        self.values.update(zip(instruction.results, result, strict=True))

    def _inside(
        self, path: str, known: set[str], part: GraphPart, names: Sequence[str], begin: str, number: str, behind: str
    ) -> BodyLines:
        inner = copy(self)
        inner.names = Within(self.names, begin)
        inner._paths, inner._numbers = (path + behind, *self._paths), (number, *self._numbers)
        inner._begin(part, names, [name in known for name in names])
        lines = inner.body()
        return BodyLines(lines, inner.results())

    # -- Values -------------------------------------------------------------------------------------------------------

    def _number(self, output: Output) -> str:
        node = output.op
        if not node.type.constant or self.place.is_block(node) or output.shape != ():
            return ""
        value = node.attrs["val"]
        return str(value) if value.dtype.kind in "fi" and np.isfinite(value) and value >= 0 else ""

    def _argument(self, arg: Any, value: Any, plain: bool) -> list[str]:
        pairs: list[tuple[Output, int]] = [] if arg is None else [(arg, value)]
        if is_list(arg):
            pairs = list(zip(arg, value, strict=True))
        return [(self._number(o) if plain else "") or self._value(o, v) for o, v in pairs]

    def _value(self, output: Output, value: int) -> str:
        entry = self.values.get(value)
        if entry is not None:
            self._used.add(entry)
            return entry
        known = known_value(output)
        assert known is not None, output
        return self.array(known, output.name)

    def array(self, array: Any, name: str, node: Node | None = None) -> str:
        if not is_array(array):
            block = node.block_name if node is not None else name
            self.place.report(self.common, "this block cannot be exported to JAX: its value is not an array", block)
            return "None"
        return self.common.array(array, f"{self.place.begin}_{name}")
