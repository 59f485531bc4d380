"""Values of the blocks inside an instance, as set by that instance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from blocks.document.data import Block, Json


class Given(NamedTuple):
    """The value that an instance gives to a block inside it.

    Attributes:
        canvas, block, name: the place where the value is set: at the instance, at one around it, or inside.
    """

    value: Json
    canvas: str
    block: str
    name: str


GivenValues: TypeAlias = Mapping[str, Mapping[str, Given]]
"""What an instance sets inside, by block and value."""


def as_given(block: Block, given: GivenValues) -> Block:
    overrides = given.get(block.id)
    if not overrides:
        return block
    return block._replace(values={**block.values, **{name: each.value for name, each in overrides.items()}})


def setter_of(canvas: str, block: str, name: str, given: GivenValues) -> tuple[str, str, str]:
    setter = given.get(block, {}).get(name)
    return (canvas, block, name) if setter is None else (setter.canvas, setter.block, setter.name)
