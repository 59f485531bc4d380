"""Conversion between typed text and the JSON values of a file. No Qt."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, cast

from app.language import tr
from blocks.base.dtypes import ALL, ANY, BY_NAME, STRING, DType, dtype
from blocks.base.errors import DiagramError
from blocks.base.literal_show import JsonValue
from blocks.base.literal_text import parse_text
from blocks.base.literals import to_array
from blocks.base.shapes import shape_text
from blocks.document.data import Json, is_list
from blocks.graph.attributes import NOT_FINITE, convert
from blocks.graph.spec import Attribute, BlockSpec, InputPin

MAX_INLINE = 2000
"""Values with more elements are not shown as a text in a line."""

_SHORT_NAMES = {each.short: each.name for each in ALL}
_OTHER_NAMES = {
    "float": "DT_FLOAT", "double": "DT_DOUBLE", "half": "DT_HALF", "int": "DT_INT32", "str": "DT_STRING",
    "complex": "DT_COMPLEX64",
}  # fmt: skip
_SHAPE = re.compile(r"\[[^\[\]]*\]|\?")
_SHAPE_PART = re.compile(r"[\s,xX×*]+")


class Codec(NamedTuple):
    """The parser and formatter of one kind of value.

    Attributes:
        parse: raises DiagramError for an invalid string.
        show: returns a string that `parse` accepts.
        caption: returns dtype and shape of a value, or an empty string.
        sample: an example for an empty field.
    """

    parse: Callable[[str], Json]
    show: Callable[[Json], str]
    caption: Callable[[Json], str] = lambda _value: ""
    sample: str = ""
    whole: bool = False
    minimum: float | None = None


def attribute_codec(attribute: Attribute) -> Codec:
    """Return the codec of an attribute that is typed (not one with a few choices)."""
    kind = attribute.type
    if kind == "tensor":
        return Codec(_parse_tensor, show_tensor, tensor_caption, "{{1, 2}, {3, 4}}")
    parse, show = _KINDS[kind]

    def checked(text: str) -> Json:
        value = parse(text)
        convert(attribute, value)
        return value

    return Codec(checked, show, _no_caption, _SAMPLES.get(kind, ""), kind in ("int", "list(int)"), attribute.minimum)


def input_codec(pin: InputPin) -> Codec:
    allowed = pin.allowed
    limited = allowed is not ANY and bool(allowed)
    texts = limited and set(allowed) == {STRING}
    whole = limited and all(each.is_integer or each.kind == "quantized" for each in allowed)

    def parse(text: str) -> Json:
        value = text if texts and text.strip()[:1] not in ('"', "'", "[", "{", "(") else parse_text(text)
        if _is_file(value):
            return value
        if limited:
            _convertible(value, allowed)
        else:
            to_array(value)
        return value

    def show(value: Json) -> str:
        plain = texts and isinstance(value, str) and value.strip()[:1] not in ('"', "'", "[", "{", "(")
        return cast("str", value) if plain else show_tensor(value)

    sample = tr("string") if texts else tr("a wire or a value")
    return Codec(parse, show, tensor_caption, sample, whole)


def _convertible(value: Json, allowed: Sequence[DType]) -> None:
    """Raise the first dtype's error if a value fits none of the dtypes."""
    first: DiagramError | None = None
    for each in allowed:
        try:
            to_array(value, each)
        except DiagramError as error:
            first = first or error
        else:
            return
    if first is not None:
        raise first


def _parse_tensor(text: str) -> Json:
    value = parse_text(text)
    if not _is_file(value):
        to_array(value)
    return value


def _is_file(value: Json) -> bool:
    return isinstance(value, dict) and "file" in value


