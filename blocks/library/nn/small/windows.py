"""Convolutions of small images: windows are gathered element by element and multiplied at once.

The gather indices are computed once per shape, since that takes much longer than the gather. Padding is a zero after
the last element. The gradient with respect to the images is also a gather: each image position gathers the windows that
contain it, for any strides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from blocks.base.types import Array
from blocks.library.nn.windows import Windows, each_position, padded_shape

FEW = 1 << 13
"""Numbers of all windows, up to which they are picked one by one."""
_KEPT = 64
"""Shapes whose numbers are kept."""

Product = Callable[[Any, Any], Array]


@lru_cache(_KEPT)
def few_convolved(shape: tuple[int, ...], windows: Windows, outs: int) -> Product | None:
    """Return a convolution of small channels-last images with ``[*sizes, in, outs]``, or None if they are large."""
    found = _all_windows(shape, windows)
    if found is None:
        return None
    pick, (_, depth), result = *found, (shape[0], *windows.counts, outs)
    return lambda x, filter: pick(x).dot(filter.reshape(depth, outs)).reshape(result)


@lru_cache(_KEPT)
def few_by_filter(shape: tuple[int, ...], windows: Windows, outs: int) -> Product | None:
    found = _all_windows(shape, windows)
    if found is None:
        return None
    pick, (rows, _), result = *found, (*windows.sizes, shape[-1], outs)
    return lambda x, dy: pick(x).T.dot(dy.reshape(rows, outs)).reshape(result)


def _all_windows(shape: tuple[int, ...], windows: Windows) -> tuple[Callable[[Any], Any], tuple[int, int]] | None:
    """Return a function that picks the elements of all windows, and how many windows and elements of one there are."""
    padded_shape(windows, shape)
    rows, depth = shape[0] * math.prod(windows.counts), math.prod(windows.sizes) * shape[-1]
    if not 0 < rows * depth <= FEW:
        return None
    return _picking(math.prod(shape), _seen(shape, windows).reshape(rows, depth)), (rows, depth)


@lru_cache(_KEPT)
def few_by_images(shape: tuple[int, ...], windows: Windows, outs: int) -> Product | None:
    padded_shape(windows, shape)
    images, depth, spots = math.prod(shape[:-1]), shape[-1], math.prod(windows.sizes)
    if not 0 < images * spots * outs <= FEW or not math.prod(windows.counts):
        return None
    numbers = _seeing(shape, windows, outs).reshape(images, spots * outs)
    pick = _picking(shape[0] * math.prod(windows.counts) * outs, numbers)

    def by_images(filter: Any, dy: Any) -> Array:
        turned = filter.reshape(spots, depth, outs).transpose(0, 2, 1).reshape(spots * outs, depth)
        return pick(dy).dot(turned).reshape(shape)

    return by_images


def is_finite(filter: Array) -> bool:
    """Return whether a filter has no weight that gives NaN if it is multiplied by the zeros around gradients."""
    return bool(np.isfinite(np.vdot(filter, filter)))


def _picking(size: int, numbers: Array) -> Callable[[Any], Any]:
    """Return a function that picks elements of a tensor by index; the index ``size`` gives 0."""
    if numbers.size == size and (numbers.reshape(-1) == np.arange(size)).all():
        return lambda x: x.reshape(numbers.shape)
    if numbers.max() < size:
        return lambda x: x.reshape(-1).take(numbers)

    def pick(x: Any) -> Any:
        behind = np.zeros(size + 1, x.dtype)
        behind[:size] = x.reshape(-1)
        return behind.take(numbers)

    return pick


def _seen(shape: Sequence[int], windows: Windows) -> Array:
    """Return the image elements that windows see ``[batch, *counts, positions of a window, channels]``."""
    size, spots = math.prod(shape), np.arange(math.prod(windows.sizes)).reshape(windows.sizes)
    there = np.arange(size, dtype=np.intp).reshape(shape)
    result = np.full((shape[0], *windows.counts, spots.size, shape[-1]), size, np.intp)
    for index, outs, ins in each_position(windows, shape[1:-1]):
        result[(*outs, spots[index])] = there[ins]
    return result


def _seeing(shape: Sequence[int], windows: Windows, outs: int) -> Array:
    """Return the gradient elements that each image position gets ``[*positions, window, outs]``."""
    size, spots = (
        shape[0] * math.prod(windows.counts) * outs,
        np.arange(math.prod(windows.sizes)).reshape(windows.sizes),
    )
    arriving = np.arange(size, dtype=np.intp).reshape(shape[0], *windows.counts, outs)
    result = np.full((*shape[:-1], spots.size, outs), size, np.intp)
    for index, seen, ins in each_position(windows, shape[1:-1]):
        result[(*ins, spots[index])] = arriving[seen]
    return result
