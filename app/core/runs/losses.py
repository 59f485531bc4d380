"""What of a page can be differentiated, what a person is likely to mean first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from app.core.pins import Pins
from blocks.base.shapes import element_count
from blocks.elaborate.checks import could_have_gradient
from blocks.elaborate.elaboration import Elaboration, Ties
from blocks.elaborate.gradient_edges import gives_others, ties_of
from blocks.elaborate.output_names import factors, summands
from blocks.graph.flow import passing, whole_cut
from blocks.graph.graph import Graph, Node, Output

_MOST = 500
_ORDER_PINS = frozenset({"flow", "flow_out"})
"""Pins of TensorArray blocks whose number says nothing but in which order they run."""
_NOTHING, _CONSTANTS, _VARIABLES = range(3)
"""How far a gradient comes: nowhere, to constants, to variables or placeholders."""


class _Candidate(NamedTuple):
    name: str
    output: Output
    is_single: bool


class Losses:
    """What can be differentiated on states of a page, one after the other; what is known of a block is kept."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Ties, list[_Candidate]]] = {}

    def find(self, made: Elaboration) -> tuple[str, ...]:
        """What can be differentiated.

        AddSymbolicGradients blocks come first. Then outputs with one element: those whose gradient comes to a variable
        before others, real numbers before complex ones, those that nothing else is computed from before others, the
        last ones first. A page without gradient blocks may have none that is good: then, in the same order, outputs
        with more elements, of which the sum is taken.
        """
        return _in_order(made, self._candidates(made))

    def first(self, made: Elaboration) -> str | None:
        """What `find` puts first, where that is known without a look at the whole page; else None."""
        gradients = _gradients(made)
        if gradients:
            return gradients[0]
        return None if made.graph.loops else _best(made, self._candidates(made))

    def _candidates(self, made: Elaboration) -> list[_Candidate]:
        """All outputs that carry numbers which something computed, the last ones first."""
        before, self._known = self._known, {}
        found: dict[Output, _Candidate] = {}
        for block in made.position:
            if block not in made.values:
                continue
            known, ties = before.get(block), ties_of(made, block)
            if known is None or known[0] is not ties:
                known = (ties, [*_candidates(ties)])
            self._known[block] = known
            for each in known[1]:
                found.setdefault(each.output, each)
        return [*reversed(found.values())]


def _gradients(made: Elaboration) -> list[str]:
    """The AddSymbolicGradients blocks that could be made, in file order."""
    return sorted([block for block in made.gradients if block in made.values], key=made.position.__getitem__)


def _in_order(made: Elaboration, found: Sequence[_Candidate]) -> tuple[str, ...]:
    """The names of what can be differentiated, what is likely first."""
    blocks = _gradients(made)
    if blocks:  # somebody said what is differentiated: others are not looked at as closely
        singles = [each for each in found if each.is_single]
        used = {wire.source.block for wire in made.page.wires}
        singles.sort(key=lambda each: each.output.op.block_name in used)
        return (*blocks, *(each.name for each in singles[:_MOST]))[:_MOST]
    reach, used_outputs = _reach(made.graph)
    groups: dict[tuple[bool, bool, bool, bool], list[_Candidate]] = {}
    for each in found:
        at = each.output
        far, is_used = reach[at.op.number], at in used_outputs
        if far and (each.is_single or not is_used):
            key = (far < _VARIABLES, not each.is_single, at.dtype.is_complex, is_used)
            groups.setdefault(key, []).append(each)
    good = [each for key in sorted(groups) for each in groups[key]]
    if not good:  # all may be behind walls, which are worth seeing
        matters = could_have_gradient(made.graph)
        good = [each for each in found if each.is_single and matters[each.output.op.number]]
    return tuple([each.name for each in good[:_MOST]])


