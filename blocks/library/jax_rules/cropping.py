"""Lowering rules of the page image for boxes that are cut out of images, and their gradients.

Where crops lie is worked out by the functions of the NumPy kernels; what those check is checked when the step runs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.library.image.cropping import CropAndResizeGradBoxes
from blocks.library.jax_rules.lowering import Rule, Site, Value, functions_of, jnp, moved, sizes

_KERNELS = functions_of("blocks.library.image.cropping")
_corners = _KERNELS["_corners"]


def _axes(boxes: Value, image: tuple[int, ...], crop: tuple[int, ...]) -> list[Any]:
    boxes = jnp.asarray(boxes)
    return [_KERNELS["_axis"](boxes[:, i], boxes[:, i + 2], image[i], crop[i]) for i in range(2)]


def _images_of(box_ind: Value, _count: int) -> Value:
    return jnp.asarray(box_ind)[:, None, None]


_KERNELS.update(_axes=_axes, _images_of=_images_of)
_slopes = moved(CropAndResizeGradBoxes.kernel, _KERNELS)


def _require(site: Site, boxes: Value, box_ind: Value, images: int) -> None:
    site.require_within(box_ind, images)
    site.require(jnp.all(jnp.isfinite(boxes)))


def _inside(axes: list[Any]) -> Value:
    down, right = axes
    return (down.inside[:, :, None] & right.inside[:, None, :])[..., None]


def _crops(site: Site, image: Value, boxes: Value, box_ind: Value, crop_size: Value) -> Value:
    _require(site, boxes, box_ind, image.shape[0])
    axes, batch = _axes(boxes, image.shape[1:3], sizes(crop_size, "crop_size")), _images_of(box_ind, 0)
    crops = jnp.float32(0)
    for rows, columns, weights in _corners(*axes, site.attrs["method"]):
        pixels = jnp.asarray(image)[batch, rows, columns].astype(np.float32)
        crops = crops + (pixels if weights is None else pixels * weights)
    return jnp.where(_inside(axes), crops, np.float32(site.attrs["extrapolation_value"]))


def _by_image(site: Site, grads: Value, boxes: Value, box_ind: Value, image_size: Value) -> Value:
    shape = sizes(image_size, "image_size")
    _require(site, boxes, box_ind, shape[0])
    axes, batch = _axes(boxes, shape[1:3], grads.shape[1:3]), _images_of(box_ind, 0)
    total = jnp.zeros(shape, np.float64)
    for rows, columns, weights in _corners(*axes, site.attrs["method"]):
        values = jnp.where(_inside(axes), grads if weights is None else grads * weights, 0)
        total = total.at[batch, rows, columns].add(values.astype(np.float64))
    return total


def _by_boxes(site: Site, grads: Value, image: Value, boxes: Value, box_ind: Value) -> Value:
    _require(site, boxes, box_ind, image.shape[0])
    return _slopes(grads, jnp.asarray(image), boxes, box_ind)


RULES: dict[str, Rule] = {
    "CropAndResize": Rule(_crops),
    "CropAndResizeGradImage": Rule(_by_image),
    "CropGrad": Rule(_by_image),
    "CropAndResizeGradBoxes": Rule(_by_boxes),
}
