"""The correction of small overlaps in imported pages, whose blocks are slightly larger than in enuSpace."""

from __future__ import annotations

import numpy as np

from app.canvas.mirror import Mirror
from app.language import tr
from blocks.base.types import Array
from blocks.document.changes import SetField
from blocks.document.model import Diagram
from blocks.interchange.enuspace.project import ReportLine
from blocks.library.registry import find

_MOST_BLOCKS = 2000
_MOST = 40.0
"""What covers more of another was laid over it on purpose."""
_GAP = 8.0
_PASSAGE = 5.0
_ROUNDS = 4


def move_apart(diagram: Diagram) -> list[ReportLine]:
    """Move slightly overlapping blocks apart, to the right or down; return the moves."""
    report: list[ReportLine] = []
    for view in diagram.pages:
        page = view.snapshot()
        if len(page.blocks) > _MOST_BLOCKS:
            continue
        mirror = Mirror(find)
        mirror.sync(page._replace(notes=(), frames=()))
        ids = [item.id for item in mirror.order]
        before = mirror.rects.copy()
        for item in mirror.order:
            if item.face.caption is None:  # between two blocks there must be room for a wire
                before[item.index, 2] += _PASSAGE
        after = before.copy()
        causes: dict[int, int] = {}
        for _ in range(_ROUNDS):
            if not _move_apart(after, causes):
                break
        for moved, still in sorted(causes.items()):
            x, y = (after[moved] - before[moved])[:2].tolist()
            at = page.blocks[moved].at
            diagram.apply(SetField(page.name, ids[moved], "at", (round(at[0] + x, 2), round(at[1] + y, 2))))
            shift = tr(" and ").join(
                f"{size:.0f} {where}" for size, where in ((x, tr("to the right")), (y, "down")) if size
            )
            text = tr("moved by {shift}, because {ids} is larger here and would cover it", shift=shift, ids=ids[still])
            report.append(ReportLine("changed", page.name, ids[moved], text))
    return report


def _move_apart(rects: Array, causes: dict[int, int]) -> bool:
    """Move the right or lower block of each slightly overlapping pair; return whether any moved."""
    moved = False
    for first, second in _pairs(rects):
        width = min(rects[first, 2], rects[second, 2]) - max(rects[first, 0], rects[second, 0])
        height = min(rects[first, 3], rects[second, 3]) - max(rects[first, 1], rects[second, 1])
        if width <= 1 or height <= 1 or min(width, height) > _MOST:
            continue  # moved already, or meant
        axis, by = (0, width) if width <= height else (1, height)
        still, other = (first, second) if rects[first, axis] <= rects[second, axis] else (second, first)
        rects[other, [axis, axis + 2]] += by + _GAP
        causes[other] = still
        moved = True
    return moved


def _pairs(rects: Array) -> list[tuple[int, int]]:
    left, top, right, bottom = (rects[:, i] for i in range(4))
    across = (left[:, None] < right[None, :]) & (left[None, :] < right[:, None])
    touching = across & (top[:, None] < bottom[None, :]) & (top[None, :] < bottom[:, None])
    return [(int(a), int(b)) for a, b in np.argwhere(np.triu(touching, 1))]
