"""Value rows of a block: their positions, the number under the mouse, and the effect of a click."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from PySide6.QtCore import QPointF, QRectF

from app.canvas.items import BlockItem
from app.canvas.text import fitted, static_text
from app.core.numbers import Number, number_at, numbers_in
from app.face.geometry import LABEL_SIZE, LABEL_X, PIN_RADIUS, PIN_X, PITCH, Geometry, PinSpot
from blocks.document.data import Json, is_list
from blocks.graph.spec import Attribute, BlockSpec

READABLE = 0.55
"""Below this zoom values are too small to be read, and so to be taken by the mouse."""
_GAP = 5.0
_EDGE = 8.0
LEAST_ROOM = 8.0
"""A value with less room is not painted."""
_AROUND = 3.0

TITLE = "title"
"""The value of a display that stands above it."""

Kind = Literal["bool", "choice", "typed"]


class BlockValueRow(NamedTuple):
    """A row of a block with an editable value.

    Attributes:
        name: the attribute or input.
        area: the row on the page, without its pin.
        value: the area of the value; empty if there is none, or no room.
        missing: a required value is missing or wrong.
    """

    name: str
    area: QRectF
    value: QRectF
    text: str
    missing: bool = False

    def number_at(self, at: QPointF) -> tuple[Number, int] | None:
        if not self.value.contains(at) or not self.text:
            return None
        known, _, _ = self.text.partition("…")  # behind it, it is not known which number one would be
        widths = [static_text(self.text[:i], LABEL_SIZE).size().width() for i in range(len(self.text) + 1)]
        wanted = widths[-1] * (at.x() - self.value.left() - _AROUND) / max(1.0, self.value.width() - 2 * _AROUND)
        number = number_at(known, min(range(len(widths)), key=lambda i: abs(widths[i] - wanted)))
        return None if number is None else (number, [each.start for each in numbers_in(known)].index(number.start))


def room_for_value(geometry: Geometry, spot: PinSpot, beside: float = 0.0) -> tuple[float, float]:
    """Return the right end and the width of a pin's value. ``beside``: the width of an output's label in its row."""
    end = geometry.width - beside - _EDGE
    label, squeeze = fitted(spot.pin.label, LABEL_SIZE, bold=True, room=end - LABEL_X)
    return end, end - LABEL_X - static_text(label, LABEL_SIZE, bold=True).size().width() * squeeze - _GAP


def labels_beside(geometry: Geometry) -> dict[float, float]:
    labels = [spot for spot in geometry.spots if spot.pin.side == "right" and spot.pin.label]
    return {spot.y: 14 + static_text(spot.pin.label, LABEL_SIZE, bold=True).size().width() for spot in labels}


def rows_of(item: BlockItem, spec: BlockSpec | None) -> Iterator[BlockValueRow]:
    geometry = item.geometry
    left, top = item.block.at
    if spec is None or item.face.collapsed:
        return
    if item.is_display:
        if spec.attribute(TITLE) is not None and geometry.id_baseline:
            area = QRectF(left + LABEL_X - 4, top + 2, geometry.width - LABEL_X, geometry.id_baseline - 4)
            yield BlockValueRow(TITLE, area, QRectF(), item.face.caption or "")
        return
    beside = labels_beside(geometry)
    for spot in geometry.spots:
        pin = spot.pin
        if pin.side != "left" or pin.wired or pin.kind == "scope":
            continue
        declared = spec.input(pin.name)
        if spec.attribute(pin.name) is None and (declared is None or not declared.literal):
            continue
        end, room = room_for_value(geometry, spot, beside.get(spot.y, 0.0))
        text, width = "", 0.0
        if pin.value and room > LEAST_ROOM:
            text, squeeze = fitted(pin.value, LABEL_SIZE, room=room)
            width = static_text(text, LABEL_SIZE).size().width() * squeeze
        start = PIN_X + PIN_RADIUS + 2
        area = QRectF(left + start, top + spot.y - PITCH / 2, end + _EDGE - start, PITCH)
        value = QRectF(left + end - width - _AROUND, area.top() + 1, width + 2 * _AROUND, PITCH - 2)
        needed = declared is None or not declared.optional
        missing = bool(pin.fault) or (needed and not pin.value)
        yield BlockValueRow(pin.name, area, value if width else QRectF(), text, missing)


def kind_of(spec: BlockSpec | None, name: str, value: Json) -> Kind:
    attribute = None if spec is None else spec.attribute(name)
    if type(value) is bool:
        return "bool"
    return "choice" if attribute is not None and (has_choices(attribute) or is_subset(attribute)) else "typed"


def is_subset(attribute: Attribute) -> bool:
    """Return whether an attribute is a list of names from a small set."""
    return bool(attribute.allowed) and attribute.type == "list(string)"


def has_choices(attribute: Attribute) -> bool:
    return attribute.type == "type" or (bool(attribute.allowed) and not attribute.type.startswith("list("))


def number_in(value: Json, index: int) -> int | float | None:
    for i, item in enumerate(_leaves(value)):
        if i == index:
            return item if type(item) in (int, float) else None
    return None


def with_number(value: Json, index: int, number: int | float) -> Json:
    def turned(item: Json, before: int) -> tuple[Json, int]:
        if not is_list(item):
            return (number if before == index else item), before + 1
        changed: list[Json] = []
        for each in item:
            inner, before = turned(each, before)
            changed.append(inner)
        return changed, before

    return turned(value, 0)[0]


def _leaves(value: Json) -> Iterator[Json]:
    stack: list[Sequence[Json]] = [[value]]
    indices = [0]
    while stack:
        if indices[-1] == len(stack[-1]):
            stack.pop()
            indices.pop()
            continue
        item = stack[-1][indices[-1]]
        indices[-1] += 1
        if is_list(item):
            stack.append(item)
            indices.append(0)
        else:
            yield item
