"""ONNX rules for images: resizing, contrast, colors and box selection.

Resizing is linear along each axis: a product with the matrix of its weights, which the block itself provides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from blocks.base.dtypes import FLOAT, INT64
from blocks.base.types import Array
from blocks.library.image import taps
from blocks.library.image.cropping import moved_by_ends
from blocks.library.nn.patches import ExtractImagePatches, ExtractVolumePatches
from blocks.library.onnx_rules.array import mirrored
from blocks.library.onnx_rules.convolutions import RULES as CONVOLUTIONS
from blocks.library.onnx_rules.values import (
    MOST,
    Attributes,
    Value,
    cast,
    constant,
    moved,
    op,
    reshaped,
    shape_of,
    summed,
    vector,
    where,
    whole,
    wide,
)
from blocks.library.onnx_rules.writing import OnnxWriter, but_batch, fixed, numbers, sizes, widened
from blocks.library.rules import LoweringRule, each


def _area(x: Value) -> tuple[int, int]:
    height, width = fixed((x.shape or (None,) * 4)[1:3], "the images")
    return height, width


def _along(x: Value, matrices: tuple[Array, Array]) -> Value:
    rows, columns = (constant(x.sink, each.astype(x.dtype.numpy)) for each in matrices)
    turned = op.MatMul(rows, moved(x, (0, 3, 1, 2)))
    return moved(op.MatMul(turned, op.Transpose(columns, perm=[1, 0])), (0, 2, 3, 1))


def _weights(method: str, size: int, wanted: int, site: OnnxWriter) -> Array:
    corners, centers = site.attrs["align_corners"], site.attrs.get("half_pixel_centers", False)
    if method == "area":
        return taps.averaged(np.eye(size, dtype=np.float32), 0, wanted, corners)
    return taps.resized(np.eye(size, dtype=np.float32), 0, taps.TAPS[method](size, wanted, corners, centers))


def _resize(method: str) -> LoweringRule:
    def lower(site: OnnxWriter, images: Value, size: Value) -> Value:
        pairs = list(zip(_area(images), numbers(size, "size"), strict=True))
        height, width = (_weights(method, old, new, site) for old, new in pairs)
        return _along(cast(images, FLOAT), (height, width))

    return lower


def _nearest(site: OnnxWriter, images: Value, size: Value) -> Value:
    for axis, (old, new) in enumerate(zip(_area(images), numbers(size, "size"), strict=True), 1):
        indices = np.argmax(_weights("nearest", old, new, site), axis=1)
        images = op.Gather(images, constant(images.sink, indices.astype(np.int64)), axis=axis)
    return images


def _resize_gradient(site: OnnxWriter, grads: Value, image_size: Value) -> Value:
    height, width = numbers(image_size, "image_size")[1:3]
    pairs = zip((height, width), _area(grads), strict=True)
    rows, columns = (_weights(site.attrs["method"], old, new, site).T for old, new in pairs)
    return _along(wide(grads), (rows, columns))


def _sent_back(method: str) -> LoweringRule:
    def lower(site: OnnxWriter, grads: Value, given: Value) -> Value:
        old = numbers(given, "size") if method == "nearest" else _area(given)
        pairs = zip(old, _area(grads), strict=True)
        rows, columns = (_weights(method, size, new, site).T for size, new in pairs)
        return _along(wide(grads), (rows, columns))

    return lower


def _resized_and_padded(site: OnnxWriter, x: Value, size: Value, paddings: Value, filter: Value) -> Value:
    corners = site.attrs["resize_align_corners"]
    rows, columns = (
        taps.resized(np.eye(old, dtype=np.float32), 0, taps.bilinear(old, new, corners, False))
        for old, new in zip(_area(x), numbers(size, "size"), strict=True)
    )
    result = _along(cast(x, FLOAT), (rows, columns))
    result.shape = (sizes(x, "input")[0], *numbers(size, "size"), sizes(x, "input")[3])
    return CONVOLUTIONS["Conv2D"](site, mirrored(site, result, paddings), filter)


def _contrast(images: Value, factor: Value) -> Value:
    mean = op.ReduceMean(images, [-3, -2], keepdims=1)
    return (images - mean) * factor + mean


# Colours.


def _channels(images: Value) -> tuple[Value, ...]:
    return op.Split(images, count=3, axis=-1, num_outputs=3)


def _to_hsv(images: Value) -> tuple[Value, Value, Value]:
    r, g, b = _channels(images)
    value = op.Max(op.Max(r, g), b)
    chroma = value - op.Min(op.Min(r, g), b)
    saturation = where(value > 0, chroma / value, 0)
    sixth = 1 / (6 * chroma)
    hue = where(
        op.Equal(value, r), (g - b) * sixth, where(op.Equal(value, g), (b - r) * sixth + 2 / 6, (r - g) * sixth + 4 / 6)
    )
    hue = where(chroma > 0, hue, 0)
    return where(hue < 0, hue + 1, hue), saturation, value


def _from_hsv(hue: Value, saturation: Value, value: Value) -> Value:
    chroma = saturation * value
    least, along = value - chroma, hue * 6
    shift = {0: op.Abs(along - 3) - 1, 1: 2 - op.Abs(along - 2), 2: 2 - op.Abs(along - 4)}
    return op.Concat(*(op.Min(op.Max(shift[i], 0), 1) * chroma + least for i in range(3)), axis=-1)


def _turned(images: Value, delta: Value) -> Value:
    hue, saturation, value = _to_hsv(images)
    hue = hue + delta
    return _from_hsv(hue - op.Floor(hue), saturation, value)


def _coloured(images: Value, scale: Value) -> Value:
    hue, saturation, value = _to_hsv(images)
    return _from_hsv(hue, op.Min(op.Max(saturation * scale, 0), 1), value)


def _best_boxes(site: OnnxWriter, boxes: Value, scores: Value, most: Value) -> Value:
    return _best(boxes, scores, most, constant(boxes.sink, np.array([site.attrs["iou_threshold"]], np.float32)))


def _best_boxes_of_inputs(
    site: OnnxWriter, boxes: Value, scores: Value, most: Value, limit: Value, *least: Value
) -> Value | tuple[Value, Value]:
    result = _best(*(cast(boxes, FLOAT), cast(scores, FLOAT)), most, *(cast(vector(x), FLOAT) for x in (limit, *least)))
    if site.node.type.name != "NonMaxSuppressionV4":
        return result
    count = shape_of(result)
    if site.attrs["pad_to_max_output_size"]:
        result = op.Pad(
            result, op.Concat(constant(result.sink, np.zeros(1, np.int64)), whole(vector(most)) - count, axis=0)
        )
    return result, op.Squeeze(count, [0])


def _best(boxes: Value, scores: Value, most: Value, *limits: Value) -> Value:
    boxes, scores = op.Unsqueeze(boxes, [0]), op.Unsqueeze(scores, [0, 1])
    chosen = op.NonMaxSuppression(boxes, scores, whole(vector(most)), *limits)
    return op.Squeeze(op.Slice(chosen, [2], [3], [1]), [1])


# Patches: the positions of their elements follow from the patches of the numbers of these.


def _positions(shape: Sequence[int], attrs: Attributes) -> Array:
    """Return each patch element's image element, counted from 1, or 0 for padding."""
    image = np.arange(1, math.prod(shape) + 1).reshape(1, *shape)
    if len(shape) == 3:
        return ExtractImagePatches.kernel(image, **attrs)[0]
    return ExtractVolumePatches.kernel(image, **{each: attrs[each] for each in ("ksizes", "strides", "padding")})[0]


