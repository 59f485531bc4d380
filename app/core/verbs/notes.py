"""Verbs for notes, frames and colors. Notes and frames are identified by their index in the page's list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from app.core.free_space import Box
from app.core.verbs.edit import Edit, counts, group, present, tidy
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.document.changes import AddItems, Change, ReplaceItems, SetField
from blocks.document.data import Frame, Note, Page, Position

_T = TypeVar("_T")
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
MARGIN = 24.0
TITLE = 28.0
"""What a frame leaves around blocks, and above them for its title."""
_RESULT = 12.0
"""What it leaves below them besides: a result of a line, which comes with a run, stands in it."""


def add_note(page: Page, at: Position, text: str = "", size: Position | None = None) -> Edit:
    note = Note(tidy(*at), text, None if size is None else tidy(*size))
    return Edit(AddItems(page.name, "notes", ((len(page.notes), note),)), tr("Add note"))


def set_note(page: Page, index: int, text: str) -> Edit | None:
    old = _at(page.notes, index, page)
    if old.text == text:
        return None
    return Edit(ReplaceItems(page.name, "notes", ((index, old._replace(text=text)),)), tr("Edit note"))


def resize_note(page: Page, index: int, box: Box) -> Edit | None:
    old = _at(page.notes, index, page)
    new = old._replace(at=tidy(*box[:2]), size=tidy(*box[2:]))
    return None if new == old else Edit(ReplaceItems(page.name, "notes", ((index, new),)), tr("Resize note"))


def add_frame(page: Page, box: Box, title: str = "", color: str | None = None) -> Edit:
    frame = Frame(tidy(*box[:2]), tidy(*box[2:]), title, color)
    return Edit(AddItems(page.name, "frames", ((len(page.frames), frame),)), tr("Add frame"))


def frame_selection(page: Page, boxes: Mapping[str, Box], title: str = "", others: Iterable[Box] = ()) -> Edit | None:
    """Put a frame around blocks and other rectangles, behind frames inside; None if there are no blocks."""
    if not boxes:
        return None
    left, top, right, bottom = around([*boxes.values(), *others])
    new = Frame(
        tidy(left - MARGIN, top - MARGIN - TITLE),
        tidy(right - left + 2 * MARGIN, bottom - top + 2 * MARGIN + TITLE + _RESULT),
        title,
    )
    held = (i for i, frame in enumerate(page.frames) if left <= frame.at[0] <= right and top <= frame.at[1] <= bottom)
    return Edit(AddItems(page.name, "frames", ((next(held, len(page.frames)), new),)), tr("Frame selection"))


def set_frame(page: Page, index: int, *, title: str | None = None, color: str | None = None) -> Edit | None:
    old = _at(page.frames, index, page)
    new = old
    if title is not None:
        new = new._replace(title=title)
    if color is not None:
        new = new._replace(color=color or None)
    return None if new == old else Edit(ReplaceItems(page.name, "frames", ((index, new),)), tr("Edit frame"))


def resize_frame(page: Page, index: int, box: Box) -> Edit | None:
    old = _at(page.frames, index, page)
    new = old._replace(at=tidy(*box[:2]), size=tidy(*box[2:]))
    return None if new == old else Edit(ReplaceItems(page.name, "frames", ((index, new),)), tr("Resize frame"))


def lies_in(box: Box, frame: Box) -> bool:
    """Return whether the center of a rectangle is inside a frame, so that it moves with the frame."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return frame[0] <= x <= frame[0] + frame[2] and frame[1] <= y <= frame[1] + frame[3]


def holds(outer: Box, inner: Box) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[0] + outer[2] >= inner[0] + inner[2]
        and outer[1] + outer[3] >= inner[1] + inner[3]
    )


def around(boxes: Iterable[Box]) -> Box:
    rects = list(boxes)
    return (
        min(x for x, _, _, _ in rects),
        min(y for _, y, _, _ in rects),
        max(x + w for x, _, w, _ in rects),
        max(y + h for _, y, _, h in rects),
    )


def _at(items: Sequence[_T], index: int, page: Page) -> _T:
    if not 0 <= index < len(items):
        raise DiagramError(tr("this note or frame no longer exists"), page=page.name)
    return items[index]


def set_color(page: Page, blocks: Iterable[str], frames: Iterable[int], color: str | None) -> Edit | None:
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
        tr("Color {what}", what=what) if color is not None else tr("Remove color from {what}", what=what),
    )
