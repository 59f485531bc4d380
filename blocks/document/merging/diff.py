"""Differences between two diagrams, block by block, without positions on the canvas."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeVar

from blocks.base.errors import DiagramError
from blocks.document.canonical import Defaults, given, short, value_json
from blocks.document.data import Block, Definition, Document, Endpoint, Json, Page, Wire, listed, same
from blocks.document.definitions import canvases, closure, naming, users
from blocks.document.definitions import with_names as with_composites
from blocks.document.merging.matching import renamed_blocks, renamed_pages, renamed_pins, repinned, with_names
from blocks.document.model import Diagram

_T = TypeVar("_T")
Kind = Literal["added", "removed", "changed"]

MOST_REACHES = 100
"""Definitions of which it is told what their edit reaches, and how many canvases are named of each."""
_MOST_CANVASES = 10


class Entry(NamedTuple):
    """One difference.

    Attributes:
        page, block: the location; for a composite its canvas, ``":Dense"``.
        layout: whether it does not change the meaning.
        wire: the wire that was added or removed.
    """

    text: str
    page: str | None = None
    block: str | None = None
    layout: bool = False
    kind: Kind = "changed"
    wire: Wire | None = None
    is_composite: bool = False

    def __str__(self) -> str:
        # Names of pins and keys may hold anything, and this goes to terminals.
        error = DiagramError(self.text, page=self.page, block=self.block)
        text = str(error.within([self.page] if self.page is not None and self.is_composite else ()))
        return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def diff(old: Diagram, new: Diagram, *, layout: bool = False) -> list[Entry]:
    """Return every difference, in file order; with ``layout`` also moved, resized or collapsed blocks.

    Values that equal their default do not count as given, and the order of items only if it matters. Blocks and pages
    with similar content and a new name are reported as renamed. Definitions are compared like pages; for the first
    hundred that changed, the affected instances are named.
    """
    return differences(old.document, new.document, layout=layout)


def differences(before: Document, after: Document, *, layout: bool = False) -> list[Entry]:
    entries: list[Entry] = []
    if before.title != after.title:
        entries.append(Entry(f"title changed: {short(before.title)} -> {short(after.title)}"))
    entries += [Entry(text) for text in _mapping_texts("", given(package=before.package), given(package=after.package))]
    entries += [Entry(text) for text in _mapping_texts("", before.extra, after.extra)]
    renamed = renamed_pages(before.composites, after.composites)
    composites, pages = before.composites, before.pages
    if renamed:  # instances are of the type that their composite gives them now
        names = naming(before)
        composites, pages = (
            [with_composites(page, renamed, names)._replace(name=page.name) for page in each]
            for each in (composites, pages)
        )
    definitions = [page._replace(name=renamed.get(page.name, page.name)) for page in composites]
    defaults = Defaults(definitions), Defaults(after.composites)
    now = {page.name: page for page in after.composites}
    pairs = [(page, now[page.name]) for page in definitions if page.name in now and page != now[page.name]]
    pins = {page.name: names for page, new in pairs if (names := renamed_pins(page, new, defaults))}
    if pins:  # wires stay at a pin that is called otherwise
        composites, pages = ([repinned(page, pins) for page in each] for each in (composites, pages))
    inside = _canvas_entries(composites, after.composites, renamed, "composites", defaults)
    entries += [entry._replace(is_composite=entry.page is not None) for entry in inside]
    known = {page.name for page in before.composites} & {page.name for page in after.composites}
    edited = dict.fromkeys(entry.page for entry in inside if entry.page in known and not entry.layout)
    entries += _reach_entries([name or "" for name in islice(edited, MOST_REACHES)], after)
    entries += _canvas_entries(pages, after.pages, renamed_pages(before.pages, after.pages), "pages", defaults)
    return [entry for entry in entries if layout or not entry.layout]


def _canvas_entries(
    before: Sequence[Page],
    after: Sequence[Page],
    renamed: Mapping[str, str],
    what: str,
    defaults: tuple[Defaults, Defaults],
) -> list[Entry]:
    old_pages, new_pages = {p.name: p for p in before}, {p.name: p for p in after}
    names = {page.name: page.name if page.composite is None else page.name[1:] for page in after}
    entries = [Entry(f"renamed to {names[b]!r}", page=a) for a, b in renamed.items()]
    gone = [p for p in old_pages if p not in new_pages and p not in renamed]
    entries += [Entry("removed", page=p, kind="removed") for p in gone]
    for name, page in new_pages.items():
        if name not in old_pages:
            if name not in renamed.values():
                entries.append(Entry(f"added, blocks: {len(page.blocks)}", page=name, kind="added"))
        elif page is not old_pages[name]:
            entries += page_entries(old_pages[name], page, defaults)
    if _order_changed([renamed.get(p, p) for p in old_pages], list(new_pages)):
        entries.append(Entry(f"order of the {what} changed"))
    return entries


def _reach_entries(composites: Sequence[str], after: Document) -> Iterator[Entry]:
    """Yield the instances that change because their definition, or a definition inside it, changed."""
    if not composites:
        return
    using, every = users(after), canvases(after)
    order = {page.name: i for i, page in enumerate(every)}
    for composite in composites:
        names = closure(using, [composite], _MOST_CANVASES)
        types = {composite, *names}
        for i in sorted(map(order.__getitem__, names))[:_MOST_CANVASES]:
            page = every[i]
            ids = [block.id for block in page.blocks if block.type in types]
            if ids:
                where = f"on page {page.name!r}" if page.composite is None else f"in composite {page.name[1:]!r}"
                yield Entry(f"reaches {listed(ids)} {where}", composite, is_composite=True)
        if len(names) > _MOST_CANVASES:
            yield Entry("affects instances on other canvases", composite, is_composite=True)


def _definition_texts(old: Page, new: Page) -> list[str]:
    a, b = old.composite or Definition(), new.composite or Definition()
    texts = _mapping_texts("", *(given(doc=each.doc or None, gradient=each.gradient or None) for each in (a, b)))
    before, after = ({v.name: value_json(v) for v in each.values} for each in (a, b))
    for name in [*(each for each in before if each not in after), *after]:
        if name not in after:
            texts.append(f"value {name} removed")
        elif name not in before:
            rest = ", ".join(f"{key} = {short(value)}" for key, value in after[name].items() if key != "name")
            texts.append(f"value {name} added{': ' + rest if rest else ''}")
        else:
            texts += _mapping_texts(f"value {name}: ", before[name], after[name])
    return texts + _mapping_texts("", given(**{"from": a.origin}), given(**{"from": b.origin}))


def page_entries(old: Page, new: Page, defaults: tuple[Defaults, Defaults]) -> list[Entry]:
    old_blocks, new_blocks = {b.id: b for b in old.blocks}, {b.id: b for b in new.blocks}
    renamed = renamed_blocks(old, new, defaults)
    entries = [Entry(text, new.name) for text in _definition_texts(old, new)]
    for block in old.blocks:
        if block.id in renamed:
            entries.append(Entry(f"renamed to {renamed[block.id]!r}", new.name, block.id))
            entries += block_entries(block, new_blocks[renamed[block.id]], new.name, defaults)
        elif block.id not in new_blocks:
            entries.append(Entry(f"removed ({block.type})", new.name, block.id, kind="removed"))
        elif block is not new_blocks[block.id]:
            entries += block_entries(block, new_blocks[block.id], new.name, defaults)
    for block in new.blocks:
        if block.id not in old_blocks and block.id not in renamed.values():
            values = ", ".join(f"{k} = {short(v)}" for k, v in sorted(defaults[1].kept(block).items()))
            text = f"added ({block.type}){': ' + values if values else ''}"
            entries.append(Entry(text, new.name, block.id, kind="added"))
    if old.composite is not None and new.composite is not None:
        order = [[value.name for value in each.values] for each in (old.composite, new.composite)]
        if _order_changed(*order):
            entries.append(Entry("order of the values changed", new.name, layout=True))
    if _order_changed([renamed.get(b, b) for b in old_blocks], list(new_blocks)):
        entries.append(Entry("order of the blocks changed", new.name))
    entries += _wire_entries([with_names(w, renamed) for w in old.wires], new.wires, new.name)
    entries += _text_entries("note", [(n.text, n[:1] + n[2:]) for n in old.notes],
                           [(n.text, n[:1] + n[2:]) for n in new.notes], new.name)  # fmt: skip
    entries += _text_entries("frame", [(f.title, f[:2] + f[3:]) for f in old.frames],
                           [(f.title, f[:2] + f[3:]) for f in new.frames], new.name)  # fmt: skip
    entries += _route_entries([(with_names(r.wire, renamed), r[1:]) for r in old.routes],
                            [(r.wire, r[1:]) for r in new.routes], new.name)  # fmt: skip
    entries += [Entry(text, new.name) for text in _mapping_texts("", old.extra, new.extra)]
    return entries


def block_entries(old: Block, new: Block, page: str, defaults: tuple[Defaults, Defaults]) -> list[Entry]:
    texts: list[str] = []
    if old.type != new.type:
        texts.append(f"type changed: {old.type} -> {new.type}")
    texts += _mapping_texts("", defaults[0].kept(old), defaults[1].kept(new))
    if old.muted != new.muted:
        texts.append("muted" if new.muted else "no longer muted")
    texts += _mapping_texts("", old.extra, new.extra)
    entries = [Entry(text, page, new.id) for text in texts]
    if old.at != new.at:
        entries.append(Entry(f"moved: {short(old.at)} -> {short(new.at)}", page, new.id, True))
    if old.size != new.size:
        entries.append(Entry(f"size changed: {short(old.size)} -> {short(new.size)}", page, new.id, True))
    if old.color != new.color:
        entries.append(Entry("color changed", page, new.id, True))
    if (old.source, old.note) != (new.source, new.note):
        entries.append(Entry("source line or note changed", page, new.id, True))
    if old.collapsed != new.collapsed:
        entries.append(Entry("collapsed" if new.collapsed else "no longer collapsed", page, new.id, True))
    return entries


def _mapping_texts(prefix: str, old: Mapping[str, Json], new: Mapping[str, Json]) -> list[str]:
    texts: list[str] = []
    for name in sorted(old.keys() | new.keys()):
        shown = prefix + name
        if name not in new:
            texts.append(f"{shown} removed: it was {short(old[name])}")
        elif name not in old:
            texts.append(f"{shown} set: {short(new[name])}")
        elif not same(old[name], new[name]):
            texts.append(f"{shown} changed: {short(old[name])} -> {short(new[name])}")
    return texts


def _wire_entries(old: Sequence[Wire], new: Sequence[Wire], page: str) -> list[Entry]:
    before, after = Counter(old), Counter(new)
    gone, come = (before - after).elements(), (after - before).elements()
    entries = [Entry(f"wire removed: {wire}", page, kind="removed", wire=wire) for wire in gone]
    entries += [Entry(f"wire added: {wire}", page, kind="added", wire=wire) for wire in come]
    old_into, new_into = _sources(old), _sources(new)
    for target, sources in new_into.items():
        if _order_changed(old_into.get(target, []), sources):
            entries.append(Entry(f"order of the wires into {target} changed", page))
    return entries


def _sources(wires: Iterable[Wire]) -> dict[Endpoint, list[Endpoint]]:
    endpoints: defaultdict[Endpoint, list[Endpoint]] = defaultdict(list)
    for wire in wires:
        endpoints[wire.target].append(wire.source)
    return endpoints


def _text_entries(what: str, old: Sequence[tuple[str, Any]], new: Sequence[tuple[str, Any]], page: str) -> list[Entry]:
    before, after = Counter(text for text, _ in old), Counter(text for text, _ in new)
    entries = [Entry(f"{what} removed: {short(text)}", page, kind="removed") for text in (before - after).elements()]
    entries += [Entry(f"{what} added: {short(text)}", page, kind="added") for text in (after - before).elements()]
    rest = list(old)
    for item in new:
        if item in rest:
            rest.remove(item)
        elif item[0] in before:
            entries.append(Entry(f"{what} moved or sized: {short(item[0])}", page, None, True))
    return entries


def _route_entries(old: Sequence[tuple[Wire, Any]], new: Sequence[tuple[Wire, Any]], page: str) -> list[Entry]:
    before, after = dict(old), dict(new)
    wires = [wire for wire in {**before, **after} if before.get(wire) != after.get(wire)]
    return [Entry(f"reroute points changed: {wire}", page, None, True) for wire in wires]


def _order_changed(old: Sequence[_T], new: Sequence[_T]) -> bool:
    if old == new:
        return False
    common = Counter(old) & Counter(new)
    return _only(old, common) != _only(new, common)


def _only(items: Sequence[_T], wanted: Counter[_T]) -> list[_T]:
    rest = Counter(wanted)
    results: list[_T] = []
    for item in items:
        if rest[item] > 0:
            rest[item] -= 1
            results.append(item)
    return results
