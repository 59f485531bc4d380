"""Kernels of images that are measured beside a plain formulation and PyTorch, but for convolutions of two axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from blocks.base.types import Array
from tests.bench.kernel_cases import Case, kernel, numbers


def max_pool_places(size: int) -> Case:
    x = numbers(8, 112, 112, 64)
    steps = {"ksize": [1, size, size, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    flat = np.arange(112 * 112 * 64).reshape(1, 112, 112, 64)
    seen, places = (sliding_window_view(each, (size, size), (1, 2))[:, ::2, ::2] for each in (x, flat))

    def ours() -> Array:
        return kernel("MaxPoolWithArgmax")(x, **steps)[1]

    def plain() -> Array:
        return np.where(seen == seen.max((4, 5), keepdims=True), places, -1).max((4, 5))

    def in_torch(torch: Any) -> Callable[[], object]:
        image = torch.from_numpy(x).permute(0, 3, 1, 2)
        return lambda: torch.nn.functional.max_pool2d(image, size, 2, return_indices=True)

    return Case(ours, plain, in_torch, 0)


def max_pooled_back(size: int) -> Case:
    """The gradient of the largest in windows of a size, two places apart."""
    x = numbers(8, 112, 112, 64)
    steps: dict[str, Any] = {"ksize": [1, size, size, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    y = kernel("MaxPool")(x, **steps)
    dy = numbers(*y.shape)

    def plain() -> Array:
        result, searching = np.zeros_like(x), np.ones(y.shape, bool)
        ends = (slice(None), *(slice(None, 2 * count, 2) for count in y.shape[1:3]))
        for i in range(size):
            for j in range(size):
                here = (x[:, i:, j:][ends] == y) & searching
                searching &= ~here
                result[:, i:, j:][ends] += np.where(here, dy, 0)
        return result

    def in_torch(torch: Any) -> Callable[[], object]:
        image, arrived = (torch.from_numpy(each).permute(0, 3, 1, 2) for each in (x, dy))
        _, places = torch.nn.functional.max_pool2d(image, size, 2, return_indices=True)
        back = torch.ops.aten.max_pool2d_with_indices_backward
        return lambda: back(arrived, image, [size, size], [2, 2], [0, 0], [1, 1], False, places)

    return Case(lambda: kernel("MaxPoolGrad")(x, y, dy, **steps), plain, in_torch)


def fractional() -> Case:
    x, rng = numbers(8, 56, 56, 64), np.random.default_rng(0)

    def ours() -> Array:
        outputs: Any = kernel("FractionalMaxPool")(
            x, pooling_ratio=[1, 1.75, 1.75, 1], deterministic=True, seed=1, rng=rng
        )
        return outputs[0]

    _, rows, columns = kernel("FractionalMaxPool")(
        x, pooling_ratio=[1, 1.75, 1.75, 1], deterministic=True, seed=1, rng=rng
    )

    def plain() -> Array:
        return np.maximum.reduceat(np.maximum.reduceat(x, rows[:-1], 1), columns[:-1], 2)

    def in_torch(torch: Any) -> Callable[[], object]:
        image = torch.from_numpy(x).permute(0, 3, 1, 2)
        return lambda: torch.nn.functional.fractional_max_pool2d(image, 2, output_size=(32, 32))

    return Case(ours, plain, in_torch, 0)


def pooled(ours: str, theirs: str, size: int) -> Case:
    """Pooling in windows of a size, two places apart."""
    x = numbers(8, 112, 112, 64)
    steps = {"ksize": [1, size, size, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    combine = np.max if theirs == "max_pool2d" else np.mean

    def in_torch(torch: Any) -> Callable[[], object]:
        image = torch.from_numpy(x).permute(0, 3, 1, 2)
        return lambda: getattr(torch.nn.functional, theirs)(image, size, 2)

    def plain() -> Array:
        return combine(sliding_window_view(x, (size, size), (1, 2))[:, ::2, ::2], (4, 5))

    return Case(lambda: kernel(ours)(x, **steps), plain, in_torch)


def resized() -> Case:
    x, size = numbers(4, 224, 224, 3), np.array([299, 299], np.int32)
    at = np.arange(299, dtype=np.float32) * np.float32(224 / 299)
    before = at.astype(np.intp)
    behind, part = np.minimum(before + 1, 223), (at - before)[:, None]

    def plain() -> Array:
        wide = x[:, :, before] * (1 - part) + x[:, :, behind] * part
        return wide[:, before] * (1 - part[..., None]) + wide[:, behind] * part[..., None]

    def in_torch(torch: Any) -> Callable[[], object]:
        image = torch.from_numpy(x).permute(0, 3, 1, 2)
        return lambda: torch.nn.functional.interpolate(image, (299, 299), mode="bilinear")

    return Case(lambda: kernel("ResizeBilinear")(x, size), plain, in_torch, 1e-3)


def normalised(*shape: int) -> Case:
    x, ones, none = numbers(*shape), np.ones(shape[-1], np.float32), np.empty(0, np.float32)

    def plain() -> Array:
        centred = x - x.mean((0, 1, 2))
        return centred / np.sqrt((centred * centred).mean((0, 1, 2)) + 1e-4)

    def in_torch(torch: Any) -> Callable[[], object]:
        image, one = torch.from_numpy(x).permute(0, 3, 1, 2), torch.from_numpy(ones)
        return lambda: torch.nn.functional.batch_norm(image, None, None, one, one, training=True)

    return Case(lambda: kernel("FusedBatchNorm")(x, ones, 0 * ones, none, none)[0], plain, in_torch)


def normalised_back() -> Case:
    x, dy, ones = numbers(8, 56, 56, 64), numbers(8, 56, 56, 64)[::-1].copy(), np.ones(64, np.float32)
    mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))

    def plain() -> Array:
        spread = 1 / np.sqrt(variance + np.float32(1e-4))
        normal = (x - mean) * spread
        return (dy - dy.mean((0, 1, 2)) - normal * (dy * normal).mean((0, 1, 2))) * spread

    def in_torch(torch: Any) -> Callable[[], object]:
        images, arrived = (torch.from_numpy(each).permute(0, 3, 1, 2) for each in (x, dy))
        one, middle, spread = (torch.from_numpy(each) for each in (ones, mean, 1 / np.sqrt(variance + 1e-4)))
        back = torch.ops.aten.native_batch_norm_backward
        return lambda: back(arrived, images, one, None, None, middle, spread, True, 1e-4, [True, True, True])

    return Case(lambda: kernel("FusedBatchNormGrad")(dy, x, ones, mean, variance)[0], plain, in_torch)


def volumes() -> Case:
    x, filter = numbers(2, 16, 28, 28, 16), numbers(3, 3, 3, 16, 32)

    def plain() -> Array:
        around = np.pad(x, ((0, 0), (1, 1), (1, 1), (1, 1), (0, 0)))
        return np.tensordot(sliding_window_view(around, (3, 3, 3), (1, 2, 3)), filter, ((5, 6, 7, 4), (0, 1, 2, 3)))

    def in_torch(torch: Any) -> Callable[[], object]:
        image = torch.from_numpy(x).permute(0, 4, 1, 2, 3).contiguous()
        weights = torch.from_numpy(filter).permute(4, 3, 0, 1, 2).contiguous()
        return lambda: torch.nn.functional.conv3d(image, weights, padding=1)

    return Case(lambda: kernel("Conv3D")(x, filter, strides=[1] * 5, padding="SAME"), plain, in_torch)


IMAGES: dict[str, Callable[[], Case]] = {
    "MaxPool 2x2, 8 of 112x112x64": lambda: pooled("MaxPool", "max_pool2d", 2),
    "MaxPool 3x3 by 2, 8 of 112x112x64": lambda: pooled("MaxPool", "max_pool2d", 3),
    "MaxPoolGrad 2x2, 8 of 112x112x64": lambda: max_pooled_back(2),
    "MaxPoolGrad 3x3 by 2, 8 of 112x112x64": lambda: max_pooled_back(3),
    "MaxPoolWithArgmax 3x3 by 2, 8 of 112x112x64": lambda: max_pool_places(3),
    "FractionalMaxPool by 1.75, 8 of 56x56x64": fractional,
    "AvgPool 2x2, 8 of 112x112x64": lambda: pooled("AvgPool", "avg_pool2d", 2),
    "Conv3D 3x3x3, 2 of 16x28x28x16 to 32": volumes,
    "FusedBatchNorm in training, 8 of 56x56x64": lambda: normalised(8, 56, 56, 64),
    "FusedBatchNorm in training, 8 of 4x4x16": lambda: normalised(8, 4, 4, 16),
    "FusedBatchNormGrad, 8 of 56x56x64": normalised_back,
    "ResizeBilinear 4 of 224x224x3 to 299x299": resized,
}
