"""The trend display: scalars plotted over the steps of a run."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF

from app.canvas.display_blocks import charts
from app.canvas.display_blocks.pens import (
    SMALL,
    Ink,
    bottom_marks,
    count_in,
    digits_in,
    left_marks,
    number_in,
    number_text,
)
from app.canvas.text import draw_text
from app.core.runs.results import Past, Result
from blocks.base.language import tr
from blocks.base.shapes import shape_text
from blocks.base.types import Array

Points = Sequence[tuple[int, float]]
PATTERNS = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
"""How the lines of earlier runs tell apart which reading they belong to."""
WHOLE = (0.0, 1.0)
"""All steps of a trend."""


class Reading(NamedTuple):
    """One result that a trend display shows. ``key`` is its name among the results."""

    name: str
    result: Result | None
    points: Points = ()
    key: str = ""
    past: tuple[Past, ...] = ()
    pin: str = ""


class TrendPlot(NamedTuple):
    """The geometry of a trend's lines.

    Attributes:
        lines: steps and heights on the axis, per reading.
        past: lines of earlier runs: index of the reading, run, line.
        gaps: the visible steps at which each reading was not finite.
        ends: first and last step, lower and upper end of the axis; None if there is nothing to draw.
    """

    area: QRectF
    lines: Sequence[tuple[Array, Array]]
    gaps: Sequence[Array]
    ends: tuple[float, float, float, float] | None
    past: Sequence[tuple[int, Past, tuple[Array, Array]]] = ()

    def x(self, step: float) -> float:
        left, right = self.ends[:2] if self.ends is not None else (0.0, 1.0)
        return self.area.left() + self.area.width() * (step - left) / (right - left)

    def y(self, heights: Array) -> Array:
        low, high = self.ends[2:] if self.ends is not None else (0.0, 1.0)
        return self.area.bottom() - self.area.height() * np.clip((heights / 2 - low / 2) / (high / 2 - low / 2), -2, 3)


class Cursor(NamedTuple):
    """The values that a trend shows at one step.

    Attributes:
        top, bottom: the ends of the vertical line.
        dots: its intersections with the curves, with the indices of the readings.
        text: the step and a line per value, with differences from another step.
    """

    step: float
    top: QPointF
    bottom: QPointF
    dots: Sequence[tuple[QPointF, int]]
    text: str


def plot_of(
    box: QRectF, readings: Sequence[Reading], values: Mapping[str, Any], part: tuple[float, float] = WHOLE
) -> TrendPlot:
    """Lay out a trend's lines for a visible ``part`` of the steps (0 to 1). The other axis fits the visible values."""
    logarithmic = values.get("logarithmic") is True
    window = count_in(values, "steps", 0, 0, 1 << 31)
    curves: list[Any] = [reading.points for reading in readings if reading.points]
    curves = curves or [each.points for reading in readings for each in reading.past]
    last = round(max((float(points[-1][0]) for points in curves), default=0.0))
    after = last - window if window else None
    lines = [_line_of(reading.points, after, logarithmic) for reading in readings]
    gaps = [_gaps_of(reading.points, after) for reading in readings]
    past = [(i, each, _line_of(each.points, after, logarithmic)) for i, r in enumerate(readings) for each in r.past]
    rows = -(-(len(readings) + len(_runs_of(readings))) // _legend_columns(box, readings))
    area = box.adjusted(40, 12.0 * min(rows, 4) + 3, -8, -14)
    if area.height() < 20 or area.width() < 30:
        area = box.adjusted(2, 2, -2, -2)
    drawn = [line for line in (*lines, *(line for _, _, line in past)) if len(line[0])]
    if not drawn:
        return TrendPlot(area, lines, gaps, None, past)
    ends = [*[line[0] for line in drawn], *filter(len, gaps)]
    left, right = min(float(steps[0]) for steps in ends), max(float(steps[-1]) for steps in ends)
    if window:
        left = max(left, float(last - window))
    if right <= left:
        left, right = left - 0.5, right + 0.5
    if part != WHOLE:
        left, right = left + part[0] * (right - left), left + part[1] * (right - left)
        drawn = [line for line in (_between(line, left, right) for line in drawn) if len(line[0])] or drawn
    return TrendPlot(area, lines, gaps, (left, right, *_axis(drawn, values, logarithmic)), past)


def _between(line: tuple[Array, Array], left: float, right: float) -> tuple[Array, Array]:
    seen = (line[0] >= left) & (line[0] <= right)
    return line[0][seen], line[1][seen]


def cursor_at(
    box: QRectF,
    readings: Sequence[Reading],
    values: Mapping[str, Any],
    at: QPointF | float,
    against: float | None = None,
    part: tuple[float, float] = WHOLE,
) -> Cursor | None:
    """Return a trend's values at or nearest to ``at``, compared with those at step ``against``; None if none."""
    plot = plot_of(box, readings, values, part)
    if plot.ends is None:
        return None
    left, right = plot.ends[:2]
    if isinstance(at, QPointF):
        if not plot.area.contains(at):
            return None
        wanted = left + (right - left) * (at.x() - plot.area.left()) / plot.area.width()
        known = [*[line[0] for line in plot.lines], *plot.gaps, *[line[0] for _, _, line in plot.past]]
        near = [float(steps[np.abs(steps - wanted).argmin()]) for steps in known if len(steps)]
        at = min(near, key=lambda each: abs(each - wanted))
    elif not left <= at <= right:
        return None
    digits = max(6, digits_in(values))
    dots: list[tuple[QPointF, int]] = []
    texts = [tr("step {at:,.0f}", at=at) + ("" if against is None else f"  ({at - against:+,.0f})")]
    for i, ((steps, heights), gaps, reading) in enumerate(zip(plot.lines, plot.gaps, readings, strict=True)):
        index = _index_of(steps, at)
        if index is None:
            if _index_of(gaps, at) is not None:
                texts.append(f"{reading.name}  {number_text(_value(reading.points, at), digits)}")
            continue
        dots.append((QPointF(plot.x(at), float(plot.y(heights[index : index + 1])[0])), i))
        value = _value(reading.points, at)
        before = None if against is None or _index_of(steps, against) is None else _value(reading.points, against)
        change = "" if before is None else f"  ({'+' if value >= before else ''}{number_text(value - before, digits)})"
        texts.append(f"{reading.name}  {number_text(value, digits)}{change}")
    for i, past, (steps, _heights) in plot.past:
        if _index_of(steps, at) is not None:
            texts.append(f"{past.run}, {readings[i].name}  {number_text(_value(past.points, at), digits)}")
    x = plot.x(at)
    return Cursor(at, QPointF(x, plot.area.top()), QPointF(x, plot.area.bottom()), dots, "\n".join(texts))


def _index_of(steps: Array, step: float) -> int | None:
    indices = np.flatnonzero(steps == step)
    return int(indices[-1]) if len(indices) else None


def _value(points: Points | Array, step: float) -> float:
    return next(float(value) for number, value in reversed(points) if number == step)


def paint_trend(
    ink: Ink, box: QRectF, readings: Sequence[Reading], values: Mapping[str, Any], part: tuple[float, float] = WHOLE
) -> None:
    logarithmic = values.get("logarithmic") is True
    plot = plot_of(box, readings, values, part)
    area = plot.area
    ink.plot_ground(area)
    if plot.ends is not None:
        left, right, low, high = plot.ends
        left_marks(ink, area, low, high, 5, logarithmic=logarithmic)
        bottom_marks(ink, area, left, right, whole=True)
        ink.painter.save()
        ink.painter.setClipRect(area)
        for i, past, (steps, heights) in plot.past:
            _draw_line(ink, plot, run_color(past.color, ink.lines), steps, heights, PATTERNS[i % len(PATTERNS)])
        for i, (steps, heights) in enumerate(plot.lines):
            _draw_line(ink, plot, ink.lines[i % len(ink.lines)], steps, heights)
        _mark_gaps(ink, plot)
        ink.painter.restore()
    elif any(map(len, plot.gaps)):
        first = next(r for r, gaps in zip(readings, plot.gaps, strict=True) if len(gaps))
        ink.message(area, _said_of(first), ink.error)
    elif any(reading.points for reading in readings):
        ink.message(area, tr("no value above zero"))
    else:
        ink.message(area, tr("the value is not a scalar: add a reduction block such as Mean"))
    _legend(ink, box, readings, digits_in(values))


def _line_of(points: Points | Array, after: int | None, logarithmic: bool) -> tuple[Array, Array]:
    """Return a history as arrays without values that cannot be drawn; values are log10 on a logarithmic axis."""
    array = np.array(points, np.float64).reshape(-1, 2)
    steps, values = array[:, 0], array[:, 1]
    keep = np.isfinite(values)
    if after is not None:
        keep &= steps >= after
    if logarithmic:
        keep &= values > 0
    steps, values = steps[keep], values[keep]
    return steps, np.log10(values) if logarithmic else values


def _gaps_of(points: Points, after: int | None) -> Array:
    array = np.array(points, np.float64).reshape(-1, 2)
    gaps = ~np.isfinite(array[:, 1])
    if after is not None:
        gaps &= array[:, 0] >= after
    return array[gaps, 0]


def _mark_gaps(ink: Ink, plot: TrendPlot) -> None:
    width = max(1.0, plot.area.width())
    offsets = sorted({round(min(width, max(0.0, plot.x(step) - plot.area.left()))) for gaps in plot.gaps
                     for step in _thinned(gaps, int(2 * width))})  # fmt: skip
    ink.painter.setPen(QPen(ink.error, 3.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    for offset in offsets:
        x, y = plot.area.left() + offset, plot.area.bottom() - 2
        ink.painter.drawLine(QPointF(x - 1, y), QPointF(x + 1, y))


def _thinned(steps: Array, most: int) -> list[float]:
    thinned: list[float] = steps[:: max(1, len(steps) // most)].tolist()
    return thinned


def _said_of(reading: Reading) -> str:
    step, value = reading.points[-1]
    for before, other in reversed(reading.points):
        if math.isfinite(other):
            break
        step, value = before, other
    return tr("{number} since step {step:,}", number=number_text(value, 4), step=step)


def _axis(lines: Sequence[tuple[Array, Array]], values: Mapping[str, Any], logarithmic: bool) -> tuple[float, float]:
    given = [number_in(values, "minimum"), number_in(values, "maximum")]
    if logarithmic:
        given = [math.log10(each) if each is not None and each > 0 else None for each in given]
    low, high = charts.finite_range(np.concatenate([line[1] for line in lines]), given[0], given[1])
    reach = (high / 2 - low / 2) * 0.12
    most = float(np.finfo(np.float64).max)
    low = low if given[0] is not None else max(low - reach, -most)
    return low, high if given[1] is not None else min(high + reach, most)


def run_color(number: int, colors: Sequence[QColor]) -> QColor:
    """Return the color of an earlier run; never the first color, which belongs to the current run."""
    return colors[1 + number % (len(colors) - 1)]


def _runs_of(readings: Sequence[Reading]) -> list[Past]:
    return list({each.run: each for reading in readings for each in reversed(reading.past)}.values())[::-1]


def _draw_line(
    ink: Ink, plot: TrendPlot, color: QColor, steps: Array, heights: Array, pattern: Qt.PenStyle | None = None
) -> None:
    if not len(steps) or plot.ends is None:
        return
    left, right = plot.ends[:2]
    seen = (steps >= left) & (steps <= right)
    if seen.any():  # and what leads there from outside
        seen[:-1] |= seen[1:].copy()
        seen[1:] |= seen[:-1].copy()
        steps, heights = steps[seen], heights[seen]
    xs, ys = charts.thin_line(steps, heights, max(16, int(plot.area.width())))
    xs, ys = plot.area.left() + plot.area.width() * (xs - left) / (right - left), plot.y(ys)
    points = [QPointF(x, y) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)]
    style, width = (Qt.PenStyle.SolidLine, 1.5) if pattern is None else (pattern, 1.0)
    ink.painter.setPen(QPen(color, width, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    ink.painter.setBrush(Qt.BrushStyle.NoBrush)
    ink.painter.drawPolyline(QPolygonF(points))
    if pattern is None:
        ink.painter.setPen(Qt.PenStyle.NoPen)
        ink.painter.setBrush(color)
        ink.painter.drawEllipse(points[-1], 2.2, 2.2)


def _legend_columns(box: QRectF, readings: Sequence[Reading]) -> int:
    widest = max((len(reading.name) for reading in readings), default=0) * 4.6 + 70
    return max(1, min(len(readings), int(box.width() // widest)))


def _legend(ink: Ink, box: QRectF, readings: Sequence[Reading], digits: int) -> None:
    columns = _legend_columns(box, readings)
    room = box.width() / columns
    runs = _runs_of(readings)
    shown = readings[: max(1, 4 * columns - len(runs))]
    for i, past in enumerate(runs[: 4 * columns - len(shown)], len(shown)):
        x, y = box.left() + room * (i % columns), box.top() + 12.0 * (i // columns) + 8
        ink.painter.setPen(QPen(run_color(past.color, ink.lines), 1.4))
        ink.painter.drawLine(QPointF(x + 3, y - 3), QPointF(x + 13, y - 3))
        used = draw_text(ink.painter, x + 18, y, past.run, SMALL, ink.dim, room=room * 0.5)
        text = number_text(float(past.points[-1, 1]), digits)
        draw_text(ink.painter, x + 24 + used, y, text, SMALL, ink.dim, room=room - used - 30)
    for i, reading in enumerate(shown):
        x, y = box.left() + room * (i % columns), box.top() + 12.0 * (i // columns) + 8
        color = ink.lines[i % len(ink.lines)]
        ink.painter.setPen(QPen(color, 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        ink.painter.drawLine(QPointF(x + 3, y - 3), QPointF(x + 13, y - 3))
        value, shade = "–", ink.dim
        if reading.points:
            last = reading.points[-1][1]
            bad = not math.isfinite(last)
            value, shade = _said_of(reading) if bad else number_text(last, digits), ink.error if bad else ink.value
        elif reading.result is not None:
            value = tr("{shape}, not a scalar", shape=shape_text(reading.result.value.shape))
        used = draw_text(ink.painter, x + 18, y, reading.name, SMALL, ink.text, room=room * 0.5)
        draw_text(ink.painter, x + 24 + used, y, value, SMALL, shade, bold=bool(reading.points), room=room - used - 30)
