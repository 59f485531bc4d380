"""Three-way merge of diagrams by page names and block ids instead of text lines.

A change of one side is applied, and so is an equal change of both sides. Different changes of both sides are a conflict
(`blocks.document.merging.conflicts`), and the merged diagram contains our side's value. An object that one side removed
and the other side changed is kept until the user decides. Positions, sizes and colors never conflict.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from blocks.base.names import free_number
from blocks.document.canonical import Defaults, block_json, dumps, page_json, short, value_json
from blocks.document.changes import RenameBlock, RenamePage
from blocks.document.data import INSTANCE, Block, Definition, Document, Json, Page, PromotedValue
from blocks.document.merging.canvases import Canvases, merged_canvas
from blocks.document.merging.conflicts import (
    ABSENT,
    COMPOSITES,
    PAGES,
    Conflict,
    Values,
    conflicts_in,
    picked,
    with_conflicts,
)
from blocks.document.merging.diff import block_entries, page_entries
from blocks.document.merging.matching import renamed_blocks, renamed_pages
from blocks.document.merging.order import merged_order
from blocks.document.model import Diagram, PageView, id_stem

T = TypeVar("T")


class Merged(NamedTuple):
    """The result of a merge.

    Attributes:
        document: the merged diagram, which also stores the conflicts.
        notes: for the user, other decisions.
    """

    document: Document
    conflicts: tuple[Conflict, ...]
    notes: tuple[str, ...] = ()


def merge(base: Document, ours: Document, theirs: Document) -> Merged:
    """Merge two diagrams with a common ancestor; ``base`` is empty if there is none."""
    if dumps(base) == dumps(theirs):
        return Merged(ours, conflicts_in(ours))
    if dumps(base) == dumps(ours):
        return Merged(theirs, conflicts_in(theirs))
    return _Merge(base, ours, theirs).result()


class _Merge:
    def __init__(self, base: Document, ours: Document, theirs: Document) -> None:
        self.carried = _carried(base, ours, theirs)
        self.values = Values()
        self.notes: list[str] = []
        aligned = _aligned([Diagram(each) for each in (base, ours, theirs)], self.values)
        separate_duplicates(aligned, self.notes)
        self.base, self.ours, self.theirs = (each.document for each in aligned)

    def result(self) -> Merged:
        b, o, t = sides = self.base, self.ours, self.theirs
        values = self.values
        title = values.leaf(("title",), b.title, o.title, t.title)
        has_package = picked(*(each.package is not None for each in sides))
        package = values.mapping(("package",), *(each.package or {} for each in sides))
        extra = values.mapping(("extra",), *(with_conflicts(each.extra, ()) for each in sides))
        at_hand = Canvases([Defaults(each.composites) for each in sides], [*o.composites, *t.composites], values)
        composites = self._pages(COMPOSITES, at_hand, b.composites, o.composites, t.composites)
        pages = self._pages(PAGES, at_hand, b.pages, o.pages, t.pages)
        conflicts = (*self.carried, *values.conflicts)
        document = Document(
            title,
            self._without_namesakes(pages, composites),
            with_conflicts(extra, conflicts),
            composites,
            package if has_package or package else None,
        )
        return Merged(document, conflicts, (*self.notes, *at_hand.notes))

    def _pages(
        self, kind: str, at_hand: Canvases, base: Sequence[Page], ours: Sequence[Page], theirs: Sequence[Page]
    ) -> tuple[Page, ...]:
        b, o, t = ({page.name: page for page in each} for each in (base, ours, theirs))
        pages: list[Page] = []
        for name in merged_order(list(b), list(o), list(t)):
            old, our, their = b.get(name), o.get(name), t.get(name)
            at = (kind, name.removeprefix(INSTANCE) if kind == COMPOSITES else name)
            if our is not None and their is not None:
                empty = Page(name, composite=None if our.composite is None else Definition())
                canvas = merged_canvas(at_hand, at, old or empty, our, their)
                pages.append(self._with_definition(at, canvas, old or empty, our, their))
                continue
            left = our or their
            if left is None or (old is not None and not at_hand.differ(old, left, ours=left is our)):
                continue
            pages.append(left)
            if old is not None:
                jsons = (ABSENT if page is None else page_json(page) for page in (our, their, old))
                self.values.conflicts.append(Conflict(at, *jsons))
        return tuple(pages)

    def _with_definition(self, at: tuple[str, ...], canvas: Page, base: Page, ours: Page, theirs: Page) -> Page:
        if canvas.composite is None:
            return canvas
        b, o, t = (page.composite or Definition() for page in (base, ours, theirs))
        doc = self.values.leaf((*at, "doc"), b.doc, o.doc, t.doc)
        origin = self.values.leaf((*at, "from"), *(ABSENT if d.origin is None else d.origin for d in (b, o, t)))
        gradient = self.values.leaf((*at, "gradient"), *(each.gradient or ABSENT for each in (b, o, t)))
        values = self._promoted((*at, "values"), b.values, o.values, t.values)
        definition = Definition(
            doc, values, None if origin is ABSENT else origin, "" if gradient is ABSENT else gradient
        )
        return canvas._replace(composite=definition)

    def _promoted(self, at: tuple[str, ...], *sides: Sequence[PromotedValue]) -> tuple[PromotedValue, ...]:
        b, o, t = ({value.name: _value_parts(value) for value in each} for each in sides)
        values: list[PromotedValue] = []
        for name in merged_order(list(b), list(o), list(t)):
            if name in o and name in t:
                parts = self.values.mapping((*at, name), b.get(name, {}), o[name], t[name])
            else:
                parts = self.values.present((*at, name), *(each.get(name, ABSENT) for each in (b, o, t)))
                if parts is ABSENT:
                    continue
            values.append(promoted_value(name, parts))
        return tuple(values)

    def _without_namesakes(self, pages: Sequence[Page], composites: Sequence[Page]) -> tuple[Page, ...]:
        """Rename a page of one side that has the name of a composite's canvas of the other."""
        taken = {page.name for page in (*pages, *composites)}
        of_composites = {page.name for page in composites}
        result: list[Page] = []
        for page in pages:
            name = free_number(f"{page.name} ", taken, 2) if page.name in of_composites else page.name
            if name != page.name:
                taken.add(name)
                self.notes.append(
                    f"the page {page.name!r} is now {name!r}: the other side has a composite of this name"
                )
            result.append(page._replace(name=name))
        return tuple(result)


