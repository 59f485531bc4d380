"""The canonical text of a diagram, in which one edit changes one line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, cast

from blocks.base.dtypes import DType
from blocks.document.data import (
    Block,
    Definition,
    Document,
    Frame,
    Json,
    Note,
    Page,
    Position,
    PromotedValue,
    Route,
    Wire,
    is_list,
    same,
)
from blocks.document.migrations import lowest_format

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False)
_encode = _ENCODER.encode

# Outside of ASCII, what moves the cursor of a terminal, ends a line or changes its direction.
_ESCAPED = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def dumps(document: Document) -> str:
    """Return the document as canonical text; see contract.md, "Diagram file".

    Values that equal the default of their block type, or of the composite that a block is an instance of, are left out.
    """
    defaults = Defaults(document.composites)
    members = [f'  "format": "{lowest_format(document)}"']
    if document.title:
        members.append(f'  "title": {_encode(document.title)}')
    if document.package is not None:
        members.append(f'  "package": {_encode(document.package)}')
    if document.composites:
        definitions = (f"    {{\n{_page_text(p, defaults)}\n    }}" for p in document.composites)
        members.append(_listed("  ", "composites", definitions))
    members.append(_listed("  ", "pages", (f"    {{\n{_page_text(p, defaults)}\n    }}" for p in document.pages)))
    members += _extra_lines("  ", document.extra)
    return _escaped("{\n" + ",\n".join(members) + "\n}\n")


def definition_text(page: Page, defaults: Defaults) -> str:
    """Return the lines of a definition in a canonical file, between its braces, without the key ``from``."""
    composite = page.composite or Definition()
    return _escaped(_page_text(page._replace(composite=composite._replace(origin=None)), defaults))


def short(value: Json, limit: int = 60) -> str:
    text = ""
    for piece in _ENCODER.iterencode(value):  # a large tensor is not encoded as a whole
        text += piece
        if len(text) > limit:
            break
    text = _escaped(text)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _escaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _page_text(page: Page, defaults: Defaults) -> str:
    composite = page.composite
    members = [f'      "name": {_encode(page.name if composite is None else page.name[1:])}']
    if composite is not None and composite.doc:
        members.append(f'      "doc": {_encode(composite.doc)}')
    if page.gradient:
        members.append(f'      "gradient": {_encode(page.gradient)}')
    lists = {"values": map(value_json, page.promoted), **_canvas_json(page, defaults.kept)}
    for key, items in lists.items():
        lines = [" " * 8 + _encode(item) for item in items]
        if lines or key in ("blocks", "wires"):
            members.append(_listed("      ", key, lines))
    if composite is not None and composite.origin is not None:
        members.append(f'      "from": {_encode(composite.origin)}')
    members += _extra_lines("      ", page.extra)
    return ",\n".join(members)


def _listed(indent: str, key: str, lines: Iterable[str]) -> str:
    body = ",\n".join(lines)
    return f'{indent}"{key}": [\n{body}\n{indent}]' if body else f'{indent}"{key}": []'


def _extra_lines(indent: str, extra: Mapping[str, Json]) -> list[str]:
    return [f"{indent}{_encode(key)}: {_encode(value)}" for key, value in extra.items()]


def page_json(page: Page) -> dict[str, Json]:
    composite = page.composite
    if composite is None:
        return {"name": page.name, **_canvas_lists(page), **page.extra}
    result: dict[str, Json] = {"name": page.name[1:], "doc": composite.doc}
    if composite.gradient:
        result["gradient"] = composite.gradient
    result["values"] = [value_json(value) for value in composite.values]
    result |= _canvas_lists(page)
    if composite.origin is not None:
        result["from"] = composite.origin
    return {**result, **page.extra}


def _canvas_lists(page: Page) -> dict[str, Json]:
    return {key: list(items) for key, items in _canvas_json(page, lambda block: block.values).items()}


def _canvas_json(page: Page, kept: Callable[[Block], Mapping[str, Json]]) -> dict[str, Iterator[Json]]:
    """Return the items of each list, one by one, because all of a large page at once take time and memory."""
    return {
        "blocks": (block_json(block, kept(block)) for block in page.blocks),
        "wires": map(wire_json, page.wires),
        "notes": map(note_json, page.notes),
        "frames": map(frame_json, page.frames),
        "routes": map(route_json, page.routes),
    }


def given(**values: Json) -> dict[str, Json]:
    return {name: value for name, value in values.items() if value is not None}


def value_json(value: PromotedValue) -> dict[str, Json]:
    sets, doc = list(value.sets) or None, value.doc or None
    return {**given(name=value.name, default=value.default, sets=sets, doc=doc), **value.extra}


def block_json(block: Block, values: Mapping[str, Json]) -> dict[str, Json]:
    result: dict[str, Json] = {"id": block.id, "type": block.type, "at": _position_json(block.at)}
    if block.size is not None:
        result["size"] = _position_json(block.size)
    if block.collapsed:
        result["collapsed"] = True
    if block.muted:
        result["muted"] = True
    if block.color is not None:
        result["color"] = block.color
    if block.source:
        result["source"] = block.source
    if block.note:
        result["note"] = block.note
    if values:
        result["values"] = {name: values[name] for name in sorted(values)}
    return {**result, **block.extra} if block.extra else result


def wire_json(wire: Wire) -> list[str]:
    return [str(wire.source), str(wire.target)]


def note_json(note: Note) -> dict[str, Json]:
    size = None if note.size is None else _position_json(note.size)
    return {**given(at=_position_json(note.at), text=note.text, size=size), **note.extra}


def frame_json(frame: Frame) -> dict[str, Json]:
    size = None if frame.size is None else _position_json(frame.size)
    known = given(at=_position_json(frame.at), size=size, title=frame.title or None, color=frame.color)
    return {**known, **frame.extra}


def route_json(route: Route) -> dict[str, Json]:
    points = [_position_json(point) for point in route.points]
    return {"wire": wire_json(route.wire), "points": points, **route.extra}


def _position_json(location: Position) -> list[float]:
    x, y = location
    return [int(x) if x == int(x) else x, int(y) if y == int(y) else y]


class Defaults:
    """The default fields of blocks of a type, looked up once per type, also for instances of ``composites``."""

    def __init__(self, composites: Iterable[Page] = ()) -> None:
        self._types: dict[str, dict[str, tuple[str, Json]]] = {
            page.name: {value.name: ("", value.default) for value in page.composite.values}
            for page in composites
            if page.composite is not None
        }

    def kept(self, block: Block) -> Mapping[str, Json]:
        """Return the values of a block that differ from their default; all of them if its type is unknown."""
        if not block.values:
            return block.values
        known = self._types.get(block.type)
        if known is None:
            known = self._types[block.type] = _defaults(block.type)
        if known.keys().isdisjoint(block.values):
            return block.values
        return {
            name: value
            for name, value in block.values.items()
            if name not in known or not _equals_default(known[name][0], value, known[name][1])
        }


def _defaults(type_name: str) -> dict[str, tuple[str, Json]]:
    from blocks.library.registry import find  # late: who only reads a file needs no block type

    spec = find(type_name)
    if spec is None:
        return {}
    return {a.name: (a.type, _as_file_has_it(a.default)) for a in spec.attributes if not a.required}


def _as_file_has_it(default: Any) -> Json:
    if isinstance(default, DType):
        return default.name
    if isinstance(default, tuple):
        default = list(cast("tuple[Any, ...]", default))
    return [_as_file_has_it(item) for item in default] if is_list(default) else default


def _equals_default(kind: str, value: Json, default: Json) -> bool:
    if kind.startswith("list("):
        element = kind[5:-1]
        if not is_list(value) or not is_list(default) or len(value) != len(default):
            return same(value, default)
        return all(_equals_default(element, v, d) for v, d in zip(value, default, strict=True))
    # The integer 1 typed for a float is the float 1.0; but -0.0 is not 0.0.
    if kind == "float" and type(value) in (int, float) and type(default) in (int, float):
        return value == default and (value != 0 or repr(float(value)) == repr(float(default)))
    return same(value, default)
