"""Loss candidates of a page, ordered by likelihood, and the variables that are trained or not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from blocks.analysis.gradient_targets import tensors_at
from blocks.analysis.output_names import factors, summands
from blocks.analysis.pins import Pins
from blocks.base.shapes import element_count
from blocks.base.types import Shape
from blocks.document.data import Endpoint
from blocks.elaborate.model import Elaboration, trains
from blocks.graph.binding import Trained
from blocks.graph.flow import could_have_gradient, cuts_between, describe, gradient_flow, marked, passing, whole_cut
from blocks.graph.graph import Node, Output
from blocks.graph.spec import BlockSpec
from blocks.library.array.identity import Identity

_MOST = 500
_ORDER_PINS = frozenset({"flow", "flow_out"})
"""Pins of TensorArray blocks whose number says nothing but in which order they run."""
_NOTHING, _CONSTANTS, _VARIABLES = range(3)
"""How far a gradient comes: nowhere, to constants, to variables or placeholders."""


_MOST_REASONS = 20
"""Variables that are not trained of which it is told why: each costs a walk through the graph."""


class Training(NamedTuple):
    """The training of a block.

    Attributes:
        left: the other variables that could be trained, with the reasons why they are not.
    """

    variables: tuple[str, ...]
    left: tuple[tuple[str, str], ...] = ()


class _Candidate(NamedTuple):
    block: str
    pin: str
    at: int | None
    output: Output

    @property
    def name(self) -> str:
        return str(Endpoint(self.block, self.pin, self.at))


class _Singles(dict[Shape, bool]):
    def __missing__(self, shape: Shape) -> bool:
        result = self[shape] = not shape or element_count(shape) == 1
        return result


def find_losses(elaboration: Elaboration) -> tuple[str, ...]:
    """Return candidates for differentiation, the likeliest first.

    AddSymbolicGradients blocks come first, then trained losses. Then outputs with one element, in this order of
    preference: those with a gradient that reaches a variable, real numbers before complex ones, outputs that no other
    computation uses, outputs that a session fetches, later ones. On a page without gradient blocks, none may qualify:
    then outputs with more elements follow in the same order, of which the sum is taken.
    """
    training = [block for block, spec in elaboration.specs.items() if trains(spec)]
    trained = {value for block in training for value in tensors_at(elaboration, block, "loss")}
    is_single = _Singles()
    result, used_outputs = _candidates(elaboration), _used(elaboration.graph.nodes)
    blocks = [block for block in elaboration.position if block in elaboration.gradients and block in elaboration.values]
    if blocks:  # somebody said what is differentiated: others are not looked at as closely
        singles = [each for each in result if is_single[each.output.shape]]
        used = {wire.source.block for wire in elaboration.page.wires}
        singles.sort(key=lambda each: (each.output not in trained, each.output.op.block_name in used))
        return (*blocks, *(each.name for each in singles[:_MOST]))[:_MOST]
    reach = marked(elaboration.graph, _reach)
    fetched = {output for _, request in elaboration.requests for output in request.fetches}
    groups: dict[tuple[bool, ...], list[_Candidate]] = {}
    for each in result:
        at = each.output
        far = reach[at.op.number]
        if not far:
            continue
        single, is_used = is_single[at.shape], at in used_outputs
        if single or not is_used:
            key = (far < _VARIABLES, not single, at.dtype.is_complex, is_used, at not in fetched)
            groups.setdefault(key, []).append(each)
    good = [each for key in sorted(groups) for each in groups[key]]
    if not good:  # all may be behind walls, which are worth seeing
        matters = could_have_gradient(elaboration.graph)
        good = [each for each in result if is_single[each.output.shape] and matters[each.output.op.number]]
    good = [
        *(each for each in result if each.output in trained),
        *(each for each in good if each.output not in trained),
    ]
    return tuple([each.name for each in good[:_MOST]])


def _candidates(elaboration: Elaboration) -> list[_Candidate]:
    """Return the computed outputs that could have a gradient, the last ones first."""
    new = getattr(tuple, "__new__")  # noqa: B009
    candidates: dict[Output, _Candidate] = {}
    computes: dict[BlockSpec, bool] = {}  # asked for each of very many outputs
    for each in elaboration.outputs():
        _, pin, _, output = each
        spec = output.op.type
        is_computed = computes.get(spec)
        if is_computed is None:
            hands_on = spec.variable or spec.writes or spec.control or spec.temporary
            is_computed = computes[spec] = not hands_on
        if is_computed and output not in candidates and pin not in _ORDER_PINS and _is_number(output):
            candidates[output] = new(_Candidate, each)
    return [*reversed(candidates.values())]


def trainings(elaboration: Elaboration) -> dict[str, Training]:
    return {block: _training(elaboration, block, trained) for block, trained in elaboration.trained.items()}


def _training(elaboration: Elaboration, block: str, trained: Trained) -> Training:
    named = bool(elaboration.wires_to(block, "variables"))
    reached = gradient_flow(elaboration.graph, [trained.loss]).reached
    changed = {each.op.number for each in trained.variables}
    left: list[tuple[str, str]] = []
    for node in elaboration.graph.nodes:
        is_inner = node.block_name in elaboration.specs and node.block_name not in elaboration.position
        if not node.type.variable or node.type.temporary or is_inner or node.number in changed:
            continue
        variable = node.outputs[0]
        if not variable.dtype.is_differentiable or (variable not in reached and not node.attrs["trainable"]):
            continue
        if variable in reached:
            reason = "it is not wired into variables" if named else "its trainable is false"
        elif len(left) < _MOST_REASONS:
            cuts = cuts_between(elaboration.graph, [trained.loss], variable)
            reason = describe(variable, [trained.loss], cuts).partition(": ")[2]
        else:
            reason = "no gradient reaches it"
        left.append((node.block_name, reason))
    return Training(tuple(each.op.block_name for each in trained.variables), tuple(left))


def is_summed(name: str, pins: Pins) -> bool:
    """Return whether an output's elements are summed for differentiation, since it has or may have several."""
    for each in summands(name):
        block, _, rest = factors(each)[0].partition(".")
        pin, _, index = rest.partition("[")
        entry = pins.get((block, pin, int(index[:-1]) if index else None))
        if entry is not None and element_count(entry[1]) != 1:
            return True
    return False


def _is_number(output: Output) -> bool:
    op = output.op
    while op.type is Identity:  # as in models of TensorFlow
        op = op.inputs[0].op
    return output.dtype.is_differentiable and bool(output.op.inputs) and not op.type.variable


def _used(nodes: Iterable[Node]) -> set[Output]:
    """Return the tensors that nodes compute from: inputs that pass a gradient, and values written to a variable."""
    used: set[Output] = set()
    for node in nodes:
        if node.type.writes or node.type.custom_gradient:
            used.update(node.inputs)
        if not _is_source(node) and whole_cut(node) is None:
            used.update(passing(node))
    return used


def _reach(node: Node, reach: bytearray) -> int:
    if _is_source(node):
        return _source(node)
    return max([reach[value.op.number] for value in passing(node)], default=_NOTHING) if whole_cut(node) is None else 0


def _is_source(node: Node) -> bool:
    return not node.inputs or node.type.variable or node.type.fed


def _source(node: Node) -> int:
    if not any(output.dtype.is_differentiable for output in node.outputs):
        return _NOTHING
    return _VARIABLES if node.type.variable or node.type.fed else _CONSTANTS
