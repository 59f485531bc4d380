"""Static lint warnings for a page, in the order of its blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from typing import Any, NamedTuple

from blocks.analysis.gradient_targets import tensors_at
from blocks.elaborate.model import Elaboration, index_in
from blocks.graph.flow import could_have_gradient, gradient_flow, outside_custom_gradients
from blocks.graph.graph import Node, Output
from blocks.library.lint.rules import RULES
from blocks.library.lint.surroundings import Surroundings


class PageAdvice(NamedTuple):
    """A lint warning.

    Attributes:
        culprit: the block that causes the problem, if it is another one.
    """

    rule: str
    block: str
    pin: str | None
    message: str
    mend: str
    culprit: str | None = None

    def as_json(self) -> dict[str, Any]:
        return dict(zip(self._fields[:5], self[:5], strict=True))


def lint_page(elaboration: Elaboration) -> list[PageAdvice]:
    """Return all lint warnings of a page in file order; those of loop bodies are at the loops."""
    result = _lint(elaboration, lambda: _reached(elaboration))
    return sorted(dict.fromkeys(result), key=lambda each: index_in(elaboration.position, each.block))


def _lint(elaboration: Elaboration, find_reached: Callable[[], Set[Output]]) -> Iterator[PageAdvice]:
    """Yield the warnings of a page or of a body."""

    def is_block(node: Node) -> bool:
        return node.source is None and elaboration.is_block(node)

    inputs = [(block, value) for block in elaboration.gradients for value in tensors_at(elaboration, block, "inputs")]
    losses = [value for block in elaboration.gradients for value in tensors_at(elaboration, block, "outputs")]
    losses += [each.loss for each in elaboration.trained.values()]
    at = Surroundings(elaboration.graph, is_block, find_reached, inputs, losses)
    for rule in RULES:
        for a in rule(at):
            culprit = a.culprit if a.culprit is None else a.culprit.block_name
            yield PageAdvice(a.rule, a.node.block_name, a.pin, a.message, a.mend, culprit)
    if elaboration.running:
        from blocks.analysis.inner_values import reached_in  # only pages with composites pay for it

        for begin, inner, there in reached_in(elaboration, at.reached):
            for each in _lint(inner, lambda there=there: there):
                culprit = each.culprit and begin + each.culprit
                yield each._replace(block=begin + each.block, culprit=culprit)


def _reached(elaboration: Elaboration) -> frozenset[Output]:
    """Return the tensors that gradients of the page reach; without gradients, all that could have one."""
    ys = [value for block in elaboration.gradients for value in tensors_at(elaboration, block, "outputs")]
    if ys:
        return frozenset(gradient_flow(elaboration.graph, ys).reached)
    marked, outside = could_have_gradient(elaboration.graph), outside_custom_gradients(elaboration.graph)
    nodes = [node for node in elaboration.graph.nodes if marked[node.number] and outside[node.number]]
    return frozenset([each for node in nodes for each in node.outputs if each.dtype.is_differentiable])
