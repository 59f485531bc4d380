"""Crops of images: boxes cut out and resized, their gradients, and glimpses at individual positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, HALF, INT8, INT16, INT32, INT64, UINT8, UINT16, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Generator, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import expect, pin_error, vector
from blocks.library.declare import block, declare, make
from blocks.library.image.shared import Sizes, formed, images_at, images_with_pixels, new_size, same_count

_PIXELS = (UINT8, UINT16, INT8, INT16, INT32, INT64, HALF, FLOAT, DOUBLE)
_PRECISE = (FLOAT, HALF, DOUBLE)
_METHODS = ("bilinear", "nearest")


_IMAGE = [[[[1.0], [2.0]], [[3.0], [4.0]]]]


class _Axis(NamedTuple):
    """The positions of crop rows (or columns) in an image: [box, position].

    Attributes:
        inside: whether the position is in the image; otherwise the rest is 0.
        lower, upper: the pixels before and behind it.
        across: the fraction of the way between them.
    """

    inside: Array
    lower: Array
    upper: Array
    across: Array
    nearest: Array


def _axis(low: Array, high: Array, size: int, wanted: int) -> _Axis:
    last = np.float32(size - 1)
    if wanted > 1:
        step = (high - low) * last / np.float32(wanted - 1)
        at = (low * last)[:, None] + np.arange(wanted, dtype=np.float32) * step[:, None]
    else:
        at = (np.float32(0.5) * (low + high) * last)[:, None]
    inside = (at >= 0) & (at <= last)
    safe = np.where(inside, at, np.float32(0))
    floor = np.floor(safe)
    across = safe - floor
    lower = floor.astype(np.intp)
    return _Axis(inside, lower, np.ceil(safe).astype(np.intp), across, lower + (across >= np.float32(0.5)))


def _axes(boxes: Array, image: Sequence[int], crop: Sequence[int]) -> tuple[_Axis, _Axis]:
    if not np.isfinite(boxes).all():
        raise DiagramError("a box contains a value that is not finite", pin="boxes")
    with np.errstate(over="ignore", invalid="ignore"):
        down = _axis(boxes[:, 0], boxes[:, 2], image[0], crop[0])
        return down, _axis(boxes[:, 1], boxes[:, 3], image[1], crop[1])


def _images_of(box_ind: Array, count: int) -> Array:
    if box_ind.size and (box_ind.min() < 0 or box_ind.max() >= count):
        wrong = int(box_ind.min() if box_ind.min() < 0 else box_ind.max())
        raise DiagramError(f"box_ind {wrong} is out of range for a batch of {count} images", pin="box_ind")
    return box_ind.astype(np.intp)[:, None, None]


def _corners(down: _Axis, right: _Axis, method: str) -> list[tuple[Array, Array, Array | None]]:
    """Return the rows, columns and weights (None: 1) of the pixels that make up each crop position."""
    if method == "nearest":
        return [(down.nearest[:, :, None], right.nearest[:, None, :], None)]
    rows = [(down.lower, 1 - down.across), (down.upper, down.across)]
    columns = [(right.lower, 1 - right.across), (right.upper, right.across)]
    return [
        (row[:, :, None], column[:, None, :], (a[:, :, None] * b[:, None, :])[..., None])
        for row, a in rows
        for column, b in columns
    ]


def _boxes(call: Call) -> int | None:
    formed(call, "boxes", (None, 4), "[count, 4]")
    formed(call, "box_ind", (None,), "a vector with one image index per box")
    return same_count(call, "boxes", "box_ind")


@block(
    "image: T, boxes: float, box_ind: int32, crop_size: int32 -> crops: float",
    T=_PIXELS,
    where={"method": _METHODS},
    example={
        "image": _IMAGE,
        "boxes": [[0.0, 0.0, 1.0, 0.5]],
        "box_ind": [0],
        "crop_size": [2, 2],
        "crops": [[[[1.0], [1.5]], [[3.0], [3.5]]]],
    },
)
def CropAndResize(
    image: Array,
    boxes: Array,
    box_ind: Array,
    crop_size: Array,
    *,
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
) -> Array:
    """Crop boxes from images and resize the crops to one size.

    The result is float32. Source: TensorFlow's documentation of tf.image.crop_and_resize.

    Args:
        image: [batch, height, width, channels] the images.
        boxes: [n, 4] one box per row, [y1, x1, y2, x2], where 0 is the first pixel of the image and 1 the last. A box
            may be flipped and may extend beyond the image.
        box_ind: [n] the index of the image for each box.
        crop_size: [2] the height and the width of the crops. A crop with height or width 1 shows the center of its box.
        method: bilinear interpolates between the four neighbors of each position. nearest uses the nearest pixel.
        extrapolation_value: the value of the crop where the box extends beyond the image.

    Returns:
        crops: [n, crop_height, crop_width, channels] the crops, one per box.
    """
    count, height, width, channels = image.shape
    high, wide = (int(each) for each in crop_size)
    batch = _images_of(box_ind, count)
    if not batch.size:
        return np.zeros((0, high, wide, channels), np.float32)
    down, right = _axes(boxes, (height, width), (high, wide))
    crops = np.zeros((len(boxes), high, wide, channels), np.float32)
    for rows, columns, weights in _corners(down, right, method):
        pixels = image[batch, rows, columns].astype(np.float32, copy=False)
        crops += pixels if weights is None else pixels * weights
    crops[~(down.inside[:, :, None] & right.inside[:, None, :])] = extrapolation_value
    return crops


@CropAndResize.shape
def _(call: Call) -> Shape:
    *_, channels = images_with_pixels(call, "image")
    return _boxes(call), *new_size(call, "crop_size"), channels


@CropAndResize.gradient("image", "boxes")
def _(call: Node, dy: Output) -> tuple[Operand | None, Operand]:
    image, boxes, box_ind = (call.input(name) for name in ("image", "boxes", "box_ind"))
    by_boxes = CropAndResizeGradBoxes(dy, image, boxes, box_ind).as_output()
    if image.dtype not in _PRECISE:
        return None, by_boxes
    size, method = make("Shape", image), call.attrs["method"]
    return CropGrad(dy, boxes, box_ind, size, T=image.dtype, method=method).as_output(), by_boxes


def _grads_at(call: Call, channels: int | None) -> Sizes:
    grads = images_with_pixels(call, "grads")
    _boxes(call)
    same_count(call, "boxes", "grads")
    if channels is not None and grads[3] not in (None, channels):
        raise pin_error(call, "grads", f"the images have {channels} channels, but grads has shape {shape_text(grads)}")
    return grads


@block(
    "grads: float, image: T, boxes: float, box_ind: int32 -> output: float",
    T=_PIXELS,
    where={"method": ("bilinear",)},
    example={
        "grads": [[[[1.0], [1.0]], [[1.0], [1.0]]]],
        "image": _IMAGE,
        "boxes": [[0.0, 0.0, 1.0, 0.5]],
        "box_ind": [0],
        "output": [[0.0, 0.0, 0.0, 2.0]],
    },
)
def CropAndResizeGradBoxes(
    grads: Array, image: Array, boxes: Array, box_ind: Array, *, method: str = "bilinear"
) -> Array:
    """Compute the gradient of CropAndResize with respect to the boxes.

    Args:
        grads: [n, crop_height, crop_width, channels] the gradient with respect to the crops.
        image: [batch, height, width, channels] the images.
        boxes: [n, 4] the boxes.
        box_ind: [n] the index of the image for each box.
        method: the method of the crops: only bilinear.

    Returns:
        output: [n, 4] the gradient with respect to the boxes.
    """
    count, height, width, _ = image.shape
    batch = _images_of(box_ind, count)
    if not batch.size:
        return np.zeros((0, 4), np.float32)
    down, right = _axes(boxes, (height, width), grads.shape[1:3])
    rows, columns = ((axis.lower, axis.upper) for axis in (down, right))
    (top_left, top_right), (bottom_left, bottom_right) = (
        [image[batch, row[:, :, None], column[:, None, :]].astype(np.float32) for column in columns] for row in rows
    )
    a, b = down.across[:, :, None, None], right.across[:, None, :, None]
    by_y = (1 - b) * (bottom_left - top_left) + b * (bottom_right - top_right)
    by_x = (1 - a) * (top_right - top_left) + a * (bottom_right - bottom_left)
    inside = (down.inside[:, :, None] & right.inside[:, None, :])[..., None]
    slopes = [np.where(inside, slope * grads, np.float32(0)) for slope in (by_y, by_x)]
    ends = [moved_by_ends(size, crop) for size, crop in zip((height, width), grads.shape[1:3], strict=True)]
    by_rows, by_columns = slopes[0].sum((2, 3)), slopes[1].sum((1, 3))
    return np.stack([by_rows @ ends[0][0], by_columns @ ends[1][0], by_rows @ ends[0][1], by_columns @ ends[1][1]], 1)


def moved_by_ends(size: int, wanted: int) -> tuple[Array, Array]:
    """Return the derivatives of crop positions with respect to the lower and the upper end of the box."""
    last = np.float32(size - 1)
    if wanted == 1:
        half = np.full(1, 0.5 * last, np.float32)
        return half, half
    upper = np.arange(wanted, dtype=np.float32) * (last / np.float32(wanted - 1))
    return last - upper, upper


@CropAndResizeGradBoxes.shape
def _(call: Call) -> Shape:
    _grads_at(call, images_with_pixels(call, "image")[3])
    return _boxes(call), 4


@block(
    "grads: float, boxes: float, box_ind: int32, image_size: int32 -> output: T",
    where={"T": _PRECISE, "method": _METHODS},
    doc_of=CropAndResizeGradBoxes,
    example={
        "grads": [[[[1.0], [2.0]]]],
        "boxes": [[0.0, 0.0, 0.0, 0.5]],
        "box_ind": [0],
        "image_size": [1, 2, 2, 1],
        "T": "DT_FLOAT",
        "output": [[[[2.0], [1.0]], [[0.0], [0.0]]]],
    },
)
def CropAndResizeGradImage(
    grads: Array, boxes: Array, box_ind: Array, image_size: Array, *, T: DType, method: str = "bilinear"
) -> Array:
    """Compute the gradient of CropAndResize with respect to the images.

    Args:
        image_size: [4] the shape of the images, [batch, height, width, channels].
        T: the dtype of the images.
        method: the method of the crops: bilinear or nearest.

    Returns:
        output: [batch, height, width, channels] the gradient with respect to the images.
    """
    count, height, width, channels = (int(each) for each in image_size)
    batch = _images_of(box_ind, count)
    result = np.zeros(count * height * width * channels)
    if not batch.size:
        return result.reshape(count, height, width, channels).astype(T.numpy, copy=False)
    down, right = _axes(boxes, (height, width), grads.shape[1:3])
    inside = (down.inside[:, :, None] & right.inside[:, None, :])[..., None]
    for rows, columns, weights in _corners(down, right, method):
        values = np.where(inside, grads if weights is None else grads * weights, np.float32(0))
        pixels = (batch * height + rows) * width + columns
        flat = pixels[..., None] * channels + np.arange(channels)
        result += np.bincount(flat.reshape(-1), values.reshape(-1), result.size)
    return result.reshape(count, height, width, channels).astype(T.numpy, copy=False)


CropGrad = declare(
    "CropGrad",
    "image_ops",
    "grads: float, boxes: float, box_ind: int32, image_size: int32 -> output: T",
    CropAndResizeGradImage.kernel,
    where={"T": _PRECISE, "method": _METHODS},
    doc="Compute the gradient of CropAndResize with respect to the images.",
    internal=True,
)
"""CropAndResizeGradImage with a gradient of its own, which TensorFlow's does not have: for second derivatives."""


