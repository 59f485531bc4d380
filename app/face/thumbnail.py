"""Thumbnails of composites as rectangles and lines: plain data for the faces of their instances."""

from __future__ import annotations

from typing import NamedTuple

from blocks.document.data import Page

_BLOCK = (120.0, 70.0)
"""About as large as a block is."""
_MOST = 400
"""Blocks and wires: of more, nothing could be told apart."""

Quad = tuple[float, float, float, float]


class Thumbnail(NamedTuple):
    """A small overview of a canvas in page units, starting at zero.

    Attributes:
        boxes: left, top, width and height of each block.
        lines: the ends of each wire.
    """

    width: float
    height: float
    boxes: tuple[Quad, ...]
    lines: tuple[Quad, ...]


def thumbnail_of(page: Page) -> Thumbnail | None:
    blocks = page.blocks[:_MOST]
    if not blocks:
        return None
    sizes = {block.id: block.size or _BLOCK for block in blocks}
    left, top = min(block.at[0] for block in blocks), min(block.at[1] for block in blocks)
    boxes = {block.id: (block.at[0] - left, block.at[1] - top, *sizes[block.id]) for block in blocks}
    lines: list[Quad] = []
    for source, target in page.wires[:_MOST]:
        a, b = boxes.get(source.block), boxes.get(target.block)
        if a is not None and b is not None:
            lines.append((a[0] + a[2], a[1] + a[3] / 2, b[0], b[1] + b[3] / 2))
    width, height = max(x + w for x, _, w, _ in boxes.values()), max(y + h for _, y, _, h in boxes.values())
    return Thumbnail(width, height, tuple(boxes.values()), tuple(lines))
