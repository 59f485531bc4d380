"""Boxes in images: which are kept, and what is in them."""

from __future__ import annotations

import itertools

import numpy as np

from blocks.base.dtypes import FLOAT, INT32, INT64
from blocks.base.errors import DiagramError
from blocks.interchange.onnx.operators.elementwise import scaled
from blocks.interchange.onnx.operators.table import operator
from blocks.interchange.onnx.site import Site, affordable
from blocks.interchange.onnx.values import Val

_MOST_LISTS = 256
"""Classes, counted in each image, whose boxes are chosen one after the other."""


@operator("NonMaxSuppression")
def _suppression(site: Site) -> Val:
    """Each class of each image by itself: rows of an image, a class and a box, [chosen, 3]."""
    boxes, scores = site.input(0), site.input(1)
    images, classes = scores.size(0), scores.size(1)
    if images * classes > _MOST_LISTS:
        raise DiagramError(f"it is for {images * classes:,} lists of boxes, more than {_MOST_LISTS}")
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
        own = site("StridedSlice", f"boxes_{image}", input=boxes, begin=[image], end=[image + 1], strides=[1],
            shrink_axis_mask=1)  # fmt: skip
        each = site("StridedSlice", f"scores_{image}_{kind}", input=scores, begin=[image, kind],
            end=[image + 1, kind + 1], strides=[1, 1], shrink_axis_mask=3)  # fmt: skip
        chosen = site("NonMaxSuppressionV3", f"chosen_{image}_{kind}", boxes=own, scores=each, max_output_size=most,
            iou_threshold=number(3, 0.0), score_threshold=lowest)  # fmt: skip
        column = site("ExpandDims", input=site.cast(chosen, INT64), axis=1)
        before = [[0, 0], [2, 0]]
        row = site("Pad", input=column, paddings=before)
        if image or kind:
            row = site("Add", x=row, y=site.const(np.array([image, kind, 0], np.int64), "list"))
        rows.append(row)
    if not rows:
        raise DiagramError("it is given no images, or no classes")
    return rows[0] if len(rows) == 1 else site("Concat", values=rows, axis=0)


@operator("RoiAlign")
def _roi_align(site: Site) -> Val:
    """The mean, or the largest, of points in each part of each box, which are interpolated between four pixels."""
    x, boxes, images = (site.input(i) for i in range(3))
    rows, columns = site.whole("output_height", 1), site.whole("output_width", 1)
    ratio, scale = site.whole("sampling_ratio"), site.number("spatial_scale", 1.0)
    if ratio < 1:
        raise DiagramError("how many points each part has depends on the sizes of boxes, and these are not known")
    shifted = site.version >= 16 and site.word("coordinate_transformation_mode", "half_pixel") == "half_pixel"
    affordable(rows, columns, ratio, ratio)
    offset = 0.5 if shifted else 0.0
    ends = scaled(site, boxes, scale)
    ends = site("Subtract", x=ends, y=offset) if offset else ends
    left, top, right, bottom = site.all("Unstack", value=ends, num=4, axis=1)
    indices: list[Val] = []
    for low, high, count in ((top, bottom, rows), (left, right, columns)):
        size = site("Subtract", x=high, y=low)
        size = size if shifted else site("Maximum", x=size, y=1.0)
        steps = (np.arange(count * ratio) + 0.5) / ratio / count
        inside = site("Multiply", x=site("ExpandDims", input=size, axis=1), y=site.const(steps, "steps", x.dtype))
        indices.append(site("Add", x=site("ExpandDims", input=low, axis=1), y=inside))
    count = boxes.size(0)
    points = _interpolated(site, x, images, indices, count)
    apart = site.reshape(points, [count, rows, ratio, columns, ratio, x.size(1)])
    if site.word("mode", "avg") == "max":
        raise DiagramError("the largest of interpolated points is not known")
    result = site("Mean", input=apart, axis=[2, 4])
    return site.transpose(result, [0, 3, 1, 2])


def _interpolated(site: Site, x: Val, images: Val, indices: list[Val], count: int) -> Val:
    """Pixels at places between them: [boxes, rows, columns, channels]; outside of the image there is nothing."""
    channels_last = site.transpose(x, [0, 2, 3, 1], "channels_last")
    sides: list[list[tuple[Val, Val]]] = []
    for axis, at in enumerate(indices):
        size = x.size(axis + 2)
        ok = site("LogicalAnd", x=site("GreaterEqual", x=at, y=-1.0), y=site("LessEqual", x=at, y=float(size)))
        at = site("ClipByValue", t=at, clip_value_min=0.0, clip_value_max=float(size - 1))
        below = site("Floor", x=at)
        share = site("Subtract", x=at, y=below)
        above = site("Minimum", x=site("Add", x=below, y=1.0), y=float(size - 1))
        number = site.cast(ok, x.dtype)
        one = site.const(1.0, "one", x.dtype)
        near = site("Multiply", x=number, y=site("Subtract", x=one, y=share))
        sides.append([(below, near), (above, site("Multiply", x=number, y=share))])
    total: Val | None = None
    rows, columns = indices[0].size(1), indices[1].size(1)
    numbers = site.reshape(site.cast(images, INT32), [count, 1, 1])
    whole = site("BroadcastTo", "images", input=numbers, shape=[count, rows, columns])
    for (y, y_share), (other, x_share) in itertools.product(*sides):
        index = [
            site("BroadcastTo", input=site("ExpandDims", input=site.cast(each, INT32), axis=axis),
                shape=[count, rows, columns])
            for each, axis in ((y, 2), (other, 1))
        ]  # fmt: skip
        where = site("Stack", values=[whole, *index], axis=-1)
        weight = site("Multiply", x=site("ExpandDims", input=y_share, axis=2),
            y=site("ExpandDims", input=x_share, axis=1))  # fmt: skip
        value = site("GatherNd", params=channels_last, indices=where)
        term = site("Multiply", x=value, y=site("ExpandDims", input=weight, axis=-1))
        total = term if total is None else site("Add", x=total, y=term)
    assert total is not None
    return total
