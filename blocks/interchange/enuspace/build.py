"""Conversion of an enuSpace page record to a page of the diagram file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np

from blocks.base import dtypes
from blocks.base.errors import DiagramError
from blocks.base.files import numbered, portable_name, same_name
from blocks.base.literals import from_array
from blocks.base.types import Array
from blocks.document.data import FARTHEST, Json, parse_endpoint
from blocks.interchange.enuspace.blocks import INLINE_ELEMENTS, BlockBuilder, is_passive
from blocks.interchange.enuspace.data import Pin
from blocks.interchange.enuspace.displays import Displays
from blocks.interchange.enuspace.page import Link, PageRecord, Point, Use
from blocks.interchange.enuspace.project import ReportLine
from blocks.interchange.enuspace.scripts import Source
from blocks.interchange.enuspace.table import table_type

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_COLUMN, _ROW = 220.0, 140.0
_NOTE_BASELINE = 14.0


def is_sensor(use: Use) -> bool:
    return use.task == "logic"


def block_ids(uses: Iterable[Use]) -> list[str]:
    taken: set[str] = set()
    return [free_name(legal_id(use.id) or use.type or "block", taken) for use in uses]


def legal_id(text: str) -> str:
    return re.sub("[./]", "_", legal_name(text))


def legal_name(text: str) -> str:
    return _CONTROL.sub("_", text).strip()


def free_name(name: str, taken: set[str]) -> str:
    """Return the name, numbered if it is taken, and add it to ``taken``."""
    result = numbered(name, taken.__contains__)
    taken.add(result)
    return result


class PageBuilder:
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
        name = free_name(name, self._taken)
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

    def binary(self, block: str, pin: Pin) -> Array | None:
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

    def _add_wire(self, text: str, link: Link, source: tuple[str, str], target: tuple[str, str]) -> None:
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
            name = free_name(legal_id(display.id) or display.type, self._taken)
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

    def _show(self, source: Source, display: str, at: str, *, drawn: bool) -> None:
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


def _layout(uses: Sequence[Use], links: Iterable[Link]) -> list[Point]:
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
