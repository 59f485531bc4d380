"""How long kernels take, beside a plain formulation in NumPy and, where it can be imported, PyTorch on two threads.

``python -m tests.bench kernels [WORD ...]`` measures the cases whose names contain one of the words, or all. Each case
is a function that makes its arrays and returns what is to be measured; a new one is one more function in `CASES`, which
is here for convolutions, in `image_cases` for other work on images and in `kernel_cases` for all else.
Results are compared before anything is measured; ratios are to PyTorch, else to the plain formulation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from blocks.base.types import Array
from tests.bench.image_cases import IMAGES
from tests.bench.kernel_cases import OTHERS, Case, kernel, numbers
from tests.bench.measuring import Report, compare, module, timed

# -- Convolution ------------------------------------------------------------------------------------------------------


class Layer(NamedTuple):
    """A convolution with padding SAME: images, and a square filter."""

    batch: int
    image: int
    channels: int
    outputs: int
    filter: int
    stride: int = 1


LAYERS = {
    "3x3, 8 of 56x56x64 to 64": Layer(8, 56, 64, 64, 3),
    "3x3, 8 of 14x14x256 to 256": Layer(8, 14, 256, 256, 3),
    "3x3 by 2, 8 of 56x56x64 to 128": Layer(8, 56, 64, 128, 3, 2),
    "5x5, 64 of 28x28x1 to 32": Layer(64, 28, 1, 32, 5),
    "5x5, 64 of 14x14x32 to 64": Layer(64, 14, 32, 64, 5),
    "7x7 by 2, 4 of 224x224x3 to 64": Layer(4, 224, 3, 64, 7, 2),
    "1x1, 8 of 56x56x64 to 256": Layer(8, 56, 64, 256, 1),
}


def edges(layer: Layer) -> tuple[int, int]:
    """The padding of a layer, in front and behind."""
    count = -(-layer.image // layer.stride)
    total = max(0, (count - 1) * layer.stride + layer.filter - layer.image)
    return total // 2, total - total // 2


def arrays(layer: Layer) -> tuple[Array, Array, Array]:
    """Images, filter, and what arrives at the output."""
    size = -(-layer.image // layer.stride)
    x = numbers(layer.batch, layer.image, layer.image, layer.channels)
    filter = numbers(layer.filter, layer.filter, layer.channels, layer.outputs)
    return x, filter, numbers(layer.batch, size, size, layer.outputs)


def patches(x: Array, layer: Layer) -> Array:
    """All windows: [batch, rows, columns, channels, height, width]."""
    around = np.pad(x, ((0, 0), edges(layer), edges(layer), (0, 0)))
    return sliding_window_view(around, (layer.filter, layer.filter), (1, 2))[:, :: layer.stride, :: layer.stride]


def attributes(layer: Layer) -> dict[str, Any]:
    """The attributes of a layer's blocks."""
    return {"strides": [1, layer.stride, layer.stride, 1], "padding": "SAME"}


def torch_arrays(torch: Any, layer: Layer) -> tuple[Any, Any, Any]:
    """The arrays of a layer in PyTorch's order of axes, and in the memory layout that it is fastest with."""
    x, filter, dy = (torch.from_numpy(a) for a in arrays(layer))
    last = torch.channels_last
    around = (*edges(layer), *edges(layer))
    x = torch.nn.functional.pad(x.permute(0, 3, 1, 2), around).contiguous(memory_format=last)
    filter = filter.permute(3, 2, 0, 1).contiguous(memory_format=last)
    return x, filter, dy.permute(0, 3, 1, 2).contiguous(memory_format=last)


def forward(layer: Layer) -> Case:
    x, filter, _ = arrays(layer)

    def in_torch(torch: Any) -> Callable[[], object]:
        image, weights, _ = torch_arrays(torch, layer)
        return lambda: torch.nn.functional.conv2d(image, weights, stride=layer.stride)

    return Case(
        lambda: kernel("Conv2D")(x, filter, **attributes(layer)),
        lambda: np.tensordot(patches(x, layer), filter, ((4, 5, 3), (0, 1, 2))),
        in_torch,
    )


