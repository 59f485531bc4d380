"""How far a gradient flows, and where and why it is cut, without building it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from blocks.graph.graph import Graph, Node, Output


class Cut(NamedTuple):
    """A place where the gradient's flow ends although data goes on."""

    node: Node
    pin: str
    reason: str


class Flow(NamedTuple):
    """Where a gradient goes: the outputs that it reaches, the last first, and where it is cut."""

    reached: list[Output]
    cuts: list[Cut]


def gradient_flow(graph: Graph, ys: Iterable[Output]) -> Flow:
    """Follow the gradient of ``ys`` back through the graph by the declarations alone."""
    reached: dict[tuple[int, int], Output] = {}
    by_node: dict[int, bool] = {}
    cuts: list[Cut] = []
    for y in ys:
        if y.dtype.is_differentiable:
            reached[y.op.number, y.index] = y
            by_node[y.op.number] = True
        else:
            cuts.append(Cut(y.op, "", f"{y.dtype.short} values have no gradient"))
    top = max(by_node, default=-1)
    for number in range(top, -1, -1):
        if number not in by_node:
            continue
        node = graph.nodes[number]
        if not node.inputs or node.type.variable:
            continue
        whole = stop_reason(node)
        if whole is not None:
            cuts.append(Cut(node, node.type.inputs[0].name, whole))
            continue
        assert node.type.rule is not None
        for pin, arg in zip(node.type.inputs, node.args, strict=True):
            for value in arg if isinstance(arg, tuple) else (arg,):
                if value is None:
                    continue
                if pin.name in node.type.rule.inputs and value.dtype.is_differentiable:
                    reached[value.op.number, value.index] = value
                    by_node[value.op.number] = True
                else:
                    cuts.append(Cut(node, pin.name, pin_reason(node, pin.name, value)))
    return Flow(list(reached.values()), cuts)


def stop_reason(node: Node) -> str | None:
    """Why no gradient passes a node at all; None if one does."""
    spec = node.type
    if spec.not_differentiable:
        return spec.not_differentiable
    if spec.rule is None:
        return f"{spec.name} has no gradient rule"
    if spec.prevents_gradient:
        message = node.attrs.get("message")
        return f"{spec.name}: {message}" if message else spec.name
    return None


def pin_reason(node: Node, pin: str, value: Output) -> str:
    """Why no gradient passes through one pin of a node."""
    if not value.dtype.is_differentiable:
        return f"{value.dtype.short} values have no gradient"
    return f"{node.type.name} is not differentiable by {pin}"


def cuts_between(graph: Graph, ys: list[Output], x: Output) -> list[Cut]:
    """The cuts that lie on a path from ``x`` to one of ``ys``; empty if there is no path."""
    flow = gradient_flow(graph, ys)
    depends = depends_on(graph, x.op)
    found: list[Cut] = []
    for cut in flow.cuts:
        arg = cut.node.argument(cut.pin) if cut.pin else cut.node.outputs
        if cut.pin and stop_reason(cut.node) is not None:
            arg = cut.node.inputs  # it stops all of them, though it is shown at one
        values = arg if isinstance(arg, tuple) else (arg,)
        if any(v is not None and depends[v.op.number] for v in values):
            found.append(cut)
    return found


def depends_on(graph: Graph, node: Node) -> bytearray:
    """For each node of the graph, whether it is ``node`` or takes (indirectly) a value from it."""
    marked = bytearray(len(graph.nodes))
    marked[node.number] = 1
    for other in graph.nodes[node.number + 1 :]:
        for i in other.inputs:
            if marked[i.op.number]:
                marked[other.number] = 1
                break
    return marked


def describe(x: Output, ys: list[Output], cuts: list[Cut]) -> str:
    """Why ``x`` gets no gradient, as a sentence."""
    of = ", ".join(sorted({y.op.block_name for y in ys}))
    start = f"no gradient of {of} reaches {x.op.block_name}"
    if not x.dtype.is_differentiable:
        return f"{start}: {x.dtype.short} values have no gradient"
    if not cuts:
        return f"{start}: {of} does not depend on it"
    places = "; ".join(dict.fromkeys(f"{c.node.block_name} ({c.reason})" for c in cuts))
    return f"{start}: the flow is cut at {places}"
