"""Lowering rules for images: colors, resizing and cropping, with gradients.

The NumPy kernels' functions compute the positions of crops; their checks take place when the step runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from blocks.library.image import resizing, taps
from blocks.library.image.bilinear import neighbours
from blocks.library.image.cropping import CropAndResizeGradBoxes
from blocks.library.jax_rules.lowering import (
    LoweringContext,
    NotLowered,
    Value,
    checked,
    functions_of,
    jax,
    jnp,
    kernel_of,
    known,
    lax,
    moved,
    number,
    sizes,
)
from blocks.library.rules import LoweringRule, each

_LARGEST = 1 << 22
"""Weights from old to new positions, which become part of the program."""


def resized(x: Value, size: tuple[int, ...], corners: bool, centers: bool = False) -> Value:
    height, width = size
    top, bottom, down = neighbours(x.shape[1], height, corners, centers)
    left, right, across = neighbours(x.shape[2], width, corners, centers)
    near = x[:, :, left]
    wider = near + (x[:, :, right] - near) * across.astype(x.dtype)[:, None]
    upper = wider[:, top]
    return upper + (wider[:, bottom] - upper) * down.astype(x.dtype)[:, None, None]


def _bilinear(site: LoweringContext, images: Value, size: Value) -> Value:
    attrs = site.attrs
    x = jnp.asarray(images, np.float32)
    return resized(x, sizes(size, "size"), attrs["align_corners"], attrs["half_pixel_centers"])


# Glimpses.


def _glimpses(indices: Callable[..., Value]) -> LoweringRule:
    def lower(site: LoweringContext, input: Value, size: Value, offsets: Value) -> Value:
        attrs, images, wanted = site.attrs, jnp.asarray(input), sizes(size, "size")
        batch, *extent, channels = images.shape
        shape = (batch, *wanted, channels)
        if 0 in (*shape, images.size):
            return jnp.zeros(shape, np.float32)
        centered, normalized, given = attrs["centered"], attrs["normalized"], jnp.asarray(offsets)
        at = [indices(given[:, i], extent[i], wanted[i], centered, normalized) for i in (0, 1)]
        inside = [(index >= 0) & (index < length) for index, length in zip(at, extent, strict=True)]
        covered = (inside[0][:, :, None] & inside[1][:, None, :])[..., None]
        rows, columns = (jnp.where(within, index, 0) for within, index in zip(inside, at, strict=True))
        pixels = images[np.arange(batch)[:, None, None], rows[:, :, None], columns[:, None, :]]
        kind = attrs["noise"] or ("uniform" if attrs["uniform_noise"] else "gaussian")
        return jnp.where(covered, pixels, np.float32(0) if kind == "zero" else _noise(site, images, shape, kind))

    return lower


def _noise(site: LoweringContext, images: Value, shape: tuple[int, ...], kind: str) -> Value:
    if kind == "uniform":
        low, high = (edge(images, axis=(1, 2, 3), keepdims=True) for edge in (jnp.min, jnp.max))
        return low + (high - low) * jax.random.uniform(site.key, shape, np.float32)
    mean, deviation = (each(images, axis=(1, 2), keepdims=True) for each in (jnp.mean, jnp.std))
    return mean + deviation * jax.random.normal(site.key, shape, np.float32)


def _area(site: LoweringContext, images: Value, size: Value) -> Value:
    x = jnp.asarray(images, np.float32)
    for axis, wanted in zip((1, 2), sizes(size, "size"), strict=True):
        if x.shape[axis] * wanted > _LARGEST:
            raise NotLowered("has images that are too large")
        weights = taps.averaged(np.eye(x.shape[axis], dtype=np.float32), 0, wanted, site.attrs["align_corners"])
        result = jnp.tensordot(x, weights, ((axis,), (1,)), precision=lax.Precision.HIGHEST)
        x = jnp.moveaxis(result, -1, axis)
    return x


# Images seen through transforms, and scaled by any numbers.

_PROJECTING = functions_of("blocks.library.image.projecting")


def _projected(name: str) -> LoweringRule:
    kernel = kernel_of(name, _PROJECTING)

    def lower(site: LoweringContext, images: Value, transforms: Value, size: Value, *fill: Value) -> Value:
        known(size, "output_shape")
        return kernel(site, jnp.asarray(images), jnp.asarray(transforms), size, *fill)

    return lower


def _matrices(site: LoweringContext, old: Sequence[int], new: Sequence[int], scale: Value, shift: Value) -> list[Any]:
    attrs, given = site.attrs, (known(scale, "scale"), known(shift, "translation"))
    pairs = list(zip(old, new, *given, strict=True))
    if any(a * b > _LARGEST for a, b, *_ in pairs):
        raise NotLowered("has images that are too large")
    return [resizing.weights(*each, attrs["kernel_type"], attrs["antialias"]) for each in pairs]


def _times(images: Value, rows: Any, columns: Any) -> Value:
    x = jnp.asarray(images, np.float32)
    return jnp.einsum("yh,bhwc,xw->byxc", rows, x, columns, precision=lax.Precision.HIGHEST)


def _scaled(site: LoweringContext, images: Value, size: Value, scale: Value, shift: Value) -> Value:
    return _times(images, *_matrices(site, images.shape[1:3], sizes(size, "size"), scale, shift))


def _scaled_back(site: LoweringContext, grads: Value, image_size: Value, scale: Value, shift: Value) -> Value:
    old = sizes(image_size, "image_size")[1:3]
    rows, columns = _matrices(site, old, grads.shape[1:3], scale, shift)
    return _times(grads, rows.T, columns.T)


def _back(x: Value, axis: int, size: int, taps: Sequence[taps.FilterTap]) -> Value:
    total = jnp.zeros((*x.shape[:axis], size, *x.shape[axis + 1 :]), x.dtype)
    for tap in taps:
        weight: Any = 1 if tap.weight is None else np.reshape(tap.weight, (-1, *(1,) * (x.ndim - axis - 1)))
        total = total.at[(*(slice(None),) * axis, tap.indices)].add((x * weight).astype(x.dtype))
    return total


_RESIZING = functions_of("blocks.library.image.resizing")
_RESIZING["taps"] = SimpleNamespace(TAPS=taps.TAPS, resized_back=_back)


def _resize_gradient(name: str, size: str = "") -> LoweringRule:
    kernel = kernel_of(name, _RESIZING)

    def lower(site: LoweringContext, grads: Value, shape: Value) -> Value:
        return kernel(site, jnp.asarray(grads), known(shape, size) if size else shape)

    return lower


# -- Boxes cut out of images, and their gradients ---------------------------------------------------------------------

_KERNELS = functions_of("blocks.library.image.cropping")
_corners = _KERNELS["_corners"]


def _axes(boxes: Value, image: tuple[int, ...], crop: tuple[int, ...]) -> list[Any]:
    boxes = jnp.asarray(boxes)
    return [_KERNELS["_axis"](boxes[:, i], boxes[:, i + 2], image[i], crop[i]) for i in range(2)]


def _images_of(box_ind: Value, _count: int) -> Value:
    return jnp.asarray(box_ind)[:, None, None]


_KERNELS.update(_axes=_axes, _images_of=_images_of)
_slopes = moved(CropAndResizeGradBoxes.kernel, _KERNELS)


def _require(site: LoweringContext, boxes: Value, box_ind: Value, images: int) -> None:
    site.require_within(box_ind, images)
    site.require(jnp.all(jnp.isfinite(boxes)))


def _inside(axes: list[Any]) -> Value:
    down, right = axes
    return (down.inside[:, :, None] & right.inside[:, None, :])[..., None]


def _crops(site: LoweringContext, image: Value, boxes: Value, box_ind: Value, crop_size: Value) -> Value:
    _require(site, boxes, box_ind, image.shape[0])
    axes, batch = _axes(boxes, image.shape[1:3], sizes(crop_size, "crop_size")), _images_of(box_ind, 0)
    crops = jnp.float32(0)
    for rows, columns, weights in _corners(*axes, site.attrs["method"]):
        pixels = jnp.asarray(image)[batch, rows, columns].astype(np.float32)
        crops = crops + (pixels if weights is None else pixels * weights)
    return jnp.where(_inside(axes), crops, np.float32(site.attrs["extrapolation_value"]))


def _by_image(site: LoweringContext, grads: Value, boxes: Value, box_ind: Value, image_size: Value) -> Value:
    shape = sizes(image_size, "image_size")
    _require(site, boxes, box_ind, shape[0])
    axes, batch = _axes(boxes, shape[1:3], grads.shape[1:3]), _images_of(box_ind, 0)
    total = jnp.zeros(shape, np.float64)
    for rows, columns, weights in _corners(*axes, site.attrs["method"]):
        values = jnp.where(_inside(axes), grads if weights is None else grads * weights, 0)
        total = total.at[batch, rows, columns].add(values.astype(np.float64))
    return total


def _by_boxes(site: LoweringContext, grads: Value, image: Value, boxes: Value, box_ind: Value) -> Value:
    _require(site, boxes, box_ind, image.shape[0])
    return _slopes(grads, jnp.asarray(image), boxes, box_ind)


def _best_boxes(
    site: LoweringContext, boxes: Value, scores: Value, max_output_size: Value, limit: Value, least: Value
) -> tuple[Value, Value]:
    count = number(max_output_size, "max_output_size")
    if not site.attrs["pad_to_max_output_size"]:
        raise NotLowered("returns a number of elements that depends on values, unless pad_to_max_output_size is set")
    site.require(jnp.all((jnp.asarray(limit) >= 0) & (jnp.asarray(limit) <= 1)))
    if not boxes.shape[0] or not count:
        return jnp.zeros(count, np.int32), jnp.zeros((), np.int32)
    boxes, scores = jnp.asarray(boxes), jnp.asarray(scores)
    low, high = jnp.minimum(boxes[:, :2], boxes[:, 2:]), jnp.maximum(boxes[:, :2], boxes[:, 2:])
    area = jnp.prod(high - low, axis=1)

    def once(i: Value, state: tuple[Value, ...]) -> tuple[Value, ...]:
        chosen, count_kept, rest = state
        best = jnp.argmax(jnp.where(rest, scores, -np.inf))
        any_ = jnp.any(rest)
        sides = jnp.maximum(jnp.minimum(high, high[best]) - jnp.maximum(low, low[best]), 0)
        shared = jnp.prod(sides, axis=1)
        overlap = jnp.where((area > 0) & (area[best] > 0), shared / (area[best] + area - shared), 0)
        rest = rest & ~(overlap > limit) & (jnp.arange(len(rest)) != best)
        return chosen.at[i].set(jnp.where(any_, best, 0).astype(np.int32)), count_kept + any_.astype(np.int32), rest

    begin = jnp.zeros(count, np.int32), jnp.zeros((), np.int32), scores > least
    chosen, count_kept, _ = lax.fori_loop(0, count, once, begin)
    return chosen, count_kept


_SAME_KERNELS = "RGBToHSV HSVToRGB AdjustContrast AdjustHue AdjustSaturation ResizeBicubic ResizeNearestNeighbor"
RULES: dict[str, LoweringRule] = {
    "NonMaxSuppressionV4": checked(_best_boxes, "iou_threshold"),
    "ExtractGlimpse": _glimpses(_KERNELS["_indices"]),
    "ExtractGlimpseV2": _glimpses(_KERNELS["_offsets_v2"]),
    **{name: _projected(name) for name in ("ImageProjectiveTransformV2", "ImageProjectiveTransformV3")},
    "ScaleAndTranslate": checked(_scaled, "scale"),
    "ScaleAndTranslateGrad": _scaled_back,
    **{name: _resize_gradient(name) for name in ("ResizeBilinearGrad", "ResizeBicubicGrad")},
    "ResizeNearestNeighborGrad": _resize_gradient("ResizeNearestNeighborGrad", "size"),
    **{name: kernel_of(name) for name in _SAME_KERNELS.split()},
    "ResizeBilinear": _bilinear,
    "ResizeArea": _area,
    "ResizeGrad": _resize_gradient("ResizeGrad", "image_size"),
    "CropAndResize": _crops,
    **each("CropAndResizeGradImage CropGrad", _by_image),
    "CropAndResizeGradBoxes": _by_boxes,
}
