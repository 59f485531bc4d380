"""Decoding of JSON values to document data. All errors are collected and reported together.

Content that leaves a file usable is not an error here: unknown keys and types, wires to missing pins, values that do
not fit. It is kept, and `blocks.analysis.checks` reports it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from sys import intern

from blocks.base.errors import DiagramError
from blocks.document.data import (
    INSTANCE,
    MAX_BLOCKS,
    MAX_WIRES,
    Block,
    Definition,
    Document,
    Endpoint,
    Frame,
    Json,
    Note,
    Page,
    Position,
    PromotedValue,
    Route,
    Wire,
    composite_fault,
    gradient_fault,
    id_fault,
    is_list,
    is_object,
    name_fault,
    parse_endpoint,
    position,
    shortened,
)
from blocks.document.migrations import FORMAT, MAJOR

MAX_FAULTS = 100
"""Faults of one file that are reported; a person reads no more."""

_MISSING = object()
_NOTHING: dict[str, Json] = {}
"""What most blocks have for values, and beyond what we know; one for all."""


class Faults:
    """The errors of a file; ``composites`` holds the composites' canvases (``":Dense"``) that were read so far."""

    def __init__(self) -> None:
        self.errors: list[DiagramError] = []
        self.full = False
        self.composites: set[str] = set()

    def add(self, message: str, *, page: str | None = None, block: str | None = None, hint: str | None = None) -> None:
        if len(self.errors) < MAX_FAULTS:
            self.errors.append(DiagramError(message, page=page, block=block, hint=hint).within(self.composites))
        elif not self.full:
            self.full = True
            self.errors.append(DiagramError("there are more errors"))


def read_document(raw: dict[str, Json], major: int, faults: Faults) -> Document:
    """Return the document in a JSON object whose format was checked; invalid parts are left out."""
    rest = dict(raw)
    del rest["format"]
    title = _text(rest, "title", "", "the diagram", faults)
    raw_pages = _list(rest, "pages", None, faults)
    # In gradblocks/1 the two are keys like any other that we do not know.
    raw_composites = _list(rest, "composites", None, faults) if major > 1 else []
    package = _object(rest, "package", None, faults) if major > 1 else None
    _check_limits([*raw_composites, *raw_pages], faults)
    if faults.errors:
        return Document()
    composites = _canvases(raw_composites, read_composite, faults)
    for page in composites.values():
        if page.gradient and major < MAJOR:
            text = f"a composite cannot have 'gradient' in a file of the format gradblocks/{major}"
            faults.add(text, page=page.name, hint=f'the file needs "format": "{FORMAT}"')
    pages = _canvases(raw_pages, read_page, faults)
    for name in filter(composites.__contains__, pages):
        faults.add(f"the name of the page {shortened(name)} is the block type of the composite {shortened(name[1:])}")
    return Document(title, tuple(pages.values()), rest, tuple(composites.values()), package)


def _canvases(raw: list[Json], read: Callable[[Json, int, Faults], Page | None], faults: Faults) -> dict[str, Page]:
    pages: dict[str, Page] = {}
    for number, item in enumerate(raw, 1):
        canvas = read(item, number, faults)
        if canvas is not None and canvas.name in pages:
            what, name = ("composites", canvas.name[1:]) if canvas.composite else ("pages", canvas.name)
            faults.add(f"two {what} have the name {shortened(name)}")
        elif canvas is not None:
            pages[canvas.name] = canvas
    return pages


def _check_limits(raw_pages: Iterable[Json], faults: Faults) -> None:
    for key, limit in (("blocks", MAX_BLOCKS), ("wires", MAX_WIRES)):
        lists: list[Json] = [page[key] for page in raw_pages if is_object(page) and is_list(page.get(key))]
        count = sum(map(len, lists))
        if count > limit:
            faults.add(f"the diagram has {count:,} {key}; the limit is {limit:,}")


