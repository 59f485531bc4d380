"""Objects that both sides of a merge added under the same generated name, kept as two.

They are pages, composites, and blocks on canvases that both sides contain.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any

from blocks.document.canonical import Defaults, block_json, page_json, short
from blocks.document.changes import RenameBlock, RenamePage
from blocks.document.data import INSTANCE, Block, Page
from blocks.document.merging.diff import block_entries, page_entries
from blocks.document.model import Diagram, id_stem

_GIVEN = re.compile(r"page \d+|:(Composite|Body|Condition)\d*")
"""The names of pages and composites that were not renamed."""


def separate_duplicates(diagrams: Sequence[Diagram], notes: list[str]) -> None:
    """Rename the duplicates of one side, with their wires and instances, and add notes about that.

    The contents decide which side that is, so that a merge in the other direction gives the same result.

    Args:
        diagrams: base, ours and theirs; the last two are changed.
    """
    types = _separate_canvases(diagrams, notes)
    sides = diagrams[1:]
    defaults = [Defaults(each.document.composites) for each in sides]
    canvases = [{view.name: view for view in (*each.composites, *each.pages)} for each in diagrams]
    for name, view in canvases[1].items():
        if name not in canvases[2]:
            continue
        old = canvases[0][name].snapshot() if name in canvases[0] else Page(name)
        pages = [view.snapshot(), canvases[2][name].snapshot()]
        ids = _duplicates(old, pages, defaults, types)
        if not ids:
            continue
        contents = [_content(page, ids, given) for page, given in zip(pages, defaults, strict=True)]
        at = contents.index(max(contents))
        taken = {block.id for page in (old, *pages) for block in page.blocks}
        for block in ids:
            new = _free(block, taken)
            taken.add(new)
            sides[at].apply(RenameBlock(name, block, new))
            side = ("ours", "theirs")[at]
            notes.append(f"page {name!r}: both sides added a block {block!r}; the one from {side} is now {new!r}")


def _free(name: str, taken: Container[str]) -> str:
    stem = name.rstrip("0123456789")
    number = int(name[len(stem) :] or 1) + 1
    while f"{stem}{number}" in taken:
        number += 1
    return f"{stem}{number}"


def _separate_canvases(diagrams: Sequence[Diagram], notes: list[str]) -> dict[str, str]:
    """Rename duplicate pages and composites; return the old names of composites by new type."""
    sides = diagrams[1:]
    before: dict[str, str] = {}
    while (duplicate := _duplicate(diagrams)) is not None:
        name, at = duplicate
        new = _free(name, {view.name for each in diagrams for view in (*each.composites, *each.pages)})
        sides[at].apply(RenamePage(name, new))
        before[new] = name
        kind = "composite" if name.startswith(INSTANCE) else "page"
        shown = [each.removeprefix(INSTANCE) for each in (name, new)]
        side = ("ours", "theirs")[at]
        notes.append(f"both sides added a {kind} {shown[0]!r}; the one from {side} is now {shown[1]!r}")
    return before


def _duplicate(diagrams: Sequence[Diagram]) -> tuple[str, int] | None:
    """Return the first canvas that both sides added differently, and the side that renames it.

    Composites come first: after a composite is renamed, pages that looked alike differ.
    """
    base, *sides = ({view.name: view for view in (*each.composites, *each.pages)} for each in diagrams)
    defaults = tuple(Defaults(each.document.composites) for each in diagrams[1:])
    for name in sides[0]:
        if name in sides[1] and name not in base and _GIVEN.fullmatch(name):
            ours, theirs = (each[name].snapshot() for each in sides)
            if any(not entry.layout for entry in page_entries(ours, theirs, (defaults[0], defaults[1]))):
                contents = [short(page_json(page), 1 << 30) for page in (ours, theirs)]
                return name, contents.index(max(contents))
    return None


def _duplicates(base: Page, pages: Sequence[Page], defaults: Sequence[Defaults], types: Mapping[str, str]) -> list[str]:
    here, there = ({block.id: block for block in page.blocks} for page in pages)
    known = {block.id for block in base.blocks}
    both = [
        name for name in here if name in there and name not in known and _is_numbered(here[name], there[name], types)
    ]
    feeding = [_feeding(page) for page in pages]
    differing = {name for name in both if _differ(here[name], there[name], defaults)}
    differing |= {name for name in both if feeding[0].get(name, set()) != feeding[1].get(name, set())}
    while True:  # what one of them feeds is another one, too
        more = {name for name in both if any(source in differing for _, source in feeding[0].get(name, set()))}
        if more <= differing:
            return sorted(differing)
        differing |= more


def _is_numbered(here: Block, there: Block, types: Mapping[str, str]) -> bool:
    """Return whether both had the same type when they were added, and an id generated by the editor."""
    type_name = types.get(here.type, here.type)
    stem = id_stem(type_name)
    return (
        type_name == types.get(there.type, there.type) and here.id.startswith(stem) and here.id[len(stem) :].isdecimal()
    )


def _differ(here: Block, there: Block, defaults: Sequence[Defaults]) -> bool:
    entries = block_entries(here, there, "", (defaults[0], defaults[1]))
    return any(not entry.layout for entry in entries)


def _feeding(page: Page) -> Mapping[str, set[tuple[str, str]]]:
    feeding: dict[str, set[tuple[str, str]]] = {}
    for source, target in page.wires:
        feeding.setdefault(target.block, set()).add((f"{source} {target}", source.block))
    return feeding


def _content(page: Page, ids: Sequence[str], defaults: Defaults) -> Any:
    blocks = {block.id: block for block in page.blocks}
    values = [short(block_json(blocks[name], defaults.kept(blocks[name])), 1 << 30) for name in ids]
    return values, sorted(f"{w.source} {w.target}" for w in page.wires if {w.source.block, w.target.block} & {*ids})
