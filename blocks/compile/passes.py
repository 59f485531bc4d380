"""The passes: each knows something that can stand in place of a node, and all run in one walk over the graph.

``specialise`` keeps what is needed and puts the actual shapes in; ``fold`` computes what follows from constants;
``merge`` lets equal calls be made once; ``simplify`` drops calls that hand their input on unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import implies, room
from blocks.base.types import Array, Shape, is_array, is_list
from blocks.compile.rewrite import Place, Rewrite, needed_nodes, place
from blocks.graph.build import declare, infer_shapes
from blocks.graph.calls import NodeCall, known_value, placeholder_array
from blocks.graph.graph import Argument, Graph, Node, Output
from blocks.graph.spec import BlockSpec

FOLD_LIMIT = 1 << 20
"""Bytes: a constant result is kept in the program only up to this size."""


def _no_kernel(*, dtype: DType, slot: int) -> Array:
    raise AssertionError("a feed has its value from the step")


FEED = declare("Feed", "internal", "-> value: dtype", _no_kernel, internal=True, stateful=True)
"""Stands where a value is given for the step."""


class Goal(NamedTuple):
    """What a program is for: outputs to hand back, nodes that must have run, and when.

    ``turns`` says for blocks with a `BlockSpec.context` in whose turn they run, where several sessions take turns.
    """

    outputs: Sequence[Output]
    targets: Sequence[Node] = ()
    turns: Mapping[str, int] = MappingProxyType({})


class Fed(NamedTuple):
    """The type of a value that is given: by a feed, or by a variable at the start of a step."""

    dtype: DType
    shape: Shape


class Walk(NamedTuple):
    """One walk over a graph, in which a new one grows; all passes are asked about each node in turn.

    Attributes:
        graph, new: the old graph, and what grows.
        memory: how many bytes a result may take.
        after: for each old node, whether it is behind an effect; see `after_effects`.
        equal: the new nodes by what they compute, where equal calls are to be made once.
    """

    graph: Graph
    new: Rewrite
    memory: int
    after: bytearray
    equal: dict[Any, Node] | None


Pass = Callable[[Walk, Node], bool]
"""Puts something else into the new graph in place of an old node, if it knows something; it says whether it did."""


@np.errstate(all="ignore")  # shape rules run again, with what is known now
def specialise(graph: Graph, goal: Goal, feeds: Mapping[Place, Fed], variables: Mapping[int, Shape]) -> Rewrite:
    """Keep what the goal needs, with feeds in place and shapes worked out again from the actual ones.

    Args:
        graph: the graph of a page.
        goal: what is asked for.
        feeds: dtype and shape of each value that is given.
        variables: the shapes that variables have now, by node number.
    """
    new = Rewrite()
    marked = needed_nodes(graph, goal.outputs, goal.targets, feeds)
    given: dict[Place, Output] = {}
    changed = any(graph.nodes[n].outputs[0].shape != shape for n, shape in variables.items())
    for slot, (at, fed) in enumerate(feeds.items()):
        instead = graph.nodes[at[0]].outputs[at[1]]
        changed = changed or known_value(instead) is not None  # then shapes may follow from the value that it replaces
        attrs = {"slot": slot, "dtype": fed.dtype}
        node = new.make(instead.op, FEED, attrs, [(fed.dtype, fed.shape)], f"{instead.name} (fed)")
        given[at] = new.outputs[at] = node.outputs[0]
        new.nodes.setdefault(at[0], node)
    loose = _reshaped(graph, marked)
    for number, node in enumerate(graph.nodes):
        if not marked[number]:
            continue
        if node.type.variable:
            shape = None if number in loose else variables.get(number, node.outputs[0].shape)
            made = new.make(node, node.type, node.attrs, [(node.outputs[0].dtype, shape)])
            made.outputs[0].is_ref = True
            new.stand_in(node, made)
        else:
            made = new.copy(node)
            if changed or loose or not node.certain:
                _infer_again(made)
        for output in node.outputs:
            at = (number, output.index)
            if at in given:
                new.outputs[at] = given[at]
    new.close_loops(graph)
    return new


def _reshaped(graph: Graph, marked: bytearray) -> set[int]:
    """The variables, by number, whose shape may change in the middle of the step."""
    found: set[int] = set()
    for node in graph.nodes:
        if marked[node.number] and node.attrs.get("validate_shape") is False:
            variable = node.inputs[0].op
            while variable.type.writes:
                variable = variable.input(variable.type.writes[0]).op
            found.add(variable.number)
    return found


def _infer_again(node: Node) -> None:
    node.certain = False
    call = NodeCall(node)
    try:
        shapes = infer_shapes(node.type, call)
    except DiagramError:
        return  # the same fault comes when the node runs, with the actual values
    node.certain = call.certain
    if shapes is not None:
        for output, shape in zip(node.outputs, shapes, strict=True):
            output.shape = shape


def after_effects(graph: Graph) -> bytearray:
    """For each node, whether it depends on one that writes a variable, or that decides what runs.

    Then it sees what was written, or is dead with its branch; a pass must not take that from it by dropping the input
    through which it does.
    """
    found = bytearray(len(graph.nodes))
    for node in graph.nodes:
        written = node.type.writes or node.type.control or any(found[i.op.number] for i in node.inputs)
        if written or any(found[c.number] for c in node.controls):
            found[node.number] = 1
    return found


def simplify(walk: Walk, node: Node) -> bool:
    """Drop calls that hand an input on unchanged: Identity, StopGradient, a Reshape to the shape that is there."""
    if node.controls:
        return False
    same = _handed_on(node, walk.after)
    if same is None:
        return False
    target = walk.new.outputs[place(same)]
    walk.new.outputs[node.number, 0] = target
    walk.new.nodes[node.number] = target.op
    return True


def _handed_on(node: Node, after: bytearray) -> Output | None:
    spec = node.type
    name = spec.forwards or spec.reshapes
    value = node.argument(name) if name is not None else None
    # Not a variable: when it is read would become another question for whoever gets it.
    if not isinstance(value, Output) or value.is_ref:
        return None
    if spec.forwards is not None:
        # Where it promises more about the shape than is known, it must see what really comes.
        return value if implies(value.shape, node.outputs[0].shape) else None
    same = _fixed(value) and value.shape == node.outputs[0].shape and value.dtype is node.outputs[0].dtype
    return value if same and not any(after[i.op.number] for i in node.inputs if i is not value) else None


def fold(walk: Walk, node: Node) -> bool:
    """Compute what follows from constants, if it is small and does not fail."""
    spec, new = node.type, walk.new
    if not node.inputs or spec.stateful or spec.variable or spec.control or node.controls:
        return False
    known = all([_is_constant(new.outputs[i.op.number, i.index]) for i in node.inputs])
    if not known and not (spec.shape_only and not any(walk.after[i.op.number] for i in node.inputs)):
        return False
    made = new.copy(node)
    values = None
    if _small(made, min(FOLD_LIMIT, walk.memory)) and (known or all(map(_fixed, made.inputs))):
        values = _compute(made)
    new.graph.nodes.pop()
    if values is None:
        return False
    for output, value in zip(node.outputs, values, strict=True):
        constant = _constant(walk, node, output, value)
        new.outputs[node.number, output.index] = constant.outputs[0]
        new.nodes[node.number] = constant
    return True


def _is_constant(output: Output) -> bool:
    node = output.op
    return node.type.name in ("Const", "Const_ex") and not node.controls


def _constant(walk: Walk, node: Node, output: Output, value: Any) -> Node:
    """A constant in place of an output."""
    maker = node.type.find("Const")
    assert maker is not None
    array = np.asarray(value) if output.dtype.kind != "string" else value
    array = array.view()  # as it lies in memory: what is summed up in another order is another number
    array.setflags(write=False)
    attrs = {"val": array, "dtype": output.dtype, "shape": array.shape}
    key = _key(maker, (), attrs) if walk.equal is not None else None
    found = walk.equal.get(key) if walk.equal is not None else None
    if found is None:
        found = walk.new.make(node, maker, attrs, [(output.dtype, array.shape)], output.name)
        if walk.equal is not None:
            walk.equal[key] = found
    return found


def _fixed(output: Output) -> bool:
    return output.shape is not None and None not in output.shape


def _small(node: Node, limit: int) -> bool:
    return all(map(_fixed, node.outputs)) and sum(map(_bytes, node.outputs)) <= limit


def _bytes(output: Output) -> int:
    return room(output.shape) * output.dtype.size


def _compute(node: Node) -> tuple[Any, ...] | None:
    args: list[Any] = []
    for arg in node.args:
        if arg is None:
            args.append(None)
        elif isinstance(arg, tuple):
            args.append(tuple(_constant_value(o) for o in arg))
        else:
            args.append(_constant_value(arg))
    try:
        infer_shapes(node.type, NodeCall(node))
        with np.errstate(all="ignore"):
            return node.type.run(args, node.attrs, node.bound)
    except Exception:  # it fails when it runs, with its block's name
        return None


def _constant_value(output: Output) -> Array:
    value = output.op.attrs.get("val")
    if value is not None and not output.op.inputs:
        return value
    return placeholder_array(output)


def merge(walk: Walk, node: Node) -> bool:
    """Make equal pure calls once."""
    spec = node.type
    assert walk.equal is not None
    if spec.stateful or spec.variable or spec.control or node.controls:
        return False
    args = walk.new.args(node)
    key = _key(spec, args, node.attrs)
    found = walk.equal.get(key)
    if found is None:
        walk.equal[key] = walk.new.copy(node, args)
    else:
        walk.new.stand_in(node, found)
        found.twins = (*found.twins, node.block_name, *node.twins)  # if it fails, they do
    return True


def _key(spec: BlockSpec, args: Sequence[Argument], attrs: Mapping[str, Any]) -> Any:
    """What is equal for calls that compute the same."""
    return (
        spec.name,
        tuple([_arg_key(a) for a in args]),
        tuple([_attr_key(attrs[name]) for name in spec.attribute_names]) if spec.attribute_names else (),
    )


def _arg_key(arg: Argument) -> Any:
    if isinstance(arg, tuple):
        return tuple([place(o) for o in arg])
    return None if arg is None else (arg.op.number, arg.index)


def _attr_key(value: Any) -> Any:
    if is_array(value):
        if value.dtype.kind == "O" or value.nbytes > 4096:
            return id(value)
        return value.dtype.str, value.shape, value.tobytes()
    if is_list(value):
        return tuple([_attr_key(each) for each in value])
    # 0.0 and -0.0, 1 and 1.0 and True are equal but not the same
    return (type(value), repr(value)) if isinstance(value, float) else (type(value), value)


PASSES: dict[str, Pass] = {"simplify": simplify, "fold": fold, "merge": merge}


def optimise(
    start: Rewrite, goal: Goal, passes: Sequence[str] = tuple(PASSES), *, memory: int = FOLD_LIMIT
) -> tuple[Rewrite, Goal]:
    """Run passes after `specialise`, and drop what nobody needs any more.

    Args:
        start: the specialised graph.
        goal: what it is for.
        passes: which passes to run, by name.
        memory: bytes that one result may take; what takes more must fail when it runs.

    Returns:
        The last graph, and the goal in it.
    """
    goal = carried(start, goal)
    last = start
    if passes:
        last = Rewrite()
        equal: dict[Any, Node] | None = {} if "merge" in passes else None
        walk = Walk(start.graph, last, memory, after_effects(start.graph), equal)
        rules = [PASSES[name] for name in passes]
        for node in start.graph.nodes:
            for rule in rules:
                if rule(walk, node):
                    break
            else:
                last.copy(node)
        last.close_loops(start.graph)
        goal = carried(last, goal)
    _prune(last.graph, goal)
    return last, goal


def _prune(graph: Graph, goal: Goal) -> None:
    """Drop what nobody needs any more; the graph is one that was made here, and nobody else knows it."""
    marked = needed_nodes(graph, goal.outputs, goal.targets)
    if all(marked):
        return
    graph.nodes = [node for node in graph.nodes if marked[node.number]]
    places = {node.number: i for i, node in enumerate(graph.nodes)}
    graph.loops = {places[a]: places[b] for a, b in graph.loops.items() if a in places and b in places}
    for i, node in enumerate(graph.nodes):
        node.number = i


def carried(new: Rewrite, goal: Goal) -> Goal:
    """The goal in terms of the new graph."""
    outputs = [new.outputs[place(o)] for o in goal.outputs]
    return Goal(outputs, [new.nodes[t.number] for t in goal.targets], goal.turns)