def read_page(raw: Json, number: int, faults: Faults) -> Page | None:
    rest = _members(raw, f"page number {number}", None, faults)
    name = _name(rest, f"page number {number}", None, name_fault, faults)
    return None if rest is None or name is None else _read_canvas(rest, name, None, faults)


def read_composite(raw: Json, number: int, faults: Faults) -> Page | None:
    rest = _members(raw, f"composite number {number}", None, faults)
    name = _name(rest, f"composite number {number}", None, composite_fault, faults)
    if rest is None or name is None:
        return None
    canvas = INSTANCE + name
    faults.composites.add(canvas)
    doc = _text(rest, "doc", "", "the composite", faults, canvas)
    values = read_values(_list(rest, "values", canvas, faults), canvas, faults)
    origin, gradient = _object(rest, "from", canvas, faults), rest.pop("gradient", _MISSING)
    if gradient is not _MISSING and (fault := gradient_fault(gradient)):
        faults.add(f"'gradient' {fault}", page=canvas)
    definition = Definition(doc, values, origin, gradient if type(gradient) is str else "")
    return _read_canvas(rest, canvas, definition, faults)


def read_values(raw: list[Json], canvas: str, faults: Faults) -> tuple[PromotedValue, ...]:
    values: dict[str, PromotedValue] = {}
    for number, item in enumerate(raw, 1):
        what = f"value number {number}"
        rest = _members(item, what, canvas, faults)
        name = _name(rest, what, canvas, id_fault, faults)
        if rest is None or name is None:
            continue
        default = rest.pop("default", None)
        sets = _list(rest, "sets", canvas, faults)
        if not all(type(each) is str for each in sets):
            faults.add(f"'sets' of {what} must be a list of strings", page=canvas)
        doc = _text(rest, "doc", "", what, faults, canvas)
        if name in values:
            faults.add(f"two promoted values have the name {shortened(name)}", page=canvas)
        values[name] = PromotedValue(name, default, tuple(sets), doc, rest)
    return tuple(values.values())


def _read_canvas(rest: dict[str, Json], name: str, composite: Definition | None, faults: Faults) -> Page:
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
    routes = [read_route(r, i, name, faults) for i, r in enumerate(_list(rest, "routes", name, faults), 1)]
    return Page(
        name,
        tuple(blocks.values()),
        tuple(w for w in wires if w is not None),
        tuple(n for n in notes if n is not None),
        tuple(f for f in frames if f is not None),
        rest,
        composite,
        tuple(r for r in routes if r is not None),
    )


def read_block(raw: Json, number: int, page: str, faults: Faults) -> Block | None:
    rest = _members(raw, f"block number {number}", page, faults)
    if rest is None:
        return None
    block_id: Json = rest.pop("id", None)
    if type(block_id) is not str:
        faults.add(f"block number {number}: 'id' is missing or not a string", page=page)
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
    size, collapsed, muted, color, source, note = None, False, False, None, "", ""
    if rest:  # mostly there is nothing else
        size = _position(rest, "size", page, block_id, faults)
        collapsed = _flag(rest, "collapsed", page, block_id, faults)
        muted = _flag(rest, "muted", page, block_id, faults)
        color = _color(rest, page, faults, block_id)
        source, note = (_text(rest, key, "", "a block", faults, page, block_id) for key in ("source", "note"))
    rest = rest or _NOTHING
    return Block(intern(block_id), intern(type_name), at, values, size, collapsed, muted, rest, color, source, note)


def read_wire(raw: Json, number: int, page: str, faults: Faults, ends: dict[str, Endpoint]) -> Wire | None:
    """Return the wire in a JSON value; ``ends`` caches sources, because many wires begin at one pin."""
    if not is_list(raw) or len(raw) != 2 or type(raw[0]) is not str or type(raw[1]) is not str:
        faults.add(f'wire number {number} must be a list of two strings, such as ["A.output", "v.a"]', page=page)
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
    rest = _members(raw, f"note number {number}", page, faults)
    if rest is None:
        return None
    at = _position(rest, "at", page, None, faults) or (0, 0)
    text = _text(rest, "text", "", f"note number {number}", faults, page)
    return Note(at, text, _position(rest, "size", page, None, faults), rest)


