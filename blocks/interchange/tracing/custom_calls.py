"""Custom gradients of a graph as calls: the nodes of each become a composite, and its gradient a gradient composite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from blocks.base.names import free_name
from blocks.compile.passes import is_pure
from blocks.graph.graph import Graph, Node, Output
from blocks.interchange.tracing.calls import TracedCall
from blocks.library.control_flow.bodies import upstream
from blocks.library.control_flow.custom_gradients import CustomRule


@dataclass(eq=False)
class CustomCall(TracedCall):
    """The nodes whose values a node with a custom gradient passes.

    Attributes:
        nodes: the nodes, without those of a custom gradient inside.
        inner: the outputs that it passes, by pin.
        shown: other outputs that are used outside, which have no gradient.
    """

    nodes: list[Node] = field(default_factory=list[Node])
    inner: dict[str, Output] = field(default_factory=dict[str, Output])
    shown: list[Output] = field(default_factory=list[Output])
    controls: tuple[Node, ...] = ()


def custom_calls(graph: Graph, root: TracedCall) -> dict[int, CustomCall]:
    """Return the call of each node with a custom gradient, by the node's number.

    A call has the nodes that only its results use. A gradient does not pass these nodes, so they may also be outside.
    """
    customs = [node for node in graph.nodes if node.type.custom_gradient]
    users: dict[Output, list[int]] = {output: [len(graph.nodes)] for _, output in root.results} if customs else {}
    waited: set[int] = set()
    for node in graph.nodes if customs else ():
        waited.update(each.number for each in (*node.controls, *([node] if node.controls else ())))
        for output in node.inputs:
            users.setdefault(output, []).append(node.number)
    calls: dict[int, CustomCall] = {}
    taken: set[int] = set()
    for node in customs:
        call = calls[node.number] = _call(node, root)
        first, chosen = _begin(root, node.number), {node.number}
        for each in reversed(upstream(call.inner.values(), node.input_list("inputs"))):
            fixed = each.type.fed or each.number in waited or each.number < first or not is_pure(each.type)
            outside = [(o, n) for o in each.outputs for n in users.get(o, ()) if n not in chosen]
            if not fixed and not any(o.dtype.is_differentiable or n < node.number for o, n in outside):
                chosen.add(each.number)
                call.shown += dict.fromkeys(output for output, _ in outside)
        call.nodes = [graph.nodes[number] for number in sorted(chosen - taken - {node.number})]
        taken |= chosen - {node.number}
    return calls


def _call(node: Node, root: TracedCall) -> CustomCall:
    rule: CustomRule = node.attrs["program"]
    label, title = node.label.rpartition("/")[2], rule.title.removesuffix("_gradient")
    title = title if title != rule.title else "custom" if label.startswith(node.type.name) else label
    call = CustomCall(title=title, parent=root, controls=node.controls)
    inner, call.names = node.input_list("results"), root.names
    ends = [""] if len(inner) == 1 else [f"_{i}" for i in range(len(inner))]
    call.pins = {f"output{end}": output for end, output in zip(ends, node.outputs, strict=True)}
    call.inner = dict(zip(call.pins, inner, strict=True))
    for i, output in enumerate(node.input_list("inputs")):
        name = rule.inputs[i] if i < len(rule.inputs) else "captured"
        taken = {name for name, _ in call.arguments}.union(*[(f"grad_{y}", f"result_{y}") for y in call.pins])
        call.arguments.append((free_name(name.replace("[", "_").rstrip("]"), taken), output))
    return call


def _begin(call: TracedCall, number: int) -> int:
    """Return the first node of the innermost call that contains a node."""
    inside = next((each for each in call.inside if each.begin <= number < each.end), None)
    return call.begin if inside is None else _begin(inside, number)


def gradient_call(node: Node, call: CustomCall) -> tuple[Graph, TracedCall]:
    """Return the graph that computes the gradient of a node's call, and that as a call."""
    rule: CustomRule = node.attrs["program"]
    made = rule.make()
    names = [name for name, _ in call.arguments]
    pins = {"inputs": names, "results": [f"result_{y}" for y in call.pins], "gradients": [f"grad_{y}" for y in call.pins]}
    results = {f"grad_{x}": each for x, each in zip(names, made.outputs, strict=False) if each is not None}
    graph: Graph = next(iter(made.sources)).graph
    used = {*results.values(), *(output for each in graph.nodes for output in each.inputs)}
    inside = TracedCall(title=f"{call.title}_gradient", begin=len(made.sources), end=len(graph.nodes))
    inside.arguments = [(pins[each.role][each.at], output) for output, each in made.sources.items() if output in used]
    inside.results = list(results.items())
    return graph, inside
