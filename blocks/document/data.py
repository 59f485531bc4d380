"""The data classes of a document, without behavior.

Unknown content of a file is kept in ``extra``, in its order, and is written back.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from itertools import islice
from sys import intern
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard, cast

from blocks.base.errors import DiagramError

Json: TypeAlias = Any
"""A value as JSON has it: None, bool, int, finite float, str, list or dict of these. Never changed in place."""

Position = tuple[float, float]

MAX_BLOCKS = 100_000
MAX_WIRES = 1_000_000
MAX_DEPTH = 64
"""How deeply the lists and objects of a file may be nested."""

# What is left of it from an object on: around a page are the document and its list of pages, and so on.
PAGE_DEPTH = MAX_DEPTH - 2
ITEM_DEPTH = PAGE_DEPTH - 2
VALUES_DEPTH = ITEM_DEPTH - 1

MAX_INT_DIGITS = 4300
"""Digits of an integer; Python itself refuses to read more."""

FARTHEST = 1e9

BLOCK_FIELDS = ("id", "type", "at", "size", "collapsed", "muted", "color", "source", "note", "values")
PAGE_FIELDS = ("name", "blocks", "wires", "notes", "frames", "routes")
DEFINITION_FIELDS = ("name", "doc", "gradient", "values", "blocks", "wires", "notes", "frames", "routes", "from")
VALUE_FIELDS = ("name", "default", "sets", "doc")
NOTE_FIELDS = ("at", "text", "size")
FRAME_FIELDS = ("at", "size", "title", "color")
ORIGIN_FIELDS = ("package", "version", "sha256", "name")
PACKAGE_FIELDS = ("name", "version", "doc", "licence")
ROUTE_FIELDS = ("wire", "points")
DOCUMENT_FIELDS = ("format", "title", "package", "composites", "pages")
FIRST_FIELDS = ("format", "title", "pages")
"""What there was in gradblocks/1."""
CONFLICTS: Final = "conflicts"
"""The key of the outermost object for what a merge left to settle."""

ANSWERS: Final = "answers"
"""The key of the outermost object for a student's answers to the questions of an exercise, by question id."""

INSTANCE = ":"
"""What the type of an instance begins with; the name of its composite follows."""

LOOP_BODIES = {
    "Repeat": ("body",),
    "Scan": ("body",),
    "Map": ("body",),
    "While": ("condition", "body"),
    "Cond": ("then", "else"),
}
"""The block types that run composites, and the values that name these."""

LOOP_PINS = {"condition": "rounds", "then": "predicate"}
"""The pins that a block has besides those of its composites, by the values of `LOOP_BODIES`."""

LOOP = "loop"
"""What stands before the types of such blocks where they have the pins of their composites."""

_ENDPOINT = re.compile(r"([^.]+)\.([^.\[\]]+)(?:\[(0|[1-9][0-9]{0,8})\])?")
_INFINITY = float("inf")
_TOO_BIG = 10**MAX_INT_DIGITS
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Endpoint(NamedTuple):
    block: str
    pin: str
    index: int | None = None  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups

    def __str__(self) -> str:
        return f"{self.block}.{self.pin}" if self.index is None else f"{self.block}.{self.pin}[{self.index}]"


class Wire(NamedTuple):
    source: Endpoint
    target: Endpoint

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}"


class Block(NamedTuple):
    """One box on the canvas. ``values`` holds attributes and the literals of unwired inputs in one flat mapping.

    Attributes:
        source: the line of the program that an import made the block from: ``model.py:12``; empty if there is none.
        note: a remark of the import, such as ``detach``.
    """

    id: str
    type: str
    at: Position = (0, 0)
    values: Mapping[str, Json] = {}
    size: Position | None = None
    collapsed: bool = False
    muted: bool = False
    extra: Mapping[str, Json] = {}
    color: str | None = None
    source: str = ""
    note: str = ""


class Note(NamedTuple):
    at: Position = (0, 0)
    text: str = ""
    size: Position | None = None
    extra: Mapping[str, Json] = {}