def read_frame(raw: Json, number: int, page: str, faults: Faults) -> Frame | None:
    rest = _members(raw, f"frame number {number}", page, faults)
    if rest is None:
        return None
    at = _position(rest, "at", page, None, faults) or (0, 0)
    size = _position(rest, "size", page, None, faults)
    title = _text(rest, "title", "", f"frame number {number}", faults, page)
    color = _color(rest, page, faults, what=f"frame number {number}")
    return Frame(at, size, title, color, rest)


def read_route(raw: Json, number: int, page: str, faults: Faults) -> Route | None:
    rest = _members(raw, f"route number {number}", page, faults)
    if rest is None:
        return None
    wire = read_wire(rest.pop("wire", None), number, page, faults, {})
    points = [position(point) for point in _list(rest, "points", page, faults)]
    result = tuple(point for point in points if point is not None)
    if len(result) < len(points):
        faults.add(f"each point in route {number} must be two finite numbers", page=page)
    return None if wire is None else Route(wire, result, rest)


def _members(raw: Json, what: str, page: str | None, faults: Faults) -> dict[str, Json] | None:
    if is_object(raw):
        return dict(raw)
    faults.add(f"{what} must be an object", page=page)
    return None


def _name(
    rest: dict[str, Json] | None, what: str, page: str | None, wrong: Callable[[str], str | None], faults: Faults
) -> str | None:
    """Remove and return the name of an object; None if there is none or it is not valid."""
    if rest is None:
        return None
    name: Json = rest.pop("name", None)
    if type(name) is not str:
        faults.add(f"{what}: 'name' is missing or not a string", page=page)
        return None
    fault = wrong(name)
    if fault:
        faults.add(f"the name {shortened(name)} of {what} {fault}", page=page)
        return None
    return name


def _object(rest: dict[str, Json], key: str, page: str | None, faults: Faults) -> dict[str, Json] | None:
    if key not in rest:
        return None
    entry = rest.pop(key)
    if is_object(entry):
        return entry
    faults.add(f"{key!r} must be an object", page=page)
    return None


def _list(rest: dict[str, Json], key: str, page: str | None, faults: Faults) -> list[Json]:
    results = rest.pop(key, [])
    if is_list(results):
        return results
    faults.add(f"{key!r} must be a list", page=page)
    return []


def _text(
    rest: dict[str, Json], key: str, default: str, whose: str, faults: Faults, page: str | None = None,
    block: str | None = None,
) -> str:  # fmt: skip
    entry = rest.pop(key, default)
    if type(entry) is str:
        return entry
    faults.add(f"{key!r} of {whose} must be a string", page=page, block=block)
    return default


def _color(
    rest: dict[str, Json], page: str, faults: Faults, block: str | None = None, what: str = "a block"
) -> str | None:
    entry = rest.pop("color", _MISSING)
    if entry is _MISSING or type(entry) is str:
        return None if entry is _MISSING else entry
    faults.add(f"'color' of {what} must be a string", page=page, block=block)
    return None


def _position(rest: dict[str, Json], key: str, page: str, block: str | None, faults: Faults) -> Position | None:
    entry = rest.pop(key, _MISSING)
    if entry is _MISSING:
        return None
    location = position(entry)
    if location is None:
        faults.add(f"{key!r} must be two finite numbers", page=page, block=block)
    return location


def _flag(rest: dict[str, Json], key: str, page: str, block: str, faults: Faults) -> bool:
    entry = rest.pop(key, False)
    if type(entry) is bool:
        return entry
    faults.add(f"{key!r} must be true or false", page=page, block=block)
    return False
