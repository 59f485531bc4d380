"""How long kernels take, beside a plain formulation in NumPy and, where it can be imported, PyTorch on two threads.

``python -m tests.bench kernels [WORD ...]`` measures the cases whose names contain one of the words, or all. Each case
is a function that makes its arrays and returns what is to be measured; a new one is one more function in `CASES`.
Results are compared before anything is measured; ratios are to PyTorch, else to the plain formulation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from blocks.base.types import Array
from blocks.library.index import find
from tests.bench.measuring import Report, compare, module, timed


class Case(NamedTuple):
    """One computation, in up to three ways.

    Attributes:
        ours: runs the kernel of a block type.
        plain: the same as it stands in a textbook, in NumPy.
        torch: given the module, makes the function that does it in PyTorch.
        rtol: how close ours and plain must be, of the largest number.
    """

    ours: Callable[[], Array]
    plain: Callable[[], Array]
    torch: Callable[[Any], Callable[[], object]] | None = None
    rtol: float = 1e-4


def kernel(name: str) -> Callable[..., Array]:
    """The kernel of a block type."""
    found = find(name)
    assert found is not None, name
    return found.kernel


def numbers(*shape: int) -> Array:
    """Random numbers in single precision."""
    return np.random.default_rng(len(shape)).normal(size=shape).astype(np.float32)


def called(name: str, *args: Array | int) -> Callable[[Any], Callable[[], object]]:
    """A function of PyTorch with its arguments."""

    def in_torch(torch: Any) -> Callable[[], object]:
        values = [torch.from_numpy(arg) if isinstance(arg, np.ndarray) else arg for arg in args]
        return lambda: getattr(torch, name)(*values)

    return in_torch


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


# -- Others -----------------------------------------------------------------------------------------------------------


def max_pool() -> Case:
    x = numbers(8, 112, 112, 64)
    steps = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}

    def in_torch(torch: Any) -> Callable[[], object]:
        image = torch.from_numpy(x).permute(0, 3, 1, 2)
        return lambda: torch.nn.functional.max_pool2d(image, 2)

    return Case(lambda: kernel("MaxPool")(x, **steps), lambda: x.reshape(8, 56, 2, 56, 2, 64).max((2, 4)), in_torch, 0)


def max_pool_places() -> Case:
    x = numbers(8, 112, 112, 64)
    steps = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    flat = np.arange(112 * 112 * 64).reshape(1, 56, 2, 56, 2, 64)

    def plain() -> Array:
        windows = x.reshape(8, 56, 2, 56, 2, 64)
        top = windows.max((2, 4), keepdims=True)
        return np.where(windows == top, flat, -1).max((2, 4))

    def in_torch(torch: Any) -> Callable[[], object]:
        image = torch.from_numpy(x).permute(0, 3, 1, 2)
        return lambda: torch.nn.functional.max_pool2d(image, 2, return_indices=True)

    return Case(lambda: kernel("MaxPoolIndex")(x, **steps), plain, in_torch, 0)


def batch_mat_mul() -> Case:
    x, y = numbers(32, 128, 64), numbers(32, 64, 128)
    return Case(
        lambda: kernel("BatchMatMul")(x, y),
        lambda: np.einsum("bij,bjk->bik", x, y, optimize=True),
        called("bmm", x, y),
    )


def segment_sum() -> Case:
    rows = numbers(100_000, 32)
    ids = np.sort(np.random.default_rng(0).integers(0, 5_000, 100_000)).astype(np.int32)
    ids[-1] = 4_999

    def plain() -> Array:
        total = np.zeros((5_000, 32), np.float32)
        np.add.at(total, ids, rows)
        return total

    def in_torch(torch: Any) -> Callable[[], object]:
        data, places = torch.from_numpy(rows), torch.from_numpy(ids)
        return lambda: torch.zeros(5_000, 32).index_add_(0, places, data)

    return Case(lambda: kernel("SegmentSum")(rows, ids), plain, in_torch)


def gather() -> Case:
    params, indices = numbers(50_000, 64), np.random.default_rng(0).integers(0, 50_000, 100_000)
    return Case(
        lambda: kernel("Gather")(params, indices),
        lambda: params[indices],
        called("index_select", params, 0, indices),
        0,
    )


def top_k() -> Case:
    rows, count = numbers(1_000, 1_000), np.array(10, np.int32)
    return Case(
        lambda: kernel("TopK")(rows, count)[0],
        lambda: np.sort(rows, -1)[:, ::-1][:, :10],
        called("topk", rows, 10),
        0,
    )


def update_rule(name: str, slots: int, *numbers: float) -> Case:
    """A step of an optimiser in place, as plans run it; plain is its formula, which makes new arrays."""
    variables, gradient = [np.abs(numbers_like(i)) for i in range(slots + 1)], numbers_like(9)
    rule = find(name)
    assert rule is not None
    fills = rule.fills
    assert fills is not None
    given = [*variables, *(np.float32(each) for each in numbers), gradient]
    made = [np.empty_like(each) for each in variables]
    return Case(lambda: fills(made, *given)[0], lambda: rule.kernel(*given)[0], rtol=0)


def numbers_like(seed: int) -> Array:
    """Random numbers for a large matrix of weights."""
    return np.random.default_rng(seed).normal(size=(3136, 1024)).astype(np.float32)


CONVOLUTIONS = {"Conv2D": forward, "Conv2DBackpropInput": by_input, "Conv2DBackpropFilter": by_filter}
CASES: dict[str, Callable[[], Case]] = {
    **{f"{name} {text}": partial(make, layer) for name, make in CONVOLUTIONS.items() for text, layer in LAYERS.items()},
    "DepthwiseConv2dNative 3x3, 8 of 56x56x64": depthwise,
    "MaxPool 2x2, 8 of 112x112x64": max_pool,
    "MaxPoolIndex 2x2, 8 of 112x112x64": max_pool_places,
    "BatchMatMul 32 of 128x64x128": batch_mat_mul,
    "SegmentSum 100000x32 into 5000": segment_sum,
    "Gather 100000 of 50000x64": gather,
    "TopK 10 of 1000, 1000 rows": top_k,
    "ApplyAdam 3136x1024": lambda: update_rule("ApplyAdam", 2, 0.9, 0.99, 0.01, 0.9, 0.99, 1e-8),
    "ApplyRMSProp 3136x1024": lambda: update_rule("ApplyRMSProp", 2, 0.01, 0.9, 0.9, 1e-8),
    "ApplyAdagrad 3136x1024": lambda: update_rule("ApplyAdagrad", 1, 0.01),
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