def by_input(layer: Layer) -> Case:
    x, filter, dy = arrays(layer)
    sizes = np.array(x.shape, np.int32)

    def plain() -> Array:
        before, behind = edges(layer)
        size = layer.image + before + behind
        total = np.zeros((layer.batch, size, size, layer.channels), np.float32)
        parts = np.tensordot(dy, filter, (3, 3))
        reach = layer.stride * (dy.shape[1] - 1) + 1
        for i in range(layer.filter):
            for j in range(layer.filter):
                rows, columns = slice(i, i + reach, layer.stride), slice(j, j + reach, layer.stride)
                total[:, rows, columns] += parts[:, :, :, i, j]
        return total[:, before : size - behind, before : size - behind]

    def in_torch(torch: Any) -> Callable[[], object]:
        image, weights, arrived = torch_arrays(torch, layer)
        return lambda: torch.nn.grad.conv2d_input(image.shape, weights, arrived, stride=layer.stride)

    return Case(lambda: kernel("Conv2DBackpropInput")(sizes, filter, dy, **attributes(layer)), plain, in_torch)


def by_filter(layer: Layer) -> Case:
    x, filter, dy = arrays(layer)
    sizes = np.array(filter.shape, np.int32)

    def plain() -> Array:
        return np.tensordot(patches(x, layer), dy, ((0, 1, 2), (0, 1, 2))).transpose(1, 2, 0, 3)

    def in_torch(torch: Any) -> Callable[[], object]:
        image, weights, arrived = torch_arrays(torch, layer)
        return lambda: torch.nn.grad.conv2d_weight(image, weights.shape, arrived, stride=layer.stride)

    return Case(lambda: kernel("Conv2DBackpropFilter")(x, sizes, dy, **attributes(layer)), plain, in_torch)


def depthwise() -> Case:
    x, filter = numbers(8, 56, 56, 64), numbers(3, 3, 64, 1)
    layer = Layer(8, 56, 64, 64, 3)

    def in_torch(torch: Any) -> Callable[[], object]:
        image, _, _ = torch_arrays(torch, layer)
        weights = torch.from_numpy(filter).permute(2, 3, 0, 1).contiguous()
        return lambda: torch.nn.functional.conv2d(image, weights, groups=64)

    return Case(
        lambda: kernel("DepthwiseConv2dNative")(x, filter, **attributes(layer)),
        lambda: np.einsum("nhwcij,ijc->nhwc", patches(x, layer), filter[..., 0]),
        in_torch,
    )


CONVOLUTIONS = {"Conv2D": forward, "Conv2DBackpropInput": by_input, "Conv2DBackpropFilter": by_filter}
CASES: dict[str, Callable[[], Case]] = {
    **{f"{name} {text}": partial(make, layer) for name, make in CONVOLUTIONS.items() for text, layer in LAYERS.items()},
    "DepthwiseConv2dNative 3x3, 8 of 56x56x64": depthwise,
    **IMAGES,
    **OTHERS,
}


# -- Measuring --------------------------------------------------------------------------------------------------------


def main(report: Report, words: Sequence[str]) -> None:
    """Measure the cases whose names contain one of the words; all without words."""
    torch = module("torch")
    for name, make in CASES.items():
        if not words or any(word.lower() in name.lower() for word in words):
            measure(report, name, make(), torch)


def measure(report: Report, name: str, case: Case, torch: Any) -> None:
    """Report one case, after its results were compared."""
    compare({"plain": lambda: [case.plain()], "ours": lambda: [case.ours()]}, case.rtol)
    ways: dict[str, Callable[[], object]] = {"ours": case.ours, "plain": case.plain}
    if torch is not None and case.torch is not None:
        ways["PyTorch"] = case.torch(torch)
    timed(report, name, ways, list(ways)[-1], seconds=0.4)
