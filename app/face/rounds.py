"""The roles of a loop block's pins in its iterations, as signs and words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from app.language import mark, plural
from blocks.base.types import Shape
from blocks.document.data import LOOP_BODIES, Block, Page, is_list
from blocks.document.definitions import pins

Belongs = Literal["carried", "constant", "over", "stacked"]

SIGNS: Mapping[Belongs, str] = {"carried": "\u21bb", "constant": "=", "over": "\u22ee", "stacked": "\u2261"}
"""What stands beside the name of a pin."""
MEANINGS: Mapping[Belongs, str] = {
    "carried": mark("carried between iterations"),
    "constant": mark("same in every iteration"),
    "over": mark("one element per iteration"),
    "stacked": mark("one element from each iteration"),
}


def pins_in_rounds(
    block: Block, inputs: Collection[str], outputs: Collection[str]
) -> tuple[dict[str, Belongs], dict[str, Belongs]]:
    """Return the roles of input and output pins in a loop's iterations; empty for a block that is not a loop."""
    if block.type not in LOOP_BODIES or block.type == "Cond":
        return {}, {}
    named = block.values.get("over")
    over = named if is_list(named) else []
    carries = block.type != "Map"
    ins: dict[str, Belongs] = {
        name: "over" if name in over else "carried" if carries and name in outputs else "constant" for name in inputs
    }
    outs: dict[str, Belongs] = {
        name: "carried" if carries and name in inputs else "stacked"
        for name in outputs
        if block.type != "While" or name in inputs
    }
    return ins, outs


def signed(name: str, belongs: Belongs | None) -> str:
    return name if belongs is None else f"{name} {SIGNS[belongs]}"


def rounds_text(block: Block, shapes: Mapping[str, Shape]) -> str:
    """Return a loop's number of iterations as a string; empty if it is unknown."""
    times, over = block.values.get("times"), block.values.get("over")
    count = times if type(times) is int and block.type == "Repeat" else None
    for name in over if is_list(over) and block.type in ("Scan", "Map") else ():
        shape = shapes.get(name) if isinstance(name, str) else None
        count = count if not shape or shape[0] is None else shape[0]
    return "" if count is None else plural(count, "{n} iteration", "{n:,} iterations")


def asides_in_body(block: Block | None, body: Page) -> dict[str, str]:
    """Return the iteration roles of a loop body's pins, by pin block, while it is open inside its loop.

    Empty inside other blocks, and in a condition, which does not show the carried values.
    """
    interface = pins(body)
    into, out = (
        ({}, {})
        if block is None or body.name != block.values.get("body")
        else pins_in_rounds(block, [pin.name for pin in interface.inputs], [pin.name for pin in interface.outputs])
    )
    both = [(pin, into) for pin in interface.inputs] + [(pin, out) for pin in interface.outputs]
    return {pin.block: f"{SIGNS[each[pin.name]]} {each[pin.name]}" for pin, each in both if pin.name in each}
