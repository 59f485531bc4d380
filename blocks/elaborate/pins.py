"""What is known of the pins of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from blocks.base.dtypes import DType
from blocks.base.types import Shape

PinType = tuple[DType, Shape]
PinsOf = Mapping[tuple[str, int | None], PinType]
"""The pins of one block: name, and place in a list."""


class Pins(Mapping[tuple[str, str, int | None], PinType]):
    """Dtype and shape at each output pin (block, pin, place in a list) and at the input pins wired to it.

    Attributes:
        blocks: the same, block by block; a block of which nothing else is known than before keeps its object.
    """

    def __init__(self, blocks: Mapping[str, PinsOf] | None = None) -> None:
        self.blocks: Mapping[str, PinsOf] = blocks or {}

    def __getitem__(self, key: tuple[str, str, int | None]) -> PinType:
        block, pin, place = key
        return self.blocks[block][pin, place]

    def __iter__(self) -> Iterator[tuple[str, str, int | None]]:
        return ((block, pin, place) for block, pins in self.blocks.items() for pin, place in pins)

    def __len__(self) -> int:
        return sum(map(len, self.blocks.values()))
