"""Rules of the page image: other sizes, contrast, colours, the best boxes.

Resizing is linear along each axis: a product with the matrix of its weights, which are those of the block itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT
from blocks.base.types import Array
from blocks.library.image import taps
from blocks.library.onnx_rules.array import mirrored
from blocks.library.onnx_rules.convolutions import RULES as CONVOLUTIONS
from blocks.library.onnx_rules.values import (
    Value,
    cast,
    constant,
    moved,
    op,
    shape_of,
    vector,
    where,
    whole,
    wide,
)
from blocks.library.onnx_rules.writing import (
    Rule,
    Site,
    fixed,
    numbers,
    one,
    sizes,
    two,
)

_TAPS: dict[str, Any] = {"bilinear": taps.bilinear, "bicubic": taps.bicubic, "nearest": taps.nearest}


def _area(x: Value) -> tuple[int, int]:
    """Height and width of images."""
    height, width = fixed((x.shape or (None,) * 4)[1:3], "its images")
    return height, width


def _along(x: Value, matrices: tuple[Array, Array]) -> Value:
    """Images times one matrix along their height and one along their width."""
    rows, columns = (constant(x.sink, each.astype(x.dtype.numpy)) for each in matrices)
    turned = op.MatMul(rows, moved(x, (0, 3, 1, 2)))
    return moved(op.MatMul(turned, op.Transpose(columns, perm=[1, 0])), (0, 2, 3, 1))


def _weights(method: str, size: int, wanted: int, site: Site) -> Array:
    corners, centers = site.attrs["align_corners"], site.attrs.get("half_pixel_centers", False)
    if method == "area":
        return taps.averaged(np.eye(size, dtype=np.float32), 0, wanted, corners)
    return taps.resized(np.eye(size, dtype=np.float32), 0, _TAPS[method](size, wanted, corners, centers))


def _resize(method: str) -> Rule:
    def lower(site: Site, images: Value, size: Value) -> Value:
        pairs = list(zip(_area(images), numbers(size, "size"), strict=True))
        height, width = (_weights(method, old, new, site) for old, new in pairs)
        return _along(cast(images, FLOAT), (height, width))

    return Rule(lower)


def _nearest(site: Site, images: Value, size: Value) -> Value:
    for axis, (old, new) in enumerate(zip(_area(images), numbers(size, "size"), strict=True), 1):
        indices = np.argmax(_weights("nearest", old, new, site), axis=1)
        images = op.Gather(images, constant(images.sink, indices.astype(np.int64)), axis=axis)
    return images


def _resize_gradient(site: Site, grads: Value, image_size: Value) -> Value:
    height, width = numbers(image_size, "image_size")[1:3]
    pairs = zip((height, width), _area(grads), strict=True)
    rows, columns = (_weights(site.attrs["method"], old, new, site).T for old, new in pairs)
    return _along(wide(grads), (rows, columns))


def _sent_back(method: str) -> Rule:
    """The gradient of one method of resizing as a type of its own."""

    def lower(site: Site, grads: Value, given: Value) -> Value:
        old = numbers(given, "size") if method == "nearest" else _area(given)
        pairs = zip(old, _area(grads), strict=True)
        rows, columns = (_weights(method, size, new, site).T for size, new in pairs)
        return _along(wide(grads), (rows, columns))

    return Rule(lower)


def _resized_and_padded(site: Site, x: Value, size: Value, paddings: Value, filter: Value) -> Value:
    corners = {"align_corners": site.attrs["resize_align_corners"]}
    pairs = zip(_area(x), numbers(size, "size"), strict=True)
    matrices = [
        taps.resized(np.eye(old, dtype=np.float32), 0, taps.bilinear(old, new, corners["align_corners"], False))
        for old, new in pairs
    ]
    result = _along(cast(x, FLOAT), (matrices[0], matrices[1]))
    result.shape = (sizes(x, "input")[0], *numbers(size, "size"), sizes(x, "input")[3])
    return CONVOLUTIONS["Conv2D"].lower(site, mirrored(site, result, paddings), filter)


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
        op.Equal(value, r),
        (g - b) * sixth,
        where(op.Equal(value, g), (b - r) * sixth + 2 / 6, (r - g) * sixth + 4 / 6),
    )
    hue = where(chroma > 0, hue, 0)
    return where(hue < 0, hue + 1, hue), saturation, value


def _from_hsv(hue: Value, saturation: Value, value: Value) -> Value:
    chroma = saturation * value
    least, along = value - chroma, hue * 6
    shift = {0: op.Abs(along - 3) - 1, 1: 2 - op.Abs(along - 2), 2: 2 - op.Abs(along - 4)}
    return op.Concat(*(op.Min(op.Max(shift[i], 0), 1) * chroma + least for i in range(3)), axis=-1)


def _hsv(images: Value) -> Value:
    return op.Concat(*_to_hsv(images), axis=-1)


def _rgb(images: Value) -> Value:
    return _from_hsv(*_channels(images))


def _turned(images: Value, delta: Value) -> Value:
    hue, saturation, value = _to_hsv(images)
    hue = hue + delta
    return _from_hsv(hue - op.Floor(hue), saturation, value)


def _coloured(images: Value, scale: Value) -> Value:
    hue, saturation, value = _to_hsv(images)
    return _from_hsv(hue, op.Min(op.Max(saturation * scale, 0), 1), value)


def _best_boxes(site: Site, boxes: Value, scores: Value, most: Value) -> Value:
    return _best(boxes, scores, most, constant(boxes.sink, np.array([site.attrs["iou_threshold"]], np.float32)))


def _best_boxes_of_inputs(
    site: Site, boxes: Value, scores: Value, most: Value, limit: Value, *least: Value
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


RULES: dict[str, Rule] = {
    "ResizeBilinear": _resize("bilinear"),
    "ResizeBicubic": _resize("bicubic"),
    "ResizeArea": _resize("area"),
    "ResizeNearestNeighbor": Rule(_nearest),
    "ResizeGrad": Rule(_resize_gradient),
    "FusedResizeAndPadConv2D": Rule(_resized_and_padded),
    "AdjustContrast": two(_contrast),
    "AdjustHue": two(_turned),
    "AdjustSaturation": two(_coloured),
    "RGBToHSV": one(_hsv),
    "HSVToRGB": one(_rgb),
    "ResizeBilinearGrad": _sent_back("bilinear"),
    "ResizeBicubicGrad": _sent_back("bicubic"),
    "ResizeNearestNeighborGrad": _sent_back("nearest"),
    "NonMaxSuppression": Rule(_best_boxes),
    "NonMaxSuppressionV2": Rule(_best_boxes_of_inputs),
    "NonMaxSuppressionV3": Rule(_best_boxes_of_inputs),
    "NonMaxSuppressionV4": Rule(_best_boxes_of_inputs),
}
