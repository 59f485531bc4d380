"""Verbs for the colours of blocks and frames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from app.core.verbs.edit import Edit, counts, group, present
from app.language import tr
from blocks.document.changes import Change, ReplaceItems, SetField
from blocks.document.data import Page

COLORS: Mapping[str, str] = MappingProxyType(
    {
        "Yellow": "#f0e442",
        "Green": "#009e73",
        "Teal": "#3fbfc0",
        "Blue": "#56b4e9",
        "Purple": "#a98bf0",
        "Pink": "#cc79a7",
        "Brown": "#a8743a",
    }
)
"""Colours that can be told apart, also by people who do not see all. None is red: that is for what is wrong."""


def set_color(page: Page, blocks: Iterable[str], frames: Iterable[int], color: str | None) -> Edit | None:
    """Give blocks and frames a colour, or (None) take it away; None if they have it already."""
    ids = present(page, blocks)
    wanted = set(ids)
    changes: list[Change] = [
        SetField(page.name, block.id, "color", color)
        for block in page.blocks
        if block.id in wanted and block.color != color
    ]
    framed = [(i, page.frames[i]._replace(color=color)) for i in sorted(set(frames)) if i < len(page.frames)]
    framed = [(i, frame) for i, frame in framed if frame.color != page.frames[i].color]
    if framed:
        changes.append(ReplaceItems(page.name, "frames", tuple(framed)))
    if not changes:
        return None
    what = ids[0] if len(ids) == 1 and not framed else counts((len(ids), "block"), (len(framed), "frame"))
    return Edit(
        group(changes),
        tr("Colour {what}", what=what) if color is not None else tr("Take the colour of {what} away", what=what),
    )