def _patches(site: OnnxWriter, images: Value) -> Value:
    batch, *inner = but_batch(images)
    flat = reshaped(images, (batch, math.prod(inner)))
    none = cast(constant(images.sink, np.zeros((), np.int32)), images.dtype)
    margin = constant(images.sink, np.array([0, 1, 0, 0]))
    return op.Gather(op.Pad(flat, margin, none), site.constant(_positions(inner, site.attrs)), axis=1)


def _patches_back(site: OnnxWriter, dy: Value, _shape: Value) -> Value:
    batch, *inner = wanted = fixed(site.shape, "the images")
    positions = _positions(inner, site.attrs).reshape(-1, 1)
    rows = op.Transpose(reshaped(wide(dy), (batch, len(positions))), perm=[1, 0])
    none = constant(site.sink, np.zeros((math.prod(inner) + 1, batch), rows.dtype.numpy))
    sums = op.ScatterND(none, site.constant(positions), rows, reduction="add")
    return reshaped(op.Transpose(op.Slice(sums, [1], [MOST], [0]), perm=[1, 0]), wanted)


# Crops.


class _CropPositions(NamedTuple):
    """The rows or columns of crops, as in `blocks.library.image.cropping`: [box, position]."""

    inside: Value
    lower: Value
    upper: Value
    across: Value


def _axis(boxes: Value, ends: tuple[int, int], size: int, wanted: int) -> _CropPositions:
    low, high = (op.Slice(boxes, [end], [end + 1], [1]) for end in ends)
    last = float(size - 1)
    if wanted > 1:
        steps = constant(boxes.sink, np.arange(wanted, dtype=np.float32)[None])
        at = low * last + steps * ((high - low) * last / float(wanted - 1))
    else:
        at = (low + high) * 0.5 * last
    inside = (at >= 0.0) & (at <= last)
    safe = where(inside, at, 0.0)
    floor = op.Floor(safe)
    return _CropPositions(inside, cast(floor, INT64), cast(op.Ceil(safe), INT64), safe - floor)


