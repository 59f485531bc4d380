"""Readers of enuSpace files (``.svg`` pages, ``.json`` task exports) that return plain records."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast
from xml.parsers import expat

import numpy as np

from blocks.base.errors import FileError
from blocks.base.files import read_named
from blocks.base.types import Array

MAX_DATA = 1 << 30
"""Bytes of all values taken out of a file: pins may point to the same position."""

_STORAGE = {"double": "<f8", "float": "<f4", "int": "<i4", "bool": "|b1"}


class SavedPin(NamedTuple):
    """A saved pin: ``text`` is the typed or computed value, ``position`` its offset in the ``.dat`` file."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    text: str
    position: int | None


class DataFile:
    """The ``.dat`` file beside a page: values packed without a header, little-endian."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._taken = 0

    @property
    def missing(self) -> bool:
        return not self.path.is_file()

    def read(self, pin: SavedPin) -> Array:
        storage = _STORAGE.get(pin.dtype)
        if storage is None or pin.position is None:
            raise FileError(f"a binary value has the unknown type {pin.dtype!r}", pin=pin.name, file=str(self.path))
        dtype = np.dtype(storage)
        count = math.prod(pin.shape)
        length = count * dtype.itemsize
        self._taken += length
        try:
            size = self.path.stat().st_size
            if pin.position < 0 or pin.position + length > size:
                text = f"the value occupies bytes {pin.position} to {pin.position + length}"
                hint = "check that the file is complete and belongs to this page"
                raise FileError(
                    f"{text}, but the file has only {size} bytes", pin=pin.name, file=str(self.path), hint=hint
                )
            if self._taken > MAX_DATA:
                raise FileError(f"the values take more than {MAX_DATA >> 20} MiB", pin=pin.name, file=str(self.path))
            with self.path.open("rb") as file:
                file.seek(pin.position)
                data = file.read(length)
        except FileError:
            raise
        except OSError as error:
            raise FileError(f"the file cannot be read: {error.strerror or error}", file=str(self.path)) from None
        if pin.dtype == "bool":
            array = np.frombuffer(data, np.uint8) != 0  # a byte other than 0 and 1 is no NumPy bool
        else:
            array = np.frombuffer(data, dtype).astype(dtype.newbyteorder("="))
        return array.reshape(pin.shape)


_MAX_DEPTH = 64


class Element:
    """An XML element; ``tag`` without its namespace prefix, ``own_text`` without that of its children."""

    __slots__ = ("attributes", "children", "tag", "texts")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element] = []
        self.texts: list[str] = []

    @property
    def own_text(self) -> str:
        return "".join(self.texts)


def parse_xml(text: str, file: str) -> Element:
    """Return the root element of an untrusted file: no document type, no custom entities, bounded depth."""
    top = Element("", {})
    stack = [top]
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) > _MAX_DEPTH:
            raise FileError(f"the XML elements are nested more than {_MAX_DEPTH} levels deep", file=file)
        element = Element(tag.rpartition(":")[2], attributes)
        stack[-1].children.append(element)
        stack.append(element)

    def characters(data: str) -> None:
        stack[-1].texts.append(data)

    def refuse(*_arguments: object) -> None:
        raise FileError("the file contains a document type (<!DOCTYPE>), which enuSpace pages never have", file=file)

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _tag: stack.pop()
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise FileError(f"the file is not valid XML: {error}", file=file) from None
    except UnicodeEncodeError as error:
        raise FileError(f"the file contains an incomplete character at position {error.start}", file=file) from None
    return top.children[0]


MAX_FILE = 64 << 20

_NUMBER = r"\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*"
_TRANSLATE = re.compile(rf"translate\({_NUMBER}(?:[,\s]{_NUMBER})?\)")
_ROTATE = re.compile(rf"rotate\({_NUMBER}\)")
_SCALE = re.compile(rf"scale\({_NUMBER}[,\s]{_NUMBER}\)")
_SIZES = re.compile(r"(?:\[\d{1,12}\])*")
_MATRIX = re.compile(rf"matrix\({','.join([_NUMBER] * 6)}\)")
_DECLARED = re.compile(rb"""\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]{1,40})["']""")
_LEGACY = {
    "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "cp949": "cp949", "windows-1252": "cp1252", "iso-8859-1": "cp1252",
}  # fmt: skip
"""Encodings that are none of Unicode and that a page may declare."""
_RGB = re.compile(r"rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)")

