"""The verb for copies: pasting a fragment from the clipboard or from the page itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from app.core.verbs.edit import Made, Names, counts, group, tidy
from app.language import mark, tr
from blocks.document.changes import AddBlocks, AddItems, Change
from blocks.document.data import Block, Endpoint, Frame, Note, Page, Position, Route, Wire

OFFSET = 24.0
"""How far a copy lies from the original, if nothing says where it goes."""
Word = Literal["Paste", "Duplicate"]
_TEXTS: Mapping[Word, str] = {"Paste": mark("Paste {what}"), "Duplicate": mark("Duplicate {what}")}


class Copies(NamedTuple):
    """Copies of a fragment's content, with ids that are unused on a page."""

    blocks: tuple[Block, ...]
    wires: tuple[Wire, ...]
    notes: tuple[Note, ...]
    frames: tuple[Frame, ...]
    routes: tuple[Route, ...] = ()

    @property
    def corner(self) -> Position:
        positions = [thing.at for thing in (*self.blocks, *self.notes, *self.frames)]
        return (min(x for x, _ in positions), min(y for _, y in positions))

    def moved(self, dx: float, dy: float) -> Copies:
        return self._replace(
            blocks=tuple([each._replace(at=tidy(each.at[0] + dx, each.at[1] + dy)) for each in self.blocks]),
            notes=tuple([each._replace(at=tidy(each.at[0] + dx, each.at[1] + dy)) for each in self.notes]),
            frames=tuple([each._replace(at=tidy(each.at[0] + dx, each.at[1] + dy)) for each in self.frames]),
            routes=tuple(
                [each._replace(points=tuple([tidy(x + dx, y + dy) for x, y in each.points])) for each in self.routes]
            ),
        )

    def on(self, page: Page) -> Page:
        return page._replace(
            blocks=page.blocks + self.blocks,
            wires=page.wires + self.wires,
            notes=page.notes + self.notes,
            frames=page.frames + self.frames,
            routes=page.routes + self.routes,
        )


def copies_of(page: Page, fragment: Page) -> Copies | None:
    if not fragment.blocks and not fragment.notes and not fragment.frames:
        return None
    names = Names(page)
    renamed = {block.id: names.like(block.id) for block in fragment.blocks}

    def end(old: Endpoint) -> Endpoint:
        return old._replace(block=renamed[old.block])

    inner = [w for w in fragment.wires if w.source.block in renamed and w.target.block in renamed]
    return Copies(
        tuple([block._replace(id=renamed[block.id]) for block in fragment.blocks]),
        tuple([Wire(end(source), end(target)) for source, target in inner]),
        fragment.notes,
        fragment.frames,
        tuple(
            [
                route._replace(wire=Wire(*map(end, route.wire)))
                for route in fragment.routes
                if all(each.block in renamed for each in route.wire)
            ]
        ),
    )


def paste(page: Page, fragment: Page, at: Position | None = None, word: Word = "Paste") -> Made | None:
    """Put copies of a fragment at ``at`` (default: beside the originals); None if it is empty."""
    copies = copies_of(page, fragment)
    if copies is None:
        return None
    left, top = copies.corner
    moved = copies.moved(at[0] - left, at[1] - top) if at is not None else copies.moved(OFFSET, OFFSET)
    changes: list[Change] = []
    if moved.blocks:
        changes.append(AddBlocks(page.name, tuple(enumerate(moved.blocks, len(page.blocks)))))
    if moved.wires:
        changes.append(AddItems(page.name, "wires", tuple(enumerate(moved.wires, len(page.wires)))))
    if moved.notes:
        changes.append(AddItems(page.name, "notes", tuple(enumerate(moved.notes, len(page.notes)))))
    if moved.frames:
        changes.append(AddItems(page.name, "frames", tuple(enumerate(moved.frames, len(page.frames)))))
    if moved.routes:
        changes.append(AddItems(page.name, "routes", tuple(enumerate(moved.routes, len(page.routes)))))
    what = counts((len(moved.blocks), "block"), (len(moved.notes), "note"), (len(moved.frames), "frame"))
    return Made(
        group(changes),
        tr(_TEXTS[word], what=what),
        tuple([block.id for block in moved.blocks]),
        tuple(range(len(page.notes), len(page.notes) + len(moved.notes))),
        tuple(range(len(page.frames), len(page.frames) + len(moved.frames))),
    )