class Frame(NamedTuple):
    at: Position = (0, 0)
    size: Position | None = None
    title: str = ""
    color: str | None = None
    extra: Mapping[str, Json] = {}


class Route(NamedTuple):
    """The reroute points of a wire, in order. The wire may no longer exist."""

    wire: Wire
    points: tuple[Position, ...] = ()
    extra: Mapping[str, Json] = {}


class PromotedValue(NamedTuple):
    """A value of a composite that its instances may set.

    Attributes:
        sets: the inner values that it sets, ``block.value`` each.
    """

    name: str
    default: Json = None
    sets: tuple[str, ...] = ()
    doc: str = ""
    extra: Mapping[str, Json] = {}


class Definition(NamedTuple):
    """The fields of a composite other than its canvas.

    Attributes:
        origin: the package that it was copied from, as stored under ``from``; None if it was not copied.
        gradient: the type of its gradient composite, such as ``":RoundGrad"``; empty without a custom gradient.
    """

    doc: str = ""
    values: tuple[PromotedValue, ...] = ()
    origin: Mapping[str, Json] | None = None
    gradient: str = ""


class Page(NamedTuple):
    """A snapshot of one canvas. Ids are unique; wires may name blocks that do not exist.

    Attributes:
        name: the name; for a composite the type of its instances, ``":Dense"``.
        composite: the other fields of a composite; None for a page.
    """

    name: str
    blocks: tuple[Block, ...] = ()
    wires: tuple[Wire, ...] = ()
    notes: tuple[Note, ...] = ()
    frames: tuple[Frame, ...] = ()
    extra: Mapping[str, Json] = {}
    composite: Definition | None = None
    routes: tuple[Route, ...] = ()

    @property
    def gradient(self) -> str:
        return "" if self.composite is None else self.composite.gradient

    @property
    def promoted(self) -> tuple[PromotedValue, ...]:
        return () if self.composite is None else self.composite.values


class Document(NamedTuple):
    title: str = ""
    pages: tuple[Page, ...] = ()
    extra: Mapping[str, Json] = {}
    composites: tuple[Page, ...] = ()
    package: Mapping[str, Json] | None = None


def uses_of(block: Block) -> tuple[str, ...]:
    """Return the composites that a block is an instance of or runs, which may not exist."""
    if block.type.startswith(INSTANCE):
        return (block.type,)
    names = [block.values.get(value) for value in LOOP_BODIES.get(block.type, ())]
    return tuple([name for name in names if isinstance(name, str)])


def pins_type(block: Block) -> str:
    """Return the type that determines the pins of a block: ``loop/Scan/:Cell`` if it runs a composite."""
    values = LOOP_BODIES.get(block.type)
    if values is None:
        return block.type
    names = uses_of(block)
    return "/".join([LOOP, block.type, *names]) if len(names) == len(values) else block.type


def is_object(value: Json) -> TypeGuard[dict[str, Json]]:
    return type(value) is dict


def is_list(value: Json) -> TypeGuard[list[Json]]:
    return type(value) is list


def parse_endpoint(text: str) -> Endpoint:
    """Parse ``block.pin`` or ``block.pin[3]``; raise DiagramError if the string has another form."""
    # The fast path first: nearly all wires join whole pins.
    start, _, end = text.partition(".")
    if start and end and not ("." in end or "[" in end or "]" in end):
        return Endpoint(intern(start), intern(end))  # one text for each name: it is looked up again and again
    match = _ENDPOINT.fullmatch(text)
    if match is None:
        raise DiagramError(
            f"{shortened(text)} is not the name of a pin", hint="write block.pin, or block.pin[0] for a list element"
        )
    block, pin, index = match.groups()
    return Endpoint(block, pin, None if index is None else int(index))


