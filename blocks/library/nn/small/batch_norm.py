"""Batch normalization of small images as flat rows, with per-channel values repeated for each position.

NumPy broadcasts short rows position by position, which takes several times as long as repeating them. Values that
depend on shapes alone are computed once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from blocks.base.types import Array
from blocks.graph.graph import Node

_FEW = 1 << 15
"""Elements up to which a few calls of NumPy on all of them are the fastest."""
_KEPT = 64
"""Shapes of which is kept what depends on them alone."""

Function = Callable[..., tuple[Any, ...]]


@lru_cache(_KEPT)
def small_normal(
    shape: tuple[int, ...], dtype: np.dtype[Any], epsilon: float, exponential_avg_factor: float, is_training: bool
) -> Function | None:
    """Return FusedBatchNorm's kernel for small channels-last images or volumes, or None if they are large."""
    rows, channels, size = math.prod(shape[:-1]), shape[-1], math.prod(shape)
    if not 0 < size <= _FEW:
        return None
    ones, channel_of = np.ones(rows, dtype), _channel_of(rows, channels)
    count, eps, new = (np.array(each, dtype) for each in (rows, epsilon, exponential_avg_factor))
    unbiased, old = np.array(rows / max(rows - 1, 1), dtype), np.array(1 - new, dtype)

    def scaled(centred: Any, scale: Any, offset: Any, variance: Any) -> Any:
        factor = scale / np.sqrt(variance + eps)
        np.multiply(centred, factor.take(channel_of), centred)
        return np.add(centred, offset.take(channel_of), centred).reshape(shape)

    def of_batch(x: Any, scale: Any, offset: Any, mean: Any, variance: Any) -> tuple[Any, ...]:
        flat = x.reshape(size)
        used_mean = ones.dot(flat.reshape(rows, channels)) / count
        centred = flat - used_mean.take(channel_of)
        used_variance = ones.dot(np.multiply(centred, centred).reshape(rows, channels)) / count
        new_mean, new_variance = used_mean.copy(), used_variance * unbiased
        if exponential_avg_factor != 1:
            new_mean, new_variance = old * mean + new * used_mean, old * variance + new * new_variance
        return scaled(centred, scale, offset, used_variance), new_mean, new_variance, used_mean, used_variance

    def of_given(x: Any, scale: Any, offset: Any, mean: Any, variance: Any) -> tuple[Any, ...]:
        y = scaled(x.reshape(size) - mean.take(channel_of), scale, offset, variance)
        return y, mean.copy(), variance.copy(), mean.copy(), variance.copy()

    return of_batch if is_training else of_given


@lru_cache(_KEPT)
def small_gradient(shape: tuple[int, ...], dtype: np.dtype[Any], epsilon: float, is_training: bool) -> Function | None:
    rows, channels, size = math.prod(shape[:-1]), shape[-1], math.prod(shape)
    if not 0 < size <= _FEW:
        return None
    ones, channel_of = np.ones(rows, dtype), _channel_of(rows, channels)
    count, eps, one = (np.array(each, dtype) for each in (rows, epsilon, 1))

    def gradient(dy: Any, x: Any, scale: Any, mean: Any, variance: Any) -> tuple[Any, ...]:
        inverse = one / np.sqrt(variance + eps)
        arrived, centred = dy.reshape(size), x.reshape(size) - mean.take(channel_of)
        by_offset = ones.dot(arrived.reshape(rows, channels))
        by_scale = ones.dot(np.multiply(centred, arrived).reshape(rows, channels)) * inverse
        slope = (scale * inverse).take(channel_of)
        if is_training:
            np.multiply(centred, (by_scale * inverse / count).take(channel_of), centred)
            np.subtract(arrived, centred, centred)
            np.subtract(centred, (by_offset / count).take(channel_of), centred)
            result = np.multiply(centred, slope, centred)
        else:
            result = np.multiply(arrived, slope, centred)
        return result.reshape(shape), by_scale, by_offset, np.empty(0, dtype), np.empty(0, dtype)

    return gradient


def _channel_of(rows: int, channels: int) -> Array:
    return np.tile(np.arange(channels, dtype=np.intp), rows)


def normal_of(node: Node) -> Function | None:
    shape, dtype, attrs = _known(node, "x", "scale"), node.outputs[0].dtype.numpy, node.attrs
    if shape is None:
        return None
    return small_normal(shape, dtype, attrs["epsilon"], attrs["exponential_avg_factor"], attrs["is_training"])


def gradient_of(node: Node) -> Function | None:
    shape, dtype = _known(node, "x", "scale"), node.outputs[0].dtype.numpy
    return None if shape is None else small_gradient(shape, dtype, node.attrs["epsilon"], node.attrs["is_training"])


def _known(node: Node, x: str, scale: str) -> tuple[int, ...] | None:
    """Return the images' shape; None if it is unknown, channels are not last, or precisions differ."""
    images = node.input(x)
    shape = images.shape
    if shape is None or None in shape or not node.attrs["data_format"].endswith("C"):
        return None
    return tuple(size or 0 for size in shape) if images.dtype is node.input(scale).dtype else None
