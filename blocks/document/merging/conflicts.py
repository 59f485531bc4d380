"""Merge conflicts as a diagram stores them until they are resolved.

A file stores them under its key ``conflicts``: the location, and the value of each side. The diagram itself contains
our side's values there, so that it opens, and all changes that only one side made. `blocks.document.merging.settle`
resolves conflicts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from blocks.base.errors import DiagramError
from blocks.document.canonical import short
from blocks.document.data import CONFLICTS, INSTANCE, Document, Json, is_list, is_object, same, shortened
from blocks.document.merging.order import merged_order

Side: TypeAlias = Literal["ours", "theirs", "base"]
SIDES: tuple[Side, ...] = ("ours", "theirs", "base")

_LONGEST = 2000
"""Characters of a value that a person is shown."""

PAGES, COMPOSITES = "pages", "composites"


class Absent:
    """The type of a marker for absent values, since None is a value that a file can contain."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()


class Conflict(NamedTuple):
    """A conflict: both sides changed the same item differently.

    Attributes:
        at: the keys that lead to it: ``("pages", "main", "blocks", "b", "values", "val")``.
        ours, theirs, base: each side's value in file form, or `ABSENT`.
    """

    at: tuple[str, ...]
    ours: Json = ABSENT
    theirs: Json = ABSENT
    base: Json = ABSENT

    @property
    def canvas(self) -> str | None:
        """Return the page or the composite's canvas (``":Dense"``); None if the conflict is about the diagram."""
        if len(self.at) < 2 or self.at[0] not in (PAGES, COMPOSITES):
            return None
        return self.at[1] if self.at[0] == PAGES else INSTANCE + self.at[1]

    @property
    def block(self) -> str | None:
        if len(self.at) < 4 or self.canvas is None:
            return None
        if self.at[2] == "blocks":
            return self.at[3]
        return self.at[3].partition(".")[0] if self.at[2] == "wires" else None

    @property
    def subject(self) -> str:
        at = self.at if self.canvas is None else self.at[2:]
        match at:
            case ():
                return "the composite" if self.at[0] == COMPOSITES else "the page"
            case ("blocks", _):
                return "the block"
            case ("blocks", _, "id"):
                return "its id"
            case ("blocks", _, "values" | "extra", name):
                return name
            case ("blocks", _, "type"):
                return "its type"
            case ("wires", target):
                return f"the wires into {target}"
            case ("values", name, field):
                return f"{field} of the value {name}"
            case ("values", name):
                return f"the value {name}"
            case ("notes" | "frames" as kind, text):
                return f"the {kind[:-1]} {shortened(text)}"
            case ("name",):
                return "its name"
            case ("package", name):
                return f"{name} of the package"
            case _:
                return at[-1]

    def side(self, side: Side) -> Json:
        return getattr(self, side)

    def shown(self, side: Side, limit: int = 60) -> str:
        value = self.side(side)
        if value is ABSENT:
            return "nothing"
        if self.canvas is not None and is_object(value) and len(self.at) in (2, 4) and self.at[2:3] != ("values",):
            if len(self.at) == 2:
                return f"blocks: {len(_items(value, 'blocks'))}"
            if is_object(value.get("block")):
                return f"{value['block'].get('type')}, wires: {len(_items(value, 'wires'))}"
        if self.at[2:3] == ("wires",) and is_list(value):
            return ", ".join(map(str, value)) or "not wired"
        return short(value, limit)

    def lines(self, side: Side) -> list[str]:
        value = self.side(side)
        if value is ABSENT:
            return ["(absent)"]
        if type(value) is str:
            return value.split("\n")
        if self.canvas is not None and is_object(value):
            blocks = [value["block"]] if is_object(value.get("block")) else _items(value, "blocks")
            if blocks or len(self.at) == 2:
                wires = [" -> ".join(map(str, wire)) for wire in _items(value, "wires") if is_list(wire)]
                return [*(line for block in blocks for line in _block_lines(block)), *wires] or ["(empty)"]
        if is_list(value) or is_object(value):
            pairs = [f"{key}: {short(each, _LONGEST)}" for key, each in value.items()] if is_object(value) else value
            return [each if type(each) is str else short(each, _LONGEST) for each in pairs] or ["(empty)"]
        return [short(value, _LONGEST)]

    def as_json(self) -> dict[str, Json]:
        sides = {side: self.side(side) for side in SIDES}
        return {"at": list(self.at), **{side: value for side, value in sides.items() if value is not ABSENT}}

    def fault(self) -> DiagramError:
        text = f"unresolved merge conflict: {self.subject}: ours {self.shown('ours')}, theirs {self.shown('theirs')}"
        error = DiagramError(
            text, page=self.canvas, block=self.block, hint="resolve it in the editor: File > Resolve conflicts"
        )
        return error.within([self.canvas] if self.at[0] == COMPOSITES and self.canvas is not None else ())


