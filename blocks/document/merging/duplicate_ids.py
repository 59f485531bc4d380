"""Blocks that each side of a merge added, and that came to the same id since the editor numbers them: they are two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from blocks.document.canonical import Defaults, block_json, short
from blocks.document.changes import RenameBlock
from blocks.document.data import Block, Page
from blocks.document.diff import block_entries
from blocks.document.model import Diagram, id_stem


def separate_duplicates(diagrams: Sequence[Diagram], notes: list[str]) -> None:
    """Give those of one side other ids, and take their wires along.

    Which side that is depends on what is in them, and not on which is called ours: who merges in the other direction
    gets the same.

    Args:
        diagrams: base, ours and theirs; one of the last two is changed.
        notes: takes what was done.
    """
    sides = diagrams[1:]
    defaults = [Defaults(each.document.composites) for each in sides]
    canvases = [{view.name: view for view in (*each.composites, *each.pages)} for each in diagrams]
    for name, before in canvases[0].items():
        if not all(name in each for each in canvases[1:]):
            continue
        old, pages = before.snapshot(), [each[name].snapshot() for each in canvases[1:]]
        ids = _duplicates(old, pages, defaults)
        if not ids:
            continue
        contents = [_content(page, ids, given) for page, given in zip(pages, defaults, strict=True)]
        at = contents.index(max(contents))
        taken = {block.id for page in (old, *pages) for block in page.blocks}
        for block in ids:
            stem, number = block.rstrip("0123456789"), 1
            while f"{stem}{number}" in taken:
                number += 1
            new = f"{stem}{number}"
            taken.add(new)
            sides[at].apply(RenameBlock(name, block, new))
            side = ("ours", "theirs")[at]
            notes.append(f"page {name!r}: both sides added a block {block!r}; that of {side} is {new!r} now")


def _duplicates(base: Page, pages: Sequence[Page], defaults: Sequence[Defaults]) -> list[str]:
    """The ids that two different blocks have, in order."""
    here, there = ({block.id: block for block in page.blocks} for page in pages)
    known = {block.id for block in base.blocks}
    both = [name for name in here if name in there and name not in known and _is_numbered(here[name], there[name])]
    feeding = [_feeding(page) for page in pages]
    found = {name for name in both if _differ(here[name], there[name], defaults)}
    found |= {name for name in both if feeding[0].get(name, set()) != feeding[1].get(name, set())}
    while True:  # what one of them feeds is another one, too
        more = {name for name in both if any(source in found for _, source in feeding[0].get(name, set()))}
        if more <= found:
            return sorted(found)
        found |= more


def _is_numbered(here: Block, there: Block) -> bool:
    """Whether both are of one type, and have an id as the editor gives it."""
    stem = id_stem(here.type)
    return here.type == there.type and here.id.startswith(stem) and here.id[len(stem) :].isdecimal()


def _differ(here: Block, there: Block, defaults: Sequence[Defaults]) -> bool:
    entries = block_entries(here, there, "", (defaults[0], defaults[1]))
    return any(not entry.layout for entry in entries)


def _feeding(page: Page) -> Mapping[str, set[tuple[str, str]]]:
    """By the id of a block, the wires into it: the pins on both ends, and the block that each comes from."""
    found: dict[str, set[tuple[str, str]]] = {}
    for source, target in page.wires:
        found.setdefault(target.block, set()).add((f"{source} {target}", source.block))
    return found


def _content(page: Page, ids: Sequence[str], defaults: Defaults) -> Any:
    """What is in some blocks, and which wires they have, in a form that can be put in order."""
    blocks = {block.id: block for block in page.blocks}
    values = [short(block_json(blocks[name], defaults.kept(blocks[name])), 1 << 30) for name in ids]
    return values, sorted(f"{w.source} {w.target}" for w in page.wires if {w.source.block, w.target.block} & {*ids})