@CropGrad.shape
@CropAndResizeGradImage.shape
def _(call: Call) -> Shape:
    formed(call, "image_size", (4,), "four sizes")
    size = vector(call, "image_size")
    if size is not None and min(size) < 1:
        raise pin_error(call, "image_size", f"expected a non-empty image, got size {size}")
    _grads_at(call, None if size is None else size[3])
    return (None,) * 4 if size is None else tuple(size)


@CropGrad.gradient("grads", "boxes")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    grads, boxes, box_ind = (call.input(name) for name in ("grads", "boxes", "box_ind"))
    size = make("Slice", make("Shape", grads), [1], [2])
    crops = CropAndResize(dy, boxes, box_ind, size, method=call.attrs["method"]).as_output()
    return crops, CropAndResizeGradBoxes(grads, dy, boxes, box_ind).as_output()


# -- Glimpses ----------------------------------------------------------------------------------------------------------


_NOISES = ("", "uniform", "gaussian", "zero")


def _glimpses(
    input: Array,
    size: Array,
    offsets: Array,
    indices: Callable[..., Array],
    *,
    centered: bool = True,
    normalized: bool = True,
    uniform_noise: bool = True,
    noise: str = "uniform",
    rng: Generator,
) -> Array:
    kind = noise or ("uniform" if uniform_noise else "gaussian")
    batch, *extent, channels = input.shape
    wanted = [int(each) for each in size]
    if 0 in (batch, *wanted, channels):  # whatever the other sizes are
        return np.zeros((batch, *wanted, channels), np.float32)
    at = [indices(offsets[:, i], extent[i], wanted[i], centered, normalized) for i in (0, 1)]
    inside = [(index >= 0) & (index < length) for index, length in zip(at, extent, strict=True)]
    covered = (inside[0][:, :, None] & inside[1][:, None, :])[..., None]
    if not covered.all() and kind != "zero" and input.size:
        result = _noise(input, (batch, *wanted, channels), kind, rng)
    else:
        result = np.zeros((batch, *wanted, channels), np.float32)
    if not input.size:
        return result
    rows, columns = (np.where(within, index, 0) for within, index in zip(inside, at, strict=True))
    np.copyto(result, input[np.arange(batch)[:, None, None], rows[:, :, None], columns[:, None, :]], where=covered)
    return result


