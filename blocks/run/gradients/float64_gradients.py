"""Gradients rebuilt in double precision at the values of a run.

The page runs once, without writing files. Values that the gradient does not pass through (`blocks.graph.flow`) are
kept, so that finite differences follow the same paths as the gradient.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from blocks.analysis.gradient_targets import differentiated
from blocks.base.dtypes import COMPLEX128, DOUBLE, FLOAT, DType, complex_dtype
from blocks.base.errors import DiagramError, RunError
from blocks.base.types import Array
from blocks.compile.backends import Backend
from blocks.compile.dispatch import call
from blocks.compile.passes import Fed
from blocks.compile.plan import make_plan
from blocks.compile.rewrite import Goal, output_key
from blocks.graph.build import construct
from blocks.graph.flow import forwarded, gradient_flow, passing, pin_cut, whole_cut
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.graph.unrolling import unroll
from blocks.library.array.identity import Placeholder
from blocks.library.control_flow.bodies import CheckpointedGradient, Choice, Loop, Port, exchanged, upstream
from blocks.library.control_flow.body_calls import bodies_of, reading
from blocks.library.control_flow.custom_gradients import CustomRule, cast_to
from blocks.library.control_flow.inner_flow import inner_flows
from blocks.library.core.constants import Const
from blocks.run.gradients.finite_differences import COARSE, FINE, Precision
from blocks.run.session import Session
from blocks.run.steps.environment import feeds_of, initialise, streams_of, wanted_of
from blocks.run.steps.step_context import StepStreams

_FINE = (DOUBLE, COMPLEX128)


def _hands_on(spec: BlockSpec) -> bool:
    return spec.control in ("switch", "merge") or spec.loop == "next"


class RebuiltNode(NamedTuple):
    """A rebuilt node: its type and its inputs.

    Attributes:
        arrays: the value of each input pin, in the precision of the computation.
        passing: for each input pin, whether the gradient passes (a list for a list pin).
        forward: for a custom gradient, builds the results on other inputs.
    """

    node: Node
    arrays: tuple[Any, ...]
    attrs: dict[str, Any]
    passing: tuple[Any, ...]
    precision: Precision
    reached: frozenset[int]
    path: str
    forward: Callable[[Scope, Sequence[Output]], list[Output]] | None = None

    @property
    def kind(self) -> str:
        spec = self.node.type
        return self.node.attrs["program"].title if spec.nested or spec.custom_gradient else spec.name


class Refined:
    """The rebuilt nodes between a differentiated target and the data.

    Attributes:
        live: the outputs of the new graph by those of the page, where the gradient passes.
        values: the values of outputs, in double precision if their types support it.
        leaves: the placeholders at which the new graph begins, by the outputs that they replace.
    """

    def __init__(self, session: Session, of: str, feed: Mapping[str, Any], backend: Backend) -> None:
        """Rebuild the nodes; raise RunError if the page fails before ``of``, DiagramError if a rebuild fails."""
        self.session = session
        self.backend = backend
        self.elaboration = session.elaboration
        self.feeds = feeds_of(session, feed)
        ys = differentiated(session.elaboration, of)
        unrolled = unroll(Scope(self.elaboration.graph).new_sub_scope("checked"), ys)
        self.ys = [y for y in (unrolled.get(y, y) for y in ys) if y.dtype.is_differentiable]
        self.reached = {output_key(output): output for output in gradient_flow(self.elaboration.graph, self.ys).reached}
        self.scope = Scope.new_root_scope()
        self.live: dict[Output, Output] = {}
        self.values: dict[Output, Any] = {}
        self.leaves: dict[Output, Output] = {}
        self.calls: list[RebuiltNode] = []
        self.coarse = False
        numbers = sorted({number for number, _ in self.reached})
        nodes = [reading(self.elaboration.graph.nodes[number]) for number in numbers]
        inner = [node for node in nodes if self._is_inner(node)]
        self.values.update(self._run_page(inner))
        for node in inner:
            self._rebuild(node)

    def _is_inner(self, node: Node) -> bool:
        """Return whether a node is rebuilt; the values of all others come from the run."""
        spec = node.type
        drawn = spec.has_refs and not _hands_on(spec)
        fed = any(output_key(output) in self.feeds for output in node.outputs)
        return _can_vary(node) and not (drawn or fed)

    def _run_page(self, inner: Sequence[Node]) -> dict[Output, Any]:
        inside = {node.number for node in inner}
        wanted = list(dict.fromkeys([*(x for x in _inputs(inner) if x.op.number not in inside), *self.ys]))
        session = self.session
        initialise(session, self.feeds)
        fed = {
            at: Fed(self.elaboration.graph.nodes[at[0]].outputs[at[1]].dtype, np.shape(v))
            for at, v in self.feeds.items()
        }
        shapes = session.state.shapes(self.elaboration.graph)
        goal = Goal(wanted)
        if session.has_effects:  # a queue is filled by blocks that are not on the path
            whole = wanted_of(session).goal
            goal = Goal([*wanted, *whole.outputs], whole.targets, whole.turns)
        plan = make_plan(
            self.elaboration.graph,
            goal,
            fed,
            shapes,
            memory=session.memory,
            passes=session.passes,
            form=self.backend.plan,
        )
        streams = StepStreams(
            session.seed,
            session.steps,
            session.resources,
            session.files.for_reading(),
            session.memory,
            session.state.values,
        )
        result = plan.run(session.state.values, list(self.feeds.values()), streams)
        faults = [*result.errors, *session.state.faults.values()]
        if any(result.outputs[i] is None and i not in result.dead for i in range(len(wanted))):
            faults = faults or session.problems()
            raise RunError([fault.located(page=session.page.name) for fault in faults], {})
        return dict(zip(wanted, result.outputs, strict=False))

    def _rebuild(self, node: Node) -> None:
        if _hands_on(node.type):
            self._hand_on(node)
            return
        if any(self.value_of(value) is None for value in node.inputs):
            self.values.update(dict.fromkeys(node.outputs))  # on a branch that was not taken
            return
        fault: DiagramError | None = None
        for level in (DOUBLE, FLOAT, None):
            try:
                self.calls.append(self._rebuilt(node, level))
            except DiagramError as error:
                fault = error
            else:
                return
        assert fault is not None
        raise fault.located(block=node.block_name)

    def _rebuilt(self, node: Node, level: DType | None) -> RebuiltNode:
        scope = Scope(self.scope.graph, owner=node.owner)
        new, result = _constructed(node, level, scope, self.value_of, self._reaches, self._at_level, node.block_name)
        results = call(new, result.arrays, streams_of(self.session, self.session.steps), self.session.memory)
        self.coarse = self.coarse or result.precision is COARSE
        for old, output, value in zip(node.outputs, new.outputs, results, strict=True):
            self.values[old] = np.asarray(value)
            self.live[old] = output
        return result

    def _reaches(self, output: Output) -> bool:
        return output_key(output) in self.reached

    def calls_inside(self, call: RebuiltNode) -> Iterator[RebuiltNode]:
        """Yield the nodes inside a loop or branch with the values of the last iteration, outer ones first."""
        node = call.node
        for inner in inner_flows(node, [node.outputs[i] for i in call.reached]) if node.type.nested else ():
            there = set(inner.flow.reached)
            nodes = [each for each in inner.body.graph.nodes if not there.isdisjoint(each.outputs) and _can_vary(each)]
            wanted = list(dict.fromkeys(_inputs(nodes)))
            values = self._in_last_round(node, inner.part, wanted, call.arrays[0])
            if values is None:
                continue
            results = dict(zip(wanted, values, strict=True))
            for each in nodes:
                path = f"{call.path}/{inner.part}{each.block_name}".rstrip("/")
                result = _at_values(each, results, there, path)
                if result is not None:
                    yield result
                    yield from self.calls_inside(result)

    def _in_last_round(self, node: Node, part: str, wanted: Sequence[Output], given: Sequence[Array]) -> Any:
        program = node.attrs["program"]
        carried: list[Port] = []
        if isinstance(program, Choice):
            side = ("then/", "else/").index(part)
            if bool(given[0]) is bool(side):
                return None
            outputs = tuple([(None, each) if side else (each, None) for each in wanted])
            dtypes = tuple([each.dtype for each in wanted])
            program = replace(program, outputs=outputs, dtypes=dtypes, seen=frozenset(), known={}, plans={})
        else:
            carried = [port for port in program.outputs if port.kind == "carried"]
            ports = (*carried, Port("rounds", None), *[Port("last", each) for each in wanted])
            program = replace(program, outputs=ports, checkpoint=None, known={}, plans={})
        streams = streams_of(self.session, self.session.steps)
        result = streams.runner(node, self.session.memory)(program, given)
        if isinstance(program, Choice):
            return result
        count, *values = result[len(carried) :]
        return values if count else None

    def _hand_on(self, node: Node) -> None:
        outputs = node.outputs
        sources: list[Output | None]
        if node.type.control == "merge":
            alive = next((v for v in node.input_list("inputs") if self.value_of(v) is not None), None)
            sources = [alive, None]
        elif node.type.control != "switch":
            sources = [node.input("data")]
        else:
            data = node.input("data")
            taken = bool(np.asarray(self.value_of(node.input("pred"))).item())
            sources = [None if taken else data, data if taken else None]
        for output, source in zip(outputs, sources, strict=True):
            self.values[output] = None if source is None else self.value_of(source)
            if source is not None and self.values[output] is not None:
                self.live[output] = self._at_level(source, DOUBLE, True)

    def value_of(self, output: Output) -> Any:
        return self.values.get(output)

    def _at_level(self, output: Output, level: DType | None, live: bool) -> Output:
        """Return an output of the new graph in a precision; a constant if no gradient passes."""
        if not live:
            return _constant(self.scope, output, self.value_of(output), level)
        if output not in self.live:
            array = self.values[output] = _array_at(output, self.value_of(output), DOUBLE)
            wide = _widened(output.dtype, DOUBLE)
            leaf: Output = Placeholder(self.scope, dtype=wide, shape=list(np.shape(array))).as_output()
            self.live[output] = self.leaves[output] = leaf
        return cast_to(self.live[output], _widened(output.dtype, level))


def _inputs(nodes: Iterable[Node]) -> Iterator[Output]:
    """Yield the inputs of nodes, and for custom gradients those of the blocks that compute the results."""
    for node in nodes:
        for each in (node, *_between(node)) if node.type.custom_gradient else (node,):
            yield from each.inputs


def _between(node: Node) -> list[Node]:
    """Return the nodes through which the results of a custom gradient depend on inputs with a gradient, in order."""
    nodes, varying = list[Node](), {*passing(node)}
    for each in upstream(forwarded(node), node.inputs[: len(node.attrs["program"].inputs)]):
        spec = each.type
        fixed = spec.variable or spec.random or spec.context or spec.has_refs or spec.control or spec.loop
        if not (fixed or varying.isdisjoint(each.inputs)):
            nodes.append(each)
            varying.update(each.outputs)
    return nodes


def _forward(
    node: Node, level: DType | None, value_of: Callable[[Output], Any], scope: Scope, inputs: Sequence[Output]
) -> list[Output]:
    """Build the blocks of a custom gradient on other inputs. Values that do not depend on them are constants."""
    rule: CustomRule = node.attrs["program"]
    own = [(rule.passes(i), x, given) for i, (x, given) in enumerate(zip(node.inputs, inputs, strict=False))]
    new = {x: given for _, x, given in sorted(own[: len(rule.inputs)], key=itemgetter(0))}  # live ones last

    def is_known(x: Output) -> bool:
        if x not in new and value_of(x) is not None:
            new[x] = _constant(scope, x, value_of(x), level)
        return x in new

    for each in _between(node):
        if all([is_known(x) for x in each.inputs]):  # it is on a branch that is taken
            attrs = {name: _widened(value, level) for name, value in each.attrs.items()}
            made: Node = construct(each.type, scope, [exchanged(arg, new) for arg in each.args], attrs)
            new.update(zip(each.outputs, made.outputs, strict=True))
    return [new[result] for result in forwarded(node) if is_known(result)]


def _can_vary(node: Node) -> bool:
    spec = node.type
    # What a loop has kept follows from what else its gradient is given: nothing of it can be varied alone.
    checkpointed = spec.nested and isinstance(node.attrs["program"], CheckpointedGradient)
    alone = spec.variable or spec.random or spec.context or checkpointed
    return bool(node.inputs) and not alone and whole_cut(node) is None


def _at_values(node: Node, values: Mapping[Output, Any], reached: Container[Output], path: str) -> RebuiltNode | None:
    """Return a body's node with its input values, in double precision if its type takes that; None if it cannot run."""
    scope = Scope(Graph(), owner=node.owner)

    def constant(output: Output, level: DType | None, _live: bool) -> Output:
        return _constant(scope, output, values[output], level)

    for level in (DOUBLE, FLOAT, None):
        with suppress(DiagramError):
            return _constructed(node, level, scope, values.get, reached.__contains__, constant, path)[1]
    return None


