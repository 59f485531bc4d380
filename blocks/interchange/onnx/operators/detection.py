"""Box selection in images, and pooling over boxes."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from blocks.base.dtypes import FLOAT, INT32, INT64
from blocks.base.errors import DiagramError
from blocks.interchange.onnx.operators.elementwise import scaled
from blocks.interchange.onnx.site import Site, affordable, counting, operator
from blocks.interchange.onnx.values import Val

_MOST_LISTS = 256
"""Classes, counted in each image, whose boxes are chosen one after the other."""
_MOST_PARTS = 200
"""Rows and columns of parts of a box of which each is pooled by blocks of its own."""


@operator("NonMaxSuppression")
def _suppression(site: Site, boxes: Val, scores: Val) -> Val:
    """Select boxes per class and image: [chosen, 3] rows of image, class and box."""
    images, classes = scores.size(0), scores.size(1)
    if images * classes > _MOST_LISTS:
        raise DiagramError(f"the operator has {images * classes:,} lists of boxes; the limit is {_MOST_LISTS}")
    if site.whole("center_point_box"):
        x, y, width, height = site.all("Unstack", value=boxes, num=4, axis=-1)
        half = [scaled(site, each, 0.5) for each in (height, width)]
        low = [site("Subtract", x=middle, y=each) for middle, each in zip((y, x), half, strict=True)]
        high = [site("Add", x=middle, y=each) for middle, each in zip((y, x), half, strict=True)]
        boxes = site("Stack", "corners", values=[*low, *high], axis=-1)

    def number(index: int, default: Val | int | float) -> Val | int | float:
        given = site.given(index)
        return default if given is None else given if given.shape == () else site.reshape(given, [])

    most = number(2, 0)
    if isinstance(most, Val):
        most = site.cast(most, INT32)
    lowest = site.const(-np.inf, "lowest", FLOAT) if site.given(4) is None else number(4, 0.0)
    rows: list[Val] = []
    for image, kind in itertools.product(range(images), range(classes)):
        own = site.item(boxes, image, label=f"boxes_{image}")
        each = site.item(scores, image, kind, label=f"scores_{image}_{kind}")
        chosen = site("NonMaxSuppressionV3", f"chosen_{image}_{kind}", boxes=own, scores=each, max_output_size=most,
            iou_threshold=number(3, 0.0), score_threshold=lowest)  # fmt: skip
        column = site("ExpandDims", input=site.cast(chosen, INT64), axis=1)
        row = site("Pad", input=column, paddings=[[0, 0], [2, 0]])
        if image or kind:
            row = site("Add", x=row, y=site.const(np.array([image, kind, 0], np.int64), "list"))
        rows.append(row)
    if not rows:
        raise DiagramError("the input contains no images or no classes")
    return rows[0] if len(rows) == 1 else site("Concat", values=rows, axis=0)


# -- Parts of boxes ---------------------------------------------------------------------------------------------------


class _Points(NamedTuple):
    """The sampling points of boxes along one axis, at most ``points`` in a part.

    ``at`` is [boxes, parts * points] positions, in pixels, and ``is_used`` whether the box has the point; None for all.
    ``own`` is [boxes] the number of points per part of a box, if that depends on the box's size.
    """

    at: Val
    points: Val | int
    is_used: Val | None
    own: Val | None


@operator("RoiAlign")
def _roi_align(site: Site, x: Val, boxes: Val, images: Val) -> Val:
    """Return the mean, or the largest, of bilinearly interpolated points in each part of each box."""
    counts = [site.whole("output_height", 1), site.whole("output_width", 1)]
    ratio, scale = max(site.whole("sampling_ratio"), 0), site.number("spatial_scale", 1.0)
    mode = site.word("mode", "avg")
    if mode not in ("avg", "max"):
        raise DiagramError(f"the mode {mode!r} is not supported")
    shifted = site.version >= 16 and site.word("coordinate_transformation_mode", "half_pixel") == "half_pixel"
    affordable(*counts, max(ratio, 1), max(ratio, 1))
    offset = 0.5 if shifted else 0.0
    ends = scaled(site, boxes, scale)
    ends = site("Subtract", x=ends, y=offset) if offset else ends
    left, top, right, bottom = site.all("Unstack", value=ends, num=4, axis=1)
    lines: list[_Points] = []
    for low, high, count in ((top, bottom, counts[0]), (left, right, counts[1])):
        size = site("Subtract", x=high, y=low)
        size = size if shifted else site("Maximum", x=size, y=1.0)
        lines.append(_points(site, low, size, count, ratio))
    values = _interpolated(site, x, images, lines, "Add" if mode == "avg" else "Maximum")
    rows, columns = lines
    apart = [-1, counts[0], rows.points, counts[1], columns.points, site.size(x, 1)]
    if mode == "avg":
        if rows.own is None or columns.own is None:
            result = site("Mean", input=site.reshape(values, apart), axis=[2, 4])
        else:
            total = site("Sum", input=site.reshape(values, apart), axis=[2, 4])
            number = site("Maximum", x=site("Multiply", "points", x=rows.own, y=columns.own), y=1.0)
            result = site("RealDiv", x=total, y=site.reshape(number, [-1, 1, 1, 1]))
        return site.transpose(result, [0, 3, 1, 2])
    if rows.is_used is not None and columns.is_used is not None:
        is_used = site("LogicalAnd", x=site("ExpandDims", input=rows.is_used, axis=2),
            y=site("ExpandDims", input=columns.is_used, axis=1))  # fmt: skip
        values = site("SelectV2", condition=site("ExpandDims", input=is_used, axis=-1), t=values,
            e=site.const(-np.inf, "lowest", x.dtype))  # fmt: skip
    result = site("Max", input=site.reshape(values, apart), axis=[2, 4])
    if rows.own is not None and columns.own is not None:
        number = site.reshape(site("Multiply", "points", x=rows.own, y=columns.own), [-1, 1, 1, 1])
        result = site("SelectV2", condition=site("Greater", x=number, y=0.0), t=result, e=site("ZerosLike", x=result))
    return site.transpose(result, [0, 3, 1, 2])


def _points(site: Site, low: Val, size: Val, count: int, ratio: int) -> _Points:
    """Return points along one axis: ``ratio`` per part, or one per pixel if that is 0."""
    first, whole = (site("ExpandDims", input=each, axis=1) for each in (low, size))
    if ratio:
        steps = site.const((np.arange(count * ratio) + 0.5) / ratio / count, "steps", low.dtype)
        return _Points(site("Add", x=first, y=site("Multiply", x=whole, y=steps)), ratio, None, None)
    own = site("Maximum", x=site("Ceil", x=site("RealDiv", x=size, y=float(count))), y=0.0)
    most = site("Maximum", x=site("Max", input=own, axis=[0]), y=1.0)
    indices = site("Range", "points", start=site.const(0.0, "zero", FLOAT), limit=site.cast(most, FLOAT),
        delta=site.const(1.0, "one", FLOAT))  # fmt: skip
    indices = site.cast(indices, low.dtype)
    each = site("ExpandDims", input=own, axis=1)
    inside = site("DivNoNan", x=site("Add", x=indices, y=0.5), y=each)
    parts = site.const(np.arange(count)[:, None], "parts", low.dtype)
    steps = site("RealDiv", x=site("Add", x=site("ExpandDims", input=inside, axis=1), y=parts), y=float(count))
    number = site.cast(most, INT64)
    sizes = site.vector([-1, site("Multiply", x=number, y=count)])
    at = site("Add", x=first, y=site("Multiply", x=whole, y=site.reshape(steps, sizes)))
    is_used = site("Tile", input=site("Less", x=indices, y=each), multiples=[1, count])
    return _Points(at, number, is_used, own)


def _interpolated(site: Site, x: Val, images: Val, lines: list[_Points], joined: str) -> Val:
    """Return [boxes, rows, columns, channels] interpolated pixels; points outside the image do not count."""
    pixels = site.reshape(site.transpose(x, [0, 2, 3, 1], "channels_last"), [-1, site.size(x, 1)])
    sides: list[list[tuple[Val, Val]]] = []
    sizes: list[Val | int] = []
    for axis, line in enumerate(lines):
        size = site.size(x, axis + 2)
        at, end, last = line.at, _number(site, size, x), _number(site, size, x, -1)
        ok = site("LogicalAnd", x=site("GreaterEqual", x=at, y=-1.0), y=site("LessEqual", x=at, y=end))
        if line.is_used is not None:
            ok = site("LogicalAnd", x=ok, y=line.is_used)
        at = site("Minimum", x=site("Maximum", x=at, y=0.0), y=last)
        below = site("Floor", x=at)
        share = site("Subtract", x=at, y=below)
        above = site("Minimum", x=site("Add", x=below, y=1.0), y=last)
        number = site.cast(ok, x.dtype)
        one = site.const(1.0, "one", x.dtype)
        near = site("Multiply", x=number, y=site("Subtract", x=one, y=share))
        sides.append([(below, near), (above, site("Multiply", x=number, y=share))])
        sizes.append(site.linear(size))
    rows = site("Multiply", "first_rows", x=site.cast(images, INT64), y=sizes[0])
    rows = site.reshape(rows, [-1, 1])
    result: Val | None = None
    for (y, y_share), (other, x_share) in itertools.product(*sides):
        row = site("Multiply", x=site("Add", x=rows, y=site.cast(y, INT64)), y=sizes[1])
        where = site("Add", x=site("ExpandDims", input=row, axis=2),
            y=site("ExpandDims", input=site.cast(other, INT64), axis=1))  # fmt: skip
        weight = site("Multiply", x=site("ExpandDims", input=y_share, axis=2),
            y=site("ExpandDims", input=x_share, axis=1))  # fmt: skip
        value = site("GatherV2", params=pixels, indices=where, axis=0)
        term = site("Multiply", x=value, y=site("ExpandDims", input=weight, axis=-1))
        result = term if result is None else site(joined, x=result, y=term)
    assert result is not None
    return result


def _number(site: Site, size: Val | int, like: Val, more: int = 0) -> Val | float:
    if isinstance(size, int):
        return float(size + more)
    result = site.cast(size, like.dtype)
    return site("Add", x=result, y=float(more)) if more else result


@operator("MaxRoiPool")
def _max_roi_pool(site: Site, x: Val, boxes: Val) -> Val:
    """Return the largest pixel in each part of each box, along rows, then columns; 0 for an empty part."""
    counts, scale = site.wholes("pooled_shape"), site.number("spatial_scale", 1.0)
    if len(counts) != 2 or min(counts) < 1 or sum(counts) > _MOST_PARTS:
        text = f"pooled_shape must be two positive sizes that add up to at most {_MOST_PARTS}, got {counts}"
        raise DiagramError(text)
    images, *ends = site.all("Unstack", value=boxes, num=5, axis=1)
    left, top, right, bottom = (_rounded(site, scaled(site, each, scale)) for each in ends)
    lowest = site.const(-np.inf, "lowest", x.dtype)
    result = site("GatherV2", "of_boxes", params=x, indices=site.cast(images, INT64), axis=0)
    is_empty: Val | None = None
    for axis, (low, high, count) in enumerate(((top, bottom, counts[0]), (left, right, counts[1])), 2):
        size = site.size(x, axis)
        pixels = site.cast(counting(site, size), x.dtype)
        width = site("Maximum", x=site("Add", x=site("Subtract", x=high, y=low), y=1.0), y=1.0)
        step = site("ExpandDims", input=site("RealDiv", x=width, y=float(count)), axis=1)
        begin, end = (
            site("Minimum", x=site("Maximum", y=0.0, x=site("Add", x=site("ExpandDims", input=low, axis=1), y=site(
                kind, x=site("Multiply", x=step, y=site.const(np.arange(count) + more, "parts", x.dtype))))),
                y=_number(site, size, x))
            for kind, more in (("Floor", 0), ("Ceil", 1))
        )  # fmt: skip
        none = _beside(site, site("LessEqual", x=end, y=begin), axis)
        is_empty = none if is_empty is None else site("LogicalOr", x=is_empty, y=none)
        parts: list[Val] = []
        for first, last in zip(*(site.all("Split", value=each, num_split=count, axis=1) for each in (begin, end)),
                strict=True):  # fmt: skip
            inside = site("LogicalAnd", x=site("GreaterEqual", x=pixels, y=first), y=site("Less", x=pixels, y=last))
            kept = site("SelectV2", condition=_beside(site, inside, axis), t=result, e=lowest)
            parts.append(site("Max", input=kept, axis=[axis], keep_dims=True))
        result = site("Concat", values=parts, axis=axis) if count > 1 else parts[0]
    assert is_empty is not None
    return site("SelectV2", condition=is_empty, t=site("ZerosLike", x=result), e=result)


def _beside(site: Site, x: Val, axis: int) -> Val:
    for other in range(1, 4):
        x = x if other == axis else site("ExpandDims", input=x, axis=other)
    return x


def _rounded(site: Site, x: Val) -> Val:
    return site("Multiply", x=site("Sign", x=x), y=site("Floor", x=site("Add", x=site("Abs", x=x), y=0.5)))
