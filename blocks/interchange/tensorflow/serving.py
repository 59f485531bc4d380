"""The predictions of a page that trains a model: its outputs that need neither a loss nor a label."""

from __future__ import annotations

from collections.abc import Sequence

from blocks.analysis.gradient_targets import differentiated
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Node, Output
from blocks.interchange.tensorflow.nodes import upstream


def predictions(elaboration: Elaboration, outputs: Sequence[Output], updates: Sequence[Node]) -> list[Output] | None:
    """Return the outputs of a page that need none of its losses and labels; None if the page does not train.

    A label is a Placeholder that a loss needs, that some of these outputs do not need, and that meets no weight on the
    way to them: nothing is computed from it and from values of variables alone. Outputs of which none needs a variable
    are not predictions.
    """
    makers = {each.block_name for each in upstream(updates)} & {*elaboration.gradients, *elaboration.trained}
    losses = [each.loss for block, each in elaboration.trained.items() if block in makers]
    losses += [each for block in elaboration.gradients & makers for each in differentiated(elaboration, block)]
    ends = {each.op for each in losses}
    fed: dict[Node, int] = {}  # a bit for each Placeholder that a node needs
    weighed, trained = set[Node](), set[Node]()
    for node in elaboration.graph.nodes:
        before = [] if node.type.variable else [each.op for each in node.inputs]
        fed[node] = 1 << node.number if node.type.fed else 0
        for each in before:
            fed[node] |= fed[each]
        if node.type.variable or not weighed.isdisjoint(before):
            weighed.add(node)
        if node in ends or node.block_name in makers or not trained.isdisjoint((*before, *node.controls)):
            trained.add(node)
    if trained.isdisjoint(updates):
        return None
    results = [each for each in outputs if each.op not in trained]
    if weighed.isdisjoint(each.op for each in results):
        return []
    by_all, met, needed = -1, 0, 0
    for each in results:
        by_all &= fed[each.op]
    for node in upstream([each.op for each in results]):
        if any(each.op in weighed and not fed[each.op] for each in node.inputs):
            met |= fed[node]
    for each in ends:
        needed |= fed[each]
    labels = needed & ~met & ~by_all
    return [each for each in results if not fed[each.op] & labels]
