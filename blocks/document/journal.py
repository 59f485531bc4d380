"""The JSON form of changes, for a journal that survives a crash."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, cast, get_args

from blocks.base.errors import DiagramError
from blocks.document.canonical import block_json, frame_json, note_json, page_json, route_json, value_json, wire_json
from blocks.document.changes import AddBlocks, BlockField, Change, DefinitionField, SetDefinition, SetExtra, SetField
from blocks.document.data import Block, Frame, Json, Note, Page, PromotedValue, Route, Wire, is_list, is_object
from blocks.document.decoding import (
    Faults,
    read_block,
    read_composite,
    read_frame,
    read_note,
    read_page,
    read_route,
    read_values,
    read_wire,
)
from blocks.document.state import KINDS

_NAMES: dict[type[Change], str] = {
    each: re.sub(r"(?<=[a-z])(?=[A-Z])", " ", each.__name__).lower() for each in get_args(Change)
}
"""``SetValue`` is ``"set value"``."""
_CLASSES = {name: cls for cls, name in _NAMES.items()}


def to_json(change: Change) -> dict[str, Json]:
    """Return a change as a JSON object: ``{"change": "set value", "page": "main", "block": "v", ...}``."""
    fields = change._asdict()
    return {"change": _NAMES[type(change)], **{name: _plain(value) for name, value in fields.items()}}


def _plain(value: Any) -> Json:
    match value:
        case Page():
            # A page has a name, so that this is none.
            return page_json(value) if value.composite is None else {"composite": page_json(value)}
        case PromotedValue():
            return value_json(value)
        case Block():
            return block_json(value, value.values)
        case Wire():
            return wire_json(value)
        case Note():
            return note_json(value)
        case Frame():
            return frame_json(value)
        case Route():
            return route_json(value)
        case tuple():
            items = cast("tuple[Any, ...]", value)
            return to_json(cast("Change", items)) if type(items) in _NAMES else [_plain(item) for item in items]
        case _:
            return value


def from_json(raw: Json) -> Change:
    """Return the change in a JSON value; raise DiagramError if it is not valid."""
    if not is_object(raw):
        _refuse("it is not an object")
    fields: dict[str, Json] = dict(raw)
    kind = fields.pop("change", None)
    cls = _CLASSES.get(kind) if type(kind) is str else None
    if cls is None:
        _refuse("its kind is unknown")
    if fields.keys() != set(cls._fields):
        _refuse(f"{kind!r} must have the keys {', '.join(cls._fields)}")
    for name, value in fields.items():
        fields[name] = _READ[name](value, cls, fields)
    return cls(**fields)


def _refuse(why: str) -> NoReturn:
    raise DiagramError(f"invalid diagram edit: {why}")


def _text(value: Json, cls: type[Change], _fields: Mapping[str, Json]) -> str | None:
    if value is None and cls is SetExtra:
        return None
    if type(value) is not str:
        _refuse("a name must be a string")
    return value


def _index(value: Json, *_: Any) -> int:
    if type(value) is not int:
        _refuse("an index must be an integer")
    return value


def _choice(value: Json, choices: tuple[str, ...]) -> str:
    if value not in choices:
        _refuse(f"expected one of {', '.join(choices)}")
    return value


def _field(value: Json, cls: type[Change], _fields: Mapping[str, Json]) -> str:
    return _choice(value, get_args(DefinitionField if cls is SetDefinition else BlockField))


def _list(value: Json) -> list[Json]:
    if not is_list(value):
        _refuse("expected a list")
    return value


def _value(value: Json, cls: type[Change], fields: Mapping[str, Json]) -> Json:
    if cls is SetField and fields["field"] in ("at", "size") and is_list(value):
        return tuple(value)
    if cls is SetDefinition and fields["field"] == "values":
        return _read(lambda faults: read_values(_list(value), "", faults))
    return value


def _extra(value: Json, *_: Any) -> dict[str, Json]:
    if not is_object(value):
        _refuse("'extra' must be an object")
    return value


def _items(value: Json, cls: type[Change], fields: Mapping[str, Json]) -> tuple[tuple[int, Any], ...]:
    results: list[tuple[int, Any]] = []
    for pair in _list(value):
        if not is_list(pair) or len(pair) != 2:
            _refuse("an item must be an index and a value")
        results.append((_index(pair[0]), _item(pair[1], "blocks" if cls is AddBlocks else fields["kind"])))
    return tuple(results)


def _content(value: Json) -> Page:
    if is_object(value) and value.keys() == {"composite"}:
        return _item(value["composite"], "composite")
    return _item(value, "page")


def _item(raw: Json, kind: str) -> Any:
    readers: dict[str, Callable[[Faults], Any]] = {
        "blocks": lambda faults: read_block(raw, 1, "", faults),
        "wires": lambda faults: read_wire(raw, 1, "", faults, {}),
        "notes": lambda faults: read_note(raw, 1, "", faults),
        "frames": lambda faults: read_frame(raw, 1, "", faults),
        "routes": lambda faults: read_route(raw, 1, "", faults),
        "page": lambda faults: read_page(raw, 1, faults),
        "composite": lambda faults: read_composite(raw, 1, faults),
    }
    if kind not in readers:
        _refuse("its kind of items is unknown")
    return _read(readers[kind])


def _read(reader: Callable[[Faults], Any]) -> Any:
    faults = Faults()
    result = reader(faults)
    if faults.errors:
        raise faults.errors[0]
    return result


_READ: dict[str, Callable[[Json, type[Change], Mapping[str, Json]], Any]] = {
    "page": _text,
    "block": _text,
    "name": _text,
    "id": _text,
    "title": _text,
    "place": _index,
    "places": lambda value, _cls, _fields: tuple(_index(item) for item in _list(value)),
    "blocks": lambda value, cls, fields: tuple(_text(item, cls, fields) for item in _list(value)),
    "field": _field,
    "kind": lambda value, _cls, _fields: _choice(value, KINDS),
    "value": _value,
    "extra": _extra,
    "items": _items,
    "content": lambda value, _cls, _fields: _content(value),
    "package": lambda value, _cls, _fields: value,
    "changes": lambda value, _cls, _fields: tuple(from_json(item) for item in _list(value)),
}
