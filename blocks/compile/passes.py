"""The passes: each takes a graph to an equivalent one.

``specialise`` keeps what is needed and puts the actual shapes in; ``fold`` computes what follows from constants;
``merge`` lets equal calls be made once; ``simplify`` drops calls that hand their input on unchanged.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape, is_array, is_list
from blocks.compile.rewrite import Place, Rewrite, needed_nodes, place
from blocks.graph.build import declare, infer_shapes
from blocks.graph.calls import NodeCall, known_value, placeholder_array
from blocks.graph.graph import Argument, Graph, Node, Output

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


Pass = Callable[[Graph, Rewrite, int], None]
"""Builds a new graph from an old one; the number is how many bytes a result may take."""


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


def simplify(graph: Graph, new: Rewrite, memory: int) -> None:
    """Drop calls that hand an input on unchanged: Identity, StopGradient, a Reshape to the shape that is there."""
    after = after_effects(graph)
    for node in graph.nodes:
        same = _handed_on(node, after)
        if same is None or node.controls:
            new.copy(node)
        else:
            target = new.outputs[place(same)]
            new.outputs[node.number, 0] = target
            new.nodes[node.number] = target.op


def _handed_on(node: Node, after: bytearray) -> Output | None:
    spec = node.type
    name = spec.forwards or spec.reshapes
    value = node.argument(name) if name is not None else None
    # Not a variable: when it is read would become another question for whoever gets it.
    if not isinstance(value, Output) or value.is_ref:
        return None
    if spec.forwards is None:
        same = _fixed(value) and value.shape == node.outputs[0].shape and value.dtype is node.outputs[0].dtype
        if not same or any(after[i.op.number] for i in node.inputs if i is not value):
            return None
    return value


def fold(graph: Graph, new: Rewrite, memory: int) -> None:
    """Compute what follows from constants, if it is small and does not fail."""
    limit = min(FOLD_LIMIT, memory)
    after = after_effects(graph)
    constants: dict[int, bool] = {}
    for node in graph.nodes:
        spec = node.type
        if not spec.inputs and not spec.stateful and not spec.variable:
            made = new.copy(node)
            constants[made.number] = spec.name in ("Const", "Const_ex") and not node.controls
            continue
        made = new.copy(node)
        foldable = not (spec.stateful or spec.variable or spec.control or node.controls) and node.inputs
        if not foldable or not _small(made, limit):
            continue
        known = all(constants.get(i.op.number, False) for i in made.inputs)
        shapes_do = spec.shape_only and all(_fixed(i) and not after[j.op.number] for i, j in _pairs(made, node))
        if not known and not shapes_do:
            continue
        values = _compute(made)
        if values is None:
            continue
        new.graph.nodes.pop()
        _replace(new, node, values, constants)


def _replace(new: Rewrite, node: Node, values: tuple[Any, ...], constants: dict[int, bool]) -> None:
    maker = node.type.find("Const")
    assert maker is not None
    for output, value in zip(node.outputs, values, strict=True):
        array = np.asarray(value) if output.dtype.kind != "string" else value
        array = array.view()  # as it lies in memory: what is summed up in another order is another number
        array.setflags(write=False)
        attrs = {"val": array, "dtype": output.dtype, "shape": array.shape}
        constant = new.make(node, maker, attrs, [(output.dtype, array.shape)], output.name)
        constants[constant.number] = True
        new.outputs[node.number, output.index] = constant.outputs[0]
        new.nodes[node.number] = constant


def _fixed(output: Output) -> bool:
    return output.shape is not None and None not in output.shape


def _pairs(made: Node, node: Node) -> Iterable[tuple[Output, Output]]:
    return zip(made.inputs, node.inputs, strict=True)


def _small(node: Node, limit: int) -> bool:
    return all(map(_fixed, node.outputs)) and sum(map(_bytes, node.outputs)) <= limit


def _bytes(output: Output) -> int:
    sizes = [size for size in output.shape or () if size is not None]
    return math.prod(sizes) * output.dtype.size


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


def merge(graph: Graph, new: Rewrite, memory: int) -> None:
    """Make equal pure calls once."""
    seen: dict[Any, Node] = {}
    for node in graph.nodes:
        spec = node.type
        if spec.stateful or spec.variable or spec.control or node.controls:
            new.copy(node)
            continue
        args = new.args(node)
        key = (
            spec.name,
            tuple([_arg_key(a) for a in args]),
            tuple([_attr_key(node.attrs[name]) for name in spec.attribute_names]),
        )
        found = seen.get(key)
        if found is None:
            seen[key] = new.copy(node, args)
        else:
            new.stand_in(node, found)
            found.twins = (*found.twins, node.block_name, *node.twins)  # if it fails, they do


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
    for name in passes:
        last, goal = _step(last, goal, PASSES[name], memory)
    return _step(last, goal, _prune(goal), memory)


def _prune(goal: Goal) -> Pass:
    def prune(graph: Graph, new: Rewrite, memory: int) -> None:
        marked = needed_nodes(graph, goal.outputs, goal.targets)
        for node in graph.nodes:
            if marked[node.number]:
                new.copy(node)

    return prune


def _step(last: Rewrite, goal: Goal, run: Pass, memory: int) -> tuple[Rewrite, Goal]:
    new = Rewrite()
    run(last.graph, new, memory)
    new.close_loops(last.graph)
    return new, carried(new, goal)


def carried(new: Rewrite, goal: Goal) -> Goal:
    """The goal in terms of the new graph."""
    outputs = [new.outputs[place(o)] for o in goal.outputs]
    return Goal(outputs, [new.nodes[t.number] for t in goal.targets], goal.turns)
