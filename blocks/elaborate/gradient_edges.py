"""What a gradient finds at a block: the names of the tensors there, and the wires that bring them."""

from __future__ import annotations

from blocks.elaborate.elaboration import Elaboration, OutputName, Ties
from blocks.elaborate.gradient_targets import wire_values
from blocks.graph.graph import Output
from blocks.graph.spec import BlockSpec

TRANSPARENT = ("InputList", "Output")
"""Block types that only hand on what they are given."""
FED = ("Placeholder", "PlaceholderWithDefault")


def ties_of(made: Elaboration, block: str) -> Ties:
    """What a gradient finds at a block that gives something."""
    part = made.parts.get(block)
    if part is None:
        return _ties(made, block)
    if part.ties is None:
        part.ties = _ties(made, block)
    return part.ties


def _ties(made: Elaboration, block: str) -> Ties:
    found = Ties(_names(made, block), [], [])
    spec = made.specs[block]
    by = spec.rule.inputs if spec.rule is not None else ()
    for wire in made.wires_into.get(block, ()) if by else ():
        at = wire.target.pin
        if spec.aliases.get(at, at) in by:
            values = wire_values(made, wire)
            if len(values) == 1 and not hands_on(made, wire.source.block):
                found.plain.append((wire, values[0]))
            else:
                found.others.append((wire, values))
    return found


def _names(made: Elaboration, block: str) -> dict[Output, list[OutputName]]:
    found: dict[Output, list[OutputName]] = {}
    for _, pin, place, output in made.outputs_of(block):
        if not output.op.type.temporary:
            found.setdefault(output, []).append(OutputName(block, pin, place))
    return found


def is_muted(made: Elaboration, block: str) -> bool:
    """Whether a block of the page is muted."""
    return made.page.blocks[made.position[block]].muted


def gives_others(made: Elaboration, block: str) -> bool:
    """Whether a block, the type of which is known, may give tensors that other blocks made."""
    return made.specs[block].kind != "op" or is_muted(made, block)


def is_transparent(spec: BlockSpec) -> bool:
    """Whether blocks of a type only hand on what they are given."""
    return spec.name in TRANSPARENT or spec.in_composites


def hands_on(made: Elaboration, block: str) -> bool:
    """Whether a block only hands on what it is given."""
    spec = made.specs.get(block)
    return spec is not None and (is_transparent(spec) or is_muted(made, block))
