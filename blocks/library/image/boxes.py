"""Bounding boxes drawn on images, and random boxes within images."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, HALF, INT8, INT16, INT32, INT64, UINT8
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Generator, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect, pin_error, require_scalar, shape_error, vector
from blocks.library.declare import block
from blocks.library.image.shared import formed, images_at, same_count

_COLOURS = np.array(
    [
        [1, 1, 0, 1],  # yellow
        [0, 0, 1, 1],  # blue
        [1, 0, 0, 1],  # red
        [0, 1, 0, 1],  # lime
        [0.5, 0, 0.5, 1],  # purple
        [0.5, 0.5, 0, 1],  # olive
        [0.5, 0, 0, 1],  # maroon
        [0, 0, 0.5, 1],  # navy blue
        [0, 1, 1, 1],  # aqua
        [1, 0, 1, 1],  # fuchsia
    ]
)


@block(
    "images: T, boxes: float -> output: T",
    T=(FLOAT, HALF),
    not_differentiable="the drawn pixels do not depend on the image",
    example={
        "images": [[[[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]]]],
        "boxes": [[[0.0, 0.0, 0.5, 1.0]]],
        "output": [[[[1.0], [1.0], [1.0]], [[1.0], [1.0], [1.0]], [[0.0], [0.0], [0.0]]]],
    },
)
def DrawBoundingBoxes(images: Array, boxes: Array) -> Array:
    """Draw the outlines of bounding boxes on images.

    The colors cycle through yellow, blue, red, lime, purple, olive, maroon, navy, aqua and fuchsia. Grayscale images
    use white.

    Args:
        images: [batch, height, width, channels] the images, with 1, 3 or 4 channels.
        boxes: [batch, boxes, 4] the boxes [y1, x1, y2, x2], where 0 is the first pixel and 1 the last. Sides outside
            the image and flipped boxes are not drawn.

    Returns:
        output: [batch, height, width, channels] the images with the boxes.
    """
    colours = _COLOURS if images.shape[3] > 1 else np.ones((1, 1))
    return _drawn(images, boxes, colours)


def _drawn(images: Array, boxes: Array, colours: Array) -> Array:
    result = images.copy()
    _, height, width, channels = images.shape
    if not result.size:
        return result
    colours = colours.astype(images.dtype)[:, :channels]
    last = np.array([height - 1, width - 1], np.float32)
    # Far away is far away: no position beyond these is of interest, and all fit an integer.
    reach = np.clip(np.nan_to_num(boxes, nan=-2) * np.tile(last, 2), -(2.0**40), 2.0**40)
    ends = np.trunc(reach).astype(np.int64)
    shown = np.isfinite(boxes).all(-1) & (ends[..., :2] <= ends[..., 2:]).all(-1)
    shown &= (ends[..., :2] < [height, width]).all(-1) & (ends[..., 2:] >= 0).all(-1)
    for batch, number in np.argwhere(shown).tolist():
        image, colour = result[batch], colours[number % len(colours)]
        top, left, bottom, right = ends[batch, number].tolist()
        rows, columns = slice(max(top, 0), bottom + 1), slice(max(left, 0), right + 1)
        for row in (top, bottom):
            if 0 <= row < height:
                image[row, columns] = colour
        for column in (left, right):
            if 0 <= column < width:
                image[rows, column] = colour
    return result


@DrawBoundingBoxes.shape
def _with_boxes(call: Call) -> Shape:
    shape = images_at(call)
    if shape[3] not in (1, 3, 4, None):
        raise shape_error(call, "images", "expected images with 1, 3 or 4 channels")
    formed(call, "boxes", (None, None, 4), "[batch, boxes, 4]")
    return same_count(call, "images", "boxes"), *shape[1:]


@block(
    "images: T, boxes: float, colors: float -> output: T",
    T=(FLOAT, HALF),
    doc_of=DrawBoundingBoxes,
    example={
        "images": [[[[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]]]],
        "boxes": [[[0.0, 0.0, 0.5, 1.0]]],
        "colors": [[0.5]],
        "output": [[[[0.5], [0.5], [0.5]], [[0.5], [0.5], [0.5]], [[0.0], [0.0], [0.0]]]],
    },
)
def DrawBoundingBoxesV2(images: Array, boxes: Array, colors: Array) -> Array:
    """Draw the outlines of bounding boxes on images, in given colors.

    It has no gradient: the drawn pixels do not depend on the image.

    Args:
        colors: [colors, parts] the colors, used in turn. Each has one value per channel; extra values are ignored. If
            empty, the colors are those of DrawBoundingBoxes.
    """
    return _drawn(images, boxes, colors) if len(colors) else DrawBoundingBoxes.kernel(images, boxes)


@DrawBoundingBoxesV2.shape
def _(call: Call) -> Shape:
    shape = _with_boxes(call)
    assert shape is not None
    colours = formed(call, "colors", (None, None), "[colors, channels]")
    channels = shape[3]
    if colours[0] and colours[1] is not None and channels is not None and colours[1] < channels:
        raise pin_error(call, "colors", f"colors must have one value per channel ({channels}), got {colours[1]}")
    return shape


# -- Random boxes within images, for training on distorted crops -------------------------------------------------------


_SIZES = (UINT8, INT8, INT16, INT32, INT64)
_CHANCE = "the output is drawn at random"
_ATTEMPTS_AT_ONCE = 4096
_MOST_ATTEMPTS = 1_000_000
"""Whoever has not found a part by then never will: a step must come to an end."""
_EXAMPLE = {"image_size": [40, 60, 3], "bounding_boxes": [[[0.2, 0.3, 0.7, 0.8]]]}
Box = tuple[Array, Array, Array]


@block(
    "image_size: T, bounding_boxes: float, min_object_covered: float -> begin: T, size: T, bboxes: float",
    T=_SIZES,
    not_differentiable=_CHANCE,
    example={**_EXAMPLE, "min_object_covered": 0.1},
)
def SampleDistortedBoundingBoxV2(
    image_size: Array,
    bounding_boxes: Array,
    min_object_covered: Array,
    *,
    seed: int = 0,
    seed2: int = 0,
    aspect_ratio_range: list[float] = [0.75, 1.33],  # noqa: B006 - attributes are read-only
    area_range: list[float] = [0.05, 1.0],  # noqa: B006 - attributes are read-only
    max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False,
    rng: Generator,
) -> Box:
    """Draw a random crop of an image that covers enough of one of the bounding boxes.

    Source: TensorFlow's documentation of tf.image.sample_distorted_bounding_box.

    Args:
        image_size: [3] the height, the width and the number of channels of the image.
        bounding_boxes: [batch, boxes, 4] the boxes of the objects in the image, [y1, x1, y2, x2], 0 ... 1.
        min_object_covered: [] the minimum share of one of the boxes that the crop must cover, 0 ... 1.
        aspect_ratio_range: the minimum and the maximum aspect ratio, width / height. Both must be above 0.
        area_range: the minimum and the maximum area of the crop, as a share of the image, above 0 and at most 1.
        max_attempts: the maximum number of crops to draw, 1 or more. If none fits, the result is the whole image.
        use_image_if_no_bounding_boxes: true uses the whole image if there are no boxes, false makes that an error.

    Returns:
        begin: [3] the start of the crop, [y, x, 0], for a Slice block.
        size: [3] the size of the crop, [height, width, -1], for a Slice block.
        bboxes: [1, 1, 4] the crop as a box, 0 ... 1, for a DrawBoundingBoxes block.
    """
    least = float(min_object_covered)
    if not least >= 0:
        raise DiagramError(f"min_object_covered: expected 0 or more, got {least}", pin="min_object_covered")
    height, width = int(image_size[0]), int(image_size[1])
    boxes = _in_pixels(bounding_boxes, height, width, use_image_if_no_bounding_boxes)
    result = np.array([0, 0, height, width])
    for first in range(0, max_attempts, _ATTEMPTS_AT_ONCE):
        count = min(_ATTEMPTS_AT_ONCE, max_attempts - first)
        drawn = _drawn_boxes(height, width, aspect_ratio_range, area_range, rng.random((count, 4)))
        good = drawn[_covering(drawn, boxes, least)]
        if len(good):
            result = good[0]
            break
    top, left, bottom, right = result.tolist()
    begin = np.array([top, left, 0]).astype(image_size.dtype)
    size = np.array([bottom - top, right - left, -1]).astype(image_size.dtype)
    parts = (result / np.array([height, width, height, width], np.float32)).astype(np.float32)
    return begin, size, parts.reshape(1, 1, 4)


@block(
    "image_size: T, bounding_boxes: float -> begin: T, size: T, bboxes: float",
    T=_SIZES,
    not_differentiable=_CHANCE,
    doc_of=SampleDistortedBoundingBoxV2,
    example=_EXAMPLE,
)
def SampleDistortedBoundingBox(
    image_size: Array,
    bounding_boxes: Array,
    *,
    seed: int = 0,
    seed2: int = 0,
    min_object_covered: float = 0.1,
    aspect_ratio_range: list[float] = [0.75, 1.33],  # noqa: B006 - attributes are read-only
    area_range: list[float] = [0.05, 1.0],  # noqa: B006 - attributes are read-only
    max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False,
    rng: Generator,
) -> Box:
    """Draw a random crop of an image that covers enough of one of the bounding boxes.

    Source: TensorFlow's documentation of tf.image.sample_distorted_bounding_box.

    Args:
        min_object_covered: the minimum share of one of the boxes that the crop must cover, 0 ... 1.
    """
    return SampleDistortedBoundingBoxV2.kernel(
        image_size,
        bounding_boxes,
        np.float32(min_object_covered),
        aspect_ratio_range=aspect_ratio_range,
        area_range=area_range,
        max_attempts=max_attempts,
        use_image_if_no_bounding_boxes=use_image_if_no_bounding_boxes,
        rng=rng,
    )


def _in_pixels(boxes: Array, height: int, width: int, whole: bool) -> Array:
    if not boxes.size:
        if whole:
            return np.array([[0, 0, height, width]])
        hint = "set use_image_if_no_bounding_boxes to use the whole image"
        raise DiagramError("there are no bounding boxes", pin="bounding_boxes", hint=hint)
    outside = ~((boxes >= 0) & (boxes <= 1))
    if outside.any():
        text = f"bounding_boxes: expected values from 0 to 1, got {boxes[outside][0]}"
        raise DiagramError(text, pin="bounding_boxes")
    return (boxes.reshape(-1, 4) * np.array([height, width, height, width], np.float32)).astype(np.int64)


def _drawn_boxes(height: int, width: int, ratios: list[float], areas: list[float], chance: Array) -> Array:
    """Draw image parts [top, left, bottom, right], one per row of chance; impossible ones are left out."""
    ratio = ratios[0] + (ratios[1] - ratios[0]) * chance[:, 0]
    least, most = (area * height * width for area in areas)
    low, high = (np.rint(np.sqrt(area / ratio)) for area in (least, most))
    # The largest height whose width still fits, whatever it is rounded to.
    wide = np.rint(high * ratio) > width
    high = np.where(wide, np.floor((width + 0.5 - 1e-7) / ratio), high)
    high = np.minimum(high - (wide & (np.rint(high * ratio) > width)), height)
    low = np.minimum(low, high)
    tall = low + np.floor(chance[:, 1] * (high - low + 1))
    # A part that rounding has made too small or too large is helped by one row.
    tall += np.rint(tall * ratio) * tall < least
    tall -= np.rint(tall * ratio) * tall > most
    across = np.rint(tall * ratio)
    area = across * tall
    good = (area >= least) & (area <= most) & (across <= width) & (tall <= height) & (across > 0) & (tall > 0)
    good &= least <= most
    top = np.floor(chance[:, 2] * np.maximum(height - tall, 1))
    left = np.floor(chance[:, 3] * np.maximum(width - across, 1))
    return np.stack([top, left, top + tall, left + across], 1)[good].astype(np.int64)


def _covering(parts: Array, boxes: Array, least: float) -> Array:
    size = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    real = (boxes[:, 2:] > boxes[:, :2]).all(1)
    result = np.zeros(len(parts), bool)
    for box, area in zip(boxes[real], size[real], strict=True):
        sides = np.minimum(parts[:, 2:], box[2:]) - np.maximum(parts[:, :2], box[:2])
        result |= np.maximum(sides, 0).prod(1) / area >= least
    return result


def _check(attrs: dict[str, Any]) -> None:
    for name in ("aspect_ratio_range", "area_range"):
        result = attrs[name]
        expect(attrs, name, len(result) == 2 and all(each > 0 for each in result), "two values above 0")
    expect(attrs, "area_range", max(attrs["area_range"]) <= 1, "at most 1")
    expect(attrs, "max_attempts", 1 <= attrs["max_attempts"] <= _MOST_ATTEMPTS, f"from 1 to {_MOST_ATTEMPTS}")
    expect(attrs, "min_object_covered", attrs.get("min_object_covered", 0) >= 0, "0 or more")


def _shapes(call: Call) -> list[Shape]:
    formed(call, "image_size", (3,), "a height, a width and a number of channels")
    size = vector(call, "image_size")
    if size is not None and not all(1 <= each < 2**31 for each in size[:2]):
        raise pin_error(call, "image_size", f"expected a non-empty image, got size {size}")
    formed(call, "bounding_boxes", (None, None, 4), "[batch, boxes, 4]")
    if call.type.input("min_object_covered") is not None:
        require_scalar(call, "min_object_covered")
    return [(3,), (3,), (1, 1, 4)]


for _type in (SampleDistortedBoundingBox, SampleDistortedBoundingBoxV2):
    _type.shape(_shapes)
    _type.prepare = _check