def conflicts_in(document: Document) -> tuple[Conflict, ...]:
    """Return the conflicts in a diagram, without invalid ones, which `check` reports."""
    return tuple([each for each in map(_parsed, _listed(document.extra)) if each is not None])


def faults_in(extra: Mapping[str, Json]) -> list[DiagramError]:
    errors: list[DiagramError] = []
    if CONFLICTS in extra and not is_list(extra[CONFLICTS]):
        errors.append(DiagramError(f"{CONFLICTS!r} must be a list"))
    for number, raw in enumerate(_listed(extra), 1):
        conflict = _parsed(raw)
        wrong = DiagramError(f"conflict number {number}: 'at' does not refer to a part of a diagram")
        errors.append(wrong if conflict is None else conflict.fault())
    return errors


def with_conflicts(extra: Mapping[str, Json], conflicts: Sequence[Conflict]) -> dict[str, Json]:
    rest = {key: value for key, value in extra.items() if key != CONFLICTS}
    return {**rest, CONFLICTS: [each.as_json() for each in conflicts]} if conflicts else rest


def alike(a: Json, b: Json) -> bool:
    return a is b or (a is not ABSENT and b is not ABSENT and same(a, b))


def _items(value: Mapping[str, Json], key: str) -> list[Json]:
    entry = value.get(key)
    return entry if is_list(entry) else []


def _block_lines(block: Json) -> list[str]:
    if not is_object(block):
        return []
    values = block.get("values")
    result = [f"{block.get('id')}: {block.get('type')}{', muted' if block.get('muted') else ''}"]
    result += [f"  {key} = {short(each, _LONGEST)}" for key, each in values.items()] if is_object(values) else []
    looks = ("id", "type", "at", "size", "collapsed", "color", "muted", "values")
    return [*result, *(f"  {key}: {short(each, _LONGEST)}" for key, each in block.items() if key not in looks)]


def _listed(extra: Mapping[str, Json]) -> list[Json]:
    entry = extra.get(CONFLICTS)
    return entry if is_list(entry) else []


_BELOW_CANVAS = {"name": 1, "doc": 1, "gradient": 1, "from": 1, "extra": 2, "wires": 2, "notes": 2, "frames": 2}
"""How many keys lead to what can be in conflict on a canvas; blocks and values have more."""


def _parsed(raw: Json) -> Conflict | None:
    at = raw.get("at") if is_object(raw) else None
    if not is_list(at) or not at or not all(type(key) is str for key in at):
        return None
    keys: tuple[str, ...] = tuple(at)
    match keys:
        case (
            ("title",) | ("package", _) | ("extra", _) | ("pages" | "composites", _)
            | ("pages" | "composites", _, "blocks", _) | ("pages" | "composites", _, "blocks", _, "id" | "type")
            | ("pages" | "composites", _, "blocks", _, "values" | "extra", _)
            | ("composites", _, "values", _) | ("composites", _, "values", _, _)
        ):  # fmt: skip
            fitting = True
        case ("pages" | "composites", _, kind, *_):
            fitting = _BELOW_CANVAS.get(kind) == len(keys) - 2
        case _:
            fitting = False
    return Conflict(keys, *(raw.get(side, ABSENT) for side in SIDES)) if fitting else None


T = TypeVar("T")


def picked(base: T, ours: T, theirs: T) -> T:
    """Return the value of the side that changed it; ours if both did."""
    return theirs if ours == base else ours


class Values:
    def __init__(self) -> None:
        self.conflicts: list[Conflict] = []

    def leaf(self, at: tuple[str, ...], base: Json, ours: Json, theirs: Json) -> Json:
        """Return the merged value, or `ABSENT`; in a conflict, ours."""
        if alike(ours, theirs) or alike(theirs, base):
            return ours
        if alike(ours, base):
            return theirs
        self.conflicts.append(Conflict(at, ours, theirs, base))
        return ours

    def present(self, at: tuple[str, ...], base: Json, ours: Json, theirs: Json) -> Json:
        """Do the same as `leaf` for an item that is kept if one side removed it and the other changed it."""
        result = self.leaf(at, base, ours, theirs)
        return theirs if result is ABSENT and not alike(theirs, base) else result

    def mapping(
        self, at: tuple[str, ...], base: Mapping[str, Json], ours: Mapping[str, Json], theirs: Mapping[str, Json]
    ) -> dict[str, Json]:
        result: dict[str, Json] = {}
        for key in merged_order(list(base), list(ours), list(theirs)):
            value = self.leaf((*at, key), *(side.get(key, ABSENT) for side in (base, ours, theirs)))
            if value is not ABSENT:
                result[key] = value
        return result
