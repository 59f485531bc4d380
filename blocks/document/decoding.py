"""From JSON values to the data of a document. Every fault is collected, so that a person sees all of them at once.

What leaves a file usable is no fault here: unknown keys and types, wires that lead nowhere, values that do not fit.
They are kept, and `blocks.elaborate.checks` reports them.
"""

from __future__ import annotations

from collections.abc import Iterable
from sys import intern

from blocks.base.errors import DiagramError
from blocks.document.data import (
    MAX_BLOCKS,
    MAX_WIRES,
    Block,
    Document,
    Endpoint,
    Frame,
    Json,
    Note,
    Page,
    Position,
    Wire,
    id_fault,
    is_list,
    is_object,
    name_fault,
    parse_endpoint,
    position,
    shortened,
)

MAX_FAULTS = 100
"""Faults of one file that are reported; a person reads no more."""

_MISSING = object()
_NOTHING: dict[str, Json] = {}
"""What most blocks have for values, and beyond what we know; one for all."""


class Faults:
    """What is wrong with a file."""

    def __init__(self) -> None:
        self.errors: list[DiagramError] = []
        self.full = False

    def add(self, message: str, *, page: str | None = None, block: str | None = None, hint: str | None = None) -> None:
        """Note one fault."""
        if len(self.errors) < MAX_FAULTS:
            self.errors.append(DiagramError(message, page=page, block=block, hint=hint))
        elif not self.full:
            self.full = True
            self.errors.append(DiagramError("there are more faults"))


def read_document(raw: dict[str, Json], faults: Faults) -> Document:
    """The document in a JSON object whose format was checked; parts that are at fault are left out."""
    rest = dict(raw)
    del rest["format"]
    title = _text(rest, "title", "", "the diagram", faults)
    raw_pages = rest.pop("pages", [])
    if not is_list(raw_pages):
        faults.add("'pages' must be a list")
        raw_pages = []
    _check_limits(raw_pages, faults)
    if faults.errors:
        return Document()
    pages: dict[str, Page] = {}
    for number, raw_page in enumerate(raw_pages, 1):
        page = read_page(raw_page, number, faults)
        if page is not None and page.name in pages:
            faults.add(f"two pages have the name {shortened(page.name)}")
        elif page is not None:
            pages[page.name] = page
    return Document(title, tuple(pages.values()), rest)


def _check_limits(raw_pages: Iterable[Json], faults: Faults) -> None:
    for key, limit in (("blocks", MAX_BLOCKS), ("wires", MAX_WIRES)):
        lists: list[Json] = [page[key] for page in raw_pages if is_object(page) and is_list(page.get(key))]
        count = sum(map(len, lists))
        if count > limit:
            faults.add(f"the diagram has {count:,} {key}; at most {limit:,} are read")


def read_page(raw: Json, number: int, faults: Faults) -> Page | None:
    """The page in a JSON value, the ``number``-th of its file."""
    if not is_object(raw):
        faults.add(f"page number {number} must be an object")
        return None
    rest: dict[str, Json] = dict(raw)
    name: Json = rest.pop("name", None)
    if type(name) is not str:
        faults.add(f"page number {number} has no 'name', or one that is no string")
        return None
    fault = name_fault(name)
    if fault:
        faults.add(f"the name {shortened(name)} of page number {number} {fault}")
        return None
    blocks: dict[str, Block] = {}
    for i, item in enumerate(_list(rest, "blocks", name, faults), 1):
        block = read_block(item, i, name, faults)
        if block is not None and block.id in blocks:
            faults.add(f"two blocks have the id {shortened(block.id)}", page=name, block=block.id)
        elif block is not None:
            blocks[block.id] = block
    ends: dict[str, Endpoint] = {}
    wires = [read_wire(w, i, name, faults, ends) for i, w in enumerate(_list(rest, "wires", name, faults), 1)]
    notes = [read_note(n, i, name, faults) for i, n in enumerate(_list(rest, "notes", name, faults), 1)]
    frames = [read_frame(f, i, name, faults) for i, f in enumerate(_list(rest, "frames", name, faults), 1)]
    return Page(
        name,
        tuple(blocks.values()),
        tuple(w for w in wires if w is not None),
        tuple(n for n in notes if n is not None),
        tuple(f for f in frames if f is not None),
        rest,
    )


