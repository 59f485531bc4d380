"""Information about the pins of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from blocks.base.dtypes import DType
from blocks.base.types import Shape, is_list
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output

PinType = tuple[DType, Shape]
PinKey = str | tuple[str, int | None]
"""A pin of a block: an input by its name, an output by its name and the index in its list."""
PinsOf = Mapping[PinKey, PinType]
"""Dtype and shape at the output pins of one block, and at its input pins that something is wired to."""


class Pins(Mapping[tuple[str, str, int | None], PinType]):
    """Dtype and shape at each output pin (block, pin, index in a list).

    Attributes:
        blocks: the same by block, including wired input pins.
    """

    def __init__(self, blocks: Mapping[str, PinsOf] | None = None) -> None:
        self.blocks: Mapping[str, PinsOf] = blocks or {}

    def __getitem__(self, key: tuple[str, str, int | None]) -> PinType:
        block, pin, index = key
        return self.blocks[block][pin, index]

    def __iter__(self) -> Iterator[tuple[str, str, int | None]]:
        return ((block, *pin) for block, pins in self.blocks.items() for pin in pins if not isinstance(pin, str))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def pins_of(elaboration: Elaboration) -> Mapping[str, PinsOf]:
    """Return dtype and shape at the pins of each block of a page, and of those inside its loops by path."""
    ofs: dict[str, PinsOf] = {}
    alike: dict[tuple[tuple[PinKey, PinType], ...], PinsOf] = {}
    values, expansion = elaboration.values, elaboration.expansion
    instances = {} if expansion is None else expansion.instances

    def of_block(block: str) -> dict[PinKey, PinType]:
        pins: dict[PinKey, PinType] = {}
        for _, pin, index, output in elaboration.outputs_of(block) if block in values else ():
            if not output.op.type.temporary:
                pins[pin, index] = (output.dtype, output.shape)
        instance = instances.get(block)  # what is wired to its block are its own output pins
        for source, target in elaboration.wiring.all_to(block) if instance is None else ():
            given = values.get(source.block)
            if given is None:
                continue
            value = given.get(source.pin)
            if source.index is not None:
                value = value[source.index] if is_list(value) and source.index < len(value) else None
            if isinstance(value, Output) and not value.op.type.temporary:
                pins.setdefault(target.pin, (value.dtype, value.shape))
        for name, inner in instance.inputs.items() if instance is not None else ():
            value = values.get(inner, {}).get("output")
            if isinstance(value, Output):
                pins.setdefault(name, (value.dtype, value.shape))
        return pins

    for block in elaboration.page.blocks:
        pins = of_block(block.id)
        if pins:
            ofs[block.id] = alike.setdefault(tuple(pins.items()), pins)
    if elaboration.expansion is not None:
        from blocks.analysis.inner_values import inside_of  # only pages with composites pay for it

        for inside, begin in [
            (each, f"{b}/{each.part}") for b in elaboration.running for each in inside_of(elaboration, b)
        ]:
            ofs.update((begin + name, pins) for name, pins in pins_of(inside.elaboration).items())
    return ofs
