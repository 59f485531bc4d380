"""The passes: each knows something that can stand in place of a node, and all run in one walk over the graph.

``specialise`` keeps what is needed and puts the actual shapes in; ``fold`` computes what follows from constants;
``merge`` lets equal calls be made once; ``simplify`` drops calls that hand their input on unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import implies
from blocks.base.types import Array, Shape, is_array
from blocks.compile.calling import result_bytes
from blocks.compile.keys import key_of
from blocks.compile.rewrite import Place, Rewrite, exchanged, needed_nodes
from blocks.graph.binding import constant_node
from blocks.graph.build import declare, infer_shapes
from blocks.graph.calls import NodeCall, known_value, placeholder_array, run_kernel
from blocks.graph.graph import Graph, Node, Output
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
    """One walk over a graph that changes it in place; all passes are asked about each node in turn.

    Attributes:
        graph: the graph; its nodes grow again, those that are kept, with the numbers that they had before.
        memory: how many bytes a result may take.
        after: for each node, by number, whether it is behind an effect; see `after_effects`.
        outputs: what stands in place of outputs that are gone.
        nodes: the same for nodes.
        equal: the nodes by what they compute, where equal calls are to be made once.
    """

    graph: Graph
    memory: int
    after: bytearray
    outputs: dict[Output, Output]
    nodes: dict[Node, Node]
    equal: dict[Any, Node] | None

    def update(self, node: Node) -> None:
        """Let a node take what stands for its inputs now."""
        gone = self.outputs
        if gone and not gone.keys().isdisjoint(node.inputs):
            node.take(exchanged(node.args, gone))
        if node.controls:
            node.controls = tuple([self.nodes.get(each, each) for each in node.controls])


class Pass(NamedTuple):
    """Something that may be known about nodes.

    Attributes:
        concerns: whether it may know something about the nodes of a type.
        apply: lets something else stand for a node, if it knows something; it says whether it did. Else the node is
            kept.
    """

    concerns: Callable[[BlockSpec], bool]
    apply: Callable[[Walk, Node], bool]


@np.errstate(all="ignore")  # shape rules run again, with what is known now
def specialise(
    graph: Graph,
    goal: Goal,
    feeds: Mapping[Place, Fed],
    variables: Mapping[int, Shape],
    needed: bytearray | None = None,
) -> Rewrite:
    """Keep what the goal needs, with feeds in place and shapes worked out again from the actual ones.

    Args:
        graph: the graph of a page.
        goal: what is asked for.
        feeds: dtype and shape of each value that is given.
        variables: the shapes that variables have now, by node number.
        needed: for each node, whether the goal needs it, if that is known.
    """
    new = Rewrite()
    nodes = list(compress(graph.nodes, needed or needed_nodes(graph, goal.outputs, goal.targets, feeds)))
    given: dict[Output, Output] = {}
    changed = any(graph.nodes[n].outputs[0].shape != shape for n, shape in variables.items())
    for slot, (at, fed) in enumerate(feeds.items()):
        instead = graph.nodes[at[0]].outputs[at[1]]
        changed = changed or known_value(instead) is not None  # then shapes may follow from the value that it replaces
        attrs = {"slot": slot, "dtype": fed.dtype}
        node = new.make(instead.op, FEED, attrs, (fed.dtype, fed.shape), f"{instead.name} (fed)")
        given[instead] = new.outputs[instead] = node.outputs[0]
        new.nodes.setdefault(instead.op, node)
    loose = _reshaped(nodes)
    for node in nodes:
        if node.type.variable:
            shape = None if node.number in loose else variables.get(node.number, node.outputs[0].shape)
            made = new.make(node, node.type, node.attrs, (node.outputs[0].dtype, shape), node.name)
            made.outputs[0].is_ref = True
            new.stand_in(node, made)
        else:
            made = new.copy(node)
            if changed or loose or not node.certain:
                _infer_again(made)
        if given:
            new.outputs.update((output, given[output]) for output in node.outputs if output in given)
    new.close_loops(graph)
    return new


def _reshaped(nodes: Sequence[Node]) -> set[int]:
    """The variables, by number, whose shape may change in the middle of the step."""
    found: set[int] = set()
    for node in nodes:
        if node.attrs.get("validate_shape") is False:
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
    first = next((n.number for n in graph.nodes if n.type.writes or n.type.control), len(found))
    for node in graph.nodes[first:]:
        written = node.type.writes or node.type.control or any(found[i.op.number] for i in node.inputs)
        if written or any(found[c.number] for c in node.controls):
            found[node.number] = 1
    return found


def simplify(walk: Walk, node: Node) -> bool:
    """Drop calls that hand an input on unchanged: Identity, StopGradient, a Reshape to the same shape, times one."""
    if node.controls:
        return False
    same = _handed_on(node, walk.after)
    if same is None:
        return False
    walk.outputs[node.outputs[0]] = same
    walk.nodes[node] = same.op
    return True


def _handed_on(node: Node, after: bytearray) -> Output | None:
    spec = node.type
    name = spec.forwards or spec.reshapes
    value = node.argument(name) if name is not None else _times_one(node) if spec.name == "Multiply" else None
    # Not a variable: when it is read would become another question for whoever gets it.
    if not isinstance(value, Output) or value.is_ref:
        return None
    if spec.forwards is not None:
        # Where it promises more about the shape than is known, it must see what really comes.
        return value if implies(value.shape, node.outputs[0].shape) else None
    same = _fixed(value) and value.shape == node.outputs[0].shape and value.dtype is node.outputs[0].dtype
    return value if same and not any(after[i.op.number] for i in node.inputs if i is not value) else None


def _times_one(node: Node) -> Output | None:
    """What is multiplied by ones, as the first factor of a gradient is; with infinity, complex ones give NaN."""
    if node.outputs[0].dtype not in (FLOAT, DOUBLE):
        return None
    x, y = node.inputs
    return x if _is_one(y) else y if _is_one(x) else None


def _is_one(output: Output) -> bool:
    node = output.op
    if node.type.name == "OnesLike":
        return True
    value = node.attrs["val"] if _is_constant(output) else None
    return is_array(value) and value.size > 0 and bool(value.flat[0] == 1 and (value == 1).all())


def fold(walk: Walk, node: Node) -> bool:
    """Compute what follows from constants, if it is small and does not fail."""
    if not node.inputs or node.controls:
        return False
    known = _is_constant(node.inputs[0]) and all(map(_is_constant, node.inputs))
    if not known and not (node.type.shape_only and not any(walk.after[i.op.number] for i in node.inputs)):
        return False
    if not _small(node, min(FOLD_LIMIT, walk.memory)) or not (known or all(map(_fixed, node.inputs))):
        return False
    values = _compute(node)
    if values is None:
        return False
    for output, value in zip(node.outputs, values, strict=True):
        constant = _constant(walk, node, output, value)
        walk.outputs[output] = constant.outputs[0]
        walk.nodes[node] = constant
    return True


def _is_constant(output: Output) -> bool:
    node = output.op
    return not node.inputs and node.type.name in ("Const", "Const_ex") and not node.controls


def _constant(walk: Walk, node: Node, output: Output, value: Any) -> Node:
    """A constant in place of an output."""
    maker = node.type.find("Const")
    assert maker is not None
    array = np.asarray(value) if output.dtype.kind != "string" else value
    array = array.view()  # as it lies in memory: what is summed up in another order is another number
    array.setflags(write=False)
    made = constant_node(walk.graph, node.home, maker, output.name, array, output.dtype)
    found = made if walk.equal is None else walk.equal.setdefault(key_of(maker, (), made.attrs), made)
    if found is made:
        made.number = node.number  # until the walk is over; whether it is behind an effect is asked by it
        walk.graph.nodes.append(made)
    return found


def _fixed(output: Output) -> bool:
    return output.shape is not None and None not in output.shape


def _small(node: Node, limit: int) -> bool:
    return all(map(_fixed, node.outputs)) and result_bytes(node) <= limit


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
            return run_kernel(node, args)
    except Exception:  # it fails when it runs, with its block's name
        return None


def _constant_value(output: Output) -> Array:
    value = output.op.attrs.get("val")
    if value is not None and not output.op.inputs:
        return value
    return placeholder_array(output)


def merge(walk: Walk, node: Node) -> bool:
    """Make equal pure calls once."""
    assert walk.equal is not None
    if node.controls:
        return False
    key = key_of(node.type, node.args, node.attrs)
    found = walk.equal.setdefault(key, node)
    if found is node:
        walk.graph.nodes.append(node)
        return True
    walk.outputs.update(zip(node.outputs, found.outputs, strict=True))
    walk.nodes[node] = found
    found.twins = (*found.twins, node.block_name, *node.twins)  # if it fails, they do
    return True


def _hands_on(spec: BlockSpec) -> bool:
    return spec.forwards is not None or spec.reshapes is not None or spec.name == "Multiply"


def _is_pure(spec: BlockSpec) -> bool:
    return not (spec.stateful or spec.variable or spec.control)


PASSES = {"simplify": Pass(_hands_on, simplify), "fold": Pass(_is_pure, fold), "merge": Pass(_is_pure, merge)}


def optimise(
    start: Rewrite, goal: Goal, passes: Sequence[str] = tuple(PASSES), *, memory: int = FOLD_LIMIT
) -> tuple[Graph, Goal]:
    """Run passes after `specialise`, and drop what nobody needs any more.

    Args:
        start: the specialised graph, which is changed in place.
        goal: what it is for.
        passes: which passes to run, by name.
        memory: bytes that one result may take; what takes more must fail when it runs.

    Returns:
        The graph, and the goal in it.
    """
    graph = start.graph
    goal = carried(start, goal)
    if passes:
        equal: dict[Any, Node] | None = {} if "merge" in passes else None
        walk = Walk(graph, memory, after_effects(graph), {}, {}, equal)
        nodes, graph.nodes = graph.nodes, []
        wanted = [PASSES[name] for name in passes]
        rules: dict[BlockSpec, list[Callable[[Walk, Node], bool]]] = {}
        gone = walk.outputs
        for node in nodes:
            if gone or node.controls:
                walk.update(node)
            chosen = rules.get(node.type)
            if chosen is None:
                chosen = rules[node.type] = [each.apply for each in wanted if each.concerns(node.type)]
            for rule in chosen:
                if rule(walk, node):
                    break
            else:
                graph.nodes.append(node)
        _renumber(walk, nodes)
        goal = carried(walk, goal)
    _prune(graph, goal)
    return graph, goal


def _renumber(walk: Walk, old: Sequence[Node]) -> None:
    """Number the nodes that are left, also in the loops."""
    graph, gone = walk.graph, walk.nodes
    loops = [[gone.get(old[number], old[number]) for number in pair] for pair in graph.loops.items()]
    for i, node in enumerate(graph.nodes):
        node.number = i
    graph.loops = {begin.number: end.number for begin, end in loops}


def _prune(graph: Graph, goal: Goal) -> None:
    """Drop what nobody needs any more; the graph is one that was made here, and nobody else knows it."""
    marked = needed_nodes(graph, goal.outputs, goal.targets)
    if all(marked):
        return
    graph.nodes = list(compress(graph.nodes, marked))
    if graph.loops:
        places = {node.number: i for i, node in enumerate(graph.nodes)}
        graph.loops = {places[a]: places[b] for a, b in graph.loops.items() if a in places and b in places}
    for i, node in enumerate(graph.nodes):
        node.number = i


def carried(new: Rewrite | Walk, goal: Goal) -> Goal:
    """The goal in terms of the new graph."""
    outputs, nodes = new.outputs, new.nodes
    return Goal([outputs.get(o, o) for o in goal.outputs], [nodes.get(t, t) for t in goal.targets], goal.turns)