class _Crops:
    """The positions of crops in images; ``inside`` [box, row, column, 1] is whether they are in the image."""

    def __init__(self, boxes: Value, box_ind: Value, image: Sequence[int], crop: Sequence[int]) -> None:
        height, self._width = image
        self.down, self.right = _axis(boxes, (0, 2), height, crop[0]), _axis(boxes, (1, 3), self._width, crop[1])
        self.inside = _crossed(op.And, self.down.inside, self.right.inside)
        self._first = op.Unsqueeze(whole(box_ind) * (height * self._width), [1, 2])

    def pixels(self, row: Value, column: Value) -> Value:
        return self._first + op.Squeeze(_crossed(op.Add, row * self._width, column), [3])

    def corners(self, method: str) -> list[tuple[Value, Value | None]]:
        down, right = self.down, self.right
        if method == "nearest":
            row, column = (each.lower + cast(each.across >= 0.5, INT64) for each in (down, right))
            return [(self.pixels(row, column), None)]
        rows, columns = (((each.lower, 1 - each.across), (each.upper, each.across)) for each in (down, right))
        return [(self.pixels(row, column), _crossed(op.Mul, a, b)) for row, a in rows for column, b in columns]


def _crossed(kind: Callable[[Value, Value], Value], rows: Value, columns: Value) -> Value:
    return kind(op.Unsqueeze(rows, [2, 3]), op.Unsqueeze(columns, [1, 3]))


def _crop(site: OnnxWriter, image: Value, boxes: Value, box_ind: Value, crop_size: Value) -> Value:
    channels = but_batch(image)[-1]
    crops = _Crops(boxes, box_ind, _area(image), numbers(crop_size, "crop_size"))
    pixels = cast(reshaped(image, (-1, channels)), FLOAT)
    parts = [
        part if weights is None else part * weights
        for part, weights in ((op.Gather(pixels, at), weights) for at, weights in crops.corners(site.attrs["method"]))
    ]
    return where(crops.inside, summed(parts), site.attrs["extrapolation_value"])


def _crop_back(site: OnnxWriter, grads: Value, boxes: Value, box_ind: Value, _image_size: Value) -> Value:
    batch, height, width, channels = wanted = fixed(site.shape, "the images")
    crops = _Crops(boxes, box_ind, (height, width), _area(grads))
    total = constant(site.sink, np.zeros((batch * height * width, channels), np.float32))
    given = where(crops.inside, grads, 0.0)
    for at, weights in crops.corners(site.attrs["method"]):
        values = given if weights is None else given * weights
        total = op.ScatterND(total, op.Reshape(at, [-1, 1]), reshaped(values, (-1, channels)), reduction="add")
    return cast(reshaped(total, wanted), site.dtype)


def _crop_back_to_boxes(_site: OnnxWriter, grads: Value, image: Value, boxes: Value, box_ind: Value) -> Value:
    crops = _Crops(boxes, box_ind, _area(image), _area(grads))
    pixels, (down, right) = cast(reshaped(image, (-1, but_batch(image)[-1])), FLOAT), (crops.down, crops.right)
    corner = {
        (low, left): op.Gather(pixels, crops.pixels(row, column))
        for low, row in enumerate((down.lower, down.upper))
        for left, column in enumerate((right.lower, right.upper))
    }
    a, b = op.Unsqueeze(down.across, [2, 3]), op.Unsqueeze(right.across, [1, 3])
    by_y = (1 - b) * (corner[1, 0] - corner[0, 0]) + b * (corner[1, 1] - corner[0, 1])
    by_x = (1 - a) * (corner[0, 1] - corner[0, 0]) + a * (corner[1, 1] - corner[1, 0])
    rows = op.ReduceSum(where(crops.inside, by_y * grads, 0.0), [2, 3], keepdims=0)
    columns = op.ReduceSum(where(crops.inside, by_x * grads, 0.0), [1, 3], keepdims=0)
    ends = [moved_by_ends(size, crop) for size, crop in zip(_area(image), _area(grads), strict=True)]
    parts = [(rows, ends[0][0]), (columns, ends[1][0]), (rows, ends[0][1]), (columns, ends[1][1])]
    return op.Concat(*(op.MatMul(slope, constant(boxes.sink, end[:, None])) for slope, end in parts), axis=1)


RULES: dict[str, LoweringRule] = {
    "CropAndResize": _crop,
    "CropAndResizeGradBoxes": _crop_back_to_boxes,
    **each("CropAndResizeGradImage CropGrad", _crop_back),
    **each("ExtractImagePatches ExtractVolumePatches", _patches),
    "PatchesGrad": _patches_back,
    **{f"Resize{method}": _resize(method.lower()) for method in ("Bilinear", "Bicubic", "Area")},
    "ResizeNearestNeighbor": _nearest,
    "ResizeGrad": _resize_gradient,
    "FusedResizeAndPadConv2D": _resized_and_padded,
    "AdjustContrast": widened(_contrast),
    "AdjustHue": widened(_turned),
    "AdjustSaturation": widened(_coloured),
    "RGBToHSV": widened(lambda images: op.Concat(*_to_hsv(images), axis=-1)),
    "HSVToRGB": widened(lambda images: _from_hsv(*_channels(images))),
    **{f"Resize{method}Grad": _sent_back(method.lower()) for method in ("Bilinear", "Bicubic")},
    "ResizeNearestNeighborGrad": _sent_back("nearest"),
    "NonMaxSuppression": _best_boxes,
    **each("NonMaxSuppressionV2 NonMaxSuppressionV3 NonMaxSuppressionV4", _best_boxes_of_inputs),
}
