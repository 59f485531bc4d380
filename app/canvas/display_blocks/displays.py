"""Panels of display blocks: the results that they read, and their painting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from app.canvas.display_blocks.pens import Ink
from app.canvas.display_blocks.tensor_displays import (
    paint_confusion,
    paint_heat_map,
    paint_histogram,
    paint_image,
    paint_number,
    paint_scatter,
    paint_table,
    table_of,
)
from app.canvas.display_blocks.trend import WHOLE, Cursor, Reading, cursor_at, paint_trend, plot_of
from app.canvas.items import BlockItem
from app.canvas.mirror import SceneModel
from app.canvas.results_feed import Results
from app.core.runs.results import Result, summarise
from app.face.theme import Theme
from blocks.base.language import tr
from blocks.base.types import Array, is_list
from blocks.document.data import Endpoint, pins_type
from blocks.graph.spec import BlockSpec
from blocks.run.monitoring.previews import MOST_ELEMENTS, element_names


class Panel:
    """The content of a display, painted when it becomes visible and cached as an image until it changes."""

    __slots__ = ("kind", "readings", "values")

    def __init__(self, kind: str, values: Mapping[str, Any], readings: tuple[Reading, ...]) -> None:
        self.kind = kind
        self.values = values
        self.readings = readings

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Panel) or self.kind != other.kind or self.values != other.values:
            return False
        return len(self.readings) == len(other.readings) and all(map(_alike, self.readings, other.readings))

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def paint(self, painter: QPainter, box: QRectF, theme: Theme, part: tuple[float, float] = WHOLE) -> None:
        ink = Ink(painter, theme, theme.dark)
        if not self.readings:
            ink.message(box, tr("not connected"))
            return
        shown = [each for each in self.readings if each.result is not None or each.points or each.past]
        if not shown:
            ink.message(box, tr("no result yet"))
            return
        with np.errstate(all="ignore"):
            if self.has_steps:
                paint_trend(ink, box, self.readings, self.values, part)
            elif self.main is None or self.main.result is None:
                ink.message(box, tr("no result yet") if self.main is not None else tr("the input is not connected"))
            elif self.kind in _PAIRED:
                _PAIRED[self.kind](ink, box, self.main.result.value, self.beside, self.values)
            elif self.kind == "ImageDisplay":
                paint_image(ink, box, self.main.name, self.main.result.value, self.values, self.beside.get("captions"))
            else:
                _PAINTERS[self.kind](ink, box, self.main.name, self.main.result.value, self.values)

    @property
    def main(self) -> Reading | None:
        return next((each for each in self.readings if each.pin in ("", "input")), None)

    @property
    def beside(self) -> Mapping[str, Array]:
        others = [each for each in self.readings if each.pin != "input"]
        return {each.pin: each.result.value for each in others if each.result is not None}

    def table(self) -> Array | None:
        """Return the content as a table, or None if it is empty; a trend has a column of steps and one per curve."""
        if self.has_steps:
            curves = [dict(reading.points) for reading in self.readings if reading.points]
            steps = sorted({step for curve in curves for step in curve})
            rows = [[float(step), *(curve.get(step, np.nan) for curve in curves)] for step in steps]
            return np.array(rows, float) if rows else None
        result = None if self.main is None else self.main.result
        if result is not None and self.kind in _PAIRED:
            return table_of(self.kind, result.value, self.beside)
        return None if result is None else result.value

    @property
    def has_steps(self) -> bool:
        return self.kind == "TrendDisplay"

    def plot_area(self, box: QRectF) -> QRectF:
        return plot_of(box, self.readings, self.values).area

    def cursor(
        self, box: QRectF, at: QPointF | float, against: float | None = None, part: tuple[float, float] = WHOLE
    ) -> Cursor | None:
        return cursor_at(box, self.readings, self.values, at, against, part) if self.has_steps else None


def _alike(a: Reading, b: Reading) -> bool:
    return (
        a.name == b.name
        and a.result is b.result
        and a.past is b.past
        and len(a.points) == len(b.points)
        and a.points[-1:] == b.points[-1:]
    )


def panel_of(item: BlockItem, mirror: SceneModel, store: Results | None, page: str) -> Panel:
    block = item.block
    spec = mirror.find(pins_type(block))
    if spec is None:
        return Panel(block.type, {}, ())
    wires = [wire.wire for wire in mirror.wires_of(block.id) if wire.wire.target.block == block.id]
    plus = next((wire.source for wire in wires if wire.target.pin == "plus"), None)
    wires = [wire for wire in wires if wire.target.pin != "plus"]
    given = {a.name: block.values.get(a.name, a.default) for a in spec.attributes}
    readings: list[Reading] = []
    trend = spec.name == "TrendDisplay"
    for wire in wires:
        begin = wire.source
        came_from = mirror.type_of(begin.block)
        name, spoken = result_name(begin, came_from), _spoken(begin, came_from)
        if store is None or not name:
            readings.append(Reading(spoken, None, pin=wire.target.pin))
            continue
        if store.get(page, name) is None and store.get(page, f"{name}[0]") is not None:  # a whole list
            count = next(i for i in range(1, 1 << 30) if store.get(page, f"{name}[{i}]") is None) if trend else 1
            names = [(f"{name}[{i}]", f"{spoken}[{i}]") for i in range(count)]
        else:
            names = (_elements(store, page, name, spoken) if trend else []) or [(name, spoken)]
        if trend and store.get(page, name) is None:
            past = [each for each in store.past_names(page) if each.startswith(f"{name}[")]
            names = [(each, f"{spoken}{each[len(name) :]}") for each in past] or names
        for each, said in names:
            result = store.get(page, each)
            result = shown_part(result, given) if wire.target.pin == "input" else result
            points, past = (store.history(page, each), store.past(page, each)) if trend else ((), ())
            readings.append(Reading(said, result, points, each, past, wire.target.pin))
    if plus is not None and readings and store is not None:
        came_from = mirror.type_of(plus.block)
        added = shown_sum(readings[0].result, store.get(page, result_name(plus, came_from)), given)
        said = f"{readings[0].name} + {_spoken(plus, came_from)}"
        readings = [Reading(said, added, key=readings[0].key, pin="input")]
    return Panel(spec.name, given, tuple(readings))


def _elements(store: Results, page: str, name: str, spoken: str) -> list[tuple[str, str]]:
    result = store.get(page, name)
    if result is None or not 1 < result.value.size <= MOST_ELEMENTS:
        return []
    shape = result.value.shape
    names = list(zip(element_names(name, shape), element_names(spoken, shape), strict=True))
    return names if any(store.history(page, each) for each, _ in names) else []


def result_name(begin: Endpoint, spec: BlockSpec | None) -> str:
    pin = spec.shown_by(begin.pin) if spec is not None else None
    if pin is None or not pin.result_pins:
        return ""
    suffix = "" if begin.index is None else f"[{begin.index}]"
    return f"{begin.block}.{pin.result_pins[0]}{suffix}"


def _spoken(begin: Endpoint, spec: BlockSpec | None) -> str:
    suffix = "" if begin.index is None else f"[{begin.index}]"
    if spec is not None and len(spec.outputs) == 1:
        return begin.block + suffix
    return f"{begin.block}.{begin.pin}{suffix}"


_PAIRED: Mapping[str, Callable[[Ink, QRectF, Array, Mapping[str, Array], Mapping[str, Any]], None]] = {
    "ConfusionMatrixDisplay": paint_confusion,
    "ScatterDisplay": paint_scatter,
}
_PAINTERS: Mapping[str, Callable[[Ink, QRectF, str, Array, Mapping[str, Any]], None]] = {
    "NumberDisplay": paint_number,
    "TableDisplay": paint_table,
    "HeatMapDisplay": paint_heat_map,
    "HistogramDisplay": paint_histogram,
}


def shown_part(result: Result | None, values: Mapping[str, Any]) -> Result | None:
    part, columns = values.get("part"), values.get("columns")
    if result is None or not (part or columns):
        return result
    array = part_of(result.value, part, columns)
    return None if array is None else summarise(array, result.summary.dtype)


def shown_sum(shown: Result | None, plus: Result | None, values: Mapping[str, Any]) -> Result | None:
    """Return a result plus the part ``plus_part`` of another one.

    None if one is missing, or if the part does not exist or cannot be broadcast to the result.
    """
    added = None if plus is None else part_of(plus.value, values.get("plus_part"), 0)
    if shown is None or added is None or not _fits(shown.value.shape, added.shape):
        return None
    with np.errstate(all="ignore"):
        return summarise(shown.value + added, shown.summary.dtype)


def _fits(shape: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether a tensor of shape ``other`` can be broadcast to ``shape``."""
    return len(other) <= len(shape) and all(b in (1, a) for a, b in zip(reversed(shape), reversed(other), strict=False))


def part_of(array: Array, part: object, columns: object) -> Array | None:
    """Index the first axes of an array by ``part``, then split its last axis into rows of ``columns``.

    Return None if the index is out of range or the length is not a multiple of ``columns``.
    """
    for index in part if is_list(part) else ():
        if not isinstance(index, int) or not array.ndim or not -len(array) <= index < len(array):
            return None
        array = array[index, ...]
    if isinstance(columns, int) and columns > 0 and array.ndim:
        length = array.shape[-1]
        if length % columns:
            return None
        array = array.reshape(*array.shape[:-1], length // columns, columns)
    return array
