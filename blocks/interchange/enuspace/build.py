"""Conversion of an enuSpace page record to a page of the diagram file."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np

from blocks.base import dtypes
from blocks.base.errors import DiagramError
from blocks.base.files import portable_name, same_name
from blocks.base.literals import from_array, natural_dtype
from blocks.base.names import claim_name
from blocks.base.types import Array
from blocks.document.data import FARTHEST, Json, parse_endpoint
from blocks.interchange.enuspace import values as read
from blocks.interchange.enuspace.displays import Displays, ShownResult
from blocks.interchange.enuspace.page import BlockUse, PageLink, PageRecord, Point, SavedPin
from blocks.interchange.enuspace.project import ReportLine
from blocks.interchange.enuspace.table import TableInput, TableType, table_type
from blocks.interchange.enuspace.values import PIN_DTYPES
from blocks.library.registry import find

INLINE_ELEMENTS = 1000

Typed = tuple[Json, str]

_SHOWN = 60


class BlockBuilder:
    """The builder of one block; unreadable values stay strings and are reported.

    In enuSpace, the characters of a literal determine its dtype (``0.1`` is DT_DOUBLE, ``1.0f`` DT_FLOAT, ``1``
    DT_INT32). In a diagram file, ``0.1`` is a DT_FLOAT that adapts to the block's other inputs of the same type. So a
    literal stays a literal if the pin has only one dtype, if a wired input of the same type decides (enuSpace rejected
    the block if they differed), or if both programs read the same dtype. Otherwise, it becomes a wired Const block with
    an explicit dtype, and the report names it. Inputs that take a list do not take literals here: each part becomes
    such a Const block.
    """

    def __init__(self, page: PageImport, use: BlockUse, name: str, at: Point) -> None:
        self._page = page
        self._use = use
        self._name = name
        self._at = at
        self._pins = {pin.name: pin for pin in use.pins}
        self._values: dict[str, Json] = {}
        self._decided: set[str] = set()
        self._beside = 0

    def build(self) -> dict[str, Json]:
        table = table_type(self._use.type)
        if table is None:
            self._tell("problem", "", f"{self._use.type!r} is not a block type of enuSpace-TensorFlow")
            self._unknown_type()
            return self._values
        inputs = table.inputs.values()
        self._decided = {pin.variable for pin in inputs if pin.variable and self._wired(pin.name)}
        done = self._special()
        for pin in self._use.pins:
            if pin.name not in done:
                self._pin(table, pin)
        return self._values

    def _special(self) -> Sequence[str]:
        match self._use.type:
            case "Const" | "Const_ex":
                return self._const()
            case "Variable":
                return self._variable()
            case "Input" | "Tensor":
                return self._typed_value()
            case "Input_Initializer":
                return self._initializer()
            case _:
                return ()

    def _tell(self, kind: Literal["left out", "changed", "problem"], pin: str, text: str) -> None:
        self._page.tell(kind, f"{self._name}.{pin}" if pin else self._name, text)

    def _wired(self, pin: str) -> bool:
        return bool(self._page.sources(self._name, pin))

    # -- pins ---------------------------------------------------------------------------------------------------------

    def _pin(self, table: TableType, pin: SavedPin) -> None:
        if pin.name in table.inputs:
            self._input(table.inputs[pin.name], pin)
        elif pin.name in table.attributes:
            attribute = table.attributes[pin.name]
            # Nothing written is a scalar for a shape, and not set for all else.
            if pin.text.strip() or attribute.code == "h":
                self._attribute(attribute.name, attribute.code, pin.text, pin.name)
        elif pin.name.startswith("attrs"):
            for key, text in read.attribute_pairs(pin.text).items():
                entry = table.keys.get(key)
                if entry and text:
                    self._attribute(entry.name, entry.code, text, pin.name)
                elif text:
                    self._tell("left out", pin.name, f"{self._use.type} has no attribute {key!r} (it is {text!r})")
        elif pin.name not in table.outputs and not is_passive(pin.name) and (pin.text or pin.position is not None):
            self._tell("left out", pin.name, f"{self._use.type} has no such pin (it holds {pin.text[:_SHOWN]!r})")

    def _attribute(self, name: str, code: str, text: str, pin: str) -> None:
        try:
            self._values[name] = read.attribute_value(text, code)
        except ValueError as error:
            self._keep_text(name, text, error, pin)

    def _keep_text(self, name: str, text: str, error: ValueError, pin: str = "") -> None:
        self._values[name] = text
        self._tell("problem", pin or name, f"{text[:_SHOWN]!r} cannot be read: {error}")

    def _input(self, spec: TableInput, pin: SavedPin) -> None:
        if self._wired(spec.name) or not _holds_something(pin):
            return
        if not spec.takes_literal:
            self._tell("left out", pin.name, f"a value was typed at a pin that takes none: {pin.text[:_SHOWN]!r}")
        elif spec.is_list:
            for part in read.split_list(pin.text):
                self._list_part(spec, part)
        else:
            self._literal(spec, pin)

    def _list_part(self, spec: TableInput, text: str) -> None:
        dtype = spec.fixed or spec.literal_dtype or read.inferred_dtype(text)
        try:
            value = read.literal(text, dtype)
        except ValueError as error:
            self._tell("left out", spec.name, f"{text[:_SHOWN]!r} cannot be read: {error}")
        else:
            self._add_beside("Const", spec.name, {"val": value, "dtype": dtype})

    def _literal(self, spec: TableInput, pin: SavedPin) -> None:
        if _is_text(pin):
            dtype = spec.fixed or spec.literal_dtype or read.inferred_dtype(pin.text)
            typed = self._text(spec.name, pin.text, dtype)
        else:
            typed = self._array(pin)
        if typed is None:
            return
        value, dtype = typed
        if 0 not in pin.shape and self._says(spec, value, dtype):
            self._values[spec.name] = value
        else:
            self._add_beside("Const", spec.name, _full(typed, "val", pin))
        if spec.variable:
            self._decided.add(spec.variable)

    def _says(self, spec: TableInput, value: Json, dtype: str) -> bool:
        if spec.fixed or spec.variable in self._decided or _speaks_for_itself(value, dtype):
            return True
        ours = find(self._use.type)
        pin = ours.input(spec.name) if ours else None
        return pin is not None and dtypes.dtype(dtype) not in pin.allowed

    def _add_beside(self, kind: str, pin: str, values: dict[str, Json]) -> None:
        at = (self._at[0] - 140, self._at[1] + 30 * self._beside)
        self._beside += 1
        self._page.add_block(kind, f"{self._name}_{pin}", at, values, f"{self._name}.{pin}")
        self._tell("changed", pin, f"the {values['dtype']} value typed there is now a wired {kind} block")

    # -- values -------------------------------------------------------------------------------------------------------

    def _text(self, name: str, text: str, dtype: str) -> Typed | None:
        try:
            value = read.literal(text, dtype)
        except ValueError as error:
            self._keep_text(name, text, error)
            return None
        if "{" not in text and read.shape_of(value):
            self._tell("changed", name, f"{text[:_SHOWN]!r} has no braces and is read as a row of values")
        return value, dtype

    def _array(self, pin: SavedPin, dtype: str | None = None) -> Typed | None:
        own = PIN_DTYPES.get(pin.dtype, "DT_STRING")
        if pin.dtype not in PIN_DTYPES:
            self._tell("changed", pin.name, f"{pin.dtype[:_SHOWN]!r} is not a pin type; the value is read as a string")
        if pin.position is not None:
            array = self._page.binary(self._name, pin)
            return None if array is None else (self._page.array(self._name, pin.name, array, own), own)
        try:
            return self._numbers(pin, dtype or own), dtype or own
        except ValueError as error:
            self._keep_text(pin.name, pin.text, error)
            return None

    def _numbers(self, pin: SavedPin, dtype: str) -> Json:
        count = math.prod(pin.shape)
        if count == 0:
            return []
        storage = dtypes.BY_NAME[dtype]
        if not pin.shape and "{" in pin.text and storage.kind != "string":
            value = read.literal(pin.text, dtype)
            if read.shape_of(value) not in ([], [1]):
                self._tell("changed", pin.name, "its pin declares a scalar; the shape of the braces is used")
                return value
        elements = read.flat_elements(pin.text, count, dtype)
        if count > INLINE_ELEMENTS and storage.kind in ("float", "int", "uint", "bool"):
            try:
                array = np.array([float(e) if isinstance(e, str) else e for e in elements], storage.numpy)
            except OverflowError:
                raise ValueError(f"a value is too large for {dtype}") from None
            return self._page.array(self._name, pin.name, array.reshape(pin.shape), dtype)
        return read.nest(elements, pin.shape)

    def _dtype_pin(self) -> str | None:
        text = self._pins["dtype"].text if "dtype" in self._pins else ""
        name = read.dtype_name(text)
        if name is None and text.strip():
            self._tell("problem", "dtype", f"{text[:_SHOWN]!r} is not a dtype")
        return name

    # -- block types whose value pin does not follow the rule ---------------------------------------------------------

    def _const(self) -> Sequence[str]:
        """Read dtype, shape and value from the pin ``val``; in Const_ex, ``dtype`` is that of a literal."""
        pin = self._pins.get("val")
        dtype = (self._dtype_pin() or "DT_DOUBLE") if self._use.type == "Const_ex" else None
        typed = self._array(pin, dtype) if pin else None
        if typed and pin:
            self._values.update(_full(typed, "val", pin))
        return ("val", "dtype")

    def _variable(self) -> Sequence[str]:
        sources = self._page.sources(self._name, "initvalues")
        if sources:
            # A Const says dtype and shape, whatever is written here.
            return ("initvalues", "dtype", "shape") if sources[0] in ("Const", "Const_ex") else ("initvalues",)
        pin, dtype = self._pins.get("initvalues"), self._dtype_pin()
        if pin is None:
            return ()
        if dtype and _is_text(pin):
            typed = self._text("initvalues", pin.text, dtype) if pin.text.strip() else None
            if typed:
                self._values["initvalues"] = typed[0]
            return ("initvalues",)
        typed = self._array(pin, dtype)
        if typed:
            self._values["initvalues"], self._values["dtype"] = typed
            self._values["shape"] = list(pin.shape)
        return ("initvalues", "dtype", "shape")

    def _typed_value(self) -> Sequence[str]:
        pin = self._pins.get("initvalues")
        if pin is None or self._wired("initvalues"):
            return ("initvalues",)
        dtype = self._dtype_pin() or "DT_INT32"
        if _is_text(pin):
            typed = self._text("initvalues", pin.text, dtype) if pin.text.strip() else None
        else:
            typed = self._array(pin)
        if typed:
            self._values["initvalues"], self._values["dtype"] = typed
        return ("initvalues", "dtype")

    def _initializer(self) -> Sequence[str]:
        pin = self._pins.get("t")
        if pin is None or self._wired("t") or not _holds_something(pin):
            return ("t",)
        typed = self._text("t", pin.text, read.inferred_dtype(pin.text)) if _is_text(pin) else self._array(pin)
        if typed and _speaks_for_itself(*typed):
            self._values["t"] = typed[0]
        elif typed:
            self._add_beside("Tensor", "t", {"initvalues": typed[0], "dtype": typed[1]})
        return ("t",)

    def _unknown_type(self) -> None:
        for pin in self._use.pins:
            if is_passive(pin.name) or self._wired(pin.name):
                continue
            if pin.position is not None:
                typed = self._array(pin)
                if typed:
                    self._values[pin.name] = typed[0]
            elif pin.text:
                self._values[pin.name] = pin.text


def is_passive(pin: str) -> bool:
    """Return whether a pin does not affect the computation: recorded results, and the automatic scope."""
    return pin.startswith("result_") or re.fullmatch(r"scope(_\d+)?", pin) is not None


def _full(typed: Typed, name: str, pin: SavedPin) -> dict[str, Json]:
    values: dict[str, Json] = {name: typed[0], "dtype": typed[1]}
    if 0 in pin.shape:
        values["shape"] = list(pin.shape)
    return values


def _speaks_for_itself(value: Json, dtype: str) -> bool:
    return isinstance(value, dict) or natural_dtype(value).name == dtype


def _is_text(pin: SavedPin) -> bool:
    return pin.position is None and PIN_DTYPES.get(pin.dtype, "DT_STRING") == "DT_STRING"


def _holds_something(pin: SavedPin) -> bool:
    return pin.position is not None or bool(pin.text.strip()) or 0 in pin.shape


_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_COLUMN, _ROW = 220.0, 140.0
_NOTE_BASELINE = 14.0


def is_sensor(use: BlockUse) -> bool:
    return use.task == "logic"


def block_ids(uses: Iterable[BlockUse]) -> list[str]:
    taken: set[str] = set()
    return [claim_name(legal_id(use.id) or use.type or "block", taken) for use in uses]


def legal_id(text: str) -> str:
    return re.sub("[./]", "_", legal_name(text))


def legal_name(text: str) -> str:
    return _CONTROL.sub("_", text).strip()


class PageImport:
    def __init__(self, record: PageRecord, name: str, report: list[ReportLine], files: dict[str, Array]) -> None:
        self._record = record
        self._report = report
        self._files = files
        self._page = name
        self._uses = [use for use in record.uses if not is_sensor(use)]
        self._ids = block_ids(self._uses)
        self._taken = set(self._ids)
        self._indices = [use.at for use in self._uses] if record.placed else _layout(self._uses, record.links)
        self._names: dict[str, tuple[str, str]] = {}
        self._wires: list[list[str]] = []
        self._sources: dict[tuple[str, str], list[str]] = {}
        self._extra: list[dict[str, Any]] = []
        self._displays = Displays(record)
        self.tags: dict[str, bool] = {}
        """Wires that were not drawn (True), or were drawn although they lead to a display, by their texts."""

    def build(self) -> dict[str, Any]:
        self._add_wires()
        blocks: list[dict[str, Any]] = []
        for use, name, at in zip(self._uses, self._ids, self._indices, strict=True):
            if not use.type:
                self.tell("problem", name, "the page does not state the type of this block")
            if use.turned:
                self.tell("changed", name, "it was rotated or scaled")
            values = BlockBuilder(self, use, name, at).build()
            blocks.append({"id": name, "type": use.type or "?", "at": _point(at), "values": values})
        hidden = sum(self.tags.values())
        if hidden:
            count = "1 hidden wire is" if hidden == 1 else f"{hidden} hidden wires are"
            self.tell("changed", "", f"{count} shown with tags: a diagram does not mark wires as hidden")
        self._add_displays()
        page: dict[str, Any] = {"name": self._page, "blocks": blocks + self._extra, "wires": self._wires}
        self._add_drawings(page)
        return page

    def tell(self, kind: Literal["left out", "changed", "problem"], location: str, text: str) -> None:
        self._report.append(ReportLine(kind, self._page, location, text))

    def sources(self, block: str, pin: str) -> Sequence[str]:
        return self._sources.get((block, pin), ())

    def add_block(self, kind: str, name: str, at: Point, values: dict[str, Json], target: str) -> None:
        name = claim_name(name, self._taken)
        self._extra.append({"id": name, "type": kind, "at": _point(at), "values": values})
        self._wires.append([f"{name}.output", target])

    def array(self, block: str, pin: str, array: Array, dtype: str) -> Json:
        if array.size <= INLINE_ELEMENTS:
            if dtype == "DT_FLOAT":  # in as few digits as a float32 needs, so that people can read them
                array, dtype = np.array([float(str(x)) for x in array.flat]).reshape(array.shape), "DT_DOUBLE"
            return from_array(array, dtypes.dtype(dtype))
        stem = re.sub(r"[^\w-]+", "_", f"{self._record.name}_{block}_{pin}")[:100]
        name = portable_name(stem, {same_name(name.removesuffix(".npy")) for name in self._files}) + ".npy"
        self._files[name] = array
        return {"file": name}

    def binary(self, block: str, pin: SavedPin) -> Array | None:
        if self._record.data.missing:
            name = self._record.data.path.name
            self.tell("problem", f"{block}.{pin.name}", f"its value is in the file {name}, which is missing")
            return None
        try:
            return self._record.data.read(pin)
        except DiagramError as error:
            error.page, error.block = self._page, block
            raise

    def _add_wires(self) -> None:
        names: dict[str, tuple[str, str]] = {}
        for use, name in zip(self._uses, self._ids, strict=True):
            if use.id in names:
                self.tell("changed", name, f"two blocks have the id {use.id!r}; wires are connected to the first")
            elif use.id != name:
                self.tell("changed", name, f"the block was named {use.id!r}, which is not a valid name here")
            names.setdefault(use.id, (name, use.type))
        self._names = names
        for link in self._record.links:
            text = f"wire {link.source}.{link.source_pin} -> {link.target}.{link.target_pin}"
            if self._displays.carries(link):
                continue
            if link.source not in names or link.target not in names:
                self.tell("left out", "", f"{text}: one of its blocks is not on the page")
            elif link.source_pin.startswith("result_"):
                self.tell("left out", "", f"{text}: it forwards a displayed value, which is not a wire of the graph")
            elif not is_passive(link.target_pin):
                self._add_wire(text, link, names[link.source], names[link.target])

    def _add_wire(self, text: str, link: PageLink, source: tuple[str, str], target: tuple[str, str]) -> None:
        base, bracket, index = link.source_pin.partition("[")
        target_pin = link.target_pin
        source_type, target_type = table_type(source[1]), table_type(target[1])
        if source_type:
            if base not in source_type.outputs:
                self.tell("problem", source[0], f"{text}: {source[1]} has no output {base!r}")
            base = source_type.outputs.get(base, base)
        if target_type:
            entry = target_type.inputs.get(target_pin)
            if entry is None:
                self.tell("problem", target[0], f"{text}: {target[1]} has no input {target_pin!r}")
            else:
                target_pin = entry.name
                if not entry.is_list and self.sources(target[0], target_pin):
                    self.tell("problem", f"{target[0]}.{target_pin}", "more than one wire is connected to this pin")
        ends = [f"{source[0]}.{base}{bracket}{index}", f"{target[0]}.{target_pin}"]
        try:
            parse_endpoint(ends[0])
            parse_endpoint(ends[1])
        except DiagramError as error:
            self.tell("left out", "", f"{text}: {error.message}")
            return
        self._wires.append(ends)
        if link.hidden:
            self.tags[" -> ".join(ends)] = True
        self._sources.setdefault((target[0], target_pin), []).append(source[1])

    def _add_displays(self) -> None:
        for display in self._displays.displays:
            name = claim_name(legal_id(display.id) or display.type, self._taken)
            entry: dict[str, Any] = {"id": name, "type": display.type, "at": _point(display.at)}
            if display.size is not None:
                entry["size"] = _point(display.size)
            self._extra.append({**entry, "values": display.values})
            for source in display.sources:
                self._show(source, name, "input", drawn=display.wired)
            if display.plus is not None:
                self._show(display.plus, name, "plus", drawn=False)
            if not display.sources:
                self.tell("changed", name, "nothing is wired to it")
        for kind, index, text in self._displays.remarks:
            self.tell(kind, index, text)

    def _show(self, source: ShownResult, display: str, at: str, *, drawn: bool) -> None:
        entry = self._names.get(source.block)
        if entry is None:
            self.tell("left out", display, f"it shows {source.block}.{source.pin}, which is not on the page")
            return
        table = table_type(entry[1])
        pin = source.pin
        if table is not None:
            pin = table.results.get(pin) or table.outputs.get(pin, pin)
        ends = [f"{entry[0]}.{pin}", f"{display}.{at}"]
        self._wires.append(ends)
        self.tags[" -> ".join(ends)] = not drawn

    def _add_drawings(self, page: dict[str, Any]) -> None:
        record = self._record
        # enuSpace places a text by its first base line, we by its upper left corner, in letters of one size.
        notes: list[dict[str, Any]] = [
            {"at": _point((text.at[0], text.at[1] - _NOTE_BASELINE)), "text": text.text}
            for text in record.texts
            if text.text and text.id not in self._displays.replaced
        ]
        frames: list[dict[str, Any]] = []
        for box in record.boxes:
            frames.append({"at": _point(box.at), "size": _point(box.size)})
            if box.color:
                frames[-1]["color"] = box.color
        if notes:
            page["notes"] = notes
            self.tell("changed", "", "the color, weight and size of its text are not converted")
        if frames:
            page["frames"] = frames
        for item in record.leftovers:
            self.tell("left out", item.id, item.text)


def _point(point: Point) -> list[float]:
    return [_coordinate(point[0]), _coordinate(point[1])]


def _coordinate(value: float) -> float:
    rounded = round(min(max(value, -FARTHEST), FARTHEST), 2)
    return int(rounded) if rounded.is_integer() else rounded


def _layout(uses: Sequence[BlockUse], links: Iterable[PageLink]) -> list[Point]:
    """Return positions, one column per step of the computation; ``uses`` must begin with the sources."""
    sources: dict[str, list[str]] = {}
    for link in links:
        sources.setdefault(link.target, []).append(link.source)
    column: dict[str, int] = {}
    filled: dict[int, int] = {}
    indices: list[Point] = []
    for use in uses:
        x = 1 + max((column.get(source, -1) for source in sources.get(use.id, [])), default=-1)
        column.setdefault(use.id, x)
        y = filled.get(x, 0)
        filled[x] = y + 1
        indices.append((40 + _COLUMN * x, 40 + _ROW * y))
    return indices