def read_block(raw: Json, number: int, page: str, faults: Faults) -> Block | None:
    """The block in a JSON value, the ``number``-th of its page."""
    if not is_object(raw):
        faults.add(f"block number {number} must be an object", page=page)
        return None
    rest: dict[str, Json] = dict(raw)
    block_id: Json = rest.pop("id", None)
    if type(block_id) is not str:
        faults.add(f"block number {number} has no 'id', or one that is no string", page=page)
        return None
    fault = id_fault(block_id)
    if fault:
        faults.add(f"the id {shortened(block_id)} of block number {number} {fault}", page=page)
        return None
    type_name: Json = rest.pop("type", None)
    if type(type_name) is not str or not type_name:
        faults.add("'type' must be the name of a block type", page=page, block=block_id)
        type_name = ""
    values: Json = rest.pop("values", _MISSING)
    if values is _MISSING:
        values = _NOTHING
    elif not is_object(values):
        faults.add("'values' must be an object", page=page, block=block_id)
    at = _position(rest, "at", page, block_id, faults) or (0, 0)
    size, collapsed, muted = None, False, False
    if rest:  # mostly there is nothing else
        size = _position(rest, "size", page, block_id, faults)
        collapsed = _flag(rest, "collapsed", page, block_id, faults)
        muted = _flag(rest, "muted", page, block_id, faults)
    return Block(intern(block_id), intern(type_name), at, values, size, collapsed, muted, rest or _NOTHING)


def read_wire(raw: Json, number: int, page: str, faults: Faults, ends: dict[str, Endpoint]) -> Wire | None:
    """The wire in a JSON value; ``ends`` remembers where wires begin, since many begin at one pin."""
    if not is_list(raw) or len(raw) != 2 or type(raw[0]) is not str or type(raw[1]) is not str:
        faults.add(f"wire number {number} must be a list of two strings", page=page, hint='["A.output", "v.a"]')
        return None
    try:
        start, end = raw
        source = ends.get(start) or ends.setdefault(start, parse_endpoint(start))
        target = parse_endpoint(end)  # mostly no other wire leads there
    except DiagramError as error:
        faults.add(f"wire number {number}: {error.message}", page=page, hint=error.hint)
        return None
    return Wire(source, target)


def read_note(raw: Json, number: int, page: str, faults: Faults) -> Note | None:
    """The note in a JSON value."""
    if not is_object(raw):
        faults.add(f"note number {number} must be an object", page=page)
        return None
    rest: dict[str, Json] = dict(raw)
    at = _position(rest, "at", page, None, faults) or (0, 0)
    text = _text(rest, "text", "", f"note number {number}", faults, page)
    return Note(at, text, _position(rest, "size", page, None, faults), rest)


def read_frame(raw: Json, number: int, page: str, faults: Faults) -> Frame | None:
    """The frame in a JSON value."""
    if not is_object(raw):
        faults.add(f"frame number {number} must be an object", page=page)
        return None
    rest: dict[str, Json] = dict(raw)
    at = _position(rest, "at", page, None, faults) or (0, 0)
    size = _position(rest, "size", page, None, faults)
    title = _text(rest, "title", "", f"frame number {number}", faults, page)
    color = _text(rest, "color", "", f"frame number {number}", faults, page) if "color" in rest else None
    return Frame(at, size, title, color, rest)


def _list(rest: dict[str, Json], key: str, page: str, faults: Faults) -> list[Json]:
    found = rest.pop(key, [])
    if is_list(found):
        return found
    faults.add(f"{key!r} must be a list", page=page)
    return []


def _text(rest: dict[str, Json], key: str, default: str, whose: str, faults: Faults, page: str | None = None) -> str:
    found = rest.pop(key, default)
    if type(found) is str:
        return found
    faults.add(f"{key!r} of {whose} must be a string", page=page)
    return default


def _position(rest: dict[str, Json], key: str, page: str, block: str | None, faults: Faults) -> Position | None:
    found = rest.pop(key, _MISSING)
    if found is _MISSING:
        return None
    place = position(found)
    if place is None:
        faults.add(f"{key!r} must be two finite numbers", page=page, block=block)
    return place


def _flag(rest: dict[str, Json], key: str, page: str, block: str, faults: Faults) -> bool:
    found = rest.pop(key, False)
    if type(found) is bool:
        return found
    faults.add(f"{key!r} must be true or false", page=page, block=block)
    return False
