"""Verbs for positions: move, nudge, align, distribute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from app.core.free_space import Box
from app.core.verbs.edit import Edit, counted, counts, group, named, present, tidy
from app.language import tr
from blocks.document.changes import Change, ReplaceItems, SetField
from blocks.document.data import Page, Position

Side = Literal["left", "right", "top", "bottom", "center", "middle"]
"""``center`` is on one vertical line, ``middle`` on one horizontal line."""
Axis = Literal["horizontal", "vertical"]


def place_at(page: Page, positions: Mapping[str, Position], text: str) -> Edit | None:
    changes: list[Change] = []
    for block in page.blocks:
        at = positions.get(block.id)
        if at is not None and tidy(*at) != block.at:
            changes.append(SetField(page.name, block.id, "at", tidy(*at)))
    return Edit(group(changes), text) if changes else None


def move(
    page: Page,
    blocks: Iterable[str],
    dx: float,
    dy: float,
    notes: Iterable[int] = (),
    frames: Iterable[int] = (),
) -> Edit | None:
    ids = present(page, blocks)
    wanted = set(ids)
    dx, dy = round(dx), round(dy)
    if not dx and not dy:
        return None
    changes: list[Change] = [
        SetField(page.name, block.id, "at", (block.at[0] + dx, block.at[1] + dy))
        for block in page.blocks
        if block.id in wanted
    ]
    moved_notes = [(i, page.notes[i]) for i in sorted(set(notes)) if 0 <= i < len(page.notes)]
    moved_frames = [(i, page.frames[i]) for i in sorted(set(frames)) if 0 <= i < len(page.frames)]
    if moved_notes:
        items = tuple((i, note._replace(at=(note.at[0] + dx, note.at[1] + dy))) for i, note in moved_notes)
        changes.append(ReplaceItems(page.name, "notes", items))
    if moved_frames:
        items = tuple((i, frame._replace(at=(frame.at[0] + dx, frame.at[1] + dy))) for i, frame in moved_frames)
        changes.append(ReplaceItems(page.name, "frames", items))
    if not changes:
        return None
    if ids:
        text = tr("Move {named}", named=named(ids))
    else:
        text = tr("Move {count}", count=counts((len(moved_frames), "frame"), (len(moved_notes), "note")))
    return Edit(group(changes), text)


def nudge(
    page: Page, blocks: Iterable[str], dx: float, dy: float, notes: Iterable[int] = (), frames: Iterable[int] = ()
) -> Edit | None:
    edit = move(page, blocks, dx, dy, notes, frames)
    return None if edit is None else Edit(edit.change, edit.text.replace("Move", "Nudge", 1))


def align(page: Page, boxes: Mapping[str, Box], side: Side) -> Edit | None:
    """Align blocks, given their rectangles; None if they are aligned, or fewer than two."""
    if len(boxes) < 2:
        return None
    left = min(x for x, _, _, _ in boxes.values())
    top = min(y for _, y, _, _ in boxes.values())
    right = max(x + w for x, _, w, _ in boxes.values())
    bottom = max(y + h for _, y, _, h in boxes.values())
    positions: dict[str, Position] = {}
    for block, (x, y, w, h) in boxes.items():
        positions[block] = {
            "left": (left, y),
            "right": (right - w, y),
            "center": ((left + right - w) / 2, y),
            "top": (x, top),
            "bottom": (x, bottom - h),
            "middle": (x, (top + bottom - h) / 2),
        }[side]
    return place_at(page, positions, tr("Align {count} {side}", count=counted(len(boxes), "block"), side=side))


def distribute(page: Page, boxes: Mapping[str, Box], axis: Axis) -> Edit | None:
    """Make the gaps between blocks equal; the outermost stay. None if nothing changes, or for fewer than three."""
    if len(boxes) < 3:
        return None
    i = 0 if axis == "horizontal" else 1
    order = sorted(boxes, key=lambda block: boxes[block][i] + boxes[block][i + 2] / 2)
    first, last = boxes[order[0]], boxes[order[-1]]
    free = last[i] - (first[i] + first[i + 2]) - sum(boxes[block][i + 2] for block in order[1:-1])
    gap = free / (len(order) - 1)
    positions: dict[str, Position] = {}
    at = first[i] + first[i + 2] + gap
    for block in order[1:-1]:
        x, y, w, h = boxes[block]
        positions[block] = (at, y) if axis == "horizontal" else (x, at)
        at += (w if axis == "horizontal" else h) + gap
    return place_at(page, positions, tr("Distribute {count}", count=counted(len(boxes), "block")))
