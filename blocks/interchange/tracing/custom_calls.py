"""Custom gradients of a graph as calls: the nodes of each become a composite, and its gradient a gradient composite."""

from __future__ import annotations

from dataclasses import dataclass, field

from blocks.base.names import claim_name
from blocks.compile.passes import is_pure
from blocks.graph.flow import forwarded
from blocks.graph.graph import Graph, Node, Output
from blocks.interchange.tracing.calls import TracedCall
from blocks.library.control_flow.bodies import upstream
from blocks.library.control_flow.custom_gradients import CustomRule


@dataclass(eq=False)
class CustomCall(TracedCall):
    """The nodes whose values a node with a custom gradient passes, without those of custom gradients inside."""

    nodes: list[Node] = field(default_factory=list[Node])
    controls: tuple[Node, ...] = ()


def custom_calls(graph: Graph, root: TracedCall) -> dict[int, CustomCall]:
    """Return the call of each node with a custom gradient, by the node's number.

    A call has the nodes whose gradients only its results would need: a gradient does not pass them.
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
        call, chosen = _call(node, root), {node.number}
        calls[node.number] = call
        for each in reversed(upstream(forwarded(node), node.input_list("inputs"))):
            others = [(o.dtype, n) for o in each.outputs for n in users.get(o, ()) if n not in chosen]
            leaks = any(dtype.is_differentiable or n < node.number for dtype, n in others)
            if is_pure(each.type) and not (leaks or each.type.fed or each.number in waited):
                chosen.add(each.number)
        call.nodes = [graph.nodes[number] for number in sorted(chosen - taken - {node.number})]
        taken |= chosen - {node.number}
    return calls


def _call(node: Node, root: TracedCall) -> CustomCall:
    rule: CustomRule = node.attrs["program"]
    label, title = node.label.rpartition("/")[2], rule.title.removesuffix("_gradient")
    title = title if title != rule.title else "custom" if label.startswith(node.type.name) else label
    call = CustomCall(title=title, parent=root, end=node.number + 1, names=root.names, controls=node.controls)
    ends = [""] if len(node.outputs) == 1 else [f"_{i}" for i in range(len(node.outputs))]
    call.pins = {f"output{end}": output for end, output in zip(ends, node.outputs, strict=True)}
    call.results = list(zip(call.pins, forwarded(node), strict=True))
    taken = {begin + y for begin in ("grad_", "result_") for y in call.pins}
    for i, output in enumerate(node.input_list("inputs")):
        name = rule.inputs[i].replace("[", "_").rstrip("]") if i < len(rule.inputs) else "captured"
        call.arguments.append((claim_name(name, taken), output))
    return call


def gradient_call(node: Node, call: CustomCall) -> tuple[Graph, TracedCall]:
    """Return the graph that computes the gradient of a node's call, and that as a call."""
    rule: CustomRule = node.attrs["program"]
    made = rule.make()
    names, ys = [name for name, _ in call.arguments], call.pins
    pins = {"inputs": names, "results": [f"result_{y}" for y in ys], "gradients": [f"grad_{y}" for y in ys]}
    results = {f"grad_{x}": each for x, each in zip(names, made.outputs, strict=False) if each is not None}
    graph: Graph = next(iter(made.sources)).graph
    used = {*results.values(), *(output for each in graph.nodes for output in each.inputs)}
    inside = TracedCall(title=f"{call.title}_gradient", begin=len(made.sources), end=len(graph.nodes))
    inside.arguments = [(pins[each.role][each.at], output) for output, each in made.sources.items() if output in used]
    inside.results = list(results.items())
    return graph, inside