@block(
    "input: float, size: int32, offsets: float -> glimpse: float",
    attributes_of=_glimpses,
    not_differentiable="TensorFlow defines no gradient for glimpses",
    example={"input": [[[[1.0], [2.0]], [[3.0], [4.0]]]], "size": [2, 4], "offsets": [[0.0, 0.0]]},
)
def ExtractGlimpse(input: Array, size: Array, offsets: Array, **options: Any) -> Array:
    """Extract a window (glimpse) from each image, centered at a given position. Areas outside the image are noise.

    Args:
        input: [batch, height, width, channels] the images.
        size: [2] the height and the width of the windows.
        offsets: [batch, 2] the center of the window for each image, [y, x].
        centered: true measures offsets from the center of the image (-1 and 1 are its edges if normalized), false from
            its upper left corner.
        normalized: true gives offsets as fractions of height and width, false in pixels.
        uniform_noise: true fills with uniform noise. In that case, noise must be "uniform" or empty.
        noise: the values outside the image: "uniform" draws between the image's minimum and maximum, "gaussian" draws
            with the mean and deviation of each channel, "zero" uses 0. "" follows uniform_noise: gaussian if it is
            false.

    Returns:
        glimpse: [batch, window_height, window_width, channels] the windows.
    """
    return _glimpses(input, size, offsets, _indices, **options)