def _constructed(
    node: Node,
    level: DType | None,
    scope: Scope,
    value_of: Callable[[Output], Any],
    reaches: Callable[[Output], bool],
    operand: Callable[[Output, DType | None, bool], Output],
    path: str,
) -> tuple[Node, RebuiltNode]:
    """Construct a node in another precision.

    Args:
        reaches: whether the gradient reaches an output.
        operand: returns the operand for an input in that precision; its last argument is whether the gradient passes.
    """
    attrs = {name: _widened(value, level) for name, value in node.attrs.items()}
    args: list[Any] = []
    arrays: list[Any] = []
    passing: list[Any] = []
    for pin, arg in zip(node.type.inputs, node.args, strict=True):
        values = arg if isinstance(arg, tuple) else (arg,)
        base = [None if v is None else _array_at(v, value_of(v), level) for v in values]
        goes = [v is not None and reaches(v) and pin_cut(node, pin.name, v) is None for v in values]
        if node.type.custom_gradient:
            goes = [each and attrs["program"].passes(i) for i, each in enumerate(goes)]
        given = [None if v is None else operand(v, level, live) for v, live in zip(values, goes, strict=True)]
        args.append(given if pin.is_list else given[0])
        arrays.append(tuple(base) if pin.is_list else base[0])
        passing.append(goes if pin.is_list else goes[0])
    forward = partial(_forward, node, level, value_of) if node.type.custom_gradient else None
    if forward is not None:
        args[1] = forward(scope, args[0])
    new: Node = construct(node.type, scope, args, attrs)
    fine = level is DOUBLE and all(o.dtype in _FINE for o in new.outputs if o.dtype.is_differentiable)
    reached = frozenset([output.index for output in node.outputs if reaches(output)])
    precision = FINE if fine else COARSE
    return new, RebuiltNode(node, tuple(arrays), dict(new.attrs), tuple(passing), precision, reached, path, forward)


def _constant(scope: Scope, output: Output, value: Any, level: DType | None) -> Output:
    return Const(scope, val=_array_at(output, value, level), dtype=_widened(output.dtype, level)).as_output()


def _array_at(output: Output, value: Any, level: DType | None) -> Any:
    to = _widened(output.dtype, level)
    return value if to.kind in ("string", "handle") else np.asarray(value).astype(to.numpy, copy=False)


def _widened(value: Any, level: DType | None) -> Any:
    """Return a dtype in another precision, other values unchanged; raise DiagramError for the body of a loop."""
    if level is not None and isinstance(value, (Loop, Choice)):
        nodes = [node for body in bodies_of(value) for node in body.graph.nodes]
        dtypes = {each.dtype for node in nodes for each in node.outputs if each.dtype.is_differentiable}
        if not dtypes <= {level}:
            raise DiagramError("the body of a loop or branch has blocks of a different precision")
    if level is not None and isinstance(value, CustomRule):
        return value.cast(lambda dtype: _widened(dtype, level))
    if level is None or not isinstance(value, DType) or not value.is_differentiable:
        return value
    if value.is_complex:
        return complex_dtype(level)
    return level
