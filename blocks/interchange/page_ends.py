"""The results of a page without a session: the outputs that no other block uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from blocks.elaborate.model import GRADIENTS, Elaboration
from blocks.graph.graph import Output


def page_ends(elaboration: Elaboration, left_out: Callable[[str], bool]) -> Iterator[Output]:
    """Yield the outputs that no other block reads; blocks that differentiate or are left out do not count."""
    taken: set[str] = set()
    expansion = elaboration.expansion
    instances = expansion.instances if expansion is not None else {}
    for wire in elaboration.page.wires:
        if wire.target.block in instances:  # it only shows what is inside
            continue
        spec, source = elaboration.specs.get(wire.target.block), elaboration.specs.get(wire.source.block)
        if spec is None or source is None or spec.is_annotation or wire.target.block not in elaboration.values:
            continue
        if not (spec.name == GRADIENTS or left_out(wire.target.block)) or source.name == GRADIENTS:
            taken.add(wire.source.block)
    for block in elaboration.page.blocks:
        for name, pin, _index, output in elaboration.outputs_of(block.id):
            given_by = instances[name].outputs[pin] if name in instances else name
            is_pin = given_by == name and elaboration.specs[name].passthrough and "/" in name
            if given_by not in taken and not is_pin:
                yield output
