"""Removal of dead outputs of loops and branches, and of recordings that no gradient needs.

The pass walks a graph from its end. A node that runs a body keeps only the outputs that are needed and the inputs that
these outputs need. Nodes before it may then also lose outputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from blocks.compile.rewrite import Goal
from blocks.graph.graph import Graph, Node, Output
from blocks.library.control_flow.bodies import Choice, Loop, Port, upstream
from blocks.library.control_flow.body_calls import arguments


def prune_bodies(graph: Graph, goal: Goal) -> bool:
    """Remove unneeded parts of loops and branches from the graph; return whether anything was removed."""
    if graph.loops or not any(node.type.nested for node in graph.nodes):
        return False
    needed: set[Output] = set(goal.outputs)
    nodes = {node.number for node in goal.targets}
    changed = False
    for node in reversed(graph.nodes):
        if node.number not in nodes and needed.isdisjoint(node.outputs):
            continue
        program = node.attrs.get("program") if node.type.nested else None
        if isinstance(program, Loop):
            changed = _prune_loop(node, program, needed) or changed
        elif isinstance(program, Choice):
            changed = _prune_choice(node, program, needed) or changed
        needed.update(node.inputs if not node.type.variable else ())
        nodes.update(each.number for each in node.controls)
    return changed


def _prune_loop(node: Node, loop: Loop, needed: set[Output]) -> bool:
    outs = loop.indices(loop.outputs)
    used = {
        i
        for i, (port, at) in enumerate(zip(loop.outputs, outs, strict=True))
        if at in loop.written or not needed.isdisjoint(node.outputs[at : at + loop.width(port)])
    }
    key = "kept", frozenset(used)
    if key not in loop.plans:
        loop.plans[key] = _smaller_loop(loop, used)
    result: tuple[Loop | None, list[int], list[int]] = loop.plans[key]
    smaller, keeps_out, keeps_in = result
    if smaller is None:
        return False
    ins = loop.indices(loop.inputs)
    inputs = [each for i in keeps_in for each in node.inputs[ins[i] : ins[i] + loop.width(loop.inputs[i])]]
    outputs = [each for i in keeps_out for each in node.outputs[outs[i] : outs[i] + loop.width(loop.outputs[i])]]
    _exchange(node, smaller, inputs, outputs)
    return True


def _smaller_loop(loop: Loop, used: set[int]) -> tuple[Loop | None, list[int], list[int]]:
    """Return a loop without unneeded parts (None if all are needed), and the ports that remain."""
    carried_in = [i for i, port in enumerate(loop.inputs) if port.kind == "carried"]
    carried_out = [i for i, port in enumerate(loop.outputs) if port.kind == "carried"]
    pair = dict(zip(carried_out, carried_in, strict=True))
    tested = {i for _, i in loop.test.inputs} if loop.test is not None else set[int]()
    kept = used | {o for o, i in pair.items() if i in tested}
    while True:
        values = [value for i in kept if (value := loop.outputs[i].value) is not None and not loop.outputs[i].asked]
        leaves = {port.value for port in loop.inputs if port.value is not None}
        nodes = upstream(values, leaves)
        nodes += upstream([each for target in loop.body.targets for each in target.inputs], leaves)
        read = {each for each in nodes for each in each.inputs} | set(values)
        read |= {each for target in loop.body.targets for each in target.inputs}
        more = {o for o, i in pair.items() if loop.inputs[i].value in read} - kept
        if not more:
            break
        kept |= more
    keeps_in = [
        i
        for i, port in enumerate(loop.inputs)
        if port.kind == "count"
        or i in tested
        or port.value in read
        or (port.variable and loop.written)
        or any(pair.get(o) == i for o in kept)
    ]
    if loop.times is None and loop.test is None and not any(loop.inputs[i].kind in ("over", "count") for i in keeps_in):
        keeps_in.append(next(i for i, port in enumerate(loop.inputs) if port.kind == "over"))
        keeps_in.sort()
    keeps_out = sorted(kept)
    if len(keeps_in) == len(loop.inputs) and len(keeps_out) == len(loop.outputs):
        return None, [], []
    at = {i: k for k, i in enumerate(keeps_in)}
    test = loop.test and loop.test._replace(inputs=tuple([(value, at[i]) for value, i in loop.test.inputs]))
    inputs, outputs = _of(loop.inputs, keeps_in), _of(loop.outputs, keeps_out)
    smaller = replace(loop, inputs=inputs, outputs=outputs, test=test, known={}, plans={})
    return replace(smaller, written=smaller.variables() if loop.written else ()), keeps_out, keeps_in


def _of(ports: Sequence[Port], kept: Iterable[int]) -> tuple[Port, ...]:
    return tuple([ports[i] for i in kept])


def _prune_choice(node: Node, choice: Choice, needed: set[Output]) -> bool:
    used = [i for i, output in enumerate(node.outputs) if output in needed or i in choice.written]
    key = "kept", tuple(used)
    if key not in choice.plans:
        choice.plans[key] = _smaller_choice(choice, used)
    result: tuple[Choice | None, list[int]] = choice.plans[key]
    smaller, keeps_in = result
    if smaller is None:
        return False
    inputs = [node.inputs[0], *[node.inputs[1 + i] for i in keeps_in]]
    _exchange(node, smaller, inputs, [node.outputs[i] for i in used])
    return True


def _smaller_choice(choice: Choice, used: list[int]) -> tuple[Choice | None, list[int]]:
    read: set[Output] = set()
    for side, body in enumerate(choice.bodies):
        leaves = {value for pair in choice.inputs if (value := pair[side]) is not None}
        values = [value for i in used if (value := choice.outputs[i][side]) is not None]
        values += [each for target in body.targets for each in target.inputs]
        read |= {*values, *[each for node in upstream(values, leaves) for each in node.inputs]}
    last = len(choice.inputs) - len(choice.written)
    keeps_in = [i for i, pair in enumerate(choice.inputs) if i >= last or not read.isdisjoint(pair)]
    if len(keeps_in) == len(choice.inputs) and len(used) == len(choice.outputs):
        return None, []
    smaller = replace(
        choice,
        inputs=tuple([choice.inputs[i] for i in keeps_in]),
        outputs=tuple([choice.outputs[i] for i in used]),
        dtypes=tuple([choice.dtypes[i] for i in used]),
        names=(),
        written=tuple([k for k, i in enumerate(used) if i in choice.written]),
        seen=frozenset([k for k, i in enumerate(used) if i in choice.seen]),
        known={},
        plans={},
    )
    return smaller, keeps_in


def _exchange(node: Node, program: Any, inputs: list[Output], outputs: list[Output]) -> None:
    """Replace a node's program by one with fewer inputs and outputs; the output objects stay the same."""
    node.rewire(arguments(program, inputs))
    for i, output in enumerate(outputs):
        output.index = i
    node.outputs = tuple(outputs)
    node.attrs = {**node.attrs, "program": program, "dtypes": [each.dtype for each in outputs]}
