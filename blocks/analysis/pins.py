"""Information about the pins of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from blocks.base.dtypes import DType
from blocks.base.types import Shape

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