def _value_parts(value: PromotedValue) -> dict[str, Json]:
    parts = value_json(value)
    del parts["name"]
    return parts


def promoted_value(name: str, parts: Mapping[str, Json]) -> PromotedValue:
    rest = dict(parts)
    default, sets, doc = rest.pop("default", None), rest.pop("sets", ()), rest.pop("doc", "")
    return PromotedValue(name, default, tuple(sets), doc, rest)


def _carried(base: Document, ours: Document, theirs: Document) -> tuple[Conflict, ...]:
    """Return the conflicts of earlier merges that neither side has resolved."""
    b, o, t = ({short(each.as_json(), 1 << 30): each for each in conflicts_in(d)} for d in (base, ours, theirs))
    return tuple([each for key, each in {**o, **t}.items() if key not in b or (key in o and key in t)])


def _aligned(diagrams: list[Diagram], values: Values) -> list[Diagram]:
    """Return diagrams in which everything that one side renamed has its new name everywhere.

    Args:
        diagrams: base, ours and theirs, which are changed.
        values: collects the conflicts: items that both sides renamed differently.
    """
    base, *sides = diagrams
    for kind in (COMPOSITES, PAGES):
        result = [renamed_pages(_canvases(base, kind), _canvases(side, kind)) for side in sides]
        for old in dict.fromkeys([*result[0], *result[1]]):
            named = [names.get(old) for names in result]
            new = _new_name(old, named, [_names(each) for each in diagrams])
            if new is None:
                continue
            for diagram in diagrams:
                for before in {old, *filter(None, named)} & _names(diagram) - {new}:
                    diagram.apply(RenamePage(before, new))
            if None not in named and named[0] != named[1]:
                prefix = INSTANCE if kind == COMPOSITES else ""
                ours, theirs, before = ((name or "").removeprefix(prefix) for name in (*named, old))
                values.conflicts.append(Conflict((kind, ours, "name"), ours, theirs, before))
    for view in (*base.composites, *base.pages):
        _align_blocks(view, diagrams, values)
    return diagrams


def _align_blocks(view: PageView, diagrams: list[Diagram], values: Values) -> None:
    views = [each.canvas(view.name) if view.name in _names(each) else None for each in diagrams]
    defaults = [Defaults(each.document.composites) for each in diagrams]
    result = [
        {} if side is None else renamed_blocks(view.snapshot(), side.snapshot(), (defaults[0], given))
        for side, given in zip(views[1:], defaults[1:], strict=True)
    ]
    for old in dict.fromkeys([*result[0], *result[1]]):
        named = [names.get(old) for names in result]
        ids = [set[str]() if each is None else {block.id for block in each.blocks} for each in views]
        new = _new_name(old, named, ids)
        if new is None:
            continue
        for diagram, there in zip(diagrams, ids, strict=True):
            for before in {old, *filter(None, named)} & there - {new}:
                diagram.apply(RenameBlock(view.name, before, new))
        if None not in named and named[0] != named[1]:
            is_page = view.snapshot().composite is None
            at = (PAGES, view.name) if is_page else (COMPOSITES, view.name.removeprefix(INSTANCE))
            values.conflicts.append(Conflict((*at, "blocks", new, "id"), named[0], named[1], old))


def _new_name(old: str, named: Sequence[str | None], taken: Sequence[set[str]]) -> str | None:
    """Return the common name of an item; None if the new name is taken elsewhere, so that names stay different."""
    ours, theirs = named
    new = ours or theirs
    if new is None or new in taken[0]:
        return None
    for name, there in zip(named, taken[1:], strict=True):
        if name is None and (old not in there or new in there):
            return None
        if name is not None and name != new and new in there:
            return None
    return new


def _canvases(diagram: Diagram, kind: str) -> Sequence[Page]:
    document = diagram.document
    return document.composites if kind == COMPOSITES else document.pages


def _names(diagram: Diagram) -> set[str]:
    return {view.name for view in (*diagram.pages, *diagram.composites)}


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
            new = _next_free(block, taken)
            taken.add(new)
            sides[at].apply(RenameBlock(name, block, new))
            side = ("ours", "theirs")[at]
            notes.append(f"page {name!r}: both sides added a block {block!r}; the one from {side} is now {new!r}")


def _next_free(name: str, taken: Container[str]) -> str:
    stem = name.rstrip("0123456789")
    return free_number(stem, taken, int(name[len(stem) :] or 1) + 1)


def _separate_canvases(diagrams: Sequence[Diagram], notes: list[str]) -> dict[str, str]:
    """Rename duplicate pages and composites; return the old names of composites by new type."""
    sides = diagrams[1:]
    before: dict[str, str] = {}
    while (duplicate := _duplicate(diagrams)) is not None:
        name, at = duplicate
        new = _next_free(name, {view.name for each in diagrams for view in (*each.composites, *each.pages)})
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
