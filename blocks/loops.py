"""Loops and branches over Python functions, for graphs built by hand.

Diagrams use the block types Repeat, Scan, Map, While and Cond.

A body is a function that takes a scope and named tensors, and returns named tensors. It is called once, with
placeholders, and becomes the graph that the node runs. Variables that it creates are outside of the node: all
iterations use the same ones, except in a `repeat` that does not share.

states = loops.scan(root, cell, over=["x"], inputs={"x": xs, "h": h0})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Shape
from blocks.compile.loops.written import (
    Sides,
    cell_of,
    condition_port,
    test_of,
    variable_port,
    variables_last,
    variables_of_branches_last,
    without_writes,
)
from blocks.compile.schedule import cell_key
from blocks.graph.graph import Graph, Home, Node, Operand, Output
from blocks.graph.scope import Scope, body_scope, traced_scope
from blocks.library.control_flow.bodies import Body, Choice, Loop, Port, Test, copied, exchanged, leaf, upstream
from blocks.library.control_flow.body_rules import call_body

__all__ = ["cond", "map_over", "repeat", "scan", "while_loop"]

Function = Callable[..., Mapping[str, Any]]
"""A body: ``body(scope, x=..., h=...)`` gives ``{"h": ..., "y": ...}``."""


class _Traced(NamedTuple):
    """A body as a graph.

    Attributes:
        inputs, outputs: the stand-ins for its inputs, and its results, by name.
        variables: the stand-ins for its variables, each with the variable in the graph that the function made.
        written: as in `blocks.compile.loops.written.without_writes`.
        source: the names of the inputs, by their stand-ins in the function's graph.
    """

    body: Body
    inputs: dict[str, Output]
    outputs: dict[str, Output]
    variables: list[tuple[Output, Output]]
    written: dict[Output, Output]
    source: dict[Output, str]


def repeat(
    scope: Scope | None, body: Function, name: str = "repeat", *, times: int, share: bool = False,
    checkpoint: int | None = None, inputs: Mapping[str, Any]
) -> dict[str, Output]:  # fmt: skip
    """Run a body a number of times; see the block type Repeat.

    Args:
        scope: the scope of the node; None while a function is traced.
        body: the function.
        name: the name of the node, and the prefix of its variables' names.
        times: the number of iterations.
        share: let all iterations use the same variables.
        checkpoint: keep only every N-th iteration for the gradient.
        inputs: the inputs of the first iteration, by name; inputs that the body also returns are carried.

    Returns:
        The carried values after the last iteration, and the other results, stacked.
    """
    return _loop(scope, "Repeat", body, name, inputs, times=times, own=not share, checkpoint=checkpoint)


def scan(
    scope: Scope | None, body: Function, name: str = "scan", *, over: Sequence[str], reverse: bool = False,
    checkpoint: int | None = None, inputs: Mapping[str, Any]
) -> dict[str, Output]:  # fmt: skip
    """Run a body for each element along the first axis of some inputs; see the block type Scan.

    Args:
        scope, body, name, checkpoint, inputs: as for `repeat`.
        over: the inputs that are iterated over.
        reverse: run from the last element to the first.
    """
    return _loop(scope, "Scan", body, name, inputs, over=over, reverse=reverse, checkpoint=checkpoint)


def map_over(
    scope: Scope | None, body: Function, name: str = "map", *, over: Sequence[str], inputs: Mapping[str, Any]
) -> dict[str, Output]:
    """Run a body for each element, without carried values; see the block type Map. Arguments as for `scan`."""
    return _loop(scope, "Map", body, name, inputs, over=over)


def while_loop(
    scope: Scope | None, condition: Function, body: Function, name: str = "while", *, maximum: int | None = None,
    checkpoint: int | None = None, inputs: Mapping[str, Any], of_condition: Sequence[str] = (), of_body: Sequence[str]
) -> dict[str, Output]:  # fmt: skip
    """Run a body as long as a condition holds; see the block type While.

    Args:
        scope, body, name, checkpoint: as for `repeat`.
        condition: returns one boolean, under any name.
        maximum: the largest number of iterations; more are an error.
        inputs: the inputs of the first iteration.
        of_condition, of_body: the names of the inputs of these functions.
    """
    test = condition, of_condition
    return _loop(scope, "While", body, name, inputs, test=test, takes=of_body, maximum=maximum, checkpoint=checkpoint)


def cond(
    scope: Scope | None, predicate: Operand, then: Function, otherwise: Function, name: str = "cond", *,
    inputs: Mapping[str, Any]
) -> dict[str, Output]:  # fmt: skip
    """Run one of two bodies; see the block type Cond.

    Args:
        scope, name: as for `repeat`.
        predicate: a boolean [] that selects ``then``.
        then, otherwise: the bodies.
        inputs: the inputs of both bodies.
    """
    scope = _known(scope)
    given = {pin: value.as_output() for pin, value in inputs.items()}
    kinds = {pin: (value.dtype, value.shape) for pin, value in given.items()}
    refs = {pin: value for pin, value in given.items() if value.is_ref}
    sides = [_traced(body, kinds, refs, "Cond") for body in (then, otherwise)]
    if sides[0].outputs.keys() != sides[1].outputs.keys():
        raise DiagramError("both branches must return the same names")
    pairs: list[tuple[Output, Sides]] = [
        (value, (sides[0].inputs.get(pin), sides[1].inputs.get(pin))) for pin, value in given.items()
    ]
    for side, (traced, part) in enumerate(zip(sides, ("then", "else"), strict=True)):
        hoisted = _hoisted(scope, traced, f"{name}/{part}", given)
        for variable, (stands, _) in zip(hoisted, traced.variables, strict=True):
            pairs.append((variable, (None, stands) if side else (stands, None)))
    pairs, outputs = variables_of_branches_last(
        pairs, [each.body.graph for each in sides], [each.written for each in sides]
    )
    count = len(outputs)
    outputs += [(sides[0].outputs[each], sides[1].outputs[each]) for each in sides[0].outputs]
    if any(a is None or b is None or a.dtype is not b.dtype for a, b in outputs):
        raise DiagramError("both branches must return tensors of the same dtypes")
    dtypes = tuple([each.dtype for each, _ in outputs if each is not None])
    names = (*[variable.name for variable, _ in pairs[len(pairs) - count :]], *sides[0].outputs)
    bodies = sides[0].body, sides[1].body
    inputs_of = tuple([each for _, each in pairs])
    choice = Choice("Cond", bodies, inputs_of, tuple(outputs), dtypes, names, tuple(range(count)))
    node = call_body(scope.with_op_name(name), [predicate.as_output(), *[variable for variable, _ in pairs]], choice)
    return dict(zip(sides[0].outputs, node.outputs[count:], strict=True))


def _loop(
    scope: Scope | None,
    kind: str,
    body: Function,
    name: str,
    inputs: Mapping[str, Any],
    *,
    over: Sequence[str] = (),
    times: int | None = None,
    reverse: bool = False,
    own: bool = False,
    test: tuple[Function, Sequence[str]] | None = None,
    takes: Sequence[str] | None = None,
    maximum: int | None = None,
    checkpoint: int | None = None,
) -> dict[str, Output]:
    scope = _known(scope)
    given = {pin: value.as_output() for pin, value in inputs.items()}
    kinds: dict[str, Any] = {}
    for pin in given if takes is None else takes:
        value = given[pin]
        if pin in over and value.shape == ():
            raise DiagramError(f"{kind} cannot iterate over {pin}, which is a scalar", pin=pin)
        kinds[pin] = value.dtype, value.shape[1:] if pin in over and value.shape is not None else value.shape
    refs = {pin: given[pin] for pin in kinds if given[pin].is_ref and pin not in over}
    traced = _traced(body, kinds, refs, kind)
    carried = [pin for pin in kinds if pin in traced.outputs and kind != "Map"]
    for pin in carried:
        output, (dtype, shape) = traced.outputs[pin], kinds[pin]
        if output.dtype is not dtype or not compatible(output.shape, shape):
            before, after = (f"{d.short}{shape_text(s)}" for d, s in ((dtype, shape), (output.dtype, output.shape)))
            raise DiagramError(
                f"{pin} must keep its dtype and shape: it is {before} before iteration 0 and {after} after it", pin=pin
            )
    pairs: list[tuple[Port, list[Output]]] = []
    for pin in traced.inputs:
        how = "over" if pin in over else "carried" if pin in carried else "constant"
        pairs.append((Port(how, traced.inputs[pin], pin), [given[pin]]))
    prefixes = [f"{name}/{i}" for i in range(max(times or 0, 1))] if own else [name]
    rounds = [_hoisted(scope, traced, prefix, given) for prefix in prefixes]
    for i, (stands, _) in enumerate(traced.variables):
        pairs.append(variable_port(stands, [variables[i] for variables in rounds], times or 0 if own else 0))
    pairs, ends = variables_last(pairs, traced.written)
    condition = None if test is None else _condition(scope, *test, name, given, pairs)
    ports, flat = [port for port, _ in pairs], [output for _, outputs in pairs for output in outputs]
    outputs = [*[Port("carried", traced.outputs[pin], pin) for pin in carried], *ends]
    outputs += [Port("stacked", output, pin) for pin, output in traced.outputs.items() if pin not in carried]
    if test is not None:
        if traced.outputs.keys() - carried:
            raise DiagramError(
                "every value that the body of a while loop returns is carried, so it must also be an input of the body"
            )
        outputs.append(Port("rounds", None, "rounds"))
    loop = Loop(
        kind, traced.body, tuple(ports), tuple(outputs), times, reverse, condition, maximum, checkpoint, own=own
    )
    loop = replace(loop, written=loop.variables())
    node = call_body(scope.with_op_name(name), flat, loop)
    pairs_out = zip(outputs, loop.indices(outputs), strict=True)
    return {port.name: node.outputs[at] for port, at in pairs_out if not port.variable}


def _known(scope: Scope | None) -> Scope:
    result = scope or traced_scope.get()
    if result is None:
        raise DiagramError("a loop needs a scope")
    return result


def _condition(
    scope: Scope,
    function: Function,
    takes: Sequence[str],
    name: str,
    given: Mapping[str, Output],
    pairs: list[tuple[Port, list[Output]]],
) -> Test:
    """Build the condition of a loop; inputs that only the condition uses are added to ``pairs``."""
    traced = _traced(function, {pin: (given[pin].dtype, given[pin].shape) for pin in takes}, {}, "a condition")
    if len(traced.outputs) != 1:
        raise DiagramError(f"the condition must return one boolean, got {len(traced.outputs)} tensors")
    there = {port.name: port for port, _ in pairs if port.name in given}
    asked = [
        (traced.inputs[pin], there[pin] if pin in there else condition_port(pairs, pin, given[pin])) for pin in takes
    ]
    hoisted = _hoisted(scope, traced, f"{name}/condition", given)
    asked += [
        (stands, condition_port(pairs, output.op.name, each))
        for (stands, output), each in zip(traced.variables, hoisted, strict=True)
    ]
    [value] = traced.outputs.values()
    return test_of(traced.body, asked, value, pairs)


def _traced(
    function: Function, kinds: Mapping[str, tuple[Any, Shape]], refs: Mapping[str, Output], kind: str
) -> _Traced:
    """Trace a function to a graph; raise DiagramError if it writes variables and ``kind`` does not allow that.

    Args:
        kinds: the dtypes and shapes of the inputs.
        refs: the inputs that are variables.
        kind: the block type, for errors.
    """
    graph = Graph()
    leaves = {pin: leaf(graph, pin, dtype, shape) for pin, (dtype, shape) in kinds.items()}
    for pin in refs:
        leaves[pin].is_ref = True
    with body_scope(graph) as scope:
        wrapped = graph.array_calls.traced if graph.array_calls is not None else _same
        stand_ins = {pin: wrapped(each) for pin, each in leaves.items()}
        result = {name: value.as_output() for name, value in function(scope, **stand_ins).items()}
    moving = () if kind == "Cond" else result.keys() & leaves.keys()
    cells: dict[Output, Any] = {leaves[pin]: cell_of(ref) for pin, ref in refs.items() if pin not in moving}
    for node in graph.nodes:
        if node.type.variable and not node.type.temporary:
            key = cell_key(node)
            cells[node.outputs[0]] = node.outputs[0] if isinstance(key, str) else key  # a name is that of this graph
    firsts: dict[Any, Output] = {}
    stand_ins = {each: firsts.setdefault(cells[each], each) for each in sorted(cells, key=lambda each: each.op.number)}
    writer = next((node for node in graph.nodes if node.type.writes), None)
    if writer is not None and kind in ("Map", "a condition"):
        raise DiagramError(f"{writer.display_name} cannot be inside {kind}: it writes a variable")
    written = without_writes(graph, stand_ins)
    variables = [node.outputs[0] for node in graph.nodes if node.type.variable and not node.type.temporary]
    effects = [node for node in graph.nodes if node.type.context]
    wanted = [*result.values(), *written.values(), *(output for node in effects for output in node.outputs[:1])]
    inputs = {pin: each for pin, each in leaves.items() if not each.op.inputs}
    given = {each: each.shape for each in (*inputs.values(), *variables)}
    new, results = copied(wanted, given)
    for each in variables:
        results[each].is_ref = True
    body = Body(new, tuple([node for node in new.nodes if node.type.context]))
    return _Traced(
        body,
        {pin: results[each] for pin, each in inputs.items()},
        {name: results[each] for name, each in result.items()},
        [(results[each], each) for each in variables],
        {results[first]: results[end] for first, end in written.items()},
        {each: pin for pin, each in leaves.items()},
    )


def _same(output: Output) -> Output:
    return output


def _hoisted(scope: Scope, traced: _Traced, prefix: str, given: Mapping[str, Output]) -> list[Output]:
    """Copy the variables of a body, with their initial values, to the outer graph, with a name prefix."""
    graph = scope.graph
    outputs: dict[Output, Output] = {stand: given[pin] for stand, pin in traced.source.items()}
    outer = "/".join(filter(None, (scope.name, prefix)))
    variables = [item for _, item in traced.variables]
    for node in upstream(variables, outputs):
        args = tuple([exchanged(arg, outputs) for arg in node.args])
        name = graph.unique_name(f"{outer}/{node.name}")
        home = Home("/".join(filter(None, (outer, node.home.name))), scope.owner, scope.controls)
        result = Node(graph, home, node.type, name, args, node.attrs, node.bound, scope.controls)
        result.certain = node.certain
        result.outputs = tuple([Output(result, o.index, o.dtype, o.shape, o.is_ref) for o in node.outputs])
        graph.nodes.append(result)
        outputs.update(zip(node.outputs, result.outputs, strict=True))
    return [outputs[each] for each in variables]
