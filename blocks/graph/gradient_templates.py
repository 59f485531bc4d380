"""Templates of gradient subgraphs: built for one call and copied for similar calls.

A rule is a Python function that does many queries and checks to add two or three nodes. If it does not request a value,
the nodes depend only on dtypes, shapes and attributes. So a template is valid for every call with the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from blocks.base.dtypes import DType
from blocks.base.types import Shape
from blocks.graph.graph import UNSET, Graph, Home, Node, Output
from blocks.graph.spec import BlockSpec
from blocks.graph.unique_names import numbered

Results = Sequence[Output | None]


class TemplateNode(NamedTuple):
    """A node of a template.

    Attributes:
        pick: selects the inputs from the given outputs and the results of earlier steps.
        name: the name without a number; ``counted`` is `numbered` of it.
    """

    type: BlockSpec
    name: str
    counted: str
    pick: Callable[[Sequence[Output]], Any]
    only: bool
    attrs: dict[str, Any]
    bound: dict[str, Any]
    certain: bool
    dtype: DType
    shape: Shape


def _nothing(_values: Sequence[Output]) -> tuple[Output, ...]:
    return ()


class Template(NamedTuple):
    steps: tuple[TemplateNode, ...]
    results: tuple[int | None, ...]

    def stamp(self, graph: Graph, home: Home, given: Sequence[Output]) -> Results:
        values = [*given]
        nodes, controls = graph.nodes, home.controls
        for block_type, name, counted, pick, only, attrs, bound, certain, dtype, shape in self.steps:
            args = (pick(values),) if only else pick(values)
            number = graph.number_for(name, counted)
            node = Node(graph, home, block_type, name, args, attrs, bound, controls)
            node.serial = number
            node.certain = certain
            output = Output(node, 0, dtype, shape)
            node.outputs = (output,)
            nodes.append(node)
            values.append(output)
        return [None if i is None else values[i] for i in self.results]


class Templates:
    def __init__(self, graph: Graph, home: Home) -> None:
        self._graph = graph
        self._home = home
        self._kept: dict[Hashable, Template | None] = {}

    def results(self, kind: Hashable, given: Sequence[Output], make: Callable[..., Results], *args: Any) -> Results:
        """Return the results of ``make(*args)``; it is called the first two times, then replaced by a template.

        Args:
            kind: all that the result depends on, except the identity of the given outputs.
        """
        kept = self._kept.get(kind, self)
        if type(kept) is Template:
            return kept.stamp(self._graph, self._home, given)
        if kept is self:  # to make a template for what comes once would not pay
            self._kept[kind] = None
            return make(*args)
        graph = self._graph
        nodes, names = len(graph.nodes), len(graph.names)
        results = make(*args)
        if len(graph.names) - names == len(graph.nodes) - nodes:
            self._kept[kind] = self._template(graph.nodes[nodes:], given, results)
        return results

    def _template(self, nodes: Sequence[Node], given: Sequence[Output], results: Results) -> Template | None:
        """Return the added nodes as a template; None if they depend on more than the kinds of inputs."""
        indices = {output: i for i, output in enumerate(given)}
        if len(indices) < len(given) or any(output.known is not UNSET for output in given):  # a value may have mattered
            return None
        steps: list[TemplateNode] = []
        for node in nodes:
            step = self._step(node, [indices[output] for output in node.inputs if output in indices])
            if step is None:
                return None
            steps.append(step)
            indices[node.outputs[0]] = len(indices)
        if any(output is not None and output not in indices for output in results):
            return None
        return Template(tuple(steps), tuple([None if output is None else indices[output] for output in results]))

    def _step(self, node: Node, inputs: Sequence[int]) -> TemplateNode | None:
        plain, listed = node.args == node.inputs, node.args == (node.inputs,) and len(inputs) > 1
        here = node.home is self._home and node.controls == self._home.controls
        if len(inputs) < len(node.inputs) or len(node.outputs) != 1 or not (here and (plain or listed)):
            return None
        wanted, _, number = node.name.rpartition("_")
        name = wanted if number.isdigit() and wanted in self._graph.names else node.name
        pick = itemgetter(*inputs) if inputs else _nothing
        [output] = node.outputs
        kept = node.attrs, node.bound, node.certain, output.dtype, output.shape
        return TemplateNode(node.type, name, numbered(name), pick, listed or len(inputs) == 1, *kept)
