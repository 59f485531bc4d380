"""Advice about a page: what will go wrong with it, in the order of its blocks. Nothing is run."""

from __future__ import annotations

from typing import NamedTuple

from blocks.elaborate.checks import could_have_gradient
from blocks.elaborate.elaboration import Elaboration
from blocks.elaborate.gradient_targets import wire_values
from blocks.graph.flow import gradient_flow
from blocks.graph.graph import Output
from blocks.library.lint.rules import RULES, Surroundings


class PageAdvice(NamedTuple):
    """A piece of advice: the id of its rule, where it is, what happens, and what to do about it."""

    rule: str
    block: str
    pin: str | None
    message: str
    mend: str


def lint_page(made: Elaboration) -> list[PageAdvice]:
    """All advice about a page, in file order."""
    nodes = [node for node in made.graph.nodes if node.source is None and made.is_block(node)]
    inputs = [(block, value) for block in made.gradients for value in _wired(made, block, "inputs")]
    at = Surroundings(made.graph, nodes, _reached(made), inputs)
    found = [PageAdvice(a.rule, a.node.block_name, a.pin, a.message, a.mend) for rule in RULES for a in rule(at)]
    return sorted(dict.fromkeys(found), key=lambda each: made.position.get(each.block, -1))


def _reached(made: Elaboration) -> frozenset[Output]:
    """What gradients of the page reach; of a page without any, what could have one."""
    ys = [value for block in made.gradients for value in _wired(made, block, "outputs")]
    if ys:
        return frozenset(gradient_flow(made.graph, ys).reached)
    marked = could_have_gradient(made.graph)
    outputs = (output for node in made.graph.nodes if marked[node.number] for output in node.outputs)
    return frozenset([output for output in outputs if output.dtype.is_differentiable])


def _wired(made: Elaboration, block: str, pin: str) -> list[Output]:
    wires = [wire for wire in made.wires_into.get(block, ()) if wire.target.pin == pin]
    return [value for wire in wires for value in wire_values(made, wire)]
