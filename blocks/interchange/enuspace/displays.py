"""Conversion of enuSpace displays (trends, heat maps, sensors, live texts) to display blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from blocks.document.data import Json
from blocks.interchange.enuspace.page import BlockUse, PageDrawing, PageLink, PageRecord, PageText, Point

# ``MAP.data[i][j] = BLOCK.result_ref[0][i*28+j]`` in loops over ``i`` and ``j`` fills a heat map. ``TEXT.text =
# string.format("%4.4f", BLOCK.result_z)`` sets a text. The script of the map or text itself omits its name. Other
# Lua code is not read.
_NAME = r"[^\W\d]\w*"
_RESULT = re.compile(rf"(?P<block>{_NAME})\.(?P<pin>result_\w+)(?P<places>(?:\[[^\[\]]*\])*)")
_DATA = re.compile(
    rf"(?:(?P<target>{_NAME})\s*\.\s*)?\bdata\s*\[\s*(?P<row>{_NAME})\s*\]\s*\[\s*(?P<column>{_NAME})\s*\]"
    r"\s*=(?!=)\s*(?P<value>.*)"
)
_TEXT = re.compile(
    rf'(?:(?P<target>{_NAME})\s*\.\s*)?\btext\s*=(?!=)\s*string\.format\s*\(\s*"(?P<format>[^"]*)"\s*,\s*(?P<value>.*)\)'
)
_ROWS = re.compile(r"(?:i\s*\*\s*(?P<columns>\d{1,6})\s*\+\s*j|j\s*\+\s*i\s*\*\s*(?P<turned>\d{1,6}))")
_DIGITS = re.compile(r"%[-+ #0]*\d*(?:\.(?P<digits>\d{1,2}))?(?P<kind>[a-zA-Z])")
_FRAME = re.compile(r"(function|local|for|end|else|if|elseif|while|repeat|until|return|--)\b|--|end\b|$")
_CONDITION = re.compile(r"\b(if|while|repeat|elseif)\b")


class ShownResult(NamedTuple):
    block: str
    pin: str
    part: tuple[int, ...] = ()
    columns: int = 0


class Binding(NamedTuple):
    """A script's connection of a result to a map or label ``target``; empty for the owner of the script.

    ``decimals`` is None for a map. ``more`` is the rest of the value, which is not imported.
    """

    target: str
    source: ShownResult
    decimals: int | None = None
    more: str = ""


class Script(NamedTuple):
    bindings: list[Binding]
    left: int


def read_script(text: str) -> Script:
    """Return the bindings of a script, except for those that depend on a condition."""
    bindings: list[Binding] = []
    left = 0
    conditional = _CONDITION.search(text) is not None
    for line in [line.strip().rstrip(";") for line in text.splitlines() if line.strip()]:
        binding = None if conditional else _binding(line)
        if binding is not None:
            bindings.append(binding)
        elif not _FRAME.match(line):
            left += 1
    return Script(bindings, left)


def _binding(line: str) -> Binding | None:
    match = _DATA.fullmatch(line)
    if match is not None:
        row, column = re.escape(match["row"]), re.escape(match["column"])
        value = re.sub(rf"\b{row}\b(?=[^\[\]]*\])", "i", match["value"])
        result = read_source(re.sub(rf"\b{column}\b(?=[^\[\]]*\])", "j", value))
        return Binding(match["target"] or "", result[0], None, result[1]) if result else None
    match = _TEXT.fullmatch(line)
    digits = _DIGITS.fullmatch(match["format"]) if match is not None else None
    if match is None or digits is None or digits["kind"] not in "dfgiu":
        return None
    result = read_source(match["value"].strip())
    decimals = 0 if digits["kind"] in "diu" else int(digits["digits"] or 6)
    return Binding(match["target"] or "", result[0], decimals, result[1]) if result and not result[0].columns else None


def read_source(text: str) -> tuple[ShownResult, str] | None:
    """Split an expression such as ``BLOCK.result_pin[0][i*28+j] + ...`` into its source and the rest."""
    match = _RESULT.match(text.strip())
    if match is None:
        return None
    part: list[int] = []
    columns = 0
    indices = [position.strip() for position in re.findall(r"\[([^\[\]]*)\]", match["places"])]
    for i, index in enumerate(indices):
        rows = _ROWS.fullmatch(index)
        if re.fullmatch(r"\d{1,9}", index) and not columns:
            part.append(int(index))
        elif rows is not None and i == len(indices) - 1:
            columns = int(rows["columns"] or rows["turned"])
        elif indices[i:] == ["i", "j"]:
            break
        else:
            return None
    return ShownResult(match["block"], match["pin"], tuple(part), columns), text.strip()[match.end() :].strip()


Remark = tuple[Literal["left out", "changed"], str, str]
"""Kind of a line of the report, what it is about, and the text."""

_MOST_DIGITS = 17
_LETTER_WIDTH, _ABOVE = 0.6, 0.9
"""Of the size of letters: how wide they are, and how far they rise above their base line."""
_SPLITTER = "ARAAY_3_OUT"
_SENSORS = {"SENSOR_TREND": "TrendDisplay", "SENSOR_LCD": "NumberDisplay", _SPLITTER: "TableDisplay"}
_SENSOR_SIZES = {"SENSOR_TREND": (240.0, 170.0), "SENSOR_LCD": (90.0, 80.0)}
"""So that they lie beside each other as in the original."""


class Display(NamedTuple):
    """A display to create; ``plus`` is added to its sources, and ``wired`` if no script connected it."""

    id: str
    type: str
    at: Point
    size: Point | None
    values: dict[str, Json]
    sources: Sequence[ShownResult]
    wired: bool = False
    plus: ShownResult | None = None


class Displays:
    """The displays of a page; ``remarks`` lists losses and changes, ``replaced`` the ids of replaced labels."""

    def __init__(self, record: PageRecord) -> None:
        self._record = record
        self.displays: list[Display] = []
        self.remarks: list[Remark] = []
        self.replaced: set[str] = set()
        self._sensors = {use.id: use for use in record.uses if use.task == "logic"}
        self._links: dict[tuple[str, str], PageLink] = {}
        for link in record.links:
            if link.target in self._sensors:
                self._links.setdefault((link.target, link.target_pin.partition("[")[0]), link)
        bindings = self._page_bindings()
        for use in self._sensors.values():
            self._sensor(use)
        for drawing in record.drawings:
            if drawing.kind == "pg-trend":
                self._trend(drawing)
            elif drawing.kind == "pg-trend-contour":
                self._heat_map(drawing, bindings)
        for text in record.texts:
            self._text(text, bindings)
        for name in bindings:
            self.remarks.append(("left out", name, "the page's script fills it, but it is not on the page"))

    def carries(self, link: PageLink) -> bool:
        return link.source in self._sensors or link.target in self._sensors

    def _page_bindings(self) -> dict[str, Binding]:
        bindings: dict[str, Binding] = {}
        for script in self._record.scripts:
            read = read_script(script)
            for binding in read.bindings:
                bindings[binding.target] = binding
            if read.left:
                count = "a statement" if read.left == 1 else f"{read.left} statements"
                self.remarks.append(("left out", "", f"script of the page: {count} of Lua code that show no result"))
        return bindings

    # -- sensors ------------------------------------------------------------------------------------------------------

    def _sensor(self, use: BlockUse) -> None:
        kind = _SENSORS.get(use.type)
        if kind is None:
            self.remarks.append(("left out", use.id, f"{use.type}: this display does not exist"))
            return
        source = self._source(use.id, "INPUT" if use.type == _SPLITTER else "input", set())
        values: dict[str, Json] = {}
        if title := use.attributes.get("m_labelname", "").strip():
            values["title"] = title
        if unit := use.attributes.get("m_unit", "").strip():
            values["unit"] = unit
        if use.attributes.get("m_duration", "").strip():
            self.remarks.append(("changed", use.id, "it shows all steps, not the last seconds"))
        if kind == "TrendDisplay":
            values |= _limits(use.attributes.get("m_min", ""), use.attributes.get("m_max", ""))
            if source is not None and source.part:
                self.remarks.append(("changed", use.id, "it showed one element; the whole result is wired to it"))
        size, sources = _SENSOR_SIZES.get(use.type), [source] if source else []
        self._add(Display(use.id, kind, use.at, size, values, sources, wired=True))

    def _source(self, block: str, pin: str, seen: set[str]) -> ShownResult | None:
        """Return the source of a sensor's wire, through sensors that pass it on; a splitter gives one element."""
        link = self._links.get((block, pin))
        if link is None or block in seen:
            return None
        before = self._sensors.get(link.source)
        if before is None:
            result = read_source(f"{link.source}.{link.source_pin}")
            return result[0] if result is not None else ShownResult(link.source, link.source_pin)
        if before.type != _SPLITTER:
            return self._source(link.source, "input", seen | {block})
        whole = self._source(link.source, "INPUT", seen | {block})
        index = link.source_pin.rpartition("_")[2]
        if whole is None or not index.isdigit() or not int(index):
            return whole
        return whole._replace(part=(*whole.part, int(index) - 1))

    # -- drawn displays -----------------------------------------------------------------------------------------------

    def _trend(self, drawing: PageDrawing) -> None:
        values: dict[str, Json] = {"title": drawing.title} if drawing.title else {}
        if drawing.attributes.get("auto-scale", "").lower() not in ("on", "true"):
            values |= _limits(drawing.attributes.get("yview-min", ""), drawing.attributes.get("yview-max", ""))
        sources: list[ShownResult] = []
        elements = False
        for series in drawing.series:
            result = read_source(series)
            if result is None:
                self.remarks.append(("left out", drawing.id, f"its line of {series!r}"))
                continue
            elements = elements or bool(result[0].part)
            whole = result[0]._replace(part=())
            if whole not in sources:
                sources.append(whole)
        if elements:
            self.remarks.append(("changed", drawing.id, "it draws a line for each element of the tensor wired to it"))
        if drawing.series:
            self.remarks.append(("changed", drawing.id, "the names and colors of its lines are not converted"))
        self._add(Display(drawing.id, "TrendDisplay", drawing.at, drawing.size, values, sources))

    def _heat_map(self, drawing: PageDrawing, bindings: dict[str, Binding]) -> None:
        binding = bindings.pop(drawing.id, None) or self._own_binding(drawing.id, drawing.script)
        if binding is None:
            cells = drawing.attributes.get("subdivision", "?")
            self.remarks.append(("left out", drawing.id, f"heat map of {cells} cells: no result fills it"))
            return
        values = _limits(drawing.attributes.get("minElevation", ""), drawing.attributes.get("maxElevation", ""))
        if binding.source.columns:
            values["columns"] = binding.source.columns
        self._bound(drawing.id, "HeatMapDisplay", drawing.at, drawing.size, values, binding)

    def _text(self, text: PageText, bindings: dict[str, Binding]) -> None:
        binding = bindings.pop(text.id, None) or self._own_binding(text.id, text.script)
        if binding is None:
            if text.script:
                self.remarks.append(("left out", text.id, f"the script that changes the text {text.text!r}"))
            return
        # A number before the point takes a digit at least, and ours counts all of them.
        digits = max(1, min(_MOST_DIGITS, (binding.decimals or 0) + 2))
        at = (text.at[0], text.at[1] - _ABOVE * text.font_size)
        size = (max(40.0, _LETTER_WIDTH * text.font_size * len(text.text)), 1.1 * text.font_size)
        self.replaced.add(text.id)
        self._bound(text.id, "NumberDisplay", at, size, {"digits": digits}, binding)

    def _own_binding(self, name: str, script: str) -> Binding | None:
        own = [each for each in read_script(script).bindings if each.target in ("", name)]
        return own[-1] if own else None

    def _bound(self, name: str, kind: str, at: Point, size: Point, values: dict[str, Json], binding: Binding) -> None:
        plus = _plus(binding) if kind == "HeatMapDisplay" else None
        if plus is not None and plus.part:
            values["plus_part"] = list(plus.part)
        elif plus is None and binding.more:
            self.remarks.append(("changed", name, f"the additions of its script are not converted: {binding.more!r}"))
        self._add(Display(name, kind, at, size, values, [binding.source], plus=plus))

    def _add(self, display: Display) -> None:
        if display.type != "TrendDisplay" and display.sources and display.sources[0].part:
            display.values["part"] = list(display.sources[0].part)
        self.displays.append(display)


def _plus(binding: Binding) -> ShownResult | None:
    sign, text = binding.more[:1], binding.more[1:].strip()
    result = read_source(text) if sign == "+" else None
    return None if result is None or result[0].columns or result[1] else result[0]


def _limits(low: str, high: str) -> dict[str, Json]:
    try:
        ends = float(low), float(high)
    except ValueError:
        return {}
    return {"minimum": ends[0], "maximum": ends[1]} if -1e300 < ends[0] < ends[1] < 1e300 else {}
