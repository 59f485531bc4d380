"""Painters for displays of one tensor: number, table, heat map, image, histogram."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPen

from app.canvas.display_blocks import charts
from app.canvas.display_blocks.pens import (
    BAD,
    SMALL,
    TEXT,
    Ink,
    bottom_marks,
    count_in,
    digits_in,
    element_text,
    grid_line,
    number_in,
    number_text,
    thin_frame,
)
from app.canvas.text import draw_text, static_text
from app.face.contrast import text_on
from app.language import tr
from blocks.base.shapes import shape_text
from blocks.base.types import Array

_ROW = 14.0
_CELL_WIDE, _CELL_HIGH = 12.0, 11.0
"""The least room for an element in a cell of a heat map."""
_NAMED_FROM = 30.0
"""From this height on a number says whose it is."""


def paint_number(ink: Ink, box: QRectF, name: str, value: Array, values: Mapping[str, Any]) -> None:
    digits, unit = digits_in(values), str(values.get("unit") or "")
    below = name
    if value.size == 1:
        text = element_text(value.reshape(-1)[0], digits)
    elif not charts.is_numeric(value) or not value.size:
        text = shape_text(value.shape)
        below = tr("{name}: no numeric values", name=name)
    else:
        flat = value.reshape(-1)
        numbers = charts.as_floats(flat[:: max(1, -(-flat.size // charts.MOST_COUNTED))])
        finite = numbers[np.isfinite(numbers)]
        text = number_text(float(finite.mean()), digits) if finite.size else "NaN"
        if finite.size:
            low, high = number_text(float(finite.min()), digits), number_text(float(finite.max()), digits)
            below = tr(
                "mean of {name} {shape}, {low} … {high}", name=name, shape=shape_text(value.shape), low=low, high=high
            )
    if box.height() < _NAMED_FROM:
        below = ""
    room = box.height() - 12 if below else 1.2 * box.height()
    unit_room = 10 + 8.0 * len(unit) if unit else 0.0
    natural = static_text(text, 20, bold=True).size().width() or 1.0
    size = int(max(9, min(48, room * 0.62, 20 * (box.width() - 12 - unit_room) / natural)))
    width = static_text(text, size, bold=True).size().width()
    bad = text in BAD
    y = box.top() + room / 2 + size * 0.36
    middle = box.center().x() - unit_room / 2
    used = draw_text(
        ink.painter, middle, y, text, size, ink.error if bad else ink.value, bold=True,
        room=max(20.0, box.width() - 12), align="center",
    )  # fmt: skip
    if unit:
        draw_text(ink.painter, middle + min(used, width) / 2 + 5, y, unit, 11, ink.dim, room=max(12.0, unit_room))
    if below:
        ink.write(box.center().x(), box.bottom() - 4, below, ink.dim, box.width() - 8, "center")


def paint_table(ink: Ink, box: QRectF, name: str, value: Array, values: Mapping[str, Any]) -> None:
    digits = digits_in(values)
    plane = charts.as_plane(value)
    if not plane.size:
        ink.message(box, tr("{shape}: no elements", shape=shape_text(value.shape)))
        return
    rows, columns = plane.shape
    fitting_rows = max(1, int((box.height() - _ROW - 13) // _ROW))
    head = 8.0 + 5.5 * len(str(rows - 1))
    sample = plane[: min(rows, 64), : min(columns, 16)]
    texts = [[element_text(each, digits) for each in row] for row in sample]
    longest = max(len(text) for row in texts for text in row)
    wide = min(max(30.0, 5.1 * longest + 8), max(30.0, box.width() - head))
    fitting = max(1, int((box.width() - head) // wide))
    shown_rows, shown = min(rows, fitting_rows), min(columns, fitting)
    wide = min(wide * 1.8, (box.width() - head) / shown)
    area = QRectF(box.left(), box.top(), head + wide * shown, _ROW * (shown_rows + 1))
    painter = ink.painter
    painter.fillRect(area, ink.ground)
    shade = QColor(ink.edge)
    shade.setAlpha(60)
    painter.fillRect(QRectF(area.left(), area.top(), area.width(), _ROW), shade)
    painter.fillRect(QRectF(area.left(), area.top() + _ROW, head, area.height() - _ROW), shade)
    painter.setPen(QPen(ink.edge, 0.6))
    for i in range(shown_rows + 2):
        y = area.top() + _ROW * i
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
    for k in range(shown + 1):
        x = area.left() + head + wide * k
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
    for k in range(shown):
        ink.write(area.left() + head + wide * (k + 1) - 4, area.top() + 10.5, str(k), ink.dim, wide - 6, "right")
    for i in range(shown_rows):
        y = area.top() + _ROW * (i + 1) + 10.5
        ink.write(area.left() + head - 4, y, str(i), ink.dim, None, "right")
        for k in range(shown):
            each = plane[i, k]
            text = element_text(each, digits)
            color = ink.error if text in BAD else ink.value
            draw_text(
                painter, area.left() + head + wide * (k + 1) - 4, y, text, TEXT, color, room=wide - 7, align="right"
            )
    left = [tr("{rows} more rows", rows=rows - shown_rows) if rows > shown_rows else ""]
    left.append(tr("{columns} more columns", columns=columns - shown) if columns > shown else "")
    rest = ", ".join(part for part in left if part)
    ink.write(
        box.left() + 2,
        box.bottom() - 3,
        f"{name} {shape_text(value.shape)}" + (f": {rest}" if rest else ""),
        ink.dim,
        box.width() - 4,
    )


def paint_heat_map(ink: Ink, box: QRectF, name: str, value: Array, values: Mapping[str, Any]) -> None:
    if not charts.is_numeric(value) or not value.size:
        ink.message(box, tr("{shape}: no numeric values", shape=shape_text(value.shape)))
        return
    palette = str(values.get("palette"))
    picture = charts.heat_map(value, number_in(values, "minimum"), number_in(values, "maximum"), palette)
    digits = digits_in(values)
    legend = 46.0 if box.width() > 120 else 0.0
    area = box.adjusted(0, 0, -legend, -12)
    # Squares if that leaves most of the room in use; else the cells are stretched.
    ratio = (picture.image.width() / picture.image.height()) / (area.width() / max(1.0, area.height()))
    rect = ink.image(area, picture.image, stretch=not 0.4 < ratio < 2.5)
    _write_cells(ink, rect, value, picture.image, digits)
    thin_frame(ink, rect)
    said = tr(": all {number}", number=number_text(picture.low, digits)) if picture.is_constant else ""
    ink.write(box.left() + 2, box.bottom() - 3, f"{name} {shape_text(value.shape)}{said}", ink.dim, box.width() - 4)
    if legend and not picture.is_constant:
        strip = QRectF(rect.right() + 6, rect.top(), 8, rect.height())
        ink.painter.drawImage(strip, charts.scale_image(palette))
        thin_frame(ink, strip)
        room = box.right() - strip.right() - 3
        ink.write(strip.right() + 3, strip.top() + 7, number_text(picture.high, 3), ink.text, room)
        if strip.height() > 40:
            middle = picture.low / 2 + picture.high / 2
            ink.write(strip.right() + 3, strip.center().y() + 3, number_text(middle, 3), ink.dim, room)
        ink.write(strip.right() + 3, strip.bottom() - 1, number_text(picture.low, 3), ink.text, room)


def _write_cells(ink: Ink, rect: QRectF, value: Array, image: QImage, digits: int) -> None:
    plane = charts.as_plane(value)
    rows, columns = plane.shape
    wide, high = rect.width() / columns, rect.height() / rows
    if high < _CELL_HIGH or wide < _CELL_WIDE or (rows, columns) != (image.height(), image.width()):
        return
    # With fewer digits, if they have no room.
    for fewer in range(digits, min(digits, 2) - 1, -1):
        texts = [[element_text(each, fewer) for each in row] for row in plane]
        if max(static_text(text, SMALL).size().width() for row in texts for text in row) <= wide - 4:
            break
    else:
        return
    for i, row in enumerate(texts):
        for k, text in enumerate(row):
            shade = QColor(image.pixel(k, i))
            color = QColor(text_on(shade.name()))
            middle = QPointF(rect.left() + wide * (k + 0.5), rect.top() + high * (i + 0.5))
            draw_text(ink.painter, middle.x(), middle.y() + 3, text, SMALL, color, align="center")


def paint_image(
    ink: Ink, box: QRectF, name: str, value: Array, values: Mapping[str, Any], captions: Array | None = None
) -> None:
    area = box.adjusted(0, 0, 0, -12)
    picture = None
    if charts.is_numeric(value):
        aspect = area.width() / max(1.0, area.height())
        ends = number_in(values, "minimum"), number_in(values, "maximum")
        across = count_in(values, "across", 0, 0, 1 << 16)
        picture = charts.picture(value, *ends, aspect, across)
    if picture is None:
        ink.message(
            box, tr("{shape} is not an image: use [H,W], [H,W,C], [N,H,W] or [N,H,W,C]", shape=shape_text(value.shape))
        )
        return
    rect = ink.image(area, picture.image, stretch=False)
    thin_frame(ink, rect)
    if captions is not None:
        _write_captions(ink, rect, picture, captions)
    ink.write(box.left() + 2, box.bottom() - 3, f"{name} {shape_text(value.shape)}", ink.dim, box.width() - 4)


def _write_captions(ink: Ink, rect: QRectF, grid: charts.PictureGrid, captions: Array) -> None:
    texts = [element_text(each, 4) for each in captions.reshape(-1)[: grid.number]]
    scale = rect.width() / grid.image.width()
    wide, high = grid.wide * scale, grid.high * scale
    if high < _CELL_HIGH or not texts or max(static_text(text, SMALL).size().width() for text in texts) > wide - 3:
        return
    for i, text in enumerate(texts):
        x, y = rect.left() + wide * (i % grid.columns), rect.top() + high * (i // grid.columns)
        ground = QRectF(x, y, static_text(text, SMALL).size().width() + 4, _CELL_HIGH)
        ink.painter.fillRect(ground, QColor(0, 0, 0, 170))
        draw_text(ink.painter, x + 2, y + 8.5, text, SMALL, QColor("#ffffff"))


def paint_histogram(ink: Ink, box: QRectF, name: str, value: Array, values: Mapping[str, Any]) -> None:
    if not charts.is_numeric(value) or not value.size:
        ink.message(box, tr("{shape}: no numeric values", shape=shape_text(value.shape)))
        return
    bins = count_in(values, "bins", 24, 1, 512)
    histogram = charts.count_bins(value, bins, number_in(values, "minimum"), number_in(values, "maximum"))
    log = values.get("logarithmic") is True
    heights = [math.log10(1 + count) if log else float(count) for count in histogram.counts]
    top = max(heights, default=0.0) or 1.0
    marks = [(math.log10(1 + 10**i), 10.0**i) for i in range(math.ceil(top))] if log else []
    marks = marks or [(mark, mark) for mark in charts.ticks(0.0, top, 4)]
    margin = 10.0 + 5.0 * max((len(number_text(mark, 4)) for _, mark in marks), default=1)
    area = box.adjusted(margin, 3, -8, -24)
    ink.plot_ground(area)
    painter = ink.painter
    for mark_at, mark in marks:
        y = area.bottom() - area.height() * mark_at / (top * 1.06)
        grid_line(ink, QPointF(area.left(), y), QPointF(area.right(), y))
        ink.write(area.left() - 4, y + 3, number_text(mark, 4), ink.dim, None, "right")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink.lines[0])
    width = area.width() / bins
    gap = 0.8 if width > 4 else 0.0
    for i, each in enumerate(heights):
        height = area.height() * each / (top * 1.06)
        painter.drawRect(QRectF(area.left() + width * i + gap / 2, area.bottom() - height, width - gap, height))
    bottom_marks(ink, area, histogram.low, histogram.high)
    mean = charts.as_floats(value.reshape(-1)[:: max(1, -(-value.size // charts.MOST_COUNTED))])
    mean = mean[np.isfinite(mean)]
    parts = [tr("{name}: {size:,} elements", name=name, size=value.size)]
    if histogram.share < 1:
        parts.append(tr("sampled"))
    if mean.size:
        parts.append(tr("mean {mean:.4g}, σ {std:.4g}", mean=float(mean.mean()), std=float(mean.std())))
    if histogram.outside:
        parts.append(tr("{outside} out of range", outside=histogram.outside))
    if histogram.not_finite:
        parts.append(tr("{not_finite} not finite", not_finite=histogram.not_finite))
    ink.write(box.left() + 2, box.bottom() - 3, ", ".join(parts), ink.dim, box.width() - 4)
