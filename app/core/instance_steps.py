"""Steps of a path into composites: through instances, and through blocks that run composites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from blocks.document.data import INSTANCE, LOOP_BODIES, Block, Json
from blocks.elaborate.expand import inner_part


class Step(NamedTuple):
    """One step of a path into composites: through an instance, or through a block that runs a composite.

    Attributes:
        part: the composite, if the block runs two: ``condition``, ``then``, ``else``; otherwise empty.
    """

    block: str
    part: str = ""

    def __str__(self) -> str:
        return f"{self.block} ({self.part})" if self.part else self.block


def step_of(text: str) -> Step:
    """Parse a step of a path: ``hidden``, ``side/then``."""
    block, _, part = text.partition("/")
    return Step(block, part)


def steps_into(block: Block, given: Mapping[str, Json] | None = None) -> list[tuple[str, str]]:
    """Return the path step and the canvas name (existing or not) of each composite that a block runs.

    Args:
        given: promoted values that the instance around sets, ``block.value``.
    """
    if block.type.startswith(INSTANCE):
        return [(block.id, block.type)]
    values = LOOP_BODIES.get(block.type)
    if values is None:
        return []
    steps: list[tuple[str, str]] = []
    for value, step in zip(values, parts_of_block(block), strict=True):
        name = (given or {}).get(f"{block.id}.{value}", block.values.get(value))
        if isinstance(name, str):
            steps.append((step, name))
    return steps


def parts_of_block(block: Block) -> list[str]:
    if block.type.startswith(INSTANCE):
        return [block.id]
    return [f"{block.id}/{inner_part(value)}".removesuffix("/") for value in LOOP_BODIES.get(block.type, ())]