Point = tuple[float, float]


class BlockUse(NamedTuple):
    id: str
    type: str
    task: str
    at: Point
    turned: bool
    pins: tuple[SavedPin, ...]
    attributes: Mapping[str, str] = {}


class PageLink(NamedTuple):
    """A wire between two pins; ``hidden`` if it was invisible or only faintly drawn."""

    source: str
    source_pin: str
    target: str
    target_pin: str
    hidden: bool = False


class PageText(NamedTuple):
    """A label on the page; ``at`` is the start of its first baseline, and its script changes it if it is live."""

    id: str
    at: Point
    text: str
    font_size: float
    script: str


class PageBox(NamedTuple):
    at: Point
    size: Point
    color: str | None


class PageDrawing(NamedTuple):
    kind: str
    id: str
    at: Point
    size: Point
    title: str
    series: tuple[str, ...]
    attributes: Mapping[str, str]
    script: str


class Leftover(NamedTuple):
    id: str
    text: str


class PageRecord(NamedTuple):
    """A page as saved; ``placed`` is False for a task export, which has no positions."""

    name: str
    uses: Sequence[BlockUse]
    links: Sequence[PageLink]
    texts: Sequence[PageText]
    boxes: Sequence[PageBox]
    drawings: Sequence[PageDrawing]
    scripts: Sequence[str]
    leftovers: Sequence[Leftover]
    data: DataFile
    placed: bool


def read_page(path: Path) -> PageRecord:
    return _read_export(path) if path.suffix.lower() == ".json" else _read_svg(path)


def read_text(path: Path) -> str:
    """Return a file's content in any Unicode or its declared encoding; raise FileError if it is unreadable."""
    data = read_named(path, MAX_FILE)
    if len(data) > MAX_FILE:
        raise FileError(f"the file is larger than {MAX_FILE >> 20} MiB, the limit of an import", file=str(path))
    encoding = _encoding(data)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        name = encoding.removesuffix("-sig").upper()
        hint = None if encoding.startswith("utf-16") else "save the file as UTF-16, as enuSpace does"
        raise FileError(f"the file is not valid {name} text at byte {error.start}", file=str(path), hint=hint) from None


def _encoding(data: bytes) -> str:
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if data[1:2] == b"\0":
        return "utf-16-le"
    if data[:1] == b"\0":
        return "utf-16-be"
    declared = _DECLARED.match(data)
    return _LEGACY.get(declared[1].decode().lower(), "utf-8-sig") if declared else "utf-8-sig"


def _read_svg(path: Path) -> PageRecord:
    root = parse_xml(read_text(path), str(path))
    if root.tag != "svg" or "enuspace-version" not in root.attributes:
        raise FileError("this is not an enuSpace page", file=str(path), hint="use an .svg file that enuSpace saved")
    uses: list[BlockUse] = []
    links: list[PageLink] = []
    texts: list[PageText] = []
    boxes: list[PageBox] = []
    drawings: list[PageDrawing] = []
    scripts: list[str] = []
    leftovers: list[Leftover] = []
    for element, origin in _drawn(root, (0.0, 0.0)):
        name = element.attributes.get("id", "")
        at = _moved(element, origin)
        script = "\n".join(c.own_text for c in element.children if c.tag == "script" and c.own_text.strip())
        if element.tag == "use":
            uses.append(_use(element, at, str(path)))
        elif element.tag == "polyline" and any(child.tag == "pg-link" for child in element.children):
            links.extend(_link(child) for child in element.children if child.tag == "pg-link")
        elif element.tag == "text":
            texts.append(PageText(name, at, _label(element), _number(element, "font-size") or 12.0, script))
        elif element.tag == "rect" and not script:
            boxes.append(PageBox(*_area(element, at), _color(element.attributes.get("fill", ""))))
        elif element.tag in ("pg-trend", "pg-trend-contour"):
            drawings.append(_drawing(element, at, script))
        elif element.tag == "script":
            scripts.append(element.own_text)
        else:
            leftovers.append(Leftover(name, _describe(element)))
    data = DataFile(path.with_suffix(".dat"))
    return PageRecord(path.stem, uses, links, texts, boxes, drawings, scripts, leftovers, data, placed=True)


