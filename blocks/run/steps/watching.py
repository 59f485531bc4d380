"""Watched gradients of all tensors between a loss and the values that it depends on, in each step.

They are nodes of the session's graph, added after those of the page, so that the results of the page do not change.
Gradients that a gradient block of the page already computes are reused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from blocks.analysis.gradient_targets import terms
from blocks.compile.rewrite import Goal, OutputKey, needed_nodes, output_key
from blocks.document.data import Endpoint
from blocks.elaborate.model import Elaboration
from blocks.graph.flow import AS_IT_IS, Changes, gradient_flow
from blocks.graph.gradients import Gradients, try_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope

if TYPE_CHECKING:
    from blocks.analysis.inner_values import Looked

OVER_ROUNDS = "over iterations: "
"""What stands before the path of a carried pin where a step gives a record of half the squares of norms."""


def _looks(elaboration: Elaboration, inside: str | None) -> Sequence[Looked]:
    if elaboration.expansion is None:
        return ()
    from blocks.analysis.inner_values import look_at_gradients  # only pages with composites pay for it

    return look_at_gradients(elaboration, inside)


class Watching:
    """Gradients that were added to a page's graph for watching.

    Attributes:
        beside: outputs that were added to the graph later, and that steps return like gradients.
    """

    def __init__(
        self, elaboration: Elaboration, of: Sequence[str], inside: bool | str | None = "", changes: Changes = AS_IT_IS
    ) -> None:
        """Add the gradients.

        Args:
            inside: the path of a loop or branch whose gradients are recorded; None: those of all.

        Raises:
            UsageError: The block or pin does not exist, or is not a tensor.
            DiagramError: A block in between has no gradient rule.
        """
        self.of = tuple(of)
        self._changes = changes
        self._graph, self._elaboration = elaboration.graph, elaboration
        self._inside = "" if isinstance(inside, bool) else inside
        self._size = len(elaboration.graph)
        summed = [term for name in self.of for term in terms(elaboration, name)]
        self._ys, self._weights = [term.output for term in summed], [term.weight for term in summed]
        reached = {output_key(output) for output in gradient_flow(elaboration.graph, self._ys, changes).reached}
        self._names: dict[Output, list[str]] = {}
        for block, pin, index, output in elaboration.outputs():
            if output_key(output) in reached:
                self._names.setdefault(output, []).append(str(Endpoint(block, pin, index)))
        self._known = known_gradients(elaboration, self._ys, self._weights) if changes == AS_IT_IS else {}
        self._gradients = self._build(self._known)
        self._own: dict[str, Output] | None = None
        self.beside: Mapping[str, Output] = {}

    def of_step(self, goal: Goal, feeds: Iterable[OutputKey]) -> dict[str, Output]:
        """Return the gradients that a step can compute without running blocks that it would not run anyway."""
        fed = set(feeds)
        runs = needed_nodes(self._graph, goal.outputs, goal.targets, fed)
        if not all(runs[y.op.number] or output_key(y) in fed for y in self._ys):
            return {}
        gradients = self._gradients
        if not all(runs[each.op.number] for each in self._known.values()):
            if self._own is None:
                self._own = self._build({})
            gradients = self._own
        more = bytearray(len(self._graph))
        for node in self._graph.nodes:
            if node.number < self._size:
                more[node.number] = not runs[node.number]
            else:
                more[node.number] = any(more[i.op.number] and output_key(i) not in fed for i in node.inputs)
        given = {**gradients, **self.beside}
        return {name: gradient for name, gradient in given.items() if not more[gradient.op.number]}

    def _build(self, known: Mapping[Output, Output]) -> dict[str, Output]:
        """Return the gradients by the output pins that they reach, ``block.pin`` or ``block.pin[0]``."""
        gradients: dict[str, Output] = {}
        if self._names:
            looks = _looks(self._elaboration, self._inside)
            given = {each for looked in looks for each in looked.node.inputs}
            known = {at: each for at, each in known.items() if at not in given}  # else those are not made again
            scope = Scope(self._graph).new_sub_scope("watched")
            result = try_gradients(scope, self._ys, list(self._names), self._weights, known, self._changes)
            for each, gradient in zip(self._names.values(), result, strict=True):
                if isinstance(gradient, Output):
                    gradients.update(dict.fromkeys(each, gradient))
            for _, path, look in looks:
                from blocks.library.control_flow.gradient_records import at_path  # only who has a loop pays for it

                begin = "" if self._inside is None else f"{self._inside}/"
                gradients.update((begin + name, each) for name, each in look.gradients.items())
                gradients.update((OVER_ROUNDS + at_path(path, name), each) for name, each in look.halves.items())
        return gradients


def known_gradients(
    elaboration: Elaboration, ys: Sequence[Output], weights: Sequence[Output | None]
) -> dict[Output, Output]:
    """Return gradients of weighted outputs that blocks of the page compute on the way to their results."""
    known: dict[Output, Output] = {}
    for block in sorted(elaboration.gradients, key=elaboration.position.__getitem__):
        entry = elaboration.values.get(block, {}).get("grad_outputs")
        if isinstance(entry, Gradients):
            needed = needed_nodes(elaboration.graph, [each for each in entry if isinstance(each, Output)], ())
            whole = entry.known(ys, weights)
            known |= {at: each for at, each in whole.items() if needed[each.op.number]}
    return known
