"""Steps of a path into composites, and the values that instances set inside them. Without Qt, for the web page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from blocks.document.data import INSTANCE, LOOP_BODIES, Block, Json
from blocks.elaborate.expand import inner_part


class InstanceValue(NamedTuple):
    """The value that an instance gives to a block inside it, and where it is set: there, further out, or inside."""

    value: Json
    canvas: str
    block: str
    name: str


GivenValues: TypeAlias = Mapping[str, Mapping[str, InstanceValue]]
"""What an instance sets inside, by block and value."""


def as_given(block: Block, given: GivenValues) -> Block:
    overrides = given.get(block.id)
    if not overrides:
        return block
    return block._replace(values={**block.values, **{name: each.value for name, each in overrides.items()}})


def setter_of(canvas: str, block: str, name: str, given: GivenValues) -> tuple[str, str, str]:
    setter = given.get(block, {}).get(name)
    return (canvas, block, name) if setter is None else (setter.canvas, setter.block, setter.name)


class PathStep(NamedTuple):
    """A step into an instance, or a composite that a block runs. ``part``: ``condition``, ``then``, ``else``."""

    block: str
    part: str = ""

    def __str__(self) -> str:
        return f"{self.block} ({self.part})" if self.part else self.block


def step_of(text: str) -> PathStep:
    """Parse a step of a path: ``hidden``, ``side/then``."""
    block, _, part = text.partition("/")
    return PathStep(block, part)


def steps_into(block: Block, given: Mapping[str, Json] | None = None) -> list[tuple[str, str]]:
    """Return the path step and the canvas name of each composite that a block runs, with values ``given`` outside."""
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
