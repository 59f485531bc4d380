"""Optimization passes: each proposes replacements for nodes, and all run in one walk over the graph.

The walk, `specialise`, keeps the required nodes and inserts the actual shapes. ``fold`` computes values that follow
from constants, ``merge`` makes equal calls only once, and ``simplify`` drops calls that return their input unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import compress
from typing import Any, NamedTuple, TypeAlias, TypeGuard

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import implies
from blocks.base.types import Array, Shape, is_array
from blocks.compile.dispatch import result_bytes
from blocks.compile.rewrite import Goal, OutputKey, Rewrite, needed_nodes
from blocks.graph.binding import constant_node
from blocks.graph.build import BlockType, infer_shapes
from blocks.graph.call_info import NodeCall, known_value, placeholder_array, run_kernel
from blocks.graph.flow import forwarded
from blocks.graph.graph import Argument, Graph, Node, Output
from blocks.graph.spec import BlockSpec

FOLD_LIMIT = 1 << 20
"""Bytes: a constant result is kept in the program only up to this size."""


def _no_kernel(*, dtype: DType, slot: int) -> Array:
    raise AssertionError("a Feed node has no kernel: the step supplies its value")


FEED = BlockType(
    "Feed", "internal", "-> value: dtype", _no_kernel, internal=True, stateful=True, display_name="an input that"
)
"""Stands where a value is given for the step."""


class Fed(NamedTuple):
    dtype: DType
    shape: Shape


class Instead(NamedTuple):
    node: Node
    outputs: Sequence[Output]


Rule: TypeAlias = Callable[[Rewrite, Node], Instead | None]
"""Says what stands for a node that is about to be added, if it knows something."""


@np.errstate(all="ignore")  # shape rules run again, with what is known now
def specialise(
    graph: Graph,
    goal: Goal,
    feeds: Mapping[OutputKey, Fed],
    variables: Mapping[int, Shape],
    needed: bytearray | None = None,
    *,
    passes: Collection[str] = (),
    memory: int = FOLD_LIMIT,
) -> Rewrite:
    """Copy the part of a graph that a goal needs: insert feeds, infer shapes from actual ones, and run passes.

    Args:
        memory: the maximum size of a result in bytes; a larger one must fail at run time.
    """
    nodes = list(compress(graph.nodes, needed or needed_nodes(graph, goal.outputs, goal.targets, feeds)))
    varying: set[int] = set()
    while True:
        new = _walk(graph, nodes, feeds, variables, passes, memory, varying)
        result = _changed_by_rounds(graph, new) if graph.loops else ()
        if not result:
            return new
        varying.update(result)


def _walk(
    graph: Graph,
    nodes: Sequence[Node],
    feeds: Mapping[OutputKey, Fed],
    variables: Mapping[int, Shape],
    passes: Collection[str],
    memory: int,
    varying: Collection[int],
) -> Rewrite:
    """Run the walk of `specialise`; ``varying`` are LoopValue nodes whose shapes change after the first iteration."""
    new = Rewrite(memory, "merge" in passes)
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
    changed = changed or bool(loose)
    rules: dict[BlockSpec, list[Rule]] = {}
    awaited = {each.number for node in nodes if node.controls for each in node.controls}
    for node in nodes:
        spec = node.type
        if spec.variable:
            shape = None if node.number in loose else variables.get(node.number, node.outputs[0].shape)
            result = new.make(node, spec, node.attrs, (node.outputs[0].dtype, shape), node.name)
            result.outputs[0].is_ref = True
            new.stand_in(node, result, result.outputs)
        else:
            chosen = rules.get(spec)
            if chosen is None:
                chosen = rules[spec] = _rules(spec, passes)
                new.nested = new.nested or spec.nested
            result = new.copied(node)
            if node.number in graph.loops and node.number not in varying:
                result.attrs = {**node.attrs, "shape": _begins_with(graph, new, node)}
                _infer_again(result)
            if changed or not node.certain:
                _infer_again(result)
            for rule in chosen:
                results = rule(new, result)
                # Who waits for a node on a branch is dead with it, which who waits for the Switch is not.
                # Who waits for a node with several results waits for all of them.
                if results is not None and not (
                    node.number in awaited and (results.node.type.control or spec.custom_gradient)
                ):
                    new.stand_in(node, *results)
                    break
            else:
                new.add(node, result)
        if given:
            new.outputs.update((output, given[output]) for output in node.outputs if output in given)
    new.close_loops(graph)
    new.name_twins()
    return new


def _begins_with(graph: Graph, new: Rewrite, node: Node) -> Shape:
    head = _head(graph, node)
    begins = [each for each in head.inputs if each.op.number not in graph.loops] if head is not None else []
    shapes = [new.outputs.get(each, each).shape for each in begins]
    return shapes[0] if shapes and all(shape == shapes[0] for shape in shapes) else None


def _head(graph: Graph, node: Node) -> Node | None:
    later = (graph.nodes[number] for number in range(node.number + 1, len(graph.nodes)))
    result = next((each for each in later if node.outputs[0] in each.inputs), None)
    return result if result is not None and result.type.control == "merge" else None


def _changed_by_rounds(graph: Graph, new: Rewrite) -> list[int]:
    results: list[int] = []
    for begin, end in graph.loops.items():
        value, comes = (new.outputs.get(graph.nodes[number].outputs[0]) for number in (begin, end))
        if value is not None and comes is not None and not implies(comes.shape, value.shape):
            results.append(begin)
    return results


def _rules(spec: BlockSpec, passes: Collection[str]) -> list[Rule]:
    possible = [rule(spec) for name, rule in PASSES.items() if name in passes]
    return [rule for rule in possible if rule is not None]


def _reshaped(nodes: Sequence[Node]) -> set[int]:
    results: set[int] = set()
    if not any("validate_shape" in spec.attribute_names for spec in {node.type for node in nodes}):
        return results
    for node in nodes:
        if node.attrs.get("validate_shape") is False:
            variable = node.inputs[0].op
            while variable.type.writes:
                variable = variable.input(variable.type.writes[0]).op
            results.add(variable.number)
    return results


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
            output.infer(shape)


def simplify(spec: BlockSpec) -> Rule | None:
    """Drop calls that return an input unchanged: Identity, StopGradient, Reshape to the same shape, times one."""
    if spec.forwards is not None:
        return _forwarded
    if spec.reshapes is not None:
        return _reshaped_to_same
    return _with_identity_element if spec.identity_element is not None else None


def _forwarded(_walk: Rewrite, node: Node) -> Instead | None:
    values = forwarded(node)
    if node.controls or not all(map(_is_value, values)):
        return None
    # Where it promises more about the shape than is known, it must see what really comes.
    same = [implies(value.shape, output.shape) for value, output in zip(values, node.outputs, strict=True)]
    return Instead(values[-1].op, values) if all(same) else None


def _reshaped_to_same(walk: Rewrite, node: Node) -> Instead | None:
    value = node.argument(node.type.reshapes or "")
    return _unchanged(walk, node, value) if not node.controls and _is_value(value) else None


def _with_identity_element(walk: Rewrite, node: Node) -> Instead | None:
    """Simplify a product with ones, often the first factor of a gradient; not for complex numbers (infinity)."""
    x, y = node.inputs
    value = x if _is_all(y, node.type.identity_element) else y if _is_all(x, node.type.identity_element) else None
    if value is None or node.controls or value.is_ref or value.dtype not in (FLOAT, DOUBLE):
        return None
    return _unchanged(walk, node, value)


def _is_value(arg: Argument) -> TypeGuard[Output]:
    """Return whether an argument is a value; a variable would be read at another time by another node."""
    return isinstance(arg, Output) and not arg.is_ref


def _unchanged(walk: Rewrite, node: Node, value: Output) -> Instead | None:
    """Replace a result by an input of the same shape and dtype, unless it enforces an order after an effect."""
    same = _fixed(value) and value.shape == node.outputs[0].shape and value.dtype is node.outputs[0].dtype
    if not same or any(i.op.number in walk.behind for i in node.inputs if i is not value):
        return None
    return Instead(value.op, (value,))


def _is_all(output: Output, number: float | None) -> bool:
    node = output.op
    if node.inputs:
        return node.type.constant_fill == number
    value = node.attrs["val"] if _is_constant(output) else None
    return is_array(value) and value.size > 0 and value.item(0) == number and bool((value == number).all())


def fold(spec: BlockSpec) -> Rule | None:
    """Compute calls on constants if the result is small and the call does not fail."""
    return _folded if is_pure(spec) and spec.inputs else None


def _folded(walk: Rewrite, node: Node) -> Instead | None:
    inputs = node.inputs
    if not inputs or node.controls:
        return None
    known = not inputs[0].op.inputs and all(map(_is_constant, inputs))
    if not known and not (node.type.shape_only and walk.behind.isdisjoint([i.op.number for i in inputs])):
        return None
    if not _small(node, min(FOLD_LIMIT, walk.memory)) or not (known or all(map(_fixed, inputs))):
        return None
    values = _compute(node)
    if values is None:
        return None
    result = [_constant(walk, node, each, value) for each, value in zip(node.outputs, values, strict=True)]
    return Instead(result[-1].op, result)


def _is_constant(output: Output) -> bool:
    node = output.op
    return not node.inputs and node.type.constant and not node.controls


def _constant(walk: Rewrite, node: Node, output: Output, value: Any) -> Output:
    maker = node.type.basic("constant")
    array = np.asarray(value) if output.dtype.kind != "string" else value
    array = array.view()  # as it lies in memory: what is summed up in another order is another number
    array.setflags(write=False)
    result = constant_node(walk.graph, node.home, maker, output.name, array, output.dtype)
    results = result if walk.equal is None else walk.equal[maker].setdefault(walk.keys.of(result), result)
    if results is result:
        walk.graph.nodes.append(result)
    return results.outputs[0]


def _fixed(output: Output) -> bool:
    return output.shape is not None and None not in output.shape


def _small(node: Node, limit: int) -> bool:
    return bool(node.outputs) and all(map(_fixed, node.outputs)) and result_bytes(node) <= limit


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
    return value if value is not None and not output.op.inputs else placeholder_array(output)


def merge(spec: BlockSpec) -> Rule | None:
    return _merged if is_pure(spec) else None


def _merged(walk: Rewrite, node: Node) -> Instead | None:
    assert walk.equal is not None
    if node.controls:
        return None
    result = walk.equal[node.type].setdefault(walk.keys.of(node), node)
    if result is node:
        return None
    walk.twins[result].append(node)
    return Instead(result, result.outputs)


def is_pure(spec: BlockSpec) -> bool:
    return not (spec.stateful or spec.variable or spec.control)


PASSES: dict[str, Callable[[BlockSpec], Rule | None]] = {"simplify": simplify, "fold": fold, "merge": merge}
"""What each of them knows about the nodes of a type, in the order in which they are asked; what the last one does not
know is kept."""


def finished(start: Rewrite, goal: Goal) -> tuple[Graph, Goal]:
    goal = carried(start, goal)
    _prune(start.graph, goal)
    if start.nested:
        from blocks.compile.inner_liveness import prune_bodies  # only pages with loops pay for it

        if prune_bodies(start.graph, goal):
            _prune(start.graph, goal)
    return start.graph, goal


def _prune(graph: Graph, goal: Goal) -> None:
    """Drop dead nodes in place; the graph must not be shared."""
    marked = needed_nodes(graph, goal.outputs, goal.targets)
    if all(marked):
        return
    graph.nodes = list(compress(graph.nodes, marked))
    if graph.loops:
        indices = {node.number: i for i, node in enumerate(graph.nodes)}
        graph.loops = {indices[a]: indices[b] for a, b in graph.loops.items() if a in indices and b in indices}
    for i, node in enumerate(graph.nodes):
        node.number = i


def carried(new: Rewrite, goal: Goal) -> Goal:
    outputs, targets = [new.outputs.get(o, o) for o in goal.outputs], [new.node(t) or t for t in goal.targets]
    return goal._replace(outputs=outputs, targets=targets)