def show_tensor(value: Json) -> str:
    if is_list(value):
        return "[" + ", ".join(map(show_tensor, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value if value in NOT_FINITE else _quoted(value)
    if isinstance(value, dict):
        entries = cast("dict[str, Json]", value).items()
        return "{" + ", ".join(f"{_quoted(key)}: {show_tensor(item)}" for key, item in entries) + "}"
    return "" if value is None else repr(value)


def show_rows(value: Json) -> str:
    rows = list(_rows(value, 0))
    if len(rows) < 2:
        return show_tensor(value)
    widths: list[int] = []
    for _, cells, _ in rows:
        widths += [0] * (len(cells) - len(widths))
        for i, cell in enumerate(cells):
            widths[i] = max(widths[i], len(cell))
    lines: list[str] = []
    for lead, cells, tail in rows:
        lines.append(lead + ", ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=False)) + tail)
    return "\n".join(lines)


def _rows(value: Json, depth: int, lead: str = "", tail: str = "") -> list[tuple[str, list[str], str]]:
    """Return the innermost lists as (opening brackets, cells, closing brackets)."""
    if not is_list(value) or not value or not all(map(is_list, value)):
        cells = [show_tensor(item) for item in value] if is_list(value) else [show_tensor(value)]
        opener, closer = ("[", "]") if is_list(value) else ("", "")
        return [(lead.rjust(depth) + opener, cells, closer + tail)]
    rows: list[tuple[str, list[str], str]] = []
    for i, item in enumerate(value):
        first, last = i == 0, i == len(value) - 1
        rows += _rows(item, depth + 1, lead + "[" if first else "", "]" + tail if last else ",")
    return rows


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)


def tensor_caption(value: Json) -> str:
    if _is_file(value):
        return tr("from a file")
    try:
        array, kind = to_array(value)
    except DiagramError:
        return ""
    return f"{kind.short} {shape_text(array.shape)}" if array.shape else tr("{short} scalar", short=kind.short)


def elements(value: Json) -> int:
    """Return the number of elements; counting ends once a value is too long for a line."""
    count = 0
    todo = [value]
    while todo and count <= MAX_INLINE:
        item = todo.pop()
        if is_list(item):
            todo.extend(item[: MAX_INLINE + 1])
        else:
            count += max(1, len(item) // 20) if isinstance(item, str) else 1
    return count


def _parse_int(text: str) -> Json:
    value = parse_text(text)
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**63:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise DiagramError(tr("{text} is not an integer", text=text.strip()[:40]))
    return value


def _parse_float(text: str) -> Json:
    value = parse_text(text)
    if isinstance(value, str) and value in NOT_FINITE:
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise DiagramError(tr("{text} is not a number", text=text.strip()[:40]))
    try:
        return float(value)
    except OverflowError:
        raise DiagramError(tr("the number is too large")) from None


def _parse_shape(text: str) -> Json:
    words = text.strip()
    if words.casefold() in ("?", "unknown", "none", "null"):
        return None
    if words[:1] + words[-1:] in ("[]", "()", "{}"):
        words = words[1:-1]
    sizes: list[int | None] = []
    for part in filter(None, _SHAPE_PART.split(words.strip())):
        if part.casefold() in ("?", "none", "null", "-1"):
            sizes.append(None)
        elif part.isascii() and part.isdigit() and len(part) < 19:
            sizes.append(int(part))
        else:
            hint = tr("write a shape as [2, 3], with ? for an unknown size")
            raise DiagramError(tr("{part!r} is not a size", part=part[:40]), hint=hint)
    return sizes


def _show_shape(value: Json) -> str:
    if not is_list(value):
        return "?" if value is None else show_tensor(value)
    return "[" + ", ".join("?" if size is None or size == -1 else str(size) for size in value) + "]"


def _parse_type(text: str) -> Json:
    word = text.strip()
    name = _SHORT_NAMES.get(word.casefold()) or _OTHER_NAMES.get(word.casefold()) or word.upper()
    return dtype(name).name


def show_type(value: Json) -> str:
    return (BY_NAME[value].short if value in BY_NAME else value) if isinstance(value, str) else show_tensor(value)


def _parse_string(text: str) -> Json:
    return text


def _show_string(value: Json) -> str:
    return value if isinstance(value, str) else show_tensor(value)


def _list_of(parse: Callable[[str], Json]) -> Callable[[str], Json]:
    def parse_list(text: str) -> Json:
        words = text.strip()
        if words[:1] + words[-1:] in ("[]", "()", "{}"):
            words = words[1:-1]
        return [parse(part) for part in words.split(",") if part.strip()]

    return parse_list


def _parse_strings(text: str) -> Json:
    words = text.strip()
    if words[:1] not in ("[", "{", "(", '"', "'"):
        return [part.strip() for part in words.split(",")] if words else []
    value = parse_text(words if words[:1] in ("[", "{", "(") else f"[{words}]")
    if not is_list(value) or not all(isinstance(item, str) for item in value):
        raise DiagramError(tr('write strings as ["one", "two"]'))
    return value


def _parse_shapes(text: str) -> Json:
    words = text.strip()
    if words.startswith("[") and words.endswith("]") and ("[" in words[1:] or "?" in words):
        words = words[1:-1]
    parts = _SHAPE.findall(words)
    if _SHAPE.sub("", words).strip(" ,"):
        raise DiagramError(tr("write shapes as [[2, ?], [3]]"))
    return [_parse_shape(part) for part in parts]


def _show_list(show: Callable[[Json], str]) -> Callable[[Json], str]:
    def show_list(value: Json) -> str:
        return "[" + ", ".join(map(show, value)) + "]" if is_list(value) else show_tensor(value)

    return show_list


def _no_caption(_value: JsonValue) -> str:
    return ""


_KINDS: dict[str, tuple[Callable[[str], Json], Callable[[Json], str]]] = {
    "int": (_parse_int, show_tensor),
    "float": (_parse_float, show_tensor),
    "string": (_parse_string, _show_string),
    "shape": (_parse_shape, _show_shape),
    "type": (_parse_type, show_type),
    "list(int)": (_list_of(_parse_int), show_tensor),
    "list(float)": (_list_of(_parse_float), show_tensor),
    "list(string)": (_parse_strings, show_tensor),
    "list(type)": (_list_of(_parse_type), _show_list(show_type)),
    "list(shape)": (_parse_shapes, _show_list(_show_shape)),
}
_SAMPLES = {
    "shape": "[2, ?]",
    "list(int)": "[1, 2]",
    "list(float)": "[0.5, 1.0]",
    "list(string)": '["one", "two"]',
    "list(type)": "[float, int32]",
    "list(shape)": "[[2, ?], [3]]",
}


def type_choices(spec: BlockSpec, attribute: Attribute) -> tuple[str, ...]:
    if attribute.allowed:
        return tuple(each.name if isinstance(each, DType) else str(each) for each in attribute.allowed)
    for pin in spec.inputs:
        if pin.var == attribute.name and pin.allowed and pin.allowed is not ANY:
            return tuple(each.name for each in pin.allowed)
    return tuple(each.name for each in ALL if each.kind not in ("handle",))


class EditorState(enum.Enum):
    UNSET = enum.auto()
    MIXED = enum.auto()


UNSET: Final = EditorState.UNSET
"""No value is given: the default holds."""
MIXED: Final = EditorState.MIXED
"""The selected blocks have different values."""