def _best(made: Elaboration, found: Sequence[_Candidate]) -> str | None:
    """The first one whose gradient comes to a variable; None if there is none, or that is not soon said."""
    hopeless: set[Node] = set()
    known: dict[Output, bool | None] = {}
    for single, is_complex, used in product((True, False), (False, True), (False, True)):
        for each in found:
            at = each.output
            if each.is_single is not single or at.dtype.is_complex is not is_complex or (used and not single):
                continue
            if at not in known:
                known[at] = _is_used(made, at)
            if known[at] is None:
                return None
            if known[at] is used and _comes_to_variable(at.op, hopeless):
                return each.name
    return None


def _is_used(made: Elaboration, output: Output) -> bool | None:
    """Whether something is computed from an output, as `_reach` says; None if it may be handed on to others."""
    if output.op.owner is None:
        return None
    for user in made.users.get(output.op.block_name, ()):
        if user in made.values:
            if gives_others(made, user):
                return None
            if any(output in _computed_from(node) for node in made.parts[user].nodes):
                return True
    return False


def _comes_to_variable(node: Node, hopeless: set[Node]) -> bool:
    """Whether the gradient of a node's outputs comes to a variable or placeholder.

    Args:
        node: the node.
        hopeless: nodes of which it is known that it does not; takes more of them.
    """
    pending = [node]
    while pending:
        node = pending.pop()
        if node in hopeless:
            continue
        hopeless.add(node)
        if _is_source(node):
            if _source(node) == _VARIABLES:
                return True
        elif whole_cut(node) is None:
            pending += [value.op for value in passing(node)]
    return False


def is_summed(name: str, pins: Pins) -> bool:
    """Whether the sum of an output's elements is differentiated, since it has, or may have, several.

    Args:
        name: as `Losses.find` gives it, or a sum of such names.
        pins: dtype and shape at each output pin.
    """
    for each in summands(name):
        block, _, rest = factors(each)[0].partition(".")
        pin, _, place = rest.partition("[")
        found = pins.get((block, pin, int(place[:-1]) if place else None))
        if found is not None and element_count(found[1]) != 1:
            return True
    return False


def _candidates(ties: Ties) -> Iterator[_Candidate]:
    """The outputs of a block that carry numbers which something computed."""
    for output, names in ties.names.items():
        name = next((name for name in names if name.pin not in _ORDER_PINS), None)
        if name is not None and _is_computed(output):
            shape = output.shape
            yield _Candidate(str(name), output, not shape or element_count(shape) == 1)


def _is_computed(output: Output) -> bool:
    op, spec = output.op, output.op.type
    hands_on = spec.variable or spec.writes or spec.control or spec.temporary
    return output.dtype.is_differentiable and bool(op.inputs) and not hands_on


def _reach(graph: Graph) -> tuple[bytearray, set[Output]]:
    """For each node how far the gradient of its outputs comes; and the outputs from which something is computed.

    What counts as computed is what a gradient passes, and what is written into a variable.
    """
    reach = bytearray(len(graph.nodes))
    used: set[Output] = set()
    for node in graph.nodes:
        if node.type.writes:
            used.update(node.inputs)
        if _is_source(node):
            reach[node.number] = _source(node)
        elif whole_cut(node) is None:
            far = _NOTHING
            for value in passing(node):
                used.add(value)
                far = max(far, reach[value.op.number])
            reach[node.number] = far
    return reach, used


def _computed_from(node: Node) -> Collection[Output]:
    """The outputs from which a node computes something."""
    if node.type.writes:
        return node.inputs
    return () if _is_source(node) or whole_cut(node) is not None else passing(node)


def _is_source(node: Node) -> bool:
    """Whether a gradient goes no further than to a node."""
    return not node.inputs or node.type.variable or node.type.fed


def _source(node: Node) -> int:
    if not any(output.dtype.is_differentiable for output in node.outputs):
        return _NOTHING
    return _VARIABLES if node.type.variable or node.type.fed else _CONSTANTS
