"""Bilinear interpolation of images."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.threads import in_parts
from blocks.base.types import Array

_BLOCK = 1 << 17
"""Elements of new images that are worked on together, so that they stay in the cache."""


def resize_bilinear(
    images: Array,
    height: int,
    width: int,
    *,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    dtype: Any = np.float32,
) -> Array:
    """Resize images ``[batch, height, width, channels]``: each position is a mean of its four neighbors.

    Args:
        images: of any real dtype; height and width are not 0.
        align_corners: the centers of the corner pixels coincide; otherwise their upper left corners do.
        half_pixel_centers: positions are measured at the middle of a pixel, not at its upper left corner.
        dtype: the dtype of the computation and the result.
    """
    top, bottom, down = neighbours(images.shape[1], height, align_corners, half_pixel_centers)
    left, right, across = neighbours(images.shape[2], width, align_corners, half_pixel_centers)
    batch, channels = images.shape[0], images.shape[3]
    result = np.empty((batch, height, width * channels), dtype)
    across, down = np.repeat(across.astype(dtype), channels), down.astype(dtype)[:, None]
    step = max(1, _BLOCK // max(1, width * channels))
    blocks = [(image, slice(start, start + step)) for image in range(batch) for start in range(0, height, step)]

    def some(first: int, last: int) -> None:
        for image, rows in blocks[first:last]:
            needed = np.unique(np.concatenate((top[rows], bottom[rows])))
            old = images[image].take(needed, 0).astype(dtype, copy=False)
            # Across first, as TensorFlow does it: in the other order the last digits differ.
            wide, ahead = (old.take(each, 1).reshape(len(needed), width * channels) for each in (left, right))
            _go_on(wide, ahead, across)
            above, below = (np.searchsorted(needed, each[rows]) for each in (top, bottom))
            _go_on(wide.take(above, 0, out=result[image, rows], mode="clip"), wide.take(below, 0), down[rows])

    in_parts(some, len(blocks))
    return result.reshape(batch, height, width, channels)


def _go_on(start: Array, end: Array, part: Array) -> None:
    end -= start
    end *= part
    start += end


def scale_of(size: int, wanted: int, align_corners: bool) -> np.float32:
    if align_corners and wanted > 1:
        return np.float32(size - 1) / np.float32(wanted - 1)
    return np.float32(size) / np.float32(wanted)


def neighbours(size: int, wanted: int, align_corners: bool, half_pixel_centers: bool) -> tuple[Array, Array, Array]:
    scale = scale_of(size, wanted, align_corners) if wanted else np.float32(0)
    indices = np.arange(wanted, dtype=np.float32)
    at = (indices + np.float32(0.5)) * scale - np.float32(0.5) if half_pixel_centers else indices * scale
    floor = np.floor(at)
    lower = np.maximum(floor, 0).astype(np.intp)
    upper = np.minimum(np.ceil(at), size - 1).astype(np.intp)
    return lower, upper, at - floor