def name_fault(name: str) -> str | None:
    if not name:
        return "is empty"
    if name != name.strip():
        return "begins or ends with a space"
    # The fast path first: nearly all names are printable, and this is asked for each block of a file.
    if not name.isprintable():
        if any(unicodedata.category(c) == "Cc" for c in name):
            return "contains a control character"
        if _LONE_SURROGATE.search(name):
            return "contains half of a surrogate pair"
    return None


def id_fault(block_id: str) -> str | None:
    if "." in block_id or "/" in block_id:
        return "contains a '.' or a '/'"
    return name_fault(block_id)


def composite_fault(name: str) -> str | None:
    return "contains a ':'" if INSTANCE in name else id_fault(name)


def gradient_fault(value: Json) -> str | None:
    if type(value) is str and value.startswith(INSTANCE) and composite_fault(value[1:]) is None:
        return None
    return "must be ':' and the name of a composite, such as \":RoundGrad\""


def json_fault(value: Json, depth: int) -> str | None:
    """Return why a file cannot store ``value``, as a predicate; None if it can.

    Strings must be Unicode that UTF-8 can encode, floats finite, keys strings, nesting at most ``depth``.
    """
    kind = cast("type[object]", type(value))
    if value is None or kind is bool:
        return None
    if kind is str:
        return "contains half of a surrogate pair" if _LONE_SURROGATE.search(value) else None
    if kind is float:
        # A comparison is the test for NaN too.
        return None if abs(value) < _INFINITY else f'is {value}, which a file stores as a string, such as "NaN"'
    if kind is int:
        return None if -_TOO_BIG < value < _TOO_BIG else f"has more than {MAX_INT_DIGITS} digits"
    if kind is not list and kind is not dict:
        return f"has the Python type {kind.__name__}, which a file cannot store"
    if depth < 1:
        return "is nested too deeply"
    items: Iterable[Json] = value
    if kind is dict:
        for key in value:
            if type(key) is not str:
                return "has a key that is not a string"
            if _LONE_SURROGATE.search(key):
                return "contains half of a surrogate pair"
        items = value.values()
    if set(map(type, items)) == {float} and all(map(math.isfinite, items)):  # fast, for the many of a tensor
        return None
    for item in items:
        fault = json_fault(item, depth - 1)
        if fault:
            return fault
    return None


def same(a: Json, b: Json) -> bool:
    """Return whether two JSON values are equal; 1, 1.0 and true differ, 0.0 and -0.0 too. Key order is ignored."""
    kind = cast("type[object]", type(a))
    if kind is not type(b):
        return False
    if kind is list:
        return len(a) == len(b) and all(map(same, a, b))
    if kind is dict:
        return a.keys() == b.keys() and all(same(value, b[key]) for key, value in a.items())
    return a == b and (kind is not float or repr(a) == repr(b))


def shortened(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


def listed(names: Collection[str], most: int = 10) -> str:
    some = ", ".join(map(shortened, islice(names, most)))
    return some if len(names) <= most else f"{some} and {len(names) - most:,} more"


def position(value: Json) -> Position | None:
    if type(value) not in (list, tuple) or len(value) != 2:
        return None
    x, y = value
    # A comparison is the test for NaN too, and bool is no number here.
    if type(x) not in (int, float) or type(y) not in (int, float) or not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
        return None
    return (x, y)


class Promotes(NamedTuple):
    name: str
    types: Mapping[str, str]
    values: tuple[PromotedValue, ...]


def naming_values(composites: Iterable[Promotes]) -> dict[str, set[str]]:
    """Return the values that name a composite, by block type."""
    result = {kind: set(values) for kind, values in LOOP_BODIES.items()}
    waiting = [(each, value) for each in composites for value in each.values]
    while True:
        named = [
            (each, value)
            for each, value in waiting
            if any(name in result.get(each.types.get(block, ""), ()) for block, _, name in _ends(value))
        ]
        if not named:
            return result
        for each, value in named:
            result.setdefault(each.name, set()).add(value.name)
        waiting = [pair for pair in waiting if pair not in named]


def _ends(value: PromotedValue) -> Iterable[tuple[str, str, str]]:
    return (each.partition(".") for each in value.sets)
