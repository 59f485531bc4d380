"""Bilinear interpolation of images."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.types import Array


def resize_bilinear(
    images: Array,
    height: int,
    width: int,
    *,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    dtype: Any = np.float32,
) -> Array:
    """Images ``[batch, height, width, channels]`` of another size: each place is a mean of its four neighbours.

    Args:
        images: the images, of any real dtype; height and width are not 0.
        height: the new height.
        width: the new width.
        align_corners: the centres of the corners of old and new image coincide; else their upper left corners do.
        half_pixel_centers: places are measured at the middle of a pixel, not at its upper left corner.
        dtype: the dtype in which is computed, and of the result.
    """
    top, bottom, down = neighbours(images.shape[1], height, align_corners, half_pixel_centers)
    left, right, across = neighbours(images.shape[2], width, align_corners, half_pixel_centers)
    old = images.astype(dtype, copy=False)
    # Across first, as TensorFlow does it: the other way round the last digits differ.
    across = across.astype(dtype)[:, None]
    down = down.astype(dtype)[:, None, None]
    wide = old[:, :, left]
    wide += (old[:, :, right] - wide) * across
    result = wide[:, top]
    result += (wide[:, bottom] - result) * down
    return result


def scale_of(size: int, wanted: int, align_corners: bool) -> np.float32:
    """How many old places go to one new place along an axis, in single precision as in TensorFlow."""
    if align_corners and wanted > 1:
        return np.float32(size - 1) / np.float32(wanted - 1)
    return np.float32(size) / np.float32(wanted)


def neighbours(size: int, wanted: int, align_corners: bool, half_pixel_centers: bool) -> tuple[Array, Array, Array]:
    """For each new place along an axis: the old places before and behind it, and its way from one to the other."""
    scale = scale_of(size, wanted, align_corners) if wanted else np.float32(0)
    places = np.arange(wanted, dtype=np.float32)
    at = (places + np.float32(0.5)) * scale - np.float32(0.5) if half_pixel_centers else places * scale
    floor = np.floor(at)
    lower = np.maximum(floor, 0).astype(np.intp)
    upper = np.minimum(np.ceil(at), size - 1).astype(np.intp)
    return lower, upper, at - floor