def _area(element: Element, at: Point) -> tuple[Point, Point]:
    x, y = _number(element, "x"), _number(element, "y")
    width, height = _number(element, "width"), _number(element, "height")
    corners = [(x, y), (x + width, y + height)]
    match = _ROTATE.search(element.attributes.get("transform", ""))
    turn = math.radians(_float(match[1])) if match else 0.0
    if turn:
        cos, sin = math.cos(turn), math.sin(turn)
        corners = [(cos * u - sin * v, sin * u + cos * v) for u in (x, x + width) for v in (y, y + height)]
    left, right = min(u for u, _ in corners), max(u for u, _ in corners)
    top, bottom = min(v for _, v in corners), max(v for _, v in corners)
    return (at[0] + left, at[1] + top), (right - left, bottom - top)


def _drawing(element: Element, at: Point, script: str) -> PageDrawing:
    children = element.children
    title = next((c.attributes.get("title", "") for c in children if c.tag == "pg-trendtitle"), "")
    series = tuple(c.attributes.get("variable", "") for c in children if c.tag == "pg-trendseries")
    name = element.attributes.get("id", "")
    return PageDrawing(element.tag, name, *_area(element, at), title, series, element.attributes, script)


def _drawn(root: Element, origin: Point) -> Iterator[tuple[Element, Point]]:
    for child in root.children:
        if child.tag == "g":
            yield from _drawn(child, _moved(child, origin))
        else:
            yield child, origin


def _moved(element: Element, origin: Point) -> Point:
    transform = element.attributes.get("transform", "")
    match = _TRANSLATE.search(transform)
    if match:
        return (origin[0] + _float(match[1]), origin[1] + _float(match[2] or "0"))
    match = _MATRIX.search(transform)
    return (origin[0] + _float(match[5]), origin[1] + _float(match[6])) if match else origin


