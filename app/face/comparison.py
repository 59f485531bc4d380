"""Differences between a page and another version of it, as plain data for the canvas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.language import mark
from blocks.document.data import Block, Wire
from blocks.document.merging.diff import Kind

SIGNS: Mapping[Kind, str] = {
    "added": mark("+ added"),
    "removed": mark("\N{MINUS SIGN} removed"),
    "changed": mark("~ changed"),
}
COLORS: Mapping[Kind, str] = {"added": "#1f8f5f", "removed": "#c8323a", "changed": "#a06a10"}
"""White letters can be read on them; the signs tell them apart for who does not see colours."""


class ComparisonFace(NamedTuple):
    """The differences of a page.

    Attributes:
        blocks: ``added`` or ``changed``, by id.
        wires: the added wires.
        gone: the removed blocks with their sizes.
    """

    blocks: Mapping[str, Kind]
    wires: frozenset[Wire] = frozenset()
    gone: tuple[tuple[Block, tuple[float, float]], ...] = ()
