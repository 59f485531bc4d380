"""Loops and branches over Python functions: the graph level of Repeat, Scan, Map, While and Cond.

A body is a function of a scope and of tensors by name that gives tensors by name. It is called once, with stand-ins,
and becomes the graph that the node runs. Variables that it makes stand beside the node: all rounds use the same ones,
except in a `repeat` that does not share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Shape
from blocks.graph.graph import Graph, Home, Node, Operand, Output
from blocks.graph.scope import Scope, body_scope, traced_scope
from blocks.library.control_flow.bodies import Body, Choice, Loop, Port, Test, copied, leaf, upstream
from blocks.library.control_flow.body_rules import call_body

Function = Callable[..., Mapping[str, Any]]
"""A body: ``body(scope, x=..., h=...)`` gives ``{"h": ..., "y": ...}``."""


class _Traced(NamedTuple):
    """A body as a graph.

    Attributes:
        body: the graph.
        inputs, outputs: what stands for its inputs, and what it gives, by name.
        variables: what stands for its variables, with those in the graph that the function made.
        source: that graph's stand-ins for the inputs.
    """

    body: Body
    inputs: dict[str, Output]
    outputs: dict[str, Output]
    variables: list[tuple[Output, Output]]
    source: dict[Output, str]


def repeat(
    scope: Scope | None, body: Function, name: str = "repeat", *, times: int, share: bool = False,
    checkpoint: int | None = None, inputs: Mapping[str, Any]
) -> dict[str, Output]:  # fmt: skip
    """Run a body a number of times; see the block type Repeat.

    Args:
        scope: where the node goes; None while a function is traced.
        body: the function.
        name: what it is called, and how the names of its variables begin.
        times: the number of rounds.
        share: all rounds use the same variables.
        checkpoint: the gradient keeps every n-th round only.
        inputs: what the first round is given, by name; names that the body gives too are carried.

    Returns:
        What is carried, after the last round, and the other results, stacked.
    """
    return _loop(scope, "Repeat", body, name, inputs, times=times, own=not share, checkpoint=checkpoint)


def scan(
    scope: Scope | None, body: Function, name: str = "scan", *, over: Sequence[str], reverse: bool = False,
    checkpoint: int | None = None, inputs: Mapping[str, Any]
) -> dict[str, Output]:  # fmt: skip
    """Run a body for each element along the first axis of some inputs; see the block type Scan.

    Args:
        scope, body, name, checkpoint, inputs: as for `repeat`.
        over: the inputs of which each round gets an element.
        reverse: from the last element to the first.
    """
    return _loop(scope, "Scan", body, name, inputs, over=over, reverse=reverse, checkpoint=checkpoint)


def map_over(
    scope: Scope | None, body: Function, name: str = "map", *, over: Sequence[str], inputs: Mapping[str, Any]
) -> dict[str, Output]:
    """Run a body for each element, with nothing carried; see the block type Map. Arguments as for `scan`."""
    return _loop(scope, "Map", body, name, inputs, over=over)


def while_loop(
    scope: Scope | None, condition: Function, body: Function, name: str = "while", *, maximum: int | None = None,
    checkpoint: int | None = None, inputs: Mapping[str, Any], of_condition: Sequence[str] = (), of_body: Sequence[str]
) -> dict[str, Output]:  # fmt: skip
    """Run a body as long as a condition holds; see the block type While.

    Args:
        scope, body, name, checkpoint: as for `repeat`.
        condition: gives one truth value, by any name.
        maximum: more rounds are an error.
        inputs: what the first round is given.
        of_condition, of_body: the inputs that these take.
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
        predicate: [] whether ``then`` is run.
        then, otherwise: the bodies.
        inputs: what both are given.
    """
    scope = _known(scope)
    given = {pin: value.as_output() for pin, value in inputs.items()}
    kinds = {pin: (value.dtype, value.shape) for pin, value in given.items()}
    sides = [_traced(body, kinds) for body in (then, otherwise)]
    if sides[0].outputs.keys() != sides[1].outputs.keys():
        raise DiagramError("both branches give the same names")
    names = tuple(sides[0].outputs)
    flat = [predicate.as_output(), *given.values()]
    pairs: list[Any] = [(sides[0].inputs[pin], sides[1].inputs[pin]) for pin in given]
    for side, (traced, part) in enumerate(zip(sides, ("then", "else"), strict=True)):
        flat += _hoisted(scope, traced, f"{name}/{part}", given)
        pairs += [(None, stands) if side else (stands, None) for stands, _ in traced.variables]
    outputs = [(sides[0].outputs[each], sides[1].outputs[each]) for each in names]
    dtypes = tuple([each.dtype for each, _ in outputs])
    if any(a.dtype is not b.dtype for a, b in outputs):
        raise DiagramError("both branches give tensors of the same element types")
    choice = Choice("Cond", (sides[0].body, sides[1].body), tuple(pairs), tuple(outputs), dtypes, names)
    node = call_body(scope.with_op_name(name), flat, choice)
    return dict(zip(names, node.outputs, strict=True))


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
            raise DiagramError(f"{kind} goes over {pin}, which is a scalar", pin=pin)
        kinds[pin] = value.dtype, value.shape[1:] if pin in over and value.shape is not None else value.shape
    traced = _traced(body, kinds)
    carried = [pin for pin in kinds if pin in traced.outputs and kind != "Map"]
    for pin in carried:
        output, (dtype, shape) = traced.outputs[pin], kinds[pin]
        if output.dtype is not dtype or not compatible(output.shape, shape):
            before, after = (f"{d.short}{shape_text(s)}" for d, s in ((dtype, shape), (output.dtype, output.shape)))
            raise DiagramError(f"{pin} is {before} before round 0 and {after} after it", pin=pin)
    ports: list[Port] = []
    flat: list[Output] = []
    for pin in kinds:
        how = "over" if pin in over else "carried" if pin in carried else "constant"
        ports.append(Port(how, traced.inputs[pin], pin))
        flat.append(given[pin])
    prefixes = [f"{name}/{i}" for i in range(max(times or 0, 1))] if own else [name]
    rounds = [_hoisted(scope, traced, prefix, given) for prefix in prefixes]
    for i, (stands, item) in enumerate(traced.variables):
        ports.append(Port("each" if own and times else "constant", stands, item.op.name))
        flat += [each[i] for each in rounds]
    condition = None if test is None else _condition(scope, *test, name, given, ports, flat)
    outputs = [Port("carried", traced.outputs[pin], pin) for pin in carried]
    outputs += [Port("stacked", output, pin) for pin, output in traced.outputs.items() if pin not in carried]
    if test is not None:
        if len(outputs) > len(carried):
            raise DiagramError("what the body of a while gives is carried: it must be among its inputs")
        outputs.append(Port("rounds", None, "rounds"))
    loop = Loop(
        kind, traced.body, tuple(ports), tuple(outputs), times, reverse, condition, maximum, checkpoint, own=own
    )
    node = call_body(scope.with_op_name(name), flat, loop)
    return {port.name: output for port, output in zip(outputs, node.outputs, strict=True)}


def _known(scope: Scope | None) -> Scope:
    """The scope, or that of the function that is traced.

    Raises:
        DiagramError: none is.
    """
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
    ports: list[Port],
    flat: list[Output],
) -> Test:
    """The condition of a loop; what only it is given, is added to what the loop is given."""
    there = {port.name: i for i, port in enumerate(ports)}
    for pin in takes:
        if pin not in there:
            there[pin] = len(ports)
            ports.append(Port("constant", None, pin))
            flat.append(given[pin])
    traced = _traced(function, {pin: (given[pin].dtype, given[pin].shape) for pin in takes})
    if len(traced.outputs) != 1:
        raise DiagramError(f"the condition gives one truth value, not {len(traced.outputs)} tensors")
    pairs = [(traced.inputs[pin], there[pin]) for pin in takes]
    for (stands, output), each in zip(
        traced.variables, _hoisted(scope, traced, f"{name}/condition", given), strict=True
    ):
        pairs.append((stands, len(ports)))
        ports.append(Port("constant", None, output.op.name))
        flat.append(each)
    [value] = traced.outputs.values()
    return Test(traced.body, tuple(pairs), value)


def _traced(function: Function, kinds: Mapping[str, tuple[Any, Shape]]) -> _Traced:
    """A function as a graph."""
    graph = Graph()
    leaves = {pin: leaf(graph, pin, dtype, shape) for pin, (dtype, shape) in kinds.items()}
    with body_scope(graph) as scope:
        wrapped = graph.array_calls.traced if graph.array_calls is not None else _same
        stand_ins = {pin: wrapped(each) for pin, each in leaves.items()}
        result = {name: value.as_output() for name, value in function(scope, **stand_ins).items()}
    variables = [node.outputs[0] for node in graph.nodes if node.type.variable and not node.type.temporary]
    effects = [node for node in graph.nodes if node.type.context]
    wanted = [*result.values(), *(output for node in effects for output in node.outputs[:1])]
    given = {each: each.shape for each in (*leaves.values(), *variables)}
    new, results = copied(wanted, given)
    for each in variables:
        results[each].is_ref = True
    body = Body(new, tuple([node for node in new.nodes if node.type.context]))
    return _Traced(
        body,
        {pin: results[each] for pin, each in leaves.items()},
        {name: results[each] for name, each in result.items()},
        [(results[each], each) for each in variables],
        {each: pin for pin, each in leaves.items()},
    )


def _same(output: Output) -> Output:
    return output


def _hoisted(scope: Scope, traced: _Traced, prefix: str, given: Mapping[str, Output]) -> list[Output]:
    """The variables of a body in the graph around, with what they begin with; their names begin with a prefix."""
    graph = scope.graph
    outputs: dict[Output, Output] = {stand: given[pin] for stand, pin in traced.source.items()}
    outer = "/".join(filter(None, (scope.name, prefix)))
    variables = [item for _, item in traced.variables]
    for node in upstream(variables, outputs):
        args = tuple([_exchanged(arg, outputs) for arg in node.args])
        name = graph.unique_name(f"{outer}/{node.name}")
        home = Home("/".join(filter(None, (outer, node.home.name))), scope.owner, scope.controls)
        result = Node(graph, home, node.type, name, args, node.attrs, node.bound, scope.controls)
        result.certain = node.certain
        result.outputs = tuple([Output(result, o.index, o.dtype, o.shape, o.is_ref) for o in node.outputs])
        graph.nodes.append(result)
        outputs.update(zip(node.outputs, result.outputs, strict=True))
    return [outputs[each] for each in variables]


def _exchanged(arg: Any, outputs: Mapping[Output, Output]) -> Any:
    if isinstance(arg, tuple):
        return tuple([outputs[each] for each in arg])  # pyright: ignore[reportUnknownVariableType]
    return None if arg is None else outputs[arg]