def _float(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if math.isfinite(value) else 0.0


def _number(element: Element, name: str) -> float:
    return _float(element.attributes.get(name, ""))


def _color(text: str) -> str | None:
    match = _RGB.fullmatch(text.strip())
    if not match:
        return None
    return "#" + "".join(f"{min(int(part), 255):02x}" for part in match.groups())


def _use(element: Element, at: Point, file: str) -> BlockUse:
    attributes = element.attributes
    transform = attributes.get("transform", "")
    rotate, scale = _ROTATE.search(transform), _SCALE.search(transform)
    matrix = _MATRIX.search(transform)
    turned = (
        bool(rotate and _float(rotate[1]))
        or bool(scale and (_float(scale[1]), _float(scale[2])) != (1.0, 1.0))
        or bool(matrix and [_float(matrix[i]) for i in range(1, 5)] != [1.0, 0.0, 0.0, 1.0])
    )
    name = attributes.get("id", "")
    href = attributes.get("xlink:href") or attributes.get("href") or ""
    pins = tuple(_pin(child, name, file) for child in element.children if child.tag == "pg-set-pin")
    shown = {
        child.attributes.get("variable", "").removeprefix("#"): child.attributes.get("value", "")
        for child in element.children
        if child.tag == "pg-set-attribute"
    }
    return BlockUse(name, href.rpartition("#")[2], attributes.get("type", ""), at, turned, pins, shown)


def _pin(element: Element, block: str, file: str) -> SavedPin:
    attributes = element.attributes
    name, bracket, rest = attributes.get("variable", "").removeprefix("#").partition("[")
    shape, dtype = attributes.get("shape", bracket + rest), attributes.get("var-type") or attributes.get("type")
    position = attributes.get("binary-pos", "") if attributes.get("save-type") == "binary" else None
    return _make_pin(name, shape, dtype or "string", attributes.get("value", ""), position, (block, file))


def _make_pin(
    name: str, shape: str, dtype: str, text: str, position: str | None, location: tuple[str, str]
) -> SavedPin:
    block, file = location
    if not _SIZES.fullmatch(shape.strip()):
        raise FileError(f"{shape!r} is not a shape of the form [2][3]", block=block, pin=name, file=file)
    if position is not None and not re.fullmatch(r"\d{1,15}", position.strip()):
        raise FileError(f"{position!r} is not a valid position in a file of values", block=block, pin=name, file=file)
    sizes = tuple(int(size) for size in re.findall(r"\d+", shape))
    return SavedPin(name, sizes, dtype.strip(), text, None if position is None else int(position))


def _link(element: Element) -> PageLink:
    attributes = element.attributes
    ends = (attributes.get(key, "") for key in ("from-id", "param-from", "to-id", "param-to"))
    return PageLink(*ends, hidden=attributes.get("hidden", "").strip().lower() == "true")


def _label(element: Element) -> str:
    framing_lines = r"\A(?:[ \t]*\n)+" if element.children else r"\A[ \t]*\n"
    return re.sub(framing_lines, "", element.own_text).rstrip()


def _describe(element: Element) -> str:
    attributes, tag = element.attributes, element.tag
    if tag == "pg-editbox":
        return f"text field with {attributes.get('text', '')!r}"
    if tag == "rect":
        return "button (rectangle with a script)"
    return f"drawing <{tag}>"


def _read_export(path: Path) -> PageRecord:
    try:
        content: object = json.loads(read_text(path), strict=False)
    except RecursionError:
        raise FileError("the file is not valid JSON: it is nested too deeply", file=str(path)) from None
    except ValueError as error:
        raise FileError(f"the file is not valid JSON: {error}", file=str(path)) from None
    uses: list[BlockUse] = []
    links: list[PageLink] = []
    try:
        for item in _dicts(cast("dict[str, Any]", content)["object"]):
            name = str(item["id"])
            pins: dict[str, SavedPin] = {}
            for entry in _dicts(item.get("input", [])):
                pin = _export_pin(entry, name, str(path))
                pins.setdefault(pin.name, pin)  # a pin is repeated for each of its wires
                source = str(entry.get("in-symbol-id", ""))
                if source:
                    links.append(PageLink(source, str(entry.get("in-symbol-pin-name", "")), name, pin.name))
            for entry in _dicts(item.get("output", [])):
                pin = _export_pin(entry, name, str(path))
                pins.setdefault(pin.name, pin)
            kind = str(item["symbol-name"]).removeprefix("#")
            uses.append(BlockUse(name, kind, "", (0.0, 0.0), False, tuple(pins.values())))
    except (KeyError, TypeError, AttributeError):
        raise FileError(
            "this is not an enuSpace task export",
            file=str(path),
            hint='use a file with a list of symbols under the key "object"',
        ) from None
    data = DataFile(path.with_suffix(".dat"))
    return PageRecord(path.stem, tuple(uses), tuple(links), (), (), (), (), (), data, placed=False)


def _dicts(value: object) -> list[dict[str, Any]]:
    if not isinstance(value, list):
        raise TypeError
    items = cast("list[object]", value)
    if not all(isinstance(item, dict) for item in items):
        raise TypeError
    return cast("list[dict[str, Any]]", items)


def _export_pin(entry: dict[str, Any], block: str, file: str) -> SavedPin:
    name = str(entry["pin-name"]).partition("[")[0]
    position = str(entry.get("pin-binary-pos", "")) if entry.get("pin-save") == "binary" else None
    given = [str(entry.get(f"pin-{key}", default)) for key, default in
             (("shape", ""), ("type", "string"), ("initial", ""))]  # fmt: skip
    return _make_pin(name, given[0], given[1], given[2], position, (block, file))
