"""Kernels that are measured beside a plain formulation and PyTorch: what a case is, and all cases but convolutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from scipy.special import erf  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

from blocks.base.types import Array
from blocks.library.index import find


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


def called(name: str, *args: Any) -> Callable[[Any], Callable[[], object]]:
    """A function of PyTorch with its arguments."""

    def in_torch(torch: Any) -> Callable[[], object]:
        values = [torch.from_numpy(arg) if isinstance(arg, np.ndarray) else arg for arg in args]
        return lambda: getattr(torch, name)(*values)

    return in_torch


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


def normalised() -> Case:
    x, ones, none = numbers(8, 56, 56, 64), np.ones(64, np.float32), np.empty(0, np.float32)

    def plain() -> Array:
        centred = x - x.mean((0, 1, 2))
        return centred / np.sqrt((centred * centred).mean((0, 1, 2)) + 1e-4)

    def in_torch(torch: Any) -> Callable[[], object]:
        image, one = torch.from_numpy(x).permute(0, 3, 1, 2), torch.from_numpy(ones)
        return lambda: torch.nn.functional.batch_norm(image, None, None, one, one, training=True)

    return Case(lambda: kernel("FusedBatchNorm")(x, ones, 0 * ones, none, none)[0], plain, in_torch)


def of_matrix(ours: str, plain: Callable[[Array], Array], theirs: str, *args: Any, rtol: float = 1e-4) -> Case:
    """A kernel that gets a matrix and perhaps an axis, against functions that get the same."""
    x, axes = numbers(1_000, 4_000), [np.array(arg, np.int32) for arg in args]
    return Case(lambda: kernel(ours)(x, *axes), lambda: plain(x), called(theirs, x, *args), rtol)


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


def softmax() -> Case:
    x = numbers(1_000, 4_000)

    def plain() -> Array:
        power = np.exp(x - x.max(1, keepdims=True))
        return power / power.sum(1, keepdims=True)

    return Case(lambda: kernel("Softmax")(x), plain, called("softmax", x, 1))


def one_hot() -> Case:
    labels = np.random.default_rng(0).integers(0, 1_000, 20_000)
    on, off, depth = np.float32(1), np.float32(0), np.array(1_000, np.int32)

    def in_torch(torch: Any) -> Callable[[], object]:
        chosen = torch.from_numpy(labels)
        return lambda: torch.nn.functional.one_hot(chosen, 1_000).float()

    return Case(
        lambda: kernel("OneHot")(labels, depth, on, off),
        lambda: (labels[:, None] == np.arange(1_000)).astype(np.float32),
        in_torch,
        0,
    )


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


def top_k(k: int) -> Case:
    rows, count = numbers(1_000, 1_000), np.array(k, np.int32)
    return Case(
        lambda: kernel("TopK")(rows, count)[0],
        lambda: np.sort(rows, -1)[:, ::-1][:, :k],
        called("topk", rows, k),
        0,
    )


def bincount() -> Case:
    places, weights = np.random.default_rng(0).integers(0, 1_000, 1_000_000), numbers(1_000_000)
    small, size = places.astype(np.int32), np.array(1_000, np.int32)
    return Case(
        lambda: kernel("Bincount")(small, size, weights),
        lambda: np.bincount(places, weights, 1_000),
        called("bincount", places, weights, 1_000),
    )


def remainder() -> Case:
    x, y = numbers(1_000, 4_000), 1 + np.abs(numbers(1_000, 4_000))
    return Case(lambda: kernel("FloorMod")(x, y), lambda: np.mod(x, y), called("remainder", x, y))


def gathered_numbers() -> Case:
    params, places = numbers(2_000, 250), np.random.default_rng(0).integers(0, (2_000, 250), (500_000, 2))
    rows, columns = places.T

    def in_torch(torch: Any) -> Callable[[], object]:
        data, places = torch.from_numpy(params), [torch.from_numpy(each.copy()) for each in (rows, columns)]
        return lambda: data[places[0], places[1]]

    return Case(lambda: kernel("GatherNd")(params, places), lambda: params[rows, columns], in_torch, 0)


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


OTHERS: dict[str, Callable[[], Case]] = {
    "MaxPool 2x2, 8 of 112x112x64": lambda: pooled("MaxPool", "max_pool2d", 2),
    "MaxPool 3x3 by 2, 8 of 112x112x64": lambda: pooled("MaxPool", "max_pool2d", 3),
    "MaxPoolIndex 2x2, 8 of 112x112x64": max_pool_places,
    "AvgPool 2x2, 8 of 112x112x64": lambda: pooled("AvgPool", "avg_pool2d", 2),
    "Conv3D 3x3x3, 2 of 16x28x28x16 to 32": volumes,
    "FusedBatchNorm in training, 8 of 56x56x64": normalised,
    "FusedBatchNormGrad, 8 of 56x56x64": normalised_back,
    "ResizeBilinear 4 of 224x224x3 to 299x299": resized,
    "Softmax 1000x4000": softmax,
    "Cumsum along rows, 1000x4000": lambda: of_matrix("Cumsum", lambda x: np.cumsum(x, 1), "cumsum", 1, rtol=1e-3),
    "Cumsum down, 1000x4000": lambda: of_matrix("Cumsum", lambda x: np.cumsum(x, 0), "cumsum", 0, rtol=1e-3),
    "Sum down, 1000x4000": lambda: of_matrix("Sum", lambda x: x.sum(0), "sum", 0),
    "Sum along rows, 1000x4000": lambda: of_matrix("Sum", lambda x: x.sum(1), "sum", 1),
    "ArgMax along rows, 1000x4000": lambda: of_matrix("ArgMax", lambda x: x.argmax(1), "argmax", 1, rtol=0),
    "OneHot 20000 of 1000": one_hot,
    "BatchMatMul 32 of 128x64x128": batch_mat_mul,
    "SegmentSum 100000x32 into 5000": segment_sum,
    "Gather 100000 of 50000x64": gather,
    "TopK 10 of 1000, 1000 rows": lambda: top_k(10),
    "TopK 200 of 1000, 1000 rows": lambda: top_k(200),
    "Bincount of 1000000 with weights": bincount,
    "GatherNd 500000 numbers": gathered_numbers,
    "FloorMod 1000x4000": remainder,
    "Erf 1000x4000": lambda: of_matrix("Erf", erf, "erf"),
    "Expm1 1000x4000": lambda: of_matrix("Expm1", np.expm1, "expm1"),
    "Elu 1000x4000": lambda: of_matrix("Elu", lambda x: np.where(x < 0, np.expm1(x), x), "celu"),
    "Prod along rows, 1000x4000": lambda: of_matrix("Prod", lambda x: x.prod(1), "prod", 1),
    "ApplyAdam 3136x1024": lambda: update_rule("ApplyAdam", 2, 0.9, 0.99, 0.01, 0.9, 0.99, 1e-8),
    "ApplyRMSProp 3136x1024": lambda: update_rule("ApplyRMSProp", 2, 0.01, 0.9, 0.9, 1e-8),
    "ApplyAdagrad 3136x1024": lambda: update_rule("ApplyAdagrad", 1, 0.01),
}
