"""A single block as a function with a gradient in a JAX program, by `jax.custom_vjp`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape, is_list
from blocks.compile.passes import Fed, finished, specialise
from blocks.compile.rewrite import Goal, output_key
from blocks.graph.binding import constant_node
from blocks.graph.build import infer_shapes
from blocks.graph.call_info import NodeCall
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope
from blocks.interchange import jax_helpers
from blocks.interchange.jax_common import Common, indented, tuple_of
from blocks.library.array.identity import Placeholder
from blocks.library.core.constants import Const


class Part(NamedTuple):
    """A graph whose feeds are the given tensors in order, and its goal."""

    graph: Graph
    goal: Goal


class Operand(NamedTuple):
    """An input of a block with its own gradient; ``known`` if its value is known when JAX compiles."""

    name: str
    known: bool
    literal: Array | None


class Alone:
    """A single block with its computation and gradient. Only the ranks of shapes are known.

    Attributes:
        backward: computes the gradients with respect to the ``wanted`` inputs from the inputs, the results, and the
            gradients of the results; None if there are none.
        wanted: the indices of the inputs that have a gradient.
        seeds: the indices of the results whose gradients are used.
    """

    def __init__(self, node: Node, operands: Sequence[Operand], seeds: Sequence[int]) -> None:
        self.seeds = seeds
        self.wanted: list[int] = []
        self.error: str | None = None
        scope = Scope(Graph())
        given = [_given(scope, output, each.literal) for output, each in zip(node.inputs, operands, strict=True)]
        inputs = [output for output, each in zip(given, operands, strict=True) if each.literal is None]
        copy = _copied(scope, node, given)
        self.forward = _part(copy.graph, inputs, copy.outputs)
        varying = [i for i, each in enumerate(operands) if not each.known and given[i].dtype.is_differentiable]
        self.backward = self._backward(scope, copy, given, inputs, varying)

    def _backward(
        self, scope: Scope, node: Node, given: list[Output], inputs: list[Output], at: list[int]
    ) -> Part | None:
        ys = [node.outputs[i] for i in self.seeds]
        dys = [_given(scope, y, None) for y in ys]
        try:
            found = try_gradients(scope, ys, [given[i] for i in at], dys)
        except DiagramError as error:
            self.error = error.message
            return None
        pairs = [(i, each) for i, each in zip(at, found, strict=True) if isinstance(each, Output)]
        self.wanted = [i for i, _ in pairs]
        return _part(node.graph, [*inputs, *node.outputs, *dys], [each for _, each in pairs]) if pairs else None


def _given(scope: Scope, output: Output, literal: Array | None) -> Output:
    if literal is not None:
        name = scope.get_unique_name_for_op("value")
        node: Node = constant_node(scope.graph, scope.home, Const, name, literal, output.dtype)
        scope.graph.nodes.append(node)
        return node.outputs[0]
    result: Node = Placeholder(scope, dtype=output.dtype, shape=_axes_only(output.shape))
    return result.outputs[0]


def _axes_only(shape: Shape) -> list[Any] | None:
    return None if shape is None else [None] * len(shape)


def _copied(scope: Scope, node: Node, given: Sequence[Output]) -> Node:
    left = iter(given)
    args = tuple([
        tuple([next(left) for _ in arg]) if is_list(arg) else None if arg is None else next(left) for arg in node.args
    ])  # fmt: skip
    name = scope.get_unique_name_for_op(node.type.name)
    copy = Node(scope.graph, scope.home, node.type, name, args, node.attrs, node.bound, ())
    try:
        shapes = infer_shapes(node.type, NodeCall(copy))
    except DiagramError:
        shapes = None
    shapes = shapes or [None if each.shape is None else (None,) * len(each.shape) for each in node.outputs]
    copy.outputs = tuple([Output(copy, o.index, o.dtype, shape) for o, shape in zip(node.outputs, shapes, strict=True)])
    scope.graph.nodes.append(copy)
    return copy


def _part(graph: Graph, given: Sequence[Output], wanted: Sequence[Output]) -> Part:
    goal = Goal(list(wanted))
    return Part(*finished(specialise(graph, goal, {output_key(o): Fed(o.dtype, o.shape) for o in given}, {}), goal))


class Writer(Protocol):
    """The interface of a writer of graphs as function lines (`blocks.interchange.jax_lines.Lines`)."""

    def direct(self) -> str | None:
        """Return the expression of the only call; None if there are others or it needs separate lines."""
        ...

    def body(self) -> list[str]: ...

    def results(self) -> list[str]: ...


class WithGradient:
    """The writer of a function that computes a block and has its gradient.

    Args:
        seeds: the indices of the results to differentiate.
        drawn: the function gets the block's random numbers as an argument.
        write: returns the writer of a graph with named feeds; True for the block's computation, False for its gradient.
    """

    def __init__(
        self,
        common: Common,
        node: Node,
        operands: Sequence[Operand],
        seeds: Sequence[int],
        drawn: bool,
        write: Callable[[Any, Part, Sequence[Operand], bool], Writer],
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
        lines = [f"def {value}({', '.join(free)}):", *indented(self._forward()), ""]
        names = self._names = self._common.local_names()
        for each in (*fixed, *free, value, gradient):
            names.new(each)
        ends = [f"_{i}" if len(self._node.outputs) > 1 else "" for i in range(len(self._node.outputs))]
        results, arrives = ([names.new(f"{what}{end}") for end in ends] for what in ("result", "arriving"))
        lines.append(f"def {gradient}({', '.join([*free, *results, *arrives])}):")
        lines += [*indented(self._backward(results, arrives)), ""]
        made = f"{self._common.helper(jax_helpers.with_gradient)}({value}, {gradient})"
        if not fixed:
            return "\n".join([*lines, "", f"{name} = {made}"])
        head = f'    """Return {self._node.type.name} with its gradient, for what JAX knows when it compiles."""'
        return "\n".join([f"def {name}({', '.join(fixed)}):", head, *indented([*lines, f"return {made}"])])

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
        if alone.backward is not None:
            lines = [f"{arrives[i]} = jnp.conj({arrives[i]})" for i in alone.seeds if node.outputs[i].dtype.is_complex]
            others = [Operand(each, False, None) for each in (*results, *[arrives[i] for i in alone.seeds])]
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
