"""Uses of a tensor through pins that pass it through unchanged."""

from __future__ import annotations

from collections.abc import Iterator

from blocks.analysis.gradient_targets import wire_values
from blocks.analysis.output_names import parse_name
from blocks.base.types import is_list
from blocks.document.data import Endpoint, Wire
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Node, Output
from blocks.library.core.values import OperationRef

Use = tuple[int, int]
"""The number of a node, and the index of one of its inputs."""


def uses_through(elaboration: Elaboration, name: str) -> frozenset[Use] | None:
    """Return the uses of a tensor through an output pin that passes it unchanged: of an instance, or of a muted block.

    Returns:
        The uses; None if the pin's own block computes the tensor, or if a user is not a single node.
    """
    block, pin, index = parse_name(elaboration, name)
    instances = {} if elaboration.expansion is None else elaboration.expansion.instances
    pins = [(block, pin)]
    if block in instances:
        outputs = instances[block].outputs
        pins = [(outputs[each], None) for each in (outputs if pin is None else [pin]) if each in outputs]
    if not all(hands_on(elaboration, each) for each, _ in pins):
        return None
    uses: set[Use] = set()
    for each, of in pins:
        for use in _uses(elaboration, each, of, index):
            if use is None:
                return None
            uses.add(use)
    return frozenset(uses)


def hands_on(elaboration: Elaboration, block: str) -> bool:
    spec = elaboration.specs.get(block)
    return spec is not None and (spec.hands_on or is_muted(elaboration, block))


def is_muted(elaboration: Elaboration, block: str) -> bool:
    return elaboration.page.blocks[elaboration.position[block]].muted


def _uses(elaboration: Elaboration, block: str, pin: str | None, index: int | None) -> Iterator[Use | None]:
    for wires in elaboration.wires_into.values():
        for wire in wires:
            source = wire.source
            if source.block != block or (pin is not None and source.pin != pin) or index not in (None, source.index):
                continue
            if hands_on(elaboration, wire.target.block):
                yield from _uses(elaboration, wire.target.block, None, None)
            else:
                yield from _of_wire(elaboration, wire)


def _of_wire(elaboration: Elaboration, wire: Wire) -> Iterator[Use | None]:
    target = wire.target
    node, spec = node_of(elaboration, target.block), elaboration.specs.get(target.block)
    if (
        spec is None or spec.aside or target.block in elaboration.gradients | elaboration.sessions
    ):  # no gradient comes from there
        return
    if node is None or node.type is not spec:
        yield None
        return
    pin, index = spec.aliases.get(target.pin, target.pin), 0
    for each, arg in zip(spec.inputs, node.args, strict=True):
        values = arg if isinstance(arg, tuple) else () if arg is None else (arg,)
        if each.name == pin:
            index += _before(elaboration, wire, Endpoint(*target)) if isinstance(arg, tuple) else 0
            yield from ((node.number, index + i) for i in range(min(len(wire_values(elaboration, wire)), len(values))))
            return
        index += len(values)


def _before(elaboration: Elaboration, wire: Wire, target: Endpoint) -> int:
    count = 0
    for other in elaboration.wires_into.get(target.block, ()):
        if other == wire:
            break
        count += len(wire_values(elaboration, other)) if other.target == target else 0
    return count


def node_of(elaboration: Elaboration, block: str) -> Node | None:
    for value in elaboration.values.get(block, {}).values():
        for each in value if is_list(value) else (value,):
            if isinstance(each, (Output, OperationRef)):
                return each.op
    return None
