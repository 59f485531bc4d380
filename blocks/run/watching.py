"""Watching gradients: those of everything that lies between what is watched and what it depends on, in each step.

They are nodes of the session's graph, added behind those of the page, so that what the page computes stays as it is,
and what its own gradients compute already is computed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from blocks.compile.passes import Goal
from blocks.compile.rewrite import Place, needed_nodes, place
from blocks.diagram.elaborate import Elaboration
from blocks.diagram.gradient_flow import OutputName, differentiated
from blocks.graph.flow import gradient_flow
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope


class Watching:
    """Gradients that were added to a page's graph in order to be looked at.

    Attributes:
        of: the names of what is differentiated.
        gradients: by the names of the output pins that the gradient reaches, ``block.pin`` or ``block.pin[0]``.
    """

    def __init__(self, made: Elaboration, of: Sequence[str]) -> None:
        """Add them.

        Raises:
            UsageError: there is no such block or pin, or it gives no tensor.
            DiagramError: a block in between has no gradient rule.
        """
        self.of = tuple(of)
        self.gradients: dict[str, Output] = {}
        self._graph = made.graph
        self._size = len(made.graph)
        self._ys = [y for name in self.of for y in differentiated(made, name)]
        reached = {place(output) for output in gradient_flow(made.graph, self._ys).reached}
        names: dict[Output, list[str]] = {}
        for block, pin, index, output in made.outputs():
            if place(output) in reached:
                names.setdefault(output, []).append(str(OutputName(block, pin, index)))
        if names:
            found = try_gradients(Scope(made.graph).new_sub_scope("watched"), self._ys, list(names))
            for each, gradient in zip(names.values(), found, strict=True):
                if isinstance(gradient, Output):
                    self.gradients.update(dict.fromkeys(each, gradient))

    def of_step(self, goal: Goal, feeds: Iterable[Place]) -> dict[str, Output]:
        """The gradients that a step can give: those for which no block has to run that would not run anyway."""
        fed = set(feeds)
        runs = needed_nodes(self._graph, goal.outputs, goal.targets, fed)
        if not all(runs[y.op.number] or place(y) in fed for y in self._ys):
            return {}
        more = bytearray(len(self._graph))
        for node in self._graph.nodes:
            if node.number < self._size:
                more[node.number] = not runs[node.number]
            else:
                more[node.number] = any(more[i.op.number] and place(i) not in fed for i in node.inputs)
        return {name: gradient for name, gradient in self.gradients.items() if not more[gradient.op.number]}
