"""Painters for displays of one tensor: number, table, heat map, image, histogram."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPen, qGray

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
    left_marks,
    number_in,
    number_text,
    thin_frame,
)
from app.canvas.text import draw_text, static_text
from app.face.theme import text_on
from blocks.base.language import mark, plural, tr
from blocks.base.shapes import shape_text
from blocks.base.types import Array, is_list
from blocks.run.monitoring.previews import is_numeric

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
    elif not is_numeric(value) or not value.size:
        text = shape_text(value.shape)
        below = tr("{name}: no numeric values", name=name)
    else:
        flat = value.reshape(-1)
        numbers = charts.as_floats(flat[:: max(1, -(-flat.size // charts.MOST_COUNTED))])
        finite = numbers[np.isfinite(numbers)]
        text = number_text(float(finite.mean()), digits) if finite.size else "NaN"
        if finite.size:
            low, high = number_text(float(finite.min()), digits), number_text(float(finite.max()), digits)
            text_below, shape = mark("mean of {name} {shape}, range {low} to {high}"), shape_text(value.shape)
            below = tr(text_below, name=name, shape=shape, low=low, high=high)
    if box.height() < _NAMED_FROM:
        below = ""
    room = box.height() - 12 if below else 1.2 * box.height()
    unit_room = 10 + 8.0 * len(unit) if unit else 0.0
    natural = static_text(text, 20, bold=True).size().width() or 1.0
    size = int(max(10, min(48, room * 0.62, 20 * (box.width() - 12 - unit_room) / natural)))
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
            x = area.left() + head + wide * (k + 1) - 4
            draw_text(painter, x, y, text, TEXT, color, room=wide - 7, align="right")
    left = [plural(rows - shown_rows, "{n} more row", "{n:,} more rows") if rows > shown_rows else ""]
    left.append(plural(columns - shown, "{n} more column", "{n:,} more columns") if columns > shown else "")
    rest = ", ".join(part for part in left if part)
    _caption(ink, box, f"{name} {shape_text(value.shape)}" + (f": {rest}" if rest else ""))


def _caption(ink: Ink, box: QRectF, text: str) -> None:
    ink.write(box.left() + 2, box.bottom() - 3, text, ink.dim, box.width() - 4)


def paint_heat_map(ink: Ink, box: QRectF, name: str, value: Array, values: Mapping[str, Any]) -> None:
    if not is_numeric(value) or not value.size:
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
    _caption(ink, box, f"{name} {shape_text(value.shape)}{said}")
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
    if is_numeric(value):
        aspect = area.width() / max(1.0, area.height())
        ends = number_in(values, "minimum"), number_in(values, "maximum")
        across = count_in(values, "across", 0, 0, 1 << 16)
        picture = charts.picture(value, *ends, aspect, across)
    if picture is None:
        why = mark(
            "a tensor of shape {shape} is not an image: use numbers of shape [H,W], [H,W,C], [N,H,W] or [N,H,W,C]"
        )
        ink.message(box, tr(why, shape=shape_text(value.shape)))
        return
    rect = ink.image(area, picture.image, stretch=False)
    thin_frame(ink, rect)
    if captions is not None:
        _write_captions(ink, rect, picture, captions)
    _caption(ink, box, f"{name} {shape_text(value.shape)}")


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
    if not is_numeric(value) or not value.size:
        ink.message(box, tr("{shape}: no numeric values", shape=shape_text(value.shape)))
        return
    bins = count_in(values, "bins", 24, 1, 512)
    histogram = charts.count_bins(value, bins, number_in(values, "minimum"), number_in(values, "maximum"))
    log = values.get("logarithmic") is True
    heights = [math.log10(1 + count) if log else float(count) for count in histogram.counts]
    top = max(heights, default=0.0) or 1.0
    marks = [(math.log10(1 + 10**i), 10.0**i) for i in range(math.ceil(top))] if log else []
    marks = marks or [(count, count) for count in charts.ticks(0.0, top, 4)]
    margin = 10.0 + 5.0 * max((len(number_text(count, 4)) for _, count in marks), default=1)
    area = box.adjusted(margin, 3, -8, -24)
    ink.plot_ground(area)
    painter = ink.painter
    for mark_at, count in marks:
        y = area.bottom() - area.height() * mark_at / (top * 1.06)
        grid_line(ink, QPointF(area.left(), y), QPointF(area.right(), y))
        ink.write(area.left() - 4, y + 3, number_text(count, 4), ink.dim, None, "right")
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
    parts = [plural(value.size, "{name}: {n} element", "{name}: {n:,} elements", name=name)]
    if histogram.share < 1:
        parts.append(tr("sampled"))
    if mean.size:
        parts.append(tr("mean {mean:.4g}, σ {std:.4g}", mean=float(mean.mean()), std=float(mean.std())))
    if histogram.outside:
        parts.append(tr("{outside} out of range", outside=histogram.outside))
    if histogram.not_finite:
        parts.append(tr("{not_finite} not finite", not_finite=histogram.not_finite))
    _caption(ink, box, ", ".join(parts))


MOST_CLASSES = 512
MOST_POINTS = 20_000
"""Points that are drawn; of more, evenly spaced ones."""
_MOST_NAMED = 8
_LEFT, _BOTTOM = 40.0, 28.0


class Confusion(NamedTuple):
    """A confusion matrix. ``counts`` has a row per label and a column per prediction; empty if there is an error."""

    counts: Array
    fault: str = ""


def confusion_of(labels: Array, predictions: Array | None) -> Confusion:
    if not is_numeric(labels) or (predictions is not None and not is_numeric(predictions)):
        return _faulty(tr("labels and predictions must be numbers"))
    if predictions is None:
        if labels.ndim == 2 and labels.shape[0] == labels.shape[1] and 0 < len(labels) <= MOST_CLASSES:
            return Confusion(charts.as_floats(labels))
        why = mark("labels of shape {shape} also need predictions: wire the predictions input")
        return _faulty(tr(why, shape=shape_text(labels.shape)))
    rows, columns = classes_of(labels), classes_of(predictions)
    if rows is None or columns is None:
        return _faulty(tr("labels and predictions must be integers starting at 0, or scores of shape [n, classes]"))
    if len(rows) != len(columns) or not len(rows):
        why = mark("labels and predictions must have the same length, at least 1: got {labels:,} and {predictions:,}")
        return _faulty(tr(why, labels=len(rows), predictions=len(columns)))
    scored = [each.shape[1] for each in (labels, predictions) if each.ndim == 2 and each.shape[1] > 1]
    count = max(int(rows.max()) + 1, int(columns.max()) + 1, *scored, 2)
    if count > MOST_CLASSES:
        return _faulty(tr("too many classes to show: {count:,}", count=count))
    counts = np.bincount(rows * count + columns, minlength=count * count).reshape(count, count)
    return Confusion(counts.astype(np.float64))


def classes_of(value: Array) -> Array | None:
    """Return class indices [n]: the values, or the argmax of scores [n, classes]; None if they are not classes."""
    if value.ndim == 2 and value.shape[1] > 1:
        return charts.as_floats(value).argmax(axis=1).astype(np.int64)
    flat = charts.as_floats(value.reshape(-1))
    if value.ndim > 2 or not np.isfinite(flat).all() or (flat < 0).any() or (flat != np.floor(flat)).any():
        return None
    return np.minimum(flat, MOST_CLASSES + 1).astype(np.int64)


def _faulty(text: str) -> Confusion:
    return Confusion(np.zeros((0, 0)), text)


def paint_confusion(
    ink: Ink, box: QRectF, value: Array, beside: Mapping[str, Array], values: Mapping[str, Any]
) -> None:
    counts, fault = confusion_of(value, beside.get("predictions"))
    if fault:
        ink.message(box, fault)
        return
    total, right = float(counts.sum()), float(np.trace(counts))
    with np.errstate(all="ignore"):
        shares: Array = np.clip(np.nan_to_num(counts / counts.sum(axis=1, keepdims=True)), 0.0, 1.0)
    given = values.get("classes")
    names = [str(each) for each in given] if is_list(given) else []
    names += [str(number) for number in range(len(names), len(counts))]
    room = min(60.0, max(static_text(name, SMALL).size().width() for name in names[: len(counts)]) + 6)
    area = box.adjusted(12 + room, 2, -2, -_BOTTOM - 10)
    side = min(area.width() / len(counts), area.height() / len(counts))
    square = QRectF(area.left(), area.top(), side * len(counts), side * len(counts))
    if side <= 0:
        return
    square.moveLeft(area.left() + (area.width() - square.width()) / 2)
    # White to blue in both themes: high shares stay dark.
    levels: Array = np.round(shares * 255).astype(np.intp)
    pixels = _SHADES[levels]
    ink.painter.drawImage(square, charts.image_of(pixels))
    thin_frame(ink, square)
    wide = values.get("shares") is True
    texts = [[f"{part:.0%}" if wide else number_text(count, 5) for part, count in zip(a, b, strict=True)]
             for a, b in zip(shares, counts, strict=True)]  # fmt: skip
    if side >= 11 and max(static_text(text, SMALL).size().width() for row in texts for text in row) <= side - 2:
        for i, row in enumerate(texts):
            for k, text in enumerate(row):
                shade = QColor(*(int(each) for each in pixels[i, k, 2::-1]))
                hue = QColor("#000000" if qGray(shade.rgb()) > 127 else "#ffffff")
                draw_text(ink.painter, square.left() + side * (k + 0.5), square.top() + side * (i + 0.5) + 3, text,
                          SMALL, hue, align="center")  # fmt: skip
    _write_classes(ink, square, side, names, room)
    ink.write(square.center().x(), square.bottom() + 21, tr("predicted"), ink.dim, square.width(), "center")
    accuracy = right / total if total else 0.0
    text = tr("{right:,.0f} of {total:,.0f} correct (accuracy {share:.1%})", right=right, total=total, share=accuracy)
    _caption(ink, box, text)


def _write_classes(ink: Ink, square: QRectF, side: float, names: Sequence[str], room: float) -> None:
    count = round(square.height() / side)
    every = max(1, -(-int(10 / side) // 1) if side < 10 else 1)
    for i in range(0, count, every):
        ink.write(square.left() - 4, square.top() + side * (i + 0.5) + 3, names[i], ink.text, room, "right")
    widest = max(static_text(name, SMALL).size().width() for name in names[:count]) + 3
    every = max(1, int(-(-widest // side)))
    for k in range(0, count, every):
        ink.write(square.left() + side * (k + 0.5), square.bottom() + 10, names[k], ink.text, None, "center")
    ink.painter.save()
    ink.painter.translate(square.left() - room - 5, square.center().y())
    ink.painter.rotate(-90)
    draw_text(ink.painter, 0, 3, tr("label"), SMALL, ink.dim, align="center")
    ink.painter.restore()


_SHADES = charts.levels_between(("#f7fbff", "#4282bd", "#08306b"))


class ScatterPoints(NamedTuple):
    """Points of a scatter plot: positions [n, 2], and the values [n] that determine the colors. None: one color."""

    xy: Array
    hues: Array | None = None
    fault: str = ""

    @property
    def are_classes(self) -> bool:
        return self.hues is not None and self.hues.dtype.kind in "iub"


def points_of(value: Array, beside: Mapping[str, Array]) -> ScatterPoints:
    y, hues = beside.get("y"), beside.get("color")
    nothing = np.zeros((0, 2))
    given = [each for each in (value, y, hues) if each is not None]
    if not all(map(is_numeric, given)):
        return ScatterPoints(nothing, fault=tr("input, y and color must be numbers"))
    if y is not None:
        if value.size != y.size:
            why = mark("input and y must have the same number of values: got {x:,} and {y:,}")
            return ScatterPoints(nothing, fault=tr(why, x=value.size, y=y.size))
        xy = np.stack([charts.as_floats(value.reshape(-1)), charts.as_floats(y.reshape(-1))], axis=1)
    elif value.ndim == 2 and value.shape[1] >= 2:
        xy = charts.as_floats(value[:, :2])
    else:
        why = tr("input must have shape [n, 2] unless y is wired: got {shape}", shape=shape_text(value.shape))
        return ScatterPoints(nothing, fault=why)
    if hues is not None:
        if hues.ndim == 2 and hues.shape[0] == len(xy) and hues.shape[1] > 1:
            hues = charts.as_floats(hues).argmax(axis=1)
        hues = hues.reshape(-1)
        if len(hues) != len(xy):
            why = mark("color must have one value for each point (points: {points:,}, values: {colors:,})")
            return ScatterPoints(nothing, fault=tr(why, points=len(xy), colors=len(hues)))
    keep = np.isfinite(xy).all(axis=1)
    return ScatterPoints(xy[keep], None if hues is None else hues[keep])


def paint_scatter(ink: Ink, box: QRectF, value: Array, beside: Mapping[str, Array], values: Mapping[str, Any]) -> None:
    points = points_of(value, beside)
    if points.fault:
        ink.message(box, points.fault)
        return
    xy, hues = points.xy, points.hues
    logarithmic = values.get("logarithmic") is True
    if logarithmic:
        keep = xy[:, 1] > 0
        xy, hues = xy[keep], None if hues is None else hues[keep]
        xy = np.stack([xy[:, 0], np.log10(xy[:, 1])], axis=1)
    if not len(xy):
        ink.message(box, tr("no value above zero") if logarithmic else tr("no finite points"))
        return
    legend = 14.0 if points.are_classes or hues is not None else 2.0
    area = box.adjusted(_LEFT, legend, -8, -26)
    if area.height() < 20 or area.width() < 30:
        area = box.adjusted(2, 2, -2, -2)
    (left, right), (low, high) = (_ends(xy[:, axis]) for axis in (0, 1))
    ink.plot_ground(area)
    left_marks(ink, area, low, high, 4, logarithmic=logarithmic)
    bottom_marks(ink, area, left, right)
    step = max(1, -(-len(xy) // MOST_POINTS))
    shown, colored = xy[::step], None if hues is None else hues[::step]
    xs = area.left() + area.width() * charts.shares(shown[:, 0], left, right)
    ys = area.bottom() - area.height() * charts.shares(shown[:, 1], low, high)
    colors = _colors(ink, points, colored, str(values.get("palette")))
    ink.painter.save()
    ink.painter.setClipRect(area.adjusted(-3, -3, 3, 3))
    ink.painter.setPen(Qt.PenStyle.NoPen)
    radius = count_in(values, "size", 4, 1, 64) / 2
    for i, (x, y) in enumerate(zip(xs.tolist(), ys.tolist(), strict=True)):
        ink.painter.setBrush(colors[i] if len(colors) > 1 else colors[0])
        ink.painter.drawEllipse(QPointF(x, y), radius, radius)
    ink.painter.restore()
    _write_legend(ink, box, points, hues, str(values.get("palette")))
    part = tr(", showing one of every {step:,}", step=step) if step > 1 else ""
    _caption(ink, box, plural(len(xy), "{n} point", "{n:,} points") + part)


def _ends(values: Array) -> tuple[float, float]:
    low, high = charts.finite_range(values, None, None)
    reach = (high / 2 - low / 2) * 0.1
    most = float(np.finfo(np.float64).max)
    return max(low - reach, -most), min(high + reach, most)


def _colors(ink: Ink, points: ScatterPoints, hues: Array | None, palette: str) -> list[QColor]:
    if hues is None:
        return [_clear(ink.lines[0])]
    if points.are_classes:
        lines = [_clear(each) for each in ink.lines]
        return [lines[int(each) % len(lines)] for each in hues]
    levels = charts.palette_levels(palette)
    low, high = charts.finite_range(charts.as_floats(hues), None, None)
    indices = np.round(charts.shares(charts.as_floats(hues), low, high) * (len(levels) - 1)).astype(np.intp)
    return [QColor(int(red), int(green), int(blue), 220) for blue, green, red, _ in levels[indices].tolist()]


def _clear(color: QColor) -> QColor:
    faint = QColor(color)
    faint.setAlpha(205)
    return faint


def _write_legend(ink: Ink, box: QRectF, points: ScatterPoints, hues: Array | None, palette: str) -> None:
    if hues is None or not len(hues):
        return
    if not points.are_classes:
        low, high = charts.finite_range(charts.as_floats(hues), None, None)
        strip = QRectF(box.left() + _LEFT + 30, box.top() + 2, min(90.0, box.width() / 3), 7)
        levels = charts.palette_levels(palette)
        ink.painter.drawImage(strip, charts.image_of(levels.reshape(1, len(levels), 4)))
        thin_frame(ink, strip)
        ink.write(strip.left() - 4, strip.bottom() + 1, number_text(low, 3), ink.dim, None, "right")
        ink.write(strip.right() + 4, strip.bottom() + 1, number_text(high, 3), ink.dim)
        return
    classes = np.unique(hues)
    x = box.left() + _LEFT
    for each in classes[:_MOST_NAMED].tolist():
        ink.painter.setPen(Qt.PenStyle.NoPen)
        ink.painter.setBrush(ink.lines[int(each) % len(ink.lines)])
        ink.painter.drawEllipse(QPointF(x + 4, box.top() + 6), 3.0, 3.0)
        text = element_text(each, 4)
        x += 12 + draw_text(ink.painter, x + 10, box.top() + 9, text, SMALL, ink.text) + 6
    if len(classes) > _MOST_NAMED:
        ink.write(x, box.top() + 9, tr("and {count:,} more", count=len(classes) - _MOST_NAMED), ink.dim)


def table_of(kind: str, value: Array, beside: Mapping[str, Array]) -> Array | None:
    if kind == "ConfusionMatrixDisplay":
        counts = confusion_of(value, beside.get("predictions")).counts
        return counts if counts.size else None
    points = points_of(value, beside)
    if not len(points.xy):
        return None
    return points.xy if points.hues is None else np.column_stack([points.xy, charts.as_floats(points.hues)])
