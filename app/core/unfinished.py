"""Unfinished work on a page (missing wires and values), as opposed to real errors."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.verbs.blocks import Find
from blocks.base.errors import DiagramError
from blocks.document.data import Page, pins_type


def unfinished(
    page: Page, problems: Sequence[DiagramError], failed: Sequence[DiagramError], find: Find
) -> tuple[DiagramError, ...]:
    """Return the problems with missing inputs and values, except at blocks that the last run failed at."""
    tried = {error.block for error in failed}
    about = [error for error in problems if error.pin is not None and error.block not in tried]
    if not about:
        return ()
    wanted = {error.block for error in about}
    blocks = {block.id: block for block in page.blocks if block.id in wanted}
    wired = {target[:2] for _, target in page.wires if target.block in wanted}
    errors: list[DiagramError] = []
    for error in about:
        block, pin = blocks.get(error.block or ""), error.pin or ""
        spec = None if block is None else find(pins_type(block))
        if block is None or spec is None or (block.id, pin) in wired or pin in block.values:
            continue
        if spec.input(pin) is not None or spec.attribute(pin) is not None:
            errors.append(error)
    return tuple(errors)