def _indices(offset: Array, extent: int, wanted: int, centered: bool, normalized: bool) -> Array:
    start = _in_pixels(offset, extent) if normalized else offset
    if centered:
        start = start / np.float32(2) + np.float32(extent / 2)
    return _from(start - np.float32(wanted / 2), extent, wanted)


def _offsets_v2(offset: Array, extent: int, wanted: int, centered: bool, normalized: bool) -> Array:
    """Return rows as `_indices` does; an offset that is not centered is the first row (or column)."""
    if not normalized:
        return _from(offset + np.float32(extent / 2) if centered else offset, extent, wanted)
    start = _in_pixels(offset, extent)
    return _from(start / np.float32(2) + np.float32((extent - wanted) / 2) if centered else start, extent, wanted)


def _in_pixels(offset: Array, extent: int) -> Array:
    # Rounded once, here: XLA may multiply and add without rounding in between, and a digit decides about a pixel.
    return (offset.astype(np.float64) * extent).astype(np.float32)


def _from(start: Array, extent: int, wanted: int) -> Array:
    # What lies further away shows nothing of the image, however far it is; toward zero, as TensorFlow cuts.
    near = np.clip(np.nan_to_num(start, nan=-wanted), -wanted, extent)
    return np.trunc(near).astype(np.intp)[:, None] + np.arange(wanted)


def _noise(images: Array, shape: tuple[int, ...], kind: str, rng: Generator) -> Array:
    if kind == "uniform":
        low, high = (edge(images, axis=(1, 2, 3), keepdims=True) for edge in (np.min, np.max))
        return low + (high - low) * rng.random(shape, dtype=np.float32)
    mean, deviation = (each(images, axis=(1, 2), keepdims=True) for each in (np.mean, np.std))
    return mean + deviation * rng.standard_normal(shape, dtype=np.float32)


def _check(attrs: dict[str, Any]) -> None:
    noise = attrs["noise"]
    expect(attrs, "noise", noise in _NOISES, "uniform, gaussian or zero")
    if attrs["uniform_noise"] and noise not in ("", "uniform"):
        text = f"uniform_noise cannot be true if noise is {noise!r}"
        raise DiagramError(text, pin="noise", hint="set uniform_noise to false")


ExtractGlimpse.prepare = _check


@ExtractGlimpse.shape
def _shape(call: Call) -> Shape:
    batch, *_, channels = images_at(call, "input")
    formed(call, "offsets", (None, 2), "[batch, 2]")
    count = same_count(call, "input", "offsets")
    return count if batch is None else batch, *new_size(call, "size", 0), channels


@block(
    "input: float, size: int32, offsets: float -> glimpse: float",
    attributes_of=ExtractGlimpse,
    example={"input": [[[[1.0], [2.0]], [[3.0], [4.0]]]], "size": [2, 4], "offsets": [[0.0, 0.0]]},
)
def ExtractGlimpseV2(input: Array, size: Array, offsets: Array, **options: Any) -> Array:
    """Extract a window (glimpse) from each image, at a given position. Areas outside the image are noise.

    It differs from ExtractGlimpse only in the position of windows: offsets give the center of a window only if both
    centered and normalized are true, otherwise its upper left corner. It has no gradient, as in TensorFlow.

    Args:
        offsets: [batch, 2] the position of the window for each image, [y, x].
    """
    return _glimpses(input, size, offsets, _offsets_v2, **options)


ExtractGlimpseV2.prepare = _check
ExtractGlimpseV2.shape(_shape)
