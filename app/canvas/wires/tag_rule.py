"""The rule that decides which wires are shown as tags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.face.geometry import Point
from blocks.document.data import Wire

STUB = 7.0
"""How much is left, before its block, of a wire that is shown as a tag."""
FAR = 600.0
"""From this distance on a wire to a display is a tag, unless a person wants it otherwise."""


class TagRule(NamedTuple):
    """The user's choices for single wires, and the rule for all others.

    Attributes:
        wanted: single wires: True for a tag, False for a line.
        far_displays: show other wires to distant displays as tags.
    """

    wanted: Mapping[Wire, bool] = {}
    far_displays: bool = True

    def is_tag(self, wire: Wire, begin: Point, end: Point, *, to_display: bool) -> bool:
        far = abs(end[0] - begin[0]) + abs(end[1] - begin[1]) > FAR
        return self.wanted.get(wire, self.far_displays and to_display and far)
